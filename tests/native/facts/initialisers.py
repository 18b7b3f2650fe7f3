# SPDX-License-Identifier: Apache-2.0
"""Initialisers: designated, ranges, nested with and without braces, strings, unions, partial, overridden; with effects."""

from facts.program import Program, assemble

DECIDED = 70
SCALARS = ["char", "short", "int", "unsigned char", "long long", "_Bool"]


class Type:
    """A random type: a scalar, an array, a structure or a union."""

    def __init__(self, choice, depth):
        self.kind = choice.choice(["scalar", "array", "struct", "struct", "union"]) if depth else "scalar"
        self.scalar = choice.choice(SCALARS)
        self.length = choice.randint(2, 4)
        count = {"struct": choice.randint(2, 3), "union": 2, "array": 1}.get(self.kind, 0)
        self.parts = [Type(choice, depth - 1) for _ in range(count)]

    def declare(self, name):
        if self.kind == "scalar":
            return f"{self.scalar} {name}"
        if self.kind == "array":
            return self.parts[0].declare(f"{name}[{self.length}]")
        members = " ".join(part.declare(f"m{i}") + ";" for i, part in enumerate(self.parts))
        return f"{self.kind} {{ {members} }} {name}"

    def paths(self, name):
        """Access to every scalar."""
        if self.kind == "scalar":
            return [name]
        if self.kind == "array":
            return [path for i in range(self.length) for path in self.parts[0].paths(f"{name}[{i}]")]
        return [path for i, part in enumerate(self.parts) for path in part.paths(f"{name}.m{i}")]


def value(choice, effects):
    if effects and choice.random() < 0.3:
        return f"next@({choice.randint(0, 3)})"
    return str(choice.choice([1, 2, 3, 7, 100, -1, 65, 255]))


def initialiser(choice, kind, effects, braces=True):
    """A random initialiser for a type."""
    if kind.kind == "scalar":
        return value(choice, effects)
    if kind.kind == "union":
        which = choice.randint(0, 1)
        inner = initialiser(choice, kind.parts[which], effects)
        return f"{{.m{which} = {inner}}}" if which or choice.random() < 0.5 else f"{{{inner}}}"
    if kind.kind == "array":
        element = kind.parts[0]
        if element.kind == "scalar" and element.scalar in ("char", "unsigned char") and choice.random() < 0.4:
            return (choice.choice(['"ab"', '{"a"}', '""', '"abcd"',
                '"a\\0b"'])[: None if kind.length >= 4 else 6].replace('"abcd"', '"ab"'))
        parts, at = [], 0
        for _ in range(choice.randint(1, kind.length)):
            if at >= kind.length:
                break
            designator = ""
            if choice.random() < 0.4:
                at = choice.randint(0, kind.length - 1)
                designator = f"[{at}] = "
                if choice.random() < 0.4 and at + 1 < kind.length:
                    designator, at = f"[{at} ... {at + 1}] = ", at + 1
            parts.append(designator + initialiser(choice, element, effects and "..." not in designator,
                bool(designator)))
            at += 1
        return "{" + ", ".join(parts) + "}"
    parts, at = [], 0
    for _ in range(choice.randint(1, len(kind.parts))):
        if at >= len(kind.parts):
            break
        designator = ""
        if choice.random() < 0.4:
            at = choice.randint(0, len(kind.parts) - 1)
            designator = f".m{at} = "
        if not designator and kind.parts[at].kind == "struct" and choice.random() < 0.3:
            scalars = len(kind.parts[at].paths(""))
            parts += [value(choice,
                effects) for _ in range(scalars)] if "union" not in kind.parts[at].declare("") else ["1"]
            break
        parts.append(designator + initialiser(choice, kind.parts[at], effects))
        at += 1
    return "{" + ", ".join(parts) + "}"


def whole_object(choice):
    kind = Type(choice, choice.randint(1, 2))
    while kind.kind in ("scalar", "union"):
        kind = Type(choice, choice.randint(1, 2))
    where = choice.choice(["global", "static", "local", "local", "literal"])
    text = initialiser(choice, kind, where in ("local", "literal"))
    outer = "static int calls@;\nstatic int next@(int k) { return ++calls@ * 4 + k; }\n"
    inner = ""
    if where == "global":
        outer += f"{kind.declare('x@')} = {text};\n"
    elif where == "literal":
        inner = f"    typedef {kind.declare('t@')};\n    {'t@'} x@ = {choice.choice(['(t@)', ''])}{text};\n"
    else:
        inner = f"    {'static ' if where == 'static' else ''}{kind.declare('x@')} = {text};\n"
    if where == "static":
        inner = inner.replace("next@", "(int)sizeof")
    paths = [path for path in kind.paths("x@")]
    facts = "".join(f"    FACT({path});\n" for path in choice.sample(paths, min(4, len(paths))))
    return outer, inner + facts + "    FACT(calls@);\n"


