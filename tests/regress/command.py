"""The command line itself: texts, exit codes, limits and signals, through the real binary.

Usage: command.py KLEENE
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

KLEENE = sys.argv.pop(1)
# The question, where another would take longer or have another answer.
ERRORS = ("--property", "unreach-call")

# Two primes of 32 bits are asked for: nobody finds them soon, and nobody proves that there are none.
ENDLESS = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a > 1 && b > 1 && (unsigned long long)a * b == %dULL) reach_error();
  while (a != 7) a = a * a + b;
}
""" % (2860486313 * 3367900313)
# A macro that doubles itself: a second of Clang's time per character or two.
HEAVY = "#define A0 x+x\n" + "".join(f"#define A{i} A{i-1}+A{i-1}\n" for i in range(1, 26))
HEAVY += "int x; int main(void) { return A25; }\n"


def product_program(bits):
    """A Boolean program about the product of two polynomials, for which no order of the variables is good."""
    products = [" ^ ".join(f"(a{i} & b{k - i})" for i in range(k + 1)) for k in range(bits)]
    names = [f"{letter}{i}" for letter in "abc" for i in range(bits)]
    targets = ", ".join(f"c{k}" for k in range(bits))
    once = f"{targets} := {', '.join(products)};"
    return f"decl {', '.join(names)};\nvoid main() begin\n{once}\nassert({' | '.join(names)});\n{once}\nend\n"


