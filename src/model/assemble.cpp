#include "model/assemble.h"

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <exception>
#include <queue>

#include "base/error.h"
#include "math/elementary.h"
#include "model/assemble_tree.h"
#include "model/function.h"

namespace outrigger::model {

using description::Coordinate;
using description::JointType;

namespace {

using SparseMatrix = Eigen::SparseMatrix<double>;
constexpr double kPi = 3.14159265358979323846;
constexpr int kMaxIterations = 100;

/// One equation of the assembly problem with the name to blame.
struct Equation {
  double residual = 0.0;
  std::vector<std::pair<int, Twist>> parts;  ///< rate = Σ part · twist of its body
  std::string name;
  double rate = 0.0;  ///< required rate in the velocity problem
};

/// "joint 'pin' (arm.yaml:12)", so that a message leads to the line to change.
template <class Spec>
std::string label(const char* kind, const Spec& spec) {
  const std::string place =
      spec.where.file.empty() ? "" : fmt::format(" ({}:{})", spec.where.file, spec.where.line);
  return fmt::format("{} '{}'{}", kind, spec.name, place);
}

Equation make_equation(const KinematicRow& row, int body_a, int body_b, std::string name,
                       double rate = 0.0) {
  return {row.residual, {{body_a, row.a}, {body_b, row.b}}, std::move(name), rate};
}

Twist scaled(const Twist& t, double factor) { return {factor * t.linear, factor * t.angular}; }

double wrap(double angle) { return angle - 2.0 * kPi * std::round(angle / (2.0 * kPi)); }

bool is_angle(Coordinate::Kind kind) {
  return kind == Coordinate::Kind::angle || kind == Coordinate::Kind::twist;
}

bool prescribes_position(const description::Drive& d) {
  return d.quantity == description::Drive::Quantity::position &&
         d.function.kind != description::Function::Kind::input;
}

/// What a drive's function asks for at the start. A position must have a speed there too.
Derivatives start_of(const description::Drive& d) {
  const Derivatives f = Function(d.function, "t").evaluate(0.0);
  const bool position = d.quantity == description::Drive::Quantity::position;
  if (!std::isfinite(f.value) || (position && !std::isfinite(f.first)))
    throw Error(fmt::format("{}: its function has no finite {} at t = 0", label("drive", d),
                            std::isfinite(f.value) ? "speed" : "value"));
  return f;
}

KinematicRow row_of(const Mechanism& m, const CoordinatePart& c) {
  return coordinate_row(c.frame, m.pose_of(c.frame.body_a), m.pose_of(c.frame.body_b));
}

double characteristic_length(const Mechanism& m) {
  double length = 0.0;
  for (const auto& j : m.joints)
    length =
        std::max({length, j.frame.point_a.norm() * (j.frame.body_a == kGroundIndex ? 0.0 : 1.0),
                  j.frame.point_b.norm()});
  return length > 0.0 ? length : 1.0;
}

/// Holds x at `target` (angles by their principal difference).
void add_coordinate_equation(const Mechanism& m, int coordinate, double target, double rate,
                             const std::string& name, std::vector<Equation>& equations) {
  const CoordinatePart& c = m.coordinates[coordinate];
  Equation e = make_equation(row_of(m, c), c.frame.body_a, c.frame.body_b, name, rate);
  e.residual -= target;
  if (is_angle(c.spec.kind)) e.residual = wrap(e.residual);
  equations.push_back(std::move(e));
}

/// A coupling x_b - f(x_a) - offset = 0.
void add_coupling_equation(const Mechanism& m, const CouplingPart& coupling,
                           std::vector<Equation>& equations) {
  const CoordinatePart& ca = m.coordinates[coupling.coordinate_a];
  const CoordinatePart& cb = m.coordinates[coupling.coordinate_b];
  const KinematicRow xa = row_of(m, ca), xb = row_of(m, cb);
  const Derivatives f = Function(coupling.spec.function, "x").evaluate(xa.residual);
  Equation e =
      make_equation(xb, cb.frame.body_a, cb.frame.body_b, label("coupling", coupling.spec));
  e.residual -= f.value + coupling.spec.offset;
  if (is_angle(cb.spec.kind)) e.residual = wrap(e.residual);
  e.parts.emplace_back(ca.frame.body_a, scaled(xa.a, -f.first));
  e.parts.emplace_back(ca.frame.body_b, scaled(xa.b, -f.first));
  equations.push_back(std::move(e));
}

std::vector<Equation> position_equations(const Mechanism& m, bool with_initial_values) {
  std::vector<Equation> equations;
  std::vector<KinematicRow> rows;
  for (const auto& j : m.joints) {
    if (j.spec.type == JointType::distance && j.frame.length <= 0.0) continue;
    rows.clear();
    joint_rows(j.frame, m.pose_of(j.frame.body_a), m.pose_of(j.frame.body_b), rows);
    for (const auto& r : rows)
      equations.push_back(make_equation(r, j.frame.body_a, j.frame.body_b, label("joint", j.spec)));
  }
  if (!with_initial_values) return equations;
  for (std::size_t i = 0; i < m.coordinates.size(); ++i) {
    const auto& c = m.coordinates[i];
    if (c.spec.initial)
      add_coordinate_equation(m, static_cast<int>(i), *c.spec.initial,
                              c.spec.initial_speed.value_or(0.0), label("initial value of", c.spec),
                              equations);
  }
  for (const auto& d : m.drives) {
    if (!prescribes_position(d.spec)) continue;
    const Derivatives f = start_of(d.spec);
    add_coordinate_equation(m, d.coordinate, f.value, f.first, label("drive", d.spec), equations);
  }
  // An offset that is taken from the assembled pose asks nothing of it.
  for (const auto& c : m.couplings)
    if (!c.spec.offset_as_assembled) add_coupling_equation(m, c, equations);
  return equations;
}

/// Column of the first unknown of each movable body, -1 when its pose is exact.
std::vector<int> number_columns(const Mechanism& m, bool positions, int& count) {
  std::vector<int> column(m.bodies.size(), -1);
  count = 0;
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    if (positions && m.bodies[i].spec.pose_exact) continue;
    column[i] = count;
    count += m.bodies[i].spec.kind == description::Body::Kind::point ? 3 : 6;
  }
  return column;
}

SparseMatrix build_jacobian(const Mechanism& m, const std::vector<Equation>& equations,
                            const std::vector<int>& column, int unknowns, double length) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(equations.size() * 12);
  const auto add = [&](int row, int body, const Twist& t) {
    if (body == kGroundIndex || column[body] < 0) return;
    const bool rigid = m.bodies[body].spec.kind == description::Body::Kind::rigid;
    for (int k = 0; k < 3; ++k) {
      entries.emplace_back(row, column[body] + k, t.linear[k]);
      if (rigid) entries.emplace_back(row, column[body] + 3 + k, t.angular[k] / length);
    }
  };
  for (std::size_t r = 0; r < equations.size(); ++r) {
    for (const auto& [body, twist] : equations[r].parts) add(static_cast<int>(r), body, twist);
  }
  SparseMatrix jacobian(static_cast<int>(equations.size()), unknowns);
  jacobian.setFromTriplets(entries.begin(), entries.end());
  return jacobian;
}

