#include "imports/machine_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/assert.h"

namespace outrigger::imports {
namespace {

using namespace description;

/// A name or text as a YAML scalar: plain where no reader could take it for something else.
std::string scalar(const std::string& text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  static constexpr std::array kWords{"true", "false", "null", "yes", "no", "on", "off", "y", "n"};
  std::string lower = text;
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  const bool plain =
      !text.empty() && is_letter(text.front()) &&
      std::all_of(
          text.begin(), text.end(),
          [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; }) &&
      std::find(kWords.begin(), kWords.end(), lower) == kWords.end();
  if (plain) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return quoted + "\"";
}

std::string vector_text(const Vec3& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); }

/// x, -y, ... where it is one of them.
std::string direction_text(const Vec3& v) {
  static constexpr std::array kNames{"x", "y", "z"};
  for (int k = 0; k < 3; ++k) {
    if (v == Vec3::Unit(k)) return kNames[static_cast<std::size_t>(k)];
    if (v == -Vec3::Unit(k)) return fmt::format("-{}", kNames[static_cast<std::size_t>(k)]);
  }
  return vector_text(v);
}

std::string quaternion_text(const Mat3& rotation) {
  Eigen::Quaterniond q(rotation);
  if (q.w() < 0.0) q.coeffs() = -q.coeffs();
  return fmt::format("[{}, {}, {}, {}]", q.w(), q.x(), q.y(), q.z());
}

class Writer {
 public:
  std::string text;

