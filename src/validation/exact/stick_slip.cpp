#include "validation/exact/stick_slip.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/elementary.h"

namespace outrigger::validation {

namespace {

double sign(double x) { return x < 0.0 ? -1.0 : 1.0; }

}  // namespace

StickSlipMotion::StickSlipMotion(const StickSlip& data, double duration) : data_(data) {
  for (std::size_t i = 0; i < data.stiffness.size(); ++i) {
    const auto [begin, stiffness] = data.stiffness[i];
    const double end = i + 1 < data.stiffness.size() ? data.stiffness[i + 1].first : duration;
    add_phases(begin, end, stiffness);
  }
}

void StickSlipMotion::add_phases(double begin, double end, double stiffness) {
  StickSlipState now{data_.start_length, data_.start_velocity, 0.0, false};
  if (!phases_.empty()) now = state(phases_.back(), begin);
  for (double time = begin; time < end;) {
    Phase phase{time, now.length, now.velocity, stiffness, 0};
    const double pull = stiffness * (now.length - data_.free_length);
    const double hold = data_.static_friction * data_.mass * data_.gravity;
    const double slip = now.velocity - data_.belt_speed;
    // The spring that has just reached the limit breaks loose; rounding must not decide.
    const bool broke =
        !phases_.empty() && phases_.back().direction == 0 && phases_.back().stiffness == stiffness;
    if (std::abs(slip) > 1e-12) {
      phase.direction = static_cast<int>(sign(slip));
    } else if (broke || std::abs(pull) > hold) {
      phase.direction = static_cast<int>(-sign(pull));
      phase.velocity = data_.belt_speed;
    }
    const double until = end_of(phase, end);
    now = state(phase, until);
    if (until < end) now.velocity = data_.belt_speed;
    phases_.push_back(phase);
    time = until;
  }
}

double StickSlipMotion::end_of(const Phase& phase, double limit) const {
  if (phase.direction == 0) {
    if (data_.belt_speed == 0.0) return limit;
    const double hold = data_.static_friction * data_.mass * data_.gravity / phase.stiffness;
    const double way = sign(data_.belt_speed) * hold - (phase.length - data_.free_length);
    return std::min(limit, phase.begin + way / data_.belt_speed);
  }
  const double period = 2.0 * std::numbers::pi * std::sqrt(data_.mass / phase.stiffness),
               part = 1e-3 * period;
  const auto slips = [&](double time) {
    return phase.direction * (state(phase, time).velocity - data_.belt_speed) > 0.0;
  };
  double low = phase.begin + part;
  while (low < limit && slips(low + part)) low += part;
  if (low >= limit) return limit;
  double high = low + part;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (slips(middle) ? low : high) = middle;
  }
  return std::min(limit, low);
}

StickSlipState StickSlipMotion::state(const Phase& phase, double time) const {
  const double t = time - phase.begin, m = data_.mass, k = phase.stiffness, u = data_.belt_speed;
  if (phase.direction == 0) {
    const double length = phase.length + u * t;
    return {length, u, k * (length - data_.free_length), true};
  }
  const double coulomb = -phase.direction * data_.dynamic_friction * m * data_.gravity;
  const double decay = 0.5 * data_.viscous / m, omega = std::sqrt(k / m - decay * decay);
  const double centre = (coulomb + data_.viscous * u) / k;
  const double a = phase.length - data_.free_length - centre;
  const double b = (phase.velocity + decay * a) / omega;
  const auto [sine, cosine] = elementary::sincos(omega * t);
  const double fade = elementary::exp(-decay * t), w = fade * (a * cosine + b * sine);
  StickSlipState s;
  s.length = data_.free_length + centre + w;
  s.velocity = -decay * w + fade * omega * (b * cosine - a * sine);
  s.friction = coulomb - data_.viscous * (s.velocity - u);
  return s;
}

StickSlipState StickSlipMotion::at(double time) const {
  const auto next = std::upper_bound(phases_.begin(), phases_.end(), time,
                                     [](double t, const Phase& p) { return t < p.begin; });
  return state(next == phases_.begin() ? phases_.front() : *std::prev(next), time);
}

}  // namespace outrigger::validation
