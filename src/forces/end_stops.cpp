#include "forces/end_stops.h"

#include <limits>

namespace outrigger::forces {

using system::BodyWrench;
using system::Configuration;
using system::ForceSink;
using system::TermEnergy;

EndStops::EndStops(const model::Mechanism& mechanism, const model::Model& model) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  for (const auto& part : mechanism.stops) {
    Stop s;
    s.link = CoordinateLink(part.coordinate, mechanism, model);
    s.lower = part.spec.lower.value_or(-kNone);
    s.upper = part.spec.upper.value_or(kNone);
    s.stiffness = part.spec.stiffness;
    s.damping = part.spec.damping;
    stops_.push_back(std::move(s));
    ids_.push_back(part.id);
  }
  laws_.resize(stops_.size());
  mobility_.resize(stops_.size());
}

void EndStops::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (const Stop& s : stops_) RankOneTangent::pattern(s.link.entities(), entity_pairs);
}

void EndStops::bind(const system::Layout& layout) {
  int gradients = 0;
  for (Stop& s : stops_) {
    s.link.bind(layout);
    s.tangent.bind(layout, s.link.kernel());
    s.first_gradient = gradients;
    gradients += s.link.slot_count();
  }
  gradients_.assign(4 * static_cast<std::size_t>(gradients), 0.0);
  prepared_ = gradients_;
}

void EndStops::load_memory(const system::PartMemory& memory, double* state) const {
  ForceTerm::load_memory(memory, state);
  // The machine behind a stop may have become heavier or lighter: asked anew in the next step.
  for (std::size_t i = 0; i < stops_.size(); ++i) state[kNumbers * i + kMobility] = 0.0;
}

bool EndStops::has_step(const Configuration& c) {
  return c.step > 0.0 && c.x_start != nullptr && c.x_start != c.x;
}

bool EndStops::apart(const Stop& s, const Configuration& c, double x) {
  if (x < s.lower || x > s.upper) return false;
  const double start = has_step(c) ? s.link.accepted(c) : x;
  return start >= s.lower && start <= s.upper;
}

EndStops::Law EndStops::law(const Stop& s, const Configuration& c, double x, const double* g) {
  Law sum;
  const bool step = has_step(c);
  const double start = step ? s.link.accepted(c) : x, rate = step ? 0.0 : s.link.rate(c, g);
  const auto add = [&](double limit, double sense) {
    const double depth = sense * (x - limit);
    const OneSidedForce n =
        step ? one_sided_over_step(s.stiffness, s.damping, sense * (start - limit), depth, c.step)
             : one_sided_now(s.stiffness, s.damping, depth, sense * rate);
    sum.force -= sense * n.force;
    sum.by_value -= n.by_depth;
    sum.by_rate -= n.by_rate;
    sum.lost += n.lost;
    if (n.by_depth > sum.most.by_depth) sum.most = n;
  };
  add(s.lower, -1.0);
  add(s.upper, 1.0);
  return sum;
}

void EndStops::prepare(const Configuration& c, const double* state, system::Response& response) {
  for (std::size_t i = 0; i < stops_.size(); ++i) {
    const Stop& s = stops_[i];
    mobility_[i] = 0.0;
    const bool touches = !apart(s, c, s.link.value(c));
    if (!touches && state[kNumbers * i + kForce] == 0.0) continue;
    double* g = prepared_.data() + 4 * s.first_gradient;
    s.link.slopes(c, g);
    if (!touches) continue;
    mobility_[i] = state[kNumbers * i + kMobility];
    if (mobility_[i] == 0.0)
      mobility_[i] = response.coordinate_mobility(s.link.blocks().data(), g, s.link.slot_count());
  }
}

void EndStops::start(const Configuration& c, double* state) {
  for (std::size_t i = 0; i < stops_.size(); ++i) {
    state[kNumbers * i + kForce] = force_now(static_cast<int>(i), c);
    state[kNumbers * i + kMobility] = 0.0;
  }
}

void EndStops::evaluate(const Configuration& c, const double*, const ForceSink& sink) {
  for (std::size_t i = 0; i < stops_.size(); ++i) {
    const Stop& s = stops_[i];
    const double x = s.link.value(c);
    laws_[i] = {};
    if (apart(s, c, x)) continue;
    double* g = gradients_.data() + 4 * s.first_gradient;
    s.link.slopes(c, g);
    laws_[i] = law(s, c, x, g);
    const Law& l = laws_[i];
    if (l.force == 0.0) continue;
    s.link.add_force(l.force, g, sink);
    if (sink.tangent != nullptr) s.tangent.add(l.force, l.by_value, l.by_rate, g, c.x, sink);
  }
}

void EndStops::accept(const Configuration&, double* state, system::Response&) {
  lost_in_step_ = 0.0;
  for (std::size_t i = 0; i < stops_.size(); ++i) {
    state[kNumbers * i + kForce] = laws_[i].force;
    state[kNumbers * i + kMobility] = laws_[i].force != 0.0 ? mobility_[i] : 0.0;
    lost_in_step_ += laws_[i].lost;
  }
}

double EndStops::least_way(double acceleration) const {
  double way = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < stops_.size(); ++i)
    if (laws_[i].most.by_depth > 0.0 && mobility_[i] > 0.0)
      way = std::min(way, least_way_of(laws_[i].most, mobility_[i], acceleration));
  return way;
}

double EndStops::steps_of_shortest(const double* state, double h) const {
  double time = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < stops_.size(); ++i)
    if (state[kNumbers * i + kForce] != 0.0)
      time = std::min(
          time, one_sided_half_vibration(stops_[i].stiffness, state[kNumbers * i + kMobility]));
  return time / h;
}

void EndStops::add_last_forces(const double* state, const ForceSink& sink) const {
  for (std::size_t i = 0; i < stops_.size(); ++i)
    if (const double force = state[kNumbers * i + kForce]; force != 0.0)
      stops_[i].link.add_force(force, prepared_.data() + 4 * stops_[i].first_gradient, sink);
}

TermEnergy EndStops::energy(const Configuration& c, const double*) const {
  TermEnergy e;
  for (const Stop& s : stops_) {
    const double x = s.link.value(c);
    e.potential +=
        one_sided_energy(s.stiffness, s.lower - x) + one_sided_energy(s.stiffness, x - s.upper);
  }
  return e;
}

void EndStops::wrenches(const Configuration& c, const double* state, const std::vector<Pose>& poses,
                        std::vector<BodyWrench>& out) const {
  for (std::size_t i = 0; i < stops_.size(); ++i) {
    // Methods without steps of their own leave no force in the state.
    const double mean = state[kNumbers * i + kForce];
    add_wrenches(stops_[i].link.frame(), mean != 0.0 ? mean : force_now(static_cast<int>(i), c),
                 poses, out);
  }
}

double EndStops::force_now(int stop, const Configuration& c) const {
  const Stop& s = stops_[static_cast<std::size_t>(stop)];
  alignas(32) double g[4 * system::CoordinateKernel::kMaxSlots];
  const double x = s.link.gradient(c, g), rate = s.link.rate(c, g);
  return one_sided_now(s.stiffness, s.damping, s.lower - x, -rate).force -
         one_sided_now(s.stiffness, s.damping, x - s.upper, rate).force;
}

}  // namespace outrigger::forces
