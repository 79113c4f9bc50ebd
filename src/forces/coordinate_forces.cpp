#include "forces/coordinate_forces.h"

#include <algorithm>

#include "forces/coordinate_link.h"

namespace outrigger::forces {

using system::BodyWrench;
using system::Configuration;
using system::CoordinateKernel;
using system::ForceSink;
using system::TermEnergy;

namespace {

constexpr double kTwoPi = 6.28318530717958647692;

double assembled_value(const model::CoordinatePart& c, const model::Mechanism& m) {
  return model::coordinate_value(c.frame, m.pose_of(c.frame.body_a), m.pose_of(c.frame.body_b)) +
         kTwoPi * c.turns;
}

}  // namespace

void CoordinateForces::Law::add(const Law& other) {
  force += other.force;
  by_value += other.by_value;
  by_rate += other.by_rate;
}

CoordinateForces::CoordinateForces(const model::Mechanism& mechanism, const model::Model& model,
                                   const std::vector<std::string>& signals) {
  for (const auto& part : mechanism.springs) {
    Spring s;
    s.site = site_of(part.coordinate, mechanism, model);
    s.free = part.spec.free_as_assembled
                 ? assembled_value(mechanism.coordinates[part.coordinate], mechanism)
                 : part.spec.free;
    s.spring = model::Function(part.spec.spring, "x");
    s.damper = model::Function(part.spec.damper, "x");
    s.force = TimedFunction(part.spec.force, signals);
    s.has_factor = part.spec.factor.has_value();
    if (s.has_factor) s.factor = TimedFunction(*part.spec.factor, signals);
    springs_.push_back(std::move(s));
  }
  motions_.resize(sites_.size());
  laws_.resize(sites_.size());
}

int CoordinateForces::site_of(int coordinate, const model::Mechanism& mechanism,
                              const model::Model& model) {
  for (std::size_t i = 0; i < sites_.size(); ++i)
    if (sites_[i].coordinate == coordinate) return static_cast<int>(i);
  Site site;
  site.coordinate = coordinate;
  site.frame = mechanism.coordinates[coordinate].frame;
  site.entities = entities_of(model.coordinates[coordinate]);
  sites_.push_back(std::move(site));
  return static_cast<int>(sites_.size()) - 1;
}

void CoordinateForces::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (const Site& s : sites_)
    for (std::size_t e = 0; e < s.entities.size(); ++e)
      for (std::size_t f = 0; f <= e; ++f) entity_pairs.emplace_back(s.entities[e], s.entities[f]);
}

void CoordinateForces::bind(const system::Layout& layout) {
  std::size_t gradients = 0;
  for (Site& s : sites_) {
    s.kernel = &layout.coordinate(s.coordinate);
    s.first_gradient = static_cast<int>(gradients);
    s.tangent.bind(layout, *s.kernel);
    gradients += s.kernel->blocks().size();
  }
  gradients_.assign(4 * gradients, 0.0);
}

CoordinateForces::Motion CoordinateForces::motion(const Site& site, const Configuration& c,
                                                  double* gradient) {
  const CoordinateKernel& kernel = *site.kernel;
  Motion m;
  m.value = kernel.gradient(c.x, c.coordinate_reference[site.coordinate], gradient);
  Lane4 rate = zero4();
  for (int s = 0; s < kernel.slot_count(); ++s)
    rate = fma4(load4(gradient + 4 * s), load4(c.v + 4 * kernel.blocks()[s]), rate);
  m.rate = sum4(rate);
  return m;
}

CoordinateForces::Motion CoordinateForces::motion(const Site& site, const Configuration& c) {
  alignas(32) double gradient[4 * CoordinateKernel::kMaxSlots];
  return motion(site, c, gradient);
}

CoordinateForces::Law CoordinateForces::spring_law(const Spring& s, const Motion& m,
                                                   const Configuration& c) {
  Derivatives spring = s.spring.evaluate(m.value - s.free);
  const Derivatives damper = s.damper.evaluate(m.rate);
  if (s.has_factor) {
    const double factor = s.factor.value(c);
    spring.value *= factor;
    spring.first *= factor;
  }
  return {-spring.value - damper.value + s.force.value(c), -spring.first, -damper.first};
}

void CoordinateForces::evaluate(const Configuration& c, const double*, const ForceSink& sink) {
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    motions_[i] = motion(sites_[i], c, gradients_.data() + 4 * sites_[i].first_gradient);
    laws_[i] = {};
  }
  for (const Spring& s : springs_) laws_[s.site].add(spring_law(s, motions_[s.site], c));

  for (std::size_t i = 0; i < sites_.size(); ++i) {
    const CoordinateKernel& kernel = *sites_[i].kernel;
    const double* g = gradients_.data() + 4 * sites_[i].first_gradient;
    const Law& law = laws_[i];
    const Lane4 force = broadcast4(law.force);
    for (int s = 0; s < kernel.slot_count(); ++s) {
      double* q = sink.force + 4 * kernel.blocks()[s];
      store4(q, fma4(force, load4(g + 4 * s), load4(q)));
    }
    if (sink.tangent != nullptr)
      sites_[i].tangent.add(law.force, law.by_value, law.by_rate, g, c.x, sink);
  }
}

TermEnergy CoordinateForces::energy(const Configuration& c, const double*) const {
  TermEnergy e;
  for (const Spring& s : springs_) {
    const Motion m = motion(sites_[s.site], c);
    if (!s.has_factor) {
      e.potential += s.spring.integral(m.value - s.free);
    } else if (s.factor.is_input()) {
      e.external_power -= s.factor.value(c) * s.spring.evaluate(m.value - s.free).value * m.rate;
    } else {
      const double unit = s.spring.integral(m.value - s.free);
      e.potential += s.factor.value(c) * unit;
      e.external_power += s.factor.rate(c) * unit;
    }
    e.dissipation_power += s.damper.evaluate(m.rate).value * m.rate;
    e.external_power += s.force.value(c) * m.rate;
  }
  return e;
}

void CoordinateForces::wrenches(const Configuration& c, const double*,
                                const std::vector<Pose>& poses,
                                std::vector<BodyWrench>& out) const {
  const auto apply = [&](int index, double force) {
    add_wrenches(sites_[index].frame, force, poses, out);
  };
  for (const Spring& s : springs_) apply(s.site, spring_law(s, motion(sites_[s.site], c), c).force);
}

double CoordinateForces::spring_force(int spring, const Configuration& c) const {
  const Spring& s = springs_[spring];
  return spring_law(s, motion(sites_[s.site], c), c).force;
}

}  // namespace outrigger::forces
