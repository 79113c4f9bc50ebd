#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "math/random_rotation.h"
#include "model/model.h"
#include "support/built_system.h"
#include "support/random_mechanism.h"
#include "validation/mechanisms.h"

namespace outrigger::model {
namespace {

using description::Body;
using description::BodyBasis;
using description::Coordinate;
using description::Joint;
using description::JointType;
using description::Machine;
using testing_support::build;
using testing_support::Built;
using testing_support::random_mechanism;
using testing_support::RandomMechanismOptions;
using testing_support::Simulation;

constexpr BodyBasis kBases[] = {BodyBasis::automatic, BodyBasis::one_point_three_vectors,
                                BodyBasis::two_points_two_vectors,
                                BodyBasis::three_points_one_vector, BodyBasis::four_points};

Vec3 random_direction(Random& random, double size) {
  const double x = random.uniform(-size, size), y = random.uniform(-size, size),
               z = random.uniform(-size, size);
  return {x, y, z};
}

Body random_body(Random& random, const std::string& name) {
  Body b;
  b.name = name;
  b.mass = std::pow(10.0, random.uniform(-2.0, 2.0));
  const Vec3 s(random.uniform(0.1, 1.0), random.uniform(0.1, 1.0), random.uniform(0.1, 1.0));
  const Vec3 s2 = s.cwiseProduct(s);
  const Mat3 axes = random_rotation(random);
  const Vec3 principal = b.mass / 12 * Vec3(s2.y() + s2.z(), s2.x() + s2.z(), s2.x() + s2.y());
  b.inertia = axes * principal.asDiagonal() * axes.transpose();
  b.centre = random_direction(random, 0.5);
  b.pose = {random_direction(random, 2.0), random_rotation(random)};
  b.pose_given = true;
  return b;
}

/// A joint that holds in the bodies' written poses. Universal: crossed axes.
Joint joint_between(Random& random, const std::string& name, JointType type, const Body* a,
                    const Body& b) {
  Joint j;
  j.name = name;
  j.type = type;
  const Pose pose_a = a == nullptr ? Pose{} : a->pose;
  j.body_a = a == nullptr ? description::kGround : a->name;
  j.body_b = b.name;
  const bool particle = b.kind == Body::Kind::point;
  const Vec3 at_b =
      particle ? b.pose.position : Vec3(b.pose.position + random_direction(random, 0.5));
  const Vec3 u = random_unit_vector(random);
  Vec3 at_a = at_b, axis_b = u;
  if (type == JointType::prismatic || type == JointType::cylindrical ||
      type == JointType::point_on_line)
    at_a += random.uniform(-0.5, 0.5) * u;
  if (type == JointType::planar || type == JointType::point_on_plane)
    at_a += random.uniform(-0.5, 0.5) * u.unitOrthogonal();
  if (type == JointType::distance) at_a += random.uniform(0.3, 1.0) * u;
  if (type == JointType::universal) axis_b = u.unitOrthogonal();
  j.point_a = pose_a.local_point(at_a);
  j.point_b = b.pose.local_point(at_b);
  j.axis_a = pose_a.local_direction(u);
  j.axis_b = b.pose.local_direction(axis_b);
  return j;
}

/// The Jacobian Φ_q of a system in its assembled pose, rows scaled to unit size.
Eigen::MatrixXd jacobian_of(system::System& s) {
  const int rows = s.row_count(), n = s.block_count();
  AlignedDoubles x(4 * static_cast<std::size_t>(s.total_block_count()) + 4), v(x.size());
  s.initial_state(x.data(), v.data());
  std::vector<double> reference(s.coordinates().size()), psi(rows), weight(rows, 0.0);
  for (std::size_t i = 0; i < reference.size(); ++i)
    reference[i] = s.coordinates()[i].value(x.data(), 0.0);
  std::vector<system::DriveReference> drives(100);
  AlignedDoubles g(4 * static_cast<std::size_t>(s.slot_count()) + 4), out(x.size());
  s.evaluate_rows(x.data(), reference.data(), drives.data(), g.data(), psi.data());
  Eigen::MatrixXd j = Eigen::MatrixXd::Zero(rows, 3 * n);
  for (int r = 0; r < rows; ++r) {
    weight[r] = 1.0;
    s.transpose_product(g.data(), weight.data(), out.data());
    weight[r] = 0.0;
    for (int e = 0; e < n; ++e)
      for (int k = 0; k < 3; ++k) j(r, 3 * e + k) = out[4 * e + k];
    const double norm = j.row(r).norm();
    if (norm > 0.0) j.row(r) /= norm;
  }
  return j;
}

int rank_of(const Eigen::MatrixXd& j) {
  if (j.rows() == 0 || j.cols() == 0) return 0;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(j);
  qr.setThreshold(1e-9);
  return static_cast<int>(qr.rank());
}

int freedom_of(Built& b) { return 3 * b.system->block_count() - rank_of(jacobian_of(*b.system)); }

/// Degrees of freedom by the textbook: 6 (or 3) per body minus the rank of all joint rows by twists.
int expected_freedom(const Mechanism& m) {
  std::vector<int> column(m.bodies.size());
  int unknowns = 0;
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    column[i] = unknowns;
    unknowns += m.bodies[i].spec.kind == Body::Kind::point ? 3 : 6;
  }
  std::vector<KinematicRow> all;
  std::vector<std::pair<int, int>> bodies;
  for (const auto& j : m.joints) {
    std::vector<KinematicRow> rows;
    joint_rows(j.frame, m.pose_of(j.frame.body_a), m.pose_of(j.frame.body_b), rows);
    for (const auto& r : rows) {
      all.push_back(r);
      bodies.emplace_back(j.frame.body_a, j.frame.body_b);
    }
  }
  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(static_cast<int>(all.size()), unknowns);
  for (std::size_t r = 0; r < all.size(); ++r) {
    const auto add = [&](int body, const Twist& t) {
      if (body == kGroundIndex) return;
      jacobian.row(r).segment<3>(column[body]) += t.linear.transpose();
      if (m.bodies[body].spec.kind == Body::Kind::rigid)
        jacobian.row(r).segment<3>(column[body] + 3) += t.angular.transpose();
    };
    add(bodies[r].first, all[r].a);
    add(bodies[r].second, all[r].b);
  }
  return unknowns - rank_of(jacobian);
}

constexpr JointType kAllTypes[] = {JointType::revolute,      JointType::prismatic,
                                   JointType::cylindrical,   JointType::spherical,
                                   JointType::universal,     JointType::planar,
                                   JointType::fixed,         JointType::point_on_plane,
                                   JointType::point_on_line, JointType::distance};

// ---------------------------------------------------------------------------------------- counts

// Law: the compiler shares points and axes, so the counts of KERNEL.md §1 come out: 6 per link of a
// chain, 9 N + 6 of N four-bars, 24 of Bricard, 12 of a free body; and the factor has no more
// blocks than the study's (66, 73, 283, 24 for chain-10, four-10, four-40, Bricard).
TEST(Compile, CoordinateCountsAreTheMinimum) {
  for (const int n : {1, 2, 3, 10, 40}) {
    Built chain = build(validation::make_chain(n));
    EXPECT_EQ(chain.model().coordinate_count(), 6 * n) << n;
    Built four = build(validation::make_fourbar(n));
    EXPECT_EQ(four.model().coordinate_count(), 9 * n + 6) << n;
    if (n == 10) {
      EXPECT_LE(chain.system->factor().factor_block_count(), 66);
      EXPECT_LE(four.system->factor().factor_block_count(), 73);
    }
    if (n == 40) {
      EXPECT_LE(four.system->factor().factor_block_count(), 283);
    }
  }
  Built bricard = build(validation::make_bricard());
  EXPECT_EQ(bricard.model().coordinate_count(), 24);
  EXPECT_LE(bricard.system->factor().factor_block_count(), 24);
  Built top = build(validation::make_free_top(Vec3(1, 2, 3), Vec3::Zero()));
  EXPECT_EQ(top.model().coordinate_count(), 12);
  EXPECT_EQ(top.model().constraint_count(), 6);
  Machine nothing;
  EXPECT_EQ(build(nothing).model().coordinate_count(), 0);
}

// Law: degrees of freedom of the known mechanisms: N (chain), 1 (four-bars in a generic pose and
// Bricard, although overconstrained).
TEST(Compile, KnownMechanismsHaveTheirFreedom) {
  for (const int n : {1, 2, 6}) {
    Built chain = build(validation::make_chain(n));
    EXPECT_EQ(freedom_of(chain), n);
    Built four = build(validation::make_fourbar(n));
    EXPECT_EQ(freedom_of(four), 1) << n;
  }
  Built bricard = build(validation::make_bricard());
  EXPECT_EQ(freedom_of(bricard), 1);
}

// ------------------------------------------------------------------------------- the four body types

// Law: with every basis, the constant mass matrix gives the kinetic energy ½ m v_G² + ½ ωᵀ I ω of
// every rigid motion, gravity gives m g·v_G as its power, and pose and twist come back (corrections §7).
TEST(Compile, EveryBasisGivesRigidBodyEnergyPowerAndMotion) {
  Random random(17);
  for (const BodyBasis basis : kBases)
    for (int trial = 0; trial < 40; ++trial) {
      Machine m;
      m.bodies.push_back(random_body(random, "body"));
      m.bodies[0].basis = basis;
      const Body& body = m.bodies[0];
      Built b = build(m);
      const system::System& s = *b.system;
      ASSERT_EQ(b.model().coordinate_count(), 12);
      if (basis != BodyBasis::automatic) {
        EXPECT_EQ(b.model().bodies[0].point_count, static_cast<int>(basis));
      }

      // A random displacement of the assembled body, and a random twist there.
      const Pose motion{random_direction(random, 3.0), random_rotation(random)};
      const Twist twist{random_direction(random, 2.0), random_direction(random, 5.0)};
      const Pose moved = motion * body.pose;
      AlignedDoubles x(4 * static_cast<std::size_t>(s.total_block_count())), v(x.size());
      s.initial_state(x.data(), v.data());
      for (std::size_t e = 0; e < b.model().entities.size(); ++e) {
        const Entity& entity = b.model().entities[e];
        const bool point = entity.kind == Entity::Kind::point;
        const Vec3 value = point ? motion.point(entity.value) : motion.direction(entity.value);
        const Vec3 rate = point ? Vec3(twist.linear + twist.angular.cross(value - moved.position))
                                : Vec3(twist.angular.cross(value));
        for (int k = 0; k < 3; ++k) {
          x[4 * s.block_of_entity()[e] + k] = value[k];
          v[4 * s.block_of_entity()[e] + k] = rate[k];
        }
      }
      const Vec3 centre = moved.point(body.centre);
      const Vec3 v_centre = twist.linear + twist.angular.cross(centre - moved.position);
      const Mat3 inertia = moved.rotation * body.inertia * moved.rotation.transpose();
      const double expected = 0.5 * body.mass * v_centre.squaredNorm() +
                              0.5 * twist.angular.dot(inertia * twist.angular);
      EXPECT_NEAR(s.kinetic_energy(v.data()), expected, 1e-12 * expected)
          << static_cast<int>(basis);

      double power = 0.0;
      for (int e = 0; e < s.block_count(); ++e)
        power += to_vec3(&s.gravity_force()[4 * e]).dot(to_vec3(&v[4 * e]));
      const double weight = 9.81 * body.mass;
      EXPECT_NEAR(power, -weight * v_centre.z(), 1e-11 * weight * (1.0 + v_centre.norm()));
      EXPECT_NEAR(s.gravity_potential(x.data()), weight * centre.z(),
                  1e-11 * weight * (1.0 + centre.norm()));

      const Pose pose = s.body_pose(0, x.data());
      EXPECT_LT((pose.position - moved.position).norm(), 1e-12);
      EXPECT_LT((pose.rotation - moved.rotation).norm(), 1e-12);
      const Twist back = s.body_twist(0, x.data(), v.data());
      EXPECT_LT((back.linear - twist.linear).norm(), 1e-11);
      EXPECT_LT((back.angular - twist.angular).norm(), 1e-11);
    }
}

// Law: a force at a point does the virtual work f·v_P: its combination of entities is the point's
// velocity, for every basis and any point of the body.
TEST(Compile, PointForcesDoTheRightWork) {
  Random random(23);
  for (const BodyBasis basis : kBases)
    for (int trial = 0; trial < 20; ++trial) {
      Machine m;
      m.bodies.push_back(random_body(random, "body"));
      m.bodies[0].basis = basis;
      m.bodies[0].velocity = random_direction(random, 2.0);
      m.bodies[0].angular_velocity = random_direction(random, 2.0);
      Built b = build(m);
      const Vec3 at = m.bodies[0].pose.point(random_direction(random, 2.0));
      const Combination point = b.model().point(0, at);
      EXPECT_LT((point.constant).norm(), 1e-12);
      const Vec3 force = random_direction(random, 10.0);
      double power = 0.0;
      for (const auto& t : point.terms)
        power += t.coefficient * force.dot(b.model().entities[t.entity].velocity);
      const Vec3 v = *m.bodies[0].velocity +
                     m.bodies[0].angular_velocity->cross(at - m.bodies[0].pose.position);
      EXPECT_NEAR(power, force.dot(v), 1e-11 * (1.0 + force.norm() * v.norm()));

      const Vec3 d = random_unit_vector(random);
      const Combination direction = b.model().direction(0, d);
      Vec3 rate = Vec3::Zero();
      for (const auto& t : direction.terms)
        rate += t.coefficient * b.model().entities[t.entity].velocity;
      EXPECT_LT((rate - m.bodies[0].angular_velocity->cross(d)).norm(), 1e-11);
    }
}

// Law: the choice of a basis is a choice of coordinates: the motion of a pinned pendulum with every
// basis agrees to what the tolerance leaves.
TEST(Compile, PinnedBasesGiveTheSameMotion) {
  std::vector<Vec3> tips;
  for (const BodyBasis basis : kBases) {
    Machine m = validation::make_chain(3);
    for (auto& body : m.bodies) body.basis = basis;
    m.settings.tolerance = 1e-8;
    Built b = build(m);
    EXPECT_EQ(freedom_of(b), 3) << static_cast<int>(basis);
    Simulation run(b);
    run.advance(300);
    tips.push_back(b.system->body_pose(2, run.state.x.data()).point(Vec3(1, 0, 0)));
  }
  for (const Vec3& tip : tips) EXPECT_LT((tip - tips[0]).norm(), 1e-5);
  EXPECT_GT((tips[0] - Vec3(3, 0, 0)).norm(), 0.2);
}

// ------------------------------------------------------------------------------------------ joints

// Law: a joint takes joint_row_count degrees of freedom, no more (locked) and no less (open), both
// against the ground and between two moving bodies, in random poses.
TEST(Compile, EveryJointLeavesItsFreedom) {
  Random random(41);
  for (const JointType type : kAllTypes)
    for (int trial = 0; trial < 10; ++trial) {
      Machine ground;
      ground.bodies.push_back(random_body(random, "b"));
      ground.joints.push_back(joint_between(random, "j", type, nullptr, ground.bodies[0]));
      Built g = build(ground);
      EXPECT_EQ(freedom_of(g), 6 - joint_row_count(type)) << static_cast<int>(type);

      Machine pair;
      pair.bodies.push_back(random_body(random, "a"));
      pair.bodies.push_back(random_body(random, "b"));
      pair.joints.push_back(joint_between(random, "j", type, &pair.bodies[0], pair.bodies[1]));
      Built p = build(pair);
      EXPECT_EQ(freedom_of(p), 12 - joint_row_count(type)) << static_cast<int>(type);
      EXPECT_LE(p.model().coordinate_count(), 24);
    }
}

// Law: the freedom of random trees and loops in natural coordinates is that of the textbook's rigid
// bodies with joint rows, redundant equations and particles included.
TEST(Compile, RandomMechanismsHaveTheFreedomOfTheTextbook) {
  int loops = 0, redundant = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    RandomMechanismOptions o;
    o.max_bodies = 8;
    o.particle_chance = 0.1;
    o.dense_loops = seed % 2 == 0;
    const Machine m = random_mechanism(seed, o);
    Built b = build(m);
    EXPECT_EQ(freedom_of(b), expected_freedom(b.mechanism)) << "seed " << seed;
    loops += m.joints.size() > m.bodies.size() ? 1 : 0;
    redundant += 3 * b.system->block_count() - b.system->row_count() < freedom_of(b) ? 1 : 0;
  }
  EXPECT_GT(loops, 50);
  EXPECT_GT(redundant, 10);
}

