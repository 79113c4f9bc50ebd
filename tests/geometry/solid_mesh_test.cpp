/// Cylinders, boxes and polyhedra against meshes. Nothing is reported that is not there: a contact's
/// points prove the overlap. Nothing is missed: where samples of either surface lie deep in the
/// other body, a contact at least as deep is found. And a meshed plane is a plane.
#include "contact/near/solid_mesh.h"

#include <functional>

#include "contact/near/convex_pairs.h"
#include "contact/near/plane_pairs.h"
#include "mesh_helpers.h"

namespace outrigger::contact {
namespace {

TEST(CylinderMesh, RollsOverAMeshedPlaneAsOverThePlane) {
  SolidScratch scratch;
  expect_plane(
      Cylinder{0.3, 0.4}, 51,
      [&](const Cylinder& a, const Pose& pose, const PlacedMesh& b, Contacts& out) {
        contact_cylinder_mesh(a, pose, b, scratch, out);
      },
      contact_cylinder_plane);
}

TEST(BoxMesh, SlidesOverAMeshedPlaneAsOverThePlane) {
  SolidScratch scratch;
  expect_plane(
      BoxShape{Vec3(0.3, 0.4, 0.2)}, 52,
      [&](const BoxShape& a, const Pose& pose, const PlacedMesh& b, Contacts& out) {
        contact_box_mesh(a, pose, b, scratch, out);
      },
      contact_box_plane);
}

/// Depth of a point in the solid, > 0 inside, in the solid's frame.
double depth_in(const Cylinder& c, const Vec3& p) {
  return std::min(c.radius - std::hypot(p.x(), p.y()), c.half_length - std::abs(p.z()));
}
double depth_in(const BoxShape& b, const Vec3& p) { return (b.half - p.cwiseAbs()).minCoeff(); }
double depth_in(const ConvexPolyhedron& c, const Vec3& p) {
  double depth = INFINITY;
  for (const Plane& plane : c.planes) depth = std::min(depth, -plane.height(p));
  return depth;
}

/// The edges of a solid as curves: t from 0 to 1.
using Curve = std::function<Vec3(double)>;
std::vector<Curve> curves_of(const Cylinder& c) {
  std::vector<Curve> curves;
  for (const double z : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
    curves.push_back([=](double t) {
      return Vec3(c.radius * std::cos(2.0 * M_PI * t), c.radius * std::sin(2.0 * M_PI * t),
                  z * c.half_length);
    });
  }
  return curves;
}
std::vector<Curve> curves_of(const ConvexPolyhedron& c) {
  std::vector<Curve> curves;
  for (const ConvexPolyhedron::Edge& e : c.edges) {
    const Vec3 a = c.vertices[static_cast<std::size_t>(e.from)],
               b = c.vertices[static_cast<std::size_t>(e.to)];
    curves.push_back([=](double t) { return Vec3(a + t * (b - a)); });
  }
  return curves;
}
std::vector<Curve> curves_of(const BoxShape& b) {
  return curves_of(make_convex_polyhedron(sample_box(2.0 * b.half)));
}

/// Distance from the surface of the mesh, > 0 inside, face by face.
double slow_depth(const Mesh& mesh, const Vec3& p) {
  const double distance = slow_mesh_distance(mesh, p);
  return slow_inside(mesh, p) ? distance : -distance;
}

/// The deepest point of a curve in the mesh, if deeper than `least`: from place to place by at most
/// what cannot be deeper, at least 1/250 of the curve.
double slow_curve_depth(const Mesh& mesh, const Curve& curve, double length, double least) {
  double deepest = least;
  for (double t = 0.0; t < 1.0;) {
    const double depth = slow_depth(mesh, curve(t));
    deepest = std::max(deepest, depth);
    t += std::max(0.004, (deepest - depth) / length);
  }
  return std::max(deepest, slow_depth(mesh, curve(1.0)));
}

std::vector<Vec3> samples_of(const Mesh& mesh) {
  std::vector<Vec3> points = mesh.vertices();
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    const Corners c = mesh.corners(f);
    constexpr int n = 16;
    for (int i = 0; i <= n; ++i) {
      for (int j = 0; i + j <= n; ++j) {
        points.push_back((i * c[0] + j * c[1] + (n - i - j) * c[2]) / double(n));
      }
    }
  }
  return points;
}

struct PoseCounts {
  int touching = 0, shallow = 0, deep = 0, deep_less = 0;
};

/// 10,000 poses, shallow and deep. In each shallow one the deepest contact is at least as deep as any
/// sample; `deep_less` counts deep ones with A's centre not behind where it is not.
template <class Shape, class Make, class Find>
PoseCounts compare_with_samples(std::uint64_t seed, const SolidScratch& scratch, Make&& make,
                                Find&& find) {
  Random random(seed);
  const std::vector<Mesh> meshes = closed_meshes();
  std::vector<BoxTree> trees;
  std::vector<std::vector<Vec3>> samples;
  for (const Mesh& mesh : meshes) {
    trees.emplace_back(mesh);
    samples.push_back(samples_of(mesh));
  }
  MeshCandidates candidates;
  Contacts found, again;
  PoseCounts counts;
  for (int i = 0; i < 10000; ++i) {
    const std::size_t m = random.integer(meshes.size());
    const Mesh& mesh = meshes[m];
    const double scale = test_scale(random, i), margin = 0.05 * scale;
    const Shape shape = make(random, scale);
    Pose pa = test_pose(random, i, 1.6);
    if (scale < 1.0) {
      const auto v = static_cast<std::int32_t>(
          random.integer(static_cast<std::uint64_t>(mesh.vertex_count())));
      pa.position = mesh.vertex(v) + scale * random_unit_vector(random);
    }
    if (i % 2 == 1) {  // a point of its edges a little below a point of the mesh
      const std::vector<Curve> own = curves_of(shape);
      const auto f =
          static_cast<std::int32_t>(random.integer(static_cast<std::uint64_t>(mesh.face_count())));
      const Corners c = mesh.corners(f);
      const double x = random.uniform(), y = random.uniform() * (1.0 - x);
      pa.position = x * c[0] + y * c[1] + (1.0 - x - y) * c[2] -
                    0.03 * scale * random.uniform() * mesh.normal(f) -
                    pa.direction(own[random.integer(own.size())](0.5 * random.integer(3)));
    }
    // As who prepares does: once, and again while that was too little.
    const auto ask = [&](double reach) {
      candidates.prepare(trees[m], box_around(shape, pa), reach);
      found.clear();
      find(shape, pa, {&mesh, &candidates, Pose{}}, found);
    };
    ask(margin);
    double given = margin;
    for (int k = 0; k < 4 && scratch.needed_margin > given; ++k) {
      given = scratch.needed_margin;
      ask(given);
    }
    expect_consistent(found, 5.0);
    counts.touching += !found.empty();
    bool behind = true;
    for (const Contact& c : found) {
      EXPECT_NEAR(depth_in(shape, pa.local_point(c.on_a)), 0.0, 1e-9) << i;
      behind = behind && (pa.position - c.on_b).dot(c.normal) < 0.0;
      const bool mesh_in_solid = slow_mesh_distance(mesh, c.on_b) < 1e-9 &&
                                 depth_in(shape, pa.local_point(c.on_b)) > -1e-9;
      const bool solid_in_mesh = slow_inside(mesh, c.on_a);
      // A thin end that came out again behind a face proves nothing by its points.
      const bool pierced = found.size() <= 4 && c.feature_b.kind == Feature::Kind::face;
      EXPECT_TRUE(mesh_in_solid || solid_in_mesh || pierced)
          << i << " mesh " << m << " features " << int(c.feature_a.kind) << " " << c.feature_a.index
          << " / " << int(c.feature_b.kind) << " " << c.feature_b.index;
    }
    // How deep the samples of one are in the other.
    double slow = 0.0;
    for (const Vec3& p : samples[m]) slow = std::max(slow, depth_in(shape, pa.local_point(p)));
    EXPECT_TRUE(slow < 1e-9 * scale || !found.empty()) << i << " mesh " << m << " depth " << slow;
    const double length = 2.0 * M_PI * box_around(shape, Pose{}).size().norm();
    if (slow < 0.05 * scale) {
      for (const Curve& curve : curves_of(shape)) {
        slow = slow_curve_depth(
            mesh, [&](double t) { return pa.point(curve(t)); }, length, slow);
        if (slow > 0.05 * scale) break;
      }
    }
    if (slow < 0.05 * scale && !slow_inside(mesh, pa.position)) {
      counts.shallow += slow > 0.0;
      EXPECT_GE(deepest(found), slow - 1e-9 * scale) << i << " mesh " << m;
    } else if (slow > 0.0 && !behind) {
      ++counts.deep;
      counts.deep_less += deepest(found) < 0.999 * slow;
    }
    if (i % 10 == 0) {  // moved together, nothing changes
      const Pose motion = test_pose(random, 1, 5.0);
      again.clear();
      find(shape, motion * pa, {&mesh, &candidates, motion}, again);
      if (i % 3 != 0 && slow < 0.05 * scale) {  // ties are decided by rounding
        EXPECT_NEAR(deepest(found), deepest(again), 1e-10) << i;
      }
    }
  }
  EXPECT_GT(counts.touching, 2000);
  EXPECT_GT(counts.shallow, 300);
  EXPECT_GT(counts.deep, 1000);
  ::testing::Test::RecordProperty("shallow", counts.shallow);
  ::testing::Test::RecordProperty("deep", counts.deep);
  ::testing::Test::RecordProperty("deep_less", counts.deep_less);
  return counts;
}

TEST(CylinderMesh, FindsWhatSamplesFind) {
  SolidScratch scratch;
  const PoseCounts counts = compare_with_samples<Cylinder>(
      53, scratch,
      [](Random& r, double s) {
        return Cylinder{0.5 * s * test_size(r), s * test_size(r)};
      },
      [&](const Cylinder& a, const Pose& pose, const PlacedMesh& b, Contacts& out) {
        contact_cylinder_mesh(a, pose, b, scratch, out);
      });
  EXPECT_LE(counts.deep_less, counts.deep / 20);
}

TEST(BoxMesh, FindsWhatSamplesFind) {
  SolidScratch scratch;
  const PoseCounts counts = compare_with_samples<BoxShape>(
      54, scratch,
      [](Random& r, double s) {
        return BoxShape{0.5 * s * Vec3(test_size(r), test_size(r), test_size(r))};
      },
      [&](const BoxShape& a, const Pose& pose, const PlacedMesh& b, Contacts& out) {
        contact_box_mesh(a, pose, b, scratch, out);
      });
  EXPECT_EQ(counts.deep_less, 0);
}

TEST(ConvexMesh, FindsWhatSamplesFind) {
  SolidScratch scratch;
  const PoseCounts counts = compare_with_samples<ConvexPolyhedron>(
      55, scratch,
      [](Random& r, double s) {
        return make_convex_polyhedron(scaled_mesh(random_convex_mesh(r), 0.5 * s));
      },
      [&](const ConvexPolyhedron& a, const Pose& pose, const PlacedMesh& b, Contacts& out) {
        contact_convex_mesh(a, pose, b, scratch, out);
      });
  EXPECT_EQ(counts.deep_less, 0);
}

TEST(ConvexMesh, AgreesWithConvexPairsWhereTheMeshIsConvex) {
  // Pushing out along the deepest contact needs at least the least overlap of the two bodies.
  Random random(56);
  SolidScratch scratch;
  ConvexScratch convex_scratch;
  MeshCandidates candidates;
  int compared = 0, equal = 0, less = 0;
  for (int i = 0; i < 10000; ++i) {
    const Mesh a = random_convex_mesh(random), b = random_convex_mesh(random);
    const ConvexPolyhedron convex_a = make_convex_polyhedron(a),
                           convex_b = make_convex_polyhedron(b);
    const Pose pa = test_pose(random, i, 1.2);
    Contacts pair, mesh;
    contact_convex_convex(convex_a, pa, convex_b, {}, convex_scratch, pair);
    const BoxTree tree(b);
    candidates.prepare(tree, box_around(convex_a, pa), 0.0);
    contact_convex_mesh(convex_a, pa, {&b, &candidates, {}}, scratch, mesh);
    if (pair.empty()) {
      EXPECT_TRUE(mesh.empty()) << i;
      continue;
    }
    const double least = deepest(pair);
    if (least > 0.05) continue;
    ++compared;
    EXPECT_GE(deepest(mesh), 0.2 * least) << i;
    less += deepest(mesh) < least - 1e-9;
    equal += std::abs(deepest(mesh) - least) < 1e-9;
  }
  EXPECT_GT(compared, 150);
  EXPECT_GT(equal, compared / 2);
  EXPECT_LE(less, compared / 30);
  RecordProperty("compared", compared);
  RecordProperty("equal", equal);
  RecordProperty("less_deep", less);
}

TEST(CylinderMesh, StandsOnAPlateThatIsSmallerThanItsCap) {
  const Mesh plate = sample_box({0.4, 0.4, 1.0});
  const BoxTree tree(plate);
  MeshCandidates candidates;
  candidates.prepare(tree, plate.box(), 2.0);
  Contacts found;
  SolidScratch scratch;
  contact_cylinder_mesh({0.5, 0.5}, {{0.01, 0.02, 0.999}, Mat3::Identity()},
                        {&plate, &candidates, {}}, scratch, found);
  ASSERT_GE(found.size(), 4u);  // the plate's corners
  for (const Contact& c : found) {
    EXPECT_NEAR(c.depth, 0.001, 1e-12);
    EXPECT_LT((c.normal - Vec3::UnitZ()).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace outrigger::contact
