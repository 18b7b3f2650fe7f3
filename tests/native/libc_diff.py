#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A program that prints what libc functions do: the interpreter, with our models of them, prints the
same as the native program, with the system's libc."""

import argparse
import itertools
import pathlib
import sys
import tempfile

import against_gcc


# Floats are computed in the registers for them, without the extra digits of the old ones.
SSE = {32: ["-msse2", "-mfpmath=sse"], 64: []}


def first_difference(native, ours):
    lines = itertools.zip_longest(native.output.splitlines(), ours.output.splitlines())
    for number, (expected, actual) in enumerate(lines, 1):
        if expected != actual:
            return f"line {number}: gcc {expected!r}, kleene {actual!r}"
    return "the same output"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kleene", required=True, help="the binary")
    parser.add_argument("--cases", type=int, help="of each line, where the program has CASES")
    parser.add_argument("source")
    options = parser.parse_args()
    failed = False
    more = [f"-DCASES={options.cases}"] if options.cases else []
    seconds, steps = (7200, 10**12) if options.cases else (60, 500_000_000)
    for bits in (32, 64):
        with tempfile.TemporaryDirectory(prefix="kleene-libc-") as name:
            folder = pathlib.Path(name)
            native = against_gcc.run_natively(
                options.source, bits, seconds // 6, folder, flags=["-fno-builtin", "-ffp-contract=off", *SSE[bits], *more]
            )
            ours = against_gcc.run_in_kleene(options.kleene, options.source, bits, seconds, steps, options=more)
        if not native.agrees_with(ours) or not native.output:
            print(f"{bits} bits: gcc {native}, kleene {ours}; {first_difference(native, ours)}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
