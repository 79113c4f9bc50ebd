/// Persons among the objects: who walks, who stands still for a machine, who was hit.
///
/// Somebody who walks is a pose: nothing is computed. Before any part of a machine (the sphere around the shapes of
/// each of its bodies, stretched along its speed) is within ObjectSettings::person, the person stands still and
/// becomes a body on the ground as other objects do; when all parts are twice as far and nothing has touched it, it
/// walks on. What touches it makes the event person_hit, with place and speed of approach; from then on it is an
/// object that lies where it lies.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/object_stage.h"
#include "sim/walking.h"
#include "sim/world.h"

namespace outrigger::sim {

bool ObjectStage::walks(int object) const {
  if (placed(object).state != PlacedObject::State::walking) return false;
  const auto found = records_.find(object);
  return found == records_.end() || !found->second.hit;
}

/// To the nearest sphere of a body of a machine, and the way that is looked ahead.
double ObjectStage::distance_to_parts(const Sphere& s) const {
  double nearest = 1e300;
  for (const Mover& m : movers_) {
    const double margin = m.root.radius + m.way.norm() + s.radius;
    if ((s.centre - m.root.centre).norm() > margin + 4.0 * plan_->settings.person) continue;
    for (const BodySphere& b : m.bodies) {
      const Vec3 from = m.articulation->body_pose(b.body).point(b.sphere.centre);
      const double length = m.way.squaredNorm();
      const double along =
          length > 0.0 ? std::clamp((s.centre - from).dot(m.way) / length, 0.0, 1.0) : 0.0;
      nearest = std::min(nearest, (s.centre - from - along * m.way).norm() - b.sphere.radius);
    }
  }
  return nearest - s.radius;
}

void ObjectStage::walk(World& world) {
  for (const int object : persons_) {
    if (!walks(object) || is_gone(object)) continue;
    if (const auto found = records_.find(object);
        found != records_.end() && found->second.slot >= 0)
      continue;
    if (distance_to_parts(sphere_of(object, rest_pose(object))) < plan_->settings.person) {
      entering_.push_back(object);
      continue;
    }
    ObjectRecord& r = change(object);
    r.walked += placed(object).speed * world.step_size();
    r.pose = pose_on_path(placed(object), r.walked, world.ground());
  }
}

void ObjectStage::commit(World& world) {
  if (!persons_.empty() && !contacts_.changes().empty()) look_for_hits(world);
}

void ObjectStage::look_for_hits(World& world) {
  const auto shapes = contacts_.scene().shapes();
  for (const int object : persons_) {
    const auto found = records_.find(object);
    if (found == records_.end() || found->second.slot < 0 || found->second.hit) continue;
    const int first = first_shape(object, static_cast<int>(found->second.slot));
    const auto count = static_cast<int>(
        plan_->kinds[static_cast<std::size_t>(placed(object).kind)].machine.shapes.size());
    const auto is_own = [&](std::int64_t shape) { return shape >= first && shape < first + count; };
    for (const touching::TouchChange& change_of_touch : contacts_.changes()) {
      const contact::TouchRecord& t = change_of_touch.record;
      if (!change_of_touch.began || is_own(t.shape_a) == is_own(t.shape_b)) continue;
      const std::int64_t other = is_own(t.shape_a) ? t.shape_b : t.shape_a;
      const auto& shape = shapes[static_cast<std::size_t>(other)];
      if (contacts_.place(static_cast<int>(other)).articulation == nullptr) continue;  // the ground
      const std::string &a = shapes[static_cast<std::size_t>(t.shape_a)].name,
                        &b = shapes[static_cast<std::size_t>(t.shape_b)].name;
      std::optional<Vec3> place;
      double depth = 0.0;
      for (const contact::ContactReading& c : contacts_.readings())
        if (((c.shape_a == a && c.shape_b == b) || (c.shape_a == b && c.shape_b == a)) &&
            (!place || c.normal_force > depth)) {
          place = c.point;
          depth = c.normal_force;
        }
      change(object).hit = true;
      world.report({.kind = Event::Kind::person_hit,
                    .step = world.step_count(),
                    .time = world.time(),
                    .parts = {{"body", placed(object).name}, {"shape", shape.name}},
                    .value = t.speed,
                    .unit = "m/s",
                    .place = place,
                    .text = fmt::format("t = {:.4f} s: '{}' hits the person '{}' at {:.3g} m/s",
                                        world.time(), shape.name, placed(object).name, t.speed)});
      break;
    }
  }
}

}  // namespace outrigger::sim
