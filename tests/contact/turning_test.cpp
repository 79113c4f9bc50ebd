/// Resistance to spin and rolling at contact points, in the step: against closed forms, at rest, and
/// through saved states.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/mesh.h"
#include "sim/snapshot_bytes.h"
#include "sim/world.h"
#include "support/gravity.h"
#include "support/run_for.h"
#include "validation/contact_scenes.h"

namespace outrigger {
namespace {

using description::ContactShape;
using sim::World;
using validation::add_body;
using validation::add_friction;
using validation::add_shape;
using validation::ball_moments;

constexpr double kRadius = 0.1, kTurningMass = 5.0, kFriction = 0.5;
constexpr double kStiffness = 1e8;

struct Values {
  double spin_radius = 0.0, rolling_arm = 0.0, slope = 0.0, step = 1e-3;
  bool as_contact_sphere = false;  ///< of the ground term, not a shape
  description::ContactLaw::Friction friction = description::ContactLaw::Friction::bristle;
};

/// A ball at its static depth on the plane; gravity makes the slope, downhill is +x.
validation::ContactScene make_ball(const Values& v) {
  validation::ContactScene scene;
  description::Machine& m = scene.machine;
  m.settings.step = v.step;
  m.settings.gravity = kGravity * Vec3(std::sin(v.slope), 0.0, -std::cos(v.slope));
  m.materials.push_back({"ball", {}, 1e9, 0.3, 0.3});
  add_friction(m, "ball", "asphalt", kFriction);
  description::ContactLaw law;
  law.name = "ball_asphalt";
  law.material_a = "ball";
  law.material_b = "asphalt";
  law.restitution = 0.3;
  law.spin_radius = v.spin_radius;
  law.rolling_arm = v.rolling_arm;
  law.friction = v.friction;
  if (!v.as_contact_sphere) law.stiffness = kStiffness;
  m.contact_laws.push_back(law);
  const double depth =
      v.as_contact_sphere
          ? 1e-5
          : std::pow(kTurningMass * kGravity * std::cos(v.slope) / kStiffness, 2.0 / 3.0);
  add_body(m, "ball", kTurningMass, ball_moments(kTurningMass, kRadius),
           {0.0, 0.0, kRadius - depth});
  if (v.as_contact_sphere) {
    description::ContactSphere s;
    s.name = s.group = "ball";
    s.body = "ball";
    s.radius = kRadius;
    s.material = "ball";
    m.spheres.push_back(s);
  } else {
    add_shape(m, "ball", ContactShape::Kind::sphere, "ball").radius = kRadius;
  }
  return scene;
}

Vec3 place(const World& world) { return world.pose(world.body("ball")).position; }
Vec3 spin(const World& world) { return world.twist(world.body("ball")).angular; }

// Law: (m + I/R²) v̇ = -ρ N/R, so a ball rolls v²/2 · 7R/(5 ρ g) far, then stands.
TEST(ContactTurning, ABallRollsOutAtTheClosedFormDistance) {
  constexpr double kSpeed = 1.0, kArm = 0.01;
  const double distance = 0.5 * kSpeed * kSpeed * 1.4 * kRadius / (kArm * kGravity);
  for (const bool sphere : {false, true})
    for (const double h : {1e-3, 5e-3}) {
      Values v;
      v.rolling_arm = kArm;
      v.as_contact_sphere = sphere;
      v.step = h;
      validation::ContactScene scene = make_ball(v);
      scene.machine.bodies[0].velocity = {kSpeed, 0.0, 0.0};
      scene.machine.bodies[0].angular_velocity = {0.0, kSpeed / kRadius, 0.0};
      World world = scene.make_world();
      const double energy = world.energies().total();
      run_for(world, 1.0);
      EXPECT_NEAR(place(world).x(), kSpeed - 0.5 * kSpeed * kSpeed / (2.0 * distance), 5e-3)
          << sphere << " " << h;
      run_for(world, 2.0);
      EXPECT_NEAR(place(world).x(), distance, 5e-3 * distance) << sphere << " " << h;
      const double rest = place(world).x();
      run_for(world, 1.0);
      EXPECT_NEAR(place(world).x(), rest, 1e-12);
      EXPECT_LT(spin(world).norm(), 1e-9);
      // What it had is in the book as heat.
      EXPECT_NEAR(world.energies().ledger.dissipated, energy - world.energies().total(),
                  0.02 * 0.7 * kTurningMass * kSpeed * kSpeed);
    }
}

// Law: a ball stands on slopes up to tan α = ρ/R and beyond rolls with 5/7 g (sin α - ρ cos α/R).
TEST(ContactTurning, ABallStandsOnASlopeUpToItsArm) {
  constexpr double kArm = 0.01;
  for (const bool sphere : {false, true})
    for (const double part : {0.5, 0.95, 1.2}) {
      Values v;
      v.rolling_arm = kArm;
      v.as_contact_sphere = sphere;
      v.slope = std::atan(part * kArm / kRadius);
      World world = make_ball(v).make_world();
      run_for(world, 1.0);
      const double start = place(world).x();
      const double speed = world.twist(world.body("ball")).linear.x();
      run_for(world, 1.0);
      if (part < 1.0) {
        EXPECT_LT(std::abs(start), 1e-3) << part;
        EXPECT_NEAR(place(world).x(), start, 1e-10) << part << " creeps";
      } else {
        const double expected =
            5.0 / 7.0 * kGravity * (std::sin(v.slope) - kArm / kRadius * std::cos(v.slope));
        EXPECT_NEAR(world.twist(world.body("ball")).linear.x() - speed, expected, 0.01 * expected);
      }
    }
}

// Law: I ω̇ = -μ N r: a ball that spins about the normal stands after I ω/(μ m g r), and then is at rest.
TEST(ContactTurning, ASpinningBallStopsAtTheClosedFormTime) {
  constexpr double kSpin = 10.0, kSpot = 0.005;
  const double inertia = 0.4 * kTurningMass * kRadius * kRadius;
  const double rate = kFriction * kTurningMass * kGravity * kSpot / inertia, time = kSpin / rate;
  for (const bool sphere : {false, true})
    for (const double h : {1e-3, 5e-3}) {
      Values v;
      v.spin_radius = kSpot;
      v.as_contact_sphere = sphere;
      v.step = h;
      validation::ContactScene scene = make_ball(v);
      scene.machine.bodies[0].angular_velocity = {0.0, 0.0, kSpin};
      World world = scene.make_world();
      run_for(world, 1.0);
      EXPECT_NEAR(spin(world).z(), kSpin - rate * 1.0, 0.01 * kSpin) << sphere << " " << h;
      double stands = 0.0;
      while (world.time() < 2.0 * time && stands == 0.0) {
        world.step();
        if (std::abs(spin(world).z()) < 0.01 * kSpin) stands = world.time();
      }
      // The last of it is taken up by the bristle.
      EXPECT_NEAR(stands, 0.99 * time, 0.005 * time + 2.0 * h) << sphere << " " << h;
      run_for(world, 0.3);
      for (int i = 0; i < 50; ++i) {
        world.step();
        EXPECT_LT(spin(world).norm(), 1e-7) << "jitters";
      }
      EXPECT_LT(place(world).head<2>().norm(), 1e-9);
    }
}

// Law: slip and spin share one limit, m v̇ = -μ N v/v_a, I ω̇ = -μ N r² ω/v_a, v_a² = v² + r² ω² (corrections §5):
// what spins slides on easily. The body cannot roll.
TEST(ContactTurning, SpinLetsSlide) {
  constexpr double kSpot = 0.05, kSpeed = 1.0, kSpin = 60.0, kTime = 0.25;
  const double inertia = 0.02;
  using Friction = description::ContactLaw::Friction;
  for (const Friction friction :
       {Friction::bristle, Friction::regularised, Friction::coulomb, Friction::thesis_bristle}) {
    Values v;
    v.spin_radius = kSpot;
    v.friction = friction;
    validation::ContactScene scene = make_ball(v);
    scene.machine.bodies[0].inertia = Vec3(1e3, 1e3, inertia).asDiagonal();
    scene.machine.bodies[0].velocity = {kSpeed, 0.0, 0.0};
    scene.machine.bodies[0].angular_velocity = {0.0, 0.0, kSpin};
    World world = scene.make_world();
    run_for(world, kTime);
    // Reference: midpoint rule with small steps.
    double speed = kSpeed, omega = kSpin;
    constexpr int kSteps = 20000;
    for (int i = 0; i < kSteps; ++i) {
      const double limit = kFriction * kTurningMass * kGravity, h = kTime / kSteps;
      double s = speed, w = omega;
      for (int half = 0; half < 2; ++half) {
        const double both = std::sqrt(s * s + kSpot * kSpot * w * w);
        const double dt = half == 0 ? 0.5 * h : h;
        const double ds = -limit / kTurningMass * s / both,
                     dw = -limit / inertia * kSpot * kSpot * w / both;
        s = speed + dt * ds;
        w = omega + dt * dw;
      }
      speed = s;
      omega = w;
    }
    EXPECT_GT(speed, 0.2);
    EXPECT_NEAR(world.twist(world.body("ball")).linear.x(), speed, 0.01 * kSpeed)
        << static_cast<int>(friction);
    EXPECT_NEAR(spin(world).z(), omega, 0.01 * kSpin) << static_cast<int>(friction);
  }
}

// Torques are pairs: two balls that spin against each other keep their angular momentum.
TEST(ContactTurning, TorquesAreEqualAndOpposite) {
  validation::ContactScene scene = make_ball({.spin_radius = 0.02, .rolling_arm = 0.005});
  description::Machine& m = scene.machine;
  m.settings.gravity = Vec3::Zero();
  add_friction(m, "ball", "ball", kFriction);
  m.contact_laws[0].material_b = "ball";
  m.contact_laws[0].stiffness = 1e6;
  m.bodies[0].pose.position = {0.0, 0.0, 5.0};
  m.bodies[0].velocity = {0.0, 0.05, 0.5};
  m.bodies[0].angular_velocity = {5.0, 2.0, 20.0};
  add_body(m, "other", 3.0, ball_moments(3.0, kRadius), {0.02, 0.0, 5.21}).velocity = {0, 0, -1.0};
  add_shape(m, "other", ContactShape::Kind::sphere, "ball").radius = kRadius;
  const auto momentum = [&](const World& world) {
    Vec3 sum = Vec3::Zero();
    for (const auto& b : m.bodies) {
      const model::Twist t = world.twist(world.body(b.name));
      sum +=
          b.mass * world.pose(world.body(b.name)).position.cross(t.linear) + b.inertia * t.angular;
    }
    return sum;
  };
  World world = scene.make_world();
  const Vec3 before = momentum(world);
  const double energy = world.energies().total();
  run_for(world, 0.2);
  EXPECT_GT(world.twist(world.body("other")).angular.z(), 0.1) << "nothing was turned";
  EXPECT_LT((momentum(world) - before).norm(), 6e-4 * before.norm());
  EXPECT_LT(world.energies().total(), energy);
}

// Memory is in the axes of what is touched: a ball held by rolling resistance on a leaning plate stays
// where it is while the plate turns about the vertical once.
TEST(ContactTurning, RollingIsRememberedInTheFrameOfThePlate) {
  validation::ContactScene scene = make_ball({.spin_radius = 0.01, .rolling_arm = 0.02});
  description::Machine& m = scene.machine;
  m.contact_laws[0].material_b = "steel";
  add_friction(m, "ball", "steel", 0.8);
  const Mat3 lean = Eigen::AngleAxisd(0.1, Vec3::UnitY()).matrix();
  description::Body& plate = add_body(m, "plate", 50.0, Vec3(5.0, 5.0, 10.0), Vec3(0.0, 0.0, 1.0));
  plate.pose.rotation = lean;
  add_shape(m, "plate", ContactShape::Kind::box, "steel").size = {1.0, 1.0, 0.1};
  m.bodies[0].pose.position = Vec3(0.0, 0.0, 1.0) + lean.col(2) * (0.05 + kRadius - 5e-5);
  validation::leave_out_ground(m);
  description::Joint axle;
  axle.name = "axle";
  axle.type = description::JointType::revolute;
  axle.body_a = description::kGround;
  axle.body_b = "plate";
  axle.point_a = {0.0, 0.0, 1.0};
  axle.axis_b = lean.transpose() * Vec3::UnitZ();
  m.joints.push_back(axle);
  m.bodies[1].angular_velocity = {0.0, 0.0, 1.0};
  World world = scene.make_world();
  const auto on_plate = [&] { return world.pose(world.body("plate")).local_point(place(world)); };
  run_for(world, 0.5);
  const Vec3 start = on_plate();
  run_for(world, 6.3);
  EXPECT_LT((on_plate() - start).norm(), 2e-5);
}

TEST(ContactTurning, SavedWorldGoesOnWithTheSameBits) {
  for (const bool sphere : {false, true}) {
    validation::ContactScene scene =
        make_ball({.spin_radius = 0.004, .rolling_arm = 0.004, .as_contact_sphere = sphere});
    scene.machine.bodies[0].velocity = {0.3, 0.1, 0.0};
    scene.machine.bodies[0].angular_velocity = {-1.0, 3.0, 4.0};
    World world = scene.make_world();
    run_for(world, 0.4);
    const sim::Snapshot saved = world.save();
    run_for(world, 0.6);
    const std::uint64_t end = world.hash();
    World fresh = scene.make_world();
    const auto read_back = sim::snapshot_from_bytes(sim::to_bytes(saved), fresh.save());
    ASSERT_TRUE(read_back);
    fresh.restore(*read_back);
    run_for(fresh, 0.6);
    EXPECT_EQ(fresh.hash(), end);
  }
}

// Law: a contact has the torque of the law it is under. (What a face with rolling resistance had held
// stayed in the readings, and in joint reactions, on faces without.)
TEST(ContactTurning, NothingIsLeftBehindAFaceThatResists) {
  Values v;
  v.rolling_arm = 0.01;
  validation::ContactScene scene = make_ball(v);
  description::Machine& m = scene.machine;
  // A floor whose far half is of another material.
  const double side = 4.0;
  geometry::Mesh floor({{-side, -side, 0},
                        {0.3, -side, 0},
                        {0.3, side, 0},
                        {-side, side, 0},
                        {side, -side, 0},
                        {side, side, 0}},
                       {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}}, {0, 0, 1, 1});
  scene.meshes.emplace("floor", std::move(floor));
  validation::leave_out_ground(m);
  ContactShape& shape = add_shape(m, "ground", ContactShape::Kind::mesh, "asphalt");
  shape.file = "floor";
  shape.face_materials = {{"1", "ice"}};
  m.materials.push_back({"ice", {}, 1e9, 0.3, 0.3});
  add_friction(m, "ball", "ice", kFriction);
  m.bodies[0].velocity = Vec3(1.0, 0.0, 0.0);
  m.bodies[0].angular_velocity = Vec3(0.0, 1.0 / kRadius, 0.0);
  World world = scene.make_world();
  bool resisted = false;
  while (place(world).x() < 0.4) {
    world.step();
    ASSERT_LT(world.time(), 2.0);
    for (const auto& c : world.contacts()) {
      if (place(world).x() < 0.25) resisted = resisted || c.torque.norm() > 0.1;
      if (place(world).x() > 0.35) {
        EXPECT_EQ(c.torque.norm(), 0.0);
      }
    }
  }
  EXPECT_TRUE(resisted);
}

}  // namespace
}  // namespace outrigger
