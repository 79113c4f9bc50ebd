#include "contact/near/ball_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "contact/near/merge.h"
#include "contact/near/mesh_features.h"
#include "contact/near/triangle_lanes.h"

namespace outrigger::contact {
namespace {

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
    // All faces are fetched, then all vertices: scattered memory is waited for twice, not per face.
    constexpr std::size_t kBlock = 64;
    for (std::size_t first = 0; first < faces_.size(); first += kBlock) {
      const std::span block = faces_.subspan(first, std::min(kBlock, faces_.size() - first));
      for (const std::int32_t f : block) __builtin_prefetch(&mesh_.record(f));
      for (const std::int32_t f : block) {
        for (const std::int32_t v : mesh_.record(f).corners) __builtin_prefetch(&mesh_.vertex(v));
      }
      for (std::size_t i = 0; i < block.size(); i += kLanes) ask(first + i, block.subspan(i));
    }
    if (behind_) ask_nearest();
    drop_seen_through();
    if (out_.size() > start_ + 1) sort_and_merge(out_, start_, 1e-5 * radius_);
  }

 private:
  static constexpr std::size_t kLanes = 4;

  /// The first four of the faces, at once. Most of them end at an edge or vertex that is not theirs to
  /// report, and their planes are not needed.
  void ask(std::size_t position, std::span<const std::int32_t> faces) {
    const std::size_t count = std::min(faces.size(), kLanes);
    const Mesh::FaceRecord* record[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i) {
      record[i] = &mesh_.record(faces[std::min(i, count - 1)]);
    }
    const auto corner = [&](std::size_t k) {
      return gather_lanes(mesh_.vertex(record[0]->corners[k]), mesh_.vertex(record[1]->corners[k]),
                          mesh_.vertex(record[2]->corners[k]), mesh_.vertex(record[3]->corners[k]));
    };
    const Lanes3 centre = broadcast_lanes(centre_);
    const TriangleLanes triangles(centre, corner(0), corner(1), corner(2));
    const Lane4 reach = broadcast4(radius_ * radius_);
    const Lane4 height = triangles.squared_height(), wide = triangles.is_wide();
    const Lane4 far = _mm256_cmp_pd(height, mul4(reach, broadcast4(1.01)), _CMP_GT_OQ);
    if (_mm256_movemask_pd(_mm256_and_pd(far, wide)) == 15) return;

    const TriangleLanes::Nearest nearest = triangles.nearest();
    const Lanes3 d = nearest.point - centre;
    const Lane4 square = d.dot(d);
    const Lane4 touches = _mm256_cmp_pd(square, reach, _CMP_LT_OQ);
    const int touched = _mm256_movemask_pd(touches) & ((1 << count) - 1);
    if (touched == 0) return;
    note_nearest(position, _mm256_blendv_pd(broadcast4(INFINITY), square, touches));

    // Clearly beside the face and off its plane: only an edge or vertex can be reported, and the side
    // is known without the plane.
    const Lane4 little = mul4(broadcast4(1e-4), reach);
    const Lane4 off_plane = _mm256_cmp_pd(height, little, _CMP_GT_OQ);
    const Lane4 beside = _mm256_cmp_pd(sub4(square, height), little, _CMP_GT_OQ);
    const Lane4 clear = _mm256_and_pd(_mm256_and_pd(off_plane, beside), wide);
    const int is_clear = _mm256_movemask_pd(clear) & touched;
    behind_ = behind_ || (_mm256_movemask_pd(triangles.is_behind()) & is_clear) != 0;

    alignas(16) int part[kLanes];
    _mm_store_si128(reinterpret_cast<__m128i*>(part), _mm256_cvttpd_epi32(nearest.part));
    int owned = 0;
    for (std::size_t i = 0; i < count; ++i) owned |= (record[i]->owned >> part[i] & 1) << i;
    const int asked = touched & (owned | ~is_clear);
    if (asked == 0) return;
    alignas(32) double squares[kLanes], points[3][kLanes];
    store4(squares, square);
    store4(points[0], nearest.point.x);
    store4(points[1], nearest.point.y);
    store4(points[2], nearest.point.z);
    for (int left = asked; left != 0; left &= left - 1) {
      const auto i = static_cast<std::size_t>(__builtin_ctz(static_cast<unsigned>(left)));
      const Vec3 point(points[0][i], points[1][i], points[2][i]);
      if ((is_clear >> i & 1) == 0) ask_face(faces[i], part[i], point);
      if ((owned >> i & 1) == 0) continue;
      const std::int32_t h = 3 * faces[i] + part[i];
      if (part[i] < TriangleLanes::kVertex) {
        ask_edge(h, point, squares[i]);
      } else {
        ask_vertex(h - TriangleLanes::kVertex, squares[i]);
      }
    }
  }

