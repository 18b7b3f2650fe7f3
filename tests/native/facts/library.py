# SPDX-License-Identifier: Apache-2.0
"""Functions of the C library with unusual formats and arguments. What the standard leaves open (the size of what strcmp returns,
the number of comparisons of qsort) is decided by whichever compiler or library there is."""

from facts.program import assemble

DECIDED = 40
HEADERS = """#define _GNU_SOURCE
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
"""
HASH = ("static unsigned hash@(const char *s) { unsigned h = 7; while "
    "(*s) h = h * 31 + (unsigned char)*s++; return h; }\n")
FORMATS = [
    ('"%5d|%-5d|"', "IN, 7"),
    ('"%05d%+d% d"', "-3, 4, 5"),
    ('"%x %X %#x %o %#o"', "255, 255, 255, 8, 8"),
    ('"%hhd %hd %ld %lld"', "300, 70000, 5L, -1LL"),
    ('"%hhu %zu %jd %td"', "-1, (size_t)3, (long long)4, (long)5"),
    ('"%c%c"', "65, 'b' + IN"),
    ('"%s|%5s|%-5s|%.2s"', '"ab", "c", "d", "efgh"'),
    ('"%*d|%-*d|%.*s"', '4, IN, -3, 9, 1, "xy"'),
    ('"%%|%5%|"', ""),
    ('"%.3d|%.0d|%5.3d"', "7, 0, -7"),
    ('"%ls"', 'L"wide"'),
    ('"%lc"', "L'w'"),
    ('"%p"', "(void *)0"),
    ('"%2$d %1$d"', "1, 2"),
    ('"%u %lu"', "-1, 3ul"),
    ('"%.10s"', '"abc"'),
    ('"%i%%%s"', '-1, ""'),
    ('"%\'d"', "1234567"),
]


def formatted(choice):
    """Texts and return values of snprintf, and how much of them fits."""
    form, arguments = choice.choice(FORMATS)
    size = choice.choice(["sizeof b", "4", "1", "0"])
    call = f"snprintf(b, {size}, {form}{', ' if arguments else ''}{arguments})"
    return (HASH,
        f"    char b[64] = \"zz\";\n    int r = {call};\n    FACT(r);\n    FACT(hash@(b));\n    FACT(b[0]);\n"
        "    FACT(b[3]);\n")


def random_conversion(choice):
    """(conversion, argument) as C defines it."""
    flags = "".join(flag for flag in "-+ #0" if choice.random() < 0.2)
    width = choice.choice(["", "", "1", "4", "7"])
    precision = choice.choice(["", "", ".0", ".1", ".3", "."])
    kind = choice.choice("dixXoucs")
    if kind == "s":
        return f"%{'-' if '-' in flags else ''}{width}{precision}s", choice.choice(['""', '"a"', '"abcd"'])
    if kind == "c":
        return f"%{'-' if '-' in flags else ''}{width}c", choice.choice(["'x'", "48 + IN", "321"])
    flags = flags.replace("#", "") if kind in "diu" else flags.replace("+", "").replace(" ", "")
    flags = flags.replace("+", "").replace(" ", "") if kind == "u" else flags
    length, suffix = choice.choice([("", ""), ("", ""), ("l", "L"), ("ll", "LL"), ("h", ""), ("hh", "")])
    value = choice.choice(["0", "1", "-1", "IN", "255", "-128", "32768", "2147483647", "(-2147483647 - 1)"])
    value = f"(long{' long' if length == 'll' else ''}){value}" if suffix else value
    return f"%{flags}{width}{precision}{length}{kind}", value


def formatted_often(choice):
    """Texts of random conversions, and how much of them fits."""
    lines = ""
    for _ in range(choice.randint(2, 4)):
        form, argument = random_conversion(choice)
        size = choice.choice(["sizeof b", "sizeof b", "1", "2", "5"])
        lines += f'    FACT(snprintf(b, {size}, "<{form}>", {argument}) * 1000003LL + hash@(b));\n'
    return HASH, f"    char b[64] = \"zz\";\n{lines}"


