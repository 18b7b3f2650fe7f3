# SPDX-License-Identifier: Apache-2.0
"""Times of the engine `concurrent`: the Bluetooth driver by number of switches, and the SafeStack programs.

Usage: run.py KLEENE [FOLDER OF GETAFIX PROGRAMS]
"""

import glob
import os
import subprocess
import sys
import tempfile
import time

from bluetooth import model


def check(kleene, path, switches, limit, label=()):
    """Seconds, and the last line."""
    begin = time.time()
    arguments = [kleene, "check", "--context-switches", str(switches), "--time-limit", str(limit), *label, path]
    lines = subprocess.run(arguments, capture_output=True, text=True).stdout.splitlines()
    return time.time() - begin, lines[-1] if lines else "no answer"


def bluetooth(kleene):
    for adders, stoppers in [(1, 1), (1, 2), (2, 1), (2, 2)]:
        with tempfile.NamedTemporaryFile("w", suffix=".bp") as file:
            file.write(model(adders, stoppers))
            file.flush()
            for switches in range(1, 11):
                seconds, line = check(kleene, file.name, switches, 60)
                print(f"{adders} adders, {stoppers} stoppers, k = {switches}: {seconds:.2f} s, {line}", flush=True)


def safe_stack(kleene, folder):
    for path in sorted(glob.glob(os.path.join(folder, "SafeStack*.bp"))):
        for switches in range(0, 20):
            seconds, line = check(kleene, path, switches, 60, ["--label", "SLIC_ERROR"])
            print(f"{os.path.basename(path)}, k = {switches}: {seconds:.2f} s, {line}", flush=True)
            if "no error within" not in line:
                break


if __name__ == "__main__":
    bluetooth(sys.argv[1])
    if len(sys.argv) > 2:
        safe_stack(sys.argv[1], sys.argv[2])
