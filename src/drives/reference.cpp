#include "drives/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "math/elementary.h"

namespace outrigger::drives {

using description::Drive;
using system::DriveReference;

namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();
constexpr double kMinResponseSteps = 8.0;
constexpr double kLanding =
    0.5;  ///< of the response time, to come from the limit force to the command
constexpr double kBraking = 0.8;  ///< share of the allowed acceleration planned for stopping

/// Constant jerk from m.acceleration to a1 within h, integrated exactly.
Motion integrate(const Motion& m, double a1, double h) {
  const double a0 = m.acceleration;
  return {m.value + h * (m.rate + h * (2.0 * a0 + a1) / 6.0), m.rate + 0.5 * h * (a0 + a1), a1};
}

/// ∫ f from t0 to t0 + h by the five-point Gauss rule.
double integrate(const model::Function& f, double t0, double h) {
  constexpr std::array<double, 5> node = {-0.9061798459386640, -0.5384693101056831, 0.0,
                                          0.5384693101056831, 0.9061798459386640};
  constexpr std::array<double, 5> weight = {0.2369268850561891, 0.4786286704993665,
                                            0.5688888888888889, 0.4786286704993665,
                                            0.2369268850561891};
  double sum = 0.0;
  for (int k = 0; k < 5; ++k) sum += weight[k] * f.evaluate(t0 + 0.5 * h * (1.0 + node[k])).value;
  return 0.5 * h * sum;
}

/// e'' + 2 r e' + r² e = 0 over h, e = (c0 + c1 t) exp(-r t); returns ∫ e dt.
double decay_double(double r, double h, double* e) {
  const double c0 = e[0], c1 = e[1] + r * e[0];
  const double shrink = elementary::exp(-r * h);
  const double p = c0 + h * c1;
  e[0] = shrink * p;
  e[1] = shrink * (c1 - r * p);
  const double gone = -elementary::expm1(-r * h);
  return (c0 * gone + c1 * (gone / r - h * shrink)) / r;
}

/// Offsets below rounding are over.
void forget_small(double scale, double time_scale, double* e, int count) {
  double size = 0.0, unit = 1.0;
  for (int i = 0; i < count; ++i, unit *= time_scale) size += std::abs(e[i]) * unit;
  if (size < 1e-15 * (1.0 + std::abs(scale))) std::fill(e, e + count, 0.0);
}

}  // namespace

Reference::Reference(const Drive& spec, const std::vector<std::string>& input_names)
    : speed_max_(spec.speed_max > 0.0 ? spec.speed_max : kUnlimited),
      speed_min_(spec.speed_min < 0.0 ? spec.speed_min : -speed_max_),
      acceleration_max_(spec.acceleration_max > 0.0 ? spec.acceleration_max : kUnlimited),
      response_time_(spec.response_time),
      lower_(-kUnlimited),
      upper_(kUnlimited) {
  const bool speed = spec.quantity == Drive::Quantity::speed;
  kind_ = speed ? Kind::speed_function : Kind::position_function;
  if (spec.function.kind != description::Function::Kind::input) {
    function_ = model::Function(spec.function, "t");
    return;
  }
  kind_ = speed ? Kind::speed_input : Kind::position_input;
  if (spec.lower < spec.upper) {
    lower_ = spec.lower;
    upper_ = spec.upper;
  }
  const auto found = std::find(input_names.begin(), input_names.end(), spec.function.input);
  if (found == input_names.end())
    throw Error(fmt::format("{}drive '{}': unknown input '{}'",
                            spec.where.file.empty()
                                ? std::string()
                                : fmt::format("{}:{}: ", spec.where.file, spec.where.line),
                            spec.name, spec.function.input));
  input_ = static_cast<int>(found - input_names.begin());
  // A lever without limits to scale is a plain input.
  relative_ = spec.function.relative && (speed ? spec.speed_max > 0.0 : spec.lower < spec.upper);
}

DriveReference Reference::initialise(double time, const Motion& actual, double* state) const {
  std::fill(state, state + state_size(), 0.0);
  DriveReference r;
  const Derivatives f = function_.evaluate(time);
  switch (kind_) {
    case Kind::position_function:
      r.value = f.value;
      r.rate = f.first;
      r.acceleration = f.second;
      break;
    case Kind::speed_function:
      state[0] = r.value = actual.value;
      r.rate = f.value;
      r.acceleration = f.first;
      break;
    case Kind::position_input:
    case Kind::speed_input:
      state[0] = r.value = actual.value;
      state[1] = r.rate = actual.rate;
      break;
  }
  return r;
}

