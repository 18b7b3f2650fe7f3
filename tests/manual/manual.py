#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every command of the manual. In a block that begins with ```console, a line with `$ ` is a command, and what
follows is what it prints; `...` stands for any lines. Files that the manual shows (```c NAME) are there.

usage: manual.py KLEENE SOURCE_FOLDER [PAGE...]
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

KLEENE = pathlib.Path(sys.argv[1]).resolve()
SOURCE = pathlib.Path(sys.argv[2]).resolve()
BLOCK = re.compile(r"^```(\S+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands(text):
    """Each command with the lines that it should print."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def fits(expected, printed):
    """`...` fits any lines, every other line itself."""
    if not expected:
        return not printed
    if expected[0] == "...":
        return any(fits(expected[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and printed[0] == expected[0] and fits(expected[1:], printed[1:])


def run_page(page):
    failures, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        shutil.copytree(SOURCE / "examples", root / "examples")
        (root / "bin").mkdir()
        (root / "bin/kleene").symlink_to(KLEENE)
        environment = {**os.environ, "PATH": f"{root}/bin:{os.environ['PATH']}", "NO_COLOR": "1"}
        for kind, name, text in BLOCK.findall(page.read_text()):
            if name:
                (root / name).write_text(text)
            if kind != "console":
                continue
            for command, expected in commands(text):
                count += 1
                done = subprocess.run(["bash", "-c", command], cwd=root, env=environment, text=True, timeout=300,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
                if not fits(expected, done.stdout.splitlines()):
                    failures.append(f"{page.name}: $ {command}\n" + done.stdout)
    return count, failures


def main():
    pages = [pathlib.Path(p) for p in sys.argv[3:]] or sorted((SOURCE / "doc/manual").glob("*.md"))
    total = 0
    failures = []
    for page in pages:
        count, wrong = run_page(page)
        total += count
        failures += wrong
    print(f"{total} commands on {len(pages)} pages, {len(failures)} do not print what the manual says")
    print("\n".join(failures))
    sys.exit(1 if failures or total == 0 else 0)


if __name__ == "__main__":
    main()
