"""Every row of the tables in doc/semantics.md names a test that exists.

The last column of a row names tests, each in backquotes: the name of a test of CTest (those of GoogleTest are
such), or the file of a regression case below tests/regress. `*` stands for any characters; at least one test has
to match. Whatever is in backquotes there has to be one of these.

Usage: semantics.py SOURCE-FOLDER BUILD-FOLDER
"""

import fnmatch
import pathlib
import re
import subprocess
import sys


def rows(text):
    """Line numbers and cells of the rows below the heads of tables."""
    in_table = False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            in_table = False
        elif re.fullmatch(r"[|\-: ]+", line):
            in_table = True
        elif in_table:
            yield number, [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def known_tests(build):
    listing = subprocess.run(["ctest", "--test-dir", build, "-N"], capture_output=True, text=True, check=True)
    # Parametrised tests have a comment behind their names.
    return {match.group(1) for match in re.finditer(r"^ +Test +#\d+: (\S+)", listing.stdout, re.M)}


def is_case(path, script):
    """Run by its expectation, or by a script that takes the whole folder."""
    with open(path, errors="replace") as file:
        return "KLEENE:" in file.read(2000) or script.exists()


def exists(name, tests, regress):
    if "/" in name and name.endswith((".c", ".i", ".ir", ".yml")):
        files = [f for f in regress.glob(name) if is_case(f, regress / (f.parent.name + ".py"))]
        return bool(files)
    return any(fnmatch.fnmatchcase(test, name) for test in tests)


def main():
    source, build = sys.argv[1:]
    text = (pathlib.Path(source) / "doc" / "semantics.md").read_text()
    regress = pathlib.Path(source) / "tests" / "regress"
    tests = known_tests(build)
    problems = []
    count = 0
    for number, cells in rows(text):
        count += 1
        named = re.findall(r"`([^`]+)`", cells[-1])
        if not named:
            problems.append(f"{number}: no test is named for: {cells[0]}")
        problems += [f"{number}: there is no test {name}" for name in named if not exists(name, tests, regress)]
    if count < 50:
        problems.append(f"only {count} rows were found")
    for problem in problems:
        print(f"doc/semantics.md:{problem}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
