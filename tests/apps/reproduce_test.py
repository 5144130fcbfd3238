"""`glance reproduce` as a process: the page, the measurements, bad usage.

Usage: reproduce_test.py PATH_OF_THE_BINARY
"""
import json
import os
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import cli_test
from cli_test import glance


class Reproduce(unittest.TestCase):
    """A paper's experiments, as small as they get."""

    SVG = "{http://www.w3.org/2000/svg}"
    HTML = "{http://www.w3.org/1999/xhtml}"

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.out = os.path.join(cls.folder.name, "new", "folder")
        cls.result = glance("reproduce", "icollide", "--out", cls.out, "--frames", "2",
                            "--samples", "2", "--rounds", "1", "--quick")

    def read(self, name, folder=None):
        with open(os.path.join(folder or self.out, name), encoding="utf-8") as file:
            return file.read()

    def refused(self, *arguments):
        result = glance("reproduce", *arguments)
        self.assertEqual((result.returncode, result.stdout), (2, b""), result)
        return result.stderr.decode()

    def test_says_what_it_wrote(self):
        self.assertEqual(self.result.returncode, 0, self.result)
        written = [line.split(" ", 1)[1] for line in self.result.stdout.decode().splitlines()]
        self.assertEqual(sorted(written), sorted(os.path.join(self.out, name)
                                                 for name in os.listdir(self.out)))

    def test_page(self):
        text = self.read("icollide.html")
        page = xml.etree.ElementTree.fromstring(text)  # well-formed, or this throws
        titles = [node.text for svg in page.iter(self.SVG + "svg")
                  for node in svg.iter(self.SVG + "text") if node.get("class") == "title"]
        for i in range(1, 7):
            self.assertEqual(sum(t.startswith(f"Graph {i}:") for t in titles), 1, titles)
        head = [node.text for node in next(page.iter(self.HTML + "table")).iter(self.HTML + "th")]
        self.assertEqual(head[1:4], ["What the paper says", "What we see", "Verdict"])
        self.assertIn("A quick run", text)
        # Nothing from elsewhere, and nothing that runs.
        for node in page.iter():
            self.assertNotIn(node.tag.split("}")[1], ["script", "link", "img", "iframe", "object"])
            self.assertFalse({"src", "href"} & set(node.attrib), node.attrib)
        self.assertNotIn("@import", text)
        self.assertNotIn("url(", text)
        self.assertNotIn("nan", text)

    def test_measurements(self):
        data = json.loads(self.read("icollide.json"))
        names = [e["name"] for e in data["experiments"]]
        self.assertEqual(names, ["bodies", "faces", "density", "rotation"])
        for experiment in data["experiments"]:
            for series in experiment["series"]:
                self.assertEqual(len(series["x"]), 2)
                for column in series["values"].values():
                    self.assertEqual(len(column), 2)
        self.assertEqual(data["experiments"][0]["series"][0]["x"], [20, 2000])

    def test_same_page_from_the_measurements(self):
        source = os.path.join(self.out, "icollide.json")
        with tempfile.TemporaryDirectory() as folder:
            result = glance("reproduce", "icollide", "--out", folder, "--from", source)
            self.assertEqual(result.returncode, 0, result)
            self.assertEqual(os.listdir(folder), ["icollide.html"])
            self.assertEqual(self.read("icollide.html", folder), self.read("icollide.html"))

    def test_bad_measurements(self):
        path = os.path.join(self.folder.name, "bad.json")
        good = self.read("icollide.json")
        for text, word in [("", "bad.json"), ("[]", "study"), (good[:-9], "bad.json"),
                           (good.replace('"icollide"', '"other"'), "other"),
                           (good.replace('"x_label"', '"y"'), "x_label")]:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            self.assertIn(word, self.refused("icollide", "--out", self.out, "--from", path))
        for name in ["/nonexistent", self.folder.name]:
            self.assertIn("cannot read", self.refused("icollide", "--out", self.out, "--from", name))

    def test_bad_usage(self):
        self.assertIn("PAPER", self.refused("--out", self.out))
        self.assertIn("--out", self.refused("icollide"))
        message = self.refused("frobnicate", "--out", self.out)
        self.assertIn("frobnicate", message)
        self.assertIn("icollide", message)
        self.assertIn("--frames", self.refused("icollide", "--out", self.out, "--frames", "-1"))

    def test_bad_folder(self):
        with tempfile.NamedTemporaryFile() as file:
            self.assertIn("is a file", self.refused("icollide", "--out", file.name))
            below = os.path.join(file.name, "below")
            self.assertIn("cannot make", self.refused("icollide", "--out", below))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    cli_test.GLANCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
