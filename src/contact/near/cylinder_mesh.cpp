#include <algorithm>
#include <cmath>

#include "contact/near/deepest_in_triangle.h"
#include "contact/near/depth_in_mesh.h"
#include "contact/near/finish.h"
#include "contact/near/mesh_features.h"
#include "contact/near/plane_pairs.h"
#include "contact/near/segments.h"
#include "contact/near/solid_mesh.h"

namespace outrigger::contact {
namespace {

using geometry::Box;
using geometry::Corners;
using geometry::Cylinder;
using geometry::Mesh;
using Kind = Feature::Kind;

/// A point in the cylinder's frame: along the axis and away from it.
struct Place {
  double z, r;
  Vec3 radial;  ///< from the axis, length r
};

class CylinderQuery {
 public:
  CylinderQuery(const Cylinder& a, const Pose& pose, const PlacedMesh& b, SolidScratch& scratch,
                Contacts& out)
      : a_(a),
        pose_(pose),
        axis_(pose.rotation.col(2)),
        mesh_(*b.mesh),
        faces_(b.candidates->faces()),
        region_(b.candidates->region().grown(1e-9 * b.candidates->region().size().norm())),
        scratch_(scratch),
        out_(out) {
    scratch_.bounds.clear();
    scratch_.needed_margin = 0.0;
    box_ = box_around(a, pose);
    size_ = box_.size().maxCoeff();
    const std::size_t start = out.size();
    for (const std::int32_t f : faces_) ask_face(f);
    for (std::size_t i = start; i < out_.size(); ++i) deepest_ = std::max(deepest_, out_[i].depth);
    add_deeper(refused_);
    ask_whole_rims();
    ask_insides();
    if (out_.size() == start) ask_axis();
  }
  double size() const { return size_; }

 private:
  void ask_face(std::int32_t f) {
    const Corners c = mesh_.corners(f);
    const Vec3 low = c[0].cwiseMin(c[1]).cwiseMin(c[2]), high = c[0].cwiseMax(c[1]).cwiseMax(c[2]);
    if ((low.array() > box_.high.array()).any() || (high.array() < box_.low.array()).any()) return;
    // Wholly before or behind the plane: no point of the face is inside.
    const Vec3& n = mesh_.normal(f);
    const double height = n.dot(pose_.position - c[0]), along = n.dot(axis_);
    const double reach = a_.half_length * std::abs(along) + a_.radius * (n - along * axis_).norm();
    const bool has_plane = !n.isZero();
    if (has_plane && std::abs(height) >= reach) return;
    if (has_plane) {
      ask_rims(f, c[0], n);
      find_crossings(f, c[0], n, along);
      bound(f, c, n, along, reach - std::abs(height));
    }
    for (std::int32_t h = 3 * f; h < 3 * f + 3; ++h) {
      if (has_plane && mesh_.edge(h) == h) ask_edge(h);
      ask_vertex(h);
    }
  }

  /// A rod through a face, with nothing of the mesh's edges or of its rims inside: the end behind.
  void ask_axis() {
    const Vec3 ends[2] = {pose_.position - a_.half_length * axis_,
                          pose_.position + a_.half_length * axis_};
    for (const std::int32_t f : faces_) {
      const Vec3& n = mesh_.normal(f);
      const Vec3& corner = mesh_.vertex(mesh_.face(f)[0]);
      const double low = n.dot(ends[0] - corner), high = n.dot(ends[1] - corner);
      if (!(std::min(low, high) < 0.0 && std::max(low, high) > 0.0)) continue;
      if (!over_face(mesh_, f, ends[0] + low / (low - high) * (ends[1] - ends[0]), 0.0)) continue;
      Vec3 points[5];
      const int near = cylinder_probes(a_, pose_, n, points);
      const double depth = -n.dot(points[1] - corner);
      out_.push_back(
          {points[1], points[1] + depth * n, n, depth, {Kind::edge, near}, {Kind::face, f}});
    }
  }

