// The commands of the tool, one folder each, and the exit codes that they share.
#pragma once

namespace CLI {
class App;
}

namespace glance::app {

inline constexpr int kExitDone = 0;
/// Done, but something that was to be checked is wrong.
inline constexpr int kExitRefused = 1;
/// Bad usage, input that cannot be read or output that cannot be written.
inline constexpr int kExitBad = 2;

/// Runs the command that the command line asks for; returns its exit code.
int run_command_line(int argc, char** argv);

/// Each adds one subcommand; when the command line names it, it runs while the
/// line is parsed and leaves its exit code behind.
void add_check_command(CLI::App& app, int& exit_code);
void add_completion_command(CLI::App& app, int& exit_code);
void add_demo_command(CLI::App& app, int& exit_code);
void add_pairs_command(CLI::App& app, int& exit_code);
void add_replay_command(CLI::App& app, int& exit_code);
void add_reproduce_command(CLI::App& app, int& exit_code);
void add_sim_command(CLI::App& app, int& exit_code);
void add_toi_command(CLI::App& app, int& exit_code);
void add_tree_command(CLI::App& app, int& exit_code);

}  // namespace glance::app
