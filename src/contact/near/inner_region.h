/// The part of one mesh that lies inside another, found by walking over its half-edges from the
/// contours (THESIS §4.7.1, PCM §3.2 step 2), never by distance from a plane.
///
/// An edge that is crossed into the other body once more than out of it begins outside and ends
/// inside; one crossed as often both ways begins and ends alike. This labels the corners of cut
/// faces without ordering the crossings of an edge, so near-coincident crossings cannot be
/// misordered. From there, uncrossed edges carry the label on.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "contact/near/mesh_contours.h"

namespace outrigger::contact {

/// Contours that border the same region, as a union-find structure.
class JoinedContours {
 public:
  void start(std::size_t count);
  std::int32_t root(std::int32_t contour);
  void join(std::int32_t a, std::int32_t b);

 private:
  std::vector<std::int32_t> parent_;
};

class InnerRegion {
 public:
  /// A contour passes from face to face through an edge.
  struct Crossing {
    std::int32_t edge = 0;       ///< the half-edge with the smaller number
    std::int32_t direction = 0;  ///< +1 into the other body along this half-edge, -1 out of it
    std::int32_t contour = 0;
    Vec3 point = Vec3::Zero();
  };
  /// A face with contour segments in it.
  struct CutFace {
    std::int32_t face = 0;
    std::int32_t first = 0;  ///< range of cut_segments()
    std::int32_t count = 0;
    /// A contour that borders the inner region at each corner; -1 at corners outside.
    std::array<std::int32_t, 3> corner_contour = {-1, -1, -1};
  };
  struct CutSegment {
    std::int32_t face = 0;
    std::int32_t segment = 0;  ///< of MeshContours::segments()
    std::int32_t contour = 0;
  };
  /// A face wholly inside.
  struct InnerFace {
    std::int32_t face = 0;
    std::int32_t contour = 0;  ///< one of those that border its region
  };

  /// `places(v)` gives the vertices in the frame of the contours; `is_inside(v)` decides about
  /// vertices that no crossed edge labels (a face pierced in its middle), rarely needed.
  struct Geometry {
    const geometry::Mesh* mesh = nullptr;
    bool is_a = true;
    std::function<const Vec3&(std::int32_t)> place;
    std::function<bool(std::int32_t)> is_inside;
  };
  void find(const Geometry& own, const MeshContours& contours, JoinedContours& joined);

  std::span<const CutFace> cut_faces() const { return cut_faces_; }
  std::span<const CutSegment> segments(const CutFace& cut) const {
    return std::span<const CutSegment>(cut_segments_)
        .subspan(static_cast<std::size_t>(cut.first), static_cast<std::size_t>(cut.count));
  }
  std::span<const InnerFace> inner_faces() const { return inner_faces_; }
  std::span<const Crossing> crossings(std::int32_t edge) const;
  bool inside(std::int32_t vertex) const { return label(vertex) == 1; }
  /// Vertices found both inside and outside: 0 unless a mesh cuts itself or a contour is open.
  int conflict_count() const { return conflict_count_; }

 private:
  /// A contour that lies wholly in one face, and the area it encloses with the inside to its left.
  struct Ring {
    std::int32_t contour = 0;
    double area = 0.0;
  };
  void start(const geometry::Mesh& mesh);
  void collect(const Geometry& own, const MeshContours& contours);
  void label_corners(const Geometry& own);
  bool label_across_uncrossed_edges(const geometry::Mesh& mesh);
  void find_corner_contours(const Geometry& own, const MeshContours& contours,
                            JoinedContours& joined);
  void join_in_face(CutFace& cut, const Geometry& own, const MeshContours& contours,
                    JoinedContours& joined);
  void flood(const geometry::Mesh& mesh, JoinedContours& joined);
  void reach(const geometry::Mesh& mesh, std::int32_t half_edge, std::int32_t contour,
             JoinedContours& joined);
  int label(std::int32_t vertex) const;  ///< 1 inside, 0 outside, -1 not known
  void set_label(std::int32_t vertex, bool inside);
  int net_crossings(std::int32_t edge) const;

  std::uint32_t stamp_ = 0;
  std::vector<Crossing> crossings_;       // by edge
  std::vector<CutSegment> cut_segments_;  // by face
  std::vector<CutFace> cut_faces_;
  std::vector<InnerFace> inner_faces_;
  std::vector<std::uint32_t> face_stamp_;  // query in which a face was reached
  std::vector<std::int32_t> face_place_;   // ≥ 0: in cut_faces_; < 0: ~place in inner_faces_
  std::vector<std::uint32_t> vertex_stamp_;
  std::vector<std::uint8_t> vertex_inside_;
  std::vector<std::pair<double, std::int32_t>> order_;  // scratch of join_in_face
  std::vector<Ring> rings_;
  int conflict_count_ = 0;
};

}  // namespace outrigger::contact
