/// A plate is held by soil up to the wedge of soil that it would have to push away, and no longer: tangents are
/// the derivatives of the force, because the step's equations need them; soil takes work and gives none, and
/// what stands still stays where it is.
#include "soil/plate.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "soil/columns.h"

namespace outrigger::soil {
namespace {

using testing::kDegree;

struct PlateSoil {
  const char* name;
  WedgeSoil soil;
  double janosi_k;
};

PlateSoil plate_soil(const char* name, double density, double c, double phi, double delta,
                     double adhesion, double k) {
  return {name, {density * 9.81, c, phi * kDegree, adhesion, delta * kDegree}, k};
}

const PlateSoil kPlateSoils[] = {plate_soil("dry sand", 1600, 500, 33, 22, 0, 0.025),
                                 plate_soil("sandy loam", 1540, 10000, 35, 22, 0, 0.020),
                                 plate_soil("clay", 2020, 35000, 10, 6, 8000, 0.010),
                                 plate_soil("gravel", 1690, 1000, 39, 26, 0, 0.012),
                                 plate_soil("top soil", 1370, 6000, 28, 18, 1000, 0.020)};

/// A plate in level ground, pushed along x.
struct Rig {
  Plate plate;
  PlateState state;
  PlateTeeth teeth;
  PlatePose pose;
  PlateGround ground;
  std::vector<double> heights;
  Vec3 edge = Vec3::Zero();
  double work = 0.0;

