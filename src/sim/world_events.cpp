/// What World notices about its steps: see event.h.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "articulation/articulation.h"
#include "articulation/function_check.h"
#include "sim/world.h"
#include "touching/contact_stage.h"

namespace outrigger::sim {

using model::Mechanism;
using Articulation = articulation::Articulation;

namespace {

/// Touches are not told any more when nobody takes the events.
constexpr std::size_t kMostEvents = 100000;
constexpr double kSameCrowd = 1.0;  ///< contacts left out again within this time are no news [s]

EventPart body_part(const std::string& name) { return {to_string(PartKind::body), name}; }
EventPart shape_part(const std::string& name) { return {"shape", name}; }

/// Where an articulation is, roughly.
Vec3 event_place_of(const Articulation& articulation) { return articulation.body_pose(0).position; }

Vec3 event_place_of(const Articulation& articulation, const model::JointPart& joint) {
  const int body = joint.frame.body_b;
  return body == model::kGroundIndex ? joint.frame.point_b
                                     : articulation.body_pose(body).point(joint.frame.point_b);
}

/// Unit of a coordinate's value, or of its speed.
std::string unit_of(const model::CoordinatePart& coordinate, bool speed) {
  using K = description::Coordinate::Kind;
  const bool length =
      coordinate.frame.kind == K::distance || coordinate.frame.kind == K::displacement;
  return std::string(length ? "m" : "rad") + (speed ? "/s" : "");
}

/// Why an articulation may have no solution at this time: a drive or a load without a number, or drives
/// against joints.
std::string likely_cause(const Articulation& articulation, double time) {
  const auto& drives = articulation.mechanism().drives;
  std::string names;
  for (std::size_t i = 0; i < drives.size(); ++i) {
    const system::DriveReference& r = articulation.next_references()[i];
    const std::string& name = drives[i].spec.name;
    if (!std::isfinite(r.value) || !std::isfinite(r.rate) || !std::isfinite(r.acceleration))
      return fmt::format("; drive '{}' asks for a value that is not a number", name);
    if (r.engaged) names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name);
  }
  if (std::string lost = articulation::function_without_value(articulation.mechanism(), time);
      !lost.empty())
    return lost;
  return names.empty() ? "" : fmt::format("; can its joints do what its drives ask ({})?", names);
}

}  // namespace

void World::note(const stepper::StepReport& report, const Articulation& articulation) {
  const std::string& name = articulation.mechanism().bodies.front().spec.name;
  const auto add = [&](Event::Kind kind, double value, const char* unit, std::string text) {
    events_.push_back({.kind = kind,
                       .step = step_,
                       .time = time_,
                       .parts = {body_part(name)},
                       .value = value,
                       .unit = unit,
                       .place = event_place_of(articulation),
                       .text = std::move(text)});
  };
  if (report.contained)
    return add(Event::Kind::contained, 0.0, "",
               fmt::format("t = {:.4f} s: no solution for the articulation of '{}'; it was held "
                           "still for one step{}",
                           time_, name, likely_cause(articulation, time_ + settings_.step)));
  if (!report.converged)
    add(Event::Kind::not_converged, report.last_increment, "m",
        fmt::format("t = {:.4f} s: the step of the articulation of '{}' ended at the "
                    "iteration cap, {:.1g} m from its solution",
                    time_, name, report.last_increment));
  if (report.parts > 1)
    add(Event::Kind::step_retried, static_cast<double>(report.parts), "",
        fmt::format("t = {:.4f} s: the step of the articulation of '{}' was cut into {} "
                    "parts",
                    time_, name, report.parts));
}

/// What the steppers of articulations have to report themselves.
void World::note_notices() {
  for (const auto& articulation : articulations_)
    if (const std::string text = articulation->take_notice(); !text.empty())
      events_.push_back({.kind = Event::Kind::not_converged,
                         .step = step_,
                         .time = time_,
                         .parts = {body_part(articulation->mechanism().bodies.front().spec.name)},
                         .place = event_place_of(*articulation),
                         .text = fmt::format("t = {:.4f} s: {}", time_, text)});
}

/// Told once, and again when it comes back after a second: a crowd may last for the whole run.
void World::note_crowd() {
  const touching::LeftOut& left = contacts_->left_out();
  if (!left.any()) return;
  const bool goes_on = last_crowded_ >= 0 && step_ >= last_crowded_ &&
                       static_cast<double>(step_ - last_crowded_) * settings_.step < kSameCrowd;
  last_crowded_ = step_;
  if (goes_on) return;
  const auto name = [&](int shape) {
    return contacts_->scene().shapes()[static_cast<std::size_t>(shape)].name;
  };
  std::vector<EventPart> parts;
  std::string such_as;
  if (left.shape_a >= 0) {
    parts = {shape_part(name(left.shape_a)), shape_part(name(left.shape_b))};
    such_as = fmt::format(", such as '{}' and '{}'", parts[0].name, parts[1].name);
  }
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
  events_.push_back({.kind = Event::Kind::crowded,
                     .step = step_,
                     .time = time_,
                     .parts = std::move(parts),
                     .value = static_cast<double>(left.pairs),
                     .text = fmt::format("t = {:.4f} s: {}", time_, what)});
}

