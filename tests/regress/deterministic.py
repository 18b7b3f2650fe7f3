"""What --deterministic promises: the same verdict, execution and proof on every run, whatever else the machine has to do.

Each program is checked twice, the second time beside processes that keep the processors busy.

Usage: deterministic.py KLEENE
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

KLEENE = str(pathlib.Path(sys.argv.pop(1)).resolve())
BEGIN = """extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
"""
PROGRAMS = {
    # By invariants.
    "counter": ("true", """int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) if (x < 1000) x++;
  if (x > 1000) reach_error();
  return 0;
}
"""),
    # By bounds.
    "squares": ("true", """int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 2; i++, y = 0)
    if (((x + y) * (x - y) & 15) != (x * x - y * y & 15)) reach_error();
  return 0;
}
"""),
    # By an execution.
    "product": ("false(unreach-call)", """int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 40 && y > x && x < 5000 && y < 5000 && x * y == 8633) reach_error();
  return 0;
}
"""),
    # Too much for so small a limit.
    "factors": ("unknown", """int main(void) {
  unsigned x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 1 && y > 1 && (unsigned long)x * y == 8670687648630721837UL) reach_error();
  return 0;
}
"""),
}
BUSY = "while True: pass"


def check(program, *args):
    """The verdict, and the evidence as text."""
    command = [KLEENE, "check", "--deterministic", "--time-limit", "3", "--property", "unreach-call", *args]
    with tempfile.TemporaryDirectory() as folder:
        evidence = pathlib.Path(folder, "evidence")
        pathlib.Path(folder, "program.c").write_text(BEGIN + program)
        out = subprocess.run(command + ["--evidence", "evidence", "program.c"], cwd=folder, capture_output=True,
                             text=True, timeout=600, check=False).stdout
        verdict = re.search(r"^VERDICT: (\S+)", out, re.M).group(1)
        return verdict, evidence.read_text() if evidence.exists() else ""


class Deterministic(unittest.TestCase):
    def same(self, name, *args):
        wanted, program = PROGRAMS[name]
        first = check(program, *args)
        busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2)]
        try:
            second = check(program, *args)
        finally:
            for process in busy:
                process.kill()
                process.wait()
        self.assertEqual(first[0], wanted)
        self.assertEqual(first, second)

    def test_bounds(self):
        self.same("squares", "--engine", "bmc")

    def test_invariants(self):
        self.same("counter", "--engine", "k-induction")

    def test_execution(self):
        self.same("product", "--engine", "bmc")

    def test_of_several_engines(self):
        self.same("counter")

    def test_limit(self):
        self.same("factors", "--engine", "bmc")


if __name__ == "__main__":
    unittest.main()
