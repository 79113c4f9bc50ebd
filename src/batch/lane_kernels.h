/// The inner loops over copies in vector lanes, for two widths: four copies with AVX2, which every
/// build needs, and eight with AVX-512, where the processor has it. They do what the kernels of
/// system/system.cpp, system/block_ldlt.cpp and stepper/stepper.cpp do, in the same order for each
/// copy, hence the same bits (but for the sign of zeros).
///
/// Plain pointers and functions: the file for AVX-512 has flags of its own, so it must not compile
/// anything that other files compile too (an inline function of a container, say): the linker keeps
/// one of them, perhaps the one that not every processor runs.
///
/// Arrays: `lanes` doubles per number and row, three times that per entity block or slot, nine times
/// per 3×3 block (by columns). Lists hold places, not indices, of what stands in such arrays.
#pragma once

#include <cstdint>

#include "batch/lane_set.h"
#include "model/coordinate_kind.h"

namespace outrigger::batch {

/// The pattern and numbers of a block LDLᵀ, see system/block_ldlt.h.
struct FactorLists {
  /// The lists of a block begin where those of the block before end.
  struct Plan {
    std::int32_t pair_end, product_end, extra, w;
  };
  struct Pair {
    std::int32_t row_slot, column_slot;
  };
  struct Product {
    std::int32_t left, right;
  };
  struct RowEntry {
    std::int32_t block, column;
  };
  int columns;
  const std::int32_t *column_start, *row_start, *row;
  const Plan* plan;
  const Pair* pairs;
  const Product* products;
  const RowEntry* row_entries;
  const double* scalars;
  double *l, *w;
};

/// One coordinate of all copies, see system/coordinate_kernel.h.
struct LaneCoordinate {
  /// A block in the two factors of a product, whose coefficients stand one behind the other.
  struct Term {
    std::int32_t block;
    const double* coefficients;
  };
  model::CoordinateKind kind;
  std::int32_t component;  ///< of a scalar unknown: place in a vector
  std::int32_t dots, slots;
  const std::int32_t* term_end;  ///< by product
  const Term* terms;
  const std::int32_t* slot_block;
  const double* slot_coefficients;  ///< by slot and product, both factors
};

/// Coordinates and their rows, and what guides them.
struct CoordinateLists {
  struct Row {
    enum class Kind { drive, coupling, definition };
    Kind kind;
    std::int32_t first_slot;
    std::int32_t function;          ///< of a coupling
    std::int32_t drive;             ///< place of a drive's reference
    std::int32_t value_b, value_a;  ///< places of the coordinates
    const LaneCoordinate *b, *a;
  };
  int coordinate_count;
  const LaneCoordinate* coordinates;
  const Row* rows;
  const double* value;  ///< of the coordinates where the step began: they count turns
  const double *drive_value, *drive_rate, *drive_acceleration;
  /// The functions of couplings belong to the copies: f, f' and f" of x by lanes.
  void (*couple)(const void* owner, int function, const double* x, double* f);
  const void* owner;
};

/// Rows and masses, see system/system.h.
struct SystemLists {
  struct Row {
    std::int32_t row;          ///< place
    std::int32_t first, end;   ///< slots, as indices
    std::int32_t left, right;  ///< of the constants of a product
    std::int32_t axis;         ///< of a linear row: place in a vector
  };
  struct Gather {
    std::int32_t slot, row;
  };
  struct Mass {
    std::int32_t value, column;
  };
  struct Rows {
    const Row *first, *last;
  };
  int blocks, rows;
  Rows products, linears, coordinates;
  CoordinateLists guides;  ///< of the coordinate rows
  bool uniform;            ///< all copies have the same coefficients, which are there once
  const std::int32_t* slot_block;
  const double *slot_a, *slot_b;
  const double *row_value, *scale, *inverse_size;  ///< by rows
  const double* block_weight;
  const std::int32_t *gather_start, *mass_start;
  const Gather* gather;
  const Mass* mass;
  const double* mass_value;
};

/// Where rows are evaluated.
struct LaneMotion {
  const double *x, *v, *acceleration;
};
/// What a walk finds there: Ψ, G, √α̃ Φ̇, √α̃ Φ̈, and the products of other gradients with the last two.
struct LaneRates {
  double *psi, *gradient;
  double *psi_rate, *psi_acceleration;
  double *product_rate, *product_acceleration;
};
/// A step's first guess: from where it began to where it may end.
struct LanePrediction {
  double h, old_x, new_x, old_v, new_v;  ///< factors of speeds and accelerations
  const double *x, *v, *before, *acceleration;
  double *next_x, *next_v, *next_before, *next_acceleration;
};
struct LaneIncrement {
  double to_v, to_acceleration;
  const double* delta;
  double *x, *v, *acceleration;
};

/// Lists come as values: a store of a number could change lists behind a reference, for all the compiler
/// knows, and they would be read again. Results by lane go to arrays of `lanes` doubles. Of copies that are not in a LaneSet, nothing
/// changes.
struct LaneKernels {
  int lanes;

