#include "common/answer_lines.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include "commands.h"
#include "common/complain.h"
#include "common/input_file.h"
#include "measure/progress.h"

namespace glance::app {
namespace {

using Answer = std::function<std::string(std::string_view)>;

int answer_all(std::istream& in, std::string_view name, const Answer& answer, bool show_progress) {
  measure::Progress progress("lines done", {.terminal = show_progress});
  std::string line;
  // Streams do not say why they failed; errno usually does if it was clear before.
  while (errno = 0, std::getline(in, line)) {
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    const std::string text = answer(line);
    errno = 0;
    std::cout << text << '\n' << std::flush;
    if (!std::cout) return complain("cannot write to standard output", errno);
    progress.one_done();
  }
  if (in.bad()) return complain(fmt::format("cannot read {}", name), errno);
  return kExitDone;
}

}  // namespace

int answer_lines(std::string_view command, const std::string& file, const Answer& answer) {
  if (file == "-") {
    if (isatty(STDIN_FILENO)) {
      std::cerr << message_line("waiting for JSON lines on standard input (Ctrl-D ends)");
    }
    return answer_all(std::cin, "standard input", answer, false);
  }
  Result<std::ifstream> in = open_input_file(file);
  if (!in) return complain(in.error().message);
  if (is_mesh_name(file)) {
    return complain(
        fmt::format("'{}' is a mesh file, but {} reads JSON lines; use glance check {} OTHER, or a "
                    "line with {{\"file\": \"{}\"}}",
                    file, command, file, file));
  }
  // On one terminal with the answers, they are the progress.
  std::error_code ignored;
  const bool show_progress = std::filesystem::is_regular_file(file, ignored) &&
                             isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO);
  return answer_all(*in, fmt::format("'{}'", file), answer, show_progress);
}

}  // namespace glance::app
