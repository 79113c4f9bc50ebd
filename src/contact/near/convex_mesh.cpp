#include <algorithm>
#include <cmath>

#include "contact/near/deepest_in_triangle.h"
#include "contact/near/depth_in_mesh.h"
#include "contact/near/finish.h"
#include "contact/near/mesh_features.h"
#include "contact/near/segments.h"
#include "contact/near/solid_mesh.h"

namespace outrigger::contact {
namespace {

using namespace geometry;
using Kind = Feature::Kind;

class ConvexQuery {
 public:
  ConvexQuery(const ConvexView& a, const Pose& pose, const PlacedMesh& b, SolidScratch& scratch,
              Contacts& out)
      : a_(a),
        mesh_(*b.mesh),
        faces_(b.candidates->faces()),
        region_(b.candidates->region().grown(1e-9 * b.candidates->region().size().norm())),
        scratch_(scratch),
        out_(out) {
    place(pose);
    const std::size_t start = out.size();
    for (const std::int32_t f : faces_) ask_face(f);
    for (std::size_t v = 0; v < a_.vertices.size(); ++v) ask_own_vertex(v);
    for (std::size_t i = start; i < out_.size(); ++i) deepest_ = std::max(deepest_, out_[i].depth);
    add_deeper(refused_);
    ask_own_edges();
    ask_insides();
  }
  const Vec3& centre() const { return a_.centre; }
  double size() const { return size_; }

 private:
  /// The polyhedron in the frame of the mesh.
  void place(const Pose& pose) {
    scratch_.vertices.clear();
    for (const Vec3& v : a_.vertices) {
      scratch_.vertices.push_back(pose.point(v));
      box_.add(scratch_.vertices.back());
    }
    scratch_.planes.clear();
    for (const Plane& plane : a_.planes) {
      const Vec3 n = pose.direction(plane.normal);
      scratch_.planes.push_back({n, plane.offset + n.dot(pose.position)});
    }
    a_.vertices = scratch_.vertices;
    a_.planes = scratch_.planes;
    a_.centre = pose.point(a_.centre);
    size_ = box_.size().norm();
    scratch_.nearest.assign(a_.vertices.size(), size_ * size_);
    scratch_.nearest_face.assign(a_.vertices.size(), -1);
    scratch_.heights.resize(a_.planes.size());
    scratch_.slopes.resize(a_.planes.size());
    scratch_.above.resize(a_.vertices.size());
    scratch_.inside.assign(a_.vertices.size(), 0);
    scratch_.crossings.clear();
    scratch_.bounds.clear();
    scratch_.needed_margin = 0.0;
  }

  void ask_face(std::int32_t f) {
    const Corners c = mesh_.corners(f);
    const Vec3 low = c[0].cwiseMin(c[1]).cwiseMin(c[2]), high = c[0].cwiseMax(c[1]).cwiseMax(c[2]);
    const Vec3& n = mesh_.normal(f);
    double lowest = INFINITY, highest = -INFINITY;
    for (std::size_t v = 0; v < a_.vertices.size(); ++v) {
      const Vec3& p = a_.vertices[v];
      const double height = n.dot(p - c[0]);
      scratch_.above[v] = height;
      lowest = std::min(lowest, height);
      highest = std::max(highest, height);
      if (height * height >= scratch_.nearest[v]) continue;
      if ((low - p).cwiseMax(p - high).cwiseMax(0.0).squaredNorm() >= scratch_.nearest[v]) continue;
      const double square = (nearest_on_triangle(p, c[0], c[1], c[2]).point - p).squaredNorm();
      if (square >= scratch_.nearest[v]) continue;
      scratch_.nearest[v] = square;
      scratch_.nearest_face[v] = f;
    }
    if ((low.array() > box_.high.array()).any() || (high.array() < box_.low.array()).any()) return;
    // Wholly before or behind the plane: no point of the face is inside.
    const bool has_plane = !n.isZero();
    if (has_plane && (lowest >= 0.0 || highest <= 0.0)) return;
    if (has_plane) {
      find_crossings(f);
      // No point of the face is deeper in A than A reaches through it, or than its corners are below
      // any side.
      double most = std::min(-lowest, highest);
      for (const Plane& plane : a_.planes) {
        most =
            std::min(most, -std::min({plane.height(c[0]), plane.height(c[1]), plane.height(c[2])}));
      }
      if (most > 0.0) scratch_.bounds.emplace_back(f, most);
    }
    for (std::int32_t h = 3 * f; h < 3 * f + 3; ++h) {
      if (has_plane && mesh_.edge(h) == h) ask_edge(h);
      ask_vertex(h);
    }
  }

