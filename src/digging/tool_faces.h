/// Faces of a tool that press on soil without cutting it, as the laws of soil see them.
///
///   back   the shell of a bucket behind its plate, from there to the rear lip, in up to three faces
///   side   the two side plates: the outline of the room for soil
///   rock   the edge on ground that cannot be cut: from above, and a step of it ahead
///
/// A face is a list of places with their areas. Those below the surface of the soil beside them count: backs by
/// the column over them, sides by the column beyond the plate. Ground that cannot be cut has the strength of soft
/// rock, c = 1 MPa and φ = 35°.
///
/// Limits: a back that looks up carries nothing (soil that lies on it); cut ground rises and falls by columns, so
/// places within half a cell under the surface may come and go with them.
#pragma once

#include <vector>

#include "description/tools.h"
#include "digging/tool_geometry.h"
#include "soil/column_field.h"
#include "soil/pressed_face.h"

namespace outrigger::digging {

inline constexpr int kToolFaces = 7;  ///< three backs, two sides, two for rock

struct ToolFace {
  enum class Kind { back, side, rock_below, rock_ahead };
  struct Sample {
    Vec3 point = Vec3::Zero();  ///< in the frame of the body
    double area = 0.0;          ///< [m²]
  };
  Kind kind = Kind::back;
  Vec3 normal =
      -Vec3::UnitZ();  ///< out of the tool, in the frame of the body; of rock_below the world's
  std::vector<Sample> samples;
};

/// At most kToolFaces.
std::vector<ToolFace> faces_of(const description::Tool& tool, const ToolGeometry& geometry);

/// What of a face is in soil.
struct FaceInSoil {
  Vec3 point = Vec3::Zero();     ///< middle of it, in the frame of the body
  Vec3 normal = -Vec3::UnitZ();  ///< world
  soil::FaceGround ground;       ///< area 0: none
};
FaceInSoil look_at_face(const soil::ColumnField& field, const ToolFace& face, const Pose& pose,
                        double gravity);

}  // namespace outrigger::digging
