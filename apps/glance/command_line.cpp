// The commands, which of them the command line asks for, and what is said if it makes no sense.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "common/complain.h"
#include "common/help_format.h"
#include "common/input_file.h"
#include "common/suggest.h"
#include "glance/base.h"

namespace glance::app {
namespace {

constexpr std::string_view kTopDetails =
    R"(Run 'glance help COMMAND' or 'glance COMMAND --help' for what a command takes,
with an example.

Example:
  $ glance --version
  glance {})";

constexpr std::string_view kHelpDetails = R"(Prints what 'glance COMMAND --help' prints.

Example:
  $ glance help demo | head -n 1
  Show what the library answers for one pair of bodies)";

/// Without those that --help does not list either.
std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) names.push_back(command->get_name());
  }
  return names;
}

/// "-h", "--help", ..
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

/// Null if there is no such command.
const CLI::App* find_command(const CLI::App& app, const std::string& name) {
  const std::vector<const CLI::App*> found =
      app.get_subcommands([&](const CLI::App* command) { return command->get_name() == name; });
  return found.empty() ? nullptr : found.front();
}

bool has_option(const CLI::App& command, const std::string& name) {
  const std::vector<std::string> names = option_names(command);
  return std::ranges::find(names, name) != names.end();
}

/// The commands that have an option, besides --help, which all have.
std::vector<std::string> commands_with(const CLI::App& app, const std::string& option) {
  std::vector<std::string> names;
  for (const std::string& name : command_names(app)) {
    if (has_option(*find_command(app, name), option)) names.push_back(name);
  }
  return names;
}

bool looks_like_option(std::string_view word) { return word.size() > 1 && word[0] == '-'; }

/// "--distance" of "--distance=3".
std::string option_of(const std::string& word) { return word.substr(0, word.find('=')); }

/// "'a'", "'a', 'b'".
std::string quoted(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += fmt::format("{}'{}'", text.empty() ? "" : ", ", word);
  }
  return text;
}

std::string unknown_command(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> names = command_names(app);
  if (is_mesh_name(word)) {
    return fmt::format("unknown command '{}': a command comes first, as in glance check {} OTHER",
                       word, word);
  }
  const std::string near = closest_name(word, names);
  if (!near.empty()) return fmt::format("unknown command '{}'; did you mean {}?", word, near);
  return fmt::format("unknown command '{}', known are: {}", word, fmt::join(names, ", "));
}

/// For an option in front of all commands.
std::string misplaced_option(const CLI::App& app, const std::vector<std::string>& words) {
  const std::string option = option_of(words.front());
  const std::vector<std::string> owners = commands_with(app, option);
  const auto named = std::ranges::find_if(words, [&](const std::string& word) {
    return std::ranges::find(owners, word) != owners.end();
  });
  if (!owners.empty()) {
    const std::string command = named != words.end() ? *named
                                : owners.size() == 1 ? owners.front()
                                                     : "COMMAND";
    return fmt::format("{} belongs after the command: glance {} {}", option, command, option);
  }
  return fmt::format("unknown option {}{}", option, did_you_mean(option, option_names(app)));
}

/// What is wrong with the first word; empty if nothing is.
std::string check_first_word(const CLI::App& app, const std::vector<std::string>& words) {
  const std::string& word = words.front();
  if (looks_like_option(word)) {
    return has_option(app, option_of(word)) ? "" : misplaced_option(app, words);
  }
  return find_command(app, word) ? "" : unknown_command(app, word);
}

std::string unknown_option(const CLI::App& app, const CLI::App& command, const std::string& word) {
  const std::string option = option_of(word);
  const std::string meant = did_you_mean(option, option_names(command));
  const std::vector<std::string> owners = commands_with(app, option);
  if (owners.empty()) return fmt::format("unknown option {}{}", option, meant);
  return fmt::format("{} is an option of glance {}, not of glance {}{}", option,
                     fmt::join(owners, ", "), command.get_name(), meant);
}

/// CLI11 knows what is wrong with options. It says so in words of its own, which name the option
/// first.
std::string reword(const std::string& what) {
  const auto ends = [&](std::string_view ending) { return what.ends_with(ending); };
  const auto name = [&](std::string_view end) { return what.substr(0, what.find(end)); };
  if (ends(" is required")) return name(" is required") + " is missing";
  if (ends(" was given a disallowed flag override"))
    return "--" + name(" was given") + " takes no value";
  if (what.find(": 1 required ") != what.npos && ends(" missing")) {
    return name(": 1 required ") + " needs a value";
  }
  if (what.find(": At Most 1 required but received ") != what.npos ||
      what.find(": At most 1 required but received ") != what.npos) {
    return name(": ") + " is given more than once";
  }
  return what;
}

std::string explain(const CLI::App& app, const CLI::App& command, const CLI::ParseError& error) {
  std::vector<std::string> extras = command.remaining();
  std::ranges::copy(app.remaining(), std::back_inserter(extras));
  // Whatever else is wrong may follow from a misspelt option.
  const auto option = std::ranges::find_if(extras, looks_like_option);
  if (option != extras.end()) return unknown_option(app, command, *option);
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) {
    return fmt::format("unexpected argument{} {}", extras.size() == 1 ? "" : "s", quoted(extras));
  }
  return reword(error.what());
}

void add_help_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("help", "Show the help of a command, or this text");
  command->group("Commands");
  command->footer(std::string(kHelpDetails));
  const auto name = std::make_shared<std::string>();
  command->add_option("COMMAND", *name, "One of the commands");
  command->callback([&app, &exit_code, name] {
    if (name->empty()) {
      std::cout << app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
    } else if (const CLI::App* found = find_command(app, *name)) {
      std::cout << found->help(app.get_name());
    } else {
      exit_code = complain(unknown_command(app, *name));
    }
  });
}

int fail_usage(const std::string& message, const std::string& command) {
  complain(message);
  std::cerr << fmt::format("Run 'glance{}{} --help' for more.\n", command.empty() ? "" : " ",
                           command);
  return kExitBad;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app("Collision detection among many moving bodies", "glance");
  app.formatter(std::make_shared<HelpFormat>());
  app.set_help_flag("-h,--help", "Show this help");
  app.set_version_flag("--version", fmt::format("glance {}", version()), "Show the version");
  app.require_subcommand(0, 1);

  int exit_code = kExitDone;
  add_check_command(app, exit_code);
  add_pairs_command(app, exit_code);
  add_toi_command(app, exit_code);
  add_tree_command(app, exit_code);
  add_sim_command(app, exit_code);
  add_replay_command(app, exit_code);
  add_reproduce_command(app, exit_code);
  add_demo_command(app, exit_code);
  add_help_command(app, exit_code);
  add_completion_command(app, exit_code);
  // After the commands, which would inherit it in front of their own.
  app.footer(fmt::format(kTopDetails, version()));

  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) {
    std::cerr << app.help();
    return kExitBad;
  }
  if (const std::string wrong = check_first_word(app, words); !wrong.empty()) {
    return fail_usage(wrong, "");
  }
  const CLI::App* command = find_command(app, words.front());
  if (command) set_message_command(words.front());
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version) == 0 ? kExitDone : kExitBad;
  } catch (const CLI::ParseError& error) {
    return fail_usage(explain(app, command ? *command : app, error), command ? words.front() : "");
  }
  return exit_code;
}

}  // namespace glance::app