  /// Edges of A that go through the face.
  void find_crossings(std::int32_t f) {
    for (std::size_t i = 0; i < a_.edges.size(); ++i) {
      const auto from = static_cast<std::size_t>(a_.edges[i].from),
                 to = static_cast<std::size_t>(a_.edges[i].to);
      const double first = scratch_.above[from], last = scratch_.above[to];
      if ((first < 0.0) == (last < 0.0)) continue;
      const double t = first / (first - last);
      const Vec3 p = a_.vertices[from] + t * (a_.vertices[to] - a_.vertices[from]);
      if (over_face(mesh_, f, p, 1e-13 * size_))
        scratch_.crossings.emplace_back(static_cast<std::int32_t>(i), t);
    }
  }

  /// The deepest point of the edges of A, where that is deeper than all else: an edge that passes
  /// below the mesh where no cone holds a direction, or goes through it and out again.
  void ask_own_edges() {
    DepthInMesh mesh(mesh_, faces_, region_, size_, scratch_.boxes);
    DepthInMesh::Place best;
    best.depth = deepest_;
    std::sort(scratch_.crossings.begin(), scratch_.crossings.end());
    auto crossing = scratch_.crossings.begin();
    std::int32_t deepest_edge = -1;
    for (std::size_t i = 0; i < a_.edges.size(); ++i) {
      const ConvexPolyhedron::Edge& edge = a_.edges[i];
      const auto from = static_cast<std::size_t>(edge.from), to = static_cast<std::size_t>(edge.to);
      scratch_.along.clear();
      for (;
           crossing != scratch_.crossings.end() && crossing->first == static_cast<std::int32_t>(i);
           ++crossing)
        scratch_.along.push_back(crossing->second);
      if (scratch_.along.empty() && !(scratch_.inside[from] != 0 && scratch_.inside[to] != 0))
        continue;
      const double before = best.depth;
      mesh.segment(a_.vertices[from], a_.vertices[to], scratch_.along, scratch_.spans, best);
      if (best.depth > before) deepest_edge = static_cast<std::int32_t>(i);
    }
    scratch_.needed_margin = std::max(scratch_.needed_margin, mesh.farthest());
    if (deepest_edge < 0) return;
    mesh.leave_towards(a_.centre, best);
    add_deeper({best.point,
                best.point + best.depth * best.on_mesh.normal,
                best.on_mesh.normal,
                best.depth,
                {Kind::edge, deepest_edge},
                feature_of(mesh_, best)});
  }

  /// The deepest point of faces, where that is deeper than all else: a corner of A across an edge.
  void ask_insides() {
    for (const auto& [f, most] : scratch_.bounds) {
      if (!is_deeper(most)) continue;
      const Vec3 p = deepest_in_triangle(
          mesh_.corners(f), 0.5 * (box_.low + box_.high), 0.5 * size_,
          [this](const Vec3& from, const Vec3& e, double& t) { return deepest_on(from, e, t); });
      for (std::size_t i = 0; i < a_.planes.size(); ++i)
        scratch_.heights[i] = a_.planes[i].height(p);
      if (!is_deeper(-*std::max_element(scratch_.heights.begin(), scratch_.heights.end())))
        continue;
      refused_.depth = 0.0;
      refuse(p, mesh_.normal(f), {Kind::face, f});
      add_deeper(refused_);
    }
  }

  /// Largest depth in A on from + t e, 0 ≤ t ≤ 1.
  double deepest_on(const Vec3& from, const Vec3& e, double& t) {
    for (std::size_t i = 0; i < a_.planes.size(); ++i) {
      scratch_.heights[i] = a_.planes[i].height(from);
      scratch_.slopes[i] = a_.planes[i].normal.dot(e);
    }
    t = 0.0;
    std::size_t active = highest_at(t);
    while (scratch_.slopes[active] < 0.0 && t < 1.0) {
      double next = 1.0;
      active = next_active(active, t, next);
      t = next;
    }
    return -(scratch_.heights[active] + t * scratch_.slopes[active]);
  }

  bool is_deeper(double depth) const { return depth > deepest_ * (1.0 + 1e-9) + 1e-12 * size_; }

