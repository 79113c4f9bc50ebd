#include "tyres/tyres.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace outrigger::tyres {

using description::TyreDirection;
using description::TyreType;
using system::BodyBlocks;
using system::BodyWrench;
using system::Configuration;
using system::ForceSink;
using system::Response;
using system::TermEnergy;

namespace {

constexpr double kSlowSpeed = 0.5;          ///< standstill damping below this [m/s]
constexpr double kStandstillDamping = 0.7;  ///< ζ
constexpr double kRollingStart = 0.1;       ///< rolling resistance is full from here [m/s]
constexpr int kFreezeLoadAfter = 3;         ///< iterations
constexpr double kMargin = 0.02;            ///< tyres nearer than this are watched [m]
constexpr double kPushSpeed = 0.2;          ///< of what is pushed out of the ground, about [m/s]
constexpr double kWeight = 9.81;            ///< force per mass that begins to push [m/s²]
constexpr double kGrowTime = 0.1;           ///< of that force [s]
constexpr double kAlmostAll = 0.999999;     ///< share of the spring while it still moves

/// Spring force with the bump stop, and its energy.
struct Spring {
  double force, stiffness, energy;
};
Spring spring(const TyreType& type, double depth) {
  Spring s{type.stiffness * depth, type.stiffness, 0.5 * type.stiffness * depth * depth};
  const double beyond = depth - type.bump_deflection;
  if (type.bump_stiffness > 0.0 && beyond > 0.0) {
    s.force += type.bump_stiffness * beyond;
    s.stiffness += type.bump_stiffness;
    s.energy += 0.5 * type.bump_stiffness * beyond * beyond;
  }
  return s;
}

/// Slip where the rubber would stretch beyond ρ = 1: it fades faster, n_i = a_i/(1 + b_i μ) with the
/// μ that gives |n| = 1. In steady sliding n then points against the sliding: n = w/|w|.
void limit_slip(const double* a, const double* b, double mu, double* n) {
  for (int i = 0; i < 30; ++i) {
    double excess = -1.0, slope = 0.0;
    for (int k = 0; k < 2; ++k) {
      const double fading = 1.0 + b[k] * mu;
      n[k] = a[k] / fading;
      excess += n[k] * n[k];
      slope -= 2.0 * n[k] * n[k] * b[k] / fading;
    }
    // Convex and falling: Newton comes from below and never passes the root.
    if (!(excess > 1e-14) || !(slope < 0.0)) break;
    mu -= excess / slope;
  }
  const double size = std::sqrt(n[0] * n[0] + n[1] * n[1]);
  for (int k = 0; k < 2; ++k) n[k] /= size;
}

}  // namespace

Tyres::Tyres(const model::Mechanism& mechanism, const model::Model& model,
             const terrain::Ground& ground)
    : ground_(ground), gravity_(std::max(1.0, mechanism.settings.gravity.norm())) {
  int most = 0;
  for (const auto& part : mechanism.tyres) {
    ids_.push_back(part.id);
    auto found = std::find_if(bodies_.begin(), bodies_.end(),
                              [&](const BodyBlocks& b) { return b.body() == part.body; });
    if (found == bodies_.end()) {
      bodies_.emplace_back(mechanism, model, part.body);
      found = bodies_.end() - 1;
      most = std::max(most, found->count());
    }
    auto type = std::find_if(types_.begin(), types_.end(),
                             [&](const TyreType& t) { return t.name == part.type.name; });
    if (type == types_.end()) {
      types_.push_back(part.type);
      type = types_.end() - 1;
    }
    tyres_.push_back({static_cast<int>(found - bodies_.begin()), part.body, part.spec.centre,
                      part.spec.axis.normalized(), static_cast<int>(type - types_.begin())});
  }
  contacts_.resize(tyres_.size());
  kept_.resize(tyres_.size());
  booked_.resize(tyres_.size());
  coefficients_.resize(tyres_.size() * static_cast<std::size_t>(most));
}

Tyres::Memory Tyres::recall(const double* state, int tyre) {
  Memory m;
  std::memcpy(static_cast<void*>(&m), state + kStateSize * tyre, sizeof m);
  return m;
}

void Tyres::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (const BodyBlocks& b : bodies_) b.tangent_pattern(entity_pairs);
}

void Tyres::bind(const system::Layout& layout) {
  for (BodyBlocks& b : bodies_) b.bind(layout);
}