def bordering(choice):
    """Numbers around the limits of types, in many bases, and where the text ends."""
    limit = choice.choice([2**31, 2**32, 2**63, 2**64])
    value = limit + choice.randint(-2, 1)
    base = choice.choice([0, 2, 8, 10, 16, 36])
    digits, rest = "", value
    while rest:
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % (base or 10)] + digits
        rest //= base or 10
    text = choice.choice(["", "-", "+", " \\t-"]) + choice.choice(["", "0x"] if base in (0, 16) else [""]) + digits
    text = text[: choice.choice([None, -1, 3])] + choice.choice(["", "z", " 1", "."])
    name = choice.choice(["strtol", "strtoul", "strtoll", "strtoull"])
    return ("#include <errno.h>\n",
        f'    char *s = "{text}", *e = 0;\n    errno = 0;\n    FACT({name}(s, &e, {base}));\n    FACT(e - s);\n    FACT(errno);\n')


def moved(choice):
    """Copies that overlap, are padded or cut."""
    a, b, n = choice.randint(0, 4), choice.randint(0, 4), choice.randint(0, 5)
    call = choice.choice([f"memmove(b + {a}, b + {b}, {n})", f"strncpy(b + {a}, s, {n})", f"strncat(b, s, {n})",
        f"stpncpy(b + {a}, s, {n})", f"snprintf(b + {a}, {n}, \"%s\", s)", f"memccpy(b + {a}, s, 'd', {n})",
        f"strncasecmp(b, s, {n})", f"strnlen(b + {a}, {n})", f"bcopy(b + {b}, b + {a}, {n})"])
    text = choice.choice(['"abcd"', '""', '"a"', '"12345"'])
    return (HASH, f'    char b[16] = "1234567", s[8] = {text};\n    {call};\n    FACT(hash@(b));\n    FACT(hash@(b + 3));\n'
        "    FACT(b[5] * 256 + b[6]);\n")


def equal_elements(choice):
    """In which order elements come that compare equal is not promised."""
    keys = [choice.randint(0, 1) for _ in range(3)]
    rows = ", ".join(f"{{{key}, {number}}}" for number, key in enumerate(keys, 1))
    outer = (f"struct e@ {{ char k, v; }};\nstatic int by@(const void *a, const void *b) "
        f"{{ return ((struct e@ *)a)->k - ((struct e@ *)b)->k; }}\n")
    return (outer, f"    struct e@ v[] = {{{rows}}};\n    qsort(v, 3, sizeof *v, by@);\n"
        "    FACT(v[0].k * 4 + v[1].k * 2 + v[2].k);\n    FACT(v[0].v * 16 + v[1].v * 4 + v[2].v);\n")


def refused_requests(choice):
    call = choice.choice(["malloc((size_t)-1 / 2 + IN)", "calloc((size_t)-1 / 4 + 2, 4)", "realloc(malloc(4), (size_t)-1)"])
    return "#include <errno.h>\n", f"    errno = 0;\n    char *p = {call};\n    FACT(p == 0);\n    FACT(errno);\n"


def known_to_compiler(choice):
    """What a compiler finds out depends on how far it goes."""
    call = choice.choice(["__builtin_constant_p(x)", "__builtin_constant_p(3 + 4)", "__builtin_constant_p(x * 2)",
        "__builtin_object_size(p, 0)", "__builtin_object_size(b, 0)", "__builtin_object_size(p + 1, 2)",
        "__builtin_object_size(b + 2, 1)"])
    return "", f"    int x = 3; char b[7], *p = b;\n    FACT({call});\n"


def counted(choice):
    """%n writes through its argument."""
    text = choice.choice(
        [
            'printf("abc%n", &x)',
            'printf("%d%n\\n", IN + 10, &x)',
            'sprintf(b, "ab%ncd", &x)',
            'snprintf(b, 3, "abcdef%n", &x)',
            'printf("%5s%n", "a", &x)',
            'fprintf(stdout, "x%ny%n", &y, &x)',
            'sscanf("12 34", "%d%n", &y, &x)',
            'printf("%s%n", "ab", &x)',
        ]
    )
    return "", f"    int x = 0, y = 0; char b[64];\n    FACT({text});\n    FACT(x);\n    FACT(y);\n"


def counted_narrow(choice):
    length, kind = choice.choice([("hh", "signed char"), ("h", "short"), ("l", "long"), ("ll", "long long")])
    return "", f'    {kind} x[2] = {{-1, -1}};\n    printf("abc%{length}n\\n", x);\n    FACT(x[0]);\n    FACT(x[1]);\n'


