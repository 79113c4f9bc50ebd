#include "sim/placed_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "description/scene_reader.h"
#include "sim/walking.h"

namespace outrigger::sim {

namespace {

using description::SceneMachine;

/// Where a machine stands: what it says, else a start of the site, else the origin.
std::pair<Vec3, double> place_on(const SceneMachine& m, const description::Site* site) {
  if (m.position) return {*m.position, m.heading};
  if (site == nullptr || site->starts.empty()) {
    if (!m.start.empty())
      throw Error(
          fmt::format("{}:{}: machine '{}': there is no start '{}', because the scene has no "
                      "site with starts",
                      m.where.file, m.where.line, m.name, m.start));
    return {Vec3::Zero(), 0.0};
  }
  std::string names;
  for (const auto& s : site->starts) {
    if (m.start.empty() || s.name == m.start) return {s.position, s.heading};
    names += (names.empty() ? "" : ", ") + s.name;
  }
  throw Error(fmt::format("{}:{}: machine '{}': site '{}' has no start named '{}'; it has: {}",
                          m.where.file, m.where.line, m.name, site->name, m.start, names));
}

Vec3 on_ground(Vec3 position, const terrain::Ground& ground) {
  position.z() += ground.height(position.x(), position.y());
  return position;
}

description::TiltLimits with_prefix(description::TiltLimits tilt, const std::string& prefix) {
  if (!tilt.body.empty()) tilt.body.insert(0, prefix);
  for (auto& [input, value] : tilt.inputs) input.insert(0, prefix);
  return tilt;
}

}  // namespace

ObjectPlan place_objects(const description::Scene& scene, const terrain::Ground& ground) {
  ObjectPlan plan;
  for (const auto& k : scene.kinds) {
    plan.kinds.push_back({k.name, k.machine});
    try {
      check_object(plan.kinds.back());
    } catch (const Error& e) {
      const auto user = std::find_if(scene.objects.begin(), scene.objects.end(),
                                     [&](const auto& o) { return o.kind == k.name; });
      throw Error(fmt::format("{}:{}: objects.{}: {}", user->where.file, user->where.line,
                              user->name, e.what()));
    }
  }
  for (const auto& o : scene.objects) {
    const auto kind = std::find_if(scene.kinds.begin(), scene.kinds.end(),
                                   [&](const auto& k) { return k.name == o.kind; });
    PlacedObject placed;
    placed.kind = static_cast<int>(kind - scene.kinds.begin());
    placed.state = o.state == "fixed"     ? PlacedObject::State::fixed
                   : o.state == "movable" ? PlacedObject::State::movable
                   : o.state == "walking" ? PlacedObject::State::walking
                                          : PlacedObject::State::resting;
    placed.pose.rotation = Eigen::AngleAxisd(o.heading, Vec3::UnitZ()).toRotationMatrix();
    const bool many = o.count * o.rows > 1;
    for (int row = 0; row < o.rows; ++row)
      for (int i = 0; i < o.count; ++i) {
        placed.name = many ? fmt::format("{}-{}", o.name, row * o.count + i + 1) : o.name;
        const Vec3 place = o.position + i * o.step + row * o.row_step;
        placed.pose.position = on_ground(place, ground);
        if (!o.path.empty()) {
          // A row of persons walks side by side.
          const Vec3 shift = place - o.position;
          placed.speed = o.speed;
          placed.path = {{place.x(), place.y()}};
          for (const auto& [x, y] : o.path) placed.path.push_back({x + shift.x(), y + shift.y()});
          placed.pose = pose_on_path(placed, 0.0, ground);
        }
        plan.placed.push_back(placed);
      }
  }
  for (const auto& s : scene.slings)
    plan.slings.push_back({s.on.substr(0, s.on.find('/') + 1) + s.name,
                           s.on.substr(0, s.on.find('/') + 1) + s.name, s.on, s.at, s.length,
                           s.stiffness, s.damping});
  return plan;
}

/// A choice in the hands of the operator of the machine.
description::Control control_of(const description::SceneSling& sling) {
  description::Control c;
  c.name = sling.on.substr(0, sling.on.find('/') + 1) + sling.name;
  c.where = sling.where;
  c.kind = description::Control::Kind::choice;
  c.label = "Sling";
  c.choices = {"off", "on"};
  c.key_positive = sling.key;
  return c;
}

PlacedScene place_scene(const description::Scene& scene, const description::Site* site) {
  PlacedScene placed;
  if (site != nullptr) placed.options.site = *site;
  const terrain::Ground ground = site != nullptr ? terrain::Ground(*site) : terrain::Ground();
  description::Machine& all = placed.machine;
  all.name = scene.name;
  all.title = scene.title;
  all.settings = scene.machines.front().machine.settings;
  if (scene.step > 0.0) all.settings.step = scene.step;
  for (const SceneMachine& m : scene.machines) {
    if (m.machine.settings.gravity != all.settings.gravity)
      throw Error(fmt::format("{}:{}: machine '{}' has another gravity than '{}'", m.where.file,
                              m.where.line, m.name, scene.machines.front().name));
    const auto [position, heading] = place_on(m, site);
    SceneMachine complete = m;
    add_outer_shapes(complete.machine);
    description::place_in_scene(complete, on_ground(position, ground), heading, all);
    const std::string prefix = m.name + "/";
    placed.stations.push_back({m.name, prefix, with_prefix(m.machine.seat.tilt, prefix)});
    model::PowerUnit power{prefix, m.machine.engine, m.machine.hydraulics};
    if (!power.engine.input.empty()) power.engine.input.insert(0, prefix);
    if (!power.engine.stop_input.empty()) power.engine.stop_input.insert(0, prefix);
    for (auto& c : power.hydraulics.consumers) c.drive.insert(0, prefix);
    placed.options.power.push_back(std::move(power));
  }
  for (const auto& s : scene.slings) {
    if (std::none_of(all.bodies.begin(), all.bodies.end(),
                     [&](const auto& b) { return b.name == s.on; }))
      throw Error(fmt::format("{}:{}: slings.{}: on: there is no body '{}'", s.where.file,
                              s.where.line, s.name, s.on));
    all.controls.push_back(control_of(s));
  }
  all.seat.tilt = placed.stations.front().tilt;
  if (!scene.objects.empty())
    placed.options.objects = std::make_shared<const ObjectPlan>(place_objects(scene, ground));
  return placed;
}

}  // namespace outrigger::sim