/// `pose` is that of the tyre's body.
Tyres::Place Tyres::locate(const Tyre& tyre, const Pose& pose) const {
  const TyreType& type = types_[tyre.type];
  Place p;
  const Vec3 centre = pose.point(tyre.centre);
  const Vec3 axis = pose.direction(tyre.axis).normalized();
  const terrain::GroundPoint g = ground_.nearest(centre);
  p.normal = g.normal;
  p.surface = g.surface;
  // A wheel that lies on its side has no direction of its own: it touches with its rim below.
  Vec3 up = g.normal - g.normal.dot(axis) * axis;
  const double upright = up.norm();
  up = upright > 1e-3 ? Vec3(up / upright) : Vec3(Vec3::Zero());
  const double crown = 0.5 * type.width;
  const Vec3 circle = centre - (type.radius - crown) * up;
  p.depth = crown - g.normal.dot(circle - g.point);
  p.point = circle - (crown - p.depth) * g.normal;
  const Vec3 forward = axis.cross(g.normal);
  const double length = forward.norm();
  p.forward = length > 1e-3 ? Vec3(forward / length) : g.normal.unitOrthogonal();
  p.left = g.normal.cross(p.forward);
  return p;
}

/// A tyre that is deep in the ground without having come in (a start inside, an edit): its spring at
/// full strength would shoot the machine away, so it begins with about the weight.
void Tyres::soften_found_inside(Contact& k, double depth, Response& response) const {
  const Tyre& tyre = tyres_[k.tyre];
  const TyreType& type = types_[tyre.type];
  const double bump = type.bump_deflection > 0.0 ? type.bump_deflection : 0.25 * type.radius;
  if (!(depth > 0.5 * bump)) return;
  const double mobility = response.mobility(
      bodies_[tyre.body].point(&coefficients_[k.first_coefficient]), k.place.normal);
  if (!(mobility > 0.0)) return;
  const double mass = 1.0 / mobility;
  const Spring s = spring(type, depth);
  if (s.energy - mass * kWeight * depth <= 0.5 * mass * kPushSpeed * kPushSpeed) return;
  k.memory.share = std::min(1.0, mass * kWeight / s.force);
}

void Tyres::prepare(const Configuration& c, const double* state, Response& response) {
  contact_count_ = 0;
  int next_coefficient = 0;
  for (int i = 0; i < count(); ++i) {
    const Tyre& tyre = tyres_[i];
    const BodyBlocks& body = bodies_[tyre.body];
    const TyreType& type = types_[tyre.type];
    const Pose pose = body.pose(c.x);
    if (ground_.clear(pose.point(tyre.centre), type.radius + kMargin)) continue;
    Contact& k = contacts_[contact_count_];
    k.place = locate(tyre, pose);
    if (!(k.place.depth > -kMargin)) continue;
    k.tyre = i;
    k.memory = recall(state, i);
    k.first_coefficient = next_coefficient;
    double* a = &coefficients_[next_coefficient];
    k.in_body = pose.local_point(k.place.point);
    body.coefficients(k.in_body, a);
    k.predicted = body.sum(a, c.x);
    if (!(k.memory.load > 0.0)) {
      k.memory = Memory{};
      soften_found_inside(
          k, k.place.depth + k.place.normal.dot(k.predicted - body.sum(a, c.x_start)), response);
    }
    const double hub = k.place.forward.dot(body.velocity(tyre.centre, c.v_start));
    k.speed = std::abs(hub);
    const auto& surface = ground_.surfaces()[static_cast<std::size_t>(k.place.surface)];
    const double sign = std::clamp(hub / kRollingStart, -1.0, 1.0);
    k.rolling = surface.rolling_resistance * (type.radius - k.place.depth) * sign;
    k.trailing = sign;
    k.grip = surface.tyre_friction / type.reference_friction;
    k.frozen_load = 0.0;
    next_coefficient += body.count();
    ++contact_count_;
  }
}

