#include "sim/mass_report.h"

#include <Eigen/QR>
#include <algorithm>

#include "articulation/articulation.h"
#include "system/coordinate_kernel.h"
#include "system/mobility.h"

namespace outrigger::sim {

using system::CoordinateKernel;
using system::State;
using system::System;

namespace {

/// A rate that could be one of the independent ones, along each motion that the joints allow.
struct CandidateRate {
  std::string name, unit;
  Eigen::VectorXd along;
};

std::size_t padded(Eigen::Index i) { return 4 * static_cast<std::size_t>(i / 3) + i % 3; }

/// Motions that the joints allow, drives let go: an orthonormal basis, columns by coordinates.
Eigen::MatrixXd allowed_motions(const System& system, const State& state) {
  const Eigen::Index n = 3 * system.block_count();
  AlignedDoubles gradient(4 * static_cast<std::size_t>(system.slot_count()));
  std::vector<double> psi(static_cast<std::size_t>(system.row_count()));
  system.evaluate_rows(state.x.data(), state.coordinate.data(), state.drive.data(), gradient.data(),
                       psi.data());
  std::vector<int> rows;
  for (int r = 0; r < system.row_count(); ++r)
    if (system.origin(r).kind != model::Origin::Kind::drive) rows.push_back(r);
  Eigen::MatrixXd columns =
      Eigen::MatrixXd::Zero(n, std::max<Eigen::Index>(1, static_cast<Eigen::Index>(rows.size())));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    auto column = columns.col(static_cast<Eigen::Index>(k));
    system.copy_gradient(rows[k], gradient.data(), column);
    if (column.norm() > 0.0) column.normalize();
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(columns);
  qr.setThreshold(1e-9);
  const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(n, n);
  return q.rightCols(n - qr.rank());
}

class RateReader {
 public:
  RateReader(const articulation::Articulation& articulation, const Eigen::MatrixXd& motions)
      : articulation_(articulation), system_(articulation.system()), motions_(motions) {
    column_.assign(4 * static_cast<std::size_t>(system_.total_block_count()), 0.0);
  }

  CandidateRate coordinate(int index) {
    const CoordinateKernel& kernel = system_.coordinates()[static_cast<std::size_t>(index)];
    alignas(32) double g[4 * CoordinateKernel::kMaxSlots];
    const State& state = articulation_.state();
    kernel.gradient(state.x.data(), state.coordinate[static_cast<std::size_t>(index)], g);
    const auto& spec = articulation_.mechanism().coordinates[static_cast<std::size_t>(index)].spec;
    using Kind = description::Coordinate::Kind;
    const bool length = spec.kind == Kind::displacement || spec.kind == Kind::distance;
    CandidateRate rate{spec.name, length ? "m" : "rad", Eigen::VectorXd::Zero(motions_.cols())};
    for (Eigen::Index m = 0; m < motions_.cols(); ++m) {
      load(m);
      for (int s = 0; s < kernel.slot_count(); ++s)
        rate.along[m] += to_vec3(g + 4 * s).dot(to_vec3(column_.data() + 4 * kernel.blocks()[s]));
    }
    return rate;
  }

  /// x, y, z, rx, ry, rz of a body frame.
  std::vector<CandidateRate> body(int index) {
    static constexpr const char* kAxes[6] = {"x", "y", "z", "rx", "ry", "rz"};
    const std::string& name =
        articulation_.mechanism().bodies[static_cast<std::size_t>(index)].spec.name;
    std::vector<CandidateRate> rates;
    for (int k = 0; k < 6; ++k)
      rates.push_back(
          {name + "." + kAxes[k], k < 3 ? "m" : "rad", Eigen::VectorXd::Zero(motions_.cols())});
    for (Eigen::Index m = 0; m < motions_.cols(); ++m) {
      load(m);
      const model::Twist t =
          system_.body_twist(index, articulation_.state().x.data(), column_.data());
      for (int k = 0; k < 3; ++k) {
        rates[static_cast<std::size_t>(k)].along[m] = t.linear[k];
        rates[static_cast<std::size_t>(3 + k)].along[m] = t.angular[k];
      }
    }
    return rates;
  }

 private:
  void load(Eigen::Index motion) {
    for (Eigen::Index i = 0; i < motions_.rows(); ++i) column_[padded(i)] = motions_(i, motion);
  }

