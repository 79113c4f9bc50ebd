/// Runs a world for a validation case and collects what every case reports: constraint residuals,
/// energy error, iterations, and rows for a plot.
#pragma once

#include <functional>

#include "sim/world.h"
#include "validation/case.h"

namespace outrigger::validation {

/// Sizes that residuals are compared with, largest over bodies and time: lengths of the model;
/// speeds and accelerations of frame origins and centres, and of points at the radius of gyration.
struct Scales {
  double length = 0.0, speed = 0.0, acceleration = 0.0;
};

/// All functions may be empty.
struct RunPlan {
  double duration = 1.0;
  int samples = 200;                        ///< calls of `sample` after the first, at t = 0
  std::function<void(sim::World&)> sample;  ///< evenly spaced in steps
  std::function<void(sim::World&)> each_step;
  std::function<bool(sim::World&)> singular;      ///< true: residuals of this step count apart
  std::function<double(const sim::World&)> work;  ///< of applied forces since the start [J]
};

struct RunRecord {
  Scales scales;
  stepper::Residuals residuals, singular_residuals;  ///< largest
  std::int64_t steps = 0, singular_steps = 0;
  double energy_error = 0.0;    ///< largest |E - E₀ - work| [J]
  double kinetic_energy = 0.0;  ///< largest [J]
  double mean_iterations = 0.0;
  stepper::StepCounters counters;
};

RunRecord run(sim::World& world, const RunPlan& plan);

/// Adds the three residuals, relative to the scales, with the limits of the project; those of
/// singular steps with limits of their own.
void add_residual_rows(Result& result, const RunRecord& record, const std::string& of = "");
void add_singular_rows(Result& result, const RunRecord& record, const stepper::Residuals& limits);

description::Machine with_step(description::Machine machine, double step);

/// p from errors ~ h^p at two steps h and h / ratio.
double observed_order(double coarse, double fine, double ratio = 2.0);
/// Adds the observed order, to be 2 within the limit.
void add_order_row(Result& result, const std::string& of, double coarse, double fine,
                   double limit = 0.15);

/// Force and torque of a joint on its body b at the joint, world axes.
system::JointReaction world_reaction(sim::World& world, const std::string& joint);

/// Present point of a body, world [m].
Vec3 body_point(const sim::World& world, sim::BodyHandle body, const Vec3& local);

}  // namespace outrigger::validation
