"""Random recursive programs over small integers: the real command against the truth about them, which a
tabulation of all their states found (tests/reference/small_reference.h).

Every engine gets every program, for both properties. A verdict that is not the truth fails the test, `unknown` does
not; but something must be decided.

Usage: random_small.py KLEENE WRITER FIRST LAST [--bits B] [--engines E,E...] [--seconds S] [--keep DIR]

WRITER is the program write_random_small. C programs, or with --bits programs of the IR whose integers have
so many bits and wrap.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

PROPERTIES = ("unreach-call", "termination")


def truth_about(path):
    """{property: whether it holds}"""
    with open(path) as file:
        words = file.readline().removeprefix("//").split()
    return {name: value == "true" for name, value in (word.split("=") for word in words)}


def verdict(kleene, path, engine, name, seconds):
    command = [kleene, "check", "--json", "-", "--engine", engine, "--property", name]
    command += ["--time-limit", str(seconds), path]
    done = subprocess.run(command, capture_output=True, timeout=20 * seconds + 60, stdin=subprocess.DEVNULL)
    try:
        return json.loads(done.stdout)["verdict"]
    except (ValueError, KeyError):
        return f"no verdict, exit code {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}"


def judge(answer, name, holds):
    if answer == "unknown":
        return "unknown"
    return "right" if answer == ("true" if holds else f"false({name})") else "wrong"


def run(options, folder):
    command = [options.writer, folder, str(options.first), str(options.last)]
    subprocess.run(command + ([str(options.bits)] if options.bits else []), check=True)
    counts = collections.Counter()
    for path in sorted(os.listdir(folder), key=lambda name: int(name.split(".")[0])):
        path = os.path.join(folder, path)
        for name, holds in truth_about(path).items():
            for engine in options.engines.split(","):
                answer = verdict(options.kleene, path, engine, name, options.seconds)
                outcome = judge(answer, name, holds)
                counts[engine, name, outcome] += 1
                if outcome == "wrong":
                    print(f"WRONG: {engine}, {name}: {answer}, but it {'holds' if holds else 'does not hold'}")
                    print(open(path).read(), flush=True)
    return counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kleene")
    parser.add_argument("writer")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--bits", type=int)
    parser.add_argument("--engines", default="exact")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--keep", help="write the programs here, and leave them")
    options = parser.parse_args()
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        counts = run(options, options.keep)
    else:
        with tempfile.TemporaryDirectory() as folder:
            counts = run(options, folder)
    for engine in options.engines.split(","):
        for name in PROPERTIES:
            print(f"{engine:10} {name:13}", *(f"{o} {counts[engine, name, o]:5}" for o in ("right", "unknown", "wrong")))
    outcomes = {outcome for _, _, outcome in counts}
    if "right" not in outcomes:
        print("nothing was decided")
    sys.exit(1 if "wrong" in outcomes or "right" not in outcomes else 0)


if __name__ == "__main__":
    main()
