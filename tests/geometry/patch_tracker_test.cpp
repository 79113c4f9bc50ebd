/// A patch keeps its name while it moves over the faces, whatever else comes and goes.
#include "contact/near/patch_tracker.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "base/work_pool.h"
#include "geometry/sample_meshes.h"
#include "math/random_rotation.h"

namespace outrigger::contact {
namespace {

using geometry::BoxTree;
using geometry::Mesh;

/// Two balls of radius 0.2 m, 0.8 m apart, as one body.
Mesh two_balls() {
  const Mesh ball = geometry::sample_icosphere(3);
  std::vector<Vec3> v;
  std::vector<geometry::Triangle> f;
  for (const double x : {-0.4, 0.4}) {
    for (geometry::Triangle t : ball.faces()) {
      for (auto& i : t) i += static_cast<std::int32_t>(v.size());
      f.push_back(t);
    }
    for (const Vec3& p : ball.vertices()) v.emplace_back(0.2 * p + Vec3(x, 0, 0));
  }
  return Mesh(std::move(v), std::move(f));
}

TEST(PatchTracker, NamesLast) {
  const Mesh ground = geometry::sample_terrain(40, 0.1), body = two_balls();
  const BoxTree ground_tree(ground), body_tree(body);
  MeshPatches query;
  PatchTracker tracker;
  const auto at = [&](double x, double z, double tilt) {
    const Pose pose{Vec3(x, 0.13, z), Eigen::AngleAxisd(tilt, Vec3::UnitY()).toRotationMatrix()};
    query.find({&ground, &ground_tree}, {&body, &body_tree}, pose);
    const auto names = tracker.track(query);
    return std::vector<std::int64_t>(names.begin(), names.end());
  };
  // Sliding along: the same two names, whichever comes first in the list.
  std::vector<std::int64_t> names = at(0.0, 0.18, -0.24);
  ASSERT_EQ(names.size(), 2u);
  for (int i = 1; i < 40; ++i) {
    const double x = 0.01 * i;
    std::vector<std::int64_t> now = at(x, 0.18 + 0.24 * x, -0.24);
    ASSERT_EQ(now.size(), 2u);
    std::sort(now.begin(), now.end());
    EXPECT_EQ(now, (std::vector<std::int64_t>{0, 1}));
  }
  // One lifted and put down again: the other keeps its name, the new touch gets a new one.
  std::vector<std::int64_t> one = at(0.4, 0.3, -0.4);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_LT(one[0], 2);
  std::vector<std::int64_t> again = at(0.4, 0.18 + 0.24 * 0.4, -0.24);
  std::sort(again.begin(), again.end());
  EXPECT_EQ(again, (std::vector<std::int64_t>{one[0], 2}));
}

TEST(WorkPool, ManyThreadsGiveTheBitsOfOne) {
  const Mesh a = geometry::sample_icosphere(3, 0.1), b = geometry::sample_torus(0.8, 0.3, 30, 15);
  const BoxTree tree_a(a), tree_b(b);
  const auto volumes = [&](int threads) {
    WorkPool pool(threads);
    std::vector<MeshPatches> queries(static_cast<std::size_t>(threads));
    std::vector<std::vector<double>> result(200);
    pool.run(result.size(), [&](std::size_t i, int thread) {
      Random random(i);
      const Pose pose{Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)),
                      random_rotation(random)};
      MeshPatches& query = queries[static_cast<std::size_t>(thread)];
      query.find({&a, &tree_a}, {&b, &tree_b}, pose);
      for (const MeshPatch& p : query.patches()) {
        result[i].push_back(p.volume);
        result[i].push_back(p.centroid.x());
        result[i].push_back(p.depth());
      }
    });
    return result;
  };
  const auto one = volumes(1);
  EXPECT_EQ(volumes(2), one);
  EXPECT_EQ(volumes(5), one);
}

TEST(WorkPool, PassesExceptionsOn) {
  WorkPool pool(3);
  EXPECT_THROW(pool.run(100,
                        [](std::size_t i, int) {
                          if (i == 17) throw std::runtime_error("seventeen");
                        }),
               std::runtime_error);
  std::atomic<int> sum = 0;
  pool.run(100, [&](std::size_t i, int) { sum += static_cast<int>(i); });
  EXPECT_EQ(sum, 4950);
  pool.run(0, [](std::size_t, int) { FAIL(); });
}

}  // namespace
}  // namespace outrigger::contact
