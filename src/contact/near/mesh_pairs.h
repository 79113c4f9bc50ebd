/// All pairs of faces of two meshes that meet, exactly (THESIS §4.7.2, PCM §3.1).
///
/// The trees of boxes are descended together; the larger box is opened, or both when they are of a
/// size. Boxes of B are turned into the frame of A once per query and four at a time; those of faces
/// are drawn anew around the turned corners. A vertex of B is brought into
/// the frame of A at most once per query, rounded, and taken as exact from then on: every question
/// about it has one answer (geometry/exact.h), so the found pairs form closed contours for closed
/// meshes, whatever the position.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/box_tree.h"
#include "geometry/mesh.h"

namespace outrigger::contact {

/// A mesh and its tree; both live as long as this is used.
struct MeshShape {
  const geometry::Mesh* mesh = nullptr;
  const geometry::BoxTree* tree = nullptr;
};

/// Which edge passes through the other face at one end of the segment in which two faces meet:
/// a half-edge of the pair's face of A, or of its face of B.
struct EdgeCode {
  std::int32_t value = 0;
  static EdgeCode of_a(std::int32_t half_edge) { return {half_edge}; }
  static EdgeCode of_b(std::int32_t half_edge) { return {~half_edge}; }
  bool is_of_a() const { return value >= 0; }
  std::int32_t half_edge() const { return value >= 0 ? value : ~value; }
};

/// Two faces that meet. Their common segment runs from `start` to `end` so that, on A seen from
/// outside, the part of A inside B is to its left (on B to its right): along n_A × n_B, PCM eq. 5.
struct FacePair {
  std::int32_t face_a = 0;
  std::int32_t face_b = 0;
  EdgeCode start;
  EdgeCode end;
};

/// Finds the pairs; keeps its memory from query to query, so a warm query does not allocate.
class MeshPairs {
 public:
  /// All pairs of faces that meet, for B placed by `b_in_a` in the frame of A. In a fixed order.
  void find(const MeshShape& a, const MeshShape& b, const Pose& b_in_a);

  /// The same in two moments (HITL §4): once per time step, pairs that may meet while no point of B
  /// moves farther than `margin` [m] against A; then, as often as wanted, those of them that do meet.
  void prepare(const MeshShape& a, const MeshShape& b, const Pose& b_in_a, double margin);
  /// False, and counted, when B has moved farther than the margin: pairs may be missing then.
  bool evaluate(const Pose& b_in_a);
  std::size_t candidate_count() const { return candidates_.size(); }
  std::int64_t too_small_count() const { return too_small_count_; }

  std::span<const FacePair> pairs() const { return pairs_; }
  /// The place of a vertex of B in the frame of A, for vertices of faces that were looked at or not.
  const Vec3& vertex_of_b(std::int32_t v) { return placed(v); }

  /// Whether a vertex of one mesh is inside the other, closed one, at the poses of the last query: by
  /// the same exact signs as the pairs, so it never contradicts them.
  bool vertex_of_a_inside_b(std::int32_t v);
  bool vertex_of_b_inside_a(std::int32_t v);

  std::int64_t box_tests() const { return box_tests_; }  ///< of four boxes each, last query
  std::int64_t face_tests() const { return face_tests_; }

 private:
  using SingleBox = geometry::BoxTree::SingleBox;
  using Node = geometry::BoxTree::Node;
  /// Boxes of the four children of a node of B in the frame of A, side by side, and their sizes.
  struct ChildBoxes {
    __m128 low[3];
    __m128 high[3];
    __m128 size;
  };

