#include "contact/near/patch_tracker.h"

#include <algorithm>
#include <tuple>

namespace outrigger::contact {

void PatchTracker::vote(std::span<const ActiveFace> faces, bool of_a) {
  for (const ActiveFace& f : faces) {
    const std::int32_t key = of_a ? f.face : ~f.face;
    const auto range =
        std::equal_range(known_.begin(), known_.end(), Known{key, 0},
                         [](const Known& a, const Known& b) { return a.face < b.face; });
    for (auto k = range.first; k != range.second; ++k) votes_.push_back({f.patch, k->name, 1});
  }
}

std::span<const std::int64_t> PatchTracker::track(const MeshPatches& query) {
  votes_.clear();
  vote(query.faces_a(), true);
  vote(query.faces_b(), false);
  // Sum the votes for each patch and name, most votes first.
  std::sort(votes_.begin(), votes_.end(), [](const Vote& a, const Vote& b) {
    return std::tie(a.patch, a.name) < std::tie(b.patch, b.name);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < votes_.size(); ++i) {
    if (kept > 0 && votes_[kept - 1].patch == votes_[i].patch &&
        votes_[kept - 1].name == votes_[i].name) {
      ++votes_[kept - 1].count;
    } else {
      votes_[kept++] = votes_[i];
    }
  }
  votes_.resize(kept);
  std::sort(votes_.begin(), votes_.end(), [](const Vote& a, const Vote& b) {
    return std::tuple(-a.count, a.name, a.patch) < std::tuple(-b.count, b.name, b.patch);
  });

  constexpr std::int64_t kNoName = -1;
  names_.assign(query.patches().size(), kNoName);
  for (const Vote& v : votes_) {
    std::int64_t& name = names_[static_cast<std::size_t>(v.patch)];
    if (name == kNoName && std::find(names_.begin(), names_.end(), v.name) == names_.end()) {
      name = v.name;
    }
  }
  for (std::int64_t& name : names_) {
    if (name == kNoName) name = next_name_++;
  }

  next_.clear();
  for (const ActiveFace& f : query.faces_a()) {
    next_.push_back({f.face, names_[static_cast<std::size_t>(f.patch)]});
  }
  for (const ActiveFace& f : query.faces_b()) {
    next_.push_back({~f.face, names_[static_cast<std::size_t>(f.patch)]});
  }
  std::sort(next_.begin(), next_.end(), [](const Known& a, const Known& b) {
    return std::tie(a.face, a.name) < std::tie(b.face, b.name);
  });
  known_.swap(next_);
  return names_;
}

}  // namespace outrigger::contact
