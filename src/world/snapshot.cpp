// The stored form, numbers little-endian:
//
//   "GLWD", version (32 bits), number of bytes that follow the checksum, checksum (64 bits each)
//   world options; detect options of the last frame
//   shapes: number; each as geom/stored_shape has it, parts of compounds before these
//   bodies: generations by index, free indices; each body there: index, stage, flags, in_broad,
//     number of its shape, scale, pose, boxes, crowded, static (now, and in the broad phase),
//     group, mask, largest acceleration, extreme vertices, box, whether it is fast and, if so, its
//     pose before
//   indices touched since the last frame, in order
//   filter: active, changed, exceptions
//   answers of the last frame, each with the place and number of its contact points; these
//   history of the broad phase, then of each body that it knows; pairs: number; each its key,
//   flags, place of its answer, cache, and
//     what it remembers of trees (compound/stored_memory)
//   what frames with a budget remember (world/stored_critical)
//
// Sorted lists and the pairs of the broad phase follow from the boxes: they are rebuilt, and the
// pairs are compared with the stored ones. Bounds on motions are rebuilt, too.
#include "world/snapshot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/bytes.h"
#include "compound/stored_memory.h"
#include "geom/stored_shape.h"
#include "world/answer_check.h"
#include "world/publish.h"
#include "world/state.h"
#include "world/stored_answer.h"
#include "world/stored_critical.h"

