// Forces that rigid bodies leave open are found out and told: the pantograph as its angle goes to zero,
// and textbook cases.
#include "unilateral/pantograph.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/error.h"
#include "unilateral/uniqueness.h"

namespace outrigger::unilateral {
namespace {

// A table of weight 40 N on four legs at the corners of a square: three equations, four forces. Every
// leg may carry anything from nothing to half the weight.
TEST(Uniqueness, TableOnFourLegs) {
  ContactProblem p;
  p.response = Eigen::Vector3d(0.25, 1.0, 1.0).asDiagonal();  // up, tilt, tilt
  p.free_motion = Eigen::Vector3d(-10.0, 0.0, 0.0);
  for (const auto& [x, y] : {std::pair{1.0, 1.0}, {1.0, -1.0}, {-1.0, 1.0}, {-1.0, -1.0}}) {
    Contact c;
    c.name = "leg";
    c.normal = Eigen::Vector3d(1.0, x, y);
    p.contacts.push_back(c);
  }
  const ContactSolution s = solve_forces(p);
  ASSERT_EQ(s.status, LcpStatus::solved);
  const Uniqueness u = examine_uniqueness(p, s);
  EXPECT_FALSE(u.unique());
  EXPECT_EQ(u.unknowns, 4);
  EXPECT_EQ(u.rank, 3);
  for (const ForceRange& r : u.normal) {
    EXPECT_NEAR(r.lowest, 0.0, 1e-9);
    EXPECT_NEAR(r.highest, 20.0, 1e-9);
  }
  // Three legs are determined.
  p.contacts.pop_back();
  p.contacts[0].normal = Eigen::Vector3d(1.0, 1.0, 0.0);
  p.contacts[1].normal = Eigen::Vector3d(1.0, -0.5, 0.8);
  p.contacts[2].normal = Eigen::Vector3d(1.0, -0.5, -0.8);
  const Uniqueness three = examine_uniqueness(p, solve_forces(p));
  EXPECT_TRUE(three.unique());
  EXPECT_EQ(three.text, "the contact forces are determined");
}

// Clamped between two walls: any pressure is possible. A parting contact is not asked.
TEST(Uniqueness, BetweenWallsNothingLimitsTheForce) {
  ContactProblem p;
  p.response = Eigen::MatrixXd::Identity(1, 1);
  p.free_motion = Eigen::VectorXd::Constant(1, -3.0);
  Contact c;
  c.name = "left wall";
  c.normal = Eigen::VectorXd::Constant(1, 1.0);
  p.contacts.push_back(c);
  c.name = "right wall";
  c.normal = Eigen::VectorXd::Constant(1, -1.0);
  p.contacts.push_back(c);
  const Uniqueness u = examine_uniqueness(p, solve_forces(p));
  EXPECT_EQ(u.rank, 1);
  EXPECT_NEAR(u.normal[0].lowest, 3.0, 1e-12);
  EXPECT_TRUE(std::isinf(u.normal[0].highest));
  EXPECT_NEAR(u.normal[1].lowest, 0.0, 1e-12);
  EXPECT_EQ(
      u.text,
      "the contact forces are not determined: 2 force components, rank 1; the bodies are rigid "
      "and nothing decides between 'left wall' from 3 N upwards; 'right wall' from 0 N upwards");
}

// A box on two rough corners: the normal forces follow from its weight, but the corners may be pressed
// apart along the ground by any friction that holds.
TEST(Uniqueness, FrictionMayBeOpenWhileNormalForcesAreNot) {
  ContactProblem p;
  p.response = Eigen::Vector3d(1.0, 1.0, 4.0).asDiagonal();
  p.free_motion = Eigen::Vector3d(0.0, -10.0, 0.0);
  for (const double x : {-1.0, 1.0}) {
    Contact c;
    c.name = "corner";
    c.normal = Eigen::Vector3d(0.0, 1.0, x);
    c.tangents = Eigen::Vector3d(1.0, 0.0, 0.0);
    c.friction = 0.4;
    p.contacts.push_back(c);
  }
  const ContactSolution s = solve_forces(p);
  Uniqueness u = examine_uniqueness(p, s);
  EXPECT_EQ(u.unknowns, 4);
  EXPECT_EQ(u.rank, 3);
  for (const ForceRange& r : u.normal) {
    EXPECT_NEAR(r.lowest, 5.0, 1e-9);
    EXPECT_NEAR(r.highest, 5.0, 1e-9);
  }
  EXPECT_EQ(
      u.text,
      "the contact forces are not determined: 4 force components, rank 3; the bodies are rigid "
      "and nothing decides between several distributions of friction; the normal forces are "
      "determined");
  // One corner 0.5 higher and one lower than the centre: friction has a lever, normal forces share in it.
  for (Contact& c : p.contacts) c.tangents(2, 0) = c.normal[2] > 0.0 ? 0.5 : -0.5;
  u = examine_uniqueness(p, solve_forces(p));
  EXPECT_EQ(u.rank, 3);
  // Friction ±t at both corners turns the box by t, normal forces 5 ∓ t/2 balance it: t/2 shifts until
  // t = 0.4 (5 - t/2), t = 5/3.
  EXPECT_NEAR(u.normal[0].lowest, 5.0 - 5.0 / 6.0, 1e-9);
  EXPECT_NEAR(u.normal[0].highest, 5.0 + 5.0 / 6.0, 1e-9);
}

// Both sets of coordinates give the forces of statics while φ is not small.
TEST(Pantograph, CoordinatesAgreeWhileTheAngleIsOpen) {
  for (const double apex_mass : {0.0, 1.5}) {
    Pantograph p;
    p.apex_mass = apex_mass;
    p.apex_load = apex_mass > 0.0 ? 12.0 : 0.0;
    p.pull_1 = -3.0;
    p.pull_2 = 40.0;  // slips
    for (const double angle : {1.0, 0.3, 0.01}) {
      const PantographModel a = pantograph_by_angle(p, angle),
                            b = pantograph_by_positions(p, angle);
      const ContactSolution sa = solve_forces(a.problem), sb = solve_forces(b.problem);
      ASSERT_EQ(sa.status, LcpStatus::solved);
      ASSERT_EQ(sb.status, LcpStatus::solved);
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(sa.contacts[i].state, sb.contacts[i].state) << angle;
        EXPECT_NEAR(sa.contacts[i].normal, sb.contacts[i].normal, 1e-7);
        EXPECT_NEAR(sa.contacts[i].tangent[0], sb.contacts[i].tangent[0], 1e-7);
      }
      EXPECT_TRUE(examine_uniqueness(a.problem, sa).unique());
      EXPECT_TRUE(examine_uniqueness(b.problem, sb).unique());
      if (apex_mass == 0.0) {
        EXPECT_NEAR(sb.contacts[0].normal, pantograph_forces(p).first, 1e-12);
        EXPECT_NEAR(sb.contacts[1].normal, pantograph_forces(p).second, 1e-12);
      }
    }
  }
}

// At φ = 0 the angle knows only the sum; the positions know both.
TEST(Pantograph, AngleLosesTheDistributionAndPositionsKeepIt) {
  const Pantograph p;
  const auto [force_1, force_2] = pantograph_forces(p);
  const PantographModel a = pantograph_by_angle(p, 0.0);
  EXPECT_EQ(a.response.lost, 1);
  const ContactSolution s = solve_forces(a.problem);
  ASSERT_EQ(s.status, LcpStatus::solved);
  EXPECT_NEAR(s.contacts[0].normal + s.contacts[1].normal, force_1 + force_2, 1e-10);
  const Uniqueness u = examine_uniqueness(a.problem, s);
  EXPECT_FALSE(u.unique());
  EXPECT_EQ(u.unknowns - u.rank, 1);
  for (const ForceRange& r : u.normal) {
    EXPECT_NEAR(r.lowest, 0.0, 1e-9);
    EXPECT_NEAR(r.highest, force_1 + force_2, 1e-9);
  }
  EXPECT_NE(u.text.find("'support 1' from"), std::string::npos) << u.text;

  const PantographModel b = pantograph_by_positions(p, 0.0);
  const ContactSolution t = solve_forces(b.problem);
  EXPECT_TRUE(examine_uniqueness(b.problem, t).unique());
  EXPECT_NEAR(t.contacts[0].normal, force_1, 1e-12);
  EXPECT_NEAR(t.contacts[1].normal, force_2, 1e-12);
}

// With a load at the apex no coordinates help at φ = 0; springs do.
TEST(Pantograph, RigidStrutsSideBySideNeedElasticity) {
  Pantograph p;
  p.apex_mass = 2.0;
  p.apex_load = 30.0;
  for (const PantographModel& m : {pantograph_by_angle(p, 0.0), pantograph_by_positions(p, 0.0)}) {
    const ContactSolution s = solve_forces(m.problem);
    ASSERT_EQ(s.status, LcpStatus::solved);
    EXPECT_EQ(m.response.lost, 0);
    const Uniqueness u = examine_uniqueness(m.problem, s);
    EXPECT_FALSE(u.unique());
    // Stretched arms can also lift a block: from nothing to everything.
    EXPECT_NEAR(u.normal[0].highest, 5.0 + 20.0 + 30.0 + 7.0 * 9.81, 1e-8);
    EXPECT_NEAR(u.normal[0].lowest, 0.0, 1e-8);
  }
  const PantographModel m = pantograph_with_springs(p, 1e6, 3e6);
  const ContactSolution s = solve_forces(m.problem);
  const double carried = 30.0 + 2.0 * 9.81;
  EXPECT_TRUE(examine_uniqueness(m.problem, s).unique());
  EXPECT_NEAR(s.contacts[0].normal, pantograph_forces(p).first + 0.25 * carried, 1e-10);
  EXPECT_NEAR(s.contacts[1].normal, pantograph_forces(p).second + 0.75 * carried, 1e-10);
  EXPECT_NEAR(s.motion.norm(), 0.0, 1e-12);
}

TEST(Pantograph, RefusesBadInput) {
  Pantograph p;
  EXPECT_THROW(pantograph_by_angle(p, -0.1), Error);
  p.apex_load = 1.0;
  EXPECT_THROW(pantograph_by_angle(p, 0.1), Error);
}

}  // namespace
}  // namespace outrigger::unilateral
