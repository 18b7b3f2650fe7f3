# SPDX-License-Identifier: Apache-2.0
"""Addresses that a program looks at: alignment bits, order, distances, reuse after free and after the end of a block, pointers that
were taken apart and put together again. Nothing is known of them but alignment and that live objects are apart."""

from facts.program import assemble

DECIDED = 40
NUMBER = "typedef __UINTPTR_TYPE__ number;\n"


def objects(choice):
    """(declarations outside, inside, two expressions for addresses)"""
    first, second = choice.choice(["char", "int", "short", "long long"]), choice.choice(["char", "int", "char"])
    return choice.choice(
        [
            (f"{first} a@;\n{second} b@;\n", "", "&a@", "&b@"),
            (f"static {first} a@, pad@;\nstatic {second} b@ = 1;\n", "", "&a@", "&b@"),
            ("", f"    {first} a[3]; {second} b[2]; a[0] = 0; b[0] = 0;\n", "a", "b"),
            ("", f"    {first} a = 0; {second} b = 0;\n", "&a", "&b"),
            ("", "    static char a, b;\n", "&a", "&b"),
            ("void *malloc(__SIZE_TYPE__);\n",
            f"    {first} *a = malloc(8); char *b = malloc({choice.randint(1, 40)});\n", "a", "b"),
            ("", f'    const char *a = "abc", *b = "{choice.choice(["abc", "bc", "xyz"])}";\n', "a", "b"),
            ("static int f@(int k) { return k; }\nint g@(int k) { return k + 1; }\n", "", "&f@", "&g@"),
            ("", f"    struct {{ char c; {first} a; {second} b; }} s = {{0}};\n", "&s.a", "&s.b"),
            ("", f"    {first} x[4] = {{0}};\n", "&x[1]", "&x[3]"),
        ]
    )


def looked_at(choice):
    outer, inner, a, b = objects(choice)
    x, y = f"(number)({a})", f"(number)({b})"
    text = choice.choice(
        [
            f"({x} ^ {y}) & 1",
            f"{x} % {choice.choice([2, 4, 8, 16, 32])}",
            f"{x} < {y}",
            f"({y} - {x}) % {choice.choice([2, 4, 8, 16])}",
            f"{x} == {y}",
            f"({y} - {x}) == {choice.choice([1, 4, 8, 16, 32, -4, -1, 3])}",
            f"({x} >> 31 >> 1) != 0",
            f"({x} & {y} & 15)",
            f"({x} >> 12) == ({y} >> 12)",
            f"({x} | {y}) & 7",
            f"(int)({x} >> 20 >> 11) < 0",
            f"(short){x} > 0",
        ]
    )
    return NUMBER + outer, f"{inner}    FACT({text});\n    FACT({x} != 0);\n"


def freed(choice):
    """What is freed may come back."""
    size, other = choice.randint(1, 40), choice.randint(1, 40)
    middle = choice.choice(["", "char *m = malloc(16);", "char *m = malloc(16); free(m);"])
    again = choice.choice([f"malloc({size})", f"malloc({other})", f"calloc(1, {size})"])
    return (
        NUMBER + "void *malloc(__SIZE_TYPE__), *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\nvoid free(void *);\n",
        f"""    char *p = malloc({size});
    number a = (number)p;
    free(p);
    {middle}
    char *q = {again};
    FACT((number)q == a);
    FACT((number)q > a);
    FACT(((number)q ^ a) & {choice.choice([1, 15, 16, 64])});
""",
    )


def dead_block(choice):
    """The place of an object whose block has ended may be used again."""
    text = choice.choice(
        [
            "    number a, b;\n    { int x = 1; a = (number)&x; }\n    { int y = 2; b = (number)&y; }\n",
            "    number a = here@(1), b = here@(2);\n",
            "    number a = 0, b = 0;\n    for (int i = 0; i < 2; i++) { int x = i; a = b; b = (number)&x; }\n",
            "    number a = here@(1), b = deeper@(2);\n",
        ]
    )
    outer = "__attribute__((noinline)) static number here@(int k) { int x = k; return (number)&x; }\n"
    outer += "__attribute__((noinline)) static number deeper@(int k) { int x[4] = {k}; return here@(x[0]); }\n"
    return NUMBER + outer, text + "    FACT(a == b);\n    FACT(a < b);\n"


def frames(choice):
    """Frames may grow in any direction."""
    outer = (NUMBER + "__attribute__((noinline)) static int deep@(number up, int n) "
        "{ int x = n; return n ? deep@((number)&x, n - 1) + x : (number)&x < up; }\n")
    return outer, f"    FACT(deep@(0, {choice.randint(1, 3)}));\n"


def rebuilt(choice):
    """A pointer that was taken apart and put together again points where it did."""
    way = choice.choice(
        [
            "for (int i = 0; i < (int)sizeof(number) * 8; i++) if (a >> i & 1) r |= (number)1 << i;",
            "for (int i = 0; i < (int)sizeof(number); i++) r |= (a >> (8 * i) & 255) << (8 * i);",
            "number k = a ^ 0x5a5a; r = k ^ 0x5a5a;",
            "r = a * 3; r -= a; r -= a;",
            "char b[sizeof a]; for (unsigned i = 0; i < sizeof a; i++) b[i] "
            "= ((char *)&a)[i]; __builtin_memcpy(&r, b, sizeof r);",
            "while (r != a) r = r < a ? a : r + 1;",
            "r = ~~a;",
        ]
    )
    place = choice.choice(["int x@ = 1;\n", "static int x@ = 1;\n"])
    return (
        NUMBER + place,
        f"    number a = (number)&x@, r = 0;\n    {way}\n    *(int *)r = {choice.randint(2, 9)} + IN;\n"
        "    FACT(x@);\n    FACT(r == a);\n",
    )


def guessed(choice):
    """One address follows from another only where C says so."""
    text = choice.choice(
        [
            "struct { int a, b; } s = {1, 2}; int *p = &s.a; *(int *)((number)p + sizeof(int)) = 7; int v = s.b;",
            "int x[3] = {1, 2, 3}; int v = *(int *)((number)x + 2 * sizeof(int));",
            "int x = 4; int *p = &x; int v = ((number)p & ~(number)3) == (number)p;",
            "int x = 5; int v = *(int *)((number)&x | 0);",
            "_Alignas(16) int x[4] = {1, 2, 3, 4}; int v = *(int *)((number)x | 8);",
        ]
    )
    return NUMBER, f"    {text}\n    FACT(v);\n"


def hashed(choice):
    """A table whose places depend on addresses."""
    return (
        NUMBER + "int a@, b@;\n",
        f"    int t[{choice.choice([2, 4])}] = {{0}}, n = sizeof t / sizeof *t;\n"
        f"    t[(number)&a@ / {choice.choice([1, 4, 8])} % n]++;\n"
        f"    t[(number)&b@ / {choice.choice([1, 4, 8])} % n]++;\n    FACT(t[0]);\n    FACT(t[0] + t[1]);\n",
    )


TEMPLATES = [looked_at, looked_at, looked_at, freed, freed, dead_block, frames, rebuilt, rebuilt, guessed, hashed]


def generate(choice, bits):
    return assemble(choice, TEMPLATES, (1, 1))
