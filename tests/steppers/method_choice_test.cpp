/// `method: auto` takes the explicit pair only where nothing asks for the implicit step, and says why.
#include "stepper/method_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "steppers/smooth_machines.h"

namespace outrigger::stepper {
namespace {

using description::IntegratorMethod;
using ::testing::HasSubstr;

MethodChoice choice_of(const description::Machine& machine) {
  return fitting_method(build_with_forces(machine).mechanism);
}

TEST(MethodChoice, SmoothMachinesAreExplicit) {
  EXPECT_EQ(choice_of(pendulum(3)).method, IntegratorMethod::explicit_pair);
  EXPECT_EQ(choice_of(pendulum(3)).why, "no contact, no friction, no drive, and nothing is stiff");
}

TEST(MethodChoice, FrictionAndDrivesAreImplicit) {
  auto machine = pendulum(2);
  description::Coordinate c;
  c.name = "swing";
  c.joint = "hinge_0";
  machine.coordinates.push_back(c);
  auto braked = machine, driven = machine;
  description::Brake brake;
  brake.name = "pad";
  brake.coordinate = "swing";
  brake.drag = 1.0;
  braked.brakes.push_back(brake);
  EXPECT_EQ(choice_of(braked).method, IntegratorMethod::trapezoidal);
  EXPECT_EQ(choice_of(braked).why, "brake 'pad' has friction");
  description::Drive drive;
  drive.name = "motor";
  drive.coordinate = "swing";
  driven.drives.push_back(drive);
  EXPECT_EQ(choice_of(driven).why, "drive 'motor' changes its demand from step to step");
}

// Law: the bound on the rate is exact for a free mass on a spring, √(k/m) and c/m, so the choice turns
// where rate times step is 3.
TEST(MethodChoice, TurnsWhereSpringsAreStiffForTheStep) {
  const auto method = [](double stiffness, double damping) {
    return choice_of(with(spring_pendulum(stiffness, damping), 1e-2)).method;
  };
  EXPECT_EQ(method(0.99 * 9e4, 0.0), IntegratorMethod::explicit_pair);
  EXPECT_EQ(method(1.01 * 9e4, 0.0), IntegratorMethod::trapezoidal);
  EXPECT_EQ(method(1.0, 0.99 * 300.0), IntegratorMethod::explicit_pair);
  EXPECT_EQ(method(1.0, 1.01 * 300.0), IntegratorMethod::trapezoidal);
  EXPECT_THAT(choice_of(with(spring_pendulum(4e6), 1e-2)).why,
              HasSubstr("spring 'bumper' is stiff: up to 2e+03 1/s, where 300 is the most"));
}

}  // namespace
}  // namespace outrigger::stepper
