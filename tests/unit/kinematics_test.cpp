#include "model/kinematics.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "math/random_rotation.h"
#include "model/mechanism.h"

namespace outrigger::model {
namespace {

using description::Coordinate;
using description::JointType;

constexpr JointType kJointTypes[] = {JointType::revolute,      JointType::prismatic,
                                     JointType::cylindrical,   JointType::spherical,
                                     JointType::universal,     JointType::planar,
                                     JointType::fixed,         JointType::point_on_plane,
                                     JointType::point_on_line, JointType::distance};

Vec3 random_place(Random& random, double size) {
  const double x = random.uniform(-size, size), y = random.uniform(-size, size),
               z = random.uniform(-size, size);
  return {x, y, z};
}

Mat3 rotation_about(const Vec3& turn) {
  const double angle = turn.norm();
  if (angle == 0.0) return Mat3::Identity();
  return Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix();
}

/// The pose after moving with a constant twist for a time t (rotation exact).
Pose moved(const Pose& pose, const Twist& twist, double t) {
  return {pose.position + t * twist.linear, rotation_about(t * twist.angular) * pose.rotation};
}

/// A joint in random poses that satisfy it, with the freedoms it leaves at random values.
struct Assembled {
  JointFrame joint;
  Pose a, b;
};

Assembled random_joint(JointType type, Random& random) {
  Assembled j;
  j.joint.type = type;
  j.joint.body_a = 0;
  j.joint.body_b = 1;
  j.joint.point_a = random_place(random, 1.0);
  j.joint.point_b = random_place(random, 1.0);
  j.joint.frame_a = frame_about(random_unit_vector(random), random_unit_vector(random));
  j.joint.frame_b = frame_about(random_unit_vector(random), random_unit_vector(random));
  j.a = {random_place(random, 2.0), random_rotation(random)};

  // Orientation and place of joint frame b in joint frame a, by the freedoms of the type.
  const double angle = random.uniform(-3.0, 3.0), shift = random.uniform(-1.0, 1.0);
  const Mat3 about_u = rotation_about(Vec3(angle, 0, 0));
  Mat3 turn = Mat3::Identity();
  Vec3 place = Vec3::Zero();
  switch (type) {
    case JointType::revolute:
      turn = about_u;
      break;
    case JointType::prismatic:
      place.x() = shift;
      break;
    case JointType::cylindrical:
      turn = about_u;
      place.x() = shift;
      break;
    case JointType::spherical:
      turn = random_rotation(random);
      break;
    case JointType::universal: {
      // u of b anywhere in the plane normal to u of a, then any turn about u of b.
      turn = about_u * rotation_about(Vec3(0, 0, 0.5 * M_PI)) *
             rotation_about(Vec3(random.uniform(-3.0, 3.0), 0, 0));
      break;
    }
    case JointType::planar:
      turn = about_u;
      place = Vec3(0, shift, random.uniform(-1.0, 1.0));
      break;
    case JointType::fixed:
      break;
    case JointType::point_on_plane:
      turn = random_rotation(random);
      place = Vec3(0, shift, random.uniform(-1.0, 1.0));
      break;
    case JointType::point_on_line:
      turn = random_rotation(random);
      place.x() = shift;
      break;
    case JointType::distance:
      turn = random_rotation(random);
      j.joint.length = random.uniform(0.5, 2.0);
      place = j.joint.length * random_unit_vector(random);
      break;
  }
  const Mat3 fa = j.a.rotation * j.joint.frame_a;
  j.b.rotation = fa * turn * j.joint.frame_b.transpose();
  j.b.position = j.a.point(j.joint.point_a) + fa * place - j.b.rotation * j.joint.point_b;
  return j;
}

/// Five-point derivative of a vector-valued function at 0.
template <class Function>
auto derivative(const Function& f, double h) {
  const auto m2 = f(-2 * h), m1 = f(-h), p1 = f(h), p2 = f(2 * h);
  auto d = m2;
  for (std::size_t i = 0; i < d.size(); ++i)
    d[i] = (m2[i] - 8 * m1[i] + 8 * p1[i] - p2[i]) / (12 * h);
  return d;
}

double rate_of(const KinematicRow& row, const Twist& a, const Twist& b) {
  return row.a.linear.dot(a.linear) + row.a.angular.dot(a.angular) + row.b.linear.dot(b.linear) +
         row.b.angular.dot(b.angular);
}

std::vector<KinematicRow> rows_of(const Assembled& j, const Pose& a, const Pose& b) {
  std::vector<KinematicRow> rows;
  joint_rows(j.joint, a, b, rows);
  return rows;
}

// Law: a joint's equations hold in every pose that its freedoms allow: residuals are zero there, and
// there are exactly joint_row_count of them.
TEST(Kinematics, AssembledPosesHaveZeroResiduals) {
  Random random(1);
  for (const JointType type : kJointTypes)
    for (int trial = 0; trial < 50; ++trial) {
      const Assembled j = random_joint(type, random);
      const auto rows = rows_of(j, j.a, j.b);
      ASSERT_EQ(static_cast<int>(rows.size()), joint_row_count(type));
      for (const auto& row : rows) EXPECT_NEAR(row.residual, 0.0, 1e-13) << static_cast<int>(type);
    }
}

// Law: the rates of the rows are the time derivatives of the residuals along any motion of the two
// bodies, in assembled and in open poses: Gauss-Newton walks through open ones.
TEST(Kinematics, RatesAreTheDerivativesOfTheResiduals) {
  Random random(2);
  for (const JointType type : kJointTypes)
    for (int trial = 0; trial < 60; ++trial) {
      Assembled j = random_joint(type, random);
      if (trial % 2 == 1) {
        j.b.position += random_place(random, 0.3);
        j.b.rotation = rotation_about(random_place(random, 0.3)) * j.b.rotation;
      }
      const Twist ta{random_place(random, 1.0), random_place(random, 1.0)};
      const Twist tb{random_place(random, 1.0), random_place(random, 1.0)};
      const auto residuals = [&](double t) {
        std::vector<double> r;
        for (const auto& row : rows_of(j, moved(j.a, ta, t), moved(j.b, tb, t)))
          r.push_back(row.residual);
        return r;
      };
      const auto expected = derivative(residuals, 1e-3);
      const auto rows = rows_of(j, j.a, j.b);
      for (std::size_t r = 0; r < rows.size(); ++r)
        EXPECT_NEAR(rate_of(rows[r], ta, tb), expected[r], 1e-9)
            << "type " << static_cast<int>(type) << " row " << r;
    }
}

// Law: the rows of one joint are independent in its poses (rank = joint_row_count), and they vanish
// for a common rigid motion of both bodies: a joint between two bodies does not hold the pair.
TEST(Kinematics, RowsAreIndependentAndBlindToCommonMotion) {
  Random random(3);
  for (const JointType type : kJointTypes)
    for (int trial = 0; trial < 30; ++trial) {
      const Assembled j = random_joint(type, random);
      const auto rows = rows_of(j, j.a, j.b);
      Eigen::MatrixXd by_b(rows.size(), 6);
      const Twist ta{random_place(random, 1.0), random_place(random, 1.0)};
      const Twist tb{ta.linear + ta.angular.cross(j.b.position - j.a.position), ta.angular};
      for (std::size_t r = 0; r < rows.size(); ++r) {
        by_b.row(r) << rows[r].b.linear.transpose(), rows[r].b.angular.transpose();
        EXPECT_NEAR(rate_of(rows[r], ta, tb), 0.0, 1e-12) << static_cast<int>(type);
      }
      Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(by_b);
      qr.setThreshold(1e-9);
      EXPECT_EQ(qr.rank(), joint_row_count(type)) << static_cast<int>(type);
    }
}

// ------------------------------------------------------------------------------------- coordinates

CoordinateFrame coordinate_on(Coordinate::Kind kind, const JointFrame& joint) {
  CoordinateFrame c;
  c.kind = kind;
  c.body_a = joint.body_a;
  c.body_b = joint.body_b;
  c.point_a = joint.point_a;
  c.point_b = joint.point_b;
  c.frame_a = joint.frame_a;
  c.frame_b = joint.frame_b;
  return c;
}

struct CoordinateCase {
  Coordinate::Kind kind;
  JointType joint;
};

constexpr CoordinateCase kCoordinates[] = {{Coordinate::Kind::angle, JointType::revolute},
                                           {Coordinate::Kind::angle, JointType::cylindrical},
                                           {Coordinate::Kind::displacement, JointType::prismatic},
                                           {Coordinate::Kind::displacement, JointType::cylindrical},
                                           {Coordinate::Kind::distance, JointType::spherical},
                                           {Coordinate::Kind::distance, JointType::distance},
                                           {Coordinate::Kind::cone, JointType::spherical},
                                           {Coordinate::Kind::twist, JointType::spherical},
                                           {Coordinate::Kind::cone, JointType::universal},
                                           {Coordinate::Kind::twist, JointType::universal}};

// Law: the rate of a coordinate is its time derivative along every motion that the joint allows
// (angle: rows hold on the joint only), so drives and speeds given by coordinates mean what they say.
TEST(Kinematics, CoordinateRatesAreDerivatives) {
  Random random(4);
  for (const CoordinateCase& c : kCoordinates)
    for (int trial = 0; trial < 60; ++trial) {
      Assembled j = random_joint(c.joint, random);
      CoordinateFrame frame = coordinate_on(c.kind, j.joint);
      if (c.kind == Coordinate::Kind::distance) {
        frame.point_a += Vec3(0.7, 0.2, -0.4);  // not the joint's own points
      }
      // A motion that keeps the joint: the null space of its rows by the twist of b.
      const auto rows = rows_of(j, j.a, j.b);
      Eigen::MatrixXd by_b(rows.size(), 6);
      for (std::size_t r = 0; r < rows.size(); ++r)
        by_b.row(r) << rows[r].b.linear.transpose(), rows[r].b.angular.transpose();
      Eigen::Matrix<double, 6, 1> relative;
      for (int k = 0; k < 6; ++k) relative[k] = random.uniform(-1.0, 1.0);
      const Eigen::MatrixXd normal = by_b * by_b.transpose();
      relative -= by_b.transpose() * normal.ldlt().solve(by_b * relative);
      const Twist ta{random_place(random, 1.0), random_place(random, 1.0)};
      const Twist common{ta.linear + ta.angular.cross(j.b.position - j.a.position), ta.angular};
      const Twist tb{common.linear + relative.head<3>(), common.angular + relative.tail<3>()};

      const KinematicRow row = coordinate_row(frame, j.a, j.b);
      EXPECT_EQ(row.residual, coordinate_value(frame, j.a, j.b));
      const double value = row.residual;
      const auto values = [&](double t) {
        // The straight motion leaves a curved freedom in second order, which a symmetric
        // difference does not see.
        double x = coordinate_value(frame, moved(j.a, ta, t), moved(j.b, tb, t));
        if (c.kind == Coordinate::Kind::angle || c.kind == Coordinate::Kind::twist)
          x -= 2 * M_PI * std::round((x - value) / (2 * M_PI));
        return std::vector<double>{x};
      };
      const bool singular =
          (c.kind == Coordinate::Kind::cone && (value < 0.1 || value > 3.04)) ||
          (c.kind == Coordinate::Kind::twist &&
           (j.a.rotation * frame.frame_a.col(0)).dot(j.b.rotation * frame.frame_b.col(0)) < -0.9) ||
          (c.kind == Coordinate::Kind::distance && value < 0.1);
      if (singular) continue;
      const double coarse = derivative(values, 2e-4)[0], fine = derivative(values, 1e-4)[0];
      EXPECT_NEAR(rate_of(row, ta, tb), fine,
                  1e-7 * (1.0 + std::abs(fine)) + std::abs(fine - coarse))
          << "kind " << static_cast<int>(c.kind) << " joint " << static_cast<int>(c.joint);
      EXPECT_LT(std::abs(fine - coarse), 1e-4 * (1.0 + std::abs(fine)));
    }
}

// Law: values are what people measure: the angle by which b is turned about the axis from its zero,
// the displacement along it, the angle between the axes, the turn of b about its own axis.
TEST(Kinematics, CoordinateValuesAreWhatTheirNamesSay) {
  Random random(5);
  for (int trial = 0; trial < 100; ++trial) {
    CoordinateFrame c;
    c.frame_a = frame_about(random_unit_vector(random), random_unit_vector(random));
    c.frame_b = frame_about(random_unit_vector(random), random_unit_vector(random));
    c.point_a = random_place(random, 1.0);
    c.point_b = random_place(random, 1.0);
    const Pose a{random_place(random, 1.0), random_rotation(random)};
    const double angle = random.uniform(-3.1, 3.1), shift = random.uniform(-2.0, 2.0);
    const Mat3 fa = a.rotation * c.frame_a;
    const auto place = [&](const Mat3& turn) {
      Pose b;
      b.rotation = fa * turn * c.frame_b.transpose();
      b.position = a.point(c.point_a) + shift * fa.col(0) - b.rotation * c.point_b;
      return b;
    };
    const Pose turned = place(rotation_about(Vec3(angle, 0, 0)));
    c.kind = Coordinate::Kind::angle;
    EXPECT_NEAR(coordinate_value(c, a, turned), angle, 1e-12);
    c.kind = Coordinate::Kind::displacement;
    EXPECT_NEAR(coordinate_value(c, a, turned), shift, 1e-12);
    c.kind = Coordinate::Kind::distance;
    EXPECT_NEAR(coordinate_value(c, a, turned), std::abs(shift), 1e-12);

    // Swing about any axis normal to u, after a twist about u: cone is the swing, twist the twist.
    const double swing = random.uniform(0.05, 3.0), direction = random.uniform(-3.0, 3.0);
    const Pose swung =
        place(rotation_about(swing * Vec3(0, std::cos(direction), std::sin(direction))) *
              rotation_about(Vec3(angle, 0, 0)));
    c.kind = Coordinate::Kind::cone;
    EXPECT_NEAR(coordinate_value(c, a, swung), swing, 1e-7);
    c.kind = Coordinate::Kind::twist;
    EXPECT_NEAR(coordinate_value(c, a, swung), angle, 1e-7);
  }
}

// Law: frames are right-handed and orthonormal with u along the axis, also when the hint is parallel
// to it, zero, or the axis is long.
TEST(Kinematics, FramesAreRightHanded) {
  Random random(6);
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 axis = random_place(random, 3.0);
    Vec3 hint = random_place(random, 2.0);
    if (trial % 4 == 1) hint = Vec3::Zero();
    if (trial % 4 == 2) hint = -0.3 * axis;
    if (trial % 4 == 3) hint = axis + 1e-9 * hint;
    const Mat3 frame = frame_about(axis, hint);
    EXPECT_LT((frame * frame.transpose() - Mat3::Identity()).norm(), 1e-12);
    EXPECT_NEAR(frame.determinant(), 1.0, 1e-12);
    EXPECT_LT((frame.col(0) - axis.normalized()).norm(), 1e-12);
    if (trial % 4 == 0) {
      EXPECT_GT(frame.col(1).dot(hint), 0.0);
      EXPECT_NEAR(frame.col(2).dot(hint), 0.0, 1e-12);
    }
  }
}

// Law: without zero directions the angle is zero in the written pose; with them, where they
// coincide; and without a pose the same local direction counts.
TEST(Kinematics, ZeroOfTheAngleIsAsDocumented) {
  Random random(7);
  for (int trial = 0; trial < 50; ++trial) {
    description::Joint j;
    j.type = JointType::revolute;
    const Pose a{random_place(random, 1.0), random_rotation(random)};
    const Vec3 axis = random_unit_vector(random);
    const double turn = random.uniform(-3.0, 3.0);
    const Pose b{random_place(random, 1.0), rotation_about(turn * axis) * a.rotation};
    j.axis_a = a.local_direction(axis);
    j.axis_b = b.local_direction(axis);
    CoordinateFrame c;
    c.kind = Coordinate::Kind::angle;
    const auto value = [&](const Pose* pa, const Pose* pb) {
      const JointFrame frame = make_joint_frame(j, 0, 1, pa, pb);
      c.frame_a = frame.frame_a;
      c.frame_b = frame.frame_b;
      return coordinate_value(c, a, b);
    };
    EXPECT_NEAR(value(&a, &b), 0.0, 1e-12);
    EXPECT_NEAR(value(nullptr, nullptr), turn, 1e-9);
    j.zero_a = a.local_direction(axis.unitOrthogonal());
    j.zero_b = a.local_direction(axis.unitOrthogonal());
    EXPECT_NEAR(value(&a, &b), turn, 1e-9);
  }
}

}  // namespace
}  // namespace outrigger::model
