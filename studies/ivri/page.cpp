// The page of IVRI-CD's experiments (ivri_plan.cpp), and what came out in short.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "measure/markup.h"
#include "studies/ivri/study.h"
#include "studies/study.h"
#include "studies/study_page.h"

namespace glance::studies::ivri {
namespace {

constexpr int kLpStyle = 0, kVoronoiStyle = 1, kGjkStyle = 2;

constexpr std::array<CurveLine, 3> method_lines(std::string_view value) {
  return {CurveLine{kLp, value, "linear program", kLpStyle},
          CurveLine{kVoronoi, value, "closest features", kVoronoiStyle},
          CurveLine{kGjk, value, "gjk", kGjkStyle}};
}

Plot logarithmic(Plot plot) {
  plot.x.scale = Scale::log;
  return plot;
}

std::vector<Graph> figures(const Measurements& m) {
  constexpr auto kPair = method_lines("pair_seconds");
  constexpr std::string_view kPer = "per pair";
  const auto plot = [&](std::string_view name, std::string title) {
    return time_plot(m.find(name), std::move(title), kPair, kPer);
  };
  return {
      {logarithmic(plot(kVertices, "Figure 8: just before contact")),
       "Two equal objects approach each other: the mean of the last five frames before they touch "
       "in which neither the boxes nor the spheres around them are apart."},
      {plot(kObjects, "Figure 9: number of objects"),
       "Identical objects of 66 vertices in a cube of 6."},
      {plot(kCube, "Figure 10: size of the cube"),
       "Ten different objects; the smaller the cube, the denser they are."},
      {logarithmic(plot(kSpeed, "Figure 11: translational speed")),
       "Ten different objects in a cube of 6, at up to one radius per frame."},
      {plot(kTurn, "Figure 12: rotational speed"),
       "The same objects; each turns about each axis by at most that angle per frame."},
  };
}

/// A quotient of two values of one series, as a line.
PlotSeries quotient(const MeasuredExperiment& e, std::string_view value, std::string_view by,
                    std::string name, int style, double factor) {
  PlotSeries result{std::move(name), {}, style};
  const auto top = e.find(kLp).curve(value), bottom = e.find(kLp).curve(by);
  for (std::size_t i = 0; i < std::min(top.size(), bottom.size()); i++) {
    if (bottom[i].second > 0)
      result.points.push_back({top[i].first, factor * top[i].second / bottom[i].second});
  }
  return result;
}

Plot steps_plot(const MeasuredExperiment& e, std::string title) {
  Plot plot{std::move(title), {e.x_label}, {"iterations, where there are any"}, {}};
  plot.series.push_back(quotient(e, "apart_steps", "apart_solved", "apart", 3, 1));
  plot.series.push_back(quotient(e, "touch_steps", "touch_solved", "touching", 4, 1));
  return plot;
}

Plot cached_plot(const MeasuredExperiment& e, std::string title) {
  Plot plot{std::move(title), {e.x_label}, {"% of the pairs that are apart"}, {}};
  plot.series.push_back(quotient(e, "apart_cached", "apart", "last plane holds", 0, 100));
  plot.series.push_back(quotient(e, "apart_solved", "apart", "iterated for", 5, 100));
  return plot;
}

std::vector<Graph> more_figures(const Measurements& m) {
  constexpr auto kFrame = method_lines("seconds");
  return {
      {time_plot(m.find(kObjects), "A frame of figure 9", kFrame),
       "Boxes, sorting and exact answers together."},
      {time_plot(m.find(kCube), "A frame of figure 10", kFrame), "The same for figure 10."},
      {logarithmic(steps_plot(m.find(kVertices), "Iterations just before contact")),
       "Of the interior point method, for a mean pair that needs any."},
      {steps_plot(m.find(kCube), "Iterations in the cube"), "The same in the scenes of figure 10."},
      {logarithmic(cached_plot(m.find(kSpeed), "The plane kept, against speed")),
       "How often the last frame's plane answers, and how often a linear program must be solved."},
      {cached_plot(m.find(kTurn), "The plane kept, against rotation"), "The same for rotation."},
  };
}

struct TestColumn {
  std::string_view series, name;
};
constexpr std::array kTestColumns{
    TestColumn{kFrames, "frame by frame"}, TestColumn{kPaperHull, "paper's hull"},
    TestColumn{kSafeHull, "safe hull"}, TestColumn{kToi, "time of impact"}};
/// Those that can raise a false alarm: a pose that touches is none.
constexpr std::span kBetweenFrames = std::span(kTestColumns).subspan<1>();

Plot missed_plot(const MeasuredExperiment& e, std::string title) {
  Plot plot{std::move(title), {e.x_label}, {"% of the contacts missed"}, {}};
  int style = 0;
  for (const TestColumn& test : kTestColumns) {
    PlotSeries line{std::string(test.name), {}, style++};
    const auto missed = e.find(test.series).curve("missed");
    const auto contacts = e.find(test.series).curve("contacts");
    for (std::size_t i = 0; i < std::min(missed.size(), contacts.size()); i++) {
      if (contacts[i].second > 0)
        line.points.push_back({missed[i].first, 100 * missed[i].second / contacts[i].second});
    }
    plot.series.push_back(std::move(line));
  }
  return plot;
}

/// One row a place: contacts, what each test misses, and where it raises a false alarm.
void add_flight_table(HtmlPage& page, const MeasuredExperiment& e) {
  std::vector<std::string> columns{e.x_label, "contacts", "certainly none"};
  for (const TestColumn& t : kTestColumns) columns.push_back(fmt::format("missed: {}", t.name));
  for (const TestColumn& t : kBetweenFrames) columns.push_back(fmt::format("false: {}", t.name));
  const auto places = e.find(kFrames).curve("contacts");
  std::vector<std::vector<Cell>> rows;
  const auto cell = [&](std::string_view series, std::string_view value, std::size_t i) {
    const auto curve = e.find(series).curve(value);
    return Cell{i < curve.size() ? show_number(curve[i].second, 7) : "\xE2\x80\x93"};
  };
  for (std::size_t i = 0; i < places.size(); i++) {
    std::vector<Cell> row{{fmt::format("{:g}", places[i].first)}};
    row.push_back(cell(kFrames, "contacts", i));
    row.push_back(cell(kFrames, "free", i));
    for (const TestColumn& t : kTestColumns) row.push_back(cell(t.series, "missed", i));
    for (const TestColumn& t : kBetweenFrames) row.push_back(cell(t.series, "false_alarms", i));
    rows.push_back(std::move(row));
  }
  page.table(columns, rows, true);
}

double flights_with(const Measurements& m, std::string_view test, std::string_view value) {
  double sum = 0;
  for (const std::string_view name : kFlightExperiments) sum += sum_of(m.find(name), test, value);
  return sum;
}

/// "frame by frame 12, safe hull 0".
std::string list_tests(const Measurements& m, std::span<const TestColumn> tests,
                       std::string_view value) {
  std::string text;
  for (const TestColumn& test : tests) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", test.name,
                        show_number(flights_with(m, test.series, value), 7));
  }
  return text;
}

