#include "contact/shape_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "contact/near/core_curve.h"
#include "contact/near/link_pairs.h"
#include "contact/near/mesh_features.h"
#include "contact/near/plane_pairs.h"
#include "contact/near/round_pairs.h"
#include "contact/near/tube_mesh.h"
#include "contact/patches/contact_plane_law.h"
#include "description/text.h"
#include "geometry/closest_point.h"
#include "geometry/convex_hull.h"
#include "geometry/sample_meshes.h"
#include "math/elementary.h"
#include "mesh_files/mesh_file.h"

namespace outrigger::contact {

using geometry::Mesh;
using Kind = description::ContactShape::Kind;

namespace {

/// Times that a solid is asked again with more candidates.
constexpr int kMostQuestions = 4;

/// Half the side of a plane and the depth of the half space under it: larger than any machine and site [m].
constexpr double kSide = 1e4;

/// A half space as two faces.
Mesh plane_faces() {
  return Mesh({{-kSide, -kSide, 0}, {kSide, -kSide, 0}, {kSide, kSide, 0}, {-kSide, kSide, 0}},
              {{0, 1, 2}, {0, 2, 3}});
}

Mesh cylinder_faces(double radius, double half_length) {
  std::vector<Vec3> v;
  std::vector<geometry::Triangle> f;
  const auto bottom = [](int i) { return 2 * (i % kFacets); };
  const auto top = [](int i) { return 2 * (i % kFacets) + 1; };
  for (int i = 0; i < kFacets; ++i) {
    const auto turn = elementary::sincos(2.0 * std::numbers::pi * i / kFacets);
    v.emplace_back(radius * turn.cosine, radius * turn.sine, -half_length);
    v.emplace_back(radius * turn.cosine, radius * turn.sine, half_length);
    f.push_back({bottom(i), bottom(i + 1), top(i + 1)});
    f.push_back({bottom(i), top(i + 1), top(i)});
    if (i >= 2) {
      f.push_back({bottom(0), bottom(i), bottom(i - 1)});
      f.push_back({top(0), top(i - 1), top(i)});
    }
  }
  return Mesh(std::move(v), std::move(f));
}

Mesh ellipsoid_faces(const Vec3& semi_axes) {
  const Mesh ball = geometry::sample_icosphere(2);
  std::vector<Vec3> v = ball.vertices();
  for (Vec3& p : v) p = p.cwiseProduct(semi_axes);
  return Mesh(std::move(v), ball.faces());
}

mesh_files::UpAxis up_axis(description::ContactShape::UpAxis axis) {
  switch (axis) {
    case description::ContactShape::UpAxis::x:
      return mesh_files::UpAxis::x;
    case description::ContactShape::UpAxis::y:
      return mesh_files::UpAxis::y;
    case description::ContactShape::UpAxis::z:
      break;
  }
  return mesh_files::UpAxis::z;
}

/// Materials of ours by the numbers of the faces. `names`: what the file calls them; those without
/// a name have their numbers.
void set_face_materials(const description::ContactShape& from, std::vector<std::string> names,
                        Shape& shape) {
  if (from.face_materials.empty()) return;
  const Mesh& mesh = shape.faces;
  std::size_t count = 1;
  for (const std::uint16_t number : mesh.materials())
    count = std::max(count, static_cast<std::size_t>(number) + 1);
  names.resize(std::max(count, names.size()));
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].empty()) names[i] = std::to_string(i);
  shape.face_materials.assign(names.size(), from.material);
  for (const auto& [in_file, material] : from.face_materials) {
    // A file may give several of its materials one name.
    bool known = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] != in_file) continue;
      shape.face_materials[i] = material;
      known = true;
    }
    if (!known)
      throw Error(fmt::format("mesh.materials: the mesh has no material '{}'{}", in_file,
                              description::suggestion(in_file, {names.begin(), names.end()})));
  }
  shape.vertex_faces.assign(static_cast<std::size_t>(mesh.vertex_count()), 0);
  for (std::int32_t f = mesh.face_count() - 1; f >= 0; --f)
    for (const std::int32_t v : mesh.face(f)) shape.vertex_faces[static_cast<std::size_t>(v)] = f;
}

