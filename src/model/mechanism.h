/// A machine with all names resolved to indices: the input of assembly and of the model compiler.
///
/// A mechanism is also the unit of run-time edits: articulations are mechanisms of their own, merged when
/// a joint or force connects them and split when the last connection goes (articulations.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "description/description.h"
#include "model/kinematics.h"

namespace outrigger::model {

/// Identity of a part that survives merging and splitting; unique within a world.
using PartId = std::uint64_t;

struct BodyPart {
  PartId id = 0;
  description::Body spec;
  Pose pose;    ///< current pose of the body frame
  Twist twist;  ///< current twist
};

struct JointPart {
  PartId id = 0;
  description::Joint spec;
  JointFrame frame;
};

struct CoordinatePart {
  PartId id = 0;
  description::Coordinate spec;
  CoordinateFrame frame;
  double turns = 0.0;  ///< full turns counted so far, for angles (angle = principal + 2π turns)
};

struct DrivePart {
  PartId id = 0;
  description::Drive spec;
  int coordinate = 0;
};

struct SpringPart {
  PartId id = 0;
  description::Spring spec;
  int coordinate = 0;
};

struct StopPart {
  PartId id = 0;
  description::Stop spec;
  int coordinate = 0;
};

struct CouplingPart {
  PartId id = 0;
  description::Coupling spec;
  int coordinate_a = 0, coordinate_b = 0;
};

struct LoadPart {
  PartId id = 0;
  description::Load spec;
  int body = kGroundIndex;
};

struct MountPart {
  PartId id = 0;
  description::Mount spec;
  int body = kGroundIndex;
};

struct SpherePart {
  PartId id = 0;
  description::ContactSphere spec;
  int body = kGroundIndex;
};

struct TyrePart {
  PartId id = 0;
  description::Tyre spec;
  int body = kGroundIndex;
  description::TyreType type;
};

struct BrakePart {
  PartId id = 0;
  description::Brake spec;
  int coordinate = 0;
};

struct DrivelinePart {
  PartId id = 0;
  description::Driveline spec;
  std::vector<int> coordinates;  ///< of the wheels, never empty
};

struct RopePart {
  PartId id = 0;
  description::Rope spec;
  std::vector<int> bodies;  ///< of its points, in order
};

struct ToolPart {
  PartId id = 0;
  description::Tool spec;
  int body = 0;
};

struct BedPart {
  /// A bed whose gate is torn off stays, and is open there.
  static constexpr bool kOutlivesCoordinates = true;

  PartId id = 0;
  description::Bed spec;
  int body = 0;
  std::vector<int> coordinates;  ///< of its gate; empty: it has none, or none any more
};

/// A force that the program sets before every step, on a point of a body (forces/user_forces.h):
///   f = force - stiffness (p - place) - damping (ṗ - velocity), world axes; the torque is constant.
struct BodyForce {
  Vec3 force = Vec3::Zero();      ///< [N]
  Vec3 torque = Vec3::Zero();     ///< [N m]
  Mat3 stiffness = Mat3::Zero();  ///< -∂f/∂p [N/m]
  Mat3 damping = Mat3::Zero();    ///< -∂f/∂ṗ [N s/m]
  Vec3 place = Vec3::Zero();      ///< p where `force` holds [m]; set by who asks for the force
  Vec3 velocity = Vec3::Zero();   ///< ṗ there [m/s]
};

/// The same along a coordinate: F = force - stiffness (x - place) - damping (ẋ - velocity).
struct CoordinateForce {
  double force = 0.0;      ///< [N or N m], positive increases x
  double stiffness = 0.0;  ///< -∂F/∂x
  double damping = 0.0;    ///< -∂F/∂ẋ
  double place = 0.0, velocity = 0.0;
};

struct UserBodyForcePart {
  PartId id = 0;
  std::string name;
  int body = kGroundIndex;
  Vec3 point = Vec3::Zero();  ///< in the body frame
  BodyForce present;          ///< when the mechanism is compiled
};

struct UserCoordinateForcePart {
  PartId id = 0;
  std::string name;
  int coordinate = 0;
  CoordinateForce present;
};

struct Mechanism {
  description::Settings settings;
  std::vector<BodyPart> bodies;
  std::vector<JointPart> joints;
  std::vector<CoordinatePart> coordinates;
  std::vector<DrivePart> drives;
  std::vector<SpringPart> springs;
  std::vector<StopPart> stops;
  std::vector<CouplingPart> couplings;
  std::vector<LoadPart> loads;
  std::vector<MountPart> mounts;
  std::vector<SpherePart> spheres;
  std::vector<TyrePart> tyres;
  std::vector<BrakePart> brakes;
  std::vector<DrivelinePart> drivelines;
  std::vector<UserBodyForcePart> user_body_forces;
  std::vector<UserCoordinateForcePart> user_coordinate_forces;
  std::vector<RopePart> ropes;
  std::vector<ToolPart> tools;
  std::vector<BedPart> beds;
  description::Engine engine;  ///< inertia 0: none
  description::Hydraulics
      hydraulics;  ///< flow_max 0: none; consumers name drives of this mechanism

  /// Pose of a body or of the ground (identity).
  const Pose& pose_of(int body) const;
  const std::string& name_of(int body) const;
};

/// Resolves names; poses and twists are taken from the description and not yet assembled.
/// Ids are given from `next_id` upwards. Throws Error with the place of a dangling name.
Mechanism resolve(const description::Machine& machine, PartId& next_id);

/// Completes the joint's frames (u, v, w) on both bodies; see description::Joint for the zero angle.
JointFrame make_joint_frame(const description::Joint& joint, int body_a, int body_b,
                            const Pose* written_pose_a, const Pose* written_pose_b);

}  // namespace outrigger::model
