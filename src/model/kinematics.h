/// Joints and coordinates as functions of rigid-body poses: residuals and their rates by twists.
///
/// This is the textbook (Newton-Euler) view of the machine, independent of natural coordinates.
/// It places the bodies before the compiler chooses entities (assemble.h), gives initial speeds,
/// and turns motion into joint reactions (system/reactions.h).
///
/// Twist of a body: velocity of its frame origin and angular velocity, both in world axes.
#pragma once

#include <array>
#include <vector>

#include "description/description.h"
#include "math/types.h"

namespace outrigger::model {

/// Body index of the fixed world in all kinematic rows.
inline constexpr int kGroundIndex = -1;

struct Twist {
  Vec3 linear = Vec3::Zero();
  Vec3 angular = Vec3::Zero();
};

/// A joint with its bodies resolved and its local frames completed.
/// Columns of frame_a/frame_b: (u, v, w) with u the joint axis, right-handed, in body axes.
struct JointFrame {
  description::JointType type = description::JointType::revolute;
  int body_a = kGroundIndex;
  int body_b = kGroundIndex;
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
  Mat3 frame_a = Mat3::Identity(), frame_b = Mat3::Identity();
  double length = 0.0;
};

/// A scalar coordinate resolved to bodies.
struct CoordinateFrame {
  description::Coordinate::Kind kind = description::Coordinate::Kind::angle;
  int body_a = kGroundIndex;
  int body_b = kGroundIndex;
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
  Mat3 frame_a = Mat3::Identity(), frame_b = Mat3::Identity();
};

/// One scalar equation: residual, and its rate = a·twist_a + b·twist_b.
/// The same numbers say what a unit multiplier does to the bodies: force a.linear on body_a at its
/// origin, torque a.angular, and likewise b.
struct KinematicRow {
  double residual = 0.0;
  Twist a, b;
};

/// Completes u = axis to a right-handed orthonormal frame; `hint` gives v where it is not parallel.
Mat3 frame_about(const Vec3& axis, const Vec3& hint);

/// Number of scalar equations of a joint: 5 revolute, 5 prismatic, 4 cylindrical, 3 spherical,
/// 4 universal, 3 planar, 6 fixed, 1 point_on_plane, 2 point_on_line, 1 distance.
int joint_row_count(description::JointType type);

/// Residuals and rates of all equations of one joint. Translational rows come first, along the axes
/// of joint frame a (in metres); then rotational rows (products of unit vectors).
void joint_rows(const JointFrame& joint, const Pose& pose_a, const Pose& pose_b,
                std::vector<KinematicRow>& rows);

/// Value of a coordinate; angles in (-π, π].
double coordinate_value(const CoordinateFrame& c, const Pose& pose_a, const Pose& pose_b);

/// Rate of the coordinate by the twists (residual = value).
KinematicRow coordinate_row(const CoordinateFrame& c, const Pose& pose_a, const Pose& pose_b);

}  // namespace outrigger::model
