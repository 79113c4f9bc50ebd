/// Whatever is wrong with a URDF file is said with file, line, thing and value; whatever is left out
/// is noted with its line; and no file is taken for a machine that it does not describe.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "description/limits.h"
#include "description/writer.h"
#include "imports/urdf.h"
#include "imports/urdf_reader.h"

namespace outrigger {
namespace {

using testing::Test;

constexpr const char* kMass =
    "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";

std::string link(const std::string& name, const std::string& inside = kMass) {
  return "<link name='" + name + "'>" + inside + "</link>\n";
}

std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                  const std::string& inside = "", const std::string& type = "continuous") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent +
         "'/><child link='" + child + "'/>" + inside + "</joint>\n";
}

/// Each piece begins a line; the first is line 2.
std::string robot(const std::string& inside) {
  return "<robot name='r'>\n" + inside + "</robot>\n";
}

std::string error_of(const std::string& text, const imports::UrdfOptions& options = {}) {
  try {
    imports::import_urdf_text(text, "r.urdf", options);
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

std::vector<std::string> notes_of(const std::string& text,
                                  const imports::UrdfOptions& options = {}) {
  std::vector<std::string> lines;
  for (const imports::Note& n : imports::import_urdf_text(text, "r.urdf", options).notes)
    lines.push_back(std::to_string(n.line) + ": " + n.text);
  return lines;
}

#define EXPECT_ERROR(text, expected) EXPECT_EQ(error_of(text), expected)

TEST(UrdfErrors, Tree) {
  EXPECT_ERROR(robot(link("a") + link("b") + joint("j", "a", "b") + link("b")),
               "r.urdf:5: link 'b': there is one of this name in line 3");
  EXPECT_ERROR(robot(link("a") + link("b") + joint("j", "a", "b") + joint("j", "a", "b")),
               "r.urdf:5: joint 'j': there is one of this name in line 4");
  EXPECT_ERROR(
      robot(link("a") + link("b") + joint("j", "a", "b") + joint("k", "a", "b")),
      "r.urdf:5: joint 'k': link 'b' is already the child of joint 'j' (line 4); URDF is a "
      "tree: leave the joint that closes a loop out and add it in a machine file that "
      "includes the imported one");
  EXPECT_ERROR(robot(link("arm") + link("b") + joint("j", "arn", "b")),
               "r.urdf:4: joint 'j': unknown parent link 'arn'; did you mean 'arm'?");
  EXPECT_ERROR(robot(link("a") + link("b")),
               "r.urdf:3: link 'b': no joint leads to it: it is a second root beside 'a' (line 2)");
  EXPECT_ERROR(robot(link("a") + link("b") + joint("j", "a", "b") + joint("k", "b", "a")),
               "r.urdf:2: link 'a': every link is the child of a joint: the joints go in a circle");
  EXPECT_ERROR(
      robot(link("a") + link("b") + link("c") + joint("j", "c", "b") + joint("k", "b", "c")),
      "r.urdf:3: link 'b': is part of a circle of joints that the root does not reach");
  EXPECT_ERROR(robot(link("a") + link("b") + joint("j", "b", "b")),
               "r.urdf:4: joint 'j': connects link 'b' with itself");
  EXPECT_ERROR(robot(""), "r.urdf:1: there is no <link> in this file");
  EXPECT_ERROR(robot(link("a")),
               "r.urdf:2: nothing in this file moves; --free makes the root link a body");
}

TEST(UrdfErrors, MassAndInertia) {
  const auto with = [](const std::string& inertial) {
    return robot(link("a") + link("b", inertial) + joint("j", "a", "b"));
  };
  EXPECT_ERROR(with("<inertial><mass value='-3'/><inertia ixx='1' iyy='1' izz='1'/></inertial>"),
               "r.urdf:3: link 'b': value=-3 of <mass> is not allowed: must be >= 0");
  EXPECT_ERROR(with("<inertial><mass value='0'/><inertia ixx='1' iyy='1' izz='1'/></inertial>"),
               "r.urdf:3: link 'b': moves but has no mass: give it (or what is fixed to it) an "
               "<inertial>, or fix its joint; --repair gives it a small mass");
  EXPECT_ERROR(with(""),
               "r.urdf:3: link 'b': moves but has no mass: give it (or what is fixed to "
               "it) an <inertial>, or fix its joint; --repair gives it a small mass");
  EXPECT_ERROR(
      with("<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='40'/></inertial>"),
      "r.urdf:3: link 'b': impossible inertia: of the principal moments 1, 1, 40 kg m2 the "
      "largest must not exceed the sum of the other two; --repair balances it");
  EXPECT_ERROR(with("<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='-1'/></inertial>"),
               "r.urdf:3: link 'b': impossible inertia: the principal moments -1, 1, 1 kg m2 must "
               "all be > 0; --repair balances it");
  EXPECT_ERROR(
      with("<inertial><mass value='1'/><inertia ixx='0' iyy='0' izz='0'/></inertial>"),
      "r.urdf:3: link 'b': impossible inertia: the principal moments 0, 0, 0 kg m2 must all "
      "be > 0; --repair replaces it");
  EXPECT_ERROR(with("<inertial><inertia ixx='1' iyy='1' izz='1'/></inertial>"),
               "r.urdf:3: link 'b': <inertial> needs <mass value=\"...\"/>");
  EXPECT_ERROR(
      with("<inertial><mass value='nan'/><inertia ixx='1' iyy='inf' izz='1e99'/></inertial>"),
      "r.urdf:3: link 'b': value='nan' of <mass> is not a number of at most 1e+30\n"
      "r.urdf:3: link 'b': iyy='inf' of <inertia> is not a number of at most 1e+30\n"
      "r.urdf:3: link 'b': izz='1e99' of <inertia> is not a number of at most 1e+30");
}

TEST(UrdfErrors, JointsAndShapes) {
  const auto with = [](const std::string& inside, const std::string& type = "revolute") {
    return robot(link("a") + link("b") + joint("j", "a", "b", inside, type));
  };
  EXPECT_EQ(error_of(with("", "hinge")).substr(0, 47),
            "r.urdf:4: joint 'j': unknown joint type 'hinge'");
  EXPECT_ERROR(robot(link("a") + link("b") +
                     "<joint name='j'><parent link='a'/><child link='b'/>"
                     "<dynamics damping='1'/></joint>"),
               "r.urdf:4: joint 'j': <joint> needs the attribute 'type'");
  EXPECT_ERROR(with("<axis xyz='0 0 0'/>"),
               "r.urdf:4: joint 'j': xyz='0 0 0' of <axis> is not allowed: must not be zero");
  EXPECT_ERROR(with("<origin xyz='1 2'/>"),
               "r.urdf:4: joint 'j': xyz='1 2' of <origin> is not 3 numbers of at most 1e+30");
  EXPECT_ERROR(with("<origin xyz='1 2 3 4'/>"),
               "r.urdf:4: joint 'j': xyz='1 2 3 4' of <origin> is not 3 numbers of at most 1e+30");
  EXPECT_ERROR(
      with("<mimic joint='k'/>"),
      "r.urdf:4: joint 'j': <mimic> of 'k': there is no such joint; --repair lets it move on "
      "its own");
  EXPECT_ERROR(with("<mimic joint='j'/>"), "r.urdf:4: joint 'j': <mimic> goes in a circle");
  EXPECT_ERROR(with("<dynamics damping='-1'/>"),
               "r.urdf:4: joint 'j': damping=-1 of <dynamics> is not allowed: must be >= 0");
  EXPECT_ERROR(with("<origin xyz='${x} 0 0'/>"),
               "r.urdf:4: joint 'j': xyz='${x} 0 0' of <origin> is not 3 numbers of at most 1e+30; "
               "expand the file first: xacro FILE > FILE.urdf");
  imports::UrdfOptions options;
  options.joint_values = {{"jj", 1.0}};
  EXPECT_EQ(
      error_of(with("<limit/>"), options),
      "r.urdf: a start value for 'jj': there is no such joint with a value; did you mean 'j'?");
}

TEST(UrdfErrors, NotUrdfAtAll) {
  const std::string bad = "this is not well-formed XML: ";
  EXPECT_ERROR("", "r.urdf:1: " + bad + "the file is empty");
  EXPECT_ERROR("<robot>\n<link></robot>",
               "r.urdf:2: " + bad +
                   "an element that begins here is not closed by its own end tag, such as </link>; "
                   "close elements in the order in which they were opened");
  EXPECT_ERROR("<robot name='a\n></robot>",
               "r.urdf:1: " + bad +
                   "an attribute is not written as name=\"value\", or stands twice in its element");
  EXPECT_ERROR("<robot>\n<!-- a\n</robot>",
               "r.urdf:2: " + bad + "a comment does not end; close it with -->");
  EXPECT_ERROR("<robot>\n<link name='a'",
               "r.urdf:2: " + bad +
                   "a tag is not complete; it needs a name, attributes as name=\"value\", and '>' "
                   "or '/>' at its end");
  // Whatever is wrong, names of the parser stay inside.
  for (const char* text : {"<", "<>", "<robot", "<robot>", "<robot a>", "<robot a=b/>", "&&",
                           "<?xml", "<!DOCTYPE", "<robot><![CDATA[ </robot>", "</robot>", "robot"})
    EXPECT_EQ(error_of(text).find("XML_"), std::string::npos) << text << ": " << error_of(text);
  EXPECT_ERROR("<mujoco/>",
               "r.urdf:1: a URDF file has the root element <robot>, this one has <mujoco>");
  EXPECT_ERROR("<robot>\n<xacro:include filename='x'/></robot>",
               "r.urdf:2: <xacro:include> is a macro of xacro; expand the file first: xacro FILE > "
               "FILE.urdf");
  EXPECT_ERROR("<robot>\n\xff</robot>", "r.urdf:2: byte 8 is not UTF-8; save the file as UTF-8");
}

TEST(UrdfErrors, HugeAndDeepFilesAreRefusedOrRead) {
  std::string deep = "<robot>";
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  EXPECT_ERROR(deep,
               "r.urdf:1: this is not well-formed XML: elements are nested too deeply; is an end "
               "tag missing?");
  EXPECT_EQ(error_of(std::string(description::kMaxFileBytes + 1, ' ')).substr(0, 24),
            "r.urdf: 16777217 bytes; ");
  std::string many = "<robot>";
  for (std::size_t i = 0; i < imports::kMaxXmlElements; ++i) many += "<a/>";
  EXPECT_ERROR(many + "</robot>", "r.urdf: 500002 elements; at most 500000 are allowed");
  // A chain as long as such a file allows must not overflow the stack or take quadratic time.
  std::string chain = link("l0");
  for (int i = 1; i < 20000; ++i)
    chain += link("l" + std::to_string(i)) +
             joint("j" + std::to_string(i), "l" + std::to_string(i - 1), "l" + std::to_string(i));
  EXPECT_EQ(imports::import_urdf_text(robot(chain), "r.urdf").machine.bodies.size(), 19999u);
}

// The parser compares each attribute with all before it: 100,000 of one element took a minute.
TEST(UrdfErrors, ElementsOfManyAttributesAreRefused) {
  const auto robot = [](int attributes) {
    std::string text = "<robot name=\"r\">\n<!-- a = b = \" -->\n<link name=\"a\"";
    for (int i = 0; i < attributes; ++i) text += " a" + std::to_string(i) + "='=>'";
    return text + "/></robot>";
  };
  EXPECT_EQ(error_of(robot(200)).substr(0, 9), "r.urdf:3:");
  EXPECT_NE(error_of(robot(200)).find("more than 200 attributes"), std::string::npos);
  EXPECT_EQ(error_of(robot(199)).find("attributes"), std::string::npos) << error_of(robot(199));
}

TEST(UrdfNotes, SayWhatIsLost) {
  const auto lines = notes_of(
      robot(link("a") +
            link("b", std::string(kMass) + "<sensor/>\n<visual><geometry><mesh filename='x.max'/>"
                                           "</geometry></visual>") +
            joint("j", "a", "b", "<safety_controller/><limit effort='1'/>", "revolute") +
            "<transmission/>\n<gazebo/>\n"));
  ASSERT_EQ(lines.size(), 7u);
  EXPECT_EQ(lines[0],
            "2: link 'a' is the root and stands for the ground, its mass is not used; "
            "--free makes it a body");
  EXPECT_EQ(lines[1], "3: link 'b': <sensor> is left out: it has no place in a machine file");
  EXPECT_EQ(lines[2].substr(0, 42), "4: link 'b': mesh 'x.max' is left out: x.m");
  EXPECT_EQ(lines[3],
            "5: joint 'j': <safety_controller> is left out: it has no place in a machine file");
  EXPECT_EQ(lines[4], "5: joint 'j': lower and upper limit are both 0; no stops are made");
  EXPECT_EQ(lines[5], "6: <transmission> is left out: it has no place in a machine file");
  EXPECT_EQ(lines[6], "7: <gazebo> is left out: it has no place in a machine file");
}

class UrdfMeshes : public Test {
 protected:
  void SetUp() override {
    root_ = std::filesystem::path(testing::TempDir()) / "urdf_meshes";
    std::filesystem::create_directories(root_ / "arm_pack" / "urdf");
    std::filesystem::create_directories(root_ / "arm_pack" / "meshes");
    std::ofstream(root_ / "arm_pack" / "meshes" / "tetra.obj")
        << "v 0 0 0\nv 100 0 0\nv 0 200 0\nv 0 0 400\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  std::string text(const std::string& file, const std::string& scale = "0.001 0.001 0.001") {
    const std::string mesh =
        "<geometry><mesh filename='" + file + "' scale='" + scale + "'/></geometry>";
    return robot(link("a") +
                 link("b", std::string(kMass) + "<visual>" + mesh + "</visual>\n<collision>" +
                               mesh + "</collision>") +
                 joint("j", "a", "b"));
  }

  std::filesystem::path root_;
};

TEST_F(UrdfMeshes, AreFoundScaledAndDrawnAsBoxes) {
  imports::UrdfOptions options;
  options.folder = root_ / "arm_pack" / "urdf";
  options.output_folder = root_ / "out";
  imports::UrdfOptions elsewhere = options;
  elsewhere.folder = root_ / "out";
  elsewhere.packages = {{"arm_pack", root_ / "arm_pack"}};
  for (const auto& [file, how] : {std::pair{"package://arm_pack/meshes/tetra.obj", options},
                                  std::pair{"package://arm_pack/meshes/tetra.obj", elsewhere},
                                  std::pair{"../meshes/tetra.obj", options}}) {
    const auto machine = imports::import_urdf_text(text(file), "r.urdf", how).machine;
    ASSERT_EQ(machine.shapes.size(), 1u) << file;
    EXPECT_EQ(machine.shapes[0].file, "../arm_pack/meshes/tetra.obj");
    EXPECT_EQ(machine.shapes[0].unit, 0.001);
    EXPECT_EQ(machine.shapes[0].hull_faces, 64);
    ASSERT_EQ(machine.visuals.size(), 1u);
    EXPECT_LT((machine.visuals[0].size - Vec3(0.1, 0.2, 0.4)).norm(), 1e-7);
    EXPECT_LT((machine.visuals[0].pose.position - Vec3(0.05, 0.1, 0.2)).norm(), 1e-7);
  }
}

// Law: where a package has another name, or a file was copied out of it, the only mesh of the robot
// whose path ends as written is taken, and that is noted; two of them are none.
TEST_F(UrdfMeshes, OfRenamedPackagesAreFoundByTheEndOfTheirPaths) {
  imports::UrdfOptions options;
  options.folder = root_ / "arm_pack" / "urdf";
  for (const char* file : {"package://old_name/meshes/tetra.obj", "package://meshes/tetra.obj",
                           "package://other/tetra.obj"}) {
    const auto lines = notes_of(text(file), options);
    ASSERT_GE(lines.size(), 2u);
    EXPECT_EQ(imports::import_urdf_text(text(file), "r.urdf", options).machine.shapes.size(), 1u)
        << file;
  }
  const auto lines = notes_of(text("package://other/tetra.obj"), options);
  EXPECT_EQ(lines[1],
            "3: link 'b': mesh 'package://other/tetra.obj' is not where its package should be; "
            "'../meshes/tetra.obj' is taken, the only file of the robot whose path ends so");
  std::filesystem::create_directories(root_ / "arm_pack" / "meshes" / "copy");
  std::filesystem::copy(root_ / "arm_pack" / "meshes" / "tetra.obj",
                        root_ / "arm_pack" / "meshes" / "copy" / "tetra.obj");
  EXPECT_TRUE(imports::import_urdf_text(text("package://other/tetra.obj"), "r.urdf", options)
                  .machine.shapes.empty());
}

TEST_F(UrdfMeshes, ThatCannotBeUsedAreNoted) {
  imports::UrdfOptions options;
  options.folder = root_ / "arm_pack" / "urdf";
  auto lines = notes_of(text("package://other/meshes/cube.obj"), options);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[2],
            "4: link 'b': mesh 'package://other/meshes/cube.obj' is left out: package 'other' is "
            "not above the file; say where it is: --package other=FOLDER");
  lines = notes_of(text("../meshes/tetra.obj", "1 2 3"), options);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[2],
            "4: link 'b': mesh '../meshes/tetra.obj' is left out: its scale 1 2 3 is not "
            "the same positive number along all axes; with --out a scaled mesh is written");
}

}  // namespace
}  // namespace outrigger
