// Tested in tests/unit/world/body_data_test.cpp (World.BodiesAreAnOrderedRange).
#include "glance/body_range.h"

#include "world/bodies.h"

namespace glance {
namespace {

/// The first index from here on that has a body, or the end.
std::uint32_t next_present(const world::Bodies& bodies, std::uint32_t index) {
  while (index < bodies.capacity() && !bodies.present(index)) index++;
  return index;
}

}  // namespace

const BodyId& BodyRange::Iterator::operator*() const { return bodies_->id[index_]; }

BodyRange::Iterator& BodyRange::Iterator::operator++() {
  index_ = next_present(*bodies_, index_ + 1);
  return *this;
}

BodyRange::Iterator BodyRange::begin() const { return {bodies_, next_present(*bodies_, 0)}; }
BodyRange::Iterator BodyRange::end() const {
  return {bodies_, static_cast<std::uint32_t>(bodies_->capacity())};
}
std::size_t BodyRange::size() const { return bodies_->count(); }

}  // namespace glance
