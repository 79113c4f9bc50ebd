#include "soil/cutting.h"

#include <algorithm>
#include <cmath>

namespace outrigger::soil {

namespace {

constexpr double kLeastAhead = 0.02;  ///< horizontal part of the normal: a plate below it lies flat
constexpr double kFarthest = 1.0;  ///< way of an edge in a step [m]: farther, and it was put there

bool is_finite(const Blade& b) {
  return b.edge.allFinite() && b.along.allFinite() && b.normal.allFinite() &&
         b.across.allFinite() && std::isfinite(b.length) && std::isfinite(b.width);
}

/// Surface of the ground beside a column in a direction, continued to the column. Ground that rises more and
/// more is continued too low, never too high.
double continued_from(const ColumnField& field, ColumnPlace c, const Vec2& direction,
                      double otherwise) {
  const auto at = [&](double cells) {
    return ColumnPlace{c.i + static_cast<int>(std::floor(cells * direction.x() + 0.5)),
                       c.j + static_cast<int>(std::floor(cells * direction.y() + 0.5))};
  };
  // A cell and a fifth on is another column for every direction, and twice that a third one.
  const ColumnPlace first = at(1.2), second = at(2.4);
  if (!field.inside(first)) return otherwise;
  const double height = field.height(first);
  if (!field.inside(second)) return height;
  const auto way = [&](ColumnPlace p) {
    return (p.i - c.i) * direction.x() + (p.j - c.j) * direction.y();
  };
  const double rise = std::max(0.0, field.height(second) - height);
  return height - rise * way(first) / (way(second) - way(first));
}

}  // namespace

BladePath::BladePath(const ColumnField& field, const Blade& before, const Blade& now) {
  if (!is_finite(before) || !is_finite(now) || !(now.width > 0.0)) return;
  // A plate that lies flat, face up, faces where its edge is.
  Vec2 facing(now.normal.x(), now.normal.y());
  if (facing.norm() < kLeastAhead) {
    if (now.normal.z() < 0.0) return;
    facing = Vec2(-now.along.x(), -now.along.y());
  }
  const double horizontal = facing.norm();
  if (horizontal < kLeastAhead) return;
  ahead_ = facing / horizontal;
  across_ = Vec2(-ahead_.y(), ahead_.x());
  middle_ = Vec2(now.edge.x(), now.edge.y());
  height_ = now.edge.z(), height_before_ = before.edge.z();
  half_width_ = 0.5 * now.width;
  const Vec2 sideways(now.across.x(), now.across.y());
  if (sideways.dot(across_) < 0.0) across_ = -across_;
  const double side = sideways.dot(across_);
  tilt_ = side > 0.1 ? now.across.z() / side : 0.0;
  advance_ = (middle_ - Vec2(before.edge.x(), before.edge.y())).dot(ahead_);
  // One that goes back passes nothing; one that leapt passed nothing on its way.
  if (!((now.edge - before.edge).norm() < kFarthest) || advance_ < 0.0) return;
  // Behind the edge lies the plate, if it leans back.
  const double back = -(now.along.x() * ahead_.x() + now.along.y() * ahead_.y());
  reach_ = advance_;
  if (back > 1e-3 && now.along.z() >= 0.0) {
    rise_ = now.along.z() / back;
    reach_ = std::max(reach_, back * now.length);
  }
  if (!(reach_ > 0.0)) return;
  const double half = 0.5 * field.cell();
  wide_ = half * std::max(std::abs(ahead_.x()), std::abs(ahead_.y()));
  narrow_ = half * std::min(std::abs(ahead_.x()), std::abs(ahead_.y()));

  const Vec2 along_x(reach_ * std::abs(ahead_.x()), reach_ * std::abs(ahead_.y()));
  const Vec2 center = middle_ - 0.5 * reach_ * ahead_;
  const Vec2 extent = 0.5 * along_x +
                      half_width_ * Vec2(std::abs(across_.x()), std::abs(across_.y())) +
                      Vec2(2.0 * half, 2.0 * half);
  const Vec2 low = center - extent, high = center + extent;
  const FieldSettings& f = field.settings();
  if (high.x() < f.x_min || low.x() > f.x_max || high.y() < f.y_min || low.y() > f.y_max) return;
  low_ = field.column_at(low.x(), low.y());
  high_ = field.column_at(high.x(), high.y());
  empty_ = false;
}

double BladePath::share_behind(double ahead) const {
  // The square's shadow on `ahead` is a trapezoid; this is its area up to the line.
  const double whole = wide_ + narrow_;
  if (ahead >= whole) return 1.0;
  if (ahead <= -whole) return 0.0;
  const double level = wide_ - narrow_;
  if (std::abs(ahead) <= level) return 0.5 + 0.5 * ahead / wide_;
  const double rest = whole - std::abs(ahead);
  const double corner = rest * rest / (8.0 * wide_ * narrow_);
  return ahead > 0.0 ? 1.0 - corner : corner;
}

bool BladePath::passed(const Vec2& place, BladePass& pass) const {
  const Vec2 d = place - middle_;
  const double s = d.dot(ahead_), w = d.dot(across_), edge = wide_ + narrow_;
  if (s >= edge || s < -reach_ - edge || std::abs(w) >= half_width_ + edge) return false;
  pass.across = std::clamp(w, -half_width_, half_width_);
  pass.behind = std::max(-s, 0.0);
  pass.steel = height_ + tilt_ * pass.across;
  const double before = share_behind(-s - advance_);
  if (before >= 1.0) {
    // Wholly behind the edge: what lies on the plate fell there.
    if (std::abs(w) > half_width_ || pass.behind > reach_ || rise_ <= 0.0) return false;
    pass.steel += pass.behind * rise_;
    pass.share = 1.0;
    pass.on_plate = true;
    return true;
  }
  const double between = share_behind(half_width_ - w) - share_behind(-half_width_ - w);
  const double after = share_behind(-s);
  if (!(between * (after - before) > 0.0)) return false;
  pass.share = between * (after - before) / (1.0 - between * before);
  pass.left_ahead = between * (1.0 - after);
  pass.left_beside = 1.0 - between;
  if (advance_ > 0.0)
    pass.steel += (height_before_ - height_) * std::min(pass.behind / advance_, 1.0);
  return true;
}

double BladePath::floor_of(const ColumnField& field, ColumnPlace c, const BladePass& pass) const {
  double height = pass.steel;
  if (pass.left_ahead > 0.0)
    height +=
        pass.left_ahead * std::max(0.0, continued_from(field, c, ahead_, pass.steel) - pass.steel);
  if (pass.left_beside > 0.0) {
    const Vec2 outwards = pass.across < 0.0 ? Vec2(-across_) : across_;
    height += pass.left_beside *
              std::max(0.0, continued_from(field, c, outwards, pass.steel) - pass.steel);
  }
  return height;
}

}  // namespace outrigger::soil
