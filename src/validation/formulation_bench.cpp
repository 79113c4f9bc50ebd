#include "validation/formulation_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "base/thread_seconds.h"
#include "forces/forces.h"
#include "formulation/make.h"
#include "model/assemble.h"
#include "stepper/stepper.h"
#include "validation/mechanisms.h"

namespace outrigger::validation {

namespace {

using description::Formulation;

double seconds_of_evaluation(const description::Machine& machine, int repetitions) {
  model::PartId id = 1;
  model::Mechanism mechanism = model::resolve(machine, id);
  model::AssemblyReport report = model::assemble_positions(mechanism);
  model::assemble_velocities(mechanism, report);
  model::Model compiled = model::compile(mechanism);
  auto terms = forces::make_force_terms(mechanism, compiled);
  system::System system(mechanism, std::move(compiled), std::move(terms));
  stepper::Stepper stepper(system, machine.settings);
  system::State state;
  stepper.initialise(state);
  const auto accelerations = formulation::make_accelerations(system, machine.settings);
  const std::vector<system::DriveReference> drives;
  constexpr int kInner = 50;
  double best = std::numeric_limits<double>::infinity();
  for (int r = 0; r < 1 + repetitions; ++r) {
    const double begin = thread_seconds();
    for (int i = 0; i < kInner; ++i) {
      accelerations->solve(state, drives, nullptr);
      accelerations->restore(state, drives);
    }
    if (r > 0) best = std::min(best, (thread_seconds() - begin) / kInner);
  }
  return best;
}

}  // namespace

std::vector<Benchmark> formulation_benchmarks() {
  const std::pair<const char*, std::function<description::Machine()>> models[] = {
      {"chain-10", [] { return make_chain(10); }},
      {"chain-40", [] { return make_chain(40); }},
      {"bricard", [] { return make_bricard(); }},
      {"fourbar-10", [] { return make_fourbar(10); }}};
  const std::pair<const char*, Formulation> formulations[] = {
      {"augmented", Formulation::augmented},
      {"penalty", Formulation::penalty},
      {"multipliers", Formulation::multipliers},
      {"matrix-r", Formulation::matrix_r}};
  std::vector<Benchmark> list;
  for (const auto& [model, make] : models)
    for (const auto& [formulation, kind] : formulations) {
      const std::string name = fmt::format("formulation-{}-{}", model, formulation);
      list.push_back({name,
                      fmt::format("{}: accelerations and restoring by {}", model, formulation),
                      [name, make, kind](int repetitions) {
                        description::Machine machine = make();
                        machine.settings.method = description::IntegratorMethod::explicit_pair;
                        machine.settings.formulation = kind;
                        return Measurement{name, 1e6 * seconds_of_evaluation(machine, repetitions),
                                           "us", "", 0.0};
                      }});
    }
  return list;
}

}  // namespace outrigger::validation
