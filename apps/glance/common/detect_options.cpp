#include "common/detect_options.h"

#include <algorithm>
#include <array>
#include <climits>

#include "common/options.h"

namespace glance::app {
namespace {

constexpr std::array kBoxes{Choice<BoxKind>{"auto", BoxKind::automatic},
                            Choice<BoxKind>{"fixed", BoxKind::fixed},
                            Choice<BoxKind>{"tight", BoxKind::tight}};
constexpr std::array kBoxMethods{Choice<BoxMethod>{"auto", BoxMethod::automatic},
                                 Choice<BoxMethod>{"neighbors", BoxMethod::neighbors},
                                 Choice<BoxMethod>{"walls", BoxMethod::walls}};
constexpr std::array kBroads{Choice<BroadMethod>{"auto", BroadMethod::automatic},
                             Choice<BroadMethod>{"sap", BroadMethod::sweep_and_prune},
                             Choice<BroadMethod>{"grid", BroadMethod::grid},
                             Choice<BroadMethod>{"brute", BroadMethod::brute_force},
                             Choice<BroadMethod>{"spacetime", BroadMethod::space_time}};
constexpr std::array kSorts{Choice<SortMethod>{"auto", SortMethod::automatic},
                            Choice<SortMethod>{"insertion", SortMethod::insertion},
                            Choice<SortMethod>{"bubble", SortMethod::bubble}};
constexpr std::array kMethods{Choice<QueryMethod>{"auto", QueryMethod::automatic},
                              Choice<QueryMethod>{"voronoi", QueryMethod::voronoi},
                              Choice<QueryMethod>{"oracle", QueryMethod::oracle},
                              Choice<QueryMethod>{"gjk", QueryMethod::gjk},
                              Choice<QueryMethod>{"closed_form", QueryMethod::closed_form},
                              Choice<QueryMethod>{"lp", QueryMethod::lp}};

}  // namespace

WorldOptions Detection::world_options() const {
  WorldOptions options = world;
  // (World::make refuses too large a number.)
  options.threads = static_cast<int>(std::min<std::uint64_t>(threads, INT_MAX));
  return options;
}

void add_method_option(CLI::App& command, const std::string& option, const std::string& description,
                       QueryMethod& method) {
  add_choice(command, option, description, kMethods, method);
}

void add_detect_options(CLI::App& command, Detection& d) {
  start_group(command, "Method (no option changes which bodies touch)");
  add_choice(command, "--boxes", "Boxes around bodies", kBoxes, d.boxes);
  add_choice(command, "--box-method", "How tight boxes are computed", kBoxMethods,
             d.world.tuning.box_method);
  add_choice(command, "--broad", "How pairs of overlapping boxes are found", kBroads,
             d.world.broad);
  add_choice(command, "--sort", "How --broad sap sorts", kSorts, d.world.tuning.sort);
  add_method_option(command, "--narrow", "How pairs of bodies are tested",
                    d.detect.query.tuning.method);
  add_whole_number(command, "--threads", "Threads of the detection; 0: one per core", d.threads);
  add_real(command, "--delta", "Widen boxes by this much on each side", d.world.delta);
  add_switch(command, "--no-interior-cells",
             "Test a vertex inside a body against every face, without interior cells",
             d.detect.query.tuning.interior_cells);
}

}  // namespace glance::app
