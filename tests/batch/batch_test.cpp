/// Copies in lanes move like separate machines, to the bit (the sign of zeros apart), in groups of four
/// and of eight: different states, masses, lengths, gravity and springs included, copies that need more
/// iterations, or fail, among copies that do not, and groups with idle lanes.
#include "batch/batch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/random.h"
#include "forces/forces.h"
#include "support/built_system.h"

namespace outrigger {
namespace {

using batch::Batch;
using testing_support::Built;
using testing_support::Simulation;

/// A chain of links on alternating axes, as uneven as the seed makes it.
description::Machine make_chain(int links, std::uint64_t seed) {
  Random random(seed);
  description::Machine m;
  m.settings.gravity = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-12, -6));
  double x = 0.0;
  for (int i = 0; i < links; ++i) {
    const double length = random.uniform(0.7, 1.3);
    description::Body b;
    b.name = "link" + std::to_string(i);
    b.mass = random.uniform(0.5, 2.0);
    b.centre = Vec3(0.5 * length, 0.0, 0.0);
    b.inertia = Vec3(0.01, 0.09, 0.1).asDiagonal();
    b.pose.position = Vec3(x, 0.0, 0.0);
    b.pose_given = true;
    m.bodies.push_back(b);
    description::Joint j;
    j.name = "pin" + std::to_string(i);
    j.body_a = i == 0 ? std::string(description::kGround) : m.bodies[i - 1].name;
    j.body_b = b.name;
    j.point_a = Vec3(i == 0 ? 0.0 : x - m.bodies[i - 1].pose.position.x(), 0.0, 0.0);
    j.axis_a = j.axis_b = i % 2 == 0 ? Vec3::UnitY() : Vec3::UnitZ();
    m.joints.push_back(j);
    x += length;
  }
  return m;
}

/// A spring with a damper about a pin, and a load at the end.
void add_forces(description::Machine& m, std::uint64_t seed) {
  Random random(seed);
  description::Coordinate c;
  c.name = "pin1.angle";
  c.joint = "pin1";
  m.coordinates.push_back(c);
  description::Spring s;
  s.name = "spring";
  s.coordinate = "pin1.angle";
  s.spring.kind = s.damper.kind = description::Function::Kind::linear;
  s.spring.value = random.uniform(20.0, 60.0);
  s.damper.value = random.uniform(0.1, 0.5);
  m.springs.push_back(s);
  description::Load load;
  load.name = "load";
  load.body = m.bodies.back().name;
  load.x.value = random.uniform(-3.0, 3.0);
  load.y.kind = description::Function::Kind::formula;
  load.y.formula = "2*sin(5*t)";
  m.loads.push_back(load);
}

struct Copies {
  std::vector<Built> built;
  std::vector<std::unique_ptr<Simulation>> alone;  ///< on systems of their own
  std::vector<Built> in_lanes;
  std::unique_ptr<Batch> batch;
  bool odd_ones_stand = false;  ///< drives of every second copy stay at 0

  Copies(const std::vector<description::Machine>& machines, int lanes) {
    const auto make = [](const description::Machine& m) {
      return testing_support::build_with(m, [](const auto& mechanism, const auto& model) {
        return forces::make_force_terms(mechanism, model);
      });
    };
    for (const auto& m : machines) built.push_back(make(m));
    for (const auto& m : machines) in_lanes.push_back(make(m));
    for (auto& b : built) alone.push_back(std::make_unique<Simulation>(b));
    Batch::Systems systems;
    for (auto& b : in_lanes) systems.push_back(b.system.get());
    batch = std::make_unique<Batch>(systems, machines[0].settings, lanes);
    for (std::size_t i = 0; i < alone.size(); ++i)
      batch->set_state(static_cast<int>(i), alone[i]->state);
  }

