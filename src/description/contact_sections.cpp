/// materials, friction, contact_spheres, tyre_types and tyres: what touches the ground.
#include <fmt/format.h>

#include <algorithm>

#include "description/contact_schemas.h"
#include "description/sections.h"
#include "description/tyre_library.h"

namespace outrigger::description {

const ObjectSchema<Material>& material_schema() {
  using T = Material;
  static const ObjectSchema<T> schema{
      "materials",
      "Elastic constants of a solid, for the stiffness of contacts (Hertz).",
      {
          field<T>("young", &T::young, {"Pa", above(0)}, "Young's modulus").required(),
          field<T>("poisson", &T::poisson, {"", between(0, 0.5)}, "Poisson's ratio"),
          field<T>("restitution", &T::restitution, {"", between(0, 1)},
                   "speed after over speed before an impact; a pair takes the smaller one"),
      }};
  return schema;
}

const ObjectSchema<FrictionText>& friction_schema() {
  using T = FrictionText;
  static const ObjectSchema<T> schema{
      "friction",
      "Dry friction between two materials, in either order.",
      {
          field<T>("pair", &T::pair, {}, "the two materials").type_is("2 names").required(),
          field<T>("static", &FrictionPair::static_coefficient, {"", between(0, 5)},
                   "coefficient at rest, at least the dynamic one")
              .required(),
          field<T>("dynamic", &FrictionPair::dynamic_coefficient, {"", between(0, 5)},
                   "coefficient of sliding")
              .required(),
      }};
  return schema;
}

std::optional<FrictionPair> checked_friction(Reading& r, const Node& node, FrictionText& text) {
  text.material_a = text.pair[0];
  text.material_b = text.pair[1];
  if (text.static_coefficient < text.dynamic_coefficient) {
    r.problem_at(node, "static",
                 fmt::format("{} is smaller than the dynamic coefficient {}",
                             text.static_coefficient, text.dynamic_coefficient));
    return std::nullopt;
  }
  return static_cast<const FrictionPair&>(text);
}

namespace {

// --- contact spheres ----------------------------------------------------------------------------

struct SphereText : ContactSphere {
  std::optional<PointText> given_centre;
};

const ObjectSchema<SphereText>& sphere_schema() {
  using T = SphereText;
  static const ObjectSchema<T> schema{
      "contact_spheres",
      "A sphere fixed in a body that touches the ground.",
      {
          field<T>("body", &ContactSphere::body, {}, "that carries it")
              .type_is("name of a rigid body")
              .required(),
          field<T>("centre", &T::given_centre, {"m"}, "body frame").default_is("[0, 0, 0]"),
          field<T>("radius", &ContactSphere::radius, {"m", above(0)}, "of the sphere").required(),
          field<T>("material", &ContactSphere::material, {}, "of its surface")
              .type_is("name of a material")
              .required(),
          field<T>("group", &ContactSphere::group, {}, "what it belongs to, for sums and displays")
              .default_is("its name"),
      }};
  return schema;
}

// --- tyres --------------------------------------------------------------------------------------

struct TyreTypeText : TyreType {
  std::optional<TyreDirection> given_longitudinal, given_lateral;
};

const ObjectSchema<TyreDirection>& tyre_direction_schema() {
  using T = TyreDirection;
  static const ObjectSchema<T> schema{
      "tyre direction",
      "One direction of the magic formula F = D sin(C atan(B s - E (B s - atan(B s)))) with "
      "D = mu load friction/reference_friction and B = stiffness load/(C D). The values with "
      "`_load` are changes with df = (load - nominal_load)/nominal_load.",
      {
          field<T>("mu", &T::mu, {"", above(0)}, "largest force over load").required(),
          field<T>("mu_load", &T::mu_load, {}, "its change with df"),
          field<T>("stiffness", &T::stiffness, {"", above(0)}, "slip stiffness over load")
              .required(),
          field<T>("stiffness_load", &T::stiffness_load, {}, "its change with df"),
          field<T>("shape", &T::shape, {"", between(1, 2)}, "C").required(),
          field<T>("curvature", &T::curvature, {"", at_most(1)}, "E"),
          field<T>("curvature_load", &T::curvature_load, {}, "its change with df"),
          field<T>("peak_slip", &T::peak_slip, {"", between(0.01, 2)},
                   "slip of the largest force, for combined slip")
              .required(),
          field<T>("relaxation", &T::relaxation, {"m", above(0)}, "relaxation length").required(),
      }};
  return schema;
}

const ObjectSchema<TyreTypeText>& tyre_type_schema() {
  using T = TyreTypeText;
  static const ObjectSchema<T> schema{
      "tyre_types",
      "Data of a tyre: vertical spring and damper, and the magic formula for both directions. "
      "Radius, "
      "width and nominal load are enough: the rest is then that of a usual tyre of this size.",
      {
          field<T>("radius", &TyreType::radius, {"m", above(0)}, "unloaded").required(),
          field<T>("width", &TyreType::width, {"m", above(0)}, "of the tread").required(),
          field<T>("stiffness", &TyreType::stiffness, {"N/m", above(0)}, "vertical")
              .default_is("the nominal load presses it in by 7 % of the radius"),
          field<T>("damping", &TyreType::damping, {"N s/m", at_least(0)}, "vertical")
              .default_is("0; without `stiffness` 8 % of critical"),
          field<T>("bump_deflection", &TyreType::bump_deflection, {"m", at_least(0)},
                   "from here on bump_stiffness comes on top"),
          field<T>("bump_stiffness", &TyreType::bump_stiffness, {"N/m", at_least(0)},
                   "of the rim on the ground"),
          field<T>("nominal_load", &TyreType::nominal_load, {"N", above(0)}, "of the data")
              .required(),
          field<T>("load_min", &TyreType::load_min, {"", between(-1, 0)}, "lower limit of df"),
          field<T>("load_max", &TyreType::load_max, {"", between(0, 10)}, "upper limit of df"),
          field<T>("reference_friction", &TyreType::reference_friction, {"", above(0)},
                   "tyre_friction of the surface the data were measured on"),
          field<T>("trail", &TyreType::trail, {"m", at_least(0)},
                   "pneumatic trail at small slip, for the aligning moment"),
          object_field<T>("longitudinal", &T::given_longitudinal, tyre_direction_schema,
                          "driving and braking (default: a usual work machine's)"),
          object_field<T>("lateral", &T::given_lateral, tyre_direction_schema,
                          "cornering (default: a usual work machine's)"),
      }};
  return schema;
}

std::string bundled_tyres() {
  std::string names;
  for (const TyreType& t : library_tyre_types())
    names += (names.empty() ? "`" : ", `") + t.name + "`";
  return names;
}

struct TyreText : Tyre {
  std::optional<PointText> given_centre;
};

const ObjectSchema<TyreText>& tyre_schema() {
  using T = TyreText;
  static const ObjectSchema<T> schema{
      "tyres",
      "A tyre on a wheel; twin tyres are two of them on one body.",
      {
          field<T>("body", &Tyre::body, {}, "the wheel, which spins")
              .type_is("name of a rigid body")
              .required(),
          field<T>("centre", &T::given_centre, {"m"}, "body frame").default_is("[0, 0, 0]"),
          field<T>("axis", &Tyre::axis, {}, "spin axis in the body frame; forward is axis x up"),
          field<T>("type", &Tyre::type, {},
                   "one of `tyre_types`, or a bundled one: " + bundled_tyres())
              .type_is("name of a tyre type")
              .required(),
      }};
  return schema;
}

/// True when the name is a rigid body; reports a problem otherwise.
bool check_rigid_body(Reading& r, const Node& node, MachineBuilder& builder,
                      const std::string& name) {
  if (name.empty() || !builder.check_body(r, {node, "body"}, name, false)) return false;
  const Body* body = builder.named<Body>().find(name);
  if (body == nullptr || body->kind != Body::Kind::point) return true;
  r.problem_at(node, "body", fmt::format("{} is a point; a rigid body is needed", in_quotes(name)));
  return false;
}

}  // namespace

void read_materials(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, material_schema(), [&](Material& m, const Node& node, const ObjectKeys&) {
    builder.add(r, node, builder.named<Material>(), m);
  });
}