Tyres::Forces Tyres::forces(const Contact& k, const Configuration& c, double frozen_load) const {
  Forces f;
  const Tyre& tyre = tyres_[k.tyre];
  const TyreType& type = types_[tyre.type];
  const BodyBlocks& body = bodies_[tyre.body];
  const double* a = &coefficients_[k.first_coefficient];
  f.velocity = body.sum(a, c.v);
  f.depth = k.place.depth - k.place.normal.dot(body.sum(a, c.x) - k.predicted);
  if (!(f.depth > 0.0)) return f;
  const Spring s = spring(type, f.depth);
  f.rate = -k.place.normal.dot(f.velocity);
  const double elastic = k.memory.share * s.force;
  // Pushed out: as through mud, the force ends at kPushSpeed.
  const bool pushed = k.memory.share < 1.0;
  const double factor = pushed ? std::max(0.0, 1.0 + f.rate / kPushSpeed) : 1.0;
  f.load = elastic * factor + type.damping * f.rate;
  if (!(f.load > 0.0)) {
    f.load = 0.0;
    return f;
  }
  f.by_depth = k.memory.share * s.stiffness * factor;
  f.by_rate = type.damping + (pushed && factor > 0.0 ? elastic / kPushSpeed : 0.0);

  const double load = frozen_load > 0.0 ? frozen_load : f.load;
  const TyreDirection* directions[2] = {&type.longitudinal, &type.lateral};
  const double v[2] = {k.place.forward.dot(f.velocity), k.place.left.dot(f.velocity)};
  double n[2], gain[2];  // normalised slip, and -dn/dv
  double a_n[2], b[2];   // n = a/(1 + b |v_x|)
  for (int i = 0; i < 2; ++i) {
    const double peak = directions[i]->peak_slip;
    b[i] = c.step / directions[i]->relaxation;
    a_n[i] = (k.memory.slip[i] - b[i] * v[i]) / peak;
    n[i] = a_n[i] / (1.0 + b[i] * k.speed);
    gain[i] = b[i] / (peak * (1.0 + b[i] * k.speed));
  }
  double rho = std::sqrt(n[0] * n[0] + n[1] * n[1]);
  double at = rho;
  const bool saturated = rho > 1.0;
  if (saturated) {
    limit_slip(a_n, b, k.speed, n);
    for (int i = 0; i < 2; ++i) gain[i] /= rho;
    rho = 1.0;
    const double floor = std::max(k.speed, kSlowSpeed);
    const double kx = v[0] / (directions[0]->peak_slip * floor);
    const double ky = v[1] / (directions[1]->peak_slip * floor);
    at = std::max(1.0, std::sqrt(kx * kx + ky * ky));
  }
  const double slow = std::max(0.0, 1.0 - k.speed / kSlowSpeed);
  double secant[2], curve[2];
  double used = 0.0;
  double damper[2] = {0.0, 0.0};
  for (int i = 0; i < 2; ++i) {
    const MagicFormula formula(type, *directions[i], load, k.grip);
    const double peak = directions[i]->peak_slip;
    const MagicFormula::Value value = formula(peak * at);
    // F_i = n_i S with S = F_i0/ρ; at ρ → 0 the secant is the slope at zero.
    secant[i] = rho > 1e-9 ? value.force / rho : formula.stiffness() * peak;
    const double slope = saturated ? 0.0 : std::max(0.0, value.slope * peak);
    curve[i] = slope - secant[i];
    f.force[i] = n[i] * secant[i];
    used = std::max(used, std::min(1.0, value.force / formula.d));
    damper[i] = 2.0 * kStandstillDamping * slow *
                std::sqrt(formula.stiffness() / directions[i]->relaxation * load / gravity_);
  }
  for (int i = 0; i < 2; ++i) {
    const double d = damper[i] * (1.0 - used);
    f.force[i] -= d * v[i];
    const double share = rho > 1e-9 ? n[i] / rho : 0.0;
    f.damping[i] = std::max(0.0, secant[i] + share * share * curve[i]) * gain[i] + d;
  }
  if (rho > 1e-9) {
    const double cross = n[0] * n[1] / (rho * rho);
    const double off = 0.5 * cross * (curve[0] * gain[1] + curve[1] * gain[0]);
    const double most = std::sqrt(f.damping[0] * f.damping[1]);
    f.damping[2] = std::clamp(off, -most, most);
  }
  for (int i = 0; i < 2; ++i) f.slip[i] = n[i] * directions[i]->peak_slip;
  const double trail = type.trail * std::max(0.0, 1.0 - std::abs(n[1])) * k.trailing;
  f.torque = -k.rolling * f.load * k.place.left - trail * f.force[1] * k.place.normal;
  return f;
}

void Tyres::evaluate(const Configuration& c, const double*, const ForceSink& sink) {
  for (int i = 0; i < contact_count_; ++i) {
    Contact& k = contacts_[i];
    const bool frozen = c.iteration > kFreezeLoadAfter;
    const Forces f = forces(k, c, frozen ? k.frozen_load : 0.0);
    if (!frozen) k.frozen_load = f.load;
    if (!(f.load > 0.0)) continue;
    const BodyBlocks& body = bodies_[tyres_[k.tyre].body];
    const double* a = &coefficients_[k.first_coefficient];
    const Place& p = k.place;
    body.add_force(a, f.load * p.normal + f.force[0] * p.forward + f.force[1] * p.left, sink);
    body.add_torque(f.torque, c.x, sink);
    if (sink.tangent == nullptr) continue;
    const double normal = sink.stiffness_factor * f.by_depth + sink.damping_factor * f.by_rate;
    const double g = sink.damping_factor;
    Mat3 t = normal * p.normal * p.normal.transpose();
    t += g * f.damping[0] * p.forward * p.forward.transpose();
    t += g * f.damping[1] * p.left * p.left.transpose();
    const Mat3 cross = p.forward * p.left.transpose();
    t += g * f.damping[2] * (cross + cross.transpose());
    body.add_tangent(a, t, sink);
  }
}

