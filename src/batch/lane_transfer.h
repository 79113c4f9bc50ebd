/// Numbers of single copies, as the kernels of one machine read them (math/block.h), from lanes and
/// back.
#pragma once

#include <span>

#include "math/block.h"

namespace outrigger::batch {

/// One copy: `count` numbers in its lane, or padded vectors.
void to_lane(const double* numbers, int count, int lane, int lanes, double* out);
void from_lane(const double* in, int lane, int lanes, int count, double* numbers);
void padded_to_lane(const double* padded, int vectors, int lane, int lanes, double* out);
void padded_from_lane(const double* in, int lane, int lanes, int vectors, double* padded);

/// All copies at once; there are as many pointers as lanes, a multiple of four.
void spread(const double* in, int vectors, std::span<double* const> padded);
void collect(std::span<double* const> padded, int vectors, double* out);

}  // namespace outrigger::batch
