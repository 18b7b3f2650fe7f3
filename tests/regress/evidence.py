"""Evidence of every kind through the real command: `validate` accepts what `check` wrote, and nothing of it that
was changed: a weakened invariant, a recurrent set that was moved, a layer that is something else.

Usage: evidence.py KLEENE
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

KLEENE = sys.argv.pop(1)
NONDET = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"

# x is 0 or 1 whenever the loop goes round; 2 would be an error.
TOGGLE = NONDET + """int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    if (x == 0) x = 1; else x = 0;
  }
  if (x == 2) reach_error();
  return 0;
}
"""
# The result is the argument plus 1, for every call.
CALLS = NONDET + """int next(int x) { return x < 100 ? x + 1 : x; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 50) return 0;
  if (next(n) != n + 1) reach_error();
  return 0;
}
"""
FOUR_ROUNDS = NONDET + """int main(void) {
  int s = __VERIFIER_nondet_int(), i;
  if (s < 0 || s > 5) return 0;
  for (i = 0; i < 4; i++) s += 2;
  if (s < 8) reach_error();
  return 0;
}
"""
SEVEN = NONDET + "int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n"
TWO_RUNS = NONDET + """extern _Bool __VERIFIER_nondet_bool(void);
int main(void) { int x = __VERIFIER_nondet_bool(); if (x == 2) reach_error(); return 0; }
"""
COUNTS_UP = NONDET + """int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 0) x = x + 1;
  return 0;
}
"""
ONE_AND_TWO = NONDET + """int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x == 1 || x == 2) x = 3 - x;
  return 0;
}
"""
# Ten thousand million rounds, and an error behind them.
LONG_WAY = NONDET + """int main(void) {
  int i = 0, j, s = 0;
  while (i < 100000) {
    for (j = 0; j < 100000; j++) s = 1;
    i++;
  }
  if (s == 1) reach_error();
  return 0;
}
"""
# A call that returns after more calls than there is room for, with a result that leads to the error.
DEEP_CALL = NONDET + """int f(int n) { return n <= 0 ? 6 : f(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 100000000 && f(n) > 5) reach_error();
  return 0;
}
"""
COUNTS_DOWN = NONDET + """int f(int n) { return n <= 0 ? 0 : f(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  for (i = 0; i < n; i++) f(i);
  return 0;
}
"""
# Ends unless x is 1 or 2, and passes ERROR only for 7.
LABELS = NONDET + """int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7) { ERROR: x = 0; }
  if (x > 0 && x < 0) { NEVER: x = 0; }
  while (x == 1 || x == 2) { LOOP: x = 3 - x; }
  return 0;
}
"""
# x is 0 or 1 whenever the loop goes round; at some time it is left, or not.
TOGGLE_LABELS = TOGGLE.replace("reach_error();", "{ ERROR: x = 0; }")
# Counts with three bits through all their values.
COUNTER = """decl a, b, c;
void main() begin
  a, b, c := F, F, F;
  while (!(a & b & c)) do
    a, b, c := !a, b ^ a, c ^ (a & b);
  od
  %s
