/// Broad phase by sweeping along one axis: all pairs of moving objects whose boxes overlap.
///
/// Objects stay sorted by the lower ends of their boxes on the axis along which they are spread
/// most; they move little from step to step, so sorting is almost done already (insertion; where
/// that takes too long, once from scratch). Then each is compared with those that begin before it
/// ends, eight at a time. The cost grows with the number of objects times how many share a slice of
/// the axis, which is quadratic in a dense heap; see docs/theory/far_detection.md for where it loses.
///
/// The pairs of one state are the same, in the same order, whatever happened before. One thread at
/// a time. Once warm nothing allocates.
#pragma once

#include "contact/broad/broad_objects.h"
#include "math/block.h"

namespace outrigger::contact {

class SweepBroadPhase {
 public:
  BroadId add(const geometry::Box& box, const BroadFilter& filter = {}) {
    const BroadId id = objects_.add(box, filter);
    order_.push_back(id.index);
    return id;
  }
  void remove(BroadId id) { objects_.remove(id); }
  void move(BroadId id, const geometry::Box& box) { objects_.move(id, box); }
  void set_filter(BroadId id, const BroadFilter& filter) { objects_.set_filter(id, filter); }
  const BroadObjects& objects() const { return objects_; }

  /// All pairs that overlap and may meet, sorted; valid until the next call. Boxes that touch
  /// overlap; they are rounded outwards to single precision.
  std::span<const BroadPair> find_pairs();

 private:
  using Floats = std::vector<float, AlignedAllocator<float>>;

  void drop_removed();
  void choose_axis();
  void sort();
  void sweep();
  float low(std::int32_t index) const { return objects_.box(index).low[axis_]; }
  bool before(std::int32_t a, std::int32_t b) const {
    return low(a) != low(b) ? low(a) < low(b) : a < b;
  }

  BroadObjects objects_;
  std::vector<std::int32_t>
      order_;  ///< places by lower end; may hold free ones until the next call
  int axis_ = 0;
  std::vector<BroadPair> pairs_;
  std::vector<BroadPair> scratch_;
  std::vector<std::uint8_t> listed_;
  /// Boxes in the order of the sweep: along the axis, then both ends across it.
  Floats low_, high_, low_u_, high_u_, low_v_, high_v_;
};

}  // namespace outrigger::contact
