/// Meshes of a URDF file, each read once: where they are, how large, how heavy, their hulls.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "description/mass_properties.h"
#include "geometry/box.h"
#include "geometry/mesh.h"
#include "imports/urdf.h"
#include "imports/urdf_robot.h"

namespace outrigger::imports {

/// A mesh file at a scale, in metres along the axes of the link's shape. Axes are those of the file:
/// robot programs do not turn meshes, whatever axis their files call up.
struct StoredMesh {
  /// What has been computed; each includes those before it.
  enum class Depth { box, hull, solid };
  Depth depth = Depth::box;
  std::string problem;    ///< why it cannot be used; then the rest is empty
  std::string path;       ///< of the file
  bool is_guess = false;  ///< see MeshPath
  double unit = 1.0;      ///< that the file itself states [m]
  geometry::Box box;
  geometry::Mesh
      mesh;  ///< where meshes touch as they are (UrdfOptions::hull_faces 0), from hull on
  std::vector<Vec3> corners;  ///< of the exact convex hull, from hull on
  /// Of density 1 kg/m³: of the body inside where the mesh is closed, else of its hull. None where
  /// there is no volume.
  std::optional<description::MassProperties> solid;
  bool solid_is_hull = false;
};

class MeshStore {
 public:
  explicit MeshStore(const UrdfOptions& options) : options_(options) {}

  /// Stays valid. Never throws for what is in files.
  const StoredMesh& get(const UrdfGeometry& geometry, StoredMesh::Depth depth);

 private:
  StoredMesh read(const UrdfGeometry& geometry, StoredMesh::Depth depth) const;

  const UrdfOptions& options_;
  std::map<std::string, StoredMesh> known_;
};

/// Mass, centre and inertia of a shape of density 1 kg/m³ in the frame of its link; none where it has
/// no volume or cannot be read.
std::optional<description::MassProperties> solid_of(const UrdfShape& shape, MeshStore& meshes);

/// Of all collisions of a link, or of its visuals where it has none. Overlaps count twice.
std::optional<description::MassProperties> solid_of(const UrdfLink& link, MeshStore& meshes);

}  // namespace outrigger::imports
