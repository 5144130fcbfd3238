// A run of many bodies in one file: the shapes, and for every frame all poses and touching pairs.
//
//   RecordingWriter writer = RecordingWriter::start(file, shapes, shape_of).value();
//   writer.add_frame(poses, touching).value();          // once per frame
//   writer.finish().value();                            // without it, the file counts as truncated
//
// Poses are restored bit for bit. Everything read is checked: a file that was truncated, changed or
// never was a recording is rejected, and the error names the byte at which that shows. The format
// is described in docs/design/recording.md.
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

/// Two bodies by their indices in a scene or recording; first < second.
struct NumberedPair {
  /// Indices of bodies.
  std::uint32_t first = 0, second = 0;

  auto operator<=>(const NumberedPair&) const = default;
};

/// A fingerprint of a run: for every frame how many pairs touch, and which.
class GLANCE_API PairHash {
 public:
  /// Adds a frame. The pairs must be in ascending order.
  void add_frame(std::span<const NumberedPair> touching);

  /// The hash over all frames added so far.
  std::uint64_t value() const { return hash_.value(); }
  /// The hash as 16 hexadecimal digits.
  std::string text() const;

 private:
  Hash hash_;
};

/// What a recording contains besides shapes, poses and pairs.
struct RecordingSettings {
  /// The indices of the static bodies, ascending.
  std::vector<std::uint32_t> static_bodies = {};
  /// WorldOptions::margin of the run (length): pairs nearer than this count as touching.
  double margin = 0;
};

/// Writes a recording to a stream, which must be binary and outlive the writer. After an error, the
/// file is unusable.
class GLANCE_API RecordingWriter {
 public:
  /// Starts a recording in which body i has the shape shapes[shape_of[i]].
  static Result<RecordingWriter> start(std::ostream& out, std::span<const Shape> shapes,
                                       std::span<const std::uint32_t> shape_of,
                                       const RecordingSettings& settings = {});

  /// Adds a frame: one pose per body, and the touching pairs in ascending order.
  Result<void> add_frame(std::span<const Pose> poses, std::span<const NumberedPair> touching);

  /// Writes the end of the recording, with the hash over all frames.
  Result<void> finish();

  /// The number of bytes written so far.
  std::uint64_t bytes() const;

  RecordingWriter(RecordingWriter&&) noexcept;
  RecordingWriter& operator=(RecordingWriter&&) noexcept;
  ~RecordingWriter();

 private:
  struct State;
  explicit RecordingWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Settings of a reader.
struct RecordingReadOptions {
  /// Whether a truncated recording is read up to its last complete frame, as if it ended there. One
  /// that is truncated before its shapes are complete is rejected, and so is a recording that is
  /// damaged rather than truncated.
  bool partial = false;
};

/// Reads a recording frame by frame from a stream, which need not be able to seek. Memory is
/// allocated only for data that is really there, whatever sizes a damaged file claims.
class GLANCE_API RecordingReader {
 public:
  /// Reads the beginning, with the shapes: in the order in which they were recorded, with the same
  /// feature numbers.
  static Result<RecordingReader> open(std::istream& in, const RecordingReadOptions& options = {});

  /// The shapes of the recording.
  std::span<const Shape> shapes() const;
  /// For each body the index of its shape.
  std::span<const std::uint32_t> shape_of() const;
  std::size_t body_count() const;             ///< the number of bodies
  const RecordingSettings& settings() const;  ///< static bodies and margin

  /// Reads the next frame. Returns false if there is none: then the end was read, and its hash
  /// matches the frames; or, with RecordingReadOptions::partial, the recording is truncated here
  /// (see complete()).
  Result<bool> next();

  // The frame read last.
  std::span<const Pose> poses() const;             ///< one pose per body
  std::span<const NumberedPair> touching() const;  ///< the pairs that touch, ascending

  // What was read so far.
  std::uint64_t frame_count() const;  ///< the number of frames
  /// Whether the end of the recording was read.
  bool complete() const;
  const PairHash& hash() const;  ///< the hash over these frames
  /// The number of bytes read.
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
