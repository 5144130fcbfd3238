// Which bodies sleep: islands of bodies that touch and have been slow for a while.
//
// A body that sleeps is static in the world, so that no pair of two such is looked at: what they
// cost is their place in arrays. The pairs that touched when they fell asleep are kept aside.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/dynamics.h"
#include "response/islands.h"
#include "rooms.h"

namespace glance::rooms::dynamics {

class Sleep {
 public:
  Sleep(double speed, double after) : speed_(speed), after_(after) {}

  /// Awake. `radius`: about the centre of mass.
  void add(BodyId id, Mobility mobility, bool is_sensor, double radius);
  /// Marks what it lay on or what lay on it (nothing lies on a sensor). Its pairs that slept end.
  void remove(BodyId id, std::vector<BodyPair>& ended);

  BodyId id(std::uint32_t body) const { return ids_[body]; }
  Mobility mobility(std::uint32_t body) const { return mobility_[body]; }
  /// Of a body that was removed: whether it was one.
  bool is_sensor(std::uint32_t body) const { return is_sensor_[body] != 0; }
  bool is_asleep(std::uint32_t body) const { return group_[body] != 0; }
  /// Free bodies, ascending.
  std::span<const std::uint32_t> awake() const { return awake_; }
  std::size_t asleep() const { return free_ - awake_.size(); }

  // Whoever is marked wakes with its island.

  void mark(std::uint32_t body) {
    if (is_asleep(body)) marked_.push_back(group_[body]);
  }
  /// Who touched it when they fell asleep.
  void mark_neighbors(BodyId id);
  bool any_marked() const { return !marked_.empty(); }
  /// Returns how many woke.
  std::size_t wake_marked(World& world);

  /// Whether the two touched when they fell asleep, and none of them has moved since.
  bool is_parked(const BodyPair& pair) const;
  /// Pairs one of which woke: from now on the frame knows them. What does not touch any more has
  /// ended.
  void release(std::span<const PairReport> touching, std::vector<BodyPair>& ended);

  /// After a response: `is_restless` says of a kinematic body whether it moves. Stops who falls
  /// asleep; returns how many.
  template <class IsRestless>
  std::size_t fall_asleep(World& world, RigidArrays& rigid, std::span<const PairReport> touching,
                          double time, IsRestless is_restless) {
    if (!(speed_ > 0) || !grow_still(rigid, time)) return 0;
    for (const PairReport& pair : touching) {
      if (pair.sensor) continue;
      const std::uint32_t a = pair.a.index, b = pair.b.index;
      if (mobility_[b] == Mobility::kinematic && is_restless(b)) still_[a] = 0;
      if (mobility_[a] == Mobility::kinematic && is_restless(a)) still_[b] = 0;
    }
    return stop_still_islands(world, rigid, touching);
  }

  std::size_t bytes() const;

 private:
  bool grow_still(const RigidArrays& rigid, double time);
  std::size_t stop_still_islands(World& world, RigidArrays& rigid,
                                 std::span<const PairReport> touching);
  void make_room(std::uint32_t index);
  bool is_free(std::uint32_t body) const { return mobility_[body] == Mobility::free; }
  bool is_static(std::uint32_t body) const {
    return mobility_[body] == Mobility::fixed || is_asleep(body);
  }

  double speed_, after_;
  // By index.
  std::vector<BodyId> ids_;
  std::vector<Mobility> mobility_;
  std::vector<std::uint8_t> is_sensor_;
  std::vector<double> radius_, still_;  ///< still: for so long it has been slow
  std::vector<std::uint32_t> group_;    ///< the island that it fell asleep with; 0: awake
  std::vector<double> least_still_;     ///< of islands, by their smallest index
  std::vector<std::uint32_t> new_group_;

  std::vector<std::uint32_t> awake_, marked_;
  std::vector<BodyPair> parked_;  ///< in order
  response::Islands islands_;
  std::uint32_t last_group_ = 0;
  std::size_t free_ = 0;
};

}  // namespace glance::rooms::dynamics
