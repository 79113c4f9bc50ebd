#include "contact/near/mesh_candidates.h"

namespace outrigger::contact {

void MeshCandidates::prepare(const geometry::BoxTree& tree, const geometry::Box& box,
                             double margin) {
  region_ = box.grown(margin);
  ball_reach_ = 0.0;
  faces_.clear();
  tree.for_each_in(region_, [this](std::int32_t face) { faces_.push_back(face); });
}

void MeshCandidates::prepare(const geometry::BoxTree& tree, const Vec3& centre, double radius,
                             double margin, const geometry::Mesh* mesh) {
  ball_centre_ = centre;
  ball_reach_ = radius + margin;
  region_ = geometry::Box{centre, centre}.grown(ball_reach_);
  faces_.clear();
  tree.for_each_near(centre, ball_reach_, [this, mesh](std::int32_t face) {
    if (mesh != nullptr) __builtin_prefetch(&mesh->record(face));
    faces_.push_back(face);
  });
}

}  // namespace outrigger::contact
