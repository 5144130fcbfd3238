// `glance completion SHELL`: the script with which a shell completes what one types after `glance`.
// It is made from the commands and options themselves, so a new option needs nothing here. Left out
// of --help: packages install what it prints, and few others need it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "common/complain.h"

namespace glance::app {
namespace {

/// What is completed after an option or in the place of an argument.
struct CompletedOption {
  std::vector<std::string> names;    ///< "-h", "--help"; none for an argument
  std::string argument;              ///< the name of an argument: "A"
  std::string description;           ///< without the choices
  std::vector<std::string> choices;  ///< if its values are a few names
  bool takes_value = false;
  bool is_number = false;  ///< no file may stand there
};

struct CompletedCommand {
  std::string name, description;
  std::vector<CompletedOption> options;
};

/// The names after the last colon of a description, as add_choice writes them: "Volumes: a, b, c".
/// Nothing where something else follows the colon.
std::vector<std::string> listed_names(std::string_view description) {
  const std::size_t colon = description.rfind(": ");
  if (colon == std::string_view::npos) return {};
  std::vector<std::string> names;
  std::string_view rest = description.substr(colon + 2);
  while (true) {
    const std::size_t comma = std::min(rest.find(", "), rest.size());
    const std::string_view name = rest.substr(0, comma);
    const bool is_name = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == '-' || c == '_';
    });
    if (!is_name) return {};
    names.emplace_back(name);
    if (comma == rest.size()) break;
    rest.remove_prefix(comma + 2);
  }
  return names.size() > 1 ? names : std::vector<std::string>();
}

CompletedOption describe_option(const CLI::Option& option) {
  CompletedOption described;
  for (const std::string& name : option.get_snames()) described.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) described.names.push_back("--" + name);
  if (described.names.empty()) described.argument = option.get_name();
  const std::string& text = option.get_description();
  described.choices = listed_names(text);
  described.description = described.choices.empty() ? text : text.substr(0, text.rfind(": "));
  described.takes_value = option.get_items_expected_max() > 0;
  constexpr std::array kNumbers{"UINT", "FLOAT", "N", "NUMBER", "P", "POSE"};
  described.is_number = std::ranges::count(kNumbers, option.get_type_name()) > 0;
  return described;
}

CompletedCommand describe_command(const CLI::App& command) {
  CompletedCommand described{command.get_name(), command.get_description(), {}};
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_group().empty()) described.options.push_back(describe_option(*option));
  }
  return described;
}

/// The tool itself, then the commands that --help lists.
std::vector<CompletedCommand> describe_tool(const CLI::App& tool) {
  std::vector<CompletedCommand> all{describe_command(tool)};
  for (const CLI::App* command : tool.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) all.push_back(describe_command(*command));
  }
  // `glance help COMMAND`.
  for (CompletedCommand& command : all) {
    for (CompletedOption& option : command.options) {
      if (option.argument != "COMMAND") continue;
      for (std::size_t i = 1; i < all.size(); i++) option.choices.push_back(all[i].name);
    }
  }
  return all;
}

std::string option_names(const CompletedCommand& command) {
  std::vector<std::string> names;
  for (const CompletedOption& option : command.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return fmt::format("{}", fmt::join(names, " "));
}

constexpr std::string_view kBashHead = R"(# Completes the commands and options of glance in bash.
_glance() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= word
  # Bash takes the = of --option=value for a word of its own.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
)";

