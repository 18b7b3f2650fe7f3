#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generated C programs, family by family, against the code of gcc and clang at -O0 and -O2.

Every program observes facts about itself. For a value that some compiler's code shows, `kleene check` must not answer that it
cannot be; for a value that nobody has seen, it must not answer that it can, unless compiled code then shows it.
`unknown` is always right, but a family has to be decided often enough to mean something (`facts/__init__.py`)."""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import sys
import tempfile

import against_gcc
import compilers
import facts

SKIP = 77


def answer_of(kleene, text, bits, options, seconds, name="unreach-call"):
    """(verdict, exit code) of kleene about the property of this name."""
    with tempfile.TemporaryDirectory(prefix="kleene-facts-") as folder:
        source = pathlib.Path(folder) / "program.c"
        source.write_text(text)
        command = [kleene, "check", "--json", "-", "--property", name, "--time-limit", str(seconds)]
        command += ["--memory-limit", "1500", "--data-model", "ILP32" if bits == 32 else "LP64", *options]
        done = against_gcc.call([*command, source], 60 + 20 * seconds, cwd=folder)
    if done is None:
        return "no answer", 0
    try:
        document = json.loads(done.stdout)
        return document["verdict"], document["exit_code"]
    except (ValueError, KeyError):
        return f"no document ({done.stderr.decode(errors='replace').strip()[-400:]})", done.returncode


def observed(program, bits):
    """{compiler: [runs]}; compilers that refuse the program are left out."""
    everybody = {}
    for compiler in compilers.GCC + compilers.CLANG:
        runs = compilers.run(compiler, texts_of(program, program.text()), bits, program.inputs, ["OBSERVE"])
        if runs is not None:
            everybody[compiler] = runs
    return everybody


def texts_of(program, text):
    return [text, program.other] if program.other else [text]


def reaches(program, text, bits, chosen, tries=1):
    """Whether code of one of these compilers reaches the error."""
    for compiler in chosen:
        for _ in range(tries):
            runs = compilers.run(compiler, texts_of(program, text), bits, program.inputs)
            if runs and any(run.reached for run in runs):
                return " ".join(compiler)
    return ""


def undefined(program, text, bits):
    """What a sanitizer says about a run that reaches the error, or, where none does, about any."""
    for compiler in compilers.SANITIZED:
        runs = compilers.run(compiler, texts_of(program, text), bits, program.inputs) or []
        for run in runs:
            if run.reports:
                return run.reports[0]
    return ""


def judge_observed(program, text, bits, verdict):
    """A compiler's code has shown the value that the question is about."""
    if verdict.startswith("false"):
        if program.undefined and undefined(program, text, bits):
            return "WRONG", "every execution meets undefined behaviour first"
        return "false", ""
    if program.undefined:
        return "true", ""
    chosen = compilers.GCC if program.reference == "gcc" else compilers.GCC + compilers.CLANG
    who = reaches(program, text, bits, chosen, tries=5)
    if not who:
        return "not again", ""
    report = undefined(program, text, bits)
    return ("undefined", report) if report else ("WRONG", f"{who} reaches the error")


def judge_unseen(program, text, bits, verdict):
    """Nobody has seen the value that the question is about."""
    if verdict == "true":
        return "true", ""
    everybody = compilers.GCC + compilers.REPLAY + compilers.CLANG
    if not program.undefined and reaches(program, text, bits, everybody, tries=3):
        return "false", ""
    return "WRONG", "no compiler's code reaches the error"


def values_of(runs_of, reference):
    """{fact: set of values}"""
    values = collections.defaultdict(set)
    for compiler, runs in runs_of.items():
        if reference == "any" or compiler in compilers.GCC:
            for run in runs:
                for fact, value in run.facts:
                    values[fact].add(value)
    return values


def unseen_value(choice, runs_of, fact):
    """A value that looks like the others."""
    seen = values_of(runs_of, "any")[fact]
    while True:
        value = choice.choice(sorted(seen)) + choice.choice([-8, -4, -2, -1, 1, 2, 3, 4, 8, 16])
        if value not in seen and -(2**63) <= value < 2**63:
            return value
        seen = seen | {value + 1}


def compare(options, family, seed):
    """[(outcome, text about it, program)] of one generated program."""
    choice = random.Random(f"{family} {seed}")
    bits = 32 if seed % 3 == 0 else 64
    program = facts.FAMILIES[family].generate(choice, bits)
    runs_of = observed(program, bits)
    values = values_of(runs_of, program.reference)
    if not values:
        return [("nothing observed", f"{family} {seed}", program.text())]
    everybodys = values_of(runs_of, "any")
    open_facts = [fact for fact in sorted(values) if len(everybodys[fact]) > 1]
    fact = choice.choice(open_facts if open_facts and choice.random() < 0.7 else sorted(values))
    questions = [(v, judge_observed) for v in choice.sample(sorted(values[fact]), min(2, len(values[fact])))]
    questions.append((unseen_value(choice, runs_of, fact), judge_unseen))
    outcomes = []
    for value, judge in questions:
        text = program.question(fact, value)
        verdict, status = answer_of(options.kleene, text, bits, program.options, options.seconds)
        outcome, note = {2: "refused", 3: "refused", 4: "out of time"}.get(status, verdict), ""
        if verdict not in ("unknown", "true", "false(unreach-call)"):
            outcome, note = "WRONG", f"exit code {status}"
        elif verdict != "unknown":
            outcome, note = judge(program, text, bits, verdict)
        label = f"{family} {seed}, {bits} bits, fact {fact} = {value}: kleene {verdict}, {note}"
        head = f"/* {label}\n   options: {' '.join(program.options)} */\n"
        rest = f"\n/* the other unit:\n{program.other}*/\n" if program.other else ""
        outcomes.append((outcome, label, head + text + rest))
    return outcomes


def keep(options, family, seed, number, outcome, text):
    if not options.folder:
        options.folder = options.keep or tempfile.mkdtemp(prefix="kleene-facts-")
    folder = pathlib.Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{family}_{seed}_{number}_{outcome.lower().replace(' ', '_')}.c"
    path.write_text(text)
    return path


def run_family(options, family, pool):
    seeds = range(options.first, options.first + options.count)
    counts = collections.Counter()
    results = pool.map(lambda seed: (seed, compare(options, family, seed)), seeds)
    for seed, outcomes in results:
        for number, (outcome, label, text) in enumerate(outcomes):
            counts[outcome] += 1
            if outcome in ("WRONG", "undefined", "nothing observed") or options.keep:
                print(f"{outcome}: {label}\n  {keep(options, family, seed, number, outcome, text)}", flush=True)
    return counts


def enough(family, counts):
    """Whether the family says something: enough of its questions are decided, and its programs are fit for it. What a
    busy machine leaves no time for does not count."""
    total = sum(counts.values())
    decided = counts["true"] + counts["false"]
    line = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    print(f"{family:14} {total:5} questions: {line}; {100 * decided // max(total, 1)} % decided", flush=True)
    answered = total - counts["out of time"]
    return decided * 100 >= facts.FAMILIES[family].DECIDED * answered and counts["nothing observed"] * 10 <= total


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kleene", required=True, help="the binary")
    parser.add_argument("--families", default=",".join(facts.FAMILIES), help="some of them, with commas")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--count", type=int, default=10, help="programs of each family")
    parser.add_argument("--seconds", type=int, default=5, help="time limit of kleene")
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
    failed = False
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for family in options.families.split(","):
            counts = run_family(options, family, pool)
            if not enough(family, counts):
                print(f"{family}: too little is decided, or too little observed")
                failed = True
            failed |= counts["WRONG"] > 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
