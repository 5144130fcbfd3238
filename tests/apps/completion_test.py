#!/usr/bin/env python3
"""What `glance completion bash` and `zsh` print completes every command and option that --help shows.

Usage: completion_test.py PATH_OF_THE_BINARY
"""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

GLANCE = ""


def glance(*arguments):
    return subprocess.run([GLANCE, *arguments], check=True, capture_output=True, text=True).stdout


def commands():
    """As `glance --help` lists them."""
    listed = re.search(r"^(?:Subc|C)ommands:\n(.*?)(?:\n\n|\Z)", glance("--help"), re.M | re.S).group(1)
    return re.findall(r"^  ([a-z-]+)", listed, re.M)


def options(*command):
    """All --names at the beginning of a line of its help."""
    return set(re.findall(r"^ +(?:-\w, ?)?(--[a-z][a-z-]*)", glance(*command, "--help"), re.M))


def completed(*words):
    """What bash offers for the last of these words."""
    script = glance("completion", "bash") + """
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_glance
printf '%s\\n' "${COMPREPLY[@]}"
"""
    done = subprocess.run(["bash", "-c", script, "bash", "glance", *words], check=True,
                          capture_output=True, text=True)
    assert done.stderr == "", done.stderr
    return set(done.stdout.split())


def zsh_case(command):
    """The lines of the zsh script about a command."""
    return re.search(rf"^        {command}\) _arguments(.*?) ;;$", glance("completion", "zsh"),
                     re.M | re.S).group(1)


class Completion(unittest.TestCase):
    def test_commands(self):
        self.assertIn("check", commands())
        self.assertEqual(completed(""), set(commands()))
        self.assertEqual(completed("ch"), {"check"})
        script = glance("completion", "zsh")
        for command in commands():
            self.assertIn(f"    '{command}:", script)

    def test_every_option_of_help(self):
        self.assertIn("--version", completed("--"))
        for command in commands():
            expected = options(command)
            self.assertIn("--help", expected)
            self.assertLessEqual(expected, completed(command, "--"), command)
            lines = zsh_case(command)
            for option in expected:
                self.assertRegex(lines, rf"\){re.escape(option)}=?\[", command)

    def test_values(self):
        self.assertLessEqual({"sphere", "obb"}, completed("check", "--volume", ""))
        self.assertEqual(completed("check", "a.stl", "--volume", "=", "sph"), {"sphere"})
        self.assertRegex(zsh_case("check"), r"--volume=\[[^\n]*:\([^\n]*sphere[^\n]*\)'")
        self.assertEqual(completed("check", "--margin", ""), set())
        self.assertEqual(completed("check", ""), set())  # files, which bash adds itself

    def test_shells_accept_it(self):
        shells = [shell for shell in ("bash", "zsh") if shutil.which(shell)]
        self.assertIn("bash", shells)
        for shell in shells:
            with tempfile.NamedTemporaryFile("w") as file:
                file.write(glance("completion", shell))
                file.flush()
                subprocess.run([shell, "-n", file.name], check=True)

    def test_unknown_shell(self):
        done = subprocess.run([GLANCE, "completion", "fish"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("unknown shell 'fish'", done.stderr)
        self.assertNotIn("completion", glance("--help"))


if __name__ == "__main__":
    GLANCE = sys.argv.pop()
    unittest.main()
