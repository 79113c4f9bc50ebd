/// The regions in which two meshes overlap, and all that contact laws want to know of them
/// (THESIS §4.7.4-4.7.6, PCM §3.2 steps 1-2).
///
/// A patch is one connected region of overlap, bordered by one or more contours. Cut faces count
/// with their inner part only.
///
/// Method: what an inner region adds to an area or a volume is summed over signed triangles fanned
/// out from a corner of its face to the pieces of its border. Contour segments are pieces; an edge
/// p→q adds its inner stretches as
///   [p inside](p→q) + Σ crossings into the other body (x→q) - Σ crossings out of it (x→q),
/// so nothing has to be cut into polygons or put in order. With the tetrahedra from one reference
/// point the sums are exact integrals over the overlap, a polyhedron (divergence theorem).
///
/// All results are in the frame of A. Meshes that are inside each other without touching have no
/// patch; `containment` tells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/near/inner_region.h"
#include "contact/near/mesh_contours.h"

namespace outrigger::contact {

/// The inner part of a face: what PCM makes one contact element of.
struct ActiveFace {
  std::int32_t face = 0;
  std::int32_t patch = 0;
  double area = 0.0;             ///< of the inner part [m²]
  Vec3 centroid = Vec3::Zero();  ///< of the inner part [m]
  /// Second moment of the inner part about its centroid over its area [m²]: how it is spread out.
  Mat3 spread = Mat3::Zero();
  /// From the centroid against the face's normal to the other surface [m]: the u_n of PCM eq. 11.
  /// Set by measure_penetrations; 0 where nothing is met (beyond a border).
  double penetration = 0.0;
};

struct MeshPatch {
  Vec3 normal = Vec3::UnitZ();   ///< of the contact plane, from B to A
  Vec3 centroid = Vec3::Zero();  ///< of the contours projected onto the plane, in the plane [m]
  double contour_area = 0.0;     ///< of the projected contours [m²]
  double indentation_a = 0.0;    ///< deepest vertex of A beyond the plane [m], ≥ 0
  double indentation_b = 0.0;    ///< the same of B
  /// What a law gets: the sum of both (THESIS eq. 4.99 as corrected).
  double depth() const { return indentation_a + indentation_b; }

  double volume = 0.0;                  ///< of the overlap [m³]
  Vec3 volume_centroid = Vec3::Zero();  ///< [m]
  Mat3 inertia = Mat3::Zero();          ///< about its centroid for unit density [m⁵]

  double area_a = 0.0;                ///< of A's surface inside B [m²]
  double area_b = 0.0;                ///< of B's surface inside A [m²]
  Vec3 vector_area_a = Vec3::Zero();  ///< ∫ n dA over A's part, n out of A [m²]

  std::int32_t contour_count = 0;
  std::int32_t first_face_a = 0;  ///< range of faces_a()
  std::int32_t face_count_a = 0;
  std::int32_t first_face_b = 0;
  std::int32_t face_count_b = 0;
};

enum class Containment { none, a_in_b, b_in_a };

/// Pairs, contours and patches of two meshes in one call; keeps its memory, so that a warm query
/// does not allocate.
class MeshPatches {
 public:
  void find(const MeshShape& a, const MeshShape& b, const Pose& b_in_a);

  /// In two moments, as MeshPairs: candidates once per step, then patches for poses near by.
  void prepare(const MeshShape& a, const MeshShape& b, const Pose& b_in_a, double margin);
  bool evaluate(const Pose& b_in_a);

  /// Fills the penetrations of the active faces of A (master) against B, or the other way round.
  void measure_penetrations(bool of_a);

  std::span<const MeshPatch> patches() const { return patches_; }
  std::span<const ActiveFace> faces_a() const { return active_[0]; }
  std::span<const ActiveFace> faces_b() const { return active_[1]; }
  const MeshContours& contours() const { return contours_; }
  MeshPairs& pairs() { return pairs_; }
  /// Patch of a contour; -1 for those joined with an open contour, which bound no volume.
  std::int32_t patch_of(std::size_t contour) const { return patch_of_[contour]; }
  int open_count() const { return contours_.open_count(); }
  int conflict_count() const { return regions_[0].conflict_count() + regions_[1].conflict_count(); }
  /// Whether one mesh, of which nothing meets the other, is inside it.
  Containment containment() const { return containment_; }

 private:
  struct Sums {
    Vec3 reference = Vec3::Zero();
    double volume = 0.0;
    Vec3 first = Vec3::Zero();   // ∫ x dV
    Mat3 second = Mat3::Zero();  // ∫ x xᵀ dV
  };
  /// Area of one face in one patch.
  struct FaceSum {
    std::int32_t patch = 0;
    double area = 0.0;
    Vec3 moment = Vec3::Zero();  // about the reference of the patch
    Mat3 second = Mat3::Zero();
  };

  const Vec3& place(int side, std::int32_t vertex) {
    return side == 0 ? shapes_[0].mesh->vertex(vertex) : pairs_.vertex_of_b(vertex);
  }
  Vec3 normal(int side, std::int32_t face) const;
  void find_patches();
  void find_containment();
  void number_patches();
  void add(int side, std::int32_t patch, const Vec3& normal, const Vec3& p, const Vec3& q,
           const Vec3& r);
  void sum_inner_faces(int side);
  void sum_cut_faces(int side);
  void close_face(std::int32_t face);
  void sort_faces(int side);
  void fit_planes();
  void fit_plane(std::size_t patch);
  void measure_indentation(int side);
  void finish_volumes();

  MeshShape shapes_[2];
  Pose b_in_a_;
  MeshPairs pairs_;
  MeshContours contours_;
  JoinedContours joined_;
  InnerRegion regions_[2];
  std::vector<std::int32_t> patch_of_;  // of a contour
  std::vector<std::uint8_t> open_;      // of a root contour: joined with an open one
  std::vector<Sums> sums_;
  std::vector<FaceSum> face_sums_;  // of the face being summed
  std::vector<ActiveFace> active_[2];
  std::vector<ActiveFace> unsorted_;
  std::vector<MeshPatch> patches_;
  Containment containment_ = Containment::none;
};

}  // namespace outrigger::contact
