#include "peers/ccd.h"

#include <ccd/ccd.h>

#include <array>
#include <cmath>

#include "peers/peer_of.h"

namespace glance::bench {
namespace {

struct CentredSolid : Solid {
  std::array<double, 3> centre = {};
};

/// What the callbacks see: a body in its place.
struct Body {
  const CentredSolid* solid;
  const Placement* placement;
};

void to_world(const Placement& placement, const std::array<double, 3>& v, ccd_vec3_t* result) {
  const auto& [r, t] = placement;
  for (int i = 0; i < 3; i++) {
    result->v[i] = r[3 * i] * v[0] + r[3 * i + 1] * v[1] + r[3 * i + 2] * v[2] + t[i];
  }
}

using Point = std::array<double, 3>;

/// The loop over all vertices that a user of libccd writes.
Point highest_vertex(const Solid& solid, double x, double y, double z) {
  // The first vertex stands if the direction is not a number: libccd does not look.
  const Point* best = &solid.vertices.front();
  double best_value = -CCD_REAL_MAX;
  for (const Point& v : solid.vertices) {
    const double value = v[0] * x + v[1] * y + v[2] * z;
    if (value > best_value) {
      best_value = value;
      best = &v;
    }
  }
  return *best;
}

/// As in libccd's own examples (its testsuites/support.c), which has no cones.
Point support_point(const Solid& solid, double x, double y, double z) {
  const auto& [a, b, c] = solid.sizes;
  const auto sign = [](double value, double size) { return value < 0 ? -size : size; };
  switch (solid.kind) {
    case Kind::sphere:
    case Kind::capsule: {
      const double k = a / std::sqrt(x * x + y * y + z * z);
      return {k * x, k * y, k * z + (solid.kind == Kind::capsule ? sign(z, c) : 0)};
    }
    case Kind::cylinder:
    case Kind::cone: {
      const double across = std::sqrt(x * x + y * y);
      if (solid.kind == Kind::cone && 2 * c * z > a * across) return {0, 0, c};
      const double k = across > 0 ? a / across : 0;
      return {k * x, k * y, solid.kind == Kind::cone ? -c : sign(z, c)};
    }
    case Kind::ellipsoid: {
      const double k = 1 / std::sqrt(a * a * x * x + b * b * y * y + c * c * z * z);
      return {a * a * x * k, b * b * y * k, c * c * z * k};
    }
    case Kind::box: return {sign(x, a), sign(y, b), sign(z, c)};
    case Kind::hull:
    case Kind::triangle:
    case Kind::halfspace: break;
  }
  return highest_vertex(solid, x, y, z);
}

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* result) {
  const Body& body = *static_cast<const Body*>(object);
  const std::array<double, 9>& r = body.placement->rotation;
  const double* d = direction->v;
  const double x = r[0] * d[0] + r[3] * d[1] + r[6] * d[2];
  const double y = r[1] * d[0] + r[4] * d[1] + r[7] * d[2];
  const double z = r[2] * d[0] + r[5] * d[1] + r[8] * d[2];
  to_world(*body.placement, support_point(*body.solid, x, y, z), result);
}

void centre(const void* object, ccd_vec3_t* result) {
  const Body& body = *static_cast<const Body*>(object);
  to_world(*body.placement, body.solid->centre, result);
}

struct Ccd {
  using Shape = CentredSolid;
  using Pose = Placement;
  struct Memory {};
  using Intersect = int (*)(const void*, const void*, const ccd_t*);
  using Penetrate = int (*)(const void*, const void*, const ccd_t*, ccd_real_t*, ccd_vec3_t*,
                            ccd_vec3_t*);

  const char* label;
  Intersect intersect;
  Penetrate penetrate;
  ccd_t settings{};

  Ccd(const char* label_, Intersect intersect_, Penetrate penetrate_)
      : label(label_), intersect(intersect_), penetrate(penetrate_) {
    CCD_INIT(&settings);
    settings.support1 = settings.support2 = support;
    settings.center1 = settings.center2 = centre;
    settings.max_iterations = 100;  // as in libccd's manual; its default is no limit
  }

  const char* name() const { return label; }
  bool offers(Question question) const { return question != Question::distance; }
  bool offers(Question question, Kind a, Kind b) const {
    return offers(question) && a != Kind::halfspace && b != Kind::halfspace;
  }

  Shape shape(const Solid& solid) const {
    Shape shape{solid, {}};  // the mean of the vertices, or the origin, is inside
    for (const auto& v : solid.vertices) {
      for (int i = 0; i < 3; i++) {
        shape.centre[i] += v[i] / static_cast<double>(solid.vertices.size());
      }
    }
    return shape;
  }
  Pose pose(const Placement& placement) const { return placement; }

  void collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Memory&,
               Answer& answer) const {
    const Body body_a{&a, &pose_a}, body_b{&b, &pose_b};
    answer.hit = intersect(&body_a, &body_b, &settings) != 0;
  }

  void distance(const Shape&, const Pose&, const Shape&, const Pose&, Memory&,
                Answer& answer) const {
    answer.failed = true;  // not offered
  }

  void depth(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Memory&,
             Answer& answer) const {
    const Body body_a{&a, &pose_a}, body_b{&b, &pose_b};
    ccd_real_t depth = 0;
    ccd_vec3_t normal{}, place{};
    const int result = penetrate(&body_a, &body_b, &settings, &depth, &normal, &place);
    answer.hit = result == 0;
    answer.failed = result < -1;  // no memory
    answer.depth = depth;
    answer.normal = {normal.v[0], normal.v[1], normal.v[2]};
  }
};

}  // namespace

std::unique_ptr<Peer> make_ccd_mpr() {
  return std::make_unique<PeerOf<Ccd>>(Ccd("ccd mpr", ccdMPRIntersect, ccdMPRPenetration));
}

std::unique_ptr<Peer> make_ccd_gjk() {
  return std::make_unique<PeerOf<Ccd>>(Ccd("ccd gjk", ccdGJKIntersect, ccdGJKPenetration));
}

}  // namespace glance::bench
