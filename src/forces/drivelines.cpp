#include "forces/drivelines.h"

#include <algorithm>
#include <cmath>

namespace outrigger::forces {

using system::Configuration;
using system::CoordinateKernel;
using system::ForceSink;
using system::TermEnergy;

namespace {

constexpr double kSlowest = 0.1;        ///< speed below which the power is no limit [m/s]
constexpr double kFade = 0.05;          ///< share of v_max over which the force fades
constexpr double kRetardingFull = 0.1;  ///< v_c [m/s]
constexpr double kPedalFull = 0.05;     ///< pedal beyond which released-pedal retarding is over

struct Value {
  double value = 0.0, slope = 0.0;
};

/// Linear from 0 at `from` to 1 at `to`.
Value ramp(double x, double from, double to) {
  if (x <= from) return {0.0, 0.0};
  if (x >= to) return {1.0, 0.0};
  return {(x - from) / (to - from), 1.0 / (to - from)};
}

/// g of the header for u ≥ 0.
Value retarding_share(double u) {
  if (u >= kRetardingFull) return {1.0, 0.0};
  const double r = u / kRetardingFull;
  return {0.5 * r * (3.0 - r * r), 1.5 * (1.0 - r * r) / kRetardingFull};
}

/// D of the header for s ≥ 0.
Value driving_force(const description::TravelRange& range, double power, double top_speed,
                    double s) {
  Value pull{range.force_max, 0.0};
  const double at = std::max(s, kSlowest);
  if (power < range.force_max * at) {
    pull = {power / at, s > kSlowest ? -power / (at * at) : 0.0};
  }
  const Value gone = top_speed < 0.0 ? ramp(s, (1.0 - kFade) * range.speed_max, range.speed_max)
                                     : ramp(s, top_speed - kFade * range.speed_max, top_speed);
  return {pull.value * (1.0 - gone.value),
          pull.slope * (1.0 - gone.value) - pull.value * gone.slope};
}

int coordinate_index(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

}  // namespace

double held_back_share(double pedal, double v) {
  const double s = pedal < 0.0 ? -v : v;
  return s < 0.0 ? retarding_share(-s).value : 0.0;
}

double advance_top_speed(double top_speed, double acceleration_max, double v_max, double pedal,
                         double v, double h) {
  const double start = std::max(pedal < 0.0 ? -v : v, 0.0);
  if (pedal == 0.0) return std::min(start, v_max);
  const double wanted = std::clamp(top_speed + acceleration_max * h, start, start + kFade * v_max);
  return std::min(wanted, v_max);
}

Traction tractive_force(const description::TravelRange& range, double power,
                        const TractionDemand& demand, double v) {
  const double sign = demand.pedal < 0.0 ? -1.0 : 1.0;
  const double pedal = std::min(std::abs(demand.pedal), 1.0);
  const double taken = std::min(pedal / kPedalFull, 1.0);
  const double s = sign * v;
  const double usable = power * std::max(demand.engine_ratio, 0.0) * demand.power_share;
  const double push = pedal * (1.0 - demand.held_back);
  const Value drive = driving_force(range, usable, demand.top_speed, std::max(s, 0.0));
  const Value slow = retarding_share(std::abs(s));
  if (s < 0.0) {
    return {sign * (push * drive.value + range.retarding * slow.value),
            -range.retarding * slow.slope};
  }
  const Value over = ramp(s, range.speed_max, (1.0 + kFade) * range.speed_max);
  return {sign * (push * drive.value -
                  range.retarding * (taken * over.value + (1.0 - taken) * slow.value)),
          push * drive.slope - range.retarding * (taken * over.slope + (1.0 - taken) * slow.slope)};
}

Drivelines::Drivelines(const model::Mechanism& mechanism, const model::Model& model,
                       const std::vector<std::string>& signals)
    : engine_signal_(static_cast<int>(signals.size())) {
  for (const auto& part : mechanism.drivelines) {
    ids_.push_back(part.id);
    Driveline d;
    for (int c : part.coordinates) d.wheels.emplace_back(c, mechanism, model);
    d.pedal = coordinate_index(signals, part.spec.input);
    d.range = coordinate_index(signals, part.spec.range_input);
    d.interlock = coordinate_index(signals, part.spec.interlock_input);
    d.radius = part.spec.radius;
    d.power = part.spec.power;
    d.acceleration_max = part.spec.acceleration_max;
    if (d.acceleration_max > 0.0) numbers_ = 3;
    d.ranges = part.spec.ranges;
    drivelines_.push_back(std::move(d));
  }
}

double Drivelines::engine_power(const double* state) const {
  double power = 0.0;
  for (int i = 0; i < static_cast<int>(drivelines_.size()); ++i)
    power += std::max(0.0, force(i, state) * speed(i, state));
  return power;
}

void Drivelines::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (const Driveline& d : drivelines_) {
    std::vector<int> entities;
    for (const CoordinateLink& w : d.wheels)
      for (int e : w.entities())
        if (std::find(entities.begin(), entities.end(), e) == entities.end()) entities.push_back(e);
    RankOneTangent::pattern(entities, entity_pairs);
  }
}

void Drivelines::bind(const system::Layout& layout) {
  std::size_t most = 0;
  for (Driveline& d : drivelines_) {
    d.blocks.clear();
    d.slots.clear();
    for (CoordinateLink& w : d.wheels) {
      w.bind(layout);
      auto& slots = d.slots.emplace_back();
      for (int block : w.blocks()) {
        const auto found = std::find(d.blocks.begin(), d.blocks.end(), block);
        slots.push_back(static_cast<int>(found - d.blocks.begin()));
        if (found == d.blocks.end()) d.blocks.push_back(block);
      }
    }
    d.tangent.bind(layout, d.blocks);
    most = std::max(most, d.blocks.size());
  }
  gradient_.assign(4 * most, 0.0);
}

Drivelines::Speeds Drivelines::speeds(const Driveline& d, const Configuration& c) {
  alignas(32) double g[4 * CoordinateKernel::kMaxSlots];
  const double lever = d.radius / static_cast<double>(d.wheels.size());
  Configuration start = c;
  if (c.v_start != nullptr) start.v = c.v_start;
  Speeds v;
  for (const CoordinateLink& w : d.wheels) {
    w.slopes(c, g);
    v.now += lever * w.rate(c, g);
    v.start += lever * w.rate(start, g);
  }
  return v;
}

Drivelines::Speeds Drivelines::prepare_gradient(const Driveline& d, const Configuration& c) {
  alignas(32) double g[4 * CoordinateKernel::kMaxSlots];
  std::fill(gradient_.begin(), gradient_.end(), 0.0);
  const double lever = d.radius / static_cast<double>(d.wheels.size());
  Configuration start = c;
  if (c.v_start != nullptr) start.v = c.v_start;
  Speeds v;
  for (std::size_t w = 0; w < d.wheels.size(); ++w) {
    d.wheels[w].slopes(c, g);
    v.now += lever * d.wheels[w].rate(c, g);
    v.start += lever * d.wheels[w].rate(start, g);
    for (std::size_t s = 0; s < d.slots[w].size(); ++s) {
      double* at = gradient_.data() + 4 * d.slots[w][s];
      store4(at, fma4(broadcast4(lever), load4(g + 4 * s), load4(at)));
    }
  }
  return v;
}

double Drivelines::signal(const Configuration& c, int index, double otherwise) {
  if (c.signals == nullptr || index < 0 || !std::isfinite(c.signals[index])) return otherwise;
  return c.signals[index];
}

Drivelines::Asked Drivelines::asked(const Driveline& d, const Configuration& c, const double* state,
                                    const Speeds& v) const {
  Asked a;
  const bool locked = signal(c, d.interlock, 0.0) > 0.5;
  a.demand.pedal = locked ? 0.0 : std::clamp(signal(c, d.pedal, 0.0), -1.0, 1.0);
  a.demand.engine_ratio = signal(c, engine_signal_, 1.0);
  a.demand.power_share = signal(c, engine_signal_ + 1, 1.0);
  a.demand.held_back = held_back_share(a.demand.pedal, v.start);
  const double last = static_cast<double>(d.ranges.size() - 1);
  a.range = static_cast<std::size_t>(std::clamp(signal(c, d.range, 0.0) + 0.5, 0.0, last + 0.5));
  if (d.acceleration_max > 0.0)
    a.demand.top_speed =
        advance_top_speed(state[kTopSpeed], d.acceleration_max, d.ranges[a.range].speed_max,
                          a.demand.pedal, v.start, c.step);
  return a;
}

Traction Drivelines::law(const Driveline& d, const Asked& asked, const Speeds& v) {
  return tractive_force(d.ranges[asked.range], d.power, asked.demand, v.now);
}

void Drivelines::evaluate(const Configuration& c, const double* state, const ForceSink& sink) {
  for (std::size_t i = 0; i < drivelines_.size(); ++i, state += numbers_) {
    const Driveline& d = drivelines_[i];
    const Speeds v = prepare_gradient(d, c);
    const Traction t = law(d, asked(d, c, state, v), v);
    const Lane4 force = broadcast4(t.force);
    for (std::size_t b = 0; b < d.blocks.size(); ++b) {
      double* q = sink.force + 4 * d.blocks[b];
      store4(q, fma4(force, load4(gradient_.data() + 4 * b), load4(q)));
    }
    if (sink.tangent != nullptr && t.by_speed < 0.0)
      d.tangent.add(-sink.damping_factor * t.by_speed, gradient_.data(), sink);
  }
}

void Drivelines::accept(const Configuration& c, double* state, system::Response&) {
  for (std::size_t i = 0; i < drivelines_.size(); ++i, state += numbers_) {
    const Driveline& d = drivelines_[i];
    const Speeds v = speeds(d, c);
    const Asked now = asked(d, c, state, v);
    state[kForce] = law(d, now, v).force;
    state[kSpeed] = v.now;
    if (d.acceleration_max > 0.0) state[kTopSpeed] = now.demand.top_speed;
  }
}

TermEnergy Drivelines::energy(const Configuration&, const double* state) const {
  // From the state alone: the start of a step that is over is not part of it.
  TermEnergy e;
  for (std::size_t i = 0; i < drivelines_.size(); ++i) {
    const int driveline = static_cast<int>(i);
    const double power = force(driveline, state) * speed(driveline, state);
    (power > 0.0 ? e.external_power : e.dissipation_power) += std::abs(power);
  }
  return e;
}

void Drivelines::wrenches(const Configuration&, const double* state, const std::vector<Pose>& poses,
                          std::vector<system::BodyWrench>& out) const {
  for (std::size_t i = 0; i < drivelines_.size(); ++i) {
    const Driveline& d = drivelines_[i];
    const double torque =
        force(static_cast<int>(i), state) * d.radius / static_cast<double>(d.wheels.size());
    for (const CoordinateLink& w : d.wheels) add_wrenches(w.frame(), torque, poses, out);
  }
}

}  // namespace outrigger::forces
