/// Meshes as displays draw them: one file for HTTP, named after its content.
///
///   bytes 0-3    "ORM1"
///   4-15         u32 vertices, u32 triangles, u32 0
///   16-39        f32 low[3], f32 step[3]: position = low + step * u16 [m]
///   then         u16 x, y, z, 0          per vertex
///                i8 nx, ny, nz, 0        per vertex, normal * 127
///                u32 a, b, c             per triangle, counter-clockwise from outside
///
/// All little endian. Vertices are split where faces meet at more than 40 degrees, so that edges look sharp
/// and curves smooth.
#pragma once

#include <map>
#include <string>

#include "frames/asset.h"
#include "frames/scene.h"
#include "geometry/mesh.h"
#include "math/types.h"

namespace outrigger::display {

inline constexpr const char* kMeshType = "application/vnd.outrigger.mesh";
/// More cannot be drawn well and takes too long to send.
inline constexpr std::int32_t kMaxDrawnFaces = 1'000'000;

struct DrawnMesh {
  frames::Asset asset;
  frames::Float3 centre{}, size{};  ///< of the box around it [m]
};

/// By the names of the visuals that draw them.
using VisualMeshes = std::map<std::string, DrawnMesh>;

/// Throws Error for a mesh without faces or with too many.
DrawnMesh make_mesh_asset(const geometry::Mesh& mesh, const Vec3& scale);

/// Each content once.
frames::Assets assets_of(const VisualMeshes& meshes);

}  // namespace outrigger::display