  const articulation::Articulation& articulation_;
  const System& system_;
  const Eigen::MatrixXd& motions_;
  AlignedDoubles column_;
};

/// Keeps what is independent of what was kept before (Gram-Schmidt, twice for accuracy).
class RateChoice {
 public:
  explicit RateChoice(Eigen::Index freedom) : freedom_(freedom) {}
  bool complete() const { return static_cast<Eigen::Index>(chosen.size()) == freedom_; }
  void offer(CandidateRate rate) {
    if (complete()) return;
    Eigen::VectorXd rest = rate.along;
    for (int pass = 0; pass < 2; ++pass)
      for (const Eigen::VectorXd& e : basis_) rest -= e.dot(rest) * e;
    if (!(rest.norm() > 1e-6 * rate.along.norm()) || !(rate.along.norm() > 1e-12)) return;
    basis_.push_back(rest.normalized());
    chosen.push_back(std::move(rate));
  }
  std::vector<CandidateRate> chosen;

 private:
  Eigen::Index freedom_;
  std::vector<Eigen::VectorXd> basis_;
};

MassMatrix mass_matrix(const articulation::Articulation& articulation) {
  MassMatrix result;
  const model::Mechanism& m = articulation.mechanism();
  result.articulation = m.bodies.empty() ? std::string() : m.bodies.front().spec.name;
  const System& system = articulation.system();
  if (3 * system.block_count() > system::kMaxAnalysedCoordinates) {
    result.known = false;
    return result;
  }
  const Eigen::MatrixXd motions = allowed_motions(system, articulation.state());
  const Eigen::Index freedom = motions.cols();
  RateReader reader(articulation, motions);
  RateChoice choice(freedom);
  for (std::size_t c = 0; c < m.coordinates.size() && !choice.complete(); ++c)
    choice.offer(reader.coordinate(static_cast<int>(c)));
  for (std::size_t b = 0; b < m.bodies.size() && !choice.complete(); ++b)
    for (CandidateRate& rate : reader.body(static_cast<int>(b))) choice.offer(std::move(rate));

  Eigen::MatrixXd rates(static_cast<Eigen::Index>(choice.chosen.size()), freedom);
  for (std::size_t k = 0; k < choice.chosen.size(); ++k) {
    rates.row(static_cast<Eigen::Index>(k)) = choice.chosen[k].along.transpose();
    result.names.push_back(choice.chosen[k].name);
    result.units.push_back(choice.chosen[k].unit);
  }
  // Freedoms without any rate have no mass: least squares leaves them at rest.
  const Eigen::MatrixXd r = motions * rates.completeOrthogonalDecomposition().solve(
                                          Eigen::MatrixXd::Identity(rates.rows(), rates.rows()));
  Eigen::MatrixXd mass_r(r.rows(), r.cols());
  AlignedDoubles column(4 * static_cast<std::size_t>(system.total_block_count()), 0.0),
      product = column;
  for (Eigen::Index f = 0; f < r.cols(); ++f) {
    for (Eigen::Index i = 0; i < r.rows(); ++i) column[padded(i)] = r(i, f);
    system.mass_product(column.data(), product.data());
    for (Eigen::Index i = 0; i < r.rows(); ++i) mass_r(i, f) = product[padded(i)];
  }
  result.matrix = r.transpose() * mass_r;
  result.matrix = 0.5 * (result.matrix + result.matrix.transpose()).eval();
  return result;
}

}  // namespace

TotalMass total_mass(const World& world, const std::vector<std::string>& bodies) {
  for (const std::string& name : bodies) world.body(name);
  struct Part {
    double mass;
    Vec3 centre;
    Mat3 inertia;
  };
  std::vector<Part> parts;
  for (const auto& articulation : world.articulations()) {
    const auto& list = articulation->mechanism().bodies;
    for (std::size_t b = 0; b < list.size(); ++b) {
      const description::Body& spec = list[b].spec;
      if (!bodies.empty() && std::find(bodies.begin(), bodies.end(), spec.name) == bodies.end())
        continue;
      const Pose pose = articulation->body_pose(static_cast<int>(b));
      const bool particle = spec.kind == description::Body::Kind::point;
      parts.push_back({spec.mass, particle ? pose.position : pose.point(spec.centre),
                       particle ? Mat3(Mat3::Zero())
                                : Mat3(pose.rotation * spec.inertia * pose.rotation.transpose())});
    }
  }
  TotalMass total;
  for (const Part& p : parts) {
    total.mass += p.mass;
    total.centre += p.mass * p.centre;
  }
  if (total.mass > 0.0) total.centre /= total.mass;
  for (const Part& p : parts) {
    const Vec3 d = p.centre - total.centre;
    total.inertia += p.inertia + p.mass * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  }
  return total;
}

std::vector<MassMatrix> mass_matrices(const World& world) {
  std::vector<MassMatrix> result;
  for (const auto& articulation : world.articulations())
    result.push_back(mass_matrix(*articulation));
  return result;
}

}  // namespace outrigger::sim
