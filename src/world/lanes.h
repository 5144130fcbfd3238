// What questions need for themselves while others are asked at the same time.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "bound/mesh_parts.h"
#include "glance/workspace.h"
#include "world/frame_lists.h"

namespace glance::rooms::world {

/// What one thread at a time uses. Which lane a question uses changes nothing about its answer.
struct Lane {
  Workspace workspace;
  QueryOptions query;                      ///< of the frame, with the workspace
  std::vector<ContactPoint> found_points;  ///< of pairs that were asked, and not yet published
  FrameLists lists;
  FrameCounters counters;
  MadeParts parts;  ///< that meshes were asked for
  /// By how much what pairs remember of trees has grown, modulo 2^64.
  std::size_t list_entries = 0;

  void begin_frame(const QueryOptions& asked);
  std::size_t bytes() const;
};

class Lanes {
 public:
  Lanes() { all_.push_back(std::make_unique<Lane>()); }

  /// The one for what only one thread does.
  Lane& main() { return *all_[0]; }
  const Lane& main() const { return *all_[0]; }

  /// Clears all of them.
  void begin_frame(const QueryOptions& asked);

  /// A lane that nobody uses; it is given back at the end of the scope.
  class Use {
   public:
    explicit Use(Lanes& lanes) : lanes_(lanes), lane_(lanes.take()) {}
    ~Use() { lanes_.give_back(lane_); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    Lane& operator*() const { return *lane_; }
    Lane* operator->() const { return lane_; }

   private:
    Lanes& lanes_;
    Lane* lane_;
  };

  /// Calls f with each; nobody uses any meanwhile.
  template <class F>
  void for_each(F&& f) {
    for (const auto& lane : all_) f(*lane);
  }
  std::size_t bytes() const;

 private:
  Lane* take();
  void give_back(Lane* lane);

  std::mutex mutex_;
  std::vector<std::unique_ptr<Lane>> all_;
  std::vector<Lane*> free_;  ///< without the main one
};

}  // namespace glance::rooms::world
