/// Shapes that push on each other in the step: against closed forms, invariants, and what people do
/// with a running world.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/random.h"
#include "description/reader.h"
#include "geometry/sample_meshes.h"
#include "sim/snapshot_bytes.h"
#include "sim/world.h"
#include "support/run_for.h"
#include "validation/contact_scenes.h"

namespace outrigger {
namespace {

using description::ContactShape;
using sim::World;
using validation::add_body;
using validation::add_friction;
using validation::add_shape;

description::Machine read_machine(const std::string& text) {
  return description::read_machine_text("outrigger: 1\n" + text, "m.yaml");
}

/// A ball of rubber that flies at a wall of steel, without gravity.
std::string ball_and_wall(double restitution, double speed, double step) {
  return "gravity: [0, 0, 0]\nsettings: {step: " + std::to_string(step) +
         "}\nbodies:\n  ball: {mass: 2, inertia: {xx: 0.008, yy: 0.008, zz: 0.008}, "
         "pose: {position: [0, 0, 0.15]}, velocity: [0, 0, " +
         std::to_string(-speed) +
         "]}\nshapes:\n  ball: {body: ball, sphere: 0.1, material: rubber}\n"
         "contact_laws:\n  soft: {pair: [rubber, asphalt], restitution: " +
         std::to_string(restitution) + "}\n";
}

TEST(ShapeContacts, BallReboundsWithTheRestitutionAskedFor) {
  for (const double e : {0.05, 0.3, 0.6, 0.95})
    for (const double speed : {0.3, 1.0, 4.0})
      for (const double h : {1e-4, 1e-3, 5e-3}) {
        World world(read_machine(ball_and_wall(e, speed, h)));
        run_for(world, 0.3 + 0.4 / speed);
        const double rebound = world.twist(world.body("ball")).linear.z() / speed;
        EXPECT_NEAR(rebound, e, 0.02 * e + 0.004) << e << " " << speed << " " << h;
      }
}

TEST(ShapeContacts, EventsTellImpulseAndLoss) {
  World world(read_machine(ball_and_wall(0.5, 2.0, 1e-4)));
  run_for(world, 0.2);
  const auto events = world.take_events();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].kind, sim::Event::Kind::contact_begin);
  EXPECT_EQ(events[0].name(), "ball/ground");
  EXPECT_NEAR(events[0].value, 2.0, 1e-6);
  EXPECT_EQ(events[1].kind, sim::Event::Kind::contact_end);
  EXPECT_NEAR(events[1].value, 2.0 * 2.0 * 1.5, 0.03);  // m v (1 + e)
}

struct Momentum {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
};

Momentum momentum_of(const World& world, const description::Machine& m) {
  Momentum sum;
  for (const auto& b : m.bodies) {
    const Pose pose = world.pose(world.body(b.name));
    const model::Twist t = world.twist(world.body(b.name));
    sum.linear += b.mass * t.linear;
    sum.angular += b.mass * pose.position.cross(t.linear) +
                   pose.rotation * b.inertia * pose.rotation.transpose() * t.angular;
  }
  return sum;
}

TEST(ShapeContacts, BodiesThatCollideKeepMomentumAndGainNoEnergy) {
  Random random(7);
  for (int run = 0; run < 30; ++run) {
    validation::ContactScene scene;
    description::Machine& m = scene.machine;
    m.settings.gravity = Vec3::Zero();
    m.settings.step = run % 2 == 0 ? 1e-3 : 5e-3;
    for (int i = 0; i < 4; ++i) {
      const std::string name = "b" + std::to_string(i);
      const Vec3 edges(0.2 + 0.2 * random.uniform(), 0.3, 0.25);
      const double mass = 2.0 + 8.0 * random.uniform();
      const Vec3 place(0.6 * (i % 2) - 0.3, 0.6 * (i / 2) - 0.3, 5.0 + 0.2 * random.uniform());
      description::Body& b = add_body(m, name, mass, validation::box_moments(mass, edges), place);
      b.velocity = -3.0 * (place - Vec3(0, 0, 5.0));
      b.angular_velocity = Vec3(random.uniform(), random.uniform(), random.uniform());
      add_shape(m, name, i == 3 ? ContactShape::Kind::sphere : ContactShape::Kind::box, "wood");
      m.shapes.back().size = edges;
      m.shapes.back().radius = 0.15;
    }
    World world = scene.make_world();
    const Momentum before = momentum_of(world, m);
    const double energy = world.energies().kinetic;
    run_for(world, 1.5);
    const Momentum after = momentum_of(world, m);
    EXPECT_GT(world.counters().steps, 0);
    EXPECT_LT((after.linear - before.linear).norm(), 1e-9 * (1.0 + before.linear.norm())) << run;
    // Free rotation itself is right to second order in h.
    const double h = m.settings.step;
    EXPECT_LT((after.angular - before.angular).norm(),
              500.0 * h * h * (1.0 + before.angular.norm()))
        << run;
    EXPECT_LE(world.energies().total(), energy * (1.0 + 1e-9)) << run;
  }
}

