// Tested in tests/unit/io/gltf_damaged_test.cpp (GltfDamaged.MembersMustHaveTheirTypes).
#include "io/gltf_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "io/mesh_readers.h"

namespace glance::rooms::io {
namespace {

using Json = nlohmann::json;

enum class Kind { index, size, indices, numbers, text, flag, object };

struct Member {
  const char* name;
  Kind kind;
  bool required = false;
  std::size_t count = 0;  ///< of numbers
};

constexpr std::array<Member, 2> kAsset{{{"version", Kind::text, true}, {"minVersion", Kind::text}}};
constexpr std::array<Member, 1> kScene{{{"nodes", Kind::indices}}};
constexpr std::array<Member, 7> kNode{{{"name", Kind::text},
                                       {"mesh", Kind::index},
                                       {"children", Kind::indices},
                                       {"matrix", Kind::numbers, false, 16},
                                       {"translation", Kind::numbers, false, 3},
                                       {"rotation", Kind::numbers, false, 4},
                                       {"scale", Kind::numbers, false, 3}}};
constexpr std::array<Member, 1> kMesh{{{"name", Kind::text}}};
constexpr std::array<Member, 3> kPrimitive{
    {{"attributes", Kind::object, true}, {"indices", Kind::index}, {"mode", Kind::index}}};
constexpr std::array<Member, 1> kAttributes{{{"POSITION", Kind::index}}};
constexpr std::array<Member, 7> kAccessor{{{"bufferView", Kind::index},
                                           {"byteOffset", Kind::size},
                                           {"componentType", Kind::index, true},
                                           {"count", Kind::size, true},
                                           {"type", Kind::text, true},
                                           {"normalized", Kind::flag},
                                           {"sparse", Kind::object}}};
constexpr std::array<Member, 3> kSparse{{{"count", Kind::index, true},
                                         {"indices", Kind::object, true},
                                         {"values", Kind::object, true}}};
constexpr std::array<Member, 3> kSparseIndices{{{"bufferView", Kind::index, true},
                                                {"byteOffset", Kind::index},
                                                {"componentType", Kind::index, true}}};
constexpr std::array<Member, 2> kSparseValues{
    {{"bufferView", Kind::index, true}, {"byteOffset", Kind::index}}};
constexpr std::array<Member, 4> kBufferView{{{"buffer", Kind::index, true},
                                             {"byteOffset", Kind::size},
                                             {"byteLength", Kind::size, true},
                                             {"byteStride", Kind::size}}};
constexpr std::array<Member, 2> kBuffer{{{"byteLength", Kind::size, true}, {"uri", Kind::text}}};

/// tinygltf's indices are ints; its sizes have 64 bits.
bool is_whole(const Json& value, std::uint64_t most) {
  return value.is_number_unsigned() && value.get<std::uint64_t>() <= most;
}
bool is_index(const Json& value) { return is_whole(value, std::numeric_limits<int>::max()); }

bool has_kind(const Json& value, const Member& member) {
  switch (member.kind) {
    case Kind::index: return is_index(value);
    case Kind::size: return is_whole(value, std::numeric_limits<std::int64_t>::max());
    case Kind::indices:
      return value.is_array() && std::all_of(value.begin(), value.end(), is_index);
    case Kind::numbers:
      return value.is_array() && value.size() == member.count &&
             std::all_of(value.begin(), value.end(), [](const Json& n) { return n.is_number(); });
    case Kind::text: return value.is_string();
    case Kind::flag: return value.is_boolean();
    case Kind::object: return value.is_object();
  }
  return false;
}

std::string kind_name(const Member& member) {
  switch (member.kind) {
    case Kind::index: return "a whole number from 0 to 2147483647";
    case Kind::size: return "a whole number, at least 0";
    case Kind::indices: return "an array of whole numbers from 0 to 2147483647";
    case Kind::numbers: return fmt::format("an array of {} numbers", member.count);
    case Kind::text: return "a string";
    case Kind::flag: return "true or false";
    case Kind::object: return "an object";
  }
  return {};
}

Result<void> check(const Json& object, const std::string& where, std::span<const Member> members) {
  for (const Member& member : members) {
    const auto found = object.find(member.name);
    if (found == object.end()) {
      if (member.required) return damaged(fmt::format("{} has no '{}'", where, member.name));
    } else if (!has_kind(*found, member)) {
      return damaged(fmt::format("'{}' of {} is not {}", member.name, where, kind_name(member)));
    }
  }
  return {};
}

/// Calls `each(item, "nodes[3]")` for every item of a member that, if it is there, must be an array
/// of objects.
template <class Each>
Result<void> for_each(const Json& object, const std::string& prefix, const char* name,
                      const Each& each) {
  const auto found = object.find(name);
  if (found == object.end()) return {};
  if (!found->is_array()) return damaged(fmt::format("'{}{}' is not an array", prefix, name));
  for (std::size_t i = 0; i < found->size(); i++) {
    const std::string where = fmt::format("{}{}[{}]", prefix, name, i);
    if (!(*found)[i].is_object()) return damaged(fmt::format("{} is not an object", where));
    if (Result<void> good = each((*found)[i], where); !good) return good;
  }
  return {};
}

Result<void> check_mesh(const Json& mesh, const std::string& where) {
  if (Result<void> good = check(mesh, where, kMesh); !good) return good;
  return for_each(mesh, where + ".", "primitives", [](const Json& item, const std::string& place) {
    if (Result<void> good = check(item, place, kPrimitive); !good) return good;
    return check(item["attributes"], place + ".attributes", kAttributes);
  });
}

Result<void> check_accessor(const Json& accessor, const std::string& where) {
  if (Result<void> good = check(accessor, where, kAccessor); !good) return good;
  const auto sparse = accessor.find("sparse");
  if (sparse == accessor.end()) return {};
  if (Result<void> good = check(*sparse, where + ".sparse", kSparse); !good) return good;
  Result<void> good = check((*sparse)["indices"], where + ".sparse.indices", kSparseIndices);
  if (!good) return good;
  return check((*sparse)["values"], where + ".sparse.values", kSparseValues);
}

/// Extensions that say how things look, not where they are. Of all others we cannot know.
bool is_about_looks(std::string_view extension) {
  constexpr std::array<std::string_view, 9> kPrefixes{
      "KHR_materials_", "KHR_texture_",   "EXT_texture_", "MSFT_texture_", "KHR_lights_",
      "EXT_lights_",    "EXT_materials_", "KHR_xmp",      "KHR_animation_"};
  return std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [&](std::string_view prefix) { return extension.starts_with(prefix); });
}

Result<void> check_version(const Json& root) {
  const auto asset = root.find("asset");
  if (asset == root.end() || !asset->is_object()) return damaged("the file has no 'asset'");
  if (Result<void> good = check(*asset, "asset", kAsset); !good) return good;
  const auto& version = (*asset)["version"].get_ref<const std::string&>();
  if (version.starts_with("2.")) return {};
  return fail(ErrorCode::unsupported,
              fmt::format("glTF version '{}' is not supported, only 2.0", version.substr(0, 20)));
}

Result<void> check_extensions(const Json& root) {
  const auto required = root.find("extensionsRequired");
  if (required == root.end()) return {};
  if (!required->is_array()) return damaged("'extensionsRequired' is not an array");
  for (const Json& name : *required) {
    if (!name.is_string()) return damaged("'extensionsRequired' holds something else than strings");
    const auto& extension = name.get_ref<const std::string&>();
    if (is_about_looks(extension)) continue;
    return fail(ErrorCode::unsupported,
                fmt::format("the file needs the glTF extension '{}', which is not supported",
                            extension.substr(0, 60)));
  }
  return {};
}

Result<std::vector<GltfBuffer>> check_root(const Json& root, bool has_binary_chunk) {
  if (!root.is_object()) return damaged("a glTF file is one object of JSON");
  if (Result<void> good = check_version(root); !good) return fail(good.error());
  if (Result<void> good = check_extensions(root); !good) return fail(good.error());
  const std::array<Member, 1> scene{{{"scene", Kind::index}}};
  if (Result<void> good = check(root, "the file", scene); !good) return fail(good.error());
  const auto all = [&](const char* name, std::span<const Member> members) {
    return for_each(root, "", name, [&](const Json& item, const std::string& where) {
      return check(item, where, members);
    });
  };
  if (Result<void> good = all("scenes", kScene); !good) return fail(good.error());
  if (Result<void> good = all("nodes", kNode); !good) return fail(good.error());
  if (Result<void> good = all("bufferViews", kBufferView); !good) return fail(good.error());
  if (Result<void> good = all("buffers", kBuffer); !good) return fail(good.error());
  if (Result<void> good = for_each(root, "", "meshes", check_mesh); !good)
    return fail(good.error());
  if (Result<void> good = for_each(root, "", "accessors", check_accessor); !good)
    return fail(good.error());
  std::vector<GltfBuffer> buffers;
  Result<void> good =
      for_each(root, "", "buffers", [&](const Json& item, const std::string& where) {
        const GltfBuffer& buffer = buffers.emplace_back(
            GltfBuffer{item.value("uri", ""), item["byteLength"].get<std::uint64_t>()});
        if (!buffer.uri.empty() || (buffers.size() == 1 && has_binary_chunk)) return Result<void>();
        return Result<void>(damaged(where + " has no 'uri' that says where its bytes are"));
      });
  if (!good) return fail(good.error());
  return buffers;
}

}  // namespace

Result<std::vector<GltfBuffer>> check_gltf_members(std::string_view json, bool has_binary_chunk) {
  try {
    return check_root(Json::parse(json.begin(), json.end()), has_binary_chunk);
  } catch (const Json::parse_error& error) {
    return damaged(fmt::format("no JSON from byte {} on", error.byte));
  } catch (const Json::exception&) {  // a number that is too large for a double
    return damaged("a number of the JSON is out of range");
  }
}

}  // namespace glance::rooms::io
