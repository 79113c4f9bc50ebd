/// bodies: mass properties, pose, points.
#include <fmt/format.h>

#include <cmath>

#include "description/mass_properties.h"
#include "description/placement.h"
#include "description/sections.h"
#include "description/words.h"

namespace outrigger::description {
namespace {

// --- inertia ------------------------------------------------------------------------------------

struct InertiaText {
  double xx = 0.0, yy = 0.0, zz = 0.0, xy = 0.0, xz = 0.0, yz = 0.0;
  /// Written as rows: sums of shapes may differ from their transpose in the last bit.
  std::optional<Mat3> rows;

  Mat3 matrix() const {
    if (rows) return *rows;
    Mat3 m;
    m << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    return m;
  }
};

const ObjectSchema<InertiaText>& inertia_schema() {
  using T = InertiaText;
  static const ObjectSchema<T> schema{
      "inertia",
      "About the centre of mass, along the axes of the body frame. Three numbers `[xx, yy, zz]` "
      "stand for a diagonal tensor, three rows `[[xx, xy, xz], ...]` for the whole of it. The "
      "tensor "
      "must be possible for a rigid body.",
      {
          field<T>("xx", &T::xx, {"kg m2", above(0)}, "moment about x").required(),
          field<T>("yy", &T::yy, {"kg m2", above(0)}, "moment about y").required(),
          field<T>("zz", &T::zz, {"kg m2", above(0)}, "moment about z").required(),
          field<T>("xy", &T::xy, {"kg m2"}, "element of the tensor, minus the integral of x y dm"),
          field<T>("xz", &T::xz, {"kg m2"}, "element of the tensor, minus the integral of x z dm"),
          field<T>("yz", &T::yz, {"kg m2"}, "element of the tensor, minus the integral of y z dm"),
      }};
  return schema;
}

bool read_value(Reading& r, const Node& node, const ValueRule& rule, InertiaText& value) {
  if (!node.is_list()) return read_object(r, node, inertia_schema(), value).is_map;
  if (!node.items.empty() && node.items.front().is_list()) {
    Rows rows;
    if (!description::read_value(r, node, rule, rows)) return false;
    const double size = rows.matrix.cwiseAbs().maxCoeff();
    if ((rows.matrix - rows.matrix.transpose()).cwiseAbs().maxCoeff() > 1e-9 * size) {
      r.problem(node, "the tensor must be symmetric");
      return false;
    }
    value.rows = rows.matrix;
    return true;
  }
  Vec3 diagonal = Vec3::Zero();
  ValueRule diagonal_rule = rule;
  diagonal_rule.range = above(0);
  if (!description::read_value(r, node, diagonal_rule, diagonal)) return false;
  value = {diagonal.x(), diagonal.y(), diagonal.z(), 0.0, 0.0, 0.0, {}};
  return true;
}

std::string value_text(const InertiaText& value) {
  const Mat3 m = value.matrix();
  const Vec3 diagonal = m.diagonal();
  if (m == Mat3(diagonal.asDiagonal())) return description::value_text(diagonal);
  if (m != m.transpose()) return description::value_text(Rows{m});
  InertiaText text = value;
  text.rows.reset();
  text.xx = m(0, 0), text.yy = m(1, 1), text.zz = m(2, 2);
  text.xy = m(0, 1), text.xz = m(0, 2), text.yz = m(1, 2);
  return flow_text(write_object(inertia_schema(), text));
}

std::string type_name(const InertiaText&, const ValueRule&) {
  return "3 numbers, 3 rows of them or " + link_to("inertia");
}

// --- shapes -------------------------------------------------------------------------------------

struct BodyCylinderText {
  double radius = 0.0, length = 0.0;
  Direction axis;
};

const ObjectSchema<BodyCylinderText>& body_cylinder_schema() {
  using T = BodyCylinderText;
  static const ObjectSchema<T> schema{
      "cylinder",
      "A cylinder, or a capsule (whose length is between the centres of its half spheres).",
      {
          field<T>("radius", &T::radius, {"m", above(0)}, "of the cylinder").required(),
          field<T>("length", &T::length, {"m", above(0)}, "along the axis").required(),
          field<T>("axis", &T::axis, {}, "direction of the axis"),
      }};
  return schema;
}

struct RodText {
  Vec3 from = Vec3::Zero(), to = Vec3::Zero();
  double radius = 0.0;
};

const ObjectSchema<RodText>& rod_schema() {
  using T = RodText;
  static const ObjectSchema<T> schema{
      "rod",
      "A cylinder between two points.",
      {
          field<T>("from", &T::from, {"m"}, "one end").required(),
          field<T>("to", &T::to, {"m"}, "the other end").required(),
          field<T>("radius", &T::radius, {"m", above(0)}, "of the rod").required(),
      }};
  return schema;
}

struct BodyShapeText : RotationText {
  std::optional<Vec3> box, ellipsoid;
  std::optional<double> sphere;
  std::optional<BodyCylinderText> cylinder, capsule;
  std::optional<RodText> rod;
  std::optional<double> density, mass;
  Vec3 at = Vec3::Zero();
};

const ObjectSchema<BodyShapeText>& shape_schema() {
  using T = BodyShapeText;
  static const ObjectSchema<T> schema = [] {
    ObjectSchema<T> s{
        "shape",
        "A solid of uniform density, placed in the body frame: exactly one of the six solids, with "
        "`density` or `mass`. Where shapes overlap, their mass counts twice.",
        {
            field<T>("box", &T::box, {"m", above(0)}, "edge lengths along x, y, z"),
            field<T>("sphere", &T::sphere, {"m", above(0)}, "radius"),
            field<T>("ellipsoid", &T::ellipsoid, {"m", above(0)}, "semi-axes along x, y, z"),
            object_field<T>("cylinder", &T::cylinder, body_cylinder_schema, "a cylinder"),
            object_field<T>("capsule", &T::capsule, body_cylinder_schema,
                            "a cylinder with round ends"),
            object_field<T>("rod", &T::rod, rod_schema, "a cylinder between two points"),
            field<T>("density", &T::density, {"kg/m3", above(0)}, "of the material"),
            field<T>("mass", &T::mass, {"kg", above(0)}, "of the solid, instead of its density"),
            field<T>("at", &T::at, {"m"}, "centre of the solid (of a rod: added to both ends)"),
        }};
    for (auto& f : rotation_fields<T>()) s.fields.push_back(std::move(f));
    return s;
  }();
  return schema;
}

/// A shape of density 1, with what the file says about its mass.
struct Solid {
  MassProperties unit;
  std::optional<double> density, mass;

