// What the benchmarks know of a library that answers questions about pairs of triangle meshes: the
// same for ours and for its peers. They live apart, as peer.h says.
//
// MeshPeerOf makes one of what differs from library to library:
//
//   Model, Pose, Memory           its own types
//   name()
//   model(soup), bytes(model), pose(placement)
//   collide(model, pose_a, pose_b, memory, answer), distance(..)
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "measure/stopwatch.h"
#include "peers/peer.h"

namespace glance::bench {

struct MeshSoup {
  std::vector<std::array<double, 3>> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Where two copies of a mesh are from question to question, each near to where they were.
struct MeshPath {
  std::vector<Placement> poses_a, poses_b;
};

struct MeshAnswer {
  bool hit = false;
  bool failed = false;  ///< the library says that it did not find out, or threw
  double distance = 0;  ///< Question::distance, of pairs that do not touch
};

class MeshPeer {
 public:
  virtual ~MeshPeer() = default;

  virtual const char* name() const = 0;

  /// Makes what the library needs of a mesh, trees included: seconds of processor time. Mesh
  /// against itself is what is asked about.
  virtual double load(const MeshSoup& soup) = 0;
  /// Memory of that, as the library counts it.
  virtual std::size_t bytes() const = 0;
  /// Makes poses in the library's own type. Not timed.
  virtual void prepare(std::span<const MeshPath> paths) = 0;

  /// Answers some poses of a path, in order, from place `from` on. Coherent: with whatever the
  /// library offers to remember from one pose to the next (it forgets at place 0); otherwise each
  /// as if it were the first.
  virtual void ask(Question question, std::size_t path, bool coherent, std::size_t from,
                   std::span<MeshAnswer> answers) = 0;
};

template <class Library>
class MeshPeerOf final : public MeshPeer {
 public:
  explicit MeshPeerOf(Library library = {}) : library_(std::move(library)) {}

  const char* name() const override { return library_.name(); }
  std::size_t bytes() const override { return library_.bytes(*model_); }

  double load(const MeshSoup& soup) override {
    loaded_.clear();
    const measure::ProcessorStopwatch watch;
    model_.emplace(library_.model(soup));
    return watch.seconds();
  }

  void prepare(std::span<const MeshPath> paths) override {
    loaded_.clear();
    for (const MeshPath& path : paths) {
      loaded_.push_back({poses(path.poses_a), poses(path.poses_b), {}});
    }
  }

  void ask(Question question, std::size_t path, bool coherent, std::size_t from,
           std::span<MeshAnswer> answers) override {
    Loaded& at = loaded_[path];
    if (from == 0) at.memory = {};
    for (std::size_t i = 0; i < answers.size(); i++) {
      answers[i] = {};
      try {
        if (coherent) {
          answer(question, at.poses_a[from + i], at.poses_b[from + i], at.memory, answers[i]);
        } else {
          Memory none{};
          answer(question, at.poses_a[from + i], at.poses_b[from + i], none, answers[i]);
        }
      } catch (...) {
        answers[i].failed = true;
      }
    }
  }

 private:
  using Model = typename Library::Model;
  using Pose = typename Library::Pose;
  using Memory = typename Library::Memory;

  struct Loaded {
    std::vector<Pose> poses_a, poses_b;
    Memory memory;
  };

  void answer(Question question, const Pose& a, const Pose& b, Memory& memory, MeshAnswer& to) {
    if (question == Question::distance) {
      library_.distance(*model_, a, b, memory, to);
    } else {
      library_.collide(*model_, a, b, memory, to);
    }
  }

  std::vector<Pose> poses(const std::vector<Placement>& placements) const {
    std::vector<Pose> result;
    result.reserve(placements.size());
    for (const Placement& placement : placements) result.push_back(library_.pose(placement));
    return result;
  }

  Library library_;
  std::optional<Model> model_;
  std::vector<Loaded> loaded_;
};

}  // namespace glance::bench
