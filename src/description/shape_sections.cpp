/// shapes, contact_pairs and bounding_groups: what may touch what.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <set>

#include "description/mass_properties.h"
#include "description/placement.h"
#include "description/sections.h"
#include "description/shape_schemas.h"
#include "description/source_file.h"
#include "description/words.h"

namespace outrigger::description {
/// A map from names to names.
bool read_value(Reading& r, const Node& node, const ValueRule& rule, NameMapText& value) {
  if (!node.is_map()) {
    r.problem(node, "expected a map from material names of the mesh file to materials");
    return false;
  }
  bool good = true;
  for (const Node& item : node.items) {
    const auto scope = r.enter(item.key);
    std::string name;
    good = description::read_value(r, item, rule, name) && good;
    value.pairs.emplace_back(item.key, name);
  }
  return good;
}
std::string type_name(const NameMapText&, const ValueRule&) { return "map: name to name"; }
std::string default_text(const NameMapText&) { return "none"; }
std::string value_text(const NameMapText& value) {
  WrittenKeys pairs;
  for (const auto& [from, to] : value.pairs)
    pairs.emplace_back(description::value_text(from), description::value_text(to));
  return flow_text(pairs);
}

namespace {

const ObjectSchema<RoundText>& capsule_schema() {
  using T = RoundText;
  static const ObjectSchema<T> schema{
      "capsule",
      "All points within the radius of a piece of its axis, about its middle.",
      {
          field<T>("radius", &T::radius, {"m", above(0)}, "of the capsule").required(),
          field<T>("length", &T::length, {"m", at_least(0)}, "of the axis, without the round ends")
              .required(),
          field<T>("axis", &T::axis, {}, "direction"),
      }};
  return schema;
}

const ObjectSchema<RoundText>& cylinder_schema() {
  using T = RoundText;
  static const ObjectSchema<T> schema{
      "contact_cylinder",
      "A cylinder with flat ends, about its middle.",
      {
          field<T>("radius", &T::radius, {"m", above(0)}, "of the cylinder").required(),
          field<T>("length", &T::length, {"m", above(0)}, "along the axis").required(),
          field<T>("axis", &T::axis, {}, "direction"),
      }};
  return schema;
}

const ObjectSchema<TorusText>& torus_schema() {
  using T = TorusText;
  static const ObjectSchema<T> schema{
      "torus",
      "All points within the tube's radius of a circle, or of the half of it with x > 0.",
      {
          field<T>("ring", &T::ring, {"m", above(0)}, "radius of the circle").required(),
          field<T>("tube", &T::tube, {"m", above(0)}, "radius of the tube, below that of the ring")
              .required(),
          field<T>("axis", &T::axis, {}, "of the circle"),
          field<T>("half", &T::half, {}, "only the half with x > 0, its ends rounded"),
      }};
  return schema;
}

const ObjectSchema<ChainLinkText>& chain_link_schema() {
  using T = ChainLinkText;
  static const ObjectSchema<T> schema{
      "chain_link",
      "A link of round bar lying in its x-y plane, long along x, about its middle.",
      {
          field<T>("length", &T::length, {"m", above(0)}, "over all, along x").required(),
          field<T>("width", &T::width, {"m", above(0)}, "over all, along y").required(),
          field<T>("diameter", &T::diameter, {"m", above(0)}, "of the bar").required(),
          field<T>("stud", &T::stud, {"m", at_least(0)},
                   "diameter of the stud across it; 0 = none"),
      }};
  return schema;
}

const ObjectSchema<MeshText>& mesh_schema() {
  using T = MeshText;
  static const ObjectSchema<T> schema{
      "mesh",
      "A triangle mesh from a file; `outrigger mesh check FILE` tells whether it is fit for "
      "contact.",
      {
          field<T>("file", &T::file, {},
                   "OBJ, STL, PLY, glTF, DAE; relative to the file it stands in, and in the folder "
                   "of the "
                   "outermost file or below (`--allow-outside` lifts this)")
              .required(),
          field<T>("unit", &T::unit, {"m", above(0)}, "length of one unit of the file"),
          field<T>("up", &T::up, {}, "axis of the file that becomes z"),
          field<T>("hull", &T::hull, {"", between(4, 100000)},
                   "use the convex hull instead, with at most so many faces")
              .default_is("the mesh itself"),
          field<T>(
              "materials", &T::materials, {},
              "of single faces: names in the mesh file (`usemtl`, glTF materials; numbers where "
              "it has none) to names of materials; other faces have `material`"),
      }};
  return schema;
}

template <class T>
std::vector<Field<T>> shape_fields() {
  std::vector<Field<T>> fields;
  fields.push_back(field<T>("sphere", &ShapeText::sphere, {"m", above(0)}, "radius"));
  fields.push_back(field<T>("box", &ShapeText::box, {"m", above(0)}, "edge lengths along x, y, z"));
  fields.push_back(object_field<T>("capsule", &ShapeText::capsule, capsule_schema, "a capsule"));
  fields.push_back(
      object_field<T>("cylinder", &ShapeText::cylinder, cylinder_schema, "a cylinder"));
  fields.push_back(
      field<T>("ellipsoid", &ShapeText::ellipsoid, {"m", above(0)}, "semi-axes along x, y, z"));
  fields.push_back(object_field<T>("torus", &ShapeText::torus, torus_schema, "a torus"));
  fields.push_back(
      object_field<T>("chain_link", &ShapeText::chain_link, chain_link_schema, "a chain link"));
  fields.push_back(field<T>("plane", &ShapeText::plane, {},
                            "outward normal of a half space; only on the ground"));
  fields.push_back(object_field<T>("mesh", &ShapeText::mesh, mesh_schema, "a mesh from a file"));
  fields.push_back(field<T>("at", &ShapeText::at, {"m"}, "place of the shape's frame"));
  fields.push_back(field<T>("material", &ContactShape::material, {}, "of its surface")
                       .type_is("name of a material")
                       .required());
  fields.push_back(
      field<T>("group", &ContactShape::group, {}, "for contact_pairs, sums and displays")
          .default_is("its name"));
  for (auto& f : rotation_fields<T>()) fields.push_back(std::move(f));
  return fields;
}

constexpr std::string_view kOneOf =
    "exactly one of sphere, box, capsule, cylinder, ellipsoid, torus, chain_link, plane, mesh";

void set_round(const RoundText& text, ContactShape::Kind kind, ContactShape& shape) {
  shape.kind = kind;
  shape.radius = text.radius;
  shape.length = text.length;
  shape.pose.rotation = shape.pose.rotation * rotation_from_z_to(text.axis.vector);
}

bool set_torus(Reading& r, const Node& node, const TorusText& text, ContactShape& shape) {
  shape.kind = ContactShape::Kind::torus;
  shape.radius = text.ring;
  shape.tube = text.tube;
  shape.half = text.half;
  shape.pose.rotation = shape.pose.rotation * rotation_from_z_to(text.axis.vector);
  if (text.tube < text.ring) return true;
  r.problem_at(
      node, "torus",
      fmt::format("the tube of {} m must be thinner than the ring of {} m", text.tube, text.ring));
  return false;
}

bool set_chain_link(Reading& r, const Node& node, const ChainLinkText& text, ContactShape& shape) {
  shape.kind = ContactShape::Kind::chain_link;
  shape.tube = 0.5 * text.diameter;
  shape.radius = 0.5 * text.width - shape.tube;
  shape.length = text.length - text.width;
  shape.stud = 0.5 * text.stud;
  if (shape.radius > shape.tube && shape.length >= 0.0) return true;
  r.problem_at(
      node, "chain_link",
      fmt::format("a link {} m long and {} m wide of {} m bar has no room for another: the "
                  "width must exceed twice the diameter and the length the width",
                  text.length, text.width, text.diameter));
  return false;
}

}  // namespace

std::optional<std::string> mesh_path(Reading& r, const Node& node, const std::string& file) {
  const std::filesystem::path path =
      (std::filesystem::path(r.file()).parent_path() / file).lexically_normal();
  if (r.folder() && !lies_within(path, *r.folder())) {
    r.problem_at(node, "mesh", outside_text(file, *r.folder()));
    return std::nullopt;
  }
  return path.string();
}

namespace {

bool set_mesh(Reading& r, const Node& node, const MeshText& text, ContactShape& shape) {
  shape.kind = ContactShape::Kind::mesh;
  const auto path = mesh_path(r, node, text.file);
  if (!path) return false;
  shape.file = *path;
  shape.unit = text.unit;
  shape.up = text.up;
  shape.hull_faces = text.hull.value_or(0);
  shape.face_materials = text.materials.pairs;
  return true;
}

}  // namespace

const ObjectSchema<MachineShapeText>& machine_shape_schema() {
  using T = MachineShapeText;
  static const ObjectSchema<T> schema = [] {
    ObjectSchema<T> s{"shapes",
                      fmt::format("A shape fixed in a body that may touch others: {}.", kOneOf),
                      shape_fields<T>()};
    s.fields.insert(s.fields.begin(), field<T>("body", &ContactShape::body, {}, "that carries it")
                                          .type_is("name of a rigid body or `ground`")
                                          .required());
    return s;
  }();
  return schema;
}

const ObjectSchema<SiteShapeText>& site_shape_schema() {
  static const ObjectSchema<SiteShapeText> schema{
      "shapes", fmt::format("A shape fixed on the site that machines may touch: {}.", kOneOf),
      shape_fields<SiteShapeText>()};
  return schema;
}

const ObjectSchema<ContactPairText>& contact_pair_schema() {
  using T = ContactPairText;
  static const ObjectSchema<T> schema{
      "contact_pairs",
      "Whether shapes of two groups may touch. Without a word about them, shapes of bodies that no "
      "joint connects may, others may not; shapes of one body never do.",
      {
          field<T>("groups", &T::groups, {}, "the two groups").type_is("2 names").required(),
          field<T>("touch", &ContactPair::touch, {}, "whether they may"),
      }};
  return schema;
}

bool finish_shape(Reading& r, const Node& node, ShapeText& text) {
  // Counted by key: a shape with a bad value has been reported already.
  int given = 0;
  for (const char* key : {"sphere", "box", "capsule", "cylinder", "ellipsoid", "torus",
                          "chain_link", "plane", "mesh"}) {
    given += node.find(key) != nullptr ? 1 : 0;
  }
  if (given != 1) {
    r.problem(node, fmt::format("expected {}, found {}", kOneOf, given));
    return false;
  }
  ContactShape& shape = text;
  if (shape.group.empty()) shape.group = shape.name;
  shape.pose = {text.at, resolve_rotation(r, node, text)};
  if (text.sphere) {
    shape.kind = ContactShape::Kind::sphere;
    shape.radius = *text.sphere;
  } else if (text.box) {
    shape.kind = ContactShape::Kind::box;
    shape.size = *text.box;
  } else if (text.capsule) {
    set_round(*text.capsule, ContactShape::Kind::capsule, shape);
  } else if (text.cylinder) {
    set_round(*text.cylinder, ContactShape::Kind::cylinder, shape);
  } else if (text.ellipsoid) {
    shape.kind = ContactShape::Kind::ellipsoid;
    shape.size = *text.ellipsoid;
  } else if (text.torus) {
    return set_torus(r, node, *text.torus, shape);
  } else if (text.chain_link) {
    return set_chain_link(r, node, *text.chain_link, shape);
  } else if (text.plane) {
    shape.kind = ContactShape::Kind::plane;
    shape.pose.rotation = shape.pose.rotation * rotation_from_z_to(text.plane->vector);
    if (shape.body == kGround) return true;
    r.problem_at(node, "plane", "a half space can only be fixed on the ground");
    return false;
  } else if (text.mesh) {
    return set_mesh(r, node, *text.mesh, shape);
  } else {
    return false;
  }
  return true;
}

void read_shapes(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, machine_shape_schema(),
             [&](MachineShapeText& shape, const Node& node, const ObjectKeys&) {
               if (shape.body.empty() || !builder.check_body(r, {node, "body"}, shape.body, true))
                 return;
               const Body* body = builder.named<Body>().find(shape.body);
               if (body != nullptr && body->kind == Body::Kind::point) {
                 r.problem_at(
                     node, "body",
                     fmt::format("{} is a point; a rigid body is needed", in_quotes(shape.body)));
                 return;
               }
               if (!finish_shape(r, node, shape)) return;
               builder.add(r, node, builder.named<ContactShape>(),
                           static_cast<const ContactShape&>(shape));
             });
}

