/// The double pendulum of two ellipsoids that hits a tilted plane (PENDULUM §2.4-2.7, §3.4), with each
/// of the three laws of the paper, against an independent integration; and in steps of 1 ms.
#include <algorithm>
#include <cmath>

#include "math/elementary.h"
#include "validation/cases/cases.h"
#include "validation/contact_scenes.h"
#include "validation/exact/pendulum_on_plane.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace double_pendulum_plane_case {

using Normal = description::ContactLaw::Normal;

constexpr double kInterval = 5e-3;  ///< between samples [s]
constexpr double kPlotted = 0.5;    ///< [s]

int sample_count(double duration) { return static_cast<int>(std::lround(duration / kInterval)); }

/// Table 2 of the paper, whose formulas give its units; the last is its choice in steps of 1 ms, which
/// soften what they cannot resolve and have only energy and residuals to answer for.
struct Law {
  const char* name;
  Normal normal;
  PlaneLaw law;
  double step;  ///< [s]
  double duration;
  bool resolved;
  double force_limit;         ///< of the largest force, relative; 0: not compared
  double acceleration_limit;  ///< of the residual, relative; 0: not compared
};
const Law kLaws[] = {
    {"Hertz", Normal::hertz, {PlaneLaw::Kind::hertz, 1e4, 0.0, 1.5}, 1e-4, 1.0, true, 1e-4, 1e-6},
    {"non-linear",
     Normal::nonlinear_damping,
     {PlaneLaw::Kind::nonlinear_damping, 3.009e7, 3e4, 1.5},
     2e-5,
     0.5,
     true,
     1e-3,
     1e-4},
    {"spring-dashpot",
     Normal::kelvin_voigt,
     {PlaneLaw::Kind::spring_dashpot, 3.303e7, 2.157e4, 1.0},
     1e-5,
     0.5,
     true,
     0.0,
     1e-3},
    {"spring-dashpot at 1 ms",
     Normal::kelvin_voigt,
     {PlaneLaw::Kind::spring_dashpot, 3.303e7, 2.157e4, 1.0},
     1e-3,
     2.0,
     false,
     0.0,
     0.0},
};

PendulumOnPlane problem(const PlaneLaw& law) {
  PendulumOnPlane p;
  p.pendulum = arm_of_ellipsoids();
  p.first_axes = {0.05, 0.05, 0.15};
  p.second_axes = {0.04, 0.04, 0.20};
  p.normal = Vec3(-0.2, 0.1, 1.0).normalized();
  p.offset = -0.45;
  p.law = law;
  return p;
}

ContactScene make_scene(const PendulumOnPlane& p, Normal normal, double step) {
  ContactScene scene;
  description::Machine& m = scene.machine;
  m = with_step(make_double_pendulum(p.pendulum), step);
  add_shape(m, "upper_arm", description::ContactShape::Kind::ellipsoid, "skin").size = p.first_axes;
  add_shape(m, "forearm", description::ContactShape::Kind::ellipsoid, "skin").size = p.second_axes;
  leave_out_ground(m);
  description::ContactShape& plane =
      add_shape(m, description::kGround, description::ContactShape::Kind::plane, "wall");
  plane.name = plane.group = "plane";
  plane.pose.rotation =
      Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), p.normal).toRotationMatrix();
  plane.pose.position = p.offset * p.normal;
  // The shoulder connects the upper arm with the ground, and thereby with the plane.
  m.contact_pairs.push_back({"arm_on_plane", {}, m.shapes.front().group, "plane", true});
  for (const char* material : {"skin", "wall"}) {
    m.materials.push_back({material, {}, 1e9, 0.3, 0.5});
    add_friction(m, "skin", material, 0.0);
  }
  description::ContactLaw law;
  law.name = "skin_wall";
  law.material_a = "skin";
  law.material_b = "wall";
  law.normal = normal;
  law.stiffness = p.law.stiffness;
  law.exponent = p.law.exponent;
  law.damping = p.law.damping;
  m.contact_laws.push_back(law);
  return scene;
}