// Law: velocities of entities describe the bodies' assembled twists (pose and twist come back).
TEST(Compile, AssembledPosesAndTwistsComeBack) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    RandomMechanismOptions o;
    o.loop_chance = 0.3;
    o.fixed_chance = 0.2;
    Machine m = random_mechanism(seed, o);
    // One body moves, the others follow; contradictions are refused and left out.
    Random random(seed);
    m.bodies.back().angular_velocity = random_direction(random, 1.0);
    Built b;
    try {
      b = build(m);
    } catch (const std::exception&) {
      continue;
    }
    AlignedDoubles x(4 * static_cast<std::size_t>(b.system->total_block_count()) + 4), v(x.size());
    b.system->initial_state(x.data(), v.data());
    for (std::size_t i = 0; i < m.bodies.size(); ++i) {
      const int body = static_cast<int>(i);
      const Pose pose = b.system->body_pose(body, x.data());
      EXPECT_LT((pose.position - b.mechanism.bodies[i].pose.position).norm(), 1e-10) << seed;
      EXPECT_LT((pose.rotation - b.mechanism.bodies[i].pose.rotation).norm(), 1e-10) << seed;
      const Twist twist = b.system->body_twist(body, x.data(), v.data());
      EXPECT_LT((twist.linear - b.mechanism.bodies[i].twist.linear).norm(), 1e-7)
          << "seed " << seed << " body " << i;
      EXPECT_LT((twist.angular - b.mechanism.bodies[i].twist.angular).norm(), 1e-7)
          << "seed " << seed << " body " << i;
    }
  }
}

