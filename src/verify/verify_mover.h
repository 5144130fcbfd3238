// A body on its way, for the referee of times of impact alone: in 50 digits, sharing no code with
// the solver. See verify_impact.cpp.
#pragma once

#include <vector>

#include "glance/motion.h"
#include "verify/verify_body.h"

namespace glance::rooms::referee {

using Vec = Vector<Real>;

/// An ellipsoid (flat or not), a disc or a point, in the body's frame: centre + axes * y with
/// |y| <= 1.
struct Piece {
  Vec centre, axes[3];

  bool is_point() const { return axes[0] == Vec{} && axes[1] == Vec{} && axes[2] == Vec{}; }
};

/// By the angle |w| time about w.
struct Rotation {
  Vec axis;
  Real cosine = 1, sine = 0;

  Rotation(const Vec& w, const Real& time) : axis{} {
    const Real turn = length(w);
    if (turn == 0) return;
    axis = w * Real(1 / turn);
    cosine = cos(Real(turn * time));
    sine = sin(Real(turn * time));
  }
  Vec operator()(const Vec& v) const {
    return v * cosine + cross(axis, v) * sine + axis * Real(dot(axis, v) * (1 - cosine));
  }
};

/// A body, its motion, and what does not change with time.
struct Mover {
  const Shape& shape;
  Vec w, velocity, centre, start_centre;  ///< centre: body frame; start_centre: world
  Real turn;                              ///< |w|
  Place<Real> start, residue;             ///< residue: without translation
  Real residue_reach, swing, reach;       ///< the largest |residue q|, |w x X| and |X|
  std::vector<Piece> pieces;

  Mover(const Shape& body, const Motion& motion);

  Vec centre_at(const Real& time) const { return start_centre + velocity * time; }
  Place<Real> at(const Real& time) const;
};

/// A body at one time.
struct Instant {
  Place<Real> place;
  Vec centre;  ///< world
  BodyOptions body;

  Instant(const Mover& m, const Real& time)
      : place(m.at(time)), centre(m.centre_at(time)), body(m.shape, place) {}

  /// The largest |d x X| of the core.
  Real across(const Mover& m, const Vec& d) const;

  /// The farthest that the core, turned about its axis by any angle, reaches along d. Convex in
  /// the residue.
  Real swept(const Mover& m, const Vec& d) const;

  /// How far the body reaches along d, seen from the centre.
  Real top(const Vec& d) const { return body.highest(d) - dot(d, centre); }
};

/// Both bodies at one time.
struct Moment {
  Real time;
  Instant a, b;

  Moment(const Mover& mover_a, const Mover& mover_b, double when)
      : time(when), a(mover_a, time), b(mover_b, time) {}
};

}  // namespace glance::rooms::referee
