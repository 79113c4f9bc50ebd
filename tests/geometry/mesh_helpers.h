/// Meshes and slow questions for the tests of shapes against meshes.
#pragma once

#include "contact/near/mesh_candidates.h"
#include "geometry/box_tree.h"
#include "near_helpers.h"

namespace outrigger::contact {

/// Closed meshes of about a metre, convex and not, coarse enough to ask every triangle.
inline std::vector<Mesh> closed_meshes() {
  std::vector<Mesh> meshes;
  meshes.push_back(sample_box({1.2, 1.0, 0.8}));
  meshes.push_back(sample_icosphere(1, 0.25));
  meshes.push_back(sample_torus(0.8, 0.3, 8, 5));
  // A box with a notch: an L, with a right-angled valley.
  const std::vector<std::array<double, 2>> outline = {{-0.8, -0.6}, {0.8, -0.6}, {0.8, 0.0},
                                                      {0.1, 0.0},   {0.1, 0.7},  {-0.8, 0.7}};
  std::vector<Vec3> v;
  for (const double z : {-0.5, 0.5}) {
    for (const auto& p : outline) v.emplace_back(p[0], p[1], z);
  }
  std::vector<Triangle> f = {{0, 3, 1}, {1, 3, 2}, {0, 5, 3}, {5, 4, 3}};
  const std::size_t bottom = f.size();
  for (std::size_t i = 0; i < bottom; ++i) f.push_back({f[i][0] + 6, f[i][2] + 6, f[i][1] + 6});
  for (std::int32_t i = 0; i < 6; ++i) {
    const std::int32_t j = (i + 1) % 6;
    f.push_back({i, j, j + 6});
    f.push_back({i, j + 6, i + 6});
  }
  meshes.emplace_back(v, f);
  return meshes;
}

inline double slow_mesh_distance(const Mesh& mesh, const Vec3& p) {
  double least = INFINITY;
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    const Corners c = mesh.corners(f);
    least = std::min(least, (nearest_on_triangle(p, c[0], c[1], c[2]).point - p).squaredNorm());
  }
  return std::sqrt(least);
}

/// Inside a closed mesh, by the sum of the solid angles of its triangles.
inline bool slow_inside(const Mesh& mesh, const Vec3& p) {
  double sum = 0.0;
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    const Corners c = mesh.corners(f);
    const Vec3 a = c[0] - p, b = c[1] - p, d = c[2] - p;
    const double la = a.norm(), lb = b.norm(), ld = d.norm();
    sum += 2.0 * std::atan2(a.dot(b.cross(d)),
                            la * lb * ld + a.dot(b) * ld + b.dot(d) * la + d.dot(a) * lb);
  }
  return sum > 2.0 * M_PI;
}

/// The plane z = 0 in cells × cells squares of `cell` [m], vertices shifted at random, diagonals
/// either way, centred.
inline Mesh irregular_plane(Random& random, int cells, double cell) {
  std::vector<Vec3> v;
  for (int j = 0; j <= cells; ++j) {
    for (int i = 0; i <= cells; ++i) {
      v.emplace_back(cell * (i - 0.5 * cells + 0.5 * (random.uniform() - 0.5)),
                     cell * (j - 0.5 * cells + 0.5 * (random.uniform() - 0.5)), 0.0);
    }
  }
  std::vector<Triangle> f;
  for (std::int32_t j = 0; j < cells; ++j) {
    for (std::int32_t i = 0; i < cells; ++i) {
      const std::int32_t a = j * (cells + 1) + i, b = a + 1, c = a + cells + 2, d = a + cells + 1;
      if (random.integer(2) == 0) {
        f.push_back({a, b, c});
        f.push_back({a, c, d});
      } else {
        f.push_back({a, b, d});
        f.push_back({b, c, d});
      }
    }
  }
  return Mesh(v, f);
}

/// On a plane of irregular faces every contact must have the plane's normal and depth.
template <class Shape, class Find, class FindPlane>
void expect_plane(const Shape& shape, int seed, Find&& find, FindPlane&& find_plane) {
  Random random(static_cast<std::uint64_t>(seed));
  const Mesh ground = irregular_plane(random, 60, 0.1);
  const BoxTree tree(ground);
  MeshCandidates candidates;
  Contacts found, plane;
  for (int i = 0; i < 3000; ++i) {
    // Tilted as a whole, the shape anywhere above the middle of it, also over edges and vertices.
    const Pose tilt{Vec3(0.3, -0.2, 0.7), random_rotation(random)};
    Vec3 at(random.uniform(-1, 1), random.uniform(-1, 1), 0.0);
    const auto v = static_cast<std::int32_t>(
        random.integer(static_cast<std::uint64_t>(ground.vertex_count())));
    if (i % 3 == 0 && ground.vertex(v).norm() < 1.0) at = ground.vertex(v);
    Mat3 R = random_rotation(random);
    if (i % 4 == 0) {  // lying or standing, turned about the normal
      const double angle = random.uniform(0, 6);
      R = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix() *
          Eigen::AngleAxisd(i % 8 == 0 ? M_PI / 2 : 0.0, Vec3::UnitX()).toRotationMatrix();
    }
    // As high as its own reach, less a small depth.
    Pose local{Vec3::Zero(), R};
    at.z() = -box_around(shape, local).low.z() - random.uniform(0.0, 0.05);
    local.position = at;
    const Plane flat{Vec3::UnitZ(), 0.0};
    plane.clear();
    find_plane(shape, local, flat, plane);
    candidates.prepare(tree, box_around(shape, local), 0.01);
    found.clear();
    find(shape, tilt * local, PlacedMesh{&ground, &candidates, tilt}, found);
    ASSERT_EQ(found.size(), plane.size()) << i;
    EXPECT_NEAR(deepest(found), deepest(plane), 5e-14) << i;
    for (const Contact& c : found) {
      EXPECT_LT((tilt.local_direction(c.normal) - Vec3::UnitZ()).norm(), 1e-12) << i;
    }
  }
}

}  // namespace outrigger::contact
