#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CPU time of `kleene check --engine leap` on programs whose loops go round at least N times, for growing N: it should
not depend on N.

usage: run.py KLEENE [--integers math|machine]"""
import argparse
import os
import subprocess
import sys
import tempfile

HEAD = """extern long long __VERIFIER_nondet_longlong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  long long n = __VERIFIER_nondet_longlong(), x = 0, y = 0, t = 1;
  __VERIFIER_assume(n >= %d && n <= 100000000000LL);
"""
PROGRAMS = {
    "simple": "while (x < n) x = x + 1; while (x < 2 * n) x = x + 2; while (x < 3 * n) x = x + 3; reach_error();",
    "less_simple": "x = 1; if (__VERIFIER_nondet_bool()) y = 1;"
                   "while (x < n) { if (x >= y + 2) y = x; else if (__VERIFIER_nondet_bool()) x = x + 1; else y = x + 1; }"
                   "if (x >= y) reach_error();",
    "nested": "while (x < n) { x++; y = 0; while (y < n) y++; } if (y == n) reach_error();",
    "jump_beyond_n": "while (x < n) { if (x % 2 == 1) { if (__VERIFIER_nondet_bool()) x = x - 1; else x = x - 3; }"
                     "else if (x % 4 == 0) x = x + 5; else x = x + 1; } reach_error();",
    "flip": "while (x < n) { t = -t; if (__VERIFIER_nondet_bool()) x = x + t; else x = x - t; } reach_error();",
    "down": "x = n; while (x > 0) x--; if (x == 0) reach_error();",
}
SIZES = [10 ** 3, 10 ** 6, 10 ** 9]


def measure(kleene, text, integers):
    """CPU seconds of the command and of everything it starts; a wrong verdict ends everything."""
    with tempfile.NamedTemporaryFile("w", suffix=".c") as file:
        file.write(text)
        file.flush()
        before = os.times()
        done = subprocess.run([kleene, "check", "--engine", "leap", "--integers", integers, "--quiet",
                               "--time-limit", "300", file.name], capture_output=True, check=False, text=True)
        after = os.times()
    verdict = done.stdout.strip().splitlines()[-1:]
    if verdict != ["VERDICT: false(unreach-call)"]:
        sys.exit(f"not what was expected: {verdict}")
    return after.children_user + after.children_system - before.children_user - before.children_system


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("kleene")
    arguments.add_argument("--integers", default="math", choices=["math", "machine"])
    options = arguments.parse_args()
    print("| program | " + " | ".join(f"n >= 10^{len(str(n)) - 1}" for n in SIZES) + " | slowest / fastest |")
    print("|---|" + "---:|" * (len(SIZES) + 1))
    for name, body in PROGRAMS.items():
        times = [measure(options.kleene, HEAD % n + body + "\n  return 0;\n}\n", options.integers) for n in SIZES]
        print(f"| {name} | " + " | ".join(f"{t:.2f}" for t in times) + f" | {max(times) / min(times):.1f} |", flush=True)


if __name__ == "__main__":
    main()
