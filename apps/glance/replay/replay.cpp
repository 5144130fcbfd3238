// `glance replay`: reads a recording and detects again what was recorded.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "common/complain.h"
#include "common/detect_options.h"
#include "common/input_file.h"
#include "common/memory.h"
#include "common/options.h"
#include "measure/progress.h"
#include "scenes/simulation.h"

namespace glance::app {
namespace {

constexpr std::string_view kReplayDetails =
    R"(Puts the bodies of a recording (from `glance sim --record FILE`) where they
were, frame by frame, detects again which of them touch, and compares.

A recording that was cut off, because the disk was full or the writer was
killed, is rejected unless --partial is given: then the frames before the cut
are replayed.

Exit code: 0 if the same pairs touch in every frame, 1 if not (the first frame
that differs is named), 2 if the recording cannot be read, is damaged, or is
cut off and --partial is not given.

Example:
  $ glance sim --bodies 50 --density 10 --frames 20 --record - | glance replay -
    bodies                          50
    shapes                          50
    frames                          20
    touching pairs                 170
    recording                 45.6 KiB
    hash recorded     691ae602e6958747
    hash detected     691ae602e6958747
  The same pairs touch in every frame.)";

/// What came of a replay.
struct Replay {
  std::uint64_t bodies = 0, shapes = 0, frames = 0, bytes = 0, touching = 0, differing = 0;
  bool complete = true;          ///< it was not cut
  std::string first_difference;  ///< in words; empty if there is none
  PairHash recorded, detected;
};

std::string describe_difference(std::uint64_t frame, std::span<const NumberedPair> recorded,
                                std::span<const NumberedPair> detected) {
  const auto [r, d] = std::ranges::mismatch(recorded, detected);
  const bool missing = d == detected.end() || (r != recorded.end() && *r < *d);
  const NumberedPair pair = missing ? *r : *d;
  return fmt::format("frame {}: bodies {} and {} touch in the {} only", frame, pair.first,
                     pair.second, missing ? "recording" : "replay");
}

Result<World> make_world(const RecordingReader& reader, const Detection& detection) {
  const auto needed = static_cast<double>(World::estimated_bytes(reader.body_count()));
  if (auto ok =
          check_memory(fmt::format("{} bodies", reader.body_count()), needed, available_memory());
      !ok) {
    return fail(ok.error());
  }
  WorldOptions options = detection.world_options();
  options.margin = reader.settings().margin;
  Result<World> world = World::make(options);
  if (!world) return world;
  const std::vector<std::uint32_t>& static_bodies = reader.settings().static_bodies;
  for (std::uint32_t i = 0; i < reader.body_count(); i++) {
    const Result<BodyId> id = world->add({.shape = reader.shapes()[reader.shape_of()[i]],
                                          .is_static = std::ranges::binary_search(static_bodies, i),
                                          .boxes = detection.boxes});
    if (!id) return fail(id.error());
  }
  return world;
}

Result<Replay> replay(std::istream& in, const Detection& detection, bool partial,
                      bool show_progress) {
  Result<RecordingReader> reader = RecordingReader::open(in, {.partial = partial});
  if (!reader) return fail(reader.error());
  Result<World> world = make_world(*reader, detection);
  if (!world) return fail(world.error());
  Replay result;
  measure::Progress progress("frames done", {.terminal = show_progress});
  std::vector<NumberedPair> touching;
  for (;;) {
    const Result<bool> more = reader->next();
    if (!more) return fail(more.error());
    if (!*more) break;
    if (auto ok = world->set_poses(reader->poses()); !ok) return fail(ok.error());
    scenes::list_touching(world->detect(detection.detect), touching);
    result.detected.add_frame(touching);
    result.touching += touching.size();
    if (!std::ranges::equal(touching, reader->touching())) {
      if (result.differing++ == 0) {
        result.first_difference =
            describe_difference(reader->frame_count() - 1, reader->touching(), touching);
      }
    }
    progress.one_done();
  }
  result.recorded = reader->hash();
  result.bodies = reader->body_count();
  result.shapes = reader->shapes().size();
  result.frames = reader->frame_count();
  result.bytes = reader->bytes();
  result.complete = reader->complete();
  return result;
}

/// Without times, so that it is the same on every machine.
std::string show(const Replay& r) {
  const bool same = r.differing == 0;
  std::string text;
  const auto add = [&](std::string_view name, const auto& value) {
    text += fmt::format("  {:<18}{:>16}\n", name, value);
  };
  add("bodies", r.bodies);
  add("shapes", r.shapes);
  add("frames", r.frames);
  add("touching pairs", r.touching);
  add("recording", show_bytes(static_cast<double>(r.bytes)));
  add("hash recorded", r.recorded.text());
  add("hash detected", r.detected.text());
  if (!r.complete) text += "The recording is cut off: these are the frames before the cut.\n";
  return text + (same ? "The same pairs touch in every frame.\n"
                      : fmt::format("{} of {} frames differ.\n", r.differing, r.frames));
}

int run_replay(const std::string& file, const Detection& detection, bool partial) {
  std::ifstream opened;
  if (file != "-") {
    Result<std::ifstream> in = open_input_file(file);
    if (!in) return complain(in.error().message);
    opened = *std::move(in);
  }
  const std::string name = file == "-" ? "standard input" : fmt::format("'{}'", file);
  const Result<Replay> result =
      replay(file == "-" ? std::cin : opened, detection, partial, isatty(STDERR_FILENO));
  if (!result) return complain(fmt::format("recording {}: {}", name, result.error().message));
  std::cout << show(*result);
  if (result->differing == 0) return kExitDone;
  complain(result->first_difference);
  return kExitRefused;
}

}  // namespace

void add_replay_command(CLI::App& app, int& exit_code) {
  struct Arguments {
    std::string file;
    bool partial = false;
    Detection detection;
  };
  const auto arguments = std::make_shared<Arguments>();
  CLI::App& command = add_command(app, "replay", "Check a recording by detecting again",
                                  std::string(kReplayDetails));
  add_argument(command, "FILE", "A recording; - is standard input", arguments->file);
  start_group(command, "Recording");
  add_switch(command, "--partial", "Accept a recording that was cut off, and replay what there is",
             arguments->partial);
  add_detect_options(command, arguments->detection);
  on_run(command, [arguments, &exit_code] {
    exit_code = run_replay(arguments->file, arguments->detection, arguments->partial);
  });
}

}  // namespace glance::app
