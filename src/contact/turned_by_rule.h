/// How far a body turns in a step, as the rule of the step has it.
///
/// A prediction x + h v + h²/2 q̈ turns axes that rotate by θ = ω h by atan(θ/(1 - θ²/2)), and makes them
/// longer. The trapezoidal rule, with the axes' constraints at the end of the step, turns them by
/// atan(θ/(1 - θ²/4)). Of the place the difference is nothing, but the point of a round body that is lowest
/// at the prediction is then R θ³/4 beside the lowest one where the body comes to be, and its weight, borne
/// there, brakes it as a rolling resistance would: 4 ‰ of the weight at θ = 0.25. So contacts are found
/// where the rule turns the bodies to:
///   R = Q R₀,   Q = ((1 - θ²/4) 1 + [t]× + t tᵀ/2)/(1 + θ²/4),   t the axial vector of the prediction
/// (Cayley's transform; t = h ω + h²/2 α, as ω × (ω × u) has no axial part.)
#pragma once

#include "math/types.h"

namespace outrigger::contact {

inline Mat3 turned_by_rule(const Mat3& start, const Mat3& predicted) {
  const Mat3 turn = predicted * start.transpose();
  const Vec3 t =
      0.5 * Vec3(turn(2, 1) - turn(1, 2), turn(0, 2) - turn(2, 0), turn(1, 0) - turn(0, 1));
  const double quarter = 0.25 * t.squaredNorm();
  Mat3 turned;
  for (int k = 0; k < 3; ++k) {
    const Vec3 u = start.col(k);
    turned.col(k) = ((1.0 - quarter) * u + t.cross(u) + (0.5 * t.dot(u)) * t) / (1.0 + quarter);
  }
  return turned;
}

/// The same of a pose whose rotation is about `centre`, a place in the body.
inline Pose turned_by_rule(const Mat3& start, const Pose& predicted, const Vec3& centre) {
  const Mat3 rotation = turned_by_rule(start, predicted.rotation);
  return {predicted.point(centre) - rotation * centre, rotation};
}

}  // namespace outrigger::contact