  void ask_rims(std::int32_t f, const Vec3& corner, const Vec3& n) {
    Vec3 points[5];
    const int near = cylinder_probes(a_, pose_, n, points);
    for (int k = 0; k < 5; ++k) {
      const double depth = -n.dot(points[k] - corner);
      if (!(depth > 0.0)) continue;
      if (!over_face(mesh_, f, points[k], kFlatAngle * depth + 1e-13 * size_)) continue;
      if (!is_nearest_exit(mesh_, faces_, points[k], depth)) continue;
      scratch_.needed_margin = std::max(scratch_.needed_margin, depth);
      if (!region_.contains(points[k] + depth * n)) continue;
      const std::int32_t index = k == 0 ? 4 - near : near + k - 1;
      out_.push_back(
          {points[k], points[k] + depth * n, n, depth, {Kind::edge, index}, {Kind::face, f}});
    }
  }

  Place place(const Vec3& p) const {
    const Vec3 d = p - pose_.position;
    const double z = d.dot(axis_);
    Vec3 radial = d - z * axis_;
    // Near the axis what is left is mostly rounding along it.
    if (radial.squaredNorm() < 1e-12 * z * z) radial -= radial.dot(axis_) * axis_;
    return {z, radial.norm(), radial};
  }

  void ask_vertex(std::int32_t h) {
    const Vec3& p = mesh_.vertex(mesh_.from(h));
    const Place q = place(p);
    const double side = a_.radius - q.r, cap = a_.half_length - std::abs(q.z);
    if (!(side > 0.0 && cap > 0.0) || !mesh_.owns_vertex(h)) return;
    // The nearer way out first, then the other one; a vertex without cone (a saddle) leaves
    // roughly along its own normal.
    const Vec3 up = q.z < 0.0 ? Vec3(-axis_) : axis_;
    bool border = false, sharp = true;
    Vec3 normal = Vec3::Zero();
    for (int attempt = 0; attempt < 4; ++attempt) {
      const bool by_side = (side <= cap) == (attempt % 2 == 0);
      if (by_side && !(q.r > 0.0)) continue;
      const Vec3 m = by_side ? Vec3(q.radial / q.r) : up;
      if (attempt < 2) {
        if (!vertex_holds(mesh_, h, -m)) continue;
      } else {
        if (normal.isZero(0.0)) {
          sharp = vertex_is_sharp(mesh_, h);
          normal = vertex_normal(mesh_, h, border);
        }
        if (!sharp || !(-m.dot(normal) > 0.5 * normal.norm())) continue;
      }
      const double depth = by_side ? side : cap;
      out_.push_back({p + depth * m,
                      p,
                      -m,
                      depth,
                      by_side ? Feature{Kind::smooth, 0} : Feature{Kind::face, q.z < 0.0 ? 0 : 1},
                      {Kind::vertex, mesh_.from(h)}});
      return;
    }
    refuse(p, q, normal, {Kind::vertex, mesh_.from(h)});
  }

  /// Rims that go through the face.
  void find_crossings(std::int32_t f, const Vec3& corner, const Vec3& n, double along) {
    const Vec3 down = along * axis_ - n;
    const double length = down.norm();
    if (!(length > 0.0)) return;
    const Vec3 across = axis_.cross(down) / length;
    for (int k = 0; k < 2; ++k) {
      if (rim_crosses_[k]) continue;
      const Vec3 centre = pose_.position + (k == 0 ? -a_.half_length : a_.half_length) * axis_;
      const double way = n.dot(centre - corner) / length;  // along `down` to the plane
      const double square = a_.radius * a_.radius - way * way;
      if (square < 0.0) continue;
      const Vec3 foot = centre + way / length * down, side = std::sqrt(square) * across;
      rim_crosses_[k] = over_face(mesh_, f, foot - side, 1e-13 * size_) ||
                        over_face(mesh_, f, foot + side, 1e-13 * size_);
    }
  }

