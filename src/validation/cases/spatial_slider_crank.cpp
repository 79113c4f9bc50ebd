/// Spatial slider-crank: guided against closed kinematics, free against a one-degree integration.
#include "validation/exact/spatial_slider_crank.h"

#include <algorithm>
#include <cmath>

#include "validation/cases/cases.h"
#include "validation/exact/integrate.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace spatial_slider_crank_case {

constexpr double kStartAngle = 1.57079632679489662;
constexpr double kRate = 6.0;

void grow(double& largest, double value) { largest = std::max(largest, std::abs(value)); }

void run_guided(Result& result) {
  const SpatialSliderCrank d;
  sim::World world(with_step(
      make_spatial_slider_crank(d, {}, {kStartAngle, kRate, 0.0}, CrankMotion::guided), 1e-3));
  const sim::BodyHandle slider = world.body("slider"), rod = world.body("rod");
  double position = 0.0, velocity = 0.0, acceleration = 0.0, rotation = 0.0, spin = 0.0;
  RunPlan plan;
  plan.duration = 2.0;
  result.series.columns = {"t [s]",           "slider x [m]", "slider v [m/s]",
                           "slider a [m/s2]", "torque [N m]", "position error [m]"};
  plan.sample = [&](sim::World& w) {
    const SpatialSliderCrankMotion exact =
        spatial_slider_crank(d, {kStartAngle + kRate * w.time(), kRate, 0.0});
    const double x = w.pose(slider).position.x();
    grow(position, x - exact.position);
    grow(velocity, w.twist(slider).linear.x() - exact.velocity);
    grow(acceleration, w.acceleration(slider).linear.x() - exact.acceleration);
    grow(rotation, (w.pose(rod).rotation - exact.rod_rotation).cwiseAbs().maxCoeff());
    grow(spin, (w.twist(rod).angular - exact.rod_angular_velocity).norm());
    result.series.rows.push_back({w.time(), x, w.twist(slider).linear.x(),
                                  w.acceleration(slider).linear.x(), w.force(w.drive("motor")),
                                  x - exact.position});
  };
  const RunRecord record = run(world, plan);
  result.bound("guided: slider position error [m]", position, 1e-10);
  result.bound("guided: slider velocity error [m/s]", velocity, 1e-8);
  result.bound("guided: slider acceleration error [m/s2]", acceleration, 1e-6);
  result.bound("guided: rod orientation error", rotation, 1e-9);
  result.bound("guided: rod angular velocity error [rad/s]", spin, 1e-7);
  add_residual_rows(result, record, "guided");
}

/// Kinetic energy at unit speed, twice: the reduced inertia J(θ); and the potential V(θ).
struct Reduced {
  double inertia, potential;
};

Reduced reduce(double angle) {
  constexpr double g = 9.81;
  const SpatialSliderCrank d;
  const SpatialSliderCrankMasses m;
  const SpatialSliderCrankMotion at = spatial_slider_crank(d, {angle, 1.0, 0.0});
  const double crank = m.crank_inertia.x() + m.crank * m.crank_centre * m.crank_centre;
  const Vec3 arm = m.rod_centre * at.rod_direction;
  const Vec3 centre_velocity = at.pin_velocity + m.rod_centre * at.rod_direction_rate;
  const Vec3 spin = at.rod_rotation.transpose() * at.rod_angular_velocity;
  const double rod =
      m.rod * centre_velocity.squaredNorm() + spin.dot(m.rod_inertia.cwiseProduct(spin));
  const double crank_height =
      d.pivot_z + m.crank_centre / d.crank_length * (at.pin.z() - d.pivot_z);
  return {crank + rod + m.slider * at.velocity * at.velocity,
          g * (m.crank * crank_height + m.rod * (at.pin + arm).z())};
}

/// d/dt (J θ') = ½ J' θ'² - V', slopes by differences of sixth order.
double exact_angle(double time) {
  const auto slope = [](double angle) {
    constexpr double e = 5e-3;
    constexpr double weights[] = {45.0, -9.0, 1.0};
    Reduced sum{0.0, 0.0};
    for (int i = 1; i <= 3; ++i) {
      const Reduced up = reduce(angle + i * e), down = reduce(angle - i * e);
      sum.inertia += weights[i - 1] * (up.inertia - down.inertia) / (60.0 * e);
      sum.potential += weights[i - 1] * (up.potential - down.potential) / (60.0 * e);
    }
    return sum;
  };
  const Rate rate = [&](double, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
    const Reduced s = slope(y[0]);
    dy[0] = y[1];
    dy[1] = -(0.5 * s.inertia * y[1] * y[1] + s.potential) / reduce(y[0]).inertia;
  };
  IntegrationSettings settings;
  settings.tolerance = 1e-12;
  Eigen::VectorXd y(2);
  y << kStartAngle, kRate;
  return integrate(rate, y, 0.0, time, settings)[0] - kStartAngle;
}

struct FreeRun {
  RunRecord record;
  double angle = 0.0;
};

FreeRun run_free(double step) {
  FreeRun out;
  sim::World world(with_step(
      make_spatial_slider_crank({}, {}, {kStartAngle, kRate, 0.0}, CrankMotion::free), step));
  RunPlan plan;
  plan.duration = 1.0;
  out.record = run(world, plan);
  out.angle = world.value(world.coordinate("crank"));
  return out;
}

Result run_case() {
  Result result;
  run_guided(result);
  const double exact = exact_angle(1.0);
  const FreeRun out = run_free(1e-3), half = run_free(1.25e-4), fine = run_free(6.25e-5);
  result.compare("free: crank angle at 1 s [rad]", out.angle, exact, 7e-4);
  result.bound("free: energy error / largest kinetic energy",
               out.record.energy_error / out.record.kinetic_energy, 1.4e-3);
  add_residual_rows(result, out.record, "free");
  add_order_row(result, "free crank angle", half.angle - exact, fine.angle - exact);
  return result;
}

}  // namespace spatial_slider_crank_case

std::vector<Case> spatial_slider_crank_cases() {
  using namespace spatial_slider_crank_case;
  return {{"spatial-slider-crank",
           "spatial slider-crank (Haug): closed kinematics, free motion by integration", run_case}};
}

}  // namespace outrigger::validation
