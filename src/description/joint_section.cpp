/// joints and coordinates.
#include <fmt/format.h>

#include "description/placement.h"
#include "description/sections.h"
#include "description/words.h"

namespace outrigger::description {
namespace {

using Key = MachineBuilder::Key;

const ObjectSchema<AllowableLoad>& allowable_schema() {
  using T = AllowableLoad;
  static const ObjectSchema<T> schema{
      "allowable",
      "Loads that a joint can carry. Exceeding one raises an event.",
      {
          field<T>("force", &T::force, {"N", at_least(0)}, "largest force").default_is("unlimited"),
          field<T>("torque", &T::torque, {"N m", at_least(0)}, "largest torque")
              .default_is("unlimited"),
          field<T>("breaks", &T::breaks, {}, "`true`: the joint breaks and is removed"),
      }};
  return schema;
}

// --- coordinates of joints ----------------------------------------------------------------------

/// A coordinate that is written inside its joint; its own name is optional.
struct OwnCoordinate : Coordinate {
  std::optional<std::string> own_name;
};

template <bool kAngle>
std::vector<Field<OwnCoordinate>> start_fields() {
  using T = OwnCoordinate;
  auto initial = field<T>("initial", &Coordinate::initial, {kAngle ? "rad" : "m"},
                          "the assembly must reach this value")
                     .default_is("as assembled");
  auto speed = field<T>("initial_speed", &Coordinate::initial_speed, {kAngle ? "rad/s" : "m/s"},
                        "initial rate of change")
                   .default_is("solved");
  if (kAngle) {
    initial = std::move(initial).or_degrees();
    speed = std::move(speed).or_degrees("_deg_s");
  }
  return {std::move(initial), std::move(speed),
          field<T>("unknown", &Coordinate::unknown, {},
                   "`true`: make it a scalar unknown of the equations (mixed coordinates)"),
          field<T>("name", &T::own_name, {}, "another name for the coordinate")
              .default_is("`<joint>.<kind>`")};
}

const ObjectSchema<OwnCoordinate>& own_angle_schema() {
  static const ObjectSchema<OwnCoordinate> schema{
      "joint_angle",
      "Start and name of an angle of a joint. The coordinate `<joint>.angle` (or `.cone`, "
      "`.twist`) "
      "exists without this too, as soon as anything refers to it.",
      start_fields<true>()};
  return schema;
}

const ObjectSchema<OwnCoordinate>& own_displacement_schema() {
  static const ObjectSchema<OwnCoordinate> schema{
      "joint_displacement", "The same for the coordinate `<joint>.displacement`.",
      start_fields<false>()};
  return schema;
}

// --- two points of two bodies ---------------------------------------------------------------------

/// A point of a and a point of b: both in world coordinates, or both in the frames of the bodies.
struct PointPairText {
  std::optional<Vec3> from, to;
  std::optional<PointText> given_point_a, given_point_b;
};

/// Where the points go. Both bodies are known.
struct PointPair {
  const std::string &body_a, &body_b;
  Vec3 &point_a, &point_b;
};

bool refuse_pair(Reading& r, const Node& node, std::string_view first, std::string_view second) {
  if (node.find(first) == nullptr || node.find(second) == nullptr) return false;
  r.problem_at(node, first, fmt::format("excludes the key '{}'", second));
  return true;
}

void set_points_from_world(Reading& r, Key at, MachineBuilder& builder, const PointPair& pair,
                           const Vec3& a, const Vec3& b) {
  if (const auto poses = builder.world_poses(r, at, pair.body_a, pair.body_b)) {
    pair.point_a = poses->first.local_point(a);
    pair.point_b = poses->second.local_point(b);
  }
}

void set_point_pair(Reading& r, const Node& node, MachineBuilder& builder,
                    const PointPairText& text, const PointPair& pair) {
  for (const std::string_view world : {"from", "to"}) {
    for (const std::string_view local : {"point_a", "point_b"}) refuse_pair(r, node, world, local);
  }
  if (text.from && text.to) {
    set_points_from_world(r, {node, "from"}, builder, pair, *text.from, *text.to);
  } else if (text.from || text.to) {
    r.problem(node, "'from' and 'to' go together");
  }
  const auto resolve = [&](std::string_view key, const std::string& body,
                           const std::optional<PointText>& given, Vec3& point) {
    if (!given) return;
    if (const auto p = builder.resolve_point(r, {node, key}, body, *given)) point = *p;
  };
  resolve("point_a", pair.body_a, text.given_point_a, pair.point_a);
  resolve("point_b", pair.body_b, text.given_point_b, pair.point_b);
}

// --- joints -------------------------------------------------------------------------------------

struct JointText : Joint, PointPairText {
  std::optional<JointType> given_type;
  NamePair bodies;
  std::optional<Vec3> at;
  std::optional<Direction> axis, second_axis, given_axis_a, given_axis_b, given_zero_a,
      given_zero_b;
  std::optional<AllowableLoad> given_allowable;
  std::optional<OwnCoordinate> angle, displacement, cone, twist;
};

const ObjectSchema<JointText>& joint_schema() {
  using T = JointText;
  static const ObjectSchema<T> schema{
      "joints",
      "A connection of two bodies. Points and axes are given either in world coordinates of the "
      "written poses (`at`, `axis`, ...), which both bodies then need, or in the frames of the "
      "bodies (`point_a`, `axis_a`, ...). Loops are written like trees: one joint more.",
      {
          field<T>("type", &T::given_type, {}, "kind of connection, see below").required(),
          field<T>("bodies", &T::bodies, {}, "a and b; `ground` is the fixed world").required(),
          field<T>("at", &T::at, {"m"}, "the common point, world coordinates"),
          field<T>("from", &PointPairText::from, {"m"},
                   "distance joint: point of a, world coordinates"),
          field<T>("to", &PointPairText::to, {"m"},
                   "distance joint: point of b, world coordinates"),
          field<T>("point_a", &PointPairText::given_point_a, {"m"}, "the point in the frame of a")
              .default_is("[0, 0, 0]"),
          field<T>("point_b", &PointPairText::given_point_b, {"m"}, "the point in the frame of b")
              .default_is("[0, 0, 0]"),
          field<T>("axis", &T::axis, {}, "the common axis (or normal), world coordinates"),
          field<T>("second_axis", &T::second_axis, {},
                   "universal joint: the axis of b, world coordinates; `axis` is that of a"),
          field<T>("axis_a", &T::given_axis_a, {}, "the axis in the frame of a"),
          field<T>("axis_b", &T::given_axis_b, {}, "the axis in the frame of b"),
          field<T>("zero_a", &T::given_zero_a, {},
                   "the angle is zero where this direction of a is along `zero_b` of b")
              .default_is("zero in the written pose"),
          field<T>("zero_b", &T::given_zero_b, {}, "see `zero_a`")
              .default_is("zero in the written pose"),
          field<T>("length", &Joint::length, {"m", above(0)}, "distance joint: its length")
              .default_is("as assembled"),
          object_field<T>("allowable", &T::given_allowable, allowable_schema,
                          "loads that it can carry"),
          object_field<T>("angle", &T::angle, own_angle_schema,
                          "of a revolute or cylindrical joint"),
          object_field<T>("displacement", &T::displacement, own_displacement_schema,
                          "of a prismatic or cylindrical joint"),
          object_field<T>("cone", &T::cone, own_angle_schema,
                          "angle between the axes of a spherical or universal joint"),
          object_field<T>("twist", &T::twist, own_angle_schema,
                          "rotation of b about its own axis, of a spherical or universal joint"),
          field<T>("penalty_scale", &Joint::penalty_scale, {"", above(0)},
                   "factor on the penalty of the joint's constraints"),
      }};
  return schema;
}

/// What the keys of a joint mean depends on its type.
struct TypeRules {
  bool needs_axis_a, needs_axis_b, allows_axis, allows_points_only;
};

TypeRules rules_of(JointType type) {
  switch (type) {
    case JointType::spherical:
      return {false, false, true, false};
    case JointType::fixed:
      return {false, false, true, false};
    case JointType::distance:
      return {false, false, false, true};
    case JointType::point_on_plane:
    case JointType::point_on_line:
      return {true, false, true, true};
    default:
      return {true, true, true, false};
  }
}

void refuse_key(Reading& r, const Node& node, std::string_view key, JointType type) {
  if (node.find(key) == nullptr) return;
  r.problem_at(node, key, fmt::format("is not allowed for a joint of type {}", default_text(type)));
}

void check_keys_of_type(Reading& r, const Node& node, const JointText& text) {
  const bool is_distance = text.type == JointType::distance;
  if (is_distance) {
    refuse_key(r, node, "at", text.type);
  } else {
    for (const std::string_view key : {"from", "to", "length"}) refuse_key(r, node, key, text.type);
  }
  if (text.type != JointType::universal) refuse_key(r, node, "second_axis", text.type);
  if (!rules_of(text.type).allows_axis) {
    for (const std::string_view key : {"axis", "axis_a", "axis_b"}) {
      refuse_key(r, node, key, text.type);
    }
  }
  for (const std::string_view local : {"point_a", "point_b"}) refuse_pair(r, node, "at", local);
  for (const std::string_view world : {"axis", "second_axis"}) {
    for (const std::string_view local : {"axis_a", "axis_b"}) refuse_pair(r, node, world, local);
  }
}

bool check_particles(Reading& r, const Node& node, const MachineBuilder& builder,
                     const JointText& text) {
  for (std::size_t i = 0; i < 2; ++i) {
    const Body* body = builder.named<Body>().find(text.bodies[i]);
    if (body == nullptr || body->kind != Body::Kind::point) continue;
    const bool is_plane_owner =
        i == 0 && (text.type == JointType::point_on_plane || text.type == JointType::point_on_line);
    const bool needs_only_points =
        rules_of(text.type).allows_points_only || text.type == JointType::spherical;
    if (needs_only_points && !is_plane_owner) continue;
    r.problem_at(node, "bodies",
                 fmt::format("{} is a point and has no orientation, which a joint of type {} needs",
                             in_quotes(body->name), default_text(text.type)));
    return false;
  }
  return true;
}

void set_points(Reading& r, const Node& node, MachineBuilder& builder, JointText& text) {
  const PointPair pair{text.body_a, text.body_b, text.point_a, text.point_b};
  const bool has_any = node.find("at") != nullptr || node.find("from") != nullptr ||
                       node.find("to") != nullptr || node.find("point_a") != nullptr ||
                       node.find("point_b") != nullptr;
  if (!has_any && text.type != JointType::fixed) {
    r.problem(node, text.type == JointType::distance
                        ? "missing keys 'from' and 'to' (or 'point_a', 'point_b')"
                        : "missing key 'at' (or 'point_a', 'point_b')");
  } else if (text.at) {
    set_points_from_world(r, {node, "at"}, builder, pair, *text.at, *text.at);
  } else {
    set_point_pair(r, node, builder, text, pair);
  }
}

void set_axes_from_world(Reading& r, const Node& node, MachineBuilder& builder, JointText& text,
                         std::string_view key, const Vec3& axis) {
  const auto poses = builder.world_poses(r, {node, key}, text.body_a, text.body_b);
  if (!poses) return;
  text.axis_a = poses->first.local_direction(axis);
  text.axis_b = poses->second.local_direction(axis);
  if (text.type != JointType::universal) return;
  if (text.second_axis) {
    text.axis_b = poses->second.local_direction(text.second_axis->vector);
  } else if (node.find("second_axis") == nullptr) {
    r.problem(node, "missing key 'second_axis' (or 'axis_a' and 'axis_b')");
  }
}

/// A fixed joint without axes keeps the orientation of the written poses, or makes the frames
/// parallel where there are none.
void set_axes_of_fixed(const MachineBuilder& builder, JointText& text) {
  const auto a = builder.written_pose(text.body_a), b = builder.written_pose(text.body_b);
  if (!a || !b) return;
  text.axis_a = a->local_direction(Vec3::UnitZ());
  text.axis_b = b->local_direction(Vec3::UnitZ());
}

void set_axes(Reading& r, const Node& node, MachineBuilder& builder, JointText& text) {
  const TypeRules rules = rules_of(text.type);
  const bool has_a = node.find("axis_a") != nullptr, has_b = node.find("axis_b") != nullptr;
  if (text.axis) return set_axes_from_world(r, node, builder, text, "axis", text.axis->vector);
  if (node.find("axis") != nullptr) return;  // reported where it was read
  if (!has_a && !has_b && text.type == JointType::fixed) return set_axes_of_fixed(builder, text);
  if ((rules.needs_axis_a && !has_a) || (rules.needs_axis_b && !has_b)) {
    r.problem(node, rules.needs_axis_b ? "missing key 'axis' (or 'axis_a' and 'axis_b')"
                                       : "missing key 'axis' (or 'axis_a')");
    return;
  }
  if (text.given_axis_a) text.axis_a = text.given_axis_a->vector;
  if (text.given_axis_b) text.axis_b = text.given_axis_b->vector;
}

bool nearly_parallel(const Vec3& a, const Vec3& b) {
  return a.normalized().cross(b.normalized()).norm() < 1e-9;
}

void set_zero(Reading& r, const Node& node, JointText& text) {
  if (text.given_zero_a.has_value() != text.given_zero_b.has_value()) {
    r.problem(node, "'zero_a' and 'zero_b' go together");
    return;
  }
  if (!text.given_zero_a) return;
  text.zero_a = text.given_zero_a->vector;
  text.zero_b = text.given_zero_b->vector;
  if (nearly_parallel(*text.zero_a, text.axis_a)) {
    r.problem_at(node, "zero_a", "must not be parallel to the axis");
  }
  if (nearly_parallel(*text.zero_b, text.axis_b)) {
    r.problem_at(node, "zero_b", "must not be parallel to the axis");
  }
}

void add_own_coordinate(Reading& r, const Node& node, MachineBuilder& builder,
                        const std::string& joint, const std::optional<OwnCoordinate>& given,
                        Coordinate::Kind kind) {
  if (!given) return;
  const std::string word = default_text(kind);
  if (!builder.check_coordinate_kind(r, {node, word}, joint, kind)) return;
  const auto scope = r.enter(word);
  const Node& member = *node.find(word);
  Coordinate coordinate = *given;
  coordinate.name = given->own_name.value_or(joint + "." + word);
  coordinate.where = r.location(member);
  coordinate.joint = joint;
  coordinate.kind = kind;
  const std::string reason = given->own_name ? why_not_a_name(*given->own_name) : std::string();
  if (!reason.empty()) {
    r.problem_at(member, "name",
                 fmt::format("{} is not a name: {}", in_quotes(coordinate.name), reason));
    return;
  }
  builder.add(r, member, builder.named<Coordinate>(), std::move(coordinate));
}

void finish_joint(Reading& r, const Node& node, MachineBuilder& builder, JointText& text) {
  text.type = text.given_type.value_or(JointType::revolute);
  const bool bodies_known = text.given_type && !text.bodies[0].empty() && !text.bodies[1].empty() &&
                            builder.check_bodies(r, {node, "bodies"}, text.bodies) &&
                            check_particles(r, node, builder, text);
  if (text.given_type) check_keys_of_type(r, node, text);
  text.body_a = text.bodies[0];
  text.body_b = text.bodies[1];
  if (bodies_known) {
    set_points(r, node, builder, text);
    set_axes(r, node, builder, text);
    set_zero(r, node, text);
  }
  if (text.given_allowable) text.allowable = *text.given_allowable;
  const std::string name = text.name;
  builder.add(r, node, builder.named<Joint>(), static_cast<const Joint&>(text));
  add_own_coordinate(r, node, builder, name, text.angle, Coordinate::Kind::angle);
  add_own_coordinate(r, node, builder, name, text.displacement, Coordinate::Kind::displacement);
  add_own_coordinate(r, node, builder, name, text.cone, Coordinate::Kind::cone);
  add_own_coordinate(r, node, builder, name, text.twist, Coordinate::Kind::twist);
}

// --- coordinates --------------------------------------------------------------------------------

struct CoordinateText : Coordinate, PointPairText {
  std::optional<Kind> given_kind;
  std::optional<NamePair> bodies;
};

const ObjectSchema<CoordinateText>& coordinate_schema() {
  using T = CoordinateText;
  static const ObjectSchema<T> schema{
      "coordinates",
      "A scalar measured on the machine, on which drives, springs, stops, couplings and sensors "
      "act: the distance of two points, or a coordinate of a joint under a name of its own.",
      {
          field<T>("kind", &T::given_kind, {}, "what is measured").required(),
          field<T>("joint", &Coordinate::joint, {}, "for all kinds but `distance`")
              .type_is("name of a joint"),
          field<T>("bodies", &T::bodies, {}, "distance: a and b; `ground` is the fixed world"),
          field<T>("from", &PointPairText::from, {"m"}, "distance: point of a, world coordinates"),
          field<T>("to", &PointPairText::to, {"m"}, "distance: point of b, world coordinates"),
          field<T>("point_a", &PointPairText::given_point_a, {"m"},
                   "distance: point in the frame of a")
              .default_is("[0, 0, 0]"),
          field<T>("point_b", &PointPairText::given_point_b, {"m"},
                   "distance: point in the frame of b")
              .default_is("[0, 0, 0]"),
          field<T>("initial", &Coordinate::initial, {"m or rad"},
                   "the assembly must reach this value")
              .or_degrees()
              .default_is("as assembled"),
          field<T>("initial_speed", &Coordinate::initial_speed, {"m/s or rad/s"},
                   "initial rate of change")
              .or_degrees("_deg_s")
              .default_is("solved"),
          field<T>("unknown", &Coordinate::unknown, {},
                   "`true`: make it a scalar unknown of the equations (mixed coordinates)"),
      }};
  return schema;
}

void finish_distance(Reading& r, const Node& node, MachineBuilder& builder, CoordinateText& text) {
  if (node.find("joint") != nullptr) r.problem_at(node, "joint", "is not allowed for a distance");
  if (node.find("bodies") == nullptr) r.problem(node, "missing key 'bodies'");
  if (text.initial && *text.initial <= 0.0) {
    r.problem_at(node, "initial", fmt::format("{} is not allowed: must be > 0 m", *text.initial));
  }
  if (!text.bodies || !builder.check_bodies(r, {node, "bodies"}, *text.bodies)) return;
  text.body_a = (*text.bodies)[0];
  text.body_b = (*text.bodies)[1];
  set_point_pair(r, node, builder, text, {text.body_a, text.body_b, text.point_a, text.point_b});
}

/// A coordinate of a joint may be written under the name that it would have by itself.
std::string why_not_a_coordinate_name(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return why_not_a_name(name);
  for (const auto& w : EnumWords<Coordinate::Kind>::words()) {
    if (w.value != Coordinate::Kind::distance && w.word == name.substr(dot + 1))
      return why_not_a_name(name.substr(0, dot));
  }
  return why_not_a_name(name);
}

void check_joint_name(Reading& r, const Node& node, const CoordinateText& text) {
  if (text.name.find('.') == std::string::npos) return;
  const std::string by_itself = text.joint + "." + default_text(text.kind);
  if (text.name == by_itself) return;
  r.problem(node, fmt::format("the name {} is kept for a coordinate of a joint; this one is {}",
                              in_quotes(text.name), in_quotes(by_itself)));
}

void finish_joint_coordinate(Reading& r, const Node& node, MachineBuilder& builder,
                             const CoordinateText& text) {
  for (const std::string_view key : {"bodies", "from", "to", "point_a", "point_b"}) {
    if (node.find(key) != nullptr) r.problem_at(node, key, "is allowed for a distance only");
  }
  if (node.find("joint") == nullptr) {
    r.problem(node, "missing key 'joint'");
  } else if (!text.joint.empty()) {
    builder.check_coordinate_kind(r, {node, "joint"}, text.joint, text.kind);
  }
}

}  // namespace

void read_joints(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, joint_schema(), [&](JointText& text, const Node& node, const ObjectKeys&) {
    finish_joint(r, node, builder, text);
  });
}

