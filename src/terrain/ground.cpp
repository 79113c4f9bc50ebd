#include "terrain/ground.h"

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

/// Catmull-Rom through f[0..3] at u in [0, 1] between f[1] and f[2], with its derivative.
struct Cubic {
  double value, slope;
};
Cubic catmull_rom(const double* f, double u) {
  const double c1 = 0.5 * (f[2] - f[0]);
  const double c2 = f[0] - 2.5 * f[1] + 2.0 * f[2] - 0.5 * f[3];
  const double c3 = 0.5 * (f[3] - f[0]) + 1.5 * (f[1] - f[2]);
  return {f[1] + u * (c1 + u * (c2 + u * c3)), c1 + u * (2.0 * c2 + u * 3.0 * c3)};
}

}  // namespace

Ground::Ground() {
  description::Surface asphalt;
  asphalt.name = "asphalt";
  asphalt.material = "asphalt";
  surfaces_.push_back(asphalt);
}

Ground::Ground(const Site& site) : surfaces_(site.surfaces) {
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
}

void Ground::make_tiles() {
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

int Ground::surface_index(const std::string& name, const description::Location& where) const {
  for (std::size_t i = 0; i < surfaces_.size(); ++i)
    if (surfaces_[i].name == name) return static_cast<int>(i);
  throw Error(fmt::format("{}there is no surface named '{}'", place(where), name));
}

void Ground::make_features(const description::Ground& ground) {
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
double Ground::grid(int column, int row) const {
  const int c = std::clamp(column, 0, columns_ - 1), r = std::clamp(row, 0, rows_ - 1);
  if (c != column) return 2.0 * grid(c, row) - grid(column < 0 ? 1 : columns_ - 2, row);
  if (r != row) return 2.0 * grid(c, r) - grid(c, row < 0 ? 1 : rows_ - 2);
  return heights_[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns_) +
                  static_cast<std::size_t>(c)];
}

/// Where on the grid, 0 .. last; NaN gives 0.
double Ground::along_grid(double from_edge, int count) const {
  const double u = from_edge / cell_;
  return u > 0.0 ? std::min(u, static_cast<double>(count - 1)) : 0.0;
}

Ground::Sample Ground::sample(double x, double y) const {
  if (is_plane()) return {};
  const double u = along_grid(x - x_min_, columns_), w = along_grid(y - y_min_, rows_);
  const int c = std::min(static_cast<int>(u), columns_ - 2);
  const int r = std::min(static_cast<int>(w), rows_ - 2);
  const double fu = u - c, fw = w - r;
  double across[4], across_slope[4];
  for (int j = 0; j < 4; ++j) {
    double f[4];
    for (int i = 0; i < 4; ++i) f[i] = grid(c - 1 + i, r - 1 + j);
    const Cubic k = catmull_rom(f, fu);
    across[j] = k.value;
    across_slope[j] = k.slope;
  }
  const Cubic along = catmull_rom(across, fw);
  Sample s;
  s.height = along.value;
  // Beyond the edge the ground is level across it.
  const bool outside_x = x < x_min_ || x > x_min_ + (columns_ - 1) * cell_;
  const bool outside_y = y < y_min_ || y > y_min_ + (rows_ - 1) * cell_;
  s.slope_x = outside_x ? 0.0 : catmull_rom(across_slope, fw).value / cell_;
  s.slope_y = outside_y ? 0.0 : along.slope / cell_;
  return s;
}

double Ground::height(double x, double y) const { return sample(x, y).height; }

int Ground::surface(double x, double y) const {
  if (is_plane()) return base_surface_;
  const double u = along_grid(x - x_min_, columns_), w = along_grid(y - y_min_, rows_);
  return surface_[static_cast<std::size_t>(w + 0.5) * static_cast<std::size_t>(columns_) +
                  static_cast<std::size_t>(u + 0.5)];
}

GroundPoint Ground::nearest(const Vec3& p) const {
  GroundPoint g;
  if (is_plane()) {
    g.point = {p.x(), p.y(), 0.0};
    g.surface = base_surface_;
    return g;
  }
  if (!(std::abs(p.x()) < 1e9 && std::abs(p.y()) < 1e9)) return g;
  // Foot of p on the tangent plane over p, then the tangent plane over that foot.
  double x = p.x(), y = p.y();
  for (int pass = 0; pass < 2; ++pass) {
    const Sample s = sample(x, y);
    g.normal = Vec3(-s.slope_x, -s.slope_y, 1.0).normalized();
    const Vec3 on_surface(x, y, s.height);
    g.point = p - g.normal.dot(p - on_surface) * g.normal;
    if (s.slope_x == 0.0 && s.slope_y == 0.0) break;
    x = g.point.x();
    y = g.point.y();
  }
  g.surface = surface(x, y);
  return g;
}

}  // namespace outrigger::terrain
