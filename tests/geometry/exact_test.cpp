/// The signs must be those of the exact numbers. Independent way: coordinates that are small
/// integers times powers of two, whose determinants 128-bit integers hold exactly.
#include "geometry/exact.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "base/random.h"

namespace outrigger::geometry {
namespace {

__extension__ using Wide = __int128;
using Whole = std::array<std::int64_t, 3>;

Vec3 to_vec(const Whole& w) {
  return {static_cast<double>(w[0]), static_cast<double>(w[1]), static_cast<double>(w[2])};
}
Wide minus(const Whole& a, const Whole& b, int k) {
  return Wide(a[static_cast<std::size_t>(k)]) - b[static_cast<std::size_t>(k)];
}
Wide cross(const Whole& u0, const Whole& u1, const Whole& v0, const Whole& v1, int k) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  return minus(u1, u0, i) * minus(v1, v0, j) - minus(u1, u0, j) * minus(v1, v0, i);
}
int sign(Wide x) { return (x > 0) - (x < 0); }
int determinant(const Whole& a, const Whole& b, const Whole& c, const Whole& d) {
  Wide sum = 0;
  for (int k = 0; k < 3; ++k) sum += cross(a, b, a, c, k) * minus(d, a, k);
  return sign(sum);
}

TEST(Exact, SignsOfDeterminantsNearZero) {
  // d is the centre of the triangle plus a change of few units: the double determinant is noise.
  Random random(7);
  int zeros = 0;
  const auto whole = [&](std::int64_t range) {
    const auto one = [&] { return static_cast<std::int64_t>(random.bits() % (2 * range)) - range; };
    return Whole{one(), one(), one()};
  };
  for (int i = 0; i < 200000; ++i) {
    const std::int64_t range = std::int64_t{1} << (2 + i % 35);
    Whole a = whole(range), b = whole(range), c = whole(range), d;
    const std::int64_t s = static_cast<std::int64_t>(random.bits() % 5) - 2;
    const std::int64_t t = static_cast<std::int64_t>(random.bits() % 5) - 2;
    for (std::size_t k = 0; k < 3; ++k) {
      d[k] = a[k] + s * (b[k] - a[k]) + t * (c[k] - a[k]);
      if (random.bits() % 4 == 0) d[k] += static_cast<std::int64_t>(random.bits() % 3) - 1;
    }
    const int expected = determinant(a, b, c, d);
    zeros += expected == 0;
    ASSERT_EQ(side_of_plane(to_vec(a), to_vec(b), to_vec(c), to_vec(d)), expected);
    // Powers of two change nothing.
    const double scale = std::ldexp(1.0, static_cast<int>(random.bits() % 200) - 130);
    ASSERT_EQ(
        side_of_plane(scale * to_vec(a), scale * to_vec(b), scale * to_vec(c), scale * to_vec(d)),
        expected);
    const int i0 = i % 3, j0 = (i + 1 + i / 3 % 2) % 3, k0 = 3 - i0 - j0;
    const int turn = (i0 + 1) % 3 == j0 ? 1 : -1;
    ASSERT_EQ(side_of_line(to_vec(a), to_vec(b), to_vec(d), i0, j0),
              turn * sign(cross(a, b, a, d, k0)));
    ASSERT_TRUE(collinear(to_vec(a), to_vec(b), to_vec(a)));
    int expected_cross = 0;
    for (int k = 0; k < 3 && expected_cross == 0; ++k) expected_cross = sign(cross(a, b, c, d, k));
    ASSERT_EQ(sign_of_cross(to_vec(a), to_vec(b), to_vec(c), to_vec(d)), expected_cross);
  }
  EXPECT_GT(zeros, 20000);
}

TEST(Exact, AnswersOfTheMovedMeshAreThoseOfASmallShift) {
  // On small integers, a shift by (1e-4, 1e-9, 1e-14)-like powers of two decides as ε → 0 does.
  Random random(8);
  const Whole shift{std::int64_t{1} << 24, std::int64_t{1} << 12, 1};  // of coordinates times 2^36
  for (int i = 0; i < 100000; ++i) {
    std::array<Whole, 4> p;
    for (Whole& w : p) {
      for (auto& x : w) x = static_cast<std::int64_t>(random.bits() % 5) - 2;
    }
    const auto big = [&](std::size_t k, bool is_moved) {
      Whole w = p[k];
      for (std::size_t c = 0; c < 3; ++c) w[c] = (w[c] << 36) + (is_moved ? shift[c] : 0);
      return w;
    };
    // 128 bits hold products of three numbers below 2^40.
    EXPECT_EQ(moved::point_of_a(to_vec(p[0]), to_vec(p[1]), to_vec(p[2]), to_vec(p[3])),
              determinant(big(0, true), big(1, true), big(2, true), big(3, false)));
    EXPECT_EQ(moved::point_of_b(to_vec(p[0]), to_vec(p[1]), to_vec(p[2]), to_vec(p[3])),
              determinant(big(0, false), big(1, false), big(2, false), big(3, true)));
    EXPECT_EQ(moved::edges(to_vec(p[0]), to_vec(p[1]), to_vec(p[2]), to_vec(p[3])),
              determinant(big(0, false), big(1, false), big(2, true), big(3, true)));
  }
}

}  // namespace
}  // namespace outrigger::geometry
