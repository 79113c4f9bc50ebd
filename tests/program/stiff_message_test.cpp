/// What a stiff machine given to the explicit method is told: the part, and what to use instead.
#include <gtest/gtest.h>

#include "base/error.h"
#include "description/reader.h"
#include "sim/world.h"

namespace outrigger {
namespace {

/// A soft part beside the stiff one, which must not be blamed.
std::string message_of(const std::string& parts) {
  const std::string text =
      "outrigger: 1\nsettings: {method: explicit}\n"
      "bodies:\n"
      "  arm: {mass: 1, centre: [0.5, 0, 0], inertia: {xx: 0.01, yy: 0.1, zz: 0.1},\n"
      "    pose: {position: [0, 0, 0]}, angular_velocity: [0, 0.1, 0]}\n"
      "  block: {mass: 100, inertia: {xx: 1, yy: 1, zz: 1}, pose: {position: [0, 3, 1]}}\n"
      "joints:\n"
      "  pin: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}\n"
      "coordinates:\n"
      "  angle: {kind: angle, joint: pin}\n" +
      parts;
  try {
    sim::World world(description::read_machine_text(text, "m.yaml"));
    for (int i = 0; i < 500; ++i) world.step();
  } catch (const Error& e) {
    return e.what();
  }
  return "went through";
}

TEST(StiffMachine, NamesASpringOfAnAngle) {
  const std::string said = message_of(
      "springs:\n  torsion: {coordinate: angle, stiffness: 1.0e+9, damping: 1.0e+5}\n"
      "mounts:\n  soft: {body: block, point: [0, 0, 0], stiffness: [1.0e+4, 1.0e+4, 1.0e+4],"
      " damping: [100, 100, 100]}\n");
  EXPECT_NE(said.find("stiffest is spring 'torsion'"), std::string::npos) << said;
  EXPECT_NE(said.find("fourth_order"), std::string::npos) << said;
}

TEST(StiffMachine, NamesAMount) {
  const std::string said = message_of(
      "springs:\n  soft: {coordinate: angle, stiffness: 10, damping: 1}\n"
      "mounts:\n  bush: {body: block, point: [0, 0.1, 0], stiffness: [1.0e+11, 1.0e+11, 1.0e+11],"
      " damping: [1.0e+8, 1.0e+8, 1.0e+8]}\n");
  EXPECT_NE(said.find("stiffest is mount 'bush'"), std::string::npos) << said;
  EXPECT_NE(said.find("body 'block'"), std::string::npos) << said;
}

TEST(StiffMachine, SoftOnesGoThrough) {
  EXPECT_EQ(message_of("springs:\n  soft: {coordinate: angle, stiffness: 10, damping: 1}\n"),
            "went through");
}

TEST(StiffMachine, NamesWhatHasAMemory) {
  const std::string said = message_of(
      "contact_spheres:\n"
      "  foot: {body: block, centre: [0, 0, 0], radius: 0.1, material: steel}\n"
      "friction:\n  grip: {pair: [steel, asphalt], static: 0.5, dynamic: 0.4}\n");
  EXPECT_NE(said.find("contact sphere 'foot' has a memory"), std::string::npos) << said;
}

}  // namespace
}  // namespace outrigger
