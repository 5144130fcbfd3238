"""`glance sim --record` and `glance replay` as processes.

Usage: replay_test.py PATH_OF_THE_BINARY
"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import cli_test
import recording
from cli_test import TIMEOUT, glance
from sim_test import SMALL, Refusals, sim


class Replay(Refusals):
    @classmethod
    def setUpClass(cls):
        result = glance("sim", "--bodies", "6", "--density", "25", "--faces", "4", "--frames", "6",
                        "--record", "-")
        assert result.returncode == 0, result
        cls.data = result.stdout

    def replay(self, data, *options):
        return glance("replay", *options, "-", stdin=data)

    def test_agrees(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.glance")
            result = glance("sim", *SMALL, "--record", path)
            self.assertIn(b"frames per second", result.stdout)
            result = glance("replay", path)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            text = result.stdout.decode()
            self.assertIn("The same pairs touch in every frame.", text)
            self.assertEqual(text.count(sim()["hash"]), 2)
            for options in [["--narrow", "oracle"], ["--broad", "brute", "--boxes", "fixed"]]:
                self.assertEqual(glance("replay", *options, path).stdout.decode(), text)

    def test_partial(self):
        """Cut anywhere, the frames before the cut are replayed."""
        whole = self.replay(self.data, "--partial")
        self.assertEqual(whole.stdout, self.replay(self.data).stdout)
        blocks = recording.split(self.data)
        ends = [8]
        for _, content in blocks:
            ends.append(ends[-1] + 9 + len(content) + 8)
        for size in sorted({*ends, *range(0, len(self.data), 97)} - {len(self.data)}):
            cut = self.data[:size]
            self.check_refused(self.replay(cut), "cut")
            result = self.replay(cut, "--partial")
            if size < ends[1]:
                self.check_refused(result, "cut")
                continue
            self.assertEqual((result.returncode, result.stderr), (0, b""), size)
            text = result.stdout.decode()
            self.assertIn("The recording is cut off", text)
            frames = sum(end <= size for end in ends[2:-1])
            self.assertRegex(text, rf"frames +{frames}\n")

    def test_interrupted(self):
        """A signal ends the recording, which is whole."""
        for number, code in [(signal.SIGINT, 130), (signal.SIGTERM, 143)]:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "run.glance")
                process = subprocess.Popen(
                    [cli_test.GLANCE, "sim", "--bodies", "300", "--frames", "1000000000",
                     "--record", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                deadline = time.monotonic() + TIMEOUT
                while not os.path.exists(path) or os.path.getsize(path) < 200_000:
                    self.assertLess(time.monotonic(), deadline)
                    self.assertIsNone(process.poll())
                    time.sleep(0.01)
                process.send_signal(number)
                output, errors = process.communicate(timeout=TIMEOUT)
                self.assertEqual((process.returncode, output), (code, b""), errors)
                frames = int(re.search(rb"after (\d+) of 1000000000 frames", errors)[1])
                self.assertGreater(frames, 1)
                result = glance("replay", path)
                self.assertEqual((result.returncode, result.stderr), (0, b""))
                self.assertRegex(result.stdout.decode(), rf"frames +{frames}\n")

    def test_every_kind_and_a_margin(self):
        result = glance("sim", *SMALL, "--shapes-mix", "all", "--margin", "0.125", "--record", "-")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        head = recording.read_whole_head(recording.split(result.stdout)[0][1])
        self.assertEqual(head["margin"], 0.125)
        self.assertEqual(head["static"], list(range(40, 46)))
        self.assertEqual({kind for _, kind, _, _ in head["shapes"]}, set(recording.KINDS))
        for options in [[], ["--boxes", "tight"], ["--broad", "brute"]]:
            replayed = self.replay(result.stdout, *options)
            self.assertEqual((replayed.returncode, replayed.stderr), (0, b""))
            self.assertIn(b"The same pairs touch in every frame.", replayed.stdout)

    def test_read_from_the_documentation_alone(self):
        blocks = recording.split(self.data)
        self.assertEqual(recording.join(blocks), self.data)
        self.assertEqual(b"".join(kind for kind, _ in blocks), b"HFFFFFFE")
        shapes, shape_of = recording.read_head(blocks[0][1])
        self.assertEqual([(kind, rounding, len(vertices)) for _, kind, rounding, vertices in shapes],
                         [("hull", 0, 4)] * 6)
        self.assertEqual(shape_of, [0, 1, 2, 3, 4, 5])
        frames = recording.Frames(shapes, shape_of)
        pairs = [frames.read(content) for _, content in blocks[1:-1]]
        for poses in frames.poses:
            self.assertEqual(len(poses), 6)
            for rotation, translation in poses:
                squares = recording.times(rotation, list(zip(*rotation)))
                for i in range(3):
                    for j in range(3):
                        self.assertAlmostEqual(squares[i][j], float(i == j), 14)
                    self.assertLess(abs(translation[i]), 10)
        self.assertGreater(sum(map(len, pairs)), 6)
        end = recording.Bytes(blocks[-1][1])
        self.assertEqual(end.varint(), 6)
        self.assertEqual(int.from_bytes(blocks[-1][1][1:], "little"), recording.pair_hash(pairs))

    def forge(self, change):
        """The recording with other pairs, and everything else in order."""
        blocks = recording.split(self.data)
        shapes, shape_of = recording.read_head(blocks[0][1])
        frames = recording.Frames(shapes, shape_of)
        pairs = [frames.read(content) for _, content in blocks[1:-1]]
        for i, frame in enumerate(pairs):
            change(i, frame)
            poses = recording.frame_without_pairs(blocks[1 + i][1], len(shape_of))
            blocks[1 + i] = (b"F", poses + recording.pairs_content(frame))
        end = recording.varint(len(pairs)) + recording.pair_hash(pairs).to_bytes(8, "little")
        blocks[-1] = (b"E", end)
        return recording.join(blocks)

    def test_other_pairs_are_noticed(self):
        self.assertEqual(self.forge(lambda i, frame: None), self.data)

        def forget_the_last(i, frame):
            if i == 2:
                self.lost = frame.pop()

        def make_up_one(i, frame):
            missing = [(a, b) for a in range(6) for b in range(a + 1, 6) if (a, b) not in frame]
            self.made_up = missing[0]
            frame.append(missing[0])
            frame.sort()

        result = self.replay(self.forge(forget_the_last))
        self.assertEqual(result.returncode, 1)
        self.assertIn("frame 2: bodies %d and %d touch in the replay only" % self.lost,
                      result.stderr.decode())
        self.assertIn(b"1 of 6 frames differ", result.stdout)
        result = self.replay(self.forge(make_up_one))
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, rb"frame 0: bodies \d and \d touch in the recording only")
        self.assertIn(b"6 of 6 frames differ", result.stdout)

    def test_damaged(self):
        """Every cut and every byte: tests/unit/io. Here, what becomes of them in the end."""
        for size in [0, 1, 7, 8, 9, 100, len(self.data) // 2, len(self.data) - 1]:
            self.check_refused(self.replay(self.data[:size]), "recording standard input: cut",
                               f"ends at byte {size}")
        middle = len(self.data) // 2
        changed = self.data[:middle] + bytes([self.data[middle] ^ 1]) + self.data[middle + 1:]
        self.check_refused(self.replay(changed), "damaged", "checksum of bytes")
        self.check_refused(self.replay(self.data + b"x"), "damaged", "goes on")
        self.check_refused(self.replay(b"{}"), "not a recording")

    def test_unreadable(self):
        self.check_refused(glance("replay"), "FILE")
        self.check_refused(glance("replay", "/nonexistent/file"), "there is no file")
        self.check_refused(glance("replay", tempfile.gettempdir()), "is a folder, not a file")
        self.check_refused(glance("replay", "--boxes", "x", "-"), "auto, fixed, tight")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    cli_test.GLANCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
