#include "unilateral/contact_lcp.h"

#include <numbers>

#include <fmt/format.h>

#include "base/error.h"
#include "math/elementary.h"

namespace outrigger::unilateral {
namespace {

/// Has β and σ: friction that the problem has to find.
bool has_shares(const Contact& c) {
  return c.friction > 0.0 && c.tangents.cols() > 0 && !slides(c);
}

Eigen::MatrixXd directions_of(const Contact& c, int count) {
  if (c.tangents.cols() == 1) return Eigen::MatrixXd{{1.0, -1.0}};
  Eigen::MatrixXd d(2, count);
  for (int j = 0; j < count; ++j) {
    const auto turn = elementary::sincos(2.0 * std::numbers::pi * j / count);
    d.col(j) = Eigen::Vector2d(turn.cosine, turn.sine);
  }
  return d;
}

void check_problem(const ContactProblem& p) {
  const Eigen::Index n = p.free_motion.size();
  if (p.response.rows() != n || p.response.cols() != n) {
    throw Error(fmt::format("contact problem: the response is {} x {}, the motion has {}",
                            p.response.rows(), p.response.cols(), n));
  }
  if (p.directions < 4 || p.directions % 2 != 0) {
    throw Error(fmt::format("contact problem: {} directions of friction; allowed: even, 4 or more",
                            p.directions));
  }
  const auto count = static_cast<Eigen::Index>(p.contacts.size());
  if (p.given_normal.size() != 0 && p.given_normal.size() != count) {
    throw Error(fmt::format("contact problem: {} given normal forces for {} contacts",
                            p.given_normal.size(), count));
  }
  check_contacts(p.contacts, n);
}

Eigen::VectorXd tangent_bias(const Contact& c) {
  return c.tangent_bias.size() > 0 ? c.tangent_bias : Eigen::VectorXd::Zero(c.tangents.cols());
}

/// What the mechanism does without the unknown forces.
Eigen::VectorXd motion_without(const ContactProblem& p) {
  Eigen::VectorXd motion = p.free_motion;
  for (Eigen::Index i = 0; i < p.given_normal.size(); ++i) {
    const Contact& c = p.contacts[static_cast<std::size_t>(i)];
    motion += p.response * normal_column(c) * p.given_normal[i];
  }
  return motion;
}

}  // namespace

bool slides(const Contact& c) { return c.slip.size() > 0 && c.slip.norm() > 0.0; }

Eigen::VectorXd normal_column(const Contact& c) {
  if (!slides(c) || c.friction == 0.0) return c.normal;
  return c.normal - c.friction * (c.tangents * c.slip.normalized());
}

ContactLcp contact_lcp(const ContactProblem& p) {
  check_problem(p);
  ContactLcp out;
  const auto contacts = static_cast<Eigen::Index>(p.contacts.size());
  Eigen::Index size = contacts;
  for (Eigen::Index i = 0; i < contacts; ++i) {
    const Contact& c = p.contacts[static_cast<std::size_t>(i)];
    ContactUnknowns u;
    u.normal = i;
    if (has_shares(c)) {
      u.directions = directions_of(c, p.directions);
      u.first_share = size;
      size += u.directions.cols();
    }
    out.unknowns.push_back(u);
  }
  const Eigen::Index forces = size;
  for (ContactUnknowns& u : out.unknowns) {
    if (u.first_share >= 0) u.slack = size++;
  }

  // Columns: how the unknowns push. Rows: how the contacts see a motion.
  const Eigen::Index n = p.free_motion.size();
  Eigen::MatrixXd push(n, forces), see(n, forces);
  Eigen::VectorXd bias(forces);
  out.lcp.matrix = Eigen::MatrixXd::Zero(size, size);
  out.lcp.constant = Eigen::VectorXd::Zero(size);
  for (Eigen::Index i = 0; i < contacts; ++i) {
    const Contact& c = p.contacts[static_cast<std::size_t>(i)];
    const ContactUnknowns& u = out.unknowns[static_cast<std::size_t>(i)];
    see.col(i) = c.normal;
    push.col(i) = normal_column(c);
    bias[i] = c.normal_bias;
    if (u.first_share < 0) continue;
    const Eigen::Index k = u.directions.cols();
    see.middleCols(u.first_share, k) = c.tangents * u.directions;
    push.middleCols(u.first_share, k) = see.middleCols(u.first_share, k);
    bias.segment(u.first_share, k) = u.directions.transpose() * tangent_bias(c);
    out.lcp.matrix.col(u.slack).segment(u.first_share, k).setOnes();
    out.lcp.matrix.row(u.slack).segment(u.first_share, k).setConstant(-1.0);
    out.lcp.matrix(u.slack, i) = c.friction;
    if (p.given_normal.size() > 0) out.lcp.constant[u.slack] = c.friction * p.given_normal[i];
  }
  out.lcp.matrix.topLeftCorner(forces, forces) = see.transpose() * (p.response * push);
  out.lcp.constant.head(forces) = see.transpose() * motion_without(p) + bias;
  return out;
}

LcpProblem thesis_lcp(const ContactProblem& p) {
  check_problem(p);
  const auto contacts = static_cast<Eigen::Index>(p.contacts.size());
  std::vector<Eigen::Index> rest;  // contacts at rest with friction
  for (Eigen::Index i = 0; i < contacts; ++i) {
    const Contact& c = p.contacts[static_cast<std::size_t>(i)];
    if (c.tangents.cols() > 1) {
      throw Error(fmt::format("contact '{}': this form is for the plane only", c.name));
    }
    if (has_shares(c)) rest.push_back(i);
  }
  const auto frictional = static_cast<Eigen::Index>(rest.size());
  const Eigen::Index forces = contacts + frictional, size = forces + frictional;
  // W and W + N_G: λ_T = λ_H - μ λ_N, so that a normal force pushes with W_N - μ W_T.
  Eigen::MatrixXd see(p.free_motion.size(), forces), push(p.free_motion.size(), forces);
  LcpProblem lcp{Eigen::MatrixXd::Zero(size, size), Eigen::VectorXd::Zero(size)};
  Eigen::VectorXd bias(forces);
  for (Eigen::Index i = 0; i < contacts; ++i) {
    const Contact& c = p.contacts[static_cast<std::size_t>(i)];
    see.col(i) = c.normal;
    push.col(i) = normal_column(c);
    bias[i] = c.normal_bias;
  }
  for (Eigen::Index k = 0; k < frictional; ++k) {
    const Eigen::Index i = rest[static_cast<std::size_t>(k)];
    const Contact& c = p.contacts[static_cast<std::size_t>(i)];
    see.col(contacts + k) = c.tangents.col(0);
    push.col(contacts + k) = c.tangents.col(0);
    push.col(i) -= c.friction * c.tangents.col(0);
    bias[contacts + k] = tangent_bias(c)[0];
    // Iᵀ: forward slip = g̈_T + backward slip. N_H - I: 2 μ λ_N - λ_H ≥ 0.
    lcp.matrix(contacts + k, forces + k) = 1.0;
    lcp.matrix(forces + k, i) = 2.0 * c.friction;
    lcp.matrix(forces + k, contacts + k) = -1.0;
  }
  lcp.matrix.topLeftCorner(forces, forces) = see.transpose() * (p.response * push);
  lcp.constant.head(forces) = see.transpose() * p.free_motion + bias;
  return lcp;
}

Eigen::MatrixXd thesis_forces(const ContactProblem& p, const Eigen::VectorXd& z) {
  const auto contacts = static_cast<Eigen::Index>(p.contacts.size());
  Eigen::MatrixXd forces = Eigen::MatrixXd::Zero(contacts, 2);
  Eigen::Index next = contacts;
  for (Eigen::Index i = 0; i < contacts; ++i) {
    const Contact& c = p.contacts[static_cast<std::size_t>(i)];
    forces(i, 0) = z[i];
    if (has_shares(c)) {
      forces(i, 1) = z[next++] - c.friction * z[i];
    } else if (slides(c)) {
      forces(i, 1) = c.slip[0] > 0.0 ? -c.friction * z[i] : c.friction * z[i];
    }
  }
  return forces;
}

}  // namespace outrigger::unilateral
