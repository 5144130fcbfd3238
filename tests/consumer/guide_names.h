// What the guide's examples leave out, with the names that they use. guide.py puts it before them.
#include <glance/glance.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace glance;

inline int uses = 0;  // how often an example had something to show

template <class... T>
void use(const T&...) {
  uses++;
}

inline Pose at(double x, double z) { return Pose::make(Vec3(x, 0, z)).value(); }

inline const Result<Shape> slab = Shape::box({5, 5, 1}), hull = Shape::box({1, 1, 1}),
                           ball = Shape::sphere(0.1);
inline const Pose start = at(0, 4);
inline const std::vector<Pose> poses_of_rock = {at(0, 3), at(0, 2), at(0, 1.5)};

// A world with a thin plate in the way of a bullet, and a box that stands on it.
inline World make_world() {
  World made;
  made.add({.shape = Shape::box({5, 5, 0.01}).value(), .is_static = true}).value();
  made.add({.shape = *hull, .pose = at(2, 1)}).value();
  return made;
}
inline const Pose muzzle = at(-2, 3), next = at(-2, -3);

// The masses of these two, and how they move, for examples about response.
inline std::vector<RigidBody> make_bodies() {
  const ContactMaterial material;
  return {RigidBody::fixed(material).value(), RigidBody::make(hull->mass(), 1, material).value()};
}
inline std::vector<RigidBody> bodies = make_bodies();
inline std::vector<RigidState> states = {{}, state_at(bodies[1], at(2, 1))};

inline FrameContacts found;
inline ResponseSolver solver;
inline const Vec3 gravity = {0, 0, -9.81};
inline constexpr double dt = 0.01, slop = 1e-3;
