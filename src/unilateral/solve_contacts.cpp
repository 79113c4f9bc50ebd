#include "unilateral/solve_contacts.h"

#include <algorithm>
#include <cmath>

namespace outrigger::unilateral {
namespace {

/// Shares of the largest force and rate below which they count as zero when states are named.
constexpr double kZero = 1e-9;

/// λ_T of a contact from the shares or, for one that slides, from its slip.
Eigen::VectorXd tangent_force(const Contact& c, const ContactUnknowns& u, const Eigen::VectorXd& z,
                              double normal) {
  Eigen::VectorXd force = Eigen::VectorXd::Zero(c.tangents.cols());
  if (u.first_share >= 0) {
    force = u.directions * z.segment(u.first_share, u.directions.cols());
  } else if (slides(c)) {
    force = -c.friction * normal * c.slip.normalized();
  }
  return force;
}

/// Rates of the contacts under a motion.
void set_rates(const std::vector<Contact>& contacts, const Eigen::VectorXd& motion,
               std::vector<ContactForce>& out) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& c = contacts[i];
    out[i].normal_rate = c.normal.dot(motion) + c.normal_bias;
    out[i].tangent_rate.resize(c.tangents.cols());
    // A contact without tangents may have them empty in both directions.
    if (c.tangents.cols() > 0) out[i].tangent_rate = c.tangents.transpose() * motion;
    if (c.tangent_bias.size() > 0) out[i].tangent_rate += c.tangent_bias;
  }
}

/// States from values: a contact at the very limit of friction that does not slip sticks.
void set_states(const std::vector<Contact>& contacts, double rate_scale,
                std::vector<ContactForce>& forces) {
  double largest_force = 0.0, largest_rate = rate_scale;
  for (const ContactForce& f : forces) {
    largest_force = std::max(largest_force, f.normal);
    if (f.tangent_rate.size() > 0) largest_rate = std::max(largest_rate, f.tangent_rate.norm());
  }
  for (std::size_t i = 0; i < forces.size(); ++i) {
    ContactForce& f = forces[i];
    if (f.normal <= kZero * largest_force) {
      f.state = ContactState::open;
    } else if (contacts[i].friction > 0.0 &&
               (slides(contacts[i]) || f.tangent_rate.norm() > kZero * largest_rate)) {
      f.state = ContactState::slip;
    } else {
      f.state = ContactState::stick;
    }
  }
}

ContactSolution solve(const ContactProblem& p, const LcpSettings& settings) {
  const ContactLcp built = contact_lcp(p);
  const LcpSolution answer = solve_lcp(built.lcp, settings);
  ContactSolution s;
  s.status = answer.status;
  s.certificate = answer.certificate;
  s.pivots = answer.pivots;
  s.motion = p.free_motion;
  s.contacts.resize(p.contacts.size());
  Eigen::VectorXd force = Eigen::VectorXd::Zero(p.free_motion.size());
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    const Contact& c = p.contacts[i];
    ContactForce& f = s.contacts[i];
    f.tangent = Eigen::VectorXd::Zero(c.tangents.cols());
    if (answer.status != LcpStatus::solved) continue;
    f.normal = std::max(answer.z[built.unknowns[i].normal], 0.0);
    if (p.given_normal.size() > 0) f.normal += p.given_normal[static_cast<Eigen::Index>(i)];
    f.tangent = tangent_force(c, built.unknowns[i], answer.z, f.normal);
    force += c.normal * f.normal;
    if (c.tangents.cols() > 0) force += c.tangents * f.tangent;
  }
  s.motion += p.response * force;
  set_rates(p.contacts, s.motion, s.contacts);
  const double rate_scale =
      built.lcp.constant.size() > 0 ? built.lcp.constant.cwiseAbs().maxCoeff() : 0.0;
  set_states(p.contacts, rate_scale, s.contacts);
  return s;
}

double kinetic_energy(const Eigen::MatrixXd& mass, const Eigen::VectorXd& velocity) {
  return 0.5 * velocity.dot(mass * velocity);
}

/// The second phase, from the end of compression, and both together.
Impact expand(const ContactProblem& before, const ContactSolution& compressed,
              const Eigen::VectorXd& given_back, const Eigen::MatrixXd& mass,
              const LcpSettings& settings) {
  ContactProblem p = before;
  p.free_motion = compressed.motion;
  p.given_normal = given_back;
  const ContactSolution expanded = solve_impulses(p, settings);
  Impact impact;
  impact.status = expanded.status;
  impact.compression = compressed.certificate;
  impact.expansion = expanded.certificate;
  impact.pivots = compressed.pivots + expanded.pivots;
  impact.contacts = expanded.contacts;
  impact.velocity = expanded.motion;
  for (std::size_t i = 0; i < impact.contacts.size(); ++i) {
    impact.contacts[i].normal += compressed.contacts[i].normal;
    impact.contacts[i].tangent += compressed.contacts[i].tangent;
  }
  const double rate_scale =
      before.free_motion.size() > 0 ? expanded.motion.cwiseAbs().maxCoeff() : 0.0;
  set_states(before.contacts, rate_scale, impact.contacts);
  impact.energy_before = kinetic_energy(mass, before.free_motion);
  impact.energy_after = kinetic_energy(mass, impact.velocity);
  return impact;
}

}  // namespace

ContactSolution solve_forces(const ContactProblem& problem, const LcpSettings& settings) {
  return solve(problem, settings);
}

ContactSolution solve_impulses(ContactProblem problem, const LcpSettings& settings) {
  // The velocity itself is the unknown: what it was before decides nothing.
  for (Contact& c : problem.contacts) c.slip.resize(0);
  return solve(problem, settings);
}

Impact solve_impact(ContactProblem problem, const Eigen::MatrixXd& mass,
                    const LcpSettings& settings) {
  for (Contact& c : problem.contacts) c.slip.resize(0);
  problem.given_normal.resize(0);
  const ContactSolution compressed = solve_impulses(problem, settings);
  Impact impact;
  if (compressed.status != LcpStatus::solved) {
    impact.status = compressed.status;
    impact.compression = compressed.certificate;
    impact.pivots = compressed.pivots;
    impact.contacts = compressed.contacts;
    impact.velocity = problem.free_motion;
    impact.energy_before = impact.energy_after = kinetic_energy(mass, problem.free_motion);
    return impact;
  }
  Eigen::VectorXd given_back(static_cast<Eigen::Index>(problem.contacts.size()));
  double least = 1.0, most = 0.0;
  bool still = true;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const Contact& c = problem.contacts[i];
    given_back[static_cast<Eigen::Index>(i)] = c.restitution * compressed.contacts[i].normal;
    if (compressed.contacts[i].normal > 0.0) {
      least = std::min(least, c.restitution);
      most = std::max(most, c.restitution);
    }
    still = still && c.normal_bias == 0.0 && c.tangent_bias.isZero(0.0);
  }
  impact = expand(problem, compressed, given_back, mass, settings);
  // Several restitutions may give energy; floors that move may do so by right.
  if (impact.status == LcpStatus::solved && still && least < most &&
      impact.energy_after > impact.energy_before) {
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
      given_back[static_cast<Eigen::Index>(i)] = least * compressed.contacts[i].normal;
    }
    impact = expand(problem, compressed, given_back, mass, settings);
    impact.restitution_lowered = true;
  }
  if (impact.status != LcpStatus::solved) impact.velocity = problem.free_motion;
  return impact;
}

}  // namespace outrigger::unilateral
