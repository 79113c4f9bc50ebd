/// A stage of the world: something that is there beside the articulations and may change between steps, such
/// as the ground, soil or objects. It reads the world as it is before a step, and changes its own state after
/// the step; nobody changes it meanwhile.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sim/state_part.h"

namespace outrigger::sim {

class World;
struct Snapshot;

class Stage {
 public:
  virtual ~Stage() = default;
  /// The same as that of its state part.
  virtual std::string_view name() const = 0;

  /// Articulations were built or replaced: at the start, after an edit and after restore().
  virtual void attach(World&) {}
  /// Before anything moves.
  virtual void begin(World&) {}
  /// After everything has moved.
  virtual void commit(World&) {}

  /// Of its state; 0 while it is as the world was built. Cheap: asked in every recorded step.
  virtual std::uint64_t hash() const = 0;
  virtual std::shared_ptr<const StatePart> save() const = 0;
  /// Why a part cannot be restored together with the mechanisms of its snapshot, as the end of a sentence;
  /// empty: it can.
  virtual std::string problem(const StatePart&, const Snapshot&) const { return {}; }
  /// Back to a value that save() of this stage, or of one of the same site, gave. Throws Error for others.
  virtual void restore(const StatePart& part) = 0;
};

}  // namespace outrigger::sim
