"""The HTML report in a real browser: what it shows, how it is stepped through, and that nothing can break out of it.

Usage: report_page.py KLEENE EXAMPLES
Skipped (77) where no Chromium is installed: packages-tests.txt.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import browser

KLEENE, EXAMPLES = sys.argv[1:3]

SQUARES = """#include <assert.h>
int total;
static int sum(int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}
int main(void) {
  int squares[5];
  char c = 'A';
  int *q = 0;
  for (int i = 0; i < 5; i++)
    squares[i] = i * i;
  q = &squares[2];
  total = sum(squares, 5);
  assert(total != 30);
  return *q + c;
}
"""
TWO = """extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3] = {1, 2, 3}, i = __VERIFIER_nondet_int();
  int d = __VERIFIER_nondet_int();
  if (i >= 0 && i < 5)
    a[0] = a[i];
  return 10 / d;
}
"""
SAFE = """#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
  if (n > 1000) return 0;
  while (i < n) {
    i++;
    j += 2;
  }
  assert(j == 2 * n);
  return 0;
}
"""
ATTACK = "</script><script>window.broken = 1</script><img src=x onerror='window.broken = 2'>"


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.browser = browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def tearDown(self):
        self.assertEqual(self.browser.problems(), [])

    def check(self, text, *arguments, name="program.c"):
        """Opens the report on a program; gives the answer as JSON."""
        source = os.path.join(self.folder.name, name)
        report = os.path.join(self.folder.name, "report.html")
        with open(source, "w", errors="surrogateescape") as file:
            file.write(text)
        done = subprocess.run([KLEENE, "check", "--json", "-", "--report", report, "--time-limit", "60", *arguments, source],
                              stdout=subprocess.PIPE, timeout=120)
        answer = json.loads(done.stdout)
        self.browser.open(report)
        return answer

    def value(self, expression):
        return self.browser.value(expression)

    def texts(self, selector):
        return self.value(f"[...document.querySelectorAll({json.dumps(selector)})].map((e) => e.textContent)")

    def test_a_violation_has_its_verdict_and_its_line(self):
        answer = self.check(SQUARES)
        self.assertEqual(answer["verdict"], "false(unreach-call)")
        self.assertIn("false(unreach-call)", self.value("document.getElementById('verdict').textContent"))
        self.assertEqual(self.value("document.querySelector('.row.violated .number').textContent"), "17")
        states = {c["answer"] for c in answer["checks"]}
        self.assertEqual(set(self.value("[...document.querySelectorAll('.row')].map((r) => r.dataset.answer).filter(Boolean)")), states)

    def test_keyboard_alone_walks_through_the_execution(self):
        self.check(SQUARES)
        key, here = self.browser.key, "document.querySelector('.step.here').id"
        key("Home")
        self.assertEqual(self.value(here), "step0")
        key("ArrowRight")
        key("j")
        self.assertEqual(self.value(here), "step2")
        key("ArrowLeft")
        self.assertEqual(self.value(here), "step1")
        call = self.value("execution.steps.findIndex((s) => s.kind === 'call')")
        for _ in range(call - 1):
            key("ArrowRight")
        key("ArrowRight")
        self.assertEqual(self.texts(".state .frame h3")[:2], ["sum", "main"])
        self.assertIn("p&squares[0]", "".join(self.texts(".state .frame.top td")))
        key("u")
        self.assertEqual(self.texts(".state .frame.top h3"), ["main"])
        key("End")
        self.assertEqual(self.value("document.querySelector('.source .here .number').textContent"), "17")
        key("]")
        self.assertEqual(self.value("document.activeElement.getAttribute('role')"), "tab")
        self.assertTrue(self.value("document.getElementById('execution').hidden"))

    def test_values_and_memory_are_those_of_the_step(self):
        self.check(SQUARES)
        step = "execution.go(execution.steps.findIndex((s) => s.values && s.values['squares[3]']))"
        self.value(step + ", 1")
        cells = self.texts(".state .memory td")
        self.assertEqual(dict(zip(cells[::2], cells[1::2])), {"squares[0]": "0", "squares[1]": "1", "squares[2]": "4", "squares[3]": "9"})
        top = self.texts(".state .frame.top td")
        self.assertEqual(dict(zip(top[::2], top[1::2])), {"c": "'A'", "q": "null", "i": "3"})

    def test_each_violated_check_has_its_own_execution(self):
        answer = self.check(TWO)
        violated = [c for c in answer["checks"] if c["answer"] == "violated"]
        self.assertEqual({c["line"] for c in violated}, {6, 7})
        lines = []
        for i in range(len(violated)):
            self.value(f"execution.choose({i}), 1")
            lines.append(self.value("document.querySelector('.source .here .number').textContent"))
        self.assertEqual(sorted(set(lines)), ["6", "7"])

    def test_a_loop_leads_to_its_invariant(self):
        answer = self.check(SAFE, "--engine", "k-induction", "--stop-at-first", "--property", "unreach-call")
        self.assertEqual(answer["verdict"], "true")
        self.assertTrue(answer["proof"]["facts"])
        self.value("document.querySelector('.row .fact').click()")
        self.assertFalse(self.value("document.getElementById('proof').hidden"))
        self.assertTrue(self.texts("#proof .card.here li"))

    def test_unknown_has_its_cause_and_its_hint(self):
        answer = self.check("int sensor(void);\n#include <assert.h>\nint main(void) { assert(sensor() < 100); return 0; }\n",
                            "--property", "unreach-call", "--engine", "explicit-value")
        self.assertEqual(answer["verdict"], "unknown")
        self.assertIn(answer["hint"], self.value("document.getElementById('hint').textContent"))

    def test_a_hostile_program_stays_text(self):
        text = f"""#include <assert.h>
