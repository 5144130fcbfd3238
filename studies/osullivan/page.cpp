// The page of O'Sullivan and Dingliana's experiments (plan.cpp), and what came out in
// short.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "measure/curve_fit.h"
#include "measure/markup.h"
#include "studies/osullivan/study.h"
#include "studies/study.h"
#include "studies/study_page.h"

namespace glance::studies::osullivan {
namespace {

constexpr std::string_view kWho = "broad phases", kWhat = "scenes";

constexpr std::array<CurveLine, kSchedules.size()> schedule_lines(std::string_view value) {
  return {CurveLine{"queues", value, "priority queues", 0},
          CurveLine{"round-robin", value, "round-robin", 1},
          CurveLine{"sequential", value, "sequential", 2},
          CurveLine{"sorted", value, "sorted sequential", 3}};
}

/// What is drawn of each number of entities.
struct Estimate {
  std::string_view value, title, unit;
};
constexpr std::array kEstimates{
    Estimate{"perceived_by_bounds", "Perceived inaccuracy, by bounds", "noticed, per frame"},
    Estimate{"by_bounds", "Geometric inaccuracy, by bounds", "sum of gaps, per frame"},
    Estimate{"perceived_by_centres", "Perceived inaccuracy, by centres", "noticed, per frame"},
    Estimate{"by_centres", "Geometric inaccuracy, by centres", "sum of gaps, per frame"}};

Graph inaccuracy_graph(const MeasuredExperiment& e, const Estimate& estimate) {
  const auto lines = schedule_lines(estimate.value);
  return {count_plot(e, fmt::format("{}: {}", estimate.title, e.name), std::string(estimate.unit),
                     lines),
          fmt::format("{} of the packed scene, against the budget.", e.name)};
}

std::vector<Graph> inaccuracy_graphs(const Measurements& m) {
  std::vector<Graph> graphs;
  for (auto entities = kEntities.rbegin(); entities != kEntities.rend(); ++entities) {
    const MeasuredExperiment& e = m.find(inaccuracy_of(*entities));
    if (e.series.empty()) continue;
    for (const Estimate& estimate : kEstimates) graphs.push_back(inaccuracy_graph(e, estimate));
  }
  return graphs;
}

/// Priority queues by round-robin, one line a budget.
Plot gain_plot(const Measurements& m) {
  Plot plot{"Priority queues against round-robin",
            {"entities", Scale::log},
            {"% of round-robin's perceived inaccuracy"},
            {}};
  std::vector<double> budgets;
  for (const std::uint32_t entities : kEntities) {
    const auto curve = m.find(inaccuracy_of(entities)).find("queues").curve("units");
    if (budgets.empty()) {
      // Of what the full cost leaves, hardly anything, parts say nothing.
      for (const auto& point : curve) {
        if (point.first < 100) budgets.push_back(point.first);
      }
    }
  }
  for (const double budget : budgets) {
    PlotSeries line{
        fmt::format("{:g} % of the full cost", budget), {}, static_cast<int>(plot.series.size())};
    for (const std::uint32_t entities : kEntities) {
      const auto part =
          queues_by_round_robin(m.find(inaccuracy_of(entities)), budget, "perceived_by_bounds");
      if (part) line.points.push_back({static_cast<double>(entities), 100 * *part});
    }
    plot.series.push_back(std::move(line));
  }
  return plot;
}

void add_score_table(HtmlPage& page, const MeasuredExperiment& e) {
  const std::vector<std::string> columns{
      "model", "round-robin", "queues", "part", "queues, scheduled by the same", "part"};
  std::vector<std::vector<Cell>> rows;
  for (std::size_t i = 0; i < kModels.size(); i++) {
    const auto x = static_cast<double>(i);
    std::vector<Cell> row{{std::string(kModels[i].name)}};
    const auto round_robin = value_at(e.find("round-robin").curve("perceived_by_bounds"), x);
    if (!round_robin) continue;
    row.push_back({show_number(*round_robin)});
    for (const std::string_view series : {std::string_view("queues"), kQueuesByItself}) {
      const auto value = value_at(e.find(series).curve("perceived_by_bounds"), x);
      const auto part = queues_by_round_robin(e, x, "perceived_by_bounds", series);
      row.push_back({value ? show_number(*value) : ""});
      row.push_back({part ? fmt::format("{:.0f} %", 100 * *part) : ""});
    }
    rows.push_back(std::move(row));
  }
  page.table(columns, rows, true);
}

Plot corner_plot(const MeasuredExperiment& e, std::string title, Scale scale) {
  constexpr std::array kLines{CurveLine{kNoBudget, "seconds", "no budget", 1},
                              CurveLine{kBudgeted, "seconds", "budget of 4 ms", 0}};
  Plot plot = count_plot(e, std::move(title), "ms, thread CPU time", kLines, 1e3);
  plot.y.scale = scale;
  for (PlotSeries& series : plot.series) {
    std::erase_if(series.points, [](const PlotPoint& p) { return !(p.y > 0); });
  }
  plot.series.push_back({"4.3 ms", {{0, 1e3 * kLate}, {100, 1e3 * kLate}}, 0, true});
  return plot;
}

Plot against_density(Plot plot) {
  plot.x.scale = Scale::log;
  return plot;
}

std::vector<Graph> broad_graphs(const MeasuredExperiment& e) {
  constexpr std::array kMoving{CurveLine{kSweep, "seconds", "sweep and prune", 1},
                               CurveLine{kSpaceTime, "seconds", "space-time bounds", 0}};
  constexpr std::array kResting{CurveLine{kSweepResting, "seconds", "sweep and prune", 1},
                                CurveLine{kSpaceTimeResting, "seconds", "space-time bounds", 0}};
  constexpr std::array kCounts{CurveLine{kSpaceTime, "woken", "pairs woken", 0},
                               CurveLine{kSpaceTime, "new_bounds", "bodies with new bounds", 3},
                               CurveLine{kSpaceTime, "pairs", "pairs of boxes that overlap", 4}};
  return {{against_density(time_plot(e, "The broad phase, all bodies moving", kMoving)),
           "1,000 polytopes that fly, bounce off walls and exchange velocities where they touch."},
          {against_density(time_plot(e, "The broad phase, nine of ten at rest", kResting)),
           "The same, but only one of ten flies, and passes through the others."},
          {against_density(count_plot(e, "What space-time bounds look at", "per frame", kCounts)),
           "All bodies moving. There are 499,500 pairs."}};
}

void add_setup(HtmlPage& page, const Measurements& m) {
  page.heading("How it was measured");
  page.paragraph(
      "Inaccuracy: entities of small cubes, tightly packed, jostle around their places. The full "
      "cost is the mean work per frame without a budget, in units of about one test of two "
      "spheres; budgets are fractions of it, also in units, so that everything except the times is "
      "the same on every machine. Pairs that are undecided when a budget ends count as touching. "
      "Their gaps are estimated by the distance of the centres of the last spheres that met, and "
      "by the upper bound that the trees give. Geometric inaccuracy is the sum of these; perceived "
      "inaccuracy is the sum of the probabilities that a viewer notices them, who looks at a point "
      "for 6 to 15 frames and then at another one, at random. The function was fixed before "
      "anything was measured with it.");
  page.paragraph(
      "Corner: 100 balls and other convex bodies and two meshes of 40,000 triangles drift into a "
      "corner every 200 frames, and spread again. Times are the CPU time that the "
      "thread spent in detection, for all frames of one run. Sphere-trees are built before; "
      "budgets are limits of time.");
  page.paragraph(
      "The broad phase: times are means of the middle half of the frames, after 40 that do not "
      "count, the fastest of several rounds. All boxes are fixed cubes.");
  add_facts(page, m);
}

}  // namespace

std::string brief(const Measurements& m) {
  std::string text = count_claims(claims(m)) + "\n";
  const MeasuredExperiment& scores = m.find(kScores);
  for (std::size_t i = 0; i < kModels.size(); i++) {
    const auto part = queues_by_round_robin(scores, static_cast<double>(i), "perceived_by_bounds");
    if (!part) continue;
    text += fmt::format("priority queues: {:.0f} % of round-robin's perceived inaccuracy ({})\n",
                        100 * *part, kModels[i].name);
  }
  const auto within = m.find(kCorner).find(kBudgeted).curve("within_percent");
  if (!within.empty()) {
    text += fmt::format("corner: {:.1f} % of the frames within {} with a budget of {}\n",
                        within.front().second, show_seconds(kLate), show_seconds(kBudget));
  }
  return text + describe(compare_verdicts(m), kWho, kWhat) + "\n";
}

Result<std::string> page(const Measurements& m) {
  HtmlPage page("Detection in time, measured again",
                "Experiments after O'Sullivan and Dingliana, Real-Time Collision Detection and "
                "Response Using Sphere-Trees (1999), and Hubbard's broad phase");
  add_quick_notice(page, m);
  page.paragraph(
      "Detection that can stop at any time looks at pairs through trees of spheres, one level at "
      "a time. What it looks at first decides how wrong a frame is when its time is up, and how "
      "much of that a viewer notices.");
  page.paragraph(
      "Not in the paper, but ours: below the leaves bodies are tested exactly, so that all "
      "verdicts are exact if there is time; a pair moves down the queues as its gap gets smaller; "
      "its most promising spheres come first; and what the last frame found out about a pair is "
      "still used, minus how far it moved. All schedules share this.");
  add_claims(page, claims(m));
  page.heading("Scored by other models");
  page.paragraph(fmt::format(
      "Perceived inaccuracy by bounds, {} entities at {} % of the full cost. What a viewer notices "
      "is a guess: here the schedule follows the first model, and others score it.",
      kEntities.back(), kClaimedAt));
  add_score_table(page, m.find(kScores));
  page.heading("Inaccuracy against budget");
  std::vector<Graph> graphs = inaccuracy_graphs(m);
  graphs.insert(graphs.begin(),
                {gain_plot(m), "Perceived inaccuracy by bounds. Below 100 %: queues are better."});
  if (auto ok = add_figures(page, graphs); !ok) return fail(ok.error());
  page.heading("Frame times");
  const MeasuredExperiment& frames = m.find(kCorner);
  const std::array<Graph, 2> corner{
      Graph{corner_plot(frames, "Frame times of the corner scene", Scale::log),
            "The percentage of the frames that took at most that long."},
      Graph{corner_plot(frames, "The same on a linear scale", Scale::linear),
            "On a linear scale: how much longer the heaps take."}};
  if (auto ok = add_figures(page, corner); !ok) return fail(ok.error());
  page.heading("The broad phase");
  add_agreement(page, compare_verdicts(m), kWho, kWhat);
  if (auto ok = add_figures(page, broad_graphs(m.find(kBroad))); !ok) {
    return fail(ok.error());
  }
  add_setup(page, m);
  return std::move(page).finish();
}

}  // namespace glance::studies::osullivan
