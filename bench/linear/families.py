#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The six families of the EUREKA library as Linear Programs, rebuilt from their description in the paper
(Armando, Castellini, Mantovani: Introducing Full Linear Arithmetic to Symbolic Software Model Checking, 2004,
section 4.2 and table 4).

usage: families.py FAMILY N [--wrong]         the program for a number N >= 0
       families.py FAMILY --symbolic [--wrong]  the same for an arbitrary N >= 0
With --wrong the last assertion fails."""
import sys

SWAP = "int a, b;\n\nswap() {\n  int t;\n  t = a;\n  a = b;\n  b = t;\n}\n"


def swap_seq(n, wrong):
    """2N calls of swap() in a row."""
    calls = "  swap();\n" * (2 * n)
    return f"{SWAP}\nmain() {{\n  a = 1;\n  b = 2;\n{calls}  assert(a = {2 if wrong else 1});\n}}\n"


def swap_iter(n, wrong):
    """swap() called N times from a loop; for an arbitrary N, 2N times."""
    arbitrary = n is None
    declare, bound = ("  int i, n;\n  assume(n >= 0);\n", "2 * n") if arbitrary else ("  int i;\n", str(n))
    right = 1 if arbitrary or n % 2 == 0 else 2
    return (f"{SWAP}\nmain() {{\n{declare}  a = 1;\n  b = 2;\n  i = 0;\n"
            f"  while (i < {bound}) {{\n    swap();\n    i = i + 1;\n  }}\n"
            f"  assert(a = {3 - right if wrong else right});\n}}\n")


def parity(n, wrong):
    """The parity of N by a recursive procedure."""
    arbitrary = n is None
    declare, value = ("  int k;\n  assume(k >= 0);\n", "2 * k") if arbitrary else ("", str(n))
    right = 1 if arbitrary or n % 2 == 0 else 0
    return ("int even, x;\n\nparity(n) {\n  if (n = 0) {\n    even = 1;\n  } else {\n    parity(n - 1);\n"
            "    even = 1 - even;\n  }\n}\n\n"
            f"main() {{\n{declare}  x = {value};\n  parity(x);\n  assert(even = {1 - right if wrong else right});\n}}\n")


def delay_iter(n, wrong):
    """A delay loop of fixed length, called N times from a loop."""
    declare, bound = ("  int i, n;\n  assume(n >= 0);\n", "n") if n is None else ("  int i;\n", str(n))
    return ("delay() {\n  int j;\n  j = 0;\n  while (j < 10) {\n    j = j + 1;\n  }\n}\n\n"
            f"main() {{\n{declare}  i = 0;\n  while (i < {bound}) {{\n    delay();\n    i = i + 1;\n  }}\n"
            f"  assert(i {'!=' if wrong else '='} {bound});\n}}\n")


def delay_recur(n, wrong):
    """A delay by recursion, called N times from a loop."""
    declare, bound = ("  int i, n;\n  assume(n >= 0);\n", "n") if n is None else ("  int i;\n", str(n))
    return ("delay(n) {\n  if (n > 0) {\n    delay(n - 1);\n  }\n}\n\n"
            f"main() {{\n{declare}  i = 0;\n  while (i < {bound}) {{\n    delay(i);\n    i = i + 1;\n  }}\n"
            f"  assert(i {'!=' if wrong else '='} {bound});\n}}\n")


def sum_(n, wrong):
    """The sum of the first N numbers, counted up and counted down."""
    if n is None:
        return ("int s, t;\n\nmain() {\n  int i, n;\n  assume(n >= 0);\n  s = 0;\n  i = 1;\n"
                "  while (i <= n) {\n    s = s + i;\n    i = i + 1;\n  }\n  t = 0;\n  i = n;\n"
                "  while (i > 0) {\n    t = t + i;\n    i = i - 1;\n  }\n"
                f"  assert(s {'!=' if wrong else '='} t);\n}}\n")
    value = n * (n + 1) // 2 + (1 if wrong else 0)
    return (f"int s, t;\n\nmain() {{\n  int i;\n  s = 0;\n  i = 1;\n  while (i <= {n}) {{\n    s = s + i;\n    i = i + 1;\n  }}\n"
            f"  t = 0;\n  i = {n};\n  while (i > 0) {{\n    t = t + i;\n    i = i - 1;\n  }}\n"
            f"  assert(s = t);\n  assert(s = {value});\n}}\n")


FAMILIES = {"swap_seq": swap_seq, "swap_iter": swap_iter, "parity": parity,
            "delay_iter": delay_iter, "delay_recur": delay_recur, "sum": sum_}


def program(family, n, wrong=False):
    """The text of a program; `n` is None for an arbitrary number (not for swap_seq, whose length it is)."""
    return FAMILIES[family](n, wrong)


def main(arguments):
    wrong = "--wrong" in arguments
    symbolic = "--symbolic" in arguments
    plain = [a for a in arguments if not a.startswith("--")]
    if len(plain) != (1 if symbolic else 2) or plain[0] not in FAMILIES or (symbolic and plain[0] == "swap_seq"):
        sys.exit(__doc__)
    sys.stdout.write(program(plain[0], None if symbolic else int(plain[1]), wrong))


if __name__ == "__main__":
    main(sys.argv[1:])
