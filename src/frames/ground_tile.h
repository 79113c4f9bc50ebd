/// A piece of ground that was changed while the machine runs. It replaces that part of Scene::ground.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace outrigger::frames {

/// Heights as 16-bit steps about a base: height = height_base + height_step * n. The step is 2 mm, which
/// nobody sees, and more only where a tile spans over 131 m.
struct GroundTile {
  static constexpr double kHeightStep = 0.002;  ///< [m]

  std::int32_t column = 0, row = 0;     ///< of the tile; its neighbours in +x and +y have one more
  std::uint32_t columns = 0, rows = 0;  ///< points; neighbours share those at the border
  double x_min = 0.0, y_min = 0.0, cell = 0.0;  ///< [m]
  double height_base = 0.0, height_step = kHeightStep;
  std::vector<std::int16_t> heights;  ///< columns * rows, row by row (y upwards)
  std::vector<std::uint8_t>
      surfaces;  ///< per point, index into Ground::kinds; empty: all of kind 0
  std::vector<std::uint8_t> looseness;  ///< per point: 255 = loose, 0 = grown; empty: all grown

  /// Unique for a column and a row.
  std::uint64_t id() const {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(row)) << 32 |
           static_cast<std::uint32_t>(column);
  }
  double height(std::size_t point) const {
    return height_base + height_step * static_cast<double>(heights[point]);
  }
  /// Heights that are no numbers become the lowest.
  void set_heights(const std::vector<double>& metres) {
    double low = 0.0, high = 0.0;
    bool first = true;
    for (const double z : metres) {
      if (!std::isfinite(z)) continue;
      low = first ? z : std::min(low, z);
      high = first ? z : std::max(high, z);
      first = false;
    }
    height_step = std::max(kHeightStep, (high - low) / 65000.0);
    height_base = height_step * std::round(0.5 * (low + high) / height_step);
    heights.resize(metres.size());
    for (std::size_t i = 0; i < metres.size(); ++i) {
      const double z = std::isfinite(metres[i]) ? metres[i] : low;
      heights[i] = static_cast<std::int16_t>(
          std::clamp(std::round((z - height_base) / height_step), -32768.0, 32767.0));
    }
  }
};

}  // namespace outrigger::frames
