#include "common/mesh_input.h"

#include <fmt/format.h>

#include <array>
#include <iostream>
#include <sstream>

#include "common/options.h"
#include "glance/mesh_file.h"
#include "measure/stopwatch.h"

namespace glance::app {
namespace {

constexpr std::array kVolumes{Choice<VolumeKind>{"auto", VolumeKind::automatic},
                              Choice<VolumeKind>{"sphere", VolumeKind::sphere},
                              Choice<VolumeKind>{"aabb", VolumeKind::aabb},
                              Choice<VolumeKind>{"obb", VolumeKind::obb},
                              Choice<VolumeKind>{"kdop14", VolumeKind::kdop14},
                              Choice<VolumeKind>{"kdop18", VolumeKind::kdop18},
                              Choice<VolumeKind>{"kdop26", VolumeKind::kdop26}};

}  // namespace

void add_volume_option(CLI::App& command, VolumeKind& volume) {
  add_choice(command, "--volume", "What the nodes of the tree are enclosed in", kVolumes, volume);
}

Result<Shape> example_mesh(VolumeKind volume) {
  const std::array<Vec3, 3> corners{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
  const std::array<Triangle, 1> triangle{Triangle{0, 1, 2}};
  return Shape::mesh(corners, triangle, {.volume = volume});
}

std::string first_lines(const std::string& text, int count) {
  std::istringstream lines(text);
  std::string shown;
  for (std::string line; count > 0 && std::getline(lines, line); count--) {
    shown += "  " + line + "\n";
  }
  return shown;
}

Result<LoadedMesh> load_with_report(const std::string& file, const MeshOptions& options) {
  MeshReport report;
  const measure::Stopwatch watch;
  const Result<Shape> shape = load_mesh(file, options, &report);
  const double seconds = watch.seconds();
  if (!report.clean()) {
    std::istringstream lines(to_string(report));
    for (std::string line; std::getline(lines, line);) {
      std::cerr << fmt::format("glance: '{}': {}\n", file, line);
    }
  }
  if (!shape) {
    const std::string& message = shape.error().message;
    const bool named = message.find(file) != message.npos;
    return fail(named ? message : fmt::format("'{}': {}", file, message));
  }
  return LoadedMesh{*shape, report, seconds};
}

Json report_to_json(const MeshReport& report) {
  Json json = {{"vertices", report.vertices}, {"triangles", report.triangles}};
  add_work(json, "non_finite_vertices", report.non_finite_vertices);
  add_work(json, "non_finite_triangles", report.non_finite_triangles);
  add_work(json, "degenerate_triangles", report.degenerate_triangles);
  add_work(json, "duplicate_triangles", report.duplicate_triangles);
  add_work(json, "unused_vertices", report.unused_vertices);
  add_work(json, "merged_vertices", report.merged_vertices);
  add_work(json, "pieces", report.pieces);
  add_work(json, "boundary_edges", report.boundary_edges);
  add_work(json, "holes", report.holes);
  add_work(json, "non_manifold_edges", report.non_manifold_edges);
  add_work(json, "turned_triangles", report.turned_triangles);
  add_work(json, "misoriented_edges", report.misoriented_edges);
  json["closed"] = report.closed;
  if (report.closed) json["volume"] = number_to_json(report.volume);
  return json;
}

}  // namespace glance::app
