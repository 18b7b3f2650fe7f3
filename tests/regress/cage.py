"""Programs that do harm when they run: the command answers, and nothing outside is touched.

Each program has a violation that is found and replayed natively, and does its deed on the way.

Usage: cage.py KLEENE [unittest arguments]
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest

KLEENE = sys.argv.pop(1)
LIMIT = 100

PROGRAM = """
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void deed(void) { %s }
int main(void) {
  int x = __VERIFIER_nondet_int();
  deed();
  if (x == 12345) reach_error();
  return 0;
}
"""


class Cage(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.victim = self.path("victim")
        with open(self.victim, "w") as file:
            file.write("precious")
        os.chmod(self.victim, 0o666)
        os.mkdir(self.path("tmp"))

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def check(self, deed, *arguments, environment=None, before=""):
        """The JSON document of a check of a program that does the deed, with this text before all else."""
        with open(self.path("program.c"), "w") as file:
            file.write(before + PROGRAM % deed)
        before = sorted(os.listdir(self.folder.name))
        command = [KLEENE, "check", "--json", "-", "--property", "unreach-call", "--time-limit", "30"]
        command += ["--missing-bodies", "pure", "--uninit", "nondet"]
        done = subprocess.run(command + list(arguments) + [self.path("program.c")], timeout=LIMIT,
                              capture_output=True, stdin=subprocess.DEVNULL,
                              env={**os.environ, "TMPDIR": self.path("tmp"), **(environment or {})})
        self.assertEqual(sorted(set(os.listdir(self.folder.name)) | {"program.c"}), sorted(set(before) | {"program.c"}))
        self.assertEqual(os.listdir(self.path("tmp")), [], "temporary files are left")
        self.assertEqual(self.processes(), [], "processes are left")
        return json.loads(done.stdout)

    def processes(self):
        """Those that were started in our folder for temporary files, or run a program of it."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ", "rb") as file:
                    if self.path("tmp").encode() in file.read():
                        found.append(pid)
            except OSError:
                pass
        return found

    def expect_harmless(self, deed, **more):
        self.check(deed.replace("VICTIM", json.dumps(self.victim)), **more)
        with open(self.victim) as file:
            self.assertEqual(file.read(), "precious", deed)
        self.assertEqual(os.stat(self.victim).st_mode & 0o777, 0o666, deed)

    def test_the_violation_is_confirmed_natively(self):
        document = self.check("")
        self.assertEqual(document["verdict"], "false(unreach-call)")
        self.assertTrue(document["counterexample"]["replayed"]["native"])

    def test_files_stay_as_they_are(self):
        self.expect_harmless("unlink(VICTIM);")
        self.expect_harmless("close(open(VICTIM, O_WRONLY | O_TRUNC));")
        self.expect_harmless("chmod(VICTIM, 0);")
        self.expect_harmless('rename(VICTIM, "/tmp/kleene-moved"); remove(VICTIM);')

    def test_a_file_that_only_the_native_run_could_empty(self):
        document = self.check(f"fopen({json.dumps(self.victim)}, \"w\");")
        self.assertEqual(document["verdict"], "false(unreach-call)")
        self.assertTrue(document["counterexample"]["replayed"]["native"])
        with open(self.victim) as file:
            self.assertEqual(file.read(), "precious")

    def test_nobody_is_signalled(self):
        died = []
        signal.signal(signal.SIGTERM, lambda *_: died.append(1))
        self.check("kill(getppid(), 15); kill(0, 9); kill(-1, 15);")
        self.assertEqual(died, [])

    def test_processes_without_end(self):
        self.check("while (fork() >= 0) ;")
        self.check("if (fork() == 0) { setsid(); if (fork() == 0) for (;;) pause(); _exit(0); }")

    def test_limits(self):
        self.check("for (;;) pause();", "--time-limit", "4")
        self.check('for (;;) write(1, "more", 4);', "--time-limit", "4")
        self.check("for (;;) memset(malloc(1 << 20), 1, 1 << 20);", "--time-limit", "4")

    def test_compilers_write_nothing(self):
        """What the text of a program can ask compilers, assemblers and linkers for."""
        place = self.path("written")
        plugin = json.dumps("-fplugin=" + place)[1:-1]
        self.expect_harmless("", before=f"""
#pragma GCC optimize ("-fplugin={place}", "-fdump-tree-all={place}", "save-temps", "opt-info={place}")
__attribute__((optimize("-fdump-rtl-all={place}"))) int dumped(void) {{ return 1; }}
""")
        self.expect_harmless("", before=f"""
__asm__(".section .gnu.lto_.opts,\\"\\",@progbits\\n.ascii \\"'{plugin}'\\"\\n.previous\\n"
        ".section .gnu.lto_main.0.a,\\"\\",@progbits\\n.byte 1\\n.previous\\n.comm __gnu_lto_slim,1,1\\n");
""")
        self.assertFalse(os.path.exists(place))

    def test_compilers_read_no_secrets_into_the_answer(self):
        """A file of somebody else can be named in a program, but its text is not part of the answer."""
        for text in ('__asm__(".incbin \\"SECRET\\"");', '__asm__(".include \\"SECRET\\"");'):
            secret = self.path("victim")
            document = self.check("", "--time-limit", "10", before=text.replace("SECRET", secret) + "\n")
            self.assertNotIn("precious", json.dumps(document))

    def test_compilers_have_limits(self):
        bomb = "#define A(x) x x x x x x x x x x\n#define B(x) A(A(A(A(x))))\n#define C(x) B(B(B(x)))\n"
        self.check("", "--time-limit", "4", before=bomb + "int bomb = C(1 +) 1;\n")
        repeat = 'int main(void); __asm__(".rept 1000000000\\n.byte 0\\n.endr");\n'
        self.check("", "--time-limit", "4", before=repeat)
        self.check('__asm__(".rept 1000000000\\n.byte 0\\n.endr");', "--time-limit", "4")
        for file in ("/dev/zero", "/dev/random"):
            self.check(f'__asm__(".incbin \\"{file}\\"");', "--time-limit", "4")
            self.check("", "--time-limit", "4", before=f'#include "{file}"\n')

    def test_memory_and_messages_of_the_system_stay_clean(self):
        """Shared memory, semaphores and queues of messages that a run makes would outlive it."""
        def identifiers():
            found = set()
            for kind in ("shm", "sem", "msg"):
                with open("/proc/sysvipc/" + kind) as table:
                    found |= {(kind, line.split()[1]) for line in table}
            return found
        before = identifiers()
        for call in ("29, 0, 4096, 0x3ff", "64, 0, 1, 0x3ff", "68, 0, 0x3ff"):
            self.check(f'extern long syscall(long, ...); syscall({call});')
        self.check('close(open("/dev/shm/kleene", O_CREAT | O_WRONLY, 0600));')
        self.assertEqual(identifiers() - before, set())
        self.assertFalse(os.path.exists("/dev/shm/kleene"))

    def test_network_and_programs(self):
        self.check("if (socket(AF_INET, SOCK_STREAM, 0) >= 0) _exit(1);")
        self.expect_harmless('system("rm -f " VICTIM);')

    def test_without_a_cage_nothing_runs(self):
        document = self.check("", environment={"KLEENE_NO_CAGE": "1"})
        self.assertEqual(document["verdict"], "false(unreach-call)")
        self.assertFalse(document["counterexample"]["replayed"]["native"])
        self.assertIn("no cage", document["counterexample"]["replayed"]["not_native"])

    def test_native_runs_can_be_switched_off(self):
        document = self.check("", "--native", "off")
        self.assertFalse(document["counterexample"]["replayed"]["native"])
        self.assertIn("switched off", document["counterexample"]["replayed"]["not_native"])

    def test_unsafe_runs_need_no_cage(self):
        document = self.check("", "--native", "unsafe", environment={"KLEENE_NO_CAGE": "1"})
        self.assertTrue(document["counterexample"]["replayed"]["native"])


if __name__ == "__main__":
    unittest.main()
