// Meshes with few or pointed faces sank through the plane: pressure along a steep face of a corner stored
// 1/f² times what was put in, so that by the books most of the overlap was never paid for and did not push.
// Whatever its faces, a mesh that is dropped or set down ends on the plane, at any step, with no more energy.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "geometry/mass_properties.h"
#include "math/random_rotation.h"
#include "validation/campaign_meshes.h"
#include "validation/contact_scenes.h"

namespace outrigger::validation {
namespace {

struct Outcome {
  double deepest = 0.0;  ///< lowest vertex at the end [m], < 0 below the plane
  double speed = 0.0;    ///< at the end [m/s]
  double gain = 0.0;     ///< of the total energy above the start [J]
  double start = 0.0;    ///< height of the start times weight [J]
  int held = 0;          ///< steps that found no solution
};

constexpr double kSize = 0.15, kMass = 0.5;

/// What may be below the plane: a layer is no stiffer than the step can follow and carries a weight at the depth
/// g (6h/π)² (docs/theory/contact.md); a corner, which feels less than the mass, at some times that.
double allowed_depth(double step) {
  const double soft = 6.0 * step / 3.14159;
  return 0.02 * kSize + 5.0 * 9.81 * soft * soft;
}

Outcome let_go(CoarseMesh kind, const Pose& pose, double step, double restitution, double friction,
               double seconds) {
  ContactScene scene;
  description::Machine& m = scene.machine;
  m.settings.step = step;
  const geometry::Mesh mesh = make_coarse_mesh(kind, kSize * Vec3(1.0, 0.8, 0.9));
  const geometry::MassProperties p = geometry::mass_properties(mesh);
  description::Body& b = add_body(m, "body", kMass, Vec3::Zero(), Vec3::Zero());
  b.inertia = kMass / p.volume * p.inertia;
  b.pose = pose;
  add_shape(m, "body", description::ContactShape::Kind::mesh, "stuff").file = "mesh";
  scene.meshes.emplace("mesh", mesh);
  m.materials.push_back({"stuff", {}, 2e9, 0.3, restitution});
  m.materials.push_back({"asphalt", {}, 5e10, 0.3, restitution});
  add_friction(m, "stuff", "asphalt", friction);
  sim::WorldOptions options;
  options.articulation.sleep.enabled = false;
  sim::World world = scene.make_world(options);
  const sim::BodyHandle body = world.body("body");
  const double start = world.energies().total();
  Outcome out;
  while (world.time() < seconds) {
    world.step();
    out.gain = std::max(out.gain, world.energies().total() - start);
    for (const sim::Event& e : world.take_events())
      out.held += e.kind == sim::Event::Kind::contained ? 1 : 0;
  }
  const Pose end = world.pose(body);
  for (const Vec3& v : mesh.vertices()) out.deepest = std::min(out.deepest, end.point(v).z());
  out.speed = world.twist(body).linear.norm();
  out.start = kMass * 9.81 * pose.position.z();
  return out;
}

class CoarseMeshes : public testing::TestWithParam<CoarseMesh> {};

TEST_P(CoarseMeshes, DroppedOnThePlaneEndOnIt) {
  Random random(7 + static_cast<int>(GetParam()));
  for (const double step : {2e-4, 1e-3, 5e-3, 1e-2})
    for (int i = 0; i < 4; ++i) {
      const Pose pose{Vec3(0, 0, random.uniform(0.3, 1.0)), random_rotation(random)};
      const double restitution = random.uniform(0.1, 0.8), friction = random.uniform(0.05, 0.9);
      const Outcome out = let_go(GetParam(), pose, step, restitution, friction, 3.0);
      EXPECT_GT(out.deepest, -allowed_depth(step)) << step << " s, " << i;
      EXPECT_LT(out.gain, 0.01 * out.start) << step << " s, " << i;
      // Newton's method used to jump across the regularised slip of the elements for ever.
      EXPECT_EQ(out.held, 0) << step << " s, " << i;
    }
}

TEST_P(CoarseMeshes, SetDownOnThePlaneStay) {
  const geometry::Mesh mesh = make_coarse_mesh(GetParam(), kSize * Vec3(1.0, 0.8, 0.9));
  double low = 0.0;
  for (const Vec3& v : mesh.vertices()) low = std::min(low, v.z());
  for (const double step : {2e-4, 1e-3, 5e-3, 1e-2}) {
    const Outcome out =
        let_go(GetParam(), Pose{Vec3(0, 0, -low), Mat3::Identity()}, step, 0.3, 0.6, 2.0);
    EXPECT_GT(out.deepest, -allowed_depth(step)) << step << " s";
    EXPECT_LT(out.speed, 0.01) << step << " s";
    EXPECT_LT(out.gain, 0.01 * out.start) << step << " s";
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, CoarseMeshes, testing::ValuesIn(kCoarseMeshes),
                         [](const auto& kind) { return std::string(name_of(kind.param)); });

}  // namespace
}  // namespace outrigger::validation
