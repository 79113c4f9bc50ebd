#include "touching/ground_shape.h"

#include "description/description.h"

namespace outrigger::touching {

description::ContactShape make_ground_shape(const terrain::Ground& ground) {
  description::ContactShape s;
  s.name = s.group = s.body = description::kGround;
  const int surface = ground.is_plane() ? ground.surface(0.0, 0.0) : 0;
  s.material = ground.surfaces()[static_cast<std::size_t>(surface)].material;
  s.kind = description::ContactShape::Kind::plane;
  return s;
}

}  // namespace outrigger::touching
