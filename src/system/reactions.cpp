#include "system/reactions.h"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>

#include "model/function.h"
#include "system/system.h"

namespace outrigger::system {

using model::kGroundIndex;
using model::KinematicRow;
using model::Twist;

namespace {

/// One unknown multiplier: its wrench on up to four bodies.
struct Unknown {
  std::vector<std::pair<int, Twist>> parts;
};

Twist scaled(const Twist& t, double factor) { return {factor * t.linear, factor * t.angular}; }

/// Wrench the constraints must supply to a body, about its frame origin.
Twist required_wrench(const model::BodyPart& body, const Pose& pose, const Twist& twist,
                      const Twist& acceleration, const Vec3& gravity, const BodyLoad* load) {
  const double m = body.spec.mass;
  if (body.spec.kind == description::Body::Kind::point)
    return {m * (acceleration.linear - gravity), Vec3::Zero()};
  const Vec3 arm = pose.direction(body.spec.centre);
  const Vec3 centre_acceleration = acceleration.linear + acceleration.angular.cross(arm) +
                                   twist.angular.cross(twist.angular.cross(arm));
  const Mat3 inertia = pose.rotation * body.spec.inertia * pose.rotation.transpose();
  const Vec3 force = m * (centre_acceleration - gravity);
  Twist wrench{force, arm.cross(force) + inertia * acceleration.angular +
                          twist.angular.cross(inertia * twist.angular)};
  if (load != nullptr && load->mass > 0.0) {
    const Vec3 first = pose.direction(load->first);
    const Mat3 second = pose.rotation * load->second * pose.rotation.transpose();
    const Mat3 about = second.trace() * Mat3::Identity() - second;  // inertia about the origin
    const Vec3 at_origin = acceleration.linear - gravity;
    wrench.linear += load->mass * at_origin + acceleration.angular.cross(first) +
                     twist.angular.cross(twist.angular.cross(first));
    wrench.angular += first.cross(at_origin) + about * acceleration.angular +
                      twist.angular.cross(about * twist.angular);
  }
  return wrench;
}

}  // namespace

Twist body_acceleration(const System& system, int body, const double* x,
                        const double* acceleration) {
  // ½ Σ b_i × b̈_i = α for orthonormal axes, so the formula of the twist serves here too.
  return system.body_twist(body, x, acceleration);
}

Reactions solve_reactions(const System& system, const model::Mechanism& m, const State& state,
                          std::span<const BodyWrench> more, const double* signals) {
  const int bodies = static_cast<int>(m.bodies.size());
  std::vector<Pose> poses(bodies);
  std::vector<Twist> required(bodies);
  for (int b = 0; b < bodies; ++b) {
    poses[b] = system.body_pose(b, state.x.data());
    required[b] =
        required_wrench(m.bodies[b], poses[b], system.body_twist(b, state.x.data(), state.v.data()),
                        body_acceleration(system, b, state.x.data(), state.acceleration.data()),
                        m.settings.gravity, system.load(b));
  }
  const auto pose_of = [&](int body) { return body == kGroundIndex ? Pose{} : poses[body]; };
  const auto row_of = [&](int coordinate) {
    const auto& f = m.coordinates[coordinate].frame;
    return model::coordinate_row(f, pose_of(f.body_a), pose_of(f.body_b));
  };

  // Known forces come off the right-hand side.
  Configuration configuration{
      state.time, 0.0, state.x.data(), state.v.data(), state.coordinate.data(), state.drive.data()};
  configuration.signals = signals;
  std::vector<BodyWrench> applied(more.begin(), more.end());
  for (std::size_t i = 0; i < system.terms().size(); ++i)
    system.terms()[i]->wrenches(configuration,
                                state.term.data() + system.term_state_offset(static_cast<int>(i)),
                                poses, applied);
  const auto add_known = [&](int body, const Twist& t) {
    if (body != kGroundIndex) applied.push_back({body, t.linear, t.angular});
  };
  for (std::size_t i = 0; i < m.drives.size(); ++i) {
    if (state.drive[i].engaged) continue;
    const auto& f = m.coordinates[m.drives[i].coordinate].frame;
    const KinematicRow row = row_of(m.drives[i].coordinate);
    add_known(f.body_a, scaled(row.a, state.drive[i].force));
    add_known(f.body_b, scaled(row.b, state.drive[i].force));
  }
  for (const BodyWrench& w : applied) {
    required[w.body].linear -= w.force;
    required[w.body].angular -= w.torque;
  }

  // Unknown multipliers: joints, engaged drives, couplings.
  std::vector<Unknown> unknowns;
  std::vector<KinematicRow> rows;
  std::vector<int> first_of_joint;
  for (const auto& j : m.joints) {
    first_of_joint.push_back(static_cast<int>(unknowns.size()));
    rows.clear();
    model::joint_rows(j.frame, pose_of(j.frame.body_a), pose_of(j.frame.body_b), rows);
    for (const auto& r : rows) unknowns.push_back({{{j.frame.body_a, r.a}, {j.frame.body_b, r.b}}});
  }
  first_of_joint.push_back(static_cast<int>(unknowns.size()));
  std::vector<int> drive_unknown(m.drives.size(), -1);
  for (std::size_t i = 0; i < m.drives.size(); ++i) {
    if (!state.drive[i].engaged) continue;
    drive_unknown[i] = static_cast<int>(unknowns.size());
    const auto& f = m.coordinates[m.drives[i].coordinate].frame;
    const KinematicRow row = row_of(m.drives[i].coordinate);
    unknowns.push_back({{{f.body_a, row.a}, {f.body_b, row.b}}});
  }
  const int first_coupling = static_cast<int>(unknowns.size());
  for (const auto& c : m.couplings) {
    const auto& fa = m.coordinates[c.coordinate_a].frame;
    const auto& fb = m.coordinates[c.coordinate_b].frame;
    const KinematicRow ra = row_of(c.coordinate_a), rb = row_of(c.coordinate_b);
    const double slope =
        model::Function(c.spec.function, "x").evaluate(state.coordinate[c.coordinate_a]).first;
    unknowns.push_back({{{fb.body_a, rb.a},
                         {fb.body_b, rb.b},
                         {fa.body_a, scaled(ra.a, -slope)},
                         {fa.body_b, scaled(ra.b, -slope)}}});
  }

  // Least squares by normal equations, rotations scaled by the model's size, two refinements.
  const double length = system.length();
  const int count = static_cast<int>(unknowns.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (int u = 0; u < count; ++u)
    for (const auto& [body, t] : unknowns[u].parts) {
      if (body == kGroundIndex) continue;
      const bool rigid = m.bodies[body].spec.kind == description::Body::Kind::rigid;
      for (int k = 0; k < 3; ++k) {
        entries.emplace_back(6 * body + k, u, t.linear[k]);
        if (rigid) entries.emplace_back(6 * body + 3 + k, u, t.angular[k] / length);
      }
    }
  Eigen::SparseMatrix<double> a(6 * bodies, count);
  a.setFromTriplets(entries.begin(), entries.end());
  Eigen::VectorXd b = Eigen::VectorXd::Zero(6 * bodies);
  for (int i = 0; i < bodies; ++i) {
    b.segment<3>(6 * i) = required[i].linear;
    if (m.bodies[i].spec.kind == description::Body::Kind::rigid)
      b.segment<3>(6 * i + 3) = required[i].angular / length;
  }
  Reactions result;
  result.joints.resize(m.joints.size());
  result.drives.resize(m.drives.size());
  result.couplings.resize(m.couplings.size());
  Eigen::VectorXd f = Eigen::VectorXd::Zero(count);
  if (count > 0) {
    Eigen::SparseMatrix<double> normal = Eigen::SparseMatrix<double>(a.transpose()) * a;
    Eigen::SparseMatrix<double> identity(count, count);
    identity.setIdentity();
    normal += 1e-11 * identity;
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(normal);
    for (int i = 0; i < 4; ++i) f += solver.solve(a.transpose() * (b - a * f));
    result.unique = solver.vectorD().cwiseAbs().minCoeff() > 1e-9;
  }
  if (bodies > 0) result.residual = (b - a * f).cwiseAbs().maxCoeff();

  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const auto& frame = m.joints[j].frame;
    const Vec3 arm_b = pose_of(frame.body_b).direction(frame.point_b);
    const Mat3 axes = pose_of(frame.body_a).rotation * frame.frame_a;
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    for (int u = first_of_joint[j]; u < first_of_joint[j + 1]; ++u) {
      const Twist& t = unknowns[u].parts[1].second;
      force += f[u] * t.linear;
      torque += f[u] * (t.angular - arm_b.cross(t.linear));
    }
    result.joints[j] = {axes.transpose() * force, axes.transpose() * torque};
  }
  for (std::size_t i = 0; i < m.drives.size(); ++i)
    result.drives[i] = drive_unknown[i] >= 0 ? f[drive_unknown[i]] : state.drive[i].force;
  for (std::size_t i = 0; i < m.couplings.size(); ++i)
    result.couplings[i] = f[first_coupling + static_cast<int>(i)];
  return result;
}

}  // namespace outrigger::system
