// fcl::continuousCollide with CCDC_CONSERVATIVE_ADVANCEMENT.
//
// The motions are made here: those that FCL would make of two poses turn about a point that it
// never sets. Of its constructors, the one from rotations and translations is taken; the one from
// transforms does not compute the velocities.
#include "peers/fcl_continuous.h"

#include <fcl/math/motion/interp_motion.h>
#include <fcl/math/motion/translation_motion.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/continuous_collision_result.h>

#include "peers/fcl_types.h"

namespace glance::bench {
namespace {

/// Where it stops: a step of less than this time. FCL 0.7 has it in the code; of the request it
/// takes neither the error of the time nor the number of iterations for two shapes.
constexpr double kSmallestStep = 1e-4;
/// Its bound on the speed takes rounded boxes around the bodies, about twice as large at most.
constexpr double kLooseness = 2;

struct FclContinuous {
  using Shape = std::shared_ptr<const fcl::CollisionGeometry<double>>;
  using Motion = std::shared_ptr<const fcl::MotionBase<double>>;

  const char* label;
  fcl::GJKSolverType solver;

  const char* name() const { return label; }
  ImpactSlack tolerance() const { return {.time = kLooseness * kSmallestStep}; }
  Shape shape(const Solid& solid) const { return make_fcl_shape(solid); }

  Motion motion(const Placement& from, const Placement& to) const {
    const fcl::Transform3<double> start = make_fcl_transform(from), end = make_fcl_transform(to);
    if (from.rotation == to.rotation) {
      return std::make_shared<fcl::TranslationMotion<double>>(start, end);
    }
    const fcl::Vector3<double> origin = fcl::Vector3<double>::Zero();
    return std::make_shared<fcl::InterpMotion<double>>(start.linear(), start.translation(),
                                                       end.linear(), end.translation(), origin);
  }

  void ask(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
           ImpactAnswer& answer) const {
    motion_a->integrate(0);  // they are where the last question has left them
    motion_b->integrate(0);
    fcl::ContinuousCollisionRequest<double> request;
    request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    request.gjk_solver_type = solver;
    request.toc_err = kSmallestStep;
    fcl::ContinuousCollisionResult<double> result;
    fcl::continuousCollide(a.get(), motion_a.get(), b.get(), motion_b.get(), request, result);
    answer.hit = result.is_collide;
    answer.time = result.time_of_contact;
  }
};

std::unique_ptr<ContinuousPeer> make(const char* label, fcl::GJKSolverType solver) {
  return std::make_unique<ContinuousPeerOf<FclContinuous>>(FclContinuous{label, solver});
}

}  // namespace

std::unique_ptr<ContinuousPeer> make_fcl_continuous_libccd() {
  return make("fcl libccd", fcl::GST_LIBCCD);
}

std::unique_ptr<ContinuousPeer> make_fcl_continuous_indep() {
  return make("fcl indep", fcl::GST_INDEP);
}

}  // namespace glance::bench
