"""Meshes through the command line: `glance check`, and meshes, files and compounds in the lines of
`glance pairs` and `glance toi`.

Usage: check_test.py PATH_OF_THE_BINARY
"""
import json
import math
import os
import struct
import sys
import tempfile
import unittest

import cli_test
from cli_test import glance

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
        # The upper side pressed in, down to the middle.
        rim = [SIDES[1][i] for i in (0, 1, 2, 3, 0)]
        cls.dented = cls.write("dented.obj", obj(
            CORNERS + [[0, 0, 0]],
            [t for t in TRIANGLES if not set(t) <= set(SIDES[1])] +
            [[rim[i], rim[i + 1], 8] for i in range(4)]))
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
        for pose, code, verdict, solid in [
                ("3,0,0", 0, "apart", "apart"), ("2,0.5,0", 1, "touching", "touching"),
                ("1.5,0,0", 1, "touching", "overlapping"),
                ("1.5,0.3,0.2", 1, "overlapping", "overlapping")]:
            for volume in VOLUMES:
                options = ["--pose-b", pose, "--volume", volume]
                answer = self.check(self.cube, self.cube, *options, "--surface", code=code)
                self.assertEqual(answer["verdict"], verdict, (pose, volume))
                answer = self.check(self.cube, self.cube, *options, code=code)
                self.assertEqual(answer["verdict"], solid, (pose, volume))
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
        self.assertEqual(self.check(self.cube, self.small, "--surface", code=0)["verdict"], "apart")
        answer = self.check(self.cube, self.small, "--solid", "--distance", code=1)
        by_itself = self.check(self.cube, self.small, "--distance", code=1)
        for timed in [answer, by_itself]:
            for key in ["seconds", "seconds_a", "seconds_b"]:
                del timed[key]
        self.assertEqual(by_itself, answer)
        self.assertEqual(answer["verdict"], "overlapping")
        # It takes 1.25 to get it out. (Its corners are 0.75 deep, but both meshes are convex.)
        self.assertAlmostEqual(answer["depth"], 1.25, 12)
        self.assertAlmostEqual(answer["lower"], -1.25, 12)
        self.assertAlmostEqual(answer["upper"], -1.25, 12)
        self.assertLessEqual(answer["lower"], -1.25)
        self.assertGreaterEqual(answer["upper"], -1.25)
        # No triangle meets another: the whole of both is named.
        self.assertEqual((answer["sub_a"], answer["sub_b"]), ({}, {}))
        for option in ["--solid", "--solid-a"]:
            message = self.refused("check", option, self.open, self.small, words=["open.obj"])
            self.assertRegex(message, "closed|hole")

    def test_what_counts_as_solid(self):
        """The options for one body win over those for both."""
        for options, solid_a, solid_b, verdict in [
                ([], True, True, "overlapping"), (["--surface"], False, False, "apart"),
                (["--surface-a"], False, True, "apart"), (["--surface-b"], True, False, "overlapping"),
                (["--solid", "--surface-a"], False, True, "apart"),
                (["--surface", "--solid-a"], True, False, "overlapping")]:
            answer = self.check(self.cube, self.small, *options, code=int(verdict != "apart"))
            self.assertEqual((answer["mesh_a"]["solid"], answer["mesh_b"]["solid"],
                              answer["verdict"]), (solid_a, solid_b, verdict), options)
        answer = self.check(self.open, self.small, code=0)
        self.assertEqual((answer["mesh_a"]["solid"], answer["mesh_b"]["solid"]), (False, True))

    def test_inside_out(self):
        """A surface that is inside out encloses the same body, and the answer says that it is."""
        turned = self.write("turned.obj", obj(triangles=[t[::-1] for t in TRIANGLES]))
        for a, b in [(turned, self.small), (self.small, turned)]:
            self.assertEqual(self.check(a, b, code=1)["verdict"], "overlapping")
        answer = self.check(turned, self.small, "--pose-b", "1.2,0.01,0.02", "--distance", code=1)
        usual = self.check(self.cube, self.small, "--pose-b", "1.2,0.01,0.02", "--distance", code=1)
        for key in ["verdict", "where"]:
            self.assertEqual(answer[key], usual[key])
        for key in ["lower", "upper"]:  # of convex meshes, so that both are the depth
            self.assertAlmostEqual(answer[key], -0.05, 12)
            self.assertAlmostEqual(usual[key], -0.05, 12)
        self.assertEqual((answer["mesh_a"]["volume"], answer["mesh_a"]["solid"]), (-8, True))
        result = glance("check", turned, self.small)
        self.assertEqual(result.stderr, b"")
        self.assertIn(b"A solid (closed, inside out), B solid (closed)\n", result.stdout)

    def test_where(self):
        """A box around what triangles have in common, or who is inside."""
        def box(where):
            return [round(x, 12) for x in where["lower"] + where["upper"]]

        where = self.check(self.cube, self.cube, "--pose-b", "1.5,0.3,0.2", code=1)["where"]
        self.assertEqual((where["kind"], where["pairs"]), ("surfaces", 12))
        self.assertEqual(box(where), [0.5, -0.7, -0.8, 1, 1, 1])
        # Sides in one plane share an area, and one point of it is all that the library says.
        where = self.check(self.cube, self.cube, "--pose-b", "2,0.5,0", code=1)["where"]
        self.assertEqual((where["kind"], box(where)), ("surfaces", [1, -0.5, -1, 1, 1, 1]))
        sheet = self.write("sheet.obj", obj([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]]))
        where = self.check(sheet, sheet, "--pose-b", "1,1.5,0", code=1)["where"]
        self.assertEqual((where["pairs"], box(where)), (1, [1, 1.5, 0, 2.5, 3, 0]))
        where = self.check(sheet, sheet, "--pose-b", "1,1,0,0,0,0,1", code=1)["where"]
        self.assertEqual((where["pairs"], box(where)), (1, [0, 0, 0, 1, 1, 0]))
        for a, b, inner in [(self.cube, self.small, "b"), (self.small, self.cube, "a")]:
            where = self.check(a, b, code=1)["where"]
            self.assertEqual((where["kind"], where["inner"], where["pieces_inside"]),
                             ("inside", inner, 1))
            self.assertEqual(box(where), [-0.25] * 3 + [0.25] * 3)
        apart = [[c / 4 + 20 * (i == 0) for i, c in enumerate(v)] for v in CORNERS]
        pieces = self.write("pieces.obj", obj([[c / 4 for c in v] for v in CORNERS] + apart,
                                              TRIANGLES + [[i + 8 for i in t] for t in TRIANGLES]))
        where = self.check(self.cube, pieces, code=1)["where"]
        self.assertEqual((where["inner"], where["pieces"], where["pieces_inside"]), ("b", 2, 1))
        self.assertEqual(box(where), [-0.25] * 3 + [0.25] * 3)
        answer = self.check(self.cube, self.cube, "--pose-b", "3,0,0", "--margin", "1.5", code=1)
        self.assertEqual((answer["where"]["kind"], answer["where"]["distance"]), ("margin", 1))
        self.assertNotIn("where", self.check(self.cube, self.cube, "--pose-b", "3,0,0", code=0))

    def test_depth_is_for_solids(self):
        """How deep surfaces overlap means nothing, and is not said."""
        options = ["--pose-b", "1.5,0.3,0.2", "--distance"]
        answer = self.check(self.cube, self.open, *options, code=1)
        self.assertEqual((answer["verdict"], answer["depth"], answer["lower"]),
                         ("overlapping", None, None))
        self.assertNotIn(b"depth", glance("check", self.cube, self.open, *options).stdout)
        self.assertIn(b"depth          at least 0.2, at most 0.5\n",
                      glance("check", self.dented, self.cube, *options).stdout)
        self.assertIn(b"depth          0.5\n", glance("check", self.cube, self.cube, *options).stdout)

    def test_scales_and_units(self):
        """Coordinates are multiplied, poses are not, and the answer is in its own unit."""
        for options, distance in [
                (["--scale", "0.5"], 2), (["--scale-a", "0.5"], 1.5), (["--scale-b", "0.25"], 1.75),
                (["--scale", "0.5", "--scale-b", "0.25"], 2.25), (["--unit", "mm"], 1),
                (["--unit-a", "mm", "--unit-b", "mm"], 1), (["--unit", "m", "--unit-a", "cm"], 1.99),
                (["--unit-a", "cm", "--unit-b", "mm", "--pose-b", "12,0,0"], 1),
                (["--unit-a", "in", "--unit-b", "mm", "--pose-b", "27.4,0,0"], 1)]:
            if "--pose-b" not in options:
                options = [*options, "--pose-b", "3,0,0"]
            answer = self.check(self.cube, self.cube, *options, "--distance", code=0)
            self.assertAlmostEqual(answer["distance"], distance, 12, options)
        self.assertEqual(answer["unit"], "mm")
        text = glance("check", self.cube, self.cube, *options, "--distance").stdout.decode()
        self.assertIn("distance       1 mm\n", text)
        # 100 and 9 thousandths, each rounded once: the doubles nearest to 0.1 and 0.009.
        point = self.write("point.obj", obj([[100, 9, 0], [200, 9, 0], [200, 18, 0]], [[0, 1, 2]]))
        same = self.write("same.obj", obj([[0.1, 0.009, 0], [0.2, 0.009, 0], [0.2, 0.018, 0]],
                                          [[0, 1, 2]]))
        answer = self.check(point, same, "--unit-a", "mm", "--unit-b", "m", "--unit", "m",
                            "--all-triangles", code=1)
        self.assertEqual((answer["verdict"], answer["triangles"][0]["whole"]), ("touching", True))
        self.assertEqual((answer["where"]["lower"], answer["where"]["upper"]),
                         ([0.1, 0.009, 0], [0.2, 0.018, 0]))

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
        for word in ["verdict        apart\n", "distance       1\n", "closest points", "of A, ",
                     "bodies         A solid (closed), B solid (closed)\n",
                     "nearer         than 2: yes\n", "0 that touch", "pairs of volumes", "time"]:
            self.assertIn(word, text)
        result = glance("check", "--solid", self.dented, self.cube, "--pose-b", "1.5,0.3,0.2",
                        "--distance", "--all-triangles")
        self.assertRegex(result.stdout.decode(), r"depth +at least 0\.2, at most 0\.5\n")
        self.assertRegex(result.stdout.decode(), r"  triangle \d+ and triangle \d+: overlapping, from")
        self.assertIn("where          x 0.5 to 1, y -0.7 to 1, z -0.8 to 1: 14 pairs of triangles\n",
                      result.stdout.decode())
        # Not more of them than one reads, but all are looked for.
        result = glance("check", self.cube, self.cube, "--all-triangles").stdout.decode()
        self.assertIn("z -1 to 1: 108 pairs of triangles\n", result)
        self.assertEqual(result.count(" and triangle "), 20)
        self.assertIn("  and 88 more (--json lists all)\n", result)

    def test_what_was_cleaned_is_said(self):
        soup = self.write("soup.obj", obj(triangles=TRIANGLES + [[0, 0, 1], TRIANGLES[3]]))
        result = glance("check", soup, self.cube, "--pose-b", "3,0,0", "--json")
        self.assertEqual((result.returncode, result.stderr.decode()),
                         (0, f"glance: check: {soup}: 2 of 14 triangles dropped; -v says why\n"))
        details = glance("check", soup, self.cube, "--pose-b", "3,0,0", "-v").stderr.decode()
        self.assertEqual(details.count("dropped"), 2)
        for line in [f"glance: check: {soup}: 1 of 14 triangles have no area: dropped\n",
                     f"glance: check: {self.cube}: closed, in 1 piece, volume 8\n"]:
            self.assertIn(line, details)
        flipped = self.write("flipped.obj", obj(triangles=[TRIANGLES[0][::-1], *TRIANGLES[1:]]))
        self.assertEqual(glance("tree", flipped).stderr.decode(),
                         f"glance: tree: {flipped}: 1 of 12 triangles flipped; -v says why\n")
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


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    cli_test.GLANCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
