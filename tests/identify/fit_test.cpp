/// The fit finds the least sum of squares whatever valley it starts in, and says honestly how well it
/// knows the result: with white noise the interval of 95 % holds the truth in 95 of 100 records.
#include "identify/fit.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"
#include "identify/synthetic.h"

namespace outrigger::identify {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// A ball dropped from 0.9 m that loses (1 - e) of its speed in an instant: closed form.
double height(double e, double time) {
  const double g = 9.81;
  double v = std::sqrt(2.0 * g * 0.9), t = time + v / g;  // as if thrown up from the ground
  while (v > 1e-3 && t > 2.0 * v / g) {
    t -= 2.0 * v / g;
    v *= e;
  }
  return v > 1e-3 ? v * t - 0.5 * g * t * t : 0.0;
}

Model bouncing(const Record& record) {
  return [&record](const std::vector<double>& p, double until) {
    Prediction z(1);
    for (double t : record.times) z[0].push_back(t <= until ? height(p[0], t) : kNaN);
    return z;
  };
}

/// a exp(-b t), the same in both columns.
Model decay(const Record& record) {
  return [&record](const std::vector<double>& p, double) {
    Prediction y(record.columns.size());
    for (auto& column : y)
      for (double t : record.times) column.push_back(p[0] * std::exp(-p[1] * t));
    return y;
  };
}

Record decay_record(std::uint64_t seed, double sigma = 0.02) {
  Record record = empty_record(200, 0.02, {"y"});
  record.columns[0].values = decay(record)({2.0, 0.8}, 4.0)[0];
  add_noise(record.columns[0], sigma, seed);
  return record;
}

const std::vector<Parameter> kDecay = {{"a", 1.0, 0.01, 100.0}, {"b", 5.0, 0.05, 50.0}};

FitSettings quick() {
  FitSettings settings;
  settings.scan = 16;
  settings.starts = 2;
  return settings;
}

TEST(Fit, IntervalsHoldTheTruthAsOftenAsTheySay) {
  int inside_a = 0, inside_b = 0;
  const int records = 300;
  for (int i = 0; i < records; ++i) {
    const Record record = decay_record(static_cast<std::uint64_t>(i) + 1);
    const FitResult r = fit(decay(record), kDecay, record, quick());
    inside_a += r.parameters[0].low <= 2.0 && 2.0 <= r.parameters[0].high ? 1 : 0;
    inside_b += r.parameters[1].low <= 0.8 && 0.8 <= r.parameters[1].high ? 1 : 0;
  }
  // 285 expected, standard deviation 3.8; a little more because positive correlation by chance widens.
  for (int inside : {inside_a, inside_b}) {
    EXPECT_GE(inside, 273);
    EXPECT_LE(inside, 298);
  }
}

TEST(Fit, ResidualsAndCriteriaAreThoseOfTheRecord) {
  const Record record = decay_record(7);
  const FitResult r = fit(decay(record), kDecay, record);
  EXPECT_NEAR(r.columns[0].rms, 0.02, 0.003);
  EXPECT_EQ(r.count, 200);
  EXPECT_NEAR(r.columns[0].correlation, 0.0, 0.2);
  EXPECT_NEAR(r.bic - r.aic, 3.0 * (std::log(200.0) - 2.0), 1e-9);
  EXPECT_NEAR(r.aic, 200.0 * std::log(r.columns[0].rms * r.columns[0].rms) + 6.0, 1e-9);
  EXPECT_EQ(r.agreeing, r.starts);
  // Both fall together: the amplitude at the start and the rate are correlated positively.
  EXPECT_GT(r.correlation[0][1], 0.3);
  EXPECT_NEAR(r.correlation[0][0], 1.0, 1e-12);
}

// Every bounce that meets a wrong bounce can be a valley of its own.
TEST(Fit, BouncesAreFoundFromAnywhere) {
  Record record = empty_record(1000, 0.003, {"z"});
  for (double truth : {0.35, 0.6, 0.8, 0.93}) {
    record.columns[0].values = bouncing(record)({truth}, 10.0)[0];
    add_noise(record.columns[0], 0.5e-3, 3);
    for (double start : {0.06, 0.3, 0.5, 0.7, 0.9, 0.97}) {
      const FitResult r = fit(bouncing(record), {{"e", start, 0.05, 0.98}}, record);
      EXPECT_NEAR(r.parameters[0].value, truth, 1e-3 * truth) << start;
    }
  }
}

TEST(Fit, ColumnsWeighByTheirNoise) {
  // The second column is in other units and far noisier; it must not spoil the first.
  Record record = empty_record(200, 0.02, {"fine", "coarse"});
  const Model model = [&](const std::vector<double>& p, double) {
    Prediction y(2);
    for (double t : record.times) {
      y[0].push_back(std::exp(-p[0] * t));
      y[1].push_back(1e4 * std::exp(-p[0] * t));
    }
    return y;
  };
  const Prediction truth = model({0.8}, 4.0);
  for (std::size_t c = 0; c < 2; ++c) record.columns[c].values = truth[c];
  add_noise(record.columns[0], 1e-4, 1);
  add_noise(record.columns[1], 2e3, 2);
  const FitResult r = fit(model, {{"b", 3.0, 0.01, 30.0}}, record);
  EXPECT_NEAR(r.parameters[0].value, 0.8, 2e-4);
  EXPECT_LT(r.parameters[0].high - r.parameters[0].low, 4e-4);
  EXPECT_NEAR(r.columns[0].rms, 1e-4, 2e-5);
  EXPECT_NEAR(r.columns[1].rms, 2e3, 4e2);
}

TEST(Fit, SaysWhatTheRecordDoesNotDetermine) {
  const Record record = decay_record(5);
  const Model model = [&](const std::vector<double>& p, double until) {
    return decay(record)({p[0], 0.8}, until);
  };
  const FitResult r =
      fit(model, {{"a", 1.0, 0.1, 10.0}, {"nothing", 0.5, 0.0, 1.0}}, record, quick());
  EXPECT_TRUE(r.parameters[0].determined);
  EXPECT_NEAR(r.parameters[0].value, 2.0, 0.02);
  EXPECT_FALSE(r.parameters[1].determined);
  // Two that only act as a product: neither is known.
  const Model product = [&](const std::vector<double>& p, double until) {
    return decay(record)({p[0] * p[1], 0.8}, until);
  };
  const FitResult both =
      fit(product, {{"a", 1.0, 0.1, 10.0}, {"c", 1.0, 0.1, 10.0}}, record, quick());
  EXPECT_FALSE(both.parameters[0].determined);
  EXPECT_FALSE(both.parameters[1].determined);
}

TEST(Fit, StopsAtBoundsAndSaysSo) {
  const Record record = decay_record(5);
  const FitResult r =
      fit(decay(record), {{"a", 1.0, 0.5, 1.5}, {"b", 1.0, 0.05, 50.0}}, record, quick());
  EXPECT_EQ(r.parameters[0].value, 1.5);
  EXPECT_TRUE(r.parameters[0].at_bound);
  EXPECT_FALSE(r.parameters[1].at_bound);
}

TEST(Fit, LivesWithMissingCellsAndFailedSimulations) {
  Record record = decay_record(5);
  for (std::size_t i = 0; i < record.times.size(); i += 3) record.columns[0].values[i] = kNaN;
  const Model model = [&](const std::vector<double>& p, double until) {
    Prediction y = decay(record)(p, until);
    if (p[1] > 4.0) y[0].assign(y[0].size(), kNaN);
    return y;
  };
  const FitResult r = fit(model, kDecay, record);
  EXPECT_NEAR(r.parameters[1].value, 0.8, 0.05);
  EXPECT_EQ(r.count, 133);
  const Model never = [&](const std::vector<double>&, double) {
    return Prediction{std::vector<double>(record.times.size(), kNaN)};
  };
  EXPECT_THROW(fit(never, kDecay, record, quick()), Error);
}

TEST(Fit, ThreadsChangeNoBit) {
  const Record record = decay_record(5);
  FitSettings settings;
  const FitResult one = fit(decay(record), kDecay, record, settings);
  settings.threads = 3;
  const FitResult three = fit(decay(record), kDecay, record, settings);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(one.parameters[i].value, three.parameters[i].value);
    EXPECT_EQ(one.parameters[i].low, three.parameters[i].low);
  }
  EXPECT_EQ(one.evaluations, three.evaluations);
}

