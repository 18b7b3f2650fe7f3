"""Checks SV-COMP tasks and compares with the verdicts that are expected: none may contradict.

Takes a sample by default, and all of them if KLEENE_LONG is set. Exit code 77 (skipped) where the
benchmarks are not there. Prints how many were decided.

Usage: svcomp.py KLEENE FOLDER [EVERY]
"""

import collections
import json
import os
import pathlib
import subprocess
import sys

PROPERTIES = {"unreach-call", "no-overflow", "termination"}

# Expected verdicts that are wrong, each with the execution that shows it.
DISPUTED = {
    ("bitvector/s3_srvr_1.BV.c.cil.yml", "no-overflow"):
        "the counter s__ctx__stats__sess_accept_good starts with any value and is incremented; so it overflows",
}


def tasks(folder, every):
    with open(folder / "tasks.tsv") as file:
        names = file.readline().rstrip("\n").split("\t")
        rows = [dict(zip(names, line.rstrip("\n").split("\t"))) for line in file]
    rows = [r for r in rows if r["property"] in PROPERTIES and r["expected"] in ("true", "false")]
    return rows[::every]


def verdict(kleene, folder, row, seconds):
    command = [kleene, "check", "--quiet", "--json", "-", "--time-limit", str(seconds), "--memory-limit", "2000",
               "--property", row["property"], str(folder / row["task"])]
    done = subprocess.run(command, capture_output=True, timeout=seconds + 20)
    return json.loads(done.stdout)


def main():
    kleene, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if not (folder / "tasks.tsv").exists():
        print(f"no benchmarks in {folder}")
        return 77
    long_run = bool(os.environ.get("KLEENE_LONG"))
    every = 1 if long_run else int(sys.argv[3]) if len(sys.argv) > 3 else 40
    counts, problems = collections.Counter(), []
    for row in tasks(folder, every):
        title = f"{row['task']} {row['property']}"
        document = verdict(kleene, folder, row, 20 if long_run else 3)
        answer = document["verdict"].split("(")[0]
        counts[answer if answer in ("true", "false") else f"exit {document['exit_code']}"] += 1
        disputed = (row["task"], row["property"]) in DISPUTED
        if answer in ("true", "false") and answer != row["expected"] and not disputed:
            problems.append(f"WRONG: {title}: {document['verdict']}, expected {row['expected']}")
        if document["exit_code"] in (1, 2, 6):
            problems.append(f"{title}: exit code {document['exit_code']}: {document.get('reason')}")
        if long_run or os.environ.get("KLEENE_SHOW"):
            print(title, row["expected"], document["verdict"], document.get("reason", "")[:150], flush=True)
    print(dict(counts))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
