#!/usr/bin/env python3
"""Installs a built tree into a folder and uses it from there, by find_package and by
pkg-config, with baseline flags and for a machine with fused multiply-add.

Usage: run.py BUILD_FOLDER SCRATCH_FOLDER CXX_COMPILER [SANITIZERS]
"""
import os
import pathlib
import re
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


def runs_fma():
    cpu = pathlib.Path("/proc/cpuinfo")
    return cpu.exists() and " fma " in cpu.read_text() and " avx2 " in cpu.read_text()


def main():
    build, scratch, compiler = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    sanitize = [f"-fsanitize={sys.argv[4]}"] if len(sys.argv) > 4 and sys.argv[4] else []
    shutil.rmtree(scratch, ignore_errors=True)
    prefix = scratch / "prefix"
    scratch.mkdir(parents=True)
    example = scratch / "readme_example.cpp"
    readme_example(example)
    run("cmake", "--install", build, "--prefix", prefix, stdout=subprocess.DEVNULL)

    # By find_package.
    run("cmake", "-S", HERE, "-B", scratch / "build", "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}",
        f"-DCMAKE_CXX_FLAGS={' '.join(sanitize)}", f"-DREADME_EXAMPLE={example}",
        stdout=subprocess.DEVNULL)
    run("cmake", "--build", scratch / "build", stdout=subprocess.DEVNULL)
    run(scratch / "build" / "consumer")
    run(scratch / "build" / "readme_example")
    run(scratch / "build" / "with_eigen")

    # By pkg-config, from wherever the library was put.
    folder = next(prefix.rglob("glance.pc")).parent
    environment = dict(os.environ, PKG_CONFIG_PATH=str(folder))
    flags = run("pkg-config", "--cflags", "--libs", "glance", env=environment,
                capture_output=True, text=True).stdout.split()
    if "-ffp-contract=off" not in flags:
        sys.exit(f"pkg-config does not hand on -ffp-contract=off: {flags}")
    eigen = run("pkg-config", "--cflags", "eigen3", capture_output=True, text=True).stdout.split()
    machines = [[]] + ([["-march=haswell"]] if runs_fma() else [])
    for machine in machines:
        program = scratch / "by_pkg_config"
        for source in ("consumer.cpp", "with_eigen.cpp"):
            run(compiler, "-std=c++20", "-O2", *machine, *sanitize, HERE / source, "-o", program,
                *eigen, *flags)
            run(program)


if __name__ == "__main__":
    main()
