#include "geometry/sample_meshes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "math/elementary.h"

namespace outrigger::geometry {

Mesh sample_box(const Vec3& size) {
  std::vector<Vec3> v;
  for (int i = 0; i < 8; ++i) {
    v.emplace_back(0.5 * size.cwiseProduct(Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  }
  return Mesh(std::move(v), {{0, 2, 3},
                             {0, 3, 1},
                             {4, 5, 7},
                             {4, 7, 6},
                             {0, 1, 5},
                             {0, 5, 4},
                             {2, 6, 7},
                             {2, 7, 3},
                             {0, 4, 6},
                             {0, 6, 2},
                             {1, 3, 7},
                             {1, 7, 5}});
}

Mesh sample_icosphere(int subdivisions, double bumps) {
  const double g = (1.0 + std::sqrt(5.0)) / 2.0;
  std::vector<Vec3> v = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                         {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  for (Vec3& p : v) p.normalize();
  std::vector<Triangle> faces = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                 {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                 {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                 {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  for (int s = 0; s < subdivisions; ++s) {
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> middles;
    const auto middle = [&](std::int32_t a, std::int32_t b) {
      const auto [found, is_new] =
          middles.emplace(std::minmax({a, b}), static_cast<std::int32_t>(v.size()));
      if (is_new) {
        v.push_back((v[static_cast<std::size_t>(a)] + v[static_cast<std::size_t>(b)]).normalized());
      }
      return found->second;
    };
    std::vector<Triangle> finer;
    finer.reserve(4 * faces.size());
    for (const Triangle& f : faces) {
      const std::int32_t a = middle(f[0], f[1]);
      const std::int32_t b = middle(f[1], f[2]);
      const std::int32_t c = middle(f[2], f[0]);
      finer.insert(finer.end(), {{f[0], a, c}, {f[1], b, a}, {f[2], c, b}, {a, b, c}});
    }
    faces = std::move(finer);
  }
  if (bumps != 0.0) {
    for (Vec3& p : v) {
      const double theta = elementary::acos(std::clamp(p.z(), -1.0, 1.0));
      const double phi = elementary::atan2(p.y(), p.x());
      p *= 1.0 + bumps * elementary::sin(6.0 * theta) * elementary::cos(5.0 * phi);
    }
  }
  return Mesh(std::move(v), std::move(faces));
}

Mesh sample_torus(double ring, double tube, int around, int across) {
  std::vector<Vec3> v;
  std::vector<Triangle> faces;
  for (int i = 0; i < around; ++i) {
    const auto a = elementary::sincos(2.0 * std::numbers::pi * i / around);
    for (int j = 0; j < across; ++j) {
      const auto b = elementary::sincos(2.0 * std::numbers::pi * j / across);
      const double r = ring + tube * b.cosine;
      v.emplace_back(r * a.cosine, r * a.sine, tube * b.sine);
      const auto at = [&](int m, int n) { return (m % around) * across + n % across; };
      faces.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      faces.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return Mesh(std::move(v), std::move(faces));
}

Mesh sample_bubble(int sides, int rings) {
  constexpr double kPi = std::numbers::pi;
  constexpr double kHalfLength = 0.2, kThickness = 0.09, kWaist = 0.25;
  std::vector<Vec3> v = {Vec3(-kHalfLength, 0, 0)};
  for (int j = 1; j <= rings; ++j) {
    const double s = static_cast<double>(j) / (rings + 1);
    const auto along = elementary::sincos(kPi * s);
    const double r = kThickness * along.sine * (1.0 + kWaist * elementary::cos(2.0 * kPi * s));
    for (int i = 0; i < sides; ++i) {
      const auto a = elementary::sincos(2.0 * kPi * (i + 0.5 * (j % 2)) / sides);
      v.emplace_back(-kHalfLength * along.cosine, r * a.cosine, r * a.sine);
    }
  }
  v.emplace_back(kHalfLength, 0, 0);
  const std::int32_t last = static_cast<std::int32_t>(v.size()) - 1;
  const auto at = [&](int j, int i) { return 1 + (j - 1) * sides + i % sides; };
  std::vector<Triangle> faces;
  for (int i = 0; i < sides; ++i) faces.push_back({0, at(1, i + 1), at(1, i)});
  for (int j = 1; j < rings; ++j) {
    for (int i = 0; i < sides; ++i) {
      const std::int32_t a = at(j, i), b = at(j, i + 1), c = at(j + 1, i), d = at(j + 1, i + 1);
      if (j % 2 == 1) {
        faces.push_back({a, b, d});
        faces.push_back({a, d, c});
      } else {
        faces.push_back({a, b, c});
        faces.push_back({b, d, c});
      }
    }
  }
  for (int i = 0; i < sides; ++i) faces.push_back({last, at(rings, i), at(rings, i + 1)});
  return Mesh(std::move(v), std::move(faces));
}

Mesh sample_terrain(int cells, double cell) {
  const int nodes = cells + 1;
  std::vector<Vec3> v;
  std::vector<Triangle> faces;
  for (int i = 0; i < nodes; ++i) {
    for (int j = 0; j < nodes; ++j) {
      const double x = (j - 0.5 * cells) * cell;
      const double y = (i - 0.5 * cells) * cell;
      v.emplace_back(x, y, 0.5 * elementary::sin(0.5 * x) * elementary::cos(0.4 * y));
      if (i == cells || j == cells) continue;
      const std::int32_t a = i * nodes + j;
      faces.push_back({a, a + 1, a + nodes + 1});
      faces.push_back({a, a + nodes + 1, a + nodes});
    }
  }
  return Mesh(std::move(v), std::move(faces));
}

}  // namespace outrigger::geometry
