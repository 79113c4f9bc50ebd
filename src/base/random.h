/// A small random generator with the same sequence on every computer, unlike the distributions of
/// the standard library, whose algorithms are not fixed.
///
/// Sequence: xoshiro256** (D. Blackman, S. Vigna, ACM Trans. Math. Software 47, 2021, 36), seeded
/// through splitmix64 (G. Steele et al., OOPSLA 2014). Period 2^256 - 1. Not for secrets.
/// Every user has its own generator with a written-down seed; there is no global one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/assert.h"

namespace outrigger {

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9e3779b97f4a7c15u;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      word = z ^ (z >> 31);
    }
  }

  /// 64 random bits.
  std::uint64_t bits() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  /// Uniform between a and b (b itself only by rounding).
  double uniform(double a, double b) { return a + (b - a) * uniform(); }

  /// Uniform in 0 .. n-1, without bias; n > 0.
  std::uint64_t integer(std::uint64_t n) {
    OUTRIGGER_DEBUG_ASSERT(n > 0);
    // Values above the last whole multiple of n are drawn again.
    const std::uint64_t excess = (~n + 1) % n;  // 2^64 mod n
    for (;;) {
      const std::uint64_t draw = bits();
      if (draw <= ~excess) return draw % n;
    }
  }

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace outrigger
