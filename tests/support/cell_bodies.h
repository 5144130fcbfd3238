// Solids made of unit cells: boxes, stairs, tongues and grooves, and what chance makes. What is
// true of two of them follows from their cells alone.
#pragma once

#include <array>
#include <set>
#include <vector>

#include "glance/certificate.h"
#include "glance/rng.h"
#include "glance/shape.h"
#include "math/exact.h"

namespace glance::test {
using math::BigInt, math::CommonScale, math::ExactVec3, math::sign_of;

using Cell = std::array<int, 3>;
using Cells = std::set<Cell>;

/// Whether the surface neither touches itself at an edge or a corner, nor divides the body there:
/// of the eight cells around each corner those that are there hang together by faces, and so do
/// those that are not.
inline bool is_simple(const Cells& cells) {
  std::set<Cell> corners;
  for (const Cell& c : cells) {
    for (int i = 0; i < 8; i++)
      corners.insert({c[0] + (i & 1), c[1] + (i >> 1 & 1), c[2] + (i >> 2)});
  }
  for (const Cell& v : corners) {
    std::array<bool, 8> there;
    for (int i = 0; i < 8; i++) {
      const Cell c{v[0] - (i & 1), v[1] - (i >> 1 & 1), v[2] - (i >> 2)};
      there[static_cast<std::size_t>(i)] = cells.contains(c);
    }
    for (const bool kind : {true, false}) {
      unsigned all = 0, reached = 0;
      for (unsigned i = 0; i < 8; i++) all |= unsigned{there[i] == kind} << i;
      reached = all & (~all + 1);
      for (int round = 0; round < 8; round++) {
        for (unsigned i = 0; i < 8; i++) {
          for (const unsigned step : {1u, 2u, 4u}) {
            if ((reached >> i & 1) && (all >> (i ^ step) & 1)) reached |= 1u << (i ^ step);
          }
        }
      }
      if (reached != all) return false;
    }
  }
  return true;
}

/// Number `kind` of eight: a box, an L, stairs, a tongue, a groove, a comb, and two by chance.
inline Cells make_cells(int kind, Rng& rng) {
  const auto block = [](Cells& cells, Cell low, Cell high) {
    for (int x = low[0]; x < high[0]; x++) {
      for (int y = low[1]; y < high[1]; y++) {
        for (int z = low[2]; z < high[2]; z++) cells.insert({x, y, z});
      }
    }
  };
  Cells cells;
  switch (kind) {
    case 0: block(cells, {0, 0, 0}, {2, 2, 2}); break;
    case 1: block(cells, {0, 0, 0}, {3, 2, 1}), block(cells, {0, 0, 1}, {1, 2, 3}); break;
    case 2:
      for (int i = 0; i < 3; i++) block(cells, {i, 0, 0}, {i + 1, 2, i + 1});
      break;
    case 3: block(cells, {0, 0, 1}, {3, 2, 2}), block(cells, {1, 0, 0}, {2, 2, 1}); break;
    case 4:
      block(cells, {0, 0, 0}, {3, 2, 1});
      block(cells, {0, 0, 1}, {1, 2, 2});
      block(cells, {2, 0, 1}, {3, 2, 2});
      break;
    case 5:
      block(cells, {0, 0, 0}, {5, 1, 1});
      for (int i = 0; i < 5; i += 2) block(cells, {i, 0, 1}, {i + 1, 1, 3});
      break;
    default:
      do {
        cells = {{1, 1, 1}};
        while (cells.size() < 6) {
          Cell c{0, 0, 0};
          for (int& x : c) x = static_cast<int>(rng.below(3));
          for (std::size_t k = 0; k < 3; k++) {
            Cell beside = c;
            beside[k] += 1;
            Cell below = c;
            below[k] -= 1;
            if (cells.contains(beside) || cells.contains(below)) cells.insert(c);
          }
        }
      } while (!is_simple(cells));
  }
  return cells;
}

/// The surface, each face of a cell as n x n squares of two triangles.
inline Shape make_cell_shape(const Cells& cells, int n, bool solid) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (const Cell& c : cells) {
    for (std::size_t k = 0; k < 3; k++) {
      for (const int side : {0, 1}) {
        Cell beside = c;
        beside[k] += side ? 1 : -1;
        if (cells.contains(beside)) continue;
        const auto first = static_cast<std::uint32_t>(vertices.size());
        const auto row = static_cast<std::uint32_t>(n + 1);
        for (int i = 0; i <= n; i++) {
          for (int j = 0; j <= n; j++) {
            Vec3 p;
            p[static_cast<int>(k)] = c[k] + side;
            p[static_cast<int>((k + 1) % 3)] = c[(k + 1) % 3] + static_cast<double>(i) / n;
            p[static_cast<int>((k + 2) % 3)] = c[(k + 2) % 3] + static_cast<double>(j) / n;
            vertices.push_back(p);
          }
        }
        for (std::uint32_t i = 0; i + 1 < row; i++) {
          for (std::uint32_t j = 0; j + 1 < row; j++) {
            const std::uint32_t at = first + i * row + j;
            Triangle one{at, at + row, at + row + 1}, two{at, at + row + 1, at + 1};
            if (!side) std::swap(one[1], one[2]), std::swap(two[1], two[2]);
            triangles.push_back(one);
            triangles.push_back(two);
          }
        }
      }
    }
  }
  return *Shape::mesh(vertices, triangles, {.solid = solid});
}

