"""Meshes through the command line: `glance check`, `glance tree`, and meshes, files and compounds
in the lines of `glance pairs` and `glance toi`.

Usage: check_test.py PATH_OF_THE_BINARY
"""
import json
import math
import os
import shlex
import struct
import subprocess
import sys
import tempfile
import unittest

import cli_test
from cli_test import TIMEOUT, glance

# A cube from -1 to 1, its sides cut into triangles, outside counter-clockwise.
CORNERS = [[x, y, z] for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)]
SIDES = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
TRIANGLES = [[a, b, c] for s in SIDES for a, b, c in ([s[0], s[1], s[2]], [s[0], s[2], s[3]])]
# Two triangles, the first far away; a corner of the second is at the origin, and nearest to what is
# below it along x.
SPIKE = ([[5, 0, 0], [6, 1, 0], [6, 0, 1], [0, 0, 0], [1, 0.25, 0], [1, 0, 0.25]],
         [[0, 1, 2], [3, 4, 5]])
# Where it points at a cube's side x = 1, and the triangle that is there: the diagonal of that side
# has y = z, triangle 10 (corners 1, 3, 7) is where y > z.
SPIKE_PLACES = [((3, 0.5, -0.5), 10), ((3, -0.5, 0.5), 11)]
VOLUMES = ["auto", "sphere", "aabb", "obb", "kdop14", "kdop18", "kdop26"]


def side_corners(triangle, x):
    """(y, z) of the triangle's corners in a plane of that x: 1 or -1."""
    return {tuple(CORNERS[v][1:]) for v in TRIANGLES[triangle] if CORNERS[v][0] == x}


def at_side(x):
    """Triangles with a corner there: all that can be nearest to a body on that side."""
    return {t for t in range(12) if side_corners(t, x)}


def obj(vertices=CORNERS, triangles=TRIANGLES):
    return "".join(f"v {x} {y} {z}\n" for x, y, z in vertices) + \
        "".join("f " + " ".join(str(i + 1) for i in t) + "\n" for t in triangles)


def stl(vertices=CORNERS, triangles=TRIANGLES):
    data = b"cube".ljust(80) + struct.pack("<I", len(triangles))
    for t in triangles:
        data += struct.pack("<12fH", 0, 0, 0, *(float(c) for i in t for c in vertices[i]), 0)
    return data


def mesh(solid=False, vertices=CORNERS, triangles=TRIANGLES):
    return {"mesh": {"vertices": vertices, "triangles": triangles, "solid": solid}}


def at(x, y=0, z=0):
    return {"translation": [x, y, z]}


