#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of SV-COMP with seeded inputs: the interpreter ends as gcc's code does.

Equal are: the same exit status, abort, failing assertion, target reached, assumption failed, inputs
exhausted, or both still running at their limits. Where the interpreter reports undefined behaviour or
the use of a value that nobody knows, gcc's code may do anything: such runs are counted apart. So are
programs that one side refuses."""

import argparse
import collections
import concurrent.futures
import csv
import pathlib
import random
import sys
import tempfile

import against_gcc

SKIP = 77
BITS = 32  # the data model of all these tasks
# The interpreter gets more steps than gcc's code can take in its time, if that is what it needs.
NATIVE_SECONDS = 1
STEPS = 50_000_000
MORE_STEPS = 4_000_000_000


def inputs_for(name):
    """Small numbers, boundaries, and anything; the same ones in every run."""
    source = random.Random(name)
    boundaries = [0, 1, -1, 2, 127, 128, -128, 255, 32767, 65535, 2**31 - 1, -(2**31), 2**32 - 1]

    def one():
        kind = source.random()
        if kind < 0.6:
            return source.randint(-4, 12)
        if kind < 0.8:
            return source.choice(boundaries)
        return source.randint(-(2**31), 2**31 - 1)

    return [one() for _ in range(300)]


def out_of_memory(native, ours):
    """Recursion without end, or huge arrays on the stack: the one notices earlier than the other."""
    deep = ours.kind == "running" and ours.depth > 10_000
    return native.kind in ("crash", "running") and (deep or ours.kind == "memory")


def judge(native, ours):
    if ours.kind == "refused":
        return "refused: " + ours.note.rsplit(": ", 1)[-1]
    if ours.kind == "failed":
        return "DISAGREE"
    if native.kind == "failed":
        return f"no native run: {native.note}"
    if native.kind == "missing":
        return "no native run: calls a function without body"
    if ours.kind == "undefined":
        return "undefined behaviour, detected"
    if native.agrees_with(ours):
        return f"agree: {native.kind}"
    if ours.unknown:
        return "rests on an unknown value, detected"
    if out_of_memory(native, ours):
        return "agree: out of memory"
    return "DISAGREE"


def compare(kleene, path):
    inputs = inputs_for(path.name)
    with tempfile.TemporaryDirectory(prefix="kleene-svcomp-") as name:
        folder = pathlib.Path(name)
        native = against_gcc.run_natively(path, BITS, NATIVE_SECONDS, folder, inputs)
        ours = against_gcc.run_in_kleene(kleene, path, BITS, 120, STEPS, inputs)
        if ours.kind == "running" and native.kind not in ("running", "crash", "missing", "failed"):
            ours = against_gcc.run_in_kleene(kleene, path, BITS, 300, MORE_STEPS, inputs)
        if native.kind == "running" and ours.kind not in ("running", "memory", "refused", "failed"):
            native = against_gcc.run_natively(path, BITS, 20, folder, inputs)
    verdict = judge(native, ours)
    return verdict, f"{path}: gcc {native}, kleene {ours}"


def programs(root):
    """The inputs of all tasks but those with threads."""
    with open(root / "tasks.tsv", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    found = {}
    for row in rows:
        if row["set"] != "pthread":
            found[root / pathlib.Path(row["task"]).parent / row["input"]] = row["set"]
    return sorted(found.items())


def show(table):
    kinds = sorted({kind for counts in table.values() for kind in counts})
    for name, counts in sorted(table.items()):
        print(f"{name:15} {sum(counts.values()):5} programs")
        for kind in kinds:
            if counts[kind]:
                print(f"{'':15} {counts[kind]:5} {kind}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kleene", required=True, help="the binary")
    parser.add_argument("--benchmarks", required=True, type=pathlib.Path)
    parser.add_argument("--sample", type=int, help="so many programs, chosen once and for all")
    parser.add_argument("--only", help="programs whose path contains this")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    if not (options.benchmarks / "tasks.tsv").exists():
        print(f"skipped: there are no benchmarks in {options.benchmarks}")
        return SKIP
    chosen = programs(options.benchmarks)
    if options.only:
        chosen = [c for c in chosen if options.only in str(c[0])]
    if options.sample and options.sample < len(chosen):
        chosen = sorted(random.Random(1).sample(chosen, options.sample))
    table = collections.defaultdict(collections.Counter)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda c: compare(options.kleene, c[0]), chosen)
        for (path, name), (verdict, text) in zip(chosen, results):
            table[name][verdict] += 1
            table["all"][verdict] += 1
            if options.verbose or verdict == "DISAGREE":
                print(f"{verdict}: {text}", flush=True)
    show(table)
    return 1 if table["all"]["DISAGREE"] else 0


if __name__ == "__main__":
    sys.exit(main())
