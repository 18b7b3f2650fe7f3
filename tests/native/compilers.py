# SPDX-License-Identifier: Apache-2.0
"""A C program under several compilers: which facts it observes, whether it reaches reach_error, what the sanitizers say.

A program is linked with a harness that gives it its inputs, one list after the other, each in a process of its own."""

import dataclasses
import functools
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

import against_gcc

GCC = ("gcc", "-O0"), ("gcc", "-O2")
CLANG = ("clang-19", "-O0"), ("clang-19", "-O2")
COMMON = ["-std=gnu11", "-w", "-fwrapv", "-fno-strict-aliasing"]
# An overflow that is not the question wraps, and is no reason to give a program up.
UNDEFINED = "-fsanitize=undefined", "-fno-sanitize=signed-integer-overflow"
# What native replay compiles with: addresses and the order of evaluation may be other ones with it.
REPLAY = ("gcc", "-O0", *UNDEFINED, "-finstrument-functions"), ("gcc", "-O1", *UNDEFINED)
ADDRESS = "-fsanitize=address", "-fsanitize-address-use-after-scope"
SANITIZED = ("gcc", "-O0", *UNDEFINED, *ADDRESS), ("clang-19", "-O0", *UNDEFINED, *ADDRESS)
REPORT = re.compile(r"runtime error: [^\n]*|ERROR: AddressSanitizer: [^\n]*")

HARNESS = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#define PLAIN __attribute__((no_instrument_function))
static char *next_input;
/* INPUTS is a list of lists: "1,2;3,4;". Every list gets a process. */
__attribute__((constructor(101))) PLAIN static void every_list(void) {
  char *lists = getenv("INPUTS");
  struct rlimit seconds = {1, 2}, none = {0, 0};
  if (!lists) return;
  for (int run = 0; *lists; run++) {
    char *end = strchr(lists, ';');
    fflush(0);
    dprintf(2, "\nBEGIN %d\n", run);
    int child = fork(), status = 0;
    if (child == 0) {
      *end = 0;
      next_input = lists;
      setrlimit(RLIMIT_CPU, &seconds);
      setrlimit(RLIMIT_CORE, &none);
      return;
    }
    waitpid(child, &status, 0);
    dprintf(2, "\nEND %d %d\n", run, status);
    lists = end + 1;
  }
  _exit(0);
}
PLAIN static long long input(void) {
  if (!next_input || !*next_input) {
    dprintf(2, "\nNOINPUT\n");
    _exit(0);
  }
  long long value = strtoll(next_input, &next_input, 10);
  if (*next_input == ',') next_input++;
  return value;
}
PLAIN int __VERIFIER_nondet_int(void) { return input(); }
PLAIN unsigned __VERIFIER_nondet_uint(void) { return input(); }
PLAIN long __VERIFIER_nondet_long(void) { return input(); }
PLAIN long long __VERIFIER_nondet_longlong(void) { return input(); }
PLAIN short __VERIFIER_nondet_short(void) { return input(); }
PLAIN signed char __VERIFIER_nondet_schar(void) { return input(); }
PLAIN void __VERIFIER_assume(int condition) {
  if (!condition) _exit(0);
}
PLAIN void observe(int fact, long long value) { dprintf(2, "\nFACT %d %lld\n", fact, value); }
PLAIN void reach_error(void) {
  dprintf(2, "\nREACHED\n");
  _exit(0);
}
static long steps;
PLAIN void step(void) {
  if (++steps > 2000000) {
    dprintf(2, "\nENDLESS\n");
    _exit(0);
  }
}
"""


@dataclasses.dataclass
class Run:
    """One execution: what it observed, and how it ended."""

    facts: list = dataclasses.field(default_factory=list)
    reached: bool = False
    endless: bool = False
    crashed: bool = False
    reports: list = dataclasses.field(default_factory=list)


def missing():
    """Why there is nothing to compare with on this machine; empty if all is there."""
    for name in ("gcc", "clang-19"):
        if shutil.which(name) is None:
            return f"{name} is not installed"
    with tempfile.TemporaryDirectory(prefix="kleene-facts-") as folder:
        source = pathlib.Path(folder) / "empty.c"
        source.write_text("#include <stdlib.h>\nint main(void) { return 0; }\n")
        for name, bits in (("gcc", 32), ("clang-19", 32), ("gcc", 64), ("clang-19", 64)):
            command = [name, f"-m{bits}", source, "-fsanitize=undefined", "-o", f"{folder}/empty"]
            done = against_gcc.call(command, 60)
            if done is None or done.returncode != 0:
                return f"{name} -m{bits} does not work"
    return ""


@functools.cache
def harness_folder():
    return tempfile.TemporaryDirectory(prefix="kleene-harness-")


@functools.cache
def harness_object(bits):
    folder = pathlib.Path(harness_folder().name)
    source, target = folder / f"harness{bits}.c", folder / f"harness{bits}.o"
    source.write_text(HARNESS)
    subprocess.run(["gcc", f"-m{bits}", "-O1", "-w", "-c", source, "-o", target], check=True)
    return target


def parse(text):
    """The runs that a harness tells of."""
    runs = []
    for line in text.split("\n"):
        words = line.split(" ")
        if words[0] == "BEGIN":
            runs.append(Run())
        elif not runs:
            continue
        elif words[0] == "FACT":
            runs[-1].facts.append((int(words[1]), int(words[2])))
        elif words[0] == "REACHED":
            runs[-1].reached = True
        elif words[0] == "ENDLESS":
            runs[-1].endless = True
        elif words[0] == "END":
            signalled = int(words[2]) & 0x7F
            runs[-1].endless |= signalled in (signal.SIGXCPU, signal.SIGKILL)
            runs[-1].crashed |= bool(signalled) and not runs[-1].endless
        else:
            runs[-1].reports += REPORT.findall(line)
    return runs


def build(compiler, sources, bits, folder, defines=()):
    """The program, or None if the compiler refuses it."""
    program = folder / "program"
    name, *flags = compiler
    command = [name, f"-m{bits}", *COMMON, *flags, *(f"-D{d}" for d in defines)]
    built = against_gcc.call([*command, *sources, harness_object(bits), "-lm", "-o", program], 120)
    return program if built is not None and built.returncode == 0 else None


def execute(program, inputs, folder):
    """A run for each list of inputs."""
    lists = "".join(",".join(map(str, values)) + ";" for values in inputs)
    environment = {"INPUTS": lists, "PATH": "/usr/bin:/bin", "ASAN_OPTIONS": "detect_leaks=0"}
    done = against_gcc.call([program], 30 + 5 * len(inputs), cwd=folder, env=environment)
    if done is None:
        return [Run(endless=True)]
    return parse(done.stderr.decode(errors="replace"))


def run(compiler, texts, bits, inputs, defines=()):
    """The runs of a program of several units under one compiler; None if it is refused."""
    with tempfile.TemporaryDirectory(prefix="kleene-facts-") as name:
        folder = pathlib.Path(name)
        sources = []
        for number, text in enumerate(texts):
            sources.append(folder / f"unit{number}.c")
            sources[-1].write_text(text)
        program = build(compiler, sources, bits, folder, defines)
        scratch = folder / "scratch"
        os.mkdir(scratch)
        return None if program is None else execute(program, inputs, scratch)
