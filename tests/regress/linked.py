"""What other translation units do must not be excluded.

Each file of environment/units is the other half of a program of environment. The two are compiled and
linked: the program must reach the error, and no answer about the first half alone may say that it cannot.

Usage: linked.py KLEENE
"""

import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parent / "environment"
ERROR = "#include <stdlib.h>\nvoid reach_error(void) { _Exit(77); }\n"


def reached(program, unit, folder):
    (folder / "unit.c").write_text(unit.read_text())
    (folder / "error.c").write_text(ERROR)
    target = folder / "program"
    subprocess.run(["gcc", "-w", "-O0", "-fwrapv", "-o", target, program, folder / "unit.c", folder / "error.c"],
                   check=True)
    return subprocess.run([target], timeout=20).returncode == 77


def verdict(kleene, program):
    command = [kleene, "check", "--property", "unreach-call", "--quiet", "--time-limit", "6", program]
    lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    return lines[-1] if lines else ""


def main(kleene):
    failures = 0
    units = sorted((FOLDER / "units").glob("*.txt"))
    for unit in units:
        program = FOLDER / (unit.stem + ".c")
        with tempfile.TemporaryDirectory() as folder:
            if not reached(program, unit, pathlib.Path(folder)):
                print(f"{unit.stem}: the linked program does not reach the error")
                failures += 1
        answer = verdict(kleene, program)
        if not answer.startswith(("VERDICT: unknown", "VERDICT: false")):
            print(f"{unit.stem}: {answer}")
            failures += 1
    return 1 if failures or not units else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
