#include "geometry/kd_tree.h"

#include <algorithm>
#include <numeric>

#include "base/assert.h"

namespace outrigger::geometry {

class KdTree::Builder {
 public:
  Builder(KdTree& tree, const KdTreeSettings& settings) : tree_(tree), settings_(settings) {}

  void build() {
    std::vector<std::int32_t> all(tree_.boxes_.size());
    std::iota(all.begin(), all.end(), 0);
    ThingBox cell = tree_.boxes_[0];
    for (const ThingBox& box : tree_.boxes_) {
      for (int k = 0; k < 3; ++k) {
        cell.low[k] = std::min(cell.low[k], box.low[k]);
        cell.high[k] = std::max(cell.high[k], box.high[k]);
      }
    }
    tree_.cells_.emplace_back();
    const double budget = settings_.growth * static_cast<double>(all.size());
    fill(0, cell, 0, std::move(all), budget);
  }

 private:
  /// The place of the cut, or the cell's lower end when there is none.
  float place(const ThingBox& cell, int axis, const std::vector<std::int32_t>& things) {
    if (settings_.policy == KdTreeSettings::Policy::middle) {
      return 0.5f * cell.low[axis] + 0.5f * cell.high[axis];
    }
    centres_.clear();
    for (const std::int32_t t : things) {
      const ThingBox& box = tree_.boxes_[static_cast<std::size_t>(t)];
      centres_.push_back(0.5f * box.low[axis] + 0.5f * box.high[axis]);
    }
    const auto middle = centres_.begin() + static_cast<std::ptrdiff_t>(centres_.size() / 2);
    std::nth_element(centres_.begin(), middle, centres_.end());
    return std::clamp(*middle, cell.low[axis], cell.high[axis]);
  }

  void fill(std::size_t index, const ThingBox& cell, int level, std::vector<std::int32_t> things,
            double budget) {
    tree_.depth_ = std::max(tree_.depth_, level + 1);
    int axis = 0;
    for (int k = 1; k < 3; ++k) {
      if (cell.high[k] - cell.low[k] > cell.high[axis] - cell.low[axis]) axis = k;
    }
    std::vector<std::int32_t> below, above;
    float cut = 0.0f;
    const bool few = things.size() <= static_cast<std::size_t>(settings_.leaf_count);
    bool divide = level < settings_.max_depth && !few;
    if (divide) {
      cut = place(cell, axis, things);
      divide = cell.low[axis] < cut && cut < cell.high[axis];
    }
    if (divide) {
      for (const std::int32_t t : things) {
        const ThingBox& box = tree_.boxes_[static_cast<std::size_t>(t)];
        if (box.low[axis] <= cut) below.push_back(t);
        if (box.high[axis] >= cut) above.push_back(t);
      }
      // A cut that separates nothing costs memory; one that cuts off empty space does not.
      const std::size_t more = std::max(below.size(), above.size());
      const std::size_t less = std::min(below.size(), above.size());
      divide = static_cast<double>(more + less) <= budget && (more < things.size() || less == 0);
    }
    if (!divide) {
      const auto first = static_cast<std::int32_t>(tree_.stored_.size());
      tree_.stored_.insert(tree_.stored_.end(), things.begin(), things.end());
      tree_.cells_[index] = {3, 0.0f, first, static_cast<std::int32_t>(things.size())};
      return;
    }
    things = {};
    const std::size_t first = tree_.cells_.size();
    tree_.cells_.resize(first + 2);
    tree_.cells_[index] = {axis, cut, static_cast<std::int32_t>(first), 0};
    const double share = budget / static_cast<double>(below.size() + above.size());
    ThingBox lower = cell;
    ThingBox upper = cell;
    lower.high[axis] = cut;
    upper.low[axis] = cut;
    const double lower_budget = share * static_cast<double>(below.size());
    const double upper_budget = share * static_cast<double>(above.size());
    fill(first, lower, level + 1, std::move(below), lower_budget);
    fill(first + 1, upper, level + 1, std::move(above), upper_budget);
  }

  KdTree& tree_;
  const KdTreeSettings& settings_;
  std::vector<float> centres_;
};

KdTree::KdTree(const Mesh& mesh, const KdTreeSettings& settings) : boxes_(thing_boxes(mesh)) {
  build(settings);
}

KdTree::KdTree(std::span<const Box> boxes, const KdTreeSettings& settings)
    : boxes_(thing_boxes(boxes)) {
  build(settings);
}

void KdTree::build(const KdTreeSettings& settings) {
  OUTRIGGER_ASSERT(settings.max_depth >= 0 && settings.max_depth <= kMaxDepth);
  OUTRIGGER_ASSERT(settings.leaf_count >= 1 && settings.growth >= 1.0);
  if (boxes_.empty()) return;
  Builder(*this, settings).build();
  cells_.shrink_to_fit();
  stored_.shrink_to_fit();
}

}  // namespace outrigger::geometry