void read_friction(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, friction_schema(),
             [&](FrictionText& text, const Node& node, const ObjectKeys&) {
               if (const auto pair = checked_friction(r, node, text))
                 builder.add(r, node, builder.named<FrictionPair>(), *pair);
             });
}

void read_contact_spheres(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, sphere_schema(),
             [&](SphereText& sphere, const Node& node, const ObjectKeys&) {
               if (sphere.group.empty()) sphere.group = sphere.name;
               if (!check_rigid_body(r, node, builder, sphere.body)) return;
               if (sphere.given_centre) {
                 const auto p =
                     builder.resolve_point(r, {node, "centre"}, sphere.body, *sphere.given_centre);
                 if (p) sphere.centre = *p;
               }
               builder.add(r, node, builder.named<ContactSphere>(),
                           static_cast<const ContactSphere&>(sphere));
             });
}

void read_tyre_types(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(
      r, section, tyre_type_schema(), [&](TyreTypeText& type, const Node& node, const ObjectKeys&) {
        if (!(type.radius > 0.0) || !(type.nominal_load > 0.0)) return;  // reported
        type.longitudinal = type.given_longitudinal.value_or(usual_longitudinal(type.radius));
        type.lateral = type.given_lateral.value_or(usual_lateral(type.radius));
        if (node.find("stiffness") == nullptr) {
          type.stiffness = usual_stiffness(type.nominal_load, type.radius);
          if (node.find("damping") == nullptr)
            type.damping = usual_damping(type.nominal_load, type.stiffness);
        }
        if (type.width >= 2.0 * type.radius) {
          r.problem_at(node, "width", "must be smaller than the diameter");
          return;
        }
        builder.add(r, node, builder.named<TyreType>(), static_cast<const TyreType&>(type));
      });
}

