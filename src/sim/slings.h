/// Slings of machines (part 4: things fastened at run time): a hook, and a rope of fixed length to the eye of an
/// object, that is there while its input is on.
///
///   input ≥ 0.5, not fastened   the nearest eye within `length` of the hook is fastened: a rope of that length
///                               (forces/ropes.h: tension only), slack or just straight, so that nothing jerks
///   input < 0.5, fastened       let go, under load too
///
/// An eye is a point of an object's body whose name begins with "eye". Of equal distances the first placed counts.
///
/// No state of its own: whether it is fastened is a rope of the mechanism, the rest is the input. So it follows
/// from the steps, in recordings as in snapshots, and is no command.
///
/// Limits: no mass, touches nothing on its way, one eye per sling; two machines with engines cannot be tied.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/object_plan.h"

namespace outrigger::sim {

class ObjectStage;
class World;

class Slings {
 public:
  explicit Slings(std::shared_ptr<const ObjectPlan> plan) : plan_(std::move(plan)) {}

  /// Looks for its hooks and ropes again, after the mechanisms have changed.
  void attach(const World& world);
  std::size_t count() const { return hooks_.size(); }
  /// The rope of a sling, 0 while it is not fastened.
  std::uint64_t rope(std::size_t sling) const { return hooks_[sling].rope; }
  /// Where the hook and the eye are in the world; a fastened one only.
  std::array<Vec3, 2> ends(const World& world, std::size_t sling) const;
  /// Fastens and lets go.
  void begin(World& world, const ObjectStage& objects);

 private:
  struct Hook {
    int input = -1;          ///< of the world
    std::uint64_t body = 0;  ///< model::PartId; 0: it is gone
    std::uint64_t rope = 0;  ///< 0: not fastened
  };
  void fasten(World& world, const ObjectStage& objects, std::size_t sling);
  void let_go(World& world, std::size_t sling);

  std::shared_ptr<const ObjectPlan> plan_;
  std::vector<Hook> hooks_;
};

}  // namespace outrigger::sim
