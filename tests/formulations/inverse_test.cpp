#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "formulation/inverse_dynamics.h"
#include "formulations/rig.h"
#include "math/elementary.h"
#include "math/smoothing.h"
#include "system/reactions.h"

namespace outrigger::formulation::test {
namespace {

constexpr double kPi = 3.14159265358979323846;

double normal(Random& random) {
  double sum = -6.0;
  for (int i = 0; i < 12; ++i) sum += random.uniform();
  return sum;
}

double root_mean_square(const std::vector<double>& values) {
  double sum = 0.0;
  for (double v : values) sum += v * v;
  return std::sqrt(sum / static_cast<double>(values.size()));
}

// Law: parabolas pass unchanged, ends included, whatever the cut-off.
TEST(Smoothing, LeavesParabolasAlone) {
  std::vector<double> y;
  for (int i = 0; i < 400; ++i) {
    const double t = 1e-3 * i;
    y.push_back(2.0 - 3.0 * t + 7.0 * t * t);
  }
  const Smoothed s = smooth(y, 1e-3, 2.0);
  for (int i = 0; i < 400; ++i) {
    const double t = 1e-3 * i;
    EXPECT_NEAR(s.samples[i].value, y[i], 1e-12);
    EXPECT_NEAR(s.samples[i].first, -3.0 + 14.0 * t, 1e-9);
    EXPECT_NEAR(s.samples[i].second, 14.0, 1e-6);
  }
}

// Law: an oscillation at the cut-off leaves with half its amplitude, and without delay.
TEST(Smoothing, HalvesTheAmplitudeAtTheCutoff) {
  std::vector<double> y;
  for (int i = 0; i < 2000; ++i) y.push_back(elementary::sin(2.0 * kPi * 5.0 * 1e-3 * i));
  const Smoothed s = smooth(y, 1e-3, 5.0);
  for (int i = 600; i < 1400; ++i) EXPECT_NEAR(s.samples[i].value, 0.5 * y[i], 2e-3) << i;
}

// Law: cross-validation finds noise it was not told: the estimated deviation is the true one, and the
// smoothed curve is nearer to the truth than the measured one, as are its derivatives to theirs.
TEST(Smoothing, FindsTheNoise) {
  Random random(4);
  const double sigma = 2e-3, w = 2.0 * kPi * 0.5;
  std::vector<double> y, error, second_error;
  for (int i = 0; i < 1000; ++i)
    y.push_back(elementary::sin(w * 5e-3 * i) + sigma * normal(random));
  const Smoothed s = smooth(y, 5e-3);
  EXPECT_NEAR(s.noise, sigma, 0.1 * sigma);
  for (int i = 50; i < 950; ++i) {
    const double truth = elementary::sin(w * 5e-3 * i);
    error.push_back(s.samples[i].value - truth);
    second_error.push_back(s.samples[i].second + w * w * truth);
  }
  EXPECT_LT(root_mean_square(error), 0.25 * sigma);
  EXPECT_LT(root_mean_square(second_error), 0.06 * w * w);
  EXPECT_GT(s.cutoff, 0.5);
  EXPECT_LT(s.cutoff, 5.0);
}

TEST(Smoothing, RefusesWhatCannotBe) {
  EXPECT_THROW(smooth(std::vector<double>(5, 0.0), 1e-3), Error);
  EXPECT_THROW(smooth(std::vector<double>(50, 0.0), 1e-3, 600.0), Error);
}

/// The loading crane without its swinging load: three freedoms, three drives, one of them a loop.
description::Machine empty_crane() {
  description::Machine machine = machine_file("small-crane");
  EXPECT_EQ(machine.bodies.back().name, "load");
  machine.bodies.pop_back();
  EXPECT_EQ(machine.joints.back().name, "rope");
  machine.joints.pop_back();
  return machine;
}

/// A motion of all drives of a machine that is simulated with known forces, sampled.
struct Synthetic {
  std::vector<double> times;
  std::vector<std::vector<double>> coordinate, effort;  ///< by drive
};

Synthetic simulate(Built& b, const std::vector<double>& amplitude, double duration) {
  Synthetic out;
  Simulation run(b);
  const std::size_t count = amplitude.size();
  std::vector<double> start(count);
  for (std::size_t i = 0; i < count; ++i)
    start[i] = run.state.coordinate[b.mechanism.drives[i].coordinate];
  out.coordinate.resize(count);
  out.effort.resize(count);
  const int steps = static_cast<int>(std::lround(duration / b.settings.step));
  for (int k = 0; k <= steps; ++k) {
    const double t = k * b.settings.step;
    for (std::size_t i = 0; i < count; ++i) {
      const double w = 2.0 * kPi * (0.4 + 0.1 * static_cast<double>(i));
      const auto [s, c] = elementary::sincos(w * t);
      run.drives[i].value = start[i] + amplitude[i] * (1.0 - c);
      run.drives[i].rate = amplitude[i] * w * s;
      run.drives[i].acceleration = amplitude[i] * w * w * c;
    }
    if (k > 0) run.step();
    if (k == 0 || k % 10 != 0) continue;
    const system::Reactions r = system::solve_reactions(*b.system, b.mechanism, run.state);
    out.times.push_back(t);
    for (std::size_t i = 0; i < count; ++i) {
      out.coordinate[i].push_back(run.state.coordinate[b.mechanism.drives[i].coordinate]);
      out.effort[i].push_back(r.drives[i]);
    }
  }
  return out;
}

struct Recovered {
  std::vector<double> error;  ///< of every drive: rms of the error over rms of the effort
  double disagreement = 0.0;  ///< of the two ways, over the largest effort
};

/// Efforts from the sampled motion with noise of the given deviations.
Recovered recover(Built& b, const Synthetic& motion, const std::vector<double>& sigma) {
  Random random(9);
  std::vector<int> measured;
  std::vector<double> weight;
  std::vector<Smoothed> smoothed;
  for (std::size_t i = 0; i < sigma.size(); ++i) {
    std::vector<double> y = motion.coordinate[i];
    for (double& v : y) v += sigma[i] * normal(random);
    smoothed.push_back(smooth(y, motion.times[1] - motion.times[0]));
    measured.push_back(b.mechanism.drives[i].coordinate);
    weight.push_back(1.0 / std::max(1e-12, smoothed.back().noise));
  }
  Simulation run(b);
  InverseDynamics inverse(*b.system, b.mechanism, b.settings, measured, weight);
  Recovered out;
  double largest = 0.0;
  std::vector<std::vector<double>> errors(sigma.size()), truths(sigma.size());
  std::vector<Derivatives> sample(sigma.size());
  const std::size_t n = motion.times.size(), margin = n / 10;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < sigma.size(); ++i) sample[i] = smoothed[i].samples[k];
    run.state.time = motion.times[k];
    const Efforts e = inverse.solve(run.state, sample);
    for (std::size_t i = 0; i < sigma.size(); ++i) {
      largest = std::max(largest, std::abs(e.by_matrix_r[i]));
      out.disagreement =
          std::max(out.disagreement, std::abs(e.by_matrix_r[i] - e.by_multipliers[i]));
      if (k < margin || k + margin >= n) continue;  // smoothing sees one side only at the ends
      errors[i].push_back(e.by_matrix_r[i] - motion.effort[i][k]);
      truths[i].push_back(motion.effort[i][k]);
    }
  }
  out.disagreement /= largest;
  for (std::size_t i = 0; i < sigma.size(); ++i)
    out.error.push_back(root_mean_square(errors[i]) / root_mean_square(truths[i]));
  return out;
}

