#include "validation/exact/andrews.h"

#include <cmath>

#include <Eigen/LU>

#include "math/elementary.h"
#include "validation/exact/integrate.h"

namespace outrigger::validation {
namespace {

using Eigen::Vector2d;
using Matrix7 = Eigen::Matrix<double, 7, 7>;
using Matrix67 = Eigen::Matrix<double, 6, 7>;
using Matrix13 = Eigen::Matrix<double, 13, 13>;
using Vector13 = Eigen::Matrix<double, 13, 1>;

// Masses [kg], inertias about the centres [kg m²], lengths [m], in the names of the handbook.
constexpr double m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.0705, m6 = 0.00706,
                 m7 = 0.05498;
constexpr double i1 = 2.194e-6, i2 = 4.41e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5,
                 i6 = 5.667e-7, i7 = 1.912e-5;
constexpr double xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072;
constexpr double d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092;
constexpr double ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02;
constexpr double ta = 0.02308, tb = 0.00916, u = 0.04, ua = 0.01228, ub = 0.00449;
constexpr double zf = 0.02, zt = 0.04, fa = 0.01421;
constexpr double kTorque = 0.033;            // [N m]
constexpr double kSpringStiffness = 4530.0;  // [N/m]
constexpr double kSpringLength = 0.07785;    // unstressed [m]

// Places of the angles in q.
constexpr int kBeta = 0, kTheta = 1, kGamma = 2, kPhi = 3, kDelta = 4, kOmega = 5, kEpsilon = 6;

/// r (cos a, sin a) and its derivative by a.
struct Arm {
  Vector2d position, slope;
  Arm(double r, double angle) {
    const auto [s, c] = elementary::sincos(angle);
    position = {r * c, r * s};
    slope = {-r * s, r * c};
  }
};

/// r (sin a, -cos a): an arm turned back by a right angle.
Arm turned_arm(double r, double angle) {
  Arm arm(r, angle);
  const Vector2d along = arm.position;
  arm.position = -arm.slope;
  arm.slope = along;
  return arm;
}

/// The arms that the loops consist of.
struct Arms {
  Arm crank, coupler, rod_b, rod_a4, rod_a5, rod_a6, rod_a7;
  explicit Arms(const Vector7& q)
      : crank(rr, q[kBeta]),
        coupler(d, q[kBeta] + q[kTheta]),
        rod_b(turned_arm(ss, q[kGamma])),
        rod_a4(turned_arm(e, q[kPhi] + q[kDelta])),
        rod_a5(zt, q[kDelta]),
        rod_a6(zf, q[kOmega] + q[kEpsilon]),
        rod_a7(turned_arm(u, q[kEpsilon])) {}
};

/// ∂(loops)/∂q.
Matrix67 loop_jacobian(const Vector7& q) {
  const Arms arms(q);
  Matrix67 jacobian = Matrix67::Zero();
  for (int loop = 0; loop < 3; ++loop) {
    jacobian.block<2, 1>(2 * loop, kBeta) = arms.crank.slope - arms.coupler.slope;
    jacobian.block<2, 1>(2 * loop, kTheta) = -arms.coupler.slope;
  }
  jacobian.block<2, 1>(0, kGamma) = -arms.rod_b.slope;
  jacobian.block<2, 1>(2, kPhi) = -arms.rod_a4.slope;
  jacobian.block<2, 1>(2, kDelta) = -arms.rod_a4.slope - arms.rod_a5.slope;
  jacobian.block<2, 1>(4, kOmega) = -arms.rod_a6.slope;
  jacobian.block<2, 1>(4, kEpsilon) = -arms.rod_a6.slope - arms.rod_a7.slope;
  return jacobian;
}

/// J' q': an arm at the rate w accelerates by -w² times itself.
Vector6 loop_convection(const Vector7& q, const Vector7& v) {
  const Arms arms(q);
  const auto square = [](double w) { return w * w; };
  const Vector2d common = -square(v[kBeta]) * arms.crank.position +
                          square(v[kBeta] + v[kTheta]) * arms.coupler.position;
  Vector6 result;
  result.segment<2>(0) = common + square(v[kGamma]) * arms.rod_b.position;
  result.segment<2>(2) = common + square(v[kPhi] + v[kDelta]) * arms.rod_a4.position +
                         square(v[kDelta]) * arms.rod_a5.position;
  result.segment<2>(4) = common + square(v[kOmega] + v[kEpsilon]) * arms.rod_a6.position +
                         square(v[kEpsilon]) * arms.rod_a7.position;
  return result;
}

Matrix7 mass_matrix(const Vector7& q) {
  const double cos_theta = elementary::cos(q[kTheta]);
  const double sin_phi = elementary::sin(q[kPhi]);
  const double sin_omega = elementary::sin(q[kOmega]);
  constexpr double e4 = e - ea;
  constexpr double f6 = zf - fa;
  Matrix7 m = Matrix7::Zero();
  m(0, 0) = m1 * ra * ra + m2 * (rr * rr - 2.0 * da * rr * cos_theta + da * da) + i1 + i2;
  m(1, 0) = m(0, 1) = m2 * (da * da - da * rr * cos_theta) + i2;
  m(1, 1) = m2 * da * da + i2;
  m(2, 2) = m3 * (sa * sa + sb * sb) + i3;
  m(3, 3) = m4 * e4 * e4 + i4;
  m(4, 3) = m(3, 4) = m4 * (e4 * e4 + zt * e4 * sin_phi) + i4;
  m(4, 4) = m4 * (zt * zt + 2.0 * zt * e4 * sin_phi + e4 * e4) + m5 * (ta * ta + tb * tb) + i4 + i5;
  m(5, 5) = m6 * f6 * f6 + i6;
  m(6, 5) = m(5, 6) = m6 * (f6 * f6 - u * f6 * sin_omega) + i6;
  m(6, 6) = m6 * (f6 * f6 - 2.0 * u * f6 * sin_omega + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7;
  return m;
}

/// From the spring's fixed end C to its moving end D on body K3, and dD/dγ.
Arm spring_vector(double gamma) {
  Arm end(sd, gamma);
  const Arm side = turned_arm(sc, gamma);
  end.position += side.position + Vector2d(xb - xc, yb - yc);
  end.slope += side.slope;
  return end;
}

/// Applied and velocity-dependent generalised forces.
Vector7 forces(const Vector7& q, const Vector7& v) {
  const Arm spring = spring_vector(q[kGamma]);
  const double length = spring.position.norm();
  const Vector2d spring_force =
      -kSpringStiffness * (length - kSpringLength) / length * spring.position;
  const double coupler = m2 * da * rr * elementary::sin(q[kTheta]);
  const double four = m4 * zt * (e - ea) * elementary::cos(q[kPhi]);
  const double six = m6 * u * (zf - fa) * elementary::cos(q[kOmega]);
  Vector7 f;
  f[0] = kTorque - coupler * v[kTheta] * (v[kTheta] + 2.0 * v[kBeta]);
  f[1] = coupler * v[kBeta] * v[kBeta];
  f[2] = spring_force.dot(spring.slope);
  f[3] = four * v[kDelta] * v[kDelta];
  f[4] = -four * v[kPhi] * (v[kPhi] + 2.0 * v[kDelta]);
  f[5] = -six * v[kEpsilon] * v[kEpsilon];
  f[6] = six * v[kOmega] * (v[kOmega] + 2.0 * v[kEpsilon]);
  return f;
}

/// x and λ of  M x + Jᵀ λ = top,  J x = bottom.
Vector13 solve_saddle(const Vector7& q, const Vector7& top, const Vector6& bottom) {
  Matrix13 k = Matrix13::Zero();
  const Matrix67 jacobian = loop_jacobian(q);
  k.topLeftCorner<7, 7>() = mass_matrix(q);
  k.topRightCorner<7, 6>() = jacobian.transpose();
  k.bottomLeftCorner<6, 7>() = jacobian;
  Vector13 right;
  right << top, bottom;
  // The mass rows are 1e-4 of the geometric ones: bring them to one size for the pivots.
  k.topRows<7>() *= 1e4;
  right.head<7>() *= 1e4;
  return k.fullPivLu().solve(right);
}

/// Puts a state near the constraints onto them, in the metric of the kinetic energy.
AndrewsState project(AndrewsState state) {
  for (int i = 0; i < 3; ++i) {
    state.angles +=
        solve_saddle(state.angles, Vector7::Zero(), -andrews_loops(state.angles)).head<7>();
  }
  const Vector6 slip = loop_jacobian(state.angles) * state.rates;
  state.rates += solve_saddle(state.angles, Vector7::Zero(), -slip).head<7>();
  return state;
}

}  // namespace

Vector6 andrews_loops(const Vector7& q) {
  const Arms arms(q);
  const Vector2d end = arms.crank.position - arms.coupler.position;
  Vector6 loops;
  loops.segment<2>(0) = end - arms.rod_b.position - Vector2d(xb, yb);
  loops.segment<2>(2) = end - arms.rod_a4.position - arms.rod_a5.position - Vector2d(xa, ya);
  loops.segment<2>(4) = end - arms.rod_a6.position - arms.rod_a7.position - Vector2d(xa, ya);
  return loops;
}

AndrewsState andrews_start() {
  AndrewsState state;
  state.angles << -0.06171389001428, 0.0, 0.4552798191631, 0.2226683901659, 0.4873649795438,
      -0.2226683901659, 1.23054744455;
  state.rates.setZero();
  return project(state);
}

AndrewsDynamics andrews_dynamics(const AndrewsState& state) {
  const Vector13 solution = solve_saddle(state.angles, forces(state.angles, state.rates),
                                         -loop_convection(state.angles, state.rates));
  return {solution.head<7>(), solution.tail<6>()};
}

AndrewsState andrews(double time) {
  const Rate rate = [](double, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
    const AndrewsState state{y.head<7>(), y.tail<7>()};
    dy.head<7>() = state.rates;
    dy.tail<7>() = andrews_dynamics(state).accelerations;
  };
  constexpr double kInterval = 1e-3;
  IntegrationSettings settings;
  settings.first_step = 2e-4;
  settings.tolerance = 1e-13;
  AndrewsState state = andrews_start();
  Eigen::VectorXd y(14);
  for (int i = 0; i * kInterval < time; ++i) {
    const double end = (i + 1) * kInterval < time ? (i + 1) * kInterval : time;
    y << state.angles, state.rates;
    y = integrate(rate, y, i * kInterval, end, settings);
    state = project({y.head<7>(), y.tail<7>()});
  }
  return state;
}

double andrews_energy(const AndrewsState& state) {
  const double stretch = spring_vector(state.angles[kGamma]).position.norm() - kSpringLength;
  const double kinetic = 0.5 * state.rates.dot(mass_matrix(state.angles) * state.rates);
  return kinetic + 0.5 * kSpringStiffness * stretch * stretch - kTorque * state.angles[kBeta];
}

}  // namespace outrigger::validation
