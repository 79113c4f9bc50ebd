/// Rows, masses and products of system/system.h for four systems of one pattern at once: the same
/// operations in the same order for each of them, hence the same bits (but for the sign of zeros).
///
/// The systems may differ in every number (lengths, masses, gravity, penalties), not in what is
/// connected to what. Arrays: kVector doubles per entity block or slot, kLanes per row.
#pragma once

#include "batch/lane_factor.h"
#include "batch/lanes.h"
#include "system/system.h"

namespace outrigger::batch {

class LaneSystem {
 public:
  using Systems = std::array<const system::System*, kLanes>;

  /// The penalties of the systems must have been set. Throws outrigger::Error that names the first
  /// thing in which the patterns differ, or that batches do not take.
  explicit LaneSystem(const Systems& systems);

  int block_count() const { return n_; }
  int total_block_count() const { return total_; }
  int row_count() const { return rows_; }
  int slot_count() const { return slots_; }
  /// Coordinate rows (drives, couplings, scalar unknowns) are the last ones. Their gradients and
  /// offsets are not computed here: each has kernels of its own.
  int first_coordinate_row() const { return first_coordinate_row_; }
  int first_coordinate_slot() const { return first_coordinate_slot_; }
  LaneFactor& factor() { return factor_; }
  const double* gravity() const { return gravity_.data(); }
  /// Vectors behind the movable blocks of x, in lanes.
  const AlignedDoubles& constants() const { return constants_; }
  const double* row_scales() const { return scale_.data(); }

  /// Ψ and G at x, without coordinate rows. With `lanes`, the gradients of the other copies stay as they are.
  void evaluate_rows(const double* x, const std::array<bool, kLanes>* lanes, double* gradient,
                     double* psi) const;
  /// Rates and accelerations of the rows, for coordinate rows G v and G a only; `psi_rate` may be null. Together, because reading the
  /// gradients costs most.
  void evaluate_motion(const double* gradient, const double* v, const double* acceleration,
                       double* psi_rate, double* psi_acceleration) const;
  void transpose_product(const double* gradient, const double* weight, double* out) const;
  /// The same with two weights.
  void transpose_products(const double* gradient, const double* weight_a, const double* weight_b,
                          double* out_a, double* out_b) const;
  void add_transpose_product(const double* gradient, const double* weight, double* out) const;
  /// out = factor (M a - Q)
  void inertia_minus_force(const double* a, const double* force, double factor, double* out) const;

  LaneNumbers largest(const double* values) const;
  /// The same, infinite where a number is not finite.
  LaneNumbers largest_if_finite(const double* values) const;
  LaneNumbers largest_weighted(const double* values) const;
  LaneNumbers largest_violation(const double* psi) const;
  std::array<bool, kLanes> finite(const double* values) const;

 private:
  /// Rows are taken by their number of slots, so that the short loops over slots always run equally
  /// often in a row: mispredicted ends of loops would cost as much as the rows themselves.
  struct Row {
    std::int32_t row;
    std::int32_t first, free_end, end;  ///< slots; those of constants come last
  };
  struct Gather {
    std::int32_t slot, row;  ///< places
  };
  struct Mass {
    std::int32_t value, column;  ///< places
  };
  void lay_out_constants(const Systems& systems);
  template <bool kUniform, bool kMasked>
  void run_rows(const double* x, LaneMask lanes, double* gradient, double* psi) const;
  template <bool kUniform, bool kRates>
  void run_motion(const double* gradient, const double* v, const double* acceleration,
                  double* psi_rate, double* psi_acceleration) const;
  /// The coefficient of a slot: one for all copies, or one for each.
  template <bool kUniform>
  static Lane4 coefficient(const AlignedDoubles& numbers, int slot) {
    return kUniform ? broadcast4(numbers[static_cast<std::size_t>(slot)])
                    : load4(numbers.data() + kLanes * static_cast<std::size_t>(slot));
  }

  int n_ = 0, total_ = 0, rows_ = 0, slots_ = 0, dot_rows_ = 0;
  int first_coordinate_row_ = 0, first_coordinate_slot_ = 0;
  std::vector<Row> dots_, linears_, coordinates_;
  bool uniform_ = false;                   ///< all copies have the same coefficients
  std::vector<std::int32_t> slot_block_;   ///< places
  std::vector<std::int32_t> linear_axis_;  ///< by linears_
  AlignedDoubles slot_a_, slot_b_, row_value_, scale_, inverse_size_, block_weight_;
  std::vector<std::int32_t> gather_start_, mass_start_;
  std::vector<Gather> gather_;
  std::vector<Mass> mass_;
  AlignedDoubles mass_value_, gravity_, constants_;
  LaneFactor factor_;
};

}  // namespace outrigger::batch
