// Memory that questions work in.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

namespace glance {

/// Buffers for questions about meshes, compounds and curved bodies: what a search needs while it
/// runs, and nothing that it remembers. Answers never depend on it. One serves all pairs that a
/// thread asks about (QueryOptions::workspace), so that memory is asked for once; not for two
/// threads at once. Empty until it is used.
class Workspace {
 public:
  Workspace() = default;

  // For the library's own use.

  /// What a room of the library keeps here; only the room itself knows more about it.
  struct Buffers {
    virtual ~Buffers() = default;
  };
  enum class Room : unsigned char { mesh, curved };

  /// The buffers of a room, which are always of the same type; made if there are none.
  template <class T>
  T& buffers(Room room) {
    std::unique_ptr<Buffers>& place = buffers_[static_cast<std::size_t>(room)];
    if (!place) place = std::make_unique<T>();
    return static_cast<T&>(*place);
  }

 private:
  std::array<std::unique_ptr<Buffers>, 2> buffers_;
};

}  // namespace glance
