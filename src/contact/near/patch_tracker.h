/// Names for patches that last from step to step: friction remembers by them.
///
/// A patch is the one of the step before with which it shares the most active faces, counted on both
/// meshes; positions play no part. Two patches that grow together keep the name of the one that
/// shares more (of equals the older); one that splits leaves it to its larger part.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/near/mesh_patches.h"

namespace outrigger::contact {

class PatchTracker {
 public:
  /// Names the patches of a query, given those of the last call. A mesh pair has its own tracker.
  std::span<const std::int64_t> track(const MeshPatches& query);
  /// Name of each patch of the last query, unique for the life of the tracker.
  std::span<const std::int64_t> names() const { return names_; }

 private:
  struct Vote {
    std::int32_t patch = 0;
    std::int64_t name = 0;
    std::int32_t count = 0;
  };
  struct Known {
    std::int32_t face = 0;  // of A, or ~face of B
    std::int64_t name = 0;
  };
  void vote(std::span<const ActiveFace> faces, bool of_a);

  std::vector<Known> known_;  // faces of the last query, sorted
  std::vector<Known> next_;
  std::vector<Vote> votes_;
  std::vector<std::int64_t> names_;
  std::int64_t next_name_ = 0;
};

}  // namespace outrigger::contact
