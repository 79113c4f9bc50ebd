#include "contact/near/convex_pairs.h"

#include <algorithm>
#include <cmath>

#include "contact/near/segments.h"

namespace outrigger::contact {
namespace {

using namespace geometry;
using Kind = Feature::Kind;

/// Cosine of the angle, 3°, below which two faces lie on each other.
constexpr double kFlat = 0.99863;

/// Depths of faces on each other and of edges that cross differ by less than this part of the shapes.
constexpr double kAlike = 1e-3;

/// Corners of a manifold stick out by more than this part of its extent.
constexpr double kCorner = 3e-3;

/// Both shapes in the frame of B.
struct Pair {
  ConvexView a, b;
  std::span<const Vec3> inner_a;
};

struct Axis {
  enum class Kind { face_a, face_b, edges };
  double separation = -INFINITY;  ///< < 0: overlap
  Axis::Kind kind = Kind::face_a;
  std::size_t first = 0, second = 0;  ///< faces or edges
  Vec3 normal = Vec3::UnitZ();        ///< from B to A
};

const Vec3& at(const ConvexView& view, std::int32_t v) {
  return view.vertices[static_cast<std::size_t>(v)];
}

double size_of(const ConvexView& view) {
  double square = 0.0;
  for (const Vec3& v : view.vertices) square = std::max(square, (v - view.centre).squaredNorm());
  return std::sqrt(square);
}

/// The best face of `one` against the vertices of `other`; false when it separates them.
bool try_faces(const ConvexView& one, const ConvexView& other, Axis::Kind kind, Axis& best) {
  for (std::size_t f = 0; f < one.planes.size(); ++f) {
    double lowest = INFINITY;
    for (const Vec3& v : other.vertices) lowest = std::min(lowest, one.planes[f].height(v));
    if (lowest > 0.0) return false;
    if (lowest <= best.separation) continue;
    const Vec3& n = one.planes[f].normal;
    best = {lowest, kind, f, 0, kind == Axis::Kind::face_b ? n : Vec3(-n)};
  }
  return true;
}

/// Directions into the two faces beside an edge, perpendicular to it.
void inner_directions(const ConvexView& view, const ConvexPolyhedron::Edge& edge, Vec3& left,
                      Vec3& right) {
  const Vec3 direction = at(view, edge.to) - at(view, edge.from);
  left = view.planes[static_cast<std::size_t>(edge.left)].normal.cross(direction);
  right = direction.cross(view.planes[static_cast<std::size_t>(edge.right)].normal);
}

bool try_edges(const Pair& pair, double margin, Axis& best) {
  double limit = best.separation + margin;
  for (std::size_t j = 0; j < pair.b.edges.size(); ++j) {
    const ConvexPolyhedron::Edge& edge_b = pair.b.edges[j];
    const Vec3& from_b = at(pair.b, edge_b.from);
    const Vec3 along_b = at(pair.b, edge_b.to) - from_b;
    Vec3 left_b, right_b;
    inner_directions(pair.b, edge_b, left_b, right_b);
    for (std::size_t i = 0; i < pair.a.edges.size(); ++i) {
      const ConvexPolyhedron::Edge& edge_a = pair.a.edges[i];
      const Vec3& from_a = at(pair.a, edge_a.from);
      const Vec3 along_a = at(pair.a, edge_a.to) - from_a;
      // n must leave B at its edge, and A must lie on its far side.
      Vec3 n = along_a.cross(along_b);
      const double l = n.dot(left_b), r = n.dot(right_b);
      if (l * r < 0.0 || (l == 0.0 && r == 0.0)) continue;
      if (l > 0.0 || r > 0.0) n = -n;
      if (n.dot(pair.inner_a[2 * i]) < 0.0 || n.dot(pair.inner_a[2 * i + 1]) < 0.0) continue;
      const double length = n.norm();
      if (length <= 1e-7 * along_a.norm() * along_b.norm()) continue;
      const double separation = n.dot(from_a - from_b) / length;
      if (separation > 0.0) return false;
      if (separation <= limit) continue;
      limit = separation;
      best = {separation, Axis::Kind::edges, i, j, n / length};
    }
  }
  return true;
}

/// The face of a shape that looks most against a direction.
struct Incident {
  std::size_t face = 0;
  double cosine = INFINITY;  ///< -1: straight against it
};

Incident facing(const ConvexView& shape, const Vec3& direction) {
  Incident incident;
  for (std::size_t f = 0; f < shape.planes.size(); ++f) {
    const double cosine = shape.planes[f].normal.dot(direction);
    if (cosine < incident.cosine) incident = {f, cosine};
  }
  return incident;
}

/// Two shapes by the roles of their faces, and a contact of them in the right order.
struct FaceContact {
  const ConvexView &one, &other;  ///< of the axis' face, and the one that touches it
  const Axis& axis;

