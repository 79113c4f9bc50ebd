#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "support/built_system.h"
#include "support/random_mechanism.h"

namespace outrigger::system {
namespace {

using testing_support::build;
using testing_support::Built;
using testing_support::random_mechanism;
using testing_support::RandomMechanismOptions;

RandomMechanismOptions everything() {
  RandomMechanismOptions o;
  o.max_bodies = 6;
  o.particle_chance = 0.1;
  o.dense_loops = true;
  o.coordinates = o.drives = o.couplings = true;
  return o;
}

struct TimeDerivatives {
  std::vector<double> first, second;
};

/// A system with a random, not assembled position and random velocities, accelerations and drives:
/// the rows are functions of q and t that are defined off the constraints too.
struct Probe {
  explicit Probe(std::uint64_t seed) : built(build(random_mechanism(seed, everything()))) {
    Random random(seed ^ 0x5eed);
    System& s = *built.system;
    s.set_penalties(built.settings, 1e-6);
    const std::size_t size = 4 * static_cast<std::size_t>(s.total_block_count());
    x.assign(size, 0.0);
    v.assign(size, 0.0);
    a.assign(size, 0.0);
    s.initial_state(x.data(), v.data());
    for (int e = 0; e < s.block_count(); ++e)
      for (int k = 0; k < 3; ++k) {
        x[4 * e + k] += random.uniform(-0.05, 0.05);
        v[4 * e + k] = random.uniform(-1.0, 1.0);
        a[4 * e + k] = random.uniform(-1.0, 1.0);
      }
    drives.resize(built.mechanism.drives.size());
    for (auto& d : drives)
      d = {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0),
           random.uniform() < 0.9, 0.0};
    reference.resize(s.coordinates().size());
    for (std::size_t i = 0; i < reference.size(); ++i)
      reference[i] = s.coordinates()[i].value(x.data(), 0.0);
    gradient.assign(4 * static_cast<std::size_t>(s.slot_count()), 0.0);
  }

  System& system() { return *built.system; }

  /// Φ on the curve q + t v + ½ t² a, with the drives' references on theirs.
  std::vector<double> phi(double t) {
    AlignedDoubles y = x;
    for (int i = 0; i < 4 * system().block_count(); ++i) y[i] += t * v[i] + 0.5 * t * t * a[i];
    std::vector<DriveReference> moved = drives;
    for (auto& d : moved) d.value += t * d.rate + 0.5 * t * t * d.acceleration;
    AlignedDoubles g(gradient.size());
    std::vector<double> psi(system().row_count());
    system().evaluate_rows(y.data(), reference.data(), moved.data(), g.data(), psi.data());
    for (int r = 0; r < system().row_count(); ++r) psi[r] /= system().row_scale(r);
    return psi;
  }

  /// Five-point formulas.
  TimeDerivatives derivatives(double h) {
    const auto m2 = phi(-2 * h), m1 = phi(-h), z = phi(0.0), p1 = phi(h), p2 = phi(2 * h);
    TimeDerivatives d;
    for (std::size_t r = 0; r < z.size(); ++r) {
      d.first.push_back((m2[r] - 8 * m1[r] + 8 * p1[r] - p2[r]) / (12 * h));
      d.second.push_back((-m2[r] + 16 * m1[r] - 30 * z[r] + 16 * p1[r] - p2[r]) / (12 * h * h));
    }
    return d;
  }

