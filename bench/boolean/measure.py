# SPDX-License-Identifier: Apache-2.0
"""Measures the families of families.py: the rows of the table in bench/RESULTS.md.

    python3 measure.py KLEENE [--runs N] [--limit SECONDS] [FAMILY SIZE]...

One row for each program: nodes of the decision diagrams at the end of the search, CPU seconds of the whole
command for each engine (the least of N runs, all engines in turn), and the factor between the formula
`calculus:ef-opt` and the equations. A limit shows as the verdict `unknown`.
"""

import argparse
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ENGINES = ("summaries", "summaries:backward", "calculus:ef-opt", "calculus:ef")
DEFAULT = ("chain 100", "chain 1000", "counter 8", "counter 12", "counter 14", "counter 16", "driver 12", "driver 150",
           "entangled 150", "wide 4")


def run(kleene, engine, path, limit):
    """CPU seconds, the verdict and the number of nodes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([kleene, "check", "--engine", engine, "--verbosity", "2", "--time-limit", str(limit), path],
                          capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    verdict = done.stdout.splitlines()[-1].removeprefix("VERDICT: ").split(" ")[0]
    nodes = re.search(r"writing the proof, (\d+) nodes", done.stderr)
    return seconds, verdict, nodes.group(1) if nodes else ""


def row(kleene, program, runs, limit):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "program.bp"
        path.write_text(subprocess.run([sys.executable, HERE / "families.py", *program.split()],
                                       capture_output=True, text=True, check=True).stdout)
        best = {}
        for _ in range(runs):
            for engine in ENGINES:
                result = run(kleene, engine, path, limit)
                best[engine] = min(best.get(engine, result), result)
        cells = [f"{best[e][0]:.2f}" if best[e][1] == "true" else best[e][1] for e in ENGINES]
        factor = best["calculus:ef-opt"][0] / best["summaries"][0]
        return f"| {program} | {best['summaries'][2]} | {' | '.join(cells)} | {factor:.1f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kleene")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=300)
    parser.add_argument("program", nargs="*")
    arguments = parser.parse_intermixed_args()
    words = arguments.program
    programs = [" ".join(pair) for pair in zip(words[::2], words[1::2])] or DEFAULT
    print("| program | nodes | " + " | ".join(ENGINES) + " | ef-opt : summaries |")
    print("|" + "---|" * (len(ENGINES) + 3))
    for program in programs:
        print(row(arguments.kleene, program, arguments.runs, arguments.limit), flush=True)


main()
