#include "sim/slings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "articulation/articulation.h"
#include "sim/object_stage.h"
#include "sim/world.h"

namespace outrigger::sim {

void Slings::attach(const World& world) {
  hooks_.assign(plan_->slings.size(), {});
  for (std::size_t i = 0; i < hooks_.size(); ++i) {
    const PlannedSling& s = plan_->slings[i];
    const auto& names = world.input_names();
    const auto input = std::find(names.begin(), names.end(), s.input);
    if (input != names.end()) hooks_[i].input = static_cast<int>(input - names.begin());
    for (const auto& a : world.articulations()) {
      const model::Mechanism& m = a->mechanism();
      for (const auto& b : m.bodies)
        if (hooks_[i].body == 0 && b.spec.name == s.body) hooks_[i].body = b.id;
      for (const auto& r : m.ropes)
        if (r.spec.name == s.name) hooks_[i].rope = r.id;
    }
  }
}

std::array<Vec3, 2> Slings::ends(const World& world, std::size_t sling) const {
  const auto place = world.handles().at(hooks_[sling].rope, PartKind::rope);
  const model::RopePart& part =
      place.articulation->mechanism().ropes[static_cast<std::size_t>(place.index)];
  std::array<Vec3, 2> ends;
  for (std::size_t i = 0; i < 2; ++i)
    ends[i] = place.articulation->body_pose(part.bodies[i]).point(part.spec.points[i].point);
  return ends;
}

void Slings::begin(World& world, const ObjectStage& objects) {
  for (std::size_t i = 0; i < hooks_.size(); ++i) {
    const Hook& h = hooks_[i];
    if (h.input < 0 || h.body == 0) continue;
    const bool wanted = world.input_values()[static_cast<std::size_t>(h.input)] >= 0.5;
    if (wanted && h.rope == 0) fasten(world, objects, i);
    if (!wanted && h.rope != 0) let_go(world, i);
  }
}

void Slings::fasten(World& world, const ObjectStage& objects, std::size_t sling) {
  const PlannedSling& s = plan_->slings[sling];
  const std::uint64_t hook_body = hooks_[sling].body;
  const Vec3 hook = world.pose(HandleTable::handle<PartKind::body>(hook_body)).point(s.point);
  double nearest = s.length;
  std::uint64_t body = 0;
  Vec3 eye = Vec3::Zero();
  for (const auto& [object, record] : objects.records()) {
    if (record.body == 0 || record.body == hook_body) continue;
    if (!world.alive(HandleTable::handle<PartKind::body>(record.body))) continue;
    const PlacedObject& placed = plan_->placed[static_cast<std::size_t>(object)];
    const auto& spec = plan_->kinds[static_cast<std::size_t>(placed.kind)].machine.bodies.front();
    const Pose pose = world.pose(HandleTable::handle<PartKind::body>(record.body));
    for (const auto& point : spec.points) {
      if (!point.name.starts_with("eye")) continue;
      const double distance = (pose.point(point.position) - hook).norm();
      if (!(distance < nearest)) continue;
      nearest = distance;
      body = record.body;
      eye = point.position;
    }
  }
  if (body == 0) return;
  const std::string name = world.name(HandleTable::handle<PartKind::body>(body));
  description::Rope rope;
  rope.name = s.name;
  rope.points = {{s.body, s.point}, {name, eye}};
  rope.length = s.length;
  rope.length_min = std::min(rope.length_min, s.length);
  rope.stiffness = s.stiffness;
  rope.damping = s.damping;
  const std::uint64_t ends[] = {hook_body, body};
  world.tie(rope, ends);
  world.report(
      {.kind = Event::Kind::fastened,
       .step = world.step_count(),
       .time = world.time(),
       .parts = {{"rope", s.name}, {"body", name}},
       .value = s.length,
       .unit = "m",
       .place = hook,
       .text = fmt::format("t = {:.4f} s: '{}' is fastened to '{}'", world.time(), s.name, name)});
}

void Slings::let_go(World& world, std::size_t sling) {
  const PlannedSling& s = plan_->slings[sling];
  const std::uint64_t rope = hooks_[sling].rope;
  const double tension = world.force(HandleTable::handle<PartKind::rope>(rope));
  world.untie(rope);
  world.report({.kind = Event::Kind::let_go,
                .step = world.step_count(),
                .time = world.time(),
                .parts = {{"rope", s.name}},
                .value = tension,
                .unit = "N",
                .text = fmt::format("t = {:.4f} s: '{}' is let go at {:.4g} N", world.time(),
                                    s.name, tension)});
}

}  // namespace outrigger::sim
