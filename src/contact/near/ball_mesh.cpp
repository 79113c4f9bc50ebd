#include "contact/near/ball_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "contact/near/merge.h"
#include "contact/near/mesh_features.h"
#include "contact/near/segments.h"

namespace outrigger::contact {
namespace {

using geometry::Corners;
using geometry::Mesh;
using Kind = Feature::Kind;

class BallQuery {
 public:
  BallQuery(const Vec3& centre, double radius, const PlacedMesh& b, Contacts& out)
      : mesh_(*b.mesh),
        faces_(b.candidates->faces()),
        centre_(centre),
        radius_(radius),
        out_(out),
        start_(out.size()) {}

  void run() {
    // Planes first, in one line of memory per face; faces that stay are fetched meanwhile.
    std::array<Near, 64> near;
    for (std::size_t first = 0; first < faces_.size(); first += near.size()) {
      const std::size_t end = std::min(first + near.size(), faces_.size());
      std::size_t count = 0;
      for (std::size_t i = first; i < end; ++i) {
        const Mesh::FacePlane& plane = mesh_.plane(faces_[i]);
        const double height = plane.normal.dot(centre_) - plane.offset;
        if (!(std::abs(height) < radius_)) continue;
        __builtin_prefetch(&mesh_.face(faces_[i]));
        near[count++] = {faces_[i], height};
      }
      for (std::size_t i = 0; i < count; ++i) {
        for (const std::int32_t v : mesh_.face(near[i].face)) __builtin_prefetch(&mesh_.vertex(v));
      }
      for (std::size_t i = 0; i < count; ++i) ask(near[i]);
    }
    if (behind_) ask_nearest();
    drop_seen_through();
    if (out_.size() > start_ + 1) sort_and_merge(out_, start_, 1e-5 * radius_);
  }

 private:
  /// A face whose plane the ball reaches.
  struct Near {
    std::int32_t face;
    double height;  ///< of the centre above it
  };

  void ask(const Near& near) {
    const std::int32_t f = near.face;
    const Corners c = mesh_.corners(f);
    const TrianglePoint nearest = nearest_on_triangle(centre_, c[0], c[1], c[2]);
    const double square = (nearest.point - centre_).squaredNorm();
    if (!(square < radius_ * radius_)) return;
    behind_ = behind_ || near.height < 0.0;
    const Vec3& n = mesh_.normal(f);
    if (nearest.part == TrianglePoint::Part::face) {
      add(n, near.height, centre_ - near.height * n, {Kind::face, f});
      return;
    }
    ask_beside(near, n, nearest.point);
    const std::int32_t h = 3 * f + nearest.index;
    if (nearest.part == TrianglePoint::Part::vertex) {
      ask_vertex(h, square);
    } else if (mesh_.edge(h) == h) {
      ask_edge(h, nearest.point, square);
    }
  }

  /// Just beside an edge the face still counts: a flat edge does not.
  void ask_beside(const Near& near, const Vec3& n, const Vec3& nearest) {
    if (n.isZero()) return;
    const double slack = kFlatAngle * std::abs(near.height) + 2e-13 * radius_;
    const Vec3 foot = centre_ - near.height * n;
    // At a corner of a sliver the foot may be farther away than from both edges.
    if ((foot - nearest).squaredNorm() > 1e6 * slack * slack) return;
    if (over_face(mesh_, near.face, centre_, slack)) {
      add(n, near.height, foot, {Kind::face, near.face});
    }
  }

  void ask_edge(std::int32_t h, const Vec3& nearest, double square) {
    // Nearer to the neighbour's inside than to the edge: the neighbour's own.
    const Vec3 d = centre_ - nearest;
    const std::int32_t o = mesh_.opposite(h);
    if (o != Mesh::kNone) {
      const Vec3 into = mesh_.vertex(mesh_.from(Mesh::previous(o))) - nearest;
      const double along = d.dot(into);
      if (along > 0.0 && along * along > 1e-10 * square * into.squaredNorm()) return;
    }
    const EdgeCone cone = edge_cone(mesh_, h);
    if (!cone.sharp()) return;
    const double distance = std::sqrt(square);
    const Vec3 n = distance > 1e-14 * radius_ ? Vec3(d / distance) : cone.middle();
    if (cone.holds(n)) add(n, distance, nearest, {Kind::edge, h});
  }

  void ask_vertex(std::int32_t h, double square) {
    if (!(square > 0.0)) return;
    const std::int32_t v = mesh_.from(h);
    const double distance = std::sqrt(square);
    const Vec3 n = (centre_ - mesh_.vertex(v)) / distance;
    if (!vertex_holds(mesh_, h, n) || !owns_vertex(mesh_, h)) return;
    add(n, distance, mesh_.vertex(v), {Kind::vertex, v});
  }

  void add(const Vec3& n, double height, const Vec3& on_mesh, const Feature& b) {
    out_.push_back(
        {centre_ - radius_ * n, on_mesh, n, radius_ - height, {Kind::smooth, part(b)}, b});
  }
  /// Features of the ball, as of every tube: 0 against faces, 6 edges, 7 vertices.
  static std::int32_t part(const Feature& b) {
    return b.kind == Kind::edge ? 6 : b.kind == Kind::vertex ? 7 : 0;
  }

  /// The centre may be inside: the nearest place of all decides, which is in a valley's edge or vertex
  /// where no face and no cone is its own.
  void ask_nearest() {
    const auto is_behind = [this](const Contact& c) { return c.depth > radius_; };
    const auto first = out_.begin() + static_cast<std::ptrdiff_t>(start_);
    if (first != out_.end() && std::none_of(first, out_.end(), is_behind)) return;
    double least = radius_ * radius_;
    std::int32_t nearest = -1;
    for (const std::int32_t f : faces_) {
      const Corners c = mesh_.corners(f);
      const double square =
          (nearest_on_triangle(centre_, c[0], c[1], c[2]).point - centre_).squaredNorm();
      if (square >= least) continue;
      least = square;
      nearest = f;
    }
    if (nearest < 0) return;
    const SurfacePoint side = side_of(mesh_, nearest, centre_);
    if (side.border || side.distance >= 0.0) return;
    const Feature features[] = {{Kind::face, nearest},
                                {Kind::edge, side.part == 1 ? mesh_.edge(side.half_edge) : 0},
                                {Kind::vertex, mesh_.from(side.half_edge)}};
    out_.push_back({centre_ - radius_ * side.normal,
                    side.point,
                    side.normal,
                    radius_ - side.distance,
                    {Kind::smooth, 0},
                    features[side.part]});
  }

  /// Faces seen from behind through the material: behind one surface, and nearer to another place.
  void drop_seen_through() {
    if (!behind_) return;
    const auto first = out_.begin() + static_cast<std::ptrdiff_t>(start_);
    double nearest = INFINITY;
    for (auto c = first; c != out_.end(); ++c) {
      nearest = std::min(nearest, std::abs(c->depth - radius_));
    }
    const auto is_dropped = [&](const Contact& c) {
      return c.depth - radius_ > 0.0 && nearest < (c.depth - radius_) * (1.0 - 1e-9);
    };
    out_.erase(std::remove_if(first, out_.end(), is_dropped), out_.end());
  }

  const Mesh& mesh_;
  std::span<const std::int32_t> faces_;
  Vec3 centre_;
  double radius_;
  Contacts& out_;
  std::size_t start_;
  bool behind_ = false;
};

}  // namespace

void contact_ball_mesh(const Vec3& centre, double radius, const PlacedMesh& b, Contacts& out) {
  BallQuery(centre, radius, b, out).run();
}

}  // namespace outrigger::contact
