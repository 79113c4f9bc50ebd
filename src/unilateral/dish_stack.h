/// The stack of dishes on a moving floor (THESIS Figure 4.1, after C. Glocker, F. Pfeiffer 1995).
///
/// The text names n dishes, normal forces F_ni, friction μF_ni between neighbours, and a floor that
/// moves; the rest of the model is ours:
///   - Dishes do not tilt. Dish i = 1..n has mass m_i and moves in x (across) and y (up).
///   - Contact i is between dish i and the one below it; dish 0 is the floor. Its friction is μ_i,
///     the same for holding and sliding.
///   - Everything is at rest relative to each other. The floor accelerates with (a₀, b₀).
///   - Dish i is pulled by f_i across and pressed by p_i ≥ 0 downwards, besides gravity.
///
/// With all contacts closed N_i = Σ_{j≥i} (m_j (g + b₀) + p_j), and each contact sticks, or slips to
/// the left, or to the right: 3ⁿ cases. The accelerations minimise a strictly convex function
/// (½ Σ m_i (a_i - f_i/m_i)² + Σ μ_i N_i |a_i - a_{i-1}|), so they exist and are unique, and so is the
/// case unless a force stands exactly at its limit.
#pragma once

#include <vector>

#include "unilateral/contact_lcp.h"

namespace outrigger::unilateral {

struct DishStack {
  std::vector<double> mass;      ///< m_i [kg], > 0, from the bottom up
  std::vector<double> friction;  ///< μ_i, ≥ 0
  std::vector<double> pull;      ///< f_i [N], > 0 to the right
  std::vector<double> press;     ///< p_i [N], ≥ 0
  double floor_across = 0.0;     ///< a₀ [m/s²]
  double floor_up = 0.0;         ///< b₀ [m/s²], > -g keeps the stack closed
  double gravity = 9.81;         ///< g [m/s²]
  std::size_t size() const { return mass.size(); }
};

/// What each contact does: 0 sticks, +1 the upper dish slips to the right on the lower one, -1 left.
using SlipStates = std::vector<int>;

/// The stack as a contact problem in accelerations; coordinates x_1, y_1, x_2, y_2, ...
ContactProblem dish_contacts(const DishStack& stack);

/// N_i with all contacts closed.
std::vector<double> dish_normal_forces(const DishStack& stack);

/// Accelerations across and friction forces (on the upper dish) that given states lead to, and whether
/// these states can be: slip in the direction named, friction of sticking contacts within μ N.
struct DishMotion {
  std::vector<double> acceleration, friction;
  bool possible = false;
};
DishMotion dish_motion(const DishStack& stack, const SlipStates& states);

/// All possible states, by trying each of the 3ⁿ. For n up to about 12.
std::vector<SlipStates> possible_states(const DishStack& stack);

/// The accelerations when only the floor moves, f = 0, another way: dishes lag behind the floor, the
/// higher the more, so with a₀ > 0 the signs are known, and a = min(a₀, â), where â minimises
/// ½ Σ m_i a_i² - Σ (μ_i N_i - μ_{i+1} N_{i+1}) a_i over a_1 ≥ a_2 ≥ ... ≥ a_n: an isotonic regression,
/// by pooling adjacent violators. Exact, n steps, for any n.
std::vector<double> dishes_on_moved_floor(const DishStack& stack);

}  // namespace outrigger::unilateral
