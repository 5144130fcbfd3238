// The table "what the paper says / what we see" of I-COLLIDE. The right column and the
// verdict are computed from the measurements, whatever these say.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "measure/curve_fit.h"
#include "measure/markup.h"
#include "studies/icollide/study.h"

namespace glance::studies::icollide {
namespace {

/// "Almost constant": at most so much more or less at one end than at the other.
constexpr double kConstant = 1.25;
/// "Nearly linear with a small higher-order term": the exponent up to which we call it so.
constexpr double kNearlyLinear = 1.3;
/// How far an exponent may be from 1 for "linear".
constexpr double kLinear = 0.15;
/// A difference worth the name.
constexpr double kTrend = 1.05;
/// Samples of a curve that something is said about.
constexpr std::size_t kFewest = 4;

std::string exponent(const PowerLaw& law) {
  return fmt::format("{:.2f} \xC2\xB1 {:.2f}", law.exponent, law.error);
}

Outcome constant(const Ratio& ratio) {
  return both(below(ratio, kConstant), above(ratio, 1 / kConstant));
}

class Table : ClaimList {
 public:
  explicit Table(const Measurements& m)
      : bodies_(m.find(kBodies)),
        faces_(m.find(kFaces)),
        density_(m.find(kDensity)),
        rotation_(m.find(kRotation)),
        all_{&bodies_, &faces_, &density_, &rotation_} {}

  std::vector<Claim> make() {
    frame_rate();
    interactive();
    nearly_linear();
    larger_term();
    fixed_is_faster();
    faces_update();
    faces_exact();
    faces_sort();
    faces_fixed();
    density_collisions();
    density_time();
    rotation_slope();
    rotation_update();
    rotation_swaps();
    rotation_fixed();
    return std::move(claims_);
  }

 private:
  void frame_rate() {
    constexpr double kPaper = 23;
    Claim& claim = add("Frame rate",
                       "23 frames per second with 1000 polytopes in fixed cubes "
                       "(on an HP-9000/750).");
    const auto seconds = value_at(bodies_.find(kFixed).curve("seconds"), 1000);
    if (!seconds) return;
    set(claim, outcome_if(1 / *seconds >= kPaper),
        fmt::format("{} frames per second, {} each: {} the paper's rate.",
                    show_number(1 / *seconds), show_seconds(*seconds),
                    times(1 / *seconds / kPaper)));
  }

  void interactive() {
    constexpr double kPaper = 20;
    Claim& claim =
        add("Interactive", "Over 20 frames per second with more than 1000 moving polytopes.");
    double slowest = 0, at = 0;
    for (const std::string_view series : {kTight, kFixed}) {
      for (const auto& [n, seconds] : bodies_.find(series).curve("seconds")) {
        if (n < 1000 || seconds < slowest) continue;
        slowest = seconds;
        at = n;
      }
    }
    if (!(slowest > 0)) return;
    set(claim, outcome_if(1 / slowest > kPaper),
        fmt::format("At least {} frames per second from 1000 bodies on (slowest: {} bodies, {}).",
                    show_number(1 / slowest), show_number(at, 4), show_seconds(slowest)));
  }

  void nearly_linear() {
    Claim& claim = add("Number of bodies",
                       "With both kinds of boxes, time grows nearly linearly, with a small "
                       "higher-order term (20 to 2000).");
    const auto tight = law(kTight), fixed = law(kFixed);
    if (!tight || !fixed) return;
    set(claim,
        both(below(tight->exponent, tight->error, kNearlyLinear),
             below(fixed->exponent, fixed->error, kNearlyLinear)),
        fmt::format("From 100 to 2000 the exponent of n is {} with fixed cubes, {} with tight "
                    "boxes. Fitted as a n + b n^(5/3), the second term makes up {} and {} at 1000 "
                    "bodies.",
                    exponent(*fixed), exponent(*tight), share(kFixed), share(kTight)));
  }

  void larger_term() {
    Claim& claim = add("Number of bodies",
                       "Dynamic boxes have the larger non-linear term, since boxes that change "
                       "size cause more swaps.");
    const auto ratio = [&](std::string_view value) {
      return mean_ratio(bodies_.find(kTight).curve(value), bodies_.find(kFixed).curve(value), 1000,
                        kFitTo);
    };
    const auto swaps = ratio("swaps"), sort = ratio("sort");
    if (!swaps || !sort) return;
    set(claim, both(above(*swaps, 1), above(*sort, 1)),
        fmt::format(
            "From 1000 to 2000 bodies tight boxes cause {} the swaps, and the sort takes {} "
            "the time.",
            times(*swaps), times(*sort)));
  }

