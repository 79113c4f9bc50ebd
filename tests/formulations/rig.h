/// Machines, consistent random states and a fixed-step integrator for tests of formulations.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "forces/forces.h"
#include "formulation/accelerations.h"
#include "formulation/equations.h"
#include "support/built_system.h"

namespace outrigger::formulation::test {

using system::DriveReference;
using system::State;
using testing_support::Built;
using testing_support::Simulation;

inline description::Machine machine_file(const std::string& name) {
  return description::read_machine_file(source_file("machines/" + name + ".yaml"));
}

inline Built build(const description::Machine& machine) {
  return testing_support::build_with(machine,
                                     [](const model::Mechanism& mechanism, const model::Model& m) {
                                       return forces::make_force_terms(mechanism, m);
                                     });
}

/// The equations of one state as dense matrices, with q̈ and λ by a complete orthogonal
/// decomposition of the whole saddle-point system: shares nothing with the formulations.
struct Dense {
  Eigen::MatrixXd mass, jacobian;  ///< M, Φ_q
  Eigen::VectorXd force, bias;     ///< Q, Φ̇_q q̇ + Φ̇_t

  Dense(system::System& s, const description::Settings& settings, const State& state,
        const std::vector<DriveReference>& drives) {
    Equations e(s, settings);
    e.evaluate(state, drives, nullptr);
    const int n = 3 * s.block_count(), m = s.row_count();
    mass.setZero(n, n);
    jacobian.setZero(m, n);
    force.setZero(n);
    bias.setZero(m);
    AlignedDoubles unit(4 * static_cast<std::size_t>(s.total_block_count()), 0.0), product(unit);
    for (int i = 0; i < n; ++i) {
      unit[4 * (i / 3) + i % 3] = 1.0;
      s.mass_product(unit.data(), product.data());
      for (int j = 0; j < n; ++j) mass(j, i) = product[4 * (j / 3) + j % 3];
      unit[4 * (i / 3) + i % 3] = 0.0;
      force[i] = e.force[4 * (i / 3) + i % 3];
    }
    Eigen::VectorXd row(n);
    for (int r = 0; r < m; ++r) {
      s.copy_gradient(r, e.gradient.data(), row);
      jacobian.row(r) = row.transpose() / s.row_scale(r);
      bias[r] = e.bias[r] / s.row_scale(r);
    }
  }

  /// Constraints at unit size: rows and masses of very different units would hide the rank.
  Eigen::VectorXd accelerations() const {
    const int n = static_cast<int>(mass.rows()), m = static_cast<int>(jacobian.rows());
    const double heavy = mass.diagonal().maxCoeff();
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n + m, n + m);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(n + m);
    a.topLeftCorner(n, n) = mass / heavy;
    b.head(n) = force / heavy;
    for (int r = 0; r < m; ++r) {
      const double size = jacobian.row(r).norm();
      if (size == 0.0) continue;
      a.row(n + r).head(n) = jacobian.row(r) / size;
      a.col(n + r).head(n) = jacobian.row(r).transpose() / size;
      b[n + r] = -bias[r] / size;
    }
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
    solver.setThreshold(1e-11);
    solver.compute(a);
    Eigen::VectorXd y = solver.solve(b);
    y += solver.solve(b - a * y);
    return y.head(n);
  }
};

inline Eigen::VectorXd accelerations(const system::System& s, const State& state) {
  Eigen::VectorXd a(3 * s.block_count());
  for (int i = 0; i < a.size(); ++i) a[i] = state.acceleration[4 * (i / 3) + i % 3];
  return a;
}

/// What the constraints push with: Φ_qᵀ λ.
inline Eigen::VectorXd constraint_forces(const Dense& dense, const State& state) {
  return dense.jacobian.transpose() *
         Eigen::Map<const Eigen::VectorXd>(state.lambda.data(),
                                           static_cast<Eigen::Index>(state.lambda.size()));
}

/// Random speeds that the joints allow.
inline void random_speeds(Simulation& run, const system::System& s, Random& random) {
  for (int e = 0; e < s.block_count(); ++e)
    for (int k = 0; k < 3; ++k) run.state.v[4 * e + k] = random.uniform(-1.0, 1.0);
  run.stepper.project_velocities(run.state);
}

/// One step of the classical Runge-Kutta method (order 4), then `restore`.
/// `references(t)` gives the drives.
template <class References>
bool runge_kutta_step(system::System& s, Accelerations& formulation, State& state, double h,
                      const References& references) {
  constexpr double kNode[] = {0.0, 0.5, 0.5, 1.0}, kWeight[] = {1 / 6., 1 / 3., 1 / 3., 1 / 6.};
  const State start = state;
  State stage = state;
  bool good = true;
  for (int i = 0; i < 4; ++i) {
    stage.time = start.time + kNode[i] * h;
    const std::vector<DriveReference> drives = references(stage.time);
    good = formulation.solve(stage, drives, nullptr) && good;
    const double next = i < 3 ? kNode[i + 1] * h : 0.0;
    for (int k = 0; k < 4 * s.block_count(); ++k) {
      state.x[k] += kWeight[i] * h * stage.v[k];
      state.v[k] += kWeight[i] * h * stage.acceleration[k];
      stage.x[k] = start.x[k] + next * stage.v[k];
      stage.v[k] = start.v[k] + next * stage.acceleration[k];
    }
  }
  state.time = start.time + h;
  formulation.restore(state, references(state.time));
  for (std::size_t i = 0; i < s.coordinates().size(); ++i)
    state.coordinate[i] = s.coordinates()[i].value(state.x.data(), state.coordinate[i]);
  return good;
}

inline std::vector<DriveReference> no_drives(double) { return {}; }

}  // namespace outrigger::formulation::test
