#include "benchmarks/meshes/meshes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

#include "benchmarks/common/output.h"
#include "benchmarks/meshes/our_meshes.h"
#include "measure/statistics.h"
#include "measure/stopwatch.h"
#include "peers/fcl_meshes.h"

namespace glance::bench {
namespace {

constexpr Effort kEffort{5, 1.0}, kQuickEffort{3, 0.1};
constexpr int kLargeTriangles = 70'000, kSmallTriangles = 500;
constexpr std::size_t kPaths = 12, kFrames = 21, kQuickPaths = 4;
constexpr std::uint32_t kCrowdMotions = 1000, kQuickMotions = 100;
/// Degrees a frame: surfaces move by about 0.2 % of the extent.
constexpr double kTurn = 0.25;
/// Distances may differ by this part of the model's extent.
constexpr double kSameDistance = 1e-9;
constexpr VolumeKind kVolumes[] = {VolumeKind::sphere, VolumeKind::aabb,   VolumeKind::obb,
                                   VolumeKind::kdop14, VolumeKind::kdop18, VolumeKind::kdop26};

constexpr Question kMeshQuestions[] = {Question::boolean, Question::distance};
/// The one in which all kinds of volumes are compared.
constexpr const Situation& kVolumeSituation = kSituations[1];

/// One contender in the race. The first pose of each path is not timed: it is where what is
/// remembered comes from.
class Lane {
 public:
  Lane(MeshPeer& peer, std::span<const MeshPath> paths, Question question, bool coherent)
      : peer_(peer), question_(question), coherent_(coherent) {
    for (const MeshPath& path : paths) answers_.emplace_back(path.poses_a.size());
    repeat();  // for the caches of the machine
    times_.clear();
  }

  void repeat() {
    double seconds = 0;
    std::size_t asked = 0;
    for (std::size_t i = 0; i < answers_.size(); i++) {
      peer_.ask(question_, i, coherent_, 0, std::span(answers_[i]).first(1));
      const measure::ProcessorStopwatch watch;
      peer_.ask(question_, i, coherent_, 1, std::span(answers_[i]).subspan(1));
      seconds += watch.seconds();
      asked += answers_[i].size() - 1;
    }
    times_.push_back(1e6 * seconds / static_cast<double>(asked));
  }

  /// What the library says about one pose if it is asked for no distance.
  bool hits(std::size_t path, std::size_t place) const {
    MeshAnswer answer;
    peer_.ask(Question::boolean, path, false, place, {&answer, 1});
    return answer.hit;
  }

  const std::vector<double>& times() const { return times_; }
  const std::vector<std::vector<MeshAnswer>>& answers() const { return answers_; }

 private:
  MeshPeer& peer_;
  Question question_;
  bool coherent_;
  std::vector<std::vector<MeshAnswer>> answers_;  // by path; kept, so that all work is needed
  std::vector<double> times_;                     // microseconds a query, by repetition
};

MeshResult result_of(const Lane& lane, const Lane& peer) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < lane.times().size(); i++) {
    ratios.push_back(peer.times()[i] / lane.times()[i]);
  }
  MeshResult result{.us = measure::median(lane.times()), .ratio = measure::median(ratios)};
  result.spread = (measure::quantile(ratios, 0.9) - measure::quantile(ratios, 0.1)) / result.ratio;
  return result;
}

void compare(const Lane& ours, const Lane& peer, double extent, MeshRow& row) {
  for (std::size_t path = 0; path < ours.answers().size(); path++) {
    for (std::size_t i = 0; i < ours.answers()[path].size(); i++) {
      const MeshAnswer &our = ours.answers()[path][i], &theirs = peer.answers()[path][i];
      row.failed += our.failed || theirs.failed;
      if (our.hit != theirs.hit) {
        const bool retracts = row.question == Question::distance && peer.hits(path, i) == our.hit;
        (retracts ? row.contradictions : row.verdicts)++;
      }
      row.distances += !our.hit && !theirs.hit &&
                       !(std::fabs(our.distance - theirs.distance) <= kSameDistance * extent);
    }
  }
}

/// They take turns within every repetition, so that whatever slows the machine down slows all.
void run_row(MeshRow& row, MeshPeer& ours, MeshPeer& fcl, std::span<const MeshPath> paths,
             double extent, const Effort& effort) {
  Lane cold(ours, paths, row.question, false), coherent(ours, paths, row.question, true);
  Lane peer(fcl, paths, row.question, false);
  const measure::Stopwatch watch;
  for (int repetition = 0; repetition < effort.repetitions || watch.seconds() < effort.seconds;
       repetition++) {
    cold.repeat();
    peer.repeat();
    coherent.repeat();
  }
  row.cold = result_of(cold, peer);
  row.coherent = result_of(coherent, peer);
  row.peer = result_of(peer, peer);
  std::size_t hits = 0;
  for (const auto& answers : peer.answers()) {
    row.queries += answers.size() - 1;
    for (const MeshAnswer& answer : answers) hits += answer.hit;
  }
  row.hit_share =
      static_cast<double>(hits) / static_cast<double>(row.queries + peer.answers().size());
  compare(cold, peer, extent, row);
  compare(coherent, peer, extent, row);
}

