#include "contact/patches/volumetric_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "contact/laws/restitution.h"

namespace outrigger::contact {

void check(const VolumetricLaw& law) {
  const auto require = [](bool good, const char* name, double value, const char* range) {
    if (!good)
      throw Error(fmt::format("volumetric law: {} is {}; allowed: {}", name, value, range));
  };
  require(law.stiffness > 0.0 && std::isfinite(law.stiffness), "stiffness", law.stiffness,
          "> 0 N/m³");
  require(law.restitution >= 0.01 && law.restitution <= 1.0, "restitution", law.restitution,
          "0.01..1");
  require(law.friction >= 0.0 && std::isfinite(law.friction), "friction", law.friction, "≥ 0");
  require(law.slip_speed > 0.0 && std::isfinite(law.slip_speed), "slip_speed", law.slip_speed,
          "> 0 m/s");
}

VolumetricForce volumetric_force(const VolumetricLaw& law, const MeshPatch& patch,
                                 const PatchVelocity& velocity, double impact_speed) {
  VolumetricForce f;
  if (!(patch.volume > 0.0)) return f;
  const Vec3& n = patch.normal;
  const double approach = -n.dot(velocity.at(patch.volume_centroid));
  const double a = restitution_factor(law.restitution) / std::max(impact_speed, kSlowestImpact);
  const double elastic = law.stiffness * patch.volume;
  const double normal_force = elastic * (1.0 + a * approach);
  if (!(normal_force > 0.0)) {
    f.dissipated = -elastic * approach;
    return f;
  }
  f.normal_force = normal_force;
  f.by_volume = law.stiffness * (1.0 + a * approach);
  f.by_rate = elastic * a;

  const double spin_rate = n.dot(velocity.angular);
  const Vec3 rolling_rate = velocity.angular - spin_rate * n;
  f.rolling = -law.stiffness * a * (patch.inertia * rolling_rate);

  Vec3 slip = velocity.at(patch.centroid);
  slip -= n.dot(slip) * n;
  const double gyration = n.dot(patch.inertia * n) / patch.volume;  // r²
  const double speed = std::sqrt(slip.squaredNorm() + gyration * spin_rate * spin_rate);
  const double friction = law.friction * normal_force * slip_factor(speed, law.slip_speed).value;
  f.tangential = -friction * slip;
  f.spin = -friction * gyration * spin_rate * n;

  f.force = normal_force * n + f.tangential;
  f.torque = (patch.volume_centroid - velocity.reference).cross(normal_force * n) +
             (patch.centroid - velocity.reference).cross(f.tangential) + f.rolling + f.spin;
  f.dissipated = (normal_force - elastic) * approach - f.rolling.dot(velocity.angular) +
                 friction * speed * speed;
  return f;
}

Eigen::Matrix<double, 6, 1> volume_gradient(const MeshPatches& query, const geometry::Mesh& mesh_a,
                                            std::size_t patch, const Vec3& reference) {
  const MeshPatch& p = query.patches()[patch];
  Eigen::Matrix<double, 6, 1> gradient = Eigen::Matrix<double, 6, 1>::Zero();
  for (const ActiveFace& f : query.faces_a().subspan(static_cast<std::size_t>(p.first_face_a),
                                                     static_cast<std::size_t>(p.face_count_a))) {
    const Vec3 area = f.area * mesh_a.normal(f.face);
    gradient.head<3>() += area;
    gradient.tail<3>() += (f.centroid - reference).cross(area);
  }
  return gradient;
}

}  // namespace outrigger::contact
