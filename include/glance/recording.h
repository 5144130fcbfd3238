// A run of many bodies in one file: shapes, and of every frame all poses and touching pairs.
//
//   RecordingWriter writer = *RecordingWriter::start(file, shapes, shape_of);
//   writer.add_frame(poses, touching);                  // once a frame
//   writer.finish();                                    // without it, the file counts as cut
//
// Poses come back bit by bit. What is read is checked: a file that was cut, changed or never
// was a recording is refused with the byte at which that shows. docs/design/recording.md has
// the format.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "glance/export.h"
#include "glance/hash.h"
#include "glance/shape.h"

namespace glance {

/// Two bodies by their numbers in a scene or recording; first < second.
struct NumberedPair {
  std::uint32_t first = 0, second = 0;

  auto operator<=>(const NumberedPair&) const = default;
};

/// The fingerprint of a run: of every frame how many pairs touch, and which.
class GLANCE_API PairHash {
 public:
  /// In ascending order.
  void add_frame(std::span<const NumberedPair> touching);

  std::uint64_t value() const { return hash_.value(); }
  /// 16 hexadecimal digits.
  std::string text() const;

 private:
  Hash hash_;
};

/// What a recording says besides shapes, poses and pairs.
struct RecordingSettings {
  /// Numbers of the bodies that are static, ascending.
  std::vector<std::uint32_t> static_bodies = {};
  /// WorldOptions::margin, with which the pairs touch.
  double margin = 0;
};

/// Writes to a stream, which has to be binary and to outlive the writer. An error says what
/// was wrong; after one, the file is of no use.
class GLANCE_API RecordingWriter {
 public:
  /// Body i has the shape shapes[shape_of[i]].
  static Result<RecordingWriter> start(std::ostream& out, std::span<const Shape> shapes,
                                       std::span<const std::uint32_t> shape_of,
                                       const RecordingSettings& settings = {});

  /// One pose a body; the pairs that touch in ascending order.
  Result<void> add_frame(std::span<const Pose> poses, std::span<const NumberedPair> touching);

  /// The end, with the hash over all frames.
  Result<void> finish();

  /// Written so far.
  std::uint64_t bytes() const;

  RecordingWriter(RecordingWriter&&) noexcept;
  RecordingWriter& operator=(RecordingWriter&&) noexcept;
  ~RecordingWriter();

 private:
  struct State;
  explicit RecordingWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

struct RecordingReadOptions {
  /// A recording that was cut is read up to the cut, as if it ended with the last whole frame. One
  /// that is cut before its first frame is refused unless its shapes are there; what is damaged,
  /// not cut, is refused as ever.
  bool partial = false;
};

/// Reads frame by frame from a stream, which need not be able to seek. Memory is taken only
/// for what is really there, whatever numbers a damaged file contains.
class GLANCE_API RecordingReader {
 public:
  /// Reads the beginning, with the shapes. They have the numbers of those recorded, in the
  /// same order, and so the same features.
  static Result<RecordingReader> open(std::istream& in, const RecordingReadOptions& options = {});

  std::span<const Shape> shapes() const;
  /// For each body the number of its shape.
  std::span<const std::uint32_t> shape_of() const;
  std::size_t body_count() const;
  const RecordingSettings& settings() const;

  /// Reads the next frame. False if there is none: then the end was read too, and the hash
  /// in it is that of the frames; or, with `partial`, it is cut here (complete()).
  Result<bool> next();

  // The frame read last.
  std::span<const Pose> poses() const;
  std::span<const NumberedPair> touching() const;

  // What was read so far.
  std::uint64_t frame_count() const;
  /// Whether the end was read.
  bool complete() const;
  const PairHash& hash() const;
  std::uint64_t bytes() const;

  RecordingReader(RecordingReader&&) noexcept;
  RecordingReader& operator=(RecordingReader&&) noexcept;
  ~RecordingReader();

 private:
  struct State;
  explicit RecordingReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glance
