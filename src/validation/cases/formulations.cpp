/// Every formulation of the equations of motion on the same machines with the same integrator: same
/// motion, each with the drift that its equations promise (docs/formulations.md).
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "forces/forces.h"
#include "formulation/make.h"
#include "math/elementary.h"
#include "model/assemble.h"
#include "stepper/explicit_pair.h"
#include "validation/cases/cases.h"
#include "validation/exact/fourbar_angle.h"
#include "validation/mechanisms.h"

namespace outrigger::validation {
namespace formulations_case {

using description::Formulation;

constexpr Formulation kAll[] = {Formulation::augmented, Formulation::multipliers,
                                Formulation::matrix_r, Formulation::penalty};

/// Motion of all body origins, sampled every step of 10 ms.
struct Motion {
  std::string name;
  std::vector<std::vector<Vec3>> positions;
  std::vector<double> violation;  ///< largest |Φ| as a length [m]
  double largest_violation = 0.0;
  std::size_t coupler = 0;  ///< body of that name, where there is one
};

Motion simulate(description::Machine machine, Formulation formulation, double duration) {
  machine.settings.method = description::IntegratorMethod::explicit_pair;
  machine.settings.formulation = formulation;
  machine.settings.step = 1e-2;
  machine.settings.accuracy = 1e-10;
  model::PartId id = 1;
  model::Mechanism mechanism = model::resolve(machine, id);
  model::AssemblyReport report = model::assemble_positions(mechanism);
  model::assemble_velocities(mechanism, report);
  model::Model compiled = model::compile(mechanism);
  auto terms = forces::make_force_terms(mechanism, compiled);
  system::System system(mechanism, std::move(compiled), std::move(terms));
  stepper::Stepper start(system, machine.settings);
  system::State state;
  start.initialise(state);
  const auto accelerations = formulation::make_accelerations(system, machine.settings);
  stepper::ExplicitPair pair(system, *accelerations, machine.settings);
  pair.set_mechanism(mechanism);

  Motion motion;
  motion.name = accelerations->name();
  for (std::size_t b = 0; b < mechanism.bodies.size(); ++b)
    if (mechanism.bodies[b].spec.name.starts_with("coupler")) motion.coupler = b;
  const auto sample = [&] {
    motion.positions.emplace_back();
    for (std::size_t b = 0; b < mechanism.bodies.size(); ++b)
      motion.positions.back().push_back(
          system.body_pose(static_cast<int>(b), state.x.data()).position);
    motion.violation.push_back(start.residuals(state).position);
    motion.largest_violation = std::max(motion.largest_violation, motion.violation.back());
  };
  sample();
  const int steps = static_cast<int>(std::lround(duration / machine.settings.step));
  for (int i = 0; i < steps; ++i) {
    pair.step(state, {}, nullptr);
    sample();
  }
  return motion;
}

double largest_distance(const Motion& a, const Motion& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.positions.size(); ++i)
    for (std::size_t k = 0; k < a.positions[i].size(); ++k)
      largest = std::max(largest, (a.positions[i][k] - b.positions[i][k]).norm());
  return largest;
}

struct Model {
  const char* name;
  description::Machine machine;
  double duration;
  double agreement;          ///< limit of the difference to augmented, multipliers and matrix R [m]
  double penalty_agreement;  ///< the same for the penalty, which lets 1/κ through [m]
};

SliderCrank crank() {
  SliderCrank d;
  d.offset = 0.02;
  d.start_angle = 0.3;
  return d;
}

/// Largest distance of the coupler's origin B_0 from its exact place.
double fourbar_error(const Motion& m) {
  double error = 0.0;
  for (std::size_t i = 0; i < m.positions.size(); ++i) {
    const auto [s, c] = elementary::sincos(fourbar_angle(1, 1e-2 * static_cast<double>(i)));
    error = std::max(error, (m.positions[i][m.coupler] - Vec3(s, c, 0)).norm());
  }
  return error;
}

void add_violation_series(Result& result, const std::vector<Motion>& motions) {
  result.series.columns = {"t [s]"};
  for (const Motion& m : motions)
    result.series.columns.push_back("log10 |constraint| [m]: " + m.name);
  for (std::size_t i = 0; i < motions[0].violation.size(); ++i) {
    result.series.rows.push_back({1e-2 * static_cast<double>(i)});
    for (const Motion& m : motions)
      result.series.rows.back().push_back(elementary::log(std::max(1e-17, m.violation[i])) /
                                          elementary::log(10.0));
  }
}

Result run_case() {
  Result result;
  const Model models[] = {
      {"chain-10", make_chain(10), 1.0, 1e-9, 1e-4},
      {"slider-crank", make_slider_crank(crank(), CrankMotion::free), 1.0, 1e-8, 1e-4},
      {"bricard", make_bricard(), 1.0, 1e-9, 1e-4},
      {"fourbar", make_fourbar(1), 2.0, 1e-7, 1e-4},
  };
  for (const Model& model : models) {
    std::vector<Motion> motions;
    for (Formulation f : kAll) motions.push_back(simulate(model.machine, f, model.duration));
    for (std::size_t i = 1; i < motions.size(); ++i)
      result.bound(fmt::format("{}: {} against augmented [m]", model.name, motions[i].name),
                   largest_distance(motions[0], motions[i]),
                   motions[i].name == "penalty" ? model.penalty_agreement : model.agreement);
    for (const Motion& m : motions)
      result.bound(fmt::format("{}: {} open by [m]", model.name, m.name), m.largest_violation,
                   m.name == "penalty" ? 1e-5 : (m.name == "multipliers" ? 1e-9 : 1e-12));
    if (std::string_view(model.name) != "fourbar") continue;
    // Through two singular positions; beside them R magnifies the errors of a step.
    for (const Motion& m : motions)
      result.bound(fmt::format("fourbar: {} against the exact motion [m]", m.name),
                   fourbar_error(m), m.name == "penalty" ? 1e-4 : 1e-7);
    add_violation_series(result, motions);
  }
  return result;
}

}  // namespace formulations_case

std::vector<Case> formulation_cases() {
  using namespace formulations_case;
  return {{"formulations",
           "augmented Lagrangian, multipliers, matrix R and penalty move four machines alike",
           run_case}};
}

}  // namespace outrigger::validation
