/// Equality of floating-point numbers by their bits, for "same bits" tests: NaN equals NaN, 0 differs
/// from -0.
#pragma once

#include <cstring>
#include <vector>

#include "math/block.h"

namespace outrigger::testing_support {

template <class Array>
bool same_bits(const Array& a, const Array& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0);
}

}  // namespace outrigger::testing_support
