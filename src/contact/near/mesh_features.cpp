#include "contact/near/mesh_features.h"

#include <cmath>

#include "contact/near/segments.h"
#include "math/elementary.h"

namespace outrigger::contact {
namespace {

using geometry::Mesh;

constexpr int kMaxFan = 1000;  ///< a vertex with more faces is walked in part

/// Calls visit(half-edge) for all half-edges that leave the vertex, and for the last one of an open
/// fan, which only arrives, visit_last(half-edge).
template <class Visit, class VisitLast>
void walk(const Mesh& mesh, std::int32_t start, Visit&& visit, VisitLast&& visit_last) {
  std::int32_t h = start;
  for (int i = 0; i < kMaxFan; ++i) {
    visit(h);
    const std::int32_t back = Mesh::previous(h);
    h = mesh.opposite(back);
    if (h == start) return;
    if (h != Mesh::kNone) continue;
    visit_last(back);
    // An open fan: the other way round, from the start.
    h = start;
    for (int k = 0; k < kMaxFan; ++k) {
      const std::int32_t o = mesh.opposite(h);
      if (o == Mesh::kNone) return;
      h = Mesh::next(o);
      visit(h);
    }
    return;
  }
}

}  // namespace

EdgeCone edge_cone(const Mesh& mesh, std::int32_t half_edge) {
  EdgeCone cone;
  cone.along = (mesh.vertex(mesh.to(half_edge)) - mesh.vertex(mesh.from(half_edge))).normalized();
  cone.n0 = mesh.normal(Mesh::face_of(half_edge));
  cone.t0 = cone.n0.cross(cone.along);
  const std::int32_t o = mesh.opposite(half_edge);
  cone.border = o == Mesh::kNone;
  cone.n1 = cone.border ? Vec3(Vec3::Zero()) : mesh.normal(Mesh::face_of(o));
  cone.t1 = cone.along.cross(cone.n1);
  return cone;
}

bool vertex_holds(const Mesh& mesh, std::int32_t half_edge, const Vec3& n) {
  const Vec3& at = mesh.vertex(mesh.from(half_edge));
  bool holds = true, sharp = false;
  Vec3 sum = Vec3::Zero();
  const auto check = [&](const Vec3& end) {
    const Vec3 e = end - at;
    const double along = n.dot(e);
    holds = along <= 0.0 || along <= 0.1 * kFlatAngle * e.norm();
  };
  // The edges first, all of them: most directions fail at one of the first.
  walk(
      mesh, half_edge,
      [&](std::int32_t h) {
        if (holds) check(mesh.vertex(mesh.to(h)));
      },
      [&](std::int32_t last) {
        if (holds) check(mesh.vertex(mesh.from(last)));
        sharp = true;
      });
  if (!holds) return false;
  walk(
      mesh, half_edge,
      [&](std::int32_t h) {
        sharp = sharp || edge_cone(mesh, h).sharp();
        sum += mesh.normal(Mesh::face_of(h));
      },
      [](std::int32_t) {});
  return sharp && n.dot(sum) > 0.0;
}

VertexCone vertex_cone(const Mesh& mesh, std::int32_t half_edge) {
  VertexCone cone;
  const Vec3& at = mesh.vertex(mesh.from(half_edge));
  const auto add = [&](const Vec3& end) {
    if (cone.count < VertexCone::kMost) cone.edges[cone.count++] = (end - at).normalized();
  };
  walk(
      mesh, half_edge,
      [&](std::int32_t h) {
        add(mesh.vertex(mesh.to(h)));
        cone.sharp = cone.sharp || edge_cone(mesh, h).sharp();
        cone.sum += mesh.normal(Mesh::face_of(h));
      },
      [&](std::int32_t last) {
        add(mesh.vertex(mesh.from(last)));
        cone.sharp = true;
      });
  return cone;
}

Vec3 vertex_normal(const Mesh& mesh, std::int32_t half_edge, bool& border) {
  const Vec3& at = mesh.vertex(mesh.from(half_edge));
  Vec3 sum = Vec3::Zero();
  border = false;
  walk(
      mesh, half_edge,
      [&](std::int32_t h) {
        const Vec3 e = mesh.vertex(mesh.to(h)) - at;
        const Vec3 f = mesh.vertex(mesh.from(Mesh::previous(h))) - at;
        sum += elementary::atan2(e.cross(f).norm(), e.dot(f)) * mesh.normal(Mesh::face_of(h));
      },
      [&](std::int32_t) { border = true; });
  return sum;
}

bool vertex_is_sharp(const Mesh& mesh, std::int32_t half_edge) {
  bool sharp = false;
  walk(
      mesh, half_edge, [&](std::int32_t h) { sharp = sharp || edge_cone(mesh, h).sharp(); },
      [](std::int32_t) {});
  return sharp;
}

bool over_face(const Mesh& mesh, std::int32_t face, const Vec3& p, double slack) {
  const geometry::Corners c = mesh.corners(face);
  const Vec3& n = mesh.normal(face);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 e = c[(k + 1) % 3] - c[k];
    const double inside = n.cross(e).dot(p - c[k]);
    if (inside < 0.0 && inside * inside > slack * slack * e.squaredNorm()) return false;
  }
  return true;
}

SurfacePoint side_of(const Mesh& mesh, std::int32_t face, const Vec3& p) {
  const geometry::Corners c = mesh.corners(face);
  const TrianglePoint nearest = nearest_on_triangle(p, c[0], c[1], c[2]);
  SurfacePoint result;
  result.point = nearest.point;
  result.half_edge = 3 * face + nearest.index;
  const Vec3 d = p - nearest.point;
  const double distance = d.norm();
  Vec3 outwards = mesh.normal(face);
  if (nearest.part == TrianglePoint::Part::edge) {
    result.part = 1;
    const EdgeCone cone = edge_cone(mesh, result.half_edge);
    result.border = cone.border;
    outwards = cone.n0 + cone.n1;
  } else if (nearest.part == TrianglePoint::Part::vertex) {
    result.part = 2;
    outwards = vertex_normal(mesh, result.half_edge, result.border);
  }
  const double side = d.dot(outwards) < 0.0 ? -1.0 : 1.0;
  result.distance = side * distance;
  if (result.part == 0) {
    result.distance = outwards.dot(p - c[0]);
    result.normal = outwards;
  } else {
    result.normal = distance > 0.0 ? Vec3(side / distance * d) : Vec3(outwards.normalized());
  }
  return result;
}

bool is_nearest_exit(const Mesh& mesh, std::span<const std::int32_t> faces, const Vec3& p,
                     double distance) {
  const double limit = distance * (1.0 - 1e-6);
  const Vec3 low = p.array() - limit, high = p.array() + limit;
  for (const std::int32_t f : faces) {
    const geometry::Corners c = mesh.corners(f);
    if (std::abs(mesh.normal(f).dot(p - c[0])) >= limit) continue;
    if ((c[0].cwiseMin(c[1]).cwiseMin(c[2]).array() > high.array()).any()) continue;
    if ((c[0].cwiseMax(c[1]).cwiseMax(c[2]).array() < low.array()).any()) continue;
    if ((nearest_on_triangle(p, c[0], c[1], c[2]).point - p).norm() < limit) return false;
  }
  return true;
}

}  // namespace outrigger::contact
