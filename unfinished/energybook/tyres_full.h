/// Tyres on the ground, as one force term: linear vertical spring and damper, magic formula with
/// load dependence and combined slip, slip as a state with relaxation lengths, so that a parked
/// machine holds without creeping (corrections.md).
///
/// Geometry, frozen per step at the predicted pose: the tyre is a torus of crown radius w/2 about
/// the wheel's axis a; n the ground's normal, t the upward direction in the wheel's plane,
///   δ_pred = w/2 - n·(p - (R - w/2) t - ground),  contact point m on the ground plane below,
///   e_x = a × n / |a × n| forward,  e_y = n × e_x left,  v_x = hub speed along e_x
/// Vertical:  F_z = max(0, k δ + c δ̇), and bump_stiffness beyond bump_deflection
/// Slip velocity v = (ṁ·e_x, ṁ·e_y) of the wheel's material point; slip states, implicit in h:
///   σ s' = -v - |v_x| s   →   s = (s₀ - h v/σ)/(1 + h |v_x|/σ)
/// Combined slip with n_i = s_i/s_peak,i, ρ = |n|:   F_i = n_i/ρ F_i0(s_peak,i ρ)
///   beyond the peak the state stays at ρ = 1 (the rubber cannot stretch further; |v_x| in the line
///   above is replaced by what keeps it there) and the falling branch is taken at the kinematic slip
///   |v_i/s_peak,i|/max(|v_x|, 0.5 m/s).
/// Standstill damping, fading to zero at 0.5 m/s:  -2 ζ √(K/σ F_z/g) v_i (1 - |F|/D),  ζ = 0.7
/// Couples: rolling resistance -f_r F_z R sign(v_x) about e_y (linear below 0.1 m/s; so on slopes
/// of less than f_r an unbraked machine creeps), aligning -trail F_y (1 - |n_y|) about n.
/// What is found deep inside is pushed out at about 0.2 m/s: a share of the spring, growing from the
/// weight.
/// Tangent: vertical exact; slip symmetrised and positive; not ∂F_xy/∂F_z, not the couples.
///
/// Energy stored [J]: of the vertical spring, and of the rubber that slip has stretched, along the straight way
/// in slip from none to ρ,
///   V = Σ_i σ_i s_peak,i (n_i/ρ)² ∫₀^ρ F_i0(s_peak,i r) dr      (Simpson's rule; σ_i s_i is the stretch)
/// Heat of a step: the work of all forces but the vertical spring by their mean along the way that the points
/// of contact went, and of the couples by their mean turn, less what the rubber stores of it. The load changes
/// V as well, so the heat of a moment can be below zero; over a time it is not.
#pragma once

#include <vector>

#include "model/mechanism.h"
#include "model/model.h"
#include "system/body_blocks.h"
#include "system/force_term.h"
#include "terrain/ground.h"
#include "tyres/magic_formula.h"
#include "tyres/tyre_reading.h"

namespace outrigger::tyres {

class Tyres final : public system::ForceTerm {
 public:
  Tyres(const model::Mechanism& mechanism, const model::Model& model,
        const terrain::Ground& ground);

  bool empty() const { return tyres_.empty(); }
  int count() const { return static_cast<int>(tyres_.size()); }
  TyreReading reading(int tyre, const double* state) const;
  /// The ground at a tyre has changed: it is met again as by what starts there.
  void forget(int tyre, double* state) const;

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  int state_size() const override { return kStateSize * count(); }
  std::vector<model::PartId> remembered() const override { return ids_; }
  void prepare(const system::Configuration& c, const double* state,
               system::Response& response) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  void start(const system::Configuration& c, double* state) override;
  void accept(const system::Configuration& c, double* state, system::Response& response) override;
  double lost_in_step() const override;
  double given_in_step() const override { return given_in_step_; }
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

 private:
  struct Memory {
    double slip[2] = {0.0, 0.0};
    double load = 0.0, deflection = 0.0;
    double longitudinal = 0.0, lateral = 0.0;
    double force[3] = {0.0, 0.0, 0.0};
    double torque[3] = {0.0, 0.0, 0.0};
    double share = 1.0;  ///< of the spring; less while a tyre found inside is pushed out
  };
  static constexpr int kStateSize = static_cast<int>(sizeof(Memory) / sizeof(double));

  struct Tyre {
    int body;  ///< index into bodies_
    int mechanism_body;
    Vec3 centre, axis;
    int type;
  };
  struct Place {
    Vec3 normal, forward, left, point;
    double depth = 0.0;
    int surface = 0;
  };
  struct Contact {
    int tyre = 0;
    Memory memory;
    Place place;
    Vec3 predicted;         ///< m as predicted, less constants
    Vec3 in_body;           ///< m in the frame of the body
    double speed = 0.0;     ///< |v_x|
    double rolling = 0.0;   ///< f_r R sign(v_x), smoothed [m]
    double trailing = 0.0;  ///< sign(v_x), smoothed
    double grip = 1.0;
    double frozen_load = 0.0;
    int first_coefficient = 0;
  };
  struct Forces {
    double depth = 0.0, rate = 0.0, load = 0.0, by_depth = 0.0, by_rate = 0.0;
    double slip[2] = {0.0, 0.0}, force[2] = {0.0, 0.0};
    double damping[3] = {0.0, 0.0, 0.0};  ///< -∂F/∂v: xx, yy, xy
    Vec3 velocity = Vec3::Zero();
    Vec3 torque = Vec3::Zero();
  };

  /// Where the ground carried a tyre in the last step, so that nobody asks the ground again: it may have
  /// changed since. Known by the force; after going back to a saved state there is none.
  struct Kept {
    Vec3 in_body = Vec3::Zero();
    Vec3 force = Vec3::Zero();
  };
  static Memory recall(const double* state, int tyre);
  void soften_found_inside(Contact& contact, double depth, system::Response& response) const;
  Place locate(const Tyre& tyre, const Pose& pose) const;
  Forces forces(const Contact& contact, const system::Configuration& c, double load) const;
  Memory memory_of(const Contact& contact, const Forces& f) const;
  double stored_by_slip(int tyre, const Memory& m, int surface) const;
  /// Work of the forces of the start of a step, or of its end, but for the spring, if they were constant [J].
  double work_at_start(int tyre, const Memory& m, const Place& place,
                       const system::Configuration& c) const;
  double work_at_end(const Contact& contact, const Forces& f, const system::Configuration& c) const;
  void book(int tyre, const Memory& before, const Memory& after, const Contact* contact,
            const Forces& f, const system::Configuration& c);

  std::vector<system::BodyBlocks> bodies_;
  std::vector<description::TyreType> types_;
  std::vector<Tyre> tyres_;
  const terrain::Ground& ground_;
  double gravity_ = 9.81;
  std::vector<Contact> contacts_;
  std::vector<Kept> kept_;  // by tyre
  std::vector<double> coefficients_;
  /// Of the last step, for the energy book: what a tyre remembered before and after it, and where.
  struct Booked {
    Memory before, after;
    int surface_before = 0, surface_after = 0;
  };
  std::vector<Booked> booked_;  // by tyre
  double work_ = 0.0;           ///< of all forces but springs [J]
  double given_in_step_ = 0.0;
  int contact_count_ = 0;
  std::vector<model::PartId> ids_;  ///< by tyres
};

}  // namespace outrigger::tyres