  void fixed_is_faster() {
    Claim& claim = add("Fixed or tight", "Fixed cubes were faster over all the ranges tested.");
    Outcome outcome = Outcome::as_in_paper;
    std::string text;
    for (const MeasuredExperiment* e : all_) {
      const Curve tight = e->find(kTight).curve("seconds"),
                  fixed = e->find(kFixed).curve("seconds");
      if (tight.size() < kFewest) return;
      // Both ends of the range count, each a third of it.
      const double low = tight.front().first, high = tight.back().first, third = (high - low) / 3;
      const auto first = mean_ratio(tight, fixed, low, low + third);
      const auto last = mean_ratio(tight, fixed, high - third, high);
      if (!first || !last) return;
      outcome = both(outcome, both(above(*first, 1), above(*last, 1)));
      text += fmt::format("{} {} to {} over {}", text.empty() ? "" : ";", times(*first),
                          times(*last), e->name);
    }
    set(claim, outcome,
        fmt::format("Tight boxes take{} (first and last third of each range) the time of fixed "
                    "cubes.",
                    text));
  }

  void faces_update() {
    Claim& claim = add("Number of faces",
                       "The update of dynamic boxes takes longer with more faces: the way to the "
                       "new extreme vertices is longer.");
    update_grows(claim, faces_, "From few to many faces");
  }

  void faces_exact() {
    Claim& claim = add("Number of faces",
                       "Exact detection takes longer with more faces, for want of interior Voronoi "
                       "regions; with them it would take constant time.");
    const Curve off = faces_.find(kFixedNoCells).curve("exact"),
                on = faces_.find(kFixed).curve("exact");
    const auto growth_off = growth(off), growth_on = growth(on);
    const auto pairs = growth(faces_.find(kFixed).curve("pairs"));
    if (!growth_off || !growth_on || !pairs) return;
    const double middle = (off.front().first + off.back().first) / 2;
    const auto gain = mean_ratio(off, on, middle, off.back().first);
    if (!gain) return;
    set(claim, both(above(*growth_off, kTrend), above(*gain, kTrend)),
        fmt::format("From few to many faces the exact part takes {} the time without interior "
                    "cells, {} with them (for each pair {} and {}: rounder bodies have fewer "
                    "pairs). With many faces it takes {} the time without cells.",
                    times(*growth_off), times(*growth_on), times(*growth_off / *pairs),
                    times(*growth_on / *pairs), times(*gain)));
  }

  void faces_sort() {
    Claim& claim = add("Number of faces",
                       "Sorting of dynamic boxes takes less time with more faces: bodies become "
                       "rounder, boxes change less, and fewer ends swap.");
    const auto sort = growth(faces_.find(kTight).curve("sort"));
    const auto swaps = growth(faces_.find(kTight).curve("swaps"));
    if (!sort || !swaps) return;
    set(claim, both(below(*sort, 1), below(*swaps, 1)),
        fmt::format("From few to many faces sorting takes {} the time, swaps: {}.", times(*sort),
                    times(*swaps)));
  }

  void faces_fixed() {
    Claim& claim =
        add("Number of faces", "With fixed cubes, update and sort take almost constant time.");
    stays_constant(claim, faces_, "From few to many faces");
  }

  void density_collisions() {
    Claim& claim = add("Density", "More density, more collisions: their number grows linearly.");
    const Curve touching = density_.find(kFixed).curve("touching");
    const auto law = fit_power_law(touching);
    if (touching.size() < kFewest || !law) return;
    set(claim,
        both(below(law->exponent, law->error, 1 + kLinear),
             above(law->exponent, law->error, 1 - kLinear)),
        fmt::format("Pairs that touch: the exponent of the density is {}.", exponent(*law)));
  }

