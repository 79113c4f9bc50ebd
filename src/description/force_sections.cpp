/// drives, springs, stops, couplings, loads and mounts: what moves and holds the machine.
#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

#include "description/function_text.h"
#include "description/sections.h"
#include "description/words.h"

namespace outrigger::description {
namespace {

// The rules of functions, by what their argument and value are.
ValueRule of_time(std::string unit) { return ValueRule(std::move(unit)); }

ValueRule of_coordinate(std::string unit, bool value_is_coordinate) {
  ValueRule rule(std::move(unit));
  rule.variable = "x";
  rule.scales_argument = true;
  rule.scales_value = value_is_coordinate;
  return rule;
}

void refuse_both(Reading& r, const Node& node, std::string_view a, std::string_view b) {
  if (node.find(a) != nullptr && node.find(b) != nullptr) {
    r.problem(node, fmt::format("'{}' and '{}' exclude each other", a, b));
  }
}

bool has_any(const Node& node, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (node.find(key) != nullptr) return true;
  }
  return false;
}

// --- drives -------------------------------------------------------------------------------------

struct DriveText : Drive {
  std::optional<Function> position, speed;
  std::optional<double> given_lower, given_upper;
};

const ObjectSchema<DriveText>& drive_schema() {
  using T = DriveText;
  static const ObjectSchema<T> schema{
      "drives",
      "Guides a coordinate by `position` or by `speed`. At its force limit the drive lets go, and "
      "its reference follows the machine. The limits of speed, acceleration and stroke and the "
      "filter apply to inputs.",
      {
          field<T>("coordinate", &Drive::coordinate, {}, "what it guides")
              .type_is("name of a coordinate")
              .required(),
          field<T>("position", &T::position, of_time("m or rad"), "the coordinate over time")
              .or_degrees(),
          field<T>("speed", &T::speed, of_time("m/s or rad/s"), "its rate over time")
              .or_degrees("_deg_s"),
          field<T>("force_max", &Drive::force_max, {"N or N m", at_least(0)},
                   "limit while it pushes the coordinate up")
              .default_is("unlimited"),
          field<T>("force_min", &Drive::force_min, {"N or N m", at_most(0)},
                   "limit while it pushes the coordinate down")
              .default_is("unlimited"),
          field<T>("speed_max", &Drive::speed_max, {"m/s or rad/s", at_least(0)},
                   "largest speed of the reference")
              .or_degrees("_deg_s")
              .default_is("unlimited"),
          field<T>("speed_min", &Drive::speed_min, {"m/s or rad/s", at_most(0)},
                   "largest speed downwards, as a negative number")
              .or_degrees("_deg_s")
              .default_is("- speed_max"),
          field<T>("acceleration_max", &Drive::acceleration_max, {"m/s2 or rad/s2", at_least(0)},
                   "largest acceleration of the reference")
              .or_degrees("_deg_s2")
              .default_is("unlimited"),
          field<T>("response_time", &Drive::response_time, {"s", above(0)},
                   "of the filter that makes inputs smooth (C2)"),
          field<T>("lower", &T::given_lower, {"m or rad"}, "lower end of the stroke")
              .or_degrees()
              .default_is("unlimited"),
          field<T>("upper", &T::given_upper, {"m or rad"}, "upper end of the stroke")
              .or_degrees()
              .default_is("unlimited"),
      }};
  return schema;
}

void set_drive_function(Reading& r, const Node& node, DriveText& drive) {
  drive.lower = drive.given_lower.value_or(0.0);
  drive.upper = drive.given_upper.value_or(0.0);
  const bool by_position = has_any(node, {"position", "position_deg"});
  const bool by_speed = has_any(node, {"speed", "speed_deg_s"});
  if (by_position == by_speed) {
    r.problem(node, by_speed ? "'position' and 'speed' exclude each other"
                             : "missing key 'position' or 'speed'");
    return;
  }
  drive.quantity = by_speed ? Drive::Quantity::speed : Drive::Quantity::position;
  const auto& function = by_speed ? drive.speed : drive.position;
  if (function) drive.function = *function;
}

/// The full travel of a lever must mean something.
void check_lever(Reading& r, const Node& node, const DriveText& drive) {
  if (!drive.function.relative) return;
  const bool by_speed = drive.quantity == Drive::Quantity::speed;
  if (by_speed && !(drive.speed_max > 0.0))
    r.problem(node, "a lever for the speed needs 'speed_max'");
  if (!by_speed && !(drive.lower < drive.upper))
    r.problem(node, "a lever for the position needs 'lower' and 'upper'");
}

void check_stroke(Reading& r, const Node& node, const DriveText& drive) {
  const bool has_lower = has_any(node, {"lower", "lower_deg"});
  const bool has_upper = has_any(node, {"upper", "upper_deg"});
  if (has_lower != has_upper) {
    r.problem(node, "'lower' and 'upper' go together");
  } else if (has_lower && drive.lower >= drive.upper) {
    r.problem(node, fmt::format("'lower' ({:.6g}) must be less than 'upper' ({:.6g})", drive.lower,
                                drive.upper));
  }
}

/// A drive that follows a function of time and a start given elsewhere must agree.
void check_start(Reading& r, const Node& node, const Drive& drive, const Coordinate& c) {
  if (drive.function.kind == Function::Kind::input) return;
  const bool by_position = drive.quantity == Drive::Quantity::position;
  const std::optional<double>& given = by_position ? c.initial : c.initial_speed;
  if (!given) return;
  const double asked = start_value(drive.function);
  double difference = asked - *given;
  const bool is_angle = c.kind == Coordinate::Kind::angle || c.kind == Coordinate::Kind::twist;
  constexpr double kTurn = 6.28318530717958647692;
  if (by_position && is_angle) difference -= kTurn * std::round(difference / kTurn);
  if (!(std::abs(difference) > 1e-9 * (1.0 + std::abs(asked)))) return;
  const char* unit = is_angle || c.kind == Coordinate::Kind::cone ? "rad" : "m";
  r.problem(
      node,
      fmt::format("asks for {:.6g} {}{} at t = 0, but coordinate {} starts with {:.6g} {}{}: "
                  "make them equal, or leave out the {}",
                  asked, unit, by_position ? "" : "/s", in_quotes(drive.coordinate), *given, unit,
                  by_position ? "" : "/s", by_position ? "initial value" : "initial speed"));
}

/// The same for all coordinates that measure the same thing.
std::string identity(const Coordinate& c) {
  return c.joint.empty() ? c.name : fmt::format("{}.{}", c.joint, default_text(c.kind));
}

using DriveOfCoordinate = std::unordered_map<std::string, std::string>;

DriveOfCoordinate drives_so_far(const MachineBuilder& builder) {
  DriveOfCoordinate result;
  for (const Drive& drive : builder.machine.drives) {
    if (const Coordinate* c = builder.named<Coordinate>().find(drive.coordinate)) {
      result.emplace(identity(*c), drive.name);
    }
  }
  return result;
}

// --- springs ------------------------------------------------------------------------------------

struct SpringText : Spring {
  NumberOrAssembled given_free;
  std::optional<double> damping;
  std::optional<Function> stiffness, given_spring, given_damper, given_force;
};

const ObjectSchema<SpringText>& spring_schema() {
  using T = SpringText;
  static const ObjectSchema<T> schema{
      "springs",
      "A force on a coordinate x, positive where it increases x: "
      "F = - factor(t) spring(x - free) - damper(dx/dt) + force(t). A `stiffness` that is a "
      "function "
      "of time or an input is a straight line of slope 1 with that factor.",
      {
          field<T>("coordinate", &Spring::coordinate, {}, "x")
              .type_is("name of a coordinate")
              .required(),
          field<T>("free", &T::given_free, {"m or rad"}, "x without spring force").or_degrees(),
          field<T>("stiffness", &T::stiffness, {"N/m or N m/rad", at_least(0)},
                   "of a linear spring; may change with time or follow an input"),
          field<T>("spring", &T::given_spring, of_coordinate("N or N m", false),
                   "force over x - free, instead of `stiffness`")
              .or_degrees(),
          field<T>("factor", &Spring::factor, {"", at_least(0)},
                   "on the spring (not the damper), over time or by an input")
              .default_is("1"),
          field<T>("damping", &T::damping, {"N s/m or N m s/rad", at_least(0)},
                   "of a linear damper"),
          field<T>("damper", &T::given_damper, of_coordinate("N or N m", false),
                   "force over dx/dt, instead of `damping`")
              .or_degrees("_deg_s"),
          field<T>("force", &T::given_force, of_time("N or N m"), "applied force over time"),
      }};
  return schema;
}

void set_spring(Reading& r, const Node& node, SpringText& s) {
  refuse_both(r, node, "stiffness", "spring");
  refuse_both(r, node, "stiffness", "spring_deg");
  refuse_both(r, node, "damping", "damper");
  refuse_both(r, node, "damping", "damper_deg_s");
  if (!has_any(node, {"stiffness", "spring", "spring_deg", "damping", "damper", "damper_deg_s",
                      "force"})) {
    r.problem(node, "missing key 'stiffness', 'spring', 'damping', 'damper' or 'force'");
  }
  s.free = s.given_free.value;
  s.free_as_assembled = s.given_free.assembled;
  refuse_both(r, node, "stiffness", "factor");
  if (s.factor && !has_any(node, {"spring", "spring_deg"}) && !has_any(node, {"stiffness"}))
    r.problem_at(node, "factor", "needs 'spring', the force it multiplies");
  if (s.stiffness && s.stiffness->kind == Function::Kind::constant) {
    if (s.stiffness->value < 0.0)
      r.problem_at(
          node, "stiffness",
          fmt::format("{} is not allowed: must be >= 0 N/m or N m/rad", s.stiffness->value));
    s.spring = straight_line(s.stiffness->value);
  } else if (s.stiffness) {
    s.spring = straight_line(1.0);
    s.factor = s.stiffness;
    refuse_lever(r, node, "stiffness", *s.factor);
  } else if (s.factor) {
    refuse_lever(r, node, "factor", *s.factor);
  }
  if (s.given_force) refuse_lever(r, node, "force", *s.given_force);
  if (s.given_spring) s.spring = *s.given_spring;
  if (s.damping) s.damper = straight_line(*s.damping);
  if (s.given_damper) s.damper = *s.given_damper;
  if (s.given_force) s.force = *s.given_force;
}

// --- stops --------------------------------------------------------------------------------------

const ObjectSchema<Stop>& stop_schema() {
  using T = Stop;
  static const ObjectSchema<T> schema{
      "stops",
      "An elastic, damped end stop. At the depth d beyond it: F = - stiffness d (1 + damping "
      "dd/dt), "
      "never pulling.",
      {
          field<T>("coordinate", &T::coordinate, {}, "what it limits")
              .type_is("name of a coordinate")
              .required(),
          field<T>("lower", &T::lower, {"m or rad"}, "smallest value").or_degrees(),
          field<T>("upper", &T::upper, {"m or rad"}, "largest value").or_degrees(),
          field<T>("stiffness", &T::stiffness, {"N/m or N m/rad", above(0)}, "of the stop")
              .required(),
          field<T>("damping", &T::damping, {"s/m or s/rad", at_least(0)}, "of the stop"),
      }};
  return schema;
}

void check_stop(Reading& r, const Node& node, const Stop& stop) {
  if (!has_any(node, {"lower", "lower_deg", "upper", "upper_deg"})) {
    r.problem(node, "missing key 'lower' or 'upper'");
  }
  if (stop.lower && stop.upper && *stop.lower >= *stop.upper) {
    r.problem(node, fmt::format("'lower' ({:.6g}) must be less than 'upper' ({:.6g})", *stop.lower,
                                *stop.upper));
  }
}

// --- couplings ----------------------------------------------------------------------------------

struct CouplingText : Coupling {
  NamePair coordinates;
  std::optional<double> ratio;
  std::optional<Function> given_function;
  NumberOrAssembled given_offset;
};

const ObjectSchema<CouplingText>& coupling_schema() {
  using T = CouplingText;
  static const ObjectSchema<T> schema{
      "couplings",
      "Ties coordinate b to coordinate a: x_b = ratio x_a + offset (a gear), or "
      "x_b = function(x_a) + offset (a steering linkage, a cam).",
      {
          field<T>("coordinates", &T::coordinates, {}, "a and b").required(),
          field<T>("ratio", &T::ratio, {}, "of a gear, negative where it reverses"),
          field<T>("function", &T::given_function, of_coordinate("m or rad", true),
                   "x_b over x_a, instead of `ratio`")
              .or_degrees(),
          field<T>("offset", &T::given_offset, {"m or rad"}, "added to x_b").or_degrees(),
      }};
  return schema;
}

void set_coupling(Reading& r, const Node& node, CouplingText& c) {
  const bool by_ratio = has_any(node, {"ratio"});
  const bool by_function = has_any(node, {"function", "function_deg"});
  if (by_ratio == by_function) {
    r.problem(node, by_ratio ? "'ratio' and 'function' exclude each other"
                             : "missing key 'ratio' or 'function'");
  }
  c.coordinate_a = c.coordinates[0];
  c.coordinate_b = c.coordinates[1];
  c.offset = c.given_offset.value;
  c.offset_as_assembled = c.given_offset.assembled;
  if (c.ratio) c.function = straight_line(*c.ratio);
  if (c.given_function) c.function = *c.given_function;
}

/// Groups of coordinates that move together, as a forest with the group's first at the root.
class CoupledGroups {
 public:
  const std::string& group_of(const std::string& name) {
    std::string* parent = &parents_.try_emplace(name, name).first->second;
    while (*parent != parents_.at(*parent)) *parent = parents_.at(*parent);
    return *parent;
  }
  void join(const std::string& a, const std::string& b) {
    const std::string root_a = group_of(a), root_b = group_of(b);
    parents_[root_b] = root_a;
  }

