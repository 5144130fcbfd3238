"""No public header has a name that docs/guide/moved.md says is gone.

Usage: moved.py
"""
import pathlib
import re
import sys
import unittest

TOP = pathlib.Path(__file__).parents[2]
INCLUDE = TOP / "include"
MOVED = TOP / "docs/guide/moved.md"


def code_of(text):
    return re.sub(r'"[^"\n]*"', "", re.sub(r"//.*", "", text))


HEADERS = {path.relative_to(INCLUDE).as_posix(): code_of(path.read_text())
           for path in sorted(INCLUDE.rglob("*.h"))}
ALL = "\n".join(HEADERS.values())


def members(owner):
    """What is public in a struct, class or enumeration; None if there is none of this name."""
    found = re.search(rf"\b(struct|class|enum class) (?:GLANCE_API )?{owner}\b[^;{{]*\{{", ALL)
    if not found:
        return None
    depth, end, own = 1, found.end(), ""
    while depth:  # without the bodies of functions and of types within
        depth += {"{": 1, "}": -1}.get(ALL[end], 0)
        own += ALL[end] if depth == 1 else ""
        end += 1
    return own.split("private:")[0]


def rows():
    """The first two cells of each row of the tables that say what was there before."""
    inside = False
    for line in MOVED.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells[0] == "before":
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not cells[0].startswith("--"):
            yield cells[0], cells[1]


def gone(before, now):
    """(what, whether it is still there) for each name in a row. A name without an owner has that of
    the name before it in the row, if that is a member."""
    owner = None
    home = re.search(r"in `(glance/[\w/]+\.h)`", before)
    for name in re.findall(r"`([^`]+)`", before):
        plain = re.match(r"(?:(\w+)::)?(~?\w+)", name)
        if name.endswith(".h"):
            if not home:
                yield name, name in HEADERS
        elif home:  # it has another header now
            declared = rf"\b(?:struct|class|enum class) (?:\[\[nodiscard\]\] )?{name}\b[^;]*\{{"
            yield f"{name} in {home.group(1)}", bool(re.search(declared, HEADERS[home.group(1)]))
        elif now == "likewise" or re.search(r"\w(::|\.)\w+\(", name):
            continue  # the name is still there, in another form
        elif plain and (re.fullmatch(r"(?:\w+::)*\w+", name) or "(" in name):
            if name[0].islower() and "(" in name and re.search(rf"\b{plain.group(2)}\(", now):
                continue  # the same function, with other arguments
            owner = plain.group(1) if plain.group(1) else owner
            if owner == "glance":
                yield name, bool(re.search(rf"^GLANCE_API .* {plain.group(2)}\(", ALL, re.M))
            elif owner and (plain.group(1) or name[0].islower()):
                inside = members(owner)
                yield f"{owner}::{plain.group(2)}", inside is not None and bool(
                    re.search(rf"\b{plain.group(2)}\b", inside))
            else:
                yield name, bool(re.search(rf"\b{plain.group(2)}\b", ALL))


class Moved(unittest.TestCase):
    def test_what_is_gone_is_gone(self):
        count = 0
        for before, now in rows():
            for name, is_there in gone(before, now):
                count += 1
                self.assertFalse(is_there, f"{name} is still in include/glance: | {before} |")
        self.assertGreater(count, 60)

    def test_finds_what_is_there(self):
        for before in ("`SphereNode::reach`", "`QueryWork`", "`glance/world.h`",
                       "`QueryTuning::method`, `start`", "`BetweenFrames::safe`",
                       "`TriangleSoup` in `glance/mesh.h`", "`pyramid`"):
            self.assertTrue(any(there for _, there in gone(before, "")), before)


if __name__ == "__main__":
    unittest.main()