  /// Contacts that no normal cone explains count where they are deeper than all others: no point of
  /// either surface may be deeper in the other body than what is reported.
  void add_deeper(const Contact& contact) {
    if (!is_deeper(contact.depth)) return;
    out_.push_back(contact);
    deepest_ = contact.depth;
  }

  /// A vertex of A by its nearest place on the mesh: inside or not.
  void ask_own_vertex(std::size_t v) {
    const std::int32_t f = scratch_.nearest_face[v];
    if (f < 0) return;
    const Vec3& p = a_.vertices[v];
    const SurfacePoint side = side_of(mesh_, f, p);
    if (side.border || !(side.distance < 0.0)) return;
    scratch_.inside[v] = 1;
    scratch_.needed_margin = std::max(scratch_.needed_margin, -side.distance);
    if (!region_.contains(side.point)) return;
    const Feature features[] = {{Kind::face, f},
                                {Kind::edge, side.part == 1 ? mesh_.edge(side.half_edge) : 0},
                                {Kind::vertex, mesh_.from(side.half_edge)}};
    out_.push_back({p,
                    p - side.distance * side.normal,
                    side.normal,
                    -side.distance,
                    {Kind::vertex, static_cast<std::int32_t>(v)},
                    features[side.part]});
  }

  /// A vertex of the mesh inside: out by the nearest face that it may leave by.
  void ask_vertex(std::int32_t h) {
    const Vec3& p = mesh_.vertex(mesh_.from(h));
    if (!box_.contains(p)) return;
    for (std::size_t i = 0; i < a_.planes.size(); ++i) {
      scratch_.heights[i] = a_.planes[i].height(p);
      if (scratch_.heights[i] >= 0.0) return;
    }
    if (!mesh_.owns_vertex(h)) return;
    const VertexCone cone = vertex_cone(mesh_, h);
    if (!cone.sharp) return;
    if (leave(h, p, [&](const Vec3& n) { return cone.holds(n); })) return;
    // A vertex without cone (a saddle) leaves roughly along its own normal.
    bool border = false;
    const Vec3 normal = vertex_normal(mesh_, h, border).normalized();
    if (leave(h, p, [&](const Vec3& n) { return n.dot(normal) > 0.5; })) return;
    refuse(p, normal, {Kind::vertex, mesh_.from(h)});
  }

  /// A point of the mesh in A, with heights_ set for it, that no cone lets go: out by the nearest side
  /// that does not push inwards. Kept if deeper than those before.
  void refuse(const Vec3& p, const Vec3& outwards, const Feature& on_b) {
    double least = INFINITY;
    std::size_t best = 0;
    for (std::size_t i = 0; i < a_.planes.size(); ++i) {
      if (-scratch_.heights[i] >= least || a_.planes[i].normal.dot(outwards) >= 0.0) continue;
      least = -scratch_.heights[i];
      best = i;
    }
    if (least == INFINITY) return;
    if (least > refused_.depth) refused_ = leaving(p, best, least, on_b);
  }

  /// A point p of the mesh that leaves A by the side.
  Contact leaving(const Vec3& p, std::size_t side, double depth, const Feature& on_b) const {
    const Vec3& m = a_.planes[side].normal;
    return {on_side(side, p + depth * m),
            p,
            -m,
            depth,
            {Kind::face, static_cast<std::int32_t>(side)},
            on_b};
  }

  /// The point of a side nearest to p, a point of its plane: a side that is not the nearest one may end
  /// before it is over p.
  Vec3 on_side(std::size_t side, const Vec3& p) const {
    const auto is_beyond = [&](const Plane& plane) { return plane.height(p) > 1e-12 * size_; };
    if (std::none_of(a_.planes.begin(), a_.planes.end(), is_beyond)) return p;
    const std::span<const std::int32_t> loop = a_.loop(side);
    Vec3 best = p;
    double least = INFINITY;
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const Vec3 &a = a_.vertices[static_cast<std::size_t>(loop[k])],
                 &b = a_.vertices[static_cast<std::size_t>(loop[(k + 1) % loop.size()])];
      const Vec3 q = a + nearest_on_segment(p, a, b) * (b - a);
      if ((q - p).squaredNorm() >= least) continue;
      least = (q - p).squaredNorm();
      best = q;
    }
    return best;
  }

