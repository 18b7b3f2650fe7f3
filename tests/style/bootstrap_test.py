"""Tests ./kleene and cmake/bootstrap.sh in a small copy of the project, with stand-ins for the tools.

Usage: bootstrap_test.py SOURCE_FOLDER
"""

import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1))

TOOLS = {
    # Knows the packages that are listed in the file `installed`.
    "dpkg-query": 'for last; do :; done; grep -qx "$last" "$STATE/installed" && echo installed\n',
    "apt-get": 'echo "apt-get $*" >> "$STATE/log"; echo noise\n'
               '[ "$1" = install ] && for p; do echo "$p" >> "$STATE/installed"; done; exit 0\n',
    "cmake": 'echo "cmake $*" >> "$STATE/log"; echo "[1/2] noise"; echo "more noise" >&2\n'
             '[ -e "$STATE/broken" ] && { echo "FAILED: the reason"; exit 1; }\n'
             'if [ "$1" = --build ]; then mkdir -p "$2/bin"; printf \'#!/bin/sh\\necho "ran $*"\\nexit 7\\n\' > "$2/bin/kleene"\n'
             'chmod +x "$2/bin/kleene"; fi\n',
}


class Bootstrap(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name) / "a project"
        self.state = pathlib.Path(temporary.name) / "state"
        tools = pathlib.Path(temporary.name) / "tools"
        for folder in (self.root / "src", self.root / "cmake", self.state, tools):
            folder.mkdir(parents=True)
        shutil.copy(SOURCE / "kleene", self.root)
        shutil.copy(SOURCE / "cmake/bootstrap.sh", self.root / "cmake")
        (self.root / "packages.txt").write_text("# comment\nalpha\n\nbeta # why\n")
        (self.root / "CMakeLists.txt").touch()
        (self.root / "src/a.cpp").touch()
        (self.state / "installed").write_text("alpha\nbeta\n")
        for name, text in TOOLS.items():
            tool = tools / name
            tool.write_text("#!/bin/sh\n" + text)
            tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
        self.environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "STATE": str(self.state)}

    def run_kleene(self, *arguments, command=None):
        return subprocess.run([command or str(self.root / "kleene"), *arguments], capture_output=True, text=True,
                              env=self.environment, cwd="/", timeout=60)

    def log(self):
        path = self.state / "log"
        text = path.read_text() if path.exists() else ""
        path.unlink(missing_ok=True)
        return text

    def make_old(self):
        """Files that are older than the next build."""
        past = time.time() - 100
        for path in [self.root, *self.root.rglob("*")]:
            if "build" not in path.parts:
                os.utime(path, (past, past))

    def test_builds_then_runs_and_passes_everything_on(self):
        done = self.run_kleene("check", "a b", "--x")
        self.assertEqual((done.returncode, done.stdout), (7, "ran check a b --x\n"), done.stderr)
        self.assertIn("building", done.stderr)
        self.assertNotIn("noise", done.stderr)
        self.assertRegex(self.log(), "cmake --preset release\ncmake --build .*/build/release --target kleene")

    def test_does_nothing_when_up_to_date(self):
        self.make_old()
        self.run_kleene()
        self.log()
        done = self.run_kleene("again")
        self.assertEqual((done.stdout, done.stderr, self.log()), ("ran again\n", "", ""))

    def test_notices_changed_new_and_deleted_files(self):
        for change in (lambda: (self.root / "src/a.cpp").touch(), lambda: (self.root / "src/b.cpp").touch(),
                       lambda: (self.root / "src/b.cpp").unlink(), lambda: (self.root / "packages.txt").touch()):
            self.make_old()
            self.run_kleene()
            self.log()
            stamp = self.root / "build/release.kleene.stamp"
            os.utime(stamp, (time.time() - 50, time.time() - 50))
            change()
            self.run_kleene()
            self.assertIn("cmake --build", self.log())

    def test_works_through_a_symlink(self):
        link = self.state / "link"
        link.symlink_to(self.root / "kleene")
        self.assertEqual(self.run_kleene("x", command=str(link)).stdout, "ran x\n")

    def test_a_broken_build_is_shown_and_tried_again(self):
        (self.state / "broken").touch()
        done = self.run_kleene()
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("FAILED: the reason", done.stderr)
        (self.state / "broken").unlink()
        self.assertEqual(self.run_kleene("x").stdout, "ran x\n")

    def test_missing_packages_are_installed_or_named(self):
        (self.state / "installed").write_text("alpha\n")
        done = self.run_kleene("x")
        if os.geteuid() == 0:
            self.assertEqual(done.stdout, "ran x\n")
            self.assertRegex(self.log(), "apt-get update\napt-get install -y --no-install-recommends beta\n")
        else:
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("sudo apt-get install -y --no-install-recommends beta\n", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