void load_mesh(const description::ContactShape& from, const MeshLibrary* meshes, Shape& shape) {
  if (from.hull_faces > 0 && !from.face_materials.empty())
    throw Error("mesh.materials: a hull has no faces of the mesh; give `hull` or `materials`");
  mesh_files::ImportedMesh imported;
  const auto found = meshes != nullptr ? meshes->find(from.file) : MeshLibrary::const_iterator{};
  if (meshes != nullptr && found != meshes->end()) {
    imported.mesh = found->second;
  } else {
    mesh_files::ImportOptions options;
    options.unit = from.unit;
    options.up = up_axis(from.up);
    imported = mesh_files::import_mesh(from.file, options);
  }
  shape.notes = imported.notes;
  if (from.hull_faces > 0) {
    const geometry::ConvexHull hull =
        geometry::convex_hull(imported.mesh.vertices(), from.hull_faces);
    shape.notes.push_back(fmt::format("hull of {} faces, at most {:.3g} m beyond the exact one",
                                      hull.mesh.face_count(), hull.error));
    shape.geometry = geometry::make_convex_polyhedron(hull.mesh);
    shape.faces = hull.mesh;
    return;
  }
  if (!imported.mesh.closed()) {
    shape.notes.push_back(
        "the mesh is not closed: contacts at its borders are lost; see `outrigger mesh check`");
  }
  shape.faces = imported.mesh;
  shape.geometry = std::move(imported.mesh);
  set_face_materials(from, std::move(imported.materials), shape);
}

/// Sphere, capsule, torus, half torus and link as tubes; others have none.
bool tube_of_shape(const Shape& shape, const Pose& pose, Tube& tube) {
  return std::visit(
      [&](const auto& s) {
        if constexpr (requires { tube_of(s, pose); }) {
          tube = tube_of(s, pose);
          return true;
        } else {
          return false;
        }
      },
      shape.geometry);
}

/// Boxes, polyhedra, and what facets stand for.
geometry::ConvexView convex_of(const Shape& shape) {
  if (const auto* p = std::get_if<geometry::ConvexPolyhedron>(&shape.geometry)) return *p;
  return shape.hull;
}

bool is_tube(const Shape& s) {
  return s.kind == Kind::sphere || s.kind == Kind::capsule || s.kind == Kind::torus ||
         s.kind == Kind::chain_link;
}
bool is_mesh(const Shape& s) { return std::holds_alternative<Mesh>(s.geometry); }
bool is_faceted(const Shape& s) { return s.kind == Kind::cylinder || s.kind == Kind::ellipsoid; }

/// The order in which pairs are looked at: tubes, solids, meshes, planes.
int rank(const Shape& s) {
  if (is_tube(s)) return 0;
  if (s.kind == Kind::plane) return 3;
  return is_mesh(s) ? 2 : 1;
}

/// How far a shape without a face near it is below the surface of B: 0 outside, and farther from it than
/// `reach`.
double depth_if_buried(const Vec3& centre, double reach, const Shape& b) {
  const auto nearest = geometry::nearest_on_mesh(b.faces, b.tree, centre, reach);
  if (nearest.face == Mesh::kNone) return 0.0;
  const SurfacePoint side = side_of(b.faces, nearest.face, centre);
  return side.border ? 0.0 : std::max(0.0, -side.distance);
}

