#include "math/elementary.h"

#include <array>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "math/number_pair.h"

#ifdef __FAST_MATH__
#error "these functions need IEEE arithmetic: compile without -ffast-math"
#endif
#ifdef __clang__
#pragma clang fp contract(off)
#endif

namespace outrigger::elementary {
namespace {

static_assert(FLT_EVAL_METHOD == 0, "needs double arithmetic without extended precision");
static_assert(std::numeric_limits<double>::is_iec559);

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

using Pair = NumberPair<double>;

Pair square_root(Pair a) {
  const double root = std::sqrt(a.hi);
  if (root == 0.0) return {0.0, 0.0};
  const Pair square = exact_product(root, root);
  const double remainder = ((a.hi - square.hi) - square.lo) + a.lo;
  return ordered_sum(root, remainder / (2.0 * root));
}

// ---------------------------------------------------------------- bits and polynomials

std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }
double magnitude(double x) { return std::bit_cast<double>(bits_of(x) & 0x7fffffffffffffffu); }
bool is_negative(double x) { return (bits_of(x) >> 63) != 0; }
double with_sign(double value, bool negative) { return negative ? -value : value; }

/// 2^n for -1022 ≤ n ≤ 1023.
double power_of_two(int n) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52);
}

/// x 2^n for |n| < 2100, with one rounding, also into the subnormal range for |x| ≥ 2^-1.
double scale(double x, int n) {
  for (; n > 1023; n -= 1023) x *= power_of_two(1023);
  for (; n < -1022; n += 969) x *= power_of_two(-969);
  return x * power_of_two(n);
}

struct Decomposed {
  double fraction;  ///< in [1, 2)
  int exponent;
};

/// x = fraction 2^exponent for finite x > 0.
Decomposed decompose(double x) {
  int shift = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    shift = 54;
  }
  const std::uint64_t bits = bits_of(x);
  const int exponent = static_cast<int>(bits >> 52) - 1023;
  constexpr std::uint64_t kFraction = 0x000fffffffffffffu;
  constexpr std::uint64_t kOne = 0x3ff0000000000000u;
  return {std::bit_cast<double>((bits & kFraction) | kOne), exponent - shift};
}

/// c[0] + c[1] t + c[2] t² + ... by Horner's rule.
template <std::size_t n>
double polynomial(const std::array<double, n>& c, double t) {
  double sum = c[n - 1];
  for (std::size_t i = n - 1; i-- > 0;) sum = c[i] + t * sum;
  return sum;
}

// ---------------------------------------------------------------- sine and cosine

constexpr Pair kHalfPi = {kHalfPiParts[0], kHalfPiParts[1]};
constexpr Pair kPi = {kPiParts[0], kPiParts[1]};

/// x = (quadrant + 4 j) π/2 + angle, |angle| ≤ π/4 (1 + 2^-20).
struct Reduced {
  Pair angle;
  unsigned quadrant;
};

Reduced reduce_moderate(double x) {
  // n has at most 30 bits and each part but the last 23, so the products are exact.
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  const double n = nearest_integer(x * kTwoOverPi);
  const double first = x - n * 0x1.921fb4p+0;
  const double second = first - n * 0x1.4442dp-24;
  const Pair third = exact_sum(second, -n * 0x1.846988p-48);
  const Pair fourth = exact_sum(third.hi, -n * 0x1.8cc514p-72);
  const double rest = (third.lo + fourth.lo) - n * 0x1.80dc1cd129025p-95;
  return {exact_sum(fourth.hi, rest), static_cast<unsigned>(static_cast<std::int64_t>(n)) & 3u};
}

/// The binary digits of 2/π after the point, 32 in each word.
constexpr std::array<std::uint32_t, 42> kTwoOverPiDigits = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab,
    0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b,
    0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7,
    0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1,
    0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d, 0xa9e39161, 0x5ee61b08};

constexpr int kWindow = 7;                               ///< words of 2/π that one argument needs
using Product = std::array<std::uint32_t, kWindow + 2>;  ///< lowest word first

