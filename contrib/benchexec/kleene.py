# SPDX-License-Identifier: Apache-2.0
"""Tells BenchExec how to run kleene and how to read its answers (API: BaseTool2)."""

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

VERDICT = "VERDICT: "


class Tool(benchexec.tools.template.BaseTool2):
    """kleene: a software model checker for recursive programs."""

    REQUIRED_PATHS = ["bin"]

    def name(self):
        return "kleene"

    def executable(self, tool_locator):
        return tool_locator.find_executable("kleene", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="kleene ")

    def cmdline(self, executable, options, task, rlimits):
        """`check`, or `validate` for a task with a witness among its options."""
        options = list(options)
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model and "--data-model" not in options:
            options += ["--data-model", model]
        if task.property_file and "--property" not in options:
            options += ["--property", task.property_file]
        if rlimits.cputime and "--time-limit" not in options:
            # Our engines share the cores: without a limit on wall time, that on CPU time is for all.
            options += ["--time-limit", str(rlimits.walltime or rlimits.cputime)]
        if rlimits.memory and "--memory-limit" not in options:
            # Somewhat below, so that there is an answer before the end.
            options += ["--memory-limit", str(int(rlimits.memory * 0.95) // 1024 // 1024)]
        described = task.options if isinstance(task.options, dict) else {}
        witness = described.get("witness_input_file")
        files = list(task.input_files)
        if witness:
            programs = [f for f in files if not f.endswith(witness)]
            witnesses = [f for f in files if f.endswith(witness)]
            return [executable, "validate", *options, *programs, *(witnesses or [witness])]
        return [executable, "check", *options, *files]

    def determine_result(self, run):
        """The one verdict line; whatever ends without it is an error."""
        for line in reversed(list(run.output)):
            if not line.startswith(VERDICT):
                continue
            verdict = line[len(VERDICT):].strip()
            if verdict == "true":
                return result.RESULT_TRUE_PROP
            if verdict.startswith("false(") and verdict.endswith(")"):
                return verdict
            if verdict.startswith("unknown"):
                late = run.exit_code.value == 4 and "time limit" in verdict
                return "TIMEOUT" if late else result.RESULT_UNKNOWN
            return result.RESULT_ERROR
        return result.RESULT_ERROR