  /// The deepest point of the rims, where that is deeper than all else: a rim that passes below the mesh
  /// where no cone holds a direction.
  void ask_whole_rims() {
    DepthInMesh mesh(mesh_, faces_, region_, size_, scratch_.boxes);
    const Vec3 u = a_.radius * pose_.rotation.col(0), v = a_.radius * pose_.rotation.col(1);
    for (int k = 0; k < 2; ++k) {
      const Ring ring{pose_.position + (k == 0 ? -a_.half_length : a_.half_length) * axis_, u, v};
      DepthInMesh::Place best;
      best.depth = deepest_;
      // Without a crossing all of it is on one side.
      if (rim_crosses_[k] || mesh.at(ring.at(0.0)).depth > 0.0) mesh.ring(ring, best);
      scratch_.needed_margin = std::max(scratch_.needed_margin, mesh.farthest());
      if (best.face < 0) continue;
      mesh.leave_towards(pose_.position, best);
      add_deeper({best.point,
                  best.point + best.depth * best.on_mesh.normal,
                  best.on_mesh.normal,
                  best.depth,
                  {Kind::edge, 10 + k},
                  feature_of(mesh_, best)});
    }
  }

  /// No point of the face is deeper in A than A reaches through it (`through`), or than its corners are
  /// below a cap or the side below it.
  void bound(std::int32_t f, const Corners& c, const Vec3& n, double along, double through) {
    const Vec3 across = along * axis_ - n;
    const double length = across.norm();
    double cap[2] = {-INFINITY, -INFINITY}, side[2] = {-INFINITY, -INFINITY};
    for (const Vec3& corner : c) {
      const Vec3 d = corner - pose_.position;
      const double z = d.dot(axis_), x = length > 0.0 ? d.dot(across) / length : 0.0;
      cap[0] = std::max(cap[0], a_.half_length + z);
      cap[1] = std::max(cap[1], a_.half_length - z);
      side[0] = std::max(side[0], a_.radius + x);
      side[1] = std::max(side[1], a_.radius - x);
    }
    const double most = std::min({through, cap[0], cap[1], side[0], side[1]});
    if (most > 0.0) scratch_.bounds.emplace_back(f, most);
  }

  /// The deepest point of faces, where that is deeper than all else: a rim across an edge.
  void ask_insides() {
    const double radius = std::sqrt(a_.radius * a_.radius + a_.half_length * a_.half_length);
    const auto depth_at = [this](const Vec3& p) {
      const Place q = place(p);
      return std::min(a_.radius - q.r, a_.half_length - std::abs(q.z));
    };
    for (const auto& [f, most] : scratch_.bounds) {
      if (!is_deeper(most)) continue;
      const Vec3 p = deepest_in_triangle(
          mesh_.corners(f), pose_.position, radius,
          [this](const Vec3& from, const Vec3& e, double& t) { return deepest_on(from, e, t); });
      if (!is_deeper(depth_at(p))) continue;
      refused_.depth = 0.0;
      refuse(p, place(p), mesh_.normal(f), {Kind::face, f});
      add_deeper(refused_);
    }
  }

  /// Largest depth in A on from + t e, 0 ≤ t ≤ 1: R - r and h - |z| are concave, so their minimum is
  /// largest where one of them is, or where both are equal: r = R - h ± z, squared.
  double deepest_on(const Vec3& from, const Vec3& e, double& t) const {
    const Place start = place(from);
    const double ez = e.dot(axis_);
    const Vec3 er = e - ez * axis_;
    const double a = er.squaredNorm(), b = start.radial.dot(er), c = start.r * start.r;
    double best = -INFINITY;
    const auto ask = [&](double x) {
      const double z = start.z + x * ez, r = (start.radial + x * er).norm();
      const double depth = std::min(a_.radius - r, a_.half_length - std::abs(z));
      if (!(depth > best)) return;
      best = depth;
      t = x;
    };
    ask(a > 0.0 ? std::clamp(-b / a, 0.0, 1.0) : 0.0);
    ask(ez != 0.0 ? std::clamp(-start.z / ez, 0.0, 1.0) : 0.0);
    for (const double sign : {-1.0, 1.0}) {
      const double g = a_.radius - a_.half_length + sign * start.z, slope = sign * ez;
      const double aa = a - slope * slope, bb = b - g * slope, cc = c - g * g;
      const double square = bb * bb - aa * cc;
      if (!(square >= 0.0)) continue;
      const double root = bb < 0.0 ? std::sqrt(square) - bb : -std::sqrt(square) - bb;
      for (const double x : {root / aa, cc / root})
        if (x > 0.0 && x < 1.0) ask(x);
    }
    return best;
  }

  bool is_deeper(double depth) const { return depth > deepest_ * (1.0 + 1e-9) + 1e-12 * size_; }

