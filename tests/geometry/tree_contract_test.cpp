/// What every tree over the faces of a mesh must do: name each face that touches the sphere, the
/// box or the ray, name none twice, and none whose own box (rounded to single precision, or to the grid of
/// a node) does not touch. Asking every face in turn is the truth. The meshes include those no rule can
/// divide.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.h"
#include "geometry/box_tree.h"
#include "geometry/bsp_tree.h"
#include "geometry/kd_tree.h"
#include "geometry/obb_tree.h"
#include "geometry/octree.h"
#include "geometry/sample_meshes.h"
#include "geometry/tree_scenes.h"
#include "support/allocation_counter.h"

namespace outrigger::geometry {
namespace {

struct Surface {
  explicit Surface(const Mesh& mesh) : tree(mesh, SplitRule::surface) {}
  BoxTree tree;
};
struct Deviation {
  explicit Deviation(const Mesh& mesh) : tree(mesh, SplitRule::deviation) {}
  BoxTree tree;
};
struct OctreeLoose {
  explicit OctreeLoose(const Mesh& mesh) : tree(mesh) {}
  Octree tree;
};
struct OctreeFit {
  explicit OctreeFit(const Mesh& mesh)
      : tree(mesh, {.policy = OctreeSettings::Policy::fit, .max_depth = 24, .leaf_count = 1}) {}
  Octree tree;
};
struct KdMedian {
  explicit KdMedian(const Mesh& mesh) : tree(mesh) {}
  KdTree tree;
};
struct KdMiddle {
  explicit KdMiddle(const Mesh& mesh)
      : tree(mesh, {.policy = KdTreeSettings::Policy::middle, .max_depth = 40, .leaf_count = 1}) {}
  KdTree tree;
};
struct BspMixed {
  explicit BspMixed(const Mesh& mesh) : tree(mesh) {}
  BspTree tree;
};
struct BspFaces {
  explicit BspFaces(const Mesh& mesh)
      : tree(mesh, {.policy = BspTreeSettings::Policy::faces, .max_depth = 1024, .leaf_count = 0}) {
  }
  BspTree tree;
};
struct Oriented {
  explicit Oriented(const Mesh& mesh) : tree(mesh) {}
  ObbTree tree;
};

/// A mesh of loose triangles.
Mesh soup(const std::vector<Corners>& triangles) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> faces;
  for (const Corners& t : triangles) {
    const auto first = static_cast<std::int32_t>(vertices.size());
    vertices.insert(vertices.end(), t.begin(), t.end());
    faces.push_back({first, first + 1, first + 2});
  }
  return Mesh(std::move(vertices), std::move(faces));
}

Vec3 random_point(Random& random, double size = 1.0) {
  return size * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
}

struct Scene {
  std::string name;
  Mesh mesh;
};

std::vector<Scene> scenes() {
  Random random(4);
  std::vector<Scene> all;
  all.push_back({"empty", Mesh()});
  all.push_back({"one", soup({{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}})});
  all.push_back({"box", sample_box(Vec3(1, 2, 3))});
  all.push_back({"sphere", sample_icosphere(2)});
  all.push_back({"bumps", sample_icosphere(3, 0.1)});
  all.push_back({"terrain", sample_terrain(20, 0.1)});
  all.push_back({"torus", sample_torus(1.0, 0.3, 16, 8)});
  all.push_back({"machine", sample_machine(600)});
  std::vector<Corners> coplanar, copies, needles, random_soup, points, far;
  for (int i = 0; i < 200; ++i) {
    const Vec3 a = random_point(random), b = random_point(random), c = random_point(random);
    coplanar.push_back({Vec3(a.x(), a.y(), 0.5), Vec3(b.x(), b.y(), 0.5), Vec3(c.x(), c.y(), 0.5)});
    copies.push_back({Vec3(0.1, 0.2, 0.3), Vec3(-0.5, 0.2, 0.4), Vec3(0.3, 0.9, -0.2)});
    needles.push_back({a, Vec3(a + 100.0 * b), Vec3(a + 1e-7 * c)});
    random_soup.push_back({a, Vec3(a + 0.2 * b), Vec3(a + 0.2 * c)});
    points.push_back({a, a, a});
    const Vec3 shift(1e6, -2e6, 5e5);
    far.push_back({Vec3(shift + a), Vec3(shift + b), Vec3(shift + c)});
  }
  all.push_back({"coplanar", soup(coplanar)});
  all.push_back({"copies", soup(copies)});
  all.push_back({"needles", soup(needles)});
  all.push_back({"soup", soup(random_soup)});
  all.push_back({"points", soup(points)});
  all.push_back({"far from the origin", soup(far)});
  copies.push_back({Vec3(1e6, 0, 0), Vec3(1e6, 1, 0), Vec3(-1e6, 0, 1)});
  all.push_back({"copies and one huge", soup(copies)});
  return all;
}

/// Squared distance of a point from a triangle, by its face where the foot is inside, else its edges.
double squared_distance(const Corners& c, const Vec3& p) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 e = c[(i + 1) % 3] - c[i];
    const double ee = e.squaredNorm();
    const double t = ee > 0.0 ? std::clamp((p - c[i]).dot(e) / ee, 0.0, 1.0) : 0.0;
    least = std::min(least, (c[i] + t * e - p).squaredNorm());
  }
  const Vec3 n = (c[1] - c[0]).cross(c[2] - c[0]);
  if (n.squaredNorm() > 0.0) {
    bool inside = true;
    for (std::size_t i = 0; i < 3; ++i) {
      inside &= (c[(i + 1) % 3] - c[i]).cross(p - c[i]).dot(n) >= 0.0;
    }
    const double d = n.dot(p - c[0]);
    if (inside) least = std::min(least, d * d / n.squaredNorm());
  }
  return least;
}

