// `glance reproduce`: a paper's experiments, run again, as a page and as JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <vector>

#include "commands.h"
#include "common/complain.h"
#include "common/input_file.h"
#include "common/json_line.h"
#include "common/options.h"
#include "common/suggest.h"
#include "glance/base.h"
#include "measure/markup.h"
#include "measure/progress.h"
#include "measure/stopwatch.h"
#include "studies/experiment_json.h"
#include "studies/study.h"

namespace glance::app {
namespace {

namespace fs = std::filesystem;
using studies::ExperimentPlan, studies::Measurements, studies::Study, studies::StudyOptions;

struct Arguments {
  std::string study, out, from;
  bool list = false;
  StudyOptions options;
};

std::string reason(int error_number) { return std::system_category().message(error_number); }

/// As the system names it; nothing where it does not say.
std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != line.npos) return line.substr(colon + 2);
  }
  return {};
}

Result<const Study*> study_named(const std::string& name) {
  if (const Study* found = studies::find_study(name)) return found;
  std::vector<std::string> known;
  for (const Study& study : studies::all_studies()) known.emplace_back(study.name);
  return fail(fmt::format("unknown paper '{}', known are: {}{}", name, fmt::join(known, ", "),
                          did_you_mean(name, known)));
}

/// Before anything is measured: whether there will be a place for it.
Result<void> make_folder(const std::string& name) {
  std::error_code error;
  fs::create_directories(name, error);
  std::error_code ignored;
  if (fs::exists(name, ignored) && !fs::is_directory(name, ignored)) {
    return fail(fmt::format("--out: '{}' is a file, not a folder", name));
  }
  if (error) return fail(fmt::format("--out: cannot make '{}': {}", name, error.message()));
  if (access(name.c_str(), W_OK | X_OK) != 0) {
    return fail(fmt::format("--out: cannot write to '{}': {}", name, reason(errno)));
  }
  return {};
}

Result<void> write_file(const fs::path& path, const std::string& text) {
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) return fail(fmt::format("cannot write '{}': {}", path.string(), reason(errno)));
  std::cout << fmt::format("wrote {}\n", path.string());
  return {};
}

Result<Measurements> read_measurements(const Study& study, const std::string& name) {
  Result<std::ifstream> opened = open_input_file(name);
  if (!opened) return fail("--from: " + opened.error().message);
  std::ifstream& in = *opened;
  errno = 0;
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) return fail(fmt::format("--from: cannot read '{}': {}", name, reason(errno)));
  const JsonLine json = read_json_line(text);
  if (!json.error.empty()) return fail(fmt::format("--from: '{}': {}", name, json.error));
  Result<Measurements> result = studies::measurements_from_json(json.value);
  if (!result) return fail(fmt::format("--from: '{}': {}", name, result.error().message));
  if (studies::find_study(result->study) != &study) {
    return fail(fmt::format("--from: '{}' holds measurements of '{}', not of '{}'", name,
                            result->study, study.name));
  }
  return result;
}

Result<Measurements> measure(const Study& study, const StudyOptions& options) {
  const std::uint64_t rounds = options.rounds > 0 ? options.rounds : options.quick ? 2 : 3;
  const std::vector<ExperimentPlan> plans = study.plan(options);
  const measure::Stopwatch watch;
  measure::Progress progress("measured", {.total = count_measurements(plans, rounds),
                                          .time_left = true,
                                          .in_logs = true,
                                          .patience = 1});
  auto experiments = run_experiments(plans, rounds, [&] { progress.one_done(); });
  if (!experiments) return fail(experiments.error());
  const auto chosen = [](std::uint64_t n) { return n > 0 ? std::to_string(n) : "as planned"; };
  Measurements result{std::string(study.name), {}, std::move(*experiments)};
  result.facts = {{"glance", std::string(version())},
                  {"compiler", __VERSION__},
                  {"processor", processor()},
                  {"seed", std::to_string(options.seed)},
                  {"quick", options.quick ? "yes" : "no"},
                  {"frames a sample", chosen(options.frames)},
                  {"samples a curve", chosen(options.samples)},
                  {"rounds", std::to_string(rounds)},
                  {"measured in", measure::show_seconds(watch.seconds())}};
  if (study.takes_model) {
    result.facts.emplace_back("model", options.model.empty() ? "generated" : options.model);
  }
  return result;
}

