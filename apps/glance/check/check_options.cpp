#include "check/check_options.h"

#include <fmt/format.h>

#include "common/options.h"

namespace glance::app {
namespace {

void add_unit(CLI::App& command, const std::string& option, const std::string& description,
              std::optional<LengthUnit>& value) {
  add_parsed(command, option, description, "UNIT", "",
             [&value](const std::string& text) -> Result<void> {
               const Result<LengthUnit> unit = parse_length_unit(text);
               if (!unit) return fail(unit.error());
               value = *unit;
               return {};
             });
}

/// The options of A alone (suffix "-a") or B alone win over those for both.
Result<Solidity> solidity_of(const MeshChoices& own, const MeshChoices& both,
                             const std::string& suffix) {
  for (const MeshChoices* choices : {&own, &both}) {
    const std::string end = choices == &own ? suffix : "";
    if (choices->solid && choices->surface) {
      return fail(fmt::format("--solid{} and --surface{} contradict each other", end, end));
    }
    if (choices->solid) return Solidity::solid;
    if (choices->surface) return Solidity::surface;
  }
  return Solidity::if_closed;
}

Result<LengthFactor> factor_of(const MeshChoices& own, const MeshChoices& both,
                               const std::string& suffix, const std::optional<LengthUnit>& answer) {
  const std::optional<double>& scale = own.scale ? own.scale : both.scale;
  const std::string option = own.scale ? "--scale" + suffix : "--scale";
  if (scale && !(*scale > 0)) {
    return fail(fmt::format("{} {}: must be larger than 0", option, *scale));
  }
  const LengthFactor unit = own.unit ? convert_length(*own.unit, *answer) : LengthFactor();
  if (!scale) return unit;
  // The one after the other would round twice.
  if (unit.changes()) {
    return fail(fmt::format("{} and --unit{} cannot be combined: give one factor", option, suffix));
  }
  return LengthFactor{.multiply = *scale};
}

/// The unit of the answer: as asked for, or else the smaller one of the two.
Result<std::optional<LengthUnit>> answer_unit(const CheckArguments& arguments) {
  const std::optional<LengthUnit>&a = arguments.a.unit, &b = arguments.b.unit;
  if (arguments.both.unit) return arguments.both.unit;
  if (!a && !b) return std::optional<LengthUnit>();
  if (!a || !b) {
    return fail(fmt::format("--unit-{} alone says nothing about {}: add --unit-{} or --unit",
                            a ? "a" : "b", a ? "B" : "A", a ? "b" : "a"));
  }
  return a->size < b->size ? a : b;
}

Result<MeshSettings> mesh_settings(const CheckArguments& arguments, bool is_a,
                                   const std::optional<LengthUnit>& unit) {
  const MeshChoices& own = is_a ? arguments.a : arguments.b;
  const std::string suffix = is_a ? "-a" : "-b";
  const Result<Solidity> solidity = solidity_of(own, arguments.both, suffix);
  if (!solidity) return fail(solidity.error());
  const Result<LengthFactor> factor = factor_of(own, arguments.both, suffix, unit);
  if (!factor) return fail(factor.error());
  MeshSettings settings;
  settings.options.volume = arguments.volume;
  settings.solidity = *solidity;
  settings.factor = *factor;
  settings.verbose = arguments.verbose;
  return settings;
}

}  // namespace

void add_check_options(CLI::App& command, CheckArguments& a) {
  add_argument(command, "A", "A mesh file", a.file_a);
  add_argument(command, "B", "Another mesh file, or the same", a.file_b);
  start_group(command, "Questions");
  add_switch(command, "--distance", "Also how far apart, or how deep, and where",
             a.settings.distance);
  add_switch(command, "--all-triangles", "Also all pairs of triangles that touch",
             a.settings.all_triangles);
  add_real(command, "--nearer-than", "Also whether they are nearer than this: 0 or more",
           a.nearer_than);
  add_real(command, "--margin", "Bodies nearer than this count as overlapping", a.settings.margin);
  start_group(command, "Poses, scales and units");
  add_pose(command, "--pose-a", "Where A is: x,y,z or x,y,z,qw,qx,qy,qz", a.settings.pose_a);
  add_pose(command, "--pose-b", "Where B is", a.settings.pose_b);
  add_real(command, "--scale", "Multiply the coordinates of both files", a.both.scale);
  add_real(command, "--scale-a", "Multiply the coordinates of A", a.a.scale);
  add_real(command, "--scale-b", "Multiply the coordinates of B", a.b.scale);
  add_unit(command, "--unit",
           fmt::format("Unit of the answer, and of a file without --unit-a or --unit-b: {}",
                       kLengthUnits),
           a.both.unit);
  add_unit(command, "--unit-a", "Unit of A, converted to that of the answer", a.a.unit);
  add_unit(command, "--unit-b", "Unit of B, converted to that of the answer", a.b.unit);
  start_group(command, "Solids and surfaces");
  add_switch(command, "--solid", "Both are the bodies that their surfaces enclose", a.both.solid);
  add_switch(command, "--solid-a", "A is the body that its surface encloses", a.a.solid);
  add_switch(command, "--solid-b", "B is the body that its surface encloses", a.b.solid);
  add_switch(command, "--surface", "Both are surfaces, even if closed", a.both.surface);
  add_switch(command, "--surface-a", "A is a surface, even if closed", a.a.surface);
  add_switch(command, "--surface-b", "B is a surface, even if closed", a.b.surface);
  start_group(command, "Search");
  add_volume_option(command, a.volume);
  start_group(command, "Output");
  add_switch(command, "--json", "Write one line of JSON", a.json);
  add_switch(command, "-v,--verbose", "Write all that was found in the files to standard error",
             a.verbose);
}

Result<CheckPlan> check_plan(const CheckArguments& arguments) {
  CheckPlan plan;
  plan.settings = arguments.settings;
  plan.settings.nearer_than = arguments.nearer_than;
  if (plan.settings.margin < 0) {
    return fail(fmt::format("--margin {}: must not be negative", plan.settings.margin));
  }
  if (arguments.nearer_than && *arguments.nearer_than < 0) {
    return fail(fmt::format("--nearer-than {}: must not be negative", *arguments.nearer_than));
  }
  const Result<std::optional<LengthUnit>> unit = answer_unit(arguments);
  if (!unit) return fail(unit.error());
  if (*unit) plan.unit = (*unit)->name;
  const Result<MeshSettings> a = mesh_settings(arguments, true, *unit);
  if (!a) return fail(a.error());
  const Result<MeshSettings> b = mesh_settings(arguments, false, *unit);
  if (!b) return fail(b.error());
  plan.a = *a;
  plan.b = *b;
  return plan;
}

}  // namespace glance::app
