"""Witnesses of real tasks: written by `check`, conforming to the schema, confirmed by `validate`.

Usage: witness_sweep.py KLEENE BENCHMARKS SCHEMAS [--every K] [--first I] [--time-limit S] [--property P]

Every K-th task of the SV-COMP sets from the I-th on is checked. A witness has to fit the schema, and
validating it must not say the opposite of the verdict. Two more files per task must not be confirmed,
whatever the first verdict was: a proof without words where the task is violated, and a violation without
words where it is not. Prints a line per task that is not as it should be and a table; the exit status is 1
if there is such a task, 77 without the benchmarks.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

import schema

try:
    import yaml
except ImportError:
    yaml = None

VERDICT = re.compile(r"^VERDICT: (\S+)", re.MULTILINE)
FAKE = """- entry_type: {kind}
  metadata:
    format_version: '2.0'
    uuid: cf8eca3c-1fe7-4d40-944e-7e143621c6d1
    creation_time: '2024-04-29T13:13:07+02:00'
    producer: {{name: Somebody, version: '1'}}
    task:
      input_files: [{file}]
      input_file_hashes: {{}}
      specification: "{specification}"
      data_model: {model}
      language: C
  content: {content}
"""
FORMULAS = {"unreach-call": "G ! call({error}())", "no-overflow": "G ! overflow", "termination": "F end"}


def run(command, seconds):
    """The verdict, or what came instead; nothing of the process is left afterwards."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               start_new_session=True)
    try:
        text = process.communicate(timeout=seconds)[0].decode(errors="replace")
    except subprocess.TimeoutExpired:
        text = ""
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    found = VERDICT.findall(text)
    return found[-1] if found else f"no verdict (exit {process.returncode})"


class Sweep:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.counts = collections.Counter()
        self.faults = []
        self.schema = None
        path = options.schemas / "witness-2.x.schema.json"
        if yaml is not None and path.exists():
            self.schema = json.loads(path.read_text())

    def kleene(self, *arguments):
        limit = self.options.time_limit
        return run([self.options.kleene, arguments[0], "--quiet", "--time-limit", str(limit),
                    *arguments[1:]], 1.1 * limit + 20)

    def fault(self, task, text):
        self.faults.append(f"{task['yml']} ({task['property']}): {text}")
        print(self.faults[-1], flush=True)

    def task(self, task):
        definition = self.options.benchmarks / task["yml"]
        source = definition.parent / task["input"]
        model = "LP64" if "data_model: LP64" in definition.read_text() else "ILP32"
        witness = self.folder / "witness.yml"
        witness.unlink(missing_ok=True)
        verdict = self.kleene("check", "--property", task["property"], "--witness", str(witness),
                              str(definition))
        self.counts["tasks"] += 1
        if witness.exists() and verdict.split("(")[0] in ("true", "false"):
            self.validate(task, verdict, source, witness, model)
        # Some labels are wrong; whether verdicts fit them is measured elsewhere.
        if verdict.split("(")[0] in ("unknown", task["expected"]):
            self.fakes(task, source, model)
        else:
            self.counts["other labels"] += 1
            print(f"{task['yml']} ({task['property']}): {verdict}, but the label is {task['expected']}", flush=True)

    def validate(self, task, verdict, source, witness, model):
        self.counts["witnesses"] += 1
        if self.schema is not None:
            problems = schema.problems(yaml.safe_load(witness.read_text()), self.schema)
            if problems:
                self.fault(task, f"the witness does not fit the schema: {problems[0]}")
        again = self.kleene("validate", "--data-model", model, "--property", task["property"],
                            str(source), str(witness))
        if again.split("(")[0] == verdict.split("(")[0]:
            self.counts["confirmed"] += 1
        elif again.startswith(("true", "false", "no verdict", "ERROR")):
            self.fault(task, f"check says {verdict}, validate {again}")
        else:
            self.counts["not confirmed"] += 1
            print(f"{task['yml']} ({task['property']}): {verdict} is not confirmed: {again}", flush=True)

    def fakes(self, task, source, model):
        text = source.read_text(errors="replace")
        error = "reach_error" if "reach_error" in text else "__VERIFIER_error"
        formula = FORMULAS[task["property"]].format(error=error)
        violated = task["expected"] == "false"
        content = "[]"
        if not violated:
            line = next((n for n, l in enumerate(text.splitlines(), 1) if error + "();" in l), 1)
            content = (f"[{{segment: [{{waypoint: {{type: target, action: follow, "
                       f"location: {{file_name: {source.name}, line: {line}}}}}}}]}}]")
        fake = self.folder / "fake.yml"
        fake.write_text(FAKE.format(kind="invariant_set" if violated else "violation_sequence",
                                    file=source.name, model=model, content=content,
                                    specification=formula))
        self.counts["false witnesses"] += 1
        answer = self.kleene("validate", str(source), str(fake))
        wrong = "true" if violated else "false"
        if answer.startswith((wrong, "no verdict", "ERROR")):
            self.fault(task, f"a witness that is not true gets {answer}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kleene")
    parser.add_argument("benchmarks", type=pathlib.Path)
    parser.add_argument("schemas", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--time-limit", type=float, default=10)
    parser.add_argument("--property", default="")
    options = parser.parse_args()
    listing = options.benchmarks / "tasks.tsv"
    if not listing.exists():
        print("there are no benchmarks: skipped")
        return 77
    rows = [line.split("\t") for line in listing.read_text().splitlines()[1:]]
    tasks = [dict(zip(("set", "yml", "input", "property", "expected"), row)) for row in rows]
    tasks = [t for t in tasks if t["property"] in FORMULAS and options.property in ("", t["property"])]
    with tempfile.TemporaryDirectory() as folder:
        sweep = Sweep(options, pathlib.Path(folder))
        for task in tasks[options.first::options.every]:
            sweep.task(task)
    for name in ("tasks", "witnesses", "confirmed", "not confirmed", "false witnesses", "other labels"):
        print(f"{sweep.counts[name]:6} {name}")
    print(f"{len(sweep.faults):6} faults")
    return 1 if sweep.faults else 0


if __name__ == "__main__":
    sys.exit(main())
