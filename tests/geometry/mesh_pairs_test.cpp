/// Two faces meet or they do not: the tree must find exactly the pairs that testing every face
/// against every face finds. The slow way here is another one: clipping the line in which the two
/// planes meet by both triangles, in long double.
#include "contact/near/mesh_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.h"
#include "geometry/sample_meshes.h"
#include "math/random_rotation.h"
#include "support/samples.h"

namespace outrigger::contact {
namespace {

using geometry::BoxTree;
using geometry::Mesh;
using Long3 = Eigen::Matrix<long double, 3, 1>;

/// Do the triangles meet? Sets `sure` to false when the answer hangs on less than 1e-12.
bool meet(const geometry::Corners& a, const geometry::Corners& b, bool& sure) {
  const auto plane = [](const geometry::Corners& t, Long3& n, long double& d) {
    const Long3 p0 = t[0].cast<long double>();
    n = (t[1].cast<long double>() - p0).cross(t[2].cast<long double>() - p0).normalized();
    d = n.dot(p0);
  };
  Long3 na, nb;
  long double da, db;
  plane(a, na, da);
  plane(b, nb, db);
  const Long3 line = na.cross(nb);
  // The interval of the line inside a triangle, as positions along `line`.
  const auto interval = [&](const geometry::Corners& t, const Long3& n, long double d,
                            long double& low, long double& high) {
    long double h[3], s[3];
    for (int i = 0; i < 3; ++i) {
      h[i] = n.dot(t[static_cast<std::size_t>(i)].cast<long double>()) - d;
      s[i] = line.dot(t[static_cast<std::size_t>(i)].cast<long double>());
      if (std::abs(h[i]) < 1e-12L) sure = false;
    }
    low = 1e9L;
    high = -1e9L;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      if ((h[i] > 0) == (h[j] > 0)) continue;
      const long double x = s[i] + (s[j] - s[i]) * h[i] / (h[i] - h[j]);
      low = std::min(low, x);
      high = std::max(high, x);
    }
    return low <= high;
  };
  long double a0, a1, b0, b1;
  if (!interval(a, nb, db, a0, a1) || !interval(b, na, da, b0, b1)) return false;
  if (std::abs(a0 - b1) < 1e-12L || std::abs(b0 - a1) < 1e-12L) sure = false;
  return a0 <= b1 && b0 <= a1;
}

std::set<std::pair<int, int>> by_tree(MeshPairs& query, const MeshShape& a, const MeshShape& b,
                                      const Pose& pose) {
  query.find(a, b, pose);
  std::set<std::pair<int, int>> result;
  for (const FacePair& p : query.pairs()) result.emplace(p.face_a, p.face_b);
  EXPECT_EQ(result.size(), query.pairs().size());
  return result;
}

TEST(MeshPairs, AreThoseOfAllFacesAgainstAllFaces) {
  const std::vector<Mesh> meshes = [] {
    std::vector<Mesh> list;
    list.push_back(geometry::sample_box({1, 0.6, 0.8}));
    list.push_back(geometry::sample_icosphere(2));
    list.push_back(geometry::sample_torus(0.8, 0.25, 18, 9));
    list.push_back(geometry::sample_terrain(10, 0.25));
    return list;
  }();
  std::vector<BoxTree> trees;
  for (const Mesh& mesh : meshes) trees.emplace_back(mesh);
  Random random(3);
  MeshPairs query;
  int compared = 0, unsure = 0, found = 0;
  const int rounds = samples(300);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      const std::size_t j = random.bits() % meshes.size();
      Pose pose;
      pose.rotation = random_rotation(random);
      pose.position = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
      const auto pairs = by_tree(query, {&meshes[i], &trees[i]}, {&meshes[j], &trees[j]}, pose);
      found += static_cast<int>(pairs.size());
      for (int fa = 0; fa < meshes[i].face_count(); ++fa) {
        const geometry::Box box = meshes[i].face_box(fa).grown(1e-9);
        for (int fb = 0; fb < meshes[j].face_count(); ++fb) {
          geometry::Corners b = meshes[j].corners(fb);
          for (Vec3& p : b) p = pose.point(p);
          geometry::Box other;
          for (const Vec3& p : b) other.add(p);
          const bool listed = pairs.count({fa, fb}) != 0;
          if (!box.overlaps(other)) {
            EXPECT_FALSE(listed);
            continue;
          }
          bool sure = true;
          const bool expected = meet(meshes[i].corners(fa), b, sure);
          if (sure) {
            ASSERT_EQ(listed, expected) << i << " " << j << " faces " << fa << " " << fb;
            ++compared;
          } else {
            ++unsure;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, rounds * 1000 / 3);
  EXPECT_LT(unsure, compared / 1000);
  EXPECT_GT(found, rounds * 100 / 3);
}

/// The normal of a sliver is only known to rounding over its thinness. The trees must not leave out
/// what lies beside such a plane: they find what testing all faces finds, whichever mesh the sliver is
/// of.
TEST(MeshPairs, SliversMuchLargerThanTheOtherMesh) {
  Random random(8);
  const Mesh ball = geometry::sample_icosphere(3);
  std::vector<Vec3> vertices = ball.vertices();
  for (Vec3& p : vertices) p *= 1e-5;
  const Mesh small(vertices, ball.faces());
  const BoxTree small_tree(small);
  MeshPairs query, all;
  std::size_t found = 0;
  const int rounds = samples(300);
  for (int round = 0; round < rounds; ++round) {
    const Vec3 from = random_rotation(random).col(0), to = random_rotation(random).col(0);
    const Vec3 across = (to - from).cross(random_rotation(random).col(0)).normalized();
    const Mesh sliver({from, to, 0.5 * (from + to) + 3e-13 * across}, {{0, 1, 2}});
    const BoxTree sliver_tree(sliver);
    const Vec3 place = from + random.uniform(0.1, 0.9) * (to - from) +
                       1e-5 * random.uniform() * random_rotation(random).col(0);
    const Pose pose{place, random_rotation(random)};
    for (const bool turned : {false, true}) {
      const MeshShape first =
          turned ? MeshShape{&small, &small_tree} : MeshShape{&sliver, &sliver_tree};
      const MeshShape second =
          turned ? MeshShape{&sliver, &sliver_tree} : MeshShape{&small, &small_tree};
      const Pose second_in_first =
          turned ? Pose{pose.local_point(Vec3::Zero()), pose.rotation.transpose()} : pose;
      const auto pairs = by_tree(query, first, second, second_in_first);
      all.prepare(first, second, second_in_first, 10.0);
      EXPECT_TRUE(all.evaluate(second_in_first));
      EXPECT_EQ(all.candidate_count(), static_cast<std::size_t>(small.face_count()));
      EXPECT_EQ(pairs.size(), all.pairs().size()) << round << (turned ? " turned" : "");
      found += pairs.size();
    }
  }
  EXPECT_GT(found, static_cast<std::size_t>(rounds * 10 / 3));
}

TEST(MeshPairs, SizesMayDifferByAMillion) {
  const Mesh small = [] {
    Mesh m = geometry::sample_icosphere(2);
    std::vector<Vec3> v = m.vertices();
    for (Vec3& p : v) p *= 1e-4;
    return Mesh(std::move(v), m.faces());
  }();
  const Mesh large({{-100, -100, 0}, {100, -100, 0}, {100, 100, 0}, {-100, 100, 0}},
                   {{0, 1, 2}, {0, 2, 3}});
  const BoxTree small_tree(small), large_tree(large);
  MeshPairs query;
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    Pose pose;
    pose.rotation = random_rotation(random);
    pose.position =
        Vec3(random.uniform(-90, 90), random.uniform(-90, 90), random.uniform(-2e-4, 2e-4));
    query.find({&large, &large_tree}, {&small, &small_tree}, pose);
    const std::size_t one_way = query.pairs().size();
    // A face of the sphere meets the plane when its corners lie on both sides.
    std::size_t expected = 0;
    for (int f = 0; f < small.face_count(); ++f) {
      int above = 0;
      for (const Vec3& p : small.corners(f)) above += pose.point(p).z() > 0.0;
      expected += above == 1 || above == 2;
    }
    const bool on_diagonal = std::abs(pose.position.x() - pose.position.y()) < 3e-4;
    if (!on_diagonal) {
      EXPECT_EQ(one_way, expected);
      const Pose back{pose.local_point(Vec3::Zero()), pose.rotation.transpose()};
      query.find({&small, &small_tree}, {&large, &large_tree}, back);
      EXPECT_EQ(query.pairs().size(), expected);
    }
  }
}

}  // namespace
}  // namespace outrigger::contact
