/// Is a point inside a closed mesh?
#pragma once

#include "geometry/box_tree.h"
#include "geometry/mesh.h"

namespace outrigger::geometry {

/// True when a ray from `p` leaves the mesh an odd number of times (each part outward by its
/// senses: a part turned inside out counts like any other). The crossings are decided exactly
/// (geometry/exact.h); a ray that meets an edge or a vertex is replaced by another one. Points on
/// the surface are on either side. Of an open mesh the answer means little.
bool contains(const Mesh& mesh, const BoxTree& tree, const Vec3& p);

}  // namespace outrigger::geometry
