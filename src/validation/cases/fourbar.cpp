/// N four-bar loops against the closed solution of the one-degree motion (IFToMM A02).
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "math/elementary.h"
#include "validation/cases/cases.h"
#include "validation/exact/fourbar_angle.h"
#include "validation/mechanisms.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace fourbar_case {

constexpr double kSingularAngle = 0.02;  ///< rods this near to the horizontal count apart [rad]
constexpr double kDuration = 10.0;

struct Limits {
  double energy;    ///< [J]
  double position;  ///< of the pins B over 10 s [m]
};

struct FourbarRun {
  RunRecord record;
  double position_error = 0.0, parallel_error = 0.0;
  int passages = 0;
  Series series;
};

FourbarRun run_fourbar(int loops, double step, double duration, int samples) {
  FourbarRun out;
  sim::World world(with_step(make_fourbar(loops), step));
  std::vector<sim::BodyHandle> rods;
  for (int i = 0; i <= loops; ++i) rods.push_back(world.body(fmt::format("rod_{}", i)));
  const double energy_at_start = world.energies().total();
  double height = 1.0;

  RunPlan plan;
  plan.duration = duration;
  plan.samples = samples;
  plan.singular = [&](sim::World& w) {
    return std::abs(elementary::asin(std::clamp(w.pose(rods[0]).rotation(1, 0), -1.0, 1.0))) <
           kSingularAngle;
  };
  plan.each_step = [&](sim::World& w) {
    const Vec3 first = w.pose(rods.front()).rotation.col(0);
    for (const auto& rod : rods)
      out.parallel_error =
          std::max(out.parallel_error, (w.pose(rod).rotation.col(0) - first).norm());
    out.passages += first.y() * height < 0.0 ? 1 : 0;
    height = first.y();
  };
  out.series.columns = {"t [s]", "B_0 x [m]", "B_0 y [m]", "position error [m]",
                        "energy error [J]"};
  plan.sample = [&](sim::World& w) {
    const auto [s, c] = elementary::sincos(fourbar_angle(loops, w.time()));
    double error = 0.0;
    for (int i = 0; i <= loops; ++i)
      error = std::max(error, (body_point(w, rods[i], Vec3::UnitX()) - Vec3(i + s, c, 0)).norm());
    out.position_error = std::max(out.position_error, error);
    const Vec3 b = body_point(w, rods[0], Vec3::UnitX());
    out.series.rows.push_back(
        {w.time(), b.x(), b.y(), error, w.energies().total() - energy_at_start});
  };
  out.record = run(world, plan);
  return out;
}

Result run_case(int loops, const Limits& limits) {
  Result result;
  const FourbarRun out = run_fourbar(loops, 1e-3, kDuration, 500);
  result.bound("energy error over 10 s [J]", out.record.energy_error, limits.energy);
  result.bound("position error of the pins over 10 s [m]", out.position_error, limits.position);
  result.bound("largest difference of rod directions", out.parallel_error, 1e-5);
  const double turned = fourbar_angle(loops, kDuration);
  result.compare("singular positions passed", out.passages,
                 std::floor(turned / 3.14159265358979323846 + 0.5), 0.0);
  add_residual_rows(result, out.record);
  add_singular_rows(result, out.record, {1e-10, 2e-7, 2e-4});
  // Over 2 s, two singular positions included.
  const double coarse = run_fourbar(loops, 1e-3, 2.0, 100).position_error;
  const double fine = run_fourbar(loops, 5e-4, 2.0, 100).position_error;
  add_order_row(result, "position over 2 s", coarse, fine);
  result.series = out.series;
  return result;
}

Case make_case(int loops, const Limits& limits) {
  return {fmt::format("fourbar-{}", loops),
          fmt::format("{} four-bar loop{} (IFToMM A02) through singular positions, exact solution",
                      loops, loops == 1 ? "" : "s"),
          [=] { return run_case(loops, limits); }};
}

}  // namespace fourbar_case

std::vector<Case> fourbar_cases() {
  using namespace fourbar_case;
  return {make_case(1, {1e-3, 4e-4}), make_case(10, {7e-3, 4e-4}), make_case(40, {2e-2, 4e-4}),
          make_case(160, {8e-2, 4e-4})};
}

}  // namespace outrigger::validation
