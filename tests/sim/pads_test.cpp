/// Tyres, feet and boxes sink into the soil they stand on, as deep as the laws say, leave ruts, pay for them, and
/// stand on what they have pressed. References are the formulas of Bekker and of bearing capacity, written out here.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/snapshot_bytes.h"
#include "sim/soil_stage.h"
#include "sim/world.h"

namespace outrigger::sim {
namespace {

/// Of the bundled soils (machines/soils): k_c [N/m^(n+1)], k_φ [N/m^(n+2)], n.
struct BekkerNumbers {
  const char* soil;
  double k_c, k_phi, n;
};
constexpr BekkerNumbers kLoam{"sandy_loam", 5270.0, 1515000.0, 0.7};
constexpr BekkerNumbers kSand{"dry_sand", 990.0, 1528000.0, 1.1};

double bekker(const BekkerNumbers& b, double width, double pressure) {
  return std::pow(pressure / (b.k_c / width + b.k_phi), 1.0 / b.n);
}

std::string field_of(const std::string& kind) {
  return R"(
outrigger_site: 1
materials: {loam: {young: 3.0e+7, poisson: 0.3, restitution: 0.05}}
friction: {steel_on_loam: {pair: [steel, loam], static: 0.55, dynamic: 0.48}}
surfaces:
  firm: {material: loam, tyre_friction: 0.6, rolling_resistance: 0.015}
  soil: {material: loam, tyre_friction: 0.5, rolling_resistance: 0.07}
ground: {area: [-10, 30, -10, 10], cell: 0.5, surface: firm}
soils: {s: {like: )" +
         kind + R"(, surface: soil}}
diggable: {field: {area: [-4, 26, -6, 6], layers: [[s, 3.0]]}}
)";
}

constexpr double kRadius = 0.5, kWidth = 0.4;

/// A light frame of 800 kg on four wheels, with eyes for forces at its middle.
std::string cart(double x) {
  std::string text = fmt::format(
      "outrigger: 1\nsettings: {{step: 0.005}}\nbodies:\n"
      "  frame: {{mass: 400, inertia: [200, 400, 400], pose: {{position: [{}, 0, 0.5]}}}}\n",
      x);
  std::string joints = "joints:\n", tyres = "tyres:\n";
  int k = 0;
  for (const double side : {-0.9, 0.9})
    for (const double ahead : {-1.25, 1.25}) {
      ++k;
      text += fmt::format(
          "  w{}: {{mass: 100, inertia: [6, 10, 6], pose: {{position: [{}, {}, 0.5]}}}}\n", k,
          x + ahead, side);
      joints += fmt::format(
          "  j{0}: {{type: revolute, bodies: [frame, w{0}], point_a: [{1}, {2}, 0], axis_a: y, "
          "axis_b: y, zero_a: x, zero_b: x}}\n",
          k, ahead, side);
      tyres += fmt::format("  t{0}: {{body: w{0}, type: tyre}}\n", k);
    }
  return text + joints +
         fmt::format(
             "tyre_types:\n  tyre: {{radius: {}, width: {}, stiffness: 6.0e+5, damping: 2.0e+4, "
             "nominal_load: 30000}}\n",
             kRadius, kWidth) +
         tyres;
}

WorldOptions on(const std::string& site) {
  WorldOptions options;
  options.site = description::read_site_text(site, "site.yaml");
  return options;
}

/// Soft ground of the site under a body; loads come slowly, so that nothing swings.
class Cart {
 public:
  explicit Cart(const std::string& kind, double x = 2.0)
      : world_(description::read_machine_text(cart(x), "cart.yaml"), on(field_of(kind))) {
    const auto frame = world_.body("frame");
    world_.add_force("ballast", frame, Vec3::Zero(),
                     [this](double t, const Pose&, const model::Twist& twist) {
                       model::BodyForce f;
                       f.force.z() = -ballast_ * std::min(1.0, t / 4.0);
                       if (speed_ > 0.0) {
                         f.force.x() = kPull * (speed_ - twist.linear.x());
                         f.damping(0, 0) = kPull;
                       }
                       pull_ = f.force.x();
                       return f;
                     });
  }
  void run(double time) {
    for (int i = 0; i < static_cast<int>(std::lround(time / world_.step_size())); ++i) {
      world_.step();
      ASSERT_EQ(world_.soil()->imbalance(), 0) << world_.time();
      ASSERT_GE(world_.soil()->pads().pressing_work(), 0.0);
      for (const soil::PadResult& r : world_.soil()->pads().results()) ASSERT_GE(r.rolling, 0.0);
    }
  }
  World& world() { return world_; }
  double height(double x, double y) const { return world_.ground().height(x, y); }

  static constexpr double kPull = 4e5;  ///< [N s/m] of what tows it
  double ballast_ = 0.0, speed_ = 0.0, pull_ = 0.0;