void read_coordinates(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(
      r, section, coordinate_schema(),
      [&](CoordinateText& text, const Node& node, const ObjectKeys& keys) {
        if (text.given_kind) {
          text.kind = *text.given_kind;
          check_joint_name(r, node, text);
          if (text.kind == Coordinate::Kind::distance) {
            finish_distance(r, node, builder, text);
          } else {
            finish_joint_coordinate(r, node, builder, text);
          }
          refuse_degrees_of_lengths(r, keys.in_degrees, text);
        }
        builder.add(r, node, builder.named<Coordinate>(), static_cast<const Coordinate&>(text));
      },
      why_not_a_coordinate_name);
}

namespace {

void write_axes(const Joint& joint, JointText& text) {
  if (joint.type == JointType::distance) return;
  const auto is_usual = [](const Vec3& axis) {
    return description::value_text(axis) == description::value_text(Vec3(Vec3::UnitZ()));
  };
  if (joint.type == JointType::spherical && is_usual(joint.axis_a) && is_usual(joint.axis_b))
    return;
  text.given_axis_a = Direction{joint.axis_a};
  text.given_axis_b = Direction{joint.axis_b};
}

}  // namespace

bool stands_in_joint(const Coordinate& c) {
  return c.kind != Coordinate::Kind::distance && c.name == c.joint + "." + default_text(c.kind);
}

