/// The one path of all changes: World::execute. The calls of programs become commands here.
#include <fmt/format.h>

#include <algorithm>

#include "articulation/articulation.h"
#include "base/error.h"
#include "description/check.h"
#include "sim/part_lists.h"
#include "sim/snapshot_bytes.h"
#include "sim/world.h"

namespace outrigger::sim {

using model::Mechanism;
using model::PartId;

namespace {
constexpr const char* kWorldOfCommands = "this world";
}  // namespace

// ---------------------------------------------------------------------------------- the path

PartId World::execute(const Command& command) {
  const OneThread::Hold hold(thread_, kWorldOfCommands);
  if (listener_ != nullptr) {
    tell_inputs();
    listener_->before_command(*this, command);
  }
  // Ids are given in the order of commands, so that one that fails must not use any up.
  HandleTable handles;
  if (changes_structure(command)) handles = handles_;
  PartId id = 0;
  try {
    id = std::visit([&](const auto& c) { return perform(c); }, command);
  } catch (...) {
    if (changes_structure(command)) handles_ = std::move(handles);
    throw;
  }
  ++change_count_;
  if (listener_ != nullptr) {
    std::get<SetInputs>(told_inputs_).values = inputs_.values;
    listener_->after_command(*this, command);
  }
  return id;
}

void World::set_listener(JournalListener* listener) {
  listener_ = listener;
  std::get<SetInputs>(told_inputs_).values = inputs_.values;
  told_events_ = events_.size();
}

void World::mark_start() {
  auto here = std::make_shared<const Snapshot>(save());
  if (listener_ != nullptr) {
    if (here->hash() == start_->hash() && here->mechanisms == start_->mechanisms) return;
    throw Error("the start of a world that is being recorded cannot be moved");
  }
  start_ = std::move(here);
}

std::string World::journal_problem() const {
  if (options_.contact_laws.empty()) return {};
  return fmt::format(
      "contacts of '{}' and '{}' follow a law that is a function of the program, which commands "
      "cannot hold",
      options_.contact_laws.front().material_a, options_.contact_laws.front().material_b);
}

/// Inputs are set many times and count when a step or a command looks at them.
void World::tell_inputs() {
  if (listener_ == nullptr) return;
  std::vector<double>& told = std::get<SetInputs>(told_inputs_).values;
  if (told == inputs_.values) return;
  told = inputs_.values;
  ++change_count_;
  listener_->after_command(*this, told_inputs_);
}

void World::tell_forces() {
  SetForces forces;
  for (const UserForce& f : user_forces_) {
    if (!f.acts) continue;
    if (const auto* on_body = std::get_if<model::BodyForce>(&f.next))
      forces.on_bodies.emplace_back(f.id, *on_body);
    else
      forces.on_coordinates.emplace_back(f.id, std::get<model::CoordinateForce>(f.next));
  }
  if (forces.on_bodies.empty() && forces.on_coordinates.empty()) return;
  listener_->after_command(*this, forces);
}

// ---------------------------------------------------------------------------------- parts

PartRef World::ref(PartKind kind, PartId id) const {
  const auto place = handles_.at(id, kind);
  PartRef ref{kind, {}, id};
  for_each_list(place.articulation->mechanism(), [&](PartKind k, const auto& parts) {
    if (k == kind) ref.name = part_name(parts[static_cast<std::size_t>(place.index)]);
  });
  return ref;
}

PartId World::resolve(const PartRef& wanted) const {
  if (wanted.id != 0) {
    const PartRef found = ref(wanted.kind, wanted.id);
    if (!wanted.name.empty() && found.name != wanted.name)
      throw Error(fmt::format("the {} that is meant is named '{}' here, not '{}'",
                              to_string(wanted.kind), found.name, wanted.name));
    return wanted.id;
  }
  PartId id = 0;
  for (const auto& articulation : articulations_)
    for_each_list(articulation->mechanism(), [&](PartKind k, const auto& parts) {
      if (k != wanted.kind || id != 0) return;
      for (const auto& p : parts)
        if (id == 0 && part_name(p) == wanted.name) id = p.id;
    });
  if (id == 0)
    throw Error(fmt::format("there is no {} named '{}'", to_string(wanted.kind), wanted.name));
  return id;
}

BodyHandle World::body_of(const PartRef& wanted) const {
  if (wanted.kind != PartKind::body)
    throw Error(
        fmt::format("a body is meant here, not the {} '{}'", to_string(wanted.kind), wanted.name));
  return HandleTable::handle<PartKind::body>(resolve(wanted));
}

// ---------------------------------------------------------------------------------- what they do

PartId World::perform(const SetInputs& c) {
  if (c.values.size() != inputs_.values.size())
    throw Error(fmt::format("there are {} inputs, not {}", inputs_.values.size(), c.values.size()));
  inputs_.values = c.values;
  return 0;
}

PartId World::perform(const Reset&) {
  go_to(*start_);
  return 0;
}

PartId World::perform(const Restore& c) {
  const auto snapshot = snapshot_from_bytes(c.bytes, c.from_start ? *start_ : save());
  if (!snapshot)
    throw Error("a saved state is damaged, of another machine, or of one that was edited since");
  go_to(*snapshot);
  return 0;
}

PartId World::perform(const FindEquilibrium&) {
  found_rest_ = settle();
  return 0;
}

PartId World::perform(const AddBody& c) {
  description::check(c.body);
  return insert_body(c.body);
}

PartId World::perform(const AddJoint& c) {
  description::check(c.joint);
  return insert_joint(c.joint, c.a ? std::optional(body_of(*c.a)) : std::nullopt, body_of(c.b));
}

PartId World::perform(const AddLoad& c) {
  description::check(c.load);
  return insert_load(c.load, body_of(c.body));
}

PartId World::perform(const AddMount& c) {
  description::check(c.mount);
  return insert_mount(c.mount, body_of(c.body));
}

PartId World::perform(const AddSpring& c) {
  description::check(c.spring);
  return insert_spring(c.spring, c.distance, c.a ? std::optional(body_of(*c.a)) : std::nullopt,
                       body_of(c.b));
}

PartId World::perform(const AddRope& c) {
  description::check(c.rope);
  std::vector<std::optional<PartId>> bodies;
  for (const PartRef& on : c.on) {
    const bool ground = on.kind == PartKind::body && on.id == 0 && on.name == description::kGround;
    bodies.push_back(ground ? std::nullopt : std::optional(HandleTable::id(body_of(on))));
  }
  return insert_rope(c.rope, bodies);
}

PartId World::perform(const SetForces& c) {
  const auto set = [&](PartId id, PartKind kind, const auto& force) {
    const auto place = handles_.at(id, kind);
    place.articulation->set_force(place.index, force);
  };
  // All are there before the first is set.
  for (const auto& [id, force] : c.on_bodies) handles_.at(id, PartKind::body_force);
  for (const auto& [id, force] : c.on_coordinates) handles_.at(id, PartKind::coordinate_force);
  for (const auto& [id, force] : c.on_bodies) set(id, PartKind::body_force, force);
  for (const auto& [id, force] : c.on_coordinates) set(id, PartKind::coordinate_force, force);
  return 0;
}

// ---------------------------------------------------------------------------------- calls of programs

BodyHandle World::add_body(const description::Body& body) {
  return HandleTable::handle<PartKind::body>(execute(AddBody{body}));
}

JointHandle World::add_joint(const description::Joint& joint, BodyHandle a, BodyHandle b) {
  return HandleTable::handle<PartKind::joint>(execute(AddJoint{joint, ref(a), ref(b)}));
}

JointHandle World::add_joint_to_ground(const description::Joint& joint, BodyHandle b) {
  return HandleTable::handle<PartKind::joint>(execute(AddJoint{joint, std::nullopt, ref(b)}));
}

LoadHandle World::add_load(const description::Load& load, BodyHandle body) {
  return HandleTable::handle<PartKind::load>(execute(AddLoad{load, ref(body)}));
}

MountHandle World::add_mount(const description::Mount& mount, BodyHandle body) {
  return HandleTable::handle<PartKind::mount>(execute(AddMount{mount, ref(body)}));
}

SpringHandle World::add_spring(const description::Spring& spring,
                               const description::Coordinate& distance, BodyHandle a,
                               BodyHandle b) {
  return HandleTable::handle<PartKind::spring>(
      execute(AddSpring{spring, distance, ref(a), ref(b)}));
}

SpringHandle World::add_spring_to_ground(const description::Spring& spring,
                                         const description::Coordinate& distance, BodyHandle b) {
  return HandleTable::handle<PartKind::spring>(
      execute(AddSpring{spring, distance, std::nullopt, ref(b)}));
}

RopeHandle World::add_rope(const description::Rope& rope,
                           const std::vector<std::optional<BodyHandle>>& bodies) {
  AddRope command{rope, {}};
  for (const auto& b : bodies)
    command.on.push_back(b ? ref(*b) : PartRef{PartKind::body, description::kGround});
  return HandleTable::handle<PartKind::rope>(execute(command));
}

void World::remove(BodyForceHandle h) { execute(RemovePart{ref(h)}); }
void World::remove(CoordinateForceHandle h) { execute(RemovePart{ref(h)}); }
void World::remove(BodyHandle h) { execute(RemovePart{ref(h)}); }
void World::remove(JointHandle h) { execute(RemovePart{ref(h)}); }
void World::remove(LoadHandle h) { execute(RemovePart{ref(h)}); }
void World::remove(MountHandle h) { execute(RemovePart{ref(h)}); }
void World::remove(SpringHandle h) { execute(RemovePart{ref(h)}); }
void World::remove(RopeHandle h) { execute(RemovePart{ref(h)}); }
void World::break_joint(JointHandle h) { execute(BreakJoint{ref(h)}); }

double World::find_equilibrium() {
  execute(FindEquilibrium{});
  return found_rest_;
}

/// Programs hold snapshots, commands hold bytes: which mechanisms the bytes are of must be clear.
void World::restore(const Snapshot& snapshot) {
  const OneThread::Hold hold(thread_, kWorldOfCommands);
  if (listener_ == nullptr) {
    go_to(snapshot);
    ++change_count_;
    return;
  }
  std::vector<std::shared_ptr<const Mechanism>> now;
  for (const auto& articulation : articulations_) now.push_back(articulation->shared_mechanism());
  const bool from_start = snapshot.mechanisms == start_->mechanisms;
  if (from_start || snapshot.mechanisms == now) {
    check(snapshot);
    execute(Restore{from_start, to_bytes(snapshot)});
    return;
  }
  go_to(snapshot);
  ++change_count_;
  std::get<SetInputs>(told_inputs_).values = inputs_.values;
  listener_->lose_track(
      *this, "the program went back to a state from before an edit, or of another world");
}

}  // namespace outrigger::sim
