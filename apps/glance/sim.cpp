// `glance sim`: the multi-body simulation of I-COLLIDE section 5.3, timed.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "commands.h"
#include "complain.h"
#include "detect_options.h"
#include "memory.h"
#include "options.h"
#include "pair_answer.h"
#include "progress.h"
#include "scenes/simulation.h"
#include "shape_line.h"
#include "sim_report.h"

namespace glance::app {
namespace {

using scenes::MultibodySettings, scenes::Path, scenes::ShapesMix, scenes::Simulation,
    scenes::SimulationSettings;

constexpr std::string_view kDetails =
    R"(Polytopes fly about in a box, from random places with random velocities.
Pairs that touch and approach each other exchange their velocities; walls
reflect. Times are those of collision detection only: finding the boxes
(bounds), the pairs of boxes that overlap (broad), and which of these touch
(narrow). All ways to detect find the same pairs: `hash` covers those of every
frame, and must not change with --boxes, --box-method, --broad, --sort,
--narrow, --query or --delta. With --shapes-mix all, spheres, boxes, capsules,
cylinders, cones, ellipsoids, polytopes, triangles, segments, points and
rounded ones fly about, and the walls are half-spaces that they touch.

--json writes {"bodies": .., "frames": .., "seconds_per_frame": {"total": ..,
"bounds": .., "broad": .., "narrow": ..}, "pairs": {"overlapping": ..,
"touching": ..}, "hash": "..", "bytes": .., ..}; pairs are means of a frame.
--model takes a file with one shape as in `glance pairs`, such as {"hull": [[x,
y, z], ...]}. --record writes a file for `glance replay`.
With - in place of a file they go to standard output, in place of the table.

Example:
)";

constexpr std::string_view kExampleCall =
    R"(glance sim --bodies 100 --density 5 --frames 50 --json - | grep -o '"pairs.*"hash":"[^"]*"')";

enum class Preset : std::uint8_t { paper, frame3, frame4 };

struct PresetScene {
  std::uint64_t bodies, faces;
  double density;
};

/// What the paper shows, in the order of Preset.
constexpr std::array kPresetScenes{PresetScene{1000, 36, 1}, PresetScene{200, 56, 1},
                                   PresetScene{500, 16, 0.1}};

constexpr std::array kPresets{Choice<Preset>{"paper", Preset::paper},
                              Choice<Preset>{"frame3", Preset::frame3},
                              Choice<Preset>{"frame4", Preset::frame4}};
constexpr std::array kPaths{Choice<Path>{"straight", Path::straight},
                            Choice<Path>{"random", Path::random}};
constexpr std::array kMixes{Choice<ShapesMix>{"hulls", ShapesMix::hulls},
                            Choice<ShapesMix>{"all", ShapesMix::all}};
constexpr std::array kQuestions{Choice<Question>{"collide", Question::collide},
                                Choice<Question>{"distance", Question::distance}};

struct Arguments {
  Preset preset = Preset::paper;
  std::uint64_t bodies = 1000, faces = 36, shapes = 256, frames = 300, seed = 1;
  MultibodySettings scene;
  Detection detection;
  std::string model, json, record;
};

/// The preset's numbers, but for what the command line says itself.
void apply_preset(const CLI::App& command, Arguments& arguments) {
  const PresetScene& preset = kPresetScenes[static_cast<std::size_t>(arguments.preset)];
  if (command.count("--bodies") == 0) arguments.bodies = preset.bodies;
  if (command.count("--faces") == 0) arguments.faces = preset.faces;
  if (command.count("--density") == 0) arguments.scene.density = preset.density;
}

/// What there has to be before anything is built.
Result<void> check(const Arguments& a) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (a.bodies == 0) return fail("--bodies 0: at least one body is needed");
  if (a.frames == 0) return fail("--frames 0: at least one frame is needed");
  for (const auto& [name, value] : {std::pair<const char*, std::uint64_t>{"--bodies", a.bodies},
                                    {"--faces", a.faces},
                                    {"--shapes", a.shapes}}) {
    if (value > kMost)
      return fail(fmt::format("{} {}: at most {} are possible", name, value, kMost));
  }
  if (a.detection.world.margin < 0) {
    return fail(fmt::format("--margin {}: must not be negative", a.detection.world.margin));
  }
  if (!a.model.empty() && a.scene.mix == ShapesMix::all) {
    return fail("--model and --shapes-mix all exclude each other");
  }
  if (a.json == "-" && a.record == "-") {
    return fail("--json - and --record - cannot share standard output: name a file for one");
  }
  // A random polytope holds 180 to 240 bytes for each of its faces.
  constexpr double kBytesPerFace = 240, kRecordedBytes = 2 * sizeof(Pose) + 120;
  const double shapes = a.model.empty() ? std::min(a.shapes, a.bodies) : 0;
  const double needed = static_cast<double>(Simulation::estimated_bytes(a.bodies)) +
                        shapes * static_cast<double>(a.faces) * kBytesPerFace +
                        (a.record.empty() ? 0 : kRecordedBytes * static_cast<double>(a.bodies));
  return check_memory(fmt::format("{} bodies of {} faces", a.bodies, a.faces), needed,
                      available_memory());
}

