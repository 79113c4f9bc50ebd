/// Bricard's mechanism (IFToMM A04): six revolutes, mobile although overconstrained.
#include <algorithm>
#include <cmath>

#include "validation/cases/cases.h"
#include "validation/mechanisms.h"
#include "validation/references.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace bricard_case {

struct BricardRun {
  RunRecord record;
  double position_error = 0.0;  ///< of P3, largest of the 20 instants [m]
  Series series;
};

BricardRun run_bricard(RodSection section, double step) {
  BricardRun out;
  sim::World world(with_step(make_bricard(section), step));
  const sim::BodyHandle rod = world.body("rod_3");
  const double energy_at_start = world.energies().total();
  RunPlan plan;
  plan.duration = 10.0;
  plan.samples = 500;
  out.series.columns = {"t [s]", "P3 x [m]", "P3 y [m]", "P3 z [m]", "energy error [J]"};
  plan.sample = [&](sim::World& w) {
    const Vec3 p = body_point(w, rod, Vec3::UnitX());
    out.series.rows.push_back(
        {w.time(), p.x(), p.y(), p.z(), w.energies().total() - energy_at_start});
    const std::size_t sample = out.series.rows.size() - 1;
    if (sample == 0 || sample % 25 != 0) return;
    const Vec3 reference = bricard_reference(static_cast<int>(sample / 25) - 1);
    out.position_error = std::max(out.position_error, (p - reference).norm());
  };
  out.record = run(world, plan);
  return out;
}

Result run_case() {
  Result result;
  const BricardRun out = run_bricard(RodSection::square, 1e-3);
  result.bound("energy error over 10 s [J]", out.record.energy_error, 1e-5);
  result.bound("mean iterations", out.record.mean_iterations, 2.5);
  add_residual_rows(result, out.record);
  const BricardRun slender = run_bricard(RodSection::slender, 1e-3);
  const BricardRun coarse = run_bricard(RodSection::slender, 2e-3);
  result.bound("slender: error of P3 over 10 s [m]", slender.position_error, 2e-5);
  result.bound("slender: energy error over 10 s [J]", slender.record.energy_error, 1e-5);
  add_order_row(result, "slender, P3", coarse.position_error, slender.position_error);
  result.series = out.series;
  return result;
}

}  // namespace bricard_case

std::vector<Case> bricard_cases() {
  using namespace bricard_case;
  return {{"bricard", "Bricard's overconstrained six-bar loop (IFToMM A04), P3 against Simbody",
           run_case}};
}

}  // namespace outrigger::validation