/// What a tyre that carries remembers, but for its slip.
Tyres::Memory Tyres::memory_of(const Contact& k, const Forces& f) const {
  Memory m;
  m.load = f.load;
  m.share = k.memory.share;
  m.deflection = f.depth;
  m.longitudinal = f.force[0];
  m.lateral = f.force[1];
  const Place& p = k.place;
  const Vec3 force = f.load * p.normal + f.force[0] * p.forward + f.force[1] * p.left;
  for (int axis = 0; axis < 3; ++axis) {
    m.force[axis] = force[axis];
    m.torque[axis] = f.torque[axis];
  }
  return m;
}

void Tyres::start(const Configuration& c, double* state) {
  for (int i = 0; i < contact_count_; ++i) {
    const Contact& k = contacts_[i];
    const Forces f = forces(k, c, 0.0);
    if (!(f.load > 0.0)) continue;
    Memory m = memory_of(k, f);
    m.slip[0] = k.memory.slip[0];
    m.slip[1] = k.memory.slip[1];
    std::memcpy(state + kStateSize * k.tyre, &m, sizeof m);
  }
}

void Tyres::accept(const Configuration& c, double* state, Response&) {
  int contact = 0;
  work_ = given_in_step_ = 0.0;
  for (int i = 0; i < count(); ++i) {
    Memory m;
    const Contact* near = nullptr;
    Forces f;
    if (contact < contact_count_ && contacts_[contact].tyre == i) {
      const Contact& k = contacts_[contact++];
      near = &k;
      f = forces(k, c, 0.0);
      if (f.load > 0.0) {
        m = memory_of(k, f);
        m.slip[0] = f.slip[0];
        m.slip[1] = f.slip[1];
        kept_[static_cast<std::size_t>(i)] = {k.in_body, Vec3(m.force[0], m.force[1], m.force[2])};
        if (m.share < 1.0) {
          if (f.rate > -0.5 * kPushSpeed) m.share *= 1.0 + c.step / kGrowTime;
          if (m.share >= kAlmostAll)
            m.share = std::abs(f.rate) < 0.1 * kPushSpeed ? 1.0 : kAlmostAll;
        }
      }
    }
    book(i, recall(state, i), m, near, f, c);
    std::memcpy(state + kStateSize * i, &m, sizeof m);
  }
}

double Tyres::stored_by_slip(int tyre, const Memory& m, int surface) const {
  if (!(m.load > 0.0)) return 0.0;
  const TyreType& type = types_[tyres_[tyre].type];
  const TyreDirection* directions[2] = {&type.longitudinal, &type.lateral};
  const double n[2] = {m.slip[0] / type.longitudinal.peak_slip, m.slip[1] / type.lateral.peak_slip};
  const double rho = std::sqrt(n[0] * n[0] + n[1] * n[1]);
  if (!(rho > 1e-9)) return 0.0;
  const double grip =
      ground_.surfaces()[static_cast<std::size_t>(surface)].tyre_friction / type.reference_friction;
  double stored = 0.0;
  for (int i = 0; i < 2; ++i) {
    if (n[i] == 0.0) continue;
    const MagicFormula formula(type, *directions[i], m.load, grip);
    const double peak = directions[i]->peak_slip, share = n[i] / rho;
    const double mean =
        (4.0 * formula(0.5 * peak * rho).force + formula(peak * rho).force) * (1.0 / 6.0);
    stored += directions[i]->relaxation * peak * share * share * rho * mean;
  }
  return stored;
}

double Tyres::work_at_start(int i, const Memory& m, const Place& p, const Configuration& c) const {
  const BodyBlocks& body = bodies_[tyres_[i].body];
  const Pose start = body.pose(c.x_start);
  const Vec3 way = body.pose(c.x).point(start.local_point(p.point)) - p.point;
  const double elastic =
      p.depth > 0.0 ? m.share * spring(types_[tyres_[i].type], p.depth).force : 0.0;
  return (Vec3(m.force[0], m.force[1], m.force[2]) - elastic * p.normal).dot(way);
}

