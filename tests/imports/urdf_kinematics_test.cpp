/// Where the parts of an imported machine are must be what URDF says: the product of the joint
/// frames and motions down the tree. Computed here from the XML-free definition of the arm, apart
/// from the importer, and reached through the whole way: URDF, text, reader, assembly.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "base/random.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "description/writer.h"
#include "imports/rig.h"
#include "imports/urdf.h"

namespace outrigger {
namespace {

using imports::UrdfOptions;
using imports_test::Rig;

const std::string kArm = source_file("examples/six-axis-arm.urdf");

description::Machine read_back(const imports::ImportedMachine& imported) {
  return description::read_machine_text(description::machine_text(imported.machine),
                                        "imported.yaml");
}

/// The arm's joints as its file gives them: place in the parent, axis, child.
struct ArmJoint {
  const char* name;
  Vec3 origin, axis;
  const char* child;
};
const ArmJoint kArmJoints[] = {{"turn", {0, 0, 0.2}, {0, 0, 1}, "shoulder"},
                               {"lift", {0.05, 0, 0.16}, {0, 1, 0}, "upper_arm"},
                               {"elbow", {0, 0, 0.48}, {0, 1, 0}, "forearm"},
                               {"roll", {0.12, 0, 0.06}, {1, 0, 0}, "wrist_tube"},
                               {"bend", {0.34, 0, 0}, {0, 1, 0}, "wrist"},
                               {"spin", {0.08, 0, 0}, {1, 0, 0}, "flange"}};

TEST(UrdfKinematics, SixAxisArmStandsWhereUrdfPutsIt) {
  Random random(71);
  for (int trial = 0; trial < 20; ++trial) {
    UrdfOptions options;
    for (const ArmJoint& j : kArmJoints)
      options.joint_values.emplace_back(j.name, random.uniform(-1.1, 1.1));
    const description::Machine machine = read_back(imports::import_urdf_file(kArm, options));
    const Rig world(machine);

    Eigen::Isometry3d expected = Eigen::Isometry3d::Identity();
    for (std::size_t i = 0; i < 6; ++i) {
      const ArmJoint& j = kArmJoints[i];
      const double q = options.joint_values[i].second;
      expected = expected * Eigen::Translation3d(j.origin) * Eigen::AngleAxisd(q, j.axis);
      const Pose pose = world.pose(j.child);
      EXPECT_LT((pose.position - expected.translation()).norm(), 1e-12) << j.child;
      EXPECT_LT((pose.rotation - expected.linear()).norm(), 1e-12) << j.child;
      EXPECT_NEAR(world.value(std::string(j.name) + ".angle"), q, 1e-12);
    }
  }
}

/// The same when the poses in the file are only those of another posture: the joints' own zero
/// directions, not the written poses, say what their values mean.
TEST(UrdfKinematics, ValuesMeanTheSameFromEveryWrittenPose) {
  description::Machine machine = read_back(imports::import_urdf_file(kArm));
  const double values[] = {0.4, 0.5, -0.6, 0.7, 0.3, -0.9};
  for (std::size_t i = 0; i < 6; ++i)
    for (auto& c : machine.coordinates)
      if (c.name == std::string(kArmJoints[i].name) + ".angle") c.initial = values[i];
  const Rig world(machine);
  Eigen::Isometry3d expected = Eigen::Isometry3d::Identity();
  for (std::size_t i = 0; i < 6; ++i)
    expected = expected * Eigen::Translation3d(kArmJoints[i].origin) *
               Eigen::AngleAxisd(values[i], kArmJoints[i].axis);
  EXPECT_LT((world.pose("flange").position - expected.translation()).norm(), 1e-9);
}

/// Frames turned by roll, pitch and yaw, slanted axes, a slide and a mimicking joint.
constexpr const char* kSlanted = R"(<robot name="slanted">
  <link name="world"/>
  <link name="a"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
  <link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1.2" izz="0.9"/></inertial></link>
  <link name="c"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
  <joint name="j1" type="continuous"><parent link="world"/><child link="a"/>
    <origin xyz="0.1 0.2 0.3" rpy="0.3 -0.7 1.9"/><axis xyz="1 2 -0.5"/></joint>
  <joint name="j2" type="prismatic"><parent link="a"/><child link="b"/>
    <origin xyz="-0.4 0.1 0.6" rpy="-1.2 0.4 0.2"/><axis xyz="0.2 -1 3"/>
    <limit lower="-1" upper="1" effort="5" velocity="1"/></joint>
  <joint name="j3" type="revolute"><parent link="b"/><child link="c"/>
    <origin xyz="0.5 0 0" rpy="0 0 2.5"/><axis xyz="0 1 1"/>
    <limit lower="-3" upper="3" effort="5" velocity="1"/>
    <mimic joint="j2" multiplier="-1.5" offset="0.2"/></joint>
</robot>)";

Eigen::Isometry3d from_rpy(const Vec3& xyz, const Vec3& rpy) {
  return Eigen::Translation3d(xyz) * Eigen::AngleAxisd(rpy.z(), Vec3::UnitZ()) *
         Eigen::AngleAxisd(rpy.y(), Vec3::UnitY()) * Eigen::AngleAxisd(rpy.x(), Vec3::UnitX());
}

TEST(UrdfKinematics, TurnedFramesSlidesAndMimics) {
  Random random(72);
  for (int trial = 0; trial < 20; ++trial) {
    const double q1 = random.uniform(-3.0, 3.0), q2 = random.uniform(-0.9, 0.9);
    UrdfOptions options;
    options.joint_values = {{"j1", q1}, {"j2", q2}};
    const Rig world(read_back(imports::import_urdf_text(kSlanted, "slanted.urdf", options)));
    const Eigen::Isometry3d a = from_rpy({0.1, 0.2, 0.3}, {0.3, -0.7, 1.9}) *
                                Eigen::AngleAxisd(q1, Vec3(1, 2, -0.5).normalized());
    const Eigen::Isometry3d b = a * from_rpy({-0.4, 0.1, 0.6}, {-1.2, 0.4, 0.2}) *
                                Eigen::Translation3d(q2 * Vec3(0.2, -1, 3).normalized());
    const Eigen::Isometry3d c = b * from_rpy({0.5, 0, 0}, {0, 0, 2.5}) *
                                Eigen::AngleAxisd(-1.5 * q2 + 0.2, Vec3(0, 1, 1).normalized());
    const std::pair<const char*, Eigen::Isometry3d> expected[] = {{"a", a}, {"b", b}, {"c", c}};
    for (const auto& [name, pose] : expected) {
      const Pose is = world.pose(name);
      EXPECT_LT((is.position - pose.translation()).norm(), 1e-12) << name;
      EXPECT_LT((is.rotation - pose.linear()).norm(), 1e-12) << name;
    }
  }
}

}  // namespace
}  // namespace outrigger