/// A round bar with no face within its radius may be wholly below the surface of B, in the frame of B: then
/// the ends of its pieces, and quarters of its rings, tell how deep. `reach`: no deeper than that.
void add_buried(const Tube& tube, const Shape& b, double reach, Contacts& out) {
  const auto ask = [&](const Vec3& core, double r, std::int32_t place) {
    const auto nearest = geometry::nearest_on_mesh(b.faces, b.tree, core, r + reach);
    if (nearest.face == Mesh::kNone) return;
    const SurfacePoint side = side_of(b.faces, nearest.face, core);
    if (side.border || !(side.distance < 0.0)) return;
    out.push_back({core - r * side.normal,
                   side.point,
                   side.normal,
                   r - side.distance,
                   {Feature::Kind::smooth, place},
                   {Feature::Kind::face, nearest.face}});
  };
  for (int i = 0; i < tube.count; ++i) {
    const CorePiece& core = tube.pieces[static_cast<std::size_t>(i)];
    if (core.kind == CorePiece::Kind::segment) {
      ask(core.a, core.radius, 8 * i);
      if (!core.is_point()) ask(core.b, core.radius, 8 * i + 1);
      continue;
    }
    const Vec3 quarters[] = {core.u, core.v, -core.u, -core.v};
    for (std::int32_t k = 0; k < 4; ++k)
      if (core.kind == CorePiece::Kind::circle || k != 2)  // an arc has the side of +u
        ask(core.centre + core.ring * quarters[k], core.radius, 8 * i + 2 + k);
  }
}

}  // namespace

Shape make_shape(const description::ContactShape& from, const MeshLibrary* meshes) {
  Shape shape;
  shape.name = from.name;
  shape.kind = from.kind;
  shape.in_body = from.pose;
  shape.material = from.material;
  try {
    switch (from.kind) {
      case Kind::sphere:
        shape.geometry = geometry::Sphere{from.radius};
        break;
      case Kind::box:
        shape.geometry = geometry::BoxShape{0.5 * from.size};
        shape.faces = geometry::sample_box(from.size);
        shape.hull = geometry::make_convex_polyhedron(shape.faces);
        break;
      case Kind::capsule:
        shape.geometry = geometry::Capsule{from.radius, 0.5 * from.length};
        break;
      case Kind::cylinder:
        shape.geometry = geometry::Cylinder{from.radius, 0.5 * from.length};
        shape.faces = cylinder_faces(from.radius, 0.5 * from.length);
        shape.hull = geometry::make_convex_polyhedron(shape.faces);
        break;
      case Kind::ellipsoid:
        shape.geometry = geometry::Ellipsoid{from.size};
        shape.faces = ellipsoid_faces(from.size);
        shape.hull = geometry::make_convex_polyhedron(shape.faces);
        break;
      case Kind::torus:
        if (from.half)
          shape.geometry = geometry::HalfTorus{from.radius, from.tube};
        else
          shape.geometry = geometry::Torus{from.radius, from.tube};
        break;
      case Kind::chain_link:
        shape.geometry = geometry::ChainLink{0.5 * from.length, from.radius, from.tube, from.stud};
        break;
      case Kind::plane:
        shape.geometry = geometry::Plane{};
        shape.faces = plane_faces();
        break;
      case Kind::mesh:
        load_mesh(from, meshes, shape);
        break;
    }
  } catch (const Error& e) {
    throw Error(
        fmt::format("{}:{}: shapes.{}: {}", from.where.file, from.where.line, from.name, e.what()));
  }
  shape.tree = geometry::BoxTree(shape.faces);
  return shape;
}

std::uint16_t Shape::material_number(const Feature& feature) const {
  if (face_materials.empty()) return 0;
  switch (feature.kind) {
    case Feature::Kind::face:
      return faces.material(feature.index);
    case Feature::Kind::edge:
      return faces.material(Mesh::face_of(feature.index));
    case Feature::Kind::vertex:
      return faces.material(vertex_faces[static_cast<std::size_t>(feature.index)]);
    case Feature::Kind::smooth:
      break;
  }
  return 0;
}

geometry::Box Shape::box(const Pose& pose) const {
  // A half space has no other side: what is wholly below its surface is still in it.
  if (kind == Kind::plane)
    return geometry::Box{Vec3(-kSide, -kSide, -kSide), Vec3(kSide, kSide, 0.0)}.placed(pose);
  return std::visit(
      [&](const auto& s) -> geometry::Box {
        if constexpr (requires { geometry::box_around(s, pose); }) {
          return geometry::box_around(s, pose);
        } else {
          return faces.box().placed(pose);
        }
      },
      geometry);
}