 private:
  std::unordered_map<std::string, std::string> parents_;
};

// --- loads --------------------------------------------------------------------------------------

struct LoadText : Load {
  std::optional<ThreeFunctions> force, given_torque;
  std::optional<PointText> given_point;
  LoadFrame frame = LoadFrame::world;
};

const ObjectSchema<LoadText>& load_schema() {
  using T = LoadText;
  static const ObjectSchema<T> schema{
      "loads",
      "A force at a point of a body, or a torque on it.",
      {
          field<T>("body", &Load::body, {}, "on which it acts")
              .type_is("name of a body")
              .required(),
          field<T>("force", &T::force, of_time("N"), "components of a force"),
          field<T>("torque", &T::given_torque, of_time("N m"), "components of a torque"),
          field<T>("point", &T::given_point, {"m"}, "force only: where it acts, body frame")
              .default_is("[0, 0, 0]"),
          field<T>("frame", &T::frame, {}, "axes of the components"),
      }};
  return schema;
}

void finish_load(Reading& r, const Node& node, MachineBuilder& builder, LoadText& load) {
  const bool has_force = has_any(node, {"force"}), has_torque = has_any(node, {"torque"});
  if (has_force == has_torque) {
    r.problem(node, has_force ? "'force' and 'torque' exclude each other"
                              : "missing key 'force' or 'torque'");
  }
  if (has_torque && has_any(node, {"point"})) {
    r.problem_at(node, "point", "is not allowed for a torque");
  }
  const auto& components = load.force ? load.force : load.given_torque;
  if (components) {
    for (const Function* f : {&components->x, &components->y, &components->z})
      if (!refuse_lever(r, node, has_torque ? "torque" : "force", *f)) break;
    load.x = components->x;
    load.y = components->y;
    load.z = components->z;
  }
  load.torque = has_torque;
  load.follows_body = load.frame == LoadFrame::body;
  const bool body_known =
      !load.body.empty() && builder.check_body(r, {node, "body"}, load.body, false);
  if (body_known && load.given_point) {
    const auto p = builder.resolve_point(r, {node, "point"}, load.body, *load.given_point);
    if (p) load.point = *p;
  }
  const Body* body = builder.named<Body>().find(load.body);
  if (body != nullptr && body->kind == Body::Kind::point && has_torque) {
    r.problem_at(node, "torque",
                 fmt::format("{} is a point: it takes forces only", in_quotes(load.body)));
  }
  builder.add(r, node, builder.named<Load>(), static_cast<const Load&>(load));
}

// --- mounts -------------------------------------------------------------------------------------

struct MountText : Mount {
  std::optional<PointText> given_point;
  PerAxis given_stiffness, given_damping;
};

const ObjectSchema<MountText>& mount_schema() {
  using T = MountText;
  static const ObjectSchema<T> schema{
      "mounts",
      "A linear spring and damper between a point of a body and a fixed point, for each world "
      "axis: "
      "F = - stiffness (p - anchor) - damping dp/dt.",
      {
          field<T>("body", &Mount::body, {}, "that is held").type_is("name of a body").required(),
          field<T>("point", &T::given_point, {"m"}, "of the body, body frame")
              .default_is("[0, 0, 0]"),
          field<T>("anchor", &Mount::anchor, {"m"}, "the fixed point, world coordinates")
              .default_is("as assembled"),
          field<T>("stiffness", &T::given_stiffness, {"N/m", at_least(0)}, "along x, y, z")
              .required(),
          field<T>("damping", &T::given_damping, {"N s/m", at_least(0)}, "along x, y, z"),
      }};
  return schema;
}

}  // namespace

