"""`glance toi` as a process: known times, proofs, bad input.

Usage: toi_test.py PATH_OF_THE_BINARY
"""
import json
import math
import os
import random
import sys
import tempfile
import unittest

import cli_test
from cli_test import TIMEOUT, glance

BALL, CUBE, PLATE = {"sphere": 1}, {"box": [1, 1, 1]}, {"box": [0.01, 5, 5]}


def at(x, y=0, z=0):
    return {"translation": [x, y, z]}


def line(a, motion_a, b, motion_b=None, **more):
    pair = {"a": a, "motion_a": motion_a, "b": b, **more}
    if motion_b is not None:
        pair["motion_b"] = motion_b
    return json.dumps(pair)


def ask_all(lines, *options, code=0):
    result = glance("toi", *options, "-", stdin="\n".join(lines).encode() + b"\n")
    assert (result.returncode, result.stderr) == (code, b""), result
    return [json.loads(text) for text in result.stdout.decode("utf-8").splitlines()]


def ask(text, *options, code=0):
    [answer] = ask_all([text], *options, code=code)
    return answer


class KnownTimes(unittest.TestCase):
    """First contacts that a pencil finds."""

    def check_hit(self, answer, time, speed, margin=0, **expected):
        """Never late, and early by no more than the tolerance takes at that speed."""
        self.assertIs(answer["hit"], True, answer)
        self.assertLessEqual(answer["time"], time + 1e-12)
        self.assertGreaterEqual(answer["time"], time - answer["tolerance"] / speed - 1e-12)
        self.assertLessEqual(answer["distance"], margin + answer["tolerance"])
        self.assertGreaterEqual(answer["distance"], margin)
        self.assertEqual((answer["lower"], answer["upper"]), (answer["time"], answer["time"]))
        for key, value in expected.items():
            for got, wanted in zip(answer[key], value, strict=True):
                self.assertAlmostEqual(got, wanted, delta=answer["tolerance"], msg=(key, answer))

    def check_miss(self, answer):
        self.assertEqual((answer["hit"], answer["time"], answer["lower"], answer["upper"],
                          answer["starts_overlapping"]), (False, 1, 1, 1, False))
        self.assertNotIn("point", answer)

    def test_a_ball_through_a_plate(self):
        for option in ["--verify", "--tolerance=0.001"]:
            answer = ask(line(BALL, {"from": at(-10), "to": at(10)}, PLATE), option)
            self.check_hit(answer, (10 - 1.01) / 20, 20, point=[-0.01, 0, 0], normal=[1, 0, 0])

    def test_velocities_are_poses(self):
        ends = ask(line(BALL, {"from": at(-10), "to": at(10)}, PLATE))
        speeds = ask(line(BALL, {"from": at(-10), "linear": [20, 0, 0]}, PLATE))
        self.assertAlmostEqual(ends["time"], speeds["time"], 12)
        self.check_hit(speeds, 8.99 / 20, 20)

    def test_both_move(self):
        """The normal points from a to b."""
        answer = ask(line(BALL, {"from": at(-4), "to": at(2)}, BALL, {"from": at(4), "to": at(2)}))
        self.check_hit(answer, 6 / 8, 8, point=[1.5, 0, 0], normal=[1, 0, 0])
        answer = ask(line(BALL, {"from": at(4), "to": at(2)}, BALL, {"from": at(-4), "to": at(2)}))
        self.check_hit(answer, 6 / 8, 8, point=[1.5, 0, 0], normal=[-1, 0, 0])

    def test_a_rod_swings(self):
        """A rod of length 2 turns about its end and meets a wall at x = 1 after 60 degrees."""
        rod = {"segment": [[0, 0, 0], [0, 2, 0]]}
        wall = {"halfspace": {"normal": [1, 0, 0], "offset": -1}}
        facing = {"quaternion": [0, 0, 1, 0]}  # the half-space x >= 1
        motion = {"angular": [0, 0, -math.pi]}
        speed = math.pi * 2 * math.cos(math.pi / 6)
        answer = ask(line(rod, motion, wall, {"from": facing}), "--verify")
        self.check_hit(answer, 1 / 6, speed, point=[1, math.sqrt(3), 0], normal=[1, 0, 0])

    def test_the_centre_is_what_it_turns_about(self):
        """The same rod, its origin in the middle."""
        rod = {"segment": [[0, -1, 0], [0, 1, 0]]}
        wall = {"box": [0.5, 5, 5]}
        motion = {"from": at(0, 1), "centre": [0, -1, 0], "angular": [0, 0, -math.pi]}
        answer = ask(line(rod, motion, wall, {"from": at(1.5)}), "--verify")
        self.check_hit(answer, 1 / 6, math.pi * math.sqrt(3), normal=[1, 0, 0])
        # About its own middle it gets no farther than x = 1.
        del motion["centre"]
        self.check_miss(ask(line(rod, motion, wall, {"from": at(1.51)}), "--verify"))

    def test_many_turns(self):
        """A long box that turns ten times while it drifts nearer: a corner meets the wall."""
        motion = {"from": at(-10), "linear": [8, 0, 0], "angular": [0, 0, 20 * math.pi]}
        answer = ask(line({"box": [3, 0.1, 0.1]}, motion, PLATE), "--verify")
        reach = math.hypot(3, 0.1) + 0.01
        first = (10 - reach) / 8 - answer["tolerance"]  # if it points there just then
        self.assertTrue(answer["hit"] and first <= answer["time"] < first + 1 / 20, answer)
        motion["linear"] = [6.9, 0, 0]
        self.check_miss(ask(line({"box": [3, 0.1, 0.1]}, motion, PLATE), "--verify"))

    def test_misses(self):
        for motion in [{"from": at(-10)},                                      # rests
                       {"from": at(-10), "to": at(-20)},                       # recedes
                       {"from": at(-10), "to": at(-2)},                        # not far enough
                       {"from": at(-10, 8), "to": at(10, 8)},                  # passes by
                       {"from": at(-1.5), "angular": [1, 2, 3]}]:              # a ball that turns
            self.check_miss(ask(line(BALL, motion, PLATE), "--verify"))

    def test_starts_overlapping(self):
        for x in [0, 1, 2]:  # touching counts
            answer = ask(line(CUBE, {}, CUBE, {"from": at(x), "to": at(9)}), "--verify")
            self.assertEqual((answer["hit"], answer["time"], answer["starts_overlapping"]),
                             (True, 0, True))
            self.assertEqual(answer["distance"], 0)
            self.assertIs(answer["verified"], True)
        self.assertFalse(ask(line(CUBE, {}, CUBE, {"from": at(2.5)}))["starts_overlapping"])

    def test_margin(self):
        """Contact begins a margin earlier."""
        motion = {"from": at(-10), "to": at(10)}
        answer = ask(line(BALL, motion, PLATE, margin=2), "--verify")
        self.check_hit(answer, (10 - 3.01) / 20, 20, 2, point=[-1.01, 0, 0], normal=[1, 0, 0])
        self.assertTrue(ask(line(BALL, motion, PLATE, margin=9))["starts_overlapping"])

    def test_grazing(self):
        """Past each other at a quarter of the tolerance, and at four times it."""
        for gap, hit in [(0.25, True), (4, False)]:
            motion = {"from": at(-10, 2 + gap / 1000), "to": at(10, 2 + gap / 1000)}
            answer = ask(line(BALL, motion, BALL), "--absolute-tolerance", "1e-3", "--verify")
            self.assertEqual((answer["hit"], answer.get("grazing", False)), (hit, hit), answer)
            self.assertEqual(answer["tolerance"], 0.001)


