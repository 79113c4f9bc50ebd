#include "sim/island.h"

#include <algorithm>
#include <cmath>

#include "forces/forces.h"
#include "model/model.h"

namespace outrigger::sim {

using description::Function;

namespace {

bool varies(const Function& f) {
  return f.kind != Function::Kind::constant && f.kind != Function::Kind::input;
}

/// True when something in the mechanism changes with time by itself: it never sleeps.
bool has_clockwork(const model::Mechanism& m) {
  return std::any_of(m.drives.begin(), m.drives.end(),
                     [](const auto& d) { return varies(d.spec.function); }) ||
         std::any_of(m.springs.begin(), m.springs.end(),
                     [](const auto& s) { return varies(s.spec.force); }) ||
         std::any_of(m.loads.begin(), m.loads.end(), [](const auto& l) {
           return varies(l.spec.x) || varies(l.spec.y) || varies(l.spec.z);
         });
}

}  // namespace

Island::Island(std::shared_ptr<const model::Mechanism> mechanism, const IslandOptions& options,
               const Inputs& inputs, std::shared_ptr<const contact::Surroundings> surroundings,
               std::int64_t step, double time)
    : mechanism_(std::move(mechanism)),
      surroundings_(std::move(surroundings)),
      drives_(*mechanism_, inputs.names),
      options_(options) {
  const model::Mechanism& m = *mechanism_;
  model::Model compiled = model::compile(m);
  auto terms = forces::make_force_terms(m, compiled, inputs.names);
  const int first_contact = static_cast<int>(terms.size());
  if (!m.spheres.empty()) {
    auto term = std::make_unique<contact::GroundSpheres>(m, compiled, *surroundings_);
    spheres_ = term.get();
    terms.push_back(std::move(term));
  }
  if (!m.tyres.empty()) {
    auto term = std::make_unique<tyres::Tyres>(m, compiled, surroundings_->ground());
    tyres_ = term.get();
    terms.push_back(std::move(term));
  }
  system_ = std::make_unique<system::System>(m, std::move(compiled), std::move(terms));
  int next = first_contact;
  if (spheres_ != nullptr) spheres_offset_ = system_->term_state_offset(next++);
  if (tyres_ != nullptr) tyres_offset_ = system_->term_state_offset(next++);
  stepper_ = std::make_unique<stepper::Stepper>(*system_, m.settings);
  stepper_->set_drive_limits(drives::force_limits(m));
  stepper_->set_keep_ledger(options.keep_ledger);

  state_.step = step;
  state_.time = time;
  state_.drive.resize(m.drives.size());
  // The turns counted so far tell which branch an angle is on.
  for (const auto& c : m.coordinates) {
    const double principal =
        model::coordinate_value(c.frame, m.pose_of(c.frame.body_a), m.pose_of(c.frame.body_b));
    state_.coordinate.push_back(principal + 2.0 * 3.14159265358979323846 * c.turns);
  }
  stepper_->initialise(state_);
  state_.drive_memory.assign(drives_.state_size(), 0.0);
  drives_.initialise(*system_, state_, state_.drive_memory.data());
  // Speeds from edits may contradict new joints; drives prescribe theirs.
  stepper_->project_velocities(state_);
  stepper_->solve_accelerations(state_);
  stepper_->start_ledger(state_);
  next_references_ = state_.drive;

  has_allowable_loads_ = std::any_of(m.joints.begin(), m.joints.end(), [](const auto& j) {
    return j.spec.allowable.force > 0.0 || j.spec.allowable.torque > 0.0;
  });
  depends_on_time_ = has_clockwork(m);
}

stepper::StepReport Island::step(const Inputs& inputs) {
  reactions_valid_ = false;
  if (state_.asleep) {
    if (!disturbed(inputs)) {
      ++state_.step;
      state_.time = static_cast<double>(state_.step) * stepper_->step_size();
      return {};
    }
    wake();
  }
  const double h = stepper_->step_size();
  // Time is the step count times h: no rounding accumulates over hours.
  const double next_time = static_cast<double>(state_.step + 1) * h;
  drives_.advance({next_time, h, inputs.values.data()}, *system_, state_,
                  state_.drive_memory.data(), next_references_);
  signals_ = inputs.values;
  const stepper::StepReport report = stepper_->step(state_, next_references_, signals_.data());
  state_.time = next_time;
  if (options_.sleep.enabled) update_sleep();
  return report;
}

/// A lever off its rest wakes the island.
bool Island::disturbed(const Inputs& inputs) const {
  if (depends_on_time_) return true;
  for (const auto& d : mechanism_->drives) {
    if (d.spec.function.kind != Function::Kind::input) continue;
    const auto found = std::find(inputs.names.begin(), inputs.names.end(), d.spec.function.input);
    if (found == inputs.names.end()) continue;
    const double value = inputs.values[found - inputs.names.begin()];
    const bool speed = d.spec.quantity == description::Drive::Quantity::speed;
    const double rest = speed ? 0.0 : state_.drive[&d - mechanism_->drives.data()].value;
    if (std::abs(value - rest) > 1e-9) return true;
  }
  return false;
}

void Island::update_sleep() {
  double fastest = 0.0;
  for (double v : state_.v) fastest = std::max(fastest, std::abs(v));
  state_.quiet_steps = fastest < options_.sleep.speed ? state_.quiet_steps + 1 : 0;
  const double quiet_time = static_cast<double>(state_.quiet_steps) * stepper_->step_size();
  if (depends_on_time_ || quiet_time < options_.sleep.time) return;
  state_.asleep = true;
  for (auto* array : {&state_.v, &state_.acceleration, &state_.algorithmic})
    std::fill(array->begin(), array->end(), 0.0);
}

model::Mechanism Island::current_mechanism() const {
  model::Mechanism m = *mechanism_;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    Pose pose = body_pose(static_cast<int>(b));
    pose.rotation = Eigen::Quaterniond(pose.rotation).normalized().toRotationMatrix();
    m.bodies[b].pose = pose;
    m.bodies[b].twist = body_twist(static_cast<int>(b));
    m.bodies[b].spec.pose_given = true;
  }
  for (std::size_t c = 0; c < m.coordinates.size(); ++c) {
    auto& part = m.coordinates[c];
    const double principal = model::coordinate_value(part.frame, m.pose_of(part.frame.body_a),
                                                     m.pose_of(part.frame.body_b));
    if (part.spec.kind == description::Coordinate::Kind::angle ||
        part.spec.kind == description::Coordinate::Kind::twist)
      part.turns = std::round((state_.coordinate[c] - principal) / 6.28318530717958647692);
  }
  return m;
}

