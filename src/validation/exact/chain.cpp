#include "validation/exact/chain.h"

#include <algorithm>
#include <vector>

#include <Eigen/Cholesky>

#include "base/assert.h"
#include "math/elementary.h"
#include "validation/exact/integrate.h"

namespace outrigger::validation {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kLength = 1.0;                             // [m]
constexpr double kChainMass = 1.0;                          // [kg]
constexpr double kAxialInertia = (0.01 + 0.01) / 12.0;      // [kg m²]
constexpr double kTransverseInertia = (1.0 + 0.01) / 12.0;  // [kg m²]
const Vec3 kChainGravity(0.0, 0.0, -9.81);                  // [m/s²]
const Vec3 kSideForce(0.0, 1.0, 0.0);                       // [N]

/// One link in world axes.
struct Link {
  Mat3 rotation;  ///< link to world
  Vec3 joint;     ///< [m]
  Vec3 axis;      ///< of its joint
  Vec3 half;      ///< from its joint to its centre [m]
  Mat3 inertia;   ///< about its centre [kg m²]
};

Mat3 turn(bool about_y, double angle) {
  const auto [s, c] = elementary::sincos(angle);
  Mat3 r;
  if (about_y) {
    r << c, 0.0, s, 0.0, 1.0, 0.0, -s, 0.0, c;
  } else {
    r << c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0;
  }
  return r;
}

std::vector<Link> place(const VectorXd& angles) {
  std::vector<Link> links(static_cast<std::size_t>(angles.size()));
  Mat3 rotation = Mat3::Identity();
  Vec3 joint = Vec3::Zero();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const bool about_y = i % 2 == 0;
    rotation *= turn(about_y, angles[static_cast<Index>(i)]);
    const Vec3 moments(kAxialInertia, kTransverseInertia, kTransverseInertia);
    links[i] = {rotation, joint, rotation.col(about_y ? 1 : 2), 0.5 * kLength * rotation.col(0),
                rotation * moments.asDiagonal() * rotation.transpose()};
    joint += kLength * rotation.col(0);
  }
  return links;
}

/// Torques at the joints that produce the accelerations at the rates, with or without weight and
/// side force.
VectorXd joint_torques(const std::vector<Link>& links, const VectorXd& rates,
                       const VectorXd& accelerations, bool loaded) {
  const std::size_t n = links.size();
  std::vector<Vec3> forces(n), moments(n);

  // Outwards: velocities and accelerations, then the resultant of each link.
  Vec3 omega = Vec3::Zero();
  Vec3 alpha = Vec3::Zero();
  Vec3 joint_acceleration = Vec3::Zero();
  for (std::size_t i = 0; i < n; ++i) {
    const Link& link = links[i];
    const double rate = rates[static_cast<Index>(i)];
    alpha += link.axis * accelerations[static_cast<Index>(i)] + rate * omega.cross(link.axis);
    omega += rate * link.axis;
    const Vec3 to_centre = alpha.cross(link.half) + omega.cross(omega.cross(link.half));
    forces[i] = kChainMass * (joint_acceleration + to_centre);
    if (loaded) forces[i] -= kChainMass * kChainGravity;
    if (loaded && i + 1 == n) forces[i] -= kSideForce;
    moments[i] = link.inertia * alpha + omega.cross(link.inertia * omega);
    joint_acceleration += 2.0 * to_centre;
  }

  // Inwards: force and moment through each joint.
  VectorXd torques(static_cast<Index>(n));
  Vec3 force = Vec3::Zero();
  Vec3 moment = Vec3::Zero();
  for (std::size_t i = n; i-- > 0;) {
    const Link& link = links[i];
    moment += 2.0 * link.half.cross(force) + moments[i] + link.half.cross(forces[i]);
    force += forces[i];
    torques[static_cast<Index>(i)] = link.axis.dot(moment);
  }
  return torques;
}

Eigen::MatrixXd chain_mass_matrix(const std::vector<Link>& links) {
  const auto n = static_cast<Index>(links.size());
  const VectorXd still = VectorXd::Zero(n);
  Eigen::MatrixXd m(n, n);
  for (Index j = 0; j < n; ++j) {
    m.col(j) = joint_torques(links, still, VectorXd::Unit(n, j), false);
  }
  return m;
}

}  // namespace

ChainState chain(int link_count, double time) {
  OUTRIGGER_ASSERT(link_count >= 1);
  const Index n = link_count;
  const Rate rate = [n](double, const VectorXd& y, VectorXd& dy) {
    const std::vector<Link> links = place(y.head(n));
    const VectorXd bias = joint_torques(links, y.tail(n), VectorXd::Zero(n), true);
    dy.head(n) = y.tail(n);
    dy.tail(n) = chain_mass_matrix(links).ldlt().solve(-bias);
  };
  // The condition of M grows with n⁴, and so does the noise that no step can get below.
  const double growth = std::max(1.0, 0.1 * link_count);
  IntegrationSettings settings;
  settings.tolerance = 1e-13 * (growth * growth) * (growth * growth);
  const VectorXd y = integrate(rate, VectorXd::Zero(2 * n), 0.0, time, settings);
  const std::vector<Link> links = place(y.head(n));
  return {y.head(n), y.tail(n), links.back().joint + 2.0 * links.back().half};
}

double chain_energy(const ChainState& state) {
  const std::vector<Link> links = place(state.angles);
  double energy = 0.5 * state.rates.dot(chain_mass_matrix(links) * state.rates);
  for (const Link& link : links) energy -= kChainMass * kChainGravity.dot(link.joint + link.half);
  return energy - kSideForce.dot(links.back().joint + links.back().half);
}

}  // namespace outrigger::validation
