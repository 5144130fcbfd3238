// Reads recordings, and believes nothing: each block is checked by its checksum before it is
// looked into, and every number by what there is of what it counts.
// Tested in tests/unit/io/recording_test.cpp (Recording.FlightsComeBack).
#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <limits>
#include <vector>

#include "base/bytes.h"
#include "geom/shape_access.h"
#include "geom/stored_shape.h"
#include "glance/recording.h"
#include "glance/tolerance.h"
#include "io/pose_track.h"
#include "io/recording_format.h"

namespace glance {
using namespace rooms::io;

namespace {

/// Least bytes of a shape (kind, centre, rounding, how many vertices, one of them; in version 1:
/// the same without kind and rounding), of a pose (one for each difference) and of a pair.
constexpr std::size_t kShapeBytes = 1 + 24 + 8 + 1 + 24, kHullBytes = 24 + 1 + 24;
constexpr std::size_t kPoseBytes = 12, kPairBytes = 2;

bool within_range(const Vec3& v) {
  return is_finite(v) &&
         std::max({std::fabs(v.x()), std::fabs(v.y()), std::fabs(v.z())}) <= kMaxCoordinate;
}

/// The number of things that follow, each of at least so many bytes: no more than fit.
Result<std::size_t> read_count(ByteReader& in, std::size_t bytes_each, std::string_view what) {
  const std::uint64_t count = in.get_varint();
  if (!in.ok() || count > in.left() / bytes_each) {
    return fail(ErrorCode::bad_data, fmt::format("{} {} in {} bytes", count, what, in.left()));
  }
  return static_cast<std::size_t>(count);
}

Result<std::vector<Vec3>> read_vertices(ByteReader& in, std::uint64_t count) {
  if (!in.ok() || count > in.left() / 24) {
    return fail(ErrorCode::bad_data, fmt::format("{} vertices in {} bytes", count, in.left()));
  }
  std::vector<Vec3> vertices(count);
  for (Vec3& v : vertices) v = in.get_vec3();
  return vertices;
}

/// As version 1 has it.
Result<Shape> read_hull(ByteReader& in, Vec3& center) {
  const std::uint64_t count = in.get_varint();
  center = in.get_vec3();
  const Result<std::vector<Vec3>> vertices = read_vertices(in, count);
  if (!vertices) return fail(vertices.error());
  return restore_shape(ShapeKind::hull, *vertices, Vec3::zero(), 0, 0);
}

/// A mesh or a compound, after the parts that it is of.
Result<Shape> read_parts(ByteReader& in, ShapeKind kind) {
  const std::uint64_t count = in.get_varint(), size = in.get_varint();
  ByteReader bytes(in.take(size));
  if (!in.ok() || count == 0) return fail(ErrorCode::bad_data, "cut short");
  std::vector<Shape> shapes;
  for (std::uint64_t i = 0; i < count; i++) {
    const Result<Shape> shape = get_shape(bytes, shapes);
    if (!shape) return fail(shape.error());
    shapes.push_back(*shape);
  }
  if (bytes.left() != 0) return fail(ErrorCode::bad_data, "bytes that belong to no shape");
  if (shapes.back().kind() != kind) return fail(ErrorCode::bad_data, "a shape of another kind");
  return shapes.back();
}

Result<Shape> read_shape(ByteReader& in, std::uint64_t kinds, Vec3& center) {
  const std::uint64_t number = in.get_varint();
  if (number >= kinds) return fail(ErrorCode::bad_data, fmt::format("there is no kind {}", number));
  const auto kind = static_cast<ShapeKind>(number);
  center = in.get_vec3();
  const double rounding = in.get_double();
  if (kind >= ShapeKind::mesh) return read_parts(in, kind);
  if (kind < ShapeKind::cylinder) {
    const Result<std::vector<Vec3>> vertices = read_vertices(in, in.get_varint());
    if (!vertices) return fail(vertices.error());
    return restore_shape(kind, *vertices, Vec3::zero(), 0, rounding);
  }
  const Vec3 sizes = in.get_vec3();
  const double offset = in.get_double();
  if (!in.ok()) return fail(ErrorCode::bad_data, "cut short");
  return restore_shape(kind, {}, sizes, offset, rounding);
}

}  // namespace

struct RecordingReader::State {
  std::istream* in;
  bool partial = false;
  bool cut = false;          ///< it ended in the middle of a block, or without an end
  bool hulls_only = false;   ///< version 1
  bool convex_only = false;  ///< version 2
  io::Checksum checksum;
  PairHash hash;
  std::uint64_t frames = 0, bytes = 0;
  bool finished = false;

  std::vector<Shape> shapes;
  std::vector<Vec3> centers;
  std::vector<std::uint32_t> shape_of;
  RecordingSettings settings;
  std::vector<io::PoseTrack> tracks;
  std::vector<Pose> poses;
  std::vector<NumberedPair> touching;

  io::BlockKind kind = {};
  std::uint64_t block_at = 0;  ///< where the block begins that was read last
  std::string content;         ///< of that block

