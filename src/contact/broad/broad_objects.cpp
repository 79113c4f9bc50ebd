#include "contact/broad/broad_objects.h"

#include <algorithm>
#include <limits>

#include "base/assert.h"

namespace outrigger::contact {
namespace {

geometry::ThingBox empty_box() { return geometry::ThingBox(geometry::Box()); }

}  // namespace

/// Numbers gone bad are contained: an object without a proper box meets nothing, and one without
/// end ends at the largest number, so that it does not meet the empty boxes.
geometry::ThingBox BroadObjects::narrowed(const geometry::Box& box) {
  if (!(box.low.array() <= box.high.array()).all()) return empty_box();
  constexpr float kLargest = std::numeric_limits<float>::max();
  geometry::ThingBox result(box);
  for (int k = 0; k < 3; ++k) {
    result.low[k] = std::clamp(result.low[k], -kLargest, kLargest);
    result.high[k] = std::clamp(result.high[k], -kLargest, kLargest);
  }
  return result;
}

BroadId BroadObjects::add(const geometry::Box& box, const BroadFilter& filter) {
  ++count_;
  if (free_.empty()) {
    boxes_.push_back(narrowed(box));
    filters_.push_back(filter);
    generations_.push_back(0);
    used_.push_back(1);
    return id(places() - 1);
  }
  const std::int32_t index = free_.back();
  free_.pop_back();
  const auto i = static_cast<std::size_t>(index);
  boxes_[i] = narrowed(box);
  filters_[i] = filter;
  used_[i] = 1;
  return id(index);
}

void BroadObjects::remove(BroadId id) {
  const std::size_t i = checked(id);
  boxes_[i] = empty_box();
  ++generations_[i];
  used_[i] = 0;
  free_.push_back(id.index);
  --count_;
}

bool BroadObjects::exists(BroadId id) const {
  return id.index >= 0 && id.index < places() && used(id.index) &&
         generations_[static_cast<std::size_t>(id.index)] == id.generation;
}

std::size_t BroadObjects::checked(BroadId id) const {
  OUTRIGGER_ASSERT(exists(id), "an object that was removed from the broad phase, or never added");
  return static_cast<std::size_t>(id.index);
}

void sort_pairs(std::vector<BroadPair>& pairs, std::vector<BroadPair>& scratch,
                std::int32_t places) {
  // Eight bits at a time from the lowest, of `second`, then of `first`; stable.
  scratch.resize(pairs.size());
  const auto pass = [&](auto digit) {
    std::uint32_t start[257] = {};
    for (const BroadPair& p : pairs) ++start[digit(p) + 1];
    for (std::size_t i = 1; i < 257; ++i) start[i] += start[i - 1];
    for (const BroadPair& p : pairs) scratch[start[digit(p)]++] = p;
    pairs.swap(scratch);
  };
  if (pairs.size() < 64) {
    std::sort(pairs.begin(), pairs.end());
    return;
  }
  for (int shift = 0; shift < 32 && (places >> shift) > 0; shift += 8) {
    pass([shift](const BroadPair& p) {
      return (static_cast<std::uint32_t>(p.second) >> shift) & 255u;
    });
  }
  for (int shift = 0; shift < 32 && (places >> shift) > 0; shift += 8) {
    pass([shift](const BroadPair& p) {
      return (static_cast<std::uint32_t>(p.first) >> shift) & 255u;
    });
  }
}

}  // namespace outrigger::contact
