/// The ground of a site as a shape that other shapes touch.
#pragma once

#include "description/contact_shapes.h"
#include "terrain/ground.h"

namespace outrigger::touching {

/// A plane of body and group "ground", for the lists of shapes: what others touch are the faces of
/// contact/ground_meshes.h, of the same surface that tyres and contact spheres feel, with the material of
/// the place. Its own material is that of the surface which no feature of the site covers.
description::ContactShape make_ground_shape(const terrain::Ground& ground);

}  // namespace outrigger::touching
