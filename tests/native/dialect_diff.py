#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The dialect of C is gcc's: the macros that gcc and clang predefine have the same meaning in kleene's
interpreter as in gcc's code, constants and operators have the same types, and the headers of the
system can be included, in both data models."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import against_gcc

# Differences that are meant, with their reasons.
EXCEPTIONS = {
    # Clang's <stdatomic.h> is used, and its macros stand for these.
    "__CLANG_ATOMIC_",
    # Keywords to gcc, macros to us.
    "_Float32",
    "_Float64",
    "_Float128",
}
STANDARDS = ("gnu89", "c99", "gnu11", "c11", "gnu17", "gnu2x")
QUESTIONS = {
    "__has_builtin": "__builtin_expect __builtin_shuffle __builtin_assume __builtin_bitreverse8 malloc "
    "__builtin_nondeterministic_value __builtin_va_arg_pack __builtin_types_compatible_p foo "
    "__builtin_ia32_pause __builtin_add_overflow_p __sync_synchronize __c11_atomic_load",
    "__has_attribute": "access copy packed __packed__ overloadable ext_vector_type noipa vector_size foo "
    "nodiscard fallthrough annotate optimize scalar_storage_order enable_if weak",
    "__has_include": "<stdio.h> <nothing.h>",
    "__has_c_attribute": "nodiscard maybe_unused deprecated fallthrough noreturn",
}
TYPES = (
    "L'a' L\"a\"[0] 'a' u'a' U'a' sizeof(int) (char*)0-(char*)0 1 1u 1l 2147483648 4294967296 0x80000000 "
    "0xffffffff 0x100000000 0x8000000000000000 1ll 1ull (char)1+(char)1 1==1 !1 ~(short)1 (_Bool)1+(_Bool)1 "
    "1?1:1u 1?1l:1u (long)1+1u (unsigned)1+1ll true_value e_small e_wide e_negative (enum_small)0 "
    "(enum_wide)0 (enum_negative)0 (enum_packed)0 s.small s.unsigned_field s.boolean s.wide32 "
    "+(_Bool)1 (short)1<<1 (size_type)1 (wide_character)1 __alignof__(int) _Alignof(long)"
).split()
DECLARATIONS = """
typedef __SIZE_TYPE__ size_type;
typedef __WCHAR_TYPE__ wide_character;
typedef enum { e_small } enum_small;
typedef enum { e_one = 1, e_wide = 0x1ffffffffLL } enum_wide;
typedef enum { e_minus = -1, e_negative = 0x80000000u } enum_negative;
typedef enum __attribute__((packed)) { e_byte = 200 } enum_packed;
enum { true_value = 1 == 1 };
struct { int small : 3; unsigned unsigned_field : 5; _Bool boolean : 1; unsigned long long wide32 : 32; } s;
"""
NAMES = (
    "char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long, "
    "long long, unsigned long long, _Bool, default"
).split(", ")
SIZES = (
    "char short int long long_long float double long_double void_p size_type wide_character enum_small "
    "enum_wide enum_negative enum_packed _Bool"
).split()
HEADERS = (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign "
    "stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar "
    "wchar wctype aio alloca arpa/inet byteswap dirent dlfcn endian err error execinfo fcntl fnmatch ftw "
    "getopt glob grp iconv langinfo libgen malloc mqueue net/if netdb netinet/in netinet/tcp poll pthread "
    "pwd regex sched search semaphore spawn strings sys/cdefs sys/epoll sys/ioctl sys/ipc sys/mman "
    "sys/msg sys/param sys/queue sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/time "
    "sys/types sys/uio sys/un sys/utsname sys/wait syslog termios unistd utime wordexp immintrin cpuid"
).split()


