/// A ball against a mesh, in the frame of the mesh: the most asked question of all, so it has code of
/// its own. Of a face only the part nearest to the centre can be nearest for its surroundings.
///
/// What is reported, and how deep, is said in tube_mesh.h; the rules for edges and vertices are those
/// of mesh_features.h.
#pragma once

#include "contact/near/contact.h"
#include "contact/near/mesh_candidates.h"

namespace outrigger::contact {

void contact_ball_mesh(const Vec3& centre, double radius, const PlacedMesh& b, Contacts& out);

}  // namespace outrigger::contact
