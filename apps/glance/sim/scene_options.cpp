#include "sim/scene_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

#include "common/input_file.h"
#include "common/options.h"
#include "common/shape_line.h"

namespace glance::app {
namespace {

using scenes::SceneChoice, scenes::SceneMaker, scenes::SceneOption;

Result<Shape> read_model(const std::string& file) {
  Result<std::ifstream> in = open_input_file(file);
  if (!in) return fail("--model: " + in.error().message);
  errno = 0;
  std::string text;
  for (std::string line; std::getline(*in, line);) text += line + '\n';
  if (!in->eof()) {
    const std::string reason = errno ? ": " + std::system_category().message(errno) : "";
    return fail(fmt::format("--model: cannot read '{}'{}", file, reason));
  }
  if (is_mesh_name(file)) {
    return fail(
        fmt::format("--model: '{}' is a mesh file, but a shape as JSON is expected, such as "
                    "{{\"file\": \"{}\"}}",
                    file, file));
  }
  Result<Shape> shape = parse_shape(text, "model");
  if (!shape) return fail(fmt::format("--model: '{}': {}", file, shape.error().message));
  return shape;
}

/// The default of an option, for people; empty for a file.
std::string show_default(const SceneOption& option) {
  if (const auto* whole = std::get_if<std::uint32_t*>(&option.value))
    return fmt::format("{}", **whole);
  if (const auto* real = std::get_if<double*>(&option.value)) return fmt::format("{}", **real);
  return {};
}

}  // namespace

SceneOptions::Argument* SceneOptions::find(std::string_view name) {
  const auto found = std::ranges::find(arguments_, name, &Argument::name);
  return found == arguments_.end() ? nullptr : &*found;
}

std::string SceneOptions::names_of(const std::vector<std::size_t>& scenes) const {
  std::string text;
  for (const std::size_t scene : scenes) {
    text += text.empty() ? "" : ", ";
    text += makers_[scene]->name();
  }
  return text;
}

std::string SceneOptions::rigid_scenes() const {
  std::vector<std::size_t> rigid;
  for (std::size_t i = 0; i < makers_.size(); i++) {
    if (makers_[i]->traits().rigid) rigid.push_back(i);
  }
  return names_of(rigid);
}

std::string SceneOptions::default_of(const Argument& argument) const {
  // By value, each with the scenes that have it, in the order of scenes.
  std::vector<std::pair<std::string, std::vector<std::size_t>>> defaults;
  for (std::size_t i = 0; i < argument.owners.size(); i++) {
    const std::string& text = argument.defaults[i];
    const auto known = std::ranges::find(defaults, text, [](const auto& d) { return d.first; });
    if (known == defaults.end()) {
      defaults.push_back({text, {argument.owners[i]}});
    } else {
      known->second.push_back(argument.owners[i]);
    }
  }
  if (defaults.size() == 1) return defaults.front().first;
  std::string all;
  for (const auto& [text, scenes] : defaults) {
    all += fmt::format("{}{} in {}", all.empty() ? "" : "; ", text, names_of(scenes));
  }
  return all;
}

std::string SceneOptions::default_interframe() const {
  std::string text(to_string(BetweenFrames::off));
  for (const auto& maker : makers_) {
    const BetweenFrames mode = maker->traits().between_frames;
    if (mode != BetweenFrames::off) {
      text += fmt::format("; {} in {}", to_string(mode), maker->name());
    }
  }
  return text;
}

void SceneOptions::add_to(CLI::App& command) {
  std::vector<std::string_view> names;
  for (const auto& maker : makers_) names.push_back(maker->name());
  start_group(command, "Scene");
  add_choice(command, "--scene", "The scene to run, see below", names,
             [this](std::size_t i) { scene_ = i; });
  // Which scenes have an option, and then the options in the order in which they come first.
  std::vector<std::pair<SceneOption, Argument*>> all;
  for (std::size_t i = 0; i < makers_.size(); i++) {
    for (const SceneOption& option : makers_[i]->options()) {
      Argument* argument = find(option.name);
      if (!argument) {
        argument = &arguments_.emplace_back(Argument{.name = std::string(option.name)});
        all.emplace_back(option, argument);
      }
      argument->owners.push_back(i);
      argument->defaults.push_back(show_default(option));
    }
  }
  for (const auto& [option, argument] : all) add(command, option, *argument);
}

void SceneOptions::add(CLI::App& command, const SceneOption& option, Argument& a) {
  const std::string description(option.description);
  start_group(command, a.owners.size() > 1
                           ? "Scene"
                           : fmt::format("Options of --scene {}", names_of(a.owners)));
  if (std::holds_alternative<std::uint32_t*>(option.value)) {
    add_whole_number(command, a.name, description, a.whole, default_of(a));
  } else if (std::holds_alternative<double*>(option.value)) {
    add_real(command, a.name, description, a.real, default_of(a));
  } else if (const auto* choice = std::get_if<SceneChoice>(&option.value)) {
    add_choice(command, a.name, description, choice->names, [&a](std::size_t i) { a.choice = i; });
  } else {
    add_text(command, a.name, description, a.file);
  }
}

Result<void> SceneOptions::check_owners(const CLI::App& command) const {
  for (const Argument& a : arguments_) {
    if (!is_given(command, a.name) || std::ranges::count(a.owners, scene_) > 0) continue;
    return fail(fmt::format("{} is an option of --scene {}", a.name, names_of(a.owners)));
  }
  return {};
}

Result<void> SceneOptions::apply(const CLI::App& command) {
  for (const SceneOption& option : makers_[scene_]->options()) {
    const Argument& a = *find(option.name);
    if (!is_given(command, a.name)) continue;
    if (const auto* whole = std::get_if<std::uint32_t*>(&option.value)) {
      constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
      if (*a.whole > kMost) {
        return fail(fmt::format("{} {}: at most {} are possible", a.name, *a.whole, kMost));
      }
      **whole = static_cast<std::uint32_t>(*a.whole);
    } else if (const auto* real = std::get_if<double*>(&option.value)) {
      **real = *a.real;
    } else if (const auto* choice = std::get_if<SceneChoice>(&option.value)) {
      choice->choose(a.choice);
    } else if (const auto* shape = std::get_if<std::optional<Shape>*>(&option.value)) {
      **shape = Shape::sphere(1).value();
    }
  }
  return {};
}

Result<void> SceneOptions::read_files(const CLI::App& command) {
  for (const SceneOption& option : makers_[scene_]->options()) {
    const Argument& a = *find(option.name);
    const auto* shape = std::get_if<std::optional<Shape>*>(&option.value);
    if (!shape || !is_given(command, a.name)) continue;
    const Result<Shape> model = read_model(a.file);
    if (!model) return fail(model.error());
    **shape = *model;
  }
  return {};
}

}  // namespace glance::app
