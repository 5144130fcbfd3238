#include "common/detect_options.h"

#include "common/options.h"

namespace glance::app {
namespace {

constexpr std::array kBoxes{Choice<Boxes>{"auto", Boxes::automatic},
                            Choice<Boxes>{"fixed", Boxes::fixed},
                            Choice<Boxes>{"tight", Boxes::tight}};
constexpr std::array kBoxMethods{Choice<BoxMethod>{"auto", BoxMethod::automatic},
                                 Choice<BoxMethod>{"neighbors", BoxMethod::neighbors},
                                 Choice<BoxMethod>{"walls", BoxMethod::walls}};
constexpr std::array kBroads{Choice<Broad>{"sap", Broad::sweep_and_prune},
                             Choice<Broad>{"brute", Broad::brute_force},
                             Choice<Broad>{"spacetime", Broad::space_time}};
constexpr std::array kSorts{Choice<Sort>{"auto", Sort::automatic},
                            Choice<Sort>{"insertion", Sort::insertion},
                            Choice<Sort>{"bubble", Sort::bubble}};
constexpr std::array kMethods{
    Choice<Method>{"auto", Method::automatic},          Choice<Method>{"voronoi", Method::voronoi},
    Choice<Method>{"oracle", Method::oracle},           Choice<Method>{"gjk", Method::gjk},
    Choice<Method>{"closed_form", Method::closed_form}, Choice<Method>{"lp", Method::lp}};

}  // namespace

void add_method_option(CLI::App& command, const std::string& option, const std::string& description,
                       Method& method) {
  add_choice(command, option, description, kMethods, method);
}

void add_detect_options(CLI::App& command, Detection& d) {
  add_choice(command, "--boxes", "Boxes around bodies", kBoxes, d.boxes);
  add_choice(command, "--box-method", "How tight boxes are found", kBoxMethods, d.world.box_method);
  add_choice(command, "--broad", "How pairs of boxes that overlap are found", kBroads,
             d.world.broad);
  add_choice(command, "--sort", "How --broad sap sorts", kSorts, d.world.sort);
  add_method_option(command, "--narrow", "How pairs of bodies are answered", d.detect.query.method);
  add_real(command, "--delta", "Boxes are so much wider on each side", d.world.delta);
  add_switch(command, "--no-interior-cells", "Test a vertex inside a body against every face",
             d.detect.query.interior_cells);
}

}  // namespace glance::app