  bool has_mass() const { return density || mass; }
  MassProperties properties() const {
    return with_mass(unit, mass ? *mass : density ? unit.mass * *density : unit.mass);
  }
};

MassProperties along(const MassProperties& solid_along_z, const Vec3& direction) {
  return placed(solid_along_z, {Vec3::Zero(), rotation_from_z_to(direction)});
}

std::optional<MassProperties> unit_rod(Reading& r, const Node& node, const RodText& rod) {
  const Vec3 span = rod.to - rod.from;
  if (span.norm() < 1e-12) {
    r.problem_at(node, "rod", "'from' and 'to' must be different points");
    return std::nullopt;
  }
  return placed(along(solid_cylinder(rod.radius, span.norm()), span),
                {0.5 * (rod.from + rod.to), Mat3::Identity()});
}

std::optional<MassProperties> unit_solid(Reading& r, const Node& node, const BodyShapeText& t) {
  const int solids = t.box.has_value() + t.sphere.has_value() + t.ellipsoid.has_value() +
                     t.cylinder.has_value() + t.capsule.has_value() + t.rod.has_value();
  if (solids != 1) {
    r.problem(node,
              fmt::format("expected exactly one of box, sphere, ellipsoid, cylinder, capsule, "
                          "rod, found {}",
                          solids));
    return std::nullopt;
  }
  if (t.box) return solid_box(*t.box);
  if (t.sphere) return solid_ellipsoid(Vec3::Constant(*t.sphere));
  if (t.ellipsoid) return solid_ellipsoid(*t.ellipsoid);
  if (t.rod) return unit_rod(r, node, *t.rod);
  if (t.cylinder) {
    return along(solid_cylinder(t.cylinder->radius, t.cylinder->length), t.cylinder->axis.vector);
  }
  return along(solid_capsule(t.capsule->radius, t.capsule->length), t.capsule->axis.vector);
}

std::optional<Solid> read_shape(Reading& r, const Node& node) {
  BodyShapeText text;
  if (!read_object(r, node, shape_schema(), text).is_map) return std::nullopt;
  if (text.density && text.mass) r.problem(node, "'density' and 'mass' exclude each other");
  const auto unit = unit_solid(r, node, text);
  if (!unit) return std::nullopt;
  return Solid{placed(*unit, {text.at, resolve_rotation(r, node, text)}), text.density, text.mass};
}

bool read_value(Reading& r, const Node& node, const ValueRule&, std::vector<Solid>& value) {
  if (!node.is_list() || node.items.empty()) {
    r.problem(node, fmt::format("expected a list of shapes, found {}", kind_name(node)));
    return false;
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const auto scope = r.enter(i);
    if (const auto solid = read_shape(r, node.items[i])) value.push_back(*solid);
  }
  return value.size() == node.items.size();
}

std::string type_name(const std::vector<Solid>&, const ValueRule&) {
  return "list of " + link_to("shape");
}

// --- bodies -------------------------------------------------------------------------------------

struct BodyText : Body {
  std::optional<double> given_mass;
  std::optional<Vec3> given_centre;
  std::optional<InertiaText> given_inertia;
  std::optional<std::vector<Solid>> shapes;
  std::optional<Placement> placement;
};

const ObjectSchema<BodyText>& body_schema() {
  using T = BodyText;
  static const ObjectSchema<T> schema{
      "bodies",
      "A rigid body, or a particle. Its mass properties are given by `mass`, `centre` and "
      "`inertia`, "
      "or by `shapes` that have a density or mass each, or by `mass` and `shapes` of one uniform "
      "density.",
      {
          field<T>("kind", &Body::kind, {}, "a rigid body, or a particle at the frame origin"),
          field<T>("mass", &T::given_mass, {"kg"}, "of the whole body; a particle may have none")
              .allowed_is("> 0; >= 0 for points")
              .default_is("from shapes; 0 for points"),
          field<T>("centre", &T::given_centre, {"m"}, "centre of mass in the body frame")
              .default_is("[0, 0, 0]"),
          field<T>("inertia", &T::given_inertia, {"kg m2"}, "about the centre of mass")
              .default_is("from shapes"),
          field<T>("shapes", &T::shapes, {}, "solids that make up the body"),
          field<T>("pose", &T::placement, {},
                   "initial pose of the body frame in the world, or a guess of it")
              .default_is("placed along the joints"),
          field<T>("velocity", &Body::velocity, {"m/s"}, "initial, of the frame origin, world axes")
              .default_is("solved"),
          field<T>("angular_velocity", &Body::angular_velocity, {"rad/s"}, "initial, world axes")
              .or_degrees("_deg_s")
              .default_is("solved"),
          field<T>("points", &Body::points, {"m"}, "named points in the body frame"),
          field<T>("basis", &Body::basis, {}, "pins the natural coordinates of the body"),
          field<T>("penalty_scale", &Body::penalty_scale, {"", above(0)},
                   "factor on the penalty of the body's own constraints"),
      }};
  return schema;
}

bool check_mass(Reading& r, const Node& node, const BodyText& text, const Range& range) {
  if (!text.given_mass || range.contains(*text.given_mass)) return true;
  r.problem_at(node, "mass",
               fmt::format("{} is not allowed: must be {} kg", *text.given_mass, range.text()));
  return false;
}

/// Sums the shapes up; with `mass` they share one density.
std::optional<MassProperties> properties_of_shapes(Reading& r, const Node& node,
                                                   const BodyText& text) {
  std::optional<MassProperties> sum;
  for (const Solid& solid : *text.shapes) {
    if (text.given_mass && solid.has_mass()) {
      r.problem_at(node, "shapes", "shapes of a body with 'mass' must not have a density or mass");
      return std::nullopt;
    }
    if (!text.given_mass && !solid.has_mass()) {
      if (node.find("mass") != nullptr) return std::nullopt;  // reported where it was read
      r.problem_at(node, "shapes", "every shape needs 'density' or 'mass', or the body 'mass'");
      return std::nullopt;
    }
    sum = sum ? combined(*sum, solid.properties()) : solid.properties();
  }
  if (!sum || !text.given_mass) return sum;
  return with_mass(*sum, *text.given_mass);
}

/// What `mass`, `centre` and `inertia`, or `shapes`, say about a rigid body.
std::optional<MassProperties> properties_of_body(Reading& r, const Node& node,
                                                 const BodyText& text) {
  if (!check_mass(r, node, text, above(0))) return std::nullopt;
  if (text.shapes) {
    for (const std::string_view key : {"inertia", "centre"}) {
      if (node.find(key) != nullptr) r.problem_at(node, key, "excludes the key 'shapes'");
    }
    return properties_of_shapes(r, node, text);
  }
  if (node.find("shapes") != nullptr) return std::nullopt;  // reported where they were read
  if (node.find("mass") == nullptr) r.problem(node, "missing key 'mass' (or 'shapes')");
  if (node.find("inertia") == nullptr) r.problem(node, "missing key 'inertia' (or 'shapes')");
  if (!text.given_mass || !text.given_inertia) return std::nullopt;
  return MassProperties{*text.given_mass, text.given_centre.value_or(Vec3::Zero()),
                        text.given_inertia->matrix()};
}

void set_rigid_mass(Reading& r, const Node& node, BodyText& body) {
  const auto properties = properties_of_body(r, node, body);
  if (!properties) return;
  if (!(properties->mass > 0.0) || !std::isfinite(properties->mass)) {
    r.problem(node, fmt::format("the mass of the shapes, {} kg, must be > 0 and finite",
                                properties->mass));
    return;
  }
  const std::string reason = why_impossible(properties->inertia);
  if (!reason.empty()) {
    r.problem_at(node, body.shapes ? "shapes" : "inertia", "impossible inertia: " + reason);
    return;
  }
  body.mass = properties->mass;
  body.centre = properties->centre;
  body.inertia = properties->inertia;
}

void set_particle_mass(Reading& r, const Node& node, BodyText& body) {
  for (const std::string_view key :
       {"centre", "inertia", "shapes", "angular_velocity", "angular_velocity_deg_s", "basis"}) {
    if (node.find(key) != nullptr) r.problem_at(node, key, "is not allowed for 'kind: point'");
  }
  check_mass(r, node, body, at_least(0));
  body.mass = body.given_mass.value_or(0.0);
}

}  // namespace

void read_bodies(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, body_schema(), [&](BodyText& body, const Node& node, const ObjectKeys&) {
    if (body.kind == Body::Kind::point) {
      set_particle_mass(r, node, body);
    } else {
      set_rigid_mass(r, node, body);
    }
    if (body.placement) {
      body.pose = body.placement->pose;
      body.pose_given = true;
      body.pose_exact = body.placement->exact;
    }
    builder.add(r, node, builder.named<Body>(), static_cast<const Body&>(body));
  });
}

WrittenKeys written_keys(const Body& body, const WriteContext&) {
  BodyText text;
  static_cast<Body&>(text) = body;
  if (body.kind == Body::Kind::rigid) {
    text.given_inertia.emplace().rows = body.inertia;
    if (value_text(body.centre) != value_text(Body().centre)) text.given_centre = body.centre;
  }
  text.given_mass = body.mass;
  if (body.pose_given) text.placement = Placement{body.pose, body.pose_exact};
  return write_object(body_schema(), text);
}

std::vector<ObjectDoc> body_docs() {
  return {body_schema().document(), inertia_schema().document(), shape_schema().document(),
          body_cylinder_schema().document(), rod_schema().document()};
}

}  // namespace outrigger::description
