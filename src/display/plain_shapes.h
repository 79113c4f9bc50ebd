/// What displays show of a body that its file does not draw: the shapes it touches with, else a box
/// of its mass and inertia, with bars to its named points.
#pragma once

#include <string>
#include <vector>

#include "description/description.h"
#include "frames/scene.h"

namespace outrigger::display {

/// Contact shapes, contact spheres and tyres of a body (or of the ground). Planes and meshes are left
/// out; a torus and a chain link are a row of straight pieces, an ellipsoid a row of slices.
std::vector<frames::Shape> contact_shapes_of(const description::Machine& machine,
                                             const std::string& body);

/// The box of even density with mass m and principal inertias I₁, I₂, I₃ about the centre of mass:
///   edge i = √(6 (I_j + I_k - I_i)/m)
/// which for a body of one box is that box; a ball for a particle; a bar from the centre to each
/// named point and to the origin of the frame, where a ball is.
std::vector<frames::Shape> mass_shapes_of(const description::Body& body);

/// Tells bodies apart: a colour for the body of that index.
frames::Float3 plain_colour(std::size_t index);

}  // namespace outrigger::display
