/// Jumps in what a drive is asked to do. A guided coordinate is a constraint, so its reference must be
/// twice continuously differentiable; a function of time in a file need not be.
///
/// In a step: value, rate and acceleration at both ends of a smooth function agree,
///   x₁ - x₀ = h (v₀ + v₁)/2 + h² (a₀ - a₁)/12,   v₁ - v₀ = h (a₀ + a₁)/2,
/// but for terms of order h⁵ and h³. What is missing is a jump where it is larger than what acceleration
/// that begins or ends anywhere within the step can explain: 0.6 (h |v| + h² |a|) in the value, 0.6 h |a| in
/// the rate (it is half of it at most), with |v|, |a| the larger ones of both ends. Kinks of the rate that
/// only the acceleration shows are let pass; a change within two or three steps is as good as a jump.
///
/// In a table: rows so much closer than the others and so much steeper that they can only mean a step.
#pragma once

#include <cstddef>
#include <optional>

#include "description/description.h"
#include "system/drive_reference.h"

namespace outrigger::drives {

struct Jump {
  double value = 0.0;  ///< [m or rad]; 0: none
  double rate = 0.0;   ///< [1/s of it]; 0: none
  bool any() const { return value != 0.0 || rate != 0.0; }
};

/// Between the ends of a step h [s]; none where the drive has let go at either of them, or where numbers
/// are not finite.
Jump find_jump(const system::DriveReference& from, const system::DriveReference& to, double h);

/// The first of two rows (from 0) between which a table jumps.
std::optional<std::size_t> find_table_jump(const description::Function& function);

}  // namespace outrigger::drives