class Command(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        self.addCleanup(self.temporary.cleanup)

    def file(self, name, text):
        (self.folder / name).write_text(text)
        return str(self.folder / name)

    def run_kleene(self, *arguments, limit=60):
        return subprocess.run([KLEENE, *arguments], capture_output=True, text=True, timeout=limit,
                              stdin=subprocess.DEVNULL, cwd=self.folder)

    def check_verdict(self, done, code, start):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        lines = done.stdout.splitlines()
        self.assertTrue(lines and lines[-1].startswith("VERDICT: " + start), done.stdout)
        self.assertEqual(sum(line.startswith("VERDICT:") for line in lines), 1)

    def test_texts_go_to_stdout_alone(self):
        for arguments in (["--help"], ["--version"], ["--list-engines"], ["check", "--help"], ["run", "--help"],
                          ["show", "--help"], ["check", "--list-engines"]):
            done = self.run_kleene(*arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
            self.assertTrue(done.stdout)
        self.assertRegex(self.run_kleene("--version").stdout, r"^kleene \d+\.\d+\.\d+( \([0-9a-f]+\))?\n$")
        self.assertIn("Exit codes", self.run_kleene("--help").stdout)

    def test_engines_for_other_languages_refuse(self):
        program = self.file("p.c", "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
                                   "int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); }\n")
        names = [line.split()[0] for line in self.run_kleene("--list-engines").stdout.splitlines()]
        others = [name for name in names if name.split(":")[0] in ("summaries", "calculus", "concurrent")]
        self.assertEqual(len(others), 10)
        for name in others:
            done = self.run_kleene("check", *ERRORS, "--engine", name, program)
            self.check_verdict(done, 5, "unknown (no engine decides unreach-call here: " + name)

    def test_evidence_is_written_whole_and_checked_again(self):
        program = self.file("p.c", "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
                                   "int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); }\n")
        self.check_verdict(self.run_kleene("check", *ERRORS, "--evidence", "e.txt", program), 10, "false(unreach-call)")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["e.txt", "p.c"])
        self.check_verdict(self.run_kleene("validate", program, "e.txt"), 10, "false(unreach-call)")
        evidence = (self.folder / "e.txt").read_text()
        self.assertIn("input 7", evidence)
        changed = self.file("changed.txt", evidence.replace("input 7", "input 8"))
        self.check_verdict(self.run_kleene("validate", program, changed), 5, "unknown")
        another = self.file("q.c", "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
                                   "int main(void) { if (__VERIFIER_nondet_int() == 9) reach_error(); }\n")
        self.check_verdict(self.run_kleene("validate", another, "e.txt"), 5, "unknown")
        self.check_verdict(self.run_kleene("validate", "--property", "no-overflow", program, "e.txt"), 5, "unknown")
        self.check_verdict(self.run_kleene("validate", program, "missing.txt"), 1, "ERROR")
        self.check_verdict(self.run_kleene("check", "--evidence", "/nowhere/e", program), 1, "ERROR")

    def test_usage_errors(self):
        for arguments in ([], ["nonsense"], ["run"], ["show", "x.c", "--as", "gif"]):
            done = self.run_kleene(*arguments)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertEqual(done.stdout, "")
            self.assertIn("--help", done.stderr)
        for arguments in (["check"], ["check", "x.c", "--frob"], ["check", "x.pas"], ["check", "--property", "p", "x.c"],
                          ["check", "x.c", "y.bp"], ["check", "--engine", "e", "x.c"]):
            self.check_verdict(self.run_kleene(*arguments), 1, "ERROR (usage")

    def test_json_is_one_document_on_every_exit(self):
        good = self.file("good.c", "int main(void) { return 0; }\n")
        cases = [([], 1), (["x.pas"], 1), (["missing.c"], 2), (["--frob"], 1), ([good], 0),
                 ([self.file("bad.c", "int main(")], 2), ([self.file("f.c", "void reach_error(void); int main(void) { if (0.5L > 1) reach_error(); }")], 5),
                 (["--property", "no-data-race", good], 0),
                 (["--time-limit", "0.2", self.file("endless.c", ENDLESS)], 4)]
        for arguments, code in cases:
            done = self.run_kleene("check", "--json", "-", *arguments)
            self.assertEqual(done.returncode, code, (arguments, done.stdout, done.stderr))
            document = json.loads(done.stdout)
            self.assertEqual(document["exit_code"], code)
            self.assertIn(document["verdict"], ("true",) if code == 0 else ("ERROR", "unknown"))
            file = self.folder / "out.json"
            done = self.run_kleene("check", f"--json={file}", *arguments)
            self.assertEqual(json.loads(file.read_text())["exit_code"], code)
            self.assertTrue(done.stdout.splitlines()[-1].startswith("VERDICT: "))

    def test_quiet_prints_the_verdict_alone(self):
        done = self.run_kleene("check", "--quiet", self.file("good.c", "int main(void) { return 0; }\n"))
        self.assertEqual(len(done.stdout.splitlines()), 1)
        self.assertEqual(done.stderr, "")

    def test_errors_show_the_line_with_a_caret(self):
        done = self.run_kleene("check", self.file("bad.c", "int main(void) {\n  return 1 +* ;\n}\n"))
        self.assertIn("  return 1 +* ;", done.stderr)
        self.assertRegex(done.stderr, r"\n +\| +\^")
        self.assertIn("bad.c:2:", done.stderr)

    def test_time_limit_holds(self):
        for name, text in (("endless.c", ENDLESS), ("heavy.c", HEAVY)):
            path = self.file(name, text)
            for command in ("check", "run", "show"):
                if command == "show" and name == "endless.c":
                    continue
                extra = ["--input", ",".join(["0"] * 3000)] if command == "run" and name == "endless.c" else []
                start = time.monotonic()
                done = self.run_kleene(command, "--time-limit", "1", *extra, path)
                used = time.monotonic() - start
                if command == "check":
                    self.check_verdict(done, 4, "unknown (time limit")
                if name == "heavy.c":
                    self.assertEqual(done.returncode, 4)
                self.assertLess(used, 2.5, (command, name))  # one second, and a busy machine

    def test_memory_limit_holds(self):
        path = self.file("heavy.c", HEAVY)
        done = self.run_kleene("check", "--memory-limit", "200", path)
        self.check_verdict(done, 4, "unknown (memory limit")

    def test_limits_hold_inside_decision_diagrams(self):
        path = self.file("product.bp", product_program(28))
        start = time.monotonic()
        done = self.run_kleene("check", "--engine", "summaries", "--time-limit", "1", path)
        self.check_verdict(done, 4, "unknown (time limit")
        self.assertLess(time.monotonic() - start, 2.5)  # one second, and a busy machine
        process = subprocess.Popen([KLEENE, "check", "--engine", "summaries", "--memory-limit", "150", path],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        out = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.stdout.close()
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 4, out)
        self.assertTrue(out.splitlines()[-1].startswith("VERDICT: unknown (memory limit"), out)
        self.assertLess(usage.ru_maxrss * 1024, 1.05 * 150 * 2**20)

    def test_signals_end_in_a_clean_unknown(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            for name, text in (("endless.c", ENDLESS), ("heavy.c", HEAVY), ("product.bp", product_program(28))):
                process = subprocess.Popen([KLEENE, "check", *ERRORS, "--json", str(self.folder / "out.json"), self.file(name, text)],
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                time.sleep(0.5)  # into the work; whenever it comes, the answer has to be the same
                process.send_signal(number)
                out, _ = process.communicate(timeout=20)
                self.assertEqual(process.returncode, 4, (name, out))
                self.assertTrue(out.splitlines()[-1].startswith("VERDICT: unknown (interrupted"), out)
                self.assertEqual(json.loads((self.folder / "out.json").read_text())["exit_code"], 4)

    def children_of(self, process):
        try:
            text = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
        except OSError:
            return []  # it has just ended
        return [int(pid) for pid in text.split()]

    def test_an_engine_that_is_killed_costs_only_its_own_answer(self):
        process = subprocess.Popen([KLEENE, "check", *ERRORS, "--time-limit", "60", self.file("endless.c", ENDLESS)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        killed = set()
        while process.poll() is None:
            for pid in set(self.children_of(process)) - killed:
                os.kill(pid, signal.SIGKILL)  # a child that is not yet waited for is still there
                killed.add(pid)
        out, _ = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 5, out)
        self.assertIn("crashed (signal 9)", out.splitlines()[-1])

    def test_harness_repeats_the_violation(self):
        self.file("p.c", "extern int __VERIFIER_nondet_int(void);\nstatic void reach_error(void) {}\n"
                  "int main(void) { if (__VERIFIER_nondet_int() == 77) reach_error(); return 0; }\n")
        done = self.run_kleene("check", "--harness", "harness.c", "p.c")
        self.check_verdict(done, 10, "false(unreach-call)")
        text = (self.folder / "harness.c").read_text()
        commands = [line[5:] for line in text.splitlines() if line.startswith(" *   ")]
        replay = subprocess.run(["sh", "-c", "\n".join(commands)], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(replay.returncode, 10, "\n".join(commands) + replay.stderr)
        self.assertIn("kleene: target reached: reach_error", replay.stderr)
        self.check_verdict(self.run_kleene("check", "--harness", "no/such/folder/h.c", "p.c"), 1, "ERROR (usage")

    LABELS = ("extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n"
              "  if (x == 77) { ERROR: x = 0; }\n  while (x == 1 || x == 2) x = 3 - x;\n  return 0;\n}\n")

    def test_replay_shows_the_violation(self):
        text = ("#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n  char *p = malloc(2);\n"
                "  int c = getchar();\n  if (c != 'k') return 0;\n  p[c - 105] = 1;\n  return 0;\n}\n")
        self.file("p.c", text)
        done = self.run_kleene("check", "--property", "valid-deref", "--engine", "bmc", "--replay", "seen", "p.c")
        self.check_verdict(done, 10, "false(valid-deref)")
        self.assertIn("< input.bin", done.stdout)
        self.assertEqual((self.folder / "seen/input.bin").read_bytes()[:1], b"k")
        # Whoever runs it is elsewhere, and wants to see the place.
        replay = subprocess.run(["sh", str(self.folder / "seen/replay.sh")], capture_output=True, text=True,
                                timeout=60, stdin=subprocess.DEVNULL, cwd="/")
        self.assertNotEqual(replay.returncode, 0)
        self.assertIn("heap-buffer-overflow", replay.stderr)
        self.assertRegex(replay.stderr, r"in main .*p\.c:7")

    def test_values_are_those_of_the_program(self):
        """What is remembered of uninitialised memory is no value that the program writes."""
        self.file("p.c", "#include <stdio.h>\nint main(void) {\n  int t[2];\n  int i = getchar() & 1;\n"
                         "  t[0] = 7;\n  t[i] = 8;\n  if (t[1] > 0) puts(\"!\");\n  return 0;\n}\n")
        done = self.run_kleene("check", "--property", "uninit", "--engine", "bmc", "p.c")
        self.check_verdict(done, 10, "false(uninit)")
        self.assertIn("t[0] = 7", done.stdout)
        self.assertNotIn("t[0] = 0", done.stdout)

    def test_harness_arrives_at_the_label_of_a_formula(self):
        self.file("p.c", self.LABELS)
        for formula, code, verdict in (("EF label(ERROR)", 0, "true"), ("AG !label(ERROR)", 10, "false(spec)"),
                                       ("EF label(END) & false | label(ERROR)", 0, "true")):
            for engine in ("exact", "auto"):
                done = self.run_kleene("check", "--engine", engine, "--harness", "harness.c", "--spec", formula, "p.c")
                self.check_verdict(done, code, verdict)
                text = (self.folder / "harness.c").read_text()
                (self.folder / "harness.c").unlink()
                self.file("h.c", text)
                self.file("marked.c", self.LABELS.replace("ERROR:", "ERROR: __kleene_label_reached();"))
                subprocess.run(["gcc", "-w", "-o", "replay", "h.c", "marked.c"], check=True, cwd=self.folder)
                replay = subprocess.run(["./replay"], capture_output=True, text=True, cwd=self.folder)
                self.assertEqual(replay.returncode, 10, replay.stderr)
                self.assertIn("kleene: target reached: label ERROR", replay.stderr)

    def test_no_harness_without_an_execution_in_the_source(self):
        self.file("p.c", self.LABELS)
        for formula, code in (("AG !label(NONE)", 0), ("EG !label(END)", 0), ("EF label(END)", 0)):
            for engine in ("exact", "auto"):
                done = self.run_kleene("check", "--engine", engine, "--harness", "h.c", "--spec", formula, "p.c")
                self.assertEqual(done.returncode, code, done.stdout + done.stderr)
                self.assertEqual(done.stderr.count("no harness is written"), 1, done.stderr)
                self.assertFalse((self.folder / "h.c").exists())

    def test_witnesses_are_not_about_formulas(self):
        self.file("p.c", self.LABELS)
        done = self.run_kleene("check", "--witness", "w.yml", "--spec", "EF label(ERROR)", "p.c")
        self.check_verdict(done, 1, "ERROR (usage")
        self.assertFalse((self.folder / "w.yml").exists())

    PEOPLE = """#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int twice(int x) {
  return 2 * x;
}
int main(void) {
  int n = (int)strlen("ab"), sum = 0;
  for (int i = 0; i < n; i++)
    sum += twice(__VERIFIER_nondet_int() == 7);
  if (sum == 4)
    reach_error();
  return 0;
}
"""

    def test_a_violation_is_shown_as_a_tree_of_calls(self):
        self.file("p.c", self.PEOPLE)
        done = self.run_kleene("check", "--time-limit", "60", "p.c")
        self.check_verdict(done, 10, "false")
        lines = done.stdout.splitlines()
        decisive = [line for line in lines if line.startswith("> ")]
        self.assertEqual(len(decisive), 1)
        self.assertRegex(decisive[0], r"if \(sum == 4\) +is true +main:11")
        calls = [i for i, line in enumerate(lines) if "call twice(x = 1)" in line]
        self.assertEqual(len(calls), 2)
        self.assertRegex(lines[calls[0] + 1], r"^\*   return 2 \* x; +return value = 2 +twice:5")
        self.assertTrue(any(re.search(r"i = 2, is false", line) for line in lines))
        self.assertFalse(any("strlen(s" in line for line in lines), "what a library does is left out")
        self.assertNotIn("\033", done.stdout)

    def on_terminal(self, environment, *arguments):
        """What the command prints if stdout and stderr are a terminal."""
        master, slave = os.openpty()
        process = subprocess.Popen([KLEENE, *arguments], stdout=slave, stderr=slave, stdin=subprocess.DEVNULL,
                                   cwd=self.folder, env={**os.environ, **environment})
        os.close(slave)
        text = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            text += part
        os.close(master)
        process.wait(timeout=60)
        return text.decode()

    def test_colour_and_progress_are_for_terminals(self):
        self.file("p.c", self.PEOPLE)
        text = self.on_terminal({"TERM": "xterm", "NO_COLOR": ""}, "check", "--time-limit", "60", "p.c")
        self.assertIn("\033[1;31mViolated\033[0m", text)
        self.assertIn("kleene: searching", text)
        for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            text = self.on_terminal(environment, "check", "--time-limit", "60", "p.c")
            self.assertIn("Violated: ", text)
            self.assertNotIn("\033[1", text)

    def test_unknown_says_what_stood_in_the_way_of_each_engine(self):
        path = self.file("endless.c", ENDLESS)
        done = self.run_kleene("check", *ERRORS, "--time-limit", "3", "--explain", "--json", "out.json", path)
        self.check_verdict(done, 4, "unknown (time limit")
        self.assertIn("What each engine tried, and why it has no answer:", done.stdout)
        obstacles = json.loads((self.folder / "out.json").read_text())["obstacles"]
        for engine in ("bmc", "chc", "k-induction", "intervals"):
            self.assertRegex(done.stdout, rf"(?m)^  {engine} +\S")
            self.assertIn(engine, [o["engine"] for o in obstacles])

    def test_leaves_no_files_behind(self):
        own = self.folder / "tmp"
        own.mkdir()
        self.file("p.c", "extern void reach_error(void);\nint main(void) { reach_error(); }\n")
        before = sorted(os.listdir(self.folder))
        done = subprocess.run([KLEENE, "check", "p.c"], capture_output=True, text=True, cwd=self.folder,
                              env={**os.environ, "TMPDIR": str(own), "HOME": "/nonexistent"})
        self.check_verdict(done, 10, "false")
        self.assertEqual(os.listdir(own), [])
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_run_keeps_stdout_clean(self):
        path = self.file("p.c", '#include <stdio.h>\nint main(void) { printf("out\\n"); fprintf(stderr, "err\\n"); return 4; }\n')
        done = self.run_kleene("run", path)
        self.assertEqual(done.stdout, "out\n")
        self.assertEqual(done.stderr.splitlines()[0], "err")
        self.assertRegex(done.stderr.splitlines()[-1], r"^run: returned 4 after \d+ steps$")

    def test_trace_shows_places_values_and_depth(self):
        path = self.file("p.c", "int f(int n) {\n  int r = n * 2;\n  return r;\n}\nint main(void) {\n  int x = f(21);\n  return x;\n}\n")
        trace = self.run_kleene("run", "--trace", path).stderr
        self.assertIn("p.c:2", trace)
        self.assertRegex(trace, r"r = 42")
        depth = {line.split()[0].rsplit(":", 1)[1]: len(line) - len(line.split(None, 1)[1]) for line in trace.splitlines()
                 if line.startswith(str(path))}
        self.assertGreater(depth["2"], depth["6"])

    def test_show_forms(self):
        path = self.file("p.c", "int f(int n) { return n > 0 ? f(n - 1) : 0; }\nint main(void) { return f(3); }\n")
        text = self.run_kleene("show", path).stdout
        again = self.run_kleene("show", self.file("p.ir", text)).stdout
        self.assertEqual(again, text)
        self.assertEqual(self.run_kleene("run", str(self.folder / "p.ir")).returncode, 0)
        self.assertIn("digraph", self.run_kleene("show", "--as", "dot", path).stdout)
        self.assertIn("<svg", self.run_kleene("show", "--as", "svg", path).stdout)
        self.assertIn("main", self.run_kleene("show", "--as", "cfg", path).stdout)

    def test_threads_as_relations(self):
        # The second thread has to come between the two steps of the first, and the first again.
        program = self.file("t.bp", """decl a, b; init !a & !b;
            thread one begin void main() begin a := T; if (b) then ERROR: skip; fi end end
            thread two begin void main() begin if (a) then b := T; fi end end""")
        for switches, reached in ((1, "false"), (2, "true")):
            done = self.run_kleene("fix", "contexts", f"-DK={switches}", "--program", program)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(done.stdout.strip().endswith(f"reachable: {reached}"), done.stdout)
        shown = self.run_kleene("show", "--as", "fix", program)
        self.assertIn("bool Init(Thread t, State u)", shown.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
