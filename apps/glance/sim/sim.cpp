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
#include "common/wrap.h"
#include "measure/progress.h"
#include "scenes/registry.h"
#include "scenes/simulation.h"
#include "sim/sim_options.h"
#include "sim/sim_report.h"

namespace glance::app {
namespace {

using scenes::Simulation, scenes::SimulationSettings;

constexpr std::string_view kSimDetails =
    R"(Times are those of collision detection alone: of computing the boxes (bounds),
finding the pairs of boxes that overlap (broad), and testing which of these
pairs touch (narrow). All methods find the same pairs: `hash` covers those of
every frame, and does not change with --boxes, --box-method, --broad, --sort,
--narrow, --query or --delta. (Where impulses move bodies, contact points may
differ in their last digits, and with them what happens later.)

--interframe finds contacts between two frames: by the time of impact (toi), by
hulls around the motion (safe: also finds some that did not happen), or by the
hulls of IVRI-CD section 5.1 (paper: misses some). In --scene multibody every
body then counts as fast. These contacts stop no body, do not change `hash`,
and have a hash of their own.

With --budget, a frame ends in time, in every scene. Pairs that are undecided
then count as --undecided says, and the table shows how wrong that may be, and
how much of it a viewer would notice. Bodies respond to undecided pairs where
the spheres around them met last. A budget in units of work (20000w) ends a
frame at the same place in every run, a budget in time does not. With --budget
unlimited all answers are exact, and `hash` is the same as without.

--json writes {"bodies": .., "frames": .., "seconds_per_frame": {"total": ..,
"bounds": .., "broad": .., "narrow": ..}, "pairs": {"overlapping": ..,
"touching": ..}, "hash": "..", "bytes": .., "interframe": {"contacts": ..,
"swept": ..}, "interframe_hash": "..", ..}. Numbers of pairs and contacts are
means per frame. With --budget also {"critical": {"asked": .., "undecided": ..,
..}} and {"frame_seconds": {"wall": {"over": .., "p99": .., ..}, "thread":
{..}}}.

--model reads a file with one shape as in `glance pairs`, such as {"hull": [[x,
y, z], ...]}. Ctrl-C (or SIGTERM) ends a --record after the current frame, with
exit code 130 (143). With - as the file, --json and --record write to standard
output, instead of the table.

Exit code: 0 if done, 2 for bad usage or a file that cannot be read or written.

Example:
  $ glance sim --bodies 100 --density 5 --frames 50 --json - | grep -o '"pairs.*"hash":"[^"]*"'
  "pairs":{"overlapping":30.36,"touching":6.6},"hash":"8302baee7f082d8e")";

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

/// Runs all frames, and records them if asked to: then a signal ends it after the current frame.
/// False if the recording cannot be written.
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

std::string list_scenes() {
  std::string text = "Scenes:\n";
  for (const auto& maker : scenes::all_scenes()) {
    text += list_entry(maker->name(), maker->help(), 13);
  }
  return text + '\n';
}

}  // namespace

void add_sim_command(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<SimArguments>();
  CLI::App& command = add_command(app, "sim", "Run a simulation and time its collision detection",
                                  list_scenes() + std::string(kSimDetails));
  add_sim_options(command, *arguments);
  on_run(command, [arguments, &command, &exit_code] { exit_code = run_sim(command, *arguments); });
}

}  // namespace glance::app
