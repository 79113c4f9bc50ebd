/// Laws: the cases of a plan depend on the file and their number alone; a grid visits every combination
/// once, a Latin hypercube every part of every range once.
#include "sweep/plan.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "base/error.h"

namespace outrigger::sweep {
namespace {

class PlanTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("outrigger_plan_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "study.yaml") << "outrigger_anchor: 1\n";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  Plan read(const std::string& text) {
    return read_plan_text("outrigger_sweep: 1\nstudy: study.yaml\n" + text,
                          (folder_ / "sweep.yaml").string());
  }
  std::string error_of(const std::string& text) {
    try {
      read(text);
    } catch (const Error& e) {
      return e.what();
    }
    return {};
  }
  std::filesystem::path folder_;
};

TEST_F(PlanTest, GridVisitsEveryCombinationOnce) {
  const Plan p = read("parameters:\n  a: [1, 2, 3]\n  b: {from: 0, to: 1, count: 2}\n");
  ASSERT_EQ(p.case_count(), 6);
  EXPECT_EQ(p.kind, Plan::Kind::anchor);
  std::set<std::string> seen;
  for (int n = 0; n < 6; ++n) {
    const auto v = p.values_of(n);
    seen.insert(v[0].second + "," + v[1].second);
  }
  EXPECT_EQ(seen.size(), 6u);
  EXPECT_EQ(p.values_of(1)[1].second, "1");  // the last one changes fastest
}

TEST_F(PlanTest, LatinHypercubeVisitsEveryPartOnce) {
  const Plan p = read(
      "method: latin\nseed: 7\nsamples: 20\nparameters:\n  a: {from: 2, to: 4}\n  b: {from: 0, to: "
      "1}\n");
  for (int k = 0; k < 2; ++k) {
    std::set<int> parts;
    for (int n = 0; n < 20; ++n) {
      const double v = std::stod(p.values_of(n)[static_cast<std::size_t>(k)].second);
      parts.insert(static_cast<int>((k == 0 ? (v - 2.0) / 2.0 : v) * 20.0));
    }
    EXPECT_EQ(parts.size(), 20u);
    EXPECT_EQ(*parts.begin(), 0);
    EXPECT_EQ(*parts.rbegin(), 19);
  }
}

TEST_F(PlanTest, RandomDependsOnSeedAndNumberAlone) {
  const std::string rest = "samples: 5\nmethod: random\nparameters:\n  a: {from: -1, to: 1}\n";
  const Plan a = read("seed: 1\n" + rest), b = read("seed: 1\n" + rest),
             c = read("seed: 2\n" + rest);
  EXPECT_EQ(a.values_of(3), b.values_of(3));
  EXPECT_NE(a.values_of(3), c.values_of(3));
  EXPECT_NE(a.values_of(3), a.values_of(4));
}

TEST_F(PlanTest, NamesWhatIsWrong) {
  EXPECT_NE(error_of("parameters: {a: []}\n").find("empty list"), std::string::npos);
  EXPECT_NE(error_of("method: grd\nparameters: {a: [1]}\n").find("allowed: grid"),
            std::string::npos);
  EXPECT_NE(error_of("method: list\nparameters: {a: [1, 2], b: [1]}\n").find("one length"),
            std::string::npos);
  EXPECT_NE(error_of("method: random\nparameters: {a: [1]}\n").find("samples"), std::string::npos);
}

}  // namespace
}  // namespace outrigger::sweep
