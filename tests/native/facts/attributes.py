# SPDX-License-Identifier: Apache-2.0
"""Symbols with attributes: weak, alias, names of the assembler, constructors and destructors, cleanup, sections. gcc's code is
the reference; an attribute that clang does not know still means what it means."""

from facts.program import assemble

DECIDED = 15


def weak_undefined(choice):
    kind = (choice.choice(["extern int x@ __attribute__((weak));", "int x@(void) __attribute__((weak));",
        "extern int x@;\n#pragma weak x@"]))
    use = (choice.choice(["&x@ != 0", "&x@ == 0", "!&x@"]) if "(void)" not in kind else choice.choice(["x@ != 0",
        "x@ ? 2 : 3", "!x@"]))
    return kind + "\n", f"    FACT({use});\n"


def weak_defined(choice):
    value = choice.randint(1, 9)
    return (f"int x@ __attribute__((weak)) = {value};\n__attribute__((weak)) int f@(void) {{ return x@ + 1; }}\n",
        "    FACT(x@);\n    FACT(f@());\n")


def alias(choice):
    how = choice.choice(
        [
            'extern int b@ __attribute__((alias("a@")));',
            'extern int b@ __asm__("a@");',
            'extern int b@ __attribute__((weak, alias("a@")));',
            '__asm__(".globl b@\\n.set b@, a@");\nextern int b@;',
        ]
    )
    write, read = choice.choice([("a@", "b@"), ("b@", "a@")])
    return (f"int a@ = {choice.randint(1, 4)};\n{how}\n",
        f"    FACT({read});\n    {write} = {choice.randint(5, 9)} + IN;\n    FACT({read});\n"
        "    FACT(&a@ == &b@ ? 1 : 2);\n")


def alias_of_function(choice):
    how = choice.choice(
        ['int g@(int) __attribute__((alias("f@")));', 'extern int g@(int) __asm__("f@");',
        'static int g@(int) __attribute__((weakref("f@")));']
    )
    return (
        f"int n@;\nint f@(int k) {{ n@ += k; return n@ * 2; }}\n{how}\n",
        f"    FACT(g@({choice.randint(1, 5)} + IN));\n    FACT(n@);\n",
    )


def constructors(choice):
    """Before main, in the order of their priorities, then of their places."""
    outer = "static int log@;\n"
    for k in range(choice.randint(1, 3)):
        priority = choice.choice(["", "", "(200)", "(300)", "(101)"])
        late = choice.random() < 0.4
        attribute = f"__attribute__((constructor{priority}))"
        outer += "" if late else attribute + " "
        outer += f"{'static ' if not late else ''}void c{k}@(void) {{ log@ = log@ * 4 + {k + 1}; }}\n"
        outer += f"void c{k}@(void) {attribute};\n" if late else ""
    return outer, "    FACT(log@);\n"


def destructors(choice):
    """After main, or after exit; the last one looks."""
    order = choice.choice(["", "(200)", "(300)"])
    leave = choice.choice(["", "    exit(IN);\n"])
    outer = f"""void exit(int);
int atexit(void (*)(void));
static int log@ = 1;
__attribute__((destructor(150))) static void last@(void) {{ FACT(log@); }}
__attribute__((destructor{order})) static void d1@(void) {{ log@ = log@ * 4 + 1; }}
__attribute__((destructor(250))) static void d2@(void) {{ log@ = log@ * 4 + 2; }}
static void e@(void) {{ log@ = log@ * 4 + 3; }}
"""
    return outer, choice.choice(["", "    atexit(e@);\n"]) + "    FACT(log@);\n" + leave


def cleanup(choice):
    leave = choice.choice(["", "break;", "continue;", "goto out@;", "if (i == 1) return 0;"])
    outer = "static int log@;\nstatic void end@(int *p) { log@ = log@ * 4 + *p; FACT(log@); }\n"
    text = f"""    for (int i = 1; i < 3; i++) {{
      int a __attribute__((cleanup(end@))) = i;
      int b __attribute__((cleanup(end@))) = {choice.randint(1, 3)};
      a += {choice.randint(0, 1)};
      {leave}
    }}
  out@:
    FACT(log@);
"""
    return outer, text


