/// The force of soil on one slice of a digging tool: elastoplastic elements whose limits come from the wedge
/// over the surface that is there (soil/wedge.h). Holds at rest, which laws of the velocity alone cannot.
///
/// A slice has its cutting edge, t along the plate from the edge upwards, n into the soil that it pushes, and
/// b = n × t. An element remembers the place r where it is not stretched. With u = p - r, p the acting point:
///
///   plate     N   = clamp(k_n u·n, 0, N_max)                       N_max = P cos δ
///   friction  F_t = k_t (u·t, u·b), returned to |F_t| ≤ L          L = N_0 tan δ + c_a A
///   edge      E   = clamp(-k_e u_e·t, 0, E_max)                    u_e = p - r_e
///             E_max = (c N_c + γ d N_q) a_tip · teeth · min(1, d/(2 tip thickness))
///   k = limit/u_y with u_y = Janosi K;  of friction with its limit at N_max
///   force on the tool = -N n - F_t + E t, and against the motion at yield the rate term below
///
///   P       force of the wedge [N], δ soil on steel [rad], c_a adhesion [Pa], A = d w/sin α [m²]
///   N_0     plate force at the start of the step, at most N_max [N]: with the friction limit fixed in a step
///           the tangent is symmetric, and plastic work is never negative
///   N_q = e^(π tan φ) tan²(45° + φ/2), N_c = (N_q - 1) cot φ (2 + π for φ = 0): Prandtl, Reissner
///   d       depth of the edge below the surface [m], a_tip area of the front of a tooth [m²]
///
/// Rate term: η v, η = 0.03 limit/(0.5 m/s), of the velocity into the soil. It comes in with the stretch beyond
/// the limit, fully at 3 % (plate and edge), so that the force has no jump; friction uses what it slipped in the
/// step before. At rest it is zero.
///
/// Acts on the plate, d/3 (weight) to d/2 (cohesion) above the edge, by their shares in P. When that point moves
/// along the plate, memories move with it.
///
/// After a step, r ← p - F/k: what yielded is forgotten. That costs plastic work F·Δr ≥ 0. A plate that goes
/// back leaves no gap behind: it pushes again as soon as it comes forward.
///
/// Sources: A. R. Reece 1964, E. McKyes 1985 (wedge); Z. Janosi, B. Hanamoto 1961 (K); J. C. Simo, T. J. R.
/// Hughes, Computational Inelasticity, 1998 (return mapping).
/// Limits: as soil/wedge.h; no inertia of the soil thrown ahead (ρ v² d w N_a: below 3 % at 0.5 m/s). Stretch
/// is kept in the world: where the plate turns by an angle within K of motion, forces turn with it. Below the
/// limits the elements lose nothing: a load that is put on at once swings about its rest until the machine, or
/// the step itself, has damped it; it does not drift. A stretch goes over to a new depth: the force grows and
/// shrinks with the limits, and `stored` with it.
#pragma once

#include <span>

#include "math/types.h"
#include "soil/wedge.h"

namespace outrigger::soil {

/// What carries over from step to step.
struct PlateState {
  double memory[3] = {};       ///< r of plate and friction, world [m]
  double edge_memory[3] = {};  ///< r_e [m]
  double arm = 0.0;            ///< acting point above the edge, along the plate [m]
  double normal = 0.0;         ///< N at the end of the step [N]
  double slipping = 0.0;       ///< 0: friction held, 1: it slipped well beyond its limit
  double engaged = 0.0;        ///< 1: memories hold a place

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("memory", s.memory), visit("edge_memory", s.edge_memory), visit("arm", s.arm);
    visit("normal", s.normal), visit("slipping", s.slipping), visit("engaged", s.engaged);
  }
};

struct PlateTeeth {
  double tip_area = 0.0;        ///< a_tip of a tooth [m²], >= 0
  double tip_thickness = 0.02;  ///< [m], > 0
  double count = 0.0;           ///< teeth of this slice; parts of one are allowed
};

/// Where the slice is, predicted for the end of the step. t and n are unit vectors at right angles.
struct PlatePose {
  Vec3 edge = Vec3::Zero();     ///< middle of the edge [m]
  Vec3 along = Vec3::UnitZ();   ///< t
  Vec3 normal = Vec3::UnitX();  ///< n
  double width = 1.0;           ///< [m]
  Vec3 last_edge =
      Vec3::Zero();  ///< at the start of the step [m]: where a plate that enters begins
};

/// What lies ahead (soil/cutting.h finds it), along the horizontal part of n.
struct PlateGround {
  WedgeSoil soil;
  double janosi_k = 0.02;           ///< K [m], > 0
  std::span<const double> heights;  ///< above the edge
  double spacing = 0.1;             ///< [m]
  double depth = 0.0;               ///< d [m]
  double area_on_plate = -1.0;      ///< as in WedgeTool [m²]
  double surcharge = 0.0;           ///< as in WedgeTool [N]
};

struct PlateForce {
  Vec3 force = Vec3::Zero();      ///< on the tool, at the acting point [N]
  Mat3 stiffness = Mat3::Zero();  ///< K = -∂F/∂p, symmetric, positive semidefinite [N/m]
  Mat3 damping = Mat3::Zero();    ///< C = -∂F/∂v, likewise [N s/m]
  double stored = 0.0;            ///< ½ F²/k of all elements [J]
  double rate_power = 0.0;        ///< heat of the rate term [W], >= 0
};

class Plate {
 public:
  /// Once per step: limits, stiffness and memory. The state is not changed.
  void freeze(const PlateTeeth& teeth, const PlatePose& pose, const PlateGround& ground,
              const PlateState& state);
  /// Forces at a place and velocity [m/s] of the acting point.
  PlateForce evaluate(const Vec3& position, const Vec3& velocity) const;
  /// The step ended with the acting point here. Returns the plastic work [J], >= 0.
  double accept(const Vec3& position, PlateState& state) const;

  /// Acting point above the edge, along t [m].
  double arm() const { return arm_; }
  const WedgeForce& wedge() const { return wedge_; }
  double normal_limit() const { return normal_limit_; }      ///< N_max [N]
  double friction_limit() const { return friction_limit_; }  ///< L [N]
  double edge_limit() const { return edge_limit_; }          ///< E_max [N]

 private:
  /// Stretched elements at a place, before and after their limits.
  struct Elements {
    double trial_normal = 0.0, normal = 0.0;
    double trial_edge = 0.0, edge = 0.0;
    Vec3 trial_friction = Vec3::Zero(), friction = Vec3::Zero();
    double trial_size = 0.0;  ///< of friction
  };
  Elements stretch(const Vec3& position) const;

  WedgeForce wedge_;
  Vec3 along_ = Vec3::UnitZ(), normal_ = Vec3::UnitX();
  Vec3 memory_ = Vec3::Zero(), edge_memory_ = Vec3::Zero();
  double arm_ = 0.0;
  double normal_limit_ = 0.0, friction_limit_ = 0.0, edge_limit_ = 0.0;
  double k_normal_ = 0.0, k_friction_ = 0.0, k_edge_ = 0.0;
  double slipping_ = 0.0;
};

/// Factors of bearing capacity for a friction angle [rad].
struct BearingFactors {
  double c = 0.0, q = 0.0;  ///< N_c, N_q
};
BearingFactors bearing_factors(double friction_angle);

}  // namespace outrigger::soil