def compared(choice):
    """The sign is promised; the size is not."""
    first, second = choice.sample(['"a"', '"c"', '"abc"', '"abd"', '""', '"ab\\377"', '"B"', '"\\200"',
        '"abcdefghijk"'], 2)
    call = choice.choice(
        [
            f"strcmp({first}, {second})",
            f"strncmp({first}, {second}, {choice.randint(0, 3)})",
            f"memcmp({first}, {second}, 1)",
            f"strcasecmp({first}, {second})",
            f"strcmp(s, {second})",
            f"memcmp(s, {second}, 1)",
            f"strcoll({first}, {second})",
        ]
    )
    volatile = choice.choice(["", "volatile "])
    return ("", f"    char s[12] = {first};\n    {volatile}int r = {call};\n    FACT(r);\n    FACT(r < 0);\n"
        "    FACT(r * 2 + 1);\n")


def characters(choice):
    """What is not zero need not be one."""
    name = (choice.choice(["isalpha", "isdigit", "isspace", "isupper", "ispunct", "isxdigit", "isalnum", "iscntrl",
        "isprint", "isgraph", "isblank", "islower"]))
    value = choice.choice(["'a'", "'Z'", "'5'", "' '", "'\\n'", "'~'", "0", "127", "200", "EOF", "'A' + IN"])
    other = choice.choice(["toupper", "tolower", "toascii"])
    return "", f"    FACT({name}({value}));\n    FACT({name}({value}) != 0);\n    FACT({other}({value}));\n"


def numbers(choice):
    texts = (['"12"', '" -34x"', '"0x1fz"', '"077"', '"zz"', '"99999999999999999999"', '"-99999999999999999999"',
        '"+7"', '""', '"0x"', '"2147483648"', '"-"', '"1 2"'])
    text, base = choice.choice(texts), choice.choice([0, 10, 16, 8, 36, 2])
    name = choice.choice(["strtol", "strtoul", "strtoll", "strtoull"])
    extra = choice.choice([f"atoi({text})", f"atol({text})", f"abs(-5 - IN)", "labs(-7)", f"div(-7, 2 + IN).rem", "ldiv(-9, 4).quot"])
    extra = extra if "999" not in extra and "2147" not in extra else "atoi(\"31\")"
    return ("",
        f"    char *s = {text}, *e = 0;\n    FACT({name}(s, &e, {base}));\n    FACT(e - s);\n    FACT({extra});\n")


def sorted_values(choice):
    """How often and in which order elements are compared is not promised."""
    values = ", ".join(str(choice.randint(0, 5)) for _ in range(choice.randint(2, 5)))
    compare = (choice.choice(["*(int *)a - *(int *)b", "*(int *)b - *(int *)a", "(*(int *)a & 1) - (*(int *)b & 1)",
        "0"]))
    outer = (f"static int count@, last@;\nstatic int compare@(const void *a, const void *b) {{ count@++; "
        f"last@ = *(int *)a * 8 + *(int *)b; return {compare}; }}\n")
    text = f"""    int v[] = {{{values}}}, n = sizeof v / sizeof *v;
    qsort(v, n, sizeof *v, compare@);
    FACT(v[0] * 8 + v[1]);
    FACT(v[n - 1]);
    FACT(count@);
    FACT(last@);
"""
    return outer, text


def searched(choice):
    outer = ("static int count@;\nstatic int compare@(const void *a, const void *b) { count@++; "
        "return *(int *)a - *(int *)b; }\n")
    text = f"""    int v[] = {{1, 3, 3, 3, 7, 9}}, k = {choice.choice([1, 3, 4, 9, 12])};
    int *p = bsearch(&k, v, {choice.randint(3, 6)}, sizeof *v, compare@);
    FACT(p ? p - v : -1);
    FACT(count@);
"""
    return outer, text


