// The table "what the paper says / what we see" of IVRI-CD. The right column and the verdict are
// computed from the measurements, whatever these say.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "measure/curve_fit.h"
#include "measure/markup.h"
#include "studies/ivri/method_sample.h"
#include "studies/ivri/study.h"

namespace glance::studies::ivri {
namespace {

/// "Roughly the same": at most so much more or less.
constexpr double kSame = 1.5;
/// "Usually": at least this part of the cases.
constexpr double kUsually = 0.75;
/// "Few" vertices up to here, "large" counts from there on.
constexpr double kFewVertices = 20, kManyVertices = 100;
/// Cubes up to here are dense, from there on sparse.
constexpr double kDenseSide = 6, kSparseSide = 10;

std::string percent(double part, double all) {
  return all > 0 ? fmt::format("{} %", show_number(100 * part / all)) : "none";
}

/// A place along an axis, as it was chosen.
std::string plain(double x) { return fmt::format("{:g}", x); }

class Table : ClaimList {
 public:
  explicit Table(const Measurements& m) : m_(m) {}

  std::vector<Claim> make() {
    few_vertices();
    many_vertices();
    more_objects();
    denser();
    faster(kSpeed, "Translational speed (fig. 11)",
           "Ahead of I-COLLIDE at all translational speeds shown.");
    faster(kTurn, "Rotational speed (fig. 12)",
           "Ahead of I-COLLIDE at all rotational speeds shown.");
    steps("apart", "Iterations, apart", "Usually one to three where there is no collision.");
    steps("touch", "Iterations, touching", "Usually two to five where there is a collision.");
    kept_plane();
    frames_miss();
    hull_finds();
    hull_and_spin();
    return std::move(claims_);
  }

 private:
  /// Time a pair of lp, compared with another method, between two places.
  std::optional<Ratio> lp_against(std::string_view method, std::string_view experiment, double low,
                                  double high) const {
    const MeasuredExperiment& e = m_.find(experiment);
    return mean_ratio(e.find(kLp).curve("pair_seconds"), e.find(method).curve("pair_seconds"), low,
                      high);
  }

  /// "×0.7 the time of voronoi, ×1.2 that of gjk".
  std::string beside(std::string_view experiment, double low, double high) const {
    const auto voronoi = lp_against(kVoronoi, experiment, low, high);
    const auto gjk = lp_against(kGjk, experiment, low, high);
    if (!voronoi || !gjk) return "not measured";
    return fmt::format("{} the time of voronoi, {} that of gjk", times(*voronoi), times(*gjk));
  }

  void few_vertices() {
    Claim& claim = add("Few vertices (fig. 8)",
                       "Just before contact, roughly the time of I-COLLIDE for objects of few "
                       "vertices.");
    const auto ratio = lp_against(kVoronoi, kVertices, 0, kFewVertices);
    if (!ratio) return;
    set(claim, both(below(*ratio, kSame), above(*ratio, 1 / kSame)),
        fmt::format("Up to {} vertices lp takes {}.", kFewVertices,
                    beside(kVertices, 0, kFewVertices)));
  }

  void many_vertices() {
    Claim& claim = add("Many vertices (fig. 8)",
                       "Ahead of I-COLLIDE significantly as the number of vertices becomes large.");
    constexpr double kAll = 1e9;
    const auto ratio = lp_against(kVoronoi, kVertices, kManyVertices, kAll);
    if (!ratio) return;
    set(claim, below(*ratio, 1),
        fmt::format("From {} vertices on lp takes {}.", kManyVertices,
                    beside(kVertices, kManyVertices, kAll)));
  }

  void more_objects() {
    Claim& claim = add("Number of objects (fig. 9)",
                       "Ahead of I-COLLIDE when the number of objects in the cube grows.");
    const Curve curve = m_.find(kObjects).find(kLp).curve("pair_seconds");
    if (curve.empty()) return;
    const double low = curve.front().first, high = curve.back().first, middle = (low + high) / 2;
    const auto ratio = lp_against(kVoronoi, kObjects, middle, high);
    if (!ratio) return;
    set(claim, below(*ratio, 1),
        fmt::format("From {} to {} objects, a pair takes lp {}; from {} to {}: {}.",
                    show_number(low), show_number(middle), beside(kObjects, low, middle),
                    show_number(middle), show_number(high), beside(kObjects, middle, high)));
  }

  void denser() {
    Claim& claim = add("Density (fig. 10)",
                       "The denser the objects are packed, the better it compares with I-COLLIDE.");
    const auto dense = lp_against(kVoronoi, kCube, 0, kDenseSide);
    const auto sparse = lp_against(kVoronoi, kCube, kSparseSide, 1e9);
    if (!dense || !sparse) return;
    set(claim, below(*dense / *sparse, 1),
        fmt::format(
            "A pair takes lp {} the time of voronoi in cubes of up to {}, {} in those of {} "
            "and more.",
            times(*dense), kDenseSide, times(*sparse), kSparseSide));
  }

