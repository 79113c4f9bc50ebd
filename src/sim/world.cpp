#include "sim/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "model/assemble.h"
#include "model/islands.h"
#include "sim/contact_stage.h"
#include "sim/function_check.h"
#include "sim/island.h"
#include "sim/part_lists.h"
#include "sim/site_edge.h"
#include "sim/snapshot_check.h"
#include "sim/start_notes.h"

namespace outrigger::sim {

using model::kGroundIndex;
using model::Mechanism;
using model::PartId;

namespace {

constexpr const char* kThisWorld = "this world";

/// Touches are not told any more when nobody takes the events.
constexpr std::size_t kMostEvents = 100000;
constexpr double kSameCrowd = 1.0;  ///< contacts left out again within this time are no news [s]

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

/// Removes part `index` of a list and renumbers or drops what refers to it.
void drop_coordinate(Mechanism& m, int index) {
  const auto drop = [&](auto& parts, auto refers) { std::erase_if(parts, refers); };
  drop(m.drives, [&](const auto& p) { return p.coordinate == index; });
  drop(m.springs, [&](const auto& p) { return p.coordinate == index; });
  drop(m.stops, [&](const auto& p) { return p.coordinate == index; });
  drop(m.brakes, [&](const auto& p) { return p.coordinate == index; });
  drop(m.user_coordinate_forces, [&](const auto& p) { return p.coordinate == index; });
  for (auto& d : m.drivelines) std::erase(d.coordinates, index);
  drop(m.drivelines, [&](const auto& p) { return p.coordinates.empty(); });
  drop(m.couplings,
       [&](const auto& p) { return p.coordinate_a == index || p.coordinate_b == index; });
  const auto shift = [&](int& c) { c -= c > index ? 1 : 0; };
  for (auto& p : m.drives) shift(p.coordinate);
  for (auto& p : m.springs) shift(p.coordinate);
  for (auto& p : m.stops) shift(p.coordinate);
  for (auto& p : m.couplings) shift(p.coordinate_a), shift(p.coordinate_b);
  for (auto& p : m.brakes) shift(p.coordinate);
  for (auto& p : m.user_coordinate_forces) shift(p.coordinate);
  for (auto& d : m.drivelines)
    for (int& c : d.coordinates) shift(c);
  m.coordinates.erase(m.coordinates.begin() + index);
}

void drop_coordinates_if(Mechanism& m, const auto& condition) {
  for (int i = static_cast<int>(m.coordinates.size()) - 1; i >= 0; --i)
    if (condition(m.coordinates[i])) drop_coordinate(m, i);
}

void drop_joint(Mechanism& m, int index) {
  const std::string name = m.joints[index].spec.name;
  drop_coordinates_if(m, [&](const auto& c) {
    return c.spec.kind != description::Coordinate::Kind::distance && c.spec.joint == name;
  });
  m.joints.erase(m.joints.begin() + index);
}

void drop_body(Mechanism& m, int index) {
  for (int j = static_cast<int>(m.joints.size()) - 1; j >= 0; --j)
    if (m.joints[j].frame.body_a == index || m.joints[j].frame.body_b == index) drop_joint(m, j);
  drop_coordinates_if(
      m, [&](const auto& c) { return c.frame.body_a == index || c.frame.body_b == index; });
  std::erase_if(m.loads, [&](const auto& p) { return p.body == index; });
  std::erase_if(m.mounts, [&](const auto& p) { return p.body == index; });
  std::erase_if(m.spheres, [&](const auto& p) { return p.body == index; });
  std::erase_if(m.tyres, [&](const auto& p) { return p.body == index; });
  std::erase_if(m.user_body_forces, [&](const auto& p) { return p.body == index; });
  const auto shift = [&](int& b) { b -= b > index ? 1 : 0; };
  for (auto& j : m.joints) shift(j.frame.body_a), shift(j.frame.body_b);
  for (auto& c : m.coordinates) shift(c.frame.body_a), shift(c.frame.body_b);
  for (auto& l : m.loads) shift(l.body);
  for (auto& mount : m.mounts) shift(mount.body);
  for (auto& s : m.spheres) shift(s.body);
  for (auto& t : m.tyres) shift(t.body);
  for (auto& f : m.user_body_forces) shift(f.body);
  m.bodies.erase(m.bodies.begin() + index);
}

}  // namespace

namespace {

/// The words of a snapshot in the order of its bytes (sim/snapshot_bytes.cpp): the ends of the islands'
/// steps, then what is remembered beside them. `state_of(i)` is the state of island i.
template <class StateOf>
void add_islands(Hash& h, std::size_t count, const StateOf& state_of,
                 const ContactState& contacts) {
  for (std::size_t i = 0; i < count; ++i) h.add(state_of(i).hash_of_end());
  Hash memory;
  contacts.add_to(memory);
  for (std::size_t i = 0; i < count; ++i) {
    const system::State& s = state_of(i);
    if (!s.has_step_memory()) continue;
    memory.add(i);
    s.add_step_memory(memory);
  }
  h.add(memory.value());
}

}  // namespace

std::uint64_t Snapshot::hash() const {
  Hash h;
  h.add(static_cast<std::uint64_t>(step));
  h.add(time);
  for (double v : inputs) h.add(v);
  add_islands(
      h, states.size(), [&](std::size_t i) -> const system::State& { return states[i]; }, contacts);
  return h.value();
}

// ---------------------------------------------------------------------------------- building

World::World(const description::Machine& machine, const WorldOptions& options)
    : settings_(machine.settings),
      options_(options),
      surroundings_(std::make_shared<const contact::Surroundings>(
          machine, options.site ? &*options.site : nullptr, options.contact_laws)) {
  PartId unused = 0;
  Mechanism whole = model::resolve(machine, unused);
  for_each_list(whole, [&](PartKind kind, auto& parts) {
    for (auto& p : parts) p.id = handles_.create(kind);
  });
  collect_inputs(whole, machine.controls);
  check_time_functions(whole, 0.0);
  for (Mechanism& m : model::split_islands(whole)) {
    model::AssemblyReport report = model::assemble_positions(m);
    model::assemble_velocities(m, report);
    freeze_assembled_values(m);
    check_coordinate_functions(m);
    add_island(std::move(m));
  }
  contacts_ = std::make_unique<ContactStage>(machine, options.site ? &*options.site : nullptr,
                                             surroundings_, options.meshes.get());
  attach_contacts();
  start_all_contacts();
  setting_ = setting_hash(*contacts_, site_title(), input_names_);
  edge_ = std::make_unique<SiteEdge>(ground(), *contacts_, settings_.step);
  edge_->start(islands_);
  events_ = note_start({islands_, ground(), *contacts_});
}

// Here, so that not every file with a world compiles the destruction of all it holds.
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

void World::attach_contacts() {
  if (contacts_->empty()) return;
  std::unordered_map<std::string_view, ContactStage::Place> places;
  for (const auto& island : islands_) {
    const auto& bodies = island->mechanism().bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      places.try_emplace(bodies[i].spec.name,
                         ContactStage::Place{island.get(), static_cast<int>(i), bodies[i].id});
  }
  contacts_->attach([&](const std::string& name) -> ContactStage::Place {
    const auto found = places.find(name);
    return found != places.end() ? found->second : ContactStage::Place{};
  });
}

void World::start_edited(const std::vector<const Island*>& begin) {
  try {
    start_contacts(begin);
  } catch (...) {
    // A law of the program's own failed. The edit is done and stays; the accelerations are those without
    // contacts, and the next step meets the law again and lets its error out.
  }
}

void World::start_contacts(const std::vector<const Island*>& begin) {
  contacts_->start(islands_, options_.island, inputs_, [&](const Island* island) {
    return std::find(begin.begin(), begin.end(), island) != begin.end();
  });
}

void World::start_all_contacts() {
  std::vector<const Island*> all;
  for (const auto& island : islands_) all.push_back(island.get());
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

Island& World::add_island(Mechanism mechanism) {
  islands_.push_back(
      std::make_unique<Island>(std::make_shared<const Mechanism>(std::move(mechanism)),
                               options_.island, inputs_, surroundings_, step_, time_));
  register_parts(*islands_.back());
  return *islands_.back();
}

void World::register_parts(Island& island) {
  for_each_list(island.mechanism(), [&](PartKind, const auto& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      handles_.set(parts[i].id, {&island, static_cast<int>(i)});
  });
}

void World::erase_island(Island* island) {
  retired_ += island->stepper().counters();
  handles_.forget_places(island);
  std::erase_if(islands_, [&](const auto& i) { return i.get() == island; });
}

// ---------------------------------------------------------------------------------- stepping

WorldReport World::step() {
  const OneThread::Hold hold(thread_, kThisWorld);
  call_functions();
  WorldReport total;
  const auto count = [&](Island& island, const stepper::StepReport& report) {
    if (!std::as_const(island).state().asleep) ++total.awake_islands;
    total.iterations = std::max(total.iterations, report.iterations);
    total.converged = total.converged && report.converged;
    total.contained = total.contained || report.contained;
    if (report.parts > 1 || !report.converged) note(report, island);
  };
  contacts_->step(islands_, options_.island, inputs_, time_, count);
  for (std::size_t i = 0; i < islands_.size(); ++i)
    if (!contacts_->stepped(i)) count(*islands_[i], islands_[i]->step(inputs_));
  ++step_;
  time_ = static_cast<double>(step_) * settings_.step;
  note_crowd();
  note_touches();
  for (const auto& island : islands_)
    if (!island->jumps().empty()) note_jumps(*island);
  edge_->look(islands_, step_, time_, events_);
  for (const auto& island : islands_)
    if (const std::string text = island->take_notice(); !text.empty())
      events_.push_back({Event::Kind::not_converged, step_, time_,
                         island->mechanism().bodies.front().spec.name, 0.0,
                         fmt::format("t = {:.4f} s: {}", time_, text)});
  for (std::size_t i = 0; i < islands_.size(); ++i)
    if (islands_[i]->has_allowable_loads() && !islands_[i]->state().asleep)
      check_loads(*islands_[i]);
  last_report_ = total;
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
    const Mechanism& m = place.island->mechanism();
    if (on_body) {
      const auto& part = m.user_body_forces[place.index];
      const auto [pose, twist] = place.island->predicted_body(part.body, h);
      f.next = ask(f.name, std::get<BodyForceFunction>(f.function), next_time, pose, twist,
                   part.point, is_particle(m.bodies[part.body]));
    } else {
      const int coordinate = m.user_coordinate_forces[place.index].coordinate;
      const drives::Motion motion = place.island->predicted_coordinate(coordinate, h);
      f.next = ask(f.name, std::get<CoordinateForceFunction>(f.function), next_time, motion.value,
                   motion.rate);
    }
  }
  for (const UserForce& f : user_forces_) {
    if (!f.acts) continue;
    const PartKind kind = f.next.index() == 0 ? PartKind::body_force : PartKind::coordinate_force;
    const auto place = handles_.at(f.id, kind);
    std::visit([&](const auto& force) { place.island->set_force(place.index, force); }, f.next);
  }
}

namespace {

/// Why an island may have no solution at this time: a drive or a load without a number, or drives
/// against joints.
std::string likely_cause(const Island& island, double time) {
  const auto& drives = island.mechanism().drives;
  std::string names;
  for (std::size_t i = 0; i < drives.size(); ++i) {
    const system::DriveReference& r = island.next_references()[i];
    const std::string& name = drives[i].spec.name;
    if (!std::isfinite(r.value) || !std::isfinite(r.rate) || !std::isfinite(r.acceleration))
      return fmt::format("; drive '{}' asks for a value that is not a number", name);
    if (r.engaged) names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name);
  }
  if (std::string lost = function_without_value(island.mechanism(), time); !lost.empty())
    return lost;
  return names.empty() ? "" : fmt::format("; can its joints do what its drives ask ({})?", names);
}

}  // namespace

