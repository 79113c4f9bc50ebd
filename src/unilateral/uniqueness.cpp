#include "unilateral/uniqueness.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include "base/assert.h"
#include "math/elementary.h"

namespace outrigger::unilateral {
namespace {

/// Rates below this share of the largest are no parting.
constexpr double kNoRate = 1e-9;

/// Which unknown belongs to which contact.
struct Columns {
  Eigen::MatrixXd push;               // F
  std::vector<Eigen::Index> normal;   // column of a contact's normal force, -1 if it is open
  std::vector<Eigen::Index> tangent;  // first column of its friction, -1 if none
};

Columns examined(const ContactProblem& p, const ContactSolution& s) {
  double rate = 0.0;
  for (const ContactForce& f : s.contacts) rate = std::max(rate, std::abs(f.normal_rate));
  rate = std::max(rate, s.motion.size() > 0 ? s.motion.cwiseAbs().maxCoeff() : 0.0);
  rate = std::max(rate, p.free_motion.size() > 0 ? p.free_motion.cwiseAbs().maxCoeff() : 0.0);
  Columns c;
  c.push.resize(p.free_motion.size(), 0);
  const auto append = [&](const Eigen::MatrixXd& columns) {
    const Eigen::Index at = c.push.cols();
    c.push.conservativeResize(Eigen::NoChange, at + columns.cols());
    c.push.rightCols(columns.cols()) = columns;
    return at;
  };
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    Contact contact = p.contacts[i];
    const ContactForce& f = s.contacts[i];
    c.normal.push_back(-1);
    c.tangent.push_back(-1);
    if (f.state == ContactState::open && f.normal_rate > kNoRate * rate) continue;
    // A contact that begins to slide has the friction that was found.
    if (f.state == ContactState::slip && !slides(contact)) {
      c.normal.back() = append(contact.normal + contact.tangents * (f.tangent / f.normal));
      continue;
    }
    c.normal.back() = append(normal_column(contact));
    if (f.state == ContactState::stick && contact.friction > 0.0 && !slides(contact)) {
      c.tangent.back() = append(contact.tangents);
    }
  }
  return c;
}

/// All conditions H y + h ≥ 0 on the amounts y of forces that change nothing.
struct Conditions {
  Eigen::MatrixXd slope;
  Eigen::VectorXd constant;
};

Conditions conditions(const ContactProblem& p, const ContactSolution& s, const Columns& c,
                      const Eigen::MatrixXd& kernel) {
  std::vector<Eigen::RowVectorXd> slopes;
  std::vector<double> constants;
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    if (c.normal[i] < 0) continue;
    const Eigen::RowVectorXd normal = kernel.row(c.normal[i]);
    slopes.push_back(normal);
    constants.push_back(s.contacts[i].normal);
    if (c.tangent[i] < 0) continue;
    // The polygon inside the circle, by its corners' directions; in the plane the interval.
    const double mu = p.contacts[i].friction;
    const Eigen::Index k = p.contacts[i].tangents.cols();
    const Eigen::MatrixXd tangent = kernel.middleRows(c.tangent[i], k);
    const int sides = k == 1 ? 2 : p.directions;
    for (int j = 0; j < sides; ++j) {
      Eigen::VectorXd d = Eigen::VectorXd::Constant(1, j == 0 ? 1.0 : -1.0);
      double reach = mu;
      if (k == 2) {
        const double turn = 2.0 * std::numbers::pi * (j + 0.5) / sides;
        const auto side = elementary::sincos(turn);
        d = Eigen::Vector2d(side.cosine, side.sine);
        reach = mu * elementary::cos(std::numbers::pi / sides);
      }
      slopes.push_back(reach * normal - d.transpose() * tangent);
      constants.push_back(
          std::max(reach * s.contacts[i].normal - d.dot(s.contacts[i].tangent), 0.0));
    }
  }
  Conditions out{Eigen::MatrixXd(static_cast<Eigen::Index>(slopes.size()), kernel.cols()),
                 Eigen::Map<const Eigen::VectorXd>(constants.data(),
                                                   static_cast<Eigen::Index>(constants.size()))};
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    out.slope.row(static_cast<Eigen::Index>(i)) = slopes[i];
  }
  return out;
}

