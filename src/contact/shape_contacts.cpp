#include "contact/shape_contacts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/assert.h"
#include "contact/effective_inertia.h"
#include "contact/laws/impact_duration.h"
#include "contact/laws/restitution.h"

namespace outrigger::contact {

namespace {

/// Share of the energy found in an area below which it counts as mostly not paid for.
constexpr double kMostlyUnpaid = 0.1;

constexpr double kNeverReached = 1.0;  ///< depth of a patch [m]
constexpr int kSecantFrom = 12;     ///< iterations from which traction of elements takes its secant
constexpr double kOtherArea = 1.5;  ///< times that area: the effective mass is asked again

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
      if (f.touches) {
        force = f.total(k.point.normal);
        torque = f.torque;
      }
      out[i].normal_force = f.normal.force;
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
  step_ = c.step;
  paid_in_prepare_ = 0.0;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const FoundContact& found = found_[i];
    const PairBlocks& pair = pairs_[static_cast<std::size_t>(found.pair)];
    Active& k = active_[i];
    k.first_coefficient = static_cast<int>(i) * most_;
    double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
    pair.coefficients(found.place_a, found.place_b, a);
    k.constant = pair.constant(found.place_a, found.place_b);
    k.point.start(found.law, recall(state, static_cast<int>(i)), found.normal, found.depth,
                  turn_of_b(found, c.x), found.from_start);
    if (found.is_patch() || found.is_region()) {
      if (found.is_patch())
        prepare_patch(i, c, response);
      else
        prepare_region(i, c, response);
      if (c.plain) k.point.make_plain();
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
    if (c.plain) k.point.make_plain();
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
  // Where it is pressed moves as it grows: what first touched with a corner comes to lie on a face.
  if (m.mass <= 0.0 || area > kOtherArea * m.full_stiffness ||
      m.full_stiffness > kOtherArea * area) {
    const double mobility = response.mobility(pair.point(a), found.normal);
    m.mass = mobility > 0.0 ? 1.0 / mobility : 0.0;
    m.full_stiffness = area;
  }
  if (m.touching == 0.0) m.impact_speed = std::max(0.0, -found.normal.dot(pair.sum(a, c.v_start)));
  // Pressed in again faster than it first came: a new impact.
  const double approach = -found.normal.dot(pair.sum(a, c.v));
  if (approach > std::max(kFirmImpact, m.impact_speed)) m.impact_speed = approach;
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
  settle_account(i, c);
}

/// How far apart along the normal the bodies would store `wanted` instead: Newton's method. The energy falls
/// with the way and is convex, so it comes from where more is stored and does not go beyond.
double ShapeContacts::shift_to_store(std::size_t i, PatchMotion motion, double wanted) const {
  const Vec3 at = motion.t;
  double way = 0.0;
  for (int pass = 0; pass < 12; ++pass) {
    motion.t = at + way * found_[i].normal;
    const ArealEnergy e = areal_energy(i, motion);
    const double more = e.stored - wanted;
    if (std::abs(more) <= 1e-9 * std::max(e.stored, wanted) || !(e.slope > 0.0)) break;
    way += more / e.slope;
  }
  return way;
}

/// Of patches: an overlap that is found anew has other points, and by these may have stored more or less at the start of
/// the step than was left in it. What is more was not paid for: that share of their depths does not count,
/// but for what the losses of the contact pay in the time of recovery. What is less stays stored.
void ShapeContacts::settle_account(std::size_t i, const Configuration& c) {
  Active& k = active_[i];
  PointMemory& m = k.point.memory;
  const double gripped = found_[i].has_own_friction() ? k.point.gripped_at_start() : 0.0;
  k.closer.setZero();
  const PatchMotion start = start_motion(i, c);
  const double found = areal_energy(i, start).stored;
  k.stored_at_start = found + gripped;
  if (found_[i].from_start && m.touching == 0.0) return;
  double have = m.touching != 0.0 ? m.stored : 0.0;
  if (std::abs(found - have) <= 1e-9 * have) return;
  if (found < have && m.stiffness < 1.0) {
    // Softened more as it grows; it gets that back when it shrinks.
    m.unpaid += have - found;
  } else if (found < have) {
    const double most = 0.5 * std::max(0.0, found_[i].depth);
    k.closer = std::clamp(shift_to_store(i, start, have), -most, 0.0) * found_[i].normal;
  } else {
    const double back = std::min(m.unpaid, found - have);
    m.unpaid -= back;
    have += back;
    const double more = found - have;
    const double paid = std::clamp(m.lost, 0.0, more * std::min(1.0, c.step / kRecoveryTime));
    m.lost -= paid;
    paid_in_prepare_ += paid;
    have += paid;
    if (have < kMostlyUnpaid * found) {
      // Of every element the same share: one way for all along one normal would leave steep ones too much,
      // and flat ones nothing to push with, and a body deep in a plane would fall through it.
      k.layer.unpaid = 1.0 - std::sqrt(have / found);
      k.stored_at_start = have + gripped;
      return;
    }
    // Mostly paid for: the bodies count as that much farther apart, which keeps the shape of the pressure.
    k.constant += std::max(0.0, shift_to_store(i, start, have)) * found_[i].normal;
    k.stored_at_start = areal_energy(i, start_motion(i, c)).stored + gripped;
    const double left = k.stored_at_start - gripped;
    if (left > have * (1.0 + 1e-6)) {
      k.layer.stiffness *= have / left;
      k.layer.damping *= have / left;
      k.stored_at_start = have + gripped;
    }
    return;
  }
  k.stored_at_start = areal_energy(i, start_motion(i, c)).stored + gripped;
}

double ShapeContacts::least_way(double acceleration) const {
  double way = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < found_.size(); ++i)
    if (!found_[i].is_patch() && !found_[i].is_region())
      way = std::min(way, active_[i].point.least_way(acceleration));
  return way;
}

double ShapeContacts::steps_of_shortest(const double* state, double h) const {
  double time = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const PointMemory m = recall(state, static_cast<int>(i));
    if (m.touching == 0.0) continue;
    // Areas are found anew in each step, and their stiffness with them.
    if (found_[i].is_patch() || found_[i].is_region()) return 0.0;
    time = std::min(
        time, m.shortest(found_[i].law.normal.exponent, m.stiffness, m.impact_speed, m.depth));
  }
  return time / h;
}

