#include "contact/near/tube_mesh.h"

#include <algorithm>
#include <cmath>

#include "contact/near/ball_mesh.h"
#include "contact/near/merge.h"
#include "contact/near/mesh_features.h"
#include "contact/near/segments.h"

namespace outrigger::contact {
namespace {

using geometry::Box;
using geometry::Corners;
using geometry::Mesh;
using Kind = Feature::Kind;

/// One piece with what is asked for every face.
struct PlacedPiece {
  const CorePiece* core;
  std::int32_t index;  ///< first feature of the piece
  Vec3 ball_centre;
  double ball_radius;
};

class Query {
 public:
  Query(const Tube& tube, const PlacedMesh& b, Contacts& out)
      : mesh_(*b.mesh), faces_(b.candidates->faces()), out_(out), start_(out.size()) {
    for (int i = 0; i < tube.count; ++i) {
      PlacedPiece& piece = pieces_[static_cast<std::size_t>(i)];
      piece.core = &tube.pieces[static_cast<std::size_t>(i)];
      piece.index = 8 * i;
      ball_around(*piece.core, piece.ball_centre, piece.ball_radius);
      const double reach = piece.ball_radius + piece.core->radius;
      box_.add(piece.ball_centre - Vec3::Constant(reach));
      box_.add(piece.ball_centre + Vec3::Constant(reach));
      radius_ = std::max(radius_, piece.core->radius);
    }
    count_ = static_cast<std::size_t>(tube.count);
    size_ = box_.size().maxCoeff();
  }

  void run() {
    for (const std::int32_t f : faces_) ask_face(f);
    drop_seen_through();
    if (out_.size() == start_ && refused_.depth < INFINITY) out_.push_back(refused_);
    sort_and_merge(out_, start_, 1e-5 * radius_);
  }

 private:
  void ask_face(std::int32_t f) {
    const Corners c = mesh_.corners(f);
    const Vec3 low = c[0].cwiseMin(c[1]).cwiseMin(c[2]), high = c[0].cwiseMax(c[1]).cwiseMax(c[2]);
    if ((low.array() > box_.high.array()).any() || (high.array() < box_.low.array()).any()) return;
    const Vec3& n = mesh_.normal(f);
    for (std::size_t i = 0; i < count_; ++i) {
      const PlacedPiece& piece = pieces_[i];
      // All of the face lies in its plane: too far from that is too far from everything.
      const double reach = piece.ball_radius + piece.core->radius;
      const double height = n.dot(piece.ball_centre - c[0]);
      if (std::abs(height) >= reach) continue;
      const bool has_plane = !n.isZero();
      if (has_plane) ask_plane(piece, f, c[0], n);
      for (std::int32_t h = 3 * f; h < 3 * f + 3; ++h) {
        if (has_plane && mesh_.edge(h) == h) ask_edge(piece, h);
        ask_vertex(piece, h);
      }
    }
  }

  /// A core point c above (or little below) the face itself.
  void ask_core_point(const PlacedPiece& piece, std::int32_t place, const Vec3& c, std::int32_t f,
                      const Vec3& corner, const Vec3& n) {
    const double r = piece.core->radius, height = n.dot(c - corner);
    if (!(std::abs(height) < r)) return;
    if (!over_face(mesh_, f, c, kFlatAngle * std::abs(height) + 1e-13 * size_)) return;
    out_.push_back({c - r * n,
                    c - height * n,
                    n,
                    r - height,
                    {Kind::smooth, piece.index + place},
                    {Kind::face, f}});
  }

  void ask_plane(const PlacedPiece& piece, std::int32_t f, const Vec3& corner, const Vec3& n) {
    const CorePiece& core = *piece.core;
    if (core.kind == CorePiece::Kind::segment) {
      ask_core_point(piece, 0, core.a, f, corner, n);
      if (core.is_point()) return;
      ask_core_point(piece, 1, core.b, f, corner, n);
      ask_piercing(piece, f, corner, n);
      return;
    }
    // Lowest point of the ring and quarter turns from it; of a half ring, those that it has.
    double x = -n.dot(core.u), y = -n.dot(core.v);
    const double length = std::sqrt(x * x + y * y);
    const bool flat = length < 1e-12;
    x = flat ? 1.0 : x / length;
    y = flat ? 0.0 : y / length;
    if (!flat) ask_crossing(piece, f, corner, n, {x, y}, length);
    for (std::int32_t quarter = 0; quarter < 4; ++quarter) {
      if (core.kind == CorePiece::Kind::circle || x > 0.0) {
        const Vec3 c = core.centre + core.ring * (x * core.u + y * core.v);
        ask_core_point(piece, 2 + quarter, c, f, corner, n);
      }
      std::swap(x, y);
      x = -x;
    }
    if (core.kind == CorePiece::Kind::arc && core.free_ends) {
      ask_core_point(piece, 0, core.centre - core.ring * core.v, f, corner, n);
      ask_core_point(piece, 1, core.centre + core.ring * core.v, f, corner, n);
    }
  }

