/// What the near phase finds: where two shapes A and B touch, which way, and how deep.
#pragma once

#include <cstdint>
#include <vector>

#include "math/types.h"

namespace outrigger::contact {

/// The part of a shape that touches. Two contacts of one pair are the same contact in the next step
/// when their features are the same: friction remembers by it, not by position.
struct Feature {
  enum class Kind : std::uint8_t {
    smooth,  ///< a curved surface as a whole (sphere, side of a cylinder, tube of a torus)
    face,    ///< a face of a mesh or polyhedron, a plane, a flat cap
    edge,    ///< `index` is the half-edge with the smaller number
    vertex
  };
  Kind kind = Kind::smooth;
  std::int32_t index = 0;

  bool operator==(const Feature&) const = default;
};

/// One point of contact. All vectors are in the world (or whatever frame the poses were given in).
struct Contact {
  Vec3 on_a = Vec3::Zero();     ///< deepest point of A, on its surface [m]
  Vec3 on_b = Vec3::Zero();     ///< its partner on the surface of B [m]
  Vec3 normal = Vec3::UnitZ();  ///< unit vector from B to A; forces on A push along it
  double depth = 0.0;           ///< (on_b - on_a)·normal [m], > 0 when the shapes overlap
  Feature feature_a;
  Feature feature_b;
  double radius = 0.0;  ///< of curvature, estimated at the contour of two meshes [m]; 0: not known
  double share = 1.0;   ///< of the stiffness: less where a near one carries with it

  Vec3 middle() const { return 0.5 * (on_a + on_b); }
  /// The same contact seen from the other side.
  Contact swapped() const {
    return {on_b, on_a, -normal, depth, feature_b, feature_a, radius, share};
  }
};

/// Contacts of one pair or of many. Cleared and filled again without giving its memory back, so a
/// warm query does not allocate.
using Contacts = std::vector<Contact>;

}  // namespace outrigger::contact
