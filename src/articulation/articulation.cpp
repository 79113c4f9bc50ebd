#include "articulation/articulation.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "digging/soil_tools.h"
#include "forces/forces.h"
#include "formulation/make.h"
#include "math/elementary.h"
#include "model/model.h"
#include "stepper/explicit_pair.h"
#include "stepper/fourth_order.h"
#include "stepper/method_choice.h"

namespace outrigger::articulation {

using description::Function;
using description::IntegratorMethod;

namespace {

bool varies(const Function& f) {
  return f.kind != Function::Kind::constant && f.kind != Function::Kind::input;
}

double shaped(const Inputs& inputs, std::size_t i) {
  return inputs.shapes.empty() ? inputs.values[i]
                               : drives::shape(inputs.shapes[i], inputs.values[i]);
}

/// True when something in the mechanism changes with time by itself: it never sleeps.
bool has_clockwork(const model::Mechanism& m) {
  const auto& gravity = m.settings.gravity_function;
  return !m.user_body_forces.empty() || !m.user_coordinate_forces.empty() ||
         (gravity && std::any_of(gravity->begin(), gravity->end(), varies)) ||
         std::any_of(m.drives.begin(), m.drives.end(),
                     [](const auto& d) { return varies(d.spec.function); }) ||
         std::any_of(m.springs.begin(), m.springs.end(),
                     [](const auto& s) {
                       return varies(s.spec.force) || (s.spec.factor && varies(*s.spec.factor));
                     }) ||
         std::any_of(
             m.ropes.begin(), m.ropes.end(),
             [](const auto& r) { return varies(r.spec.winding) || r.spec.winding.value != 0.0; }) ||
         std::any_of(m.loads.begin(), m.loads.end(), [](const auto& l) {
           return varies(l.spec.x) || varies(l.spec.y) || varies(l.spec.z);
         });
}

/// True when springs, loads or gravity follow an operator input.
bool forces_read_inputs(const model::Mechanism& m) {
  const auto is_input = [](const Function& f) { return f.kind == Function::Kind::input; };
  const auto& gravity = m.settings.gravity_function;
  return (gravity && std::any_of(gravity->begin(), gravity->end(), is_input)) ||
         std::any_of(m.springs.begin(), m.springs.end(),
                     [&](const auto& s) {
                       return is_input(s.spec.force) || (s.spec.factor && is_input(*s.spec.factor));
                     }) ||
         std::any_of(m.ropes.begin(), m.ropes.end(),
                     [&](const auto& r) { return is_input(r.spec.winding); }) ||
         std::any_of(m.loads.begin(), m.loads.end(), [&](const auto& l) {
           return is_input(l.spec.x) || is_input(l.spec.y) || is_input(l.spec.z);
         });
}

/// Forces with a memory of their own are made for the index-3 step alone.
void refuse_memory(const model::Mechanism& m, const char* method) {
  const auto refuse = [&](const char* kind, const auto& parts) {
    if (parts.empty()) return;
    throw Error(fmt::format(
        "settings.method: {} is for forces that depend on positions, speeds and time alone, but {} "
        "'{}' has a memory: use settings.method: trapezoidal or generalized_alpha",
        method, kind, parts.front().spec.name));
  };
  refuse("contact sphere", m.spheres);
  refuse("tyre", m.tyres);
  refuse("rope", m.ropes);
  refuse("tool", m.tools);
  refuse("bed", m.beds);
  refuse("brake", m.brakes);
  refuse("driveline", m.drivelines);
}

}  // namespace

ArticulationTerms make_terms(const model::Mechanism& m, const model::Model& compiled,
                             const std::vector<std::string>& inputs,
                             const contact::Surroundings& surroundings) {
  ArticulationTerms terms;
  terms.all = forces::make_force_terms(m, compiled, inputs);
  if (!m.spheres.empty()) {
    terms.spheres = static_cast<int>(terms.all.size());
    terms.all.push_back(std::make_unique<contact::GroundSpheres>(m, compiled, surroundings));
  }
  if (!m.tools.empty()) {
    terms.tools = static_cast<int>(terms.all.size());
    terms.all.push_back(std::make_unique<digging::SoilTools>(m, compiled, surroundings));
  }
  if (!m.tyres.empty()) {
    terms.tyres = static_cast<int>(terms.all.size());
    terms.all.push_back(std::make_unique<tyres::Tyres>(m, compiled, surroundings.ground()));
  }
  return terms;
}

Articulation::Articulation(std::shared_ptr<const model::Mechanism> mechanism,
                           const ArticulationOptions& options, const Inputs& inputs,
                           std::shared_ptr<const contact::Surroundings> surroundings,
                           std::int64_t step, double time)
    : mechanism_(std::move(mechanism)),
      surroundings_(std::move(surroundings)),
      drives_(*mechanism_, inputs.names),
      supply_(*mechanism_, inputs.names),
      lever_count_(inputs.names.size()),
      options_(options) {
  const model::Mechanism& m = *mechanism_;
  model::Model compiled = model::compile(m);
  ArticulationTerms terms = make_terms(m, compiled, inputs.names, *surroundings_);
  system_ = std::make_unique<system::System>(m, std::move(compiled), std::move(terms.all));
  if (terms.spheres >= 0) {
    spheres_ = static_cast<const contact::GroundSpheres*>(system_->terms()[terms.spheres].get());
    spheres_offset_ = system_->term_state_offset(terms.spheres);
  }
  if (terms.tools >= 0) {
    tools_ = static_cast<const digging::SoilTools*>(system_->terms()[terms.tools].get());
    tools_offset_ = system_->term_state_offset(terms.tools);
  }
  if (terms.tyres >= 0) {
    tyres_ = static_cast<const tyres::Tyres*>(system_->terms()[terms.tyres].get());
    tyres_offset_ = system_->term_state_offset(terms.tyres);
  }
  stepper_ = std::make_unique<stepper::Stepper>(*system_, m.settings);
  stepper_->set_carries_contact(!m.joints.empty());
  stepper_->set_drive_limits(drives::force_limits(m));
  stepper_->set_keep_ledger(options.keep_ledger);
  stepper_->set_stage_times(options.stage_times);
  choose_method();

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
  if (method_ != nullptr) state_.ahead.assign(method_->ahead_size(), 0.0);
  find_terms();
  start_memory(inputs);
  reads_inputs_ = forces_read_inputs(m);
  if (reads_inputs_) stepper_->set_signals(signals_.data());
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

/// The methods of high order are for smooth machines. The stepper stays for start, equilibrium and
/// readings, and steps articulations whose shapes touch others.
void Articulation::choose_method() {
  const description::Settings& settings = mechanism_->settings;
  const bool fits = settings.method == IntegratorMethod::automatic &&
                    stepper::fitting_method(*mechanism_).method == IntegratorMethod::explicit_pair;
  const bool pair = fits || settings.method == IntegratorMethod::explicit_pair;
  if (!pair && settings.formulation != description::Formulation::augmented)
    throw Error(
        "settings.formulation: penalty, multipliers and matrix_r need settings.method: explicit");
  if (!pair && settings.method != IntegratorMethod::fourth_order) return;
  refuse_memory(*mechanism_, pair ? "explicit" : "fourth_order");
  accelerations_ = formulation::make_accelerations(*system_, settings);
  if (pair) {
    auto made = std::make_unique<stepper::ExplicitPair>(*system_, *accelerations_, settings);
    made->set_mechanism(*mechanism_);
    made->set_signal_count(lever_count_ + 2);
    method_ = std::move(made);
  } else {
    method_ = std::make_unique<stepper::FourthOrder>(*system_, *accelerations_, settings);
  }
  method_->set_drive_limits(drives::force_limits(*mechanism_));
  method_->set_keep_ledger(options_.keep_ledger);
}

void Articulation::find_terms() {
  const auto& terms = system_->terms();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const int offset = system_->term_state_offset(static_cast<int>(i));
    if (const auto* springs = dynamic_cast<const forces::CoordinateForces*>(terms[i].get()))
      coordinate_forces_ = springs;
    if (const auto* brakes = dynamic_cast<const forces::Brakes*>(terms[i].get())) {
      brakes_ = brakes;
      brakes_offset_ = offset;
    }
    if (const auto* drivelines = dynamic_cast<const forces::Drivelines*>(terms[i].get())) {
      drivelines_ = drivelines;
      drivelines_offset_ = offset;
    }
    if (const auto* ropes = dynamic_cast<const forces::Ropes*>(terms[i].get())) {
      ropes_ = ropes;
      ropes_offset_ = offset;
    }
    if (const auto* forces = dynamic_cast<const forces::UserForces*>(terms[i].get())) {
      user_forces_ = forces;
      user_forces_offset_ = offset;
    }
  }
}

/// Levers stand where they are, the engine idles.
void Articulation::start_memory(const Inputs& inputs) {
  state_.drive_memory.assign(first_supply() + supply_.state_size(), 0.0);
  signals_.assign(lever_count_ + 2, 1.0);
  shares_.assign(mechanism_->drives.size(), 1.0);
  loads_.resize(mechanism_->drives.size());
  motions_.resize(mechanism_->drives.size());
  for (std::size_t i = 0; i < lever_count_; ++i) {
    double& y = state_.drive_memory[first_lever() + i];
    y = shaped(inputs, i);
    if (!std::isfinite(y)) y = 0.0;
    signals_[i] = y;
  }
  supply_.initialise(signals_.data(), state_.drive_memory.data() + first_supply());
}

/// Shaped inputs into the state and the signals.
void Articulation::move_levers(const Inputs& inputs, double h) {
  static constexpr drives::LeverShape kPlain;
  for (std::size_t i = 0; i < lever_count_; ++i)
    signals_[i] = drives::follow(inputs.shapes.empty() ? kPlain : inputs.shapes[i],
                                 inputs.values[i], h, state_.drive_memory[first_lever() + i]);
}

/// Engine and pumps by one step: shares of the drives, and the engine's signals.
void Articulation::move_supply(double next_time, double h) {
  if (!supply_.needs_loads()) return;
  double* numbers = state_.drive_memory.data() + first_supply();
  drives_.read_loads({next_time, h, signals_.data(), nullptr, motions_.data()}, *system_, state_,
                     loads_);
  supply_.advance(h, signals_.data(), loads_, travel_power(), numbers, shares_);
  signals_[lever_count_] = supply_.speed_ratio(numbers);
  signals_[lever_count_ + 1] = supply_.power_share(signals_.data(), numbers);
}

double Articulation::travel_power() const {
  double power = 0.0;
  for (int i = 0; i < static_cast<int>(system_->terms().size()); ++i)
    power += system_->terms()[static_cast<std::size_t>(i)]->engine_power(memory_of_term(i));
  return power;
}

/// A restored state brings its own levers.
void Articulation::refresh_signals() {
  if (!reads_inputs_) return;
  for (std::size_t i = 0; i < lever_count_; ++i)
    signals_[i] = state_.drive_memory[first_lever() + i];
}

double Articulation::spring_force(int spring) {
  refresh_signals();
  const system::Configuration c{state_.time,
                                0.0,
                                state_.x.data(),
                                state_.v.data(),
                                state_.coordinate.data(),
                                state_.drive.data(),
                                state_.x.data(),
                                state_.v.data(),
                                signals_.data(),
                                0};
  return coordinate_forces_->spring_force(spring, c);
}

Vec3 Articulation::tool_force(int tool) const {
  return tools_->force(tool, state_.term.data() + tools_offset_);
}

double Articulation::intake(int tool) const {
  return tools_->intake(tool, state_.term.data() + tools_offset_);
}

double Articulation::fill(int tool) const {
  return tools_->fill(tool, state_.term.data() + tools_offset_);
}

void Articulation::set_fill(int tool, double fill) {
  tools_->set_fill(tool, fill, state_.term.data() + tools_offset_);
}

void Articulation::set_intake(int tool, double rate) {
  tools_->set_intake(tool, rate, state_.term.data() + tools_offset_);
}

void Articulation::carry(int body, const system::BodyLoad& load) {
  const system::BodyLoad before = *system_->load(body);
  if (before == load) return;
  const Pose pose = body_pose(body);
  const model::Twist twist = body_twist(body);
  const Vec3& gravity = mechanism_->settings.gravity;
  set_load(body, load);
  state_.ledger.detection +=
      before.energy(pose, twist, gravity) - load.energy(pose, twist, gravity);
  state_.ledger.measured = false;
  wake();
}

void Articulation::set_load(int body, const system::BodyLoad& load) {
  system_->set_load(body, load);
  reactions_valid_ = false;
}

double Articulation::rope_tension(int rope) const {
  return ropes_->tension(rope, state_.term.data() + ropes_offset_);
}

double Articulation::brake_force(int brake) const {
  return brakes_->force(brake, state_.term.data() + brakes_offset_);
}

double Articulation::tractive_force(int driveline) const {
  return drivelines_->force(driveline, state_.term.data() + drivelines_offset_);
}

// What the ledger measured at the end of the last step stays true: it was done by the old force.
void Articulation::set_force(int index, const model::BodyForce& force) {
  user_forces_->set_body_force(index, force, state_.term.data() + user_forces_offset_);
}

void Articulation::set_force(int index, const model::CoordinateForce& force) {
  user_forces_->set_coordinate_force(index, force, state_.term.data() + user_forces_offset_);
}

model::BodyForce Articulation::user_force(int index) const {
  return user_forces_->body_force(index, state_.term.data() + user_forces_offset_);
}

std::pair<Pose, model::Twist> Articulation::predicted_body(int body, double h) const {
  const model::Twist v = body_twist(body), a = body_acceleration(body);
  Pose pose = body_pose(body);
  pose.position += h * (v.linear + 0.5 * h * a.linear);
  const Vec3 turn = h * (v.angular + 0.5 * h * a.angular);
  const double half = 0.5 * turn.norm();
  if (half > 0.0) {
    const elementary::SineCosine s = elementary::sincos(half);
    const Vec3 vector = (0.5 * s.sine / half) * turn;
    pose.rotation =
        Eigen::Quaterniond(s.cosine, vector.x(), vector.y(), vector.z()) * pose.rotation;
  }
  return {pose, {v.linear + h * a.linear, v.angular + h * a.angular}};
}

drives::Motion Articulation::predicted_coordinate(int coordinate, double h) const {
  drives::Motion m = drives::coordinate_motion(*system_, state_, coordinate);
  m.value += h * (m.rate + 0.5 * h * m.acceleration);
  m.rate += h * m.acceleration;
  return m;
}

stepper::StepReport Articulation::step(const Inputs& inputs) {
  if (!begin_step(inputs)) return {};
  stepper::StepReport report;
  if (method_ != nullptr) {
    report = method_->step(state_, next_references_, signals_.data());
    stepper_->count(report);
  } else {
    report = stepper_->step(state_, next_references_, signals_.data());
  }
  end_step(true);
  return report;
}

bool Articulation::begin_step(const Inputs& inputs) {
  reactions_valid_ = false;
  jumps_.clear();
  if (state_.asleep) {
    if (!disturbed(inputs)) {
      ++state_.step;
      state_.time = static_cast<double>(state_.step) * stepper_->step_size();
      return false;
    }
    wake();
  }
  if (options_.stage_times != nullptr) options_.stage_times->start();
  const double h = stepper_->step_size();
  // Time is the step count times h: no rounding accumulates over hours.
  const double next_time = static_cast<double>(state_.step + 1) * h;
  move_levers(inputs, h);
  drives_.read_motions(*system_, state_, motions_);
  move_supply(next_time, h);
  drives_.advance({next_time, h, signals_.data(), shares_.data(), motions_.data()}, *system_,
                  state_, state_.drive_memory.data(), next_references_);
  find_jumps(h);
  if (options_.stage_times != nullptr) options_.stage_times->lap(stepper::Stage::references);
  return true;
}

void Articulation::find_jumps(double h) {
  for (std::size_t i = 0; i < next_references_.size(); ++i) {
    const drives::Jump jump = drives::find_jump(state_.drive[i], next_references_[i], h);
    if (jump.any()) jumps_.push_back({static_cast<int>(i), jump});
  }
}

void Articulation::end_step(bool may_sleep) {
  state_.time = static_cast<double>(state_.step) * stepper_->step_size();
  if (!options_.sleep.enabled) return;
  double fastest = 0.0;
  for (double v : state_.v) fastest = std::max(fastest, std::abs(v));
  state_.quiet_steps = fastest < options_.sleep.speed ? state_.quiet_steps + 1 : 0;
  if (may_sleep && is_quiet()) fall_asleep();
}

bool Articulation::is_quiet() const {
  const double quiet_time = static_cast<double>(state_.quiet_steps) * stepper_->step_size();
  return options_.sleep.enabled && !depends_on_time_ && quiet_time >= options_.sleep.time;
}

void Articulation::fall_asleep() {
  state_.asleep = true;
  state_.ledger.measured = false;
  for (auto* array : {&state_.v, &state_.acceleration, &state_.algorithmic})
    std::fill(array->begin(), array->end(), 0.0);
}

/// A lever off its rest wakes the articulation.
bool Articulation::disturbed(const Inputs& inputs) const {
  if (depends_on_time_) return true;
  for (const auto& d : mechanism_->drives) {
    if (d.spec.function.kind != Function::Kind::input) continue;
    const auto found = std::find(inputs.names.begin(), inputs.names.end(), d.spec.function.input);
    if (found == inputs.names.end()) continue;
    const std::size_t index = static_cast<std::size_t>(found - inputs.names.begin());
    const double value = shaped(inputs, index);
    if (d.spec.function.relative && d.spec.quantity == description::Drive::Quantity::position)
      continue;  // its own unit is not that of the coordinate: any change counts, below
    const bool speed = d.spec.quantity == description::Drive::Quantity::speed;
    const double rest = speed ? 0.0 : state_.drive[&d - mechanism_->drives.data()].value;
    if (std::abs(value - rest) > 1e-9) return true;
  }
  // Pedals, brakes, throttle: what has changed since the last step.
  for (std::size_t i = 0; i < lever_count_; ++i)
    if (std::abs(shaped(inputs, i) - state_.drive_memory[first_lever() + i]) > 1e-9) return true;
  return false;
}

model::Mechanism Articulation::current_mechanism() const {
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
  const double* numbers = state_.term.data() + user_forces_offset_;
  for (std::size_t i = 0; i < m.user_body_forces.size(); ++i)
    m.user_body_forces[i].present = user_forces_->body_force(static_cast<int>(i), numbers);
  for (std::size_t i = 0; i < m.user_coordinate_forces.size(); ++i)
    m.user_coordinate_forces[i].present =
        user_forces_->coordinate_force(static_cast<int>(i), numbers);
  return m;
}

double* Articulation::memory_of_term(int term) {
  return state_.term.data() + system_->term_state_offset(term);
}
const double* Articulation::memory_of_term(int term) const {
  return state_.term.data() + system_->term_state_offset(term);
}

void Articulation::carry_memory(MemoryCarry& carry) const {
  for (int i = 0; i < static_cast<int>(system_->terms().size()); ++i)
    system_->terms()[static_cast<std::size_t>(i)]->save_memory(memory_of_term(i), carry.of_forces);
  constexpr int size = drives::Reference::state_size();
  for (std::size_t i = 0; i < mechanism_->drives.size(); ++i) {
    MemoryCarry::Entry entry;
    entry.reference = state_.drive[i];
    for (int k = 0; k < size; ++k) entry.memory[k] = state_.drive_memory[size * i + k];
    carry.entries[mechanism_->drives[i].id] = entry;
  }
  const auto& memory = state_.drive_memory;
  carry.levers.assign(memory.begin() + static_cast<std::ptrdiff_t>(first_lever()),
                      memory.begin() + static_cast<std::ptrdiff_t>(first_supply()));
  if (supply_.needs_loads())
    carry.supply.assign(memory.begin() + static_cast<std::ptrdiff_t>(first_supply()), memory.end());
}

void Articulation::restore_memory(const MemoryCarry& carry) {
  for (int i = 0; i < static_cast<int>(system_->terms().size()); ++i)
    system_->terms()[static_cast<std::size_t>(i)]->load_memory(carry.of_forces, memory_of_term(i));
  constexpr int size = drives::Reference::state_size();
  for (std::size_t i = 0; i < mechanism_->drives.size(); ++i) {
    const auto found = carry.entries.find(mechanism_->drives[i].id);
    if (found == carry.entries.end()) continue;
    state_.drive[i] = found->second.reference;
    for (int k = 0; k < size; ++k) state_.drive_memory[size * i + k] = found->second.memory[k];
  }
  if (carry.levers.size() == lever_count_)
    std::copy(carry.levers.begin(), carry.levers.end(),
              state_.drive_memory.begin() + static_cast<std::ptrdiff_t>(first_lever()));
  if (supply_.needs_loads() && !carry.supply.empty())
    std::copy(carry.supply.begin(), carry.supply.end(),
              state_.drive_memory.begin() + static_cast<std::ptrdiff_t>(first_supply()));
  stepper_->project_velocities(state_);
  stepper_->solve_accelerations(state_);
  stepper_->start_ledger(state_);
  next_references_ = state_.drive;
}

template <class See>
void Articulation::for_each_near(const terrain::GroundChange& change, const See& see) const {
  constexpr double kNear = 0.05;  // watched before they touch [m]
  const auto visit = [&](const auto& parts, const auto* term, int offset, const auto& radius) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Vec3 centre = body_pose(parts[i].body).point(parts[i].spec.centre);
      const double reach = radius(parts[i]) + kNear;
      if (centre.x() < change.x_min - reach || centre.x() > change.x_max + reach ||
          centre.y() < change.y_min - reach || centre.y() > change.y_max + reach)
        continue;
      see(term, static_cast<int>(i), offset);
    }
  };
  visit(mechanism_->spheres, spheres_, spheres_offset_,
        [](const auto& s) { return s.spec.radius; });
  visit(mechanism_->tyres, tyres_, tyres_offset_, [](const auto& t) { return t.type.radius; });
}

