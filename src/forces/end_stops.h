/// End stops on scalar coordinates x(q) of the machine (description::Stop): linear springs with damping that
/// grows with the depth, on one side only (forces/one_sided.h).
///
///   upper: δ = x - upper,  F = -N       lower: δ = lower - x,  F = +N       Q = F g,  g = ∂x/∂q
///
///   x  coordinate [m or rad]     F  force along +x [N or N m], the mean over the step
///
/// A stop acts within the step (ForceTerm::acts_within_step): its work is exactly what it stores and turns
/// into heat, so that no blow gives more than it took, at any step.
///
/// Tangent, H = ∂²x/∂q²:   K = -∂Q/∂q = N' g gᵀ - F H, exact.
///
/// Energy: stored ½ k δ²; heat N_elastic d (δ₁ - δ₀)²/h ≥ 0 by step.
///
/// Limits: g is taken at the end of the step, so the work of F differs from F (x₁ - x₀) by the curvature of
/// x(q) over it: of an angle that turns by θ in a step, θ²/6 of it.
///
/// State per stop: F, and the mobility gᵀ W g behind it [1/kg or 1/(kg m²)]; both 0 while it is not touched.
#pragma once

#include <vector>

#include "forces/coordinate_link.h"
#include "forces/one_sided.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "system/force_term.h"

namespace outrigger::forces {

class EndStops final : public system::ForceTerm {
 public:
  /// All stops of an assembled mechanism. `model` is compiled from it.
  EndStops(const model::Mechanism& mechanism, const model::Model& model);

  bool empty() const { return stops_.empty(); }

  bool acts_within_step() const override { return true; }
  bool silent_when_apart() const override { return true; }
  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  int state_size() const override { return kNumbers * static_cast<int>(stops_.size()); }
  std::vector<model::PartId> remembered() const override { return ids_; }
  void load_memory(const system::PartMemory& memory, double* state) const override;

  double least_way(double acceleration) const override;
  double steps_of_shortest(const double* state, double h) const override;
  void add_last_forces(const double* state, const system::ForceSink& sink) const override;
  double lost_in_step() const override { return lost_in_step_; }

  void prepare(const system::Configuration& c, const double* state,
               system::Response& response) override;
  void start(const system::Configuration& c, double* state) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  void accept(const system::Configuration& c, double* state, system::Response& response) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

  /// Force along +x at this instant, of one stop (index in the mechanism).
  double force_now(int stop, const system::Configuration& c) const;

 private:
  enum { kForce, kMobility, kNumbers };

  struct Stop {
    CoordinateLink link;
    CoordinateTangent tangent;
    double lower = 0.0, upper = 0.0;  ///< infinite where there is none
    double stiffness = 0.0, damping = 0.0;
    int first_gradient = 0;  ///< padded blocks in gradients_
  };
  /// F along +x with its derivatives by x₁ and ẋ, and the law of the side that acts most.
  struct Law {
    double force = 0.0, by_value = 0.0, by_rate = 0.0, lost = 0.0;
    OneSidedForce most;
  };

  /// Whether the stop is reached neither at the start of the step nor now.
  static bool apart(const Stop& s, const system::Configuration& c, double x);
  static bool has_step(const system::Configuration& c);
  static Law law(const Stop& s, const system::Configuration& c, double x, const double* g);

  std::vector<Stop> stops_;
  std::vector<model::PartId> ids_;

  // Scratch: of the last evaluation by stops; gradients of `prepare` after those of `evaluate`.
  std::vector<Law> laws_;
  std::vector<double> mobility_;
  AlignedDoubles gradients_, prepared_;
  double lost_in_step_ = 0.0;
};

}  // namespace outrigger::forces
