#include "contact/deepest_partners.h"

#include <algorithm>
#include <cstdlib>

namespace outrigger::contact {

double least_overlap(const geometry::Box& a, const geometry::Box& b) {
  return (a.high.cwiseMin(b.high) - a.low.cwiseMax(b.low)).minCoeff();
}

void DeepestPartners::clear(std::size_t shapes) {
  partners_.resize(2 * kKept * shapes);
  counts_.assign(2 * shapes, 0);
}

void DeepestPartners::offer(std::int32_t a, std::int32_t b, double overlap, bool with_ground) {
  offer_to(a, {overlap, b}, with_ground);
  offer_to(b, {overlap, a}, with_ground);
}

void DeepestPartners::offer_to(std::int32_t shape, const Partner& partner, bool with_ground) {
  const std::size_t list = 2 * static_cast<std::size_t>(shape) + (with_ground ? 1 : 0);
  Partner* first = &partners_[kKept * list];
  std::uint16_t& count = counts_[list];
  // Of equals the one nearest in the list of shapes: then a crowd in one place is a band, which is cheap
  // to solve, and no shape has to carry all others.
  const auto deeper = [shape](const Partner& x, const Partner& y) {
    if (x.overlap != y.overlap) return x.overlap > y.overlap;
    const int to_x = std::abs(x.shape - shape), to_y = std::abs(y.shape - shape);
    return to_x != to_y ? to_x < to_y : x.shape < y.shape;
  };
  if (count == kKept && !deeper(partner, first[kKept - 1])) return;
  std::size_t place = count == kKept ? kKept - 1 : count++;
  for (; place > 0 && deeper(partner, first[place - 1]); --place) first[place] = first[place - 1];
  first[place] = partner;
}

bool DeepestPartners::keeps(std::int32_t shape, std::int32_t partner) const {
  for (std::size_t list = 2 * static_cast<std::size_t>(shape), end = list + 2; list < end; ++list) {
    const Partner* first = &partners_[kKept * list];
    const Partner* last = first + counts_[list];
    if (std::any_of(first, last, [&](const Partner& p) { return p.shape == partner; })) return true;
  }
  return false;
}

void DeepestPartners::take(std::vector<BroadPair>& pairs) const {
  for (std::size_t list = 0; list < counts_.size(); ++list) {
    const auto shape = static_cast<std::int32_t>(list / 2);
    for (std::size_t k = 0; k < counts_[list]; ++k) {
      const std::int32_t other = partners_[kKept * list + k].shape;
      // A pair that both keep comes from the smaller number.
      if (shape < other || !keeps(other, shape))
        pairs.push_back({std::min(shape, other), std::max(shape, other)});
    }
  }
}

}  // namespace outrigger::contact
