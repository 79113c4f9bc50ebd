#include "contact/patches/areal_law.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace outrigger::contact {

namespace {

void require(bool good, const char* name, double value, const char* range) {
  if (!good) throw Error(fmt::format("{} is {}; allowed: {}", name, value, range));
}

}  // namespace

Layer make_layer(double young, double poisson, double thickness, double relaxation) {
  require(young > 0.0 && std::isfinite(young), "layer: Young's modulus", young, "> 0 Pa");
  require(poisson >= 0.0 && poisson < 0.45, "layer: Poisson's ratio", poisson, "0 ≤ ν < 0.45");
  require(thickness > 0.0 && std::isfinite(thickness), "layer: thickness", thickness, "> 0 m");
  require(relaxation >= 0.0 && std::isfinite(relaxation), "layer: relaxation", relaxation, "≥ 0 s");
  const double modulus = (1.0 - poisson) / ((1.0 + poisson) * (1.0 - 2.0 * poisson)) * young;
  const double stiffness = modulus / thickness;
  return {stiffness, relaxation * stiffness};
}

void check(const Layer& layer) {
  require(layer.modulus_per_thickness > 0.0, "layer: modulus_per_thickness",
          layer.modulus_per_thickness, "> 0 N/m³, infinite for rigid");
  require(layer.damping >= 0.0 && std::isfinite(layer.damping), "layer: damping", layer.damping,
          "≥ 0 N s/m³");
}

void check(const LayerLaw& law) {
  require(law.stiffness > 0.0 && std::isfinite(law.stiffness), "layer law: stiffness",
          law.stiffness, "> 0 N/m³ (one of two layers must not be rigid)");
  require(law.damping >= 0.0 && std::isfinite(law.damping), "layer law: damping", law.damping,
          "≥ 0 N s/m³");
  require(law.transition_depth >= 0.0 && std::isfinite(law.transition_depth),
          "layer law: transition_depth", law.transition_depth, "≥ 0 m");
  require(law.friction >= 0.0 && std::isfinite(law.friction), "layer law: friction", law.friction,
          "≥ 0");
  require(law.slip_speed > 0.0 && std::isfinite(law.slip_speed), "layer law: slip_speed",
          law.slip_speed, "> 0 m/s");
  require(law.share_a >= 0.0 && law.share_a <= 1.0, "layer law: share_a", law.share_a, "0..1");
}

double share_of_a(const Layer& a, const Layer& b) {
  if (std::isinf(a.modulus_per_thickness)) return std::isinf(b.modulus_per_thickness) ? 0.5 : 0.0;
  if (std::isinf(b.modulus_per_thickness)) return 1.0;
  return b.modulus_per_thickness / (a.modulus_per_thickness + b.modulus_per_thickness);
}

LayerLaw combine(const Layer& a, const Layer& b, const LayerLaw& like) {
  check(a);
  check(b);
  LayerLaw law = like;
  law.share_a = share_of_a(a, b);
  const double share_b = 1.0 - law.share_a;
  // The softer layer is the safer factor: the other may be rigid.
  law.stiffness = a.modulus_per_thickness < b.modulus_per_thickness
                      ? a.modulus_per_thickness * law.share_a
                      : b.modulus_per_thickness * share_b;
  law.damping = a.damping * law.share_a * law.share_a + b.damping * share_b * share_b;
  check(law);
  return law;
}

}  // namespace outrigger::contact
