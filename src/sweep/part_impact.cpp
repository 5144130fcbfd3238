// The earliest impact of all pairs of pieces, best first: a pair of spheres that hold pieces cannot
// meet before a certain time, and whichever can meet first is divided next. If these are two
// pieces, their own time of impact is computed. The search ends when nothing left can meet before
// what was found. Two whole parts that are convex are asked as such, meshes included
// (bound/convex_form); beside triangles of other meshes such a mesh is divided into its own.
//
// Until when two spheres are apart follows from a few quadratic equations: their centres move on
// straight lines, up to what turning can curve (pieces.h). Over a half-space they are points with a
// margin, and their times those of the convex solver.
#include "sweep/part_impact.h"

#include <algorithm>
#include <optional>

#include "base/work_limit.h"
#include "bound/mesh_parts.h"
#include "glance/tolerance.h"
#include "glance/workspace.h"
#include "sweep/advancement.h"
#include "sweep/moving_pair.h"
#include "sweep/pieces.h"

namespace glance::rooms::sweep {
namespace {

/// How many times along the way of two spheres are looked at before they are divided anyway.
constexpr int kMaxLooks = 32;

/// Below the roundings of a dozen operations.
constexpr double kRoundedBelow = 1 - 0x1p-47;

/// For how long a point that is at d and moves by v a unit of time stays farther than `reach` from
/// the origin; `most` if always.
double time_outside(const Vec3& d, const Vec3& v, double reach, double most) {
  const double far = norm(d), beyond = (far - reach) * (far + reach);
  if (!(far > reach)) return 0;
  const double closing = -dot(d, v), speed = norm(v), passing = norm(cross(d, v));
  if (!(closing > 0) || passing >= reach * speed) return most;
  const double root = std::sqrt((reach * speed - passing) * (reach * speed + passing));
  return std::min(most, kRoundedBelow * beyond / (closing + root));
}

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
  bool starts_near();
  std::optional<double> earliest(const Pieces::Node& a, const Pieces::Node& b, double from) const;
  std::optional<double> over_plane(const Pieces::Node& a, const Pieces::Node& b, double from);
  void push(std::uint32_t a, std::uint32_t b, double from);
  void divide(const Entry& entry);
  bool are_hulls(const Entry& entry) const;
  bool overlap_at_start(const Pieces::Piece& a, const Pieces::Piece& b) const;
  void ask(const Entry& entry);
  void name(const Pieces::Piece& a, const Pieces::Piece& b, Impact& found) const;
  double gap_at_start(const Pieces::Node& a, const Pieces::Node& b) const;
  std::uint32_t steps_left() const {
    const std::uint64_t done = std::uint64_t{impact_.work.volume_tests} + impact_.work.steps;
    return done < max_steps_ ? static_cast<std::uint32_t>(max_steps_ - done) : 0;
  }

