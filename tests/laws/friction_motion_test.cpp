/// Blocks that slide, stick and stick-slip, in one dimension, against closed forms. The steps are
/// implicit (backward Euler) and solved by Newton's method with the tangents of the law.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "contact/laws/friction_law.h"
#include "support/gravity.h"

namespace outrigger::contact {
namespace {

using Kind = FrictionLaw::Kind;

/// A block on a surface that moves with `belt`, pulled by a spring and a constant force.
struct Block {
  double mass = 2.0, spring = 0.0, pull = 0.0, belt = 0.0, N = 2.0 * kGravity;
  FrictionLaw law;
  BristleParameters bristle;
  double x = 0.0, v = 0.0;
  Vec3 y = Vec3::Zero();
  FrictionForce friction;
  int iterations = 0;

  void step(double h) {
    double v_next = v;
    for (iterations = 1; iterations <= 50; ++iterations) {
      const double slip = v_next - belt;
      friction =
          friction_force(law, bristle, y + Vec3(h * slip, 0.0, 0.0), Vec3(slip, 0.0, 0.0), N);
      const double force = pull - spring * (x + h * v_next) + friction.force.x();
      const double residual = mass * (v_next - v) - h * force;
      // Positive parts: the falling friction of Stribeck would let Newton overshoot.
      const FrictionTangent t = positive_tangent(law, bristle, y + Vec3(h * slip, 0.0, 0.0),
                                                 Vec3(slip, 0.0, 0.0), N, iterations > 3);
      const double slope =
          mass + h * h * (spring + t.by_displacement(0, 0)) + h * t.by_velocity(0, 0);
      const double change = residual / slope;
      v_next -= change;
      if (std::abs(change) <= 1e-14 * (1.0 + std::abs(v_next))) break;
    }
    v = v_next;
    x += h * v;
    y = friction.bristle_next;
  }
};

Block make_block(Kind kind, double static_coefficient, double dynamic_coefficient, double h) {
  Block b;
  b.law.kind = kind;
  b.law.static_coefficient = static_coefficient;
  b.law.dynamic_coefficient = dynamic_coefficient;
  b.law.stribeck_speed = b.law.regularisation_speed = 1e-3;
  b.bristle = estimate_bristle(b.mass, h);
  return b;
}

class FrictionMotion : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(All, FrictionMotion,
                         testing::Values(Kind::bristle, Kind::thesis_bristle, Kind::stribeck,
                                         Kind::regularised, Kind::coulomb));

// Law: a sliding block stops after v²/(2 μ g).
TEST_P(FrictionMotion, SlidingBlockStopsWhereItMust) {
  const double h = 1e-4, mu = 0.4, v0 = 2.0;
  Block b = make_block(GetParam(), mu, mu, h);
  b.v = v0;
  for (int i = 0; i < 20000; ++i) {
    b.step(h);
    ASSERT_LT(b.iterations, 50) << i;
  }
  EXPECT_NEAR(b.v, 0.0, 1e-9);
  EXPECT_NEAR(b.x, v0 * v0 / (2.0 * mu * kGravity), 5e-4);
  RecordProperty("stops_too_far", std::to_string(b.x - v0 * v0 / (2.0 * mu * kGravity)));
}

// Law: at 99 % of the limit a block with memory stands and does not creep; at 101 % it slides with
// (F - μ N)/m. Without memory it creeps, slower than v_ε.
TEST_P(FrictionMotion, HoldsBelowTheLimitAndSlidesAbove) {
  const double h = 1e-3, mu = 0.5;
  const bool memory = GetParam() != Kind::regularised && GetParam() != Kind::coulomb;
  Block held = make_block(GetParam(), mu, mu, h);
  held.pull = 0.99 * mu * held.N;
  for (int i = 0; i < 20000; ++i) held.step(h);
  const double before = held.x;
  for (int i = 0; i < 10000; ++i) held.step(h);
  const double creep = (held.x - before) / 10.0;
  if (memory) {
    EXPECT_LT(std::abs(creep), 1e-14);
    EXPECT_LT(held.x, 1e-3);
    RecordProperty("sag_mm", std::to_string(1e3 * held.x));
  } else {
    EXPECT_GT(creep, 1e-5);
    EXPECT_LT(creep, 1e-2);
  }
  Block loose = make_block(GetParam(), mu, mu, h);
  loose.pull = 1.01 * mu * loose.N;
  for (int i = 0; i < 5000; ++i) loose.step(h);
  const double at = loose.v;
  for (int i = 0; i < 5000; ++i) loose.step(h);
  const double ideal = 0.01 * mu * kGravity;
  EXPECT_NEAR((loose.v - at) / 5.0 / ideal, 1.0, 1e-3);
}

// Law: a block on a spring stops for good where the spring is weaker than the static limit; each half
// swing shifts the centre by μ_d N/k (THESIS 3.3.1 in one dimension, corrections §3: 1.0 m → 0.1772 m).
TEST_P(FrictionMotion, SpringBlockSticksWhereTheExactSolutionDoes) {
  if (GetParam() == Kind::regularised || GetParam() == Kind::coulomb) return;  // they creep back
  const double h = 1e-4, shift = 0.1371;
  // m = 2, k = 2: ω = 1 rad/s. After three half swings the spring holds less than μ_s N.
  Block b = make_block(GetParam(), 0.5, 0.5, h);
  b.spring = 2.0;
  b.law.dynamic_coefficient = shift * b.spring / b.N;
  b.law.static_coefficient = 1.5 * b.law.dynamic_coefficient;
  b.x = 1.0;
  for (int i = 0; i < 110000; ++i) b.step(h);
  EXPECT_NEAR(b.x, -(1.0 - 6.0 * shift), 1e-3);
  RecordProperty("sticks_off_by", std::to_string(b.x + 1.0 - 6.0 * shift));
  EXPECT_NEAR(b.v, 0.0, 1e-9);
}

// Law: Bowden and Leben. A block on a belt at V, held by a spring, sticks for 2 Δμ N/(k V) and slips
// for 2 (π - atan(Δμ N/(V √(k m))))/ω; the spring force peaks at μ_s N on breaking loose (F. Bowden,
// L. Leben 1939; derived in docs/theory/contact_laws.md). v_s → 0 against V here.
TEST_P(FrictionMotion, StickSlipHasItsPeriodAndPeak) {
  if (GetParam() == Kind::regularised || GetParam() == Kind::coulomb) return;  // they do not stick
  const double h = 1e-4, V = 0.1, k = 200.0;
  Block b = make_block(GetParam(), 0.6, 0.4, h);
  b.spring = k;
  b.belt = V;
  b.v = V;
  const double omega = std::sqrt(k / b.mass), force = 0.2 * b.N;
  const double ideal =
      2.0 * force / (k * V) +
      2.0 / omega * (std::numbers::pi - std::atan(force / (V * std::sqrt(k * b.mass))));
  double first = -1.0, last = 0.0, peak = 0.0;
  int cycles = 0;
  bool stuck = true;
  for (int i = 0; i < 200000; ++i) {
    b.step(h);
    peak = std::max(peak, b.friction.force.x());
    const bool now = std::abs(b.v - V) < 0.05 * V;
    // Breaking loose: the block falls behind the belt.
    if (stuck && !now) {
      if (first < 0.0) {
        first = i * h;
      } else {
        ++cycles;
        last = i * h;
      }
    }
    stuck = now;
  }
  ASSERT_GT(cycles, 5);
  EXPECT_NEAR((last - first) / cycles / ideal, 1.0, 0.02);
  EXPECT_NEAR(peak / (0.6 * b.N), 1.0, 0.02);
  RecordProperty("period_over_ideal", std::to_string((last - first) / cycles / ideal));
  RecordProperty("peak_over_static", std::to_string(peak / (0.6 * b.N)));
}

}  // namespace
}  // namespace outrigger::contact
