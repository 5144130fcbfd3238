// What a search through two sphere-trees knows, as bytes: its state, bounds, the hits that stand
// out and those that wait. Where the bodies are, and the spheres, is known otherwise.
// Tested in tests/property/snapshots_test.cpp (SnapshotProperty).
#include <algorithm>

#include "base/bytes.h"
#include "spheres/sphere_hits.h"

namespace glance::rooms::spheres {
namespace {

void put_hit(const SphereHit& hit, ByteWriter& out) {
  out.put(hit.a);
  out.put(hit.b);
  out.put(hit.divides_a);
  out.put(hit.between);
}

SphereHit get_hit(ByteReader& in) {
  SphereHit hit;
  hit.a = in.get<std::uint32_t>();
  hit.b = in.get<std::uint32_t>();
  hit.divides_a = in.get_bool();
  hit.between = in.get_double();
  return hit;
}

}  // namespace

void SphereHits::put(ByteWriter& out) const {
  out.put(static_cast<std::uint8_t>(state_));
  out.put(met_);
  for (const double x : {lower_, upper_, nearest_apart_}) out.put(x);
  put_hit(deepest_, out);
  put_hit(nearest_, out);
  out.put(static_cast<std::uint32_t>(hits_.size()));
  for (const SphereHit& hit : hits_) put_hit(hit, out);
}

bool SphereHits::restore(ByteReader& in) {
  const auto state = in.get<std::uint8_t>();
  if (state > static_cast<std::uint8_t>(State::overlap)) return false;
  state_ = static_cast<State>(state);
  met_ = in.get_bool();
  for (double* x : {&lower_, &upper_, &nearest_apart_}) {
    *x = in.get_double();
    if (std::isnan(*x)) return false;
  }
  const auto exists = [&](const SphereHit& hit) {
    return hit.a < a_.size() && hit.b < b_.size() && !std::isnan(hit.between);
  };
  deepest_ = get_hit(in);
  nearest_ = get_hit(in);
  constexpr std::size_t kHitBytes = 17;
  const auto count = in.get<std::uint32_t>();
  if (!exists(deepest_) || !exists(nearest_) || !in.fits(count, kHitBytes)) return false;
  hits_.resize(count);
  for (SphereHit& hit : hits_) hit = get_hit(in);
  // One that is open has something left to do.
  return in.ok() && (state_ != State::open || count > 0) && std::ranges::all_of(hits_, exists) &&
         std::is_heap(hits_.begin(), hits_.end(), is_later);
}

}  // namespace glance::rooms::spheres
