#include "description/check.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "base/error.h"
#include "description/limits.h"
#include "description/mass_properties.h"
#include "description/writer.h"
#include "math/formula.h"
#include "math/spline.h"

namespace outrigger::description {

namespace {

/// The fields of one thing, each with its range.
class Fields {
 public:
  Fields(std::string kind, const std::string& name, bool named = true)
      : what_(named ? fmt::format("{} '{}'", kind, name) : std::move(kind)) {
    if (!named) return;
    if (name.empty()) throw Error(fmt::format("a {} has no name; give it one", kind));
    if (name.size() > kMaxNameBytes)
      throw Error(fmt::format("{}: names have at most {} bytes", what_, kMaxNameBytes));
  }

  [[noreturn]] void refuse(const char* key, const std::string& value,
                           const std::string& allowed) const {
    throw Error(fmt::format("{}: {}: {} is not allowed: {}", what_, key, value, allowed));
  }
  void number(const char* key, double v) const {
    if (!(std::abs(v) <= kMaxMagnitude))
      refuse(key, fmt::format("{}", v), fmt::format("must be between ±{:g}", kMaxMagnitude));
  }
  void above_zero(const char* key, double v, const char* unit = "") const {
    number(key, v);
    if (!(v > 0.0)) refuse(key, fmt::format("{}", v), fmt::format("must be > 0 {}", unit));
  }
  void not_negative(const char* key, double v, const char* unit = "") const {
    number(key, v);
    if (!(v >= 0.0)) refuse(key, fmt::format("{}", v), fmt::format("must be ≥ 0 {}", unit));
  }
  void not_positive(const char* key, double v) const {
    number(key, v);
    if (!(v <= 0.0)) refuse(key, fmt::format("{}", v), "must be ≤ 0");
  }
  void between(const char* key, double v, double low, double high) const {
    if (!(v >= low && v <= high))
      refuse(key, fmt::format("{}", v), fmt::format("must be {:g}..{:g}", low, high));
  }
  void vector(const char* key, const Vec3& v) const {
    for (int k = 0; k < 3; ++k) number(key, v[k]);
  }
  void direction(const char* key, const Vec3& v) const {
    vector(key, v);
    if (!(v.norm() > 1e-12)) refuse(key, "[0, 0, 0]", "must be a direction");
  }
  void pose(const char* key, const Pose& p) const {
    vector(key, p.position);
    const Mat3 unit = p.rotation.transpose() * p.rotation;
    if (!((unit - Mat3::Identity()).cwiseAbs().maxCoeff() < 1e-6 && p.rotation.determinant() > 0.0))
      refuse(key, "its rotation", "must be orthonormal and right-handed");
  }
  /// Parsing tells what is wrong with tables and formulas.
  void function(const char* key, const Function& f, const char* variable) const {
    try {
      number(key, f.value);
      if (f.kind == Function::Kind::formula) Formula::parse(f.formula, variable);
      if (f.kind == Function::Kind::table) {
        std::vector<double> x, y;
        for (const auto& row : f.table) x.push_back(row.first), y.push_back(row.second);
        Spline::natural(std::move(x), std::move(y));
      }
      if (f.kind == Function::Kind::input && f.input.empty())
        refuse(key, "an input without a name", "name the input");
    } catch (const Error& e) {
      throw Error(std::string(e.what()).starts_with(what_)
                      ? std::string(e.what())
                      : fmt::format("{}: {}: {}", what_, key, e.what()));
    }
  }
  void optional(const char* key, const std::optional<Vec3>& v) const {
    if (v) vector(key, *v);
  }
  void optional(const char* key, const std::optional<double>& v) const {
    if (v) number(key, *v);
  }

