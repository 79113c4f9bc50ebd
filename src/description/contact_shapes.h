/// Shapes that touch each other, as plain values: what machines and sites attach to bodies, which of
/// them may meet, and how parts are grouped for the search. See description.h for the habits.
/// Geometry: geometry/shapes.h; detection: contact/broad, contact/near.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "description/location.h"
#include "math/types.h"

namespace outrigger::description {

/// A shape fixed in a body.
struct ContactShape {
  enum class Kind { sphere, box, capsule, cylinder, ellipsoid, torus, chain_link, plane, mesh };
  enum class UpAxis { x, y, z };
  std::string name;
  Location where;
  std::string body;  ///< may be the ground
  Kind kind = Kind::sphere;
  Pose pose;  ///< of the shape's frame in the body frame; axis of round shapes along its z
  Vec3 size = Vec3::Zero();  ///< box: edges along its axes; ellipsoid: semi-axes [m]
  double radius = 0.0;  ///< sphere, capsule, cylinder; torus and link: of the core's circle [m]
  double length = 0.0;  ///< capsule: of its axis; cylinder; link: of a straight side [m]
  double tube = 0.0;    ///< torus, link: radius of the wire [m]
  double stud = 0.0;    ///< link: radius of the stud; 0 = none [m]
  bool half = false;    ///< torus: the half with x ≥ 0

  std::string file;       ///< mesh: as written; relative to the file it stands in
  double unit = 1.0;      ///< mesh: metres per unit of the file, > 0
  UpAxis up = UpAxis::z;  ///< mesh: axis of the file that points up
  int hull_faces = 0;     ///< mesh: its convex hull with at most so many faces; 0 = the mesh itself

  std::string material;
  /// Mesh: (material in the mesh file, material of ours); faces of others have `material`.
  std::vector<std::pair<std::string, std::string>> face_materials;
  std::string group;  ///< for contact_pairs, sums and displays; the name where none is given

  bool operator==(const ContactShape&) const = default;
};

/// Whether shapes of two groups may touch. Without a word about them, shapes of bodies that no joint
/// connects may, and others may not; shapes of one body never do.
struct ContactPair {
  std::string name;
  Location where;
  std::string group_a, group_b;
  bool touch = true;

  bool operator==(const ContactPair&) const = default;
};

/// Parts that stay near each other, searched together (THESIS §4.4.4): a body or another group may be
/// in several.
struct BoundingGroup {
  std::string name;
  Location where;
  std::vector<std::string> parts;  ///< bodies and other bounding groups

  bool operator==(const BoundingGroup&) const = default;
};

}  // namespace outrigger::description
