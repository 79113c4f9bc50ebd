/// A warm query allocates nothing: a step must not wait for the memory allocator.
#include "contact/near/convex_pairs.h"
#include "contact/near/link_pairs.h"
#include "contact/near/round_pairs.h"
#include "contact/near/solid_mesh.h"
#include "contact/near/tube_mesh.h"
#include "mesh_helpers.h"
#include "support/allocation_counter.h"

namespace outrigger::contact {
namespace {

TEST(NearPhase, WarmQueriesDoNotAllocate) {
  const Mesh terrain = sample_terrain(40, 0.1), hull = sample_icosphere(1);
  const BoxTree tree(terrain);
  const ConvexPolyhedron convex = make_convex_polyhedron(hull);
  MeshCandidates candidates;
  SolidScratch solid;
  ConvexScratch scratch;
  Contacts contacts;
  const PlacedMesh ground{&terrain, &candidates, {}};
  const auto all = [&](Random& random) {
    for (int i = 0; i < 50; ++i) {
      const Pose pose{Vec3(random.uniform(-1, 1), random.uniform(-1, 1), 0.5),
                      test_rotation(random, i)};
      contacts.clear();
      candidates.prepare(tree, box_around(ChainLink{0.5, 0.4, 0.2, 0.1}, pose), 0.3);
      contact_sphere_mesh({0.5}, pose, ground, contacts);
      contact_capsule_mesh({0.3, 0.3}, pose, ground, contacts);
      contact_torus_mesh({0.4, 0.2}, pose, ground, contacts);
      contact_half_torus_mesh({0.4, 0.2}, pose, ground, contacts);
      contact_link_mesh({0.5, 0.4, 0.2, 0.1}, pose, ground, contacts);
      contact_cylinder_mesh({0.4, 0.4}, pose, ground, solid, contacts);
      contact_box_mesh({Vec3(0.4, 0.5, 0.3)}, pose, ground, solid, contacts);
      contact_convex_mesh(convex, pose, ground, solid, contacts);
      contact_box_box({Vec3(0.4, 0.5, 0.3)}, pose, {Vec3(0.5, 0.5, 0.5)}, {}, scratch, contacts);
      contact_convex_convex(convex, pose, convex, {}, scratch, contacts);
      contact_capsule_box({0.3, 0.3}, pose, {Vec3(0.5, 0.5, 0.5)}, {}, contacts);
      contact_sphere_convex({0.5}, pose, convex, {}, contacts);
      contact_link_link({0.5, 0.4, 0.2, 0.1}, pose, {0.5, 0.4, 0.2, 0.1}, {}, contacts);
    }
  };
  Random warm(71), again(71);
  all(warm);
  const auto before = test::allocations;
  all(again);
  EXPECT_EQ(test::allocations, before);
  EXPECT_FALSE(contacts.empty());
}

}  // namespace
}  // namespace outrigger::contact
