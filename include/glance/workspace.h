// Working memory for questions.
#pragma once

#include <array>
#include <memory>

namespace glance::rooms::exact {
struct WorkspaceAccess;
}

namespace glance {

/// Buffers for questions about meshes, compounds and curved bodies: what a search needs while it
/// runs, and nothing that it remembers. Answers never depend on it. One Workspace serves all pairs
/// that a thread asks about (QueryOptions::workspace), so that memory is allocated only once. It
/// must not be used by two threads at the same time. Empty until it is used.
class Workspace {
 public:
  Workspace() = default;

 private:
  friend struct rooms::exact::WorkspaceAccess;

  /// What a room of the library keeps here; only the room itself knows more about it.
  struct Buffers {
    virtual ~Buffers() = default;
  };

  std::array<std::unique_ptr<Buffers>, 2> buffers_;
};

}  // namespace glance
