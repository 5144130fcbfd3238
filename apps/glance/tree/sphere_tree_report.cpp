#include "tree/sphere_tree_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/memory.h"
#include "measure/markup.h"
#include "measure/stopwatch.h"

namespace glance::app {

using measure::show_number, measure::show_seconds;

Result<SphereTreeReport> report_sphere_tree(const Shape& shape, const SphereTreeOptions& options,
                                            bool validate) {
  const measure::Stopwatch watch;
  const Result<SphereTree> tree = SphereTree::make(shape, options);
  if (!tree) return fail(tree.error());
  const double seconds = watch.seconds();
  SphereTreeReport report;
  report.text =
      fmt::format("{:<12} spheres, {}\n{:<12} {}, {} levels\n", "volume",
                  to_string(options.builder), "nodes", tree->nodes().size(), tree->levels());
  Json levels = Json::array();
  for (int l = 0; l < tree->levels(); l++) {
    const std::vector<SphereNode> spheres = tree->level(l);
    const auto [least, most] = std::ranges::minmax_element(spheres, {}, &SphereNode::radius);
    const Result<SphereFit> fit = sphere_fit(*tree, shape, l);
    if (!fit) return fail(fit.error());
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
  if (!tree) return fail(tree.error());
  if (level >= tree->levels()) {
    return fail(fmt::format("the tree has levels 0 to {}, not {}", tree->levels() - 1, level));
  }
  std::vector<VolumeOutline> outlines;
  for (const SphereNode& sphere : tree->level(level))
    outlines.push_back(sphere_outline(sphere.center, sphere.radius));
  return outlines;
}

}  // namespace glance::app