void read_drives(Reading& r, const Node& section, MachineBuilder& builder) {
  DriveOfCoordinate drive_of = drives_so_far(builder);
  read_named(
      r, section, drive_schema(), [&](DriveText& drive, const Node& node, const ObjectKeys& keys) {
        set_drive_function(r, node, drive);
        check_stroke(r, node, drive);
        check_lever(r, node, drive);
        if (drive.coordinate.empty()) return;
        const Coordinate* c = builder.resolve_coordinate(r, {node, "coordinate"}, drive.coordinate);
        if (c != nullptr) {
          refuse_degrees_of_lengths(r, keys.in_degrees, *c);
          check_start(r, node, drive, *c);
          const auto [first, is_new] = drive_of.emplace(identity(*c), drive.name);
          if (!is_new) {
            r.problem_at(node, "coordinate",
                         fmt::format("{} is driven already by {}: two drives of one "
                                     "coordinate contradict each other",
                                     in_quotes(drive.coordinate), in_quotes(first->second)));
          }
        }
        builder.add(r, node, builder.named<Drive>(), static_cast<const Drive&>(drive));
      });
}

void read_springs(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, spring_schema(),
             [&](SpringText& spring, const Node& node, const ObjectKeys& keys) {
               set_spring(r, node, spring);
               if (spring.coordinate.empty()) return;
               const Coordinate* c =
                   builder.resolve_coordinate(r, {node, "coordinate"}, spring.coordinate);
               if (c != nullptr) refuse_degrees_of_lengths(r, keys.in_degrees, *c);
               builder.add(r, node, builder.named<Spring>(), static_cast<const Spring&>(spring));
             });
}