void read_tyres(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, tyre_schema(), [&](TyreText& tyre, const Node& node, const ObjectKeys&) {
    if (!check_rigid_body(r, node, builder, tyre.body)) return;
    if (tyre.given_centre) {
      const auto p = builder.resolve_point(r, {node, "centre"}, tyre.body, *tyre.given_centre);
      if (p) tyre.centre = *p;
    }
    if (!(tyre.axis.norm() > 0.0)) {
      r.problem_at(node, "axis", "must not be zero");
      return;
    }
    if (tyre.type.empty()) return;
    if (builder.named<TyreType>().find(tyre.type) == nullptr && !builder.trusts_names) {
      const auto& bundled = library_tyre_types();
      const auto found = std::find_if(bundled.begin(), bundled.end(),
                                      [&](const TyreType& t) { return t.name == tyre.type; });
      if (found == bundled.end()) {
        r.problem_at(node, "type", r.unknown_name("tyre type", tyre.type, [&] {
          auto names = builder.named<TyreType>().names();
          for (const TyreType& t : bundled) names.push_back(t.name);
          return names;
        }));
        return;
      }
      builder.add(r, node, builder.named<TyreType>(), *found);
    }
    builder.add(r, node, builder.named<Tyre>(), static_cast<const Tyre&>(tyre));
  });
}

WrittenKeys written_keys(const Material& material, const WriteContext&) {
  return write_object(material_schema(), material);
}

WrittenKeys written_keys(const FrictionPair& friction, const WriteContext&) {
  FrictionText text;
  static_cast<FrictionPair&>(text) = friction;
  text.pair = {friction.material_a, friction.material_b};
  return write_object(friction_schema(), text);
}

WrittenKeys written_keys(const ContactSphere& sphere, const WriteContext&) {
  SphereText text;
  static_cast<ContactSphere&>(text) = sphere;
  text.given_centre = written_point(sphere.centre);
  if (sphere.group == sphere.name) text.group.clear();
  return write_object(sphere_schema(), text);
}

WrittenKeys written_keys(const TyreType& type, const WriteContext&) {
  TyreTypeText text;
  static_cast<TyreType&>(text) = type;
  text.given_longitudinal = type.longitudinal;
  text.given_lateral = type.lateral;
  return write_object(tyre_type_schema(), text);
}

WrittenKeys written_keys(const Tyre& tyre, const WriteContext&) {
  TyreText text;
  static_cast<Tyre&>(text) = tyre;
  text.given_centre = written_point(tyre.centre);
  return write_object(tyre_schema(), text);
}

std::vector<ObjectDoc> material_docs() { return {material_schema().document()}; }
std::vector<ObjectDoc> friction_docs() { return {friction_schema().document()}; }
std::vector<ObjectDoc> contact_sphere_docs() { return {sphere_schema().document()}; }
std::vector<ObjectDoc> tyre_docs() {
  return {tyre_schema().document(), tyre_type_schema().document(),
          tyre_direction_schema().document()};
}

}  // namespace outrigger::description
