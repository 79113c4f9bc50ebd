/// Bricard's mechanism (IFToMM A04): six revolutes, mobile although overconstrained.
#include <algorithm>
#include <cmath>

#include "validation/cases/cases.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace {

/// P3 every 0.5 s: Simbody RungeKuttaMerson, accuracy 1e-11, constraint tolerance 1e-13; MuJoCo RK4
/// at 2e-5 s agrees to 1e-8 m. Both have slender rods.
constexpr double kReference[20][3] = {{0.968157777563, -1.225023104431, 0.749659196806},
                                      {0.508720667533, -1.649807041035, 0.139068363675},
                                      {-0.520521810925, -1.645508051127, 0.146151626838},
                                      {-0.969874987908, -1.219510702676, 0.756396823029},
                                      {-0.999999998994, -1.000044857721, 0.999955141273},
                                      {-0.966367819125, -1.230580217010, 0.742836164752},
                                      {-0.496766418887, -1.654015889234, 0.132115719081},
                                      {0.532167874379, -1.641120870981, 0.153361143416},
                                      {0.971521426444, -1.214044250214, 0.763048279262},
                                      {0.999999983901, -1.000179422826, 0.999820561077},
                                      {0.964503116408, -1.236180783416, 0.735928535357},
                                      {0.484661179543, -1.658132668214, 0.125298027301},
                                      {-0.543657022511, -1.636647474291, 0.160692522448},
                                      {-0.973099048699, -1.208624967062, 0.769612844498},
                                      {-0.999999918492, -1.000403671182, 0.999596247343},
                                      {-0.962561654206, -1.241823528093, 0.728937162537},
                                      {-0.472407204233, -1.662155476211, 0.118619586450},
                                      {0.554987558497, -1.632089855245, 0.168141352204},
                                      {0.974609788660, -1.203254054818, 0.776089839782},
                                      {0.999999742367, -1.000717562526, 0.999282180026}};

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
    const double* r = kReference[sample / 25 - 1];
    out.position_error = std::max(out.position_error, (p - Vec3(r[0], r[1], r[2])).norm());
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

}  // namespace

std::vector<Case> bricard_cases() {
  return {{"bricard", "Bricard's overconstrained six-bar loop (IFToMM A04), P3 against Simbody",
           run_case}};
}

}  // namespace outrigger::validation
