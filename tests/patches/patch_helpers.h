/// Meshes for the tests of patch laws.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "contact/near/mesh_pairs.h"
#include "geometry/sample_meshes.h"
#include "math/random_rotation.h"

namespace outrigger::contact {

using geometry::Mesh;
using geometry::Triangle;

struct Solid {
  Mesh mesh;
  geometry::BoxTree tree;
  explicit Solid(Mesh m) : mesh(std::move(m)), tree(mesh) {}
  MeshShape shape() const { return {&mesh, &tree}; }
};

inline Mesh moved(const Mesh& mesh, const Pose& pose, double scale = 1.0) {
  std::vector<Vec3> v = mesh.vertices();
  for (Vec3& p : v) p = pose.point(scale * p);
  return Mesh(std::move(v), mesh.faces());
}

/// The plane z = 0, normal +z, of cells × cells squares over size × size [m]; open.
inline Mesh flat_ground(int cells, double size) {
  std::vector<Vec3> v;
  for (int j = 0; j <= cells; ++j) {
    for (int i = 0; i <= cells; ++i) {
      v.emplace_back(size * (static_cast<double>(i) / cells - 0.5),
                     size * (static_cast<double>(j) / cells - 0.5), 0.0);
    }
  }
  std::vector<Triangle> f;
  for (std::int32_t j = 0; j < cells; ++j) {
    for (std::int32_t i = 0; i < cells; ++i) {
      const std::int32_t a = j * (cells + 1) + i, b = a + 1, c = a + cells + 2, d = a + cells + 1;
      f.push_back({a, b, c});
      f.push_back({a, c, d});
    }
  }
  return Mesh(std::move(v), std::move(f));
}

/// A sphere of radius R whose faces lie as often outside as inside: the vertices are moved outwards
/// so that its volume is that of the sphere.
inline Mesh ball(int subdivisions, double radius) {
  const Mesh unit = geometry::sample_icosphere(subdivisions);
  double volume = 0.0;
  for (std::int32_t f = 0; f < unit.face_count(); ++f) {
    const geometry::Corners c = unit.corners(f);
    volume += c[0].dot(c[1].cross(c[2])) / 6.0;
  }
  return moved(unit, {}, radius * std::cbrt(4.0 * std::numbers::pi / 3.0 / volume));
}

inline Pose pose_of(const Vec3& position, const Vec3& rotation_vector = Vec3::Zero()) {
  Pose pose;
  pose.position = position;
  const double angle = rotation_vector.norm();
  if (angle > 0.0) {
    pose.rotation = Eigen::AngleAxisd(angle, rotation_vector / angle).toRotationMatrix();
  }
  return pose;
}

inline Pose inverse(const Pose& pose) {
  return {pose.local_point(Vec3::Zero()), pose.rotation.transpose()};
}

inline Vec3 random_vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

}  // namespace outrigger::contact
