#include "imports/mesh_store.h"

#include <fmt/format.h>

#include "base/error.h"
#include "geometry/convex_hull.h"
#include "geometry/mass_properties.h"
#include "imports/mesh_paths.h"
#include "mesh_files/mesh_file.h"

namespace outrigger::imports {
namespace {

using description::MassProperties;

geometry::Mesh scaled(const geometry::Mesh& mesh, const Vec3& scale) {
  std::vector<Vec3> vertices = mesh.vertices();
  for (Vec3& v : vertices) v = v.cwiseProduct(scale);
  std::vector<geometry::Triangle> faces = mesh.faces();
  // A mirrored mesh is inside out.
  if (scale.prod() < 0.0)
    for (geometry::Triangle& t : faces) std::swap(t[1], t[2]);
  return geometry::Mesh(std::move(vertices), std::move(faces));
}

std::optional<MassProperties> solid_inside(const geometry::Mesh& mesh) {
  try {
    const geometry::MassProperties m = geometry::mass_properties(mesh);
    if (!(m.volume > 0.0)) return {};
    return MassProperties{m.volume, m.centroid, m.inertia};
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

const StoredMesh& MeshStore::get(const UrdfGeometry& geometry, StoredMesh::Depth depth) {
  const std::string key = fmt::format("{} {} {} {}", geometry.scale.x(), geometry.scale.y(),
                                      geometry.scale.z(), geometry.file);
  const auto [known, is_new] = known_.try_emplace(key);
  // Meshes are too large to keep, so one that is asked for more is read again.
  if (is_new || (known->second.problem.empty() && known->second.depth < depth))
    known->second = read(geometry, depth);
  return known->second;
}

StoredMesh MeshStore::read(const UrdfGeometry& geometry, StoredMesh::Depth depth) const {
  StoredMesh result;
  result.depth = depth;
  if (!options_.look_at_files) {
    result.problem = "files are not looked at";
    return result;
  }
  try {
    mesh_files::format_of(geometry.file);
    const MeshPath found = find_mesh(geometry.file, options_.folder, options_.packages);
    if (!found.problem.empty()) {
      result.problem = found.problem;
      return result;
    }
    mesh_files::ImportOptions as_written;
    as_written.up = mesh_files::UpAxis::z;
    const mesh_files::ImportedMesh imported =
        mesh_files::import_mesh(found.path.string(), as_written);
    result.unit = imported.unit;
    geometry::Mesh mesh = scaled(imported.mesh, geometry.scale);
    for (const Vec3& v : mesh.vertices()) result.box.add(v);
    if (result.box.empty()) {
      result.problem = "it has no triangles";
      return result;
    }
    result.path = found.path.string();
    result.is_guess = found.is_guess;
    if (depth == StoredMesh::Depth::box) return result;
    const geometry::ConvexHull hull = geometry::convex_hull(mesh.vertices());
    result.corners = hull.mesh.vertices();
    if (depth == StoredMesh::Depth::solid) {
      result.solid = solid_inside(mesh);
      result.solid_is_hull = !result.solid && hull.dimension == 3;
      if (result.solid_is_hull) result.solid = solid_inside(hull.mesh);
    }
    if (options_.hull_faces == 0) result.mesh = std::move(mesh);
  } catch (const Error& e) {
    result.problem = e.what();
  }
  return result;
}

std::optional<MassProperties> solid_of(const UrdfShape& shape, MeshStore& meshes) {
  const UrdfGeometry& g = shape.geometry;
  std::optional<MassProperties> solid;
  switch (g.kind) {
    case UrdfGeometry::Kind::box:
      solid = description::solid_box(g.size);
      break;
    case UrdfGeometry::Kind::sphere:
      solid = description::solid_ellipsoid(Vec3::Constant(g.radius));
      break;
    case UrdfGeometry::Kind::cylinder:
      solid = description::solid_cylinder(g.radius, g.length);
      break;
    case UrdfGeometry::Kind::capsule:
      solid = description::solid_capsule(g.radius, g.length);
      break;
    case UrdfGeometry::Kind::mesh:
      solid = meshes.get(g, StoredMesh::Depth::solid).solid;
      break;
  }
  if (!solid || !(solid->mass > 0.0)) return {};
  return description::placed(*solid, shape.frame);
}

std::optional<MassProperties> solid_of(const UrdfLink& link, MeshStore& meshes) {
  for (const auto* shapes : {&link.collisions, &link.visuals}) {
    std::optional<MassProperties> total;
    for (const UrdfShape& s : *shapes)
      if (const auto solid = solid_of(s, meshes))
        total = total ? description::combined(*total, *solid) : *solid;
    if (total) return total;
  }
  return {};
}

}  // namespace outrigger::imports
