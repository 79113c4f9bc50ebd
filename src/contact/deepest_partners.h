/// For each of many shapes that overlap, the few partners whose boxes overlap most.
///
/// What is kept depends only on what was offered, not on its order: a broad phase may offer pairs as it
/// finds them. A pair is kept when either of its two shapes keeps it, so that one large shape under many
/// small ones loses none of them as long as each of those has few others. Shapes on the ground are counted
/// for themselves: nothing falls through a floor because it is in a crowd.
#pragma once

#include <cstdint>
#include <vector>

#include "contact/broad/broad_objects.h"
#include "description/limits.h"
#include "geometry/box.h"

namespace outrigger::contact {

class DeepestPartners {
 public:
  /// Nothing is offered yet, to so many shapes.
  void clear(std::size_t shapes);
  /// Two shapes, the smaller number first; `overlap` of their boxes along the axis where it is least [m].
  void offer(std::int32_t a, std::int32_t b, double overlap, bool with_ground);
  /// Whether a partner may have been turned away by a shape.
  bool is_full(std::int32_t shape, bool with_ground) const {
    return counts_[2 * static_cast<std::size_t>(shape) + (with_ground ? 1 : 0)] == kKept;
  }
  /// Appends the pairs that are kept, each once, in no order.
  void take(std::vector<BroadPair>& pairs) const;

 private:
  struct Partner {
    double overlap = 0.0;
    std::int32_t shape = 0;
  };
  static constexpr std::size_t kKept = description::kCandidatesKept;
  void offer_to(std::int32_t shape, const Partner& partner, bool with_ground);
  bool keeps(std::int32_t shape, std::int32_t partner) const;

  // Of every shape two lists of kKept places: bodies, then ground; the deepest first.
  std::vector<Partner> partners_;
  std::vector<std::uint16_t> counts_;
};

/// Overlap of two boxes along the axis where it is least; negative when they do not.
double least_overlap(const geometry::Box& a, const geometry::Box& b);

}  // namespace outrigger::contact
