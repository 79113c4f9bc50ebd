/// Chain of N links against independent programs and an integration in joint coordinates.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "validation/cases/cases.h"
#include "validation/exact/chain.h"
#include "validation/mechanisms.h"
#include "validation/references.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace chain_case {

struct Limits {
  int links;
  double tip;     ///< [m]
  double energy;  ///< [J]
};

struct ChainRun {
  RunRecord record;
  Vec3 tip;
  std::vector<std::pair<double, Vec3>> tips;  ///< every 0.1 s
  Series series;
};

ChainRun run_chain(int links, double step) {
  ChainRun out;
  sim::World world(with_step(make_chain(links), step));
  const sim::BodyHandle last = world.body(fmt::format("link_{}", links));
  const Vec3 centre(0.5, 0, 0);
  const double y_at_start = body_point(world, last, centre).y();
  const double energy_at_start = world.energies().total();
  RunPlan plan;
  plan.samples = 200;
  // 1 N along y on the centre of the last link.
  plan.work = [&](const sim::World& w) { return body_point(w, last, centre).y() - y_at_start; };
  out.series.columns = {"t [s]", "tip x [m]", "tip y [m]", "tip z [m]", "energy error [J]"};
  plan.sample = [&](sim::World& w) {
    out.tip = body_point(w, last, Vec3::UnitX());
    out.series.rows.push_back({w.time(), out.tip.x(), out.tip.y(), out.tip.z(),
                               w.energies().total() - energy_at_start - plan.work(w)});
    if (out.series.rows.size() % 20 == 1) out.tips.emplace_back(w.time(), out.tip);
  };
  out.record = run(world, plan);
  return out;
}

Result run_case(const Limits& limits) {
  Result result;
  const Vec3 tip = chain_tip_reference(limits.links);
  const ChainRun out = run_chain(limits.links, 1e-3);
  const double error = (out.tip - tip).norm();
  result.bound("tip error at 1 s [m]", error, limits.tip);
  if (limits.links == 10) {
    double largest = 0.0;
    for (const auto& [time, point] : out.tips)
      largest = std::max(largest, (point - chain(10, time).tip).norm());
    result.bound("tip error over 1 s, joint coordinates [m]", largest, limits.tip);
  }
  result.bound("energy error over 1 s [J]", out.record.energy_error, limits.energy);
  result.bound("energy error / largest kinetic energy",
               out.record.energy_error / out.record.kinetic_energy, 1e-6);
  result.bound("mean iterations", out.record.mean_iterations, 2.5);
  add_residual_rows(result, out.record);
  const ChainRun coarse = run_chain(limits.links, 2e-3);
  add_order_row(result, "tip", (coarse.tip - tip).norm(), error);
  add_order_row(result, "energy", coarse.record.energy_error, out.record.energy_error);
  result.series = out.series;
  return result;
}

}  // namespace chain_case

std::vector<Case> chain_cases() {
  using namespace chain_case;
  std::vector<Case> cases;
  for (const Limits& l :
       {Limits{10, 1e-5, 4e-4}, Limits{40, 2e-6, 4e-4}, Limits{160, 1.5e-6, 6e-4}})
    cases.push_back(
        {fmt::format("chain-{}", l.links),
         fmt::format("chain of {} links in 3-D from rest, tip against other programs", l.links),
         [l] { return run_case(l); }});
  return cases;
}

}  // namespace outrigger::validation
