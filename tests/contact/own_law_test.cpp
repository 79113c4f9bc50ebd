/// Laws of one's own and every friction law of the files, at work in the step of a world.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "contact/laws/point_law.h"
#include "description/reader.h"
#include "math/elementary.h"
#include "sim/world.h"
#include "support/run_for.h"

namespace outrigger {
namespace {

using contact::NormalForce;
using contact::PointLaw;
using sim::World;

description::Machine read(const std::string& text) {
  return description::read_machine_text("outrigger: 1\n" + text, "m.yaml");
}

/// A ball above the ground that flies down and sideways, spinning.
std::string ball(const std::string& laws, double step = 1e-3) {
  return "settings: {step: " + std::to_string(step) +
         "}\nbodies:\n  ball: {mass: 2, inertia: {xx: 0.008, yy: 0.008, zz: 0.008}, "
         "pose: {position: [0, 0, 0.2]}, velocity: [1, 0.4, -1]}\n"
         "shapes:\n  ball: {body: ball, sphere: 0.1, material: rubber}\n" +
         laws;
}

/// A block of two balls that is pulled along the ground (both ends carry the same).
std::string sledge(const std::string& friction, double pull) {
  return "settings: {step: 0.001}\nbodies:\n  sledge: {mass: 10, inertia: {xx: 1, yy: 1, zz: 1}, "
         "pose: {position: [0, 0, 0.1]}}\n"
         "shapes:\n  a: {body: sledge, sphere: 0.1, material: rubber, at: [0.5, 0.3, 0]}\n"
         "  b: {body: sledge, sphere: 0.1, material: rubber, at: [-0.5, 0.3, 0]}\n"
         "  c: {body: sledge, sphere: 0.1, material: rubber, at: [0, -0.6, 0]}\n"
         "friction:\n  grip: {pair: [rubber, asphalt], static: 0.6, dynamic: 0.5}\n"
         "contact_laws:\n  l: {pair: [rubber, asphalt], friction: " +
         friction + "}\nloads:\n  pull: {body: sledge, force: [" + std::to_string(pull) +
         ", 0, 0], point: [0, 0, -0.1]}\n";
}

World with_law(const description::Machine& machine, std::shared_ptr<const PointLaw> law) {
  sim::WorldOptions options;
  options.contact_laws.push_back({"rubber", "asphalt", std::move(law)});
  return World(machine, options);
}

/// The built-in law with the stiffness and the friction of the file.
std::shared_ptr<const PointLaw> standard_law(double stiffness, double e, double friction) {
  contact::NormalLaw normal;
  normal.stiffness = stiffness;
  normal.restitution = e;
  contact::FrictionLaw across;
  across.static_coefficient = across.dynamic_coefficient = friction;
  return std::make_shared<contact::StandardPointLaw>(normal, across);
}

TEST(OwnLaw, BuiltInOnesBehindTheInterfaceMoveAlike) {
  description::Machine machine = read(
      ball("friction:\n  grip: {pair: [rubber, asphalt], static: 0.4, dynamic: 0.4}\n"
           "contact_laws:\n  l: {pair: [rubber, asphalt], stiffness: 2e6, restitution: 0.5}\n"));
  machine.settings.tolerance = 1e-7;  // so that only the laws can differ, not where iterations end
  World built_in(machine), own = with_law(machine, standard_law(2e6, 0.5, 0.4));
  for (int i = 0; i < 800; ++i) {
    built_in.step();
    own.step();
    const Pose a = built_in.pose(built_in.body("ball")), b = own.pose(own.body("ball"));
    ASSERT_LT((a.position - b.position).norm(), 1e-9) << i;
    ASSERT_LT((a.rotation - b.rotation).norm(), 1e-8) << i;
  }
}

/// N = k tanh(δ/δ_0) without loss: no built-in law saturates.
class SoftFloor final : public PointLaw {
 public:
  double stiffness() const override { return 0.0; }
  double exponent() const override { return 1.0; }
  double restitution() const override { return 1.0; }
  double damping_rate(double) const override { return 0.0; }
  NormalForce normal_force(const NormalState& s) const override {
    const double e = elementary::exp(2.0 * s.depth / kDepth), t = (e - 1.0) / (e + 1.0);
    NormalForce f;
    f.force = f.elastic = kForce * t;
    f.by_depth = kForce * (1.0 - t * t) / kDepth;
    f.stored = kForce * kDepth * (std::log((e + 1.0) / 2.0) - s.depth / kDepth);
    return f;
  }
  contact::FrictionForce friction_force(const FrictionState&) const override { return {}; }

