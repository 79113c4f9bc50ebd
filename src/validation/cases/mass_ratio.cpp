/// Chain-10 with every second link lighter or heavier: iterations, energy, order.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "validation/cases/cases.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace mass_ratio_case {

struct ChainRun {
  RunRecord record;
  Vec3 tip;
};

ChainRun run_chain(double mass_ratio, double step) {
  ChainRun out;
  sim::World world(with_step(make_chain(10, mass_ratio), step));
  const sim::BodyHandle last = world.body("link_10");
  const double y_at_start = body_point(world, last, Vec3(0.5, 0, 0)).y();
  RunPlan plan;
  plan.work = [&](const sim::World& w) {
    return body_point(w, last, Vec3(0.5, 0, 0)).y() - y_at_start;
  };
  out.record = run(world, plan);
  out.tip = body_point(world, last, Vec3::UnitX());
  return out;
}

struct Sweep {
  double ratio;
  double tip_limit;  ///< at h = 1e-3, by extrapolation from three steps [m]
};

Result run_case() {
  Result result;
  result.series.columns = {"mass ratio", "mean iterations", "tip error [m]", "energy / kinetic",
                           "order"};
  for (const Sweep& s : {Sweep{1e-2, 1e-3}, Sweep{1e-1, 4e-5}, Sweep{1.0, 1e-5}, Sweep{1e2, 1e-5},
                         Sweep{1e4, 1e-5}, Sweep{1e6, 1e-5}}) {
    const ChainRun out = run_chain(s.ratio, 1e-3), half = run_chain(s.ratio, 5e-4),
                   quarter = run_chain(s.ratio, 2.5e-4);
    const double coarse = (out.tip - half.tip).norm(), fine = (half.tip - quarter.tip).norm();
    // With second order the error at h is 4/3 of the change to h/2.
    const double error = 4.0 / 3.0 * coarse;
    const double energy = out.record.energy_error / out.record.kinetic_energy;
    const std::string of = fmt::format("1 : {:.0e}", s.ratio);
    result.bound(of + ": mean iterations", out.record.mean_iterations, 3.0);
    result.bound(of + ": tip error at 1 s [m]", error, s.tip_limit);
    result.bound(of + ": energy error / largest kinetic energy", energy, 1.5e-6);
    add_order_row(result, of, coarse, fine);
    add_residual_rows(result, out.record, of);
    result.series.rows.push_back(
        {s.ratio, out.record.mean_iterations, error, energy, observed_order(coarse, fine)});
  }
  return result;
}

}  // namespace mass_ratio_case

std::vector<Case> mass_ratio_cases() {
  using namespace mass_ratio_case;
  return {
      {"mass-ratio", "chain-10 with mass ratios from 1e-2 to 1e6 between neighbours", run_case}};
}

}  // namespace outrigger::validation