def ranges(choice):
    """The value of a range is evaluated once, and given to all."""
    low, high = choice.randint(0, 2), choice.randint(2, 4)
    over = choice.choice(["", f", [{choice.randint(0, 4)}] = 50", f", [1 ... 2] = {choice.choice(['next@()', '9'])}"])
    return (
        "static int calls@;\nstatic int next@(void) { return ++calls@ + IN; }\n".replace("+ IN", ""),
        f"    int x[5] = {{[{low} ... {high}] = next@(){over}}};\n    int s = 0;\n"
        "    for (int i = 0; i < 5; i++) s = s * 8 + x[i];\n    FACT(s);\n    FACT(x[2]);\n"
        + ("    FACT(calls@);\n" if not over else ""),
    )


def nested_range(choice):
    return (
        "struct p@ { int a, b[3]; };\nstatic int calls@;\nstatic int next@(void) { return ++calls@; }\n",
        f"""    struct p@ x[3] = {{[0 ... 1] = {{next@(), {{[0 ... {choice.randint(0, 2)}] = {choice.choice(['next@()', '7'])}}}}}, [{choice.randint(1, 2)}].b[1] = 30}};
    FACT(x[0].a * 64 + x[1].a);
    FACT(x[0].b[0] * 64 + x[1].b[0]);
    FACT(x[2].b[1] + x[1].b[1] + x[1].b[2]);
""",
    )


def strings(choice):
    text = choice.choice(['"abc"', '"ab" "c"', '"\\x41\\102c"', '"a\\0c"', '{"xyz"}', '"\\377z"'])
    size = choice.choice(["", "3", "4", "6"])
    outer = f"{choice.choice(['static ', ''])}char x@[{size}] = {text};\n"
    return outer, f"    FACT(sizeof x@);\n    FACT(x@[{choice.randint(0, 2)}]);\n    FACT(x@[sizeof x@ - 1]);\n"


def wide_strings(choice):
    prefix, kind = choice.choice([("L", "__WCHAR_TYPE__"), ("u", "unsigned short"), ("U", "unsigned int"), ("u8",
        "char")])
    text = choice.choice(["abc", "\\u00e9z", "\\U0001f600", "a\\0b"])
    return f'{kind} x@[] = {prefix}"{text}";\n', "    FACT(sizeof x@);\n    FACT(x@[0]);\n    FACT(x@[1]);\n"


def flexible(choice):
    values = ", ".join(str(choice.randint(1, 9)) for _ in range(choice.randint(1, 4)))
    kind = choice.choice(["int", "char", "short"])
    return (
        f"static struct {{ short n; {kind} v[]; }} x@ = {{{choice.randint(1, 3)}, {{{values}}}}};\n",
        "    FACT(sizeof x@);\n    FACT(x@.v[0] + x@.n);\n",
    )


def self_reference(choice):
    return (
        "struct n@ { int v; struct n@ *next; };\nstatic struct n@ a@, b@ = {2, &a@};\nstatic struct n@ a@ = {1, &b@};\n"
        "static int *where@ = &a@.v + 0, gap@ = sizeof(struct n@) / sizeof(int);\n",
        f"""    struct n@ c = {{.next = &c, .v = IN}}, d = c;
    int e = sizeof e, *p = &(int){{e + {choice.randint(1, 9)}}};
    FACT(a@.next->next->v + *where@ + gap@);
    FACT(d.next->v * 16 + *p);
    FACT(c.next == d.next);
""",
    )


def constants(choice):
    """Static initialisers are constant expressions of all kinds."""
    texts = ["(char)300", "sizeof(int[3])", "1 ? 2 : 1 / 1", "(unsigned char)-1 + 1", "-7 / 2", "-7 % 3", "~0u >> 1 == 0x7fffffff", "'ab'", "(_Bool)0.5", "3 << 4 | 1",
             "__builtin_offsetof(struct { char c; int i; }, i)", "(int)3.99", "(unsigned char)'\\377'", "'\\377'",
             "0x80000000 > 0", "-1 < 0u", "(short)70000", "!&x@"]
    first, second = choice.sample(texts, 2)
    return (f"static int x@ = {first};\nstatic long long y@[2] = {{{second}}};\n".replace("!&x@", "0"),
        "    FACT(x@);\n    FACT(y@[0] + y@[1]);\n")


TEMPLATES = ([whole_object, whole_object, whole_object, whole_object, ranges, nested_range, strings, wide_strings,
    flexible, self_reference, constants])


def generate(choice, bits) -> Program:
    return assemble(choice, TEMPLATES, (1, 1))