/// integer × the window of 2/π that starts at word `first`.
Product multiply_window(std::uint64_t integer, int first) {
  Product product{};
  const std::uint64_t factors[2] = {integer & 0xffffffffu, integer >> 32};
  for (std::size_t f = 0; f < 2; ++f) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < kWindow; ++i) {
      const auto word = static_cast<std::size_t>(first + kWindow - 1) - i;
      carry += factors[f] * kTwoOverPiDigits[word] + product[i + f];
      product[i + f] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    product[kWindow + f] = static_cast<std::uint32_t>(carry);
  }
  return product;
}

/// 32 bits of the product, the lowest at the given position.
std::uint32_t bits_at(const Product& product, int position) {
  const auto word = static_cast<std::size_t>(position / 32);
  const int shift = position % 32;
  std::uint64_t both = product[word];
  if (word + 1 < product.size()) both |= static_cast<std::uint64_t>(product[word + 1]) << 32;
  return static_cast<std::uint32_t>(both >> shift);
}

/// For x ≥ 2^29. x 2/π modulo 4 as an integer product: words of 2/π that contribute multiples of 4
/// are left out, and so are those below 2^-138.
Reduced reduce_huge(double x) {
  const std::uint64_t bits = bits_of(x);
  const std::uint64_t integer = (bits & 0x000fffffffffffffu) | 0x0010000000000000u;
  const int exponent = static_cast<int>(bits >> 52) - 1075;  // x = integer 2^exponent
  const int first = exponent < 2 ? 0 : (exponent - 2) / 32;
  const Product product = multiply_window(integer, first);

  // The bit of weight one, then the 128 bits of the fraction below it.
  const int unit = 32 * kWindow - (exponent - 32 * first);
  unsigned quadrant = bits_at(product, unit) & 3u;
  std::array<std::uint32_t, 4> fraction{};
  for (int i = 0; i < 4; ++i) {
    fraction[static_cast<std::size_t>(i)] = bits_at(product, unit - 32 * (i + 1));
  }

  // Fractions above a half belong to the next quadrant, with a negative angle.
  const bool negative = (fraction[0] >> 31) != 0;
  if (negative) {
    quadrant = (quadrant + 1u) & 3u;
    for (std::uint32_t& word : fraction) word = ~word;
  }
  Pair turn = {0.0, 0.0};
  double weight = 0x1p-32;
  for (const std::uint32_t word : fraction) {
    turn = add(turn, static_cast<double>(word) * weight);
    weight *= 0x1p-32;
  }
  const Pair angle = multiply(turn, kHalfPi);
  return {negative ? negate(angle) : angle, quadrant};
}

/// For finite x ≥ 0.
Reduced reduce(double x) {
  constexpr double kQuarterPi = 0x1.921fb54442d18p-1;
  if (x <= kQuarterPi) return {{x, 0.0}, 0};
  if (x < 1e9) return reduce_moderate(x);
  return reduce_huge(x);
}

/// sin(r) = r + r³ (-1/3! + r²/5! - ...), |r| ≤ π/4; the first omitted term is below 2^-64.
Pair sine_series(Pair r) {
  static constexpr std::array<double, 8> kSeries = {
      -1.0 / 6.0,        1.0 / 120.0,        -1.0 / 5040.0,          1.0 / 362880.0,
      -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368000.0, 1.0 / 355687428096000.0};
  const double t = r.hi * r.hi;
  return ordered_sum(r.hi, r.hi * (t * polynomial(kSeries, t)) + r.lo * (1.0 - 0.5 * t));
}

/// cos(r) = 1 - r²/2 + r⁴ (1/4! - r²/6! + ...), |r| ≤ π/4; first omitted term below 2^-59.
Pair cosine_series(Pair r) {
  static constexpr std::array<double, 7> kSeries = {
      1.0 / 24.0,        -1.0 / 720.0,         1.0 / 40320.0,         -1.0 / 3628800.0,
      1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.0};
  const double t = r.hi * r.hi;
  const Pair leading = ordered_sum(1.0, -0.5 * t);
  return ordered_sum(leading.hi, leading.lo + (t * t * polynomial(kSeries, t) - r.hi * r.lo));
}

/// sin and cos of a reduced angle, not yet rounded.
struct SineCosinePair {
  Pair sine;
  Pair cosine;
};

