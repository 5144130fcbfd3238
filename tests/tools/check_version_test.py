#!/usr/bin/env python3
"""tools/check_version notices a number that differs, or that is written down a second time."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
HEADER = ("inline constexpr int kVersionMajor = 3;\ninline constexpr int kVersionMinor = 20;\n"
          "inline constexpr int kVersionPatch = 1;\n")
GOOD = {"include/glance/base.h": HEADER, "CHANGELOG.md": "# Changelog\n\n## 3.20.1 (not released)\n\n## 3.20.0\n",
        "README.md": "Like 13.20.1, 3.20.10 and 3.20.\n", "docs/benchmarks/a.md": "glance 3.20.1\n"}
for root in ("CMakeLists.txt", "CMakePresets.json", "ARCHITECTURE.md", "CONTRIBUTING.md"):
    GOOD[root] = ""


def check(changes, build=None):
    with tempfile.TemporaryDirectory() as folder:
        top = pathlib.Path(folder)
        for name, text in {**GOOD, **changes}.items():
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            (top / name).write_text(text)
        (top / "tools").mkdir(exist_ok=True)
        shutil.copy(TOP / "tools/check_version", top / "tools")
        done = subprocess.run([top / "tools/check_version", *([top / build] if build else [])],
                              capture_output=True, text=True)
        return done.returncode, (done.stdout + done.stderr).splitlines()


class Version(unittest.TestCase):
    def test_in_order(self):
        self.assertEqual(check({}), (0, ["version: 3.20.1 everywhere"]))

    def test_changelog(self):
        self.assertEqual(check({"CHANGELOG.md": "## 3.19.0\n## 3.20.1\n"}),
                         (1, ["CHANGELOG.md: begins with 3.19.0, not 3.20.1"]))

    def test_a_second_place(self):
        self.assertEqual(check({"src/x.cpp": "\n// since 3.20.1\n"}),
                         (1, ["src/x.cpp:2: writes down the version 3.20.1"]))

    def test_minor_version_in_examples(self):
        package, request = "lib" + "glance3.20", "find_package" + "(glance 3.19)"
        self.assertEqual(check({"docs/guide/install.md": f"{package}\n{request}\n"}),
                         (1, ["docs/guide/install.md:2: names 3.19, not 3.20"]))

    def test_what_was_built(self):
        built = {"build/glance.pc": "Version: 3.20.1\n", "build/CPackConfig.cmake":
                 'set(CPACK_PACKAGE_VERSION "3.20.1")\n',
                 "build/glance-config-version.cmake": 'set(PACKAGE_VERSION "3.20.0")\n'}
        self.assertEqual(check(built, "build"), (1, ["glance-config-version.cmake: 3.20.0, not 3.20.1"]))

    def test_header_without_a_part(self):
        code, lines = check({"include/glance/base.h": HEADER.replace("Patch", "Past")})
        self.assertEqual(code, 1)
        self.assertIn("kVersionPatch is missing", lines[0])


if __name__ == "__main__":
    unittest.main()
