"""The examples print what the guide says that they print.

Usage: examples_test.py FOLDER_OF_THE_PROGRAMS
"""
import pathlib
import re
import subprocess
import sys
import unittest

GUIDE = pathlib.Path(__file__).parents[2] / "docs" / "guide" / "examples.md"
FOLDER = pathlib.Path(sys.argv.pop())


class Examples(unittest.TestCase):
    def test_output_is_as_in_the_guide(self):
        found = re.findall(r"\]\(\.\./\.\./examples/(\w+)\.cpp\).*?```text\n(.*?)```",
                           GUIDE.read_text(), re.DOTALL)
        self.assertEqual([name for name, _ in found], ["arm", "dropped_boxes"])
        for name, output in found:
            with self.subTest(name):
                done = subprocess.run([FOLDER / name], capture_output=True, text=True, timeout=600)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(done.stdout, output)


if __name__ == "__main__":
    unittest.main()
