#include "contact/patches/contact_plane_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "contact/laws/hertz_stiffness.h"
#include "contact/laws/restitution.h"

namespace outrigger::contact {

void check(const ContactPlaneLaw& law) {
  const auto require = [](bool good, const char* name, double value, const char* range) {
    if (!good) {
      throw Error(fmt::format("contact plane law: {} is {}; allowed: {}", name, value, range));
    }
  };
  require(law.stiffness >= 0.0 && std::isfinite(law.stiffness), "stiffness", law.stiffness,
          "> 0 N/m^1.5, or 0 with a modulus");
  if (law.stiffness == 0.0) {
    require(law.modulus > 0.0 && std::isfinite(law.modulus), "modulus", law.modulus,
            "> 0 Pa where no stiffness is given");
  }
  require(law.restitution >= 0.01 && law.restitution <= 1.0, "restitution", law.restitution,
          "0.01..1");
  require(law.friction >= 0.0 && std::isfinite(law.friction), "friction", law.friction, "≥ 0");
  require(law.slip_speed > 0.0 && std::isfinite(law.slip_speed), "slip_speed", law.slip_speed,
          "> 0 m/s");
}

double contour_radius(const MeshPatch& patch) {
  const double depth = patch.depth();
  return depth > 0.0 ? patch.contour_area / (2.0 * std::numbers::pi * depth) : 0.0;
}

ContactPlaneForce contact_plane_force(const ContactPlaneLaw& law, const MeshPatch& patch,
                                      const PatchVelocity& velocity, double impact_speed) {
  ContactPlaneForce f;
  f.point = patch.centroid;
  const Vec3& n = patch.normal;
  const Vec3 v = velocity.at(f.point);
  const double rate = -n.dot(v);
  const double damping =
      restitution_factor(law.restitution) / std::max(impact_speed, kSlowestImpact);
  f.stiffness =
      law.stiffness > 0.0 ? law.stiffness : sphere_stiffness(law.modulus, contour_radius(patch));
  NormalLaw normal;
  normal.stiffness = f.stiffness;
  f.normal = normal_force(normal, damping, patch.depth(), rate);
  if (!(f.normal.force > 0.0)) return f;

  const Vec3 slip = v + rate * n;
  const double speed = std::sqrt(slip.squaredNorm());
  const SlipFactor factor = slip_factor(speed, law.slip_speed);
  const double sliding = law.friction * f.normal.force * factor.value;
  f.force = f.normal.force * n - sliding * slip;
  f.torque = (f.point - velocity.reference).cross(f.force);
  // Friction follows the normal force.
  const Vec3 per_normal = n - law.friction * factor.value * slip;
  f.K = f.normal.by_depth * per_normal * n.transpose();
  f.C = f.normal.by_rate * per_normal * n.transpose() +
        sliding * (Mat3::Identity() - n * n.transpose());
  if (speed > 0.0) {
    f.C += (law.friction * f.normal.force * factor.by_speed / speed) * slip * slip.transpose();
  }
  return f;
}

}  // namespace outrigger::contact
