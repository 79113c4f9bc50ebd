/// The numbers of the methods satisfy their order conditions: a wrong digit breaks one of them.
#include <gtest/gtest.h>

#include <cmath>

#include "stepper/dop853.h"
#include "stepper/fourth_order.h"

namespace outrigger::stepper {
namespace {

TEST(Dop853, RowsSumToTheNodes) {
  for (int i = 0; i < dop853::kExtendedStages; ++i) {
    double sum = 0.0;
    for (int j = 0; j < dop853::kExtendedStages; ++j) sum += dop853::a[i][j];
    EXPECT_NEAR(sum, dop853::c[i], 1e-13) << "row " << i;
  }
}

TEST(Dop853, WeightsIntegrateToOrderEight) {
  const double* b = dop853::a[dop853::kStages];
  for (int k = 0; k < 8; ++k) {
    double sum = 0.0;
    for (int j = 0; j < dop853::kStages; ++j) sum += b[j] * std::pow(dop853::c[j], k);
    EXPECT_NEAR(sum, 1.0 / (k + 1), 1e-13) << "power " << k;
  }
}

/// Σ_j a_ij c_j^k = c_i^(k+1)/(k+1), k = 1..3, in all stages that carry weight; and the conditions of
/// trees with a branch, Σ b_i a_ij c_j^k = 1/((k+1)(k+2)).
TEST(Dop853, StagesAndBranches) {
  const double* b = dop853::a[dop853::kStages];
  for (int k = 1; k <= 3; ++k)
    for (int i = 5; i < dop853::kStages; ++i) {
      double sum = 0.0;
      for (int j = 0; j < i; ++j) sum += dop853::a[i][j] * std::pow(dop853::c[j], k);
      EXPECT_NEAR(sum, std::pow(dop853::c[i], k + 1) / (k + 1), 1e-12) << "stage " << i;
    }
  for (int k = 1; k <= 6; ++k) {
    double sum = 0.0;
    for (int i = 0; i < dop853::kStages; ++i)
      for (int j = 0; j < i; ++j) sum += b[i] * dop853::a[i][j] * std::pow(dop853::c[j], k);
    EXPECT_NEAR(sum, 1.0 / ((k + 1) * (k + 2)), 1e-12) << "power " << k;
  }
}

/// Both error formulas vanish for what their embedded method integrates exactly.
TEST(Dop853, ErrorsVanishForLowOrders) {
  for (int k = 0; k < 5; ++k) {
    double fifth = 0.0, third = 0.0;
    for (int j = 0; j < dop853::kStages; ++j) {
      fifth += dop853::e5[j] * std::pow(dop853::c[j], k);
      third += dop853::e3[j] * std::pow(dop853::c[j], k);
    }
    EXPECT_NEAR(fifth, 0.0, 1e-13) << "power " << k;
    if (k < 3) {
      EXPECT_NEAR(third, 0.0, 1e-13) << "power " << k;
    }
  }
}

/// All eight conditions of order 4, and L-stability: b is the last row.
TEST(Esdirk4, OrderConditions) {
  using namespace esdirk4;
  double a[kStages][kStages] = {}, b[kStages];
  for (int i = 0; i < kStages; ++i) {
    for (int j = 0; j < i; ++j) a[i][j] = esdirk4::a[i][j];
    if (i > 0) a[i][i] = kGamma;
  }
  for (int j = 0; j < kStages; ++j) b[j] = a[kStages - 1][j];
  double sums[8] = {};
  for (int i = 0; i < kStages; ++i) {
    double row = 0.0, ac = 0.0, ac2 = 0.0, aac = 0.0;
    for (int j = 0; j < kStages; ++j) {
      row += a[i][j];
      ac += a[i][j] * c[j];
      ac2 += a[i][j] * c[j] * c[j];
      for (int k = 0; k < kStages; ++k) aac += a[i][j] * a[j][k] * c[k];
    }
    EXPECT_NEAR(row, c[i], 1e-14);
    if (i > 0) {
      EXPECT_NEAR(ac, 0.5 * c[i] * c[i], 1e-14) << "stages have order 2";
    }
    const double terms[8] = {1.0, c[i], c[i] * c[i], ac, c[i] * c[i] * c[i], c[i] * ac, ac2, aac};
    for (int t = 0; t < 8; ++t) sums[t] += b[i] * terms[t];
  }
  const double wanted[8] = {1.0, 1.0 / 2, 1.0 / 3, 1.0 / 6, 1.0 / 4, 1.0 / 8, 1.0 / 12, 1.0 / 24};
  for (int t = 0; t < 8; ++t) EXPECT_NEAR(sums[t], wanted[t], 1e-14) << "condition " << t;
}

}  // namespace
}  // namespace outrigger::stepper
