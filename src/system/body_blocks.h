/// A rigid body seen by a contact: any point fixed in it as a sum of entities.
///
///   p(s) = Σ_e a_e(s) e + c(s),   a_e(s) = A_e · (1, s_x, s_y, s_z),   s in the body frame [m]
///
/// A force F at p acts as a_e F on entity e, a stiffness K as a_e a_f K on the pair (e, f). All
/// contacts of a body share the tangent blocks of its pairs.
#pragma once

#include <utility>
#include <vector>

#include "math/block.h"
#include "model/model.h"
#include "system/force_term.h"

namespace outrigger::system {

class BodyBlocks {
 public:
  /// The body must be rigid (four basis entities).
  BodyBlocks(const model::Mechanism& mechanism, const model::Model& model, int body);

  /// The same body where its entities have other numbers, those of its part shifted by so many.
  BodyBlocks moved(int entities) const {
    BodyBlocks blocks = *this;
    for (int& e : blocks.entity_) e += entities;
    return blocks;
  }

  int body() const { return body_; }
  int count() const { return static_cast<int>(entity_.size()); }
  const std::vector<int>& entities() const { return entity_; }

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const;
  void bind(const Layout& layout);

  /// a_e of a point of the body, count() numbers.
  void coefficients(const Vec3& s, double* a) const;
  double coefficient(int e, const Vec3& s) const {
    const double* t = &table_[4 * static_cast<std::size_t>(e)];
    return t[0] + (t[1] * s.x() + t[2] * s.y() + t[3] * s.z());
  }
  /// Change of a_e with the point, in the body frame [1/m].
  Vec3 coefficient_gradient(int e) const {
    const double* t = &table_[4 * static_cast<std::size_t>(e)];
    return {t[1], t[2], t[3]};
  }
  PointOnBlocks point(const double* a) const { return {count(), block_.data(), a}; }
  /// Σ a_e values_e: the velocity of a point from v, or its place but for `constant` from x.
  Vec3 sum(const double* a, const double* values) const;
  Vec3 constant(const Vec3& s) const { return constant_.col(0) + constant_.rightCols<3>() * s; }
  /// Of a point given in the body frame.
  Vec3 velocity(const Vec3& s, const double* v) const;
  /// Origin and axes of the body frame; the axes are orthonormal up to the constraints' rest.
  Pose pose(const double* x) const;
  /// ω from the rates of the axes; `pose` is the present one.
  Vec3 angular_velocity(const Pose& pose, const double* v) const;

  void add_force(const double* a, const Vec3& force, const ForceSink& sink) const;
  /// A couple: forces ½ τ × u on the three axes u.
  void add_torque(const Vec3& torque, const double* x, const ForceSink& sink) const;
  /// a_e a_f K on all pairs; K symmetric and already weighted by the factors of the sink.
  void add_tangent(const double* a, const Mat3& k, const ForceSink& sink) const;

 private:
  /// column_k += Σ_e A_ek values_e: origin and axes, or their rates.
  void columns(const double* values, Lane4* column) const;

  int body_;
  std::vector<int> entity_, block_;
  std::vector<double> table_;  ///< A_e: four numbers per entity
  Eigen::Matrix<double, 3, 4> constant_ = Eigen::Matrix<double, 3, 4>::Zero();
  std::vector<int> extra_;  ///< tangent block of the pair (e, f), f ≤ e
};

}  // namespace outrigger::system
