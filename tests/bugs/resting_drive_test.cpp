// A drive that stands still kept the multiplier of the moment when it came to rest: with all speeds at
// zero, goals relative to them are zero too, so that the projection took the machine for one in a singular
// position, spent all its passes, and put the multipliers of the start of the step in place of those just
// found. A crane that held 981 N was taken to hold what braking had last asked for, and a load beyond its
// limit was not noticed.

#include <gtest/gtest.h>

#include <cmath>

#include "base/source_tree.h"
#include "description/reader.h"
#include "support/gravity.h"
#include "unit/forces_rig.h"

namespace outrigger {
namespace {

using description::Drive;
using description::Machine;
using forces_rig::formula;
using forces_rig::make_lift;
using forces_rig::Rig;

constexpr double kHungMass = 100.0, kHungWeight = kHungMass * kGravity;

/// Machine and drives by functions of time, stepped together.
class Held {
 public:
  explicit Held(const Machine& m)
      : rig(m),
        set(rig.mechanism, drives::input_names(rig.mechanism)),
        numbers(static_cast<std::size_t>(set.state_size())),
        levers(drives::input_names(rig.mechanism).size(), 0.0) {
    rig.stepper->initialise(rig.state);
    set.initialise(*rig.system, rig.state, numbers.data());
    rig.stepper->solve_accelerations(rig.state);
  }
  stepper::StepReport step() {
    const double h = rig.machine.settings.step;
    const double t = static_cast<double>(rig.state.step + 1) * h;
    set.advance({t, h, levers.data()}, *rig.system, rig.state, numbers.data(), out);
    return rig.stepper->step(rig.state, out);
  }
  /// What letting go is decided by.
  double multiplier(int drive) const {
    return -rig.state.lambda[static_cast<std::size_t>(rig.system->drive_row(drive))];
  }
  double largest_speed() {
    double most = 0.0;
    for (int i = 0; i < rig.size(); ++i) most = std::max(most, std::abs(*rig.v(i)));
    return most;
  }

  Rig rig;
  drives::DriveSet set;
  std::vector<double> numbers;
  std::vector<double> levers;
  std::vector<system::DriveReference> out;
};

/// A weight lifted by 0.2 m within half a second, then held; `pull` is a force on it.
Machine make_hoist(double h, double force_max, const std::string& pull) {
  Machine m = make_lift(kHungMass);
  m.settings.step = h;
  Drive d;
  d.name = "winch";
  d.coordinate = "lift";
  d.function = formula("1 + 0.2*smooth(t, 0, 0.5)");
  d.force_max = force_max;
  d.force_min = -force_max;
  m.drives.push_back(d);
  description::Load load;
  load.name = "pull";
  load.body = "weight";
  load.z = formula(pull);
  m.loads.push_back(load);
  return m;
}

class RestingDrive : public testing::TestWithParam<double> {};

// At rest the multiplier is the weight, and a step needs no more passes than in motion.
TEST_P(RestingDrive, HoldsTheWeightAndNothingElse) {
  Held hoist(make_hoist(GetParam(), 0.0, "0"));
  while (hoist.rig.state.time < 0.6) hoist.step();
  EXPECT_LT(hoist.largest_speed(), 1e-9);
  for (int i = 0; i < 100; ++i) {
    const stepper::StepReport report = hoist.step();
    ASSERT_LE(report.projections, 2) << i;
    ASSERT_NEAR(hoist.multiplier(0), kHungWeight, 1e-6 * kHungWeight) << i;
  }
}

// A load that grows while the machine stands still is noticed where it passes the limit.
TEST_P(RestingDrive, LetsGoAtItsLimitFromRest) {
  const double limit = 1.5 * kHungWeight;
  Held hoist(make_hoist(GetParam(), limit, "-2000*smooth(t, 1, 3)"));
  double last_force = 0.0;
  while (hoist.rig.state.time < 3.0 && hoist.rig.state.drive[0].engaged) {
    hoist.step();
    if (hoist.rig.state.drive[0].engaged) last_force = hoist.multiplier(0);
  }
  ASSERT_FALSE(hoist.rig.state.drive[0].engaged);
  EXPECT_NEAR(last_force, limit, 0.02 * limit);
}

// The crane of the guide with its levers at rest and the rope cut: three drives, a loop, no freedom.
TEST_P(RestingDrive, CraneStandsInFewPasses) {
  Machine m = description::read_machine_file(source_file("machines/small-crane.yaml"));
  m.settings.step = GetParam();
  std::erase_if(m.bodies, [](const auto& b) { return b.name == "load"; });
  std::erase_if(m.joints, [](const auto& j) { return j.name == "rope"; });
  Held crane(m);
  const double start = crane.multiplier(1);
  for (int i = 0; i < 200; ++i) {
    const stepper::StepReport report = crane.step();
    ASSERT_LE(report.projections, 2) << i;
    ASSERT_NEAR(crane.multiplier(1), start, 1e-6 * std::abs(start)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, RestingDrive, testing::Values(1e-4, 1e-3, 5e-3));

}  // namespace
}  // namespace outrigger
