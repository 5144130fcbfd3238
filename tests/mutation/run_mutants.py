#!/usr/bin/env python3
"""Do the tests see a fault? Each of the faults below is put into a copy of one source
file; the copy is compiled and linked before the library, so that it takes the place of
the original; and the tests named with it must fail. Without a fault they must pass.

  filter too tight    the orientation's error bound is a thousandth of what is proved, so
                      rounded signs pass for certain ones
  exact sign flipped  compare_along is wrong whenever the filter leaves it to the integers
  planar axes swapped orientation_along takes its two coordinates the wrong way round
  sees past a little  the hull takes points up to 1e-15 in front of a facet to be behind it
  keeps edge points   points within an edge of the hull stay as vertices
  diagonals kept      coplanar triangles are not merged across an edge
  region inside out   the side planes of half of all edges face the wrong way
  climbs down         at a vertex with many neighbours the search looks for the minimum
  portal turned       the oracle's simplex method lets the wrong corner leave
  plane not looked at flat bodies are thickened although their plane misses the origin
  bounds too narrow   the oracle's intervals leave the value out
  ring reversed       the edges around a vertex are taken across the wrong side of a face
  polygon turned      a planar polygon runs the other way round than it was given
  zero without sign   a dumped question has no negative zeros
  gap without error   a gap of rounding errors passes for a proof
  volume without error  so does the sign of a volume
  beside the face     a vertex is projected onto a face that it is not over
  wrong end of the edge  a plane is named by a point that is given twice
  over the wrong face the walk climbs from an edge to the face that it should not
  cache of any length a cached direction may over- or underflow
  weak is strict      the verifier takes touching for apart
  on the boundary     the verifier takes the boundary of a hull for its interior
  cube without slack  a body that a bad rotation stretches sticks out of its cube
  floats without error  a box in floats does not hold what rounding took away
  passed each other   boxes whose ends passed each other are a pair, overlapping or not
  gone remembered     the pairs of a removed body are kept
  nowhere far away    a new body overlaps an endless box before it is there
  contact without end a contact between boxes that parted does not end
  answers outlive     another question gets the answers to the last one
  history forgotten   a restored world does the same in another way
  half a turn is more points on both sides of a line are taken to be all around it
  lowest is highest   at a common vertex the edges of B are looked at the wrong way round
  digits not looked at  a distance near contact is left as doubles have it
  bend forgotten      between two times a turning body is taken to move straight
  ball too small      a turning body sticks out of the ball that holds it
  corner cut off      the hull of two frames does not hold the turn between them
  plane of twenty vertices  a plane passes for proved that the other vertices have not seen
  where it is going   a fast body's box does not hold where it comes from
  rest of the list lost  a search that stops at a hit forgets the pairs not looked at
  waiting pairs lost  and those that it had divided already
  heap lost           a search for the shortest distance forgets the pairs farther away
  neighbours swallowed  an entry that moves up takes others along that are not below it
  way not counted     entries are taken to last longer than they do
  distances outlive vertices  entries last although the mesh was fitted anew
  any list will do    the list of another pair is taken for one's own
  list without cap    a list grows as it likes
  boxes of each other's size  a box is taken to reach less far along the other's axes
  turn not counted    a body that turns is taken to stand still
  signs of triangles rounded  rounded signs pass for certain ones
  ray on an edge      neighbours do not agree on which of them the ray crosses
  spheres of half size  those of one body are taken for points
  center is not the body  bodies are taken to be as near as the centres of their spheres
  gap of a moment ago a pair stays apart although it moves
  bound of a moment ago  and no farther apart than it was
  budget without end  units are counted and never run out

Usage: run_mutants.py SOURCE_FOLDER BUILD_FOLDER SCRATCH_FOLDER
"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass

TIMEOUT_SECONDS = 60


@dataclass
class Mutant:
    name: str
    file: str
    original: str
    fault: str
    tests: tuple
    through: str = ""  # of a header: the source that is compiled with it


MATH, GEOM, HULLS, NARROW = "unit_math", "unit_geom", "property_hulls", "unit_narrow"
PAIRS, PATHS, KINDS, EXACT = "property_pairs", "property_paths", "property_kinds", "property_exact"
BOUND, BROAD, WORLD = "unit_bound", "unit_broad", "unit_world"
SEARCH, CRITICAL = "narrow/mesh_pair.cpp", "property_critical"
MUTANTS = [
    Mutant("filter too tight", "math/predicates.cpp",
           "kOrientationBound = 10 * kU", "kOrientationBound = 0.01 * kU", (MATH,)),
    Mutant("exact sign flipped", "math/predicates.cpp",
           "exact_difference(points, p, q)", "exact_difference(points, q, p)", (MATH,)),
    Mutant("planar axes swapped", "math/predicates.cpp",
           "const int i = (axis + 1) % 3, j = (axis + 2) % 3;",
           "const int j = (axis + 1) % 3, i = (axis + 2) % 3;", (MATH,)),
    Mutant("sees past a little", "geom/hull.cpp",
           "return orientation(points_[v[0]], points_[v[1]], points_[v[2]], points_[point]) > 0;",
           "return dot(facets_[facet].normal, points_[point] - points_[v[0]]) > 1e-15;", (HULLS,)),
    Mutant("keeps edge points", "geom/polytope.cpp",
           "faces_at[side->from] >= 3", "faces_at[side->from] >= 2", (GEOM, HULLS)),
    Mutant("diagonals kept", "geom/polytope.cpp",
           "group[n] == kNoGroup && coplanar(u, i)", "group[n] == kNoGroup && i != 1 && coplanar(u, i)",
           (GEOM, HULLS)),
    Mutant("region inside out", "geom/voronoi_regions.cpp",
           "edge.face[0] == face ? Vec3(to - from) : Vec3(from - to)", "Vec3(to - from)",
           (GEOM, HULLS)),
    Mutant("climbs down", "geom/support.cpp",
           "body.vertex(neighbors[j])) > 0;", "body.vertex(neighbors[j])) < 0;", (GEOM,)),
    Mutant("portal turned", "narrow/oracle_verdict.cpp",
           "if (next > 0 || after < 0 ||", "if (next < 0 || after > 0 ||", (NARROW,)),
    Mutant("plane not looked at", "narrow/oracle_verdict.cpp",
           "if (side == 0) return {0, 0, 0};", "if (side < 9) return {0, 0, 0};", (NARROW,)),
    Mutant("bounds too narrow", "narrow/oracle_verdict.cpp",
           "return {middle - radius, middle + radius};", "return {middle, middle};", (NARROW,)),
    Mutant("ring reversed", "geom/topology.cpp",
           "corner = edge_corner[incoming][edges_[incoming].vertex[0] == v ? 0 : 1];",
           "corner = edge_corner[incoming][edges_[incoming].vertex[0] == v ? 1 : 0];",
           (GEOM, HULLS)),
    Mutant("polygon turned", "geom/hull.cpp",
           "if (chain.back() < chain[1])", "if (chain.back() > chain[1])", (GEOM,)),
    Mutant("zero without sign", "narrow/dump_query.cpp",
           "x == 0 && std::signbit(x)", "x != x", (NARROW,)),
    Mutant("gap without error", "narrow/separation.cpp",
           "s.lower = s.gap - (f.error * length + missed_a + missed_b);", "s.lower = s.gap;",
           (PAIRS,)),
    Mutant("volume without error", "narrow/simplex_search.cpp",
           "const double bound = 8 * frame.error", "const double bound = 0 * frame.error", (PAIRS,)),
    Mutant("beside the face", "narrow/closest_points.cpp",
           "if (!within_face(face, outward, nearest, kFaceError * size)) {", "if (size < 0) {",
           (PATHS,)),
    Mutant("wrong end of the edge", "narrow/certify.cpp",
           "v.portal[same ? 2 : 1]", "v.portal[same ? 1 : 2]", (NARROW,)),
    Mutant("over the wrong face", "narrow/voronoi_walk.cpp",
           "const double second = -dot(", "const double second = dot(", (NARROW,)),
    Mutant("cache of any length", "narrow/pair_query.cpp",
           "length_sq > 0x1p-600 && length_sq < 0x1p600", "length_sq > 0", (NARROW,)),
    Mutant("weak is strict", "narrow/verify.cpp",
           "if (sign_of_gap(in_a, in_b, d, radius) > 0) return {};", "if (sign_of_gap(in_a, in_b, d, radius) >= 0) return {};",
           (NARROW,)),
    Mutant("on the boundary", "narrow/verify.cpp",
           "if (below && above) continue;", "if (below || above) continue;", (NARROW,)),
    Mutant("cube without slack", "bound/body_box.cpp",
           "radius_(body.bounding_radius() * kMaxStretch)", "radius_(body.bounding_radius())",
           (BOUND,)),
    Mutant("floats without error", "bound/body_box.cpp",
           "kFloatError = 0x1p-20", "kFloatError = 0x1p-40", (BOUND,)),
    Mutant("passed each other", "broad/sweep_and_prune.cpp",
           "if (frame.boxes.overlap(i, j) && !(frame.is_static", "if (!(frame.is_static",
           (BROAD,)),
    Mutant("gone remembered", "broad/sweep_and_prune.cpp",
           "frame.boxes.overlap(i, j) && !gone_[i] && !gone_[j]", "frame.boxes.overlap(i, j)",
           (BROAD,)),
    Mutant("nowhere far away", "broad/sweep_and_prune.cpp",
           "std::numeric_limits<float>::quiet_NaN()", "std::numeric_limits<float>::infinity()",
           (BROAD,)),
    Mutant("contact without end", "world/pair_table.cpp",
           "if (pool_[*old].touching) ended.push_back(*removed);", "(void)ended;", (WORLD,)),
    Mutant("answers outlive", "world/frame.cpp",
           "if (asked != world.asked) world.pairs.forget_answers();", "", (WORLD,)),
    Mutant("history forgotten", "world/snapshot.cpp",
           "world.broad->set_history(history, world.bodies.boxes);", "", (WORLD,)),
    Mutant("radius in one direction", "narrow/rounding.cpp",
           "d.point_b -= d.normal * rounding.b;", "d.point_b -= d.normal * rounding.a;", (KINDS,)),
    Mutant("kissing by doubles", "narrow/exact_nearest.cpp",
           "return excess_of(*this, radii).top.sign();",
           "return beyond(radii) > 1e-15 ? 1 : -1;", (KINDS,)),
    Mutant("half a turn is more", "narrow/exact_contact.cpp",
           "if (past > 0) {", "if (past >= 0) {", (EXACT,)),
    Mutant("lowest is highest", "narrow/exact_contact.cpp",
           "bodies_.sign_of_rise_b(d, low, w) < 0", "bodies_.sign_of_rise_b(d, low, w) > 0", (EXACT,)),
    Mutant("digits not looked at", "narrow/pair_query.cpp",
           "return upper - lower > kRelativeAccuracy * lower;", "return upper < lower;", (EXACT,)),
    Mutant("upper bound too good", "narrow/gjk.cpp",
           "for (int k = 1; k < s.count; k++) between += s.point[k] * s.weight[k];",
           "for (int k = 1; k < s.count; k++) between *= 0.9;", (KINDS,)),
    Mutant("bend forgotten", "sweep/moving_pair.cpp",
           "const double k = (bend.along + bend.a + bend.b) * (1 + 0x1p-48);",
           "const double k = 0 * (bend.along + bend.a + bend.b);", ("property_impact",)),
    Mutant("ball too small", "sweep/moving_pair.cpp", "most += body.reach();",
           "most += 0.5 * body.reach();", ("property_impact",)),
    Mutant("corner cut off", "sweep/swept_body.cpp", "turn.angle * turn.angle / 8",
           "0 * turn.angle", ("unit_sweep",)),
    Mutant("spheres of parts too small", "sweep/pieces.cpp",
           "node.radius = ball.radius * kMaxStretch", "node.radius = 0.8 * ball.radius",
           ("unit_sweep",)),
    Mutant("first impact found taken", "sweep/part_impact.cpp",
           "found.time >= impact_.time", "true", ("unit_sweep",)),
    Mutant("plane of twenty vertices", "narrow/lp_separation.cpp",
           "if (!bodies_.apart_along(direction, end_.extreme)) return false;",
           "(void)bodies_.apart_along(direction, end_.extreme);", ("unit_narrow",)),
    Mutant("where it is going", "world/bodies.cpp", "return both(from, box",
           "(void)from; return (box", ("unit_world",)),
    # Of pairs of meshes. The searches are in headers, which mesh_pair.cpp is compiled with.
    Mutant("rest of the list lost", "narrow/separation_list.h",
           "keep_from(i + 1);", "(void)i;",
           ("property_meshes",), SEARCH),
    Mutant("waiting pairs lost", "narrow/tree_walk.h",
           """        while (top > 0) keep(stack_[--top]);
        return true;""", "        return true;", ("property_meshes",), SEARCH),
    Mutant("heap lost", "narrow/tree_walk.h",
           """    for (const WaitingPair& waiting : heap) keep(waiting);
    return false;""", "    return false;", ("property_meshes",), SEARCH),
    Mutant("neighbours swallowed", "narrow/separation_list.h",
           "return a_.is_below(e.pair.a, highest.pair.a) && b_.is_below(e.pair.b, highest.pair.b);",
           "return a_.is_below(e.pair.a, highest.pair.a);", ("property_meshes",), SEARCH),
    Mutant("way not counted", "narrow/separation_list.h",
           "list_.travel += moved_;", "list_.travel += 0.3 * moved_;", ("property_meshes",), SEARCH),
    Mutant("distances outlive vertices", "narrow/separation_list.h",
           "for (ListEntry& entry : list_.entries) entry.until = 0;", "", ("property_meshes",), SEARCH),
    Mutant("any list will do", "narrow/separation_list.h",
           "list_.tree_a == a_.id && list_.tree_b == b_.id && !list_.entries.empty()",
           "!list_.entries.empty()", ("property_meshes",), SEARCH),
    Mutant("list without cap", "narrow/separation_list.h",
           "if (next_.size() > options_.max_entries) return;", "", ("property_meshes",), SEARCH),
    Mutant("boxes of each other's size", "bound/volume_pair.h",
           "wide_[i][k] = std::fabs(m_[i][k]) * p.grow;", "wide_[i][k] = 0.9 * std::fabs(m_[i][k]);",
           ("property_meshes",), SEARCH),
    Mutant("turn not counted", "bound/placement.cpp",
           "return norm(shift) + std::sqrt(turned_sq) * reach;", "return norm(shift);",
           ("property_meshes",)),
    Mutant("signs of triangles rounded", "narrow/triangle_pair.cpp",
           "kDeterminantError = 48", "kDeterminantError = 0", ("property_meshes",)),
    Mutant("ray on an edge", "narrow/solid_winding.cpp",
           "if (p.z() != q.z()) return p.z() > q.z() ? 1 : -1;",
           "if (p.z() != q.z()) return 1;", ("property_meshes",)),
    Mutant("spheres of half size", "narrow/sphere_hits.cpp",
           "scale_a_ * node_a.radius + scale_b_ * node_b.radius;",
           "scale_a_ * node_a.radius;", (CRITICAL,)),
    Mutant("center is not the body", "narrow/sphere_hits.cpp",
           "(apart + near) * grow_", "(apart + 0 * near) * grow_", (CRITICAL,)),
    Mutant("gap of a moment ago", "world/critical_pair.cpp",
           "before.report.lower / kAbove - motion * kAbove", "before.report.lower / kAbove",
           (CRITICAL,)),
    Mutant("bound of a moment ago", "world/critical_pair.cpp",
           "(std::max(before.report.upper, 0.0) + motion)", "(std::max(before.report.upper, 0.0))",
           (CRITICAL,)),
    Mutant("budget without end", "base/work_meter.cpp",
           "if (!first && units > left())", "if (!first && units > left() && false)",
           ("unit_critical",)),
]


class Workshop:
    def __init__(self, source, build, scratch):
        self.source, self.build, self.scratch = source, build, scratch
        commands = json.loads((build / "compile_commands.json").read_text())
        # The library's own compilation of a file, not that of a test that builds it again.
        own = [c for c in commands if " -o src/CMakeFiles/" in c["command"]]
        self.commands = {}
        for c in own:
            together = re.findall(r'^#include "(.*)"', pathlib.Path(c["file"]).read_text(), re.M) \
                if c["file"].endswith(".cxx") else []
            for file in together or [c["file"]]:  # cmake/unity.cmake
                self.commands[file] = c
        self.compiler = shlex.split(next(iter(self.commands.values()))["command"])[0]
        scratch.mkdir(parents=True, exist_ok=True)

    def compile(self, mutant, text):
        original = self.source / "src" / (mutant.through or mutant.file)
        entry = self.commands[str(original)]
        command = shlex.split(entry["command"])
        target = self.scratch / (original.name + ".o")
        command[command.index("-o") + 1] = str(target)
        if mutant.through:  # the faulty header is found before the right one
            headers = self.scratch / "headers"
            copy = headers / mutant.file
            copy.parent.mkdir(parents=True, exist_ok=True)
            command.insert(1, f"-I{headers}")
        else:
            copy = self.scratch / original.name
            command[command.index("-c") + 1] = str(copy)
        copy.write_text(text)
        subprocess.run(command, check=True, cwd=entry["directory"])
        if mutant.through:
            copy.unlink()
        return target

    def fails(self, test, replacement):
        """Links a test with the replaced object (None: as it is) and runs it."""
        objects = sorted((self.build / "tests" / "CMakeFiles" / f"{test}.dir").rglob("*.o"))
        program = self.scratch / test
        if replacement is None:
            return not passes(self.build / "tests" / test)
        libraries = [self.build / "tests" / "libglance_test_support.a",
                     self.build / "src" / "libglance.a"]
        # Of files compiled together the linker takes the whole object, the right function too:
        # the first, the faulty one, counts. (The library is position-independent, so that calls
        # within an object go through the linker. Were one missed, no test would see the fault.)
        subprocess.run([self.compiler, *map(str, objects), str(replacement), *map(str, libraries),
                        "-Wl,--allow-multiple-definition", "-lgtest_main", "-lgtest", "-lfmt", "-lpthread", "-o", str(program)],
                       check=True)
        return not passes(program)


def passes(program):
    try:
        done = subprocess.run([str(program), "--gtest_brief=1", "--gtest_fail_fast"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=TIMEOUT_SECONDS, env={"GLANCE_TEST_SCALE": "0.01"})
    except subprocess.TimeoutExpired:
        return False  # a hang is a failure that CTest sees too
    return done.returncode == 0


def main() -> int:
    source, build, scratch = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
    workshop = Workshop(source, build, scratch)
    wrong = 0
    # A smaller scale of the tests takes every so many-th fault only: half as many as that, since
    # each is compiled and linked.
    scale = float(os.environ.get("GLANCE_TEST_SCALE", "1"))
    step = 1 if scale >= 1 else round(2 / scale)
    mutants = MUTANTS[::step]
    for test in sorted({t for m in mutants for t in m.tests}):
        if workshop.fails(test, None):
            print(f"{test} fails without any fault")
            wrong += 1
    for mutant in mutants:
        started = time.monotonic()
        text = (source / "src" / mutant.file).read_text()
        if text.count(mutant.original) != 1:
            print(f"{mutant.name}: its text stands {text.count(mutant.original)} times in "
                  f"{mutant.file}, not once; mend this list")
            wrong += 1
            continue
        replacement = workshop.compile(mutant, text.replace(mutant.original, mutant.fault))
        missed = [t for t in mutant.tests if not workshop.fails(t, replacement)]
        if missed:
            print(f"{mutant.name}: not seen by {', '.join(missed)}")
            wrong += 1
        else:
            print(f"{mutant.name}: caught by {', '.join(mutant.tests)} "
                  f"({time.monotonic() - started:.0f} s)", flush=True)
    print(f"{len(mutants)} faults of {len(MUTANTS)}, {wrong} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