TEST(ShapeContacts, CubesComeToRestOnEachOther) {
  World world = validation::make_cube_stack(5, 0.5).make_world();
  run_for(world, 4.0);
  EXPECT_LT(world.energies().kinetic, 1e-6 * 5 * 10 * 9.81 * 0.1);
  const sim::Energies e = world.energies();
  EXPECT_NEAR(e.total(),
              e.ledger.start - e.ledger.dissipated - e.ledger.integrator - e.ledger.projection -
                  e.ledger.detection,
              1e-8)
      << "the energy book does not close";
  double below = -0.15;
  for (int i = 1; i <= 5; ++i) {
    const Pose pose = world.pose(world.body("cube" + std::to_string(i)));
    EXPECT_NEAR(pose.position.z() - below, 0.3, 1e-3);
    EXPECT_NEAR(pose.position.head<2>().norm(), 0.0, 1e-3);
    below = pose.position.z();
  }
}

TEST(ShapeContacts, FrictionRemembersInTheFrameOfWhatItTouches) {
  // A block on a disc that turns slowly: after a full turn it lies where it lay on the disc.
  World world(read_machine(R"(bodies:
  disc: {mass: 100, inertia: {xx: 10, yy: 10, zz: 20}, pose: {position: [0, 0, 0.5]}}
  block: {mass: 1, inertia: {xx: 0.002, yy: 0.002, zz: 0.002}, pose: {position: [0.5, 0, 0.6]}}
joints:
  axle: {type: revolute, bodies: [ground, disc], at: [0, 0, 0], axis: [0, 0, 1]}
coordinates:
  turn: {kind: angle, joint: axle}
drives:
  motor: {coordinate: turn, speed: 0.8}
shapes:
  disc: {body: disc, box: [2, 2, 0.1], material: steel}
  block: {body: block, box: [0.1, 0.1, 0.1], material: rubber}
contact_pairs: {no: {groups: [disc, ground], touch: false}}
)"));
  run_for(world, 1.0);
  const auto on_disc = [&] {
    return world.pose(world.body("disc")).local_point(world.pose(world.body("block")).position);
  };
  const Vec3 start = on_disc();
  run_for(world, 8.0);
  EXPECT_LT((on_disc() - start).norm(), 2e-5);
  EXPECT_GT(world.value(world.coordinate("turn")), 6.3);
}

TEST(ShapeContacts, SavedWorldGoesOnWithTheSameBits) {
  const validation::ContactScene scene = validation::make_cube_stack(4, 0.5);
  World world = scene.make_world();
  run_for(world, 0.25);
  const sim::Snapshot saved = world.save();
  EXPECT_FALSE(saved.contacts.contacts.empty());
  EXPECT_EQ(saved.hash(), world.hash());
  run_for(world, 0.3);
  const std::uint64_t end = world.hash();
  world.restore(saved);
  run_for(world, 0.3);
  EXPECT_EQ(world.hash(), end);
  // Through bytes into a fresh world.
  World fresh = scene.make_world();
  const auto read_back = sim::snapshot_from_bytes(sim::to_bytes(saved), fresh.save());
  ASSERT_TRUE(read_back);
  fresh.restore(*read_back);
  run_for(fresh, 0.3);
  EXPECT_EQ(fresh.hash(), end);
  // Bytes that break off are refused.
  const std::string bytes = sim::to_bytes(saved);
  for (std::size_t cut = 8; cut < bytes.size(); cut += 64)
    EXPECT_FALSE(sim::snapshot_from_bytes(std::string_view(bytes).substr(0, cut), saved));
}

TEST(ShapeContacts, SleepsTogetherAndWakesWhenHitOrLeftInTheAir) {
  sim::WorldOptions options;
  options.articulation.sleep.enabled = true;
  options.articulation.sleep.time = 0.3;
  validation::ContactScene scene = validation::make_cube_stack(2, 0.3);
  World world = scene.make_world(options);
  run_for(world, 3.0);
  EXPECT_EQ(world.last_report().awake_articulations, 0);
  const Pose asleep = world.pose(world.body("cube2"));
  run_for(world, 0.5);
  EXPECT_EQ(world.pose(world.body("cube2")).position, asleep.position);
  world.remove(world.body("cube1"));
  run_for(world, 0.2);
  EXPECT_LT(world.pose(world.body("cube2")).position.z(), asleep.position.z() - 0.1);
}

TEST(ShapeContacts, JointReactionsKnowOfContacts) {
  // A beam on a hinge at x = 0 that rests on the ground at x = 2: each carries half of the weight.
  World world(read_machine(R"(bodies:
  beam: {mass: 20, inertia: {xx: 0.1, yy: 6.7, zz: 6.7}, pose: {position: [1, 0, 0.2]}}
joints:
  hinge: {type: revolute, bodies: [ground, beam], at: [0, 0, 0.2], axis: [0, 1, 0]}
shapes:
  tip: {body: beam, sphere: 0.2, material: steel, at: [1, 0, 0]}
contact_pairs: {joined_but_touching: {groups: [tip, ground]}}
)"));
  run_for(world, 2.0);
  // Friction at the tip takes a little of the load.
  const Vec3 contact = world.contact_force("tip");
  EXPECT_NEAR(contact.z(), 98.1, 0.5);
  EXPECT_NEAR(world.reaction(world.joint("hinge")).force.norm(),
              (Vec3(0.0, 0.0, 196.2) - contact).norm(), 1e-6);
}

TEST(ShapeContacts, MeshOnPlaneSinksAsItsLayerIsSoft) {
  validation::ContactScene scene = validation::make_mesh_cubes(1, 0.3);
  description::ContactLaw law;
  law.name = "layer";
  law.material_a = "block";
  law.material_b = "asphalt";
  law.layer_stiffness = 1e7;
  scene.machine.contact_laws.push_back(law);
  World world = scene.make_world();
  run_for(world, 3.0);
  const double depth = 0.15 - world.pose(world.body("cube1")).position.z();
  EXPECT_NEAR(depth, 10.0 * 9.81 / (1e7 * 0.09), 1e-6);
  EXPECT_LT(world.energies().kinetic, 1e-9);
}

/// The volumetric law in the step: a layer carries K V, V the volume of the overlap.
TEST(ShapeContacts, MeshBallSinksByTheVolumeItDisplaces) {
  constexpr double kRadius = 0.2, kMass = 10.0, kStiffness = 1e7;
  validation::ContactScene scene;
  description::Machine& m = scene.machine;
  const geometry::Mesh unit = geometry::sample_icosphere(5);
  std::vector<Vec3> vertices = unit.vertices();
  for (Vec3& v : vertices) v *= kRadius;
  scene.meshes.emplace("ball", geometry::Mesh(std::move(vertices), unit.faces()));
  validation::add_body(m, "ball", kMass, validation::ball_moments(kMass, kRadius),
                       {0.0, 0.0, kRadius - 0.004});
  validation::add_shape(m, "ball", description::ContactShape::Kind::mesh, "steel").file = "ball";
  validation::add_friction(m, "steel", "asphalt", 0.5);
  description::ContactLaw law;
  law.name = "layer";
  law.material_a = "steel";
  law.material_b = "asphalt";
  law.layer_stiffness = kStiffness;
  law.restitution = 0.5;
  m.contact_laws.push_back(law);
  World world = scene.make_world();
  run_for(world, 4.0);
  ASSERT_LT(world.energies().kinetic, 1e-6);
  const double d = kRadius - world.pose(world.body("ball")).position.z();
  const double volume = std::numbers::pi * d * d * (3.0 * kRadius - d) / 3.0;
  // The mesh lies within the sphere (2 % less overlap); with the sphere as master d/3R more force.
  EXPECT_NEAR(kStiffness * volume, kMass * 9.81, 0.02 * kMass * 9.81);
}

TEST(ShapeContacts, MeshCubesStackAsWell) {
  World world = validation::make_mesh_cubes(3, 0.5).make_world();
  run_for(world, 4.0);
  EXPECT_LT(world.energies().kinetic, 1e-6 * 3 * 10 * 9.81 * 0.1);
  EXPECT_NEAR(world.pose(world.body("cube3")).position.z(), 0.75, 2e-3);
}

std::string world_error(const std::string& text) {
  try {
    World world(read_machine(text));
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

constexpr const char* kBall =
    "bodies:\n  ball: {mass: 1, inertia: {xx: 0.004, yy: 0.004, zz: 0.004}}\nshapes:\n";

TEST(ShapeContacts, SaysWhatIsMissing) {
  EXPECT_EQ(
      world_error(std::string(kBall) + "  ball: {body: ball, sphere: 0.1, material: cheese}\n"),
      "m.yaml:5: shapes.ball, which may touch 'ground', is made of 'cheese', but no such "
      "material is given; add it to `materials` of the machine or of the site, or take one of "
      "steel, aluminium, concrete, asphalt, rock, wood, rubber, soil, sand, ice");
  EXPECT_EQ(world_error("bodies:\n  a: {mass: 1, inertia: [1, 1, 1], pose: {position: [0, 0, 5]}}\n"
                        "  b: {mass: 1, inertia: [1, 1, 1], pose: {position: [3, 0, 5]}}\nshapes:\n"
                        "  a: {body: a, sphere: 0.1, material: cheese}\n"
                        "  b: {body: b, sphere: 0.1, material: cheese}\n"
                        "materials: {cheese: {young: 1e6}}\n"),
            "no friction is given for cheese on cheese; add a pair [cheese, cheese] to `friction` "
            "of the machine or of the site");
  EXPECT_EQ(world_error(std::string(kBall) + "  ball: {body: ball, sphere: 0.1, material: steel}\n"
                                             "contact_laws: {a: {pair: [steel, asphalt], "
                                             "stiffness: -1}}\n"),
            "m.yaml:6: contact_laws.a.stiffness: -1 is not allowed: must be > 0 N/m^exponent");
  EXPECT_EQ(world_error(std::string(kBall) + "  ball: {body: ball, sphere: 0.1, material: steel}\n"
                                             "contact_laws: {a: {pair: [steel, asphalt], "
                                             "restitution: 1.1}}\n"),
            "m.yaml:6: contact_laws.a.restitution: 1.1 is not allowed: must be between 0 and 1");
}

TEST(ShapeContacts, RefusesMeshesWithoutAnInsideAndSecondLaws) {
  validation::ContactScene scene = validation::make_mesh_cubes(1, 0.3);
  scene.machine.shapes[0].where = {"m.yaml", 7};
  // Three faces on one edge.
  scene.meshes.at("cube") = geometry::Mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}},
                                           {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}});
  try {
    scene.make_world();
    FAIL() << "accepted";
  } catch (const Error& e) {
    const std::string text = e.what();
    EXPECT_EQ(text.rfind("m.yaml:7: shapes.cube1: mesh cube: ", 0), 0u) << text;
  }
  EXPECT_EQ(world_error(std::string(kBall) +
                        "  ball: {body: ball, sphere: 0.1, material: steel}\ncontact_laws:\n"
                        "  a: {pair: [steel, asphalt]}\n  b: {pair: [asphalt, steel]}\n"),
            "m.yaml:8: contact_laws.b: 'a' is already the law of asphalt and steel; remove one");
}

}  // namespace
}  // namespace outrigger
