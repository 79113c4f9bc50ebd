/// Fast symmetric top with a fixed point under gravity against an integration in quaternions.
#include "validation/exact/heavy_top.h"

#include <algorithm>
#include <cmath>

#include "validation/cases/cases.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace {

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

struct TopRun {
  RunRecord record;
  double centre_error = 0.0;    ///< largest [m]
  double momentum_error = 0.0;  ///< vertical, relative
  double force_error = 0.0;     ///< [N]
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
  plan.samples = 100;
  out.series.columns = {"t [s]",      "centre x [m]",     "centre y [m]",
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
    out.momentum_error = std::max(
        out.momentum_error,
        std::abs(heavy_top_vertical_momentum(top, state) - momentum) / std::abs(momentum));
    // Foot force from Newton's law on the computed motion: reactions are consistent with it.
    const model::Twist a = w.acceleration(body);
    const model::Twist v = w.twist(body);
    const Vec3 r = pose.direction(arm);
    const Vec3 force = top.mass * (a.angular.cross(r) + v.angular.cross(v.angular.cross(r)) +
                                   Vec3(0, 0, top.gravity));
    out.force_error =
        std::max(out.force_error, (world_reaction(w, "foot").force - force).norm() / force.norm());
    out.series.rows.push_back({w.time(), centre.x(), centre.y(), centre.z(), error,
                               w.energies().total() - energy});
  };
  out.record = run(world, plan);
  return out;
}

Result run_case() {
  Result result;
  const TopRun out = run_top(1e-3), fine = run_top(5e-4);
  result.bound("error of the centre over 1 s [m]", out.centre_error, 1e-2);
  result.bound("energy error / kinetic energy",
               out.record.energy_error / out.record.kinetic_energy, 1e-5);
  result.bound("error of the vertical momentum / its size", out.momentum_error, 1e-3);
  result.bound("foot force against Newton's law / its size", out.force_error, 1e-7);
  add_residual_rows(result, out.record);
  add_order_row(result, "centre", out.centre_error, fine.centre_error);
  result.series = out.series;
  return result;
}

}  // namespace

std::vector<Case> heavy_top_cases() {
  return {{"heavy-top", "heavy top at 150 rad/s against integration in quaternions", run_case}};
}

}  // namespace outrigger::validation
