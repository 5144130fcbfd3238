// What rigid bodies have together: momentum, angular momentum, energy.
#pragma once

#include <limits>
#include <vector>

#include "glance/response.h"

namespace glance::test {

inline constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

/// Bodies and how they move.
struct RigidScene {
  std::vector<RigidBody> bodies;
  std::vector<RigidState> states;

  std::uint32_t add(const RigidBody& body, const RigidState& state) {
    bodies.push_back(body);
    states.push_back(state);
    return static_cast<std::uint32_t>(bodies.size() - 1);
  }

  Vec3 momentum() const {
    Vec3 sum = Vec3::zero();
    for (std::size_t i = 0; i < bodies.size(); i++) sum += glance::momentum(bodies[i], states[i]);
    return sum;
  }
  Vec3 angular_momentum() const {
    Vec3 sum = Vec3::zero();
    for (std::size_t i = 0; i < bodies.size(); i++) {
      sum += glance::angular_momentum(bodies[i], states[i]);
    }
    return sum;
  }
  double energy() const {
    double sum = 0;
    for (std::size_t i = 0; i < bodies.size(); i++) sum += kinetic_energy(bodies[i], states[i]);
    return sum;
  }
};

/// A solid ball of density 1.
inline RigidBody ball(double radius, const ContactMaterial& material) {
  return RigidBody::make(Shape::sphere(radius).value().mass(), 1, material).value();
}

}  // namespace glance::test
