/// Angles in lanes have the bits of elementary::atan2, whatever stands in the other lanes: on the axes,
/// next to them, on the diagonals, with zeros of both signs, and for numbers that are none.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "batch/batch.h"
#include "math/elementary.h"
#include "system/coordinate_outer.h"

namespace outrigger {
namespace {

using batch::LaneCoordinate;
using batch::LaneKernels;

/// The angle of the first two components of a vector, counted from zero: a coordinate with products of
/// the vector and two axes.
class AngleInLanes {
 public:
  explicit AngleInLanes(const LaneKernels& kernels) : kernels_(kernels), lanes_(kernels.lanes) {
    const auto lanes = static_cast<std::size_t>(lanes_);
    x_.assign(9 * lanes, 0.0);
    for (std::size_t l = 0; l < lanes; ++l) x_[3 * lanes + l] = x_[7 * lanes + l] = 1.0;
    one_left_.assign(2 * lanes, 0.0);
    one_right_ = one_left_;
    for (std::size_t l = 0; l < lanes; ++l) one_left_[l] = one_right_[lanes + l] = 1.0;
    for (const int axis : {1, 2}) {
      terms_.push_back({0, one_left_.data()});
      terms_.push_back({3 * axis * lanes_, one_right_.data()});
      ends_.push_back(2 * axis);
    }
    coordinate_ = {};
    coordinate_.kind = model::CoordinateKind::angle;
    coordinate_.dots = 2;
    coordinate_.term_end = ends_.data();
    coordinate_.terms = terms_.data();
  }

  /// One pair per lane.
  std::vector<double> measure(const std::vector<std::pair<double, double>>& y_and_x) {
    const auto lanes = static_cast<std::size_t>(lanes_);
    AlignedDoubles value(lanes, 0.0);
    for (std::size_t l = 0; l < lanes; ++l) {
      x_[l] = y_and_x[l].second;
      x_[lanes + l] = y_and_x[l].first;
    }
    batch::CoordinateLists lists{};
    lists.coordinate_count = 1;
    lists.coordinates = &coordinate_;
    kernels_.measure(lists, x_.data(), value.data());
    return {value.begin(), value.end()};
  }

 private:
  const LaneKernels& kernels_;
  int lanes_;
  AlignedDoubles x_, one_left_, one_right_;
  std::vector<LaneCoordinate::Term> terms_;
  std::vector<std::int32_t> ends_;
  LaneCoordinate coordinate_;
};

double any_number(Random& random) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double special[] = {0.0,    -0.0,    1.0,   -1.0,      1e-17,        -1e-19,
                            1e-300, -1e-320, 1e200, kInfinity, std::nan(""), 0.125};
  const double choice = random.uniform(0, 10);
  if (choice < 2) return special[static_cast<std::size_t>(random.uniform(0, 11.999))];
  if (choice < 4) return random.uniform(-1, 1) * std::exp(random.uniform(-50, 20));
  return random.uniform(-1, 1);
}

TEST(ArcTangentInLanes, HasTheBitsOfOneMachine) {
  for (const LaneKernels* kernels : {&batch::kFourLanes, &batch::kEightLanes}) {
    if (kernels->lanes > batch::widest_lanes()) continue;
    AngleInLanes angle(*kernels);
    Random random(7);
    for (int i = 0; i < 50000; ++i) {
      std::vector<std::pair<double, double>> y_and_x;
      for (int l = 0; l < kernels->lanes; ++l) {
        const double y = i % 2 == 0 ? random.uniform(-1, 1) : any_number(random);
        y_and_x.emplace_back(y, i % 7 == 0   ? y
                                : i % 2 == 0 ? random.uniform(-1, 1)
                                             : any_number(random));
      }
      const std::vector<double> got = angle.measure(y_and_x);
      for (std::size_t l = 0; l < got.size(); ++l) {
        // The products with the axes add zeros, which is why signs of zeros do not come through.
        const double y = y_and_x[l].first + 0.0, x = y_and_x[l].second + 0.0;
        if (!std::isfinite(y) || !std::isfinite(x)) continue;  // infinity times zero
        ASSERT_EQ(
            std::bit_cast<std::uint64_t>(got[l] + 0.0),
            std::bit_cast<std::uint64_t>(system::nearest_turn(elementary::atan2(y, x), 0.0) + 0.0))
            << y << " " << x;
      }
    }
  }
}

}  // namespace
}  // namespace outrigger
