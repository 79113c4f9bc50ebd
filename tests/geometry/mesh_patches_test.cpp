/// Overlaps with known volume, area, centroid and inertia; independent ways: formulas, clipping of
/// convex bodies, sampling; and what must hold without any reference (swapping, moving both).
#include "contact/near/mesh_patches.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "geometry/inside.h"
#include "geometry/sample_meshes.h"
#include "math/random_rotation.h"
#include "support/samples.h"

namespace outrigger::contact {
namespace {

using geometry::BoxTree;
using geometry::Mesh;

struct Solid {
  Mesh mesh;
  BoxTree tree;
  explicit Solid(Mesh m) : mesh(std::move(m)), tree(mesh) {}
  MeshShape shape() const { return {&mesh, &tree}; }
};

Mesh moved(const Mesh& mesh, const Pose& pose, double scale = 1.0) {
  std::vector<Vec3> v = mesh.vertices();
  for (Vec3& p : v) p = pose.point(scale * p);
  return Mesh(std::move(v), mesh.faces());
}

Mesh joined(const Mesh& a, const Mesh& b) {
  std::vector<Vec3> v = a.vertices();
  v.insert(v.end(), b.vertices().begin(), b.vertices().end());
  std::vector<geometry::Triangle> f = a.faces();
  for (geometry::Triangle t : b.faces()) {
    for (auto& i : t) i += a.vertex_count();
    f.push_back(t);
  }
  return Mesh(std::move(v), std::move(f));
}

const MeshPatch& only_patch(const MeshPatches& query) {
  EXPECT_EQ(query.patches().size(), 1u);
  EXPECT_EQ(query.conflict_count(), 0);
  EXPECT_EQ(query.open_count(), 0);
  static const MeshPatch nothing;
  return query.patches().empty() ? nothing : query.patches()[0];
}

TEST(MeshPatches, TwoBoxesAlongTheAxes) {
  const Solid cube(moved(geometry::sample_box({1, 1, 1}), {Vec3(0.5, 0.5, 0.5), Mat3::Identity()}));
  MeshPatches query;
  query.find(cube.shape(), cube.shape(), {Vec3(0.7, 0.8, 0.6), Mat3::Identity()});
  const MeshPatch& p = only_patch(query);
  EXPECT_NEAR(p.volume, 0.024, 1e-15);
  EXPECT_LT((p.volume_centroid - Vec3(0.85, 0.9, 0.8)).norm(), 1e-14);
  EXPECT_NEAR(p.area_a + p.area_b, 0.52, 1e-14);
  EXPECT_NEAR(p.area_a, 0.26, 1e-14);
  EXPECT_LT((p.inertia - Vec3(0.0004, 0.0005, 0.00026).asDiagonal().toDenseMatrix()).norm(), 1e-15);
}

TEST(MeshPatches, CornerAndEdgeOfACubeInAPlate) {
  const Solid plate(geometry::sample_box({8, 6, 2}));  // top at z = 1
  const Solid cube(geometry::sample_box({1, 1, 1}));
  MeshPatches query;
  for (const double h : {0.001, 0.05, 0.1, 0.3, 0.5}) {
    // Space diagonal upright: a corner of three right angles, legs √3 h.
    Pose pose;
    pose.rotation =
        Eigen::Quaterniond::FromTwoVectors(Vec3(1, 1, 1).normalized(), Vec3::UnitZ()).matrix();
    pose.position = Vec3(0.3, 0.2, 1.0 - h + 0.5 * std::sqrt(3.0));
    query.find(plate.shape(), cube.shape(), pose);
    const MeshPatch& p = only_patch(query);
    EXPECT_NEAR(p.volume, std::sqrt(3.0) / 2 * h * h * h, 1e-13);
    EXPECT_NEAR(p.contour_area, 1.5 * std::sqrt(3.0) * h * h, 1e-13);
    EXPECT_NEAR(p.area_a, p.contour_area, 1e-13);
    EXPECT_NEAR(p.area_b, 4.5 * h * h, 1e-13);
    EXPECT_LT((p.normal - Vec3(0, 0, -1)).norm(), 1e-10);  // from the cube to the plate
    EXPECT_LT((p.centroid - Vec3(0.3, 0.2, 1.0)).norm(), 1e-12);
    EXPECT_LT((p.volume_centroid - Vec3(0.3, 0.2, 1.0 - h / 4)).norm(), 1e-10);
    EXPECT_NEAR(p.indentation_a, 0.0, 1e-13);
    EXPECT_NEAR(p.indentation_b, h, 1e-13);
    // Standing on an edge: a prism of section h².
    pose.rotation = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitX()).toRotationMatrix();
    pose.position = Vec3(0.3, 0.2, 1.0 - h + std::sqrt(0.5));
    query.find(plate.shape(), cube.shape(), pose);
    const MeshPatch& e = only_patch(query);
    EXPECT_NEAR(e.volume, h * h, 1e-13);
    EXPECT_NEAR(e.contour_area, 2 * h, 1e-13);
    EXPECT_LT((e.volume_centroid - Vec3(0.3, 0.2, 1.0 - h / 3)).norm(), 1e-10);
  }
}

TEST(MeshPatches, LensOfTwoSpheresConverges) {
  // Caps of height 0.05 each: V = 2 π h² (3 - h)/3, contour area π (1 - 0.95²).
  const double h = 0.05;
  const double volume = 2.0 * std::numbers::pi * h * h * (3.0 - h) / 3.0;
  const double area = std::numbers::pi * (1.0 - 0.95 * 0.95);
  double previous = 1.0;
  MeshPatches query;
  for (int n = 3; n <= 6; ++n) {
    const Solid ball(geometry::sample_icosphere(n));
    Pose pose;
    pose.position = 1.9 * Vec3(0.36, 0.48, 0.8);
    Random random(9);
    pose.rotation = random_rotation(random);
    query.find(ball.shape(), ball.shape(), pose);
    const MeshPatch& p = only_patch(query);
    const double error = std::abs(p.volume - volume) / volume;
    EXPECT_LT(error, 0.6 * previous) << n;
    previous = error;
    if (n == 6) {
      EXPECT_LT(error, 0.005);
      EXPECT_NEAR(p.contour_area, area, 0.004 * area);
      EXPECT_NEAR(p.depth(), 0.1, 5e-4);
      EXPECT_LT((p.normal + Vec3(0.36, 0.48, 0.8)).norm(), 1e-3);
      EXPECT_LT((p.centroid - 0.95 * Vec3(0.36, 0.48, 0.8)).norm(), 2e-4);
    }
  }
}

/// Volume and centroid of a convex polyhedron given by its faces, cut by planes one after another.
struct Convex {
  std::vector<std::vector<Vec3>> faces;
  void cut(const Vec3& n, double d) {  // keeps n·x ≤ d
    std::vector<Vec3> rim;
    std::vector<std::vector<Vec3>> kept;
    for (const auto& face : faces) {
      std::vector<Vec3> out;
      for (std::size_t i = 0; i < face.size(); ++i) {
        const Vec3 &p = face[i], &q = face[(i + 1) % face.size()];
        const double a = n.dot(p) - d, b = n.dot(q) - d;
        if (a <= 0.0) out.push_back(p);
        if ((a <= 0.0) != (b <= 0.0)) {
          out.push_back(p + a / (a - b) * (q - p));
          rim.push_back(out.back());
        }
      }
      if (out.size() > 2) kept.push_back(out);
    }
    if (rim.size() > 2) {
      Vec3 c = Vec3::Zero();
      for (const Vec3& p : rim) c += p / static_cast<double>(rim.size());
      const Vec3 u = (rim[0] - c).normalized(), v = n.cross(u);
      std::sort(rim.begin(), rim.end(), [&](const Vec3& p, const Vec3& q) {
        return std::atan2(v.dot(p - c), u.dot(p - c)) < std::atan2(v.dot(q - c), u.dot(q - c));
      });
      kept.push_back(rim);
    }
    faces = kept;
  }
  double volume() const {
    double sum = 0.0;
    for (const auto& f : faces) {
      for (std::size_t i = 1; i + 1 < f.size(); ++i) sum += f[0].dot(f[i].cross(f[i + 1])) / 6.0;
    }
    return sum;
  }
};

TEST(MeshPatches, RandomBoxesAgainstClipping) {
  Random random(11);
  MeshPatches query;
  MeshPatches swapped;
  int overlapping = 0;
  const int rounds = samples(10000);
  for (int round = 0; round < rounds; ++round) {
    const auto length = [&] { return std::exp(random.uniform(-2.0, 1.0)); };
    const Vec3 size_a(length(), length(), length()), size_b(length(), length(), length());
    const Solid a(geometry::sample_box(size_a)), b(geometry::sample_box(size_b));
    Pose pose;
    pose.rotation = random_rotation(random);
    pose.position = 0.5 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    if (round % 3 == 0) pose.rotation = Mat3::Identity();                     // faces parallel
    if (round % 9 == 0) pose.position.z() = 0.5 * (size_a.z() + size_b.z());  // and touching
    Convex overlap;
    const int corners[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                               {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& c : corners) {
      overlap.faces.emplace_back();
      for (const int i : c) overlap.faces.back().push_back(pose.point(b.mesh.vertex(i)));
    }
    for (int k = 0; k < 3; ++k) {
      overlap.cut(Vec3::Unit(k), 0.5 * size_a[k]);
      overlap.cut(-Vec3::Unit(k), 0.5 * size_a[k]);
    }
    query.find(a.shape(), b.shape(), pose);
    ASSERT_EQ(query.conflict_count(), 0) << round;
    double volume = 0.0;
    for (const MeshPatch& p : query.patches()) volume += p.volume;
    if (query.containment() == Containment::b_in_a) volume = size_b.prod();
    if (query.containment() == Containment::a_in_b) volume = size_a.prod();
    ASSERT_NEAR(volume, overlap.volume(), 1e-12 * (1.0 + size_a.prod() + size_b.prod())) << round;
    overlapping += volume > 0.0;

    // The other way round: same numbers, opposite normal.
    const Pose back{pose.local_point(Vec3::Zero()), pose.rotation.transpose()};
    swapped.find(b.shape(), a.shape(), back);
    if (round % 3 == 0) continue;  // touching faces may differ by an infinitely thin patch
    ASSERT_EQ(swapped.patches().size(), query.patches().size());
    for (std::size_t i = 0; i < query.patches().size(); ++i) {
      const MeshPatch& p = query.patches()[i];
      const MeshPatch* q = nullptr;
      for (const MeshPatch& other : swapped.patches()) {
        if (std::abs(other.volume - p.volume) < 1e-9) q = &other;
      }
      ASSERT_NE(q, nullptr) << round;
      EXPECT_NEAR(q->depth(), p.depth(), 1e-9);
      EXPECT_NEAR(q->contour_area, p.contour_area, 1e-9);
      EXPECT_LT((pose.direction(q->normal) + p.normal).norm(), 1e-6) << round;
      EXPECT_LT((pose.point(q->centroid) - p.centroid).norm(), 1e-8);
    }
  }
  EXPECT_GT(overlapping, rounds / 10 * 6);
}

TEST(MeshPatches, TubesThroughPlatesAgainstSampling) {
  // A torus through a plate leaves several regions of any kind: caps, rings, pierced faces.
  const Solid torus(geometry::sample_torus(1.0, 0.3, 40, 16));
  const Solid plate(geometry::sample_box({3, 3, 0.2}));
  Random random(12);
  MeshPatches query;
  std::size_t most_patches = 0;
  for (int round = 0; round < 40; ++round) {
    Pose pose;
    pose.rotation = random_rotation(random);
    pose.position = Vec3(0, 0, random.uniform(-0.9, 0.9));
    query.find(plate.shape(), torus.shape(), pose);
    ASSERT_EQ(query.conflict_count(), 0);
    most_patches = std::max(most_patches, query.patches().size());
    double volume = 0.0;
    for (const MeshPatch& p : query.patches()) volume += p.volume;
    int hits = 0;
    constexpr int kSamples = 20000;
    for (int i = 0; i < kSamples; ++i) {
      const Vec3 x(random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(-0.1, 0.1));
      hits += geometry::contains(torus.mesh, torus.tree, pose.local_point(x));
    }
    const double expected = 1.8 * hits / kSamples;
    EXPECT_NEAR(volume, expected, 0.004 + 0.05 * expected) << round;
  }
  EXPECT_GE(most_patches, 2u);
}

TEST(MeshPatches, RingsAndFeetOnOneFace) {
  const Solid plate(geometry::sample_box({8, 6, 2}));
  MeshPatches query;
  // A torus lying on the plate: one region between two contours, both within the plate's faces.
  const Solid torus(geometry::sample_torus(1.0, 0.3, 60, 24));
  query.find(plate.shape(), torus.shape(), {Vec3(1.7, 0.2, 1.25), Mat3::Identity()});
  const MeshPatch& ring = only_patch(query);
  EXPECT_EQ(ring.contour_count, 2);
  EXPECT_LT((ring.normal - Vec3(0, 0, -1)).norm(), 1e-10);
  EXPECT_LT((ring.centroid - Vec3(1.7, 0.2, 1.0)).norm(), 1e-10);
  EXPECT_NEAR(ring.indentation_b, 0.05, 1e-12);
  EXPECT_NEAR(ring.area_a, ring.contour_area, 1e-12);

  // Two feet in the same face: two regions.
  const Mesh foot = moved(geometry::sample_icosphere(3), {}, 0.2);
  const Solid feet(joined(moved(foot, {Vec3(-0.4, 0, 0), Mat3::Identity()}),
                          moved(foot, {Vec3(0.4, 0, 0), Mat3::Identity()})));
  query.find(plate.shape(), feet.shape(), {Vec3(2.0, -1.0, 1.15), Mat3::Identity()});
  ASSERT_EQ(query.patches().size(), 2u);
  EXPECT_NEAR(query.patches()[0].volume, query.patches()[1].volume, 1e-5);
  EXPECT_EQ(query.patches()[0].contour_count, 1);
  EXPECT_NEAR((query.patches()[0].centroid - query.patches()[1].centroid).norm(), 0.8, 1e-3);
}

TEST(MeshPatches, PenetrationsOfASphereInAPlate) {
  // Elastic foundation with the sphere as master: ∫ u n_z dA = π R d², u along the sphere's normal.
  const Solid plate(geometry::sample_box({8, 6, 2}));
  const Solid ball(geometry::sample_icosphere(6));
  const double d = 0.1;
  const Pose pose{Vec3(0.3, 0.2, 2.0 - d), Mat3::Identity()};
  MeshPatches query;
  query.find(plate.shape(), ball.shape(), pose);
  query.measure_penetrations(false);
  double force = 0.0;
  for (const ActiveFace& f : query.faces_b()) {
    force -= f.area * f.penetration * ball.mesh.normal(f.face).z();
  }
  EXPECT_NEAR(force, std::numbers::pi * d * d, 0.01 * std::numbers::pi * d * d);
  // With the plate as master its two large faces are too coarse, but the depth at a centroid is
  // known: that of the sphere below it.
  query.measure_penetrations(true);
  for (const ActiveFace& f : query.faces_a()) {
    const Vec3 r = f.centroid - pose.position;
    const double expected = std::sqrt(1.0 - r.x() * r.x() - r.y() * r.y()) - (1.0 - d);
    EXPECT_NEAR(f.penetration, expected, 2e-3);
  }
}

TEST(MeshPatches, CandidatesAreEnoughWithinTheirMargin) {
  const Solid a(geometry::sample_icosphere(3, 0.1));
  const Solid b(geometry::sample_torus(0.8, 0.3, 30, 15));
  Random random(14);
  MeshPatches query, direct;
  std::int64_t too_small = 0;
  const int rounds = samples(300);
  for (int round = 0; round < rounds; ++round) {
    const Pose before{Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)),
                      random_rotation(random)};
    query.prepare(a.shape(), b.shape(), before, 0.05);
    for (int i = 0; i < 5; ++i) {
      // The last one moves too far.
      const double far = i == 4 ? 0.2 : 0.02;
      Pose now = before;
      now.rotation = Eigen::AngleAxisd(far / 1.2, random_rotation(random).col(0)) * before.rotation;
      now.position += far * random_rotation(random).col(0);
      const bool enough = query.evaluate(now);
      direct.find(a.shape(), b.shape(), now);
      too_small += !enough;
      if (i < 4) {
        EXPECT_TRUE(enough);
      }
      if (!enough) continue;
      EXPECT_EQ(query.pairs().pairs().size(), direct.pairs().pairs().size());
      ASSERT_EQ(query.patches().size(), direct.patches().size());
      double one = 0.0, other = 0.0;
      for (const MeshPatch& p : query.patches()) one += p.volume;
      for (const MeshPatch& p : direct.patches()) other += p.volume;
      EXPECT_NEAR(one, other, 1e-13);
    }
  }
  EXPECT_EQ(query.pairs().too_small_count(), too_small);
  EXPECT_EQ(too_small, rounds);
}

