/// Ideal ropes over eyes and pulleys of radius 0 (description::Rope). No mass, no friction: the tension
/// is the same everywhere.
///
///   ℓ = Σ |p_{i+1} - p_i|      s = ℓ - L      Q = -T g,   g = ∂ℓ/∂q      L̇ = w(t), constant over a step
///   T  the mean over the step of k s (1 + d ṡ) for s > 0, ≥ 0 (forces/one_sided.h with δ = s)
///
///   p_i  points in the world [m]     ℓ  length of the way [m]     L  free length [m], L ≥ length_min
///   k    stiffness [N/m], or EA/L    d  damping [s/m], ≥ 0        w  winding [m/s], > 0 pays out
///   T    tension [N], ≥ 0, pulls every point towards its neighbours
///
/// As with end stops the damping grows with the stretch: the tension begins and ends at zero, and never
/// pushes. A rope acts within the step: its work is exactly what it stores and turns into heat, so that no
/// jerk gives more than it took.
///
/// Tangent, H = ∂²ℓ/∂q²:   K = -∂Q/∂q = T' g gᵀ + T H, exact (T' = ∂T/∂s at the end of the step).
///
/// Energy: stored ½ k s²; heat T_elastic d (s₁ - s₀)²/h by step; from outside the winch, -T (L₁ - L₀) and, with
/// EA, the change of k at the start of the step: ½ (k₁ - k₀) s₀².
///
/// Limits: a piece of length 0 has no direction and does not pull. g is taken at the end of the step, so the
/// work differs from T (ℓ₁ - ℓ₀) by the curvature of the way over the step. Pulleys have no radius and no
/// inertia; a rope does not slip off and touches nothing on its way.
///
/// State per rope: L and T at the end of the step, and the mobility gᵀ W g behind it [1/kg], 0 while it is
/// slack. L is carried over edits by the part's id.
#pragma once

#include <string>
#include <vector>

#include "forces/one_sided.h"
#include "forces/timed_function.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "system/force_term.h"

namespace outrigger::forces {

class Ropes final : public system::ForceTerm {
 public:
  /// All ropes of an assembled mechanism. `model` is compiled from it.
  Ropes(const model::Mechanism& mechanism, const model::Model& model,
        const std::vector<std::string>& signals = {});

  bool empty() const { return ropes_.empty(); }

  bool acts_within_step() const override { return true; }
  double least_way(double acceleration) const override;
  double steps_of_shortest(const double* state, double h) const override;
  void add_last_forces(const double* state, const system::ForceSink& sink) const override;
  double lost_in_step() const override { return lost_in_step_; }
  double given_in_step() const override { return given_in_step_; }
  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  int state_size() const override { return kNumbers * static_cast<int>(ropes_.size()); }
  std::vector<model::PartId> remembered() const override { return ids_; }
  void load_memory(const system::PartMemory& memory, double* state) const override;
  void initialise(double* state) const override;
  void prepare(const system::Configuration& c, const double* state,
               system::Response& response) override;
  void start(const system::Configuration& c, double* state) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  void accept(const system::Configuration& c, double* state, system::Response& response) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

  /// Tension [N] and free length [m] of a rope (index in the mechanism) at the end of the last step.
  double tension(int rope, const double* state) const { return state[kNumbers * rope + kTension]; }
  double free_length(int rope, const double* state) const {
    return state[kNumbers * rope + kLength];
  }

 private:
  enum { kLength, kTension, kMobility, kNumbers };

  struct Rope {
    int points = 0;              ///< how many
    std::vector<int> entities;   ///< that its points depend on, each once: its slots
    std::vector<int> blocks;     ///< of the slots
    std::vector<double> shares;  ///< by points, then slots: p_i = Σ share · entity + constant
    std::vector<Vec3> constants;
    std::vector<system::TangentSlot> tangent;  ///< lower triangle by slots
    std::vector<int> bodies;                   ///< of the points, for wrenches
    double assembled = 0.0;                    ///< L at the start
    double stiffness = 0.0, axial_stiffness = 0.0, damping = 0.0, length_min = 0.0;
    TimedFunction winding;
    bool is_wound = false;
    int first_gradient = 0;  ///< padded slots in prepared_
  };
  static double stiffness_of(const Rope& r, double length) {
    return r.axial_stiffness > 0.0 ? r.axial_stiffness / length : r.stiffness;
  }
  /// Speed of the free length; 0 where it has come to its end.
  static double winding_rate(const Rope& r, const system::Configuration& c, double length);
  static bool has_step(const system::Configuration& c) {
    return c.step > 0.0 && c.x_start != nullptr && c.x_start != c.x;
  }
  /// Over the step; where there is none, at this instant.
  OneSidedForce law(std::size_t rope, const system::Configuration& c, double length,
                    double rate) const;
  /// Places and directions of the pieces into way_, g into gradient_. Returns ℓ and ℓ̇.
  std::pair<double, double> follow(const Rope& r, const system::Configuration& c) const {
    return follow(r, c.x, c.v);
  }
  std::pair<double, double> follow(const Rope& r, const double* x, const double* v) const;

  std::vector<Rope> ropes_;
  std::vector<model::PartId> ids_;

  // Scratch: of the step by ropes, then of one rope.
  std::vector<double> next_length_, rate_, mobility_;
  std::vector<double> start_stretch_;  ///< s₀ with L₀
  std::vector<OneSidedForce> last_;    ///< of the last evaluation
  AlignedDoubles prepared_;            ///< gradients of `prepare`
  double lost_in_step_ = 0.0, given_in_step_ = 0.0;
  mutable std::vector<Vec3> place_, way_, gradient_;
  mutable std::vector<double> piece_;
};

}  // namespace outrigger::forces
