#include "scenes/crowd.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "scenes/flight.h"

namespace glance::scenes {
namespace {

struct Place {
  Vec3 center = Vec3::zero();
  Quat rotation;
};
using Places = std::array<Place, kCrowd>;

class Crowd {
 public:
  Crowd(const Shape& shape, const CrowdSettings& settings)
      : shape_(shape), settings_(settings), rng_(settings.seed) {}

  Result<CrowdTrack> run() {
    if (auto ok = start(); !ok) return fail(ok.error());
    for (std::uint32_t i = 0; i < settings_.motions; i++) {
      if (auto ok = move(i % kCrowd); !ok) return fail(ok.error());
    }
    return std::move(track_);
  }

 private:
  /// Grows the cube from where bodies surely collide.
  Result<void> start() {
    for (Place& place : places_) place.rotation = rng_.rotation();
    double half = 0.3 * shape_.bounding_radius();
    do {
      half *= 1.02;
      for (unsigned i = 0; i + 1 < kCrowd; i++) {
        places_[i].center = half * Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
      }
      places_[kCrowd - 1].center = Vec3::zero();
      if (auto ok = put(places_, poses_); !ok) return ok;
    } while (any_collides());
    return gather();
  }

  /// Draws all but the last towards it, turning, until little is left between them.
  Result<void> gather() {
    constexpr int kRounds = 100;
    const double pull = 0.03 * shape_.bounding_radius();
    for (int round = 0; round < kRounds; round++) {
      for (std::size_t i = 0; i + 1 < kCrowd; i++) {
        const Place before = places_[i];
        const Pose pose_before = poses_[i];
        places_[i].center -= pull * normalized(before.center);
        places_[i].rotation = turned(before.rotation);
        if (auto ok = put(places_, poses_); !ok) return ok;
        if (!collides_with_any(i)) continue;
        places_[i] = before;
        poses_[i] = pose_before;
      }
    }
    double reach = 0;
    for (const Place& place : places_) reach = std::max(reach, place.center.abs().max_component());
    wall_ = reach * settings_.room;
    track_.side = 2 * reach;
    return {};
  }

  Result<void> put(const Places& places, std::array<Pose, kCrowd>& poses) const {
    for (std::size_t i = 0; i < kCrowd; i++) {
      const Result<Pose> pose =
          pose_about_centroid(shape_.mass().centroid, places[i].rotation, places[i].center);
      if (!pose) return fail(pose.error());
      poses[i] = *pose;
    }
    return {};
  }

  bool collides(std::size_t pair, std::size_t i, std::size_t j) {
    return collide({shape_, poses_[i]}, {shape_, poses_[j]}, {.cache = &caches_[pair]}).verdict !=
           Verdict::apart;
  }

  bool collides_with_any(std::size_t body) {
    bool found = false;
    for_each_crowd_pair([&](std::size_t pair, std::size_t i, std::size_t j) {
      if (i == body || j == body) found = found || collides(pair, i, j);
    });
    return found;
  }

  bool any_collides() {
    bool found = false;
    for_each_crowd_pair([&](std::size_t pair, std::size_t i, std::size_t j) {
      found = found || collides(pair, i, j);
    });
    return found;
  }

  Quat turned(const Quat& from) {
    return unit_rotation(multiply(turn_about(rng_.direction(), settings_.turn), from));
  }

  Place moved(const Place& from) {
    Place to = from;
    const Vec3 step = settings_.step * rng_.direction();
    for (int k = 0; k < 3; k++) {
      // Away from a wall that it would pass.
      const bool out = std::fabs(from.center[k] + step[k]) > wall_;
      to.center[k] = std::clamp(from.center[k] + (out ? -step[k] : step[k]), -wall_, wall_);
    }
    to.rotation = turned(from.rotation);
    return to;
  }

  /// One body moves; if it collides, it goes back.
  Result<void> move(std::size_t body) {
    const Place before = places_[body];
    const Pose pose_before = poses_[body];
    places_[body] = moved(before);
    if (auto ok = put(places_, poses_); !ok) return ok;
    track_.poses.insert(track_.poses.end(), poses_.begin(), poses_.end());
    bool back = false;
    for_each_crowd_pair([&](std::size_t pair, std::size_t i, std::size_t j) {
      if ((i != body && j != body) || !collides(pair, i, j)) return;
      back = true;
      track_.colliding++;
    });
    if (!back) return {};
    places_[body] = before;
    poses_[body] = pose_before;
    track_.undone++;
    return {};
  }

  const Shape& shape_;
  CrowdSettings settings_;
  Rng rng_;
  double wall_ = 0;
  Places places_;
  std::array<Pose, kCrowd> poses_;
  std::array<PairCache, kCrowdPairs> caches_;
  CrowdTrack track_;
};

}  // namespace

Result<CrowdTrack> crowd_track(const Shape& shape, const CrowdSettings& settings) {
  constexpr double kMost = 1e9;
  for (const Result<void>& ok :
       {check_range("step", settings.step, 0, kMost), check_range("turn", settings.turn, 0, kMost),
        check_range("room", settings.room, 1, kMost)}) {
    if (!ok) return fail(ok.error());
  }
  return Crowd(shape, settings).run();
}

}  // namespace glance::scenes
