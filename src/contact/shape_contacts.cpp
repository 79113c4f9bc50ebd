#include "contact/shape_contacts.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/assert.h"
#include "contact/effective_inertia.h"
#include "contact/laws/impact_duration.h"
#include "contact/laws/restitution.h"

namespace outrigger::contact {

namespace {

constexpr double kNeverReached = 1.0;  ///< depth of a patch [m]

}  // namespace

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

ShapeContacts::ShapeContacts(std::vector<BodyBlocks> bodies,
                             std::span<const std::pair<int, int>> pairs, int capacity)
    : capacity_(capacity), bodies_(std::move(bodies)) {
  const auto blocks_of = [&](int body) -> const BodyBlocks* {
    return body == kGroundIndex ? nullptr : &bodies_[static_cast<std::size_t>(body)];
  };
  pairs_.reserve(pairs.size());
  for (const auto& [a, b] : pairs) {
    pairs_.emplace_back(blocks_of(a), blocks_of(b));
    most_ = std::max(most_, pairs_.back().count());
  }
  found_.reserve(static_cast<std::size_t>(capacity));
  active_.resize(static_cast<std::size_t>(capacity));
  coefficients_.resize(static_cast<std::size_t>(capacity) * static_cast<std::size_t>(most_));
  gradients_.resize(3 * coefficients_.size());
  sliding_.resize(coefficients_.size());
  slope_.resize(4 * static_cast<std::size_t>(most_));
}

void ShapeContacts::set_contacts(std::span<const FoundContact> contacts) {
  OUTRIGGER_ASSERT(static_cast<int>(contacts.size()) <= capacity_, "room for all contacts");
  found_.assign(contacts.begin(), contacts.end());
}

void ShapeContacts::read_forces(const Configuration& c, std::span<PointMemory> out) {
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const PairBlocks& pair = pairs_[static_cast<std::size_t>(found_[i].pair)];
    Active& k = active_[i];
    const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    if (found_[i].is_patch()) {
      const PatchForces f = patch_forces(i, c, nullptr);
      force = f.wrench.force + f.friction.tangential;
      torque = f.wrench.torque();
      out[i].normal_force = f.wrench.normal_force;
      out[i].stored = f.wrench.stored;
    } else if (found_[i].is_region()) {
      const RegionForces f = region_forces(i, c);
      force = f.force();
      torque = f.torque(*found_[i].region);
      out[i].normal_force = f.wrench.normal_force;
      out[i].stored = f.wrench.stored;
    } else {
      const Vec3 sum = pair.sum(a, c.x);
      const PointContact::Forces f = k.point.forces(sum + k.constant, sum - pair.sum(a, c.x_start),
                                                    pair.sum(a, c.v), turn(i, c));
      if (f.depth > 0.0) {
        force = f.total(k.point.normal);
        torque = f.torque;
      }
      out[i].normal_force = f.depth > 0.0 ? f.normal.force : 0.0;
      out[i].stored = f.normal.stored;
    }
    for (int axis = 0; axis < 3; ++axis) {
      out[i].force[axis] = force[axis];
      out[i].torque[axis] = torque[axis];
    }
  }
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

/// Of a contact that turns; nothing else needs it.
PointTurn ShapeContacts::turn(std::size_t i, const Configuration& c) const {
  if (!found_[i].law.turns()) return {};
  const PairBlocks& pair = pairs_[static_cast<std::size_t>(found_[i].pair)];
  const double* g = gradients(i);
  return {pair.turn(g, c.x) - pair.turn(g, c.x_start), pair.turn(g, c.v)};
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
    if (found.is_patch()) {
      prepare_patch(i, c, response);
      continue;
    }
    if (found.is_region()) {
      prepare_region(i, c, response);
      continue;
    }
    if (k.point.needs_mass()) {
      const double mobility = response.mobility(pair.point(a), found.normal);
      k.point.memory.mass = mobility > 0.0 ? 1.0 / mobility : 0.0;
    }
    Vec3 spin_end = Vec3::Zero();
    if (found.law.turns()) {
      double* g = &gradients_[3 * static_cast<std::size_t>(k.first_coefficient)];
      pair.coefficient_gradients(found.turn_a, found.turn_b, g);
      if (k.point.needs_inertia())
        find_inertia(pair, g, found.normal, slope_.data(), response, k.point.memory);
      spin_end = pair.turn(g, c.v);
    }
    k.point.begin(pair.sum(a, c.v_start), pair.sum(a, c.v), pair.sum(a, c.x_start) + k.constant,
                  c.step, spin_end);
  }
}

