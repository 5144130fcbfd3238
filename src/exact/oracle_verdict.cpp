#include "exact/oracle_verdict.h"

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "base/work_limit.h"

namespace glance::rooms::exact {
namespace {

struct IntervalPoint {
  Interval x, y, z;
};

Interval det(const IntervalPoint& u, const IntervalPoint& v, const IntervalPoint& w) {
  return u.x * (v.y * w.z - v.z * w.y) + u.y * (v.z * w.x - v.x * w.z) +
         u.z * (v.x * w.y - v.y * w.x);
}

BigInt det(const ExactPoint& u, const ExactPoint& v, const ExactPoint& w) {
  return dot(u, cross(v, w));
}

Interval dot(const IntervalPoint& u, const IntervalPoint& v) {
  return u.x * v.x + u.y * v.y + u.z * v.z;
}

/// An integer as an interval, in units of 2^shift (so that nothing overflows).
Interval enclose(const BigInt& value, int shift) {
  const double middle = to_double(value, -shift);
  // The conversion is off by 2^-52 of its result, or by half of the smallest number.
  const double radius = std::fabs(middle) * 0x1p-50 + 0x1p-1074;
  return {middle - radius, middle + radius};
}

/// A vector both ways.
struct Point {
  ExactPoint exact;
  IntervalPoint near;
};

/// A vertex of A - B, by the vertices that it is the difference of.
struct Corner : Point {
  std::uint32_t a = 0, b = 0;

  bool before(const Corner& o) const { return a != o.a ? a < o.a : b < o.b; }
};

int sign_of_det(const Point& u, const Point& v, const Point& w) {
  const int quick = sign(det(u.near, v.near, w.near));
  return quick != kUnknownSign ? quick : sign_of(det(u.exact, v.exact, w.exact));
}

int sign_of_dot(const Point& u, const Point& v) {
  const int quick = sign(dot(u.near, v.near));
  return quick != kUnknownSign ? quick : sign_of(dot(u.exact, v.exact));
}

class RayShooter {
 public:
  explicit RayShooter(const OraclePoints& points)
      : count_a_(static_cast<std::uint32_t>(points.a.size())) {
    unit_ = 0;  // the largest coordinate becomes about 1 in interval arithmetic
    for (const auto* list : {&points.a, &points.b}) {
      for (const ExactPoint& p : *list) {
        for (const BigInt* c : {&p.x, &p.y, &p.z}) {
          if (!c->is_zero()) unit_ = std::max(unit_, static_cast<int>(msb(abs(*c))));
        }
      }
    }
    for (const ExactPoint& p : points.a) a_.push_back(point(p));
    for (const ExactPoint& p : points.b) b_.push_back(point(p));
  }

  OracleVerdict run() {
    if (!span_space()) shoot();
    return std::move(result_);
  }

 private:
  Point point(ExactPoint exact) const {
    Point p;
    p.near = {enclose(exact.x, unit_), enclose(exact.y, unit_), enclose(exact.z, unit_)};
    p.exact = std::move(exact);
    return p;
  }

  Corner corner(std::uint32_t a, std::uint32_t b) const {
    Corner c;
    static_cast<Point&>(c) = point(a_[a].exact - b_[b].exact);
    c.a = a;
    c.b = b;
    return c;
  }

  Point difference(const Point& u, const Point& v) const { return point(u.exact - v.exact); }

  /// n is a product of two lengths, so its interval unit is the square.
  Point normal_of(const Point& u, const Point& v) const {
    Point n;
    n.exact = cross(u.exact, v.exact);
    n.near = {enclose(n.exact.x, 2 * unit_), enclose(n.exact.y, 2 * unit_),
              enclose(n.exact.z, 2 * unit_)};
    return n;
  }

  /// Fills base_ with corners of A - B in general position, as many as there are.
  /// Where they do not span space: decides apart if their span misses the origin,
  /// else thickens A and tries again. True if decided.
  bool span_space() {
    find_base();
    for (const Corner& c : base_) result_.base[result_.base_count++] = {c.a, c.b};
    flat_ = base_.size() < 4;
    if (flat_) {
      if (ExactPoint n = away_from_span(); !n.is_zero()) {
        result_.verdict = Verdict::apart;
        result_.normal = std::move(n);
        return true;
      }
    }
    for (; base_.size() < 4; find_base()) thicken();
    return false;
  }

