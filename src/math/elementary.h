/// Elementary functions whose results have the same bits on every CPU, compiler and
/// optimisation level, for everything that enters the state of a simulation.
///
/// The C library chooses its code by the CPU it runs on (with and without fused multiply-add), so
/// the last bit of std::sin may differ between two computers and a recording would not replay.
/// These functions use nothing but IEEE 754 addition, multiplication, division, square root and
/// integer operations, in an order fixed by the source. Conditions, checked where possible:
/// round-to-nearest, no -ffast-math, -ffp-contract=off, no extended (x87) evaluation.
///
/// Method: reduce the argument to a small interval, keep the reduced argument and the leading terms
/// of the series as an unevaluated sum of two doubles (T. J. Dekker, Numerische Mathematik 18,
/// 1971, pp. 224-242), sum the tail of the Taylor series in plain doubles, round once at the end.
/// Rejected: tables of correctly rounded values (cache misses in the step), fused multiply-add
/// (slow and libm-dependent where the compiler is not told that the CPU has it).
///
/// Errors measured against 64-bit-mantissa references, in units in the last place (ulp):
/// tan below 1.0, sin and cos below 0.8, the others below 0.61 (exp 0.75 where it underflows);
/// the tests assert 1.5 for tan and 1.0 for the rest.
/// Special values (infinities, NaN, signed zeros, domains) are those of C99 Annex F, except that
/// no floating-point exception flag and no errno is promised.
#pragma once

namespace outrigger::elementary {

struct SineCosine {
  double sine;
  double cosine;
};

/// sin x, cos x, tan x; x [rad], any finite value. The argument is reduced by multiples of π/2:
/// in five exact parts of π/2 for |x| < 1e9 (W. J. Cody, W. Waite, Software Manual for the
/// Elementary Functions, 1980), beyond by integer multiplication with the needed bits of 2/π
/// (M. Payne, R. Hanek, SIGNUM Newsletter 18, 1983), so that the error bound holds everywhere.
/// Infinite x gives NaN. sin and tan are odd, cos is even, to the bit.
double sin(double x);
double cos(double x);
SineCosine sincos(double x);  ///< the bits of sin(x) and cos(x) for one reduction
double tan(double x);

/// Inverse functions [rad]. asin in [-π/2, π/2], acos in [0, π], NaN outside -1 ≤ x ≤ 1;
/// atan in [-π/2, π/2]. asin and atan are odd to the bit.
double asin(double x);
double acos(double x);
double atan(double x);
/// atan x in plain doubles: below 2.5 ulp, at a fraction of the cost; for force laws that call it
/// many times per step. Odd, and the same bits everywhere, like the others.
double quick_atan(double x);

/// Angle of the vector (x, y) from the x axis in [-π, π]; atan2(±0, -0) = ±π, as in C99.
double atan2(double y, double x);

/// e^x; +∞ above 709.7827, gradual underflow below -708.4.
double exp(double x);

/// e^x - 1, without the cancellation near x = 0.
double expm1(double x);

/// Natural logarithm; -∞ at ±0, NaN below.
double log(double x);

/// log(1 + x), without the cancellation near x = 0; -∞ at -1, NaN below.
double log1p(double x);

/// x^y with all special cases of C99; NaN for x < 0 and finite y that is no integer.
/// Exactly representable results are returned exactly.
double pow(double x, double y);

/// Cube root; odd to the bit.
double cbrt(double x);

}  // namespace outrigger::elementary