// Law: two bodies on a prismatic joint have one orientation, so they share it: 12 + 3 coordinates,
// not 24; to the ground 3; a chain of four sliders 12 + 9.
TEST(Compile, PrismaticJointsShareTheOrientation) {
  Random random(3);
  Machine m;
  m.bodies.push_back(random_body(random, "a"));
  m.bodies.push_back(random_body(random, "b"));
  m.joints.push_back(joint_between(random, "j", JointType::prismatic, &m.bodies[0], m.bodies[1]));
  EXPECT_EQ(build(m).model().coordinate_count(), 15);
  for (int i = 0; i < 2; ++i) {
    m.bodies.push_back(random_body(random, "c" + std::to_string(i)));
    m.joints.push_back(joint_between(random, "k" + std::to_string(i), JointType::prismatic,
                                     &m.bodies[m.bodies.size() - 2], m.bodies.back()));
  }
  Built chain = build(m);
  EXPECT_EQ(chain.model().coordinate_count(), 21);
  EXPECT_EQ(freedom_of(chain), 9);

  Machine g;
  g.bodies.push_back(random_body(random, "a"));
  g.joints.push_back(joint_between(random, "j", JointType::prismatic, nullptr, g.bodies[0]));
  Built ground = build(g);
  EXPECT_EQ(ground.model().coordinate_count(), 3);
  EXPECT_EQ(freedom_of(ground), 1);
}

