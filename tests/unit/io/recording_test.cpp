// Recordings: everything comes back bit by bit, and whatever is not whole is refused.
#include "glance/recording.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numbers>
#include <sstream>
#include <vector>

#include "base/bytes.h"
#include "glance/generate.h"
#include "glance/rng.h"
#include "io/recording_format.h"
#include "support/every_kind.h"
#include "support/pair_zoo.h"
#include "support/part_bodies.h"

namespace glance {
using namespace rooms::io;

namespace {

struct Frame {
  std::vector<Pose> poses;
  std::vector<NumberedPair> touching;
};

struct Film {
  std::vector<Shape> shapes;
  std::vector<std::uint32_t> shape_of;
  std::vector<Frame> frames;
};

bool same_bits(const Pose& x, const Pose& y) {
  return std::memcmp(x.rotation().data(), y.rotation().data(), sizeof(Mat3)) == 0 &&
         std::memcmp(x.translation().data(), y.translation().data(), sizeof(Vec3)) == 0;
}

std::string write(const Film& film) {
  std::ostringstream out;
  RecordingWriter writer = RecordingWriter::start(out, film.shapes, film.shape_of).value();
  for (const Frame& frame : film.frames) {
    const Result<void> added = writer.add_frame(frame.poses, frame.touching);
    EXPECT_TRUE(added) << added.error().message;
  }
  EXPECT_TRUE(writer.finish());
  EXPECT_EQ(writer.bytes(), out.str().size());
  return out.str();
}

/// Why it is refused; empty if it is not.
std::string error_of(const std::string& bytes) {
  std::istringstream in(bytes);
  Result<RecordingReader> reader = RecordingReader::open(in);
  if (!reader) return reader.error().message;
  for (;;) {
    const Result<bool> more = reader->next();
    if (!more) return more.error().message;
    if (!*more) return {};
  }
}

void expect_comes_back(const Film& film) {
  std::istringstream in(write(film));
  Result<RecordingReader> reader = RecordingReader::open(in);
  ASSERT_TRUE(reader) << reader.error().message;
  ASSERT_EQ(reader->shapes().size(), film.shapes.size());
  EXPECT_TRUE(std::ranges::equal(reader->shape_of(), film.shape_of));
  PairHash hash;
  for (const Frame& frame : film.frames) {
    const Result<bool> more = reader->next();
    ASSERT_TRUE(more) << more.error().message;
    ASSERT_TRUE(*more);
    EXPECT_TRUE(std::ranges::equal(reader->touching(), frame.touching));
    ASSERT_EQ(reader->poses().size(), frame.poses.size());
    for (std::size_t i = 0; i < frame.poses.size(); i++) {
      EXPECT_TRUE(same_bits(reader->poses()[i], frame.poses[i])) << i;
    }
    hash.add_frame(frame.touching);
  }
  const Result<bool> more = reader->next();
  ASSERT_TRUE(more) << more.error().message;
  EXPECT_FALSE(*more);
  EXPECT_FALSE(reader->next().value()) << "stays at the end";
  EXPECT_EQ(reader->hash().text(), hash.text());
  EXPECT_EQ(reader->frame_count(), film.frames.size());
  EXPECT_EQ(reader->bytes(), in.str().size());
}

/// Bodies that fly straight and turn steadily; every tenth one jumps about.
Film flight(std::uint32_t bodies, int frames) {
  Rng rng(7);
  Film film{{random_polytope(1, 12).value(), Shape::box({1, 2, 3}).value()}, {}, {}};
  std::vector<Vec3> at, velocity;
  std::vector<Quat> rotation, turn;
  for (std::uint32_t i = 0; i < bodies; i++) {
    film.shape_of.push_back(i % 2);
    at.push_back(rng.in_box(10));
    velocity.push_back(rng.in_box(0.1));
    rotation.push_back(rng.rotation());
    turn.push_back(Quat::from_rotation_vector(rng.direction() * (std::numbers::pi / 18)));
  }
  for (int k = 0; k < frames; k++) {
    Frame frame;
    for (std::uint32_t i = 0; i < bodies; i++) {
      const Vec3 centroid = film.shapes[i % 2].mass().centroid;
      const Mat3 r = rotation_matrix(i % 10 == 9 ? rng.rotation() : rotation[i]);
      frame.poses.push_back(Pose::make(r, at[i] - multiply(r, centroid)).value());
      at[i] += velocity[i];
      rotation[i] = multiply(turn[i], rotation[i]);
      for (std::uint32_t j = i + 1; j < bodies; j++) {
        if (rng.chance(0.1)) frame.touching.push_back({i, j});
      }
    }
    film.frames.push_back(frame);
  }
  return film;
}

// --- what is written comes back ----------------------------------------------

/// A file with right checksums, whatever the contents.
std::string forged(const std::vector<std::pair<char, std::string>>& blocks,
                   std::string_view magic = io::kMagic) {
  std::string text(magic);
  io::Checksum checksum(magic);
  for (const auto& [kind, content] : blocks) {
    ByteWriter start, end;
    start.put(static_cast<std::uint8_t>(kind));
    start.put(std::uint64_t{content.size()});
    end.put(checksum.after(start.text(), content));
    text.append(start.text()).append(content).append(end.text());
  }
  return text;
}

TEST(Recording, FlightsComeBack) {
  expect_comes_back(flight(20, 12));
  expect_comes_back(flight(1, 1));
  expect_comes_back(flight(300, 2));  // numbers of more than one byte
  expect_comes_back(flight(3, 0));
  expect_comes_back({});
}

TEST(Recording, AnyPosesComeBack) {
  Film film{{Shape::box({1, 1, 1}).value()}, {0}, {}};
  const Mat3 turn(-0.0, -1, 0.0, 1, -0.0, 0.0, -0.0, 0.0, 1);
  constexpr double kTiny = std::numeric_limits<double>::denorm_min();
  for (const Vec3& t : {Vec3{0, -0.0, 1}, Vec3{-0x1p200, kTiny, -kTiny}, Vec3{0x1p200, 0, -0.0},
                        Vec3{-0x1p200, 1e-308, 3}, Vec3{1, 2, 3}}) {
    film.frames.push_back({{Pose::make(t).value()}, {}});
    film.frames.push_back({{Pose::make(turn, t).value()}, {}});
  }
  expect_comes_back(film);
}

TEST(Recording, ShapesComeBackWithTheirNumbering) {
  Film film;
  for (const test::PairClass kind : test::kPairClasses) {
    const test::Pair pair = test::make_pair(kind, 1);
    for (const Shape& shape : {pair.a, pair.b}) {
      film.shape_of.push_back(static_cast<std::uint32_t>(film.shapes.size()));
      film.shapes.push_back(shape);
    }
  }
  for (const Shape& shape :
       {platonic(Platonic::dodecahedron, 1).value(), prism(7, 2, 0.1).value().scaled(0.3).value(),
        Shape::hull(std::vector<Vec3>{{1, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).value()}) {
    film.shape_of.push_back(static_cast<std::uint32_t>(film.shapes.size()));
    film.shapes.push_back(shape);
  }
  for (const Shape& shape : test::shapes_of_every_kind()) {
    film.shape_of.push_back(static_cast<std::uint32_t>(film.shapes.size()));
    film.shapes.push_back(shape);
  }
  std::istringstream in(write(film));
  const Result<RecordingReader> reader = RecordingReader::open(in);
  ASSERT_TRUE(reader) << reader.error().message;
  ASSERT_EQ(reader->shapes().size(), film.shapes.size());
  for (std::size_t i = 0; i < film.shapes.size(); i++) {
    const Shape &got = reader->shapes()[i], &given = film.shapes[i];
    EXPECT_EQ(got.kind(), given.kind());
    EXPECT_EQ(got.rounding(), given.rounding());
    EXPECT_EQ(got.sizes(), given.sizes());
    EXPECT_EQ(got.plane_offset(), given.plane_offset());
    ASSERT_EQ(got.vertex_count(), given.vertex_count());
    EXPECT_EQ(
        std::memcmp(got.vertices().data(), given.vertices().data(), given.vertices().size_bytes()),
        0);
    ASSERT_EQ(got.face_count(), given.face_count());
    for (std::uint32_t f = 0; f < given.face_count(); f++) {
      EXPECT_TRUE(std::ranges::equal(got.face_vertices(f), given.face_vertices(f))) << i;
    }
  }
}

TEST(Recording, MeshesAndCompoundsComeBack) {
  Film film;
  film.shapes = test::shapes_with_parts();
  film.shapes.push_back(Shape::sphere(2).value());
  for (std::uint32_t i = 0; i < film.shapes.size(); i++) film.shape_of.push_back(i);
  film.frames.push_back({std::vector<Pose>(film.shapes.size()), {{0, 1}}});
  expect_comes_back(film);
  const std::string bytes = write(film);
  EXPECT_TRUE(bytes.starts_with(io::kMagicOfParts));
  std::istringstream in(bytes);
  const RecordingReader reader = RecordingReader::open(in).value();
  for (std::size_t i = 0; i < film.shapes.size(); i++) {
    const Shape &got = reader.shapes()[i], &given = film.shapes[i];
    ASSERT_EQ(got.kind(), given.kind());
    EXPECT_EQ(got.mesh_view().solid, given.mesh_view().solid);
    EXPECT_EQ(got.mesh_view().volume, given.mesh_view().volume);
    EXPECT_TRUE(std::ranges::equal(got.mesh_view().vertices, given.mesh_view().vertices));
    EXPECT_TRUE(std::ranges::equal(got.mesh_view().triangles, given.mesh_view().triangles));
    EXPECT_TRUE(std::ranges::equal(got.mesh_view().given, given.mesh_view().given));
    ASSERT_EQ(got.leaf_parts().size(), given.leaf_parts().size());
    for (std::size_t k = 0; k < got.leaf_parts().size(); k++) {
      EXPECT_TRUE(same_bits(got.leaf_parts()[k].pose, given.leaf_parts()[k].pose));
      EXPECT_EQ(got.leaf_parts()[k].shape.kind(), given.leaf_parts()[k].shape.kind());
    }
  }
  for (std::size_t size = 0; size < bytes.size(); size += 61) {
    EXPECT_TRUE(error_of(bytes.substr(0, size)).starts_with("cut")) << size;
  }
  // The same under the sign of version 2, and with one byte of a shape changed.
  std::string head = bytes.substr(8 + io::kBlockStart);
  head.resize(ByteReader(std::string_view(bytes).substr(9)).get<std::uint64_t>());
  std::istringstream old(forged({{'H', head}}));
  EXPECT_NE(RecordingReader::open(old).error().message.find("no kind 11"), std::string::npos);
  for (std::size_t at = 0; at < head.size(); at += 97) {
    std::string other = head;
    other[at] = static_cast<char>(other[at] ^ 0x41);
    (void)error_of(forged({{'H', other}}, io::kMagicOfParts));  // an error, or another shape
  }
}

TEST(Recording, SettingsComeBack) {
  const std::vector<Shape> shapes{Shape::sphere(1).value(), Shape::halfspace({1, 0, 0}, 0).value()};
  const std::vector<std::uint32_t> shape_of{1, 0, 0, 1};
  const RecordingSettings settings{.static_bodies = {0, 3}, .margin = 0.1};
  std::stringstream file;
  RecordingWriter writer = RecordingWriter::start(file, shapes, shape_of, settings).value();
  ASSERT_TRUE(writer.add_frame(std::vector<Pose>(4), {}));
  ASSERT_TRUE(writer.finish());
  RecordingReader reader = RecordingReader::open(file).value();
  EXPECT_EQ(reader.settings().static_bodies, settings.static_bodies);
  EXPECT_EQ(reader.settings().margin, 0.1);
  EXPECT_TRUE(std::ranges::equal(reader.shape_of(), shape_of));
  EXPECT_EQ(reader.shapes()[1].kind(), ShapeKind::halfspace);
  EXPECT_TRUE(reader.next().value());
  EXPECT_FALSE(reader.next().value());
}

TEST(Recording, SteadyMotionTakesFewBytes) {
  Film film = flight(9, 2);  // without the one that jumps about
  const std::size_t before = write(film).size();
  film = flight(9, 102);
  for (Frame& frame : film.frames) frame.touching.clear();
  const double bytes_a_pose = static_cast<double>(write(film).size() - before) / 900;
  EXPECT_LT(bytes_a_pose, 20) << "of 96";
}

// --- what is not whole is refused --------------------------------------------

TEST(Recording, CutAtAnyByteItIsRefused) {
  const std::string whole = write(flight(4, 3));
  ASSERT_EQ(error_of(whole), "");
  for (std::size_t size = 0; size < whole.size(); size++) {
    const std::string error = error_of(whole.substr(0, size));
    EXPECT_TRUE(error.starts_with("cut: it ends at byte " + std::to_string(size))) << error;
  }
}

/// The frames before the cut, each as in the whole.
TEST(Recording, CutAtAnyByteItIsReadUpToTheCut) {
  const Film film = flight(4, 5);
  const std::string whole = write(film);
  std::vector<std::size_t> ends;  // of the head and each frame
  std::ostringstream out;
  RecordingWriter writer = RecordingWriter::start(out, film.shapes, film.shape_of).value();
  ends.push_back(out.str().size());
  for (const Frame& frame : film.frames) {
    ASSERT_TRUE(writer.add_frame(frame.poses, frame.touching));
    ends.push_back(out.str().size());
  }
  for (std::size_t size = 0; size <= whole.size(); size++) {
    SCOPED_TRACE(size);
    std::istringstream in(whole.substr(0, size));
    Result<RecordingReader> reader = RecordingReader::open(in, {.partial = true});
    ASSERT_EQ(reader.has_value(), size >= ends[0]);
    if (!reader) continue;
    EXPECT_FALSE(reader->complete());
    const auto there = static_cast<std::size_t>(
        std::ranges::count_if(ends, [&](std::size_t end) { return end <= size; }) - 1);
    PairHash hash;
    for (std::size_t i = 0; i < there; i++) {
      ASSERT_TRUE(reader->next().value());
      EXPECT_TRUE(std::ranges::equal(reader->touching(), film.frames[i].touching));
      EXPECT_TRUE(std::ranges::equal(reader->poses(), film.frames[i].poses, same_bits));
      hash.add_frame(film.frames[i].touching);
    }
    ASSERT_FALSE(reader->next().value());
    EXPECT_FALSE(reader->next().value()) << "stays at the end";
    EXPECT_EQ(reader->frame_count(), there);
    EXPECT_EQ(reader->hash().text(), hash.text());
    EXPECT_EQ(reader->complete(), size == whole.size());
  }
}

/// What is there has to be right.
TEST(Recording, DamagedBeforeTheCutItIsRefused) {
  const std::string whole = write(flight(4, 3));
  for (std::size_t at = 0; at + 100 < whole.size(); at += 7) {
    std::string changed = whole.substr(0, whole.size() - 30);
    changed[at] = static_cast<char>(changed[at] ^ 1);
    std::istringstream in(changed);
    Result<RecordingReader> reader = RecordingReader::open(in, {.partial = true});
    while (reader) {
      const Result<bool> more = reader->next();
      // A size that was changed may lead beyond the end: that is a cut.
      if (!more || !*more) break;
      ASSERT_LT(reader->frame_count(), 3u) << at;
    }
  }
}

TEST(Recording, AnyChangedByteIsNoticed) {
  const std::string whole = write(flight(4, 3));
  for (std::size_t at = 0; at < whole.size(); at++) {
    for (const int change : {1, 0x80, 0xff}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ change);
      EXPECT_NE(error_of(changed), "") << at;
    }
  }
}

TEST(Recording, MissingMovedAndDoubledBlocksAreNoticed) {
  const std::string whole = write(flight(4, 4));
  std::vector<std::string> blocks;
  std::size_t at = io::kMagic.size();
  while (at < whole.size()) {
    const std::uint64_t size =
        ByteReader(std::string_view(whole).substr(at + 1)).get<std::uint64_t>();
    blocks.push_back(whole.substr(at, io::kBlockStart + size + io::kChecksumBytes));
    at += blocks.back().size();
  }
  ASSERT_EQ(blocks.size(), 6u);
  const auto joined = [&](std::initializer_list<int> order) {
    std::string text(io::kMagic);
    for (const int i : order) text += blocks[i];
    return error_of(text);
  };
  EXPECT_EQ(joined({0, 1, 2, 3, 4, 5}), "");
  for (const auto& order : {std::initializer_list<int>{0, 2, 3, 4, 5},
                            {0, 2, 1, 3, 4, 5},
                            {0, 1, 1, 2, 3, 4, 5},
                            {1, 2, 3, 4, 5},
                            {0, 0, 1, 2, 3, 4, 5},
                            {0, 5},
                            {0, 1, 2, 3, 4, 5, 5}}) {
    EXPECT_TRUE(joined(order).starts_with("damaged: ")) << joined(order);
  }
  EXPECT_TRUE(error_of(whole + '\0').starts_with("damaged: it should end at byte "));
}

TEST(Recording, OtherFilesAreNotRecordings) {
  EXPECT_EQ(error_of("{\"bodies\": 1000}"), "not a recording: it does not begin as one");
  EXPECT_EQ(error_of("x"), "not a recording: it does not begin as one");
  EXPECT_EQ(error_of("GlanceR\x04 and more"), "of version 4, and only versions 1 to 3 are known");
}

void put_tetrahedron(ByteWriter& head, const Vec3& vertex) {
  for (const Vec3& v : {vertex, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    head.put(v);
  }
}

/// A head with one tetrahedron and two bodies.
std::string head_with(const Vec3& center, const Vec3& vertex, unsigned kind = 4, double margin = 0,
                      double rounding = 0) {
  ByteWriter head;
  head.put(margin);
  head.put_varint(1);
  head.put_varint(kind);
  head.put(center);
  head.put(rounding);
  head.put_varint(4);
  put_tetrahedron(head, vertex);
  for (const unsigned value : {2u, 0u, 0u}) head.put_varint(value);
  return std::string(head.text());
}

/// The same in version 1.
std::string head_of_hulls(const Vec3& center, const Vec3& vertex) {
  ByteWriter head;
  head.put_varint(1);
  head.put_varint(4);
  head.put(center);
  put_tetrahedron(head, vertex);
  for (const unsigned value : {2u, 0u, 0u}) head.put_varint(value);
  return std::string(head.text());
}

/// Two bodies at rest at the origin, and pairs as raw bytes.
std::string frame_with(const std::string& pairs) { return std::string(24, '\0') + pairs; }

std::string end_with(std::uint64_t frames, const PairHash& hash) {
  ByteWriter end;
  end.put_varint(frames);
  end.put(hash.value());
  return std::string(end.text());
}

TEST(Recording, ForgeriesAreRefusedByTheirContent) {
  using namespace std::string_literals;
  const Vec3 zero = Vec3::zero();
  const std::string head = head_with(zero, zero), one_pair = frame_with("\x01\x00\x00"s);
  PairHash hash;
  const NumberedPair pair{0, 1};
  hash.add_frame({&pair, 1});
  const std::string end = end_with(1, hash);
  EXPECT_EQ(error_of(forged({{'H', head}, {'F', one_pair}, {'E', end}})), "");

  const auto refused = [&](const std::vector<std::pair<char, std::string>>& blocks,
                           const std::string& why) {
    const std::string error = error_of(forged(blocks));
    EXPECT_TRUE(error.starts_with("wrong in the block")) << error;
    EXPECT_NE(error.find(why), std::string::npos) << error;
  };
  refused({{'F', one_pair}}, "the shapes should come first");
  refused({{'H', head}, {'H', head}}, "a second head");
  refused({{'H', head + "x"}}, "1 bytes more");
  const std::string no_margin(8, '\0');
  refused({{'H', no_margin + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"}},
          "18446744073709551615 shapes");
  refused(
      {{'H', no_margin + "\x01\x04" + std::string(32, '\0') + "\xff\x7f" + std::string(24, '\0')}},
      "16383 vertices");
  refused({{'H', no_margin + "\x00\xff\x7f"s}}, "16383 bodies");
  refused({{'H', no_margin + "\x00\x01\x00"s}}, "body 0 has shape 0 of 0");
  refused({{'H', no_margin + "\x80\x00"s}}, "shapes");  // zero in two bytes
  refused({{'H', no_margin}}, "shapes");
  refused({{'H', ""}}, "shapes");

  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  refused({{'H', head_with(zero, {0.5, 0.5, 0})}}, "not those of a convex body");
  refused({{'H', head_with(zero, {0, kInfinity, 0})}}, "shape 0: point 0 is not finite");
  refused({{'H', head_with({0, 0x1p201, 0}, zero)}}, "centre");
  refused({{'H', head_with(zero, zero, 4, -1)}}, "the margin -1");
  refused({{'H', head_with(zero, zero, 4, kInfinity)}}, "the margin inf");
  refused({{'H', head_with(zero, zero, 4, 0, -1)}}, "shape 0: a hull with a rounding");
  refused({{'H', head_with(zero, zero, 5)}}, "shape 0: a sphere with the vertices of another kind");
  refused({{'H', head_with(zero, zero, kConvexKinds)}}, "shape 0: there is no kind 11");

  refused({{'H', head}, {'F', "\x00"s}}, "2 poses in 1 bytes");
  refused({{'H', head}, {'F', std::string(24, '\x80')}}, "ends in body 0");
  refused({{'H', head}, {'F', frame_with("\x01\x00\x01"s)}}, "pair 0");
  refused({{'H', head}, {'F', frame_with("\x01\x01\x00"s)}}, "pair 0");
  refused({{'H', head}, {'F', frame_with("\x02\x00\x00"s)}}, "2 pairs in 2 bytes");
  refused({{'H', head}, {'F', frame_with("\x02\x00\x00\x00\x00"s)}}, "pair 1");
  refused({{'H', head}, {'F', frame_with("")}}, "pairs");
  std::string bent = one_pair;  // a first entry of 1 + some of the largest doubles
  bent.replace(0, 1, "\xfe\xff\xff\xff\xff\xff\xff\xff\x1f");
  refused({{'H', head}, {'F', bent}}, "frame 0, body 0: ");

  refused({{'H', head}, {'E', end}}, "0 frames were read, 1 recorded");
  refused({{'H', head}, {'F', frame_with("\x00"s)}, {'E', end}}, "hash");
  refused({{'H', head}, {'F', one_pair}, {'E', end + "x"}}, "1 bytes more");
}

TEST(Recording, VersionOneIsStillRead) {
  using namespace std::string_literals;
  const Vec3 zero = Vec3::zero();
  const std::string one_pair = frame_with("\x01\x00\x00"s);
  PairHash hash;
  const NumberedPair pair{0, 1};
  hash.add_frame({&pair, 1});
  const std::string end = end_with(1, hash);
  const std::string whole =
      forged({{'H', head_of_hulls(zero, zero)}, {'F', one_pair}, {'E', end}}, io::kMagicOfHulls);
  EXPECT_EQ(error_of(whole), "");
  std::istringstream in(whole);
  const RecordingReader reader = RecordingReader::open(in).value();
  EXPECT_EQ(reader.shapes()[0].vertex_count(), 4u);
  EXPECT_EQ(reader.shapes()[0].kind(), ShapeKind::hull);
  EXPECT_EQ(reader.body_count(), 2u);
  EXPECT_TRUE(reader.settings().static_bodies.empty());
  for (std::size_t size = 0; size < whole.size(); size++) {
    EXPECT_TRUE(error_of(whole.substr(0, size)).starts_with("cut")) << size;
  }
  for (const auto& [head, why] :
       {std::pair{head_of_hulls(zero, {0.5, 0.5, 0}), "not those of a convex body"},
        {"\x01\xff\x7f" + std::string(60, '\0'), "16383 vertices"}}) {
    const std::string error = error_of(forged({{'H', head}}, io::kMagicOfHulls));
    EXPECT_NE(error.find(why), error.npos) << error;
  }
}

// --- what the writer refuses --------------------------------------------------

TEST(Recording, WriterRefusesWhatItCannotWrite) {
  std::ostringstream out;
  const std::vector<Shape> shapes{Shape::box({1, 1, 1}).value()};
  const std::vector<std::uint32_t> wrong{0, 1}, right{0, 0, 0};
  EXPECT_FALSE(RecordingWriter::start(out, shapes, wrong));
  EXPECT_FALSE(RecordingWriter::start(out, shapes, right, {.margin = -1}));
  for (const std::vector<std::uint32_t>& numbers :
       {std::vector<std::uint32_t>{3}, {1, 0}, {1, 1}}) {
    EXPECT_FALSE(RecordingWriter::start(out, shapes, right, {.static_bodies = numbers}));
  }
  EXPECT_EQ(out.str(), "");
  RecordingWriter writer = RecordingWriter::start(out, shapes, right).value();
  const std::vector<Pose> poses(3);
  EXPECT_FALSE(writer.add_frame({poses.data(), 2}, {}));
  for (const std::vector<NumberedPair>& pairs : {std::vector<NumberedPair>{{1, 0}},
                                                 {{1, 1}},
                                                 {{0, 3}},
                                                 {{0, 1}, {0, 1}},
                                                 {{1, 2}, {0, 1}}}) {
    EXPECT_FALSE(writer.add_frame(poses, pairs));
  }
  EXPECT_TRUE(writer.add_frame(poses, std::vector<NumberedPair>{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_TRUE(writer.finish());
  EXPECT_FALSE(writer.finish());
  EXPECT_FALSE(writer.add_frame(poses, {}));
  EXPECT_EQ(error_of(out.str()), "") << "what was refused left nothing behind";
}

TEST(Recording, WriteErrorsAreReported) {
  std::ostringstream out;
  RecordingWriter writer = RecordingWriter::start(out, {}, {}).value();
  out.setstate(std::ios::badbit);
  EXPECT_FALSE(writer.add_frame({}, {}));
  EXPECT_FALSE(writer.finish());
  EXPECT_FALSE(RecordingWriter::start(out, {}, {}));
}

TEST(PairHash, DependsOnFramesPairsAndOrder) {
  const auto hash = [](const std::vector<std::vector<NumberedPair>>& frames) {
    PairHash h;
    for (const auto& frame : frames) h.add_frame(frame);
    return h.text();
  };
  std::vector<std::string> all{hash({}),
                               hash({{}}),
                               hash({{}, {}}),
                               hash({{{0, 1}}}),
                               hash({{{0, 1}}, {}}),
                               hash({{}, {{0, 1}}}),
                               hash({{{0, 1}, {1, 2}}}),
                               hash({{{0, 1}}, {{1, 2}}})};
  for (const std::string& text : all) EXPECT_EQ(text.size(), 16u);
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
}

}  // namespace
}  // namespace glance
