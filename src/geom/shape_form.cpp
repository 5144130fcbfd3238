// Tested in tests/unit/query/degenerate_test.cpp (Degenerate.BadSizesStayErrors).
#include "geom/shape_form.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geom/polytope.h"

namespace glance::rooms::geom {
namespace {

constexpr double kPi = std::numbers::pi;

/// Above the few roundings of a radius.
constexpr double kRoundedUp = 1 + 0x1p-50;

/// Volume, and second moments of the volume about the centroid, of a body of revolution or
/// with three planes of symmetry: inertia is diagonal.
MassProperties diagonal_mass(double volume, const Vec3& centroid, const Vec3& moments) {
  const Vec3 inertia{moments.y() + moments.z(), moments.z() + moments.x(),
                     moments.x() + moments.y()};
  return {volume, centroid, Mat3::diagonal(inertia)};
}

MassProperties curved_mass(ShapeKind kind, const Vec3& s) {
  const double r = s.x(), h = s.z();
  switch (kind) {
    case ShapeKind::sphere: return curved_mass(ShapeKind::ellipsoid, Vec3::constant(r));
    case ShapeKind::ellipsoid: {
      const double v = 4 * kPi / 3 * s.x() * s.y() * s.z();
      return diagonal_mass(v, Vec3::zero(), v / 5 * s.times(s));
    }
    case ShapeKind::cylinder: {
      const double v = 2 * kPi * r * r * h;
      return diagonal_mass(v, Vec3::zero(), v * Vec3(r * r / 4, r * r / 4, h * h / 3));
    }
    case ShapeKind::cone: {  // of height 2h; its centroid is a quarter of that above the base
      const double v = 2 * kPi / 3 * r * r * h;
      const double across = 3 * r * r / 20, along = 3 * h * h / 20;
      return diagonal_mass(v, {0, 0, -h / 2}, v * Vec3(across, across, along));
    }
    case ShapeKind::capsule: {  // a cylinder and two half balls, whose centroids are 3r/8 out
      const double cylinder = 2 * kPi * r * r * h, ball = 4 * kPi / 3 * r * r * r;
      const double across = cylinder * r * r / 4 + ball * r * r / 5;
      const double along = cylinder * h * h / 3 + ball * (r * r / 5 + h * h + 0.75 * h * r);
      return diagonal_mass(cylinder + ball, Vec3::zero(), {across, across, along});
    }
    default: return {};
  }
}

Aabb grown(Aabb box, double by) {
  box.lower -= Vec3::constant(by);
  box.upper += Vec3::constant(by);
  return box;
}

}  // namespace

ShapeForm curved_form(ShapeKind kind, const Vec3& sizes, double offset, double rounding) {
  ShapeForm form;
  form.sizes = sizes;
  form.offset = offset;
  form.mass = curved_mass(kind, sizes);
  if (kind == ShapeKind::halfspace) {
    form.mass.centroid = sizes * offset;
    form.bounds = {Vec3::constant(-INFINITY), Vec3::constant(INFINITY)};
    form.bounding_radius = INFINITY;
    return form;
  }
  form.bounds = grown({-sizes, sizes}, rounding);
  form.extent = (form.bounds.upper - form.bounds.lower).max_component();
  const double r = sizes.x(), h = sizes.z();
  double radius = sizes.max_component();                       // ellipsoid
  if (kind == ShapeKind::cylinder) radius = std::hypot(r, h);  // to the rims
  if (kind == ShapeKind::cone) radius = std::max(std::hypot(r, h / 2), 1.5 * h);
  form.bounding_radius = (radius + rounding) * kRoundedUp;
  return form;
}

ShapeForm rounded_form(const Polytope& core, ShapeKind kind, double rounding) {
  ShapeForm form;
  if (kind == ShapeKind::sphere) form.sizes = {rounding, rounding, 0};
  if (kind == ShapeKind::capsule) form.sizes = {rounding, rounding, core.bounds().upper.z()};
  if (kind == ShapeKind::box) form.sizes = core.bounds().upper;
  form.mass =
      form.sizes.y() > 0 && kind != ShapeKind::box ? curved_mass(kind, form.sizes) : core.mass();
  form.bounds = grown(core.bounds(), rounding);
  form.extent = (form.bounds.upper - form.bounds.lower).max_component();
  form.bounding_radius = (core.bounding_radius() + rounding) * kRoundedUp;
  return form;
}

}  // namespace glance::rooms::geom