def copied(choice):
    call = choice.choice(
        [
            "strcpy(b, s)",
            "strncpy(b, s, 5)",
            "strncpy(b, s, 2)",
            "strcat(b, s)",
            "strncat(b, s, 2)",
            "memcpy(b, s, 3)",
            "memmove(b + 1, b, 4)",
            "memset(b, 'x' + 256, 3)",
            "stpcpy(b, s)",
            "memccpy(b, s, 'b', 4)",
            "strcpy(b + 2, s + 1)",
            "strdup(s)",
            "mempcpy(b, s, 2)",
        ]
    )
    text = choice.choice(['"abc"', '""', '"ab\\0d"'])
    result = "r != 0" if "strdup" in call else "r ? r - b : -1"
    facts = ["b[0] * 256 + b[1]", "b[2] * 65536 + b[3] * 256 + b[4]", result, "b[5]"]
    lines = "".join(f"    FACT({fact});\n" for fact in facts)
    return "", f'    char b[16] = "12345", s[8] = {text};\n    char *r = {call};\n{lines}'


def found(choice):
    text = choice.choice(['"hello"', '"abcabc"', '"a,b;c"', '""'])
    call = choice.choice(
        ["strchr(s, 'l')", "strrchr(s, 'b')", "strchr(s, 0)", "strstr(s, \"ca\")", "strstr(s, \"\")",
        "strpbrk(s, \";,\")", "memchr(s, 'c', 3)", "s + strspn(s, \"abh\")",
         "s + strcspn(s, \",l\")", "s + strlen(s)", "s + strnlen(s, 3)", "index(s, 'a')"]
    )
    return "", f"    char *s = {text};\n    char *r = {call};\n    FACT(r ? r - s : -1);\n"


def tokens(choice):
    return HASH, f"""    char s[] = {choice.choice(['"a,b,,c"', '",,x"', '"one two"', '""'])};
    int n = 0; unsigned h = 0;
    for (char *t = strtok(s, ", "); t; t = strtok(0, "{choice.choice([',', ', ', ';'])}")) n++, h = h * 5 + hash@(t);
    FACT(n);
    FACT(h);
"""


def scanned(choice):
    form = choice.choice(
        ['"12 34", "%d %d", &x, &y', '"ab12", "ab%d", &x', '"0x1f", "%i", &x', '"0x1f", "%x", &x',
        '"7,8", "%d,%d", &x, &y', '"zz", "%d", &x', '"", "%d", &x', '"123456", "%2d%3d", &x, &y', '"99", "%*d%d", &x']
    )
    return "", f"    int x = -1, y = -2;\n    FACT(sscanf({form}));\n    FACT(x);\n    FACT(y);\n"


def printed(choice):
    call = (choice.choice(['puts("abc")', "putchar('a' + IN)", "putchar(300)", 'printf("%d\\n", 12345)', 'printf("")',
        'fputs("x", stdout)', "fputc(321, stdout)", 'printf("%s", "ab")', 'printf("%s\\n", "xyz")', "fflush(stdout)",
        'printf("%c", 0)']))
    return "", f"    FACT({call});\n"


def wide(choice):
    call = (choice.choice(['wcslen(L"abc")', 'wcscmp(L"a", L"c")', "sizeof(wchar_t)", 'wcschr(L"abc", L\'b\') != 0',
        'wmemcmp(L"a", L"d", 1)', "(wchar_t)-1 < 0", "MB_LEN_MAX", "btowc(65)"]))
    return "", f"    FACT({call});\n"


def memory(choice):
    """Zero sizes, sizes that no machine has, products that wrap."""
    call = choice.choice(
        [
            "malloc((size_t)-1 / 2)",
            "malloc((size_t)-1)",
            "calloc((size_t)1 << (sizeof(size_t) * 4), (size_t)1 << (sizeof(size_t) * 4))",
            "calloc((size_t)-1 / 4 + 2, 4)",
            "realloc(malloc(4), (size_t)-1 / 2)",
            "calloc(3, 5)",
            "malloc(0)",
            "realloc(0, 5)",
        ]
    )
    return "", f"    volatile size_t big = 1;\n    char *p = {call};\n    FACT(p == 0);\n"


TEMPLATES = ([formatted, formatted, counted, counted, counted_narrow, compared, compared, characters, numbers,
    formatted_often, formatted_often, bordering, moved, moved, equal_elements, refused_requests, known_to_compiler,
    sorted_values, searched, copied, found, tokens, scanned, printed, wide, memory])


def generate(choice, bits):
    program = assemble(choice, TEMPLATES, (1, 1))
    program.body = HEADERS + program.body
    return program