  Rig(const PlateSoil& soil, double depth, double rake, double tip_area = 0.0)
      : heights(60, depth) {
    teeth = {tip_area, 0.02, tip_area > 0.0 ? 2.0 : 0.0};
    pose.along = {-std::cos(rake), 0.0, std::sin(rake)};
    pose.normal = {std::sin(rake), 0.0, std::cos(rake)};
    pose.width = 1.2;
    ground.soil = soil.soil, ground.janosi_k = soil.janosi_k, ground.depth = depth;
    freeze();
  }
  void freeze() {
    ground.heights = heights;
    pose.edge = pose.last_edge = edge;
    plate.freeze(teeth, pose, ground, state);
  }
  Vec3 point() const { return edge + plate.arm() * pose.along; }
  PlateForce move(const Vec3& way, double h = 0.005) {
    freeze();
    edge += way;
    const PlateForce f = plate.evaluate(point(), way / h);
    const double w = plate.accept(point(), state);
    EXPECT_GE(w, 0.0);
    work += w;
    return f;
  }
};

double true_draft(const WedgeSoil& s, double rake, double depth, double width) {
  double least = 1e300;
  for (double b = 5.0 * kDegree; b < 80.0 * kDegree; b += 1e-4) {
    const double sum = rake + b + s.steel_friction + s.friction;
    if (sum > 3.08) break;
    const double reach = depth / std::tan(b);
    const double weight = s.unit_weight * width * 0.5 * depth * (reach + depth / std::tan(rake));
    const double p =
        (weight * std::sin(b + s.friction) +
         s.cohesion * depth / std::sin(b) * width * std::cos(s.friction) -
         s.adhesion * depth / std::sin(rake) * width * std::cos(rake + b + s.friction)) /
        std::sin(sum);
    least = std::min(least, p);
  }
  return least * std::sin(rake + s.steel_friction) + s.adhesion * depth * width / std::tan(rake);
}

TEST(Plate, DraftOfLevelGroundIsTheSmallestWedge) {
  for (const PlateSoil& s : kPlateSoils)
    for (double depth : {0.1, 0.2, 0.3, 0.4, 0.5})
      for (double rake : {30.0, 45.0, 60.0}) {
        Rig rig(s, depth, rake * kDegree);
        PlateForce f;
        for (int k = 0; k < 4000; ++k) f = rig.move({5e-5, 0.0, 0.0});  // 0.01 m/s
        const double exact = true_draft(s.soil, rake * kDegree, depth, 1.2);
        EXPECT_NEAR(-f.force.x(), exact, 0.005 * exact) << s.name << depth << " " << rake;
      }
}

TEST(Plate, ReachesItsLimitAfterTheJanosiDisplacement) {
  Rig rig(kPlateSoils[1], 0.3, 45.0 * kDegree);
  const Vec3 way = rig.pose.normal * 1e-4;
  PlateForce f;
  for (int k = 0; k < 100; ++k) f = rig.move(way);  // half of K
  EXPECT_NEAR(-f.force.dot(rig.pose.normal), 0.5 * rig.plate.normal_limit(),
              1e-6 * rig.plate.normal_limit());
  for (int k = 0; k < 101; ++k) f = rig.move(way);
  EXPECT_NEAR(-f.force.dot(rig.pose.normal), rig.plate.normal_limit(),
              0.003 * rig.plate.normal_limit());
}

TEST(Plate, RateTermAddsThreePercentAtHalfAMetrePerSecond) {
  Rig rig(kPlateSoils[1], 0.3, 45.0 * kDegree);
  PlateForce f;
  for (int k = 0; k < 60; ++k) f = rig.move(rig.pose.normal * 0.0025);
  EXPECT_NEAR(-f.force.dot(rig.pose.normal), 1.03 * rig.plate.normal_limit(), 1e-6);
}

/// Every regime: loose, elastic, at the limit, within the ramp of the rate term, sticking and slipping.
TEST(Plate, TangentsAreTheDerivativesOfTheForce) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  int slipped = 0, at_limit = 0, ramped = 0, elastic = 0;
  for (int turn = 0; turn < 3000; ++turn) {
    const PlateSoil& s = kPlateSoils[turn % 5];
    Rig rig(s, 0.3, (30.0 + 10.0 * (turn % 4)) * kDegree, 0.002);
    for (int k = 0; k < turn % 12; ++k)
      rig.move(Vec3(1.0 + any(random), 0.5 * any(random), any(random)) * 0.15 * s.janosi_k);
    rig.freeze();
    const Vec3 v(any(random), any(random), any(random));
    const double spread = turn % 2 == 0 ? 1.0 : 0.05;
    const Vec3 p = rig.point() + Vec3(any(random), any(random), any(random)) * spread * s.janosi_k;
    const PlateForce f = rig.plate.evaluate(p, v);
    EXPECT_LT((f.stiffness - f.stiffness.transpose()).norm(), 1e-9 * (1.0 + f.stiffness.norm()));
    EXPECT_GE(Eigen::SelfAdjointEigenSolver<Mat3>(f.stiffness).eigenvalues()[0],
              -1e-9 * (1.0 + f.stiffness.norm()));
    EXPECT_GE(Eigen::SelfAdjointEigenSolver<Mat3>(f.damping).eigenvalues()[0],
              -1e-9 * (1.0 + f.damping.norm()));
    Mat3 k, c;
    double bend = 0.0;  // a kink between the two places shows as a second difference
    const double e = 1e-4 * s.janosi_k;
    for (int a = 0; a < 3; ++a) {
      const Vec3 d = Vec3::Unit(a);
      const auto at = [&](double x) { return rig.plate.evaluate(p + x * d, v).force; };
      k.col(a) = -(8.0 * (at(e) - at(-e)) - (at(2 * e) - at(-2 * e))) / (12.0 * e);
      const Mat3 change = rig.plate.evaluate(p + 2 * e * d, v).stiffness +
                          rig.plate.evaluate(p - 2 * e * d, v).stiffness - 2.0 * f.stiffness;
      bend = std::max(bend, change.norm());
      c.col(a) =
          -(rig.plate.evaluate(p, v + 1e-3 * d).force - rig.plate.evaluate(p, v - 1e-3 * d).force) /
          2e-3;
      if ((rig.plate.evaluate(p, v + 1e-3 * d).damping -
           rig.plate.evaluate(p, v - 1e-3 * d).damping)
              .norm() > 0.0)
        c.col(a) = f.damping.col(a);
    }
    const double size = rig.plate.normal_limit() / s.janosi_k;
    if (bend > 1e-3 * size) continue;
    EXPECT_LT((k - f.stiffness).norm(), 1e-6 * size) << turn;
    EXPECT_LT((c - f.damping).norm(), 1e-6 * size) << turn;
    const double normal = -f.force.dot(rig.pose.normal), limit = rig.plate.normal_limit();
    elastic += normal > 0.0 && normal < limit ? 1 : 0;
    at_limit += normal >= limit ? 1 : 0;
    ramped += f.stiffness.norm() > 1.2 * size ? 1 : 0;
    slipped += rig.state.slipping > 0.0 ? 1 : 0;
  }
  EXPECT_GT(elastic, 100);
  EXPECT_GT(at_limit, 100);
  EXPECT_GT(ramped, 5);
  EXPECT_GT(slipped, 100);
}

TEST(Plate, SoilTakesWorkAndNeverGivesAny) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  Rig rig(kPlateSoils[4], 0.3, 45.0 * kDegree, 0.002);
  Vec3 v = Vec3::Zero();
  for (int k = 0; k < 20000; ++k) {
    v = 0.95 * v + 0.0005 * Vec3(any(random), any(random), any(random));
    const double turn = (45.0 + 10.0 * std::sin(0.001 * k)) * kDegree;
    rig.pose.along = {-std::cos(turn), 0.0, std::sin(turn)};
    rig.pose.normal = {std::sin(turn), 0.0, std::cos(turn)};
    rig.ground.depth = 0.2 + 0.1 * std::sin(0.003 * k);
    rig.heights.assign(60, rig.ground.depth);
    EXPECT_GE(rig.move(v).rate_power, 0.0);  // and accept checks plastic work
  }
  EXPECT_GT(rig.work, 0.0);
}

