/// The nearest point of changed ground: branch and bound over tiles, blocks of cells and cells by their
/// boxes; in a cell in closed form where it is a plane, else by Newton on the squared distance, kept
/// inside the cell, from the nearest of a few samples.
#include <algorithm>
#include <cmath>
#include <limits>

#include "terrain/ground.h"

namespace outrigger::terrain {

namespace {

constexpr int kPasses = 30;
constexpr double kGoal = 1e-11;      ///< steps of the foot that end the search [m]
constexpr double kSideways = 5.0;    ///< farthest that is looked for feet in x and y [m]
constexpr double kOnSurface = 1e-9;  ///< nearer than this, the normal is that of the surface [m]

}  // namespace

/// One question.
class TileSearch {
 public:
  TileSearch(const Ground& ground, const Vec3& p) : ground_(ground), p_(p), side_(ground.fine_) {}

  GroundPoint run() {
    const Ground::Cell under = ground_.find_cell(p_.x(), p_.y());
    const PatchSample s = under.tile->patch(under.i, under.j, side_).sample(under.u, under.w);
    above_ = p_.z() >= s.height;
    look_at_cell_of(p_.x(), p_.y());
    // A good bound first: where the tangent plane under p has its foot.
    if (s.slope_x != 0.0 || s.slope_y != 0.0) {
      const double lean =
          (p_.z() - s.height) / (1.0 + s.slope_x * s.slope_x + s.slope_y * s.slope_y);
      look_at_cell_of(p_.x() + lean * s.slope_x, p_.y() + lean * s.slope_y);
    }
    look_at_tiles();
    GroundPoint g;
    g.point = foot_;
    g.normal = normal();
    // A face has the surface of the cell above it, and p may be over the other one.
    g.surface = ground_.surface(surface_x_, surface_y_);
    return g;
  }

 private:
  double squared_gap(double x0, double x1, double y0, double y1, double low, double high) const {
    const double dx = std::max({x0 - p_.x(), 0.0, p_.x() - x1});
    const double dy = std::max({y0 - p_.y(), 0.0, p_.y() - y1});
    const double dz = std::max({low - p_.z(), 0.0, p_.z() - high});
    return dx * dx + dy * dy + dz * dz;
  }

  void look_at_cell_of(double x, double y) {
    const double u = (x - ground_.fine_x_) / side_, w = (y - ground_.fine_y_) / side_;
    if (!(u >= 0.0 && w >= 0.0 && u < ground_.cells_x_ && w < ground_.cells_y_)) return;
    const int i = static_cast<int>(u), j = static_cast<int>(w);
    if (const GroundTile* t = ground_.tile(i / kCells, j / kCells))
      look_at_cell(*t, i / kCells, j / kCells, i % kCells, j % kCells);
  }

  void look_at_tiles() {
    const double reach = std::min(std::sqrt(best_), kSideways), tile = kCells * side_;
    const auto index = [&](double from, int count) {
      return std::clamp(static_cast<int>(std::floor(from / tile)), 0, count - 1);
    };
    const int c0 = index(p_.x() - reach - ground_.fine_x_, ground_.tile_columns_);
    const int c1 = index(p_.x() + reach - ground_.fine_x_, ground_.tile_columns_);
    const int r0 = index(p_.y() - reach - ground_.fine_y_, ground_.tile_rows_);
    const int r1 = index(p_.y() + reach - ground_.fine_y_, ground_.tile_rows_);
    for (int r = r0; r <= r1; ++r)
      for (int c = c0; c <= c1; ++c) {
        const double x = ground_.fine_x_ + c * tile, y = ground_.fine_y_ + r * tile;
        const GroundTile* t = ground_.tile(c, r);
        if (t == nullptr)
          look_at_base(x, y, tile);
        else if (squared_gap(x, x + tile, y, y + tile, t->low, t->high) < best_)
          look_at_blocks(*t, c, r, x, y);
      }
  }

