/// Contours of two meshes: the segments in which faces meet, chained in order by topology alone
/// (THESIS §4.7.3, PCM §3.2 step 1). Where a segment leaves a face through an edge, the next one
/// lies in the face beyond this edge: no distances are compared, so nothing is snapped or missed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/near/mesh_pairs.h"

namespace outrigger::contact {

/// A piece of a contour: where two faces meet, in the frame of A.
struct ContourSegment {
  FacePair pair;
  Vec3 from = Vec3::Zero();
  Vec3 to = Vec3::Zero();  ///< the very bits of the next segment's `from`
};

/// Segments [first, first + count) in order; on A the part inside B is to their left.
struct Contour {
  std::int32_t first = 0;
  std::int32_t count = 0;
  bool closed = false;  ///< open ones end at the border of a mesh
};

/// Chains the pairs of a query; keeps its memory.
class MeshContours {
 public:
  void trace(const MeshShape& a, const MeshShape& b, MeshPairs& pairs);

  std::span<const Contour> contours() const { return contours_; }
  std::span<const ContourSegment> segments() const { return segments_; }
  std::span<const ContourSegment> segments(const Contour& c) const {
    return segments().subspan(static_cast<std::size_t>(c.first), static_cast<std::size_t>(c.count));
  }
  int open_count() const { return open_count_; }
  /// Ends whose continuation was not among the pairs: 0 unless a mesh lies about its topology.
  int break_count() const { return break_count_; }

 private:
  void fill_table(std::span<const FacePair> pairs);
  std::int32_t find(std::int32_t face_a, std::int32_t face_b) const;
  std::int32_t beyond(const FacePair& pair, EdgeCode edge);
  Vec3 crossing(const FacePair& pair, EdgeCode edge, MeshPairs& pairs) const;
  void walk(std::int32_t start, std::span<const FacePair> pairs, MeshPairs& query);

  MeshShape a_;
  MeshShape b_;
  std::span<const FacePair> pairs_;
  std::vector<std::int32_t> table_;  // open addressing, by the two faces
  std::vector<std::int32_t> next_;
  std::vector<std::uint8_t> has_previous_;
  std::vector<std::uint8_t> done_;
  std::vector<ContourSegment> segments_;
  std::vector<Contour> contours_;
  int open_count_ = 0;
  int break_count_ = 0;
};

}  // namespace outrigger::contact