  void section(const char* name) { text += fmt::format("\n{}:\n", name); }
  void thing(const std::string& name) { text += fmt::format("  {}:\n", scalar(name)); }
  void key(const char* name, const std::string& value) {
    text += fmt::format("    {}: {}\n", name, value);
  }
  void key(const char* name, double value) { text += fmt::format("    {}: {}\n", name, value); }
  /// Place in a body: `at` and `quaternion`, where they are not the defaults.
  void place(const Pose& pose) {
    if (!pose.position.isZero(0.0)) key("at", vector_text(pose.position));
    if (pose.rotation != Mat3::Identity()) key("quaternion", quaternion_text(pose.rotation));
  }
};

void write_bodies(const Machine& machine, Writer& w) {
  w.section("bodies");
  for (const Body& b : machine.bodies) {
    OUTRIGGER_ASSERT(b.kind == Body::Kind::rigid && !b.velocity && !b.angular_velocity);
    w.thing(b.name);
    w.key("mass", b.mass);
    if (!b.centre.isZero(0.0)) w.key("centre", vector_text(b.centre));
    const Mat3& i = b.inertia;
    if (i(0, 1) == 0.0 && i(0, 2) == 0.0 && i(1, 2) == 0.0) {
      w.key("inertia", vector_text(i.diagonal()));
    } else {
      w.key("inertia", fmt::format("{{xx: {}, yy: {}, zz: {}, xy: {}, xz: {}, yz: {}}}", i(0, 0),
                                   i(1, 1), i(2, 2), i(0, 1), i(0, 2), i(1, 2)));
    }
    std::string pose = "position: " + vector_text(b.pose.position);
    if (b.pose.rotation != Mat3::Identity())
      pose += ", quaternion: " + quaternion_text(b.pose.rotation);
    w.key("pose", "{" + pose + "}");
    if (b.points.empty()) continue;
    w.text += "    points:\n";
    for (const NamedPoint& p : b.points)
      w.text += fmt::format("      {}: {}\n", scalar(p.name), vector_text(p.position));
  }
}

const char* type_word(JointType type) {
  switch (type) {
    case JointType::revolute:
      return "revolute";
    case JointType::prismatic:
      return "prismatic";
    case JointType::planar:
      return "planar";
    case JointType::spherical:
      return "spherical";
    default:
      OUTRIGGER_ASSERT(false, "imports make no other joints");
      return "";
  }
}

void write_joints(const Machine& machine, Writer& w) {
  if (machine.joints.empty()) return;
  std::map<std::string_view, const Coordinate*> starts;
  for (const Coordinate& c : machine.coordinates)
    if (c.initial) starts.emplace(c.joint, &c);
  w.section("joints");
  for (const Joint& j : machine.joints) {
    w.thing(j.name);
    w.key("type", std::string(type_word(j.type)));
    w.key("bodies", fmt::format("[{}, {}]", scalar(j.body_a), scalar(j.body_b)));
    w.key("point_a", vector_text(j.point_a));
    if (!j.point_b.isZero(0.0)) w.key("point_b", vector_text(j.point_b));
    w.key("axis_a", direction_text(j.axis_a));
    w.key("axis_b", direction_text(j.axis_b));
    if (j.zero_a) w.key("zero_a", direction_text(*j.zero_a));
    if (j.zero_b) w.key("zero_b", direction_text(*j.zero_b));
    const auto c = starts.find(j.name);
    if (c == starts.end()) continue;
    w.key(c->second->kind == Coordinate::Kind::angle ? "angle" : "displacement",
          fmt::format("{{initial: {}}}", *c->second->initial));
  }
}

void write_drives(const Machine& machine, Writer& w) {
  if (machine.drives.empty()) return;
  w.section("drives");
  for (const Drive& d : machine.drives) {
    OUTRIGGER_ASSERT(d.quantity == Drive::Quantity::speed && d.function.relative);
    w.thing(d.name);
    w.key("coordinate", scalar(d.coordinate));
    w.key("speed", fmt::format("{{lever: {}}}", scalar(d.function.input)));
    w.key("speed_max", d.speed_max);
    if (d.lower < d.upper) {
      w.key("lower", d.lower);
      w.key("upper", d.upper);
    }
    if (d.force_max > 0.0) w.key("force_max", d.force_max);
    if (d.force_min < 0.0) w.key("force_min", d.force_min);
  }
}

void write_springs(const Machine& machine, Writer& w) {
  if (machine.springs.empty()) return;
  w.section("springs");
  for (const Spring& s : machine.springs) {
    OUTRIGGER_ASSERT(s.damper.kind == Function::Kind::linear && s.spring.value == 0.0);
    w.thing(s.name);
    w.key("coordinate", scalar(s.coordinate));
    w.key("damping", s.damper.value);
  }
}

void write_stops(const Machine& machine, Writer& w) {
  if (machine.stops.empty()) return;
  w.section("stops");
  for (const Stop& s : machine.stops) {
    w.thing(s.name);
    w.key("coordinate", scalar(s.coordinate));
    if (s.lower) w.key("lower", *s.lower);
    if (s.upper) w.key("upper", *s.upper);
    w.key("stiffness", s.stiffness);
    w.key("damping", s.damping);
  }
}

void write_couplings(const Machine& machine, Writer& w) {
  if (machine.couplings.empty()) return;
  w.section("couplings");
  for (const Coupling& c : machine.couplings) {
    w.thing(c.name);
    w.key("coordinates", fmt::format("[{}, {}]", scalar(c.coordinate_a), scalar(c.coordinate_b)));
    w.key("ratio", c.function.value);
    if (c.offset != 0.0) w.key("offset", c.offset);
  }
}

void write_brakes(const Machine& machine, Writer& w) {
  if (machine.brakes.empty()) return;
  w.section("brakes");
  for (const Brake& b : machine.brakes) {
    OUTRIGGER_ASSERT(b.force == 0.0 && b.input.empty());
    w.thing(b.name);
    w.key("coordinate", scalar(b.coordinate));
    w.key("drag", b.drag);
  }
}

std::string round_text(double radius, double length) {
  return fmt::format("{{radius: {}, length: {}}}", radius, length);
}

void write_shapes(const Machine& machine, Writer& w) {
  if (machine.shapes.empty()) return;
  w.section("shapes");
  for (const ContactShape& s : machine.shapes) {
    w.thing(s.name);
    w.key("body", scalar(s.body));
    switch (s.kind) {
      case ContactShape::Kind::box:
        w.key("box", vector_text(s.size));
        break;
      case ContactShape::Kind::sphere:
        w.key("sphere", s.radius);
        break;
      case ContactShape::Kind::cylinder:
        w.key("cylinder", round_text(s.radius, s.length));
        break;
      case ContactShape::Kind::capsule:
        w.key("capsule", round_text(s.radius, s.length));
        break;
      case ContactShape::Kind::mesh:
        w.key("mesh", fmt::format("{{file: {}, unit: {}{}}}", scalar(s.file), s.unit,
                                  s.hull_faces > 0 ? fmt::format(", hull: {}", s.hull_faces) : ""));
        break;
      default:
        OUTRIGGER_ASSERT(false, "imports make no other shapes");
    }
    w.place(s.pose);
    w.key("material", scalar(s.material));
    w.key("group", scalar(s.group));
  }
  if (machine.contact_pairs.empty()) return;
  w.section("contact_pairs");
  for (const ContactPair& p : machine.contact_pairs) {
    w.thing(p.name);
    w.key("groups", fmt::format("[{}, {}]", scalar(p.group_a), scalar(p.group_b)));
    w.key("touch", std::string(p.touch ? "true" : "false"));
  }
}

void write_visuals(const Machine& machine, Writer& w) {
  if (machine.visuals.empty()) return;
  w.section("visuals");
  for (const VisualShape& v : machine.visuals) {
    w.thing(v.name);
    w.key("body", scalar(v.body));
    switch (v.kind) {
      case VisualShape::Kind::box:
        w.key("box", vector_text(v.size));
        break;
      case VisualShape::Kind::sphere:
        w.key("sphere", v.radius);
        break;
      case VisualShape::Kind::cylinder:
        w.key("cylinder", round_text(v.radius, v.length));
        break;
      case VisualShape::Kind::prism:
        OUTRIGGER_ASSERT(false, "imports make no prisms");
    }
    w.place(v.pose);
    w.key("colour", vector_text(v.colour));
    if (v.opacity != 1.0) w.key("opacity", v.opacity);
  }
}

void write_controls(const Machine& machine, Writer& w) {
  if (machine.controls.empty()) return;
  w.section("controls");
  for (const Control& c : machine.controls) {
    w.thing(c.name);
    w.key("label", scalar(c.label));
  }
}

std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  return text;
}

