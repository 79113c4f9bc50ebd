/// The pantograph on two supports, THESIS Figure 4.2: as its angle goes to zero, the angle coordinate
/// loses the distribution of the contact forces, which is reported; positions of the blocks keep it.
/// The mechanism is stated in unilateral/pantograph.h.
#include <algorithm>
#include <cmath>

#include "unilateral/pantograph.h"
#include "unilateral/uniqueness.h"
#include "validation/cases/cases.h"

namespace outrigger::validation {
namespace pantograph_case {

using unilateral::ContactSolution;
using unilateral::Pantograph;
using unilateral::PantographModel;
using unilateral::Uniqueness;

struct Answer {
  ContactSolution forces;
  Uniqueness unique;
};

Answer solve(const PantographModel& model) {
  Answer a{solve_forces(model.problem), {}};
  a.unique = examine_uniqueness(model.problem, a.forces);
  return a;
}

int undetermined(const Answer& a) { return a.unique.unknowns - a.unique.rank; }

/// Largest error of a normal force as a share of the whole load.
double force_error(const Answer& a, const Pantograph& p) {
  const auto [first, second] = pantograph_forces(p);
  return std::max(std::abs(a.forces.contacts[0].normal - first),
                  std::abs(a.forces.contacts[1].normal - second)) /
         (first + second);
}

void sweep_angle(Result& result) {
  const Pantograph p;
  const auto [first, second] = pantograph_forces(p);
  result.series.columns = {"log10 of angle",           "force 1 by angle [N]",
                           "lowest possible [N]",      "highest possible [N]",
                           "force 1 by positions [N]", "log10 of condition by angle"};
  double error_positions = 0.0, error_determined = 0.0, reported_from = 0.0, determined_to = 1.0;
  int positions_undetermined = 0;
  for (int k = 0; k <= 40; ++k) {
    const double exponent = -0.25 * k, angle = std::pow(10.0, exponent);
    const PantographModel by_angle = pantograph_by_angle(p, angle);
    const Answer a = solve(by_angle), b = solve(pantograph_by_positions(p, angle));
    error_positions = std::max(error_positions, force_error(b, p));
    positions_undetermined += undetermined(b);
    if (a.unique.unique()) {
      error_determined = std::max(error_determined, force_error(a, p));
      determined_to = std::min(determined_to, angle);
    } else {
      reported_from = std::max(reported_from, angle);
    }
    result.series.rows.push_back({exponent, a.forces.contacts[0].normal, a.unique.normal[0].lowest,
                                  a.unique.normal[0].highest, b.forces.contacts[0].normal,
                                  std::log10(std::min(by_angle.response.condition, 1e18))});
  }
  result.bound("positions, 1 to 1e-10 rad: error / load", error_positions, 1e-14);
  result.bound("positions: force components not determined", positions_undetermined, 0.0);
  result.bound("angle: error / load where called determined", error_determined, 1e-10);
  result.compare("angle: reported from [rad], log10", std::log10(reported_from), -5.0, 0.5);
  result.bound("angle: determined below where reported [rad]",
               std::max(reported_from - determined_to, 0.0), 0.0);

  const Answer a = solve(pantograph_by_angle(p, 0.0)), b = solve(pantograph_by_positions(p, 0.0));
  result.compare("angle at 0: force components not determined", undetermined(a), 1.0, 0.0);
  result.compare("angle at 0: sum of the forces [N]",
                 a.forces.contacts[0].normal + a.forces.contacts[1].normal, first + second, 1e-10);
  result.bound("angle at 0: lowest force 1 [N]", a.unique.normal[0].lowest, 1e-10);
  result.compare("angle at 0: highest force 1 [N]", a.unique.normal[0].highest, first + second,
                 1e-10);
  result.compare("positions at 0: force 1 [N]", b.forces.contacts[0].normal, first, 1e-12);
  result.compare("positions at 0: force 2 [N]", b.forces.contacts[1].normal, second, 1e-12);
}

/// With a load on the apex the forces at zero are open for rigid arms, whatever the coordinates.
void load_apex(Result& result) {
  Pantograph p;
  p.apex_mass = 2.0;
  p.apex_load = 30.0;
  double difference = 0.0;
  for (const double angle : {1.0, 0.3, 0.1, 0.03, 0.01}) {
    const Answer a = solve(pantograph_by_angle(p, angle));
    const Answer b = solve(pantograph_by_positions(p, angle));
    for (std::size_t i = 0; i < 2; ++i) {
      difference =
          std::max(difference, std::abs(a.forces.contacts[i].normal - b.forces.contacts[i].normal));
    }
  }
  result.bound("loaded apex, 1 to 0.01 rad: angle against positions [N]", difference, 1e-8);
  result.compare("loaded apex, angle at 0: not determined",
                 undetermined(solve(pantograph_by_angle(p, 0.0))), 1.0, 0.0);
  result.compare("loaded apex, rigid arms by positions at 0: not determined",
                 undetermined(solve(pantograph_by_positions(p, 0.0))), 1.0, 0.0);
  const Answer springs = solve(pantograph_with_springs(p, 1e6, 3e6));
  const double carried = p.apex_mass * p.gravity + p.apex_load;
  result.bound("loaded apex, elastic arms at 0: not determined", undetermined(springs), 0.0);
  result.compare("loaded apex, elastic arms at 0: force 1 [N]", springs.forces.contacts[0].normal,
                 pantograph_forces(p).first + 0.25 * carried, 1e-10);
}

Result run_case() {
  Result result;
  sweep_angle(result);
  load_apex(result);
  return result;
}

}  // namespace pantograph_case

std::vector<Case> pantograph_cases() {
  using namespace pantograph_case;
  return {{"pantograph",
           "pantograph on two supports: contact forces that coordinates lose are reported",
           run_case}};
}

}  // namespace outrigger::validation
