// How --help looks: options in groups, with plain types and their defaults, in 80 columns.
//
// For options.cpp and command_line.cpp only, since it includes CLI11.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace glance::app {

class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat();

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};

}  // namespace glance::app
