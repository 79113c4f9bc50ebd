/// Gravity that changes with time or follows an operator input (description::Settings::
/// gravity_function): a lift that accelerates, a swaying deck, a planet chosen by a lever.
///
///   Q_e = m a_e (g(t) - g₀)   for the centre of mass p = Σ a_e e of every body
///
///   g [m/s²]  components along the world axes        g₀ [m/s²]  Settings::gravity
///
/// System applies the constant part g₀ and stores its potential energy; this term adds the change.
/// Its power m (g - g₀)·ṗ counts as work from outside, because whatever moves the frame does it.
/// No tangent: the force does not depend on the motion.
/// Limits: a uniform field. A turning frame has centrifugal and Coriolis forces besides.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "forces/timed_function.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "system/force_term.h"

namespace outrigger::forces {

class VaryingGravity final : public system::ForceTerm {
 public:
  VaryingGravity(const model::Mechanism& mechanism, const model::Model& model,
                 const std::vector<std::string>& signals);

  bool empty() const { return bodies_.empty(); }

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

 private:
  /// mass times the share of an entity in a centre of mass, summed over all bodies.
  struct Share {
    int entity = 0, block = 0;
    double mass = 0.0;
  };
  struct HeavyBody {
    int body = 0;
    double mass = 0.0;
    Vec3 centre = Vec3::Zero();  ///< in the body frame
  };

  /// g - g₀
  Vec3 change(const system::Configuration& c) const;

  std::array<TimedFunction, 3> gravity_;
  Vec3 constant_ = Vec3::Zero();
  std::vector<HeavyBody> bodies_;
  std::vector<Share> shares_;
};

}  // namespace outrigger::forces
