// `glance toi`: pairs of moving bodies as JSON lines in, when they first meet out.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>

#include "commands.h"
#include "common/answer_lines.h"
#include "common/complain.h"
#include "common/options.h"
#include "glance/tolerance.h"
#include "toi/toi_session.h"

namespace glance::app {
namespace {

constexpr std::string_view kToiDetails = R"(Each line of FILE is one pair:
  {{"id": ANY, "a": SHAPE, "motion_a": MOTION, "b": SHAPE, "motion_b": MOTION,
   "margin": m}}
  SHAPE   as for `glance pairs`, and so is POSE
  MOTION  {{"from": POSE, "to": POSE, "centre": [x, y, z]}}: at constant speed from
          time 0 to time 1, turning about the centre (body frame) the shorter
          way round; or, in place of "to", "linear": [x, y, z] (velocity of the
          centre, length a unit of time) and "angular": [x, y, z] (radians a
          unit of time, world axes), which may be many turns
  m       bodies are in contact when they are this near
The id (echoed), motions and their parts and the margin may be left out: a body
without "to" or velocities rests, "from" is the identity, the centre the body's
origin, the margin 0.

Each answer is one line, lengths in the unit of the input, world frame:
  hit                 whether they come as near as the tolerance, beyond the margin
  time                of the first contact; 1 if there is none
  lower, upper        apart until the former (that is proved), within the
                      tolerance at the latter; both are the time of a hit
  distance            at that time, whatever the margin; only of a hit
  point, normal       half way between the closest points; unit, from a to b
                      (not to be used if they start overlapping); only of a
                      hit
  starts_overlapping  whether they touch or overlap at time 0
  grazing             true if no contact was found after that time: they may miss
                      each other after all; else left out
  undecided           true if too many steps were needed: nothing is known
                      behind "lower", which counts as a hit; else left out
  tolerance           the one taken, as a length
  work                what it cost; zeros are left out
  sub_a, sub_b        of bodies that are not convex: which {{"part", "triangle"}}
                      (only of a hit)
  notes               what had to be cleaned in meshes, if anything
  verified            with --verify; if false, verify_error says why; null with
                      compounds and meshes that are not convex, which have no
                      proof
A line that makes no sense is answered with {{"id": .., "error": ".."}}.
Without --tolerance it is {} of the size of the pair (both extents). It may be
as small as poses in doubles can tell.

Exit code: 0 if every line was answered (errors included), 1 if so but --verify
refused a proof, 2 if the input or the output failed.

Example:
)";

/// A ball flies through a plate: twenty lengths in one unit of time.
constexpr std::string_view kToiExampleLine =
    R"({"id": 7, "a": {"sphere": 0.5}, "motion_a": {"from": {"translation": [-10, 0, 0]}, )"
    R"("to": {"translation": [10, 0, 0]}}, "b": {"box": [0.01, 5, 5]}})";

int run_toi(const std::string& file, const ToiSettings& settings) {
  if (settings.tolerance < 0) {
    return complain(fmt::format("--tolerance {}: must not be negative", settings.tolerance));
  }
  if (settings.absolute_tolerance < 0) {
    return complain(
        fmt::format("--absolute-tolerance {}: must not be negative", settings.absolute_tolerance));
  }
  ToiSession session(settings);
  const int exit_code =
      answer_lines(file, [&](std::string_view line) { return session.answer(line); });
  return exit_code == kExitDone && session.refused_count() > 0 ? kExitRefused : exit_code;
}

}  // namespace

void add_toi_command(CLI::App& app, int& exit_code) {
  struct Arguments {
    std::string file;
    ToiSettings settings;
  };
  const auto arguments = std::make_shared<Arguments>();
  CLI::App& command = add_command(
      app, {"toi", "Say when pairs of moving bodies first meet, one JSON line each", [] {
              return fmt::format("{}  $ echo '{}' | glance toi -\n  {}",
                                 fmt::format(kToiDetails, kImpactTolerance), kToiExampleLine,
                                 ToiSession().answer(kToiExampleLine));
            }});
  add_argument(command, "FILE", "JSON lines; - is standard input", arguments->file);
  add_real(command, "--tolerance",
           "Bodies this near are in contact, as a part of the size of the pair; 0: the default",
           arguments->settings.tolerance);
  add_real(command, "--absolute-tolerance", "The same as a length, in its place; 0: not used",
           arguments->settings.absolute_tolerance);
  add_switch(command, "--verify", "Prove every answer, and check the proof",
             arguments->settings.verify);
  add_switch(command, "--no-files", "Refuse shapes from files: for lines from strangers",
             arguments->settings.files);
  on_run(command,
         [arguments, &exit_code] { exit_code = run_toi(arguments->file, arguments->settings); });
}

}  // namespace glance::app
