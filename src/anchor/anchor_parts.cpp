#include "anchor/anchor_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "anchor/bow.h"
#include "base/error.h"
#include "math/elementary.h"

namespace outrigger::anchor {

namespace {

constexpr double kDataMass = 4890.0;  ///< of the anchor whose sizes stand below [kg]

/// A box with chamfered edges: 24 corners.
std::vector<Vec3> chamfered_box(const Vec3& centre, const Vec3& size, double chamfer) {
  std::vector<Vec3> points;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    for (int k = 0; k < 3; ++k) {
      Vec3 p = 0.5 * size - Vec3::Constant(chamfer);
      p[k] += chamfer;
      points.push_back(centre + sign.cwiseProduct(p));
    }
  }
  return points;
}

/// Between two rectangles across x.
std::vector<Vec3> frustum(double x0, double y0, double w0, double t0, double x1, double y1,
                          double w1, double t1) {
  std::vector<Vec3> points;
  for (const double s : {-0.5, 0.5})
    for (const double r : {-0.5, 0.5}) {
      points.emplace_back(x0, y0 + s * w0, r * t0);
      points.emplace_back(x1, y1 + s * w1, r * t1);
    }
  return points;
}

}  // namespace

AnchorParts anchor_parts(const AnchorForm& form) {
  const double ratio = form.mass / kDataMass;
  const double f = elementary::cbrt(ratio);
  AnchorParts a;
  a.scale = f;
  a.shackle_mass = 150.0 / kDataMass * form.mass;
  a.head_mass = form.head_share * form.mass;
  a.shank_mass = form.mass - a.head_mass - a.shackle_mass;
  if (!(a.shank_mass > 0.05 * form.mass))
    throw Error(
        fmt::format("anchor.head_share: {:g} leaves no shank: at most 0.91", form.head_share));
  const bool hall = form.kind == AnchorForm::Kind::hall;
  const double offset = form.head_offset.value_or(hall ? 0.15 : 0.0);
  a.head_centre = Vec3(offset * f, 0.0, 0.0);
  a.shank_centre = Vec3(1.1372 * f, 0.0, 0.0);
  a.head_moments = Vec3(1177.1, 419.0, 1451.4) / 3720.0 * a.head_mass * f * f;
  a.shank_moments = Vec3(9.8, 443.1, 445.2) / 1020.0 * a.shank_mass * f * f;
  a.shackle_moments = Vec3(3.0, 4.6, 7.0) / 150.0 * a.shackle_mass * f * f;
  TrunnionForm& t = a.trunnion;
  t.half_span = 0.2 * f;
  t.tube = 0.05 * f;
  t.pin = 0.10 * f;
  t.ring = 0.152 * f;  // 2 mm of play
  t.cheek = 0.10 * f;
  t.boss = 0.05 * f;
  t.play = 0.002 * f;
  t.key = 0.04 * f;
  t.key_arm = 0.22 * f;
  // Torque = friction x weight x radius of the pin.
  t.friction = form.trunnion_friction * ratio * f / (9.81 * a.head_mass * t.pin);

  const auto add = [&](const char* name, bool head, std::vector<Vec3> points) {
    for (Vec3& p : points) p *= f;
    a.parts.push_back({name, head, std::move(points)});
  };
  add("crown", true, chamfered_box({-0.13, 0.0, 0.0}, {0.36, 1.5, 0.48}, 0.06));
  for (const double side : {1.0, -1.0}) {
    const bool left = side > 0.0;
    add(left ? "fluke1" : "fluke2", true,
        frustum(0.0, 0.5 * side, 0.5, 0.26, 1.17, 0.75 * side, 0.16, 0.06));
    add(left ? "palm1" : "palm2", true,
        chamfered_box({-0.25, 0.9175 * side, 0.0}, {0.12, 0.3, 0.83}, 0.02));
  }
  add("shank", false, frustum(0.1, 0.0, 0.30, 0.24, 2.28, 0.0, 0.22, 0.18));
  a.eye = Vec3(2.44 * f, 0.0, 0.0);
  a.eye_ring = 0.115 * f;
  a.eye_tube = 0.055 * f;
  a.shackle_ring = 0.15 * f;
  a.shackle_half = 0.11 * f;
  a.shackle_tube = 0.055 * f;
  a.tip = 1.17 * f;
  a.tip_half_thickness = 0.03 * f;
  a.palm_back = 0.31 * f;
  a.palm_side = 0.415 * f;
  return a;
}

/// With β the angle of the flukes to the shell, tips and palms are both on it where
///   tip sin β + half thickness = palm_side cos β - palm_back sin β
/// and the trunnion is off the shell by that.
Seat expected_seat(const AnchorParts& a, const AnchorForm& form, const BowForm& bow) {
  const double p = a.tip + a.palm_back, q = a.palm_side, h = a.tip_half_thickness;
  // p sin β - q cos β = -h
  const double beta = elementary::atan2(q, p) - elementary::asin(h / std::sqrt(p * p + q * q));
  const double lean = elementary::asin(std::min(1.0, bow.axis().dot(bow.shell_normal())));
  Seat seat;
  seat.shell_angle = beta;
  seat.fluke_angle = lean - beta;
  seat.within_limit = std::abs(seat.fluke_angle) <= form.fluke_limit;
  const double off = a.tip * elementary::sin(beta) + h;
  seat.beyond = off / elementary::sin(lean) - bow.hawse().pocket_depth / elementary::sin(lean);
  seat.trunnion = bow.opening() + seat.beyond * bow.axis();
  return seat;
}

}  // namespace outrigger::anchor