void read_stops(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, stop_schema(), [&](Stop& stop, const Node& node, const ObjectKeys& keys) {
    check_stop(r, node, stop);
    if (stop.coordinate.empty()) return;
    const Coordinate* c = builder.resolve_coordinate(r, {node, "coordinate"}, stop.coordinate);
    if (c != nullptr) refuse_degrees_of_lengths(r, keys.in_degrees, *c);
    builder.add(r, node, builder.named<Stop>(), stop);
  });
}

void read_couplings(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(
      r, section, coupling_schema(),
      [&](CouplingText& coupling, const Node& node, const ObjectKeys& keys) {
        set_coupling(r, node, coupling);
        for (const std::string& name : coupling.coordinates) {
          if (name.empty()) return;
          const Coordinate* c = builder.resolve_coordinate(r, {node, "coordinates"}, name);
          if (c == nullptr) return;
          refuse_degrees_of_lengths(r, keys.in_degrees, *c);
        }
        if (identity(*builder.named<Coordinate>().find(coupling.coordinate_a)) ==
            identity(*builder.named<Coordinate>().find(coupling.coordinate_b))) {
          r.problem_at(node, "coordinates",
                       fmt::format("{} is coupled with itself", in_quotes(coupling.coordinate_a)));
          return;
        }
        builder.add(r, node, builder.named<Coupling>(), static_cast<const Coupling&>(coupling));
      });
}

