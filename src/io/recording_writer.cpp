// Writes recordings. Each block is put together in memory and goes out in one piece.
// Tested in tests/unit/io/recording_test.cpp (Recording.FlightsComeBack).
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <ostream>
#include <vector>

#include "geom/stored_shape.h"
#include "glance/recording.h"
#include "io/packed.h"
#include "io/pose_track.h"
#include "io/recording_format.h"

namespace glance {
using namespace io;

using io::put_double, io::put_varint, io::put_vector, io::put_word;

struct RecordingWriter::State {
  std::ostream* out;
  std::vector<io::PoseTrack> tracks;  ///< one a body
  io::Checksum checksum;
  PairHash hash;
  std::uint64_t frames = 0, bytes = 0;
  std::string content;  ///< of the block in the making
  bool finished = false;

  Result<void> put(std::string_view text) {
    if (!out->write(text.data(), static_cast<std::streamsize>(text.size()))) {
      return fail(fmt::format("the recording cannot be written beyond byte {}", bytes));
    }
    bytes += text.size();
    return {};
  }

  Result<void> put_block(io::BlockKind kind) {
    std::string start(1, static_cast<char>(kind)), end;
    put_word(start, content.size());
    put_word(end, checksum.after(start, content));
    for (const std::string_view part :
         {std::string_view(start), std::string_view(content), std::string_view(end)}) {
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
      return fail(fmt::format("pair {} of bodies {} and {} (of {}) is out of order or of range",
                              &pair - pairs.data(), pair.first, pair.second, bodies));
    }
    before = &pair;
  }
  return {};
}

Result<void> check_settings(const RecordingSettings& settings, std::size_t bodies) {
  if (!(settings.margin >= 0) || !std::isfinite(settings.margin)) {
    return fail(fmt::format("the margin must be finite and not negative, not {}", settings.margin));
  }
  const std::vector<std::uint32_t>& numbers = settings.static_bodies;
  const bool ascending = std::ranges::adjacent_find(numbers, std::greater_equal()) == numbers.end();
  if (!ascending || (!numbers.empty() && numbers.back() >= bodies)) {
    return fail(
        fmt::format("the numbers of static bodies (of {}) are out of order or of range", bodies));
  }
  return {};
}

void put_shape(std::string& out, const Shape& shape) {
  put_varint(out, static_cast<std::uint64_t>(shape.kind()));
  put_vector(out, shape.mass().centroid);
  put_double(out, shape.rounding());
  if (!shape.is_convex()) {
    ShapeStore store;
    store.add(shape);
    put_varint(out, store.count());
    put_varint(out, store.bytes().size());
    out.append(reinterpret_cast<const char*>(store.bytes().data()), store.bytes().size());
  } else if (shape.has_flat_core()) {
    put_varint(out, shape.vertex_count());
    for (const Vec3& vertex : shape.vertices()) put_vector(out, vertex);
  } else {
    put_vector(out, shape.sizes());
    put_double(out, shape.plane_offset());
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
    return fail(fmt::format("{} bodies are more than a recording can number", shape_of.size()));
  }
  if (auto ok = check_settings(settings, shape_of.size()); !ok) return fail(ok.error());
  const bool convex = std::ranges::all_of(shapes, [](const Shape& s) { return s.is_convex(); });
  const std::string_view magic = convex ? io::kMagic : io::kMagicOfParts;
  auto state = std::make_unique<State>();
  state->checksum = io::Checksum(magic);
  state->out = &out;
  std::string& content = state->content;
  put_double(content, settings.margin);
  put_varint(content, shapes.size());
  for (const Shape& shape : shapes) put_shape(content, shape);
  put_varint(content, shape_of.size());
  state->tracks.reserve(shape_of.size());
  auto next_static = settings.static_bodies.begin();
  for (std::uint32_t body = 0; body < shape_of.size(); body++) {
    const std::uint32_t shape = shape_of[body];
    if (shape >= shapes.size()) {
      return fail(fmt::format("there is no shape {} among {}", shape, shapes.size()));
    }
    const bool is_static = next_static != settings.static_bodies.end() && *next_static == body;
    if (is_static) ++next_static;
    put_varint(content, std::uint64_t{shape} << 1 | (is_static ? 1 : 0));
    state->tracks.emplace_back(shapes[shape].mass().centroid);
  }
  if (auto ok = state->put(magic); !ok) return fail(ok.error());
  if (auto ok = state->put_block(io::BlockKind::head); !ok) return fail(ok.error());
  return RecordingWriter(std::move(state));
}

Result<void> RecordingWriter::add_frame(std::span<const Pose> poses,
                                        std::span<const NumberedPair> touching) {
  State& s = *state_;
  if (s.finished) return fail("the recording is finished: no frame can be added");
  if (poses.size() != s.tracks.size()) {
    return fail(fmt::format("{} poses for {} bodies", poses.size(), s.tracks.size()));
  }
  if (auto ok = check_pairs(touching, poses.size()); !ok) return ok;
  for (std::size_t i = 0; i < poses.size(); i++) s.tracks[i].write(s.content, poses[i]);
  put_varint(s.content, touching.size());
  NumberedPair before = io::kBeforeAll;
  for (const NumberedPair& pair : touching) {
    const io::PairStep step = io::step_between(before, pair);
    put_varint(s.content, step.first);
    put_varint(s.content, step.second);
    before = pair;
  }
  s.hash.add_frame(touching);
  s.frames++;
  return s.put_block(io::BlockKind::frame);
}

Result<void> RecordingWriter::finish() {
  State& s = *state_;
  if (s.finished) return fail("the recording is finished already");
  put_varint(s.content, s.frames);
  put_word(s.content, s.hash.value());
  if (auto ok = s.put_block(io::BlockKind::end); !ok) return ok;
  if (!s.out->flush()) return fail("the end of the recording cannot be written");
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