std::string bash_script(const std::vector<CompletedCommand>& tool) {
  std::vector<std::string> commands;
  for (std::size_t i = 1; i < tool.size(); i++) commands.push_back(tool[i].name);
  std::string script(kBashHead);
  script += fmt::format("      {}) command=$word; break ;;\n", fmt::join(commands, " | "));
  script += "    esac\n  done\n  COMPREPLY=()\n  case \"$command $previous\" in\n";
  for (std::size_t i = 0; i < tool.size(); i++) {
    const std::string name = i == 0 ? "" : tool[i].name;
    for (const CompletedOption& option : tool[i].options) {
      if (!option.takes_value || option.names.empty()) continue;
      std::vector<std::string> patterns;
      for (const std::string& word : option.names) {
        patterns.push_back(fmt::format("\"{} {}\"", name, word));
      }
      std::string action = "return";  // complete -o default then offers files
      if (!option.choices.empty()) {
        action = fmt::format("COMPREPLY=($(compgen -W \"{}\" -- \"$current\")); return",
                             fmt::join(option.choices, " "));
      } else if (option.is_number) {
        action = "compopt +o default 2>/dev/null; return";
      }
      script += fmt::format("    {}) {} ;;\n", fmt::join(patterns, " | "), action);
    }
  }
  script += "  esac\n  local options= names=\n  case $command in\n";
  script += fmt::format("    \"\") options=\"{}\" names=\"{}\" ;;\n", option_names(tool.front()),
                        fmt::join(commands, " "));
  for (std::size_t i = 1; i < tool.size(); i++) {
    std::vector<std::string> names;  // that may stand in the place of an argument
    for (const CompletedOption& option : tool[i].options) {
      if (option.names.empty()) {
        names.insert(names.end(), option.choices.begin(), option.choices.end());
      }
    }
    script += fmt::format("    {}) options=\"{}\" names=\"{}\" ;;\n", tool[i].name,
                          option_names(tool[i]), fmt::join(names, " "));
  }
  return script +
         "  esac\n"
         "  [[ $current == -* ]] && names=$options\n"
         "  COMPREPLY=($(compgen -W \"$names\" -- \"$current\"))  # none: files (complete -o "
         "default)\n"
         "}\n"
         "complete -o default -F _glance glance\n";
}

/// As it stands between the apostrophes and brackets of an _arguments line.
std::string zsh_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\n') {
      escaped += ' ';
    } else if (c == '\'') {
      escaped += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

std::string zsh_value(const CompletedOption& option) {
  if (!option.choices.empty()) return fmt::format("({})", fmt::join(option.choices, " "));
  return option.is_number ? " " : "_files";
}

/// The arguments of _arguments for one command.
std::string zsh_arguments(const CompletedCommand& command, std::string_view indent) {
  std::string lines;
  for (const CompletedOption& option : command.options) {
    if (option.names.empty()) {
      lines +=
          fmt::format(" \\\n{}'::{}:{}'", indent, zsh_text(option.description), zsh_value(option));
      continue;
    }
    for (const std::string& name : option.names) {
      const bool is_long = name.starts_with("--");
      lines += fmt::format(" \\\n{}'({}){}{}[{}]{}'", indent, fmt::join(option.names, " "), name,
                           option.takes_value && is_long ? "=" : "", zsh_text(option.description),
                           option.takes_value ? fmt::format(":value:{}", zsh_value(option)) : "");
    }
  }
  return lines;
}

std::string zsh_script(const std::vector<CompletedCommand>& tool) {
  std::string script =
      "#compdef glance\n"
      "# Completes the commands and options of glance in zsh.\n"
      "_glance() {\n"
      "  local curcontext=$curcontext state line\n"
      "  local -a commands=(\n";
  for (std::size_t i = 1; i < tool.size(); i++) {
    script += fmt::format("    '{}:{}'\n", tool[i].name, zsh_text(tool[i].description));
  }
  script += "  )\n  _arguments -C" + zsh_arguments(tool.front(), "    ") +
            " \\\n    '1:command:->command' '*::argument:->argument'\n"
            "  case $state in\n"
            "    command) _describe command commands ;;\n"
            "    argument)\n"
            "      case $words[1] in\n";
  for (std::size_t i = 1; i < tool.size(); i++) {
    script += fmt::format("        {}) _arguments{} ;;\n", tool[i].name,
                          zsh_arguments(tool[i], "          "));
  }
  return script +
         "      esac ;;\n"
         "  esac\n"
         "}\n"
         "_glance \"$@\"\n";
}

int run_completion(const CLI::App& tool, std::string_view shell) {
  if (shell == "bash") {
    std::cout << bash_script(describe_tool(tool));
  } else if (shell == "zsh") {
    std::cout << zsh_script(describe_tool(tool));
  } else {
    return complain(fmt::format("unknown shell '{}', known are: bash, zsh", shell));
  }
  if (!std::cout.flush()) return complain("cannot write to standard output");
  return kExitDone;
}

}  // namespace

void add_completion_command(CLI::App& app, int& exit_code) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completion", "Print what completes this tool in a shell");
  command->group("");
  command->add_option("SHELL", *shell, "The shell: bash, zsh")->required();
  command->callback([&app, shell, &exit_code] { exit_code = run_completion(app, *shell); });
}

}  // namespace glance::app