Eigen::VectorXd minimum_norm_solution(const SparseMatrix& jacobian, const Eigen::VectorXd& rhs,
                                      double damping) {
  SparseMatrix normal = jacobian * SparseMatrix(jacobian.transpose());
  SparseMatrix identity(normal.rows(), normal.cols());
  identity.setIdentity();
  normal += damping * identity;
  Eigen::SimplicialLDLT<SparseMatrix> solver(normal);
  // Two refinements take the regularisation out again for consistent equations.
  Eigen::VectorXd y = solver.solve(rhs);
  Eigen::VectorXd x = jacobian.transpose() * y;
  for (int i = 0; i < 2; ++i) x += jacobian.transpose() * solver.solve(rhs - jacobian * x);
  return x;
}

void move_bodies(Mechanism& m, const std::vector<int>& column, const Eigen::VectorXd& delta,
                 double length) {
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    if (column[i] < 0) continue;
    Pose& pose = m.bodies[i].pose;
    pose.position += delta.segment<3>(column[i]);
    if (m.bodies[i].spec.kind == description::Body::Kind::point) continue;
    const Vec3 turn = delta.segment<3>(column[i] + 3) / length;
    // Cayley map: an exact rotation without elementary functions.
    const Eigen::Quaterniond q(1.0, turn.x() / 2, turn.y() / 2, turn.z() / 2);
    pose.rotation = q.normalized().toRotationMatrix() * pose.rotation;
    pose.rotation = Eigen::Quaterniond(pose.rotation).normalized().toRotationMatrix();
  }
}