  Built built;
  AlignedDoubles x, v, a, gradient;
  std::vector<double> reference;
  std::vector<DriveReference> drives;
};

constexpr int kMechanisms = 600;

// Law: Φ̇ = Φ_q q̇ + Φ_t and Φ̈ = Φ_q q̈ + Φ̇_q q̇ + Φ̇_t for every kind of row (corrections, 2.8, 2.9),
// since the projections trust both. Against five-point differences along a parabola in time.
TEST(Rows, RatesAndAccelerationsMatchDifferencesInTime) {
  int rows_seen[3] = {};
  double worst_rate = 0.0, worst_acceleration = 0.0;
  for (std::uint64_t seed = 1; seed <= kMechanisms; ++seed) {
    Probe p(seed);
    System& s = p.system();
    const int rows = s.row_count();
    std::vector<double> psi(rows), rate(rows), acceleration(rows);
    s.evaluate_rows(p.x.data(), p.reference.data(), p.drives.data(), p.gradient.data(), psi.data());
    s.evaluate_rates(p.gradient.data(), p.v.data(), p.drives.data(), rate.data());
    s.evaluate_accelerations(p.gradient.data(), p.x.data(), p.v.data(), p.a.data(),
                             p.reference.data(), p.drives.data(), acceleration.data());
    const TimeDerivatives coarse = p.derivatives(2e-3), fine = p.derivatives(1e-3);
    for (int r = 0; r < rows; ++r) {
      const double mine = rate[r] / s.row_scale(r), mine2 = acceleration[r] / s.row_scale(r);
      // Two step sizes tell how far the differences themselves can be trusted.
      const double size = 1.0 + std::abs(fine.first[r]), size2 = 1.0 + std::abs(fine.second[r]);
      const double spread = std::abs(fine.first[r] - coarse.first[r]);
      const double spread2 = std::abs(fine.second[r] - coarse.second[r]);
      worst_rate = std::max(worst_rate, std::abs(mine - fine.first[r]) / size);
      worst_acceleration = std::max(worst_acceleration, std::abs(mine2 - fine.second[r]) / size2);
      EXPECT_NEAR(mine, fine.first[r], 1e-9 * size + spread)
          << "seed " << seed << " row " << r << " " << s.origin(r).what;
      EXPECT_NEAR(mine2, fine.second[r], 1e-7 * size2 + spread2)
          << "seed " << seed << " row " << r << " " << s.origin(r).what;
      EXPECT_LT(spread, 1e-2 * size) << "seed " << seed << ": differences say nothing";
      ++rows_seen[r >= s.first_coordinate_row() ? 2 : s.origin(r).what == "shared point" ? 1 : 0];
    }
  }
  // The comparison must have met every kind.
  EXPECT_GT(rows_seen[0], 1000);
  EXPECT_GE(rows_seen[1], 6);
  EXPECT_GT(rows_seen[2], 300);
  RecordProperty("worst_rate", std::to_string(worst_rate));
  RecordProperty("worst_acceleration", std::to_string(worst_acceleration));
}

// Law: the gradient slots that the factorisation uses, the product Gᵀ w that the residual uses, and
// ∂Φ/∂q are the same matrix. One unit weight at a time gives the rows of Gᵀ.
TEST(Rows, GradientsMatchDifferencesByEntity) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Probe p(seed);
    System& s = p.system();
    const int rows = s.row_count(), n = s.block_count();
    if (rows == 0 || n == 0) continue;  // all fixed, or free particles
    std::vector<double> psi(rows);
    s.evaluate_rows(p.x.data(), p.reference.data(), p.drives.data(), p.gradient.data(), psi.data());
    Eigen::MatrixXd mine = Eigen::MatrixXd::Zero(rows, 3 * n);
    Eigen::MatrixXd by_rate = mine, differences = mine, spread = mine;
    std::vector<double> weight(rows, 0.0);
    AlignedDoubles out(4 * static_cast<std::size_t>(n)), twice(out.size());
    for (int r = 0; r < rows; ++r) {
      weight[r] = 1.0;
      s.transpose_product(p.gradient.data(), weight.data(), out.data());
      twice = out;
      s.add_transpose_product(p.gradient.data(), weight.data(), twice.data());
      weight[r] = 0.0;
      double square = 0.0;
      for (int e = 0; e < n; ++e)
        for (int k = 0; k < 3; ++k) {
          mine(r, 3 * e + k) = out[4 * e + k] / s.row_scale(r);
          EXPECT_NEAR(twice[4 * e + k], 2.0 * out[4 * e + k], 1e-12 * std::abs(out[4 * e + k]));
          square += out[4 * e + k] * out[4 * e + k];
        }
      // gradient_size leaves slots that touch one block twice apart: an upper or lower estimate
      // only for coupled rows, exact for all others.
      if (s.origin(r).kind != model::Origin::Kind::coupling) {
        EXPECT_NEAR(s.gradient_size(r, p.gradient.data()), std::sqrt(square),
                    1e-9 * (1.0 + std::sqrt(square)))
            << "seed " << seed << " row " << r << " " << s.origin(r).what;
      }
    }
    std::vector<DriveReference> still = p.drives;
    for (auto& d : still) d.rate = d.acceleration = 0.0;
    p.drives = still;
    std::fill(p.a.begin(), p.a.end(), 0.0);
    for (int column = 0; column < 3 * n; ++column) {
      std::fill(p.v.begin(), p.v.end(), 0.0);
      p.v[4 * (column / 3) + column % 3] = 1.0;
      std::vector<double> rate(rows);
      s.evaluate_rates(p.gradient.data(), p.v.data(), p.drives.data(), rate.data());
      const TimeDerivatives coarse = p.derivatives(1e-3), fine = p.derivatives(5e-4);
      for (int r = 0; r < rows; ++r) {
        by_rate(r, column) = rate[r] / s.row_scale(r);
        differences(r, column) = fine.first[r];
        spread(r, column) = std::abs(fine.first[r] - coarse.first[r]);
      }
    }
    EXPECT_LT((mine - by_rate).cwiseAbs().maxCoeff(), 1e-12 * (1.0 + mine.cwiseAbs().maxCoeff()));
    EXPECT_LT(((mine - differences).cwiseAbs() - spread).maxCoeff(),
              1e-9 * (1.0 + mine.cwiseAbs().maxCoeff()))
        << "seed " << seed;
    EXPECT_LT(spread.maxCoeff(), 1e-2 * (1.0 + mine.cwiseAbs().maxCoeff()));
  }
}

