"""Random C programs that compute with floats, against their native runs on all inputs.

A program reads two inputs of four values each, makes floats of them, and computes with these in loops and branches. Compiled by gcc it
runs on every pair of inputs, and prints the last value. The assertion at the end bounds that value: by the greatest one of all runs, or
by one that some run exceeds. So the truth is known. The answer may be `unknown`, but never another one than the truth; something
must be decided.

Usage: random_floats.py KLEENE FIRST LAST [--seconds N] [--engines E,E...]
"""

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

HEADER = """#include <math.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static int input(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 3);
  return n;
}
"""

NATIVE = """#include <stdio.h>
#include <stdlib.h>
static int next;
int __VERIFIER_nondet_int(void) { return getenv("INPUTS")[next++] - '0'; }
void __VERIFIER_assume(int condition) { if (!condition) exit(9); }
void reach_error(void) { puts("reached"); exit(0); }
void show(double x) { printf("%a\\n", x); }
"""

CONSTANTS = ["0.1", "0.5f", "1.0", "-3.25", "1e-3f", "7.0f", "0.3", "-0.0", "100.5", "1e20f", "2.5"]
VARIABLES = ["x", "y", "z", "w"]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        starts = [self.start(), self.start(), *self.random.choices(CONSTANTS, k=2)]
        types = self.random.choices(["float", "double"], k=len(VARIABLES))
        self.lines = [f"  {t} {v} = {s};" for t, v, s in zip(types, VARIABLES, starts)]
        for _ in range(self.random.randint(2, 4)):
            self.statement("  ", 2)

    def start(self):
        return self.random.choice(["input()", "input() * 0.25", "input() - 1.5f"])

    def value(self, depth):
        if depth == 0 or self.random.random() < 0.25:
            return self.random.choice(VARIABLES if self.random.random() < 0.7 else CONSTANTS)
        a = self.value(depth - 1)
        form = self.random.randrange(9)
        if form < 5:
            return f"({a} {self.random.choice('++--**/')} {self.value(depth - 1)})"
        forms = [f"fabs({a})", f"(float)({a})", f"sqrt(fabs({a}))", f"-({a})"]
        return forms[form - 5]

    def condition(self):
        operator = self.random.choice(["<", "<=", ">", "==", "!="])
        return f"{self.value(1)} {operator} {self.value(1)}"

    def statement(self, indent, depth):
        form = self.random.randrange(6) if depth > 0 else 0
        if form < 3:
            self.lines.append(f"{indent}{self.random.choice(VARIABLES)} = {self.value(2)};")
            return
        if form == 3:
            self.lines.append(f"{indent}for (int i{depth} = 0; i{depth} < {self.random.randint(1, 4)}; i{depth}++) {{")
        else:
            self.lines.append(f"{indent}if ({self.condition()}) {{")
        for _ in range(self.random.randint(1, 2)):
            self.statement(indent + "  ", depth - 1)
        self.lines.append(indent + "}")

    def text(self, end):
        return "\n".join([HEADER + "int main(void) {", *self.lines, f"  double last = {VARIABLES[0]};", end, "  return 0;", "}", ""])


def native_runs(text, folder):
    paths = [os.path.join(folder, name) for name in ("program.c", "native.c")]
    for path, contents in zip(paths, (text, NATIVE)):
        with open(path, "w") as file:
            file.write(contents)
    program = os.path.join(folder, "program")
    subprocess.run(["gcc", "-O0", "-w", "-ffp-contract=off", "-o", program, *paths, "-lm"], check=True)
    reads = text.count("= input()")
    outputs = []
    for number in range(4**reads):
        digits = "".join(str(number // 4**i % 4) for i in range(reads))
        done = subprocess.run([program], env={"INPUTS": digits}, capture_output=True, text=True, check=True)
        outputs.append(done.stdout.strip())
    return outputs


def bounded(seed, folder):
    """The text of a program, and whether its assertion holds; nothing if every result is a NaN."""
    program = Program(seed)
    shown = native_runs(program.text("  extern void show(double);\n  show(last);"), folder)
    numbers = sorted({float.fromhex(text) for text in shown} - {float("inf")}, key=lambda n: (n != n, n))
    numbers = [n for n in numbers if n == n]
    if not numbers:
        return None
    bound = random.Random(seed + 1).choice([numbers[-1], numbers[len(numbers) // 2]])
    literal = f"({bound.hex()})" if bound != float("-inf") else "(-INFINITY)"
    text = program.text(f"  if (last > {literal}) reach_error();")
    return text, "reached" not in native_runs(text, folder)


def verdict(options, path, engine):
    command = [options.kleene, "check", "--json", "-", "--svcomp", "--property", "unreach-call", "--engine", engine]
    command += ["--time-limit", str(options.seconds), path]
    done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL)
    try:
        return json.loads(done.stdout)["verdict"]
    except (ValueError, KeyError):
        return f"no verdict, exit code {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kleene")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--engines", default="auto")
    options = parser.parse_args()
    counts = collections.Counter()
    for seed in range(options.first, options.last + 1):
        with tempfile.TemporaryDirectory() as folder:
            made = bounded(seed, folder)
            if made is None:
                continue
            text, holds = made
            path = os.path.join(folder, "program.c")
            for engine in options.engines.split(","):
                answer = verdict(options, path, engine)
                truth = "true" if holds else "false(unreach-call)"
                outcome = "unknown" if answer == "unknown" else "right" if answer == truth else "wrong"
                counts[engine, outcome] += 1
                if outcome == "wrong":
                    print(f"WRONG: seed {seed}, {engine}: {answer}, but the truth is {truth}\n{text}", flush=True)
    for (engine, outcome), count in sorted(counts.items()):
        print(f"{engine:16} {outcome:8} {count}")
    decided = any(outcome == "right" for _, outcome in counts)
    return 1 if any(outcome == "wrong" for _, outcome in counts) or not decided else 0


if __name__ == "__main__":
    sys.exit(main())
