/// `outrigger mesh ...` as a user calls it: what it prints, what it writes, how it ends. 0 is fine,
/// 1 means problems were found, 2 that something could not be read or done.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "description/reader.h"
#include "support/app.h"

namespace outrigger {
namespace {

struct MeshOutput {
  int code = -1;
  std::string text;  ///< both streams
};

class MeshCommand : public testing::Test {
 protected:
  MeshCommand() {
    folder_ = std::filesystem::temp_directory_path() /
              ("outrigger_mesh_command_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    // A cube of edge 1, one corner at the origin; quadrangles.
    write("cube.obj",
          "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
          "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    // The same with one side turned over.
    write("turned.obj",
          "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
          "f 1 2 3 4\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
  }
  ~MeshCommand() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  MeshOutput run(const std::string& arguments) const {
    const std::string command = "cd '" + folder_.string() + "' && '" + testing_support::app() +
                                "' mesh " + arguments + " 2>&1";
    MeshOutput result;
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return result;
    char chunk[4096];
    while (const std::size_t n = fread(chunk, 1, sizeof chunk, pipe)) result.text.append(chunk, n);
    const int status = pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
  }
  std::filesystem::path folder_;
};

TEST_F(MeshCommand, CheckTellsAndEndsWithOneWhereThereAreProblems) {
  const MeshOutput good = run("check cube.obj");
  EXPECT_EQ(good.code, 0) << good.text;
  EXPECT_EQ(good.text,
            "cube.obj: 8 vertices, 18 edges, 12 faces in 1 part (1 closed), 1 x 1 x 1 m\n"
            "no problems\n");
  const MeshOutput bad = run("check turned.obj");
  EXPECT_EQ(bad.code, 1);
  EXPECT_NE(bad.text.find("problem turned faces: 2 faces run against the sense"), std::string::npos)
      << bad.text;
}

TEST_F(MeshCommand, RepairSaysWhatItDidAndWritesTheMesh) {
  const MeshOutput repair = run("repair turned.obj good.stl");
  EXPECT_EQ(repair.code, 0) << repair.text;
  EXPECT_NE(repair.text.find("turned 2 faces to the sense of their neighbours"), std::string::npos);
  EXPECT_EQ(run("check good.stl").code, 0);
  EXPECT_EQ(run("repair cube.obj same.obj").text.find("nothing was changed\n"), 0u);
}

TEST_F(MeshCommand, InfoKnowsUnitsAndMass) {
  const MeshOutput info = run("info cube.obj --unit mm --density 7850");
  EXPECT_EQ(info.code, 0) << info.text;
  EXPECT_NE(info.text.find("1 unit = 0.001 m"), std::string::npos) << info.text;
  EXPECT_NE(info.text.find("mass: 7.85e-06"), std::string::npos) << info.text;
  EXPECT_NE(run("info cube.obj --density 1").text.find("centre: [0.5, 0.5, 0.5]"),
            std::string::npos);
}

TEST_F(MeshCommand, HullIsWrittenWithinItsBudget) {
  const MeshOutput hull = run("hull cube.obj hull.obj");
  EXPECT_EQ(hull.code, 0) << hull.text;
  EXPECT_NE(hull.text.find("hull.obj: 8 vertices, 12 faces, volume 1 m³"), std::string::npos)
      << hull.text;
  const MeshOutput few = run("hull cube.obj few.obj --faces 4");
  EXPECT_NE(few.text.find(" 4 faces"), std::string::npos) << few.text;
  EXPECT_NE(few.text.find("beyond its exact hull"), std::string::npos) << few.text;
}

TEST_F(MeshCommand, SpheresAreASectionOfAMachineFile) {
  const MeshOutput spheres =
      run("spheres cube.obj --count 8 --for ground --max-radius 0.1 --body block"
          " --material steel --prefix corner");
  ASSERT_EQ(spheres.code, 0) << spheres.text;
  const description::Machine machine = description::read_machine_text(
      "outrigger: 1\nmaterials:\n  steel: {young: 2.1e11}\nbodies:\n  block: {mass: 1, inertia: "
      "[1, "
      "1, 1], pose: {position: [0, 0, 1]}}\n" +
          spheres.text,
      "machine.yaml");
  EXPECT_EQ(machine.spheres.size(), 8u);
}

TEST_F(MeshCommand, ShowWritesAPageAndAPicture) {
  const MeshOutput page =
      run("show turned.obj cube.obj --pose 0.5,0,0,0,0,30 --tree 0 --normals -o p.html");
  EXPECT_EQ(page.code, 0) << page.text;
  const std::string html = read("p.html");
  EXPECT_NE(html.find("\"name\":\"tree of cube.obj, level 0\""), std::string::npos);
  EXPECT_EQ(html.find("@SCENE@"), std::string::npos);
  EXPECT_EQ(html.find("http"), std::string::npos);  // nothing from elsewhere
  const MeshOutput picture = run("show cube.obj -o p.png --hull 0 --spheres 4");
  EXPECT_EQ(picture.code, 0) << picture.text;
  EXPECT_EQ(read("p.png").substr(1, 3), "PNG");
}

TEST_F(MeshCommand, BadInputEndsWithTwoAndAMessage) {
  write("half.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n");
  write("nan.obj", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n");
  const std::pair<const char*, const char*> cases[] = {
      {"check nothing.obj", "nothing.obj: there is no such file"},
      {"check half.stl", "half.stl:4: the file ends in the middle"},
      {"check nan.obj", "nan.obj:2: y of vertex 2 is 'nan'"},
      {"check cube.obj --unit furlong", "unit 'furlong'; there are m, cm, mm"},
      {"repair cube.obj out.ply", "out.ply: meshes are written as .obj or .stl"},
      {"show cube.obj -o p.gif", "p.gif: mesh show writes .html or .png"},
      {"show cube.obj --pose 1,2", "--pose places the second mesh"},
      {"show cube.obj cube.obj --pose 1,2", "--pose wants x,y,z"},
      {"spheres nan.obj", "nan.obj:2"}};
  for (const auto& [arguments, message] : cases) {
    const MeshOutput output = run(arguments);
    EXPECT_EQ(output.code, 2) << arguments << ": " << output.text;
    EXPECT_EQ(output.text.find(message), 0u) << arguments << ": " << output.text;
  }
  EXPECT_NE(run("hull cube.obj").code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.ply"));
}

}  // namespace
}  // namespace outrigger
