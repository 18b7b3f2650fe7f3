#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random C programs of csmith: the interpreter prints the same checksum as gcc's code.

Data models and kinds of programs alternate from seed to seed. Programs whose native run takes too long are skipped and
counted; so are those that the interpreter does not finish within its steps."""

import argparse
import collections
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys
import tempfile

import against_gcc

SKIP = 77
COMMON = ["--no-argc", "--no-float"]
# Small programs find most per second; the others reach what small ones do not.
PROFILES = [
    ["--max-funcs", "6", "--max-block-depth", "4"],
    ["--max-funcs", "5", "--builtins", "--disable-builtin-kinds", "x86"],
    ["--max-pointer-depth", "4", "--max-struct-fields", "6"],
]


def compare(kleene, seed, keep):
    """What happened with one seed, and text about it if it is a disagreement."""
    bits = 64 if seed % 2 else 32
    profile = PROFILES[seed // 2 % len(PROFILES)]
    with tempfile.TemporaryDirectory(prefix="kleene-csmith-") as name:
        folder = pathlib.Path(name)
        source = folder / f"csmith{seed}.c"
        options = ["--seed", str(seed), *COMMON, *profile, "-o", source]
        subprocess.run(["csmith", *options], cwd=folder, check=True)
        include = ["-I", "/usr/include/csmith"]
        native = against_gcc.run_natively(source, bits, 1, folder, flags=["-O1", *include])
        if native.kind == "running":
            return "too long natively", ""
        ours = against_gcc.run_in_kleene(kleene, source, bits, 60, 200_000_000, options=include)
        if ours.kind == "running":
            return "too long in the interpreter", ""
        if "order of evaluation matters" in str(ours):
            return "ends where the order of evaluation is not modelled", ""
        if native.agrees_with(ours):
            return "agree", ""
        if keep:
            shutil.copy(source, keep)
        text = f"seed {seed}, {bits} bits: gcc {native} {native.output!r}, kleene {ours} {ours.output!r}"
        return "DISAGREE", text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kleene", required=True, help="the binary")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--count", type=int, default=50, help="number of seeds")
    parser.add_argument("--keep", help="folder for programs that disagree")
    options = parser.parse_args()
    if shutil.which("csmith") is None:
        print("skipped: csmith is not installed")
        return SKIP
    counts = collections.Counter()
    seeds = range(options.first, options.first + options.count)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for kind, text in pool.map(lambda s: compare(options.kleene, s, options.keep), seeds):
            counts[kind] += 1
            if text:
                print(text, flush=True)
    for kind, count in sorted(counts.items()):
        print(f"{count:6} {kind}")
    # Programs with many calls in one expression that disturb each other are not followed; they are few.
    return 1 if counts["DISAGREE"] or counts["agree"] < options.count * 3 // 4 else 0


if __name__ == "__main__":
    sys.exit(main())