void World::note(const stepper::StepReport& report, const Island& island) {
  const std::string& name = island.mechanism().bodies.front().spec.name;
  if (report.contained) {
    events_.push_back({Event::Kind::contained, step_, time_, name, 0.0,
                       fmt::format("t = {:.4f} s: no solution for the island of '{}'; it was held "
                                   "still for one step{}",
                                   time_, name, likely_cause(island, time_ + settings_.step))});
    return;
  }
  if (!report.converged)
    events_.push_back({Event::Kind::not_converged, step_, time_, name, report.last_increment,
                       fmt::format("t = {:.4f} s: the step of the island of '{}' ended at the "
                                   "iteration cap, {:.1g} m from its solution",
                                   time_, name, report.last_increment)});
  if (report.parts > 1)
    events_.push_back({Event::Kind::step_retried, step_, time_, name,
                       static_cast<double>(report.parts),
                       fmt::format("t = {:.4f} s: the step of the island of '{}' was cut into {} "
                                   "parts",
                                   time_, name, report.parts)});
}

/// Told once, and again when it comes back after a second: a crowd may last for the whole run.
void World::note_crowd() {
  const LeftOut& left = contacts_->left_out();
  if (!left.any()) return;
  const bool goes_on = last_crowded_ >= 0 && step_ >= last_crowded_ &&
                       static_cast<double>(step_ - last_crowded_) * settings_.step < kSameCrowd;
  last_crowded_ = step_;
  if (goes_on) return;
  const auto name = [&](int shape) {
    return contacts_->scene().shapes()[static_cast<std::size_t>(shape)].name;
  };
  const bool known = left.shape_a >= 0;
  const std::string names = known ? name(left.shape_a) + "/" + name(left.shape_b) : "";
  const std::string such_as =
      known ? fmt::format(", such as '{}' and '{}'", name(left.shape_a), name(left.shape_b)) : "";
  const std::string what =
      left.pairs > 0
          ? fmt::format(
                "too many shapes are in each other: {} pairs{} pass through each other, the "
                "others keep their deepest contacts; place them apart",
                left.pairs, such_as)
          : fmt::format(
                "too many contacts: {} are left out, each pair keeps the deepest; use "
                "fewer, simpler shapes",
                left.contacts);
  events_.push_back({Event::Kind::crowded, step_, time_, names, static_cast<double>(left.pairs),
                     fmt::format("t = {:.4f} s: {}", time_, what)});
}