void check_drives_against_couplings(Diagnostics& diagnostics, const MachineBuilder& builder) {
  CoupledGroups groups;
  for (const Coupling& c : builder.machine.couplings) {
    const Coordinate* a = builder.named<Coordinate>().find(c.coordinate_a);
    const Coordinate* b = builder.named<Coordinate>().find(c.coordinate_b);
    if (a != nullptr && b != nullptr) groups.join(identity(*a), identity(*b));
  }
  // The drive and what it measures, of each group.
  std::unordered_map<std::string, std::pair<const Drive*, std::string>> first_drives;
  for (const Drive& drive : builder.machine.drives) {
    const Coordinate* c = builder.named<Coordinate>().find(drive.coordinate);
    if (c == nullptr) continue;
    const std::string measured = identity(*c);
    const auto [first, is_new] =
        first_drives.emplace(groups.group_of(measured), std::pair(&drive, measured));
    const auto& [other, other_measured] = first->second;
    if (is_new || other_measured == measured) continue;
    diagnostics.add(
        drive.where.file, drive.where.line, "drives." + drive.name,
        fmt::format("contradicts drive {}: their coordinates are coupled", in_quotes(other->name)));
  }
}

void read_loads(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, load_schema(), [&](LoadText& load, const Node& node, const ObjectKeys&) {
    finish_load(r, node, builder, load);
  });
}

