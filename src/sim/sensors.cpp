#include "sim/sensors.h"

#include <cmath>
#include <limits>

#include "math/elementary.h"
#include "sim/island.h"

namespace outrigger::sim {

using description::Sensor;

namespace {

void push(std::vector<double>& values, const Vec3& v) {
  for (int k = 0; k < 3; ++k) values.push_back(v[k]);
}

/// Rotation vector [rad] of a rotation matrix.
Vec3 rotation_vector(const Mat3& r) {
  const Eigen::Quaterniond q(r);
  const double sine = q.vec().norm();
  if (sine < 1e-300) return Vec3::Zero();
  const double angle = 2.0 * elementary::atan2(sine, q.w());
  return q.vec() * (angle / sine);
}

/// Reads the pose of a body or of the ground.
std::function<Pose(World&)> pose_of(const World& world, const std::string& body) {
  if (body == description::kGround) return [](World&) { return Pose{}; };
  const BodyHandle b = world.body(body);
  return [b](World& w) { return w.pose(b); };
}

/// Angle of a direction above the horizontal, seen from the side of another: beyond ±π/2 where it
/// points against that.
double pitch(const Vec3& direction, const Vec3& ahead) {
  const double length = std::hypot(ahead.x(), ahead.y());
  const double level = direction.x() * ahead.x() + direction.y() * ahead.y();
  return elementary::atan2(direction.z(), length > 0.0 ? level / length : 0.0);
}

bool is_length(const model::CoordinatePart& c) {
  return c.spec.kind == description::Coordinate::Kind::displacement ||
         c.spec.kind == description::Coordinate::Kind::distance;
}

bool is_length(const World& w, CoordinateHandle c) {
  const auto place = w.handles().at(c);
  return is_length(place.island->mechanism().coordinates[place.index]);
}

/// Unit of the force along the coordinate of a drive, spring or brake.
template <class Part, class H>
const char* force_unit(const World& w, H part, std::vector<Part> model::Mechanism::*list) {
  const auto place = w.handles().at(part);
  const model::Mechanism& m = place.island->mechanism();
  const int c = (m.*list)[place.index].coordinate;
  return is_length(m.coordinates[static_cast<std::size_t>(c)]) ? "N" : "N m";
}

Vec3 point_velocity(const World& w, BodyHandle b, const Vec3& local) {
  const model::Twist t = w.twist(b);
  return t.linear + t.angular.cross(w.pose(b).direction(local));
}

Vec3 point_acceleration(const World& w, BodyHandle b, const Vec3& local) {
  const model::Twist t = w.twist(b), a = w.acceleration(b);
  const Vec3 arm = w.pose(b).direction(local);
  return a.linear + a.angular.cross(arm) + t.angular.cross(t.angular.cross(arm));
}

}  // namespace

SensorSet::SensorSet(const std::vector<Sensor>& sensors, const World& world) : sensors_(sensors) {
  for (const auto& s : sensors) add(s, world);
}

void SensorSet::add_columns(const std::string& name, std::initializer_list<const char*> suffixes,
                            const std::string& unit) {
  for (const char* suffix : suffixes) {
    columns_.push_back(name + suffix);
    units_.push_back(unit);
    owner_.push_back(width_.size());
  }
  width_.push_back(static_cast<int>(suffixes.size()));
}

void SensorSet::add(const Sensor& s, const World& world) {
  const auto vector_of_body = [&](const std::string& unit, auto read) {
    const BodyHandle b = world.body(s.target);
    const Vec3 point = s.point;
    add_columns(s.name, {"_x", "_y", "_z"}, unit);
    readers_.push_back(
        [=](World& w, std::vector<double>& values) { push(values, read(w, b, point)); });
  };
  const auto scalar = [&](const std::string& unit, auto read) {
    add_columns(s.name, {""}, unit);
    readers_.push_back([=](World& w, std::vector<double>& values) { values.push_back(read(w)); });
  };
  switch (s.kind) {
    case Sensor::Kind::position:
      vector_of_body("m", [](World& w, BodyHandle b, const Vec3& p) { return w.pose(b).point(p); });
      break;
    case Sensor::Kind::velocity:
      vector_of_body("m/s",
                     [](World& w, BodyHandle b, const Vec3& p) { return point_velocity(w, b, p); });
      break;
    case Sensor::Kind::acceleration:
      vector_of_body("m/s²", [](World& w, BodyHandle b, const Vec3& p) {
        return point_acceleration(w, b, p);
      });
      break;
    case Sensor::Kind::orientation: {
      const BodyHandle b = world.body(s.target);
      add_columns(s.name, {"_rx", "_ry", "_rz"}, "rad");
      readers_.push_back([=](World& w, std::vector<double>& values) {
        push(values, rotation_vector(w.pose(b).rotation));
      });
      break;
    }
    case Sensor::Kind::angular_velocity:
      vector_of_body("rad/s",
                     [](World& w, BodyHandle b, const Vec3&) { return w.twist(b).angular; });
      break;
    case Sensor::Kind::depth:
    case Sensor::Kind::reach: {
      const BodyHandle b = world.body(s.target);
      const bool depth = s.kind == Sensor::Kind::depth;
      const auto from = pose_of(world, s.from);
      const Vec3 point = s.point, from_point = s.from_point;
      scalar("m", [=](World& w) {
        const Vec3 away = w.pose(b).point(point) - from(w).point(from_point);
        return depth ? -away.z() : std::hypot(away.x(), away.y());
      });
      break;
    }
    case Sensor::Kind::pitch: {
      const BodyHandle b = world.body(s.target);
      const auto from = pose_of(world, s.from);
      scalar("rad",
             [=](World& w) { return pitch(w.pose(b).rotation.col(0), from(w).rotation.col(0)); });
      break;
    }
    case Sensor::Kind::forward_speed: {
      const BodyHandle b = world.body(s.target);
      const Vec3 point = s.point;
      scalar("m/s",
             [=](World& w) { return w.pose(b).rotation.col(0).dot(point_velocity(w, b, point)); });
      break;
    }
    case Sensor::Kind::coordinate: {
      const CoordinateHandle c = world.coordinate(s.target);
      scalar(is_length(world, c) ? "m" : "rad", [=](World& w) { return w.value(c); });
      break;
    }
    case Sensor::Kind::coordinate_speed: {
      const CoordinateHandle c = world.coordinate(s.target);
      scalar(is_length(world, c) ? "m/s" : "rad/s", [=](World& w) { return w.speed(c); });
      break;
    }
    case Sensor::Kind::reaction_force:
    case Sensor::Kind::reaction_torque: {
      const JointHandle j = world.joint(s.target);
      const bool force = s.kind == Sensor::Kind::reaction_force;
      add_columns(s.name, {"_u", "_v", "_w"}, force ? "N" : "N m");
      readers_.push_back([=](World& w, std::vector<double>& values) {
        const system::JointReaction r = w.reaction(j);
        push(values, force ? r.force : r.torque);
      });
      break;
    }
    case Sensor::Kind::drive_force: {
      const DriveHandle d = world.drive(s.target);
      scalar(force_unit(world, d, &model::Mechanism::drives), [=](World& w) { return w.force(d); });
      break;
    }
    case Sensor::Kind::spring_force: {
      const SpringHandle spring = world.spring(s.target);
      scalar(force_unit(world, spring, &model::Mechanism::springs),
             [=](World& w) { return w.force(spring); });
      break;
    }
    case Sensor::Kind::brake_force: {
      const BrakeHandle b = world.brake(s.target);
      scalar(force_unit(world, b, &model::Mechanism::brakes), [=](World& w) { return w.force(b); });
      break;
    }
    case Sensor::Kind::tractive_force: {
      const DrivelineHandle d = world.driveline(s.target);
      scalar("N", [=](World& w) { return w.force(d); });
      break;
    }
    case Sensor::Kind::tyre_load: {
      const TyreHandle t = world.tyre(s.target);
      scalar("N", [=](World& w) { return w.reading(t).load; });
      break;
    }
    case Sensor::Kind::tyre_deflection: {
      const TyreHandle t = world.tyre(s.target);
      scalar("m", [=](World& w) { return w.reading(t).deflection; });
      break;
    }
    case Sensor::Kind::tyre_force: {
      const TyreHandle t = world.tyre(s.target);
      add_columns(s.name, {"_x", "_y", "_z"}, "N");
      readers_.push_back([=](World& w, std::vector<double>& values) {
        const tyres::TyreReading r = w.reading(t);
        push(values, {r.longitudinal, r.lateral, r.load});
      });
      break;
    }
    case Sensor::Kind::tyre_slip: {
      const TyreHandle t = world.tyre(s.target);
      add_columns(s.name, {"_x", "_y"}, "");
      readers_.push_back([=](World& w, std::vector<double>& values) {
        const tyres::TyreReading r = w.reading(t);
        values.push_back(r.slip_longitudinal);
        values.push_back(r.slip_lateral);
      });
      break;
    }
    case Sensor::Kind::engine_speed:
      scalar("rad/s", [](World& w) { return w.engine_speed(); });
      break;
    case Sensor::Kind::flow_share:
      scalar("", [](World& w) { return w.flow_share(); });
      break;
    case Sensor::Kind::energy_kinetic:
      scalar("J", [](World& w) { return w.energies().kinetic; });
      break;
    case Sensor::Kind::energy_potential:
      scalar("J", [](World& w) { return w.energies().potential; });
      break;
    case Sensor::Kind::energy_total:
      scalar("J", [](World& w) { return w.energies().total(); });
      break;
    case Sensor::Kind::energy_dissipated:
      scalar("J", [](World& w) { return w.energies().ledger.dissipated; });
      break;
    case Sensor::Kind::work_drives:
      scalar("J", [](World& w) { return w.energies().ledger.drives; });
      break;
    case Sensor::Kind::removed_integrator:
      scalar("J", [](World& w) { return w.energies().ledger.integrator; });
      break;
    case Sensor::Kind::removed_projection:
      scalar("J", [](World& w) { return w.energies().ledger.projection; });
      break;
    case Sensor::Kind::removed_detection:
      scalar("J", [](World& w) { return w.energies().ledger.detection; });
      break;
    case Sensor::Kind::constraint_position:
      scalar("m", [](World& w) { return w.residuals().position; });
      break;
    case Sensor::Kind::constraint_velocity:
      scalar("m/s", [](World& w) { return w.residuals().velocity; });
      break;
    case Sensor::Kind::constraint_acceleration:
      scalar("m/s²", [](World& w) { return w.residuals().acceleration; });
      break;
    case Sensor::Kind::iterations:
      scalar("", [](World& w) { return static_cast<double>(w.last_report().iterations); });
      break;
  }
}

void SensorSet::read(World& world, std::vector<double>& values) const {
  values.clear();
  for (std::size_t i = 0; i < readers_.size(); ++i) {
    const std::size_t before = values.size();
    try {
      readers_[i](world, values);
    } catch (const Error&) {
      values.resize(before + width_[i], std::numeric_limits<double>::quiet_NaN());
    }
  }
}

std::vector<Sensor> default_sensors(const description::Machine& machine) {
  std::vector<Sensor> sensors;
  const auto add = [&](Sensor::Kind kind, const std::string& name, const std::string& target) {
    Sensor s;
    s.kind = kind;
    s.name = name;
    s.target = target;
    sensors.push_back(s);
  };
  for (std::size_t i = 0; i < machine.coordinates.size() && i < 8; ++i)
    add(Sensor::Kind::coordinate, machine.coordinates[i].name, machine.coordinates[i].name);
  for (std::size_t i = 0; i < machine.bodies.size() && i < 4; ++i)
    add(Sensor::Kind::position, machine.bodies[i].name, machine.bodies[i].name);
  add(Sensor::Kind::energy_kinetic, "kinetic_energy", "");
  add(Sensor::Kind::energy_potential, "potential_energy", "");
  add(Sensor::Kind::energy_total, "total_energy", "");
  return sensors;
}

}  // namespace outrigger::sim
