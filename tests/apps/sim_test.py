"""`glance sim` as a process.

Usage: sim_test.py PATH_OF_THE_BINARY
"""
import json
import os
import pty
import shlex
import subprocess
import sys
import tempfile
import time
import unittest

import cli_test
from cli_test import TIMEOUT, glance

SMALL = ["--bodies", "40", "--density", "10", "--faces", "12", "--frames", "8"]


def sim(*options):
    """The JSON of a small run."""
    result = glance("sim", *SMALL, *options, "--json", "-")
    assert (result.returncode, result.stderr) == (0, b""), result
    return json.loads(result.stdout)


class Refusals(unittest.TestCase):
    def check_refused(self, result, *words):
        self.assertEqual((result.returncode, result.stdout), (2, b""), result)
        for word in words:
            self.assertIn(word.encode(), result.stderr)


class Sim(Refusals):
    def test_json(self):
        answer = sim()
        self.assertEqual(list(answer)[:6],
                         ["bodies", "frames", "seconds_per_frame", "pairs", "hash", "bytes"])
        self.assertEqual((answer["bodies"], answer["frames"]), (40, 8))
        seconds = answer["seconds_per_frame"]
        self.assertEqual(list(seconds), ["total", "bounds", "broad", "narrow"])
        self.assertAlmostEqual(seconds["total"],
                               seconds["bounds"] + seconds["broad"] + seconds["narrow"], 12)
        self.assertEqual(list(answer["pairs"]), ["overlapping", "touching"])
        self.assertGreater(answer["pairs"]["touching"], 1)
        self.assertGreater(answer["pairs"]["overlapping"], answer["pairs"]["touching"])
        self.assertRegex(answer["hash"], r"\A[0-9a-f]{16}\Z")
        self.assertGreater(answer["bytes"], 40 * 96)

    def test_the_same_hash_however_it_is_found(self):
        expected = sim()["hash"]
        for options in [["--boxes", "fixed"], ["--boxes", "tight"], ["--boxes", "auto"],
                        ["--sort", "insertion"], ["--sort", "bubble"],
                        ["--boxes", "tight", "--box-method", "neighbors"],
                        ["--boxes", "tight", "--box-method", "walls"],
                        ["--query", "collide"], ["--query", "distance"],
                        ["--query", "contacts"], ["--broad", "sap"],
                        ["--broad", "brute"], ["--narrow", "auto"], ["--narrow", "voronoi"],
                        ["--narrow", "oracle"], ["--narrow", "gjk"], ["--narrow", "lp"],
                        ["--interframe", "toi"], ["--interframe", "safe"],
                        ["--interframe", "paper"], ["--interframe", "off"], ["--delta", "0.25"], ["--no-interior-cells"],
                        ["--preset", "frame4"]]:  # what SMALL says itself stays
            self.assertEqual(sim(*options)["hash"], expected, options)

    def test_every_kind(self):
        mixed = ["--shapes-mix", "all"]
        expected = sim(*mixed)
        self.assertNotEqual(expected["hash"], sim()["hash"])
        self.assertEqual((expected["bodies"], expected["settings"]["shapes_mix"]), (40, "all"))
        for options in [["--boxes", "fixed"], ["--broad", "brute"], ["--narrow", "gjk"],
                        ["--narrow", "closed_form"], ["--narrow", "lp"], ["--query", "distance"], ["--query", "contacts"],
                        ["--delta", "0.25"]]:
            self.assertEqual(sim(*mixed, *options)["hash"], expected["hash"], options)
        wider = sim(*mixed, "--margin", "0.25")
        self.assertGreater(wider["pairs"]["touching"], expected["pairs"]["touching"])
        self.assertIn(b"40 bodies of every kind", glance("sim", *SMALL, *mixed).stdout)

    def test_margin(self):
        touching = [sim("--margin", m)["pairs"]["touching"] for m in ["0", "0.125", "0.5"]]
        self.assertEqual(touching[0], sim()["pairs"]["touching"])
        self.assertLess(touching[0], touching[1])
        self.assertLess(touching[1], touching[2])

    def test_other_scenes_have_other_hashes(self):
        hashes = {sim(*options)["hash"]
                  for options in [[], ["--seed", "2"], ["--path", "random"], ["--rotation", "20"],
                                  ["--translation", "0.5"], ["--shapes", "3"]]}
        self.assertEqual(len(hashes), 6)

    def test_table(self):
        result = glance("sim", *SMALL)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        text = result.stdout.decode()
        for word in ["40 bodies of 12 faces", "bounds", "broad", "narrow", "total",
                     "frames per second", "touching", sim()["hash"]]:
            self.assertIn(word, text)
        self.assertNotIn("paper", text)
        text = glance("sim", "--frames", "1").stdout.decode()
        self.assertIn("1000 bodies of 36 faces (256 shapes)", text)
        self.assertIn("the paper: 23 (HP-9000/750, 1995)", text)

    def test_presets(self):
        for preset, bodies, faces, density in [("paper", 1000, 36, 1), ("frame3", 200, 56, 1),
                                               ("frame4", 500, 16, 0.1)]:
            result = glance("sim", "--preset", preset, "--frames", "1", "--json", "-")
            answer = json.loads(result.stdout)
            settings = answer["settings"]
            self.assertEqual((answer["bodies"], settings["faces"], settings["density"]),
                             (bodies, faces, density))
        answer = sim("--preset", "frame3")
        self.assertEqual((answer["bodies"], answer["settings"]["faces"]), (40, 12))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "result.json")
            result = glance("sim", *SMALL, "--json", path)
            self.assertIn(b"frames per second", result.stdout)
            with open(path) as file:
                self.assertEqual(json.load(file)["hash"], sim()["hash"])

    def test_model(self):
        with tempfile.NamedTemporaryFile("w") as file:
            def run(text):
                file.seek(0)
                file.truncate()
                file.write(text)
                file.flush()
                return glance("sim", *SMALL, "--model", file.name, "--json", "-")

            answer = json.loads(run('{"box": [1, 2,\n 3]}\n').stdout)
            self.assertEqual(answer["settings"]["faces"], 6)
            answer = json.loads(run('{"hull": [[0,0,0], [1,0,0], [0,1,0], [0,0,"0x1p0"]]}').stdout)
            self.assertEqual(answer["settings"]["faces"], 4)
            self.assertGreater(json.loads(run('{"sphere": 2}').stdout)["pairs"]["touching"], 1)
            for text, why in [("", "not JSON"), ("{", "not JSON"), ("[]", "model: expected"),
                              ('{"box": [1, 2]}', "model.box: expected an array of 3"),
                              ('{"bax": 1}', 'unknown key "bax"'),
                              ('{"hull": []}', "model: "), ('{"sphere": -1}', "model: the radius"),
                              ('{"halfspace": {"normal": [1,0,0], "offset": 0}}', "no volume"),
                              ('{"box": [1, 1, 0]}', "no volume"),
                              ('{"box": [1, 1, 1e999]}', "too large")]:
                self.check_refused(run(text), why)
        self.check_refused(glance("sim", "--model", "/nonexistent/model"),
                           "--model: there is no file '/nonexistent/model'")
        self.check_refused(glance("sim", "--model", tempfile.gettempdir()), "is a folder")

    def test_one_body(self):
        result = glance("sim", "--bodies", "1", "--frames", "3", "--json", "-")
        answer = json.loads(result.stdout)
        self.assertEqual(answer["pairs"], {"overlapping": 0, "touching": 0})

    def test_bad_input(self):
        for option, value, *words in [
                ("--bodies", "0", "at least one body"), ("--frames", "0", "at least one frame"),
                ("--bodies", "-1", "'-1'"), ("--bodies", "1.5", "'1.5'"),
                ("--bodies", "99999999999", "at most 4294967295"),
                ("--density", "-1", "density", "not -1"), ("--density", "0", "density", "not 0"),
                ("--density", "101", "density", "to 100"), ("--density", "nan", "'nan'"),
                ("--rotation", "-10", "rotation", "not -10"), ("--rotation", "inf", "'inf'"),
                ("--translation", "-1", "translation"), ("--translation", "ten", "'ten'"),
                ("--faces", "35", "even"), ("--faces", "2", "at least 4"),
                ("--faces", "4e9", "GiB"), ("--shapes", "0", "at least one shape"),
                ("--delta", "-1", "delta"), ("--boxes", "loose", "auto, fixed, tight"),
                ("--narrow", "guess", "auto, voronoi, oracle, gjk, closed_form, lp"),
                ("--scene", "x", "multibody, bullets"), ("--interframe", "x", "off, paper, safe, toi"),
                ("--speed", "1", "--speed is an option of --scene bullets"),
                ("--broad", "x", "auto, sap"),
                ("--sort", "quick", "auto, insertion, bubble"), ("--path", "x", "straight"),
                ("--box-method", "x", "auto, neighbors, walls"), ("--query", "x", "distance, contacts"),
                ("--margin", "-1", "margin"), ("--shapes-mix", "x", "hulls, all"),
                ("--preset", "frame5", "paper, frame3, frame4"), ("--seed", "-1", "'-1'"),
                ("--json", "/nonexistent/x", "cannot write to '/nonexistent/x'", "No such file"),
                ("--record", "/nonexistent/x", "cannot write to '/nonexistent/x'"),
                ("--record", "/dev/full", "cannot write to '/dev/full'", "No space"),
                ("--json", "/dev/full", "cannot write to '/dev/full'", "No space")]:
            with self.subTest(option=option, value=value):
                self.check_refused(glance("sim", option, value), *words)
        self.check_refused(glance("sim", "--json", "-", "--record", "-"), "standard output")
        self.check_refused(glance("sim", "more"), "more")
        self.check_refused(glance("sim", "--model", "x", "--shapes-mix", "all"), "--model",
                           "--shapes-mix all")

    def test_more_bodies_than_memory(self):
        for number in ["1000000000", "1e9"]:
            start = time.monotonic()
            result = glance("sim", "--bodies", number)
            self.check_refused(result, "1000000000 bodies", "need about", "GiB of memory",
                               "GiB are available")
            self.assertLess(time.monotonic() - start, 5)


