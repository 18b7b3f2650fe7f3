"""Projects: files that are compiled as a compile_commands.json says, and linked.

Usage: project.py KLEENE
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

KLEENE = sys.argv.pop(1)


class Project(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.entries = []

    def file(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def add(self, name, text, flags="", compiler="gcc"):
        """A file with its entry; the command is relative to the folder of the build."""
        path = self.file(name, text)
        self.entries.append({"directory": str(self.folder / "build"), "file": f"../{name}",
                             "command": f"{compiler} {flags} -c ../{name} -o {path.stem}.o"})

    def check(self, *arguments, files=(), limit="20"):
        build = self.folder / "build"
        build.mkdir(exist_ok=True)
        (build / "compile_commands.json").write_text(json.dumps(self.entries))
        answer = self.folder / "answer.json"
        command = [KLEENE, "check", "-p", str(build), "--quiet", "--time-limit", limit, "--json", str(answer)]
        done = subprocess.run([*command, *arguments, *map(str, files)], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, cwd=self.folder, timeout=120)
        document = json.loads(answer.read_text())
        self.assertEqual(done.returncode, document["exit_code"])
        return document

    def messages(self, document):
        return "\n".join(d["message"] for d in document["diagnostics"])

    def test_flags_of_each_file(self):
        self.file("inc/limit.h", "#define LIMIT 3\n")
        self.add("a.c", "#include <limit.h>\nint limit(void) { return LIMIT + EXTRA; }\n", "-I../inc -DEXTRA=4")
        self.add("b.c", "#include <assert.h>\nint limit(void);\nint main(void) { assert(limit() == 7);\n"
                        "#ifdef EXTRA\n  assert(0);\n#endif\n  return 0; }\n", "-O2 -g -Wall -MMD -MF b.d")
        self.assertEqual(self.check()["verdict"], "true")
        self.entries[0]["command"] = self.entries[0]["command"].replace("=4", "=5")
        document = self.check()
        self.assertEqual(document["verdict"], "false(unreach-call)")
        self.assertTrue(document["counterexample"]["replayed"]["native"])

    def test_arguments_as_a_list(self):
        path = self.file("a.c", "#include <assert.h>\nint main(void) { assert(sizeof(TEXT) == 4); return 0; }\n")
        self.entries.append({"directory": str(self.folder), "file": str(path),
                             "arguments": ["cc", '-DTEXT="a b"', "-c", "a.c"]})
        self.assertEqual(self.check()["verdict"], "true")

    def test_assertions_are_off(self):
        self.add("a.c", "#include <assert.h>\nint main(void) { assert(0); return 0; }\n", "-DNDEBUG")
        self.assertEqual(self.check()["verdict"], "true")

    def test_static_names_are_apart(self):
        for name, value in (("a", 1), ("b", 2)):
            self.add(f"{name}.c", f"static int state = {value};\nstatic int get(void) {{ return state; }}\n"
                                  f"int {name}(void) {{ return get(); }}\n")
        self.add("main.c", "#include <assert.h>\nint a(void);\nint b(void);\n"
                           "int main(void) { assert(a() == 1 && b() == 2); return 0; }\n")
        self.assertEqual(self.check()["verdict"], "true")

    def test_weak_definition(self):
        self.add("a.c", "#include <assert.h>\n__attribute__((weak)) int get(void) { return 1; }\n"
                        "int main(void) { assert(get() == 2); return 0; }\n")
        self.add("b.c", "int get(void) { return 2; }\n")
        self.assertEqual(self.check()["verdict"], "true")

    def test_tentative_definitions(self):
        self.add("a.c", "int shared;\nint main(void) { return shared; }\n")
        self.add("b.c", "int shared;\n")
        document = self.check()
        self.assertEqual(document["exit_code"], 2)
        self.assertIn("defined in more than one file", self.messages(document))
        self.assertIn("a.c:1", self.messages(document))
        for entry in self.entries:
            entry["command"] = entry["command"].replace("gcc", "gcc -fcommon")
        self.assertEqual(self.check()["verdict"], "true")

    def test_conflicting_types(self):
        self.add("a.c", "int table[4];\nlong size(int n) { return n; }\n")
        for other in ("extern int *table;\nint main(void) { return *table; }\n",
                      "int size(int n);\nint main(void) { return size(3); }\n",
                      "long size(int n, int m);\nint main(void) { return size(3, 4); }\n"):
            del self.entries[1:]
            self.add("b.c", other)
            document = self.check()
            self.assertEqual(document["exit_code"], 2, document)
            self.assertIn("a.c:", self.messages(document))
            self.assertEqual(document["diagnostics"][-1]["place"]["file"], "b.c")

    def test_wrapping(self):
        program = "int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); x++; x -= 3; return x * x; }\n"
        self.add("a.c", program)
        self.assertEqual(self.check()["verdict"], "false(no-overflow)")
        self.entries.clear()
        self.add("a.c", program, "-fwrapv")
        self.assertEqual(self.check()["verdict"], "true")
        # The least number divided by -1 traps all the same.
        self.entries.clear()
        self.add("a.c", program.replace("x * x", "x / -1"), "-fwrapv")
        self.assertEqual(self.check()["verdict"], "false(no-overflow)")

    def test_types_that_flags_change(self):
        self.add("a.c", "#include <assert.h>\n#include <limits.h>\nenum e { A };\nint main(void) { char c = (char)200; assert(c == 200);\n"
                        "assert(CHAR_MIN == 0); assert(sizeof(enum e) == 1); assert(sizeof(long) == 4); return 0; }\n",
                 "-funsigned-char -fshort-enums -m32")
        document = self.check()
        self.assertEqual(document["verdict"], "true")
        self.assertEqual(document["data_model"], "ILP32")
        self.add("b.c", "int unused;\n", "-m32")
        document = self.check()
        self.assertEqual(document["exit_code"], 3)
        self.assertIn("-funsigned-char", self.messages(document))
        self.entries.pop()
        self.add("b.c", "int unused;\n", "-funsigned-char -fshort-enums")
        self.assertIn("-m32", self.messages(self.check()))

    def test_flags_that_are_refused(self):
        for flag in ("-ffast-math", "-Ofast", "-fpack-struct", "-fpack-struct=2", "-fopenmp", "-ftrapv",
                     "-fshort-wchar", "-mms-bitfields", "-fno-such-flag", "@flags.txt"):
            self.entries.clear()
            self.add("a.c", "int main(void) { return 0; }\n", flag)
            document = self.check()
            self.assertEqual(document["exit_code"], 3, flag)
            self.assertIn(flag, self.messages(document))

    def test_processor(self):
        self.add("a.c", "int main(void) { return 0; }\n", "-march=native")
        document = self.check()
        self.assertEqual(document["verdict"], "true")
        self.assertIn("processor", [a["name"] for a in document["assumptions"]])

    def test_other_machine(self):
        self.add("a.c", "int main(void) { return 0; }\n", compiler="arm-none-eabi-gcc")
        document = self.check()
        self.assertEqual(document["exit_code"], 3)
        self.assertIn("arm-none-eabi-gcc", self.messages(document))
        document = self.check("--data-model", "ILP32")
        self.assertEqual(document["verdict"], "true")
        self.assertIn("compiler", [a["name"] for a in document["assumptions"]])

    def test_nothing_is_executed(self):
        self.add("a.c", "int main(void) { return 0; }\n", "-DX=`touch${IFS}/tmp/kleene-was-here` -DY=$(touch seen)")
        self.check()
        self.assertFalse((self.folder / "build" / "seen").exists())
        self.assertFalse((self.folder / "seen").exists())

    def test_chosen_files(self):
        self.add("a.c", "int main(void) { return 0; }\n")
        self.add("b.c", "int main(void) { return 1; }\n")
        self.add("c.cpp", "class X {};\n")
        self.assertIn("main is defined", self.messages(self.check()))
        document = self.check(files=["a.c"])
        self.assertEqual(document["verdict"], "true")
        self.file("d.c", "int main(void) { return 0; }\n")
        self.assertIn("d.c", self.messages(self.check(files=["d.c"])))

    def test_bad_files(self):
        build = self.folder / "build"
        build.mkdir()
        for text in ("", "{}", "[1]", '[{"file": "a.c"}]', '[{"directory": "/", "command": "gcc"}]', "[" * 5000,
                     '[{"file": "a.c", "arguments": [1]}]', '[{"file": "a.c", "command": ""}]'):
            (build / "compile_commands.json").write_text(text)
            done = subprocess.run([KLEENE, "check", "-p", str(build)], capture_output=True, text=True, timeout=60)
            self.assertIn(done.returncode, (2, 3), text[:40])
            self.assertTrue(done.stdout.splitlines()[-1].startswith(("VERDICT: ERROR", "VERDICT: unknown")), done.stdout)
        done = subprocess.run([KLEENE, "check", "-p", str(self.folder / "none")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)

    def test_each_function(self):
        self.add("a.c", "static int half(int n) { return n / 2; }\n"
                        "int ratio(int a, int b) { return a / b; }\n"
                        "int bounded(int n) { return n > 0 && n < 10 ? half(n) : 0; }\n")
        document = self.check("--each-function", limit="60")
        answers = {row["name"]: row["verdict"] for row in document["functions"]}
        self.assertEqual(answers["half"], "true")
        self.assertEqual(answers["bounded"], "true")
        self.assertIn(answers["ratio"], ("false(def-behavior)", "false(no-overflow)"))
        self.assertEqual(document["verdict"], answers["ratio"])
        row = next(r for r in document["functions"] if r["name"] == "ratio")
        self.assertEqual((row["file"], row["line"]), ("a.c", 2))
        self.assertIn("counterexample", row["answer"])


if __name__ == "__main__":
    unittest.main()
