"""Witnesses: written, conforming to the schema, validated again, ours and others'.

Usage: witness.py KLEENE SCHEMAS
Tests that need SCHEMAS, or a YAML reader, are skipped where there is none.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import schema

try:
    import yaml
except ImportError:
    yaml = None

KLEENE = sys.argv.pop(1)
SCHEMAS = pathlib.Path(sys.argv.pop(1))
LIMIT = ["--time-limit", "60"]
# Where refusing is as good as not knowing.
SHORT = ["--time-limit", "5"]

DECLARATIONS = """extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
"""
VIOLATED = DECLARATIONS + """static int twice(int x) { return 2 * x; }
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n != 3) return 0;
  for (int i = 0; i < n; i++)
    sum += twice(__VERIFIER_nondet_int());
  if (sum == 84) reach_error();
  return 0;
}
"""
SAFE = DECLARATIONS + """int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
  if (n > 1000) return 0;
  while (i < n) {
    i++;
    j += 2;
  }
  if (j != 2 * n) reach_error();
  return 0;
}
"""
OVERFLOW = DECLARATIONS + """int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 1000000) return 0;
  x = x * 3000;
  return x;
}
"""
ENDLESS = DECLARATIONS + """int main(void) {
  int i = __VERIFIER_nondet_int();
  while (i > 0) {
    if (i != 5) i--;
  }
  return 0;
}
"""
# What `n` is asked for, and what is read, written, freed and kept.
MEMORY = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  char *p = malloc(4);
  for (int i = 0; i < n; i++)
    p[i] = 1;
  free(p);
  return 0;
}
"""
MEMORY_VIOLATED = {
    "valid-deref": (MEMORY.replace("i < n", "i <= n"), 8),
    "valid-free": (MEMORY.replace("free(p)", "free(n == 3 ? p + 1 : p)"), 9),
    "valid-memtrack": (MEMORY.replace("free(p)", "if (n != 3) free(p)"), 11),
}


ENDING = DECLARATIONS + """int main(void) {
  int n = __VERIFIER_nondet_int();
  while (n > 0)
    n -= 2;
  return 0;
}
"""


def entry(program_name, kind, content, specification="G ! call(reach_error())"):
    """A witness as another tool would write it."""
    return f"""- entry_type: {kind}
  metadata:
    format_version: '2.0'
    uuid: cf8eca3c-1fe7-4d40-944e-7e143621c6d1
    creation_time: '2024-04-29T13:13:07+02:00'
    producer: {{name: Somebody, version: '1'}}
    task:
      input_files: [{program_name}]
      input_file_hashes: {{}}
      specification: "{specification}"
      data_model: ILP32
      language: C
  content:
{content}"""


def invariant(line, column, value, kind="loop_invariant"):
    words = "ext_c_expression" if "transition" in kind else "c_expression"
    return f"""  - invariant:
      type: {kind}
      location: {{file_name: p.c, line: {line}, column: {column}, function: main}}
      value: {json.dumps(value)}
      format: {words}
"""


def waypoint(kind, line, column, value=None, action="follow"):
    constraint = f"\n        constraint: {{value: {json.dumps(value)}}}" if value else ""
    return f"""  - segment:
    - waypoint:
        type: {kind}
        action: {action}
        location: {{file_name: p.c, line: {line}, column: {column}}}{constraint}
"""


def question_of(options):
    """The options, and which property is meant if they do not say it."""
    named = any(o in options for o in ("--property", "--label", "--spec"))
    return options if named else ("--property", "unreach-call", *options)