/// max cᵀy with H y + h ≥ 0, h ≥ 0, as a complementarity problem in y⁺, y⁻ and the multipliers. Its
/// matrix is skew, so a ray means that nothing limits it.
double largest(const Eigen::VectorXd& c, const Conditions& conditions) {
  const Eigen::MatrixXd& h = conditions.slope;
  const Eigen::Index k = c.size(), m = h.rows();
  LcpProblem lcp{Eigen::MatrixXd::Zero(2 * k + m, 2 * k + m), Eigen::VectorXd(2 * k + m)};
  lcp.matrix.block(0, 2 * k, k, m) = -h.transpose();
  lcp.matrix.block(k, 2 * k, k, m) = h.transpose();
  lcp.matrix.block(2 * k, 0, m, k) = h;
  lcp.matrix.block(2 * k, k, m, k) = -h;
  lcp.constant << -c, c, conditions.constant;
  const LcpSolution s = solve_lcp(lcp);
  if (s.status == LcpStatus::ray) return HUGE_VAL;
  return c.dot(s.z.head(k) - s.z.segment(k, k));
}

std::string describe(const ContactProblem& p, const Uniqueness& u) {
  if (u.unique()) return "the contact forces are determined";
  std::string ranges;
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    const ForceRange& r = u.normal[i];
    if (r.highest - r.lowest <= 1e-9 * std::abs(r.lowest)) continue;
    if (!ranges.empty()) ranges += ';';
    ranges +=
        std::isinf(r.highest)
            ? fmt::format(" '{}' from {:.6g} N upwards", p.contacts[i].name, r.lowest)
            : fmt::format(" '{}' from {:.6g} to {:.6g} N", p.contacts[i].name, r.lowest, r.highest);
  }
  if (ranges.empty()) {
    ranges = " several distributions of friction; the normal forces are determined";
  }
  return fmt::format(
      "the contact forces are not determined: {} force components, rank {}; the bodies are rigid "
      "and "
      "nothing decides between{}",
      u.unknowns, u.rank, ranges);
}

}  // namespace

Uniqueness examine_uniqueness(const ContactProblem& p, const ContactSolution& s, double tolerance) {
  OUTRIGGER_ASSERT(s.status == LcpStatus::solved);
  const Columns c = examined(p, s);
  Uniqueness u;
  u.unknowns = static_cast<int>(c.push.cols());
  for (const ContactForce& f : s.contacts) u.normal.push_back({f.normal, f.normal});
  if (u.unknowns > 0) {
    // A contact that moves nothing keeps its zero; all others count alike.
    Eigen::MatrixXd g = c.push.transpose() * p.response * c.push;
    g = 0.5 * (g + g.transpose()).eval();
    const double largest_diagonal = g.diagonal().maxCoeff();
    Eigen::VectorXd scale(u.unknowns);
    for (Eigen::Index i = 0; i < scale.size(); ++i) {
      const bool moves = g(i, i) > tolerance * largest_diagonal;
      scale[i] = largest_diagonal > 0.0 ? 1.0 / std::sqrt(moves ? g(i, i) : largest_diagonal) : 1.0;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(scale.asDiagonal() * g *
                                                               scale.asDiagonal());
    const Eigen::VectorXd& values = eigen.eigenvalues();
    const double top = values[values.size() - 1];
    u.condition = values[0] > 0.0 ? top / values[0] : HUGE_VAL;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      if (top > 0.0 && values[i] > tolerance * top) ++u.rank;
    }
    const Eigen::Index lost = u.unknowns - u.rank;
    if (lost > 0) {
      const Eigen::MatrixXd kernel = scale.asDiagonal() * eigen.eigenvectors().leftCols(lost);
      const Conditions limits = conditions(p, s, c, kernel);
      for (std::size_t i = 0; i < p.contacts.size(); ++i) {
        if (c.normal[i] < 0) continue;
        const Eigen::VectorXd slope = kernel.row(c.normal[i]);
        if (slope.norm() <= 1e-9 * kernel.norm()) continue;
        u.normal[i].lowest -= largest(-slope, limits);
        u.normal[i].highest += largest(slope, limits);
      }
    }
  }
  u.text = describe(p, u);
  return u;
}

}  // namespace outrigger::unilateral