/// Does the triangle touch the box? By cutting it with the six planes, away from grazing.
bool touches(const Corners& c, const Box& box) {
  std::vector<Vec3> polygon(c.begin(), c.end());
  for (int k = 0; k < 3; ++k) {
    for (const double sign : {1.0, -1.0}) {
      const double limit = sign > 0.0 ? box.high[k] : -box.low[k];
      std::vector<Vec3> rest;
      for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3& a = polygon[i];
        const Vec3& b = polygon[(i + 1) % polygon.size()];
        const double da = limit - sign * a[k], db = limit - sign * b[k];
        if (da >= 0.0) rest.push_back(a);
        if ((da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0)) {
          rest.push_back(a + (b - a) * (da / (da - db)));
        }
      }
      polygon = rest;
    }
  }
  return !polygon.empty();
}

/// Does the ray pass through the triangle, well away from its edges?
bool passes(const Corners& c, const Vec3& o, const Vec3& d, double length) {
  const Vec3 e1 = c[1] - c[0], e2 = c[2] - c[0];
  const Vec3 n = e1.cross(e2);
  const double speed = n.dot(d);
  if (std::abs(speed) < 1e-9 * n.norm() * d.norm() || n.norm() == 0.0) return false;
  const double t = n.dot(c[0] - o) / speed;
  const Vec3 w = o + t * d - c[0];
  const double u = w.cross(e2).dot(n) / n.squaredNorm(), v = e1.cross(w).dot(n) / n.squaredNorm();
  return t > 1e-9 && t < length - 1e-9 && u > 1e-6 && v > 1e-6 && u + v < 1.0 - 1e-6;
}

template <class Kind>
class Tree : public ::testing::Test {};
using Kinds = ::testing::Types<Surface, Deviation, OctreeLoose, OctreeFit, KdMedian, KdMiddle,
                               BspMixed, BspFaces, Oriented>;
TYPED_TEST_SUITE(Tree, Kinds);

/// found ⊇ touching, found ⊆ allowed, no thing twice.
void expect_count_between(std::vector<int> found, const std::vector<int>& touching,
                          const std::vector<int>& allowed, const std::string& what) {
  std::sort(found.begin(), found.end());
  EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << what << ": twice";
  EXPECT_TRUE(std::includes(found.begin(), found.end(), touching.begin(), touching.end()))
      << what << ": too few";
  EXPECT_TRUE(std::includes(allowed.begin(), allowed.end(), found.begin(), found.end()))
      << what << ": too many";
}