Result<void> reproduce(const Arguments& arguments) {
  const Result<const Study*> study = study_named(arguments.study);
  if (!study) return fail(study.error());
  if (!arguments.options.model.empty() && !(*study)->takes_model) {
    return fail(fmt::format("--model: {} has bodies of its own", (*study)->name));
  }
  if (!arguments.options.model.empty()) {
    if (auto ok = check_input_file(arguments.options.model); !ok) {
      return fail("--model: " + ok.error().message);
    }
  }
  if (auto ok = make_folder(arguments.out); !ok) return ok;
  const Result<Measurements> measurements = arguments.from.empty()
                                                ? measure(**study, arguments.options)
                                                : read_measurements(**study, arguments.from);
  if (!measurements) return fail(measurements.error());
  const Result<std::string> page = (*study)->page(*measurements);
  if (!page) return fail(page.error());
  const fs::path base = fs::path(arguments.out) / (*study)->name;
  // A copy of what was read may be the file itself.
  if (arguments.from.empty()) {
    const std::string json = to_json(*measurements).dump(1) + "\n";
    if (auto ok = write_file(base.string() + ".json", json); !ok) return ok;
  }
  if (auto ok = write_file(base.string() + ".html", *page); !ok) return ok;
  std::cout << (*study)->brief(*measurements);
  return {};
}

std::string indented(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += (out.empty() ? "  " : "\n  ") + line;
  return out;
}

std::string list_studies() {
  std::string text;
  for (const Study& study : studies::all_studies())
    text += fmt::format("{:<10} {}\n", study.name, study.summary);
  return text;
}

constexpr std::string_view kReproduceDetails =
    R"(Writes DIR/PAPER.html, one page with the paper's graphs and a table of what it
claims and what is measured here, and DIR/PAPER.json, the measurements. The
page needs no other files. A summary goes to standard output, progress to
standard error.

Exit code: 0 if all was written, 2 otherwise.

Example:
  $ glance reproduce --list
)";

/// What the command line says; numbers that are not given are up to the study.
struct Counts {
  std::optional<std::uint64_t> frames, samples, rounds;
};

Result<void> set_counts(const Counts& counts, StudyOptions& options) {
  for (const auto& [option, count, target] :
       {std::tuple("--frames", &counts.frames, &options.frames),
        std::tuple("--samples", &counts.samples, &options.samples),
        std::tuple("--rounds", &counts.rounds, &options.rounds)}) {
    if (!*count) continue;
    if (**count == 0) return fail(fmt::format("{} 0: at least 1 is needed", option));
    *target = **count;
  }
  return {};
}

void add_reproduce_options(CLI::App& command, Arguments& arguments, Counts& counts) {
  StudyOptions& options = arguments.options;
  add_argument(command, "PAPER", "The paper whose experiments are run, see --list", arguments.study,
               false);
  start_group(command, "Output");
  add_text(command, "--out", "Folder for the page and the measurements; made if missing",
           arguments.out, "DIR");
  add_switch(command, "--list", "List the papers", arguments.list);
  start_group(command, "Measurement");
  add_switch(command, "--quick", "A minute or less: fewer samples and frames", options.quick);
  add_whole_number(command, "--frames", "Frames per sample", counts.frames,
                   "by the number of bodies");
  add_whole_number(command, "--samples", "Samples per curve", counts.samples, "as in the paper");
  add_whole_number(command, "--rounds", "Rounds, of which the fastest counts", counts.rounds,
                   "3; 2 with --quick");
  add_whole_number(command, "--seed", "Seed of the scenes", options.seed);
  start_group(command, "Input");
  add_text(command, "--model", "li-chen: a mesh file instead of the generated body", options.model);
  add_text(command, "--from", "Make the page from measurements (PAPER.json) instead of measuring",
           arguments.from);
}

}  // namespace

void add_reproduce_command(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  const auto counts = std::make_shared<Counts>();
  CLI::App& command = add_command(app, "reproduce", "Run a paper's experiments again",
                                  std::string(kReproduceDetails) + indented(list_studies()));
  add_reproduce_options(command, *arguments, *counts);
  on_run(command, [arguments, counts, &exit_code] {
    if (arguments->list) {
      std::cout << list_studies();
      return;
    }
    if (arguments->study.empty()) complain_about_missing("PAPER");
    if (arguments->out.empty()) complain_about_missing("--out");
    Result<void> done = set_counts(*counts, arguments->options);
    if (done) done = reproduce(*arguments);
    if (!done) exit_code = complain(done.error().message);
  });
}

}  // namespace glance::app
