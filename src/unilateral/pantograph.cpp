#include "unilateral/pantograph.h"

#include <numbers>

#include <fmt/format.h>

#include "base/error.h"
#include "math/elementary.h"

namespace outrigger::unilateral {
namespace {

/// Positions of block 1, block 2 and apex, in this order.
constexpr Eigen::Index kPositions = 6;

void check_pantograph(const Pantograph& p, double angle) {
  if (!(angle >= 0.0 && angle <= 0.5 * std::numbers::pi)) {
    throw Error(fmt::format("pantograph: angle {} rad; allowed: 0 to pi/2", angle));
  }
  if (p.apex_mass == 0.0 && p.apex_load != 0.0) {
    throw Error("pantograph: a load on an apex without mass");
  }
}

Eigen::VectorXd masses(const Pantograph& p) {
  return Eigen::Vector<double, kPositions>(p.mass_1, p.mass_1, p.mass_2, p.mass_2, p.apex_mass,
                                           p.apex_mass);
}

Eigen::VectorXd applied(const Pantograph& p) {
  return Eigen::Vector<double, kPositions>(p.pull_1, -p.mass_1 * p.gravity - p.load_1, p.pull_2,
                                           -p.mass_2 * p.gravity - p.load_2, 0.0,
                                           -p.apex_mass * p.gravity - p.apex_load);
}

/// Everything in coordinates whose velocities move the positions by `jacobian`.
PantographModel model(const Pantograph& p, const Eigen::MatrixXd& jacobian,
                      const Eigen::MatrixXd& joints, const Eigen::VectorXd& force) {
  PantographModel m;
  m.response = jointed_response(jacobian.transpose() * masses(p).asDiagonal() * jacobian, joints);
  m.problem.response = m.response.matrix;
  m.problem.free_motion = m.response.matrix * (jacobian.transpose() * force);
  for (Eigen::Index i = 0; i < 2; ++i) {
    Contact c;
    c.name = i == 0 ? "support 1" : "support 2";
    c.normal = jacobian.row(2 * i + 1);
    c.tangents = jacobian.row(2 * i).transpose();
    c.friction = p.friction;
    m.problem.contacts.push_back(std::move(c));
  }
  return m;
}

/// Without mass the apex is no coordinate.
Eigen::MatrixXd positions_jacobian(const Pantograph& p) {
  return Eigen::MatrixXd::Identity(kPositions, p.apex_mass > 0.0 ? kPositions : 4);
}

}  // namespace

PantographModel pantograph_by_angle(const Pantograph& p, double angle) {
  check_pantograph(p, angle);
  const auto turn = elementary::sincos(angle);
  const double s = p.arm * turn.sine, c = p.arm * turn.cosine;
  Eigen::MatrixXd jacobian(kPositions, 4);  // by x, y, ψ, φ
  jacobian << 1, 0, c, -c,                  // x_1
      0, 1, -s, s,                          // y_1
      1, 0, c, c,                           // x_2
      0, 1, s, s,                           // y_2
      1, 0, 0, 0,                           // apex
      0, 1, 0, 0;
  return model(p, jacobian, Eigen::MatrixXd(0, 4), applied(p));
}

PantographModel pantograph_by_positions(const Pantograph& p, double angle) {
  check_pantograph(p, angle);
  const Eigen::MatrixXd jacobian = positions_jacobian(p);
  Eigen::MatrixXd joints(0, jacobian.cols());
  if (p.apex_mass > 0.0) {
    const auto turn = elementary::sincos(angle);
    const double s = p.arm * turn.sine, c = p.arm * turn.cosine;
    // (p_A - p_i) · (ṗ_A - ṗ_i) = 0
    joints = Eigen::MatrixXd::Zero(2, kPositions);
    joints.row(0) << -s, -c, 0, 0, s, c;
    joints.row(1) << 0, 0, s, -c, -s, c;
  }
  return model(p, jacobian, joints, applied(p));
}

PantographModel pantograph_with_springs(const Pantograph& p, double stiffness_1,
                                        double stiffness_2) {
  check_pantograph(p, 0.0);
  const double carried = p.apex_mass * p.gravity + p.apex_load;
  Eigen::VectorXd force = applied(p);
  force[1] -= carried * stiffness_1 / (stiffness_1 + stiffness_2);
  force[3] -= carried * stiffness_2 / (stiffness_1 + stiffness_2);
  force[5] += carried;
  const Eigen::MatrixXd jacobian = positions_jacobian(p);
  return model(p, jacobian, Eigen::MatrixXd(0, jacobian.cols()), force);
}

std::pair<double, double> pantograph_forces(const Pantograph& p) {
  return {p.mass_1 * p.gravity + p.load_1, p.mass_2 * p.gravity + p.load_2};
}

}  // namespace outrigger::unilateral
