/// `outrigger identify` as a user calls it, on the bundled example.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/source_tree.h"
#include "support/app.h"

namespace outrigger {
namespace {

struct Output {
  int code = -1;
  std::string text;  ///< both streams
};

class IdentifyCommand : public testing::Test {
 protected:
  IdentifyCommand() {
    folder_ = std::filesystem::temp_directory_path() /
              ("outrigger_identify_command_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    const std::filesystem::path machines = source_file("machines");
    std::filesystem::copy_file(machines / "drop-test.yaml", folder_ / "ball.yaml");
    std::filesystem::copy_file(machines / "records" / "drop-test.csv", folder_ / "drop.csv");
  }
  ~IdentifyCommand() override { std::filesystem::remove_all(folder_); }

  Output run(const std::string& arguments) const {
    const std::string command = "cd '" + folder_.string() + "' && '" + testing_support::app() +
                                "' identify " + arguments + " 2>&1";
    Output result;
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

const char* const kFit =
    "--fit contact_laws.ball_floor.stiffness=3e5:1e5:1e6 --fit "
    "contact_laws.ball_floor.damping=1e5:1e4:1e6 --starts 2 --scan 16 --step 2e-4 ";

TEST_F(IdentifyCommand, GivesTheNumbersBehindTheExample) {
  const Output output =
      run(std::string("ball.yaml drop.csv --json --plot fit.png --csv fit.csv ") + kFit);
  ASSERT_EQ(output.code, 0) << output.text;
  const auto json = nlohmann::json::parse(output.text);
  const auto& fit = json["fits"][0];
  EXPECT_NEAR(fit["parameters"][0]["value"].get<double>(), 4e5, 0.02 * 4e5);
  EXPECT_NEAR(fit["parameters"][1]["value"].get<double>(), 6e4, 0.02 * 6e4);
  EXPECT_LT(fit["parameters"][0]["confidence_95"][0].get<double>(), 4.03e5);
  EXPECT_NEAR(fit["columns"][0]["rms"].get<double>(), 0.5e-3, 0.1e-3);
  EXPECT_TRUE(fit["converged"].get<bool>());
  std::ifstream columns(folder_ / "fit.csv");
  std::string names;
  std::getline(columns, names);
  EXPECT_EQ(names, "t,ball_z: measured,ball_z: fitted,residual of ball_z: fitted");
  EXPECT_GT(std::filesystem::file_size(folder_ / "fit.png"), 10000u);
}

TEST_F(IdentifyCommand, PrintsATableAndComparesLaws) {
  const Output output =
      run(std::string("ball.yaml drop.csv --laws hertz,nonlinear_damping ") + kFit);
  EXPECT_EQ(output.code, 0) << output.text;
  for (const char* text : {"ball.yaml against drop.csv: 1000 rows of ball_z, 0.002 to 2 s",
                           "95 % confidence", "residual of ball_z: rms 0.0005",
                           "best by BIC (N ln(rms²) + p ln N; 10 apart is decisive): "
                           "nonlinear_damping"})
    EXPECT_NE(output.text.find(text), std::string::npos) << text << "\n" << output.text;
}

TEST_F(IdentifyCommand, BadInputEndsWithTwoAndWhatToDo) {
  std::ofstream(folder_ / "late.csv") << "t,ball_z\n10,1\n11,1\n12,1\n";
  std::ofstream(folder_ / "nan.csv") << "t,ball_z\n0,1\n1,NaN\n2,1\n";
  std::ofstream(folder_ / "other.csv") << "t,height\n0,1\n1,1\n2,1\n";
  const std::pair<const char*, const char*> cases[] = {
      {"ball.yaml drop.csv", "nothing to fit: name parameters"},
      {"ball.yaml gone.csv --laws hertz", "gone.csv: the measured record cannot be read"},
      {"ball.yaml nan.csv --laws hertz", "nan.csv:3: ball_z: 'NaN' is not a number"},
      {"ball.yaml other.csv --laws hertz", "other.csv: no column is named like a sensor"},
      {"ball.yaml drop.csv --laws hertz --columns ball_q", "the machine has no sensor column"},
      {"ball.yaml late.csv --laws hertz", "late.csv: 0 rows lie within the simulated time"},
      {"ball.yaml drop.csv --laws herz", "--laws: there is no normal law 'herz'"},
      {"ball.yaml drop.csv --fit contact_laws.floor.stiffness", "ball.yaml:"},
      {"ball.yaml drop.csv --fit bodies.ball.mass=1:2:3",
       "--fit bodies.ball.mass: the start value"},
  };
  for (const auto& [arguments, message] : cases) {
    const Output output = run(arguments);
    EXPECT_EQ(output.code, 2) << arguments << ": " << output.text;
    EXPECT_EQ(output.text.find(message), 0u) << arguments << ": " << output.text;
  }
}

}  // namespace
}  // namespace outrigger
