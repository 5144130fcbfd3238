#include "benchmarks/common/isolated.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "peers/peer_of.h"

namespace glance::bench {
namespace {

/// Does what the number of vertices of A says.
struct Troublemaker {
  using Shape = std::size_t;
  using Pose = int;
  struct Memory {};

  const char* name() const { return "troublemaker"; }
  bool offers(Question) const { return true; }
  Shape shape(const Hull& hull) const {
    return hull.vertices.size() == 4 ? throw std::runtime_error("no") : hull.vertices.size();
  }
  Pose pose(const Placement&) const { return 0; }

  void collide(Shape a, Pose, Shape, Pose, Memory&, Answer& answer) const {
    if (a == 1) std::abort();
    if (a == 2) std::this_thread::sleep_for(std::chrono::hours(1));
    if (a == 3) throw std::runtime_error("no");
    answer.hit = true;
  }
  void distance(Shape, Pose, Shape, Pose, Memory&, Answer&) const {}
};

Track pair_of(std::size_t vertices) {
  Track track;
  track.a.vertices.resize(vertices);
  track.poses_a.resize(1);
  track.poses_b.resize(1);
  return track;
}

TEST(Isolated, CrashesAndHangsCostOneAnswerEach) {
  PeerOf<Troublemaker> peer;
  std::vector<Track> pairs;
  for (const std::size_t trouble : {0, 1, 0, 2, 3, 1, 1, 0, 2, 4})
    pairs.push_back(pair_of(trouble));
  const std::vector<Outcome> outcomes = ask_isolated(peer, Question::boolean, pairs, 0.2);

  using Kind = Outcome::Kind;
  const Kind expected[] = {Kind::answered, Kind::crashed, Kind::answered, Kind::hung,
                           Kind::answered, Kind::crashed, Kind::crashed,  Kind::answered,
                           Kind::hung,     Kind::answered};
  ASSERT_EQ(outcomes.size(), std::size(expected));
  for (std::size_t i = 0; i < outcomes.size(); i++) {
    EXPECT_EQ(outcomes[i].kind, expected[i]) << i;
    if (expected[i] != Kind::answered) continue;
    const bool threw = i == 4 || i == 9;
    EXPECT_EQ(outcomes[i].answer.failed, threw) << i;
    EXPECT_EQ(outcomes[i].answer.hit, !threw) << i;
    EXPECT_EQ(outcomes[i].seconds > 0, i != 9) << i;  // that one never came to the question
  }
}

}  // namespace
}  // namespace glance::bench
