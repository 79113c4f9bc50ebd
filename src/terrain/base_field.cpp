#include "terrain/base_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "terrain/profile.h"

namespace outrigger::terrain {

using description::GroundFeature;
using description::Site;

namespace {

constexpr double kMaxPoints = description::kMaxGroundPoints;
constexpr int kTileCells = 8;        ///< at least, along a tile
constexpr double kTileLength = 1.0;  ///< at least [m]: most wheels and spheres are smaller
/// Negative weights of Catmull-Rom sum up to 1/8 at most, those of its square to 2 (9/8) (1/8).
constexpr double kOvershoot = 9.0 / 32.0;

std::string place(const description::Location& where) {
  return where.file.empty() ? std::string() : fmt::format("{}:{}: ", where.file, where.line);
}

constexpr double kFlat = 1e-9;           ///< of a plane's points off the plane [m]
constexpr std::uint8_t kFarthest = 255;  ///< cells that are counted
constexpr int kFootPasses = 20;
constexpr double kFootGoal = 1e-10;  ///< steps of the foot that end the search [m]
constexpr double kRing = 0.6;  ///< of the distance, around a foot: where others are looked for
constexpr double kOtherValley =
    1.3;  ///< of the distance squared: less than that of the ring on a plane

/// Catmull-Rom through f[0..3] at u in [0, 1] between f[1] and f[2], with its derivatives.
struct Cubic {
  double value, slope, bend;
};
Cubic catmull_rom(const double* f, double u) {
  const double c1 = 0.5 * (f[2] - f[0]);
  const double c2 = f[0] - 2.5 * f[1] + 2.0 * f[2] - 0.5 * f[3];
  const double c3 = 0.5 * (f[3] - f[0]) + 1.5 * (f[1] - f[2]);
  return {f[1] + u * (c1 + u * (c2 + u * c3)), c1 + u * (2.0 * c2 + u * 3.0 * c3),
          2.0 * c2 + u * 6.0 * c3};
}

}  // namespace

BaseField::BaseField() {
  description::Surface asphalt;
  asphalt.name = "asphalt";
  asphalt.material = "asphalt";
  surfaces_.push_back(asphalt);
}

BaseField::BaseField(const Site& site) : surfaces_(site.surfaces) {
  if (surfaces_.empty() || surfaces_.size() > 255)
    throw Error(fmt::format("site '{}' has {} surfaces; it needs between 1 and 255", site.name,
                            surfaces_.size()));
  const description::Ground& g = site.ground;
  base_surface_ = g.surface.empty() ? 0 : surface_index(g.surface, {});
  if (!g.height_field) return;
  const double across = std::round((g.x_max - g.x_min) / g.cell);
  const double along = std::round((g.y_max - g.y_min) / g.cell);
  if (!(g.cell > 0.0) || !(across >= 1.0) || !(along >= 1.0) ||
      !((across + 1.0) * (along + 1.0) <= kMaxPoints))
    throw Error(
        fmt::format("the height field of site '{}' needs a positive cell and between 4 and "
                    "{:.0f} points; it has a cell of {} m over {} by {} m",
                    site.name, kMaxPoints, g.cell, g.x_max - g.x_min, g.y_max - g.y_min));
  cell_ = g.cell;
  x_min_ = g.x_min;
  y_min_ = g.y_min;
  columns_ = static_cast<int>(across) + 1;
  rows_ = static_cast<int>(along) + 1;
  const std::size_t points = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
  heights_.assign(points, 0.0);
  surface_.assign(points, static_cast<std::uint8_t>(base_surface_));
  if (!g.heights.empty()) {
    if (g.heights.size() != points)
      throw Error(
          fmt::format("the height field of site '{}' has {} heights, but {} columns by {} "
                      "rows need {}",
                      site.name, g.heights.size(), columns_, rows_, points));
    heights_ = g.heights;
  }
  make_features(g);
  for (std::size_t i = 0; i < points; ++i)
    if (!(std::abs(heights_[i]) <= 1e4))
      throw Error(
          fmt::format("the height field of site '{}' has {} at column {}, row {}; heights "
                      "must be numbers within 10 km",
                      site.name, heights_[i], i % static_cast<std::size_t>(columns_),
                      i / static_cast<std::size_t>(columns_)));
  make_tiles();
  const auto [low, high] = std::minmax_element(heights_.begin(), heights_.end());
  lowest_ = *low - kOvershoot * (*high - *low);
  highest_ = *high + kOvershoot * (*high - *low);
  measure_flatness();
}

/// Cells whose sixteen points lie in a plane, and how far from each the next one is that does not: planes
/// of neighbours share points, so that all cells in between are one plane.
void BaseField::measure_flatness() {
  const int columns = columns_ - 1, rows = rows_ - 1;
  flat_cells_.assign(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), 0);
  const auto at = [&](int c, int r) -> std::uint8_t& {
    return flat_cells_[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) +
                       static_cast<std::size_t>(c)];
  };
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const double corner = grid(c, r), along = grid(c + 1, r) - corner,
                   up = grid(c, r + 1) - corner;
      bool flat = true;
      for (int j = -1; j <= 2 && flat; ++j)
        for (int i = -1; i <= 2 && flat; ++i)
          flat = std::abs(grid(c + i, r + j) - corner - i * along - j * up) <= kFlat;
      at(c, r) = flat ? kFarthest : 0;
    }
  // Beyond the edge the ground is level across it, which is a kink where it slopes. Nearest cell that is
  // not flat, rows and columns counting alike: once forth and once back.
  const auto near = [&](int c, int r) -> int {
    return c < 0 || r < 0 || c >= columns || r >= rows ? 0 : at(c, r);
  };
  const auto step = [&](int c, int r, int to) {
    const int next = 1 + std::min({near(c - to, r), near(c, r - to), near(c - to, r - to),
                                   near(c + to, r - to)});
    at(c, r) = static_cast<std::uint8_t>(std::min<int>(at(c, r), next));
  };
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      if (at(c, r) != 0) step(c, r, 1);
  for (int r = rows - 1; r >= 0; --r)
    for (int c = columns - 1; c >= 0; --c)
      if (at(c, r) != 0) step(c, r, -1);
}

