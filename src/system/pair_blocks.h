/// Two rigid bodies seen by a contact between them: the difference of a point of A and a point of B
/// as a sum of entities. Either may be the ground, which has none.
///
///   p_A(s_A) - p_B(s_B) = Σ_e c_e e + constant,   c_e = a_e(s_A) - b_e(s_B)
///
/// A force F on A at p_A and -F on B at p_B acts as c_e F, a stiffness as c_e c_f K on all pairs,
/// those across the two bodies included: without them, stacks do not converge (docs/theory/corrections.md).
///
/// Turning. With the gradients g_e of c_e, taken at poses that stay (world axes, [1/m]),
///
///   ω_A - ω_B = ½ Σ_e g_e × v_e,   and a torque T on A, -T on B acts as ½ T × g_e
///
/// exact where the bodies are in these poses; the rotation of a step is ½ Σ g_e × (x_e - x_e,start).
#pragma once

#include <utility>
#include <vector>

#include "system/body_blocks.h"

namespace outrigger::system {

/// Weighted stiffness of a contact that also resists turning: -∂(force, torque)/∂(place, turn), symmetric,
/// so that the torque by place is the transpose of the force by turn.
struct TurningStiffness {
  Mat3 force_by_place = Mat3::Zero();
  Mat3 force_by_turn = Mat3::Zero();
  Mat3 torque_by_turn = Mat3::Zero();
};

class PairBlocks {
 public:
  /// The bodies live longer; null is the ground.
  PairBlocks(const BodyBlocks* a, const BodyBlocks* b);

  const BodyBlocks* a() const { return a_; }
  const BodyBlocks* b() const { return b_; }
  int count() const { return static_cast<int>(entity_.size()); }

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const;
  void bind(const Layout& layout);

  /// c_e, count() numbers; points in the frames of the bodies (of the world for the ground).
  void coefficients(const Vec3& s_a, const Vec3& s_b, double* c) const;
  /// Change of c_e with a common shift of both points by the world axes x, y, z: 3 numbers per
  /// entity. The poses are those in which the points coincide.
  void coefficient_gradients(const Mat3& rotation_a, const Mat3& rotation_b, double* d) const;
  Vec3 constant(const Vec3& s_a, const Vec3& s_b) const;
  PointOnBlocks point(const double* c) const { return {count(), block_.data(), c}; }
  /// Σ c_e values_e: relative velocity from v, or relative place but for `constant` from x.
  Vec3 sum(const double* c, const double* values) const;

  void add_force(const double* c, const Vec3& force, const ForceSink& sink) const;
  /// c_e c_f K on all pairs; K symmetric and already weighted by the factors of the sink.
  void add_tangent(const double* c, const Mat3& k, const ForceSink& sink) const;
  /// One block of the tangent, of entities e ≥ f; K need not be symmetric.
  void add_tangent_block(int e, int f, const Mat3& k, const ForceSink& sink) const;

  /// ½ Σ g_e × values_e: relative angular velocity from v, or rotation but for a constant from x.
  Vec3 turn(const double* g, const double* values) const;
  void add_torque(const double* g, const Vec3& torque, const ForceSink& sink) const;
  /// Gradient of the rotation about an axis: ½ axis × g_e, padded.
  void turn_gradient(const double* g, const Vec3& axis, double* gradient) const;
  void add_turning_tangent(const double* c, const double* g, const TurningStiffness& k,
                           const ForceSink& sink) const;

  const int* blocks() const { return block_.data(); }

 private:
  const BodyBlocks *a_, *b_;
  std::vector<int> entity_, block_;
  std::vector<int> place_a_, place_b_;  ///< of the bodies' entities in entity_
  std::vector<TangentSlot> slot_;       ///< of the pair (e, f), f ≤ e
};

}  // namespace outrigger::system
