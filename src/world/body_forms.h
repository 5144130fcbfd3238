// What bodies of the same shape and size have in common, once for all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bound/body_box.h"
#include "glance/world.h"

namespace glance::rooms::world {

struct alignas(64) BodyForm {
  bound::BodyBox box;
  Shape shape;  ///< with the scale: what is tested
  Shape base;   ///< as added
  double scale = 1;
  bool oblong = false;  ///< so that tight boxes pay (bound/body_box.h)
  std::uint32_t bodies = 0;

  BodyForm(const Shape& base_, const Shape& shape_, double scale_);
};

/// By number. Most worlds have far fewer forms than bodies: then all of them stay in the
/// processor's cache, where what a body had of its own was fetched from memory for every pair.
class BodyForms {
 public:
  /// The form of bodies of this shape and scale, for one body more. Fails if the shape cannot have
  /// the scale.
  Result<std::uint32_t> acquire(const Shape& base, double scale);
  /// For one body less.
  void release(std::uint32_t form);
  /// The shape, which only this form has, was changed in place.
  void note_new_shape(std::uint32_t form);

  const BodyForm& operator[](std::uint32_t form) const { return *forms_[form]; }
  /// Calls f with each that some body has.
  template <class F>
  void for_each(F&& f) const {
    for (const std::optional<BodyForm>& form : forms_) {
      if (form) f(*form);
    }
  }
  /// For so many forms, or as many as worlds usually have.
  void reserve(std::size_t forms);
  std::size_t bytes() const;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::size_t home(const Shape& base, double scale) const;
  std::size_t place_of(const Shape& base, double scale) const;
  std::size_t next(std::size_t place) const { return (place + 1) & (places_.size() - 1); }
  void insert(std::uint32_t form);
  void erase(std::size_t place);
  void make_room(std::size_t forms);

  std::vector<std::optional<BodyForm>> forms_;
  std::vector<std::uint32_t> free_;
  /// Those that several bodies may have, by shape and scale: a hash table with linear probing, at
  /// most half full. (It asks for memory only when it grows, as the rest of a world.)
  std::vector<std::uint32_t> places_;
  std::size_t shared_ = 0;  ///< how many these are
};

}  // namespace glance::rooms::world
