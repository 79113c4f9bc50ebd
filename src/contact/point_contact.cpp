#include "contact/point_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/laws/impact_duration.h"
#include "contact/laws/restitution.h"
#include "math/elementary.h"

namespace outrigger::contact {

namespace {

constexpr double kPushSpeed = 0.2;  ///< of what is pushed out, at most [m/s]
constexpr double kWeight = 9.81;    ///< force per mass that pushes it [m/s²]
constexpr double kUnseen =
    0.3;  ///< of the depth, that a step at its speed must bring to be its cause
/// Below this speed nothing is softened: it is what gravity gives in two steps, and no impact [m/s].
double firm_impact(double step) { return std::max(kFirmImpact, 2.0 * kWeight * step); }
/// Changes of grip in a step from which a contact keeps the secant: for an iteration, for good.
constexpr int kSecantOnce = 2, kSecantForGood = 4;
/// An impact that lasts so many steps, or half a vibration under its load, is resolved: up to there the
/// secant of the energy is right. From half of it on a contact looks ahead (χ = 1).
constexpr double kResolvedImpact = 4.0, kResolvedVibration = 3.0;
constexpr double kSteadyLoad = 0.05;      ///< of a load, that it may change by in the last steps
constexpr double kHarmlessForce = 1e-4;   ///< of a force: what iterations may leave open
constexpr double kUsualTolerance = 1e-4;  ///< of accelerations [m/s²]
constexpr double kPi = 3.14159265358979323846;

FrictionForce force_of(const PointLaw* own, const FrictionLaw& law,
                       const PointLaw::FrictionState& s) {
  return own != nullptr ? own->friction_force(s) : friction_force(law, s.bristle, s.y, s.v_t, s.N);
}

}  // namespace

double PointMemory::shortest(double exponent, double stiffness_now, double speed,
                             double depth_now) const {
  double time = std::numeric_limits<double>::infinity();
  if (!(mass > 0.0 && stiffness_now > 0.0)) return time;
  if (speed > 0.0) time = elastic_impact(stiffness_now, exponent, mass, speed).duration;
  if (depth_now > 0.0) {
    const double power = exponent == 1.5   ? std::sqrt(depth_now)
                         : exponent == 1.0 ? 1.0
                                           : elementary::pow(depth_now, exponent - 1.0);
    time = std::min(time, kPi * std::sqrt(mass / (exponent * stiffness_now * power)));
  }
  return time;
}

void PointMemory::give_up(double share, double exponent) {
  const double before = depth;
  depth *= elementary::pow(std::max(share, 1e-30), 1.0 / (exponent + 1.0));
  unpaid += before - depth;
  stored *= share;
  gripped *= share;
  const double held = std::sqrt(share);
  for (double& axis : y) axis *= held;
  for (double& axis : roll) axis *= held;
  spin *= held;
}

void PointContact::start(const PointParameters& law, const PointMemory& remembered, const Vec3& n,
                         double depth, const Mat3& turn, bool may_be_inside) {
  law_ = law;
  may_be_inside_ = may_be_inside;
  plain_ = false;
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
  if (law_.by_contour) {
    // How soft it is stays a share of a stiffness that changes.
    if (memory.full_stiffness > 0.0 && full_stiffness_ > 0.0) {
      const double stiffer = full_stiffness_ / memory.full_stiffness;
      memory.stiffness *= stiffer;
      // What it stores stays: a stiffer contact counts less of its depth, and more when it is softer again.
      const double inside = memory.depth + memory.unpaid;
      if (memory.depth > 0.0)
        memory.depth = std::min(
            inside, memory.depth * elementary::pow(stiffer, -1.0 / (law_.normal.exponent + 1.0)));
      memory.unpaid = inside - memory.depth;
    }
    memory.full_stiffness = full_stiffness_;
  }
  const Vec3 y = turn * Vec3(memory.y[0], memory.y[1], memory.y[2]);
  bristle_ = y - n.dot(y) * n;
  if (!law_.turns()) {
    // It may have turned under the law of another face.
    memory.spin = 0.0;
    for (int axis = 0; axis < 3; ++axis) memory.roll[axis] = memory.torque[axis] = 0.0;
    return;
  }
  const Vec3 roll = turn * Vec3(memory.roll[0], memory.roll[1], memory.roll[2]);
  roll_ = roll - n.dot(roll) * n;
}

/// A shape that is deep inside without having come in (a start inside the ground, an edit): at full
/// stiffness it would be shot out. False where its mass is not known, and so not how soft that is.
bool PointContact::soften_found_inside(double depth) {
  if (!(memory.mass > 0.0 && depth > 0.0)) return false;
  const double n = law_.normal.exponent;
  const double power = n == 1.5 ? depth * std::sqrt(depth) : elementary::pow(depth, n);
  const double gentle = 0.5 * (n + 1.0) * memory.mass * kPushSpeed * kPushSpeed / (depth * power);
  if (memory.stiffness <= gentle) return true;
  memory.found_inside = 1.0;
  memory.stiffness = std::min(memory.stiffness, std::max(gentle, memory.mass * kWeight / power));
  // D = 1/kPushSpeed: the force ends at this speed.
  memory.impact_speed = std::max(memory.impact_speed, law_.damping_factor * kPushSpeed);
  return true;
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
                         double step, const Vec3& spin_end) {
  const double approach = -normal.dot(velocity_end), firm = firm_impact(step);
  PointMemory& m = memory;
  double depth_start = depth_ - normal.dot(place);
  if (law_.exact_depth) {
    m.unpaid = 0.0;
  } else if (!fresh_) {
    // As it was left: its material points change as bodies roll, and those of this step were elsewhere
    // before. What is found deeper than that came without work.
    m.unpaid = std::max(m.unpaid, depth_start - m.depth);
    depth_start = m.depth > 0.0 ? m.depth : depth_start - m.unpaid;
  }
  if (fresh_ || !(m.depth > 0.0)) {
    // The speed at the moment of touch, from the depths before and after.
    const double before = -normal.dot(velocity_start), end = depth_ - m.unpaid;
    const double part = depth_start < 0.0 && end > 0.0 ? depth_start / (depth_start - end)
                        : end > 0.0                    ? 0.0
                                                       : 1.0;
    const double speed = std::max(before + part * (approach - before), 0.0);
    // A new point of a touch that goes on has come in with its neighbours.
    m.impact_speed = fresh_ ? speed : std::max(speed, m.impact_speed);
    if (fresh_ && depth_start > 0.0 && !law_.exact_depth) {
      // It came in unseen, or was there from the start.
      if (!may_be_inside_ || before * step > kUnseen * depth_start ||
          !soften_found_inside(depth_start))
        m.unpaid = depth_start;
      depth_start -= m.unpaid;
    }
    m.stiffness = std::min(m.stiffness, full_stiffness_);
  } else {
    m.stiffness = std::min(m.stiffness, full_stiffness_);
    // Pressed in again faster than it first came: a new impact.
    if (approach > std::max(firm, m.impact_speed)) m.impact_speed = approach;
  }
  if (m.mass > 0.0 && m.impact_speed > firm && approach > firm && !law_.exact_depth)
    m.stiffness = std::min(
        m.stiffness, resolvable_stiffness(m.mass, m.impact_speed, step, law_.normal.exponent));
  law_.normal.stiffness = m.stiffness;
  scale_damping();
  step_ = step;
  depth_ -= m.unpaid;
  start_depth_ = depth_start;
  implicit_ = share_looking_ahead(approach);
  const double first_touch = std::max(m.impact_speed, kSlowestImpact);
  damping_ =
      law_.own != nullptr ? law_.own->damping_rate(first_touch) : law_.damping_factor / first_touch;
  begin_friction(velocity_end, step, spin_end);
}

/// χ: by how long an impact of this speed, or half a vibration at the present load, lasts in steps.
double PointContact::share_looking_ahead(double approach) const {
  const PointMemory& m = memory;
  const double k = law_.normal.stiffness, n = law_.normal.exponent;
  const double speed = std::max(m.impact_speed, approach);
  const double resolved =
      std::min(m.shortest(n, k, speed, 0.0) / (kResolvedImpact * step_),
               m.shortest(n, k, 0.0, start_depth_) / (kResolvedVibration * step_));
  return std::clamp(2.0 * (1.0 - resolved), 0.0, 1.0);
}

/// Energy of bristles that are stretched by y and hold these torques.
double PointContact::gripped(const Vec3& y, double spin, const Vec3& roll) const {
  double sum = 0.5 * k_s_ * y.squaredNorm();
  if (!law_.turns()) return sum;
  const double r = law_.spin_radius;
  const double turning = by_general_law() ? k_s_ * r * r : k_turn_ * r * r;
  if (turning > 0.0) sum += 0.5 * spin * spin / turning;
  if (k_roll_ > 0.0) sum += 0.5 * roll.squaredNorm() / k_roll_;
  return sum;
}

void PointContact::begin_friction(const Vec3& velocity_end, double step, const Vec3& spin_end) {
  PointMemory& m = memory;
  const Vec3 across = velocity_end - normal.dot(velocity_end) * normal +
                      (law_.spin_radius * normal.dot(spin_end)) * normal;
  const double slip = across.norm() / law_.stribeck_speed;
  friction_ = law_.dynamic_friction + (law_.static_friction - law_.dynamic_friction) *
                                          elementary::exp(-std::min(slip * slip, 700.0));
  const double steps = law_.bristle_steps * step;
  // The mass that it has to hold: its own, or where far more rests on it, that. Under the load of a stack a
  // bristle of a light body would give way, and the stack buckle. A load that rests gives the same in every
  // step: N + N/2 + N/4 + ... = 2 N.
  double held = m.mass;
  const double steady = 2.0 * step * m.normal_force;
  if (std::abs(m.recent_impulse - steady) < kSteadyLoad * steady)
    held = std::max(held, 0.5 * m.normal_force / kWeight);
  k_s_ = law_.remembers() ? held / (steps * steps) : 0.0;
  c_s_ = 2.0 * std::sqrt(k_s_ * held);
  // In a step of another length the bristle has another stiffness. Its force stays in a shorter step; in a
  // longer one that would take energy from nowhere, and the energy stays.
  if (m.bristle_stiffness > 0.0 && k_s_ > 0.0) {
    const double stiffer = k_s_ / m.bristle_stiffness;
    const double force = stiffer < 1.0 ? std::sqrt(stiffer) : 1.0;
    bristle_ *= force / stiffer;
    m.spin *= force;
    roll_ *= force;
  }
  m.bristle_stiffness = k_s_;
  slip_watch_ = roll_watch_ = {};
  if (law_.turns()) {
    bristle_time_ = 2.0 * steps;
    k_roll_ = m.rolling_inertia / (steps * steps);
    const double r = law_.spin_radius;
    k_turn_ = law_.remembers() && r > 0.0 ? m.spin_inertia / (steps * steps * r * r) : 0.0;
  }
  gripped_at_start_ = gripped(bristle_, m.spin, roll_);
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

/// Adds F_t and torques; velocity and rate are there already.
void PointContact::add_friction(Forces& f, const Vec3& moved, const PointTurn& turn) const {
  if (law_.rolling_arm > 0.0 && !plain_) add_rolling(f, turn);
  if (law_.spin_radius > 0.0 && !plain_) {
    add_spinning_friction(f, moved, turn);
    return;
  }
  const Vec3 v = f.velocity + f.rate * normal;
  if (plain_) {
    f.scale = step_ > 0.0 && f.normal.force > 0.0 ? memory.mass / step_ : 0.0;
    f.wanted = -v;
    f.tangential = -f.scale * v;
    return;
  }
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

/// Slip and turn as one vector, z = y + r θ n.
void PointContact::add_spinning_friction(Forces& f, const Vec3& moved,
                                         const PointTurn& turn) const {
  const double r = law_.spin_radius, limit = friction_ * f.normal.force;
  const Vec3 v = f.velocity + f.rate * normal;
  f.slip = v + (r * normal.dot(turn.rate)) * normal;
  const Vec3 u = moved - normal.dot(moved) * normal;
  if (!by_general_law() && law_.friction == FrictionLaw::Kind::bristle) {
    const double spin =
        memory.spin / r + k_turn_ * r * normal.dot(turn.moved + bristle_time_ * turn.rate);
    f.wanted = -k_s_ * (bristle_ + u) - c_s_ * v - spin * normal;
    f.grip = limit_grip(normal, f.wanted, k_s_, k_turn_, limit);
    f.sliding = f.grip.sliding;
  } else if (!by_general_law()) {
    const double speed = f.slip.norm(), ratio = speed / law_.slip_speed;
    f.sliding = ratio >= 1.0;
    f.scale = limit * (f.sliding ? 1.0 / speed : (2.0 - ratio) / law_.slip_speed);
    f.wanted = -f.slip;
    f.grip.force = f.scale * f.wanted;
  } else {
    // One bristle for both: its turn is held by k_s r².
    const double turned = k_s_ > 0.0 ? memory.spin / (k_s_ * r) : 0.0;
    f.stretch = bristle_ + u + (turned + r * normal.dot(turn.moved)) * normal;
    const FrictionForce force =
        force_of(law_.own, general_law(), friction_state(f.normal.force, f.stretch, f.slip));
    f.sliding = force.sliding;
    f.wanted = f.grip.force = force.force;
  }
  const double along = normal.dot(f.grip.force);
  f.tangential = f.grip.force - along * normal;
  f.torque += (r * along) * normal;
  // The general laws have their viscous part already.
  if (!by_general_law() && law_.viscous > 0.0 && f.normal.force > 0.0)
    f.tangential -= law_.viscous * v;
}

void PointContact::add_rolling(Forces& f, const PointTurn& turn) const {
  const Vec3 way = turn.moved + bristle_time_ * turn.rate;
  f.wanted_rolling = -roll_ - k_roll_ * (way - normal.dot(way) * normal);
  const double limit = law_.rolling_arm * f.normal.force, size = f.wanted_rolling.norm();
  f.rolling = size > limit;
  f.rolling_scale = f.rolling ? limit / size : 1.0;
  f.torque += f.rolling_scale * f.wanted_rolling;
}

/// Over the step that ends at this depth and rate.
NormalForce PointContact::pressed(double depth, double rate) const {
  if (law_.own == nullptr)
    return step_force(law_.normal, damping_, {start_depth_, depth, rate, step_, implicit_});
  // What such a law loses is taken at the end of the step, at the mean rate.
  const double softening = full_stiffness_ > 0.0 ? law_.normal.stiffness / full_stiffness_ : 1.0;
  const auto at = [&](double x, double v) {
    return x > 0.0 ? law_.own->normal_force({x, v, damping_, softening}) : NormalForce{};
  };
  const double way = depth - start_depth_;
  const NormalForce before = at(start_depth_, 0.0), after = at(depth, 0.0);
  NormalForce n = after;
  const double size = std::max(std::abs(depth), std::abs(start_depth_));
  double slope = 0.5 * after.by_depth;
  if (depth > 0.0 && start_depth_ > 0.0) n.elastic = 0.5 * (before.elastic + after.elastic);
  if (std::abs(way) > 1e-4 * size) {
    n.elastic = (after.stored - before.stored) / way;
    slope = (after.elastic - n.elastic) / way;
  }
  // At the depth whose elastic force is the mean one, at the mean rate.
  const double k = law_.normal.stiffness, exponent = law_.normal.exponent;
  const double mean =
      n.elastic > 0.0 && k > 0.0 ? elementary::pow(n.elastic / k, 1.0 / exponent) : depth;
  const NormalForce moving = at(mean, step_ > 0.0 ? way / step_ : rate);
  const double damped = moving.force - moving.elastic;
  // As step_force: what is too stiff for the step looks ahead.
  NormalForce ahead;
  if (implicit_ > 0.0) ahead = at(depth + 0.5 * step_ * rate, 0.0);
  n.elastic = (1.0 - implicit_) * n.elastic + implicit_ * ahead.elastic;
  slope = (1.0 - implicit_) * slope + implicit_ * ahead.by_depth;
  const double force = n.elastic + damped;
  n.force = force <= 0.0 ? 0.0 : force;  // what is not a number must show
  n.by_depth = n.by_rate = 0.0;
  if (n.force > 0.0) {
    n.by_depth = std::max(slope, slope * n.force / std::max(n.elastic, 1e-300)) +
                 (step_ > 0.0 ? moving.by_rate / step_ : 0.0);
    n.by_rate = 0.5 * step_ * implicit_ * ahead.by_depth;
  }
  return n;
}

double PointContact::given_at_start(double held) const {
  const double more = stored_at_start() - held;
  const bool began_inside = memory.found_inside != 0.0 || (fresh_ && may_be_inside_);
  return began_inside ? more : std::min(more, 0.0);
}

double PointContact::stored_at_start() const { return gripped_at_start_ + stored_at(start_depth_); }

/// U.
double PointContact::stored_at(double depth) const {
  if (!(depth > 0.0)) return 0.0;
  if (law_.own == nullptr) return normal_force(law_.normal, 0.0, depth, 0.0).stored;
  const double softening = full_stiffness_ > 0.0 ? law_.normal.stiffness / full_stiffness_ : 1.0;
  return law_.own->normal_force({depth, 0.0, damping_, softening}).stored;
}

/// The depth at which so much is stored; laws of the program's own are taken as powers from the present.
double PointContact::depth_of(double stored) const {
  if (!(stored > 0.0)) return 0.0;
  const double n1 = law_.normal.exponent + 1.0;
  if (law_.own != nullptr)
    return memory.stored > 0.0 ? memory.depth * elementary::pow(stored / memory.stored, 1.0 / n1)
                               : memory.depth;
  return elementary::pow(n1 * stored / law_.normal.stiffness, 1.0 / n1);
}

/// No contact stores more than was put in, whatever formula and iterations made of the step: the rest of
/// the depth does not count until it is paid.
void PointContact::store_what_is_paid(double paid) {
  PointMemory& m = memory;
  if (!(m.stored > paid)) return;
  const double depth = std::min(m.depth, depth_of(std::max(paid, 0.0)));
  m.unpaid += m.depth - depth;
  m.depth = depth;
  m.stored = std::max(paid, 0.0);
}

PointContact::Forces PointContact::at(const Vec3& place, const Vec3& moved, const Vec3& velocity,
                                      const PointTurn& turn) const {
  Forces f;
  f.velocity = velocity;
  f.depth = depth_ - normal.dot(place);
  f.rate = -normal.dot(velocity);
  f.normal = pressed(f.depth, f.rate);
  f.touches = f.depth > 0.0 || start_depth_ > 0.0 || f.normal.force > 0.0;
  if (f.normal.force > 0.0) {
    add_friction(f, moved, turn);
  } else {
    // Nothing holds: slips, and keeps nothing.
    f.sliding = f.rolling = true;
    f.scale = f.rolling_scale = 0.0;
    f.wanted = f.wanted_rolling = Vec3::UnitX();
  }
  return f;
}

/// Takes note of how this iteration grips.
void PointContact::Watch::note(bool presses, bool slides, const Vec3& wants) {
  const Grip now = !presses ? Grip::none : slides ? Grip::slips : Grip::sticks;
  const bool turned_back = now == Grip::slips && wants.dot(wanted) < 0.0;
  const bool changed = now != Grip::none && grip != Grip::none && (now != grip || turned_back);
  if (changed) ++changes;
  secant = changes >= (changed ? kSecantOnce : kSecantForGood);
  grip = now;
  wanted = wants;
}

PointContact::Forces PointContact::friction(double normal_force, const Vec3& moved,
                                            const Vec3& velocity, const PointTurn& turn) {
  Forces f;
  f.velocity = velocity;
  f.rate = -normal.dot(velocity);
  f.normal.force = normal_force;
  add_friction(f, moved, turn);
  slip_watch_.note(normal_force > 0.0, f.sliding, f.wanted);
  return f;
}

void PointContact::end_friction(const Forces& f, const Vec3& moved, const Mat3& turn,
                                const PointTurn& rotation) {
  if (plain_) {
    // Slid, and holds nothing.
    for (int axis = 0; axis < 3; ++axis) memory.y[axis] = memory.roll[axis] = 0.0;
    memory.spin = memory.gripped = 0.0;
    memory.sliding = 1.0;
    return;
  }
  Vec3 y = bristle_ + moved - normal.dot(moved) * normal;
  if (law_.turns()) end_turning(f, turn, rotation);
  if (law_.spin_radius > 0.0 && by_general_law()) {
    const Vec3 z =
        force_of(law_.own, general_law(), friction_state(f.normal.force, f.stretch, f.slip))
            .bristle_next;
    y = z - normal.dot(z) * normal;
    memory.spin = k_s_ * law_.spin_radius * normal.dot(z);
  } else if (law_.spin_radius > 0.0 && f.sliding && k_s_ > 0.0) {
    y = -(f.grip.force - normal.dot(f.grip.force) * normal) / k_s_;
  } else if (by_general_law()) {
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
  memory.gripped = gripped(y, memory.spin, Vec3(memory.roll[0], memory.roll[1], memory.roll[2]));
}

/// The torques that the bristles hold now: those at the limit, or as far as they are turned.
void PointContact::end_turning(const Forces& f, const Mat3& turn, const PointTurn& rotation) {
  const double r = law_.spin_radius;
  if (!(r > 0.0)) memory.spin = 0.0;
  if (!by_general_law() && law_.friction == FrictionLaw::Kind::bristle && r > 0.0)
    memory.spin = f.sliding ? -r * normal.dot(f.grip.force)
                            : memory.spin + k_turn_ * r * r * normal.dot(rotation.moved);
  const Vec3 across = rotation.moved - normal.dot(rotation.moved) * normal;
  Vec3 roll = Vec3::Zero();
  if (law_.rolling_arm > 0.0)
    roll = f.rolling ? Vec3(-f.rolling_scale * f.wanted_rolling) : Vec3(roll_ + k_roll_ * across);
  const Vec3 local = turn.transpose() * roll;
  for (int axis = 0; axis < 3; ++axis) {
    memory.roll[axis] = local[axis];
    memory.torque[axis] = f.torque[axis];
  }
}

PointContact::Forces PointContact::forces(const Vec3& place, const Vec3& moved,
                                          const Vec3& velocity, const PointTurn& turn) {
  last_ = at(place, moved, velocity, turn);
  const Forces& f = last_;
  slip_watch_.note(f.normal.force > 0.0, f.sliding, f.wanted);
  if (law_.turns()) roll_watch_.note(f.normal.force > 0.0, f.rolling, f.wanted_rolling);
  return f;
}

double PointContact::least_way(double acceleration) const {
  const NormalForce& n = last_.normal;
  if (!(n.by_depth > 0.0 && memory.mass > 0.0)) return std::numeric_limits<double>::infinity();
  // A tolerance that is asked for below the usual one holds for forces too.
  const double share = std::min(kHarmlessForce, acceleration / kUsualTolerance * kHarmlessForce);
  return std::max(acceleration * memory.mass, share * n.force) / n.by_depth;
}

Mat3 PointContact::tangent(const Forces& f, double stiffness_factor, double damping_factor) const {
  const double along = stiffness_factor * f.normal.by_depth + damping_factor * f.normal.by_rate;
  if (plain_) {
    const double across = damping_factor * f.scale;
    return across * Mat3::Identity() + (along - across) * normal * normal.transpose();
  }
  if (by_general_law()) {
    const PointLaw::FrictionState s =
        friction_state(f.normal.force, f.stretch, f.velocity + f.rate * normal);
    const FrictionTangent t =
        law_.own != nullptr
            ? law_.own->positive_tangent(s, slip_watch_.secant)
            : positive_tangent(general_law(), s.bristle, s.y, s.v_t, s.N, slip_watch_.secant);
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
  if (f.sliding && !slip_watch_.secant) {
    const Vec3 direction = f.wanted / f.wanted.norm();
    t -= across * direction * direction.transpose();
  }
  return t;
}

system::TurningStiffness PointContact::turning_tangent(const Forces& f, double stiffness_factor,
                                                       double damping_factor) const {
  const Mat3 along = normal * normal.transpose(), in_plane = Mat3::Identity() - along;
  system::TurningStiffness t;
  if (plain_) {
    t.force_by_place = tangent(f, stiffness_factor, damping_factor);
    return t;
  }
  const double r = law_.spin_radius;
  if (r > 0.0) {
    // Of z = y + r θ n.
    Mat3 grip = Mat3::Zero();
    if (!by_general_law() && law_.friction == FrictionLaw::Kind::bristle) {
      grip = f.grip.by_slip * in_plane + f.grip.by_turn * along;
      const Vec3 outward = grip * f.grip.force;
      const double size = f.grip.force.dot(outward);
      if (f.sliding && !slip_watch_.secant && size > 0.0)
        grip -= outward * outward.transpose() / size;
      grip *= stiffness_factor + damping_factor * bristle_time_;
    } else if (!by_general_law()) {
      grip = damping_factor * f.scale * Mat3::Identity();
      if (f.sliding && !slip_watch_.secant)
        grip -= damping_factor * f.scale * f.slip * f.slip.transpose() / f.slip.squaredNorm();
    } else {
      const PointLaw::FrictionState s = friction_state(f.normal.force, f.stretch, f.slip);
      const FrictionTangent g =
          law_.own != nullptr
              ? law_.own->positive_tangent(s, slip_watch_.secant)
              : positive_tangent(general_law(), s.bristle, s.y, s.v_t, s.N, slip_watch_.secant);
      grip = stiffness_factor * g.by_displacement + damping_factor * g.by_velocity;
    }
    const double viscous =
        !by_general_law() && f.normal.force > 0.0 ? damping_factor * law_.viscous : 0.0;
    t.force_by_place =
        (stiffness_factor * f.normal.by_depth + damping_factor * f.normal.by_rate) * along +
        in_plane * grip * in_plane + viscous * in_plane;
    t.force_by_turn = r * (in_plane * grip * along);
    t.torque_by_turn = (r * r) * (along * grip * along);
  } else {
    t.force_by_place = tangent(f, stiffness_factor, damping_factor);
  }
  if (law_.rolling_arm > 0.0) {
    const double k =
        f.rolling_scale * k_roll_ * (stiffness_factor + damping_factor * bristle_time_);
    t.torque_by_turn += k * in_plane;
    if (f.rolling && !roll_watch_.secant)
      t.torque_by_turn -=
          (k / f.wanted_rolling.squaredNorm()) * f.wanted_rolling * f.wanted_rolling.transpose();
  }
  return t;
}

Mat3 PointContact::full_tangent(const Forces& f, double stiffness_factor,
                                double damping_factor) const {
  Mat3 t = tangent(f, stiffness_factor, damping_factor);
  const bool follows = f.sliding || law_.friction == FrictionLaw::Kind::regularised;
  if (by_general_law() || !follows || !(f.normal.force > 0.0)) return t;
  const double along = stiffness_factor * f.normal.by_depth + damping_factor * f.normal.by_rate;
  return t + (along * f.scale / f.normal.force) * f.wanted * normal.transpose();
}

double PointContact::end(const Vec3& moved, const Vec3& velocity, double step, const Mat3& turn,
                         ImpactCounts& counts, const PointTurn& rotation) {
  const Forces& f = last_;
  PointMemory& m = memory;
  paid_back_ = 0.0;
  lost_before_ = std::max(0.0, m.lost);
  const double stored_before = stored_at_start();
  const Vec3 force = f.total(normal);
  // What the bodies put in over the step.
  const double taken = f.normal.force * (f.depth - start_depth_) - f.tangential.dot(moved) -
                       f.torque.dot(rotation.moved);
  m.recent_impulse = 0.5 * m.recent_impulse + step * f.normal.force;
  double impulse = 0.0;
  // The force has ended, by separation or because the law would pull, faster than it may.
  const double parting = normal.dot(velocity);
  const bool ended = !(f.normal.force > 0.0) || !(f.depth > 0.0);
  if (ended && parting > 0.0 && m.mass > 0.0) {
    impulse = std::clamp(m.mass * (parting - allowed_parting()), 0.0, m.recent_impulse);
    if (impulse > 0.0) ++counts.clamped;
  }
  if (!(f.depth > 0.0)) {
    lost_in_step_ = f.touches ? taken + stored_before : 0.0;
    const double inside = f.depth + m.unpaid, mass = m.mass, lost = m.lost + lost_in_step_;
    m = PointMemory{};
    if (!(inside > 0.0)) return impulse;
    // Out of what was paid for, but not out of the other body: the rest still does not count.
    m.touching = 1.0;
    m.unpaid = inside;
    m.stiffness = full_stiffness_;
    if (law_.by_contour) m.full_stiffness = full_stiffness_;
    m.mass = mass;
    m.lost = lost;  // pays for the way out
    return impulse;
  }
  m.touching = 1.0;
  end_friction(f, moved, turn, rotation);
  for (int axis = 0; axis < 3; ++axis) m.force[axis] = force[axis];
  m.normal_force = f.normal.force;
  m.stored = f.normal.stored;
  m.depth = f.depth;
  // What looks ahead gives back less than it stores, and its depth is next to nothing: to correct that at
  // rest would keep it trembling.
  if (implicit_ < 1.0 && !law_.exact_depth)
    store_what_is_paid(f.normal.force * (f.depth - start_depth_) + stored_before -
                       gripped_at_start_);
  lost_in_step_ = taken + stored_before - m.stored - m.gripped;
  m.heat = step > 0.0 ? lost_in_step_ / step : 0.0;
  m.lost += lost_in_step_;
  if (m.unpaid > 0.0 && m.lost > 0.0) {
    // Comes out as far as what it has lost can pay.
    const double way = std::min(m.unpaid * std::min(1.0, step / kRecoveryTime),
                                std::max(0.0, depth_of(m.stored + m.lost) - m.depth));
    m.unpaid -= way;
    m.depth += way;
    const double stored = stored_at(m.depth);
    m.lost -= stored - m.stored;
    paid_back_ += stored - m.stored;
    m.stored = stored;
  }
  if (m.stiffness < full_stiffness_) {
    ++counts.softened;
    if (m.found_inside != 0.0) {
      if (parting < 0.5 * kPushSpeed)
        m.stiffness = std::min(full_stiffness_, m.stiffness * (1.0 + step / kRecoveryTime));
    } else if (std::abs(parting) < kRestSpeed && m.lost > 0.0) {
      // The stored energy grows with the stiffness.
      const double wanted = std::min(full_stiffness_ / m.stiffness - 1.0, step / kRecoveryTime);
      const double growth = wanted * m.stored <= m.lost ? wanted : m.lost / m.stored;
      m.stiffness *= 1.0 + growth;
      m.lost -= growth * m.stored;
      paid_back_ += growth * m.stored;
      m.stored *= 1.0 + growth;
    }
  }
  return impulse;
}

}  // namespace outrigger::contact