bool Articulation::stands_near(const terrain::GroundChange& change) const {
  bool any = false;
  for_each_near(change, [&](const auto*, int, int) { any = true; });
  return any;
}

bool Articulation::forget_ground(const terrain::GroundChange& change) {
  bool any = false;
  for_each_near(change, [&](const auto* term, int i, int offset) {
    term->forget(i, state_.term.data() + offset);
    any = true;
  });
  if (any) wake();
  reactions_valid_ = false;
  return any;
}

Pose Articulation::body_pose(int body) const { return system_->body_pose(body, state_.x.data()); }

model::Twist Articulation::body_twist(int body) const {
  return system_->body_twist(body, state_.x.data(), state_.v.data());
}

model::Twist Articulation::body_acceleration(int body) const {
  return system::body_acceleration(*system_, body, state_.x.data(), state_.acceleration.data());
}

contact::SphereReading Articulation::sphere(int index) const {
  return spheres_->reading(index, state_.term.data() + spheres_offset_);
}

tyres::TyreReading Articulation::tyre(int index) const {
  return tyres_->reading(index, state_.term.data() + tyres_offset_);
}

double Articulation::coordinate_speed(int coordinate) const {
  return drives::coordinate_motion(*system_, state_, coordinate).rate;
}

const system::Reactions& Articulation::reactions() {
  if (!reactions_valid_) {
    refresh_signals();
    reactions_ = system::solve_reactions(*system_, *mechanism_, state_, contact_wrenches_,
                                         reads_inputs_ ? signals_.data() : nullptr);
    reactions_valid_ = true;
  }
  return reactions_;
}

}  // namespace outrigger::articulation
