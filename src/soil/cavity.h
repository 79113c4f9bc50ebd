/// The room for soil in a bucket, as slices across its width, in any pose.
///
/// The cavity is a profile in the side plane of the tool (x forward, z up in its frame), from the cutting edge
/// along the shell to the rear lip; between the two lies the open mouth. It reaches from y = -width/2 to
/// width/2 between side plates that end at the mouth.
///
/// In the vertical plane of a slice, with s along the horizontal and z upwards, soil lies on the shell and
/// below
///   a surface           z ≤ level + slope · s
///   a cap at each lip   z ≤ z_lip + tan(φ) |s - s_lip|: a steeper heap would run over the lip
///   a cap at the sides  z ≤ mouth + tan(φ) · distance to the next side plate, while the mouth looks up
/// and never above the open mouth while that looks down: soil there falls out.
///
/// While the edge is in the ground, the soil outside holds what is inside: the cap at the edge, and those of the
/// sides, begin higher by `support`, the height of the soil ahead above the edge; and a mouth that looks down
/// is closed by the ground up to there.
///
/// With φ = 45° and the mouth level this is the heaped volume of ISO 7451 (1:1).
#pragma once

#include <vector>

#include "math/types.h"
#include "soil/polygon.h"

namespace outrigger::soil {

struct CavityShape {
  /// From the cutting edge along the shell to the rear lip (x, z) [m]; 3 to 24 corners that do not cross.
  std::vector<PlanePoint> profile;
  double width = 1.0;  ///< inside [m]
  int slices = 8;      ///< across the width, 2..16
};

/// How the tool lies: the directions of its side plane as seen in the vertical plane through them.
struct CavityPose {
  double tilt = 0.0;     ///< of the x axis above the horizontal [rad]
  double support = 0.0;  ///< height of the soil outside above the cutting edge [m], >= 0
};

class Cavity {
 public:
  /// Throws Error when the profile has too few corners, no area, or no width.
  explicit Cavity(CavityShape shape);

  const CavityShape& shape() const { return shape_; }
  int slices() const { return shape_.slices; }
  double slice_width() const { return shape_.width / shape_.slices; }
  /// Middle of a slice [m].
  double slice_y(int slice) const { return -0.5 * shape_.width + (slice + 0.5) * slice_width(); }
  double struck_volume() const { return struck_area_ * shape_.width; }

  /// The tool turns: computes the shape of the room in this pose. `tangent` is that of the angle of repose.
  void set_pose(const CavityPose& pose, double tangent);

  /// The largest area that a slice can hold in this pose [m²].
  double capacity(int slice) const { return capacity_[static_cast<std::size_t>(slice)]; }
  /// The level of a surface of this slope that has the area below it; the highest that changes anything when
  /// there is no room for so much.
  double level_for(int slice, double area, double slope) const;
  /// Of the soil below this surface, about the origin of the tool, along horizontal and vertical.
  AreaMoments below(int slice, double level, double slope) const;
  /// Over which lip soil leaves: the lower one. True: the cutting edge.
  bool spills_over_edge() const { return edge_.z <= rear_.z; }
  PlanePoint edge() const { return edge_; }  ///< in the vertical plane, from the origin of the tool
  PlanePoint rear() const { return rear_; }
  bool mouth_looks_up() const { return mouth_up_; }

 private:
  /// Pieces of the room with all caps applied, before the surface.
  struct Room {
    Polygon pieces[3];
    int count = 0;
  };
  double area_below(int slice, double level, double slope) const;

  CavityShape shape_;
  double struck_area_ = 0.0;
  std::vector<Room> rooms_;       ///< of slices
  std::vector<double> capacity_;  ///< of slices
  PlanePoint edge_, rear_;
  bool mouth_up_ = true;
  double lowest_ = 0.0, highest_ = 0.0;  ///< of all rooms
};

}  // namespace outrigger::soil