  /// Appends so many bytes of the file to `text`. Piece by piece: a wrong size costs no
  /// more memory than the file has bytes.
  Result<void> take(std::string& text, std::uint64_t size) {
    constexpr std::uint64_t kPiece = 1 << 20;
    while (size > 0) {
      const std::size_t before = text.size(), piece = std::min(size, kPiece);
      text.resize(before + piece);
      in->read(text.data() + before, static_cast<std::streamsize>(piece));
      const auto got = static_cast<std::uint64_t>(in->gcount());
      text.resize(before + got);
      bytes += got;
      size -= got;
      if (in->bad())
        return fail(ErrorCode::no_file, fmt::format("cannot be read beyond byte {}", bytes));
      if (got < piece) {
        cut = true;
        return fail(ErrorCode::bad_data,
                    fmt::format("cut: it ends at byte {}, in the block that begins at byte {} and "
                                "needs {} bytes more",
                                bytes, block_at, size));
      }
    }
    return {};
  }

  Result<void> take_block() {
    block_at = bytes;
    std::string start, end;
    if (auto ok = take(start, 1); !ok) return ok;
    kind = static_cast<io::BlockKind>(start[0]);
    if (kind != io::BlockKind::head && kind != io::BlockKind::frame && kind != io::BlockKind::end) {
      return fail(ErrorCode::bad_data,
                  fmt::format("damaged: byte {} is {:#04x}, which begins no block", block_at,
                              static_cast<std::uint8_t>(start[0])));
    }
    content.clear();
    if (auto ok = take(start, 8); !ok) return ok;
    const std::uint64_t size = ByteReader(std::string_view(start).substr(1)).get<std::uint64_t>();
    if (auto ok = take(content, size); !ok) return ok;
    if (auto ok = take(end, io::kChecksumBytes); !ok) return ok;
    if (ByteReader(end).get<std::uint64_t>() != checksum.after(start, content)) {
      return fail(
          ErrorCode::bad_data,
          fmt::format("damaged: the checksum of bytes {} to {} is not right", block_at, bytes - 1));
    }
    return {};
  }

  /// Of a block whose checksum is right, so not an accident.
  Failure refuse(const std::string& why) const {
    return fail(ErrorCode::bad_data,
                fmt::format("wrong in the block that begins at byte {}: {}", block_at, why));
  }

  Result<void> read_head() {
    ByteReader unpack(content);
    if (!hulls_only) settings.margin = unpack.get_double();
    if (!(settings.margin >= 0) || !std::isfinite(settings.margin)) {
      return refuse(fmt::format("the margin {}", settings.margin));
    }
    const Result<std::size_t> shape_count =
        read_count(unpack, hulls_only ? kHullBytes : kShapeBytes, "shapes");
    if (!shape_count) return refuse(shape_count.error().message);
    for (std::size_t i = 0; i < *shape_count; i++) {
      Vec3 center;
      const Result<Shape> shape =
          hulls_only ? read_hull(unpack, center)
                     : read_shape(unpack, convex_only ? kConvexKinds : kShapeKinds, center);
      if (!shape) return refuse(fmt::format("shape {}: {}", i, shape.error().message));
      if (!within_range(center)) {
        return refuse(fmt::format("shape {}: its centre is not within range", i));
      }
      shapes.push_back(*shape);
      centers.push_back(center);
    }
    const Result<std::size_t> bodies = read_count(unpack, 1, "bodies");
    if (!bodies) return refuse(bodies.error().message);
    if (*bodies > std::numeric_limits<std::uint32_t>::max()) return refuse("too many bodies");
    shape_of.reserve(*bodies);
    tracks.reserve(*bodies);
    for (std::size_t i = 0; i < *bodies; i++) {
      const std::uint64_t number = unpack.get_varint();
      const std::uint64_t shape = hulls_only ? number : number >> 1;
      if (!unpack.ok() || shape >= shapes.size()) {
        return refuse(fmt::format("body {} has shape {} of {}", i, shape, shapes.size()));
      }
      shape_of.push_back(static_cast<std::uint32_t>(shape));
      tracks.emplace_back(centers[shape]);
      const bool is_static = !hulls_only && (number & 1) != 0;
      if (is_static) settings.static_bodies.push_back(static_cast<std::uint32_t>(i));
    }
    return expect_end_of(unpack);
  }

  Result<void> read_frame() {
    ByteReader unpack(content);
    if (unpack.left() / kPoseBytes < tracks.size()) {
      return refuse(fmt::format("{} poses in {} bytes", tracks.size(), unpack.left()));
    }
    poses.clear();
    for (std::size_t i = 0; i < tracks.size(); i++) {
      const Result<Pose> pose = tracks[i].read(unpack);
      if (!unpack.ok()) return refuse(fmt::format("frame {} ends in body {}", frames, i));
      if (!pose)
        return refuse(fmt::format("frame {}, body {}: {}", frames, i, pose.error().message));
      poses.push_back(*pose);
    }
    if (auto ok = read_pairs(unpack); !ok) return ok;
    return expect_end_of(unpack);
  }

