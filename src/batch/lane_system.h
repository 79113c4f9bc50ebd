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

  // Walks through the rows, as in system.h. Coordinate rows are not evaluated in them; where their
  // gradients and numbers stand ready, `*_coordinate_*` do their part.

  /// Ψ and G at x, and out += Gᵀ (μ + Ψ). The gradients of copies that are not in `lanes` stay as they
  /// are.
  void add_constraint_forces(const double* x, const double* mu,
                             const std::array<bool, kLanes>& lanes, double* gradient, double* psi,
                             double* out) const;
  /// out += Gᵀ μ + G_fᵀ Ψ; G is not kept.
  void add_constraint_forces(const double* x, const double* mu, const double* frozen, double* psi,
                             double* out) const;
  /// Ψ, G, rates and accelerations of the rows, and the products of G_fᵀ with the last two.
  struct Motion {
    const double *x, *v, *acceleration;
  };
  struct Rates {
    double *psi_rate, *psi_acceleration;
    double *product_rate, *product_acceleration;
  };
  void evaluate_rows_and_rates(const Motion& at, const double* frozen, double* gradient,
                               double* psi, const Rates& out) const;
  /// G v and G a of the coordinate rows.
  void multiply_coordinate_rows(const double* gradient, const double* v, const double* acceleration,
                                double* psi_rate, double* psi_acceleration) const;
  /// out += Gᵀ w of the coordinate rows.
  void add_coordinate_products(const double* gradient, const double* weight, double* out) const;
  /// out += Gᵀ μ + G_fᵀ Ψ of the coordinate rows, row by row.
  void add_coordinate_products(const double* gradient, const double* mu, const double* frozen,
                               const double* psi, double* out) const;
  /// Rates and accelerations of the rows, for coordinate rows G v and G a only; `psi_rate` may be
  /// null. Together, because reading the gradients costs most.
  void evaluate_motion(const double* gradient, const double* v, const double* acceleration,
                       double* psi_rate, double* psi_acceleration) const;
  void transpose_product(const double* gradient, const double* weight, double* out) const;
  /// The same with two weights.
  void transpose_products(const double* gradient, const double* weight_a, const double* weight_b,
                          double* out_a, double* out_b) const;
  /// out = factor (M a - Q)
  void inertia_minus_force(const double* a, const double* force, double factor, double* out) const;

  LaneNumbers largest(const double* values) const;
  LaneNumbers largest_weighted(const double* values) const;
  LaneNumbers largest_violation(const double* psi) const;
  std::array<bool, kLanes> finite(const double* values) const;

 private:
  struct Row {
    std::int32_t row;
    std::int32_t first, end;   ///< slots
    std::int32_t left, right;  ///< places of the constants of a product
  };
  struct Gather {
    std::int32_t slot, row;  ///< places
  };
  struct Mass {
    std::int32_t value, column;  ///< places
  };
  void lay_out_constants(const Systems& systems);
  template <bool kUniform, bool kMasked>
  void run_fresh(const double* x, const double* mu, LaneMask lanes, double* gradient, double* psi,
                 double* out) const;
  template <bool kUniform>
  void run_frozen(const double* x, const double* mu, const double* frozen, double* psi,
                  double* out) const;
  template <bool kUniform>
  void run_rates(const Motion& at, const double* frozen, double* gradient, double* psi,
                 const Rates& out) const;
  template <bool kUniform, bool kRates>
  void run_motion(const double* gradient, const double* v, const double* acceleration,
                  double* psi_rate, double* psi_acceleration) const;
  template <bool kRates>
  void multiply_rows(const std::vector<Row>& rows, const double* gradient, const double* v,
                     const double* acceleration, double* psi_rate, double* psi_acceleration) const;
  void scatter(const Row& row, const double* gradient, Lane4 weight, double* out) const;
  void scatter_two(const Row& row, const double* frozen, Lane4 rate, Lane4 acceleration,
                   const Rates& out) const;
  template <bool kUniform>
  Lane4 linear_offset(const Row& row, int axis, const double* x) const;
  template <bool kUniform>
  struct Product;
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