void Reference::advance(double t_next, double h, const double* inputs, const Motion& actual,
                        double* state, DriveReference& reference, double share) const {
  if (!reference.engaged) {
    // In blows the acceleration may change its sign with every step: that of the last step as a whole
    // tells where the machine goes.
    const Motion mean{actual.value, actual.rate, (actual.rate - reference.rate) / h};
    const double commanded = commanded_rate(t_next - h, h, inputs, actual, share);
    const double push = reference.force;
    if (push != 0.0 && gap(push, commanded, mean, h) > 0.0) {
      reference.value = actual.value;
      reference.rate = actual.rate;
      reference.acceleration = mean.acceleration;
      return;
    }
    reference.engaged = true;
    land(t_next, h, commanded, mean, state, reference);
    return;
  }
  if (reference.force != 0.0) {
    const Motion m{reference.value, reference.rate, reference.acceleration};
    land(t_next, h, commanded_rate(t_next - h, h, inputs, m, share), m, state, reference);
    return;
  }
  Motion m;
  if (is_input()) {
    m = {state[0], state[1], state[2]};
    filter(h, command(inputs), share, m);
    state[0] = m.value;
    state[1] = m.rate;
    state[2] = m.acceleration;
  } else {
    follow_function(t_next, h, state, m);
  }
  reference.value = m.value;
  reference.rate = m.rate;
  reference.acceleration = m.acceleration;
}

double Reference::response_time(double h) const {
  return std::max(response_time_, kMinResponseSteps * h);
}

double Reference::command(const double* inputs) const {
  const double u = inputs[input_];
  if (!relative_ || !std::isfinite(u)) return u;
  const double travel = std::clamp(u, -1.0, 1.0);
  if (kind_ == Kind::speed_input) return travel < 0.0 ? -travel * speed_min_ : travel * speed_max_;
  if (lower_ < 0.0 && upper_ > 0.0) return travel < 0.0 ? -travel * lower_ : travel * upper_;
  return 0.5 * (lower_ + upper_) + 0.5 * travel * (upper_ - lower_);
}

double Reference::limited_speed(double speed) const {
  return std::clamp(speed, speed_min_, speed_max_);
}

/// The speed that comes next to the actual one within the limits of speed and stroke.
double Reference::allowed_rate(const Motion& actual, double h) const {
  const double kappa = 1.0 / response_time(h);
  const double up = std::min(speed_max_, approach(upper_ - actual.value, kappa).speed);
  const double down = std::max(speed_min_, -approach(actual.value - lower_, kappa).speed);
  return std::min(std::max(actual.rate, down), up);
}

double Reference::commanded_rate(double time, double h, const double* inputs, const Motion& actual,
                                 double share) const {
  const double response = response_time(h);
  const Derivatives f = function_.evaluate(time);
  double speed = 0.0;
  switch (kind_) {
    case Kind::position_function:
      return f.first + limited_speed(position_speed(f.value, actual.value, response));
    case Kind::speed_function:
      return f.value;
    case Kind::position_input:
      speed = position_speed(command(inputs), actual.value, response);
      break;
    case Kind::speed_input:
      speed = command(inputs);
      if (!std::isfinite(speed)) speed = 0.0;
      break;
  }
  // At a stroke end the command asks for no more than the approach allows.
  speed = share * limited_speed(speed);
  speed = std::min(speed, approach(upper_ - actual.value, 1.0 / response).speed);
  return std::max(speed, -approach(actual.value - lower_, 1.0 / response).speed);
}

double Reference::commanded_acceleration(double time) const {
  if (is_input()) return 0.0;
  const Derivatives f = function_.evaluate(time);
  return kind_ == Kind::position_function ? f.second : f.first;
}

/// How far the machine, with the limit force pushing, is from the speed at which landing begins.
double Reference::gap(double push, double commanded, const Motion& actual, double h) const {
  const double sense = push < 0.0 ? -1.0 : 1.0;
  const double landing = kLanding * response_time(h);
  return sense * (commanded - actual.rate) -
         0.5 * landing * std::max(0.0, sense * actual.acceleration);
}

/// One step of a constant jerk that ends at the commanded speed and acceleration; the force that is
/// remembered says that it goes on.
void Reference::land(double t_next, double h, double commanded, const Motion& m, double* state,
                     DriveReference& reference) const {
  const double end = commanded_acceleration(t_next), excess = m.acceleration - end;
  const double landing = kLanding * response_time(h), missing = commanded - m.rate;
  const double most = landing / h;
  const double steps = excess != 0.0 ? 2.0 * missing / (excess * h) : 0.0;  // left
  const bool planned = steps > 0.0 && steps <= most;
  double next = 0.0;
  if (steps > most) {
    next = excess * (1.0 - 1.0 / most);  // the command has moved on
  } else if (steps > 2.0) {
    next = excess * (1.0 - 1.0 / steps);
  } else if (steps > 1.0 + 1e-9) {
    next = 0.5 * excess * (steps - 1.0);  // the last but one
  } else if (!planned && is_input()) {
    next = 2.0 * (allowed_rate(m, h) - m.rate) / landing;  // against what a blow has made of it
  }
  const Motion landed = integrate(m, end + next, h);
  // What the filter may do by itself is left to it.
  if (next == 0.0 || (!planned && std::abs(next) <= acceleration_max_)) reference.force = 0.0;
  start_offset(t_next, landed, state);
  reference.value = landed.value;
  reference.rate = landed.rate;
  reference.acceleration = landed.acceleration;
}

// ---------------------------------------------------------------------------------- inputs

