/// Free asymmetric body near its middle axis (Euler's top) against Jacobi's elliptic functions.
#include "validation/exact/free_top.h"

#include <algorithm>
#include <cmath>

#include "validation/cases/cases.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace free_top_case {

constexpr double kDuration = 10.0;

struct TopRun {
  RunRecord record;
  double rotation_error = 0.0, spin_error = 0.0;  ///< largest; entries, [rad/s]
  double momentum_error = 0.0;                    ///< relative, as a vector in the world
  Series series;
};

TopRun run_top(double step) {
  TopRun out;
  FreeTop top;
  // Nearly about the middle axis, which turns over every few seconds.
  top.start.angular_velocity = Vec3(0.05, 2.0, 0.1);
  sim::World world(with_step(make_free_top(top.inertia, top.start.angular_velocity), step));
  const sim::BodyHandle body = world.body("top");
  const double energy = world.energies().total();
  const Vec3 momentum = top.inertia.cwiseProduct(top.start.angular_velocity);
  RunPlan plan;
  plan.duration = kDuration;
  plan.samples = 200;
  out.series.columns = {"t [s]",           "omega 1 [rad/s]", "omega 2 [rad/s]",
                        "omega 3 [rad/s]", "rotation error",  "energy error [J]"};
  plan.sample = [&](sim::World& w) {
    const RotationState exact = free_top(top, w.time());
    const Mat3 r = w.pose(body).rotation;
    const Vec3 spin = r.transpose() * w.twist(body).angular;
    const double error = (r - exact.orientation.toRotationMatrix()).cwiseAbs().maxCoeff();
    out.rotation_error = std::max(out.rotation_error, error);
    out.spin_error = std::max(out.spin_error, (spin - exact.angular_velocity).norm());
    out.momentum_error =
        std::max(out.momentum_error,
                 (r * top.inertia.cwiseProduct(spin) - momentum).norm() / momentum.norm());
    out.series.rows.push_back(
        {w.time(), spin.x(), spin.y(), spin.z(), error, w.energies().total() - energy});
  };
  out.record = run(world, plan);
  return out;
}

Result run_case() {
  Result result;
  const TopRun out = run_top(1e-3), fine = run_top(5e-4);
  result.bound("orientation error over 10 s (matrix entry)", out.rotation_error, 2e-5);
  result.bound("angular velocity error over 10 s [rad/s]", out.spin_error, 4e-5);
  result.bound("energy error / kinetic energy", out.record.energy_error / out.record.kinetic_energy,
               1.4e-7);
  result.bound("error of the angular momentum / its size", out.momentum_error, 4e-7);
  add_residual_rows(result, out.record);
  add_order_row(result, "orientation", out.rotation_error, fine.rotation_error);
  result.series = out.series;
  return result;
}

}  // namespace free_top_case

std::vector<Case> free_top_cases() {
  using namespace free_top_case;
  return {
      {"free-top", "free asymmetric body turning over its middle axis, exact solution", run_case}};
}

}  // namespace outrigger::validation