class Lines(unittest.TestCase):
    GOOD = line(BALL, {"from": at(-10), "to": at(10)}, PLATE, {}, id=[1, {"x": None}])

    def test_keys(self):
        answer = ask(self.GOOD)
        self.assertEqual(list(answer), ["id", "hit", "time", "lower", "upper", "distance", "point",
                                        "normal", "starts_overlapping", "tolerance", "work"])
        self.assertEqual(answer["id"], [1, {"x": None}])
        self.assertEqual(set(answer["work"]) - {"steps", "gaps", "distances"}, set())
        self.assertEqual(list(ask(line(BALL, {"from": at(-10)}, PLATE), "--verify")),
                         ["id", "hit", "time", "lower", "upper", "starts_overlapping", "tolerance",
                          "work", "verified"])

    def test_left_out(self):
        """Bodies rest, at the identity."""
        bare = ask(json.dumps({"a": BALL, "b": PLATE}))
        self.assertEqual((bare["id"], bare["starts_overlapping"]), (None, True))
        self.assertEqual(ask(line(BALL, {}, PLATE, {"from": {}})), bare)

    def test_tolerance(self):
        """By size if none is given; a larger one is reached earlier."""
        times = []
        for option, tolerance in [([], 1.2e-5), (["--tolerance", "1e-6"], 1.2e-5),
                                  (["--tolerance", "0.001"], 0.012),
                                  (["--absolute-tolerance", "1"], 1),
                                  (["--tolerance", "1e-13"], 1.2e-12)]:
            answer = ask(self.GOOD, *option)
            self.assertAlmostEqual(answer["tolerance"], tolerance, delta=1e-9 * tolerance)
            self.assertLessEqual(answer["distance"], answer["tolerance"])
            times.append(answer["time"])
        self.assertEqual(times.pop(0), times[0])
        times.insert(0, times[0])
        self.assertGreater(times[1], times[2])
        self.assertGreater(times[2], times[3])
        self.assertGreater(times[4], times[1])

    def test_no_gap_is_too_small(self):
        """Boxes that rest an ulp apart do not hit; the line of the report."""
        box = {"box": [1, 1, 1]}
        report = ('{"a":{"box":[1,1,1]},"motion_a":{"from":{"translation":[2.0000000000000004,0,0]}},'
                  '"b":{"box":[1,1,1]}}')
        for text in [report,
                     line(box, {"from": at(2.0000000000000004), "linear": [1, 0, 0]}, box),
                     line(box, {"from": at(2.0000000000000004), "linear": [0, 3, 1]}, box),
                     line(box, {"from": at(2.0000000000000004), "angular": [2, 0, 0]}, box)]:
            answer = ask(text, "--verify")
            self.assertEqual((answer["hit"], answer["verified"]), (False, True), answer)

    def test_meshes_have_no_proof(self):
        """Which is not a proof refused."""
        mesh = {"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]]}}
        answer = ask(line(BALL, {"from": at(-10), "to": at(10)}, mesh), "--verify")
        self.assertIs(answer["verified"], None)
        self.assertIn("no proof", answer["verify_error"])

    def test_hex_floats_are_exact(self):
        exact = self.GOOD.replace("-10", '"-0x1.4p+3"')
        self.assertNotEqual(exact, self.GOOD)
        self.assertEqual(ask(exact), ask(self.GOOD))

    def test_file_and_pipe_agree(self):
        lines = (self.GOOD + "\r\n\nnonsense\n" + self.GOOD).encode()  # no newline at the end
        with tempfile.NamedTemporaryFile() as file:
            file.write(lines)
            file.flush()
            from_file = glance("toi", file.name)
        self.assertEqual((from_file.returncode, from_file.stderr), (0, b""))
        self.assertEqual(from_file.stdout, glance("toi", "-", stdin=lines).stdout)
        answers = [json.loads(text) for text in from_file.stdout.splitlines()]
        self.assertEqual(["error" in a for a in answers], [False, True, False])

    def test_bad_lines(self):
        turn = {"rotation": [[1, 0, 0], [0, 2, 0], [0, 0, 1]]}
        many = line(BALL, {"angular": [0, 0, 1e12]}, PLATE)
        for text, *words in [
                ("{}", "a is missing"), ("[]", "expected an object with a and b"),
                ("null", "found null"), ("nonsense", "not JSON"),
                (json.dumps({"a": BALL}), "b is missing"),
                (line(BALL, None, PLATE), "motion_a: expected an object with from, to"),
                (line(BALL, {}, PLATE, pose_a={}), 'unknown key "pose_a"', "motion_a"),
                (line(BALL, {"too": at(0)}, PLATE), 'motion_a: unknown key "too"', "from, to"),
                (line(BALL, {"to": {"x": 1}}, PLATE), 'motion_a.to: unknown key "x"'),
                (line(BALL, {"from": [1, 2, 3]}, PLATE), "motion_a.from: expected an object"),
                (line(BALL, {"to": at(1), "linear": [1, 0, 0]}, PLATE), "motion_a", "found both"),
                (line(BALL, {"to": at(1), "angular": [1, 0, 0]}, PLATE), "motion_a", "found both"),
                (line(BALL, {"linear": [1, 0]}, PLATE), "motion_a.linear: expected an array of 3"),
                (line(BALL, {"centre": [1, 0, None]}, PLATE), "motion_a.centre[2]", "null"),
                (line(BALL, {"from": at("nan")}, PLATE), "motion_a.from.translation[0]", '"nan"'),
                (line(BALL, {}, PLATE, {"from": turn}), "motion_b.from: ", "rotation"),
                (line(BALL, {}, PLATE, {"to": {"quaternion": [0, 0, 0, 0]}}), "motion_b.to: "),
                (line(BALL, {"to": at(1e300)}, PLATE), "motion_a.to: ", "1e+300"),
                (line(BALL, {"linear": [0, 1e200, 0]}, PLATE), "motion_a: "),
                (line(BALL, {"centre": [1e300, 0, 0]}, PLATE), "motion_a: "), (many, "motion_a: "),
                (line({"sphere": -1}, {}, PLATE), "a: the radius"),
                (line(BALL, {}, PLATE, margin=-1), "margin: must not be negative"),
                (self.GOOD.replace("-10", "NaN"), "not JSON"),
                (self.GOOD.replace("-10", "1e999"), "motion_a.from.translation[0]", "too large"),
                (self.GOOD[:-1] + ', "id": 2}', 'the key "id" is given twice')]:
            with self.subTest(text=text):
                answer = ask(text, "--verify")
                self.assertEqual(sorted(answer), ["error", "id"], answer)
                for word in words:
                    self.assertIn(word, answer["error"])

    def test_lines_that_were_cut_off(self):
        starts = [self.GOOD[:n] for n in range(1, len(self.GOOD))]
        answers = ask_all(starts)
        self.assertEqual(len(answers), len(starts))
        for answer in answers:
            self.assertIn("not JSON", answer["error"])

    def test_damaged_lines(self):
        """Whatever stands in a line, there is one answer to it, and a good line after it works."""
        generator = random.Random(3)
        pieces = ["", "0", "-1", "1e308", "1e-308", "nan", "null", "[]", "{}", '"', ",", "\\", "\0",
                  "\udcff", '"to"', '"linear": [1, 2, 3], ', '"0x1p1023"', "[1, 2, 3]"]
        lines = []
        for _ in range(2000):
            at_byte, length = generator.randrange(len(self.GOOD)), generator.choice([0, 1, 3, 20])
            lines.append(self.GOOD[:at_byte] + generator.choice(pieces) +
                         self.GOOD[at_byte + length:])
        lines = [text for text in lines if text.strip()]
        stdin = "\n".join([*lines, self.GOOD]).encode("utf-8", "surrogateescape")
        result = glance("toi", "--verify", "-", stdin=stdin)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        answers = [json.loads(text) for text in result.stdout.decode("utf-8").splitlines()]
        self.assertEqual(len(answers), len(lines) + 1)
        for answer in answers:
            self.assertTrue(("error" in answer) != ("hit" in answer), answer)
        self.assertEqual(answers[-1], ask(self.GOOD, "--verify"))
        self.assertGreater(sum("error" in answer for answer in answers), 1000)

    def test_absurd_numbers(self):
        """Large and small lengths are only lengths."""
        for scale in [1e-50, 1, 1e50]:
            ball, plate = {"sphere": scale}, {"box": [0.01 * scale, 5 * scale, 5 * scale]}
            answer = ask(line(ball, {"from": at(-10 * scale), "to": at(10 * scale)}, plate))
            self.assertAlmostEqual(answer["time"], 8.99 / 20, 5, scale)


class Usage(unittest.TestCase):
    def check_refused(self, result, *words):
        self.assertEqual((result.returncode, result.stdout), (2, b""), result)
        for word in words:
            self.assertIn(word.encode(), result.stderr)

    def test_bad_usage(self):
        self.check_refused(glance("toi"), "FILE")
        self.check_refused(glance("toi", "-", "more"), "more")
        self.check_refused(glance("toi", "--frobnicate", "-"), "--frobnicate")
        self.check_refused(glance("toi", "--coherent", "-"), "--coherent")
        self.check_refused(glance("toi", "--verify=maybe", "-"), "verify")
        self.check_refused(glance("toi", "--tolerance"), "--tolerance")
        for number in ["-1", "-1e-300", "0"]:
            self.check_refused(glance("toi", "--tolerance", number, "-"), "--tolerance", number,
                               "must be larger than 0")
        for number in ["nan", "inf", "1e999", "small", ""]:
            self.check_refused(glance("toi", "--tolerance", number, "-"), "--tolerance",
                               f"'{number}'")

    def test_unreadable(self):
        for name, why in [("/nonexistent/file", "there is no file '/nonexistent/file'"),
                          (tempfile.gettempdir(), "is a folder, not a file"), ("", "is empty")]:
            self.check_refused(glance("toi", name), why)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    cli_test.GLANCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
