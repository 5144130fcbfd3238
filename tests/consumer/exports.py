#!/usr/bin/env python3
"""Looks at what the shared library shows: public names, all of them, and nothing else. Then a
program is linked against it.

Usage: exports.py SHARED_LIBRARY STATIC_LIBRARY SCRATCH_FOLDER CXX_COMPILER
"""
import pathlib
import re
import runpy
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
ROOMS = set(runpy.run_path(str(TOP / "tools/check_layers"))["NAMESPACE"].values())

# Mangled: _ZN6glance5Shape4hullE.. is glance::Shape::hull. Before it: K for const members, and TV,
# TI, .. for tables of a class.
OURS = re.compile(r"^_Z(?:T[VIST]|GV)?N[KVRO]*6glance(\d+)?(\w+)")
# What others' headers show: templates of the standard library that are made from public types, and
# Boost's exceptions, which have to be the same class in every library.
OTHERS = re.compile(r"^_Z(?:T[VIST]|GV|Z)?(?:N[KVRO]*)?"
                    r"(?:S[tabisod]|5boost(?:9exception|10wrapexcept|16exception_detail))")


def lines_of(*command):
    return subprocess.run([str(c) for c in command], check=True, capture_output=True,
                          text=True).stdout.splitlines()


def first_name(symbol):
    """X of glance::X.., "operator" for an operator, None for what is not in glance."""
    found = OURS.match(symbol)
    if not found:
        return None
    return found.group(2)[:int(found.group(1))] if found.group(1) else "operator"


def marked_names():
    """What the public headers mark with GLANCE_API: classes, and functions."""
    code = "\n".join(re.sub(r"//.*|#.*", "", p.read_text()) for p in (TOP / "include").rglob("*.h")
                     if p.name not in {"mesh_file.h"})  # of the other library, glance_io
    classes = set(re.findall(r"(?:class|struct) GLANCE_API (\w+)", code))
    functions = set(re.findall(r"^GLANCE_API [^;(]*?(\w+)\(", code, re.M))
    return classes, functions


def main() -> int:
    shared, static, scratch, compiler = (*map(pathlib.Path, sys.argv[1:4]), sys.argv[4])
    classes, functions = marked_names()
    shown = [line.split()[-1] for line in lines_of("nm", "-D", "--defined-only", shared)]
    names = {first_name(symbol) for symbol in shown}
    problems = []
    for symbol in shown:
        name = first_name(symbol)
        if name in ROOMS or (name is None and not OTHERS.match(symbol)):
            problems.append(f"shown, but not public: {symbol}")
        elif name is not None and name not in classes | functions | {"operator"}:
            problems.append(f"shown, but not marked in a public header: {symbol}")
    problems += [f"marked, but not shown: {name}" for name in sorted((classes | functions) - names)]

    # What is defined in glance itself without being shown lacks a GLANCE_API.
    for line in lines_of("readelf", "--symbols", "--wide", static):
        words = line.split()
        if len(words) < 8 or words[4] != "GLOBAL" or words[5] != "HIDDEN" or words[6] == "UND":
            continue
        name = first_name(words[7])
        if name is not None and name not in ROOMS | classes:
            problems.append(f"in glance, but neither marked nor in a room: {words[7]}")

    if problems:
        subprocess.run(["c++filt"], input="\n".join(sorted(set(problems))) + "\n", text=True)
        return 1
    print(f"{len(shown)} symbols, {sum(first_name(s) is not None for s in shown)} of glance")

    scratch.mkdir(parents=True, exist_ok=True)
    program = scratch / "consumer"
    subprocess.run([compiler, "-std=c++20", "-ffp-contract=off", f"-I{TOP / 'include'}",
                    str(HERE / "consumer.cpp"), "-o", str(program), str(shared),
                    f"-Wl,-rpath,{shared.parent}"], check=True)
    return subprocess.run([str(program)]).returncode


if __name__ == "__main__":
    sys.exit(main())
