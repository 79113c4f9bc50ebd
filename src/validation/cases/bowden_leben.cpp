/// Block on a spring and on a moving belt: the stick-slip experiment of Bowden and Leben
/// (THESIS §3.3.2) against the ideal solution.
#include <algorithm>
#include <cmath>

#include "validation/cases/cases.h"
#include "validation/exact/stick_slip.h"
#include "validation/friction_block.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace bowden_leben_case {

constexpr double kDuration = 120.0, kStep = 1e-3;
constexpr double kBristleSteps = 2.0;
constexpr double kSlips = 0.01;  ///< faster than this against the belt it slips [m/s]

StickSlip block() {
  StickSlip data;
  data.gravity = 10.0;
  data.stiffness = {{0.0, 2.0}};
  data.static_friction = 0.15;
  data.dynamic_friction = 0.1;
  data.viscous = 0.1;
  data.belt_speed = 0.05;
  data.start_length = data.free_length;
  data.start_velocity = data.belt_speed;
  return data;
}

/// Cycles of stick and slip, of the ideal block or of ours.
struct Cycles {
  std::vector<double> slips;  ///< begin of each [s]
  double lowest = 1e300, highest = -1e300;
  double period() const {
    return (slips.back() - slips[1]) / static_cast<double>(slips.size() - 2);
  }
  double amplitude() const { return highest - lowest; }
  /// After the first slip, which starts from another state.
  void reach(double length) {
    if (slips.size() < 2) return;
    lowest = std::min(lowest, length);
    highest = std::max(highest, length);
  }
};

Cycles ideal_cycles(const StickSlipMotion& motion) {
  Cycles cycles;
  for (const auto& phase : motion.phases())
    if (phase.direction != 0) cycles.slips.push_back(phase.begin);
  for (double t = cycles.slips[1]; t < kDuration; t += 10.0 * kStep) {
    const double length = motion.at(t).length;
    cycles.lowest = std::min(cycles.lowest, length);
    cycles.highest = std::max(cycles.highest, length);
  }
  return cycles;
}

Result run_case() {
  Result result;
  const StickSlip data = block();
  const StickSlipMotion motion(data, kDuration);
  sim::World world = make_friction_block(data, kStep, kBristleSteps).make_world();
  const sim::BodyHandle body = world.body("block"), belt = world.body("belt");
  const sim::CoordinateHandle length_of = world.coordinate("length");
  const double weight = data.mass * data.gravity;
  Cycles cycles;
  double peak = 0.0, slip_error = 0.0, drift = 0.0, held_at = 0.0, held_since = 0.0;
  bool slips = false;
  result.series.columns = {"t [s]",          "length [m]",   "ideal length [m]", "velocity [m/s]",
                           "ideal velocity", "friction [N]", "ideal friction"};
  const auto steps = static_cast<int>(std::lround(kDuration / kStep));
  for (int i = 1; i <= steps; ++i) {
    world.step();
    const double time = i * kStep, length = world.value(length_of);
    const double velocity = world.twist(body).linear.x(), slip = velocity - data.belt_speed;
    const double friction = world.contact_force("block").x();
    peak = std::max(peak, friction);
    cycles.reach(length);
    const double place = world.pose(body).position.x() - world.pose(belt).position.x();
    if (std::abs(slip) > kSlips) {
      if (!slips) cycles.slips.push_back(time);
      slips = true;
      // Beyond v_s friction is μ_d m g and the viscous part.
      const double expected = data.dynamic_friction * weight - data.viscous * slip;
      slip_error = std::max(slip_error, std::abs(friction - expected) / weight);
    } else if (slips && std::abs(slip) < 1e-5) {
      slips = false;
      held_since = time;
    }
    // From 0.1 s after it sticks until the spring pulls with 95 % of the limit.
    const double pull = data.stiffness[0].second * (length - data.free_length);
    if (!slips && time < held_since + 0.1) held_at = place;
    if (!slips && pull < 0.95 * data.static_friction * weight)
      drift = std::max(drift, std::abs(place - held_at));
    if (i % 50 == 0) {
      const StickSlipState ideal = motion.at(time);
      result.series.rows.push_back(
          {time, length, ideal.length, velocity, ideal.velocity, friction, ideal.friction});
    }
  }
  const Cycles ideal = ideal_cycles(motion);
  result.compare("cycles in 120 s", static_cast<double>(cycles.slips.size()),
                 static_cast<double>(ideal.slips.size()), 0.0);
  result.compare("first slip [s]", cycles.slips.front(), ideal.slips.front(),
                 0.02 * ideal.slips.front());
  result.compare("period [s]", cycles.period(), ideal.period(), 0.02 * ideal.period());
  result.compare("amplitude, end to end [m]", cycles.amplitude(), ideal.amplitude(),
                 0.02 * ideal.amplitude());
  result.compare("largest friction [N]", peak, data.static_friction * weight,
                 0.02 * data.static_friction * weight);
  result.bound("friction in slip against dynamic and viscous part / weight", slip_error,
               0.02 * data.dynamic_friction);
  result.bound("way against the belt while it sticks [m]", drift, 2e-5);
  return result;
}

}  // namespace bowden_leben_case

std::vector<Case> bowden_leben_cases() {
  using namespace bowden_leben_case;
  return {{"bowden-leben",
           "stick-slip of a block on a moving belt against the ideal solution (THESIS §3.3.2)",
           run_case}};
}

}  // namespace outrigger::validation
