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

#include <immintrin.h>

#include <algorithm>

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
  /// A hidden object keeps its place, meets nothing and costs nothing, until it is shown again.
  void hide(BroadId id);
  void show(BroadId id);
  void set_filter(BroadId id, const BroadFilter& filter) { objects_.set_filter(id, filter); }
  const BroadObjects& objects() const { return objects_; }

  /// All pairs that overlap and may meet, sorted; valid until the next call. Boxes that touch
  /// overlap; they are rounded outwards to single precision.
  std::span<const BroadPair> find_pairs();
  /// Calls visit(a, b), a < b, for the same pairs, in an order that depends on the past, and keeps none of
  /// them: there may be more than memory holds.
  template <class Visit>
  void for_each_pair(const Visit& visit) {
    drop_removed();
    choose_axis();
    sort();
    fill_lists();
    sweep(visit);
  }

 private:
  using Floats = std::vector<float, AlignedAllocator<float>>;

  void drop_removed();
  void choose_axis();
  void sort();
  void fill_lists();
  template <class Visit>
  void sweep(const Visit& visit) const;
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
  std::vector<std::uint8_t> listed_, hidden_;
  /// Boxes in the order of the sweep: along the axis, then both ends across it.
  Floats low_, high_, low_u_, high_u_, low_v_, high_v_;
  static constexpr std::size_t kWidth = 8;  ///< boxes compared at once
};

template <class Visit>
void SweepBroadPhase::sweep(const Visit& visit) const {
  const std::size_t count = order_.size();
  for (std::size_t i = 0; i < count; ++i) {
    // Nothing begins before the end of an empty box.
    const __m256 high = _mm256_set1_ps(high_[i]);
    const __m256 low_u = _mm256_set1_ps(low_u_[i]), high_u = _mm256_set1_ps(high_u_[i]);
    const __m256 low_v = _mm256_set1_ps(low_v_[i]), high_v = _mm256_set1_ps(high_v_[i]);
    for (std::size_t j = i + 1; j < count; j += kWidth) {
      const __m256 begins = _mm256_cmp_ps(_mm256_loadu_ps(&low_[j]), high, _CMP_LE_OQ);
      if (_mm256_movemask_ps(begins) == 0) break;
      __m256 all = begins;
      all = _mm256_and_ps(all, _mm256_cmp_ps(_mm256_loadu_ps(&low_u_[j]), high_u, _CMP_LE_OQ));
      all = _mm256_and_ps(all, _mm256_cmp_ps(low_u, _mm256_loadu_ps(&high_u_[j]), _CMP_LE_OQ));
      all = _mm256_and_ps(all, _mm256_cmp_ps(_mm256_loadu_ps(&low_v_[j]), high_v, _CMP_LE_OQ));
      all = _mm256_and_ps(all, _mm256_cmp_ps(low_v, _mm256_loadu_ps(&high_v_[j]), _CMP_LE_OQ));
      for (int hits = _mm256_movemask_ps(all); hits != 0; hits &= hits - 1) {
        const std::size_t k =
            j + static_cast<std::size_t>(__builtin_ctz(static_cast<unsigned>(hits)));
        if (k >= count) break;
        const std::int32_t a = order_[i], b = order_[k];
        if (objects_.filter(a).allows(objects_.filter(b))) visit(std::min(a, b), std::max(a, b));
      }
    }
  }
}

}  // namespace outrigger::contact