void read_contact_pairs(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, contact_pair_schema(),
             [&](ContactPairText& pair, const Node& node, const ObjectKeys&) {
               pair.group_a = pair.groups[0];
               pair.group_b = pair.groups[1];
               builder.add(r, node, builder.named<ContactPair>(),
                           static_cast<const ContactPair&>(pair));
             });
}

namespace {

const ObjectSchema<BoundingGroup>& bounding_group_schema() {
  using T = BoundingGroup;
  static const ObjectSchema<T> schema{
      "bounding_groups",
      "Parts that stay near each other and are searched for contacts together, in one sphere. "
      "Groups may hold groups, and a part may be in several.",
      {
          field<T>("parts", &T::parts, {}, "bodies and other bounding groups")
              .type_is("list of names")
              .required(),
      }};
  return schema;
}

/// Reports groups that contain themselves, through others or not.
void check_circles(Reading& r, const MachineBuilder& builder) {
  std::set<std::string> finished;
  std::vector<std::string> path;
  const std::function<bool(const std::string&)> is_in_circle = [&](const std::string& name) {
    const BoundingGroup* group = builder.named<BoundingGroup>().find(name);
    if (group == nullptr || finished.count(name) != 0) return false;
    path.push_back(name);
    for (const std::string& part : group->parts) {
      const auto again = std::find(path.begin(), path.end(), part);
      if (again != path.end()) {
        path.erase(path.begin(), again);
        path.push_back(part);
        return true;
      }
      if (is_in_circle(part)) return true;
    }
    path.pop_back();
    finished.insert(name);
    return false;
  };
  for (const BoundingGroup& group : builder.machine.bounding_groups) {
    path.clear();
    if (!is_in_circle(group.name)) continue;
    r.problem(group.where.line, fmt::format("bounding groups contain each other in a circle: {}",
                                            fmt::join(path, " > ")));
    return;
  }
}

}  // namespace