class Witness(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        self.addCleanup(self.temporary.cleanup)

    def kleene(self, *arguments):
        return subprocess.run([KLEENE, *arguments], capture_output=True, text=True, timeout=150,
                              stdin=subprocess.DEVNULL, cwd=self.folder)

    def verdict(self, done, wanted):
        last = done.stdout.splitlines()[-1] if done.stdout else ""
        self.assertTrue(last.startswith("VERDICT: " + wanted), done.stdout + done.stderr)
        return last

    def check(self, program, wanted, *options):
        """Checks a program, looks at the witness, and has it validated; gives its text."""
        (self.folder / "p.c").write_text(program)
        self.verdict(self.kleene("check", *LIMIT, "--data-model", "ILP32", "--witness", "w.yml",
                                 *question_of(options), "p.c"), wanted)
        text = (self.folder / "w.yml").read_text()
        if yaml is not None:
            self.conforms(yaml.safe_load(text))
        self.verdict(self.kleene("validate", *LIMIT, "p.c", "w.yml"), wanted)
        self.verdict(self.kleene("validate", *LIMIT, "w.yml", "p.c"), wanted)
        return text

    def conforms(self, entries):
        path = SCHEMAS / "witness-2.x.schema.json"
        if path.exists():
            self.assertEqual(schema.problems(entries, json.loads(path.read_text())), [])

    def parsed(self, text):
        """The entry of a witness."""
        if yaml is None:
            self.skipTest("there is no YAML reader for Python")
        entries = yaml.safe_load(text)
        self.assertEqual(len(entries), 1)
        task = entries[0]["metadata"]["task"]
        digest = hashlib.sha256((self.folder / "p.c").read_bytes()).hexdigest()
        self.assertEqual(task["input_file_hashes"], {"p.c": digest})
        self.assertEqual(task["data_model"], "ILP32")
        return entries[0]

    def validate(self, program, witness, wanted, limit=LIMIT):
        (self.folder / "p.c").write_text(program)
        (self.folder / "w.yml").write_text(witness)
        return self.verdict(self.kleene("validate", *limit, "p.c", "w.yml"), wanted)

    def test_violation(self):
        entry = self.parsed(self.check(VIOLATED, "false(unreach-call)"))
        points = [s["segment"][0]["waypoint"] for s in entry["content"]]
        lines = VIOLATED.splitlines()
        given = [p for p in points if p["type"] == "function_return"]
        for p in given:
            line = lines[p["location"]["line"] - 1]
            self.assertEqual(line[p["location"]["column"] - 1], ")")
            self.assertIn("nondet_int", line)
        branches = [p for p in points if p["type"] == "branching"]
        self.assertEqual([p["constraint"]["value"] for p in branches],
                         ["false", "true", "true", "true", "false", "true"],
                         "n is 3, so three rounds, and the sum is right")
        for p in branches:
            line = lines[p["location"]["line"] - 1]
            self.assertRegex(line[p["location"]["column"] - 1:], "^(if|for) ")
        self.assertEqual(len(points), len(given) + len(branches) + 1)
        values = [int(p["constraint"]["value"].split("==")[1]) for p in given]
        self.assertEqual(values[0], 3)
        self.assertEqual(2 * sum(values[1:]) % 2**32, 84)
        place = points[-1]["location"]
        self.assertTrue(lines[place["line"] - 1][place["column"] - 1:].startswith("reach_error();"))
        self.assertIn("call(reach_error())", entry["metadata"]["task"]["specification"])

    def test_a_failing_assertion(self):
        program = "#include <assert.h>\n" + VIOLATED.replace("if (sum == 84) reach_error()", "assert(sum != 84)")
        entry = self.parsed(self.check(program, "false(unreach-call)"))
        self.assertIn("call(__assert_fail())", entry["metadata"]["task"]["specification"])
        self.validate(program.replace("sum != 84", "sum != 85"), (self.folder / "w.yml").read_text(), "unknown", SHORT)

    def test_overflow(self):
        entry = self.parsed(self.check(OVERFLOW, "false(no-overflow)", "--property", "no-overflow"))
        place = entry["content"][-1]["segment"][0]["waypoint"]["location"]
        line = OVERFLOW.splitlines()[place["line"] - 1]
        self.assertTrue(line[place["column"] - 1:].startswith("x = x * 3000"), line)
        self.assertIn("overflow", entry["metadata"]["task"]["specification"])

    def test_proof(self):
        entry = self.parsed(self.check(SAFE, "true"))
        self.assertEqual(entry["entry_type"], "invariant_set")
        for item in entry["content"]:
            place = item["invariant"]["location"]
            line = SAFE.splitlines()[place["line"] - 1]
            self.assertTrue(line[place["column"] - 1:].startswith("while"), line)
            self.assertIn("j", item["invariant"]["value"])

    def memory_lines(self, entry):
        """The properties that a witness of memory safety is about."""
        return set(re.findall(r"LTL\(G (valid-\w+)\)", entry["metadata"]["task"]["specification"]))

    def test_memory_violations(self):
        for kind, (program, line) in MEMORY_VIOLATED.items():
            with self.subTest(kind):
                text = self.check(program, f"false({kind})", "--property", "valid-memsafety")
                entry = self.parsed(text)
                self.assertEqual(self.memory_lines(entry), set(MEMORY_VIOLATED))
                target = entry["content"][-1]["segment"][0]["waypoint"]
                self.assertEqual((target["type"], target["location"]["line"]), ("target", line))
                # The same words about a program without the mistake are not confirmed.
                (self.folder / "p.c").write_text(MEMORY)
                last = self.kleene("validate", *SHORT, "p.c", "w.yml").stdout.splitlines()[-1]
                self.assertFalse(last.startswith("VERDICT: false"), last)

    def test_memory_proof(self):
        entry = self.parsed(self.check(MEMORY, "true", "--property", "valid-memsafety"))
        self.assertEqual(self.memory_lines(entry), set(MEMORY_VIOLATED))
        for kind, (program, _) in MEMORY_VIOLATED.items():
            with self.subTest(kind):
                (self.folder / "p.c").write_text(program)
                last = self.kleene("validate", *LIMIT, "p.c", "w.yml").stdout.splitlines()[-1]
                self.assertTrue(last.startswith(("VERDICT: unknown", "VERDICT: false")), last)

    def test_memory_that_is_kept(self):
        program = MEMORY_VIOLATED["valid-memtrack"][0]
        text = self.check(program, "false(valid-memcleanup)", "--property", "valid-memcleanup")
        self.assertEqual(self.memory_lines(self.parsed(text)), {"valid-memcleanup"})

    def test_memory_as_others_write_it(self):
        program, line = MEMORY_VIOLATED["valid-deref"]
        specification = "CHECK( init(main()), LTL(G valid-deref) )"
        points = waypoint("branching", 7, 3, "true") + waypoint("target", line, 5)
        self.validate(program, entry("p.c", "violation_sequence", points, specification),
                      "false(valid-deref)")
        self.validate(MEMORY, entry("p.c", "invariant_set", invariant(7, 3, "n <= 4"), specification), "true")
        self.validate(MEMORY, entry("p.c", "invariant_set", invariant(7, 3, "n <= 3"), specification), "unknown")

    def test_ranks(self):
        text = self.check(ENDING, "true", "--property", "termination", "--engine", "termination")
        entry = self.parsed(text)
        self.assertEqual(entry["metadata"]["format_version"], "2.1")
        said = [i["invariant"] for i in entry["content"] if "transition" in i["invariant"]["type"]]
        self.assertEqual([i["type"] for i in said], ["loop_transition_invariant"])
        self.assertEqual((said[0]["location"]["line"], said[0]["location"]["column"]), (6, 3))
        self.assertIn("\\at(n, AnyPrev)", said[0]["value"])

    def test_invariants_about_any_earlier_visit(self):
        def validate(value, wanted):
            said = invariant(6, 3, value, "loop_transition_invariant")
            return self.validate(ENDING, entry("p.c", "invariant_set", said, "F end"), wanted)
        validate("(__int128)\\at(n, AnyPrev) - n >= 2", "true")
        # True of the visit before, but not of those before that.
        self.assertIn("refused", validate("(__int128)\\at(n, AnyPrev) - n == 2", "unknown"))
        self.assertIn("refused", validate("\\at(n, AnyPrev) > 0 && n > 0", "unknown"))
        self.assertIn("not confirmed", validate("\\at(n, LastPrev) > n", "unknown"))

    def test_endless(self):
        entry = self.parsed(self.check(ENDLESS, "false(termination)", "--property", "termination"))
        self.assertEqual(entry["metadata"]["format_version"], "2.1")
        last = entry["content"][-1]["segment"][-1]["waypoint"]
        self.assertEqual(last["action"], "cycle")
        self.assertEqual(last["location"]["line"], 6)

    def test_endless_recursion(self):
        program = DECLARATIONS + """int down(int n) {
  if (n == 0) return 0;
  return down(n - (n != 5));
}
int main(void) { return down(__VERIFIER_nondet_int()); }
"""
        text = self.check(program, "false(termination)", "--property", "termination",
                          "--engine", "fuzz")
        last = self.parsed(text)["content"][-1]["segment"][-1]["waypoint"]
        self.assertEqual((last["type"], last["action"]), ("function_enter", "cycle"))
        place = last["location"]
        self.assertEqual(program.splitlines()[place["line"] - 1][:place["column"]],
                         "  return down(n - (n != 5))")
        # The same cycle with a value that ends, and another place for the cycle.
        ending = re.sub("result == [0-9]+", "result == 0", text)
        self.assertNotEqual(ending, text)
        elsewhere = text.replace(f"line: {place['line']}", "line: 8")
        self.assertNotEqual(elsewhere, text)
        self.validate(program, ending, "unknown", SHORT)
        self.validate(program, elsewhere, "unknown", SHORT)

    def test_an_infinite_execution_elsewhere_is_another_one(self):
        program = DECLARATIONS + """int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++)
    ;
  while (n == 7)
    ;
  return 0;
}
"""
        def witness(line):
            return entry("p.c", "violation_sequence", waypoint("branching", line, 3, "true", "cycle"), "F end")
        self.validate(program, witness(8), "false(termination)")
        self.validate(program, witness(6), "unknown", SHORT)

    def test_values_that_lead_there_another_way_are_refused(self):
        points = (waypoint("function_return", 6, 33, "\\result == 3") + waypoint("branching", 7, 3, "true")
                  + waypoint("target", 10, 18))
        last = self.validate(VIOLATED, entry("p.c", "violation_sequence", points), "unknown")
        self.assertIn("refused", last)

    def test_the_property_file_is_quoted(self):
        text = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
        (self.folder / "unreach-call.prp").write_text(text)
        entry = self.parsed(self.check(VIOLATED, "false", "--property", "unreach-call.prp"))
        self.assertEqual(entry["metadata"]["task"]["specification"], text.strip())

    def test_invariants_of_others_are_confirmed(self):
        self.validate(SAFE, entry("p.c", "invariant_set",
                                  invariant(7, 3, "j == 2 * i && i <= n && n <= 1000")), "true")

    def test_wrong_invariants_are_refused(self):
        last = self.validate(SAFE, entry("p.c", "invariant_set", invariant(7, 3, "j == i")), "unknown")
        self.assertIn("refused", last)
        last = self.validate(SAFE, entry("p.c", "invariant_set",
                                         invariant(12, 3, "i < 999", "location_invariant")), "unknown")
        self.assertIn("refused", last)

    def test_what_is_not_understood_is_not_confirmed(self):
        for value in ("table[0] == 77 && table[1] == 78", "10 / (5 / i) == 1"):
            last = self.validate(SAFE.replace("int main", "int table[3];int main", 1),
                                 entry("p.c", "invariant_set", invariant(7, 3, value)), "unknown")
            self.assertIn("not confirmed", last)
        last = self.validate(SAFE, entry("p.c", "invariant_set", invariant(3, 77, "i == i")), "unknown")
        self.assertIn("3:77", last)

    def test_an_invariant_without_a_value_does_not_hold(self):
        """It ends no execution either: the error behind it would be reached."""
        violated = DECLARATIONS + """int main(void) {
  int zero = 0, i = 0;
  while (i < 1)
    i++;
  reach_error();
}
"""
        for value in ("1 / zero == 1", "1 << (zero - 1) == 1"):
            (self.folder / "p.c").write_text(violated)
            (self.folder / "w.yml").write_text(entry("p.c", "invariant_set", invariant(6, 3, value)))
            done = self.kleene("validate", *LIMIT, "p.c", "w.yml")
            self.assertNotIn("VERDICT: true", done.stdout)

    def test_a_proof_of_what_is_false_is_not_confirmed(self):
        witness = entry("p.c", "invariant_set", invariant(8, 3, "i <= n"))
        self.validate(VIOLATED, witness, "false(unreach-call)")

    def test_invariants_do_not_prove_that_executions_end(self):
        for content in ("  []\n", invariant(6, 3, "i == i")):
            witness = entry("p.c", "invariant_set", content, "F end")
            (self.folder / "p.c").write_text(ENDLESS)
            (self.folder / "w.yml").write_text(witness)
            done = self.kleene("validate", *SHORT, "p.c", "w.yml")
            self.assertNotRegex(done.stdout, "(?m)^VERDICT: true", witness)

    def test_waypoints_of_others_are_followed(self):
        points = (waypoint("assumption", 7, 3, "n == 3") + waypoint("branching", 8, 3, "true")
                  + waypoint("function_enter", 9, 41) + waypoint("branching", 10, 3, "true")
                  + waypoint("target", 10, 18))
        self.validate(VIOLATED, entry("p.c", "violation_sequence", points), "false(unreach-call)")
        only_target = entry("p.c", "violation_sequence", waypoint("target", 10, 18))
        self.validate(VIOLATED, only_target, "false(unreach-call)")

    def test_waypoints_that_nothing_passes_are_refused(self):
        points = waypoint("assumption", 7, 3, "n == 4") + waypoint("target", 10, 18)
        last = self.validate(VIOLATED, entry("p.c", "violation_sequence", points), "unknown")
        self.assertIn("refused", last)

    def test_a_violation_of_what_holds_is_refused(self):
        witness = entry("p.c", "violation_sequence", waypoint("target", 11, 19))
        self.assertIn("refused", self.validate(SAFE, witness, "unknown"))

    def test_nonsense_is_an_error_with_its_line(self):
        (self.folder / "p.c").write_text(SAFE)
        (self.folder / "w.yml").write_text("- entry_type: violation_sequence\n  metadata: 3\n")
        done = self.kleene("validate", "p.c", "w.yml")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("w.yml:2", done.stderr)

    def test_another_version_of_the_program_is_said(self):
        self.check(VIOLATED, "false")
        (self.folder / "p.c").write_text(VIOLATED + "// more\n")
        done = self.kleene("validate", *LIMIT, "p.c", "w.yml")
        self.assertIn("another version", done.stderr)

    def test_samples(self):
        if not (SCHEMAS / "examples").exists():
            self.skipTest("there are no samples")
        cases = [("kleene-violation-2.0.yml", "rec.c", "false(unreach-call)"),
                 # It has contracts, which are not understood.
                 ("kleene-correctness-2.1.yml", "recsafe.c", "unknown"),
                 ("violation-2.1-nontermination.svbench.yml", "Ex02.c", "false(termination)"),
                 ("correctness-2.0-loop.cpachecker.yml", "simple.c", "true")]
        for witness, program, wanted in cases:
            with self.subTest(witness):
                done = self.kleene("validate", *LIMIT, str(SCHEMAS / "examples" / program),
                                   str(SCHEMAS / "examples" / witness))
                self.verdict(done, wanted)

    def test_only_c_has_witnesses(self):
        (self.folder / "p.bp").write_text("void main() begin skip; end\n")
        done = self.kleene("check", "--witness", "w.yml", "p.bp")
        self.assertEqual(done.returncode, 1)
        self.assertFalse((self.folder / "w.yml").exists())


class Sarif(Witness):
    """The same programs as SARIF documents."""

    def document(self, program, wanted, *options):
        (self.folder / "p.c").write_text(program)
        limit = [] if "--time-limit" in options else LIMIT
        done = self.kleene("check", *limit, "--sarif", "out.sarif", *question_of(options), "p.c")
        self.verdict(done, wanted)
        document = json.loads((self.folder / "out.sarif").read_text())
        path = SCHEMAS / "sarif-schema-2.1.0.json"
        if path.exists():
            self.assertEqual(schema.problems(document, json.loads(path.read_text()), "#/definitions/Root"), [])
        run = document["runs"][0]
        self.assertEqual(run["invocations"][0]["exitCode"], done.returncode)
        return run

    def test_violation(self):
        result = self.document(VIOLATED, "false")["results"][0]
        self.assertEqual((result["kind"], result["level"]), ("fail", "error"))
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], "p.c")
        self.assertEqual(place["region"]["startLine"], 10)
        steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
        self.assertEqual([s["executionOrder"] for s in steps], list(range(1, len(steps) + 1)))
        self.assertIn(1, {s["nestingLevel"] for s in steps}, "the call of twice is deeper")
        self.assertIn({"text": "3"}, [s["state"]["n"] for s in steps if "n" in s.get("state", {})])
        decisive = [s for s in steps if s["importance"] == "essential"]
        self.assertTrue(any("sum == 84" in s["location"]["message"]["text"] for s in decisive))

    def test_the_fingerprint_outlives_new_lines(self):
        first = self.document(VIOLATED, "false")["results"][0]["partialFingerprints"]
        second = self.document("\n\n" + VIOLATED, "false")["results"][0]["partialFingerprints"]
        self.assertEqual(first, second)

    def test_proof(self):
        result = self.document(SAFE, "true")["results"][0]
        self.assertEqual((result["kind"], result["level"]), ("pass", "none"))

    def test_unknown(self):
        result = self.document(SAFE, "unknown", "--engine", "fuzz", "--time-limit", "2")
        self.assertEqual(result["results"][0]["kind"], "open")

    def test_every_check_has_its_result(self):
        program, _ = MEMORY_VIOLATED["valid-deref"]
        run = self.document(program, "false", "--property", "valid-deref,valid-free,no-overflow")
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        found = [(r["ruleId"], r["kind"], r["locations"][0]["physicalLocation"]["region"]["startLine"])
                 for r in run["results"]]
        for result in run["results"]:
            self.assertEqual(rules[result["ruleIndex"]], result["ruleId"])
            self.assertEqual("codeFlows" in result, result["kind"] == "fail")
        self.assertEqual(sorted(found), [("no-overflow", "pass", 7), ("valid-deref", "fail", 8),
                                         ("valid-free", "pass", 9)])

    def test_errors_are_notifications(self):
        run = self.document("int main(void) { return x; }\n", "ERROR")
        self.assertEqual(run["results"], [])
        self.assertFalse(run["invocations"][0]["executionSuccessful"])
        notes = run["invocations"][0]["toolExecutionNotifications"]
        self.assertTrue(any("x" in n["message"]["text"] and n["level"] == "error" for n in notes))


for name in [n for n in dir(Witness) if n.startswith("test_") and n not in Sarif.__dict__]:
    setattr(Sarif, name, None)

if __name__ == "__main__":
    unittest.main()
