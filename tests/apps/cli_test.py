"""The tool as a process: help, exit codes, pipes, terminals, bad input.

Usage: cli_test.py PATH_OF_THE_BINARY
"""
import json
import os
import pty
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

GLANCE = ""
COMMANDS = ["check", "pairs", "toi", "tree", "sim", "replay", "reproduce", "demo", "help"]
TIMEOUT = 120

GOOD = '{"id": 1, "a": {"box": [1, 1, 1]}, "b": {"box": [1, 1, 1]}}'


def glance(*arguments, stdin=b"", **options):
    return subprocess.run(
        [GLANCE, *arguments], input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        timeout=TIMEOUT, **options)


def read_until_closed(fd):
    """Everything that comes out of a terminal."""
    text = b""
    while True:
        try:
            piece = os.read(fd, 65536)
        except OSError:  # Linux reports the last close of the other side as EIO
            piece = b""
        if not piece:
            return text
        text += piece


class Usage(unittest.TestCase):
    def check(self, result, code):
        self.assertEqual(result.returncode, code, result)

    def check_refused(self, result, *words):
        self.check(result, 2)
        self.assertEqual(result.stdout, b"")
        for word in words:
            self.assertIn(word.encode(), result.stderr)

    def test_version(self):
        result = glance("--version")
        self.check(result, 0)
        self.assertRegex(result.stdout, rb"\Aglance \d+\.\d+\.\d+\n\Z")

    def test_help(self):
        result = glance("--help")
        self.check(result, 0)
        for command in COMMANDS:
            self.assertIn(command.encode(), result.stdout)
        self.assertEqual(glance("help").stdout, result.stdout)
        for command in COMMANDS:
            result = glance(command, "--help")
            self.check(result, 0)
            self.assertEqual(result.stderr, b"")
            self.assertEqual(glance("help", command).stdout, result.stdout)

    def test_help_fits_a_terminal(self):
        """80 columns, except for calls that are to be copied and what they print."""
        for command in [[], *([c] for c in COMMANDS)]:
            text = glance(*command, "--help").stdout.decode()
            for line in text.split("Example:\n")[0].split("\n"):
                self.assertLessEqual(len(line), 80, (command, line))
            for jargon in ["FLOAT", "UINT", "TEXT", "=-1", "./run"]:
                self.assertNotIn(jargon, text, command)
            self.assertNotRegex(text, r"(?i)(ms|degrees|lengths|radius|frames|triangles|bytes) a "
                                      r"(frame|second|triangle)")

    def test_examples_in_help_are_real(self):
        for command in [[], *([c] for c in COMMANDS)]:
            text = glance(*command, "--help").stdout.decode()
            self.assertEqual(text.count("Example:"), 1)
            lines = text.split("Example:\n")[1].rstrip().split("\n")
            self.assertTrue(lines[0].startswith("  $ "), lines)
            call = lines[0][4:].replace("glance ", shlex.quote(GLANCE) + " ")
            shown = [line[2:] for line in lines[1:]]
            with tempfile.TemporaryDirectory() as folder:  # some write a file first
                result = subprocess.run(["sh", "-c", call], stdout=subprocess.PIPE,
                                        timeout=TIMEOUT, cwd=folder)
            self.check(result, 0)
            self.assertEqual(result.stdout.decode().rstrip().split("\n"), shown)

    def test_no_command(self):
        self.check_refused(glance(), "Usage", "pairs", "demo")

    def test_bad_usage(self):
        self.check_refused(glance("frobnicate"), "frobnicate")
        self.check_refused(glance("--frobnicate"), "--frobnicate")
        self.check_refused(glance("pairs", "--frobnicate", "-"), "--frobnicate")
        self.check_refused(glance("pairs"), "FILE")
        self.check_refused(glance("pairs", "-", "more"), "more")
        self.check_refused(glance("demo", "more"), "more")
        self.check_refused(glance("demo", "pairs", "-"), "pairs")
        self.check_refused(glance("pairs", "--method", "guess", "-"), "guess", "oracle")
        self.check_refused(glance("pairs", "--method"), "--method")
        self.check_refused(glance("pairs", "--start", "here", "-"), "here", "cached, table, random")
        for seed in ["-1", "1.5", "x", "", "18446744073709551616"]:
            self.check_refused(glance("pairs", "--seed", seed, "-"), "--seed", f"'{seed}'")
        self.check_refused(glance("pairs", "--verify=maybe", "-"), "verify")
        self.check_refused(glance("pairs", "--method", "auto", "--method", "oracle", "-"),
                           "--method")

    def test_demo(self):
        result = glance("demo")
        self.check(result, 0)
        text = result.stdout.decode()
        verdicts = [line for line in text.split("\n") if line.strip().startswith("verdict")]
        self.assertEqual(verdicts[0].split()[1:], ["apart", "touching", "overlapping"])
        self.assertIn("glance pairs --help", text)


