// The time of impact: conservative advancement along one direction at a time. A direction is kept
// for as long as it proves the bodies apart (moving_pair), which near contact is until they meet;
// then the closest points at that time give the next one. Where bodies are nearer to each other
// than doubles can tell, 50 digits go on (fine_pair).
// Tested in tests/property/impact_test.cpp (Impact.RandomPairs).
#include "sweep/advancement.h"

#include <algorithm>
#include <optional>

#include "base/work_limit.h"
#include "exact/cache_access.h"
#include "glance/workspace.h"
#include "math/closest.h"
#include "sweep/fine_pair.h"
#include "sweep/hull_impact.h"
#include "sweep/moving_pair.h"
#include "sweep/part_impact.h"

namespace glance::rooms::sweep {
namespace {

/// Doubles cannot tell gaps below so many errors from contact.
constexpr double kErrorsInTolerance = 64;

/// And fine digits are of no use below this part of the error: poses are rounded to some 2^-52 of
/// all lengths that enter (MovingPair bounds a gap's error by 2^-44 of them).
constexpr double kErrorOfPoses = 1. / 16;

/// Steps in fine digits after which bodies that stay too near to tell count as in contact: those
/// that leave each other do so in a few, each several times as long as the one before.
constexpr int kFineSteps = 24;

/// Fine steps are tried until the end of the motion, and then each to this part of the time before;
/// so many of them. What is left is a millionth, in which bodies that turn have not parted either.
constexpr double kFineShorter = 1. / 16;
constexpr int kFineLengths = 6;

/// After a hit, contact is looked for at these multiples of the time that the closest points would
/// take at their present speed.
constexpr double kContactLooks[] = {2, 1.2, 6};

/// How deep bodies should overlap there, so that rounding of the poses is not what makes them touch
/// (errors of a gap).
constexpr double kErrorsOfOverlap = 4;

/// And of curved cores, whose distances have bounds kCurvedAccuracy apart.
constexpr double kCurvedInTolerance = 16;

/// A direction is followed to where its gap is within this part of the tolerance of the least that
/// counts as proof.
constexpr double kAim = 0.25;

/// The first direction only has to lead near: to where this part of its gap is left. (0, 0.05, 0.1,
/// 0.2: 32.9, 30.8, 30.7 and 31.6 thousand instructions for hulls of 20 vertices.)
constexpr double kFirstPart = 0.08;

/// How many times along one direction are tried.
constexpr int kTries = 8;

/// A direction turns only if the bound on how it bends costs less than so many gaps until the gap
/// may be closed; else it stays, and loses less. (0.5, 2, 8: about the same; the worst are fewest
/// so.)
constexpr double kMaxBend = 8;

/// Where the centres come closest, their connection: along it spheres about them are farthest
/// apart.
Vec3 passing_direction(const MovingPair& pair) {
  const Vec3 &v = pair.velocity(), from = pair.offset(0);
  const double time = nearest_on_segment(-from, v);
  return quick_unit(pair.offset(time));
}

class Advancement {
 public:
  Advancement(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
              const ImpactOptions& options, const ImpactWindow& window, Impact& impact);

  /// Whether the bodies are apart along this direction all the time.
  bool apart_along(const Vec3& direction);
  bool apart_in_passing() { return apart_along(passing_direction(pair_)); }
  void run();

 private:
  Moment measure(double time) {
    impact_.work.gaps++;
    return pair_.moment(heading_, time);
  }
  void find_closest(double time, Closest& c);
  bool within_tolerance(const Closest& c) const {
    return c.d.verdict != Verdict::apart || c.d.upper - margin_ <= tolerance_;
  }
  const FinePair& fine_pair();
  /// Whether turning moves a body: not so a sphere about its centre.
  bool turns() const {
    const auto moved = [](const MovingBody& body) {
      return body.turning() > 0 && (body.reach() > 0 || body.is_halfspace());
    };
    return moved(pair_.a()) || moved(pair_.b());
  }
  double set_off();
  double spheres();
  bool start(Closest& c);
  bool arrive(Closest& c);
  bool leave_fine(Closest& c);
  bool fine_step(const Closest& c, double to, const Vec3& turn, double clearance);
  bool add_fine(const FineSeparation& found, double from, double to, const Vec3& turn);
  bool stay_apart(const Closest& c);
  double longest_fine_step(const Closest& c, double aim);
  Heading heading_from(const Closest& c) const;
  Moment moment_of(const Closest& c);
  double advance(const Moment& from, double rate, double part);
  double creep(const Moment& from, double until);
  void add_interval(double from, double to, const Vec3& finer = Vec3::zero());
  void set_hit(const Closest& c);
  bool is_grazing(const Closest& c);
  bool is_grazing_straight(const Closest& c, double rate, double gap);
  bool touch_at(double time) const;
  bool overlap_at(double time) const;