class Meshes(unittest.TestCase):
    """Some files in a folder."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.cube = cls.write("cube.obj", obj())
        cls.small = cls.write("small.obj", obj([[c / 4 for c in v] for v in CORNERS]))
        cls.open = cls.write("open.obj", obj(triangles=TRIANGLES[:-1]))

    @classmethod
    def write(cls, name, text):
        path = os.path.join(cls.folder, name)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return path

    def refused(self, *arguments, words=()):
        result = glance(*arguments)
        self.assertEqual((result.returncode, result.stdout), (2, b""), result)
        for word in words:
            self.assertIn(word, result.stderr.decode())
        return result.stderr.decode()


class Check(Meshes):
    def check(self, *arguments, code, stderr=b""):
        result = glance("check", "--json", *arguments)
        self.assertEqual((result.returncode, result.stderr), (code, stderr), result)
        return json.loads(result.stdout)

    def test_verdicts(self):
        # The third: sides in the same planes, so that all triangles only touch.
        for pose, code, verdict in [("3,0,0", 0, "apart"), ("2,0.5,0", 1, "touching"),
                                    ("1.5,0,0", 1, "touching"), ("1.5,0.3,0.2", 1, "overlapping")]:
            for volume in VOLUMES:
                answer = self.check(self.cube, self.cube, "--pose-b", pose, "--volume", volume,
                                    code=code)
                self.assertEqual(answer["verdict"], verdict, (pose, volume))
                self.assertLessEqual({"work", "seconds", "mesh_a", "mesh_b"}, set(answer))

    def test_distance(self):
        for volume in VOLUMES:
            answer = self.check(self.cube, self.small, "--pose-a=-2,0,0", "--pose-b", "1,0.6,0",
                                "--distance", "--volume", volume, code=0)
            self.assertAlmostEqual(answer["distance"], 1.75, 12)
            self.assertLessEqual(answer["lower"], 1.75)
            self.assertGreaterEqual(answer["upper"], 1.75)
            self.assertEqual(answer["normal"], [1, 0, 0])
            self.assertAlmostEqual(answer["point_a"][0], -1, 12)
            self.assertAlmostEqual(answer["point_b"][0], 0.75, 12)
            # The small side is opposite one triangle of the other (y > z).
            self.assertEqual(answer["sub_a"], {"triangle": 10})
            self.assertIn(answer["sub_b"]["triangle"], at_side(-1))

    def test_closest_triangles(self):
        spike = self.write("spike.obj", obj(*SPIKE))
        for place, triangle in SPIKE_PLACES:
            for volume in VOLUMES:
                answer = self.check(self.cube, spike, "--pose-b", ",".join(map(str, place)),
                                    "--distance", "--volume", volume, code=0)
                self.assertEqual((answer["sub_a"], answer["sub_b"]),
                                 ({"triangle": triangle}, {"triangle": 1}))
                self.assertAlmostEqual(answer["distance"], 2, 12)
                for got, wanted in [("point_a", [1, *place[1:]]), ("point_b", place)]:
                    for x, y in zip(answer[got], wanted, strict=True):
                        self.assertAlmostEqual(x, y, 12)

    def test_surfaces_and_solids(self):
        """A small cube within a large one."""
        self.assertEqual(self.check(self.cube, self.small, code=0)["verdict"], "apart")
        answer = self.check(self.cube, self.small, "--solid", "--distance", code=1)
        self.assertEqual(answer["verdict"], "overlapping")
        # It takes 1.25 to get it out; its corners are 0.75 deep.
        self.assertAlmostEqual(answer["depth"], 1.25, 12)
        self.assertAlmostEqual(answer["lower"], -1.25, 12)
        self.assertAlmostEqual(answer["upper"], -0.75, 12)
        self.assertLessEqual(answer["lower"], -1.25)
        self.assertGreaterEqual(answer["upper"], -0.75)
        # No triangle meets another: the whole of both is named.
        self.assertEqual((answer["sub_a"], answer["sub_b"]), ({}, {}))
        message = self.refused("check", "--solid", self.open, self.small, words=["open.obj"])
        self.assertRegex(message, "closed|hole")

    def test_rotation(self):
        """About z by 45 degrees a corner points at the other one."""
        half = math.pi / 8
        turned = f"3,0,0,{math.cos(half)},0,0,{math.sin(half)}"
        answer = self.check(self.cube, self.cube, "--pose-b", turned, "--distance", code=0)
        self.assertAlmostEqual(answer["distance"], 2 - math.sqrt(2), 12)

    def test_all_triangles(self):
        """Two triangles that cross in the segment from (0, 0.25, 0) to (0, 0.75, 0)."""
        flat = self.write("flat.obj", obj([[-1, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))
        upright = self.write("upright.obj", obj([[0, 0.25, -1], [0, 0.25, 1], [0, 0.75, 0]],
                                                [[0, 1, 2]]))
        answer = self.check(flat, upright, "--all-triangles", code=1)
        [pair] = answer["triangles"]
        self.assertEqual((pair["a"], pair["b"], pair["verdict"], pair["whole"]),
                         ({"triangle": 0}, {"triangle": 0}, "overlapping", False))
        ends = sorted([pair["from"], pair["to"]])
        for got, wanted in zip(ends, [[0, 0.25, 0], [0, 0.75, 0]], strict=True):
            for a, b in zip(got, wanted, strict=True):
                self.assertAlmostEqual(a, b, 12)
        answer = self.check(self.cube, self.cube, "--pose-b", "2,0,0", "--all-triangles", code=1)
        # Both sides have the same corners and the same diagonal, so that two triangles meet if and
        # only if they share a corner there; and those in one plane are told.
        touching = [(p["a"]["triangle"], p["b"]["triangle"]) for p in answer["triangles"]]
        self.assertEqual(touching, [(i, j) for i in range(12) for j in range(12)
                                    if side_corners(i, 1) & side_corners(j, -1)])
        for pair, (i, j) in zip(answer["triangles"], touching, strict=True):
            self.assertEqual(pair["verdict"], "touching")
            self.assertIs(pair["whole"], i // 2 == j // 2 or (i // 2, j // 2) == (5, 4), (i, j))
        self.assertEqual(self.check(self.cube, self.cube, "--pose-b", "9,0,0", "--all-triangles",
                                    code=0)["triangles"], [])

    def test_nearness_and_margin(self):
        for limit, nearer in [("0.5", False), ("1.5", True)]:
            answer = self.check(self.cube, self.cube, "--pose-b", "3,0,0", "--nearer-than", limit,
                                code=int(nearer))
            self.assertEqual((answer["nearer"], answer["verdict"]), (nearer, "apart"))
        for margin, verdict in [("0.5", "apart"), ("1", "touching"), ("1.5", "overlapping")]:
            answer = self.check(self.cube, self.cube, "--pose-b", "3,0,0", "--margin", margin,
                                code=int(verdict != "apart"))
            self.assertEqual(answer["verdict"], verdict)

    def test_words(self):
        result = glance("check", self.cube, self.cube, "--pose-b", "3,0,0", "--distance",
                        "--nearer-than", "2", "--all-triangles")
        self.assertEqual((result.returncode, result.stderr), (1, b""))
        text = result.stdout.decode()
        for word in ["verdict        apart\n", "distance       1\n", "closest points", "of A ",
                     "yes, than 2", "0 that touch", "pairs of volumes", "time"]:
            self.assertIn(word, text)
        result = glance("check", "--solid", self.cube, self.cube, "--pose-b", "1.5,0.3,0.2",
                        "--distance", "--all-triangles")
        self.assertRegex(result.stdout.decode(), r"depth +from 0\.2 to 0\.5\n")
        self.assertRegex(result.stdout.decode(), r"  triangle \d+ and triangle \d+: overlapping, from")

    def test_what_was_cleaned_is_said(self):
        soup = self.write("soup.obj", obj(triangles=TRIANGLES + [[0, 0, 1], TRIANGLES[3]]))
        result = glance("check", soup, self.cube, "--pose-b", "3,0,0", "--json")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"soup.obj", result.stderr)
        self.assertNotIn(b"cube.obj", result.stderr)
        report = json.loads(result.stdout)["mesh_a"]
        self.assertEqual((report["duplicate_triangles"], report["closed"]), (1, True))
        self.assertNotIn("duplicate_triangles", json.loads(result.stdout)["mesh_b"])

    def test_formats_agree(self):
        other = self.write("cube.stl", stl())
        answer = self.check(self.cube, other, "--pose-b", "3,0,0", "--distance", "--solid", code=0)
        self.assertEqual((answer["distance"], answer["mesh_b"]["triangles"]), (1, 12))

    def test_bad_files(self):
        nan = self.write("nan.obj", obj().replace("v -1 -1 -1", "v nan -1 -1"))
        result = glance("check", nan, self.cube, "--pose-b", "9,0,0")
        self.assertIn(result.returncode, [0, 2])  # dropped with a report, or refused
        self.assertIn(b"nan.obj", result.stderr)
        for name, text in [("empty.obj", ""), ("points.obj", "v 0 0 0\n"), ("text.stl", "hello"),
                           ("far.obj", obj(triangles=[[0, 1, 99]])), ("cut.stl", stl()[:200]),
                           ("noend", obj()), ("noise.ply", bytes(range(256)) * 9),
                           ("flat.obj", obj(triangles=[[0, 0, 0]]))]:
            with self.subTest(name):
                self.refused("check", self.write(name, text), self.cube, words=[name])
        missing = os.path.join(self.folder, "missing.obj")
        self.refused("check", missing, self.cube, words=["missing.obj"])
        self.refused("check", self.cube, missing, words=["missing.obj"])
        self.refused("check", self.folder, self.cube, words=[self.folder])

    def test_files_that_were_cut_off(self):
        """At any byte: an answer or a message, never a crash."""
        for name, text in [("cut.stl", stl()), ("cut.obj", obj().encode())]:
            for length in range(0, len(text), max(1, len(text) // 40)):
                path = self.write(name, text[:length])
                result = glance("check", path, self.cube, "--pose-b", "9,0,0")
                self.assertIn(result.returncode, [0, 2], (name, length, result))
                if result.returncode == 2:
                    self.assertIn(name.encode(), result.stderr)

    def test_bad_usage(self):
        cubes = [self.cube, self.cube]
        self.refused("check", self.cube, words=["B"])
        self.refused("check", *cubes, "more", words=["more"])
        self.refused("check", *cubes, "--frobnicate", words=["--frobnicate"])
        self.refused("check", *cubes, "--volume", "cube", words=["'cube'", "kdop18"])
        for pose in ["", "1,2", "1,2,3,4", "1,2,x", "1,2,3,", "nan,0,0", "1,2,3,0,0,0,0",
                     "1e300,0,0", "1,2,3,1,0,0,0,0", "1 2 3"]:
            self.refused("check", *cubes, "--pose-a", pose, words=["--pose-a"])
        self.refused("check", *cubes, "--margin", "-1", words=["--margin", "negative"])
        self.refused("check", *cubes, "--margin", "nan", words=["--margin"])
        for limit in ["-1", "-1e-300"]:
            self.refused("check", *cubes, "--nearer-than", limit,
                         words=["--nearer-than", "must not be negative"])
        for limit in ["nan", "inf", "-inf", "x", ""]:
            self.refused("check", *cubes, "--nearer-than", limit, words=["--nearer-than"])


class Tree(Meshes):
    def test_statistics(self):
        for volume in VOLUMES:
            for builder in ["sah", "median"]:
                result = glance("tree", self.cube, "--volume", volume, "--builder", builder,
                                "--validate", "--json")
                self.assertEqual((result.returncode, result.stderr), (0, b""), result)
                tree = json.loads(result.stdout)
                self.assertEqual((tree["triangles"], tree["builder"], tree["valid"]),
                                 (12, builder, True))
                self.assertEqual(tree["volume"] == volume, volume != "auto")
                self.assertGreaterEqual(tree["nodes"], tree["leaves"])
                self.assertGreater(tree["bytes"], 0)
                self.assertAlmostEqual(tree["bytes_a_triangle"], tree["bytes"] / 12)
                self.assertEqual(tree["mesh"]["volume"], 8)
        text = glance("tree", self.cube, "--validate").stdout.decode()
        for word in ["triangles    12\n", "levels", "leaf excess", "area ratio", "bytes a triangle",
                     "triangles a second", "valid        yes"]:
            self.assertIn(word, text)

    def test_convexity(self):
        """A cube is answered as its hull; one with a corner pressed in says by how much it is not."""
        tree = json.loads(glance("tree", self.cube, "--json").stdout)["convexity"]
        self.assertEqual((tree["exactly_convex"], tree["ratio"], tree["hull_faces"]), (True, 1, 6))
        self.assertNotIn("why_not", tree)
        text = glance("tree", self.cube).stdout.decode()
        self.assertIn("convex       exactly: answered as its hull, 6 faces in place of 12 triangles\n", text)
        # A pyramid in place of the upper side, its tip half way down.
        top = [t for t in TRIANGLES if all(CORNERS[v][2] == 1 for v in t)]
        self.assertEqual(len(top), 2)
        rest = [t for t in TRIANGLES if t not in top]
        edges = [(t[i], t[(i + 1) % 3]) for t in top for i in range(3)]
        rim = [(u, v) for u, v in edges if (v, u) not in edges]
        bowl = self.write("bowl.obj", obj(CORNERS + [[0, 0, 0]], rest + [[u, v, 8] for u, v in rim]))
        tree = json.loads(glance("tree", bowl, "--json").stdout)["convexity"]
        self.assertEqual((tree["exactly_convex"], tree["why_not"]), (False, "an edge is bent inward"))
        self.assertAlmostEqual(tree["ratio"], 5 / 6)
        self.assertAlmostEqual(tree["hull_distance"], 1, places=5)
        text = glance("tree", bowl).stdout.decode()
        self.assertIn("convex       no: an edge is bent inward (triangle ", text)
        self.assertIn(" % filled, 1 from the surface at most, 6 faces in place of 14 triangles\n", text)
        text = glance("tree", self.open).stdout.decode()
        self.assertIn("convex       no: an edge belongs to one triangle only (triangle ", text)

    def test_tiles(self):
        one, many = (json.loads(glance("tree", self.cube, "--volume", "sphere", "--tiles", tiles,
                                       "--json").stdout) for tiles in ["1", "8"])
        self.assertGreater(many["leaves"], 4 * one["leaves"])
        self.assertGreater(one["leaf_excess"], 1)
        for tiles in ["0", "65", "-1", "nan", "x"]:
            self.refused("tree", self.cube, "--tiles", tiles, words=["tiles"])

    def test_sphere_tree(self):
        """Spheres of every level, no more of them fitted than in the octree, and less outside."""
        out = os.path.join(self.folder, "spheres.obj")
        trees = {}
        for builder in ["octree", "fitted"]:
            result = glance("tree", self.cube, "--volume", "sphere", "--levels", "3", "--solid",
                            "--builder", builder, "--validate", "--json", "--level", "1",
                            "--out", out)
            self.assertEqual((result.returncode, result.stderr), (0, b""), result)
            trees[builder] = json.loads(result.stdout)
            self.assertEqual((trees[builder]["builder"], trees[builder]["valid"]), (builder, True))
            with open(out, encoding="ascii") as file:
                self.assertEqual(file.read().count("o node"), trees[builder]["volumes"])
        self.assertEqual([level["spheres"] for level in trees["octree"]["levels"]], [1, 8, 56])
        for octree, fitted in zip(trees["octree"]["levels"], trees["fitted"]["levels"]):
            self.assertLessEqual(fitted["spheres"], octree["spheres"])
        text = glance("tree", self.cube, "--volume", "sphere", "--levels", "2").stdout.decode()
        for word in ["spheres, fitted", "level 1", "overhang", "built"]:
            self.assertIn(word, text)

    def test_level(self):
        """The volumes of a level hold the mesh, and can be read again."""
        out = os.path.join(self.folder, "level.obj")
        for volume in VOLUMES:
            counts = []
            for level in ["0", "1", "2"]:
                result = glance("tree", self.cube, "--volume", volume, "--level", level, "--out", out,
                                "--json")
                self.assertEqual(result.returncode, 0, result)
                counts.append(json.loads(result.stdout)["volumes"])
                with open(out, encoding="ascii") as file:
                    lines = file.read().splitlines()
                self.assertEqual(sum(line.startswith("o ") for line in lines), counts[-1])
                points = [[float(x) for x in line.split()[1:]] for line in lines if line[0] == "v"]
                for axis in range(3):
                    self.assertLessEqual(min(p[axis] for p in points), -1 + 1e-9)
                    self.assertGreaterEqual(max(p[axis] for p in points), 1 - 1e-9)
                again = glance("tree", out, "--json")
                self.assertEqual((again.returncode, json.loads(again.stdout)["mesh"]["pieces"] > 0),
                                 (0, True))
            self.assertEqual(counts[0], 1)
            self.assertEqual(counts[1], 2)

    def test_bad_usage(self):
        self.refused("tree", self.cube, "--levels", "3", words=["--volume sphere"])
        self.refused("tree", self.cube, "--volume", "sphere", "--levels", "11", words=["--levels 11"])
        self.refused("tree", words=["MESH"])
        self.refused("tree", self.cube, "--volume", "box", words=["'box'"])
        self.refused("tree", self.cube, "--builder", "random", words=["'random'"])
        self.refused("tree", self.cube, "--level", "1", words=["--out"])
        self.refused("tree", self.cube, "--out", "x.obj", words=["--level"])
        for level in ["-1", "0.5", "99", "1e9", "x"]:
            self.refused("tree", self.cube, "--level", level, "--out", "x.obj", words=["--level"])
        missing = os.path.join(self.folder, "no", "folder.obj")
        self.refused("tree", self.cube, "--level", "0", "--out", missing, words=["cannot write"])
        self.refused("tree", missing, words=["folder.obj"])
        self.refused("tree", "--solid", self.open, words=["open.obj"])


class Lines(Meshes):
    """Bodies that are not convex, in JSON lines."""

    def ask_all(self, command, pairs, *options, code=0):
        lines = "\n".join(json.dumps(pair) for pair in pairs).encode()
        result = glance(command, *options, "-", stdin=lines, cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (code, b""), result)
        return [json.loads(text) for text in result.stdout.splitlines()]

    def ask(self, command, *options, code=0, **pair):
        [answer] = self.ask_all(command, [pair], *options, code=code)
        return answer

    def test_three_ways_to_say_it(self):
        """An array, a file and a compound of six plates are the same surface."""
        plates = []
        for axis in range(3):
            for side in (-1, 1):
                extents, place = [1, 1, 1], [0, 0, 0]
                extents[axis], place[axis] = 0, side
                plates.append({"shape": {"box": extents}, "pose": {"translation": place}})
        bodies = [mesh(), {"file": "cube.obj"}, {"file": self.cube}, {"compound": plates},
                  {"compound": [{"shape": {"compound": plates}, "pose": at(-5)},
                                {"shape": mesh(), "pose": at(0)}]}]
        for x, verdict in [(4, "apart"), (2, "touching"), (1.5, "overlapping"), (0, "apart")]:
            for body in bodies:
                answer = self.ask("pairs", "--verify", a=body, b={"sphere": 1 if x else 0.5},
                                  pose_b=at(x))
                self.assertEqual(answer["verdict"], verdict, (x, body))
                self.assertIn(answer["verified"], [True, None])
                self.assertIn("sub_a", answer)
                self.assertNotIn("sub_b", answer)
                if x == 4:
                    self.assertAlmostEqual(answer["distance"], 2, 9)

    def test_sub_shapes(self):
        for place, triangle in SPIKE_PLACES:
            answer = self.ask("pairs", a=mesh(),
                              b={"compound": [{"shape": {"sphere": 1}, "pose": at(9)},
                                              {"shape": mesh(False, *SPIKE), "pose": at(*place)}]})
            self.assertEqual(answer["sub_a"], {"triangle": triangle})
            self.assertEqual(answer["sub_b"], {"part": 1, "triangle": 1})
            self.assertAlmostEqual(answer["distance"], 2, 12)
            self.assertGreater(answer["work"]["primitive_tests"], 0)

    def test_inside_of_a_part(self):
        answer = self.ask("pairs", "--verify", b={"sphere": 0.25}, pose_b=at(0, 5),
                          a={"compound": [{"shape": {"sphere": 1}, "pose": at(9)},
                                          {"shape": mesh(True), "pose": at(0, 5)}]})
        self.assertEqual((answer["verdict"], answer["sub_a"], answer["verified"]),
                         ("overlapping", {"part": 1}, None))

    def test_solids(self):
        for solid, verdict in [(False, "apart"), (True, "overlapping")]:
            for body in [mesh(solid), {"file": "cube.obj", "solid": solid}]:
                answer = self.ask("pairs", a=body, b={"box": [0.25, 0.25, 0.25]})
                self.assertEqual(answer["verdict"], verdict)

    def test_coherent(self):
        """What is remembered changes no answer; a file is read once."""
        pairs = [{"a": {"file": "cube.obj"}, "b": mesh(), "pose_b": at(3.5 - i / 10)}
                 for i in range(20)]
        pairs += [{**pair, "b": {"compound": [{"shape": mesh()}]}} for pair in pairs]
        cold = self.ask_all("pairs", pairs)
        warm = self.ask_all("pairs", pairs, "--coherent")
        for a, b in zip(cold, warm, strict=True):
            self.assertEqual(a["verdict"], b["verdict"])
            self.assertAlmostEqual(a["distance"], b["distance"], 12)

    def test_notes(self):
        answer = self.ask("pairs", a=mesh(triangles=TRIANGLES + [[0, 1, 1]]), b={"sphere": 1})
        [note] = answer["notes"]
        self.assertTrue(note.startswith("a: "), note)
        self.assertNotIn("notes", self.ask("pairs", a=mesh(), b={"sphere": 1}))

    def test_files_can_be_refused(self):
        for command in ["pairs", "toi"]:
            answer = self.ask(command, "--no-files", a={"file": "cube.obj"}, b={"sphere": 1})
            self.assertEqual(answer["error"], "a.file: files are not read here")
            self.assertNotIn("error", self.ask(command, "--no-files", a=mesh(), b={"sphere": 1}))

    def test_bad_bodies(self):
        ball = {"sphere": 1}
        wall = {"halfspace": {"normal": [0, 0, 1], "offset": 0}}
        nested = ball
        for _ in range(40):
            nested = {"compound": [{"shape": nested}]}
        for body, *words in [
                ({"mesh": []}, "a.mesh: expected an object"),
                (mesh(triangles=[[0, 1, 8]]), "a: ", "8"),
                (mesh(triangles=[[0, 1, -1]]), "a.mesh.triangles[0][2]", "-1"),
                (mesh(triangles=[[0, 1]]), "a.mesh.triangles[0]", "an array of 2"),
                (mesh(vertices=[[0, 0, "nan"]]), "a.mesh.vertices[0][2]", "nan"),
                (mesh(vertices=[[1e300, 0, 0], *CORNERS[1:]]), "a: "),
                (mesh(True, triangles=TRIANGLES[1:]), "a: ", "closed"),
                (mesh("yes"), "a.mesh.solid", "true or false"),
                ({**mesh(), "rounding": 1}, "a.rounding"),
                ({**mesh(), "solid": True}, "a.solid"),
                ({"file": "missing.obj"}, "a: ", "missing.obj"),
                ({"file": 3}, "a.file: expected the name"),
                ({"file": "cube.obj", "sphere": 1}, "expected one kind"),
                ({"file": "cube.obj", "solid": "no"}, "a.solid"),
                ({"compound": []}, "a: "),
                ({"compound": [ball]}, "a.compound[0]", "sphere"),
                ({"compound": [{"shape": ball, "pose": [1, 2, 3]}]}, "a.compound[0].pose"),
                ({"compound": [{"shape": {"box": [1, 1]}}]}, "a.compound[0].shape.box"),
                ({"compound": [{"shape": wall}]}, "a: "),
                (nested, "nested more than 64")]:
            for command in ["pairs", "toi"]:
                answer = self.ask(command, a=body, b=ball)
                self.assertEqual(sorted(answer), ["error", "id"], answer)
                for word in words:
                    self.assertIn(word, answer["error"])

    def test_time_of_impact(self):
        """A cube of triangles flies at its like, and through a plate."""
        fly = {"from": at(-10), "to": at(10)}
        for a in [mesh(), {"file": "cube.obj", "solid": True}, {"compound": [{"shape": mesh()}]}]:
            answer = self.ask("toi", a=a, motion_a=fly, b=mesh())
            self.assertIs(answer["hit"], True)
            self.assertLessEqual(answer["time"], 0.4 + 1e-12)
            self.assertGreaterEqual(answer["time"], 0.4 - answer["tolerance"] / 20)
            self.assertIn(answer["sub_a"]["triangle"], at_side(1))
            self.assertIn(answer["sub_b"]["triangle"], at_side(-1))
            miss = self.ask("toi", a=a, motion_a={"from": at(-10, 9), "to": at(10, 9)}, b=mesh())
            self.assertIs(miss["hit"], False)
            self.assertNotIn("sub_a", miss)
        for place, triangle in SPIKE_PLACES:  # from x = 3 by -4: at 1 after half of it
            answer = self.ask("toi", a=mesh(), b=mesh(False, *SPIKE),
                              motion_b={"from": at(*place), "to": at(-1, *place[1:])})
            self.assertIs(answer["hit"], True)
            self.assertAlmostEqual(answer["time"], 0.5, 5)
            self.assertEqual((answer["sub_a"], answer["sub_b"]),
                             ({"triangle": triangle}, {"triangle": 1}))


class Guide(Meshes):
    def test_examples_are_real(self):
        for page in ["check.md", "tree.md"]:
            guide = os.path.join(os.path.dirname(__file__), "../../docs/guide", page)
            with open(guide, encoding="utf-8") as file:
                lines = [text[4:] for text in file.read().split("\n") if text.startswith("    ")]
            [call] = [i for i, text in enumerate(lines) if text.startswith("$ ")]
            command = lines[call][2:].replace("glance ", shlex.quote(cli_test.GLANCE) + " ", 1)
            result = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, timeout=TIMEOUT,
                                    cwd=self.folder)
            self.assertEqual(result.stdout.decode().splitlines(), lines[call + 1:])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    cli_test.GLANCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
