/// What the tests of shape pairs share: poses, also degenerate ones, and the rules that hold for
/// every contact without any reference.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "contact/near/contact.h"
#include "contact/near/segments.h"
#include "geometry/mesh.h"
#include "geometry/sample_meshes.h"
#include "geometry/shapes.h"
#include "math/random_rotation.h"

namespace outrigger::contact {

using namespace geometry;

/// Rotations: two in three random, the others along the axes (parallel, coplanar).
inline Mat3 test_rotation(Random& random, int i) {
  if (i % 3 != 0) return random_rotation(random);
  static const int axes[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
  const auto& order = axes[random.integer(6)];
  Mat3 R = Mat3::Zero();
  for (int k = 0; k < 3; ++k) R(order[k], k) = random.integer(2) == 0 ? -1.0 : 1.0;
  if (R.determinant() < 0.0) R.col(0) = -R.col(0);
  return R;
}

/// Places within `reach`; one in five on a coarse grid (touching, coincident).
inline Pose test_pose(Random& random, int i, double reach) {
  Vec3 p(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  if (i % 5 == 0) p = (2.0 * p).array().round() / 2.0;
  return {reach * p, test_rotation(random, i)};
}

inline double test_size(Random& random) { return 0.2 + random.uniform(); }

/// Tiny against huge: 1 mostly, sometimes down to 1e-6.
inline double test_scale(Random& random, int i) {
  if (i % 4 != 3) return 1.0;
  const double scales[] = {1e-1, 1e-3, 1e-6};
  return scales[random.integer(3)];
}

inline double deepest(const Contacts& contacts) {
  double depth = 0.0;
  for (const Contact& c : contacts) depth = std::max(depth, c.depth);
  return depth;
}

inline const Contact& deepest_contact(const Contacts& contacts) {
  return *std::max_element(contacts.begin(), contacts.end(),
                           [](const Contact& x, const Contact& y) { return x.depth < y.depth; });
}

/// Unit normal, positive depth that the points confirm.
inline void expect_consistent(const Contacts& contacts, double size) {
  for (const Contact& c : contacts) {
    EXPECT_NEAR(c.normal.norm(), 1.0, 1e-12);
    EXPECT_GT(c.depth, 0.0);
    EXPECT_NEAR((c.on_b - c.on_a).dot(c.normal), c.depth, 1e-12 * size);
  }
}

/// Moving both shapes by the same rigid motion moves the contacts with them.
template <class Find>
void expect_rigid(const Pose& a, const Pose& b, double size, Random& random, Find&& find) {
  const Pose motion{Vec3(1.0, -2.0, 0.5) * size * random.uniform(-1, 1), random_rotation(random)};
  Contacts here, there;
  find(a, b, here);
  find(motion * a, motion * b, there);
  // Exactly at a touch rounding decides whether there is a contact.
  const double depth = deepest(here);
  EXPECT_NEAR(deepest(there), depth, 1e-11 * size);
}

/// Signed distance of a point from a closed convex mesh: all triangles, one after the other.
inline double slow_convex_distance(const Mesh& mesh, const Vec3& p) {
  double least = INFINITY;
  bool inside = true;
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    const Corners c = mesh.corners(f);
    least = std::min(least, (nearest_on_triangle(p, c[0], c[1], c[2]).point - p).norm());
    inside = inside && mesh.normal(f).dot(p - c[0]) <= 0.0;
  }
  return inside ? -least : least;
}

/// Least value of a convex function on [0, 1], by dividing in the golden section.
template <class Function>
double slow_minimum(Function&& function) {
  constexpr double ratio = 0.6180339887498949;
  double low = 0.0, high = 1.0;
  double left = high - ratio, right = low + ratio;
  double f_left = function(left), f_right = function(right);
  double least = std::min(function(0.0), function(1.0));
  for (int i = 0; i < 46; ++i) {
    if (f_left < f_right) {
      high = right;
      right = left;
      f_right = f_left;
      left = high - ratio * (high - low);
      f_left = function(left);
    } else {
      low = left;
      left = right;
      f_left = f_right;
      right = low + ratio * (high - low);
      f_right = function(right);
    }
    least = std::min({least, f_left, f_right});
  }
  return least;
}

/// A convex mesh: box, tetrahedron, icosahedron or small sphere under a random affine map.
inline Mesh random_convex_mesh(Random& random, int most_subdivisions = 0) {
  const auto kind = random.integer(most_subdivisions > 0 ? 4 : 3);
  Mesh base = kind == 0   ? sample_box(Vec3(2, 2, 2))
              : kind == 1 ? Mesh({{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}},
                                 {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})
                          : sample_icosphere(kind == 3 ? most_subdivisions : 0);
  Mat3 map = random_rotation(random);
  map = map * Vec3(test_size(random), test_size(random), test_size(random)).asDiagonal();
  map = random_rotation(random) * map;
  if (kind == 0) map(0, 1) += random.uniform(-0.5, 0.5);  // sheared
  if (map.determinant() < 0.0) map = -map;
  std::vector<Vec3> vertices = base.vertices();
  for (Vec3& v : vertices) v = map * v;
  Mesh mesh(vertices, base.faces());
  // A face seen from inside means that the map or the sample turned it.
  if (mesh.normal(0).dot(mesh.vertex(mesh.face(0)[0])) < 0.0) {
    std::vector<Triangle> faces = base.faces();
    for (Triangle& f : faces) std::swap(f[1], f[2]);
    mesh = Mesh(vertices, faces);
  }
  return mesh;
}

inline Mesh scaled_mesh(const Mesh& mesh, double scale) {
  std::vector<Vec3> vertices = mesh.vertices();
  for (Vec3& v : vertices) v *= scale;
  return Mesh(vertices, mesh.faces());
}

}  // namespace outrigger::contact