  void ask_face(std::int32_t f, int part, const Vec3& nearest) {
    const Mesh::FaceRecord& plane = mesh_.record(f);
    const double height = plane.normal.dot(centre_) - plane.offset;
    behind_ = behind_ || height < 0.0;
    if (part == TriangleLanes::kFace) {
      add(plane.normal, height, centre_ - height * plane.normal, {Kind::face, f});
    } else {
      ask_beside({f, height}, nearest);
    }
  }

  /// A face whose plane the ball reaches.
  struct Near {
    std::int32_t face;
    double height;  ///< of the centre above it
  };

  /// Just beside an edge the face still counts: a flat edge does not.
  void ask_beside(const Near& near, const Vec3& nearest) {
    const Vec3& n = mesh_.normal(near.face);
    const double slack = kFlatAngle * std::abs(near.height) + 2e-13 * radius_;
    const Vec3 foot = centre_ - near.height * n;
    // At a corner of a sliver the foot may be farther away than from both edges.
    if ((foot - nearest).squaredNorm() > 1e6 * slack * slack) return;
    if (!n.isZero() && over_face(mesh_, near.face, centre_, slack)) {
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
    if (!vertex_holds(mesh_, h, n)) return;
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

  void note_nearest(std::size_t position, Lane4 square) {
    const Lane4 nearer = _mm256_cmp_pd(square, least_, _CMP_LT_OQ);
    least_ = _mm256_blendv_pd(least_, square, nearer);
    position_ = _mm256_blendv_pd(position_, broadcast4(static_cast<double>(position)), nearer);
  }
  /// The first of the nearest faces.
  std::int32_t nearest_face() const {
    alignas(32) double square[kLanes], position[kLanes];
    store4(square, least_);
    store4(position, position_);
    double least = INFINITY;
    std::size_t first = 0;
    for (std::size_t i = 0; i < kLanes; ++i) {
      const std::size_t at = static_cast<std::size_t>(position[i]) + i;
      if (square[i] > least || (square[i] == least && at > first)) continue;
      least = square[i];
      first = at;
    }
    return faces_[first];
  }

  /// The centre may be inside: the nearest place of all decides, which is in a valley's edge or vertex
  /// where no face and no cone is its own.
  void ask_nearest() {
    const auto is_behind = [this](const Contact& c) { return c.depth > radius_; };
    const auto first = out_.begin() + static_cast<std::ptrdiff_t>(start_);
    if (first != out_.end() && std::none_of(first, out_.end(), is_behind)) return;
    const std::int32_t nearest = nearest_face();
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
  // Of the faces that the ball touches the nearest, lane by lane.
  Lane4 least_ = broadcast4(INFINITY);  ///< squared distance [m²]
  Lane4 position_ = zero4();            ///< of its lane's first face among the candidates
};

}  // namespace

void contact_ball_mesh(const Vec3& centre, double radius, const PlacedMesh& b, Contacts& out) {
  BallQuery(centre, radius, b, out).run();
}

}  // namespace outrigger::contact
