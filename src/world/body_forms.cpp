// Tested in tests/unit/world/body_forms_test.cpp (BodyForms).
#include "world/body_forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error_code.h"
#include "bound/mesh_body.h"

namespace glance::rooms::world {
namespace {

Result<Shape> scaled_shape(const Shape& shape, double scale) {
  if (!(scale > 0)) {
    return fail(code_of(scale), fmt::format("a body's scale must be positive, not {}", scale));
  }
  if (scale == 1) return shape;
  return shape.kind() == ShapeKind::mesh ? mesh_of(shape).scaled_alike(scale) : shape.scaled(scale);
}

/// Meshes of another size are one for each body: what they make on first need counts for the body
/// that needs it, and would count less often for the same bodies if they shared it.
bool can_be_shared(const Shape& base, double scale) { return scale == 1 || base.is_convex(); }

}  // namespace

BodyForm::BodyForm(const Shape& base_, const Shape& shape_, double scale_)
    : box(shape_), shape(shape_), base(base_), scale(scale_), oblong(is_oblong(shape_)) {}

std::size_t BodyForms::home(const Shape& base, double scale) const {
  // Fibonacci hashing: the upper bits of the product depend on all bits of both.
  const auto mixed = reinterpret_cast<std::uintptr_t>(base.identity()) ^
                     std::rotl(std::bit_cast<std::uint64_t>(scale), 17);
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15u;
  return (mixed * kGolden >> 32) & (places_.size() - 1);
}

/// Where it is in the table, or the place that is free for it.
std::size_t BodyForms::place_of(const Shape& base, double scale) const {
  std::size_t place = home(base, scale);
  for (; places_[place] != kNone; place = next(place)) {
    const BodyForm& form = *forms_[places_[place]];
    if (form.base.identity() == base.identity() && form.scale == scale) break;
  }
  return place;
}

void BodyForms::insert(std::uint32_t form) {
  places_[place_of(forms_[form]->base, forms_[form]->scale)] = form;
}

/// Those behind move up, so that none is separated from its home by a gap.
void BodyForms::erase(std::size_t place) {
  std::size_t gap = place;
  for (std::size_t at = next(place); places_[at] != kNone; at = next(at)) {
    const BodyForm& form = *forms_[places_[at]];
    const std::size_t mask = places_.size() - 1, start = home(form.base, form.scale);
    if (((at - start) & mask) < ((at - gap) & mask)) continue;  // its home is behind the gap
    places_[gap] = places_[at];
    gap = at;
  }
  places_[gap] = kNone;
}

void BodyForms::make_room(std::size_t forms) {
  if (2 * forms <= places_.size()) return;
  const std::vector<std::uint32_t> old = std::move(places_);
  places_.assign(std::bit_ceil(2 * forms), kNone);
  for (const std::uint32_t form : old) {
    if (form != kNone) insert(form);
  }
}

void BodyForms::reserve(std::size_t forms) {
  constexpr std::size_t kUsual = 1024;
  forms = std::min(forms, kUsual);
  forms_.reserve(forms);
  free_.reserve(forms);
  make_room(forms);
}

Result<std::uint32_t> BodyForms::acquire(const Shape& base, double scale) {
  const bool shared = can_be_shared(base, scale);
  if (shared) {
    make_room(shared_ + 1);
    if (const std::uint32_t found = places_[place_of(base, scale)]; found != kNone) {
      forms_[found]->bodies++;
      return found;
    }
  }
  const Result<Shape> scaled = scaled_shape(base, scale);
  if (!scaled) return fail(scaled.error());
  BodyForm form(base, *scaled, scale);  // before forms_ moves, where the caller's shape may be
  form.bodies = 1;
  auto number = static_cast<std::uint32_t>(forms_.size());
  if (free_.empty()) {
    forms_.emplace_back();
  } else {
    number = free_.back();
    free_.pop_back();
  }
  forms_[number].emplace(std::move(form));
  if (shared) {
    insert(number);
    shared_++;
  }
  return number;
}

void BodyForms::release(std::uint32_t form) {
  BodyForm& old = *forms_[form];
  if (--old.bodies > 0) return;
  if (can_be_shared(old.base, old.scale)) {
    erase(place_of(old.base, old.scale));
    shared_--;
  }
  forms_[form].reset();
  free_.push_back(form);
}

void BodyForms::note_new_shape(std::uint32_t form) {
  BodyForm& changed = *forms_[form];
  changed.box = BodyBox(changed.shape);
  changed.oblong = is_oblong(changed.shape);
}

std::size_t BodyForms::bytes() const {
  return forms_.capacity() * sizeof(forms_[0]) +
         (free_.capacity() + places_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace glance::rooms::world
