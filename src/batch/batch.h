/// Many copies of one machine that do not touch each other, stepped in vector lanes: eight at a time on
/// processors with AVX-512, four otherwise.
///
/// The copies may differ in every number (states, lengths, masses, gravity, springs, loads), not in
/// what is connected to what. Each has, bit for bit, the states that a stepper of its own would give it
/// (but for the sign of zeros), on every processor.
///
/// Takes: all joints, masses, gravity, drives without force limits, couplings, coordinates as unknowns
/// in lanes; force terms without memory (springs, dampers, loads, mounts) and end stops copy by copy; a
/// copy at an end stop goes alone for that step. Refuses terms with memory (brakes, drivelines, ropes,
/// contact, tyres). Does not keep the energy ledger. Allocates nothing when warm.
#pragma once

#include <span>
#include <vector>

#include "batch/lane_stepper.h"

namespace outrigger::batch {

/// Copies that go side by side in the registers of this processor: 4 or 8.
int widest_lanes();

class Batch {
 public:
  using Systems = std::vector<system::System*>;
  /// References of the drives of each copy at the end of a step.
  using Drives = std::vector<LaneStepper::DriveReferences>;

  /// Any number of copies, each with a system of its own, which must live as long as the batch. The
  /// settings are those of all copies, gravity excepted (it is in the systems). `lanes` is 4, or 8 where
  /// the processor has AVX-512. Throws outrigger::Error for systems that do not fit together.
  Batch(const Systems& systems, const description::Settings& settings, int lanes = widest_lanes());

  int copy_count() const { return static_cast<int>(reports_.size()); }

  /// The state of a copy. Coordinates of the state tell the turns of angles, as for Stepper.
  void set_state(int copy, const system::State& state);
  const system::State& state(int copy) const;
  /// Puts a copy to its assembled pose, like Stepper::initialise.
  void initialise(int copy);

  /// Advances all copies by h; the reports, one per copy, hold until the next step. Drives have no
  /// force limits: all must be engaged.
  std::span<const stepper::StepReport> step(const Drives& drives);
  /// The same, with drives where they are.
  std::span<const stepper::StepReport> step();

  /// Of all copies together.
  stepper::StepCounters counters() const;

 private:
  struct Place {
    std::size_t group;
    int copy;  ///< in the group
  };
  Place place(int copy) const;
  std::span<const stepper::StepReport> step_groups(const Drives* drives);

  std::vector<LaneStepper> groups_;
  std::vector<Place> places_;  ///< by copy
  std::vector<stepper::StepReport> reports_;
};

}  // namespace outrigger::batch
