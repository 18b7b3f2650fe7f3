"""The tool-info module for BenchExec, with BenchExec itself or a stand-in for what it uses of it.

Usage: benchexec_test.py KLEENE MODULE
"""

import importlib.util
import subprocess
import sys
import types
import unittest
from types import SimpleNamespace

KLEENE = sys.argv.pop(1)
MODULE = sys.argv.pop(1)


def stand_in():
    """As much of BenchExec as a module sees (benchexec 3, BaseTool2)."""
    names = ["benchexec", "benchexec.result", "benchexec.tools", "benchexec.tools.template",
             "benchexec.tools.sv_benchmarks_util"]
    modules = {name: types.ModuleType(name) for name in names}
    for name, module in modules.items():
        sys.modules[name] = module
        if "." in name:
            parent, _, child = name.rpartition(".")
            setattr(modules[parent], child, module)
    modules["benchexec.result"].RESULT_TRUE_PROP = "true"
    modules["benchexec.result"].RESULT_UNKNOWN = "unknown"
    modules["benchexec.result"].RESULT_ERROR = "ERROR"

    class BaseTool2:
        def _version_from_tool(self, executable, arg="--version", line_prefix=None):
            done = subprocess.run([executable, arg], capture_output=True, text=True)
            assert done.returncode == 0 and not done.stderr
            line = next(l for l in done.stdout.splitlines() if l.startswith(line_prefix))
            return line[len(line_prefix):].strip()

    modules["benchexec.tools.template"].BaseTool2 = BaseTool2
    util = modules["benchexec.tools.sv_benchmarks_util"]
    util.ILP32, util.LP64 = "ILP32", "LP64"
    util.get_data_model_from_task = lambda task, table: table.get(
        task.options.get("data_model") if isinstance(task.options, dict) else None)


try:
    import benchexec.tools.template  # noqa: F401
except ImportError:
    stand_in()

spec = importlib.util.spec_from_file_location("kleene_tool", MODULE)
tool_module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tool_module)


def task(files=("a.c",), prop="unreach-call.prp", **options):
    return SimpleNamespace(input_files=list(files), property_file=prop, options=options)


def limits(cputime=None, walltime=None, memory=None):
    return SimpleNamespace(cputime=cputime, walltime=walltime, memory=memory)


def run(text, code=0, signal=None):
    return SimpleNamespace(output=text.splitlines(), exit_code=SimpleNamespace(value=code, signal=signal))


class ToolInfo(unittest.TestCase):
    def setUp(self):
        self.tool = tool_module.Tool()

    def test_command_lines(self):
        words = self.tool.cmdline("kleene", ["--engine", "bmc"], task(data_model="ILP32"), limits())
        self.assertEqual(words, ["kleene", "check", "--engine", "bmc", "--data-model", "ILP32",
                                 "--property", "unreach-call.prp", "a.c"])
        words = self.tool.cmdline("kleene", [], task(prop=None), limits(900, None, 15_000_000_000))
        self.assertEqual(words[:4], ["kleene", "check", "--time-limit", "900"])
        self.assertLess(int(words[words.index("--memory-limit") + 1]) * 1024 * 1024, 15_000_000_000)

    def test_what_the_benchmark_says_is_not_said_twice(self):
        words = self.tool.cmdline("kleene", ["--time-limit", "5"], task(), limits(900))
        self.assertEqual(words.count("--time-limit"), 1)

    def test_a_task_with_a_witness_is_validated(self):
        words = self.tool.cmdline("kleene", [], task(["a.c", "d/w.yml"], witness_input_file="w.yml"), limits())
        self.assertEqual((words[1], words[-2:]), ("validate", ["a.c", "d/w.yml"]))

    def test_the_options_exist(self):
        text = subprocess.run([KLEENE, "check", "--help"], capture_output=True, text=True).stdout
        words = self.tool.cmdline("kleene", [], task(data_model="LP64"), limits(1, 1, 10**9))
        for option in (w for w in words if w.startswith("--")):
            self.assertIn(option, text)

    def test_results(self):
        for text, code, wanted in [
            ("VERDICT: true", 0, "true"),
            ("x\nVERDICT: false(unreach-call)", 10, "false(unreach-call)"),
            ("VERDICT: false(no-overflow)\n", 10, "false(no-overflow)"),
            ("VERDICT: unknown (bmc: gave up)", 5, "unknown"),
            ("VERDICT: unknown (time limit reached; bmc: x)", 4, "TIMEOUT"),
            ("VERDICT: unknown (memory limit reached)", 4, "unknown"),
            ("VERDICT: unknown (unsupported: a.c:1:1: x)", 3, "unknown"),
            ("VERDICT: ERROR (parse error: a.c:1:1)", 2, "ERROR"),
            ("", 6, "ERROR"),
            ("the program prints VERDICT: true", 0, "ERROR"),
        ]:
            self.assertEqual(self.tool.determine_result(run(text, code)), wanted, text)

    def test_answers_of_the_real_command(self):
        done = subprocess.run([KLEENE, "check", "/nowhere.c"], capture_output=True, text=True)
        self.assertEqual(self.tool.determine_result(run(done.stdout, done.returncode)), "ERROR")

    def test_version(self):
        self.assertRegex(self.tool.version(KLEENE), r"^\d+\.\d+")


if __name__ == "__main__":
    unittest.main()
