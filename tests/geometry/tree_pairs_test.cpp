/// Tree against tree gives every pair of faces that intersect, no pair twice, and for boxes along
/// the axes of their own tree exactly the pairs whose boxes overlap.
#include "geometry/tree_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "geometry/sample_meshes.h"
#include "geometry/tree_scenes.h"
#include "support/allocation_counter.h"

namespace outrigger::geometry {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

Pose random_pose(Random& random, double distance) {
  const Eigen::Quaterniond q = Eigen::Quaterniond(random.uniform(-1, 1), random.uniform(-1, 1),
                                                  random.uniform(-1, 1), random.uniform(-1, 1))
                                   .normalized();
  const Vec3 d = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  return {distance * d.normalized(), q.toRotationMatrix()};
}

bool crosses(const Vec3& p, const Vec3& q, const Corners& c) {
  const auto volume = [](const Vec3& a, const Vec3& b, const Vec3& d, const Vec3& e) {
    return (b - a).cross(d - a).dot(e - a);
  };
  if ((volume(c[0], c[1], c[2], p) > 0) == (volume(c[0], c[1], c[2], q) > 0)) return false;
  const bool x = volume(p, q, c[0], c[1]) > 0, y = volume(p, q, c[1], c[2]) > 0,
             z = volume(p, q, c[2], c[0]) > 0;
  return x == y && y == z;
}

bool intersect(const Corners& a, const Corners& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (crosses(a[i], a[(i + 1) % 3], b) || crosses(b[i], b[(i + 1) % 3], a)) return true;
  }
  return false;
}

Corners placed_box(const Corners& c, const Pose& pose) {
  return {pose.point(c[0]), pose.point(c[1]), pose.point(c[2])};
}

template <class Tree>
Pairs pairs_of(const Tree& a, const Tree& b, const Pose& pose) {
  Pairs pairs;
  for_each_pair(a, b, pose, [&](int i, int j) { pairs.emplace_back(i, j); });
  std::sort(pairs.begin(), pairs.end());
  EXPECT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

TEST(TreePairs, HoldEveryIntersectingPair) {
  Random random(21);
  const Mesh meshes[] = {sample_icosphere(2, 0.1), sample_torus(0.8, 0.3, 16, 10),
                         sample_machine(300)};
  std::size_t hits = 0;
  for (const Mesh& a : meshes) {
    for (const Mesh& b : meshes) {
      const BoxTree box_a(a), box_b(b);
      const ObbTree obb_a(a), obb_b(b);
      for (int i = 0; i < 12; ++i) {
        Pose pose = random_pose(random, random.uniform(0.0, 1.9));
        if (i == 0) pose = {};
        if (i == 1) pose = {Vec3(0.25, 0, 0), Mat3::Identity()};
        Pairs truth, boxes;
        for (int f = 0; f < a.face_count(); ++f) {
          const Corners ca = a.corners(f);
          const Box fa = ThingBox(a.face_box(f)).box();
          for (int g = 0; g < b.face_count(); ++g) {
            const Box gb = ThingBox(b.face_box(g)).box();
            const OrientedBox oa{fa.centre(), Mat3::Identity(), 0.5 * fa.size()};
            const OrientedBox ob{pose.point(gb.centre()), pose.rotation, 0.5 * gb.size()};
            if (!boxes_overlap(oa, ob)) continue;
            boxes.emplace_back(f, g);
            if (intersect(ca, placed_box(b.corners(g), pose))) truth.emplace_back(f, g);
          }
        }
        const Pairs by_box = pairs_of(box_a, box_b, pose);
        const Pairs by_obb = pairs_of(obb_a, obb_b, pose);
        EXPECT_TRUE(std::includes(by_box.begin(), by_box.end(), truth.begin(), truth.end()));
        EXPECT_TRUE(std::includes(by_obb.begin(), by_obb.end(), truth.begin(), truth.end()));
        EXPECT_EQ(by_box, boxes);
        EXPECT_LE(by_obb.size(), 3 * by_box.size() + 10);
        hits += truth.size();
      }
    }
  }
  EXPECT_GT(hits, 1000u);
}

TEST(TreePairs, EmptySmallAndUnequal) {
  const Mesh one({Vec3(0, 0, -1), Vec3(0, 1, 1), Vec3(0, -1, 1)}, {{0, 1, 2}});
  const Mesh box = sample_box(Vec3(1e6, 1e6, 1));
  EXPECT_TRUE(pairs_of(BoxTree(), BoxTree(one), Pose()).empty());
  EXPECT_TRUE(pairs_of(ObbTree(one), ObbTree(), Pose()).empty());
  EXPECT_EQ(pairs_of(BoxTree(one), BoxTree(one), Pose()).size(), 1u);
  EXPECT_EQ(pairs_of(ObbTree(one), ObbTree(one), Pose()).size(), 1u);
  EXPECT_GE(pairs_of(BoxTree(one), BoxTree(box), Pose()).size(), 2u);
  EXPECT_GE(pairs_of(ObbTree(one), ObbTree(box), Pose()).size(), 2u);
}

TEST(TreePairs, DoNotAllocate) {
  const Mesh mesh = sample_icosphere(3, 0.1);
  const BoxTree boxes(mesh);
  const ObbTree oriented(mesh);
  const Pose pose{Vec3(1.7, 0.1, 0.2), Mat3::Identity()};
  const std::int64_t before = test::allocations;
  int count = 0;
  for_each_pair(boxes, boxes, pose, [&](int, int) { ++count; });
  for_each_pair(oriented, oriented, pose, [&](int, int) { ++count; });
  EXPECT_EQ(test::allocations, before);
  EXPECT_GT(count, 0);
}

TEST(OrientedBoxes, ApartOnlyWithAGapBetweenThem) {
  // The 15 axes against the distance found by projecting to and fro between the two boxes.
  Random random(5);
  const auto nearest = [](const OrientedBox& box, const Vec3& p) {
    const Vec3 local = box.axes.transpose() * (p - box.centre);
    return Vec3(box.centre + box.axes * local.cwiseMax(-box.half).cwiseMin(box.half));
  };
  int apart = 0, together = 0;
  for (int i = 0; i < 4000; ++i) {
    OrientedBox a, b;
    const Pose pa = random_pose(random, random.uniform(0, 1)), pb = random_pose(random, 1.0);
    a = {pa.position, pa.rotation, Vec3(random.uniform(), random.uniform(), random.uniform())};
    b = {pb.position, pb.rotation, Vec3(random.uniform(), random.uniform(), random.uniform())};
    if (i % 5 == 0) b.axes = a.axes;
    if (i % 7 == 0) a.half.z() = 0.0;
    Vec3 p = a.centre, q;
    for (int k = 0; k < (boxes_overlap(a, b) ? 5000 : 300) && (k < 2 || p != q); ++k) {
      q = nearest(b, p);
      p = nearest(a, q);
    }
    const double gap = (p - q).norm();
    const bool overlap = boxes_overlap(a, b);
    EXPECT_EQ(overlap, boxes_overlap(b, a));
    if (gap > 2e-2) {
      EXPECT_FALSE(overlap) << i;
    }
    if (gap < 1e-9) {
      EXPECT_TRUE(overlap) << i;
    }
    apart += !overlap;
    together += overlap;
  }
  EXPECT_GT(apart, 400);
  EXPECT_GT(together, 400);
}

}  // namespace
}  // namespace outrigger::geometry
