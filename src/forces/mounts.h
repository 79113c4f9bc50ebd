/// Mounts: linear spring-dampers between a body point and a fixed world point, per world axis
/// (description::Mount). Machine feet, simple wheels and suspensions, bushings to the ground.
///
///   F_i = -k_i (p_i - anchor_i) - c_i ṗ_i,   i = x, y, z of the world,   F acts on the body
///   p = Σ a_e e  (natural coordinates),   Q_e = a_e F
///   K_ef = a_e a_f diag(k),   C_ef = a_e a_f diag(c)     exact and constant
///
///   p      body point in the world [m]      anchor  where it carries no spring force [m]
///   k_i    stiffness [N/m], ≥ 0             c_i     damping [N s/m], ≥ 0
///
/// Energy: stored ½ Σ k_i (p_i - anchor_i)², heat Σ c_i ṗ_i².
/// It pulls as well as it pushes: not a contact with the ground.
#pragma once

#include <vector>

#include "model/mechanism.h"
#include "model/model.h"
#include "system/force_term.h"

namespace outrigger::forces {

class Mounts final : public system::ForceTerm {
 public:
  /// All mounts of an assembled mechanism but those of the ground, which do nothing.
  Mounts(const model::Mechanism& mechanism, const model::Model& model);

  bool empty() const { return body_.empty(); }

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

 private:
  /// p - anchor and ṗ, padded.
  struct Motion {
    Lane4 stretch, rate;
  };
  struct Member {
    int first_term, last_term;  ///< of the arrays by term
    int first_pair, last_pair;  ///< of the arrays by pair
  };
  /// Block (e, f) of the tangent gets `product` diag(s k + c c_i).
  struct Pair {
    int extra;
    double product;
  };

  int count() const { return static_cast<int>(body_.size()); }
  Motion motion(int mount, const system::Configuration& c) const;
  Lane4 force(int mount, const Motion& m) const;

  std::vector<Member> members_;
  AlignedDoubles anchor_;     ///< padded, less the constant part of p
  AlignedDoubles stiffness_;  ///< padded k
  AlignedDoubles damping_;    ///< padded c
  std::vector<int> entity_, block_;
  std::vector<double> coefficient_;
  std::vector<Pair> pairs_;
  std::vector<int> body_;    ///< for wrenches
  std::vector<Vec3> point_;  ///< in the body frame
};

}  // namespace outrigger::forces