// Law: fixed joints make one body of two: to the ground nothing is left to move, between bodies the
// pair keeps 12 coordinates, the masses add, and a joint inside such a group has no effect but a note.
TEST(Compile, FixedJointsMakeOneBody) {
  Random random(5);
  Machine m;
  m.bodies.push_back(random_body(random, "a"));
  m.bodies.push_back(random_body(random, "b"));
  m.joints.push_back(joint_between(random, "weld", JointType::fixed, &m.bodies[0], m.bodies[1]));
  Built pair = build(m);
  EXPECT_EQ(pair.model().coordinate_count(), 12);
  EXPECT_EQ(freedom_of(pair), 6);
  AlignedDoubles v(4 * static_cast<std::size_t>(pair.system->total_block_count()), 0.0);
  for (std::size_t e = 0; e < pair.model().entities.size(); ++e)
    if (pair.model().entities[e].kind == Entity::Kind::point)
      v[4 * pair.system->block_of_entity()[e]] = 1.0;
  EXPECT_NEAR(pair.system->kinetic_energy(v.data()), 0.5 * (m.bodies[0].mass + m.bodies[1].mass),
              1e-10 * (m.bodies[0].mass + m.bodies[1].mass));

  m.joints.push_back(
      joint_between(random, "extra", JointType::spherical, &m.bodies[0], m.bodies[1]));
  Built noted = build(m);
  EXPECT_EQ(freedom_of(noted), 6);
  ASSERT_EQ(noted.model().notes.size(), 1u);
  EXPECT_NE(noted.model().notes[0].find("extra"), std::string::npos);

  m.joints.push_back(joint_between(random, "base", JointType::fixed, nullptr, m.bodies[0]));
  Built ground = build(m);
  EXPECT_EQ(ground.model().coordinate_count(), 0);
  Simulation run(ground);
  run.advance(3);
  const Pose pose = ground.system->body_pose(1, run.state.x.data());
  EXPECT_LT((pose.position - m.bodies[1].pose.position).norm(), 1e-12);
}

