# SPDX-License-Identifier: Apache-2.0
"""Objects that begin and end with blocks, iterations, jumps and calls; values that are left behind where no declaration
executes. What an object holds before it gets a value is any value (--uninit nondet)."""

from facts.program import assemble

DECIDED = 50
USE = "__attribute__((noinline)) static int use@(int *p) { return p[0]; }\n"
FILL = ("__attribute__((noinline)) static int fill@(int k) { volatile "
    "int z[24]; for (int i = 0; i < 24; i++) z[i] = k + i; return z[3]; }\n")


def small(choice):
    return choice.randint(1, 30)


def switch_jumps_over(choice):
    """A switch jumps over declarations; the second time the value is any."""
    kind = choice.choice(["int y@;", f"int y@ = {small(choice)};", "int y@[3];", f"int y@[3] = {{{small(choice)}}};"])
    cell = "y@[0]" if "[3]" in kind else "y@"
    between = choice.choice(["", "int z@[20]; z@[0] = 7; r += use@(z@);", f"r += fill@({small(choice)});"])
    use = choice.choice(["", f"r += use@(&{cell});"])
    body = f"switch (n) {{ {kind} case 0: {cell} = {small(choice)}; {use} break; case 1: FACT({cell}); }}"
    return (USE + FILL,
        f"    int r = 0;\n    for (int n = 0; n < 2; n++) {{\n      {body}\n      {{ {between} }}\n    }}\n"
        "    FACT(r & 0);\n")


def goto_into_block(choice):
    """A jump into a block passes an initialiser; a jump back renews the object."""
    first = choice.choice(["", "static "])
    text = f"""    int n = 0, s = 0;
    if (IN == 1) goto inside@;
  again@:;
    {{
      {first}int x = {small(choice)};
    inside@:
      if (n > 0 || {int(bool(first))}) s = s * 32 + x;
      x += {small(choice)};
      if (++n < 3) goto again@;
    }}
    FACT(s);
    FACT(n);
"""
    return "", text


def renewed_in_loop(choice):
    """An initialiser runs each time; without one the object may hold what it held."""
    kind = (choice.choice([f"int x = {small(choice)};", "int x = i;", "int x; x = s & 7;",
        f"static int x = {small(choice)};"]))
    head = choice.choice(["for (int i = 0; i < 3; i++)", "for (int i = 2; i >= 0; i--)"])
    return ("", f"    int s = 1;\n    {head} {{\n      {kind}\n      x += i + 1;\n      s = s * 4 + x;\n    }}\n"
        "    FACT(s);\n")


def compound_literal(choice):
    """One object for each activation of its block, renewed when it is evaluated."""
    start = small(choice)
    loop = choice.choice(["if (++j < 3) goto again@;", "if (++j < 2) goto again@;"])
    return (
        "struct s@ { int i, k; };\n",
        f"""    struct s@ *p = 0, *q = 0;
    int j = 0, first = 0;
  again@:
    p = q;
    q = &((struct s@){{j + {start}, IN}});
    if (p) first = p->i;
    q->k += 1;
    {loop}
    FACT(p == q);
    FACT(q->i * 16 + q->k);
    FACT(first);
""",
    )


def compound_in_loop(choice):
    how = choice.choice(["&(int){i}", f"(int[]){{i, {small(choice)}}}", "(int[2]){[1] = i}"])
    return ("", f"    int s = 0;\n    for (int i = 0; i < 3; i++) {{\n      int *p = {how};\n      *p += 1;\n"
        f"      s = s * 8 + p[0];\n    }}\n    FACT(s);\n")


def recursion(choice):
    """Every activation has its own objects; pointers to those of callers stay good."""
    extra = choice.choice(["", "static int t = 0; t++; s += t;", "int t = *p; *p = s; s = t;"])
    outer = f"""static int deep@(int *p, int n) {{
  int s = n * {small(choice)};
  {extra}
  if (n == 0) return *p + s;
  *p += 1;
  int r = deep@(&s, n - 1);
  return r * 2 + s;
}}
"""
    return outer, f"    int x = {small(choice)};\n    FACT(deep@(&x, {choice.randint(1, 3)}));\n    FACT(x);\n"