  void find_base() {
    base_.assign(1, corner(0, 0));
    const auto offer = [&](Corner c) {
      const Point d = difference(c, base_[0]);
      if (base_.size() == 1 ? !d.exact.is_zero()
          : base_.size() == 2
              ? !cross(difference(base_[1], base_[0]).exact, d.exact).is_zero()
              : base_.size() == 3 && sign_of_det(difference(base_[1], base_[0]),
                                                 difference(base_[2], base_[0]), d) != 0) {
        base_.push_back(std::move(c));
      }
    };
    for (std::uint32_t i = 1; i < a_.size(); i++) offer(corner(i, 0));
    for (std::uint32_t j = 1; j < b_.size(); j++) offer(corner(0, j));
  }

  /// Zero if the origin is in the span of base_; otherwise a vector on which all of
  /// A - B has the same negative value.
  ExactPoint away_from_span() const {
    const ExactPoint& p = base_[0].exact;
    ExactPoint n = p;
    if (base_.size() == 2) {
      const ExactPoint u = base_[1].exact - p;
      n = cross(cross(u, p), u);  // p without its part along u, times |u|^2
    } else if (base_.size() == 3) {
      n = cross(base_[1].exact - p, base_[2].exact - p);
    }
    const int side = sign_of(math::dot(n, p));
    if (side == 0) return {0, 0, 0};
    return side < 0 ? n : -n;
  }

  /// A becomes A + [0, e] for a coordinate axis e outside the span, as long as the
  /// pair is large.
  void thicken() {
    const BigInt length = BigInt(1) << unit_;
    const ExactPoint axes[3] = {{length, 0, 0}, {0, length, 0}, {0, 0, length}};
    const auto leaves_span = [&](const ExactPoint& e) {
      if (base_.size() == 1) return true;
      const ExactPoint u = base_[1].exact - base_[0].exact;
      const ExactPoint n = cross(u, base_.size() == 2 ? e : base_[2].exact - base_[0].exact);
      return base_.size() == 2 ? !n.is_zero() : sign_of(math::dot(n, e)) != 0;
    };
    const ExactPoint& e = *std::find_if(std::begin(axes), std::end(axes), leaves_span);
    result_.axes[result_.axis_count++] = static_cast<std::uint8_t>(&e - axes);
    const std::size_t count = a_.size();
    for (std::size_t i = 0; i < count; i++) a_.push_back(point(a_[i].exact + e));
  }

  void shoot() {
    // Four times the centre of the base tetrahedron; only its direction is used.
    const Point centre = point(base_[0].exact + base_[1].exact + base_[2].exact + base_[3].exact);
    if (centre.exact.is_zero()) {
      result_.verdict = Verdict::overlapping;
      return;
    }
    Corner portal[3];
    find_portal(centre, portal);
    bool stalled = false;
    for (;; result_.pivots++) {
      const Point n = normal_of(difference(portal[1], portal[0]), difference(portal[2], portal[0]));
      const int portal_side = sign_of_dot(n, portal[0]);
      if (portal_side > 0) {
        GLANCE_CHECK(!flat_);  // the origin is on the boundary of a thickened set, if at all
        return conclude(Verdict::overlapping, portal, {0, 0, 0});
      }
      const Corner farthest = corner(extreme(a_, n, 1), extreme(b_, n, -1));
      const bool optimal = sign_of_dot(n, difference(farthest, portal[0])) <= 0;
      const int reach = sign_of_dot(n, farthest);
      if ((reach < 0 && !flat_) || optimal) {
        return conclude(reach < 0 ? Verdict::apart : Verdict::touching, portal, n.exact);
      }
      const Corner entering = stalled ? first_beyond(n, portal[0]) : farthest;
      // It is beyond the plane of the portal. (With wrong signs this would go on for ever.)
      for (const Corner& c : portal) GLANCE_CHECK(c.a != entering.a || c.b != entering.b);
      stalled = !pivot(centre, portal, entering);
    }
  }

  void conclude(Verdict verdict, const Corner (&portal)[3], const ExactPoint& normal) {
    result_.verdict = verdict;
    result_.normal = normal;
    result_.has_portal = true;
    for (int k = 0; k < 3; k++) result_.portal[k] = {portal[k].a % count_a_, portal[k].b};
  }