  void look_at_blocks(const GroundTile& t, int c, int r, double x, double y) {
    constexpr int kBlock = GroundTile::kBlock;
    const double block = kBlock * side_;
    for (int j = 0; j < kCells; j += kBlock)
      for (int i = 0; i < kCells; i += kBlock) {
        const double bx = x + i * side_, by = y + j * side_;
        const GroundTile::Bounds& b = t.blocks[GroundTile::block(i, j)];
        if (!(squared_gap(bx, bx + block, by, by + block, b.low, b.high) < best_)) continue;
        for (int dj = 0; dj < kBlock; ++dj)
          for (int di = 0; di < kBlock; ++di) {
            const GroundTile::Bounds& own = t.bounds[GroundTile::cell(i + di, j + dj)];
            const double cx = bx + di * side_, cy = by + dj * side_;
            if (squared_gap(cx, cx + side_, cy, cy + side_, own.low, own.high) < best_)
              look_at_cell(t, c, r, i + di, j + dj);
          }
      }
  }

  /// The part of the base where there is no tile.
  void look_at_base(double x, double y, double tile) {
    if (ground_.base_.is_plane()) {
      const Vec3 foot(std::clamp(p_.x(), x, x + tile), std::clamp(p_.y(), y, y + tile), 0.0);
      offer((p_ - foot).squaredNorm(), foot, Vec3::UnitZ(), true);
      return;
    }
    if (!asked_base_) base_ = ground_.base_.nearest(p_);
    asked_base_ = true;
    if (base_.point.x() >= x && base_.point.x() < x + tile && base_.point.y() >= y &&
        base_.point.y() < y + tile)
      offer((p_ - base_.point).squaredNorm(), base_.point, base_.normal, false);
  }

  void offer(double squared, const Vec3& foot, const Vec3& surface_normal, bool sharp) {
    if (!(squared < best_)) return;
    best_ = squared;
    foot_ = foot;
    surface_normal_ = surface_normal;
    sharp_ = sharp;
    surface_x_ = foot.x();
    surface_y_ = foot.y();
  }

  void look_at_cell(const GroundTile& t, int c, int r, int i, int j) {
    const std::uint8_t flags = t.flags[GroundTile::cell(i, j)];
    if ((flags & GroundTile::kOutside) != 0) return;
    const double x = ground_.fine_x_ + (c * kCells + i) * side_;
    const double y = ground_.fine_y_ + (r * kCells + j) * side_;
    const GroundPatch patch = t.patch(i, j, side_);
    const Vec3 q(p_.x() - x, p_.y() - y, p_.z());
    const double before = best_;
    if ((flags & GroundTile::kPlane) != 0)
      look_at_plane(patch, q, x, y);
    else
      look_at_patch(patch, q, x, y);
    if (best_ < before) {
      // The surface of this cell, also where the foot is on its border.
      surface_x_ = x + 0.5 * side_;
      surface_y_ = y + 0.5 * side_;
    }
    if ((flags & GroundTile::kFaces) != 0) look_at_faces(t, GroundTile::cell(i, j), x, y);
  }

  /// A quadratic function over a square: inside, or on one of the four sides.
  void look_at_plane(const GroundPatch& patch, const Vec3& q, double x, double y) {
    const GroundNode& n = patch.corner(0);
    const double a = n.slope_x, b = n.slope_y, z = q.z() - n.height;
    const double gx = q.x() + a * z, gy = q.y() + b * z;
    const double aa = 1.0 + a * a, bb = 1.0 + b * b, ab = a * b, determinant = 1.0 + a * a + b * b;
    const Vec3 normal = Vec3(-a, -b, 1.0) / std::sqrt(determinant);
    const auto take = [&](double s, double t, bool sharp) {
      const double h = n.height + a * s + b * t;
      const double dx = q.x() - s, dy = q.y() - t, dz = q.z() - h;
      offer(dx * dx + dy * dy + dz * dz, Vec3(x + s, y + t, h), normal, sharp);
    };
    const double s = (bb * gx - ab * gy) / determinant, t = (aa * gy - ab * gx) / determinant;
    if (s >= 0.0 && s <= side_ && t >= 0.0 && t <= side_) {
      take(s, t, false);
      return;
    }
    for (const double edge : {0.0, side_}) {
      take(edge, std::clamp((gy - ab * edge) / bb, 0.0, side_), true);
      take(std::clamp((gx - ab * edge) / aa, 0.0, side_), edge, true);
    }
  }