/// Below its limits the soil is a spring without loss, so a load that is put on at once swings about its rest.
/// Only the step takes energy: an implicit Euler step of ω² = k_n/m takes 1 - 1/(1 + ω² h²) of it, so that
///   |x_k - rest| ≤ load/k_n · (1 + ω² h²)^(-k/2)
/// (less after yielding: what yields moves the rest and costs energy.) Beyond this the place may change by the
/// rounding of places alone.
TEST(Plate, HoldsALoadForTenMinutes) {
  Rig rig(kPlateSoils[0], 0.3, 45.0 * kDegree, 0.002);
  const double mass = 500.0, h = 0.005, limit = rig.plate.normal_limit();
  const double k_n = limit / kPlateSoils[0].janosi_k;
  const double per_step = std::sqrt(1.0 + k_n / mass * h * h), swing = 0.6 * limit / k_n;
  const auto settled = static_cast<int>(std::log(swing / 1e-12) / std::log(per_step));
  const int end = settled + 120000;
  const Vec3 load = 0.6 * limit * rig.pose.normal;
  Vec3 v = Vec3::Zero();
  std::vector<Vec3> places;
  int yielded = -1;  // last step in which something yielded
  for (int k = 0; k < end; ++k) {
    rig.freeze();
    Vec3 next = v;
    for (int turn = 0; turn < 8; ++turn) {
      const PlateForce f = rig.plate.evaluate(rig.point() + h * next, next);
      const Mat3 m = mass * Mat3::Identity() + h * f.damping + h * h * f.stiffness;
      const Vec3 change = m.inverse() * (mass * (v - next) + h * (f.force + load));
      next += change;
      if (change.norm() < 1e-14) break;
    }
    v = next;
    rig.edge += h * v;
    if (rig.plate.accept(rig.point(), rig.state) > 0.0) yielded = k;
    places.push_back(rig.edge);
  }
  EXPECT_GE(yielded, 0) << "the first swing goes beyond the limit";
  EXPECT_LT(yielded, 200) << "nothing yields at rest";
  EXPECT_EQ(rig.state.slipping, 0.0);
  EXPECT_NEAR(rig.state.normal, 0.6 * limit, 1e-9 * limit);
  const Vec3 rest = places.back();
  EXPECT_GT(rest.dot(rig.pose.normal), swing) << "what yielded moved the rest";
  const double rounding = 4.0 * 2.2e-16 * rig.point().norm();  // of place, point, memory and step
  for (int k = yielded + 1; k < end; ++k)
    ASSERT_LE((places[static_cast<std::size_t>(k)] - rest).norm(),
              swing * std::pow(per_step, -k) + rounding * (end - k))
        << k;
  const Vec3 start = places[static_cast<std::size_t>(settled)];
  EXPECT_LT((rest - start).norm(), 1e-12 + rounding * 120000) << "2e-11 m in ten minutes";
}

TEST(Plate, OutOfTheGroundNothingPushes) {
  Rig rig(kPlateSoils[2], 0.3, 45.0 * kDegree, 0.002);
  for (int k = 0; k < 20; ++k) rig.move({0.002, 0.0, 0.0});
  rig.ground.depth = 0.0;
  EXPECT_EQ(rig.move({0.002, 0.0, 0.0}).force.norm(), 0.0);
  EXPECT_EQ(rig.state.engaged, 0.0);
}

}  // namespace
}  // namespace outrigger::soil
