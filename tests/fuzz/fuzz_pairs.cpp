// Small bodies near each other: every method, start and cache gives the oracle's verdict, a
// certificate that proves it, and bounds that fit.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "glance/query.h"
#include "read_bodies.h"
#include "require.h"

namespace glance::fuzz {
namespace {

/// What query.h promises of distance and depth, in parts of the pair's size.
constexpr double kAccuracy = 1e-12;

QueryOptions read_options(ByteReader& in) {
  QueryOptions options;
  options.tuning.method = static_cast<QueryMethod>(in.below(6));
  options.tuning.start = static_cast<WalkStart>(in.below(3));
  options.tuning.interior_cells = !in.flag();
  options.depth = !in.flag();
  if (options.tuning.start == WalkStart::random) options.tuning.seed = in.raw<std::uint64_t>();
  return options;
}

/// An empty cache, or one from a file that lies.
PairCache read_cache(ByteReader& in) {
  auto bytes = PairCache().to_bytes();
  const bool lies = in.flag();
  for (std::size_t i = in.below(5); lies && i < bytes.size(); i++) bytes[i] = in.raw<std::byte>();
  return PairCache::from_bytes(bytes).value_or(PairCache());
}

/// The body as it is, or with all points within up to 1 of it.
Result<Shape> read_rounding(ByteReader& in, const Result<Shape>& shape) {
  const double radius = 0.125 * static_cast<double>(in.below(9));
  return shape ? shape->rounded(radius) : shape;
}

/// One pair in one pose, and what the oracle says about it.
class Referee {
 public:
  Referee(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
          const QueryOptions& options)
      : a_(a), b_(b), pose_a_(pose_a), pose_b_(pose_b), options_(options) {
    truth_ = distance({a, pose_a}, {b, pose_b}, {.tuning = {.method = QueryMethod::oracle}});
    judge(truth_, true);
  }

  void ask_all(PairCache& cache, double limit) const {
    judge(collide({a_, pose_a_}, {b_, pose_b_}, options_));
    judge(distance({a_, pose_a_}, {b_, pose_b_}, options_.with(cache)), options_.depth);
    judge(collide({a_, pose_a_}, {b_, pose_b_}, options_.with(cache)));
    judge(nearer_than({a_, pose_a_}, {b_, pose_b_}, limit, options_.with(cache)), limit);
    judge(distance({a_, pose_a_}, {b_, pose_b_}, options_), options_.depth);
  }

 private:
  void demand(bool holds, std::string_view promise) const {
    if (!holds) broken(promise, describe());
  }

  std::string describe() const {
    return fmt::format("method {} start {} seed {} cells {} depth {}: {}",
                       to_string(options_.tuning.method), static_cast<int>(options_.tuning.start),
                       options_.tuning.seed, options_.tuning.interior_cells, options_.depth,
                       dump_query({a_, pose_a_}, {b_, pose_b_}));
  }

  template <class Answer>
  void judge_verdict(const Answer& answer) const {
    demand(answer.verdict == truth_.verdict, "the verdict is the oracle's");
    demand(answer.certificate.verdict == answer.verdict, "the certificate is for the verdict");
    const Result<void> proof = verify(answer.certificate, {a_, pose_a_}, {b_, pose_b_});
    demand(proof.has_value(), proof ? "" : "the certificate holds; " + proof.error().message);
  }

  void judge_bounds(double lower, double upper) const {
    demand(lower <= upper, "bounds are in order");
    demand(lower <= truth_.upper && truth_.lower <= upper, "bounds have the truth between them");
  }

  /// By which two right answers may differ.
  double rounding() const {
    const double size = a_.extent() + b_.extent() + truth_.distance;
    return 2 * kAccuracy * size + 4 * std::numeric_limits<double>::denorm_min();
  }

  void judge(const Collision& answer) const { judge_verdict(answer); }

  void judge(const Distance& answer, bool with_depth) const {
    judge_verdict(answer);
    judge_bounds(answer.lower, answer.upper);
    demand((answer.distance > 0) == (answer.verdict == Verdict::apart), "apart is a distance");
    demand((answer.depth > 0) == (answer.verdict == Verdict::overlapping && with_depth),
           "overlapping is a depth");
    const double slack = rounding();
    demand(std::fabs(answer.distance - truth_.distance) <= slack, "the distance is the oracle's");
    demand(!with_depth || std::fabs(answer.depth - truth_.depth) <= slack,
           "the depth is the oracle's");
  }

  void judge(const Result<Nearness>& answer, double limit) const {
    demand(answer.has_value() == (limit >= 0), "limits are at least zero");
    if (!answer) return;
    judge_bounds(answer->lower, answer->upper);
    if (answer->proved) {
      // An overlap is below zero, hence below every limit; its upper bound may be zero.
      demand(answer->nearer ? answer->upper < limit || answer->upper <= 0 : answer->lower >= limit,
             "bounds prove what is said to be proved");
    }
    const double slack = rounding();
    demand(answer->nearer ? truth_.lower - slack < limit : truth_.upper + slack >= limit,
           "nearer is what the oracle's bounds allow");
  }

  const Shape &a_, &b_;
  const Pose &pose_a_, &pose_b_;
  QueryOptions options_;
  Distance truth_;
};

}  // namespace
}  // namespace glance::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glance;
  using namespace glance::fuzz;
  constexpr std::size_t kMostPoints = 12;
  ByteReader in(data, size);
  const QueryOptions options = read_options(in);
  const double limit = read_number(in);
  const Result<Shape> core_a = Shape::hull(read_points(in, kMostPoints));
  const Result<Shape> core_b = Shape::hull(read_points(in, kMostPoints));
  const std::optional<Pose> pose_a = read_pose(in), pose_b = read_pose(in), later = read_pose(in);
  PairCache cache = read_cache(in);
  const Result<Shape> a = read_rounding(in, core_a), b = read_rounding(in, core_b);
  if (!a || !b || !pose_a || !pose_b || !later) return 0;

  // There and back: the cache of one pose serves for another.
  const Referee before(*a, *pose_a, *b, *pose_b, options);
  const Referee after(*a, *pose_a, *b, *later, options);
  before.ask_all(cache, limit);
  after.ask_all(cache, limit);
  before.ask_all(cache, limit);
  return 0;
}
