/// A machine made ready for the tests of forces and drives: description → system → stepper, plus
/// dense forces and tangents to compare with differences.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "drives/drive_set.h"
#include "forces/forces.h"
#include "model/assemble.h"
#include "stepper/stepper.h"
#include "system/system.h"

namespace outrigger::forces_rig {

using DenseMatrix = Eigen::MatrixXd;
using DenseVector = Eigen::VectorXd;

inline description::Body make_body(const std::string& name, const Vec3& position, double mass = 2.0,
                                   const Mat3& rotation = Mat3::Identity()) {
  description::Body b;
  b.name = name;
  b.mass = mass;
  b.centre = Vec3(0.1, -0.05, 0.2);
  b.inertia = (mass * Vec3(0.05, 0.07, 0.06)).asDiagonal();
  b.pose = {position, rotation};
  b.pose_given = true;
  return b;
}

/// A joint at a world point and axis of the written poses.
inline description::Joint make_joint(const description::Machine& m, const std::string& name,
                                     description::JointType type, const std::string& a,
                                     const std::string& b, const Vec3& point, const Vec3& axis) {
  const auto pose = [&](const std::string& body) {
    for (const auto& candidate : m.bodies)
      if (candidate.name == body) return candidate.pose;
    return Pose{};
  };
  description::Joint j;
  j.name = name;
  j.type = type;
  j.body_a = a;
  j.body_b = b;
  j.point_a = pose(a).local_point(point);
  j.point_b = pose(b).local_point(point);
  j.axis_a = pose(a).local_direction(axis);
  j.axis_b = pose(b).local_direction(axis);
  return j;
}

inline description::Coordinate make_coordinate(const std::string& name,
                                               description::Coordinate::Kind kind,
                                               const std::string& joint) {
  description::Coordinate c;
  c.name = name;
  c.kind = kind;
  c.joint = joint;
  return c;
}

inline description::Function linear(double slope) {
  description::Function f;
  f.kind = description::Function::Kind::linear;
  f.value = slope;
  return f;
}

inline description::Function constant(double value) {
  description::Function f;
  f.value = value;
  return f;
}

inline description::Function formula(const std::string& text) {
  description::Function f;
  f.kind = description::Function::Kind::formula;
  f.formula = text;
  return f;
}

inline description::Function input(const std::string& name) {
  description::Function f;
  f.kind = description::Function::Kind::input;
  f.input = name;
  return f;
}

/// A body that slides along the world z axis; coordinate "lift" is its height.
inline description::Machine make_lift(double mass) {
  description::Machine m;
  m.bodies.push_back(make_body("weight", Vec3(0, 0, 1), mass));
  m.joints.push_back(make_joint(m, "rail", description::JointType::prismatic, description::kGround,
                                "weight", Vec3(0, 0, 0), Vec3::UnitZ()));
  m.coordinates.push_back(
      make_coordinate("lift", description::Coordinate::Kind::displacement, "rail"));
  m.joints.back().point_b = Vec3(0, 0, 0);
  return m;
}

class Rig {
 public:
  /// `edit` may change the assembled mechanism.
  explicit Rig(description::Machine m, const std::vector<std::string>& signals = {},
               const std::function<void(model::Mechanism&)>& edit = {})
      : machine(std::move(m)) {
    model::PartId id = 1;
    mechanism = model::resolve(machine, id);
    model::AssemblyReport report = model::assemble_positions(mechanism);
    model::assemble_velocities(mechanism, report);
    if (edit) edit(mechanism);
    model::Model compiled = model::compile(mechanism);
    auto terms = forces::make_force_terms(mechanism, compiled, signals);
    system = std::make_unique<system::System>(mechanism, std::move(compiled), std::move(terms));
    stepper = std::make_unique<stepper::Stepper>(*system, machine.settings);
    stepper->set_drive_limits(drives::force_limits(mechanism));
    stepper->initialise(state);
  }

  system::Configuration configuration() const {
    return {state.time,
            machine.settings.step,
            state.x.data(),
            state.v.data(),
            state.coordinate.data(),
            state.drive.data(),
            start,
            start_v};
  }
  const double *start = nullptr, *start_v = nullptr;  ///< of a step, where there is one
  int size() const { return 3 * system->block_count(); }
  double* x(int i) { return &state.x[4 * (i / 3) + i % 3]; }
  double* v(int i) { return &state.v[4 * (i / 3) + i % 3]; }

  /// Moves every entity a little, off the constraints too.
  void perturb(Random& random, double displacement, double speed) {
    for (int i = 0; i < size(); ++i) {
      *x(i) += random.uniform(-displacement, displacement);
      *v(i) = random.uniform(-speed, speed);
    }
  }
  /// A random velocity that satisfies the joints.
  void randomise_velocity(Random& random) {
    for (int i = 0; i < size(); ++i) *v(i) = random.uniform(-1.0, 1.0);
    stepper->project_velocities(state);
  }
  DenseVector velocity() {
    DenseVector result(size());
    for (int i = 0; i < size(); ++i) result[i] = *v(i);
    return result;
  }

