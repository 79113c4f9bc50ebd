/// Springs, dampers, actuators and end stops on scalar coordinates x(q) of the machine: angles,
/// displacements, distances, cone and twist angles (THESIS §5.4.1, mixed coordinates).
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
/// Stop (description::Stop), a linear contact with the damping of Hunt and Crossley, ASME J. Applied
/// Mechanics, June 1975, pp. 440-445, so that the force starts and ends at zero:
///   upper: δ = x - upper, δ̇ = ẋ,    F = -N       lower: δ = lower - x, δ̇ = -ẋ,    F = +N
///   N = k δ (1 + d δ̇) for δ > 0, clipped at N ≥ 0: a stop never pulls
///
///   δ depth beyond the stop [m or rad]   k stiffness [N/m or N m/rad], > 0   d [s/m or s/rad], ≥ 0
///
/// Tangents, H = ∂²x/∂q²:
///   K = -∂Q/∂q = -F_x g gᵀ - F H    C = -∂Q/∂q̇ = -F_ẋ g gᵀ
/// K lacks the part -F_ẋ g (H q̇)ᵀ, which is unsymmetric: against C/h it is of the order of the angle
/// turned in a step. So K is exact at rest and without damping, and Newton stays quadratic there.
///
/// Energy: stored factor ∫spring and ½ k δ²; heat damper(ẋ) ẋ and (N - k δ) δ̇ ≥ 0; from outside
/// force(t) ẋ and factor'(t) ∫spring, the work of whatever changes the stiffness. A factor that is an
/// input jumps between steps: such a spring stores nothing in the book, all its work is from outside.
///
/// Limits: a distance has no direction at x = 0 and a cone angle none at 0 and π: there g = 0 and the
/// term is silent. Formulas and tables must be finite; `spring` and `damper` cannot be inputs.
/// The force of a stop has a kink at δ = 0 (Newton may need an iteration more there).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "forces/timed_function.h"
#include "model/function.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "system/coordinate_kernel.h"
#include "system/force_term.h"

namespace outrigger::forces {

class CoordinateForces final : public system::ForceTerm {
 public:
  /// All springs and stops of an assembled mechanism. `model` is compiled from it.
  CoordinateForces(const model::Mechanism& mechanism, const model::Model& model,
                   const std::vector<std::string>& signals = {});

  bool empty() const { return springs_.empty() && stops_.empty(); }

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

  /// Force of one spring (index in the mechanism) along +x: spring, damper and force(t) together.
  double spring_force(int spring, const system::Configuration& c) const;
  /// Force of one stop along +x.
  double stop_force(int stop, const system::Configuration& c) const;

 private:
  /// A coordinate that at least one member acts on; members on the same one share g and H.
  struct Site {
    int coordinate = 0;
    model::CoordinateFrame frame;  ///< for wrenches
    std::vector<int> entities;
    int first_gradient = 0;  ///< padded blocks in gradients_
    int first_tangent = 0;   ///< of tangent_, lower triangle by slots of the kernel
    const system::CoordinateKernel* kernel = nullptr;
    bool has_spring = false;
    double lower = -std::numeric_limits<double>::infinity();  ///< between its stops nothing acts
    double upper = std::numeric_limits<double>::infinity();
  };
  struct Spring {
    int site = 0;
    double free = 0.0;
    model::Function spring, damper;
    TimedFunction force, factor;
    bool has_factor = false;  ///< false: factor is 1 and not asked
  };
  struct Stop {
    int site = 0;
    double limit = 0.0;
    double sense = 1.0;  ///< +1 upper, -1 lower: δ = sense (x - limit)
    double stiffness = 0.0;
    double damping = 0.0;
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
  /// Whether nothing but stops acts on the coordinate, and none of them is reached.
  static bool idle(const Site& site, const system::Configuration& c);
  static Law spring_law(const Spring& s, const Motion& m, const system::Configuration& c);
  static Law stop_law(const Stop& s, const Motion& m);
  void add_tangent(const Site& site, const Law& law, const double* gradient, const double* x,
                   const system::ForceSink& sink) const;

  std::vector<Site> sites_;
  std::vector<Spring> springs_;                 ///< as in the mechanism
  std::vector<Stop> stops_;                     ///< one per given side
  std::vector<std::array<int, 2>> stop_sides_;  ///< stop of the mechanism → stops_, -1 = none
  std::vector<system::TangentSlot> tangent_;

  // Scratch of evaluate, by sites.
  std::vector<std::uint8_t> idle_;
  std::vector<Motion> motions_;
  std::vector<Law> laws_;
  AlignedDoubles gradients_;
};

}  // namespace outrigger::forces