  void look_at_patch(const GroundPatch& patch, const Vec3& q, double x, double y) {
    const auto range = patch.bounds();
    // Steeper ones bend more within the cell.
    const int samples = range[1] - range[0] > 0.5 * side_ ? 5 : 3;
    double first = 1e300, second = 1e300;
    double at[2][2] = {};
    for (int j = 0; j < samples; ++j)
      for (int i = 0; i < samples; ++i) {
        const double u = static_cast<double>(i) / (samples - 1);
        const double w = static_cast<double>(j) / (samples - 1);
        const double dx = q.x() - u * side_, dy = q.y() - w * side_;
        const double dz = q.z() - patch.height(u, w);
        const double d = dx * dx + dy * dy + dz * dz;
        if (d < first) {
          second = first;
          at[1][0] = at[0][0], at[1][1] = at[0][1];
          first = d;
          at[0][0] = u * side_, at[0][1] = w * side_;
        } else if (d < second) {
          second = d;
          at[1][0] = u * side_, at[1][1] = w * side_;
        }
      }
    for (const auto& start : at) descend(patch, q, start[0], start[1], x, y);
  }

  /// Newton with the active sides of the cell held; halved until it comes nearer.
  void descend(const GroundPatch& patch, const Vec3& q, double s, double t, double x, double y) {
    const auto distance = [&](double a, double b, const PatchSample& at) {
      const double dx = q.x() - a, dy = q.y() - b, dz = q.z() - at.height;
      return dx * dx + dy * dy + dz * dz;
    };
    PatchSample k = patch.sample(s / side_, t / side_);
    double d = distance(s, t, k);
    for (int pass = 0; pass < kPasses; ++pass) {
      const double rz = q.z() - k.height;
      const double gx = q.x() - s + rz * k.slope_x, gy = q.y() - t + rz * k.slope_y;
      const bool hold_s = (s <= 0.0 && gx < 0.0) || (s >= side_ && gx > 0.0);
      const bool hold_t = (t <= 0.0 && gy < 0.0) || (t >= side_ && gy > 0.0);
      if (hold_s && hold_t) break;
      double xx = 1.0 + k.slope_x * k.slope_x, yy = 1.0 + k.slope_y * k.slope_y;
      double xy = k.slope_x * k.slope_y;
      const double bent_xx = xx - rz * k.bend_xx, bent_yy = yy - rz * k.bend_yy;
      const double bent_xy = xy - rz * k.bend_xy;
      if (bent_xx > 0.1 && bent_yy > 0.1 &&
          bent_xx * bent_yy - bent_xy * bent_xy > 0.1 * bent_xx * bent_yy)
        xx = bent_xx, yy = bent_yy, xy = bent_xy;
      double ds = 0.0, dt = 0.0;
      if (hold_s)
        dt = gy / (bent_yy > 0.1 ? bent_yy : yy);
      else if (hold_t)
        ds = gx / (bent_xx > 0.1 ? bent_xx : xx);
      else {
        const double determinant = xx * yy - xy * xy;
        ds = (yy * gx - xy * gy) / determinant;
        dt = (xx * gy - xy * gx) / determinant;
      }
      bool nearer = false;
      // Along Newton's step; where the sides of the cell bend that away, down the gradient.
      for (const bool newton : {true, false}) {
        if (!newton) ds = hold_s ? 0.0 : gx / xx, dt = hold_t ? 0.0 : gy / yy;
        for (int halving = 0; halving < 8 && !nearer; ++halving, ds *= 0.5, dt *= 0.5) {
          const double next_s = std::clamp(s + ds, 0.0, side_);
          const double next_t = std::clamp(t + dt, 0.0, side_);
          if (!(std::abs(next_s - s) + std::abs(next_t - t) > kGoal)) break;
          const PatchSample next = patch.sample(next_s / side_, next_t / side_);
          if (const double next_d = distance(next_s, next_t, next); next_d < d) {
            s = next_s, t = next_t, d = next_d, k = next;
            nearer = true;
          }
        }
        if (nearer) break;
      }
      if (!nearer) break;
    }
    const bool sharp = s <= 0.0 || s >= side_ || t <= 0.0 || t >= side_;
    offer(d, Vec3(x + s, y + t, k.height), Vec3(-k.slope_x, -k.slope_y, 1.0).normalized(), sharp);
  }

