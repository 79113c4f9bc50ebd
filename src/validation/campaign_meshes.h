/// Closed meshes with few, pointed or hollow faces: what the campaign of contacts and tests throw about.
#pragma once

#include "geometry/mesh.h"

namespace outrigger::validation {

enum class CoarseMesh { cube, tetrahedron, icosahedron, spike, tube, ell };
inline constexpr CoarseMesh kCoarseMeshes[] = {CoarseMesh::cube,        CoarseMesh::tetrahedron,
                                               CoarseMesh::icosahedron, CoarseMesh::spike,
                                               CoarseMesh::tube,        CoarseMesh::ell};
const char* name_of(CoarseMesh kind);

/// Fits into a box of this size [m] and has its centroid at the origin: a box of 12 faces, a tetrahedron,
/// an icosahedron, a slim pyramid on five sides, a tube of eight sides (open along z), a prism like an L.
geometry::Mesh make_coarse_mesh(CoarseMesh kind, const Vec3& size);

}  // namespace outrigger::validation
