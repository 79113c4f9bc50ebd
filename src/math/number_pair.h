/// Sums of two numbers, hi + lo, unevaluated, and the arc tangent in them: for double (elementary.cpp)
/// and for the numbers of several machines in vector lanes (batch/lanes.h), with the same bits.
///
/// T. J. Dekker, Numerische Mathematik 18, 1971, pp. 224-242. Only for those that need the inside of
/// math/elementary.h. Compile with -ffp-contract=off.
#pragma once

#include <cstddef>

namespace outrigger::elementary {

/// The unevaluated sum hi + lo, |lo| ≤ ulp(hi)/2 after normalisation.
template <class N>
struct NumberPair {
  N hi;
  N lo;
};

/// a + b exactly (Knuth); `ordered_sum` needs |a| ≥ |b| or a = 0 (Dekker).
template <class N>
NumberPair<N> exact_sum(N a, N b) {
  const N sum = a + b;
  const N b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

template <class N>
NumberPair<N> ordered_sum(N a, N b) {
  const N sum = a + b;
  return {sum, b - (sum - a)};
}

/// a b exactly, by splitting both factors into 26-bit halves; |a|, |b| < 2^995.
template <class N>
NumberPair<N> exact_product(N a, N b) {
  const N split(134217729.0);  // 2^27 + 1
  const N a_scaled = split * a;
  const N b_scaled = split * b;
  const N a_hi = a_scaled - (a_scaled - a);
  const N b_hi = b_scaled - (b_scaled - b);
  const N a_lo = a - a_hi;
  const N b_lo = b - b_hi;
  const N product = a * b;
  return {product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo};
}

template <class N>
NumberPair<N> add(NumberPair<N> a, NumberPair<N> b) {
  const NumberPair<N> sum = exact_sum(a.hi, b.hi);
  return ordered_sum(sum.hi, sum.lo + (a.lo + b.lo));
}

template <class N>
NumberPair<N> add(NumberPair<N> a, N b) {
  const NumberPair<N> sum = exact_sum(a.hi, b);
  return ordered_sum(sum.hi, sum.lo + a.lo);
}

template <class N>
NumberPair<N> negate(NumberPair<N> a) {
  return {-a.hi, -a.lo};
}

template <class N>
NumberPair<N> multiply(NumberPair<N> a, NumberPair<N> b) {
  const NumberPair<N> product = exact_product(a.hi, b.hi);
  return ordered_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

template <class N>
NumberPair<N> multiply(N a, NumberPair<N> b) {
  return multiply(NumberPair<N>{a, N(0.0)}, b);
}

template <class N>
NumberPair<N> divide(NumberPair<N> a, NumberPair<N> b) {
  const N quotient = a.hi / b.hi;
  const NumberPair<N> product = exact_product(quotient, b.hi);
  const N remainder = (((a.hi - product.hi) - product.lo) + a.lo) - quotient * b.lo;
  return ordered_sum(quotient, remainder / b.hi);
}

/// Nearest integer, ties to even; |x| < 2^51.
template <class N>
N nearest_integer(N x) {
  const N shift(0x1.8p52);
  return (x + shift) - shift;
}

// ---------------------------------------------------------------- arc tangent

/// π and π/2 in two parts.
inline constexpr double kPiParts[2] = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
inline constexpr double kHalfPiParts[2] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/// atan(k/8), k = 0..8, in two parts.
inline constexpr double kArcTangents[2][9] = {
    {0.0, 0x1.fd5ba9aac2f6ep-4, 0x1.f5b75f92c80ddp-3, 0x1.6f61941e4def1p-2, 0x1.dac670561bb4fp-2,
     0x1.1e00babdefeb4p-1, 0x1.4978fa3269ee1p-1, 0x1.700a7c5784634p-1, 0x1.921fb54442d18p-1},
    {0.0, -0x1.cd37686760c17p-59, 0x1.8ab6e3cf7afbdp-57, -0x1.c63aae6f6e918p-56,
     0x1.a2b7f222f65e2p-56, -0x1.928df287a668fp-58, 0x1.2419a87f2a458p-56, -0x1.8c34d25aadef6p-56,
     0x1.1a62633145c07p-55}};

/// atan(r) = r + r³ (-1/3 + r²/5 - ...), |r| ≤ 1/16; the first omitted term is below 2^-59.
inline constexpr double kArcTangentSeries[6] = {-1.0 / 3.0, 1.0 / 5.0,   -1.0 / 7.0,
                                                1.0 / 9.0,  -1.0 / 11.0, 1.0 / 13.0};

/// An entry of a table; lanes have it too.
inline double look_up(const double* table, double index) {
  return table[static_cast<std::size_t>(index)];
}

/// atan(y/x), 0 ≤ y ≤ x, x > 0, both of moderate size:
/// atan(y/x) = atan(c) + atan((y - c x)/(x + c y)), c = k/8 nearest to y/x, so that the last
/// argument stays below 1/16.
template <class N>
NumberPair<N> angle_below_diagonal(NumberPair<N> y, NumberPair<N> x) {
  const N k = nearest_integer(N(8.0) * y.hi / x.hi);
  const N c = N(0.125) * k;
  const NumberPair<N> r = divide(add(y, multiply(-c, x)), add(x, multiply(c, y)));
  const N t = r.hi * r.hi;
  N series(kArcTangentSeries[5]);
  for (int i = 4; i >= 0; --i) series = N(kArcTangentSeries[i]) + t * series;
  const N tail = r.hi * (t * series);
  return add(NumberPair<N>{look_up(kArcTangents[0], k), look_up(kArcTangents[1], k)}, add(r, tail));
}

}  // namespace outrigger::elementary
