// `glance sim`: the multi-body simulation of I-COLLIDE section 5.3, or another scene, timed.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "commands.h"
#include "common/complain.h"
#include "common/interrupts.h"
#include "common/json_writer.h"
#include "common/options.h"
#include "measure/progress.h"
#include "scenes/multibody.h"
#include "scenes/registry.h"
#include "scenes/simulation.h"
#include "sim/sim_options.h"
#include "sim/sim_report.h"

namespace glance::app {
namespace {

using scenes::Simulation, scenes::SimulationSettings;

constexpr std::string_view kSimDetails =
    R"(Times are those of collision detection only: finding the boxes (bounds), the
pairs of boxes that overlap (broad), and which of these touch (narrow). All ways
to detect find the same pairs: `hash` covers those of every frame, and must not
change with --boxes, --box-method, --broad, --sort, --narrow, --query or --delta.
(Where impulses move bodies, contact points may differ in their last digits, and
what happens later with them.)

With --interframe, contacts between two frames are looked for: when two first met
(toi), whether hulls meet that hold them on their way (safe: some of them do not),
or those of IVRI-CD section 5.1 (paper: which miss some). In --scene multibody
every body then counts as fast. `hash` does not change with it: contacts between
frames have a hash of their own, and stop nobody.

Impulses move rigid bodies unless --response says otherwise; in --scene multibody
bodies exchange velocities, and in the others they follow given ways. With
--budget, pairs without an answer respond where the spheres around them met last.

With --budget a frame ends in time, in all scenes: what is not
decided then counts as --undecided says, and how wrong that may be, and how much
of it a viewer would notice, is shown. Units of work (20000w) end it at the same
place in every run, time does not. With --budget unlimited all answers are
exact, and `hash` is the same as without.

--json writes {"bodies": .., "frames": .., "seconds_per_frame": {"total": ..,
"bounds": .., "broad": .., "narrow": ..}, "pairs": {"overlapping": ..,
"touching": ..}, "hash": "..", "bytes": .., "interframe": {"contacts": ..,
"swept": ..}, "interframe_hash": "..", ..}; pairs and contacts are means of a
frame. With --budget also {"critical": {"asked": .., "undecided": .., ..}} and
{"frame_seconds": {"wall": {"over": .., "p99": .., ..}, "thread": {..}}}.
--model takes a file with one shape as in `glance pairs`, such as {"hull": [[x,
y, z], ...]}. --record writes a file for `glance replay`; Ctrl-C (or SIGTERM)
ends it after the present frame, with exit code 130 (143).
With - in place of a file they go to standard output, in place of the table.

Example:
)";

constexpr std::string_view kExampleCall =
    R"(glance sim --bodies 100 --density 5 --frames 50 --json - | grep -o '"pairs.*"hash":"[^"]*"')";

/// A file, or standard output for "-".
class Output {
 public:
  explicit Output(std::string name) : name_(std::move(name)) {
    if (name_ != "-") file_.open(name_, std::ios::binary | std::ios::trunc);
  }

  std::ostream& stream() { return name_ == "-" ? std::cout : file_; }
  bool to_stdout() const { return name_ == "-"; }

  int complain_about() const {
    const std::string name = name_ == "-" ? "standard output" : fmt::format("'{}'", name_);
    return complain("cannot write to " + name, errno);
  }

 private:
  std::string name_;
  std::ofstream file_;
};

/// All frames, into the recording too if there is one: then a signal ends it after the frame that
/// is at work. False if it cannot be written.
bool run_frames(Simulation& simulation, std::uint64_t frames, std::ostream* record, double margin,
                bool show_progress) {
  std::optional<RecordingWriter> writer;
  if (record) {
    Result<RecordingWriter> started = scenes::start_recording(*record, simulation.scene(), margin);
    if (!started) return false;
    writer = *std::move(started);
  }
  measure::Progress progress("frames done", {.total = frames, .terminal = show_progress});
  for (std::uint64_t i = 0; i < frames && !Interrupts::caught(); i++) {
    simulation.advance();
    if (writer && !writer->add_frame(simulation.poses(), simulation.touching())) return false;
    progress.one_done();
  }
  return !writer || writer->finish();
}

int run_sim(const CLI::App& command, SimArguments& arguments) {
  const Result<SimulationSettings> checked = sim_settings(command, arguments);
  if (!checked) return complain(checked.error().message);
  const SimulationSettings& settings = *checked;
  // What cannot be written shows before the work, not after it.
  std::optional<Output> json, record;
  errno = 0;
  if (!arguments.json.empty() && !json.emplace(arguments.json).stream()) {
    return json->complain_about();
  }
  if (!arguments.record.empty() && !record.emplace(arguments.record).stream()) {
    return record->complain_about();
  }
  std::optional<Interrupts> interrupts;
  if (record) interrupts.emplace();
  Result<Simulation> simulation = Simulation::make(settings);
  if (!simulation) return complain(simulation.error().message);
  errno = 0;
  if (!run_frames(*simulation, arguments.frames, record ? &record->stream() : nullptr,
                  settings.world.margin, isatty(STDERR_FILENO))) {
    return record->complain_about();
  }
  if (const int signal = Interrupts::caught()) {
    complain(fmt::format("stopped by a signal: the recording ends after {} of {} frames",
                         simulation->totals().frames, arguments.frames));
    return Interrupts::exit_code(signal);
  }
  errno = 0;
  if (json && !(json->stream() << to_line(sim_json(settings, *simulation)) << std::endl)) {
    return json->complain_about();
  }
  const bool table = !(json && json->to_stdout()) && !(record && record->to_stdout());
  if (table) std::cout << sim_table(settings, *simulation);
  return kExitDone;
}

/// What there is to see in each.
std::string show_scenes() {
  std::string text;
  for (const auto& maker : scenes::all_scenes()) text += std::string(maker->help()) + '\n';
  return text;
}

/// Computed, not typed in. Only the parts that are the same on every machine.
std::string sim_example() {
  SimulationSettings settings;
  settings.scene = scenes::scene_of<scenes::Multibody>({.bodies = 100, .density = 5});
  Result<Simulation> simulation = Simulation::make(settings);
  if (!simulation) return {};
  for (int i = 0; i < 50; i++) simulation->advance();
  const Json json = sim_json(settings, *simulation);
  return fmt::format("  $ {}\n  \"pairs\":{},\"hash\":{}", kExampleCall, json["pairs"].dump(),
                     json["hash"].dump());
}

}  // namespace

void add_sim_command(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<SimArguments>();
  CLI::App& command =
      add_command(app, {"sim", "Run and time the multi-body simulation",
                        [] { return show_scenes() + std::string(kSimDetails) + sim_example(); }});
  add_sim_options(command, *arguments);
  on_run(command, [arguments, &command, &exit_code] { exit_code = run_sim(command, *arguments); });
}

}  // namespace glance::app
