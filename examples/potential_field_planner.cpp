// A path planner on artificial potential fields: a ring finds its way through a crowd of rocks.
//
//   potential_field_planner [PATH.jsonl]
//
// The goal attracts the ring; every rock nearer than kReach pushes it away, at the closest point,
// so that it turns out of the way, too (Khatib 1986). Where the forces cancel out it walks at
// random for a while (Barraquand and Latombe 1991). All that it knows of the rocks are distances
// and closest points, from `distance` with a PairCache for each rock: between two steps little
// changes, and the search goes on where it ended (Li and Chen 1998, section 4).
//
// No step moves any point of the ring by more than a part of its distance to the nearest rock: so
// the ring is free of collisions on its whole way, not only where it was looked at.
//
// Says how long the path is and what it took. Exit code 0 if it arrived.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "glance/glance.h"

namespace {

using namespace glance;

constexpr double kLongestStep = 0.1;  // of any point of the ring, in lengths
constexpr double kCaution = 0.5;      // part of the distance that a step may use up
constexpr double kReach = 0.8;        // rocks nearer than this push
constexpr double kPush = 0.02;        // how hard, beside the goal's pull of 1
constexpr double kArrived = 0.1;      // this near to the goal is there
constexpr int kMaxSteps = 5000, kPatience = 40, kWalk = 60;
const Vec3 kStart(-6, 0, 0), kGoal(6, 0.2, -0.1);

/// A rock, where it is, and what is remembered of its last distance from the ring.
struct Rock {
  Shape shape;
  Pose pose;
  PairCache memory;
};

struct Counts {
  long questions = 0, volume_tests = 0, walks = 0;
};

Result<Shape> make_rock(std::uint64_t seed) {
  const Result<TriangleSoup> soup = bumpy_sphere(180, seed);
  if (!soup) return fail(soup.error());
  return Shape::mesh(soup->vertices, soup->triangles);
}

Result<Shape> make_ring() {
  const Result<TriangleSoup> soup = torus(24, 8, 0.6, 0.15);
  if (!soup) return fail(soup.error());
  return Shape::mesh(soup->vertices, soup->triangles);
}

/// In layers across the way, each turned and moved a little: no straight line leads through.
Result<std::vector<Rock>> make_rocks(Rng& rng) {
  std::vector<Rock> rocks;
  for (int x = -1; x <= 1; x++) {
    for (int y = -1; y <= 1; y++) {
      for (int z = -1; z <= 1; z++) {
        const double odd = x == 0 ? 1.5 : 0;  // the middle layer fills the gaps of the others
        const Vec3 place = Vec3(3.2 * x, 3 * y + odd, 3 * z + odd) + rng.in_box(0.15);
        const Result<Shape> shape = make_rock(rng.bits());
        if (!shape) return fail(shape.error());
        const Result<Pose> pose = Pose::make(rng.rotation(), place);
        if (!pose) return fail(pose.error());
        rocks.push_back({*shape, *pose, {}});
      }
    }
  }
  return rocks;
}

/// Where the ring is: its centre, and how it is turned.
struct Place {
  Vec3 center = kStart;
  Quat turn;

