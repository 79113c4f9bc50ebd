#include "sim/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "articulation/articulation.h"
#include "articulation/function_check.h"
#include "base/assert.h"
#include "base/error.h"
#include "contact/ground_spheres.h"
#include "model/articulations.h"
#include "model/assemble.h"
#include "model/part_lists.h"
#include "sim/ground_stage.h"
#include "sim/object_stage.h"
#include "sim/part_lists.h"
#include "sim/site_edge.h"
#include "sim/snapshot_check.h"
#include "sim/soil_stage.h"
#include "sim/start_notes.h"
#include "touching/contact_stage.h"

namespace outrigger::sim {

using model::kGroundIndex;
using model::Mechanism;
using model::PartId;

namespace {

constexpr const char* kThisWorld = "this world";

/// As its contacts see it.
std::optional<description::Machine> described_with_objects(const description::Machine& machine,
                                                           const WorldOptions& options) {
  if (options.objects == nullptr || options.objects->placed.empty()) return std::nullopt;
  return with_objects(machine, *options.objects);
}

/// Fixes what the file leaves to the assembled pose, so that later edits do not move it.
void freeze_assembled_values(Mechanism& m) {
  const auto value_of = [&](int coordinate) {
    const auto& c = m.coordinates[coordinate];
    return model::coordinate_value(c.frame, m.pose_of(c.frame.body_a), m.pose_of(c.frame.body_b)) +
           2.0 * 3.14159265358979323846 * c.turns;
  };
  for (auto& s : m.springs)
    if (s.spec.free_as_assembled) {
      s.spec.free = value_of(s.coordinate);
      s.spec.free_as_assembled = false;
    }
  for (auto& mount : m.mounts)
    if (!mount.spec.anchor) mount.spec.anchor = m.pose_of(mount.body).point(mount.spec.point);
  for (auto& c : m.coordinates) {
    c.spec.initial.reset();
    c.spec.initial_speed.reset();
  }
  for (auto& b : m.bodies) {
    b.spec.velocity.reset();
    b.spec.angular_velocity.reset();
  }
}

}  // namespace

// ---------------------------------------------------------------------------------- building

World::World(const description::Machine& machine, const WorldOptions& options)
    : settings_(machine.settings), options_(options) {
  const auto with_slots = described_with_objects(machine, options);
  const description::Machine& described = with_slots ? *with_slots : machine;
  surroundings_ = std::make_shared<const contact::Surroundings>(
      described, options.site ? &*options.site : nullptr, options.contact_laws);
  PartId unused = 0;
  Mechanism whole = model::resolve(machine, unused);
  for_each_list(whole, [&](PartKind kind, auto& parts) {
    for (auto& p : parts) p.id = handles_.create(kind);
  });
  collect_inputs(whole, machine.controls);
  articulation::check_time_functions(whole, 0.0);
  std::vector<Mechanism> articulations = model::split_articulations(whole);
  for (const model::PowerUnit& power : options.power) model::give_power(power, articulations);
  for (Mechanism& m : articulations) {
    model::AssemblyReport report = model::assemble_positions(m);
    model::assemble_velocities(m, report);
    freeze_assembled_values(m);
    articulation::check_coordinate_functions(m);
    add_articulation(std::move(m));
  }
  contacts_ = std::make_unique<touching::ContactStage>(
      described, options.site ? &*options.site : nullptr, surroundings_, options.meshes.get());
  if (with_slots) {
    auto objects = std::make_unique<ObjectStage>(options.objects, *contacts_,
                                                 static_cast<int>(machine.shapes.size()));
    objects_ = objects.get();
    stages_.push_back(std::move(objects));
  }
  attach_contacts();
  start_all_contacts();
  setting_ = setting_hash(*contacts_, ground(), site_title(), input_names_);
  // The ground first and the objects last, so that what the others do to the ground has happened.
  stages_.insert(stages_.begin(),
                 std::make_unique<GroundStage>(surroundings_->changeable_ground()));
  if (options.site && !options.site->soils.empty()) {
    auto soil = std::make_unique<SoilStage>(*options.site, surroundings_->shared_ground(),
                                            machine.settings.gravity.norm());
    soil->watch(*contacts_);
    soil_ = soil.get();
    surroundings_->set_soil(&soil->field());
    stages_.insert(stages_.begin() + 1, std::move(soil));
  }
  for (const auto& stage : stages_) stage->attach(*this);
  edge_ = std::make_unique<SiteEdge>(ground(), *contacts_, settings_.step);
  edge_->start(articulations_);
  events_ = note_start({articulations_, ground(), *contacts_});
  mark_start();
}

// Here, so that not every file with a world compiles the destruction of all it holds.
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

void World::attach_parts() {
  attach_contacts();
  for (const auto& stage : stages_) stage->attach(*this);
}

void World::attach_contacts() {
  if (contacts_->empty()) return;
  std::unordered_map<std::string_view, touching::ContactStage::Place> places;
  for (const auto& articulation : articulations_) {
    const auto& bodies = articulation->mechanism().bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      places.try_emplace(
          bodies[i].spec.name,
          touching::ContactStage::Place{articulation.get(), static_cast<int>(i), bodies[i].id});
  }
  contacts_->attach([&](const std::string& name) -> touching::ContactStage::Place {
    const auto found = places.find(name);
    return found != places.end() ? found->second : touching::ContactStage::Place{};
  });
}

void World::start_edited(const std::vector<const articulation::Articulation*>& begin) {
  try {
    start_contacts(begin);
  } catch (...) {
    // A law of the program's own failed. The edit is done and stays; the accelerations are those without
    // contacts, and the next step meets the law again and lets its error out.
  }
}

void World::start_contacts(const std::vector<const articulation::Articulation*>& begin) {
  contacts_->start(articulations_, options_.articulation, inputs_,
                   [&](const articulation::Articulation* articulation) {
                     return std::find(begin.begin(), begin.end(), articulation) != begin.end();
                   });
}

void World::start_all_contacts() {
  std::vector<const articulation::Articulation*> all;
  for (const auto& articulation : articulations_) all.push_back(articulation.get());
  start_contacts(all);
}

void World::collect_inputs(const Mechanism& mechanism,
                           const std::vector<description::Control>& controls) {
  input_names_ = drives::input_names(mechanism);
  for (const auto& c : controls)
    if (std::find(input_names_.begin(), input_names_.end(), c.name) == input_names_.end())
      input_names_.push_back(c.name);
  inputs_.names = input_names_;
  inputs_.values.assign(input_names_.size(), 0.0);
  for (std::size_t i = 0; i < input_names_.size(); ++i) {
    inputs_.shapes.push_back(drives::lever_shape(controls, input_names_[i]));
    for (const auto& c : controls)
      if (c.name == input_names_[i]) inputs_.values[i] = c.initial;
  }
}

articulation::Articulation& World::add_articulation(Mechanism mechanism) {
  const articulation::ArticulationOptions options = options_for(mechanism);
  articulations_.push_back(std::make_unique<articulation::Articulation>(
      std::make_shared<const Mechanism>(std::move(mechanism)), options, inputs_, surroundings_,
      step_, time_));
  register_parts(*articulations_.back());
  return *articulations_.back();
}

void World::register_parts(articulation::Articulation& articulation) {
  for_each_list(articulation.mechanism(), [&](PartKind, const auto& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      handles_.set(parts[i].id, {&articulation, static_cast<int>(i)});
  });
}

namespace {

/// Of the contact spheres of an articulation that is stepped on its own.
contact::ImpactCounts sphere_interventions(const articulation::Articulation& articulation) {
  contact::ImpactCounts sum;
  for (const auto& term : articulation.system().terms())
    if (const auto* spheres = dynamic_cast<const contact::GroundSpheres*>(term.get()))
      sum += spheres->interventions();
  return sum;
}

}  // namespace

void World::retire(const articulation::Articulation& articulation) {
  retired_ += articulation.stepper().counters();
  retired_interventions_ += sphere_interventions(articulation);
}

void World::erase_articulation(articulation::Articulation* articulation) {
  retire(*articulation);
  handles_.forget_places(articulation);
  std::erase_if(articulations_, [&](const auto& i) { return i.get() == articulation; });
}

// ---------------------------------------------------------------------------------- stepping

WorldReport World::step() {
  const OneThread::Hold hold(thread_, kThisWorld);
  tell_inputs();
  call_functions();
  const std::int64_t rebuilds_before = rebuilds_;
  for (const auto& stage : stages_) stage->begin(*this);
  WorldReport total;
  const auto count = [&](articulation::Articulation& articulation,
                         const stepper::StepReport& report) {
    if (!std::as_const(articulation).state().asleep) ++total.awake_articulations;
    total.iterations = std::max(total.iterations, report.iterations);
    total.converged = total.converged && report.converged;
    total.contained = total.contained || report.contained;
    if (report.parts > 1 || !report.converged) note(report, articulation);
  };
  contacts_->step(articulations_, options_.articulation, inputs_, time_, count);
  for (std::size_t i = 0; i < articulations_.size(); ++i)
    if (!contacts_->stepped(i)) count(*articulations_[i], articulations_[i]->step(inputs_));
  ++step_;
  time_ = static_cast<double>(step_) * settings_.step;
  for (const auto& stage : stages_) stage->commit(*this);
  note_crowd();
  note_touches();
  for (const auto& articulation : articulations_)
    if (!articulation->jumps().empty()) note_jumps(*articulation);
  edge_->look(articulations_, step_, time_, events_);
  note_notices();
  for (std::size_t i = 0; i < articulations_.size(); ++i)
    if (articulations_[i]->has_allowable_loads() && !articulations_[i]->state().asleep)
      check_loads(*articulations_[i]);
  last_report_ = total;
  ++change_count_;
  if (listener_ != nullptr) {
    listener_->after_step(*this, std::span(events_).subspan(told_events_),
                          rebuilds_ != rebuilds_before);
    told_events_ = events_.size();
  }
  return total;
}

namespace {

void check_force(const std::string& name, std::initializer_list<const double*> numbers,
                 std::initializer_list<int> counts) {
  auto count = counts.begin();
  for (const double* at : numbers) {
    for (int k = 0; k < *count; ++k)
      if (!std::isfinite(at[k]))
        throw Error(
            fmt::format("force '{}' returned {}, which is not a finite number", name, at[k]));
    ++count;
  }
}

/// Calls a function for a body with this motion.
model::BodyForce ask(const std::string& name, const BodyForceFunction& function, double time,
                     const Pose& pose, const model::Twist& twist, const Vec3& point,
                     bool particle) {
  model::BodyForce f = function(time, pose, twist);
  check_force(name, {f.force.data(), f.torque.data(), f.stiffness.data(), f.damping.data()},
              {3, 3, 9, 9});
  if (particle && !f.torque.isZero(0.0))
    throw Error(fmt::format("force '{}' returned a torque, which cannot act on a particle", name));
  const Vec3 arm = particle ? Vec3(Vec3::Zero()) : pose.direction(point);
  f.place = pose.position + arm;
  f.velocity = twist.linear + twist.angular.cross(arm);
  return f;
}

model::CoordinateForce ask(const std::string& name, const CoordinateForceFunction& function,
                           double time, double value, double speed) {
  model::CoordinateForce f = function(time, value, speed);
  check_force(name, {&f.force, &f.stiffness, &f.damping}, {1, 1, 1});
  f.place = value;
  f.velocity = speed;
  return f;
}

bool is_particle(const model::BodyPart& body) {
  return body.spec.kind == description::Body::Kind::point;
}

}  // namespace

/// All are asked before the first one is set, so that one that throws changes nothing.
void World::call_functions() {
  if (user_forces_.empty()) return;
  const double h = settings_.step;
  const double next_time = static_cast<double>(step_ + 1) * h;
  for (UserForce& f : user_forces_) {
    const bool on_body = std::holds_alternative<BodyForceFunction>(f.function);
    const PartKind kind = on_body ? PartKind::body_force : PartKind::coordinate_force;
    f.acts = handles_.alive(f.id, kind);
    if (!f.acts) continue;
    const auto place = handles_.at(f.id, kind);
    const Mechanism& m = place.articulation->mechanism();
    if (on_body) {
      const auto& part = m.user_body_forces[place.index];
      const auto [pose, twist] = place.articulation->predicted_body(part.body, h);
      f.next = ask(f.name, std::get<BodyForceFunction>(f.function), next_time, pose, twist,
                   part.point, is_particle(m.bodies[part.body]));
    } else {
      const int coordinate = m.user_coordinate_forces[place.index].coordinate;
      const drives::Motion motion = place.articulation->predicted_coordinate(coordinate, h);
      f.next = ask(f.name, std::get<CoordinateForceFunction>(f.function), next_time, motion.value,
                   motion.rate);
    }
  }
  for (const UserForce& f : user_forces_) {
    if (!f.acts) continue;
    const PartKind kind = f.next.index() == 0 ? PartKind::body_force : PartKind::coordinate_force;
    const auto place = handles_.at(f.id, kind);
    std::visit([&](const auto& force) { place.articulation->set_force(place.index, force); },
               f.next);
  }
  if (listener_ != nullptr) tell_forces();
}

void World::set_input(const std::string& name, double value) {
  const auto found = std::find(input_names_.begin(), input_names_.end(), name);
  if (found == input_names_.end())
    throw Error(fmt::format(
        "nothing listens to an input named '{}'; inputs are: {}", name,
        input_names_.empty() ? "none" : fmt::format("{}", fmt::join(input_names_, ", "))));
  if (!std::isfinite(value))
    throw Error(fmt::format("input '{}': {} is not a finite number", name, value));
  set_input(static_cast<int>(found - input_names_.begin()), value);
}

void World::set_input(int index, double value) {
  OUTRIGGER_DEBUG_ASSERT(index >= 0 && index < static_cast<int>(inputs_.values.size()));
  inputs_.values[static_cast<std::size_t>(index)] = value;
}

double World::settle() {
  double worst = 0.0;
  for (auto& articulation : articulations_)
    worst = std::max(worst, articulation->stepper().find_equilibrium(articulation->state()));
  attach_contacts();
  start_all_contacts();
  return worst;
}

// ---------------------------------------------------------------------------------- reading

template <PartKind kKind, class Parts>
Handle<kKind> World::find(const std::string& name, Parts Mechanism::*member) const {
  for (const auto& articulation : articulations_)
    for (const auto& p : articulation->mechanism().*member)
      if (p.spec.name == name) return HandleTable::handle<kKind>(p.id);
  throw Error(fmt::format("there is no {} named '{}'", to_string(kKind), name));
}

BodyHandle World::body(const std::string& name) const {
  return find<PartKind::body>(name, &Mechanism::bodies);
}
JointHandle World::joint(const std::string& name) const {
  return find<PartKind::joint>(name, &Mechanism::joints);
}
CoordinateHandle World::coordinate(const std::string& name) const {
  return find<PartKind::coordinate>(name, &Mechanism::coordinates);
}
DriveHandle World::drive(const std::string& name) const {
  return find<PartKind::drive>(name, &Mechanism::drives);
}

SpringHandle World::spring(const std::string& name) const {
  return find<PartKind::spring>(name, &Mechanism::springs);
}

std::vector<BodyHandle> World::bodies() const {
  std::vector<BodyHandle> all;
  list_bodies(all);
  return all;
}

void World::list_bodies(std::vector<BodyHandle>& all) const {
  all.clear();
  for (const auto& articulation : articulations_)
    for (const auto& b : articulation->mechanism().bodies)
      all.push_back(HandleTable::handle<PartKind::body>(b.id));
}

const description::Body& World::body_description(BodyHandle h) const {
  const auto place = handles_.at(h);
  return place.articulation->mechanism().bodies[place.index].spec;
}

const std::string& World::name(BodyHandle h) const {
  const auto place = handles_.at(h);
  return place.articulation->mechanism().bodies[place.index].spec.name;
}

Pose World::pose(BodyHandle h) const {
  const auto place = handles_.at(h);
  return place.articulation->body_pose(place.index);
}
model::Twist World::twist(BodyHandle h) const {
  const auto place = handles_.at(h);
  return place.articulation->body_twist(place.index);
}
model::Twist World::acceleration(BodyHandle h) const {
  const auto place = handles_.at(h);
  return place.articulation->body_acceleration(place.index);
}
double World::value(CoordinateHandle h) const {
  const auto place = handles_.at(h);
  return place.articulation->state().coordinate[place.index];
}
double World::speed(CoordinateHandle h) const {
  const auto place = handles_.at(h);
  return place.articulation->coordinate_speed(place.index);
}
const system::Reactions& World::reactions_of(articulation::Articulation& articulation) {
  if (!contacts_->empty() && !articulation.reactions_known())
    contacts_->share_wrenches(articulation);
  return articulation.reactions();
}
system::JointReaction World::reaction(JointHandle h) {
  const auto place = handles_.at(h);
  return reactions_of(*place.articulation).joints[place.index];
}
double World::force(DriveHandle h) {
  const auto place = handles_.at(h);
  return reactions_of(*place.articulation).drives[place.index];
}

SphereHandle World::sphere(const std::string& name) const {
  return find<PartKind::sphere>(name, &Mechanism::spheres);
}
TyreHandle World::tyre(const std::string& name) const {
  return find<PartKind::tyre>(name, &Mechanism::tyres);
}
contact::SphereReading World::reading(SphereHandle h) const {
  const auto place = handles_.at(h);
  return place.articulation->sphere(place.index);
}
tyres::TyreReading World::reading(TyreHandle h) const {
  const auto place = handles_.at(h);
  return place.articulation->tyre(place.index);
}
std::vector<contact::ContactReading> World::contacts() const { return contacts_->readings(); }

contact::ImpactCounts World::contact_interventions() const {
  contact::ImpactCounts sum = contacts_->interventions();
  sum += retired_interventions_;
  for (const auto& articulation : articulations_) sum += sphere_interventions(*articulation);
  return sum;
}

Vec3 World::contact_force(const std::string& group) const {
  Vec3 sum = Vec3::Zero();
  for (const auto& articulation : articulations_) {
    const auto& spheres = articulation->mechanism().spheres;
    for (std::size_t i = 0; i < spheres.size(); ++i)
      if (spheres[i].spec.group == group) sum += articulation->sphere(static_cast<int>(i)).force;
  }
  if (!contacts_->empty()) sum += contacts_->force_on_group(group);
  return sum;
}

double World::force(SpringHandle h) const {
  const auto place = handles_.at(h);
  return place.articulation->spring_force(place.index);
}

BrakeHandle World::brake(const std::string& name) const {
  return find<PartKind::brake>(name, &Mechanism::brakes);
}
DrivelineHandle World::driveline(const std::string& name) const {
  return find<PartKind::driveline>(name, &Mechanism::drivelines);
}
RopeHandle World::rope(const std::string& name) const {
  return find<PartKind::rope>(name, &Mechanism::ropes);
}
double World::force(RopeHandle h) const {
  const auto place = handles_.at(h);
  return place.articulation->rope_tension(place.index);
}
double World::force(BrakeHandle h) const {
  const auto place = handles_.at(h);
  return place.articulation->brake_force(place.index);
}
double World::force(DrivelineHandle h) const {
  const auto place = handles_.at(h);
  return place.articulation->tractive_force(place.index);
}

double World::engine_speed(std::string_view machine) const {
  for (const auto& articulation : articulations_)
    if (articulation->supply().has_engine() &&
        articulation->mechanism().bodies.front().spec.name.starts_with(machine))
      return articulation->engine_speed();
  return 0.0;
}

double World::engine_load(std::string_view machine) const {
  for (const auto& articulation : articulations_)
    if (articulation->supply().has_engine() &&
        articulation->mechanism().bodies.front().spec.name.starts_with(machine))
      return articulation->engine_load();
  return 0.0;
}

double World::flow_share(std::string_view machine) const {
  for (const auto& articulation : articulations_)
    if (articulation->supply().has_hydraulics() &&
        articulation->mechanism().bodies.front().spec.name.starts_with(machine))
      return articulation->flow_share();
  return 1.0;
}

Energies World::energies() const {
  Energies e;
  for (const auto& articulation : articulations_) {
    e.kinetic += articulation->stepper().kinetic_energy(articulation->state());
    e.potential += articulation->stepper().potential_energy(articulation->state());
    const system::EnergyLedger& l = articulation->state().ledger;
    e.ledger.start += l.start;
    e.ledger.add_entries(l);
  }
  e.potential += contacts_->stored_energy();
  return e;
}

stepper::Residuals World::residuals() {
  stepper::Residuals worst;
  for (auto& articulation : articulations_) {
    const stepper::Residuals r = articulation->stepper().residuals(articulation->state());
    worst.position = std::max(worst.position, r.position);
    worst.velocity = std::max(worst.velocity, r.velocity);
    worst.acceleration = std::max(worst.acceleration, r.acceleration);
  }
  return worst;
}

stepper::StepCounters World::counters() const {
  stepper::StepCounters sum = retired_;
  for (const auto& articulation : articulations_) sum += articulation->stepper().counters();
  sum += contacts_->counters();
  return sum;
}

// ---------------------------------------------------------------------------------- editing

void World::rebuild(const std::vector<articulation::Articulation*>& old, Mechanism mechanism,
                    bool lock) {
  const OneThread::Hold hold(thread_, kThisWorld);
  ++rebuilds_;
  // What drives, ground contacts, tyres and brakes remember survives by part id.
  articulation::MemoryCarry carry;
  for (articulation::Articulation* articulation : old) articulation->carry_memory(carry);
  system::EnergyLedger ledger;
  for (articulation::Articulation* articulation : old) {
    ledger.add_entries(articulation->state().ledger);
  }
  if (lock) {
    model::close_joints(mechanism);
    model::lock_velocities(mechanism);
  } else {
    // Taking something away must work also where constraints are open (a contained step).
    try {
      model::close_joints(mechanism);
    } catch (const Error&) {
    }
  }

  std::vector<std::unique_ptr<articulation::Articulation>> fresh;
  for (Mechanism& m : model::split_articulations(mechanism)) {
    const articulation::ArticulationOptions options = options_for(m);
    fresh.push_back(std::make_unique<articulation::Articulation>(
        std::make_shared<const Mechanism>(std::move(m)), options, inputs_, surroundings_, step_,
        time_));
    fresh.back()->restore_memory(carry);
  }
  // The first fresh articulation inherits the account; its balance starts anew from here.
  if (!fresh.empty()) {
    system::EnergyLedger& l = fresh.front()->state().ledger;
    const double start = l.start;
    l = ledger;
    l.start = start - ledger.gained();
  }
  // New articulations take the place of the first old one, so the order of the others stays.
  std::size_t at = articulations_.size();
  for (std::size_t i = 0; i < articulations_.size(); ++i)
    if (std::find(old.begin(), old.end(), articulations_[i].get()) != old.end()) {
      at = i;
      break;
    }
  for (articulation::Articulation* articulation : old) erase_articulation(articulation);
  at = std::min(at, articulations_.size());
  std::vector<const articulation::Articulation*> begin;
  for (auto& articulation : fresh) {
    register_parts(*articulation);
    begin.push_back(articulation.get());
    articulations_.insert(articulations_.begin() + static_cast<std::ptrdiff_t>(at++),
                          std::move(articulation));
  }
  attach_parts();
  start_edited(begin);
}

PartId World::insert_body(const description::Body& body) {
  ++rebuilds_;
  Mechanism m;
  m.settings = settings_;
  model::BodyPart part;
  part.id = handles_.create(PartKind::body);
  part.spec = body;
  part.spec.velocity.reset();
  part.spec.angular_velocity.reset();
  part.pose = body.pose;
  part.twist = {body.velocity.value_or(Vec3::Zero()), body.angular_velocity.value_or(Vec3::Zero())};
  m.bodies.push_back(std::move(part));
  const PartId id = m.bodies.front().id;
  const articulation::Articulation& articulation = add_articulation(std::move(m));
  attach_parts();
  start_edited({&articulation});
  return id;
}

/// Objects that lie still may sleep, whatever the machines do.
articulation::ArticulationOptions World::options_for(const Mechanism& mechanism) const {
  articulation::ArticulationOptions options = options_.articulation;
  if (objects_ != nullptr && objects_->is_object(mechanism)) options.sleep.enabled = true;
  return options;
}

/// No command: it follows from the step.
std::vector<PartId> World::exchange_bodies(const std::vector<description::Body>& come,
                                           const std::vector<PartId>& go) {
  if (!come.empty() || !go.empty()) ++rebuilds_;
  for (const PartId id : go) {
    erase_articulation(handles_.at(id, PartKind::body).articulation);
    handles_.release(id);
  }
  std::vector<PartId> ids;
  std::vector<const articulation::Articulation*> begin;
  for (const description::Body& body : come) {
    Mechanism m;
    m.settings = settings_;
    model::BodyPart part;
    part.id = handles_.create(PartKind::body);
    part.spec = body;
    part.pose = body.pose;
    ids.push_back(part.id);
    m.bodies.push_back(std::move(part));
    begin.push_back(&add_articulation(std::move(m)));
  }
  attach_parts();
  if (!begin.empty()) start_edited(begin);
  return ids;
}

PartId World::insert_joint(const description::Joint& joint, std::optional<BodyHandle> a,
                           BodyHandle b) {
  const auto place_b = handles_.at(b);
  const std::optional<HandleTable::Place> place_a =
      a ? std::optional(handles_.at(*a)) : std::nullopt;
  if (place_a && place_a->articulation == place_b.articulation && place_a->index == place_b.index)
    throw Error(fmt::format("joint '{}' would connect a body with itself", joint.name));

  std::vector<articulation::Articulation*> old{place_b.articulation};
  Mechanism m = place_b.articulation->current_mechanism();
  int index_a = kGroundIndex;
  if (place_a) {
    index_a = place_a->index;
    if (place_a->articulation != place_b.articulation) {
      index_a += static_cast<int>(m.bodies.size());
      m = model::merge(std::move(m), place_a->articulation->current_mechanism());
      old.push_back(place_a->articulation);
    }
  }
  const PartId id = handles_.create(PartKind::joint);
  model::JointPart part;
  part.id = id;
  part.spec = joint;
  part.frame = model::make_joint_frame(joint, index_a, place_b.index, &m.pose_of(index_a),
                                       &m.pose_of(place_b.index));
  m.joints.push_back(std::move(part));
  rebuild(old, std::move(m), true);
  return id;
}

void World::check_new_functions(const Mechanism& mechanism) {
  articulation::check_time_functions(mechanism, time_);
  articulation::check_coordinate_functions(mechanism);
}

PartId World::insert_load(const description::Load& load, BodyHandle body) {
  const auto place = handles_.at(body);
  Mechanism m = place.articulation->current_mechanism();
  const PartId id = handles_.create(PartKind::load);
  m.loads.push_back({id, load, place.index});
  check_new_functions(m);
  rebuild({place.articulation}, std::move(m), false);
  return id;
}

PartId World::insert_mount(const description::Mount& mount, BodyHandle body) {
  const auto place = handles_.at(body);
  Mechanism m = place.articulation->current_mechanism();
  const PartId id = handles_.create(PartKind::mount);
  m.mounts.push_back({id, mount, place.index});
  if (!m.mounts.back().spec.anchor)
    m.mounts.back().spec.anchor = m.pose_of(place.index).point(mount.point);
  rebuild({place.articulation}, std::move(m), false);
  return id;
}

PartId World::insert_spring(const description::Spring& spring,
                            const description::Coordinate& distance, std::optional<BodyHandle> a,
                            BodyHandle b) {
  const auto place_b = handles_.at(b);
  Mechanism m = place_b.articulation->current_mechanism();
  std::vector<articulation::Articulation*> old{place_b.articulation};
  int index_a = model::kGroundIndex;
  if (a) {
    const auto place_a = handles_.at(*a);
    index_a = place_a.index;
    if (place_a.articulation != place_b.articulation) {
      index_a += static_cast<int>(m.bodies.size());
      m = model::merge(std::move(m), place_a.articulation->current_mechanism());
      old.push_back(place_a.articulation);
    }
  }
  model::CoordinatePart c;
  c.id = handles_.create(PartKind::coordinate);
  c.spec = distance;
  c.frame.kind = description::Coordinate::Kind::distance;
  c.frame.body_a = index_a;
  c.frame.body_b = place_b.index;
  c.frame.point_a = distance.point_a;
  c.frame.point_b = distance.point_b;
  m.coordinates.push_back(std::move(c));
  const PartId id = handles_.create(PartKind::spring);
  m.springs.push_back({id, spring, static_cast<int>(m.coordinates.size()) - 1});
  freeze_assembled_values(m);
  check_new_functions(m);
  rebuild(old, std::move(m), false);
  return id;
}

template <class Parts>
void World::remove_part(PartId id, PartKind kind, Parts Mechanism::*member) {
  const auto place = handles_.at(id, kind);
  Mechanism m = place.articulation->current_mechanism();
  // Everything that vanishes with the part loses its handle.
  std::vector<std::pair<PartId, PartKind>> before;
  for_each_list(m, [&](PartKind k, auto& parts) {
    for (const auto& p : parts) before.emplace_back(p.id, k);
  });
  if constexpr (std::is_same_v<Parts, std::vector<model::BodyPart>>) {
    model::drop_body(m, place.index);
  } else if constexpr (std::is_same_v<Parts, std::vector<model::JointPart>>) {
    model::drop_joint(m, place.index);
  } else {
    (m.*member).erase((m.*member).begin() + place.index);
  }
  std::vector<PartId> after;
  for_each_list(m, [&](PartKind, auto& parts) {
    for (const auto& p : parts) after.push_back(p.id);
  });
  std::sort(after.begin(), after.end());
  rebuild({place.articulation}, std::move(m), false);
  for (const auto& [part, part_kind] : before)
    if (!std::binary_search(after.begin(), after.end(), part)) handles_.release(part);
}

void World::remove_joint(PartId id) { remove_part(id, PartKind::joint, &Mechanism::joints); }

/// After going back to an older state, an id may be given a second time.
void World::keep_function(UserForce force) {
  std::erase_if(user_forces_, [&](const UserForce& f) { return f.id == force.id; });
  user_forces_.push_back(std::move(force));
}

BodyForceHandle World::add_force(const std::string& name, BodyHandle body, const Vec3& point,
                                 BodyForceFunction function) {
  const auto place = handles_.at(body);
  const bool particle = is_particle(place.articulation->mechanism().bodies[place.index]);
  const model::BodyForce present =
      ask(name, function, time_, pose(body), twist(body), point, particle);
  const PartId id = execute(AddBodyForce{name, ref(body), point, present});
  keep_function({id, name, std::move(function), model::BodyForce{}, false});
  return HandleTable::handle<PartKind::body_force>(id);
}

CoordinateForceHandle World::add_force(const std::string& name, CoordinateHandle coordinate,
                                       CoordinateForceFunction function) {
  const model::CoordinateForce present =
      ask(name, function, time_, value(coordinate), speed(coordinate));
  const PartId id = execute(AddCoordinateForce{name, ref(coordinate), present});
  keep_function({id, name, std::move(function), model::CoordinateForce{}, false});
  return HandleTable::handle<PartKind::coordinate_force>(id);
}

PartId World::perform(const AddBodyForce& c) {
  const auto place = handles_.at(body_of(c.body));
  Mechanism m = place.articulation->current_mechanism();
  const PartId id = handles_.create(PartKind::body_force);
  m.user_body_forces.push_back({id, c.name, place.index, c.point, c.present});
  rebuild({place.articulation}, std::move(m), false);
  return id;
}

PartId World::perform(const AddCoordinateForce& c) {
  const auto place = handles_.at(resolve(c.coordinate), PartKind::coordinate);
  Mechanism m = place.articulation->current_mechanism();
  const PartId id = handles_.create(PartKind::coordinate_force);
  m.user_coordinate_forces.push_back({id, c.name, place.index, c.present});
  rebuild({place.articulation}, std::move(m), false);
  return id;
}

/// The functions of forces stay: a state in which the force still acts may be restored.
PartId World::perform(const RemovePart& c) {
  const PartId id = resolve(c.part);
  switch (c.part.kind) {
    case PartKind::body:
      remove_part(id, c.part.kind, &Mechanism::bodies);
      return 0;
    case PartKind::joint:
      remove_joint(id);
      return 0;
    case PartKind::load:
      remove_part(id, c.part.kind, &Mechanism::loads);
      return 0;
    case PartKind::mount:
      remove_part(id, c.part.kind, &Mechanism::mounts);
      return 0;
    case PartKind::spring:
      remove_part(id, c.part.kind, &Mechanism::springs);
      return 0;
    case PartKind::body_force:
      remove_part(id, c.part.kind, &Mechanism::user_body_forces);
      return 0;
    case PartKind::coordinate_force:
      remove_part(id, c.part.kind, &Mechanism::user_coordinate_forces);
      return 0;
    default:
      throw Error(fmt::format("a {} cannot be removed alone: remove the body or joint it is on",
                              to_string(c.part.kind)));
  }
}

// ---------------------------------------------------------------------------------- saving

namespace {

/// The parts of a live world, for for_each_part.
struct LiveParts {
  Clock clock;
  const std::vector<double>& inputs;
  const std::vector<std::unique_ptr<articulation::Articulation>>& articulations;
  const contact::ContactState& contacts;
  const std::vector<std::unique_ptr<Stage>>& parts;

