/// A face of steel that presses into soil which it does not cut: the back and heel of a bucket, its side plates,
/// an edge on rock. One elastoplastic element with memory, as those of soil/plate.h.
///
///   u = p - r,  p the acting point, r where the element is not stretched, n from the steel into the soil
///   N   = clamp(k u·n, 0, N_max),   k = N_max/K
///   F_t = k_t (u - (u·n) n), returned to |F_t| ≤ L,   L = (N_0 + E) tan δ + c_a A,   k_t = L_max/K
///   force on the tool = -N n - F_t, and at yield against the motion the rate term of soil/plate.h
///
///   N_max = A (n_z² p_C + (1 - n_z²) p_P)
///   p_C = c N_c + γ d N_q           bearing capacity (Prandtl, Reissner), of a face that looks down
///   p_P = γ d K_p + 2 c √K_p        passive earth pressure (Rankine 1857), of a wall; K_p = tan²(45° + φ/2)
///   E   = (1 - n_z²) A (1 - sin φ) γ d      at rest (Jaky 1944): what rubs on a wall that slides along soil
///
///   A area in soil [m²], d depth of its middle below the surface [m], γ [N/m³], c, c_a [Pa], φ, δ [rad], K [m],
///   N_0 normal force at the start of the step [N], L_max = L with N_0 = N_max.
/// Between floor and wall the two pressures are mixed by n_z²; that is an interpolation, not a theory.
///
/// After a step r ← p - F/k: plastic work F·Δr ≥ 0. A face that goes back leaves no gap behind.
/// Limits: K as that of shear; no side effects of narrow faces; soil that yields to a wall stays where it was
/// (only what looks down presses it in, soil/settle.h).
#pragma once

#include "math/types.h"
#include "soil/wedge.h"

namespace outrigger::soil {

/// What carries over from step to step.
struct FaceMemory {
  double memory[3] = {};  ///< r, world [m]
  double normal = 0.0;    ///< N at the end of the step [N]
  double slipping = 0.0;  ///< 0: friction held, 1: it slipped well beyond its limit
  double engaged = 0.0;   ///< 1: the memory holds a place
};

struct FacePose {
  Vec3 point = Vec3::Zero();       ///< predicted acting point [m]
  Vec3 last_point = Vec3::Zero();  ///< at the start of the step: where a face that enters begins
  Vec3 moved =
      Vec3::Zero();  ///< by which the acting point has moved on the face since the last step [m]
  Vec3 normal = -Vec3::UnitZ();  ///< n, unit
};

struct FaceGround {
  WedgeSoil soil;
  double janosi_k = 0.02;  ///< K [m], > 0
  double area = 0.0;       ///< A
  double depth = 0.0;      ///< d, > 0
};

struct FaceForce {
  Vec3 force = Vec3::Zero();      ///< on the tool [N]
  Mat3 stiffness = Mat3::Zero();  ///< -∂F/∂p, symmetric, positive semidefinite
  Mat3 damping = Mat3::Zero();    ///< -∂F/∂v
  double stored = 0.0;            ///< [J]
  double rate_power = 0.0;        ///< [W], >= 0
};

class PressedFace {
 public:
  /// Once per step; the state is not changed.
  void freeze(const FacePose& pose, const FaceGround& ground, const FaceMemory& state);
  FaceForce evaluate(const Vec3& position, const Vec3& velocity) const;
  /// The step ended with the acting point here. Returns the plastic work [J], >= 0.
  double accept(const Vec3& position, FaceMemory& state) const;

  double normal_limit() const { return normal_limit_; }      ///< N_max [N]
  double friction_limit() const { return friction_limit_; }  ///< L [N]

 private:
  struct Elements {
    double trial = 0.0, normal = 0.0;
    Vec3 trial_friction = Vec3::Zero(), friction = Vec3::Zero();
    double trial_size = 0.0;
  };
  Elements stretch(const Vec3& position) const;

  Vec3 normal_ = -Vec3::UnitZ(), memory_ = Vec3::Zero();
  double normal_limit_ = 0.0, friction_limit_ = 0.0;
  double k_normal_ = 0.0, k_friction_ = 0.0;
  double slipping_ = 0.0;
};

}  // namespace outrigger::soil
