"""What the tool says to typical mistakes: the exact message, and exit code 2.

Usage: mistakes_test.py PATH_OF_THE_BINARY
"""
import os
import shlex
import sys
import tempfile
import unittest

import cli_test
from cli_test import glance

VOLUMES = "auto, sphere, aabb, obb, kdop14, kdop18, kdop26"
METHODS = "auto, voronoi, oracle, gjk, closed_form, lp"
SCENES = "multibody, bullets, packed, corner, rockfall, bowl, heap, hulls, births"

# A call, and the message. Messages about the command line (marked by !) end with a hint at --help.
MISTAKES = [
    # Commands, and options in front of them.
    ("chek a.obj b.obj", "!unknown command 'chek'; did you mean check?"),
    ("smi", "!unknown command 'smi'; did you mean sim?"),
    ("frobnicate", "!unknown command 'frobnicate', known are: check, pairs, toi, tree, sim, replay, "
                   "reproduce, demo, help"),
    ("a.obj b.obj", "!unknown command 'a.obj': a command comes first, as in glance check a.obj OTHER"),
    ("--distance check a.obj b.obj", "!--distance belongs after the command: glance check --distance"),
    ("--bodies 5", "!--bodies belongs after the command: glance sim --bodies"),
    ("--json", "!--json belongs after the command: glance COMMAND --json"),
    ("--verion", "!unknown option --verion; did you mean --version?"),
    ("help chek", "help: unknown command 'chek'; did you mean check?"),
    # check: options, order.
    ("check", "check: !A is missing"),
    ("check a.obj", "check: !B is missing"),
    ("check a.obj b.obj c.obj d.obj", "check: !unexpected arguments 'c.obj', 'd.obj'"),
    ("check a.obj --distanc b.obj", "check: !unknown option --distanc; did you mean --distance?"),
    ("check a.obj b.obj --bodies 5",
     "check: !--bodies is an option of glance sim, not of glance check"),
    ("check a.obj b.obj --margin", "check: !--margin needs a value"),
    ("check a.obj b.obj --margin 1 --margin 2", "check: !--margin is given more than once"),
    ("check a.obj b.obj --json=yes", "check: !--json takes no value"),
    ("check a.obj b.obj --volume obbb",
     f"check: !--volume: unknown 'obbb', known are: {VOLUMES}; did you mean obb?"),
    ("check a.obj b.obj --volume cube", f"check: !--volume: unknown 'cube', known are: {VOLUMES}"),
    # check: numbers, units.
    ("check a.obj b.obj --margin 5mm",
     "check: !--margin: expected a number such as 10 or 0.5, found '5mm'"),
    ("check a.obj b.obj --margin -1", "check: --margin -1: must not be negative"),
    ("check a.obj b.obj --nearer-than -1", "check: --nearer-than -1: must not be negative"),
    ("check a.obj b.obj --pose-b 1,2",
     "check: !--pose-b: expected x,y,z or x,y,z,qw,qx,qy,qz, found '1,2'"),
    ("check a.obj b.obj --unit inch",
     "check: !--unit: unknown unit 'inch', known are: um, mm, cm, m, km, in, ft"),
    ("check a.obj b.obj --unit-a mm",
     "check: --unit-a alone says nothing about B: add --unit-b or --unit"),
    ("check a.obj b.obj --unit-b m",
     "check: --unit-b alone says nothing about A: add --unit-a or --unit"),
    ("check a.obj b.obj --scale 0", "check: --scale 0: must be larger than 0"),
    ("check a.obj b.obj --scale-a 2 --unit-a m --unit-b mm",
     "check: --scale-a and --unit-a cannot be combined: give one factor"),
    ("check a.obj b.obj --solid --surface", "check: --solid and --surface contradict each other"),
    ("check a.obj b.obj --solid-b --surface-b",
     "check: --solid-b and --surface-b contradict each other"),
    # check: files.
    ("check missing.obj a.obj", "check: there is no file 'missing.obj'"),
    ("check a.obj missing.obj", "check: there is no file 'missing.obj'"),
    ("check folder a.obj", "check: 'folder' is a folder, not a file"),
    ("check '' a.obj", "check: the name of the file is empty"),
    # pairs and toi.
    ("pairs", "pairs: !FILE is missing"),
    ("pairs a.obj", "pairs: 'a.obj' is a mesh file, but pairs reads JSON lines; use glance check "
                    "a.obj OTHER, or a line with {\"file\": \"a.obj\"}"),
    ("pairs missing.jsonl", "pairs: there is no file 'missing.jsonl'"),
    ("pairs folder", "pairs: 'folder' is a folder, not a file"),
    ("pairs lines.jsonl --method voronoy",
     f"pairs: !--method: unknown 'voronoy', known are: {METHODS}; did you mean voronoi?"),
    ("pairs lines.jsonl --seed -1",
     "pairs: !--seed: expected a whole number of at most 64 bits, found '-1'"),
    ("pairs lines.jsonl --tolerance 1",
     "pairs: !--tolerance is an option of glance toi, not of glance pairs"),
    ("pairs --contact lines.jsonl", "pairs: !unknown option --contact; did you mean --contacts?"),
    ("toi folder", "toi: 'folder' is a folder, not a file"),
    ("toi A.STL", "toi: 'A.STL' is a mesh file, but toi reads JSON lines; use glance check A.STL "
                  "OTHER, or a line with {\"file\": \"A.STL\"}"),
    ("toi lines.jsonl --tolerance 0", "toi: --tolerance 0: must be larger than 0"),
    ("toi lines.jsonl --tolerance 1mm",
     "toi: !--tolerance: expected a number such as 10 or 0.5, found '1mm'"),
    ("toi lines.jsonl extra", "toi: !unexpected argument 'extra'"),
    # tree.
    ("tree", "tree: !MESH is missing"),
    ("tree missing.obj", "tree: there is no file 'missing.obj'"),
    ("tree folder", "tree: 'folder' is a folder, not a file"),
    ("tree a.obj --bulder sah", "tree: !unknown option --bulder; did you mean --builder?"),
    ("tree a.obj --levels 3",
     "tree: --levels, --builder octree and --builder fitted need --volume sphere"),
    ("tree a.obj --levels 11 --volume sphere", "tree: --levels 11: must be 1 to 10"),
    ("tree a.obj --level 1", "tree: --level and --out go together"),
    ("tree a.obj --level 0 --out folder", "tree: --out: 'folder' is a folder, not a file"),
    ("tree a.obj --level 0.5 --out x.obj",
     "tree: !--level: expected a whole number of at most 64 bits, found '0.5'"),
    # sim.
    ("sim more", "sim: !unexpected argument 'more'"),
    ("sim --bodis 5", "sim: !unknown option --bodis; did you mean --bodies?"),
    ("sim --bodies 1.5", "sim: !--bodies: expected a whole number of at most 64 bits, found '1.5'"),
    ("sim --bodies 0", "sim: --bodies 0: at least one body is needed"),
    ("sim --scene bullet",
     f"sim: !--scene: unknown 'bullet', known are: {SCENES}; did you mean bullets?"),
    ("sim --speed 3", "sim: --speed is an option of --scene bullets"),
    ("sim --budget 4", "sim: !--budget: expected a time (4ms, 0.5s, 200us), work (20000w) or "
                       "unlimited, found '4'"),
    ("sim --schedule sorted", "sim: --schedule needs --budget"),
    ("sim --density 101", "sim: density (% of the volume) must be from 1e-09 to 100, not 101"),
    ("sim --json folder", "sim: --json: 'folder' is a folder, not a file"),
    ("sim --record missing/file",
     "sim: cannot write to 'missing/file': No such file or directory"),
    ("sim --model missing.json", "sim: --model: there is no file 'missing.json'"),
    ("sim --model a.obj", "sim: --model: 'a.obj' is a mesh file, but a shape as JSON is expected, "
                          "such as {\"file\": \"a.obj\"}"),
    # replay and reproduce.
    ("replay", "replay: !FILE is missing"),
    ("replay missing.glance", "replay: there is no file 'missing.glance'"),
    ("replay folder", "replay: 'folder' is a folder, not a file"),
    ("replay lines.jsonl",
     "replay: recording 'lines.jsonl': not a recording: it does not begin as one"),
    ("reproduce", "reproduce: !PAPER is missing"),
    ("reproduce icollide", "reproduce: !--out is missing"),
    ("reproduce icolide --out out", "reproduce: unknown paper 'icolide', known are: icollide, ivri, "
                                    "li-chen, osullivan; did you mean icollide?"),
    ("reproduce icollide --out a.obj", "reproduce: --out: 'a.obj' is a file, not a folder"),
    ("reproduce icollide --out out --frames 0", "reproduce: --frames 0: at least 1 is needed"),
    ("reproduce icollide --out out --from missing.json",
     "reproduce: --from: there is no file 'missing.json'"),
    ("reproduce li-chen --out out --model folder",
     "reproduce: --model: 'folder' is a folder, not a file"),
    ("reproduce ivri --out out --model a.obj", "reproduce: --model: ivri has bodies of its own"),
]


class Mistakes(unittest.TestCase):
    def test_each(self):
        self.assertGreaterEqual(len(MISTAKES), 40)
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "folder"))
            files = {"a.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
                     "lines.jsonl": '{"a": {"sphere": 1}, "b": {"sphere": 1}}\n'}
            for name, as_what in [("b.obj", "a.obj"), ("A.STL", "a.obj")]:
                files[name] = files[as_what]
            for name, text in files.items():
                with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                    file.write(text)
            for call, message in MISTAKES:
                with self.subTest(call):
                    result = glance(*shlex.split(call), cwd=folder)
                    expected = "glance: " + message.replace("!", "") + "\n"
                    if "!" in message:
                        command = message.split(": !")[0] + " " if ": !" in message else ""
                        expected += f"Run 'glance {command}--help' for more.\n"
                    self.assertEqual((result.returncode, result.stdout), (2, b""), result)
                    self.assertEqual(result.stderr.decode(), expected)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    cli_test.GLANCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
