#include "formulation/inverse_dynamics.h"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace outrigger::formulation {

using system::CoordinateKernel;
using system::DriveReference;
using system::State;

namespace {

constexpr int kMaxIterations = 30;
constexpr double kInverseGoal = 1e-13;  ///< last step over the model's size (angles: rad)

/// Gradient of a coordinate as a dense row; returns its value.
double dense_gradient(const CoordinateKernel& kernel, const double* x, double reference,
                      Eigen::Ref<Eigen::VectorXd> row) {
  alignas(32) double g[4 * CoordinateKernel::kMaxSlots];
  const double value = kernel.gradient(x, reference, g);
  row.setZero();
  for (int s = 0; s < kernel.slot_count(); ++s)
    row.segment<3>(3 * kernel.blocks()[s]) += to_vec3(g + 4 * s);
  return value;
}

}  // namespace

InverseDynamics::InverseDynamics(system::System& system, const model::Mechanism& mechanism,
                                 const description::Settings& settings, std::vector<int> measured,
                                 std::vector<double> weight)
    : system_(system),
      mechanism_(mechanism),
      measured_(std::move(measured)),
      weight_(std::move(weight)),
      equations_(system, settings),
      basis_(system),
      multipliers_(system, settings, {0.0, 0.0}) {
  released_.resize(mechanism.drives.size());
  for (DriveReference& d : released_) d.engaged = false;
  guided_.resize(mechanism.drives.size());
  gradient_.setZero(static_cast<Eigen::Index>(measured_.size()), 3 * system.block_count());
  product_.assign(4 * static_cast<std::size_t>(system.total_block_count()), 0.0);
}

/// Rows, forces, R and C at the present pose, drives released.
void InverseDynamics::evaluate(const State& state) {
  equations_.evaluate(state, released_, nullptr);
  basis_.update(equations_.gradient, Basis::Rank::kept);
  basis_.columns(r_);
  Eigen::VectorXd row(gradient_.cols());
  for (std::size_t i = 0; i < measured_.size(); ++i) {
    dense_gradient(system_.coordinates()[measured_[i]], state.x.data(),
                   state.coordinate[measured_[i]], row);
    gradient_.row(static_cast<Eigen::Index>(i)) = row.transpose();
  }
}

/// ż of least Σ w² (wanted - C R ż)².
Eigen::VectorXd InverseDynamics::nearest(const Eigen::VectorXd& wanted) {
  const Eigen::Map<const Eigen::VectorXd> w(weight_.data(),
                                            static_cast<Eigen::Index>(weight_.size()));
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(w.asDiagonal() * gradient_ * r_);
  qr.setThreshold(1e-9);
  const int open = basis_.degrees_of_freedom() - static_cast<int>(qr.rank());
  if (open > 0)
    throw Error(
        fmt::format("the measured coordinates leave {} of {} degrees of freedom open at t = {:g} "
                    "s: measure more "
                    "coordinates, or lock what does not move with joints",
                    open, basis_.degrees_of_freedom(), time_));
  return qr.solve(w.asDiagonal() * wanted);
}

void InverseDynamics::add_motion(const Eigen::VectorXd& z, double* blocks) const {
  const Eigen::VectorXd y = r_ * z;
  for (int i = 0; i < y.size(); ++i) blocks[Basis::slot(i)] += y[i];
}

/// C y of a padded vector.
Eigen::VectorXd InverseDynamics::measured_rates(const double* blocks) const {
  Eigen::VectorXd y(gradient_.cols());
  for (int i = 0; i < y.size(); ++i) y[i] = blocks[Basis::slot(i)];
  return gradient_ * y;
}

void InverseDynamics::find_positions(State& state, const std::vector<Derivatives>& motion,
                                     Efforts& out) {
  const auto count = static_cast<Eigen::Index>(measured_.size());
  Eigen::VectorXd wanted(count);
  for (out.iterations = 1; out.iterations <= kMaxIterations; ++out.iterations) {
    evaluate(state);
    // Close the constraints with the independent coordinates held, then move along R.
    std::fill(product_.begin(), product_.end(), 0.0);
    double step = basis_.add_particular(equations_.psi, product_.data());
    for (Eigen::Index i = 0; i < count; ++i) {
      const int c = measured_[static_cast<std::size_t>(i)];
      wanted[i] = motion[static_cast<std::size_t>(i)].value -
                  system_.coordinates()[c].value(state.x.data(), state.coordinate[c]);
    }
    const Eigen::VectorXd z = nearest(wanted - measured_rates(product_.data()));
    add_motion(z, product_.data());
    step = std::max(step,
                    largest_component(product_.data(), system_.block_count()) / system_.length());
    if (!(step < 10.0)) break;
    accumulate(state.x.data(), product_.data(), 1.0, system_.block_count());
    for (int c : measured_)
      state.coordinate[c] = system_.coordinates()[c].value(state.x.data(), state.coordinate[c]);
    if (step <= kInverseGoal || (out.iterations > 3 && step <= 1e-11)) {
      for (std::size_t i = 0; i < measured_.size(); ++i)
        out.misfit.push_back(motion[i].value - state.coordinate[measured_[i]]);
      return;
    }
  }
  throw Error(
      fmt::format("no pose of the machine is near to the measured one at t = {:g} s (does the "
                  "motion start near "
                  "the pose of the file, and are units and signs right?)",
                  state.time));
}

