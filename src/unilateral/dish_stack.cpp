#include "unilateral/dish_stack.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace outrigger::unilateral {
namespace {

void check_stack(const DishStack& s) {
  OUTRIGGER_ASSERT(s.friction.size() == s.size() && s.pull.size() == s.size() &&
                   s.press.size() == s.size());
}

DishMotion motion_under(const DishStack& s, const std::vector<double>& normal,
                        const SlipStates& states) {
  const std::size_t n = s.size();
  DishMotion m;
  m.acceleration.resize(n);
  m.friction.resize(n);
  // Dishes that stick together move as one, driven by what slips below and above them.
  for (std::size_t bottom = 0; bottom < n;) {
    std::size_t top = bottom + 1;
    while (top < n && states[top] == 0) ++top;
    double mass = 0.0, force = 0.0;
    for (std::size_t i = bottom; i < top; ++i) {
      mass += s.mass[i];
      force += s.pull[i];
    }
    force -= states[bottom] * s.friction[bottom] * normal[bottom];
    if (top < n) force += states[top] * s.friction[top] * normal[top];
    const bool on_floor = bottom == 0 && states[0] == 0;
    std::fill(m.acceleration.begin() + static_cast<std::ptrdiff_t>(bottom),
              m.acceleration.begin() + static_cast<std::ptrdiff_t>(top),
              on_floor ? s.floor_across : force / mass);
    bottom = top;
  }
  // Friction from the balance of all dishes above.
  double above = 0.0;
  for (std::size_t i = n; i-- > 0;) {
    above += s.mass[i] * m.acceleration[i] - s.pull[i];
    m.friction[i] = above;
  }
  m.possible = true;
  for (std::size_t i = 0; i < n && m.possible; ++i) {
    const double below = i == 0 ? s.floor_across : m.acceleration[i - 1];
    const double slip = m.acceleration[i] - below;
    m.possible = states[i] == 0 ? std::abs(m.friction[i]) <= s.friction[i] * normal[i]
                                : states[i] * slip > 0.0;
  }
  return m;
}

}  // namespace

ContactProblem dish_contacts(const DishStack& s) {
  check_stack(s);
  const auto n = static_cast<Eigen::Index>(s.size());
  ContactProblem p;
  p.response = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  p.free_motion.resize(2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    p.response(2 * i, 2 * i) = p.response(2 * i + 1, 2 * i + 1) = 1.0 / s.mass[k];
    p.free_motion[2 * i] = s.pull[k] / s.mass[k];
    p.free_motion[2 * i + 1] = -s.gravity - s.press[k] / s.mass[k];
    Contact c;
    c.name = std::to_string(i + 1);
    c.normal = Eigen::VectorXd::Unit(2 * n, 2 * i + 1);
    c.tangents = Eigen::VectorXd::Unit(2 * n, 2 * i);
    c.friction = s.friction[k];
    if (i > 0) {
      c.normal[2 * i - 1] = -1.0;
      c.tangents(2 * i - 2, 0) = -1.0;
    } else {
      c.normal_bias = -s.floor_up;
      c.tangent_bias = Eigen::VectorXd::Constant(1, -s.floor_across);
    }
    p.contacts.push_back(std::move(c));
  }
  return p;
}

std::vector<double> dish_normal_forces(const DishStack& s) {
  check_stack(s);
  std::vector<double> normal(s.size());
  double above = 0.0;
  for (std::size_t i = s.size(); i-- > 0;) {
    above += s.mass[i] * (s.gravity + s.floor_up) + s.press[i];
    normal[i] = above;
  }
  return normal;
}

DishMotion dish_motion(const DishStack& s, const SlipStates& states) {
  return motion_under(s, dish_normal_forces(s), states);
}

std::vector<SlipStates> possible_states(const DishStack& s) {
  const std::vector<double> normal = dish_normal_forces(s);
  std::vector<SlipStates> possible;
  SlipStates states(s.size(), -1);
  for (;;) {
    if (motion_under(s, normal, states).possible) possible.push_back(states);
    // Counting with the digits -1, 0, 1.
    std::size_t i = 0;
    while (i < states.size() && states[i] == 1) states[i++] = -1;
    if (i == states.size()) return possible;
    ++states[i];
  }
}

std::vector<double> dishes_on_moved_floor(const DishStack& s) {
  const std::vector<double> normal = dish_normal_forces(s);
  struct Pool {
    double mass, drive;
    std::size_t count;
    double acceleration() const { return drive / mass; }
  };
  std::vector<Pool> pools;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const double held = i + 1 < s.size() ? s.friction[i + 1] * normal[i + 1] : 0.0;
    pools.push_back({s.mass[i], s.friction[i] * normal[i] - held, 1});
    // A dish that would overtake the one below goes with it.
    while (pools.size() > 1 &&
           pools.back().acceleration() > pools[pools.size() - 2].acceleration()) {
      const Pool top = pools.back();
      pools.pop_back();
      pools.back().mass += top.mass;
      pools.back().drive += top.drive;
      pools.back().count += top.count;
    }
  }
  std::vector<double> acceleration;
  for (const Pool& p : pools) {
    const double a = std::min(p.acceleration(), std::abs(s.floor_across));
    acceleration.insert(acceleration.end(), p.count, std::copysign(a, s.floor_across));
  }
  return acceleration;
}

}  // namespace outrigger::unilateral
