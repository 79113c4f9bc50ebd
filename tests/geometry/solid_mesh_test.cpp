/// Cylinders, boxes and polyhedra against meshes. Nothing is reported that is not there: a contact's
/// points prove the overlap. Nothing is missed: where samples of either surface lie deep in the
/// other body, a contact at least as deep is found. And a meshed plane is a plane.
#include "contact/near/solid_mesh.h"

#include "contact/near/convex_pairs.h"
#include "contact/near/plane_pairs.h"
#include "mesh_helpers.h"

namespace outrigger::contact {
namespace {

TEST(CylinderMesh, RollsOverAMeshedPlaneAsOverThePlane) {
  expect_plane(Cylinder{0.3, 0.4}, 51, contact_cylinder_mesh, contact_cylinder_plane);
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

/// Points on the surface.
std::vector<Vec3> samples_of(const Cylinder& c) {
  std::vector<Vec3> points;
  for (int k = 0; k < 16; ++k) {
    const double x = c.radius * std::cos(k * M_PI / 8), y = c.radius * std::sin(k * M_PI / 8);
    for (const double z : {-1.0, 0.0, 1.0}) points.emplace_back(x, y, z * c.half_length);
  }
  return points;
}
std::vector<Vec3> samples_of(const ConvexPolyhedron& c) {
  std::vector<Vec3> points = c.vertices;
  for (const ConvexPolyhedron::Edge& e : c.edges) {
    points.push_back(0.5 * (c.vertices[static_cast<std::size_t>(e.from)] +
                            c.vertices[static_cast<std::size_t>(e.to)]));
  }
  return points;
}
std::vector<Vec3> samples_of(const BoxShape& b) {
  return samples_of(make_convex_polyhedron(sample_box(2.0 * b.half)));
}

std::vector<Vec3> samples_of(const Mesh& mesh) {
  std::vector<Vec3> points = mesh.vertices();
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    const Corners c = mesh.corners(f);
    constexpr int n = 8;
    for (int i = 0; i <= n; ++i) {
      for (int j = 0; i + j <= n; ++j) {
        points.push_back((i * c[0] + j * c[1] + (n - i - j) * c[2]) / double(n));
      }
    }
  }
  return points;
}

template <class Shape, class Make, class Find>
void compare_with_samples(std::uint64_t seed, Make&& make, Find&& find) {
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
  int touching = 0, shallow = 0, less_deep = 0;
  for (int i = 0; i < 10000; ++i) {
    const std::size_t m = random.integer(meshes.size());
    const Mesh& mesh = meshes[m];
    const double scale = test_scale(random, i);
    const Shape shape = make(random, scale);
    Pose pa = test_pose(random, i, 1.6);
    if (scale < 1.0) {
      const auto v = static_cast<std::int32_t>(
          random.integer(static_cast<std::uint64_t>(mesh.vertex_count())));
      pa.position = mesh.vertex(v) + scale * random_unit_vector(random);
    }
    if (i % 2 == 1) {  // a point of its surface a little below a point of the mesh
      const std::vector<Vec3> own = samples_of(shape);
      const auto f =
          static_cast<std::int32_t>(random.integer(static_cast<std::uint64_t>(mesh.face_count())));
      const Corners c = mesh.corners(f);
      const double x = random.uniform(), y = random.uniform() * (1.0 - x);
      pa.position = x * c[0] + y * c[1] + (1.0 - x - y) * c[2] -
                    0.03 * scale * random.uniform() * mesh.normal(f) -
                    pa.direction(own[random.integer(own.size())]);
    }
    candidates.prepare(trees[m], box_around(shape, pa), 0.05 * scale);
    found.clear();
    find(shape, pa, {&mesh, &candidates, Pose{}}, found);
    expect_consistent(found, 5.0);
    touching += !found.empty();
    for (const Contact& c : found) {
      const bool mesh_in_solid = slow_mesh_distance(mesh, c.on_b) < 1e-9 &&
                                 depth_in(shape, pa.local_point(c.on_b)) > -1e-9;
      const bool solid_in_mesh =
          depth_in(shape, pa.local_point(c.on_a)) > -1e-9 && slow_inside(mesh, c.on_a);
      // A thin end that came out again behind a face proves nothing by its points.
      const bool pierced = found.size() <= 4 && c.feature_b.kind == Feature::Kind::face;
      EXPECT_TRUE(mesh_in_solid || solid_in_mesh || pierced)
          << i << " mesh " << m << " features " << int(c.feature_a.kind) << " " << c.feature_a.index
          << " / " << int(c.feature_b.kind) << " " << c.feature_b.index;
    }
    // How deep the samples of one are in the other; deep overlaps have no single answer.
    double slow = 0.0;
    for (const Vec3& p : samples[m]) slow = std::max(slow, depth_in(shape, pa.local_point(p)));
    for (const Vec3& p : samples_of(shape)) {
      const Vec3 q = pa.point(p);
      if (!mesh.box().contains(q)) continue;
      if (slow_inside(mesh, q)) slow = std::max(slow, slow_mesh_distance(mesh, q));
    }
    if (slow < 0.05 * scale && !slow_inside(mesh, pa.position)) {
      shallow += slow > 0.0;
      EXPECT_TRUE(slow < 1e-9 || !found.empty()) << i << " mesh " << m << " depth " << slow;
      less_deep += deepest(found) < slow - 1e-9;
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
  EXPECT_GT(touching, 2000);
  EXPECT_GT(shallow, 300);
  // Deep ends of edges that no cone explains (solid_mesh.h).
  EXPECT_LE(less_deep, shallow / 50);
  ::testing::Test::RecordProperty("shallow", shallow);
  ::testing::Test::RecordProperty("less_deep", less_deep);
}

TEST(CylinderMesh, FindsWhatSamplesFind) {
  compare_with_samples<Cylinder>(
      53,
      [](Random& r, double s) {
        return Cylinder{0.5 * s * test_size(r), s * test_size(r)};
      },
      contact_cylinder_mesh);
}

TEST(BoxMesh, FindsWhatSamplesFind) {
  SolidScratch scratch;
  compare_with_samples<BoxShape>(
      54,
      [](Random& r, double s) {
        return BoxShape{0.5 * s * Vec3(test_size(r), test_size(r), test_size(r))};
      },
      [&](const BoxShape& a, const Pose& pose, const PlacedMesh& b, Contacts& out) {
        contact_box_mesh(a, pose, b, scratch, out);
      });
}

TEST(ConvexMesh, FindsWhatSamplesFind) {
  SolidScratch scratch;
  compare_with_samples<ConvexPolyhedron>(
      55,
      [](Random& r, double s) {
        return make_convex_polyhedron(scaled_mesh(random_convex_mesh(r), 0.5 * s));
      },
      [&](const ConvexPolyhedron& a, const Pose& pose, const PlacedMesh& b, Contacts& out) {
        contact_convex_mesh(a, pose, b, scratch, out);
      });
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
  contact_cylinder_mesh({0.5, 0.5}, {{0.01, 0.02, 0.999}, Mat3::Identity()},
                        {&plate, &candidates, {}}, found);
  ASSERT_GE(found.size(), 4u);  // the plate's corners
  for (const Contact& c : found) {
    EXPECT_NEAR(c.depth, 0.001, 1e-12);
    EXPECT_LT((c.normal - Vec3::UnitZ()).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace outrigger::contact
