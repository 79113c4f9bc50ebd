#include "geometry/thing_box.h"

namespace outrigger::geometry {

std::vector<ThingBox> thing_boxes(const Mesh& mesh) {
  std::vector<ThingBox> boxes;
  boxes.reserve(static_cast<std::size_t>(mesh.face_count()));
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) boxes.emplace_back(mesh.face_box(f));
  return boxes;
}

std::vector<ThingBox> thing_boxes(std::span<const Box> boxes) {
  std::vector<ThingBox> result;
  result.reserve(boxes.size());
  for (const Box& box : boxes) result.emplace_back(box);
  return result;
}

}  // namespace outrigger::geometry
