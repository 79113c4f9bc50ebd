/// Double pendulum of two ellipsoids on spherical joints against an integration in quaternions.
#include <algorithm>
#include <cmath>

#include "validation/cases/cases.h"
#include "validation/exact/spherical_double_pendulum.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace double_pendulum_case {

constexpr double kDuration = 2.0;

struct PendulumRun {
  RunRecord record;
  double tip_error = 0.0;       ///< largest over the run [m]
  double force_error = 0.0;     ///< of both joints [N]
  double largest_force = 0.0;   ///< [N]
  double momentum_error = 0.0;  ///< vertical, about the anchor [kg m²/s]
  Series series;
};

/// Angular momentum about the vertical through the anchor, at the origin.
double vertical_momentum(const sim::World& world, const SphericalDoublePendulum& p) {
  double sum = 0.0;
  for (const bool upper : {true, false}) {
    const PendulumBody& data = upper ? p.first : p.second;
    const sim::BodyHandle body = world.body(upper ? "upper_arm" : "forearm");
    const Pose pose = world.pose(body);
    const model::Twist twist = world.twist(body);
    sum += (data.mass * pose.position.cross(twist.linear) +
            pose.rotation * data.inertia * pose.rotation.transpose() * twist.angular)
               .z();
  }
  return sum;
}

PendulumRun run_pendulum(double step) {
  PendulumRun out;
  const SphericalDoublePendulum p = arm_of_ellipsoids();
  sim::World world(with_step(make_double_pendulum(p), step));
  const sim::BodyHandle forearm = world.body("forearm");
  const double energy = world.energies().total(), momentum = vertical_momentum(world, p);
  RunPlan plan;
  plan.duration = kDuration;
  plan.samples = 100;
  out.series.columns = {"t [s]",      "hand x [m]",     "hand y [m]",
                        "hand z [m]", "hand error [m]", "energy error [J]"};
  plan.sample = [&](sim::World& w) {
    const DoublePendulumState exact = spherical_double_pendulum(p, w.time());
    const Vec3 tip = body_point(w, forearm, p.second.lower_joint);
    const double error = (tip - exact.tip).norm();
    out.tip_error = std::max(out.tip_error, error);
    const Vec3 shoulder = world_reaction(w, "shoulder").force - exact.anchor_force;
    const Vec3 elbow = world_reaction(w, "elbow").force - exact.elbow_force;
    out.force_error = std::max({out.force_error, shoulder.norm(), elbow.norm()});
    out.largest_force = std::max(out.largest_force, exact.anchor_force.norm());
    out.series.rows.push_back(
        {w.time(), tip.x(), tip.y(), tip.z(), error, w.energies().total() - energy});
  };
  plan.each_step = [&](sim::World& w) {
    out.momentum_error = std::max(out.momentum_error, std::abs(vertical_momentum(w, p) - momentum));
  };
  out.record = run(world, plan);
  return out;
}

Result run_case() {
  Result result;
  const PendulumRun out = run_pendulum(1e-3), fine = run_pendulum(5e-4);
  result.bound("error of the hand over 2 s [m]", out.tip_error, 1.4e-4);
  result.bound("error of the joint forces / largest", out.force_error / out.largest_force, 7e-4);
  result.bound("energy error / largest kinetic energy",
               out.record.energy_error / out.record.kinetic_energy, 4.5e-4);
  result.bound("error of the vertical momentum [kg m2/s]", out.momentum_error, 2.5e-5);
  add_residual_rows(result, out.record);
  add_order_row(result, "hand", out.tip_error, fine.tip_error);
  result.series = out.series;
  return result;
}

}  // namespace double_pendulum_case

std::vector<Case> double_pendulum_cases() {
  using namespace double_pendulum_case;
  return {{"double-pendulum",
           "two ellipsoids on spherical joints against integration in quaternions", run_case}};
}

}  // namespace outrigger::validation