namespace {

/// Where two shapes press hardest, which is where they are deepest in each other.
std::optional<Vec3> deepest_point(const std::vector<contact::ContactReading>& contacts,
                                  const std::string& a, const std::string& b) {
  const contact::ContactReading* found = nullptr;
  for (const auto& c : contacts)
    if (c.shape_a == a && c.shape_b == b &&
        (found == nullptr || c.normal_force > found->normal_force))
      found = &c;
  return found != nullptr ? std::optional(found->point) : std::nullopt;
}

}  // namespace

void World::note_touches() {
  std::vector<contact::ContactReading> contacts;  // asked for where something begins
  for (const touching::TouchChange& change : contacts_->changes()) {
    if (events_.size() >= kMostEvents) return;
    const contact::TouchRecord& t = change.record;
    const auto name = [&](std::int64_t shape) -> const std::string& {
      return contacts_->scene().shapes()[static_cast<std::size_t>(shape)].name;
    };
    const std::string &a = name(t.shape_a), &b = name(t.shape_b);
    Event e{.step = step_, .time = time_, .parts = {shape_part(a), shape_part(b)}};
    if (change.began) {
      if (contacts.empty()) contacts = contacts_->readings();
      e.kind = Event::Kind::contact_begin;
      e.value = t.speed;
      e.unit = "m/s";
      e.place = deepest_point(contacts, a, b);
      e.text = fmt::format("t = {:.4f} s: '{}' touches '{}' at {:.3g} m/s{}", time_, a, b, t.speed,
                           contacts_->assumed_friction(t.shape_a, t.shape_b));
    } else {
      e.kind = Event::Kind::contact_end;
      e.value = t.impulse;
      e.unit = "N s";
      e.text = fmt::format(
          "t = {:.4f} s: '{}' parts from '{}' after {:.3g} s: impulse {:.3g} N s, "
          "largest force {:.3g} N, lost {:.3g} J",
          time_, a, b, time_ - t.begin, t.impulse, t.peak, t.heat);
    }
    events_.push_back(std::move(e));
  }
}

void World::note_jumps(const Articulation& articulation) {
  const Mechanism& m = articulation.mechanism();
  for (const articulation::DriveJump& j : articulation.jumps()) {
    if (events_.size() >= kMostEvents) return;
    const model::DrivePart& drive = m.drives[static_cast<std::size_t>(j.drive)];
    const std::string& name = drive.spec.name;
    const bool by_value = j.jump.value != 0.0;
    const double change = by_value ? j.jump.value : j.jump.rate;
    events_.push_back(
        {.kind = Event::Kind::drive_jump,
         .step = step_,
         .time = time_,
         .parts = {{to_string(PartKind::drive), name}},
         .value = change,
         .unit = unit_of(m.coordinates[static_cast<std::size_t>(drive.coordinate)], !by_value),
         .text = fmt::format(
             "t = {:.4f} s: drive '{}' asks {} to jump by {:.4g} within a step of {:g} s; "
             "a guided coordinate must be smooth, with continuous speed and acceleration: "
             "use smooth(t, begin, end) or a table",
             time_, name, by_value ? "its coordinate" : "the speed of its coordinate", change,
             settings_.step)});
  }
}

/// Raises an event for every joint above its allowable load and removes those that break.
void World::check_loads(Articulation& articulation) {
  std::vector<PartId> broken;
  const Mechanism& m = articulation.mechanism();
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const auto& allowable = m.joints[j].spec.allowable;
    if (allowable.force <= 0.0 && allowable.torque <= 0.0) continue;
    const system::JointReaction& r = reactions_of(articulation).joints[j];
    const bool force = allowable.force > 0.0 && r.force.norm() > allowable.force;
    const bool torque = allowable.torque > 0.0 && r.torque.norm() > allowable.torque;
    if (!force && !torque) continue;
    const double value = force ? r.force.norm() : r.torque.norm();
    const std::string& name = m.joints[j].spec.name;
    events_.push_back(
        {.kind = allowable.breaks ? Event::Kind::joint_broken : Event::Kind::overload,
         .step = step_,
         .time = time_,
         .parts = {{to_string(PartKind::joint), name}},
         .value = value,
         .unit = force ? "N" : "N m",
         .place = event_place_of(articulation, m.joints[j]),
         .text = fmt::format("t = {:.4f} s: joint '{}' {} at {:.4g} {} (allowable {:.4g})", time_,
                             name, allowable.breaks ? "broke" : "is overloaded", value,
                             force ? "N" : "N m", force ? allowable.force : allowable.torque)});
    if (allowable.breaks) broken.push_back(m.joints[j].id);
  }
  // Not a command: it follows from the step and breaks again when the step is computed again.
  for (const PartId id : broken) remove_joint(id);
}

model::PartId World::perform(const BreakJoint& c) {
  const PartId id = resolve(c.joint);
  const auto place = handles_.at(id, PartKind::joint);
  const model::JointPart& joint =
      place.articulation->mechanism().joints[static_cast<std::size_t>(place.index)];
  Event e{.kind = Event::Kind::joint_broken,
          .step = step_,
          .time = time_,
          .parts = {{to_string(PartKind::joint), joint.spec.name}},
          .place = event_place_of(*place.articulation, joint),
          .text = fmt::format("t = {:.4f} s: joint '{}' was broken by a command", time_,
                              joint.spec.name)};
  remove_joint(id);
  events_.push_back(std::move(e));
  return 0;
}

std::vector<Event> World::take_events() {
  told_events_ = 0;
  return std::exchange(events_, {});
}

}  // namespace outrigger::sim
