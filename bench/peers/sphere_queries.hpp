// Spheres near the 80,000-triangle terrain of P6: mesh, questions and the sphere-triangle test that
// all programs share. The terrain is that of outrigger::geometry::sample_terrain(200, 0.25).
#pragma once
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "common.hpp"

namespace spheres {

constexpr int kCells = 200;
constexpr double kCell = 0.25, kRadius = 0.2;
using V = std::array<double, 3>;

inline double height(double x, double y) { return 0.5 * std::sin(0.5 * x) * std::cos(0.4 * y); }

struct Terrain {
  std::vector<V> vertices;
  std::vector<std::array<int, 3>> faces;
};
inline Terrain terrain() {
  Terrain t;
  const double half = 0.5 * kCells * kCell;
  for (int j = 0; j <= kCells; ++j) {
    for (int i = 0; i <= kCells; ++i) {
      const double x = -half + i * kCell, y = -half + j * kCell;
      t.vertices.push_back({x, y, height(x, y)});
    }
  }
  for (int j = 0; j < kCells; ++j) {
    for (int i = 0; i < kCells; ++i) {
      const int a = j * (kCells + 1) + i, b = a + 1, c = a + kCells + 1, d = c + 1;
      t.faces.push_back({a, b, d});
      t.faces.push_back({a, d, c});
    }
  }
  return t;
}

// Centres within 0.3 m above or below the surface, scattered over the terrain.
inline std::vector<V> centres(int count = 100000) {
  bench::Rng random(4711);
  std::vector<V> list;
  for (int i = 0; i < count; ++i) {
    const double x = 24.0 * (2.0 * random.uniform() - 1.0), y = 24.0 * (2.0 * random.uniform() - 1.0);
    list.push_back({x, y, height(x, y) + 0.3 * (2.0 * random.uniform() - 1.0)});
  }
  return list;
}

inline V sub(const V& a, const V& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline double dot(const V& a, const V& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline V cross(const V& a, const V& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// Squared distance of a point from a triangle: its plane where the foot is inside, else its edges.
// Any larger number may stand for more than the radius, which the plane alone often tells.
inline double squaredDistance(const V& p, const V& a, const V& b, const V& c) {
  const V ab = sub(b, a), bc = sub(c, b), ca = sub(a, c);
  const V n = cross(ab, bc);
  const V pa = sub(p, a), pb = sub(p, b), pc = sub(p, c);
  const double h = dot(n, pa);
  if (h * h > kRadius * kRadius * dot(n, n)) return 1e300;
  if (dot(cross(ab, pa), n) >= 0 && dot(cross(bc, pb), n) >= 0 && dot(cross(ca, pc), n) >= 0) {
    return h * h / dot(n, n);
  }
  const auto edge = [](const V& e, const V& q) {
    const double t = std::min(std::max(dot(q, e) / dot(e, e), 0.0), 1.0);
    const V r = {q[0] - t * e[0], q[1] - t * e[1], q[2] - t * e[2]};
    return dot(r, r);
  };
  return std::min(edge(ab, pa), std::min(edge(bc, pb), edge(ca, pc)));
}

// The fastest of several runs over all centres; `query` gives the number of triangles touched.
template <class Query>
void measure(const char* name, double build_seconds, Query query, int runs = 5) {
  const std::vector<V> list = centres();
  double best = 1e300;
  long hits = 0;
  for (int r = 0; r < runs; ++r) {
    hits = 0;
    const double start = bench::now();
    for (const V& c : list) hits += query(c);
    best = std::min(best, bench::now() - start);
  }
  std::printf("%-44s build %7.2f ms  %8.1f ns/query  %ld triangles\n", name, 1e3 * build_seconds,
              1e9 * best / double(list.size()), hits);
}

}  // namespace spheres
