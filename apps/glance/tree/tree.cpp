// `glance tree`: the tree of volumes around a mesh file: sizes, costs, and one level as OBJ.
#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "commands.h"
#include "common/complain.h"
#include "common/input_file.h"
#include "common/memory.h"
#include "common/mesh_input.h"
#include "common/options.h"
#include "glance/volume_tree.h"
#include "measure/markup.h"
#include "tree/convexity_report.h"
#include "tree/sphere_tree_report.h"

namespace glance::app {
namespace {

using measure::show_number, measure::show_seconds;

constexpr std::string_view kTreeDetails =
    R"(Reads a mesh file (OBJ, STL, PLY, OFF, glTF or DAE), builds the tree of
bounding volumes that `glance check` would use, and describes it:

  nodes, leaves, levels  their numbers; the root is a level, too
  leaf excess            how well the leaves fit: the sum of their surface areas
                         over twice the area of the triangles
  area ratio             surface area of all nodes over that of the root: what a
                         search can be expected to cost
  tree, mesh             memory
  built                  the time it took, on all cores
  convex                 whether the mesh is exactly the surface of its convex
                         hull (then it is answered as that); if not, why
  hull                   its convex hull: the part of the volume that the mesh
                         fills, how far the surface is inside the hull at most,
                         and the number of faces compared with that of triangles

--levels N, --builder octree or --builder fitted builds a sphere-tree instead,
for detection that can stop at any level. For each level, a line has the number
of spheres that represent the body, their radii, the volume of their union, how
much of that is outside the body (a surface has no inside: see --solid), and
how far a sphere protrudes at most.

--level K writes the volumes of that level, and the leaves above it, as
surfaces, so that they cover all of the mesh; 0 is the root.

Exit code: 0 if done, 1 if so but --validate found the tree wrong, 2 if the
input or the output failed.

Example:
  $ printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' > t.obj; glance tree t.obj --volume sphere | head -n 3
  volume       sphere, split by sah
  triangles    1
  nodes        1, 1 leaves, 1 levels)";

struct TreeArguments {
  std::string file, out;
  MeshSettings mesh;
  bool solid = false;
  std::optional<std::uint64_t> level;
  bool validate = false, json = false;
  enum class Builder { sah, median, octree, fitted } builder = Builder::sah;
  std::optional<std::uint64_t> levels;  ///< of a sphere-tree
};

using Builder = TreeArguments::Builder;
constexpr std::uint64_t kDefaultLevels = 4;
constexpr std::uint64_t kMostLevel = 1000;  // no tree is so deep

constexpr std::array kBuilders{
    Choice<Builder>{"sah", Builder::sah}, Choice<Builder>{"median", Builder::median},
    Choice<Builder>{"octree", Builder::octree}, Choice<Builder>{"fitted", Builder::fitted}};

double per_triangle(std::size_t bytes, const TreeStatistics& tree) {
  return static_cast<double>(bytes) / static_cast<double>(tree.triangles);
}

double speed(const TreeStatistics& tree) {
  return tree.build_seconds > 0 ? static_cast<double>(tree.triangles) / tree.build_seconds : 0;
}

std::string describe_tree(const TreeStatistics& tree, TreeBuilder builder) {
  const auto row = [](std::string_view name, const std::string& value) {
    return fmt::format("{:<12} {}\n", name, value);
  };
  const auto bytes = [&](std::size_t n) {
    return fmt::format("{}, {} bytes per triangle", show_bytes(static_cast<double>(n)),
                       show_number(per_triangle(n, tree)));
  };
  return row("volume", fmt::format("{}, split by {}", to_string(tree.volume), to_string(builder))) +
         row("triangles", fmt::format("{}", tree.triangles)) +
         row("nodes",
             fmt::format("{}, {} leaves, {} levels", tree.nodes, tree.leaves, tree.levels)) +
         row("leaf excess", show_number(tree.leaf_excess)) +
         row("area ratio", show_number(tree.area_ratio)) + row("tree", bytes(tree.bytes)) +
         row("mesh", bytes(tree.mesh_bytes));
}

Json tree_to_json(const TreeStatistics& tree, TreeBuilder builder) {
  return {{"volume", to_string(tree.volume)},
          {"builder", to_string(builder)},
          {"triangles", tree.triangles},
          {"nodes", tree.nodes},
          {"leaves", tree.leaves},
          {"levels", tree.levels},
          {"leaf_excess", number_to_json(tree.leaf_excess)},
          {"area_ratio", number_to_json(tree.area_ratio)},
          {"bytes", tree.bytes},
          {"bytes_a_triangle", number_to_json(per_triangle(tree.bytes, tree))},
          {"mesh_bytes", tree.mesh_bytes},
          {"build_seconds", tree.build_seconds},
          {"triangles_a_second", number_to_json(speed(tree))}};
}

/// Exactly these doubles when they are read back.
std::string level_as_obj(const std::vector<VolumeOutline>& level) {
  std::string text;
  std::size_t first = 1, number = 0;  // OBJ counts vertices from 1 on, over the whole file
  for (const VolumeOutline& outline : level) {
    text += fmt::format("o node{}\n", number++);
    for (const Vec3& v : outline.vertices) {
      text += fmt::format("v {} {} {}\n", v.x(), v.y(), v.z());
    }
    for (const std::vector<std::uint32_t>& face : outline.faces) {
      text += "f";
      for (const std::uint32_t i : face) text += fmt::format(" {}", first + i);
      text += "\n";
    }
    first += outline.vertices.size();
  }
  return text;
}

Result<std::size_t> write_level(const Result<std::vector<VolumeOutline>>& outlines, int level,
                                const std::string& file) {
  if (!outlines) return fail(fmt::format("--level {}: {}", level, outlines.error().message));
  if (auto ok = check_output_file(file); !ok) return fail("--out: " + ok.error().message);
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out << level_as_obj(*outlines);
  out.close();
  if (!out) return fail(fmt::format("cannot write '{}': {}", file, std::strerror(errno)));
  return outlines->size();
}

int run_sphere_tree(const TreeArguments& arguments, const LoadedMesh& mesh) {
  const SphereTreeOptions options{
      arguments.builder == Builder::octree ? SphereBuilder::octree : SphereBuilder::fitted,
      static_cast<int>(arguments.levels.value_or(kDefaultLevels))};
  Result<SphereTreeReport> report = report_sphere_tree(mesh.shape, options, arguments.validate);
  if (!report) return complain(report.error().message);
  report->json["mesh"] = report_to_json(mesh.report);
  if (arguments.level) {
    const int level = static_cast<int>(*arguments.level);
    const auto count =
        write_level(sphere_tree_level(mesh.shape, options, level), level, arguments.out);
    if (!count) return complain(count.error().message);
    report->text += fmt::format("wrote {} ({} volumes)\n", arguments.out, *count);
    report->json["volumes"] = *count;
  }
  std::cout << (arguments.json ? to_line(report->json) + "\n" : report->text);
  if (!std::cout.flush()) return complain("cannot write to standard output");
  return report->valid ? kExitDone : kExitRefused;
}

int run_tree(TreeArguments& arguments) {
  const bool spheres = arguments.levels || arguments.builder == Builder::octree ||
                       arguments.builder == Builder::fitted;
  arguments.mesh.options.builder =
      arguments.builder == Builder::median ? TreeBuilder::median : TreeBuilder::sah;
  if (spheres && arguments.mesh.options.volume != VolumeKind::sphere) {
    return complain("--levels, --builder octree and --builder fitted need --volume sphere");
  }
  if (arguments.levels && (*arguments.levels < 1 || *arguments.levels > kMaxSphereLevels)) {
    return complain(
        fmt::format("--levels {}: must be 1 to {}", *arguments.levels, kMaxSphereLevels));
  }
  if (arguments.level.has_value() != !arguments.out.empty()) {
    return complain("--level and --out go together");
  }
  if (arguments.level && *arguments.level > kMostLevel) {
    return complain(fmt::format("--level {}: must be at most {}", *arguments.level, kMostLevel));
  }
  arguments.mesh.solidity = arguments.solid ? Solidity::solid : Solidity::surface;
  const Result<LoadedMesh> mesh = load_with_report(arguments.file, arguments.mesh);
  if (!mesh) return complain(mesh.error().message);
  if (spheres) return run_sphere_tree(arguments, *mesh);
  const Result<TreeStatistics> tree = tree_statistics(mesh->shape);
  if (!tree) return complain(tree.error().message);
  const Result<void> valid = arguments.validate ? validate_tree(mesh->shape) : Result<void>();

  std::string text = describe_tree(*tree, arguments.mesh.options.builder);
  text += fmt::format("{:<12} {}, {} triangles per second\n", "built",
                      show_seconds(tree->build_seconds), show_number(speed(*tree)));
  Json json = tree_to_json(*tree, arguments.mesh.options.builder);
  json["mesh"] = report_to_json(mesh->report);
  if (const Result<Convexity> convex = convexity(mesh->shape)) {
    text += describe_convexity(*convex, tree->triangles);
    json["convexity"] = convexity_to_json(*convex);
  }
  if (arguments.validate) {
    text += fmt::format("{:<12} {}\n", "valid", valid ? "yes" : valid.error().message);
    json["valid"] = valid.has_value();
    if (!valid) json["valid_error"] = valid.error().message;
  }
  if (arguments.level) {
    const int level = static_cast<int>(*arguments.level);
    const auto count = write_level(tree_level(mesh->shape, level), level, arguments.out);
    if (!count) return complain(count.error().message);
    text += fmt::format("wrote {} ({} volumes)\n", arguments.out, *count);
    json["volumes"] = *count;
  }
  std::cout << (arguments.json ? to_line(json) + "\n" : text);
  if (!std::cout.flush()) return complain("cannot write to standard output");
  return valid ? kExitDone : kExitRefused;
}

}  // namespace

