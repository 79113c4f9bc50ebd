/// Shapes given by a few numbers. Each lies in a frame of its own, about its origin; an
/// outrigger::Pose places it. All lengths [m], > 0 where nothing else is said.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/box.h"
#include "geometry/mesh.h"
#include "math/types.h"

namespace outrigger::geometry {

struct Sphere {
  double radius = 1.0;
};

/// A half space: solid where normal·x ≤ offset (the d of THESIS eq. 4.27 is -offset, corrections §5).
struct Plane {
  Vec3 normal = Vec3::UnitZ();  ///< unit length, towards the free side
  double offset = 0.0;          ///< [m], any sign

  double height(const Vec3& p) const { return normal.dot(p) - offset; }
};

struct BoxShape {
  Vec3 half = Vec3::Ones();  ///< half sizes along the axes (e of THESIS §4.5)
};

/// All points within `radius` of the segment from z = -half_length to half_length.
struct Capsule {
  double radius = 1.0;
  double half_length = 1.0;  ///< ≥ 0
};

/// About the z axis, |z| ≤ half_length (h of THESIS §4.6.3), with flat caps.
struct Cylinder {
  double radius = 1.0;
  double half_length = 1.0;
};

struct Ellipsoid {
  Vec3 semi_axes = Vec3::Ones();
};

/// All points within `tube` of the circle of radius `ring` in the plane z = 0 (R and r of THESIS
/// §4.6.4, whose axis is x). 0 < tube < ring.
struct Torus {
  double ring = 1.0;
  double tube = 0.25;
};

/// The half of a torus with x ≥ 0, its ends rounded: all points within `tube` of the half circle.
struct HalfTorus {
  double ring = 1.0;
  double tube = 0.25;
};

/// A link of a chain (THESIS §4.6.5): two half tori about (±half_length, 0, 0) in the plane z = 0,
/// joined by two cylinders at y = ±ring; with a stud, a third cylinder across the middle from side
/// to side. Everything is within `tube` (the stud within `stud`) of its core curve.
struct ChainLink {
  double half_length = 1.0;  ///< half of a straight side, ≥ 0
  double ring = 1.0;         ///< of the core curve; half the core's width
  double tube = 0.25;        ///< radius of the wire
  double stud = 0.0;         ///< radius of the stud; 0: none
};

/// A convex polyhedron, as its surface: corners, flat faces with any number of corners, edges with
/// the two faces beside each.
struct ConvexPolyhedron {
  struct Edge {
    std::int32_t from, to;     ///< vertices
    std::int32_t left, right;  ///< faces
  };
  std::vector<Vec3> vertices;
  std::vector<Plane> planes;              ///< of the faces, outwards
  std::vector<std::int32_t> loops;        ///< corners of all faces, counter-clockwise from outside
  std::vector<std::int32_t> loop_starts;  ///< face f has loops[loop_starts[f] .. loop_starts[f+1])
  std::vector<Edge> edges;
  Vec3 centre = Vec3::Zero();  ///< mean of the vertices: inside
};

/// A polyhedron without its memory: what questions are put to.
struct ConvexView {
  std::span<const Vec3> vertices;
  std::span<const Plane> planes;
  std::span<const std::int32_t> loops;
  std::span<const std::int32_t> loop_starts;
  std::span<const ConvexPolyhedron::Edge> edges;
  Vec3 centre = Vec3::Zero();

  ConvexView() = default;
  ConvexView(const ConvexPolyhedron& p)  // NOLINT: the polyhedron itself, only lighter
      : vertices(p.vertices),
        planes(p.planes),
        loops(p.loops),
        loop_starts(p.loop_starts),
        edges(p.edges),
        centre(p.centre) {}
  std::span<const std::int32_t> loop(std::size_t face) const {
    const auto start = static_cast<std::size_t>(loop_starts[face]);
    return loops.subspan(start, static_cast<std::size_t>(loop_starts[face + 1]) - start);
  }
};

/// A box as a polyhedron, on the stack: vertices by the bits of x, y, z; faces -z, +z, -y, +y, -x,
/// +x.
class BoxPolyhedron {
 public:
  explicit BoxPolyhedron(const BoxShape& box);
  BoxPolyhedron(const BoxPolyhedron&) = delete;
  BoxPolyhedron& operator=(const BoxPolyhedron&) = delete;
  const ConvexView& view() const { return view_; }

 private:
  std::array<Vec3, 8> vertices_;
  std::array<Plane, 6> planes_;
  ConvexView view_;
};

/// From a closed convex mesh (a hull): triangles of one plane, to 1e-9 of the size, become one
/// face. Throws outrigger::Error when the mesh is not closed, or a vertex lies more than 1e-9 of
/// the size outside of a face.
ConvexPolyhedron make_convex_polyhedron(const Mesh& hull);

/// Inside or on the surface: a point outside of one plane is outside (THESIS §4.8, eq. 4.100).
/// `p` in the frame of the polyhedron.
bool contains(const ConvexView& polyhedron, const Vec3& p);

/// Boxes around placed shapes, tight (for a link whose stud is thicker than its wire, nearly).
Box box_around(const Sphere& s, const Pose& pose);
Box box_around(const BoxShape& s, const Pose& pose);
Box box_around(const Capsule& s, const Pose& pose);
Box box_around(const Cylinder& s, const Pose& pose);
Box box_around(const Ellipsoid& s, const Pose& pose);
Box box_around(const Torus& s, const Pose& pose);
Box box_around(const HalfTorus& s, const Pose& pose);
Box box_around(const ChainLink& s, const Pose& pose);
Box box_around(const ConvexPolyhedron& s, const Pose& pose);

}  // namespace outrigger::geometry