namespace glance::rooms::world {
namespace {

constexpr std::uint32_t kMagic = 0x44574c47;  // "GLWD"
constexpr std::uint32_t kVersion = 9;
constexpr std::size_t kHeader = 24;

/// Bits of a pair's flags.
constexpr std::uint8_t kAllowed = 1, kAnswered = 2, kTouching = 4, kOpen = 8;

auto damaged(const ByteReader& in, const char* what) {
  return fail(ErrorCode::bad_data,
              fmt::format("the stored world is damaged at byte {}: {}", kHeader + in.position(),
                          in.ok() ? what : "it ends too early, or a flag is neither 0 nor 1"));
}

std::vector<std::uint32_t> get_indices(ByteReader& in) {
  const auto count = in.get<std::uint32_t>();
  // No memory for more numbers than there are bytes: a count may be forged.
  std::vector<std::uint32_t> indices(in.fits(count, sizeof(std::uint32_t)) ? count : 0);
  for (std::uint32_t& index : indices) index = in.get<std::uint32_t>();
  if (indices.size() != count) in.take(SIZE_MAX);  // fails
  return indices;
}

void put_indices(std::span<const std::uint32_t> indices, ByteWriter& out) {
  out.put(static_cast<std::uint32_t>(indices.size()));
  for (const std::uint32_t index : indices) out.put(index);
}

}  // namespace

std::vector<std::byte> Snapshot::save(const WorldState& world) {
  ByteWriter content;
  put(world.options, content);
  put(world.asked, content);
  put_bodies(world, content);
  put_pairs(world, content);
  put_critical(world, content);

  ByteWriter file;
  file.put(kMagic);
  file.put(kVersion);
  file.put(std::uint64_t{content.bytes().size()});
  file.put(checksum(content.bytes()));
  file.put(content.bytes());
  return file.take();
}

void Snapshot::put_bodies(const WorldState& world, ByteWriter& out) {
  const Bodies& b = world.bodies;
  // Shapes first, each once: bodies name theirs by number, and share it again after restoring.
  ShapeStore shapes;
  for (std::uint32_t i = 0; i < b.capacity(); i++) {
    if (b.form_[i] != Bodies::kNoForm) shapes.add(b.base_shape(i));
  }
  out.put(shapes.count());
  out.put(shapes.bytes());

  put_indices(b.ids_.generations(), out);
  put_indices(b.ids_.free(), out);
  for (std::uint32_t i = 0; i < b.capacity(); i++) {
    if (b.stage_[i] == Bodies::Stage::absent) continue;
    out.put(i);
    out.put(static_cast<std::uint8_t>(b.stage_[i]));
    out.put(b.flags_[i]);
    out.put(b.in_broad_[i]);
    out.put(shapes.add(b.base_shape(i)));
    out.put(b.scale(i));
    put_pose(b.pose[i], out);
    out.put(static_cast<std::uint8_t>(b.box_kind[i]));
    out.put(b.crowded_[i]);
    out.put(b.is_static[i]);
    out.put(b.is_sensor[i]);
    out.put(b.user_data[i]);
    out.put(b.static_in_broad[i]);
    out.put(b.group[i]);
    out.put(b.mask[i]);
    out.put(b.max_acceleration[i]);
    for (const std::uint32_t vertex : b.extremes(i)) out.put(vertex);
    const FloatBox box = b.boxes.get(i);
    for (int k = 0; k < 3; k++) {
      out.put(box.lower[k]);
      out.put(box.upper[k]);
    }
    out.put(b.fast.contains(i));
    if (b.fast.contains(i)) put_pose(b.fast.before(i), out);
  }
  put_indices(b.touched_, out);
}

Result<void> Snapshot::get_bodies(ByteReader& in, WorldState& world) {
  Bodies& b = world.bodies;
  std::vector<Shape> shapes;
  for (auto left = in.get<std::uint32_t>(); left > 0; left--) {
    const Result<Shape> shape = get_shape(in, shapes);
    if (!shape) return damaged(in, shape.error().message.c_str());
    shapes.push_back(*shape);
  }

  std::vector<std::uint32_t> generations = get_indices(in);
  auto ids = IdPool::restore(std::move(generations), get_indices(in));
  if (!in.ok() || !ids) return damaged(in, "no such set of body ids");
  b.ids_ = std::move(*ids);
  b.is_restored_ = true;
  for (std::size_t i = 0; i < b.ids_.capacity(); i++) {
    b.grow();
    b.id[i] = {static_cast<std::uint32_t>(i), b.ids_.generations()[i], b.world_};
  }
  for (std::size_t left = b.ids_.alive_count(); left > 0; left--) {
    bool good = true;
    const auto i = in.get<std::uint32_t>();
    if (i >= b.capacity() || b.id[i].generation % 2 == 0 || b.stage_[i] != Bodies::Stage::absent) {
      return damaged(in, "a body with the number of none, or of another");
    }
    b.stage_[i] = in.get_enum(Bodies::Stage::leaving);
    b.flags_[i] = in.get<std::uint8_t>();
    b.in_broad_[i] = in.get_bool();
    const auto shape = in.get<std::uint32_t>();
    const double scale = in.get_double();
    const Result<Pose> pose = get_pose(in);
    b.box_kind[i] = in.get_enum(BoxKind::tight);
    const auto crowded = in.get<std::uint8_t>();
    b.is_static[i] = in.get_bool();
    b.is_sensor[i] = in.get_bool();
    b.user_data[i] = in.get<std::uint64_t>();
    b.static_in_broad[i] = in.get_bool();
    b.group[i] = in.get<std::uint32_t>();
    b.mask[i] = in.get<std::uint32_t>();
    b.max_acceleration[i] = in.get_double();
    // What add() and set_..() refuse is refused here, too.
    good &= check_acceleration(b.max_acceleration[i]).has_value();
    std::array<std::uint32_t, 6> extremes;
    for (std::uint32_t& vertex : extremes) vertex = in.get<std::uint32_t>();
    FloatBox box;
    for (int k = 0; k < 3; k++) {
      box.lower[k] = in.get_float();
      box.upper[k] = in.get_float();
      good &= !b.in_broad_[i] || box.lower[k] <= box.upper[k];  // nor NaN
    }
    const bool fast = in.get_bool();
    const Result<Pose> before = fast ? get_pose(in) : pose;
    if (!in.ok() || !good || b.stage_[i] == Bodies::Stage::absent || shape >= shapes.size()) {
      return damaged(in, "a body with values that do not exist");
    }
    if (b.in_broad_[i] && b.is_static[i] != b.static_in_broad[i] &&
        !(b.flags_[i] & Bodies::kReinserted)) {
      return damaged(in, "a body that became static, or moves, unnoticed");
    }
    if (!pose) return damaged(in, pose.error().message.c_str());
    if (!before) return damaged(in, before.error().message.c_str());
    if (fast) b.fast.add(i, *before);
    const Result<std::uint32_t> form = b.forms_.acquire(shapes[shape], scale);
    if (!form) return damaged(in, form.error().message.c_str());
    b.pose[i] = *pose;
    b.form_[i] = *form;
    b.boxes.set(i, box);
    b.begin_box(i);
    b.crowded_[i] = crowded;
    if (!b.set_extremes(i, extremes)) return damaged(in, "no such extreme vertex");
    if (b.stage_[i] == Bodies::Stage::present) b.count_++;
  }
  // The flags and the list of touched bodies say the same twice. They must agree, or a body would
  // change without the next frame noticing.
  b.touched_ = get_indices(in);
  std::vector<std::uint32_t> touched = b.touched_;
  std::ranges::sort(touched);
  for (std::uint32_t i = 0, n = 0; i < b.capacity(); i++) {
    const bool listed = n < touched.size() && touched[n] == i;
    n += listed;
    if (listed != (b.flags_[i] != 0)) return damaged(in, "a list of changes that is not of these");
    if (i + 1 == b.capacity() && n != touched.size()) return damaged(in, "changes of no body");
    // A body that neither the broad phase knows nor the next frame would tell it of.
    if (!listed && b.stage_[i] == Bodies::Stage::present && !b.in_broad_[i]) {
      return damaged(in, "a body that is lost");
    }
    if (!listed && b.stage_[i] == Bodies::Stage::leaving) return damaged(in, "a body that stays");
  }
  if (b.capacity() == 0 && !touched.empty()) return damaged(in, "changes of no body");
  return {};
}

void Snapshot::put_pairs(const WorldState& world, ByteWriter& out) {
  out.put(world.filter.active_);
  out.put(world.filter.has_filter_);
  out.put(world.filter.changed_);
  out.put(static_cast<std::uint32_t>(world.filter.exceptions_.size()));
  for (const PairKey key : world.filter.exceptions_) out.put(key);

  out.put(static_cast<std::uint32_t>(world.lists.answers.size()));
  for (const PairReport& report : world.lists.answers) {
    put(report, out);
    out.put(report.first_contact);
    out.put(report.contact_count);
  }
  out.put(static_cast<std::uint32_t>(world.lists.contact_points.size()));
  for (const ContactPoint& point : world.lists.contact_points) put(point, out);

  for (const std::uint64_t number : world.broad->history()) out.put(number);
  for (std::uint32_t i = 0; i < world.bodies.capacity(); i++) {
    if (world.bodies.in_broad(i)) out.put(world.broad->body_history(i));
  }
  const auto keys = world.broad->pairs();
  out.put(static_cast<std::uint32_t>(keys.size()));
  auto answer = world.lists.answers.begin();
  for (std::size_t n = 0; n < keys.size(); n++) {
    const PairMemory& m = world.pairs.memory(n);
    out.put(keys[n]);
    out.put(static_cast<std::uint8_t>((m.allowed ? kAllowed : 0) | (m.answered ? kAnswered : 0) |
                                      (m.touching ? kTouching : 0) | (m.open ? kOpen : 0)));
    // The place of its answer, or of the next one that there is. (Both lists are in id order.)
    while (answer != world.lists.answers.end() && key_of(*answer) < keys[n]) ++answer;
    out.put(static_cast<std::uint32_t>(answer - world.lists.answers.begin()));
    out.put(m.cache.to_bytes());
    put_trees(m.cache, out);
  }
}

Result<void> Snapshot::get_filter(ByteReader& in, WorldState& world) {
  PairRules& filter = world.filter;
  filter.active_ = in.get_bool();
  filter.has_filter_ = in.get_bool();
  filter.changed_ = in.get_bool();
  const auto count = in.get<std::uint32_t>();
  if (!in.fits(count, sizeof(PairKey))) return damaged(in, "too many exceptions");
  const Bodies& b = world.bodies;
  const auto present = [&](std::uint32_t i) { return i < b.capacity() && b.present(i); };
  for (std::uint32_t n = 0; n < count; n++) {
    const auto key = in.get<PairKey>();
    // Exceptions are forgotten with their bodies, so those that are stored name two that exist.
    if (!present(first_of(key)) || !present(second_of(key)) || first_of(key) >= second_of(key)) {
      return damaged(in, "an exception for no pair");
    }
    if (n > 0 && key <= filter.exceptions_.back()) return damaged(in, "no order of pairs");
    filter.exceptions_.push_back(key);
  }
  return {};
}

/// What a pair remembers, and whether it can be so.
Result<void> Snapshot::get_pair(ByteReader& in, const WorldState& world, PairKey key,
                                PairMemory& m) {
  const auto flags = in.get<std::uint8_t>();
  m.allowed = (flags & kAllowed) != 0;
  m.answered = (flags & kAnswered) != 0;
  m.touching = (flags & kTouching) != 0;
  m.open = (flags & kOpen) != 0;
  const auto place = in.get<std::uint32_t>();
  const auto cache = PairCache::from_bytes(in.take(PairCache::kBytes));
  if (!in.ok() || !cache) return damaged(in, cache ? "" : cache.error().message.c_str());
  m.cache = *cache;
  // (A pair that a budget left open may be taken to touch, and has no answer.)
  if (flags > (kAllowed | kAnswered | kTouching | kOpen) || m.answered > m.allowed ||
      m.touching > m.allowed || m.open > m.allowed || (m.open && m.answered)) {
    return damaged(in, "a pair with flags that do not exist");
  }

  const Bodies& b = world.bodies;
  const std::uint32_t i = first_of(key), j = second_of(key);
  if (auto ok = get_trees(in, b.shape(i), b.shape(j), m.cache); !ok) {
    return damaged(in, ok.error().message.c_str());
  }
  // (What was said of a pair is forgotten at once when one of them leaves.)
  if (!world.filter.changed_ && b.present(i) && b.present(j) &&
      (world.filter.has_filter() ? m.allowed > world.filter.may_allow(b, key)
                                 : m.allowed != world.filter.may_allow(b, key))) {
    return damaged(in, "a pair that is allowed and should not be, or is not and should");
  }
  const bool has_answer = m.answered && (m.touching || world.asked.report_all);
  // One that will be given again; the bodies may have other shapes now if they have changed.
  const bool rests = !b.changed(i) && !b.changed(j);
  if (!has_answer || !rests) return {};
  if (place >= world.lists.answers.size()) return damaged(in, "no such answer");
  const PairReport& answer = world.lists.answers[place];
  const auto points =
      std::span(world.lists.contact_points).subspan(answer.first_contact, answer.contact_count);
  if (!is_about(answer, key, b) || answer.touches() != m.touching ||
      !std::ranges::all_of(points,
                           [&](const ContactPoint& point) { return is_about(point, key, b); })) {
    return damaged(in, "an answer that is not about this pair");
  }
  return {};
}

/// The answers of the last frame, and their contact points.
Result<void> Snapshot::get_answers(ByteReader& in, WorldState& world) {
  const auto answers = in.get<std::uint32_t>();
  if (!in.fits(answers, 1)) return damaged(in, "too many answers");
  std::size_t points = 0;
  for (std::uint32_t i = 0; i < answers; i++) {
    Result<PairReport> report = get_pair_report(in);
    if (!report || !in.ok()) return damaged(in, report ? "" : report.error().message.c_str());
    report->a.world = report->b.world = world.bodies.world_;
    report->first_contact = in.get<std::uint32_t>();
    report->contact_count = in.get<std::uint32_t>();
    // Points lie one answer after the other, without gaps: so each belongs to one answer, and none
    // is out of range.
    if (report->first_contact != points || report->contact_count > Contacts::kMaxPoints) {
      return damaged(in, "an answer with contact points that are not its own");
    }
    points += report->contact_count;
    // The next frame looks for them by their pairs.
    std::vector<PairReport>& list = world.lists.answers;
    if (!list.empty() && key_of(list.back()) >= key_of(*report)) {
      return damaged(in, "answers that are not in id order");
    }
    list.push_back(*report);
  }
  if (in.get<std::uint32_t>() != points || !in.fits(points, 1)) {
    return damaged(in, "contact points of no answer");
  }
  for (; points > 0; points--) {
    const Result<ContactPoint> point = get_contact_point(in);
    if (!point || !in.ok()) return damaged(in, point ? "" : point.error().message.c_str());
    world.lists.contact_points.push_back(*point);
  }
  return {};
}

Result<void> Snapshot::get_pairs(ByteReader& in, WorldState& world) {
  if (auto ok = get_answers(in, world); !ok) return ok;
  // The broad phase as it was: from the boxes of the bodies that it knows.
  std::vector<std::uint32_t> known;
  for (std::uint32_t i = 0; i < world.bodies.capacity(); i++) {
    if (!world.bodies.in_broad(i)) continue;
    known.push_back(i);
    world.broad->promise(i, promised(world.bodies.max_acceleration[i]));
  }
  world.broad->update(world.bodies.boxes, world.bodies.static_in_broad, {{}, known, {}});
  BroadPhase::History history;
  for (std::uint64_t& number : history) number = in.get<std::uint64_t>();
  std::vector<std::uint8_t> of_bodies(world.bodies.capacity());
  for (const std::uint32_t i : known) of_bodies[i] = in.get<std::uint8_t>();
  world.broad->set_body_history(of_bodies);
  world.broad->set_history(history, world.bodies.boxes);
  std::vector<PairKey> ended;
  world.pairs.follow(*world.broad, ended, world.list_entries);

  const auto count = in.get<std::uint32_t>();
  // The pairs follow from the boxes: stored ones must be the same, in the same order.
  if (count != world.pairs.size()) return damaged(in, "not the pairs whose boxes overlap");
  for (std::size_t n = 0; n < count; n++) {
    PairMemory& m = world.pairs.memory(n);
    if (in.get<PairKey>() != world.broad->pairs()[n]) {
      return damaged(in, "not the pairs whose boxes overlap");
    }
    if (auto ok = get_pair(in, world, world.broad->pairs()[n], m); !ok) return ok;
    world.list_entries += list_entries(m.cache);
  }
  return {};
}

Result<std::unique_ptr<WorldState>> Snapshot::restore(std::span<const std::byte> bytes) {
  ByteReader header(bytes);
  const auto magic = header.get<std::uint32_t>(), version = header.get<std::uint32_t>();
  const auto size = header.get<std::uint64_t>(), sum = header.get<std::uint64_t>();
  if (!header.ok() || magic != kMagic)
    return fail(ErrorCode::bad_data, "these bytes are not a stored world");
  if (version != kVersion) {
    return fail(ErrorCode::bad_data,
                fmt::format("a stored world of version {}, which this library cannot read: it "
                            "reads version {}",
                            version, kVersion));
  }
  if (header.left() != size) {
    return fail(ErrorCode::bad_data,
                fmt::format("a stored world of {} bytes, of which {} are there", kHeader + size,
                            bytes.size()));
  }
  const auto content = bytes.subspan(kHeader);
  if (checksum(content) != sum)
    return fail(ErrorCode::bad_data, "the stored world is damaged: its checksum is wrong");

  ByteReader in(content);
  const Result<WorldOptions> options = get_world_options(in);
  if (!options) return fail(options.error());
  if (auto made = World::make(*options); !made) return fail(made.error());
  auto world = std::make_unique<WorldState>(*options);
  const Result<DetectOptions> asked = get_detect_options(in);
  if (!asked) return fail(asked.error());
  world->asked = *asked;
  if (auto ok = get_bodies(in, *world); !ok) return fail(ok.error());
  if (auto ok = get_filter(in, *world); !ok) return fail(ok.error());
  if (auto ok = get_pairs(in, *world); !ok) return fail(ok.error());
  if (auto ok = get_critical(in, *world); !ok) return damaged(in, ok.error().message.c_str());
  if (!in.ok()) return damaged(in, "");
  if (in.left() != 0) return damaged(in, "bytes behind the end");
  return world;
}

}  // namespace glance::rooms::world