// Law: the assembled pose satisfies every equation the compiler wrote, and the assembled speeds
// satisfy their rates; otherwise the compiler describes another machine than the assembler.
TEST(Rows, AssembledPosesSatisfyAllRows) {
  for (std::uint64_t seed = 1; seed <= kMechanisms; ++seed) {
    RandomMechanismOptions o = everything();
    o.drives = false;
    Built b = build(random_mechanism(seed, o));
    System& s = *b.system;
    s.set_penalties(b.settings, 1e-6);
    AlignedDoubles x(4 * static_cast<std::size_t>(s.total_block_count())), v(x.size());
    s.initial_state(x.data(), v.data());
    std::vector<double> reference(s.coordinates().size()), psi(s.row_count());
    for (std::size_t i = 0; i < reference.size(); ++i)
      reference[i] = s.coordinates()[i].value(x.data(), 0.0);
    AlignedDoubles g(4 * static_cast<std::size_t>(s.slot_count()));
    s.evaluate_rows(x.data(), reference.data(), nullptr, g.data(), psi.data());
    for (int r = 0; r < s.row_count(); ++r)
      EXPECT_LT(std::abs(psi[r]) / s.row_scale(r), 1e-11 * (1.0 + s.length() * s.length()))
          << "seed " << seed << " row " << r << " " << s.origin(r).what << " kind "
          << static_cast<int>(s.origin(r).kind);
  }
}

// Law: no equation is made of rounding. The penalty divides by |Φ_q|², so a row whose coefficients
// all cancel up to 1e-16 would be blown up to full strength and act in a random direction.
TEST(Rows, NoRowIsMadeOfRounding) {
  for (std::uint64_t seed = 1; seed <= 2 * kMechanisms; ++seed) {
    RandomMechanismOptions o = everything();
    o.max_bodies = 9;
    o.loop_chance = 1.0;
    o.drives = false;
    Built b = build(random_mechanism(seed, o));
    for (const auto& l : b.model().linears) {
      double largest = 0.0;
      for (const auto& t : l.sum.terms) largest = std::max(largest, std::abs(t.coefficient));
      EXPECT_GT(largest, 1e-6) << "seed " << seed << " linear row of " << l.origin.what;
    }
    for (const auto& d : b.model().dots)
      for (const auto* side : {&d.dot.left, &d.dot.right}) {
        double largest = side->constant.cwiseAbs().maxCoeff();
        for (const auto& t : side->terms) largest = std::max(largest, std::abs(t.coefficient));
        EXPECT_GT(largest, 1e-6) << "seed " << seed << " product row of " << d.origin.what;
      }
  }
}

// Law: the second derivatives of a scalar coordinate (used by springs and stops on it) are the
// differences of its gradient.
TEST(Rows, CoordinateHessiansMatchDifferencesOfGradients) {
  int seen = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Probe p(seed);
    for (const CoordinateKernel& kernel : p.system().coordinates()) {
      const int slots = kernel.slot_count();
      const auto gradient_at = [&](int block, int k, double h) {
        AlignedDoubles y = p.x;
        y[4 * block + k] += h;
        AlignedDoubles g(4 * static_cast<std::size_t>(slots));
        kernel.gradient(y.data(), 0.0, g.data());
        return g;
      };
      for (int f = 0; f < slots; ++f)
        for (int k = 0; k < 3; ++k) {
          const int block = kernel.blocks()[f];
          const auto difference_by = [&](double h) {
            const auto m2 = gradient_at(block, k, -2 * h), m1 = gradient_at(block, k, -h),
                       p1 = gradient_at(block, k, h), p2 = gradient_at(block, k, 2 * h);
            AlignedDoubles d(m2.size());
            for (std::size_t i = 0; i < d.size(); ++i)
              d[i] = (m2[i] - 8 * m1[i] + 8 * p1[i] - p2[i]) / (12 * h);
            return d;
          };
          const AlignedDoubles coarse = difference_by(1e-3), fine = difference_by(5e-4);
          for (int e = 0; e < slots; ++e) {
            Mat3 hessian;
            kernel.hessian(p.x.data(), e, f, hessian);
            for (int i = 0; i < 3; ++i) {
              const int at = 4 * e + i;
              EXPECT_NEAR(hessian(i, k), fine[at],
                          1e-8 * (1.0 + std::abs(fine[at])) + std::abs(fine[at] - coarse[at]))
                  << "seed " << seed;
              ++seen;
            }
          }
        }
    }
  }
  EXPECT_GT(seen, 10000);
}

}  // namespace
}  // namespace outrigger::system