class Bullets(Refusals):
    SMALL = ["--projectiles", "20", "--plates", "4", "--frames", "30"]

    def run_scene(self, *options):
        result = glance("sim", "--scene", "bullets", *self.SMALL, *options, "--json", "-")
        self.assertEqual((result.returncode, result.stderr), (0, b""), result)
        return json.loads(result.stdout)

    def test_json(self):
        answer = self.run_scene()
        self.assertEqual((answer["bodies"], answer["frames"]), (24, 30))
        self.assertEqual(list(answer["interframe"]), ["contacts", "swept"])
        self.assertRegex(answer["interframe_hash"], r"\A[0-9a-f]{16}\Z")
        settings = answer["settings"]
        self.assertEqual([settings[key] for key in ["scene", "plates", "projectiles", "speed",
                                                    "spin", "thickness", "interframe"]],
                         ["bullets", 4, 20, 10, 30, 0.05, "toi"])

    def test_found_between_frames(self):
        for speed in ["1", "20", "100"]:
            found = {method: self.run_scene("--speed", speed, "--interframe", method)
                     for method in ["off", "paper", "safe", "toi"]}
            contacts = {m: answer["interframe"]["contacts"] for m, answer in found.items()}
            self.assertEqual(found["off"]["interframe"], {"contacts": 0, "swept": 0})
            self.assertGreater(contacts["toi"], 0.1)
            self.assertGreaterEqual(contacts["safe"], contacts["toi"])
            self.assertGreaterEqual(found["toi"]["interframe"]["swept"], contacts["safe"])
            self.assertEqual(len({answer["hash"] for answer in found.values()}), 1)
            if speed != "1":  # frame by frame they are hardly ever seen
                self.assertGreater(contacts["toi"], 4 * found["off"]["pairs"]["touching"])

    def test_the_same_however_it_is_found(self):
        expected = self.run_scene()
        self.assertEqual(self.run_scene()["interframe_hash"], expected["interframe_hash"])
        for options in [["--boxes", "fixed"], ["--boxes", "tight"], ["--broad", "brute"],
                        ["--sort", "bubble"], ["--delta", "0.25"], ["--narrow", "gjk"],
                        ["--narrow", "voronoi"], ["--narrow", "lp"], ["--query", "distance"]]:
            answer = self.run_scene(*options)
            for key in ["hash", "interframe_hash"]:
                self.assertEqual(answer[key], expected[key], (options, key))
        other = self.run_scene("--seed", "2")
        self.assertNotEqual(other["interframe_hash"], expected["interframe_hash"])

    def test_multibody_is_swept_if_asked(self):
        fast = ["--translation", "150", "--interframe"]
        found = {method: sim(*fast, method) for method in ["off", "safe", "toi"]}
        self.assertEqual(len({answer["hash"] for answer in found.values()}), 1)
        self.assertEqual(found["off"]["interframe"], {"contacts": 0, "swept": 0})
        self.assertGreater(found["toi"]["interframe"]["contacts"], 1)
        self.assertGreaterEqual(found["safe"]["interframe"]["contacts"],
                                found["toi"]["interframe"]["contacts"])
        self.assertEqual(sim()["settings"]["interframe"], "off")

    def test_table(self):
        text = glance("sim", "--scene", "bullets", *self.SMALL).stdout.decode()
        for word in ["20 projectiles, 4 plates of 0.05 body lengths", "by 10 body lengths",
                     "swept", "met", "by toi", self.run_scene()["interframe_hash"]]:
            self.assertIn(word, text)
        self.assertNotIn("swept", glance("sim", *SMALL).stdout.decode())

    def test_recording(self):
        result = glance("sim", "--scene", "bullets", *self.SMALL, "--record", "-")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        replayed = glance("replay", "-", stdin=result.stdout)
        self.assertEqual((replayed.returncode, replayed.stderr), (0, b""))
        self.assertIn(b"The same pairs touch in every frame.", replayed.stdout)

    def test_bad_input(self):
        for option, value, *words in [
                ("--speed", "0", "speed (body lengths per frame)", "not 0"),
                ("--speed", "1000", "to 100"), ("--speed", "nan", "'nan'"),
                ("--spin", "-1", "spin", "not -1"), ("--spin", "181", "to 180"),
                ("--thickness", "0", "thickness"), ("--projectiles", "0", "at least one"),
                ("--projectiles", "99999999999", "at most 4294967295"),
                ("--plates", "-1", "'-1'"), ("--plates", "4e9", "GiB of memory"),
                ("--frames", "0", "at least one frame"), ("--interframe", "maybe", "off, paper"),
                ("--bodies", "5", "--bodies is an option of --scene multibody"),
                ("--preset", "paper", "--preset is an option of --scene multibody"),
                ("--model", "x", "--model is an option of --scene multibody")]:
            with self.subTest(option=option, value=value):
                self.check_refused(glance("sim", "--scene", "bullets", option, value), *words)


