#include "common/mesh_input.h"

#include <fmt/format.h>

#include <array>
#include <iostream>
#include <sstream>
#include <string_view>

#include "common/complain.h"
#include "common/input_file.h"
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

/// As a solid if that is asked for or possible.
Result<Shape> make_mesh(const MeshFile& file, const MeshSettings& settings, MeshReport& report,
                        bool& solid) {
  MeshOptions options = settings.options;
  solid = options.solid = settings.solidity != Solidity::surface;
  Result<Shape> shape = Shape::mesh(file, options, &report);
  if (shape || settings.solidity != Solidity::if_closed || report.closed) return shape;
  // It failed before the tree was built, so that little was done in vain.
  solid = options.solid = false;
  return Shape::mesh(file, options, &report);
}

void print_report(const std::string& file, const MeshReport& report, bool verbose) {
  if (verbose) {
    std::istringstream lines(to_string(report));
    for (std::string line; std::getline(lines, line);) {
      std::cerr << message_line(fmt::format("{}: {}", file, line));
    }
  } else if (const std::string summary = summarize(report); !summary.empty()) {
    std::cerr << message_line(fmt::format("{}: {}; -v says why", file, summary));
  }
}

}  // namespace

void add_volume_option(CLI::App& command, VolumeKind& volume) {
  add_choice(command, "--volume", "Bounding volumes of the tree's nodes", kVolumes, volume);
}

std::string summarize(const MeshReport& report) {
  const std::size_t dropped =
      report.non_finite_triangles + report.degenerate_triangles + report.duplicate_triangles;
  std::string text;
  const auto add = [&](std::size_t count, std::size_t all, std::string_view what) {
    if (count == 0) return;
    text += text.empty() ? fmt::format("{} of {} {}", count, all, what)
                         : fmt::format(", {} {}", count, what);
  };
  if (dropped > 0) {
    add(dropped, report.triangles, "triangles dropped");
    add(report.turned_triangles, report.triangles, "flipped");
  } else {
    add(report.turned_triangles, report.triangles, "triangles flipped");
  }
  if (text.empty()) add(report.non_finite_vertices, report.vertices, "vertices dropped");
  return text;
}

std::string describe_solidity(const LoadedMesh& mesh) {
  const MeshReport& r = mesh.report;
  if (mesh.solid) return r.volume < 0 ? "solid (closed, inside out)" : "solid (closed)";
  if (r.closed) return "surface (as asked)";
  if (r.holes > 0) return fmt::format("surface ({} hole{})", r.holes, r.holes == 1 ? "" : "s");
  return "surface (not closed)";
}

Result<LoadedMesh> load_with_report(const std::string& file, const MeshSettings& settings) {
  if (const Result<void> ok = check_input_file(file); !ok) return fail(ok.error());
  const measure::Stopwatch watch;
  Result<MeshFile> data = read_mesh(file);
  if (data && settings.factor.changes()) {
    for (Vec3& v : data->vertices) v = settings.factor.apply(v);
  }
  MeshReport report;
  bool solid = false;
  const Result<Shape> shape =
      data ? make_mesh(*data, settings, report, solid) : Result<Shape>(fail(data.error()));
  const double seconds = watch.seconds();
  print_report(file, report, settings.verbose && data.has_value());
  if (!shape) {
    const std::string& message = shape.error().message;
    const bool named = message.find(file) != message.npos;
    return fail(named ? message : fmt::format("{}: {}", file, message));
  }
  return LoadedMesh{*shape, report, solid, seconds};
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
