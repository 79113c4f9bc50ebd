/// Given forces and torques on bodies, as functions of time or inputs (description::Load).
///
///   force  f at the point p = Σ a_e e:           Q_e = a_e f
///   torque τ on a body with axes b_i = Σ B_ie e: Q_e = ½ Σ_i B_ie τ × b_i      (corrections §7)
///
///   f [N], τ [N m]; components in the world, or in the body frame (follows_body: f = Σ f_i b_i)
///
/// The torque formula is the virtual work τ·δφ with δφ = ½ Σ b_i × δb_i.
/// Power from outside: f·ṗ, τ·ω with ω = ½ Σ b_i × ḃ_i. Loads store no energy (even a dead weight
/// does not), so the ledger shows all their work as external.
///
/// No tangents. A world force has none. A world torque has K_ef = -½ Σ_i B_ie B_if [τ]×, which is
/// skew: its symmetric part, all that LDLᵀ could use, is zero. Loads that follow the body have an
/// unsymmetric K of the order of the load over the lever arm; left out, it costs Newton a factor of
/// h² α/4 (α the angular acceleration the load causes) and keeps the pattern sparse.
///
/// Limits: a torque cannot act on a particle (Error). Particles do not turn: loads that follow them
/// keep the axes of the assembled pose.
#pragma once

#include <array>
#include <vector>

#include "forces/timed_function.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "system/force_term.h"

namespace outrigger::forces {

class PointLoads final : public system::ForceTerm {
 public:
  /// All loads of an assembled mechanism but those of the ground, which do nothing.
  /// Throws Error for a torque on a particle.
  PointLoads(const model::Mechanism& mechanism, const model::Model& model,
             const std::vector<std::string>& signals = {});

  bool empty() const { return loads_.empty(); }

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

 private:
  struct Term {
    int entity = 0, block = 0;
    double coefficient = 0.0;
  };
  /// A point or axis of the body: Σ terms + constant.
  struct Sum {
    int first = 0, last = 0;  ///< of terms_
    Vec3 constant = Vec3::Zero();
  };
  struct Load {
    int body = 0;
    Vec3 point = Vec3::Zero();  ///< in the body frame
    bool torque = false;
    bool follows_body = false;
    std::array<TimedFunction, 3> components;
    Sum place;                ///< p
    std::array<Sum, 3> axes;  ///< b_i; only for torques and loads that follow the body
  };

  Sum store(const model::Combination& c);
  Vec3 value(const Sum& s, const double* x) const;
  Vec3 rate(const Sum& s, const double* v) const;
  void add_force(const Sum& s, const Vec3& f, const system::ForceSink& sink) const;
  /// f or τ in the world.
  Vec3 vector(const Load& load, const system::Configuration& c) const;

  std::vector<Load> loads_;
  std::vector<Term> terms_;
};

}  // namespace outrigger::forces
