/// A tree must give exactly the things that asking each box alone gives, for every question, both
/// split rules, and things that no rule can separate.
#include "geometry/box_tree.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "geometry/sample_meshes.h"

namespace outrigger::geometry {
namespace {

std::vector<Box> random_boxes(int count, double size, Random& random) {
  std::vector<Box> boxes;
  for (int i = 0; i < count; ++i) {
    Box box;
    const Vec3 c(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    box.add(c);
    box.add(c + size * Vec3(random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1)));
    boxes.push_back(box);
  }
  return boxes;
}

TEST(BoxTree, FindsWhatAskingEachBoxFinds) {
  Random random(1);
  for (const SplitRule rule : {SplitRule::deviation, SplitRule::surface}) {
    for (const int count : {1, 2, 3, 4, 5, 7, 8, 9, 33, 100, 1000}) {
      const std::vector<Box> boxes = random_boxes(count, 0.3, random);
      const BoxTree tree(boxes, rule);
      for (int i = 0; i < 100; ++i) {
        const Vec3 p(random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2), random.uniform(-1, 1));
        const Vec3 d(random.uniform(-1, 1), i % 3 ? random.uniform(-1, 1) : 0.0,
                     i % 4 ? random.uniform(-1, 1) : 0.0);
        const double r = random.uniform(0, 0.5);
        Box query;
        query.add(p);
        query.add(p + Vec3(r, 0.1, 0.2));
        std::vector<int> in, near, ray, all_in, all_near, all_ray;
        tree.for_each_in(query, [&](int t) { in.push_back(t); });
        tree.for_each_near(p, r, [&](int t) { near.push_back(t); });
        tree.for_each_on_ray(p, d, 1.0, [&](int t) { ray.push_back(t); });
        for (int t = 0; t < count; ++t) {
          const Box& box = boxes[static_cast<std::size_t>(t)];
          if (box.overlaps(query)) all_in.push_back(t);
          if (box.squared_distance(p) <= r * r) all_near.push_back(t);
          // The ray against the box by clipping its interval at the six planes.
          double enter = 0.0, leave = 1.0;
          for (int k = 0; k < 3; ++k) {
            const double a = box.low[k] - p[k], b = box.high[k] - p[k];
            if (d[k] == 0.0) {
              if (a > 0.0 || b < 0.0) leave = -1.0;
            } else {
              enter = std::max(enter, std::min(a / d[k], b / d[k]));
              leave = std::min(leave, std::max(a / d[k], b / d[k]));
            }
          }
          if (enter <= leave) all_ray.push_back(t);
        }
        // Boxes are rounded outwards to single precision: never too few, rarely one too many.
        for (auto* found : {&in, &near, &ray}) {
          std::sort(found->begin(), found->end());
          EXPECT_EQ(std::adjacent_find(found->begin(), found->end()), found->end());
        }
        EXPECT_TRUE(std::includes(in.begin(), in.end(), all_in.begin(), all_in.end()));
        EXPECT_TRUE(std::includes(near.begin(), near.end(), all_near.begin(), all_near.end()));
        EXPECT_TRUE(std::includes(ray.begin(), ray.end(), all_ray.begin(), all_ray.end()))
            << "d " << d.transpose();
        EXPECT_LE(in.size(), all_in.size() + 1);
        EXPECT_LE(near.size(), all_near.size() + 1);
        EXPECT_LE(ray.size(), all_ray.size() + 1);
        double limit = 1e300;
        const int nearest = tree.nearest(p, limit, [&](int t) {
          return boxes[static_cast<std::size_t>(t)].squared_distance(p);
        });
        double least = 1e300;
        for (const Box& box : boxes) least = std::min(least, box.squared_distance(p));
        ASSERT_GE(nearest, 0);
        EXPECT_EQ(limit, least);
      }
    }
  }
}

TEST(BoxTree, ThingsInOnePlaceAndFarAway) {
  std::vector<Box> boxes(1000);
  for (Box& box : boxes) box.add(Vec3(1, 2, 3));
  boxes.back().add(Vec3(1e30, 0, 0));
  boxes.front().add(Vec3(1e-40, 0, 0));
  for (const SplitRule rule : {SplitRule::deviation, SplitRule::surface}) {
    const BoxTree tree(boxes, rule);
    int found = 0;
    tree.for_each_in(boxes[1], [&](int) { ++found; });
    EXPECT_EQ(found, 1000);
    EXPECT_LE(tree.depth(), BoxTree::kMaxDepth);
  }
  EXPECT_TRUE(BoxTree(Mesh()).empty());
}

TEST(BoxTree, SpreadOverManyDecadesKeepsItsDepth) {
  // Centres at powers of two: each split by surface or mean peels off the few largest.
  std::vector<Box> boxes;
  for (int i = 0; i < 20000; ++i) {
    Box box;
    box.add(Vec3(std::ldexp(1.0, i % 200 - 100), std::ldexp(1.0, i / 200), 0));
    boxes.push_back(box);
  }
  for (const SplitRule rule : {SplitRule::deviation, SplitRule::surface}) {
    EXPECT_LE(BoxTree(boxes, rule).depth(), BoxTree::kMaxDepth);
  }
}

TEST(BoxTree, MemoryPerFaceIsBounded) {
  for (const SplitRule rule : {SplitRule::deviation, SplitRule::surface}) {
    const Mesh sphere = sample_icosphere(6);
    const Mesh terrain = sample_terrain(200, 0.25);
    EXPECT_LE(BoxTree(sphere, rule).memory(), 64u * 81920u);
    EXPECT_LE(BoxTree(terrain, rule).memory(), 64u * 80000u);
  }
}

}  // namespace
}  // namespace outrigger::geometry