std::string describe_flights(const Measurements& m) {
  const auto count = [&](std::string_view value) {
    return show_number(flights_with(m, kFrames, value), 7);
  };
  return fmt::format(
      "{} flights, {} with a contact, {} proved to have none. Contacts missed: {}. False alarms: "
      "{}.",
      count("flights"), count("contacts"), count("free"), list_tests(m, kTestColumns, "missed"),
      list_tests(m, kBetweenFrames, "false_alarms"));
}

constexpr std::string_view kWho = "methods", kWhat = "scenes";

void add_introduction(HtmlPage& page, const Measurements& m) {
  page.paragraph(
      "Whether two convex bodies are apart is found by a linear program over their vertices (lp), "
      "by tracking their closest features as I-COLLIDE does (voronoi), and by gjk: on the same "
      "motions, and with the same tight boxes tested first. Times are for one pair whose boxes "
      "overlap, with exact verdict and certificate.");
  page.paragraph(
      "The paper measured against the I-COLLIDE library of its time. We measure against our own "
      "closest-feature walk, which starts at extreme vertices from a table, has interior cells, "
      "and passes overlaps on to another method: what the paper says about I-COLLIDE need not hold "
      "for it.");
  add_agreement(page, compare_verdicts(m), kWho, kWhat);
}