  /// Returns the copies whose matrix is positive definite. `extras` may be null.
  LaneSet (*factorise)(FactorLists, const double* gradients, const double* extras, LaneSet);
  void (*solve)(FactorLists, double* b);
  /// Two right-hand sides; reading the factor costs most.
  void (*solve_two)(FactorLists, double* a, double* b);

  // Walks through rows.

  /// Ψ and G at x, and out += Gᵀ (μ + Ψ). The set is of the gradients.
  struct Fresh {
    double *gradient, *psi, *out;
  };
  void (*add_forces)(SystemLists, const double* x, const double* mu, LaneSet, const Fresh&);
  /// out += Gᵀ μ + G_fᵀ Ψ; G is not kept (`scratch` is overwritten where coordinate rows are).
  struct Frozen {
    const double* gradient;
    double *scratch, *psi, *out;
  };
  void (*add_frozen_forces)(SystemLists, const double* x, const double* mu, const Frozen&);
  void (*evaluate_rates)(SystemLists, const LaneMotion&, const double* frozen, const LaneRates&);
  /// √α̃ Φ̇ and √α̃ Φ̈ with gradients at hand.
  void (*evaluate_motion)(SystemLists, const LaneMotion&, const double* gradient, double* psi_rate,
                          double* psi_acceleration);
  /// Gᵀ w of all rows, for two weights.
  void (*transpose_products)(SystemLists, const double* gradient, const double* const* weight,
                             double* const* out);
  void (*transpose_product)(SystemLists, const double* gradient, const double* weight, double* out);

  // Walks through blocks, and through numbers of rows.

  /// out = factor (M a - Q)
  void (*inertia_minus_force)(SystemLists, const double* a, const double* force, double factor,
                              double* out);
  /// The largest change of acceleration of each copy.
  void (*predict)(SystemLists, const LanePrediction&, double* trend);
  /// |Δq| of each copy, infinite where a number is not finite.
  void (*apply_increment)(SystemLists, const LaneIncrement&, LaneSet, double* size);
  /// y -= d, and the largest of y as `largest_weighted`.
  void (*subtract)(SystemLists, const double* d, LaneSet, double* y, double* most);
  /// y = z
  void (*copy_lanes)(SystemLists, const double* z, LaneSet, double* y);
  /// μ = s λ/√α̃ and back
  void (*scale_multipliers)(SystemLists, double s, const double* lambda, double* mu);
  void (*unscale_multipliers)(SystemLists, double s, const double* mu, double* lambda);
  /// μ += Ψ, and the largest of Ψ as `largest_violation`.
  void (*add_offsets)(SystemLists, const double* psi, LaneSet, double* mu, double* most);
  /// The coordinates at x, which count their turns.
  void (*measure)(const CoordinateLists&, const double* x, double* value);
  void (*largest)(SystemLists, const double* values, double* most);
  void (*largest_weighted)(SystemLists, const double* values, double* most);
  void (*largest_violation)(SystemLists, const double* psi, double* most);
  LaneSet (*finite)(SystemLists, const double* values);
};

extern const LaneKernels kFourLanes;
/// Needs AVX-512 (F).
extern const LaneKernels kEightLanes;

}  // namespace outrigger::batch
