/// Pressure over a step of a layer that may be too stiff for it, as laws/normal_law.h has it for points.
///
///   p = (1-χ) (U₁ - U₀)/(u₁ - u₀) + χ c_l ⟨u₁ + h/2 u̇₁⟩ + (Γ₁ - Γ₀)/h,  p ≥ 0
///   U = ½ c_l u²,  Γ = ∫ d_l min(u/u_d, 1) du,  both 0 for u ≤ 0                    [Pa]
///
///   χ  0..1: 0 where the step resolves the layer, and its work is what is stored and lost; 1 where it is far
///      too stiff: it comes to rest within two steps, where the secant would swing for ever (u₁ = -u₀)
///   u₀, u₁  depths at the start and at the end of the step [m], u̇₁ rate at the end [m/s], h the step [s]
///
/// Price: what looks ahead gives back less than it stores. An element that is outside at both ends does not push.
#pragma once

#include <span>

#include "contact/patches/areal_law.h"
#include "contact/patches/patch_wrench.h"

namespace outrigger::contact {

struct StiffLayer {
  LayerLaw law;
  double implicit = 0.0;  ///< χ
};

/// `by_depth` is the derivative by u₁, `by_rate` that by u̇₁, `stored` is U₁.
inline ArealForce areal_step_pressure(const StiffLayer& layer, double before, double depth,
                                      double rate, double h) {
  if (!(layer.implicit > 0.0)) return areal_step_pressure(layer.law, before, depth, h);
  LayerLaw spring = layer.law;
  spring.damping = 0.0;
  ArealForce f = areal_step_pressure(spring, before, depth, h);
  if (!(before > 0.0) && !(depth > 0.0)) return f;
  const double ahead = depth + 0.5 * h * rate;
  const double share = ahead > 0.0 ? layer.implicit * layer.law.stiffness : 0.0;
  f.elastic = (1.0 - layer.implicit) * f.elastic + share * ahead;
  f.by_depth = (1.0 - layer.implicit) * f.by_depth + share;
  f.by_rate = 0.5 * h * share;
  const double u_d = layer.law.transition_depth;
  const auto damping = [&](double u) {
    if (!(u > 0.0)) return 0.0;
    return layer.law.damping * (u < u_d ? 0.5 * u * u / u_d : u - 0.5 * u_d);
  };
  f.pressure = f.elastic + (damping(depth) - damping(before)) / h;
  if (depth > 0.0) f.by_depth += layer.law.damping * (depth < u_d ? depth / u_d : 1.0) / h;
  if (!(f.pressure > 0.0)) f.pressure = f.by_depth = f.by_rate = 0.0;  // no tension
  return f;
}

/// As sum_step_elements.
PatchWrench sum_step_elements(std::span<const PatchElement> elements, const StiffLayer& layer,
                              const PatchStart& start, const PatchMotion& motion,
                              PatchTangent* tangent, TangentKind kind);

}  // namespace outrigger::contact