/* {ATTACK} */
int main(void) {{ const char *s = "{ATTACK.replace(chr(39), '')}"; int x = s[0]; assert(x != '<'); return 0; }} // \u2028 {ATTACK}
"""
        self.check(text, name="a <img src=x onerror=alert(1)>.c")
        self.assertIsNone(self.value("window.broken"))
        self.assertEqual(self.value("document.querySelectorAll('img, script').length"), 2)
        self.assertIn(ATTACK, "".join(self.texts(".row .text")))

    def test_bytes_that_are_no_text(self):
        self.check("#include <assert.h>\nint main(void) { /* \udcff\udcfe\x01 */ int x = 1; assert(x == 2); return 0; }\n")
        self.assertEqual(self.value("document.querySelectorAll('.row').length"), 2)

    def test_boolean_and_linear_programs(self):
        for name in sorted(os.listdir(EXAMPLES)):
            if name.endswith((".bp", ".lin")):
                with open(os.path.join(EXAMPLES, name)) as file:
                    answer = self.check(file.read(), name=name)
                self.assertIn(answer["verdict"], self.value("document.getElementById('verdict').textContent"))
                self.assertGreater(self.value("document.querySelectorAll('.row').length"), 3)

    def test_twenty_thousand_lines(self):
        functions = "".join(f"static int f{i}(int x) {{\n  return x + {i % 7};\n}}\n" for i in range(6667))
        text = "#include <assert.h>\n" + functions + "int main(void) { int x = f6666(1); assert(x == 1); return x; }\n"
        self.assertGreater(text.count("\n"), 20000)
        answer = self.check(text, "--property", "unreach-call")
        self.assertEqual(answer["verdict"], "false(unreach-call)")
        self.assertEqual(self.value("document.querySelectorAll('.row').length"), text.count("\n"))
        self.browser.key("Home")
        self.browser.key("End")
        box = self.value("(({top, bottom}) => [top, bottom, innerHeight])(document.querySelector('.source .here').getBoundingClientRect())")
        self.assertTrue(0 < box[0] < box[1] < box[2], box)


if __name__ == "__main__":
    if not browser.find():
        print("no Chromium is installed: see packages-tests.txt")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
