// Tested in tests/unit/world/snapshot_test.cpp (Snapshot.PairsAtRestStayAtRest).
#include "world/stored_answer.h"

#include <fmt/format.h>

namespace glance::rooms::world {
namespace {

// Each put has a get that reads the same members in the same order. Numbers keep their bits, NaN
// and infinity included, so that a restored world gives the same answers; enumerators that do not
// exist turn ByteReader::ok() false.
template <class Enum>
std::uint8_t byte_of(Enum value) {
  return static_cast<std::uint8_t>(value);
}

/// BetweenFrames and, above it, SweptHull share a byte.
constexpr int kHullShift = 4, kBetweenMask = (1 << kHullShift) - 1;

void put_feature(FeatureId feature, ByteWriter& out) {
  out.put(byte_of(feature.kind));
  out.put(feature.index);
}

FeatureId get_feature(ByteReader& in) {
  // Whether the body has this feature is checked where the answer meets its pair
  // (world/answer_check).
  const FeatureKind kind = in.get_enum(FeatureKind::face);
  return {kind, in.get<std::uint32_t>()};
}

void put_pair(VertexPair pair, ByteWriter& out) {
  out.put(pair.a);
  out.put(pair.b);
}

VertexPair get_pair(ByteReader& in) {
  const auto a = in.get<std::uint32_t>(), b = in.get<std::uint32_t>();
  return {a, b};
}

void put_certificate(const Certificate& c, ByteWriter& out) {
  // All places, used or not: the number of bytes does not depend on the kind of proof.
  out.put(byte_of(c.verdict));
  out.put(c.plane_count);
  out.put(c.pair_count);
  out.put(c.axis);
  for (const VertexPair pair : c.plane) put_pair(pair, out);
  for (const VertexPair pair : c.pairs) put_pair(pair, out);
  out.put(c.direction);
  out.put(c.point);
}

Certificate get_certificate(ByteReader& in, bool& good) {
  Certificate c;
  c.verdict = in.get_enum(Verdict::undecided);
  c.plane_count = in.get<std::uint8_t>();
  c.pair_count = in.get<std::uint8_t>();
  c.axis = in.get<std::uint8_t>();
  // Used as sizes of the arrays later (plane_pairs, hull_pairs): a forged count must not reach
  // beyond them.
  good &= c.plane_count <= c.plane.size() && c.pair_count <= c.pairs.size() &&
          c.axis <= Certificate::kNoAxis;
  for (VertexPair& pair : c.plane) pair = get_pair(in);
  for (VertexPair& pair : c.pairs) pair = get_pair(in);
  c.direction = in.get_vec3();
  c.point = in.get_vec3();
  return c;
}

void put_work(const QueryWork& w, ByteWriter& out) {
  // Counters are part of the answer: a restored world reports the same work.
  for (const std::uint32_t count :
       {w.feature_steps, w.simplex_steps, w.vertex_steps, w.exact_pivots, w.depth_steps, w.lp_steps,
        w.volume_updates, w.volume_tests, w.primitive_tests, w.list_entries}) {
    out.put(count);
  }
  out.put(byte_of(w.method));
  for (const bool flag : {w.from_cache, w.handed_over, w.exact, w.interrupted}) out.put(flag);
}

QueryWork get_work(ByteReader& in) {
  QueryWork w;
  for (std::uint32_t* count :
       {&w.feature_steps, &w.simplex_steps, &w.vertex_steps, &w.exact_pivots, &w.depth_steps,
        &w.lp_steps, &w.volume_updates, &w.volume_tests, &w.primitive_tests, &w.list_entries}) {
    *count = in.get<std::uint32_t>();
  }
  w.method = in.get_enum(QueryMethod::lp);
  for (bool* flag : {&w.from_cache, &w.handed_over, &w.exact, &w.interrupted}) {
    *flag = in.get_bool();
  }
  return w;
}

Error no_such(const char* what, const ByteReader& in) {
  return {ErrorCode::bad_data,
          // The reader stands behind the whole record, so the fault is before this byte.
          fmt::format("{} with values that do not exist, before byte {}", what, in.position())};
}

}  // namespace

void put(BodyId id, ByteWriter& out) {
  out.put(id.index);
  out.put(id.generation);
}

BodyId get_body_id(ByteReader& in) {
  const auto index = in.get<std::uint32_t>(), generation = in.get<std::uint32_t>();
  return {index, generation};
}

void put(const WorldOptions& options, ByteWriter& out) {
  // How the world was made: restore makes the same broad phase before it reads bodies.
  out.put(byte_of(options.broad));
  out.put(byte_of(options.tuning.sort));
  out.put(byte_of(options.tuning.box_method));
  out.put(options.delta);
  out.put(options.margin);
  // The world's own cap on separation lists: it decides what pairs remember, and so the work of
  // later frames.
  out.put(options.max_list_entries);
}

Result<WorldOptions> get_world_options(ByteReader& in) {
  WorldOptions options;
  options.broad = in.get_enum(BroadMethod::automatic);
  options.tuning.sort = in.get_enum(SortMethod::sweep);
  options.tuning.box_method = in.get_enum(BoxMethod::walls);
  options.delta = in.get_double();
  options.margin = in.get_double();
  options.max_list_entries = in.get<std::uint32_t>();
  if (!in.ok()) return fail(no_such("world options", in));
  return options;
}

void put(const DetectOptions& options, ByteWriter& out) {
  // The question belongs to the answers: those of pairs at rest are used again only while the same
  // question is asked.
  out.put(byte_of(options.question));
  out.put(options.report_all);
  out.put(byte_of(options.query.tuning.method));
  out.put(byte_of(options.query.tuning.start));
  out.put(options.query.tuning.seed);
  out.put(options.query.tuning.interior_cells);
  out.put(options.query.depth);
  out.put(options.query.tuning.certify);
  out.put(options.query.margin);
  out.put(options.query.precision);
  out.put(byte_of(options.query.tuning.list.policy));
  out.put(options.query.tuning.list.deferrals);
  out.put(options.query.tuning.list.max_entries);
  out.put(options.query.max_volume_tests);
  out.put(static_cast<std::uint8_t>(byte_of(options.between_frames) | byte_of(options.tuning.hull)
                                                                          << kHullShift));
  out.put(options.impact.tolerance);
  out.put(options.impact.margin);
  out.put(options.impact.proof);
}

Result<DetectOptions> get_detect_options(ByteReader& in) {
  DetectOptions options;
  options.question = in.get_enum(Question::contacts);
  options.report_all = in.get_bool();
  options.query.tuning.method = in.get_enum(QueryMethod::lp);
  options.query.tuning.start = in.get_enum(WalkStart::random);
  options.query.tuning.seed = in.get<std::uint64_t>();
  options.query.tuning.interior_cells = in.get_bool();
  options.query.depth = in.get_bool();
  options.query.tuning.certify = in.get_bool();
  options.query.margin = in.get_double();
  options.query.precision = in.get_double();
  options.query.tuning.list.policy = in.get_enum(ListPolicy::automatic);
  options.query.tuning.list.deferrals = in.get<std::uint32_t>();
  options.query.tuning.list.max_entries = in.get<std::uint32_t>();
  options.query.max_volume_tests = in.get<std::uint32_t>();
  const auto between = in.get<std::uint8_t>();
  const bool known = (between >> kHullShift) <= byte_of(SweptHull::paper) &&
                     (between & kBetweenMask) <= byte_of(BetweenFrames::off);
  options.between_frames = static_cast<BetweenFrames>(between & kBetweenMask);
  options.tuning.hull = static_cast<SweptHull>(between >> kHullShift);
  options.impact.tolerance = in.get_double();
  options.impact.margin = in.get_double();
  options.impact.proof = in.get_bool();
  if (!in.ok() || !known) return fail(no_such("detect options", in));
  return options;
}

void put(const PairReport& report, ByteWriter& out) {
  put(report.a, out);
  put(report.b, out);
  // Where its contact points are is stored beside it (world/snapshot), since that depends on the
  // list of answers.
  out.put(report.begun);
  out.put(byte_of(report.verdict));
  // All of them, whatever was asked: members that were not computed have fixed values, so the bytes
  // are the same for the same history.
  for (const double x : {report.distance, report.depth, report.lower, report.upper}) out.put(x);
  for (const Vec3& v : {report.normal, report.point_a, report.point_b}) out.put(v);
  put_feature(report.feature_a, out);
  put_feature(report.feature_b, out);
  put_certificate(report.certificate, out);
  put_work(report.work, out);
  for (const SubShape& sub : {report.sub_a, report.sub_b}) {
    out.put(sub.part);
    out.put(sub.triangle);
  }
}

Result<PairReport> get_pair_report(ByteReader& in) {
  PairReport report;
  bool good = true;
  report.a = get_body_id(in);
  report.b = get_body_id(in);
  // The number of the world is not stored: ids get that of the restored world (world/snapshot).
  report.begun = in.get_bool();
  report.verdict = in.get_enum(Verdict::undecided);
  for (double* x : {&report.distance, &report.depth, &report.lower, &report.upper}) {
    *x = in.get_double();
  }
  for (Vec3* v : {&report.normal, &report.point_a, &report.point_b}) *v = in.get_vec3();
  report.feature_a = get_feature(in);
  report.feature_b = get_feature(in);
  report.certificate = get_certificate(in, good);
  report.work = get_work(in);
  for (SubShape* sub : {&report.sub_a, &report.sub_b}) {
    sub->part = in.get<std::uint32_t>();
    sub->triangle = in.get<std::uint32_t>();
  }
  if (!in.ok() || !good) return fail(no_such("an answer", in));
  return report;
}

void put(const ContactPoint& point, ByteWriter& out) {
  out.put(point.point_a);
  out.put(point.point_b);
  out.put(point.depth);
  put_feature(point.feature_a, out);
  put_feature(point.feature_b, out);
  out.put(point.id);
  for (const SubShape& sub : {point.sub_a, point.sub_b}) {
    out.put(sub.part);
    out.put(sub.triangle);
  }
}

Result<ContactPoint> get_contact_point(ByteReader& in) {
  ContactPoint point;
  point.point_a = in.get_vec3();
  point.point_b = in.get_vec3();
  point.depth = in.get_double();
  point.feature_a = get_feature(in);
  point.feature_b = get_feature(in);
  point.id = in.get<std::uint64_t>();
  for (SubShape* sub : {&point.sub_a, &point.sub_b}) {
    sub->part = in.get<std::uint32_t>();
    sub->triangle = in.get<std::uint32_t>();
  }
  if (!in.ok() || point.id == 0) return fail(no_such("a contact point", in));
  return point;
}

}  // namespace glance::rooms::world
