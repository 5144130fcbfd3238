#include <fmt/format.h>

#include "benchmarks/common/output.h"
#include "benchmarks/common/roster.h"
#include "benchmarks/response/response.h"

namespace glance::bench {

namespace {

/// The step, compared with what it was: by a build of then, if that is known.
Bar step_bar(const ResponseFigures& f) {
  const bool is_known = f.before_then > 0;
  const double before = is_known ? f.before_then : f.before;
  std::string found = fmt::format("{:.1f} times ({:.2f} ms, {:.2f} ms {})", before / f.step, f.step,
                                  before, is_known ? "by an earlier build" : "re-enacted");
  if (is_known) {
    found += fmt::format("; {:.1f} times as fast as re-enacted with today's solver ({:.2f} ms)",
                         f.before / f.step, f.before);
  }
  return {"whole step: at least 3 times as fast as before", found, 3 * f.step <= before};
}

}  // namespace

std::vector<Bar> bars(const ResponseFigures& f) {
  return {{"detection with contacts: at most 1.5 times detection without",
           fmt::format("{:.2f} times ({:.2f} ms, {:.2f} ms)", f.contacts / f.collide, f.contacts,
                       f.collide),
           f.contacts <= 1.5 * f.collide},
          step_bar(f),
          {"a box that sleeps: at most 20 ns a step",
           fmt::format("{:.1f} ns, of {} boxes", f.sleeping_ns, f.sleeping), f.sleeping_ns <= 20},
          {"a box that sleeps beside others that are awake: at most 20 ns a step",
           fmt::format("{:.1f} ns, of {} boxes beside {}", f.sleeping_beside_ns, f.sleeping,
                       f.awake_beside),
           f.sleeping_beside_ns <= 20},
          {"poses as quaternions: at most 15 ns a body more than as matrices",
           fmt::format("{:.1f} ns more ({:.1f} ns, {:.1f} ns, of {} bodies)",
                       f.quat_pose_ns - f.pose_ns, f.quat_pose_ns, f.pose_ns, f.posed),
           f.quat_pose_ns - f.pose_ns <= 15},
          {"a replay: the same state, bit by bit", f.same_again ? "the same" : "another",
           f.same_again}};
}

std::string page(const ResponseFigures& f) {
  std::string text = fmt::format(
      "# Steps of a heap\n\n"
      "Written by `./bench response --write`; not by hand.\n\n{}\n\n"
      "{} boxes of eight sizes, as scenes/heap drops them into a bin, after ten seconds of 120 "
      "steps. None sleeps.\n{:.0f} pairs touch, at {:.0f} points. Thread time, medians; the "
      "response alone by the wall clock. \"Before\" is a\nre-enactment with today's library: "
      "contacts are asked apart from the frame, without what pairs remember,\nand impulses begin "
      "cold, with the settings of that time. It gains by what the solver has gained since; if an "
      "earlier\nbuild was measured beside (--before), the summary says what that one took. The "
      "peers begin with the same boxes where they "
      "lie,\nhave their own defaults (Bullet: warm start, ten iterations), one thread, and no "
      "sleep either: for scale, as\nthey solve another problem.\n\n"
      "What a box costs that sleeps: steps of {} boxes that all sleep; and steps of as many beside "
      "{} that are\nawake, minus steps of these alone.\n\n"
      "## Summary\n\n| | promised | found |\n|---|---|---|\n",
      circumstances(), f.boxes, f.touching, f.points, f.sleeping, f.awake_beside);
  for (const Bar& bar : bars(f)) {
    text += fmt::format("| {} | {} | {} |\n", bar.verdict(), bar.promise, bar.found);
  }
  std::vector<std::vector<std::string>> rows{{"a step", "ms", "of it"}};
  const auto add = [&](const std::string& name, double ms, const std::string& note) {
    rows.push_back({name, fmt::format("{:.2f}", ms), note});
  };
  add("detection: verdicts", f.collide, "");
  add("detection: with contacts", f.contacts, "");
  add("response, warm", f.warm, fmt::format("leaves {:.1e} m/s", f.warm_residual));
  add("response, cold, as many sweeps", f.cold, fmt::format("leaves {:.1e} m/s", f.cold_residual));
  add("whole step", f.step, "");
  add("whole step, before (re-enacted)", f.before, "");
  if (f.before_then > 0) add("whole step, before (an earlier build)", f.before_then, "");
  for (const ResponseFigures::Peer& peer : f.peers) {
    add(peer.name + ", whole step", peer.step, fmt::format("{:.0f} pairs touch", peer.touching));
  }
  return text + "\n## Times\n\n" + table(rows);
}

}  // namespace glance::bench
