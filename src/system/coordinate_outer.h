/// The outer function F of a coordinate x = F(d0, d1, ...) and its derivatives, written once for the
/// numbers of one machine (double) and for those of several in vector lanes (batch/lanes.h).
#pragma once

#include <cmath>

#include "math/elementary.h"
#include "model/coordinate_kind.h"

namespace outrigger::system {

inline constexpr int kMaxCoordinateDots = 6;

// What lanes have too.
inline double choose(bool condition, double a, double b) { return condition ? a : b; }
inline double larger(double a, double b) { return a > b ? a : b; }
inline double square_root(double a) { return std::sqrt(a); }
inline double nearest_whole(double a) { return std::round(a); }
inline double arc_tangent(double y, double x) { return elementary::atan2(y, x); }

/// First and second derivatives of F by the products; only those in use are filled.
template <class N>
struct OuterDerivatives {
  N first[kMaxCoordinateDots];
  N second[kMaxCoordinateDots][kMaxCoordinateDots];
};

/// Angles are counted through full turns: the branch nearest to `previous`.
template <class N>
N nearest_turn(N principal, N previous) {
  const N two_pi(6.28318530717958647692);
  return principal + two_pi * nearest_whole((previous - principal) / two_pi);
}

template <class N>
N inverse_or_zero(N a) {
  return choose(a > N(0.0), N(1.0) / a, N(0.0));
}

/// Derivatives of atan2(s, c) by (c, s).
template <class N>
struct Atan2Derivatives {
  N c, s, cc, cs, ss;

  static Atan2Derivatives of(N s, N c) {
    const N inverse = inverse_or_zero(c * c + s * s);
    const N i2 = inverse * inverse;
    return {-s * inverse, c * inverse, N(2.0) * s * c * i2, (s * s - c * c) * i2,
            N(-2.0) * s * c * i2};
  }
};

/// c = d0 - d2 d4 k, s = d1 - d3 d4 k, k = 1/(1 + d5); see model/kinematics.cpp.
template <class N>
struct TwistJet {
  N k, c, s;

  explicit TwistJet(const N* d)
      : k(N(1.0) / larger(N(1.0) + d[5], N(1e-12))),
        c(d[0] - d[2] * d[4] * k),
        s(d[1] - d[3] * d[4] * k) {}
  void slopes(const N* d, N* dc, N* ds) const {
    const N zero(0.0), one(1.0);
    const N by_c[kMaxCoordinateDots] = {one, zero, -d[4] * k, zero, -d[2] * k, d[2] * d[4] * k * k};
    const N by_s[kMaxCoordinateDots] = {zero, one, zero, -d[4] * k, -d[3] * k, d[3] * d[4] * k * k};
    for (int i = 0; i < kMaxCoordinateDots; ++i) {
      dc[i] = by_c[i];
      ds[i] = by_s[i];
    }
  }
};

/// The sine of a cone angle with cosine d, not negative.
template <class N>
N squared_sine(N d) {
  return larger(N(1.0) - d * d, N(0.0));
}

template <class N>
N outer_value(model::CoordinateKind kind, const N* d) {
  using Kind = model::CoordinateKind;
  switch (kind) {
    case Kind::distance:
      return square_root(d[0]);
    case Kind::displacement:
      return d[0];
    case Kind::angle:
      return arc_tangent(d[1], d[0]);
    case Kind::cone:
      return arc_tangent(square_root(squared_sine(d[0])), d[0]);
    case Kind::twist: {
      const TwistJet<N> t(d);
      return arc_tangent(t.s, t.c);
    }
    case Kind::scalar:
      break;
  }
  return N(0.0);
}

template <class N>
void outer_first(model::CoordinateKind kind, const N* d, OuterDerivatives<N>& f) {
  using Kind = model::CoordinateKind;
  switch (kind) {
    case Kind::distance:
      f.first[0] = N(0.5) * inverse_or_zero(square_root(d[0]));
      break;
    case Kind::displacement:
      f.first[0] = N(1.0);
      break;
    case Kind::angle: {
      const N inverse = inverse_or_zero(d[0] * d[0] + d[1] * d[1]);
      f.first[0] = -d[1] * inverse;
      f.first[1] = d[0] * inverse;
      break;
    }
    case Kind::cone: {
      const N sine = square_root(squared_sine(d[0]));
      f.first[0] = choose(sine > N(1e-9), N(-1.0) / sine, N(0.0));
      break;
    }
    case Kind::twist: {
      const TwistJet<N> jet(d);
      const auto t = Atan2Derivatives<N>::of(jet.s, jet.c);
      N dc[kMaxCoordinateDots], ds[kMaxCoordinateDots];
      jet.slopes(d, dc, ds);
      for (int i = 0; i < kMaxCoordinateDots; ++i) f.first[i] = t.c * dc[i] + t.s * ds[i];
      break;
    }
    case Kind::scalar:
      break;
  }
}

template <class N>
void outer_second(model::CoordinateKind kind, const N* d, OuterDerivatives<N>& f) {
  using Kind = model::CoordinateKind;
  switch (kind) {
    case Kind::distance: {
      const N inverse = inverse_or_zero(square_root(d[0]));
      f.second[0][0] = N(-0.25) * inverse * inverse * inverse;
      break;
    }
    case Kind::displacement:
      f.second[0][0] = N(0.0);
      break;
    case Kind::angle: {
      const auto t = Atan2Derivatives<N>::of(d[1], d[0]);
      f.second[0][0] = t.cc;
      f.second[0][1] = f.second[1][0] = t.cs;
      f.second[1][1] = t.ss;
      break;
    }
    case Kind::cone: {
      const N sine2 = squared_sine(d[0]), sine = square_root(sine2);
      f.second[0][0] = choose(sine > N(1e-9), -d[0] / (sine2 * sine), N(0.0));
      break;
    }
    case Kind::twist: {
      const TwistJet<N> jet(d);
      const N k = jet.k;
      const auto t = Atan2Derivatives<N>::of(jet.s, jet.c);
      N dc[kMaxCoordinateDots], ds[kMaxCoordinateDots];
      jet.slopes(d, dc, ds);
      N hc[kMaxCoordinateDots][kMaxCoordinateDots], hs[kMaxCoordinateDots][kMaxCoordinateDots];
      for (int i = 0; i < kMaxCoordinateDots; ++i)
        for (int j = 0; j < kMaxCoordinateDots; ++j) hc[i][j] = hs[i][j] = N(0.0);
      hc[2][4] = hc[4][2] = hs[3][4] = hs[4][3] = -k;
      hc[2][5] = hc[5][2] = hs[3][5] = hs[5][3] = d[4] * k * k;
      hc[4][5] = hc[5][4] = d[2] * k * k;
      hs[4][5] = hs[5][4] = d[3] * k * k;
      hc[5][5] = N(-2.0) * d[2] * d[4] * k * k * k;
      hs[5][5] = N(-2.0) * d[3] * d[4] * k * k * k;
      for (int i = 0; i < kMaxCoordinateDots; ++i)
        for (int j = 0; j < kMaxCoordinateDots; ++j)
          f.second[i][j] = t.cc * dc[i] * dc[j] + t.cs * (dc[i] * ds[j] + ds[i] * dc[j]) +
                           t.ss * ds[i] * ds[j] + t.c * hc[i][j] + t.s * hs[i][j];
      break;
    }
    case Kind::scalar:
      break;
  }
}

}  // namespace outrigger::system
