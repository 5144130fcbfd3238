// Writes recordings. Each block is put together in memory and goes out in one piece.
// Tested in tests/unit/io/recording_test.cpp (Recording.FlightsComeBack).
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <ostream>
#include <vector>

#include "base/bytes.h"
#include "geom/stored_shape.h"
#include "glance/recording.h"
#include "io/pose_track.h"
#include "io/recording_format.h"

namespace glance {
using namespace rooms::io;

struct RecordingWriter::State {
  std::ostream* out;
  std::vector<io::PoseTrack> tracks;  ///< one a body
  io::Checksum checksum;
  PairHash hash;
  std::uint64_t frames = 0, bytes = 0;
  ByteWriter content;  ///< of the block in the making
  bool finished = false;

  Result<void> put(std::string_view text) {
    if (!out->write(text.data(), static_cast<std::streamsize>(text.size()))) {
      return fail(ErrorCode::bad_data,
                  fmt::format("the recording cannot be written beyond byte {}", bytes));
    }
    bytes += text.size();
    return {};
  }

  Result<void> put_block(io::BlockKind kind) {
    ByteWriter start, end;
    start.put(static_cast<std::uint8_t>(kind));
    start.put(std::uint64_t{content.bytes().size()});
    end.put(checksum.after(start.text(), content.text()));
    for (const std::string_view part : {start.text(), content.text(), end.text()}) {
      if (auto ok = put(part); !ok) return ok;
    }
    content.clear();
    return {};
  }
};

namespace {

Result<void> check_pairs(std::span<const NumberedPair> pairs, std::size_t bodies) {
  const NumberedPair* before = nullptr;
  for (const NumberedPair& pair : pairs) {
    if (pair.first >= pair.second || pair.second >= bodies || (before && !(*before < pair))) {
      return fail(ErrorCode::bad_data,
                  fmt::format("pair {} of bodies {} and {} (of {}) is out of order or of range",
                              &pair - pairs.data(), pair.first, pair.second, bodies));
    }
    before = &pair;
  }
  return {};
}

Result<void> check_settings(const RecordingSettings& settings, std::size_t bodies) {
  if (!(settings.margin >= 0) || !std::isfinite(settings.margin)) {
    return fail(ErrorCode::bad_data,
                fmt::format("the margin must be finite and not negative, not {}", settings.margin));
  }
  const std::vector<std::uint32_t>& numbers = settings.static_bodies;
  const bool ascending = std::ranges::adjacent_find(numbers, std::greater_equal()) == numbers.end();
  if (!ascending || (!numbers.empty() && numbers.back() >= bodies)) {
    return fail(
        ErrorCode::bad_data,
        fmt::format("the numbers of static bodies (of {}) are out of order or of range", bodies));
  }
  return {};
}

void put_shape(ByteWriter& out, const Shape& shape) {
  out.put_varint(static_cast<std::uint64_t>(shape.kind()));
  out.put(shape.mass().centroid);
  out.put(shape.rounding());
  if (!shape.is_convex()) {
    ShapeStore store;
    store.add(shape);
    out.put_varint(store.count());
    out.put_varint(store.bytes().size());
    out.put(store.bytes());
  } else if (shape.has_flat_core()) {
    out.put_varint(shape.vertex_count());
    for (const Vec3& vertex : shape.vertices()) out.put(vertex);
  } else {
    out.put(shape.sizes());
    out.put(shape.plane_offset());
  }
}

}  // namespace

RecordingWriter::RecordingWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordingWriter::RecordingWriter(RecordingWriter&&) noexcept = default;
RecordingWriter& RecordingWriter::operator=(RecordingWriter&&) noexcept = default;
RecordingWriter::~RecordingWriter() = default;

Result<RecordingWriter> RecordingWriter::start(std::ostream& out, std::span<const Shape> shapes,
                                               std::span<const std::uint32_t> shape_of,
                                               const RecordingSettings& settings) {
  if (shape_of.size() > std::numeric_limits<std::uint32_t>::max()) {
    return fail(ErrorCode::bad_data,
                fmt::format("{} bodies are more than a recording can number", shape_of.size()));
  }
  if (auto ok = check_settings(settings, shape_of.size()); !ok) return fail(ok.error());
  const bool convex = std::ranges::all_of(shapes, [](const Shape& s) { return s.is_convex(); });
  const std::string_view magic = convex ? io::kMagic : io::kMagicOfParts;
  auto state = std::make_unique<State>();
  state->checksum = io::Checksum(magic);
  state->out = &out;
  ByteWriter& content = state->content;
  content.put(settings.margin);
  content.put_varint(shapes.size());
  for (const Shape& shape : shapes) put_shape(content, shape);
  content.put_varint(shape_of.size());
  state->tracks.reserve(shape_of.size());
  auto next_static = settings.static_bodies.begin();
  for (std::uint32_t body = 0; body < shape_of.size(); body++) {
    const std::uint32_t shape = shape_of[body];
    if (shape >= shapes.size()) {
      return fail(ErrorCode::bad_data,
                  fmt::format("there is no shape {} among {}", shape, shapes.size()));
    }
    const bool is_static = next_static != settings.static_bodies.end() && *next_static == body;
    if (is_static) ++next_static;
    content.put_varint(std::uint64_t{shape} << 1 | (is_static ? 1 : 0));
    state->tracks.emplace_back(shapes[shape].mass().centroid);
  }
  if (auto ok = state->put(magic); !ok) return fail(ok.error());
  if (auto ok = state->put_block(io::BlockKind::head); !ok) return fail(ok.error());
  return RecordingWriter(std::move(state));
}

Result<void> RecordingWriter::add_frame(std::span<const Pose> poses,
                                        std::span<const NumberedPair> touching) {
  State& s = *state_;
  if (s.finished)
    return fail(ErrorCode::bad_data, "the recording is finished: no frame can be added");
  if (poses.size() != s.tracks.size()) {
    return fail(ErrorCode::bad_data,
                fmt::format("{} poses for {} bodies", poses.size(), s.tracks.size()));
  }
  if (auto ok = check_pairs(touching, poses.size()); !ok) return ok;
  for (std::size_t i = 0; i < poses.size(); i++) s.tracks[i].write(s.content, poses[i]);
  s.content.put_varint(touching.size());
  NumberedPair before = io::kBeforeAll;
  for (const NumberedPair& pair : touching) {
    const io::PairStep step = io::step_between(before, pair);
    s.content.put_varint(step.first);
    s.content.put_varint(step.second);
    before = pair;
  }
  s.hash.add_frame(touching);
  s.frames++;
  return s.put_block(io::BlockKind::frame);
}

Result<void> RecordingWriter::finish() {
  State& s = *state_;
  if (s.finished) return fail(ErrorCode::bad_data, "the recording is finished already");
  s.content.put_varint(s.frames);
  s.content.put(s.hash.value());
  if (auto ok = s.put_block(io::BlockKind::end); !ok) return ok;
  if (!s.out->flush())
    return fail(ErrorCode::bad_data, "the end of the recording cannot be written");
  s.finished = true;
  return {};
}

std::uint64_t RecordingWriter::bytes() const { return state_->bytes; }

void PairHash::add_frame(std::span<const NumberedPair> touching) {
  hash_.add(std::uint64_t{touching.size()});
  for (const NumberedPair& pair : touching) {
    hash_.add(std::uint64_t{pair.first}).add(std::uint64_t{pair.second});
  }
}

std::string PairHash::text() const { return fmt::format("{:016x}", hash_.value()); }

}  // namespace glance
