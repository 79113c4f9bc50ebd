/// A triangle mesh with its half-edge topology, fixed once it is made: any number of threads may
/// ask it together.
///
/// Half-edges have no array of their own. Half-edge h = 3 f + c runs along face f from its corner c
/// to corner c + 1 (mod 3); its next, previous and face follow from its number, and only the
/// opposite one is stored (compact form of the DCEL of THESIS §4.7.1 and PCM §3.1): 4 bytes per
/// half-edge. Faces are counter-clockwise seen from outside.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/box.h"
#include "math/block.h"
#include "math/types.h"

namespace outrigger::geometry {

using Triangle = std::array<std::int32_t, 3>;  ///< indices of vertices
using Corners = std::array<Vec3, 3>;           ///< the places of a triangle's vertices

/// Normal of a triangle, unit length, by the right-hand rule; zero where the triangle has no area.
/// From the two shortest edges: the relative error of the cross product is that of the shorter
/// factor against its end points, so the long edge of a sliver is left out (THESIS §4.7, eq. 4.79).
Vec3 triangle_normal(const Vec3& a, const Vec3& b, const Vec3& c);
double triangle_area(const Vec3& a, const Vec3& b, const Vec3& c);

class Mesh {
 public:
  static constexpr std::int32_t kNone = -1;
  /// Indices of half-edges fit into 31 bits.
  static constexpr std::size_t kMaxFaces = 700'000'000;

  Mesh() = default;
  /// Any triangles are accepted whose indices are right and whose numbers are finite; what is wrong
  /// with them beyond that (cracks, slivers, ...) is told by `check_mesh`. `materials` has one
  /// number per face or is empty (all 0). Throws outrigger::Error.
  Mesh(std::vector<Vec3> vertices, std::vector<Triangle> faces,
       std::vector<std::uint16_t> materials = {});

  std::int32_t vertex_count() const { return static_cast<std::int32_t>(vertices_.size()); }
  std::int32_t face_count() const { return static_cast<std::int32_t>(faces_.size()); }
  const std::vector<Vec3>& vertices() const { return vertices_; }
  const std::vector<Triangle>& faces() const { return faces_; }
  const Vec3& vertex(std::int32_t v) const { return vertices_[static_cast<std::size_t>(v)]; }
  const Triangle& face(std::int32_t f) const { return faces_[static_cast<std::size_t>(f)]; }
  Corners corners(std::int32_t f) const {
    const Triangle& t = record(f).corners;
    return {vertex(t[0]), vertex(t[1]), vertex(t[2])};
  }
  /// All that a question to one face looks at, in one line of memory: such questions come scattered,
  /// and each line is waited for. The plane is normal·x = offset; the normal is zero where the face has
  /// no area.
  struct alignas(64) FaceRecord {
    Vec3 normal;
    double offset;
    Triangle corners;
    std::array<std::int32_t, 3> opposite;  ///< of its half-edges
    /// What the face speaks for, so that shared parts count once: bit c, its edge c has no smaller
    /// half-edge; bit 3 + c, its half-edge 3 f + c is the smallest of those that leave the vertex
    /// through faces joined by edges.
    std::uint8_t owned = 0;
  };
  const FaceRecord& record(std::int32_t f) const { return records_[static_cast<std::size_t>(f)]; }
  const Vec3& normal(std::int32_t f) const { return record(f).normal; }
  std::uint16_t material(std::int32_t f) const {
    return materials_.empty() ? std::uint16_t{0} : materials_[static_cast<std::size_t>(f)];
  }
  const std::vector<std::uint16_t>& materials() const { return materials_; }

  static std::int32_t next(std::int32_t h) { return h % 3 == 2 ? h - 2 : h + 1; }
  static std::int32_t previous(std::int32_t h) { return h % 3 == 0 ? h + 2 : h - 1; }
  static std::int32_t face_of(std::int32_t h) { return h / 3; }
  std::int32_t from(std::int32_t h) const {
    return record(h / 3).corners[static_cast<std::size_t>(h % 3)];
  }
  std::int32_t to(std::int32_t h) const { return from(next(h)); }
  /// The half-edge of the neighbour along the same edge; kNone at a border and where an edge is not
  /// shared by exactly two faces of the same sense.
  std::int32_t opposite(std::int32_t h) const {
    return record(h / 3).opposite[static_cast<std::size_t>(h % 3)];
  }
  /// The smaller of the two half-edges of an edge: one name for both.
  std::int32_t edge(std::int32_t h) const {
    const std::int32_t o = opposite(h);
    return o != kNone && o < h ? o : h;
  }
  /// Whether the half-edge stands for the vertex it leaves.
  bool owns_vertex(std::int32_t h) const { return (record(h / 3).owned >> (3 + h % 3) & 1) != 0; }

  /// Every half-edge has an opposite one: the faces bound a volume (or several).
  bool closed() const { return border_count_ == 0 && !faces_.empty(); }
  std::int32_t border_count() const { return border_count_; }  ///< half-edges without opposite
  double area() const { return area_; }                        ///< of all faces [m²]
  const Box& box() const { return box_; }
  Box face_box(std::int32_t f) const;

 private:
  void join_half_edges();
  void find_owners();

  std::vector<Vec3> vertices_;
  std::vector<Triangle> faces_;
  std::vector<FaceRecord, AlignedAllocator<FaceRecord>> records_;
  std::vector<std::uint16_t> materials_;
  double area_ = 0.0;
  Box box_;
  std::int32_t border_count_ = 0;
};

}  // namespace outrigger::geometry
