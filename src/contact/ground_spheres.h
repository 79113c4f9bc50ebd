/// Spheres of the bodies against the ground, as one force term: point_contact.h at the tangent plane
/// of the ground under the predicted centre, and at the material point of the body that touches.
#pragma once

#include <string>
#include <vector>

#include "contact/point_contact.h"
#include "contact/surroundings.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "system/body_blocks.h"
#include "system/force_term.h"

namespace outrigger::contact {

/// A contact as it was at the end of the last step.
struct SphereReading {
  bool touching = false;
  double normal_force = 0.0;  ///< N [N]
  Vec3 force = Vec3::Zero();  ///< on the body, world [N]
  bool sliding = false;
};

class GroundSpheres final : public system::ForceTerm {
 public:
  GroundSpheres(const model::Mechanism& mechanism, const model::Model& model,
                const Surroundings& surroundings);

  bool empty() const { return spheres_.empty(); }
  int count() const { return static_cast<int>(spheres_.size()); }
  /// Of sphere i of the mechanism.
  SphereReading reading(int sphere, const double* state) const;
  /// Since the start; not part of the state.
  const ImpactCounts& interventions() const { return interventions_; }

  void tangent_pattern(std::vector<std::pair<int, int>>& entity_pairs) const override;
  void bind(const system::Layout& layout) override;
  int state_size() const override { return kPointMemory * count(); }
  void prepare(const system::Configuration& c, const double* state,
               system::Response& response) override;
  void evaluate(const system::Configuration& c, const double* state,
                const system::ForceSink& sink) override;
  void accept(const system::Configuration& c, double* state, system::Response& response) override;
  system::TermEnergy energy(const system::Configuration& c, const double* state) const override;
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
    const std::vector<PairLaw>* laws;
  };
  /// A sphere near the ground in the step under way.
  struct Contact {
    int sphere = 0;
    int first_coefficient = 0;
    PointContact point;
    Vec3 offset = Vec3::Zero();  ///< of the material point: its place is Σ a_e e - offset
  };
  double effective_mass(const Contact& contact, system::Response& response) const;

  std::vector<system::BodyBlocks> bodies_;
  std::vector<Sphere> spheres_;
  const Surroundings& surroundings_;
  std::vector<Contact> contacts_;
  std::vector<double> coefficients_;
  int contact_count_ = 0;
  ImpactCounts interventions_;
};

}  // namespace outrigger::contact
