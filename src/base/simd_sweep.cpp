#include "base/simd_sweep.h"

#include <bit>

#ifdef GLANCE_SSE2
#include <immintrin.h>
#endif

namespace glance::rooms::base::simd {

std::size_t find_pairs_scalar(Sweep& s, Places* found, std::size_t room) {
  const Rectangles& all = s.all;
  std::size_t written = 0;
  for (; s.next < s.count && room - written >= s.count - s.next + kRectanglePads; s.next++) {
    const std::size_t n = s.next;
    std::size_t at = n + 1;
    for (; all.first[at] <= s.last[n]; at++) {
      if (all.low_u[at] <= all.high_u[n] && all.low_u[n] <= all.high_u[at] &&
          all.low_v[at] <= all.high_v[n] && all.low_v[n] <= all.high_v[at]) {
        found[written++] = {static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(at)};
      }
    }
    s.tests += at - n - 1;
  }
  return written;
}

#ifdef GLANCE_SSE2
namespace {

const bool kSweepsWithAvx2 = __builtin_cpu_supports("avx2");

inline Places* put_pairs(Places* found, std::size_t n, std::size_t at, unsigned bits) {
  for (; bits != 0; bits &= bits - 1) {
    *found++ = {
        static_cast<std::uint32_t>(n),
        static_cast<std::uint32_t>(at) + static_cast<std::uint32_t>(std::countr_zero(bits))};
  }
  return found;
}

}  // namespace

std::size_t find_pairs_narrow(Sweep& s, Places* const found, std::size_t room) {
  const Rectangles all = s.all;
  Places* to = found;
  std::uint64_t tests = 0;
  std::size_t n = s.next;
  for (; n < s.count; n++) {
    if (room - static_cast<std::size_t>(to - found) < s.count - n + kRectanglePads) break;
    const __m128 low_u = _mm_set1_ps(all.low_u[n]), high_u = _mm_set1_ps(all.high_u[n]);
    const __m128 low_v = _mm_set1_ps(all.low_v[n]), high_v = _mm_set1_ps(all.high_v[n]);
    const __m128 end = _mm_set1_ps(s.last[n]);
    for (std::size_t at = n + 1;; at += 4) {
      const __m128 reached = _mm_cmple_ps(_mm_loadu_ps(all.first + at), end);
      const __m128 u = _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(all.low_u + at), high_u),
                                  _mm_cmple_ps(low_u, _mm_loadu_ps(all.high_u + at)));
      const __m128 v = _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(all.low_v + at), high_v),
                                  _mm_cmple_ps(low_v, _mm_loadu_ps(all.high_v + at)));
      const auto bits = static_cast<unsigned>(_mm_movemask_ps(reached));
      to = put_pairs(to, n, at,
                     static_cast<unsigned>(_mm_movemask_ps(_mm_and_ps(reached, _mm_and_ps(u, v)))));
      if (bits == 0xf) continue;
      tests += at - n - 1 + static_cast<std::size_t>(std::countr_one(bits));
      break;
    }
  }
  s.next = n;
  s.tests += tests;
  return static_cast<std::size_t>(to - found);
}

namespace {

__attribute__((target("avx2"))) std::size_t find_pairs_avx2(Sweep& s, Places* const found,
                                                            std::size_t room) {
  const Rectangles all = s.all;
  Places* to = found;
  std::uint64_t tests = 0;
  std::size_t n = s.next;
  for (; n < s.count; n++) {
    if (room - static_cast<std::size_t>(to - found) < s.count - n + kRectanglePads) break;
    const __m256 low_u = _mm256_set1_ps(all.low_u[n]), high_u = _mm256_set1_ps(all.high_u[n]);
    const __m256 low_v = _mm256_set1_ps(all.low_v[n]), high_v = _mm256_set1_ps(all.high_v[n]);
    const __m256 end = _mm256_set1_ps(s.last[n]);
    for (std::size_t at = n + 1;; at += 8) {
      const __m256 reached = _mm256_cmp_ps(_mm256_loadu_ps(all.first + at), end, _CMP_LE_OQ);
      const __m256 u =
          _mm256_and_ps(_mm256_cmp_ps(_mm256_loadu_ps(all.low_u + at), high_u, _CMP_LE_OQ),
                        _mm256_cmp_ps(low_u, _mm256_loadu_ps(all.high_u + at), _CMP_LE_OQ));
      const __m256 v =
          _mm256_and_ps(_mm256_cmp_ps(_mm256_loadu_ps(all.low_v + at), high_v, _CMP_LE_OQ),
                        _mm256_cmp_ps(low_v, _mm256_loadu_ps(all.high_v + at), _CMP_LE_OQ));
      const auto bits = static_cast<unsigned>(_mm256_movemask_ps(reached));
      to = put_pairs(
          to, n, at,
          static_cast<unsigned>(_mm256_movemask_ps(_mm256_and_ps(reached, _mm256_and_ps(u, v)))));
      if (bits == 0xff) continue;
      tests += at - n - 1 + static_cast<std::size_t>(std::countr_one(bits));
      break;
    }
  }
  s.next = n;
  s.tests += tests;
  return static_cast<std::size_t>(to - found);
}

}  // namespace

std::size_t find_pairs(Sweep& sweep, Places* found, std::size_t room) {
  return kSweepsWithAvx2 ? find_pairs_avx2(sweep, found, room)
                         : find_pairs_narrow(sweep, found, room);
}
#else
std::size_t find_pairs_narrow(Sweep& sweep, Places* found, std::size_t room) {
  return find_pairs_scalar(sweep, found, room);
}

std::size_t find_pairs(Sweep& sweep, Places* found, std::size_t room) {
  return find_pairs_scalar(sweep, found, room);
}
#endif

}  // namespace glance::rooms::base::simd
