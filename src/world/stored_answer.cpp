// Tested in tests/unit/world/snapshot_test.cpp (Snapshot.PairsAtRestStayAtRest).
#include "world/stored_answer.h"

#include <fmt/format.h>

namespace glance::world {
namespace {

template <class Enum>
std::uint8_t byte_of(Enum value) {
  return static_cast<std::uint8_t>(value);
}

void put_feature(FeatureId feature, ByteWriter& out) {
  out.put(byte_of(feature.kind));
  out.put(feature.index);
}

FeatureId get_feature(ByteReader& in, bool& good) {
  const FeatureKind kind = get_enum(in, FeatureKind::face, good);
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
  c.verdict = get_enum(in, Verdict::undecided, good);
  c.plane_count = in.get<std::uint8_t>();
  c.pair_count = in.get<std::uint8_t>();
  c.axis = in.get<std::uint8_t>();
  good &= c.plane_count <= c.plane.size() && c.pair_count <= c.pairs.size() &&
          c.axis <= Certificate::kNoAxis;
  for (VertexPair& pair : c.plane) pair = get_pair(in);
  for (VertexPair& pair : c.pairs) pair = get_pair(in);
  c.direction = in.get_vec3();
  c.point = in.get_vec3();
  return c;
}

void put_work(const Work& w, ByteWriter& out) {
  for (const std::uint32_t count :
       {w.feature_steps, w.simplex_steps, w.vertex_steps, w.exact_pivots, w.depth_steps, w.lp_steps,
        w.volume_updates, w.volume_tests, w.primitive_tests, w.list_entries}) {
    out.put(count);
  }
  out.put(byte_of(w.method));
  for (const bool flag : {w.from_cache, w.handed_over, w.exact, w.interrupted}) out.put(flag);
}

Work get_work(ByteReader& in, bool& good) {
  Work w;
  for (std::uint32_t* count :
       {&w.feature_steps, &w.simplex_steps, &w.vertex_steps, &w.exact_pivots, &w.depth_steps,
        &w.lp_steps, &w.volume_updates, &w.volume_tests, &w.primitive_tests, &w.list_entries}) {
    *count = in.get<std::uint32_t>();
  }
  w.method = get_enum(in, Method::lp, good);
  for (bool* flag : {&w.from_cache, &w.handed_over, &w.exact, &w.interrupted}) {
    *flag = in.get_bool();
  }
  return w;
}

Error no_such(const char* what, const ByteReader& in) {
  return {fmt::format("{} with values that do not exist, before byte {}", what, in.position())};
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
  out.put(byte_of(options.broad));
  out.put(byte_of(options.sort));
  out.put(byte_of(options.box_method));
  out.put(options.delta);
  out.put(options.margin);
  out.put(options.max_list_entries);
}

Result<WorldOptions> get_world_options(ByteReader& in) {
  WorldOptions options;
  bool good = true;
  options.broad = get_enum(in, Broad::space_time, good);
  options.sort = get_enum(in, Sort::sweep, good);
  options.box_method = get_enum(in, BoxMethod::walls, good);
  options.delta = in.get_double();
  options.margin = in.get_double();
  options.max_list_entries = in.get<std::uint32_t>();
  if (!good) return tl::unexpected(no_such("world options", in));
  return options;
}

void put(const DetectOptions& options, ByteWriter& out) {
  out.put(byte_of(options.question));
  out.put(options.report_all);
  out.put(byte_of(options.query.method));
  out.put(byte_of(options.query.start));
  out.put(options.query.seed);
  out.put(options.query.interior_cells);
  out.put(options.query.depth);
  out.put(options.query.certify);
  out.put(options.query.margin);
  out.put(options.query.precision);
  out.put(byte_of(options.query.list.policy));
  out.put(options.query.list.deferrals);
  out.put(options.query.list.max_entries);
  out.put(options.query.max_volume_tests);
  out.put(byte_of(options.interframe));
  out.put(options.impact.tolerance);
  out.put(options.impact.margin);
  out.put(options.impact.proof);
}

Result<DetectOptions> get_detect_options(ByteReader& in) {
  DetectOptions options;
  bool good = true;
  options.question = get_enum(in, Question::distance, good);
  options.report_all = in.get_bool();
  options.query.method = get_enum(in, Method::lp, good);
  options.query.start = get_enum(in, Start::random, good);
  options.query.seed = in.get<std::uint64_t>();
  options.query.interior_cells = in.get_bool();
  options.query.depth = in.get_bool();
  options.query.certify = in.get_bool();
  options.query.margin = in.get_double();
  options.query.precision = in.get_double();
  options.query.list.policy = get_enum(in, ListPolicy::automatic, good);
  options.query.list.deferrals = in.get<std::uint32_t>();
  options.query.list.max_entries = in.get<std::uint32_t>();
  options.query.max_volume_tests = in.get<std::uint32_t>();
  options.interframe = get_enum(in, Interframe::off, good);
  options.impact.tolerance = in.get_double();
  options.impact.margin = in.get_double();
  options.impact.proof = in.get_bool();
  if (!good) return tl::unexpected(no_such("detect options", in));
  return options;
}

void put(const PairReport& report, ByteWriter& out) {
  put(report.a, out);
  put(report.b, out);
  out.put(report.begun);
  out.put(byte_of(report.verdict));
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
  report.begun = in.get_bool();
  report.verdict = get_enum(in, Verdict::undecided, good);
  for (double* x : {&report.distance, &report.depth, &report.lower, &report.upper}) {
    *x = in.get_double();
  }
  for (Vec3* v : {&report.normal, &report.point_a, &report.point_b}) *v = in.get_vec3();
  report.feature_a = get_feature(in, good);
  report.feature_b = get_feature(in, good);
  report.certificate = get_certificate(in, good);
  report.work = get_work(in, good);
  for (SubShape* sub : {&report.sub_a, &report.sub_b}) {
    sub->part = in.get<std::uint32_t>();
    sub->triangle = in.get<std::uint32_t>();
  }
  if (!good) return tl::unexpected(no_such("an answer", in));
  return report;
}

}  // namespace glance::world
