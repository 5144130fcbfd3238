#!/usr/bin/env python3
"""Do the tests see a fault? Each fault of faults.py is put into a copy of one source file; the copy
is compiled and linked before the library, so that it takes the place of the original; and each of
the tests named with it must fail. Without a fault they must pass. No others are run.

Every run looks up the text of every fault, so that a change of the sources cannot unhook one unseen.
Which of them are compiled and run changes with the commit: one in SHARE, or all with --long.

Usage: run_mutants.py SOURCE_FOLDER BUILD_FOLDER SCRATCH_FOLDER [--long] [--only TEXT]
                      [--find [PROGRAM,..]]

  --long    all faults (so does GLANCE_TEST_LONG=1)
  --only    those whose name has TEXT in it
  --find    prints which tests of the programs named with a fault, or of these, see it: for naming
            them in faults.py
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

from faults import FAULTS

SHARE = 6
TIMEOUT_SECONDS = 120
START = "(start)"  # in place of a test: the program ends before its first one


def words_of(entry):
    """The command of a compilation, without a launcher before the compiler."""
    words = shlex.split(entry["command"])
    return words[next(i for i, w in enumerate(words) if not w.endswith("cache")):]


class Workshop:
    def __init__(self, source, build, scratch):
        self.source, self.build, self.scratch = source, build, scratch
        commands = json.loads((build / "compile_commands.json").read_text())
        # The library's own compilation of a file, not that of a test that builds it again.
        own = [c for c in commands if " -o src/CMakeFiles/" in c["command"]]
        self.commands = {}
        for c in own:
            together = re.findall(r'^#include "(.*)"', pathlib.Path(c["file"]).read_text(), re.M) \
                if c["file"].endswith(".cxx") else []
            for file in together or [c["file"]]:  # cmake/unity.cmake
                self.commands[file] = c
        self.compiler = words_of(next(iter(self.commands.values())))[0]
        scratch.mkdir(parents=True, exist_ok=True)

    def text(self, fault):
        """The source with the fault in it; None, with a message, where the list is out of date."""
        text = (self.source / "src" / fault.file).read_text()
        if text.count(fault.original) == 1:
            return text.replace(fault.original, fault.fault)
        print(f"{fault.name}: its text appears {text.count(fault.original)} times in {fault.file}, "
              "not once: correct faults.py")
        return None

    def compile(self, fault, text):
        original = self.source / "src" / (fault.through or fault.file)
        entry = self.commands[str(original)]
        command = words_of(entry)
        target = self.scratch / (original.name + ".o")
        command[command.index("-o") + 1] = str(target)
        command.append("-w")  # a fault may leave a variable unused: no error here
        if fault.through:  # the faulty header is found before the right one
            headers = self.scratch / "headers"
            copy = headers / fault.file
            copy.parent.mkdir(parents=True, exist_ok=True)
            command.insert(1, f"-I{headers}")
        else:
            copy = self.scratch / original.name
            command[command.index("-c") + 1] = str(copy)
        copy.write_text(text)
        subprocess.run(command, check=True, cwd=entry["directory"])
        if fault.through:
            copy.unlink()
        return target

    def link(self, program, replacement):
        """A test program with the replaced object in it."""
        objects = sorted((self.build / "tests" / "CMakeFiles" / f"{program}.dir").rglob("*.o"))
        # All that tests link, those who are linked with others first.
        libraries = [self.build / folder / f"libglance{name}.a" for folder, name in
                     (("tests", "_test_support"), ("scenes", "_scenes"), ("measure", "_measure"),
                      ("src", ""))]
        target = self.scratch / program
        # Of files compiled together the linker takes the whole object, the right function too:
        # the first, the faulty one, counts. (The library is position-independent, so that calls
        # within an object go through the linker. Were one missed, no test would see the fault.)
        subprocess.run([self.compiler, *map(str, objects), str(replacement), *map(str, libraries),
                        "-Wl,--allow-multiple-definition", "-lgtest_main", "-lgtest", "-lfmt", "-ltbb",
                        "-lpthread", "-o", str(target)], check=True)
        return target


def run(program, tests):
    """The tests that ran; those that passed (or were skipped); and whether the program ended in time.
    A check or a signal that ends the program is a failure, of the test that ran; one that takes
    too long shows nothing."""
    try:
        done = subprocess.run([str(program), f"--gtest_filter={tests}"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=TIMEOUT_SECONDS,
                              env={"GLANCE_TEST_SCALE": "0.01"})
        output, in_time = done.stdout, True
    except subprocess.TimeoutExpired as stopped:
        output, in_time = stopped.stdout or b"", False
    output = output.decode(errors="replace")
    ran = re.findall(r"^\[ RUN      \] (\S+)$", output, re.M)
    passed = re.findall(r"^\[ +(?:OK|SKIPPED) +\] (\S+?),? .*\(\d+ ms\)$", output, re.M)
    if not in_time or ran or done.returncode == 0:
        passed.append(START)
    return [START, *ran], passed, in_time


def by_program(tests):
    """The tests named, one list for each program."""
    programs = {}
    for test in tests:
        program, _, name = test.partition(":")
        programs.setdefault(program, []).append(name)
    return programs


def check(workshop, fault, find):
    """Whether every test named with the fault sees it."""
    started = time.monotonic()
    replacement = workshop.compile(fault, workshop.text(fault))
    seen = True
    tests = find.split(",") if find else fault.tests
    for program, names in by_program(tests).items():
        faulty = workshop.link(program, replacement)
        ran, passed, in_time = run(faulty, ":".join(names) if find is None else "*")
        if find is not None:
            failed = [name for name in ran if name not in passed]
            print(f"{fault.name}: {program}: {failed}", flush=True)
        if not in_time:
            print(f"{fault.name}: {program} ran into the time limit of {TIMEOUT_SECONDS} s, which "
                  f"shows nothing; it was at {ran[-1:]}")
        missed = [name for name in names if name in passed]
        if missed:
            print(f"{fault.name}: not seen by {program}:{', '.join(missed)}")
        seen = seen and in_time and not missed
    if seen:
        print(f"{fault.name}: caught by {', '.join(fault.tests)} "
              f"({time.monotonic() - started:.0f} s)", flush=True)
    return seen


def this_commits(faults, source):
    """One in SHARE; which ones depends on the commit."""
    commit = subprocess.run(["git", "-C", str(source), "rev-parse", "HEAD"], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.strip()
    return faults[int(commit or "0", 16) % SHARE::SHARE]


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("folders", nargs=3, type=pathlib.Path)
    options.add_argument("--long", action="store_true")
    options.add_argument("--only", default="")
    options.add_argument("--find", nargs="?", const="", metavar="PROGRAM,..")
    given = options.parse_args()
    source, build, scratch = (folder.resolve() for folder in given.folders)
    workshop = Workshop(source, build, scratch)
    problems = sum(workshop.text(fault) is None for fault in FAULTS)
    if problems:
        return 1
    everything = given.long or given.find is not None or os.environ.get("GLANCE_TEST_LONG") == "1"
    faults = [fault for fault in FAULTS if given.only in fault.name]
    if not everything and not given.only:
        faults = this_commits(faults, source)
    named = {test for fault in faults for test in fault.tests} if given.find is None else {}
    for program, names in by_program(named).items():
        ran, passed, in_time = run(build / "tests" / program, ":".join(names))
        for name in sorted(set(names) - set(ran)):
            print(f"{program} has no test {name}: correct faults.py")
            problems += 1
        for name in sorted(set(ran) - set(passed)):
            print(f"{program}:{name} fails without any fault, or takes too long")
            problems += 1
    problems += sum(not check(workshop, fault, given.find) for fault in faults)
    print(f"{len(faults)} faults of {len(FAULTS)}, {problems} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