 private:
  std::string what_;
};

bool joint_type_has(JointType type, Coordinate::Kind kind) {
  using K = Coordinate::Kind;
  if (kind == K::angle) return type == JointType::revolute || type == JointType::cylindrical;
  if (kind == K::displacement)
    return type == JointType::prismatic || type == JointType::cylindrical;
  return type == JointType::spherical || type == JointType::universal;
}

/// Every coordinate is one that its joint has.
void check_kinds(const Machine& m) {
  std::map<std::string, JointType> types;
  for (const Joint& j : m.joints) types.emplace(j.name, j.type);
  for (const Coordinate& c : m.coordinates) {
    if (c.kind == Coordinate::Kind::distance) continue;
    const auto joint = types.find(c.joint);
    if (joint != types.end() && !joint_type_has(joint->second, c.kind))
      Fields("coordinate", c.name)
          .refuse("kind", fmt::format("that of joint '{}'", c.joint),
                  "the joint has no such coordinate (angle: revolute, cylindrical; displacement: "
                  "prismatic, cylindrical; cone, twist: spherical, universal)");
  }
}

/// Shapes are found by the names of their bodies during the run, where nobody would notice a wrong one.
void check_bodies_of_shapes(const Machine& m) {
  std::set<std::string> bodies{kGround};
  for (const Body& b : m.bodies) bodies.insert(b.name);
  for (const ContactShape& s : m.shapes)
    if (!bodies.contains(s.body))
      Fields("shape", s.name).refuse("body", "'" + s.body + "'", "there is no such body");
}

void check_contacts(const Machine& m) {
  for (const auto& x : m.materials) {
    const Fields f("material", x.name);
    f.above_zero("young", x.young, "Pa");
    f.between("poisson", x.poisson, 0.0, 0.5);
    f.between("restitution", x.restitution, 0.0, 1.0);
  }
  for (const auto& x : m.friction) {
    const Fields f("friction pair", x.name);
    f.between("dynamic_coefficient", x.dynamic_coefficient, 0.0, 5.0);
    f.between("static_coefficient", x.static_coefficient, x.dynamic_coefficient, 5.0);
  }
  for (const auto& x : m.contact_laws) {
    const Fields f("contact law", x.name);
    if (x.stiffness) f.above_zero("stiffness", *x.stiffness);
    f.between("exponent", x.exponent, 1.0, 3.0);
    if (x.restitution) f.between("restitution", *x.restitution, 0.0, 1.0);
    f.not_negative("damping", x.damping);
    f.not_negative("ramp_depth", x.ramp_depth, "m");
    f.not_negative("radius", x.radius, "m");
    f.not_negative("viscous", x.viscous, "N s/m");
    f.above_zero("stribeck_speed", x.stribeck_speed, "m/s");
    f.above_zero("slip_speed", x.slip_speed, "m/s");
    f.between("bristle_steps", x.bristle_steps, 0.5, 100.0);
    f.not_negative("spin_radius", x.spin_radius, "m");
    f.not_negative("rolling_arm", x.rolling_arm, "m");
    if (x.layer_stiffness) f.above_zero("layer_stiffness", *x.layer_stiffness, "N/m³");
    if (x.layer_damping) f.not_negative("layer_damping", *x.layer_damping, "N s/m³");
    f.not_negative("transition_depth", x.transition_depth, "m");
  }
  for (const auto& x : m.spheres) {
    const Fields f("contact sphere", x.name);
    f.vector("centre", x.centre);
    f.above_zero("radius", x.radius, "m");
  }
  for (const auto& x : m.shapes) {
    using Kind = ContactShape::Kind;
    const Fields f("shape", x.name);
    f.pose("pose", x.pose);
    f.vector("size", x.size);
    if (x.kind == Kind::box || x.kind == Kind::ellipsoid)
      for (int k = 0; k < 3; ++k) f.above_zero("size", x.size[k], "m");
    if (x.kind != Kind::box && x.kind != Kind::ellipsoid && x.kind != Kind::plane &&
        x.kind != Kind::mesh)
      f.above_zero("radius", x.radius, "m");
    if (x.kind == Kind::cylinder) f.above_zero("length", x.length, "m");
    f.not_negative("length", x.length, "m");
    if (x.kind == Kind::torus || x.kind == Kind::chain_link)
      f.between("tube", x.tube, 1e-6, x.radius);
    f.between("stud", x.stud, 0.0, kMaxMagnitude);
    f.above_zero("unit", x.unit);
    f.between("hull_faces", x.hull_faces, 0.0, 100000.0);
    if (x.kind == Kind::mesh && x.file.empty()) f.refuse("file", "''", "a mesh needs a file");
  }
}

void check_tyres(const Machine& m) {
  for (const auto& x : m.tyre_types) {
    const Fields f("tyre type", x.name);
    f.above_zero("radius", x.radius, "m");
    f.above_zero("width", x.width, "m");
    f.above_zero("stiffness", x.stiffness, "N/m");
    f.not_negative("damping", x.damping, "N s/m");
    f.not_negative("bump_deflection", x.bump_deflection, "m");
    f.not_negative("bump_stiffness", x.bump_stiffness, "N/m");
    f.above_zero("nominal_load", x.nominal_load, "N");
    f.between("load_min", x.load_min, -1.0, 0.0);
    f.between("load_max", x.load_max, 0.0, 10.0);
    f.above_zero("reference_friction", x.reference_friction);
    f.not_negative("trail", x.trail, "m");
    for (const TyreDirection* d : {&x.longitudinal, &x.lateral}) {
      f.above_zero("mu", d->mu);
      f.above_zero("tyre stiffness", d->stiffness);
      f.between("shape", d->shape, 1.0, 2.0);
      f.between("peak_slip", d->peak_slip, 0.01, 2.0);
      f.above_zero("relaxation", d->relaxation, "m");
      for (double v : {d->mu_load, d->stiffness_load, d->curvature, d->curvature_load})
        f.number("load factor", v);
    }
  }
  for (const auto& x : m.tyres) {
    const Fields f("tyre", x.name);
    f.vector("centre", x.centre);
    f.direction("axis", x.axis);
  }
}

void check_power(const Machine& m) {
  for (const auto& x : m.brakes) {
    const Fields f("brake", x.name);
    f.not_negative("force", x.force, "N");
    f.not_negative("drag", x.drag, "N");
  }
  for (const auto& x : m.drivelines) {
    const Fields f("driveline", x.name);
    f.above_zero("radius", x.radius, "m");
    f.not_negative("power", x.power, "W");
    f.not_negative("acceleration_max", x.acceleration_max, "m/s²");
    for (const TravelRange& r : x.ranges) {
      f.above_zero("speed_max", r.speed_max, "m/s");
      f.not_negative("force_max", r.force_max, "N");
      f.not_negative("retarding", r.retarding, "N");
    }
  }
  const Fields engine("engine", m.engine.name, false);
  engine.not_negative("inertia", m.engine.inertia, "kg m²");
  engine.not_negative("friction_torque", m.engine.friction_torque, "N m");
  engine.not_negative("auxiliary_power", m.engine.auxiliary_power, "W");
  engine.between("stall_ratio", m.engine.stall_ratio, 0.0, 0.99);
  for (const auto& row : m.engine.torque_table)
    engine.number("torque_table", row.first), engine.number("torque_table", row.second);
  for (double v : m.engine.settings) engine.not_negative("settings", v, "rad/s");
  if (m.engine.inertia > 0.0) {
    engine.above_zero("rated_speed", m.engine.rated_speed, "rad/s");
    engine.between("droop", m.engine.droop, 0.001, 1.0);
    if (m.engine.torque_table.size() < 2 || m.engine.settings.empty())
      engine.refuse("torque_table, settings", "an empty list", "an engine needs both");
  }
  const Fields hydraulics("hydraulics", m.hydraulics.name, false);
  hydraulics.not_negative("flow_max", m.hydraulics.flow_max, "m³/s");
  hydraulics.not_negative("power_max", m.hydraulics.power_max, "W");
  hydraulics.not_negative("pump_time", m.hydraulics.pump_time, "s");
  for (const HydraulicConsumer& c : m.hydraulics.consumers) {
    hydraulics.not_negative("flow_per_speed_up", c.flow_per_speed_up);
    hydraulics.not_negative("flow_per_speed_down", c.flow_per_speed_down);
    hydraulics.between("priority", c.priority, 0.0, 1.0);
  }
}

template <class Part>
void check_all(const std::vector<Part>& parts) {
  for (const Part& p : parts) check(p);
}

}  // namespace

void check(const Body& x) {
  const Fields f("body", x.name);
  if (x.name == kGround) f.refuse("name", "'ground'", "it names the fixed world");
  const bool particle = x.kind == Body::Kind::point;
  if (particle) {
    f.not_negative("mass", x.mass, "kg");
  } else {
    f.above_zero("mass", x.mass, "kg");
    for (int k = 0; k < 9; ++k) f.number("inertia", x.inertia.data()[k]);
    if (!(x.inertia - x.inertia.transpose()).isZero(1e-9 * x.inertia.norm()))
      f.refuse("inertia", "this matrix", "must be symmetric");
    const std::string reason = why_impossible(x.inertia);
    if (!reason.empty()) f.refuse("inertia", "this matrix", reason);
  }
  f.vector("centre", x.centre);
  f.pose("pose", x.pose);
  f.optional("velocity", x.velocity);
  f.optional("angular_velocity", x.angular_velocity);
  for (const NamedPoint& p : x.points) f.vector("points", p.position);
  f.above_zero("penalty_scale", x.penalty_scale);
}

void check(const Joint& x) {
  const Fields f("joint", x.name);
  f.vector("point_a", x.point_a);
  f.vector("point_b", x.point_b);
  f.direction("axis_a", x.axis_a);
  f.direction("axis_b", x.axis_b);
  if (x.zero_a) f.direction("zero_a", *x.zero_a);
  if (x.zero_b) f.direction("zero_b", *x.zero_b);
  f.not_negative("length", x.length, "m");
  f.not_negative("allowable.force", x.allowable.force, "N");
  f.not_negative("allowable.torque", x.allowable.torque, "N m");
  f.above_zero("penalty_scale", x.penalty_scale);
}

void check(const Coordinate& x) {
  const Fields f("coordinate", x.name);
  f.vector("point_a", x.point_a);
  f.vector("point_b", x.point_b);
  f.optional("initial", x.initial);
  f.optional("initial_speed", x.initial_speed);
}

void check(const Drive& x) {
  const Fields f("drive", x.name);
  f.function("function", x.function, "t");
  f.not_negative("force_max", x.force_max);
  f.not_positive("force_min", x.force_min);
  f.not_negative("speed_max", x.speed_max);
  f.not_positive("speed_min", x.speed_min);
  f.not_negative("acceleration_max", x.acceleration_max);
  f.above_zero("response_time", x.response_time, "s");
  f.number("lower", x.lower);
  f.between("upper", x.upper, x.lower, kMaxMagnitude);
}

void check(const Spring& x) {
  const Fields f("spring", x.name);
  f.number("free", x.free);
  f.function("spring", x.spring, "x");
  f.function("damper", x.damper, "x");
  f.function("force", x.force, "t");
  if (x.factor) f.function("factor", *x.factor, "t");
}

void check(const Stop& x) {
  const Fields f("stop", x.name);
  f.optional("lower", x.lower);
  f.optional("upper", x.upper);
  f.above_zero("stiffness", x.stiffness);
  f.not_negative("damping", x.damping);
}

void check(const Coupling& x) {
  const Fields f("coupling", x.name);
  if (x.coordinate_a == x.coordinate_b)
    f.refuse("coordinate_b", "'" + x.coordinate_b + "'", "must differ from coordinate_a");
  f.function("function", x.function, "x");
  f.number("offset", x.offset);
}

void check(const Load& x) {
  const Fields f("load", x.name);
  f.vector("point", x.point);
  f.function("x", x.x, "t");
  f.function("y", x.y, "t");
  f.function("z", x.z, "t");
}

void check(const Mount& x) {
  const Fields f("mount", x.name);
  f.vector("point", x.point);
  f.optional("anchor", x.anchor);
  for (int k = 0; k < 3; ++k) {
    f.not_negative("stiffness", x.stiffness[k], "N/m");
    f.not_negative("damping", x.damping[k], "N s/m");
  }
}

void check(const Rope& x) {
  const Fields f("rope", x.name);
  if (x.points.size() < 2)
    f.refuse("points", std::to_string(x.points.size()), "must be at least 2");
  for (const RopePoint& p : x.points) f.vector("point", p.point);
  if (x.length) f.above_zero("length", *x.length, "m");
  if ((x.stiffness > 0.0) == (x.axial_stiffness > 0.0))
    f.refuse("stiffness", fmt::format("{}", x.stiffness),
             "must be > 0 N/m, unless axial_stiffness is, and not both");
  f.not_negative("stiffness", x.stiffness, "N/m");
  f.not_negative("axial_stiffness", x.axial_stiffness, "N");
  f.not_negative("damping", x.damping, "s/m");
  f.function("winding", x.winding, "t");
  f.above_zero("length_min", x.length_min, "m");
}

void check(const Settings& x) {
  const Fields f("settings", "", false);
  f.between("step", x.step, 1e-7, 0.1);
  f.above_zero("duration", x.duration, "s");
  f.between("accuracy", x.accuracy, 1e-14, 1.0);
  f.between("rho_infinity", x.rho_infinity, 0.0, 1.0);
  f.between("hht_alpha", x.hht_alpha, 0.0, 1.0 / 3.0);
  f.between("newmark_beta", x.newmark_beta, 1e-3, 1.0);
  f.between("newmark_gamma", x.newmark_gamma, 0.5, 1.0);
  f.above_zero("penalty", x.penalty);
  f.between("max_iterations", x.max_iterations, 1.0, 50.0);
  f.not_negative("tolerance", x.tolerance, "m/s²");
  f.between("max_substeps", x.max_substeps, 1.0, 4096.0);
  f.vector("gravity", x.gravity);
  if (x.gravity_function)
    for (const Function& g : *x.gravity_function) f.function("gravity_function", g, "t");
}

void check(const Machine& m) {
  check(m.settings);
  check_all(m.bodies);
  for (const Joint& j : m.joints) {
    check(j);
    if (j.body_a == j.body_b)
      Fields("joint", j.name).refuse("body_b", "'" + j.body_b + "'", "must differ from body_a");
  }
  for (const Coordinate& c : m.coordinates) {
    check(c);
    if (c.kind == Coordinate::Kind::distance && c.body_a == c.body_b)
      Fields("coordinate", c.name)
          .refuse("body_b", "'" + c.body_b + "'", "must differ from body_a");
  }
  check_kinds(m);
  check_all(m.drives);
  check_all(m.springs);
  check_all(m.stops);
  check_all(m.couplings);
  check_all(m.loads);
  check_all(m.mounts);
  // By the schema itself: what a file could not say is refused with the words of the reader.
  for (const Rope& r : m.ropes) part_from_text<Rope>(part_text(r), "rope '" + r.name + "'");
  for (const Tool& t : m.tools) part_from_text<Tool>(part_text(t), "tool '" + t.name + "'");
  for (const Bed& b : m.beds) part_from_text<Bed>(part_text(b), "bed '" + b.name + "'");
  check_bodies_of_shapes(m);
  check_contacts(m);
  check_tyres(m);
  check_power(m);
  for (const Sensor& s : m.sensors) Fields("sensor", s.name).vector("point", s.point);
}

}  // namespace outrigger::description
