/// A ball dropped from 0.9 m with the three normal laws of PENDULUM §2.7: indentation, contact time
/// and rebound heights against reference solutions.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "validation/cases/cases.h"
#include "validation/contact_scenes.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace bouncing_ball_case {

using Normal = description::ContactLaw::Normal;

constexpr double kRadius = 0.1, kMass = 1.0, kGap = 0.9;

struct Bounce {
  double depth, duration, apex;  ///< apex: gap of the lowest point after it [m]; 0: not compared
};
/// Numbers of reference/c_bouncing_ball.json.
struct Law {
  const char* name;
  Normal normal;
  double stiffness, exponent, damping;
  double step, time;
  std::vector<Bounce> bounces;
};

std::vector<Law> laws() {
  return {
      // Elastic: every bounce like the first.
      {"Hertz, Table 2, 1 s",
       Normal::hertz,
       1e4,
       1.5,
       0.0,
       1e-4,
       1.0,
       {{0.0899688605188, 0.0617251214747, 0.9}}},
      {"Hertz, Table 2, 5 s", Normal::hertz, 1e4, 1.5, 0.0, 1e-4, 5.0,
       std::vector<Bounce>(5, {0.0899688605188, 0.0617251214747, 0.9})},
      {"Hertz, k = 1e6, 5 s", Normal::hertz, 1e6, 1.5, 0.0, 1e-4, 5.0,
       std::vector<Bounce>(5, {0.0138097533549, 0.0096413001756, 0.9})},
      {"spring-dashpot, Table 2, 1 s",
       Normal::kelvin_voigt,
       3.303e7,
       1.0,
       2.157e4,
       2e-6,
       1.0,
       {{0.000168417541805, 0.000273735723725, 0.00237793980609}}},
      {"spring-dashpot, Table 2, 5 s",
       Normal::kelvin_voigt,
       3.303e7,
       1.0,
       2.157e4,
       2e-6,
       5.0,
       {{0.000168417541805, 0.000273735723725, 0.00237793980609}}},
      {"spring-dashpot, k = 1e6, b = 200, 5 s",
       Normal::kelvin_voigt,
       1e6,
       1.0,
       200.0,
       2e-5,
       5.0,
       {{0.0036328969677, 0.00296155030265, 0.497196292647},
        {0.00270228899896, 0.0029634428455, 0.274462358319},
        {0.0020098426027, 0.00296599400265, 0.151353141183},
        {0.00149460726543, 0.00296943658119, 0.0833482416045}}},
      {"non-linear, Table 2, 1 s",
       Normal::nonlinear_damping,
       3.009e7,
       1.5,
       3e4,
       2e-5,
       1.0,
       {{0.00351855851142, 0.00246588115698, 0.89496950739}}},
      {"non-linear, Table 2, 5 s",
       Normal::nonlinear_damping,
       3.009e7,
       1.5,
       3e4,
       2e-5,
       5.0,
       {{0.00351855851142, 0.00246588115698, 0.89496950739},
        {0.00351070798244, 0.00246726784192, 0.889980993469},
        {0.00350289674186, 0.00246865147603, 0.885033992636},
        {0.00349512448468, 0.00247003207458, 0.880128045727}}},
      {"non-linear, k = 1e7, b = 2e6, 5 s",
       Normal::nonlinear_damping,
       1e7,
       1.5,
       2e6,
       5e-5,
       5.0,
       {{0.00461525923358, 0.00408835877156, 0.361646776623},
        {0.00338448234228, 0.00437328129434, 0.194319742296},
        {0.00271857407528, 0.00460674875811, 0.120950033609},
        {0.00229211071237, 0.00480500103466, 0.0823396979832}}},
  };
}

sim::World make_ball(const Law& law) {
  ContactScene scene;
  description::Machine& m = scene.machine;
  m.name = "bouncing-ball";
  m.settings.step = law.step;
  add_body(m, "ball", kMass, ball_moments(kMass, kRadius), {0.0, 0.0, kRadius + kGap});
  add_shape(m, "ball", description::ContactShape::Kind::sphere, "ball").radius = kRadius;
  m.materials.push_back({"ball", {}, 1e9, 0.3, 0.5});
  add_friction(m, "ball", "asphalt", 0.3);
  description::ContactLaw contact;
  contact.name = "ball_asphalt";
  contact.material_a = "ball";
  contact.material_b = "asphalt";
  contact.normal = law.normal;
  contact.stiffness = law.stiffness;
  contact.exponent = law.exponent;
  contact.damping = law.damping;
  m.contact_laws.push_back(contact);
  return scene.make_world();
}

/// From the trajectory: first overlap to the end of the force, both between steps.
std::vector<Bounce> run_ball(const Law& law, Series& series) {
  sim::World world = make_ball(law);
  const sim::BodyHandle ball = world.body("ball");
  std::vector<Bounce> bounces;
  double depth_before = -kGap, force_before = 0.0, slope = 0.0, begin = 0.0;
  bool pushed = false;
  const auto steps = static_cast<int>(std::lround(law.time / law.step));
  for (int i = 1; i <= steps; ++i) {
    world.step();
    const double time = i * law.step, depth = kRadius - world.pose(ball).position.z();
    const double force = world.contact_force("ball").z();
    if (depth_before <= 0.0 && depth > 0.0) {
      begin = time - law.step * depth / (depth - depth_before);
      bounces.push_back({0.0, 0.0, -1.0});
      pushed = true;
    }
    if (!bounces.empty()) {
      Bounce& now = bounces.back();
      now.depth = std::max(now.depth, depth);
      if (pushed && force <= 0.0 && force_before > 0.0) {
        // The force ends where its last slope meets zero.
        const double rest = slope < 0.0 ? std::min(law.step, -force_before / slope) : 0.0;
        now.duration = time - law.step + rest - begin;
        pushed = false;
      }
      now.apex = std::max(now.apex, -depth);
    }
    slope = (force - force_before) / law.step;
    depth_before = depth;
    force_before = force;
    if (law.time > 1.0 && i % std::max(1, steps / 500) == 0)
      series.rows.push_back({law.stiffness, time, -depth, force});
  }
  return bounces;
}

Result run_case() {
  Result result;
  result.series.columns = {"stiffness", "t [s]", "gap [m]", "force [N]"};
  for (const Law& law : laws()) {
    const std::vector<Bounce> bounces = run_ball(law, result.series);
    const std::string of = law.name;
    double depth = 0.0, duration = 0.0, apex = 0.0;
    const std::size_t count = std::min(bounces.size(), law.bounces.size());
    for (std::size_t i = 0; i < count; ++i) {
      const Bounce &mine = bounces[i], &exact = law.bounces[i];
      depth = std::max(depth, std::abs(mine.depth / exact.depth - 1.0));
      duration = std::max(duration, std::abs(mine.duration / exact.duration - 1.0));
      // The apex is reached within the run.
      if (law.time > 1.0) apex = std::max(apex, std::abs(mine.apex / exact.apex - 1.0));
    }
    result.bound(of + ": bounces that are missing", static_cast<double>(law.bounces.size() - count),
                 0.0);
    result.bound(of + ": indentation, relative error", depth, 0.02);
    result.bound(of + ": contact time, relative error", duration, 0.02);
    if (law.time > 1.0) result.bound(of + ": rebound height, relative error", apex, 0.02);
  }
  return result;
}

}  // namespace bouncing_ball_case

std::vector<Case> bouncing_ball_cases() {
  using namespace bouncing_ball_case;
  return {{"bouncing-ball", "a ball with the three normal laws of PENDULUM against references",
           run_case}};
}

}  // namespace outrigger::validation
