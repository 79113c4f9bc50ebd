// Drives on a machine: a weight on a rail, lifted by a drive with force limits.
#include <gtest/gtest.h>

#include <cmath>

#include "stepper/drive_release.h"
#include "support/gravity.h"
#include "unit/forces_rig.h"

namespace outrigger {
namespace {

using description::Drive;
using description::Machine;
using forces_rig::constant;
using forces_rig::formula;
using forces_rig::input;
using forces_rig::make_lift;
using forces_rig::Rig;

constexpr double kLiftMass = 100.0, kWeight = kLiftMass * kGravity;

Machine make_crane(double force_max, double relief) {
  Machine m = make_lift(kLiftMass);
  Drive d;
  d.name = "winch";
  d.coordinate = "lift";
  d.quantity = Drive::Quantity::speed;
  d.function = input("lever");
  d.force_max = force_max;
  d.force_min = -2.0 * kWeight;
  d.speed_max = 1.0;
  d.acceleration_max = 2.0;
  m.drives.push_back(d);
  // Relieves the crane after two seconds.
  description::Load load;
  load.name = "helper";
  load.body = "weight";
  load.z = formula(std::to_string(relief) + "*smooth(t, 2, 2.1)");
  m.loads.push_back(load);
  return m;
}

/// Machine, drives and their numbers, stepped together as a simulation does.
class Crane {
 public:
  explicit Crane(const Machine& m)
      : rig(m), set(rig.mechanism, drives::input_names(rig.mechanism)), numbers(set.state_size()) {
    rig.stepper->set_keep_ledger(true);
    rig.stepper->initialise(rig.state);
    set.initialise(*rig.system, rig.state, numbers.data());
    rig.stepper->solve_accelerations(rig.state);
    rig.state.ledger.start = rig.total_energy();
  }
  void step(double lever) {
    const double h = rig.machine.settings.step;
    set.advance({rig.state.time + h, h, &lever}, *rig.system, rig.state, numbers.data(), out);
    rig.stepper->step(rig.state, out);
  }
  const system::DriveReference& drive() const { return rig.state.drive[0]; }
  double force() const {
    return drive().engaged ? -rig.state.lambda[rig.system->drive_row(0)] : drive().force;
  }
  drives::Motion motion() const { return drives::coordinate_motion(*rig.system, rig.state, 0); }

