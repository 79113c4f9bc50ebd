/// A block on a slope, just below and just above its friction angle.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "math/elementary.h"
#include "validation/cases/cases.h"
#include "validation/contact_scenes.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace slope_hold_case {

constexpr double kFriction = 0.5, kMass = 100.0;
constexpr double kSettled = 10.0, kHeld = 600.0;

/// The ground is the slope: gravity is turned instead. Downhill is +x.
sim::World make_slope(double angle, double step) {
  ContactScene scene;
  description::Machine& m = scene.machine;
  m.name = "slope";
  m.settings.step = step;
  const auto [sine, cosine] = elementary::sincos(angle);
  m.settings.gravity = kGravity * Vec3(sine, 0.0, -cosine);
  const Vec3 edges(1.0, 0.6, 0.4);
  add_body(m, "block", kMass, box_moments(kMass, edges), {0.0, 0.0, 0.5 * edges.z()});
  add_shape(m, "block", description::ContactShape::Kind::box, "concrete").size = edges;
  add_friction(m, "concrete", "asphalt", kFriction);
  return scene.make_world();
}

double place(const sim::World& world) { return world.pose(world.body("block")).position.x(); }

void run_until(sim::World& world, double time) {
  while (world.time() < time - 0.5 * world.step_size()) world.step();
}

void add_rows(Result& result, double step, double held_until) {
  const std::string of = fmt::format("h = {:.0f} ms: ", 1e3 * step);
  const double friction_angle = elementary::atan(kFriction);
  sim::World below = make_slope(0.99 * friction_angle, step);
  run_until(below, kSettled);
  const double sag = place(below);
  result.series.rows.push_back({1e3 * step, kSettled, sag});
  double fastest = 0.0, before = sag;
  for (double time = kSettled; time < held_until - 1.0;) {
    run_until(below, time += 10.0);
    fastest = std::max(fastest, std::abs(place(below) - before) / 10.0);
    before = place(below);
    result.series.rows.push_back({1e3 * step, time, before});
  }
  result.bound(of + "99 %: sag in the first 10 s [m]", sag, 0.02);
  result.bound(of + fmt::format("99 %: fastest creep in 10 s, 10-{:.0f} s [m/s]", held_until),
               fastest, 1e-6);
  result.bound(of + fmt::format("99 %: way from 10 s to {:.0f} s [m]", held_until), before - sag,
               1e-6);

  const double angle = 1.01 * friction_angle;
  const auto [sine, cosine] = elementary::sincos(angle);
  const double expected = kGravity * (sine - kFriction * cosine);
  sim::World above = make_slope(angle, step);
  const sim::BodyHandle block = above.body("block");
  run_until(above, 2.0);
  const double start = above.twist(block).linear.x();
  run_until(above, 4.0);
  result.compare(of + "101 %: acceleration [m/s2]", (above.twist(block).linear.x() - start) / 2.0,
                 expected, 0.01 * expected);
}

Result run_case() {
  Result result;
  result.series.columns = {"h [ms]", "t [s]", "way downhill [m]"};
  add_rows(result, 5e-3, kHeld);
  add_rows(result, 1e-3, kHeld);
  return result;
}

}  // namespace slope_hold_case

std::vector<Case> slope_hold_cases() {
  using namespace slope_hold_case;
  return {{"slope-hold", "a block on a slope holds for 10 minutes at 99 % of the friction angle",
           run_case}};
}

}  // namespace outrigger::validation