  /// Out along the normal of the nearest of the allowed sides.
  template <class Allowed>
  bool leave(std::int32_t h, const Vec3& p, Allowed&& allowed) {
    double least = INFINITY;
    std::size_t best = 0;
    for (std::size_t i = 0; i < a_.planes.size(); ++i) {
      const Vec3& m = a_.planes[i].normal;
      if (-scratch_.heights[i] >= least || m.dot(p - a_.centre) < 0.0 || !allowed(-m)) continue;
      least = -scratch_.heights[i];
      best = i;
    }
    if (least == INFINITY) return false;
    out_.push_back(leaving(p, best, least, {Kind::vertex, mesh_.from(h)}));
    return true;
  }

  /// max over the planes of height + t slope is least where two planes meet: the deepest place.
  void ask_edge(std::int32_t h) {
    const EdgeCone cone = edge_cone(mesh_, h);
    if (!cone.sharp()) return;
    const Vec3& from = mesh_.vertex(mesh_.from(h));
    const Vec3 e = mesh_.vertex(mesh_.to(h)) - from;
    std::vector<double>&heights = scratch_.heights, &slopes = scratch_.slopes;
    double low = 0.0, high = 1.0;
    for (std::size_t i = 0; i < a_.planes.size(); ++i) {
      heights[i] = a_.planes[i].height(from);
      slopes[i] = a_.planes[i].normal.dot(e);
      if (slopes[i] > 0.0) {
        high = std::min(high, -heights[i] / slopes[i]);
      } else if (slopes[i] < 0.0) {
        low = std::max(low, -heights[i] / slopes[i]);
      } else if (heights[i] >= 0.0) {
        return;
      }
    }
    if (!(low < high)) return;
    // From where the edge enters, plane after plane, each one less steep, until they rise.
    std::size_t active = highest_at(low);
    double t = low, previous = low;
    while (slopes[active] < 0.0) {
      double next = INFINITY;
      const std::size_t following = next_active(active, t, next);
      if (next >= high) break;  // leaves in the middle of a fall: the end of the edge is deepest
      previous = t;
      t = next;
      if (slopes[following] >= 0.0) {
        if (!ask_kink(h, cone, from, e, {active, following, previous, t}))
          ask_sides(h, cone, from, e, {low, high, t});
        return;
      }
      active = following;
    }
  }

