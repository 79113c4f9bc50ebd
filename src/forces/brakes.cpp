#include "forces/brakes.h"

#include <algorithm>
#include <cmath>

namespace outrigger::forces {

using system::Configuration;
using system::CoordinateKernel;
using system::ForceSink;
using system::Response;
using system::TermEnergy;

namespace {

constexpr double kFreshMassWay = 0.5;  ///< slip after which m is taken anew [m or rad]

int index_of(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

}  // namespace

Brakes::Brakes(const model::Mechanism& mechanism, const model::Model& model,
               const std::vector<std::string>& signals)
    : step_(mechanism.settings.step) {
  for (const auto& part : mechanism.brakes) {
    ids_.push_back(part.id);
    Brake b;
    while (b.site < static_cast<int>(sites_.size()) && sites_[b.site].coordinate != part.coordinate)
      ++b.site;
    if (b.site == static_cast<int>(sites_.size()))
      sites_.push_back({CoordinateLink(part.coordinate, mechanism, model), {}, part.coordinate});
    b.force = part.spec.force;
    b.drag = part.spec.drag;
    // An input nobody sets stays at 0.
    if (!part.spec.input.empty()) {
      b.signal = index_of(signals, part.spec.input);
      if (b.signal < 0) b.force = 0.0;
    }
    brakes_.push_back(b);
  }
  mass_.assign(sites_.size(), 0.0);
  limit_.assign(sites_.size(), 0.0);
  start_.assign(sites_.size(), 0.0);
}

// Brakes of one coordinate share its bristle: each remembers all of it, and its own force.
void Brakes::save_memory(const double* state, system::PartMemory& memory) const {
  for (std::size_t i = 0; i < brakes_.size(); ++i) {
    const double* site = state + kNumbers * brakes_[i].site;
    std::vector<double>& numbers = memory[ids_[i]];
    numbers.assign(site, site + kNumbers);
    numbers.push_back(force(static_cast<int>(i), state));
  }
}

void Brakes::load_memory(const system::PartMemory& memory, double* state) const {
  for (std::size_t i = 0; i < brakes_.size(); ++i) {
    const auto found = memory.find(ids_[i]);
    if (found == memory.end()) continue;
    std::copy_n(found->second.begin(), kNumbers, state + kNumbers * brakes_[i].site);
    state[first_force() + static_cast<int>(i)] = found->second.back();
  }
}

void Brakes::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (const Site& s : sites_) RankOneTangent::pattern(s.link.entities(), entity_pairs);
}

void Brakes::bind(const system::Layout& layout) {
  for (Site& s : sites_) {
    s.link.bind(layout);
    s.tangent.bind(layout, s.link.blocks());
  }
}

double Brakes::limit(const Brake& b, const Configuration& c) {
  double input = 1.0;
  if (b.signal >= 0) {
    input = c.signals != nullptr ? c.signals[b.signal] : 0.0;
    input = std::isfinite(input) ? std::clamp(input, 0.0, 1.0) : 0.0;
  }
  return b.force * input + b.drag;
}

void Brakes::sum_limits(const Configuration& c) {
  std::fill(limit_.begin(), limit_.end(), 0.0);
  for (const Brake& b : brakes_) limit_[b.site] += limit(b, c);
}

double Brakes::effective_mass(const Site& s, const Configuration& c, Response& response) {
  alignas(32) double g[4 * CoordinateKernel::kMaxSlots];
  s.link.slopes(c, g);
  const double mobility =
      response.coordinate_mobility(s.link.blocks().data(), g, s.link.slot_count());
  return mobility > 0.0 && std::isfinite(1.0 / mobility) ? 1.0 / mobility : 1.0;
}

void Brakes::prepare(const Configuration& c, const double* state, Response& response) {
  for (std::size_t i = 0; i < sites_.size(); ++i, state += kNumbers) {
    mass_[i] = state[kMass] > 0.0 ? state[kMass] : effective_mass(sites_[i], c, response);
    start_[i] = c.coordinate_reference[sites_[i].coordinate];
  }
}

void Brakes::evaluate(const Configuration& c, const double* state, const ForceSink& sink) {
  alignas(32) double g[4 * CoordinateKernel::kMaxSlots];
  sum_limits(c);
  for (std::size_t i = 0; i < sites_.size(); ++i, state += kNumbers) {
    const Site& s = sites_[i];
    const double most = limit_[i];
    if (most == 0.0) continue;
    const Bristle bristle = this->bristle(mass_[i]);
    // The last accepted value is x_n within a step; after `accept` it is x, as y is y_n+1.
    const double way = s.link.gradient(c, g) - c.coordinate_reference[s.coordinate];
    const double trial =
        -bristle.stiffness * (state[kDeflection] + way) - bristle.damping * s.link.rate(c, g);
    s.link.add_force(std::clamp(trial, -most, most), g, sink);
    if (sink.tangent != nullptr && std::abs(trial) <= most)
      s.tangent.add(
          sink.stiffness_factor * bristle.stiffness + sink.damping_factor * bristle.damping, g,
          sink);
  }
}

void Brakes::accept(const Configuration& c, double* state, Response& response) {
  sum_limits(c);
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    const Site& s = sites_[i];
    double* n = state + kNumbers * i;
    const Bristle bristle = this->bristle(mass_[i]);
    const double x = c.coordinate_reference[s.coordinate];  // accepted already
    const double y = n[kDeflection] + x - start_[i];
    const double rate = s.link.rate(c);
    const double trial = -bristle.stiffness * y - bristle.damping * rate;
    const bool slipping = std::abs(trial) > limit_[i];
    const double longest = limit_[i] / bristle.stiffness;
    n[kDeflection] = slipping ? (trial > 0.0 ? -longest : longest) : y;
    n[kForce] = std::clamp(trial, -limit_[i], limit_[i]);
    n[kSlipping] = slipping ? 1.0 : 0.0;
    n[kRate] = rate;
    const bool first = n[kMass] <= 0.0;
    if (first || (slipping && std::abs(x - n[kPlace]) > kFreshMassWay)) {
      const double mass = first ? mass_[i] : effective_mass(s, c, response);
      // The same force from a bristle of another stiffness.
      n[kDeflection] *= mass_[i] / mass;
      n[kMass] = mass_[i] = mass;
      n[kPlace] = x;
    }
  }
  for (std::size_t b = 0; b < brakes_.size(); ++b) {
    const int site = brakes_[b].site;
    state[first_force() + static_cast<int>(b)] =
        limit_[site] > 0.0 ? state[kNumbers * site + kForce] * (limit(brakes_[b], c) / limit_[site])
                           : 0.0;
  }
}

TermEnergy Brakes::energy(const Configuration&, const double* state) const {
  TermEnergy e;
  for (std::size_t i = 0; i < sites_.size(); ++i, state += kNumbers) {
    if (state[kMass] <= 0.0) continue;
    const Bristle bristle = this->bristle(state[kMass]);
    const double y = state[kDeflection], rate = state[kRate];
    e.potential += 0.5 * bristle.stiffness * y * y;
    e.dissipation_power += state[kSlipping] != 0.0 ? std::max(0.0, -state[kForce] * rate)
                                                   : bristle.damping * rate * rate;
  }
  return e;
}

void Brakes::wrenches(const Configuration&, const double* state, const std::vector<Pose>& poses,
                      std::vector<system::BodyWrench>& out) const {
  for (std::size_t i = 0; i < sites_.size(); ++i)
    add_wrenches(sites_[i].link.frame(), state[kNumbers * i + kForce], poses, out);
}

}  // namespace outrigger::forces
