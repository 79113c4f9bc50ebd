/// Scenes on which contact detection is validated and measured.
#pragma once

#include <vector>

#include "geometry/box_tree.h"
#include "geometry/mesh.h"

namespace outrigger::validation {

/// A mesh with its tree.
struct Solid {
  geometry::Mesh mesh;
  geometry::BoxTree tree;
  explicit Solid(geometry::Mesh m, geometry::SplitRule rule = geometry::SplitRule::surface)
      : mesh(std::move(m)), tree(mesh, rule) {}
};

/// The mesh of problem "mesh-pairs": a bumpy sphere of 20,480 faces.
geometry::Mesh mesh_pairs_mesh();

/// Its poses of one against the other: centre distance 1.6 to 2.1 m, any rotation. They come from
/// the generator that was used to measure the collision libraries (xorshift64*, seed 20261115), so
/// the mean number of pairs of faces that meet must be theirs: 297.377 over 1,000 poses.
std::vector<Pose> mesh_pairs_poses(int count = 1000);

/// The same mesh with its vertices on a grid of 2^-bits m: sums of such coordinates are exact, so
/// vertices can be put exactly onto faces, edges and vertices.
geometry::Mesh on_grid(const geometry::Mesh& mesh, int bits);

}  // namespace outrigger::validation