double Tyres::work_at_end(const Contact& k, const Forces& f, const Configuration& c) const {
  const Tyre& tyre = tyres_[k.tyre];
  const BodyBlocks& body = bodies_[tyre.body];
  const double* a = &coefficients_[k.first_coefficient];
  const Vec3 way = body.sum(a, c.x) - body.sum(a, c.x_start);
  const double elastic = k.memory.share * spring(types_[tyre.type], f.depth).force;
  const Place& p = k.place;
  return ((f.load - elastic) * p.normal + f.force[0] * p.forward + f.force[1] * p.left).dot(way);
}

/// For the energy book: the rule of the step takes the mean of the forces at its start and at its end.
void Tyres::book(int i, const Memory& before, const Memory& after, const Contact* k,
                 const Forces& f, const Configuration& c) {
  Booked& b = booked_[static_cast<std::size_t>(i)];
  b.before = before;
  b.after = after;
  if (!(before.load > 0.0) && !(after.load > 0.0)) return;
  const BodyBlocks& body = bodies_[tyres_[i].body];
  const Pose start = body.pose(c.x_start), end = body.pose(c.x);
  const Vec3 turn = 0.5 * c.step *
                    (body.angular_velocity(start, c.v_start) + body.angular_velocity(end, c.v));
  if (before.load > 0.0) {
    const Place place = locate(tyres_[i], start);
    b.surface_before = place.surface;
    work_ += 0.5 * work_at_start(i, before, place, c);
    work_ += 0.5 * Vec3(before.torque[0], before.torque[1], before.torque[2]).dot(turn);
  }
  if (after.load > 0.0 && k != nullptr) {
    b.surface_after = k->place.surface;
    work_ += 0.5 * work_at_end(*k, f, c) + 0.5 * f.torque.dot(turn);
    // A tyre that is pushed out of the ground is given more of its spring.
    const double share = before.load > 0.0 ? before.share : 1.0;
    given_in_step_ +=
        (after.share - share) * spring(types_[tyres_[i].type], f.depth).energy;
  }
}

double Tyres::lost_in_step() const {
  double lost = -work_;
  for (int i = 0; i < count(); ++i) {
    const Booked& b = booked_[static_cast<std::size_t>(i)];
    lost += stored_by_slip(i, b.before, b.surface_before) -
            stored_by_slip(i, b.after, b.surface_after);
  }
  return lost;
}

void Tyres::forget(int tyre, double* state) const {
  const Memory m;
  std::memcpy(state + kStateSize * tyre, &m, sizeof m);
}

TyreReading Tyres::reading(int tyre, const double* state) const {
  const Memory m = recall(state, tyre);
  return {m.load, m.deflection, m.longitudinal, m.lateral, m.slip[0], m.slip[1]};
}

// From the state alone, so that a restored state books the same energies. Heat is booked by the step.
TermEnergy Tyres::energy(const Configuration& c, const double* state) const {
  TermEnergy e;
  for (int i = 0; i < count(); ++i) {
    const Tyre& tyre = tyres_[i];
    const TyreType& type = types_[tyre.type];
    const Pose pose = bodies_[tyre.body].pose(c.x);
    if (ground_.clear(pose.point(tyre.centre), type.radius)) continue;
    const Place p = locate(tyre, pose);
    const Memory m = recall(state, i);
    e.potential += stored_by_slip(i, m, p.surface);
    // A share of zero is a state before the first step.
    if (p.depth > 0.0) e.potential += (m.load > 0.0 ? m.share : 1.0) * spring(type, p.depth).energy;
  }
  return e;
}

void Tyres::wrenches(const Configuration&, const double* state, const std::vector<Pose>& poses,
                     std::vector<BodyWrench>& out) const {
  for (int i = 0; i < count(); ++i) {
    const Memory m = recall(state, i);
    if (!(m.load > 0.0)) continue;
    const Tyre& tyre = tyres_[i];
    const Pose& pose = poses[static_cast<std::size_t>(tyre.mechanism_body)];
    const Vec3 force(m.force[0], m.force[1], m.force[2]);
    const Kept& kept = kept_[static_cast<std::size_t>(i)];
    const Vec3 point = kept.force == force ? pose.point(kept.in_body)
                                           : ground_.nearest(pose.point(tyre.centre)).point;
    const Vec3 torque(m.torque[0], m.torque[1], m.torque[2]);
    out.push_back({tyre.mechanism_body, force, (point - pose.position).cross(force) + torque});
  }
}

}  // namespace outrigger::tyres