  const Shape &a_, &b_;
  const Motion &motion_a_, &motion_b_;
  ImpactOptions options_;  ///< of pieces
  double tolerance_ = 0;
  std::uint32_t max_steps_;
  std::optional<bool> starts_near_;
  Workspace workspace_;
  Impact& impact_;
  Pieces pieces_a_, pieces_b_;
  MovingPair whole_;
  const Shape point_ = *Shape::point(Vec3::zero());
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
      max_steps_(options.max_steps),
      impact_(impact),
      pieces_a_(a, motion_a),
      pieces_b_(b, motion_b),
      whole_(a, motion_a, b, motion_b, 0) {
  options_.proof = false;
  options_.margin = options.margin > 0 ? std::min(options.margin, kMaxCoordinate) : 0;
  const bool curved = pieces_a_.is_curved() || pieces_b_.is_curved();
  tolerance_ = impact_tolerance(a, b, curved, options, whole_.error());
  options_.absolute_tolerance = tolerance_;
  impact.tolerance = tolerance_;
  impact.margin = options_.margin;
}

/// Until when the spheres are proved to be farther apart than three quarters of the tolerance; no
/// time before the one given is looked at. Nothing if they are until the impact that is known.
std::optional<double> PartImpact::earliest(const Pieces::Node& a, const Pieces::Node& b,
                                           double from) const {
  const double radii = a.radius + b.radius, bend = a.bend + b.bend, until = impact_.time;
  const double reach =
      (radii + options_.margin + 0.75 * tolerance_ + 2 * whole_.error()) / kRoundedBelow;
  double time = from;
  for (int look = 0; look < kMaxLooks; look++) {
    const Pieces::Place at_a = pieces_a_.place(a, time), at_b = pieces_b_.place(b, time);
    const Vec3 d = whole_.offset(time) + (at_b.at - at_a.at);
    const double gap = norm(d) - reach;
    if (!(gap > kSphereImpactTolerance * radii)) return time;
    // As if they went straight on, with half of the gap, or less, for what they bend.
    const double left = until - time;
    const double window = 0.5 * bend * left * left > 0.5 * gap ? std::sqrt(gap / bend) : left;
    const Vec3 velocity = whole_.velocity() + (at_b.velocity - at_a.velocity);
    double step = time_outside(d, velocity, reach + 0.5 * bend * window * window, window);
    // Or wherever they are in their turn.
    const Vec3 feet = whole_.offset(time) + (b.foot - a.foot);
    step = std::max(step, time_outside(feet, whole_.velocity(), reach + a.swing + b.swing, left));
    if (step >= left) return std::nullopt;
    if (!(time + step > time)) return time;
    time += step;
  }
  return time;
}

std::optional<double> PartImpact::over_plane(const Pieces::Node& a, const Pieces::Node& b,
                                             double from) {
  const bool first = pieces_a_.is_halfspace();
  const double radius = first ? b.radius : a.radius;
  const ImpactOptions sphere{
      .absolute_tolerance = std::max(tolerance_, kSphereImpactTolerance * radius),
      .margin = (options_.margin + radius) / kRoundedBelow};
  const Motion moves = first ? pieces_b_.motion_of(b) : pieces_a_.motion_of(a);
  const double error = first ? pieces_b_.error_of(b) : pieces_a_.error_of(a);
  const Impact impact =
      convex_impact(first ? a_ : point_, first ? motion_a_ : moves, first ? point_ : b_,
                    first ? moves : motion_b_, nothing_, sphere, {from, impact_.time, error});
  impact_.work += impact.work;
  if (!impact.hit || (impact_.hit && impact.lower >= impact_.time)) return std::nullopt;
  return std::max(from, impact.lower);
}

void PartImpact::push(std::uint32_t a, std::uint32_t b, double from) {
  impact_.work.volume_tests++;
  const Pieces::Node &node_a = pieces_a_.node(a), &node_b = pieces_b_.node(b);
  const bool plane = pieces_a_.is_halfspace() || pieces_b_.is_halfspace();
  const std::optional<double> time =
      plane ? over_plane(node_a, node_b, from) : earliest(node_a, node_b, from);
  if (!time) return;
  queue_.push_back({*time, pushed_++, a, b});
  std::push_heap(queue_.begin(), queue_.end());
}

void PartImpact::divide(const Entry& entry) {
  const Pieces::Node &a = pieces_a_.node(entry.a), &b = pieces_b_.node(entry.b);
  // What may be asked as a whole is divided last.
  const bool keeps_a = a.is_hull && b.count > 1, keeps_b = b.is_hull && a.count > 1;
  const bool first = b.is_piece || keeps_b || (!a.is_piece && !keeps_a && a.radius >= b.radius);
  const std::uint32_t child = first ? pieces_a_.divide(entry.a) : pieces_b_.divide(entry.b);
  for (const std::uint32_t half : {child, child + 1}) {
    push(first ? half : entry.a, first ? entry.b : half, entry.time);
  }
}

/// How far the spheres are apart at time 0, up to rounding.
double PartImpact::gap_at_start(const Pieces::Node& a, const Pieces::Node& b) const {
  const auto centre = [](const Motion& m, const Pieces::Node& n) {
    return m.start().apply(n.centre);
  };
  const auto above = [&](const Shape& plane, const Motion& motion, const Vec3& p) {
    const Vec3 n = multiply(motion.start().rotation(), plane.sizes());
    return (dot(n, Vec3(p - motion.start().translation())) - plane.plane_offset()) / norm(n);
  };
  const double between = pieces_a_.is_halfspace() ? above(a_, motion_a_, centre(motion_b_, b))
                         : pieces_b_.is_halfspace()
                             ? above(b_, motion_b_, centre(motion_a_, a))
                             : norm(Vec3(whole_.offset(0) + (b.arm - a.arm)));
  return between - a.radius - b.radius - options_.margin;
}

/// Whether the pair is asked as two convex bodies of which at least one is a mesh.
bool PartImpact::are_hulls(const Entry& entry) const {
  const Pieces::Node &a = pieces_a_.node(entry.a), &b = pieces_b_.node(entry.b);
  return (a.is_hull || b.is_hull) && pieces_a_.is_whole(a) && pieces_b_.is_whole(b);
}

/// Of bodies that start apart, hulls of surfaces may overlap: one surface within the other.
bool PartImpact::overlap_at_start(const Pieces::Piece& a, const Pieces::Piece& b) const {
  const auto is_surface = [](const Pieces::Piece& p) {
    return p.mesh && !p.mesh->mesh_view().solid;
  };
  if (!is_surface(a) && !is_surface(b)) return false;
  const Collision c = collide({a.shape, a.motion.start()}, {b.shape, b.motion.start()});
  return c.verdict == Verdict::overlapping;
}

/// The triangles that meet, where hulls stood for meshes.
void PartImpact::name(const Pieces::Piece& a, const Pieces::Piece& b, Impact& found) const {
  found.sub_a = a.sub;
  found.sub_b = b.sub;
  if (!a.mesh && !b.mesh) return;
  const Shape &part_a = a.mesh ? *a.mesh : a.shape, &part_b = b.mesh ? *b.mesh : b.shape;
  const Distance d = distance({part_a, a.motion.at(found.time)}, {part_b, b.motion.at(found.time)},
                              {.depth = false});
  found.sub_a.triangle = d.sub_a.triangle;
  found.sub_b.triangle = d.sub_b.triangle;
}

void PartImpact::ask(const Entry& entry) {
  impact_.work.primitive_tests++;
  const Pieces::Node &node_a = pieces_a_.node(entry.a), &node_b = pieces_b_.node(entry.b);
  const Pieces::Piece a = pieces_a_.piece(node_a), b = pieces_b_.piece(node_b);
  if (overlap_at_start(a, b)) return divide(entry);
  // Those that start nearer than the tolerance have to lose half of that (impact.h).
  const bool near = gap_at_start(node_a, node_b) < 2 * tolerance_;
  ImpactWindow window{near ? 0 : entry.time,
                      impact_.time,
                      a.error + b.error,
                      {a.pose, a.pose ? &motion_a_ : nullptr},
                      {b.pose, b.pose ? &motion_b_ : nullptr}};
  options_.max_steps = steps_left();
  Impact found = convex_impact(a.shape, a.motion, b.shape, b.motion, nothing_, options_, window);
  impact_.work += found.work;
  if (found.hit && found.grazing && starts_near()) {
    window.may_pass = true;
    found = convex_impact(a.shape, a.motion, b.shape, b.motion, nothing_, options_, window);
    impact_.work += found.work;
  }
  if (!found.hit || (impact_.hit && found.time >= impact_.time)) return;
  if (impact_.hit && !impact_.grazing) found.grazing = false;  // contact follows, elsewhere
  found.work = impact_.work;
  name(a, b, found);
  impact_ = found;
}

/// A sweep does not wait for what a mesh lacks: it can do without (bound/mesh_parts.h).
ListPolicy list_policy() {
  return PartWatch::is_refusing() ? ListPolicy::deferred : ListPolicy::automatic;
}

/// Whether they touch or overlap at time 0. Then that is the impact.
bool PartImpact::starts_overlapping() {
  const Pose &at_a = motion_a_.start(), &at_b = motion_b_.start();
  QueryOptions asked{.depth = false, .margin = options_.margin, .workspace = &workspace_};
  asked.tuning.list.policy = list_policy();
  if (collide({a_, at_a}, {b_, at_b}, asked).verdict == Verdict::apart) return false;
  impact_.work.distances++;
  const Distance d = distance({a_, at_a}, {b_, at_b}, asked);
  impact_.hit = impact_.starts_overlapping = true;
  impact_.time = impact_.lower = impact_.upper = 0;
  impact_.distance = d.distance;
  impact_.point = d.point_a + (d.point_b - d.point_a) * 0.5;
  impact_.normal = d.normal;
  impact_.sub_a = d.sub_a;
  impact_.sub_b = d.sub_b;
  return true;
}

/// Whether they start within the tolerance somewhere: then what passes there without contact must
/// not count as a hit elsewhere.
bool PartImpact::starts_near() {
  if (!starts_near_) {
    QueryOptions asked{.workspace = &workspace_};
    asked.tuning.list.policy = list_policy();
    const auto near = nearer_than({a_, motion_a_.start()}, {b_, motion_b_.start()},
                                  options_.margin + tolerance_, asked);
    starts_near_ = near && near->nearer;
  }
  return *starts_near_;
}

void PartImpact::run() {
  push(0, 0, 0);
  // (What is inside a solid is inside its sphere, too.)
  if (queue_.empty() || (queue_[0].time == 0 && starts_overlapping())) return;
  while (!queue_.empty() && queue_[0].time < impact_.time) {
    spend_work(20);
    const Entry next = queue_[0];
    if (impact_.work.volume_tests > kMaxImpactPairs || steps_left() == 0) {
      impact_.hit = impact_.undecided = true;
      impact_.time = impact_.lower = next.time;
      impact_.upper = 1;
      return;
    }
    std::pop_heap(queue_.begin(), queue_.end());
    queue_.pop_back();
    if ((pieces_a_.node(next.a).is_piece && pieces_b_.node(next.b).is_piece) || are_hulls(next)) {
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

}  // namespace glance::rooms::sweep