class Pairs(unittest.TestCase):
    def test_unreadable(self):
        for name in ["/nonexistent/file", tempfile.gettempdir(), ""]:
            result = glance("pairs", name)
            self.assertEqual(result.returncode, 2, result)
            self.assertEqual(result.stdout, b"")
            self.assertRegex(result.stderr, b"there is no file|is a folder|is empty")

    def test_closed_stdin(self):
        call = shlex.quote(GLANCE) + " pairs - <&-"
        result = subprocess.run(["sh", "-c", call], capture_output=True, timeout=TIMEOUT)
        self.assertEqual(result.returncode, 2, result)
        self.assertIn(b"cannot read standard input", result.stderr)

    def test_nothing_to_answer(self):
        for text in [b"", b"\n", b"\n  \n\t\r\n"]:
            result = glance("pairs", "-", stdin=text)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))

    def test_file_and_pipe_agree(self):
        lines = (GOOD + "\r\n\nnonsense\n" + GOOD).encode()  # no newline at the end
        with tempfile.NamedTemporaryFile() as file:
            file.write(lines)
            file.flush()
            from_file = glance("pairs", file.name)
        from_pipe = glance("pairs", "--method", "auto", "-", stdin=lines)
        self.assertEqual(from_file.returncode, 0)
        self.assertEqual(from_file.stdout, from_pipe.stdout)
        answers = [json.loads(line) for line in from_file.stdout.splitlines()]
        self.assertEqual(["error" in a for a in answers], [False, True, False])

    def test_conversation(self):
        """Each answer arrives before the next line is written."""
        process = subprocess.Popen([GLANCE, "pairs", "-"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE)
        guard = threading.Timer(TIMEOUT, process.kill)
        guard.start()
        for i in range(200):
            line = GOOD.replace('"id": 1', f'"id": {i}') if i % 3 else f'{{"id": {i}}}'
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            self.assertEqual(answer["id"], i)
            self.assertEqual("verdict" in answer, bool(i % 3))
        process.stdin.close()
        self.assertEqual(process.stdout.read(), b"")
        process.stdout.close()
        self.assertEqual(process.wait(), 0)
        guard.cancel()

    def test_many_mixed_lines(self):
        generator = random.Random(1)
        bad = ["", "{", "[]", "null", "1e999", '{"id": %d}', '{"id": %d, "a": {"box": [1, 1]}}',
               '{"id": %d, "x": 1}', GOOD[:-1], '"' + "x" * 5000, "[" * 5000, "\udcff\udcfe",
               "\0", '{"id": %d, "id": %d}']
        lines, expected = [], []
        for i in range(20000):
            if generator.random() < 0.3:
                text = generator.choice(bad).replace("%d", str(i))
                if text:
                    # With an id that was understood, or none.
                    understood = i if text.startswith('{"id": %d' % i) else None
                    expected.append((1 if text == GOOD[:-1] else understood, None))
            else:
                # Cubes of side 2: the verdict is known beforehand, exactly.
                x = generator.choice([1.5, 2, 2.5])
                verdict = {1.5: "overlapping", 2: "touching", 2.5: "apart"}[x]
                text = json.dumps({"id": i, "a": {"box": [1, 1, 1]}, "b": {"box": [1, 1, 1]},
                                   "pose_b": {"translation": [x, 0.25, -0.5]}})
                expected.append((i, verdict))
            lines.append(text)
        stdin = "\n".join(lines).encode("utf-8", "surrogateescape") + b"\n"
        result = glance("pairs", "-", stdin=stdin)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        answers = [json.loads(line) for line in result.stdout.decode("utf-8").splitlines()]
        self.assertEqual([(a["id"], a.get("verdict")) for a in answers], expected)
        for a in answers:
            self.assertTrue(("error" in a) != ("verdict" in a), a)

    def test_hex_floats(self):
        line = ('{"a": {"hull": [["0x1.999999999999ap-4", "0x0p0", 0]]}, '
                '"b": {"hull": [["-0x1.999999999999ap-4", "-0x0p0", 0]]}}')
        answer = json.loads(glance("pairs", "-", stdin=line.encode()).stdout)
        self.assertAlmostEqual(answer["distance"], 0.2, 15)
        self.assertAlmostEqual(answer["point_a"][0], 0.1, 15)
        self.assertAlmostEqual(answer["point_b"][0], -0.1, 15)
        self.assertEqual(answer["normal"], [-1, 0, 0])

    def ask(self, a, b, *options, **more):
        line = json.dumps({"a": a, "b": b, **more})
        result = glance("pairs", *options, "-", stdin=line.encode())
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return json.loads(result.stdout)

    KINDS = {
        "hull": [[-1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, -1]], "box": [1, 1, 1],
        "sphere": 1, "capsule": {"radius": 1, "half_length": 1},
        "cylinder": {"radius": 1, "half_length": 1}, "cone": {"radius": 1, "half_length": 1},
        "ellipsoid": [1, 1, 1], "halfspace": {"normal": [1, 0, 0], "offset": 1},
        "triangle": [[1, 0, 0], [-1, 0, 1], [-1, 0, -1]], "segment": [[-1, 0, 0], [1, 0, 0]],
        "point": [1, 0, 0]}

    def test_every_kind(self):
        """All of them end at x = 1 (the cone at its rim), where a ball comes near."""
        lines, expected = [], []
        for kind, value in self.KINDS.items():
            exact = kind not in ["cylinder", "cone", "ellipsoid"]
            for gap, verdict in {0.5: "apart", -0.125: "overlapping", 0: "touching"}.items():
                if gap == 0 and not exact:
                    continue
                pose = {"translation": [2 + gap, 0, -1 if kind == "cone" else 0]}
                for a, b in [({kind: value}, {"sphere": 1}),
                             ({kind: value, "rounding": 0.5}, {"sphere": 0.5})]:
                    lines.append(json.dumps({"a": a, "b": b, "pose_b": pose}))
                    expected.append((verdict, gap, exact))
        result = glance("pairs", "--verify", "-", stdin="\n".join(lines).encode())
        self.assertEqual((result.returncode, result.stderr), (0, b""), result.stdout)
        answers = list(map(json.loads, result.stdout.splitlines()))
        for line, answer, (verdict, gap, exact) in zip(lines, answers, expected, strict=True):
            self.assertEqual(answer.get("verdict"), verdict, (line, answer))
            self.assertAlmostEqual(answer["distance"] - answer["depth"], gap, 12 if exact else 7)
            self.assertIs(answer["verified"], True)

    def test_rounding_and_margin(self):
        box = {"box": [1, 1, 1], "rounding": 0.25}
        for margin, verdict in [(0, "apart"), (0.125, "apart"), (0.25, "touching"),
                                (0.5, "overlapping")]:
            answer = self.ask(box, {"sphere": 0.5}, pose_b={"translation": [2, 0, 0]},
                              margin=margin)
            self.assertEqual(answer["verdict"], verdict)
            self.assertAlmostEqual(answer["distance"], 0.25, 12)

    def test_infinity_is_null(self):
        answer = self.ask({"halfspace": {"normal": [0, 0, 1], "offset": 0}},
                          {"halfspace": {"normal": [1, 0, 0], "offset": 0}})
        self.assertEqual((answer["verdict"], answer["depth"]), ("overlapping", None))

    def test_contacts(self):
        boxes = [{"box": [1, 1, 1]}] * 2
        self.assertNotIn("contacts", self.ask(*boxes))
        answer = self.ask(*boxes, "--contacts", pose_b={"translation": [0.5, 0.25, 1.875]})
        self.assertEqual(answer["contact_normal"], [0, 0, 1])
        self.assertEqual(len(answer["contacts"]), 4)
        for contact in answer["contacts"]:
            self.assertRegex(contact["id"], r"\A[0-9a-f]{16}\Z")
            self.assertAlmostEqual(contact["depth"], 0.125, 12)
            self.assertAlmostEqual(contact["point_a"][2], 1, 12)
            self.assertAlmostEqual(contact["point_b"][2], 0.875, 12)
        self.assertEqual(len({contact["id"] for contact in answer["contacts"]}), 4)
        answer = self.ask(*boxes, "--contacts", pose_b={"translation": [0, 0, 3]})
        self.assertEqual(answer["contacts"], [])
        answer = self.ask(*boxes, "--contacts", pose_b={"translation": [0, 0, 3]}, margin=1.5)
        self.assertAlmostEqual(answer["contacts"][0]["depth"], -1, 12)

    def test_decimals_and_hex_floats_are_the_same_numbers(self):
        generator = random.Random(2)
        lines = {str: [], float: []}
        for _ in range(200):
            hulls = [[[generator.uniform(-1, 1) * 10 ** generator.randint(-20, 20)
                       for _ in range(3)] for _ in range(5)] for _ in "ab"]
            for kind in lines:
                a, b = ([[x.hex() if kind is str else x for x in p] for p in h] for h in hulls)
                lines[kind].append(json.dumps({"a": {"hull": a}, "b": {"hull": b}}))
        answers = [glance("pairs", "-", stdin="\n".join(l).encode()) for l in lines.values()]
        self.assertEqual(answers[0].stdout.count(b"verdict"), 200)
        self.assertEqual(answers[0].stdout, answers[1].stdout)


def film():
    """Two pairs of bodies that move past each other, in turns."""
    bodies = [{"box": [1, 0.5, 0.25]}, {"hull": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}]
    lines = []
    for i in range(200):
        a, b = bodies[::1 if i % 3 else -1]
        pose = {"translation": [-3 + i / 32, 0.25, i / 4096], "quaternion": [0.8, 0, 0, 0.6]}
        lines.append(json.dumps({"id": i, "a": a, "b": b, "pose_b": pose}))
    return "\n".join(lines).encode()


class Options(unittest.TestCase):
    """Every way to answer gives the same answer."""

    def ask(self, *options, lines=None, code=0):
        result = glance("pairs", *options, "-", stdin=lines or film())
        self.assertEqual((result.returncode, result.stderr), (code, b""))
        return [json.loads(line) for line in result.stdout.splitlines()]

    def expect_same(self, answers, expected):
        self.assertEqual([(a["id"], a["verdict"]) for a in answers],
                         [(e["id"], e["verdict"]) for e in expected])
        for a, e in zip(answers, expected):
            self.assertAlmostEqual(a["distance"], e["distance"], 12)

    def test_film_shows_all_verdicts_often(self):
        verdicts = [a["verdict"] for a in self.ask("--method", "oracle")]
        self.assertGreater(verdicts.count("apart"), 50)
        self.assertGreater(verdicts.count("overlapping"), 20)

    def test_same_answers(self):
        expected = self.ask("--method", "oracle")
        for method in ["auto", "voronoi", "oracle", "gjk", "closed_form", "lp"]:
            for options in [[], ["--coherent"], ["--start", "table"], ["--no-interior-cells"],
                            ["--start", "random", "--seed", "18446744073709551615"],
                            ["--coherent", "--start", "cached"]]:
                answers = self.ask("--method", method, *options)
                self.expect_same(answers, expected)
                for a, e in zip(answers, expected):
                    self.assertAlmostEqual(a["depth"], e["depth"], 12)
                    self.assertEqual(a["method"], method)
            self.expect_same(self.ask("--method", method, "--no-depth"), expected)

    def test_runs_repeat(self):
        for options in [["--coherent"], ["--start", "random", "--seed", "5"]]:
            self.assertEqual(self.ask(*options), self.ask(*options))

    def test_bounds_and_certificates(self):
        for a in self.ask():
            self.assertLessEqual(a["lower"], a["upper"])
            certificate = a["certificate"]
            self.assertTrue(certificate["pairs"] if a["verdict"] == "overlapping" else
                            "plane" in certificate or len(certificate["direction"]) == 3)

    def test_verify(self):
        for method in ["auto", "voronoi", "oracle", "gjk", "closed_form", "lp"]:
            for a in self.ask("--method", method, "--verify"):
                self.assertIs(a["verified"], True, a)
        self.assertNotIn("verified", self.ask()[0])
        # A verdict without a proof is refused.
        for a in self.ask("--no-certify", "--verify", code=1):
            self.assertEqual((a["certificate"], a["verified"]), (None, False))
            self.assertIn("undecided", a["verify_error"])
        # Lines that make no sense have nothing to verify.
        answers = self.ask("--verify", lines=b"nonsense")
        self.assertEqual(sorted(answers[0]), ["error", "id"])


class Output(unittest.TestCase):
    """A full disk and a closed output are errors. A reader that has had enough is not."""

    def run_into(self, shell_tail, *arguments):
        call = " ".join(map(shlex.quote, [GLANCE, *arguments])) + shell_tail
        return subprocess.run(["sh", "-c", call], input=(GOOD + "\n").encode() * 3,
                              capture_output=True, timeout=TIMEOUT)

    def test_full_or_closed(self):
        for tail in [" >/dev/full", " >&-"]:
            sim = ["sim", "--bodies", "2", "--frames", "1"]
            for arguments in [["pairs", "-"], ["toi", "-"], ["demo"], ["--help"], ["pairs", "--help"], sim,
                              [*sim, "--json", "-"], [*sim, "--record", "-"]]:
                result = self.run_into(tail, *arguments)
                self.assertEqual(result.returncode, 2, (tail, arguments, result))
                self.assertIn(b"cannot write", result.stderr)

    def test_reader_goes_away(self):
        process = subprocess.Popen([GLANCE, "pairs", "-"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.close()
        _, stderr = process.communicate((GOOD + "\n").encode(), timeout=TIMEOUT)
        self.assertEqual((process.returncode, stderr), (-signal.SIGPIPE, b""))

    def test_head_is_quiet(self):
        """Also for a caller that ignores the signal, as some programs make their children do."""
        lines = (GOOD + "\n") * 3000
        call = f"{shlex.quote(GLANCE)} pairs - | head -n 1"
        for before in ["", "trap '' PIPE; "]:
            result = subprocess.run(["sh", "-c", before + call], input=lines.encode(),
                                    capture_output=True, timeout=TIMEOUT)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(result.stdout.count(b"\n"), 1)


class Terminal(unittest.TestCase):
    def setUp(self):
        try:
            for end in pty.openpty():
                os.close(end)
        except OSError as error:
            self.skipTest(f"no pseudo-terminal to be had here: {error}")

    def test_says_that_it_waits(self):
        ours, theirs = pty.openpty()
        process = subprocess.Popen([GLANCE, "pairs", "-"], stdin=theirs, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        os.close(theirs)
        self.assertIn(b"waiting for JSON lines", process.stderr.readline())
        os.write(ours, (GOOD + "\n").encode())
        self.assertIn(b"verdict", process.stdout.readline())
        os.write(ours, b"\x04")  # Ctrl-D
        process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 0)
        os.close(ours)

    def progress_of(self, path):
        ours, theirs = pty.openpty()
        process = subprocess.Popen([GLANCE, "pairs", path], stdout=subprocess.DEVNULL,
                                   stderr=theirs)
        os.close(theirs)
        text = read_until_closed(ours)
        os.close(ours)
        self.assertEqual(process.wait(TIMEOUT), 0)
        return text

    def test_progress_on_a_long_run_only(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "lines")
            with open(path, "w") as file:
                file.write(GOOD + "\n")
            self.assertEqual(self.progress_of(path), b"")

            # How many lines take about four seconds on this machine, now?
            count = 2000
            start = time.monotonic()
            glance("pairs", "-", stdin=(GOOD + "\n").encode() * count)
            count = int(count * 4 / (time.monotonic() - start))
            with open(path, "w") as file:
                file.write((GOOD + "\n") * count)
            start = time.monotonic()
            text = self.progress_of(path)
            seconds = time.monotonic() - start
        if seconds < 2.5:
            self.skipTest("the machine became too fast on the way")
        shown = text.count(b"lines done")
        self.assertGreater(shown, 0)
        self.assertLessEqual(shown, 4 * seconds)
        self.assertTrue(text.endswith(b"\r\x1b[K"))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    GLANCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
