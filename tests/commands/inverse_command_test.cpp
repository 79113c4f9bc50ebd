/// `outrigger inverse` and `outrigger run --formulation` as a user calls them.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/source_tree.h"
#include "support/app.h"

namespace outrigger {
namespace {

struct InverseOutput {
  int code = -1;
  std::string text;  ///< both streams
};

class InverseCommand : public testing::Test {
 protected:
  InverseCommand() {
    folder_ = std::filesystem::temp_directory_path() /
              ("outrigger_inverse_command_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~InverseCommand() override { std::filesystem::remove_all(folder_); }

  InverseOutput run(const std::string& arguments) const {
    const std::string command =
        "cd '" + folder_.string() + "' && '" + testing_support::app() + "' " + arguments + " 2>&1";
    InverseOutput result;
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return result;
    char chunk[4096];
    while (const std::size_t n = fread(chunk, 1, sizeof chunk, pipe)) result.text.append(chunk, n);
    const int status = pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
  }
  std::string machine(const std::string& name) const {
    return "'" + source_file("machines/" + name + ".yaml") + "'";
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::filesystem::path folder_;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Law: what `run` writes, `inverse` understands: the torque of a guided crank comes back.
TEST_F(InverseCommand, FindsTheTorqueOfARun) {
  ASSERT_EQ(run("run " + machine("slider-crank") + " --csv motion.csv --quiet").code, 0);
  const InverseOutput result =
      run("inverse " + machine("slider-crank") + " --motion motion.csv --cutoff 60 --out out.csv");
  ASSERT_EQ(result.code, 0) << result.text;
  EXPECT_TRUE(contains(result.text, "multipliers and matrix R agree")) << result.text;
  EXPECT_TRUE(contains(result.text, "motor: effort")) << result.text;

  // Compare the two files row by row, away from the ends.
  const auto column = [&](const std::string& file, const std::string& name) {
    std::ifstream in(folder_ / file);
    std::string line, cell;
    std::getline(in, line);
    std::stringstream names(line);
    int index = 0;
    while (std::getline(names, cell, ',') && cell != name) ++index;
    std::vector<double> values;
    while (std::getline(in, line)) {
      std::stringstream cells(line);
      for (int i = 0; i <= index; ++i) std::getline(cells, cell, ',');
      values.push_back(std::stod(cell));
    }
    return values;
  };
  const auto truth = column("motion.csv", "motor_torque"),
             found = column("out.csv", "motor effort: by matrix R");
  ASSERT_EQ(truth.size(), found.size());
  double largest = 0.0, error = 0.0;
  for (std::size_t i = truth.size() / 10; i < truth.size() * 9 / 10; ++i) {
    largest = std::max(largest, std::abs(truth[i]));
    error = std::max(error, std::abs(truth[i] - found[i]));
  }
  EXPECT_LT(error, 0.01 * largest);
}

// Law: errors name the file, the line and the column.
TEST_F(InverseCommand, NamesFileLineAndColumn) {
  write("text.csv", "t,bearing.angle\n0,0\n0.1,many\n0.2,0\n");
  const InverseOutput text = run("inverse " + machine("slider-crank") + " --motion text.csv");
  EXPECT_EQ(text.code, 2);
  EXPECT_TRUE(contains(text.text, "text.csv:3: bearing.angle: 'many' is not a number"))
      << text.text;
  write("strange.csv", "t,elbow\n0,0\n0.1,0\n0.2,0\n");
  const InverseOutput strange = run("inverse " + machine("slider-crank") + " --motion strange.csv");
  EXPECT_EQ(strange.code, 2);
  EXPECT_TRUE(contains(strange.text, "bearing.angle")) << strange.text;
  write("uneven.csv", "t,bearing.angle\n0,0\n0.1,0\n0.15,0\n0.3,0\n");
  const InverseOutput uneven = run("inverse " + machine("slider-crank") + " --motion uneven.csv");
  EXPECT_EQ(uneven.code, 2);
  EXPECT_TRUE(contains(uneven.text, "evenly spaced")) << uneven.text;
}

// Law: formulations other than the augmented one say what they need.
TEST_F(InverseCommand, FormulationsNeedTheExplicitMethod) {
  const InverseOutput wrong =
      run("run " + machine("fourbar") + " --formulation matrix_r --duration 0.1");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_TRUE(contains(wrong.text, "need settings.method: explicit")) << wrong.text;
  for (const char* formulation : {"augmented", "penalty", "multipliers", "matrix_r"}) {
    const InverseOutput right =
        run("run " + machine("fourbar") + " --method explicit --formulation " + formulation +
            " --duration 0.1");
    EXPECT_EQ(right.code, 0) << right.text;
  }
}

}  // namespace
}  // namespace outrigger
