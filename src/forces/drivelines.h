/// Hydrostatic travel drives (description::Driveline): one motor turns n wheels with equal torque.
/// The rule is that of the machine's data sheet, made continuous; below, s and f are speed and force
/// along the pedal's direction (f = F sign p, s = v sign p; forward for p = 0).
///
///   v = R/n Σ ω_i,   torque F R/n on every wheel (open differentials)
///   f = |p| D(s) (1-q) - w F_r over(s) - (1-w) F_r g(s)         s ≥ 0
///   f = |p| D(0) (1-q) + F_r g(-s)                              s < 0: pedal against the motion
///
///   D(s) = min(F_max, e a P/max(s, 0.1 m/s)) fade(s)     tractive force
///   fade: 1 up to 0.95 v_max, 0 from v_max on, linear between; over: 0 to 1 over the next 5 %
///   g(u) = r (3 - r²)/2, r = min(u/v_c, 1), odd, v_c = 0.1 m/s     retarding grows from zero speed
///   w = min(|p|/0.05, 1)                                 hand-over between pedal and retarding
///   q = g(-s) at the start of the step, 0 for s ≥ 0      first brake, then drive the other way
///
/// With a largest acceleration a_max > 0 the fade of D ends at a speed v_r that grows towards v_max:
///   v_r = min(v_max, clamp(v_r + a_max h, s₀, s₀ + 0.05 v_max)),  fade: 1 up to v_r - 0.05 v_max
/// with s₀ = max(s, 0) at the start of the step. So a machine that is free to go speeds up by a_max,
/// and one that is held back (a slope, a heap) has the whole force after 0.05 v_max/a_max. Released,
/// v_r is s₀. v_r is frozen over a step.
///
///   p    pedal, -1..1, signal of `input`; 0 while that of `interlock_input` is above 0.5
///   P    power at the wheels [W]
///   F_max, v_max, F_r  tractive force [N], speed [m/s] and retarding force [N] of the range, which
///        is the nearest whole number of the signal of `range_input`, limited to the ranges there are
///   e    engine speed over rated speed, a  share of the power the engine can give, 0..1: the two
///        signals behind the inputs (1 where signals are absent)
///   ω_i  wheel speeds [rad/s], R rolling radius [m], F > 0 drives forward
///
/// Released, the machine slows with F_r and comes to rest exponentially with the time M v_c/(1.5 F_r)
/// (23 t, 40 kN: 40 ms), without swinging; on a slope it creeps at v < v_c as hydrostatic drives do:
/// the brake holds it. Beyond v_max (downhill, or after shifting down) the drive retards too.
///
/// Tangent: C = b G Gᵀ with G = R/n Σ g_i and b = -∂F/∂v ≥ 0, exact everywhere because q is frozen: its
/// own slope would count as negative damping and make the tangent indefinite. Left out are
/// -F ∂²x/∂q² (see brakes.h) and the change of G with q. No K: the force knows no positions.
///
/// Energy: power of the motor, F v, is external where f drives (F v > 0) and heat where it brakes.
/// State per driveline: F and v at the end of the step; where any has a largest acceleration, v_r too.
#pragma once

#include <string>
#include <vector>

#include "forces/coordinate_link.h"

namespace outrigger::forces {

/// What the operator and the engine ask of a driveline.
struct TractionDemand {
  double pedal = 0.0;         ///< p, -1..1
  double engine_ratio = 1.0;  ///< e, ≥ 0
  double power_share = 1.0;   ///< a, 0..1
  double held_back = 0.0;     ///< q, 0..1
  double top_speed = -1.0;    ///< v_r [m/s], 0..v_max; negative: v_max
};

struct Traction {
  double force = 0.0;     ///< F [N]
  double by_speed = 0.0;  ///< ∂F/∂v [N s/m]; one-sided at kinks
};

/// q of the header for a speed v at the start of the step.
double held_back_share(double pedal, double v);

/// v_r of the header after a step h from its value before; v is the speed at the start of the step.
double advance_top_speed(double top_speed, double acceleration_max, double v_max, double pedal,
                         double v, double h);

/// The law of the header for one range, power in W, v in m/s.
Traction tractive_force(const description::TravelRange& range, double power,
                        const TractionDemand& demand, double v);

class Drivelines final : public system::ForceTerm {
 public:
  /// All drivelines of an assembled mechanism. `signals` are the names of the inputs among
  /// Configuration::signals; e and a follow them.
  Drivelines(const model::Mechanism& mechanism, const model::Model& model,
             const std::vector<std::string>& signals);

  bool empty() const { return drivelines_.empty(); }

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  int state_size() const override { return numbers_ * static_cast<int>(drivelines_.size()); }
  std::vector<model::PartId> remembered() const override { return ids_; }
  double engine_power(const double* state) const override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  void accept(const system::Configuration& c, double* state, system::Response& response) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

  /// F and v of a driveline (index in the mechanism) at the end of the last step.
  double force(int driveline, const double* state) const { return state[numbers_ * driveline]; }
  double speed(int driveline, const double* state) const { return state[numbers_ * driveline + 1]; }

 private:
  enum { kForce, kSpeed, kTopSpeed };
  struct Driveline {
    std::vector<CoordinateLink> wheels;
    RankOneTangent tangent;
    std::vector<int> blocks;                     ///< of all wheels, each once
    std::vector<std::vector<int>> slots;         ///< by wheel: slot of the kernel → blocks
    int pedal = -1, range = -1, interlock = -1;  ///< signals, -1: none
    double radius = 0.0, power = 0.0, acceleration_max = 0.0;
    std::vector<description::TravelRange> ranges;
  };

  /// Speeds at the present and at the start of the step.
  struct Speeds {
    double now = 0.0, start = 0.0;
  };
  static Speeds speeds(const Driveline& d, const system::Configuration& c);
  /// The same, and G (padded, by blocks) into gradient_.
  Speeds prepare_gradient(const Driveline& d, const system::Configuration& c);
  /// What is asked of a driveline in this step; `state` is its own, at the start of the step.
  struct Asked {
    TractionDemand demand;
    std::size_t range = 0;
  };
  static double signal(const system::Configuration& c, int index, double otherwise);
  Asked asked(const Driveline& d, const system::Configuration& c, const double* state,
              const Speeds& v) const;
  static Traction law(const Driveline& d, const Asked& asked, const Speeds& v);

  std::vector<Driveline> drivelines_;
  int engine_signal_ = 0;
  int numbers_ = 2;                 ///< of the state of a driveline
  AlignedDoubles gradient_;         ///< scratch: G of one driveline
  std::vector<model::PartId> ids_;  ///< by drivelines
};

}  // namespace outrigger::forces