  /// Where the drives of a copy shall be: smoothly to and fro, at a pace of its own.
  static system::DriveReference reference(std::size_t copy, double t) {
    const double size = 0.2, omega = 3.0 + static_cast<double>(copy);
    system::DriveReference r;
    r.value = size * (1.0 - std::cos(omega * t));
    r.rate = size * omega * std::sin(omega * t);
    r.acceleration = size * omega * omega * std::cos(omega * t);
    return r;
  }

  /// Steps both ways and compares reports and states.
  void compare(int steps) {
    Batch::Drives drives(alone.size());
    for (int i = 0; i < steps; ++i) {
      for (std::size_t c = 0; c < alone.size(); ++c) {
        const double t = alone[c]->state.time + alone[c]->stepper.step_size();
        const bool stands = odd_ones_stand && c % 2 == 1;
        for (auto& d : alone[c]->drives) d = stands ? system::DriveReference{} : reference(c, t);
        drives[c] = alone[c]->drives;
      }
      const auto reports = batch->step(drives);
      for (std::size_t c = 0; c < alone.size(); ++c) {
        const stepper::StepReport expected = alone[c]->step();
        ASSERT_EQ(reports[c].iterations, expected.iterations) << "copy " << c << ", step " << i;
        ASSERT_EQ(reports[c].projections, expected.projections);
        ASSERT_EQ(reports[c].converged, expected.converged);
        ASSERT_EQ(reports[c].contained, expected.contained);
        ASSERT_EQ(reports[c].parts, expected.parts);
        const system::State &a = batch->state(static_cast<int>(c)), &b = alone[c]->state;
        ASSERT_EQ(a.x, b.x) << "copy " << c << ", step " << i;
        ASSERT_EQ(a.v, b.v);
        ASSERT_EQ(a.acceleration, b.acceleration);
        ASSERT_EQ(a.algorithmic, b.algorithmic);
        ASSERT_EQ(a.lambda, b.lambda);
        ASSERT_EQ(a.coordinate, b.coordinate);
        ASSERT_EQ(a.time, b.time);
        ASSERT_EQ(a.step, b.step);
      }
    }
  }
};

/// Both widths, as far as the processor has them. More than four copies fill eight lanes, or leave some
/// of them idle; what is left over goes in four lanes, or, if it is one or two copies, alone.
class BatchOfLanes : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (GetParam() > batch::widest_lanes()) GTEST_SKIP() << "this processor has no AVX-512";
  }
};
INSTANTIATE_TEST_SUITE_P(Widths, BatchOfLanes, testing::Values(4, 8));

TEST_P(BatchOfLanes, ChainsOfDifferentNumbersMoveLikeSeparateOnes) {
  std::vector<description::Machine> machines;
  for (std::uint64_t seed = 1; seed < 12; ++seed) machines.push_back(make_chain(10, seed));
  Copies copies(machines, GetParam());
  copies.compare(500);
}

TEST_P(BatchOfLanes, SpringsDampersAndLoadsOfEachCopyAct) {
  std::vector<description::Machine> machines;
  for (std::uint64_t seed = 11; seed < 19; ++seed) {
    machines.push_back(make_chain(5, seed));
    add_forces(machines.back(), seed);
  }
  Copies copies(machines, GetParam());
  copies.compare(400);
}

TEST_P(BatchOfLanes, DrivesAndCouplingsOfEachCopyGuide) {
  std::vector<description::Machine> machines;
  for (std::uint64_t seed = 51; seed < 57; ++seed) {
    machines.push_back(make_chain(5, seed));
    add_forces(machines.back(), seed);
    for (const char* pin : {"pin0", "pin2", "pin3"}) {
      description::Coordinate c;
      c.name = std::string(pin) + ".angle";
      c.joint = pin;
      machines.back().coordinates.push_back(c);
    }
    description::Drive drive;
    drive.name = "motor";
    drive.coordinate = "pin0.angle";
    machines.back().drives.push_back(drive);
    description::Coupling gear;
    gear.name = "gear";
    gear.coordinate_a = "pin2.angle";
    gear.coordinate_b = "pin3.angle";
    gear.function.kind = description::Function::Kind::linear;
    gear.function.value = -0.5;
    machines.back().couplings.push_back(gear);
  }
  Copies copies(machines, GetParam());
  copies.compare(400);
  EXPECT_NEAR(copies.batch->state(2).coordinate[1], 0.2 * (1.0 - std::cos(5.0 * 0.4)), 1e-9);
}

