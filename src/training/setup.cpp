#include "training/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "base/error.h"
#include "description/include.h"
#include "math/elementary.h"

namespace outrigger::training {

namespace {

constexpr double kRadians = std::numbers::pi / 180.0;
constexpr const char* kFenceMaterial = "plastic_fence";

Mat3 turned(double heading_deg) {
  const elementary::SineCosine a = elementary::sincos(heading_deg * kRadians);
  Mat3 r = Mat3::Identity();
  r(0, 0) = r(1, 1) = a.cosine;
  r(0, 1) = -a.sine;
  r(1, 0) = a.sine;
  return r;
}

void check_on_site(const terrain::Ground& ground, double x, double y, const std::string& what) {
  if (ground.is_plane()) return;
  const double x_max = ground.x_min() + ground.cell() * (ground.columns() - 1);
  const double y_max = ground.y_min() + ground.cell() * (ground.rows() - 1);
  if (x >= ground.x_min() && x <= x_max && y >= ground.y_min() && y <= y_max) return;
  throw Error(fmt::format(
      "{} at ({:g}, {:g}) is beyond the site; allowed: x from {:g} to {:g}, y from {:g} to {:g}",
      what, x, y, ground.x_min(), x_max, ground.y_min(), y_max));
}

description::ContactShape fence_box(const std::string& body, const char* part, const Vec3& size,
                                    const Vec3& at) {
  description::ContactShape box;
  box.name = body + "_" + part;
  box.body = body;
  box.kind = description::ContactShape::Kind::box;
  box.size = size;
  box.pose.position = at;
  box.material = kFenceMaterial;
  box.group = "fence";
  return box;
}

description::VisualShape drawn(const description::ContactShape& box, const Vec3& colour) {
  description::VisualShape v;
  v.name = box.name;
  v.body = box.body;
  v.size = box.size;
  v.pose = box.pose;
  v.colour = colour;
  v.material = "plastic";
  return v;
}

/// Board 2.00 x 0.05 x 1.05 m on two feet 0.60 x 0.08 x 0.05 m, 14 kg. Frame on the ground under the middle,
/// x along the board. Own figures: mass and centre of a barrier of hollow plastic, inertia of that shape.
void add_fence(const std::string& name, const Pose& pose, description::Machine& machine) {
  description::Body body;
  body.name = name;
  body.mass = 14.0;
  body.centre = {0.0, 0.0, 0.48};
  body.inertia.diagonal() = Vec3(1.5, 6.0, 4.8);
  body.pose = pose;
  body.pose_given = true;
  machine.bodies.push_back(body);
  const Vec3 orange(0.93, 0.36, 0.08), grey(0.2, 0.2, 0.22);
  const auto add = [&](const char* part, const Vec3& size, const Vec3& at, const Vec3& colour) {
    machine.shapes.push_back(fence_box(name, part, size, at));
    machine.visuals.push_back(drawn(machine.shapes.back(), colour));
  };
  add("board", {2.0, 0.05, 1.05}, {0.0, 0.0, 0.575}, orange);
  add("foot_1", {0.08, 0.6, 0.05}, {-0.7, 0.0, 0.025}, grey);
  add("foot_2", {0.08, 0.6, 0.05}, {0.7, 0.0, 0.025}, grey);
}

/// Hollow plastic: on steel and on itself it slides more easily than on ground.
void add_fence_material(const terrain::Ground& ground, description::Machine& machine) {
  std::vector<std::string> others;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && std::ranges::find(others, name) == others.end()) others.push_back(name);
  };
  for (const description::Material& m : machine.materials) add(m.name);
  const std::size_t own = others.size();
  for (const description::Surface& s : ground.surfaces()) add(s.material);
  machine.materials.push_back({kFenceMaterial, {}, 2.0e8, 0.4, 0.1});
  machine.friction.push_back({"fence_on_fence", {}, kFenceMaterial, kFenceMaterial, 0.3, 0.25});
  for (std::size_t i = 0; i < others.size(); ++i) {
    const bool slides = i < own && others[i] == "steel";
    machine.friction.push_back({fmt::format("fence_on_{}", others[i]),
                                {},
                                kFenceMaterial,
                                others[i],
                                slides ? 0.3 : 0.45,
                                slides ? 0.25 : 0.4});
  }
}

}  // namespace

std::string fence_name(std::size_t index) { return fmt::format("fence_{}", index + 1); }

Pose StartPlace::pose() const {
  const Mat3 level = turned(heading);
  Mat3 r;
  r.col(0) = (level.col(0) + rise_ahead * Vec3::UnitZ()).normalized();
  r.col(2) = r.col(0).cross(level.col(1) + rise_left * Vec3::UnitZ()).normalized();
  r.col(1) = r.col(2).cross(r.col(0));
  return {position, r};
}

StartPlace start_place(const Definition& d, const description::Site* site,
                       const terrain::Ground& ground) {
  StartPlace start;
  start.heading = d.heading;
  if (d.position) {
    start.position = Vec3((*d.position)[0], (*d.position)[1], 0.0);
  } else if (site != nullptr && !site->starts.empty()) {
    start.position = site->starts.front().position;
    start.heading = site->starts.front().heading / kRadians;
  }
  check_on_site(ground, start.position.x(), start.position.y(), "Excavator_Position");
  // The ground under four wheels of a machine of ordinary size.
  constexpr double kAhead = 1.4, kAside = 1.0;
  const Mat3 level = turned(start.heading);
  const auto height = [&](double x, double y) {
    const Vec3 p = start.position + level * Vec3(x, y, 0.0);
    return ground.height(p.x(), p.y());
  };
  const double front = height(kAhead, kAside) + height(kAhead, -kAside);
  const double rear = height(-kAhead, kAside) + height(-kAhead, -kAside);
  const double left = height(kAhead, kAside) + height(-kAhead, kAside);
  start.rise_ahead = (front - rear) / (4.0 * kAhead);
  start.rise_left = (2.0 * left - front - rear) / (4.0 * kAside);
  start.position.z() = (front + rear) / 4.0;
  return start;
}

void set_up(const Definition& d, const StartPlace& start, const terrain::Ground& ground,
            description::Machine& machine) {
  description::Inclusion inclusion;
  inclusion.pose = start.pose();
  inclusion.world_pose = inclusion.pose;
  const std::vector<std::string> problems = description::place_sub_machine(machine, inclusion);
  if (!problems.empty())
    throw Error(fmt::format("{} cannot be placed: {}", machine.name, fmt::join(problems, "; ")));
  if (!d.fences.empty()) add_fence_material(ground, machine);
  for (std::size_t i = 0; i < d.fences.size(); ++i) {
    const FencePlace& f = d.fences[i];
    check_on_site(ground, f.x, f.y, fmt::format("fence {}", i + 1));
    add_fence(fence_name(i), {Vec3(f.x, f.y, ground.height(f.x, f.y)), turned(f.heading)}, machine);
  }
  for (std::size_t i = 0; i < d.marks.size(); ++i) {
    const Mark& m = d.marks[i];
    check_on_site(ground, m.x, m.y, fmt::format("mark {}", i + 1));
    description::VisualShape paint;
    paint.name = fmt::format("mark_{}", i + 1);
    paint.body = description::kGround;
    paint.kind = description::VisualShape::Kind::cylinder;
    paint.radius = m.radius;
    paint.length = 0.12;
    paint.pose.position = Vec3(m.x, m.y, ground.height(m.x, m.y) + 0.03);
    paint.colour = Vec3(0.1, 0.55, 0.95);
    paint.opacity = 0.5;
    machine.visuals.push_back(paint);
  }
}

}  // namespace outrigger::training
