"""Programs that look at addresses: whatever a compiler's code shows must not be excluded.

Each file in `placement/` says `open` or `settled` in its first line. Open programs are compiled with gcc and
clang, with and without optimisation, and run; their error may be reached under one placement of the objects
and not under another. None may be proved, and what a compiled program does is possible anyhow. Settled ones
never reach it, wherever objects lie, and are proved.

Usage: placement.py KLEENE
"""

import glob
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
REACHED = 77
OTHERS = f"""#include <stdlib.h>
void reach_error(void) {{ _Exit({REACHED}); }}
unsigned long __VERIFIER_nondet_ulong(void) {{ return 0; }}
"""


def reached_natively(path, folder):
    """The compilers, as command lines, whose code reaches the error."""
    other = os.path.join(folder, "others.c")
    with open(other, "w") as file:
        file.write(OTHERS)
    result = []
    for compiler in (["gcc", "-O0"], ["gcc", "-O2"], ["clang", "-O0"], ["clang", "-O2"]):
        binary = os.path.join(folder, "program")
        command = compiler + ["-w", "-fno-strict-aliasing", "-o", binary, path, other]
        try:
            subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError):
            continue
        try:
            if subprocess.run([binary], timeout=5).returncode == REACHED:
                result.append(" ".join(compiler))
        except subprocess.TimeoutExpired:
            pass
    return result


def verdict(kleene, path, engine):
    command = [kleene, "check", "--engine", engine, "--time-limit", "6", "--memory-limit", "1500"]
    command += ["--property", "unreach-call", "--json", "-", path]
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout)["verdict"]


def main():
    kleene = sys.argv[1]
    wrong = []
    files = sorted(glob.glob(os.path.join(HERE, "placement", "*.c")))
    natively = 0
    for path in files:
        with open(path) as file:
            is_open = file.readline().split()[2] == "open"
        with tempfile.TemporaryDirectory() as folder:
            reached = reached_natively(path, folder)
        natively += bool(reached)
        name = os.path.basename(path)
        if not is_open and reached:
            wrong.append(f"{name}: settled, but reached by {reached[0]}")
        if is_open:
            for engine in ("auto", "fuzz", "bmc"):
                answer = verdict(kleene, path, engine)
                if answer == "true":
                    wrong.append(f"{name}: {engine} says true; reached by {reached or 'no compiler here'}")
        else:
            answer = verdict(kleene, path, "auto")
            if answer != "true":
                wrong.append(f"{name}: {answer}, but it does not depend on the placement")
    for line in wrong:
        print(line)
    print(f"{len(files)} programs, {natively} reach their error natively, {len(wrong)} wrong")
    # Most of the open programs show their choice with one of the compilers; otherwise this tests nothing.
    if natively < 15:
        print("too few programs reach their error natively")
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