void read_mounts(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(
      r, section, mount_schema(), [&](MountText& mount, const Node& node, const ObjectKeys&) {
        mount.stiffness = mount.given_stiffness.values;
        mount.damping = mount.given_damping.values;
        if (mount.body.empty()) return;
        const bool known = builder.check_body(r, {node, "body"}, mount.body, false);
        if (known && mount.given_point) {
          const auto p = builder.resolve_point(r, {node, "point"}, mount.body, *mount.given_point);
          if (p) mount.point = *p;
        }
        builder.add(r, node, builder.named<Mount>(), static_cast<const Mount&>(mount));
      });
}

// --- writing --------------------------------------------------------------------------------------

namespace {

/// A straight line that does not fall has a key for its slope.
bool is_line(const Function& f) { return f.kind == Function::Kind::linear && f.value >= 0.0; }

}  // namespace

WrittenKeys written_keys(const Drive& drive, const WriteContext&) {
  DriveText text;
  static_cast<Drive&>(text) = drive;
  (drive.quantity == Drive::Quantity::speed ? text.speed : text.position) = drive.function;
  if (drive.lower != drive.upper) {
    text.given_lower = drive.lower;
    text.given_upper = drive.upper;
  }
  return write_object(drive_schema(), text);
}

WrittenKeys written_keys(const Spring& spring, const WriteContext&) {
  SpringText text;
  static_cast<Spring&>(text) = spring;
  text.given_free = {spring.free, spring.free_as_assembled};
  const bool has_unit_slope =
      spring.spring.kind == Function::Kind::linear && spring.spring.value == 1.0;
  if (spring.factor && has_unit_slope && spring.factor->kind != Function::Kind::constant) {
    text.stiffness = *spring.factor;
    text.factor.reset();
  } else if (!spring.factor && is_line(spring.spring)) {
    text.stiffness.emplace().value = spring.spring.value;
  } else if (spring.factor || !is_nothing(spring.spring)) {
    text.given_spring = spring.spring;
  }
  if (is_line(spring.damper)) {
    text.damping = spring.damper.value;
  } else if (!is_nothing(spring.damper)) {
    text.given_damper = spring.damper;
  }
  const bool has_other = text.stiffness || text.given_spring || text.damping || text.given_damper;
  if (!is_nothing(spring.force) || !has_other) text.given_force = spring.force;
  return write_object(spring_schema(), text);
}

WrittenKeys written_keys(const Stop& stop, const WriteContext&) {
  return write_object(stop_schema(), stop);
}

WrittenKeys written_keys(const Coupling& coupling, const WriteContext&) {
  CouplingText text;
  static_cast<Coupling&>(text) = coupling;
  text.coordinates = {coupling.coordinate_a, coupling.coordinate_b};
  if (coupling.function.kind == Function::Kind::linear) {
    text.ratio = coupling.function.value;
  } else {
    text.given_function = coupling.function;
  }
  text.given_offset = {coupling.offset, coupling.offset_as_assembled};
  return write_object(coupling_schema(), text);
}

WrittenKeys written_keys(const Load& load, const WriteContext&) {
  LoadText text;
  static_cast<Load&>(text) = load;
  (load.torque ? text.given_torque : text.force) = ThreeFunctions{load.x, load.y, load.z};
  if (!load.torque) text.given_point = written_point(load.point);
  text.frame = load.follows_body ? LoadFrame::body : LoadFrame::world;
  return write_object(load_schema(), text);
}

WrittenKeys written_keys(const Mount& mount, const WriteContext&) {
  MountText text;
  static_cast<Mount&>(text) = mount;
  text.given_point = written_point(mount.point);
  text.given_stiffness.values = mount.stiffness;
  text.given_damping.values = mount.damping;
  return write_object(mount_schema(), text);
}

std::vector<ObjectDoc> drive_docs() { return {drive_schema().document(), function_doc()}; }
std::vector<ObjectDoc> spring_docs() { return {spring_schema().document()}; }
std::vector<ObjectDoc> stop_docs() { return {stop_schema().document()}; }
std::vector<ObjectDoc> coupling_docs() { return {coupling_schema().document()}; }
std::vector<ObjectDoc> load_docs() { return {load_schema().document()}; }
std::vector<ObjectDoc> mount_docs() { return {mount_schema().document()}; }

}  // namespace outrigger::description
