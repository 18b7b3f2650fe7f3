#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Signed overflow in values that are not used: the interpreter reports one exactly where the
sanitizer of gcc or clang does.

Every expression stands in every context. A compiler may fold an overflow away before its sanitizer
sees it, so either of the two decides."""

import argparse
import itertools
import pathlib
import subprocess
import sys
import tempfile

EXPRESSIONS = [
    "x + 1", "x - 1", "x * 2", "-x", "x / y", "x % y", "(x & 0x7fffffff) << 1", "x + y", "(x + 1) * 0",
    "(long)x + 1", "(unsigned)x + 1u", "c + x", "(short)x * (short)y", "(x + 1) / 2",
    "x > 0 ? x + 1 : x - 1", "(x + 1) == (x + 1)", "(x - 1 > 0) == 2", "table[(x + 1) & 3]",
    "sizeof(x + 1)", "x || x - 1", "x && x + 1", "c++", "++s", "c += x",
    "c *= 2", "b.f++", "b.f += 7", "x += y", "x++", "*&x + 1", "~x + 1", "!(x + 1)",
    "({ int z = x; z + 1; })", "(x, y + x)", "one(x + 1)", "(int)(x + 1L)", "_Generic(x + 1, int: y, default: x)",
]
CONTEXTS = [
    "{e};", "(void)({e});", "({e}), y;", "y, ({e});", "if ({e}) ;", "switch ({e}) {{ }}",
    "switch ({e}) {{ default: ; }}", "int unused = {e};", "static_sink = {e}; static_sink = 0;",
    "for (; 0 * (int)({e}); ) ;", "void_return({e});", "(void)(({e}) ? 1 : 1);", "(void)(y && ({e}));",
    "(void)({{ {e}; }});", "pair p = {{ {e}, 0 }};", "int unused[2] = {{ 0, {e} }};", "do ; while (0 & (int)({e}));",
    "(void)&table[3 & (int)({e})];", "(void)__builtin_expect(y, {e});", "(void)one({e});",
]
PROGRAM = """int __VERIFIER_nondet_int(void);
typedef struct {{ int a, b; }} pair;
struct {{ int f : 4; }} b;
int static_sink, table[4];
static int one(int k) {{ return 1; }}
static void void_return(int k) {{ return (void)(k & 1); }}
int main(void) {{
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  signed char c = (signed char)y;
  short s = (short)y;
  b.f = 0;
  {body}
  return 0;
}}
"""
INPUTS = [(2147483647, 3), (-2147483648, -1), (5, 2), (-3, 127)]
HARNESS = """#include <stdlib.h>
static int next = 1;
static char **words;
int __VERIFIER_nondet_int(void) { return atoi(words[next++]); }
int program(void);
int main(int argc, char **argv) { words = argv; program(); return 0; }
"""


def reports(compiler, text, folder, inputs):
    """Whether the sanitizer reports an overflow, for each pair of inputs; None if the compiler refuses."""
    (folder / "p.c").write_text(text.replace("int main(void)", "int program(void)"))
    (folder / "h.c").write_text(HARNESS)
    flags = ["-w", "-O0", "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift"]
    built = subprocess.run([compiler, *flags, "p.c", "h.c", "-o", "p"], cwd=folder, capture_output=True)
    if built.returncode != 0:
        return None
    result = []
    for pair in inputs:
        run = subprocess.run(["./p", *map(str, pair)], cwd=folder, capture_output=True, text=True, timeout=10)
        words = ("overflow", "cannot be represented")  # a negative left operand of << is something else
        result.append(any(w in run.stderr for w in words))
    return result


def ours(kleene, text, folder, inputs):
    (folder / "k.c").write_text(text)
    result = []
    for pair in inputs:
        command = [kleene, "run", "--input=" + ",".join(map(str, pair)), "k.c"]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=30)
        result.append("overflow" in run.stdout + run.stderr)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kleene", required=True, help="the binary")
    parser.add_argument("--every", type=int, default=1, help="only each n-th combination")
    options = parser.parse_args()
    kleene = str(pathlib.Path(options.kleene).resolve())
    failures = 0
    combinations = list(itertools.product(EXPRESSIONS, CONTEXTS))[:: options.every]
    seen = 0
    with tempfile.TemporaryDirectory(prefix="kleene-unused-") as name:
        folder = pathlib.Path(name)
        for number, (expression, context) in enumerate(combinations):
            inputs = [INPUTS[(number + i) % len(INPUTS)] for i in range(2)]
            text = PROGRAM.format(body=context.format(e=expression))
            native = [reports(c, text, folder, inputs) for c in ("gcc", "clang")]
            if None in native:
                print(f"not compiled: {expression!r} in {context!r}")
                failures += 1
                continue
            expected = [a or b for a, b in zip(*native)]
            actual = ours(kleene, text, folder, inputs)
            seen += sum(expected)
            if actual != expected:
                failures += 1
                print(f"{expression!r} in {context!r} on {inputs}: natively {expected}, kleene {actual}")
    print(f"{len(combinations)} programs, {seen} overflows, {failures} failures")
    return 1 if failures or seen == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
