# Files stay small, and nothing is left for later: headers have at most 250 lines, sources at most 800,
# and no comment says that something is still to be done. Exceptions stand, each with its reason, in
# doc/size_exceptions.txt as `path: reason`.
import pathlib
import re
import sys

LIMITS = {".h": 250, ".cpp": 800}
LATER = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")


def read_exceptions(path):
    exceptions = {}
    if path.exists():
        for line in path.read_text().splitlines():
            name, colon, reason = line.partition(":")
            if not line.startswith("#") and line.strip():
                if not colon or not reason.strip():
                    sys.exit(f"{path}: an exception needs a reason: {line}")
                exceptions[name.strip()] = reason.strip()
    return exceptions


def main():
    exceptions = read_exceptions(pathlib.Path("doc/size_exceptions.txt"))
    problems = []
    for folder in ("src", "tests", "bench"):
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.suffix not in LIMITS:
                continue
            lines = path.read_text().splitlines()
            limit = LIMITS[path.suffix]
            if len(lines) > limit and str(path) not in exceptions:
                problems.append(f"{path}: {len(lines)} lines, more than {limit}")
            if len(lines) <= limit and str(path) in exceptions:
                problems.append(f"{path}: needs no exception any more")
            for number, line in enumerate(lines, 1):
                if LATER.search(line):
                    problems.append(f"{path}:{number}: something is left for later")
            if not lines or "SPDX-License-Identifier: Apache-2.0" not in lines[0]:
                problems.append(f"{path}: the first line should be the SPDX line")
    for name in exceptions:
        if not pathlib.Path(name).exists():
            problems.append(f"doc/size_exceptions.txt: there is no {name}")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
