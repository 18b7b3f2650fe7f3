#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`kleene cover`: its tests are compiled with the program and run, and gcov says which branches they really take.

usage: cover.py KLEENE [TEST...]
"""
import collections
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

KLEENE = os.path.abspath(sys.argv.pop(1))

# Conditions without `&&` and `||`, one on a line: then gcov counts as many outcomes of a line as kleene does.
LOOPS = """\
extern int __VERIFIER_nondet_int(void);
int steps(int n) {
  int count = 0;
  while (n != 1) {
    if (n % 2 == 0)
      n = n / 2;
    else
      n = 3 * n + 1;
    count++;
    if (count > 20)
      return -1;
  }
  return count;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int square = n % 1000 * (n % 1000);
  if (n < 1)
    return 1;
  if (square == 361)
    return 2;
  if (square % 4 == 2)
    return 3;
  for (int i = 0; i < 4; i++)
    if (i > 5)
      return 4;
  if (steps(n) == 17)
    return 5;
  return 0;
}
"""
RECURSION = """\
extern unsigned __VERIFIER_nondet_uint(void);
unsigned ack(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1));
}
int main(void) {
  unsigned m = __VERIFIER_nondet_uint();
  if (m > 2)
    m = 2;
  unsigned r = ack(m, 1);
  if (r == 0)
    return 1;
  if (r == 5)
    return 2;
  return 0;
}
"""
STDIN = """\
#include <stdio.h>
int main(void) {
  int c = getchar();
  if (c == 'x')
    c = getchar();
  if (c == '!')
    return 2;
  if (c < -1)
    return 3;
  return 0;
}
"""
UNINITIALISED = "int main(void) {\n  int x;\n  if (x > 3)\n    return 1;\n  return 0;\n}\n"


class Cover(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def cover(self, text, *options):
        (self.root / "p.c").write_text(text)
        done = subprocess.run(
            [KLEENE, "cover", "--time-limit", "100", "--json", "a.json", "--out", "tests", *options, "p.c"],
            cwd=self.root, capture_output=True, text=True)  # fmt: skip
        return done.returncode, json.loads((self.root / "a.json").read_text()), done.stdout + done.stderr

    def gcov(self, tests, feed):
        """Outcomes of each line that the tests took, as gcov counts them."""
        run = lambda *command, **more: subprocess.run(command, cwd=self.root, check=True, capture_output=True, **more)
        run("gcc", "-O0", "-fwrapv", "--coverage", "-c", "p.c", "-o", "p.o")
        for n in range(1, tests + 1):
            if feed:
                run("gcc", "--coverage", "p.o", "-o", "test")
                with open(self.root / f"tests/test-{n}.stdin") as stdin:
                    subprocess.run(["./test"], cwd=self.root, stdin=stdin)
            else:
                run("gcc", "-w", "--coverage", "p.o", f"tests/test-{n}.c", "-o", "test")
                subprocess.run(["./test"], cwd=self.root)
        run("gcov", "--json-format", "--branch-probabilities", "p.o")
        with gzip.open(next(self.root.glob("*p.gcov.json.gz"))) as file:
            data = json.load(file)
        lines = next(f for f in data["files"] if f["file"] == "p.c")["lines"]
        return {l["line_number"]: sum(b["count"] > 0 for b in l["branches"]) for l in lines if l["branches"]}

    def check_with_gcov(self, text, unreachable, feed=False, options=()):
        code, document, said = self.cover(text, *options)
        self.assertEqual(code, 0, said)
        answers = collections.Counter(b["answer"] for b in document["branches"])
        self.assertEqual(answers["unreachable"], unreachable, said)
        taken = collections.Counter(b["line"] for b in document["branches"] if b["answer"] == "taken")
        self.assertEqual(self.gcov(len(document["tests"]), feed), dict(taken), said)
        for n, test in enumerate(document["tests"], 1):
            case = xml.parse(self.root / f"tests/testcase-{n}.xml").getroot()
            if not feed:
                self.assertEqual([i.text for i in case], [i["value"] for i in test["inputs"]])
        self.assertEqual(xml.parse(self.root / "tests/metadata.xml").getroot().find("entryfunction").text, "main")

    def test_loops(self):
        self.check_with_gcov(LOOPS, 2)

    def test_recursion(self):
        self.check_with_gcov(RECURSION, 1)

    def test_standard_input(self):
        self.check_with_gcov(STDIN, 1, feed=True)

    def test_what_nobody_knows_is_no_test(self):
        code, document, said = self.cover(UNINITIALISED)
        self.assertEqual(code, 5, said)
        self.assertEqual({b["answer"] for b in document["branches"]}, {"unknown"}, said)

    def test_refused(self):
        (self.root / "p.bp").write_text("void main() begin skip; end\n")
        done = subprocess.run([KLEENE, "cover", "p.bp"], cwd=self.root, capture_output=True)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
