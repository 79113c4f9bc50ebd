#include "training/observer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "math/elementary.h"
#include "sim/soil_stage.h"
#include "soil/column.h"

namespace outrigger::training {

namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;
constexpr double kAreaCell = 0.1;  ///< [m]
constexpr std::size_t kMostAreaPoints = 40'000;

/// What a step would have to solve for is left out.
bool is_cheap(const description::Sensor& s) {
  using Kind = description::Sensor::Kind;
  switch (s.kind) {
    case Kind::reaction_force:
    case Kind::reaction_torque:
    case Kind::energy_kinetic:
    case Kind::energy_potential:
    case Kind::energy_total:
    case Kind::energy_dissipated:
    case Kind::work_drives:
    case Kind::removed_integrator:
    case Kind::removed_projection:
    case Kind::removed_detection:
    case Kind::constraint_position:
    case Kind::constraint_velocity:
    case Kind::constraint_acceleration:
    case Kind::iterations:
      return false;
    default:
      return true;
  }
}

std::vector<description::Sensor> cheap_sensors(const description::Machine& machine) {
  std::vector<description::Sensor> out;
  std::ranges::copy_if(machine.sensors, std::back_inserter(out), is_cheap);
  return out;
}

std::string watched_body(const description::Machine& machine) {
  if (!machine.seat.tilt.body.empty()) return machine.seat.tilt.body;
  if (machine.bodies.empty()) throw Error("a session needs a machine with a body");
  return machine.bodies.front().name;
}

Pose inverse(const Pose& p) {
  return {-(p.rotation.transpose() * p.position), p.rotation.transpose()};
}

double heading_of(const Mat3& r) { return kDegrees * elementary::atan2(r(1, 0), r(0, 0)); }
double tilt_of(const Mat3& r) {
  return kDegrees * elementary::acos(std::clamp(r(2, 2), -1.0, 1.0));
}

bool inside(const Area& area, double x, double y) {
  bool in = false;
  for (std::size_t i = 0, j = area.size() - 1; i < area.size(); j = i++) {
    const auto& a = area[i];
    const auto& b = area[j];
    if ((a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]) in = !in;
  }
  return in;
}

}  // namespace

Observer::Observer(const Definition& d, const description::Machine& machine,
                   const StartPlace& start, const sim::World& world)
    : marks_(d.marks), sensors_(cheap_sensors(machine), world) {
  const std::string body = watched_body(machine);
  body_ = world.body(body);
  frame_in_body_ = inverse(world.pose(body_)) * start.pose();
  name("time", "s");
  for (const char* n : {"x", "y", "z"}) name(n, "m");
  for (const char* n : {"heading", "roll", "pitch", "tilt"}) name(n, "deg");
  name("speed", "m/s");
  name("yaw_rate", "deg/s");
  name("fences_moved", "");
  name("fences_down", "");
  for (std::size_t i = 0; i < d.fences.size(); ++i) {
    fence_bodies_.push_back(world.body(fence_name(i)));
    fence_starts_.push_back(world.pose(fence_bodies_.back()).position);
    name(fmt::format("fence.{}.moved", i + 1), "m");
    name(fmt::format("fence.{}.tilt", i + 1), "deg");
  }
  fences_.resize(d.fences.size());
  for (std::size_t i = 0; i < marks_.size(); ++i) name(fmt::format("mark.{}", i + 1), "m");
  for (const Area& area : d.deformables) {
    add_area(area, world.ground());
    name(fmt::format("removed.{}", areas_.size()), "m³");
  }
  name("carried", "kg");
  for (const std::string& input : world.input_names()) name("lever." + input, "");
  add_supports(machine, world);
  for (std::size_t c = 0; c < sensors_.columns().size(); ++c) {
    if (std::ranges::find(names_, sensors_.columns()[c]) != names_.end()) continue;
    sensor_columns_.push_back(c);
    name(sensors_.columns()[c], sensors_.units()[c]);
  }
  values_.reserve(names_.size());
}

void Observer::name(std::string name, std::string unit) {
  names_.push_back(std::move(name));
  units_.push_back(std::move(unit));
}

void Observer::add_supports(const description::Machine& machine, const sim::World& world) {
  for (const description::ContactSphere& s : machine.spheres) {
    supports_.push_back({world.body(s.body), s.centre, world.sphere(s.name), {}, false, 0});
    if (!s.group.empty() && std::ranges::find(groups_, s.group) == groups_.end())
      groups_.push_back(s.group);
  }
  for (const description::Tyre& t : machine.tyres) {
    auto at = std::ranges::find(wheel_names_, t.body);
    if (at == wheel_names_.end()) at = wheel_names_.insert(at, t.body);
    supports_.push_back({world.body(t.body),
                         t.centre,
                         {},
                         world.tyre(t.name),
                         true,
                         static_cast<std::size_t>(at - wheel_names_.begin())});
  }
  for (const std::string& g : groups_) name("force." + g, "N");
  for (const std::string& w : wheel_names_) name("wheel." + w, "N");
  for (const char* side : {"front", "rear", "left", "right", "least"})
    name(fmt::format("share.{}", side), "");
  wheel_loads_.resize(wheel_names_.size());
}