void World::note_touches() {
  for (const TouchChange& change : contacts_->changes()) {
    if (events_.size() >= kMostEvents) return;
    const TouchRecord& t = change.record;
    const auto name = [&](std::int64_t shape) {
      return contacts_->scene().shapes()[static_cast<std::size_t>(shape)].name;
    };
    const std::string names = name(t.shape_a) + "/" + name(t.shape_b);
    if (change.began) {
      events_.push_back({Event::Kind::contact_begin, step_, time_, names, t.speed,
                         fmt::format("t = {:.4f} s: '{}' touches '{}' at {:.3g} m/s{}", time_,
                                     name(t.shape_a), name(t.shape_b), t.speed,
                                     contacts_->assumed_friction(t.shape_a, t.shape_b))});
    } else {
      events_.push_back(
          {Event::Kind::contact_end, step_, time_, names, t.impulse,
           fmt::format("t = {:.4f} s: '{}' parts from '{}' after {:.3g} s: impulse {:.3g} N s, "
                       "largest force {:.3g} N, lost {:.3g} J",
                       time_, name(t.shape_a), name(t.shape_b), time_ - t.begin, t.impulse, t.peak,
                       t.heat)});
    }
  }
}

void World::note_jumps(const Island& island) {
  for (const DriveJump& j : island.jumps()) {
    if (events_.size() >= kMostEvents) return;
    const std::string& name =
        island.mechanism().drives[static_cast<std::size_t>(j.drive)].spec.name;
    const bool by_value = j.jump.value != 0.0;
    const double change = by_value ? j.jump.value : j.jump.rate;
    events_.push_back(
        {Event::Kind::drive_jump, step_, time_, name, change,
         fmt::format("t = {:.4f} s: drive '{}' asks {} to jump by {:.4g} within a step of {:g} s; "
                     "a guided coordinate must be smooth, with continuous speed and acceleration: "
                     "use smooth(t, begin, end) or a table",
                     time_, name, by_value ? "its coordinate" : "the speed of its coordinate",
                     change, settings_.step)});
  }
}

