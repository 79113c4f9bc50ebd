/// What Mesh's half-edges do not say about meshes in bad shape: edges of any number of faces in any
/// sense, connected parts, and which faces would have to be turned over.
#pragma once

#include <span>

#include "geometry/mesh.h"

namespace outrigger::geometry {

/// Two corners are the same vertex: such a face bounds nothing and has no part in the topology.
inline bool has_repeated_corner(const Triangle& t) {
  return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

/// The half-edges of each edge, whatever their number and sense; faces with a repeated corner are
/// left out. Edges are in the order of their vertices, half-edges in that of their numbers.
class EdgeTable {
 public:
  explicit EdgeTable(const Mesh& mesh);

  std::int32_t edge_count() const { return static_cast<std::int32_t>(first_.size()) - 1; }
  std::span<const std::int32_t> half_edges(std::int32_t edge) const {
    const auto e = static_cast<std::size_t>(edge);
    return {half_edges_.data() + first_[e], half_edges_.data() + first_[e + 1]};
  }

 private:
  std::vector<std::int32_t> half_edges_;
  std::vector<std::size_t> first_;
};

/// Faces that are connected across edges.
struct MeshPart {
  std::vector<std::int32_t> faces;
  std::vector<std::int32_t> turned;  ///< those to turn over for one sense, the fewer of both
  bool closed = false;               ///< every edge has two faces
  bool orientable = true;
  /// Closed, orientable, and, once in one sense, its normals point the wrong way: out of the
  /// material. Parts within an odd number of others bound cavities: their normals point inwards.
  bool inside_out = false;
};

/// In the order of the lowest face. `nesting_known` is false where there are too many parts to find
/// out which are cavities; none is then taken for one.
struct MeshParts {
  std::vector<MeshPart> parts;
  bool nesting_known = true;
};
MeshParts find_parts(const Mesh& mesh, const EdgeTable& edges);

/// For each vertex the first one within `tolerance` [m] that was kept (itself if it is kept). Those
/// kept are farther apart than the tolerance, so welding twice changes nothing more.
std::vector<std::int32_t> weld_map(std::span<const Vec3> vertices, double tolerance);

}  // namespace outrigger::geometry