def array_in_loop(choice):
    """A variable-length array in a loop: a new one each time, with the size of that moment."""
    text = f"""    int s = 0;
    for (int n = 1; n < 4; n++) {{
      int v[n + IN];
      for (int i = 0; i < n + IN; i++) v[i] = i + {small(choice)};
      s = s * 8 + (int)(sizeof v / sizeof v[0]) + v[n - 1];
      if (n == 2 && IN == {choice.randint(0, 3)}) continue;
      s += v[0];
    }}
    FACT(s);
"""
    return "", text


def jump_out(choice):
    """Jumps out of nested blocks, and back to the front of a block."""
    text = f"""    int n = 0, s = 0;
    {{
    back@:;
      int v[n + 1];
      v[n] = n * {small(choice)};
      s = s * 8 + (int)sizeof v + v[n];
      while (1) {{
        int w = n;
        if (w++ > IN) goto out@;
        n = w;
        goto back@;
      }}
    }}
  out@:
    FACT(s);
    FACT(n);
"""
    return "", text


def stale(choice):
    """Nothing is known of a local object that has no value, whatever ran before."""
    return (
        USE + FILL + f"__attribute__((noinline)) static int left@(void) {{ int v[{choice.randint(1, 24)}]; "
        f"int x = use@(v); return x; }}\n",
        f"    int before = fill@({small(choice)});\n    FACT(before);\n    int v = left@();\n"
        f"    FACT(v & {choice.choice([1, 7, -1])});\n",
    )


def block_values(choice):
    """The second time round a block without initialisers."""
    return (
        FILL,
        f"""    int r = 0;
    for (int i = 0; i < 2; i++) {{
      int x;
      if (i == 0) x = {small(choice)};
      if (i == 1) FACT(x);
      {choice.choice(["", f"r += fill@({small(choice)});"])}
    }}
    FACT(r & 0);
""",
    )


def scopes_of_for(choice):
    return "", f"""    int i = {small(choice)}, s = 0;
    for (int i = 0, k = {small(choice)}; i < 3; i++, k--) {{ int i = k; s = s * 8 + (i & 7); }}
    if (IN) {{ int i = s; s = i + 1; }} else {{ extern int e@; s += e@; }}
    FACT(s);
    FACT(i);
""".replace("extern int e@", f"enum {{ e@ = {small(choice)} }}")


TEMPLATES = [
    switch_jumps_over,
    switch_jumps_over,
    goto_into_block,
    renewed_in_loop,
    compound_literal,
    compound_in_loop,
    recursion,
    array_in_loop,
    jump_out,
    stale,
    block_values,
    scopes_of_for,
]


def dangling(choice):
    """A pointer outlives what it points to: undefined behaviour ends the execution before the fact."""
    value, late = small(choice), choice.choice(["", "k += 1;"])
    inner = choice.choice(
        [
            f"{{ int x = {value}; p = &x; }}",
            f"{{ int x[3] = {{{value}}}; p = x; }}",
            f"for (int i = 0; i < 2; i++) {{ int x = {value}; if (i == 0) p = &x; else k += *p; }}",
            f"if (k == 0) {{ struct {{ int a, b; }} x = {{{value}, 1}}; p = &x.a; }}",
            f"switch (k) {{ case 0: {{ int x = {value}; p = &x; }} }}",
        ]
    )
    return "", f"    int k = 0, *p = 0;\n    {inner}\n    {late}\n    k = *p;\n    FACT(k);\n"


def generate(choice, bits):
    if choice.random() < 0.15:
        return assemble(choice, [dangling], (1, 1), undefined=True)
    return assemble(choice, TEMPLATES, options=("--uninit", "nondet"))
