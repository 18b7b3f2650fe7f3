#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The models of math.h, compiled by gcc, against the system's functions: where they are exact, bit by bit; elsewhere the
result lies within the bounds of the model."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

MODELS = "src/frontend/c/models/libc.c"
PROGRAM = pathlib.Path(__file__).parent / "libc" / "math_bounds.c"
SSE = {32: ["-m32", "-msse2", "-mfpmath=sse"], 64: []}


def math_part(text):
    """Every function gets a prefix."""
    part = re.search(r"^// ---- <math\.h>.*?(?=^// ----|\Z)", text, re.M | re.S).group()
    part = re.sub(r"^[a-z][a-z ]*__kleene_\w+\(.*\);$", "", part, flags=re.M)
    names = re.findall(r"^(?!static|struct)[a-z][a-z ]*\b(\w+)\(.*\) \{$", part, re.M)
    for name in names:
        part = re.sub(rf"(?<![\w.]){name}(?=\()", "model_" + name, part)
    return part.replace("double fmod(double x, double y);", "")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kleene", help="not used")
    parser.add_argument("--root", required=True, help="of the sources")
    parser.add_argument("--cases", default="10000")
    options = parser.parse_args()
    text = math_part((pathlib.Path(options.root) / MODELS).read_text())
    failed = False
    for bits in (32, 64):
        with tempfile.TemporaryDirectory(prefix="kleene-math-") as name:
            folder = pathlib.Path(name)
            (folder / "models.h").write_text(text)
            command = ["gcc", "-O1", "-w", "-fno-builtin", "-ffp-contract=off", *SSE[bits]]
            command += ['-DMODELS="models.h"', f"-I{folder}", str(PROGRAM), "-o", str(folder / "test"), "-lm"]
            subprocess.run(command, check=True)
            done = subprocess.run([str(folder / "test"), options.cases], capture_output=True, text=True)
            failed |= done.returncode != 0
            if done.returncode != 0 or "cases each" not in done.stdout:
                print(f"{bits} bits:\n{done.stdout}{done.stderr}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