SineCosinePair rotate_to_quadrant(const Reduced& reduced) {
  const Pair s = sine_series(reduced.angle);
  const Pair c = cosine_series(reduced.angle);
  switch (reduced.quadrant) {
    case 0:
      return {s, c};
    case 1:
      return {c, negate(s)};
    case 2:
      return {negate(s), negate(c)};
    default:
      return {negate(c), s};
  }
}

// ---------------------------------------------------------------- inverse functions

/// Angle of (x, y) in the first quadrant; both of moderate size, not both zero.
Pair first_quadrant_angle(Pair y, Pair x) {
  if (y.hi <= x.hi) return angle_below_diagonal(y, x);
  return add(kHalfPi, negate(angle_below_diagonal(x, y)));
}

/// sqrt(1 - x²), 0 ≤ x ≤ 1.
Pair complement(double x) { return square_root(multiply(exact_sum(1.0, -x), exact_sum(1.0, x))); }

// ---------------------------------------------------------------- exponential and logarithm

/// ln 2 in two parts: the first has 42 bits, so that its product with an exponent is exact.
constexpr double kLog2Leading = 0x1.62e42fefa38p-1;
constexpr double kLog2Trailing = 0x1.ef35793c7673p-45;

/// x = n ln 2 + r, |r| ≤ ln 2 / 2.
struct ReducedExponent {
  Pair r;
  int n;
};

ReducedExponent reduce_exponent(Pair x) {
  constexpr double kOneOverLog2 = 0x1.71547652b82fep+0;
  const double n = nearest_integer(x.hi * kOneOverLog2);
  const Pair leading = exact_sum(x.hi, -n * kLog2Leading);
  return {add(leading, add(Pair{-n * kLog2Trailing, 0.0}, x.lo)), static_cast<int>(n)};
}

/// e^r - 1 = r + r²/2 + r³ (1/3! + r/4! + ...), the first two terms exactly.
Pair exponential_series(Pair r) {
  static constexpr std::array<double, 11> kSeries = {
      1.0 / 6.0,        1.0 / 24.0,        1.0 / 120.0,       1.0 / 720.0,
      1.0 / 5040.0,     1.0 / 40320.0,     1.0 / 362880.0,    1.0 / 3628800.0,
      1.0 / 39916800.0, 1.0 / 479001600.0, 1.0 / 6227020800.0};
  const Pair square = exact_product(r.hi, r.hi);
  const Pair half_square = {0.5 * square.hi, 0.5 * square.lo};
  const double tail = r.hi * (square.hi * polynomial(kSeries, r.hi)) + r.hi * r.lo;
  return add(add(r, half_square), tail);
}

/// e^x for -746 < x < 710.
double exponential(Pair x) {
  const ReducedExponent reduced = reduce_exponent(x);
  return scale(add(exponential_series(reduced.r), 1.0).hi, reduced.n);
}

/// log((m + m_lo) 2^k), √½ ≤ m ≤ √2, with a relative error of 2^-63:
/// log m = 2 atanh s = 2 s (1 + s²/3 + s⁴/5 + ...), s = (m - 1)/(m + 1).
Pair logarithm(double m, double m_lo, int k) {
  static constexpr std::array<double, 11> kSeries = {1.0 / 5.0,  1.0 / 7.0,  1.0 / 9.0,  1.0 / 11.0,
                                                     1.0 / 13.0, 1.0 / 15.0, 1.0 / 17.0, 1.0 / 19.0,
                                                     1.0 / 21.0, 1.0 / 23.0, 1.0 / 25.0};
  constexpr Pair kThird = {0x1.5555555555555p-2, 0x1.5555555555555p-56};
  const Pair s = divide(exact_sum(m - 1.0, m_lo), add(exact_sum(1.0, m), m_lo));
  const Pair t = multiply(s, s);
  const Pair series = add(multiply(t, kThird), t.hi * t.hi * polynomial(kSeries, t.hi));
  const Pair twice_s = {2.0 * s.hi, 2.0 * s.lo};
  const Pair log_m = add(twice_s, multiply(twice_s, series));
  const double exponent = k;
  return add(exact_sum(exponent * kLog2Leading, exponent * kLog2Trailing), log_m);
}

