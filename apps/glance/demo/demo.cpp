// `glance demo`: one pair of bodies in three poses, for a first look at what the
// library answers.
//
// The poses are made so that a person can check the answers in the head: a face
// of the box is put into the plane x = 0, the icosahedron's leftmost vertex onto
// its centre, and then the icosahedron moves along x only.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands.h"
#include "common/complain.h"
#include "common/options.h"
#include "glance/glance.h"

namespace glance::app {
namespace {

constexpr double kRadius = 1;
constexpr std::array kGaps{0.5, 0.0, -0.25};

struct Row {
  std::string name;
  std::vector<std::string> cells;
};

/// Four digits; what is nothing but rounding in a point near 1 is 0.
std::string short_text(double x) { return fmt::format("{:.4g}", std::fabs(x) < 1e-12 ? 0.0 : x); }

std::string short_text(const Vec3& v) {
  return fmt::format("({}, {}, {})", short_text(v.x()), short_text(v.y()), short_text(v.z()));
}

Vec3 leftmost(const Shape& shape) {
  const auto vertices = shape.vertices();
  return *std::min_element(vertices.begin(), vertices.end(),
                           [](const Vec3& u, const Vec3& v) { return u.x() < v.x(); });
}

std::string table(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows) {
    std::string line = fmt::format("  {:<12}", row.name);
    for (const std::string& cell : row.cells) line += fmt::format("{:<26}", cell);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

Result<std::string> demonstrate() {
  const Vec3 half_extents{1, 0.75, 0.5};
  const Result<Shape> box = Shape::box(half_extents);
  if (!box) return fail(box.error());
  const Result<Shape> solid = platonic(Platonic::icosahedron, kRadius);
  if (!solid) return fail(solid.error());

  // x + (-x) is exactly 0 whatever the doubles, so the contact is exact too.
  const Result<Pose> box_pose = Pose::make(Vec3{-half_extents.x(), 0, 0});
  if (!box_pose) return fail(box_pose.error());
  std::vector<Row> rows{{"icosahedron", {}}, {"verdict", {}},   {"distance", {}},
                        {"depth", {}},       {"normal", {}},    {"point on A", {}},
                        {"point on B", {}},  {"feature A", {}}, {"feature B", {}}};
  for (const double gap : kGaps) {
    const Result<Pose> pose = Pose::make(Vec3{gap, 0, 0} - leftmost(*solid));
    if (!pose) return fail(pose.error());
    const Distance answer = distance({*box, *box_pose}, {*solid, *pose});
    const std::string place = gap == 0 ? "at the face" : fmt::format("{:+g} along x", gap);
    const std::string cells[] = {place,
                                 std::string(to_string(answer.verdict)),
                                 short_text(answer.distance),
                                 short_text(answer.depth),
                                 short_text(answer.normal),
                                 short_text(answer.point_a),
                                 short_text(answer.point_b),
                                 to_string(answer.feature_a),
                                 to_string(answer.feature_b)};
    for (std::size_t i = 0; i < rows.size(); i++) rows[i].cells.push_back(cells[i]);
  }
  return fmt::format(
      "A box (A, {} vertices) with one face in the plane x = 0, and an icosahedron (B,\n"
      "{} vertices) on the other side of that plane, in three poses:\n\n"
      "{}\n"
      "Answered by: {}. The verdicts are exact: touching means touching, not nearly.\n"
      "Try your own pairs: glance pairs --help\n",
      box->vertex_count(), solid->vertex_count(), table(rows), to_string(QueryTuning{}.method));
}

constexpr std::string_view kDemoDetails = R"(Example:
  $ glance demo
  A box (A, 8 vertices) with one face in the plane x = 0, and an icosahedron (B,
  12 vertices) on the other side of that plane, in three poses:

    icosahedron +0.5 along x              at the face               -0.25 along x
    verdict     apart                     touching                  overlapping
    distance    0.5                       0                         0
    depth       0                         0                         0.25
    normal      (1, 0, 0)                 (1, 0, 0)                 (1, 0, 0)
    point on A  (0, 0, 0)                 (0, 0, 0.2563)            (0, 0, 0.2563)
    point on B  (0.5, 0, 0)               (0, 0, 0.2563)            (-0.25, 0, 0.2563)
    feature A   face 3                    face 3                    face 3
    feature B   vertex 2                  edge 11                   edge 11

  Answered by: auto. The verdicts are exact: touching means touching, not nearly.
  Try your own pairs: glance pairs --help)";

}  // namespace

void add_demo_command(CLI::App& app, int& exit_code) {
  CLI::App& command =
      add_command(app, "demo", "Show what the library answers for one pair of bodies",
                  std::string(kDemoDetails));
  on_run(command, [&exit_code] {
    const Result<std::string> text = demonstrate();
    if (text) {
      std::cout << *text;
    } else {
      exit_code = complain(text.error().message);
    }
  });
}

}  // namespace glance::app
