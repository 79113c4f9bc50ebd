/// A closed mesh approximated by n spheres inside it (THESIS §4.2, Figure 4.3), with stated error.
#pragma once

#include "geometry/mesh.h"

namespace outrigger::geometry {

struct PlacedSphere {
  Vec3 centre = Vec3::Zero();  ///< [m]
  double radius = 0.0;         ///< [m], > 0
};

enum class CoverGoal {
  surface,  ///< no point of the surface is far from the spheres: contact from all sides
  ground,   ///< no plane that touches the mesh is far from the spheres: contact with open ground
};

struct SphereCoverOptions {
  int count = 8;  ///< of spheres, ≥ 1
  CoverGoal goal = CoverGoal::surface;
  double max_radius = 0.0;  ///< [m]; 0: any
  int samples = 1500;       ///< places of the surface that are considered, ≥ 100
};

/// Every sphere lies within the mesh but for `protrusion`.
struct SphereCover {
  std::vector<PlacedSphere> spheres;
  /// The largest distance of a surface point from the spheres [m], by subdivision of the faces:
  /// between this and this less `surface_error_margin`.
  double surface_error = 0.0;
  double surface_error_margin = 0.0;
  /// How much deeper the mesh reaches than the spheres, at most, over 10 242 directions [m].
  double ground_error = 0.0;
  double protrusion = 0.0;  ///< of a sphere out of the mesh, at most [m]: rounding
};

/// Candidates are the largest balls inside the mesh that touch it at sampled points (found by
/// shrinking a ball until nothing of the surface is inside: J. Ma, S. W. Bae, S. Choi, The Visual
/// Computer 28, 2012) and smaller ones at the same points. From these the set is chosen greedily
/// (the ball that lowers the sum of powers of all errors most: a soft maximum), then each ball is
/// exchanged for a better one while that helps. Not the best set, but its error is known.
///
/// Throws outrigger::Error when the mesh is not closed or inside out.
SphereCover cover_with_spheres(const Mesh& mesh, const SphereCoverOptions& options = {});

/// The largest distance of the surface from the spheres, overestimated by at most `margin` [m].
double largest_gap(const Mesh& mesh, const std::vector<PlacedSphere>& spheres, double margin);

}  // namespace outrigger::geometry