/// How the points of A and B move about the reference.
void ShapeContacts::prepare_affine(std::size_t i) {
  const FoundContact& found = found_[i];
  const PairBlocks& pair = pairs_[static_cast<std::size_t>(found.pair)];
  Active& k = active_[i];
  pair.coefficient_gradients(found.turn_a, found.turn_b,
                             &gradients_[3 * static_cast<std::size_t>(k.first_coefficient)]);
  for (int axis = 0; axis < 3; ++axis)
    k.constant_gradient.col(axis) =
        pair.constant(found.place_a + found.turn_a.row(axis).transpose(),
                      found.place_b + found.turn_b.row(axis).transpose()) -
        k.constant;
  k.reference = found.reference;
}

/// No stiffer than a step can follow: half a vibration, π √(m/(c A)), lasts six steps. By the area
/// alone, so that softening depends on the place only and gives no energy.
double ShapeContacts::soften_layer(std::size_t i, const Configuration& c, double area,
                                   Response& response) {
  const FoundContact& found = found_[i];
  const PairBlocks& pair = pairs_[static_cast<std::size_t>(found.pair)];
  const double* a = &coefficients_[static_cast<std::size_t>(active_[i].first_coefficient)];
  PointMemory& m = active_[i].point.memory;
  if (m.mass <= 0.0) {
    const double mobility = response.mobility(pair.point(a), found.normal);
    m.mass = mobility > 0.0 ? 1.0 / mobility : 0.0;
  }
  if (m.touching == 0.0) m.impact_speed = std::max(0.0, -found.normal.dot(pair.sum(a, c.v_start)));
  const double slowest = 3.14159265358979323846 / (kContactSteps * c.step);
  m.stiffness = 1.0;
  const double stiffness = std::max(found.layer.stiffness * area, found.patches_stiffness);
  if (m.mass > 0.0 && stiffness > 0.0)
    m.stiffness = std::min(1.0, m.mass * slowest * slowest / stiffness);
  return m.stiffness;
}

void ShapeContacts::prepare_patch(std::size_t i, const Configuration& c, Response& response) {
  const FoundContact& found = found_[i];
  const PairBlocks& pair = pairs_[static_cast<std::size_t>(found.pair)];
  Active& k = active_[i];
  const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
  const PointMemory& m = k.point.memory;
  prepare_affine(i);
  double area = 0.0;
  for (const PatchElement& e : found.elements) area += e.area;
  k.layer = found.layer;
  k.layer.stiffness *= soften_layer(i, c, area, response);
  if (found.damped_by_restitution) {
    // Fading over a depth that is never reached gives p = c u (1 + D u̇).
    k.layer.transition_depth = kNeverReached;
    k.layer.damping = k.layer.stiffness * kNeverReached * found.law.damping_factor /
                      std::max(m.impact_speed, kSlowestImpact);
  }
  k.point.begin_friction(pair.sum(a, c.v), c.step, Vec3::Zero());
}

/// Of A against B at places x with velocities v.
PatchMotion ShapeContacts::patch_motion(std::size_t i, const double* x, const double* v) const {
  const FoundContact& found = found_[i];
  const PairBlocks& pair = pairs_[static_cast<std::size_t>(found.pair)];
  const Active& k = active_[i];
  const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
  const double* g = gradients(i);
  PatchMotion motion;
  motion.reference = k.reference;
  motion.t = pair.sum(a, x) + k.constant;
  motion.v = pair.sum(a, v);
  motion.G = k.constant_gradient;
  for (int e = 0; e < pair.count(); ++e) {
    const Vec3 gradient(g[3 * e], g[3 * e + 1], g[3 * e + 2]);
    const std::size_t block = 4 * static_cast<std::size_t>(pair.blocks()[e]);
    motion.G += to_vec3(x + block) * gradient.transpose();
    motion.L += to_vec3(v + block) * gradient.transpose();
  }
  if (found.has_own_friction()) motion.carried_normal = found.normal;
  return motion;
}

