/// Small machines with their forces, and runs of the methods of high order on them.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "forces/forces.h"
#include "formulation/augmented.h"
#include "stepper/explicit_pair.h"
#include "stepper/fourth_order.h"
#include "support/built_system.h"

namespace outrigger::stepper {

using testing_support::Built;

inline Built build_with_forces(const description::Machine& machine) {
  return testing_support::build_with(machine, [](const auto& mechanism, const auto& model) {
    return forces::make_force_terms(mechanism, model, {});
  });
}

/// A rod of 1 m and 1 kg on a revolute joint about y at the origin, `angle` [rad] below the horizontal
/// x axis; coordinate "swing" is its angle from the start.
inline description::Machine pendulum(int rods = 1) {
  description::Machine m;
  for (int i = 0; i < rods; ++i) {
    description::Body b;
    b.name = "rod_" + std::to_string(i);
    b.mass = 1.0;
    b.centre = Vec3(0.5, 0, 0);
    b.inertia = Vec3(2e-3, 1.0 / 12, 1.0 / 12).asDiagonal();
    b.pose = {Vec3(i, 0, 0), Mat3::Identity()};
    b.pose_given = true;
    m.bodies.push_back(b);
    description::Joint j;
    j.name = "hinge_" + std::to_string(i);
    j.type = description::JointType::revolute;
    j.body_a = i == 0 ? description::kGround : m.bodies[i - 1].name;
    j.body_b = b.name;
    j.point_a = Vec3(i == 0 ? 0.0 : 1.0, 0, 0);
    // Axes that alternate make the motion spatial once something pushes sideways.
    j.axis_a = j.axis_b = i % 2 == 0 ? Vec3::UnitY() : Vec3::UnitZ();
    m.joints.push_back(j);
  }
  if (rods > 1) {
    description::Load push;
    push.name = "push";
    push.body = m.bodies.back().name;
    push.point = Vec3(0.5, 0, 0);
    push.y.value = 1.0;
    m.loads.push_back(push);
  }
  return m;
}

/// A particle of 1 kg on a spring of free length 1 m from the origin, level with it and at rest.
inline description::Machine spring_pendulum(double stiffness, double damping = 0.0) {
  description::Machine m;
  description::Body b;
  b.name = "bob";
  b.kind = description::Body::Kind::point;
  b.mass = 1.0;
  b.pose.position = Vec3(1, 0, 0);
  b.pose_given = true;
  m.bodies.push_back(b);
  description::Coordinate c;
  c.name = "length";
  c.kind = description::Coordinate::Kind::distance;
  c.body_a = description::kGround;
  c.body_b = b.name;
  m.coordinates.push_back(c);
  description::Spring s;
  s.name = "bumper";
  s.coordinate = c.name;
  s.free = 1.0;
  s.spring.kind = description::Function::Kind::linear;
  s.spring.value = stiffness;
  s.damper.kind = description::Function::Kind::linear;
  s.damper.value = damping;
  m.springs.push_back(s);
  return m;
}

/// A machine with one of the methods.
struct MachineRun {
  Built built;
  testing_support::Simulation simulation;
  formulation::Augmented accelerations;
  ExplicitPair pair;
  FourthOrder fourth;

  explicit MachineRun(const description::Machine& machine)
      : built(build_with_forces(machine)),
        simulation(built),
        accelerations(*built.system, machine.settings),
        pair(*built.system, accelerations, machine.settings),
        fourth(*built.system, accelerations, machine.settings) {
    pair.set_mechanism(built.mechanism);
  }
  system::State& state() { return simulation.state; }
  void explicit_steps(int count) {
    for (int i = 0; i < count; ++i) pair.step(state(), simulation.drives);
  }
  void fourth_steps(int count) {
    for (int i = 0; i < count; ++i) fourth.step(state(), simulation.drives);
  }
};

inline description::Machine with(description::Machine m, double step, double accuracy = 1e-7) {
  m.settings.step = step;
  m.settings.accuracy = accuracy;
  return m;
}

/// Largest difference of positions [m].
inline double distance(const system::State& a, const system::State& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.x.size(); ++i) most = std::max(most, std::abs(a.x[i] - b.x[i]));
  return most;
}

inline double order(double coarse, double fine) { return std::log2(coarse / fine); }

}  // namespace outrigger::stepper