/// A machine at exact rest beside others that move: what counts as closed there is rounding of positions.
TEST_P(BatchOfLanes, CopiesAtRestNeedNoMorePasses) {
  std::vector<description::Machine> machines;
  for (std::uint64_t seed = 71; seed < 78; ++seed) {
    machines.push_back(make_chain(3, seed));
    for (const char* pin : {"pin0", "pin1", "pin2"}) {
      description::Coordinate c;
      c.name = std::string(pin) + ".angle";
      c.joint = pin;
      machines.back().coordinates.push_back(c);
      description::Drive drive;
      drive.name = std::string(pin) + ".motor";
      drive.coordinate = c.name;
      machines.back().drives.push_back(drive);
    }
  }
  Copies copies(machines, GetParam());
  copies.odd_ones_stand = true;
  copies.compare(200);
  Batch::Drives still(machines.size(), std::vector<system::DriveReference>(3));
  for (int i = 0; i < 10; ++i) EXPECT_LE(copies.batch->step(still)[1].projections, 2);
}

/// A rod on a ball joint with a ring that turns and slides on it; every kind of coordinate is an
/// unknown of the system, so that values, gradients and second derivatives of all of them count.
description::Machine make_rod_with_ring(std::uint64_t seed) {
  Random random(seed);
  description::Machine m;
  m.settings.gravity = Vec3(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-12, -6));
  const auto add_body = [&](const char* name, const Vec3& position) {
    description::Body b;
    b.name = name;
    b.mass = random.uniform(0.5, 2.0);
    b.centre = Vec3(random.uniform(0.3, 0.6), 0.1, -0.05);
    b.inertia = Vec3(0.05, 0.08, 0.1).asDiagonal();
    b.pose.position = position;
    b.pose_given = true;
    m.bodies.push_back(b);
  };
  add_body("rod", Vec3::Zero());
  add_body("ring", Vec3(random.uniform(0.4, 0.6), 0.0, 0.0));
  description::Joint ball;
  ball.name = "ball";
  ball.type = description::JointType::spherical;
  ball.body_b = "rod";
  ball.axis_a = Vec3(1.0, 0.5, 0.3).normalized();
  ball.axis_b = Vec3::UnitX();
  m.joints.push_back(ball);
  description::Joint slide;
  slide.name = "slide";
  slide.type = description::JointType::cylindrical;
  slide.body_a = "rod";
  slide.body_b = "ring";
  slide.axis_a = slide.axis_b = Vec3::UnitX();
  m.joints.push_back(slide);
  using Kind = description::Coordinate::Kind;
  for (const auto& [name, joint, kind] :
       {std::tuple{"ball.cone", "ball", Kind::cone}, std::tuple{"ball.twist", "ball", Kind::twist},
        std::tuple{"slide.angle", "slide", Kind::angle},
        std::tuple{"slide.way", "slide", Kind::displacement},
        std::tuple{"rope", "", Kind::distance}}) {
    description::Coordinate c;
    c.name = name;
    c.kind = kind;
    c.unknown = true;
    c.joint = joint;
    if (kind == Kind::distance) {
      c.body_a = std::string(description::kGround);
      c.body_b = "ring";
      c.point_a = Vec3(random.uniform(1.0, 2.0), 0.2, 0.3);
      c.point_b = Vec3(0.1, 0.2, 0.3);
    }
    m.coordinates.push_back(c);
  }
  return m;
}

