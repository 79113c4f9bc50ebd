/// A human arm falls from the steering wheel (PENDULUM §2.3, §3.1): the spatial model of two
/// ellipsoids on spherical joints with passive moments against the planar one in two angles.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "math/elementary.h"
#include "validation/cases/cases.h"
#include "validation/exact/planar_arm.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace human_arm_case {

constexpr double kDuration = 2.0, kDegree = 3.14159265358979323846 / 180.0;
constexpr int kSamples = 200;

PlanarArm make_arm() {
  const SphericalDoublePendulum p = arm_of_ellipsoids();
  const auto segment = [](const PendulumBody& b) {
    const double half = b.lower_joint.z();
    return ArmSegment{b.mass, b.inertia(1, 1), half, 2.0 * half};
  };
  PlanarArm arm;
  arm.upper = segment(p.first);
  arm.forearm = segment(p.second);
  // Backwards the shoulder stops 40° behind the trunk; the elbow neither overstretches nor folds flat.
  arm.shoulder = {0.5, 90.0 * kDegree, -60.0 * kDegree, 130.0 * kDegree, 8.0, 0.15};
  arm.elbow = {0.3, 60.0 * kDegree, 15.0 * kDegree, 140.0 * kDegree, 12.0, 0.05};
  arm.upper_angle = 45.0 * kDegree;
  arm.forearm_angle = -23.0 * kDegree;
  return arm;
}

/// The curve as a formula, or as a table of points 2° apart.
void add_passive(description::Machine& m, const std::string& joint, const PassiveMoment& p,
                 bool as_table) {
  description::Coordinate cone;
  cone.name = joint + ".cone";
  cone.kind = description::Coordinate::Kind::cone;
  cone.joint = joint;
  m.coordinates.push_back(cone);
  description::Spring s;
  s.name = joint;
  s.coordinate = joint + ".cone";
  if (as_table) {
    s.spring.kind = description::Function::Kind::table;
    for (int i = 0; i <= 80; ++i) {
      const double x = 2.0 * kDegree * i;
      s.spring.table.emplace_back(x, p.moment(x));
    }
  } else {
    s.spring.kind = description::Function::Kind::formula;
    s.spring.formula = fmt::format("{}*(x-{}) + exp({}*(x-{})) - exp({}*({}-x))", p.stiffness,
                                   p.rest, p.rise, p.upper, p.rise, p.lower);
  }
  s.damper.kind = description::Function::Kind::linear;
  s.damper.value = p.damping;
  m.springs.push_back(s);
}

/// Cones are measured from the horizontal (shoulder) and from the upper arm (elbow).
description::Machine make_machine(const PlanarArm& arm, double step, bool table) {
  SphericalDoublePendulum p = arm_of_ellipsoids();
  p.first.start.angular_velocity = p.second.start.angular_velocity = Vec3::Zero();
  description::Machine m = with_step(make_double_pendulum(p), step);
  m.joints[0].axis_a = Vec3::UnitX();
  m.joints[0].axis_b = m.joints[1].axis_a = m.joints[1].axis_b = Vec3::UnitZ();
  add_passive(m, m.joints[0].name, arm.shoulder, false);
  add_passive(m, m.joints[1].name, arm.elbow, table);
  return m;
}

struct ArmRun {
  RunRecord record;
  double elbow_error = 0.0, wrist_error = 0.0;  ///< [m]
  double elbow_way = 0.0, wrist_way = 0.0;      ///< farthest from the start [m]
  double out_of_plane = 0.0;                    ///< [m]
  double least_flexion = 10.0;                  ///< [rad]
  double gain = 0.0, unexplained = 0.0;         ///< [J]
  Series series;
};