bool ShapePairs::find(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                      Contacts& out, double margin) {
  margin_ = margin;
  if (rank(a) <= rank(b)) return find_ordered(a, pose_a, b, pose_b, out);
  const std::size_t first = out.size();
  const bool by_facets = find_ordered(b, pose_b, a, pose_a, out);
  for (std::size_t i = first; i < out.size(); ++i) out[i] = out[i].swapped();
  return by_facets;
}

bool ShapePairs::find_ordered(const Shape& a, const Pose& pose_a, const Shape& b,
                              const Pose& pose_b, Contacts& out) {
  if (b.kind == Kind::plane) {
    return a.kind == Kind::plane ? false : against_plane(a, pose_a, b, pose_b, out);
  }
  if (is_mesh(b)) {
    if (is_mesh(a)) {
      meshes(a, pose_a, b, pose_b, out);
      return false;
    }
    return against_mesh(a, pose_a, b, pose_b, out);
  }
  Tube tube_a;
  if (!tube_of_shape(a, pose_a, tube_a)) return solids(a, pose_a, b, pose_b, out);
  Tube tube_b;
  if (tube_of_shape(b, pose_b, tube_b)) {
    contact_tube_tube(tube_a, tube_b, out);
    return false;
  }
  if (const auto* sphere = std::get_if<geometry::Sphere>(&a.geometry)) {
    if (const auto* box = std::get_if<geometry::BoxShape>(&b.geometry)) {
      contact_sphere_box(*sphere, pose_a, *box, pose_b, out);
      return false;
    }
    if (!is_faceted(b)) {
      contact_sphere_convex(*sphere, pose_a, convex_of(b), pose_b, out);
      return false;
    }
  }
  if (const auto* capsule = std::get_if<geometry::Capsule>(&a.geometry);
      capsule != nullptr && !is_faceted(b)) {
    contact_capsule_convex(*capsule, pose_a, convex_of(b), pose_b, out);
    return false;
  }
  return against_mesh(a, pose_a, b, pose_b, out) || is_faceted(b);
}

bool ShapePairs::against_plane(const Shape& a, const Pose& pose_a, const Shape& b,
                               const Pose& pose_b, Contacts& out) {
  const geometry::Plane plane{pose_b.rotation.col(2), pose_b.rotation.col(2).dot(pose_b.position)};
  const auto exact = [&](const auto& s) {
    using T = std::decay_t<decltype(s)>;
    if constexpr (std::is_same_v<T, geometry::Sphere>)
      contact_sphere_plane(s, pose_a, plane, out);
    else if constexpr (std::is_same_v<T, geometry::BoxShape>)
      contact_box_plane(s, pose_a, plane, out);
    else if constexpr (std::is_same_v<T, geometry::Capsule>)
      contact_capsule_plane(s, pose_a, plane, out);
    else if constexpr (std::is_same_v<T, geometry::Cylinder>)
      contact_cylinder_plane(s, pose_a, plane, out);
    else if constexpr (std::is_same_v<T, geometry::Ellipsoid>)
      contact_ellipsoid_plane(s, pose_a, plane, out);
    else if constexpr (std::is_same_v<T, geometry::ConvexPolyhedron>)
      contact_convex_plane(s, pose_a, plane, out);
    else if constexpr (std::is_same_v<T, geometry::Torus>)
      contact_torus_plane(s, pose_a, plane, out);
    else
      return false;
    return true;
  };
  if (std::visit(exact, a.geometry)) return false;
  if (Tube tube; tube_of_shape(a, pose_a, tube)) {
    contact_tube_plane(tube, plane, out);
    return false;
  }
  if (is_mesh(a)) {
    meshes(a, pose_a, b, pose_b, out);
    return false;
  }
  return against_mesh(a, pose_a, b, pose_b, out);
}