  Rig rig;
  drives::DriveSet set;
  std::vector<double> numbers;
  std::vector<system::DriveReference> out;
};

TEST(DriveOnMachine, ForceLimitsOfZeroAreUnlimited) {
  Machine m = make_crane(0.0, 0.0);
  m.drives[0].force_min = 0.0;
  Rig rig(m);
  const auto limits = drives::force_limits(rig.mechanism);
  EXPECT_TRUE(std::isinf(limits[0].first) && limits[0].first < 0);
  EXPECT_TRUE(std::isinf(limits[0].second) && limits[0].second > 0);
}

// Law: with its limit force pushing, a drive is behind what it is asked for; ahead of it, it need not have
// let go, whatever the multiplier said.
TEST(DriveOnMachine, AheadOfItsReferenceItHasLetGoForNothing) {
  Crane crane(make_crane(2.0 * kWeight, 0.0));
  system::State& state = crane.rig.state;
  std::vector<system::DriveReference> asked = state.drive;
  const double here = asked[0].value;
  const auto ahead = [&](double reference, double push) {
    asked[0].value = reference;
    state.drive[0].engaged = false;
    state.drive[0].force = push;
    return stepper::find_ahead(*crane.rig.system, state, asked, 1e-9) == 0;
  };
  EXPECT_TRUE(ahead(here - 1e-6, 2.0 * kWeight));
  EXPECT_FALSE(ahead(here + 1e-6, 2.0 * kWeight));
  EXPECT_TRUE(ahead(here + 1e-6, -2.0 * kWeight));
  EXPECT_FALSE(ahead(here - 1e-6, -2.0 * kWeight));
  EXPECT_FALSE(ahead(here, 2.0 * kWeight));
  asked[0].engaged = false;  // it had let go before
  EXPECT_FALSE(ahead(here - 1e-6, 2.0 * kWeight));
}

// A strong drive lifts as the lever says; its force is weight plus inertia.
TEST(DriveOnMachine, FollowsTheLever) {
  Crane crane(make_crane(2.0 * kWeight, 0.0));
  for (int i = 0; i < 1500; ++i) {
    crane.step(0.3);
    ASSERT_TRUE(crane.drive().engaged);
    const drives::Motion m = crane.motion();
    EXPECT_NEAR(m.value, crane.drive().value, 1e-9);
    EXPECT_NEAR(m.rate, crane.drive().rate, 1e-8);
    EXPECT_NEAR(m.acceleration, crane.drive().acceleration, 1e-5);
    // Multipliers of the trapezoidal rule lag by a third of the jerk of the step.
    EXPECT_NEAR(crane.force(), kWeight + kLiftMass * m.acceleration, 0.01 * kWeight);
  }
  EXPECT_NEAR(crane.motion().rate, 0.3, 1e-6);
  EXPECT_NEAR(crane.force(), kWeight, 1e-3);
}

// A drive that is too weak sinks under exactly its limit force; relieved, it catches the weight,
// resumes the commanded speed without a jolt, and stays in charge.
TEST(DriveOnMachine, TooWeakItSinksWithTheLimitForceAndResumesWhenRelieved) {
  const double limit = 0.8 * kWeight, relief = 0.4 * kWeight;
  Crane crane(make_crane(limit, relief));
  bool let_go = false, resumed = false;
  int switches = 0;
  double last_acceleration = crane.motion().acceleration;
  for (int i = 1; i <= 6000; ++i) {
    const bool before = crane.drive().engaged;
    crane.step(0.2);
    const drives::Motion m = crane.motion();
    switches += before != crane.drive().engaged ? 1 : 0;
    let_go |= !crane.drive().engaged;
    EXPECT_LE(crane.force(), limit * (1 + 1e-9));
    if (crane.rig.state.time < 2.0) {
      ASSERT_FALSE(crane.drive().engaged);
      EXPECT_EQ(crane.force(), limit);
      // The first step still averages the acceleration from before.
      if (i > 1) {
        EXPECT_NEAR(m.acceleration, (limit - kWeight) / kLiftMass, 1e-6);
      }
    }
    if (let_go && crane.drive().engaged) {
      if (!resumed) {
        EXPECT_NEAR(m.rate, 0.2, 0.05);  // with T/4 of the acceleration still to come
      }
      resumed = true;
    }
    if (i > 1) {
      EXPECT_LT(std::abs(m.acceleration - last_acceleration), 0.2);
    }
    last_acceleration = m.acceleration;
  }
  EXPECT_TRUE(resumed);
  EXPECT_TRUE(crane.drive().engaged);
  EXPECT_LE(switches, 3);
  EXPECT_NEAR(crane.motion().rate, 0.2, 1e-6);
  // λ is good to the last place of x times the penalty: some 0.4 N here.
  EXPECT_NEAR(crane.force(), kWeight - relief, 1e-3 * kWeight);
}

// A push beyond the limit for 0.2 s, lever at rest: the weight is driven down with the constant force that
// is left, then stopped by the limit force, and held where it stopped. By hand, with F the limit, P the
// push: a = (F - P)/m - g, v = a t; then on by v²/(2 (F/m - g)).
TEST(DriveOnMachine, HoldsWhereTheLimitForceHasStoppedIt) {
  const double limit = 5000.0, push = 9000.0, time = 0.2;
  const double down = (limit - push) / kLiftMass - kGravity, up = limit / kLiftMass - kGravity;
  const double speed = down * time;
  const double way = 0.5 * down * time * time - speed * speed / (2.0 * up);
  for (const double h : {1e-4, 1e-3, 5e-3}) {
    Machine m = make_crane(limit, 0.0);
    m.settings.step = h;
    m.drives[0].force_min = -limit;
    m.drives[0].speed_max = 0.1;
    m.drives[0].acceleration_max = 0.2;
    m.loads[0].z = formula("-9000*(step(t-0.05)-step(t-0.25))");
    Crane crane(m);
    const double start = crane.motion().value;
    double fastest_up = 0.0;
    while (crane.rig.state.time < 3.0) {
      crane.step(0.0);
      fastest_up = std::max(fastest_up, crane.motion().rate);
    }
    EXPECT_NEAR(crane.motion().value - start, way, 0.005 + 2.5 * h * std::abs(speed))
        << "h = " << h;
    EXPECT_LT(fastest_up, 1e-9) << "h = " << h;
    EXPECT_NEAR(crane.motion().rate, 0.0, 1e-12);
    EXPECT_NEAR(crane.motion().acceleration, 0.0, 1e-9);
    EXPECT_TRUE(crane.drive().engaged);
  }
}

// The mirrored case: a drive that pulls down against a strong helper and has too little force.
TEST(DriveOnMachine, LowerLimitIsMirrored) {
  Machine m = make_crane(3.0 * kWeight, 0.0);
  m.drives[0].force_min = -0.5 * kWeight;
  m.loads[0].z =
      formula(std::to_string(2.0 * kWeight) + "*smooth(t, 0.5, 0.6)*smooth(t, 1.6, 1.5)");
  Crane crane(m);
  bool let_go = false;
  for (int i = 0; i < 3000; ++i) {
    crane.step(-0.1);
    EXPECT_GE(crane.force(), -0.5 * kWeight * (1 + 1e-9));
    if (!crane.drive().engaged) {
      let_go = true;
      EXPECT_EQ(crane.force(), -0.5 * kWeight);
    }
  }
  EXPECT_TRUE(let_go);
  EXPECT_TRUE(crane.drive().engaged);
  EXPECT_NEAR(crane.motion().rate, -0.1, 1e-6);
}

// Against an elastic stop the drive stalls at its limit; the lever back to zero holds it there, and
// reversed it leaves at once.
TEST(DriveOnMachine, StallsAtAStopAndLeavesIt) {
  Machine m = make_crane(2.0 * kWeight, 0.0);
  description::Stop stop;
  stop.name = "end";
  stop.coordinate = "lift";
  stop.upper = 1.1;
  stop.stiffness = 5e5;
  stop.damping = 1.0;
  m.stops.push_back(stop);
  Crane crane(m);
  for (int i = 0; i < 3000; ++i) crane.step(0.3);
  EXPECT_FALSE(crane.drive().engaged);
  EXPECT_EQ(crane.force(), 2.0 * kWeight);
  EXPECT_NEAR(crane.motion().value, 1.1 + kWeight / 5e5, 1e-6);
  const double stalled = crane.motion().value;
  for (int i = 0; i < 1000; ++i) crane.step(0.0);
  EXPECT_TRUE(crane.drive().engaged);
  EXPECT_NEAR(crane.motion().value, stalled, 1e-5);
  for (int i = 0; i < 1000; ++i) crane.step(-0.3);
  EXPECT_TRUE(crane.drive().engaged);
  EXPECT_NEAR(crane.motion().rate, -0.3, 1e-6);
}

// A position function that could not be kept is caught up with afterwards: within the drive's limits,
// without overshoot, and without trying again and again.
TEST(DriveOnMachine, PositionFunctionIsCaughtUpWith) {
  for (const double response : {0.05, 0.2}) {
    Machine m = make_crane(0.8 * kWeight, 0.6 * kWeight);
    m.drives[0].quantity = Drive::Quantity::position;
    m.drives[0].function = formula("1 + 0.05*smooth(t, 1, 3)");
    m.drives[0].response_time = response;
    Crane crane(m);
    double lowest = 1.0, highest = 1.0;
    int failed_tries = 0;
    for (int i = 0; i < 15000; ++i) {
      crane.step(0.0);
      lowest = std::min(lowest, crane.motion().value);
      highest = std::max(highest, crane.motion().value);
      failed_tries += crane.out[0].engaged && !crane.drive().engaged ? 1 : 0;
    }
    EXPECT_LT(lowest, 0.0);
    EXPECT_LT(highest, 1.05 + 1e-3);
    EXPECT_LE(failed_tries, 5);
    EXPECT_TRUE(crane.drive().engaged);
    EXPECT_NEAR(crane.motion().value, 1.05, 1e-9);
  }
}

// The work of the drive is in the ledger, engaged or not.
TEST(DriveOnMachine, LedgerBalances) {
  Crane crane(make_crane(0.8 * kWeight, 0.4 * kWeight));
  for (int i = 0; i < 4000; ++i) crane.step(0.2);
  const auto& l = crane.rig.state.ledger;
  EXPECT_GT(std::abs(l.drives), 100.0);
  EXPECT_NEAR(crane.rig.total_energy() - l.start, l.external + l.drives, 1e-3 * std::abs(l.drives));
}

}  // namespace
}  // namespace outrigger
