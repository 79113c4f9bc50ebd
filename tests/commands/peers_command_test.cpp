/// `outrigger bench --peers` with programs of our own making in place of other engines: costs are
/// compared at equal error, and what is missing, crashes, hangs or prints nonsense is said without
/// stopping the run. An interrupted run leaves no process behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/source_tree.h"
#include "support/app.h"

namespace outrigger {
namespace {

using testing::HasSubstr;
using testing::Not;

struct PeersOutput {
  int code = -1;
  std::string text;  ///< both streams
};

class PeersCommand : public testing::Test {
 protected:
  PeersCommand() {
    folder_ = std::filesystem::temp_directory_path() /
              ("outrigger_peers_command_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~PeersCommand() override { std::filesystem::remove_all(folder_); }

  void write_program(const std::string& name, const std::string& body) const {
    const std::filesystem::path path = folder_ / name;
    std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  }

  /// A program with time = cost / setting and error = setting^order. `skipped` words come before
  /// problem, method and setting.
  void write_solver(const std::string& name, const std::string& engine, double cost, int order,
                    int skipped = 0) const {
    write_program(name, "shift " + std::to_string(skipped) +
                            "\nexec awk -v p=$1 -v m=$2 -v s=$3 'BEGIN { printf "
                            "\"{\\\"program\\\": \\\"" +
                            engine +
                            "\\\", \\\"version\\\": \\\"1\\\", \\\"problem\\\": \\\"%s\\\", "
                            "\\\"method\\\": \\\"%s\\\", \\\"setting\\\": %g, \\\"time\\\": %.12g, "
                            "\\\"time_unit\\\": \\\"ms per simulated s\\\", \\\"error\\\": %.12g, "
                            "\\\"error_unit\\\": \\\"m\\\", \\\"valid\\\": true, \\\"note\\\": "
                            "\\\"\\\"}\\n\", p, m, s, " +
                            std::to_string(cost) + " / s, s ^ " + std::to_string(order) + " }'");
  }

  PeersOutput run(const std::string& command) const {
    PeersOutput result;
    std::FILE* pipe = popen(("cd '" + folder_.string() + "' && " + command + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return result;
    char chunk[4096];
    while (const std::size_t n = fread(chunk, 1, sizeof chunk, pipe)) result.text.append(chunk, n);
    const int status = pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
  }
  /// The script alone, with a program of ours that is made up too.
  PeersOutput run_script(const std::string& arguments) const {
    return run("/usr/bin/python3 -I '" + source_file("tools/peers.py") +
               "' --outrigger ./ours --programs . --output out " + arguments);
  }
  nlohmann::json results() const {
    return nlohmann::json::parse(std::ifstream(folder_ / "out/results.json"));
  }
  std::filesystem::path folder_;
};

// Ours costs 1/h at error h², the peer 0.1/h at error h⁸. At its h = 0.02 the error is 2.56e-14, for
// which we need h = 1.6e-7, between two of our settings: 6.25e6 against 5.
TEST_F(PeersCommand, CostsAreComparedAtEqualError) {
  write_solver("ours", "Outrigger", 1.0, 2, 4);
  write_solver("mujoco_mechanisms", "MuJoCo", 0.1, 8);
  const PeersOutput output = run_script("chain-10 --rounds 2");
  ASSERT_EQ(output.code, 0) << output.text;
  bool found = false;
  const nlohmann::json all = results();
  for (const auto& row : all["rows"]) {
    if (std::abs(row["setting"].get<double>() - 0.02) > 1e-9) continue;
    found = true;
    EXPECT_EQ(row["peer"], "MuJoCo");
    EXPECT_NEAR(row["time"].get<double>(), 6.25e6, 1.0);
    EXPECT_NEAR(row["ratio"].get<double>(), 1.25e6, 0.2);
  }
  EXPECT_TRUE(found) << output.text;
  // Its finest run is more exact than any of ours.
  EXPECT_THAT(output.text, HasSubstr("not reached"));
  EXPECT_THAT(output.text, HasSubstr("simbody_mechanisms: missing"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/table.md"));
  EXPECT_GT(std::filesystem::file_size(folder_ / "out/work-precision.png"), 1000u);
}

TEST_F(PeersCommand, ProgramsThatFailAreSaidAndTheRunGoesOn) {
  write_solver("ours", "Outrigger", 1.0, 2, 4);
  write_solver("mujoco_mechanisms", "MuJoCo", 0.1, 4);
  write_program("bullet_mechanisms", "kill -SEGV $$");
  write_program("dart_mechanisms", "echo 3.14 and more");
  write_program("ode_mechanisms", "exec sleep 1000");
  write_program("simbody_mechanisms", "echo 'the step became too small' >&2; exit 1");
  const PeersOutput output = run_script("chain-10 --rounds 1 --timeout 2");
  ASSERT_EQ(output.code, 0) << output.text;
  EXPECT_THAT(output.text, HasSubstr("bullet_mechanisms chain-10 RK4 0.05: crashed (SIGSEGV)"));
  EXPECT_THAT(
      output.text,
      HasSubstr("dart_mechanisms chain-10 RK4 0.02: printed no result but '3.14 and more'"));
  EXPECT_THAT(output.text, HasSubstr("ode_mechanisms chain-10 direct 0.01: no result after 2 s"));
  EXPECT_THAT(output.text, Not(HasSubstr("direct 0.001")));
  EXPECT_THAT(output.text, HasSubstr("failed: the step became too small"));
  EXPECT_THAT(output.text, HasSubstr("MuJoCo RK4 0.02"));
}

TEST_F(PeersCommand, RunsWithAWrongMotionAreNotCompared) {
  write_solver("ours", "Outrigger", 1.0, 2, 4);
  write_program("mujoco_mechanisms",
                "echo '{\"program\": \"MuJoCo\", \"version\": \"1\", \"problem\": \"'$1'\", "
                "\"method\": \"'$2'\", \"setting\": '$3', \"time\": 1e-9, \"time_unit\": \"ms per "
                "simulated s\", \"error\": 1e-12, \"error_unit\": \"m\", \"valid\": false, "
                "\"note\": \"wrong motion\"}'");
  const PeersOutput output = run_script("chain-10 --rounds 1");
  ASSERT_EQ(output.code, 0) << output.text;
  EXPECT_TRUE(results()["rows"].empty()) << output.text;
  EXPECT_THAT(output.text, HasSubstr("wrong motion; not compared"));
}

// Comparisons that print a table of their own: all programs in turns, to the screen and to a file.
TEST_F(PeersCommand, TablesOfTheirOwnArePrintedAndKept) {
  write_program("outrigger_sphere", "echo 'outrigger: 500 ns'");
  write_program("fcl_sphere", "exit 3");
  const PeersOutput output = run_script("sphere-query");
  ASSERT_EQ(output.code, 0) << output.text;
  EXPECT_THAT(output.text, HasSubstr("outrigger: 500 ns"));
  EXPECT_THAT(output.text, HasSubstr("bullet_sphere: missing"));
  EXPECT_THAT(output.text, HasSubstr("fcl_sphere: failed"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/sphere-query.txt"));
}

TEST_F(PeersCommand, OurProgramMeasuresItself) {
  write_solver("simbody_mechanisms", "Simbody", 0.1, 1);
  const PeersOutput output = run("'" + testing_support::app() +
                                 "' bench --peers bricard --programs . --output out --rounds 1");
  ASSERT_EQ(output.code, 0) << output.text;
  int ours = 0;
  const nlohmann::json all = results();
  for (const auto& point : all["points"]) {
    if (point["program"] != "Outrigger") continue;
    ++ours;
    EXPECT_TRUE(point["valid"]) << point;
    EXPECT_LT(point["error"], 0.1) << point;
  }
  EXPECT_GE(ours, 5) << output.text;
  const PeersOutput bad = run("'" + testing_support::app() + "' bench --peers brickard");
  EXPECT_NE(bad.code, 0);
  EXPECT_THAT(bad.text, HasSubstr("there is no problem 'brickard'; there are chain-10, "));
}

// The error of one point is that of the second-order rule: a quarter with half the step.
TEST_F(PeersCommand, OnePointIsOneLineOfJson) {
  double error[2];
  for (int i = 0; i < 2; ++i) {
    const PeersOutput output =
        run("'" + testing_support::app() + "' bench --repetitions 1 --point chain-10 trapezoidal " +
            std::string(i == 0 ? "2e-3" : "1e-3"));
    ASSERT_EQ(output.code, 0) << output.text;
    const nlohmann::json line = nlohmann::json::parse(output.text);
    EXPECT_EQ(line["problem"], "chain-10");
    EXPECT_EQ(line["error_unit"], "m");
    EXPECT_GT(line["time"], 0.0);
    error[i] = line["error"];
  }
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.2);
  const PeersOutput bad = run("'" + testing_support::app() + "' bench --point chain-10 magic 1e-3");
  EXPECT_EQ(bad.code, 2);
  EXPECT_THAT(bad.text, HasSubstr("problem 'chain-10' with method 'magic' is not known"));
}

TEST_F(PeersCommand, AnInterruptEndsWhatRuns) {
  write_solver("ours", "Outrigger", 1.0, 2, 4);
  write_program("mujoco_mechanisms",
                "echo $$ > '" + (folder_ / "pid").string() + "'; exec sleep 1000");
  const std::string out = (folder_ / "out").string(), log = (folder_ / "log").string();
  const std::string script = source_file("tools/peers.py");
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (std::freopen(log.c_str(), "w", stdout) == nullptr) _exit(126);
    if (std::freopen(log.c_str(), "w", stderr) == nullptr) _exit(126);
    execl("/usr/bin/python3", "python3", "-I", script.c_str(), "bricard", "--outrigger",
          (folder_ / "ours").c_str(), "--programs", folder_.c_str(), "--output", out.c_str(),
          nullptr);
    _exit(127);
  }
  const auto read_pid = [&] {
    pid_t pid = 0;
    std::ifstream(folder_ / "pid") >> pid;
    return pid;
  };
  for (int i = 0; i < 1200 && read_pid() == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const pid_t peer = read_pid();
  ASSERT_GT(peer, 0) << "the peer was not started";
  ASSERT_EQ(kill(peer, 0), 0);
  kill(child, SIGINT);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_NE(kill(peer, 0), 0) << "the peer still runs";
}

}  // namespace
}  // namespace outrigger
