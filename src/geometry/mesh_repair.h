/// Repairs of a mesh. Each step says what it did; a step that would make other things worse (faces
/// that cross, edges of more than two faces) is taken back, and that is said too.
#pragma once

#include "geometry/mesh_check.h"

namespace outrigger::geometry {

struct MeshRepairOptions {
  MeshCheckOptions check;  ///< its tolerances are also those of welding and of closing cracks
  /// Holes smaller than this fraction of the mesh's diagonal are filled; 0 none, 1 all. Larger
  /// ones are probably meant: a bucket, a terrain.
  double hole_size = 0.1;
  bool orient = true;  ///< turn faces to one sense, closed parts outwards
};

struct MeshRepair {
  Mesh mesh;
  std::vector<std::string> done;    ///< "welded 24 vertices at the same place"
  std::vector<std::string> undone;  ///< steps taken back or left out, and why
  std::vector<std::string> worse;   ///< what the check finds more of than before
  MeshReport before, after;
};

/// In this order, until nothing changes: weld equal vertices, drop repeated faces and those with a
/// repeated corner, weld vertices within the tolerance, close cracks (border vertices onto each
/// other, border edges split where a border vertex lies on them), turn faces to one sense, fill
/// small holes by the triangles of least area, turn closed parts outwards, remove unused vertices.
/// Materials stay with their faces. Repairing twice changes nothing more.
MeshRepair repair_mesh(const Mesh& mesh, const MeshRepairOptions& options = {});

std::string format_repair(const MeshRepair& repair);

}  // namespace outrigger::geometry
