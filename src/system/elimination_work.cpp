#include "system/elimination_work.h"

#include <algorithm>

namespace outrigger::system {

namespace {
std::size_t slot(std::int32_t i) { return static_cast<std::size_t>(i); }
}  // namespace

void EliminationWork::meet(int a, int b) {
  meets_[slot(a)].push_back(b);
  meets_[slot(b)].push_back(a);
}

EliminationWork::Work EliminationWork::count(int bodies, std::span<const std::pair<int, int>> pairs,
                                             const Work& most) {
  Work work;
  if (static_cast<std::int64_t>(pairs.size()) > most.fill) return {0, 0, true};
  if (meets_.size() < slot(bodies)) meets_.resize(slot(bodies));
  for (int i = 0; i < bodies; ++i) meets_[slot(i)].clear();
  for (const auto& [a, b] : pairs) meet(a, b);
  // Bodies by degree, as lists; the one put in last comes first.
  first_.assign(slot(bodies) + 1, -1);
  next_.assign(slot(bodies), -1);
  previous_.assign(slot(bodies), -1);
  mark_.assign(slot(bodies), -1);
  const auto put = [&](std::int32_t i) {
    std::int32_t& first = first_[meets_[slot(i)].size()];
    next_[slot(i)] = first;
    previous_[slot(i)] = -1;
    if (first >= 0) previous_[slot(first)] = i;
    first = i;
  };
  const auto take = [&](std::int32_t i) {
    const std::int32_t before = previous_[slot(i)], after = next_[slot(i)];
    if (after >= 0) previous_[slot(after)] = before;
    if (before >= 0)
      next_[slot(before)] = after;
    else
      first_[meets_[slot(i)].size()] = after;
  };
  for (std::int32_t i = bodies - 1; i >= 0; --i) put(i);
  std::size_t least = 0;
  std::int32_t stamp = 0;
  for (int turn = 0; turn < bodies; ++turn) {
    while (first_[least] < 0) ++least;
    const std::int32_t k = first_[least];
    take(k);
    const auto& column = meets_[slot(k)];
    const auto degree = static_cast<std::int64_t>(column.size());
    // What is left can be no more than full.
    const std::int64_t left = bodies - turn - 1;
    if (degree == left) {
      work.fill += degree * (degree + 1) / 2;
      work.products += degree * (degree + 1) * (2 * degree + 1) / 6;
      work.beyond = work.fill > most.fill || work.products > most.products;
      return work;
    }
    work.fill += degree;
    work.products += degree * degree;
    if (work.fill > most.fill || work.products > most.products)
      return {work.fill, work.products, true};
    for (const std::int32_t i : column) {
      take(i);
      auto& m = meets_[slot(i)];
      mark_[slot(i)] = ++stamp;
      std::size_t kept = 0;
      for (const std::int32_t j : m) {
        if (j == k) continue;
        mark_[slot(j)] = stamp;
        m[kept++] = j;
      }
      m.resize(kept);
      for (const std::int32_t j : column)
        if (mark_[slot(j)] != stamp) m.push_back(j);
      put(i);
      least = std::min(least, m.size());
    }
  }
  return work;
}

}  // namespace outrigger::system