/// The elbow's curve as a table or, to see the error of the step alone, as a formula.
ArmRun run_arm(const PlanarArm& arm, double step, bool table) {
  ArmRun out;
  std::vector<double> times;
  for (int i = 0; i <= kSamples; ++i) times.push_back(kDuration * i / kSamples);
  const std::vector<PlanarArmState> exact = planar_arm(arm, times);
  sim::WorldOptions options;
  options.articulation.keep_ledger = true;
  sim::World world(make_machine(arm, step, table), options);
  const sim::BodyHandle upper = world.body("upper_arm"), forearm = world.body("forearm");
  const auto planar = [](double x, double z) { return Vec3(x, 0.0, z); };
  const auto elbow_of = [&](const PlanarArmState& s) {
    const auto t = elementary::sincos(s.upper_angle);
    return planar(arm.upper.length * t.cosine, -arm.upper.length * t.sine);
  };
  const auto wrist_of = [&](const PlanarArmState& s) {
    const auto t = elementary::sincos(s.forearm_angle);
    return Vec3(elbow_of(s) + planar(arm.forearm.length * t.cosine, -arm.forearm.length * t.sine));
  };
  const double start = world.energies().total();
  std::size_t sample = 0;
  RunPlan plan;
  plan.duration = kDuration;
  plan.samples = kSamples;
  out.series.columns = {"t [s]",
                        "elbow x [m]",
                        "elbow z [m]",
                        "wrist x [m]: spatial",
                        "wrist z [m]: spatial",
                        "wrist x [m]: planar",
                        "wrist z [m]: planar",
                        "angles [deg]: upper arm below the horizontal",
                        "angles [deg]: elbow flexion",
                        "energy change [J]"};
  plan.sample = [&](sim::World& w) {
    const PlanarArmState& e = exact[sample++];
    const Vec3 elbow = body_point(w, upper, Vec3(0, 0, 0.5 * arm.upper.length));
    const Vec3 wrist = body_point(w, forearm, Vec3(0, 0, 0.5 * arm.forearm.length));
    const Vec3 planar_elbow = elbow_of(e), planar_wrist = wrist_of(e);
    out.elbow_error = std::max(out.elbow_error, (elbow - planar_elbow).norm());
    out.wrist_error = std::max(out.wrist_error, (wrist - planar_wrist).norm());
    out.elbow_way = std::max(out.elbow_way, (planar_elbow - elbow_of(exact[0])).norm());
    out.wrist_way = std::max(out.wrist_way, (planar_wrist - wrist_of(exact[0])).norm());
    out.out_of_plane = std::max({out.out_of_plane, std::abs(elbow.y()), std::abs(wrist.y())});
    out.least_flexion = std::min(out.least_flexion, e.upper_angle - e.forearm_angle);
    out.series.rows.push_back({w.time(), elbow.x(), elbow.z(), wrist.x(), wrist.z(),
                               planar_wrist.x(), planar_wrist.z(), e.upper_angle / kDegree,
                               (e.upper_angle - e.forearm_angle) / kDegree,
                               w.energies().total() - start});
  };
  plan.each_step = [&](sim::World& w) {
    out.gain = std::max(out.gain, w.energies().total() - start);
  };
  out.record = run(world, plan);
  const sim::Energies e = world.energies();
  out.unexplained = e.ledger.integrator + e.ledger.projection;
  return out;
}

Result run_case() {
  Result result;
  const PlanarArm arm = make_arm();
  const ArmRun out = run_arm(arm, 1e-3, true);
  const ArmRun coarse = run_arm(arm, 1e-3, false), fine = run_arm(arm, 5e-4, false);
  result.bound("elbow, spatial against planar model / way", out.elbow_error / out.elbow_way, 0.01);
  result.bound("wrist, spatial against planar model / way", out.wrist_error / out.wrist_way, 0.01);
  result.bound("out of the plane [m]", out.out_of_plane, 1e-9);
  result.bound("energy gained / largest kinetic energy", out.gain / out.record.kinetic_energy,
               1e-6);
  result.bound("energy unexplained / largest kinetic energy",
               out.unexplained / out.record.kinetic_energy, 1e-3);
  // Below, the cone of the elbow would not see the side it bends to.
  result.bound("elbow overstretched [deg]", std::max(0.0, -out.least_flexion / kDegree), 0.0);
  add_residual_rows(result, out.record);
  add_order_row(result, "wrist", coarse.wrist_error, fine.wrist_error);
  result.series = out.series;
  return result;
}

}  // namespace human_arm_case

std::vector<Case> human_arm_cases() {
  using namespace human_arm_case;
  return {{"human-arm",
           "an arm with passive joint moments falls, 3-D against an independent 2-D model",
           run_case}};
}

}  // namespace outrigger::validation
