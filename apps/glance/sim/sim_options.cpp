#include "sim/sim_options.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "common/input_file.h"
#include "common/memory.h"
#include "common/options.h"
#include "sim/critical_options.h"

namespace glance::app {
namespace {

using scenes::ResponseMode, scenes::Simulation, scenes::SimulationSettings;

using Response = std::optional<ResponseMode>;
constexpr std::array kResponses{Choice<Response>{"auto", {}},
                                Choice<Response>{"none", ResponseMode::none},
                                Choice<Response>{"exchange", ResponseMode::exchange},
                                Choice<Response>{"impulse", ResponseMode::impulse}};
constexpr std::array kResponseStates{Choice<ResponseStart>{"current", ResponseStart::current},
                                     Choice<ResponseStart>{"previous", ResponseStart::previous},
                                     Choice<ResponseStart>{"impact", ResponseStart::impact}};
constexpr std::array kQuestions{Choice<Question>{"collide", Question::collide},
                                Choice<Question>{"distance", Question::distance},
                                Choice<Question>{"contacts", Question::contacts}};
constexpr std::array<std::string_view, 4> kInterframes{"off", "paper", "safe", "toi"};
constexpr std::array kInterframeTests{BetweenFrames::off, BetweenFrames::safe, BetweenFrames::safe,
                                      BetweenFrames::toi};

/// Bodies that follow prescribed motions respond to nothing.
Result<void> check_response(const CLI::App& command, const SimArguments& a) {
  const scenes::SceneTraits traits = a.scene.scene().traits();
  if (is_given(command, "--response-state") && !traits.rigid) {
    return fail(fmt::format("--response-state is an option of --scene {}", a.scene.rigid_scenes()));
  }
  const bool responds = traits.response != ResponseMode::none;
  if (responds || !a.response || *a.response == ResponseMode::none) return {};
  return fail(fmt::format(
      "--response {}: bodies of --scene {} follow prescribed motions, and respond to nothing",
      to_string(*a.response), a.scene.scene().name()));
}

Result<void> check_output(const SimArguments& a) {
  for (const auto& [option, file] :
       {std::pair("--json", &a.json), std::pair("--record", &a.record)}) {
    if (file->empty()) continue;
    if (auto ok = check_output_file(*file); !ok) {
      return fail(fmt::format("{}: {}", option, ok.error().message));
    }
  }
  if (a.json == "-" && a.record == "-") {
    return fail("--json - and --record - cannot share standard output: name a file for one");
  }
  if (!a.record.empty() && a.scene.scene().traits().come_and_go) {
    return fail(
        fmt::format("--record: bodies of --scene {} come and go, which recordings do not support",
                    a.scene.scene().name()));
  }
  return {};
}

Result<void> check_needs(const SimArguments& a) {
  const Result<scenes::SceneNeeds> needs = a.scene.scene().needs();
  if (!needs) return fail(needs.error());
  constexpr double kRecordedBytes = 2 * sizeof(Pose) + 120;  // of a body
  const double recorded =
      a.record.empty() ? 0 : kRecordedBytes * static_cast<double>(needs->bodies);
  const auto world = static_cast<double>(Simulation::estimated_bytes(needs->bodies));
  return check_memory(needs->what, world + needs->shape_bytes + recorded, available_memory());
}

/// What there has to be before anything is built; sets the scene's options.
Result<void> check(const CLI::App& command, SimArguments& a) {
  if (auto ok = a.scene.check_owners(command); !ok) return ok;
  if (a.frames == 0) return fail("--frames 0: at least one frame is needed");
  if (a.detection.world.margin < 0) {
    return fail(fmt::format("--margin {}: must not be negative", a.detection.world.margin));
  }
  if (auto ok = check_response(command, a); !ok) return ok;
  if (auto ok = check_output(a); !ok) return ok;
  if (auto ok = a.scene.apply(command); !ok) return ok;
  if (auto ok = check_needs(a); !ok) return ok;
  return a.scene.read_files(command);
}

}  // namespace

void add_sim_options(CLI::App& command, SimArguments& a) {
  a.scene.add_to(command);
  start_group(command, "Scene");
  add_whole_number(command, "--frames", "Number of frames", a.frames);
  add_whole_number(command, "--seed", "Seed of all random numbers", a.seed);
  add_real(command, "--margin", "Bodies nearer than this count as touching",
           a.detection.world.margin);
  start_group(command, "Questions and responses");
  add_choice(command, "--query", "What is asked about a pair (contacts where impulses move bodies)",
             kQuestions, a.detection.detect.question);
  a.detection.detect.between_frames = BetweenFrames::off;
  add_choice(
      command, "--interframe", "How contacts between two frames are found", kInterframes,
      [&detect = a.detection.detect](std::size_t i) {
        detect.between_frames = kInterframeTests[i];
        detect.tuning.hull = kInterframes[i] == "paper" ? SweptHull::paper : SweptHull::safe;
      },
      a.scene.default_interframe());
  add_choice(command, "--response", "What touching bodies do (auto: as usual in the scene)",
             kResponses, a.response);
  add_choice(command, "--response-state",
             fmt::format("{}: the state in which impulses are computed: this frame's, the previous "
                         "frame's, or that of the impact",
                         a.scene.rigid_scenes()),
             kResponseStates, a.response_state);
  add_critical_options(command, a.critical);
  add_detect_options(command, a.detection);
  start_group(command, "Output");
  add_text(command, "--json", "Write the results as JSON; - is standard output", a.json);
  add_text(command, "--record", "Write all frames, for glance replay; - is standard output",
           a.record);
}

Result<SimulationSettings> sim_settings(const CLI::App& command, SimArguments& a) {
  if (auto ok = check(command, a); !ok) return fail(ok.error());
  const scenes::SceneMaker& maker = a.scene.scene();
  DetectOptions& detect = a.detection.detect;
  detect.report_all = detect.question == Question::distance;
  if (!is_given(command, "--interframe")) detect.between_frames = maker.traits().between_frames;
  a.critical.gaze_seed = a.seed;
  const auto critical = critical_settings(command, a.critical);
  if (!critical) return fail(critical.error());
  SimulationSettings settings;
  settings.scene = [&maker, seed = a.seed, interframe = detect.between_frames] {
    return maker.make({.seed = seed, .between_frames = interframe != BetweenFrames::off});
  };
  settings.critical = *critical;
  settings.response = a.response;
  settings.response_start = a.response_state;
  settings.boxes = a.detection.boxes;
  settings.world = a.detection.world_options();
  settings.detect = detect;
  return settings;
}

}  // namespace glance::app
