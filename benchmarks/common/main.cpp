// The benchmark program; ./bench builds and starts it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "benchmarks/budget/budget.h"
#include "benchmarks/continuous/continuous.h"
#include "benchmarks/edges/edges.h"
#include "benchmarks/meshes/meshes.h"
#include "benchmarks/multibody/multibody.h"
#include "benchmarks/pairs/adversarial.h"
#include "benchmarks/pairs/pairs.h"
#include "benchmarks/response/response.h"

namespace {

using namespace glance::bench;

int run(int argc, char** argv) {
  CLI::App app{"Benchmarks of glance against its peers"};
  app.name("./bench");
  app.require_subcommand(1);

  PairsOptions pairs;
  CLI::App* const pairs_command =
      app.add_subcommand("pairs", "Time a query: ours and the peers on the same pairs and poses");
  pairs_command->add_option("--json", pairs.json, "Also write the rows to FILE, as JSON")
      ->type_name("FILE");
  pairs_command->add_flag("--quick", pairs.quick,
                          "Hulls of 20 and 1000 vertices only, few repetitions");
  pairs_command
      ->add_option(
          "--filter", pairs.filter,
          "Only rows whose name contains TEXT, such as 'primitives' or 'cold, distance, near, 20 '")
      ->type_name("TEXT");
  pairs_command->add_flag("--write", pairs.write, "Write docs/benchmarks/pairs.md");

  AdversarialOptions adversarial;
  CLI::App* const adversarial_command = app.add_subcommand(
      "adversarial", "Count wrong answers and find the slowest, on difficult pairs");
  adversarial_command->add_option("--pairs", adversarial.pairs, "How many, in all classes")
      ->check(CLI::Range(1, 15'000'000))
      ->capture_default_str();
  adversarial_command->add_flag("--write", adversarial.write,
                                "Write docs/benchmarks/adversarial.md");

  MultibodyOptions multibody;
  CLI::App* const multibody_command = app.add_subcommand(
      "multibody", "Time a frame of many bodies: ours and the peers on the same scene");
  multibody_command->add_option("--bodies", multibody.bodies, "How many; default: 100,1000,10000")
      ->type_name("N,..")
      ->delimiter(',')
      ->check(CLI::Range(2, 1'000'000));
  multibody_command
      ->add_option("--density", multibody.density,
                   "Percent of the volume; default: 1, with 1000 bodies also 5 and 10")
      ->type_name("D,..")
      ->delimiter(',')
      ->check(CLI::Range(1e-6, 100.0));
  multibody_command->add_option("--frames", multibody.frames, "How many")
      ->check(CLI::Range(2, 100'000))
      ->capture_default_str();
  multibody_command->add_flag("--quick", multibody.quick,
                              "100 and 1000 bodies only, at most 50 frames, once");
  multibody_command->add_flag("--scaling", multibody.scaling,
                              "Also how our time grows with the number of bodies");
  multibody_command->add_option("--json", multibody.json, "Also write the results to FILE, as JSON")
      ->type_name("FILE");
  multibody_command->add_flag("--write", multibody.write,
                              "Write docs/benchmarks/multibody.md (with --scaling)");

  ContinuousOptions continuous;
  CLI::App* const continuous_command = app.add_subcommand(
      "continuous", "Time of impact of moving pairs: time a query, misses and late answers");
  continuous_command->add_flag("--quick", continuous.quick,
                               "A quarter of the motions, few repetitions");
  continuous_command
      ->add_option("--filter", continuous.filter,
                   "Only rows whose name contains TEXT, such as 'turning, 20 '")
      ->type_name("TEXT");
  continuous_command->add_flag("--write", continuous.write, "Write docs/benchmarks/continuous.md");

  MeshesOptions meshes;
  CLI::App* const meshes_command = app.add_subcommand(
      "meshes", "Time a query about triangle meshes in and near contact; frames of an assembly");
  meshes_command->add_flag("--quick", meshes.quick, "Few paths and repetitions, a small assembly");
  meshes_command
      ->add_option("--filter", meshes.filter,
                   "Only rows whose name contains TEXT, such as 'bunny, gap 0.5 %' or 'crowd'")
      ->type_name("TEXT");
  meshes_command->add_option("--data", meshes.data, "Where real models are, if anywhere")
      ->type_name("FOLDER")
      ->capture_default_str();
  meshes_command->add_flag("--write", meshes.write, "Write docs/benchmarks/meshes.md");

  EdgesOptions edges;
  CLI::App* const edges_command = app.add_subcommand(
      "edges", "Time against size of meshes and hulls in exact contact, verdicts checked");
  edges_command->add_flag("--quick", edges.quick, "Without the largest size of each");
  edges_command
      ->add_option("--filter", edges.filter,
                   "Only rows whose name contains TEXT, such as 'hulls' or 'solids, boolean'")
      ->type_name("TEXT");
  edges_command->add_flag("--write", edges.write, "Write docs/benchmarks/edges.md");

  BudgetOptions budget;
  CLI::App* const budget_command = app.add_subcommand(
      "budget", "Frames that have 4 ms: how long they take, and what the machine adds");
  budget_command->add_option("--frames", budget.frames, "How many, of each scene")
      ->check(CLI::Range(2, 1'000'000))
      ->capture_default_str();
  budget_command->add_option("--filter", budget.filter, "Only scenes whose name contains TEXT")
      ->type_name("TEXT");
  budget_command->add_flag("--write", budget.write, "Write docs/benchmarks/budget.md");

  ResponseOptions response;
  CLI::App* const response_command =
      app.add_subcommand("response", "A step of a heap of boxes, part by part, beside Bullet's");
  response_command->add_option("--boxes", response.boxes, "How many")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  response_command->add_option("--frames", response.frames, "How many are measured")
      ->check(CLI::Range(2, 100'000))
      ->capture_default_str();
  response_command
      ->add_option("--before", response.before,
                   "Milliseconds of a step as it was, by an earlier build on this machine")
      ->check(CLI::PositiveNumber)
      ->type_name("MS");
  response_command->add_flag("--quick", response.quick,
                             "Few bodies and steps, to see that it works");
  response_command->add_flag("--write", response.write, "Write docs/benchmarks/response.md");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (pairs_command->parsed()) return run_pairs(pairs);
  if (continuous_command->parsed()) return run_continuous(continuous);
  if (meshes_command->parsed()) return run_meshes(meshes);
  if (edges_command->parsed()) return run_edges(edges);
  if (budget_command->parsed()) return run_budget(budget);
  if (response_command->parsed()) return run_response(response);
  return multibody_command->parsed() ? run_multibody(multibody) : run_adversarial(adversarial);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << fmt::format("bench: {}\n", error.what());
    return 2;
  }
}
