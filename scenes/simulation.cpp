#include "scenes/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "measure/statistics.h"
#include "measure/stopwatch.h"
#include "scenes/flight.h"

namespace glance::scenes {

double SimulationTotals::quantile(double part) const {
  return measure::quantile(frame_seconds, part);
}

std::size_t Scene::counted_bodies() const {
  std::size_t bodies = 0;
  for (std::size_t i = 0; i < body_count(); i++) {
    bodies += shape_of(i).kind() == ShapeKind::halfspace ? 0 : 1;
  }
  return bodies;
}

std::size_t SimulationTotals::slowest_frame() const {
  return static_cast<std::size_t>(std::max_element(frame_seconds.begin(), frame_seconds.end()) -
                                  frame_seconds.begin());
}

namespace {

void add_to_hash(std::span<const SweptContact> contacts, Hash& hash) {
  hash.add(std::uint64_t{contacts.size()});
  for (const SweptContact& contact : contacts) {
    // (0 where no time was computed.)
    const double time = std::isnan(contact.time) ? 0 : contact.time;
    hash.add(std::uint64_t{contact.a.index}).add(std::uint64_t{contact.b.index}).add(time);
  }
}

void add(const FrameContacts& found, ResponseTotals& totals) {
  totals.contacts += found.contacts.size();
  totals.exact_pairs += found.exact_pairs;
  totals.sphere_pairs += found.sphere_pairs;
  totals.coarse_pairs += found.coarse_pairs;
  totals.left_out_pairs += found.left_out_pairs;
}

void add(const BudgetReport& report, CriticalTotals& totals) {
  totals.asked += report.asked;
  totals.undecided += report.undecided;
  totals.interrupted += report.interrupted ? 1 : 0;
  totals.undecided_sweeps += report.undecided_sweeps;
  totals.late += report.late ? 1 : 0;
  totals.units += report.units;
  const Inaccuracy& from = report.inaccuracy;
  Inaccuracy& to = totals.inaccuracy;
  to.by_centres += from.by_centres;
  to.by_bounds += from.by_bounds;
  to.perceived_by_centres += from.perceived_by_centres;
  to.perceived_by_bounds += from.perceived_by_bounds;
}

/// Of the budget of a frame: what the response may take, where detection needs the rest, and where
/// it does not. What it leaves is for detection, contacts included.
constexpr double kResponseShare = 0.2, kMostResponse = 0.8;
/// Detection is thought to take so many times what it took in the last frame, and at least so many
/// times what it could not have done without.
constexpr double kDetectionAgain = 2, kLeastAgain = 1.4;
/// The response has so much in any case.
constexpr double kLeastResponse = 0.1;

}  // namespace

Simulation::Simulation(std::unique_ptr<Scene> scene, World world,
                       const SimulationSettings& settings, ResponseMode response)
    : scene_(std::move(scene)),
      world_(std::move(world)),
      boxes_(settings.boxes),
      detect_(settings.detect),
      response_(response),
      response_start_(settings.response_start),
      rigid_(scene_->traits().rigid || response_ == ResponseMode::impulse) {
  if (rigid_ && response_ != ResponseMode::none) detect_.question = Question::contacts;
  if (!settings.critical) return;
  const CriticalSettings& c = *settings.critical;
  critical_ = {.budget = c.budget,
               .schedule = c.schedule,
               .undecided = c.undecided,
               .trees = c.trees,
               .tuning = {.view = {.camera = camera_before(*scene_), .model = c.model}}};
  if (c.gaze) {
    critical_->tuning.view.gaze = *c.gaze;
  } else {
    gaze_.emplace(c.gaze_seed);
  }
}

Result<Simulation> Simulation::make(const SimulationSettings& settings) {
  Result<World> world = World::make(settings.world);
  if (!world) return fail(world.error());
  if (!settings.scene) return fail("there is no scene");
  Result<std::unique_ptr<Scene>> made = settings.scene();
  if (!made) return fail(made.error());
  const SceneTraits traits = (*made)->traits();
  const ResponseMode mode = settings.response.value_or(traits.response);
  if (traits.response == ResponseMode::none && mode != ResponseMode::none) {
    return fail(fmt::format(
        "response {}: bodies of this scene follow prescribed motions, and respond to nothing",
        to_string(mode)));
  }
  Simulation simulation(*std::move(made), *std::move(world), settings, mode);
  for (std::size_t i = 0; i < simulation.scene_->body_count(); i++) {
    if (auto ok = simulation.add_body(i); !ok) {
      return fail(fmt::format("body {}: {}", i, ok.error().message));
    }
  }
  // Beforehand, as whoever has bodies that stay would do.
  if (settings.critical && !traits.unprepared) simulation.world_.prepare(settings.critical->trees);
  return simulation;
}

Result<void> Simulation::add_body(std::size_t number) {
  const Scene& scene = *scene_;
  const Result<BodyId> id = world_.add({.shape = scene.shape_of(number),
                                        .pose = scene.poses()[number],
                                        .is_static = scene.is_static(number),
                                        .boxes = boxes_,
                                        .fast = scene.is_fast(number)});
  if (!id) return fail(id.error());
  ids_.push_back(*id);
  if (numbers_.size() <= id->index) numbers_.resize(id->index + 1);
  numbers_[id->index] = static_cast<std::uint32_t>(number);
  return {};
}

std::size_t Simulation::estimated_bytes(std::size_t bodies) {
  // (Every scene keeps the same of a body.)
  return World::estimated_bytes(bodies) + bodies * (sizeof(Flight) + sizeof(Pose));
}

struct Simulation::FrameStopwatch {
  double wall = 0, thread = 0;
  measure::ThreadEvents events;

