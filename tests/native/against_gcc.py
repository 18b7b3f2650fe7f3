# SPDX-License-Identifier: Apache-2.0
"""Runs a C program natively and in kleene's interpreter, and says how each run ended.

Both sides read the same inputs: the values of the list, in order, one for each call of a
__VERIFIER_nondet function, wrapped to its type. A run that asks for more ends as `inputs`."""

import dataclasses
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile

# How the generated harness tells the endings apart that a plain exit status cannot.
HARNESS_STATUS = {201: "target", 202: "blocked", 203: "inputs", 204: "missing"}
HARNESS = """
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void end(int status) {
  fflush(0);
  _exit(status);
}
static const long long inputs[] = {%(inputs)s};
static unsigned next_input;
static long long input(void) {
  if (next_input == sizeof inputs / sizeof *inputs) end(203);
  return inputs[next_input++];
}
%(functions)s
"""


@dataclasses.dataclass
class Ending:
    """`kind` is exit, abort, assertion, target, blocked, inputs, running, crash, missing (gcc's code
    calls a function without body), memory (kleene's limit is reached), undefined, refused or failed (to
    compile, or inside kleene)."""

    kind: str
    status: int = 0
    output: bytes = b""
    note: str = ""
    unknown: bool = False  # kleene only: it rests on a value that nobody knows
    depth: int = 0  # kleene only: active calls at the end

    def agrees_with(self, other):
        """The same ending and the same output, as far as it got out: abort keeps what is buffered."""
        if (self.kind, self.status) != (other.kind, other.status):
            return False
        if self.kind in ("abort", "assertion"):
            return other.output.startswith(self.output) or self.output.startswith(other.output)
        return self.kind == "running" or self.output == other.output

    def __str__(self):
        status = f" {self.status}" if self.kind in ("exit", "crash") else ""
        return self.kind + status + (f" ({self.note})" if self.note else "")


def limits(seconds):
    """For a child: so many seconds of its own time, however busy the machine is."""

    def apply():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        if "ASAN_OPTIONS" not in os.environ:  # the address sanitizer reserves terabytes
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        resource.setrlimit(resource.RLIMIT_STACK, (1 << 29, 1 << 29))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return apply


def call(command, seconds, **options):
    """The finished process, or None if it took longer."""
    try:
        return subprocess.run(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=seconds,
            check=False,
            **options,
        )
    except subprocess.TimeoutExpired:
        return None


def undefined_symbols(object_file):
    lines = call(["nm", "-u", "--format=posix", object_file], 20).stdout.decode().splitlines()
    return [line.split()[0] for line in lines]


def harness(symbols, booleans, inputs):
    """The environment of a program, for the symbols that it leaves open."""
    functions = []
    for name in symbols:
        if name.startswith("__VERIFIER_nondet_"):
            value = "input() != 0" if name in booleans else "input()"
            functions.append(f"long long {name}(void) {{ return {value}; }}")
        elif name in ("__VERIFIER_error", "reach_error"):
            functions.append(f"void {name}(void) {{ end(201); }}")
        elif name == "__VERIFIER_assume":
            functions.append(f"void {name}(int c) {{ if (!c) end(202); }}")
        elif name.startswith("__VERIFIER_atomic_"):
            functions.append(f"void {name}(void) {{}}")
    values = ", ".join(f"{v}LL" if v > -(2**63) else "-9223372036854775807LL - 1" for v in inputs)
    return HARNESS % {"inputs": values or "0", "functions": "\n".join(functions)}


def boolean_functions(source):
    text = pathlib.Path(source).read_text(errors="replace")
    return set(re.findall(r"(?:_Bool|bool)\s+(__VERIFIER_nondet_\w+)\s*\(", text))


def link(compiler, object_file, source, inputs, folder):
    """The program with its harness, if it has inputs. Functions that nobody defines may be linked, but
    not called."""
    program = folder / "program"
    command = [*compiler, "-x", "none", object_file, "-lm", "-o", program]
    if inputs is None:
        linked = call(command, 120)
        return program if linked is not None and linked.returncode == 0 else None
    environment = folder / "harness.c"
    text = harness(undefined_symbols(object_file), boolean_functions(source), inputs)
    for _ in range(2):
        environment.write_text(text)
        linked = call([*command, environment], 120)
        if linked is None or linked.returncode == 0:
            return program if linked else None
        missing = re.findall(r"undefined reference to `([^']*)'", linked.stderr.decode(errors="replace"))
        text += "".join(f"void {name}(void) {{ end(204); }}\n" for name in sorted(set(missing)))
    return None


def run_natively(source, bits, seconds, folder, inputs=None, flags=()):
    """Compiles and runs; without inputs, without a harness."""
    compiler = ["gcc", f"-m{bits}", "-std=gnu11", "-w", "-fwrapv", *flags]
    object_file = folder / "program.o"
    built = call([*compiler, "-c", "-x", "c", source, "-o", object_file], 120)
    if built is None or built.returncode != 0:
        return Ending("failed", note="gcc refuses it")
    program = link(compiler, object_file, source, inputs, folder)
    if program is None:
        return Ending("failed", note="it cannot be linked")
    done = call([program], 60 * seconds, cwd=folder, preexec_fn=limits(seconds))
    if done is None or -done.returncode in (signal.SIGXCPU, signal.SIGKILL):
        return Ending("running")
    if inputs is not None and done.returncode in HARNESS_STATUS:
        return Ending(HARNESS_STATUS[done.returncode], output=done.stdout)
    if done.returncode >= 0:
        return Ending("exit", done.returncode, done.stdout)
    if -done.returncode == signal.SIGABRT:
        kind = "assertion" if b"Assertion" in done.stderr else "abort"
        return Ending(kind, output=done.stdout)
    return Ending("crash", -done.returncode, done.stdout)


# What the document of `kleene run --json` calls the endings.
ENDINGS = {
    "returned": "exit",
    "exited": "exit",
    "aborted": "abort",
    "assertion failed": "assertion",
    "target reached": "target",
    "undefined behaviour": "undefined",
    "blocked": "blocked",
    "inputs exhausted": "inputs",
    "step limit reached": "running",
    "stack overflow": "running",
    "memory limit reached": "memory",
}


def run_in_kleene(kleene, source, bits, seconds, steps, inputs=(), options=()):
    """A run in the interpreter, that of `kleene run`."""
    with tempfile.TemporaryDirectory(prefix="kleene-run-") as name:
        document = pathlib.Path(name) / "run.json"
        command = [kleene, "run", "--quiet", "--json", document, "--steps", str(steps)]
        command += ["--data-model", "ILP32" if bits == 32 else "LP64", *options]
        if inputs:
            command.append("--input=" + ",".join(map(str, inputs)))
        done = call([*command, source], seconds)
        if done is None:
            return Ending("failed", note=f"no answer in {seconds} s")
        try:
            report = json.loads(document.read_text())
        except (OSError, ValueError):
            return Ending("failed", note=f"no document, exit code {done.returncode}")
    if "run" not in report:
        reason = report.get("reason", "") or done.stderr.decode(errors="replace")[:200]
        return Ending("refused" if done.returncode == 3 else "failed", note=reason)
    run = report["run"]
    kind = ENDINGS[run["ending"]]
    status = int(run.get("status", 0)) % 256 if kind == "exit" else 0
    unknown = "indeterminate" in run or "assumed" in run
    return Ending(kind, status, done.stdout, run.get("detail", ""), unknown, len(run["stack"]))
