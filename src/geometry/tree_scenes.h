/// Scenes on which trees are tested and measured, beyond geometry/sample_meshes.h.
#pragma once

#include "geometry/mesh.h"

namespace outrigger::geometry {

/// Triangles as a machine has them, in about 10 × 3 × 4 m: large thin plates, boxes with long thin
/// faces, and finely meshed pins, all in one soup without topology. About `faces` faces, at least 100.
Mesh sample_machine(int faces);

}  // namespace outrigger::geometry
