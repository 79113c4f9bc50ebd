/// Smoothing of evenly sampled measurements without phase shift, with two derivatives.
///
///   min Σ (y_i - z_i)² + λ Σ (Δ³ z_i)²      Δ³: third differences
///
/// (E. Whittaker 1923; P. Eilers, Analytical Chemistry 75, 2003.) Away from the ends this is a low-pass
/// filter with real response 1/(1 + λ (2 sin(π f Δt))⁶), hence with half amplitude at the
///   cut-off f_c:   λ = (2 sin(π f_c Δt))⁻⁶,   0 < f_c < 1/(2 Δt)
/// Parabolas pass unchanged, at the ends too. Solved as a least-squares problem by Givens rotations on
/// bands, O(n), because the normal equations lose all digits at cut-offs far below the sampling rate.
///
/// Without a given cut-off it is chosen by generalised cross-validation (P. Craven, G. Wahba,
/// Numerische Mathematik 31, 1979), which minimises the expected error of z without knowing the noise:
///   n |y - z|² / (n - tr)²,   tr = 3 + Σ_{k≥3} 1/(1 + λ (2 sin(π (k-1)/(2n)))⁶)
/// for noise that is independent from sample to sample. Then |y - z|²/(n - tr) estimates its variance.
///
/// Derivatives are central differences of fourth order of z, of lower order at the last two samples of
/// either end, where smoothing itself has only one side to look at.
#pragma once

#include <vector>

#include "math/formula.h"

namespace outrigger {

struct Smoothed {
  std::vector<Derivatives> samples;  ///< z and its derivatives by time
  double cutoff = 0.0;               ///< f_c [1/s]
  double noise = 0.0;                ///< standard deviation of y - z [unit of y]
};

inline constexpr int kFewestSamples = 9;

/// `interval` Δt [s] > 0; `cutoff` f_c [1/s], 0: by cross-validation. Throws Error when there are fewer
/// than kFewestSamples samples or the cut-off is not below half the sampling rate.
Smoothed smooth(const std::vector<double>& y, double interval, double cutoff = 0.0);

}  // namespace outrigger
