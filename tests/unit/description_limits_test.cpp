/// Large and hostile files: what is in the limits is read quickly, the rest is refused.
#include <gtest/gtest.h>

#include <chrono>

#include "description/limits.h"
#include "unit/description_support.h"

namespace outrigger::description {
namespace {

TEST(DescriptionLimits, TenThousandBodiesInOneFile) {
  std::string text = "bodies:\n";
  std::string joints = "joints:\n";
  std::string before = "ground";
  for (int i = 0; i < 10'000; ++i) {
    const std::string name = "link" + std::to_string(i), x = std::to_string(i);
    text += "  " + name +
            ": {mass: 1, shapes: [{box: [1, 0.1, 0.1], at: [0.5, 0, 0]}], pose: " + "{position: [" +
            x + ", 0, 0]}}\n";
    joints += "  j" + x + ": {type: revolute, bodies: [" + before + ", " + name + "], at: [" + x +
              ", 0, 0], axis: y}\n";
    before = name;
  }
  const auto start = std::chrono::steady_clock::now();
  const Machine m = read(text + joints);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_EQ(m.bodies.size(), 10'000u);
  EXPECT_EQ(m.joints.size(), 10'000u);
  // About 0.5 s optimised; the bound catches quadratic work also with sanitizers on a busy machine.
  EXPECT_LT(seconds, 30.0);
}

TEST(DescriptionLimits, TenThousandWrongNamesAreRefusedQuickly) {
  std::string text = "outrigger: 1\nbodies:\n";
  std::string sensors = "sensors:\n";
  for (int i = 0; i < 10'000; ++i) {
    text += "  body" + std::to_string(i) + ": {kind: point}\n";
    sensors +=
        "  s" + std::to_string(i) + ": {kind: position, target: wrong" + std::to_string(i) + "}\n";
  }
  const auto start = std::chrono::steady_clock::now();
  const std::string error = error_of(text + sensors);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_NE(error.find("... and 9980 more"), std::string::npos);
  EXPECT_LT(seconds, 30.0);
}

TEST(DescriptionLimits, FilesOverTheLimitAreRefused) {
  std::string text = "outrigger: 1\n";
  text.resize(kMaxFileBytes + 1, '#');
  EXPECT_EQ(error_of(text), "m.yaml: larger than 16 MiB");
  const TestFolder folder("large");
  EXPECT_EQ(file_error_of(folder.write("big.yaml", text)), "big.yaml: larger than 16 MiB");
}

TEST(DescriptionLimits, ManyLaughs) {
  std::string text = "outrigger: 1\na0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
    for (int k = 0; k < 9; ++k) text += ", " + last;
    text += "]\n";
  }
  EXPECT_EQ(error_of(text), "m.yaml:6: anchors and aliases copy more than 100000 values");
}

TEST(DescriptionLimits, DeepNesting) {
  EXPECT_EQ(error_of("outrigger: 1\na: " + std::string(100, '[') + std::string(100, ']')),
            "m.yaml:2: nested deeper than 64 levels");
  const std::string deeper = error_of("outrigger: 1\na: " + std::string(1'000'000, '['));
  EXPECT_EQ(deeper, "m.yaml:2: nested deeper than 64 levels");
}

TEST(DescriptionLimits, LongNamesAndValuesAreCutInMessages) {
  const std::string name(300, 'x');
  EXPECT_EQ(error_of("outrigger: 1\nbodies: {" + name + ": {kind: point}}"),
            "m.yaml:2: bodies: '" + std::string(60, 'x') +
                "...' is not a name: must not exceed 200 bytes");
  EXPECT_EQ(error_of("outrigger: 1\ngravity: [" + name + ", 0, 0]"),
            "m.yaml:2: gravity[0]: '" + std::string(60, 'x') + "...' is not a number in m/s2");
}

TEST(DescriptionLimits, LongFormulas) {
  const std::string formula = "1" + std::string(5000, '1');
  EXPECT_EQ(
      error_of(
          "outrigger: 1\nbodies: {a: {kind: point}}\nloads: {l: {body: a, force: [{formula: '" +
          formula + "'}, 0, 0]}}"),
      "m.yaml:3: loads.l.force[0].formula: a formula must not exceed 4000 bytes");
}

}  // namespace
}  // namespace outrigger::description
