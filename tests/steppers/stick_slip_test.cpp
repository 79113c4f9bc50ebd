/// Stick and slip as events of the explicit pair: a block on a belt, held by a spring (Bowden-Leben).
#include <gtest/gtest.h>

#include <numbers>

#include "steppers/smooth_machines.h"

namespace outrigger::stepper {
namespace {

constexpr double kMass = 2.0, kStiffness = 50.0, kBelt = 0.2;             // [kg], [N/m], [m/s]
constexpr double kWeight = 9.81 * kMass;                                  // [N]
constexpr double kStaticLimit = 0.5 * kWeight, kSliding = 0.3 * kWeight;  // [N]

/// The spring to the origin and the belt's friction along x. While the block sticks, friction is what
/// keeps its speed; which of the two it does changes at events only.
class BlockOnBelt final : public system::ForceTerm {
 public:
  bool sticks = true;

  void tangent_pattern(std::vector<std::pair<int, int>>&) const override {}
  void bind(const system::Layout& layout) override { block_ = layout.block(0); }
  void evaluate(const system::Configuration& c, const double*,
                const system::ForceSink& sink) override {
    const double spring = -kStiffness * c.x[4 * block_];
    sink.add_force(block_, Vec3(spring + (sticks ? -spring : kSliding), 0, 0));
  }
  system::TermEnergy energy(const system::Configuration&, const double*) const override {
    return {};
  }
  void wrenches(const system::Configuration&, const double*, const std::vector<Pose>&,
                std::vector<system::BodyWrench>&) const override {}
  int block() const { return block_; }

 private:
  int block_ = 0;
};

/// The block lets go where the spring pulls with the static limit, swings about the place where it
/// would balance sliding friction, and sticks again when it is as fast as the belt:
///   x_s = F_s/k;  slip for (2π - 2 atan(ω a/V))/ω, a = (F_s - F_d)/k;  stick for 2 a/V.
TEST(ExplicitPair, StickAndSlipAreLocated) {
  description::Machine m;
  m.settings.gravity = Vec3::Zero();
  m.settings.step = 0.05;
  m.settings.accuracy = 1e-11;
  description::Body b;
  b.name = "block";
  b.kind = description::Body::Kind::point;
  b.mass = kMass;
  b.pose_given = true;
  b.velocity = Vec3(kBelt, 0, 0);
  m.bodies.push_back(b);

  BlockOnBelt* belt = nullptr;
  Built built = testing_support::build_with(m, [&](const auto&, const auto&) {
    testing_support::Terms terms;
    terms.push_back(std::make_unique<BlockOnBelt>());
    belt = static_cast<BlockOnBelt*>(terms.back().get());
    return terms;
  });
  testing_support::Simulation simulation(built);
  formulation::Augmented accelerations(*built.system, m.settings);
  ExplicitPair pair(*built.system, accelerations, m.settings);
  const auto x = [&](const system::State& s) { return s.x[4 * belt->block()]; };
  const auto speed = [&](const system::State& s) { return s.v[4 * belt->block()]; };

  Event slip;
  slip.direction = 1;
  slip.function = [&](const system::State& s) {
    return belt->sticks ? kStiffness * x(s) - kStaticLimit : -1.0;
  };
  slip.action = [&](system::State&) { belt->sticks = false; };
  Event stick;
  stick.direction = 1;
  stick.function = [&](const system::State& s) { return belt->sticks ? -1.0 : speed(s) - kBelt; };
  stick.action = [&](system::State& s) {
    belt->sticks = true;
    s.v[4 * belt->block()] = kBelt;
  };
  pair.watch(slip);
  pair.watch(stick);

  const double omega = std::sqrt(kStiffness / kMass);
  const double reach = (kStaticLimit - kSliding) / kStiffness;
  const double slip_time = 2.0 * (std::numbers::pi - std::atan(omega * reach / kBelt)) / omega;
  double expected = kStaticLimit / kStiffness / kBelt;  // the spring starts without force
  int found = 0;
  while (simulation.state.time < 20.0) {
    pair.step(simulation.state, simulation.drives);
    for (const auto& f : pair.found()) {
      EXPECT_EQ(f.event, found % 2);
      EXPECT_NEAR(f.time, expected, 1e-8) << "event " << found;
      expected += f.event == 0 ? slip_time : 2.0 * reach / kBelt;
      ++found;
    }
  }
  EXPECT_GT(found, 10);
}

}  // namespace
}  // namespace outrigger::stepper
