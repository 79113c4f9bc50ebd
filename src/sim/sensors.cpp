#include "sim/sensors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "articulation/articulation.h"
#include "description/sensor_kinds.h"
#include "math/elementary.h"
#include "model/function.h"

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
  return is_length(place.articulation->mechanism().coordinates[place.index]);
}

/// Unit of the force along the coordinate of a drive, spring or brake.
template <class Part, class H>
const char* force_unit(const World& w, H part, std::vector<Part> model::Mechanism::*list) {
  const auto place = w.handles().at(part);
  const model::Mechanism& m = place.articulation->mechanism();
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

/// Gravity at present, where the body is: its functions see what its articulation sees.
Vec3 gravity_at(const World& w, BodyHandle b) {
  const auto& functions = w.settings().gravity_function;
  if (!functions) return w.settings().gravity;
  const auto& names = w.input_names();
  const auto& signals = w.handles().at(b).articulation->signals();
  Vec3 g;
  for (int k = 0; k < 3; ++k) {
    const description::Function& f = (*functions)[static_cast<std::size_t>(k)];
    const auto input = std::find(names.begin(), names.end(), f.input);
    if (f.kind != description::Function::Kind::input) {
      g[k] = model::Function(f, "t").evaluate(w.time()).value;
    } else {
      g[k] = input != names.end() ? signals[static_cast<std::size_t>(input - names.begin())] : 0.0;
    }
  }
  return g;
}

/// What the names of its machine begin with, where there are several in one world: "truck/".
std::string machine_of(const Sensor& s) { return s.name.substr(0, s.name.find('/') + 1); }

/// What an accelerometer at a point reads, along the axes of its body: f = Rᵀ (a - g); 0 in free fall.
Vec3 specific_force(const World& w, BodyHandle b, const Vec3& local) {
  return w.pose(b).local_direction(point_acceleration(w, b, local) - gravity_at(w, b));
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

/// What a sensor is made of while it is added: its description, the world, and where readers go.
struct SensorSet::Making {
  SensorSet& set;
  const Sensor& s;
  const World& world;

  BodyHandle body() const { return world.body(s.target); }

  template <class Read>
  void columns(std::initializer_list<const char*> suffixes, const std::string& unit,
               Read read) const {
    set.add_columns(s.name, suffixes, unit);
    set.readers_.push_back(read);
  }
  /// read(world) is a number.
  template <class Read>
  void scalar(const std::string& unit, Read read) const {
    columns({""}, unit, [=](World& w, std::vector<double>& values) { values.push_back(read(w)); });
  }
  /// read(world, body, point) is a vector.
  template <class Read>
  void vector_of_body(const std::string& unit, Read read) const {
    const BodyHandle b = body();
    const Vec3 point = s.point;
    columns({"_x", "_y", "_z"}, unit,
            [=](World& w, std::vector<double>& values) { push(values, read(w, b, point)); });
  }
  /// read(reaction) is a vector.
  template <class Read>
  void vector_of_joint(const std::string& unit, Read read) const {
    const JointHandle j = world.joint(s.target);
    columns({"_u", "_v", "_w"}, unit,
            [=](World& w, std::vector<double>& values) { push(values, read(w.reaction(j))); });
  }
  /// The force of a part along its coordinate.
  template <class Part, class H>
  void force(H part, std::vector<Part> model::Mechanism::*list) const {
    scalar(force_unit(world, part, list), [=](World& w) { return w.force(part); });
  }
  /// read(place of the target, place it is measured from) is a number.
  template <class Read>
  void from_place(const std::string& unit, Read read) const {
    const BodyHandle b = body();
    const auto from = pose_of(world, s.from);
    const Vec3 point = s.point, from_point = s.from_point;
    scalar(unit,
           [=](World& w) { return read(w.pose(b).point(point) - from(w).point(from_point)); });
  }
};

namespace {

using Making = SensorSet::Making;

struct SensorMaker {
  Sensor::Kind kind;
  void (*make)(const Making&);
};

/// One entry per kind of sensor.
constexpr auto kMakers = [] {
  using K = Sensor::Kind;
  using M = const Making&;
  return std::to_array<SensorMaker>({
      {K::position,
       [](M m) {
         m.vector_of_body("m",
                          [](World& w, BodyHandle b, const Vec3& p) { return w.pose(b).point(p); });
       }},
      {K::velocity, [](M m) { m.vector_of_body("m/s", point_velocity); }},
      {K::acceleration, [](M m) { m.vector_of_body("m/s²", point_acceleration); }},
      {K::specific_force, [](M m) { m.vector_of_body("m/s²", specific_force); }},
      {K::angular_rate,
       [](M m) {
         m.vector_of_body("rad/s", [](World& w, BodyHandle b, const Vec3&) {
           return w.pose(b).local_direction(w.twist(b).angular);
         });
       }},
      {K::orientation,
       [](M m) {
         const BodyHandle b = m.body();
         m.columns({"_rx", "_ry", "_rz"}, "rad", [=](World& w, std::vector<double>& values) {
           push(values, rotation_vector(w.pose(b).rotation));
         });
       }},
      {K::angular_velocity,
       [](M m) {
         m.vector_of_body("rad/s",
                          [](World& w, BodyHandle b, const Vec3&) { return w.twist(b).angular; });
       }},
      {K::depth, [](M m) { m.from_place("m", [](const Vec3& away) { return -away.z(); }); }},
      {K::reach,
       [](M m) {
         m.from_place("m", [](const Vec3& away) { return std::hypot(away.x(), away.y()); });
       }},
      {K::pitch,
       [](M m) {
         const BodyHandle b = m.body();
         const auto from = pose_of(m.world, m.s.from);
         m.scalar("rad", [=](World& w) {
           return pitch(w.pose(b).rotation.col(0), from(w).rotation.col(0));
         });
       }},
      {K::forward_speed,
       [](M m) {
         const BodyHandle b = m.body();
         const Vec3 point = m.s.point;
         m.scalar("m/s", [=](World& w) {
           return w.pose(b).rotation.col(0).dot(point_velocity(w, b, point));
         });
       }},
      {K::coordinate,
       [](M m) {
         const CoordinateHandle c = m.world.coordinate(m.s.target);
         m.scalar(is_length(m.world, c) ? "m" : "rad", [=](World& w) { return w.value(c); });
       }},
      {K::coordinate_speed,
       [](M m) {
         const CoordinateHandle c = m.world.coordinate(m.s.target);
         m.scalar(is_length(m.world, c) ? "m/s" : "rad/s", [=](World& w) { return w.speed(c); });
       }},
      {K::reaction_force,
       [](M m) { m.vector_of_joint("N", [](const system::JointReaction& r) { return r.force; }); }},
      {K::reaction_torque,
       [](M m) {
         m.vector_of_joint("N m", [](const system::JointReaction& r) { return r.torque; });
       }},
      {K::drive_force, [](M m) { m.force(m.world.drive(m.s.target), &model::Mechanism::drives); }},
      {K::spring_force,
       [](M m) { m.force(m.world.spring(m.s.target), &model::Mechanism::springs); }},
      {K::rope_tension,
       [](M m) {
         const RopeHandle rope = m.world.rope(m.s.target);
         m.scalar("N", [=](World& w) { return w.force(rope); });
       }},
      {K::brake_force, [](M m) { m.force(m.world.brake(m.s.target), &model::Mechanism::brakes); }},
      {K::tractive_force,
       [](M m) {
         const DrivelineHandle d = m.world.driveline(m.s.target);
         m.scalar("N", [=](World& w) { return w.force(d); });
       }},
      {K::tyre_load,
       [](M m) {
         const TyreHandle t = m.world.tyre(m.s.target);
         m.scalar("N", [=](World& w) { return w.reading(t).load; });
       }},
      {K::tyre_deflection,
       [](M m) {
         const TyreHandle t = m.world.tyre(m.s.target);
         m.scalar("m", [=](World& w) { return w.reading(t).deflection; });
       }},
      {K::tyre_force,
       [](M m) {
         const TyreHandle t = m.world.tyre(m.s.target);
         m.columns({"_x", "_y", "_z"}, "N", [=](World& w, std::vector<double>& values) {
           const tyres::TyreReading r = w.reading(t);
           push(values, {r.longitudinal, r.lateral, r.load});
         });
       }},
      {K::tyre_slip,
       [](M m) {
         const TyreHandle t = m.world.tyre(m.s.target);
         m.columns({"_x", "_y"}, "", [=](World& w, std::vector<double>& values) {
           const tyres::TyreReading r = w.reading(t);
           values.push_back(r.slip_longitudinal);
           values.push_back(r.slip_lateral);
         });
       }},
      {K::engine_speed,
       [](M m) {
         m.scalar("rad/s", [of = machine_of(m.s)](World& w) { return w.engine_speed(of); });
       }},
      {K::engine_load, [](M m) {
         m.scalar("", [of = machine_of(m.s)](World& w) { return w.engine_load(of); });
       }},
      {K::flow_share, [](M m) {
         m.scalar("", [of = machine_of(m.s)](World& w) { return w.flow_share(of); });
       }},
      {K::energy_kinetic,
       [](M m) { m.scalar("J", [](World& w) { return w.energies().kinetic; }); }},
      {K::energy_potential,
       [](M m) { m.scalar("J", [](World& w) { return w.energies().potential; }); }},
      {K::energy_total, [](M m) { m.scalar("J", [](World& w) { return w.energies().total(); }); }},
      {K::energy_dissipated,
       [](M m) { m.scalar("J", [](World& w) { return w.energies().ledger.dissipated; }); }},
      {K::work_drives,
       [](M m) { m.scalar("J", [](World& w) { return w.energies().ledger.drives; }); }},
      {K::removed_integrator,
       [](M m) { m.scalar("J", [](World& w) { return w.energies().ledger.integrator; }); }},
      {K::removed_projection,
       [](M m) { m.scalar("J", [](World& w) { return w.energies().ledger.projection; }); }},
      {K::removed_detection,
       [](M m) { m.scalar("J", [](World& w) { return w.energies().ledger.detection; }); }},
      {K::constraint_position,
       [](M m) { m.scalar("m", [](World& w) { return w.residuals().position; }); }},
      {K::constraint_velocity,
       [](M m) { m.scalar("m/s", [](World& w) { return w.residuals().velocity; }); }},
      {K::constraint_acceleration,
       [](M m) { m.scalar("m/s²", [](World& w) { return w.residuals().acceleration; }); }},
      {K::iterations,
       [](M m) {
         m.scalar("", [](World& w) { return static_cast<double>(w.last_report().iterations); });
       }},
  });
}();

static_assert(kMakers.size() == description::kSensorKinds.size(), "every kind of sensor measures");

}  // namespace

void SensorSet::add(const Sensor& s, const World& world) {
  for (const SensorMaker& maker : kMakers)
    if (maker.kind == s.kind) maker.make({*this, s, world});
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