TEST_P(BatchOfLanes, CoordinatesOfEveryKindMayBeUnknowns) {
  std::vector<description::Machine> machines;
  for (std::uint64_t seed = 61; seed < 68; ++seed) machines.push_back(make_rod_with_ring(seed));
  Copies copies(machines, GetParam());
  copies.compare(300);
  for (const double value : copies.batch->state(0).coordinate) EXPECT_GT(std::abs(value), 1e-3);
}

/// Which constants of a model are equal, and stored once, may differ from copy to copy.
TEST_P(BatchOfLanes, ConstantsMayBeSharedDifferently) {
  std::vector<description::Machine> machines;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    machines.push_back(make_chain(3, seed));
    add_forces(machines.back(), seed);
  }
  Copies copies(machines, GetParam());
  EXPECT_NE(copies.built[0].system->total_block_count(),
            copies.built[1].system->total_block_count());
  copies.compare(300);
}

/// Measured angles count their turns although no force term asks for them.
TEST_P(BatchOfLanes, CoordinatesThatAreOnlyMeasuredFollow) {
  std::vector<description::Machine> machines;
  for (std::uint64_t seed = 41; seed < 46; ++seed) {
    machines.push_back(make_chain(2, seed));
    machines.back().settings.gravity = Vec3(0.0, 0.0, -200.0);
    description::Coordinate c;
    c.name = "pin0.angle";
    c.joint = "pin0";
    c.initial_speed = 40.0;
    machines.back().coordinates.push_back(c);
  }
  Copies copies(machines, GetParam());
  copies.compare(600);
  EXPECT_GT(copies.batch->state(0).coordinate[0], 7.0);
}

/// Long steps make the copies differ in iterations, rounds and passes.
TEST_P(BatchOfLanes, CopiesThatNeedMoreDoNotDisturbTheOthers) {
  std::vector<description::Machine> machines;
  for (std::uint64_t seed = 21; seed < 29; ++seed) {
    machines.push_back(make_chain(4, seed));
    machines.back().settings.step = 1e-2;
  }
  // One barely moves, one whirls.
  machines[1].settings.gravity *= 1e-3;
  machines[3].settings.gravity *= 40.0;
  Copies copies(machines, GetParam());
  copies.compare(400);
}

/// Ten four-bar loops (IFToMM A02) side by side, all rods vertical and turning.
description::Machine make_loops(double gravity) {
  constexpr int kLoops = 10;
  description::Machine m;
  m.settings.gravity = Vec3(0, -gravity, 0);
  m.settings.step = 0.014;
  const auto add_rod = [&](const std::string& name, const Vec3& start, bool upright) {
    description::Body b;
    b.name = name;
    b.mass = 1.0;
    b.centre = Vec3(0.5, 0, 0);
    b.inertia = Vec3(1e-4, 1.0 / 12, 1.0 / 12).asDiagonal();
    b.pose.position = start;
    if (upright) b.pose.rotation << 0, -1, 0, 1, 0, 0, 0, 0, 1;
    b.pose_given = true;
    m.bodies.push_back(b);
  };
  const auto add_pin = [&](const std::string& name, const std::string& a, const Vec3& point_a,
                           const std::string& b, const Vec3& point_b) {
    description::Joint j;
    j.name = name;
    j.body_a = a;
    j.body_b = b;
    j.point_a = point_a;
    j.point_b = point_b;
    j.axis_a = j.axis_b = Vec3::UnitZ();
    m.joints.push_back(j);
  };
  for (int i = 0; i <= kLoops; ++i) {
    const std::string rod = "rod" + std::to_string(i);
    add_rod(rod, Vec3(i, 0, 0), true);
    add_pin("a" + std::to_string(i), std::string(description::kGround), Vec3(i, 0, 0), rod,
            Vec3::Zero());
  }
  for (int i = 1; i <= kLoops; ++i) {
    const std::string coupler = "coupler" + std::to_string(i);
    add_rod(coupler, Vec3(i - 1, 1, 0), false);
    add_pin("b" + std::to_string(i), "rod" + std::to_string(i - 1), Vec3::UnitX(), coupler,
            Vec3::Zero());
    add_pin("c" + std::to_string(i), coupler, Vec3::UnitX(), "rod" + std::to_string(i),
            Vec3::UnitX());
  }
  description::Coordinate angle;
  angle.name = "a0.angle";
  angle.joint = "a0";
  angle.initial_speed = -1.0;
  m.coordinates.push_back(angle);
  return m;
}

