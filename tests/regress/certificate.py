"""Certificates through the real command: check.sh confirms what `check --certificate` wrote, without kleene, and nothing of it
that was changed.

Usage: certificate.py KLEENE
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

KLEENE = sys.argv.pop(1)
BEGIN = """extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
"""
# Nothing that propagation alone could find.
SQUARES = BEGIN + """int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 2; i++, y = 0)
    if (((x + y) * (x - y) & 15) != (x * x - y * y & 15)) reach_error();
  return 0;
}
"""
COUNTING = BEGIN + """int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) if (x < 1000) x++;
  if (x > 1000) reach_error();
  return 0;
}
"""
SEVEN = BEGIN + """int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1234567) reach_error();
  return 0;
}
"""
SUM = BEGIN + """int main(void) {
  int x = __VERIFIER_nondet_int();
  return x > 1000 ? x + 2147483000 : 0;
}
"""
BOOLEAN = "void main() begin\n  decl x;\n  x := F;\n  if (x) then ERROR: skip; fi\nend\n"


class Certificate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name)
        self.folder = self.home / "certificate"

    def check(self, program, answer, *options, name="program.c"):
        (self.home / name).write_text(program)
        question = [] if "--property" in options else ["--property", "unreach-call"]
        # From the folder of the program, so that its name is a relative one.
        run = subprocess.run(
            [KLEENE, "check", "--certificate", "certificate", *question, *options, name],
            capture_output=True, text=True, timeout=100, cwd=self.home)
        self.assertEqual(run.stdout.splitlines()[-1], f"VERDICT: {answer}", run.stdout + run.stderr)

    def confirms(self):
        run = subprocess.run(["sh", self.folder / "check.sh"], capture_output=True, text=True,
                             timeout=100, cwd="/", env={"PATH": "/usr/bin:/bin"})
        return run.returncode

    def change(self, name, pattern, text):
        path = self.folder / name
        old = path.read_bytes()
        new = re.sub(pattern, text, old, count=1, flags=re.S)
        self.assertNotEqual(old, new)
        path.write_bytes(new)

    def test_refutation(self):
        self.check(SQUARES, "true", "--engine", "bmc")
        self.assertTrue((self.folder / "refutation.drat").exists())
        self.assertEqual(self.confirms(), 0)
        proof = (self.folder / "refutation.drat").read_bytes()
        for changed in (b"", proof[:len(proof) // 2]):
            (self.folder / "refutation.drat").write_bytes(changed)
            self.assertEqual(self.confirms(), 1, changed[:20])
        (self.folder / "refutation.drat").write_bytes(proof)
        # Without what is asked for, the first clause, something satisfies the rest.
        text = (self.folder / "question.cnf").read_text().splitlines()
        variables, clauses = text[0].split()[2:]
        text = [f"p cnf {variables} {int(clauses) - 1}"] + text[2:]
        (self.folder / "question.cnf").write_text("\n".join(text) + "\n")
        self.assertEqual(self.confirms(), 1)

    def test_questions_for_a_solver(self):
        self.check(COUNTING, "true", "--engine", "exact")
        self.assertEqual(self.confirms(), 0)
        script = (self.folder / "questions.smt2").read_bytes()
        self.change("questions.smt2", rb"\(check-sat\)", b"")
        self.assertEqual(self.confirms(), 2)
        (self.folder / "questions.smt2").write_bytes(re.sub(rb"\(assert", b"(assert (or true", script).replace(b"))\n(check-sat)", b")))\n(check-sat)"))
        self.assertNotEqual(self.confirms(), 0)

    def test_execution(self):
        self.check(SEVEN, "false(unreach-call)", "--engine", "bmc")
        self.assertEqual(self.confirms(), 0)
        self.change("harness.c", rb"1234567LL", b"1234568LL")
        self.assertEqual(self.confirms(), 1)

    def test_overflow(self):
        self.check(SUM, "false(no-overflow)", "--engine", "bmc", "--property", "no-overflow")
        self.assertEqual(self.confirms(), 0)
        self.change("harness.c", rb'(nondet_int", )\d+LL', rb"\g<1>5LL")
        self.assertEqual(self.confirms(), 1)

    def test_several_properties_have_one_answer(self):
        self.check(COUNTING, "true", "--engine", "exact", "--property", "unreach-call,valid-deref,no-overflow")
        self.assertEqual(self.confirms(), 0)

    def test_what_needs_kleene_says_so(self):
        self.check(BOOLEAN, "true", name="program.bp")
        self.assertEqual(self.confirms(), 2)
        self.assertIn("kleene validate", (self.folder / "README").read_text())


if __name__ == "__main__":
    unittest.main()
