// Debian builds ODE in double precision, with libccd's MPR for pairs of convex geoms. Told that
// contacts are unimportant, it answers whether they touch and goes no further.
#include "peers/ode_world.h"

#include <ode/ode.h>

#include <array>
#include <cmath>

#include "peers/world_peer_of.h"

namespace glance::bench {
namespace {

/// The arrays that dCreateConvex points into.
struct ConvexData {
  std::vector<dReal> planes;  // outward unit normal and offset: n.x = d
  std::vector<dReal> points;
  std::vector<unsigned> polygons;  // number of corners, then the corners
  unsigned plane_count = 0, point_count = 0;
};

using Point = std::array<double, 3>;

/// The plane of a polygon that is counter-clockwise from outside, by Newell's sum.
std::array<double, 4> plane_of(const Hull& hull, const std::vector<int>& face) {
  Point n{};
  for (std::size_t i = 0; i < face.size(); i++) {
    const Point& p = hull.vertices[face[i]];
    const Point& q = hull.vertices[face[(i + 1) % face.size()]];
    for (int k = 0; k < 3; k++) {
      n[k] += (p[(k + 1) % 3] - q[(k + 1) % 3]) * (p[(k + 2) % 3] + q[(k + 2) % 3]);
    }
  }
  const double length = std::hypot(n[0], n[1], n[2]);
  for (double& x : n) x /= length;
  const Point& p = hull.vertices[face[0]];
  return {n[0], n[1], n[2], n[0] * p[0] + n[1] * p[1] + n[2] * p[2]};
}

ConvexData make_data(const Hull& hull) {
  ConvexData data;
  for (const std::vector<int>& face : hull.faces) {
    const std::array<double, 4> plane = plane_of(hull, face);
    data.planes.insert(data.planes.end(), plane.begin(), plane.end());
    data.polygons.push_back(static_cast<unsigned>(face.size()));
    data.polygons.insert(data.polygons.end(), face.begin(), face.end());
  }
  for (const Point& v : hull.vertices) data.points.insert(data.points.end(), v.begin(), v.end());
  data.plane_count = static_cast<unsigned>(hull.faces.size());
  data.point_count = static_cast<unsigned>(hull.vertices.size());
  return data;
}

struct OdeLibrary {
  OdeLibrary() { dInitODE2(0); }
  ~OdeLibrary() { dCloseODE(); }
};

class OdeWorld {
 public:
  enum class Kind { sweep, hash };
  struct Pose {
    dMatrix3 rotation;
    dReal position[3];
  };

  static bool offers(Question question) { return question == Question::boolean; }

  OdeWorld(Kind kind, const WorldScene& scene, Question) {
    static const OdeLibrary library;
    space_ = kind == Kind::sweep ? dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ)
                                 : dHashSpaceCreate(nullptr);
    for (const Hull& hull : scene.hulls) data_.push_back(make_data(hull));
    for (std::uint32_t body = 0; body < scene.bodies(); body++) {
      const ConvexData& d = data_[scene.hull_of[body]];
      geoms_.push_back(dCreateConvex(space_, d.planes.data(), d.plane_count, d.points.data(),
                                     d.point_count, d.polygons.data()));
      dGeomSetData(geoms_.back(), reinterpret_cast<void*>(static_cast<std::uintptr_t>(body)));
    }
  }
  OdeWorld(const OdeWorld&) = delete;
  OdeWorld& operator=(const OdeWorld&) = delete;
  ~OdeWorld() { dSpaceDestroy(space_); }  // and its geoms

  static Pose pose(const Placement& placement) {
    Pose pose{};
    for (int i = 0; i < 9; i++) pose.rotation[4 * (i / 3) + i % 3] = placement.rotation[i];
    for (int i = 0; i < 3; i++) pose.position[i] = placement.translation[i];
    return pose;
  }

  void detect(std::span<const Pose> poses, Findings& findings) {
    for (std::size_t i = 0; i < poses.size(); i++) {
      const Pose& p = poses[i];
      dGeomSetPosition(geoms_[i], p.position[0], p.position[1], p.position[2]);
      dGeomSetRotation(geoms_[i], p.rotation);
    }
    dSpaceCollide(space_, &findings, near);
  }

 private:
  static void near(void* data, dGeomID a, dGeomID b) {
    Findings& findings = *static_cast<Findings*>(data);
    findings.candidates++;
    dContactGeom contact;
    constexpr int kAnyOne = static_cast<int>(CONTACTS_UNIMPORTANT | 1u);
    if (dCollide(a, b, kAnyOne, &contact, sizeof contact) == 0) return;
    findings.add_touching(number(a), number(b));
  }

  static std::uint32_t number(dGeomID geom) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(dGeomGetData(geom)));
  }

  dSpaceID space_;
  std::vector<ConvexData> data_;
  std::vector<dGeomID> geoms_;
};

}  // namespace

std::unique_ptr<WorldPeer> make_ode_sweep() {
  return std::make_unique<WorldPeerOf<OdeWorld>>("ode sweep", OdeWorld::Kind::sweep);
}

std::unique_ptr<WorldPeer> make_ode_hash() {
  return std::make_unique<WorldPeerOf<OdeWorld>>("ode hash", OdeWorld::Kind::hash);
}

}  // namespace glance::bench
