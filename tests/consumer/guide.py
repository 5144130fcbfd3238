#!/usr/bin/env python3
"""Compiles and runs every C++ example of the guide, one function for each, against the library.

Usage: guide.py LIBRARY SCRATCH_FOLDER CXX_COMPILER [FLAGS]

Names that an example uses without making them are in guide_names.h.
"""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
# What has to be seen to happen: an example that shows nothing would pass, whatever it says.
SHOWS = {"docs/guide/world.md": 7}  # at least so many calls of use()


def examples(page):
    """(line, code) of each block of C++."""
    text = page.read_text()
    for block in re.finditer(r"^```cpp\n(.*?)^```$", text, re.M | re.S):
        yield text.count("\n", 0, block.start()) + 2, block.group(1)


def program(pages):
    lines, calls = ['#include "guide_names.h"'], []
    for page in pages:
        name = str(page.relative_to(TOP))
        for line, code in examples(page):
            if "int main(" in code:
                sys.exit(f"{name}:{line}: examples of the guide are parts of programs")
            function = f"example_{len(calls)}"
            # Each begins with a world of its own, unless it makes one.
            lines += [f"int {function}() {{", "World world = make_world();",
                      "const std::vector<BodyId> id(world.bodies().begin(), world.bodies().end());", "{",
                      f'#line {line} "{name}"', code.rstrip(), "}", "return 0;", "}"]
            calls.append((name, line, function))
    lines += ["int main() {", "int failures = 0;"]
    for name, line, function in calls:
        lines += [f'if ({function}() != 0) std::puts("{name}:{line}: has failed"), failures++;']
    least = sum(SHOWS.values())
    lines += [f'if (uses < {least}) std::printf("only %d uses\\n", uses), failures++;', "std::printf(\"%d uses\\n\", uses);", "return failures;", "}"]
    print(f"{len(calls)} examples")
    return "\n".join(lines) + "\n"


def main() -> int:
    library, scratch, compiler, flags = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4:]
    scratch.mkdir(parents=True, exist_ok=True)
    pages = sorted((TOP / "docs/guide").glob("*.md"))
    (scratch / "guide.cpp").write_text(program(pages))
    subprocess.run([compiler, "-std=c++20", "-ffp-contract=off", *filter(None, flags), f"-I{TOP / 'include'}", f"-I{HERE}",
                    str(scratch / "guide.cpp"), library, "-lfmt", "-ltbb", "-o", str(scratch / "guide")], check=True)
    return subprocess.run([str(scratch / "guide")]).returncode


if __name__ == "__main__":
    sys.exit(main())
