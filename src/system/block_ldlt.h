/// Sparse LDLᵀ of a symmetric matrix of 3×3 blocks with a fixed pattern, fused with its assembly.
///
/// The matrix is   A = μ ⊗ I₃ + Σ_r g_r g_rᵀ + E
///   μ    constant scalar per block (mass matrix)
///   g_r  scaled constraint gradients, a few 3-vectors ("slots") per row
///   E    extra blocks of force terms (stiffness and damping)
/// Every block is built in registers from its three lists (gradient pairs, extra, products of
/// earlier blocks) and written once: L by columns, which is all that the substitutions read, and
/// W = L D by rows, which the products read. A block of W is wanted no longer than until its row has been
/// eliminated; then its room is used again. So W stays in the nearest cache, and a factor has half the
/// numbers. Forward substitution, backward substitution (Lᵀ x as products by element, summed once per
/// column) and factorisation are all plain fused multiply-adds on padded columns.
///
/// Hand-written because it is our inner loop: measured against Eigen's SimplicialLDLT by
/// `outrigger bench excavator-factor`. Pivot blocks are factorised, not inverted: with an explicit
/// inverse the error grows with the square of a block's condition, and light bodies beside heavy
/// ones no longer converge (4 % of a step buys that). A block that is not positive definite is
/// reported, never divided by.
#pragma once

#include <cstdint>
#include <vector>

#include "math/block.h"

namespace outrigger::system {

/// Two gradient slots whose outer product enters a block: A_ij += g[row] g[column]ᵀ.
struct GradientPair {
  std::int32_t block, row_slot, column_slot;
};

/// What the symbolic phase needs to know about one lower block (row ≥ column).
struct BlockEntry {
  int row, column;
};

class BlockLdlt {
 public:
  BlockLdlt() = default;

  /// `entries`: lower blocks of A (diagonal ones are implied), indices in elimination order.
  void analyse(int block_count, const std::vector<BlockEntry>& entries);

  int block_count() const { return n_; }
  int factor_block_count() const { return static_cast<int>(row_.size()); }
  /// Index of block (row ≥ column) in the factor; -1 where it is structurally zero.
  int find(int row, int column) const;

  /// Lists are set once after analyse(): constant scalar, gradient pairs, extra block of each block.
  void set_scalar(int block, double mu) { plan_[block].scalar = mu; }
  double scalar(int block) const { return plan_[block].scalar; }
  /// Pairs of one block add up in the order given.
  void set_pairs(const std::vector<GradientPair>& pairs);
  void set_extras(const std::vector<std::int32_t>& extra_of_block);

  /// The blocks of the factor, fill included, by columns: visit(row, column, block).
  template <class Visit>
  void for_each_block(const Visit& visit) const {
    for (int j = 0; j < n_; ++j)
      for (int b = column_start_[j]; b < column_start_[j + 1]; ++b) visit(row_[b], j, b);
  }
  /// The gradient pairs of a block: visit(row_slot, column_slot).
  template <class Visit>
  void for_each_pair(int block, const Visit& visit) const {
    for (int p = block > 0 ? plan_[block - 1].pair_end : 0; p < plan_[block].pair_end; ++p)
      visit(pairs_[p].row / 4, pairs_[p].column / 4);
  }

  /// Factorises. `gradients`: padded slots; `extras`: 12 doubles per extra block (3 columns), or
  /// null. Returns false, and the first offending block, when a pivot block is not positive.
  bool factorise(const double* gradients, const double* extras);
  int failed_block() const { return failed_block_; }

  /// Solves A x = b in place for one or two right-hand sides (padded, elimination order).
  void solve(double* b) const;
  void solve_two(double* b0, double* b1) const;

  /// Dense copy of A as it would be factorised, for tests and for peers in the benchmark.
  Eigen::MatrixXd dense(const double* gradients, const double* extras) const;

  // Places in the number arrays, so that the kernels need no index arithmetic.
  struct Product {
    std::int32_t left, right;  ///< of block (i,k) in L and of block (j,k) in W
  };
  struct SlotPair {
    std::int32_t row, column;
  };
  struct RowEntry {
    std::int32_t block, column;  ///< of the block, and of the column's part of a vector
  };
  /// What one block is made of; its lists begin where those of the block before end.
  struct BlockPlan {
    double scalar = 0.0;
    std::int32_t pair_end = 0, product_end = 0;
    std::int32_t extra = -1;  ///< place of its extra block, -1 for none
    std::int32_t w = 0;       ///< place of its W; diagonal blocks have none
  };
  /// The lists that the kernels run through, for factors of several matrices of one pattern.
  struct Pattern {
    const std::vector<std::int32_t>&column_start, &row, &row_start;
    const std::vector<BlockPlan>& plan;
    const std::vector<SlotPair>& pairs;  ///< places, not indices, of slots
    const std::vector<Product>& products;
    const std::vector<RowEntry>& row_entries;
    int room;  ///< blocks of W at a time
  };
  Pattern pattern() const {
    return {column_start_, row_,      row_start_,   plan_,
            pairs_,        products_, row_entries_, static_cast<int>(w_.size() / 12)};
  }

 private:
  int place_w();

  int n_ = 0;
  // Blocks by columns, the diagonal block first.
  std::vector<std::int32_t> column_start_, row_;
  std::vector<BlockPlan> plan_;
  std::vector<SlotPair> pairs_;
  std::vector<Product> products_;
  // Off-diagonal blocks by rows, for the forward substitution.
  std::vector<std::int32_t> row_start_;
  std::vector<RowEntry> row_entries_;
  // Numbers: 12 per block. Diagonal blocks of `l_` hold the factors of D.
  AlignedDoubles l_, w_;
  int failed_block_ = -1;
};

}  // namespace outrigger::system
