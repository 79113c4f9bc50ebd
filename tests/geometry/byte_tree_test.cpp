/// The tree in bytes leaves out nothing that a box in double precision touches, whatever the size and
/// the place of mesh and question, and names hardly more than that where nodes are small.
#include "geometry/byte_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "geometry/box_tree.h"
#include "geometry/sample_meshes.h"

namespace outrigger::geometry {
namespace {

Vec3 direction_of(Random& random) {
  return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
}

Mesh placed_mesh(const Mesh& mesh, double size, const Vec3& shift) {
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(size * v + shift);
  return Mesh(std::move(vertices), mesh.faces());
}

std::vector<int> found_near(const BoxTree& tree, const Box& box, double distance) {
  std::vector<int> found;
  tree.bytes().for_each_near(box, distance, [&](int f) { found.push_back(f); });
  std::sort(found.begin(), found.end());
  return found;
}

double gap_squared(const Box& a, const Box& b) {
  return (a.low - b.high).cwiseMax(b.low - a.high).cwiseMax(Vec3::Zero()).squaredNorm();
}

TEST(ByteTree, LeavesOutNothing) {
  // Sizes from micrometres to thousands of kilometres, near the origin and far away, and questions that
  // end within rounding of a box.
  Random random(21);
  const Mesh bumps = sample_icosphere(4, 0.1);
  for (const double size : {1e-6, 1e-2, 1.0, 1e3, 1e6}) {
    for (const Vec3& shift : {Vec3(0, 0, 0), Vec3(3e5, -7e4, 1e3), Vec3(1e-3, 0, -1e6)}) {
      const Mesh mesh = placed_mesh(bumps, size, shift);
      const BoxTree tree(mesh);
      for (int i = 0; i < 60; ++i) {
        const auto v = static_cast<std::int32_t>(
            random.integer(static_cast<std::uint64_t>(mesh.vertex_count())));
        Box box;
        box.add(mesh.vertex(v) + size * std::pow(random.uniform(), 3.0) * direction_of(random));
        if (i % 2 == 1) box.add(box.low + 0.3 * size * direction_of(random));
        // Just as far as some face is.
        const auto f = static_cast<std::int32_t>(
            random.integer(static_cast<std::uint64_t>(mesh.face_count())));
        const double distance = i % 3 == 0 ? std::sqrt(gap_squared(mesh.face_box(f), box))
                                           : size * std::pow(random.uniform(), 4.0);
        const std::vector<int> found = found_near(tree, box, distance);
        std::vector<int> touched;
        for (int k = 0; k < mesh.face_count(); ++k) {
          if (gap_squared(mesh.face_box(k), box) <= distance * distance) touched.push_back(k);
        }
        ASSERT_TRUE(std::includes(found.begin(), found.end(), touched.begin(), touched.end()))
            << "size " << size << ", shift " << shift.transpose() << ", question " << i;
        ASSERT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << "named twice";
      }
    }
  }
}

TEST(ByteTree, NamesHardlyMore) {
  // Small balls on a terrain: 3 % more than what is in the faces' own boxes; its nodes are nearly full.
  const Mesh mesh = sample_terrain(150, 0.25);
  const BoxTree tree(mesh);
  EXPECT_LT(tree.bytes().memory(), 17.0 * mesh.face_count());
  EXPECT_LE(tree.bytes().depth(), 5);
  Random random(22);
  std::size_t found = 0, own = 0;
  for (int i = 0; i < 200; ++i) {
    const auto v =
        static_cast<std::int32_t>(random.integer(static_cast<std::uint64_t>(mesh.vertex_count())));
    const Vec3 p = mesh.vertex(v) + 0.2 * direction_of(random);
    found += found_near(tree, {p, p}, 0.2).size();
    for (int f = 0; f < mesh.face_count(); ++f) own += mesh.face_box(f).squared_distance(p) <= 0.04;
  }
  EXPECT_GE(found, own);
  EXPECT_LT(static_cast<double>(found), 1.03 * static_cast<double>(own));
}

TEST(ByteTree, TooLargeForAGrid) {
  // Beyond single precision the tree of boxes answers alone.
  const Mesh mesh({Vec3(-1e300, 0, 0), Vec3(1e300, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)},
                  {{0, 1, 2}, {0, 1, 3}});
  const BoxTree tree(mesh);
  EXPECT_TRUE(tree.bytes().empty());
  int found = 0;
  tree.for_each_in({Vec3(5, 0, 0), Vec3(6, 1, 1)}, [&](int) { ++found; });
  EXPECT_EQ(found, 2);
}

TEST(ByteTree, PointsInOnePlace) {
  // Nodes without any size have a grid all the same.
  std::vector<Triangle> faces(1000, Triangle{0, 1, 2});
  const Vec3 p(12.5, -3.0, 7.0);
  const BoxTree tree(Mesh({p, p, p}, faces));
  EXPECT_EQ(found_near(tree, {p, p}, 0.0).size(), faces.size());
  EXPECT_TRUE(found_near(tree, {p + Vec3(1, 0, 0), p + Vec3(1, 0, 0)}, 0.5).empty());
}

TEST(ByteTree, GoneWhenTheBoxesChange) {
  BoxTree tree(sample_box(Vec3(1, 1, 1)));
  ASSERT_FALSE(tree.bytes().empty());
  std::vector<ThingBox> boxes(12, ThingBox(Box{Vec3(5, 5, 5), Vec3(6, 6, 6)}));
  tree.refit(boxes);
  int found = 0;
  tree.for_each_in(Box{Vec3(5.5, 5.5, 5.5), Vec3(5.6, 5.6, 5.6)}, [&](int) { ++found; });
  EXPECT_EQ(found, 12);
}

}  // namespace
}  // namespace outrigger::geometry
