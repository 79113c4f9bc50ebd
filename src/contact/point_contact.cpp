#include "contact/point_contact.h"

#include <algorithm>
#include <cmath>

#include "contact/laws/impact_duration.h"
#include "contact/laws/restitution.h"
#include "math/elementary.h"

namespace outrigger::contact {

namespace {

constexpr double kPushSpeed = 0.2;  ///< of what is pushed out, at most [m/s]
constexpr double kWeight = 9.81;    ///< force per mass that pushes it [m/s²]
/// Changes of grip in a step from which a contact keeps the secant: for an iteration, for good.
constexpr int kSecantOnce = 2, kSecantForGood = 4;
constexpr double kResolvedDashpot = 0.25;  ///< h b/2m

/// A dashpot's force jumps at the touch, at 1 - θ of the step: the rule takes half of its end value over
/// this step and half as the start of the next. With this share of it both steps together give the
/// impulse of a force from the touch on, exactly for a dashpot alone, c = h b/2m. One that stops m
/// within a few steps (c of order 1) is not resolved: its details are left as they are.
double first_share(double depth_before, double depth_after, double c) {
  if (!(depth_before < 0.0 && depth_after > 0.0) || c > kResolvedDashpot) return 1.0;
  const double theta = depth_after / (depth_after - depth_before);
  return (0.5 + theta) / (1.0 + c * (0.5 - theta));
}

FrictionForce force_of(const PointLaw* own, const FrictionLaw& law,
                       const PointLaw::FrictionState& s) {
  return own != nullptr ? own->friction_force(s) : friction_force(law, s.bristle, s.y, s.v_t, s.N);
}

}  // namespace

void PointContact::start(const PointParameters& law, const PointMemory& remembered, const Vec3& n,
                         double depth, const Mat3& turn) {
  law_ = law;
  memory = remembered;
  normal = n;
  depth_ = depth;
  if (law.own != nullptr) {
    law_.normal.stiffness = law.own->stiffness();
    law_.normal.exponent = law.own->exponent();
    law_.normal.damping = 0.0;
    law_.restitution = law.own->restitution();
  }
  full_stiffness_ = law_.normal.stiffness;
  full_damping_ = law_.normal.damping;
  fresh_ = memory.touching == 0.0;
  if (fresh_) {
    memory = PointMemory{};
    memory.stiffness = full_stiffness_;
  }
  const Vec3 y = turn * Vec3(memory.y[0], memory.y[1], memory.y[2]);
  bristle_ = y - n.dot(y) * n;
}

/// A shape that is deep inside without having come in (a start inside the ground, an edit): at full
/// stiffness it would be shot out.
void PointContact::soften_found_inside(double depth) {
  if (!(memory.mass > 0.0 && depth > 0.0)) return;
  const double n = law_.normal.exponent;
  const double power = n == 1.5 ? depth * std::sqrt(depth) : elementary::pow(depth, n);
  const double gentle = 0.5 * (n + 1.0) * memory.mass * kPushSpeed * kPushSpeed / (depth * power);
  if (memory.stiffness <= gentle) return;
  memory.found_inside = 1.0;
  memory.stiffness = std::min(memory.stiffness, std::max(gentle, memory.mass * kWeight / power));
  // D = 1/kPushSpeed: the force ends at this speed.
  memory.impact_speed = std::max(memory.impact_speed, law_.damping_factor * kPushSpeed);
}

/// Softened by s, an impact is longer and deeper by s^{-1/(n+1)}. Damping of its own follows so that it
/// takes the same share of the energy (D = c/v of the hysteretic laws does so by itself).
void PointContact::scale_damping() {
  NormalLaw& n = law_.normal;
  if (!(n.damping > 0.0) || !(n.stiffness < full_stiffness_)) return;
  const double softer = n.stiffness / full_stiffness_;
  const double slower = elementary::pow(softer, 1.0 / (n.exponent + 1.0));
  if (n.kind == NormalLaw::Kind::nonlinear_damping) {
    n.damping *= softer * elementary::pow(slower, n.exponent - n.damping_depth_exponent);
  } else {
    n.damping *= slower;
    n.ramp_depth /= slower;
  }
}

/// e v_imp, with e of the law as given where it depends on speed or mass.
double PointContact::allowed_parting() const {
  const NormalLaw& n = law_.normal;
  const double speed = memory.impact_speed;
  if (!(full_damping_ > 0.0) || !(full_stiffness_ > 0.0)) return law_.restitution * speed;
  if (n.kind == NormalLaw::Kind::nonlinear_damping && n.damping_depth_exponent == n.exponent &&
      n.damping_rate_exponent == 1.0)
    return restitution_of_factor(full_damping_ * speed / full_stiffness_) * speed;
  if (n.kind == NormalLaw::Kind::kelvin_voigt && n.exponent == 1.0)
    return kelvin_voigt_restitution(0.5 * full_damping_ /
                                    std::sqrt(full_stiffness_ * memory.mass)) *
           speed;
  return law_.restitution * speed;
}

void PointContact::begin(const Vec3& velocity_start, const Vec3& velocity_end, const Vec3& place,
                         double step) {
  const double approach = -normal.dot(velocity_end);
  PointMemory& m = memory;
  if (fresh_) {
    // The speed at the moment of touch, from the depths before and after.
    const double depth_start = depth_ - normal.dot(place), before = -normal.dot(velocity_start);
    const double part = depth_start < 0.0 && depth_ > 0.0 ? depth_start / (depth_start - depth_)
                        : depth_ > 0.0                    ? 0.0
                                                          : 1.0;
    m.impact_speed = std::max(before + part * (approach - before), 0.0);
    soften_found_inside(depth_start);
  } else {
    m.stiffness = std::min(m.stiffness, full_stiffness_);
    // Pressed in again faster than it first came: a new impact.
    if (approach > std::max(kFirmImpact, m.impact_speed)) m.impact_speed = approach;
  }
  if (m.mass > 0.0 && m.impact_speed > kFirmImpact && approach > kFirmImpact)
    m.stiffness = std::min(
        m.stiffness, resolvable_stiffness(m.mass, m.impact_speed, step, law_.normal.exponent));
  law_.normal.stiffness = m.stiffness;
  scale_damping();
  if (fresh_ && law_.normal.kind == NormalLaw::Kind::kelvin_voigt && m.mass > 0.0)
    law_.normal.damping *=
        first_share(depth_ - normal.dot(place), depth_, 0.5 * step * law_.normal.damping / m.mass);
  const double first_touch = std::max(m.impact_speed, kSlowestImpact);
  damping_ =
      law_.own != nullptr ? law_.own->damping_rate(first_touch) : law_.damping_factor / first_touch;
  begin_friction(velocity_end, step);
}

void PointContact::begin_friction(const Vec3& velocity_end, double step) {
  PointMemory& m = memory;
  const double slip =
      (velocity_end - normal.dot(velocity_end) * normal).norm() / law_.stribeck_speed;
  friction_ = law_.dynamic_friction + (law_.static_friction - law_.dynamic_friction) *
                                          elementary::exp(-std::min(slip * slip, 700.0));
  const double steps = law_.bristle_steps * step;
  k_s_ = law_.remembers() ? m.mass / (steps * steps) : 0.0;
  c_s_ = 2.0 * std::sqrt(k_s_ * m.mass);
  // In a step of another length the bristle has another stiffness; its force stays.
  if (m.bristle_stiffness > 0.0 && k_s_ > 0.0) bristle_ *= m.bristle_stiffness / k_s_;
  m.bristle_stiffness = k_s_;
  grip_ = Grip::none;
  changes_of_grip_ = 0;
  secant_ = false;
}

/// Kinds other than the two that are written out here.
bool PointContact::by_general_law() const {
  return law_.own != nullptr || (law_.friction != FrictionLaw::Kind::bristle &&
                                 law_.friction != FrictionLaw::Kind::regularised);
}

FrictionLaw PointContact::general_law() const {
  FrictionLaw l;
  l.kind = law_.friction;
  l.static_coefficient = law_.static_friction;
  l.dynamic_coefficient = law_.dynamic_friction;
  l.viscous = law_.viscous;
  l.stribeck_speed = law_.stribeck_speed;
  l.regularisation_speed = law_.slip_speed;
  return l;
}

PointLaw::FrictionState PointContact::friction_state(double normal_force, const Vec3& stretch,
                                                     const Vec3& v_t) const {
  return {stretch, v_t, normal_force, {k_s_, c_s_}};
}

/// Adds F_t; velocity and rate are there already.
void PointContact::add_friction(Forces& f, const Vec3& moved) const {
  const Vec3 v = f.velocity + f.rate * normal;
  if (by_general_law()) {
    f.stretch = bristle_ + moved - normal.dot(moved) * normal;
    const PointLaw::FrictionState s = friction_state(f.normal.force, f.stretch, v);
    const FrictionForce force = force_of(law_.own, general_law(), s);
    f.sliding = force.sliding;
    f.wanted = f.tangential = force.force - normal.dot(force.force) * normal;
    return;
  }
  const double limit = friction_ * f.normal.force;
  if (law_.friction == FrictionLaw::Kind::regularised) {
    const double speed = v.norm(), ratio = speed / law_.slip_speed;
    f.sliding = ratio >= 1.0;
    f.scale = limit * (f.sliding ? 1.0 / speed : (2.0 - ratio) / law_.slip_speed);
    f.wanted = -v;
    f.tangential = -f.scale * v;
  } else {
    const Vec3 u = moved - normal.dot(moved) * normal;
    f.wanted = -k_s_ * (bristle_ + u) - c_s_ * v;
    const double size = f.wanted.norm();
    f.sliding = size > limit;
    f.scale = f.sliding ? limit / size : 1.0;
    f.tangential = f.scale * f.wanted;
  }
  if (law_.viscous > 0.0 && f.normal.force > 0.0) f.tangential -= law_.viscous * v;
}

PointContact::Forces PointContact::at(const Vec3& place, const Vec3& moved,
                                      const Vec3& velocity) const {
  Forces f;
  f.velocity = velocity;
  f.depth = depth_ - normal.dot(place);
  f.rate = -normal.dot(velocity);
  if (law_.own != nullptr) {
    const double softening = full_stiffness_ > 0.0 ? law_.normal.stiffness / full_stiffness_ : 1.0;
    if (f.depth > 0.0) f.normal = law_.own->normal_force({f.depth, f.rate, damping_, softening});
  } else {
    f.normal = normal_force(law_.normal, damping_, f.depth, f.rate);
  }
  if (f.depth > 0.0) add_friction(f, moved);
  return f;
}

/// Takes note of how this iteration grips.
void PointContact::watch(const Forces& f) {
  const Grip now = !(f.normal.force > 0.0) ? Grip::none : f.sliding ? Grip::slips : Grip::sticks;
  const bool turned_back = now == Grip::slips && f.wanted.dot(wanted_) < 0.0;
  const bool changed = now != Grip::none && grip_ != Grip::none && (now != grip_ || turned_back);
  if (changed) ++changes_of_grip_;
  secant_ = changes_of_grip_ >= (changed ? kSecantOnce : kSecantForGood);
  grip_ = now;
  wanted_ = f.wanted;
}

PointContact::Forces PointContact::friction(double normal_force, const Vec3& moved,
                                            const Vec3& velocity) {
  Forces f;
  f.velocity = velocity;
  f.rate = -normal.dot(velocity);
  f.normal.force = normal_force;
  add_friction(f, moved);
  watch(f);
  return f;
}

void PointContact::end_friction(const Forces& f, const Vec3& moved, const Mat3& turn) {
  Vec3 y = bristle_ + moved - normal.dot(moved) * normal;
  if (by_general_law()) {
    const PointLaw::FrictionState s =
        friction_state(f.normal.force, f.stretch, f.velocity + f.rate * normal);
    y = force_of(law_.own, general_law(), s).bristle_next;
  } else if (f.sliding && k_s_ > 0.0) {
    y = -(f.scale / k_s_) * f.wanted;
  }
  if (!law_.remembers()) y.setZero();
  const Vec3 local = turn.transpose() * y;
  for (int axis = 0; axis < 3; ++axis) memory.y[axis] = local[axis];
  memory.sliding = f.sliding ? 1.0 : 0.0;
}

PointContact::Forces PointContact::forces(const Vec3& place, const Vec3& moved,
                                          const Vec3& velocity) {
  const Forces f = at(place, moved, velocity);
  watch(f);
  return f;
}

Mat3 PointContact::tangent(const Forces& f, double stiffness_factor, double damping_factor) const {
  const double along = stiffness_factor * f.normal.by_depth + damping_factor * f.normal.by_rate;
  if (by_general_law()) {
    const PointLaw::FrictionState s =
        friction_state(f.normal.force, f.stretch, f.velocity + f.rate * normal);
    const FrictionTangent t =
        law_.own != nullptr ? law_.own->positive_tangent(s, secant_)
                            : positive_tangent(general_law(), s.bristle, s.y, s.v_t, s.N, secant_);
    const Mat3 across = stiffness_factor * t.by_displacement + damping_factor * t.by_velocity;
    const Mat3 in_plane = Mat3::Identity() - normal * normal.transpose();
    return along * normal * normal.transpose() + in_plane * across * in_plane;
  }
  const double viscous = f.normal.force > 0.0 ? damping_factor * law_.viscous : 0.0;
  const double across = law_.friction == FrictionLaw::Kind::regularised
                            ? damping_factor * f.scale
                            : f.scale * (stiffness_factor * k_s_ + damping_factor * c_s_);
  Mat3 t = (across + viscous) * Mat3::Identity() +
           (along - across - viscous) * normal * normal.transpose();
  // The exact tangent has nothing along the slip, and Newton may jump from one side of the stick
  // range to the other for ever: where it starts to, the secant stays.
  if (f.sliding && !secant_) {
    const Vec3 direction = f.wanted / f.wanted.norm();
    t -= across * direction * direction.transpose();
  }
  return t;
}

double PointContact::end(const Vec3& place, const Vec3& moved, const Vec3& velocity, double step,
                         const Mat3& turn, ImpactCounts& counts) {
  const Forces f = at(place, moved, velocity);
  PointMemory& m = memory;
  double impulse = 0.0;
  // The force has ended, by separation or because the law would pull, faster than it may.
  const double parting = -f.rate;
  if (!(f.normal.force > 0.0) && parting > 0.0 && m.mass > 0.0) {
    impulse = std::clamp(m.mass * (parting - allowed_parting()), 0.0, m.recent_impulse);
    if (impulse > 0.0) ++counts.clamped;
  }
  if (!(f.depth > 0.0)) {
    m = PointMemory{};
    return impulse;
  }
  m.touching = 1.0;
  end_friction(f, moved, turn);
  const Vec3 force = f.total(normal);
  for (int axis = 0; axis < 3; ++axis) m.force[axis] = force[axis];
  m.normal_force = f.normal.force;
  m.recent_impulse = 0.5 * m.recent_impulse + step * f.normal.force;
  m.stored = f.normal.stored;
  const double heat_before = m.heat;
  m.heat = (f.normal.force - f.normal.elastic) * f.rate - f.tangential.dot(velocity);
  m.lost += 0.5 * step * (heat_before + m.heat);
  if (m.stiffness < full_stiffness_) {
    ++counts.softened;
    if (m.found_inside != 0.0) {
      if (parting < 0.5 * kPushSpeed)
        m.stiffness = std::min(full_stiffness_, m.stiffness * (1.0 + step / kRecoveryTime));
    } else if (std::abs(f.rate) < kRestSpeed && m.lost > 0.0) {
      // The stored energy grows with the stiffness.
      const double wanted = std::min(full_stiffness_ / m.stiffness - 1.0, step / kRecoveryTime);
      const double growth = wanted * m.stored <= m.lost ? wanted : m.lost / m.stored;
      m.stiffness *= 1.0 + growth;
      m.lost -= growth * m.stored;
      m.stored *= 1.0 + growth;
    }
  }
  return impulse;
}

}  // namespace outrigger::contact
