/// What a machine can touch: the ground and how its materials behave against each other. Made once
/// per world and shared by its articulations.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "contact/point_contact.h"
#include "description/description.h"
#include "terrain/ground.h"

namespace outrigger::soil {
class ColumnField;
}

namespace outrigger::contact {

/// A law of one's own for two materials, in place of what the files say.
struct OwnLaw {
  std::string material_a, material_b;
  std::shared_ptr<const PointLaw> law;
};

/// How two materials behave against each other.
struct PairLaw {
  double modulus = 0.0;  ///< E* [Pa]
  /// Complete but for the stiffness, where that follows from the shapes (see stiffness()).
  PointParameters point;
  description::ContactLaw given;  ///< as the files say, or the default
};

class Surroundings {
 public:
  /// A plane, and the materials of the machine. Throws Error for a missing or contradictory
  /// material, or a friction pair that is needed and not given.
  explicit Surroundings(const description::Machine& machine,
                        const description::Site* site = nullptr, std::vector<OwnLaw> own_laws = {});

  const terrain::Ground& ground() const { return *ground_; }
  std::shared_ptr<const terrain::Ground> shared_ground() const { return ground_; }
  /// For the world, which alone changes it, between steps.
  terrain::Ground& changeable_ground() const { return *ground_; }
  /// Null where the site has no soil. Belongs to the world, which changes it between steps.
  const soil::ColumnField* soil() const { return soil_; }
  void set_soil(const soil::ColumnField* soil) const { soil_ = soil; }
  /// The law of two materials. Throws Error when one is not known or the pair has no friction.
  /// `who` names a user of the materials, for the error.
  PairLaw pair(const std::string& material_a, const std::string& material_b,
               const std::string& who) const;
  /// Laws of a material by surface index. The material must be one of the machine's spheres.
  const std::vector<PairLaw>& laws(const std::string& material) const;

 private:
  void check_own_law(const OwnLaw& law) const;

  struct Row {
    std::string material;
    std::vector<PairLaw> by_surface;
  };
  std::shared_ptr<terrain::Ground> ground_;
  mutable const soil::ColumnField* soil_ = nullptr;  ///< set once, by the world
  std::vector<description::Material> materials_;     // of the site, of the machine, of the library
  std::vector<description::FrictionPair> friction_;
  std::vector<description::ContactLaw> laws_;
  std::vector<OwnLaw> own_laws_;
  std::vector<Row> rows_;
};

}  // namespace outrigger::contact
