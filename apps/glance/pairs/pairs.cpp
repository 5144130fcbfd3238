// `glance pairs`: JSON lines in, one answer a line out, in order.
#include <fmt/format.h>

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
         each with "rounding": r beside it: all points within r of the body
         {"mesh": {"vertices": [[x, y, z], ..], "triangles": [[i, j, k], ..],
         "solid": false}}, a surface, or the body that it encloses
         {"file": "name.obj", "solid": false}, the same from a file (also STL,
         PLY, OFF, glTF, DAE), read once
         {"compound": [{"shape": SHAPE, "pose": POSE}, ..]}, the union of parts
  POSE   {"translation": [x, y, z], "rotation": [row, row, row]}, or
         "quaternion": [w, x, y, z] in place of "rotation"
  m      bodies nearer than this count as overlapping
The id (echoed), the poses (default: identity) and their parts, and the margin
(default: 0) may be left out. A number may also be an exact C hex float in
quotes: "0x1.8p+1" is 3.

Each answer is one line, lengths in the unit of the input, world frame:
  verdict           apart, touching, overlapping (exact) or undecided
  distance, depth   of the gap; of the shortest move that ends the overlap
                    (null if there is none: two half-spaces)
  lower, upper      bounds on distance - depth, rounding included
  normal            unit, from a to b
  point_a, point_b  where; feature_a, feature_b: on which vertex, edge or face
  certificate       proof of the verdict: {"direction": [x, y, z]}, or vertices
                    [i of a, j of b] as {"plane": [[i, j], ...], "pairs": [...]},
                    or a {"point": [x, y, z]} in both
  work              what it cost; zeros are left out
  sub_a, sub_b      of bodies that are not convex: which {"part", "triangle"}
  notes             what had to be cleaned in meshes, if anything
  contacts          with --contacts: up to four points where they touch, or are
                    nearer than the margin; contact_normal: from a to b
  verified          with --verify; if false, verify_error says why; null if
                    bodies that are not convex leave nothing to check
A line that makes no sense is answered with {"id": .., "error": ".."}.

Exit code: 0 if every line was answered (errors included), 1 if so but --verify
refused a certificate, 2 if the input or the output failed.

Example:
)";

constexpr std::string_view kExampleLine =
    R"({"id": 7, "a": {"box": [1, 1, 1]}, "b": {"hull": [[2, 0, 0], [3, 1, 0]]}})";

int run_pairs(const std::string& file, const PairSettings& settings) {
  PairSession session(settings);
  const int exit_code =
      answer_lines(file, [&](std::string_view line) { return session.answer(line); });
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

  CLI::App& command =
      add_command(app, {"pairs", "Answer pairs of bodies, one JSON line each", [] {
                          return fmt::format("{}  $ echo '{}' | glance pairs -\n  {}", kDetails,
                                             kExampleLine, PairSession().answer(kExampleLine));
                        }});
  add_argument(command, "FILE", "JSON lines; - is standard input", arguments->file);
  add_method_option(command, "--method", "How to answer", query.tuning.method);
  add_switch(command, "--contacts", "Also say where bodies touch", settings.contacts);
  add_switch(command, "--verify", "Check the certificate of every answer", settings.verify);
  add_switch(command, "--coherent", "Start where the last question about the same two shapes ended",
             settings.coherent);
  add_choice(command, "--start", "Where the walk over features starts", kStarts,
             query.tuning.start);
  add_whole_number(command, "--seed", "For --start random", query.tuning.seed);
  add_switch(command, "--no-interior-cells", "Test a vertex inside a body against every face",
             query.tuning.interior_cells);
  add_switch(command, "--no-depth", "Do not measure the depth of an overlap", query.depth);
  add_switch(command, "--no-certify", "Do not prove the verdicts (near contact: may be wrong)",
             query.tuning.certify);
  add_switch(command, "--no-files", "Refuse shapes from files: for lines from strangers",
             settings.files);
  on_run(command,
         [arguments, &exit_code] { exit_code = run_pairs(arguments->file, arguments->settings); });
}

}  // namespace glance::app
