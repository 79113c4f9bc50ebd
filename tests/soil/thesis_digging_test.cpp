/// The law of the thesis gives the drafts for which its parameters were published, and its corrected filling
/// equations give the motion of the hinge at the hinge: a comparison must be with the law, not with a misprint.
#include "soil/thesis_digging.h"

#include <gtest/gtest.h>

#include <cmath>

namespace outrigger::soil {
namespace {

struct Published {
  const char* name;
  double mu_dig, sigma2, n, mu_cp;
  double empty[5], full[5], fast[5];  ///< 0.1 to 0.5 m; 0.5, 0.5 and 1 m/s; 0, 1 and 1 m³ [kN]
};

const Published kPublished[] = {{"dry sand",
                                 52000,
                                 1.36,
                                 1.83,
                                 169000,
                                 {0.38, 1.37, 2.87, 4.86, 7.31},
                                 {0.91, 3.23, 6.78, 11.47, 17.26},
                                 {1.82, 6.45, 13.55, 22.94, 34.52}},
                                {"sandy loam",
                                 84700,
                                 0.37,
                                 1.21,
                                 325000,
                                 {2.61, 6.04, 9.87, 13.97, 18.31},
                                 {3.58, 8.28, 13.52, 19.15, 25.08},
                                 {7.15, 16.55, 27.03, 38.29, 50.16}},
                                {"clay",
                                 137000,
                                 0.11,
                                 1.06,
                                 132000,
                                 {5.97, 12.44, 19.12, 25.93, 32.85},
                                 {6.62, 13.81, 21.22, 28.79, 36.47},
                                 {13.24, 27.61, 42.44, 57.57, 72.94}},
                                {"gravel",
                                 69700,
                                 1.25,
                                 1.74,
                                 375000,
                                 {0.63, 2.12, 4.29, 7.08, 10.43},
                                 {1.43, 4.77, 9.65, 15.92, 23.47},
                                 {2.85, 9.53, 19.3, 31.84, 46.95}},
                                {"top soil",
                                 53900,
                                 0.36,
                                 1.24,
                                 117000,
                                 {1.55, 3.66, 6.06, 8.65, 11.41},
                                 {2.11, 4.98, 8.24, 11.77, 15.52},
                                 {4.22, 9.96, 16.47, 23.53, 31.03}}};

TEST(ThesisDigging, DraftsAreThePublishedOnes) {
  for (const Published& s : kPublished) {
    ThesisDigging law;
    law.mu_dig = s.mu_dig, law.sigma2 = s.sigma2, law.n = s.n, law.mu_cp = s.mu_cp;
    for (int k = 0; k < 5; ++k) {
      ThesisSlice slice;
      slice.depth = 0.1 * (k + 1);
      const auto draft = [&](double volume, double speed) {
        slice.volume = volume;
        slice.velocity = {speed, 0.0, 0.0};
        return -thesis_digging(law, slice).force.x() / 1000.0;
      };
      // Printed with two decimals, from parameters printed with three digits.
      EXPECT_NEAR(draft(0.0, 0.5), s.empty[k], 0.006 + 0.004 * s.empty[k]) << s.name << k;
      EXPECT_NEAR(draft(1.0, 0.5), s.full[k], 0.006 + 0.004 * s.full[k]) << s.name << k;
      EXPECT_NEAR(draft(1.0, 1.0), s.fast[k], 0.006 + 0.004 * s.fast[k]) << s.name << k;
    }
  }
}

TEST(ThesisDigging, DampingIsTheDerivative) {
  for (bool regularised : {false, true}) {
    ThesisDigging law;
    law.regularised = regularised;
    ThesisSlice slice;
    slice.depth = 0.3, slice.volume = 0.5, slice.slices = 4;
    slice.way = Vec3(1.0, 0.2, -0.4).normalized();
    const Vec3 v(0.2, 0.05, -0.3);
    slice.velocity = v;
    const Mat3 c = thesis_digging(law, slice).damping;
    for (int a = 0; a < 3; ++a) {
      slice.velocity = v + 1e-5 * Vec3::Unit(a);
      const Vec3 high = thesis_digging(law, slice).force;
      slice.velocity = v - 1e-5 * Vec3::Unit(a);
      const Vec3 low = thesis_digging(law, slice).force;
      EXPECT_LT(((low - high) / 2e-5 - c.col(a)).norm(), 1e-6 * c.norm());
    }
  }
}

TEST(ThesisDigging, RegularisedIsTheSameAtHalfAMetrePerSecondAndLimited) {
  ThesisDigging law;
  ThesisSlice slice;
  slice.depth = 0.3;
  slice.velocity = {0.5, 0.0, 0.0};
  const double plain = thesis_digging(law, slice).force.norm();
  law.regularised = true;
  EXPECT_NEAR(thesis_digging(law, slice).force.norm(), plain, 0.01 * plain);
  slice.velocity = {0.05, 0.0, 0.0};
  EXPECT_GT(thesis_digging(law, slice).force.norm(), 0.2 * plain);
  law.regularised = false;
  slice.velocity = {0.0, 0.0, 100.0};
  EXPECT_NEAR(thesis_digging(law, slice).force.norm(), 250e3, 1e-6);
}

TEST(ThesisDigging, FillingFollowsTheMotionOfTheAperture) {
  ThesisAperture a;
  a.depth = 0.3, a.radius = 0.5, a.width = 0.2;
  a.angle = 0.5235987755982988;  // 30°
  EXPECT_NEAR(thesis_filled_length(a), 0.6, 1e-12);
  a.tooth_velocity = {1.0, 0.0, 0.0};  // turns about the hinge: 0.7 m/s at 0.3 of the metre
  EXPECT_NEAR(thesis_filling(a, 0.01), 0.7 * 0.6 * 0.2 * 0.01, 1e-12);
  a.angle = 0.0;
  EXPECT_EQ(thesis_filled_length(a), 1.0);
  a.tooth_velocity = {-1.0, 0.0, 0.0};
  EXPECT_EQ(thesis_filling(a, 0.01), 0.0);
  EXPECT_NEAR(thesis_weight(1420.0, 0.5, {0.0, 0.0, -9.81}).z(), -6965.1, 1e-9);
}

}  // namespace
}  // namespace outrigger::soil
