/// Balls of real materials against a half-space and against each other: depth, duration and force of
/// the Hertz impact, and the damped one with a given restitution, against closed solutions. Rows of balls:
/// Newton's cradle with gaps, against blows one after the other; touching, against the chain of Hertz springs.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/source_tree.h"
#include "description/reader.h"
#include "math/elementary.h"
#include "validation/cases/cases.h"
#include "validation/contact_scenes.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace hertz_impact_case {

constexpr double kStepsPerImpact = 100.0;

struct Solid {
  double young = 0.0, poisson = 0.0;
};
constexpr Solid kSteel{2.1e11, 0.3};

/// Numbers of reference/l_hertz_impact.json: closed forms, δ = (5 m v²/(4k))^{2/5},
/// T = 2.943275 δ/v, k = 4/3 E* √R.
struct Impact {
  const char* name;
  double radius, mass;
  Solid ball, partner;
  double speed;
  double other_radius, other_mass;  ///< of a second ball; 0: a half-space
  double depth, duration, force;
};
constexpr Impact kImpacts[] = {
    {"steel on steel, 10 mm, 1 m/s", 0.01, 0.03267256359733, kSteel, kSteel, 1.0, 0, 0,
     2.342084892277e-05, 6.893400343022e-05, 1743.775583513},
    {"steel on steel, 10 mm, 0.1 m/s", 0.01, 0.03267256359733, kSteel, kSteel, 0.1, 0, 0,
     3.711954401936e-06, 1.092530327656e-04, 110.0248011542},
    {"steel on glass, 5 mm, 2 m/s",
     0.005,
     0.004084070449667,
     kSteel,
     {7e10, 0.22},
     2.0,
     0,
     0,
     2.726872563379e-05,
     4.012968173305e-05,
     748.8561263393},
    {"rubber on concrete, 100 mm, 3 m/s",
     0.1,
     4.607669225265,
     {5e6, 0.49},
     {3e10, 0.2},
     3.0,
     0,
     0,
     0.01284189697151,
     0.01259907889196,
     4036.497014362},
    {"steel balls, 10 and 20 mm, 1 m/s", 0.01, 0.03267256359733, kSteel, kSteel, 1.0, 0.02,
     0.2613805087787, 2.42303604921e-05, 7.131661874363e-05, 1498.238065972},
};

/// Of k = 1e6, 1 kg, 2 m/s with the exact damping, in units of (m v²/k)^{2/5} and that over v.
struct Damped {
  double restitution, depth, duration;
};
constexpr Damped kDamped[] = {
    {0.95, 1.071298672862, 3.235394564248}, {0.8, 1.00248292654, 3.305727772721},
    {0.6, 0.9027644068717, 3.468483332462}, {0.5, 0.8479929129779, 3.603560584046},
    {0.3, 0.7204165649358, 4.1385466727},   {0.2, 0.6375119689307, 4.769811746245},
};

struct Measured {
  double depth = 0.0, duration = 0.0, force = 0.0, rebound = 0.0;
};

/// The ball falls along -z without gravity onto the plane z = 0, or onto the ball "other".
Measured run_impact(const ContactScene& scene, const Impact& impact) {
  sim::World world = scene.make_world();
  const sim::BodyHandle ball = world.body("ball");
  const double radii = impact.radius + impact.other_radius;
  const auto distance = [&] {
    const double z = world.pose(ball).position.z();
    return impact.other_radius > 0.0 ? z - world.pose(world.body("other")).position.z() : z;
  };
  Measured m;
  double before = radii - distance(), begin = 0.0;
  for (int i = 1; i <= 4.0 * kStepsPerImpact; ++i) {
    world.step();
    const double depth = radii - distance(), h = world.step_size();
    m.depth = std::max(m.depth, depth);
    for (const auto& c : world.contacts()) m.force = std::max(m.force, c.normal_force);
    const double crossing = i * h - h * depth / (depth - before);
    if (before <= 0.0 && depth > 0.0) begin = crossing;
    if (before > 0.0 && depth <= 0.0) m.duration = crossing - begin;
    before = depth;
  }
  m.rebound = world.twist(ball).linear.z();
  if (impact.other_radius > 0.0) m.rebound -= world.twist(world.body("other")).linear.z();
  return m;
}