def predefined(compiler, bits, standard):
    command = [compiler, f"-m{bits}", f"-std={standard}", "-dM", "-E", "-x", "c", "/dev/null"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return {re.match(r"#define (\w+)(\(\w+\))?", line).groups() for line in lines}


def excepted(name):
    return any(name.startswith(prefix) for prefix in EXCEPTIONS)


def macro_program(bits, standard):
    """Prints each macro's expansion, or that it is not there."""
    lines = ["int puts(const char *);", "#define TEXT(x) #x", "#define SHOW(x) TEXT(x)", "int main(void) {"]
    both = predefined("gcc", bits, standard) | predefined("clang-19", bits, standard)
    for name, parameter in sorted(both, key=lambda pair: pair[0]):
        if excepted(name):
            continue
        use = f"{name}(1)" if parameter else name
        lines += [f"#ifdef {name}", f'puts("{name} = " SHOW({use}));', "#else"]
        lines += [f'puts("no {name}");', "#endif"]
    for operator, words in QUESTIONS.items():
        for word in words.split():
            lines += [f"#if {operator}({word})", f'puts("{operator} {word}");', "#endif"]
    for name in ("__has_feature", "__has_extension", "__has_warning", "__is_identifier", "__has_embed"):
        lines += [f"#ifdef {name}", f'puts("{name}");', "#endif"]
    return "\n".join([*lines, "return 0; }", ""])


def type_program():
    """Prints the types of expressions, and sizes and alignments."""
    choices = ", ".join(f'{name}: "{name}"' for name in NAMES)
    lines = ["int printf(const char *, ...);", DECLARATIONS]
    lines += ["typedef long long long_long; typedef long double long_double; typedef void *void_p;"]
    lines += [f"#define SHOW(x) printf(\"%s is %s\\n\", #x, _Generic((x), {choices}))", "int main(void) {"]
    for expression in TYPES:
        field = expression.startswith("s.")
        lines.append(f"SHOW({expression + ' + 0' if field else expression});")
    for name in SIZES:
        lines.append(f"struct in_{name} {{ char c; {name} member; }};")
        lines.append(
            f'printf("{name} %d %d %d %d\\n", (int)sizeof({name}), (int)__alignof__({name}), '
            f"(int)_Alignof({name}), (int)__builtin_offsetof(struct in_{name}, member));"
        )
    return "\n".join([*lines, "return 0; }", ""])


def header_program(headers, gnu):
    lines = ["#define _GNU_SOURCE"] if gnu else []
    return "\n".join([*lines, *(f"#include <{name}.h>" for name in headers), "int main(void) { return 7; }", ""])


class Comparison:
    def __init__(self, kleene, folder):
        self.kleene = kleene
        self.folder = folder
        self.failures = 0

    def __call__(self, what, text, bits, standard="gnu11"):
        source = self.folder / "program.c"
        source.write_text(text)
        native = against_gcc.run_natively(source, bits, 20, self.folder, flags=[f"-std={standard}"])
        ours = against_gcc.run_in_kleene(
            self.kleene, source, bits, 120, 10_000_000, options=[f"-std={standard}"]
        )
        if native.kind == "exit" and native.agrees_with(ours):
            return
        self.failures += 1
        print(f"{what}, {bits} bits, {standard}: gcc {native}, kleene {ours}")
        theirs, mine = set(native.output.splitlines()), set(ours.output.splitlines())
        for line in sorted(theirs ^ mine)[:20]:
            print("  gcc   " if line in theirs else "  kleene", line.decode(errors="replace"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kleene", required=True, help="the binary")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kleene-dialect-") as name:
        compare = Comparison(options.kleene, pathlib.Path(name))
        for bits in (32, 64):
            for standard in STANDARDS:
                compare("macros", macro_program(bits, standard), bits, standard)
            compare("types", type_program(), bits)
            for gnu in (False, True):
                compare("all headers", header_program(HEADERS, gnu), bits)
                for header in HEADERS:
                    compare(header, header_program([header], gnu), bits)
    return 1 if compare.failures else 0


if __name__ == "__main__":
    sys.exit(main())
