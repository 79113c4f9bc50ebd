/// `outrigger import` as a user calls it: what it prints, what it writes, how it ends.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/source_tree.h"
#include "description/reader.h"
#include "support/app.h"

namespace outrigger {
namespace {

struct Output {
  int code = -1;
  std::string text;  ///< both streams
};

Output import(const std::string& arguments) {
  const std::string command = "cd '" + source_root().string() + "' && '" + testing_support::app() +
                              "' import " + arguments + " 2>&1";
  Output result;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return result;
  char chunk[4096];
  while (const std::size_t n = fread(chunk, 1, sizeof chunk, pipe)) result.text.append(chunk, n);
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

TEST(ImportCommand, WritesAMachineFileAndSaysWhatIsLost) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("outrigger_import_" + std::to_string(getpid()) + ".yaml");
  const Output output =
      import("examples/six-axis-arm.urdf --drives --joint lift=0.5 --out '" + file.string() + "'");
  EXPECT_EQ(output.code, 0) << output.text;
  EXPECT_NE(output.text.find("examples/six-axis-arm.urdf:183: <transmission> is left out"),
            std::string::npos);
  EXPECT_NE(output.text.find("6 bodies, 6 joints, 4 shapes, 7 visuals; 2 notes"),
            std::string::npos);
  const description::Machine machine = description::read_machine_file(file);
  EXPECT_EQ(machine.name, "six_axis_arm");
  EXPECT_EQ(machine.drives.size(), 6u);
  std::filesystem::remove(file);
}

// Law: what an option changes is marked as a change, in the list and on top of the machine file.
TEST(ImportCommand, ListsWhatItChanges) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("outrigger_repair_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "r.urdf")
      << "<robot name='r'><link name='a'/>\n<link name='b'><inertial><mass value='1'/><inertia "
         "ixx='1' iyy='1' izz='4'/></inertial></link>\n<joint name='j' type='continuous'><parent "
         "link='a'/><child link='b'/></joint></robot>";
  const std::string urdf = (folder / "r.urdf").string(), yaml = (folder / "r.yaml").string();
  const Output refused = import(urdf + " --out " + yaml);
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.text.find("--repair balances it"), std::string::npos) << refused.text;
  EXPECT_FALSE(std::filesystem::exists(yaml));
  const Output repaired = import(urdf + " --repair --at 1 2 3 --out " + yaml);
  EXPECT_EQ(repaired.code, 0) << repaired.text;
  EXPECT_NE(repaired.text.find(urdf + ":2: changed: link 'b': impossible inertia"),
            std::string::npos);
  EXPECT_NE(repaired.text.find("0 notes, 1 change\n"), std::string::npos) << repaired.text;
  std::ifstream file(yaml);
  std::string first, second;
  std::getline(file, first);
  std::getline(file, second);
  EXPECT_EQ(second.substr(0, 26), "# changed: line 2: link 'b");
  EXPECT_EQ(description::read_machine_file(yaml).joints[0].point_a, Vec3(1, 2, 3));
  std::filesystem::remove_all(folder);
}

TEST(ImportCommand, PrintsWithoutAFile) {
  const Output output = import("examples/four-bar-tree.urdf");
  EXPECT_EQ(output.code, 0);
  EXPECT_EQ(output.text.substr(0, 67),
            "# Made from four-bar-tree.urdf by `outrigger import`.\noutrigger: 1\n");
}

TEST(ImportCommand, RefusesWhatItCannotDo) {
  EXPECT_EQ(import("examples/nothing.urdf").code, 2);
  const Output joint = import("examples/four-bar-tree.urdf --joint crank_pin=up");
  EXPECT_EQ(joint.code, 2);
  EXPECT_EQ(joint.text,
            "--joint wants name=number, for example --joint boom=0.5; got 'crank_pin=up'\n");
  const Output package = import("examples/four-bar-tree.urdf --package here");
  EXPECT_EQ(package.code, 2);
  EXPECT_EQ(package.text,
            "--package wants name=folder, for example --package arm=robots/arm; got 'here'\n");
}

}  // namespace
}  // namespace outrigger
