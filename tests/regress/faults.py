"""Things that go wrong around the command: disks that are full, solvers that know nothing, signals in
the middle. The end is clear, the exit code right, no file is there in part, no process stays.

Usage: faults.py KLEENE [--ten-times]
"""

import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

KLEENE = sys.argv.pop(1)
TEN_TIMES = "--ten-times" in sys.argv and sys.argv.remove("--ten-times") is None

# The question, where no other is asked.
ERRORS = ("--property", "unreach-call")
HEAD = "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n"
# Needs an invariant, so that cvc5 has to be asked.
SAFE = HEAD + """int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) i++;
  if (i != n) reach_error();
  return 0;
}
"""
VIOLATED = HEAD + "int main(void) { if (__VERIFIER_nondet_uint() == 77) reach_error(); return 0; }\n"
ENDLESS = HEAD + """int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a > 1 && b > 1 && (unsigned long long)a * b == %dULL) reach_error();
  while (a != 7) a = a * a + b;
}
""" % (2860486313 * 3367900313)

FAKES = {
    "knows nothing": '#!/bin/sh\ngrep -c "(check-sat)" | while read n; do\n'
                     'i=0; while [ $i -lt $n ]; do echo unknown; i=$((i+1)); done; done\n',
    "talks nonsense": "#!/bin/sh\ncat > /dev/null; echo hello; echo unsat; echo unsat\n",
    "crashes": "#!/bin/sh\nkill -SEGV $$\n",
    "says nothing": "#!/bin/sh\ncat > /dev/null\n",
    "objects": '#!/bin/sh\ncat > /dev/null; echo "(error \\"no\\")"; echo unsat\n',
}


