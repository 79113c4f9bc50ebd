#include "contact/shape_contacts.h"

#include <algorithm>
#include <cstring>

#include "base/assert.h"

namespace outrigger::contact {

using model::kGroundIndex;
using system::BodyBlocks;
using system::Configuration;
using system::ForceSink;
using system::PairBlocks;
using system::Response;

PointMemory ShapeContacts::recall(const double* state, int contact) {
  PointMemory m;
  std::memcpy(static_cast<void*>(&m), state + kPointMemory * contact, sizeof m);
  return m;
}

void ShapeContacts::remember(double* state, int contact, const PointMemory& m) {
  std::memcpy(state + kPointMemory * contact, &m, sizeof m);
}

ShapeContacts::ShapeContacts(const model::Mechanism& mechanism, const model::Model& model,
                             std::span<const std::pair<int, int>> pairs, int capacity)
    : capacity_(capacity), mechanism_bodies_(pairs.begin(), pairs.end()) {
  std::vector<int> bodies;
  for (const auto& [a, b] : pairs)
    for (const int body : {a, b})
      if (body != kGroundIndex) bodies.push_back(body);
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  for (const int body : bodies) bodies_.emplace_back(mechanism, model, body);
  const auto blocks_of = [&](int body) -> const BodyBlocks* {
    if (body == kGroundIndex) return nullptr;
    return &bodies_[static_cast<std::size_t>(std::lower_bound(bodies.begin(), bodies.end(), body) -
                                             bodies.begin())];
  };
  for (const auto& [a, b] : pairs) {
    pairs_.emplace_back(blocks_of(a), blocks_of(b));
    most_ = std::max(most_, pairs_.back().count());
  }
  found_.reserve(static_cast<std::size_t>(capacity));
  active_.resize(static_cast<std::size_t>(capacity));
  coefficients_.resize(static_cast<std::size_t>(capacity) * static_cast<std::size_t>(most_));
}

void ShapeContacts::set_contacts(std::span<const FoundContact> contacts) {
  OUTRIGGER_ASSERT(static_cast<int>(contacts.size()) <= capacity_, "room for all contacts");
  found_.assign(contacts.begin(), contacts.end());
}

void ShapeContacts::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (const PairBlocks& p : pairs_) p.tangent_pattern(entity_pairs);
}

void ShapeContacts::bind(const system::Layout& layout) {
  for (BodyBlocks& b : bodies_) b.bind(layout);
  for (PairBlocks& p : pairs_) p.bind(layout);
}

Mat3 ShapeContacts::turn_of_b(const FoundContact& contact, const double* x) const {
  const BodyBlocks* b = pairs_[static_cast<std::size_t>(contact.pair)].b();
  return b != nullptr ? b->pose(x).rotation : Mat3::Identity();
}

void ShapeContacts::prepare(const Configuration& c, const double* state, Response& response) {
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const FoundContact& found = found_[i];
    const PairBlocks& pair = pairs_[static_cast<std::size_t>(found.pair)];
    Active& k = active_[i];
    k.first_coefficient = static_cast<int>(i) * most_;
    double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
    pair.coefficients(found.place_a, found.place_b, a);
    k.constant = pair.constant(found.place_a, found.place_b);
    k.point.start(found.law, recall(state, static_cast<int>(i)), found.normal, found.depth,
                  turn_of_b(found, c.x));
    if (k.point.needs_mass()) {
      const double mobility = response.mobility(pair.point(a), found.normal);
      k.point.memory.mass = mobility > 0.0 ? 1.0 / mobility : 0.0;
    }
    k.point.begin(pair.sum(a, c.v_start), pair.sum(a, c.v), pair.sum(a, c.x_start) + k.constant,
                  c.step);
  }
}

void ShapeContacts::evaluate(const Configuration& c, const double*, const ForceSink& sink) {
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const PairBlocks& pair = pairs_[static_cast<std::size_t>(found_[i].pair)];
    Active& k = active_[i];
    const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
    const Vec3 sum = pair.sum(a, c.x);
    const PointContact::Forces f = k.point.forces(sum + k.constant, sum - pair.sum(a, c.x_start),
                                                  pair.sum(a, c.v), c.iteration);
    if (!(f.depth > 0.0)) continue;
    pair.add_force(a, f.total(k.point.normal), sink);
    if (sink.tangent == nullptr) continue;
    pair.add_tangent(a, k.point.tangent(f, sink.stiffness_factor, sink.damping_factor, c.iteration),
                     sink);
  }
}

void ShapeContacts::accept(const Configuration& c, double* state, Response& response) {
  bool clamps = false;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const PairBlocks& pair = pairs_[static_cast<std::size_t>(found_[i].pair)];
    Active& k = active_[i];
    const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
    const Vec3 sum = pair.sum(a, c.x);
    const double mass = k.point.memory.mass;
    k.impulse = k.point.end(sum + k.constant, sum - pair.sum(a, c.x_start), pair.sum(a, c.v),
                            c.step, turn_of_b(found_[i], c.x), interventions_);
    k.too_fast = k.impulse > 0.0 ? k.impulse / mass : 0.0;
    clamps = clamps || k.impulse > 0.0;
    remember(state, static_cast<int>(i), k.point.memory);
  }
  if (clamps) slow_down(c, response);
}

/// Impulses of contacts that part too fast, all at once: one after another would turn a box that leaves
/// with a whole face. Together they may be too much (contacts near each other): they are scaled by the
/// s that minimises the energy of the speed beyond the restitution, Σ p w / Σ p Δw ≤ 1.
void ShapeContacts::slow_down(const Configuration& c, Response& response) {
  const auto parting = [&](std::size_t i) {
    const Active& k = active_[i];
    const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
    return k.point.normal.dot(pairs_[static_cast<std::size_t>(found_[i].pair)].sum(a, c.v));
  };
  const auto apply = [&](double share) {
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const Active& k = active_[i];
      if (k.impulse == 0.0) continue;
      const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
      response.apply_impulse(pairs_[static_cast<std::size_t>(found_[i].pair)].point(a),
                             -share * k.impulse * k.point.normal);
    }
  };
  double wanted = 0.0, done = 0.0;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    wanted += active_[i].impulse * active_[i].too_fast;
    if (active_[i].impulse > 0.0) done += active_[i].impulse * parting(i);
  }
  apply(1.0);
  for (std::size_t i = 0; i < found_.size(); ++i)
    if (active_[i].impulse > 0.0) done -= active_[i].impulse * parting(i);
  if (done > wanted) apply(wanted / done - 1.0);
}

system::TermEnergy ShapeContacts::energy(const Configuration&, const double* state) const {
  system::TermEnergy e;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const PointMemory m = recall(state, static_cast<int>(i));
    e.potential += m.stored;
    e.dissipation_power += m.heat;
  }
  return e;
}

void ShapeContacts::wrenches(const Configuration&, const double* state,
                             const std::vector<Pose>& poses,
                             std::vector<system::BodyWrench>& out) const {
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const PointMemory m = recall(state, static_cast<int>(i));
    if (m.touching == 0.0) continue;
    const Vec3 force(m.force[0], m.force[1], m.force[2]);
    const auto& [a, b] = mechanism_bodies_[static_cast<std::size_t>(found_[i].pair)];
    const auto add = [&](int body, const Vec3& place, const Vec3& f) {
      if (body == kGroundIndex) return;
      const Vec3 arm = poses[static_cast<std::size_t>(body)].rotation * place;
      out.push_back({body, f, arm.cross(f)});
    };
    add(a, found_[i].place_a, force);
    add(b, found_[i].place_b, -force);
  }
}

}  // namespace outrigger::contact
