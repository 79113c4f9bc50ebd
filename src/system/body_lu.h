/// Sparse LU of a matrix of 6×6 blocks, one block row per free body, for Newton's direction.
///
///   A = Σ diagonal blocks (i, i) + Σ blocks (i, j) and (j, i) of bodies that touch
///
/// The pattern is symmetric, the numbers need not be: friction that follows the normal force makes them
/// so. Bodies are eliminated in an order of minimum degree, found together with the fill, so that laying
/// a heap out anew costs less than factorising it. No pivoting but inside of a diagonal block: expects
/// unknowns scaled by their masses, A = I + something whose symmetric part is hardly negative.
///
/// Single precision: a column of a block fills one AVX register, and a direction only needs a few
/// digits, because the residual it is asked for is computed in double precision each time. No allocation
/// once it has seen a heap as large.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "math/block.h"

namespace outrigger::system {

class BodyLu {
 public:
  static constexpr int kRow = 8;           ///< numbers per body in a vector; the last two are zero
  static constexpr int kBlock = 6 * kRow;  ///< per block: six columns

  /// `pairs` of different bodies, 0 ≤ a, b < bodies; they may repeat.
  void analyse(int bodies, std::span<const std::pair<int, int>> pairs);
  int fill() const { return static_cast<int>(row_.size()); }  ///< pairs of blocks, fill included

  /// Sets all blocks to zero.
  void clear();
  /// Blocks of A by columns, to be added to between clear and factorise.
  float* diagonal(int body) { return &diagonal_[at(place_[static_cast<std::size_t>(body)])]; }
  /// Where the blocks of a pair are; to be looked up once per analyse.
  struct PairPlace {
    std::int32_t ab = -1, ba = -1;  ///< of blocks (a, b) and (b, a) in numbers()
  };
  PairPlace find(int a, int b) const;
  float* numbers(std::int32_t block) { return &off_diagonal_[at(block)]; }

  /// False when a diagonal block cannot be inverted. A is overwritten.
  bool factorise();
  /// Solves A x = b in place; kRow numbers per body, aligned to 32 bytes.
  void solve(float* b) const;

 private:
  using Floats = std::vector<float, AlignedAllocator<float>>;
  static std::size_t at(std::int32_t block) { return static_cast<std::size_t>(block) * kBlock; }
  void order(std::span<const std::pair<int, int>> pairs);

  int n_ = 0;
  std::vector<std::int32_t> place_, body_;  ///< of a body in the order, and back
  // By columns in the order of elimination: later bodies that a body meets.
  std::vector<std::int32_t> column_start_, row_;
  Floats diagonal_;      ///< inverted by factorise
  Floats off_diagonal_;  ///< of entry e of row_: 2e below the diagonal, 2e + 1 above
  std::vector<std::int32_t> entry_of_row_;
  mutable Floats ordered_;
  // Of the ordering.
  std::vector<std::vector<std::int32_t>> meets_;
  std::vector<std::int32_t> first_, next_, previous_, mark_;
};

}  // namespace outrigger::system