/// What is plotted, at one instant.
struct Sample {
  double upper_arm = 0.0, forearm = 0.0;  ///< below the horizontal [rad]
  double hand_height = 0.0;               ///< [m]
  double force = 0.0;                     ///< largest since the sample before [N]
  double kinetic = 0.0, change = 0.0;     ///< energy, and that of the start missing [J]
};

/// What a run shows.
struct Motion {
  std::vector<Sample> samples;
  RunRecord record;
  double hand_error = 0.0;     ///< against the independent solution [m]
  double largest_force = 0.0;  ///< [N]
  double impulse = 0.0;        ///< of the plane [N s]
  double first_touch = -1.0;   ///< when the first gap closed, between steps [s]
  double point_error = 0.0;    ///< of contact points against the closed form [m]
  double force_apart = 0.0;  ///< largest where the closed form sees more gap than a step's way [N]
  double deepest = 0.0;      ///< [m]
  double energy_gain = 0.0;  ///< largest above the start [J]
  double heat = 0.0;         ///< energy lost at the end [J]
  double unexplained = 0.0;  ///< of it, neither the law's heat nor the projections' [J]
};

Motion move(const PendulumOnPlane& p, const Law& law,
            const std::vector<PendulumOnPlaneState>& exact) {
  Motion out;
  sim::WorldOptions options;
  options.articulation.keep_ledger = true;
  sim::World world = make_scene(p, law.normal, law.step).make_world(options);
  const sim::BodyHandle bodies[] = {world.body("upper_arm"), world.body("forearm")};
  const double start = world.energies().total();
  double gap_before = 1.0, force_since = 0.0;
  std::size_t sample = 0;
  RunPlan plan;
  plan.duration = law.duration;
  plan.samples = sample_count(law.duration);
  plan.each_step = [&](sim::World& w) {
    PlaneGap gaps[2];
    for (const int b : {0, 1}) {
      const model::Twist t = w.twist(bodies[b]);
      gaps[b] = ellipsoid_plane_gap(b == 0 ? p.first_axes : p.second_axes, p.normal, p.offset,
                                    w.pose(bodies[b]), t.linear, t.angular);
    }
    const double gap = std::min(gaps[0].gap, gaps[1].gap);
    if (out.first_touch < 0.0 && gap < 0.0)
      out.first_touch = w.time() - law.step * gap / (gap - gap_before);
    gap_before = gap;
    out.deepest = std::max(out.deepest, -gap);
    for (const contact::ContactReading& c : w.contacts()) {
      if (c.normal_force <= 0.0) continue;
      const PlaneGap& g = gaps[c.shape_a == "upper_arm" || c.shape_b == "upper_arm" ? 0 : 1];
      out.largest_force = std::max(out.largest_force, c.normal_force);
      // The point of a contact is half way between the surfaces.
      out.point_error =
          std::max(out.point_error, (c.point - (g.nearest - 0.5 * g.gap * p.normal)).norm());
      if (g.gap > 2.0 * law.step * std::abs(g.rate) + 1e-9)
        out.force_apart = std::max(out.force_apart, c.normal_force);
    }
    const double force = w.contact_force("plane").norm();
    out.impulse += law.step * force;  // the mean of the step
    force_since = std::max(force_since, force);
    out.energy_gain = std::max(out.energy_gain, w.energies().total() - start);
  };
  plan.sample = [&](sim::World& w) {
    const Vec3 hand = body_point(w, bodies[1], p.pendulum.second.lower_joint);
    const double error = law.resolved ? (hand - exact[sample++].state.tip).norm() : 0.0;
    out.hand_error = std::max(out.hand_error, error);
    const auto below = [&](int b) {
      const Vec3 z = w.pose(bodies[b]).rotation.col(2);
      return elementary::atan2(-z.z(), std::hypot(z.x(), z.y()));
    };
    const sim::Energies energy = w.energies();
    out.samples.push_back(
        {below(0), below(1), hand.z(), force_since, energy.kinetic, energy.total() - start});
    force_since = 0.0;
  };
  out.record = run(world, plan);
  const sim::Energies e = world.energies();
  out.heat = start - e.total();
  out.unexplained = e.ledger.integrator;
  return out;
}

