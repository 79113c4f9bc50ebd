/// What is wrong with a mesh, told so that a person can act on it.
///
/// Contact between meshes wants closed surfaces that do not cross themselves, all in one sense with
/// the normals outwards (THESIS §4.7): then contours are closed and bound a volume.
#pragma once

#include <string>

#include "geometry/mesh.h"

namespace outrigger::geometry {

enum class MeshFault {
  no_faces,               ///< nothing to touch
  repeated_faces,         ///< three vertices in common with an earlier face
  degenerate_faces,       ///< no area: a corner twice, or three in a line
  outsized_faces,         ///< a thousand times larger than all others together: a wrong vertex
  slivers,                ///< height below a fraction of the longest edge: poor normals
  duplicate_vertices,     ///< at the same place as an earlier one
  unused_vertices,        ///< of no face
  non_manifold_edges,     ///< more than two faces
  non_manifold_vertices,  ///< several fans of faces meet in a point
  cracks,                 ///< border edges along another border: a seam that is not joined
  open_borders,           ///< other edges with one face
  turned_faces,           ///< against the sense of their neighbours
  one_sided_parts,        ///< no sense is possible (Möbius strip)
  inside_out_parts,       ///< closed, with all normals inwards
  self_intersections,     ///< pairs of faces that run through each other
};
const char* fault_name(MeshFault fault);

struct MeshPlace {
  Vec3 position = Vec3::Zero();
  std::string what;  ///< "face 12", "vertex 3", "edge 4-7", "faces 3 and 9"
};

struct MeshFinding {
  MeshFault fault = MeshFault::no_faces;
  std::int64_t count = 0;
  bool counted_all = true;        ///< false: the search was ended, there are more
  bool serious = true;            ///< otherwise worth knowing, not wrong
  std::string text;               ///< one sentence: how many of what
  std::string advice;             ///< what to do
  std::vector<MeshPlace> places;  ///< the first few
};

struct MeshCheckOptions {
  double weld_tolerance = 1e-7;   ///< vertices nearer are one, as a fraction of the box's diagonal
  double crack_tolerance = 1e-4;  ///< borders nearer are one seam, the same way
  double sliver_ratio = 0.01;     ///< height over longest edge
  bool open_allowed = false;      ///< an open surface, such as a terrain, is what is wanted
  bool intersections = true;      ///< look for them (the slowest part)
  int places = 5;                 ///< told per finding
};

struct MeshReport {
  std::int32_t vertices = 0, faces = 0, edges = 0;
  std::int32_t parts = 0, closed_parts = 0, border_loops = 0;
  Box box;
  std::vector<MeshFinding> findings;  ///< in the order of MeshFault

  bool good() const;  ///< nothing serious
  const MeshFinding* find(MeshFault fault) const;
  std::int64_t count(MeshFault fault) const;
};

/// Time and memory are bounded by about n log n of the faces: searches that a mesh could make
/// quadratic end with `counted_all` false.
MeshReport check_mesh(const Mesh& mesh, const MeshCheckOptions& options = {});

/// What tolerances are measured by [m]: the diagonal of the box, without outsized faces. Those are the
/// few (one of a hundred, or one) with an edge a thousand times longer than the diagonal of all others.
struct MeshScale {
  double diagonal = 0.0;
  std::vector<std::int32_t> outsized;  ///< in order
};
MeshScale mesh_scale(const Mesh& mesh);

/// Degenerate by the rule of the check: a repeated corner, or lower than 1e-10 of the longest edge.
bool is_degenerate(const Mesh& mesh, std::int32_t face);

/// For each edge of the table, whether it is a border that runs along another one within
/// `tolerance` [m].
std::vector<bool> find_cracks(const Mesh& mesh, const class EdgeTable& edges, double tolerance);

/// Several lines for a terminal.
std::string format_report(const MeshReport& report);

}  // namespace outrigger::geometry
