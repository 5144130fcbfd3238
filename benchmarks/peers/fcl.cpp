// FCL is asked through its solvers: fcl::collide and fcl::distance do the same with more around
// it, and have no warm start for distances. (Its own solver runs EPA even for a boolean answer.)
#include "peers/fcl.h"

#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include <cmath>
#include <type_traits>

#include "peers/fcl_types.h"
#include "peers/peer_of.h"

namespace glance::bench {
namespace {

using Geometry = fcl::CollisionGeometry<double>;
using Vector = fcl::Vector3<double>;
using Transform = fcl::Transform3<double>;
using Contacts = std::vector<fcl::ContactPoint<double>>;

/// What a solver has for one pair of kinds; null: nothing.
template <class Solver>
struct Calls {
  bool (*intersect)(const Solver&, const Geometry&, const Transform&, const Geometry&,
                    const Transform&, Contacts*) = nullptr;
  bool (*distance)(const Solver&, const Geometry&, const Transform&, const Geometry&,
                   const Transform&, double*, Vector*, Vector*) = nullptr;
};

template <class Solver, class A, class B>
Calls<Solver> calls_for() {
  Calls<Solver> calls;
  calls.intersect = [](const Solver& solver, const Geometry& a, const Transform& pose_a,
                       const Geometry& b, const Transform& pose_b, Contacts* contacts) {
    return solver.shapeIntersect(static_cast<const A&>(a), pose_a, static_cast<const B&>(b), pose_b,
                                 contacts);
  };
  if constexpr (!std::is_same_v<A, fcl::Halfspace<double>>) {  // it has no support function
    calls.distance = [](const Solver& solver, const Geometry& a, const Transform& pose_a,
                        const Geometry& b, const Transform& pose_b, double* distance, Vector* on_a,
                        Vector* on_b) {
      return solver.shapeDistance(static_cast<const A&>(a), pose_a, static_cast<const B&>(b),
                                  pose_b, distance, on_a, on_b);
    };
  }
  return calls;
}

/// FCL has functions of their own for triangles, which come second.
template <class Solver, class B>
Calls<Solver> calls_for_triangle() {
  using Triangle = fcl::TriangleP<double>;
  Calls<Solver> calls;
  calls.intersect = [](const Solver& solver, const Geometry& a, const Transform& pose_a,
                       const Geometry& b, const Transform& pose_b, Contacts* contacts) {
    const auto& t = static_cast<const Triangle&>(a);
    const B& other = static_cast<const B&>(b);
    if (!contacts) {
      return solver.shapeTriangleIntersect(other, pose_b, t.a, t.b, t.c, pose_a, nullptr, nullptr,
                                           nullptr);
    }
    Vector point, normal;
    double depth = 0;
    const bool hit = solver.shapeTriangleIntersect(other, pose_b, t.a, t.b, t.c, pose_a, &point,
                                                   &depth, &normal);
    contacts->emplace_back(normal, point, depth);
    return hit;
  };
  calls.distance = [](const Solver& solver, const Geometry& a, const Transform& pose_a,
                      const Geometry& b, const Transform& pose_b, double* distance, Vector* on_a,
                      Vector* on_b) {
    const auto& t = static_cast<const Triangle&>(a);
    return solver.shapeTriangleDistance(static_cast<const B&>(b), pose_b, t.a, t.b, t.c, pose_a,
                                        distance, on_b, on_a);
  };
  return calls;
}

constexpr int pair_of(Kind a, Kind b) { return static_cast<int>(a) * 16 + static_cast<int>(b); }

/// For the pairs that are measured, in their order.
template <class Solver>
Calls<Solver> find_calls(Kind a, Kind b) {
  using Sphere = fcl::Sphere<double>;
  using Capsule = fcl::Capsule<double>;
  using Cylinder = fcl::Cylinder<double>;
  using Cone = fcl::Cone<double>;
  using Ellipsoid = fcl::Ellipsoid<double>;
  using Box = fcl::Box<double>;
  using Halfspace = fcl::Halfspace<double>;
  using Convex = fcl::Convex<double>;
  switch (pair_of(a, b)) {
    case pair_of(Kind::hull, Kind::hull): return calls_for<Solver, Convex, Convex>();
    case pair_of(Kind::sphere, Kind::sphere): return calls_for<Solver, Sphere, Sphere>();
    case pair_of(Kind::sphere, Kind::box): return calls_for<Solver, Sphere, Box>();
    case pair_of(Kind::sphere, Kind::capsule): return calls_for<Solver, Sphere, Capsule>();
    case pair_of(Kind::sphere, Kind::hull): return calls_for<Solver, Sphere, Convex>();
    case pair_of(Kind::capsule, Kind::capsule): return calls_for<Solver, Capsule, Capsule>();
    case pair_of(Kind::capsule, Kind::box): return calls_for<Solver, Capsule, Box>();
    case pair_of(Kind::box, Kind::box): return calls_for<Solver, Box, Box>();
    case pair_of(Kind::cylinder, Kind::cylinder): return calls_for<Solver, Cylinder, Cylinder>();
    case pair_of(Kind::cylinder, Kind::box): return calls_for<Solver, Cylinder, Box>();
    case pair_of(Kind::cone, Kind::box): return calls_for<Solver, Cone, Box>();
    case pair_of(Kind::cone, Kind::cylinder): return calls_for<Solver, Cone, Cylinder>();
    case pair_of(Kind::ellipsoid, Kind::ellipsoid):
      return calls_for<Solver, Ellipsoid, Ellipsoid>();
    case pair_of(Kind::ellipsoid, Kind::box): return calls_for<Solver, Ellipsoid, Box>();
    case pair_of(Kind::triangle, Kind::box): return calls_for_triangle<Solver, Box>();
    case pair_of(Kind::halfspace, Kind::sphere): return calls_for<Solver, Halfspace, Sphere>();
    case pair_of(Kind::halfspace, Kind::box): return calls_for<Solver, Halfspace, Box>();
    case pair_of(Kind::halfspace, Kind::cylinder): return calls_for<Solver, Halfspace, Cylinder>();
    default: return {};
  }
}

/// What both solvers have in common. `Memory` tells the solver where to start.
template <class Solver, class MemoryOf>
struct Fcl {
  struct Shape {
    Kind kind;
    std::shared_ptr<const Geometry> geometry;
  };
  using Pose = Transform;
  using Memory = MemoryOf;

