#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "validation/exact/free_top.h"
#include "validation/exact/heavy_top.h"
#include "validation/exact/integrate.h"

namespace outrigger::validation {
namespace {

FreeTop make_free_top(const Vec3& inertia, const Vec3& omega) {
  FreeTop top;
  top.inertia = inertia;
  top.start.angular_velocity = omega;
  return top;
}

/// Largest difference of the quaternions, of either sign.
double distance(const Eigen::Quaterniond& q, const Vec4& wxyz) {
  const Vec4 mine(q.w(), q.x(), q.y(), q.z());
  return std::min((mine - wxyz).cwiseAbs().maxCoeff(), (mine + wxyz).cwiseAbs().maxCoeff());
}

void expect_state(const RotationState& state, const Vec3& omega, const Vec4& wxyz,
                  double tolerance) {
  EXPECT_LT((state.angular_velocity - omega).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_LT(distance(state.orientation, wxyz), tolerance);
}

// 34-digit elliptic functions, printed with 13 digits.
TEST(FreeTop, MatchesTheReference) {
  expect_state(free_top(make_free_top({1.0, 2.0, 3.0}, {1.0, 0.5, 0.8}), 20.0),
               {-0.1185608183172, 1.111729882822, 0.5579894466266},
               {0.1009082084153, -0.1397047286465, -0.5940229760814, -0.7857714846924}, 2e-12);
  expect_state(free_top(make_free_top({0.4, 1.1, 1.3}, {2.5, 0.4, -0.6}), 15.0),
               {2.459529094285, 0.6988886904885, -0.3792672204753},
               {-0.4159777022239, 0.7244512393126, 0.3812531885183, -0.3959532287476}, 2e-12);
}

TEST(FreeTop, TurnsOverAboutTheMiddleAxis) {
  const FreeTop top = make_free_top({0.8, 1.5, 2.1}, {0.001, 6.0, 0.002});
  expect_state(free_top(top, 10.0), {0.7235031253591, 5.94937961254, 0.4823391026628},
               {-0.7712894289089, 0.02293165625698, -0.633158747155, -0.06080096130598}, 2e-12);
  EXPECT_NEAR(free_top(top, 3.106790223585).angular_velocity.y(), 0.0, 1e-10);
  EXPECT_NEAR(free_top(top, 9.08932161306).angular_velocity.y(), 0.0, 1e-10);
  EXPECT_LT((free_top(top, 11.96506277895).angular_velocity - Vec3(0.001, 6.0, 0.002)).norm(),
            1e-10);
}

// Energy and the angular momentum in the world are constant, whatever the order of the moments and
// the signs of the start; the closed ω solves Euler's equations (central difference); symmetric
// and spherical bodies included.
TEST(FreeTop, KeepsItsInvariants) {
  const Vec3 moments[] = {{1.0, 2.0, 2.5}, {2.5, 1.0, 2.0}, {2.0, 2.5, 1.0}, {2.0, 1.0, 2.5},
                          {1.0, 2.5, 2.0}, {2.5, 2.0, 1.0}, {2.0, 2.0, 3.0}, {1.5, 1.5, 1.5}};
  const Vec3 rates[] = {{3.0, 0.4, 0.1}, {-0.2, 3.0, 0.5}, {0.3, -0.2, -3.0}, {-2.0, -1.0, 1.0},
                        {0.0, 0.0, 2.0}, {0.0, -2.0, 0.0}, {0.0, 0.0, 0.0},   {0.0, 1.0, 1.0}};
  for (const Vec3& inertia : moments) {
    for (const Vec3& omega : rates) {
      const FreeTop top = make_free_top(inertia, omega);
      const Vec3 momentum = inertia.cwiseProduct(omega);
      for (const double t : {1.3, 4.0}) {
        const RotationState state = free_top(top, t);
        const Vec3& w = state.angular_velocity;
        const Vec3 body_momentum = inertia.cwiseProduct(w);
        EXPECT_NEAR(w.dot(body_momentum), omega.dot(momentum), 1e-12);
        EXPECT_LT((state.orientation * body_momentum - momentum).norm(), 1e-11);
        const double h = 1e-4;
        const Vec3 slope =
            (free_top(top, t + h).angular_velocity - free_top(top, t - h).angular_velocity) /
            (2 * h);
        const Vec3 exact = body_momentum.cross(w).cwiseQuotient(inertia);
        EXPECT_LT((slope - exact).norm(), 1e-6);
      }
    }
  }
}

HeavyTop make_heavy_top(double inclination, const Vec3& omega) {
  HeavyTop top;
  top.mass = 2.0;
  top.centre_distance = 0.3;
  top.transverse_inertia = 0.25;
  top.axial_inertia = 0.08;
  top.start.orientation = Eigen::AngleAxisd(inclination, Vec3::UnitX());
  top.start.angular_velocity = omega;
  return top;
}

TEST(HeavyTop, KeepsItsInvariants) {
  const HeavyTop top = make_heavy_top(0.7, {0.3, -0.5, 40.0});
  for (const double t : {0.5, 2.0, 5.0}) {
    const RotationState state = heavy_top(top, t);
    EXPECT_NEAR(heavy_top_energy(top, state), heavy_top_energy(top, top.start), 1e-11);
    EXPECT_NEAR(heavy_top_vertical_momentum(top, state),
                heavy_top_vertical_momentum(top, top.start), 1e-12);
    EXPECT_NEAR(state.angular_velocity.z(), 40.0, 1e-11);
  }
}

// A φ'² cos θ - C ω₃ φ' + m g l = 0: slow and fast precession keep the inclination, and the centre
// circles at the rate φ'.
TEST(HeavyTop, PrecessesSteadily) {
  const double inclination = 0.6;
  const double spin = 60.0;
  const double a = 0.25 * std::cos(inclination);
  const double b = 0.08 * spin;
  const double weight_moment = 2.0 * 9.81 * 0.3;
  for (const double sign : {-1.0, 1.0}) {
    const double precession = (b + sign * std::sqrt(b * b - 4.0 * a * weight_moment)) / (2.0 * a);
    // φ' e_z has the body components φ' (0, sin θ, cos θ) after the turn by θ about x.
    const HeavyTop top =
        make_heavy_top(inclination, {0.0, precession * std::sin(inclination), spin});
    const double t = 3.0;
    const Vec3 centre = heavy_top_centre(top, heavy_top(top, t));
    const double radius = 0.3 * std::sin(inclination);
    const double angle = precession * t - M_PI_2;
    EXPECT_NEAR(centre.x(), radius * std::cos(angle), 1e-11);
    EXPECT_NEAR(centre.y(), radius * std::sin(angle), 1e-11);
    EXPECT_NEAR(centre.z(), 0.3 * std::cos(inclination), 1e-11);
  }
}

// The same motion from Lagrange's reduction to the inclination θ, with the constant momenta
// p = A φ' sin²θ + C ω₃ cos θ and C ω₃: an independent set of coordinates.
TEST(HeavyTop, AgreesWithEulerAngles) {
  const double spin = 30.0;
  const double start_inclination = 0.5;
  const HeavyTop top = make_heavy_top(start_inclination, {0.8, 1.5, spin});
  const double a = top.transverse_inertia;
  const double c_spin = top.axial_inertia * spin;
  const double p = heavy_top_vertical_momentum(top, top.start);
  const double weight_moment = top.mass * top.gravity * top.centre_distance;
  const auto precession = [=](double theta) {
    return (p - c_spin * std::cos(theta)) / (a * std::sin(theta) * std::sin(theta));
  };
  // θ'' = φ'² sin θ cos θ - (C ω₃ φ' sin θ - m g l sin θ)/A.
  const Rate rate = [=](double, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
    const double sine = std::sin(y[0]);
    const double phi_rate = precession(y[0]);
    dy[0] = y[1];
    dy[1] = phi_rate * phi_rate * sine * std::cos(y[0]) -
            (c_spin * phi_rate - weight_moment) * sine / a;
    dy[2] = phi_rate;
  };
  for (const double t : {0.4, 1.5, 4.0}) {
    const Eigen::VectorXd y = integrate(rate, Vec3(start_inclination, 0.8, -M_PI_2), 0.0, t);
    const Vec3 centre = heavy_top_centre(top, heavy_top(top, t));
    const double radius = top.centre_distance * std::sin(y[0]);
    EXPECT_NEAR(centre.x(), radius * std::cos(y[2]), 1e-11);
    EXPECT_NEAR(centre.y(), radius * std::sin(y[2]), 1e-11);
    EXPECT_NEAR(centre.z(), top.centre_distance * std::cos(y[0]), 1e-11);
  }
}

}  // namespace
}  // namespace outrigger::validation
