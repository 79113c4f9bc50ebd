/// What files of the real world are full of is taken where it says nothing about the motion, changed
/// only where an option asks for it, and always said: a note for what is left out or decided, a change
/// for what is other than written.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/random.h"
#include "description/mass_properties.h"
#include "description/reader.h"
#include "description/writer.h"
#include "imports/link_masses.h"
#include "imports/urdf.h"
#include "math/random_rotation.h"
#include "rig.h"
#include "support/samples.h"

namespace outrigger {
namespace {

using description::Machine;
using imports::ImportedMachine;
using imports::UrdfOptions;

std::string inertial(double mass, double xx, double yy, double zz,
                     const std::string& at = "0 0 0") {
  return "<inertial><origin xyz='" + at + "'/><mass value='" + std::to_string(mass) +
         "'/><inertia ixx='" + std::to_string(xx) + "' iyy='" + std::to_string(yy) + "' izz='" +
         std::to_string(zz) + "'/></inertial>";
}

std::string a_link(const std::string& name, const std::string& inside = inertial(1, 1, 1, 1)) {
  return "<link name='" + name + "'>" + inside + "</link>\n";
}

std::string a_joint(const std::string& name, const std::string& parent, const std::string& child,
                    const std::string& inside = "", const std::string& type = "continuous") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent +
         "'/><child link='" + child + "'/>" + inside + "</joint>\n";
}

std::string a_robot(const std::string& inside) {
  return "<robot name='r'>\n" + inside + "</robot>\n";
}

ImportedMachine imported(const std::string& text, const UrdfOptions& options = {}) {
  ImportedMachine result = imports::import_urdf_text(text, "r.urdf", options);
  // Whatever is made must be a machine that the reader takes and that steps.
  const Machine read =
      description::read_machine_text(description::machine_text(result.machine), "r.yaml");
  EXPECT_EQ(read.bodies.size(), result.machine.bodies.size());
  return result;
}

std::vector<std::string> lines_of(const ImportedMachine& m, bool changes) {
  std::vector<std::string> lines;
  for (const imports::Note& n : m.notes)
    if (n.change == changes) lines.push_back(std::to_string(n.line) + ": " + n.text);
  return lines;
}

bool has_line(const std::vector<std::string>& lines, const std::string& wanted) {
  return std::find(lines.begin(), lines.end(), wanted) != lines.end();
}

std::string all_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& l : lines) text += l + "\n";
  return text;
}

#define EXPECT_NOTE(machine, wanted) \
  EXPECT_TRUE(has_line(lines_of(machine, false), wanted)) << all_of(lines_of(machine, false))
#define EXPECT_CHANGE(machine, wanted) \
  EXPECT_TRUE(has_line(lines_of(machine, true), wanted)) << all_of(lines_of(machine, true))

