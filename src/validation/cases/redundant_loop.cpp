/// Redundant constraints change neither the motion nor the sum of the reactions.
#include <algorithm>
#include <cmath>

#include "math/elementary.h"
#include "validation/cases/cases.h"
#include "validation/exact/jacobi_elliptic.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace redundant_loop_case {

struct LinkageRun {
  RunRecord record;
  std::vector<Vec3> path;  ///< middle of the coupler
  Series series;
};

LinkageRun run_linkage(bool redundant, double step) {
  LinkageRun out;
  description::Machine machine = with_step(make_linkage(redundant), step);
  // Both models take the same steps when both are solved to the end.
  machine.settings.tolerance = 1e-7;
  sim::World world(machine);
  const sim::BodyHandle coupler = world.body("coupler");
  const double energy = world.energies().total();
  RunPlan plan;
  plan.duration = 5.0;
  plan.samples = 500;
  plan.sample = [&](sim::World& w) {
    out.path.push_back(body_point(w, coupler, Vec3(0.45, 0, 0)));
    out.series.rows.push_back(
        {w.time(), out.path.back().x(), out.path.back().y(), w.energies().total() - energy});
  };
  out.record = run(world, plan);
  return out;
}

double largest_distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
  return largest;
}

/// Angle of the door from its rest: a physical pendulum released at φ₀, sin(φ/2) = k sn(K + Ω t).
double door_angle(double time) {
  constexpr double g_sine = 0.5 * 9.81, width = 0.9, thickness = 0.04, arm = 0.45;
  const double inertia_per_mass = (width * width + thickness * thickness) / 12.0 + arm * arm;
  const double omega = std::sqrt(g_sine * arm / inertia_per_mass);
  const auto [k, complementary] = elementary::sincos(0.5 * 1.2);
  const JacobiFunctions f =
      jacobi_functions(quarter_period(complementary) + omega * time, complementary);
  return 2.0 * elementary::asin(k * f.sn);
}

struct DoorRun {
  RunRecord record;
  double angle_error = 0.0;
  std::vector<double> angles;
  std::vector<Vec3> forces;  ///< of all hinges together [N]
};

DoorRun run_door(int hinges, double step) {
  DoorRun out;
  sim::World world(with_step(make_door(hinges), step));
  const sim::CoordinateHandle angle = world.coordinate("door");
  RunPlan plan;
  plan.duration = 5.0;
  plan.samples = 100;
  plan.sample = [&](sim::World& w) {
    out.angles.push_back(1.2 + w.value(angle));
    out.angle_error = std::max(out.angle_error, std::abs(out.angles.back() - door_angle(w.time())));
    Vec3 force = world_reaction(w, "hinge_1").force;
    if (hinges == 2) force += world_reaction(w, "hinge_2").force;
    out.forces.push_back(force);
  };
  out.record = run(world, plan);
  return out;
}

Result run_case() {
  Result result;
  const LinkageRun one = run_linkage(false, 1e-3), more = run_linkage(true, 1e-3);
  result.bound("four-bar: redundant against plain over 5 s [m]",
               largest_distance(one.path, more.path), 1e-8);
  result.bound("four-bar: energy error / largest kinetic energy",
               more.record.energy_error / more.record.kinetic_energy, 1e-3);
  add_residual_rows(result, more.record, "four-bar");
  const LinkageRun coarse = run_linkage(true, 2.5e-4), half = run_linkage(true, 1.25e-4),
                   quarter = run_linkage(true, 6.25e-5);
  add_order_row(result, "four-bar (three steps)", largest_distance(coarse.path, half.path),
                largest_distance(half.path, quarter.path));

  const DoorRun single = run_door(1, 1e-3), pair = run_door(2, 1e-3), fine = run_door(2, 5e-4);
  double difference = 0.0, force = 0.0;
  for (std::size_t i = 0; i < single.angles.size(); ++i) {
    difference = std::max(difference, std::abs(single.angles[i] - pair.angles[i]));
    force = std::max(force, (single.forces[i] - pair.forces[i]).norm() / single.forces[i].norm());
  }
  result.bound("door: two hinges against one over 5 s [rad]", difference, 1e-8);
  result.bound("door: sum of hinge forces against one hinge", force, 1e-6);
  result.bound("door: angle against the exact pendulum [rad]", pair.angle_error, 4e-5);
  add_residual_rows(result, pair.record, "door");
  add_order_row(result, "door", pair.angle_error, fine.angle_error);

  result.series = more.series;
  result.series.columns = {"t [s]", "coupler x [m]", "coupler y [m]", "energy error [J]",
                           "difference to plain [m]"};
  for (std::size_t i = 0; i < one.path.size(); ++i)
    result.series.rows[i].push_back((one.path[i] - more.path[i]).norm());
  return result;
}

}  // namespace redundant_loop_case

std::vector<Case> redundant_loop_cases() {
  using namespace redundant_loop_case;
  return {{"redundant-loop",
           "four-bar of spatial revolutes and door with two hinges move as plain ones", run_case}};
}

}  // namespace outrigger::validation
