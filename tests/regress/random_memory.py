"""Random C programs that use memory, against their native runs on all inputs.

A program reads two inputs of four values each. It is compiled with gcc's address and undefined-behaviour sanitizers
and run on every pair: if a run is reported, the memory is not safe. The answer of kleene may be `unknown`, but `true`
only if no run is reported, and `false` only if one is, or if the execution was replayed natively (where objects lie
in another order, a sanitizer may miss what it sees in a replay). With --seed-violation, a violation is put at the end of each
program of which no run is reported without it, on a way that some inputs take: `true` is wrong then, whatever the sanitizers say.

Usage: random_memory.py KLEENE FIRST LAST [--seconds N] [--seed-violation]
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
struct pair { int a; int b[2]; };
static int global_array[4];
static int *global_pointer;
static int *identity(int *p) { return p; }
static int *local_address(int n) { int x[2] = {n, n}; int *p = x; return n > 2 ? p : global_array; }
static int read_at(const int *p, int i) { return p[i]; }
static void release(int *p) { free(p); }
"""

NATIVE = """#include <stdlib.h>
static int next;
int __VERIFIER_nondet_int(void) {
  const char *text = getenv("INPUTS");
  return text[next++] - '0';
}
const char *__asan_default_options(void) {
  return "detect_leaks=0:detect_stack_use_after_return=1:malloc_fill_byte=0:max_malloc_fill_size=65536";
}
"""


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.depth = 1
        self.count = 0

    def emit(self, text):
        self.lines.append("  " * self.depth + text)

    def value(self):
        return self.random.choice(["x", "y", "0", "1", "2", "3", "x + y", "x - y", "4 - x", "2 * y", "x - 1", "y + 1"])

    def condition(self):
        return f"{self.random.choice('xy')} {self.random.choice(['<', '>', '==', '!=', '<='])} {self.random.randrange(4)}"

    def pointer(self):
        return self.random.choice(["p", "q", "r"])

    def source(self):
        pick = self.random.randrange(16)
        p = self.pointer()
        if pick < 3:
            return f"malloc({self.random.choice(['4', '8', '12', '16', '(x + 1) * 4', 'y * 4'])})"
        if pick < 5:
            return self.random.choice(["array", "global_array", "&array[1]", "array + x", "&local"])
        if pick < 7:
            return p
        if pick == 7:
            return f"{p} + ({self.value()})"
        if pick == 8:
            return self.random.choice(["&pair.a", "pair.b", "&pair.b[x & 1]", "heap->b", "&heap->a"])
        if pick == 9:
            return f"identity({p})"
        if pick == 10:
            return "global_pointer"
        if pick == 11:
            return "local_address(x)"
        if pick == 12:
            return f"calloc(x + 1, 4)"
        if pick == 13:
            return f"({self.condition()}) ? {p} : {self.pointer()}"
        if pick == 14:
            return "(int *)0" if self.random.random() < 0.2 else "array"
        return f"realloc({p}, {self.random.choice(['4', '8', '16', '(y + 1) * 4'])})" if self.random.random() < 0.3 else p

    def statement(self):
        pick = self.random.randrange(20)
        p, q = self.pointer(), self.pointer()
        if pick < 5:
            self.emit(f"{p} = {self.source()};")
        elif pick < 8:
            self.emit(f"{p}[{self.value()}] = {self.value()};")
        elif pick < 10:
            self.emit(f"s += {p}[{self.value()}];")
        elif pick == 10:
            self.emit(f"if ({self.condition()}) {self.random.choice(['free(%s)' % p, 'release(%s)' % p])};")
        elif pick == 11:
            self.emit(f"memcpy({p}, {q}, {self.random.choice(['4', '8', 'x * 4', 'y'])});" if p != q else f"{p}[0] = 0;")
        elif pick == 12:
            self.emit(f"memset({p}, 0, {self.random.choice(['4', '8', '(x + 1) * 4'])});")
        elif pick == 13:
            self.emit(f"s += read_at({p}, {self.value()});")
        elif pick == 14:
            self.emit(f"global_pointer = {p};")
        elif pick == 15 and self.depth < 3:
            self.emit(f"if ({self.condition()}) {{")
            self.block()
        elif pick == 16 and self.depth < 3:
            self.count += 1
            i = f"i{self.count}"
            self.emit(f"for (int {i} = 0; {i} < {self.random.choice(['x', 'y', '2', '4', 'x + 1'])}; {i}++) {{")
            self.depth += 1
            self.emit(f"s += {p}[{i}];")
            self.depth -= 1
            self.block()
        elif pick == 17 and self.depth < 3:
            self.count += 1
            self.emit("{")
            self.depth += 1
            self.emit(f"int inner{self.count}[2] = {{1, 2}};")
            self.emit(f"{p} = inner{self.count};")
            self.depth -= 1
            self.block()
        elif pick == 18:
            self.emit(f"if ({p} == {q}) s++;")
        else:
            self.emit(f"heap->b[{self.random.choice(['0', '1', 'x & 1', 'y & 1'])}] = s & 7;")

    def block(self):
        self.depth += 1
        for _ in range(self.random.randrange(1, 3)):
            self.statement()
        self.depth -= 1
        self.emit("}")

    def program(self, violation):
        self.emit("int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();")
        self.emit("if (x < 0 || x > 3 || y < 0 || y > 3) return 0;")
        self.emit("int array[4] = {0}, local = 0, s = 0;")
        self.emit("struct pair pair = {0, {0, 0}};")
        self.emit("struct pair *heap = calloc(1, sizeof *heap);")
        self.emit("int *p = array, *q = global_array, *r = calloc(4, 4);")
        self.emit("global_pointer = r;")
        for _ in range(self.random.randrange(2, 6)):
            self.statement()
        if violation:
            bad = self.random.choice(["int *v = malloc(4); free(v); s += *v;",
                                      "int *v = malloc(8); s += v[2]; free(v);",
                                      "int v[2] = {0, 0}; int *w = v; s += w[x];",
                                      "int *v = malloc(4); free(v); free(v);",
                                      "int *v = 0; s += *v;"])
            self.emit(f"if (x == 3) {{ {bad} }}")
        self.emit("return s & 1;")
        return HEADER + "int main(void) {\n" + "\n".join(self.lines) + "\n}\n"