  static constexpr double kForce = 200.0, kDepth = 0.01;
};

TEST(OwnLaw, AnotherForceKeepsItsEnergy) {
  World world = with_law(read(ball("", 1e-4)), std::make_shared<SoftFloor>());
  double lowest = 1.0, highest = 0.0;
  const auto energy = [&] { return world.energies().kinetic + world.energies().potential; };
  const double before = energy();
  for (int i = 0; i < 10000; ++i) {
    world.step();
    lowest = std::min(lowest, world.pose(world.body("ball")).position.z());
    if (lowest < 0.1) highest = std::max(highest, world.pose(world.body("ball")).position.z());
    ASSERT_NEAR(energy(), before, 2e-3 * before) << i;
  }
  // m g (z0 + δ) + m v²/2 = stored(δ)
  const double depth = 0.1 - lowest;
  const double stored =
      SoftFloor::kForce * SoftFloor::kDepth * std::log(std::cosh(depth / SoftFloor::kDepth));
  EXPECT_NEAR(stored, 2.0 * 9.81 * (0.1 + depth) + 1.0, 0.02);
  EXPECT_NEAR(highest, 0.2 + 0.5 / 9.81, 2e-3);
}

TEST(OwnLaw, RefusesWhatCannotBe) {
  const description::Machine machine = read(ball(""));
  const auto message = [&](const sim::WorldOptions& options) -> std::string {
    try {
      World world(machine, options);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  sim::WorldOptions options;
  options.contact_laws = {{"rubber", "asphalt", nullptr}};
  EXPECT_EQ(message(options), "the own contact law of rubber and asphalt is missing (null)");
  const auto law = standard_law(1e6, 0.5, 0.3);
  options.contact_laws = {{"rubber", "asphalt", law}, {"asphalt", "rubber", law}};
  EXPECT_EQ(message(options),
            "the own contact law of asphalt and rubber is given twice; remove one");
  options.contact_laws = {{"rubber", "cheese", law}};
  EXPECT_NE(message(options).find("is made of 'cheese'"), std::string::npos) << message(options);
  options.contact_laws = {{"rubber", "asphalt", standard_law(-1.0, 0.5, 0.3)}};
  EXPECT_EQ(message(options),
            "the own contact law of rubber and asphalt has the stiffness -1; it must be 0 or more");
}

class FrictionLaws : public testing::TestWithParam<std::string> {};

TEST_P(FrictionLaws, HoldsBelowTheLimitAndSlidesAboveIt) {
  const bool creeps = GetParam() == "regularised" || GetParam() == "coulomb";
  // Static limit 0.6 m g = 58.9 N, dynamic 49.05 N.
  World holds(read(sledge(GetParam(), 45.0)));
  run_for(holds, 1.0);
  const double at_one = holds.pose(holds.body("sledge")).position.x();
  run_for(holds, 1.0);
  const double crept = holds.pose(holds.body("sledge")).position.x() - at_one;
  if (creeps) {
    EXPECT_GT(crept, 1e-4);
    EXPECT_LT(crept, 0.03);
  } else {
    EXPECT_LT(std::abs(crept), 1e-6);
  }
  World slides(read(sledge(GetParam(), 80.0)));
  run_for(slides, 2.0);
  const double speed = slides.twist(slides.body("sledge")).linear.x();
  EXPECT_NEAR(speed, (80.0 - 0.5 * 98.1) / 10.0 * 2.0, 0.12);
}

INSTANTIATE_TEST_SUITE_P(Contact, FrictionLaws,
                         testing::Values("bristle", "thesis_bristle", "stribeck", "regularised",
                                         "coulomb"),
                         [](const auto& law) { return law.param; });

}  // namespace
}  // namespace outrigger