  const Vec3& placed(std::int32_t v) {
    const auto i = static_cast<std::size_t>(v);
    if (place_stamps_[i] != stamp_) {
      place_stamps_[i] = stamp_;
      places_[i] = b_in_a_.point(b_.mesh->vertices()[i]);
    }
    return places_[i];
  }
  struct Candidate {
    std::int32_t face_a = 0;
    std::int32_t face_b = 0;
  };
  void start(const MeshShape& a, const MeshShape& b, const Pose& b_in_a, double margin);
  void place_b(const Pose& b_in_a);
  double largest_move(const Pose& from, const Pose& to) const;
  /// Two faces whose boxes overlap: kept for later, or tested as soon as there are four.
  void meet(std::int32_t face_a, std::int32_t face_b) {
    if (preparing_) {
      candidates_.push_back({face_a, face_b});
      return;
    }
    waiting_[waiting_count_++] = {face_a, face_b};
    if (waiting_count_ == kTogether) test_waiting();
  }
  void test_waiting() {
    test_faces(std::span(waiting_).first(waiting_count_));
    waiting_count_ = 0;
  }
  const ChildBoxes& children_of_b(std::int32_t node);
  void turn_boxes(const Node& node, ChildBoxes& boxes) const;
  void fit_face(std::int32_t face, int place, ChildBoxes& boxes);
  static void fit_node(const ChildBoxes& below, int count, int place, ChildBoxes& boxes);

  /// Two nodes; a node or face of A (its box given) and a node of B; and the other way round.
  void open_both(std::int32_t a, std::int32_t b);
  void open_a(std::int32_t a, std::int32_t b, const SingleBox& box_b, float size_b);
  void open_b(std::int32_t a, std::int32_t b, const SingleBox& box_a, float size_a);
  /// A face that is larger than the boxes of the other mesh: those beside its plane are left out,
  /// which its own box, drawn along the axes, cannot tell.
  struct FacePlane {
    Lane4 normal[3];
    Lane4 steepness[3];  // of the normal's components, without sign
    Lane4 offset;
    Lane4 slack;
    FacePlane(const Vec3& unit_normal, double offset, double slack);
    int meets(const __m128 low[3], const __m128 high[3]) const;
  };
  void open_a_at_face(std::int32_t a, std::int32_t face_b, const SingleBox& box_b,
                      const FacePlane& plane);
  void open_b_at_face(std::int32_t face_a, std::int32_t b, const SingleBox& box_a,
                      const FacePlane& plane);
  double plane_slack(double offset, double size, double area) const;

  /// Corners of two faces, and on which sides of the other face they lie.
  struct FacesApart {
    std::array<const Vec3*, 3> a, b;
    std::array<int, 3> side_a, side_b;
  };
  /// Up to kTogether pairs of faces, one per lane.
  void test_faces(std::span<const Candidate> candidates);
  void test_edges(const Candidate& faces, const FacesApart& corners);

  MeshShape a_;
  MeshShape b_;
  Pose b_in_a_;
  float rotation_[3][3] = {};
  float position_[3] = {};
  float slack_ = 0.0f;   ///< covers the rounding of boxes turned in single precision [m]
  float margin_ = 0.0f;  ///< by which faces of B are grown [m]
  double reach_ = 0.0;   ///< largest coordinate of both meshes in the frame of A, or more [m]
  bool preparing_ = false;
  Pose prepared_pose_;
  double prepared_margin_ = 0.0;
  std::vector<Candidate> candidates_;
  static constexpr std::size_t kTogether = 4;
  std::array<Candidate, kTogether> waiting_;
  std::size_t waiting_count_ = 0;
  std::int64_t too_small_count_ = 0;
  std::vector<FacePair> pairs_;
  std::vector<Vec3> places_;                                       // of vertices of B
  std::vector<std::uint32_t> place_stamps_;                        // query that placed them
  std::vector<ChildBoxes, AlignedAllocator<ChildBoxes>> boxes_b_;  // of nodes of B
  std::vector<std::uint32_t> box_stamps_;
  std::uint32_t stamp_ = 0;
  std::int64_t box_tests_ = 0;
  std::int64_t face_tests_ = 0;
};

}  // namespace outrigger::contact