/// log(x + x_lo) for finite x > 0, |x_lo| ≤ ulp(x)/2.
Pair logarithm(double x, double x_lo) {
  constexpr double kSquareRootOfTwo = 0x1.6a09e667f3bcdp+0;
  const auto [fraction, exponent] = decompose(x);
  const bool upper = fraction > kSquareRootOfTwo;
  const int k = upper ? exponent + 1 : exponent;
  return logarithm(upper ? 0.5 * fraction : fraction, scale(x_lo, -k), k);
}

/// Whether y is an integer, and an odd one.
struct Parity {
  bool integer;
  bool odd;
};

Parity parity(double y) {
  const double a = magnitude(y);
  if (!(a < 0x1p53)) return {true, false};
  if (a < 1.0) return {a == 0.0, false};
  const auto whole = static_cast<std::uint64_t>(a);
  return {static_cast<double>(whole) == a, (whole & 1u) != 0};
}

/// The cases of pow with a zero, infinite or NaN operand; x is the magnitude of the base.
double special_power(double x, double y) {
  if (x != x || y != y) return kNan;
  if (magnitude(y) == kInfinity) {
    if (x == 1.0) return 1.0;
    return ((x > 1.0) == (y > 0.0)) ? kInfinity : 0.0;
  }
  return ((x == 0.0) == (y > 0.0)) ? 0.0 : kInfinity;
}

}  // namespace

SineCosine sincos(double x) {
  const double a = magnitude(x);
  if (a < 0x1p-27) return {x, 1.0};
  if (!(a < kInfinity)) return {kNan, kNan};
  const SineCosinePair both = rotate_to_quadrant(reduce(a));
  return {with_sign(both.sine.hi, is_negative(x)), both.cosine.hi};
}

double sin(double x) { return sincos(x).sine; }

double cos(double x) { return sincos(x).cosine; }

double tan(double x) {
  const double a = magnitude(x);
  if (a < 0x1p-27) return x;
  if (!(a < kInfinity)) return kNan;
  const SineCosinePair both = rotate_to_quadrant(reduce(a));
  return with_sign(divide(both.sine, both.cosine).hi, is_negative(x));
}

double asin(double x) {
  const double a = magnitude(x);
  if (!(a <= 1.0)) return kNan;
  if (a < 0x1p-27) return x;
  return with_sign(first_quadrant_angle({a, 0.0}, complement(a)).hi, is_negative(x));
}

double acos(double x) {
  const double a = magnitude(x);
  if (!(a <= 1.0)) return kNan;
  const Pair angle = first_quadrant_angle(complement(a), {a, 0.0});
  return is_negative(x) ? add(kPi, negate(angle)).hi : angle.hi;
}

double atan(double x) {
  if (x != x) return kNan;
  const double a = magnitude(x);
  if (a < 0x1p-27) return x;
  if (a > 0x1p60) return with_sign(kHalfPi.hi, is_negative(x));
  return with_sign(first_quadrant_angle({a, 0.0}, {1.0, 0.0}).hi, is_negative(x));
}

double quick_atan(double x) {
  const double a = magnitude(x);
  if (!(a <= 0x1p60)) return x != x ? kNan : with_sign(kHalfPi.hi, is_negative(x));
  const bool steep = a > 1.0;
  const double y = steep ? 1.0 / a : a;
  const double k = nearest_integer(8.0 * y);
  const double c = 0.125 * k;
  const double r = (y - c) / (1.0 + c * y);
  // In pairs: a shorter chain of operations than Horner's.
  const double t = r * r, t2 = t * t;
  const auto& s = kArcTangentSeries;
  const double series = (s[0] + s[1] * t) + t2 * ((s[2] + s[3] * t) + t2 * (s[4] + s[5] * t));
  const double below = kArcTangents[0][static_cast<std::size_t>(k)] + (r + r * (t * series));
  return with_sign(steep ? kHalfPi.hi - (below - kHalfPi.lo) : below, is_negative(x));
}