  /// Contacts that no normal cone explains count where they are deeper than all others: no point of
  /// either surface may be deeper in the other body than what is reported.
  void add_deeper(const Contact& contact) {
    if (!is_deeper(contact.depth)) return;
    out_.push_back(contact);
    deepest_ = contact.depth;
  }

  /// A point of the mesh in A that no cone lets go: out by the nearer of side and cap that does not push
  /// inwards. Kept if deeper than those before.
  void refuse(const Vec3& p, const Place& q, const Vec3& outwards, const Feature& on_b) {
    const double side = a_.radius - q.r, cap = a_.half_length - std::abs(q.z);
    const Vec3 up = q.z < 0.0 ? Vec3(-axis_) : axis_;
    if (!(side > 0.0 && cap > 0.0)) return;
    // The deepest place of a face is mostly as near to the side as to the cap: the side then, not rounding.
    const bool by_side = q.r > 0.0 && q.radial.dot(outwards) < 0.0,
               by_cap = up.dot(outwards) < 0.0 && !(by_side && side <= cap + 1e-9 * size_);
    if (!by_side && !by_cap) return;
    const double depth = by_cap ? cap : side;
    if (!(depth > refused_.depth)) return;
    const Vec3 m = by_cap ? up : Vec3(q.radial / q.r);
    refused_ = {p + depth * m,
                p,
                -m,
                depth,
                by_cap ? Feature{Kind::face, q.z < 0.0 ? 0 : 1} : Feature{Kind::smooth, 0},
                on_b};
  }

  void ask_edge(std::int32_t h) {
    const EdgeCone cone = edge_cone(mesh_, h);
    if (cone.concave()) ask_valley(h, cone);
    if (!cone.sharp()) return;
    const Vec3 &from = mesh_.vertex(mesh_.from(h)), &to = mesh_.vertex(mesh_.to(h));
    const Vec3 e = to - from;
    const Place start = place(from);
    const double ez = e.dot(axis_);
    const Vec3 er = e - ez * axis_;
    const double a = er.squaredNorm();
    // Nearest to the axis; an edge along the axis has its middle inside the length.
    double t = a > 1e-24 * e.squaredNorm() ? -start.radial.dot(er) / a : -1.0;
    if (t == -1.0) {
      const double t0 = (-a_.half_length - start.z) / ez, t1 = (a_.half_length - start.z) / ez;
      t = 0.5 * (std::clamp(std::min(t0, t1), 0.0, 1.0) + std::clamp(std::max(t0, t1), 0.0, 1.0));
    }
    t = std::clamp(t, 0.0, 1.0);
    const auto excess = [&](double s, Place& q) {  // > 0: the side is nearer than the cap
      q = place(from + s * e);
      return (q.r - a_.radius) - (std::abs(q.z) - a_.half_length);
    };
    Place q;
    if (excess(t, q) >= 0.0) {
      if (t > 0.0 && t < 1.0 && q.r < a_.radius) ask_side(h, cone, from + t * e, q);
      return;
    }
    // The cap is nearer there: on towards the middle of the length, until both are equal.
    const double middle = ez != 0.0 ? std::clamp(-start.z / ez, 0.0, 1.0) : t;
    double low = t, high = middle;
    Place p;
    if (!(excess(high, p) > 0.0)) {
      // Parallel to the caps, or through both of them: where the rim passes, if it does.
      high = q.z * ez > 0.0 ? 0.0 : 1.0;
      if (std::abs(ez) > 0.1 * e.norm() || !(excess(high, p) > 0.0)) {
        return refuse(from + t * e, q, cone.n0 + cone.n1, {Kind::edge, h});
      }
    }
    for (int i = 0; i < 60 && std::abs(high - low) > 1e-16; ++i) {
      const double s = 0.5 * (low + high);
      (excess(s, p) > 0.0 ? high : low) = s;
    }
    ask_rim(h, cone, from + high * e, e);
    if (std::abs(ez) > 0.1 * e.norm()) return;
    // Lying on an edge: the other end of what is under the cap keeps it from tipping.
    low = t;
    high = high > t ? 0.0 : 1.0;
    if (excess(high, p) > 0.0) {
      for (int i = 0; i < 60 && std::abs(high - low) > 1e-16; ++i) {
        const double s = 0.5 * (low + high);
        (excess(s, p) > 0.0 ? high : low) = s;
      }
      ask_rim(h, cone, from + high * e, e);
    }
  }

