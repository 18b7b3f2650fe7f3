"""Runs one regression case through the real command.

A case is an input file whose first comment lines say what is expected, one line per call:

    // KLEENE: expect=false(unreach-call) line=9
    // KLEENE: command=run args="--input 3" ending=returned exit=0

    command  check (default), run or show
    args     further arguments
    property what is asked about a C program whose args say nothing about it: unreach-call (default), or none
    expect   the verdict in the JSON document (check); true, false(...), unknown or ERROR
    exit     the exit code; by default the one that belongs to the verdict
    line     of the violation, the end of a run, or the first error
    reason   a part of the reason, of an error message, or of what an engine came to
    hint     a part of the hint of an `unknown`
    ending   how a run ends
    stdout   what a run prints, exactly (with \\n for line ends)
    shows    lines that stdout has in this order, blanks around them apart, separated by " ;; "
    inputs   the values of a counterexample, in their order
    native   yes: the violation was replayed natively
    assumes  the name of an assumption that the answer lists, or `-` and one that it does not
    looked   no: the answer says why the compiled program did not run; yes: it ran
    vacuous  a part of what the answer says about being vacuous; no: it says nothing
    engines  all (default): unless it names an engine, the call is repeated with other engines that take the
             language, for a few seconds and without native runs; each may answer `unknown` but nothing else that
             differs. These are three, other ones for each case, and all of them if KLEENE_LONG is set;
             one: only once
    level    core (default), or knownbug: must fail

Usage: run.py KLEENE FILE
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import zlib

LIMIT = 120
# Not every engine ends by itself: where `unknown` will do, it comes after so many seconds.
UNKNOWN_LIMIT = ["--time-limit", "4"]
# What compiled code does is no opinion of an engine, and the first call has seen it.
ENGINE_OPTIONS = ["--time-limit", "2", "--native", "off"]
# Engines for other languages refuse (command.py: test_engines_for_other_languages_refuse).
NOT_FOR_C = ("summaries", "calculus", "concurrent")
# So many other engines are asked in a short run.
OTHERS = 3


def calls(path):
    """The expectations of a case, as dictionaries."""
    result = []
    with open(path, errors="replace") as file:
        for line in file:
            found = re.match(r"\s*(?://|#)\s*KLEENE:(.*)", line)
            if found:
                result.append(dict(word.split("=", 1) for word in shlex.split(found.group(1))))
            elif result:
                break
    return result


def arguments_of(path, case):
    """The further arguments of a call, with its question."""
    result = shlex.split(case.get("args", ""))
    says = ("--property", "--spec", "--ltl", "--label", "--svcomp")
    asked = case.get("property", "unreach-call")
    if case.get("command", "check") != "check" or not path.endswith((".c", ".i")) or asked == "none":
        return result
    return result if any(a.startswith(says) for a in result) else ["--property", asked] + result


class Failure(Exception):
    pass


def equal(what, actual, wanted):
    if actual != wanted:
        raise Failure(f"{what} is {actual!r}, expected {wanted!r}")


def execute(command):
    try:
        return subprocess.run(command, capture_output=True, timeout=LIMIT, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise Failure(f"no answer within {LIMIT} seconds")


def check_place(document, case):
    if "line" not in case:
        return
    place = (document.get("counterexample") or document.get("run") or {}).get("place")
    if not place:
        errors = [d for d in document["diagnostics"] if d["severity"] == "error"]
        place = errors[0].get("place", {}) if errors else {}
    equal("line", place.get("line"), int(case["line"]))


def check_document(document, case, exit_code):
    equal("exit_code in the document", document["exit_code"], exit_code)
    if "expect" in case:
        equal("verdict", document.get("verdict"), case["expect"])
    if "ending" in case:
        equal("ending", document["run"]["ending"], case["ending"])
    if "reason" in case:
        texts = [document.get("reason", "")] + [d["message"] for d in document["diagnostics"]]
        texts.append(document.get("run", {}).get("detail", ""))
        texts += [o["reason"] for o in document.get("obstacles", [])]
        if not any(case["reason"] in text for text in texts):
            raise Failure(f"none of {texts} contains {case['reason']!r}")
    if "hint" in case and case["hint"] not in document.get("hint", ""):
        raise Failure(f"the hint is {document.get('hint')!r}")
    if "inputs" in case:
        values = [i["value"] for i in document["counterexample"]["inputs"]]
        equal("inputs", ",".join(values), case["inputs"])
    if "native" in case:
        equal("native replay", document["counterexample"]["replayed"]["native"], case["native"] == "yes")
    check_notes(document, case)
    check_place(document, case)


def check_notes(document, case):
    """What an answer says about its own worth."""
    if "assumes" in case:
        names = [a["name"] for a in document["assumptions"]]
        wanted = case["assumes"]
        if (wanted.lstrip("-") in names) == wanted.startswith("-"):
            raise Failure(f"assumptions are {names}, expected {wanted}")
    if "looked" in case:
        look = document.get("second_look")
        equal("a second look", bool(look) and "skipped" not in look, case["looked"] == "yes")
        if case["looked"] == "no" and not look:
            raise Failure("the answer does not say that the compiled program did not run")
    if "vacuous" in case:
        said = document.get("vacuous", "")
        if bool(said) != (case["vacuous"] != "no") or (said and case["vacuous"] not in said):
            raise Failure(f"vacuous: {said!r}, expected {case['vacuous']!r}")


def expected_exits(case):
    if "exit" in case:
        return (int(case["exit"]),)
    verdict = case.get("expect", "")
    if verdict.startswith("false("):
        return (10,)
    return (4, 5) if verdict == "unknown" else (0,)


def other_engines(kleene, path, case):
    """The engines that repeat a call: each has its turn with some of the cases."""
    lines = execute([kleene, "--list-engines"]).stdout.decode().splitlines()
    names = [line.split()[0] for line in lines if not line.startswith("algorithm ")]
    if path.endswith((".c", ".i", ".yml")):
        names = [name for name in names if name.split(":")[0] not in NOT_FOR_C]
    if os.environ.get("KLEENE_LONG"):
        return names
    first = zlib.crc32((path + case.get("args", "")).encode())
    return [names[(first + i * 5) % len(names)] for i in range(min(OTHERS, len(names)))]


def check_other_engines(kleene, path, case):
    """No engine may contradict what is expected."""
    for name in other_engines(kleene, path, case):
        command = [kleene, "check", "--json", "-", "--engine", name] + ENGINE_OPTIONS
        command += arguments_of(path, case) + [path]
        verdict = json.loads(execute(command).stdout)["verdict"]
        if verdict not in (case["expect"], "unknown"):
            raise Failure(f"engine {name} answers {verdict}, expected {case['expect']} or unknown")


def check_lines(lines, wanted):
    """All wanted lines are there, in their order."""
    rest = iter(line.strip() for line in lines)
    for line in wanted:
        if line.strip() not in rest:
            raise Failure(f"no line {line.strip()!r} in its place in {lines}")


def run_call(kleene, path, case):
    command = case.get("command", "check")
    arguments = [kleene, command] + arguments_of(path, case) + [path]
    # An engine that says why ends by itself.
    gives_up = "--engine" in arguments and "reason" in case
    if case.get("expect") == "unknown" and "--time-limit" not in arguments and not gives_up:
        arguments[2:2] = UNKNOWN_LIMIT
    with tempfile.TemporaryDirectory() as folder:
        json_file = os.path.join(folder, "answer.json")
        plain = execute(arguments[:2] + ([] if command == "show" else ["--json", json_file]) + arguments[2:])
        document = None
        if os.path.exists(json_file):
            with open(json_file, errors="replace") as file:
                document = json.load(file)
    if plain.returncode not in expected_exits(case):
        raise Failure(f"exit code is {plain.returncode}, expected one of {expected_exits(case)}")
    if "stdout" in case:
        equal("stdout", plain.stdout.decode(errors="replace"), case["stdout"].replace("\\n", "\n"))
    if "shows" in case:
        check_lines(plain.stdout.decode(errors="replace").splitlines(), case["shows"].split(" ;; "))
    if command == "show":
        return
    if command == "check":
        lines = plain.stdout.decode(errors="replace").splitlines()
        if not lines or not lines[-1].startswith("VERDICT: ") or sum(l.startswith("VERDICT: ") for l in lines) != 1:
            raise Failure(f"stdout should end with the one verdict line: {lines[-3:]}")
    check_document(document, case, plain.returncode)
    repeat = case.get("engines", "all") == "all" and "--engine" not in arguments
    if command == "check" and repeat and plain.returncode in (0, 4, 5, 10):
        check_other_engines(kleene, path, case)


def main():
    kleene, path = sys.argv[1:]
    cases = calls(path)
    if not cases:
        sys.exit(f"{path} has no KLEENE line")
    failed = False
    for case in cases:
        known_bug = case.get("level") == "knownbug"
        try:
            run_call(kleene, path, case)
            if known_bug:
                print(f"{path}: passes now, so it is no known bug any more: {case}")
                failed = True
        except (Failure, KeyError, ValueError) as problem:
            if not known_bug:
                print(f"{path}: {type(problem).__name__}: {problem}\n  in {case}")
                failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
