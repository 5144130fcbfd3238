// What the benchmarks know of a library that answers questions about pairs of convex bodies:
// the same for ours and for its peers.
//
// Plain types only, since the peers live apart: each is compiled on its own, with its own
// vector types, and Bullet even has a C++ runtime of its own (bullet.h). So nothing that one
// side has allocated may be freed by the other, and no exception may pass.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace glance::bench {

enum class Question {
  boolean,   ///< do they touch?
  distance,  ///< how far apart, and where? (how deep is not asked: not all can say)
  depth      ///< how deep do they overlap, and along which normal?
};
/// That are asked about hulls.
inline constexpr Question kQuestions[] = {Question::boolean, Question::distance};

struct Hull {
  std::vector<std::array<double, 3>> vertices;
  std::vector<std::vector<int>> faces;  ///< counter-clockwise from outside
};

enum class Kind { hull, sphere, capsule, cylinder, cone, ellipsoid, box, triangle, halfspace };

/// A hull, or a primitive about its own origin: of a triangle the vertices are set, of others
/// the sizes. The axis is z; a cone's tip is up; a half-space is what lies below z = 0.
struct Solid : Hull {
  Kind kind = Kind::hull;
  /// Sphere, capsule, cylinder, cone: radius, radius, half length (of a capsule without its
  /// ends). Ellipsoid: semi-axes. Box: half extents.
  std::array<double, 3> sizes = {};
};

struct Placement {
  std::array<double, 9> rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1};  ///< row by row
  std::array<double, 3> translation = {};
};

/// Two bodies, and where they are from question to question.
struct Track {
  Solid a, b;
  std::vector<Placement> poses_a, poses_b;
};

struct Answer {
  bool hit = false;     ///< they touch or overlap
  bool failed = false;  ///< the library says that it did not find out, or threw
  double distance = 0;  ///< Question::distance, of pairs that do not touch; so are the points
  std::array<double, 3> point_a = {}, point_b = {};
  double depth = 0;                   ///< Question::depth, of pairs that overlap; so is the normal
  std::array<double, 3> normal = {};  ///< from A to B or from B to A
};

class Peer {
 public:
  virtual ~Peer() = default;

  virtual const char* name() const = 0;
  /// Of two hulls.
  virtual bool offers(Question question) const = 0;
  virtual bool offers(Question question, Kind a, Kind b) const = 0;

  /// Makes shapes and poses in the library's own types. Not timed.
  virtual void load(std::span<const Track> tracks) = 0;

  /// Answers the first poses of a track, in order. Coherent: with whatever the library
  /// offers to remember from one pose to the next; otherwise each as if it were the first.
  virtual void ask(Question question, std::size_t track, bool coherent,
                   std::span<Answer> answers) = 0;
};

}  // namespace glance::bench
