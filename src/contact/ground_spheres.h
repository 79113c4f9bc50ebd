/// Spheres of the bodies against the ground, as one force term: point_contact.h at the tangent plane
/// of the ground under the predicted centre, and at the material point of the body that touches.
#pragma once

#include <string>
#include <vector>

#include "contact/point_contact.h"
#include "contact/sphere_reading.h"
#include "contact/surroundings.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "system/body_blocks.h"
#include "system/force_term.h"
#include "system/pair_blocks.h"

namespace outrigger::contact {

class GroundSpheres final : public system::ForceTerm {
 public:
  GroundSpheres(const model::Mechanism& mechanism, const model::Model& model,
                const Surroundings& surroundings);

  bool empty() const { return spheres_.empty(); }
  int count() const { return static_cast<int>(spheres_.size()); }
  /// Of sphere i of the mechanism.
  SphereReading reading(int sphere, const double* state) const;
  /// The ground at a sphere has changed: it is met again as by what starts there.
  void forget(int sphere, double* state) const {
    PointMemory m;
    m.found_inside = 1.0;
    remember(state, sphere, m);
  }
  /// Since the start; not part of the state.
  const ImpactCounts& interventions() const { return interventions_; }

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
  int state_size() const override { return kPointMemory * count(); }
  std::vector<model::PartId> remembered() const override { return ids_; }
  void load_memory(const system::PartMemory& memory, double* state) const override;
  void prepare(const system::Configuration& c, const double* state,
               system::Response& response) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  void accept(const system::Configuration& c, double* state, system::Response& response) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
  void start(const system::Configuration& c, double* state) override;
  double found_anew(const system::Configuration& c, const double* state) override;
  double given_at_start(const system::Configuration& c, const double* state) override;
  void wrenches(const system::Configuration& c, const double* state, const std::vector<Pose>& poses,
                std::vector<system::BodyWrench>& out) const override;

 private:
  static PointMemory recall(const double* state, int sphere);
  static void remember(double* state, int sphere, const PointMemory& m);

  struct Sphere {
    int body;  ///< index into bodies_
    int mechanism_body;
    Vec3 centre;
    double radius;
    Vec3 mass_centre;  ///< of the body
    const std::vector<PairLaw>* laws;
    bool cuts = false;         ///< goes into soil with its tool
    bool follows = false;      ///< of a bucket: passes where its edge is under the surface
    Vec3 edge = Vec3::Zero();  ///< of that bucket
    bool passing = false;      ///< in the step under way: soil does not hold it
  };
  bool in_soil(const Vec3& place) const;
  /// Whether soil lets a sphere pass: with an edge that cuts, or behind a bucket at work.
  bool passes(const Sphere& sphere, const Pose& pose, const Vec3& centre) const;
  /// A sphere near the ground in the step under way.
  struct Contact {
    int sphere = 0;
    int first_coefficient = 0;
    PointContact point;
    Vec3 offset = Vec3::Zero();   ///< of the material point: its place is Σ a_e e - offset
    Vec3 in_body = Vec3::Zero();  ///< the point of the ground, in the frame of the body
    bool turns = false;           ///< resists rotation
  };
  /// Where the ground pushed a sphere in the last step, so that nobody asks the ground again: it may have
  /// changed since. Known by the force; after going back to a saved state there is none.
  struct Kept {
    Vec3 in_body = Vec3::Zero();
    Vec3 force = Vec3::Zero();
  };
  PointTurn turn(const Contact& k, const system::Configuration& c) const;
  double effective_mass(const Contact& contact, system::Response& response) const;

  std::vector<system::BodyBlocks> bodies_;
  std::vector<system::PairBlocks> turning_;  // of bodies_ with the ground; for contacts that turn
  std::vector<Sphere> spheres_;
  std::vector<model::PartId> ids_;  ///< by spheres
  const Surroundings& surroundings_;
  std::vector<Contact> contacts_;
  std::vector<Kept> kept_;  // by sphere
  std::vector<double> coefficients_;
  std::vector<double> gradients_, slope_;  // of contacts that turn, by first_coefficient
  int contact_count_ = 0;
  ImpactCounts interventions_;
  double lost_in_step_ = 0.0, paid_back_ = 0.0, paid_by_past_ = 0.0;
};

}  // namespace outrigger::contact
