"""`glance tree` as a process.

Usage: tree_test.py PATH_OF_THE_BINARY
"""
import json
import os
import sys
import unittest

import cli_test
from check_test import CORNERS, TRIANGLES, VOLUMES, Meshes, obj
from cli_test import glance


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
        for word in ["triangles    12\n", "levels", "leaf excess", "area ratio", "bytes per triangle",
                     "triangles per second", "valid        yes"]:
            self.assertIn(word, text)

    def test_convexity(self):
        """A cube is answered as its hull; one with a corner pressed in says by how much it is not."""
        tree = json.loads(glance("tree", self.cube, "--json").stdout)["convexity"]
        self.assertEqual((tree["exactly_convex"], tree["hull_faces"]), (True, 6))
        self.assertAlmostEqual(tree["ratio"], 1, 12)
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


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    cli_test.GLANCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
