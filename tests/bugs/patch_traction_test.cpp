/// Friction with memory of a patch as a whole and traction of its elements: the elements resist what the
/// whole leaves (spin, rolling, sinking into a hollow), and act on that alone. They used to push along
/// the slip of the whole as well, with a power that no book knew, and with a tangent that had their
/// damping in that direction: a man hit by a car gained 145 J of 2,600 J, and steps with a hand between two
/// bodies were cut into up to 64 parts.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "contact/patches/patch_wrench.h"
#include "geometry/sample_meshes.h"
#include "validation/contact_scenes.h"

namespace outrigger {
namespace {

using contact::PatchElement;

/// Power of all tractions is what is booked as lost, for any slip of the whole.
TEST(PatchTraction, LosesWhatTheBookSaysWhateverTheWholeDoes) {
  Random random(3);
  contact::LayerLaw law;
  law.stiffness = 1e7;
  law.friction = 0.4;
  const auto vector = [&](double size) {
    return Vec3(size * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)));
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<PatchElement> elements;
    for (int i = 0; i < 20; ++i) {
      PatchElement e;
      e.point = vector(0.05);
      e.normal = (Vec3::UnitZ() + vector(0.6)).normalized();
      e.area = 1e-5;
      e.depth = random.uniform(1e-4, 2e-3);
      elements.push_back(e);
    }
    contact::PatchMotion motion = contact::PatchMotion::rigid(
        Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), vector(5.0), vector(3.0));
    motion.carried_normal = Vec3::UnitZ();
    const contact::PatchWrench with = sum_elements(elements, law, motion, nullptr);
    law.friction = 0.0;
    const contact::PatchWrench without = sum_elements(elements, law, motion, nullptr);
    law.friction = 0.4;
    const double power = (with.force - without.force).dot(motion.v) +
                         (with.moment - without.moment).cwiseProduct(motion.L).sum();
    EXPECT_NEAR(power, without.dissipated - with.dissipated, 1e-9 * with.dissipated);
    EXPECT_LT(power, 0.0);
    // Nothing along the slip of the whole.
    EXPECT_LT((with.force - without.force).head<2>().norm(), 1e-9 * with.normal_force);
  }
}

/// A ball of facets that sinks deep into a soft floor while it slides and spins: a curved patch.
TEST(PatchTraction, BooksTheEnergyOfABallThatSlidesSpinsAndSinksIn) {
  validation::ContactScene scene;
  description::Machine& m = scene.machine;
  scene.meshes.emplace("ball", geometry::sample_icosphere(3));
  description::Body& body =
      validation::add_body(m, "ball", 50.0, validation::ball_moments(50.0, 1.0), {0, 0, 1.0});
  body.velocity = Vec3(6.0, 0, -2.0);
  body.angular_velocity = Vec3(1.0, -4.0, 5.0);
  description::ContactShape& shape =
      validation::add_shape(m, "ball", description::ContactShape::Kind::mesh, "rubber");
  shape.file = "ball";
  m.materials.push_back({"rubber", {}, 1e6, 0.45, 0.5});
  validation::add_friction(m, "rubber", "asphalt", 0.6);
  description::ContactLaw law;
  law.name = "soft";
  law.material_a = "rubber";
  law.material_b = "asphalt";
  law.layer_stiffness = 1e5;
  m.contact_laws.push_back(law);
  sim::WorldOptions options;
  options.articulation.keep_ledger = true;
  sim::World world = scene.make_world(options);
  const double start = world.energies().total();
  double most = 0.0;
  for (int i = 0; i < 500; ++i) {
    world.step();
    const sim::Energies e = world.energies();
    most = std::max(most, std::abs(e.ledger.integrator + e.ledger.projection));
    EXPECT_LT(e.total(), start * (1.0 + 1e-3));
  }
  EXPECT_GT(world.energies().ledger.dissipated, 100.0);
  EXPECT_LT(most, 0.01 * world.energies().ledger.dissipated);
}

}  // namespace
}  // namespace outrigger
