#include "model/kinematics.h"

#include <cmath>

#include "base/assert.h"
#include "math/elementary.h"

namespace outrigger::model {

using description::Coordinate;
using description::JointType;

namespace {

/// (p_B - p_A)·d with d fixed in A.
KinematicRow translation_row(const Vec3& d, const Vec3& arm_a, const Vec3& arm_b, const Vec3& gap) {
  KinematicRow row;
  row.residual = gap.dot(d);
  row.b = {d, arm_b.cross(d)};
  row.a = {-d, -(arm_a + gap).cross(d)};
  return row;
}

/// d_A·d_B - value, both directions fixed in their bodies.
KinematicRow rotation_row(const Vec3& d_a, const Vec3& d_b, double value) {
  KinematicRow row;
  row.residual = d_a.dot(d_b) - value;
  row.a.angular = d_a.cross(d_b);
  row.b.angular = -row.a.angular;
  return row;
}

KinematicRow distance_row(const Vec3& arm_a, const Vec3& arm_b, const Vec3& gap) {
  const double length = gap.norm();
  const Vec3 d = length > 0.0 ? Vec3(gap / length) : Vec3::UnitX();
  KinematicRow row;
  row.residual = length;
  row.b = {d, arm_b.cross(d)};
  row.a = {-d, -arm_a.cross(d)};
  return row;
}

}  // namespace

Mat3 frame_about(const Vec3& axis, const Vec3& hint) {
  const Vec3 u = axis.normalized();
  Vec3 v = hint - hint.dot(u) * u;
  if (v.norm() < 1e-6 * (hint.norm() + 1.0)) {
    // Take the world axis least aligned with u.
    int least = 0;
    u.cwiseAbs().minCoeff(&least);
    v = Vec3::Unit(least) - u[least] * u;
  }
  v.normalize();
  Mat3 frame;
  frame << u, v, u.cross(v);
  return frame;
}

int joint_row_count(JointType type) {
  switch (type) {
    case JointType::revolute:
    case JointType::prismatic:
      return 5;
    case JointType::cylindrical:
    case JointType::universal:
      return 4;
    case JointType::spherical:
    case JointType::planar:
      return 3;
    case JointType::fixed:
      return 6;
    case JointType::point_on_plane:
    case JointType::distance:
      return 1;
    case JointType::point_on_line:
      return 2;
  }
  return 0;
}

void joint_rows(const JointFrame& joint, const Pose& pose_a, const Pose& pose_b,
                std::vector<KinematicRow>& rows) {
  const Vec3 arm_a = pose_a.direction(joint.point_a);
  const Vec3 arm_b = pose_b.direction(joint.point_b);
  const Vec3 gap = (pose_b.position + arm_b) - (pose_a.position + arm_a);
  const Mat3 fa = pose_a.rotation * joint.frame_a;
  const Mat3 fb = pose_b.rotation * joint.frame_b;
  const Vec3 u = fa.col(0), v = fa.col(1), w = fa.col(2);

  const auto translations = [&](std::initializer_list<Vec3> directions) {
    for (const Vec3& d : directions) rows.push_back(translation_row(d, arm_a, arm_b, gap));
  };
  const auto axis_parallel = [&] {
    rows.push_back(rotation_row(v, fb.col(0), 0.0));
    rows.push_back(rotation_row(w, fb.col(0), 0.0));
  };

  switch (joint.type) {
    case JointType::revolute:
      translations({u, v, w});
      axis_parallel();
      break;
    case JointType::prismatic:
      translations({v, w});
      axis_parallel();
      rows.push_back(rotation_row(w, fb.col(1), 0.0));
      break;
    case JointType::cylindrical:
      translations({v, w});
      axis_parallel();
      break;
    case JointType::spherical:
      translations({u, v, w});
      break;
    case JointType::universal:
      translations({u, v, w});
      rows.push_back(rotation_row(u, fb.col(0), 0.0));
      break;
    case JointType::planar:
      translations({u});
      axis_parallel();
      break;
    case JointType::fixed:
      translations({u, v, w});
      axis_parallel();
      rows.push_back(rotation_row(w, fb.col(1), 0.0));
      break;
    case JointType::point_on_plane:
      translations({u});
      break;
    case JointType::point_on_line:
      translations({v, w});
      break;
    case JointType::distance: {
      KinematicRow row = distance_row(arm_a, arm_b, gap);
      row.residual -= joint.length;
      rows.push_back(row);
      break;
    }
  }
}

double coordinate_value(const CoordinateFrame& c, const Pose& pose_a, const Pose& pose_b) {
  return coordinate_row(c, pose_a, pose_b).residual;
}

KinematicRow coordinate_row(const CoordinateFrame& c, const Pose& pose_a, const Pose& pose_b) {
  const Mat3 fa = pose_a.rotation * c.frame_a;
  const Mat3 fb = pose_b.rotation * c.frame_b;
  const Vec3 arm_a = pose_a.direction(c.point_a);
  const Vec3 arm_b = pose_b.direction(c.point_b);
  const Vec3 gap = (pose_b.position + arm_b) - (pose_a.position + arm_a);
  KinematicRow row;
  switch (c.kind) {
    case Coordinate::Kind::angle:
      row.residual = elementary::atan2(fb.col(1).dot(fa.col(2)), fb.col(1).dot(fa.col(1)));
      row.b.angular = fa.col(0);
      row.a.angular = -fa.col(0);
      break;
    case Coordinate::Kind::displacement:
      row = translation_row(fa.col(0), arm_a, arm_b, gap);
      break;
    case Coordinate::Kind::distance:
      row = distance_row(arm_a, arm_b, gap);
      break;
    case Coordinate::Kind::cone: {
      const Vec3 normal = fa.col(0).cross(fb.col(0));
      const double sine = normal.norm();
      row.residual = elementary::atan2(sine, fa.col(0).dot(fb.col(0)));
      if (sine > 0.0) row.b.angular = normal / sine;
      row.a.angular = -row.b.angular;
      break;
    }
    case Coordinate::Kind::twist: {
      // Swing by the shortest rotation u -> w, then twist about w.
      const Vec3 u = fa.col(0), w = fb.col(0), b1 = fb.col(1);
      const double k = 1.0 / (1.0 + u.dot(w));
      const double cosine = b1.dot(fa.col(1)) - fa.col(1).dot(w) * b1.dot(u) * k;
      const double sine = b1.dot(fa.col(2)) - fa.col(2).dot(w) * b1.dot(u) * k;
      row.residual = elementary::atan2(sine, cosine);
      row.b.angular = (u + w) * k;
      row.a.angular = -row.b.angular;
      break;
    }
  }
  return row;
}

}  // namespace outrigger::model
