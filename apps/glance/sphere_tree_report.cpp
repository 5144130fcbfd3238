#include "sphere_tree_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numbers>

#include "markup.h"
#include "memory.h"

namespace glance::app {
namespace {

/// Rings of latitude: enough to look round.
VolumeOutline outline_of_sphere(const SphereNode& sphere) {
  constexpr std::uint32_t kAround = 12, kRings = 5;
  VolumeOutline outline;
  const auto add = [&](double up, double angle) {
    outline.vertices.push_back(sphere.center + sphere.radius * Vec3(std::cos(up) * std::cos(angle),
                                                                    std::cos(up) * std::sin(angle),
                                                                    std::sin(up)));
  };
  add(-std::numbers::pi / 2, 0);
  for (std::uint32_t i = 1; i <= kRings; i++) {
    for (std::uint32_t k = 0; k < kAround; k++) {
      add(std::numbers::pi * (double(i) / (kRings + 1) - 0.5), 2 * std::numbers::pi * k / kAround);
    }
  }
  add(std::numbers::pi / 2, 0);
  const auto at = [](std::uint32_t ring, std::uint32_t k) {
    return 1 + ring * kAround + k % kAround;
  };
  for (std::uint32_t k = 0; k < kAround; k++) {
    outline.faces.push_back({0, at(0, k + 1), at(0, k)});
    for (std::uint32_t i = 0; i + 1 < kRings; i++) {
      outline.faces.push_back({at(i, k), at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)});
    }
    outline.faces.push_back({at(kRings - 1, k), at(kRings - 1, k + 1), 1 + kRings * kAround});
  }
  return outline;
}

}  // namespace

Result<SphereTreeReport> report_sphere_tree(const Shape& shape, const SphereTreeOptions& options,
                                            bool validate) {
  const auto start = std::chrono::steady_clock::now();
  const Result<SphereTree> tree = SphereTree::make(shape, options);
  if (!tree) return fail(tree.error().message);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  SphereTreeReport report;
  report.text =
      fmt::format("{:<12} spheres, {}\n{:<12} {}, {} levels\n", "volume",
                  to_string(options.builder), "nodes", tree->nodes().size(), tree->levels());
  Json levels = Json::array();
  for (int l = 0; l < tree->levels(); l++) {
    const std::vector<SphereNode> spheres = tree->level(l);
    const auto [least, most] = std::ranges::minmax_element(spheres, {}, &SphereNode::radius);
    const Result<SphereFit> fit = sphere_fit(*tree, shape, l);
    if (!fit) return fail(fit.error().message);
    report.text +=
        fmt::format("{:<12} {} spheres, radius {} to {}, volume {}, outside {}, overhang {}\n",
                    fmt::format("level {}", l), spheres.size(), show_number(least->radius),
                    show_number(most->radius), show_number(fit->volume), show_number(fit->excess),
                    show_number(fit->hausdorff));
    levels.push_back({{"spheres", spheres.size()},
                      {"smallest_radius", least->radius},
                      {"largest_radius", most->radius},
                      {"volume", fit->volume},
                      {"excess", fit->excess},
                      {"overhang", fit->hausdorff}});
  }
  report.text +=
      fmt::format("{:<12} {}\n{:<12} {}\n{:<12} {}\n", "inside",
                  tree->covers_inside() ? "covered" : "may be hollow", "tree",
                  show_bytes(static_cast<double>(tree->bytes())), "built", show_seconds(seconds));
  report.json = {{"volume", "sphere"},
                 {"builder", to_string(options.builder)},
                 {"nodes", tree->nodes().size()},
                 {"levels", std::move(levels)},
                 {"covers_inside", tree->covers_inside()},
                 {"bytes", tree->bytes()},
                 {"build_seconds", seconds}};
  if (validate) {
    const Result<void> valid = tree->validate();
    report.valid = valid.has_value();
    report.text += fmt::format("{:<12} {}\n", "valid", valid ? "yes" : valid.error().message);
    report.json["valid"] = report.valid;
  }
  return report;
}

Result<std::vector<VolumeOutline>> sphere_tree_level(const Shape& shape,
                                                     const SphereTreeOptions& options, int level) {
  const Result<SphereTree> tree = SphereTree::make(shape, options);
  if (!tree) return fail(tree.error().message);
  if (level >= tree->levels()) {
    return fail(fmt::format("the tree has levels 0 to {}, not {}", tree->levels() - 1, level));
  }
  std::vector<VolumeOutline> outlines;
  for (const SphereNode& sphere : tree->level(level)) outlines.push_back(outline_of_sphere(sphere));
  return outlines;
}

}  // namespace glance::app
