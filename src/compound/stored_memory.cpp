// The form: whether there is anything. The separation list: its trees and shapes, what it counts,
// flags, where the search stopped, the last two leaves, how far the bodies have gone, where B was,
// its entries. Whether a distance is known, and of which shapes, poses and leaves; likewise a point
// of one inside the other. The parts: nodes, cache, and what they remember of trees themselves.
// Tested in tests/unit/world/parts_test.cpp (WorldOfParts.GoesOnAfterRestoring).
#include "compound/stored_memory.h"

#include "bound/compound_body.h"
#include "exact/cache_access.h"
#include "mesh/tree_memory.h"

namespace glance::rooms::compound {
namespace {

void put_nodes(NodePair pair, ByteWriter& out) {
  out.put(pair.a);
  out.put(pair.b);
}

NodePair get_nodes(ByteReader& in) {
  const auto a = in.get<std::uint32_t>(), b = in.get<std::uint32_t>();
  return {a, b};
}

/// Everything that decides what the next search examines, so that a restored world does the same
/// work and gives the same bits. (`is_unchecked` is not stored: what is read is unchecked.)
void put_list(const SeparationList& list, ByteWriter& out) {
  for (const std::uint64_t id : {list.tree_a, list.tree_b, list.shape_a, list.shape_b}) out.put(id);
  for (const std::uint32_t n : {list.still, list.built_size, list.settled}) out.put(n);
  for (const bool flag : {list.fresh, list.interrupted, list.lost, list.has_last}) out.put(flag);
  out.put(static_cast<std::uint8_t>(list.settled_for));
  out.put(list.settled_limit);
  put_pose(list.settled_pose_a, out);
  put_pose(list.settled_pose_b, out);
  put_nodes(list.last, out);
  out.put(list.travel);
  for (const double x : list.placed) out.put(x);
  out.put(static_cast<std::uint32_t>(list.entries.size()));
  for (const ListEntry& entry : list.entries) {
    put_nodes(entry.pair, out);
    out.put(entry.until);
  }
}

Result<void> get_list(ByteReader& in, SeparationList& list) {
  for (std::uint64_t* id : {&list.tree_a, &list.tree_b, &list.shape_a, &list.shape_b}) {
    *id = in.get<std::uint64_t>();
  }
  for (std::uint32_t* n : {&list.still, &list.built_size, &list.settled}) {
    *n = in.get<std::uint32_t>();
  }
  for (bool* flag : {&list.fresh, &list.interrupted, &list.lost, &list.has_last}) {
    *flag = in.get_bool();
  }
  const auto settled_for = in.get<std::uint8_t>();
  // Refused rather than cast: an enumerator that does not exist matches no search.
  if (settled_for > static_cast<std::uint8_t>(SearchFor::nearest)) {
    return fail(ErrorCode::bad_data, "a separation list of a search that does not exist");
  }
  list.settled_for = static_cast<SearchFor>(settled_for);
  list.settled_limit = in.get_double();
  const Result<Pose> pose_a = get_pose(in), pose_b = get_pose(in);
  if (!pose_a || !pose_b)
    return fail(ErrorCode::bad_data, "a separation list with an invalid pose");
  list.settled_pose_a = *pose_a;
  list.settled_pose_b = *pose_b;
  list.last = get_nodes(in);
  list.travel = in.get_double();
  // Distances may be infinite (no limit), but a NaN compares as neither near nor far, and a
  // negative way travelled would make old bounds last too long.
  bool numbers = !std::isnan(list.settled_limit) && std::isfinite(list.travel) && list.travel >= 0;
  for (double& x : list.placed) {
    x = in.get_double();
    numbers &= std::isfinite(x);
  }
  const auto count = in.get<std::uint32_t>();
  // Before memory is allocated: a forged count must not ask for more entries than there are bytes
  // (12 for each).
  if (!in.fits(count, 12)) return fail(ErrorCode::bad_data, "a separation list that is too long");
  list.entries.resize(count);
  for (ListEntry& entry : list.entries) {
    entry.pair = get_nodes(in);
    entry.until = in.get_float();
    numbers &= !std::isnan(entry.until);
  }
  if (!numbers) return fail(ErrorCode::bad_data, "a separation list with an invalid length");
  // (A list that was dropped for its length has no entries, so all was left to do.)
  if (list.settled > count && count > 0)
    return fail(ErrorCode::bad_data, "a separation list that got beyond its end");
  // Which nodes exist is not known here: the trees may be those of other shapes by now. claim()
  // checks that before the first use.
  list.is_unchecked = true;
  return {};
}

void put_settled(const SettledDistance& settled, ByteWriter& out) {
  // Most pairs know nothing: one byte says so.
  const bool known = !(settled == SettledDistance{});
  out.put(known);
  if (!known) return;
  out.put(settled.shape_a);
  out.put(settled.shape_b);
  put_pose(settled.pose_a, out);
  put_pose(settled.pose_b, out);
  put_nodes(settled.nearest, out);
}

Result<void> get_settled(ByteReader& in, SettledDistance& settled) {
  if (!in.get_bool()) return {};
  settled.shape_a = in.get<std::uint64_t>();
  settled.shape_b = in.get<std::uint64_t>();
  const Result<Pose> pose_a = get_pose(in), pose_b = get_pose(in);
  if (!pose_a || !pose_b) return fail(ErrorCode::bad_data, "a known distance with an invalid pose");
  settled.pose_a = *pose_a;
  settled.pose_b = *pose_b;
  settled.nearest = get_nodes(in);
  return {};
}

void put_inside(const SettledInside& inside, ByteWriter& out) {
  const bool known = !(inside == SettledInside{});
  out.put(known);
  if (!known) return;
  out.put(inside.shape_a);
  out.put(inside.shape_b);
  for (const bool flag : {inside.solid_a, inside.solid_b, inside.touching}) out.put(flag);
  put_pose(inside.pose_a, out);
  put_pose(inside.pose_b, out);
  out.put(inside.point.has_value());
  if (inside.point) out.put(*inside.point);
}

Result<void> get_inside(ByteReader& in, SettledInside& inside) {
  if (!in.get_bool()) return {};
  inside.shape_a = in.get<std::uint64_t>();
  inside.shape_b = in.get<std::uint64_t>();
  for (bool* flag : {&inside.solid_a, &inside.solid_b, &inside.touching}) *flag = in.get_bool();
  const Result<Pose> pose_a = get_pose(in), pose_b = get_pose(in);
  if (!pose_a || !pose_b)
    return fail(ErrorCode::bad_data, "a point inside of bodies with an invalid pose");
  inside.pose_a = *pose_a;
  inside.pose_b = *pose_b;
  if (!in.get_bool()) return {};
  inside.point = in.get_vec3();
  if (!is_finite(*inside.point))
    return fail(ErrorCode::bad_data, "a point inside of a body that is not finite");
  return {};
}

/// Whether there is anything to store: a memory that was only allocated leads to the same answers
/// as none, so it must give the same bytes.
bool has_content(const TreeMemory& memory) {
  return !(memory.list == SeparationList{} && memory.settled == SettledDistance{} &&
           memory.inside == SettledInside{} && memory.parts.empty());
}

void put_memory(const PairCache& cache, bool of_parts, ByteWriter& out) {
  const TreeMemory* memory = trees_of(cache).get();
  const bool known = memory && has_content(*memory);
  out.put(known);
  if (!known) return;
  put_list(memory->list, out);
  put_settled(memory->settled, out);
  put_inside(memory->inside, out);
  if (of_parts) return;  // which have no parts themselves: compounds in compounds are one
  out.put(static_cast<std::uint32_t>(memory->parts.size()));
  for (const PartMemory& part : memory->parts) {
    put_nodes({part.part_a, part.part_b}, out);
    out.put(part.cache.to_bytes());
    put_memory(part.cache, true, out);
  }
}

/// Whether a list that claims to belong to these two bodies can.
Result<void> check_list(const SeparationList& list, const Shape& a, const Shape& b) {
  const TreeSize size_a = tree_size(a), size_b = tree_size(b);
  const bool claims = list.tree_a == size_a.id && list.tree_b == size_b.id;
  if (!claims || list.fits(size_a, size_b)) return {};
  return fail(ErrorCode::bad_data, "a separation list of nodes that its trees do not have");
}

/// Memories are kept for pairs of leaf nodes (and of hulls above them, which are convex and have no
/// list).
bool is_leaf_node(const Shape& shape, std::uint32_t node) {
  if (shape.kind() != ShapeKind::compound) return node == 0;
  const auto nodes = compound_of(shape).nodes();
  return node < nodes.size() && nodes[node].is_leaf();
}

const Shape& leaf_shape(const Shape& shape, std::uint32_t node) {
  if (shape.kind() != ShapeKind::compound) return shape;
  return shape.leaf_parts()[compound_of(shape).nodes()[node].leaf].shape;
}

/// The parts, in ascending order of nodes: they are found by bisection (PartWalk::memory), which a
/// list out of order would lead wrong.
Result<void> get_parts(ByteReader& in, const Shape& a, const Shape& b, TreeMemory& memory) {
  // The fewest bytes of a part: its nodes, its cache, and that it remembers no trees.
  constexpr std::size_t kPartBytes = 8 + PairCache::kBytes + 1;
  const auto count = in.get<std::uint32_t>();
  if (!in.fits(count, kPartBytes))
    return fail(ErrorCode::bad_data, "a pair that remembers too many parts");
  memory.parts.reserve(count);
  for (std::uint32_t i = 0; i < count; i++) {
    const NodePair nodes = get_nodes(in);
    auto cache = PairCache::from_bytes(in.take(PairCache::kBytes));
    if (!cache) return fail(cache.error());
    if (!memory.parts.empty()) {
      const PartMemory& before = memory.parts.back();
      const bool ascends =
          before.part_a != nodes.a ? before.part_a < nodes.a : before.part_b < nodes.b;
      if (!ascends) return fail(ErrorCode::bad_data, "a pair whose parts are out of order");
    }
    if (in.get_bool()) {
      TreeMemory& of_part = trees_of(*cache).make();
      if (auto good = get_list(in, of_part.list); !good) return good;
      if (auto good = get_settled(in, of_part.settled); !good) return good;
      if (auto good = get_inside(in, of_part.inside); !good) return good;
      // (Unless the shapes were changed since: then the numbers belong to other trees.)
      if (is_leaf_node(a, nodes.a) && is_leaf_node(b, nodes.b)) {
        const Shape &part_a = leaf_shape(a, nodes.a), &part_b = leaf_shape(b, nodes.b);
        if (auto good = check_list(of_part.list, part_a, part_b); !good) return good;
      }
    }
    memory.parts.push_back({nodes.a, nodes.b, *std::move(cache)});
  }
  return {};
}

}  // namespace

void put_trees(const PairCache& cache, ByteWriter& out) { put_memory(cache, false, out); }

Result<void> get_trees(ByteReader& in, const Shape& a, const Shape& b, PairCache& cache) {
  if (!in.get_bool()) return {};
  TreeMemory& memory = trees_of(cache).make();
  if (auto good = get_list(in, memory.list); !good) return good;
  if (auto good = get_settled(in, memory.settled); !good) return good;
  if (auto good = get_inside(in, memory.inside); !good) return good;
  const bool compound = a.kind() == ShapeKind::compound || b.kind() == ShapeKind::compound;
  if (!compound) {
    if (auto good = check_list(memory.list, a, b); !good) return good;
  }
  if (auto good = get_parts(in, a, b, memory); !good) return good;
  // Past the end the reader gives zeros, which are valid numbers; so whether it got that far is
  // asked once, at the end.
  if (!in.ok()) return fail(ErrorCode::bad_data, "what a pair remembers ends too early");
  return {};
}

}  // namespace glance::rooms::compound
