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
    sites_[s.site].has_spring = true;
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
  for (const auto& part : mechanism.stops) {
    std::array<int, 2> sides{-1, -1};
    const int site = site_of(part.coordinate, mechanism, model);
    const auto add = [&](double limit, double sense) {
      stops_.push_back({site, limit, sense, part.spec.stiffness, part.spec.damping});
      return static_cast<int>(stops_.size()) - 1;
    };
    if (part.spec.lower) sides[0] = add(*part.spec.lower, -1.0);
    if (part.spec.upper) sides[1] = add(*part.spec.upper, 1.0);
    if (part.spec.lower) sites_[site].lower = std::max(sites_[site].lower, *part.spec.lower);
    if (part.spec.upper) sites_[site].upper = std::min(sites_[site].upper, *part.spec.upper);
    stop_sides_.push_back(sides);
  }
  idle_.resize(sites_.size());
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
  tangent_.clear();
  std::size_t gradients = 0;
  for (Site& s : sites_) {
    s.kernel = &layout.coordinate(s.coordinate);
    s.first_gradient = static_cast<int>(gradients);
    s.first_tangent = static_cast<int>(tangent_.size());
    const std::vector<int>& blocks = s.kernel->blocks();
    gradients += blocks.size();
    for (std::size_t e = 0; e < blocks.size(); ++e)
      for (std::size_t f = 0; f <= e; ++f) tangent_.push_back(layout.tangent(blocks[e], blocks[f]));
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

bool CoordinateForces::idle(const Site& site, const Configuration& c) {
  if (site.has_spring) return false;
  const double x = site.kernel->value(c.x, c.coordinate_reference[site.coordinate]);
  return x >= site.lower && x <= site.upper;
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

CoordinateForces::Law CoordinateForces::stop_law(const Stop& s, const Motion& m) {
  const double depth = s.sense * (m.value - s.limit);
  const double damped = 1.0 + s.damping * s.sense * m.rate;
  if (depth <= 0.0 || damped <= 0.0) return {};
  return {-s.sense * s.stiffness * depth * damped, -s.stiffness * damped,
          -s.stiffness * depth * s.damping};
}

void CoordinateForces::evaluate(const Configuration& c, const double*, const ForceSink& sink) {
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    idle_[i] = idle(sites_[i], c) ? 1 : 0;
    if (idle_[i] != 0) continue;
    motions_[i] = motion(sites_[i], c, gradients_.data() + 4 * sites_[i].first_gradient);
    laws_[i] = {};
  }
  for (const Spring& s : springs_) laws_[s.site].add(spring_law(s, motions_[s.site], c));
  for (const Stop& s : stops_)
    if (idle_[s.site] == 0) laws_[s.site].add(stop_law(s, motions_[s.site]));

  for (std::size_t i = 0; i < sites_.size(); ++i) {
    if (idle_[i] != 0) continue;
    const CoordinateKernel& kernel = *sites_[i].kernel;
    const double* g = gradients_.data() + 4 * sites_[i].first_gradient;
    const Lane4 force = broadcast4(laws_[i].force);
    for (int s = 0; s < kernel.slot_count(); ++s) {
      double* q = sink.force + 4 * kernel.blocks()[s];
      store4(q, fma4(force, load4(g + 4 * s), load4(q)));
    }
    if (sink.tangent != nullptr) add_tangent(sites_[i], laws_[i], g, c.x, sink);
  }
}

void CoordinateForces::add_tangent(const Site& site, const Law& law, const double* gradient,
                                   const double* x, const ForceSink& sink) const {
  const double along = -sink.stiffness_factor * law.by_value - sink.damping_factor * law.by_rate;
  const double across = -sink.stiffness_factor * law.force;
  // An idle stop costs nothing.
  if (along == 0.0 && across == 0.0) return;
  const system::TangentSlot* slot = tangent_.data() + site.first_tangent;
  Mat3 block, hessian;
  system::CoordinateKernel::Curvature curvature;
  if (across != 0.0) site.kernel->curvature(x, curvature);
  for (int e = 0; e < site.kernel->slot_count(); ++e)
    for (int f = 0; f <= e; ++f, ++slot) {
      block = along * to_vec3(gradient + 4 * e) * to_vec3(gradient + 4 * f).transpose();
      if (across != 0.0) {
        site.kernel->hessian(curvature, e, f, hessian);
        block += across * hessian;
      }
      slot->add(sink, block);
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
  int idle_site = -1;  // both stops of a coordinate follow each other
  for (const Stop& s : stops_) {
    if (s.site == idle_site) continue;
    if (idle(sites_[s.site], c)) {
      idle_site = s.site;
      continue;
    }
    const Motion m = motion(sites_[s.site], c);
    const double depth = s.sense * (m.value - s.limit);
    if (depth <= 0.0) continue;
    const double elastic = -s.sense * s.stiffness * depth;
    e.potential += 0.5 * s.stiffness * depth * depth;
    e.dissipation_power += (elastic - stop_law(s, m).force) * m.rate;
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
  for (const Stop& s : stops_) apply(s.site, stop_law(s, motion(sites_[s.site], c)).force);
}

double CoordinateForces::spring_force(int spring, const Configuration& c) const {
  const Spring& s = springs_[spring];
  return spring_law(s, motion(sites_[s.site], c), c).force;
}

double CoordinateForces::stop_force(int stop, const Configuration& c) const {
  double force = 0.0;
  for (int side : stop_sides_[stop])
    if (side >= 0) force += stop_law(stops_[side], motion(sites_[stops_[side].site], c)).force;
  return force;
}

}  // namespace outrigger::forces
