/// Pressure and traction of an elastic foundation: bodies that are rigid but for thin layers
/// (PCM eqs. 1-3, 12, 14-21).
///
///   p = c_l u + d_l u̇ min(u/u_d, 1),   p ≥ 0                               [Pa]
///   τ = μ p w/v_ε (2 - w/v_ε) for w < v_ε, else μ p, against the slip        [Pa]
///
///   u  penetration [m], > 0 when overlapping        u̇ its rate [m/s], > 0 while approaching
///   w  slip speed [m/s]
///   c_l = K/b stiffness of a layer of thickness b [N/m³],  K = (1-ν)/((1+ν)(1-2ν)) E
///   d_l areal damping [N s/m³]: faded in over the depth u_d, so that nothing jumps at first touch
///
/// Two layers in series carry the same pressure: c_l = c_A c_B/(c_A + c_B), and A's layer takes
/// c_B/(c_A + c_B) of the penetration. PCM gives d_l per pair; from two layers it follows from their
/// powers: d_l = d_A s_A² + d_B s_B² with these shares s, which for d = τ c is d_l = τ c_l.
///
/// Traction has no stiction: a body on a slope creeps. Linear in u: bodies of one soft material that
/// are not thin layers have c_l by experience only (PCM §2.2).
#pragma once

#include <limits>

namespace outrigger::contact {

/// What one body brings. A rigid one has infinite stiffness.
struct Layer {
  /// c [N/m³], > 0; infinite for a rigid body.
  double modulus_per_thickness = std::numeric_limits<double>::infinity();
  double damping = 0.0;  ///< d [N s/m³], ≥ 0
};

/// The layer of a linear elastic material; Young's modulus [Pa] > 0, 0 ≤ ν < 0.45, thickness [m] > 0.
/// `relaxation` [s] ≥ 0 gives the damping d = relaxation · c. Throws outrigger::Error.
Layer make_layer(double young, double poisson, double thickness, double relaxation = 0.0);

/// How much of the penetration the layer of A takes, c_B/(c_A + c_B): 0..1.
double share_of_a(const Layer& a, const Layer& b);

/// Pressure [Pa], its derivatives [Pa/m], [Pa s/m], and what the springs hold.
struct ArealForce {
  double pressure = 0.0;
  double by_depth = 0.0;
  double by_rate = 0.0;
  double stored = 0.0;   ///< [J/m²]
  double elastic = 0.0;  ///< derivative of `stored` by the depth [Pa]
};

/// Traction over slip speed, φ = τ/w [Pa s/m], so that the vector is -φ v_t, also at rest.
struct ArealTraction {
  double factor = 0.0;
  double by_pressure = 0.0;
  double by_speed = 0.0;
};

/// The law of PCM for a pair of bodies.
struct LayerLaw {
  double stiffness = 0.0;         ///< c_l [N/m³], > 0
  double damping = 0.0;           ///< d_l [N s/m³], ≥ 0
  double transition_depth = 0.0;  ///< u_d [m], ≥ 0
  double friction = 0.0;          ///< μ, ≥ 0
  double slip_speed = 0.01;       ///< v_ε [m/s], > 0
  double share_a = 0.5;           ///< of the penetration, in the layer of A: 0..1
  double unpaid = 0.0;  ///< share of the depth at the start of a step that does not count: 0..1
};

/// One law from two layers. Friction and the rest are those of `like`.
LayerLaw combine(const Layer& a, const Layer& b, const LayerLaw& like = {});

/// Throws outrigger::Error, naming the value and its range.
void check(const Layer& layer);
void check(const LayerLaw& law);

inline ArealForce areal_pressure(const LayerLaw& law, double depth, double rate) {
  if (!(depth > 0.0)) return {};
  const bool fading = depth < law.transition_depth;
  const double fade = fading ? depth / law.transition_depth : 1.0;
  ArealForce f;
  f.elastic = law.stiffness * depth;
  f.stored = 0.5 * f.elastic * depth;
  const double damping = law.damping * fade;
  const double pressure = f.elastic + damping * rate;
  if (!(pressure > 0.0)) return f;  // no tension
  f.pressure = pressure;
  f.by_depth = law.stiffness + (fading ? law.damping * rate / law.transition_depth : 0.0);
  f.by_rate = damping;
  return f;
}

/// The pressure that acts over a whole step, in which the depth goes from u₀ to u₁ in the time h:
///   p = (U₁ - U₀)/(u₁ - u₀) + (Γ₁ - Γ₀)/h,  p ≥ 0,   U = ½ c_l u²,  Γ = ∫ d_l min(u/u_d, 1) du,  0 for u ≤ 0
/// so that its work is what is stored and lost, whatever the step (laws/normal_law.h, step_force).
/// `by_depth` is the derivative by u₁, `by_rate` is 0, `stored` is U₁.
inline ArealForce areal_step_pressure(const LayerLaw& law, double before, double depth, double h) {
  const double u0 = before > 0.0 ? before : 0.0, u1 = depth > 0.0 ? depth : 0.0;
  ArealForce f;
  f.stored = 0.5 * law.stiffness * u1 * u1;
  if (!(u0 > 0.0) && !(u1 > 0.0)) return f;
  double slope = 0.0;
  if (before > 0.0 && depth > 0.0) {
    f.elastic = 0.5 * law.stiffness * (u0 + u1);
    slope = 0.5 * law.stiffness;
  } else {
    const double way = depth - before;
    f.elastic = 0.5 * law.stiffness * (u1 * u1 - u0 * u0) / way;
    slope = (law.stiffness * u1 - f.elastic) / way;
  }
  const auto damping = [&](double u) {
    if (u >= law.transition_depth) return law.damping * (u - 0.5 * law.transition_depth);
    return 0.5 * law.damping * u * u / law.transition_depth;
  };
  const double pressure = f.elastic + (damping(u1) - damping(u0)) / h;
  if (!(pressure > 0.0)) return f;  // no tension
  f.pressure = pressure;
  f.by_depth = slope;
  if (u1 > 0.0)
    f.by_depth += law.damping * (u1 < law.transition_depth ? u1 / law.transition_depth : 1.0) / h;
  return f;
}

inline ArealTraction areal_traction(const LayerLaw& law, double pressure, double slip) {
  if (!(law.friction > 0.0 && pressure > 0.0)) return {};
  ArealTraction t;
  if (slip < law.slip_speed) {
    const double per_speed = law.friction / law.slip_speed;
    t.by_pressure = per_speed * (2.0 - slip / law.slip_speed);
    t.by_speed = -per_speed * pressure / law.slip_speed;
  } else {
    t.by_pressure = law.friction / slip;
    t.by_speed = -t.by_pressure * pressure / slip;
  }
  t.factor = t.by_pressure * pressure;
  return t;
}

/// A law of the user's own in place of LayerLaw: visco-elastic, plastic, measured (PCM §2.2). Must
/// not have memory: it is asked in any order. Derivatives must be exact where a step uses them.
class ArealLaw {
 public:
  virtual ~ArealLaw() = default;
  virtual ArealForce pressure(double depth, double rate) const = 0;
  virtual ArealTraction traction(double /*pressure*/, double /*slip*/) const { return {}; }
  /// How much of the penetration is in the layer of A.
  virtual double share_a() const { return 0.5; }
};

inline ArealForce areal_pressure(const ArealLaw& law, double depth, double rate) {
  return law.pressure(depth, rate);
}
inline ArealTraction areal_traction(const ArealLaw& law, double pressure, double slip) {
  return law.traction(pressure, slip);
}

}  // namespace outrigger::contact
