# SPDX-License-Identifier: Apache-2.0
"""Sizes, offsets, alignments and bytes of records: bit-fields, packed and aligned attributes, enumerations, both data models.
Where dialects differ, gcc's code is the reference."""

from facts.program import Program, main_of, number_facts

DECIDED = 40
PLAIN = (["char", "signed char", "short", "int", "unsigned", "long", "long long", "unsigned char",
    "unsigned long long", "void *", "_Bool"])
FIELDS = ({"unsigned": 32, "int": 32, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16,
    "_Bool": 1})
WIDE = ["long long", "unsigned long long", "long", "unsigned long"]
ENUMS = {
    "enum small": "enum small { A0, A1 = 3 };",
    "enum negative": "enum negative { B0 = -2, B1 = 3 };",
    "enum packed": "enum __attribute__((packed)) packed { C0, C1 = 200 };",
    "enum wide": "enum wide { D0 = 1, D1 = 0x100000000LL };",
}
ATTRIBUTES = (["packed", "packed", "aligned(2)", "aligned(4)", "aligned(8)", "aligned(16)", "aligned",
    "packed, aligned(2)", "ms_struct"])
GCC_ONLY = ['scalar_storage_order("big-endian")', "ms_struct, packed"]
MODES = ["QI", "HI", "SI", "DI"]


def bit_field(choice, bits, name):
    attribute = ""
    if choice.random() < 0.15:
        attribute = f" __attribute__(({choice.choice(['packed', 'aligned(2)', 'aligned(4)', 'aligned(8)', 'packed, aligned(2)'])}))"
    if choice.random() < 0.35:
        kind = choice.choice(WIDE)
        return kind, f"{kind} {name} : {choice.randint(1, width_of(kind, bits))}{attribute};"
    kind = choice.choice([*FIELDS, "enum small", "enum negative"])
    width = choice.randint(3, 8) if kind.startswith("enum") else choice.randint(1, FIELDS[kind])
    return kind, f"{kind} {name} : {width}{attribute};"


def width_of(kind, bits):
    if kind in FIELDS:
        return FIELDS[kind]
    return 64 if "long long" in kind or bits == 64 else 32


def unnamed(choice, bits):
    """Padding; of no width, it ends the unit."""
    kind = choice.choice([*FIELDS, *WIDE])
    return f"{kind} : {choice.choice([0, 0, choice.randint(1, width_of(kind, bits))])};"


def member(choice, bits, number, depth):
    """(declaration, [(access, is a bit-field, type)])"""
    name = f"m{number}"
    roll = choice.random()
    if roll < 0.35:
        kind, text = bit_field(choice, bits, name)
        return text, [(name, True, kind)]
    if roll < 0.42:
        return unnamed(choice, bits), []
    if roll < 0.5 and depth:
        inner, access = record(choice, bits, depth - 1)
        return f"{inner} {name};", [(f"{name}.{a}", b, k) for a, b, k in access]
    if roll < 0.56 and depth:
        inner, access = record(choice, bits, depth - 1, prefix=f"n{number}")
        return f"{inner};", access
    kind = choice.choice([*PLAIN, *ENUMS])
    if roll < 0.66:
        return f"{kind} {name}[{choice.randint(1, 3)}];", [(f"{name}[0]", False, kind)]
    attribute = ""
    if choice.random() < 0.25:
        attribute = (
            f" __attribute__(({choice.choice(['packed', 'aligned(4)', 'aligned(8)', 'aligned(2)', 'packed, aligned(2)'])}))"
            )
    elif choice.random() < 0.1:
        return (f"_Alignas({choice.choice([1, 2, 4, 8, 16]) if kind in ('char', 'unsigned char') else 16}) "
            f"{kind} {name};", [(name, False, kind)])
    elif choice.random() < 0.1:
        return f"int {name} __attribute__((mode({choice.choice(MODES)})));", [(name, False, "int")]
    return f"{kind} {name}{attribute};", [(name, False, kind)]


def record(choice, bits, depth, prefix="m", tag=""):
    kind = "union" if choice.random() < 0.2 else "struct"
    lines, access = [], []
    for number in range(choice.randint(1, 5)):
        text, names = member(choice, bits, number, depth)
        lines.append(text.replace(" m", f" {prefix}", 1) if prefix != "m" and names else text)
        access += [(a.replace("m", prefix, 1) if prefix != "m" and a.startswith("m") else a, b, k) for a, b, k in names]
    attribute = ""
    roll = choice.random()
    if roll < 0.3:
        attribute = f" __attribute__(({choice.choice(ATTRIBUTES)}))"
    elif roll < 0.36:
        attribute = f" __attribute__(({choice.choice(GCC_ONLY)}))"
    return f"{kind}{attribute}{' ' + tag if tag else ''} {{ {' '.join(lines)} }}", access


def facts_about(choice, access):
    lines = ["    FACT(sizeof(struct_t));", "    FACT(_Alignof(struct_t));"]
    plain = [name for name, is_bits, _ in access if not is_bits]
    written = ([name for name, is_bits, kind in access if is_bits or kind in ("int", "short", "unsigned", "long long",
        "char")])
    for name in choice.sample(plain, min(2, len(plain))):
        lines.append(f"    FACT(__builtin_offsetof(struct_t, {name}));")
    for name in choice.sample(written, min(2, len(written))):
        value = choice.choice(["-1", "5", "0x1234567890abcdefLL", "-3", "1"])
        target = f"t.{name}"
        lines.append(f"    __builtin_memset(&t, 0, sizeof t);\n    {target} = {value};\n"
            "    FACT(hash((unsigned char *)&t, sizeof t));")
        lines.append(f"    FACT({target});\n    FACT({target} + 1 > 0);\n    FACT(sizeof({target} + 0));\n"
            f"    FACT({target} << 1);\n    FACT(-{target});")
        lines.append(f"    FACT(++{target});" if choice.random() < 0.3 else "")
    read = [name for name, is_bits, kind in access if is_bits or kind not in ("_Bool", "void *")]
    if read:
        step, start = choice.choice([37, 85, 91, 255]), choice.randint(1, 255)
        lines.append(f"    for (unsigned i = 0; i < sizeof t; i++) ((unsigned char *)&t)[i] = {start} + i * {step};")
    for name in choice.sample(read, min(2, len(read))):
        lines.append(f"    FACT(t.{name});\n    FACT(t.{name} < 0);")
    if read and choice.random() < 0.5:
        name = choice.choice(read)
        lines.append(f"    {{ struct_t copy = t; copy.{name} = {choice.choice([0, 1, 2])};\n"
            "    FACT(hash((unsigned char *)&copy, sizeof copy)); }" if name in written else
            "    { struct_t copy; __builtin_memcpy(&copy, &t, sizeof t);\n    FACT(copy." + name + "); }")
    return "\n".join(lines) + "\n"


HASH = """static unsigned hash(const unsigned char *p, unsigned n) {
  unsigned h = 0;
  for (unsigned i = 0; i < n; i++) h = h * 31 + p[i];
  return h;
}
"""


def generate(choice, bits):
    text, access = record(choice, bits, 1, tag="t")
    pragma = ("#pragma pack(push, 2)\n", "#pragma pack(pop)\n") if choice.random() < 0.15 else ("", "")
    enums = "".join(line + "\n" for line in ENUMS.values())
    word = "union" if text.startswith("union") else "struct"
    types = f"{enums}{pragma[0]}{text};\n{pragma[1]}typedef {word} t struct_t;\n{HASH}static struct_t t;\n"
    return Program(number_facts(types + main_of(facts_about(choice, access))), reference="gcc")
