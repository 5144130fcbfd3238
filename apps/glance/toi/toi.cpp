// `glance toi`: pairs of moving bodies as JSON lines in, when they first meet out.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "commands.h"
#include "common/answer_lines.h"
#include "common/complain.h"
#include "common/options.h"
#include "glance/tolerance.h"
#include "toi/toi_session.h"

namespace glance::app {
namespace {

constexpr std::string_view kToiDetails = R"(Each line of FILE is one pair:
  {"id": ANY, "a": SHAPE, "motion_a": MOTION, "b": SHAPE, "motion_b": MOTION,
   "margin": m}
  SHAPE   as for `glance pairs`, and so is POSE
  MOTION  {"from": POSE, "to": POSE, "centre": [x, y, z]}: at constant speed
          from time 0 to time 1, turning about the centre (body frame) the
          shorter way round; or, instead of "to", "linear": [x, y, z] (velocity
          of the centre, length per unit of time) and "angular": [x, y, z]
          (radians per unit of time, world axes), which may be many turns
  m       bodies this near are in contact
The id (which is copied to the answer), motions and their parts and the margin
are optional: a body without "to" or velocities rests, "from" is the identity,
the centre the body's origin, the margin 0.

Each answer is one line, in the world frame and in the unit of the input:
  hit                 whether they come as near as the tolerance plus the margin
  time                of the first contact; 1 if there is none
  lower, upper        apart until the former (that is proved), within the
                      tolerance at the latter; for a hit, both are the time
  distance            at that time, whatever the margin; only for a hit
  point, normal       half way between the closest points; unit, from a to b
                      (meaningless if they start overlapping); only for a hit
  starts_overlapping  whether they touch or overlap at time 0
  grazing             true if no contact was found after that time: they may
                      miss each other after all; otherwise omitted
  undecided           true if too many steps were needed: nothing is known
                      after "lower", which counts as a hit; otherwise omitted
  tolerance           the one that was used, as a length
  work                what the answer cost; zero counters are omitted
  sub_a, sub_b        for bodies that are not convex: which {"part", "triangle"}
                      (only for a hit)
  notes               what was dropped or flipped in meshes, if anything
  verified            with --verify; if false, verify_error says why; null for
                      compounds and meshes that are not convex, which have no
                      proof
The answer to a line that cannot be understood is {"id": .., "error": ".."}.
The size of a pair is the sum of both extents. The tolerance may be as small as
poses in doubles can tell from contact.

Exit code: 0 if every line was answered (errors included), 1 if so but --verify
rejected a proof, 2 if the input or the output failed.

Example:
  $ echo '{"id": 7, "a": {"sphere": 0.5}, "motion_a": {"from": {"translation": [-10, 0, 0]}, "to": {"translation": [10, 0, 0]}}, "b": {"box": [0.01, 5, 5]}}' | glance toi -
  {"id":7,"hit":true,"time":0.47449965624987533,"lower":0.47449965624987533,"upper":0.47449965624987533,"distance":6.875002492421136e-06,"point":[-0.010003437501246212,0.0,0.0],"normal":[1.0,0.0,0.0],"starts_overlapping":false,"tolerance":1.1e-05,"work":{"steps":2,"gaps":3,"distances":2}})";

struct ToiArguments {
  std::string file;
  std::optional<double> tolerance, absolute_tolerance;
  ToiSettings settings;
};

int run_toi(ToiArguments& arguments) {
  ToiSettings& settings = arguments.settings;
  for (const auto& [option, value, setting] :
       {std::tuple("--tolerance", &arguments.tolerance, &settings.tolerance),
        std::tuple("--absolute-tolerance", &arguments.absolute_tolerance,
                   &settings.absolute_tolerance)}) {
    if (!*value) continue;
    if (!(**value > 0))
      return complain(fmt::format("{} {}: must be larger than 0", option, **value));
    *setting = **value;
  }
  ToiSession session(settings);
  const int exit_code = answer_lines("toi", arguments.file,
                                     [&](std::string_view line) { return session.answer(line); });
  return exit_code == kExitDone && session.refused_count() > 0 ? kExitRefused : exit_code;
}

}  // namespace

void add_toi_command(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<ToiArguments>();
  ToiSettings& settings = arguments->settings;
  CLI::App& command =
      add_command(app, "toi", "Say when pairs of moving bodies first meet, one JSON line each",
                  std::string(kToiDetails));
  add_argument(command, "FILE", "JSON lines; - is standard input", arguments->file);
  start_group(command, "Tolerance");
  add_real(command, "--tolerance", "Bodies this near are in contact, as a part of the pair's size",
           arguments->tolerance, fmt::format("{}", kImpactTolerance));
  add_real(command, "--absolute-tolerance", "The same as a length, instead of --tolerance",
           arguments->absolute_tolerance);
  start_group(command, "Proof");
  add_switch(command, "--verify", "Prove every answer, and check the proof", settings.verify);
  start_group(command, "Input");
  add_switch(command, "--no-files", "Reject shapes from files: for untrusted input",
             settings.files);
  on_run(command, [arguments, &exit_code] { exit_code = run_toi(*arguments); });
}

}  // namespace glance::app
