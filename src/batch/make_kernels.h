/// The table of lane_kernels.h for a width; each width has a file with the flags that it needs.
#pragma once

#include "batch/factor_kernels.h"
#include "batch/row_kernels.h"
#include "batch/vector_kernels.h"

namespace outrigger::batch {

template <int kLanes>
constexpr LaneKernels make_kernels() {
  using Factor = FactorKernels<kLanes>;
  using Rows = RowKernels<kLanes>;
  using Vector = VectorKernels<kLanes>;
  return {.lanes = kLanes,
          .factorise = Factor::factorise,
          .solve = Factor::solve,
          .solve_two = Factor::solve_two,
          .add_forces = Rows::add_forces,
          .add_frozen_forces = Rows::add_frozen_forces,
          .evaluate_rates = Rows::evaluate_rates,
          .evaluate_motion = Rows::evaluate_motion,
          .transpose_products = Rows::transpose_products,
          .transpose_product = Rows::transpose_product,
          .inertia_minus_force = Rows::inertia_minus_force,
          .predict = Vector::predict,
          .apply_increment = Vector::apply_increment,
          .subtract = Vector::subtract,
          .copy_lanes = Vector::copy_lanes,
          .scale_multipliers = Vector::scale_multipliers,
          .unscale_multipliers = Vector::unscale_multipliers,
          .add_offsets = Vector::add_offsets,
          .measure = CoordinateKernels<kLanes>::measure,
          .largest = Vector::largest,
          .largest_weighted = Vector::largest_weighted,
          .largest_violation = Vector::largest_violation,
          .finite = Vector::finite};
}

}  // namespace outrigger::batch
