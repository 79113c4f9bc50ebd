#include "machine_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "base/error.h"
#include "description/reader.h"
#include "description/words.h"

namespace outrigger::python {

using namespace description;

namespace {

constexpr double kRadPerSecondOfRpm = 2.0 * std::numbers::pi / 60.0;

// --- values -------------------------------------------------------------------------------------

std::string yaml(double value) { return fmt::format("{}", value); }
std::string yaml(int value) { return fmt::format("{}", value); }
std::string yaml(bool value) { return value ? "true" : "false"; }
std::string yaml(const Vec3& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); }

bool is_plain_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Plain where no reader could take it for something else.
std::string yaml(const std::string& text) {
  static constexpr std::array kWords{"true", "false", "null", "yes", "no", "on", "off", "y", "n"};
  std::string lower = text;
  bool plain = !text.empty() && is_plain_letter(text.front());
  for (char& c : lower) {
    plain = plain && (is_plain_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.');
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  for (const char* word : kWords) plain = plain && lower != word;
  if (plain) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string yaml(const std::vector<std::string>& names) {
  std::vector<std::string> words;
  for (const std::string& n : names) words.push_back(yaml(n));
  return fmt::format("[{}]", fmt::join(words, ", "));
}

std::string yaml_pair(const std::string& a, const std::string& b) {
  return yaml(std::vector<std::string>{a, b});
}

template <class E>
  requires std::is_enum_v<E>
std::string yaml(E value) {
  for (const auto& w : EnumWords<E>::words())
    if (w.value == value) return std::string(w.word);
  throw Error("a word of the machine is not one of the format");
}

/// x, -y, ... where it is one of them.
std::string yaml_direction(const Vec3& v) {
  static constexpr std::array kNames{"x", "y", "z"};
  for (int k = 0; k < 3; ++k) {
    if (v == Vec3::Unit(k)) return kNames[static_cast<std::size_t>(k)];
    if (v == -Vec3::Unit(k)) return fmt::format("-{}", kNames[static_cast<std::size_t>(k)]);
  }
  return yaml(v);
}

std::string yaml_rotation(const Mat3& rotation) {
  Eigen::Quaterniond q(rotation);
  if (q.w() < 0.0) q.coeffs() = -q.coeffs();
  return fmt::format("[{}, {}, {}, {}]", q.w(), q.x(), q.y(), q.z());
}

std::string yaml_rows(const std::vector<std::pair<double, double>>& rows) {
  std::vector<std::string> texts;
  for (const auto& [x, y] : rows) texts.push_back(fmt::format("[{}, {}]", x, y));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string yaml(const Function& f) {
  switch (f.kind) {
    case Function::Kind::constant:
      return yaml(f.value);
    case Function::Kind::linear:
      return fmt::format("{{linear: {}}}", f.value);
    case Function::Kind::table:
      return fmt::format("{{table: {}}}", yaml_rows(f.table));
    case Function::Kind::formula:
      return fmt::format("{{formula: {}}}", yaml(f.formula));
    case Function::Kind::input:
      return fmt::format("{{{}: {}}}", f.relative ? "lever" : "input", yaml(f.input));
  }
  return {};
}

bool is_nothing(const Function& f) { return f.kind == Function::Kind::constant && f.value == 0.0; }

/// In turns per minute: the short number that gives this speed, where there is one.
double in_rpm(double speed) {
  const double rpm = speed / kRadPerSecondOfRpm;
  for (const double scale : {1.0, 1e3, 1e6}) {
    const double rounded = std::round(rpm * scale) / scale;
    if (kRadPerSecondOfRpm * rounded == speed) return rounded;
  }
  return rpm;
}

// --- lines --------------------------------------------------------------------------------------

/// Text that grows by sections, things and their keys.
class MachineLines {
 public:
  explicit MachineLines(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::string text;

  void section(const char* name) { text += fmt::format("\n{}:\n", name); }
  void thing(const std::string& name) { text += fmt::format("  {}:\n", yaml(name)); }
  void set_indent(int indent) { indent_ = indent; }
  void raw(const char* key, const std::string& value) {
    text += fmt::format("{:{}}{}: {}\n", "", indent_, key, value);
  }
  template <class T>
  void key(const char* name, const T& value) {
    raw(name, yaml(value));
  }
  /// Only what is not the default.
  template <class T>
  void key(const char* name, const T& value, const T& usual) {
    if (!(value == usual)) raw(name, yaml(value));
  }
  template <class T>
  void key(const char* name, const std::optional<T>& value) {
    if (value) raw(name, yaml(*value));
  }
  void point(const char* name, const Vec3& value) { key(name, value, Vec3(Vec3::Zero())); }
  void place(const Pose& pose) {
    point("at", pose.position);
    if (pose.rotation != Mat3::Identity()) raw("quaternion", yaml_rotation(pose.rotation));
  }
  /// A file as seen from the folder of the machine file.
  std::string seen(const std::string& file) const {
    if (folder_.empty() || file.empty()) return file;
    const auto absolute = [](const std::filesystem::path& p) {
      return std::filesystem::absolute(p).lexically_normal();
    };
    return absolute(file).lexically_relative(absolute(folder_)).string();
  }

 private:
  std::filesystem::path folder_;
  int indent_ = 4;
};

/// A section of named things; nothing where there are none.
template <class T, class Write>
void write_things(MachineLines& w, const char* name, const std::vector<T>& things,
                  const Write& write) {
  if (things.empty()) return;
  w.section(name);
  for (const T& t : things) {
    w.thing(t.name);
    const std::size_t size = w.text.size();
    write(t);
    if (w.text.size() == size) w.text.insert(size - 1, " {}");
  }
}

// --- bodies, joints, coordinates -----------------------------------------------------------------

void write_settings(MachineLines& w, const Settings& s) {
  const Settings usual;
  MachineLines keys({});
  keys.set_indent(2);
  keys.key("step", s.step, usual.step);
  keys.key("duration", s.duration, usual.duration);
  keys.key("method", s.method, usual.method);
  keys.key("formulation", s.formulation, usual.formulation);
  keys.key("rho_infinity", s.rho_infinity, usual.rho_infinity);
  keys.key("hht_alpha", s.hht_alpha, usual.hht_alpha);
  keys.key("newmark_beta", s.newmark_beta, usual.newmark_beta);
  keys.key("newmark_gamma", s.newmark_gamma, usual.newmark_gamma);
  keys.key("projection", s.projection, usual.projection);
  keys.key("penalty_rule", s.penalty_rule, usual.penalty_rule);
  keys.key("penalty", s.penalty, usual.penalty);
  keys.key("max_iterations", s.max_iterations, usual.max_iterations);
  keys.key("tolerance", s.tolerance, usual.tolerance);
  keys.key("max_substeps", s.max_substeps, usual.max_substeps);
  keys.key("accuracy", s.accuracy, usual.accuracy);
  if (s.gravity_function) {
    const auto& g = *s.gravity_function;
    w.text += fmt::format("gravity: [{}, {}, {}]\n", yaml(g[0]), yaml(g[1]), yaml(g[2]));
  } else if (s.gravity != usual.gravity) {
    w.text += fmt::format("gravity: {}\n", yaml(s.gravity));
  }
  if (keys.text.empty()) return;
  w.section("settings");
  w.text += keys.text;
}

void write_inertia(MachineLines& w, const Mat3& i) {
  if (i(0, 1) == 0.0 && i(0, 2) == 0.0 && i(1, 2) == 0.0) {
    w.key("inertia", Vec3(i.diagonal()));
  } else {
    w.raw("inertia", fmt::format("{{xx: {}, yy: {}, zz: {}, xy: {}, xz: {}, yz: {}}}", i(0, 0),
                                 i(1, 1), i(2, 2), i(0, 1), i(0, 2), i(1, 2)));
  }
}

void write_body(MachineLines& w, const Body& b) {
  const bool is_rigid = b.kind == Body::Kind::rigid;
  w.key("kind", b.kind, Body::Kind::rigid);
  w.key("mass", b.mass);
  w.point("centre", b.centre);
  if (is_rigid) write_inertia(w, b.inertia);
  if (b.pose_given) {
    std::string pose = "position: " + yaml(b.pose.position);
    if (b.pose.rotation != Mat3::Identity())
      pose += ", quaternion: " + yaml_rotation(b.pose.rotation);
    if (b.pose_exact) pose += ", exact: true";
    w.raw("pose", "{" + pose + "}");
  }
  w.key("velocity", b.velocity);
  w.key("angular_velocity", b.angular_velocity);
  if (!b.points.empty()) {
    std::vector<std::string> points;
    for (const NamedPoint& p : b.points)
      points.push_back(fmt::format("{}: {}", yaml(p.name), yaml(p.position)));
    w.raw("points", fmt::format("{{{}}}", fmt::join(points, ", ")));
  }
  w.key("basis", b.basis, BodyBasis::automatic);
  w.key("penalty_scale", b.penalty_scale, 1.0);
}

/// Coordinates of this name stand in their joint; the others have a section.
bool stands_in_joint(const Coordinate& c) {
  return c.kind != Coordinate::Kind::distance && c.name == c.joint + "." + yaml(c.kind);
}

void write_start(MachineLines& w, const Coordinate& c) {
  w.key("initial", c.initial);
  w.key("initial_speed", c.initial_speed);
  w.key("unknown", c.unknown, false);
}

void write_axes(MachineLines& w, const Joint& j) {
  const bool needed = j.type != JointType::spherical && j.type != JointType::distance;
  const bool usual = j.axis_a == Vec3::UnitZ() && j.axis_b == Vec3::UnitZ();
  if (j.type == JointType::distance || (usual && !needed)) return;
  w.raw("axis_a", yaml_direction(j.axis_a));
  w.raw("axis_b", yaml_direction(j.axis_b));
}

void write_joint(MachineLines& w, const Machine& machine, const Joint& j) {
  w.key("type", j.type);
  w.raw("bodies", yaml_pair(j.body_a, j.body_b));
  w.key("point_a", j.point_a);
  w.point("point_b", j.point_b);
  write_axes(w, j);
  if (j.zero_a) w.raw("zero_a", yaml_direction(*j.zero_a));
  if (j.zero_b) w.raw("zero_b", yaml_direction(*j.zero_b));
  if (j.type == JointType::distance) w.key("length", j.length, 0.0);
  if (j.allowable.force != 0.0 || j.allowable.torque != 0.0 || j.allowable.breaks)
    w.raw("allowable", fmt::format("{{force: {}, torque: {}, breaks: {}}}", j.allowable.force,
                                   j.allowable.torque, j.allowable.breaks));
  w.key("penalty_scale", j.penalty_scale, 1.0);
  for (const Coordinate& c : machine.coordinates) {
    if (c.joint != j.name || !stands_in_joint(c)) continue;
    MachineLines keys({});
    keys.set_indent(6);
    write_start(keys, c);
    if (keys.text.empty()) {
      w.raw(yaml(c.kind).c_str(), "{}");
    } else {
      w.text += fmt::format("    {}:\n{}", yaml(c.kind), keys.text);
    }
  }
}

void write_coordinates(MachineLines& w, const Machine& machine) {
  std::vector<Coordinate> own;
  for (const Coordinate& c : machine.coordinates)
    if (!stands_in_joint(c)) own.push_back(c);
  write_things(w, "coordinates", own, [&](const Coordinate& c) {
    w.key("kind", c.kind);
    if (c.kind == Coordinate::Kind::distance) {
      w.raw("bodies", yaml_pair(c.body_a, c.body_b));
      w.point("point_a", c.point_a);
      w.point("point_b", c.point_b);
    } else {
      w.key("joint", c.joint);
    }
    write_start(w, c);
  });
}

// --- what acts ------------------------------------------------------------------------------------

void write_drive(MachineLines& w, const Drive& d) {
  const Drive usual;
  w.key("coordinate", d.coordinate);
  w.key(d.quantity == Drive::Quantity::speed ? "speed" : "position", d.function);
  w.key("force_max", d.force_max, usual.force_max);
  w.key("force_min", d.force_min, usual.force_min);
  w.key("speed_max", d.speed_max, usual.speed_max);
  w.key("speed_min", d.speed_min, usual.speed_min);
  w.key("acceleration_max", d.acceleration_max, usual.acceleration_max);
  w.key("response_time", d.response_time, usual.response_time);
  if (d.lower == d.upper) return;
  w.key("lower", d.lower);
  w.key("upper", d.upper);
}

void write_line_or_function(MachineLines& w, const char* line, const char* function,
                            const Function& f) {
  if (is_nothing(f)) return;
  const bool is_line = f.kind == Function::Kind::linear && f.value >= 0.0;
  w.raw(is_line ? line : function, is_line ? yaml(f.value) : yaml(f));
}

void write_spring(MachineLines& w, const Spring& s) {
  w.key("coordinate", s.coordinate);
  if (s.free_as_assembled) {
    w.raw("free", "assembled");
  } else {
    w.key("free", s.free, 0.0);
  }
  const bool has_unit_slope = s.spring.kind == Function::Kind::linear && s.spring.value == 1.0;
  if (s.factor && has_unit_slope && s.factor->kind != Function::Kind::constant) {
    w.key("stiffness", *s.factor);
  } else if (s.factor) {
    w.key("spring", s.spring);
    w.key("factor", *s.factor);
  } else {
    write_line_or_function(w, "stiffness", "spring", s.spring);
  }
  write_line_or_function(w, "damping", "damper", s.damper);
  if (!is_nothing(s.force) || (is_nothing(s.spring) && is_nothing(s.damper)))
    w.key("force", s.force);
}

void write_coupling(MachineLines& w, const Coupling& c) {
  w.raw("coordinates", yaml_pair(c.coordinate_a, c.coordinate_b));
  if (c.function.kind == Function::Kind::linear) {
    w.key("ratio", c.function.value);
  } else {
    w.key("function", c.function);
  }
  if (c.offset_as_assembled) {
    w.raw("offset", "assembled");
  } else {
    w.key("offset", c.offset, 0.0);
  }
}

void write_load(MachineLines& w, const Load& l) {
  w.key("body", l.body);
  w.raw(l.torque ? "torque" : "force",
        fmt::format("[{}, {}, {}]", yaml(l.x), yaml(l.y), yaml(l.z)));
  if (!l.torque) w.point("point", l.point);
  if (l.follows_body) w.raw("frame", "body");
}

void write_actors(MachineLines& w, const Machine& m) {
  write_things(w, "drives", m.drives, [&](const Drive& d) { write_drive(w, d); });
  write_things(w, "springs", m.springs, [&](const Spring& s) { write_spring(w, s); });
  write_things(w, "stops", m.stops, [&](const Stop& s) {
    w.key("coordinate", s.coordinate);
    w.key("lower", s.lower);
    w.key("upper", s.upper);
    w.key("stiffness", s.stiffness);
    w.key("damping", s.damping, 0.0);
  });
  write_things(w, "couplings", m.couplings, [&](const Coupling& c) { write_coupling(w, c); });
  write_things(w, "loads", m.loads, [&](const Load& l) { write_load(w, l); });
  write_things(w, "mounts", m.mounts, [&](const Mount& t) {
    w.key("body", t.body);
    w.point("point", t.point);
    w.key("anchor", t.anchor);
    w.key("stiffness", t.stiffness);
    w.point("damping", t.damping);
  });
}

// --- contact ------------------------------------------------------------------------------------

void write_contact_law(MachineLines& w, const ContactLaw& l) {
  const ContactLaw usual;
  w.raw("pair", yaml_pair(l.material_a, l.material_b));
  w.key("normal", l.normal, usual.normal);
  w.key("stiffness", l.stiffness);
  w.key("exponent", l.exponent, usual.exponent);
  w.key("restitution", l.restitution);
  w.key("damping", l.damping, usual.damping);
  w.key("ramp_depth", l.ramp_depth, usual.ramp_depth);
  w.key("radius", l.radius, usual.radius);
  w.key("friction", l.friction, usual.friction);
  w.key("viscous", l.viscous, usual.viscous);
  w.key("stribeck_speed", l.stribeck_speed, usual.stribeck_speed);
  w.key("slip_speed", l.slip_speed, usual.slip_speed);
  w.key("bristle_steps", l.bristle_steps, usual.bristle_steps);
  w.key("spin_radius", l.spin_radius, usual.spin_radius);
  w.key("rolling_arm", l.rolling_arm, usual.rolling_arm);
  w.key("patch", l.patch, usual.patch);
  w.key("layer_stiffness", l.layer_stiffness);
  w.key("layer_damping", l.layer_damping);
  w.key("transition_depth", l.transition_depth, usual.transition_depth);
}

std::string round_form(double radius, double length) {
  return fmt::format("{{radius: {}, length: {}}}", radius, length);
}

void write_mesh(MachineLines& w, const ContactShape& s) {
  std::string mesh = fmt::format("file: {}", yaml(w.seen(s.file)));
  if (s.unit != 1.0) mesh += fmt::format(", unit: {}", s.unit);
  if (s.up != ContactShape::UpAxis::z) mesh += ", up: " + yaml(s.up);
  if (s.hull_faces != 0) mesh += fmt::format(", hull: {}", s.hull_faces);
  std::vector<std::string> faces;
  for (const auto& [in_file, ours] : s.face_materials)
    faces.push_back(fmt::format("{}: {}", yaml(in_file), yaml(ours)));
  if (!faces.empty()) mesh += fmt::format(", materials: {{{}}}", fmt::join(faces, ", "));
  w.raw("mesh", "{" + mesh + "}");
}

void write_form(MachineLines& w, const ContactShape& s) {
  using K = ContactShape::Kind;
  switch (s.kind) {
    case K::sphere:
      return w.key("sphere", s.radius);
    case K::box:
      return w.key("box", s.size);
    case K::capsule:
      return w.raw("capsule", round_form(s.radius, s.length));
    case K::cylinder:
      return w.raw("cylinder", round_form(s.radius, s.length));
    case K::ellipsoid:
      return w.key("ellipsoid", s.size);
    case K::torus:
      return w.raw("torus",
                   fmt::format("{{ring: {}, tube: {}, half: {}}}", s.radius, s.tube, s.half));
    case K::chain_link: {
      const double width = 2.0 * (s.radius + s.tube);
      return w.raw("chain_link", fmt::format("{{length: {}, width: {}, diameter: {}, stud: {}}}",
                                             s.length + width, width, 2.0 * s.tube, 2.0 * s.stud));
    }
    case K::plane:
      return w.raw("plane", "z");
    case K::mesh:
      return write_mesh(w, s);
  }
}

void write_group(MachineLines& w, const std::string& group, const std::string& name) {
  if (!group.empty()) w.key("group", group, name);
}

void write_contacts(MachineLines& w, const Machine& m) {
  write_things(w, "materials", m.materials, [&](const Material& t) {
    w.key("young", t.young);
    w.key("poisson", t.poisson, Material().poisson);
    w.key("restitution", t.restitution, Material().restitution);
  });
  write_things(w, "friction", m.friction, [&](const FrictionPair& f) {
    w.raw("pair", yaml_pair(f.material_a, f.material_b));
    w.key("static", f.static_coefficient);
    w.key("dynamic", f.dynamic_coefficient);
  });
  write_things(w, "contact_laws", m.contact_laws,
               [&](const ContactLaw& l) { write_contact_law(w, l); });
  write_things(w, "contact_spheres", m.spheres, [&](const ContactSphere& s) {
    w.key("body", s.body);
    w.point("centre", s.centre);
    w.key("radius", s.radius);
    w.key("material", s.material);
    write_group(w, s.group, s.name);
  });
  write_things(w, "shapes", m.shapes, [&](const ContactShape& s) {
    w.key("body", s.body);
    write_form(w, s);
    w.place(s.pose);
    w.key("material", s.material);
    write_group(w, s.group, s.name);
  });
  write_things(w, "contact_pairs", m.contact_pairs, [&](const ContactPair& p) {
    w.raw("groups", yaml_pair(p.group_a, p.group_b));
    w.key("touch", p.touch, true);
  });
  write_things(w, "bounding_groups", m.bounding_groups,
               [&](const BoundingGroup& g) { w.key("parts", g.parts); });
}

// --- tyres and power ------------------------------------------------------------------------------

std::string tyre_direction(const TyreDirection& d) {
  return fmt::format(
      "{{mu: {}, mu_load: {}, stiffness: {}, stiffness_load: {}, shape: {}, curvature: {}, "
      "curvature_load: {}, peak_slip: {}, relaxation: {}}}",
      d.mu, d.mu_load, d.stiffness, d.stiffness_load, d.shape, d.curvature, d.curvature_load,
      d.peak_slip, d.relaxation);
}

void write_tyres(MachineLines& w, const Machine& m) {
  write_things(w, "tyre_types", m.tyre_types, [&](const TyreType& t) {
    const TyreType usual;
    w.key("radius", t.radius);
    w.key("width", t.width);
    w.key("stiffness", t.stiffness);
    w.key("damping", t.damping, usual.damping);
    w.key("bump_deflection", t.bump_deflection, usual.bump_deflection);
    w.key("bump_stiffness", t.bump_stiffness, usual.bump_stiffness);
    w.key("nominal_load", t.nominal_load);
    w.key("load_min", t.load_min, usual.load_min);
    w.key("load_max", t.load_max, usual.load_max);
    w.key("reference_friction", t.reference_friction, usual.reference_friction);
    w.key("trail", t.trail, usual.trail);
    w.raw("longitudinal", tyre_direction(t.longitudinal));
    w.raw("lateral", tyre_direction(t.lateral));
  });
  write_things(w, "tyres", m.tyres, [&](const Tyre& t) {
    w.key("body", t.body);
    w.point("centre", t.centre);
    w.key("axis", t.axis, Tyre().axis);
    w.key("type", t.type);
  });
}

void write_engine(MachineLines& w, const Engine& e) {
  if (!(e.inertia > 0.0)) return;
  const Engine usual;
  std::vector<std::pair<double, double>> torque;
  for (const auto& [speed, value] : e.torque_table) torque.emplace_back(in_rpm(speed), value);
  std::vector<double> settings;
  for (const double speed : e.settings) settings.push_back(in_rpm(speed));
  w.section("engine");
  w.set_indent(2);
  w.key("inertia", e.inertia);
  w.raw("torque_rpm", yaml_rows(torque));
  w.key("rated_rpm", in_rpm(e.rated_speed));
  if (!settings.empty()) w.raw("settings_rpm", fmt::format("[{}]", fmt::join(settings, ", ")));
  w.key("input", e.input, usual.input);
  w.key("stop_input", e.stop_input, usual.stop_input);
  w.key("droop", e.droop, usual.droop);
  w.key("friction_torque", e.friction_torque, usual.friction_torque);
  w.key("auxiliary_power", e.auxiliary_power, usual.auxiliary_power);
  w.key("stall_ratio", e.stall_ratio, usual.stall_ratio);
  w.set_indent(4);
}

void write_hydraulics(MachineLines& w, const Hydraulics& h) {
  if (!(h.flow_max > 0.0)) return;
  w.section("hydraulics");
  w.set_indent(2);
  w.key("flow_max", h.flow_max);
  w.key("power_max", h.power_max);
  w.key("pump_time", h.pump_time, Hydraulics().pump_time);
  w.text += "  consumers:\n";
  w.set_indent(4);
  for (const HydraulicConsumer& c : h.consumers)
    w.raw(yaml(c.drive).c_str(),
          fmt::format("{{flow_per_speed_up: {}, flow_per_speed_down: {}, priority: {}}}",
                      c.flow_per_speed_up, c.flow_per_speed_down, c.priority));
}

void write_power(MachineLines& w, const Machine& m) {
  write_things(w, "brakes", m.brakes, [&](const Brake& b) {
    w.key("coordinate", b.coordinate);
    w.key("force", b.force);
    w.key("drag", b.drag, 0.0);
    w.key("input", b.input, std::string());
  });
  write_things(w, "drivelines", m.drivelines, [&](const Driveline& d) {
    w.key("coordinates", d.coordinates);
    w.key("radius", d.radius);
    w.key("power", d.power);
    w.key("input", d.input);
    w.key("range_input", d.range_input, std::string());
    w.key("interlock_input", d.interlock_input, std::string());
    w.key("acceleration_max", d.acceleration_max, 0.0);
    w.text += "    ranges:\n";
    for (const TravelRange& r : d.ranges)
      w.text += fmt::format("      - {{name: {}, speed_max: {}, force_max: {}, retarding: {}}}\n",
                            yaml(r.name), r.speed_max, r.force_max, r.retarding);
  });
  write_engine(w, m.engine);
  write_hydraulics(w, m.hydraulics);
}

// --- what is measured, drawn and held in hand -----------------------------------------------------

void write_visual(MachineLines& w, const VisualShape& v) {
  w.key("body", v.body);
  switch (v.kind) {
    case VisualShape::Kind::box:
      w.key("box", v.size);
      break;
    case VisualShape::Kind::sphere:
      w.key("sphere", v.radius);
      break;
    case VisualShape::Kind::cylinder:
      w.raw("cylinder", round_form(v.radius, v.length));
      break;
    case VisualShape::Kind::prism: {
      std::vector<std::pair<double, double>> corners;
      for (const auto& c : v.profile) corners.emplace_back(c[0], c[1]);
      w.raw("prism", fmt::format("{{width: {}, profile: {}}}", v.length, yaml_rows(corners)));
      break;
    }
  }
  w.place(v.pose);
  w.key("colour", v.colour, VisualShape().colour);
  w.key("opacity", v.opacity, 1.0);
}

void write_link(MachineLines& w, const VisualLink& l) {
  const VisualLink usual;
  w.key("kind", l.kind, usual.kind);
  w.raw("bodies", yaml_pair(l.body_a, l.body_b));
  w.point("point_a", l.point_a);
  w.point("point_b", l.point_b);
  w.key("barrel_radius", l.barrel_radius, usual.barrel_radius);
  w.key("rod_radius", l.rod_radius, usual.rod_radius);
  w.key("width", l.width, usual.width);
  w.key("depth", l.depth, usual.depth);
  w.key("colour", l.colour, usual.colour);
}

void write_control(MachineLines& w, const Control& c) {
  const Control usual;
  w.key("kind", c.kind, usual.kind);
  if (!c.label.empty()) w.key("label", c.label, c.name);
  w.key("positive", c.positive, usual.positive);
  w.key("negative", c.negative, usual.negative);
  if (!c.key_negative.empty()) {
    w.raw("keys", yaml_pair(c.key_positive, c.key_negative));
  } else if (!c.key_positive.empty()) {
    w.key("keys", std::vector<std::string>{c.key_positive});
  }
  if (!c.stick.empty()) w.raw("stick", (c.stick_reversed ? "-" : "") + c.stick);
  if (!c.choices.empty()) w.key("choices", c.choices);
  w.key("initial", c.initial, usual.initial);
  w.key("dead_zone", c.dead_zone, usual.dead_zone);
  w.key("exponent", c.exponent, usual.exponent);
  w.key("rate_limit", c.rate_limit, usual.rate_limit);
}

/// What a sensor is measured from, and how displays show it.
void write_reading(MachineLines& w, const Sensor& s) {
  const Sensor usual;
  if (s.kind == Sensor::Kind::pitch) w.key("from", s.from, s.target);
  if (s.kind == Sensor::Kind::depth || s.kind == Sensor::Kind::reach) {
    w.key("from", s.from, usual.from);
    w.point("from_point", s.from_point);
  }
  w.key("label", s.label, usual.label);
  w.key("unit", s.shown_unit, usual.shown_unit);
  w.key("for", s.reader, usual.reader);
}

/// Without its variants: a file that is written has none.
void write_seat(MachineLines& w, const Seat& s) {
  if (s.site.empty() && s.tilt.body.empty()) return;
  w.section("seat");
  w.set_indent(2);
  w.key("site", s.site, std::string());
  if (!s.tilt.body.empty()) {
    w.text += "  tilt:\n";
    w.set_indent(4);
    w.key("body", s.tilt.body);
    w.key("warning", s.tilt.warning);
    w.key("limit", s.tilt.limit);
    if (!s.tilt.inputs.empty()) w.text += "    inputs:\n";
    w.set_indent(6);
    for (const auto& [name, value] : s.tilt.inputs) w.key(yaml(name).c_str(), value);
  }
  w.set_indent(4);
}

void write_output(MachineLines& w, const Output& o) {
  if (o.sensors.empty() && o.interval == 0.0) return;
  w.section("outputs");
  w.set_indent(2);
  if (!o.sensors.empty()) w.key("sensors", o.sensors);
  w.key("interval", o.interval, 0.0);
  w.set_indent(4);
}

void write_display(MachineLines& w, const Machine& m) {
  write_things(w, "sensors", m.sensors, [&](const Sensor& s) {
    w.key("kind", s.kind);
    if (!s.target.empty()) w.key("target", s.target);
    w.point("point", s.point);
    write_reading(w, s);
  });
  write_things(w, "visuals", m.visuals, [&](const VisualShape& v) { write_visual(w, v); });
  write_things(w, "visual_links", m.visual_links, [&](const VisualLink& l) { write_link(w, l); });
  write_things(w, "cameras", m.cameras, [&](const Camera& c) {
    w.key("body", c.body);
    w.point("position", c.position);
    w.raw("direction", yaml_direction(c.direction));
    w.key("field_of_view", c.field_of_view);
  });
  write_things(w, "controls", m.controls, [&](const Control& c) { write_control(w, c); });
  write_seat(w, m.seat);
  write_output(w, m.output);
}

std::string machine_text(const Machine& m, const std::string& file) {
  MachineLines w(std::filesystem::path(file).parent_path());
  w.text = "outrigger: 1\n";
  if (!m.name.empty()) w.text += fmt::format("name: {}\n", yaml(m.name));
  if (!m.title.empty()) w.text += fmt::format("title: {}\n", yaml(m.title));
  write_settings(w, m.settings);
  write_things(w, "bodies", m.bodies, [&](const Body& b) { write_body(w, b); });
  write_things(w, "joints", m.joints, [&](const Joint& j) { write_joint(w, m, j); });
  write_coordinates(w, m);
  write_actors(w, m);
  write_contacts(w, m);
  write_tyres(w, m);
  write_power(w, m);
  write_display(w, m);
  return w.text;
}

// --- the same again -------------------------------------------------------------------------------

/// The same line, but for the last digits of its numbers (quaternions, turns per minute).
bool same_line(std::string_view a, std::string_view b) {
  const auto is_part = [](char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '+' || c == '-' || c == 'e';
  };
  const auto number = [&](std::string_view& s) {
    std::size_t n = 0;
    while (n < s.size() && is_part(s[n])) ++n;
    double value = std::nan("");
    const auto end = std::from_chars(s.data(), s.data() + n, value).ptr;
    if (end != s.data() + n) value = std::nan("");
    return std::pair(value, n);
  };
  while (!a.empty() && !b.empty()) {
    const auto [x, n] = number(a);
    const auto [y, m] = number(b);
    if (n > 0 && m > 0 && std::abs(x - y) <= 1e-14 + 1e-12 * std::max(std::abs(x), std::abs(y))) {
      a.remove_prefix(n);
      b.remove_prefix(m);
      continue;
    }
    if (a.front() != b.front()) return false;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() && b.empty();
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

std::string checked_machine_text(const Machine& machine, const std::string& file) {
  const std::string text = machine_text(machine, file);
  std::string again;
  try {
    again = machine_text(read_machine_text(text, file), file);
  } catch (const Error& e) {
    throw Error(
        fmt::format("machine '{}' cannot be written as a file: {}", machine.name, e.what()));
  }
  std::string_view left = text, right = again;
  while (!left.empty() || !right.empty()) {
    const std::string_view a = take_line(left), b = take_line(right);
    if (same_line(a, b)) continue;
    throw Error(fmt::format("machine '{}' cannot be written as a file: '{}' would be read as '{}'",
                            machine.name, a, b));
  }
  return text;
}

}  // namespace outrigger::python