Result<Shape> read_model(const std::string& file) {
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  std::string text;
  if (in) {
    for (std::string line; std::getline(in, line);) text += line + '\n';
  }
  if (!in.eof()) {
    const std::string reason = errno ? ": " + std::system_category().message(errno) : "";
    return fail(fmt::format("cannot read '{}'{}", file, reason));
  }
  Result<Shape> shape = parse_shape(text, "model");
  if (!shape) return fail(fmt::format("'{}': {}", file, shape.error().message));
  return shape;
}

Result<void> make_settings(const Arguments& a, SimulationSettings& settings) {
  if (auto ok = check(a); !ok) return ok;
  settings = {a.scene, a.detection.boxes, a.detection.world, a.detection.detect};
  settings.scene.bodies = static_cast<std::uint32_t>(a.bodies);
  settings.scene.faces = static_cast<std::uint32_t>(a.faces);
  settings.scene.shapes = static_cast<std::uint32_t>(a.shapes);
  settings.scene.seed = a.seed;
  settings.detect.report_all = settings.detect.question == Question::distance;
  if (!a.model.empty()) {
    const Result<Shape> model = read_model(a.model);
    if (!model) return fail(model.error().message);
    settings.scene.model = *model;
  }
  return {};
}

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

/// All frames, into the recording too if there is one. False if that cannot be written.
bool run_frames(Simulation& simulation, std::uint64_t frames, std::ostream* record, double margin,
                bool show_progress) {
  std::optional<RecordingWriter> writer;
  if (record) {
    Result<RecordingWriter> started = scenes::start_recording(*record, simulation.scene(), margin);
    if (!started) return false;
    writer = *std::move(started);
  }
  Progress progress(show_progress, "frames", frames);
  for (std::uint64_t i = 0; i < frames; i++) {
    simulation.advance();
    if (writer && !writer->add_frame(simulation.poses(), simulation.touching())) return false;
    progress.one_done();
  }
  return !writer || writer->finish();
}

int run_sim(const Arguments& arguments) {
  SimulationSettings settings;
  if (auto ok = make_settings(arguments, settings); !ok) return complain(ok.error().message);
  // What cannot be written shows before the work, not after it.
  std::optional<Output> json, record;
  errno = 0;
  if (!arguments.json.empty() && !json.emplace(arguments.json).stream()) {
    return json->complain_about();
  }
  if (!arguments.record.empty() && !record.emplace(arguments.record).stream()) {
    return record->complain_about();
  }
  Result<Simulation> simulation = Simulation::make(settings);
  if (!simulation) return complain(simulation.error().message);
  errno = 0;
  if (!run_frames(*simulation, arguments.frames, record ? &record->stream() : nullptr,
                  settings.world.margin, isatty(STDERR_FILENO))) {
    return record->complain_about();
  }
  errno = 0;
  if (json && !(json->stream() << to_line(sim_json(settings, *simulation)) << std::endl)) {
    return json->complain_about();
  }
  const bool table = !(json && json->to_stdout()) && !(record && record->to_stdout());
  if (table) std::cout << sim_table(settings, *simulation);
  return kExitDone;
}

/// Computed, not typed in. Only the parts that are the same on every machine.
std::string example() {
  SimulationSettings settings;
  settings.scene.bodies = 100;
  settings.scene.density = 5;
  Result<Simulation> simulation = Simulation::make(settings);
  if (!simulation) return {};
  for (int i = 0; i < 50; i++) simulation->advance();
  const Json json = sim_json(settings, *simulation);
  return fmt::format("  $ {}\n  \"pairs\":{},\"hash\":{}", kExampleCall, json["pairs"].dump(),
                     json["hash"].dump());
}

}  // namespace

void add_sim_command(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
  CLI::App* command = app.add_subcommand("sim", "Run and time the multi-body simulation");
  add_choice(*command, "--preset", "Bodies, faces and density as in the paper", kPresets, a.preset);
  add_whole_number(*command, "--bodies", "How many", a.bodies);
  add_whole_number(*command, "--faces", "Of each polytope: even, at least 4", a.faces);
  add_real(*command, "--rotation", "Degrees a frame", a.scene.rotation);
  add_real(*command, "--translation", "% of the radius a frame", a.scene.translation);
  add_real(*command, "--density", "% of the volume that is filled", a.scene.density);
  add_whole_number(*command, "--shapes", "At most so many different ones, shared", a.shapes);
  add_choice(*command, "--shapes-mix", "Which kinds of bodies", kMixes, a.scene.mix);
  command->add_option("--model", a.model, "A shape to use in place of random polytopes")
      ->type_name("FILE");
  add_choice(*command, "--path", "How bodies fly between collisions", kPaths, a.scene.path);
  add_whole_number(*command, "--frames", "How many", a.frames);
  add_whole_number(*command, "--seed", "For everything that is random", a.seed);
  add_choice(*command, "--query", "What is asked about pairs", kQuestions,
             a.detection.detect.question);
  add_real(*command, "--margin", "Bodies nearer than this count as touching",
           a.detection.world.margin);
  add_detect_options(*command, a.detection);
  command->add_option("--json", a.json, "Write the results there, - is standard output")
      ->type_name("FILE");
  command->add_option("--record", a.record, "Write all frames there, - is standard output")
      ->type_name("FILE");
  command->footer([] { return std::string(kDetails) + example(); });
  command->callback([arguments, command, &exit_code] {
    apply_preset(*command, *arguments);
    exit_code = run_sim(*arguments);
  });
}

}  // namespace glance::app