  /// A straight core that goes through the face: its end behind, where `ask_core_point` does not
  /// report that.
  void ask_piercing(const PlacedPiece& piece, std::int32_t f, const Vec3& corner, const Vec3& n) {
    const CorePiece& core = *piece.core;
    const double ha = n.dot(core.a - corner), hb = n.dot(core.b - corner);
    const double lower = std::min(ha, hb), r = core.radius;
    if (!(lower < 0.0 && std::max(ha, hb) > 0.0)) return;
    const Vec3 crossing = core.a + ha / (ha - hb) * (core.b - core.a);
    if (!over_face(mesh_, f, crossing, 1e-13 * size_)) return;
    const Vec3& end = ha < hb ? core.a : core.b;
    const Contact contact = {end - r * n,
                             end - lower * n,
                             n,
                             r - lower,
                             {Kind::smooth, piece.index + (ha < hb ? 0 : 1)},
                             {Kind::face, f}};
    if (lower <= -r) {
      out_.push_back(contact);
    } else {
      refuse(contact);
    }
  }

  /// An arc that goes through the face: δ = r where it does (THESIS eq. 4.78 with r_p = 0).
  /// `down` is -n in the arc's plane at unit length, `length` what it was before.
  void ask_crossing(const PlacedPiece& piece, std::int32_t f, const Vec3& corner, const Vec3& n,
                    const Eigen::Vector2d& down, double length) {
    const CorePiece& core = *piece.core;
    const double k = n.dot(core.centre - corner) / (core.ring * length);
    if (!(std::abs(k) < 1.0)) return;
    const double side = std::sqrt(1.0 - k * k);
    for (const double sign : {-1.0, 1.0}) {
      const double x = k * down.x() - sign * side * down.y();
      const double y = k * down.y() + sign * side * down.x();
      if (core.kind == CorePiece::Kind::arc && x < 0.0) continue;
      const Vec3 c = core.centre + core.ring * (x * core.u + y * core.v);
      if (!over_face(mesh_, f, c, 1e-13 * size_)) continue;
      refuse({c - core.radius * n,
              c,
              n,
              core.radius,
              {Kind::smooth, piece.index + 2},
              {Kind::face, f}});
    }
  }

  /// Kept in case that nothing else is found: a core through the surface must not go unnoticed. The
  /// least deep one, and of equals that of the first face.
  void refuse(const Contact& contact) {
    const bool equal = contact.depth == refused_.depth;
    if (contact.depth < refused_.depth ||
        (equal && contact.feature_b.index < refused_.feature_b.index)) {
      refused_ = contact;
    }
  }

  void ask_edge(const PlacedPiece& piece, std::int32_t h) {
    const Vec3 &a = mesh_.vertex(mesh_.from(h)), &b = mesh_.vertex(mesh_.to(h));
    const double r = piece.core->radius;
    // Far from the ball around the core: nothing to solve.
    const double reach = piece.ball_radius + r;
    const Vec3 foot = a + nearest_on_segment(piece.ball_centre, a, b) * (b - a);
    if ((foot - piece.ball_centre).squaredNorm() >= reach * reach) return;
    const EdgeCone cone = edge_cone(mesh_, h);
    if (!cone.sharp()) return;
    std::array<NearPoints, 6> found;
    const int count = near_points(*piece.core, a, b, found);
    for (int i = 0; i < count; ++i) {
      const NearPoints& near = found[static_cast<std::size_t>(i)];
      if (near.second_at_end) continue;  // the vertex's
      const Vec3 d = near.on_first - near.on_second;
      const double distance = d.norm();
      if (!(distance < r)) continue;
      if (near.first_at_end && goes_on(*piece.core, near.on_first, near.on_second)) continue;
      Vec3 n = distance > 1e-14 * size_ ? Vec3(d / distance) : cone.middle();
      double height = distance;
      if (!cone.holds(n)) {
        // The core has passed below the edge: out again across it.
        if (near.first_at_end || !cone.holds(-n)) continue;
        n = -n;
        height = -distance;
      }
      add(near.on_first, near.on_second, n, r, height, {Kind::smooth, piece.index + 6},
          {Kind::edge, h});
    }
  }