// Law: a door on two hinges of one axis is one hinge: the second adds no equation made of rounding,
// whether it hangs on the ground or on a moving frame, and the door swings.
TEST(Compile, TwoHingesOnOneAxisAreOne) {
  for (const bool on_ground : {true, false}) {
    Random random(8);
    Machine m;
    m.bodies.push_back(random_body(random, "frame"));
    m.bodies.push_back(random_body(random, "door"));
    const Body* holder = on_ground ? nullptr : &m.bodies[0];
    Joint top = joint_between(random, "top", JointType::revolute, holder, m.bodies[1]);
    Joint bottom = top;
    bottom.name = "bottom";
    bottom.point_a += 1.3 * top.axis_a;
    bottom.point_b += 1.3 * top.axis_b;
    m.joints = {top, bottom};
    Built b = build(m);
    EXPECT_EQ(freedom_of(b), 7);
    for (const auto& l : b.model().linears) {
      double largest = 0.0;
      for (const auto& t : l.sum.terms) largest = std::max(largest, std::abs(t.coefficient));
      EXPECT_GT(largest, 1e-6) << "a row of rounding";
    }
    Simulation run(b);
    const double start = run.energy();
    run.advance(300);
    EXPECT_EQ(run.stepper.counters().not_converged, 0) << on_ground;
    EXPECT_LT(std::abs(run.energy() - start), 1e-3 * std::abs(start) + 1e-3);
  }
}