  void density_time() {
    Claim& claim =
        add("Density", "Sorting takes longer in denser scenes, and frame time scales well.");
    const auto tight = fit_power_law(density_.find(kTight).curve("seconds"));
    const auto fixed = fit_power_law(density_.find(kFixed).curve("seconds"));
    const auto sort_t = growth(density_.find(kTight).curve("sort"));
    const auto sort_f = growth(density_.find(kFixed).curve("sort"));
    if (!tight || !fixed || !sort_t || !sort_f) return;
    set(claim,
        both(both(below(tight->exponent, tight->error, 1), below(fixed->exponent, fixed->error, 1)),
             both(above(*sort_t, 1), above(*sort_f, 1))),
        fmt::format(
            "From sparse to dense sorting takes {} the time with tight boxes, {} with fixed "
            "cubes. Of the frame time, the exponent of the density is {} and {}.",
            times(*sort_t), times(*sort_f), exponent(*tight), exponent(*fixed)));
  }

  void rotation_slope() {
    Claim& claim = add("Rotation",
                       "Frame time rises much faster with rotational velocity for dynamic boxes "
                       "than for fixed cubes.");
    const Curve curve = rotation_.find(kTight).curve("seconds");
    const auto tight = fit_line(curve);
    const auto fixed = fit_line(rotation_.find(kFixed).curve("seconds"));
    if (curve.size() < kFewest || !tight || !fixed) return;
    constexpr double kMuch = 2, kDegrees = 10;
    const double excess = tight->slope - kMuch * std::max(0.0, fixed->slope);
    set(claim, above(excess, std::hypot(tight->error, kMuch * fixed->error), 0),
        fmt::format(
            "Ten more degrees per frame cost {} \xC2\xB1 {} with tight boxes, {} \xC2\xB1 {} "
            "with fixed cubes.",
            show_seconds(kDegrees * tight->slope), show_seconds(kDegrees * tight->error, 1),
            show_seconds(kDegrees * fixed->slope), show_seconds(kDegrees * fixed->error, 1)));
  }

  void rotation_update() {
    Claim& claim = add("Rotation",
                       "The update of dynamic boxes takes longer the faster bodies turn: more "
                       "features are passed on the way.");
    update_grows(claim, rotation_, "From slow to fast");
  }

  void rotation_swaps() {
    Claim& claim = add("Rotation",
                       "Dynamic boxes swap more ends the faster bodies turn, and the sort takes "
                       "longer.");
    const auto sort = growth(rotation_.find(kTight).curve("sort"));
    const auto swaps = growth(rotation_.find(kTight).curve("swaps"));
    if (!sort || !swaps) return;
    set(claim, both(above(*sort, 1), above(*swaps, 1)),
        fmt::format("From slow to fast: sort {}, swaps {}.", times(*sort), times(*swaps)));
  }

  void rotation_fixed() {
    Claim& claim = add("Rotation", "With fixed cubes, update and sort take almost constant time.");
    stays_constant(claim, rotation_, "From slow to fast");
  }

  static void update_grows(Claim& claim, const MeasuredExperiment& e, std::string_view range) {
    const auto time = growth(e.find(kTight).curve("update"));
    const auto steps = growth(e.find(kTight).curve("box_steps"));
    if (!time || !steps) return;
    set(claim, both(above(*time, 1), above(*steps, 1)),
        fmt::format("{} the update takes {} the time; vertices passed: {}.", range, times(*time),
                    times(*steps)));
  }

  static void stays_constant(Claim& claim, const MeasuredExperiment& e, std::string_view range) {
    const auto update = growth(e.find(kFixed).curve("update"));
    const auto sort = growth(e.find(kFixed).curve("sort"));
    if (!update || !sort) return;
    set(claim, both(constant(*update), constant(*sort)),
        fmt::format("{}: update {}, sort {}.", range, times(*update), times(*sort)));
  }

  std::optional<PowerLaw> law(std::string_view series) const {
    const auto fit = fit_power_law(bodies_.find(series).curve("seconds"), kFitFrom, kFitTo);
    return fit && fit->error > 0 ? fit : std::nullopt;  // two points are not a law
  }

  /// Of the higher term in the frame time at 1000 bodies.
  std::string share(std::string_view series) const {
    const auto fit =
        fit_two_terms(bodies_.find(series).curve("seconds"), kSwapExponent, kFitFrom, kFitTo);
    return fit ? fmt::format("{:.0f} %", 100 * fit->share(1000)) : "?";
  }

  const MeasuredExperiment &bodies_, &faces_, &density_, &rotation_;
  std::array<const MeasuredExperiment*, 4> all_;
};

}  // namespace

std::vector<Claim> claims(const Measurements& measurements) { return Table(measurements).make(); }

}  // namespace glance::studies::icollide