void ShapeContacts::add_last_forces(const double* state, const ForceSink& sink) const {
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const PointMemory m = recall(state, static_cast<int>(i));
    if (m.touching == 0.0) continue;
    const PairBlocks& pair = pairs_[static_cast<std::size_t>(found_[i].pair)];
    pair.add_force(&coefficients_[static_cast<std::size_t>(active_[i].first_coefficient)],
                   Vec3(m.force[0], m.force[1], m.force[2]), sink);
    if (found_[i].law.turns())
      pair.add_torque(gradients(i), Vec3(m.torque[0], m.torque[1], m.torque[2]), sink);
  }
}

void ShapeContacts::give_up(double share, double* state) {
  for (std::size_t i = 0; i < found_.size(); ++i) {
    PointMemory m = recall(state, static_cast<int>(i));
    if (m.touching == 0.0) continue;
    m.give_up(share, found_[i].law.normal.exponent);
    remember(state, static_cast<int>(i), m);
  }
}

PatchMotion ShapeContacts::start_motion(std::size_t i, const Configuration& c) const {
  PatchMotion motion = patch_motion(i, c.x_start, c.v_start);
  motion.t += active_[i].closer;
  return motion;
}

ShapeContacts::ArealEnergy ShapeContacts::areal_energy(std::size_t i,
                                                       const PatchMotion& motion) const {
  const Active& k = active_[i];
  const Vec3& n = found_[i].normal;
  ArealEnergy e;
  for (const PatchElement& p : found_[i].elements) {
    const double depth = p.depth - p.normal.dot(motion.t + motion.G * (p.point - motion.reference));
    if (!(depth > 0.0)) continue;
    const double pressed = p.area * k.layer.stiffness * depth;
    e.stored += 0.5 * pressed * depth;
    e.slope += pressed * n.dot(p.normal);
  }
  return e;
}

