"""Feeds kleene what is not a program: nothing, garbage, fragments and monsters.

Whatever it gets, it answers within ten seconds, with one verdict line, a JSON document and an exit code
that says what is wrong; it never crashes (exit code 6 or a signal).

Usage: bad_input.py KLEENE KIND, where KIND is the ending of the files.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

LIMIT = 10
PARSE_ERROR = {2}
# What a damaged file may still be: a program (whose checking may hit the limit), or not.
ANYTHING = {0, 2, 3, 4, 5, 10}

GOOD = {
    "c": """extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct s { int a[3]; char *p; };
static int f(int n, struct s *s) { switch (n) { case 1: return s->a[1]; default: break; } return n > 0 ? f(n - 1, s) : 0; }
int main(void) {
  struct s x = {{1, 2, 3}, "text\\n"};
  for (unsigned i = 0; i < 3u; i++) { x.a[i] += f(__VERIFIER_nondet_int() % 5, &x) << 1; if (i == 7) goto ERROR; }
  return 0;
ERROR:
  reach_error();
}
""",
    "yml": """format_version: '2.0'
input_files: 'program.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: false
options:
  language: C
  data_model: ILP32
""",
    "prp": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
    "ir": """global calls: int = 0;
proc main() {
  local n, r: int;
  start -> call:   havoc n from "__VERIFIER_nondet_int";
  call -> check:   call r := f(n);
  check -> exit:   assume r == 91 || n > 100;
  check -> error:  assume r != 91 && n <= 100;
  location error label ERROR target assertion;
}
proc f(n: int) returns (r: int) {
  start -> big:    assume n > 100;
  start -> small:  assume n <= 100;
  big -> exit:     r := n - 10;
  small -> again:  call r := f(n + 11);
  again -> exit:   call r := f(r);
}
""",
    "bp": """decl g;
void main() begin
  decl x;
  x := *;
  if (x & !g) then g := f(x); else skip; fi
  while (*) do x := !x; od
  assert(x | g);
end
bool f(a) begin
  return !a;
end
""",
    "lin": """int even, x;
