"""`unknown`: one cause on a short line, one hint, and the hint works.

Usage: unknown.py KLEENE
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

KLEENE = sys.argv.pop(1)

UNINITIALISED = """#include <assert.h>
int main(void) { int x; int y = 3; if (x < 2) y = 4; assert(y == 3); return 0; }
"""
MISSING = """#include <assert.h>
int sensor(void);
int main(void) { int y = sensor(); assert(y < 100); return 0; }
"""
MISSING_RESULTS = """#include <assert.h>
int nondet(void);
static unsigned char add(unsigned char a, unsigned char b) { return a + b; }
int main(void) { unsigned char a = nondet(), b = nondet(); assert(add(a, b) >= a); return 0; }
"""
ARGUMENTS = """#include <assert.h>
int main(int argc, char **argv) { assert(argc < 3); return 0; }
"""
ENTRY = """int f(int a) { return 10 / a; }
int g(int b) { return f(b); }
"""
NOTHING = "int main(void) { int x = 1; return x + 1; }\n"
ENDLESS = """#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = 1, b = 1;
  for (unsigned i = 0; i < n; i++) { unsigned c = a * a + b; a = b ^ (c >> 3); b = c * 2654435761u + i; }
  assert(a != 0x12345678u || b != 0x9abcdef0u);
  return 0;
}
"""


def check(text, *arguments):
    """Exit code, lines of stdout, and the document."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "p.c"), os.path.join(folder, "out.json")
        with open(path, "w") as file:
            file.write(text)
        done = subprocess.run([KLEENE, "check", "--json", out, *arguments, path], capture_output=True, text=True, timeout=120)
        with open(out) as file:
            return done.returncode, done.stdout.splitlines(), json.load(file)


class Unknown(unittest.TestCase):
    def unknown(self, text, cause, *arguments):
        """Gives the options that the hint names."""
        _, lines, document = check(text, *arguments)
        self.assertEqual(document["verdict"], "unknown")
        self.assertLess(len(lines[-1]), 120)
        self.assertRegex(lines[-1], r"^VERDICT: unknown \(.*\)$")
        self.assertIn(cause, document["reason"])
        self.assertEqual(sum(document["reason"] in line for line in lines), 1, "the cause is said once")
        self.assertEqual(sum(line.startswith("Hint: ") for line in lines), 1)
        self.assertNotIn("What each engine tried", "\n".join(lines))
        return re.findall(r"(--[a-z-]+)(?: ([a-z]+|[0-9]+))?", document["hint"])

    def follow(self, text, hint, *arguments):
        options = [word for pair in hint for word in pair if word]
        return check(text, *options, *arguments)[2]["verdict"]

    def test_uninitialised(self):
        hint = self.unknown(UNINITIALISED, "uninitialised value, x at", "--property", "unreach-call", "--time-limit", "20")
        self.assertEqual(hint, [("--uninit", "nondet")])
        self.assertEqual(self.follow(UNINITIALISED, hint, "--property", "unreach-call", "--time-limit", "20"), "false(unreach-call)")

    def test_a_function_without_body(self):
        hint = self.unknown(MISSING, "sensor", "--property", "unreach-call", "--time-limit", "6")
        self.assertEqual(hint, [("--missing-bodies", "nondet")])
        self.assertEqual(self.follow(MISSING, hint, "--property", "unreach-call", "--time-limit", "20"), "false(unreach-call)")

    def test_a_value_that_comes_from_no_place_of_the_source(self):
        _, lines, _ = check(MISSING_RESULTS, "--property", "unreach-call", "--time-limit", "6")
        self.assertIn("nondet, a function without body", lines[-1])
        self.assertNotIn("unknown place", "\n".join(lines))

    def test_arguments_of_main(self):
        answer = check(ARGUMENTS, "--property", "unreach-call", "--time-limit", "20")[2]
        self.assertEqual(answer["verdict"], "false(unreach-call)")

    def test_no_main(self):
        code, _, document = check(ENTRY)
        self.assertEqual(code, 2)
        self.assertIn("--entry may name one of: f, g", document["reason"])
        self.assertEqual(check(ENTRY, "--entry", "g", "--time-limit", "20")[2]["verdict"], "false(def-behavior)")

    def test_nothing_to_check(self):
        hint = self.unknown(NOTHING, "nothing to check", "--property", "unreach-call")
        self.assertEqual(hint, [("--property", "safety")])
        self.assertEqual(self.follow(NOTHING, hint, "--time-limit", "20"), "true")

    def test_time(self):
        hint = self.unknown(ENDLESS, "time limit of 2 s reached", "--property", "unreach-call", "--time-limit", "2")
        self.assertEqual(hint, [("--time-limit", "10")])

    def test_one_engine(self):
        hint = self.unknown(ENDLESS, "ranges of variables", "--property", "unreach-call", "--engine", "intervals")
        self.assertEqual(hint, [("--engine", "auto")])

    def test_engines_with_explain_only(self):
        _, lines, document = check(ENDLESS, "--property", "unreach-call", "--time-limit", "2", "--explain")
        self.assertIn("What each engine tried, and why it has no answer:", lines)
        self.assertTrue(document["obstacles"])


if __name__ == "__main__":
    unittest.main()
