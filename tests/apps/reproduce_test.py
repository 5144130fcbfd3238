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


SVG = "{http://www.w3.org/2000/svg}"
HTML = "{http://www.w3.org/1999/xhtml}"


def read(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


class Study(unittest.TestCase):
    """What holds for every paper's page. Below: one class a paper."""

    name = None  # of the paper
    titles = []  # how the titles of its plots begin
    claims = 11  # rows of its table, at least

    @classmethod
    def run_small(cls, out, *more):
        """The experiments, as small as they get."""
        return glance("reproduce", cls.name, "--out", out, "--frames", "2", "--samples", "2",
                      "--rounds", "1", "--quick", *more)

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.out = os.path.join(cls.folder.name, "new", "folder")
        cls.result = cls.run_small(cls.out)

    @staticmethod
    def counts(text):
        """The measurements without times: what must not differ from run to run."""
        experiments = json.loads(text)["experiments"]
        for experiment in experiments:
            for series in experiment["series"]:
                for name in [n for n in series["values"] if n.endswith("seconds")]:
                    del series["values"][name]
        return experiments

    def check_counts_are_the_same_in_every_run(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run_small(folder)
            same = self.counts(read(folder, self.name + ".json"))
            self.assertEqual(same, self.counts(self.read(".json")))
            self.run_small(folder, "--seed", "2")
            self.assertNotEqual(same, self.counts(read(folder, self.name + ".json")))

    def read(self, ending):
        return read(self.out, self.name + ending)

    def refused(self, *arguments):
        result = glance("reproduce", *arguments)
        self.assertEqual((result.returncode, result.stdout), (2, b""), result)
        return result.stderr.decode()

    def test_says_what_it_wrote_and_what_came_out(self):
        self.assertEqual(self.result.returncode, 0, self.result)
        lines = self.result.stdout.decode().splitlines()
        written = [line.split(" ", 1)[1] for line in lines if line.startswith("wrote ")]
        self.assertEqual(sorted(written), sorted(os.path.join(self.out, name)
                                                 for name in os.listdir(self.out)))
        self.assertRegex(lines[2], r"^\d+ of \d+ claims as in the paper")

    def test_page(self):
        text = self.read(".html")
        page = xml.etree.ElementTree.fromstring(text)  # well-formed, or this throws
        titles = [node.text for svg in page.iter(SVG + "svg")
                  for node in svg.iter(SVG + "text") if node.get("class") == "title"]
        for title in self.titles:
            self.assertEqual(sum(t.startswith(title) for t in titles), 1, titles)
        claims = next(page.iter(HTML + "table"))
        head = [node.text for node in claims.iter(HTML + "th")]
        self.assertEqual(head[1:4], ["What the paper says", "What we see", "Verdict"])
        self.assertGreaterEqual(len(list(claims.iter(HTML + "tr"))), 1 + self.claims)
        self.assertIn("A quick run", text)
        # Nothing from elsewhere, and nothing that runs.
        for node in page.iter():
            self.assertNotIn(node.tag.split("}")[1], ["script", "link", "img", "iframe", "object"])
            self.assertFalse({"src", "href"} & set(node.attrib), node.attrib)
        self.assertNotIn("@import", text)
        self.assertNotIn("url(", text)
        self.assertNotRegex(text, r"\bnan\b")

    def test_same_page_from_the_measurements(self):
        source = os.path.join(self.out, self.name + ".json")
        with tempfile.TemporaryDirectory() as folder:
            result = glance("reproduce", self.name, "--out", folder, "--from", source)
            self.assertEqual(result.returncode, 0, result)
            self.assertEqual(os.listdir(folder), [self.name + ".html"])
            self.assertEqual(read(folder, self.name + ".html"), self.read(".html"))


class Icollide(Study):
    name = "icollide"
    titles = [f"Graph {i}:" for i in range(1, 7)]

    def test_measurements(self):
        data = json.loads(self.read(".json"))
        names = [e["name"] for e in data["experiments"]]
        self.assertEqual(names, ["bodies", "faces", "density", "rotation"])
        for experiment in data["experiments"]:
            for series in experiment["series"]:
                self.assertEqual(len(series["x"]), 2)
                for column in series["values"].values():
                    self.assertEqual(len(column), 2)
        self.assertEqual(data["experiments"][0]["series"][0]["x"], [20, 2000])

    def test_bad_measurements(self):
        path = os.path.join(self.folder.name, "bad.json")
        good = self.read(".json")
        for text, word in [("", "bad.json"), ("[]", "study"), (good[:-9], "bad.json"),
                           (good.replace('"icollide"', '"other"'), "other"),
                           (good.replace('"x_label"', '"y"'), "x_label")]:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            self.assertIn(word, self.refused("icollide", "--out", self.out, "--from", path))
        for name, why in [("/nonexistent", "there is no file"), (self.folder.name, "is a folder")]:
            self.assertIn(why, self.refused("icollide", "--out", self.out, "--from", name))

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


class Ivri(Study):
    name = "ivri"
    titles = [f"Figure {i}:" for i in range(8, 13)]
    METHODS = ["vertices", "objects", "cube", "speed", "turn"]
    FLIGHTS = ["bullets", "spins"]

    def test_measurements(self):
        experiments = json.loads(self.read(".json"))["experiments"]
        self.assertEqual([e["name"] for e in experiments], self.METHODS + self.FLIGHTS)
        for experiment in experiments:
            methods = experiment["name"] in self.METHODS
            self.assertEqual([s["name"] for s in experiment["series"]],
                             ["lp", "voronoi", "gjk"] if methods
                             else ["frames", "paper", "safe", "toi"])
            needed = {"seconds", "tested", "touching", "cached", "verdicts"} if methods else \
                {"seconds", "flights", "contacts", "free", "found", "missed", "false_alarms"}
            for series in experiment["series"]:
                self.assertLessEqual(needed, set(series["values"]))
                self.assertEqual(len(series["x"]), 2)
                for column in series["values"].values():
                    self.assertEqual(len(column), 2)
            if methods:  # each verdict of each frame
                verdicts = [s["values"]["verdicts"] for s in experiment["series"]]
                self.assertEqual(verdicts, 3 * verdicts[:1])
        self.assertEqual(experiments[0]["series"][0]["x"], [4, 264])
        self.assertEqual(experiments[5]["series"][0]["x"], [0.1, 100])

    def test_says_whether_verdicts_agree_and_what_was_missed(self):
        out = self.result.stdout.decode()
        self.assertIn("All methods gave the same verdicts", out)
        self.assertRegex(out, r"safe hull 0, time of impact 0\.")

    def test_counts_are_the_same_in_every_run(self):
        self.check_counts_are_the_same_in_every_run()


class LiChen(Study):
    name = "li-chen"
    titles = ["Deferrals, in time", "Deferrals, in N_v", "Step size, in time", "Step size, in N_v"]
    claims = 8
    STRATEGIES = ["top_down", "both_ways", "predict", "deferred"]
    VOLUMES = ["sphere", "aabb", "obb", "kdop14", "kdop18", "kdop26"]

    def test_measurements(self):
        experiments = json.loads(self.read(".json"))["experiments"]
        self.assertEqual([(e["name"], len(e["series"][0]["x"])) for e in experiments],
                         [("runs", 2), ("volumes", 6), ("deferrals", 2), ("steps", 2)])
        for experiment in experiments:
            names = self.VOLUMES if experiment["name"] == "deferrals" else self.STRATEGIES
            self.assertEqual([s["name"] for s in experiment["series"]], names)
            for series in experiment["series"]:
                self.assertEqual(series["values"]["checks"], [2 * 36] * len(series["x"]))
            # Every volume and every strategy says the same.
            verdicts = [s["values"]["verdicts"] for s in experiment["series"]]
            self.assertEqual(verdicts, len(names) * verdicts[:1])
        volumes = experiments[1]["series"][0]["values"]["verdicts"]
        self.assertEqual(volumes, 6 * volumes[:1])
        top_down, *lists = experiments[0]["series"]
        self.assertEqual(top_down["values"]["list_entries"], [0, 0])
        for series in lists:
            self.assertGreater(min(series["values"]["list_entries"]), 0)

    def test_says_whether_verdicts_agree(self):
        self.assertIn("All strategies and volumes gave the same verdicts",
                      self.result.stdout.decode())

    def test_counts_are_the_same_in_every_run(self):
        self.check_counts_are_the_same_in_every_run()

    def test_model(self):
        with tempfile.TemporaryDirectory() as folder:
            model = os.path.join(folder, "model.obj")
            with open(model, "w", encoding="ascii") as file:  # an octahedron
                for corner in ["1 0 0", "-1 0 0", "0 1 0", "0 -1 0", "0 0 1", "0 0 -1"]:
                    file.write(f"v {corner}\n")
                for face in ["1 3 5", "3 2 5", "2 4 5", "4 1 5", "3 1 6", "2 3 6", "4 2 6", "1 4 6"]:
                    file.write(f"f {face}\n")
            result = self.run_small(folder, "--model", model)
            self.assertEqual(result.returncode, 0, result)
            self.assertIn(model, read(folder, "li-chen.html"))
        self.assertIn("--model", self.refused("ivri", "--out", self.out, "--model", model))
        self.assertIn("model.obj", self.refused("li-chen", "--out", self.out, "--model", model))

    def test_the_old_name_goes_on_working(self):
        with tempfile.TemporaryDirectory() as folder:
            old = json.loads(self.read(".json"))
            old["study"] = "lichen"
            measured = os.path.join(folder, "lichen.json")
            with open(measured, "w", encoding="utf-8") as file:
                json.dump(old, file)
            result = glance("reproduce", "lichen", "--out", folder, "--from", measured)
            self.assertEqual(result.returncode, 0, result)
            self.assertEqual(read(folder, "li-chen.html"), self.read(".html"))


class Osullivan(Study):
    name = "osullivan"
    titles = ["Priority queues against round-robin", "Frame times of the corner scene",
              "The broad phase, all bodies moving", "The broad phase, nine of ten at rest",
              "What space-time bounds look at"] + [
                  f"{which} inaccuracy, by {how}: {entities} entities" for entities in [50, 500]
                  for which in ["Perceived", "Geometric"] for how in ["bounds", "centres"]]
    claims = 13
    SCHEDULES = ["queues", "round-robin", "sequential", "sorted"]
    BROAD = ["sap", "spacetime", "sap, most at rest", "spacetime, most at rest"]

    def test_measurements(self):
        experiments = json.loads(self.read(".json"))["experiments"]
        self.assertEqual([(e["name"], e["series"][0]["x"]) for e in experiments],
                         [("50 entities", [10, 100]), ("500 entities", [10, 100]),
                          ("models", [0, 1, 2]), ("corner", [0, 100]), ("broad", [0.05, 20])])
        for experiment in experiments[:2]:
            self.assertEqual([s["name"] for s in experiment["series"]], self.SCHEDULES)
            for series in experiment["series"]:
                values = series["values"]
                for name in ["units", "undecided", "by_bounds", "by_centres",
                             "perceived_by_bounds", "perceived_by_centres"]:
                    self.assertEqual(len(values[name]), 2)
                # More work: less that is wrong, and never more than pairs that are undecided.
                self.assertLess(values["units"][0], values["units"][1])
                for name in ["undecided", "by_bounds", "perceived_by_bounds"]:
                    self.assertGreater(values[name][0], values[name][1])
                for noticed, pairs in zip(values["perceived_by_bounds"], values["undecided"]):
                    self.assertLessEqual(noticed, pairs)
        scores = {s["name"]: s["values"] for s in experiments[2]["series"]}
        self.assertEqual(list(scores), ["round-robin", "queues", "queues, same model"])
        queues, itself = scores["queues"], scores["queues, same model"]
        # Other models score the same frames; the first one is what schedules in both.
        self.assertEqual(queues["by_bounds"], 3 * queues["by_bounds"][:1])
        self.assertEqual(len(set(queues["perceived_by_bounds"])), 3)
        self.assertEqual(queues["undecided"][0], itself["undecided"][0])
        for series in experiments[3]["series"]:
            self.assertEqual(series["values"]["frames"], [2, 2])
            self.assertLessEqual(*series["values"]["seconds"])
        self.assertEqual([s["name"] for s in experiments[4]["series"]], self.BROAD)

    def test_broad_phases_agree(self):
        self.assertIn("All broad phases gave the same verdicts", self.result.stdout.decode())


del Study  # or it would be run as a test of its own


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    cli_test.GLANCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
