#!/usr/bin/env python3
"""Runs builds of golden.cpp and compares what they print.

Usage: compare.py PROGRAM..    (those that this machine cannot run are named and left out)
"""
import pathlib
import subprocess
import sys

# Changes only when results change on purpose; say so in CHANGELOG.md.
GOLDEN = ["e860ebb60887da65", "6ae1cfedcd655187", "3811926ef0a1982c",
          "20da1f94c61f2ab6", "b4d2235fa001f0bb"]


def runs_here(program):
    if "haswell" not in program:
        return True
    cpu = pathlib.Path("/proc/cpuinfo")
    return cpu.exists() and " avx2 " in cpu.read_text() and " fma " in cpu.read_text()


def main() -> int:
    answers = {}
    for program in sys.argv[1:]:
        if not pathlib.Path(program).exists():
            print("left out (./test --long builds it):", program)
        elif runs_here(program):
            answers[program] = subprocess.run([program], check=True, capture_output=True,
                                              text=True).stdout.split()
            print(*answers[program], program)
        else:
            print("left out (needs AVX2 and FMA):", program)
    if not answers:
        print("nothing to compare")
        return 1
    first = next(iter(answers.values()))
    if any(answer != first for answer in answers.values()):
        print("the builds differ")
        return 1
    if first[:len(GOLDEN)] != GOLDEN:
        print("expected", *GOLDEN)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
