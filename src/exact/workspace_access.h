// The buffers that each room keeps in a caller's Workspace.
#pragma once

#include "glance/workspace.h"
#include "rooms.h"

namespace glance::rooms::exact {

struct WorkspaceAccess {
  using Buffers = Workspace::Buffers;
  enum class Room : unsigned char { mesh, curved };

  /// The buffers of a room, which are always of the same type; made if there are none.
  template <class T>
  static T& buffers(Workspace& workspace, Room room) {
    std::unique_ptr<Buffers>& place = workspace.buffers_[static_cast<std::size_t>(room)];
    if (!place) place = std::make_unique<T>();
    return static_cast<T&>(*place);
  }
};

}  // namespace glance::rooms::exact
