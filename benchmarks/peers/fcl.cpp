// FCL is asked through its solvers: fcl::collide and fcl::distance do the same with more around
// it, and have no warm start for distances. (Its own solver runs EPA even for a boolean answer.)
#include "peers/fcl.h"

#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include "peers/fcl_types.h"
#include "peers/peer_of.h"

namespace glance::bench {
namespace {

using Convex = fcl::Convex<double>;
using Vector = fcl::Vector3<double>;
using Transform = fcl::Transform3<double>;

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
  Shape shape(const Hull& hull) const { return make_fcl_convex(hull); }
  Pose pose(const Placement& placement) const { return make_fcl_transform(placement); }

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
