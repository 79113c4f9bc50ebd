/// The block LDLᵀ of system/block_ldlt.h for four matrices of one pattern at once.
///
/// The same operations in the same order for each matrix, hence the same bits. Of diagonal blocks
/// only the lower triangle is computed, which is all that the pivot reads. The two sums that the
/// original runs side by side (to shorten chains of dependent operations) run one after the other:
/// nine accumulators fit into the registers, eighteen do not, and four independent matrices hide
/// the latency already.
#pragma once

#include "batch/lanes.h"
#include "system/block_ldlt.h"

namespace outrigger::batch {

class LaneFactor {
 public:
  /// All factors must have the same pattern; their scalars may differ.
  explicit LaneFactor(const std::array<const system::BlockLdlt*, kLanes>& factors);

  /// Factorises the matrices of the copies in `lanes`; the factors of the others stay as they are.
  /// `gradients`: slots of kVector doubles; `extras`: blocks of kBlock doubles by columns, or null.
  /// Returns the copies whose matrix is positive definite.
  std::array<bool, kLanes> factorise(const double* gradients, const double* extras,
                                     const std::array<bool, kLanes>& lanes);

  /// Solves A x = b in place for all copies.
  void solve(double* b) const;
  /// The same for two right-hand sides; reading the factor costs most.
  void solve_two(double* a, double* b) const;

 private:
  struct Pair {
    std::int32_t row_slot, column_slot;
  };
  struct Product {
    std::int32_t left, right;
  };
  struct RowEntry {
    std::int32_t block, column;
  };
  struct Plan {
    std::int32_t pair_end, product_end, extra;
  };
  template <bool kDiagonal>
  void assemble(int block, int pair, int product, const double* gradients, const double* extras,
                Lane4 (&s)[9]) const;
  template <bool kMasked>
  Lane4 run(const double* gradients, const double* extras, LaneMask lanes);

  int n_ = 0;
  std::vector<std::int32_t> column_start_, row_start_;
  std::vector<std::int32_t> row_;  ///< place of the row's part of a vector
  std::vector<Plan> plan_;
  std::vector<Pair> pairs_;
  std::vector<Product> products_;
  std::vector<RowEntry> row_entries_;
  AlignedDoubles scalars_;
  AlignedDoubles l_, w_;
};

}  // namespace outrigger::batch
