// What the benchmarks know of a library that moves rigid boxes between walls: ours is the reference
// for the state that it begins with. They live apart, as peer.h says.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace glance::bench {

struct BoxState {
  std::array<double, 3> half = {}, position = {}, velocity = {}, spin = {};
  std::array<double, 9> rotation = {};  ///< row by row
  double mass = 1;
};

/// What is above the plane is free.
struct Wall {
  std::array<double, 3> normal = {};
  double offset = 0;
};

struct BoxScene {
  std::vector<BoxState> boxes;
  std::vector<Wall> walls;
  double restitution = 0, friction = 0, gravity = 9.81;
};

class DynamicsPeer {
 public:
  virtual ~DynamicsPeer() = default;

  virtual const char* name() const = 0;
  /// A new world. Not timed.
  virtual void load(const BoxScene& scene) = 0;
  /// A time further, in one step of this thread, with the library's own number of iterations and
  /// without sleep. This is what is timed.
  virtual void step(double time) = 0;
  /// Pairs with at least one contact point.
  virtual std::size_t touching() const = 0;
};

}  // namespace glance::bench