WrittenKeys written_keys(const Joint& joint, const WriteContext& context) {
  JointText text;
  static_cast<Joint&>(text) = joint;
  text.given_type = joint.type;
  text.bodies = {joint.body_a, joint.body_b};
  text.given_point_a = PointText{joint.point_a, {}};
  text.given_point_b = written_point(joint.point_b);
  write_axes(joint, text);
  if (joint.zero_a) text.given_zero_a = Direction{*joint.zero_a};
  if (joint.zero_b) text.given_zero_b = Direction{*joint.zero_b};
  if (!(joint.allowable == AllowableLoad())) text.given_allowable = joint.allowable;
  for (const Coordinate* c : context.coordinates_in_joints) {
    if (c->joint != joint.name) continue;
    OwnCoordinate own;
    static_cast<Coordinate&>(own) = *c;
    switch (c->kind) {
      case Coordinate::Kind::angle:
        text.angle = own;
        break;
      case Coordinate::Kind::displacement:
        text.displacement = own;
        break;
      case Coordinate::Kind::cone:
        text.cone = own;
        break;
      case Coordinate::Kind::twist:
        text.twist = own;
        break;
      case Coordinate::Kind::distance:
        break;
    }
  }
  return write_object(joint_schema(), text);
}

WrittenKeys written_keys(const Coordinate& coordinate, const WriteContext&) {
  CoordinateText text;
  static_cast<Coordinate&>(text) = coordinate;
  text.given_kind = coordinate.kind;
  if (coordinate.kind == Coordinate::Kind::distance) {
    text.bodies = {coordinate.body_a, coordinate.body_b};
    text.given_point_a = written_point(coordinate.point_a);
    text.given_point_b = written_point(coordinate.point_b);
  }
  return write_object(coordinate_schema(), text);
}

std::vector<ObjectDoc> joint_docs() {
  return {joint_schema().document(), allowable_schema().document(), own_angle_schema().document(),
          own_displacement_schema().document()};
}

std::vector<ObjectDoc> coordinate_docs() { return {coordinate_schema().document()}; }

}  // namespace outrigger::description
