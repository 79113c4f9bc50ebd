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

/// A disc about the z axis with flat faces at z = ±height/2, `sides` corners and `rings` rings of
/// faces on each flat side. With the area of the circle of the given radius.
inline Mesh disc(int sides, int rings, double radius, double height) {
  const double turn = 2.0 * std::numbers::pi / sides;
  const double outer = radius * std::sqrt(turn / std::sin(turn));
  std::vector<Vec3> v;
  std::vector<Triangle> f;
  for (const double z : {-0.5 * height, 0.5 * height}) {
    v.emplace_back(0, 0, z);
    for (int r = 1; r <= rings; ++r) {
      for (int i = 0; i < sides; ++i) {
        const double x = outer * r / rings;
        v.emplace_back(x * std::cos(turn * i), x * std::sin(turn * i), z);
      }
    }
  }
  const int count = 1 + rings * sides;
  const auto at = [&](int top, int r, int i) {
    return top * count + 1 + (r - 1) * sides + i % sides;
  };
  const auto add = [&](int top, int a, int b, int c) {
    f.push_back(top == 1 ? Triangle{a, b, c} : Triangle{a, c, b});
  };
  for (int top = 0; top < 2; ++top) {
    for (int i = 0; i < sides; ++i) {
      add(top, top * count, at(top, 1, i), at(top, 1, i + 1));
      for (int r = 1; r < rings; ++r) {
        add(top, at(top, r, i), at(top, r + 1, i), at(top, r + 1, i + 1));
        add(top, at(top, r, i), at(top, r + 1, i + 1), at(top, r, i + 1));
      }
    }
  }
  for (int i = 0; i < sides; ++i) {
    f.push_back({at(0, rings, i), at(0, rings, i + 1), at(1, rings, i + 1)});
    f.push_back({at(0, rings, i), at(1, rings, i + 1), at(1, rings, i)});
  }
  return Mesh(std::move(v), std::move(f));
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