/// Long steps that end next to singular positions, where accelerations are not determined: rods stay
/// parallel (before, the first of these copies left its branch at 3.2 s).
TEST_P(BatchOfLanes, RodsStayParallelThroughSingularPositions) {
  Copies copies(
      {make_loops(9.81), make_loops(9.8), make_loops(9.6), make_loops(10.2), make_loops(9.5)},
      GetParam());
  copies.compare(700);
  for (std::size_t l = 0; l < copies.alone.size(); ++l)
    for (int i = 1; i <= 10; ++i) {
      const auto direction = [&](int body) -> Vec3 {
        return copies.built[l]
            .system->body_pose(body, copies.alone[l]->state.x.data())
            .rotation.col(0);
      };
      EXPECT_LT((direction(i) - direction(0)).norm(), 1e-3) << "copy " << l << ", rod " << i;
    }
}

TEST_P(BatchOfLanes, ACopyThatFailsIsContainedAlone) {
  std::vector<description::Machine> machines;
  for (std::uint64_t seed = 31; seed < 37; ++seed) machines.push_back(make_chain(4, seed));
  Copies copies(machines, GetParam());
  copies.compare(20);
  // Speeds that no step can follow, and numbers that are none.
  for (auto [lane, value] : {std::pair{1, 1e9}, std::pair{2, std::nan("")}}) {
    system::State state = copies.batch->state(lane);
    state.v[0] = value;
    copies.batch->set_state(lane, state);
  }
  for (int i = 0; i < 20; ++i) {
    const auto reports = copies.batch->step();
    EXPECT_TRUE(i > 0 || reports[1].parts > 1 || reports[1].contained);
    for (const int lane : {0, 3, 4, 5}) {
      EXPECT_FALSE(reports[lane].contained);
      copies.alone[lane]->step();
      ASSERT_EQ(copies.batch->state(lane).x, copies.alone[lane]->state.x);
      ASSERT_EQ(copies.batch->state(lane).v, copies.alone[lane]->state.v);
    }
    for (const double x : copies.batch->state(1).x) ASSERT_TRUE(std::isfinite(x));
  }
}

TEST(Batch, RefusesWhatDoesNotFit) {
  const auto error_of = [](const std::vector<description::Machine>& machines) -> std::string {
    try {
      Copies copies(machines, 4);
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_EQ(
      error_of({make_chain(4, 1), make_chain(4, 2), make_chain(5, 3), make_chain(4, 4)}),
      "copy 2 of the batch differs from copy 0 in its number of unknowns: copies may differ in "
      "numbers, not in bodies, joints and what they connect");
  // The same bodies and coordinates, but one copy lacks the spring and the blocks of its tangent.
  std::vector<description::Machine> sprung(4, make_chain(3, 1));
  for (auto& m : sprung) add_forces(m, 1);
  sprung[3].springs.clear();
  const std::string difference = error_of(sprung);
  EXPECT_EQ(difference.substr(0, 49), "copy 3 of the batch differs from copy 0 in its fo")
      << difference;
  std::vector<description::Machine> braked;
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    braked.push_back(make_chain(3, seed));
    add_forces(braked.back(), seed);
    description::Brake brake;
    brake.name = "brake";
    brake.coordinate = "pin1.angle";
    brake.drag = 1.0;
    braked.back().brakes.push_back(brake);
  }
  EXPECT_EQ(error_of(braked),
            "batches take no force terms with memory (brakes, drivelines, contact, tyres)");
}

}  // namespace
}  // namespace outrigger