void Island::carry_drives(DriveCarry& carry) const {
  constexpr int size = drives::Reference::state_size();
  for (std::size_t i = 0; i < mechanism_->drives.size(); ++i) {
    DriveCarry::Entry entry;
    entry.reference = state_.drive[i];
    for (int k = 0; k < size; ++k) entry.memory[k] = state_.drive_memory[size * i + k];
    carry.entries[mechanism_->drives[i].id] = entry;
  }
}

void Island::restore_drives(const DriveCarry& carry) {
  constexpr int size = drives::Reference::state_size();
  for (std::size_t i = 0; i < mechanism_->drives.size(); ++i) {
    const auto found = carry.entries.find(mechanism_->drives[i].id);
    if (found == carry.entries.end()) continue;
    state_.drive[i] = found->second.reference;
    for (int k = 0; k < size; ++k) state_.drive_memory[size * i + k] = found->second.memory[k];
  }
  stepper_->project_velocities(state_);
  stepper_->solve_accelerations(state_);
  stepper_->start_ledger(state_);
  next_references_ = state_.drive;
}

Pose Island::body_pose(int body) const { return system_->body_pose(body, state_.x.data()); }

model::Twist Island::body_twist(int body) const {
  return system_->body_twist(body, state_.x.data(), state_.v.data());
}

model::Twist Island::body_acceleration(int body) const {
  return system::body_acceleration(*system_, body, state_.x.data(), state_.acceleration.data());
}

contact::SphereReading Island::sphere(int index) const {
  return spheres_->reading(index, state_.term.data() + spheres_offset_);
}

tyres::TyreReading Island::tyre(int index) const {
  return tyres_->reading(index, state_.term.data() + tyres_offset_);
}

double Island::coordinate_speed(int coordinate) const {
  return drives::coordinate_motion(*system_, state_, coordinate).rate;
}

const system::Reactions& Island::reactions() {
  if (!reactions_valid_) {
    reactions_ = system::solve_reactions(*system_, *mechanism_, state_);
    reactions_valid_ = true;
  }
  return reactions_;
}

}  // namespace outrigger::sim
