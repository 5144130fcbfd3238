#include "base/simd.h"

#include <bit>

#ifdef GLANCE_SSE2
#include <immintrin.h>
#define GLANCE_AVX2 __attribute__((target("avx2")))
#endif

namespace glance::rooms::base::simd {

std::uint32_t* find_overlaps_scalar(const Rectangles& all, std::size_t at, float last,
                                    const Rectangle& r, std::uint32_t* found, std::size_t& stop) {
  for (; all.first[at] <= last; at++) {
    if (all.low_u[at] <= r.high_u && r.low_u <= all.high_u[at] && all.low_v[at] <= r.high_v &&
        r.low_v <= all.high_v[at]) {
      *found++ = static_cast<std::uint32_t>(at);
    }
  }
  stop = at;
  return found;
}

#ifdef GLANCE_SSE2
namespace {

const bool kHasAvx2 = __builtin_cpu_supports("avx2");

std::uint32_t* put_places(std::uint32_t* found, std::size_t at, unsigned bits) {
  for (; bits != 0; bits &= bits - 1) {
    *found++ = static_cast<std::uint32_t>(at) + static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  return found;
}

}  // namespace

std::uint32_t* find_overlaps_narrow(const Rectangles& all, std::size_t at, float last,
                                    const Rectangle& r, std::uint32_t* found, std::size_t& stop) {
  const __m128 low_u = _mm_set1_ps(r.low_u), high_u = _mm_set1_ps(r.high_u);
  const __m128 low_v = _mm_set1_ps(r.low_v), high_v = _mm_set1_ps(r.high_v);
  const __m128 end = _mm_set1_ps(last);
  for (;; at += 4) {
    const __m128 reached = _mm_cmple_ps(_mm_loadu_ps(all.first + at), end);
    const __m128 u = _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(all.low_u + at), high_u),
                                _mm_cmple_ps(low_u, _mm_loadu_ps(all.high_u + at)));
    const __m128 v = _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(all.low_v + at), high_v),
                                _mm_cmple_ps(low_v, _mm_loadu_ps(all.high_v + at)));
    const auto bits = static_cast<unsigned>(_mm_movemask_ps(reached));
    found = put_places(
        found, at, static_cast<unsigned>(_mm_movemask_ps(_mm_and_ps(reached, _mm_and_ps(u, v)))));
    if (bits == 0xf) continue;
    stop = at + static_cast<std::size_t>(std::countr_one(bits));
    return found;
  }
}

namespace {

GLANCE_AVX2 std::uint32_t* find_overlaps_avx2(const Rectangles& all, std::size_t at, float last,
                                              const Rectangle& r, std::uint32_t* found,
                                              std::size_t& stop) {
  const __m256 low_u = _mm256_set1_ps(r.low_u), high_u = _mm256_set1_ps(r.high_u);
  const __m256 low_v = _mm256_set1_ps(r.low_v), high_v = _mm256_set1_ps(r.high_v);
  const __m256 end = _mm256_set1_ps(last);
  for (;; at += 8) {
    const __m256 reached = _mm256_cmp_ps(_mm256_loadu_ps(all.first + at), end, _CMP_LE_OQ);
    const __m256 u =
        _mm256_and_ps(_mm256_cmp_ps(_mm256_loadu_ps(all.low_u + at), high_u, _CMP_LE_OQ),
                      _mm256_cmp_ps(low_u, _mm256_loadu_ps(all.high_u + at), _CMP_LE_OQ));
    const __m256 v =
        _mm256_and_ps(_mm256_cmp_ps(_mm256_loadu_ps(all.low_v + at), high_v, _CMP_LE_OQ),
                      _mm256_cmp_ps(low_v, _mm256_loadu_ps(all.high_v + at), _CMP_LE_OQ));
    const auto bits = static_cast<unsigned>(_mm256_movemask_ps(reached));
    found = put_places(
        found, at,
        static_cast<unsigned>(_mm256_movemask_ps(_mm256_and_ps(reached, _mm256_and_ps(u, v)))));
    if (bits == 0xff) continue;
    stop = at + static_cast<std::size_t>(std::countr_one(bits));
    return found;
  }
}

}  // namespace

std::uint32_t* find_overlaps(const Rectangles& all, std::size_t at, float last, const Rectangle& r,
                             std::uint32_t* found, std::size_t& stop) {
  return kHasAvx2 ? find_overlaps_avx2(all, at, last, r, found, stop)
                  : find_overlaps_narrow(all, at, last, r, found, stop);
}
#else
std::uint32_t* find_overlaps_narrow(const Rectangles& all, std::size_t at, float last,
                                    const Rectangle& r, std::uint32_t* found, std::size_t& stop) {
  return find_overlaps_scalar(all, at, last, r, found, stop);
}

std::uint32_t* find_overlaps(const Rectangles& all, std::size_t at, float last, const Rectangle& r,
                             std::uint32_t* found, std::size_t& stop) {
  return find_overlaps_scalar(all, at, last, r, found, stop);
}
#endif

}  // namespace glance::rooms::base::simd