def cleanup_and_return(choice):
    outer = f"""static int log@;
static void end@(int *p) {{ log@ = log@ * 4 + *p; }}
static int f@(int k) {{
  int a __attribute__((cleanup(end@))) = k;
  if (k == {choice.randint(1, 2)}) {{ int b __attribute__((cleanup(end@))) = 3; return log@ + a; }}
  a = 2;
  return log@ * 8 + a;
}}
"""
    return outer, "    FACT(f@(1));\n    FACT(log@);\n    FACT(f@(2));\n    FACT(log@);\n"


def section(choice):
    count = choice.randint(1, 4)
    items = (
        "".join(f'__attribute__((section("items@"), used)) static int i{k}@ = {choice.randint(1, 9)};\n' for k in range(count))
        )
    return (
        f"{items}extern int __start_items@[], __stop_items@[];\n",
        "    int s = 0;\n    for (int *p = __start_items@; p < __stop_items@; p++) s = s * 16 + *p;\n"
        "    FACT(s);\n    FACT(__stop_items@ - __start_items@);\n",
    )


def tentative(choice):
    value = choice.randint(1, 9)
    outer = f"int x@;\nint x@;\nint x@ = {value};\nint x@;\nstatic int y@[];\nstatic int y@[3];\n"
    return outer, "    FACT(x@);\n    FACT(y@[2]);\n"


def harmless(choice):
    """Attributes that change nothing that a program can see."""
    words = (["noinline", "cold", "hot", "unused", "used", "noclone", "flatten", "externally_visible",
        "optimize(\"O1\")", "visibility(\"hidden\")", "nonnull", "noipa", "leaf", "no_sanitize(\"undefined\")"])
    first, second = choice.sample(words, 2)
    first = first if first != "leaf" else "cold"
    return (
        f"__attribute__(({first}, {second})) int f@(int k) {{ return k * {choice.randint(2, 9)}; }}\n".replace("leaf",
        "cold"), "    FACT(f@(IN + 1));\n")


def redefined_name(choice):
    return (
        "int real@ = 3;\n#pragma redefine_extname other@ real@\nextern int other@;\n",
        f"    other@ = {choice.randint(4, 9)};\n    FACT(real@);\n",
    )


def aligned_variable(choice):
    amount = choice.choice([2, 8, 16, 64])
    return (
        f"static char pad@, x@ __attribute__((aligned({amount})));\n",
        f"    char y __attribute__((aligned({amount}))) = pad@;\n    FACT((unsigned long)&x@ % {amount});\n"
        f"    FACT((unsigned long)&y % {amount});\n    FACT(_Alignof x@);\n".replace(
            "_Alignof x@", "__alignof__(x@)"
        ),
    )


def transparent(choice):
    return (
        "typedef union { int *i; char *c; } any@ __attribute__((transparent_union));\n"
        "static int f@(any@ a) { return *a.i; }\n",
        f"    int v = {choice.randint(1, 99)};\n    FACT(f@(&v));\n",
    )


def vector(choice):
    return ("", "    typedef int v4 __attribute__((vector_size(16)));\n"
        f"    v4 a = {{1, 2, 3, {choice.randint(4, 9)}}}, b = a + a;\n    FACT(b[3]);\n    FACT(sizeof(v4));\n")


def mode(choice):
    which = choice.choice(["QI", "HI", "SI", "DI", "word", "pointer"])
    return ("",
        f"    typedef unsigned m __attribute__((mode({which})));\n    FACT(sizeof(m));\n    FACT((m)-1 > 0);\n"
        "    FACT((m)0x123456789LL);\n")


def stored_order(choice):
    return (
        'struct b@ { short s; int i; } __attribute__((scalar_storage_order("big-endian")));\n',
        f"    struct b@ x = {{1, {choice.randint(2, 200)}}};\n    unsigned char *p = (unsigned char *)&x;\n"
        "    FACT(p[0] * 16 + p[1]);\n    FACT(p[7]);\n    FACT(x.i);\n",
    )


TEMPLATES = [
    weak_undefined,
    weak_defined,
    alias,
    alias,
    alias_of_function,
    constructors,
    constructors,
    destructors,
    cleanup,
    cleanup_and_return,
    section,
    tentative,
    harmless,
    redefined_name,
    aligned_variable,
    transparent,
    vector,
    mode,
    stored_order,
]


def generate(choice, bits):
    return assemble(choice, TEMPLATES, (1, 1), reference="gcc")