  void ask_vertex(const PlacedPiece& piece, std::int32_t h) {
    const std::int32_t v = mesh_.from(h);
    const Vec3& p = mesh_.vertex(v);
    bool at_end = false;
    const Vec3 q = nearest_on_piece(*piece.core, p, at_end);
    const Vec3 d = q - p;
    const double r = piece.core->radius, square = d.squaredNorm();
    if (!(square < r * r) || !(square > 0.0)) return;
    if (at_end && goes_on(*piece.core, q, p)) return;
    const double distance = std::sqrt(square);
    const Vec3 n = d / distance;
    if (!mesh_.owns_vertex(h) || !vertex_holds(mesh_, h, n)) return;
    add(q, p, n, r, distance, {Kind::smooth, piece.index + 7}, {Kind::vertex, v});
  }

  void add(const Vec3& core, const Vec3& on_mesh, const Vec3& n, double r, double height,
           const Feature& a, const Feature& b) {
    out_.push_back({core - r * n, on_mesh, n, r - height, a, b});
  }

  double radius_of(const Contact& c) const {
    return pieces_[static_cast<std::size_t>(c.feature_a.index / 8)].core->radius;
  }

  /// Faces seen from behind through the material: a contact with its core point behind the surface
  /// is none when another contact's place on the mesh is nearer to that core point.
  void drop_seen_through() {
    for (std::size_t i = start_; i < out_.size(); ++i) {
      const double r = radius_of(out_[i]), behind = out_[i].depth - r;
      if (!(behind > 0.0)) continue;
      const Vec3 core = out_[i].on_a + r * out_[i].normal;
      for (std::size_t j = start_; j < out_.size(); ++j) {
        if (j != i && (out_[j].on_b - core).norm() < behind * (1.0 - 1e-9)) {
          out_[i].depth = -out_[i].depth;  // the mark; places stay comparable
          break;
        }
      }
    }
    // Where they hide each other, the least deep one stays.
    const auto first = out_.begin() + static_cast<std::ptrdiff_t>(start_);
    const auto is_dropped = [](const Contact& c) { return c.depth < 0.0; };
    if (first != out_.end() && std::all_of(first, out_.end(), is_dropped)) {
      const auto least =
          std::max_element(first, out_.end(), [](const Contact& x, const Contact& y) {
            return std::make_pair(x.depth, -x.feature_b.index) <
                   std::make_pair(y.depth, -y.feature_b.index);
          });
      least->depth = -least->depth;
    }
    out_.erase(std::remove_if(first, out_.end(), is_dropped), out_.end());
  }

  const Mesh& mesh_;
  std::span<const std::int32_t> faces_;
  Contacts& out_;
  std::size_t start_;
  std::array<PlacedPiece, 5> pieces_;
  std::size_t count_ = 0;
  Box box_;
  double radius_ = 0.0, size_ = 0.0;
  Contact refused_ = {Vec3::Zero(), Vec3::Zero(), Vec3::UnitZ(), INFINITY, {}, {}};
};

/// From the frame of the mesh into the world.
void place_contacts(const Pose& pose, std::size_t start, Contacts& out) {
  for (std::size_t i = start; i < out.size(); ++i) {
    out[i].on_a = pose.point(out[i].on_a);
    out[i].on_b = pose.point(out[i].on_b);
    out[i].normal = pose.direction(out[i].normal);
  }
}

template <class Shape>
void contact_shape_mesh(const Shape& a, const Pose& pose_a, const PlacedMesh& b, Contacts& out) {
  const std::size_t start = out.size();
  contact_tube_mesh(tube_of(a, b.local(pose_a)), b, out);
  place_contacts(b.pose, start, out);
}

}  // namespace

void contact_tube_mesh(const Tube& tube, const PlacedMesh& b, Contacts& out) {
  if (tube.count == 1 && tube.pieces[0].is_point()) {
    contact_ball_mesh(tube.pieces[0].a, tube.pieces[0].radius, b, out);
  } else {
    Query(tube, b, out).run();
  }
}

void contact_sphere_mesh(const geometry::Sphere& a, const Pose& pose_a, const PlacedMesh& b,
                         Contacts& out) {
  const std::size_t start = out.size();
  contact_ball_mesh(b.pose.local_point(pose_a.position), a.radius, b, out);
  place_contacts(b.pose, start, out);
}

void contact_capsule_mesh(const geometry::Capsule& a, const Pose& pose_a, const PlacedMesh& b,
                          Contacts& out) {
  contact_shape_mesh(a, pose_a, b, out);
}

void contact_torus_mesh(const geometry::Torus& a, const Pose& pose_a, const PlacedMesh& b,
                        Contacts& out) {
  contact_shape_mesh(a, pose_a, b, out);
}

void contact_half_torus_mesh(const geometry::HalfTorus& a, const Pose& pose_a, const PlacedMesh& b,
                             Contacts& out) {
  contact_shape_mesh(a, pose_a, b, out);
}

void contact_link_mesh(const geometry::ChainLink& a, const Pose& pose_a, const PlacedMesh& b,
                       Contacts& out) {
  contact_shape_mesh(a, pose_a, b, out);
}

}  // namespace outrigger::contact