/// Raises an event for every joint above its allowable load and removes those that break.
void World::check_loads(Island& island) {
  std::vector<JointHandle> broken;
  const Mechanism& m = island.mechanism();
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const auto& allowable = m.joints[j].spec.allowable;
    if (allowable.force <= 0.0 && allowable.torque <= 0.0) continue;
    const system::JointReaction& r = reactions_of(island).joints[j];
    const bool force = allowable.force > 0.0 && r.force.norm() > allowable.force;
    const bool torque = allowable.torque > 0.0 && r.torque.norm() > allowable.torque;
    if (!force && !torque) continue;
    const double value = force ? r.force.norm() : r.torque.norm();
    const std::string& name = m.joints[j].spec.name;
    events_.push_back(
        {allowable.breaks ? Event::Kind::joint_broken : Event::Kind::overload, step_, time_, name,
         value,
         fmt::format("t = {:.4f} s: joint '{}' {} at {:.4g} {} (allowable {:.4g})", time_, name,
                     allowable.breaks ? "broke" : "is overloaded", value, force ? "N" : "N m",
                     force ? allowable.force : allowable.torque)});
    if (allowable.breaks) broken.push_back(HandleTable::handle<PartKind::joint>(m.joints[j].id));
  }
  for (JointHandle h : broken) remove(h);
}

void World::set_input(const std::string& name, double value) {
  const auto found = std::find(input_names_.begin(), input_names_.end(), name);
  if (found == input_names_.end())
    throw Error(fmt::format(
        "nothing listens to an input named '{}'; inputs are: {}", name,
        input_names_.empty() ? "none" : fmt::format("{}", fmt::join(input_names_, ", "))));
  if (!std::isfinite(value))
    throw Error(fmt::format("input '{}': {} is not a finite number", name, value));
  inputs_.values[found - input_names_.begin()] = value;
}

std::vector<Event> World::take_events() { return std::exchange(events_, {}); }

double World::find_equilibrium() {
  const OneThread::Hold hold(thread_, kThisWorld);
  double worst = 0.0;
  for (auto& island : islands_)
    worst = std::max(worst, island->stepper().find_equilibrium(island->state()));
  attach_contacts();
  start_all_contacts();
  return worst;
}

// ---------------------------------------------------------------------------------- reading

