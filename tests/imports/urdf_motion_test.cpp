/// An imported machine moves like the same machine written by hand, mass properties in turned and
/// shifted frames, merged links, dampers and stops included; and loops closed in a machine file of
/// one's own move like the loop written at once.
#include <gtest/gtest.h>

#include "base/source_tree.h"
#include "description/reader.h"
#include "description/writer.h"
#include "imports/rig.h"
#include "imports/urdf.h"

namespace outrigger {
namespace {

using imports_test::Rig;

description::Machine import_text(const char* urdf, const imports::UrdfOptions& options = {}) {
  return description::read_machine_text(
      description::machine_text(imports::import_urdf_text(urdf, "test.urdf", options).machine),
      "imported.yaml");
}

/// Largest distance of the named bodies' frames over a run.
double largest_distance(Rig& a, Rig& b, const std::vector<std::string>& bodies, int steps) {
  double largest = 0.0;
  for (int i = 0; i < steps; ++i) {
    a.advance(1);
    b.advance(1);
    for (const std::string& name : bodies) {
      const Pose pa = a.pose(name), pb = b.pose(name);
      largest = std::max(
          {largest, (pa.position - pb.position).norm(), (pa.rotation - pb.rotation).norm()});
    }
  }
  return largest;
}

// The lower arm's inertia is given in a frame turned by a quarter about z; a weight is fixed to it
// by a turned joint. By hand: moments exchanged, Huygens-Steiner for the weight.
constexpr const char* kPendulum = R"(<robot name="double_pendulum">
  <link name="world"/>
  <link name="upper"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/>
    <inertia ixx="0.17" iyy="0.18" izz="0.02"/></inertial></link>
  <link name="lower"><inertial><origin xyz="0.01 0 -0.3" rpy="0 0 1.5707963267948966"/>
    <mass value="1.5"/><inertia ixx="0.05" iyy="0.06" izz="0.02"/></inertial></link>
  <link name="weight"><inertial><mass value="0.5"/>
    <inertia ixx="0.001" iyy="0.002" izz="0.0025"/></inertial></link>
  <joint name="top" type="continuous"><parent link="world"/><child link="upper"/>
    <origin xyz="0 0 2"/><axis xyz="0 1 0"/><dynamics damping="0.05"/></joint>
  <joint name="middle" type="revolute"><parent link="upper"/><child link="lower"/>
    <origin xyz="0 0.1 -1"/><axis xyz="1 0 0"/>
    <limit lower="-0.6" upper="0.9" effort="10" velocity="4"/></joint>
  <joint name="weld" type="fixed"><parent link="lower"/><child link="weight"/>
    <origin xyz="0 0 -0.8" rpy="1.5707963267948966 0 0"/></joint>
</robot>)";

// Weight at (0, 0, -0.8), its y and z moments exchanged. Centre of both: m = 2,
// c = (0.0075, 0, -0.425); I = I1 + I2 + m1 m2/m (d² 1 - d dᵀ), d = (0.01, 0, 0.5), m1 m2/m = 0.375.
constexpr const char* kByHand = R"(
outrigger: 1
bodies:
  upper: {mass: 2, centre: [0, 0, -0.5], inertia: [0.17, 0.18, 0.02], pose: {position: [0, 0, 2]}}
  lower:
    mass: 2
    centre: [0.0075, 0, -0.425]
    inertia: {xx: 0.15475, yy: 0.1462875, zz: 0.0220375, xz: -0.001875}
    pose: {position: [0, 0.1, 1]}
joints:
  top: {type: revolute, bodies: [ground, upper], at: [0, 0, 2], axis: y, angle: {initial: 1.0}}
  middle: {type: revolute, bodies: [upper, lower], at: [0, 0.1, 1], axis: x, angle: {initial: 0.5}}
springs:
  top: {coordinate: top.angle, damping: 0.05}
)";

