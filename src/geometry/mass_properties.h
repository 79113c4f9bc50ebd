/// Volume, centroid and inertia of the body that a closed mesh bounds.
#pragma once

#include "geometry/mesh.h"

namespace outrigger::geometry {

/// Of a body of density 1 kg/m³; multiply volume and inertia by the density.
struct MassProperties {
  double volume = 0.0;           ///< [m³], > 0
  double area = 0.0;             ///< of the surface [m²]
  Vec3 centroid = Vec3::Zero();  ///< [m]
  Mat3 inertia = Mat3::Zero();   ///< about the centroid, along the mesh's axes [m⁵]
};

/// Sums over the tetrahedra that the faces (a, b, c) span with a reference point r inside, with
/// a, b, c measured from r, d = a · (b x c) and s = a + b + c:
///
///   V = Σ d/6      V c = Σ d/24 s      C = Σ d/120 (s sᵀ + a aᵀ + b bᵀ + c cᵀ)
///   I = tr(C) 1 - C
///
/// exact for polyhedra (polynomials of degree 2). The terms cancel by the cube of distance over
/// size, so r is first the middle of the box and then the centroid found with it: far from the
/// origin the result is as good as the vertices themselves. The sums are compensated (Neumaier).
///
/// Parts that lie inside others count as cavities when they are turned inside out, else twice.
/// Throws outrigger::Error when the mesh is not closed, or is inside out as a whole.
MassProperties mass_properties(const Mesh& mesh);

/// Volume between the faces and their reference point [m³], whatever the state of the mesh:
/// negative for a closed mesh turned inside out.
double signed_volume(const Mesh& mesh);

/// Axes and values of an inertia tensor: inertia = axes · diag(values) · axesᵀ, values ascending,
/// axes right-handed.
struct PrincipalAxes {
  Mat3 axes;
  Vec3 values;
};
PrincipalAxes principal_axes(const Mat3& symmetric);

}  // namespace outrigger::geometry