  Result<void> read_pairs(ByteReader& unpack) {
    const Result<std::size_t> count = read_count(unpack, kPairBytes, "pairs");
    if (!count) return refuse(count.error().message);
    touching.clear();
    NumberedPair before = io::kBeforeAll;
    for (std::size_t i = 0; i < *count; i++) {
      const std::uint64_t bodies = tracks.size();
      // Steps beyond the number of bodies are cut to it, so that sums cannot wrap around.
      const std::uint64_t step = std::min(unpack.get_varint(), bodies);
      const std::uint64_t gap = std::min(unpack.get_varint(), bodies);
      const std::uint64_t first = before.first + step;
      const std::uint64_t second = (step == 0 ? before.second : first) + 1 + gap;
      if (!unpack.ok() || second >= bodies) {
        return refuse(
            fmt::format("frame {}: pair {} is not of bodies below {}", frames, i, bodies));
      }
      before = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second)};
      touching.push_back(before);
    }
    return {};
  }

  Result<void> read_end() {
    ByteReader unpack(content);
    const std::uint64_t count = unpack.get_varint(), recorded = unpack.get<std::uint64_t>();
    if (!unpack.ok() || count != frames) {
      return refuse(fmt::format("{} frames were read, {} recorded", frames, count));
    }
    if (recorded != hash.value()) {
      return refuse(fmt::format("the pairs read have the hash {}, those recorded {:016x}",
                                hash.text(), recorded));
    }
    if (in->peek() != std::istream::traits_type::eof()) {
      return fail(ErrorCode::bad_data,
                  fmt::format("damaged: it should end at byte {}, but goes on", bytes));
    }
    return expect_end_of(unpack);
  }

  Result<void> expect_end_of(const ByteReader& unpack) const {
    if (unpack.left() == 0) return {};
    return refuse(fmt::format("{} bytes more than it should have", unpack.left()));
  }
};

RecordingReader::RecordingReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordingReader::RecordingReader(RecordingReader&&) noexcept = default;
RecordingReader& RecordingReader::operator=(RecordingReader&&) noexcept = default;
RecordingReader::~RecordingReader() = default;

Result<RecordingReader> RecordingReader::open(std::istream& in,
                                              const RecordingReadOptions& options) {
  auto state = std::make_unique<State>();
  state->in = &in;
  state->partial = options.partial;
  std::string magic;
  if (auto ok = state->take(magic, io::kMagic.size()); !ok && io::kMagic.starts_with(magic)) {
    return fail(ok.error());
  }
  const std::size_t name = io::kMagic.size() - 1;
  if (!magic.starts_with(io::kMagic.substr(0, name))) {
    return fail(ErrorCode::bad_data, "not a recording: it does not begin as one");
  }
  if (magic != io::kMagic && magic != io::kMagicOfParts && magic != io::kMagicOfHulls) {
    return fail(ErrorCode::bad_data,
                fmt::format("of version {}, and only versions {} to {} are known",
                            static_cast<std::uint8_t>(magic[name]), int{io::kMagicOfHulls[name]},
                            int{io::kMagicOfParts[name]}));
  }
  state->hulls_only = magic == io::kMagicOfHulls;
  state->convex_only = magic == io::kMagic;
  state->checksum = io::Checksum(magic);
  if (auto ok = state->take_block(); !ok) return fail(ok.error());
  if (state->kind != io::BlockKind::head) return state->refuse("the shapes should come first");
  if (auto ok = state->read_head(); !ok) return fail(ok.error());
  return RecordingReader(std::move(state));
}

Result<bool> RecordingReader::next() {
  State& s = *state_;
  if (s.finished || (s.partial && s.cut)) return false;
  if (auto ok = s.take_block(); !ok) {
    if (s.partial && s.cut) return false;
    return fail(ok.error());
  }
  if (s.kind == io::BlockKind::end) {
    if (auto ok = s.read_end(); !ok) return fail(ok.error());
    s.finished = true;
    return false;
  }
  if (s.kind != io::BlockKind::frame) return s.refuse("a second head");
  if (auto ok = s.read_frame(); !ok) return fail(ok.error());
  s.hash.add_frame(s.touching);
  s.frames++;
  return true;
}

std::span<const Shape> RecordingReader::shapes() const { return state_->shapes; }
std::span<const std::uint32_t> RecordingReader::shape_of() const { return state_->shape_of; }
const RecordingSettings& RecordingReader::settings() const { return state_->settings; }
std::size_t RecordingReader::body_count() const { return state_->shape_of.size(); }
std::span<const Pose> RecordingReader::poses() const { return state_->poses; }
std::span<const NumberedPair> RecordingReader::touching() const { return state_->touching; }
bool RecordingReader::complete() const { return state_->finished; }
std::uint64_t RecordingReader::frame_count() const { return state_->frames; }
const PairHash& RecordingReader::hash() const { return state_->hash; }
std::uint64_t RecordingReader::bytes() const { return state_->bytes; }

}  // namespace glance
