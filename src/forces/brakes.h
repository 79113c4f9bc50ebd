/// Dry friction with memory on scalar coordinates: brakes and bearing drag (description::Brake).
/// An elastic-plastic bristle (P. Dahl, Aerospace Corporation TOR-0158, 1968; docs/theory/power.md).
///
///   F* = -k y - c ẋ,   y = y_n + (x - x_n),   F = F* where |F*| ≤ L, else L sign(F*)
///   L  = Σ force · clamp(input, 0, 1) + drag   over all brakes of the coordinate
///   k  = m/h²,  c = 1.25 m/h
///
///   x  coordinate [m or rad], x_n its value at the start of the step
///   y  deflection of the bristle [m or rad], y_n at the start of the step, part of the state
///   F  force along +x [N or N m]; it opposes the motion
///   L  largest force [N or N m], ≥ 0            h  step of the settings [s]
///   m  effective mass or inertia of the coordinate with all joints and drives [kg or kg m²]
///
/// `accept` moves the bristle: y, limited to |y| ≤ L/k where it slips. So the brake holds any force
/// below L for ever without creep; on the way it winds up by F/k, on slipping and coming to rest by
/// L/k at most. All brakes of a coordinate share one bristle and divide its force by their limits.
///
/// k and c are as stiff as the step allows. Alone, bristle and mass are damped by 0.58 per step; and
/// k + 2 c/h = 3.5 m/h² stays below the 4 m/h² of the inertia, so Newton cannot jump to and fro between
/// slipping forwards and backwards in the step in which the brake takes hold (stiffer bristles did:
/// 40 iterations). A bristle of m/(2 h)² sags four times as much. Where more mass hangs on
/// the coordinate than m knows (a wheel on its tyre), the brake is a stiff, lightly damped spring for
/// it: at h = 5 ms a wheel of 25 kg m² winds up by 4 mrad under 4 kN m, at 1 ms by 0.2 mrad.
/// m is taken at the start and again after every 0.5 m or rad of slipping, never while it holds.
///
/// Tangents: holding K = k g gᵀ, C = c g gᵀ; slipping none (F is constant there). Both positive. The
/// geometric part -F ∂²x/∂q² is left out: against the inertia it is h² F/(4 m), some 1e-3, and it may
/// be negative. F has a kink at |F*| = L: a step in which a brake takes hold or breaks loose costs
/// Newton an iteration or two more.
///
/// Energy: stored ½ k y²; heat c ẋ² while it holds, L |ẋ| while it slips.
/// Inputs that are not finite count as 0. State: y, F, ẋ, m, x at m, slipping (0 or 1)
/// per coordinate, then the force of every brake.
#pragma once

#include <string>
#include <vector>

#include "forces/coordinate_link.h"

namespace outrigger::forces {

class Brakes final : public system::ForceTerm {
 public:
  /// All brakes of an assembled mechanism. `signals` are the names of Configuration::signals.
  Brakes(const model::Mechanism& mechanism, const model::Model& model,
         const std::vector<std::string>& signals);

  bool empty() const { return brakes_.empty(); }

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  int state_size() const override { return first_force() + static_cast<int>(brakes_.size()); }
  void prepare(const system::Configuration& c, const double* state,
               system::Response& response) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  void accept(const system::Configuration& c, double* state, system::Response& response) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

  /// Force along +x of a brake (index in the mechanism) at the end of the last step.
  double force(int brake, const double* state) const { return state[first_force() + brake]; }
  /// What a brake remembers, to be carried over to another system that has it.
  void save_memory(const double* state, system::PartMemory& memory) const override;
  void load_memory(const system::PartMemory& memory, double* state) const override;
  bool slipping(int brake, const double* state) const {
    return state[kNumbers * brakes_[brake].site + kSlipping] != 0.0;
  }

 private:
  enum { kDeflection, kForce, kRate, kMass, kPlace, kSlipping, kNumbers };
  struct Brake {
    int site = 0;
    int signal = -1;  ///< -1: always fully applied
    double force = 0.0, drag = 0.0;
  };
  /// A coordinate with at least one brake.
  struct Site {
    CoordinateLink link;
    RankOneTangent tangent;
    int coordinate = 0;
  };
  /// k and c of a mass.
  struct Bristle {
    double stiffness = 0.0, damping = 0.0;
  };

  int first_force() const { return kNumbers * static_cast<int>(sites_.size()); }
  static double limit(const Brake& b, const system::Configuration& c);
  /// Sums the limits of every site up, into limit_.
  void sum_limits(const system::Configuration& c);
  Bristle bristle(double mass) const { return {mass / (step_ * step_), 1.25 * mass / step_}; }
  static double effective_mass(const Site& s, const system::Configuration& c,
                               system::Response& response);

  std::vector<Site> sites_;
  std::vector<Brake> brakes_;  ///< as in the mechanism
  double step_ = 1e-3;
  std::vector<double> mass_, limit_, start_;  ///< scratch of the step, by sites: m, L, x_n
  std::vector<model::PartId> ids_;            ///< of the brakes
};

}  // namespace outrigger::forces
