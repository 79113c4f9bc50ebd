#include "display/shown_units.h"

#include <array>
#include <numbers>
#include <string_view>

namespace outrigger::display {

namespace {

struct Row {
  std::string_view measured, shown;
  double scale;
  std::uint32_t decimals;
};

constexpr std::array<Row, 5> kRows{{{"rad/s", "rpm", 30.0 / std::numbers::pi, 0},
                                    {"m/s", "km/h", 3.6, 1},
                                    {"rad", "deg", 180.0 / std::numbers::pi, 0},
                                    {"", "%", 100.0, 0},
                                    {"N", "kN", 1e-3, 1}}};

}  // namespace

ShownUnit shown_unit(const std::string& measured, const std::string& asked) {
  for (const Row& row : kRows)
    if (row.measured == measured && row.shown == asked) return {asked, row.scale, row.decimals};
  if (measured == "rad") return {"deg", 180.0 / std::numbers::pi, 1};
  return {};
}

}  // namespace outrigger::display