  FaceContact(const Pair& pair, const Axis& face)
      : one(face.kind == Axis::Kind::face_a ? pair.a : pair.b),
        other(face.kind == Axis::Kind::face_a ? pair.b : pair.a),
        axis(face) {}

  const Plane& reference() const { return one.planes[axis.first]; }
  /// A point of `other` with a feature, where it is below the face.
  void add(const Vec3& p, const Feature& on_other, Contacts& out) const {
    const double depth = -reference().height(p);
    if (!(depth > 0.0)) return;
    const Vec3 partner = p + depth * reference().normal;
    const Feature on_one{Kind::face, static_cast<std::int32_t>(axis.first)};
    if (axis.kind == Axis::Kind::face_a) {
      out.push_back({partner, p, axis.normal, depth, on_one, on_other});
    } else {
      out.push_back({p, partner, axis.normal, depth, on_other, on_one});
    }
  }
};

/// Drops corners that hardly stick out, until all others do: where sides of the two faces lie on each
/// other, corners come and go with the last digits of the pose. The deepest one stays.
void simplify(const Plane& reference, std::vector<Vec3>& polygon) {
  double extent = 0.0;
  for (const Vec3& p : polygon) extent = std::max(extent, (p - polygon.front()).norm());
  while (polygon.size() > 2) {
    const std::size_t deepest = static_cast<std::size_t>(
        std::min_element(polygon.begin(), polygon.end(),
                         [&](const Vec3& p, const Vec3& q) {
                           return reference.height(p) < reference.height(q);
                         }) -
        polygon.begin());
    std::size_t flattest = 0;
    double least = INFINITY;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      if (i == deepest) continue;
      const Vec3& before = polygon[(i + polygon.size() - 1) % polygon.size()];
      const Vec3& after = polygon[(i + 1) % polygon.size()];
      const double t = nearest_on_segment(polygon[i], before, after);
      const double height = (polygon[i] - before - t * (after - before)).norm();
      if (height < least) least = height, flattest = i;
    }
    if (least > kCorner * extent) return;
    polygon.erase(polygon.begin() + static_cast<std::ptrdiff_t>(flattest));
  }
}

/// Clips the incident face of the other shape by the sides of the axis' face; corners below it touch.
void add_manifold(const FaceContact& contact, std::size_t incident, ConvexScratch& scratch,
                  Contacts& out) {
  const auto& [one, other, axis] = contact;
  const Plane& reference = contact.reference();
  std::vector<Vec3>&polygon = scratch.polygon, &clipped = scratch.clipped;
  polygon.clear();
  for (const std::int32_t v : other.loop(incident)) polygon.push_back(at(other, v));
  const auto loop = one.loop(axis.first);
  for (std::size_t k = 0; k < loop.size() && !polygon.empty(); ++k) {
    const Vec3& from = at(one, loop[k]);
    const Vec3 inner = reference.normal.cross(at(one, loop[(k + 1) % loop.size()]) - from);
    clipped.clear();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
      const double hp = inner.dot(p - from), hq = inner.dot(q - from);
      if (hp >= 0.0) clipped.push_back(p);
      if ((hp < 0.0) != (hq < 0.0)) clipped.push_back(p + (hp / (hp - hq)) * (q - p));
    }
    std::swap(polygon, clipped);
  }
  simplify(reference, polygon);
  for (std::size_t i = 0; i < polygon.size(); ++i)
    contact.add(polygon[i], {Kind::edge, static_cast<std::int32_t>(i)}, out);
}

double deepest_of(const Contacts& contacts, std::size_t start) {
  double deepest = 0.0;
  for (std::size_t i = start; i < contacts.size(); ++i)
    deepest = std::max(deepest, contacts[i].depth);
  return deepest;
}