Eigen::VectorXd residuals(const std::vector<Equation>& equations) {
  Eigen::VectorXd r(equations.size());
  for (std::size_t i = 0; i < equations.size(); ++i) r[i] = equations[i].residual;
  return r;
}

/// Places bodies without a pose by closing joints outward from those that have one.
void place_along_joints(Mechanism& m) {
  std::vector<bool> placed(m.bodies.size());
  std::vector<std::vector<int>> joints_of(m.bodies.size());
  std::queue<int> queue;
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    placed[i] = m.bodies[i].spec.pose_given;
    if (placed[i]) queue.push(static_cast<int>(i));
  }
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    if (m.joints[j].frame.body_a != kGroundIndex)
      joints_of[m.joints[j].frame.body_a].push_back(static_cast<int>(j));
    if (m.joints[j].frame.body_b != kGroundIndex)
      joints_of[m.joints[j].frame.body_b].push_back(static_cast<int>(j));
  }
  const auto initial_of = [&](int joint, Coordinate::Kind kind) {
    for (const auto& c : m.coordinates)
      if (c.spec.kind == kind && c.spec.joint == m.joints[joint].spec.name && c.spec.initial)
        return *c.spec.initial;
    return 0.0;
  };
  const auto place = [&](int joint, bool from_a) {
    const JointFrame& f = m.joints[joint].frame;
    const int target = from_a ? f.body_b : f.body_a;
    const double angle = initial_of(joint, Coordinate::Kind::angle);
    const double shift = initial_of(joint, Coordinate::Kind::displacement);
    Mat3 turn = Mat3::Identity();
    turn(1, 1) = turn(2, 2) = elementary::cos(angle);
    turn(2, 1) = elementary::sin(angle);
    turn(1, 2) = -turn(2, 1);
    if (f.type == JointType::universal) turn = Mat3(Eigen::AngleAxisd(kPi / 2, Vec3::UnitZ()));
    const Pose in_a{f.point_a + shift * f.frame_a.col(0), f.frame_a * turn};
    const Pose in_b{f.point_b, f.frame_b};
    const auto inverse = [](const Pose& p) {
      return Pose{-(p.rotation.transpose() * p.position), p.rotation.transpose()};
    };
    m.bodies[target].pose = from_a ? m.pose_of(f.body_a) * in_a * inverse(in_b)
                                   : m.pose_of(f.body_b) * in_b * inverse(in_a);
    placed[target] = true;
    queue.push(target);
  };
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const JointFrame& f = m.joints[j].frame;
    if (f.body_a == kGroundIndex && f.body_b != kGroundIndex && !placed[f.body_b])
      place(static_cast<int>(j), true);
    if (f.body_b == kGroundIndex && f.body_a != kGroundIndex && !placed[f.body_a])
      place(static_cast<int>(j), false);
  }
  while (!queue.empty()) {
    const int body = queue.front();
    queue.pop();
    for (int j : joints_of[body]) {
      const JointFrame& f = m.joints[j].frame;
      if (f.body_a == body && f.body_b != kGroundIndex && !placed[f.body_b]) place(j, true);
      if (f.body_b == body && f.body_a != kGroundIndex && !placed[f.body_a]) place(j, false);
    }
  }
}

[[noreturn]] void report_failure(const std::vector<Equation>& equations, double length) {
  std::size_t worst = 0;
  for (std::size_t i = 0; i < equations.size(); ++i)
    if (std::abs(equations[i].residual) > std::abs(equations[worst].residual)) worst = i;
  throw Error(fmt::format(
      "the pose cannot be assembled: {} stays open by {:.3g} (model size {:.3g} m); check its "
      "points and axes, the given poses and initial values",
      equations[worst].name, equations[worst].residual, length));
}

