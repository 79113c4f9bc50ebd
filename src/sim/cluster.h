/// Islands whose shapes touch, stepped together (CONTACT_STUDY §4: stacks need the cross blocks).
///
/// A cluster is a solver, not a place of state: before a step it gathers the states of its islands,
/// afterwards it scatters them back. So islands, handles and snapshots know nothing of contacts, and
/// clusters can be kept or thrown away at will. Its layout depends on its islands and on the pairs of
/// bodies that touch, nothing else.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "contact/shape_contacts.h"
#include "sim/island.h"

namespace outrigger::sim {

/// A body of one of the islands of a cluster; island -1 is the ground.
struct ClusterBody {
  int island = -1;
  int body = 0;

  auto operator<=>(const ClusterBody&) const = default;
};

class Cluster {
 public:
  /// `pairs` of bodies may get contacts, at most `capacity` in all.
  Cluster(std::vector<Island*> islands, std::span<const std::pair<ClusterBody, ClusterBody>> pairs,
          int capacity, const IslandOptions& options, const std::vector<std::string>& inputs,
          const contact::Surroundings& surroundings);
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  int capacity() const { return contacts_->capacity(); }
  const contact::ImpactCounts& interventions() const { return contacts_->interventions(); }
  const stepper::StepCounters& counters() const { return stepper_->counters(); }

  /// One step of all islands, after their begin_step. `memory` of the contacts, by their order, is
  /// read and written.
  stepper::StepReport step(std::span<const contact::FoundContact> contacts,
                           std::span<contact::PointMemory> memory);

 private:
  struct Member {
    Island* island;
    std::vector<int> block, row;  ///< of the island's blocks and rows in the cluster
    int first_coordinate = 0, first_drive = 0, first_term_number = 0;
  };
  void gather();
  void scatter();

  std::vector<Member> members_;
  std::unique_ptr<system::System> system_;
  std::unique_ptr<stepper::Stepper> stepper_;
  contact::ShapeContacts* contacts_ = nullptr;  ///< a term of the system
  int contacts_offset_ = 0;                     ///< of its numbers in the state
  system::State state_;
  std::vector<system::DriveReference> references_;
};

}  // namespace outrigger::sim
