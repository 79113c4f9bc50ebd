/// Tools in machine files: what cannot dig is refused where it is written.
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "description/reader.h"

namespace outrigger::description {
namespace {

std::string problem_of(const std::string& tool) {
  const std::string text =
      "outrigger: 1\nbodies: {b: {mass: 1, inertia: [1, 1, 1]}}\ntools:\n  t: {body: b, " + tool +
      "}\n";
  try {
    read_machine_text(text, "m.yaml");
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

TEST(Tools, WhatCannotDigIsRefusedWithItsLine) {
  const std::string plate = "edge: [0, 0, 0], plate: [0, 0, 0.4], width: 1, ";
  EXPECT_EQ(problem_of(plate + "front: x"), "");
  EXPECT_EQ(problem_of(plate + "cavity: [[0, 0], [0.5, 1], [1, 0]]"), "");
  EXPECT_EQ(
      problem_of(plate + "front: z"),
      "m.yaml:4: tools.t: 'front' must point to one side of the plate, not along it or across");
  EXPECT_EQ(
      problem_of(plate + "front: y"),
      "m.yaml:4: tools.t: 'front' must point to one side of the plate, not along it or across");
  EXPECT_EQ(problem_of(plate + "cavity: [[0, 0], [0.1, 0.1], [0.2, 0.2]]"),
            "m.yaml:4: tools.t: the cavity has no area");
  EXPECT_EQ(
      problem_of(plate + "cavity: [[0, 0], [2, 1], [2, 0], [0, 2]]"),
      "m.yaml:4: tools.t: the outline of the cavity crosses itself between its corners 1 and 3");
  EXPECT_EQ(problem_of("edge: [0, 0, 0], plate: [0, 0, 0.4], width: 30, "
                       "cavity: [[0, 0], [0.5, 1], [1, 0]]"),
            "m.yaml:4: tools.t: a cavity 30 m wide is not allowed: at most 20 m");
}

}  // namespace
}  // namespace outrigger::description
