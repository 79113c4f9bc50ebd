/// A machine written as text and read again is the same machine, whatever its names and numbers.
#include "description/writer.h"

#include <gtest/gtest.h>

#include "description/reader.h"
#include "imports/urdf.h"

namespace outrigger {
namespace {

constexpr const char* kEverything = R"(<robot name="every thing">
  <material name="paint"><color rgba="0.1 0.2 0.3 0.5"/></material>
  <link name="base"/>
  <link name="yes"><inertial><origin xyz="0.1 0.2 0.3" rpy="0.4 0.5 0.6"/><mass value="1e-3"/>
      <inertia ixx="1e-6" iyy="1.1e-6" izz="1.2e-6" ixy="1e-8"/></inertial>
    <visual><origin rpy="0.1 0.2 0.3"/><geometry><box size="1 2 3"/></geometry>
      <material name="paint"/></visual>
    <visual><geometry><sphere radius="0.1"/></geometry></visual>
    <collision><geometry><capsule radius="0.1" length="0.3"/></geometry></collision>
    <collision><geometry><cylinder radius="0.1" length="0.3"/></geometry></collision></link>
  <link name="ground"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
    </link>
  <link name="tip.1 a"/>
  <joint name="12" type="revolute"><parent link="base"/><child link="yes"/><axis xyz="0 0 -1"/>
    <limit lower="0.5" upper="1.5" effort="3" velocity="2"/>
    <dynamics damping="0.25" friction="0.75"/></joint>
  <joint name="slide" type="prismatic"><parent link="yes"/><child link="ground"/>
    <limit lower="-1" upper="1" effort="5" velocity="0.5"/>
    <mimic joint="12" multiplier="0.1" offset="-0.2"/></joint>
  <joint name="end" type="fixed"><parent link="ground"/><child link="tip.1 a"/>
    <origin xyz="0 0 0.25"/></joint>
</robot>)";

TEST(MachineText, ReadsAsTheMachineThatWasWritten) {
  imports::UrdfOptions options;
  options.drives = true;
  const description::Machine m =
      imports::import_urdf_text(kEverything, "every.urdf", options).machine;
  const std::string text = description::machine_text(m, {"", {"one\ntwo"}});
  const description::Machine r = description::read_machine_text(text, "every.yaml");

  EXPECT_EQ(text.substr(0, 10), "# one two\n");
  EXPECT_EQ(r.name, "every_thing");
  ASSERT_EQ(r.bodies.size(), 2u);
  EXPECT_EQ(r.bodies[0].name, "yes");
  EXPECT_EQ(r.bodies[1].name, "ground_link");
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(r.bodies[i].mass, m.bodies[i].mass);
    EXPECT_EQ(r.bodies[i].centre, m.bodies[i].centre);
    EXPECT_EQ(r.bodies[i].inertia, m.bodies[i].inertia);
    EXPECT_EQ(r.bodies[i].pose.position, m.bodies[i].pose.position);
    EXPECT_LT((r.bodies[i].pose.rotation - m.bodies[i].pose.rotation).norm(), 2e-15);
  }
  ASSERT_EQ(r.bodies[1].points.size(), 1u);
  EXPECT_EQ(r.bodies[1].points[0].name, "tip_1_a");
  EXPECT_EQ(r.bodies[1].points[0].position, Vec3(0, 0, 0.25));

  ASSERT_EQ(r.joints.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(r.joints[i].type, m.joints[i].type);
    EXPECT_EQ(r.joints[i].point_a, m.joints[i].point_a);
    EXPECT_EQ(r.joints[i].axis_a, m.joints[i].axis_a);
    EXPECT_EQ(r.joints[i].axis_b, m.joints[i].axis_b);
    EXPECT_EQ(*r.joints[i].zero_a, *m.joints[i].zero_a);
    EXPECT_EQ(*r.joints[i].zero_b, *m.joints[i].zero_b);
  }
  EXPECT_EQ(r.joints[0].name, "12");
  ASSERT_EQ(r.stops.size(), 2u);
  EXPECT_EQ(r.stops[0].stiffness, m.stops[0].stiffness);
  EXPECT_EQ(*r.stops[0].lower, 0.5);
  ASSERT_EQ(r.springs.size(), 1u);
  EXPECT_EQ(r.springs[0].damper.value, 0.25);
  ASSERT_EQ(r.brakes.size(), 1u);
  EXPECT_EQ(r.brakes[0].drag, 0.75);
  ASSERT_EQ(r.couplings.size(), 1u);
  EXPECT_EQ(r.couplings[0].coordinate_a, "12.angle");
  EXPECT_EQ(r.couplings[0].coordinate_b, "slide.displacement");
  EXPECT_EQ(r.couplings[0].function.value, 0.1);
  EXPECT_EQ(r.couplings[0].offset, -0.2);
  // The follower has no drive of its own.
  ASSERT_EQ(r.drives.size(), 1u);
  EXPECT_EQ(r.drives[0].speed_max, 2.0);
  EXPECT_EQ(r.drives[0].force_max, 3.0);
  EXPECT_EQ(r.drives[0].force_min, -3.0);
  EXPECT_EQ(r.drives[0].upper, 1.5);
  ASSERT_EQ(r.controls.size(), 1u);

  ASSERT_EQ(r.visuals.size(), 2u);
  EXPECT_EQ(r.visuals[0].colour, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(r.visuals[0].opacity, 0.5);
  EXPECT_LT((r.visuals[0].pose.rotation - m.visuals[0].pose.rotation).norm(), 2e-15);
  EXPECT_EQ(r.visuals[1].name, "yes_2");
  ASSERT_EQ(r.shapes.size(), 2u);
  EXPECT_EQ(r.shapes[0].kind, description::ContactShape::Kind::capsule);
  EXPECT_EQ(r.shapes[1].length, 0.3);
  EXPECT_EQ(r.shapes[1].group, "every_thing");
  ASSERT_EQ(r.contact_pairs.size(), 1u);
  EXPECT_FALSE(r.contact_pairs[0].touch);

  // 0 is outside the limits of the first joint, so it starts in their middle and the second follows.
  for (const auto& c : r.coordinates)
    if (c.name == "12.angle") {
      EXPECT_EQ(*c.initial, 1.0);
    }
  EXPECT_NEAR(r.bodies[1].pose.position.norm(), 0.1, 1e-15);
}

}  // namespace
}  // namespace outrigger
