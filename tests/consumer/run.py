#!/usr/bin/env python3
"""Installs a built tree into a folder, moves that elsewhere, and uses it from there, by find_package
and by pkg-config, with baseline flags and for a machine with fused multiply-add.

Usage: run.py BUILD_FOLDER SCRATCH_FOLDER CXX_COMPILER [SANITIZERS]
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def run(*command, **more):
    print("+", *command, flush=True)
    return subprocess.run([str(c) for c in command], check=True, **more)


def readme_example(target):
    """The first C++ block of the README; ten lines or so, and it must compile."""
    text = (HERE.parent.parent / "README.md").read_text()
    block = re.search(r"```cpp\n(.*?)```", text, re.S)
    if not block:
        sys.exit("README.md has no C++ example")
    target.write_text(block.group(1))


def minor_version():
    """What programs ask for: MAJOR.MINOR."""
    tool = HERE.parent.parent / "tools/check_version"
    return run(tool, "--print", capture_output=True, text=True).stdout.rpartition(".")[0]


def runs_fma():
    cpu = pathlib.Path("/proc/cpuinfo")
    return cpu.exists() and " fma " in cpu.read_text() and " avx2 " in cpu.read_text()


def ask_for(scratch, prefix, compiler, request, *settings):
    """(exit code, message) of a project that says find_package(glance REQUEST)."""
    project = scratch / "asks"
    shutil.rmtree(project, ignore_errors=True)
    project.mkdir()
    (project / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(asks LANGUAGES CXX)\n"
        f"find_package(glance {request})\n")
    done = subprocess.run(["cmake", "-S", project, "-B", project / "build", "-G", "Ninja",
                           f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}", *settings],
                          capture_output=True, text=True)
    return done.returncode, " ".join(done.stderr.split())


def check_refusals(scratch, prefix, compiler, has_io):
    def expect(request, words, *settings):
        """Has to fail with these words; without words, to work."""
        code, message = ask_for(scratch, prefix, compiler, request, *settings)
        if (code == 0) == bool(words) or words not in message:
            sys.exit(f"find_package(glance {request}) {settings}: expected '{words}', got {code}: {message}")

    expect("REQUIRED COMPONENTS nonsense", "glance has no component 'nonsense'; it has: io")
    expect("0.99 REQUIRED", 'compatible with requested version "0.99"')
    if not has_io:
        expect("REQUIRED COMPONENTS io", "without the component 'io'")
    elif "assimp" in next(prefix.rglob("glance-config.cmake")).read_text():
        # A static glance_io needs Assimp, where it was built with it; glance alone does not.
        without = "-DCMAKE_DISABLE_FIND_PACKAGE_assimp=ON"
        expect("REQUIRED COMPONENTS io", "the component 'io' needs assimp, which was not found", without)
        expect("REQUIRED", "", without)
        expect("REQUIRED OPTIONAL_COMPONENTS io", "", without)


def by_find_package(scratch, prefix, compiler, sanitize, has_io):
    example = scratch / "readme_example.cpp"
    readme_example(example)
    run("cmake", "-S", HERE, "-B", scratch / "build", "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}",
        f"-DCMAKE_CXX_FLAGS={' '.join(sanitize)}", f"-DREADME_EXAMPLE={example}",
        f"-DWITH_IO={'ON' if has_io else 'OFF'}", f"-DGLANCE_WANTED={minor_version()}", stdout=subprocess.DEVNULL)
    run("cmake", "--build", scratch / "build", stdout=subprocess.DEVNULL)
    for program in ["consumer", "readme_example", "with_eigen"] + ["io_consumer"] * has_io:
        run(scratch / "build" / program, cwd=scratch)
    check_refusals(scratch, prefix, compiler, has_io)


def by_pkg_config(scratch, prefix, compiler, sanitize, has_io):
    folder = next(prefix.rglob("glance.pc")).parent
    environment = dict(os.environ, PKG_CONFIG_PATH=str(folder))

    def ask(*arguments):
        done = run("pkg-config", *arguments, env=environment, capture_output=True, text=True)
        return shlex.split(done.stdout)

    flags = ask("--cflags", "--libs", "glance")
    if "-ffp-contract=off" not in flags:
        sys.exit(f"pkg-config does not hand on -ffp-contract=off: {flags}")
    eigen = ask("--cflags", "eigen3")
    machines = [[]] + ([["-march=haswell"]] if runs_fma() else [])
    path = [f"-Wl,-rpath,{folder.parent}"]  # for shared libraries
    program = scratch / "by_pkg_config"
    for machine in machines:
        for source in ("consumer.cpp", "with_eigen.cpp"):
            run(compiler, "-std=c++20", "-O2", *machine, *sanitize, HERE / source, "-o", program,
                *eigen, *flags, *path)
            run(program)
    if has_io:
        run(compiler, "-std=c++20", *sanitize, HERE / "io_consumer.cpp", "-o", program,
            *ask("--cflags", "--libs", "glance_io"), *path)
        run(program, cwd=scratch)


def main():
    build, scratch, compiler = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
    sanitize = [f"-fsanitize={sys.argv[4]}"] if len(sys.argv) > 4 and sys.argv[4] else []
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    run("cmake", "--install", build, "--prefix", scratch / "installed", stdout=subprocess.DEVNULL)
    prefix = scratch / "moved here"  # nothing may know where it was installed
    (scratch / "installed").rename(prefix)
    if not list(prefix.rglob("share/doc/glance/LICENSE")):
        sys.exit("the licence is not installed")
    has_io = bool(list(prefix.rglob("glance_io.pc")))
    by_find_package(scratch, prefix, compiler, sanitize, has_io)
    by_pkg_config(scratch, prefix, compiler, sanitize, has_io)
    if (prefix / "bin/glance").exists():
        # What was configured for /usr finds its shared libraries there only.
        libraries = next(prefix.rglob("glance.pc")).parent.parent
        run(prefix / "bin/glance", "demo", stdout=subprocess.DEVNULL,
            env=dict(os.environ, LD_LIBRARY_PATH=str(libraries)))


if __name__ == "__main__":
    main()
