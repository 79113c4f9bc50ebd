#include "batch/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/assert.h"
#include "base/error.h"

namespace outrigger::batch {

namespace {

void check(const Batch::Systems& systems, const description::Settings& settings) {
  if (settings.method != description::IntegratorMethod::trapezoidal ||
      settings.projection != description::ProjectionMetric::tangent)
    throw Error("batches step with the trapezoidal rule and projections in the tangent metric");
  OUTRIGGER_ASSERT(std::set(systems.begin(), systems.end()).size() == systems.size(),
                   "every copy needs a system of its own");
  for (const system::System* system : systems)
    for (const auto& term : system->terms())
      if (term->state_size() > 0 && !term->silent_when_apart())
        throw Error("batches take no force terms with memory (brakes, drivelines, contact, tyres)");
  check_same_pattern(std::vector<const system::System*>(systems.begin(), systems.end()));
}

}  // namespace

int widest_lanes() { return __builtin_cpu_supports("avx512f") ? 8 : 4; }

Batch::Batch(const Systems& systems, const description::Settings& settings, int lanes)
    : reports_(systems.size()) {
  if (lanes != 4 && lanes != widest_lanes())
    throw Error(
        fmt::format("batches have 4 lanes, or 8 on processors with AVX-512, not {}", lanes));
  check(systems, settings);
  // What is left for the last group may fit into fewer lanes.
  for (std::size_t first = 0; first < systems.size();) {
    const std::size_t left = systems.size() - first;
    const LaneKernels& kernels = lanes == 8 && left > 4 ? kEightLanes : kFourLanes;
    const std::size_t count = std::min(left, static_cast<std::size_t>(kernels.lanes));
    for (std::size_t i = 0; i < count; ++i)
      places_.push_back({groups_.size(), static_cast<int>(i)});
    groups_.emplace_back(kernels, std::span(systems).subspan(first, count), settings);
    first += count;
  }
}

Batch::Place Batch::place(int copy) const {
  OUTRIGGER_ASSERT(copy >= 0 && copy < copy_count(), "a copy that the batch does not have");
  return places_[static_cast<std::size_t>(copy)];
}

void Batch::set_state(int copy, const system::State& state) {
  const Place p = place(copy);
  groups_[p.group].set_state(p.copy, state);
}

const system::State& Batch::state(int copy) const {
  const Place p = place(copy);
  return groups_[p.group].state(p.copy);
}

void Batch::initialise(int copy) {
  const Place p = place(copy);
  groups_[p.group].initialise(p.copy);
}

std::span<const stepper::StepReport> Batch::step(const Drives& drives) {
  OUTRIGGER_ASSERT(drives.size() == reports_.size(), "references for every copy");
  return step_groups(&drives);
}

std::span<const stepper::StepReport> Batch::step() { return step_groups(nullptr); }

std::span<const stepper::StepReport> Batch::step_groups(const Drives* drives) {
  std::size_t first = 0;
  for (LaneStepper& group : groups_) {
    const auto count = static_cast<std::size_t>(group.copy_count());
    std::span<const LaneStepper::DriveReferences> references;
    if (drives != nullptr) references = std::span(*drives).subspan(first, count);
    group.step(references, std::span(reports_).subspan(first, count));
    first += count;
  }
  return reports_;
}

stepper::StepCounters Batch::counters() const {
  stepper::StepCounters sum;
  for (const LaneStepper& group : groups_) sum += group.counters();
  return sum;
}

}  // namespace outrigger::batch
