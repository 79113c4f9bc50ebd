/// One mistake in a file is one line of its error, however many other parts it touches.
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/description_support.h"

namespace outrigger::description {
namespace {

std::size_t lines_of(const std::string& error) {
  return error.empty() ? 0
                       : 1 + static_cast<std::size_t>(std::count(error.begin(), error.end(), '\n'));
}

TEST(FollowUps, AMisspelledKeyIsNotMissingToo) {
  const std::string error =
      error_of("outrigger: 1\nbodies: {boom: {mas: 2, inertia: [1, 1, 1]}}\n");
  EXPECT_EQ(lines_of(error), 1u) << error;
  EXPECT_NE(error.find("unknown key 'mas'; did you mean 'mass'?"), std::string::npos) << error;
  const std::string joint = error_of(
      "outrigger: 1\nbodies: {boom: {mass: 2, inertia: [1, 1, 1]}}\n"
      "joints: {pin: {type: revolute, bodys: [ground, boom], at: [0, 0, 0], axis: z}}\n");
  EXPECT_EQ(lines_of(joint), 1u) << joint;
}

TEST(FollowUps, OfABrokenPartAreLeftOut) {
  // The joint's type is wrong: nothing is known of its coordinates, its drive and its sensors.
  const std::string error = error_of(
      "outrigger: 1\n"
      "bodies: {boom: {mass: 2, inertia: [1, 1, 1]}}\n"
      "joints: {pin: {type: prismatik, bodies: [ground, boom], at: [0, 0, 0], axis: z}}\n"
      "drives: {d: {coordinate: pin.displacement, position: 0}}\n"
      "springs: {s: {coordinate: pin.displacement, stiffness: 5}}\n"
      "sensors: {x: {kind: coordinate, target: pin.displacement}}\n");
  EXPECT_EQ(lines_of(error), 1u) << error;
  EXPECT_NE(error.find("unknown joint type 'prismatik'"), std::string::npos) << error;
}

TEST(FollowUps, AnUnknownNameInManyPlacesIsOneLine) {
  const std::string error = error_of(
      "outrigger: 1\n"
      "bodies: {bom: {mass: 2, inertia: [1, 1, 1]}}\n"
      "joints: {pin: {type: revolute, bodies: [ground, boom], at: [0, 0, 0], axis: z}}\n"
      "loads: {a: {body: boom, force: [0, 0, 1]}}\n"
      "sensors:\n"
      "  x: {kind: position, target: boom}\n");
  EXPECT_EQ(lines_of(error), 1u) << error;
  EXPECT_NE(
      error.find("m.yaml:3: joints.pin.bodies: unknown body 'boom'; did you mean 'bom'? (also in "
                 "lines 4, 6)"),
      std::string::npos)
      << error;
}

TEST(FollowUps, TwoMistakesAreTwoLines) {
  const std::string error = error_of(
      "outrigger: 1\nbodies: {a: {mass: x, inertia: [1, 1, 1]}, b: {mass: -2, inertia: [1, 1, "
      "1]}}\n");
  EXPECT_EQ(lines_of(error), 2u) << error;
}

}  // namespace
}  // namespace outrigger::description
