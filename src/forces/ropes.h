/// Ideal ropes over eyes and pulleys of radius 0 (description::Rope). No mass, no friction: the tension
/// is the same everywhere.
///
///   ℓ = Σ |p_{i+1} - p_i|      s = ℓ - L      T = k s (1 + d ṡ) for s > 0, clipped at T ≥ 0; else 0
///   Q = -T g,   g = ∂ℓ/∂q      L̇ = w(t), constant over a step; ṡ = ℓ̇ - L̇
///
///   p_i  points in the world [m]     ℓ  length of the way [m]     L  free length [m], L ≥ length_min
///   k    stiffness [N/m], or EA/L    d  damping [s/m], ≥ 0        w  winding [m/s], > 0 pays out
///   T    tension [N], ≥ 0, pulls every point towards its neighbours
///
/// As with end stops (forces/coordinate_forces.h) the damping grows with the stretch: the tension begins and
/// ends at zero, and never pushes.
///
/// Tangents, H = ∂²ℓ/∂q²:   K = -∂Q/∂q = k (1 + d ṡ) g gᵀ + T H      C = -∂Q/∂q̇ = k s d g gᵀ
/// K lacks k s d g (H q̇)ᵀ, which is unsymmetric, as K of springs does: exact at rest and without damping.
///
/// Energy: stored ½ k s²; heat k s d ṡ² (what is not clipped); from outside the winch, -T L̇ and, with EA,
/// the change of k: -½ k s² L̇/L.
///
/// Limits: a piece of length 0 has no direction and does not pull. The tension has a kink at s = 0. Pulleys
/// have no radius and no inertia; a rope does not slip off and touches nothing on its way.
///
/// State per rope: L and T at the end of the step. L is carried over edits by the part's id.
#pragma once

#include <string>
#include <vector>

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

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  int state_size() const override { return kNumbers * static_cast<int>(ropes_.size()); }
  std::vector<model::PartId> remembered() const override { return ids_; }
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
  enum { kLength, kTension, kNumbers };

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
  };
  struct Law {
    double tension = 0.0, by_stretch = 0.0, by_rate = 0.0;
    double elastic = 0.0;  ///< k s
  };

  static double stiffness_of(const Rope& r, double length) {
    return r.axial_stiffness > 0.0 ? r.axial_stiffness / length : r.stiffness;
  }
  /// Speed of the free length; 0 where it has come to its end.
  static double winding_rate(const Rope& r, const system::Configuration& c, double length);
  static Law law(const Rope& r, double length, double stretch, double rate);
  /// Places and directions of the pieces into way_, g into gradient_. Returns ℓ and ℓ̇.
  std::pair<double, double> follow(const Rope& r, const system::Configuration& c) const;

  std::vector<Rope> ropes_;
  std::vector<model::PartId> ids_;

  // Scratch: of the step by ropes, then of one rope.
  std::vector<double> next_length_, rate_;
  mutable std::vector<Vec3> place_, way_, gradient_;
  mutable std::vector<double> piece_;
};

}  // namespace outrigger::forces