// Law: particles are points: 3 coordinates free, shared with a body at a spherical joint, their mass
// counted once.
TEST(Compile, ParticlesArePoints) {
  Random random(6);
  Machine free;
  Body p;
  p.name = "p";
  p.kind = Body::Kind::point;
  p.mass = 2.5;
  p.pose.position = Vec3(1, 2, 3);
  p.pose_given = true;
  free.bodies.push_back(p);
  Built f = build(free);
  EXPECT_EQ(f.model().coordinate_count(), 3);
  EXPECT_EQ(f.system->row_count(), 0);

  Machine m;
  m.bodies.push_back(random_body(random, "a"));
  m.bodies.push_back(p);
  m.joints.push_back(joint_between(random, "pin", JointType::spherical, &m.bodies[0], m.bodies[1]));
  Built b = build(m);
  EXPECT_EQ(b.model().coordinate_count(), 12);
  EXPECT_EQ(freedom_of(b), 6);
  AlignedDoubles v(4 * static_cast<std::size_t>(b.system->total_block_count()), 0.0);
  for (std::size_t e = 0; e < b.model().entities.size(); ++e)
    if (b.model().entities[e].kind == Entity::Kind::point)
      v[4 * b.system->block_of_entity()[e] + 1] = 1.0;
  const double mass = 2.5 + m.bodies[0].mass;
  EXPECT_NEAR(b.system->kinetic_energy(v.data()), 0.5 * mass, 1e-10 * mass);
}