class Run {
 public:
  Run(const MeshesOptions& options, MeshesReport& report) : options_(options), report_(report) {}

  bool wants_model(const std::string& name) const {
    return std::ranges::any_of(kSituations, [&](const Situation& situation) {
      return wants({.model = name, .situation = situation.name});
    });
  }

  void model(const MeshModel& model, bool every_volume) {
    bool loaded = false;
    for (const Situation& situation : kSituations) {
      const bool volumes_too = every_volume && &situation == &kVolumeSituation;
      const MeshRow row{.model = model.name, .situation = situation.name};
      if (!wants(row) && !(volumes_too && wants_volumes(row))) continue;
      if (!std::exchange(loaded, true)) load(model);
      const std::vector<MeshPath> paths =
          sliding_paths(model.soup, situation, report_.paths, report_.frames, report_.turn);
      questions(*ours_, paths, row, report_.rows);
      if (volumes_too) volumes(model, paths, row);
    }
  }

  void crowd(const MeshModel& model) {
    const MeshRow row{.model = model.name, .situation = "crowd"};
    if (!wants(row)) return;
    load(model);
    const auto motions = static_cast<std::uint32_t>(report_.motions + 1);
    questions(*ours_, crowd_paths(model.soup, motions), row, report_.crowd_rows);
  }

 private:
  bool is_chosen(const MeshRow& row) const {
    return row.name().find(options_.filter) != std::string::npos;
  }
  /// Whether one of the questions about it is asked for.
  bool wants(MeshRow row) const {
    return std::ranges::any_of(kMeshQuestions, [&](Question question) {
      row.question = question;
      return is_chosen(row);
    });
  }
  bool wants_volumes(MeshRow row) const {
    return std::ranges::any_of(kVolumes, [&](VolumeKind kind) {
      row.volume = to_string(kind);
      return wants(row);
    });
  }

  void load(const MeshModel& model) {
    load(*ours_, model);
    load(*fcl_, model);
    extent_ = to_mesh(model.soup).extent();
  }
  void load(MeshPeer& peer, const MeshModel& model) {
    const double seconds = peer.load(model.soup);
    report_.costs.push_back(
        {model.name, peer.name(), model.soup.triangles.size(), peer.bytes(), seconds});
  }

  void questions(MeshPeer& ours, std::span<const MeshPath> paths, MeshRow row,
                 std::vector<MeshRow>& rows) {
    ours.prepare(paths);
    fcl_->prepare(paths);
    for (const Question question : kMeshQuestions) {
      row.question = question;
      if (!is_chosen(row)) continue;
      rows.push_back(row);
      run_row(rows.back(), ours, *fcl_, paths, extent_, report_.effort);
      std::cerr << row_text(rows.back()) << std::endl;
    }
  }

  void volumes(const MeshModel& model, std::span<const MeshPath> paths, MeshRow row) {
    for (const VolumeKind kind : kVolumes) {
      row.volume = to_string(kind);
      if (!wants(row)) continue;
      const std::unique_ptr<MeshPeer> ours = make_our_meshes(kind);
      load(*ours, model);
      questions(*ours, paths, row, report_.volume_rows);
    }
  }

  const MeshesOptions& options_;
  MeshesReport& report_;
  std::unique_ptr<MeshPeer> ours_ = make_our_meshes(), fcl_ = make_fcl_meshes();
  double extent_ = 0;  // of the present model
};

}  // namespace

std::string MeshRow::name() const {
  return fmt::format("{}, {}, {}{}{}", model, situation,
                     question == Question::boolean ? "boolean" : "distance",
                     volume.empty() ? "" : ", ", volume);
}

int run_meshes(const MeshesOptions& options) {
  MeshesReport report{.paths = options.quick ? kQuickPaths : kPaths,
                      .frames = kFrames,
                      .motions = options.quick ? kQuickMotions : kCrowdMotions,
                      .turn = kTurn,
                      .effort = options.quick ? kQuickEffort : kEffort};
  if (options.write && (options.quick || !options.filter.empty())) return not_all_rows();

  Run run(options, report);
  run.model(generated_model(kLargeTriangles), true);
  for (const ModelFile& file : kLargeModels) {
    if (!run.wants_model(file.name)) continue;
    if (const std::optional<MeshModel> model = read_model(file, options.data)) {
      run.model(*model, false);
    } else {
      report.missing.emplace_back(file.file);
    }
  }
  run.crowd(generated_model(kSmallTriangles));
  if (const std::optional<MeshModel> small = read_model(kSmallModel, options.data)) {
    run.crowd(*small);
  } else {
    report.missing.emplace_back(kSmallModel.file);
  }
  if (std::string("assembly").find(options.filter) != std::string::npos) {
    report.assemblies = run_assemblies(options.quick);
  }
  if (report.rows.empty() && report.crowd_rows.empty() && report.assemblies.empty()) {
    return no_such_row(options.filter, "bumpy, gap 0.5 %, distance");
  }
  const std::string text = page(report);
  std::cout << text;
  return !options.write || write_page("meshes.md", text) ? 0 : 2;
}

}  // namespace glance::bench
