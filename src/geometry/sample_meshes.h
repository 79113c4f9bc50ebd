/// Meshes with known shapes, for tests, benchmarks and examples.
#pragma once

#include "geometry/mesh.h"

namespace outrigger::geometry {

/// A box of the given size [m] about the origin: 12 faces.
Mesh sample_box(const Vec3& size);

/// A sphere of radius 1 m about the origin: an icosahedron whose faces are divided `subdivisions`
/// times into four, 20·4^n faces, vertices on the sphere. With `bumps` the radius at polar angle θ
/// and azimuth φ is 1 + bumps·sin(6θ)·cos(5φ): with 0.1 and 5 subdivisions the mesh of the problem
/// "mesh-pairs" that several collision libraries were measured on.
Mesh sample_icosphere(int subdivisions, double bumps = 0.0);

/// A torus about the z axis, radii [m] of the ring and of the tube, `around` × `across` × 2 faces.
Mesh sample_torus(double ring, double tube, int around, int across);

/// A closed surface of revolution about the x axis, 0.4 m long, with a waist: the bubble of PCM §4.1 as
/// it was given to other programs. `sides` × `rings` × 2 faces; 19 × 25 gives the 950 of the paper.
Mesh sample_bubble(int sides, int rings);

/// The height field z = 0.5 sin(0.5 x) cos(0.4 y) on cells × cells squares of `cell` [m], centred,
/// two faces each; open.
Mesh sample_terrain(int cells, double cell);

}  // namespace outrigger::geometry
