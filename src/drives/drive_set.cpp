#include "drives/drive_set.h"

#include <algorithm>
#include <limits>

namespace outrigger::drives {

using system::CoordinateKernel;
using system::State;
using system::System;

std::vector<std::pair<double, double>> force_limits(const model::Mechanism& mechanism) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  std::vector<std::pair<double, double>> limits;
  for (const auto& d : mechanism.drives)
    limits.emplace_back(d.spec.force_min < 0.0 ? d.spec.force_min : -unlimited,
                        d.spec.force_max > 0.0 ? d.spec.force_max : unlimited);
  return limits;
}

std::vector<std::string> input_names(const model::Mechanism& mechanism) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  };
  for (const auto& d : mechanism.drives)
    if (d.spec.function.kind == description::Function::Kind::input) add(d.spec.function.input);
  for (const auto& b : mechanism.brakes) add(b.spec.input);
  for (const auto& d : mechanism.drivelines) {
    add(d.spec.input);
    add(d.spec.range_input);
    add(d.spec.interlock_input);
  }
  if (mechanism.engine.inertia > 0.0) {
    add(mechanism.engine.input);
    add(mechanism.engine.stop_input);
  }
  const auto add_function = [&](const description::Function& f) {
    if (f.kind == description::Function::Kind::input) add(f.input);
  };
  for (const auto& s : mechanism.springs) {
    add_function(s.spec.force);
    if (s.spec.factor) add_function(*s.spec.factor);
  }
  for (const auto& l : mechanism.loads)
    for (const auto* f : {&l.spec.x, &l.spec.y, &l.spec.z}) add_function(*f);
  for (const auto& r : mechanism.ropes) add_function(r.spec.winding);
  if (mechanism.settings.gravity_function)
    for (const auto& f : *mechanism.settings.gravity_function) add_function(f);
  return names;
}

Motion coordinate_motion(const System& system, const State& state, int coordinate) {
  const CoordinateKernel& kernel = system.coordinates()[coordinate];
  alignas(32) double g[4 * CoordinateKernel::kMaxSlots];
  Motion m;
  m.value = kernel.gradient(state.x.data(), state.coordinate[coordinate], g);
  Lane4 rate = zero4(), acceleration = zero4();
  for (int s = 0; s < kernel.slot_count(); ++s) {
    const int block = 4 * kernel.blocks()[s];
    rate = fma4(load4(g + 4 * s), load4(state.v.data() + block), rate);
    acceleration = fma4(load4(g + 4 * s), load4(state.acceleration.data() + block), acceleration);
  }
  m.rate = sum4(rate);
  m.acceleration = sum4(acceleration) + kernel.bias(state.x.data(), state.v.data());
  return m;
}

DriveSet::DriveSet(const model::Mechanism& mechanism, const std::vector<std::string>& names) {
  for (const auto& d : mechanism.drives) {
    references_.emplace_back(d.spec, names);
    coordinates_.push_back(d.coordinate);
  }
}

void DriveSet::initialise(const System& system, State& state, double* numbers) const {
  state.drive.resize(references_.size());
  for (int i = 0; i < count(); ++i)
    state.drive[i] =
        references_[i].initialise(state.time, coordinate_motion(system, state, coordinates_[i]),
                                  numbers + Reference::state_size() * i);
}

void DriveSet::read_motions(const System& system, const State& state,
                            std::vector<Motion>& out) const {
  for (int i = 0; i < count(); ++i) out[i] = coordinate_motion(system, state, coordinates_[i]);
}

Motion DriveSet::motion(const Moment& moment, const System& system, const State& state,
                        int drive) const {
  return moment.motions != nullptr ? moment.motions[drive]
                                   : coordinate_motion(system, state, coordinates_[drive]);
}

void DriveSet::advance(const Moment& moment, const System& system, const State& state,
                       double* numbers, std::vector<system::DriveReference>& out) const {
  out.resize(references_.size());
  for (int i = 0; i < count(); ++i) {
    out[i] = state.drive[i];
    references_[i].advance(moment.time, moment.step, moment.inputs,
                           motion(moment, system, state, i), numbers + Reference::state_size() * i,
                           out[i], moment.shares != nullptr ? moment.shares[i] : 1.0);
  }
}

void DriveSet::read_loads(const Moment& moment, const System& system, const State& state,
                          std::vector<DriveLoad>& out) const {
  for (int i = 0; i < count(); ++i) {
    const Motion m = motion(moment, system, state, i);
    const system::DriveReference& d = state.drive[i];
    const double force = d.engaged ? -state.lambda[system.drive_row(i)] : d.force;
    out[i] = {
        references_[i].commanded_rate(moment.time - moment.step, moment.step, moment.inputs, m),
        m.rate, force, d.engaged};
  }
}

}  // namespace outrigger::drives
