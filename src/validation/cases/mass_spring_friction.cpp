/// Block on a spring with Coulomb friction (THESIS §3.3.1) against the ideal solution.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "validation/cases/cases.h"
#include "validation/exact/stick_slip.h"
#include "validation/friction_block.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace mass_spring_friction_case {

constexpr double kDuration = 13.0, kStiffen = 10.0, kStep = 0.01;
constexpr double kMoves = 1e-3;  ///< faster than this the block moves [m/s]

StickSlip block(double start_length) {
  StickSlip data;
  data.stiffness = {{0.0, 1.0}, {kStiffen, 10.0}};
  data.start_length = start_length;
  return data;
}

struct BlockRun {
  double travel = 0.0;                              ///< of the exact solution, end to end [m]
  double error = 0.0;                               ///< largest, of position [m]
  double first_stuck = 1e300, last_stuck = -1e300;  ///< lengths before kStiffen [m]
  double free_at = 0.0;                             ///< after kStiffen [s]
  double at_end = 0.0, speed_at_end = 0.0;
  Series series;
};

BlockRun run_block(double start_length, double bristle_steps) {
  BlockRun out;
  const StickSlip data = block(start_length);
  const StickSlipMotion exact(data, kDuration);
  sim::World world = make_friction_block(data, kStep, bristle_steps).make_world();
  const sim::BodyHandle body = world.body("block");
  out.series.columns = {"t [s]",          "length [m]",   "exact length [m]", "velocity [m/s]",
                        "exact velocity", "friction [N]", "exact friction"};
  double low = start_length, high = start_length;
  const auto steps = static_cast<int>(std::lround(kDuration / kStep));
  for (int i = 0; i <= steps; ++i) {
    const double time = i * kStep;
    const StickSlipState ideal = exact.at(time);
    const double length = world.value(world.coordinate("length"));
    const double velocity = world.twist(body).linear.x();
    low = std::min(low, ideal.length);
    high = std::max(high, ideal.length);
    out.error = std::max(out.error, std::abs(length - ideal.length));
    if (std::abs(velocity) > kMoves && time > kStiffen && out.free_at == 0.0)
      out.free_at = time - kStep;
    if (time > 9.8 && time <= kStiffen) {
      out.first_stuck = std::min(out.first_stuck, length);
      out.last_stuck = std::max(out.last_stuck, length);
    }
    out.series.rows.push_back({time, length, ideal.length, velocity, ideal.velocity,
                               world.contact_force("block").x(), ideal.friction});
    // The spring gets stiffer by a second one beside it; the block's bristles must survive the edit.
    if (i == static_cast<int>(std::lround(kStiffen / kStep))) {
      description::Mount more;
      more.name = "more";
      more.anchor = Vec3(data.free_length, 0.0, world.pose(body).position.z());
      more.stiffness = Vec3(data.stiffness[1].second - data.stiffness[0].second, 0.0, 0.0);
      world.add_mount(more, body);
    }
    out.at_end = length;
    out.speed_at_end = velocity;
    if (i < steps) world.step();
  }
  out.travel = high - low;
  return out;
}

void add_rows(Result& result, const BlockRun& out, const std::string& of, double stick,
              double end) {
  result.bound(of + ": position error / travel", out.error / out.travel, 0.01);
  result.compare(of + ": sticks before 10 s at [m]", out.last_stuck, stick, 0.01 * out.travel);
  result.bound(of + ": way while it sticks, 9.8-10 s [m]", out.last_stuck - out.first_stuck, 1e-5);
  result.compare(of + ": breaks free at [s]", out.free_at, kStiffen, 2.0 * kStep);
  result.compare(of + ": at the end at [m]", out.at_end, end, 0.01 * out.travel);
}

Result run_case() {
  Result result;
  for (const double steps : {5.0, 2.0}) {
    const BlockRun short_pull = run_block(2.5, steps), long_pull = run_block(2.6, steps);
    // Pulled to 2.5 m it still moves at 13 s; to 2.6 m it sticks from 11.99 s on.
    add_rows(result, short_pull, fmt::format("N = {}, from 2.5 m", steps), 1.6772, 1.4405967);
    add_rows(result, long_pull, fmt::format("N = {}, from 2.6 m", steps), 1.5772, 1.49872);
    result.bound(fmt::format("N = {}, from 2.6 m: speed at the end [m/s]", steps),
                 long_pull.speed_at_end, 1e-6);
    if (steps == 5.0) result.series = short_pull.series;
  }
  return result;
}

}  // namespace mass_spring_friction_case

std::vector<Case> mass_spring_friction_cases() {
  using namespace mass_spring_friction_case;
  return {{"mass-spring-friction",
           "block on a spring with Coulomb friction against the ideal solution (THESIS §3.3.1)",
           run_case}};
}

}  // namespace outrigger::validation
