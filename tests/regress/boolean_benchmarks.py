# SPDX-License-Identifier: Apache-2.0
"""Boolean programs written by others, with the verdicts that come with them, under every engine.

Usage: boolean_benchmarks.py KLEENE FOLDER; exit code 77 (skipped) without the folder.
"""

import csv
import os
import subprocess
import sys


def verdict(kleene, engine, label, path):
    """The verdict line, without its reason."""
    arguments = [kleene, "check", "--engine", engine] + (["--label", label] if label else []) + [path]
    lines = subprocess.run(arguments, capture_output=True, timeout=120).stdout.decode().splitlines()
    return lines[-1].removeprefix("VERDICT: ").split(" ")[0]


def main():
    kleene, folder = sys.argv[1:]
    table = os.path.join(folder, "EXPECTED.tsv")
    if not os.path.exists(table):
        sys.exit(77)
    listed = subprocess.run([kleene, "--list-engines"], capture_output=True).stdout.decode()
    engines = ["auto"] + [line.split()[0] for line in listed.splitlines()]
    failed = 0
    with open(table) as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["kind"] != "seq":
                continue
            expected = {"true": "true", "false": "false(unreach-call)"}.get(row["expected"])
            answers = {e: verdict(kleene, e, row["label"], os.path.join(folder, row["file"])) for e in engines}
            definite = {a for a in answers.values() if a != "unknown"}
            if len(definite) > 1 or (expected and answers["auto"] != expected):
                print(f"{row['file']}: expected {row['expected']}, answers {answers}")
                failed += 1
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