ShapeContacts::PatchForces ShapeContacts::patch_forces(std::size_t i, const Configuration& c,
                                                       PatchTangent* tangent) {
  const FoundContact& found = found_[i];
  const PairBlocks& pair = pairs_[static_cast<std::size_t>(found.pair)];
  Active& k = active_[i];
  const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
  const PatchMotion motion = patch_motion(i, c.x, c.v);
  PatchForces f;
  f.wrench = sum_elements(found.elements, k.layer, motion, tangent, TangentKind::positive);
  if (found.has_own_friction())
    f.friction = k.point.friction(f.wrench.normal_force, pair.sum(a, c.x) - pair.sum(a, c.x_start),
                                  motion.v, {});
  return f;
}

void ShapeContacts::evaluate_patch(std::size_t i, const Configuration& c, const ForceSink& sink) {
  const PairBlocks& pair = pairs_[static_cast<std::size_t>(found_[i].pair)];
  const Active& k = active_[i];
  const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
  const double* g = &gradients_[3 * static_cast<std::size_t>(k.first_coefficient)];
  PatchTangent tangent;
  const PatchForces f = patch_forces(i, c, sink.tangent != nullptr ? &tangent : nullptr);
  const Vec3 force = f.wrench.force + f.friction.tangential;
  for (int e = 0; e < pair.count(); ++e) {
    const Vec3 gradient(g[3 * e], g[3 * e + 1], g[3 * e + 2]);
    sink.add_force(pair.blocks()[e], a[e] * force + f.wrench.moment * gradient);
  }
  if (sink.tangent == nullptr) return;
  Mat3 blocks[4][4];
  for (int p = 0; p < 4; ++p)
    for (int q = 0; q < 4; ++q)
      blocks[p][q] = sink.stiffness_factor * tangent.K.block(p, q) +
                     sink.damping_factor * tangent.C.block(p, q);
  if (found_[i].has_own_friction()) {
    PointContact::Forces without_normal = f.friction;
    without_normal.normal.by_depth = without_normal.normal.by_rate = 0.0;
    blocks[0][0] += k.point.tangent(without_normal, sink.stiffness_factor, sink.damping_factor);
    const Mat3 along = found_[i].normal * found_[i].normal.transpose();
    for (int p = 0; p < 4; ++p)
      for (int q = 0; q < 4; ++q) {
        Mat3 block = sink.damping_factor * tangent.carried.block(p, q);
        if (p == 0) block = along * block;
        if (q == 0) block = block * along;
        blocks[p][q] += block;
      }
  }
  for (int e = 0; e < pair.count(); ++e) {
    const double left[4] = {a[e], g[3 * e], g[3 * e + 1], g[3 * e + 2]};
    Mat3 row[4];
    for (int q = 0; q < 4; ++q)
      row[q] = left[0] * blocks[0][q] + left[1] * blocks[1][q] + left[2] * blocks[2][q] +
               left[3] * blocks[3][q];
    for (int other = 0; other <= e; ++other) {
      const double* right = g + 3 * other;
      pair.add_tangent_block(
          e, other, a[other] * row[0] + right[0] * row[1] + right[1] * row[2] + right[2] * row[3],
          sink);
    }
  }
}

void ShapeContacts::accept_patch(std::size_t i, const Configuration& c) {
  const FoundContact& found = found_[i];
  const PairBlocks& pair = pairs_[static_cast<std::size_t>(found.pair)];
  Active& k = active_[i];
  const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
  const PatchForces f = patch_forces(i, c, nullptr);
  PointMemory& m = k.point.memory;
  if (!(f.wrench.normal_force > 0.0) && !(f.wrench.stored > 0.0)) {
    m = PointMemory{};
    return;
  }
  m.touching = 1.0;
  if (found.has_own_friction())
    k.point.end_friction(f.friction, pair.sum(a, c.x) - pair.sum(a, c.x_start),
                         turn_of_b(found, c.x), {});
  const Vec3 force = f.wrench.force + f.friction.tangential, torque = f.wrench.torque();
  for (int axis = 0; axis < 3; ++axis) {
    m.force[axis] = force[axis];
    m.torque[axis] = torque[axis];
  }
  m.normal_force = f.wrench.normal_force;
  m.stored = f.wrench.stored;
  m.heat = f.wrench.dissipated - f.friction.tangential.dot(f.friction.velocity);
  m.lost += c.step * m.heat;
  if (m.stiffness < 1.0) ++interventions_.softened;
}

