#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`kleene batch`: results, tables, going on after a stop, results that are used again.

usage: batch.py KLEENE [TEST...]
"""
import csv
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

KLEENE = os.path.abspath(sys.argv.pop(1))

SAFE = "decl g;\nvoid main() begin\n  g := T;\n  if (!g) then\n    SLIC_ERROR: skip;\n  fi\nend\n"
BAD = "decl g;\nvoid main() begin\n  g := *;\n  if (g) then\n    SLIC_ERROR: skip;\n  fi\nend\n"


class Batch(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)

    def batch(self, *words, out="out"):
        command = [KLEENE, "batch", "--time-limit", "20", "--jobs", "2", "--out", str(self.root / out), *words]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def rows(self, out="out"):
        return [json.loads(line) for line in (self.root / out / "results.jsonl").read_text().splitlines()]

    def result_files(self, out="out"):
        return {p: p.stat().st_mtime_ns for p in (self.root / out / "results").glob("*/*.json")}

    def table(self, *rows):
        lines = ["set\ttask\tinput\tproperty\texpected", *("\t".join(row) for row in rows)]
        return self.write("tasks.tsv", "\n".join(lines) + "\n")

    def test_expected_and_contradicted(self):
        self.write("a/safe.bp", SAFE)
        self.write("a/bad.bp", BAD)
        self.write("b/bad, or not.bp", BAD + "// another\n")
        table = self.table(
            ("good", "a/safe.bp", "", "unreach-call", "true"),
            ("good", "a/bad.bp", "", "unreach-call", "false"),
            ("odd", "b/bad, or not.bp", "", "unreach-call", "true"),
        )
        code, out, _ = self.batch(table)
        self.assertEqual(code, 10, out)
        self.assertEqual([r["status"] for r in self.rows()], ["correct", "correct", "wrong"])
        self.assertEqual([r["score"] for r in self.rows()], [2, 1, -16])
        with open(self.root / "out/results.csv", newline="") as file:
            cells = list(csv.DictReader(file))
        self.assertEqual([c["status"] for c in cells], ["correct", "correct", "wrong"])
        self.assertTrue(cells[2]["task"].endswith("b/bad, or not.bp"))
        suites = {s.get("name"): s for s in xml.parse(self.root / "out/junit.xml").getroot()}
        self.assertEqual((suites["good"].get("tests"), suites["good"].get("failures")), ("2", "0"))
        self.assertEqual(suites["odd"].get("failures"), "1")
        page = (self.root / "out/index.html").read_text()
        self.assertEqual(page.count("<tr><td>" + str(self.root)), 3)
        self.assertNotRegex(page, r'(src|href)=')
        xml.fromstring(re.search(r"<svg.*?</svg>", page, re.DOTALL).group())

    def test_files_and_sets(self):
        bad = self.write("x/bad.bp", BAD)
        self.write("x/safe.bp", SAFE)
        names = self.write("x/all.set", "# a comment\n\n*.bp\n")
        code, out, _ = self.batch(names, bad)
        self.assertEqual(code, 0, out)
        self.assertEqual({r["task"].split("/")[-1]: r["verdict"] for r in self.rows()},
                         {"bad.bp": "false(unreach-call)", "safe.bp": "true"})
        code, _, _ = self.batch(names, "--expected", "true", "--resume")
        self.assertEqual(code, 10)
        code, _, errors = self.batch("nowhere.c", out="none")
        self.assertEqual(code, 1, errors)

    def test_a_task_that_does_not_parse_has_a_result(self):
        broken = self.write("broken.bp", "decl ;;\n")
        code, _, _ = self.batch(broken, self.write("safe.bp", SAFE))
        self.assertEqual(code, 0)
        self.assertEqual([r["status"] for r in self.rows()], ["refused", "answered"])

    def test_nothing_is_computed_twice(self):
        tasks = [self.write(f"{n}.bp", SAFE + f"// {n}\n") for n in range(3)]
        self.assertEqual(self.batch(*tasks)[0], 0)
        before = self.result_files()
        self.assertEqual(self.batch(*tasks)[0], 1, "results of others are not taken without being asked")
        self.assertEqual(self.batch("--resume", *tasks)[0], 0)
        self.assertEqual(self.result_files(), before)
        self.write("1.bp", BAD)
        self.assertEqual(self.batch("--resume", *tasks)[0], 0)
        after = self.result_files()
        self.assertEqual({p: t for p, t in after.items() if p in before}, before)
        self.assertEqual(len(after), 4)
        self.assertEqual([r["verdict"] for r in self.rows()], ["true", "false(unreach-call)", "true"])
        self.batch("--resume", *tasks, "--", "--engine", "summaries")
        self.assertEqual(len(self.result_files()), 7, "options are part of what a result depends on")

    def test_included_files_count(self):
        task = self.write("p.c", '#include "h.h"\nvoid reach_error(void);\nint main(void) { if (N) reach_error(); }\n')
        self.write("h.h", "#define N 0\n")
        self.assertEqual(self.batch("--property", "unreach-call", task)[0], 0)
        self.write("h.h", "#define N 1\n")
        self.assertEqual(self.batch("--resume", "--property", "unreach-call", task)[0], 0)
        self.assertEqual([r["verdict"] for r in self.rows()], ["false(unreach-call)"])

    def test_a_cache_is_shared(self):
        task = self.write("a.bp", SAFE)
        cache = str(self.root / "cache")
        self.batch("--cache", cache, task, out="one")
        found = json.loads(next(pathlib.Path(cache).glob("*/*.json")).read_text())
        found["engine"] = "from the cache"
        next(pathlib.Path(cache).glob("*/*.json")).write_text(json.dumps(found))
        self.batch("--cache", cache, task, out="two")
        self.assertEqual([r["engine"] for r in self.rows("two")], ["from the cache"])
        next(pathlib.Path(cache).glob("*/*.json")).write_text("{ broken")
        self.batch("--cache", cache, task, out="three")
        self.assertEqual([r["verdict"] for r in self.rows("three")], ["true"])

    def test_stopped_in_the_middle(self):
        tasks = [self.write(f"{n:02}.bp", SAFE + f"// {n}\n") for n in range(30)]
        command = [KLEENE, "batch", "--time-limit", "20", "--jobs", "2", "--out", str(self.root / "out"), *tasks]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            for _ in range(3):
                process.stdout.readline()
            process.send_signal(signal.SIGINT)
            process.stdout.read()
        self.assertEqual(process.returncode, 4)
        done = self.result_files()
        self.assertGreaterEqual(len(done), 3)
        self.assertLess(len(done), 30)
        self.assertEqual(len(self.rows()), len(done))
        self.assertEqual(self.batch("--resume", "--quiet", *tasks)[0], 0)
        after = self.result_files()
        self.assertEqual({p: t for p, t in after.items() if p in done}, done)
        self.assertEqual(sorted(r["task"] for r in self.rows()), sorted(tasks))

    def test_compared_with_an_earlier_run(self):
        task = self.write("a.bp", SAFE)
        self.batch(task, out="before")
        self.write("a.bp", BAD)
        code, out, _ = self.batch("--compare", str(self.root / "before"), task, out="after")
        self.assertEqual(code, 0)
        self.assertIn("true -> false(unreach-call)", out)
        self.assertIn("Compared with", (self.root / "after/index.html").read_text())


if __name__ == "__main__":
    unittest.main()
