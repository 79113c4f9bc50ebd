/// What it costs to factorise a matrix with one block row per body, before any number is there.
///
/// Bodies are eliminated in an order of minimum degree, as BodyLu does (system/body_lu.h), but only the
/// pattern is followed, and only until it is known to be too much: a thousand bodies that all touch each
/// other are turned down at once instead of filling the memory.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace outrigger::system {

class EliminationWork {
 public:
  struct Work {
    std::int64_t fill = 0;      ///< blocks below the diagonal
    std::int64_t products = 0;  ///< Σ d², d: later bodies that a body meets when its turn comes
    bool beyond = false;        ///< more than was asked for: counting has ended
  };
  /// `pairs` of different bodies, each once, 0 ≤ a, b < bodies. No allocation once it has seen as many.
  Work count(int bodies, std::span<const std::pair<int, int>> pairs, const Work& most);

 private:
  void meet(int a, int b);

  std::vector<std::vector<std::int32_t>> meets_;
  std::vector<std::int32_t> first_, next_, previous_, mark_;
};

}  // namespace outrigger::system
