#include "sim_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

#include "critical_options.h"
#include "memory.h"
#include "options.h"
#include "shape_line.h"

namespace glance::app {
namespace {

using scenes::Path, scenes::ResponseMode, scenes::ResponseStart, scenes::ShapesMix,
    scenes::Simulation, scenes::SimulationSettings;

struct PresetScene {
  std::uint64_t bodies, faces;
  double density;
};

/// What the paper shows, in the order of Preset.
constexpr std::array kPresetScenes{PresetScene{1000, 36, 1}, PresetScene{200, 56, 1},
                                   PresetScene{500, 16, 0.1}};

constexpr std::array kScenes{Choice<SceneName>{"multibody", SceneName::multibody},
                             Choice<SceneName>{"bullets", SceneName::bullets},
                             Choice<SceneName>{"packed", SceneName::packed},
                             Choice<SceneName>{"corner", SceneName::corner},
                             Choice<SceneName>{"rockfall", SceneName::rockfall},
                             Choice<SceneName>{"bowl", SceneName::bowl},
                             Choice<SceneName>{"heap", SceneName::heap},
                             Choice<SceneName>{"hulls", SceneName::hulls},
                             Choice<SceneName>{"births", SceneName::births}};
using Response = std::optional<ResponseMode>;
constexpr std::array kResponses{Choice<Response>{"auto", {}},
                                Choice<Response>{"none", ResponseMode::none},
                                Choice<Response>{"exchange", ResponseMode::exchange},
                                Choice<Response>{"impulse", ResponseMode::impulse}};
constexpr std::array kResponseStates{Choice<ResponseStart>{"current", ResponseStart::current},
                                     Choice<ResponseStart>{"previous", ResponseStart::previous},
                                     Choice<ResponseStart>{"impact", ResponseStart::impact}};
constexpr std::array kPresets{Choice<Preset>{"paper", Preset::paper},
                              Choice<Preset>{"frame3", Preset::frame3},
                              Choice<Preset>{"frame4", Preset::frame4}};
constexpr std::array kPaths{Choice<Path>{"straight", Path::straight},
                            Choice<Path>{"random", Path::random}};
constexpr std::array kMixes{Choice<ShapesMix>{"hulls", ShapesMix::hulls},
                            Choice<ShapesMix>{"all", ShapesMix::all}};
constexpr std::array kQuestions{Choice<Question>{"collide", Question::collide},
                                Choice<Question>{"distance", Question::distance}};
constexpr std::array kInterframes{
    Choice<Interframe>{"off", Interframe::off}, Choice<Interframe>{"paper", Interframe::paper},
    Choice<Interframe>{"safe", Interframe::safe}, Choice<Interframe>{"toi", Interframe::toi}};

/// An option that only some of the scenes have.
struct SceneOption {
  const char* name;
  std::initializer_list<SceneName> scenes;
};

using enum SceneName;
const SceneOption kSceneOptions[] = {
    {"--preset", {multibody}},
    {"--bodies", {multibody, packed, corner, rockfall, bowl, heap, hulls, births}},
    {"--faces", {multibody}},
    {"--shapes", {multibody}},
    {"--rotation", {multibody}},
    {"--translation", {multibody}},
    {"--density", {multibody}},
    {"--shapes-mix", {multibody}},
    {"--model", {multibody}},
    {"--path", {multibody}},
    {"--plates", {bullets}},
    {"--projectiles", {bullets}},
    {"--speed", {bullets}},
    {"--spin", {bullets}},
    {"--thickness", {bullets}},
    {"--spacing", {packed}},
    {"--jostle", {packed}},
    {"--triangles", {corner}},
    {"--period", {corner}},
    {"--break-speed", {rockfall}},
    {"--shaking", {bowl}},
    {"--response-state", {rockfall, bowl, heap}},
    {"--corners", {hulls}},
    {"--births", {births}},
    {"--rescaled", {births}}};

void add_multibody_options(CLI::App& command, SimArguments& a) {
  add_choice(command, "--preset", "Bodies, faces and density as in the paper", kPresets, a.preset);
  add_whole_number(command, "--bodies", "How many", a.bodies);
  add_whole_number(command, "--faces", "Of each polytope: even, at least 4", a.faces);
  add_real(command, "--rotation", "Degrees a frame", a.multibody.rotation);
  add_real(command, "--translation", "% of the radius a frame", a.multibody.translation);
  add_real(command, "--density", "% of the volume that is filled", a.multibody.density);
  add_whole_number(command, "--shapes", "At most so many different ones, shared", a.shapes);
  add_choice(command, "--shapes-mix", "Which kinds of bodies", kMixes, a.multibody.mix);
  command.add_option("--model", a.model, "A shape to use in place of random polytopes")
      ->type_name("FILE");
  add_choice(command, "--path", "How bodies fly between collisions", kPaths, a.multibody.path);
}

void add_bullets_options(CLI::App& command, SimArguments& a) {
  a.plates = a.bullets.plates;
  a.projectiles = a.bullets.projectiles;
  add_whole_number(command, "--plates", "bullets: how many", a.plates);
  add_whole_number(command, "--projectiles", "bullets: how many", a.projectiles);
  add_real(command, "--speed", "bullets: body lengths a frame, 0.1 to 100", a.bullets.speed);
  add_real(command, "--spin", "bullets: degrees a frame, up to 180", a.bullets.spin);
  add_real(command, "--thickness", "bullets: of the plates, in body lengths", a.bullets.thickness);
}

void add_packed_options(CLI::App& command, SimArguments& a) {
  add_real(command, "--spacing", "packed: from one to the next; their radius is about 0.8",
           a.packed.spacing);
  add_real(command, "--jostle", "packed: how far they stray from their places", a.packed.jostle);
}

void add_corner_options(CLI::App& command, SimArguments& a) {
  a.triangles = a.corner.triangles;
  a.period = a.corner.period;
  add_whole_number(command, "--triangles", "corner: of each of two large meshes; 0 for none",
                   a.triangles);
  add_whole_number(command, "--period", "corner: frames from one heap to the next", a.period);
}

void add_rigid_options(CLI::App& command, SimArguments& a) {
  add_real(command, "--break-speed",
           "rockfall: a hit that changes a rock's velocity by more (m/s) breaks it",
           a.rockfall.break_speed);
  add_real(command, "--shaking", "bowl: largest acceleration of the bowl, in g", a.bowl.shaking);
  add_choice(command, "--response", "What bodies do that touch (auto: as the scene is used to)",
             kResponses, a.response);
  add_choice(
      command, "--response-state",
      "rockfall, bowl, heap: impulses begin in this frame, the one before, or where bodies met",
      kResponseStates, a.response_state);
}

void add_budget_scene_options(CLI::App& command, SimArguments& a) {
  a.corners = a.hulls.corners;
  a.born = a.births.births;
  a.rescaled = a.births.rescaled;
  add_whole_number(command, "--corners", "hulls: of each", a.corners);
  add_whole_number(command, "--births", "births: bodies that go and come in every frame", a.born);
  add_whole_number(command, "--rescaled", "births: bodies that get another size in every frame",
                   a.rescaled);
}

/// An option of one scene with another one is a mistake that must not go unnoticed.
Result<void> check_scene_options(const CLI::App& command, SceneName scene) {
  for (const SceneOption& option : kSceneOptions) {
    if (command.count(option.name) == 0 || std::ranges::count(option.scenes, scene) > 0) continue;
    std::string owners;
    for (const SceneName owner : option.scenes) {
      owners += owners.empty() ? "" : ", ";
      owners += kScenes[static_cast<std::size_t>(owner)].name;
    }
    return fail(fmt::format("{} is an option of --scene {}", option.name, owners));
  }
  return {};
}

/// The preset's numbers, but for what the command line says itself.
void apply_preset(const CLI::App& command, SimArguments& arguments) {
  const PresetScene& preset = kPresetScenes[static_cast<std::size_t>(arguments.preset)];
  if (command.count("--bodies") == 0) {
    switch (arguments.scene) {
      case SceneName::packed: arguments.bodies = arguments.packed.entities; break;
      case SceneName::corner: arguments.bodies = arguments.corner.bodies; break;
      case SceneName::rockfall: arguments.bodies = arguments.rockfall.rocks; break;
      case SceneName::bowl: arguments.bodies = arguments.bowl.parts; break;
      case SceneName::heap: arguments.bodies = arguments.heap.boxes; break;
      case SceneName::hulls: arguments.bodies = arguments.hulls.hulls; break;
      case SceneName::births: arguments.bodies = arguments.births.bodies; break;
      default: arguments.bodies = preset.bodies;
    }
  }
  if (command.count("--faces") == 0) arguments.faces = preset.faces;
  if (command.count("--density") == 0) arguments.multibody.density = preset.density;
}

Result<void> check_counts(std::initializer_list<std::pair<const char*, std::uint64_t>> counts) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  for (const auto& [name, value] : counts) {
    if (value > kMost) {
      return fail(fmt::format("{} {}: at most {} are possible", name, value, kMost));
    }
  }
  return {};
}

/// What each body needs; besides, `shapes` bytes.
Result<void> check_memory_for(const std::string& what, std::uint64_t bodies, double shapes,
                              bool recorded) {
  constexpr double kRecordedBytes = 2 * sizeof(Pose) + 120;
  const double needed = static_cast<double>(Simulation::estimated_bytes(bodies)) + shapes +
                        (recorded ? kRecordedBytes * static_cast<double>(bodies) : 0);
  return check_memory(what, needed, available_memory());
}

Result<void> check_multibody(const SimArguments& a) {
  if (a.bodies == 0) return fail("--bodies 0: at least one body is needed");
  if (auto ok =
          check_counts({{"--bodies", a.bodies}, {"--faces", a.faces}, {"--shapes", a.shapes}});
      !ok) {
    return ok;
  }
  if (!a.model.empty() && a.multibody.mix == ShapesMix::all) {
    return fail("--model and --shapes-mix all exclude each other");
  }
  // A random polytope holds 180 to 240 bytes for each of its faces.
  constexpr double kBytesPerFace = 240;
  const auto shapes = static_cast<double>(a.model.empty() ? std::min(a.shapes, a.bodies) : 0);
  return check_memory_for(fmt::format("{} bodies of {} faces", a.bodies, a.faces), a.bodies,
                          shapes * static_cast<double>(a.faces) * kBytesPerFace, !a.record.empty());
}

Result<void> check_bullets(const SimArguments& a) {
  if (a.projectiles == 0) return fail("--projectiles 0: at least one is needed");
  if (auto ok = check_counts({{"--plates", a.plates}, {"--projectiles", a.projectiles}}); !ok) {
    return ok;
  }
  // Each plate is a shape of its own.
  constexpr double kBoxBytes = 3000;
  return check_memory_for(fmt::format("{} plates and {} projectiles", a.plates, a.projectiles),
                          a.plates + a.projectiles, kBoxBytes * static_cast<double>(a.plates),
                          !a.record.empty());
}

Result<void> check_packed(const SimArguments& a) {
  if (a.bodies == 0) return fail("--bodies 0: at least one body is needed");
  if (auto ok = check_counts({{"--bodies", a.bodies}}); !ok) return ok;
  constexpr double kShapes = 1e7;  // a handful, shared
  return check_memory_for(fmt::format("{} bodies", a.bodies), a.bodies, kShapes, !a.record.empty());
}

/// Rocks and parts.
Result<void> check_rigid(const SimArguments& a) {
  if (a.bodies == 0) return fail("--bodies 0: at least one body is needed");
  if (auto ok = check_counts({{"--bodies", a.bodies}}); !ok) return ok;
  if (a.scene == SceneName::rockfall && !a.record.empty()) {
    return fail("--record: bodies of --scene rockfall come and go, which recordings do not know");
  }
  // Each rock, with the fragments that it may become, is a shape of its own.
  constexpr double kBytes = 20'000;
  return check_memory_for(fmt::format("{} bodies", a.bodies), a.bodies,
                          kBytes * static_cast<double>(a.bodies), !a.record.empty());
}

Result<void> check_corner(const SimArguments& a) {
  if (a.bodies == 0) return fail("--bodies 0: at least one body is needed");
  if (auto ok = check_counts(
          {{"--bodies", a.bodies}, {"--triangles", a.triangles}, {"--period", a.period}});
      !ok) {
    return ok;
  }
  // A mesh with its tree, while it is made.
  constexpr double kBytesPerTriangle = 600;
  return check_memory_for(
      fmt::format("{} bodies and two meshes of {} triangles", a.bodies, a.triangles), a.bodies,
      2 * kBytesPerTriangle * static_cast<double>(a.triangles), !a.record.empty());
}

Result<void> check_hulls(const SimArguments& a) {
  if (auto ok = check_counts({{"--bodies", a.bodies}, {"--corners", a.corners}}); !ok) return ok;
  constexpr double kBytesPerCorner = 4 * 1500;  // four different ones, while they are made
  return check_memory_for(fmt::format("{} hulls of {} corners", a.bodies, a.corners), a.bodies,
                          kBytesPerCorner * static_cast<double>(a.corners), !a.record.empty());
}

Result<void> check_births(const SimArguments& a) {
  if (auto ok =
          check_counts({{"--bodies", a.bodies}, {"--births", a.born}, {"--rescaled", a.rescaled}});
      !ok) {
    return ok;
  }
  if (!a.record.empty()) {
    return fail("--record: bodies of --scene births come and go, which recordings do not know");
  }
  constexpr double kShapeBytes = 60'000;  // each is a shape of its own, some large
  return check_memory_for(fmt::format("{} bodies", a.bodies), a.bodies,
                          kShapeBytes * static_cast<double>(a.bodies), false);
}

/// Bodies that follow given ways respond to nothing.
Result<void> check_response(const SimArguments& a) {
  const bool responds =
      a.scene == multibody || a.scene == rockfall || a.scene == bowl || a.scene == heap;
  if (responds || !a.response || *a.response == ResponseMode::none) return {};
  return fail(
      fmt::format("--response {}: bodies of --scene {} follow given ways, and respond to nothing",
                  to_string(*a.response), kScenes[static_cast<std::size_t>(a.scene)].name));
}

/// What there has to be before anything is built.
Result<void> check(const SimArguments& a) {
  if (a.frames == 0) return fail("--frames 0: at least one frame is needed");
  if (a.detection.world.margin < 0) {
    return fail(fmt::format("--margin {}: must not be negative", a.detection.world.margin));
  }
  if (a.json == "-" && a.record == "-") {
    return fail("--json - and --record - cannot share standard output: name a file for one");
  }
  if (auto ok = check_response(a); !ok) return ok;
  switch (a.scene) {
    case SceneName::multibody: break;
    case SceneName::bullets: return check_bullets(a);
    case SceneName::packed: return check_packed(a);
    case SceneName::corner: return check_corner(a);
    case SceneName::rockfall:
    case SceneName::bowl:
    case SceneName::heap: return check_rigid(a);
    case SceneName::hulls: return check_hulls(a);
    case SceneName::births: return check_births(a);
  }
  return check_multibody(a);
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

Result<void> set_multibody(const SimArguments& a, scenes::MultibodySettings& scene) {
  scene = a.multibody;
  scene.bodies = static_cast<std::uint32_t>(a.bodies);
  scene.faces = static_cast<std::uint32_t>(a.faces);
  scene.shapes = static_cast<std::uint32_t>(a.shapes);
  scene.seed = a.seed;
  scene.fast = a.detection.detect.interframe != Interframe::off;
  if (a.model.empty()) return {};
  const Result<Shape> model = read_model(a.model);
  if (!model) return fail(model.error().message);
  scene.model = *model;
  return {};
}

scenes::BulletsSettings bullets_settings(const SimArguments& a) {
  scenes::BulletsSettings scene = a.bullets;
  scene.plates = static_cast<std::uint32_t>(a.plates);
  scene.projectiles = static_cast<std::uint32_t>(a.projectiles);
  scene.seed = a.seed;
  return scene;
}

scenes::PackedSettings packed_settings(const SimArguments& a) {
  scenes::PackedSettings scene = a.packed;
  scene.entities = static_cast<std::uint32_t>(a.bodies);
  scene.seed = a.seed;
  return scene;
}

scenes::CornerSettings corner_settings(const SimArguments& a) {
  scenes::CornerSettings scene = a.corner;
  scene.bodies = static_cast<std::uint32_t>(a.bodies);
  scene.triangles = static_cast<std::uint32_t>(a.triangles);
  scene.period = static_cast<std::uint32_t>(a.period);
  scene.seed = a.seed;
  return scene;
}

scenes::RockfallSettings rockfall_settings(const SimArguments& a) {
  scenes::RockfallSettings scene = a.rockfall;
  // As many fragments for each rock as there are by default.
  const std::uint32_t fragments = scene.most / scene.rocks;
  scene.rocks = static_cast<std::uint32_t>(a.bodies);
  scene.most = fragments * scene.rocks;
  scene.seed = a.seed;
  return scene;
}

scenes::BowlSettings bowl_settings(const SimArguments& a) {
  scenes::BowlSettings scene = a.bowl;
  scene.parts = static_cast<std::uint32_t>(a.bodies);
  scene.seed = a.seed;
  return scene;
}

scenes::HeapSettings heap_settings(const SimArguments& a) {
  return {.boxes = static_cast<std::uint32_t>(a.bodies), .seed = a.seed};
}

scenes::HullRowSettings hulls_settings(const SimArguments& a) {
  scenes::HullRowSettings scene = a.hulls;
  scene.hulls = static_cast<std::uint32_t>(a.bodies);
  scene.corners = static_cast<std::uint32_t>(a.corners);
  scene.seed = a.seed;
  return scene;
}

scenes::BirthsSettings births_settings(const SimArguments& a) {
  return {.bodies = static_cast<std::uint32_t>(a.bodies),
          .births = static_cast<std::uint32_t>(a.born),
          .rescaled = static_cast<std::uint32_t>(a.rescaled),
          .seed = a.seed};
}

Result<void> set_scene(const CLI::App& command, SimArguments& a, SimulationSettings& settings) {
  switch (a.scene) {
    case SceneName::multibody: return set_multibody(a, settings.scene);
    case SceneName::bullets:
      if (command.count("--interframe") == 0) a.detection.detect.interframe = Interframe::toi;
      settings.bullets = bullets_settings(a);
      break;
    case SceneName::packed: settings.packed = packed_settings(a); break;
    case SceneName::corner: settings.corner = corner_settings(a); break;
    case SceneName::rockfall: settings.rockfall = rockfall_settings(a); break;
    case SceneName::bowl: settings.bowl = bowl_settings(a); break;
    case SceneName::heap: settings.heap = heap_settings(a); break;
    case SceneName::hulls: settings.hulls = hulls_settings(a); break;
    case SceneName::births: settings.births = births_settings(a); break;
  }
  return {};
}

}  // namespace

void add_sim_options(CLI::App& command, SimArguments& a) {
  add_choice(command, "--scene", "What moves", kScenes, a.scene);
  add_multibody_options(command, a);
  add_bullets_options(command, a);
  add_packed_options(command, a);
  add_corner_options(command, a);
  add_rigid_options(command, a);
  add_budget_scene_options(command, a);
  add_whole_number(command, "--frames", "How many", a.frames);
  add_whole_number(command, "--seed", "For everything that is random", a.seed);
  add_choice(command, "--query", "What is asked about pairs", kQuestions,
             a.detection.detect.question);
  add_choice(command, "--interframe",
             "How it is found who met between two frames (bullets: toi if left out)", kInterframes,
             a.detection.detect.interframe);
  add_real(command, "--margin", "Bodies nearer than this count as touching",
           a.detection.world.margin);
  add_detect_options(command, a.detection);
  add_critical_options(command, a.critical);
  command.add_option("--json", a.json, "Write the results there, - is standard output")
      ->type_name("FILE");
  command.add_option("--record", a.record, "Write all frames there, - is standard output")
      ->type_name("FILE");
}

Result<SimulationSettings> sim_settings(const CLI::App& command, SimArguments a) {
  if (auto ok = check_scene_options(command, a.scene); !ok) return fail(ok.error().message);
  apply_preset(command, a);
  if (auto ok = check(a); !ok) return fail(ok.error().message);
  SimulationSettings settings;
  DetectOptions& detect = a.detection.detect;
  detect.report_all = detect.question == Question::distance;
  if (auto ok = set_scene(command, a, settings); !ok) return fail(ok.error().message);
  a.critical.gaze_seed = a.seed;
  const auto critical = critical_settings(command, a.critical);
  if (!critical) return fail(critical.error().message);
  settings.critical = *critical;
  settings.response = a.response;
  settings.response_start = a.response_state;
  settings.boxes = a.detection.boxes;
  settings.world = a.detection.world;
  settings.detect = detect;
  return settings;
}

}  // namespace glance::app