/// Angle zero and axis sign: a revolute axis of b that points against a's is another assembly.
void check_axis_sense(const Mechanism& m) {
  for (const auto& j : m.joints) {
    const bool aligned = j.frame.type == JointType::revolute ||
                         j.frame.type == JointType::prismatic ||
                         j.frame.type == JointType::cylindrical ||
                         j.frame.type == JointType::planar || j.frame.type == JointType::fixed;
    if (!aligned) continue;
    const Vec3 ua = m.pose_of(j.frame.body_a).direction(j.frame.frame_a.col(0));
    const Vec3 ub = m.pose_of(j.frame.body_b).direction(j.frame.frame_b.col(0));
    if (ua.dot(ub) < 0.0)
      throw Error(fmt::format(
          "the pose cannot be assembled: the axes of {} point against each other; turn axis_b "
          "round or give a better initial pose",
          label("joint", j.spec)));
  }
}

}  // namespace

namespace {

AssemblyReport solve_positions(Mechanism& m, bool with_initial_values) {
  AssemblyReport report;
  report.length = characteristic_length(m);
  int unknowns = 0;
  const std::vector<int> column = number_columns(m, with_initial_values, unknowns);

  std::vector<Equation> equations = position_equations(m, with_initial_values);
  double norm = residuals(equations).norm();
  double damping = 1e-10;
  const double goal = 1e-13 * std::max(1.0, report.length);
  while (report.iterations < kMaxIterations && !equations.empty() &&
         residuals(equations).cwiseAbs().maxCoeff() > goal) {
    ++report.iterations;
    const SparseMatrix jacobian = build_jacobian(m, equations, column, unknowns, report.length);
    const Eigen::VectorXd delta = -minimum_norm_solution(jacobian, residuals(equations), damping);
    // Damp until the residual falls; near the solution the full step is taken at once.
    const std::vector<BodyPart> before = m.bodies;
    double fraction = 1.0;
    bool better = false;
    for (int tries = 0; tries < 12 && !better; ++tries, fraction *= 0.5) {
      m.bodies = before;
      move_bodies(m, column, fraction * delta, report.length);
      equations = position_equations(m, with_initial_values);
      const double trial = residuals(equations).norm();
      better = std::isfinite(trial) && trial < norm * (1.0 - 1e-4 * fraction);
      if (better) norm = trial;
    }
    if (!better) {
      m.bodies = before;
      equations = position_equations(m, with_initial_values);
      if (damping > 1e-3) break;
      damping *= 100.0;
    } else {
      damping = std::max(1e-12, damping * 0.1);
    }
  }
  if (!equations.empty())
    report.position_residual = residuals(equations).cwiseAbs().maxCoeff() / report.length;
  if (!(report.position_residual < 1e-9)) report_failure(equations, report.length);
  check_axis_sense(m);
  // Lengths that are left to the assembled pose.
  for (auto& j : m.joints)
    if (j.frame.type == JointType::distance && j.frame.length <= 0.0) {
      const Vec3 gap = m.pose_of(j.frame.body_b).point(j.frame.point_b) -
                       m.pose_of(j.frame.body_a).point(j.frame.point_a);
      j.frame.length = gap.norm();
    }
  return report;
}

}  // namespace

namespace {

/// First from the poses as they are, which moves them least. Far from the given values that may end at
/// another pose, with the axes of a joint against each other, or nowhere: then from a start in which
/// the tree of joints is closed with these values.
AssemblyReport solve_from_any_pose(Mechanism& m) {
  const std::vector<BodyPart> written = m.bodies;
  try {
    return solve_positions(m, true);
  } catch (const Error&) {
    const std::exception_ptr first = std::current_exception();
    m.bodies = written;
    place_tree(m);
    try {
      return solve_positions(m, true);
    } catch (const Error&) {
      std::rethrow_exception(first);
    }
  }
}

}  // namespace

AssemblyReport close_joints(Mechanism& m) { return solve_positions(m, false); }