Efforts InverseDynamics::solve(State& state, const std::vector<Derivatives>& motion) {
  Efforts out;
  time_ = state.time;
  find_positions(state, motion, out);
  evaluate(state);
  const auto count = static_cast<Eigen::Index>(measured_.size());
  Eigen::VectorXd wanted(count);
  for (Eigen::Index i = 0; i < count; ++i) wanted[i] = motion[static_cast<std::size_t>(i)].first;
  std::fill(state.v.begin(), state.v.end(), 0.0);
  add_motion(nearest(wanted), state.v.data());

  evaluate(state);  // c depends on the velocities
  std::fill(state.acceleration.begin(), state.acceleration.end(), 0.0);
  basis_.add_particular(equations_.bias, state.acceleration.data());
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    wanted[i] =
        motion[k].second - system_.coordinates()[measured_[k]].bias(state.x.data(), state.v.data());
  }
  add_motion(nearest(wanted - measured_rates(state.acceleration.data())),
             state.acceleration.data());
  for (std::size_t i = 0; i < system_.coordinates().size(); ++i)
    state.coordinate[i] = system_.coordinates()[i].value(state.x.data(), state.coordinate[i]);

  out.by_matrix_r = efforts_by_matrix_r(state);
  out.by_multipliers = efforts_by_multipliers(state);
  return out;
}

std::vector<double> InverseDynamics::efforts_by_matrix_r(const State& state) {
  const int freedom = basis_.degrees_of_freedom();
  const auto count = static_cast<Eigen::Index>(mechanism_.drives.size());
  if (count != freedom)
    throw Error(
        fmt::format("the machine has {} degrees of freedom but {} drives: efforts are only "
                    "determined when there "
                    "are as many of one as of the other",
                    freedom, count));
  system_.inertia_minus_force(state.acceleration.data(), equations_.force.data(), 1.0,
                              product_.data());
  Eigen::VectorXd needed(basis_.coordinate_count());
  for (int i = 0; i < needed.size(); ++i) needed[i] = product_[Basis::slot(i)];
  Eigen::MatrixXd drives(count, needed.size());
  Eigen::VectorXd row(needed.size());
  for (Eigen::Index i = 0; i < count; ++i) {
    const int c = mechanism_.drives[static_cast<std::size_t>(i)].coordinate;
    dense_gradient(system_.coordinates()[c], state.x.data(), state.coordinate[c], row);
    drives.row(i) = row.transpose();
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr((drives * r_).transpose());
  qr.setThreshold(1e-9);
  if (qr.rank() < count)
    throw Error(fmt::format("the drives do not determine the motion at t = {:g} s (dead centre)",
                            state.time));
  const Eigen::VectorXd tau = qr.solve(r_.transpose() * needed);
  return {tau.begin(), tau.end()};
}

std::vector<double> InverseDynamics::efforts_by_multipliers(const State& state) {
  // References that ask for exactly this motion: x, ẋ and ẍ of the driven coordinates.
  for (std::size_t i = 0; i < guided_.size(); ++i) {
    const CoordinateKernel& kernel = system_.coordinates()[mechanism_.drives[i].coordinate];
    alignas(32) double g[4 * CoordinateKernel::kMaxSlots];
    DriveReference& d = guided_[i];
    d.value = kernel.gradient(state.x.data(), state.coordinate[mechanism_.drives[i].coordinate], g);
    d.rate = 0.0;
    d.acceleration = kernel.bias(state.x.data(), state.v.data());
    for (int s = 0; s < kernel.slot_count(); ++s) {
      const std::size_t block = 4 * static_cast<std::size_t>(kernel.blocks()[s]);
      d.rate += to_vec3(g + 4 * s).dot(to_vec3(&state.v[block]));
      d.acceleration += to_vec3(g + 4 * s).dot(to_vec3(&state.acceleration[block]));
    }
  }
  State guided = state;
  std::vector<double> efforts(guided_.size(), 0.0);
  if (!multipliers_.solve(guided, guided_, nullptr))
    throw Error(fmt::format("forces are not finite at t = {:g} s", state.time));
  for (std::size_t i = 0; i < efforts.size(); ++i)
    efforts[i] = -guided.lambda[system_.drive_row(static_cast<int>(i))];
  return efforts;
}

}  // namespace outrigger::formulation
