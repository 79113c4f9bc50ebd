/// Chain link A against chain link B (THESIS §4.6.5): two tubes about stadium curves.
#pragma once

#include "contact/near/contact.h"
#include "contact/near/core_curve.h"
#include "geometry/shapes.h"

namespace outrigger::contact {

/// For each piece of A (sides, arcs, stud) and each of B the nearest points of their cores; with
/// distance d and wire radii r depth δ = r_A + r_B - d, normal along the line between them. A
/// nearest point at the joint of two pieces counts only if it is nearest for the joined curve (the
/// neighbour finds the nearer one otherwise). Appends contacts with δ > 0, the deepest first; holds
/// for δ below r_A + r_B: crossing cores have no normal, a fixed one is taken. Two arcs that are twisted against
/// each other touch on both sides: two contacts, with the same features, that share the stiffness:
///   w₁ = 1 - ½ (n₁·n₂)² min(1, δ₂/δ₁)
/// so that neither the birth of the second (δ₂ = δ₁, n₂ = n₁) nor its end (δ₂ = 0) is a jump.
/// Features: smooth, index = piece (0, 1 sides, 2, 3 arcs, 4 stud).
void contact_link_link(const geometry::ChainLink& a, const Pose& pose_a,
                       const geometry::ChainLink& b, const Pose& pose_b, Contacts& out);

/// The same for any two tubes (torus, half torus, capsule, sphere, link).
void contact_tube_tube(const Tube& a, const Tube& b, Contacts& out);

/// A tube against a half space, however deep: of each piece the ends of a segment; of an arc its lowest
/// point, its ends, and of a whole circle three more a quarter turn apart. feature_a: smooth,
/// index = 8 piece + place (0, 1 ends, 2-5 lowest point and quarter turns from it).
void contact_tube_plane(const Tube& a, const geometry::Plane& b, Contacts& out);

}  // namespace outrigger::contact