 private:
  World world_;
};

// Law: under a load that grows slowly a tyre goes down by Bekker's law for the mean pressure in its patch, the
// chord of its deflection by its width: within 5 %. What it stands on is soil of the site that has yielded.
TEST(Pads, TyresSinkByBekkersLaw) {
  for (const BekkerNumbers& soil : {kLoam, kSand}) {
    SCOPED_TRACE(soil.soil);
    Cart cart(soil.soil);
    cart.ballast_ = 60e3;
    cart.run(6.0);
    for (const char* name : {"t1", "t2", "t3", "t4"}) {
      const tyres::TyreReading r = cart.world().reading(cart.world().tyre(name));
      const double chord = 2.0 * std::sqrt(r.deflection * (2.0 * kRadius - r.deflection));
      const double pressure = r.load / (chord * kWidth);
      const double z = bekker(soil, std::min(chord, kWidth), pressure);
      EXPECT_NEAR(r.load, (60e3 + 800.0 * 9.81) / 4.0, 400.0);
      EXPECT_GT(z, 0.02);
      const double x = name[1] % 2 == 1 ? 0.75 : 3.25, y = name[1] <= '2' ? -0.9 : 0.9;
      EXPECT_NEAR(-cart.height(x, y), z, 0.05 * z) << name;
    }
    EXPECT_GT(cart.world().soil()->ledger().of(soil::Transfer::settle), 0);
  }
}

// Law: what rolls on fresh ground pays b (k_c/b + k_φ) z^(n+1)/(n+1) per wheel and way for the rut, and 0.015 of its
// load for the rubber; the wheels behind roll in the rut and pay for the rubber alone. No load, no speed: nothing.
TEST(Pads, RollingResistanceIsThatOfTheRut) {
  Cart cart(kLoam.soil, 0.0);
  cart.ballast_ = 40e3;
  cart.run(6.0);
  cart.speed_ = 0.5;
  cart.run(8.0);
  double sum = 0.0;
  int count = 0;
  for (int k = 0; k < 1600; ++k) {
    cart.run(cart.world().step_size());
    sum += cart.pull_, ++count;
  }
  const double x = cart.world().pose(cart.world().body("frame")).position.x();
  EXPECT_GT(x, 6.0);
  double expected = 0.0;
  for (const char* name : {"t1", "t2", "t3", "t4"}) {
    const tyres::TyreReading r = cart.world().reading(cart.world().tyre(name));
    expected += 0.015 * r.load;
    if (name[1] % 2 == 1) continue;  // behind
    // The rut that it leaves, in the middle of its way.
    const double z = -cart.height(x - 0.6, name[1] == '2' ? -0.9 : 0.9);
    EXPECT_GT(z, 0.03);
    expected += (kLoam.k_c + kWidth * kLoam.k_phi) * std::pow(z, kLoam.n + 1.0) / (kLoam.n + 1.0);
  }
  EXPECT_NEAR(sum / count, expected, 0.15 * expected);
  // Much more than on firm ground, and the machine is not stopped by the wall at the end of its ruts.
  EXPECT_GT(sum / count, 3.0 * 0.015 * 48e3);
}

// Law: ground that has felt a pressure sinks no further below it: once over and back again leaves the rut of once.
TEST(Pads, ASecondPassPressesNothing) {
  Cart cart(kLoam.soil, 0.0);
  cart.ballast_ = 40e3;
  cart.run(6.0);
  cart.speed_ = 0.5;
  cart.run(12.0);
  const double rut = cart.height(4.0, 0.9);
  EXPECT_LT(rut, -0.03);
  const auto pressed = cart.world().soil()->ledger().of(soil::Transfer::settle);
  EXPECT_GT(pressed, 0);
  // Behind the wheels, between them and the start, nothing moves any more.
  const double before = cart.height(2.5, 0.9);
  cart.run(4.0);
  EXPECT_NEAR(cart.height(2.5, 0.9), before, 2e-3);
}

/// A box of 0.5 m under a load that comes in 2 s.
World foot_on(const std::string& kind, double load) {
  World world(description::read_machine_text(R"(
outrigger: 1
settings: {step: 0.005}
bodies: {foot: {mass: 200, inertia: [10, 10, 10], pose: {position: [2, 0, 0.101]}}}
shapes: {foot: {body: foot, box: [0.5, 0.5, 0.2], material: steel}}
)",
                                             "foot.yaml"),
              on(field_of(kind)));
  world.add_force("load", world.body("foot"), Vec3::Zero(),
                  [load](double t, const Pose& pose, const model::Twist& twist) {
                    model::BodyForce f;
                    f.force.z() = -load * std::min(1.0, t / 2.0);
                    // Led like a leg, so that it goes down upright.
                    f.force.head<2>() = -1e5 * twist.linear.head<2>();
                    f.damping.diagonal() << 1e5, 1e5, 0.0;
                    const Vec3 z = pose.direction(Vec3::UnitZ());
                    f.torque = 1e5 * z.cross(Vec3::UnitZ()) - 2e4 * twist.angular;
                    return f;
                  });
  return world;
}

// Law: a foot of 0.5 m under 100 kN rests in loam (it carries 186 kN) at Bekker's depth; in dry sand, which carries
// 34 kN at its surface, it goes down until the soil beside it holds.
TEST(Pads, AFootRestsInLoamAndFailsInSand) {
  World loam = foot_on("sandy_loam", 98e3);
  for (int i = 0; i < 1600; ++i) loam.step();
  const double z = bekker(kLoam, 0.5, 100e3 / 0.25);
  EXPECT_NEAR(-loam.ground().height(2.0, 0.0), z, 0.05 * z);
  EXPECT_NEAR(0.1 - loam.pose(loam.body("foot")).position.z(), z, 0.05 * z);
  EXPECT_LT(loam.twist(loam.body("foot")).linear.norm(), 1e-3);
  EXPECT_EQ(loam.soil()->imbalance(), 0);

  World sand = foot_on("dry_sand", 98e3);
  bool failed = false;
  for (int i = 0; i < 2000; ++i) {
    sand.step();
    for (const soil::PadResult& r : sand.soil()->pads().results()) failed = failed || r.failed;
  }
  EXPECT_TRUE(failed);
  const double went = -sand.ground().height(2.0, 0.0);
  EXPECT_GT(went, 1.5 * bekker(kSand, 0.5, 100e3 / 0.25));
  EXPECT_NEAR(went, 0.391, 0.05 * 0.391) << "where its capacity is 100 kN (docs/theory/soil.md)";
  EXPECT_EQ(sand.soil()->imbalance(), 0);
}

// Law: what a state does next depends on the state alone, also while wheels leave ruts.
TEST(Pads, GoOnFromAnyMoment) {
  Cart cart(kLoam.soil, 0.0);
  cart.ballast_ = 40e3;
  cart.run(1.0);
  World& world = cart.world();
  for (int moment = 0; moment < 3; ++moment) {
    const Snapshot saved = world.save();
    EXPECT_NE(world.soil()->hash(), 0u);
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < 80; ++i) world.step(), hashes.push_back(world.hash());
    world.restore(saved);
    EXPECT_EQ(world.hash(), saved.hash());
    for (const std::uint64_t h : hashes) {
      world.step();
      ASSERT_EQ(world.hash(), h);
    }
    const auto read = snapshot_from_bytes(to_bytes(saved), saved);
    ASSERT_TRUE(read.has_value());
    world.restore(*read);
    for (const std::uint64_t h : hashes) {
      world.step();
      ASSERT_EQ(world.hash(), h);
    }
    cart.speed_ = 0.7;
  }
}

