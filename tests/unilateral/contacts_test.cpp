// Contact and friction of rigid bodies: forces and impulses obey Coulomb's law and Newton's, and are
// what trying every combination of open, sticking and sliding contacts finds.
#include "unilateral/solve_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include "base/error.h"
#include "base/random.h"

namespace outrigger::unilateral {
namespace {

/// A block of 2 kg on a plane: x across, y up.
ContactProblem block(double pull, double friction) {
  ContactProblem p;
  p.response = 0.5 * Eigen::Matrix2d::Identity();
  p.free_motion = Eigen::Vector2d(0.5 * pull, -9.81);
  Contact c;
  c.name = "block";
  c.normal = Eigen::Vector2d(0.0, 1.0);
  c.tangents = Eigen::Vector2d(1.0, 0.0);
  c.friction = friction;
  p.contacts = {c};
  return p;
}

TEST(Forces, ABlockSticksSlidesAndLeaves) {
  const double weight = 2.0 * 9.81;
  ContactSolution s = solve_forces(block(0.29 * weight, 0.3));
  ASSERT_EQ(s.status, LcpStatus::solved);
  EXPECT_EQ(s.contacts[0].state, ContactState::stick);
  EXPECT_NEAR(s.contacts[0].normal, weight, 1e-12);
  EXPECT_NEAR(s.contacts[0].tangent[0], -0.29 * weight, 1e-12);
  EXPECT_NEAR(s.motion.norm(), 0.0, 1e-14);

  s = solve_forces(block(-0.5 * weight, 0.3));
  EXPECT_EQ(s.contacts[0].state, ContactState::slip);
  EXPECT_NEAR(s.contacts[0].tangent[0], 0.3 * weight, 1e-12);
  EXPECT_NEAR(s.motion[0], -0.2 * 9.81, 1e-14);

  // Already sliding to the right: friction is known, whatever pulls.
  ContactProblem sliding = block(-0.1 * weight, 0.3);
  sliding.contacts[0].slip = Eigen::VectorXd::Constant(1, 0.2);
  s = solve_forces(sliding);
  EXPECT_EQ(s.contacts[0].state, ContactState::slip);
  EXPECT_NEAR(s.contacts[0].tangent[0], -0.3 * weight, 1e-12);
  EXPECT_NEAR(s.motion[0], -0.4 * 9.81, 1e-14);

  ContactProblem lifted = block(0.0, 0.3);
  lifted.free_motion[1] = 1.0;
  s = solve_forces(lifted);
  EXPECT_EQ(s.contacts[0].state, ContactState::open);
  EXPECT_EQ(s.contacts[0].normal, 0.0);
  EXPECT_EQ(s.motion, lifted.free_motion);
}

/// A random planar mechanism: positive definite response, contacts with coupled normals and tangents.
ContactProblem random_problem(Random& random, Eigen::Index coordinates, int contacts) {
  const auto vector = [&] {
    Eigen::VectorXd v(coordinates);
    for (Eigen::Index i = 0; i < coordinates; ++i) v[i] = random.uniform(-1.0, 1.0);
    return v;
  };
  ContactProblem p;
  Eigen::MatrixXd a(coordinates, coordinates);
  for (Eigen::Index i = 0; i < coordinates; ++i) a.col(i) = vector();
  p.response = a * a.transpose() + 0.2 * Eigen::MatrixXd::Identity(coordinates, coordinates);
  p.free_motion = vector();
  for (int i = 0; i < contacts; ++i) {
    Contact c;
    c.name = std::to_string(i);
    c.normal = vector();
    c.tangents = vector();
    c.friction = random.uniform(0.0, 1.0);
    p.contacts.push_back(c);
  }
  return p;
}

/// One combination of states: open, stick, slip to the right, to the left. Solves its linear equations
/// and says whether all that it assumed is so.
enum class Guess { open, stick, right, left };
struct Trial {
  Eigen::VectorXd normal, tangent, motion;
  bool possible = false;
};
Trial attempt(const ContactProblem& p, const std::vector<Guess>& guess) {
  const auto n = static_cast<Eigen::Index>(guess.size());
  const double tolerance = 1e-9;
  // Unknowns λ_N, λ_T; one equation each.
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  Eigen::VectorXd rhs = Eigen::VectorXd::Zero(2 * n);
  Eigen::MatrixXd w(p.free_motion.size(), 2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    w.col(i) = p.contacts[static_cast<std::size_t>(i)].normal;
    w.col(n + i) = p.contacts[static_cast<std::size_t>(i)].tangents;
  }
  const Eigen::MatrixXd g = w.transpose() * p.response * w;
  const Eigen::VectorXd b = w.transpose() * p.free_motion;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Guess state = guess[static_cast<std::size_t>(i)];
    const double mu = p.contacts[static_cast<std::size_t>(i)].friction;
    if (state == Guess::open) {
      m(i, i) = m(n + i, n + i) = 1.0;
      continue;
    }
    m.row(i) = g.row(i);
    rhs[i] = -b[i];
    if (state == Guess::stick) {
      m.row(n + i) = g.row(n + i);
      rhs[n + i] = -b[n + i];
    } else {
      m(n + i, n + i) = 1.0;
      m(n + i, i) = state == Guess::right ? mu : -mu;
    }
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> factor(m);
  Trial t;
  if (!factor.isInvertible()) return t;
  const Eigen::VectorXd f = factor.solve(rhs);
  const Eigen::VectorXd rate = g * f + b;
  t.normal = f.head(n);
  t.tangent = f.tail(n);
  t.motion = p.free_motion + p.response * w * f;
  t.possible = true;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double mu = p.contacts[static_cast<std::size_t>(i)].friction;
    const Guess state = guess[static_cast<std::size_t>(i)];
    if (f[i] < -tolerance || rate[i] < -tolerance) t.possible = false;
    if (std::abs(f[n + i]) > mu * f[i] + tolerance) t.possible = false;
    if (state == Guess::right && rate[n + i] < -tolerance) t.possible = false;
    if (state == Guess::left && rate[n + i] > tolerance) t.possible = false;
  }
  return t;
}

std::vector<Trial> all_trials(const ContactProblem& p) {
  std::vector<Trial> possible;
  std::vector<Guess> guess(p.contacts.size(), Guess::open);
  for (int code = 0; code < 1 << (2 * p.contacts.size()); ++code) {
    for (std::size_t i = 0; i < guess.size(); ++i)
      guess[i] = static_cast<Guess>((code >> 2 * i) & 3);
    Trial t = attempt(p, guess);
    if (t.possible) possible.push_back(std::move(t));
  }
  return possible;
}

// Velocities: an answer always exists, is found, and is one of those that trying all 4^k finds.
TEST(Impulses, AreAmongAllCombinationsOfStates) {
  Random random(11);
  std::array<int, 3> seen{};
  for (int trial = 0; trial < 600; ++trial) {
    const int contacts = 1 + static_cast<int>(random.integer(4));
    const ContactProblem p =
        random_problem(random, 3 + static_cast<int>(random.integer(6)), contacts);
    const ContactSolution s = solve_impulses(p);
    ASSERT_EQ(s.status, LcpStatus::solved) << trial;
    const std::vector<Trial> all = all_trials(p);
    ASSERT_FALSE(all.empty()) << trial;
    bool found = false;
    for (const Trial& t : all) found = found || (t.motion - s.motion).norm() < 1e-7;
    EXPECT_TRUE(found) << trial;
    for (const ContactForce& f : s.contacts) ++seen[static_cast<std::size_t>(f.state)];
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

// THESIS eq. 4.2, re-derived: three unknowns per contact, the same forces.
TEST(Forces, FormOfTheThesisGivesTheSame) {
  Random random(12);
  int compared = 0;
  for (int trial = 0; trial < 400; ++trial) {
    ContactProblem p = random_problem(random, 8, 1 + static_cast<int>(random.integer(4)));
    // Some slide already, some are frictionless.
    for (Contact& c : p.contacts) {
      if (random.uniform() < 0.3) c.slip = Eigen::VectorXd::Constant(1, random.uniform(-1.0, 1.0));
      if (random.uniform() < 0.1) c.friction = 0.0;
      c.friction *= 0.3;  // far from Painlevé: one answer
    }
    const ContactSolution s = solve_forces(p);
    const LcpProblem lcp = thesis_lcp(p);
    const LcpSolution t = solve_lcp(lcp);
    if (s.status != LcpStatus::solved || t.status != LcpStatus::solved) continue;
    ++compared;
    const Eigen::MatrixXd forces = thesis_forces(p, t.z);
    for (std::size_t i = 0; i < p.contacts.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      // The motion under these forces keeps closed contacts closed and lets none close.
      const ContactForce& f = s.contacts[i];
      EXPECT_GE(f.normal_rate, -1e-9) << trial;
      EXPECT_NEAR(f.normal * f.normal_rate, 0.0, 1e-9) << trial;
      if (slides(p.contacts[i])) {
        EXPECT_NEAR(f.tangent[0],
                    -p.contacts[i].friction * f.normal * (p.contacts[i].slip[0] > 0 ? 1 : -1),
                    1e-12);
      }
      EXPECT_NEAR(forces(k, 0), s.contacts[i].normal, 1e-7) << trial;
      EXPECT_NEAR(forces(k, 1), s.contacts[i].tangent[0], 1e-7) << trial;
    }
  }
  EXPECT_GT(compared, 380);
}

// P. Painlevé: a rod that slides on its tip. With much friction and the right angle, its tip is pressed
// into the floor by its own friction; no finite force helps. It must be said, not hidden.
TEST(Forces, PainlevesRodHasNone) {
  const double mass = 1.0, length = 2.0, inertia = mass * length * length / 12.0;
  const double angle = std::numbers::pi / 3, mu = 2.0;
  ContactProblem p;
  p.response = Eigen::Vector3d(1.0 / mass, 1.0 / mass, 1.0 / inertia).asDiagonal();
  p.free_motion = Eigen::Vector3d(0.0, -9.81, 0.0);
  Contact c;
  c.name = "tip";
  // Tip at -l/2 (cos, sin) from the centre.
  const double rx = -0.5 * length * std::cos(angle), ry = -0.5 * length * std::sin(angle);
  c.normal = Eigen::Vector3d(0.0, 1.0, rx);
  c.tangents = Eigen::Vector3d(1.0, 0.0, -ry);
  c.friction = mu;
  c.slip = Eigen::VectorXd::Constant(1, 1.0);
  p.contacts = {c};
  // Sign of W_N R (W_N - μ W_T): the other way of sliding is harmless.
  const double drag = c.normal.dot(p.response * normal_column(c));
  p.contacts[0].slip[0] = drag < 0.0 ? 1.0 : -1.0;
  ASSERT_LT(c.normal.dot(p.response * normal_column(p.contacts[0])), 0.0);
  const ContactSolution s = solve_forces(p);
  EXPECT_EQ(s.status, LcpStatus::ray);
  EXPECT_EQ(s.contacts[0].normal, 0.0);
  // Impulses exist: the rod jams.
  const ContactSolution jam = solve_impulses(p);
  EXPECT_EQ(jam.status, LcpStatus::solved);
  // The harmless way has a force.
  p.contacts[0].slip[0] *= -1.0;
  EXPECT_EQ(solve_forces(p).status, LcpStatus::solved);
}

// In space: a point on a plane pulled with F at any angle begins to slide with (F - μN)/m along F. The
// polygon of k directions has friction between μN cos(π/k) and μN, at most π/k off: the error falls
// like 1/k.
TEST(Forces, PolygonApproachesTheCone) {
  double last = 0.0;
  for (const int directions : {4, 8, 16, 32, 64}) {
    double worst = 0.0, least = 1.0, most = 0.0;
    for (int i = 0; i < 60; ++i) {
      const double angle = 0.1047 * i + 0.01;
      ContactProblem p;
      p.directions = directions;
      p.response = Eigen::Matrix3d::Identity();
      p.free_motion = Eigen::Vector3d(2.0 * std::cos(angle), 2.0 * std::sin(angle), -1.0);
      Contact c;
      c.name = "point";
      c.normal = Eigen::Vector3d::UnitZ();
      c.tangents = Eigen::MatrixXd{{1.0, 0.0}, {0.0, 1.0}, {0.0, 0.0}};
      c.friction = 0.5;
      p.contacts = {c};
      const ContactSolution s = solve_forces(p);
      ASSERT_EQ(s.status, LcpStatus::solved);
      ASSERT_EQ(s.contacts[0].state, ContactState::slip);
      const Eigen::Vector3d exact =
          1.5 / 2.0 * Eigen::Vector3d(p.free_motion[0], p.free_motion[1], 0);
      worst = std::max(worst, (s.motion - exact).norm());
      least = std::min(least, s.contacts[0].tangent.norm());
      most = std::max(most, s.contacts[0].tangent.norm());
      // Friction never drives.
      EXPECT_LT(s.contacts[0].tangent.dot(s.contacts[0].tangent_rate), 0.0);
    }
    const double cosine = std::cos(std::numbers::pi / directions);
    EXPECT_LE(most, 0.5 + 1e-12);
    EXPECT_GE(least, 0.5 * cosine - 1e-12);
    EXPECT_LE(worst, 0.5 * std::numbers::pi / directions * 1.01);
    if (last > 0.0) {
      EXPECT_LT(worst, 0.6 * last) << directions;
    }
    last = worst;
  }
}

// A pull within the inscribed circle holds in every direction; outside the circle in none.
TEST(Forces, SpatialStickHoldsWithinThePolygon) {
  for (int i = 0; i < 30; ++i) {
    const double angle = 0.21 * i;
    for (const double pull : {0.499 * std::cos(std::numbers::pi / 16), 0.501}) {
      ContactProblem p;
      p.response = Eigen::Matrix3d::Identity();
      p.free_motion = Eigen::Vector3d(pull * std::cos(angle), pull * std::sin(angle), -1.0);
      Contact c;
      c.normal = Eigen::Vector3d::UnitZ();
      c.tangents = Eigen::MatrixXd{{1.0, 0.0}, {0.0, 1.0}, {0.0, 0.0}};
      c.friction = 0.5;
      p.contacts = {c};
      EXPECT_EQ(solve_forces(p).contacts[0].state,
                pull < 0.5 ? ContactState::stick : ContactState::slip);
    }
  }
}

// A box of 3 kg on the four corners of its base, on a slope: redundant normal forces and redundant
// friction. Below the friction angle it rests, above it slides with g (sin a - μ cos a).
TEST(Forces, BoxOnFourCornersOnASlope) {
  const double mass = 3.0, inertia = 0.2, g = 9.81, mu = 0.5;
  for (const double slope : {0.1, 0.45, 0.48, 0.7}) {
    ContactProblem p;
    Eigen::VectorXd inverse(6);
    inverse << 1 / mass, 1 / mass, 1 / mass, 1 / inertia, 1 / inertia, 1 / inertia;
    p.response = inverse.asDiagonal();
    p.free_motion = Eigen::VectorXd::Zero(6);
    p.free_motion[0] = g * std::sin(slope);
    p.free_motion[2] = -g * std::cos(slope);
    for (const auto& [x, y] : {std::pair{0.2, 0.1}, {0.2, -0.1}, {-0.2, 0.1}, {-0.2, -0.1}}) {
      const Eigen::Vector3d r(x, y, -0.05);
      Eigen::MatrixXd columns(6, 3);
      columns.topRows(3).setIdentity();
      for (int k = 0; k < 3; ++k) columns.col(k).tail<3>() = r.cross(Eigen::Vector3d::Unit(k));
      Contact c;
      c.normal = columns.col(2);
      c.tangents = columns.leftCols(2);
      c.friction = mu;
      p.contacts.push_back(c);
    }
    const ContactSolution s = solve_forces(p);
    ASSERT_EQ(s.status, LcpStatus::solved) << slope;
    const bool holds = std::tan(slope) < mu;
    const double expected = holds ? 0.0 : g * (std::sin(slope) - mu * std::cos(slope));
    EXPECT_NEAR(s.motion[0], expected, 1e-10) << slope;
    EXPECT_NEAR(s.motion.tail<5>().norm(), 0.0, 1e-10) << slope;
    double normal = 0.0;
    for (const ContactForce& f : s.contacts) {
      normal += f.normal;
      EXPECT_LE(f.tangent.norm(), mu * f.normal + 1e-10);
    }
    EXPECT_NEAR(normal, mass * g * std::cos(slope), 1e-10) << slope;
  }
}

// Time steps with impulses: a block thrown along the plane stops after v²/(2 μ g) and then stays,
// without any creep.
TEST(Impulses, StopABlockAndHoldIt) {
  const double h = 1e-3, mu = 0.4, g = 9.81;
  Eigen::Vector2d velocity(2.0, 0.0);
  double way = 0.0;
  for (int step = 0; step < 1000; ++step) {
    ContactProblem p = block(0.0, mu);
    p.free_motion = velocity + h * Eigen::Vector2d(0.0, -g);
    const ContactSolution s = solve_impulses(p);
    ASSERT_EQ(s.status, LcpStatus::solved);
    velocity = s.motion;
    way += h * velocity[0];
  }
  EXPECT_NEAR(way, 4.0 / (2.0 * mu * g), 2.0 * h * 2.0);
  EXPECT_NEAR(velocity.norm(), 0.0, 1e-16);
}

TEST(Forces, RefuseBadInput) {
  ContactProblem p = block(0.0, -0.1);
  try {
    solve_forces(p);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "contact 'block': friction -0.1; allowed: 0 or more");
  }
  p = block(0.0, 0.1);
  p.contacts[0].restitution = 1.5;
  try {
    solve_forces(p);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "contact 'block': restitution 1.5; allowed: 0 to 1");
  }
  p = block(0.0, 0.1);
  p.directions = 5;
  EXPECT_THROW(solve_forces(p), Error);
  p = block(0.0, 0.1);
  p.contacts[0].normal = Eigen::Vector3d::UnitX();
  EXPECT_THROW(solve_forces(p), Error);
  p = block(0.0, 0.1);
  p.contacts[0].tangents.resize(2, 0);
  EXPECT_THROW(solve_forces(p), Error);
}

}  // namespace
}  // namespace outrigger::unilateral
