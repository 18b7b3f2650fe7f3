#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Debian package, installed in a bare root that debootstrap makes, and used there. Skipped, with a message, where
that is not possible.

usage: package.py BUILD_FOLDER SOURCE_FOLDER
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def run(*command, **more):
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode != 0:
        print(f"{command}: exit code {done.returncode}\n{done.stdout[-3000:]}")
    return done


def mirror():
    """Where this machine has the packages of its release from."""
    for file in [pathlib.Path("/etc/apt/sources.list"), *pathlib.Path("/etc/apt/sources.list.d").glob("*")]:
        for entry in re.split(r"\n\s*\n|\n(?=deb )", file.read_text()) if file.exists() else []:
            found = re.search(r"^(?:URIs:|deb(?: \[.*?\])?)\s*(\S+)", entry, re.MULTILINE)
            if found and re.search(rf"(?<!\S){release()}(?!\S)", entry) and re.search(r"\bmain\b", entry):
                return found.group(1)
    return skip("no mirror is configured")


def release():
    return re.search(r"VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text()).group(1)


def main():
    build, source = map(pathlib.Path, sys.argv[1:3])
    if shutil.which("debootstrap") is None or os.geteuid() != 0:
        skip("needs debootstrap (packages-tests.txt), and to be root")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        if run("cpack", "-B", work / "deb", cwd=build).returncode != 0:
            sys.exit(1)
        package = next((work / "deb").glob("*.deb"))
        root = work / "root"
        if run("debootstrap", "--variant=minbase", release(), root, mirror()).returncode != 0:
            skip("debootstrap cannot make a root")
        shutil.copy(package, root / "kleene.deb")
        shutil.copy(source / "examples/buffer.c", root)
        if pathlib.Path("/etc/resolv.conf").exists():
            shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}
        installed = run("chroot", root, "apt-get", "install", "-y", "--no-install-recommends", "/kleene.deb", env=environment)
        if installed.returncode != 0:
            sys.exit(1)
        # Nothing runs natively without recommended packages or a cage; the answer stands all the same.
        done = run("chroot", root, "kleene", "check", "--property", "valid-deref", "/buffer.c", env=environment)
        print(done.stdout[-400:])
        sys.exit(0 if done.stdout.endswith("VERDICT: false(valid-deref)\n") else 1)


if __name__ == "__main__":
    main()