  /// The face of the base tetrahedron through which the ray from its centre to the
  /// origin leaves, turned so that its normal points away from the centre.
  void find_portal(const Point& centre, Corner (&portal)[3]) const {
    static constexpr int kFaces[4][4] = {{1, 2, 3, 0}, {0, 3, 2, 1}, {0, 1, 3, 2}, {0, 2, 1, 3}};
    for (const auto& [i, j, k, opposite] : kFaces) {
      portal[0] = base_[i];
      portal[1] = base_[j];
      portal[2] = base_[k];
      const Point n = normal_of(difference(portal[1], portal[0]), difference(portal[2], portal[0]));
      if (sign_of_dot(n, difference(base_[opposite], portal[0])) > 0)
        std::swap(portal[1], portal[2]);
      if (pierced(centre, portal)) return;
    }
  }

  /// Whether the ray from the centre towards the origin meets a triangle whose
  /// normal points away from the centre. It does if the axis (centre, origin) has
  /// the three corners around it in their order; a face on the far side of the
  /// centre has them in the opposite order.
  static bool pierced(const Point& centre, const Corner (&portal)[3]) {
    for (int k = 0; k < 3; k++) {
      if (sign_of_det(centre, portal[k], portal[(k + 1) % 3]) > 0) return false;
    }
    return true;
  }

  /// Replaces the corner for which the ray pierces the new triangle (the one with the
  /// smallest number where the ray allows several). False if the ray leaves the
  /// pierced point where it was.
  static bool pivot(const Point& centre, Corner (&portal)[3], const Corner& entering) {
    int around[3], edge[3];
    for (int k = 0; k < 3; k++) {
      around[k] = sign_of_det(centre, entering, portal[k]);
      edge[k] = sign_of_det(centre, portal[(k + 1) % 3], portal[(k + 2) % 3]);  // opposite to k
    }
    int leaving = -1;
    for (int k = 0; k < 3; k++) {
      const int next = around[(k + 1) % 3], after = around[(k + 2) % 3];
      if (next > 0 || after < 0 || (next == 0 && after == 0 && edge[k] == 0)) continue;
      if (leaving < 0 || portal[k].before(portal[leaving])) leaving = k;
    }
    GLANCE_CHECK(leaving >= 0);
    const bool moved = edge[leaving] != 0;
    portal[leaving] = entering;
    return moved;
  }

  /// Bland's rule: the first corner of A - B, by number, that is beyond the portal.
  Corner first_beyond(const Point& n, const Corner& portal) const {
    const std::uint32_t best_b = extreme(b_, n, -1);
    for (std::uint32_t i = 0; i < a_.size(); i++) {
      if (sign_of_dot(n, difference(corner(i, best_b), portal)) <= 0) continue;
      for (std::uint32_t j = 0; j < b_.size(); j++) {
        Corner c = corner(i, j);
        if (sign_of_dot(n, difference(c, portal)) > 0) return c;
      }
    }
    GLANCE_CHECK(!"the extreme corner is beyond the portal, so there is a first one");
    return portal;
  }

  /// The first point with the largest value of side * n . p.
  static std::uint32_t extreme(const std::vector<Point>& list, const Point& n, int side) {
    std::uint32_t best = 0;
    Interval best_value = dot(n.near, list[0].near);
    std::optional<BigInt> best_exact;
    for (std::uint32_t i = 1; i < list.size(); i++) {
      spend_work(1);
      const Interval value = dot(n.near, list[i].near);
      if (side > 0 ? value.hi < best_value.lo : value.lo > best_value.hi) continue;
      bool better = side > 0 ? value.lo > best_value.hi : value.hi < best_value.lo;
      std::optional<BigInt> exact;
      if (!better) {
        if (!best_exact) best_exact = math::dot(n.exact, list[best].exact);
        exact = math::dot(n.exact, list[i].exact);
        better = side > 0 ? *exact > *best_exact : *exact < *best_exact;
      }
      if (better) {
        best = i;
        best_value = value;
        best_exact = std::move(exact);
      }
    }
    return best;
  }

  std::uint32_t count_a_;  ///< before thickening
  int unit_ = 0;
  std::vector<Point> a_, b_;
  std::vector<Corner> base_;
  bool flat_ = false;
  OracleVerdict result_;
};

}  // namespace

OracleVerdict oracle_verdict(const OraclePoints& points) { return RayShooter(points).run(); }

}  // namespace glance::rooms::exact