  std::size_t articulation_count() const { return articulations.size(); }
  const system::State& state(std::size_t i) const {
    return std::as_const(*articulations[i]).state();
  }
};

}  // namespace

std::uint64_t World::hash() const {
  const LiveParts live{{step_, time_}, inputs_.values, articulations_, contacts_->state(), stages_};
  PartHasher hasher;
  for_each_part(live, hasher);
  return hasher.value();
}

Snapshot World::save() const {
  Snapshot s;
  s.setting = setting_;
  s.clock = {step_, time_};
  s.handles = handles_;
  s.inputs = inputs_.values;
  for (const auto& articulation : articulations_) {
    s.mechanisms.push_back(articulation->shared_mechanism());
    s.states.push_back(articulation->state());
  }
  s.contacts = contacts_->state();
  for (const auto& stage : stages_) s.parts.push_back(stage->save());
  return s;
}

void World::check(const Snapshot& snapshot) const {
  const auto refuse = [](const std::string& why) {
    throw Error("this snapshot cannot be restored: " + why);
  };
  if (snapshot.setting != setting_)
    refuse("it is of a world with other shapes, inputs or another site");
  if (snapshot.states.size() != snapshot.mechanisms.size() ||
      snapshot.inputs.size() != input_names_.size() || snapshot.parts.size() != stages_.size())
    refuse("it is not whole");
  const BodiesOfShapes of_objects =
      objects_ != nullptr ? objects_->bodies_of_shapes(*snapshot.parts.back()) : BodiesOfShapes{};
  if (const std::string problem = contact_problem(snapshot, *contacts_, of_objects);
      !problem.empty())
    refuse(problem);
  for (std::size_t i = 0; i < stages_.size(); ++i)
    if (const std::string problem = stages_[i]->problem(*snapshot.parts[i], snapshot);
        !problem.empty())
      refuse(problem);
}

void World::go_to(const Snapshot& snapshot) {
  check(snapshot);
  // Articulations whose mechanism is still here are reused; the others are compiled again, to the same
  // bits, because compilation depends on the mechanism only. Nothing changes before all of them fit.
  std::unordered_map<const Mechanism*, std::size_t> present;
  for (std::size_t i = 0; i < articulations_.size(); ++i)
    present.emplace(&articulations_[i]->mechanism(), i);
  const std::size_t count = snapshot.mechanisms.size();
  std::vector<std::unique_ptr<articulation::Articulation>> restored(count);
  std::vector<std::optional<std::size_t>> reused(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (const auto found = present.find(snapshot.mechanisms[i].get()); found != present.end()) {
      reused[i] = found->second;
      present.erase(found);
    } else {
      restored[i] = std::make_unique<articulation::Articulation>(
          snapshot.mechanisms[i], options_for(*snapshot.mechanisms[i]), inputs_, surroundings_,
          snapshot.clock.step, snapshot.clock.time);
    }
    const articulation::Articulation& own = reused[i] ? *articulations_[*reused[i]] : *restored[i];
    if (!snapshot.states[i].same_lengths(own.state()))
      throw Error("this snapshot cannot be restored: its states are not those of its mechanisms");
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (reused[i]) restored[i] = std::move(articulations_[*reused[i]]);
    restored[i]->state() = snapshot.states[i];
  }
  for (const auto& left_over : articulations_)
    if (left_over != nullptr) retire(*left_over);
  articulations_ = std::move(restored);
  handles_ = snapshot.handles;
  handles_.forget_places(nullptr);
  for (auto& articulation : articulations_) register_parts(*articulation);
  inputs_.values = snapshot.inputs;
  step_ = snapshot.clock.step;
  time_ = snapshot.clock.time;
  contacts_->restore(snapshot.contacts);
  for (std::size_t i = 0; i < stages_.size(); ++i) stages_[i]->restore(*snapshot.parts[i]);
  attach_parts();
  edge_->start(articulations_);
}

}  // namespace outrigger::sim