def native_reports(folder, source):
    """What the sanitizers say about the runs; nothing if the program cannot be built."""
    with open(os.path.join(folder, "native.c"), "w") as file:
        file.write(NATIVE)
    exe = os.path.join(folder, "native")
    built = subprocess.run(["gcc", "-w", "-g", "-O0", "-fsanitize=address,undefined", "-fno-sanitize=signed-integer-overflow",
                            "-fno-sanitize-recover=undefined", "-fwrapv", source, os.path.join(folder, "native.c"), "-o", exe],
                           capture_output=True)
    if built.returncode != 0:
        return None
    reports = []
    for inputs in [f"{x}{y}" for x in range(4) for y in range(4)]:
        run = subprocess.run([exe], env={"INPUTS": inputs}, capture_output=True, timeout=60, errors="replace")
        if "AddressSanitizer" in run.stderr or "runtime error" in run.stderr:
            reports.append((inputs, run.stderr.splitlines()[:3]))
    return reports


def answer(kleene, source, seconds):
    # Inputs are known to lie in the range, and memory that nobody wrote has zeros on both sides.
    run = subprocess.run([kleene, "check", "--property", "valid-deref,valid-free", "--uninit", "nondet", "--stop-at-first",
                          "--time-limit", str(seconds), source], capture_output=True, text=True)
    return re.search(r"VERDICT: (\S+)", run.stdout).group(1), run.stdout


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kleene")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed-violation", action="store_true")
    arguments = parser.parse_args()
    counts = {}
    wrong = 0
    for seed in range(arguments.first, arguments.last + 1):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "program.c")
            if arguments.seed_violation:
                write(source, Generator(seed).program(False))
                if native_reports(folder, source):
                    continue
            write(source, Generator(seed).program(arguments.seed_violation))
            verdict, said = answer(arguments.kleene, source, arguments.seconds)
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict == "unknown":
                continue
            reports = native_reports(folder, source)
            if reports is None:
                continue
            bad = verdict == "true" and (reports or arguments.seed_violation)
            bad |= verdict.startswith("false") and not reports and "natively as compiled by" not in said
            bad |= verdict == "ERROR"
            if bad:
                wrong += 1
                print(f"seed {seed}: {verdict}, but the native runs: {reports[:2]}\n{said}")
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
