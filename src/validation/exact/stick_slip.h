/// A block on a spring and on a belt, with ideal friction: sticks or slips, phase by phase in closed
/// form.
///
///   slip   m ë = -k e - c (ė - u) - s μ_d m g,   s = sign(ė - u)
///   stick  ė = u while |k e| ≤ μ_s m g
///
///   e  elongation of the spring, length - free length [m], ė the block's velocity away from the wall
///   u  speed of the belt away from the wall [m/s]; 0: a fixed floor
///   c  viscous friction against the belt [N s/m], below 2 √(k m)
///
/// Slip begins when the spring reaches μ_s m g and goes on with μ_d m g at once; it ends when the
/// block has the belt's speed again, and it sticks if the spring allows. The end is found in steps of
/// a thousandth of the period and by bisection: a slip shorter than that is missed.
#pragma once

#include <utility>
#include <vector>

namespace outrigger::validation {

struct StickSlip {
  double mass = 1.0, gravity = 9.81;
  double free_length = 1.5;
  /// (from this time on, k [N/m]); the first at t = 0.
  std::vector<std::pair<double, double>> stiffness{{0.0, 1.0}};
  double static_friction = 0.02, dynamic_friction = 0.02;
  double viscous = 0.0;     ///< c
  double belt_speed = 0.0;  ///< u
  double start_length = 2.5, start_velocity = 0.0;
};

struct StickSlipState {
  double length = 0.0, velocity = 0.0;
  double friction = 0.0;  ///< on the block, away from the wall [N]
  bool sticks = false;
};

class StickSlipMotion {
 public:
  struct Phase {
    double begin = 0.0;                   ///< [s]
    double length = 0.0, velocity = 0.0;  ///< at its begin
    double stiffness = 1.0;
    int direction = 0;  ///< s; 0: sticks
  };

  StickSlipMotion(const StickSlip& data, double duration);

  StickSlipState at(double time) const;
  const std::vector<Phase>& phases() const { return phases_; }

 private:
  void add_phases(double begin, double end, double stiffness);
  double end_of(const Phase& phase, double limit) const;
  StickSlipState state(const Phase& phase, double time) const;

  StickSlip data_;
  std::vector<Phase> phases_;
};

}  // namespace outrigger::validation
