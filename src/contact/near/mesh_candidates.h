/// The step contract of shapes against meshes (HITL §4): candidate faces are selected once per time
/// step, after the prediction; the iterations of the solver look only at them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/box.h"
#include "geometry/box_tree.h"
#include "geometry/mesh.h"
#include "math/types.h"

namespace outrigger::contact {

/// Faces of a mesh within a region (in the frame of the mesh), in the fixed order of the tree. Keeps
/// its memory: a warm `prepare` does not allocate.
class MeshCandidates {
 public:
  /// Selects the faces whose boxes meet `box` grown by `margin` [m]. The margin is what the shape
  /// may still move beyond its predicted place during the step: about |v| h/2 + a few rounding
  /// errors of the prediction.
  void prepare(const geometry::BoxTree& tree, const geometry::Box& box, double margin);

  /// The same for a ball about `centre`, which has fewer faces near it than its box. Of `mesh`, where
  /// it is given, the faces are fetched into the cache meanwhile: for who evaluates at once.
  void prepare(const geometry::BoxTree& tree, const Vec3& centre, double radius, double margin,
               const geometry::Mesh* mesh = nullptr);

  /// Whether every face that a ball can touch was selected.
  bool covers(const Vec3& centre, double radius) const {
    return ball_reach_ > 0.0 ? (centre - ball_centre_).norm() + radius <= ball_reach_
                             : covers(geometry::Box{centre, centre}.grown(radius));
  }
  /// Whether every face that a shape in this box can touch was selected. Who evaluates asks this
  /// first; if not, contacts may be missing: count it, prepare again.
  bool covers(const geometry::Box& box) const {
    if (ball_reach_ > 0.0) {  // its farthest corner decides
      const Vec3 corner =
          (box.low - ball_centre_).cwiseAbs().cwiseMax((box.high - ball_centre_).cwiseAbs());
      return corner.norm() <= ball_reach_;
    }
    return (box.low.array() >= region_.low.array()).all() &&
           (box.high.array() <= region_.high.array()).all();
  }
  const geometry::Box& region() const { return region_; }
  std::span<const std::int32_t> faces() const { return faces_; }

 private:
  geometry::Box region_;
  Vec3 ball_centre_ = Vec3::Zero();
  double ball_reach_ = 0.0;  ///< 0: the region is a box
  std::vector<std::int32_t> faces_;
};

/// A mesh in the world, with the candidates of one partner.
struct PlacedMesh {
  const geometry::Mesh* mesh = nullptr;
  const MeshCandidates* candidates = nullptr;
  Pose pose;

  /// The pose of a shape seen from the mesh.
  Pose local(const Pose& shape) const {
    return {pose.local_point(shape.position), pose.rotation.transpose() * shape.rotation};
  }
};

}  // namespace outrigger::contact