TEST(Fit, ProgressOnlyGrows) {
  const Record record = decay_record(5);
  FitSettings settings = quick();
  double last = 0.0;
  int calls = 0;
  settings.progress = [&](double fraction, const std::string& text) {
    EXPECT_GE(fraction, last);
    EXPECT_LT(fraction, 1.0);
    EXPECT_FALSE(text.empty());
    last = fraction;
    ++calls;
  };
  const FitResult r = fit(decay(record), kDecay, record, settings);
  EXPECT_EQ(calls, r.evaluations);
}

TEST(Fit, MoreParametersThanValuesAreRefused) {
  Record record = decay_record(5);
  record.columns[0].values.assign(record.times.size(), kNaN);
  record.columns[0].values[0] = 1.0;
  EXPECT_THROW(fit(decay(record), kDecay, record), Error);
  EXPECT_THROW(fit(decay(record), {}, record), Error);
}

TEST(Student, IsThatOfTheTables) {
  const std::pair<int, double> table[] = {{1, 12.706}, {2, 4.303},  {3, 3.182},   {5, 2.571},
                                          {10, 2.228}, {30, 2.042}, {1000, 1.962}};
  for (const auto& [freedom, t] : table) EXPECT_NEAR(student_975(freedom), t, 0.01 * t);
}

}  // namespace
}  // namespace outrigger::identify