/// How far around a place the ground is one plane, at least [m].
double BaseField::flat_around(double x, double y) const {
  const double u = along_grid(x - x_min_, columns_), w = along_grid(y - y_min_, rows_);
  const int c = std::min(static_cast<int>(u), columns_ - 2);
  const int r = std::min(static_cast<int>(w), rows_ - 2);
  const int cells =
      flat_cells_[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns_ - 1) +
                  static_cast<std::size_t>(c)];
  return (cells - 1) * cell_;
}

void BaseField::make_tiles() {
  tile_cells_ =
      std::max(kTileCells,
               static_cast<int>(std::ceil(std::min(kTileLength / cell_, columns_ + 1.0 * rows_))));
  reach_ = tile_cells_ * cell_;
  tile_columns_ = (columns_ - 2) / tile_cells_ + 1;
  tile_rows_ = (rows_ - 2) / tile_cells_ + 1;
  tile_top_.resize(static_cast<std::size_t>(tile_columns_) * static_cast<std::size_t>(tile_rows_));
  for (int tr = 0; tr < tile_rows_; ++tr)
    for (int tc = 0; tc < tile_columns_; ++tc) {
      // All points that the surface of the tile and of its neighbours is made of.
      const int r0 = std::max(-1, (tr - 1) * tile_cells_ - 1);
      const int r1 = std::min(rows_, (tr + 2) * tile_cells_ + 1);
      const int c0 = std::max(-1, (tc - 1) * tile_cells_ - 1);
      const int c1 = std::min(columns_, (tc + 2) * tile_cells_ + 1);
      double low = grid(c0, r0), high = low;
      for (int r = r0; r <= r1; ++r)
        for (int c = c0; c <= c1; ++c) {
          low = std::min(low, grid(c, r));
          high = std::max(high, grid(c, r));
        }
      // Between the points the smooth surface may rise above them.
      tile_top_[static_cast<std::size_t>(tr) * static_cast<std::size_t>(tile_columns_) +
                static_cast<std::size_t>(tc)] = high + kOvershoot * (high - low);
    }
}

int BaseField::surface_index(const std::string& name, const description::Location& where) const {
  for (std::size_t i = 0; i < surfaces_.size(); ++i)
    if (surfaces_[i].name == name) return static_cast<int>(i);
  throw Error(fmt::format("{}there is no surface named '{}'", place(where), name));
}

