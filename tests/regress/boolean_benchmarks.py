# SPDX-License-Identifier: Apache-2.0
"""Boolean programs written by others, with the verdicts that come with them, under every engine.

Every file has to parse. A sequential one has to get its verdict from every engine that decides reachability of
Boolean programs, and the same verdict from all engines that answer where none is known.

Usage: boolean_benchmarks.py KLEENE FOLDER; exit code 77 (skipped) without the folder.
"""

import csv
import os
import subprocess
import sys

UNSUPPORTED = 3
VERDICTS = {"true": "true", "false": "false(unreach-call)"}
# Files whose names promise what their texts do not keep. In this one a thread goes on after the third round of
# its unrolled loop although it has popped nothing (elem is -1), writes to a value that it picks at will, and the
# assertion of another thread fails: three switches, which the reader can follow line by line. But for blank
# lines it is the file of the same name without `_safe`.
NOT_AS_NAMED = {"getafix/SafeStack_seqcst_forCSEQ_unrolled_over_approx_safe.bp"}


def verdict(kleene, engine, label, path):
    """The verdict line, without its reason."""
    arguments = [kleene, "check", "--engine", engine] + (["--label", label] if label else []) + [path]
    lines = subprocess.run(arguments, capture_output=True, timeout=120).stdout.decode().splitlines()
    return lines[-1].removeprefix("VERDICT: ").split(" ")[0]


def parses(kleene, row, path):
    """Concurrent programs may be refused, but not as wrong text."""
    code = subprocess.run([kleene, "show", "--as", "ir", path], capture_output=True, timeout=120).returncode
    return code == 0 or (code == UNSUPPORTED and row["kind"] == "conc")


def complaint(kleene, engines, row, path):
    """What is wrong with the answers for a file; nothing if all is well."""
    if not parses(kleene, row, path):
        return "does not parse"
    if row["kind"] == "conc":
        return concurrent(kleene, row, path)
    answers = {engine: verdict(kleene, engine, row["label"], path) for engine in engines}
    definite = {answer for answer in answers.values() if answer != "unknown"}
    exact = [e for e in engines if e == "auto" or e.startswith(("summaries", "calculus"))]
    exact.remove("calculus:nonterm")  # decides termination
    if len(definite) > 1:
        return f"the engines disagree: {answers}"
    expected = VERDICTS.get(row["expected"])
    if expected and any(answers[engine] != expected for engine in exact):
        return f"expected {expected}: {answers}"
    return None


def concurrent(kleene, row, path):
    """The same for a concurrent program; for the largest ones it is enough not to be wrong."""
    expected = VERDICTS.get(row["expected"])
    if not expected or row["file"] in NOT_AS_NAMED:
        return None
    label = ["--label", row["label"]] if row["label"] and not row["file"].endswith("duet.bp") else []
    arguments = [kleene, "check", "--time-limit", "10"] + label + [path]
    lines = subprocess.run(arguments, capture_output=True, timeout=120).stdout.decode().splitlines()
    answer = lines[-1].removeprefix("VERDICT: ").split(" ")[0]
    if answer == expected or ("SafeStack" in row["file"] and answer == "unknown"):
        return None
    return f"expected {expected}: {lines[-1]}"


def main():
    kleene, folder = sys.argv[1:]
    table = os.path.join(folder, "EXPECTED.tsv")
    if not os.path.exists(table):
        sys.exit(77)
    listed = subprocess.run([kleene, "--list-engines"], capture_output=True).stdout.decode()
    named = [line.split()[0] for line in listed.splitlines()]
    engines = ["auto"] + [name for name in named if name != "algorithm"]  # it needs a file of its own
    failed = 0
    with open(table) as file:
        for row in csv.DictReader(file, delimiter="\t"):
            problem = complaint(kleene, engines, row, os.path.join(folder, row["file"]))
            if problem:
                print(f"{row['file']}: {problem}")
                failed += 1
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