end
"""

def doubling(levels, end):
    """x is negated 2^levels times, and then: too long to be executed."""
    text = f"decl x;\nvoid main() begin\n  x := F;\n  l{levels}();\n  {end}\nend\nvoid l0() begin\n  x := !x;\nend\n"
    for i in range(1, levels + 1):
        text += f"void l{i}() begin\n  l{i - 1}();\n  l{i - 1}();\nend\n"
    return text


def every_formula(kind, formula):
    """All lines of a kind say this instead."""
    return lambda text: re.sub(rf"^({kind} \S+ (?:\S+ )?).*$", rf"\g<1>{formula}", text, flags=re.M)


def number(key, change):
    return lambda text: re.sub(rf"^{key} (-?\d+)", lambda m: f"{key} {change(int(m[1]))}", text, flags=re.M)


def without_first(kind):
    return lambda text: re.sub(rf"^{kind} .*\n", "", text, count=1, flags=re.M)


def without_last(kind):
    return lambda text: re.sub(rf"^(?s:(.*))\n{kind} [^\n]*\n", r"\1\n", text, count=1)


def moved_to(kind):
    """The stem is said to end elsewhere: where another line of the set speaks."""
    def change(text):
        place = re.search(r"^reaches (\S+) (\S+)$", text, flags=re.M)
        other = next(m for m in re.finditer(rf"^{kind} (\S+) (\S+) ", text, flags=re.M) if m.groups() != place.groups())
        return text.replace(place[0], f"reaches {other[1]} {other[2]}")
    return change


moved = moved_to("in")


def every_rank(text):
    """Nothing becomes less."""
    return re.sub(r"^(rank \S+) .*$", r"\1 0", text, flags=re.M)


# (name, file name, program, options, property options, kind, exit code, changes)
CASES = [
    ("invariants", "p.c", TOGGLE, ["--engine", "exact"], [], "invariants", 0,
     {"weakened": every_formula("at", "true"), "too strong": every_formula("at", "false")}),
    ("summaries", "p.c", CALLS, ["--engine", "exact"], [], "invariants", 0,
     {"weakened": every_formula("summary", "true"), "too strong": every_formula("summary", "false")}),
    ("bounds", "p.c", FOUR_ROUNDS, ["--engine", "bmc"], [], "bounds", 0,
     {"lower": number("rounds", lambda n: n - 2)}),
    ("execution", "p.c", SEVEN, ["--engine", "exact"], [], "execution", 10,
     {"another input": number("input", lambda n: n + 1)}),
    ("recurrent set", "p.c", COUNTS_UP, ["--engine", "exact", "--integers", "math"], ["--property", "termination"],
     "recurrent-set", 10,
     {"weakened": every_formula("in", "true"), "empty": every_formula("in", "false"), "moved": moved}),
    ("recurrent set, machine integers", "p.c", ONE_AND_TWO, ["--engine", "exact"], ["--property", "termination"],
     "recurrent-set", 10, {"weakened": every_formula("in", "true"), "moved": moved}),
    ("must sets", "p.c", LONG_WAY, ["--engine", "exact"], [], "must-sets", 10,
     {"weakened": every_formula("leads", "true"), "empty": every_formula("leads", "false"),
      "one missing": without_first("leads"), "rank stays": every_rank, "moved": moved_to("leads")}),
    ("must sets through calls", "p.c", DEEP_CALL, ["--engine", "exact", "--integers", "math"], [], "must-sets", 10,
     {"weakened": every_formula("returns", "true"), "empty": every_formula("returns", "false"),
      "other result": every_formula("summary", "true"), "rank stays": every_rank,
      "other choice": lambda text: re.sub(r"^choose i32 .*$", "choose i32 3", text, flags=re.M)}),
    ("ranking", "p.c", COUNTS_DOWN, ["--engine", "exact"], ["--property", "termination"], "ranking", 0,
     {"rank stays": every_rank, "invariants too strong": every_formula("at", "false"),
      "one missing": without_first("rank")}),
    ("lasso", "p.bp", COUNTER % "while (T) do skip; od", ["--engine", "summaries"], ["--property", "termination"],
     "lasso", 10, {"begins too early": number("steps", lambda n: n - 5)}),
    ("all runs", "p.c", TWO_RUNS, ["--engine", "fuzz"], [], "all-runs", 0,
     {"fewer": number("runs", lambda n: 1)}),
    ("ranks", "p.bp", COUNTER % "skip;", ["--engine", "summaries"], ["--property", "termination"], "ranks", 0,
     {"empty": every_formula("layer", "false"), "one missing": without_last("layer")}),
    ("runs of procedures", "p.bp", doubling(40, "if (!x) then ERROR: skip; fi"), ["--engine", "summaries"], [],
     "activations", 10,
     {"another value": lambda text: text.replace("run l0 x=0", "run l0 x=1", 1),
      "another run": lambda text: text.replace("goes 0@1 1@2", "goes 0@1 1@1", 1),
      "a later run": lambda text: text.replace("goes 0@1 1@2", "goes 0@1 1@9", 1),
      "not to the target": lambda text: text.replace("goes 0 1@42 2", "goes 0 1@42", 1)}),
    ("layers that are never left", "p.bp", doubling(40, "while (T) do l40(); od"), ["--engine", "summaries"],
     ["--property", "termination"], "layered-recurrence", 10,
     {"weakened": every_formula("layer", "true"), "empty": every_formula("in", "false"),
      "one missing": without_first("layer")}),
]


# (name, program, options, formula, kinds in their order, exit code, changes, other formulas)
SPECS = [
    ("execution for EF", LABELS, [], "EF label(ERROR)", ["execution"], 0,
     {"another input": number("input", lambda n: n + 1)}, ["EF label(LOOP)", "AG !label(ERROR)", "EF !label(ERROR)"]),
    ("execution against AG", LABELS, [], "AG !label(ERROR)", ["execution"], 10,
     {"another input": number("input", lambda n: n + 1)}, ["AG !label(NEVER)"]),
    ("execution to END", LABELS, [], "EF label(END)", ["execution"], 0,
     {"another input": number("input", lambda n: 1)}, ["EF label(LOOP)"]),
    ("invariants", TOGGLE_LABELS, [], "AG !label(ERROR)", ["invariants"], 0,
     {"weakened": every_formula("at", "true"), "too strong": every_formula("at", "false")},
     ["AG !label(NEVER)", "EF label(ERROR)"]),
    ("recurrent set", LABELS, [], "EG !label(END)", ["recurrent-set"], 0,
     {"weakened": every_formula("in", "true"), "empty": every_formula("in", "false"), "moved": moved},
     ["AF label(END)", "EG !label(ERROR)"]),
    ("recurrent set with unbounded integers", COUNTS_UP, ["--integers", "math"], "AF label(END)", ["recurrent-set"], 10,
     {"weakened": every_formula("in", "true"), "empty": every_formula("in", "false"), "moved": moved},
     ["EG !label(END)"]),
    ("an end and no loop", COUNTS_DOWN, [], "AF label(L)", ["execution"], 10,
     {"too short": number("steps", lambda n: 1)}, ["AF label(END)"]),
    ("no end and no loop", COUNTS_DOWN.replace("return 0;\n}", "L: return 0;\n}"), [], "AF label(L)",
     ["invariants", "ranking"], 0,
     {"rank stays": every_rank, "too strong": every_formula("at", "false"),
      "only the first": lambda text: text[:text.index("\nend\n") + 5],
      "only the second": lambda text: text[text.index("\nend\n") + 5:],
      "one too many": lambda text: text + text[text.index("\nend\n") + 5:]},
     ["AF label(END)"]),
]


class Evidence(unittest.TestCase):
    def test_a_formula_is_named_by_both_sides(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "p.c").write_text(LABELS)
            for question in (["--label", "ERROR"], ["--spec", "AG !label(ERROR)"]):
                code, output = command(folder, "check", "--time-limit", "60", "--evidence", "e.txt", "--engine", "exact",
                                       *question, "p.c")
                self.assertEqual(code, 10, output)
                other = ["--spec", "AG !label(ERROR)"] if question[0] == "--label" else ["--label", "ERROR"]
                code, output = command(folder, "validate", *other, "p.c", "e.txt")
                self.assertEqual(code, 5, output)
                self.assertIn("--spec", output)
                code, output = command(folder, "validate", *question, "p.c", "e.txt")
                self.assertEqual(code, 10, output)

    def test_blanks_in_a_formula_do_not_matter(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "p.c").write_text(LABELS)
            command(folder, "check", "--time-limit", "60", "--evidence", "e.txt", "--spec", "EF  label( ERROR )", "p.c")
            code, output = command(folder, "validate", "--spec", "EF label(ERROR)", "p.c", "e.txt")
            self.assertEqual(code, 0, output)


def command(folder, *arguments):
    done = subprocess.run([KLEENE, *arguments], capture_output=True, text=True, timeout=120, cwd=folder,
                          stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout + done.stderr


def make_test(file, program, options, question, kind, code, changes):
    question = question or ["--property", "unreach-call"]

    def test(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / file).write_text(program)
            found, output = command(folder, "check", "--time-limit", "60", "--evidence", "e.txt", *options, *question, file)
            self.assertEqual(found, code, output)
            text = (pathlib.Path(folder) / "e.txt").read_text()
            self.assertIn(f"\nevidence {kind}\n", text)
            integers = options[options.index("--integers"):][:2] if "--integers" in options else []
            accepted, output = command(folder, "validate", *integers, *question, file, "e.txt")
            self.assertEqual(accepted, code, output)
            for what, change in changes.items():
                with self.subTest(what):
                    changed = change(text)
                    self.assertNotEqual(changed, text)
                    (pathlib.Path(folder) / "changed.txt").write_text(changed)
                    answer, output = command(folder, "validate", *integers, *question, file, "changed.txt")
                    self.assertEqual(answer, 5, output + changed)
    return test


def make_spec_test(program, options, formula, kinds, code, changes, others):
    def test(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "p.c").write_text(program)
            found, output = command(folder, "check", "--time-limit", "60", "--engine", "exact", "--evidence", "e.txt",
                                    *options, "--spec", formula, "p.c")
            self.assertEqual(found, code, output)
            text = (pathlib.Path(folder) / "e.txt").read_text()
            self.assertEqual(re.findall(r"^evidence (\S+)$", text, flags=re.M), kinds)
            accepted, output = command(folder, "validate", *options, "--spec", formula, "p.c", "e.txt")
            self.assertEqual(accepted, code, output)
            for what, change in changes.items():
                with self.subTest(what):
                    changed = change(text)
                    self.assertNotEqual(changed, text)
                    (pathlib.Path(folder) / "changed.txt").write_text(changed)
                    answer, output = command(folder, "validate", *options, "--spec", formula, "p.c", "changed.txt")
                    self.assertEqual(answer, 5, output + changed)
            for other in others:
                with self.subTest(other):
                    answer, output = command(folder, "validate", *options, "--spec", other, "p.c", "e.txt")
                    self.assertEqual(answer, 5, output)
                    self.assertIn("about another formula", output)
                    self.assertIn(formula, output)
    return test


for name, *rest in SPECS:
    setattr(Evidence, "test_spec_" + re.sub(r"\W+", "_", name), make_spec_test(*rest))

for name, *rest in CASES:
    setattr(Evidence, "test_" + re.sub(r"\W+", "_", name), make_test(*rest))

if __name__ == "__main__":
    unittest.main()
