#include "sim/object_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "sim/object_slots.h"

namespace outrigger::sim {

using description::ContactPair;
using description::ContactShape;
using description::Machine;

namespace {

/// What two files say of the same name must be the same.
template <class T>
void add_missing(std::vector<T>& all, const std::vector<T>& more) {
  for (const T& one : more)
    if (std::none_of(all.begin(), all.end(), [&](const T& t) { return t.name == one.name; }))
      all.push_back(one);
}

}  // namespace

void check_object(const ObjectKind& kind) {
  const Machine& m = kind.machine;
  const auto refuse = [&](const std::string& why) {
    throw Error(fmt::format("object '{}' {}", kind.name, why));
  };
  if (m.bodies.size() != 1 || !m.joints.empty())
    refuse(fmt::format("must be one free body without joints, its file has {} bodies",
                       m.bodies.size()));
  if (m.shapes.empty()) refuse("has no shapes, so that nothing could touch it");
  for (const ContactShape& s : m.shapes)
    if (s.body != m.bodies.front().name)
      refuse(fmt::format("has a shape '{}' that is not on its body", s.name));
}

std::vector<ObjectSlots> slots_of(const ObjectPlan& plan) {
  std::vector<ObjectSlots> slots(2 * plan.kinds.size());
  for (const PlacedObject& o : plan.placed)
    ++slots[ObjectSlots::place(o.kind, o.state == PlacedObject::State::fixed)].count;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    slots[i].kind = static_cast<int>(i / 2);
    slots[i].fixed = i % 2 == 1;
    slots[i].count = std::min(slots[i].count, plan.settings.most_of_a_kind);
  }
  return slots;
}

std::string slot_name(const ObjectPlan& plan, const ObjectSlots& slots, int slot) {
  return fmt::format("{}{}#{}", plan.kinds[static_cast<std::size_t>(slots.kind)].name,
                     slots.fixed ? "/fixed" : "", slot);
}

Machine with_objects(Machine machine, const ObjectPlan& plan) {
  std::set<std::string> bodies;
  for (const auto& b : machine.bodies) bodies.insert(b.name);
  for (const PlacedObject& o : plan.placed)
    if (!bodies.insert(o.name).second)
      throw Error(
          fmt::format("an object is named '{}', and so is a body or another object; "
                      "names must differ",
                      o.name));
  for (const ObjectKind& kind : plan.kinds) {
    check_object(kind);
    add_missing(machine.materials, kind.machine.materials);
    add_missing(machine.contact_laws, kind.machine.contact_laws);
    for (const auto& f : kind.machine.friction)
      if (std::none_of(machine.friction.begin(), machine.friction.end(), [&](const auto& g) {
            return (g.material_a == f.material_a && g.material_b == f.material_b) ||
                   (g.material_a == f.material_b && g.material_b == f.material_a);
          }))
        machine.friction.push_back(f);
  }
  for (const ObjectSlots& slots : slots_of(plan)) {
    const ObjectKind& kind = plan.kinds[static_cast<std::size_t>(slots.kind)];
    for (int s = 0; s < slots.count; ++s)
      for (ContactShape shape : kind.machine.shapes) {
        const std::string name = slot_name(plan, slots, s);
        shape.name = name + "/" + shape.name;
        shape.group = kind.name + "/" + shape.group;
        shape.body = slots.fixed ? description::kGround : name;
        machine.shapes.push_back(std::move(shape));
      }
  }
  return machine;
}

void add_outer_shapes(Machine& machine) {
  std::set<std::string> has_shapes, groups;
  for (const ContactShape& s : machine.shapes) has_shapes.insert(s.body);
  const auto add = [&](ContactShape shape) {
    groups.insert(shape.group);
    machine.shapes.push_back(std::move(shape));
  };
  std::set<std::string> own;
  for (const ContactShape& s : machine.shapes) own.insert(s.group);
  for (const auto& sphere : machine.spheres) {
    if (has_shapes.contains(sphere.body)) continue;
    ContactShape shape;
    shape.name = sphere.name;
    shape.where = sphere.where;
    shape.body = sphere.body;
    shape.kind = ContactShape::Kind::sphere;
    shape.pose.position = sphere.centre;
    shape.radius = sphere.radius;
    shape.material = sphere.material;
    shape.group = "outer/" + sphere.body;
    add(std::move(shape));
  }
  for (const auto& tyre : machine.tyres) {
    if (has_shapes.contains(tyre.body)) continue;
    const auto type = std::find_if(machine.tyre_types.begin(), machine.tyre_types.end(),
                                   [&](const auto& t) { return t.name == tyre.type; });
    if (type == machine.tyre_types.end()) continue;
    ContactShape shape;
    shape.name = tyre.name;
    shape.where = tyre.where;
    shape.body = tyre.body;
    shape.kind = ContactShape::Kind::cylinder;
    shape.pose.position = tyre.centre;
    shape.pose.rotation =
        Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), tyre.axis).toRotationMatrix();
    shape.radius = type->radius - 0.04;
    shape.length = type->width;
    shape.material = "rubber";
    shape.group = "outer/" + tyre.body;
    add(std::move(shape));
  }
  // Not the ground, and nothing of the same machine.
  int number = 0;
  const auto forbid = [&](const std::string& a, const std::string& b) {
    ContactPair pair;
    pair.name = fmt::format("outer#{}", number++);
    pair.group_a = a;
    pair.group_b = b;
    pair.touch = false;
    machine.contact_pairs.push_back(std::move(pair));
  };
  for (auto a = groups.begin(); a != groups.end(); ++a) {
    forbid(*a, description::kGround);
    for (const std::string& b : own) forbid(*a, b);
    for (auto b = a; b != groups.end(); ++b) forbid(*a, *b);
  }
}

}  // namespace outrigger::sim
