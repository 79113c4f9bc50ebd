#include "contact/patches/volumetric_region.h"

#include <algorithm>
#include <cmath>

namespace outrigger::contact {

namespace {

/// Sums over the faces of one side, seen along the normal.
struct SideSums {
  double area = 0.0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  double heights = 0.0;  // ∫ z² dA about the contact plane
  double largest = 0.0;  // square of an edge
};

}  // namespace

double VolumetricRegion::spin_radius() const {
  return volume > 0.0 ? std::sqrt(std::max(0.0, normal.dot(inertia * normal)) / volume) : 0.0;
}

VolumetricRegion VolumetricRegion::placed(const Pose& pose) const {
  VolumetricRegion r = *this;
  const Mat3& turn = pose.rotation;
  r.normal = turn * normal;
  r.volume_centroid = pose.point(volume_centroid);
  r.plane_centroid = pose.point(plane_centroid);
  r.inertia = turn * inertia * turn.transpose();
  r.first = turn * first;
  r.second = turn * second * turn.transpose();
  return r;
}

VolumetricRegion VolumetricRegion::swapped() const {
  VolumetricRegion r = *this;
  r.normal = -normal;
  return r;
}

VolumetricRegion make_region(const MeshPatches& query, const geometry::Mesh& a,
                             const geometry::Mesh& b, const Pose& b_in_a, std::size_t patch) {
  const MeshPatch& p = query.patches()[patch];
  VolumetricRegion r;
  r.normal = p.normal;
  r.volume_centroid = p.volume_centroid;
  r.plane_centroid = p.centroid;
  r.volume = p.volume;
  r.depth = p.depth();
  r.inertia = p.inertia;
  const auto sum = [&](std::span<const ActiveFace> faces, const geometry::Mesh& mesh, bool of_a) {
    SideSums s;
    for (const ActiveFace& f : faces) {
      const Vec3 out = of_a ? mesh.normal(f.face) : b_in_a.direction(mesh.normal(f.face));
      // The inner surface of A looks against n, that of B along it.
      const double w = f.area * (of_a ? -1.0 : 1.0) * out.dot(r.normal);
      const Vec3 at = f.centroid - r.volume_centroid;
      const double z = r.normal.dot(f.centroid - r.plane_centroid);
      s.area += w;
      s.first += w * at;
      s.second += w * (at * at.transpose() + f.spread);
      s.heights += w * (z * z + r.normal.dot(f.spread * r.normal));
      const geometry::Corners c = mesh.corners(f.face);
      s.largest = std::max({s.largest, (c[1] - c[0]).squaredNorm(), (c[2] - c[0]).squaredNorm()});
    }
    return s;
  };
  const auto range = [](std::span<const ActiveFace> all, std::int32_t first, std::int32_t count) {
    return all.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  };
  const SideSums of_a = sum(range(query.faces_a(), p.first_face_a, p.face_count_a), a, true);
  const SideSums of_b = sum(range(query.faces_b(), p.first_face_b, p.face_count_b), b, false);
  // Both sides border the same area; that of smaller faces has lost fewer digits.
  const SideSums& finer = of_a.largest < of_b.largest ? of_a : of_b;
  r.area = finer.area;
  r.first = finer.first;
  r.second = finer.second;
  // Only what is across the normal has a meaning.
  const Mat3 across = Mat3::Identity() - r.normal * r.normal.transpose();
  r.first = across * r.first;
  r.second = across * r.second * across;
  const double root =
      std::sqrt(std::max(0.0, of_a.heights)) + std::sqrt(std::max(0.0, of_b.heights));
  r.half_square = 0.5 * root * root;
  return r;
}

Vec3 RegionWrench::torque() const {
  return Vec3(moment(2, 1) - moment(1, 2), moment(0, 2) - moment(2, 0),
              moment(1, 0) - moment(0, 1)) +
         rolling;
}

namespace {

/// W.
Vec3 shifted_by(const VolumetricRegion& region, const PatchMotion& motion) {
  const Vec3& n = region.normal;
  return -(n.dot(motion.t) * region.first + region.second * (motion.G.transpose() * n));
}

}  // namespace

RegionWrench region_wrench(const VolumetricRegion& region, const RegionLaw& law,
                           const PatchMotion& motion, const Vec3& angular) {
  RegionWrench w;
  const Vec3& n = region.normal;
  const double along = n.dot(motion.t);
  const Vec3 tilt = motion.G.transpose() * n, tilting = motion.L.transpose() * n;
  const double volume = region.volume - region.area * along - tilt.dot(region.first);
  if (!(volume > 0.0)) return w;
  const Vec3 shifted = shifted_by(region, motion);
  w.stored = law.stiffness * std::max(0.0, region.half_square - region.volume * along +
                                               0.5 * (region.area * along * along +
                                                      2.0 * along * tilt.dot(region.first) +
                                                      tilt.dot(region.second * tilt)));
  const double parting = n.dot(motion.v);
  const double factor = std::max(0.0, 1.0 - law.damping * parting);
  w.dissipated = (1.0 - factor) * law.stiffness * (volume * parting + shifted.dot(tilting));
  if (!(factor > 0.0)) return w;
  w.by_motion = law.stiffness * factor;
  w.by_velocity = law.stiffness * volume * law.damping;
  w.by_turning = law.stiffness * law.damping;
  w.normal_force = w.by_motion * volume;
  w.force = w.normal_force * n;
  w.moment = w.by_motion * n * shifted.transpose();
  const Vec3 rolling = angular - n.dot(angular) * n;
  const Vec3 resisted = region.inertia * rolling;
  w.rolling = -w.by_turning * (resisted - n.dot(resisted) * n);
  w.dissipated -= w.rolling.dot(rolling);
  return w;
}

RegionWrench region_step_wrench(const VolumetricRegion& region, const RegionLaw& law,
                                const RegionStart& start, const PatchMotion& end, double way,
                                double step, const Vec3& angular) {
  const RegionWrench after = region_wrench(region, {law.stiffness, 0.0}, end, Vec3::Zero());
  const double volume = law.stiffness > 0.0 ? after.normal_force / law.stiffness : 0.0;
  RegionWrench w;
  w.stored = after.stored;
  double mean = 0.0, by_end = 0.0;
  if (start.volume > 0.0 && volume > 0.0) {
    mean = 0.5 * (start.volume + volume);
    by_end = 0.5;
  } else if (start.volume > 0.0 || volume > 0.0) {
    const double most = std::max(start.volume, volume);
    const double gained = after.stored - start.stored;
    mean = gained * way > 0.0 ? std::min(most, gained / (way * law.stiffness)) : 0.0;
    if (volume > 0.0) by_end = 1.0;
  }
  const double factor =
      std::max(0.0, 1.0 + law.damping * (step > 0.0 ? way / step : -region.normal.dot(end.v)));
  if (!(mean > 0.0 && factor > 0.0)) return w;
  w.normal_force = law.stiffness * mean * factor;
  w.force = w.normal_force * region.normal;
  if (volume > 0.0 && start.volume > 0.0)
    w.moment = (0.5 * law.stiffness * factor) * region.normal *
               (shifted_by(region, start.motion) + shifted_by(region, end)).transpose();
  else if (volume > 0.0)
    w.moment = (mean / volume * law.stiffness * factor) * region.normal *
               shifted_by(region, end).transpose();
  w.by_motion = law.stiffness * factor * by_end;
  if (step > 0.0) w.by_way = law.stiffness * mean * law.damping / step;
  w.by_turning = law.stiffness * law.damping;
  const Vec3 rolling = angular - region.normal.dot(angular) * region.normal;
  const Vec3 resisted = region.inertia * rolling;
  w.rolling = -w.by_turning * (resisted - region.normal.dot(resisted) * region.normal);
  return w;
}

}  // namespace outrigger::contact
