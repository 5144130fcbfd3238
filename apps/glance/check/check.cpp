// `glance check`: do two mesh files touch, and where?
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "check/check_report.h"
#include "commands.h"
#include "common/complain.h"
#include "common/mesh_input.h"
#include "common/options.h"
#include "measure/markup.h"

namespace glance::app {
namespace {

using measure::show_seconds;

constexpr std::string_view kCheckDetails =
    R"(A and B are mesh files: OBJ, STL, PLY, OFF, glTF or DAE, told by the name's ending.
A mesh is a surface: what is inside of it does not touch it. With --solid both
are the bodies that their surfaces enclose, which must be closed, and what is
inside overlaps.

P is x,y,z or x,y,z,qw,qx,qy,qz: a translation, and a rotation as a quaternion.

Says the verdict (apart, touching or overlapping, exact on the numbers in the
files) and the triangles that decide it, by their numbers in the file from 0
on: two that meet, or of a distance the closest two. Depth is said as bounds:
at least that of the deepest vertex inside the other body, at most that of the
convex hulls. What was wrong with a file, and what was done about it, is said
on standard error.

Exit code: 0 if they are apart, 1 if they touch or overlap (or are nearer than
asked for), 2 if that could not be found out.

Example:
)";

struct CheckArguments {
  std::string a, b;
  CheckSettings settings;
  double nearer_than = 0;  ///< if it was given
  MeshOptions mesh;
  bool json = false;
};

int run_check(const CLI::App& command, const CheckArguments& arguments) {
  CheckSettings settings = arguments.settings;
  if (settings.margin < 0) {
    return complain(fmt::format("--margin {}: must not be negative", settings.margin));
  }
  if (arguments.nearer_than < 0) {
    return complain(fmt::format("--nearer-than {}: must not be negative", arguments.nearer_than));
  }
  if (is_given(command, "--nearer-than")) settings.nearer_than = arguments.nearer_than;
  const Result<LoadedMesh> a = load_with_report(arguments.a, arguments.mesh);
  if (!a) return complain(a.error().message);
  const Result<LoadedMesh> b = load_with_report(arguments.b, arguments.mesh);
  if (!b) return complain(b.error().message);
  const CheckReport report = check_shapes(a->shape, b->shape, settings);
  if (arguments.json) {
    Json json = to_json(report);
    json["seconds_a"] = a->seconds;
    json["seconds_b"] = b->seconds;
    json["mesh_a"] = report_to_json(a->report);
    json["mesh_b"] = report_to_json(b->report);
    std::cout << to_line(json) << '\n';
  } else {
    std::cout << describe(report)
              << fmt::format("{:<14} {} (files: {} and {})\n", "time", show_seconds(report.seconds),
                             show_seconds(a->seconds), show_seconds(b->seconds));
  }
  if (!std::cout.flush()) return complain("cannot write to standard output");
  if (report.verdict == Verdict::undecided) return kExitBad;
  return report.meets() ? kExitRefused : kExitDone;
}

/// What the example shows, computed.
std::string check_example() {
  const Result<Shape> shape = example_mesh();
  const Result<Pose> pose = Pose::make(Vec3{0, 0, 2});
  if (!shape || !pose) return {};
  CheckSettings settings;
  settings.pose_b = *pose;
  settings.distance = true;
  return std::string(kMakeExampleMesh) +
         "glance check t.obj t.obj --pose-b 0,0,2 --distance | head -n 4\n" +
         first_lines(describe(check_shapes(*shape, *shape, settings)), 4);
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<CheckArguments>();
  CheckSettings& settings = arguments->settings;
  CLI::App& command = add_command(app, {"check", "Say whether two mesh files touch, and where", [] {
                                          return std::string(kCheckDetails) + check_example();
                                        }});
  add_argument(command, "A", "A mesh file", arguments->a);
  add_argument(command, "B", "Another, or the same", arguments->b);
  add_pose(command, "--pose-a", "Where A is", settings.pose_a);
  add_pose(command, "--pose-b", "Where B is", settings.pose_b);
  add_switch(command, "--distance", "Also how far apart, or how deep, and where",
             settings.distance);
  add_switch(command, "--all-triangles", "Also all pairs of triangles that touch",
             settings.all_triangles);
  add_switch(command, "--solid", "The bodies that the surfaces enclose", arguments->mesh.solid);
  add_real(command, "--margin", "Bodies nearer than this count as overlapping", settings.margin);
  add_optional_real(command, "--nearer-than", "Also whether they are: 0 or more",
                    arguments->nearer_than);
  add_volume_option(command, arguments->mesh.volume);
  add_switch(command, "--json", "One line of JSON", arguments->json);
  on_run(command,
         [arguments, &command, &exit_code] { exit_code = run_check(command, *arguments); });
}

}  // namespace glance::app
