#include "contact/near/mesh_candidates.h"

namespace outrigger::contact {

void MeshCandidates::prepare(const geometry::BoxTree& tree, const geometry::Box& box,
                             double margin) {
  region_ = box.grown(margin);
  faces_.clear();
  tree.for_each_in(region_, [this](std::int32_t face) { faces_.push_back(face); });
}

}  // namespace outrigger::contact
