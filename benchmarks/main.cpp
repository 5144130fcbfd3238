// The benchmark program; ./bench builds and starts it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "adversarial.h"
#include "pairs.h"

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
  pairs_command->add_flag("--quick", pairs.quick, "20 and 1000 vertices only, few repetitions");
  pairs_command
      ->add_option("--filter", pairs.filter,
                   "Only rows whose name contains TEXT, such as 'cold, distance, near, 20 '")
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
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return pairs_command->parsed() ? run_pairs(pairs) : run_adversarial(adversarial);
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