// ------------------------------------------------------------------------------ scalar unknowns

struct Driven {
  const char* name;
  JointType type;
  Coordinate::Kind kind;
};

Machine driven_machine(const Driven& d, bool unknown) {
  Machine m;
  Body b;
  b.name = "b";
  b.mass = 2.0;
  b.inertia = Vec3(0.2, 0.3, 0.4).asDiagonal();
  b.pose.position = Vec3(1.0, 0.0, 0.0);
  b.pose_given = true;
  m.bodies.push_back(b);
  Joint j;
  j.name = "j";
  j.type = d.type;
  j.body_b = "b";
  j.point_b = d.type == JointType::prismatic ? Vec3(0, 0, 0) : Vec3(-1, 0, 0);
  j.point_a = d.type == JointType::prismatic ? Vec3(1, 0, 0) : Vec3(0, 0, 0);
  j.axis_a = j.axis_b = Vec3(0, 1, 0);
  m.joints.push_back(j);
  Coordinate c;
  c.name = "c";
  c.kind = d.kind;
  c.joint = "j";
  c.unknown = unknown;
  if (d.kind == Coordinate::Kind::distance) {
    c.body_a = description::kGround;
    c.body_b = "b";
    c.point_a = Vec3(0, 0, 3);
    c.joint.clear();
  }
  m.coordinates.push_back(c);
  description::Drive drive;
  drive.name = "d";
  drive.coordinate = "c";
  drive.function.kind = description::Function::Kind::input;
  m.drives.push_back(drive);
  return m;
}

// Law: a guided angle is counted through full turns, as a scalar unknown and as a function of q: a
// drive takes the body three times round, the coordinate ends at 6π, and the body where it began.
TEST(Compile, AnglesAreCountedThroughThreeTurns) {
  for (const double sense : {1.0, -1.0})
    for (const bool unknown : {true, false})
      for (const JointType type : {JointType::revolute, JointType::cylindrical}) {
        Machine m = driven_machine({"", type, Coordinate::Kind::angle}, unknown);
        if (type == JointType::cylindrical) m.settings.gravity = Vec3(0, 0, -9.81);
        m.settings.step = 1e-3;
        Built b = build(m);
        EXPECT_EQ(b.model().coordinate_count(),
                  (type == JointType::revolute ? 6 : 9) + (unknown ? 3 : 0));
        Simulation run(b);
        const double end = sense * 6.0 * M_PI;
        double worst = 0.0;
        for (int i = 1; i <= 3000; ++i) {
          // Quintic from rest to rest: C² at both ends.
          const double u = i / 3000.0;
          run.drives[0].value = end * u * u * u * (10 - 15 * u + 6 * u * u);
          run.drives[0].rate = end * 30 * u * u * (1 - u) * (1 - u) / 3.0;
          run.drives[0].acceleration = end * 60 * u * (1 - u) * (1 - 2 * u) / 9.0;
          run.step();
          worst = std::max(worst, std::abs(run.state.coordinate[0] - run.drives[0].value));
          if (i % 500 == 0) {
            const Vec3 p = b.system->body_pose(0, run.state.x.data()).position;
            const double angle = run.drives[0].value;
            EXPECT_LT((p - Vec3(std::cos(angle), p.y(), -std::sin(angle))).norm(), 1e-8);
          }
        }
        EXPECT_LT(worst, 1e-8) << unknown;
        EXPECT_NEAR(run.state.coordinate[0], end, 1e-8);
        EXPECT_EQ(run.stepper.counters().contained, 0);
        EXPECT_EQ(run.stepper.counters().retried, 0);
      }
}

