"""Random C programs with values that nobody gave, against clang's memory sanitizer on all inputs.

A program reads two inputs of four values each. It is compiled with the memory sanitizer and run on every pair. The
answer of kleene to `uninit` may be `unknown`, but `true` only if no run is reported, and `false` only if one is.

Usage: random_uninit.py KLEENE FIRST LAST [--seconds N] [--engine NAME]
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

HEADER = """#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct record { int a; unsigned char b[4]; unsigned c : 3, d : 5; };
static int global;
static int pass(int n) { return n; }
static int pick(int n) { int v; if (n > 1) v = n; return v; }
static void fill(int *p, int n) { for (int i = 0; i < n; i++) p[i] = i; }
static void give(struct record *r, int n) { r->a = n; if (n > 1) r->b[n & 3] = 1; }
"""

NATIVE = """#include <stdlib.h>
static int next;
int __VERIFIER_nondet_int(void) { return getenv("INPUTS")[next++] - '0'; }
"""


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.depth = 1

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def place(self):
        return self.random.choice(
            ["u", "v", "w", "a[0]", "a[1]", "a[x & 3]", "h[0]", "h[y & 1]", "r.a", "r.b[1]", "r.c", "r.d", "s.a", "s.b[x & 3]",
             "global", "q->a"])

    def value(self, depth=2):
        pick = self.random.randrange(14)
        if depth == 0 or pick < 4:
            return self.random.choice(["x", "y", "0", "1", "3"])
        if pick < 9:
            return self.place()
        if pick == 9:
            return f"({self.value(depth - 1)} {self.random.choice('+-^&|')} {self.value(depth - 1)}) % 16"
        if pick == 10:
            return f"({self.value(depth - 1)} & {self.random.choice([1, 3, 4, 12])})"
        if pick == 11:
            return f"({self.place()} << {self.random.randrange(3)} >> {self.random.randrange(4)})"
        if pick == 12:
            return self.random.choice([f"pass({self.place()})", f"pick({self.random.choice('xy')})", f"(char){self.place()}"])
        return f"({self.random.choice('xy')} > 1 ? {self.value(depth - 1)} : {self.value(depth - 1)})"

    def condition(self):
        if self.random.randrange(4) != 0:
            return f"{self.random.choice('xy')} {self.random.choice(['<', '==', '>'])} {self.random.randrange(4)}"
        if self.random.randrange(4) == 0:
            return f"{self.random.choice('xy')} > 1 {self.random.choice(['&&', '||'])} {self.place()} == 1"
        return f"{self.value()} {self.random.choice(['<', '==', '!='])} {self.random.choice(['1', '2', 'x'])}"

    def statement(self):
        pick = self.random.randrange(15)
        if pick < 6:
            self.emit(f"{self.place()} = {self.value()};")
        elif pick < 9 and self.depth < 4:
            self.emit(f"if ({self.condition()}) {{")
            self.block()
            self.emit("}")
        elif pick == 9 and self.depth < 3:
            self.emit(f"for (int i = {self.random.randrange(2)}; i < {self.random.choice(['2', '4', 'x', 'y'])}; i++) {{")
            self.depth += 1
            self.emit(self.random.choice(["a[i] = i;", "h[i & 1] = x;", "r.b[i] = y;", "if (a[i] == 2) global++;"]))
            self.depth -= 1
            self.emit("}")
        elif pick == 10:
            self.emit(self.random.choice(["r = s;", "s = r;", "s = *q;", "*q = r;", "memcpy(&s, &r, sizeof s);", "memcpy(a, h, 8);"]))
        elif pick == 11:
            self.emit(self.random.choice(["memset(&r, 0, sizeof r);", "memset(a, x, 8);", "memset(h, 0, 4);"]))
        elif pick == 12:
            self.emit(self.random.choice(["fill(a, 4);", "fill(h, 2);", "fill(a, x);", "give(&r, x);", "give(q, y);", "give(&s, x + 2);"]))
        elif pick == 13:
            self.emit(self.random.choice(["if (r.c == 1) global = 1;", "if (s.b[2] == 1) global = 2;", "if (h[1] > 2) global = 3;",
                                          "a[u & 3] = 1;", "w = a[v & 3];", "if (a[3] == x) global = 4;"]))
        else:
            self.emit("{ int t; if (" + self.condition() + ") t = 1; " + self.place() + " = t; }")

    def block(self):
        self.depth += 1
        for _ in range(self.random.randrange(1, 3)):
            self.statement()
        self.depth -= 1

    def program(self):
        self.lines = [HEADER, "int main(void) {", "  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();",
                      "  if (x < 0 || x > 3 || y < 0 || y > 3) return 0;",
                      f"  int u{self.random.choice(['', ' = 0'])}, v{self.random.choice(['', ' = 1'])}, w;",
                      f"  int a[4]{self.random.choice(['', '', ' = {0}'])};",
                      f"  int *h = {self.random.choice(['malloc(8)', 'malloc(8)', 'calloc(2, 4)'])};",
                      f"  struct record r{self.random.choice(['', ' = {1}'])}, s, *q = malloc(sizeof *q);"]
        for _ in range(self.random.randrange(4, 10)):
            self.statement()
        self.emit(f"if ({self.place()} == 1) global = 5;" if self.random.randrange(3) == 0 else "global = 6;")
        self.emit("free(h);")
        self.emit("free(q);")
        self.emit("return 0;")
        return "\n".join(self.lines) + "\n}\n"


def natively(folder, text):
    """None, or the inputs of a run that is reported; an error if the program does something else that is undefined."""
    source = os.path.join(folder, "program.c")
    with open(source, "w") as file:
        file.write(text)
    native = os.path.join(folder, "native.c")
    with open(native, "w") as file:
        file.write(NATIVE)
    binary = os.path.join(folder, "program")
    subprocess.run(["clang-19", "-w", "-g", "-fwrapv", "-fsanitize=memory", "-fno-sanitize-memory-param-retval", source, native,
                    "-o", binary], check=True)
    for x in range(4):
        for y in range(4):
            run = subprocess.run([binary], env={"INPUTS": f"{x}{y}", "MSAN_OPTIONS": "symbolize=0"}, capture_output=True)
            if b"MemorySanitizer: use-of-uninitialized-value" in run.stderr:
                return (x, y)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kleene")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--engine", default="auto")
    arguments = parser.parse_args()
    counts = {}
    wrong = 0
    for seed in range(arguments.first, arguments.last + 1):
        text = Generator(seed).program()
        with tempfile.TemporaryDirectory() as folder:
            reported = natively(folder, text)
            run = subprocess.run([arguments.kleene, "check", "--property", "uninit", "--engine", arguments.engine, "--time-limit",
                                  str(arguments.seconds), os.path.join(folder, "program.c")], capture_output=True, text=True)
        verdict = re.search(r"^VERDICT: (.*)$", run.stdout, re.MULTILINE)
        verdict = verdict.group(1) if verdict else f"none, exit {run.returncode}"
        key = verdict.split(" ")[0]
        counts[key, reported is not None] = counts.get((key, reported is not None), 0) + 1
        bad = (key == "true" and reported is not None) or (key == "false(uninit)" and reported is None)
        if bad or key not in ("true", "false(uninit)", "unknown"):
            wrong += 1
            print(f"seed {seed}: {verdict}, reported natively: {reported}\n{text}")
    for (verdict, reported), count in sorted(counts.items()):
        print(f"{count:5} {verdict} {'reported natively' if reported else 'not reported'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
