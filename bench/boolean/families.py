# SPDX-License-Identifier: Apache-2.0
"""Boolean programs that grow: the families of bench/RESULTS.md.

    python3 families.py chain N        N procedures, each calls the next one twice
    python3 families.py decided N      the same with a parameter that decides what each procedure does
    python3 families.py counter B      a counter of B bits, one step per recursive call
    python3 families.py driver N SEED  N procedures of a device driver's shape: 10 locals, 8 globals, calls to
                               lower layers, some recursion, about 67 lines each
    python3 families.py optional N SEED   the same, and every call can be left out
    python3 families.py entangled N SEED  the same as optional, and the assertions ask about data, too
    python3 families.py wide N SEED    N procedures with 40 locals, 14 globals and much free choice

Each prints a program in which the target cannot be reached; with `--bug` before the name, one in which
it can. With `--deep K` before the name of one with procedures in layers, procedure number K has an assertion
about data, which can fail if K can be reached. The same arguments give the same program.
"""

import random
import sys


def chain(n, bug):
    yield "decl g, h;"
    yield "void main() begin"
    yield "  g := F; h := F;"
    yield "  p0();"
    yield f"  assert({'g' if bug else '!g'} | h);"
    yield "end"
    for i in range(n):
        yield f"void p{i}() begin"
        yield "  decl l;"
        yield "  l := g;"
        if i + 1 < n:
            yield f"  if (h) then g := !g; fi"
            yield f"  p{i + 1}();"
            yield f"  p{i + 1}();"
            yield f"  g := l;"
        else:
            yield "  g := !g; g := !g;"
        yield "end"


def decided(n, bug):
    """Without bug, what both calls of a procedure do to g is undone at its end, so that g stays as it was."""
    yield "decl g, h;"
    yield "void main() begin"
    yield "  g := F; h := F;"
    yield "  p0(T);"
    yield f"  assert({'g' if bug else '!g'} | h);"
    yield "end"
    for i in range(n):
        yield f"void p{i}(x) begin"
        yield "  decl l;"
        yield "  l := g;"
        yield "  if (x) then g := !g; else g := g ^ h; fi"
        if i + 1 < n:
            yield f"  p{i + 1}(x);"
            yield f"  p{i + 1}(!x);"
        yield "  g := l;"
        yield "end"


def counter(bits, bug):
    """count() adds one until all bits are set, by recursion; on the way back every level checks."""
    names = [f"b{i}" for i in range(bits)]
    yield f"decl {', '.join(names)};"
    yield "void main() begin"
    yield f"  {', '.join(names)} := {', '.join(['F'] * bits)};"
    yield "  count();"
    full = " & ".join(names)
    yield f"  assert({'!' if bug else ''}({full}));"
    yield "end"
    yield "void count() begin"
    yield f"  if (!({full})) then"
    values = []
    for i in range(bits):
        lower = " & ".join(names[:i])
        values.append(f"!{names[0]}" if i == 0 else f"{names[i]} ^ ({lower})")
    yield f"    {', '.join(names)} := {', '.join(values)};"
    yield "    count();"
    yield "  fi"
    yield "end"


def expression(rng, names, depth=2):
    if depth == 0 or rng.random() < 0.4:
        name = rng.choice(names)
        return name if rng.random() < 0.6 else f"!{name}"
    operator = rng.choice(["&", "|", "=", "!="])
    return f"({expression(rng, names, depth - 1)} {operator} {expression(rng, names, depth - 1)})"