  const Shape &a_, &b_;
  const Motion &motion_a_, &motion_b_;
  const ImpactOptions& options_;
  const ImpactWindow& window_;
  double margin_;
  MovingPair pair_;
  Impact& impact_;
  PairCache cache_;
  mutable Workspace workspace_;
  Heading heading_;
  /// Of the part of the search that is done in doubles: what is near enough, and what is proved to
  /// be between the bodies before.
  double tolerance_, clearance_;
  double goal_;  ///< what is near enough in the end
  std::optional<FinePair> fine_;
};

Advancement::Advancement(const Shape& a, const Motion& motion_a, const Shape& b,
                         const Motion& motion_b, const ImpactOptions& options,
                         const ImpactWindow& window, Impact& impact)
    : a_(a),
      b_(b),
      motion_a_(motion_a),
      motion_b_(motion_b),
      options_(options),
      window_(window),
      margin_(options.margin > 0 ? std::min(options.margin, kMaxCoordinate) : 0),
      pair_(a, motion_a, b, motion_b, margin_, window.error),
      impact_(impact) {
  const bool flat = a.has_flat_core() && b.has_flat_core();
  impact.tolerance = goal_ = impact_tolerance(a, b, !flat, options, pair_.error());
  impact.margin = margin_;
  tolerance_ = std::max(goal_, kErrorsInTolerance * pair_.error());
  clearance_ = tolerance_ / 2;
}

const FinePair& Advancement::fine_pair() {
  if (!fine_) {
    const Pose identity;
    const auto body = [&](const Shape& shape, const Motion& motion,
                          const ImpactWindow::Part& part) {
      return FineBody(shape, part.pose ? *part.whole : motion, part.pose ? *part.pose : identity);
    };
    fine_.emplace(body(a_, motion_a_, window_.part_a), a_, body(b_, motion_b_, window_.part_b), b_,
                  margin_);
  }
  return *fine_;
}

void Advancement::add_interval(double from, double to, const Vec3& finer) {
  impact_.work.steps++;
  if (options_.proof) impact_.proof.push_back({from, to, heading_.unit, heading_.turn, finer});
}

bool Advancement::apart_along(const Vec3& direction) {
  if (norm_sq(direction) == 0 || pair_.has_only_halfspaces()) return false;
  heading_ = {.unit = direction};
  const Moment from = measure(0);
  if (!(pair_.gap(from) > clearance_)) return false;
  if (!(pair_.least_gap(heading_, from, measure(1)) > clearance_)) return false;
  add_interval(0, 1);
  return true;
}

/// (Into a place that stays: copies of it cost a sphere that flies at a plate 0.3 of 1.1 us.)
void Advancement::find_closest(double time, Closest& c) {
  impact_.work.distances++;
  c.time = time;
  c.pose_a = motion_a_.at(time);
  c.pose_b = motion_b_.at(time);
  c.d = distance({a_, c.pose_a}, {b_, c.pose_b},
                 {.cache = &cache_, .depth = false, .margin = margin_, .workspace = &workspace_});
  const auto velocity = [&](const Motion& m, const Pose& pose, const Vec3& point) -> Vec3 {
    return m.linear() + cross(m.angular(), Vec3(point - pose.apply(m.centre())));
  };
  c.velocity =
      velocity(motion_b_, c.pose_b, c.d.point_b) - velocity(motion_a_, c.pose_a, c.d.point_a);
}

/// The direction between the closest points, turning as their features make it turn; where a core
/// is curved, as it did since the last one. (Without, each direction loses a part of the gap to the
/// turning, and hulls that turn by 40 to 120 degrees take 7.3 steps instead of 2.8.)
Heading Advancement::heading_from(const Closest& c) const {
  Heading h{c.d.normal, Vec3::zero(), c.time};
  if (pair_.has_halfspace()) return h;
  if (a_.has_flat_core() && b_.has_flat_core()) {
    h.turn = turn_with_features(a_, motion_a_, b_, motion_b_, c);
  } else if (c.time > 0) {
    h.turn = cross(heading_.unit, h.unit) * (1 / (c.time - heading_.from));
  }
  const double turn = std::sqrt(norm_sq(h.turn)), gap = c.d.distance - margin_;
  const double time = c.rate() > 0 ? std::min(1 - c.time, gap / c.rate()) : 1 - c.time;
  const double bend = pair_.heading_bend(turn, c.time, c.time + time) * time * time / 8;
  if (!(bend < kMaxBend * gap)) h.turn = Vec3::zero();
  return h;
}

/// The closest points are the highest ones along the normal: they need not be searched for again.
Moment Advancement::moment_of(const Closest& c) {
  if (pair_.has_halfspace()) return measure(c.time);
  const Vec3 a = c.d.point_a - c.d.normal * a_.rounding() - c.pose_a.apply(motion_a_.centre());
  const Vec3 b = c.d.point_b + c.d.normal * b_.rounding() - c.pose_b.apply(motion_b_.centre());
  return pair_.moment_of(heading_, c.time, a, b, c.d.upper - c.d.lower);
}

/// The latest time found up to which the heading proves the bodies apart: a root of what the gap is
/// more than the clearance. `rate` is how fast it closes at first; it is enough to come to where
/// `part` of it is left.
double Advancement::advance(const Moment& from, double rate, double part) {
  const double first = pair_.gap(from) - clearance_;
  const double enough = std::max(kAim * tolerance_, part * first), aim = 0.5 * enough;
  double good = from.time, good_excess = first, bad = 1, bad_excess = 0;
  double last = from.time, last_excess = first;
  // First to where it leads if it goes on closing like that.
  double time = rate > 0 ? std::min(1.0, from.time + (first - aim) / rate) : 1;
  for (int i = 0; i < kTries && time > good; i++) {
    impact_.work.gaps++;
    const Moment to = pair_.moment_after(heading_, from, time);
    const double excess = pair_.least_gap(heading_, from, to) - clearance_;
    if (excess > 0) {
      if (time == 1 || excess <= enough) return time;
      good = time;
      good_excess = excess;
    } else {
      bad = time;
      bad_excess = std::min(excess, -0x1p-1000);
    }
    // Then to where the parabola leads that closes like that at first; then a line through the
    // last two.
    double next;
    if (i == 0) {
      const double x = time - from.time, bend = (excess - first + rate * x) / (x * x);
      const double root_sq = rate * rate - 4 * bend * (first - aim);
      const double below = rate + std::sqrt(std::max(root_sq, 0.0));
      next = root_sq >= 0 && below > 0 ? from.time + 2 * (first - aim) / below : 1;
    } else {
      const double fall = (last_excess - excess) / (time - last);
      next = fall > 0 ? time + (excess - aim) / fall : 1;
    }
    last = time;
    last_excess = excess;
    time = std::min(1.0, next);
    if (bad_excess < 0 && !(time > good && time < bad)) {
      time = good + (bad - good) * (good_excess - aim) / (good_excess - bad_excess);
    } else if (!(time > good)) {
      time = 1;
    }
  }
  return good > from.time ? good : creep(from, bad);
}

/// Where all of them lead too far: shorter and shorter ones. (Gaps are continuous, so one is short
/// enough; and it is within a factor of four of the longest, however flat the bodies pass.)
double Advancement::creep(const Moment& from, double until) {
  for (double step = 0.25 * (until - from.time); from.time + step > from.time; step *= 0.25) {
    impact_.work.gaps++;
    const Moment to = pair_.moment_after(heading_, from, from.time + step);
    if (pair_.least_gap(heading_, from, to) > clearance_) return to.time;
  }
  return from.time;
}

/// Spheres that turn about their centres, if at all: when their distance has come down to three
/// quarters of the tolerance, by a quadratic equation. The direction at that time proves it.
double Advancement::spheres() {
  const Vec3 from = pair_.offset(0), &v = pair_.velocity();
  const double reach = a_.rounding() + b_.rounding() + margin_ + 0.75 * tolerance_;
  const double closing = -dot(from, v), speed_sq = norm_sq(v);
  const double beyond = norm_sq(from) - reach * reach;
  const double root_sq = closing * closing - speed_sq * beyond;
  if (!(beyond > 0 && closing > 0 && root_sq >= 0)) return 0;
  const double time = beyond / (closing + std::sqrt(root_sq));
  if (!(time > 0 && time < 1)) return 0;
  heading_ = {.unit = quick_unit(pair_.offset(time))};
  const Moment start = measure(0);
  if (!(pair_.gap(start) > tolerance_) ||
      !(pair_.least_gap(heading_, start, measure(time)) > clearance_)) {
    return 0;
  }
  add_interval(0, time);
  return time;
}

/// A first step along the line between the centres, where the bodies are apart along it: it spares
/// the closest points at the start.
double Advancement::set_off() {
  if (pair_.has_halfspace()) return 0;
  if (pair_.a().reach() == 0 && pair_.b().reach() == 0) return spheres();
  heading_ = {.unit = quick_unit(pair_.offset(0))};
  const Moment from = measure(0);
  if (!(pair_.gap(from) > tolerance_)) return 0;
  // (Bodies that turn close the gap faster or slower than their centres.)
  const double time = advance(from, -dot(heading_.unit, pair_.velocity()), kFirstPart);
  if (time > 0) add_interval(0, time);
  return time;
}

/// Whether fine digits show the bodies farther apart than a clearance until a time, along a
/// direction that turns like this.
bool Advancement::fine_step(const Closest& c, double to, const Vec3& turn, double clearance) {
  Vec3 first = c.d.normal;
  if (norm_sq(first) == 0) first = pair_.offset(c.time);
  if (norm_sq(first) == 0) first = {1, 0, 0};
  const FineSeparation found = fine_pair().separate(c.time, to, turn, first, clearance);
  return add_fine(found, c.time, to, turn);
}

bool Advancement::add_fine(const FineSeparation& found, double from, double to, const Vec3& turn) {
  if (found.outcome != FineSeparation::Outcome::apart) return false;
  heading_ = {found.direction, turn, from};
  add_interval(from, to, found.finer);
  return true;
}

/// Whether a direction keeps them apart from c to the end. Besides those that are found: the axes
/// about which they turn, along which turning changes nothing.
bool Advancement::stay_apart(const Closest& c) {
  if (fine_step(c, 1, Vec3::zero(), 0)) return true;
  for (const Motion* m : {&motion_a_, &motion_b_}) {
    const double side = dot(m->angular(), c.d.normal);
    if (side == 0 || pair_.has_halfspace()) continue;
    const Vec3 axis = side > 0 ? m->angular() : Vec3(-m->angular());
    if (add_fine(fine_pair().separate_along(c.time, 1, axis), c.time, 1, Vec3::zero())) return true;
  }
  return false;
}

/// Until when fine digits show them farther apart than half of what is near enough: until the end,
/// or a part of the time left, or `aim` if that is later than now. The time of c if for none of
/// these.
double Advancement::longest_fine_step(const Closest& c, double aim) {
  const Vec3 &turn_a = motion_a_.angular(), &turn_b = motion_b_.angular();
  const bool both = norm_sq(turn_a) > 0 && norm_sq(turn_b) > 0 && !pair_.has_halfspace();
  const double clearance = goal_ / 2;
  double left = 1 - c.time;
  for (int i = 0; i < (turns() ? kFineLengths : 1); i++, left *= kFineShorter) {
    const double to = i == 0 ? 1 : c.time + left;
    if (!(to > c.time)) break;
    if (fine_step(c, to, Vec3::zero(), clearance)) return to;
    if (both && fine_step(c, to, turn_a, clearance)) return to;
  }
  return aim > c.time && aim < 1 && fine_step(c, aim, Vec3::zero(), clearance) ? aim : c.time;
}

/// From where the bodies are nearer than doubles can tell, in fine digits. True if that gives the
/// answer, false if they are farther apart again at c.
bool Advancement::leave_fine(Closest& c) {
  for (int i = 0; i < kFineSteps; i++) {
    const double gap = c.d.distance - margin_, rate = c.rate();
    const bool apart = c.d.verdict == Verdict::apart;
    if (apart && c.d.lower - margin_ > 2 * tolerance_) return false;
    if (apart && c.d.upper - margin_ <= goal_) break;
    const double aim = apart && rate > 0 ? c.time + (gap - 0.75 * goal_) / rate : c.time;
    const std::size_t known = impact_.proof.size();
    const double time = longest_fine_step(c, aim);
    if (!(time > c.time)) break;
    if (time == 1 || time > window_.until) return true;
    Closest next;
    find_closest(time, next);
    if (next.d.verdict != Verdict::apart && !window_.has_parts()) {
      // Apart, but not in the poses that doubles give: the time before counts.
      impact_.proof.resize(known);
      break;
    }
    c = next;
  }
  set_hit(c);
  return true;
}

/// The bodies are within the tolerance of the search in doubles: true if that gives the answer.
bool Advancement::arrive(Closest& c) {
  if (window_.may_pass && stay_apart(c)) return true;
  if (tolerance_ > goal_) return leave_fine(c);
  set_hit(c);
  return true;
}

/// From the closest points at the start. True if they give the answer.
bool Advancement::start(Closest& c) {
  const bool apart = c.d.verdict == Verdict::apart;
  // Of curved bodies a direction may show what bounds on the distance leave open.
  const auto apart_along_some = [&] {
    return !(a_.has_flat_core() && b_.has_flat_core()) && !touch_at(0);
  };
  const bool known_apart = apart || window_.has_parts() || apart_along_some();
  if (!known_apart || pair_.is_hopeless()) {
    impact_.starts_overlapping = !known_apart;
    set_hit(c);
    return true;
  }
  if (apart && !(c.d.upper - margin_ <= impact_.tolerance)) return false;
  // They start nearer than that: no hit if a direction keeps them apart all the time. Else half
  // their distance takes its place.
  if (stay_apart(c)) return true;
  goal_ = apart ? 0.5 * (c.d.lower - margin_) : 0;
  impact_.tolerance = std::max(goal_, kErrorOfPoses * pair_.error());
  tolerance_ = std::max(goal_, kErrorsInTolerance * pair_.error());
  clearance_ = tolerance_ / 2;
  return goal_ < tolerance_ && leave_fine(c);
}

void Advancement::run() {
  Closest c;
  if (window_.from > 0) {
    find_closest(window_.from, c);
    if (within_tolerance(c) && arrive(c)) return;
  } else if (const double time = set_off(); time == 1) {
    return;
  } else if (time > 0) {
    find_closest(time, c);
    if (within_tolerance(c) && arrive(c)) return;
  } else {
    find_closest(0, c);
    if (start(c)) return;
    if (within_tolerance(c) && arrive(c)) return;
  }
  const auto max_steps = std::min<std::uint32_t>(options_.max_steps, kMaxImpactSteps);
  while (impact_.work.steps < max_steps) {
    spend_work(20);
    heading_ = heading_from(c);
    const double time = advance(moment_of(c), c.rate(), 0);
    if (!(time > c.time)) break;
    add_interval(c.time, time);
    if (time == 1 || time > window_.until) return;
    find_closest(time, c);
    if (within_tolerance(c) && arrive(c)) return;
  }
  set_hit(c);
  impact_.undecided = true;
  impact_.upper = 1;
}

void Advancement::set_hit(const Closest& c) {
  impact_.hit = true;
  impact_.time = impact_.lower = impact_.upper = c.time;
  impact_.distance = c.d.distance;
  impact_.point = c.d.point_a + (c.d.point_b - c.d.point_a) * 0.5;
  impact_.normal = c.d.normal;
  impact_.grazing = !impact_.starts_overlapping && is_grazing(c);
  // (Of what starts too near for doubles, or stays so.)
  impact_.tolerance = std::max(impact_.tolerance, c.d.upper - margin_);
}

bool Advancement::touch_at(double time) const {
  return collide({a_, motion_a_.at(time)}, {b_, motion_b_.at(time)},
                 {.margin = margin_, .workspace = &workspace_})
             .verdict != Verdict::apart;
}

/// Whether they overlap at a time, however the poses there are rounded.
bool Advancement::overlap_at(double time) const {
  const Distance d = distance({a_, motion_a_.at(time)}, {b_, motion_b_.at(time)},
                              {.margin = margin_, .workspace = &workspace_});
  return d.upper - margin_ < -pair_.error();
}

/// Whether no contact is found after the hit. Most bodies meet where their closest points lead to.
bool Advancement::is_grazing(const Closest& c) {
  const double rate = c.rate(), gap = c.d.distance - margin_;
  if (!turns()) return is_grazing_straight(c, rate, gap);
  if (!(rate > 0)) return true;
  return std::ranges::none_of(kContactLooks, [&](double look) {
    return touch_at(std::min(1.0, c.time + look * gap / rate));
  });
}

/// The same for bodies that do not turn. Poses on the way are rounded, and may touch where the
/// motion does not: unless they overlap by more than that, fine digits decide.
bool Advancement::is_grazing_straight(const Closest& c, double rate, double gap) {
  const double deeper = std::max(gap, kErrorsOfOverlap * pair_.error());
  const double time = rate > 0 ? std::min(1.0, c.time + (gap + deeper) / rate) : c.time;
  if (rate > 0 && overlap_at(time)) return false;
  const Vec3 first = norm_sq(c.d.normal) > 0 ? c.d.normal : Vec3(1, 0, 0);
  const std::optional<bool> touch = fine_pair().try_touch_after(c.time, first);
  return touch ? !*touch : !touch_at(time);
}

}  // namespace

double impact_tolerance(const Shape& a, const Shape& b, bool curved, const ImpactOptions& asked,
                        double error) {
  const auto extent = [](const Shape& shape) {
    return shape.kind() == ShapeKind::halfspace ? 0 : shape.extent();
  };
  const double size = extent(a) + extent(b);
  const bool plane = a.kind() == ShapeKind::halfspace || b.kind() == ShapeKind::halfspace;
  const double told = curved && !plane ? kCurvedInTolerance * kCurvedAccuracy : 0;
  const double length = asked.absolute_tolerance > 0
                            ? asked.absolute_tolerance
                            : (asked.tolerance > 0 ? asked.tolerance : kImpactTolerance) * size;
  // By default, what doubles can tell is enough.
  const bool by_default = !(asked.absolute_tolerance > 0) && !(asked.tolerance > 0);
  const double least = (by_default ? kErrorsInTolerance : kErrorOfPoses) * error;
  return std::max({length, least, told * size});
}

Impact convex_impact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                     const PairCache& cache, const ImpactOptions& options,
                     const ImpactWindow& window) {
  Impact impact;
  Advancement advancement(a, motion_a, b, motion_b, options, window, impact);
  const double length_sq = norm_sq(memory_of(cache).direction);
  if (memory_of(cache).hint == CacheHint::apart && length_sq > 0x1p-600 && length_sq < 0x1p600) {
    const Vec3 direction = multiply(motion_a.start().rotation(), memory_of(cache).direction);
    impact.work.from_cache = advancement.apart_along(quick_unit(direction));
  }
  if (!impact.work.from_cache && !advancement.apart_in_passing()) advancement.run();
  return impact;
}

}  // namespace glance::rooms::sweep

namespace glance {
using namespace rooms::sweep;

Impact time_of_impact(MovingShape a, MovingShape b, const ImpactOptions& options) {
  if (!a.shape.is_convex() || !b.shape.is_convex()) {
    const std::optional<Impact> of_hulls =
        hull_impact(a.shape, a.motion, b.shape, b.motion, options);
    return of_hulls ? *of_hulls : part_impact(a.shape, a.motion, b.shape, b.motion, options);
  }
  const PairCache nothing;
  return convex_impact(a.shape, a.motion, b.shape, b.motion,
                       options.cache ? *options.cache : nothing, options);
}

}  // namespace glance
