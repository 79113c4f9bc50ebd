/// PCM against closed forms under refinement (corrections §9), and what must hold without any reference:
/// action and reaction, rigid invariance, swapping the bodies, the direction of friction.
#include "contact/patches/polygonal_contact.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "patch_helpers.h"
#include "support/allocation_counter.h"

namespace outrigger::contact {
namespace {

LayerLaw elastic(double stiffness) {
  LayerLaw law;
  law.stiffness = stiffness;
  return law;
}

LayerLaw full_law() {
  LayerLaw law;
  law.stiffness = 2e6;
  law.damping = 2e3;
  law.transition_depth = 0.01;
  law.friction = 0.3;
  law.slip_speed = 0.1;
  law.share_a = 0.3;
  return law;
}

TEST(PolygonalContact, SphereInAPlaneConverges) {
  // Plane as master: F = c_l V = c_l π d² (3R - d)/3. Sphere as master: F = c_l π R d².
  const double R = 0.2, d = 0.02, c = 1e7;
  const double plane_master = c * std::numbers::pi * d * d * (3.0 * R - d) / 3.0;
  const double sphere_master = c * std::numbers::pi * R * d * d;
  double previous[3] = {1.0, 1.0, 1.0};
  for (int n = 2; n <= 5; ++n) {
    const Solid sphere(ball(n, R)), ground(flat_ground(5 << n, 0.5));
    const double exact[3] = {sphere_master, plane_master, 0.5 * (sphere_master + plane_master)};
    for (const MasterMode mode : {MasterMode::a, MasterMode::b, MasterMode::both}) {
      PolygonalContact contact(sphere.shape(), ground.shape(), mode, elastic(c));
      const Pose sphere_in_ground = pose_of({0.003, 0.001, R - d}, {0.3, 0.4, 0.5});
      const ContactForce& f =
          contact.evaluate({inverse(sphere_in_ground), Vec3::Zero(), Vec3::Zero()});
      const Vec3 force = sphere_in_ground.direction(f.force);
      const auto m = static_cast<std::size_t>(mode);
      const double error = std::abs(force.z() - exact[m]) / exact[m];
      EXPECT_LT(error, std::max(0.5 * previous[m], 2e-4)) << n << ' ' << m;
      EXPECT_LT(force.head<2>().norm(), 0.05 * exact[m] / (1 << n)) << n << ' ' << m;
      previous[m] = error;
    }
  }
  for (const double error : previous) EXPECT_LT(error, 0.004);
}

TEST(PolygonalContact, PlaneAsMasterCarriesTheVolume) {
  // A cube standing on an edge or askew: F = c_l V of the overlap, to the fineness of the plane.
  const Solid cube(geometry::sample_box({0.3, 0.3, 0.3})), ground(flat_ground(200, 1.0));
  PolygonalContact contact(ground.shape(), cube.shape(), MasterMode::a, elastic(1e6));
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    Pose pose{Vec3::Zero(), random_rotation(random)};
    double lowest = 0.0;
    for (const Vec3& v : cube.mesh.vertices()) lowest = std::min(lowest, pose.point(v).z());
    pose.position = Vec3(0.01, 0.02, -lowest - random.uniform(0.02, 0.05));
    const ContactForce& f = contact.evaluate({pose, Vec3::Zero(), Vec3::Zero()});
    ASSERT_EQ(contact.patches().size(), 1u);
    const double exact = 1e6 * contact.mesh_patches().patches()[0].volume;
    EXPECT_NEAR(-f.force.z(), exact, 0.02 * exact) << round;
    EXPECT_NEAR(contact.patches()[0].area, contact.mesh_patches().patches()[0].area_a, 1e-9);
  }
}

/// Two bumpy bodies in each other with several patches, moving.
struct Pair {
  Solid e{moved(geometry::sample_torus(0.5, 0.15, 40, 20), {})};
  Solid f{moved(geometry::sample_icosphere(3, 0.1), {}, 0.42)};
  RelativeMotion motion(Random& random) const {
    RelativeMotion m;
    m.pose.rotation = random_rotation(random);
    m.pose.position = random_vector(random, 0.1);
    m.velocity = random_vector(random, 0.5);
    m.angular_velocity = random_vector(random, 2.0);
    return m;
  }
};

TEST(PolygonalContact, RigidInvariance) {
  // Markers anywhere on the bodies: the same forces on the same bodies. Shifting the frame of E
  // turns all vectors; shifting M_f moves only the point of the torque.
  const Pair pair;
  PolygonalContact plain(pair.e.shape(), pair.f.shape(), MasterMode::both, full_law());
  Random random(7);
  int several = 0;
  for (int round = 0; round < 20; ++round) {
    const RelativeMotion m = pair.motion(random);
    const ContactForce first = plain.evaluate(m);
    several += plain.patches().size() > 1;
    ASSERT_GT(first.force.norm(), 10.0);
    const Pose shift_e{random_vector(random, 1.0), random_rotation(random)};
    const Pose shift_f{random_vector(random, 1.0), random_rotation(random)};
    const Solid e(moved(pair.e.mesh, shift_e)), f(moved(pair.f.mesh, shift_f));
    PolygonalContact shifted(e.shape(), f.shape(), MasterMode::both, full_law());
    // The old frame of E in the new one is shift_e; that of F in the new marker is shift_f.
    RelativeMotion n;
    n.pose = shift_e * m.pose * inverse(shift_f);
    n.angular_velocity = shift_e.direction(m.angular_velocity);
    const Vec3 arm = n.pose.position - shift_e.point(m.pose.position);
    n.velocity = shift_e.direction(m.velocity) + n.angular_velocity.cross(arm);
    const ContactForce second = shifted.evaluate(n);
    const Vec3 force = shift_e.direction(first.force);
    const Vec3 torque = shift_e.direction(first.torque) - arm.cross(force);
    EXPECT_LT((second.force - force).norm(), 1e-8 * force.norm()) << round;
    EXPECT_LT((second.torque - torque).norm(), 1e-8 * force.norm()) << round;
    EXPECT_NEAR(second.stored, first.stored, 1e-8 * first.stored);
    EXPECT_NEAR(second.dissipated, first.dissipated, 1e-8 * std::abs(first.dissipated));
  }
  EXPECT_GT(several, 5);
}

TEST(PolygonalContact, ActionIsReaction) {
  // Asked from the other side, with masters swapped accordingly, the bodies feel the opposite force
  // and, about the same point, the opposite torque; with both as masters without changing the mode.
  const Pair pair;
  LayerLaw swapped_law = full_law();
  swapped_law.share_a = 1.0 - swapped_law.share_a;
  const MasterMode modes[3] = {MasterMode::a, MasterMode::b, MasterMode::both};
  const MasterMode swapped_modes[3] = {MasterMode::b, MasterMode::a, MasterMode::both};
  for (int k = 0; k < 3; ++k) {
    PolygonalContact there(pair.e.shape(), pair.f.shape(), modes[k], full_law());
    PolygonalContact back(pair.f.shape(), pair.e.shape(), swapped_modes[k], swapped_law);
    Random random(8);
    for (int round = 0; round < 10; ++round) {
      const RelativeMotion m = pair.motion(random);
      const ContactForce on_e = there.evaluate(m);
      RelativeMotion n;
      n.pose = inverse(m.pose);
      // E seen from F: at the origin of M_e, -(v + ω × (M_e - M_f)), in the axes of F.
      n.angular_velocity = -m.pose.local_direction(m.angular_velocity);
      n.velocity = -m.pose.local_direction(m.velocity + m.angular_velocity.cross(-m.pose.position));
      const ContactForce on_f = back.evaluate(n);
      const Vec3 force = m.pose.direction(on_f.force);
      // The torque on F about M_e, moved to M_f.
      const Vec3 torque = m.pose.direction(on_f.torque) - m.pose.position.cross(force);
      EXPECT_LT((on_e.force + force).norm(), 1e-8 * force.norm()) << k << ' ' << round;
      EXPECT_LT((on_e.torque + torque).norm(), 1e-8 * force.norm()) << k << ' ' << round;
    }
  }
}

TEST(PolygonalContact, PatchesAddUp) {
  const Pair pair;
  PolygonalContact contact(pair.e.shape(), pair.f.shape(), MasterMode::both, full_law());
  Random random(9);
  const ContactForce total = contact.evaluate(pair.motion(random));
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  int elements = 0;
  for (const PatchForce& p : contact.patches()) {
    force += p.force;
    torque += p.torque;
    elements += p.elements;
    EXPECT_GT(p.area, 0.0);
    EXPECT_LE(p.force.norm(), 1.05 * p.normal_force);
  }
  EXPECT_LT((force - total.force).norm(), 1e-9 * force.norm());
  EXPECT_LT((torque - total.torque).norm(), 1e-9 * force.norm());
  EXPECT_EQ(elements, total.elements);
}

TEST(PolygonalContact, FrictionDragsEAlong) {
  // E a block on F, a belt that runs along +x: friction on E is μ N along +x, the belt pays for it.
  const Solid block(geometry::sample_box({0.4, 0.3, 0.2})), belt(flat_ground(4, 3.0));
  PolygonalContact contact(block.shape(), belt.shape(), MasterMode::a, full_law());
  const RelativeMotion m{pose_of({0, 0, -0.098}), {0.7, 0, 0}, Vec3::Zero()};
  const ContactForce& f = contact.evaluate(m);
  const double normal = 2e6 * 0.12 * 0.002;
  EXPECT_NEAR(f.force.z(), normal, 1e-9 * normal);
  EXPECT_NEAR(f.force.x(), 0.3 * normal, 1e-9 * normal);
  EXPECT_NEAR(f.dissipated, 0.3 * normal * 0.7, 1e-9 * normal);
  EXPECT_NEAR(f.stored, 0.5 * normal * 0.002, 1e-9 * normal);
  // The forces act at the height where the layers meet, above M_f by 0.7 of the depth less 2 mm.
  EXPECT_NEAR(f.torque.y(), 0.3 * normal * -0.0014, 1e-9 * normal);
  EXPECT_LT((contact.patches()[0].pressure_centre - Vec3(0, 0, -0.0994)).norm(), 1e-12);
}

TEST(PolygonalContact, DampingAndTension) {
  const Solid block(geometry::sample_box({1, 1, 1})), ground(flat_ground(1, 3.0));
  PolygonalContact contact(block.shape(), ground.shape(), MasterMode::a, full_law());
  const auto normal = [&](double depth, double approach) {
    return contact.evaluate({pose_of({0, 0, -0.5 + depth}), {0, 0, approach}, Vec3::Zero()})
        .force.z();
  };
  EXPECT_NEAR(normal(0.02, 0.5), 2e6 * 0.02 + 2e3 * 0.5, 1e-6);
  EXPECT_NEAR(normal(0.005, 0.5), 2e6 * 0.005 + 2e3 * 0.5 * 0.5, 1e-6);  // half faded
  EXPECT_NEAR(normal(0.02, -50.0), 0.0, 1e-12);                          // never pulls
  EXPECT_NEAR(normal(-0.01, 5.0), 0.0, 1e-12);
}

TEST(PolygonalContact, HalfSpaceIsALargePlane) {
  const Solid bubble(geometry::sample_bubble(19, 25)), ground(flat_ground(1, 20.0));
  // The plane is the master of a half space: F = c V. With the mesh as master a ball has 1 + d/3R times that.
  PolygonalContact on_mesh(bubble.shape(), ground.shape(), MasterMode::a, full_law());
  PolygonalContact on_plane(bubble.shape(), HalfSpace{}, full_law());
  Random random(12);
  for (int round = 0; round < 50; ++round) {
    Pose pose{random_vector(random, 0.3), random_rotation(random)};
    double lowest = 1.0;
    for (const Vec3& v : bubble.mesh.vertices()) {
      lowest = std::min(lowest, pose.direction(v).z());
    }
    pose.position.z() = -lowest - random.uniform(0.001, 0.02);
    const RelativeMotion still{inverse(pose), Vec3::Zero(), Vec3::Zero()};
    on_mesh.evaluate(still);
    const ContactForce q = on_plane.evaluate(still);
    double volume = 0.0;
    for (const MeshPatch& patch : on_mesh.mesh_patches().patches()) volume += patch.volume;
    const double force = full_law().stiffness * volume;
    EXPECT_NEAR(q.force.norm(), force, 1e-9 * force) << round;
    ASSERT_EQ(on_mesh.patches().size(), on_plane.patches().size());
  }
}

/// p = k u², traction proportional to slip.
class SoftLaw : public ArealLaw {
 public:
  ArealForce pressure(double depth, double) const override {
    if (!(depth > 0.0)) return {};
    const double p = 1e8 * depth * depth;
    return {p, 2e8 * depth, 0.0, p * depth / 3.0, p};
  }
  ArealTraction traction(double pressure, double) const override {
    return {0.1 * pressure, 0.1, 0.0};
  }
};

TEST(PolygonalContact, OwnLaw) {
  const Solid block(geometry::sample_box({1, 1, 1})), ground(flat_ground(1, 3.0));
  PolygonalContact contact(block.shape(), ground.shape(), MasterMode::a,
                           std::make_shared<SoftLaw>());
  const ContactForce& f = contact.evaluate({pose_of({0, 0, -0.49}), {0, 2.0, 0}, Vec3::Zero()});
  EXPECT_NEAR(f.force.z(), 1e4, 1e-6);
  EXPECT_NEAR(f.force.y(), 0.1 * 1e4 * 2.0, 1e-6);
  EXPECT_NEAR(f.stored, 1e4 * 0.01 / 3.0, 1e-8);
}

TEST(PolygonalContact, ContainerOfFourTrianglesIsFine) {
  // An open pyramid with its tip down, normals inwards and up: a ball in it touches all four walls.
  const std::vector<Vec3> v = {{0, 0, 0}, {1, 1, 1}, {-1, 1, 1}, {-1, -1, 1}, {1, -1, 1}};
  const std::vector<Triangle> t = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}};
  const Solid container(Mesh(v, t)), sphere(ball(3, 0.2));
  PolygonalContact contact(sphere.shape(), container.shape(), MasterMode::a, elastic(1e6));
  const ContactForce& f =
      contact.evaluate({pose_of({0, 0, -0.2 * std::sqrt(2.0) + 0.01}), Vec3::Zero(), Vec3::Zero()});
  EXPECT_EQ(contact.patches().size(), 4u);
  EXPECT_EQ(f.open_contours, 0);
  EXPECT_GT(f.force.z(), 0.0);
  EXPECT_LT(f.force.head<2>().norm(), 0.02 * f.force.z());
}