class RigidScenes(Refusals):
    FEW = {"rockfall": ["--bodies", "4", "--frames", "130"],
           "bowl": ["--bodies", "12", "--frames", "60"]}

    def run_scene(self, scene, *options):
        result = glance("sim", "--scene", scene, *self.FEW[scene], *options, "--json", "-")
        self.assertEqual((result.returncode, result.stderr), (0, b""), result)
        return json.loads(result.stdout)

    def test_the_same_however_it_is_found(self):
        for scene in self.FEW:
            expected = self.run_scene(scene)
            self.assertEqual(expected["settings"]["response"], "impulse")
            self.assertGreater(expected["response"]["exact_pairs"], 0)
            for options in [["--broad", "brute"], ["--broad", "spacetime"], ["--broad", "grid"],
                            ["--response", "impulse"], ["--budget", "unlimited"]]:
                self.assertEqual(self.run_scene(scene, *options)["hash"], expected["hash"], options)
            others = [self.run_scene(scene, *options)["hash"]
                      for options in [["--response", "none"], ["--response", "exchange"],
                                      ["--response-state", "impact"], ["--seed", "2"]]]
            self.assertEqual(len({expected["hash"], *others}), 5)

    def test_rocks_break(self):
        answer = self.run_scene("rockfall", "--break-speed", "1")
        self.assertGreater(answer["rocks"]["broken"], 0)
        self.assertGreater(answer["bodies"], 4)
        self.assertEqual(self.run_scene("rockfall", "--break-speed", "1000")["rocks"]["broken"], 0)

    def test_budget(self):
        for scene in self.FEW:
            answer = self.run_scene(scene, "--budget", "100w")
            self.assertGreater(answer["critical"]["interrupted"], 0)
            self.assertGreater(answer["response"]["sphere_pairs"], 0)
        self.assertEqual(self.run_scene("bowl", "--budget", "100w")["hash"], answer["hash"])
        self.run_scene("bowl", "--budget", "4ms", "--undecided", "apart")

    def test_table_and_recording(self):
        text = glance("sim", "--scene", "rockfall", *self.FEW["rockfall"]).stdout.decode()
        for words in ["4 rocks fall down a ravine", "response impulse", "contacts", "broken"]:
            self.assertIn(words, text)
        result = glance("sim", "--scene", "bowl", *self.FEW["bowl"], "--record", "-")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        replayed = glance("replay", "-", stdin=result.stdout)
        self.assertIn(b"The same pairs touch in every frame.", replayed.stdout)

    def test_multibody(self):
        expected = sim()["hash"]
        self.assertEqual(sim("--response", "exchange")["hash"], expected)
        self.assertEqual(len({expected, sim("--response", "impulse")["hash"],
                              sim("--response", "none")["hash"]}), 3)

    def test_refusals(self):
        for options, *words in [
                (["--scene", "packed", "--response", "impulse"], "packed", "follow prescribed motions"),
                (["--scene", "corner", "--response", "exchange"], "corner", "follow prescribed motions"),
                (["--scene", "rockfall", "--record", "-"], "come and go"),
                (["--response", "x"], "auto, none, exchange, impulse"),
                (["--response-state", "impact"], "option of --scene rockfall, bowl"),
                (["--scene", "bowl", "--shaking", "-1"], "shaking", "not -1"),
                (["--scene", "rockfall", "--break-speed", "0"], "break speed", "not 0"),
                (["--scene", "bowl", "--bodies", "0"], "at least one body")]:
            with self.subTest(options=options):
                self.check_refused(glance("sim", *options), *words)


