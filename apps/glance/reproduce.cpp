// `glance reproduce`: a paper's experiments, run again, as a page and as JSON.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "commands.h"
#include "complain.h"
#include "glance/base.h"
#include "markup.h"
#include "options.h"
#include "study.h"

namespace glance::app {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string study, out, from;
  bool list = false;
  StudyOptions options;
};

/// "120 of 360 measured, about 2 min 5 s left": on a terminal in one line, elsewhere now and
/// then in a line of its own.
class TimeLeft {
 public:
  TimeLeft() = default;
  TimeLeft(const TimeLeft&) = delete;
  TimeLeft& operator=(const TimeLeft&) = delete;
  ~TimeLeft() {
    if (shown_ && terminal_) std::cerr << kEraseLine << std::flush;
  }

  void operator()(std::size_t done, std::size_t all) {
    const Clock::time_point now = Clock::now();
    if (now < next_) return;
    const double spent = std::chrono::duration<double>(now - start_).count();
    const double left = spent * static_cast<double>(all - done) / static_cast<double>(done);
    const std::string text = fmt::format("{} of {} measured, about {} left", done, all,
                                         show_seconds(std::max(1.0, std::round(left)), 2));
    std::cerr << (terminal_ ? fmt::format("{}{}", kEraseLine, text) : text + "\n") << std::flush;
    shown_ = true;
    next_ = now + (terminal_ ? std::chrono::milliseconds(300) : std::chrono::milliseconds(10'000));
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::string_view kEraseLine = "\r\x1b[K";

  bool terminal_ = isatty(STDERR_FILENO), shown_ = false;
  Clock::time_point start_ = Clock::now(), next_ = start_ + std::chrono::milliseconds(1000);
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

Result<const Study*> find_study(const std::string& name) {
  std::string known;
  for (const Study& study : studies()) {
    if (study.name == name) return &study;
    known += (known.empty() ? "" : ", ") + std::string(study.name);
  }
  return fail(fmt::format("unknown '{}', known are: {}", name, known));
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
  std::error_code ignored;
  const bool folder = fs::is_directory(name, ignored);  // which streams open, and then throw
  errno = 0;
  std::ifstream in(name, std::ios::binary);
  if (!in || folder) {
    return fail(fmt::format("cannot read '{}': {}", name, reason(folder ? EISDIR : errno)));
  }
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) return fail(fmt::format("cannot read '{}': {}", name, reason(errno)));
  const JsonLine json = read_json_line(text);
  if (!json.error.empty()) return fail(fmt::format("'{}': {}", name, json.error));
  Result<Measurements> result = measurements_from_json(json.value);
  if (!result) return fail(fmt::format("'{}': {}", name, result.error().message));
  if (result->study != study.name) {
    return fail(fmt::format("'{}' holds measurements of '{}', not of '{}'", name, result->study,
                            study.name));
  }
  return result;
}

Result<Measurements> measure(const Study& study, const StudyOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  TimeLeft progress;
  const std::uint64_t rounds = options.rounds > 0 ? options.rounds : options.quick ? 2 : 3;
  auto experiments = run_experiments(
      study.plan(options), rounds, [&](std::size_t done, std::size_t all) { progress(done, all); });
  if (!experiments) return fail(experiments.error().message);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
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
                  {"measured in", show_seconds(spent.count())}};
  if (study.takes_model) {
    result.facts.emplace_back("model", options.model.empty() ? "generated" : options.model);
  }
  return result;
}

Result<void> reproduce(const Arguments& arguments) {
  const Result<const Study*> study = find_study(arguments.study);
  if (!study) return fail(study.error().message);
  if (!arguments.options.model.empty() && !(*study)->takes_model) {
    return fail(fmt::format("--model: '{}' has its own bodies", arguments.study));
  }
  if (auto ok = make_folder(arguments.out); !ok) return ok;
  const Result<Measurements> measurements = arguments.from.empty()
                                                ? measure(**study, arguments.options)
                                                : read_measurements(**study, arguments.from);
  if (!measurements) return fail(measurements.error().message);
  const Result<std::string> page = (*study)->page(*measurements);
  if (!page) return fail(page.error().message);
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

std::string list_studies() {
  std::string text;
  for (const Study& study : studies())
    text += fmt::format("{:<10} {}\n", study.name, study.summary);
  return text;
}

constexpr std::string_view kReproduceDetails =
    R"(Writes DIR/PAPER.html, one page with the paper's graphs and a table of what it
says beside what is seen here, and DIR/PAPER.json, the measurements. The page
needs nothing but itself. What came out is said on standard output in short,
progress on standard error.

Exit code: 0 if all was written, 2 otherwise.

Example:
)";

}  // namespace

std::span<const Study> studies() {
  static constexpr Study kStudies[] = {
      {"icollide", "many moving polytopes, I-COLLIDE (1995) section 6: six graphs", icollide_plan,
       icollide_page, icollide_brief},
      {"ivri", "separation by a linear program, IVRI-CD (2005) section 6; contacts between frames",
       ivri_plan, ivri_page, ivri_brief},
      {"lichen",
       "incremental collision detection, Li and Chen (1998) section 5.2: separation lists",
       lichen_plan, lichen_page, lichen_brief, true},
      {"osullivan",
       "detection in time, O'Sullivan and Dingliana (1999) section 3.4: budgets and schedules",
       osullivan_plan, osullivan_page, osullivan_brief},
  };
  return kStudies;
}

void add_reproduce_command(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  StudyOptions& options = arguments->options;
  CLI::App* command = app.add_subcommand("reproduce", "Run a paper's experiments again");
  command->add_option("PAPER", arguments->study, "Whose experiments; --list shows them");
  command->add_option("--out", arguments->out, "Folder for page and measurements; made if missing")
      ->type_name("DIR");
  add_switch(*command, "--list", "Show which papers there are", arguments->list);
  add_switch(*command, "--quick", "A minute or less: fewer samples and frames", options.quick);
  add_whole_number(*command, "--frames", "Frames of each sample; 0: by the number of bodies",
                   options.frames);
  add_whole_number(*command, "--samples", "Samples of each curve; 0: as many as the paper",
                   options.samples);
  add_whole_number(*command, "--rounds", "Rounds, of which the fastest counts; 0: 3, quick: 2",
                   options.rounds);
  add_whole_number(*command, "--seed", "Of the scenes", options.seed);
  command
      ->add_option("--model", options.model, "lichen: a mesh file in place of the generated body")
      ->type_name("FILE");
  command
      ->add_option("--from", arguments->from,
                   "Make the page from measurements (PAPER.json) instead of measuring")
      ->type_name("FILE");
  command->footer([] {
    std::string shown = fmt::format("{}  $ glance reproduce --list", kReproduceDetails);
    for (const Study& study : studies())
      shown += fmt::format("\n  {:<10} {}", study.name, study.summary);
    return shown;
  });
  command->callback([arguments, &exit_code] {
    if (arguments->list) {
      std::cout << list_studies();
      return;
    }
    if (arguments->study.empty()) throw CLI::RequiredError("PAPER");
    if (arguments->out.empty()) throw CLI::RequiredError("--out");
    if (const Result<void> done = reproduce(*arguments); !done) {
      exit_code = complain(done.error().message);
    }
  });
}

}  // namespace glance::app
