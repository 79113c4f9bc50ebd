#include "validation/run.h"

#include <algorithm>
#include <cmath>

#include "articulation/articulation.h"
#include "base/assert.h"
#include "math/elementary.h"

namespace outrigger::validation {
namespace {

constexpr double kPositionLimit = 1e-10, kVelocityLimit = 1e-8, kAccelerationLimit = 1e-6;

void grow(double& largest, double value) { largest = std::max(largest, value); }

void grow(stepper::Residuals& largest, const stepper::Residuals& r) {
  grow(largest.position, r.position);
  grow(largest.velocity, r.velocity);
  grow(largest.acceleration, r.acceleration);
}

void measure_scales(const sim::World& world, Scales& scales) {
  for (const auto& articulation : world.articulations()) {
    grow(scales.length, articulation->system().length());
    const auto& bodies = articulation->mechanism().bodies;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const description::Body& spec = bodies[b].spec;
      const double gyration =
          spec.mass > 0.0 ? std::sqrt(0.5 * spec.inertia.trace() / spec.mass) : 0.0;
      const Vec3 arm = articulation->body_pose(static_cast<int>(b)).direction(spec.centre);
      const model::Twist v = articulation->body_twist(static_cast<int>(b));
      const model::Twist a = articulation->body_acceleration(static_cast<int>(b));
      grow(scales.speed, v.linear.norm());
      grow(scales.speed, (v.linear + v.angular.cross(arm)).norm());
      grow(scales.speed, gyration * v.angular.norm());
      grow(scales.acceleration, a.linear.norm());
      grow(scales.acceleration,
           (a.linear + a.angular.cross(arm) + v.angular.cross(v.angular.cross(arm))).norm());
      grow(scales.acceleration, gyration * (a.angular.norm() + v.angular.squaredNorm()));
    }
  }
}

void add_rows(Result& result, const stepper::Residuals& r, const Scales& scales,
              const stepper::Residuals& limits, const std::string& where) {
  result.bound("position residual / length" + where, r.position / scales.length, limits.position);
  result.bound("velocity residual / speed" + where, r.velocity / scales.speed, limits.velocity);
  result.bound("acceleration residual / acceleration" + where, r.acceleration / scales.acceleration,
               limits.acceleration);
}

}  // namespace

RunRecord run(sim::World& world, const RunPlan& plan) {
  RunRecord record;
  const auto steps = static_cast<std::int64_t>(std::llround(plan.duration / world.step_size()));
  const std::int64_t stride = std::max<std::int64_t>(1, steps / std::max(1, plan.samples));
  const stepper::StepCounters before = world.counters();
  const double start = world.energies().total();
  measure_scales(world, record.scales);
  if (plan.sample) plan.sample(world);
  for (std::int64_t i = 1; i <= steps; ++i) {
    world.step();
    const bool apart = plan.singular && plan.singular(world);
    grow(apart ? record.singular_residuals : record.residuals, world.residuals());
    record.singular_steps += apart ? 1 : 0;
    const sim::Energies energies = world.energies();
    const double work = plan.work ? plan.work(world) : 0.0;
    grow(record.energy_error, std::abs(energies.total() - start - work));
    grow(record.kinetic_energy, energies.kinetic);
    if (plan.each_step) plan.each_step(world);
    if (i % stride == 0 || i == steps) {
      measure_scales(world, record.scales);
      if (plan.sample) plan.sample(world);
    }
  }
  record.steps = steps;
  record.counters = world.counters();
  record.mean_iterations = static_cast<double>(record.counters.iterations - before.iterations) /
                           static_cast<double>(steps);
  return record;
}

void add_residual_rows(Result& result, const RunRecord& record, const std::string& of) {
  add_rows(result, record.residuals, record.scales,
           {kPositionLimit, kVelocityLimit, kAccelerationLimit}, of.empty() ? of : ", " + of);
}

void add_singular_rows(Result& result, const RunRecord& record, const stepper::Residuals& limits) {
  add_rows(result, record.singular_residuals, record.scales, limits, ", singular steps");
}

description::Machine with_step(description::Machine machine, double step) {
  machine.settings.step = step;
  return machine;
}

double observed_order(double coarse, double fine, double ratio) {
  return elementary::log(coarse / fine) / elementary::log(ratio);
}

void add_order_row(Result& result, const std::string& of, double coarse, double fine,
                   double limit) {
  result.compare("order of convergence, " + of, observed_order(coarse, fine), 2.0, limit);
}

system::JointReaction world_reaction(sim::World& world, const std::string& joint) {
  const sim::JointHandle handle = world.joint(joint);
  const system::JointReaction r = world.reaction(handle);
  for (const auto& articulation : world.articulations())
    for (const auto& j : articulation->mechanism().joints) {
      if (j.spec.name != joint) continue;
      const int a = j.frame.body_a;
      const Mat3 body =
          a == model::kGroundIndex ? Mat3::Identity() : articulation->body_pose(a).rotation;
      const Mat3 axes = body * j.frame.frame_a;
      return {axes * r.force, axes * r.torque};
    }
  OUTRIGGER_ASSERT(false);
  return r;
}

Vec3 body_point(const sim::World& world, sim::BodyHandle body, const Vec3& local) {
  return world.pose(body).point(local);
}

}  // namespace outrigger::validation