main() { x = 5; parity(x); assert(even = 0); }
parity(n) { if (n = 0) { even = 1; } else { parity(n - 1); even = 1 - even; } }
""",
}
GOOD["i"] = GOOD["c"]


class Tester:
    def __init__(self, kleene, kind, folder):
        self.kleene, self.kind, self.folder = kleene, kind, folder
        self.problems = 0
        (folder / "program.c").write_text(GOOD["c"])
        (folder / "unreach-call.prp").write_text(GOOD["prp"])

    def arguments(self, path):
        if self.kind == "prp":
            return ["--property", str(path), str(self.folder / "program.c")]
        return [str(path)]

    def check(self, title, path, allowed, extra=()):
        """Runs `check` on the file and judges the answer."""
        command = [self.kleene, "check", "--time-limit", "4", "--json", str(self.folder / "out.json"), *extra]
        command += self.arguments(path)
        (self.folder / "out.json").unlink(missing_ok=True)
        try:
            done = subprocess.run(command, capture_output=True, timeout=LIMIT, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return self.report(title, "no answer in time")
        lines = done.stdout.decode(errors="replace").splitlines()
        if done.returncode not in allowed:
            text = done.stderr.decode(errors="replace")[-400:]
            return self.report(title, f"exit code {done.returncode}, expected {sorted(allowed)}: {lines[-1:]} {text}")
        if not lines or not lines[-1].startswith("VERDICT: "):
            return self.report(title, "no verdict line at the end of stdout")
        document = json.loads((self.folder / "out.json").read_text())
        if document["exit_code"] != done.returncode:
            return self.report(title, "the document has another exit code")
        if done.returncode == 2 and not done.stderr:
            return self.report(title, "a parse error without a message")

    def report(self, title, problem):
        self.problems += 1
        print(f"{self.kind}: {title}: {problem}")

    def content(self, title, data, allowed):
        path = self.folder / f"input.{self.kind}"
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        self.check(title, path, allowed)

    def files(self):
        self.check("a missing file", self.folder / f"missing.{self.kind}", PARSE_ERROR)
        directory = self.folder / f"directory.{self.kind}"
        directory.mkdir()
        self.check("a directory", directory, PARSE_ERROR)
        if os.geteuid() != 0:
            unreadable = self.folder / f"unreadable.{self.kind}"
            unreadable.write_text(GOOD[self.kind])
            unreadable.chmod(0)
            self.check("an unreadable file", unreadable, PARSE_ERROR)
        self.check("a name without a file system", pathlib.Path(f"/dev/null/x.{self.kind}"), PARSE_ERROR)

    def garbage(self):
        rng = random.Random(1)
        self.content("an empty file", "", PARSE_ERROR)
        self.content("blanks only", " \n\t\n", PARSE_ERROR)
        self.content("zeros", bytes(10_000), PARSE_ERROR)
        for i in range(4):
            data = bytes(rng.randrange(256) for _ in range(10 ** i + 3))
            self.content(f"binary data {i}", b"\x01" + data, PARSE_ERROR)
        self.content("an ELF header", b"\x7fELF\x02\x01\x01" + bytes(200), PARSE_ERROR)
        self.content("one long line", "x" * 1_000_000, PARSE_ERROR)
        self.content("brackets", "(" * 10_000, PARSE_ERROR)
        self.content("braces", "{" * 10_000, PARSE_ERROR)
        self.content("square brackets", "[" * 10_000, PARSE_ERROR)

    def damaged(self):
        good = GOOD[self.kind].encode()
        rng = random.Random(2)
        for length in range(1, len(good), max(1, len(good) // 12)):
            self.content(f"the first {length} bytes", good[:length], ANYTHING)
        for i in range(16):
            data = bytearray(good)
            for _ in range(1 + i // 4):
                at = rng.randrange(len(data))
                if rng.random() < 0.3:
                    del data[at : at + rng.randrange(1, 8)]
                elif rng.random() < 0.5:
                    data[at] = rng.randrange(256)
                else:
                    data[at:at] = bytes(rng.choice(b"(){};:=,*&'\"\\0") for _ in range(3))
            self.content(f"damaged copy {i}", bytes(data), ANYTHING)

    def deep(self):
        n = 10_000
        text = {
            "c": [f"int main(void) {{ return {'(' * n}0{')' * n}; }}", f"int main(void) {{ {'{' * n}{'}' * n} }}",
                  f"int main(void) {{ return {'-' * n}1; }}", f"int main(void) {{ return {'1 + ' * n}1; }}",
                  "int main(void) { int x = 0; " + "if (x) ; else " * n + "; return 0; }",
                  f"int {'*' * n}p; int main(void) {{ return 0; }}", "int main(void) { return 0; }" + "\n" * 100_000],
            "ir": [f"proc main() {{ local x: int; a -> exit: x := {'(' * n}0{')' * n}; }}",
                   f"proc main() {{ local b: bool; a -> exit: b := {'!' * n}true; }}"],
            "bp": [f"void main() begin assert({'(' * n}1{')' * n}); end",
                   f"void main() begin assert({'!' * n}1); end",
                   "void main() begin " + "if (*) then " * n + "skip; " + "fi " * n + "end"],
            "lin": [f"int x; main() {{ x = {'(' * n}1{')' * n}; }}", "int x; main() { " + "if (x = 0) { " * n + "}" * n + "}"],
            "yml": ["- " * n, "a: " * n, "format_version: '2.0'\ninput_files: " + "[" * n + "]" * n],
            "prp": ["CHECK( init(main()), LTL(" + "G " * n + ") )", "CHECK( init(main()), LTL(" + "!" * n + "overflow) )"],
        }
        text["i"] = text["c"]
        for i, data in enumerate(text[self.kind]):
            self.content(f"deep nesting {i}", data, ANYTHING)

    def includes(self):
        path = self.folder / f"cycle.{self.kind}"
        path.write_text(f'#include "cycle.{self.kind}"\nint main(void) {{ return 0; }}\n')
        self.check("a file that includes itself", path, PARSE_ERROR)
        path.write_text('#include "nowhere.h"\nint main(void) { return 0; }\n')
        self.check("an include that is not there", path, PARSE_ERROR)
        path.write_text("#error stop here\nint main(void) { return 0; }\n")
        self.check("#error", path, PARSE_ERROR)


def main():
    kleene, kind = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        tester = Tester(kleene, kind, pathlib.Path(folder))
        tester.files()
        tester.garbage()
        tester.damaged()
        tester.deep()
        if kind in ("c", "i"):
            tester.includes()
        print(f"{kind}: {tester.problems} problems")
        sys.exit(1 if tester.problems else 0)


if __name__ == "__main__":
    main()
