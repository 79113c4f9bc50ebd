#include "contact/ground_spheres.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "contact/laws/hertz_stiffness.h"
#include "contact/laws/impact_duration.h"
#include "contact/laws/normal_law.h"
#include "contact/laws/restitution.h"
#include "math/elementary.h"

namespace outrigger::contact {

using system::BodyBlocks;
using system::BodyWrench;
using system::Configuration;
using system::ForceSink;
using system::Response;
using system::TermEnergy;

namespace {

constexpr double kMargin = 0.02;         ///< spheres nearer than this are watched [m]
constexpr double kBristleSteps = 2.0;    ///< N of the friction memory
constexpr double kStribeckSpeed = 0.01;  ///< v_s [m/s]
constexpr int kFreezeNormalAfter = 3;    ///< iterations
constexpr double kRecoveryTime = 0.1;    ///< of a softened contact at rest [s]
constexpr double kRestSpeed = 0.05;      ///< [m/s]
constexpr double kPushSpeed = 0.2;       ///< of what is pushed out of the ground, at most [m/s]
constexpr double kWeight = 9.81;         ///< force per mass that pushes it [m/s²]

}  // namespace

GroundSpheres::Memory GroundSpheres::recall(const double* state, int sphere) {
  Memory m;
  std::memcpy(static_cast<void*>(&m), state + kStateSize * sphere, sizeof m);
  return m;
}

void GroundSpheres::remember(double* state, int sphere, const Memory& m) {
  std::memcpy(state + kStateSize * sphere, &m, sizeof m);
}

GroundSpheres::GroundSpheres(const model::Mechanism& mechanism, const model::Model& model,
                             const Surroundings& surroundings)
    : surroundings_(surroundings) {
  int most = 0;
  for (const auto& part : mechanism.spheres) {
    auto found = std::find_if(bodies_.begin(), bodies_.end(),
                              [&](const BodyBlocks& b) { return b.body() == part.body; });
    if (found == bodies_.end()) {
      bodies_.emplace_back(mechanism, model, part.body);
      found = bodies_.end() - 1;
      most = std::max(most, found->count());
    }
    spheres_.push_back({static_cast<int>(found - bodies_.begin()), part.body, part.spec.centre,
                        part.spec.radius, &surroundings.laws(part.spec.material)});
  }
  contacts_.resize(spheres_.size());
  coefficients_.resize(spheres_.size() * static_cast<std::size_t>(most));
}

void GroundSpheres::tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const {
  for (const BodyBlocks& b : bodies_) b.tangent_pattern(entity_pairs);
}

void GroundSpheres::bind(const system::Layout& layout) {
  for (BodyBlocks& b : bodies_) b.bind(layout);
}

double GroundSpheres::effective_mass(const Contact& contact, Response& response) const {
  const BodyBlocks& body = bodies_[spheres_[contact.sphere].body];
  const double mobility =
      response.mobility(body.point(&coefficients_[contact.first_coefficient]), contact.normal);
  return mobility > 0.0 ? 1.0 / mobility : 0.0;
}

/// A sphere that is deep inside without having come in (a start inside the ground, an edit): at full
/// stiffness it would be shot out.
void GroundSpheres::soften_found_inside(Contact& k, double damping_factor, double depth) {
  Memory& m = k.memory;
  if (!(m.mass > 0.0 && depth > 0.0)) return;
  const double root = std::sqrt(depth);
  const double gentle = 1.25 * m.mass * kPushSpeed * kPushSpeed / (depth * depth * root);
  if (m.stiffness <= gentle) return;
  m.found_inside = 1.0;
  m.stiffness = std::min(m.stiffness, std::max(gentle, m.mass * kWeight / (depth * root)));
  // D = 1/kPushSpeed: the force ends at this speed.
  m.impact_speed = std::max(m.impact_speed, damping_factor * kPushSpeed);
}

void GroundSpheres::prepare(const Configuration& c, const double* state, Response& response) {
  contact_count_ = 0;
  int next_coefficient = 0;
  const terrain::Ground& ground = surroundings_.ground();
  // Spheres of a body mostly follow each other.
  Pose pose;
  int posed = -1;
  for (int i = 0; i < count(); ++i) {
    const Sphere& s = spheres_[i];
    const BodyBlocks& body = bodies_[s.body];
    if (s.body != posed) pose = body.pose(c.x);
    posed = s.body;
    const Vec3 centre = pose.point(s.centre);
    const bool touching = state[kStateSize * i] != 0.0;
    if (!touching && ground.clear(centre, s.radius + kMargin)) continue;
    const terrain::GroundPoint g = ground.nearest(centre);
    const double depth = s.radius - g.normal.dot(centre - g.point);
    if (!(depth > -kMargin) && !touching) continue;

    Contact& k = contacts_[contact_count_];
    k.sphere = i;
    k.memory = recall(state, i);
    k.normal = g.normal;
    k.depth = depth;
    k.place = centre - (s.radius - depth) * g.normal;
    k.first_coefficient = next_coefficient;
    double* a = &coefficients_[next_coefficient];
    // The material point in the body frame.
    const Vec3 local = pose.local_point(k.place);
    body.coefficients(local, a);
    const Vec3 constant = body.constant(local);
    k.place = body.sum(a, c.x) + constant;
    k.start = body.sum(a, c.x_start) + constant;
    const Vec3 velocity = body.sum(a, c.v_start);
    const double approach = -g.normal.dot(velocity);

    const PairLaw& law = (*s.laws)[g.surface];
    k.restitution = law.restitution;
    k.full_stiffness = sphere_stiffness(law.modulus, s.radius);
    k.fresh = !touching;
    Memory& m = k.memory;
    if (k.fresh) {
      m = Memory{};
      m.impact_speed = std::max(approach, 0.0);
      m.stiffness = k.full_stiffness;
      if (depth > -1e-3) m.mass = effective_mass(k, response);
      soften_found_inside(k, law.damping_factor, depth + g.normal.dot(k.place - k.start));
    } else {
      m.stiffness = std::min(m.stiffness, k.full_stiffness);
      // Pressed in again faster than it first came: a new impact.
      if (approach > std::max(kFirmImpact, m.impact_speed)) m.impact_speed = approach;
      if (m.mass <= 0.0) m.mass = effective_mass(k, response);
    }
    if (m.mass > 0.0 && m.impact_speed > kFirmImpact && approach > kFirmImpact)
      m.stiffness = std::min(m.stiffness, resolvable_stiffness(m.mass, m.impact_speed, c.step));
    k.damping = law.damping_factor / std::max(m.impact_speed, kSlowestImpact);
    const double slip = (velocity + approach * g.normal).norm() / kStribeckSpeed;
    k.friction = law.dynamic_friction + (law.static_friction - law.dynamic_friction) *
                                            elementary::exp(-std::min(slip * slip, 700.0));
    k.k_s = m.mass / (kBristleSteps * kBristleSteps * c.step * c.step);
    k.c_s = 2.0 * std::sqrt(k.k_s * m.mass);
    // In a step of another length the bristle has another stiffness; its force stays.
    Vec3 y(m.y[0], m.y[1], m.y[2]);
    if (m.bristle_stiffness > 0.0 && k.k_s > 0.0) y *= m.bristle_stiffness / k.k_s;
    m.bristle_stiffness = k.k_s;
    k.bristle = y - g.normal.dot(y) * g.normal;
    k.frozen_normal = 0.0;
    next_coefficient += body.count();
    ++contact_count_;
  }
}

GroundSpheres::Forces GroundSpheres::forces(const Contact& k, const Configuration& c,
                                            double limit_normal) const {
  Forces f;
  const BodyBlocks& body = bodies_[spheres_[k.sphere].body];
  const double* a = &coefficients_[k.first_coefficient];
  // Places are differences of sums, so constants cancel: m - m_pred from the entities alone.
  f.velocity = body.sum(a, c.v);
  const Vec3 moved = body.sum(a, c.x) - body.sum(a, c.x_start);
  const Vec3 place = k.start + moved;
  f.depth = k.depth - k.normal.dot(place - k.place);
  f.rate = -k.normal.dot(f.velocity);
  const NormalForce n = normal_force({.stiffness = k.memory.stiffness}, k.damping, f.depth, f.rate);
  f.normal = n.force;
  f.elastic = n.elastic;
  f.by_depth = n.by_depth;
  f.by_rate = n.by_rate;
  if (!(f.depth > 0.0)) return f;
  const Vec3 u = moved - k.normal.dot(moved) * k.normal;
  const Vec3 v = f.velocity + f.rate * k.normal;
  f.wanted = -k.k_s * (k.bristle + u) - k.c_s * v;
  const double size = f.wanted.norm();
  const double limit = k.friction * (limit_normal >= 0.0 ? limit_normal : f.normal);
  f.sliding = size > limit;
  f.scale = f.sliding ? limit / size : 1.0;
  f.tangential = f.scale * f.wanted;
  return f;
}

void GroundSpheres::evaluate(const Configuration& c, const double*, const ForceSink& sink) {
  for (int i = 0; i < contact_count_; ++i) {
    Contact& k = contacts_[i];
    const bool frozen = c.iteration > kFreezeNormalAfter;
    const Forces f = forces(k, c, frozen ? k.frozen_normal : -1.0);
    if (!frozen) k.frozen_normal = f.normal;
    if (!(f.depth > 0.0)) continue;
    const BodyBlocks& body = bodies_[spheres_[k.sphere].body];
    const double* a = &coefficients_[k.first_coefficient];
    body.add_force(a, f.normal * k.normal + f.tangential, sink);
    if (sink.tangent == nullptr) continue;
    const double normal = sink.stiffness_factor * f.by_depth + sink.damping_factor * f.by_rate;
    const double tangential =
        f.scale * (sink.stiffness_factor * k.k_s + sink.damping_factor * k.c_s);
    Mat3 t =
        tangential * Mat3::Identity() + (normal - tangential) * k.normal * k.normal.transpose();
    // The exact tangent has nothing along the slip, and Newton may jump from one side of the stick
    // range to the other for ever: late iterations keep the secant.
    if (f.sliding && !frozen) {
      const Vec3 along = f.wanted / f.wanted.norm();
      t -= tangential * along * along.transpose();
    }
    body.add_tangent(a, t, sink);
  }
}

void GroundSpheres::accept(const Configuration& c, double* state, Response& response) {
  int contact = 0;
  for (int i = 0; i < count(); ++i) {
    if (contact == contact_count_ || contacts_[contact].sphere != i) {
      if (state[kStateSize * i] != 0.0) remember(state, i, Memory{});
      continue;
    }
    Contact& k = contacts_[contact++];
    const Forces f = forces(k, c, -1.0);
    Memory m = k.memory;
    // The force has ended, by separation or because the law would pull, faster than it may.
    const double parting = -f.rate, allowed = k.restitution * m.impact_speed;
    if (!(f.normal > 0.0) && parting > allowed && m.mass > 0.0) {
      const double impulse = std::min(m.mass * (parting - allowed), m.recent_impulse);
      if (impulse > 0.0) {
        const BodyBlocks& body = bodies_[spheres_[i].body];
        response.apply_impulse(body.point(&coefficients_[k.first_coefficient]),
                               -impulse * k.normal);
        ++clamped_;
      }
    }
    if (!(f.depth > 0.0)) {
      remember(state, i, Memory{});
      continue;
    }
    m.touching = 1.0;
    const BodyBlocks& body = bodies_[spheres_[i].body];
    const double* a = &coefficients_[k.first_coefficient];
    const Vec3 moved = body.sum(a, c.x) - body.sum(a, c.x_start);
    Vec3 y = k.bristle + moved - k.normal.dot(moved) * k.normal;
    if (f.sliding && k.k_s > 0.0) y = -(f.tangential / k.k_s);
    m.normal_force = f.normal;
    m.recent_impulse = 0.5 * m.recent_impulse + c.step * f.normal;
    m.sliding = f.sliding ? 1.0 : 0.0;
    const Vec3 force = f.normal * k.normal + f.tangential;
    for (int axis = 0; axis < 3; ++axis) {
      m.y[axis] = y[axis];
      m.force[axis] = force[axis];
    }
    if (m.stiffness < k.full_stiffness) {
      ++softened_;
      if (m.found_inside != 0.0 ? parting < 0.5 * kPushSpeed : std::abs(f.rate) < kRestSpeed)
        m.stiffness = std::min(k.full_stiffness, m.stiffness * (1.0 + c.step / kRecoveryTime));
    }
    remember(state, i, m);
  }
}

SphereReading GroundSpheres::reading(int sphere, const double* state) const {
  const Memory m = recall(state, sphere);
  return {m.touching != 0.0, m.normal_force, Vec3(m.force[0], m.force[1], m.force[2]),
          m.sliding != 0.0};
}

// From the state alone, so that a restored state books the same energies.
TermEnergy GroundSpheres::energy(const Configuration& c, const double* state) const {
  TermEnergy e;
  const terrain::Ground& ground = surroundings_.ground();
  Pose pose;
  int posed = -1;
  for (int i = 0; i < count(); ++i) {
    const Sphere& s = spheres_[i];
    const BodyBlocks& body = bodies_[s.body];
    if (s.body != posed) pose = body.pose(c.x);
    posed = s.body;
    const Vec3 centre = pose.point(s.centre);
    if (ground.clear(centre, s.radius)) continue;
    const terrain::GroundPoint g = ground.nearest(centre);
    const double depth = s.radius - g.normal.dot(centre - g.point);
    if (!(depth > 0.0)) continue;
    const Memory m = recall(state, i);
    const double stiffness =
        m.touching != 0.0 ? m.stiffness : sphere_stiffness((*s.laws)[g.surface].modulus, s.radius);
    const double elastic = stiffness * depth * std::sqrt(depth);
    e.potential += 0.4 * elastic * depth;
    if (m.touching == 0.0) continue;
    const Vec3 local = pose.local_point(centre - (s.radius - depth) * g.normal);
    const Vec3 velocity = body.velocity(local, c.v);
    const double rate = -g.normal.dot(velocity);
    const Vec3 tangential = Vec3(m.force[0], m.force[1], m.force[2]) - m.normal_force * g.normal;
    e.dissipation_power += (m.normal_force - elastic) * rate - tangential.dot(velocity);
  }
  return e;
}

void GroundSpheres::wrenches(const Configuration&, const double* state,
                             const std::vector<Pose>& poses, std::vector<BodyWrench>& out) const {
  for (int i = 0; i < count(); ++i) {
    const Memory m = recall(state, i);
    if (m.touching == 0.0) continue;
    const Sphere& s = spheres_[i];
    const Vec3 force(m.force[0], m.force[1], m.force[2]);
    const Pose& pose = poses[static_cast<std::size_t>(s.mechanism_body)];
    const terrain::GroundPoint g = surroundings_.ground().nearest(pose.point(s.centre));
    out.push_back({s.mechanism_body, force, (g.point - pose.position).cross(force)});
  }
}

}  // namespace outrigger::contact
