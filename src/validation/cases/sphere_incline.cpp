/// A ball set on a slope with speed and without spin: slides, then rolls; or never rolls.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "math/elementary.h"
#include "validation/cases/cases.h"
#include "validation/contact_scenes.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace sphere_incline_case {

constexpr double kRadius = 0.1, kMass = 5.0, kDuration = 1.5;

struct Slope {
  double angle = 0.0, friction = 0.0, speed = 0.0;  ///< [rad], [-], [m/s] downhill at the start

  double pull() const { return kGravity * elementary::sin(angle); }
  double grip() const { return kGravity * elementary::cos(angle) * friction; }
  /// Slip v - ω R falls by 7/2 μ g cos α - g sin α; never: infinite.
  double rolls_at() const {
    const double rate = 3.5 * grip() - pull();
    return rate > 0.0 ? speed / rate : 1e300;
  }
  double velocity(double t) const {
    const double slide = std::min(t, rolls_at());
    return speed + (pull() - grip()) * slide + 5.0 / 7.0 * pull() * (t - slide);
  }
  double way(double t) const {
    const double slide = std::min(t, rolls_at()), roll = t - slide;
    return (speed + 0.5 * (pull() - grip()) * slide) * slide +
           (velocity(slide) + 2.5 / 7.0 * pull() * roll) * roll;
  }
  /// ω R
  double spin(double t) const { return t < rolls_at() ? 2.5 * grip() * t : velocity(t); }
};

/// Rests at its static depth; the ground is the slope, downhill is +x.
sim::World make_slope(const Slope& slope) {
  ContactScene scene;
  description::Machine& m = scene.machine;
  m.name = "sphere-incline";
  const auto [sine, cosine] = elementary::sincos(slope.angle);
  m.settings.gravity = kGravity * Vec3(sine, 0.0, -cosine);
  description::ContactLaw law;
  law.name = "ball_asphalt";
  law.material_a = "ball";
  law.material_b = "asphalt";
  law.stiffness = 1e8;
  law.restitution = 0.3;
  m.contact_laws.push_back(law);
  const double depth = elementary::pow(kMass * kGravity * cosine / *law.stiffness, 2.0 / 3.0);
  add_body(m, "ball", kMass, ball_moments(kMass, kRadius), {0.0, 0.0, kRadius - depth}).velocity =
      Vec3(slope.speed, 0.0, 0.0);
  add_shape(m, "ball", description::ContactShape::Kind::sphere, "ball").radius = kRadius;
  m.materials.push_back({"ball", {}, 1e9, 0.3, 0.3});
  add_friction(m, "ball", "asphalt", slope.friction);
  return scene.make_world();
}

void run_slope(Result& result, const Slope& slope, const std::string& of) {
  sim::World world = make_slope(slope);
  const sim::BodyHandle ball = world.body("ball");
  const auto steps = static_cast<int>(std::lround(kDuration / world.step_size()));
  double rolls_at = 0.0;
  for (int i = 1; i <= steps; ++i) {
    world.step();
    const double time = i * world.step_size();
    const double velocity = world.twist(ball).linear.x();
    const double spin = kRadius * world.twist(ball).angular.y();
    const auto contacts = world.contacts();
    if (!contacts.empty() && contacts.front().sliding) rolls_at = time;
    if (i % 10 == 0)
      result.series.rows.push_back({slope.friction, time, velocity, slope.velocity(time), spin,
                                    slope.spin(time), world.pose(ball).position.x(),
                                    slope.way(time)});
  }
  const auto compare = [&](const std::string& what, double value, double expected) {
    result.compare(of + ": " + what, value, expected, 0.01 * std::abs(expected));
  };
  if (slope.rolls_at() < kDuration) compare("rolls from [s]", rolls_at, slope.rolls_at());
  compare("speed at 1.5 s [m/s]", world.twist(ball).linear.x(), slope.velocity(kDuration));
  compare("spin times radius at 1.5 s [m/s]", kRadius * world.twist(ball).angular.y(),
          slope.spin(kDuration));
  compare("way in 1.5 s [m]", world.pose(ball).position.x(), slope.way(kDuration));
}

Result run_case() {
  Result result;
  result.series.columns = {"friction",     "t [s]",        "speed [m/s]", "exact speed",
                           "spin R [m/s]", "exact spin R", "way [m]",     "exact way"};
  constexpr double kDegree = 0.017453292519943295;
  run_slope(result, {20.0 * kDegree, 0.2, 2.0}, "20°, friction 0.2");
  run_slope(result, {0.0, 0.3, 3.0}, "level, friction 0.3");
  run_slope(result, {30.0 * kDegree, 0.1, 0.0}, "30°, friction 0.1, never rolls");
  return result;
}

}  // namespace sphere_incline_case

std::vector<Case> sphere_incline_cases() {
  using namespace sphere_incline_case;
  return {
      {"sphere-incline", "a ball on a slope, from sliding to rolling, in closed form", run_case}};
}

}  // namespace outrigger::validation