// Law: the efforts that made a motion follow from the motion. Without noise within the error of the
// differences; with the noise of good sensors (0.1 mm, 0.1 mrad at 100 Hz) within one per cent.
// Both ways agree to rounding.
TEST(Inverse, RecoversKnownEffortsOfACrane) {
  Built b = build(empty_crane());
  ASSERT_EQ(b.mechanism.drives.size(), 3u);
  const Synthetic motion = simulate(b, {0.4, 0.12, 0.3}, 5.0);
  const Recovered exact = recover(b, motion, {0.0, 0.0, 0.0});
  const Recovered noisy = recover(b, motion, {1e-4, 1e-4, 1e-4});
  EXPECT_LT(exact.disagreement, 1e-8);
  EXPECT_LT(noisy.disagreement, 1e-8);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_LT(exact.error[i], 1e-6) << i;
    EXPECT_LT(noisy.error[i], 0.01) << i;
  }
}

// Law: what is not determined is not guessed.
TEST(Inverse, SaysWhatIsMissing) {
  Built b = build(empty_crane());
  Simulation run(b);
  InverseDynamics inverse(*b.system, b.mechanism, b.settings, {b.mechanism.drives[0].coordinate},
                          {1.0});
  const double angle = run.state.coordinate[b.mechanism.drives[0].coordinate];
  try {
    inverse.solve(run.state, {{angle, 0.0, 0.0}});
    FAIL() << "two coordinates were not measured";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("leave 2 of 3 degrees of freedom open"), std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace outrigger::formulation::test
