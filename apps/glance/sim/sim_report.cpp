#include "sim/sim_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <variant>

#include "common/memory.h"
#include "measure/statistics.h"
#include "sim/critical_options.h"

namespace glance::app {
namespace {

using scenes::Simulation, scenes::SimulationSettings, scenes::SimulationTotals;

double seconds_per_frame(const SimulationTotals& totals) {
  return totals.times.total() / static_cast<double>(totals.frames);
}

/// 0 if the clock did not advance.
double frames_per_second(const SimulationTotals& totals) {
  const double seconds = totals.times.total();
  return seconds > 0 ? static_cast<double>(totals.frames) / seconds : 0;
}

std::string row(std::string_view name, std::string_view value, std::string_view note = {}) {
  std::string line = fmt::format("  {:<18}{:>12}", name, value);
  if (!note.empty()) line += fmt::format("   {}", note);
  return line + '\n';
}

std::string show_hash(std::string_view name, std::string_view hash, std::string_view of) {
  return fmt::format("  {:<14}{:>16}   {}\n", name, hash, of);
}

/// How contacts between frames were looked for: not at all if no body was fast.
BetweenFrames interframe_of(const SimulationSettings& s, const Simulation& simulation) {
  const scenes::Scene& scene = simulation.scene();
  for (std::size_t i = 0; i < scene.body_count(); i++) {
    if (scene.is_fast(i)) return s.detect.between_frames;
  }
  return BetweenFrames::off;
}

/// By its name on the command line.
std::string_view show_interframe_test(const SimulationSettings& s, const Simulation& simulation) {
  const BetweenFrames test = interframe_of(s, simulation);
  const bool by_hulls = test == BetweenFrames::safe;
  return by_hulls ? to_string(s.detect.tuning.hull) : to_string(test);
}

/// Nothing for the usual response.
std::string show_response_settings(const SimulationSettings& s, const Simulation& simulation) {
  const bool rigid = simulation.scene().traits().rigid;
  if (!rigid && !s.response) return {};
  const std::string start =
      rigid ? fmt::format(", from the state: {}", to_string(s.response_start)) : "";
  return fmt::format("response {}{}\n", to_string(simulation.response_mode()), start);
}

std::string show_critical_settings(const SimulationSettings& s) {
  if (!s.critical) return {};
  return fmt::format("budget {}, schedule {}, gaze {}, undecided {}\n",
                     show_budget(s.critical->budget), to_string(s.critical->schedule),
                     show_gaze(s.critical->gaze), to_string(s.critical->undecided));
}

std::string show_settings(const SimulationSettings& s, const Simulation& simulation) {
  const std::string margin = s.world.margin > 0 ? fmt::format(", margin {}", s.world.margin) : "";
  return fmt::format("{}boxes {}, box method {}, broad {}, sort {}, narrow {}, query {}{}\n{}{}",
                     simulation.scene().describe(), to_string(s.boxes),
                     to_string(s.world.tuning.box_method), to_string(s.world.broad),
                     to_string(s.world.tuning.sort), to_string(s.detect.query.tuning.method),
                     to_string(s.detect.question), margin, show_response_settings(s, simulation),
                     show_critical_settings(s));
}

std::string show_times(const SimulationTotals& totals) {
  const double total = totals.times.total();
  const auto part = [&](std::string_view name, double seconds) {
    return row(name, fmt::format("{:.4f}", 1e3 * seconds / static_cast<double>(totals.frames)),
               fmt::format("{:3.0f} %", total > 0 ? 100 * seconds / total : 0));
  };
  const std::size_t slowest = totals.slowest_frame();
  return row("", "ms per frame") + part("bounds", totals.times.bounds) +
         part("broad", totals.times.broad) + part("narrow", totals.times.narrow) +
         part("total", total) +
         row("half of frames", fmt::format("{:.4f}", 1e3 * totals.quantile(0.5)), "or less") +
         row("99 % of frames", fmt::format("{:.4f}", 1e3 * totals.quantile(0.99)), "or less") +
         row("slowest", fmt::format("{:.4f}", 1e3 * totals.frame_seconds[slowest]),
             fmt::format("frame {}{}", slowest, slowest == 0 ? ", the first one" : ""));
}

Json scene_json(const scenes::Scene& scene) {
  Json json = {{"scene", scene.name()}};
  for (const auto& [name, value] : scene.facts()) {
    std::visit([&, name = name](const auto& v) { json[std::string(name)] = v; }, value);
  }
  return json;
}

/// What the scene counted, in groups.
void add_counts(const scenes::Scene& scene, Json& json) {
  for (const scenes::SceneCount& count : scene.counts()) {
    Json& group = count.group.empty() ? json : json[std::string(count.group)];
    group[std::string(count.name)] = count.value;
  }
}

Json detection_json(const SimulationSettings& s, const Simulation& simulation) {
  return {{"boxes", to_string(s.boxes)},
          {"box_method", to_string(s.world.tuning.box_method)},
          {"broad", to_string(s.world.broad)},
          {"sort", to_string(s.world.tuning.sort)},
          {"narrow", to_string(s.detect.query.tuning.method)},
          {"query", to_string(s.detect.question)},
          {"delta", s.world.delta},
          {"margin", s.world.margin},
          {"interior_cells", s.detect.query.tuning.interior_cells},
          {"interframe", show_interframe_test(s, simulation)}};
}

Json settings_json(const SimulationSettings& s, const Simulation& simulation) {
  const bool rigid = simulation.scene().traits().rigid;
  Json json = scene_json(simulation.scene());
  json.update(detection_json(s, simulation));
  if (rigid || s.response) json["response"] = to_string(simulation.response_mode());
  if (rigid) json["response_state"] = to_string(s.response_start);
  if (s.critical) {
    json.update({{"budget", show_budget(s.critical->budget)},
                 {"schedule", to_string(s.critical->schedule)},
                 {"gaze", show_gaze(s.critical->gaze)},
                 {"undecided", to_string(s.critical->undecided)}});
  }
  return json;
}

/// Means per frame.
Json counters_json(const SimulationTotals& totals) {
  const FrameCounters& c = totals.counters;
  return {{"moved", totals.mean(c.moved)},
          {"box_steps", totals.mean(c.box_steps)},
          {"swaps", Json::array({totals.mean(c.swaps[0]), totals.mean(c.swaps[1]),
                                 totals.mean(c.swaps[2])})},
          {"sorted_anew", totals.mean(totals.sorted_anew)},
          {"added", totals.mean(c.added)},
          {"removed", totals.mean(c.removed)},
          {"tested", totals.mean(c.tested)},
          {"at_rest", totals.mean(c.at_rest)},
          {"from_cache", totals.mean(c.from_cache)},
          {"exact", totals.mean(c.exact)},
          {"feature_steps", totals.mean(c.feature_steps)},
          {"simplex_steps", totals.mean(c.simplex_steps)},
          {"lp_steps", totals.mean(c.lp_steps)}};
}

/// Nothing if it was not looked for.
std::string show_interframe(const SimulationSettings& settings, const Simulation& simulation) {
  const SimulationTotals& totals = simulation.totals();
  if (interframe_of(settings, simulation) == BetweenFrames::off) return {};
  const auto mean = [&](std::uint64_t count) { return fmt::format("{:.2f}", totals.mean(count)); };
  return row("swept", mean(totals.counters.swept), "pairs tested between frames") +
         row("met", mean(totals.counters.swept_contacts),
             fmt::format("of them, by {}", show_interframe_test(settings, simulation))) +
         show_hash("swept hash", simulation.interframe_hash(), "which pairs, and when");
}

/// Of frames under a budget, response included: how long they took.
struct LongFrames {
  double over = 0;  ///< part of the frames that took longer than the budget
  double p99 = 0, p999 = 0, largest = 0;
  std::size_t longest_frame = 0;

