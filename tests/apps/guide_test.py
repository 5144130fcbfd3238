"""The guide says what is true about the tool: examples print what is shown, and tables of options
agree with --help. (Its C++ is compiled and run by tests/consumer/guide.py.)

Usage: guide_test.py PATH_OF_THE_BINARY
"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
GUIDE = TOP / "docs" / "guide"
TIMEOUT = 300
GLANCE = ""

# Lines of tables that are times, or depend on the compiler: only their names are compared.
VARYING = ["bounds", "broad", "narrow", "total", "half of frames", "99 % of frames", "slowest",
           "frames per second", "memory", "time"]
# Pages with a table of options, and the commands that have them.
COMMANDS = {"check": ["check"], "pairs": ["pairs"], "toi": ["toi"], "tree": ["tree"],
            "sim": ["sim", "replay"], "reproduce": ["reproduce"]}


def read(page):
    return page.read_text(encoding="utf-8")


def examples(text):
    """Calls, each with the lines that it is said to print."""
    found, call = [], None
    for line in text.split("\n"):
        if line.startswith("    $ "):
            call = (line[6:], [])
            found.append(call)
        elif call and line.startswith("    "):
            call[1].append(line[4:])
        elif call and line == "":
            call[1].append("")  # within a block, if it goes on
        else:
            call = None
    for _, lines in found:
        while lines and lines[-1] == "":
            lines.pop()
    return found


def mask(line):
    """The line, or only its name if the numbers in it vary."""
    for name in VARYING:
        if re.match(rf"\s*{re.escape(name)}(\s|$)", line):
            return name
    return line.rstrip()


def help_defaults(command):
    """{"--margin": "0", "--json": None, ..}, as --help says."""
    text = subprocess.run([GLANCE, command, "--help"], capture_output=True, text=True,
                          timeout=TIMEOUT, check=True).stdout.split("Example:")[0]
    # Options and, on the same line or on those below it, their descriptions.
    entries = re.findall(r"^  ((?:-\w, )?--[\w-]+)(.*(?:\n {20,}\S.*)*)", text, re.M)
    found = {}
    for names, rest in entries:
        default = re.search(r"\(default:\s+([^)]*)\)", rest)
        found[names.split(", ")[-1]] = " ".join(default[1].split()) if default else None
    return found


def table_rows(text):
    """(options, cells after them) of every row that begins with an option."""
    for line in text.split("\n"):
        if line.startswith("| `--") or line.startswith("| `-v`"):
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            yield re.findall(r"--[\w-]+", cells[0]), cells[0], cells[1:]


class Examples(unittest.TestCase):
    def run_call(self, call, folder):
        command = re.sub(r"\bglance (?=[a-z-])", shlex.quote(GLANCE) + " ", call)
        return subprocess.run(["sh", "-c", command], capture_output=True, text=True,
                              timeout=TIMEOUT, cwd=folder).stdout

    def check_near(self, got, shown, tolerance):
        if isinstance(shown, list):
            for a, b in zip(got, shown, strict=True):
                self.check_near(a, b, tolerance)
        elif isinstance(shown, float):
            self.assertAlmostEqual(got, shown, delta=tolerance)
        else:
            self.assertEqual(got, shown)

    def check_json(self, got, shown):
        got, shown = json.loads(got), json.loads(shown)
        self.assertEqual(list(got), list(shown))
        for key in got.keys() - {"work"}:  # which is free to become less
            self.check_near(got[key], shown[key], got.get("tolerance", 0))

    def test_print_what_is_shown(self):
        """Each in the folder of those before it on its page, which may write files."""
        count = 0
        for page in [*sorted(GUIDE.glob("*.md")), TOP / "README.md"]:
            with tempfile.TemporaryDirectory() as folder:
                for call, shown in examples(read(page)):
                    with self.subTest(page=page.name, call=call):
                        self.assertTrue(shown, "nothing is shown")
                        printed = self.run_call(call, folder)
                        if shown[0].startswith("{"):
                            self.check_json(printed, "\n".join(shown))
                        else:
                            self.assertEqual(list(map(mask, printed.rstrip("\n").split("\n"))),
                                             list(map(mask, shown)))
                        count += 1
        self.assertGreaterEqual(count, 10)

    def test_masks_hide_times_only(self):
        self.assertEqual(mask("  total                   0.3419   100 %"), "total")
        for line in ["  touching                  6.07   pairs", "  hash   92628590a55cb184", ""]:
            self.assertEqual(mask(line), line)


class Options(unittest.TestCase):
    def test_tables_have_all_options_and_no_others(self):
        for page, commands in COMMANDS.items():
            text = read(GUIDE / f"{page}.md")
            known = {option for command in commands for option in help_defaults(command)}
            in_tables = {name for names, _, _ in table_rows(text) for name in names}
            self.assertEqual(in_tables - known, set(), page)
            mentioned = set(re.findall(r"--[a-z][\w-]*", text))
            self.assertEqual(known - mentioned - {"--help"}, set(), page)

    def test_defaults(self):
        """Of columns that are called default; of text, what stands behind the option or "by
        default"."""
        checked = 0
        for page, commands in COMMANDS.items():
            defaults = help_defaults(commands[0])
            for names, first, cells in table_rows(read(GUIDE / f"{page}.md")):
                default = defaults.get(names[0]) or ""
                where = (page, names)
                if page == "sim" and len(cells) == 2 and cells[0]:
                    for value in re.findall(r"[\w.,-]*[\w-]", cells[0].replace(",", " ")):
                        if value == "corner":  # of which scene the next one is
                            continue
                        self.assertIn(value, default.replace(",", " ").split() +
                                      re.split(r"[ ;]+", default), where)
                        checked += 1
                    continue
                shown = re.fullmatch(r"`--[\w-]+ ([a-z]\w*)`", first)
                stated = re.search(r"([\w.-]+) (?:by default|\(the default\))", cells[-1])
                for match in filter(None, [shown, stated]):
                    self.assertEqual(match[1], default.split(" ")[0], where)
                    checked += 1
        self.assertGreater(checked, 30)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    GLANCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
