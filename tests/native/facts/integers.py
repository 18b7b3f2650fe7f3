# SPDX-License-Identifier: Apache-2.0
"""Conversions, promotions, shifts, types of constants, builtins and predefined macros, in both data models. gcc's code is the
reference."""

from facts.program import assemble

DECIDED = 40
TYPES = (["char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
    "unsigned long", "long long", "unsigned long long", "_Bool"])
VALUES = (["0", "1", "-1", "127", "128", "255", "-128", "32767", "65535", "2147483647", "(-2147483647 - 1)",
    "4294967295", "0x80000000", "0x7fffffffffffffff", "0x8000000000000000", "'\\xff'", "3", "200"])
TYPE_NAME = """#define NAME(e) _Generic((e), char: 1, signed char: 2, unsigned char: 3, short: 4, unsigned short: 5, int: 6, unsigned: 7, \\
  long: 8, unsigned long: 9, long long: 10, unsigned long long: 11, _Bool: 12, default: 13)
"""


def variable(choice, name):
    return f"    {choice.choice(['', 'volatile '])}{choice.choice(TYPES)} {name} = {choice.choice(VALUES)};\n"


def binary(choice):
    sign = choice.choice(["+", "-", "*", "&", "|", "^", "<", ">", "==", "!=", "<=", ">="])
    text = (f"{choice.choice(['', '-', '~', '!', '(char)', '(unsigned)', '(short)', '(long)'])}a "
        f"{sign} {choice.choice(['', '-', '~', '(unsigned char)', '(long long)'])}b")
    return (TYPE_NAME, variable(choice, "a") + variable(choice,
        "b") + f"    FACT({text});\n    FACT(NAME({text}));\n    FACT(sizeof({text}));\n")


def division(choice):
    divisor = choice.choice(["3", "-3", "7u", "2L", "-1LL", "(char)5", "1 + IN"])
    first = choice.choice(["-7", "7", "100u", "-100L", "(short)-9", "2147483647"])
    return ("", f"    __typeof__({first}) a = {first};\n    FACT(a / ({divisor}));\n    FACT(a % ({divisor}));\n"
        f"    a /= ({divisor});\n    FACT(a);\n")


def shift(choice):
    kind = choice.choice(TYPES[:-1])
    amount = choice.choice(["1", "3", "7", "IN", "(char)2", "1ull", "31"])
    value = choice.choice(["1", "-1", "100", "-100", "0x1234567"])
    down = f"    FACT(a >> {amount});\n"
    up = (
        f"    FACT((unsigned)a << {amount});\n    FACT(NAME(a << {amount}));\n    a <<= 1;\n    FACT(a);\n" if not value.startswith("-") and amount != "31" else ""
        )
    return TYPE_NAME, f"    {kind} a = {value};\n" + down + up


def compound(choice):
    kind = choice.choice(TYPES)
    sign = choice.choice(["+=", "-=", "*=", "&=", "|=", "^=", ">>=", "/="])
    value = choice.choice(["3", "200", "7u", "1L", "5ll", "(char)2", "1.5", "300"])
    value = "2" if sign in (">>=",) else "3" if value == "1.5" and sign in ("&=", "|=", "^=") else value
    return ("",
        f"    {kind} a = {choice.choice(VALUES[:12])};\n    FACT(a {sign} {value});\n    FACT(a);\n    FACT(a++);\n"
        "    FACT(--a);\n")


def constant(choice):
    text = choice.choice(
        ["2147483648", "0x80000000", "4294967296", "0xffffffff", "1u", "1l", "1ul", "0b101", "017", "'a'", "'ab'",
        "'\\377'", "L'a'", "u'a'", "U'a'", "-2147483648", "0x7fffffffffffffff", "sizeof(int)", "(char)1 + (char)1",
        "1 ? 1 : 1u", "1 ? 1 : 1L", "!1", "1 < 2", "'a' + 'b'", "(short)1 << 1L", "+(unsigned char)1",
        "~(unsigned short)0", "(1, 2L)", "u8\"a\"[0]", "\"a\"[0]"]
    )
    return (TYPE_NAME,
        f"    FACT(NAME({text}));\n    FACT({text});\n    FACT(({text}) > -1);\n    FACT(sizeof({text}));\n")


def wide_bit_field(choice):
    width = choice.choice([1, 8, 15, 31, 32, 33, 40, 48, 63, 64])
    kind = choice.choice(["unsigned long long", "long long"])
    text = (choice.choice(["s.b + 1", "s.b << 1", "-s.b", "~s.b", "s.b + s.b", "s.b * 3", "s.b - 1", "s.b++", "+s.b",
        "(s.b, 1)", "s.b | 1", "s.b + 1ull", "s.b == -1", "(1 ? s.b : 0) + 1", "s.b > -1"]))
    value = choice.choice(["-1", "1", "0x5555555555555555", "3"])
    inner = f"    FACT({text});\n    FACT(sizeof({text}));\n    FACT(s.b);\n"
    return f"static struct {{ {kind} b : {width}; }} s@ = {{{value}}};\n", inner.replace("s.b", "s@.b")


def enumeration(choice):
    body = (choice.choice(["A@", "A@ = -1, B@", "A@ = 0x7fffffff, B@", "A@ = 0x80000000", "A@ = 5, B@ = A@ * 2",
        "A@ = 1, B@ = 0x100000000LL"]))
    attribute = choice.choice(["", " __attribute__((packed))"])
    return (TYPE_NAME,
        f"    enum{attribute} e@ {{ {body} }} x = A@;\n    FACT(sizeof x);\n    FACT((enum e@)-1 < 0);\n"
        "    FACT(NAME(A@));\n    FACT(NAME(x + 0));\n    FACT(x - 2 > 0);\n    FACT(sizeof(A@));\n")