/// A tube or a solid against the faces of B.
bool ShapePairs::against_mesh(const Shape& a, const Pose& pose_a, const Shape& b,
                              const Pose& pose_b, Contacts& out) {
  const Pose local{pose_b.local_point(pose_a.position),
                   pose_b.rotation.transpose() * pose_a.rotation};
  const std::size_t first = out.size();
  const PlacedMesh mesh{&b.faces, &candidates_, pose_b};
  if (Tube tube; tube_of_shape(a, local, tube)) {
    if (const auto* ball = std::get_if<geometry::Sphere>(&a.geometry)) {
      candidates_.prepare(b.tree, local.position, ball->radius, 0.0, &b.faces);
    } else {
      candidates_.prepare(b.tree, a.box(local), 0.0);
    }
    contact_tube_mesh(tube, mesh, out);
    if (out.size() == first && b.has_inside())
      add_buried(tube, b, a.box(local).size().norm() + margin_, out);
    for (std::size_t i = first; i < out.size(); ++i) {
      out[i].on_a = pose_b.point(out[i].on_a);
      out[i].on_b = pose_b.point(out[i].on_b);
      out[i].normal = pose_b.direction(out[i].normal);
    }
    return false;
  }
  const auto ask = [&](const geometry::Box& box, double margin) {
    candidates_.prepare(b.tree, box, margin);
    if (const auto* solid = std::get_if<geometry::BoxShape>(&a.geometry)) {
      contact_box_mesh(*solid, pose_a, mesh, solid_, out);
    } else if (const auto* cylinder = std::get_if<geometry::Cylinder>(&a.geometry)) {
      contact_cylinder_mesh(*cylinder, pose_a, mesh, solid_, out);
    } else {
      contact_convex_mesh(convex_of(a), pose_a, mesh, solid_, out);
    }
  };
  const geometry::Box box = a.box(local);
  double margin = std::max(margin_, kMargin * box.size().minCoeff());
  ask(box, margin);
  double needed = candidates_.faces().empty()
                      ? depth_if_buried(local.position, box.size().norm() + margin_, b)
                      : solid_.needed_margin;
  if (needed > margin) ++too_small_;
  // What a larger region shows may lie deeper still, and need more.
  for (int round = 0; round < kMostQuestions && needed > margin; ++round) {
    margin = needed;
    out.resize(first);
    ask(box, margin);
    needed = solid_.needed_margin;
  }
  return a.kind == Kind::ellipsoid;
}

bool ShapePairs::solids(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        Contacts& out) {
  const auto* box_a = std::get_if<geometry::BoxShape>(&a.geometry);
  const auto* box_b = std::get_if<geometry::BoxShape>(&b.geometry);
  if (box_a != nullptr && box_b != nullptr) {
    contact_box_box(*box_a, pose_a, *box_b, pose_b, convex_, out);
    return false;
  }
  contact_convex_convex(convex_of(a), pose_a, convex_of(b), pose_b, convex_, out);
  return is_faceted(a) || is_faceted(b);
}

/// One contact per patch: its plane, with the deepest points of both on the normal through its
/// centroid.
void ShapePairs::meshes(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        Contacts& out) {
  const Pose b_in_a{pose_a.local_point(pose_b.position),
                    pose_a.rotation.transpose() * pose_b.rotation};
  patches_.find(a.mesh_shape(), b.mesh_shape(), b_in_a);
  for (std::size_t i = 0; i < patches_.patches().size(); ++i) {
    const MeshPatch& p = patches_.patches()[i];
    Contact c;
    c.normal = pose_a.direction(p.normal);
    const Vec3 middle = pose_a.point(p.centroid);
    c.on_a = middle - p.indentation_a * c.normal;
    c.on_b = middle + p.indentation_b * c.normal;
    c.depth = p.depth();
    c.radius = contour_radius(p);
    if (p.face_count_a > 0) {
      c.feature_a = {Feature::Kind::face,
                     patches_.faces_a()[static_cast<std::size_t>(p.first_face_a)].face};
    }
    if (p.face_count_b > 0) {
      c.feature_b = {Feature::Kind::face,
                     patches_.faces_b()[static_cast<std::size_t>(p.first_face_b)].face};
    }
    out.push_back(c);
  }
}

}  // namespace outrigger::contact
