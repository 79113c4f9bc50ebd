/// A mesh in a half space must have the patches that it has in a mesh of one large plane, for any attitude,
/// and its volume as force; the force is the gradient of what is stored.
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

/// Resting on the plane z = 0 with its lowest point so deep below it.
Pose sunk(const Solid& body, const Mat3& rotation, double depth) {
  double lowest = 0.0;
  for (const Vec3& v : body.mesh.vertices()) lowest = std::min(lowest, (rotation * v).z());
  return {Vec3(0.1, -0.2, -lowest - depth), rotation};
}
geometry::Plane seen_from(const Pose& pose) {
  return {pose.local_direction(Vec3::UnitZ()), -pose.position.z()};
}

/// The plane is the master: p = c h along its normal, F = c V.
TEST(HalfSpaceElements, ForceIsTheVolume) {
  const Solid bubble(geometry::sample_bubble(19, 25)), feet(two_balls()),
      ground(flat_ground(1, 20.0));
  HalfSpaceElements quick;
  PatchElements slow;
  LayerLaw law;
  law.stiffness = 1e6;
  Random random(21);
  int several = 0;
  for (int round = 0; round < 200; ++round) {
    const Solid& body = round % 2 == 0 ? bubble : feet;
    Mat3 rotation = random_rotation(random);
    if (round % 5 == 0)
      rotation = pose_of(Vec3::Zero(), {0.02, random.uniform(-0.02, 0.02), 1.0}).rotation;
    const Pose pose = sunk(body, rotation, random.uniform(0.001, 0.02));
    slow.find(body.shape(), ground.shape(), inverse(pose), MasterMode::a, 0.3);
    quick.find(body.shape(), seen_from(pose), 0.3);
    ASSERT_EQ(quick.patch_count(), slow.patch_count()) << round;
    several += slow.patch_count() > 1;
    double volume = 0.0, exact = 0.0;
    for (const HalfSpacePatch& patch : quick.patches()) volume += patch.volume;
    for (const MeshPatch& patch : slow.patches().patches()) exact += patch.volume;
    ASSERT_NEAR(volume, exact, 1e-9 * exact + 1e-15) << round;
    const Vec3 force = pose.direction(sum_elements(quick.elements(), law, {}, nullptr).force);
    ASSERT_LT((force - Vec3(0, 0, 1e6 * exact)).norm(), 1e-9 * 1e6 * exact) << round;
  }
  EXPECT_GT(several, 5);
}

/// What is stored, found anew at every pose, has the forces as its gradient: so a body gets back on its way
/// out what it gave on its way in. Pressure along steep faces (PCM's own, a depth of h/f and a force of f)
/// gave back 1/f² times too little, and what stood on a corner sank in.
TEST(HalfSpaceElements, ForceIsTheGradientOfWhatIsStored) {
  const Solid shapes[] = {Solid(geometry::sample_box({0.3, 0.2, 0.25})),
                          Solid(Mesh({{0, 0, 0}, {0.1, 0, 0}, {0.05, 0.1, 0}, {0.05, 0.03, 0.6}},
                                     {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}})),
                          Solid(geometry::sample_icosphere(0))};
  HalfSpaceElements query;
  LayerLaw law;
  law.stiffness = 1e6;
  Random random(23);
  int asked = 0;
  for (int round = 0; round < 400; ++round) {
    const Solid& body = shapes[round % 3];
    const double depth = random.uniform(0.002, 0.02);
    const Pose pose = sunk(body, random_rotation(random), depth);
    // Sides that lean over below the plane are left out, or a plate that has gone in would not be pushed out.
    bool leans_over = false;
    for (std::int32_t f = 0; f < body.mesh.face_count(); ++f)
      for (const std::int32_t v : body.mesh.face(f))
        leans_over = leans_over || (pose.direction(body.mesh.normal(f)).z() > -0.01 &&
                                    pose.point(body.mesh.vertex(v)).z() < 0.01);
    if (leans_over) continue;
    ++asked;
    const auto stored = [&](const Pose& at) {
      query.find(body.shape(), seen_from(at), 0.0);
      return sum_elements(query.elements(), law, {}, nullptr).stored;
    };
    query.find(body.shape(), seen_from(pose), 0.0);
    const PatchWrench w = sum_elements(query.elements(), law, {}, nullptr);
    const Vec3 force = pose.direction(w.force), torque = pose.direction(w.torque());
    const double step = 1e-5 * depth;
    Vec3 by_way, by_turn;
    for (int axis = 0; axis < 3; ++axis) {
      Pose ahead = pose, back = pose;
      ahead.position[axis] += step;
      back.position[axis] -= step;
      by_way[axis] = -(stored(ahead) - stored(back)) / (2.0 * step);
      const auto turned = [&](double angle) {
        return Pose{pose.position,
                    Eigen::AngleAxisd(angle, Vec3::Unit(axis)).toRotationMatrix() * pose.rotation};
      };
      by_turn[axis] = -(stored(turned(1e-5)) - stored(turned(-1e-5))) / 2e-5;
    }
    ASSERT_LT((by_way - force).norm(), 1e-5 * force.norm()) << round;
    ASSERT_LT((by_turn - torque).norm(), 1e-3 * depth * force.norm()) << round;
  }
  EXPECT_GT(asked, 100);
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