void BaseField::make_features(const description::Ground& ground) {
  for (const GroundFeature& f : ground.features) {
    const int surface = f.surface.empty() ? -1 : surface_index(f.surface, f.where);
    for (int r = 0; r < rows_; ++r)
      for (int c = 0; c < columns_; ++c) {
        const double x = x_min_ + c * cell_, y = y_min_ + r * cell_;
        const double near_x = std::clamp(x, f.x_min, f.x_max);
        const double near_y = std::clamp(y, f.y_min, f.y_max);
        const double away = std::hypot(x - near_x, y - near_y);
        const std::size_t i = static_cast<std::size_t>(r) * static_cast<std::size_t>(columns_) +
                              static_cast<std::size_t>(c);
        const bool inside = away <= 1e-9 * cell_;
        if (inside && surface >= 0) surface_[i] = static_cast<std::uint8_t>(surface);
        if (f.profile.empty()) continue;
        const double here = profile_height(f.profile, f.along_y ? near_y : near_x);
        if (inside) {
          heights_[i] = here;
        } else if (f.bank > 0.0) {
          // Embankments fall, cuttings rise, until they meet the ground that is there.
          const double change = away / f.bank;
          heights_[i] = here >= heights_[i] ? std::max(heights_[i], here - change)
                                            : std::min(heights_[i], here + change);
        }
      }
  }
}

/// Height of a point of the grid, or of one just outside: the edge goes on straight there, so that
/// planes stay planes in the outermost cells.
double BaseField::grid(int column, int row) const {
  const int c = std::clamp(column, 0, columns_ - 1), r = std::clamp(row, 0, rows_ - 1);
  if (c != column) return 2.0 * grid(c, row) - grid(column < 0 ? 1 : columns_ - 2, row);
  if (r != row) return 2.0 * grid(c, r) - grid(c, row < 0 ? 1 : rows_ - 2);
  return heights_[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns_) +
                  static_cast<std::size_t>(c)];
}

/// Where on the grid, 0 .. last; NaN gives 0.
double BaseField::along_grid(double from_edge, int count) const {
  const double u = from_edge / cell_;
  return u > 0.0 ? std::min(u, static_cast<double>(count - 1)) : 0.0;
}

BaseField::Sample BaseField::sample(double x, double y) const {
  if (is_plane()) return {};
  const double u = along_grid(x - x_min_, columns_), w = along_grid(y - y_min_, rows_);
  const int c = std::min(static_cast<int>(u), columns_ - 2);
  const int r = std::min(static_cast<int>(w), rows_ - 2);
  const double fu = u - c, fw = w - r;
  double across[4], across_slope[4], across_bend[4];
  for (int j = 0; j < 4; ++j) {
    double f[4];
    for (int i = 0; i < 4; ++i) f[i] = grid(c - 1 + i, r - 1 + j);
    const Cubic k = catmull_rom(f, fu);
    across[j] = k.value;
    across_slope[j] = k.slope;
    across_bend[j] = k.bend;
  }
  const Cubic along = catmull_rom(across, fw), along_slope = catmull_rom(across_slope, fw);
  Sample s;
  s.height = along.value;
  // Beyond the edge the ground is level across it.
  const bool outside_x = x < x_min_ || x > x_min_ + (columns_ - 1) * cell_;
  const bool outside_y = y < y_min_ || y > y_min_ + (rows_ - 1) * cell_;
  const double per_cell2 = 1.0 / (cell_ * cell_);
  if (!outside_x) {
    s.slope_x = along_slope.value / cell_;
    s.bend_xx = catmull_rom(across_bend, fw).value * per_cell2;
  }
  if (!outside_y) {
    s.slope_y = along.slope / cell_;
    s.bend_yy = along.bend * per_cell2;
  }
  if (!outside_x && !outside_y) s.bend_xy = along_slope.slope * per_cell2;
  return s;
}

/// The height of sample(), alone.
double BaseField::height(double x, double y) const {
  if (is_plane()) return 0.0;
  const double u = along_grid(x - x_min_, columns_), w = along_grid(y - y_min_, rows_);
  const int c = std::min(static_cast<int>(u), columns_ - 2);
  const int r = std::min(static_cast<int>(w), rows_ - 2);
  double across[4];
  for (int j = 0; j < 4; ++j) {
    double f[4];
    for (int i = 0; i < 4; ++i) f[i] = grid(c - 1 + i, r - 1 + j);
    across[j] = catmull_rom(f, u - c).value;
  }
  return catmull_rom(across, w - r).value;
}

int BaseField::surface(double x, double y) const {
  if (is_plane()) return base_surface_;
  const double u = along_grid(x - x_min_, columns_), w = along_grid(y - y_min_, rows_);
  return surface_[static_cast<std::size_t>(w + 0.5) * static_cast<std::size_t>(columns_) +
                  static_cast<std::size_t>(u + 0.5)];
}

