#include "validation/campaign_meshes.h"

#include <numbers>
#include <vector>

#include "geometry/mass_properties.h"
#include "geometry/sample_meshes.h"
#include "math/elementary.h"

namespace outrigger::validation {

namespace {

using geometry::Mesh;
using geometry::Triangle;

struct Parts {
  std::vector<Vec3> vertices;
  std::vector<Triangle> faces;

  void quad(std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d) {
    faces.push_back({a, b, c});
    faces.push_back({a, c, d});
  }
};

Parts parts_of(const Mesh& m) {
  return {{m.vertices().begin(), m.vertices().end()}, {m.faces().begin(), m.faces().end()}};
}

Parts spike() {
  constexpr std::int32_t kSides = 5;
  Parts p;
  for (int i = 0; i < kSides; ++i) {
    const auto angle = elementary::sincos(2.0 * std::numbers::pi * i / kSides);
    p.vertices.emplace_back(0.2 * angle.cosine, 0.2 * angle.sine, 0.0);
  }
  p.vertices.emplace_back(0.0, 0.0, 1.0);
  for (std::int32_t i = 0; i < kSides; ++i) p.faces.push_back({i, (i + 1) % kSides, kSides});
  for (std::int32_t i = 1; i + 1 < kSides; ++i) p.faces.push_back({0, i + 1, i});
  return p;
}

Parts tube() {
  constexpr std::int32_t kSides = 8;
  Parts p;
  for (const double z : {0.0, 1.0})
    for (const double radius : {0.5, 0.3})
      for (int i = 0; i < kSides; ++i) {
        const auto angle = elementary::sincos(2.0 * std::numbers::pi * i / kSides);
        p.vertices.emplace_back(radius * angle.cosine, radius * angle.sine, z);
      }
  const auto at = [](std::int32_t ring, std::int32_t i) { return ring * kSides + i % kSides; };
  for (std::int32_t i = 0; i < kSides; ++i) {
    p.quad(at(0, i), at(0, i + 1), at(2, i + 1), at(2, i));  // outside
    p.quad(at(1, i + 1), at(1, i), at(3, i), at(3, i + 1));  // inside
    p.quad(at(0, i + 1), at(0, i), at(1, i), at(1, i + 1));  // below
    p.quad(at(2, i), at(2, i + 1), at(3, i + 1), at(3, i));  // above
  }
  return p;
}

Parts ell() {
  Parts p;
  for (const double z : {0.0, 1.0})
    for (const auto& [x, y] :
         {std::pair(0.0, 0.0), {1.0, 0.0}, {1.0, 0.3}, {0.3, 0.3}, {0.3, 1.0}, {0.0, 1.0}})
      p.vertices.emplace_back(x, y, z);
  for (std::int32_t i = 0; i < 6; ++i) p.quad(i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6);
  for (const Triangle& t : {Triangle{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {3, 4, 5}}) {
    p.faces.push_back({t[0], t[2], t[1]});
    p.faces.push_back({t[0] + 6, t[1] + 6, t[2] + 6});
  }
  return p;
}

Parts unit(CoarseMesh kind) {
  switch (kind) {
    case CoarseMesh::cube:
      return parts_of(geometry::sample_box(Vec3::Ones()));
    case CoarseMesh::tetrahedron:
      return {{{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {0.5, 0.35, 1}},
              {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
    case CoarseMesh::icosahedron:
      return parts_of(geometry::sample_icosphere(0));
    case CoarseMesh::spike:
      return spike();
    case CoarseMesh::tube:
      return tube();
    case CoarseMesh::ell:
      return ell();
  }
  return {};
}

}  // namespace

const char* name_of(CoarseMesh kind) {
  constexpr const char* kNames[] = {"cube", "tetrahedron", "icosahedron", "spike", "tube", "L"};
  return kNames[static_cast<int>(kind)];
}

Mesh make_coarse_mesh(CoarseMesh kind, const Vec3& size) {
  Parts p = unit(kind);
  Vec3 low = p.vertices.front(), high = low;
  for (const Vec3& v : p.vertices) {
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  for (Vec3& v : p.vertices) v = (v - low).cwiseQuotient(high - low).cwiseProduct(size);
  const Vec3 centroid = geometry::mass_properties(Mesh(p.vertices, p.faces)).centroid;
  for (Vec3& v : p.vertices) v -= centroid;
  return Mesh(p.vertices, p.faces);
}

}  // namespace outrigger::validation
