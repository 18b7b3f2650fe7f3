# SPDX-License-Identifier: Apache-2.0
"""Variable-length types: their sizes are evaluated once, where the declaration, the parameter or the expression is."""

from facts.program import assemble

DECIDED = 75


def n(choice):
    return choice.randint(2, 6)


def element(choice):
    return choice.choice(["char", "short", "int", "long long", "struct e@"])


E = "struct e@ { short a; char b; };\n"


def typedef(choice):
    """A typedef keeps the size that it had."""
    where = choice.choice(["", "{ n++; }", "if (IN) n = 7;"])
    use = choice.choice(["T t; FACT(sizeof t);", "FACT(sizeof(T));", "T *p; FACT(sizeof *p);", "FACT(sizeof(T[2]));"])
    text = (f"    int n = {n(choice)};\n    typedef {element(choice)} T[n + IN];\n    n = {n(choice)}; {where}\n"
        f"    {use}\n    FACT(n);\n")
    return E, text


def typedef_of_typedef(choice):
    text = f"""    int n = {n(choice)}, m = {n(choice)};
    typedef {element(choice)} T[n++];
    typedef T U[m + IN];
    m = n; n = 9;
    U u;
    typedef __typeof__(u[0]) V;
    FACT(sizeof u * 100 + sizeof(V));
    FACT((char *)&u[1] - (char *)u);
    FACT(n * 16 + m);
"""
    return E, text


def parameter(choice):
    """The sizes of parameters are evaluated on entry, even if nobody uses them."""
    size = choice.choice(["++n@", "n@++", "n@ += 2", "bump@()", "static 2", "n@"])
    outer = E + f"""static int n@ = {n(choice)};
static int bump@(void) {{ return n@ *= 2; }}
static int f@({element(choice)} a[{size}]) {{ return n@ + (int)sizeof a; }}
"""
    return outer, "    static long long x[99];\n    FACT(f@((void *)x));\n    FACT(n@);\n"


def two_dimensions(choice):
    size = choice.choice(["n + 1", "n++", "n * 2", "m@ + n"])
    outer = E + f"""static int m@ = {n(choice)};
static long f@(int n, {element(choice)} a[][{size}]) {{
  long step = (char *)a[1] - (char *)a[0];
  {choice.choice(["n = 7;", "m@++;", ""])}
  return step * 1000 + (long)sizeof a[0] * 10 + n;
}}
"""
    return outer, f"    static long long x[999];\n    FACT(f@({n(choice)}, (void *)x));\n    FACT(m@);\n"


def pointer_to_parameter(choice):
    outer = f"""static int f@(int n, int (*p)[n], int (*q)[n *= 2]) {{
  int v = p[1][0] * 16 + (int)(sizeof *p / sizeof **p);
  return v * 16 + (int)(sizeof *q / sizeof **q) + n;
}}
"""
    text = ("    int x[40]; for (int i = 0; i < 40; i++) x[i] = i;\n"
        f"    FACT(f@({choice.randint(2, 4)}, (void *)x, (void *)x));\n")
    return outer, text


def size_of(choice):
    """The operand of sizeof is evaluated if its type has a variable length."""
    operand = choice.choice(
        ["int[n++]", "int[++n][2]", "v[i++]", "w[i++]", "*(p++)", "int(*)[n++]", "(n++, v)", "v[0][n++]",
        "int[IN ? n++ : (n += 3)]"]
    )
    text = f"""    int n = {n(choice)}, i = 0;
    int v[n][n + 1];
    int w[2][3];
    int x[60], (*p)[n] = (int (*)[n])x;
    int (*q)[n] = p;
    unsigned s = sizeof({operand});
    FACT(s);
    FACT(n * 16 + i);
    FACT(p == q);
"""
    return "", text


def cast(choice):
    """Steps of pointers whose types were written in a cast."""
    text = f"""    char x[400];
    int n = {n(choice)};
    char (*p)[n] = (char (*)[n])x;
    n = {n(choice)};
    FACT((char *)(p + 2) - x);
    FACT((char *)((short (*)[n + IN])x + 1) - x);
    p++;
    FACT((char *)p - x);
    FACT(&p[2] - p);
"""
    return "", text


def array_value(choice):
    text = f"""    int n = {n(choice)} + IN;
    {choice.choice(["int", "unsigned char", "short"])} a[n], *p = a;
    for (int i = 0; i < n; i++) a[i] = i * {n(choice)};
    n = 1;
    FACT(sizeof a / sizeof a[0]);
    FACT(a[sizeof a / sizeof *a - 1] + p[n]);
"""
    return "", text


def of_function(choice):
    """The size is a call with effects, in every place where one may stand."""
    place = choice.choice(
        ["int a[get@()]; FACT(sizeof a);", "int a[get@()][get@()]; FACT(sizeof a[0]);",
        "typedef int T[get@()]; T a, b; FACT(sizeof a + sizeof b);",
         "int a[2][get@()], b[get@()]; FACT(sizeof b * 10 + sizeof a);",
         "extern int x@; int (*p)[get@()] = 0; FACT(sizeof *p);"]
    )
    return (f"int x@;\nstatic int calls@;\nstatic int get@(void) {{ return ++calls@ + {n(choice)}; }}\n",
        f"    {place}\n    FACT(calls@);\n")


def goto_over_typedef(choice):
    """Each time the declaration executes, the type is made anew."""
    text = f"""    int n = {n(choice)}, s = 0, round = 0;
  again@:;
    typedef char T[n];
    n += {n(choice)};
    T t;
    s = s * 32 + (int)sizeof t;
    if (++round < 3) goto again@;
    FACT(s);
"""
    return "", text


def statement_expression(choice):
    text = f"""    int n = {n(choice)};
    int s = sizeof(({{ int a[n]; n++; a[0] = 1; *a; }}));
    __typeof__(int[n]) b;
    n += 5;
    __auto_type c = &b;
    FACT(sizeof b + sizeof *c);
    FACT(s * 16 + n);
"""
    return "", text


TEMPLATES = [
    typedef,
    typedef,
    typedef_of_typedef,
    parameter,
    parameter,
    two_dimensions,
    pointer_to_parameter,
    size_of,
    cast,
    array_value,
    of_function,
    goto_over_typedef,
    statement_expression,
]


def generate(choice, bits):
    return assemble(choice, TEMPLATES, (1, 1))
