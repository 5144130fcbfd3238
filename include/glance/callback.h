// A function that the caller hands over: what std::function is, without <functional>, which takes
// as long to parse as all declarations of this library together.
//
//   world.set_pair_filter([&](BodyId a, BodyId b) { return !same_team(a, b); });
#pragma once

#include <concepts>
#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "glance/result.h"

namespace glance {

template <class Signature>
class Callback;

/// Holds a copy of a function, lambda or function object that takes Args and returns R; or nothing.
/// What captures no more than three pointers or numbers is stored without allocating memory.
template <class R, class... Args>
class Callback<R(Args...)> {
 public:
  /// Holds nothing.
  Callback() = default;
  /// Holds nothing.
  Callback(std::nullptr_t) {}
  /// Holds a copy of `function`; nothing if that is a null pointer or an empty std::function.
  template <class F, class Own = std::decay_t<F>>
  requires(!std::same_as<Own, Callback> && std::copy_constructible<Own> &&
           std::is_invocable_r_v<R, Own&, Args...> && !std::is_member_pointer_v<Own>)
      // It hides no copy: Callbacks are left out above.
      Callback(F&& function) {  // NOLINT(bugprone-forwarding-reference-overload)
    if constexpr (std::is_pointer_v<std::remove_cvref_t<F>> ||
                  requires { function.operator bool(); }) {
      if (!function) return;
    }
    if constexpr (kFits<Own>) {
      ::new (place_.bytes) Own(std::forward<F>(function));
    } else {
      keep(new Own(std::forward<F>(function)));
    }
    type_ = &kType<Own>;
  }
  /// Copies the function, too.
  Callback(const Callback& other) : type_(other.type_), place_(other.place_) {
    if (is_elsewhere()) keep(type_->copy(other.function()));
  }
  /// Takes the function over.
  Callback(Callback&& other) noexcept
      : type_(std::exchange(other.type_, nullptr)), place_(other.place_) {}
  /// Replaces the function.
  Callback& operator=(Callback other) noexcept {
    std::swap(type_, other.type_);
    std::swap(place_, other.place_);
    return *this;
  }
  ~Callback() {
    if (is_elsewhere()) type_->destroy(function());
  }

  /// Whether it holds a function.
  explicit operator bool() const { return type_ != nullptr; }
  /// Whether it holds nothing.
  friend bool operator==(const Callback& callback, std::nullptr_t) { return !callback; }

  /// Calls the function; throws BadResult if there is none.
  R operator()(Args... args) const {
    if (!type_) throw BadResult({ErrorCode::invalid_argument, "an empty Callback was called"});
    return type_->call(function(), std::forward<Args>(args)...);
  }

 private:
  /// Where the function is, if it is small and may be copied byte by byte; otherwise, a pointer to
  /// it.
  struct Place {
    alignas(void*) std::byte bytes[3 * sizeof(void*)] = {};
  };
  template <class Own>
  static constexpr bool kFits = std::is_trivially_copyable_v<Own> && sizeof(Own) <= sizeof(Place) &&
                                alignof(Own) <= alignof(Place);

  /// What can be done with functions of one type.
  struct Type {
    R (*call)(void* function, Args&&... args);
    void* (*copy)(const void* function);  ///< these two are null for functions that fit
    void (*destroy)(void* function);
  };
  template <class Own>
  static constexpr Type make_type() {
    Type type = {};
    type.call = [](void* function, Args&&... args) -> R {
      return static_cast<R>((*static_cast<Own*>(function))(std::forward<Args>(args)...));
    };
    if constexpr (!kFits<Own>) {
      type.copy = [](const void* function) -> void* {
        return new Own(*static_cast<const Own*>(function));
      };
      type.destroy = [](void* function) { delete static_cast<Own*>(function); };
    }
    return type;
  }
  template <class Own>
  static constexpr Type kType = make_type<Own>();

  bool is_elsewhere() const { return type_ && type_->copy; }
  void keep(void* function) { std::memcpy(place_.bytes, &function, sizeof function); }
  void* function() const {
    if (!is_elsewhere()) return place_.bytes;
    void* elsewhere = nullptr;
    std::memcpy(&elsewhere, place_.bytes, sizeof elsewhere);
    return elsewhere;
  }

  const Type* type_ = nullptr;
  mutable Place place_;  ///< a call may change what the function captured, as in std::function
};

}  // namespace glance
