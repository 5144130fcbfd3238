// FCL is asked through its solvers: fcl::collide and fcl::distance do the same with more around
// it, and have no warm start for distances. (Its own solver runs EPA even for a boolean answer.)
//
// Debian's FCL is built for baseline x86-64: code that includes its headers must be, too,
// since the layout of Eigen's types depends on vector flags.
#include "peers/fcl.h"

#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include "peers/peer_of.h"

#ifdef __AVX__
#error "FCL's headers must not be compiled with AVX: see above"
#endif

namespace glance::bench {
namespace {

using Convex = fcl::Convex<double>;
using Vector = fcl::Vector3<double>;
using Transform = fcl::Transform3<double>;

std::shared_ptr<const Convex> make_convex(const Hull& hull) {
  const auto vertices = std::make_shared<std::vector<Vector>>();
  for (const auto& v : hull.vertices) vertices->emplace_back(v[0], v[1], v[2]);
  const auto faces = std::make_shared<std::vector<int>>();
  for (const std::vector<int>& face : hull.faces) {
    faces->push_back(static_cast<int>(face.size()));
    faces->insert(faces->end(), face.begin(), face.end());
  }
  return std::make_shared<Convex>(vertices, static_cast<int>(hull.faces.size()), faces);
}

Transform make_transform(const Placement& placement) {
  const auto& [r, t] = placement;
  Transform transform = Transform::Identity();
  transform.linear() << r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8];
  transform.translation() << t[0], t[1], t[2];
  return transform;
}

/// What both solvers have in common. `Memory` tells the solver where to start.
template <class Solver, class MemoryOf>
struct Fcl {
  using Shape = std::shared_ptr<const Convex>;
  using Pose = Transform;
  using Memory = MemoryOf;

  const char* label;
  Solver solver{};

  const char* name() const { return label; }
  bool offers(Question) const { return true; }
  Shape shape(const Hull& hull) const { return make_convex(hull); }
  Pose pose(const Placement& placement) const { return make_transform(placement); }

  void collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
               Memory& memory, Answer& answer) const {
    memory.start(solver);
    answer.hit = solver.shapeIntersect(*a, pose_a, *b, pose_b, nullptr);
    memory.keep(solver);
  }

  void distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                Memory& memory, Answer& answer) const {
    Vector on_a = Vector::Zero(), on_b = Vector::Zero();
    memory.start(solver);
    answer.hit = !solver.shapeDistance(*a, pose_a, *b, pose_b, &answer.distance, &on_a, &on_b);
    memory.keep(solver);
    answer.point_a = {on_a[0], on_a[1], on_a[2]};
    answer.point_b = {on_b[0], on_b[1], on_b[2]};
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