std::string refusal(const std::string& text, const UrdfOptions& options = {}) {
  try {
    imports::import_urdf_text(text, "r.urdf", options);
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

// ------------------------------------------------------------------------------- mass and inertia

// Law: inertia is a matter of bodies. A part that would be impossible alone is kept as it is where the
// body is possible, and the body has exactly the sum of its parts.
TEST(UrdfRealWorld, InertiaIsCheckedOnMergedBodies) {
  const std::string text =
      a_robot(a_link("a") + a_link("b", inertial(2, 1, 1, 1)) +
              a_link("flange", inertial(0.1, 0.001, 0.001, 0.01)) + a_joint("j", "a", "b") +
              a_joint("f", "b", "flange", "<origin xyz='0 0 1'/>", "fixed"));
  const ImportedMachine m = imported(text);
  ASSERT_EQ(m.machine.bodies.size(), 1u);
  EXPECT_NOTE(
      m,
      "4: link 'flange': impossible inertia: of the principal moments 0.001, 0.001, 0.01 kg "
      "m2 the largest must not exceed the sum of the other two; kept as written, since the "
      "body that it is part of has a possible inertia");
  EXPECT_TRUE(lines_of(m, true).empty());
  EXPECT_DOUBLE_EQ(m.machine.bodies[0].mass, 2.1);
  EXPECT_NEAR(m.machine.bodies[0].inertia(2, 2), 1.01, 1e-14);
  EXPECT_NEAR(m.machine.bodies[0].inertia(0, 0), 1.001 + 2.0 * 0.1 / 2.1, 1e-14);
}

// Law: an inertia without mass adds to the body it is fixed to; nothing is dropped.
TEST(UrdfRealWorld, InertiaWithoutMassIsKept) {
  const ImportedMachine m = imported(a_robot(
      a_link("a") + a_link("b") + a_link("rotor", inertial(0, 0.1, 0.1, 0.1)) +
      a_joint("j", "a", "b") + a_joint("f", "b", "rotor", "<origin xyz='0 0 1'/>", "fixed")));
  EXPECT_NEAR(m.machine.bodies[0].inertia(0, 0), 1.1, 1e-14);
  EXPECT_NOTE(m,
              "4: link 'rotor': mass 0 with an inertia; kept as written, since the body that it is "
              "part of has a possible inertia");
}

// Law: a balanced tensor is possible, has the same axes, changes nothing that is possible already, and
// no possible tensor along these axes is nearer in its second moments.
TEST(UrdfRealWorld, BalancedInertiaIsTheNearestPossible) {
  Random random(3);
  const int count = samples(2000);
  int changed = 0;
  for (int i = 0; i < count; ++i) {
    const Vec3 moments(random.uniform(-0.3, 1), random.uniform(-0.3, 1), random.uniform(-0.3, 2));
    const Mat3 axes = random_rotation(random);
    const Mat3 tensor = axes * moments.asDiagonal() * axes.transpose();
    const auto result = imports::balanced(tensor);
    const Vec3 second = 0.5 * moments.sum() * Vec3::Ones() - moments;
    ASSERT_EQ(result.has_value(), second.maxCoeff() > 0.0);
    if (!result) continue;
    EXPECT_EQ(description::why_impossible(*result), "") << i;
    const Mat3 turned = axes.transpose() * *result * axes;
    EXPECT_LT((turned - Mat3(turned.diagonal().asDiagonal())).norm(), 1e-12);
    const Vec3 found = 0.5 * turned.trace() * Vec3::Ones() - turned.diagonal();
    const double least = 1e-6 * second.maxCoeff();
    EXPECT_LT((found - second.cwiseMax(least)).norm(), 1e-12) << i;
    if (second.minCoeff() > least) {
      EXPECT_LT((*result - tensor).norm(), 1e-14);
    }
    changed += second.minCoeff() < least;
  }
  EXPECT_GT(changed, count / 10);
}

// Law: without --repair an impossible body is refused and says what would help; with it, it is
// balanced, and the change names link, old and new moments.
TEST(UrdfRealWorld, RepairBalancesInertia) {
  const std::string text =
      a_robot(a_link("a") + a_link("b", inertial(1, 1, 1, 40)) + a_joint("j", "a", "b"));
  EXPECT_NE(refusal(text).find("; --repair balances it"), std::string::npos) << refusal(text);
  UrdfOptions options;
  options.repair = true;
  const ImportedMachine m = imported(text, options);
  EXPECT_CHANGE(
      m,
      "3: link 'b': impossible inertia: of the principal moments 1, 1, 40 kg m2 the "
      "largest must not exceed the sum of the other two; --repair balances it: 20, 20, 40 "
      "kg m2");
  EXPECT_EQ(lines_of(m, true).size(), 1u);
  EXPECT_DOUBLE_EQ(m.machine.bodies[0].mass, 1.0);
}

// Law: a body without inertia gets that of its shapes with its own mass, else that of a small ball.
TEST(UrdfRealWorld, RepairReplacesAbsentInertia) {
  UrdfOptions options;
  options.repair = true;
  const std::string box = "<collision><geometry><box size='0.3 0.2 0.1'/></geometry></collision>";
  const ImportedMachine shaped = imported(
      a_robot(a_link("a") + a_link("b", inertial(12, 0, 0, 0) + box) + a_joint("j", "a", "b")),
      options);
  const Mat3& i = shaped.machine.bodies[0].inertia;
  EXPECT_NEAR(i(0, 0), 0.04 + 0.01, 1e-12);
  EXPECT_NEAR(i(1, 1), 0.09 + 0.01, 1e-12);
  EXPECT_NEAR(i(2, 2), 0.09 + 0.04, 1e-12);
  EXPECT_EQ(lines_of(shaped, true).size(), 1u);
  // Without shapes: 2 % of the reach, which is 5 m.
  const ImportedMachine ball = imported(a_robot(a_link("a") + a_link("b", inertial(12, 0, 0, 0)) +
                                                a_joint("j", "a", "b", "<origin xyz='3 4 0'/>")),
                                        options);
  EXPECT_NEAR(ball.machine.bodies[0].inertia(0, 0), 12 * 0.01, 1e-12);
  EXPECT_CHANGE(
      ball,
      "3: link 'b': impossible inertia: the principal moments 0, 0, 0 kg m2 must all be > "
      "0; --repair takes that of a ball with a radius of gyration of 0.1 m: 0.12, 0.12, "
      "0.12 kg m2");
}

// Law: a link that moves without mass gets 1e-4 of the robot's with --repair, and the machine steps.
TEST(UrdfRealWorld, RepairGivesALeastMass) {
  const std::string text = a_robot(a_link("a", inertial(30, 1, 1, 1)) + a_link("cross", "") +
                                   a_link("arm", inertial(10, 1, 1, 1, "0.5 0 0")) +
                                   a_joint("j", "a", "cross", "<axis xyz='0 1 0'/>") +
                                   a_joint("k", "cross", "arm", "<axis xyz='0 0 1'/>"));
  EXPECT_EQ(refusal(text),
            "r.urdf:3: link 'cross': moves but has no mass: give it (or what is fixed to it) an "
            "<inertial>, or fix its joint; --repair gives it a small mass");
  UrdfOptions options;
  options.repair = true;
  const ImportedMachine m = imported(text, options);
  EXPECT_CHANGE(
      m,
      "3: link 'cross': moves but has no mass; --repair gives it 0.004 kg and the inertia "
      "of a ball with a radius of gyration of 0.02 m");
  EXPECT_DOUBLE_EQ(m.machine.bodies[0].mass, 0.004);
  imports_test::Rig rig(m.machine);
  const double before = rig.energy();
  rig.advance(200);
  EXPECT_NEAR(rig.energy(), before, 1e-3 * 10 * 9.81);
}

// Law: --density weighs links without mass by their shapes, and only those.
TEST(UrdfRealWorld, DensityWeighsShapes) {
  const std::string shapes =
      "<visual><geometry><sphere radius='9'/></geometry></visual>"
      "<collision><origin xyz='0 0 1'/><geometry><box size='0.1 0.2 0.3'/></geometry></collision>";
  const std::string text =
      a_robot(a_link("a") + a_link("b", shapes) + a_link("c", inertial(1, 1, 1, 1) + shapes) +
              a_joint("j", "a", "b") + a_joint("k", "b", "c"));
  EXPECT_EQ(
      refusal(text),
      "r.urdf:3: link 'b': moves but has no mass: give it (or what is fixed to it) an "
      "<inertial>, or fix its joint; --density 1000 gives it the mass of its shapes, --repair a "
      "small one");
  UrdfOptions options;
  options.density = 500.0;
  const ImportedMachine m = imported(text, options);
  EXPECT_CHANGE(m, "3: link 'b': no <inertial>; --density 500 gives it 3 kg from its collisions");
  EXPECT_EQ(lines_of(m, true).size(), 1u);
  EXPECT_NEAR(m.machine.bodies[0].mass, 3.0, 1e-12);
  EXPECT_NEAR(m.machine.bodies[0].centre.z(), 1.0, 1e-12);
  EXPECT_NEAR(m.machine.bodies[0].inertia(2, 2), 3.0 / 12 * (0.01 + 0.04), 1e-12);
  EXPECT_DOUBLE_EQ(m.machine.bodies[1].mass, 1.0);
}

// ----------------------------------------------------------------------------------------- joints

// Law: a joint that carries nothing but frames has no motion; the frame stays as a point, where the
// start value puts it. A joint that others follow stays.
TEST(UrdfRealWorld, FramesOnJointsBecomePoints) {
  const ImportedMachine m = imported(a_robot(
      a_link("a") + a_link("b") + a_link("tip", "") + a_link("tool", "") + a_joint("j", "a", "b") +
      a_joint("slide", "b", "tip",
              "<origin xyz='1 0 0'/><axis xyz='1 0 0'/><limit lower='0.2' upper='0.4'/>",
              "prismatic") +
      a_joint("k", "tip", "tool", "<origin xyz='0 0 1'/>")));
  ASSERT_EQ(m.machine.bodies.size(), 1u);
  ASSERT_EQ(m.machine.joints.size(), 1u);
  EXPECT_NOTE(
      m,
      "7: joint 'slide': it carries only frames, without mass or shapes; it is fixed at 0.3, "
      "and 'tip' is a point of the body");
  ASSERT_EQ(m.machine.bodies[0].points.size(), 2u);
  EXPECT_LT((m.machine.bodies[0].points[1].position - Vec3(1.3, 0, 1)).norm(), 1e-15);
  // All joints of a robot of frames cannot be meant.
  EXPECT_NE(refusal(a_robot(a_link("a", "") + a_link("b", "") + a_joint("j", "a", "b")))
                .find("moves but has no mass"),
            std::string::npos);
  // A leader without mass is needed by its follower.
  EXPECT_NE(refusal(a_robot(a_link("a") + a_link("b") + a_link("l", "") + a_joint("k", "a", "l") +
                            a_joint("j", "a", "b", "<mimic joint='k'/>")))
                .find("link 'l': moves but has no mass"),
            std::string::npos);
}

// Law: what follows a fixed joint stands still where the value 0 of that joint puts it, over any
// number of followers; what is fixed itself follows nothing.
TEST(UrdfRealWorld, FollowersOfFixedJointsAreFixed) {
  const ImportedMachine m = imported(a_robot(
      a_link("a") + a_link("b") + a_link("c") + a_link("d") + a_link("e") + a_link("f") +
      a_joint("free", "a", "f") + a_joint("held", "a", "b", "", "fixed") +
      a_joint("one", "b", "c",
              "<axis xyz='0 0 1'/><mimic joint='held' multiplier='5' offset='0.5'/>") +
      a_joint("two", "c", "d", "<axis xyz='1 0 0'/><mimic joint='one' multiplier='-2' offset='3'/>",
              "prismatic") +
      a_joint("three", "a", "e", "<mimic joint='free'/>", "fixed")));
  ASSERT_EQ(m.machine.joints.size(), 1u);
  EXPECT_NOTE(m, "10: joint 'one': it follows 'held', which is fixed, so it is fixed at 0.5");
  EXPECT_NOTE(m, "11: joint 'two': it follows 'one', which is fixed, so it is fixed at 2");
  EXPECT_NOTE(
      m,
      "12: joint 'three': <mimic> is left out: the joint is fixed and has no value that could "
      "follow");
}

// Law: a follower of nothing is refused; --repair lets it move on its own and says so.
TEST(UrdfRealWorld, FollowersOfNothing) {
  const std::string text =
      a_robot(a_link("a") + a_link("b") + a_joint("j", "a", "b", "<mimic joint='gone'/>"));
  UrdfOptions options;
  options.repair = true;
  EXPECT_CHANGE(
      imported(text, options),
      "4: joint 'j': <mimic> of 'gone' is left out, there is no such joint: it moves on its "
      "own");
}

// Law: limits that cannot be meant are no limits, and that is said; neither stops nor drives have them.
TEST(UrdfRealWorld, ImpossibleLimitsAreNone) {
  UrdfOptions options;
  options.drives = true;
  const ImportedMachine m = imported(
      a_robot(a_link("a") + a_link("b") +
              a_joint("j", "a", "b", "<limit lower='1' upper='-1' effort='-1' velocity='0'/>",
                      "revolute")),
      options);
  EXPECT_NOTE(m, "4: joint 'j': lower=1 exceeds upper=-1: taken as no limit");
  EXPECT_NOTE(m, "4: joint 'j': effort=-1 of <limit> is negative: taken as not given");
  EXPECT_NOTE(m, "4: joint 'j': no effort, or 0, is given: its drive has no force limit");
  EXPECT_NOTE(m, "4: joint 'j': no velocity, or 0, is given: its lever asks for at most 1 rad/s");
  EXPECT_TRUE(m.machine.stops.empty());
  ASSERT_EQ(m.machine.drives.size(), 1u);
  EXPECT_EQ(m.machine.drives[0].force_max, 0.0);
  EXPECT_GE(m.machine.drives[0].lower, m.machine.drives[0].upper);
}

// Law: nothing that a joint says about its resistance is lost in silence.
TEST(UrdfRealWorld, LostDynamicsAreNoted) {
  const ImportedMachine m =
      imported(a_robot(a_link("a") + a_link("b") + a_link("c") + a_link("d") +
                       a_joint("j", "a", "b", "<dynamics damping='1' K='3' mu_coulomb='2'/>") +
                       a_joint("p", "a", "c", "<dynamics damping='2'/>", "planar") +
                       a_joint("f", "a", "d", "<dynamics friction='3'/>", "floating")));
  EXPECT_NOTE(m,
              "6: joint 'j': K='3' of <dynamics> is left out: it has no place in a machine file");
  EXPECT_NOTE(
      m,
      "6: joint 'j': mu_coulomb='2' of <dynamics> is left out: it has no place in a machine file");
  EXPECT_NOTE(m,
              "7: joint 'p': damping=2 and friction=0 are left out: the joint is planar, and only "
              "revolute, continuous and prismatic joints have them");
  EXPECT_NOTE(
      m,
      "8: joint 'f': damping=0 and friction=3 are left out: the joint is floating, and only "
      "revolute, continuous and prismatic joints have them");
  EXPECT_EQ(m.machine.springs.size(), 1u);
}

// Law: ball joints, which some programs add to URDF, are ball joints.
TEST(UrdfRealWorld, SphericalJoints) {
  const ImportedMachine m = imported(a_robot(
      a_link("a") + a_link("b") + a_joint("ball", "a", "b", "<origin xyz='0 0 2'/>", "spherical")));
  ASSERT_EQ(m.machine.joints.size(), 1u);
  EXPECT_EQ(m.machine.joints[0].type, description::JointType::spherical);
  EXPECT_EQ(m.machine.joints[0].point_a, Vec3(0, 0, 2));
  imports_test::Rig rig(m.machine);
  rig.advance(10);
}

// Law: 'world' needs no link of its own: it is the ground.
TEST(UrdfRealWorld, WorldMayBeImplied) {
  const ImportedMachine m =
      imported(a_robot(a_link("b") + a_joint("j", "world", "b", "<origin xyz='0 0 2'/>")));
  ASSERT_EQ(m.machine.joints.size(), 1u);
  EXPECT_EQ(m.machine.joints[0].body_a, description::kGround);
  EXPECT_NOTE(m, "3: joint 'j': its parent 'world' is not in the file and is taken as the ground");
}

// ------------------------------------------------------------------------------- shapes and places

// Law: shapes without a size touch and show nothing; they are left out and noted.
TEST(UrdfRealWorld, ShapesWithoutSizeAreNoted) {
  const ImportedMachine m = imported(a_robot(
      a_link("a") +
      a_link("b",
             inertial(1, 1, 1, 1) +
                 "<visual><geometry><box size='0 0 0'/></geometry></visual>"
                 "<collision><geometry><sphere radius='0'/></geometry></collision>"
                 "<collision><geometry><cylinder radius='1' length='0'/></geometry></collision>"
                 "<collision><geometry/></collision>") +
      a_joint("j", "a", "b")));
  EXPECT_TRUE(m.machine.shapes.empty());
  EXPECT_TRUE(m.machine.visuals.empty());
  EXPECT_NOTE(m, "3: link 'b': <box> of <visual> is left out: size='0 0 0' is no size");
  EXPECT_NOTE(m, "3: link 'b': <sphere> of <collision> is left out: radius='0' is no size");
  EXPECT_NOTE(m, "3: link 'b': <cylinder> of <collision> is left out: length='0' is no size");
  EXPECT_NOTE(m, "3: link 'b': <collision> without a shape is left out");
}

// Law: a second element where one is allowed is left out with a note, as other programs do in silence.
TEST(UrdfRealWorld, SecondElementsAreNoted) {
  const ImportedMachine m =
      imported(a_robot(a_link("a") + a_link("b") +
                       a_joint("j", "a", "b", "<axis xyz='0 1 0'/>\n<axis xyz='0 0 1'/>")));
  EXPECT_NOTE(m, "5: joint 'j': a second <axis> is left out; the first, in line 4, counts");
  EXPECT_EQ(m.machine.joints[0].axis_a, Vec3::UnitY());
}

// Law: a call of a macro that nobody defined is left out; files of macros are refused.
TEST(UrdfRealWorld, LeftOverMacros) {
  const ImportedMachine m = imported(
      a_robot(a_link("a") + a_link("b") + a_joint("j", "a", "b") + "<xacro:sensors name='x'/>\n"));
  EXPECT_NOTE(m, "5: <xacro:sensors> is left out: it has no place in a machine file");
  EXPECT_EQ(refusal("<robot>\n<xacro:sensors/>\n<xacro:macro name='x'/></robot>"),
            "r.urdf:3: <xacro:macro> is a macro of xacro; expand the file first: xacro FILE > "
            "FILE.urdf");
}

// Law: comments may stand before the declaration, and lines are still counted from the first.
TEST(UrdfRealWorld, LateDeclarations) {
  const std::string text =
      a_robot(a_link("a") + a_link("b", inertial(1, 1, 1, 40)) + a_joint("j", "a", "b"));
  EXPECT_EQ(refusal("<!-- made\n by -->\n<?xml version='1.0'?>\n" + text).substr(0, 9),
            "r.urdf:6:");
}

// Law: --at moves the root, whether it is the ground or a body, and all that hangs on it; --lift moves
// it up until the lowest shape touches z = 0. A robot that starts in the ground is noted.
TEST(UrdfRealWorld, AtAndLiftPlaceTheRobot) {
  const std::string ball =
      "<collision><origin xyz='0 0 -0.5'/><geometry><sphere radius='0.1'/></geometry></collision>";
  const std::string box = "<visual><geometry><box size='1 1 1'/></geometry></visual>";
  const std::string text =
      a_robot(a_link("a", inertial(1, 1, 1, 1) + box) + a_link("b", inertial(1, 1, 1, 1) + ball) +
              a_joint("j", "a", "b", "<origin xyz='0 0 0.2'/><axis xyz='0 0 1'/>"));
  EXPECT_NOTE(imported(text),
              "3: link 'b' starts 0.4 m in the ground, which is at z = 0; --lift raises the robot, "
              "--at X Y Z places its root");
  for (const bool free : {false, true}) {
    UrdfOptions options;
    options.free_root = free;
    options.at = {1, 2, 3};
    const ImportedMachine at = imported(text, options);
    EXPECT_LT((at.machine.bodies.back().pose.position - Vec3(1, 2, 3.2)).norm(), 1e-15);
    EXPECT_LT((at.machine.joints[0].point_a - (free ? Vec3(0, 0, 0.2) : Vec3(1, 2, 3.2))).norm(),
              1e-15);
    EXPECT_LT((at.machine.visuals[0].pose.position - (free ? Vec3(0, 0, 0) : Vec3(1, 2, 3))).norm(),
              1e-15);
    options.lift = true;
    const ImportedMachine lifted = imported(text, options);
    EXPECT_NEAR(lifted.machine.bodies.back().pose.position.z(), 0.6, 1e-15);
    EXPECT_NEAR(lifted.machine.joints[0].point_a.z(), free ? 0.2 : 0.6, 1e-15);
    EXPECT_NEAR(lifted.machine.visuals[0].pose.position.z(), free ? 0.0 : 0.4, 1e-15);
    EXPECT_NOTE(lifted, "3: --lift puts the root link at z = 0.4: link 'b' touches the ground");
    imports_test::Rig rig(lifted.machine);
    EXPECT_NEAR(rig.pose("b").position.z(), 0.6, 1e-12);
  }
}

// ------------------------------------------------------------------------------------------ meshes

class UrdfMeshFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) / "urdf_mesh_files";
    std::filesystem::create_directories(folder_);
    // A wedge, 1 x 1 x 1 with its upper half cut off slanting: volume 1/2.
    const char* points = "0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 0 1 1";
    const char* faces = "0 2 1 0 3 2 0 1 4 3 5 2 1 2 5 1 5 4 0 4 5 0 5 3";
    std::ofstream(folder_ / "wedge.dae")
        << "<?xml version='1.0'?>\n<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' "
           "version='1.4.1'><asset><unit name='centimeter' meter='0.01'/><up_axis>Y_UP</up_axis>"
           "</asset><library_geometries><geometry id='g'><mesh><source id='p'><float_array id='a' "
           "count='18'>"
        << points
        << "</float_array><technique_common><accessor source='#a' count='6' stride='3'><param "
           "name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/>"
           "</accessor></technique_common></source><vertices id='v'><input semantic='POSITION' "
           "source='#p'/></vertices><triangles count='8'><input semantic='VERTEX' source='#v' "
           "offset='0'/><p>"
        << faces
        << "</p></triangles></mesh></geometry></library_geometries><library_visual_scenes>"
           "<visual_scene id='s'><node id='n'><instance_geometry url='#g'/></node></visual_scene>"
           "</library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>\n";
    options_.folder = folder_;
    options_.output_folder = folder_;
    options_.mesh_folder = "r-meshes";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static std::string collision(const std::string& scale) {
    return "<collision><geometry><mesh filename='wedge.dae' scale='" + scale +
           "'/></geometry></collision>";
  }

  std::filesystem::path folder_;
  UrdfOptions options_;
};

