# What doc/howto.md promises about additions: how many files that are there already a new engine, a new kind of
# evidence and a new property touch. A file that names most of what there is has to be touched for whatever comes next.
import pathlib
import re
import sys

SOURCES = {str(p): p.read_text() for p in sorted(pathlib.Path("src").rglob("*"))
           if p.suffix in (".h", ".cpp") or p.name == "CMakeLists.txt"}
MOST = 0.6
problems = []


def naming_most(words, what, limit):
    """Files that name most of the words (regular expressions) are those that the next one touches."""
    files = []
    for name, text in SOURCES.items():
        if sum(bool(re.search(word, text)) for word in words) >= MOST * len(words):
            files.append(name)
    if len(files) > limit:
        problems.append(f"a new {what} touches {len(files)} files, more than {limit}: {', '.join(files)}")
    return files


def variant(path, name):
    body = re.search(rf"using {name} = std::variant<(.*?)>;", SOURCES[path], re.S).group(1)
    return re.findall(r"\w+", body)


def engines():
    names = [p.parent.name for p in pathlib.Path("src/engine").glob("*/CMakeLists.txt")
             if p.parent.name != "interface"]
    naming_most([rf"engine_{n}\b|kleene/engine/{n}/|add_subdirectory\({n}\)" for n in names], "engine", 3)
    return names


def kinds():
    names = variant("src/evidence/include/kleene/evidence/evidence.h", "Evidence")
    # Beside them the list of sources.
    files = naming_most([rf"\b{n}\b" for n in names], "kind of evidence", 5)
    for name in names:
        for file in files:
            if not re.search(rf"\b{name}\b", SOURCES[file]):
                problems.append(f"{file} does not know the kind {name}")
    return names


def properties():
    path = "src/property/include/kleene/property/property.h"
    body = re.search(r"enum class Property[^{]*\{(.*?)\n\};", SOURCES[path], re.S).group(1)
    names = re.findall(r"^\s*(\w+),", re.sub(r"//.*", "", body), re.M)
    naming_most([rf"\bProperty::{n}\b" for n in names], "property", 1)
    for name in names:
        files = [f for f, text in SOURCES.items() if re.search(rf"\bProperty::{name}\b", text)]
        if name != "UnreachCall" and len(files) > 8:
            problems.append(f"{name} is asked for by name in {len(files)} files: {', '.join(files)}")
    return names


def main():
    counts = [(engines(), 10), (kinds(), 10), (properties(), 10)]
    for names, least in counts:
        if len(names) < least:
            problems.append(f"only {len(names)} were found: {names}")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