ContactScene make_scene(const Impact& impact, double steps_per_impact) {
  ContactScene scene;
  description::Machine& m = scene.machine;
  m.name = "hertz-impact";
  m.settings.step = impact.duration / steps_per_impact;
  m.settings.gravity = Vec3::Zero();
  const double gap = 0.3 * impact.speed * m.settings.step;
  const auto add_ball = [&](const std::string& name, double radius, double mass, double z) {
    add_shape(m, name, description::ContactShape::Kind::sphere, name).radius = radius;
    return &add_body(m, name, mass, ball_moments(mass, radius), {0.0, 0.0, z});
  };
  const double height = impact.radius + gap + (impact.other_radius > 0.0 ? 1.0 : 0.0);
  add_ball("ball", impact.radius, impact.mass, height)->velocity = Vec3(0, 0, -impact.speed);
  m.materials.push_back({"ball", {}, impact.ball.young, impact.ball.poisson, 1.0});
  std::string partner = "asphalt";
  if (impact.other_radius > 0.0) {
    partner = "other";
    add_ball(partner, impact.other_radius, impact.other_mass, 1.0 - impact.other_radius);
    leave_out_ground(m);
  }
  m.materials.push_back({partner, {}, impact.partner.young, impact.partner.poisson, 1.0});
  add_friction(m, "ball", partner, 0.3);
  description::ContactLaw law;
  law.name = "law";
  law.material_a = "ball";
  law.material_b = partner;
  law.normal = description::ContactLaw::Normal::hertz;
  m.contact_laws.push_back(law);
  return scene;
}

Result run_case() {
  Result result;
  result.series.columns = {"restitution", "rebound / speed", "depth / exact", "duration / exact"};
  const auto compare = [&](const std::string& what, double value, double expected) {
    result.compare(what, value, expected, 0.01 * expected);
  };
  for (const Impact& impact : kImpacts) {
    const Measured m = run_impact(make_scene(impact, kStepsPerImpact), impact);
    const std::string of = impact.name;
    compare(of + ": depth [m]", m.depth, impact.depth);
    compare(of + ": duration [s]", m.duration, impact.duration);
    compare(of + ": largest force [N]", m.force, impact.force);
    compare(of + ": rebound [m/s]", m.rebound, impact.speed);
  }
  for (const Damped& d : kDamped) {
    constexpr double kStiffness = 1e6, kSpeed = 2.0;
    const double length = elementary::pow(kSpeed * kSpeed / kStiffness, 0.4);
    Impact impact{"",     0.1, 1.0, kSteel,           kSteel,
                  kSpeed, 0,   0,   length * d.depth, length / kSpeed * d.duration,
                  0.0};
    ContactScene scene = make_scene(impact, kStepsPerImpact);
    description::ContactLaw& law = scene.machine.contact_laws.back();
    law.normal = description::ContactLaw::Normal::restitution;
    law.stiffness = kStiffness;
    law.restitution = d.restitution;
    const Measured m = run_impact(scene, impact);
    const std::string of = fmt::format("e = {}", d.restitution);
    compare(of + ": depth [m]", m.depth, impact.depth);
    compare(of + ": duration [s]", m.duration, impact.duration);
    compare(of + ": rebound / speed", m.rebound / kSpeed, d.restitution);
    result.series.rows.push_back(
        {d.restitution, m.rebound / kSpeed, m.depth / impact.depth, m.duration / impact.duration});
  }
  return result;
}

// ---- rows of balls -------------------------------------------------------------------------------

constexpr int kBalls = 5;
using Speeds = std::array<double, kBalls>;

/// Equal balls in a row, each pair with F = δ^1.5, of mass 1: speeds after the first `moving` came with 1.
/// Speeds do not depend on stiffness, mass or size: they scale out. Velocity Verlet, 1e4 steps per unit of time,
/// an impact lasts about 3.2.
Speeds hertz_chain(int moving) {
  constexpr double kStep = 1e-4;
  Speeds x{}, v{}, a{};
  for (int i = 0; i < moving; ++i) v[static_cast<std::size_t>(i)] = 1.0;
  const auto push = [&] {
    a = {};
    for (std::size_t i = 0; i + 1 < kBalls; ++i) {
      const double depth = std::max(0.0, x[i] - x[i + 1]), force = depth * std::sqrt(depth);
      a[i] -= force;
      a[i + 1] += force;
    }
  };
  push();
  for (int step = 0; step < 400000; ++step) {
    for (std::size_t i = 0; i < kBalls; ++i) {
      v[i] += 0.5 * kStep * a[i];
      x[i] += kStep * v[i];
    }
    push();
    for (std::size_t i = 0; i < kBalls; ++i) v[i] += 0.5 * kStep * a[i];
  }
  return v;
}

