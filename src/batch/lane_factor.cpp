#include "batch/lane_factor.h"

namespace outrigger::batch {

LaneFactor::LaneFactor(std::span<const system::BlockLdlt* const> factors)
    : columns_(factors[0]->block_count()) {
  const system::BlockLdlt::Pattern p = factors[0]->pattern();
  const auto lanes = static_cast<std::int32_t>(factors.size());
  column_start_ = p.column_start;
  row_start_ = p.row_start;
  // Places of padded vectors (4) and blocks (12) become places of vectors and blocks in lanes.
  const auto vector = [&](std::int32_t place) { return place / 4 * 3 * lanes; };
  const auto block = [&](std::int32_t place) { return place / 12 * 9 * lanes; };
  for (const std::int32_t r : p.row) row_.push_back(3 * lanes * r);
  for (const auto& q : p.pairs) pairs_.push_back({vector(q.row), vector(q.column)});
  for (const auto& q : p.products) products_.push_back({block(q.left), block(q.right)});
  for (const auto& q : p.row_entries) row_entries_.push_back({block(q.block), vector(q.column)});
  for (const auto& q : p.plan) {
    plan_.push_back({q.pair_end, q.product_end, q.extra < 0 ? -1 : block(q.extra), block(q.w)});
    const int index = static_cast<int>(plan_.size()) - 1;
    for (const system::BlockLdlt* factor : factors) scalars_.push_back(factor->scalar(index));
  }
  l_.assign(9 * factors.size() * plan_.size(), 0.0);
  w_.assign(9 * factors.size() * static_cast<std::size_t>(p.room), 0.0);
}

FactorLists LaneFactor::lists() {
  return {columns_,      column_start_.data(), row_start_.data(),   row_.data(),     plan_.data(),
          pairs_.data(), products_.data(),     row_entries_.data(), scalars_.data(), l_.data(),
          w_.data()};
}

}  // namespace outrigger::batch
