/// A change of the ground as a plain value: where, what, and how steep the sides are. With a text form
/// of one line, for journals and command lines:
///
///   {rectangle: [x from, x to, y from, y to], lower: 0.5}
///   {circle: [x, y, radius], raise: 0.3, bank: 1.5, surface: gravel}
///   {polygon: [[x, y], [x, y], [x, y]], level: -0.2}
///   {rectangle: [0, 4, 0, 4], plane: [height, slope along x, slope along y]}
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace outrigger::terrain {

struct GroundEdit {
  enum class Area { rectangle, circle, polygon };
  enum class Operation {
    keep,   ///< heights stay: the surface alone changes
    raise,  ///< by `value`; lowered where that is negative
    level,  ///< to the height `value`
    plane   ///< `value` in the middle of the area's box, and rising by `slope_x`, `slope_y`
  };
  using Place = std::array<double, 2>;  ///< x, y [m]

  Area area = Area::rectangle;
  std::array<double, 4> rectangle{};  ///< x from, x to, y from, y to [m]
  Place centre{};
  double radius = 0.0;
  std::vector<Place> polygon;  ///< at least three corners, in either sense

  Operation operation = Operation::keep;
  double value = 0.0;  ///< [m]
  double slope_x = 0.0, slope_y = 0.0;
  /// Run over rise of the sides beyond the area, as of a site's features; 0: vertical, along the lines of
  /// the fine cells whose middles are inside.
  double bank = 0.0;
  std::string surface;  ///< name; empty: as it is

  bool operator==(const GroundEdit&) const = default;
};

/// Corners and sizes that an edit may have.
inline constexpr std::size_t kMostEditCorners = 1000;
inline constexpr double kLargestEditHeight = 1000.0;  ///< [m]

/// Throws Error that says what is wrong: numbers that are not finite, empty areas, a bank that is negative.
void check(const GroundEdit& edit);

/// One line that ground_edit_from_text reads back to the same bits.
std::string to_text(const GroundEdit& edit);
/// Throws Error that says what is allowed. The result has passed check().
GroundEdit ground_edit_from_text(std::string_view text);

/// For people: "rectangle x 0 to 4 m, y 0 to 4 m lowered by 0.5 m".
std::string describe(const GroundEdit& edit);

}  // namespace outrigger::terrain
