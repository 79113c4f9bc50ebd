/// Filling holes of a mesh.
#pragma once

#include <optional>

#include "geometry/mesh.h"
#include "geometry/mesh_topology.h"

namespace outrigger::geometry {

/// A closed walk along half-edges of a border, by its vertices, and the face next to its first one.
struct BorderLoop {
  std::vector<std::int32_t> vertices;
  std::int32_t face = Mesh::kNone;
  double diameter = 0.0;  ///< diagonal of its box [m]
};

/// Loops of border edges, no vertex twice in one of them, in a fixed order. `forked` becomes the
/// number of walks along borders that did not come back.
std::vector<BorderLoop> find_border_loops(const Mesh& mesh, const EdgeTable& edges, int& forked);

/// Most vertices of a hole that is filled: the search takes their cube.
constexpr std::size_t kMaxHoleVertices = 150;

/// The triangles of least total area that fill a loop (G. T. Klincsek, Ann. Discrete Math. 9,
/// 1980), none of whose inner edges is an edge of the mesh already; nothing where there are none.
std::optional<std::vector<Triangle>> fill_loop(const Mesh& mesh, const EdgeTable& edges,
                                               const BorderLoop& loop);

}  // namespace outrigger::geometry
