// Tested in tests/unit/io/gltf_damaged_test.cpp (GltfDamaged.AccessorsStayWithinTheirBuffers).
#include "io/gltf_accessor.h"

#include <fmt/format.h>

#include <cstring>
#include <string_view>

#include "base/bytes.h"
#include "io/mesh_readers.h"

namespace glance::rooms::io {
namespace {

/// Elements without a view are zeros; a file of a few bytes must not ask for all memory.
constexpr std::uint64_t kMostZeros = 1u << 20;

/// Elements of one size in a buffer. No bytes: all are zeros.
struct Elements {
  std::string_view bytes;
  std::size_t count = 0, size = 0, stride = 0;

  ByteReader operator[](std::size_t i) const { return ByteReader(bytes.substr(i * stride, size)); }
};

/// The elements that begin `offset` bytes after the begin of a view. `where` is for messages.
Result<Elements> in_view(const tinygltf::Model& model, int index, std::uint64_t offset,
                         std::uint64_t count, std::size_t size, std::string_view where) {
  if (index < 0 || static_cast<std::size_t>(index) >= model.bufferViews.size()) {
    return damaged(
        fmt::format("{} names bufferViews[{}] of {}", where, index, model.bufferViews.size()));
  }
  const tinygltf::BufferView& view = model.bufferViews[static_cast<std::size_t>(index)];
  if (view.buffer < 0 || static_cast<std::size_t>(view.buffer) >= model.buffers.size()) {
    return damaged(fmt::format("bufferViews[{}] names buffers[{}] of {}", index, view.buffer,
                               model.buffers.size()));
  }
  const auto& data = model.buffers[static_cast<std::size_t>(view.buffer)].data;
  if (view.byteOffset > data.size() || view.byteLength > data.size() - view.byteOffset) {
    return damaged(fmt::format("bufferViews[{}] ends {} + {} bytes into a buffer of {}", index,
                               view.byteOffset, view.byteLength, data.size()));
  }
  const std::size_t stride = view.byteStride == 0 ? size : view.byteStride;
  if (stride < size) {
    return damaged(
        fmt::format("the elements of {} have {} bytes, but each begins {} after the last", where,
                    size, stride));
  }
  if (count == 0) return Elements{};
  const std::uint64_t room = view.byteLength < offset ? 0 : view.byteLength - offset;
  if (room < size || (room - size) / stride < count - 1) {
    return damaged(
        fmt::format("{} has {} elements from byte {} on, of {} bytes each, but its "
                    "bufferViews[{}] has {} bytes",
                    where, count, offset, stride, index, view.byteLength));
  }
  const auto* begin = reinterpret_cast<const char*>(data.data()) + view.byteOffset + offset;
  return Elements{{begin, (count - 1) * stride + size}, count, size, stride};
}

std::size_t index_size(int component_type) {
  switch (component_type) {
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE: return 1;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT: return 2;
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT: return 4;
    default: return 0;
  }
}

std::uint32_t index_at(const Elements& elements, std::size_t i) {
  ByteReader bytes = elements[i];
  switch (elements.size) {
    case 1: return bytes.get<std::uint8_t>();
    case 2: return bytes.get<std::uint16_t>();
    default: return bytes.get<std::uint32_t>();
  }
}

/// Calls set(i, elements, k) for every element i of the accessor that is the k-th of `elements`:
/// first for those of its view, then for those that its sparse part replaces.
template <class Prepare, class Set>
Result<void> for_elements(const tinygltf::Model& model, int index, std::size_t size,
                          const Prepare& prepare, const Set& set) {
  const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
  const std::string where = fmt::format("accessors[{}]", index);
  if (accessor.bufferView < 0 && accessor.count > kMostZeros) {
    return damaged(fmt::format("{} has {} elements without a view; at most {} are allowed", where,
                               accessor.count, kMostZeros));
  }
  if (accessor.bufferView >= 0) {
    const Result<Elements> plain =
        in_view(model, accessor.bufferView, accessor.byteOffset, accessor.count, size, where);
    if (!plain) return fail(plain.error());
    prepare(plain->count);
    for (std::size_t i = 0; i < plain->count; i++) set(i, *plain, i);
  } else {
    prepare(accessor.count);
  }
  if (!accessor.sparse.isSparse) return {};

  const auto& sparse = accessor.sparse;
  const std::size_t bytes = index_size(sparse.indices.componentType);
  if (bytes == 0) {
    return damaged(fmt::format("the sparse indices of {} have the type {}", where,
                               sparse.indices.componentType));
  }
  const auto count = static_cast<std::uint64_t>(sparse.count);
  const Result<Elements> indices = in_view(model, sparse.indices.bufferView,
                                           static_cast<std::uint64_t>(sparse.indices.byteOffset),
                                           count, bytes, where + ".sparse");
  if (!indices) return fail(indices.error());
  const Result<Elements> values =
      in_view(model, sparse.values.bufferView, static_cast<std::uint64_t>(sparse.values.byteOffset),
              count, size, where + ".sparse");
  if (!values) return fail(values.error());
  for (std::size_t k = 0; k < indices->count; k++) {
    const std::uint32_t i = index_at(*indices, k);
    if (i >= accessor.count) {
      return damaged(
          fmt::format("the sparse part of {} replaces element {} of {}", where, i, accessor.count));
    }
    set(i, *values, k);
  }
  return {};
}

Result<void> check_accessor(const tinygltf::Model& model, int index) {
  if (index >= 0 && static_cast<std::size_t>(index) < model.accessors.size()) return {};
  return damaged(fmt::format("a mesh names accessors[{}] of {}", index, model.accessors.size()));
}

}  // namespace

Result<std::vector<Vec3>> read_positions(const tinygltf::Model& model, int index) {
  if (Result<void> good = check_accessor(model, index); !good) return fail(good.error());
  const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
  if (accessor.type != TINYGLTF_TYPE_VEC3 ||
      accessor.componentType != TINYGLTF_COMPONENT_TYPE_FLOAT) {
    return damaged(
        fmt::format("the positions in accessors[{}] are not vectors of three floats "
                    "(component type {})",
                    index, accessor.componentType));
  }
  std::vector<Vec3> positions;
  Result<void> good = for_elements(
      model, index, 12, [&](std::size_t count) { positions.resize(count); },
      [&](std::size_t i, const Elements& elements, std::size_t k) {
        ByteReader bytes = elements[k];
        for (int axis = 0; axis < 3; axis++) positions[i][axis] = bytes.get_float();
      });
  if (!good) return fail(good.error());
  return positions;
}

Result<std::vector<std::uint32_t>> read_indices(const tinygltf::Model& model, int index) {
  if (Result<void> good = check_accessor(model, index); !good) return fail(good.error());
  const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
  const std::size_t size = index_size(accessor.componentType);
  if (accessor.type != TINYGLTF_TYPE_SCALAR || size == 0) {
    return damaged(
        fmt::format("the indices in accessors[{}] are not unsigned whole numbers "
                    "(component type {})",
                    index, accessor.componentType));
  }
  std::vector<std::uint32_t> indices;
  Result<void> good = for_elements(
      model, index, size, [&](std::size_t count) { indices.resize(count); },
      [&](std::size_t i, const Elements& elements, std::size_t k) {
        indices[i] = index_at(elements, k);
      });
  if (!good) return fail(good.error());
  return indices;
}

}  // namespace glance::rooms::io