template <PartKind kKind, class Parts>
Handle<kKind> World::find(const std::string& name, Parts Mechanism::*member) const {
  for (const auto& island : islands_)
    for (const auto& p : island->mechanism().*member)
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

Pose World::pose(BodyHandle h) const {
  const auto place = handles_.at(h);
  return place.island->body_pose(place.index);
}
model::Twist World::twist(BodyHandle h) const {
  const auto place = handles_.at(h);
  return place.island->body_twist(place.index);
}
model::Twist World::acceleration(BodyHandle h) const {
  const auto place = handles_.at(h);
  return place.island->body_acceleration(place.index);
}
double World::value(CoordinateHandle h) const {
  const auto place = handles_.at(h);
  return place.island->state().coordinate[place.index];
}
double World::speed(CoordinateHandle h) const {
  const auto place = handles_.at(h);
  return place.island->coordinate_speed(place.index);
}
const system::Reactions& World::reactions_of(Island& island) {
  if (!contacts_->empty() && !island.reactions_known()) contacts_->share_wrenches(island);
  return island.reactions();
}
system::JointReaction World::reaction(JointHandle h) {
  const auto place = handles_.at(h);
  return reactions_of(*place.island).joints[place.index];
}
double World::force(DriveHandle h) {
  const auto place = handles_.at(h);
  return reactions_of(*place.island).drives[place.index];
}

SphereHandle World::sphere(const std::string& name) const {
  return find<PartKind::sphere>(name, &Mechanism::spheres);
}
TyreHandle World::tyre(const std::string& name) const {
  return find<PartKind::tyre>(name, &Mechanism::tyres);
}
contact::SphereReading World::reading(SphereHandle h) const {
  const auto place = handles_.at(h);
  return place.island->sphere(place.index);
}
tyres::TyreReading World::reading(TyreHandle h) const {
  const auto place = handles_.at(h);
  return place.island->tyre(place.index);
}
std::vector<ContactReading> World::contacts() const { return contacts_->readings(); }

contact::ImpactCounts World::contact_interventions() const { return contacts_->interventions(); }

Vec3 World::contact_force(const std::string& group) const {
  Vec3 sum = Vec3::Zero();
  for (const auto& island : islands_) {
    const auto& spheres = island->mechanism().spheres;
    for (std::size_t i = 0; i < spheres.size(); ++i)
      if (spheres[i].spec.group == group) sum += island->sphere(static_cast<int>(i)).force;
  }
  if (!contacts_->empty()) sum += contacts_->force_on_group(group);
  return sum;
}

double World::force(SpringHandle h) const {
  const auto place = handles_.at(h);
  return place.island->spring_force(place.index);
}

BrakeHandle World::brake(const std::string& name) const {
  return find<PartKind::brake>(name, &Mechanism::brakes);
}
DrivelineHandle World::driveline(const std::string& name) const {
  return find<PartKind::driveline>(name, &Mechanism::drivelines);
}
double World::force(BrakeHandle h) const {
  const auto place = handles_.at(h);
  return place.island->brake_force(place.index);
}
double World::force(DrivelineHandle h) const {
  const auto place = handles_.at(h);
  return place.island->tractive_force(place.index);
}

double World::engine_speed() const {
  for (const auto& island : islands_)
    if (island->supply().has_engine()) return island->engine_speed();
  return 0.0;
}

double World::flow_share() const {
  for (const auto& island : islands_)
    if (island->supply().has_hydraulics()) return island->flow_share();
  return 1.0;
}

Energies World::energies() const {
  Energies e;
  for (const auto& island : islands_) {
    e.kinetic += island->stepper().kinetic_energy(island->state());
    e.potential += island->stepper().potential_energy(island->state());
    const system::EnergyLedger& l = island->state().ledger;
    e.ledger.start += l.start;
    e.ledger.external += l.external;
    e.ledger.drives += l.drives;
    e.ledger.dissipated += l.dissipated;
    e.ledger.integrator += l.integrator;
    e.ledger.projection += l.projection;
    e.ledger.detection += l.detection;
  }
  e.potential += contacts_->stored_energy();
  return e;
}

stepper::Residuals World::residuals() {
  stepper::Residuals worst;
  for (auto& island : islands_) {
    const stepper::Residuals r = island->stepper().residuals(island->state());
    worst.position = std::max(worst.position, r.position);
    worst.velocity = std::max(worst.velocity, r.velocity);
    worst.acceleration = std::max(worst.acceleration, r.acceleration);
  }
  return worst;
}

stepper::StepCounters World::counters() const {
  stepper::StepCounters sum = retired_;
  for (const auto& island : islands_) sum += island->stepper().counters();
  sum += contacts_->counters();
  return sum;
}

// ---------------------------------------------------------------------------------- editing

void World::rebuild(const std::vector<Island*>& old, Mechanism mechanism, bool lock) {
  const OneThread::Hold hold(thread_, kThisWorld);
  // What drives, ground contacts, tyres and brakes remember survives by part id.
  MemoryCarry carry;
  for (Island* island : old) island->carry_memory(carry);
  system::EnergyLedger ledger;
  for (Island* island : old) {
    const system::EnergyLedger& l = island->state().ledger;
    ledger.external += l.external;
    ledger.drives += l.drives;
    ledger.dissipated += l.dissipated;
    ledger.integrator += l.integrator;
    ledger.projection += l.projection;
    ledger.detection += l.detection;
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

  std::vector<std::unique_ptr<Island>> fresh;
  for (Mechanism& m : model::split_islands(mechanism)) {
    fresh.push_back(std::make_unique<Island>(std::make_shared<const Mechanism>(std::move(m)),
                                             options_.island, inputs_, surroundings_, step_,
                                             time_));
    fresh.back()->restore_memory(carry);
  }
  // The first fresh island inherits the account; its balance starts anew from here.
  if (!fresh.empty()) {
    system::EnergyLedger& l = fresh.front()->state().ledger;
    const double start = l.start;
    l = ledger;
    l.start = start - ledger.external - ledger.drives + ledger.dissipated + ledger.integrator +
              ledger.projection + ledger.detection;
  }
  // New islands take the place of the first old one, so the order of the others stays.
  std::size_t at = islands_.size();
  for (std::size_t i = 0; i < islands_.size(); ++i)
    if (std::find(old.begin(), old.end(), islands_[i].get()) != old.end()) {
      at = i;
      break;
    }
  for (Island* island : old) erase_island(island);
  at = std::min(at, islands_.size());
  std::vector<const Island*> begin;
  for (auto& island : fresh) {
    register_parts(*island);
    begin.push_back(island.get());
    islands_.insert(islands_.begin() + static_cast<std::ptrdiff_t>(at++), std::move(island));
  }
  attach_contacts();
  start_edited(begin);
}

BodyHandle World::add_body(const description::Body& body) {
  const OneThread::Hold hold(thread_, kThisWorld);
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
  const Island& island = add_island(std::move(m));
  attach_contacts();
  start_edited({&island});
  return HandleTable::handle<PartKind::body>(id);
}

JointHandle World::insert_joint(const description::Joint& joint, std::optional<BodyHandle> a,
                                BodyHandle b) {
  const auto place_b = handles_.at(b);
  const std::optional<HandleTable::Place> place_a =
      a ? std::optional(handles_.at(*a)) : std::nullopt;
  if (place_a && place_a->island == place_b.island && place_a->index == place_b.index)
    throw Error(fmt::format("joint '{}' would connect a body with itself", joint.name));

  std::vector<Island*> old{place_b.island};
  Mechanism m = place_b.island->current_mechanism();
  int index_a = kGroundIndex;
  if (place_a) {
    index_a = place_a->index;
    if (place_a->island != place_b.island) {
      index_a += static_cast<int>(m.bodies.size());
      m = model::merge(std::move(m), place_a->island->current_mechanism());
      old.push_back(place_a->island);
    }
  }
  const PartId id = handles_.create(PartKind::joint);
  model::JointPart part;
  part.id = id;
  part.spec = joint;
  part.frame = model::make_joint_frame(joint, index_a, place_b.index, &m.pose_of(index_a),
                                       &m.pose_of(place_b.index));
  m.joints.push_back(std::move(part));
  try {
    rebuild(old, std::move(m), true);
  } catch (...) {
    handles_.release(id);
    throw;
  }
  return HandleTable::handle<PartKind::joint>(id);
}

JointHandle World::add_joint(const description::Joint& joint, BodyHandle a, BodyHandle b) {
  return insert_joint(joint, a, b);
}

JointHandle World::add_joint_to_ground(const description::Joint& joint, BodyHandle b) {
  return insert_joint(joint, std::nullopt, b);
}

void World::check_new_functions(const Mechanism& mechanism, PartId id) {
  try {
    check_time_functions(mechanism, time_);
    check_coordinate_functions(mechanism);
  } catch (...) {
    handles_.release(id);
    throw;
  }
}

LoadHandle World::add_load(const description::Load& load, BodyHandle body) {
  const auto place = handles_.at(body);
  Mechanism m = place.island->current_mechanism();
  const PartId id = handles_.create(PartKind::load);
  m.loads.push_back({id, load, place.index});
  check_new_functions(m, id);
  rebuild({place.island}, std::move(m), false);
  return HandleTable::handle<PartKind::load>(id);
}

MountHandle World::add_mount(const description::Mount& mount, BodyHandle body) {
  const auto place = handles_.at(body);
  Mechanism m = place.island->current_mechanism();
  const PartId id = handles_.create(PartKind::mount);
  m.mounts.push_back({id, mount, place.index});
  if (!m.mounts.back().spec.anchor)
    m.mounts.back().spec.anchor = m.pose_of(place.index).point(mount.point);
  rebuild({place.island}, std::move(m), false);
  return HandleTable::handle<PartKind::mount>(id);
}

SpringHandle World::add_spring(const description::Spring& spring,
                               const description::Coordinate& distance, BodyHandle a,
                               BodyHandle b) {
  return insert_spring(spring, distance, a, b);
}

SpringHandle World::add_spring_to_ground(const description::Spring& spring,
                                         const description::Coordinate& distance, BodyHandle b) {
  return insert_spring(spring, distance, std::nullopt, b);
}

SpringHandle World::insert_spring(const description::Spring& spring,
                                  const description::Coordinate& distance,
                                  std::optional<BodyHandle> a, BodyHandle b) {
  const auto place_b = handles_.at(b);
  Mechanism m = place_b.island->current_mechanism();
  std::vector<Island*> old{place_b.island};
  int index_a = model::kGroundIndex;
  if (a) {
    const auto place_a = handles_.at(*a);
    index_a = place_a.index;
    if (place_a.island != place_b.island) {
      index_a += static_cast<int>(m.bodies.size());
      m = model::merge(std::move(m), place_a.island->current_mechanism());
      old.push_back(place_a.island);
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
  check_new_functions(m, id);
  rebuild(old, std::move(m), false);
  return HandleTable::handle<PartKind::spring>(id);
}

template <class Parts>
void World::remove_part(PartId id, PartKind kind, Parts Mechanism::*member) {
  const auto place = handles_.at(id, kind);
  Mechanism m = place.island->current_mechanism();
  // Everything that vanishes with the part loses its handle.
  std::vector<std::pair<PartId, PartKind>> before;
  for_each_list(m, [&](PartKind k, auto& parts) {
    for (const auto& p : parts) before.emplace_back(p.id, k);
  });
  if constexpr (std::is_same_v<Parts, std::vector<model::BodyPart>>) {
    drop_body(m, place.index);
  } else if constexpr (std::is_same_v<Parts, std::vector<model::JointPart>>) {
    drop_joint(m, place.index);
  } else {
    (m.*member).erase((m.*member).begin() + place.index);
  }
  std::vector<PartId> after;
  for_each_list(m, [&](PartKind, auto& parts) {
    for (const auto& p : parts) after.push_back(p.id);
  });
  std::sort(after.begin(), after.end());
  rebuild({place.island}, std::move(m), false);
  for (const auto& [part, part_kind] : before)
    if (!std::binary_search(after.begin(), after.end(), part)) handles_.release(part);
}

/// After going back to an older state, an id may be given a second time.
void World::keep_function(UserForce force) {
  std::erase_if(user_forces_, [&](const UserForce& f) { return f.id == force.id; });
  user_forces_.push_back(std::move(force));
}

BodyForceHandle World::add_force(const std::string& name, BodyHandle body, const Vec3& point,
                                 BodyForceFunction function) {
  const auto place = handles_.at(body);
  Mechanism m = place.island->current_mechanism();
  const model::BodyForce present = ask(name, function, time_, pose(body), twist(body), point,
                                       is_particle(m.bodies[place.index]));
  const PartId id = handles_.create(PartKind::body_force);
  m.user_body_forces.push_back({id, name, place.index, point, present});
  rebuild({place.island}, std::move(m), false);
  keep_function({id, name, std::move(function), model::BodyForce{}, false});
  return HandleTable::handle<PartKind::body_force>(id);
}

CoordinateForceHandle World::add_force(const std::string& name, CoordinateHandle coordinate,
                                       CoordinateForceFunction function) {
  const auto place = handles_.at(coordinate);
  const model::CoordinateForce present =
      ask(name, function, time_, value(coordinate), speed(coordinate));
  Mechanism m = place.island->current_mechanism();
  const PartId id = handles_.create(PartKind::coordinate_force);
  m.user_coordinate_forces.push_back({id, name, place.index, present});
  rebuild({place.island}, std::move(m), false);
  keep_function({id, name, std::move(function), model::CoordinateForce{}, false});
  return HandleTable::handle<PartKind::coordinate_force>(id);
}

// The functions stay: a state in which the force still acts may be restored.
void World::remove(BodyForceHandle h) {
  remove_part(HandleTable::id(h), PartKind::body_force, &Mechanism::user_body_forces);
}
void World::remove(CoordinateForceHandle h) {
  remove_part(HandleTable::id(h), PartKind::coordinate_force, &Mechanism::user_coordinate_forces);
}
void World::remove(BodyHandle h) {
  remove_part(HandleTable::id(h), PartKind::body, &Mechanism::bodies);
}
void World::remove(JointHandle h) {
  remove_part(HandleTable::id(h), PartKind::joint, &Mechanism::joints);
}
void World::remove(LoadHandle h) {
  remove_part(HandleTable::id(h), PartKind::load, &Mechanism::loads);
}
void World::remove(MountHandle h) {
  remove_part(HandleTable::id(h), PartKind::mount, &Mechanism::mounts);
}
void World::remove(SpringHandle h) {
  remove_part(HandleTable::id(h), PartKind::spring, &Mechanism::springs);
}

// ---------------------------------------------------------------------------------- saving

std::uint64_t World::hash() const {
  Hash h;
  h.add(static_cast<std::uint64_t>(step_));
  h.add(time_);
  for (double v : inputs_.values) h.add(v);
  add_islands(
      h, islands_.size(),
      [&](std::size_t i) -> const system::State& { return std::as_const(*islands_[i]).state(); },
      contacts_->state());
  return h.value();
}

Snapshot World::save() const {
  Snapshot s;
  s.setting = setting_;
  s.step = step_;
  s.time = time_;
  s.handles = handles_;
  s.inputs = inputs_.values;
  for (const auto& island : islands_) {
    s.mechanisms.push_back(island->shared_mechanism());
    s.states.push_back(island->state());
  }
  s.contacts = contacts_->state();
  return s;
}

void World::check(const Snapshot& snapshot) const {
  const auto refuse = [](const std::string& why) {
    throw Error("this snapshot cannot be restored: " + why);
  };
  if (snapshot.setting != setting_)
    refuse("it is of a world with other shapes, inputs or another site");
  if (snapshot.states.size() != snapshot.mechanisms.size() ||
      snapshot.inputs.size() != input_names_.size())
    refuse("it is not whole");
  if (const std::string problem = contact_problem(snapshot, *contacts_); !problem.empty())
    refuse(problem);
}

namespace {

/// Whether a state is one of this island: as many numbers of every kind.
bool state_fits(const system::State& state, const Island& island) {
  const system::State& own = island.state();
  return state.x.size() == own.x.size() && state.v.size() == own.v.size() &&
         state.acceleration.size() == own.acceleration.size() &&
         state.algorithmic.size() == own.algorithmic.size() &&
         state.lambda.size() == own.lambda.size() &&
         state.contact_acceleration.size() == own.contact_acceleration.size() &&
         state.contact_lambda.size() == own.contact_lambda.size() &&
         state.ahead.size() == own.ahead.size() &&
         state.coordinate.size() == own.coordinate.size() && state.term.size() == own.term.size() &&
         state.drive.size() == own.drive.size() &&
         state.drive_memory.size() == own.drive_memory.size();
}

}  // namespace

void World::restore(const Snapshot& snapshot) {
  const OneThread::Hold hold(thread_, kThisWorld);
  check(snapshot);
  // Islands whose mechanism is still here are reused; the others are compiled again, to the same
  // bits, because compilation depends on the mechanism only. Nothing changes before all of them fit.
  std::unordered_map<const Mechanism*, std::size_t> present;
  for (std::size_t i = 0; i < islands_.size(); ++i) present.emplace(&islands_[i]->mechanism(), i);
  const std::size_t count = snapshot.mechanisms.size();
  std::vector<std::unique_ptr<Island>> restored(count);
  std::vector<std::optional<std::size_t>> reused(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (const auto found = present.find(snapshot.mechanisms[i].get()); found != present.end()) {
      reused[i] = found->second;
      present.erase(found);
    } else {
      restored[i] = std::make_unique<Island>(snapshot.mechanisms[i], options_.island, inputs_,
                                             surroundings_, snapshot.step, snapshot.time);
    }
    if (!state_fits(snapshot.states[i], reused[i] ? *islands_[*reused[i]] : *restored[i]))
      throw Error("this snapshot cannot be restored: its states are not those of its mechanisms");
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (reused[i]) restored[i] = std::move(islands_[*reused[i]]);
    restored[i]->state() = snapshot.states[i];
  }
  islands_ = std::move(restored);
  handles_ = snapshot.handles;
  handles_.forget_places(nullptr);
  for (auto& island : islands_) register_parts(*island);
  inputs_.values = snapshot.inputs;
  step_ = snapshot.step;
  time_ = snapshot.time;
  contacts_->restore(snapshot.contacts);
  attach_contacts();
  edge_->start(islands_);
}

}  // namespace outrigger::sim