TYPED_TEST(Tree, FindsWhatAskingEachFaceFinds) {
  constexpr bool kOriented = std::is_same_v<TypeParam, Oriented>;
  constexpr bool kBytes = std::is_same_v<decltype(TypeParam::tree), BoxTree>;
  constexpr bool kBsp = std::is_same_v<TypeParam, BspMixed> || std::is_same_v<TypeParam, BspFaces>;
  Random random(7);
  for (const Scene& scene : scenes()) {
    SCOPED_TRACE(scene.name);
    const TypeParam kind(scene.mesh);
    const auto& tree = kind.tree;
    EXPECT_EQ(tree.empty(), scene.mesh.face_count() == 0);
    const Box bounds = scene.mesh.box();
    const double size = tree.empty() ? 1.0 : bounds.size().maxCoeff() + 1e-3;
    for (int i = 0; i < 120; ++i) {
      // Queries about a corner of the mesh, of all sizes, some along the axes.
      Vec3 p = random_point(random);
      if (!tree.empty()) {
        const auto v = static_cast<std::int32_t>(
            random.integer(static_cast<std::uint64_t>(scene.mesh.vertex_count())));
        p = scene.mesh.vertex(v) + 0.1 * random.uniform() * size * p;
      }
      const double radius = size * 0.5 * std::pow(random.uniform(), 4.0);
      Box query;
      query.add(p);
      query.add(p + radius * random_point(random));
      Vec3 d = random_point(random);
      if (i % 3 == 0) d.y() = 0.0;
      if (i % 4 == 0) d.z() = 0.0;
      const double length = 2.0 * size;
      const Vec3 origin = p - 0.3 * size * d;

      std::vector<int> in, near, ray;
      tree.for_each_in(query, [&](int t) { in.push_back(t); });
      tree.for_each_near(p, radius, [&](int t) { near.push_back(t); });
      tree.for_each_on_ray(origin, d, length, [&](int t) { ray.push_back(t); });

      std::vector<int> touch_in, touch_near, touch_ray, box_in, box_near, box_ray;
      const double grow = 1e-6 * (size + p.norm());
      const double cells = kBytes ? 3.0 / 127.0 * size : 0.0;  // of the largest node
      for (int f = 0; f < scene.mesh.face_count(); ++f) {
        const Corners c = scene.mesh.corners(f);
        // Oriented boxes may stick out of the box along the axes by as much as a face is long.
        const Box face_box = scene.mesh.face_box(f);
        const Box box = face_box.grown(kOriented ? face_box.size().norm() + grow : grow);
        if (touches(c, query)) touch_in.push_back(f);
        if (squared_distance(c, p) <= radius * radius) touch_near.push_back(f);
        if (passes(c, origin, d, length)) touch_ray.push_back(f);
        if (box.grown(cells).overlaps(query)) box_in.push_back(f);
        if (box.grown(cells).squared_distance(p) <= radius * radius) box_near.push_back(f);
        if (ThingBox(box).meets(RayQuery(origin, d, length))) box_ray.push_back(f);
      }
      expect_count_between(in, touch_in, box_in, "box");
      expect_count_between(near, touch_near, box_near, "sphere");
      expect_count_between(ray, touch_ray, box_ray, "ray");

      // Trees of boxes all give the same: what is in the faces' own boxes, and those on grids no less.
      if (!kOriented && !kBsp) {
        std::vector<int> same_in, same_near;
        for (int f = 0; f < scene.mesh.face_count(); ++f) {
          const ThingBox box(scene.mesh.face_box(f));
          // Those on grids do not round the question.
          if (kBytes ? box.box().overlaps(query) : box.overlaps(ThingBox(query)))
            same_in.push_back(f);
          if (box.squared_distance(p) <= near_limit(radius)) same_near.push_back(f);
        }
        std::sort(in.begin(), in.end());
        std::sort(near.begin(), near.end());
        if (kBytes) {
          EXPECT_TRUE(std::includes(in.begin(), in.end(), same_in.begin(), same_in.end()));
          EXPECT_TRUE(std::includes(near.begin(), near.end(), same_near.begin(), same_near.end()));
        } else {
          EXPECT_EQ(in, same_in);
          EXPECT_EQ(near, same_near);
        }
      }
    }
  }
}

TYPED_TEST(Tree, SameInEveryBuild) {
  const Mesh mesh = sample_machine(500);
  const TypeParam one(mesh), two(mesh);
  EXPECT_EQ(one.tree.memory(), two.tree.memory());
  std::vector<int> first, second;
  one.tree.for_each_near(Vec3::Zero(), 0.7, [&](int t) { first.push_back(t); });
  two.tree.for_each_near(Vec3::Zero(), 0.7, [&](int t) { second.push_back(t); });
  EXPECT_EQ(first, second);
  EXPECT_FALSE(first.empty());
}

TYPED_TEST(Tree, WarmQuestionsDoNotAllocate) {
  const Mesh mesh = sample_icosphere(3, 0.1);
  const TypeParam kind(mesh);
  std::int64_t found = 0;
  const auto ask = [&] {
    Box box;
    box.add(Vec3(0.2, 0.3, 0.1));
    box.add(Vec3(1.0, 1.1, 1.2));
    kind.tree.for_each_in(box, [&](int) { ++found; });
    kind.tree.for_each_near(Vec3(0, 0, 1), 0.4, [&](int) { ++found; });
    kind.tree.for_each_on_ray(Vec3(0, 0, 3), Vec3(0.1, 0, -1), 9.0, [&](int) { ++found; });
  };
  ask();
  const std::int64_t before = test::allocations;
  for (int i = 0; i < 10; ++i) ask();
  EXPECT_EQ(test::allocations, before);
  EXPECT_GT(found, 0);
}

TYPED_TEST(Tree, AQuestionInsideAQuestion) {
  // Marks of the outer question must survive the inner one.
  const Mesh mesh = sample_icosphere(2, 0.1);
  const TypeParam kind(mesh);
  std::vector<int> outer;
  kind.tree.for_each_near(Vec3(0, 0, 1), 0.8, [&](int t) {
    outer.push_back(t);
    int inner = 0;
    kind.tree.for_each_near(Vec3(0, 0, 1), 0.8, [&](int) { ++inner; });
    EXPECT_GT(inner, 0);
  });
  std::sort(outer.begin(), outer.end());
  EXPECT_EQ(std::adjacent_find(outer.begin(), outer.end()), outer.end());
}

}  // namespace
}  // namespace outrigger::geometry
