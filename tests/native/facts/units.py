# SPDX-License-Identifier: Apache-2.0
"""Unknown code in a unit that only the linker sees: it calls back, writes what it can reach, keeps pointers, frees, exits, and
lends its names to whatever it likes."""

from facts.program import INPUTS, Program, main_of, number_facts

DECIDED = 10


def small(choice):
    return choice.randint(2, 9)


def writes_global(choice):
    body = choice.choice([f"x = {small(choice)};", f"x += {small(choice)};", "if (++calls > 1) x = 8;"])
    return ("int x = 1;\nvoid ext(void);\n", "  ext();\n  ext();\n  FACT(x);\n",
        f"extern int x; static int calls; void ext(void) {{ {body} }}\n")


def calls_exported(choice):
    """A function that has a name for everyone is called by somebody."""
    kind = choice.choice(["static int s;\n", "static int s, t;\n"])
    return (
        f"{kind}void set(int k) {{ s += k; }}\nvoid ext(void);\n",
        "  ext();\n  FACT(s);\n",
        f"void set(int); void ext(void) {{ set({small(choice)}); }}\n",
    )


def calls_escaped(choice):
    how = choice.choice(
        [
            ("void ext(void (*)(void));\n", "ext(hidden);", "void ext(void (*f)(void)) { f(); }\n"),
            ("void ext(void *);\n", "ext((void *)hidden);", "void ext(void *f) { ((void (*)(void))f)(); }\n"),
            ("struct ops { void (*f)(void); };\nvoid ext(struct ops *);\n", "struct ops o = {hidden}; ext(&o);",
            "struct ops { void (*f)(void); }; void ext(struct ops *o) { o->f(); }\n"),
            ("void (*hook)(void);\nvoid ext(void);\n", "hook = hidden; ext();",
            "extern void (*hook)(void); void ext(void) { if (hook) hook(); }\n"),
        ]
    )
    return (f"static int s;\nstatic void hidden(void) {{ s = {small(choice)}; }}\n{how[0]}",
        f"  {how[1]}\n  FACT(s);\n", how[2])


def keeps_pointer(choice):
    """A pointer that was given away is used later."""
    where = choice.choice(["int x = 1;", "static int x = 1;", "int x[2] = {1};"])
    name = "x" if "[" in where else "&x"
    return (
        "void keep(int *); void later(void);\n",
        f"  {where}\n  keep({name});\n  later();\n  FACT(*({name}));\n  later();\n  FACT(*({name}));\n",
        f"static int *p; void keep(int *q) {{ p = q; }} void later(void) {{ *p += {small(choice)}; }}\n",
    )


def returns_pointer(choice):
    kind = choice.choice(["", "static "])
    give = "&x" if not kind else "kept"
    keep = "extern int x;" if not kind else "static int *kept; void keep(int *p) { kept = p; }"
    first = "" if not kind else "  keep(&x);\n"
    return (
        f"{kind}int x = 1;\nint *get(void); void keep(int *);\n",
        f"{first}  int *p = get();\n  x = 0;\n  *p = {small(choice)};\n  FACT(x);\n  FACT(p == &x);\n",
        f"{keep} int *get(void) {{ return {give}; }}\n",
    )


def points_from_outside(choice):
    return (
        "extern int *p;\nint x;\n",
        f"  x = 0;\n  if (p) *p = {small(choice)};\n  FACT(x);\n",
        "extern int x; int *p = &x;\n",
    )


def function_from_outside(choice):
    return (
        "int g;\nextern void (*fp)(void);\nvoid (*get(void))(void);\n",
        f"  {choice.choice(['fp();', 'get()();', 'if (fp) fp();'])}\n  FACT(g);\n",
        f"extern int g; static void h(void) {{ g = {small(choice)}; }} "
        f"void (*fp)(void) = h; void (*get(void))(void) {{ return h; }}\n",
    )


def frees(choice):
    return (
        "#include <stdlib.h>\nvoid ext(void *); extern int alive;\n",
        "  char *p = malloc(8);\n  __UINTPTR_TYPE__ a = (__UINTPTR_TYPE__)p;\n  ext(p);\n"
        "  char *q = malloc(8);\n  FACT((__UINTPTR_TYPE__)q == a);\n",
        "#include <stdlib.h>\nint alive; void ext(void *p) { free(p); }\n",
    )


def ends(choice):
    """The program may end inside, and what is behind may not be reached; what is registered for the end is."""
    how = choice.choice(["exit(0)", "exit(3)", "_Exit(0)", "return"])
    return (
        "#include <stdlib.h>\nstatic int n;\nstatic void last(void) { FACT(n + 10); }\nvoid ext(void);\n",
        "  atexit(last);\n  FACT(n);\n  n = 1;\n  ext();\n  n = 2;\n  FACT(n);\n",
        f"#include <stdlib.h>\nvoid ext(void) {{ {how}; }}\n",
    )


