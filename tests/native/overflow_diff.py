#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""no-overflow on generated expressions, whose values are used or not, against the sanitizers of gcc and clang.

An overflow that either of them reports for one of the inputs that are tried must not be called impossible; an execution that kleene
shows must make one of them report. Each sees less than there is: gcc folds expressions before its sanitizer looks, clang drops
what it folds to a constant. So the truth is what any of the two reports, and silence of both refutes nothing but the one
execution. An execution ends where other undefined behaviour is reported."""

import argparse
import collections
import concurrent.futures
import itertools
import json
import pathlib
import random
import sys
import tempfile

import against_gcc
import compilers

SKIP = 77
DECIDED = 50  # per cent of the programs
CHECKS = "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero"
SANITIZERS = (("gcc", "-O0", CHECKS, "-fno-wrapv"), ("clang-19", "-O0", CHECKS, "-fno-wrapv"))
OVERFLOW = ("signed integer overflow", "cannot be represented in type")
TRIED = [0, 1, -1, 2, 3, 46341, 65536, 2**31 - 1, 2**31 - 2, -(2**31), -(2**31) + 1, 2**30]
EXPRESSIONS = """
x + y|x - y|x * y|-x|x + 1|x - 1|x * 2|x * x|x << 1|1 << (x & 31)|x / (y ? y : 1)|x % (y ? y : 1)|x++|++x|x--
--y|x += y|x -= y|x *= 3|x + y - y|(x + 1) - 1|x + x < 0|-x < 0|x * 2 / 2|x + 1 > x|~x + 1|(long)x + y
(long)x * y|x * 1LL * y|(short)x + (short)y|(char)x * y|+x|!x|x & y|(unsigned)x + y|x - x|x * 0|(x + y) * 0
(x + 1) & 0|x / -1|x % -1|y << 3|(x & 255) << 24|-(long)x|-(-x)|x - -1|(x ^ y) + 1|x >> 1|l + x|l * 2|-l|l++|s++
s += x|c++|c *= y|x ? y + 1 : y - 1|(x, y + 1)|x && y + 1|x == y + 1|s + 1|s * s|a[x & 1] + y|a[0]++|*p + 1
(*p)++|t.b++|t.b + y|t.m -= y|x = y + 1|s = x + 1|x = x * x|__builtin_expect(x + 1, 0)|({ x + 1; })|x + (int)y
x - 5u|x + 1L|(int)(x + 1u)|abs(x)|x + (y ?: 1)|-(x + y)|x * y * 2|(x - 1) * (y + 1)|(x > 0) + y
10 / (x ?: 1) + y
"""
EXPRESSIONS = EXPRESSIONS.strip().replace("\n", "|").split("|")
CONTEXTS = {
    "statement": "E;",
    "void": "(void)(E);",
    "comma": "(E), 1;",
    "operand of comma": "r = ((E), 2);",
    "argument": "ignore(E);",
    "argument of unknown": "ext(E);",
    "argument of printf": 'printf("%d\\n", 1, E);',
    "unused parameter": "first(1, E);",
    "returned and dropped": "give(x, y);",
    "returned from void": "give_void(x, y);",
    "initialiser": "int unused = E;",
    "initialiser of array": "int unused[2] = {1, E};",
    "compound literal": "(struct pair){E, 1};",
    "condition": "if (E) { }",
    "while": "while (E) break;",
    "do": "do { } while ((E) && 0);",
    "for": "for (int i = 0; i < 1; i++, E) { }",
    "first of for": "for (E; 0;) { }",
    "switch": "switch (E) { }",
    "conditional": "(E) ? 1 : 2;",
    "branches": "x ? (E) : (E);",
    "and": "x && (E);",
    "or": "x || (E);",
    "not": "!(E);",
    "zero times": "r = (E) * 0;",
    "masked": "r = (E) & 0;",
    "difference": "r = (E) == (E);",
    "index": "a[(E) & 1];",
    "pointer": "*(a + ((E) & 1));",
    "address": "p = &a[(E) & 1];",
    "length": "int v[((E) & 3) + 1]; v[0] = 0;",
    "cast to char": "(char)(E);",
    "cast to unsigned": "r = (unsigned)(E);",
    "cast to bool": "(_Bool)(E);",
    "statement expression": "({ E; });",
    "used": "r = E;",
    "compound": "r = 0; r |= E;",
    "size": "r = sizeof(E);",
    "not evaluated": "r = 0 && (E);",
    "not chosen": "r = 1 ? 2 : (E);",
    "type": "__typeof__(E) z; (void)z;",
    "generic": "r = _Generic((E), default: 1);",
    "alignment": "r = _Alignof(__typeof__(E));",
    "array of variable length": "r = sizeof(int[((E) & 3) + 1]);",
    "label": "goto l; E; l:;",
    "behind return": "if (x == 12345) { return 0; E; }",
    "recursion": "again(1, x, y);",
}
HEAD = """int printf(const char *, ...);
int abs(int);
int __VERIFIER_nondet_int(void);
struct pair { int m, n; };
struct bits { int b : 5; int m; };
"""
UNKNOWN = "void ext(int k) { }\n"


def generate(choice):
    """(text, name of the context)"""
    name = choice.choice(sorted(CONTEXTS))
    expression = choice.choice(EXPRESSIONS)
    if choice.random() < 0.2:
        expression = f"({expression}) {choice.choice(['+', '-', '&', '^'])} ({choice.choice(EXPRESSIONS)})"
        expression = expression if not any(sign in expression for sign in ("++", "--", "= ")) else "x + y"
    if name in ("difference", "branches") and any(sign in expression for sign in ("++", "--", "= ")):
        expression = "x - y"
    guard = (choice.choice(["", "", "  if (x < -100 || x > 100) return 0;\n", "  if (y != 1) return 0;\n",
        "  if (x < 0 || y < 0) return 0;\n", "  if (x > 0) return 0;\n",
        "  if (x < -40000 || x > 40000 || y < -40000 || y > 40000) return 0;\n"]))
    local = ("int a[2] = {1, 2}, *p = &x, r = 0; short s = 32767; signed char "
        "c = 127; long l = 2147483647; struct bits t = {15, 5}; (void)p; "
        "(void)r; (void)t; (void)l; (void)s; (void)c; (void)a;")
    functions = (f"static void ignore(int k) {{ }}\nvoid ext(int);\nstatic int first(int k, int l) {{ return k; }}\n"
        f"static int give(int x, int y) {{ {local} return E; }}\n"
        f"static void give_void(int x, int y) {{ {local} return (void)(E); }}\n"
        f"static int again(int n, int x, int y) {{ {local} if (n) return again(n - 1, x, y); return (E) & 0; }}\n")
    wanted = ({"returned and dropped": "give", "returned from void": "give_void", "recursion": "again"}.get(name,
        "none of them"))
    kept = (
        [line for line in functions.splitlines() if "(E)" not in line and "return E" not in line or f" {wanted}(" in line]
        )
    body = (f"int main(void) {{\n  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n{guard}  {local}\n"
        f"  {CONTEXTS[name]}\n  return 0;\n}}\n")
    text = HEAD + "\n".join(kept) + "\n" + body
    return (text.replace("(E)", f"({expression})").replace(" E", f" {expression}").replace("(E",
        f"({expression}").replace("{E", f"{{{expression}"), name)


def overflows(run, shifted_negative=False):
    """The overflow that a run reports before any other undefined behaviour. Of a negative number that is shifted the sanitizers say
    only that it is negative: that may be an overflow."""
    first = run.reports[0] if run.reports else ""
    words = OVERFLOW + (("shift of negative",) if shifted_negative else ())
    return first if any(word in first for word in words) else ""


def first_overflow(text, bits, inputs, shifted_negative=False):
    """Which compiler reports which overflow for one of these inputs; None if both refuse the program."""
    answers = 0
    for compiler in SANITIZERS:
        runs = compilers.run(compiler, [text, UNKNOWN], bits, inputs)
        answers += runs is not None
        for values, run in zip(inputs, runs or []):
            report = overflows(run, shifted_negative)
            if report:
                return f"{compiler[0]}, inputs {values}: {report}"
    return "" if answers else None


def ask(options, text, bits):
    """(verdict, or that there was no time; inputs of its execution)"""
    with tempfile.TemporaryDirectory(prefix="kleene-overflow-") as name:
        source = pathlib.Path(name) / "program.c"
        source.write_text(text)
        command = ([options.kleene, "check", "--json", "-", "--property", "no-overflow", "--time-limit",
            str(options.seconds)])
        command += ["--memory-limit", "1500", "--data-model", "ILP32" if bits == 32 else "LP64"]
        done = against_gcc.call([*command, source], 60 + 20 * options.seconds, cwd=name)
    try:
        document = json.loads(done.stdout)
        inputs = [int(step["value"]) for step in document.get("counterexample", {}).get("inputs", [])]
        return "out of time" if document["exit_code"] == 4 else document["verdict"], inputs
    except (AttributeError, ValueError, KeyError):
        return "no document", []


def compare(options, seed):
    """(outcome, text about it, program)"""
    choice = random.Random(f"overflow {seed}")
    bits = 32 if seed % 3 == 0 else 64
    text, context = generate(choice)
    pairs = list(itertools.product(TRIED, TRIED))
    report = first_overflow(text, bits, choice.sample(pairs, 40) + [(2**31 - 1, 1), (-(2**31), -1)])
    if report is None:
        return "refused by compilers", f"seed {seed}, {context}", text
    verdict, inputs = ask(options, text, bits)
    label = f"seed {seed}, {bits} bits, {context}: kleene {verdict} {inputs}; {report}"
    if verdict == "true":
        return ("WRONG" if report else "true"), label, text
    if verdict in ("unknown", "out of time"):
        return verdict, label, text
    if verdict != "false(no-overflow)":
        return "WRONG", label, text
    if first_overflow(text, bits, [tuple(inputs)], shifted_negative=True):
        return "false", label, text
    return "WRONG", label + " neither sanitizer reports it", text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kleene", required=True, help="the binary")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--count", type=int, default=60, help="number of programs")
    parser.add_argument("--seconds", type=int, default=5, help="time limit of kleene")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    reason = compilers.missing()
    if reason:
        print(f"skipped: {reason}")
        return SKIP
    options.kleene = pathlib.Path(options.kleene).resolve()
    for bits in (32, 64):
        compilers.harness_object(bits)
    counts, folder = collections.Counter(), None
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.first, options.first + options.count)
        for seed, (outcome, label, text) in zip(seeds, pool.map(lambda s: compare(options, s), seeds)):
            counts[outcome] += 1
            if outcome in ("WRONG", "refused by compilers"):
                folder = folder or pathlib.Path(tempfile.mkdtemp(prefix="kleene-overflow-"))
                path = folder / f"overflow_{seed}.c"
                path.write_text(f"/* {label} */\n{text}")
                print(f"{outcome}: {label}\n  {path}", flush=True)
    answered = options.count - counts["out of time"]
    decided = 100 * (counts["true"] + counts["false"]) // answered if answered else 100
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())) + f"; {decided} % decided")
    return 1 if counts["WRONG"] or decided < DECIDED or counts["refused by compilers"] * 10 > options.count else 0


if __name__ == "__main__":
    sys.exit(main())