double atan2(double y, double x) {
  if (x != x || y != y) return kNan;
  double v = magnitude(y);
  double u = magnitude(x);
  const bool below = is_negative(y);
  const bool left = is_negative(x);

  // On an axis, or so near that the other coordinate does not count.
  if (v == 0.0) return with_sign(left ? kPi.hi : 0.0, below);
  if (u == 0.0) return with_sign(kHalfPi.hi, below);
  if (u == kInfinity && v == kInfinity) u = v = 1.0;
  if (u == kInfinity) return with_sign(left ? kPi.hi : 0.0, below);
  if (v == kInfinity) return with_sign(kHalfPi.hi, below);
  const int exponent_u = decompose(u).exponent;
  const int exponent_v = decompose(v).exponent;
  if (exponent_v - exponent_u > 60) return with_sign(kHalfPi.hi, below);
  if (exponent_u - exponent_v > 60) return with_sign(left ? kPi.hi : v / u, below);

  const Pair angle =
      first_quadrant_angle({scale(v, -exponent_u), 0.0}, {scale(u, -exponent_u), 0.0});
  return with_sign(left ? add(kPi, negate(angle)).hi : angle.hi, below);
}

double exp(double x) {
  if (x != x) return kNan;
  if (x > 709.8) return kInfinity;
  if (x < -745.2) return 0.0;
  return exponential({x, 0.0});
}

double expm1(double x) {
  if (x != x) return kNan;
  if (x > 709.8) return kInfinity;
  if (x < -40.0) return -1.0;
  if (magnitude(x) < 0x1p-54) return x;

  // 2^n ((1 - 2^-n) + (e^r - 1)).
  const auto [r, n] = reduce_exponent({x, 0.0});
  const Pair growth = exponential_series(r);
  if (n == 0) return growth.hi;
  const Pair offset = exact_sum(1.0, -scale(1.0, -n));
  return scale(add(offset, growth).hi, n);
}

double log(double x) {
  if (x != x || x < 0.0) return kNan;
  if (x == 0.0) return -kInfinity;
  if (x == kInfinity) return x;
  return logarithm(x, 0.0).hi;
}

double log1p(double x) {
  if (x != x || x < -1.0) return kNan;
  if (x == -1.0) return -kInfinity;
  if (x == kInfinity || magnitude(x) < 0x1p-54) return x;
  const Pair sum = exact_sum(1.0, x);
  return logarithm(sum.hi, sum.lo).hi;
}

double pow(double x, double y) {
  if (y == 0.0 || x == 1.0) return 1.0;
  const double a = magnitude(x);
  const auto [integer, odd] = parity(y);
  const bool negative = is_negative(x) && odd;
  if (!(a > 0.0 && a < kInfinity && magnitude(y) < kInfinity)) {
    return with_sign(special_power(a, y), negative);
  }
  if (x < 0.0 && !integer) return kNan;
  if (a == 1.0) return with_sign(1.0, negative);

  // x^y = e^(y log x); a result out of range is decided before the products can overflow.
  const Pair log_x = logarithm(a, 0.0);
  const double exponent = y * log_x.hi;
  if (exponent > 709.8) return with_sign(kInfinity, negative);
  if (exponent < -745.2) return with_sign(0.0, negative);
  return with_sign(exponential(multiply(y, log_x)), negative);
}

double cbrt(double x) {
  const double a = magnitude(x);
  if (!(a > 0.0 && a < kInfinity)) return x;

  // a = m 8^q with m in [1, 8).
  const auto [fraction, exponent] = decompose(a);
  const int q = (exponent + 1200) / 3 - 400;
  const double m = scale(fraction, exponent - 3 * q);

  // Halley's iteration from a parabola through three points, then one step with exact residual.
  double root = 0.7 + m * (0.3 - 0.0165 * m);
  for (int i = 0; i < 3; ++i) {
    const double cube = root * root * root;
    root *= (cube + 2.0 * m) / (2.0 * cube + m);
  }
  const Pair square = exact_product(root, root);
  const Pair cube = multiply(root, square);
  const double residual = (m - cube.hi) - cube.lo;
  return with_sign(scale(root + residual / (3.0 * square.hi), q), is_negative(x));
}

}  // namespace outrigger::elementary
