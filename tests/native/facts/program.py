# SPDX-License-Identifier: Apache-2.0
"""Generated programs that observe facts about themselves, and the questions that they give.

A program contains FACT(number, expression) in places. Observing, it tells the value; asked, it calls reach_error if the fact
has the value that the question is about."""

import dataclasses
import re

HEAD = """void reach_error(void);
int __VERIFIER_nondet_int(void);
#ifdef OBSERVE
void observe(int fact, long long value);
#define FACT(number, value) observe(number, (long long)(value))
#else
#define FACT(number, value) \\
  do { \\
    long long value_of_fact = (long long)(value); \\
    if (number == WANTED && value_of_fact == VALUE) reach_error(); \\
  } while (0)
#endif
"""


@dataclasses.dataclass
class Program:
    """`body` is the text below the head, `other` a unit that is linked and not shown to kleene.

    `reference` says whose code counts: what C leaves open is decided by `any` compiler; where dialects differ
    (layouts, macros, attributes) `gcc` is the reference. If all executions meet undefined behaviour before the fact
    (`undefined`), nothing is reached."""

    body: str
    other: str = ""
    inputs: tuple = ((),)
    options: tuple = ()
    reference: str = "any"
    undefined: bool = False

    def text(self):
        return HEAD + self.body

    def question(self, fact, value):
        """The program that reaches the error if the fact has this value."""
        literal = f"{value}LL" if value != -(2**63) else "(-9223372036854775807LL - 1)"
        return f"#define WANTED {fact}\n#define VALUE {literal}\n" + self.text()


INPUT = """  int in = __VERIFIER_nondet_int();
  if (in < 0 || in > 2) return 0;
"""
INPUTS = ((0,), (1,), (2,))


def main_of(statements, with_input=False):
    """A main function around statements."""
    return "int main(void) {\n" + (INPUT if with_input else "") + statements + "  return 0;\n}\n"


def assemble(choice, templates, how_many=(1, 2), **keywords):
    """A program of a few snippets. A snippet is (declarations, statements); `@` in it becomes a number of its own, and its
    facts are numbered through the program."""
    with_input = choice.random() < 0.5
    declarations, statements = "", ""
    for number in range(choice.randint(*how_many)):
        outer, inner = choice.choice(templates)(choice)
        declarations += outer.replace("@", str(number))
        statements += "  {\n" + inner.replace("@", str(number)) + "  }\n"
    body = declarations + main_of(statements, with_input)
    body = re.sub(r"\bIN\b", "in" if with_input else str(choice.randint(0, 2)), body)
    keywords.setdefault("inputs", INPUTS if with_input else ((),))
    return Program(number_facts(body), **keywords)


def number_facts(body):
    """FACT(e) becomes FACT(1, e), FACT(2, e), ..."""
    pieces = body.split("FACT(")
    return pieces[0] + "".join(f"FACT({number}, {piece}" for number, piece in enumerate(pieces[1:], 1))
