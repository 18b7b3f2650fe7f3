"""Sentences that nobody from outside understands stay out of messages and documents (doc/glossary.md has the words).

Usage: words.py ROOT
"""

import pathlib
import re
import sys

PHRASES = ("nobody knows", "is fine", "are fine", "went well", "goes well", "proposed are none", "stood in the way of",
           "rests on", "goes round", "go round", "calls of one procedure open", "not known to anybody")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')

root = pathlib.Path(sys.argv[1])
found = []
for path in sorted(root.glob("src/**/*.cpp")):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.lstrip().startswith("//"):
            continue
        for text in STRING.findall(line):
            found += [f"{path.relative_to(root)}:{number}: {phrase!r}" for phrase in PHRASES if phrase in text]
for path in [root / "README.md", *sorted(root.glob("doc/**/*.md")), *sorted(root.glob("contrib/**/*"))]:
    for number, line in enumerate(path.read_text().splitlines() if path.is_file() else [], 1):
        found += [f"{path.relative_to(root)}:{number}: {phrase!r}" for phrase in PHRASES if phrase in line]
print("\n".join(found))
sys.exit(1 if found else 0)
