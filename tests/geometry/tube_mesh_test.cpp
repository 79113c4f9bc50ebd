/// Round shapes against meshes: the deepest contact must be what all triangles, asked one by one
/// for their distance from the core, say; and a finely meshed plane must feel exactly like a plane.
#include "contact/near/tube_mesh.h"

#include "contact/near/merge.h"
#include "contact/near/plane_pairs.h"
#include "mesh_helpers.h"

namespace outrigger::contact {
namespace {

/// Distance of a tube's core from all triangles; each piece sampled, the best places refined.
double slow_core_distance(const CorePiece& piece, const Mesh& mesh) {
  const auto at = [&](double s) -> Vec3 {
    if (piece.kind == CorePiece::Kind::segment) return piece.a + s * (piece.b - piece.a);
    const double angle = piece.kind == CorePiece::Kind::circle ? 2.0 * M_PI * s : M_PI * (s - 0.5);
    return piece.centre + piece.ring * (std::cos(angle) * piece.u + std::sin(angle) * piece.v);
  };
  const int samples = piece.is_point() ? 0 : piece.kind == CorePiece::Kind::circle ? 24 : 12;
  std::vector<double> f;
  for (int k = 0; k <= samples; ++k) {
    f.push_back(slow_mesh_distance(mesh, at(samples == 0 ? 0.0 : double(k) / samples)));
  }
  const double least = *std::min_element(f.begin(), f.end());
  double best = least;
  for (int k = 0; k <= samples && samples > 0; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const bool local = (k == 0 || f[i] <= f[i - 1]) && (k == samples || f[i] <= f[i + 1]);
    if (!local || f[i] > least + 0.1) continue;
    const double low = std::max(0, k - 1) / double(samples);
    const double high = std::min(samples, k + 1) / double(samples);
    best = std::min(best, slow_minimum([&](double t) {
                      return slow_mesh_distance(mesh, at(low + t * (high - low)));
                    }));
  }
  return best;
}

TEST(SphereMesh, DepthIsTheSignedDistanceOfTheCentre) {
  Random random(31);
  double worst = 0.0;
  int inside = 0, touching = 0;
  const std::vector<Mesh> meshes = closed_meshes();
  std::vector<BoxTree> trees;
  for (const Mesh& mesh : meshes) trees.emplace_back(mesh);
  MeshCandidates candidates;
  Contacts found;
  for (int i = 0; i < 20000; ++i) {
    const std::size_t m = random.integer(meshes.size());
    const Sphere sphere{test_size(random) * (i % 4 == 3 ? test_scale(random, i) : 0.5)};
    Pose pa = test_pose(random, i, 1.4);
    if (i % 10 == 1) pa.position = meshes[m].vertex(0) * (1.0 + 1e-3 * random.uniform());
    if (i % 4 == 3) {  // also tiny ones, where they touch
      const auto v = static_cast<std::int32_t>(
          random.integer(static_cast<std::uint64_t>(meshes[m].vertex_count())));
      pa.position = meshes[m].vertex(v) + 1.5 * sphere.radius * random_unit_vector(random);
    }
    const Pose pb = i % 2 == 0 ? Pose{} : test_pose(random, i, 3.0);
    pa = pb * pa;
    const PlacedMesh placed{&meshes[m], &candidates, pb};
    const Pose local = placed.local(pa);
    candidates.prepare(trees[m], box_around(sphere, local), 0.0);
    found.clear();
    contact_sphere_mesh(sphere, pa, placed, found);
    expect_consistent(found, 5.0);
    const double distance = slow_mesh_distance(meshes[m], local.position);
    if (distance < 1e-9 || std::abs(distance - sphere.radius) < 1e-9) continue;
    const bool behind = slow_inside(meshes[m], local.position);
    const double slow = distance > sphere.radius ? 0.0
                        : behind                 ? sphere.radius + distance
                                                 : sphere.radius - distance;
    inside += behind && slow > 0.0;
    touching += slow > 0.0;
    EXPECT_NEAR(deepest(found), slow, 1e-9) << i << " mesh " << m << " behind " << behind;
    worst = std::max(worst, std::abs(deepest(found) - slow));
  }
  EXPECT_GT(touching, 3000);
  EXPECT_GT(inside, 500);
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

template <class Shape, class Make, class Find>
void compare_with_all_triangles(std::uint64_t seed, Make&& make, Find&& find) {
  Random random(seed);
  const std::vector<Mesh> meshes = closed_meshes();
  std::vector<BoxTree> trees;
  for (const Mesh& mesh : meshes) trees.emplace_back(mesh);
  MeshCandidates candidates;
  Contacts found, again;
  int touching = 0, compared = 0, crossing = 0;
  double worst = 0.0;
  for (int i = 0; i < 10000; ++i) {
    const std::size_t m = random.integer(meshes.size());
    const double scale = test_scale(random, i);
    const Shape shape = make(random, scale);
    Pose pa = test_pose(random, i, 1.8);
    if (scale < 1.0) {  // a tiny shape near the surface
      const auto v = static_cast<std::int32_t>(
          random.integer(static_cast<std::uint64_t>(meshes[m].vertex_count())));
      pa.position = meshes[m].vertex(v) + 2.0 * scale * random_unit_vector(random);
    }
    const PlacedMesh placed{&meshes[m], &candidates, Pose{}};
    candidates.prepare(trees[m], box_around(shape, pa), 0.0);
    found.clear();
    find(shape, pa, placed, found);
    expect_consistent(found, 5.0);
    touching += !found.empty();
    // Where the core is outside everywhere, depth is that of the core's distance.
    const Tube tube = tube_of(shape, pa);
    double slow = 0.0, least = INFINITY;
    bool outside = true;
    for (const CorePiece& piece : tube.all()) {
      const double distance = slow_core_distance(piece, meshes[m]);
      outside = outside && distance > 1e-3 * scale;
      least = std::min(least, distance);
      slow = std::max(slow, piece.radius - distance);
    }
    bool end = false;
    outside =
        outside && !slow_inside(meshes[m], nearest_on_piece(tube.pieces[0], Vec3::Zero(), end));
    if (outside) {
      ++compared;
      // Never less deep than the samples; and never deeper than its own points prove.
      EXPECT_GE(deepest(found), slow - 2e-8) << i << " mesh " << m;
      worst = std::max(worst, slow - deepest(found));
      for (const Contact& c : found) {
        const CorePiece& piece = tube.pieces[static_cast<std::size_t>(c.feature_a.index / 8)];
        const Vec3 core = c.on_a + piece.radius * c.normal;
        EXPECT_LT((nearest_on_piece(piece, core, end) - core).norm(), 1e-12) << i;
        EXPECT_LT(slow_mesh_distance(meshes[m], c.on_b), 1e-12) << i;
      }
    }
    // A core through the surface must not go unnoticed.
    crossing += least < 1e-9;
    EXPECT_TRUE(least >= 1e-9 || !found.empty()) << i << " mesh " << m;
    // The whole mesh as candidates, and moved: nothing changes.
    if (i % 10 == 0 && outside) {
      MeshCandidates all;
      all.prepare(trees[m], meshes[m].box(), 10.0);
      const Pose motion = test_pose(random, 1, 5.0);
      again.clear();
      find(shape, motion * pa, {&meshes[m], &all, motion}, again);
      EXPECT_NEAR(deepest(found), deepest(again), 1e-11) << i;
      EXPECT_TRUE(candidates.covers(box_around(shape, pa)));
    }
  }
  EXPECT_GT(touching, 1500);
  EXPECT_GT(compared, 3000);
  EXPECT_GT(crossing, 500);
  ::testing::Test::RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(CapsuleMesh, AgreesWithAllTriangles) {
  compare_with_all_triangles<Capsule>(
      32,
      [](Random& r, double s) {
        return Capsule{0.3 * s * test_size(r), s * test_size(r)};
      },
      contact_capsule_mesh);
}

TEST(TorusMesh, AgreesWithAllTriangles) {
  compare_with_all_triangles<Torus>(
      33,
      [](Random& r, double s) {
        const double ring = s * test_size(r);
        return Torus{ring, ring * r.uniform(0.1, 0.7)};
      },
      contact_torus_mesh);
}

TEST(HalfTorusMesh, AgreesWithAllTriangles) {
  compare_with_all_triangles<HalfTorus>(
      34,
      [](Random& r, double s) {
        const double ring = s * test_size(r);
        return HalfTorus{ring, ring * r.uniform(0.1, 0.7)};
      },
      contact_half_torus_mesh);
}

TEST(LinkMesh, AgreesWithAllTriangles) {
  compare_with_all_triangles<ChainLink>(
      35,
      [](Random& r, double s) {
        const double ring = 0.5 * s * test_size(r);
        return ChainLink{s * test_size(r), ring, ring * r.uniform(0.2, 0.6),
                         r.integer(2) == 0 ? 0.0 : ring * 0.3};
      },
      contact_link_mesh);
}

TEST(SphereMesh, RollsOverAMeshedPlaneAsOverThePlane) {
  expect_plane(Sphere{0.4}, 41, contact_sphere_mesh, contact_sphere_plane);
}

TEST(CapsuleMesh, RollsOverAMeshedPlaneAsOverThePlane) {
  expect_plane(Capsule{0.2, 0.5}, 42, contact_capsule_mesh, contact_capsule_plane);
}

TEST(TorusMesh, RollsOverAMeshedPlaneAsOverThePlane) {
  expect_plane(Torus{0.5, 0.15}, 43, contact_torus_mesh, contact_torus_plane);
}

TEST(LinkMesh, LiesOnAMeshedPlaneAsOnThePlane) {
  // Depth of a link on a plane: the lowest point of its core, sampled, less the radius.
  Random random(44);
  const Mesh ground = irregular_plane(random, 60, 0.1);
  const BoxTree tree(ground);
  MeshCandidates candidates;
  Contacts found;
  const ChainLink link{0.3, 0.2, 0.08, 0.05};
  for (int i = 0; i < 2000; ++i) {
    Pose pose{Vec3(random.uniform(-1, 1), random.uniform(-1, 1), 0.0), test_rotation(random, i)};
    pose.position.z() = -box_around(link, pose).low.z() - random.uniform(0.001, 0.05);
    candidates.prepare(tree, box_around(link, pose), 0.01);
    found.clear();
    contact_link_mesh(link, pose, {&ground, &candidates, {}}, found);
    double lowest = INFINITY;
    for (int k = 0; k < 720; ++k) {
      const double x = std::cos(k * M_PI / 360), y = std::sin(k * M_PI / 360);
      const Vec3 core(link.ring * x + (x > 0 ? link.half_length : -link.half_length), link.ring * y,
                      0);
      lowest = std::min(lowest, pose.point(core).z());
    }
    EXPECT_NEAR(deepest(found), link.tube - lowest, 1e-5) << i;
    EXPECT_GE(deepest(found), link.tube - lowest - 1e-12) << i;
    for (const Contact& c : found) EXPECT_LT((c.normal - Vec3::UnitZ()).norm(), 1e-12) << i;
    if (i % 3 == 0 && std::abs(pose.rotation(2, 2)) > 0.5) {
      EXPECT_GE(found.size(), 4u) << i;
    }
  }
}

TEST(SphereMesh, OrderOfCandidatesDoesNotMatter) {
  // The same faces found by another tree, in another order: the same bits in the same order.
  Random random(45);
  const Mesh mesh = sample_icosphere(3, 0.2);
  const BoxTree first(mesh, SplitRule::surface), second(mesh, SplitRule::deviation);
  MeshCandidates a, b;
  Contacts found_a, found_b;
  for (int i = 0; i < 1000; ++i) {
    const Pose pose = test_pose(random, i, 1.2);
    const ChainLink link{0.3, 0.3, 0.15, 0.1};
    a.prepare(first, box_around(link, pose), 0.0);
    b.prepare(second, box_around(link, pose), 0.0);
    found_a.clear();
    found_b.clear();
    contact_link_mesh(link, pose, {&mesh, &a, {}}, found_a);
    contact_link_mesh(link, pose, {&mesh, &b, {}}, found_b);
    ASSERT_EQ(found_a.size(), found_b.size()) << i;
    for (std::size_t k = 0; k < found_a.size(); ++k) {
      EXPECT_EQ(found_a[k].on_a, found_b[k].on_a);
      EXPECT_EQ(found_a[k].depth, found_b[k].depth);
      EXPECT_EQ(found_a[k].feature_b, found_b[k].feature_b);
    }
  }
}

TEST(SphereMesh, FacesWithoutAreaAreNotFelt) {
  // A vertex in the middle of an edge of one neighbour only: the gap is closed by a flat face.
  const Mesh ground({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 0}},
                    {{0, 1, 4}, {1, 2, 4}, {0, 4, 2}, {0, 2, 3}});
  const BoxTree tree(ground);
  MeshCandidates candidates;
  candidates.prepare(tree, ground.box(), 1.0);
  const PlacedMesh placed{&ground, &candidates, {}};
  Contacts found;
  Random random(46);
  for (int i = 0; i < 200; ++i) {
    const double x = random.uniform(-0.5, 0.5);
    const Pose pose{Vec3(x, i % 2 == 0 ? x : random.uniform(-0.5, 0.5), 0.29), Mat3::Identity()};
    found.clear();
    contact_sphere_mesh({0.3}, pose, placed, found);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].normal, Vec3(Vec3::UnitZ()));
    EXPECT_NEAR(found[0].depth, 0.01, 1e-15);
    found.clear();
    contact_torus_mesh({0.2, 0.1}, {pose.position - Vec3(0, 0, 0.2), Mat3::Identity()}, placed,
                       found);
    EXPECT_EQ(found.size(), 4u);
    for (const Contact& c : found) EXPECT_NEAR(c.normal.z(), 1.0, 1e-15);
  }
}

TEST(SphereMesh, TouchesTwoWallsOfAGrooveAndNotTheBackOfAThinPlate) {
  // A groove of two faces with a right angle, seen from above.
  const Mesh groove({{-1, -1, 1}, {0, -1, 0}, {0, 1, 0}, {-1, 1, 1}, {1, -1, 1}, {1, 1, 1}},
                    {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}});
  const BoxTree tree(groove);
  MeshCandidates candidates;
  candidates.prepare(tree, groove.box(), 1.0);
  Contacts found;
  const double s = std::sqrt(0.5);
  contact_sphere_mesh({0.3}, {{0, 0.1, 0.29 / s}, Mat3::Identity()}, {&groove, &candidates, {}},
                      found);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0].depth, 0.01, 1e-15);
  EXPECT_NEAR(found[1].depth, 0.01, 1e-15);
  std::vector<double> weights;
  direction_weights(found, 0, weights);
  EXPECT_NEAR(weights[0], 1.0, 1e-12);  // at right angles: both in full

  const Mesh plate = sample_box({2, 2, 0.1});
  const BoxTree plate_tree(plate);
  candidates.prepare(plate_tree, plate.box(), 2.0);
  for (const double height : {0.49, 0.36, 0.2, 0.06}) {
    found.clear();
    contact_sphere_mesh({0.5}, {{0.1, 0.2, height + 0.05}, Mat3::Identity()},
                        {&plate, &candidates, {}}, found);
    ASSERT_EQ(found.size(), 1u) << height;
    EXPECT_NEAR(found[0].depth, 0.5 - height, 1e-15);
    EXPECT_EQ(found[0].normal, Vec3(Vec3::UnitZ()));
  }
}