AssemblyReport assemble_positions(Mechanism& m) {
  place_along_joints(m);
  const AssemblyReport report = solve_from_any_pose(m);

  // Full turns are told by initial values and by the start of position drives.
  const auto count_turns = [&](CoordinatePart& c, double value) {
    if (is_angle(c.spec.kind)) c.turns = std::round((value - row_of(m, c).residual) / (2.0 * kPi));
  };
  for (const auto& d : m.drives)
    if (prescribes_position(d.spec))
      count_turns(m.coordinates[d.coordinate], Function(d.spec.function, "t").evaluate(0.0).value);
  for (auto& c : m.coordinates)
    if (c.spec.initial) count_turns(c, *c.spec.initial);
  for (auto& coupling : m.couplings) {
    if (!coupling.spec.offset_as_assembled) continue;
    const auto value = [&](int coordinate) {
      const CoordinatePart& c = m.coordinates[coordinate];
      return row_of(m, c).residual + 2.0 * kPi * c.turns;
    };
    const Function function(coupling.spec.function, "x");
    coupling.spec.offset =
        value(coupling.coordinate_b) - function.evaluate(value(coupling.coordinate_a)).value;
    coupling.spec.offset_as_assembled = false;
  }
  return report;
}

void assemble_velocities(Mechanism& m, AssemblyReport& report) {
  int unknowns = 0;
  const std::vector<int> column = number_columns(m, false, unknowns);
  std::vector<Equation> equations = position_equations(m, false);
  for (auto& e : equations) e.rate = 0.0;
  for (const auto& c : m.coordinates)
    if (c.spec.initial_speed)
      equations.push_back(make_equation(row_of(m, c), c.frame.body_a, c.frame.body_b,
                                        label("initial speed of", c.spec), *c.spec.initial_speed));
  for (const auto& d : m.drives) {
    double rate = 0.0;
    if (d.spec.function.kind != description::Function::Kind::input) {
      const Derivatives f = start_of(d.spec);
      rate = d.spec.quantity == description::Drive::Quantity::position ? f.first : f.value;
    }
    const CoordinatePart& c = m.coordinates[d.coordinate];
    equations.push_back(
        make_equation(row_of(m, c), c.frame.body_a, c.frame.body_b, label("drive", d.spec), rate));
  }
  for (const auto& c : m.couplings) add_coupling_equation(m, c, equations);
  // Given body speeds are equations too, one per component.
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    const auto& spec = m.bodies[i].spec;
    for (int k = 0; k < 3; ++k) {
      const int body = static_cast<int>(i);
      if (spec.velocity)
        equations.push_back({0.0,
                             {{body, {Vec3::Unit(k), Vec3::Zero()}}},
                             label("velocity of body", spec),
                             (*spec.velocity)[k]});
      if (spec.angular_velocity && spec.kind == description::Body::Kind::rigid)
        equations.push_back({0.0,
                             {{body, {Vec3::Zero(), Vec3::Unit(k)}}},
                             label("angular velocity of body", spec),
                             (*spec.angular_velocity)[k]});
    }
  }
  for (auto& b : m.bodies) b.twist = {};
  if (equations.empty()) return;

  SparseMatrix jacobian = build_jacobian(m, equations, column, unknowns, report.length);
  Eigen::VectorXd rate(equations.size());
  for (std::size_t i = 0; i < equations.size(); ++i) rate[i] = equations[i].rate;
  if (rate.cwiseAbs().maxCoeff() == 0.0) return;
  const Eigen::VectorXd solution = minimum_norm_solution(jacobian, rate, 1e-12);
  const Eigen::VectorXd error = jacobian * solution - rate;
  Eigen::Index worst = 0;
  report.velocity_residual = error.cwiseAbs().maxCoeff(&worst);
  if (!(report.velocity_residual < 1e-8 * (1.0 + rate.cwiseAbs().maxCoeff())))
    throw Error(fmt::format(
        "the initial speeds contradict each other: {} is off by {:.3g}; give fewer speeds or "
        "consistent ones",
        equations[worst].name, error[worst]));
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    m.bodies[i].twist.linear = solution.segment<3>(column[i]);
    if (m.bodies[i].spec.kind == description::Body::Kind::rigid)
      m.bodies[i].twist.angular = solution.segment<3>(column[i] + 3) / report.length;
  }
}