GroundPoint BaseField::nearest(const Vec3& p) const {
  GroundPoint g;
  if (is_plane()) {
    g.point = {p.x(), p.y(), 0.0};
    g.surface = base_surface_;
    return g;
  }
  if (!(std::abs(p.x()) < 1e9 && std::abs(p.y()) < 1e9)) return g;
  const Foot foot = find_foot(p);
  const Sample& s = foot.sample;
  g.normal = Vec3(-s.slope_x, -s.slope_y, 1.0).normalized();
  g.point = p - g.normal.dot(p - Vec3(foot.x, foot.y, s.height)) * g.normal;
  g.surface = surface(g.point.x(), g.point.y());
  return g;
}

/// Exact by the tangent plane where all ground around is one plane; else the nearest of the feet in the
/// valleys around p counts. A foot in the wrong place would be more than a small error: the depth of a
/// sphere would not be the integral of its normal, and contact would give energy.
BaseField::Foot BaseField::find_foot(const Vec3& p) const {
  Foot best = foot_at(p, p.x(), p.y());
  // No foot is farther away in x and y than the ground below p.
  const double drop = std::abs(p.z() - best.sample.height);
  if (drop <= flat_around(p.x(), p.y()) || !(drop < reach_)) {
    const Sample& s = best.sample;
    if (s.slope_x == 0.0 && s.slope_y == 0.0) return best;
    const double lean = (p.z() - s.height) / (1.0 + s.slope_x * s.slope_x + s.slope_y * s.slope_y);
    return foot_at(p, p.x() + lean * s.slope_x, p.y() + lean * s.slope_y);
  }
  best = descend(p, best);
  // On a plane, places on this ring are 1.36 times as far, squared: what is nearer is in another valley,
  // or on the way to it.
  const double middle_x = best.x, middle_y = best.y, side = kRing * std::sqrt(best.distance2);
  const double near_enough = kOtherValley * best.distance2;
  for (int i = 0; i < 8; ++i) {
    constexpr double kDiagonal = 0.70710678118654752;
    constexpr double kAround[8] = {1.0,  kDiagonal,  0.0, -kDiagonal,
                                   -1.0, -kDiagonal, 0.0, kDiagonal};
    const double x = middle_x + side * kAround[i], y = middle_y + side * kAround[(i + 6) % 8];
    if (!((p - Vec3(x, y, height(x, y))).squaredNorm() < near_enough)) continue;
    const Foot other = descend(p, foot_at(p, x, y));
    if (other.distance2 < best.distance2) best = other;
  }
  return best;
}

BaseField::Foot BaseField::foot_at(const Vec3& p, double x, double y) const {
  const Sample s = sample(x, y);
  return {x, y, s, (p - Vec3(x, y, s.height)).squaredNorm()};
}

/// Newton on half the squared distance, D_i = -(r_i + r_z h_i), D_ij = δ_ij + h_i h_j - r_z h_ij; without
/// the bends where these make it indefinite. Halved until it comes nearer.
BaseField::Foot BaseField::descend(const Vec3& p, Foot foot) const {
  for (int pass = 0; pass < kFootPasses; ++pass) {
    const Sample& s = foot.sample;
    const double rz = p.z() - s.height;
    const double gx = p.x() - foot.x + rz * s.slope_x, gy = p.y() - foot.y + rz * s.slope_y;
    double xx = 1.0 + s.slope_x * s.slope_x, yy = 1.0 + s.slope_y * s.slope_y;
    double xy = s.slope_x * s.slope_y;
    const double bent_xx = xx - rz * s.bend_xx, bent_yy = yy - rz * s.bend_yy;
    const double bent_xy = xy - rz * s.bend_xy;
    if (bent_xx > 0.1 && bent_yy > 0.1 &&
        bent_xx * bent_yy - bent_xy * bent_xy > 0.1 * bent_xx * bent_yy) {
      xx = bent_xx;
      yy = bent_yy;
      xy = bent_xy;
    }
    const double determinant = xx * yy - xy * xy;
    double dx = (yy * gx - xy * gy) / determinant, dy = (xx * gy - xy * gx) / determinant;
    if (!(std::abs(dx) + std::abs(dy) > kFootGoal)) break;
    Foot next = foot_at(p, foot.x + dx, foot.y + dy);
    for (int halving = 0; halving < 6 && !(next.distance2 < foot.distance2); ++halving) {
      dx *= 0.5;
      dy *= 0.5;
      next = foot_at(p, foot.x + dx, foot.y + dy);
    }
    if (!(next.distance2 < foot.distance2)) break;
    foot = next;
  }
  return foot;
}

}  // namespace outrigger::terrain
