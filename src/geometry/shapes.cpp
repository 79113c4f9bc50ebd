#include "geometry/shapes.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "geometry/sample_meshes.h"

namespace outrigger::geometry {
namespace {

Box symmetric(const Vec3& centre, const Vec3& half) { return {centre - half, centre + half}; }

/// The face number of each triangle: triangles joined over edges and in one plane are one face.
std::vector<std::int32_t> flat_faces(const Mesh& hull, double size, std::int32_t& count) {
  std::vector<std::int32_t> face(static_cast<std::size_t>(hull.face_count()), -1);
  std::vector<std::int32_t> open;
  count = 0;
  for (std::int32_t start = 0; start < hull.face_count(); ++start) {
    if (face[static_cast<std::size_t>(start)] >= 0) continue;
    const Vec3 n = hull.normal(start);
    const Vec3 at = hull.vertex(hull.face(start)[0]);
    face[static_cast<std::size_t>(start)] = count;
    open.assign(1, start);
    while (!open.empty()) {
      const std::int32_t f = open.back();
      open.pop_back();
      for (std::int32_t h = 3 * f; h < 3 * f + 3; ++h) {
        const std::int32_t other = Mesh::face_of(hull.opposite(h));
        if (face[static_cast<std::size_t>(other)] >= 0) continue;
        bool same = hull.normal(other).dot(n) > 0.5 || hull.normal(other).isZero();
        for (const std::int32_t v : hull.face(other)) {
          same = same && std::abs(n.dot(hull.vertex(v) - at)) <= 1e-9 * size;
        }
        if (!same) continue;
        face[static_cast<std::size_t>(other)] = count;
        open.push_back(other);
      }
    }
    ++count;
  }
  return face;
}

}  // namespace

ConvexPolyhedron make_convex_polyhedron(const Mesh& hull) {
  if (!hull.closed()) {
    throw Error(
        fmt::format("convex polyhedron: the mesh is not closed, {} half-edges have no opposite",
                    hull.border_count()));
  }
  const double size = hull.box().size().norm();
  ConvexPolyhedron result;
  result.vertices = hull.vertices();
  result.centre = Vec3::Zero();
  for (const Vec3& v : result.vertices) result.centre += v;
  result.centre /= static_cast<double>(result.vertices.size());

  std::int32_t count = 0;
  const std::vector<std::int32_t> face = flat_faces(hull, size, count);
  const auto face_of = [&](std::int32_t h) {
    return face[static_cast<std::size_t>(Mesh::face_of(h))];
  };
  // The plane of a face is that of its largest triangle, moved out to its highest vertex.
  std::vector<double> largest(static_cast<std::size_t>(count), -1.0);
  result.planes.resize(static_cast<std::size_t>(count));
  for (std::int32_t f = 0; f < hull.face_count(); ++f) {
    const auto k = static_cast<std::size_t>(face[static_cast<std::size_t>(f)]);
    const Corners c = hull.corners(f);
    const double area = triangle_area(c[0], c[1], c[2]);
    if (area <= largest[k]) continue;
    largest[k] = area;
    result.planes[k] = {hull.normal(f), hull.normal(f).dot(c[0])};
  }
  for (std::size_t k = 0; k < result.planes.size(); ++k) {
    Plane& plane = result.planes[k];
    double highest = 0.0;
    for (const Vec3& v : result.vertices) highest = std::max(highest, plane.height(v));
    if (highest > 1e-9 * size) {
      throw Error(fmt::format(
          "convex polyhedron: the mesh is not convex, a vertex is {} m outside of a face",
          highest));
    }
    plane.offset += highest;
  }
  // The border of each face, walked from border half-edge to border half-edge.
  std::vector<bool> done(static_cast<std::size_t>(3 * hull.face_count()), false);
  std::vector<std::vector<std::int32_t>> loops(static_cast<std::size_t>(count));
  for (std::int32_t start = 0; start < 3 * hull.face_count(); ++start) {
    const std::int32_t k = face_of(start);
    if (done[static_cast<std::size_t>(start)] || face_of(hull.opposite(start)) == k) continue;
    std::int32_t h = start;
    do {
      done[static_cast<std::size_t>(h)] = true;
      loops[static_cast<std::size_t>(k)].push_back(hull.from(h));
      const std::int32_t o = hull.opposite(h);
      if (h < o) result.edges.push_back({hull.from(h), hull.to(h), k, face_of(o)});
      h = Mesh::next(h);
      while (face_of(hull.opposite(h)) == k) h = Mesh::next(hull.opposite(h));
    } while (h != start);
  }
  for (const std::vector<std::int32_t>& loop : loops) {
    result.loop_starts.push_back(static_cast<std::int32_t>(result.loops.size()));
    result.loops.insert(result.loops.end(), loop.begin(), loop.end());
  }
  result.loop_starts.push_back(static_cast<std::int32_t>(result.loops.size()));
  return result;
}

BoxPolyhedron::BoxPolyhedron(const BoxShape& box) {
  static const ConvexPolyhedron unit = make_convex_polyhedron(sample_box(Vec3::Constant(2.0)));
  for (std::size_t i = 0; i < 8; ++i) vertices_[i] = box.half.cwiseProduct(unit.vertices[i]);
  for (std::size_t i = 0; i < 6; ++i) {
    planes_[i] = {unit.planes[i].normal, box.half[2 - static_cast<int>(i / 2)]};
  }
  view_ = unit;
  view_.vertices = vertices_;
  view_.planes = planes_;
}

bool contains(const ConvexView& polyhedron, const Vec3& p) {
  return std::all_of(polyhedron.planes.begin(), polyhedron.planes.end(),
                     [&p](const Plane& plane) { return plane.height(p) <= 0.0; });
}

Box box_around(const Sphere& s, const Pose& pose) {
  return symmetric(pose.position, Vec3::Constant(s.radius));
}

Box box_around(const BoxShape& s, const Pose& pose) {
  return symmetric(pose.position, pose.rotation.cwiseAbs() * s.half);
}

Box box_around(const Capsule& s, const Pose& pose) {
  const Vec3 reach = s.half_length * pose.rotation.col(2).cwiseAbs();
  return symmetric(pose.position, reach + Vec3::Constant(s.radius));
}

Box box_around(const Cylinder& s, const Pose& pose) {
  const Vec3 a = pose.rotation.col(2);
  // A disc of normal a reaches R sqrt(1 - a_i²) along axis i, written without cancellation.
  const Vec3 disc = (pose.rotation.col(0).array().square() + pose.rotation.col(1).array().square())
                        .sqrt()
                        .matrix();
  return symmetric(pose.position, s.half_length * a.cwiseAbs() + s.radius * disc);
}

Box box_around(const Ellipsoid& s, const Pose& pose) {
  const Mat3 scaled = pose.rotation * s.semi_axes.asDiagonal();
  return symmetric(pose.position, scaled.rowwise().norm());
}

Box box_around(const Torus& s, const Pose& pose) {
  const Vec3 disc = (pose.rotation.col(0).array().square() + pose.rotation.col(1).array().square())
                        .sqrt()
                        .matrix();
  return symmetric(pose.position, s.ring * disc + Vec3::Constant(s.tube));
}

Box box_around(const HalfTorus& s, const Pose& pose) {
  // The arc bulges beyond its ends only towards +x of the shape.
  const Vec3 x = pose.rotation.col(0), y = pose.rotation.col(1);
  Box box;
  for (int i = 0; i < 3; ++i) {
    const double full = std::sqrt(x[i] * x[i] + y[i] * y[i]), ends = std::abs(y[i]);
    box.high[i] = pose.position[i] + s.ring * (x[i] > 0.0 ? full : ends) + s.tube;
    box.low[i] = pose.position[i] - s.ring * (x[i] < 0.0 ? full : ends) - s.tube;
  }
  return box;
}

Box box_around(const ChainLink& s, const Pose& pose) {
  const Vec3 disc = (pose.rotation.col(0).array().square() + pose.rotation.col(1).array().square())
                        .sqrt()
                        .matrix();
  const double thick = std::max(s.tube, s.stud);
  return symmetric(pose.position, s.half_length * pose.rotation.col(0).cwiseAbs() + s.ring * disc +
                                      Vec3::Constant(thick));
}

Box box_around(const ConvexPolyhedron& s, const Pose& pose) {
  Box box;
  for (const Vec3& v : s.vertices) box.add(pose.point(v));
  return box;
}

}  // namespace outrigger::geometry