template <class Call>
std::string polygonal_refusal(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing refused";
}

TEST(PolygonalContact, RefusesMeshesWithoutInside) {
  using testing::AllOf;
  using testing::HasSubstr;
  const Solid good(geometry::sample_box({1, 1, 1}));
  const std::vector<Vec3> v = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}};
  const Solid book(Mesh(v, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}));
  EXPECT_THAT(polygonal_refusal([&] {
                PolygonalContact(book.shape(), good.shape(), MasterMode::a, elastic(1e6),
                                 {"book.obj", "box.obj"});
              }),
              AllOf(HasSubstr("mesh book.obj: 1 edge with more than two faces"),
                    HasSubstr("at (0.5, 0, 0)"), HasSubstr("allowed: one face")));
  std::vector<Triangle> faces = good.mesh.faces();
  std::swap(faces[3][0], faces[3][1]);
  const Solid turned(Mesh(good.mesh.vertices(), faces));
  EXPECT_THAT(polygonal_refusal([&] {
                PolygonalContact(good.shape(), turned.shape(), MasterMode::a, elastic(1e6),
                                 {"box.obj", "bad.obj"});
              }),
              AllOf(HasSubstr("mesh bad.obj: 3 edges between faces of opposite sense"),
                    HasSubstr("for example edge ")));
  EXPECT_THAT(polygonal_refusal([&] {
                PolygonalContact(good.shape(), good.shape(), MasterMode::a, elastic(-1.0));
              }),
              AllOf(HasSubstr("stiffness is -1"), HasSubstr("> 0 N/m³")));
}

TEST(PolygonalContact, SameBitsAndNoAllocation) {
  const Pair pair;
  PolygonalContact contact(pair.e.shape(), pair.f.shape(), MasterMode::both, full_law());
  std::vector<Vec3> forces;
  forces.reserve(40);
  const auto all = [&] {
    Random random(10);
    for (int i = 0; i < 20; ++i) forces.push_back(contact.evaluate(pair.motion(random)).force);
  };
  all();
  const auto before = test::allocations;
  all();
  EXPECT_EQ(test::allocations, before);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(forces[i], forces[i + 20]);
}

}  // namespace
}  // namespace outrigger::contact
