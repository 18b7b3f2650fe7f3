#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random C programs of a few inputs, all of which are run natively: unreach-call, no-overflow and termination.

Facts are observed as in facts_diff.py; an overflow counts if a sanitizer reports it for some input; a run is endless if it takes two
million steps (loops and calls). Since all inputs are tried, both answers of kleene can be wrong for each property. Every program is
put to `auto` and to one engine, which are taken in turn."""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import sys

import compilers
import facts_diff
import overflow_diff
from facts import small

SKIP = 77
DECIDED = {"unreach-call": 20, "no-overflow": 20, "termination": 20}
ENGINES = "fuzz", "intervals", "explicit-value", "bmc", "chc", "k-induction", "exact", "leap", "linear"


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


class Truth:
    """What the compiled program does, and what that says about a verdict."""

    def __init__(self, name, seed, bits, program, text, holds):
        self.name, self.bits, self.program, self.text, self.holds = name, bits, program, text, holds
        self.label = f"{name} {seed}, {bits} bits"
        self.note = ""

    def outcome(self, engine, verdict, status):
        """(outcome, text about it)"""
        label = f"{self.label}: {engine} {verdict}"
        if verdict == "unknown":
            return {2: "refused", 3: "refused", 4: "out of time"}.get(status, "unknown"), label
        if verdict not in ("true", f"false({self.name})"):
            return "WRONG", f"{label}, exit code {status}"
        if self.holds is None:
            self.note = reported(self.program, self.text, self.bits)
            self.holds = not self.note
        if (verdict == "true") == self.holds:
            return verdict.split("(")[0], label
        report = facts_diff.undefined(self.program, self.text, self.bits)
        return ("undefined" if report else "WRONG",
            f"{label}, but it {'holds' if self.holds else 'does not hold'} {self.note}{report}")


def truth_about(name, seed):
    """(truth, None), or (None, why there is none)"""
    choice = random.Random(f"small {seed}")
    bits = 32 if seed % 2 else 64
    program = small.generate(choice)
    runs_of = facts_diff.observed(program, bits)
    everybody = [[(run.facts, run.endless, run.crashed) for run in runs] for runs in runs_of.values()]
    if not everybody or any(runs != everybody[0] for runs in everybody) or any(run[2] for run in everybody[0]):
        return None, ("compilers disagree", f"{name} {seed}", program.text())
    asked = question(choice, name, program, runs_of)
    if asked is None:
        return None, ("endless", "", "")
    return Truth(name, seed, bits, program, *asked), None


def compare(options, name, seed):
    """[(engine, outcome, text about it, program)]"""
    truth, reason = truth_about(name, seed)
    if truth is None:
        return [("auto", *reason)]
    results = []
    turns = [("auto", options.seconds)]
    if options.engine_seconds:
        turns.append((ENGINES[seed // len(DECIDED) % len(ENGINES)], options.engine_seconds))
    for engine, seconds in turns:
        asked = facts_diff.answer_of(options.kleene, truth.text, truth.bits, ("--engine", engine), seconds, name)
        results.append((engine, *truth.outcome(engine, *asked), truth.text))
    return results


class Done:
    """What came of each program so far, in a file with a line of JSON for each; without a file it is forgotten."""

    def __init__(self, path, setting):
        self.results, self.file, self.setting = {}, None, setting
        if path is None:
            return
        path = pathlib.Path(path)
        for line in path.read_text().splitlines() if path.exists() else []:
            try:
                entry = json.loads(line)
            except ValueError:  # the last one, if the work was stopped while it was written
                continue
            if entry["setting"] == setting:
                self.results[entry["name"], entry["seed"]] = entry["results"]
        self.file = path.open("a")
        self.file.write("\n")

    def add(self, name, seed, results):
        if self.file:
            entry = {"name": name, "seed": seed, "setting": self.setting, "results": results}
            self.file.write(json.dumps(entry) + "\n")
            self.file.flush()


def table(counts):
    """Prints what came of each property and engine; whether that is a failure."""
    failed = False
    for (name, engine), outcomes in sorted(counts.items()):
        total = sum(outcomes.values())
        answered = total - outcomes["out of time"]
        decided = 100 * (outcomes["true"] + outcomes["false"]) // answered if answered else 100
        line = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
        print(f"{name:13} {engine:14} {total:5} programs: {line}; {decided} % decided")
        failed |= bool(outcomes["WRONG"]) or outcomes["compilers disagree"] * 10 > total
        failed |= engine == "auto" and decided < DECIDED[name]
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kleene", required=True, help="the binary")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--count", type=int, default=100, help="number of programs")
    parser.add_argument("--seconds", type=int, default=3, help="time limit of `auto`")
    parser.add_argument("--engine-seconds", type=int, default=0, help="time limit of the engine in turn; 0: none")
    parser.add_argument("--every", action="store_true", help="every property of every program, not one in turn")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", help="folder for all programs, also those that agree")
    parser.add_argument("--resume", help="file of results: programs in it are not done again, others are added to it")
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
    counts = collections.defaultdict(collections.Counter)
    done = Done(options.resume, [options.seconds, options.engine_seconds])

    def results_of(task):
        return done.results.get(task) or compare(options, *task)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (name, seed), results in zip(tasks, pool.map(results_of, tasks)):
            if (name, seed) not in done.results:
                done.add(name, seed, results)
            for engine, outcome, label, text in results:
                counts[name, engine][outcome] += 1
                if outcome in ("WRONG", "undefined", "compilers disagree") or options.keep:
                    print(f"{outcome}: {label}\n  {facts_diff.keep(options, name, seed, 0, outcome, text)}", flush=True)
    return 1 if table(counts) else 0


if __name__ == "__main__":
    sys.exit(main())
