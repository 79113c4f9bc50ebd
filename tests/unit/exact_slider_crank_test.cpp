#include "validation/exact/slider_crank.h"

#include <cmath>

#include <gtest/gtest.h>

#include "validation/exact/spatial_slider_crank.h"

namespace outrigger::validation {
namespace {

SliderCrank make_machine() {
  SliderCrank machine;
  machine.offset = 0.03;
  machine.crank_centre = 0.04;
  machine.rod_centre = 0.11;
  machine.gravity = {1.2, -9.81};
  machine.slider_force = 7.0;
  machine.start_angle = 0.4;
  machine.speed = 25.0;
  return machine;
}

TEST(SliderCrank, DeadCentresAreWhereTheyMustBe) {
  const SliderCrank machine;
  EXPECT_DOUBLE_EQ(slider_crank_motion(machine, 0.0).position, 0.4);
  EXPECT_NEAR(slider_crank_motion(machine, 0.0).velocity, 0.0, 1e-15);
  // x'' = -r Ω² (1 + r/l) at the outer dead centre.
  EXPECT_NEAR(slider_crank_motion(machine, 0.0).acceleration, -10.0 * (1.0 + 1.0 / 3.0), 1e-13);
  EXPECT_NEAR(slider_crank_motion(machine, M_PI / 10.0).position, 0.2, 1e-15);
}

TEST(SliderCrank, DerivativesAgreeWithDifferences) {
  const SliderCrank machine = make_machine();
  const double h = 1e-6;
  for (double t = 0.0; t < 0.3; t += 0.013) {
    const SliderCrankMotion here = slider_crank_motion(machine, t);
    const SliderCrankMotion before = slider_crank_motion(machine, t - h);
    const SliderCrankMotion after = slider_crank_motion(machine, t + h);
    EXPECT_NEAR(here.velocity, (after.position - before.position) / (2 * h), 1e-8);
    EXPECT_NEAR(here.acceleration, (after.velocity - before.velocity) / (2 * h), 1e-6);
    EXPECT_NEAR(here.rod_rate, (after.rod_angle - before.rod_angle) / (2 * h), 1e-7);
    EXPECT_NEAR(here.rod_acceleration, (after.rod_rate - before.rod_rate) / (2 * h), 1e-5);
    EXPECT_LT((here.rod_centre_velocity - (after.rod_centre - before.rod_centre) / (2 * h)).norm(),
              1e-8);
    const Eigen::Vector2d rod = Eigen::Vector2d(here.position, machine.offset) - here.pin;
    EXPECT_NEAR(rod.norm(), machine.rod_length, 1e-15);
  }
}

// The motor supplies what the energy gains: T Ω = dE/dt, an independent way to the torque.
TEST(SliderCrank, MotorPowerIsTheRateOfEnergy) {
  const SliderCrank machine = make_machine();
  const double h = 1e-5;
  for (double t = 0.0; t < 0.3; t += 0.007) {
    const double power =
        (slider_crank_energy(machine, t + h) - slider_crank_energy(machine, t - h)) / (2 * h);
    EXPECT_NEAR(slider_crank_forces(machine, t).torque * machine.speed, power, 2e-4);
  }
}

// All outer forces together accelerate the common centre of mass, and their moments about A change
// the angular momentum about A: the joint forces inside the machine must cancel out.
TEST(SliderCrank, OuterForcesBalanceTheWholeMachine) {
  const SliderCrank machine = make_machine();
  const double h = 1e-5;
  const auto cross = [](const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
    return a.x() * b.y() - a.y() * b.x();
  };
  struct Momentum {
    Eigen::Vector2d linear;
    double angular;
  };
  const auto momentum = [&](double t) -> Momentum {
    const SliderCrankMotion m = slider_crank_motion(machine, t);
    const Eigen::Vector2d crank_velocity =
        machine.speed * Eigen::Vector2d(-m.crank_centre.y(), m.crank_centre.x());
    const Eigen::Vector2d slider(m.position, machine.offset);
    const Eigen::Vector2d slider_velocity(m.velocity, 0.0);
    return {machine.crank_mass * crank_velocity + machine.rod_mass * m.rod_centre_velocity +
                machine.slider_mass * slider_velocity,
            machine.crank_mass * cross(m.crank_centre, crank_velocity) +
                machine.rod_mass * cross(m.rod_centre, m.rod_centre_velocity) +
                machine.rod_inertia * m.rod_rate +
                machine.slider_mass * cross(slider, slider_velocity)};
  };
  for (double t = 0.0; t < 0.3; t += 0.011) {
    const SliderCrankMotion m = slider_crank_motion(machine, t);
    const SliderCrankForces f = slider_crank_forces(machine, t);
    const Momentum before = momentum(t - h);
    const Momentum after = momentum(t + h);
    const Eigen::Vector2d slider(m.position, machine.offset);
    const Eigen::Vector2d on_slider(machine.slider_force, f.guide);
    const Eigen::Vector2d first_moment = machine.crank_mass * m.crank_centre +
                                         machine.rod_mass * m.rod_centre +
                                         machine.slider_mass * slider;
    const double mass = machine.crank_mass + machine.rod_mass + machine.slider_mass;
    const Eigen::Vector2d force = f.at_a + on_slider + mass * machine.gravity;
    const double moment =
        f.torque + cross(slider, on_slider) + cross(first_moment, machine.gravity);
    EXPECT_LT((force - (after.linear - before.linear) / (2 * h)).norm(), 1e-4);
    EXPECT_NEAR(moment, (after.angular - before.angular) / (2 * h), 1e-5);
  }
}

TEST(SliderCrank, StandingMachineCarriesItsWeight) {
  SliderCrank machine;
  machine.speed = 0.0;
  machine.start_angle = 0.0;  // all in line along x
  const SliderCrankForces f = slider_crank_forces(machine, 0.0);
  EXPECT_NEAR(f.at_c.x(), 0.0, 1e-15);
  EXPECT_NEAR(f.at_c.y(), -0.25 * 9.81, 1e-12);  // half the rod rests on the slider
  EXPECT_NEAR(f.guide, (0.8 + 0.25) * 9.81, 1e-12);
  EXPECT_NEAR(f.torque, 9.81 * (1.0 * 0.05 + 0.25 * 0.1), 1e-12);
}

TEST(SpatialSliderCrank, ClosesAndDiffersRight) {
  const SpatialSliderCrank machine;
  const double rate = 6.0;
  const double acceleration = 2.5;
  const auto at = [&](double t) {
    return spatial_slider_crank(machine, {0.3 + rate * t + 0.5 * acceleration * t * t,
                                          rate + acceleration * t, acceleration});
  };
  const double h = 1e-6;
  for (double t = 0.0; t < 1.2; t += 0.05) {
    const SpatialSliderCrankMotion here = at(t);
    const SpatialSliderCrankMotion before = at(t - h);
    const SpatialSliderCrankMotion after = at(t + h);
    const Vec3 slider(here.position, 0.0, 0.0);
    EXPECT_NEAR((slider - here.pin).norm(), 0.3, 1e-15);
    EXPECT_LT((here.pin + 0.3 * here.rod_direction - slider).norm(), 1e-15);
    EXPECT_NEAR((here.pin - Vec3(0.0, 0.1, 0.12)).norm(), 0.08, 1e-15);
    EXPECT_NEAR(here.velocity, (after.position - before.position) / (2 * h), 1e-8);
    EXPECT_NEAR(here.acceleration, (after.velocity - before.velocity) / (2 * h), 1e-6);
    EXPECT_LT((here.pin_velocity - (after.pin - before.pin) / (2 * h)).norm(), 1e-8);

    // Rod frame: orthonormal, its second axis at right angles to the slider's z; R' = ω̃ R.
    const Mat3& r = here.rod_rotation;
    EXPECT_LT((r * r.transpose() - Mat3::Identity()).norm(), 1e-14);
    EXPECT_NEAR(r.determinant(), 1.0, 1e-14);
    EXPECT_NEAR(r.col(1).z(), 0.0, 1e-16);
    const Mat3 slope = (after.rod_rotation - before.rod_rotation) / (2 * h);
    for (int i = 0; i < 3; ++i) {
      EXPECT_LT((slope.col(i) - here.rod_angular_velocity.cross(r.col(i))).norm(), 1e-7);
    }
    // The universal joint leaves no rotation about the normal of its two axes.
    const Vec3 normal = Vec3::UnitZ().cross(r.col(1));
    EXPECT_NEAR(normal.dot(here.rod_angular_velocity), 0.0, 1e-13);
  }
}

TEST(SpatialSliderCrank, KnownPosition) {
  // θ = 0: B = (0, 0.18, 0.12), x = sqrt(0.09 - 0.0324 - 0.0144).
  EXPECT_NEAR(spatial_slider_crank({}, {}).position, std::sqrt(0.0432), 1e-15);
}

}  // namespace
}  // namespace outrigger::validation