void ShapeContacts::evaluate(const Configuration& c, const double*, const ForceSink& sink) {
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (found_[i].is_patch()) {
      evaluate_patch(i, c, sink);
      continue;
    }
    if (found_[i].is_region()) {
      evaluate_region(i, c, sink);
      continue;
    }
    const PairBlocks& pair = pairs_[static_cast<std::size_t>(found_[i].pair)];
    Active& k = active_[i];
    const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
    const Vec3 sum = pair.sum(a, c.x);
    const PointContact::Forces f = k.point.forces(sum + k.constant, sum - pair.sum(a, c.x_start),
                                                  pair.sum(a, c.v), turn(i, c));
    if (!(f.depth > 0.0)) continue;
    pair.add_force(a, f.total(k.point.normal), sink);
    if (found_[i].law.turns()) {
      pair.add_torque(gradients(i), f.torque, sink);
      if (sink.tangent != nullptr)
        pair.add_turning_tangent(
            a, gradients(i), k.point.turning_tangent(f, sink.stiffness_factor, sink.damping_factor),
            sink);
      continue;
    }
    if (sink.tangent == nullptr) continue;
    pair.add_tangent(a, k.point.tangent(f, sink.stiffness_factor, sink.damping_factor), sink);
  }
}

void ShapeContacts::accept(const Configuration& c, double* state, Response& response) {
  bool clamps = false;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const PairBlocks& pair = pairs_[static_cast<std::size_t>(found_[i].pair)];
    Active& k = active_[i];
    if (found_[i].is_patch() || found_[i].is_region()) {
      if (found_[i].is_patch())
        accept_patch(i, c);
      else
        accept_region(i, c);
      k.impulse = k.too_fast = 0.0;
      remember(state, static_cast<int>(i), k.point.memory);
      continue;
    }
    const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
    const Vec3 sum = pair.sum(a, c.x);
    const double mass = k.point.memory.mass;
    k.impulse = k.point.end(sum + k.constant, sum - pair.sum(a, c.x_start), pair.sum(a, c.v),
                            c.step, turn_of_b(found_[i], c.x), interventions_, turn(i, c));
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

double ShapeContacts::found_anew(const Configuration& c, const double* state) {
  double sum = 0.0;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    sum -= recall(state, static_cast<int>(i)).stored;
    if (!found_[i].is_patch() && !found_[i].is_region()) {
      sum += active_[i].point.stored_at_start();
      continue;
    }
    const PatchMotion motion = patch_motion(i, c.x_start, c.v_start);
    sum += found_[i].is_patch()
               ? sum_elements(found_[i].elements, active_[i].layer, motion, nullptr).stored
               : region_wrench(*found_[i].region, active_[i].volume, motion, Vec3::Zero()).stored;
  }
  return sum;
}

void ShapeContacts::wrenches(const Configuration&, const double* state,
                             const std::vector<Pose>& poses,
                             std::vector<system::BodyWrench>& out) const {
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const PointMemory m = recall(state, static_cast<int>(i));
    if (m.touching == 0.0) continue;
    const Vec3 force(m.force[0], m.force[1], m.force[2]);
    const PairBlocks& pair = pairs_[static_cast<std::size_t>(found_[i].pair)];
    const Vec3 torque(m.torque[0], m.torque[1], m.torque[2]);
    const auto add = [&](const BodyBlocks* body, const Vec3& place, double sign) {
      if (body == nullptr) return;
      const Vec3 arm = poses[static_cast<std::size_t>(body->body())].rotation * place;
      out.push_back({body->body(), sign * force, sign * (arm.cross(force) + torque)});
    };
    add(pair.a(), found_[i].place_a, 1.0);
    add(pair.b(), found_[i].place_b, -1.0);
  }
}

}  // namespace outrigger::contact
