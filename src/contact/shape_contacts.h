/// Contacts between shapes as a force term: pairs of bodies that were found to touch, or to be about
/// to, in the step. Which they are is decided before the step (touching/contact_stage.h); the term has
/// room for a number of contacts and tangent blocks for given pairs of bodies.
///
/// Where two meshes overlap, a contact is all elements of the overlap (contact/patches): a layer under
/// pressure, with friction by the elements (PCM eq. 20), or, with memory, of the patch as a whole
/// against slip and by the elements against spin. By the volumetric law a contact is one region of
/// overlap, with friction of slip and spin under one limit (patches/volumetric_region.h).
///
/// Each other contact is a point_contact.h between two material points that coincide at the predicted end
/// of the step, where the geometry was found. Forces on A and B are equal, opposite and at one point,
/// so linear and angular momentum are exact. Torques against spin and rolling are equal and opposite too.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "contact/patches/patch_wrench.h"
#include "contact/patches/volumetric_region.h"
#include "contact/point_contact.h"
#include "model/mechanism.h"
#include "system/pair_blocks.h"

namespace outrigger::contact {

/// A contact of the step under way.
struct FoundContact {
  int pair = 0;                 ///< of the term's pairs of bodies
  Vec3 place_a = Vec3::Zero();  ///< the point in the frame of body A (the world's for the ground)
  Vec3 place_b = Vec3::Zero();  ///< and of body B
  Vec3 normal = Vec3::UnitZ();  ///< from B to A, world
  double depth = 0.0;
  bool from_start = true;  ///< the two may have touched when the world began
  PointParameters law;     ///< complete; of a patch, its friction
  /// A patch: the point is where it is pressed most, the normal its mean one.
  std::span<const PatchElement> elements = {};  ///< world frame; live until the step is over
  const VolumetricRegion* region = nullptr;     ///< or by its volume, world frame; lives as long
  LayerLaw layer = {};
  bool damped_by_restitution = false;  ///< the layer's damping follows from law.damping_factor
  double patches_stiffness = 0.0;      ///< Σ c A of all patches of the two shapes [N/m]
  Vec3 reference = Vec3::Zero();       ///< the point, world
  /// Of the bodies, when it was found; for patches and contacts that turn.
  Mat3 turn_a = Mat3::Identity(), turn_b = Mat3::Identity();

  bool is_patch() const { return !elements.empty(); }
  bool is_region() const { return region != nullptr; }
  /// Whether a patch has friction beside that of its elements.
  bool has_own_friction() const { return law.remembers(); }
};

class ShapeContacts final : public system::ForceTerm {
 public:
  /// `pairs`: places in `bodies` (A, B), or kGroundIndex.
  ShapeContacts(std::vector<system::BodyBlocks> bodies, std::span<const std::pair<int, int>> pairs,
                int capacity);

  int capacity() const { return capacity_; }
  /// For the next step; at most capacity(). Memory is expected in the state, by their order.
  void set_contacts(std::span<const FoundContact> contacts);
  const ImpactCounts& interventions() const { return interventions_; }

  /// Forces of the contacts at the given configuration, after `prepare` there; nothing is remembered.
  void read_forces(const system::Configuration& c, std::span<PointMemory> out);

  static PointMemory recall(const double* state, int contact);
  static void remember(double* state, int contact, const PointMemory& m);

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  bool acts_within_step() const override { return true; }
  double steps_of_shortest(const double* state, double h) const override;
  void add_last_forces(const double* state, const system::ForceSink& sink) const override;
  double least_way(double acceleration) const override;
  double lost_in_step() const override { return lost_in_step_; }
  double paid_back() const override { return paid_back_; }
  double paid_by_past() const override { return paid_by_past_; }
  double can_give_up(const system::Configuration& c, const double* state) const override {
    return energy(c, state).potential;
  }
  void give_up(double share, double* state) override;
  int state_size() const override { return kPointMemory * capacity_; }
  void prepare(const system::Configuration& c, const double* state,
               system::Response& response) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  void accept(const system::Configuration& c, double* state, system::Response& response) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  double found_anew(const system::Configuration& c, const double* state) override;
  double given_at_start(const system::Configuration& c, const double* state) override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

