// Every validation case holds: computed motion against exact or independent solutions, energy,
// observed order, constraint residuals. The same cases as `outrigger validate`; docs/validation.md
// says what each limit means.
#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "validation/case.h"

namespace outrigger::validation {

/// How a failing test is named in the output.
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

namespace {

class ValidationCase : public testing::TestWithParam<Case> {};

TEST_P(ValidationCase, HoldsItsLimits) {
#ifdef __SANITIZE_ADDRESS__
  // Half an hour of simulated rest: minutes under the sanitizer, and nothing that a second would not
  // show it.
  if (GetParam().name == "excavator-creep") GTEST_SKIP();
  // Ten thousand poses each; tests/geometry has the same on fewer or smaller ones.
  if (GetParam().name == "mesh-contours-closed") GTEST_SKIP();
  if (GetParam().name.starts_with("contact-")) GTEST_SKIP();
  // Seconds of steps over 20,000 faces; tests/unit/pedestrian_test.cpp takes one.
  if (GetParam().name == "pedestrian") GTEST_SKIP();
#endif
  const Result result = GetParam().run();
  ASSERT_FALSE(result.rows.empty());
  for (const Row& row : result.rows) {
    EXPECT_TRUE(std::isfinite(row.value)) << row.quantity;
    EXPECT_TRUE(row.pass) << row.quantity << ": " << row.value << " against " << row.reference
                          << ", error " << row.error << ", limit " << row.limit;
  }
  // What is plotted is complete.
  EXPECT_FALSE(result.series.rows.empty());
  for (const auto& row : result.series.rows) ASSERT_EQ(row.size(), result.series.columns.size());
}

INSTANTIATE_TEST_SUITE_P(All, ValidationCase, testing::ValuesIn(all_cases()),
                         [](const testing::TestParamInfo<Case>& parameter) {
                           std::string name = parameter.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Scripts and people rely on the names.
TEST(ValidationCases, HaveStableNames) {
  std::set<std::string> names;
  for (const Case& c : all_cases()) {
    EXPECT_TRUE(names.insert(c.name).second) << c.name << " twice";
    EXPECT_FALSE(c.title.empty()) << c.name;
  }
  for (const auto* name : {"fourbar-1",
                           "fourbar-10",
                           "fourbar-40",
                           "fourbar-160",
                           "chain-10",
                           "chain-40",
                           "chain-160",
                           "bricard",
                           "andrews",
                           "slider-crank",
                           "spatial-slider-crank",
                           "double-pendulum",
                           "human-arm",
                           "double-pendulum-plane",
                           "free-top",
                           "heavy-top",
                           "redundant-loop",
                           "crane-hook",
                           "mass-ratio",
                           "step-size",
                           "dishes",
                           "dishes-scaling",
                           "pantograph",
                           "cube-stack",
                           "bouncing-bubbles",
                           "pedestrian",
                           "cube-spin",
                           "volumetric",
                           "mass-spring-friction",
                           "bowden-leben",
                           "slope-hold",
                           "bouncing-ball",
                           "hertz-impact",
                           "sphere-incline",
                           "restitution-sweep"})
    EXPECT_EQ(names.count(name), 1U) << name;
}

TEST(ValidationResult, JudgesByTheLimit) {
  Result result;
  result.compare("a", 1.1, 1.0, 0.2);
  result.compare("b", 1.3, 1.0, 0.2);
  result.bound("c", -0.1, 0.2);
  result.bound("d", std::nan(""), 0.2);
  ASSERT_EQ(result.rows.size(), 4U);
  EXPECT_TRUE(result.rows[0].pass);
  EXPECT_FALSE(result.rows[1].pass);
  EXPECT_TRUE(result.rows[2].pass);
  EXPECT_FALSE(result.rows[3].pass);
}

}  // namespace
}  // namespace outrigger::validation
