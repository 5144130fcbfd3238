#!/usr/bin/env python3
"""What is built without a word about it: plain `cmake -B build`, and a stranger's project that has
this one as a part (add_subdirectory). Only configured: that says which sources are compiled, and how.

Usage: included.py SCRATCH_FOLDER CXX_COMPILER
"""
import json
import pathlib
import shutil
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent

PROJECT = f"""cmake_minimum_required(VERSION 3.25)
project(stranger LANGUAGES CXX)
add_subdirectory({TOP} glance)
add_executable(stranger {TOP}/tests/consumer/consumer.cpp)
target_link_libraries(stranger PRIVATE glance::glance)
"""


def configure(source, build, compiler, *settings):
    """The sources that are compiled, below TOP, each with its command."""
    subprocess.run(["cmake", "-S", str(source), "-B", str(build), "-G", "Ninja",
                    f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                    *settings], check=True, stdout=subprocess.DEVNULL)
    entries = json.loads((build / "compile_commands.json").read_text())
    # What CMake writes itself (the list of scenes) counts as its folder's.
    def place(file):
        path = pathlib.Path(file)
        return path.relative_to(TOP if TOP in path.parents and build not in path.parents else build)
    return {str(place(entry["file"])): entry["command"] for entry in entries}


def check(name, compiled, folders, flags):
    """One line for each thing that is not as promised."""
    ours = {file: command for file, command in compiled.items() if "consumer.cpp" not in file}
    found = {file.partition("/")[0] for file in ours}
    problems = []
    if found != folders:
        problems.append(f"{name}: compiles {sorted(found)}, not {sorted(folders)}")
    for file, command in ours.items():
        if any(flag not in command.split() for flag in flags):
            problems.append(f"{name}: {file} is compiled without {' '.join(flags)}: {command}")
    print(f"{name}: {len(compiled)} sources of {', '.join(sorted(found))}")
    return problems


def main() -> int:
    scratch, compiler = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    shutil.rmtree(scratch, ignore_errors=True)
    stranger = scratch / "stranger"
    stranger.mkdir(parents=True)
    (stranger / "CMakeLists.txt").write_text(PROJECT)

    release = ["-O3", "-DNDEBUG"]
    problems = check("alone", configure(TOP, scratch / "alone", compiler),
                     {"src", "measure", "scenes", "studies", "apps"}, release)
    problems += check("within another project", configure(stranger, scratch / "within", compiler),
                      {"src"}, release)
    # Who says what kind of build it is gets that.
    problems += check("within another project, Debug",
                      configure(stranger, scratch / "debug", compiler, "-DCMAKE_BUILD_TYPE=Debug"),
                      {"src"}, ["-g"])
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
