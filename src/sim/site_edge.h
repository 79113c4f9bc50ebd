/// Bodies that leave a site. Its field of heights ends: beyond it shapes find no ground and fall, while
/// wheels and contact spheres stand on the height of the edge, which goes on level.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "model/mechanism.h"
#include "sim/world.h"
#include "terrain/ground.h"

namespace outrigger::articulation {
class Articulation;
}
namespace outrigger::touching {
class ContactStage;
}

namespace outrigger::sim {

class SiteEdge {
 public:
  using Articulations = std::span<const std::unique_ptr<articulation::Articulation>>;

  SiteEdge(const terrain::Ground& ground, const touching::ContactStage& contacts, double step);

  /// What is outside now counts as reported: at the start, and after going back to a saved state.
  void start(Articulations articulations);
  /// Appends an event for every body that is outside for the first time. Looks a few times per second
  /// only. Of a machine with wheels, contact spheres or shapes the bodies that carry these count, of
  /// others the first.
  void look(Articulations articulations, std::int64_t step, double time,
            std::vector<Event>& events);

 private:
  bool is_outside(const Vec3& place) const;
  template <class Visit>
  void for_each_outside(Articulations articulations, const Visit& visit) const;

  bool has_edge_ = false;
  double x_min_ = 0.0, x_max_ = 0.0, y_min_ = 0.0, y_max_ = 0.0;  ///< [m]
  std::int64_t interval_ = 1;                                     ///< steps between two looks
  std::unordered_set<std::string> with_shapes_;                   ///< names of bodies
  std::unordered_set<model::PartId> reported_;
};

}  // namespace outrigger::sim