void assert_all_is_written(const Machine& m) {
  OUTRIGGER_ASSERT(m.loads.empty() && m.mounts.empty() && m.materials.empty() &&
                   m.friction.empty() && m.contact_laws.empty() && m.spheres.empty());
  OUTRIGGER_ASSERT(m.bounding_groups.empty() && m.tyre_types.empty() && m.tyres.empty() &&
                   m.drivelines.empty() && m.sensors.empty());
  OUTRIGGER_ASSERT(m.visual_links.empty() && m.cameras.empty() && m.output.sensors.empty());
}

}  // namespace

std::string machine_text(const Machine& machine, const std::vector<std::string>& comments) {
  assert_all_is_written(machine);
  Writer w;
  for (const std::string& c : comments) w.text += fmt::format("# {}\n", one_line(c));
  w.text += "outrigger: 1\n";
  if (!machine.name.empty()) w.text += fmt::format("name: {}\n", scalar(machine.name));
  if (!machine.title.empty()) w.text += fmt::format("title: {}\n", scalar(machine.title));
  write_bodies(machine, w);
  write_joints(machine, w);
  write_drives(machine, w);
  write_springs(machine, w);
  write_stops(machine, w);
  write_couplings(machine, w);
  write_shapes(machine, w);
  write_brakes(machine, w);
  write_visuals(machine, w);
  write_controls(machine, w);
  return w.text;
}

}  // namespace outrigger::imports