  const char* label;
  Solver solver{};
  mutable Contacts contacts{};  // room that is used again

  const char* name() const { return label; }
  bool offers(Question) const { return true; }
  bool offers(Question question, Kind a, Kind b) const {
    const Calls<Solver> calls = find_calls<Solver>(a, b);
    return question == Question::distance ? calls.distance != nullptr : calls.intersect != nullptr;
  }
  Shape shape(const Solid& solid) const { return {solid.kind, make_fcl_shape(solid)}; }
  Pose pose(const Placement& placement) const { return make_fcl_transform(placement); }

  void collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
               Memory& memory, Answer& answer) const {
    memory.start(solver);
    answer.hit = find_calls<Solver>(a.kind, b.kind)
                     .intersect(solver, *a.geometry, pose_a, *b.geometry, pose_b, nullptr);
    memory.keep(solver);
  }

  void distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                Memory& memory, Answer& answer) const {
    Vector on_a = Vector::Zero(), on_b = Vector::Zero();
    memory.start(solver);
    answer.hit = !find_calls<Solver>(a.kind, b.kind)
                      .distance(solver, *a.geometry, pose_a, *b.geometry, pose_b, &answer.distance,
                                &on_a, &on_b);
    memory.keep(solver);
    answer.point_a = {on_a[0], on_a[1], on_a[2]};
    answer.point_b = {on_b[0], on_b[1], on_b[2]};
  }

  void depth(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Memory& memory,
             Answer& answer) const {
    contacts.clear();
    memory.start(solver);
    answer.hit = find_calls<Solver>(a.kind, b.kind)
                     .intersect(solver, *a.geometry, pose_a, *b.geometry, pose_b, &contacts);
    memory.keep(solver);
    answer.depth = 0;
    for (const auto& contact : contacts) {
      const double found = std::fabs(contact.penetration_depth);  // one solver's are negative
      if (found < answer.depth) continue;
      answer.depth = found;
      answer.normal = {contact.normal[0], contact.normal[1], contact.normal[2]};
    }
  }
};

struct NoMemory {
  void start(const fcl::detail::GJKSolver_libccd<double>&) {}
  void keep(const fcl::detail::GJKSolver_libccd<double>&) {}
};

struct Guess {
  Vector guess{1, 0, 0};  // FCL's own first one

  void start(const fcl::detail::GJKSolver_indep<double>& solver) {
    solver.enableCachedGuess(true);
    solver.setCachedGuess(guess);
  }
  void keep(const fcl::detail::GJKSolver_indep<double>& solver) {
    // It looks first along the guess, but hands back the opposite of where to look.
    guess = -solver.getCachedGuess();
  }
};

}  // namespace

std::unique_ptr<Peer> make_fcl_libccd() {
  using Library = Fcl<fcl::detail::GJKSolver_libccd<double>, NoMemory>;
  return std::make_unique<PeerOf<Library>>(Library{"fcl libccd"});
}

std::unique_ptr<Peer> make_fcl_indep() {
  using Library = Fcl<fcl::detail::GJKSolver_indep<double>, Guess>;
  return std::make_unique<PeerOf<Library>>(Library{"fcl indep"});
}

}  // namespace glance::bench
