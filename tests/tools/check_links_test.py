#!/usr/bin/env python3
"""tools/check_links finds what it is for, in Markdown and in HTML."""
import pathlib
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]


def check(files, *arguments):
    """(exit code, lines) for a folder with these files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        done = subprocess.run([TOP / "tools/check_links", *arguments, folder], capture_output=True, text=True)
        return done.returncode, done.stdout.splitlines()


class Links(unittest.TestCase):
    def test_markdown_in_order(self):
        code, lines = check({
            "a.md": "# One `word`, two\n[b](sub/b.md#second-part-1) [up](#one-word-two) [far](https://x.invalid/)\n"
                    "```\n[no link](in/code.md)\n```\n`[nor](this.md)`\n",
            "sub/b.md": "## Second part\n## Second part\n[a](../a.md) ![](p.svg)\n",
            "sub/p.svg": ""}, "--markdown")
        self.assertEqual((code, lines), (0, ["links: 4 in 2 files lead somewhere"]))

    def test_markdown_broken(self):
        code, lines = check({"a.md": "# A\n\n[x](none.md)\n[y](#b)\n[z](../outside.md) [i][r]\n\n[r]: gone.md\n"},
                            "--markdown")
        self.assertEqual(code, 1)
        self.assertEqual(lines, ["a.md:3: none.md: there is no such file",
                                 "a.md:4: #b: there is no such heading or anchor",
                                 "a.md:5: ../outside.md: leads out of the folder",
                                 "a.md:7: gone.md: there is no such file"])

    def test_html(self):
        good = {"a.html": '<a name="t"></a><a href="b.html#x">b</a><a href="#t">t</a>', "b.html": '<p id="x">'}
        self.assertEqual(check(good)[0], 0)
        code, lines = check({"a.html": '<a href="b.html#y">b</a>\n<img src="c.png">', "b.html": '<p id="x">'})
        self.assertEqual(code, 1)
        self.assertEqual(lines, ["a.html:1: b.html#y: there is no such heading or anchor",
                                 "a.html:2: c.png: there is no such file"])

    def test_nothing_to_check(self):
        self.assertEqual(check({})[0], 1)


if __name__ == "__main__":
    unittest.main()
