#!/usr/bin/env python3
"""tools/check_packages finds the servers that apt uses, in both forms of its lists."""
import pathlib
import runpy
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sources = runpy.run_path(str(TOP / "tools/check_packages"))["sources"]

LISTS = {
    "sources.list": "# deb http://old.invalid/debian bookworm main\n"
                    "deb [arch=amd64 signed-by=/x.gpg] http://one.invalid/debian bookworm main contrib\n"
                    "deb-src http://src.invalid/debian bookworm main\n",
    "sources.list.d/debian.sources":
        "Types: deb\n# a comment\nURIs: http://two.invalid/debian\nSuites: bookworm bookworm-updates\n"
        "Components: main\nSigned-By: /y.gpg\n\n"
        "Types: deb\nURIs: http://three.invalid/security\nSuites: bookworm-security\nComponents: main\n\n"
        "Types: deb\nEnabled: no\nURIs: http://off.invalid/debian\nSuites: bookworm\nComponents: main\n",
    "sources.list.d/other.list": "deb https://other.invalid/apt tool-bookworm main\n",
    "sources.list.d/debian.sources.save": "Types: deb\n",
}


class Sources(unittest.TestCase):
    def test_both_forms(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in LISTS.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
            self.assertEqual(sources("bookworm", pathlib.Path(folder)), [
                ("http://one.invalid/debian", "bookworm", ["main", "contrib"]),
                ("http://two.invalid/debian", "bookworm", ["main"]),
                ("http://two.invalid/debian", "bookworm-updates", ["main"]),
                ("http://three.invalid/security", "bookworm-security", ["main"])])

    def test_none(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(sources("bookworm", pathlib.Path(folder)), [])


if __name__ == "__main__":
    unittest.main()
