/// elementary::atan2 in lanes, with the same bits.
#pragma once

#include "batch/lanes.h"
#include "math/elementary.h"
#include "math/number_pair.h"

namespace outrigger::batch {

template <int kLanes>
Number<kLanes> arc_tangent_copy_by_copy(Number<kLanes> y, Number<kLanes> x) {
  alignas(64) double of_y[kLanes], of_x[kLanes];
  y.store(of_y);
  x.store(of_x);
  for (int l = 0; l < kLanes; ++l) of_y[l] = elementary::atan2(of_y[l], of_x[l]);
  return Number<kLanes>::load(of_y);
}

/// Where a copy is next to an axis but not on it, or its numbers are out of the ordinary, each copy
/// goes its own way. Elsewhere atan2 scales by a power of two, which changes no bit of the angle, and
/// zeros need no care.
template <int kLanes>
Number<kLanes> arc_tangent(Number<kLanes> y, Number<kLanes> x) {
  using N = Number<kLanes>;
  using Pair = elementary::NumberPair<N>;
  const N v = absolute(y), u = absolute(x), zero(0.0);
  const Mask<kLanes> steep = v > u;
  const N small = choose(steep, u, v), large = choose(steep, v, u);
  const Mask<kLanes> ordinary = (large > N(0x1p-100)) & (N(0x1p100) > large) &
                                ((small * N(0x1p59) > large) | (small == zero));
  if (ordinary.set() != kAllLanes<kLanes>) return arc_tangent_copy_by_copy(y, x);

  const auto pair = [](const double* parts) { return Pair{N(parts[0]), N(parts[1])}; };
  const auto minus = [](Pair a, Pair b) { return elementary::add(a, elementary::negate(b)); };
  const Pair below = elementary::angle_below_diagonal(Pair{small, zero}, Pair{large, zero});
  const Pair above = minus(pair(elementary::kHalfPiParts), below);
  const Pair angle{choose(steep, above.hi, below.hi), choose(steep, above.lo, below.lo)};
  const N left = minus(pair(elementary::kPiParts), angle).hi;
  return with_sign(choose(zero > x, left, angle.hi), y);
}

}  // namespace outrigger::batch
