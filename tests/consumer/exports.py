#!/usr/bin/env python3
"""Looks at what the shared libraries show: public names, all of them, and nothing else. Then a
program is linked against them; and the tool, linked with them, is run.

Usage: exports.py SHARED_LIBRARY STATIC_LIBRARY SCRATCH_FOLDER CXX_COMPILER
                  [--io SHARED_LIBRARY STATIC_LIBRARY] [--tool PROGRAM]
"""
import argparse
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
INTERNAL = "rooms"  # glance::rooms::geom and so on

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


def marked_names(headers):
    """What these public headers mark with GLANCE_API: classes, and functions."""
    code = "\n".join(re.sub(r"//.*|#.*", "", path.read_text()) for path in headers)
    classes = set(re.findall(r"(?:class|struct) GLANCE_API (\w+)", code))
    functions = set(re.findall(r"^GLANCE_API [^;(]*?(\w+)\(", code, re.M))
    return classes, functions


def problems_of(shared, static, headers, others=()):
    """What the library shows and should not, and the reverse. `others` are the headers of the library
    below it. What is inline there, or in the headers of file formats, may be in both libraries, as a
    weak symbol of which the loader takes one."""
    classes, functions = marked_names(headers)
    inline_classes = marked_names(others)[0] | {None} if others else set()
    shown = [line.split()[-1] for line in lines_of("nm", "-D", "--defined-only", shared)
             if not (line.split()[-2] in "VWu" and first_name(line.split()[-1]) in inline_classes)]
    names = {first_name(symbol) for symbol in shown}
    problems = []
    for symbol in shown:
        name = first_name(symbol)
        if name == INTERNAL or (name is None and not OTHERS.match(symbol)):
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
        if name is not None and name not in classes | {INTERNAL}:
            problems.append(f"in glance, but neither marked nor in a room: {words[7]}")
    print(f"{shared.name}: {len(shown)} symbols, "
          f"{sum(first_name(s) is not None for s in shown)} of glance")
    return problems


def run(*command, **more):
    return subprocess.run([str(c) for c in command], check=True, **more)


def link_and_run(compiler, scratch, source, libraries):
    program = scratch / source.removesuffix(".cpp")
    run(compiler, "-std=c++20", "-ffp-contract=off", f"-I{TOP / 'include'}", HERE / source, "-o", program,
        *libraries, *[f"-Wl,-rpath,{library.parent}" for library in libraries])
    run(program, cwd=scratch)


def main() -> int:
    parser = argparse.ArgumentParser()
    def path(name):
        return pathlib.Path(name).resolve()

    parser.add_argument("shared", type=path)
    parser.add_argument("static", type=path)
    parser.add_argument("scratch", type=path)
    parser.add_argument("compiler")
    parser.add_argument("--io", type=path, nargs=2)
    parser.add_argument("--tool", type=path)
    given = parser.parse_args()

    headers = set((TOP / "include").rglob("*.h"))
    of_io = {TOP / "include/glance/mesh_file.h"}
    problems = problems_of(given.shared, given.static, headers - of_io)
    if given.io:
        problems += problems_of(*given.io, of_io, headers - of_io)
    if problems:
        subprocess.run(["c++filt"], input="\n".join(sorted(set(problems))) + "\n", text=True)
        return 1

    given.scratch.mkdir(parents=True, exist_ok=True)
    link_and_run(given.compiler, given.scratch, "consumer.cpp", [given.shared])
    if given.io:
        link_and_run(given.compiler, given.scratch, "io_consumer.cpp", [given.io[0], given.shared])
    if given.tool:
        needed = "\n".join(lines_of("readelf", "--dynamic", given.tool))
        for library in [given.shared, *(given.io or [])[:1]]:
            if library.name not in needed:
                sys.exit(f"{given.tool.name} is not linked with {library.name}")
        run(given.tool, "demo", stdout=subprocess.DEVNULL)
    return 0


if __name__ == "__main__":
    sys.exit(main())
