/// Fast symmetric top with a fixed point under gravity against an integration in quaternions.
#include "validation/exact/heavy_top.h"

#include <algorithm>
#include <cmath>

#include "validation/cases/cases.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace heavy_top_case {

constexpr double kDuration = 1.0;
constexpr double kHalf = 0.70710678118654752;

/// The disc on an arm of 1 m, spun at 150 rad/s, started in precession (Geradin and Cardona).
HeavyTop disc() {
  HeavyTop top;
  // The body's z axis is the arm, along the world's y at the start.
  top.start.orientation = Eigen::Quaterniond(kHalf, -kHalf, 0.0, 0.0);
  top.start.angular_velocity = top.start.orientation.conjugate() * Vec3(0.0, 150.0, -4.61538);
  return top;
}

/// Newton's law on the exact motion: F = m (a - g), with ω' from Euler's equations.
Vec3 foot_force(const HeavyTop& top, const RotationState& state) {
  const Vec3 moments(top.transverse_inertia, top.transverse_inertia, top.axial_inertia);
  const Vec3 arm(0, 0, top.centre_distance), &omega = state.angular_velocity;
  const Vec3 weight = state.orientation.conjugate() * Vec3(0, 0, -top.mass * top.gravity);
  const Vec3 spin_up =
      (arm.cross(weight) - omega.cross(moments.cwiseProduct(omega))).cwiseQuotient(moments);
  const Vec3 acceleration = spin_up.cross(arm) + omega.cross(omega.cross(arm));
  return state.orientation * (top.mass * acceleration - weight);
}

struct TopRun {
  RunRecord record;
  double centre_error = 0.0;    ///< largest [m]
  double momentum_error = 0.0;  ///< vertical, relative
  double force_error = 0.0;     ///< relative
  Series series;
};

TopRun run_top(double step) {
  TopRun out;
  const HeavyTop top = disc();
  sim::World world(with_step(make_heavy_top(top), step));
  const sim::BodyHandle body = world.body("top");
  const Vec3 arm(0, 0, top.centre_distance);
  const double energy = world.energies().total();
  const double momentum = heavy_top_vertical_momentum(top, top.start);
  RunPlan plan;
  plan.duration = kDuration;
  plan.samples = 200;
  out.series.columns = {"t [s]",        "centre x [m]",     "centre y [m]",
                        "centre z [m]", "centre error [m]", "energy error [J]"};
  plan.sample = [&](sim::World& w) {
    const RotationState exact = heavy_top(top, w.time());
    const Pose pose = w.pose(body);
    const Vec3 centre = pose.point(arm);
    const double error = (centre - heavy_top_centre(top, exact)).norm();
    out.centre_error = std::max(out.centre_error, error);
    RotationState state;
    state.orientation = Eigen::Quaterniond(pose.rotation);
    state.angular_velocity = pose.rotation.transpose() * w.twist(body).angular;
    out.momentum_error =
        std::max(out.momentum_error,
                 std::abs(heavy_top_vertical_momentum(top, state) - momentum) / std::abs(momentum));
    const Vec3 force = foot_force(top, exact);
    out.force_error =
        std::max(out.force_error, (world_reaction(w, "foot").force - force).norm() / force.norm());
    out.series.rows.push_back(
        {w.time(), centre.x(), centre.y(), centre.z(), error, w.energies().total() - energy});
  };
  out.record = run(world, plan);
  return out;
}

Result run_case() {
  Result result;
  const TopRun out = run_top(1e-3), half = run_top(1e-4), fine = run_top(5e-5);
  result.bound("error of the centre over 1 s [m]", out.centre_error, 7e-3);
  result.bound("energy error / kinetic energy", out.record.energy_error / out.record.kinetic_energy,
               5e-4);
  result.bound("error of the vertical momentum / its size", out.momentum_error, 6e-3);
  result.bound("error of the foot force / its size", out.force_error, 1e-2);
  add_residual_rows(result, out.record);
  add_order_row(result, "centre", half.centre_error, fine.centre_error);
  result.series = out.series;
  return result;
}

}  // namespace heavy_top_case

std::vector<Case> heavy_top_cases() {
  using namespace heavy_top_case;
  return {{"heavy-top", "heavy top at 150 rad/s against integration in quaternions", run_case}};
}

}  // namespace outrigger::validation
