/// Planar slider-crank: guided against closed formulas with reactions, free against integration.
#include "validation/exact/slider_crank.h"

#include <algorithm>
#include <cmath>

#include "validation/cases/cases.h"
#include "validation/exact/integrate.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace slider_crank_case {

SliderCrank data() {
  SliderCrank d;
  d.offset = 0.02;
  d.slider_force = -50.0;
  d.start_angle = 0.3;
  return d;
}

/// Largest errors over the guided run; forces relative to the largest of each.
struct Errors {
  double position = 0.0, velocity = 0.0, acceleration = 0.0, energy = 0.0;
  double torque = 0.0, force = 0.0, guide = 0.0;
  double largest_torque = 0.0, largest_force = 0.0;
};

Vec3 spatial(const Eigen::Vector2d& v) { return {v.x(), v.y(), 0.0}; }

void grow(double& largest, double value) { largest = std::max(largest, std::abs(value)); }

void compare_forces(sim::World& world, const SliderCrank& d, Errors& errors) {
  const SliderCrankForces exact = slider_crank_forces(d, world.time());
  const double torque = world.force(world.drive("motor"));
  grow(errors.torque, torque - exact.torque);
  grow(errors.largest_torque, exact.torque);
  const std::pair<const char*, Eigen::Vector2d> joints[] = {
      {"a", exact.at_a}, {"b", exact.at_b}, {"c", exact.at_c}};
  for (const auto& [joint, force] : joints) {
    grow(errors.force, (world_reaction(world, joint).force - spatial(force)).norm());
    grow(errors.largest_force, force.norm());
  }
  grow(errors.guide, (world_reaction(world, "guide").force - Vec3(0, exact.guide, 0)).norm());
}

void run_guided(Result& result) {
  const SliderCrank d = data();
  sim::World world(with_step(make_slider_crank(d, CrankMotion::guided), 1e-3));
  const sim::BodyHandle slider = world.body("slider");
  Errors errors;
  // The slider's load is a potential in the exact energy and work here.
  const double offset = world.energies().total() - slider_crank_energy(d, 0.0) -
                        d.slider_force * world.pose(slider).position.x();
  RunPlan plan;
  plan.duration = 1.0;
  plan.samples = 200;
  result.series.columns = {"t [s]",        "slider x [m]", "slider v [m/s]",    "slider a [m/s2]",
                           "torque [N m]", "guide [N]",    "position error [m]"};
  plan.sample = [&](sim::World& w) {
    const SliderCrankMotion exact = slider_crank_motion(d, w.time());
    const double x = w.pose(slider).position.x();
    grow(errors.position, x - exact.position);
    grow(errors.velocity, w.twist(slider).linear.x() - exact.velocity);
    grow(errors.acceleration, w.acceleration(slider).linear.x() - exact.acceleration);
    grow(errors.energy,
         w.energies().total() - d.slider_force * x - slider_crank_energy(d, w.time()) - offset);
    compare_forces(w, d, errors);
    result.series.rows.push_back({w.time(), x, w.twist(slider).linear.x(),
                                  w.acceleration(slider).linear.x(), w.force(w.drive("motor")),
                                  world_reaction(w, "guide").force.y(), x - exact.position});
  };
  const RunRecord record = run(world, plan);
  result.bound("guided: slider position error [m]", errors.position, 1e-10);
  result.bound("guided: slider velocity error [m/s]", errors.velocity, 1e-8);
  result.bound("guided: slider acceleration error [m/s2]", errors.acceleration, 1e-6);
  result.bound("guided: energy error [J]", errors.energy, 1e-8);
  result.bound("guided: motor torque error / largest", errors.torque / errors.largest_torque, 1e-8);
  result.bound("guided: joint force error / largest", errors.force / errors.largest_force, 1e-8);
  result.bound("guided: guide force error / largest joint force",
               errors.guide / errors.largest_force, 1e-8);
  add_residual_rows(result, record, "guided");
}

/// Free: J(θ) θ'' = -(torque that keeps the speed θ'), J from the kinetic energy at unit speed.
double exact_angle(SliderCrank d, double time) {
  const double start = d.start_angle;
  const Rate rate = [&](double, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
    SliderCrank at = d;
    at.start_angle = y[0];
    at.speed = 1.0;
    const double moving = slider_crank_energy(at, 0.0);
    at.speed = 0.0;
    const double inertia = 2.0 * (moving - slider_crank_energy(at, 0.0));
    at.speed = y[1];
    dy[0] = y[1];
    dy[1] = -slider_crank_forces(at, 0.0).torque / inertia;
  };
  Eigen::VectorXd y(2);
  y << start, d.speed;
  return integrate(rate, y, 0.0, time)[0] - start;
}

struct FreeRun {
  RunRecord record;
  double angle = 0.0;
};

FreeRun run_free(const SliderCrank& d, double step) {
  FreeRun out;
  sim::World world(with_step(make_slider_crank(d, CrankMotion::free), step));
  const sim::BodyHandle slider = world.body("slider");
  const double start = world.pose(slider).position.x();
  RunPlan plan;
  plan.work = [&](const sim::World& w) {
    return d.slider_force * (w.pose(slider).position.x() - start);
  };
  out.record = run(world, plan);
  out.angle = world.value(world.coordinate("crank"));
  return out;
}

Result run_case() {
  Result result;
  run_guided(result);
  SliderCrank d = data();
  d.slider_force = -5.0;
  const double exact = exact_angle(d, 1.0);
  const FreeRun out = run_free(d, 1e-3), half = run_free(d, 2.5e-4), fine = run_free(d, 1.25e-4);
  result.compare("free: crank angle at 1 s [rad]", out.angle, exact, 5e-4);
  result.bound("free: energy error / largest kinetic energy",
               out.record.energy_error / out.record.kinetic_energy, 5e-4);
  add_residual_rows(result, out.record, "free");
  add_order_row(result, "free crank angle", half.angle - exact, fine.angle - exact);
  return result;
}

}  // namespace slider_crank_case

std::vector<Case> slider_crank_cases() {
  using namespace slider_crank_case;
  return {{"slider-crank", "slider-crank: motion, torque and reactions against closed formulas",
           run_case}};
}

}  // namespace outrigger::validation