  void faster(std::string_view experiment, std::string topic, std::string paper) {
    Claim& claim = add(std::move(topic), std::move(paper));
    const Curve curve = m_.find(experiment).find(kLp).curve("pair_seconds");
    if (curve.empty()) return;
    const double low = curve.front().first, high = curve.back().first;
    const double middle = curve[curve.size() / 2].first;
    const auto slow = lp_against(kVoronoi, experiment, low, middle);
    const auto fast = lp_against(kVoronoi, experiment, middle, high);
    if (!slow || !fast) return;
    set(claim, both(below(*slow, 1), below(*fast, 1)),
        fmt::format("A pair takes lp {} the time of voronoi in the slower half, {} in the faster "
                    "one; of all: {}.",
                    times(*slow), times(*fast), beside(experiment, low, high)));
  }

  double all_of(const std::string& value) const {
    double sum = 0;
    for (const std::string_view name : kMethodExperiments) sum += sum_of(m_.find(name), kLp, value);
    return sum;
  }

  void steps(const std::string& kind, std::string topic, std::string paper) {
    Claim& claim = add(std::move(topic), std::move(paper));
    const double solved = all_of(kind + "_solved"), usual = all_of(kind + "_usual");
    if (!(solved > 0)) return;
    set(claim, outcome_if(usual >= kUsually * solved),
        fmt::format("{} for a mean pair; that many in {} of the {} pairs that needed any.",
                    show_number(all_of(kind + "_steps") / solved), percent(usual, solved),
                    show_number(solved, 7)));
  }

  void kept_plane() {
    Claim& claim = add("Plane of the frame before",
                       "Whether it still separates is tested first, which saves the solution in "
                       "most frames without a collision.");
    const double apart = all_of("apart"), cached = all_of("apart_cached");
    if (!(apart > 0)) return;
    set(claim, outcome_if(cached > apart / 2),
        fmt::format("It answers {} of the {} pairs that are apart although the boxes and spheres "
                    "around them are not; {} need iterations.",
                    percent(cached, apart), show_number(apart, 7),
                    percent(all_of("apart_solved"), apart)));
  }

  double flights(std::string_view series, std::string_view value) const {
    double sum = 0;
    for (const std::string_view name : kFlightExperiments)
      sum += sum_of(m_.find(name), series, value);
    return sum;
  }

  void frames_miss() {
    Claim& claim =
        add("Between frames", "Looking at single frames misses the contacts of fast objects.");
    const MeasuredExperiment& e = m_.find(kBullets);
    const Curve missed = e.find(kFrames).curve("missed");
    const Curve contacts = e.find(kFrames).curve("contacts");
    if (missed.empty() || missed.size() != contacts.size()) return;
    set(claim, outcome_if(missed.back().second > 0),
        fmt::format(
            "At {} body lengths per frame it misses {} of the contacts, at {} {}.",
            plain(missed.front().first), percent(missed.front().second, contacts.front().second),
            plain(missed.back().first), percent(missed.back().second, contacts.back().second)));
  }

  void hull_finds() {
    Claim& claim = add("Between frames, no rotation",
                       "The hull of the front vertices at the new frame and the others at the old "
                       "one finds contacts between frames.");
    const MeasuredExperiment& e = m_.find(kBullets);
    const double contacts = sum_of(e, kPaperHull, "contacts");
    if (!(contacts > 0)) return;
    const double missed = sum_of(e, kPaperHull, "missed");
    set(claim, outcome_if(missed == 0),
        fmt::format("It misses {} of {} contacts without any rotation ({}){}",
                    show_number(missed, 7), show_number(contacts, 7), percent(missed, contacts),
                    missed > 0 ? ": of the outline it would need both copies." : "."));
  }

  void hull_and_spin() {
    Claim& claim =
        add("Between frames, rotation",
            "With very fast rotation an exact answer is not guaranteed; left for later.");
    const MeasuredExperiment& e = m_.find(kSpins);
    const double contacts = sum_of(e, kPaperHull, "contacts");
    if (!(contacts > 0)) return;
    const double missed = sum_of(e, kPaperHull, "missed");
    set(claim, outcome_if(missed > 0),
        fmt::format("It misses {} of {} contacts ({}). Of all contacts, with and without rotation, "
                    "our safe hull misses {} and the time of impact {}.",
                    show_number(missed, 7), show_number(contacts, 7), percent(missed, contacts),
                    show_number(flights(kSafeHull, "missed"), 7),
                    show_number(flights(kToi, "missed"), 7)));
  }

  const Measurements& m_;
};

}  // namespace

Agreement compare_verdicts(const Measurements& m) {
  Agreement result;
  for (const std::string_view name : kMethodExperiments) result.compare(m.find(name), kMethods);
  return result;
}

std::vector<Claim> claims(const Measurements& measurements) { return Table(measurements).make(); }

}  // namespace glance::studies::ivri
