#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random C programs of a few inputs, all of which are run natively: unreach-call, no-overflow and termination.

Facts are observed as in facts_diff.py; an overflow counts if a sanitizer reports it for some input; a run is endless if it takes two
million steps (loops and calls). Since all inputs are tried, both answers of kleene can be wrong for each property."""

import argparse
import collections
import concurrent.futures
import pathlib
import random
import sys
import tempfile

import compilers
import facts_diff
import overflow_diff
from facts import small

SKIP = 77
DECIDED = {"unreach-call": 20, "no-overflow": 20, "termination": 20}


def question(choice, name, program, runs_of):
    """(text, whether the property holds) for one program; None if the compilers do not agree or it is undefined."""
    runs = [run for runs in runs_of.values() for run in runs]
    if name == "termination":
        return program.question(0, 0), not any(run.endless for run in runs)
    if any(run.endless for run in runs):
        return None
    if name == "no-overflow":
        return program.question(0, 0), None
    values = facts_diff.values_of(runs_of, "any")
    fact = choice.choice(sorted(values))
    if choice.random() < 0.5:
        return program.question(fact, choice.choice(sorted(values[fact]))), False
    return program.question(fact, facts_diff.unseen_value(choice, runs_of, fact)), True


def reported(program, text, bits):
    """An overflow that a sanitizer reports."""
    for compiler in overflow_diff.SANITIZERS:
        for run in compilers.run(compiler, [text], bits, program.inputs) or []:
            if overflow_diff.overflows(run):
                return overflow_diff.overflows(run)
    return ""


def compare(options, name, seed):
    """(outcome, text about it, program)"""
    choice = random.Random(f"small {seed}")
    bits = 32 if seed % 2 else 64
    program = small.generate(choice)
    runs_of = facts_diff.observed(program, bits)
    everybody = [[(run.facts, run.endless, run.crashed) for run in runs] for runs in runs_of.values()]
    if not everybody or any(runs != everybody[0] for runs in everybody) or any(run[2] for run in everybody[0]):
        return "compilers disagree", f"{name} {seed}", program.text()
    asked = question(choice, name, program, runs_of)
    if asked is None:
        return "endless", "", ""
    text, holds = asked
    verdict, status = facts_diff.answer_of(options.kleene, text, bits, (), options.seconds, name)
    label = f"{name} {seed}, {bits} bits: kleene {verdict}"
    if verdict == "unknown":
        return {2: "refused", 3: "refused", 4: "out of time"}.get(status, "unknown"), label, text
    if verdict not in ("true", f"false({name})"):
        return "WRONG", f"{label}, exit code {status}", text
    note = ""
    if name == "no-overflow":
        note = reported(program, text, bits)
        holds = not note
    if (verdict == "true") == holds:
        return verdict.split("(")[0], label, text
    report = facts_diff.undefined(program, text, bits)
    return ("undefined" if report else "WRONG",
        f"{label}, but it {'holds' if holds else 'does not hold'} {note}{report}", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kleene", required=True, help="the binary")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--count", type=int, default=100, help="number of programs")
    parser.add_argument("--seconds", type=int, default=3, help="time limit of kleene")
    parser.add_argument("--every", action="store_true", help="every property of every program, not one in turn")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", help="folder for all programs, also those that agree")
    options = parser.parse_args()
    reason = compilers.missing()
    if reason:
        print(f"skipped: {reason}")
        return SKIP
    options.folder = None
    options.kleene = pathlib.Path(options.kleene).resolve()
    for bits in (32, 64):
        compilers.harness_object(bits)
    names = list(DECIDED)
    tasks = [(names[seed % 3], seed) for seed in range(options.first, options.first + options.count)]
    if options.every:
        tasks = [(name, seed) for _, seed in tasks for name in names]
    counts = {name: collections.Counter() for name in names}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (name, seed), (outcome, label, text) in zip(tasks, pool.map(lambda task: compare(options, *task), tasks)):
            counts[name][outcome] += 1
            if outcome in ("WRONG", "undefined", "compilers disagree") or options.keep:
                print(f"{outcome}: {label}\n  {facts_diff.keep(options, name, seed, 0, outcome, text)}", flush=True)
    failed = False
    for name in names:
        total = sum(counts[name].values())
        answered = total - counts[name]["out of time"]
        decided = 100 * (counts[name]["true"] + counts[name]["false"]) // answered if answered else 100
        line = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts[name].items()))
        print(f"{name:13} {total:5} programs: {line}; {decided} % decided")
        failed |= bool(counts[name]["WRONG"]) or decided < DECIDED[name] or counts[name]["compilers disagree"] * 10 > total
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