/// Books what the bodies put into a patch or region over the step, less what it stores more.
void ShapeContacts::end_areal(std::size_t i, double taken, double stored) {
  const double lost = taken + active_[i].stored_at_start - stored;
  lost_in_step_ += lost;
  PointMemory& m = active_[i].point.memory;
  if (m.touching == 0.0) return;
  m.lost += lost;
  m.heat = step_ > 0.0 ? lost / step_ : 0.0;
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
  const PatchMotion start = start_motion(i, c);
  f.wrench = sum_step_elements(
      found.elements, k.layer, {start.t, start.G, c.step}, motion, tangent,
      c.plain || c.iteration >= kSecantFrom ? TangentKind::secant : TangentKind::positive);
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
  const PatchMotion start = start_motion(i, c), end = patch_motion(i, c.x, c.v);
  const double taken = -(f.wrench.force + f.friction.tangential).dot(end.t - start.t) -
                       f.wrench.moment.cwiseProduct(end.G - start.G).sum();
  // As at points: what leaves faster than the restitution says is slowed down to it, by no more than the
  // last steps gave. Areas grow and shrink, and with them the share that damping takes.
  m.recent_impulse = 0.5 * m.recent_impulse + c.step * f.wrench.normal_force;
  const double parting = found.normal.dot(end.v);
  const bool ended = !(f.wrench.normal_force > 0.0) || !(f.wrench.stored > 0.0);
  if (ended && parting > 0.0 && m.mass > 0.0 && found.damped_by_restitution) {
    const double allowed = found.law.restitution * m.impact_speed;
    k.impulse = std::clamp(m.mass * (parting - allowed), 0.0, m.recent_impulse);
    k.too_fast = k.impulse / m.mass;
    if (k.impulse > 0.0) ++interventions_.clamped;
  }
  if (!(f.wrench.stored > 0.0)) {
    m = PointMemory{};
    end_areal(i, taken, 0.0);
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
  if (!found.has_own_friction()) m.gripped = 0.0;
  end_areal(i, taken, m.energy());
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
    if (!f.touches) continue;
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
  lost_in_step_ = 0.0;
  paid_back_ = paid_by_past_ = paid_in_prepare_;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const PairBlocks& pair = pairs_[static_cast<std::size_t>(found_[i].pair)];
    Active& k = active_[i];
    if (found_[i].is_patch() || found_[i].is_region()) {
      k.impulse = k.too_fast = 0.0;
      if (found_[i].is_patch())
        accept_patch(i, c);
      else
        accept_region(i, c);
      clamps = clamps || k.impulse > 0.0;
      remember(state, static_cast<int>(i), k.point.memory);
      continue;
    }
    const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
    const double mass = k.point.memory.mass;
    k.impulse = k.point.end(pair.sum(a, c.x) - pair.sum(a, c.x_start), pair.sum(a, c.v), c.step,
                            turn_of_b(found_[i], c.x), interventions_, turn(i, c));
    lost_in_step_ += k.point.lost_in_step();
    paid_back_ += k.point.paid_back();
    paid_by_past_ += k.point.paid_by_past();
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
    e.potential += m.energy();
  }
  return e;
}

double ShapeContacts::found_anew(const Configuration&, const double* state) {
  double sum = 0.0;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    sum -= recall(state, static_cast<int>(i)).energy();
    sum += found_[i].is_patch() || found_[i].is_region() ? active_[i].stored_at_start
                                                         : active_[i].point.stored_at_start();
  }
  return sum - paid_in_prepare_;
}

/// Areas have settled what they found by then.
double ShapeContacts::given_at_start(const Configuration&, const double* state) {
  double sum = -paid_in_prepare_;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const double held = recall(state, static_cast<int>(i)).energy();
    sum += found_[i].is_patch() || found_[i].is_region() ? active_[i].stored_at_start - held
                                                         : active_[i].point.given_at_start(held);
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
