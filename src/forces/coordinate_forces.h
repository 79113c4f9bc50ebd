/// Springs, dampers and actuators on scalar coordinates x(q) of the machine: angles, displacements,
/// distances, cone and twist angles (THESIS §5.4.1, mixed coordinates).
///
///   Q = F g,   g = ∂x/∂q,   ẋ = g·q̇
///
/// Spring (description::Spring), F positive increases x:
///   F = -factor(t) spring(x - free) - damper(ẋ) + force(t)
///
///   x      coordinate [m or rad]                 free   its value without spring force
///   spring [N or N m] by [m or rad]              damper [N or N m] by [m/s or rad/s]
///   force  [N or N m] by time [s], or an input         factor [-] by time [s], or an input; 1 mostly
///
/// Tangents, H = ∂²x/∂q²:
///   K = -∂Q/∂q = -F_x g gᵀ - F H    C = -∂Q/∂q̇ = -F_ẋ g gᵀ
/// K lacks the part -F_ẋ g (H q̇)ᵀ, which is unsymmetric: against C/h it is of the order of the angle
/// turned in a step. So K is exact at rest and without damping, and Newton stays quadratic there.
///
/// Energy: stored factor ∫spring; heat damper(ẋ) ẋ; from outside force(t) ẋ and factor'(t) ∫spring, the work of whatever changes the stiffness. A factor that is an
/// input jumps between steps: such a spring stores nothing in the book, all its work is from outside.
///
/// Limits: a distance has no direction at x = 0 and a cone angle none at 0 and π: there g = 0 and the
/// term is silent. Formulas and tables must be finite; `spring` and `damper` cannot be inputs.
/// A force with a kink (a formula that pushes on one side only) is taken at an instant all the same: at a
/// stiff kink the step makes energy. What acts on one side is a stop or a rope (forces/one_sided.h).
#pragma once

#include <vector>

#include "forces/coordinate_link.h"
#include "forces/timed_function.h"
#include "model/function.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "system/coordinate_kernel.h"
#include "system/force_term.h"

namespace outrigger::forces {

class CoordinateForces final : public system::ForceTerm {
 public:
  /// All springs of an assembled mechanism. `model` is compiled from it.
  CoordinateForces(const model::Mechanism& mechanism, const model::Model& model,
                   const std::vector<std::string>& signals = {});

  bool empty() const { return springs_.empty(); }

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

  /// Force of one spring (index in the mechanism) along +x: spring, damper and force(t) together.
  double spring_force(int spring, const system::Configuration& c) const;

 private:
  /// A coordinate that at least one member acts on; members on the same one share g and H.
  struct Site {
    int coordinate = 0;
    model::CoordinateFrame frame;  ///< for wrenches
    std::vector<int> entities;
    int first_gradient = 0;  ///< padded blocks in gradients_
    const system::CoordinateKernel* kernel = nullptr;
    CoordinateTangent tangent;
  };
  struct Spring {
    int site = 0;
    double free = 0.0;
    model::Function spring, damper;
    TimedFunction force, factor;
    bool has_factor = false;  ///< false: factor is 1 and not asked
  };
  /// F along +x with its derivatives by x and ẋ.
  struct Law {
    double force = 0.0, by_value = 0.0, by_rate = 0.0;
    void add(const Law& other);
  };
  struct Motion {
    double value = 0.0, rate = 0.0;
  };

  int site_of(int coordinate, const model::Mechanism& mechanism, const model::Model& model);
  static Motion motion(const Site& site, const system::Configuration& c, double* gradient);
  static Motion motion(const Site& site, const system::Configuration& c);
  static Law spring_law(const Spring& s, const Motion& m, const system::Configuration& c);

  std::vector<Site> sites_;
  std::vector<Spring> springs_;  ///< as in the mechanism

  // Scratch of evaluate, by sites.
  std::vector<Motion> motions_;
  std::vector<Law> laws_;
  AlignedDoubles gradients_;
};

}  // namespace outrigger::forces
