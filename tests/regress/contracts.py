"""Contracts of functions that people wrote: each clause is checked, and proofs may use it.

Usage: contracts.py KLEENE
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

KLEENE = sys.argv.pop(1)

CLIMB = """
extern int __VERIFIER_nondet_int(void);
int limit = 100;
int climb(int from) {
  int at = from;
  while (at < limit) { at++; from = 7; }
  return at;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 50) return 0;
  return climb(x) - 100;
}
"""

# Without a bound for n the sum overflows.
SUM = """
extern int __VERIFIER_nondet_int(void);
int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 9000) return 0;
  return sum(n) < 0;
}
"""


class Contracts(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def check(self, program, contracts, *arguments):
        (self.folder / "p.c").write_text(program)
        (self.folder / "contracts.txt").write_text(contracts)
        answer = self.folder / "answer.json"
        command = [KLEENE, "check", "--quiet", "--time-limit", "100", "--json", str(answer), "--contracts", "contracts.txt"]
        subprocess.run([*command, *arguments, "p.c"], stdin=subprocess.DEVNULL, cwd=self.folder, timeout=150,
                       capture_output=True)
        return json.loads(answer.read_text())

    def contract_checks(self, document):
        return [(c["what"].split(": ", 1)[1], c["answer"]) for c in document["checks"] if "contract of" in c["what"]]

    def test_what_holds_is_proved(self):
        contracts = ("# a comment\nfunction climb\n  requires from <= limit && limit < 1000\n"
                     "  ensures \\result == limit # and so on\n  ensures \\result >= from && limit == \\old(limit)\n")
        document = self.check(CLIMB, contracts, "--engine", "k-induction")
        self.assertEqual(document["verdict"], "true", document.get("reason"))
        self.assertEqual(len(self.contract_checks(document)), 3)

    def test_clauses_of_recursive_functions_are_used(self):
        """What is promised makes the sums bounded."""
        contracts = "function sum\n  requires n <= 9000\n  ensures 0 <= \\result && \\result <= (n > 0 ? 9000 * n : 0)\n"
        document = self.check(SUM, contracts, "--engine", "k-induction")
        self.assertEqual(document["verdict"], "true")

    def test_what_is_required_is_checked_at_calls(self):
        document = self.check(CLIMB, "function climb\n  requires from < 50\n")
        self.assertEqual(document["verdict"], "false(unreach-call)")
        self.assertEqual([i["value"] for i in document["counterexample"]["inputs"]], ["50"])

    def test_what_is_promised_is_checked_at_returns(self):
        document = self.check(CLIMB, "function climb\n  ensures \\result > 100\n", "--property", "unreach-call")
        self.assertEqual(document["verdict"], "false(unreach-call)")

    def test_parameters_are_those_of_the_call(self):
        document = self.check(CLIMB, "function climb\n  ensures from != 7 || \\old(from) == 7\n",
                              "--property", "unreach-call")
        self.assertEqual(document["verdict"], "true")

    def test_an_entry_is_called_as_its_contract_requires(self):
        program = ("static int begun; __attribute__((constructor)) static void begin(void) { begun = 1; }\n"
                   "int half(int n) { return 100 / n; }\n")
        document = self.check(program, "function half\n  requires n > 0\n  ensures \\result <= 100\n", "--entry", "half")
        self.assertEqual(document["verdict"], "true")
        self.assertIn("contract", [a["name"] for a in document["assumptions"]])

    def test_nothing_is_passed_over(self):
        for contracts, message in [("function climb\n  ensures \\result == where\n", "contracts.txt:2"),
                                   ("function climb\n  requires \\result == 1\n", "contracts.txt:2"),
                                   ("requires 1\n", "contracts.txt:1"),
                                   ("function climb\n  promises 1\n", "contracts.txt:2")]:
            document = self.check(CLIMB, contracts)
            self.assertIn(document["exit_code"], (1, 2), contracts)
            self.assertTrue(any(message in d["message"] for d in document["diagnostics"]), document["diagnostics"])
        document = self.check(CLIMB, "function nobody\n  requires 1\n")
        self.assertTrue(any("nobody" in d["message"] for d in document["diagnostics"]))


if __name__ == "__main__":
    unittest.main()