def body(rng, names, callees, optional, lines, stars):
    """Straight code with branches and calls; the lock protocol of main is kept by construction. Every loop can be left
    and some calls, all recursive ones among them, can be left out, so that every procedure can return."""
    emitted = 0
    while emitted < lines:
        kind = rng.random()
        if kind < 0.35:
            targets = rng.sample(names, rng.randint(1, 2))
            values = ["*" if rng.random() < stars else expression(rng, names) for _ in targets]
            yield f"  {', '.join(targets)} := {', '.join(values)};"
            emitted += 1
        elif kind < 0.5:
            target = rng.choice(names)
            yield f"  {target} := schoose[{rng.choice(names)}, {rng.choice(names)}];"
            emitted += 1
        elif kind < 0.75:
            yield f"  if ({'*' if rng.random() < 0.5 else expression(rng, names)}) then"
            yield f"    {rng.choice(names)} := {expression(rng, names)};"
            yield "  else"
            yield f"    {rng.choice(names)} := {expression(rng, names)};"
            yield "  fi"
            emitted += 5
        elif kind < 0.85:
            yield f"  while ({'*' if rng.random() < 0.7 else '* & ' + expression(rng, names, 1)}) do"
            yield f"    {rng.choice(names)} := {expression(rng, names)};"
            yield "  od"
            emitted += 3
        elif callees:
            callee = rng.choice(callees)
            call = f"{rng.choice(names)} := {callee}({rng.choice(names)}, {expression(rng, names, 1)});"
            yield f"  if (*) then {call} fi" if callee in optional else f"  {call}"
            emitted += 1


def layered(n, seed, local_count, global_count, lines, stars, bug, deep, optional=False, entangled=False):
    """Procedures in layers. A lock is taken and given back around calls; the last global is the lock,
    and no procedure but acquire and release writes it."""
    rng = random.Random(seed)
    shared = [f"g{i}" for i in range(global_count - 1)]
    yield f"decl {', '.join(shared)};"
    yield "decl lock := F;"
    free = "(!lock | g0) & (!lock | !g0)" if entangled else "!lock"
    taken = "lock | (g0 & g1 & !g2)" if entangled and bug else "lock"
    yield f"void acquire() begin assert({free}); lock := T; end"
    yield f"void release() begin assert({taken}); lock := F; end"
    yield "void main() begin"
    yield "  decl a, r;"
    yield "  while (*) do"
    yield "    r := p0(a, r);"
    if bug:
        yield "    if (*) then release(); fi"
    yield "  od"
    yield "end"
    for i in range(n):
        later = [f"p{j}" for j in range(i + 1, min(n, i + 12))]
        recursive = [f"p{i - 2}"] if i % 10 == 9 else []
        callees = later + recursive
        skippable = callees if optional else recursive
        own = [f"l{j}" for j in range(local_count)]
        names = shared + own + ["x", "y"]
        yield f"bool p{i}(x, y) begin"
        yield f"  decl {', '.join(own)};"
        # Locking procedures call no locking ones while they hold the lock.
        locking = i % 3 == 0
        half = lines // 2
        yield from body(rng, names, callees, skippable, half, stars)
        if i == deep:
            yield "  assert(g0 | g1 | !g2 | l3);"
        if locking:
            yield "  acquire();"
            yield from body(rng, names, [], [], lines - half, stars)
            yield "  release();"
        else:
            yield from body(rng, names, callees, skippable, lines - half, stars)
        yield f"  return {expression(rng, names)};"
        yield "end"


def main():
    arguments = sys.argv[1:]
    bug = arguments[:1] == ["--bug"]
    arguments = arguments[1:] if bug else arguments
    deep = None
    if arguments[:1] == ["--deep"]:
        deep = int(arguments[1])
        arguments = arguments[2:]
    kind, size = arguments[0], int(arguments[1])
    seed = int(arguments[2]) if len(arguments) > 2 else 1
    if kind == "chain":
        lines = chain(size, bug)
    elif kind == "decided":
        lines = decided(size, bug)
    elif kind == "counter":
        lines = counter(size, bug)
    elif kind == "driver":
        lines = layered(size, seed, 10, 8, 60, 0.15, bug, deep)
    elif kind in ("optional", "entangled"):
        lines = layered(size, seed, 10, 8, 60, 0.15, bug, deep, optional=True, entangled=kind == "entangled")
    elif kind == "wide":
        lines = layered(size, seed, 40, 14, 90, 0.5, bug, deep)
    else:
        sys.exit(__doc__)
    print("\n".join(lines))


main()