TEST(MeshCandidates, NoticesAShapeThatLeftTheRegion) {
  const Mesh ground = sample_terrain(20, 0.5);
  const BoxTree tree(ground);
  MeshCandidates candidates;
  const Sphere sphere{0.5};
  const Pose pose{{0, 0, 0.8}, Mat3::Identity()};
  candidates.prepare(tree, box_around(sphere, pose), 0.1);
  EXPECT_TRUE(candidates.covers(box_around(sphere, pose)));
  EXPECT_TRUE(candidates.covers(box_around(sphere, {{0.09, 0, 0.8}, Mat3::Identity()})));
  EXPECT_FALSE(candidates.covers(box_around(sphere, {{0.11, 0, 0.8}, Mat3::Identity()})));
  EXPECT_TRUE(candidates.covers(Vec3(0.09, 0, 0.8), sphere.radius));
  EXPECT_FALSE(candidates.covers(Vec3(0.11, 0, 0.8), sphere.radius));
  // Selected by the ball itself: fewer faces, the same answers.
  MeshCandidates by_ball;
  by_ball.prepare(tree, pose.position, sphere.radius, 0.1);
  EXPECT_LE(by_ball.faces().size(), candidates.faces().size());
  EXPECT_TRUE(by_ball.covers(Vec3(pose.position + Vec3(0, 0.099, 0)), sphere.radius));
  EXPECT_FALSE(by_ball.covers(Vec3(pose.position + Vec3(0, 0.101, 0)), sphere.radius));
  EXPECT_FALSE(by_ball.covers(box_around(sphere, pose).grown(0.05)));
}

TEST(SphereMesh, FeaturesPersistWhileTheSphereStays) {
  const Mesh ground = sample_terrain(20, 0.5);
  const BoxTree tree(ground);
  MeshCandidates candidates;
  Contacts first, second;
  const Pose pose{{0.1, 0.2, 0.45}, Mat3::Identity()};
  candidates.prepare(tree, box_around(Sphere{0.5}, pose), 0.1);
  contact_sphere_mesh({0.5}, pose, {&ground, &candidates, {}}, first);
  contact_sphere_mesh({0.5}, {{0.1 + 1e-6, 0.2, 0.45}, Mat3::Identity()},
                      {&ground, &candidates, {}}, second);
  ASSERT_FALSE(first.empty());
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].feature_b, second[i].feature_b);
  }
}

}  // namespace
}  // namespace outrigger::contact
