/// The motion a drive asks for: value, rate and acceleration of its coordinate at the end of each
/// step, from a function of time or from an operator's input (description::Drive).
///
/// Functions of time (constant, linear, table, formula) are taken as they are:
///   position: x_r = f(t), ẋ_r = f'(t), ẍ_r = f''(t)      speed: ẋ_r = f, ẍ_r = f', x_r = ∫f dt
/// The integral is kept as a number of the state and advanced by a five-point Gauss rule per step,
/// exact for constants, lines and tables within a row. The function must be C² (position) or C¹.
///
/// Inputs jump; the reference must not. With p, v, a the reference, T the response time and u the
/// input held over the step, the acceleration follows a cascade of limited lags
///   speed:    s = u,                              r₁ = 1/T, r₂ = 4/T   (double pole -2/T)
///   position: s = sign(u-p) S(|u-p|; 1/T),        r₁ = 3/T, r₂ = 9/T   (triple pole -3/T)
///   a_c = clamp(r₁ (clamp(s, v_min, v_max) - v), ±A),   ȧ = r₂ (a_c - a)
/// so T is the lag behind a ramp and nothing overshoots. The jerk is constant within a step and p, v,
/// a are its exact integrals: p is C² and the three agree. Limits are kept as invariants of the
/// discrete motion, not only as targets; with d the way to the stroke end, and mirrored below:
///   |a| ≤ A,   a ≤ w (v_max - v),   a ≤ w (S(d) - v) - S'(d) v,   w = 2/T
///   S(d; κ) = κ d up to d = B/κ², then √(2 B d - B²/κ²); κ = 1/T at the stroke ends, B = 0.8 A
/// The second keeps v ≤ v_max, the third d ≥ 0: from S(d) the drive can always stop with B.
/// T below 8 steps counts as 8 steps.
///
/// Let go (the stepper found the force limit): the reference follows the machine. With the limit
/// force pushing up, the drive takes over again when the machine comes near the speed s that the
/// command asks for, ẋ + (T/4) max(0, ẍ) ≥ s (mirrored below), because to come to that speed then
/// needs less than the limit. Reversing the lever satisfies this too. From ẋ and ẍ as they are it
/// **lands**: with the constant jerk -ẍ²/(2 (s - ẋ)), so that ẍ_r arrives at that of the command (0
/// for inputs) when ẋ_r arrives at s, after T/2 at most, as a relief valve closes. (Acceleration left
/// to fade with the filter would carry a light machine far beyond s.) Thrown by a blow beyond s
/// and beyond the limits of speed and stroke, ẋ_r returns to these within T/2: the drive works against
/// such motion, if need be with its other limit force. ẍ is that of the last step as a whole, because
/// in blows its value changes sign with every step. From there inputs go on through
/// the filter, functions of time through an offset that fades: of position by the filter for positions
/// (with the drive's speed and acceleration limits, on top of f), of speed by the double pole -2/T.
///
/// Outside its limits at the start or after letting go, the reference returns to them with the lag
/// r₂; beyond a stroke end it may only move inwards. A non-finite input counts as "stay".
///
/// A lever (Function::relative) is an input u in -1..1: a speed u v_max or -u v_min, or a position u·upper
/// or -u·lower where 0 lies between them, else from lower to upper.
///
/// A hydraulic supply that cannot give all may scale the speeds that inputs ask for: s becomes x s with
/// the share x in 0..1 (hydraulics.h).
///
/// Units: x in m or rad, time in s.
#pragma once

#include <string>
#include <vector>

#include "description/description.h"
#include "model/function.h"
#include "system/drive_reference.h"

namespace outrigger::drives {

/// A coordinate in motion: x, ẋ, ẍ.
struct Motion {
  double value = 0.0, rate = 0.0, acceleration = 0.0;
};

class Reference {
 public:
  /// `input_names` are the operator inputs in the order of the array given to `advance`.
  /// Throws Error when the drive names an input that is not among them.
  Reference(const description::Drive& spec, const std::vector<std::string>& input_names);

  /// Numbers this drive keeps in the saved state.
  static constexpr int state_size() { return 3; }
  /// Index of the input, -1 for functions of time.
  int input() const { return input_; }

  /// At the start of a run, from the assembled machine.
  system::DriveReference initialise(double time, const Motion& actual, double* state) const;

  /// From t_next - h to t_next. `actual` is the machine at the start of the step. `reference` holds
  /// what the stepper left there (engaged, force) and receives the reference at t_next.
  /// `share` scales the speed that an input asks for.
  void advance(double t_next, double h, const double* inputs, const Motion& actual, double* state,
               system::DriveReference& reference, double share = 1.0) const;

  /// The speed the command asks for at the actual place.
  double commanded_rate(double time, double h, const double* inputs, const Motion& actual,
                        double share = 1.0) const;

 private:
  enum class Kind { position_function, speed_function, position_input, speed_input };

  bool is_input() const { return input_ >= 0; }
  double response_time(double h) const;
  /// The input in x or x/s.
  double command(const double* inputs) const;
  double limited_speed(double speed) const;
  /// Speed from which the allowed deceleration stops within a way d, and its slope by d.
  struct Approach {
    double speed, slope;
  };
  Approach approach(double way, double kappa) const;
  double position_speed(double command, double position, double response) const;

  /// Filter of inputs and of position offsets: one step of (p, v, a).
  void filter(double h, double command, double share, Motion& m) const;
  double target_acceleration(double h, double command, double share, const Motion& m) const;
  /// Largest acceleration that keeps below v_max and the upper stroke end; `sense` -1 mirrors.
  double acceleration_bound(const Motion& m, double response, double sense) const;
  double keep_bound(double a1, double h, double response, double sense, const Motion& m) const;

  double allowed_rate(const Motion& actual, double h) const;
  double commanded_acceleration(double time) const;
  double gap(double push, double commanded, const Motion& actual, double h) const;
  void land(double t_next, double h, double commanded, const Motion& m, double* state,
            system::DriveReference& reference) const;

  /// Functions of time plus the fading offset.
  void follow_function(double t_next, double h, double* state, Motion& m) const;
  void start_offset(double time, const Motion& actual, double* state) const;

  Kind kind_ = Kind::position_function;
  int input_ = -1;
  bool relative_ = false;
  model::Function function_;
  double speed_max_, speed_min_;  ///< ±∞ when unlimited
  double acceleration_max_;       ///< ∞ when unlimited
  double response_time_;
  double lower_, upper_;  ///< ±∞ when unlimited
};

}  // namespace outrigger::drives
