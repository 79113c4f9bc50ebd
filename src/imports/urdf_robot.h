/// What a URDF file says, as plain values with the line of each thing. Nothing is converted here:
/// frames and names are those of the file. SI units, angles in radians.
///
/// URDF (Unified Robot Description Format, wiki.ros.org/urdf/XML): links are bodies, joints make a
/// tree of them. A joint's frame is given in the frame of its parent link; at joint value 0 the frame
/// of the child link is the joint's frame. Inertia is given in a frame of its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "math/types.h"

namespace outrigger::imports {

/// Mass and the tensor about the centre of mass, in the axes of `frame`, whose origin is the centre.
struct UrdfInertial {
  int line = 0;
  Pose frame;                  ///< in the link
  double mass = 0.0;           ///< [kg], ≥ 0
  Mat3 tensor = Mat3::Zero();  ///< off-diagonals -∫xy dm [kg m²]
};

struct UrdfGeometry {
  enum class Kind { box, cylinder, sphere, capsule, mesh };
  Kind kind = Kind::box;
  int line = 0;
  Vec3 size = Vec3::Ones();   ///< box: edge lengths [m], > 0
  double radius = 0.0;        ///< [m], > 0
  double length = 0.0;        ///< cylinder, capsule along z [m], > 0
  std::string file;           ///< mesh: as written
  Vec3 scale = Vec3::Ones();  ///< mesh: metres per unit of the file along its axes
};

struct UrdfColour {
  Vec3 rgb{0.7, 0.7, 0.7};  ///< 0..1
  double alpha = 1.0;       ///< 0..1, 1 is solid
};

/// A visual or a collision.
struct UrdfShape {
  std::string name;  ///< may be empty
  int line = 0;
  Pose frame;  ///< in the link
  UrdfGeometry geometry;
  std::optional<UrdfColour> colour;  ///< visuals
  std::string material;              ///< visuals: name of a material of the file; may be empty
};

struct UrdfLink {
  std::string name;
  int line = 0;
  std::optional<UrdfInertial> inertial;
  std::vector<UrdfShape> visuals, collisions;
};

struct UrdfLimit {
  int line = 0;
  double lower = 0.0, upper = 0.0;      ///< [rad or m]
  double effort = 0.0, velocity = 0.0;  ///< largest [N m or N], [rad/s or m/s]; 0 = not given
  bool reversed = false;                ///< lower > upper was written; both are 0 here
};

/// value = multiplier · value of the other joint + offset
struct UrdfMimic {
  int line = 0;
  std::string joint;
  double multiplier = 1.0, offset = 0.0;
};

struct UrdfJoint {
  enum class Type { revolute, continuous, prismatic, fixed, floating, planar, spherical };
  std::string name;
  int line = 0;
  Type type = Type::fixed;
  std::string parent, child;
  Pose origin;                ///< of the joint (and, at value 0, of the child) in the parent
  Vec3 axis = Vec3::UnitX();  ///< unit vector in the joint's frame
  std::optional<UrdfLimit> limit;
  std::optional<UrdfMimic> mimic;
  double damping = 0.0;   ///< [N m s/rad or N s/m], ≥ 0
  double friction = 0.0;  ///< [N m or N], ≥ 0

  /// One value moves it: revolute, continuous or prismatic.
  bool has_value() const {
    return type == Type::revolute || type == Type::continuous || type == Type::prismatic;
  }
};

struct UrdfMaterial {
  std::string name;
  int line = 0;
  std::optional<UrdfColour> colour;
};

struct UrdfRobot {
  std::string name;
  std::vector<UrdfLink> links;
  std::vector<UrdfJoint> joints;
  std::vector<UrdfMaterial> materials;
};

}  // namespace outrigger::imports
