/// The volumetric law in a world, chosen in a file: rest, friction that holds, energy, spin, bad input.
#include <gmock/gmock.h>

#include <cmath>

#include "base/error.h"
#include "description/reader.h"
#include "geometry/sample_meshes.h"
#include "sim/world.h"
#include "validation/contact_scenes.h"

namespace outrigger {
namespace {

constexpr double kVolumeEdge = 0.3, kVolumeMass = 10.0, kVolumeStiffness = 5e6;

std::string volumetric_file(const std::string& law) {
  return "outrigger: 1\n"
         "materials: {oak: {young: 1e9, poisson: 0.3, restitution: 0.5}}\n"
         "friction: {oak_asphalt: {pair: [oak, asphalt], static: 0.5, dynamic: 0.4}}\n"
         "contact_laws:\n"
         "  given: {pair: [oak, asphalt], " +
         law +
         "}\n"
         "bodies:\n"
         "  box: {mass: 10, inertia: [0.15, 0.15, 0.15]}\n";
}

validation::ContactScene volumetric_scene(const std::string& law) {
  validation::ContactScene scene;
  scene.machine = description::read_machine_text(volumetric_file(law), "cube.yaml");
  scene.meshes.emplace("cube", geometry::sample_box(Vec3::Constant(kVolumeEdge)));
  validation::add_shape(scene.machine, "box", description::ContactShape::Kind::mesh, "oak").file =
      "cube";
  return scene;
}

const char* const kVolumetric = "patch: volumetric, layer_stiffness: 5e6, restitution: 0.4";

/// Thrown askew, a cube never gains energy, comes to lie on a face at the depth of its volume, and the
/// book closes.
TEST(VolumetricLawInTheStep, AThrownCubeComesToRestAtTheDepthOfItsVolume) {
  for (const double h : {1e-3, 5e-3}) {
    SCOPED_TRACE(h);
    validation::ContactScene scene = volumetric_scene(kVolumetric);
    description::Machine& m = scene.machine;
    m.settings.step = h;
    m.bodies[0].pose = {Vec3(0, 0, 0.6),
                        Eigen::AngleAxisd(0.7, Vec3(1, 2, 0.5).normalized()).toRotationMatrix()};
    m.bodies[0].velocity = Vec3(0.5, -0.3, 0.0);
    m.bodies[0].angular_velocity = Vec3(2.0, 1.0, -3.0);
    sim::WorldOptions options;
    options.articulation.keep_ledger = true;
    sim::World world = scene.make_world(options);
    const double start = world.energies().total();
    for (int i = 0; i < std::lround(5.0 / h); ++i) {
      world.step();
      ASSERT_LT(world.energies().total(), start * (1.0 + 1e-3)) << world.time();
    }
    const sim::BodyHandle box = world.body("box");
    EXPECT_LT(world.energies().kinetic, 1e-6);
    if (h < 2e-3) {
      const double depth = kVolumeMass * 9.81 / (kVolumeStiffness * kVolumeEdge * kVolumeEdge);
      EXPECT_NEAR(0.5 * kVolumeEdge - world.pose(box).position.z(), depth, 0.02 * depth);
    }
    const sim::Energies e = world.energies();
    EXPECT_NEAR(e.total(),
                e.ledger.start - e.ledger.dissipated - e.ledger.integrator - e.ledger.projection -
                    e.ledger.detection,
                1e-8);
    EXPECT_LT(std::abs(e.ledger.integrator), 0.05 * e.ledger.dissipated);
  }
}

/// Restitution of a cube that falls flat: of its volume law, whose force is linear in the depth.
TEST(VolumetricLawInTheStep, GivesTheRestitutionAskedFor) {
  for (const double e : {0.2, 0.5, 0.8}) {
    validation::ContactScene scene = volumetric_scene(
        "patch: volumetric, layer_stiffness: 2e6, restitution: " + std::to_string(e));
    scene.machine.settings.gravity = Vec3::Zero();
    scene.machine.bodies[0].pose.position = Vec3(0, 0, 0.5 * kVolumeEdge + 5e-4);
    scene.machine.bodies[0].velocity = Vec3(0, 0, -1.0);
    sim::World world = scene.make_world();
    for (int i = 0; i < 100; ++i) world.step();
    EXPECT_NEAR(world.twist(world.body("box")).linear.z(), e, 0.02);
  }
}

/// Friction with memory: on a slope of 95 % of the limit nothing creeps, and it holds spin as well.
TEST(VolumetricLawInTheStep, HoldsOnASlopeWithoutCreeping) {
  validation::ContactScene scene = volumetric_scene(kVolumetric);
  description::Machine& m = scene.machine;
  const double slope = std::atan(0.95 * 0.4);
  m.settings.gravity = 9.81 * Vec3(std::sin(slope), 0.0, -std::cos(slope));
  m.bodies[0].pose.position = Vec3(0, 0, 0.5 * kVolumeEdge - 2e-4);
  sim::World world = scene.make_world();
  for (int i = 0; i < 2000; ++i) world.step();
  const sim::BodyHandle box = world.body("box");
  const Vec3 there = world.pose(box).position;
  EXPECT_LT(there.x(), 5e-3);
  for (int i = 0; i < 1000; ++i) world.step();
  EXPECT_LT((world.pose(box).position - there).norm(), 1e-9);
}

TEST(VolumetricLawInTheStep, GoesOnFromASnapshotToTheBit) {
  validation::ContactScene scene = volumetric_scene(kVolumetric);
  scene.machine.bodies[0].pose.position = Vec3(0, 0, 0.16);
  scene.machine.bodies[0].velocity = Vec3(1.0, 0.2, -1.0);
  scene.machine.bodies[0].angular_velocity = Vec3(0.1, 0.2, 5.0);
  sim::World world = scene.make_world();
  for (int i = 0; i < 50; ++i) world.step();
  const sim::Snapshot middle = world.save();
  for (int i = 0; i < 50; ++i) world.step();
  const auto end = world.hash();
  world.restore(middle);
  for (int i = 0; i < 50; ++i) world.step();
  EXPECT_EQ(world.hash(), end);
}

std::string volumetric_error(const std::string& law) {
  try {
    description::read_machine_text(volumetric_file(law), "cube.yaml");
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(VolumetricLawInTheStep, RefusesWhatIsNotOfThisLaw) {
  EXPECT_THAT(volumetric_error("patch: volumetric, layer_damping: 10"),
              testing::AllOf(testing::HasSubstr("cube.yaml:5"), testing::HasSubstr("layer_damping"),
                             testing::HasSubstr("volumetric")));
  EXPECT_THAT(volumetric_error("patch: volumetric, normal: kelvin_voigt, damping: 3"),
              testing::HasSubstr("allowed are restitution"));
  EXPECT_THAT(volumetric_error("patch: volumetric, layer_stiffness: -1"),
              testing::AllOf(testing::HasSubstr("layer_stiffness"), testing::HasSubstr("-1")));
  EXPECT_THAT(volumetric_error("patch: volumetri"), testing::HasSubstr("volumetric"));
}

/// One force per patch, its stiffness by the curvature at the contour: a ball of facets has that of the
/// ball.
TEST(ContactPlaneInTheStep, TakesTheCurvatureFromTheContour) {
  validation::ContactScene scene = volumetric_scene("patch: plane");
  const double radius = 0.3;
  std::vector<Vec3> v = geometry::sample_icosphere(5).vertices();
  for (Vec3& p : v) p *= radius;
  scene.meshes.insert_or_assign(
      "cube", geometry::Mesh(std::move(v), geometry::sample_icosphere(5).faces()));
  // Soft: it sinks in by far more than its facets differ from the ball; the asphalt is rigid against it.
  scene.machine.materials[0].young = 1e6;
  const double hertz = 4.0 / 3.0 * 1e6 / (1.0 - 0.09) * std::sqrt(radius);
  const double depth = std::pow(kVolumeMass * 9.81 / hertz, 2.0 / 3.0);
  scene.machine.bodies[0].pose.position = Vec3(0, 0, radius - 0.5 * depth);
  sim::World world = scene.make_world();
  ASSERT_EQ(world.contacts().size(), 1u);
  for (int i = 0; i < 5000; ++i) world.step();
  EXPECT_NEAR(radius - world.pose(world.body("box")).position.z(), depth, 0.05 * depth);
  EXPECT_LT(world.twist(world.body("box")).linear.norm(), 1e-4);
}

}  // namespace
}  // namespace outrigger