void read_bounding_groups(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, bounding_group_schema(),
             [&](BoundingGroup& group, const Node& node, const ObjectKeys&) {
               builder.add(r, node, builder.named<BoundingGroup>(), group);
             });
  for (const BoundingGroup& group : builder.machine.bounding_groups) {
    const Node* node = section.find(group.name);
    if (node == nullptr) continue;
    const auto scope = r.enter(group.name);
    for (const std::string& part : group.parts) {
      if (builder.trusts_names || builder.named<Body>().find(part) != nullptr ||
          builder.named<BoundingGroup>().find(part) != nullptr) {
        continue;
      }
      r.problem_at(*node, "parts", r.unknown_name("body or bounding group", part, [&] {
        auto names = builder.named<Body>().names();
        for (const auto& name : builder.named<BoundingGroup>().names()) names.push_back(name);
        return names;
      }));
    }
  }
  check_circles(r, builder);
}

namespace {

/// The wide link whose sides have this length and these circles, every bit of them where possible.
ChainLinkText written_chain_link(const ContactShape& s) {
  ChainLinkText text;
  text.diameter = 2.0 * s.tube;
  text.stud = 2.0 * s.stud;
  const auto nearest = [](double first, double wanted, auto value_of) {
    double below = first, above_it = first;
    for (int i = 0; i < 8; ++i) {
      if (value_of(below) == wanted) return below;
      if (value_of(above_it) == wanted) return above_it;
      below = std::nextafter(below, -HUGE_VAL);
      above_it = std::nextafter(above_it, HUGE_VAL);
    }
    return first;
  };
  text.width = nearest(2.0 * (s.radius + s.tube), s.radius,
                       [&](double width) { return 0.5 * width - s.tube; });
  text.length =
      nearest(s.length + text.width, s.length, [&](double length) { return length - text.width; });
  return text;
}

void write_form(const ContactShape& s, const WriteContext& context, ShapeText& text) {
  using K = ContactShape::Kind;
  switch (s.kind) {
    case K::sphere:
      text.sphere = s.radius;
      break;
    case K::box:
      text.box = s.size;
      break;
    case K::capsule:
      text.capsule = RoundText{s.radius, s.length, {}};
      break;
    case K::cylinder:
      text.cylinder = RoundText{s.radius, s.length, {}};
      break;
    case K::ellipsoid:
      text.ellipsoid = s.size;
      break;
    case K::torus:
      text.torus = TorusText{s.radius, s.tube, {}, s.half};
      break;
    case K::chain_link:
      text.chain_link = written_chain_link(s);
      break;
    case K::plane:
      text.plane = Direction{};
      break;
    case K::mesh:
      text.mesh = MeshText{seen_from(context.folder, s.file), s.unit, s.up, {}, {s.face_materials}};
      if (s.hull_faces != 0) text.mesh->hull = s.hull_faces;
      break;
  }
}

}  // namespace

