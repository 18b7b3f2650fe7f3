# SPDX-License-Identifier: Apache-2.0
"""CPU times of the engine `concurrent`, and sizes of what it reaches: the Bluetooth driver by number of switches,
and the SafeStack programs.

Usage: run.py KLEENE [FOLDER OF GETAFIX PROGRAMS]
"""

import glob
import os
import re
import resource
import subprocess
import sys
import tempfile

from bluetooth import model

LIMIT = 60  # seconds of CPU time for a program and a number of switches


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def check(kleene, path, switches, label=()):
    """Seconds, decision nodes, and the last line."""
    begin = cpu_seconds()
    arguments = [kleene, "check", "--verbosity", "2", "--context-switches", str(switches), *label, path]
    run = subprocess.run(
        arguments,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT)),
    )
    nodes = re.findall(r"states reached: (\d+) decision nodes", run.stderr)
    lines = run.stdout.splitlines()
    return cpu_seconds() - begin, nodes[-1] if nodes else "?", lines[-1] if lines else "no answer"


def bluetooth(kleene):
    for adders, stoppers in [(1, 1), (1, 2), (2, 1), (2, 2)]:
        with tempfile.NamedTemporaryFile("w", suffix=".bp") as file:
            file.write(model(adders, stoppers))
            file.flush()
            for switches in range(1, 11):
                seconds, nodes, line = check(kleene, file.name, switches)
                print(
                    f"{adders} adders, {stoppers} stoppers, k = {switches}: {seconds:.2f} s, {nodes} nodes, {line}",
                    flush=True,
                )


def safe_stack(kleene, folder):
    for path in sorted(glob.glob(os.path.join(folder, "SafeStack*.bp"))):
        for switches in range(0, 20):
            seconds, nodes, line = check(kleene, path, switches, ["--label", "SLIC_ERROR"])
            print(f"{os.path.basename(path)}, k = {switches}: {seconds:.2f} s, {nodes} nodes, {line}", flush=True)
            if "no error within" not in line:
                break


if __name__ == "__main__":
    bluetooth(sys.argv[1])
    if len(sys.argv) > 2:
        safe_stack(sys.argv[1], sys.argv[2])