  void ask_side(std::int32_t h, const EdgeCone& cone, const Vec3& p, const Place& q) {
    Vec3 m = q.radial;
    if (q.r > 1e-12 * a_.radius) {
      m /= q.r;
    } else {
      // Through the axis: out against the edge, as far as that is across the axis.
      m = cone.middle().dot(axis_) * axis_ - cone.middle();
      if (m.norm() < 0.1) return;
      m.normalize();
    }
    if (!cone.holds(-m)) return refuse(p, q, cone.n0 + cone.n1, {Kind::edge, h});
    const double depth = a_.radius - q.r;
    out_.push_back({p + depth * m, p, -m, depth, {Kind::smooth, 0}, {Kind::edge, h}});
  }

  void ask_rim(std::int32_t h, const EdgeCone& cone, const Vec3& p, const Vec3& e) {
    const Place q = place(p);
    if (!(q.r < a_.radius && std::abs(q.z) < a_.half_length) || !(q.r > 0.0)) return;
    const Vec3 out = q.radial / q.r, up = q.z < 0.0 ? Vec3(-axis_) : axis_;
    // Between both, perpendicular to the edge.
    Vec3 m = std::abs(e.dot(up)) * out + std::abs(e.dot(out)) * up;
    const double length = m.norm();
    m = length > 1e-12 * e.norm() ? Vec3(m / length) : up;
    if (!cone.holds(-m)) return refuse(p, q, cone.n0 + cone.n1, {Kind::edge, h});
    const Vec3 rim = pose_.position + a_.radius * out + a_.half_length * up;
    const double depth = m.dot(rim - p);
    out_.push_back({rim, p, -m, depth, {Kind::edge, q.z < 0.0 ? 8 : 9}, {Kind::edge, h}});
  }

  /// A rim point below a valley, between the outlines of both its faces.
  void ask_valley(std::int32_t h, const EdgeCone& cone) {
    const Vec3 &from = mesh_.vertex(mesh_.from(h)), &to = mesh_.vertex(mesh_.to(h));
    Vec3 points[5];
    const int near = cylinder_probes(a_, pose_, cone.middle(), points);
    for (int k = 0; k < 5; ++k) {
      const Vec3 w = points[k] - from;
      if (w.dot(cone.t0) >= 0.0 || w.dot(cone.t1) >= 0.0) continue;
      if (w.dot(cone.n0) >= 0.0 || w.dot(cone.n1) >= 0.0) continue;
      const double at = w.dot(cone.along);
      if (at < 0.0 || at > (to - from).norm()) continue;
      const Vec3 q = from + at * cone.along;
      const double depth = (q - points[k]).norm();
      if (!is_nearest_exit(mesh_, faces_, points[k], depth)) continue;
      scratch_.needed_margin = std::max(scratch_.needed_margin, depth);
      if (!region_.contains(q)) continue;
      const std::int32_t index = k == 0 ? 4 - near : near + k - 1;
      out_.push_back(
          {points[k], q, (q - points[k]) / depth, depth, {Kind::edge, index}, {Kind::edge, h}});
    }
  }

  const Cylinder& a_;
  const Pose& pose_;
  Vec3 axis_;
  const Mesh& mesh_;
  std::span<const std::int32_t> faces_;
  Box region_;  ///< what lies beyond is not known
  SolidScratch& scratch_;
  Contacts& out_;
  Box box_;
  double size_ = 0.0;
  bool rim_crosses_[2] = {false, false};
  double deepest_ = 0.0;  ///< of all contacts so far
  Contact refused_;       ///< depth 0: none
};

}  // namespace

void contact_cylinder_mesh(const Cylinder& a, const Pose& pose_a, const PlacedMesh& b,
                           SolidScratch& scratch, Contacts& out) {
  const std::size_t start = out.size();
  const Pose local = b.local(pose_a);
  const CylinderQuery query(a, local, b, scratch, out);
  finish_solid(out, start, local.position, query.size(), b);
}

}  // namespace outrigger::contact