// Law: DAE files are read with the unit they state and in their own axes (as robot programs do), at any
// scale, mirrored too; what touches is a hull that goes to a file beside the machine, once per mesh.
TEST_F(UrdfMeshFiles, DaeMeshesTouchAsHullsKeptBesideTheMachine) {
  const ImportedMachine m =
      imported(a_robot(a_link("a") + a_link("b", inertial(1, 1, 1, 1) + collision("10 20 -30")) +
                       a_link("c", inertial(1, 1, 1, 1) + collision("10 20 -30")) +
                       a_joint("j", "a", "b") + a_joint("k", "a", "c")),
               options_);
  ASSERT_EQ(m.machine.shapes.size(), 2u) << all_of(lines_of(m, false));
  EXPECT_EQ(m.machine.shapes[0].file, "r-meshes/wedge.obj");
  EXPECT_EQ(m.machine.shapes[1].file, "r-meshes/wedge.obj");
  EXPECT_EQ(m.machine.shapes[0].unit, 1.0);
  EXPECT_EQ(m.machine.shapes[0].hull_faces, 64);
  ASSERT_EQ(m.meshes.size(), 1u);
  const geometry::Box box = m.meshes[0].mesh.box();
  EXPECT_LT((box.low - Vec3(0, 0, -0.3)).norm(), 1e-6);
  EXPECT_LT((box.high - Vec3(0.1, 0.2, 0)).norm(), 1e-6);
  EXPECT_NOTE(m,
              "3: link 'b' starts 0.3 m in the ground, which is at z = 0; --lift raises the robot, "
              "--at X Y Z places its root");
}

