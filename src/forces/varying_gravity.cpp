#include "forces/varying_gravity.h"

#include <map>

#include "math/block.h"

namespace outrigger::forces {

using system::BodyWrench;
using system::Configuration;
using system::ForceSink;
using system::TermEnergy;

VaryingGravity::VaryingGravity(const model::Mechanism& mechanism, const model::Model& model,
                               const std::vector<std::string>& signals)
    : constant_(mechanism.settings.gravity) {
  const auto& functions = mechanism.settings.gravity_function;
  if (!functions) return;
  for (std::size_t k = 0; k < 3; ++k) gravity_[k] = TimedFunction((*functions)[k], signals);
  std::map<int, double> by_entity;
  for (std::size_t b = 0; b < mechanism.bodies.size(); ++b) {
    const auto& compiled = model.bodies[b];
    if (compiled.total_mass == 0.0) continue;
    const auto& spec = mechanism.bodies[b].spec;
    const bool particle = spec.kind == description::Body::Kind::point;
    bodies_.push_back(
        {static_cast<int>(b), compiled.total_mass, particle ? Vec3(Vec3::Zero()) : spec.centre});
    const model::Combination centre = model.point(static_cast<int>(b), compiled.centre);
    for (const auto& t : centre.terms) by_entity[t.entity] += compiled.total_mass * t.coefficient;
  }
  for (const auto& [entity, mass] : by_entity) shares_.push_back({entity, 0, mass});
}

void VaryingGravity::tangent_pattern(std::vector<std::pair<int, int>>&) const {}

void VaryingGravity::bind(const system::Layout& layout) {
  for (Share& s : shares_) s.block = layout.block(s.entity);
}

Vec3 VaryingGravity::change(const Configuration& c) const {
  return Vec3(gravity_[0].value(c), gravity_[1].value(c), gravity_[2].value(c)) - constant_;
}

void VaryingGravity::evaluate(const Configuration& c, const double*, const ForceSink& sink) {
  const Vec3 g = change(c);
  for (const Share& s : shares_) sink.add_force(s.block, s.mass * g);
}

TermEnergy VaryingGravity::energy(const Configuration& c, const double*) const {
  const Vec3 g = change(c);
  TermEnergy e;
  for (const Share& s : shares_) e.external_power += s.mass * g.dot(to_vec3(c.v + 4 * s.block));
  return e;
}

void VaryingGravity::wrenches(const Configuration& c, const double*, const std::vector<Pose>& poses,
                              std::vector<BodyWrench>& out) const {
  const Vec3 g = change(c);
  for (const HeavyBody& b : bodies_) {
    const Vec3 force = b.mass * g;
    out.push_back({b.body, force, poses[b.body].direction(b.centre).cross(force)});
  }
}

}  // namespace outrigger::forces