def sets_errno(choice):
    return (
        "#include <errno.h>\nvoid ext(void);\n",
        "  errno = 0;\n  ext();\n  FACT(errno);\n",
        f"#include <errno.h>\nvoid ext(void) {{ errno = {small(choice)}; }}\n",
    )


def odd_name(choice):
    """A name is just a name."""
    name = (choice.choice(["trap", "unreachable", "assume", "error", "panic", "check", "halt", "die", "verify",
        "stop", "fail", "abort_now", "ldv_stop", "assert_failed", "warn"]))
    return (f"int g;\nint {name}(int);\n", f"  int r = {name}(1);\n  FACT(r);\n  FACT(7);\n",
        f"extern int g; int {name}(int n) {{ return {small(choice)} + g; }}\n")


def through_structure(choice):
    return (
        "struct s { int v; struct s *next; };\nvoid ext(struct s *);\n",
        "  struct s a = {1, 0}, b = {2, &a};\n  ext(&b);\n  FACT(a.v);\n  FACT(b.v);\n",
        f"struct s {{ int v; struct s *next; }}; void ext(struct s *p) "
        f"{{ {choice.choice(['p->next->v', 'p->v'])} = {small(choice)}; }}\n",
    )


def untouched(choice):
    """What nobody else can reach stays as it is."""
    return (
        "static int s = 3;\nvoid ext(void); void give(int *);\nstatic int keep(int k) { s += k; return s; }\n",
        "  int x = 4, y = 5;\n  give(&y);\n  ext();\n  FACT(s);\n  FACT(x);\n  FACT(keep(x));\n",
        "void ext(void) { } void give(int *p) { *p = 1; }\n",
    )


def calls_main_again(choice):
    return (
        "static int depth;\nvoid step_in(void);\n"
        "int enter(void) { depth++; if (depth < 3) step_in(); return depth; }\n",
        "  FACT(enter());\n  FACT(depth);\n",
        "int enter(void); void step_in(void) { enter(); }\n",
    )


def weak_here(choice):
    """Another unit, which is needed for ext, has definitions that win."""
    kind = choice.choice(["", "const "])
    alias = choice.choice(["", "static int g(void) { return 1; }\n"])
    function = 'int f(void) __attribute__((weak, alias("g")));\n' if alias else "__attribute__((weak)) int f(void) { return 1; }\n"
    return (
        f"__attribute__((weak)) {kind}int x = {small(choice)};\n{alias}{function}void ext(void);\n",
        "  FACT(x);\n  FACT(f());\n  ext();\n",
        f"{kind}int x = {small(choice) + 20}; int f(void) {{ return {small(choice)}; }} void ext(void) {{ }}\n",
    )


def library_callback(choice):
    """A function of the library without a model calls what it is given."""
    return (
        "#include <search.h>\n#include <stdlib.h>\nstatic int calls;\n"
        "static int same(const void *a, const void *b) { calls++; return *(int *)a - *(int *)b; }\n",
        f"  int k = {choice.randint(1, 3)}, a[3] = {{1, 2, 3}};\n  size_t n = 3;\n"
        "  int *p = lfind(&k, a, &n, sizeof(int), same);\n  FACT(calls);\n  FACT(p ? p - a : -1);\n",
        "int unused_name;\n",
    )


def variadic(choice):
    return (
        "void ext(int, ...);\n",
        "  int x = 1, y = 2;\n  ext(2, &x, &y);\n  FACT(x);\n  FACT(y);\n",
        f"#include <stdarg.h>\nvoid ext(int n, ...) {{ va_list l; va_start(l, n); while (n--) "
        f"*va_arg(l, int *) += {small(choice)}; va_end(l); }}\n",
    )


def through_integer(choice):
    """A pointer is given away as a number."""
    return (
        "void ext(__UINTPTR_TYPE__);\n",
        "  int x = 1;\n  ext((__UINTPTR_TYPE__)&x);\n  FACT(x);\n",
        f"void ext(__UINTPTR_TYPE__ a) {{ *(int *)a = {small(choice)}; }}\n",
    )


TEMPLATES = [
    writes_global,
    calls_exported,
    calls_escaped,
    keeps_pointer,
    returns_pointer,
    points_from_outside,
    function_from_outside,
    frees,
    ends,
    sets_errno,
    odd_name,
    through_structure,
    untouched,
    untouched,
    calls_main_again,
    weak_here,
    library_callback,
    variadic,
    through_integer,
]


def generate(choice, bits):
    declarations, statements, other = choice.choice(TEMPLATES)(choice)
    with_input = choice.random() < 0.3
    body = number_facts(declarations + main_of(statements, with_input))
    return Program(body, other=other, inputs=INPUTS if with_input else ((),))
