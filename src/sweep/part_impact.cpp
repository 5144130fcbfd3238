// The earliest impact of all pairs of pieces, best first: a pair of spheres that hold pieces cannot
// meet before a certain time, and whichever can meet first is divided next. When that are two
// pieces, they are asked themselves. The search ends when nothing left can meet before what was
// found.
//
// Spheres are points with a margin: so their times are those of the convex solver, roundings and
// turning included.
#include "sweep/part_impact.h"

#include <algorithm>
#include <optional>

#include "sweep/advancement.h"
#include "sweep/moving_pair.h"
#include "sweep/pieces.h"

namespace glance {
namespace {

/// How much too early spheres may be said to meet (part of the sum of their radii). More would
/// divide more pairs, less would make each of them cost more.
constexpr double kSphereTolerance = 0.05;

class PartImpact {
 public:
  PartImpact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
             const ImpactOptions& options, Impact& impact);

  void run();

 private:
  /// Two nodes that cannot meet before a time.
  struct Entry {
    double time = 0;
    std::uint32_t order = 0;  ///< of their coming: later ones first, they are farther down
    std::uint32_t a = 0, b = 0;

    bool operator<(const Entry& other) const {
      return time != other.time ? time > other.time : order < other.order;
    }
  };

  bool starts_overlapping();
  std::optional<double> earliest(const Pieces::Node& a, const Pieces::Node& b, double from);
  void push(std::uint32_t a, std::uint32_t b, double from);
  void divide(const Entry& entry);
  void ask(const Entry& entry);
  double gap_at_start(const Pieces::Node& a, const Pieces::Node& b) const;
  void add(const ImpactWork& work);

