#include "stepper/stiff_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/function.h"

namespace outrigger::stepper {

using system::State;
using system::System;

namespace {

constexpr int kIterations = 30;
constexpr double kDifference = 1e-6;  ///< of the model's size

struct Mode {
  AlignedDoubles v;   ///< speeds of the entities
  double rate = 0.0;  ///< |λ| [1/s]
};

double size_of(const System& system, const AlignedDoubles& v) {
  return std::sqrt(2.0 * system.kinetic_energy(v.data()));
}

void scale(AlignedDoubles& v, double factor) {
  for (double& value : v) value *= factor;
}

/// d(x, v)' = (dv, dq̈) has the eigenvalues of the motion; sizes by kinetic energy, with dx counted at
/// the present estimate of |λ|, so that both halves of an oscillation weigh the same.
Mode fastest_mode(const System& system, formulation::Accelerations& accelerations,
                  const State& state, const AlignedDoubles& guess, const double* signals) {
  State here = state;
  accelerations.solve(here, state.drive, signals);
  Mode mode{guess, 1.0};
  const double start = size_of(system, mode.v);
  if (!(start > 0.0)) return {AlignedDoubles(guess.size(), 0.0), 0.0};
  scale(mode.v, 1.0 / start);
  AlignedDoubles dx(guess.size(), 0.0), dv = mode.v;
  // Small against the machine, in the fastest point.
  for (int i = 0; i < kIterations; ++i) {
    const double most = std::max(system.largest_weighted(dx.data()) * mode.rate,
                                 system.largest_weighted(dv.data()));
    if (!(most > 0.0)) break;
    const double epsilon = kDifference * system.length() / most;
    State there = here;
    for (std::size_t k = 0; k < there.x.size(); ++k) {
      there.x[k] += epsilon * dx[k];
      there.v[k] += epsilon * dv[k];
    }
    if (!accelerations.solve(there, state.drive, signals)) break;
    AlignedDoubles da(guess.size(), 0.0);
    for (std::size_t k = 0; k < da.size(); ++k)
      da[k] = (there.acceleration[k] - here.acceleration[k]) / epsilon;
    const double speed = size_of(system, dv), force = size_of(system, da);
    const double place = size_of(system, dx);
    // |(dv, da)|/|(dx, dv)| with lengths turned into speeds by the rate itself.
    const double before = std::sqrt(place * place * mode.rate * mode.rate + speed * speed);
    const double after = std::sqrt(speed * speed + force * force / (mode.rate * mode.rate));
    mode.rate = std::max(1e-3, mode.rate * std::sqrt(after / before));
    dx = dv;
    dv = da;
    const double unit = std::max(mode.rate * size_of(system, dx), size_of(system, dv));
    if (!(unit > 0.0)) break;
    scale(dx, 1.0 / unit);
    scale(dv, 1.0 / unit);
    mode.v = size_of(system, dv) > 0.5 ? dv : dx;
  }
  return mode;
}

struct Share {
  std::string name;
  double power = 0.0;
};

void keep_larger(Share& best, const char* kind, const std::string& name, double power) {
  if (power > best.power) best = {fmt::format("{} '{}'", kind, name), power};
}

/// The element that the mode strains most.
Share stiffest_element(const System& system, const model::Mechanism& m, const State& state,
                       const Mode& mode) {
  Share best;
  const auto motion = [&](int coordinate) {
    const system::CoordinateKernel& kernel = system.coordinate(coordinate);
    alignas(32) double g[4 * system::CoordinateKernel::kMaxSlots];
    kernel.slopes(state.x.data(), g);
    double now = 0.0, in_mode = 0.0;
    for (int s = 0; s < kernel.slot_count(); ++s) {
      now += dot4(load4(g + 4 * s), load4(&state.v[4 * kernel.blocks()[s]]));
      in_mode += dot4(load4(g + 4 * s), load4(&mode.v[4 * kernel.blocks()[s]]));
    }
    return std::pair{now, in_mode};
  };
  for (const auto& s : m.springs) {
    const auto [now, in_mode] = motion(s.coordinate);
    const double free = s.spec.free_as_assembled ? state.coordinate[s.coordinate] : s.spec.free;
    const double k =
        model::Function(s.spec.spring, "x").evaluate(state.coordinate[s.coordinate] - free).first;
    const double c = model::Function(s.spec.damper, "x").evaluate(now).first;
    keep_larger(best, "spring", s.spec.name,
                (std::abs(k) + std::abs(c) * mode.rate) * in_mode * in_mode);
  }
  for (const auto& s : m.stops) {
    const double x = state.coordinate[s.coordinate];
    const bool touches = (s.spec.upper && x > *s.spec.upper) || (s.spec.lower && x < *s.spec.lower);
    if (!touches) continue;
    const double in_mode = motion(s.coordinate).second;
    keep_larger(best, "stop", s.spec.name, s.spec.stiffness * in_mode * in_mode);
  }
  for (const auto& p : m.mounts) {
    const Pose pose = system.body_pose(p.body, state.x.data());
    const model::Twist twist = system.body_twist(p.body, state.x.data(), mode.v.data());
    const Vec3 v = twist.linear + twist.angular.cross(pose.rotation * p.spec.point);
    const Vec3 stiffness = p.spec.stiffness + mode.rate * p.spec.damping;
    keep_larger(best, "mount", p.spec.name, stiffness.dot(v.cwiseProduct(v)));
  }
  return best;
}

/// Those with at least a fifth of the kinetic energy of the fastest, two at most.
std::string moving_bodies(const System& system, const model::Mechanism& m, const State& state,
                          const Mode& mode) {
  std::vector<std::pair<double, std::size_t>> bodies;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const int body = static_cast<int>(b);
    const Pose pose = system.body_pose(body, state.x.data());
    const model::Twist twist = system.body_twist(body, state.x.data(), mode.v.data());
    const auto& spec = m.bodies[b].spec;
    const Vec3 v = twist.linear + twist.angular.cross(pose.rotation * spec.centre);
    const Vec3 spin = pose.rotation.transpose() * twist.angular;
    bodies.emplace_back(0.5 * spec.mass * v.squaredNorm() + 0.5 * spin.dot(spec.inertia * spin), b);
  }
  std::sort(bodies.rbegin(), bodies.rend());
  if (bodies.empty() || !(bodies[0].first > 0.0)) return {};
  const std::string& first = m.bodies[bodies[0].second].spec.name;
  if (bodies.size() > 1 && bodies[1].first > 0.2 * bodies[0].first)
    return fmt::format("bodies '{}' and '{}'", first, m.bodies[bodies[1].second].spec.name);
  return fmt::format("body '{}'", first);
}

}  // namespace

std::string name_stiff_part(const System& system, const model::Mechanism& mechanism,
                            formulation::Accelerations& accelerations, const State& state,
                            const AlignedDoubles& guess, const double* signals) {
  const Mode mode = fastest_mode(system, accelerations, state, guess, signals);
  const std::string bodies = moving_bodies(system, mechanism, state, mode);
  const Share element = stiffest_element(system, mechanism, state, mode);
  const double kinetic = 2.0 * system.kinetic_energy(mode.v.data()) * mode.rate * mode.rate;
  // The element carries the mode when most of its force is the element's.
  if (element.power > 0.3 * kinetic)
    return fmt::format("{} ({} moved by it, {:.2g} 1/s)", element.name, bodies, mode.rate);
  return fmt::format("{} ({:.2g} 1/s)", bodies.empty() ? "no body" : bodies, mode.rate);
}

}  // namespace outrigger::stepper
