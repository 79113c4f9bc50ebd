/// The stack of dishes on a moving floor, THESIS Figure 4.1: of 3ⁿ combinations of sticking and
/// slipping contacts the complementarity problem finds the possible one, and its cost grows with a
/// power of n only. The model is stated in unilateral/dish_stack.h.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/random.h"
#include "unilateral/dish_stack.h"
#include "unilateral/solve_contacts.h"
#include "validation/cases/cases.h"

namespace outrigger::validation {
namespace dishes_case {

using unilateral::ContactSolution;
using unilateral::DishStack;
using unilateral::LcpStatus;
using unilateral::SlipStates;

/// m 0.2..2 kg, μ 0.02..0.6, pulls ±6 N, presses 0..5 N, floor ±5 m/s² across and ±3 m/s² up.
DishStack random_stack(Random& random, std::size_t n) {
  DishStack s;
  for (std::size_t i = 0; i < n; ++i) {
    s.mass.push_back(random.uniform(0.2, 2.0));
    s.friction.push_back(random.uniform(0.02, 0.6));
    s.pull.push_back(random.uniform(-6.0, 6.0));
    s.press.push_back(random.uniform(0.0, 5.0));
  }
  s.floor_across = random.uniform(-5.0, 5.0);
  s.floor_up = random.uniform(-3.0, 3.0);
  return s;
}

/// Eight dishes of 1 kg, only the floor moves.
DishStack stack_on_floor(double floor_across) {
  DishStack s;
  s.friction = {0.60, 0.45, 0.50, 0.30, 0.35, 0.20, 0.25, 0.10};
  s.mass.assign(s.friction.size(), 1.0);
  s.pull.assign(s.friction.size(), 0.0);
  s.press = s.pull;
  s.floor_across = floor_across;
  return s;
}

SlipStates states_of(const ContactSolution& s) {
  SlipStates states;
  for (const unilateral::ContactForce& f : s.contacts) {
    const bool slips = f.state == unilateral::ContactState::slip;
    states.push_back(!slips ? 0 : f.tangent_rate[0] > 0.0 ? 1 : -1);
  }
  return states;
}

int slipping(const ContactSolution& s) {
  const SlipStates states = states_of(s);
  return static_cast<int>(
      std::count_if(states.begin(), states.end(), [](int i) { return i != 0; }));
}

/// Largest difference from accelerations known otherwise.
double acceleration_error(const ContactSolution& s, const std::vector<double>& exact) {
  double error = 0.0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    error = std::max(error, std::abs(s.motion[static_cast<Eigen::Index>(2 * i)] - exact[i]));
  }
  return error;
}

void compare_with_all_combinations(Result& result) {
  constexpr int kLoads = 200;
  Random random(41);
  int unsolved = 0, ambiguous = 0, different = 0;
  double acceleration = 0.0, friction = 0.0, certificate = 0.0;
  for (std::size_t n = 1; n <= 8; ++n) {
    for (int load = 0; load < kLoads; ++load) {
      const DishStack stack = random_stack(random, n);
      const ContactSolution s = solve_forces(dish_contacts(stack));
      unsolved += s.status != LcpStatus::solved;
      certificate = std::max(certificate, s.certificate.relative_error);
      const std::vector<SlipStates> possible = possible_states(stack);
      ambiguous += possible.size() != 1;
      if (possible.empty()) continue;
      different += states_of(s) != possible[0];
      const unilateral::DishMotion motion = dish_motion(stack, possible[0]);
      acceleration = std::max(acceleration, acceleration_error(s, motion.acceleration));
      for (std::size_t i = 0; i < n; ++i) {
        friction = std::max(friction, std::abs(s.contacts[i].tangent[0] - motion.friction[i]));
      }
    }
  }
  result.bound("1 to 8 dishes, 200 loads each: problems not solved", unsolved, 0.0);
  result.bound("loads with none or several possible of 3^n states", ambiguous, 0.0);
  result.bound("loads with other states than the possible one", different, 0.0);
  result.bound("acceleration against these states [m/s²]", acceleration, 1e-11);
  result.bound("friction against these states [N]", friction, 1e-11);
  result.bound("certificate, relative error", certificate, 1e-14);
}

Result run_dishes() {
  Result result;
  compare_with_all_combinations(result);

  // States over load: the floor accelerates more and more.
  result.series.columns = {"floor [m/s²]"};
  for (int i = 1; i <= 8; ++i)
    result.series.columns.push_back("dish " + std::to_string(i) + " [m/s²]");
  result.series.columns.push_back("slipping contacts");
  double error = 0.0;
  for (int k = 0; k <= 160; ++k) {
    const DishStack stack = stack_on_floor(0.1 * k);
    const ContactSolution s = solve_forces(dish_contacts(stack));
    error = std::max(error, acceleration_error(s, dishes_on_moved_floor(stack)));
    std::vector<double> row = {stack.floor_across};
    for (Eigen::Index i = 0; i < 8; ++i) row.push_back(s.motion[2 * i]);
    row.push_back(slipping(s));
    result.series.rows.push_back(std::move(row));
  }
  result.bound("floor moved, 0 to 16 m/s²: against pooling [m/s²]", error, 1e-12);

  // While all stick, contact i carries a₀ Σm and may carry μ_i g Σm: the weakest one goes first.
  double holds = 0.0, slips = 16.0;
  while (slips - holds > 1e-12) {
    const double middle = 0.5 * (holds + slips);
    (slipping(solve_forces(dish_contacts(stack_on_floor(middle)))) > 0 ? slips : holds) = middle;
    if (middle == holds && middle == slips) break;
  }
  result.compare("floor acceleration at the first slip [m/s²]", slips, 0.10 * 9.81, 2e-8);
  return result;
}

Result run_scaling() {
  Result result;
  result.series.columns = {"dishes", "exchanges", "time [ms]"};
  constexpr int kLoads = 5;
  Random random(42);
  int unsolved = 0, impossible = 0;
  double certificate = 0.0, exchanges = 0.0;
  for (const std::size_t n : {1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100}) {
    double time = 0.0;
    exchanges = 0.0;
    for (int load = 0; load < kLoads; ++load) {
      const DishStack stack = random_stack(random, n);
      const unilateral::ContactProblem problem = dish_contacts(stack);
      const auto start = std::chrono::steady_clock::now();
      const ContactSolution s = solve_forces(problem);
      time += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      exchanges += static_cast<double>(s.pivots) / kLoads;
      unsolved += s.status != LcpStatus::solved;
      certificate = std::max(certificate, s.certificate.relative_error);
      // The problem is convex: states whose motion is possible are the answer.
      impossible += !dish_motion(stack, states_of(s)).possible;
    }
    result.series.rows.push_back({static_cast<double>(n), exchanges, 1e3 * time / kLoads});
  }
  result.bound("1 to 100 dishes, 5 loads each: problems not solved", unsolved, 0.0);
  result.bound("loads whose states are not possible", impossible, 0.0);
  result.bound("certificate, relative error", certificate, 1e-14);
  result.bound("100 dishes: exchanges per dish", exchanges / 100.0, 12.0);

  double error = 0.0;
  for (int load = 0; load < kLoads; ++load) {
    DishStack stack = random_stack(random, 100);
    stack.pull.assign(100, 0.0);
    const ContactSolution s = solve_forces(dish_contacts(stack));
    error = std::max(error, acceleration_error(s, dishes_on_moved_floor(stack)));
  }
  result.bound("100 dishes, floor moved: against pooling [m/s²]", error, 1e-11);
  return result;
}

}  // namespace dishes_case

std::vector<Case> dish_cases() {
  using namespace dishes_case;
  return {
      {"dishes", "stack of dishes on a moving floor, stick and slip against all 3^n combinations",
       run_dishes},
      {"dishes-scaling", "stacks of up to 100 dishes: certificate, exchanges, time", run_scaling}};
}

}  // namespace outrigger::validation