  const Shape &a_, &b_;
  const Motion &motion_a_, &motion_b_;
  ImpactOptions options_;  ///< of pieces
  Impact& impact_;
  Pieces pieces_a_, pieces_b_;
  const Shape point_ = *Shape::point(Vec3::Zero());
  const PairCache nothing_;
  std::vector<Entry> queue_;  ///< a heap
  std::uint32_t pushed_ = 0;
};

PartImpact::PartImpact(const Shape& a, const Motion& motion_a, const Shape& b,
                       const Motion& motion_b, const ImpactOptions& options, Impact& impact)
    : a_(a),
      b_(b),
      motion_a_(motion_a),
      motion_b_(motion_b),
      options_(options),
      impact_(impact),
      pieces_a_(a, motion_a),
      pieces_b_(b, motion_b) {
  options_.proof = false;
  options_.margin = options.margin > 0 ? std::min(options.margin, kMaxCoordinate) : 0;
  const MovingPair whole(a, motion_a, b, motion_b, options_.margin);
  const bool curved = pieces_a_.is_curved() || pieces_b_.is_curved();
  options_.tolerance = impact_tolerance(a, b, curved, options.tolerance, whole.error());
  impact.tolerance = options_.tolerance;
  impact.margin = options_.margin;
}

void PartImpact::add(const ImpactWork& work) {
  impact_.work.steps += work.steps;
  impact_.work.gaps += work.gaps;
  impact_.work.distances += work.distances;
}

/// No time before the one given is looked at: the nodes do not meet there. Nothing if they cannot
/// meet before the impact that is known.
std::optional<double> PartImpact::earliest(const Pieces::Node& a, const Pieces::Node& b,
                                           double from) {
  impact_.work.volume_tests++;
  const double radii = a.radius + b.radius;
  const ImpactOptions spheres{.tolerance = std::max(options_.tolerance, kSphereTolerance * radii),
                              .margin = (options_.margin + radii) * (1 + 0x1p-50)};
  const ImpactWindow window{from, impact_.time, a.error + b.error};
  const Impact impact =
      convex_impact(pieces_a_.is_halfspace() ? a_ : point_, a.motion,
                    pieces_b_.is_halfspace() ? b_ : point_, b.motion, nothing_, spheres, window);
  add(impact.work);
  if (!impact.hit || (impact_.hit && impact.lower >= impact_.time)) return std::nullopt;
  return std::max(from, impact.lower);
}

void PartImpact::push(std::uint32_t a, std::uint32_t b, double from) {
  const std::optional<double> time = earliest(pieces_a_.node(a), pieces_b_.node(b), from);
  if (!time) return;
  queue_.push_back({*time, pushed_++, a, b});
  std::push_heap(queue_.begin(), queue_.end());
}

void PartImpact::divide(const Entry& entry) {
  const Pieces::Node &a = pieces_a_.node(entry.a), &b = pieces_b_.node(entry.b);
  const bool first = b.is_piece || (!a.is_piece && a.radius >= b.radius);
  const std::uint32_t child = first ? pieces_a_.divide(entry.a) : pieces_b_.divide(entry.b);
  for (const std::uint32_t half : {child, child + 1}) {
    push(first ? half : entry.a, first ? entry.b : half, entry.time);
  }
}

/// How far the spheres are apart at time 0, up to rounding.
double PartImpact::gap_at_start(const Pieces::Node& a, const Pieces::Node& b) const {
  const auto centre = [](const Pieces::Node& n) { return n.motion.start().translation(); };
  const auto above = [&](const Shape& plane, const Motion& motion, const Vec3& p) {
    const Vec3 n = multiply(motion.start().rotation(), plane.sizes());
    return (dot(n, Vec3(p - motion.start().translation())) - plane.plane_offset()) / norm(n);
  };
  const double between = pieces_a_.is_halfspace()   ? above(a_, motion_a_, centre(b))
                         : pieces_b_.is_halfspace() ? above(b_, motion_b_, centre(a))
                                                    : norm(Vec3(centre(b) - centre(a)));
  return between - a.radius - b.radius - options_.margin;
}

void PartImpact::ask(const Entry& entry) {
  impact_.work.primitive_tests++;
  const Pieces::Node &node_a = pieces_a_.node(entry.a), &node_b = pieces_b_.node(entry.b);
  const Pieces::Piece a = pieces_a_.piece(node_a), b = pieces_b_.piece(node_b);
  // Those that start nearer than the tolerance have to lose half of that (impact.h).
  const bool near = gap_at_start(node_a, node_b) < 2 * options_.tolerance;
  const ImpactWindow window{near ? 0 : entry.time, impact_.time, a.error + b.error};
  Impact found = convex_impact(a.shape, a.motion, b.shape, b.motion, nothing_, options_, window);
  add(found.work);
  if (!found.hit || (impact_.hit && found.time >= impact_.time)) return;
  found.work = impact_.work;
  found.sub_a = a.sub;
  found.sub_b = b.sub;
  impact_ = found;
}

/// Whether they touch or overlap at time 0. Then that is the impact.
bool PartImpact::starts_overlapping() {
  const Pose &at_a = motion_a_.start(), &at_b = motion_b_.start();
  QueryOptions asked{.depth = false, .margin = options_.margin};
  if (collide(a_, at_a, b_, at_b, asked).verdict == Verdict::apart) return false;
  impact_.work.distances++;
  const Distance d = distance(a_, at_a, b_, at_b, asked);
  impact_.hit = impact_.starts_overlapping = true;
  impact_.time = impact_.lower = impact_.upper = 0;
  impact_.distance = d.distance;
  impact_.point = d.point_a + (d.point_b - d.point_a) * 0.5;
  impact_.normal = d.normal;
  impact_.sub_a = d.sub_a;
  impact_.sub_b = d.sub_b;
  return true;
}

void PartImpact::run() {
  push(0, 0, 0);
  // (What is inside a solid is inside its sphere, too.)
  if (queue_.empty() || (queue_[0].time == 0 && starts_overlapping())) return;
  while (!queue_.empty() && queue_[0].time < impact_.time) {
    const Entry next = queue_[0];
    if (impact_.work.volume_tests > kMaxImpactPairs) {
      impact_.hit = impact_.undecided = true;
      impact_.time = impact_.lower = next.time;
      impact_.upper = 1;
      return;
    }
    std::pop_heap(queue_.begin(), queue_.end());
    queue_.pop_back();
    if (pieces_a_.node(next.a).is_piece && pieces_b_.node(next.b).is_piece) {
      ask(next);
    } else {
      divide(next);
    }
  }
}

}  // namespace

Impact part_impact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                   const ImpactOptions& options) {
  Impact impact;
  PartImpact(a, motion_a, b, motion_b, options, impact).run();
  return impact;
}

}  // namespace glance
