#include "description/mass_properties.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <numbers>

namespace outrigger::description {
namespace {

using std::numbers::pi;

MassProperties centred(double mass, const Vec3& principal_moments) {
  return {mass, Vec3::Zero(), principal_moments.asDiagonal()};
}

/// Inertia of a point mass at p about the origin: m (p·p 1 - p pᵀ).
Mat3 point_inertia(double mass, const Vec3& p) {
  return mass * (p.squaredNorm() * Mat3::Identity() - p * p.transpose());
}

}  // namespace

MassProperties solid_box(const Vec3& edges) {
  const Vec3 squares = edges.cwiseAbs2();
  const double mass = edges.prod();
  return centred(mass, mass / 12.0 * (Vec3::Constant(squares.sum()) - squares));
}

MassProperties solid_ellipsoid(const Vec3& semi_axes) {
  const Vec3 squares = semi_axes.cwiseAbs2();
  const double mass = 4.0 / 3.0 * pi * semi_axes.prod();
  return centred(mass, mass / 5.0 * (Vec3::Constant(squares.sum()) - squares));
}

MassProperties solid_cylinder(double radius, double length) {
  const double mass = pi * radius * radius * length;
  const double across = mass * (radius * radius / 4.0 + length * length / 12.0);
  return centred(mass, {across, across, mass * radius * radius / 2.0});
}

MassProperties solid_capsule(double radius, double length) {
  // A cylinder and two half spheres whose centres of mass are 3/8 r outside its ends.
  const double r2 = radius * radius;
  const double tube = pi * r2 * length;
  const double ends = 4.0 / 3.0 * pi * r2 * radius;
  const double across = tube * (length * length / 12.0 + r2 / 4.0) +
                        ends * (0.4 * r2 + length * length / 4.0 + 3.0 / 8.0 * length * radius);
  return centred(tube + ends, {across, across, tube * r2 / 2.0 + ends * 0.4 * r2});
}

MassProperties placed(const MassProperties& solid, const Pose& pose) {
  return {solid.mass, pose.point(solid.centre),
          pose.rotation * solid.inertia * pose.rotation.transpose()};
}

MassProperties with_mass(const MassProperties& solid, double mass) {
  return {mass, solid.centre, solid.inertia * (mass / solid.mass)};
}

MassProperties combined(const MassProperties& a, const MassProperties& b) {
  const double mass = a.mass + b.mass;
  const Vec3 centre = (a.mass * a.centre + b.mass * b.centre) / mass;
  return {mass, centre,
          a.inertia + point_inertia(a.mass, a.centre - centre) + b.inertia +
              point_inertia(b.mass, b.centre - centre)};
}

Mat3 rotation_from_z_to(const Vec3& direction) {
  return Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), direction).toRotationMatrix();
}

std::string why_impossible(const Mat3& inertia) {
  if (!inertia.allFinite()) return "it is not finite";
  const Vec3 moments = Eigen::SelfAdjointEigenSolver<Mat3>(inertia, Eigen::EigenvaluesOnly)
                           .eigenvalues();  // ascending
  const std::string shown =
      fmt::format("{:.6g}, {:.6g}, {:.6g} kg m2", moments[0], moments[1], moments[2]);
  constexpr double kRounding = 1e-9;
  if (!(moments[0] > 0.0)) return "the principal moments " + shown + " must all be > 0";
  if (moments[2] > (moments[0] + moments[1]) * (1.0 + kRounding)) {
    return "of the principal moments " + shown +
           " the largest must not exceed the sum of the other two";
  }
  return {};
}

}  // namespace outrigger::description