// Law: the mass by density is that of the body inside a closed mesh, not of its box.
TEST_F(UrdfMeshFiles, DensityUsesTheVolumeOfMeshes) {
  options_.density = 1000.0;
  const ImportedMachine m =
      imported(a_robot(a_link("a") + a_link("b", collision("10 10 -10")) + a_joint("j", "a", "b")),
               options_);
  EXPECT_NEAR(m.machine.bodies[0].mass, 0.5, 1e-6);
  EXPECT_NEAR(m.machine.bodies[0].centre.x(), 0.1 / 3, 1e-7);
}

// Law: a damaged mesh is a note, not an end.
TEST_F(UrdfMeshFiles, DamagedDaeIsNoted) {
  const auto note = [&](const std::string& content) {
    std::ofstream(folder_ / "wedge.dae") << content;
    const ImportedMachine m =
        imported(a_robot(a_link("a") + a_link("b", inertial(1, 1, 1, 1) + collision("1 1 1")) +
                         a_joint("j", "a", "b")),
                 options_);
    EXPECT_TRUE(m.machine.shapes.empty());
    return all_of(lines_of(m, false));
  };
  EXPECT_NE(note("").find("the file is empty"), std::string::npos);
  EXPECT_NE(note("<?xml version='1.0'?><robot/>").find("has the root element <COLLADA>"),
            std::string::npos);
  EXPECT_NE(note("<COLLADA><asset>").find("half a file?"), std::string::npos);
  EXPECT_NE(note("<COLLADA><asset><unit meter='-1'/></asset></COLLADA>").find("is not a length"),
            std::string::npos);
  EXPECT_NE(note("<!DOCTYPE x [<!ENTITY a 'b'>]><COLLADA></COLLADA>").find("entities"),
            std::string::npos);
}

}  // namespace
}  // namespace outrigger
