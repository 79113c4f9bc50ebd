#include "sim/ground_shape.h"

#include "description/description.h"

namespace outrigger::sim {

namespace {

geometry::Mesh mesh_of(const terrain::Ground& ground) {
  std::vector<Vec3> vertices;
  std::vector<geometry::Triangle> faces;
  for (int row = 0; row < ground.rows(); ++row)
    for (int column = 0; column < ground.columns(); ++column) {
      const double x = ground.x_min() + ground.cell() * column;
      const double y = ground.y_min() + ground.cell() * row;
      vertices.emplace_back(x, y, ground.height(x, y));
    }
  for (int row = 0; row + 1 < ground.rows(); ++row)
    for (int column = 0; column + 1 < ground.columns(); ++column) {
      const int at = row * ground.columns() + column, above = at + ground.columns();
      faces.push_back({at, at + 1, above + 1});
      faces.push_back({at, above + 1, above});
    }
  return geometry::Mesh(std::move(vertices), std::move(faces));
}

}  // namespace

GroundShape make_ground_shape(const terrain::Ground& ground, const contact::MeshLibrary* meshes) {
  GroundShape result;
  if (meshes != nullptr) result.meshes = *meshes;
  description::ContactShape& s = result.shape;
  s.name = s.group = s.body = description::kGround;
  s.material = ground.surfaces().front().material;
  if (ground.is_plane()) {
    s.kind = description::ContactShape::Kind::plane;
  } else {
    s.kind = description::ContactShape::Kind::mesh;
    s.file = "ground of the site";
    result.meshes.emplace(s.file, mesh_of(ground));
  }
  return result;
}

}  // namespace outrigger::sim