 private:
  struct Active {
    PointContact point;
    Vec3 constant = Vec3::Zero();           ///< relative place = Σ c_e e + constant
    int first_coefficient = 0;              ///< c_e
    LayerLaw layer;                         ///< of a patch, as soft as the step needs it
    RegionLaw volume;                       ///< of a region, likewise, as far as it is paid for
    RegionStart region_start;               ///< of a region
    double full_stiffness = 0.0;            ///< of a region, all of it [N/m³]
    Vec3 reference = Vec3::Zero();          ///< of a patch, world
    Mat3 constant_gradient = Mat3::Zero();  ///< and how `constant` changes with the point
    double stored_at_start = 0.0;  ///< of patches and regions, by the geometry of this step [J]
    /// Of patches, at the start of the step alone: what was stored there stays, although new points touch.
    Vec3 closer = Vec3::Zero();
    double impulse = 0.0, too_fast = 0.0;  ///< [N s], [m/s]: parts beyond its restitution
  };
  /// A patch at a configuration.
  struct PatchForces {
    PatchWrench wrench;
    PointContact::Forces friction;
  };
  double soften_layer(std::size_t i, const system::Configuration& c, double area,
                      system::Response& response);
  void prepare_affine(std::size_t i);
  void prepare_patch(std::size_t i, const system::Configuration& c, system::Response& response);
  PatchMotion patch_motion(std::size_t i, const double* x, const double* v) const;
  PatchMotion start_motion(std::size_t i, const system::Configuration& c) const;
  /// Energy of a layer or region at a motion without velocities, and its slope along the normal.
  struct ArealEnergy {
    double stored = 0.0, slope = 0.0;  ///< [J], [N]
  };
  ArealEnergy areal_energy(std::size_t i, const PatchMotion& motion) const;
  double shift_to_store(std::size_t i, PatchMotion motion, double wanted) const;
  void settle_account(std::size_t i, const system::Configuration& c);
  void end_areal(std::size_t i, double taken, double stored);
  PatchForces patch_forces(std::size_t i, const system::Configuration& c, PatchTangent* tangent);
  void evaluate_patch(std::size_t i, const system::Configuration& c, const system::ForceSink& sink);
  void accept_patch(std::size_t i, const system::Configuration& c);
  /// A region at a configuration.
  struct RegionForces {
    RegionWrench wrench;
    PointContact::Forces friction;
    Vec3 force() const { return wrench.force + friction.tangential; }
    /// About c_V.
    Vec3 torque(const VolumetricRegion& region) const {
      return wrench.torque() + friction.torque +
             (region.plane_centroid - region.volume_centroid).cross(friction.tangential);
    }
  };
  void prepare_region(std::size_t i, const system::Configuration& c, system::Response& response);
  double region_way(std::size_t i, const system::Configuration& c) const;
  RegionForces region_forces(std::size_t i, const system::Configuration& c);
  void evaluate_region(std::size_t i, const system::Configuration& c,
                       const system::ForceSink& sink);
  void accept_region(std::size_t i, const system::Configuration& c);
  void slow_down(const system::Configuration& c, system::Response& response);
  Mat3 turn_of_b(const FoundContact& contact, const double* x) const;
  const double* gradients(std::size_t i) const {
    return &gradients_[3 * static_cast<std::size_t>(active_[i].first_coefficient)];
  }
  PointTurn turn(std::size_t i, const system::Configuration& c) const;

  int capacity_ = 0;
  std::vector<system::BodyBlocks> bodies_;
  std::vector<system::PairBlocks> pairs_;
  std::vector<FoundContact> found_;
  std::vector<Active> active_;
  std::vector<double> coefficients_, gradients_;
  std::vector<double> sliding_;  // coefficients of the contact plane's centroid, of regions
  std::vector<double> slope_;    // of a rotation, padded
  int most_ = 0;                 // entities of a pair
  double lost_in_step_ = 0.0, step_ = 0.0, paid_back_ = 0.0, paid_by_past_ = 0.0,
         paid_in_prepare_ = 0.0;
  ImpactCounts interventions_;
};

}  // namespace outrigger::contact