/// Balls of steel of 10 mm in a row along -z that touch, the first `moving` come with 1 m/s; no gravity.
Speeds run_touching_row(int moving) {
  Impact impact = kImpacts[0];
  ContactScene scene;
  description::Machine& m = scene.machine;
  m.name = "row-of-balls";
  m.settings.step = impact.duration / kStepsPerImpact;
  m.settings.gravity = Vec3::Zero();
  const double gap = 0.3 * impact.speed * m.settings.step;
  for (int i = 0; i < kBalls; ++i) {
    const std::string name = fmt::format("ball{}", i);
    add_shape(m, name, description::ContactShape::Kind::sphere, "ball").radius = impact.radius;
    const double z = 1.0 - 2.0 * impact.radius * i + (i < moving ? gap : 0.0);
    auto& body =
        add_body(m, name, impact.mass, ball_moments(impact.mass, impact.radius), {0, 0, z});
    if (i < moving) body.velocity = Vec3(0, 0, -impact.speed);
  }
  leave_out_ground(m);
  m.materials.push_back({"ball", {}, kSteel.young, kSteel.poisson, 1.0});
  add_friction(m, "ball", "ball", 0.3);
  description::ContactLaw law;
  law.name = "law";
  law.material_a = law.material_b = "ball";
  law.normal = description::ContactLaw::Normal::hertz;
  m.contact_laws.push_back(law);
  sim::World world = scene.make_world();
  for (int i = 0; i < 15 * kStepsPerImpact; ++i) world.step();
  Speeds v{};
  for (int i = 0; i < kBalls; ++i)
    v[static_cast<std::size_t>(i)] =
        -world.twist(world.body(fmt::format("ball{}", i))).linear.z() / impact.speed;
  return v;
}

Result run_cradle() {
  Result result;
  // Gaps between the balls: each blow is over before the next one, and equal balls trade their speeds.
  const description::Machine machine =
      description::read_machine_file(source_file("machines/newtons-cradle.yaml"));
  sim::World world(machine);
  std::vector<sim::BodyHandle> balls;
  for (const auto& b : machine.bodies) balls.push_back(world.body(b.name));
  const double length = 1.0, angle = 20.0 * 3.14159265358979323846 / 180.0;
  const double speed = std::sqrt(2.0 * 9.81 * length * (1.0 - elementary::cos(angle)));
  const double energy = world.energies().total();
  const auto at = [&](std::size_t i) { return world.twist(balls[i]).linear.x(); };
  result.series.columns = {"t [s]", "first [m/s]", "second", "third", "fourth", "last"};
  double fastest = 0.0, others = 0.0, back = 0.0;
  const auto steps = static_cast<int>(std::lround(3.0 / world.step_size()));
  for (int i = 0; i < steps; ++i) {
    world.step();
    const double t = world.time();
    if (i % 50 == 0) result.series.rows.push_back({t, at(0), at(1), at(2), at(3), at(4)});
    // The blow comes at a quarter of the swing, 0.505 s; the ball is back at three quarters, 1.515 s.
    if (t > 0.4 && t < 1.0) fastest = std::max(fastest, at(4));
    if (t > 0.6 && t < 1.0)
      for (std::size_t b = 0; b < 4; ++b) others = std::max(others, std::abs(at(b)));
    if (t > 1.4 && t < 2.0) back = std::max(back, -at(0));
  }
  result.compare("gaps: speed of the last ball [m/s]", fastest, speed, 0.01 * speed);
  result.bound("gaps: speed of the others / that", others / speed, 0.02);
  result.compare("gaps: speed of the first when the blow comes back [m/s]", back, speed,
                 0.02 * speed);
  result.bound("gaps: |energy lost| in 3 s / energy of the swing",
               std::abs(world.energies().total() - energy) /
                   (0.5 * machine.bodies.front().mass * speed * speed),
               0.01);
  // Balls that touch: all move at once, and speeds spread as the springs between them say.
  for (const int moving : {1, 2}) {
    const Speeds exact = hertz_chain(moving), v = run_touching_row(moving);
    for (std::size_t i = 0; i < kBalls; ++i)
      result.compare(fmt::format("touching, {} come: speed of ball {} / theirs", moving, i + 1),
                     v[i], exact[i], 0.01);
  }
  return result;
}

}  // namespace hertz_impact_case

std::vector<Case> hertz_impact_cases() {
  using namespace hertz_impact_case;
  return {{"hertz-impact", "impacts of balls against Hertz' closed solution, elastic and damped",
           run_case},
          {"newtons-cradle", "rows of balls with and without gaps, against blows and Hertz springs",
           run_cradle}};
}

}  // namespace outrigger::validation
