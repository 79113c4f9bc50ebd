#include "geometry/octree.h"

#include <algorithm>
#include <numeric>

#include "base/assert.h"

namespace outrigger::geometry {

/// Sorts the things of a cell to its children, children side by side, then each child in turn.
class Octree::Builder {
 public:
  Builder(Octree& tree, const std::vector<ThingBox>& boxes, const OctreeSettings& settings)
      : tree_(tree), boxes_(boxes), settings_(settings) {}

  void build() {
    std::vector<std::int32_t> all(boxes_.size());
    std::iota(all.begin(), all.end(), 0);
    tree_.cells_.emplace_back();
    fill({0, tree_.centre_, tree_.half_}, 0, std::move(all));
  }

 private:
  static constexpr int kHere = 8;

  /// The child that a thing belongs to, or kHere.
  int child_of(const ThingBox& box, const Vec3& c, double half) const {
    int which = 0;
    for (int k = 0; k < 3; ++k) {
      const double low = static_cast<double>(box.low[k]);
      const double high = static_cast<double>(box.high[k]);
      if (settings_.policy == OctreeSettings::Policy::loose) {
        if (high - low > half) return kHere;
        if (0.5 * (low + high) >= c[k]) which |= 1 << k;
      } else if (low >= c[k]) {
        which |= 1 << k;
      } else if (high > c[k]) {
        return kHere;
      }
    }
    return which;
  }

  void fill(const Open& open, int level, std::vector<std::int32_t> things) {
    tree_.depth_ = std::max(tree_.depth_, level + 1);
    std::array<std::vector<std::int32_t>, 9> parts;
    if (level >= settings_.max_depth ||
        things.size() <= static_cast<std::size_t>(settings_.leaf_count)) {
      parts[kHere] = std::move(things);
    } else {
      for (const std::int32_t t : things) {
        const int which = child_of(boxes_[static_cast<std::size_t>(t)], open.centre, open.half);
        parts[static_cast<std::size_t>(which)].push_back(t);
      }
    }
    // What stays here.
    Cell cell;
    cell.begin = static_cast<std::int32_t>(tree_.things_.size());
    for (const std::int32_t t : parts[kHere]) {
      tree_.things_.push_back(t);
      tree_.boxes_.push_back(boxes_[static_cast<std::size_t>(t)]);
    }
    cell.end = static_cast<std::int32_t>(tree_.things_.size());
    // Places for the children that have something.
    cell.first_child = static_cast<std::int32_t>(tree_.cells_.size());
    for (std::uint32_t i = 0; i < 8; ++i) {
      if (!parts[i].empty()) cell.children |= 1u << i;
    }
    tree_.cells_[static_cast<std::size_t>(open.cell)] = cell;
    tree_.cells_.resize(tree_.cells_.size() +
                        static_cast<std::size_t>(__builtin_popcount(cell.children)));
    std::int32_t child = cell.first_child;
    const double h = 0.5 * open.half;
    for (int i = 0; i < 8; ++i) {
      auto& part = parts[static_cast<std::size_t>(i)];
      if (part.empty()) continue;
      fill({child++, child_centre(open.centre, h, i), h}, level + 1, std::move(part));
    }
  }

  Octree& tree_;
  const std::vector<ThingBox>& boxes_;
  const OctreeSettings& settings_;
};

Octree::Octree(const Mesh& mesh, const OctreeSettings& settings) {
  build(thing_boxes(mesh), settings);
}

Octree::Octree(std::span<const Box> boxes, const OctreeSettings& settings) {
  build(thing_boxes(boxes), settings);
}

void Octree::build(std::vector<ThingBox> boxes, const OctreeSettings& settings) {
  OUTRIGGER_ASSERT(settings.max_depth >= 0 && settings.max_depth <= kMaxDepth);
  OUTRIGGER_ASSERT(settings.leaf_count >= 1);
  if (boxes.empty()) return;
  Box all;
  for (const ThingBox& box : boxes) all.add(box.box());
  centre_ = all.centre();
  half_ = std::max(0.5 * all.size().maxCoeff(), 1e-30);
  // Centres of cells are rounded: by far less than 1e-9 of a cell's size down to kMaxDepth, as long
  // as the root is not farther from the origin than 1000 times its size; `placement` covers more.
  const double placement =
      1e-15 * centre_.cwiseAbs().maxCoeff() * std::ldexp(1.0, kMaxDepth) / half_;
  const bool loose = settings.policy == OctreeSettings::Policy::loose;
  scale_ = (loose ? 2.0 : 1.0) * (1.0 + 1e-9) + placement;
  things_.reserve(boxes.size());
  boxes_.reserve(boxes.size());
  Builder(*this, boxes, settings).build();
  cells_.shrink_to_fit();
}

}  // namespace outrigger::geometry