/// The lowest vertex, which grazing overlaps may clip away from the manifold.
void add_lowest(const FaceContact& contact, Contacts& out) {
  const auto& vertices = contact.other.vertices;
  const Plane& reference = contact.reference();
  std::size_t lowest = 0;
  for (std::size_t v = 1; v < vertices.size(); ++v)
    if (reference.height(vertices[v]) < reference.height(vertices[lowest])) lowest = v;
  contact.add(vertices[lowest], {Kind::vertex, static_cast<std::int32_t>(lowest)}, out);
}

void add_crossing(const Pair& pair, const Axis& axis, Contacts& out) {
  const ConvexPolyhedron::Edge &ea = pair.a.edges[axis.first], &eb = pair.b.edges[axis.second];
  const SegmentPoints points = nearest_of_segments(at(pair.a, ea.from), at(pair.a, ea.to),
                                                   at(pair.b, eb.from), at(pair.b, eb.to));
  out.push_back({points.on_first,
                 points.on_second,
                 axis.normal,
                 -axis.separation,
                 {Kind::edge, static_cast<std::int32_t>(axis.first)},
                 {Kind::edge, static_cast<std::int32_t>(axis.second)}});
}

}  // namespace

void contact_convex_convex(const ConvexView& a, const Pose& pose_a, const ConvexView& b,
                           const Pose& pose_b, ConvexScratch& scratch, Contacts& out) {
  const Mat3 R = pose_b.rotation.transpose() * pose_a.rotation;
  const Pose relative{pose_b.local_point(pose_a.position), R};
  scratch.vertices.clear();
  for (const Vec3& v : a.vertices) scratch.vertices.push_back(relative.point(v));
  scratch.planes.clear();
  for (const Plane& plane : a.planes) {
    const Vec3 n = relative.direction(plane.normal);
    scratch.planes.push_back({n, plane.offset + n.dot(relative.position)});
  }
  Pair pair{a, b, {}};
  pair.a.vertices = scratch.vertices;
  pair.a.planes = scratch.planes;
  pair.a.centre = relative.point(a.centre);

  Axis best;
  if (!try_faces(pair.b, pair.a, Axis::Kind::face_b, best)) return;
  if (!try_faces(pair.a, pair.b, Axis::Kind::face_a, best)) return;
  scratch.inner.resize(2 * a.edges.size());
  for (std::size_t i = 0; i < a.edges.size(); ++i) {
    inner_directions(pair.a, a.edges[i], scratch.inner[2 * i], scratch.inner[2 * i + 1]);
  }
  pair.inner_a = scratch.inner;
  // Faces give the steadier manifold: an edge pair must be better by more than rounding.
  const Axis face = best;
  if (!try_edges(pair, 1e-9 * (size_of(pair.a) + size_of(pair.b)), best)) return;

  const std::size_t start = out.size();
  const FaceContact contact(pair, face);
  const Incident incident = facing(contact.other, contact.reference().normal);
  if (best.kind != Axis::Kind::edges) {
    add_manifold(contact, incident.face, scratch, out);
    if (deepest_of(out, start) < -0.9 * face.separation) add_lowest(contact, out);
  } else {
    const double most = -best.separation + kAlike * std::min(size_of(pair.a), size_of(pair.b));
    if (incident.cosine < -kFlat) add_manifold(contact, incident.face, scratch, out);
    if (deepest_of(out, start) > most) out.resize(start);
    if (out.size() == start) add_crossing(pair, best, out);
  }
  for (std::size_t i = start; i < out.size(); ++i) {
    out[i].on_a = pose_b.point(out[i].on_a);
    out[i].on_b = pose_b.point(out[i].on_b);
    out[i].normal = pose_b.direction(out[i].normal);
  }
}

void contact_box_convex(const BoxShape& a, const Pose& pose_a, const ConvexView& b,
                        const Pose& pose_b, ConvexScratch& scratch, Contacts& out) {
  contact_convex_convex(BoxPolyhedron(a).view(), pose_a, b, pose_b, scratch, out);
}

void contact_box_box(const BoxShape& a, const Pose& pose_a, const BoxShape& b, const Pose& pose_b,
                     ConvexScratch& scratch, Contacts& out) {
  contact_convex_convex(BoxPolyhedron(a).view(), pose_a, BoxPolyhedron(b).view(), pose_b, scratch,
                        out);
}

}  // namespace outrigger::contact
