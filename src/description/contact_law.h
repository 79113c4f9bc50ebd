/// How two materials push on each other, as plain values. What is not given follows from the
/// materials and the shapes. Laws: contact/laws, contact/patches.
#pragma once

#include <optional>
#include <string>

#include "description/location.h"

namespace outrigger::description {

struct ContactLaw {
  /// Of the force along the normal; see contact/laws/normal_law.h.
  enum class Normal {
    restitution,
    hertz,
    hunt_crossley,
    lankarani_nikravesh,
    flores,
    kelvin_voigt,
    ramped_kelvin_voigt,
    nonlinear_damping
  };
  /// Of the force across it; see contact/laws/friction_law.h.
  enum class Friction { bristle, thesis_bristle, stribeck, regularised, coulomb };
  /// What is made of the overlap of two meshes.
  enum class Patch { foundation, volumetric, plane };

  std::string name;
  Location where;
  std::string material_a, material_b;

  Normal normal = Normal::restitution;
  std::optional<double> stiffness;    ///< k [N/m^exponent], > 0; else by Hertz from both materials
  double exponent = 1.5;              ///< of the penetration, 1..3
  std::optional<double> restitution;  ///< e, 0..1; else the smaller one of the materials
  double damping = 0.0;     ///< kelvin_voigt [N s/m], nonlinear_damping [N s/m^(1+exponent)]
  double ramp_depth = 0.0;  ///< ramped_kelvin_voigt: damping is full from here on [m]
  double radius = 0.0;      ///< of corners and edges, for their Hertz stiffness [m]; 0: by size

  Friction friction = Friction::bristle;
  double viscous = 0.0;          ///< [N s/m] per contact point
  double stribeck_speed = 0.01;  ///< v_s between static and dynamic friction [m/s]
  double slip_speed = 0.01;      ///< v_ε of regularised and coulomb [m/s]
  double bristle_steps = 2.0;    ///< N: k_s = m_eff/(N h)²
  double spin_radius = 0.0;      ///< r: spin of a contact point is resisted up to μ N r [m]
  double rolling_arm = 0.0;      ///< ρ: its rolling up to ρ N [m]
  bool exact_depth = false;      ///< of points: see contact/point_contact.h

  Patch patch = Patch::foundation;
  std::optional<double>
      layer_stiffness;  ///< c_l, K of volumetric [N/m³]; else from the materials and the sizes
  std::optional<double> layer_damping;  ///< d_l [N s/m³]; else from the restitution
  double transition_depth = 0.0;        ///< u_d: damping is full from here on [m]

  bool operator==(const ContactLaw&) const = default;
};

}  // namespace outrigger::description