  std::size_t highest_at(double t) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < a_.planes.size(); ++i) {
      const double now = scratch_.heights[i] + t * scratch_.slopes[i];
      const double before = scratch_.heights[best] + t * scratch_.slopes[best];
      if (now > before || (now == before && scratch_.slopes[i] > scratch_.slopes[best])) best = i;
    }
    return best;
  }

  /// The plane that takes over from `active` after t, and where.
  std::size_t next_active(std::size_t active, double t, double& next) const {
    std::size_t result = active;
    for (std::size_t j = 0; j < a_.planes.size(); ++j) {
      const double steeper = scratch_.slopes[j] - scratch_.slopes[active];
      if (!(steeper > 0.0)) continue;
      const double at = std::max(t, (scratch_.heights[active] - scratch_.heights[j]) / steeper);
      if (at >= next) continue;
      next = at;
      result = j;
    }
    return result;
  }

  struct Kink {
    std::size_t falling, rising;  ///< planes
    double previous, t;  ///< where the falling one took over, and where the rising one does
  };

  bool ask_kink(std::int32_t h, const EdgeCone& cone, const Vec3& from, const Vec3& e,
                const Kink& kink) {
    const std::size_t before = out_.size();
    ask_crossing(h, cone, from, e, kink);
    // An edge nearly along a side of A: the other end of what is below that side.
    const double fall = -scratch_.slopes[kink.falling], rise = scratch_.slopes[kink.rising];
    const std::size_t side = fall <= rise ? kink.falling : kink.rising;
    if (std::min(fall, rise) > 0.1 * e.norm()) return out_.size() > before;
    double other = kink.previous;
    if (fall > rise) {
      other = INFINITY;
      next_active(side, kink.t, other);
    }
    other = std::clamp(other, 0.0, 1.0);
    const double depth = -(scratch_.heights[side] + other * scratch_.slopes[side]);
    const Vec3& m = a_.planes[side].normal;
    const Vec3 q = from + other * e;
    if (depth > 0.0 && cone.holds(-m) && m.dot(q - a_.centre) >= 0.0) {
      out_.push_back(leaving(q, side, depth, {Kind::edge, h}));
    }
    return out_.size() > before;
  }

  /// The edge of A between the two sides against the edge of the mesh.
  void ask_crossing(std::int32_t h, const EdgeCone& cone, const Vec3& from, const Vec3& e,
                    const Kink& kink) {
    const auto edge =
        std::find_if(a_.edges.begin(), a_.edges.end(), [&kink](const ConvexPolyhedron::Edge& x) {
          const auto l = static_cast<std::size_t>(x.left), r = static_cast<std::size_t>(x.right);
          return (l == kink.falling && r == kink.rising) || (r == kink.falling && l == kink.rising);
        });
    if (edge == a_.edges.end() || !(kink.t > 0.0 && kink.t < 1.0)) return;
    const Vec3 &q0 = a_.vertices[static_cast<std::size_t>(edge->from)],
               &q1 = a_.vertices[static_cast<std::size_t>(edge->to)];
    // Perpendicular to both edges, between both sides of A.
    const Vec3 p = from + kink.t * e;
    Vec3 m = scratch_.slopes[kink.rising] * a_.planes[kink.falling].normal -
             scratch_.slopes[kink.falling] * a_.planes[kink.rising].normal;
    const double norm = m.norm();
    m = norm > 1e-12 * e.norm() ? Vec3(m / norm) : a_.planes[kink.falling].normal;
    const double depth = m.dot(q0 - p);
    if (!cone.holds(-m) || m.dot(p - a_.centre) < 0.0 || !(depth > 0.0)) return;
    // Where the edges cross seen along m, if both reach it inside of A.
    const SegmentPoints near = nearest_of_segments(q0, q1, from, from + e);
    const bool crosses = (near.on_first - near.on_second).cross(m).norm() < 1e-9 * size_ &&
                         is_inside(near.on_second);
    const Vec3 on_a = crosses ? near.on_first : q0 + nearest_on_segment(p, q0, q1) * (q1 - q0);
    out_.push_back({on_a,
                    crosses ? near.on_second : p,
                    -m,
                    depth,
                    {Kind::edge, static_cast<std::int32_t>(edge - a_.edges.begin())},
                    {Kind::edge, h}});
  }

  /// Where an edge of the mesh enters A, leaves it, and is deepest.
  struct Inside {
    double low, high, deepest;
  };

  /// Between sides of A that have no edge in common, or past what the cone holds: the side that needs
  /// the least shift, among those the edge allows.
  void ask_sides(std::int32_t h, const EdgeCone& cone, const Vec3& from, const Vec3& e,
                 const Inside& inside) {
    double least = INFINITY, at = 0.0;
    std::size_t best = 0;
    for (std::size_t i = 0; i < a_.planes.size(); ++i) {
      const double first = -(scratch_.heights[i] + inside.low * scratch_.slopes[i]);
      const double last = -(scratch_.heights[i] + inside.high * scratch_.slopes[i]);
      const double depth = std::max(first, last);
      if (depth >= least || !cone.holds(-a_.planes[i].normal)) continue;
      least = depth;
      best = i;
      at = first > last ? inside.low : inside.high;
    }
    if (least < INFINITY) {
      out_.push_back(leaving(from + at * e, best, least, {Kind::edge, h}));
      return;
    }
    const Vec3 p = from + inside.deepest * e;
    for (std::size_t i = 0; i < a_.planes.size(); ++i) scratch_.heights[i] = a_.planes[i].height(p);
    refuse(p, cone.n0 + cone.n1, {Kind::edge, h});
  }

  bool is_inside(const Vec3& p) const {
    return std::all_of(a_.planes.begin(), a_.planes.end(),
                       [&p](const Plane& plane) { return plane.height(p) <= 0.0; });
  }

  ConvexView a_;
  const Mesh& mesh_;
  std::span<const std::int32_t> faces_;
  Box region_;  ///< what lies beyond is not known
  SolidScratch& scratch_;
  Contacts& out_;
  Box box_;
  double size_ = 0.0;
  double deepest_ = 0.0;  ///< of all contacts so far
  Contact refused_;       ///< depth 0: none
};

}  // namespace

void contact_convex_mesh(const ConvexView& a, const Pose& pose_a, const PlacedMesh& b,
                         SolidScratch& scratch, Contacts& out) {
  const std::size_t start = out.size();
  const ConvexQuery query(a, b.local(pose_a), b, scratch, out);
  finish_solid(out, start, query.centre(), query.size(), b);
}

void contact_box_mesh(const BoxShape& a, const Pose& pose_a, const PlacedMesh& b,
                      SolidScratch& scratch, Contacts& out) {
  contact_convex_mesh(BoxPolyhedron(a).view(), pose_a, b, scratch, out);
}

}  // namespace outrigger::contact
