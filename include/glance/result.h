// A value, or the reason why there is none: the return type of every function that may fail.
//
//   const Result<Shape> rock = Shape::hull(points);
//   if (!rock) return complain(rock.error().message);   // says what was wrong, with its number
//   use(*rock);
//
// Where a failure would be a bug of the caller, `.value()` is enough: it throws with the same
// message.
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

/// The kind of error, for programs to switch on; the message is for people.
enum class ErrorCode : std::uint8_t {
  invalid_argument,  ///< an option or number that is not allowed
  not_finite,        ///< NaN or infinity where a finite number is needed
  out_of_range,  ///< too large, too small or too many for the library (limits are in tolerance.h)
  bad_geometry,  ///< points, faces, triangles or a rotation that do not make a valid body or pose
  bad_index,     ///< an index that is out of range
  unknown_body,  ///< the id of a body that is not in this world
  duplicate,     ///< something was named twice
  unsupported,   ///< this kind of shape, method or file does not support the operation
  bad_data,      ///< stored bytes or a file that is damaged, truncated or of another version
  no_file,       ///< a file that cannot be opened, read or written
  not_proved,    ///< from `verify`: the certificate or proof does not show what it claims
  internal,      ///< from `validate`: a bug in the library
};

/// Returns "invalid_argument", "not_finite", ..
GLANCE_API std::string_view to_string(ErrorCode code);

/// Why an operation failed. The message names the offending item and the measured number ("point 17
/// is not finite: (1, nan, 0)"), so that it can be shown to a user as it is.
struct Error {
  ErrorCode code = ErrorCode::invalid_argument;  ///< the kind of error
  std::string message;                           ///< for people
};

/// The exception that Result::value throws if there is no value; what() is the message of the
/// error.
class GLANCE_API BadResult : public std::exception {
 public:
  /// Carries this error.
  explicit BadResult(Error error) : error_(std::move(error)) {}

  /// The message of the error.
  const char* what() const noexcept override { return error_.message.c_str(); }
  /// The error that was used as a value.
  const Error& error() const { return error_; }

 private:
  Error error_;
};

/// What `fail` returns; it converts to any Result.
struct Failure {
  /// The error that the Result will hold.
  Error error;
};

/// Makes an error: `return fail("...")`. Without a code it is an invalid_argument.
inline Failure fail(std::string message) {
  return {{ErrorCode::invalid_argument, std::move(message)}};
}
/// Makes an error of this kind.
inline Failure fail(ErrorCode code, std::string message) { return {{code, std::move(message)}}; }
/// Passes on an error: `if (!shape) return fail(shape.error())`.
inline Failure fail(Error error) { return {std::move(error)}; }

/// A value of type T, or an Error.
template <class T>
class [[nodiscard]] Result {
 public:
  /// The type of the value.
  using value_type = T;

  /// A value made by its default constructor.
  Result() requires std::default_initializable<T> : value_(std::in_place) {}
  /// A value, from anything that converts to it.
  template <class U = T>
  requires(std::convertible_to<U, T> && !std::same_as<std::remove_cvref_t<U>, Result>)
      // It hides no copy: Results are left out above.
      Result(U&& value)  // NOLINT(bugprone-forwarding-reference-overload)
      : value_(std::forward<U>(value)) {}
  /// An error, from `fail`.
  Result(Failure failure) : error_(std::move(failure.error)) {}

  /// Whether there is a value.
  bool has_value() const { return value_.has_value(); }
  /// Whether there is a value.
  explicit operator bool() const { return value_.has_value(); }

  /// @{
  /// Returns the value; throws BadResult if there is none.
  T& value() & { return require(), *value_; }
  const T& value() const& { return require(), *value_; }
  T&& value() && { return require(), *std::move(value_); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  /// @}
  /// Returns the value, or `other` if there is none.
  template <class U>
  T value_or(U&& other) const& {
    return value_ ? *value_ : static_cast<T>(std::forward<U>(other));
  }

  /// The error. Call it only if there is no value.
  const Error& error() const { return error_; }

 private:
  void require() const {
    if (!value_) throw BadResult(error_);
  }

  std::optional<T> value_;
  Error error_;
};

/// The result of an operation that returns no value: success, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  /// There is no value.
  using value_type = void;

  /// Success.
  Result() = default;
  /// A failure, from `fail`.
  Result(Failure failure) : error_(std::move(failure.error)) {}

  /// Whether the operation succeeded.
  bool has_value() const { return !error_; }
  /// Whether the operation succeeded.
  explicit operator bool() const { return !error_; }
  /// Does nothing on success; throws BadResult on an error.
  void value() const {
    if (error_) throw BadResult(*error_);
  }
  /// The error. Call it only after a failure.
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace glance
