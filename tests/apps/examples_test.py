"""The examples print what the guide says that they print, and those in the README and in the heads
of public headers are programs that compile.

Usage: examples_test.py FOLDER_OF_THE_PROGRAMS
"""
import pathlib
import re
import subprocess
import sys
import unittest

TOP = pathlib.Path(__file__).parents[2]
GUIDE = TOP / "docs" / "guide" / "examples.md"
FOLDER = pathlib.Path(sys.argv.pop())


def without_comments(code):
    """With all white space removed, so that lines may be broken elsewhere."""
    return re.sub(r"\s", "", re.sub(r"//.*", "", code))


def statements(header):
    """The statements of the examples in a header: lines of comments that are indented by three, and
    call something. (Those with dots in place of code are not complete.)"""
    for block in re.findall(r"(?:^//   .*\n)+", header, re.MULTILINE):
        code = re.sub(r"^//", "", block, flags=re.MULTILINE)
        for statement in re.sub(r"//.*", "", code).split(";")[:-1]:
            if re.search(r"\w\(", statement) and ".." not in statement:
                yield without_comments(statement)


class Examples(unittest.TestCase):
    def test_output_is_as_in_the_guide(self):
        found = re.findall(r"\]\(\.\./\.\./examples/(\w+)\.cpp\).*?```text\n(.*?)```",
                           GUIDE.read_text(), re.DOTALL)
        self.assertEqual([name for name, _ in found], ["ten_lines", "arm", "dropped_boxes"])
        for name, output in found:
            with self.subTest(name):
                done = subprocess.run([FOLDER / name], capture_output=True, text=True, timeout=600)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(done.stdout, output)

    def test_the_ten_lines_are_those_of_the_readme(self):
        found = re.search(r"## Ten lines\n\n```cpp\n(.*?)```", (TOP / "README.md").read_text(),
                          re.DOTALL)
        self.assertEqual(found.group(1), (TOP / "examples/ten_lines.cpp").read_text())

    def test_examples_are_short(self):
        for name in ("ten_lines", "arm", "dropped_boxes"):
            lines = (TOP / f"examples/{name}.cpp").read_text().splitlines()
            self.assertLess(len(lines), 60, name)

    def test_examples_of_headers_are_compiled(self):
        """In these tests, where a Result that is dropped is an error."""
        tests = TOP / "tests/unit/dynamics"
        compiled = "".join(without_comments((tests / name).read_text())
                           for name in ("header_examples_test.cpp", "dynamics_test.cpp"))
        count = 0
        for path in sorted((TOP / "include/glance").rglob("*.h")):
            if path.name == "eigen.h":  # tests/consumer/with_eigen.cpp
                continue
            for statement in statements(path.read_text()):
                count += 1
                self.assertIn(statement, compiled, path.name)
        self.assertGreater(count, 25)


if __name__ == "__main__":
    unittest.main()