void lock_velocities(Mechanism& m) {
  const double length = characteristic_length(m);
  int unknowns = 0;
  const std::vector<int> column = number_columns(m, false, unknowns);
  std::vector<Equation> equations = position_equations(m, false);
  const std::size_t joints = equations.size();
  for (const auto& c : m.couplings) add_coupling_equation(m, c, equations);
  for (const auto& d : m.drives) {
    const CoordinatePart& c = m.coordinates[d.coordinate];
    equations.push_back(make_equation(row_of(m, c), c.frame.body_a, c.frame.body_b, d.spec.name));
  }
  if (equations.empty()) return;

  // With Mᵢ = L Lᵀ and y = Lᵀ t, the change of least kinetic energy is the one of least |Δy|.
  double total = 0.0;
  for (const auto& b : m.bodies) total += b.spec.mass;
  const double least_mass = 1e-9 * (total > 0.0 ? total : 1.0);
  std::vector<Eigen::Matrix<double, 6, 6>> inverse_root(m.bodies.size());
  Eigen::VectorXd present = Eigen::VectorXd::Zero(unknowns);
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    const BodyPart& b = m.bodies[i];
    Eigen::Matrix<double, 6, 6> mass = Eigen::Matrix<double, 6, 6>::Identity();
    mass *= b.spec.mass > 0.0 ? 0.0 : least_mass;
    if (b.spec.kind == description::Body::Kind::point) mass.bottomRightCorner<3, 3>().setIdentity();
    mass.topLeftCorner<3, 3>() += b.spec.mass * Mat3::Identity();
    if (b.spec.kind == description::Body::Kind::rigid) {
      const Vec3 arm = b.pose.direction(b.spec.centre);
      Mat3 cross;
      cross << 0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0;
      const Mat3 inertia = b.pose.rotation * b.spec.inertia * b.pose.rotation.transpose() -
                           b.spec.mass * cross * cross;
      // Angular unknowns are scaled by the length.
      mass.topRightCorner<3, 3>() = -b.spec.mass * cross / length;
      mass.bottomLeftCorner<3, 3>() = b.spec.mass * cross / length;
      mass.bottomRightCorner<3, 3>() += inertia / (length * length);
    }
    inverse_root[i] = mass.llt().matrixL().solve(Eigen::Matrix<double, 6, 6>::Identity());
    present.segment<3>(column[i]) = b.twist.linear;
    if (b.spec.kind == description::Body::Kind::rigid)
      present.segment<3>(column[i] + 3) = b.twist.angular * length;
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    const int size = m.bodies[i].spec.kind == description::Body::Kind::rigid ? 6 : 3;
    for (int r = 0; r < size; ++r)
      for (int c = 0; c < size; ++c)
        if (inverse_root[i](r, c) != 0.0)
          entries.emplace_back(column[i] + r, column[i] + c, inverse_root[i](r, c));
  }
  SparseMatrix root(unknowns, unknowns);
  root.setFromTriplets(entries.begin(), entries.end());
  const SparseMatrix jacobian = build_jacobian(m, equations, column, unknowns, length);
  Eigen::VectorXd wanted = -(jacobian * present);
  // Joints and couplings come to zero; drives keep the rate they have.
  for (std::size_t r = joints + m.couplings.size(); r < equations.size(); ++r)
    wanted[static_cast<Eigen::Index>(r)] = 0.0;
  SparseMatrix scaled_jacobian = jacobian * SparseMatrix(root.transpose());
  // Rows of one size let one regularisation serve all of them.
  std::vector<double> size(equations.size(), 0.0);
  for (int k = 0; k < scaled_jacobian.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(scaled_jacobian, k); it; ++it)
      size[it.row()] += it.value() * it.value();
  for (int k = 0; k < scaled_jacobian.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(scaled_jacobian, k); it; ++it)
      it.valueRef() /= std::sqrt(size[it.row()]);
  for (std::size_t r = 0; r < size.size(); ++r)
    wanted[static_cast<Eigen::Index>(r)] /= size[r] > 0.0 ? std::sqrt(size[r]) : 1.0;
  const Eigen::VectorXd change =
      root.transpose() * minimum_norm_solution(scaled_jacobian, wanted, 1e-12);
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    m.bodies[i].twist.linear += change.segment<3>(column[i]);
    if (m.bodies[i].spec.kind == description::Body::Kind::rigid)
      m.bodies[i].twist.angular += change.segment<3>(column[i] + 3) / length;
  }
}

}  // namespace outrigger::model