void add_tree_command(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<TreeArguments>();
  CLI::App& command = add_command(app, "tree", "Describe the tree of volumes around a mesh file",
                                  std::string(kTreeDetails));
  add_argument(command, "MESH", "A mesh file", arguments->file);
  start_group(command, "Tree");
  add_volume_option(command, arguments->mesh.options.volume);
  add_choice(command, "--builder", "How triangles are split in two sets, or spheres are placed",
             kBuilders, arguments->builder);
  add_real(command, "--tiles", "Leaf volumes per triangle, on average: 1 to 64",
           arguments->mesh.options.tiles);
  add_whole_number(command, "--levels", "Levels of a sphere-tree, with the root: 1 to 10",
                   arguments->levels,
                   fmt::format("{} with --builder octree or fitted", kDefaultLevels));
  add_switch(command, "--solid", "The mesh is the body that its surface encloses",
             arguments->solid);
  start_group(command, "Output");
  add_whole_number(command, "--level", "Write the volumes of this level to the file of --out",
                   arguments->level);
  add_text(command, "--out", "An OBJ file, for --level", arguments->out);
  add_switch(command, "--validate", "Check that every node encloses its triangles",
             arguments->validate);
  add_switch(command, "--json", "Write one line of JSON", arguments->json);
  add_switch(command, "-v,--verbose", "Write all that was found in the file to standard error",
             arguments->mesh.verbose);
  on_run(command, [arguments, &exit_code] { exit_code = run_tree(*arguments); });
}

}  // namespace glance::app
