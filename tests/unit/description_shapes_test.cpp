/// Mass properties of shapes, against integrals done by summing small cubes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "description/mass_properties.h"
#include "unit/description_support.h"

namespace outrigger::description {
namespace {

using std::numbers::pi;

/// Mass, centre and inertia of {p : inside(p)} within the cube of half edge `reach`, density 1.
MassProperties summed(double reach, const std::function<bool(const Vec3&)>& inside) {
  constexpr int kCells = 120;
  const double h = 2.0 * reach / kCells;
  MassProperties sum;
  Mat3 about_origin = Mat3::Zero();
  for (int i = 0; i < kCells; ++i) {
    for (int j = 0; j < kCells; ++j) {
      for (int k = 0; k < kCells; ++k) {
        const Vec3 p = Vec3(i + 0.5, j + 0.5, k + 0.5) * h - Vec3::Constant(reach);
        if (!inside(p)) continue;
        sum.mass += h * h * h;
        sum.centre += p * h * h * h;
        about_origin += (p.squaredNorm() * Mat3::Identity() - p * p.transpose()) * h * h * h;
      }
    }
  }
  sum.centre /= sum.mass;
  const Vec3& c = sum.centre;
  sum.inertia = about_origin - sum.mass * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
  return sum;
}

void expect_near(const MassProperties& a, const MassProperties& b, double relative) {
  EXPECT_NEAR(a.mass, b.mass, relative * b.mass);
  EXPECT_LT((a.centre - b.centre).norm(), relative);
  EXPECT_LT((a.inertia - b.inertia).norm(), relative * b.inertia.norm());
}

TEST(DescriptionShapes, SolidsAgainstSums) {
  expect_near(solid_box({1.0, 0.8, 0.6}),
              summed(0.6,
                     [](const Vec3& p) {
                       return std::abs(p.x()) < 0.5 && std::abs(p.y()) < 0.4 &&
                              std::abs(p.z()) < 0.3;
                     }),
              1e-2);
  expect_near(solid_ellipsoid({0.5, 0.4, 0.3}),
              summed(0.6,
                     [](const Vec3& p) {
                       return p.cwiseQuotient(Vec3(0.5, 0.4, 0.3)).squaredNorm() < 1.0;
                     }),
              1e-2);
  expect_near(
      solid_cylinder(0.3, 1.0),
      summed(0.6, [](const Vec3& p) { return p.head<2>().norm() < 0.3 && std::abs(p.z()) < 0.5; }),
      1e-2);
  expect_near(solid_capsule(0.2, 0.6),
              summed(0.6,
                     [](const Vec3& p) {
                       const Vec3 nearest(0, 0, std::clamp(p.z(), -0.3, 0.3));
                       return (p - nearest).norm() < 0.2;
                     }),
              1e-2);
}

Body body(const std::string& text) { return read("bodies: {a: " + text + "}").bodies.at(0); }

TEST(DescriptionShapes, DensityAndMass) {
  EXPECT_DOUBLE_EQ(body("{shapes: [{box: [1, 2, 3], density: 10}]}").mass, 60.0);
  const Body b = body("{mass: 12, shapes: [{box: [1, 2, 3]}]}");
  EXPECT_DOUBLE_EQ(b.mass, 12.0);
  EXPECT_TRUE(b.inertia.isApprox(Vec3(13, 10, 5).asDiagonal().toDenseMatrix(), 1e-14));
  EXPECT_DOUBLE_EQ(body("{shapes: [{sphere: 2, mass: 5}]}").inertia(0, 0), 8.0);
}

TEST(DescriptionShapes, ASplitBoxHasThePropertiesOfTheWhole) {
  const Body whole = body("{shapes: [{box: [2, 1, 1], density: 7, at: [1, 0, 0]}]}");
  const Body halves = body(
      "{shapes: [{box: [1, 1, 1], density: 7, at: [0.5, 0, 0]}, {box: [1, 1, 1], density: 7, at: "
      "[1.5, 0, 0]}]}");
  EXPECT_NEAR(halves.mass, whole.mass, 1e-12);
  EXPECT_TRUE(halves.centre.isApprox(whole.centre, 1e-14));
  EXPECT_TRUE(halves.inertia.isApprox(whole.inertia, 1e-14));
}

TEST(DescriptionShapes, RotationAxisAndRodAgree) {
  const Body along_x = body("{mass: 1, shapes: [{cylinder: {radius: 0.1, length: 2, axis: x}}]}");
  const Body turned =
      body("{mass: 1, shapes: [{cylinder: {radius: 0.1, length: 2}, rotation_deg: [0, 90, 0]}]}");
  const Body rod =
      body("{mass: 1, shapes: [{rod: {from: [1, 0, 0], to: [-1, 0, 0], radius: 0.1}}]}");
  EXPECT_TRUE(turned.inertia.isApprox(along_x.inertia, 1e-14));
  EXPECT_TRUE(rod.inertia.isApprox(along_x.inertia, 1e-14));
  EXPECT_DOUBLE_EQ(along_x.inertia(0, 0), 0.005);
}

TEST(DescriptionShapes, InertiaThatNoBodyCanHave) {
  EXPECT_EQ(why_impossible(Vec3(1, 1, 2).asDiagonal()), "");
  EXPECT_NE(why_impossible(Vec3(1, 1, 2.001).asDiagonal()), "");
  EXPECT_NE(why_impossible(Vec3(0, 1, 1).asDiagonal()), "");
  EXPECT_NE(why_impossible(Mat3::Constant(std::nan(""))), "");
}

}  // namespace
}  // namespace outrigger::description