  void start() {
    events_before_ = measure::ThreadEvents::now();
    wall_watch_ = {};
    thread_watch_ = {};
  }
  void stop() {
    thread += thread_watch_.seconds();
    wall += wall_watch_.seconds();
    events += measure::ThreadEvents::now() - events_before_;
  }

 private:
  measure::ThreadEvents events_before_;
  measure::Stopwatch wall_watch_;
  measure::ProcessorStopwatch thread_watch_;
};

FrameReport Simulation::advance() {
  FrameStopwatch watch;
  if (totals_.frames > 0) {
    watch.start();
    respond();
    watch.stop();
    scene_->step();
    update_bodies();
    (void)world_.set_poses(ids_, scene_->poses());  // one pose a body: nothing to refuse
    for (const std::uint32_t body : scene_->placed()) {
      (void)world_.place(ids_[body], scene_->poses()[body]);
    }
  }
  watch.start();
  const FrameReport report = detect(watch);
  watch.stop();
  totals_.wall_seconds.push_back(watch.wall);
  totals_.thread_seconds.push_back(watch.thread);
  totals_.events.push_back(watch.events);
  last_ = report;
  list_numbers(report);
  hash_.add_frame(touching_);
  add_to_hash(report.swept_contacts, interframe_hash_);
  add_to_totals(report);
  return report;
}

void Simulation::respond() {
  if (!rigid_) {
    if (response_ == ResponseMode::exchange) scene_->respond(touching_);
    return;
  }
  const BudgetClock clock(critical_ ? critical_->budget : Budget());
  const double share = response_share();
  contacts_.contacts.clear();
  contacts_.exact_contacts = 0;
  begun_.clear();
  if (response_ != ResponseMode::none) {
    response_contacts(world_, last_, contacts_);
    for (ResponseContact& c : contacts_.contacts) {
      c.a = numbers_[c.a];
      c.b = numbers_[c.b];
    }
    for (const PairReport& pair : last_.touching) {
      if (pair.begun) {
        begun_.push_back({numbers_[pair.a.index], numbers_[pair.b.index]});
      }
    }
    add(contacts_, totals_.response);
  }
  scene_->respond_at({response_, response_start_, contacts_.contacts, contacts_.exact_contacts,
                      begun_, clock.part(share)});
}

void Simulation::update_bodies() {
  for (const std::uint32_t gone : scene_->removed()) {
    (void)world_.remove(ids_[gone]);  // it is there
    ids_[gone] = ids_.back();
    numbers_[ids_[gone].index] = gone;
    ids_.pop_back();
  }
  for (std::size_t i = ids_.size(); i < scene_->body_count(); i++) {
    if (!add_body(i)) break;  // (There is nothing about them that a world refuses.)
  }
  for (const Rescaled& r : scene_->rescaled()) (void)world_.set_scale(ids_[r.body], r.scale);
}

void Simulation::list_numbers(const FrameReport& report) {
  list_touching(report, touching_);
  for (NumberedPair& pair : touching_) {
    pair = {numbers_[pair.first], numbers_[pair.second]};
    if (pair.first > pair.second) std::swap(pair.first, pair.second);
  }
  std::ranges::sort(touching_);
}

double Simulation::response_share() const {
  if (!critical_ || !std::isfinite(critical_->budget.seconds())) return kResponseShare;
  const double least = kLeastAgain * last_.budget.least_seconds / critical_->budget.seconds();
  const double share = std::clamp(1 - least, kLeastResponse, kResponseShare);
  if (last_.budget.interrupted || last_.budget.undecided_sweeps > 0) return share;
  // Detection had time enough, and will have.
  const double detection = kDetectionAgain * last_.budget.seconds;
  return std::clamp(1 - detection / critical_->budget.seconds(), share, kMostResponse);
}

FrameReport Simulation::detect(const FrameStopwatch& response) {
  if (!critical_) return world_.detect(detect_);
  if (gaze_) critical_->tuning.view.gaze = gaze_->next(critical_->tuning.view.camera);
  // What the response has left.
  const Budget all = critical_->budget;
  if (rigid_ && response_ != ResponseMode::none && all.units() != Budget::kUnlimited) {
    const auto units = static_cast<double>(all.units());
    critical_->budget = Budget::for_work(static_cast<std::uint64_t>((1 - kResponseShare) * units));
  } else if (std::isfinite(all.seconds())) {
    critical_->budget = Budget::for_seconds(all.seconds() - response.wall);
  }
  const FrameReport report = world_.detect(*critical_, detect_);
  critical_->budget = all;
  return report;
}

void Simulation::add_to_totals(const FrameReport& report) {
  totals_.frames++;
  totals_.counters += report.counters;
  totals_.times.bounds += report.times.bounds;
  totals_.times.broad += report.times.broad;
  totals_.times.narrow += report.times.narrow;
  totals_.frame_seconds.push_back(report.times.total());
  totals_.sorted_anew += report.counters.sorted_anew ? 1 : 0;
  add(report.budget, totals_.critical);
}

std::string Simulation::interframe_hash() const {
  return fmt::format("{:016x}", interframe_hash_.value());
}

void list_touching(const FrameReport& report, std::vector<NumberedPair>& pairs) {
  pairs.clear();
  for (const PairReport& pair : report.touching) pairs.push_back({pair.a.index, pair.b.index});
  if (report.budget.taken_for != Undecided::touch) return;
  for (const PairReport& pair : report.undecided) pairs.push_back({pair.a.index, pair.b.index});
  std::ranges::inplace_merge(pairs,
                             pairs.end() - static_cast<std::ptrdiff_t>(report.undecided.size()));
}

Result<RecordingWriter> start_recording(std::ostream& out, const Scene& scene, double margin) {
  std::vector<std::uint32_t> shape_of;
  RecordingSettings settings{.margin = margin};
  for (std::size_t i = 0; i < scene.body_count(); i++) {
    shape_of.push_back(static_cast<std::uint32_t>(scene.shape_number(i)));
    if (scene.is_static(i)) settings.static_bodies.push_back(static_cast<std::uint32_t>(i));
  }
  return RecordingWriter::start(out, scene.shapes(), shape_of, settings);
}

}  // namespace glance::scenes