/// Mass that caves in within 3 s beside a box of 0.5 m that stands 0.1 m behind the crest of a face of 1.3 m [kg].
double caves_in_beside(double mass) {
  // c = 3 kPa, φ = 35°: stands to (4c/γ) tan(45° + φ/2) = 1.53 m without a load.
  WorldOptions options = on(R"(
outrigger_site: 1
materials: {loam: {young: 3.0e+7, poisson: 0.3, restitution: 0.05}}
friction: {steel_on_loam: {pair: [steel, loam], static: 0.55, dynamic: 0.48}}
surfaces: {soil: {material: loam}}
ground: {area: [-10, 10, -10, 10], cell: 0.25, surface: soil}
features: {bench: {area: [0, 8, -8, 8], profile: [[0, 1.3], [8, 1.3]], bank: 0}}
soils: {s: {like: sandy_loam, cohesion: 3000, stand_up_time: 1, surface: soil}}
diggable: {field: {area: [-9, 9, -9, 9], layers: [[s, 4.0]]}}
)");
  World world(description::read_machine_text(fmt::format(R"(
outrigger: 1
settings: {{step: 0.005}}
bodies: {{box: {{mass: {}, inertia: [20, 20, 20], pose: {{position: [0.4, 0, 1.552]}}}}}}
shapes: {{box: {{body: box, box: [0.5, 0.5, 0.5], material: steel}}}}
)",
                                                         mass),
                                             "box.yaml"),
              options);
  double fallen = 0.0;
  for (int i = 0; i < 600; ++i) {
    world.step();
    EXPECT_EQ(world.soil()->imbalance(), 0);
    for (const Event& e : world.take_events())
      if (e.kind == Event::Kind::cave_in) fallen += e.value;
  }
  return fallen;
}

// Law: what stands at the crest lowers the height at which a face stands, by 2q/γ: 30 kN on 0.25 m² bring down a
// face that carries 100 N.
TEST(Pads, ALoadAtTheCrestBringsAFaceDown) {
  EXPECT_EQ(caves_in_beside(10.0), 0.0);
  EXPECT_GT(caves_in_beside(3000.0), 200.0);
}

// On ground that is not soil nothing sinks, and the state has no soil.
TEST(Pads, HardGroundStaysAsItIs) {
  std::string site = field_of("sandy_loam");
  site.replace(site.find("[-4, 26, -6, 6]"), 15, "[20, 26, -6, 6]");
  World world(description::read_machine_text(cart(2.0), "cart.yaml"), on(site));
  for (int i = 0; i < 400; ++i) world.step();
  EXPECT_EQ(world.soil()->hash(), 0u);
  EXPECT_EQ(world.soil()->field().block_count(), 0u);
  EXPECT_FALSE(world.ground().is_changed());
}

}  // namespace
}  // namespace outrigger::sim