// Law: displacement and distance as unknowns follow their drives as the functions of q do, with the
// same force on the drive (the multiplier of its row).
TEST(Compile, DisplacementsAndDistancesFollowTheirDrives) {
  for (const Driven& d :
       {Driven{"displacement", JointType::prismatic, Coordinate::Kind::displacement},
        Driven{"distance", JointType::revolute, Coordinate::Kind::distance}}) {
    double force[2] = {}, value[2] = {};
    Vec3 place[2];
    for (const bool unknown : {false, true}) {
      Machine m = driven_machine(d, unknown);
      Built b = build(m);
      Simulation run(b);
      const double start = run.state.coordinate[0];
      for (int i = 1; i <= 1000; ++i) {
        const double u = i / 1000.0;
        run.drives[0].value = start + 0.3 * u * u * u * (10 - 15 * u + 6 * u * u);
        run.drives[0].rate = 0.3 * 30 * u * u * (1 - u) * (1 - u);
        run.drives[0].acceleration = 0.3 * 60 * u * (1 - u) * (1 - 2 * u);
        run.step();
        ASSERT_NEAR(run.state.coordinate[0], run.drives[0].value, 1e-9) << d.name;
      }
      run.stepper.solve_accelerations(run.state);
      force[unknown] = run.state.lambda[b.system->drive_row(0)];
      value[unknown] = run.state.coordinate[0];
      place[unknown] = b.system->body_pose(0, run.state.x.data()).position;
    }
    EXPECT_NEAR(value[0], value[1], 1e-9) << d.name;
    EXPECT_LT((place[0] - place[1]).norm(), 1e-7) << d.name;
    EXPECT_NEAR(force[0], force[1], 1e-5 * (1.0 + std::abs(force[0]))) << d.name;
  }
}

// Law: three unknowns share one block, and unused thirds of a block do not add freedom.
TEST(Compile, ScalarsShareBlocks) {
  for (const int count : {1, 2, 3, 4, 7}) {
    Machine m = validation::make_chain(7);
    m.loads.clear();
    for (int i = 0; i < count; ++i) {
      Coordinate c;
      c.name = "c" + std::to_string(i);
      c.kind = Coordinate::Kind::angle;
      c.joint = m.joints[i].name;
      c.unknown = true;
      m.coordinates.push_back(c);
    }
    Built b = build(m);
    EXPECT_EQ(b.model().coordinate_count(), 42 + 3 * ((count + 2) / 3)) << count;
    EXPECT_EQ(freedom_of(b), 7) << count;
    Simulation run(b);
    run.advance(200);
    for (int i = 0; i < count; ++i) {
      const auto& part = b.mechanism.coordinates[i];
      const Pose pa = part.frame.body_a < 0
                          ? Pose{}
                          : b.system->body_pose(part.frame.body_a, run.state.x.data());
      const Pose pb = b.system->body_pose(part.frame.body_b, run.state.x.data());
      EXPECT_NEAR(run.state.coordinate[i], coordinate_value(part.frame, pa, pb), 1e-9);
    }
  }
}

// Law: an initial angle beyond half a turn is that angle, not its principal value, for unknowns and
// for functions of q alike: a winch with three turns on it starts at three turns.
TEST(Compile, InitialTurnsAreKept) {
  for (const bool unknown : {true, false}) {
    Machine m = driven_machine({"", JointType::revolute, Coordinate::Kind::angle}, unknown);
    m.drives.clear();
    m.coordinates[0].initial = 6.0 * M_PI + 0.5;
    Built b = build(m);
    Simulation run(b);
    EXPECT_NEAR(run.state.coordinate[0], 6.0 * M_PI + 0.5, 1e-9) << unknown;
  }
}

}  // namespace
}  // namespace outrigger::model
