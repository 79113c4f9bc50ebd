/// The digging force, weight and filling of a bucket after A. Luaces, thesis, section 3.4, for comparison with
/// soil/plate.h. Equations as corrected where they were printed wrong.
///
///   (3.23)  F = -μ_dig (σ1 + σ2 V^m) d^n v_t - μ_cp d^n v_n
///   (3.24)  weight of the soil ρ V g
///   (3.25)  d_fill = d/sin α, kept within 0..2r
///   (3.26)  v(x) = v_d + (v_h - v_d) x/(2r)             printed with the sign reversed
///   (3.28)  ΔV = max(0, v(d_fill/2)·n_ap) d_fill w Δt   printed without time, as a vector, with ρ
///
///   V        loose volume in the whole bucket [m³]     d    depth of the tooth [m], F = 0 above ground
///   v_t      velocity of the tooth v_d along the direction of excavation e, v_n = v_d - v_t [m/s]
///   α        angle between aperture and surface [rad]   r    half the length of the aperture [m]
///   v_h      velocity at the hinge [m/s]                n_ap normal of the aperture into the bucket
///   w        width of a slice [m]                       F    on the whole bucket [N]; k slices take 1/k each
///
/// Regularised: speeds s become 0.5 (tanh(s/0.15) + 0.3 s/0.5)/1.3, which at 0.5 m/s is the same within 1 %.
/// |F| is limited to `most`.
///
/// Limits: no force at rest, so a standing bucket is not held. The depth is no coordinate of the tangent.
#pragma once

#include "math/types.h"

namespace outrigger::soil {

struct ThesisDigging {
  double mu_dig = 52000.0;   ///< [N s/m^(n+1)], >= 0
  double sigma1 = 1.0;       ///< >= 0
  double sigma2 = 1.36;      ///< [m^(-3m)], >= 0
  double m = 1.0;            ///< 0..3
  double n = 1.83;           ///< 0..3
  double mu_cp = 169000.0;   ///< [N s/m^(n+1)], >= 0
  double hardness = 1.0;     ///< multiplies both μ: 2 to 3 in compacted ground
  bool regularised = false;  ///< a force that does not vanish at low speed
  double most = 250e3;       ///< |F| of the whole bucket [N]
};

/// A slice of the bucket.
struct ThesisSlice {
  double depth = 0.0;            ///< d [m]
  double volume = 0.0;           ///< V, of the whole bucket [m³]
  int slices = 1;                ///< k
  Vec3 way = Vec3::UnitX();      ///< e, unit
  Vec3 velocity = Vec3::Zero();  ///< v_d [m/s]
};

struct ThesisForce {
  Vec3 force = Vec3::Zero();  ///< on the tool [N]
  Mat3 damping =
      Mat3::Zero();  ///< C = -∂F/∂v [N s/m], symmetric, positive; at the limit scaled like F
};

ThesisForce thesis_digging(const ThesisDigging& law, const ThesisSlice& slice);

/// (3.24), on the tool at the centre of the soil [N]; density of the loose soil [kg/m³], gravity [m/s²].
Vec3 thesis_weight(double density, double volume, const Vec3& gravity);

struct ThesisAperture {
  double depth = 0.0;                  ///< d [m]
  double angle = 1.5707963267948966;   ///< α [rad]
  double radius = 0.5;                 ///< r [m], > 0
  double width = 1.0;                  ///< w of the slice [m]
  Vec3 normal = Vec3::UnitX();         ///< n_ap, unit
  Vec3 tooth_velocity = Vec3::Zero();  ///< v_d [m/s]
  Vec3 hinge_velocity = Vec3::Zero();  ///< v_h [m/s]
};

/// (3.25) [m].
double thesis_filled_length(const ThesisAperture& a);
/// (3.28): volume of bank soil that enters in `step` seconds [m³], >= 0.
double thesis_filling(const ThesisAperture& a, double step);

}  // namespace outrigger::soil
