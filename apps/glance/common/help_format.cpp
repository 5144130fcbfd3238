#include "common/help_format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "common/wrap.h"

namespace glance::app {
namespace {

constexpr std::size_t kOptionColumn = 26, kArgumentColumn = 14;
constexpr std::size_t kUnbroken = 24;  ///< defaults up to this length are not broken

/// "-v, --verbose".
std::string names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

HelpFormat::HelpFormat() {
  label("Positionals", "Arguments");
  label("Subcommands", "Commands");
  label("SUBCOMMAND", "COMMAND");
}

std::string HelpFormat::make_help(const CLI::App* app, std::string name,
                                  CLI::AppFormatMode mode) const {
  std::vector<std::string> groups = app->get_groups();
  // --help was there before the command's own options, and is what matters least.
  if (groups.size() > 1) std::rotate(groups.begin(), groups.begin() + 1, groups.end());
  std::string text =
      make_description(app) + make_usage(app, std::move(name)) + make_positionals(app);
  for (const std::string& group : groups) {
    const std::vector<const CLI::Option*> options = app->get_options(
        [&](const CLI::Option* o) { return o->get_group() == group && o->nonpositional(); });
    if (!group.empty() && !options.empty()) text += make_group(group, false, options);
  }
  return text + make_subcommands(app, mode) + '\n' + make_footer(app);
}

std::string HelpFormat::make_option(const CLI::Option* option, bool is_positional) const {
  std::string name = is_positional ? option->get_name(true, false) : names_of(*option);
  const bool takes_value = !is_positional && option->get_type_size() != 0;
  if (takes_value && !option->get_type_name().empty()) name += " " + option->get_type_name();
  std::string description = option->get_description();
  if (takes_value && !option->get_default_str().empty()) {
    std::string shown = fmt::format("(default: {})", option->get_default_str());
    if (shown.size() <= kUnbroken) std::ranges::replace(shown, ' ', kHardBlank);
    description += " " + shown;
  }
  return list_entry(name, description, is_positional ? kArgumentColumn : kOptionColumn);
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  return list_entry(command->get_name(), command->get_description(), kArgumentColumn);
}

}  // namespace glance::app
