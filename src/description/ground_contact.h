/// What touches the ground, as plain values: materials, contact spheres, tyres, and the site with
/// its ground. See description.h for the habits. Laws: contact/laws, tyres/.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "description/contact_law.h"
#include "description/contact_shapes.h"
#include "description/location.h"
#include "description/soils.h"
#include "math/types.h"

namespace outrigger::description {

/// Elastic constants of a solid, for the stiffness of contacts between smooth bodies (Hertz).
struct Material {
  std::string name;
  Location where;
  double young = 0.0;        ///< E [Pa], > 0
  double poisson = 0.3;      ///< 0..0.5
  double restitution = 0.3;  ///< e of an impact on itself, 0..1; a pair takes the smaller one

  bool operator==(const Material&) const = default;
};

/// Dry friction between two materials, in either order.
struct FrictionPair {
  std::string name;
  Location where;
  std::string material_a, material_b;
  double static_coefficient = 0.5;   ///< ≥ dynamic
  double dynamic_coefficient = 0.4;  ///< ≥ 0

  bool operator==(const FrictionPair&) const = default;
};

/// A sphere fixed in a body that touches the ground.
struct ContactSphere {
  std::string name;
  Location where;
  std::string body;
  Vec3 centre = Vec3::Zero();  ///< in the body frame [m]
  double radius = 0.0;         ///< [m], > 0
  std::string material;
  std::string group;  ///< what people call it (cab, foot, ...), for sums, events and displays

  bool operator==(const ContactSphere&) const = default;
};

/// One direction of the magic formula F(s) = D sin(C atan(B s - E (B s - atan(B s)))) with
///   D = μ λ F_z,  B = K/(C D),  df = clamp((F_z - F_z0)/F_z0, df_min, df_max)
///   μ = mu + mu_load df,  K/F_z = stiffness + stiffness_load df,  E = curvature + curvature_load df
struct TyreDirection {
  double mu = 0.8, mu_load = 0.0;
  double stiffness = 10.0, stiffness_load = 0.0;  ///< slip stiffness over F_z [-]
  double shape = 1.5;                             ///< C
  double curvature = 0.0, curvature_load = 0.0;   ///< E
  double peak_slip = 0.15;                        ///< normalises combined slip
  double relaxation = 0.3;                        ///< σ [m], > 0

  bool operator==(const TyreDirection&) const = default;
};

struct TyreType {
  std::string name;
  Location where;
  double radius = 0.0;                                 ///< unloaded [m]
  double width = 0.0;                                  ///< [m]
  double stiffness = 0.0;                              ///< vertical [N/m]
  double damping = 0.0;                                ///< vertical [N s/m]
  double bump_deflection = 0.0, bump_stiffness = 0.0;  ///< rim near the ground; 0 = none
  double nominal_load = 0.0;                           ///< F_z0 [N]
  double load_min = -0.75, load_max = 0.6;             ///< range of df
  double reference_friction = 0.8;                     ///< λ = friction of the surface over this
  double trail = 0.0;                                  ///< pneumatic trail at small slip [m]
  TyreDirection longitudinal, lateral;

  bool operator==(const TyreType&) const = default;
};

/// A tyre (one of a twin, or a single one) on a wheel body.
struct Tyre {
  std::string name;
  Location where;
  std::string body;            ///< that spins
  Vec3 centre = Vec3::Zero();  ///< in the body frame [m]
  Vec3 axis = Vec3::UnitY();   ///< spin axis in the body frame; forward is axis x up
  std::string type;

  bool operator==(const Tyre&) const = default;
};

/// A kind of ground: how tyres grip it, what it is made of, what it looks like.
struct Surface {
  std::string name;
  Location where;
  std::string material;               ///< for contact spheres
  double tyre_friction = 0.8;         ///< of rubber on it
  double rolling_resistance = 0.015;  ///< f_r: M = f_r F_z R
  Vec3 colour{0.4, 0.4, 0.35};
};

/// A vertex of a height profile; the kink is rounded by a vertical curve of this radius.
struct ProfilePoint {
  double at = 0.0, height = 0.0;
  double radius = 0.0;  ///< [m]; 0 = a kink
};

/// Part of the ground. Later features cover earlier ones inside their area; outside they fall off
/// as banks and the higher ground wins.
struct GroundFeature {
  std::string name;
  Location where;
  double x_min = 0.0, x_max = 0.0, y_min = 0.0, y_max = 0.0;  ///< area [m]
  bool along_y = false;               ///< the profile runs along y instead of x
  std::vector<ProfilePoint> profile;  ///< empty: keeps the height, changes the surface
  double bank = 0.0;                  ///< run over rise of the side banks; 0 = vertical
  std::string surface;                ///< empty: keeps the surface
};

inline constexpr double kMaxGroundPoints = 4e6;  ///< of a height field

/// A plane z = 0, or a height field over a rectangle; beyond its edge the edge height goes on.
struct Ground {
  bool height_field = false;
  double cell = 0.5;                                          ///< [m]
  double fine_cell = 0.1;                                     ///< of what is changed [m]
  double x_min = 0.0, x_max = 0.0, y_min = 0.0, y_max = 0.0;  ///< [m]
  std::string surface;                                        ///< of what no feature covers
  std::vector<GroundFeature> features;
  std::vector<double> heights;  ///< given grid, rows of x for y upwards; empty: 0
};

/// A place where a machine can start.
struct StartPlace {
  std::string name;
  Location where;
  Vec3 position = Vec3::Zero();  ///< of the machine's origin; z is added to the ground [m]
  double heading = 0.0;          ///< counter-clockwise from +x [rad]
};

struct Site {
  std::string name;
  std::string title;
  std::vector<Material> materials;
  std::vector<FrictionPair> friction;
  std::vector<ContactLaw> contact_laws;
  std::vector<Surface> surfaces;
  std::vector<ContactShape> shapes;  ///< on the ground
  std::vector<ContactPair> contact_pairs;
  Ground ground;
  std::vector<SoilKind> soils;
  std::vector<DiggableArea> diggable;  ///< later ones cover earlier ones
  std::vector<StartPlace> starts;
};

}  // namespace outrigger::description
