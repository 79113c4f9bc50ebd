/// Articulations whose shapes touch, stepped together (stacks need the cross blocks: docs/theory/corrections.md).
///
/// An island is a solver, not a place of state: before a step it gathers the states of its articulations,
/// afterwards it scatters them back. So articulations, handles and snapshots know nothing of contacts, and
/// islands can be kept or thrown away at will. Its layout depends on its articulations and on the pairs of
/// bodies that touch, nothing else.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "articulation/articulation.h"
#include "contact/ground_spheres.h"
#include "contact/shape_contacts.h"

namespace outrigger::solve {

/// A body with shapes: which of the articulations of the island, and how it is made of the articulation's
/// entities.
struct IslandBody {
  int articulation = 0;
  const system::BodyBlocks* blocks = nullptr;
};

class ContactIsland {
 public:
  struct Size {
    int contacts = 0;    ///< room for so many
    int most_parts = 1;  ///< into which a step without solution may be cut
  };
  /// `pairs` of places in `bodies`, or kGroundIndex, may get contacts.
  ContactIsland(std::vector<articulation::Articulation*> articulations,
                std::span<const IslandBody> bodies, std::span<const std::pair<int, int>> pairs,
                const Size& size, const articulation::ArticulationOptions& options,
                const std::vector<std::string>& inputs, const contact::Surroundings& surroundings);
  ContactIsland(const ContactIsland&) = delete;
  ContactIsland& operator=(const ContactIsland&) = delete;

  int capacity() const { return contacts_->capacity(); }
  /// Of its contacts and of the contact spheres of its articulations, since it was made.
  contact::ImpactCounts interventions() const;
  const stepper::StepCounters& counters() const { return stepper_->counters(); }

  /// One step of all articulations, or a part of it, after their begin_step. `memory` of the contacts, by
  /// their order, is read and written.
  stepper::StepReport step(std::span<const contact::FoundContact> contacts,
                           std::span<contact::PointMemory> memory, int part = 0, int parts = 1);
  /// Accelerations and multipliers of the articulations that begin, from the contacts at the present place.
  /// Their forces are written to `memory`.
  void start(std::span<const contact::FoundContact> contacts,
             std::span<contact::PointMemory> memory,
             const std::function<bool(const articulation::Articulation*)>& begins);

 private:
  struct Member {
    articulation::Articulation* articulation;
    system::System::PartPlace at;  ///< of its blocks and rows in the island
    int first_coordinate = 0, first_drive = 0, first_term_number = 0;
  };
  void gather();
  void set_contacts(std::span<const contact::FoundContact> contacts,
                    std::span<const contact::PointMemory> memory);
  void scatter();
  void scatter_contact(const Member& m);

  std::vector<Member> members_;
  std::vector<const system::System*> parts_;  ///< of the members, in order
  std::unique_ptr<system::System> system_;
  std::unique_ptr<stepper::Stepper> stepper_;
  contact::ShapeContacts* contacts_ = nullptr;          ///< a term of the system
  std::vector<const contact::GroundSpheres*> spheres_;  ///< within terms of the system
  int contacts_offset_ = 0;                             ///< of its numbers in the state
  system::State state_;
  std::vector<system::DriveReference> references_;
};

}  // namespace outrigger::solve
