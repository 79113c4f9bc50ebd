/// Forces that the program computes itself, set before every step and held over it
/// (model::BodyForce, model::CoordinateForce; sim::World::add_force asks for them).
///
///   on a point p of a body   f = f₀ - K (p - p₀) - C (ṗ - ṗ₀),  torque τ     f, τ in world axes
///   along a coordinate x     F = F₀ - k (x - x₀) - c (ẋ - ẋ₀)                positive increases x
///
/// p₀, ṗ₀ (x₀, ẋ₀) is the predicted end of the step, for which f₀ was computed, so that a smooth
/// force keeps the step's second order. Stiffness and damping are the user's: left at zero, the force
/// is explicit, with the trapezoidal rule stable for ω h < √2 of the oscillation it makes, which loses
/// the share (ω h)⁴/8 of its amplitude per step; given, the force is linear around f₀ and the step
/// implicit, for a linear spring and damper exactly the trapezoidal rule.
///
/// Tangents: K and C without their skew parts, which LDLᵀ cannot use; that of a coordinate without
/// the second derivatives of x. Both cost iterations, not accuracy. Torques have none (point_loads.h).
/// Energy: all work counts as external.
///
/// The numbers live in the state, so that snapshots, hashes and reactions cover them.
/// Limits: a torque does nothing to a particle (World refuses it).
#pragma once

#include <array>
#include <vector>

#include "forces/coordinate_link.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "system/force_term.h"

namespace outrigger::forces {

class UserForces final : public system::ForceTerm {
 public:
  UserForces(const model::Mechanism& mechanism, const model::Model& model);

  bool empty() const { return on_bodies_.empty() && on_coordinates_.empty(); }

  // Numbers of one force in `state`, which starts with those of this term.
  void set_body_force(int index, const model::BodyForce& force, double* state) const;
  void set_coordinate_force(int index, const model::CoordinateForce& force, double* state) const;
  model::BodyForce body_force(int index, const double* state) const;
  model::CoordinateForce coordinate_force(int index, const double* state) const;

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  int state_size() const override;
  void initialise(double* state) const override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

 private:
  struct Share {
    int entity = 0, block = 0;
    double coefficient = 0.0;
  };
  /// A point or axis of a body: Σ shares + constant.
  struct Sum {
    std::vector<Share> shares;
    Vec3 constant = Vec3::Zero();
  };
  struct OnBody {
    int body = 0;
    Vec3 point = Vec3::Zero();  ///< in the body frame
    model::BodyForce start;
    Sum place;
    std::vector<Sum> axes;                      ///< three; none on a particle
    std::vector<system::TangentSlot> tangents;  ///< lower triangle of the shares, row by row
  };
  struct OnCoordinate {
    CoordinateLink link;
    RankOneTangent tangent;
    model::CoordinateForce start;
  };

  static Sum sum_of(const model::Combination& c);
  static Vec3 value(const Sum& s, const double* x);
  static Vec3 rate(const Sum& s, const double* v);
  static void add_force(const Sum& s, const Vec3& f, const system::ForceSink& sink);
  Vec3 force(int index, const system::Configuration& c, const model::BodyForce& f) const;
  double force(int index, const system::Configuration& c, const model::CoordinateForce& f,
               double* gradient, double& speed) const;
  void add_tangent(const OnBody& on, const model::BodyForce& f,
                   const system::ForceSink& sink) const;

  std::vector<OnBody> on_bodies_;
  std::vector<OnCoordinate> on_coordinates_;
};

}  // namespace outrigger::forces
