/// Contacts of ShapeContacts by the volumetric law.
#include <algorithm>

#include "contact/effective_inertia.h"
#include "contact/laws/restitution.h"
#include "contact/shape_contacts.h"

namespace outrigger::contact {

using system::Configuration;
using system::ForceSink;
using system::PairBlocks;
using system::Response;

void ShapeContacts::prepare_region(std::size_t i, const Configuration& c, Response& response) {
  const FoundContact& found = found_[i];
  const VolumetricRegion& region = *found.region;
  const PairBlocks& pair = pairs_[static_cast<std::size_t>(found.pair)];
  Active& k = active_[i];
  const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
  PointMemory& m = k.point.memory;
  prepare_affine(i);
  k.full_stiffness = found.layer.stiffness * soften_layer(i, c, region.area, response);
  k.volume.stiffness = k.full_stiffness * (1.0 - m.unpaid);
  k.volume.damping = found.law.damping_factor / std::max(m.impact_speed, kSlowestImpact);
  // Coefficients are affine in the place.
  double* sliding = &sliding_[static_cast<std::size_t>(k.first_coefficient)];
  const Vec3 to_plane = region.plane_centroid - region.volume_centroid;
  const double* g = gradients(i);
  for (int e = 0; e < pair.count(); ++e)
    sliding[e] = a[e] + Vec3(g[3 * e], g[3 * e + 1], g[3 * e + 2]).dot(to_plane);
  Vec3 spin_end = Vec3::Zero();
  if (found.law.turns()) {
    if (m.spin_inertia <= 0.0) find_inertia(pair, g, found.normal, slope_.data(), response, m);
    spin_end = pair.turn(g, c.v);
  }
  k.point.begin_friction(pair.sum(sliding, c.v), c.step, spin_end);
  // As it was left; by the geometry of this step where it was there from the start of the world.
  k.region_start = {m.depth, m.touching != 0.0 ? m.stored : 0.0,
                    patch_motion(i, c.x_start, c.v_start)};
  if (m.touching == 0.0 && found.from_start) {
    const RegionWrench w =
        region_wrench(region, {k.full_stiffness, 0.0}, k.region_start.motion, Vec3::Zero());
    k.region_start.volume = w.normal_force / std::max(k.full_stiffness, 1e-300);
    k.region_start.stored = w.stored;
  }
  k.stored_at_start = k.region_start.stored + k.point.gripped_at_start();
}

/// By which the bodies approach each other at the centroid of the volume.
double ShapeContacts::region_way(std::size_t i, const Configuration& c) const {
  const PairBlocks& pair = pairs_[static_cast<std::size_t>(found_[i].pair)];
  const double* a = &coefficients_[static_cast<std::size_t>(active_[i].first_coefficient)];
  return found_[i].normal.dot(pair.sum(a, c.x_start) - pair.sum(a, c.x));
}

ShapeContacts::RegionForces ShapeContacts::region_forces(std::size_t i, const Configuration& c) {
  const FoundContact& found = found_[i];
  const PairBlocks& pair = pairs_[static_cast<std::size_t>(found.pair)];
  Active& k = active_[i];
  const double* sliding = &sliding_[static_cast<std::size_t>(k.first_coefficient)];
  RegionForces f;
  const double* g = gradients(i);
  f.wrench = region_step_wrench(*found.region, k.volume, k.region_start, patch_motion(i, c.x, c.v),
                                region_way(i, c), c.step, pair.turn(g, c.v));
  f.friction =
      k.point.friction(f.wrench.normal_force, pair.sum(sliding, c.x) - pair.sum(sliding, c.x_start),
                       pair.sum(sliding, c.v), turn(i, c));
  return f;
}

void ShapeContacts::evaluate_region(std::size_t i, const Configuration& c, const ForceSink& sink) {
  const FoundContact& found = found_[i];
  const VolumetricRegion& region = *found.region;
  const PairBlocks& pair = pairs_[static_cast<std::size_t>(found.pair)];
  const Active& k = active_[i];
  const double* a = &coefficients_[static_cast<std::size_t>(k.first_coefficient)];
  const double* sliding = &sliding_[static_cast<std::size_t>(k.first_coefficient)];
  const double* g = gradients(i);
  const RegionForces f = region_forces(i, c);
  if (!(f.wrench.normal_force > 0.0)) return;
  const auto gradient = [&](int e) { return Vec3(g[3 * e], g[3 * e + 1], g[3 * e + 2]); };
  for (int e = 0; e < pair.count(); ++e)
    sink.add_force(pair.blocks()[e], a[e] * f.wrench.force + f.wrench.moment * gradient(e));
  pair.add_force(sliding, f.friction.tangential, sink);
  pair.add_torque(g, f.wrench.rolling + f.friction.torque, sink);
  if (sink.tangent == nullptr) return;
  PointContact::Forces without_normal = f.friction;
  without_normal.normal.by_depth = without_normal.normal.by_rate = 0.0;
  system::TurningStiffness t =
      k.point.turning_tangent(without_normal, sink.stiffness_factor, sink.damping_factor);
  const Vec3& n = region.normal;
  const Mat3 along = n * n.transpose(), across = Mat3::Identity() - along;
  t.torque_by_turn +=
      sink.damping_factor * f.wrench.by_turning * (across * region.inertia * across);
  pair.add_turning_tangent(sliding, g, t, sink);
  // K (1 + a v_n) m n nᵀ between the points of the area, what damps n nᵀ at c_V.
  const double stiffness = sink.stiffness_factor * f.wrench.by_motion;
  const double damping =
      sink.damping_factor * f.wrench.by_velocity + sink.stiffness_factor * f.wrench.by_way;
  for (int e = 0; e < pair.count(); ++e)
    for (int other = 0; other <= e; ++other) {
      const Vec3 ge = gradient(e), go = gradient(other);
      const double moment = a[e] * a[other] * region.area +
                            region.first.dot(a[e] * go + a[other] * ge) +
                            ge.dot(region.second * go);
      pair.add_tangent_block(e, other, (stiffness * moment + damping * a[e] * a[other]) * along,
                             sink);
    }
}

void ShapeContacts::accept_region(std::size_t i, const Configuration& c) {
  const FoundContact& found = found_[i];
  const PairBlocks& pair = pairs_[static_cast<std::size_t>(found.pair)];
  Active& k = active_[i];
  const double* sliding = &sliding_[static_cast<std::size_t>(k.first_coefficient)];
  const RegionForces f = region_forces(i, c);
  PointMemory& m = k.point.memory;
  const PatchMotion &start = k.region_start.motion, end = patch_motion(i, c.x, c.v);
  const double* g = gradients(i);
  const Vec3 turned = pair.turn(g, c.x) - pair.turn(g, c.x_start);
  const Vec3 slid = pair.sum(sliding, c.x) - pair.sum(sliding, c.x_start);
  const double pressed =
      -f.wrench.force.dot(end.t - start.t) - f.wrench.moment.cwiseProduct(end.G - start.G).sum();
  const double taken = pressed - (f.wrench.rolling + f.friction.torque).dot(turned) -
                       f.friction.tangential.dot(slid);
  const RegionWrench full =
      region_wrench(*found.region, {k.full_stiffness, 0.0}, end, Vec3::Zero());
  if (!(full.stored > 0.0)) {
    m = PointMemory{};
    end_areal(i, taken, 0.0);
    return;
  }
  m.touching = 1.0;
  const PointTurn rotation = turn(i, c);
  k.point.end_friction(f.friction, pair.sum(sliding, c.x) - pair.sum(sliding, c.x_start),
                       turn_of_b(found, c.x), rotation);
  const Vec3 force = f.force(), torque = f.torque(*found.region);
  for (int axis = 0; axis < 3; ++axis) {
    m.force[axis] = force[axis];
    m.torque[axis] = torque[axis];
  }
  m.normal_force = f.wrench.normal_force;
  m.depth = full.normal_force / k.full_stiffness;
  // No more than was put in: the rest of the stiffness does not count until losses have paid for it.
  m.stored = std::min(full.stored, std::max(0.0, k.region_start.stored + pressed));
  m.unpaid = 1.0 - m.stored / full.stored;
  const double lost_before = std::max(0.0, m.lost);
  end_areal(i, taken, m.energy());
  const double more =
      std::min({m.unpaid, c.step / kRecoveryTime, std::max(0.0, m.lost) / full.stored});
  m.unpaid -= more;
  m.lost -= more * full.stored;
  m.stored += more * full.stored;
  paid_back_ += more * full.stored;
  paid_by_past_ += std::min(more * full.stored, lost_before);
  if (m.stiffness < 1.0) ++interventions_.softened;
}

}  // namespace outrigger::contact
