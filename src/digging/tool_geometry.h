/// A tool of a machine as the laws of soil see it, in the frame of its body and in the world.
#pragma once

#include "description/tools.h"
#include "model/kinematics.h"
#include "soil/cavity.h"
#include "soil/cutting.h"

namespace outrigger::digging {

struct ToolGeometry {
  Vec3 edge = Vec3::Zero();          ///< middle [m]
  Vec3 along = Vec3::UnitZ();        ///< from the edge up the plate, unit
  Vec3 normal = Vec3::UnitX();       ///< into the soil that it pushes, unit
  double length = 0.0, width = 0.0;  ///< [m]

  explicit ToolGeometry(const description::Tool& tool);

  /// Where it is when its body is there.
  soil::Blade at(const Pose& pose) const {
    return {pose.point(edge),
            pose.direction(along),
            pose.direction(normal),
            pose.direction(Vec3::UnitY()),
            length,
            width};
  }
};

/// Slices across, 2..16, of the room for soil of a tool that has one. Throws Error for a room without area.
soil::Cavity cavity_of(const description::Tool& tool, int slices);

}  // namespace outrigger::digging
