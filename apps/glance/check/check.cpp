// `glance check`: do two mesh files touch, and where?
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "check/check_options.h"
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
    R"(A and B are mesh files: OBJ, STL, PLY, OFF, glTF or DAE. The file name's
extension gives the format.

A mesh whose surface is closed is a solid: what is inside it overlaps it. Other
meshes are surfaces, which have no inside. The answer says which is which, and
why. --solid rejects a mesh that is not closed.

The verdict (apart, touching or overlapping) is exact for the coordinates in
the files, or for what --scale and --unit-a or --unit-b make of them: each
coordinate is multiplied and rounded once. Poses, margins and the answer are in
the unit of the answer: that of --unit, or else the smaller of --unit-a and
--unit-b.

If the meshes touch or overlap, the answer has a box around all places where
triangles meet, or says which body is inside the other. Triangles are numbered
as in the file, from 0. The depth of two solids is given as bounds, unless both
are convex: at least that of the deepest vertex inside the other solid, at most
that of the convex hulls. If triangles had to be dropped or flipped, one line on
standard error says so.

Exit code: 0 if they are apart, 1 if they touch or overlap (or are nearer than
asked for), 2 if that could not be found out.

Example:
  $ printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' > t.obj; glance check t.obj t.obj --pose-b 0,0,2 --distance | head -n 4
  verdict        apart
  bodies         A surface (1 hole), B surface (1 hole)
  triangles      0 of A, 0 of B
  distance       2)";

void add_file_to_json(Json& json, const std::string& name, const LoadedMesh& mesh) {
  json["mesh_" + name] = report_to_json(mesh.report);
  json["mesh_" + name]["solid"] = mesh.solid;
}

int run_check(const CheckArguments& arguments) {
  const Result<CheckPlan> plan = check_plan(arguments);
  if (!plan) return complain(plan.error().message);
  const Result<LoadedMesh> a = load_with_report(arguments.file_a, plan->a);
  if (!a) return complain(a.error().message);
  const Result<LoadedMesh> b = load_with_report(arguments.file_b, plan->b);
  if (!b) return complain(b.error().message);
  CheckReport report = check_shapes(a->shape, b->shape, plan->settings);
  report.bodies = fmt::format("A {}, B {}", describe_solidity(*a), describe_solidity(*b));
  report.unit = plan->unit;
  if (arguments.json) {
    Json json = to_json(report);
    json["seconds_a"] = a->seconds;
    json["seconds_b"] = b->seconds;
    add_file_to_json(json, "a", *a);
    add_file_to_json(json, "b", *b);
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

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<CheckArguments>();
  CLI::App& command = add_command(app, "check", "Say whether two mesh files touch, and where",
                                  std::string(kCheckDetails));
  add_check_options(command, *arguments);
  on_run(command, [arguments, &exit_code] { exit_code = run_check(*arguments); });
}

}  // namespace glance::app
