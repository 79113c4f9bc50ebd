#include "base/random.h"

#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "math/random_rotation.h"

namespace outrigger {
namespace {

// The sequence is part of recordings and reference numbers: it must never change. The first values
// of splitmix64 for seed 0 and of xoshiro256** are those of the published algorithms.
TEST(Random, SequenceIsFixed) {
  Random random(0);
  EXPECT_EQ(random.bits(), 0x99ec5f36cb75f2b4u);
  EXPECT_EQ(random.bits(), 0xbf6e1f784956452au);
  EXPECT_EQ(random.bits(), 0x1a5f849d4933e6e0u);
  Random same(42), other(43);
  EXPECT_NE(same.bits(), other.bits());
}

TEST(Random, UniformFillsItsInterval) {
  Random random(1);
  constexpr int kSamples = 200000;
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < kSamples; ++i) {
    const double u = random.uniform(-2.0, 4.0);
    ASSERT_GE(u, -2.0);
    ASSERT_LE(u, 4.0);
    sum += u;
    squares += (u - 1.0) * (u - 1.0);
  }
  EXPECT_NEAR(sum / kSamples, 1.0, 0.02);
  EXPECT_NEAR(squares / kSamples, 3.0, 0.03);  // (6²)/12
}

TEST(Random, IntegersAreUniform) {
  Random random(2);
  int counts[7] = {};
  for (int i = 0; i < 70000; ++i) ++counts[random.integer(7)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 400);
  EXPECT_EQ(random.integer(1), 0u);
  const std::uint64_t large = (std::uint64_t{1} << 63) + 1;
  for (int i = 0; i < 100; ++i) EXPECT_LT(random.integer(large), large);
  EXPECT_LT(random.integer(std::uint64_t{1} << 63), std::uint64_t{1} << 63);
}

// Uniform directions have zero mean and the second moment 1/3 along every axis.
TEST(Random, DirectionsAreUniform) {
  Random random(3);
  constexpr int kSamples = 100000;
  Vec3 mean = Vec3::Zero();
  Mat3 moment = Mat3::Zero();
  for (int i = 0; i < kSamples; ++i) {
    const Vec3 u = random_unit_vector(random);
    ASSERT_NEAR(u.norm(), 1.0, 1e-15);
    mean += u / kSamples;
    moment += u * u.transpose() / kSamples;
  }
  EXPECT_LT(mean.norm(), 0.01);
  EXPECT_LT((moment - Mat3::Identity() / 3.0).norm(), 0.01);
}

// A uniform rotation turns any direction into a uniform one, and its trace averages to zero.
TEST(Random, RotationsAreUniform) {
  Random random(4);
  constexpr int kSamples = 100000;
  Mat3 mean = Mat3::Zero();
  double trace_square = 0.0;
  for (int i = 0; i < kSamples; ++i) {
    const Mat3 r = random_rotation(random);
    ASSERT_LT((r * r.transpose() - Mat3::Identity()).norm(), 1e-14);
    ASSERT_NEAR(r.determinant(), 1.0, 1e-14);
    mean += r / kSamples;
    trace_square += r.trace() * r.trace() / kSamples;
  }
  EXPECT_LT(mean.norm(), 0.02);
  EXPECT_NEAR(trace_square, 1.0, 0.02);
}

}  // namespace
}  // namespace outrigger