void add_rows(Result& result, const Law& law, const Motion& out, const PendulumOnPlaneState& end) {
  const std::string of = law.name;
  const double kinetic = out.record.kinetic_energy;
  if (law.resolved) {
    result.compare(of + ": first touch [s]", out.first_touch, end.first_touch, 1e-6);
    result.bound(of + ": error of the hand [m]", out.hand_error, 1e-5);
    result.compare(of + ": impulse of the plane [N s]", out.impulse, end.impulse,
                   1e-3 * end.impulse);
    // The spring-dashpot's force jumps at the touch and falls within three steps.
    if (law.force_limit > 0.0)
      result.compare(of + ": largest force [N]", out.largest_force, end.largest_force,
                     law.force_limit * end.largest_force);
    result.compare(of + ": heat [J]", out.heat, end.heat, 1e-4 * kinetic);
    result.bound(of + ": contact point against the closed form [m]", out.point_error, 1e-5);
    result.bound(of + ": energy unexplained / largest kinetic energy", out.unexplained / kinetic,
                 1e-4);
  }
  result.bound(of + ": force where the closed form sees a gap [N]", out.force_apart, 0.0);
  result.bound(of + ": energy gained / largest kinetic energy", out.energy_gain / kinetic, 1e-6);
  const stepper::Residuals& r = out.record.residuals;
  const Scales& scales = out.record.scales;
  result.bound("position residual / length, " + of, r.position / scales.length, 1e-10);
  result.bound("velocity residual / speed, " + of, r.velocity / scales.speed, 1e-8);
  // An impact's last impulse changes speeds, and the accelerations follow a step later.
  if (law.acceleration_limit > 0.0)
    result.bound("acceleration residual / acceleration, " + of,
                 r.acceleration / scales.acceleration, law.acceleration_limit);
}

/// One panel per quantity, one line per law.
void add_series(Series& series, const std::vector<Motion>& motions) {
  struct Panel {
    const char* name;
    double Sample::*value;
  };
  const Panel panels[] = {{"upper arm below the horizontal [rad]", &Sample::upper_arm},
                          {"forearm below the horizontal [rad]", &Sample::forearm},
                          {"hand z [m]", &Sample::hand_height},
                          {"largest force in 5 ms [N]", &Sample::force},
                          {"kinetic energy [J]", &Sample::kinetic},
                          {"change of energy [J]", &Sample::change}};
  series.columns = {"t [s]"};
  for (int i = 0; i <= sample_count(kPlotted); ++i) series.rows.push_back({kInterval * i});
  for (const Panel& panel : panels)
    for (std::size_t k = 0; k < motions.size(); ++k) {
      series.columns.push_back(std::string(panel.name) + ": " + kLaws[k].name);
      for (std::size_t i = 0; i < series.rows.size(); ++i)
        series.rows[i].push_back(motions[k].samples.at(i).*panel.value);
    }
}

Result run_case() {
  Result result;
  std::vector<Motion> motions;
  for (const Law& law : kLaws) {
    const PendulumOnPlane p = problem(law.law);
    std::vector<double> times;
    for (int i = 0; law.resolved && i <= sample_count(law.duration); ++i)
      times.push_back(kInterval * i);
    auto exact = pendulum_on_plane(p, times);
    exact.resize(std::max<std::size_t>(1, exact.size()));
    motions.push_back(move(p, law, exact));
    add_rows(result, law, motions.back(), exact.back());
  }
  add_series(result.series, motions);
  return result;
}

}  // namespace double_pendulum_plane_case

std::vector<Case> double_pendulum_plane_cases() {
  using namespace double_pendulum_plane_case;
  return {{"double-pendulum-plane",
           "two jointed ellipsoids hit a plane, three normal laws, against independent integration",
           run_case}};
}

}  // namespace outrigger::validation
