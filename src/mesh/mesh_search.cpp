// Tested in tests/property/mesh_lists_test.cpp (MeshLists.SearchesInStepsFindTheSame).
#include "mesh/mesh_search.h"

#include "exact/cache_access.h"
#include "glance/hash.h"
#include "mesh/separation_list.h"

namespace glance::rooms::mesh {
namespace {

/// Identifies what a list remembers of a convex body. The bounding volumes depend on its bounds
/// alone. A search that can be interrupted also remembers which pairs were examined already, so
/// then (`whole`) the identity includes everything that those answers depend on.
std::uint64_t convex_id(const Shape& shape, bool whole, double precision) {
  Hash hash;
  hash.add(shape.bounds().lower).add(shape.bounds().upper);
  if (!whole) return hash.value();
  hash.add(static_cast<std::uint64_t>(shape.kind())).add(shape.sizes()).add(shape.rounding());
  hash.add(precision);
  for (const Vec3& v : shape.vertices()) hash.add(v);
  return hash.value();
}

template <class Volume>
/// The search for one kind of volume: the kind is known here, so that tests of volumes are inlined.
void search_volumes(const MeshQuestion& question, LeafGoal& goal) {
  constexpr VolumeKind kKind = kind_of<Volume>();
  const MeshSide &a = question.a, &b = question.b;
  const QueryOptions& options = question.asked.options;
  SeparationList& separation = trees_of(question.asked.cache).make().list;
  // A search with a limit on its tests may be interrupted, and continued by the next question.
  const bool in_steps = options.max_volume_tests != UINT32_MAX;
  const auto run = [&](const TreeView<Volume>& view_a, const TreeView<Volume>& view_b) {
    const Placement place(view_a.frame, a.pose, view_b.frame, b.pose);
    ListSearch<Volume, LeafGoal> search(view_a, view_b, place, a.pose, b.pose, goal, separation,
                                        mesh_workspace(question.workspace).search,
                                        options.tuning.list);
    if (goal.what == SearchFor::hit || goal.seeks_nearest()) {
      search.stop_after(options.max_volume_tests);
    }
    search.run(goal.what, question.are_triangles() || in_steps);
    QueryWork& work = goal.answer.work;
    work.interrupted = search.interrupted();
    work.volume_tests += search.counts().volume_tests;
    work.volume_updates += search.counts().volume_tests;
    work.primitive_tests += search.counts().primitive_tests;
    work.list_entries = static_cast<std::uint32_t>(separation.entries.size());
  };
  // A convex body has no tree: it becomes a tree of a single leaf.
  if (!a.mesh) {
    const LeafTree<Volume> leaf(a.shape.bounds());
    run(leaf.view(convex_id(a.shape, in_steps, options.precision)),
        b.mesh->tree(kKind).template view<Volume>());
  } else if (!b.mesh) {
    const LeafTree<Volume> leaf(b.shape.bounds());
    run(a.mesh->tree(kKind).template view<Volume>(),
        leaf.view(convex_id(b.shape, in_steps, options.precision)));
  } else {
    run(a.mesh->tree(kKind).template view<Volume>(), b.mesh->tree(kKind).template view<Volume>());
  }
}

}  // namespace

void claim(const MeshQuestion& question, SeparationList& separation) {
  const TreeSize size_a = tree_size(question.a.shape), size_b = tree_size(question.b.shape);
  // A list from a file may name nodes that do not exist: its numbers are checked once.
  if (separation.tree_a == size_a.id && separation.tree_b == size_b.id) {
    if (!separation.is_unchecked || separation.fits(size_a, size_b)) {
      separation.is_unchecked = false;
      return;
    }
  }
  separation.clear();
  separation.tree_a = size_a.id;
  separation.tree_b = size_b.id;
}

void search_trees(const MeshQuestion& question, LeafGoal& goal) {
  const VolumeKind kind = (question.a.mesh ? question.a.mesh : question.b.mesh)->tree().kind();
  with_volume(kind, [&]<class Volume>(std::type_identity<Volume>) {
    search_volumes<Volume>(question, goal);
  });
}

}  // namespace glance::rooms::mesh