class Faults(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        self.addCleanup(self.temporary.cleanup)
        (self.folder / "safe.c").write_text(SAFE)
        (self.folder / "violated.c").write_text(VIOLATED)
        (self.folder / "endless.c").write_text(ENDLESS)

    def kleene(self, *arguments, **options):
        return subprocess.run([KLEENE, *arguments], capture_output=True, text=True, timeout=120,
                              stdin=subprocess.DEVNULL, cwd=self.folder, **options)

    def files(self):
        return sorted(os.listdir(self.folder))

    def expect(self, done, code, start):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        lines = done.stdout.splitlines()
        self.assertTrue(lines and lines[-1].startswith("VERDICT: " + start), done.stdout)

    def test_a_full_disk_is_said(self):
        before = self.files()
        for option in ("--witness", "--evidence", "--json", "--sarif", "--harness"):
            done = self.kleene("check", *ERRORS, "--time-limit", "60", option, "/dev/full", "violated.c")
            self.expect(done, 1, "ERROR (usage: cannot write /dev/full: No space left on device")
            self.assertIn("No space left", done.stderr)
        self.assertEqual(self.files(), before)

    def test_a_missing_folder_is_said(self):
        for option in ("--witness", "--evidence", "--json", "--sarif", "--harness"):
            done = self.kleene("check", *ERRORS, "--time-limit", "60", option, "no/such/f", "violated.c")
            self.expect(done, 1, "ERROR (usage: cannot write no/such/f: No such file or directory")

    def test_stdout_that_is_full_is_said(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([KLEENE, "check", *ERRORS, "violated.c"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, timeout=120, cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write to stdout", done.stderr)

    def test_what_was_there_stays_when_the_new_does_not_fit(self):
        for option in ("--witness", "--evidence", "--json", "--sarif"):
            (self.folder / "out").write_text("old")
            before = self.files()
            done = self.kleene("check", *ERRORS, "--time-limit", "60", option, "out", "safe.c",
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
            self.expect(done, 1, "ERROR (usage: cannot write out: File too large")
            self.assertEqual((self.folder / "out").read_text(), "old")
            self.assertEqual(self.files(), before)

    def with_solver(self, name):
        """An environment in which cvc5 is this fake."""
        tools = self.folder / "tools"
        tools.mkdir(exist_ok=True)
        (tools / "cvc5").write_text(FAKES[name])
        (tools / "cvc5").chmod(0o755)
        return {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}

    def test_a_solver_that_is_of_no_use_costs_proofs_only(self):
        for name in FAKES:
            with self.subTest(name):
                environment = self.with_solver(name)
                done = self.kleene("check", *ERRORS, "--time-limit", "20", "safe.c", env=environment)
                self.assertIn(done.returncode, (4, 5), done.stdout)
                self.assertTrue(done.stdout.splitlines()[-1].startswith("VERDICT: unknown ("), done.stdout)
                done = self.kleene("check", *ERRORS, "--time-limit", "60", "violated.c", env=environment)
                self.expect(done, 10, "false(unreach-call)")

    def test_no_solver_at_all(self):
        tools = self.folder / "tools"
        tools.mkdir()
        for tool in ("gcc", "as", "ld", "cc1", "collect2"):
            if shutil.which(tool):
                (tools / tool).symlink_to(shutil.which(tool))
        done = self.kleene("check", *ERRORS, "--engine", "k-induction", "--time-limit", "60", "safe.c",
                           env={**os.environ, "PATH": str(tools)})
        self.expect(done, 5, "unknown (a proof was found but not accepted")
        self.assertIn("cvc5", done.stdout)

    def test_signals_leave_nothing_behind(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            before = self.files()
            process = subprocess.Popen([KLEENE, "check", *ERRORS, "--witness", "w.yml", "--json", "out.json", "endless.c"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)
            started = []
            while len(started) < 2:  # the engines are at work
                children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
                started = [int(pid) for pid in children.read_text().split()]
            process.send_signal(number)
            out, _ = process.communicate(timeout=20)
            self.assertEqual(process.returncode, 4, out)
            self.assertTrue(out.splitlines()[-1].startswith("VERDICT: unknown (interrupted"), out)
            self.assertEqual(json.loads((self.folder / "out.json").read_text())["exit_code"], 4)
            (self.folder / "out.json").unlink()
            self.assertEqual(self.files(), before, "no witness, no part of one")
            self.assertEqual([pid for pid in started if pathlib.Path(f"/proc/{pid}/stat").exists()], [])

    def several_at_once(self, calls):
        """Verdict lines of calls that run at the same time, on one processor or on all of them in turn."""
        everywhere = os.sched_getaffinity(0)
        running = []
        for number, arguments in enumerate(calls):
            only = {min(everywhere)} if number % 2 else everywhere
            running.append(subprocess.Popen(
                [KLEENE, "check", *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                cwd=self.folder, preexec_fn=lambda only=only: os.sched_setaffinity(0, only)))
        return [p.communicate(timeout=150)[0].splitlines()[-1] for p in running]

    def test_load_does_not_change_verdicts(self):
        limit = ("--time-limit", "60")
        safe, violated = ("safe.c", *ERRORS, *limit), ("violated.c", *ERRORS, *limit)
        endless = ("forever.c", "--property", "termination", *limit)
        (self.folder / "forever.c").write_text(
            HEAD + "int f(unsigned n) { return n == 5 ? f(n) : 0; }\n"
            "int main(void) { return f(__VERIFIER_nondet_uint()); }\n")
        lines = self.several_at_once([safe, violated, endless] * 3)
        self.assertEqual(lines, ["VERDICT: true", "VERDICT: false(unreach-call)",
                                 "VERDICT: false(termination)"] * 3)

    def test_no_engine_says_the_opposite(self):
        for engine in ("fuzz", "intervals", "explicit-value", "bmc", "linear", "chc", "k-induction", "exact", "leap"):
            with self.subTest(engine):
                options = ("--engine", engine, "--time-limit", "3")
                true, false = self.several_at_once([("safe.c", *options), ("violated.c", *options)])
                self.assertRegex(true, "^VERDICT: (true|unknown)")
                self.assertRegex(false, "^VERDICT: (false|unknown)")

    @unittest.skipUnless(TEN_TIMES, "only with --ten-times")
    def test_ten_runs_say_the_same(self):
        programs = {"safe.c": "true", "violated.c": "false(unreach-call)"}
        regress = pathlib.Path(__file__).parent
        for name in ("verdicts/recursion.c", "verdicts/loop_proof.c", "induction/shift_3.c", "induction/gcd.c"):
            programs[str(regress / name)] = None
        for program, wanted in programs.items():
            with self.subTest(program):
                seen = set()
                for _ in range(5):
                    seen.update(self.several_at_once([("--time-limit", "60", program)] * 2))
                self.assertEqual(len(seen), 1, seen)
                self.assertFalse("unknown" in next(iter(seen)))
                if wanted:
                    self.assertEqual(seen, {"VERDICT: " + wanted})


if __name__ == "__main__":
    unittest.main()
