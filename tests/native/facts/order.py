# SPDX-License-Identifier: Apache-2.0
"""Calls, assignments and increments whose effects meet: C leaves the order open, compilers choose."""

from facts.program import assemble

DECIDED = 20

DECLARATIONS = """static int g@ = 3, h@ = 5, seq@;
static long a@[8];
static int mark@(int k) { seq@ = seq@ * 4 + k; return k; }
static int set@(int k) { g@ = k; return 1; }
static int add@(int k) { g@ += k; return g@; }
static int old@(int k) { int r = g@; g@ = k; return r; }
static int get@(void) { return g@; }
static int twice@(int x) { return 2 * x; }
static long *place@(int k) { seq@ = seq@ * 4 + k; return &a@[k]; }
static int two@(int x, int y) { return x * 16 + y; }
static int three@(int x, int y, int z) { return x * 256 + y * 16 + z; }
typedef int function@(int);
static function@ *pick@(int k) { seq@ = seq@ * 4 + k; return k & 1 ? mark@ : add@; }
struct pair@ { int x, y; };
static struct pair@ make@(int k) { struct pair@ p = {k, g@}; g@ += k; return p; }
"""


def effect(choice):
    """A call with effects that others can see."""
    return choice.choice(
        [
            f"mark@({choice.randint(1, 3)})",
            f"mark@({choice.randint(1, 3)})",
            f"set@({choice.randint(4, 9)})",
            f"add@({choice.randint(1, 4)})",
            f"old@({choice.randint(4, 9)})",
            f"make@({choice.randint(1, 3)}).y",
            f"pick@({choice.randint(1, 3)})({choice.randint(1, 3)})",
        ]
    )


def reading(choice):
    return choice.choice(["g@", "get@()", "seq@", "twice@(g@)", "IN", "h@", "(short)g@", "-g@", "g@ * 2"])


def operand(choice, depth):
    kind = choice.randint(0, 9)
    if kind < 4 or depth == 0:
        return effect(choice)
    if kind < 7:
        return reading(choice)
    return "(" + expression(choice, depth - 1) + ")"


def expression(choice, depth):
    left, right = operand(choice, depth), operand(choice, depth)
    return choice.choice(
        [
            f"{left} {choice.choice(['+', '-', '*', '&', '|', '^', '<', '=='])} {right}",
            f"two@({left}, {right})",
            f"{left}, {right}",
            f"{left} ? {right} : {operand(choice, depth)}",
            f"{left} {choice.choice(['&&', '||'])} {right}",
            f"three@({left}, {right}, {operand(choice, 0)})",
            f"a@[({left}) & 7] + {right}",
            f"((struct pair@){{{left}, {right}}}).x",
        ]
    )


def value(choice):
    """The value of an expression, and what it leaves behind."""
    text = expression(choice, choice.choice([0, 1, 1]))
    return DECLARATIONS, f"    long v = ({text});\n    FACT(v);\n    FACT(g@);\n    FACT(seq@);\n"


def assignment(choice):
    """Both sides of an assignment have effects."""
    left = (choice.choice(["a@[mark@(1)]", "*place@(1)", "a@[add@(2) & 7]", "a@[g@ & 7]", "g@", "h@",
        "*(a@ + mark@(3))"]))
    right = choice.choice([effect(choice), f"{effect(choice)} + {reading(choice)}", f"(char){effect(choice)}"])
    sign = choice.choice(["=", "=", "+=", "-=", "|=", "<<="]) if "g@" not in left else choice.choice(["=", "+="])
    right = f"({right}) & 3" if sign == "<<=" else right
    total = "".join(f" + {i + 1} * a@[{i}]" for i in range(8))
    return DECLARATIONS, f"    {left} {sign} {right};\n    FACT(g@ * 64 + h@);\n    FACT(seq@);\n    FACT(0{total});\n"


def chain(choice):
    """Assignments in a row: the left sides of both, and the right side, in any order."""
    text = f"*place@(1) = *place@(2) = {effect(choice)}"
    return DECLARATIONS, f"    {text};\n    FACT(seq@);\n    FACT(a@[1] * 100 + g@);\n"


def initialiser(choice):
    """The initialisers of one object are evaluated in any order."""
    parts = ", ".join(operand(choice, 0) for _ in range(choice.randint(2, 3)))
    return (DECLARATIONS,
        f"    int v[4] = {{{parts}}};\n    FACT(v[0] * 256 + v[1] * 16 + v[2]);\n    FACT(seq@ * 64 + g@);\n")


def increment(choice):
    """An increment beside calls that read or write the same object."""
    sign = choice.choice(["g@++", "++g@", "g@--", "(g@ += 4)", "(g@ = 7)"])
    other = choice.choice(["get@()", "add@(1)", "set@(9)", "twice@(get@())", "old@(2)"])
    pair = (choice.choice([f"{sign} + 3 * {other}", f"3 * {other} + {sign}", f"two@({sign}, {other})",
        f"two@({other}, {sign})"]))
    return DECLARATIONS, f"    int v = {pair};\n    FACT(v);\n    FACT(g@);\n"


def through_pointer(choice):
    """The object is read through a pointer, or is a member or an element."""
    place = choice.choice(["*p", "p[0]", "q->x", "(*q).x", "t.x"])
    call = choice.choice(["change@()", "change@() + 1", "twice@(change@())"])
    outer = DECLARATIONS + "static struct pair@ t@ = {1, 2};\nstatic int change@(void) { t@.x = 8; return 3; }\n"
    text = (choice.choice([f"{place} + 2 * {call}", f"2 * {call} + {place}", f"two@({place}, {call})",
        f"two@({call}, {place})"]))
    inner = (f"    int *p = &t@.x;\n    struct pair@ *q = &t@;\n    FACT({text.replace('t.x', 't@.x')});\n"
        "    FACT(*p + q->y);\n")
    return outer, inner


TEMPLATES = [value, value, value, assignment, assignment, chain, initialiser, increment, through_pointer]


def generate(choice, bits):
    return assemble(choice, TEMPLATES, (1, 1))
