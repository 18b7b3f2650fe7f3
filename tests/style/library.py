#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every function that the front end knows without a body is in doc/library.md."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
sources = root / "src/frontend/c"
words = set(re.findall(r"[A-Za-z_0-9]+", (root / "doc/library.md").read_text()))
table = (sources / "builtin_names.cpp").read_text()
table = table[: table.index("compiler_functions{")]
names = set(re.findall(r'\{"(\w+)", Builtin::', table))
models = [(sources / "models" / name).read_text() for name in ("libc.c", "environment.c")]
for line in "".join(models).splitlines():
    found = re.match(r"(?!static\b)[a-zA-Z_].*?\**\b(\w+)\(.*\) \{$|(\w+)\($", line)
    if found:
        names.add(found.group(1) or found.group(2))
missing = sorted(n for n in names if not n.startswith("__kleene") and n not in words)
if len(names) < 80:
    sys.exit(f"only {len(names)} functions are found in the sources")
if missing:
    sys.exit("not in doc/library.md: " + ", ".join(missing))
