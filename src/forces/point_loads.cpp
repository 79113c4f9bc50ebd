#include "forces/point_loads.h"

#include <fmt/format.h>

#include "base/error.h"
#include "math/block.h"

namespace outrigger::forces {

using model::Combination;
using system::BodyWrench;
using system::Configuration;
using system::ForceSink;
using system::TermEnergy;

PointLoads::PointLoads(const model::Mechanism& mechanism, const model::Model& model,
                       const std::vector<std::string>& signals) {
  for (const auto& part : mechanism.loads) {
    if (part.body == model::kGroundIndex) continue;
    const auto& spec = part.spec;
    const Pose& pose = mechanism.pose_of(part.body);
    const bool particle = model.bodies[part.body].basis_count == 1;
    if (spec.torque && particle)
      throw Error(fmt::format("{}load '{}': a torque cannot act on the particle '{}'",
                              spec.where.file.empty()
                                  ? std::string()
                                  : fmt::format("{}:{}: ", spec.where.file, spec.where.line),
                              spec.name, mechanism.name_of(part.body)));
    Load load;
    load.body = part.body;
    load.point = particle ? Vec3(Vec3::Zero()) : spec.point;
    load.torque = spec.torque;
    load.follows_body = spec.follows_body;
    load.components = {TimedFunction(spec.x, signals), TimedFunction(spec.y, signals),
                       TimedFunction(spec.z, signals)};
    if (!spec.torque) load.place = store(model.point(part.body, pose.point(load.point)));
    if (spec.torque || spec.follows_body)
      for (int i = 0; i < 3; ++i) {
        const Vec3 axis = pose.rotation.col(i);
        load.axes[i] =
            store(particle ? Combination::fixed(axis) : model.direction(part.body, axis));
      }
    loads_.push_back(std::move(load));
  }
}

PointLoads::Sum PointLoads::store(const Combination& c) {
  Sum s;
  s.first = static_cast<int>(terms_.size());
  for (const auto& t : c.terms) terms_.push_back({t.entity, 0, t.coefficient});
  s.last = static_cast<int>(terms_.size());
  s.constant = c.constant;
  return s;
}

void PointLoads::tangent_pattern(std::vector<std::pair<int, int>>&) const {}

void PointLoads::bind(const system::Layout& layout) {
  for (Term& t : terms_) t.block = layout.block(t.entity);
}

Vec3 PointLoads::rate(const Sum& s, const double* v) const {
  Vec3 sum = Vec3::Zero();
  for (int t = s.first; t < s.last; ++t)
    sum += terms_[t].coefficient * to_vec3(v + 4 * terms_[t].block);
  return sum;
}

Vec3 PointLoads::value(const Sum& s, const double* x) const { return s.constant + rate(s, x); }

void PointLoads::add_force(const Sum& s, const Vec3& f, const ForceSink& sink) const {
  for (int t = s.first; t < s.last; ++t) sink.add_force(terms_[t].block, terms_[t].coefficient * f);
}

Vec3 PointLoads::vector(const Load& load, const Configuration& c) const {
  Vec3 components;
  for (int i = 0; i < 3; ++i) components[i] = load.components[i].value(c);
  if (!load.follows_body) return components;
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < 3; ++i) sum += components[i] * value(load.axes[i], c.x);
  return sum;
}

void PointLoads::evaluate(const Configuration& c, const double*, const ForceSink& sink) {
  for (const Load& load : loads_) {
    const Vec3 f = vector(load, c);
    if (!load.torque) {
      add_force(load.place, f, sink);
      continue;
    }
    for (const Sum& axis : load.axes) add_force(axis, 0.5 * f.cross(value(axis, c.x)), sink);
  }
}

TermEnergy PointLoads::energy(const Configuration& c, const double*) const {
  TermEnergy e;
  for (const Load& load : loads_) {
    const Vec3 f = vector(load, c);
    if (!load.torque) {
      e.external_power += f.dot(rate(load.place, c.v));
      continue;
    }
    for (const Sum& axis : load.axes)
      e.external_power += 0.5 * f.dot(value(axis, c.x).cross(rate(axis, c.v)));
  }
  return e;
}

void PointLoads::wrenches(const Configuration& c, const double*, const std::vector<Pose>& poses,
                          std::vector<BodyWrench>& out) const {
  for (const Load& load : loads_) {
    const Vec3 f = vector(load, c);
    if (load.torque) {
      out.push_back({load.body, Vec3::Zero(), f});
    } else {
      out.push_back({load.body, f, poses[load.body].direction(load.point).cross(f)});
    }
  }
}

}  // namespace outrigger::forces