void Observer::add_area(const Area& area, const terrain::Ground& ground) {
  double x0 = area[0][0], x1 = x0, y0 = area[0][1], y1 = y0;
  for (const auto& c : area) {
    x0 = std::min(x0, c[0]), x1 = std::max(x1, c[0]);
    y0 = std::min(y0, c[1]), y1 = std::max(y1, c[1]);
  }
  if ((x1 - x0) * (y1 - y0) > kAreaCell * kAreaCell * static_cast<double>(kMostAreaPoints))
    throw Error(fmt::format("Deformables: area {} spans {:.0f} m²; allowed: at most {:.0f} m²",
                            areas_.size() + 1, (x1 - x0) * (y1 - y0),
                            kAreaCell * kAreaCell * static_cast<double>(kMostAreaPoints)));
  AreaGrid grid;
  const auto nx = static_cast<int>(std::ceil((x1 - x0) / kAreaCell - 1e-9));
  const auto ny = static_cast<int>(std::ceil((y1 - y0) / kAreaCell - 1e-9));
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j) {
      const double x = x0 + (i + 0.5) * kAreaCell, y = y0 + (j + 0.5) * kAreaCell;
      if (!inside(area, x, y)) continue;
      grid.points.push_back({x, y});
      grid.heights.push_back(ground.height(x, y));
    }
  area_places_.push_back({(x0 + x1) / 2.0, (y0 + y1) / 2.0});
  areas_.push_back(std::move(grid));
}

const std::vector<double>& Observer::read(sim::World& world) {
  values_.clear();
  put(world.time());
  read_frame(world);
  read_fences(world);
  for (const Mark& m : marks_) {
    const double dx = frame_.position.x() - m.x, dy = frame_.position.y() - m.y;
    put(std::sqrt(dx * dx + dy * dy));
  }
  read_areas(world);
  put(world.soil() == nullptr
          ? 0.0
          : static_cast<double>(world.soil()->tools().mass()) / soil::kMilligramsPerKilogram);
  for (const double input : world.input_values()) put(input);
  read_supports(world);
  sensors_.read(world, sensor_values_);
  for (const std::size_t c : sensor_columns_) put(sensor_values_[c]);
  return values_;
}

void Observer::read_frame(const sim::World& world) {
  frame_ = world.pose(body_) * frame_in_body_;
  const model::Twist twist = world.twist(body_);
  const Mat3& r = frame_.rotation;
  for (int i = 0; i < 3; ++i) put(frame_.position[i]);
  put(heading_of(r));
  put(kDegrees * elementary::atan2(r(2, 1), r(2, 2)));
  put(kDegrees * elementary::asin(std::clamp(r(2, 0), -1.0, 1.0)));
  put(tilt_of(r));
  put(r.col(0).dot(twist.linear));
  put(kDegrees * twist.angular.z());
}

void Observer::read_fences(const sim::World& world) {
  int moved = 0, down = 0;
  for (std::size_t i = 0; i < fences_.size(); ++i) {
    const Pose pose = world.pose(fence_bodies_[i]);
    FenceReading& f = fences_[i];
    const double dx = pose.position.x() - fence_starts_[i].x();
    const double dy = pose.position.y() - fence_starts_[i].y();
    f = {pose.position, heading_of(pose.rotation), tilt_of(pose.rotation),
         std::sqrt(dx * dx + dy * dy)};
    if (f.tilt > kFenceDown) ++down;
    if (f.moved > kFenceMoved || f.tilt > kFenceTilted) ++moved;
  }
  put(moved);
  put(down);
  for (const FenceReading& f : fences_) {
    put(f.moved);
    put(f.tilt);
  }
}

void Observer::read_areas(const sim::World& world) {
  const terrain::Ground& ground = world.ground();
  if (ground.version() != ground_version_) {
    for (AreaGrid& a : areas_) {
      a.removed = 0.0;
      for (std::size_t i = 0; i < a.points.size(); ++i)
        a.removed += a.heights[i] - ground.height(a.points[i][0], a.points[i][1]);
      a.removed *= kAreaCell * kAreaCell;
    }
    ground_version_ = ground.version();
  }
  for (const AreaGrid& a : areas_) put(a.removed);
}

void Observer::read_supports(const sim::World& world) {
  std::ranges::fill(wheel_loads_, 0.0);
  double all = 0.0, front = 0.0, left = 0.0;
  for (const Support& s : supports_) {
    double force = 0.0;
    if (s.is_tyre) {
      force = world.reading(s.tyre).load;
      wheel_loads_[s.wheel] += force;
    } else {
      force = world.reading(s.sphere).force.z();
    }
    if (force <= 0.0) continue;
    const Vec3 at = frame_.local_point(world.pose(s.body).point(s.centre));
    all += force;
    if (at.x() > 0.0) front += force;
    if (at.y() > 0.0) left += force;
  }
  for (const std::string& g : groups_) put(world.contact_force(g).norm());
  for (const double load : wheel_loads_) put(load);
  const double front_share = all > 1.0 ? front / all : 0.5,
               left_share = all > 1.0 ? left / all : 0.5;
  for (const double share : {front_share, 1.0 - front_share, left_share, 1.0 - left_share})
    put(share);
  put(std::min({front_share, 1.0 - front_share, left_share, 1.0 - left_share}));
}

}  // namespace outrigger::training