  /// Q of all terms, without gravity, and s K + c C where wanted.
  DenseVector force(DenseMatrix* tangent = nullptr, double s = 0.0, double c = 0.0) {
    AlignedDoubles q(state.x.size(), 0.0), extra(12 * system->extra_count() + 12, 0.0);
    const system::ForceSink sink{q.data(), tangent != nullptr ? extra.data() : nullptr, s, c};
    for (auto& term : system->terms()) term->evaluate(configuration(), state.term.data(), sink);
    if (tangent != nullptr) *tangent = gather(extra);
    DenseVector result(size());
    for (int i = 0; i < size(); ++i) result[i] = q[4 * (i / 3) + i % 3];
    return result;
  }
  /// -∂Q/∂q or -∂Q/∂q̇ by central differences.
  DenseMatrix difference(bool by_velocity, double d = 1e-6) {
    DenseMatrix result(size(), size());
    for (int i = 0; i < size(); ++i) {
      double* at = by_velocity ? v(i) : x(i);
      const double before = *at;
      *at = before + d;
      const DenseVector up = force();
      *at = before - d;
      const DenseVector down = force();
      *at = before;
      result.col(i) = (down - up) / (2.0 * d);
    }
    return result;
  }

  std::vector<Pose> poses() const {
    std::vector<Pose> result;
    for (std::size_t b = 0; b < mechanism.bodies.size(); ++b)
      result.push_back(system->body_pose(static_cast<int>(b), state.x.data()));
    return result;
  }
  /// Sum of the wrenches on a body that the terms report.
  system::BodyWrench wrench_on(int body) const {
    system::BodyWrench sum;
    std::vector<system::BodyWrench> wrenches;
    for (const auto& term : system->terms())
      term->wrenches(configuration(), state.term.data(), poses(), wrenches);
    for (const auto& w : wrenches)
      if (w.body == body) sum.force += w.force, sum.torque += w.torque;
    return sum;
  }
  /// Power of the wrenches that the terms report.
  double wrench_power() const {
    std::vector<system::BodyWrench> wrenches;
    for (const auto& term : system->terms())
      term->wrenches(configuration(), state.term.data(), poses(), wrenches);
    double power = 0.0;
    for (const auto& w : wrenches) {
      const model::Twist t = system->body_twist(w.body, state.x.data(), state.v.data());
      power += w.force.dot(t.linear) + w.torque.dot(t.angular);
    }
    return power;
  }
  system::TermEnergy energy() const {
    system::TermEnergy sum;
    for (const auto& term : system->terms()) {
      const system::TermEnergy e = term->energy(configuration(), state.term.data());
      sum.potential += e.potential;
      sum.dissipation_power += e.dissipation_power;
      sum.external_power += e.external_power;
    }
    return sum;
  }
  double total_energy() const {
    return stepper->kinetic_energy(state) + stepper->potential_energy(state);
  }
  void step() { stepper->step(state, {}); }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) step();
  }

  description::Machine machine;
  model::Mechanism mechanism;
  std::unique_ptr<system::System> system;
  std::unique_ptr<stepper::Stepper> stepper;
  system::State state;

 private:
  DenseMatrix gather(const AlignedDoubles& extra) const {
    DenseMatrix result = DenseMatrix::Zero(3 * system->block_count(), 3 * system->block_count());
    for (const auto& term : system->terms()) {
      std::vector<std::pair<int, int>> pairs;
      term->tangent_pattern(pairs);
      for (const auto& [a, b] : pairs) {
        const int i = system->block(a), j = system->block(b);
        const system::TangentSlot slot = system->tangent(i, j);
        Mat3 block;
        for (int c = 0; c < 3; ++c)
          for (int r = 0; r < 3; ++r) block(r, c) = extra[12 * slot.extra + 4 * c + r];
        if (slot.transposed) block.transposeInPlace();
        result.block<3, 3>(3 * i, 3 * j) = block;
        result.block<3, 3>(3 * j, 3 * i) = block.transpose();
      }
    }
    return result;
  }
};

/// Puts the lift at a height and speed.
inline void place_lift(Rig& rig, double height, double speed) {
  const double shift = height - rig.state.coordinate[0];
  const auto& model = rig.system->model();
  for (std::size_t e = 0; e < model.entities.size(); ++e) {
    const int i = 3 * rig.system->block(static_cast<int>(e)) + 2;
    const bool point = model.entities[e].kind == model::Entity::Kind::point;
    if (point) *rig.x(i) += shift;
    *rig.v(i) = point ? speed : 0.0;
  }
  rig.state.coordinate[0] = height;
}

/// F of the lift: the work of Q in a unit displacement of all points along the rail.
inline double lift_force(Rig& rig) {
  const DenseVector q = rig.force();
  double sum = 0.0;
  const auto& model = rig.system->model();
  for (std::size_t e = 0; e < model.entities.size(); ++e)
    if (model.entities[e].kind == model::Entity::Kind::point)
      sum += q[3 * rig.system->block(static_cast<int>(e)) + 2];
  return sum;
}

}  // namespace outrigger::forces_rig
