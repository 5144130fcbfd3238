// A value, or the reason why there is none: what every function returns that may refuse.
//
//   const Result<Shape> rock = Shape::hull(points);
//   if (!rock) return complain(rock.error().message);   // says what was wrong, with its number
//   use(*rock);
//
// Where a refusal is a bug of the caller, `.value()` is enough: it throws with the same message.
#pragma once

#include <concepts>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "glance/export.h"

namespace glance {

/// What kind of mistake it was, for programs to switch on; people read the message.
enum class ErrorCode : std::uint8_t {
  invalid_argument,  ///< an option or number that is not allowed
  not_finite,        ///< NaN or infinity where a finite number is needed
  out_of_range,  ///< too large, too small or too many for the library (tolerance.h has the limits)
  bad_geometry,  ///< points, faces, triangles or a rotation that make no valid body or pose
  bad_index,     ///< an index beyond what it refers to
  unknown_body,  ///< the id of a body that is not in this world
  duplicate,     ///< something that was named twice
  unsupported,   ///< this kind of shape, method or file has no such thing
  bad_data,      ///< stored bytes or a file that are damaged, cut off or of another version
  no_file,       ///< a file that cannot be opened, read or written
  not_proved,    ///< `verify`: the certificate or proof does not show what it claims
  internal,      ///< `validate`: a bug of the library
};

/// "invalid_argument", "not_finite", ..
GLANCE_API std::string_view to_string(ErrorCode code);

/// Why an operation was refused. The message names the offending item and the
/// measured number ("point 17 is not finite: (1, nan, 0)"), so that it can be
/// shown to a user as it is.
struct Error {
  ErrorCode code = ErrorCode::invalid_argument;
  std::string message;
};

/// What an error throws that is used as a value; what() is its message.
class GLANCE_API BadResult : public std::exception {
 public:
  explicit BadResult(Error error) : error_(std::move(error)) {}

  const char* what() const noexcept override { return error_.message.c_str(); }
  const Error& error() const { return error_; }

 private:
  Error error_;
};

/// The error half of any Result: what `fail` makes.
struct Failure {
  Error error;
};

/// `return fail("...")`.
inline Failure fail(std::string message) {
  return {{ErrorCode::invalid_argument, std::move(message)}};
}
inline Failure fail(ErrorCode code, std::string message) { return {{code, std::move(message)}}; }
/// Passes one on: `if (!shape) return fail(shape.error())`.
inline Failure fail(Error error) { return {std::move(error)}; }

template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result() requires std::default_initializable<T> : value_(std::in_place) {}
  template <class U = T>
  requires(std::convertible_to<U, T> && !std::same_as<std::remove_cvref_t<U>, Result>)
      // It hides no copy: Results are left out above.
      Result(U&& value)  // NOLINT(bugprone-forwarding-reference-overload)
      : value_(std::forward<U>(value)) {}
  Result(Failure failure) : error_(std::move(failure.error)) {}

  bool has_value() const { return value_.has_value(); }
  explicit operator bool() const { return value_.has_value(); }

  /// The value; of an error, throws BadResult with its message.
  T& value() & { return require(), *value_; }
  const T& value() const& { return require(), *value_; }
  T&& value() && { return require(), *std::move(value_); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  template <class U>
  T value_or(U&& other) const& {
    return value_ ? *value_ : static_cast<T>(std::forward<U>(other));
  }

  /// Only where there is no value.
  const Error& error() const { return error_; }

 private:
  void require() const {
    if (!value_) throw BadResult(error_);
  }

  std::optional<T> value_;
  Error error_;
};

/// Of an operation that has nothing to return but whether it was done.
template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  Result(Failure failure) : error_(std::move(failure.error)) {}

  bool has_value() const { return !error_; }
  explicit operator bool() const { return !error_; }
  /// Nothing; of an error, throws BadResult with its message.
  void value() const {
    if (error_) throw BadResult(*error_);
  }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace glance