std::string seen_from(const std::filesystem::path& folder, const std::string& file) {
  if (folder.empty() || file.empty()) return file;
  const auto absolute = [](const std::filesystem::path& p) {
    return std::filesystem::absolute(p).lexically_normal();
  };
  return absolute(file).lexically_relative(absolute(folder)).string();
}

WrittenKeys written_keys(const ContactShape& shape, const WriteContext& context) {
  MachineShapeText text;
  static_cast<ContactShape&>(text) = shape;
  static_cast<RotationText&>(text) = written_rotation(shape.pose.rotation);
  text.at = shape.pose.position;
  if (shape.group == shape.name) text.group.clear();
  write_form(shape, context, text);
  return write_object(machine_shape_schema(), text);
}

WrittenKeys written_keys(const ContactPair& pair, const WriteContext&) {
  ContactPairText text;
  static_cast<ContactPair&>(text) = pair;
  text.groups = {pair.group_a, pair.group_b};
  return write_object(contact_pair_schema(), text);
}

WrittenKeys written_keys(const BoundingGroup& group, const WriteContext&) {
  return write_object(bounding_group_schema(), group);
}

std::vector<ObjectDoc> shape_docs() {
  return {machine_shape_schema().document(), capsule_schema().document(),
          cylinder_schema().document(),      torus_schema().document(),
          chain_link_schema().document(),    mesh_schema().document()};
}
std::vector<ObjectDoc> contact_pair_docs() { return {contact_pair_schema().document()}; }
std::vector<ObjectDoc> bounding_group_docs() { return {bounding_group_schema().document()}; }
std::vector<ObjectDoc> site_shape_docs() {
  std::vector<ObjectDoc> docs = shape_docs();
  docs.front() = site_shape_schema().document();
  return docs;
}

}  // namespace outrigger::description