TEST(MeshPatches, OneInsideTheOther) {
  const Solid small(moved(geometry::sample_icosphere(2), {}, 0.3));
  const Solid large(geometry::sample_icosphere(2));
  MeshPatches query;
  query.find(large.shape(), small.shape(), {});
  EXPECT_TRUE(query.patches().empty());
  EXPECT_EQ(query.containment(), Containment::b_in_a);
  query.find(small.shape(), large.shape(), {});
  EXPECT_EQ(query.containment(), Containment::a_in_b);
  query.find(small.shape(), large.shape(), {Vec3(3, 0, 0), Mat3::Identity()});
  EXPECT_EQ(query.containment(), Containment::none);
}

TEST(MeshPatches, MovingBothChangesNothing) {
  const Solid a(geometry::sample_icosphere(3, 0.1));
  const Solid b(geometry::sample_torus(0.8, 0.3, 30, 15));
  Random random(13);
  MeshPatches query, far;
  for (int round = 0; round < 50; ++round) {
    const Pose b_in_a{Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)),
                      random_rotation(random)};
    // A moved with its mesh: another frame, the same overlap.
    const Pose frame{Vec3(10, -20, 5), random_rotation(random)};
    const Solid a_far(moved(a.mesh, frame));
    query.find(a.shape(), b.shape(), b_in_a);
    far.find(a_far.shape(), b.shape(), frame * b_in_a);
    ASSERT_EQ(query.patches().size(), far.patches().size());
    double one = 0.0, other = 0.0;
    for (const MeshPatch& p : query.patches()) one += p.volume;
    for (const MeshPatch& p : far.patches()) other += p.volume;
    EXPECT_NEAR(one, other, 1e-12);
  }
}

}  // namespace
}  // namespace outrigger::contact
