"""T1(n), natively and in the interpreter: from g = -5 the error is reached exactly if n is even.

T1(n) is the family of the literature with n levels that negate a global and call the next level twice.

Usage: t1_parity.py --kleene KLEENE
"""

import argparse
import pathlib
import subprocess
import tempfile


def program(levels):
    text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint g;\n"
    for i in range(levels, 0, -1):
        inner = f"level_{i + 1}(); g = -g; level_{i + 1}();" if i < levels else "g = -g;"
        text += f"void level_{i}(void) {{ g = -g; if (g > 0) {{ {inner} }} g = -g; }}\n"
    return text + "int main(void) { g = __VERIFIER_nondet_int(); level_1(); if (g < 0) reach_error(); return 0; }\n"


HARNESS = "#include <stdlib.h>\nint __VERIFIER_nondet_int(void) { return -5; }\nvoid reach_error(void) { exit(10); }\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kleene", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "harness.c").write_text(HARNESS)
        for n in range(1, 10):
            (folder / "t1.c").write_text(program(n))
            subprocess.run(["gcc", "-w", "-o", "t1", "t1.c", "harness.c"], cwd=folder, check=True)
            native = subprocess.run([folder / "t1"], timeout=60).returncode
            run = subprocess.run([options.kleene, "run", "--input", "-5", "t1.c"], cwd=folder, capture_output=True,
                                 timeout=60).returncode
            expected = 10 if n % 2 == 0 else 0
            assert (native, run) == (expected, expected), f"n = {n}: {native} natively, {run} in the interpreter"


if __name__ == "__main__":
    main()
