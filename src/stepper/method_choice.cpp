#include "stepper/method_choice.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "model/function.h"

namespace outrigger::stepper {

using description::IntegratorMethod;
using model::Mechanism;

namespace {

constexpr double kFastest = 3.0;  ///< rate times step up to which nothing is stiff

/// Jᵀ M⁻¹ J of a free body for a row J that acts at its frame's origin.
double mobility(const Mechanism& m, int body, const model::Twist& row) {
  if (body == model::kGroundIndex) return 0.0;
  const model::BodyPart& b = m.bodies[body];
  if (!(b.spec.mass > 0.0)) return 0.0;
  double w = row.linear.squaredNorm() / b.spec.mass;
  if (b.spec.kind == description::Body::Kind::point) return w;
  // The torque about the centre of mass.
  const Vec3 arm = b.pose.direction(b.spec.centre);
  const Vec3 torque = b.pose.rotation.transpose() * (row.angular - arm.cross(row.linear));
  return w + torque.dot(b.spec.inertia.ldlt().solve(torque));
}

double mobility(const Mechanism& m, int coordinate) {
  const model::CoordinateFrame& f = m.coordinates[coordinate].frame;
  const model::KinematicRow row =
      model::coordinate_row(f, m.pose_of(f.body_a), m.pose_of(f.body_b));
  return mobility(m, f.body_a, row.a) + mobility(m, f.body_b, row.b);
}

struct Fastest {
  double rate = 0.0;  ///< [1/s]
  std::string name;

  void add(const char* kind, const std::string& part, double stiffness, double damping, double w) {
    const double found = std::max(std::sqrt(std::abs(stiffness) * w), std::abs(damping) * w);
    // Not a number, or infinite: as stiff as can be.
    if (found <= rate) return;
    rate = std::isfinite(found) ? found : 1e300;
    name = fmt::format("{} '{}'", kind, part);
  }
};

Fastest fastest_element(const Mechanism& m) {
  Fastest fastest;
  for (const auto& s : m.springs) {
    const model::CoordinateFrame& f = m.coordinates[s.coordinate].frame;
    const double x = model::coordinate_value(f, m.pose_of(f.body_a), m.pose_of(f.body_b));
    const double free = s.spec.free_as_assembled ? x : s.spec.free;
    fastest.add("spring", s.spec.name, model::Function(s.spec.spring, "x").evaluate(x - free).first,
                model::Function(s.spec.damper, "x").evaluate(0.0).first, mobility(m, s.coordinate));
  }
  for (const auto& s : m.stops)
    fastest.add("stop", s.spec.name, s.spec.stiffness, 0.0, mobility(m, s.coordinate));
  for (const auto& p : m.mounts)
    for (int k = 0; k < 3; ++k) {
      const Vec3 along = Vec3::Unit(k);
      const Vec3 arm = m.pose_of(p.body).direction(p.spec.point);
      fastest.add("mount", p.spec.name, p.spec.stiffness[k], p.spec.damping[k],
                  mobility(m, p.body, {along, arm.cross(along)}));
    }
  return fastest;
}

template <class Parts>
bool found_any(const char* kind, const char* what, const Parts& parts, std::string& why) {
  if (parts.empty()) return false;
  why = fmt::format("{} '{}' {}", kind, parts.front().spec.name, what);
  return true;
}

}  // namespace

MethodChoice fitting_method(const Mechanism& m) {
  MethodChoice choice;
  std::string& why = choice.why;
  if (found_any("contact sphere", "has contact and friction", m.spheres, why) ||
      found_any("tyre", "has contact and friction", m.tyres, why) ||
      found_any("rope", "goes slack", m.ropes, why) || found_any("tool", "digs", m.tools, why) ||
      found_any("bed", "holds soil", m.beds, why) ||
      found_any("brake", "has friction", m.brakes, why) ||
      found_any("driveline", "has a memory", m.drivelines, why) ||
      found_any("drive", "changes its demand from step to step", m.drives, why))
    return choice;
  if (!m.user_body_forces.empty() || !m.user_coordinate_forces.empty()) {
    why = "forces of the program change from step to step";
    return choice;
  }
  const Fastest fastest = fastest_element(m);
  const double step = m.settings.step;
  if (fastest.rate * step > kFastest) {
    why =
        fmt::format("{} is stiff: up to {:.3g} 1/s, where {:.3g} is the most for a step of {:g} s",
                    fastest.name, fastest.rate, kFastest / step, step);
    return choice;
  }
  choice.method = IntegratorMethod::explicit_pair;
  why = "no contact, no friction, no drive, and nothing is stiff";
  return choice;
}

}  // namespace outrigger::stepper
