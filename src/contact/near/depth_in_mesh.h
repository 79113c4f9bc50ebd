/// How deep points and curves lie in a mesh, by its candidate faces alone.
///
/// The depth of a point is its distance from the surface, > 0 inside. Along a curve, what is nearest
/// changes from part to part of the mesh, and the deepest place is mostly where two of them are equally
/// near: no closed form tells which two. But the curve is covered by parts no deeper than a given depth:
///   under a face      where the foot is in its outline and the height at most the depth
///   about an edge,    within the depth of it, where it or a vertex is what is nearest (a valley, a dent)
///   a vertex
/// For a segment each of these is an interval in closed form. What no part covers is deeper: a point of it
/// raises the depth, and the rest is covered again until nothing is left (to kSame of the size).
/// Circles: kSamples places and the local maxima among them, refined in their brackets.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "contact/near/contact.h"
#include "contact/near/face_boxes.h"
#include "contact/near/mesh_features.h"
#include "geometry/box.h"

namespace outrigger::contact {

/// A circle: centre + cos t u + sin t v; u, v perpendicular, of the radius' length.
struct Ring {
  Vec3 centre, u, v;
  Vec3 at(double t) const;
};

class DepthInMesh {
 public:
  /// Intervals of a curve, kept between calls.
  using Spans = std::vector<std::pair<double, double>>;
  struct Place {
    double depth = 0.0;
    Vec3 point = Vec3::Zero();
    SurfacePoint on_mesh;
    std::int32_t face = -1;  ///< that the nearest place is on
  };

  /// `region`: where the faces are known; `size` of the shape [m]; `boxes` is memory only.
  DepthInMesh(const geometry::Mesh& mesh, std::span<const std::int32_t> faces,
              const geometry::Box& region, double size, FaceBoxes& boxes)
      : mesh_(mesh), faces_(faces), region_(region), size_(size), boxes_(boxes) {}

  /// -∞ where the side is not known.
  Place at(const Vec3& p);

  /// Replaces `best` by the deepest point of a + t (b - a), if that is deeper. `crossings`: all t
  /// where the segment goes through a face, sorted.
  void segment(const Vec3& a, const Vec3& b, std::span<const double> crossings, Spans& spans,
               Place& best);
  void ring(const Ring& ring, Place& best);
  /// The deepest place is mostly as near to one part of the mesh as to another: of those, the way out
  /// towards `centre`, where there is one.
  void leave_towards(const Vec3& centre, Place& place) const;
  /// How far from points inside the nearest place was, at most: what the candidates must reach [m].
  double farthest() const { return farthest_; }

 private:
  const FaceBoxes& boxes() {
    if (!boxes_set_) boxes_.set(mesh_, faces_);
    boxes_set_ = true;
    return boxes_;
  }
  double level(double depth) const { return depth + kSame * (size_ + depth); }
  void cover(const Vec3& a, const Vec3& e, double from, double to, double level, Spans& spans);
  void cover_feature(const Vec3& a, const Vec3& e, double t, const Place& nearest, double level,
                     Spans& spans) const;
  void inside_segment(const Vec3& a, const Vec3& e, double from, double to, Spans& spans,
                      Place& best);

  static constexpr double kSame = 1e-11;
  static constexpr int kSamples = 32;

  const geometry::Mesh& mesh_;
  std::span<const std::int32_t> faces_;
  geometry::Box region_;
  double size_;
  FaceBoxes& boxes_;
  bool boxes_set_ = false;
  std::int32_t last_face_ = -1;  ///< that was nearest to the last point: a good guess for the next
  double farthest_ = 0.0;
};

/// The feature of the mesh that is nearest to a place.
Feature feature_of(const geometry::Mesh& mesh, const DepthInMesh::Place& place);

}  // namespace outrigger::contact
