/// What a machine can touch: the ground and how its materials behave against each other. Made once
/// per world and shared by its islands.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "description/description.h"
#include "terrain/ground.h"

namespace outrigger::contact {

/// How a material behaves on a surface of the ground.
struct PairLaw {
  double modulus = 0.0;         ///< E* [Pa]
  double restitution = 0.1;     ///< e
  double damping_factor = 0.0;  ///< c(e)
  double static_friction = 0.5, dynamic_friction = 0.4;
};

class Surroundings {
 public:
  /// A plane, and the materials of the machine. Throws Error for a missing or contradictory
  /// material, or a friction pair that is needed and not given.
  explicit Surroundings(const description::Machine& machine,
                        const description::Site* site = nullptr);

  const terrain::Ground& ground() const { return *ground_; }
  std::shared_ptr<const terrain::Ground> shared_ground() const { return ground_; }
  /// Laws of a material by surface index. The material must be one of the machine's spheres.
  const std::vector<PairLaw>& laws(const std::string& material) const;

 private:
  struct Row {
    std::string material;
    std::vector<PairLaw> by_surface;
  };
  std::shared_ptr<const terrain::Ground> ground_;
  std::vector<Row> rows_;
};

}  // namespace outrigger::contact
