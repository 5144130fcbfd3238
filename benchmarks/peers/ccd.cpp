#include "peers/ccd.h"

#include <ccd/ccd.h>

#include "peers/peer_of.h"

namespace glance::bench {
namespace {

struct CentredHull : Hull {
  std::array<double, 3> centre = {};
};

/// What the callbacks see: a hull in its place.
struct Body {
  const CentredHull* hull;
  const Placement* placement;
};

void to_world(const Placement& placement, const std::array<double, 3>& v, ccd_vec3_t* result) {
  const auto& [r, t] = placement;
  for (int i = 0; i < 3; i++) {
    result->v[i] = r[3 * i] * v[0] + r[3 * i + 1] * v[1] + r[3 * i + 2] * v[2] + t[i];
  }
}

/// The loop over all vertices that a user of libccd writes.
void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* result) {
  const Body& body = *static_cast<const Body*>(object);
  const std::array<double, 9>& r = body.placement->rotation;
  const double* d = direction->v;
  const double x = r[0] * d[0] + r[3] * d[1] + r[6] * d[2];
  const double y = r[1] * d[0] + r[4] * d[1] + r[7] * d[2];
  const double z = r[2] * d[0] + r[5] * d[1] + r[8] * d[2];
  // The first vertex stands if the direction is not a number: libccd does not look.
  const std::array<double, 3>* best = &body.hull->vertices.front();
  double best_value = -CCD_REAL_MAX;
  for (const std::array<double, 3>& v : body.hull->vertices) {
    const double value = v[0] * x + v[1] * y + v[2] * z;
    if (value > best_value) {
      best_value = value;
      best = &v;
    }
  }
  to_world(*body.placement, *best, result);
}

void centre(const void* object, ccd_vec3_t* result) {
  const Body& body = *static_cast<const Body*>(object);
  to_world(*body.placement, body.hull->centre, result);
}

struct Ccd {
  using Shape = CentredHull;
  using Pose = Placement;
  struct Memory {};

  const char* label;
  int (*intersect)(const void*, const void*, const ccd_t*);
  ccd_t settings{};

  Ccd(const char* label_, int (*intersect_)(const void*, const void*, const ccd_t*))
      : label(label_), intersect(intersect_) {
    CCD_INIT(&settings);
    settings.support1 = settings.support2 = support;
    settings.center1 = settings.center2 = centre;
    settings.max_iterations = 100;  // as in libccd's manual; its default is no limit
  }

  const char* name() const { return label; }
  bool offers(Question question) const { return question == Question::boolean; }

  Shape shape(const Hull& hull) const {
    Shape shape{hull, {}};  // the mean of the vertices is inside
    for (const auto& v : hull.vertices) {
      for (int i = 0; i < 3; i++) {
        shape.centre[i] += v[i] / static_cast<double>(hull.vertices.size());
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
};

}  // namespace

std::unique_ptr<Peer> make_ccd_mpr() {
  return std::make_unique<PeerOf<Ccd>>(Ccd("ccd mpr", ccdMPRIntersect));
}

std::unique_ptr<Peer> make_ccd_gjk() {
  return std::make_unique<PeerOf<Ccd>>(Ccd("ccd gjk", ccdGJKIntersect));
}

}  // namespace glance::bench