def builtin(choice):
    text = choice.choice(
        ["__builtin_clz(1 + IN)", "__builtin_ctz(8)", "__builtin_popcount(255 + IN)", "__builtin_bswap32(0x12345678)",
        "__builtin_bswap16(0x1234)", "__builtin_ffs(IN)", "__builtin_parity(7)", "__builtin_expect(IN, 1)",
         "__builtin_constant_p(3)", "__builtin_types_compatible_p(int, const int)",
         "__builtin_types_compatible_p(long, int)", "__builtin_choose_expr(1, 5, 6)",
         "__builtin_add_overflow(2147483647, IN, &r)",
         "__builtin_mul_overflow(65536L, 65536, &r)", "__builtin_sub_overflow_p(0u, 1, (unsigned)0)",
         "__builtin_abs(-5)", "__builtin_clrsb(-1)", "__builtin_bswap64(1)", "__builtin_strlen(\"abc\")",
         "__builtin_object_size(&r, 0)", "__builtin_add_overflow(IN, -1, &u)", "__builtin_classify_type(1)"]
    )
    return "", f"    int r = 9; unsigned u = 8;\n    FACT({text});\n    FACT(r);\n    FACT(u);\n"


def propagated(choice):
    """Whether a value is known to the compiler is up to it."""
    text = (choice.choice(["__builtin_constant_p(x)", "__builtin_constant_p(IN)",
        "__builtin_object_size(p, 0) == (__SIZE_TYPE__)-1", "__builtin_constant_p(x * 2)"]))
    return "", f"    int x = 3, y[4] = {{0}}, *p = y + x;\n    FACT({text});\n    FACT(*p + x);\n"


def macro(choice):
    name = choice.choice(
        ["__GNUC__", "__GNUC_MINOR__", "__SIZEOF_LONG__", "__SIZEOF_POINTER__", "__SIZEOF_WCHAR_T__",
        "__SIZEOF_INT128__", "__CHAR_BIT__", "__STDC_VERSION__", "__LONG_MAX__", "__WCHAR_MAX__",
        "__INT_FAST16_WIDTH__", "__BIGGEST_ALIGNMENT__", "__clang__", "__GNUC_STDC_INLINE__", "__i386__",
        "__x86_64__", "__ILP32__", "__LP64__", "__linux__", "__CHAR_UNSIGNED__", "__SIZEOF_FLOAT128__",
        "__NO_INLINE__STRICT", "__STDC_HOSTED__", "__BYTE_ORDER__", "__SCHAR_MAX__", "__GCC_ATOMIC_INT_LOCK_FREE",
        "__ELF__", "__code_model_small__", "__INT_FAST8_WIDTH__", "__llvm__", "__has_builtin", "__STRICT_ANSI__",
        "__SANITIZE_ADDRESS__", "__WINT_WIDTH__", "__SSE2__", "__k8", "__seg_fs", "__VERSION__X"]
    )
    plain = "1" if name.startswith("__has") else f"({name} + 0)"
    return f"#ifdef {name}\n#define D@ {plain}\n#else\n#define D@ -77\n#endif\n", "    FACT(D@);\n"


def has_feature(choice):
    text = (choice.choice(["__has_attribute(alias)", "__has_builtin(__builtin_clz)", "__has_attribute(overloadable)",
        "__has_builtin(__builtin_shufflevector)", "__has_include(<stdio.h>)", "__has_builtin(__builtin_bitreverse8)",
        "__has_attribute(access)", "__has_attribute(enable_if)"]))
    return f"#if {text}\n#define D@ 1\n#else\n#define D@ 0\n#endif\n", "    FACT(D@);\n"


def extension(choice):
    text = (choice.choice(["IN ?: 7", "({ int z = IN; z + 1; })", "sizeof(void)", "sizeof(int (*)(void))",
        "(__int128)1 == 1 ? 2 : 3", "_Alignof(long long)", "_Alignof(struct { long long x; })",
        "__alignof__(long long)", "sizeof(long double)", "_Alignof(long double)", "__alignof__(double)",
        "sizeof(struct { })", "sizeof(int[0])", "__func__[0]", "sizeof(__func__)", "__LINE__ > 5",
        "__COUNTER__ + __COUNTER__", "(int)sizeof(wchar@)", "__FUNCTION__[1]", "_Alignof(max@)"]))
    text = "1" if "__int128" in text else text
    return ("typedef __WCHAR_TYPE__ wchar@;\ntypedef struct { long long a __attribute__((aligned(__alignof__(long "
        "long)))); } max@;\n", f"    FACT({text});\n")


def from_float(choice):
    return ("", f"    FACT((int){choice.choice(['3.99', '-3.99', '1e3', '0x1.8p1', '0.1 + 0.2 > 0.3'])});\n"
        "    FACT((_Bool)0.25);\n".replace("(int)0.1 + 0.2 > 0.3", "0"))


TEMPLATES = ([binary, binary, binary, division, shift, compound, compound, constant, constant, wide_bit_field,
    wide_bit_field, enumeration, builtin, propagated, macro, macro, has_feature, extension, from_float])


def generate(choice, bits):
    return assemble(choice, TEMPLATES, (1, 1), reference="gcc")