Reference::Approach Reference::approach(double way, double kappa) const {
  if (way == kUnlimited) return {kUnlimited, 0.0};
  if (way <= 0.0) return {0.0, 0.0};
  const double braking = kBraking * acceleration_max_;
  if (kappa * kappa * way <= braking) return {kappa * way, kappa};
  const double speed = std::sqrt(2.0 * braking * way - braking * braking / (kappa * kappa));
  return {speed, braking / speed};
}

double Reference::position_speed(double command, double position, double response) const {
  if (!std::isfinite(command)) return 0.0;
  const double way = std::clamp(command, lower_, upper_) - position;
  const double speed = approach(std::abs(way), 1.0 / response).speed;
  return way < 0.0 ? -speed : speed;
}

double Reference::target_acceleration(double h, double command, double share,
                                      const Motion& m) const {
  const double response = response_time(h);
  const bool position = kind_ != Kind::speed_input;
  double speed = 0.0;
  if (position) {
    speed = position_speed(command, m.value, response);
  } else if (std::isfinite(command)) {
    speed = command;
  }
  const double wanted = (position ? 3.0 : 1.0) / response * (share * limited_speed(speed) - m.rate);
  return std::clamp(wanted, -acceleration_max_, acceleration_max_);
}

double Reference::acceleration_bound(const Motion& m, double response, double sense) const {
  const double w = 2.0 / response;
  const double rate = sense * m.rate;
  const double top = sense > 0.0 ? speed_max_ : -speed_min_;
  const double way = sense > 0.0 ? upper_ - m.value : m.value - lower_;
  const Approach end = approach(way, 1.0 / response);
  double bound = w * (top - rate);
  if (end.speed < kUnlimited) bound = std::min(bound, w * (end.speed - rate) - end.slope * rate);
  return bound;
}

/// Lowers a1 until the motion after the step satisfies the bound, which falls with a1.
double Reference::keep_bound(double a1, double h, double response, double sense,
                             const Motion& m) const {
  const auto excess = [&](double a) {
    return sense * a - acceleration_bound(integrate(m, a, h), response, sense);
  };
  if (excess(a1) <= 0.0) return a1;
  // Bracket the root below, then halve: a fixed number of steps, the kept end always satisfies.
  double outside = a1;
  double inside = a1 - sense * (1e-9 + 2.0 * std::abs(excess(a1)));
  if (excess(inside) > 0.0) return inside;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (inside + outside);
    (excess(middle) <= 0.0 ? inside : outside) = middle;
  }
  return inside;
}

void Reference::filter(double h, double command, double share, Motion& m) const {
  const double response = response_time(h);
  const double lag = (kind_ == Kind::speed_input ? 4.0 : 9.0) / response;
  const double gain = -elementary::expm1(-lag * h);
  const double upper = acceleration_bound(m, response, 1.0);
  const double lower = -acceleration_bound(m, response, -1.0);
  // Rounding of the last step must not count as being outside.
  const double slack = 1e-9 * (1.0 + std::abs(m.acceleration));
  const bool above = m.acceleration > upper + slack, below = m.acceleration < lower - slack;

  double target = target_acceleration(h, command, share, m);
  if (above) target = std::min(target, upper);
  if (below) target = std::max(target, lower);
  target = std::clamp(target, -acceleration_max_, acceleration_max_);
  double a1 = m.acceleration + gain * (target - m.acceleration);
  if (!above) a1 = keep_bound(a1, h, response, 1.0, m);
  if (!below) a1 = keep_bound(a1, h, response, -1.0, m);
  m = integrate(m, a1, h);
}

// ---------------------------------------------------------------------------------- functions

void Reference::start_offset(double time, const Motion& actual, double* state) const {
  const Derivatives f = function_.evaluate(time);
  switch (kind_) {
    case Kind::position_function:
      state[0] = actual.value - f.value;
      state[1] = actual.rate - f.first;
      state[2] = actual.acceleration - f.second;
      break;
    case Kind::speed_function:
      state[0] = actual.value;
      state[1] = actual.rate - f.value;
      state[2] = actual.acceleration - f.first;
      break;
    case Kind::position_input:
    case Kind::speed_input:
      state[0] = actual.value;
      state[1] = actual.rate;
      state[2] = actual.acceleration;
      break;
  }
}

void Reference::follow_function(double t_next, double h, double* state, Motion& m) const {
  const double response = response_time(h);
  const Derivatives f = function_.evaluate(t_next);
  if (kind_ == Kind::position_function) {
    // The offset goes to zero as a position command would.
    Motion offset{state[0], state[1], state[2]};
    if (offset.value != 0.0 || offset.rate != 0.0 || offset.acceleration != 0.0)
      filter(h, 0.0, 1.0, offset);
    state[0] = offset.value;
    state[1] = offset.rate;
    state[2] = offset.acceleration;
    forget_small(f.value, response, state, 3);
    m = {f.value + state[0], f.first + state[1], f.second + state[2]};
    return;
  }
  state[0] += integrate(function_, t_next - h, h) + decay_double(2.0 / response, h, state + 1);
  forget_small(f.value, response, state + 1, 2);
  m = {state[0], f.value + state[1], f.first + state[2]};
}

}  // namespace outrigger::drives
