#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CPU time of `kleene check` (property safety, every check with its own answer) on programs with more and more check
sites of which two are violated: it should grow with the program, not with the product of sites and questions.

usage: run.py KLEENE [--sizes 10,50,100,200,500] [--families arrays,arithmetic,pointers]"""
import argparse
import json
import os
import subprocess
import tempfile

HEAD = "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\nint total;\n"
# One function with one or two sites each; `%(i)d` is its number, `%(n)s` what decides whether it is right.
FAMILIES = {
    "arrays": "static int f%(i)d(int x) { int a[8] = {0}; if (x < 0 || x > %(n)s) return 0; a[x] = x; return a[x]; }\n",
    "arithmetic": "static int f%(i)d(int x) { if (x < 0 || x >= %(n)s) return 0; return 100 / (%(d)s - x); }\n",
    "pointers": "static int f%(i)d(int x) { int *p = malloc(8 * sizeof *p); if (x < 0 || x > %(n)s) x = 0;"
                " for (int i = 0; i <= x; i++) p[i] = i; int r = p[x]; free(p); return r; }\n",
}
SITES = {"arrays": 1, "arithmetic": 3, "pointers": 4}  # of one function
RIGHT = {"arrays": "7", "arithmetic": "8", "pointers": "7"}
WRONG = {"arrays": "8", "arithmetic": "9", "pointers": "8"}


def program(family, sites):
    """About so many sites; the functions after a third and two thirds are wrong."""
    count = max(3, sites // SITES[family])
    wrong = {count // 3, 2 * count // 3}
    body = "".join(
        FAMILIES[family] % {"i": i, "n": (WRONG if i in wrong else RIGHT)[family], "d": RIGHT[family]}
        for i in range(count)
    )
    calls = "".join(f"  total ^= f{i}(__VERIFIER_nondet_int());\n" for i in range(count))
    return f"{HEAD}{body}int main(void) {{\n{calls}  return 0;\n}}\n"


def measure(kleene, text):
    """CPU seconds of the command and of all it starts, and how many checks got which answer."""
    with tempfile.TemporaryDirectory() as folder:
        source, answer = os.path.join(folder, "p.c"), os.path.join(folder, "a.json")
        with open(source, "w") as file:
            file.write(text)
        before = os.times()
        subprocess.run(
            [kleene, "check", "--quiet", "--time-limit", "120", "--json", answer, source],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        after = os.times()
        with open(answer) as file:
            checks = json.load(file).get("checks", [])
    outcomes = {}
    for check in checks:
        outcomes[check["answer"]] = outcomes.get(check["answer"], 0) + 1
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    return seconds, outcomes


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ", 1)[1])
    parser.add_argument("kleene")
    parser.add_argument("--sizes", default="10,50,100,200,500")
    parser.add_argument("--families", default=",".join(FAMILIES))
    options = parser.parse_args()
    print("| family | sites | violated | unknown | CPU seconds |\n|---|---|---|---|---|")
    for family in options.families.split(","):
        for size in map(int, options.sizes.split(",")):
            seconds, outcomes = measure(options.kleene, program(family, size))
            sites = sum(outcomes.values())
            print(f"| {family} | {sites} | {outcomes.get('violated', 0)} | {outcomes.get('unknown', 0)}"
                  f" | {seconds:.1f} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
