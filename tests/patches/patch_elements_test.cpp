/// Elements of patches with known areas and depths, and the sums over them: force, tangents against
/// differences, energy, rigid invariance, no allocation.
#include "contact/patches/patch_elements.h"

#include <Eigen/Eigenvalues>

#include "contact/patches/patch_wrench.h"
#include "patch_helpers.h"
#include "support/allocation_counter.h"

namespace outrigger::contact {
namespace {

TEST(PatchElements, CubeInAPlaneHasItsBottomOnly) {
  // A cube 10 mm deep in a plane: the bottom carries 1 m² × 10 mm; side walls see no face of the
  // plane, whatever lies behind them.
  const Solid cube(geometry::sample_box({1, 1, 1}));
  const Solid open_ground(flat_ground(7, 3.0));
  const Solid thick_ground(moved(geometry::sample_box({3, 3, 1}), pose_of({0, 0, -0.5})));
  PatchElements query;
  for (const Solid* ground : {&open_ground, &thick_ground}) {
    for (const MasterMode mode : {MasterMode::a, MasterMode::b, MasterMode::both}) {
      query.find(cube.shape(), ground->shape(), pose_of({0.02, 0.03, -0.49}), mode);
      ASSERT_EQ(query.patch_count(), 1);
      double area = 0.0, volume = 0.0;
      for (const PatchElement& e : query.elements()) {
        EXPECT_LT((e.normal - Vec3::UnitZ()).norm(), 1e-14);
        EXPECT_NEAR(e.depth, 0.01, 1e-14);
        EXPECT_NEAR(e.point.z(), -0.495, 1e-14);
        EXPECT_EQ(e.patch, 0);
        area += e.area;
        volume += e.area * e.depth;
      }
      EXPECT_NEAR(area, 1.0, 1e-12);
      EXPECT_NEAR(volume, 0.01, 1e-13);
    }
  }
}

TEST(PatchElements, PointsAreWhereTheLayersMeet) {
  // PCM eq. 13: a layer of A that takes a quarter of the depth gives way by a quarter.
  const Solid cube(geometry::sample_box({1, 1, 1}));
  const Solid ground(flat_ground(3, 3.0));
  PatchElements query;
  for (const MasterMode mode : {MasterMode::a, MasterMode::b}) {
    query.find(cube.shape(), ground.shape(), pose_of({0, 0, -0.49}), mode, 0.25);
    ASSERT_FALSE(query.elements().empty());
    for (const PatchElement& e : query.elements()) EXPECT_NEAR(e.point.z(), -0.4975, 1e-14);
  }
}

TEST(PatchElements, CoarseFacesIntegrateExactly) {
  // The bottom of a cube of twelve faces, wholly in the plane and tilted: depth is linear over it, so
  // force and torque about its middle are c_l d L² and c_l ε L⁴/12, whatever the cut of its faces.
  const Solid cube(geometry::sample_box({1, 1, 1}));
  const Solid ground(flat_ground(1, 5.0));
  PatchElements query;
  LayerLaw law;
  law.stiffness = 1e6;
  for (const Vec3& tilt : {Vec3(1e-3, 0, 0), Vec3(0, 1e-3, 0), Vec3(7e-4, -7e-4, 0)}) {
    const Pose cube_in_ground = pose_of({0.1, 0.2, 0.5 - 0.01}, tilt);
    query.find(cube.shape(), ground.shape(), inverse(cube_in_ground), MasterMode::a);
    PatchMotion motion;
    motion.reference = Vec3(0, 0, -0.5);
    PatchTangent tangent;
    const PatchWrench w = sum_elements(query.elements(), law, motion, &tangent);
    EXPECT_NEAR(w.force.z(), 1e4, 1.0);
    EXPECT_LT((w.torque() + 1e6 / 12.0 * tilt).norm(), 0.1) << w.torque().transpose();
    const Mat6 K = tangent.K.rigid();
    EXPECT_NEAR(K(3, 3), 1e6 / 12.0, 1e3);
    EXPECT_NEAR(K(4, 4), 1e6 / 12.0, 1e3);
    EXPECT_NEAR(K(3, 4), 0.0, 1e3);
  }
  // One large triangle of the ground as master under a sphere: a paraboloid, F = c_l π R d².
  const Solid sphere(ball(5, 1.0));
  query.find(sphere.shape(), ground.shape(), pose_of({0.7, -0.4, -0.97}), MasterMode::b);
  EXPECT_LE(query.elements().size(), 6u);
  const double exact = 1e6 * std::numbers::pi * 0.03 * 0.03 * (3.0 - 0.03) / 3.0;
  EXPECT_NEAR(sum_elements(query.elements(), law, {}, nullptr).force.z(), exact, 0.03 * exact);
}

TEST(PatchElements, TiltedCubeIsNotPushedSideways) {
  // A cube leaning by a hundredth: its side must not push as hard as its bottom (see the header).
  const Solid cube(geometry::sample_box({1, 1, 1}));
  const Solid ground(flat_ground(1, 5.0));
  PatchElements query;
  LayerLaw law;
  law.stiffness = 1e6;
  const double tilt = 0.01;
  const Pose cube_in_ground = pose_of({0, 0, 0.5 - 0.002}, {0, tilt, 0});
  query.find(cube.shape(), ground.shape(), inverse(cube_in_ground), MasterMode::a);
  const PatchWrench w = sum_elements(query.elements(), law, {}, nullptr);
  const Vec3 on_ground_axes = cube_in_ground.direction(w.force);
  EXPECT_GT(on_ground_axes.z(), 500.0);
  EXPECT_LT(std::abs(on_ground_axes.x()), 0.02 * on_ground_axes.z());
  // Standing on an edge at 45° both faces carry, and their sideways parts cancel.
  const Pose on_edge = pose_of({0, 0, std::sqrt(0.5) - 0.01}, {0, std::numbers::pi / 4, 0});
  query.find(cube.shape(), ground.shape(), inverse(on_edge), MasterMode::a);
  EXPECT_NEAR(sum_elements(query.elements(), law, {}, nullptr).normal_force, 1e6 * 2e-4, 1.0);
}

/// A bumpy ball pressed into wavy ground, many elements of all directions.
struct Scene {
  Solid ball{moved(geometry::sample_icosphere(3, 0.1), {}, 0.5)};
  Solid ground{geometry::sample_terrain(40, 0.1)};
  Pose ground_in_ball = inverse(pose_of({0.1, -0.2, 0.40}, {0.3, -0.2, 0.5}));
  PatchElements query;
  explicit Scene(MasterMode mode = MasterMode::both) {
    query.find(ball.shape(), ground.shape(), ground_in_ball, mode);
  }
};

LayerLaw sliding_law() {
  LayerLaw law;
  law.stiffness = 2e6;
  law.damping = 3e3;
  law.transition_depth = 0.02;
  law.friction = 0.4;
  law.slip_speed = 0.3;
  return law;
}

TEST(PatchWrench, TangentsAgreeWithDifferences) {
  const Scene scene;
  ASSERT_GT(scene.query.elements().size(), 60u);
  Random random(5);
  for (int round = 0; round < 12; ++round) {
    LayerLaw law = sliding_law();
    if (round % 3 == 0) law.friction = 0.0;
    PatchMotion m;
    m.reference = random_vector(random, 0.3);
    m.t = random_vector(random, 0.005);
    m.G = 0.01 * Mat3::NullaryExpr([&] { return random.uniform(-1, 1); });
    m.v = random_vector(random, round % 2 == 0 ? 0.1 : 1.0);  // creeping and sliding
    m.L = Mat3::NullaryExpr([&] { return random.uniform(-1, 1); });
    PatchTangent tangent;
    sum_elements(scene.query.elements(), law, m, &tangent);
    // Unknown (α, j): column α of [t G], component j.
    const auto sums = [&](const PatchMotion& at) {
      const PatchWrench w = sum_elements(scene.query.elements(), law, at, nullptr);
      Eigen::Matrix<double, 3, 4> f;
      f << w.force, w.moment;
      return f;
    };
    for (int beta = 0; beta < 4; ++beta) {
      for (int j = 0; j < 3; ++j) {
        PatchMotion plus = m, minus = m, faster = m, slower = m;
        constexpr double kStep = 1e-6;
        (beta == 0 ? plus.t[j] : plus.G(j, beta - 1)) += kStep;
        (beta == 0 ? minus.t[j] : minus.G(j, beta - 1)) -= kStep;
        (beta == 0 ? faster.v[j] : faster.L(j, beta - 1)) += kStep;
        (beta == 0 ? slower.v[j] : slower.L(j, beta - 1)) -= kStep;
        const auto by_place = ((sums(minus) - sums(plus)) / (2.0 * kStep)).eval();
        const auto by_speed = ((sums(slower) - sums(faster)) / (2.0 * kStep)).eval();
        for (int alpha = 0; alpha < 4; ++alpha) {
          const double size_k = tangent.K.block(0, 0).norm(), size_c = tangent.C.block(0, 0).norm();
          EXPECT_LT((tangent.K.block(alpha, beta).col(j) - by_place.col(alpha)).norm(),
                    2e-5 * size_k)
              << round << ' ' << alpha << ' ' << beta;
          EXPECT_LT((tangent.C.block(alpha, beta).col(j) - by_speed.col(alpha)).norm(),
                    2e-5 * size_c)
              << round << ' ' << alpha << ' ' << beta;
        }
      }
    }
  }
}

TEST(PatchWrench, RigidTangentAgreesWithDifferences) {
  const Scene scene;
  const LayerLaw law = sliding_law();
  const Vec3 reference(0.1, -0.05, -0.3);
  Eigen::Matrix<double, 6, 1> x, v;
  x << 0.002, -0.001, 0.003, 0.01, 0.02, -0.01;
  v << 0.2, 0.1, -0.1, 0.3, -0.5, 0.2;
  const auto wrench = [&](const auto& at, const auto& speed, PatchTangent* tangent) {
    const PatchWrench w =
        sum_elements(scene.query.elements(), law,
                     PatchMotion::rigid(reference, at.template head<3>(), at.template tail<3>(),
                                        speed.template head<3>(), speed.template tail<3>()),
                     tangent);
    Eigen::Matrix<double, 6, 1> out;
    out << w.force, w.torque();
    return out;
  };
  PatchTangent tangent;
  wrench(x, v, &tangent);
  const Mat6 K = tangent.K.rigid(), C = tangent.C.rigid();
  for (int i = 0; i < 6; ++i) {
    Eigen::Matrix<double, 6, 1> step = Eigen::Matrix<double, 6, 1>::Zero();
    step[i] = 1e-6;
    const auto by_place =
        ((wrench(x - step, v, nullptr) - wrench(x + step, v, nullptr)) / 2e-6).eval();
    const auto by_speed =
        ((wrench(x, v - step, nullptr) - wrench(x, v + step, nullptr)) / 2e-6).eval();
    EXPECT_LT((K.col(i) - by_place).norm(), 1e-5 * K.norm()) << i;
    EXPECT_LT((C.col(i) - by_speed).norm(), 1e-5 * C.norm()) << i;
  }
}

TEST(PatchWrench, EnergyOfFrozenElements) {
  // Without damping the force is minus the gradient of the stored energy; with damping and slip the
  // power that goes in is stored or dissipated.
  const Scene scene;
  LayerLaw law = sliding_law();
  law.transition_depth = 0.0;
  const Vec3 v(0.3, -0.2, -0.4), w(0.5, 0.1, -0.3);
  const auto at = [&](double time) {
    return sum_elements(scene.query.elements(), law,
                        PatchMotion::rigid(Vec3::Zero(), time * v, time * w, v, w), nullptr);
  };
  constexpr double kStep = 1e-6;
  const PatchWrench now = at(0.002);
  const double stored_rate = (at(0.002 + kStep).stored - at(0.002 - kStep).stored) / (2.0 * kStep);
  const double power_on_a = now.force.dot(v) + now.torque().dot(w);
  EXPECT_NEAR(-power_on_a, stored_rate + now.dissipated, 1e-6 * std::abs(power_on_a));
  EXPECT_GT(now.dissipated, 0.01 * std::abs(power_on_a));
  // Tension is suppressed: what the springs held is lost, never gained.
  const PatchWrench leaving =
      sum_elements(scene.query.elements(), law,
                   PatchMotion::rigid(Vec3::Zero(), Vec3::Zero(), Vec3::Zero(),
                                      scene.ground_in_ball.direction(Vec3(0, 0, 1e4)), {0, 0, 0}),
                   nullptr);
  EXPECT_GT(leaving.dissipated, 0.0);
  EXPECT_GT(leaving.stored, 0.0);
}

TEST(PatchWrench, TangentWithoutSlipIsSymmetricAndPositive) {
  const Scene scene;
  LayerLaw law = sliding_law();
  law.friction = 0.0;
  PatchTangent tangent;
  sum_elements(scene.query.elements(), law, {}, &tangent);
  for (const MomentBlocks* blocks : {&tangent.K, &tangent.C}) {
    const Mat6 m = blocks->rigid();
    EXPECT_LT((m - m.transpose()).norm(), 1e-12 * m.norm());
    EXPECT_GT(m.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), -1e-12 * m.norm());
  }
}

TEST(PatchElements, TangentFollowsTheGeometry) {
  // The stiffness of a sphere in a plane by elements frozen at d against the slope of the true law
  // F = c_l π R d²: what frozen areas leave out is small.
  const Solid sphere(ball(5, 1.0));
  const Solid ground(flat_ground(1, 5.0));
  PatchElements query;
  LayerLaw law;
  law.stiffness = 1e7;
  query.find(sphere.shape(), ground.shape(), pose_of({0, 0, -0.97}), MasterMode::a);
  PatchTangent tangent;
  sum_elements(query.elements(), law, {}, &tangent);
  const double exact = 2.0 * std::numbers::pi * 1e7 * 0.03;
  EXPECT_NEAR(tangent.K.block(0, 0)(2, 2), exact, 0.03 * exact);
}

TEST(PatchElements, WarmQueriesDoNotAllocate) {
  Scene scene;
  const LayerLaw law = sliding_law();
  PatchTangent tangent;
  double sum = 0.0;
  const auto all = [&] {
    for (int i = 0; i < 20; ++i) {
      Pose pose = scene.ground_in_ball;
      pose.position.z() += 0.01 * (i % 5);
      scene.query.find(scene.ball.shape(), scene.ground.shape(), pose, MasterMode::both);
      sum += sum_elements(scene.query.elements(), law, {}, &tangent).force.z();
      scene.query.prepare(scene.ball.shape(), scene.ground.shape(), pose, 0.01);
      EXPECT_TRUE(scene.query.evaluate(pose, MasterMode::a));
      sum += sum_elements(scene.query.elements(), law, {}, nullptr).force.z();
    }
  };
  all();
  const auto before = test::allocations;
  all();
  EXPECT_EQ(test::allocations, before);
  EXPECT_GT(std::abs(sum), 0.0);
}

}  // namespace
}  // namespace outrigger::contact
