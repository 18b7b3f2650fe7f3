"""Random terms over mathematical integers of all sizes: what Python computes is what the interpreter finds, what the
solvers prove of it, and what evidence says after it was written and read again.

Usage: math_integers.py KLEENE
"""

import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

KLEENE = sys.argv.pop(1)

PROGRAM = """proc main() {{
  local n, r: int;
  a -> b:      havoc n from "n";
  b -> c:      assume n == {given};
  c -> d:      r := {term};
  d -> exit:   assume {holds};
  d -> error:  assume !({holds});
  location error target assertion;
}}
"""


def quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


OPERATORS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": quotient,
    "%": lambda a, b: a - quotient(a, b) * b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
}


def number(rng):
    """Around powers of two, where representations end, and anything between."""
    value = rng.choice([1 << rng.choice([31, 32, 63, 64, 126, 127, 128, 200]), rng.getrandbits(rng.randrange(1, 220))])
    return rng.choice([-1, 1]) * (value + rng.randrange(-2, 3))


def term(rng, given, depth, operators):
    """Text and value of a term over n, whose value is `given`, and constants."""
    if depth == 0:
        value = rng.choice([given, number(rng)])
        return ("n" if value == given else str(value)), value
    operator = rng.choice(operators)
    left, a = term(rng, given, depth - 1, operators)
    if operator in ("<<", ">>"):
        right, b = (str(k := rng.randrange(0, 90)), k)
    elif operator in ("/", "%"):
        right, b = (str(k := number(rng) or 3), k)
    elif operator == "*" and len(operators) < len(OPERATORS):
        right, b = (str(k := number(rng)), k) # solvers are asked linear questions only
    else:
        right, b = term(rng, given, depth - 1, operators)
    return f"({left} {operator} {right})", OPERATORS[operator](a, b)


def terms_of(rng, given, depth, operators, count):
    """Terms with the input in them: of numbers alone the language does not know the type."""
    result = []
    while len(result) < count:
        text, value = term(rng, given, rng.randrange(1, depth), operators)
        if "n" in text:
            result.append((text, value))
    return result


def kleene(*args):
    return subprocess.run([KLEENE, *args], capture_output=True, text=True, timeout=300)


class MathIntegers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name, "p.ir")

    def write(self, given, terms, wrong_by=0):
        joined = " && ".join(f"{text} == {value + wrong_by}" for text, value in terms)
        self.file.write_text(PROGRAM.format(given=given, term=terms[0][0], holds=f"r == {terms[0][1]} && {joined}"))

    def test_the_interpreter_computes_what_python_does(self):
        rng = random.Random(1)
        for _ in range(20):
            given = number(rng)
            terms = terms_of(rng, given, 4, list(OPERATORS), 30)
            self.write(given, terms)
            ran = kleene("run", str(self.file), f"--input={given}")
            self.assertEqual(ran.returncode, 0, ran.stdout + self.file.read_text())
            self.write(given, terms, wrong_by=1)
            self.assertNotEqual(kleene("run", str(self.file), f"--input={given}").returncode, 0)

    def test_solvers_prove_it_and_find_mistakes(self):
        rng = random.Random(2)
        for _ in range(5):
            given = number(rng)
            terms = terms_of(rng, given, 3, ["+", "-", "*", "<<", "/", "%", ">>"], 4)
            self.write(given, terms)
            proved = kleene("check", str(self.file), "--time-limit", "60")
            self.assertIn("VERDICT: true", proved.stdout, self.file.read_text())
            self.write(given, terms, wrong_by=1)
            refuted = kleene("check", str(self.file), "--time-limit", "60")
            self.assertIn("VERDICT: false(unreach-call)", refuted.stdout, self.file.read_text())

    def test_evidence_keeps_every_digit(self):
        given = 10 ** 60 + 1
        self.write(given, [("n * n", given * given + 1)])
        evidence = str(pathlib.Path(self.folder.name, "evidence"))
        found = kleene("check", str(self.file), "--evidence", evidence)
        self.assertIn("VERDICT: false(unreach-call)", found.stdout)
        self.assertIn(str(given), pathlib.Path(evidence).read_text())
        self.assertEqual(kleene("validate", str(self.file), evidence).returncode, found.returncode)
        text = pathlib.Path(evidence).read_text().replace(str(given), str(given + 1))
        pathlib.Path(evidence).write_text(text)
        self.assertNotEqual(kleene("validate", str(self.file), evidence).returncode, found.returncode)


if __name__ == "__main__":
    unittest.main()