  /// Its upper and lower edges belong to the cells beside it.
  void look_at_faces(const GroundTile& t, std::size_t cell, double x, double y) {
    auto face = std::lower_bound(t.faces.begin(), t.faces.end(), cell,
                                 [](const auto& f, std::size_t c) { return f.cell < c; });
    for (; face != t.faces.end() && face->cell == cell; ++face) {
      const double from = face->along_x ? x : y, p = face->along_x ? p_.x() : p_.y();
      const double along = std::clamp(p - from, 0.0, side_);
      const double before = face->before.at(along / side_, side_);
      const double after = face->after.at(along / side_, side_);
      if (!(p_.z() > std::min(before, after) && p_.z() < std::max(before, after))) continue;
      const Vec3 foot = face->along_x ? Vec3(x + along, y, p_.z()) : Vec3(x, y + along, p_.z());
      const double to = before > after ? 1.0 : -1.0;  // the lower side
      const Vec3 normal = face->along_x ? Vec3(0.0, to, 0.0) : Vec3(to, 0.0, 0.0);
      const double dx = p_.x() - foot.x(), dy = p_.y() - foot.y();
      const double squared = dx * dx + dy * dy;
      if (!(squared < best_)) continue;
      offer(squared, foot, normal, true);
      // The higher cell is what stands there.
      surface_x_ = face->along_x ? x + 0.5 * side_ : x - 0.5 * to * side_;
      surface_y_ = face->along_x ? y - 0.5 * to * side_ : y + 0.5 * side_;
    }
  }

  Vec3 normal() const {
    const double distance = std::sqrt(best_);
    if (!sharp_ || !(distance > kOnSurface)) return surface_normal_;
    return (above_ ? 1.0 : -1.0) / distance * (p_ - foot_);
  }

  static constexpr int kCells = GroundTile::kCells;
  const Ground& ground_;
  const Vec3 p_;
  const double side_;
  bool above_ = true;
  double best_ = std::numeric_limits<double>::infinity();
  Vec3 foot_ = Vec3::Zero(), surface_normal_ = Vec3::UnitZ();
  bool sharp_ = false;  ///< on an edge or corner of a cell: the normal is that towards p
  double surface_x_ = 0.0, surface_y_ = 0.0;
  bool asked_base_ = false;
  GroundPoint base_;
};

GroundPoint Ground::nearest_in_tiles(const Vec3& p) const {
  if (!(std::abs(p.z()) < 1e9)) return base_.nearest(p);
  return TileSearch(*this, p).run();
}

double Ground::highest_in(double x_min, double x_max, double y_min, double y_max) const {
  if (!is_changed()) return base_.highest_in(x_min, x_max, y_min, y_max);
  const double tile_side = GroundTile::kCells * fine_;
  const auto index = [&](double from, int count) {
    return static_cast<int>(std::floor(std::clamp(from / tile_side, -1.0, count + 0.0)));
  };
  double top = -1e300;
  bool asks_base = false;
  for (int r = index(y_min - fine_y_, tile_rows_); r <= index(y_max - fine_y_, tile_rows_); ++r)
    for (int c = index(x_min - fine_x_, tile_columns_); c <= index(x_max - fine_x_, tile_columns_);
         ++c) {
      const GroundTile* t = tile(c, r);
      if (t == nullptr)
        asks_base = true;
      else
        top = std::max(top, static_cast<double>(t->high));
    }
  return asks_base ? std::max(top, base_.highest_in(x_min, x_max, y_min, y_max)) : top;
}

bool Ground::clear_of_tiles(const Vec3& centre, double radius) const {
  const double tile_side = GroundTile::kCells * fine_;
  if (!(radius <= 4.0 * tile_side)) return false;
  const auto index = [&](double from) {
    return static_cast<int>(std::floor(std::clamp(from / tile_side, -1.0, 1e6)));
  };
  const double low = centre.z() - radius;
  bool asks_base = false;
  for (int r = index(centre.y() - radius - fine_y_); r <= index(centre.y() + radius - fine_y_); ++r)
    for (int c = index(centre.x() - radius - fine_x_); c <= index(centre.x() + radius - fine_x_);
         ++c) {
      const GroundTile* t = tile(c, r);
      if (t == nullptr)
        asks_base = true;
      else if (!(low > t->high))
        return false;
    }
  return !asks_base || base_.clear(centre, radius);
}

}  // namespace outrigger::terrain