/// Two bodies turned alike, A by R and B by R with the translation t. Seen from A's own axes B is
/// moved by o = R^-1 t; with C the cofactors of R, the sign of o_k - m is that of
/// (C^T t)_k - m det R. Exact.
class CellPair {
 public:
  CellPair(const Cells& a, const Cells& b, const Mat3& turn, const Vec3& t) {
    CommonScale turns, place;
    turns.add(turn);
    place.add(t);
    std::array<ExactVec3<BigInt>, 3> column;
    for (int k = 0; k < 3; k++)
      column[static_cast<std::size_t>(k)] = to_exact<BigInt>(turns, turn.col(k));
    const BigInt det = dot(column[0], cross(column[1], column[2]));
    const ExactVec3<BigInt> moved = to_exact<BigInt>(place, t);
    // Units: C^T t has that of two entries of R and one of t, det R that of three entries.
    const int shift = place.exponent() - turns.exponent();
    for (std::size_t k = 0; k < 3; k++) {
      for (int m = -kReach; m <= kReach; m++) {
        BigInt along = dot(cross(column[(k + 1) % 3], column[(k + 2) % 3]), moved);
        BigInt whole = det * m;
        if (shift > 0) along <<= shift;
        if (shift < 0) whole <<= -shift;
        beyond_[k][static_cast<std::size_t>(m + kReach)] = sign_of(BigInt(along - whole));
      }
    }
    for (const Cell& p : a) {
      for (const Cell& q : b) compare(p, q);
    }
  }

  Verdict verdict = Verdict::apart;  ///< of the solids

 private:
  static constexpr int kReach = 16;

  void compare(const Cell& p, const Cell& q) {
    bool open = true;
    for (std::size_t k = 0; k < 3; k++) {
      const int from = beyond_[k][static_cast<std::size_t>(p[k] - q[k] - 1 + kReach)];
      const int to = beyond_[k][static_cast<std::size_t>(p[k] - q[k] + 1 + kReach)];
      if (from < 0 || to > 0) return;
      open = open && from > 0 && to < 0;
    }
    if (open) verdict = Verdict::overlapping;
    if (verdict == Verdict::apart) verdict = Verdict::touching;
  }

  std::array<std::array<int, 2 * kReach + 1>, 3> beyond_;
};

}  // namespace glance::test