Result<void> add_flights(HtmlPage& page, const Measurements& m) {
  page.heading("Between the frames");
  page.paragraph(
      "Projectiles of 25 vertices fly at thin plates, or past them; at the start and at the end "
      "nothing touches. A flight certainly has a contact if dense sampling finds a pose in contact "
      "(200 samples per body length, two per degree), and certainly none if the verifier accepts "
      "the proof of the time of impact; grazing flights are neither. A test misses a contact if it "
      "finds none in any frame of the flight.");
  page.paragraph(describe_flights(m));
  const std::array<Graph, 2> graphs{
      Graph{logarithmic(missed_plot(m.find(kBullets), "Contacts missed, against speed")),
            "Without rotation."},
      Graph{missed_plot(m.find(kSpins), "Contacts missed, against spin"),
            fmt::format("At {} body length per frame.", kSpinSpeed)}};
  if (auto ok = add_figures(page, graphs); !ok) return ok;
  page.heading("Flights by speed");
  add_flight_table(page, m.find(kBullets));
  page.heading("Flights by spin");
  add_flight_table(page, m.find(kSpins));
  return {};
}

}  // namespace

std::string brief(const Measurements& m) {
  return fmt::format("{}\n{}\n{}\n", count_claims(claims(m)),
                     describe(compare_verdicts(m), kWho, kWhat), describe_flights(m));
}

Result<std::string> page(const Measurements& m) {
  HtmlPage page("IVRI-CD, measured again",
                "The experiments of Akgunduz, Banerjee and Mehrotra, A Linear Programming Solution "
                "for Exact Collision Detection (2005), section 6, and contacts between frames");
  add_quick_notice(page, m);
  add_introduction(page, m);
  add_claims(page, claims(m),
             "Where the paper says I-COLLIDE, our own closest-feature walk stands in for it.");
  page.heading("The figures");
  if (auto ok = add_figures(page, figures(m)); !ok) return fail(ok.error());
  page.heading("More of the same frames");
  if (auto ok = add_figures(page, more_figures(m)); !ok) return fail(ok.error());
  if (auto ok = add_flights(page, m); !ok) return fail(ok.error());
  page.heading("How it was measured");
  page.paragraph(
      "The library has 20 objects of 4 to 264 vertices: Platonic solids, a pyramid, a box, prisms, "
      "icospheres, a sphere of rings, and random convex profiles revolved; all with a bounding "
      "radius of 1. Figure 8: two of a kind start at opposite corners of a face of a cube of 6, "
      "each moves by 0.02 per frame and turns about each axis by 0 to 10 degrees, at random in "
      "every frame; 20 times. Figures 9 to 12: objects start at random places, fly straight on at "
      "0.02 per frame, are reflected at the walls and pass through each other; three scenes of "
      "1500 frames. Sizes, the object of figure 9, and the ranges of figures 9, 11 and 12 are "
      "ours: the text does not give them.");
  page.paragraph(
      "Times are means over all frames except the slowest hundredth, which has the interruptions; "
      "in figure 8, the fastest of five turns counts. At each x all methods take turns, and the "
      "order of x is shuffled, in several rounds of which the fastest counts. Everything but the "
      "times is a count, and the same on every machine.");
  add_facts(page, m);
  return std::move(page).finish();
}

}  // namespace glance::studies::ivri