  Pose pose() const { return Pose::make(turn, center).value(); }  // near the origin: never refused
};

/// What the rocks do to the ring.
struct Field {
  double clearance = kReach;  ///< to the nearest rock, if that is nearer
  bool free = true;           ///< whether the ring is apart from all of them
  Vec3 force = Vec3::zero(), torque = Vec3::zero();
};

/// Told by bounding spheres. (With thousands of rocks this would be a World's work.)
bool out_of_reach(const Shape& ring, const Pose& pose, const Rock& rock) {
  const Vec3 way = pose.apply(ring.mass().centroid) - rock.pose.apply(rock.shape.mass().centroid);
  return norm(way) > ring.bounding_radius() + rock.shape.bounding_radius() + kReach;
}

Field feel(const Shape& ring, const Place& place, std::vector<Rock>& rocks, Counts& counts) {
  const Pose pose = place.pose();
  Field field;
  for (Rock& rock : rocks) {
    if (out_of_reach(ring, pose, rock)) continue;
    const Distance d =
        distance({ring, pose}, {rock.shape, rock.pose}, {.cache = &rock.memory, .depth = false});
    counts.questions++;
    counts.volume_tests += d.work.volume_tests;
    field.free = field.free && d.verdict == Verdict::apart;
    field.clearance = std::min(field.clearance, d.distance);
    if (d.verdict != Verdict::apart || d.distance >= kReach) continue;
    // The slope of kPush / 2 (1 / distance - 1 / reach)^2, away from the rock.
    const double slope = (1 / d.distance - 1 / kReach) / (d.distance * d.distance);
    const Vec3 push = -kPush * slope * d.normal;
    field.force += push;
    field.torque += cross(d.point_a - place.center, push);
  }
  return field;
}

/// One step along a force and a torque: no point of the ring moves by more than `length`.
Place step(const Shape& ring, const Place& from, const Vec3& force, const Vec3& torque,
           double length) {
  const double radius = ring.bounding_radius();
  const double effort = norm(force) + norm(torque) / radius;
  Place to = from;
  if (!(effort > 0)) return to;
  to.center += force * (length / effort);
  const Vec3 turn = torque * (length / (effort * radius * radius));
  to.turn = multiply(Quat::from_rotation_vector(turn), from.turn);
  return to;
}

Result<std::vector<Place>> plan(const Shape& ring, std::vector<Rock>& rocks, Rng& rng,
                                Counts& counts) {
  std::vector<Place> path{Place{kStart, rng.rotation()}};
  double nearest = norm(kGoal - kStart);
  int walking = 0, since_nearer = 0;
  for (int i = 0; i < kMaxSteps && norm(kGoal - path.back().center) > kArrived; i++) {
    const Place& here = path.back();
    const Field field = feel(ring, here, rocks, counts);
    if (!field.free) return fail("the ring is stuck in a rock");  // only where it starts
    Vec3 force = normalized(kGoal - here.center) + field.force, torque = field.torque;
    if (walking > 0) {
      walking--;
      force = rng.direction();
      torque = rng.direction() * ring.bounding_radius();
    } else if (const double left = norm(kGoal - here.center); left < nearest - kLongestStep) {
      nearest = left;
      since_nearer = 0;
    } else if (++since_nearer > kPatience) {
      counts.walks++;
      walking = kWalk;
      since_nearer = 0;
      nearest = 1e9;  // what counts is progress from where the walk ends
    }
    path.push_back(
        step(ring, here, force, torque, std::min(kLongestStep, kCaution * field.clearance)));
  }
  return path;
}

void write_path(const char* name, const std::vector<Place>& path) {
  std::FILE* out = std::fopen(name, "w");
  if (!out) return std::perror(name);
  for (const Place& p : path) {
    std::fprintf(out, "{\"translation\": [%.17g, %.17g, %.17g], ", p.center.x(), p.center.y(),
                 p.center.z());
    std::fprintf(out, "\"quaternion\": [%.17g, %.17g, %.17g, %.17g]}\n", p.turn.w, p.turn.x,
                 p.turn.y, p.turn.z);
  }
  std::fclose(out);
}

/// Asks again about every pose of the path, without memory.
bool all_free(const Shape& ring, const std::vector<Rock>& rocks, const std::vector<Place>& path) {
  return std::all_of(path.begin(), path.end(), [&](const Place& place) {
    return std::all_of(rocks.begin(), rocks.end(), [&](const Rock& rock) {
      return collide({ring, place.pose()}, {rock.shape, rock.pose}).verdict == Verdict::apart;
    });
  });
}

int refuse(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  Rng rng(1);
  const Result<Shape> ring = make_ring();
  if (!ring) return refuse(ring.error());
  Result<std::vector<Rock>> rocks = make_rocks(rng);
  if (!rocks) return refuse(rocks.error());
  Counts counts;
  const Result<std::vector<Place>> path = plan(*ring, *rocks, rng, counts);
  if (!path) return refuse(path.error());
  double length = 0;
  for (std::size_t i = 1; i < path->size(); i++) {
    length += norm((*path)[i].center - (*path)[i - 1].center);
  }
  const bool arrived = norm(kGoal - path->back().center) <= kArrived;
  const bool free = all_free(*ring, *rocks, *path);
  std::printf("%s after %zu steps, %ld random walks\n", arrived ? "arrived" : "did not arrive",
              path->size() - 1, counts.walks);
  std::printf("path: %.2f long (straight: %.2f), free of collisions: %s\n", length,
              norm(kGoal - kStart), free ? "yes" : "no");
  std::printf("%ld distances, %.1f pairs of volumes tested for each\n", counts.questions,
              static_cast<double>(counts.volume_tests) / static_cast<double>(counts.questions));
  if (argc > 1) write_path(argv[1], *path);
  return arrived && free ? 0 : 1;
}
