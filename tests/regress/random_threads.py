"""Random C programs with two or three threads: the real command against a scheduler of its own, which tries every
order of the single reads and writes.

Usage: random_threads.py KLEENE FIRST LAST [--seconds S] [--keep DIR]

The seeds FIRST to LAST are tried. A verdict that is not the truth fails the test, `unknown` does not; but most
programs must be decided, and some each way.
"""

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

VARIABLES = ("x", "y", "z")


class Writer:
    """A program as C text, and each thread as a list of steps for the scheduler."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.registers = 0

    def register(self):
        self.registers += 1
        return f"r{self.registers}"

    def read(self, steps, other_than=None):
        """Reads a variable: its C text, and the register with the value."""
        name = self.random.choice([v for v in VARIABLES if v != other_than])
        register = self.register()
        steps.append(("read", register, name))
        return name, register

    def assignment(self, steps):
        target = self.random.choice(VARIABLES)
        kind = self.random.randrange(5)
        if kind == 0:
            value = self.random.randrange(3)
            steps.append(("write", target, (), value))
            return f"{target} = {value};"
        if kind == 1:
            register = self.register()
            steps.append(("read", register, target))
            steps.append(("write", target, (register,), 1))
            return self.random.choice((f"{target}++;", f"{target} += 1;", f"{target} = {target} + 1;"))
        text, register = self.read(steps)
        if kind < 4:
            add = self.random.randrange(2)
            steps.append(("write", target, (register,), add))
            return f"{target} = {text} + {add};"
        other, second = self.read(steps, other_than=text)  # compilers read x once in x + x
        steps.append(("write", target, (register, second), 0))
        return f"{target} = {text} + {other};"

    def statement(self, steps, depth):
        kind = self.random.randrange(10)
        if kind == 0 and depth:
            text, register = self.read(steps)
            value = self.random.randrange(3)
            branch = len(steps)
            steps.append(None)
            body = self.block(steps, 1 + self.random.randrange(2), 0)
            steps[branch] = ("unless", register, value, len(steps))
            return f"if ({text} == {value}) {{ {body} }}"
        if kind in (1, 2) and depth:
            steps.append(("lock",))
            body = self.block(steps, 1 + self.random.randrange(2), 0)
            steps.append(("unlock",))
            return f"pthread_mutex_lock(&m); {body} pthread_mutex_unlock(&m);"
        if kind == 3 and depth:
            steps.append(("begin",))
            body = self.block(steps, 1 + self.random.randrange(2), 0)
            steps.append(("end",))
            return f"__VERIFIER_atomic_begin(); {body} __VERIFIER_atomic_end();"
        if kind == 4 and depth:
            text, register = self.read(steps)
            value = self.random.randrange(2)
            steps.append(("assume", register, value))
            return f"__VERIFIER_assume({text} == {value});"
        if kind == 5 and depth:
            text, register = self.read(steps)
            value = 1 + self.random.randrange(4)
            steps.append(("check", register, value))
            return f"if ({text} == {value}) reach_error();"
        return self.assignment(steps)

    def block(self, steps, count, depth):
        return " ".join(self.statement(steps, depth) for _ in range(count))

    def program(self):
        threads, bodies = [], []
        for _ in range(2 if self.random.randrange(3) else 3):
            steps = []
            bodies.append(self.block(steps, 2 + self.random.randrange(2), 1))
            threads.append(steps)
        finish = []
        name, register = self.read(finish)
        value = 1 + self.random.randrange(4)
        finish.append(("check", register, value))
        numbers = range(len(threads))
        text = "#include <pthread.h>\nextern void reach_error(void);\nextern void __VERIFIER_assume(int);\n"
        text += "extern void __VERIFIER_atomic_begin(void);\nextern void __VERIFIER_atomic_end(void);\n"
        text += f"int {', '.join(VARIABLES)};\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
        for n in numbers:
            text += f"void *t{n}(void *arg) {{ {bodies[n]} return 0; }}\n"
        text += f"int main(void) {{\n  pthread_t {', '.join(f'id{n}' for n in numbers)};\n"
        text += "".join(f"  pthread_create(&id{n}, 0, t{n}, 0);\n" for n in numbers)
        text += "".join(f"  pthread_join(id{n}, 0);\n" for n in numbers)
        text += f"  if ({name} == {value}) reach_error();\n  return 0;\n}}\n"
        return text, threads, finish


def violates(threads, finish):
    """Whether some order of the steps reaches the error."""
    start = (tuple((0, ()) for _ in threads), (0,) * len(VARIABLES), None, None)
    seen, work = {start}, [start]
    while work:
        places, values, owner, alone = work.pop()
        if all(place == len(steps) for (place, _), steps in zip(places, threads)):
            register_value = values[VARIABLES.index(finish[0][2])]
            if register_value == finish[1][2]:
                return True
        for t, steps in enumerate(threads):
            if alone not in (None, t):
                continue
            place, kept = places[t]
            if place >= len(steps):
                continue
            registers, shared = dict(kept), list(values)
            step, next_place, next_owner, next_alone = steps[place], place + 1, owner, alone
            if step[0] == "read":
                registers[step[1]] = shared[VARIABLES.index(step[2])]
            elif step[0] == "write":
                shared[VARIABLES.index(step[1])] = sum(registers[r] for r in step[2]) + step[3]
            elif step[0] == "unless":
                next_place = place + 1 if registers[step[1]] == step[2] else step[3]
            elif step[0] == "assume":
                if registers[step[1]] != step[2]:
                    continue
            elif step[0] == "check":
                if registers[step[1]] == step[2]:
                    return True
            elif step[0] == "lock":
                if owner is not None:
                    continue
                next_owner = t
            elif step[0] == "unlock":
                next_owner = None
            elif step[0] == "begin":
                next_alone = t
            elif step[0] == "end":
                next_alone = None
            changed = list(places)
            changed[t] = (next_place, tuple(sorted(registers.items())))
            state = (tuple(changed), tuple(shared), next_owner, next_alone)
            if state not in seen:
                seen.add(state)
                work.append(state)
    return False


def verdict(kleene, path, seconds):
    command = [kleene, "check", "--json", "-", "--property", "unreach-call", "--time-limit", str(seconds), path]
    done = subprocess.run(command, capture_output=True, timeout=20 * seconds + 60, stdin=subprocess.DEVNULL)
    try:
        return json.loads(done.stdout)["verdict"]
    except (ValueError, KeyError):
        return f"no verdict, exit code {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}"


def run(options, folder):
    counts = collections.Counter()
    for seed in range(options.first, options.last + 1):
        text, threads, finish = Writer(seed).program()
        path = os.path.join(folder, f"{seed}.c")
        with open(path, "w") as file:
            file.write(text)
        truth = "false(unreach-call)" if violates(threads, finish) else "true"
        answer = verdict(options.kleene, path, options.seconds)
        if answer == truth:
            counts[truth] += 1
        elif answer == "unknown":
            counts["unknown"] += 1
        else:
            counts["wrong"] += 1
            print(f"WRONG: {answer}, but the truth about seed {seed} is {truth}\n{text}", flush=True)
    print(dict(counts))
    tried = options.last - options.first + 1
    decided_both = tried < 8 or (counts["true"] and counts["false(unreach-call)"])
    return 0 if not counts["wrong"] and 4 * counts["unknown"] <= tried and decided_both else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kleene")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--keep")
    options = parser.parse_args()
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        return run(options, options.keep)
    with tempfile.TemporaryDirectory() as folder:
        return run(options, folder)


if __name__ == "__main__":
    sys.exit(main())
