/// The ground of a site as a shape that other shapes touch.
#pragma once

#include "contact/shape_pairs.h"
#include "description/contact_shapes.h"
#include "terrain/ground.h"

namespace outrigger::sim {

struct GroundShape {
  description::ContactShape shape;  ///< of body and group "ground"
  contact::MeshLibrary meshes;      ///< `meshes` given, and the ground's where it is a field
};

/// A plane, or the grid of the height field with two faces per cell (tyres and contact spheres feel
/// the smooth field between its points; shapes feel these faces). Its material is that of the first
/// surface.
GroundShape make_ground_shape(const terrain::Ground& ground, const contact::MeshLibrary* meshes);

}  // namespace outrigger::sim