class Budgets(Refusals):
    """Frames that end with a budget, of the scenes that are made for it."""

    FEW = ["--shapes", "4"]  # each shape gets a tree of spheres
    SCENES = {"packed": ["--scene", "packed", "--bodies", "4", "--frames", "5"],
              "corner": ["--scene", "corner", "--bodies", "20", "--triangles", "200", "--period",
                         "20", "--frames", "12"]}

    def run_scene(self, name, *options):
        result = glance("sim", *self.SCENES[name], *options, "--json", "-")
        self.assertEqual((result.returncode, result.stderr), (0, b""), result)
        return json.loads(result.stdout)

    def test_scenes(self):
        for name, bodies in [("packed", 4), ("corner", 22)]:
            answer = self.run_scene(name)
            self.assertEqual((answer["bodies"], answer["settings"]["scene"]), (bodies, name))
            self.assertGreater(answer["pairs"]["touching"], 0.5)
            self.assertGreater(answer["pairs"]["overlapping"], answer["pairs"]["touching"])
            self.assertNotIn("critical", answer)
            self.assertEqual(self.run_scene(name, "--broad", "spacetime")["hash"], answer["hash"])
            self.assertNotEqual(self.run_scene(name, "--seed", "2")["hash"], answer["hash"])

    def test_unlimited_is_exact(self):
        for name in self.SCENES:
            answer = self.run_scene(name, "--budget", "unlimited")
            self.assertEqual(answer["hash"], self.run_scene(name)["hash"])
            self.assertEqual((answer["critical"]["undecided"], answer["critical"]["interrupted"]),
                             (0, 0))
        exact = sim(*self.FEW)["hash"]
        for schedule in ["queues", "round-robin", "sequential", "sorted"]:
            answer = sim(*self.FEW, "--budget", "1e9w", "--schedule", schedule)
            self.assertEqual((answer["hash"], answer["settings"]["schedule"]), (exact, schedule))

    def test_work_is_repeatable(self):
        budget = [*self.FEW, "--budget", "2000w", "--gaze", "random"]
        first = sim(*budget)
        self.assertEqual(first["settings"]["budget"], "2000w")
        critical = first["critical"]
        self.assertGreater(critical["undecided"], 1)
        self.assertGreater(critical["asked"], critical["undecided"])
        self.assertGreater(critical["interrupted"], 0.5)
        self.assertGreater(critical["inaccuracy"]["by_bounds"], 0)
        again = sim(*budget)
        self.assertEqual([again[key] for key in ["hash", "pairs", "critical"]],
                         [first[key] for key in ["hash", "pairs", "critical"]])
        less = sim(*self.FEW, "--budget", "200w", "--gaze", "random")["critical"]
        self.assertLess(less["units"], critical["units"])

    def test_undecided(self):
        # Nothing responds in this scene: the same frames.
        exact, touch, apart = (self.run_scene("packed", *options)["pairs"]["touching"]
                               for options in [[], ["--budget", "200w"],
                                               ["--budget", "200w", "--undecided", "apart"]])
        self.assertLess(apart, exact)
        self.assertLess(exact, touch)

    def test_gaze(self):
        budget = ["--budget", "200w", "--gaze"]
        noticed = [self.run_scene("packed", *budget, gaze)["critical"]["inaccuracy"]
                   ["perceived_by_bounds"] for gaze in ["640,360", "-5000,360"]]
        self.assertGreater(noticed[0], noticed[1])

    def test_time(self):
        for budget, shown in [("4ms", "4ms"), ("0.5s", "500ms"), ("200us", "0.2ms")]:
            answer = sim(*self.FEW, "--budget", budget)
            self.assertEqual(answer["settings"]["budget"], shown)
            self.assertGreater(answer["critical"]["asked"], 1)

    def test_table(self):
        text = glance("sim", *SMALL, *self.FEW, "--budget", "2000w").stdout.decode()
        for word in ["budget 2000w, schedule queues, gaze 640,360, undecided touch", "interrupted",
                     "units", "undecided", "inaccuracy", "perceived"]:
            self.assertIn(word, text)
        self.assertNotIn("perceived", glance("sim", *SMALL).stdout.decode())

    def test_bad_input(self):
        for option, value, *words in [
                ("--budget", "4", "4ms, 0.5s, 200us", "found '4'"), ("--budget", "", "found ''"),
                ("--budget", "4m", "found '4m'"), ("--budget", "nanms", "found 'nanms'"),
                ("--budget", "-1ms", "must not be negative"), ("--budget", "1.5w", "whole number"),
                ("--budget", "1e20w", "2^53"), ("--schedule", "queues", "needs --budget"),
                ("--gaze", "1,2", "needs --budget"), ("--undecided", "touch", "needs --budget"),
                ("--spacing", "2", "--spacing is an option of --scene packed"),
                ("--triangles", "20", "--triangles is an option of --scene corner")]:
            with self.subTest(option=option, value=value):
                self.check_refused(glance("sim", option, value), *words)
        for option, value, *words in [
                ("--schedule", "x", "queues, round-robin, sequential, sorted"),
                ("--undecided", "x", "touch, apart"), ("--gaze", "1", "x,y in pixels, or random"),
                ("--gaze", "1,2,3", "found '1,2,3'"), ("--gaze", "nan,1", "found 'nan,1'"),
                ("--record", "-", "cannot be combined with a --budget that ends")]:
            with self.subTest(option=option, value=value):
                self.check_refused(glance("sim", "--budget", "4ms", option, value), *words)
        for scene, option, value, *words in [
                ("packed", "--spacing", "0", "spacing must be from 0.01", "not 0"),
                ("packed", "--jostle", "-1", "jostle"), ("packed", "--bodies", "0", "at least one"),
                ("packed", "--density", "1", "--density is an option of --scene multibody"),
                ("corner", "--triangles", "7", "triangles must be from 20", "not 7"),
                ("corner", "--period", "3", "period (frames) must be from 4", "not 3")]:
            with self.subTest(option=option, value=value):
                self.check_refused(glance("sim", "--scene", scene, option, value), *words)


class Terminal(unittest.TestCase):
    def test_progress_on_a_long_run_only(self):
        try:
            ours, theirs = pty.openpty()
        except OSError as error:
            self.skipTest(f"no pseudo-terminal to be had here: {error}")
        short = subprocess.run([cli_test.GLANCE, "sim", *SMALL], stdout=subprocess.DEVNULL,
                               stderr=theirs, timeout=TIMEOUT)
        self.assertEqual(short.returncode, 0)
        start = time.monotonic()
        process = subprocess.Popen([cli_test.GLANCE, "sim", *SMALL[:-1], "1000000000"],
                                   stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        text = b""
        while b"done" not in text:
            text += os.read(ours, 4096)
        self.assertGreater(time.monotonic() - start, 1.9)
        process.kill()
        process.wait()
        os.close(ours)
        self.assertRegex(text, rb"\A\r\x1b\[K\d+ of 1000000000 frames done")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    cli_test.GLANCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
