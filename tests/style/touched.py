# What doc/howto.md promises about additions: how many files that are there already a new engine, a new kind of
# evidence and a new property touch. A file that names most of what there is has to be touched for whatever comes next.
import pathlib
import re
import sys

SOURCES = {str(p): p.read_text() for p in sorted(pathlib.Path("src").rglob("*"))
           if p.suffix in (".h", ".cpp") or p.name == "CMakeLists.txt"}
MOST = 0.6
problems = []


def found(pattern):
    """What the pattern finds in each file."""
    pattern = re.compile(pattern)
    return {name: {"".join(m.groups(default="")) for m in pattern.finditer(text)}
            for name, text in SOURCES.items()}


def naming_most(names, named, what, limit):
    """Files that name most of what there is are those that the next one touches."""
    files = [f for f in named if len(named[f] & set(names)) >= MOST * len(names)]
    if len(files) > limit:
        problems.append(f"a new {what} touches {len(files)} files, more than {limit}: {', '.join(files)}")
    return files


def variant(path, name):
    body = re.search(rf"using {name} = std::variant<(.*?)>;", SOURCES[path], re.S).group(1)
    return re.findall(r"\w+", body)


def engines():
    names = [p.parent.name for p in pathlib.Path("src/engine").glob("*/CMakeLists.txt")
             if p.parent.name != "interface"]
    named = found(r"\bengine_(\w+)|kleene/engine/(\w+)/|add_subdirectory\((\w+)\)")
    naming_most(names, named, "engine", 3)
    return names


def kinds():
    names = variant("src/evidence/include/kleene/evidence/evidence.h", "Evidence")
    named = found(rf"\b({'|'.join(names)})\b")
    # Beside them the list of sources.
    files = naming_most(names, named, "kind of evidence", 5)
    for name in names:
        for file in files:
            if name not in named[file]:
                problems.append(f"{file} does not know the kind {name}")
    return names


def properties():
    path = "src/property/include/kleene/property/property.h"
    body = re.search(r"enum class Property[^{]*\{(.*?)\n\};", SOURCES[path], re.S).group(1)
    names = re.findall(r"^\s*(\w+),", re.sub(r"//.*", "", body), re.M)
    named = found(r"\bProperty::(\w+)")
    # The table, and what a native run of a violation needs.
    naming_most(names, named, "property", 2)
    for name in names:
        # Which engine looks at it is a matter of the engines.
        files = [f for f in named if name in named[f] and not f.startswith("src/engine/")]
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
