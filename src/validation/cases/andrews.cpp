/// Andrews' squeezing mechanism against an independent integration in minimal form (index 1).
#include "validation/exact/andrews.h"

#include <algorithm>
#include <cmath>

#include "validation/cases/cases.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace andrews_case {

constexpr double kMotorTorque = 0.033;  // [N m]
constexpr double kTime = 0.03;          ///< of the published values [s]

struct AndrewsRun {
  RunRecord record;
  Vector7 angles, rates;  ///< at kTime
  Series series;
};

AndrewsRun run_andrews(double step, double duration) {
  AndrewsRun out;
  sim::World world(with_step(make_andrews(), step));
  std::vector<sim::CoordinateHandle> handles;
  for (const auto* name : {"beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"})
    handles.push_back(world.coordinate(name));
  const double energy_at_start = world.energies().total();
  const double beta_at_start = world.value(handles[0]);
  RunPlan plan;
  plan.duration = duration;
  plan.samples = static_cast<int>(std::lround(duration / 1e-4));
  plan.work = [&](const sim::World& w) {
    return kMotorTorque * (w.value(handles[0]) - beta_at_start);
  };
  out.series.columns = {"t [s]",       "beta [rad]",    "gamma [rad]",     "Phi [rad]",
                        "delta [rad]", "epsilon [rad]", "energy error [J]"};
  plan.sample = [&](sim::World& w) {
    Vector7 q;
    for (int i = 0; i < 7; ++i) q[i] = w.value(handles[i]);
    out.series.rows.push_back({w.time(), q[0], q[2], q[3], q[4], q[6],
                               w.energies().total() - energy_at_start - plan.work(w)});
    if (std::abs(w.time() - kTime) > 1e-9) return;
    out.angles = q;
    for (int i = 0; i < 7; ++i) out.rates[i] = w.speed(handles[i]);
  };
  out.record = run(world, plan);
  return out;
}

Result run_case() {
  Result result;
  const AndrewsState reference = andrews(kTime);
  const AndrewsRun out = run_andrews(1e-5, 0.05);
  const double error = (out.angles - reference.angles).cwiseAbs().maxCoeff();
  result.bound("largest error of the angles at 0.03 s [rad]", error, 6e-4);
  result.bound(
      "error of the rates at 0.03 s / largest",
      (out.rates - reference.rates).cwiseAbs().maxCoeff() / reference.rates.cwiseAbs().maxCoeff(),
      2e-4);
  result.bound("energy error over 0.05 s / largest kinetic energy",
               out.record.energy_error / out.record.kinetic_energy, 1.3e-4);
  add_residual_rows(result, out.record);
  const AndrewsRun fine = run_andrews(5e-6, kTime);
  add_order_row(result, "angles at 0.03 s", error,
                (fine.angles - reference.angles).cwiseAbs().maxCoeff());
  result.series = out.series;
  return result;
}

}  // namespace andrews_case

std::vector<Case> andrews_cases() {
  using namespace andrews_case;
  return {{"andrews", "Andrews' squeezing mechanism, angles against integration with index 1",
           run_case}};
}

}  // namespace outrigger::validation