  LongFrames(const std::vector<double>& seconds, double budget)
      : p99(measure::quantile(seconds, 0.99)),
        p999(measure::quantile(seconds, 0.999)),
        largest(measure::quantile(seconds, 1)),
        longest_frame(
            static_cast<std::size_t>(std::ranges::max_element(seconds) - seconds.begin())) {
    const auto count = std::ranges::count_if(seconds, [&](double s) { return s > budget; });
    if (!seconds.empty()) over = static_cast<double>(count) / static_cast<double>(seconds.size());
  }
};

/// Nothing without a budget of time.
std::string show_frame_times(const SimulationSettings& settings, const SimulationTotals& totals) {
  const double budget = settings.critical->budget.seconds();
  if (!std::isfinite(budget)) return {};
  const LongFrames by_wall(totals.wall_seconds, budget), by_thread(totals.thread_seconds, budget);
  const measure::ThreadEvents& of_wall = totals.events[by_wall.longest_frame];
  const measure::ThreadEvents& of_thread = totals.events[by_thread.longest_frame];
  const auto line = [](std::string_view name, double wall, double thread, std::string_view unit) {
    return row(name, fmt::format("{:.4f}", wall), fmt::format("{:.4f} {}", thread, unit));
  };
  const auto count = [](std::string_view name, std::uint64_t wall, std::uint64_t thread,
                        std::string_view unit) {
    return row(name, fmt::format("{}", wall), fmt::format("{} {}", thread, unit));
  };
  return '\n' + row("with response", "wall", "thread") +
         line("over the budget", 100 * by_wall.over, 100 * by_thread.over, "% of the frames") +
         line("99 % of frames", 1e3 * by_wall.p99, 1e3 * by_thread.p99, "ms or less") +
         line("99.9 %", 1e3 * by_wall.p999, 1e3 * by_thread.p999, "ms or less") +
         line("longest", 1e3 * by_wall.largest, 1e3 * by_thread.largest, "ms") +
         count("in frame", by_wall.longest_frame, by_thread.longest_frame, "counted from 0") +
         count("page faults", of_wall.page_faults, of_thread.page_faults, "in that frame") +
         count("interruptions", of_wall.interruptions, of_thread.interruptions,
               "by other programs");
}

Json long_frames_json(const LongFrames& frames, const SimulationTotals& totals) {
  const measure::ThreadEvents& events = totals.events[frames.longest_frame];
  return {{"over", frames.over},
          {"p99", frames.p99},
          {"p999", frames.p999},
          {"largest", frames.largest},
          {"longest",
           {{"frame", frames.longest_frame},
            {"page_faults", events.page_faults},
            {"interruptions", events.interruptions}}}};
}

/// Nothing without a budget.
std::string show_critical(const SimulationSettings& settings, const SimulationTotals& totals) {
  if (!settings.critical) return {};
  const scenes::CriticalTotals& c = totals.critical;
  const auto mean = [&](double sum) {
    return fmt::format("{:.2f}", sum / static_cast<double>(totals.frames));
  };
  return row("interrupted", fmt::format("{:.2f}", totals.mean(c.interrupted)), "of the frames") +
         row("units", mean(static_cast<double>(c.units)), "of work") +
         (c.late > 0 ? row("late", fmt::format("{:.2f}", totals.mean(c.late)),
                           "of the frames, by boxes and broad phase alone")
                     : std::string()) +
         row("undecided", mean(static_cast<double>(c.undecided)),
             fmt::format("pairs, count as: {}", to_string(settings.critical->undecided))) +
         (c.undecided_sweeps > 0
              ? row("may have met", mean(static_cast<double>(c.undecided_sweeps)),
                    "pairs, between two frames")
              : std::string()) +
         row("inaccuracy", mean(c.inaccuracy.by_bounds), "sum of upper bounds on their gaps") +
         row("perceived", mean(c.inaccuracy.perceived_by_bounds), "of them a viewer would notice") +
         show_frame_times(settings, totals);
}

/// Whether contacts were looked for, which impulses need, and rigid bodies.
bool finds_contacts(const Simulation& simulation) {
  const scenes::ResponseMode mode = simulation.response_mode();
  return mode == scenes::ResponseMode::impulse ||
         (simulation.scene().traits().rigid && mode == scenes::ResponseMode::exchange);
}

/// Nothing if no contacts were looked for.
std::string show_response(const Simulation& simulation) {
  if (!finds_contacts(simulation)) return {};
  const scenes::ResponseTotals& r = simulation.totals().response;
  const auto mean = [&](std::size_t count) {
    return fmt::format("{:.2f}", simulation.totals().mean(count));
  };
  std::string text =
      row("contacts", mean(r.contacts), "that bodies responded to") +
      row("exact", mean(r.exact_pairs), "pairs, found exactly") +
      row("rough", mean(r.sphere_pairs + r.coarse_pairs), "pairs, undecided or out of time");
  if (r.left_out_pairs > 0)
    text += row("none", mean(r.left_out_pairs), "pairs without a response, out of time");
  for (const scenes::SceneCount& count : simulation.scene().counts()) {
    if (!count.note.empty()) text += row(count.name, std::to_string(count.value), count.note);
  }
  return text;
}

/// Means per frame.
Json response_json(const SimulationTotals& totals) {
  const scenes::ResponseTotals& r = totals.response;
  return {{"contacts", totals.mean(r.contacts)},
          {"exact_pairs", totals.mean(r.exact_pairs)},
          {"sphere_pairs", totals.mean(r.sphere_pairs)},
          {"coarse_pairs", totals.mean(r.coarse_pairs)},
          {"left_out_pairs", totals.mean(r.left_out_pairs)}};
}

/// Means per frame.
Json critical_json(const SimulationTotals& totals) {
  const scenes::CriticalTotals& c = totals.critical;
  const auto mean = [&](double sum) { return sum / static_cast<double>(totals.frames); };
  return {{"asked", totals.mean(c.asked)},
          {"undecided", totals.mean(c.undecided)},
          {"undecided_sweeps", totals.mean(c.undecided_sweeps)},
          {"interrupted", totals.mean(c.interrupted)},
          {"late", totals.mean(c.late)},
          {"units", totals.mean(c.units)},
          {"inaccuracy",
           {{"by_centres", mean(c.inaccuracy.by_centres)},
            {"by_bounds", mean(c.inaccuracy.by_bounds)},
            {"perceived_by_centres", mean(c.inaccuracy.perceived_by_centres)},
            {"perceived_by_bounds", mean(c.inaccuracy.perceived_by_bounds)}}}};
}

}  // namespace

std::string sim_table(const SimulationSettings& settings, const Simulation& simulation) {
  const SimulationTotals& totals = simulation.totals();
  const auto mean = [&](std::uint64_t count) { return fmt::format("{:.2f}", totals.mean(count)); };
  return show_settings(settings, simulation) + '\n' + show_times(totals) +
         row("frames per second", fmt::format("{:.1f}", frames_per_second(totals)),
             simulation.scene().quotation()) +
         '\n' + row("", "per frame") +
         row("boxes overlap", mean(totals.counters.overlapping), "pairs") +
         row("touching", mean(totals.counters.touching), "pairs") +
         row("swaps", mean(totals.swaps()), "in the sorted lists") +
         show_interframe(settings, simulation) + show_response(simulation) +
         show_critical(settings, totals) + '\n' + row("frames", std::to_string(totals.frames)) +
         row("memory", show_bytes(static_cast<double>(simulation.world().bytes()))) +
         show_hash("hash", simulation.hash().text(), "of every frame's touching pairs");
}

Json sim_json(const SimulationSettings& settings, const Simulation& simulation) {
  const SimulationTotals& totals = simulation.totals();
  const auto frames = static_cast<double>(totals.frames);
  const std::size_t slowest = totals.slowest_frame();
  Json json = {{"bodies", simulation.scene().counted_bodies()},
               {"frames", totals.frames},
               {"seconds_per_frame",
                {{"total", seconds_per_frame(totals)},
                 {"bounds", totals.times.bounds / frames},
                 {"broad", totals.times.broad / frames},
                 {"narrow", totals.times.narrow / frames}}},
               {"pairs",
                {{"overlapping", totals.mean(totals.counters.overlapping)},
                 {"touching", totals.mean(totals.counters.touching)}}},
               {"hash", simulation.hash().text()},
               {"bytes", simulation.world().bytes()},
               {"frames_per_second", frames_per_second(totals)},
               {"swaps_per_frame", totals.mean(totals.swaps())},
               {"median_seconds", totals.quantile(0.5)},
               {"p99_seconds", totals.quantile(0.99)},
               {"slowest", {{"frame", slowest}, {"seconds", totals.frame_seconds[slowest]}}},
               {"interframe",
                {{"contacts", totals.mean(totals.counters.swept_contacts)},
                 {"swept", totals.mean(totals.counters.swept)}}},
               {"interframe_hash", simulation.interframe_hash()},
               {"counters", counters_json(totals)},
               {"settings", settings_json(settings, simulation)}};
  if (settings.critical) {
    json["critical"] = critical_json(totals);
    const double budget = settings.critical->budget.seconds();
    json["frame_seconds"] = {{"wall", long_frames_json({totals.wall_seconds, budget}, totals)},
                             {"thread", long_frames_json({totals.thread_seconds, budget}, totals)}};
  }
  if (finds_contacts(simulation)) json["response"] = response_json(totals);
  add_counts(simulation.scene(), json);
  return json;
}

}  // namespace glance::app
