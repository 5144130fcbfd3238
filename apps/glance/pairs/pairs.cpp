// `glance pairs`: JSON lines in, one answer a line out, in order.
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "commands.h"
#include "common/answer_lines.h"
#include "common/detect_options.h"
#include "common/options.h"
#include "glance/query.h"
#include "pairs/pair_session.h"

namespace glance::app {
namespace {

constexpr std::string_view kDetails = R"(Each line of FILE is one pair:
  {"id": ANY, "a": SHAPE, "pose_a": POSE, "b": SHAPE, "pose_b": POSE,
   "margin": m}
  SHAPE  {"hull": [[x, y, z], ...]}, the convex hull of points
         {"box": [hx, hy, hz]}, half extents
         {"sphere": r}
         {"capsule": {"radius": r, "half_length": h}}, about the z axis; so are
         {"cylinder": {..}} and {"cone": {..}}, its tip at z = h
         {"ellipsoid": [a, b, c]}, semi-axes
         {"halfspace": {"normal": [x, y, z], "offset": d}}, normal . p <= d
         {"triangle": [p, q, r]}, {"segment": [p, q]}, {"point": p}
         each may have "rounding": r beside it: all points within r of the body
         {"mesh": {"vertices": [[x, y, z], ..], "triangles": [[i, j, k], ..],
         "solid": false}}, a surface, or the body that it encloses
         {"file": "name.obj", "solid": false}, the same from a file (also STL,
         PLY, OFF, glTF, DAE), read once
         {"compound": [{"shape": SHAPE, "pose": POSE}, ..]}, the union of parts
  POSE   {"translation": [x, y, z], "rotation": [row, row, row]}, or
         "quaternion": [w, x, y, z] instead of "rotation"
  m      bodies nearer than this count as overlapping
The id (which is copied to the answer), the poses and their parts (default:
identity) and the margin (default: 0) are optional. A number may also be an
exact C hex float in quotes: "0x1.8p+1" is 3.

Each answer is one line, in the world frame and in the unit of the input:
  verdict           apart, touching, overlapping (exact) or undecided
  distance          the width of the gap; 0 if there is none
  depth             the length of the shortest move that ends the overlap; null
                    if there is no such move, as for two half-spaces
  lower, upper      bounds on distance - depth, rounding included
  normal            unit vector, from a to b
  point_a, point_b  the closest points, or those to be separated; feature_a,
                    feature_b: the vertex, edge or face that they are on
  certificate       proof of the verdict: {"direction": [x, y, z]}, or vertices
                    [i of a, j of b] as {"plane": [[i, j], ..], "pairs": [..]},
                    or a {"point": [x, y, z]} in both
  work              what the answer cost; zero counters are omitted
  sub_a, sub_b      for bodies that are not convex: which {"part", "triangle"}
  notes             what was dropped or flipped in meshes, if anything
  contacts          with --contacts: up to four points where they touch, or are
                    nearer than the margin; contact_normal: from a to b
  verified          with --verify; if false, verify_error says why; null if
                    bodies that are not convex leave nothing to check
The answer to a line that cannot be understood is {"id": .., "error": ".."}.

Exit code: 0 if every line was answered (errors included), 1 if so but --verify
rejected a certificate, 2 if the input or the output failed.

Example:
  $ echo '{"id": 7, "a": {"box": [1, 1, 1]}, "b": {"hull": [[2, 0, 0], [3, 1, 0]]}}' | glance pairs -
  {"id":7,"verdict":"apart","distance":1.0000000000000002,"depth":0.0,"lower":0.9999999999999616,"upper":1.0000000000001321,"normal":[1.0,0.0,0.0],"point_a":[1.0,0.0,0.0],"point_b":[2.0,0.0,0.0],"feature_a":"face 3","feature_b":"vertex 0","method":"auto","certificate":{"direction":[1.0,0.0,0.0]},"work":{"feature_steps":3,"method":"voronoi"}})";

int run_pairs(const std::string& file, const PairSettings& settings) {
  PairSession session(settings);
  const int exit_code =
      answer_lines("pairs", file, [&](std::string_view line) { return session.answer(line); });
  return exit_code == kExitDone && session.refused_count() > 0 ? kExitRefused : exit_code;
}

constexpr std::array kStarts{Choice<WalkStart>{"cached", WalkStart::cached},
                             Choice<WalkStart>{"table", WalkStart::table},
                             Choice<WalkStart>{"random", WalkStart::random}};

}  // namespace

void add_pairs_command(CLI::App& app, int& exit_code) {
  struct Arguments {
    std::string file;
    PairSettings settings;
  };
  const auto arguments = std::make_shared<Arguments>();
  PairSettings& settings = arguments->settings;
  QueryOptions& query = settings.query;

  CLI::App& command = add_command(app, "pairs", "Answer pairs of bodies, one JSON line each",
                                  std::string(kDetails));
  add_argument(command, "FILE", "JSON lines; - is standard input", arguments->file);
  start_group(command, "Answers");
  add_switch(command, "--contacts", "Also say where bodies touch", settings.contacts);
  add_switch(command, "--verify", "Check the certificate of every answer", settings.verify);
  add_switch(command, "--no-depth", "Do not compute the depth of an overlap", query.depth);
  add_switch(command, "--no-certify", "Do not prove verdicts: near contact they may be wrong",
             query.tuning.certify);
  start_group(command, "Method");
  add_method_option(command, "--method", "How to answer", query.tuning.method);
  add_switch(command, "--coherent", "Start where the last question about the same two shapes ended",
             settings.coherent);
  add_choice(command, "--start", "Where the walk over features starts", kStarts,
             query.tuning.start);
  add_whole_number(command, "--seed", "Seed for --start random", query.tuning.seed);
  add_switch(command, "--no-interior-cells",
             "Test a vertex inside a body against every face, without interior cells",
             query.tuning.interior_cells);
  start_group(command, "Input");
  add_switch(command, "--no-files", "Reject shapes from files: for untrusted input",
             settings.files);
  on_run(command,
         [arguments, &exit_code] { exit_code = run_pairs(arguments->file, arguments->settings); });
}

}  // namespace glance::app
