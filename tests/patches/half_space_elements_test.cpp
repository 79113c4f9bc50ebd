/// A mesh in a half space must have the elements, patches and forces that it has in a mesh of one
/// large plane, for any attitude; volumes as the exact ones of mesh against mesh.
#include "contact/patches/half_space_elements.h"

#include "contact/patches/patch_wrench.h"
#include "patch_helpers.h"
#include "support/allocation_counter.h"

namespace outrigger::contact {
namespace {

Mesh two_balls() {
  const Mesh one = moved(geometry::sample_icosphere(2, 0.05), pose_of({-0.15, 0, 0}), 0.1);
  const Mesh other = moved(geometry::sample_icosphere(2, 0.05), pose_of({0.15, 0, 0}), 0.12);
  std::vector<Vec3> v = one.vertices();
  v.insert(v.end(), other.vertices().begin(), other.vertices().end());
  std::vector<Triangle> f = one.faces();
  for (Triangle t : other.faces()) {
    for (auto& i : t) i += one.vertex_count();
    f.push_back(t);
  }
  return Mesh(v, f);
}

TEST(HalfSpaceElements, SameAsALargePlane) {
  const Solid bubble(geometry::sample_bubble(19, 25)), cube(geometry::sample_box({0.3, 0.2, 0.25})),
      feet(two_balls()), ground(flat_ground(1, 20.0));
  HalfSpaceElements quick;
  PatchElements slow;
  LayerLaw law;
  law.stiffness = 1e6;
  law.damping = 1e3;
  law.friction = 0.4;
  Random random(21);
  int several = 0, coarse = 0;
  for (int round = 0; round < 300; ++round) {
    const Solid& body = round % 3 == 0 ? bubble : round % 3 == 1 ? cube : feet;
    Pose pose{Vec3(0.1, -0.2, 0.0), random_rotation(random)};  // of the body on the ground
    if (round % 5 == 0)
      pose.rotation = pose_of(Vec3::Zero(), {0.02, random.uniform(-0.02, 0.02), 1.0}).rotation;
    double lowest = 0.0;
    for (const Vec3& v : body.mesh.vertices()) lowest = std::min(lowest, pose.point(v).z());
    pose.position.z() = -lowest - random.uniform(0.001, 0.08);
    const geometry::Plane plane{pose.local_direction(Vec3::UnitZ()), -pose.position.z()};
    slow.find(body.shape(), ground.shape(), inverse(pose), MasterMode::a, 0.3);
    quick.find(body.shape(), plane, 0.3);
    ASSERT_EQ(quick.patch_count(), slow.patch_count()) << round;
    several += slow.patch_count() > 1;
    coarse += quick.elements().size() > 2 && round % 3 == 1;

    PatchMotion motion;
    motion.v = random_vector(random, 0.5);
    motion.L = PatchMotion::rigid({}, {}, Vec3::Zero(), {}, random_vector(random, 1.0)).L;
    const PatchWrench p = sum_elements(quick.elements(), law, motion, nullptr);
    const PatchWrench q = sum_elements(slow.elements(), law, motion, nullptr);
    ASSERT_LT((p.force - q.force).norm(), 1e-6 * q.force.norm()) << round;
    ASSERT_LT((p.moment - q.moment).norm(), 1e-6 * q.force.norm()) << round;
    ASSERT_NEAR(p.stored, q.stored, 1e-6 * q.stored) << round;
    double volume = 0.0, exact = 0.0;
    for (const HalfSpacePatch& patch : quick.patches()) volume += patch.volume;
    for (const MeshPatch& patch : slow.patches().patches()) exact += patch.volume;
    ASSERT_NEAR(volume, exact, 1e-9 * exact + 1e-15) << round;
  }
  EXPECT_GT(several, 10);
  EXPECT_GT(coarse, 50);
}

TEST(HalfSpaceElements, ElementsComePatchByPatch) {
  HalfSpaceElements query;
  const Solid ring(geometry::sample_torus(0.2, 0.06, 24, 12));
  query.find(ring.shape(), {Vec3::UnitX(), 0.0});  // half of it
  EXPECT_EQ(query.patch_count(), 1);
  query.find(ring.shape(), {Vec3::UnitX(), -0.3});
  EXPECT_EQ(query.patch_count(), 0);
  EXPECT_TRUE(query.elements().empty());

  const Solid bubble(geometry::sample_bubble(19, 25));
  query.find(bubble.shape(), {Vec3::UnitZ(), -0.0677});  // lying, the waist free
  ASSERT_EQ(query.patch_count(), 2);
  for (std::size_t i = 1; i < query.elements().size(); ++i) {
    EXPECT_LE(query.elements()[i - 1].patch, query.elements()[i].patch);
  }
}

TEST(HalfSpaceElements, WarmQueriesDoNotAllocate) {
  const Solid bubble(geometry::sample_bubble(19, 25));
  HalfSpaceElements query;
  std::size_t count = 0;
  const auto all = [&] {
    Random random(22);
    for (int i = 0; i < 50; ++i) {
      query.find(bubble.shape(), {random_unit_vector(random), -0.07});
      count += query.elements().size();
    }
  };
  all();
  all();  // two buffers change places
  const auto before = test::allocations;
  all();
  EXPECT_EQ(test::allocations, before);
  EXPECT_GT(count, 100u);
}

}  // namespace
}  // namespace outrigger::contact
