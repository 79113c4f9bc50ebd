/// Steps from 1e-6 to 2e-2 s: the error falls with h² until rounding, and nothing breaks.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "math/elementary.h"
#include "validation/cases/cases.h"
#include "validation/exact/chain.h"
#include "validation/exact/fourbar_angle.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace step_size_case {

struct StepRun {
  RunRecord record;
  double error = 0.0;         ///< of the tip, or of pin B over the run [m]
  Vec3 force = Vec3::Zero();  ///< of the first joint at the end [N]
};

/// Chain-10 for 0.2 s.
StepRun run_chain(double step, const Vec3& exact_tip) {
  StepRun out;
  sim::World world(with_step(make_chain(10), step));
  const sim::BodyHandle last = world.body("link_10");
  const double y_at_start = body_point(world, last, Vec3(0.5, 0, 0)).y();
  RunPlan plan;
  plan.duration = 0.2;
  plan.work = [&](const sim::World& w) {
    return body_point(w, last, Vec3(0.5, 0, 0)).y() - y_at_start;
  };
  out.record = run(world, plan);
  out.error = (body_point(world, last, Vec3::UnitX()) - exact_tip).norm();
  out.force = world_reaction(world, "joint_1").force;
  return out;
}

/// Four-bar for 2 s: two singular positions.
StepRun run_fourbar(double step) {
  StepRun out;
  sim::World world(with_step(make_fourbar(1), step));
  const sim::BodyHandle rod = world.body("rod_1");
  RunPlan plan;
  plan.duration = 2.0;
  plan.samples = 20;
  plan.sample = [&](sim::World& w) {
    const auto [s, c] = elementary::sincos(fourbar_angle(1, w.time()));
    out.error = std::max(out.error, (body_point(w, rod, Vec3::UnitX()) - Vec3(1 + s, c, 0)).norm());
  };
  out.record = run(world, plan);
  return out;
}

Result run_case() {
  Result result;
  result.series.columns = {"step [s]", "chain: tip error [m]", "chain: energy error [J]",
                           "chain: iterations", "four-bar: error [m]"};
  const Vec3 exact = chain(10, 0.2).tip;
  Vec3 force = Vec3::Zero();
  for (const double h : {1e-4, 1e-5, 1e-6, 1e-3, 5e-3, 1e-2, 2e-2}) {
    const std::string of = fmt::format("h = {:g}", h);
    const StepRun c = run_chain(h, exact);
    result.bound("chain-10, " + of + ": tip error at 0.2 s [m]", c.error, 0.15 * h * h + 1e-11);
    result.bound("chain-10, " + of + ": energy error [J]", c.record.energy_error,
                 14.0 * h * h + 2e-11);
    result.bound("chain-10, " + of + ": mean iterations", c.record.mean_iterations,
                 h <= 1e-3 ? 2.5 : 4.0);
    if (h == 1e-4) force = c.force;
    if (h < 1e-4)
      result.bound("chain-10, " + of + ": joint force against h = 1e-4 / its size",
                   (c.force - force).norm() / force.norm(), 2e-5);
    double fourbar_error = 0.0;
    if (h >= 1e-4) {
      const StepRun f = run_fourbar(h);
      fourbar_error = f.error;
      result.bound("fourbar-1, " + of + ": position error over 2 s [m]", f.error, 50.0 * h * h);
    }
    result.series.rows.push_back(
        {h, c.error, c.record.energy_error, c.record.mean_iterations, fourbar_error});
  }
  std::sort(result.series.rows.begin(), result.series.rows.end());
  return result;
}

}  // namespace step_size_case

std::vector<Case> step_size_cases() {
  using namespace step_size_case;
  return {{"step-size", "chain-10 and four-bar with steps from 1e-6 to 2e-2 s", run_case}};
}

}  // namespace outrigger::validation