TEST(UrdfMotion, DoublePendulumMovesLikeTheOneWrittenByHand) {
  imports::UrdfOptions options;
  options.joint_values = {{"top", 1.0}, {"middle", 0.5}};
  const description::Machine imported = import_text(kPendulum, options);
  description::Machine hand = description::read_machine_text(kByHand, "hand.yaml");
  // The stop's stiffness is the importer's choice: moment about the pin times (2π 20 Hz)².
  ASSERT_EQ(imported.stops.size(), 1u);
  const double moment = 0.15475 + 2.0 * 0.425 * 0.425;
  const double omega = 2.0 * 3.14159265358979323846 * 20.0;
  EXPECT_NEAR(imported.stops[0].stiffness, moment * omega * omega, 1e-9 * moment * omega * omega);
  EXPECT_EQ(imported.stops[0].damping, 0.25);
  hand.stops = imported.stops;

  Rig a(imported), b(hand);
  // 0.25 s before the chaos of the pendulum or the stop can blow rounding up.
  EXPECT_LT(largest_distance(a, b, {"upper", "lower"}, 250), 1e-12);
}

TEST(UrdfMotion, LimitsStop) {
  imports::UrdfOptions options;
  options.joint_values = {{"top", 0.3}, {"middle", -0.55}};
  Rig world(import_text(kPendulum, options));
  double lowest = 0.0, highest = 0.0;
  for (int i = 0; i < 4000; ++i) {
    world.advance(1);
    const double angle = world.value("middle.angle");
    lowest = std::min(lowest, angle);
    highest = std::max(highest, angle);
  }
  EXPECT_GT(lowest, -0.6 - 0.05);
  EXPECT_LT(highest, 0.9 + 0.05);
}

TEST(UrdfMotion, AFreeRootFalls) {
  imports::UrdfOptions options;
  options.free_root = true;
  constexpr const char* kBrick = R"(<robot name="brick"><link name="brick"><inertial>
      <origin xyz="0.1 0 0"/><mass value="3"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      </robot>)";
  Rig world(import_text(kBrick, options));
  world.advance(1000);
  EXPECT_NEAR(world.pose("brick").position.z(), -0.5 * 9.81, 1e-9);
}

TEST(UrdfMotion, FourBarClosedInAFileOfOnesOwn) {
  const std::string folder = source_file("examples/");
  // The tree beside the example is what the importer makes today.
  imports::UrdfOptions options;
  options.joint_values = {{"crank_pin", 1.2}};
  const auto tree = imports::import_urdf_file(folder + "four-bar-tree.urdf", options);
  const description::Machine made =
      description::read_machine_text(description::machine_text(tree.machine), "made.yaml");
  const description::Machine kept = description::read_machine_file(folder + "four-bar-tree.yaml");
  // But for the last digits of rotations, which other machines' libraries may round otherwise.
  ASSERT_EQ(made.bodies.size(), kept.bodies.size());
  for (std::size_t i = 0; i < made.bodies.size(); ++i) {
    const description::Body &a = made.bodies[i], &b = kept.bodies[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.mass, b.mass);
    EXPECT_TRUE(a.inertia.isApprox(b.inertia, 1e-12)) << a.name;
    EXPECT_TRUE(a.pose.position.isApprox(b.pose.position, 1e-12)) << a.name;
    EXPECT_TRUE(a.pose.rotation.isApprox(b.pose.rotation, 1e-12)) << a.name;
  }
  ASSERT_EQ(made.joints.size(), kept.joints.size());
  for (std::size_t i = 0; i < made.joints.size(); ++i) {
    EXPECT_EQ(made.joints[i].name, kept.joints[i].name);
    EXPECT_TRUE(made.joints[i].point_b.isApprox(kept.joints[i].point_b, 1e-12));
  }

  Rig world(description::read_machine_file(folder + "four-bar.yaml"));
  const double energy = world.energy();
  for (int i = 0; i < 2000; ++i) {
    world.advance(1);
    const Pose coupler = world.pose("coupler"), rocker = world.pose("rocker");
    ASSERT_LT((coupler.point({0.7, 0, 0}) - rocker.point({0.5, 0, 0})).norm(), 1e-9);
  }
  // It moves, and nothing but the damper takes energy.
  EXPECT_GT(std::abs(world.value("rocker_pin.angle")), 0.0);
  EXPECT_LT(world.energy(), energy);
}

}  // namespace
}  // namespace outrigger
