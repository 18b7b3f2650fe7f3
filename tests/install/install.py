#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `cmake --install` gives: a command that runs from any prefix, a library that CMake finds, a man page, completion.

usage: install.py BUILD_FOLDER SOURCE_FOLDER
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop(2))
BUILD = pathlib.Path(sys.argv.pop(1))


def run(*command, **more):
    return subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True, **more).stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)
        cls.prefix = cls.root / "a prefix"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix, "--strip")
        cls.environment = {**os.environ, "PATH": f"{cls.prefix}/bin:{os.environ['PATH']}"}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_the_command_runs_from_its_prefix(self):
        kleene = self.prefix / "bin/kleene"
        program = self.root / "p.c"
        program.write_text("#include <string.h>\nvoid reach_error(void);\n"
                           "int main(void) { if (strlen(\"abc\") != 3) reach_error(); return 0; }\n")
        out = run(kleene, "check", "--property", "unreach-call", program, cwd=self.root)
        self.assertTrue(out.endswith("VERDICT: true\n"), out)
        (self.root / "p.bp").write_text("void main() begin\n  SLIC_ERROR: skip;\nend\n")
        self.assertIn("true", run(kleene, "fix", "ef", "--program", self.root / "p.bp", cwd=self.root).lower())

    def test_programs_find_the_library(self):
        build = self.root / "embed"
        run("cmake", "-S", SOURCE / "examples/embed", "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", build)
        done = subprocess.run([build / "embed", SOURCE / "examples/recursion.bp"], env=self.environment,
                              capture_output=True, text=True)
        self.assertIn("violates unreach-call", done.stdout)
        self.assertEqual(done.returncode, 1)
        missing = subprocess.run([build / "embed", "nowhere.c"], env=self.environment, capture_output=True, text=True)
        self.assertIn("no answer", missing.stdout)

    def test_completion(self):
        script = self.prefix / "share/bash-completion/completions/kleene"

        def completed(*words):
            line = " ".join(f"'{w}'" for w in words)
            return run("bash", "-c", f"source '{script}'; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _kleene; "
                       'printf "%s\\n" "${COMPREPLY[@]}"', env=self.environment).split()  # fmt: skip

        self.assertEqual(completed("kleene", "ch"), ["check"])
        self.assertEqual(completed("kleene", "batch", "--res"), ["--resume"])
        self.assertIn("k-induction", completed("kleene", "check", "--engine", ""))
        for shell in ("zsh",):
            if shutil.which(shell):
                run(shell, "-n", self.prefix / "share/zsh/vendor-completions/_kleene")

    def test_every_command_is_in_the_man_page(self):
        page = (self.prefix / "share/man/man1/kleene.1").read_text()
        text = run(self.prefix / "bin/kleene", "--help").split("Subcommands:")[1].split("\n\n")[0]
        for command in [line.split()[0] for line in text.splitlines() if line.startswith("  ") and line[2] != " "]:
            self.assertIn(f"kleene {command}\n", page)
        if shutil.which("man"):
            done = subprocess.run(["man", "--warnings", "-l", self.prefix / "share/man/man1/kleene.1"],
                                  capture_output=True, text=True, env={**os.environ, "MANROFFSEQ": ""})
            self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main()
