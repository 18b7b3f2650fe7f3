#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times `kleene check` on the families of families.py for growing N, checks every verdict, estimates the growth,
and draws the curves.

usage: run.py KLEENE [--max N] [--table FILE.md] [--plot FILE.svg]"""
import argparse
import json
import math
import subprocess
import sys
import tempfile

import families

SIZES = [1, 3, 10, 30, 100, 300, 500, 1000]
LARGEST = {"sum": 500}
COLOURS = {"swap_seq": "#1b6ca8", "swap_iter": "#d1495b", "parity": "#2e8b57", "delay_iter": "#8d6a9f",
           "delay_recur": "#e08e0b", "sum": "#444444"}


def measure(kleene, text, expected):
    """Seconds that the command itself took; a wrong verdict ends everything."""
    with tempfile.NamedTemporaryFile("w", suffix=".lin") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([kleene, "check", "--json", "-", "--time-limit", "300", file.name],
                              capture_output=True, check=False)
    document = json.loads(done.stdout)
    if document["verdict"] != expected:
        sys.exit(f"verdict {document['verdict']} ({document.get('reason')}), expected {expected}")
    return document["seconds"]


def growth(points):
    """The exponent of N over the upper half of the sizes, from a straight line through the logarithms."""
    upper = [(n, t) for n, t in points if n >= 30]
    if len(upper) < 2:
        return float("nan")
    xs, ys = [math.log(n) for n, _ in upper], [math.log(max(t, 1e-3)) for _, t in upper]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)


def table(curves):
    sizes = sorted({n for points in curves.values() for n, _ in points})
    lines = ["| family | assertion | " + " | ".join(f"N={n}" for n in sizes) + " | growth |",
             "|---|---|" + "---:|" * (len(sizes) + 1)]
    for (family, wrong), points in curves.items():
        times = dict(points)
        cells = [f"{times[n]:.2f}" if n in times else "" for n in sizes]
        lines.append(f"| {family} | {'wrong' if wrong else 'right'} | " + " | ".join(cells) + f" | N^{growth(points):.1f} |")
    return "\n".join(lines) + "\n"


def plot(curves):
    """Two panels, time over N, both logarithmic."""
    width, height, left, top, gap = 420, 320, 60, 40, 70
    low, high, last = 0.01, 100.0, 1000

    def x(n, panel):
        return left + panel * (width + gap) + width * math.log10(n) / math.log10(last)

    def y(t):
        return top + height * (1 - math.log10(max(t, low) / low) / math.log10(high / low))

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + 2 * width + gap + 130}" height="{top + height + 50}" '
           'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for panel, title in enumerate(["right assertion: proved and checked", "wrong assertion: refuted and replayed"]):
        x0 = x(1, panel)
        out.append(f'<text x="{x0}" y="{top - 14}" font-weight="bold">{title}</text>')
        for t in (0.01, 0.1, 1, 10, 100):
            out.append(f'<line x1="{x0}" y1="{y(t)}" x2="{x0 + width}" y2="{y(t)}" stroke="#ddd"/>')
            out.append(f'<text x="{x0 - 8}" y="{y(t) + 4}" text-anchor="end">{t:g} s</text>')
        for n in (1, 10, 100, 1000):
            out.append(f'<line x1="{x(n, panel)}" y1="{top}" x2="{x(n, panel)}" y2="{top + height}" stroke="#ddd"/>')
            out.append(f'<text x="{x(n, panel)}" y="{top + height + 18}" text-anchor="middle">{n}</text>')
        out.append(f'<text x="{x0 + width / 2}" y="{top + height + 38}" text-anchor="middle">N</text>')
        for (family, wrong), points in curves.items():
            if wrong != bool(panel):
                continue
            path = " ".join(f"{x(n, panel):.1f},{y(t):.1f}" for n, t in points)
            out.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[family]}" stroke-width="2"/>')
            out += [f'<circle cx="{x(n, panel):.1f}" cy="{y(t):.1f}" r="3" fill="{COLOURS[family]}"/>' for n, t in points]
    for row, family in enumerate(COLOURS):
        xl, yl = left + 2 * width + gap + 20, top + 10 + 20 * row
        out.append(f'<line x1="{xl}" y1="{yl}" x2="{xl + 22}" y2="{yl}" stroke="{COLOURS[family]}" stroke-width="3"/>')
        out.append(f'<text x="{xl + 28}" y="{yl + 4}">{family}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kleene")
    parser.add_argument("--max", type=int, default=1000)
    parser.add_argument("--table")
    parser.add_argument("--plot")
    arguments = parser.parse_args()
    curves = {}
    for wrong in (False, True):
        for family in families.FAMILIES:
            largest = min(arguments.max, LARGEST.get(family, arguments.max))
            expected = "false(unreach-call)" if wrong else "true"
            points = []
            for n in [s for s in SIZES if s <= largest]:
                points.append((n, measure(arguments.kleene, families.program(family, n, wrong), expected)))
                print(family, "wrong" if wrong else "right", n, f"{points[-1][1]:.2f} s", file=sys.stderr, flush=True)
            curves[family, wrong] = points
    text = table(curves)
    sys.stdout.write(text)
    for path, content in ((arguments.table, text), (arguments.plot, plot(curves))):
        if path:
            with open(path, "w") as file:
                file.write(content)


if __name__ == "__main__":
    main()
