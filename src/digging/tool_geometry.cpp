#include "digging/tool_geometry.h"

#include <fmt/format.h>

#include "base/error.h"

namespace outrigger::digging {

ToolGeometry::ToolGeometry(const description::Tool& tool) : edge(tool.edge), width(tool.width) {
  const Vec3 plate = tool.plate - tool.edge;
  length = plate.norm();
  along = plate / length;
  normal = Vec3(along.z(), 0.0, -along.x());
  Vec3 front = tool.front;
  if (front.isZero() && tool.holds_soil()) {
    for (const auto& corner : tool.cavity) front += Vec3(corner[0], 0.0, corner[1]) - tool.edge;
    front.y() = 0.0;
  }
  if (front.dot(normal) < 0.0) normal = -normal;
}

soil::Cavity cavity_of(const description::Tool& tool, int slices) {
  soil::CavityShape shape;
  for (const auto& corner : tool.cavity) shape.profile.push_back({corner[0], corner[1]});
  shape.width = tool.cavity_width;
  shape.slices = slices;
  try {
    return soil::Cavity(std::move(shape));
  } catch (const Error& e) {
    throw Error(fmt::format("tool '{}': {}", tool.name, e.what()));
  }
}

}  // namespace outrigger::digging
