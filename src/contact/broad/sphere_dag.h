/// The bounding spheres of a machine's parts in groups, and groups in groups (THESIS §4.4.4,
/// Figures 4.7-4.8). Who knows the machine says which parts stay together: cabin and wheels in one
/// group; boom, stick and bucket, which move far, on their own.
///
/// A part or group may belong to several groups: a directed graph without cycles, not a tree. The
/// spheres of groups follow those of the parts from below, children united in the order they are
/// listed. Questions go down from the roots and name each part (or pair of parts) once.
///
/// One thread may update; then any number may ask, each with its own Scratch. Warm questions do not
/// allocate.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "contact/broad/bounding_sphere.h"

namespace outrigger::contact {

/// A group as a file declares it.
struct SphereGroup {
  std::string name;
  std::vector<std::string> children;  ///< names of parts or other groups, at least one
};

class SphereDag {
 public:
  /// What a question remembers while it runs; kept by whoever asks, so that it need not allocate.
  struct Scratch {
    struct Open {
      std::int32_t a, b;
    };
    std::vector<std::uint32_t> marks;
    std::uint32_t now = 0;
    std::vector<Open> stack;
  };

  SphereDag() = default;
  /// Nodes 0 to parts - 1 are the parts, in this order; groups follow. Throws outrigger::Error that
  /// names the group when a name is used twice, a child is unknown, a group is empty or holds
  /// itself, directly or through others. Parts in no group are roots.
  SphereDag(std::span<const std::string> parts, std::span<const SphereGroup> groups);

  std::int32_t part_count() const { return part_count_; }
  std::int32_t node_count() const { return static_cast<std::int32_t>(spheres_.size()); }
  const std::string& name(std::int32_t node) const {
    return names_[static_cast<std::size_t>(node)];
  }
  const BoundingSphere& sphere(std::int32_t node) const {
    return spheres_[static_cast<std::size_t>(node)];
  }
  std::span<const std::int32_t> roots() const { return roots_; }
  std::span<const std::int32_t> children(std::int32_t node) const;

  /// The parts' spheres, one per part, in the world; an empty one takes the part out. Then those of
  /// all groups, in one pass.
  void update(std::span<const BoundingSphere> parts);

  /// Calls visit(part) for each part whose sphere meets the shape: a BoundingSphere or a Box.
  template <class Shape, class Visit>
  void for_each_part(const Shape& shape, Scratch& scratch, Visit&& visit) const {
    begin(scratch, spheres_.size());
    for (std::size_t i = roots_.size(); i-- > 0;) scratch.stack.push_back({roots_[i], 0});
    while (!scratch.stack.empty()) {
      const std::int32_t node = scratch.stack.back().a;
      scratch.stack.pop_back();
      if (!first(scratch, static_cast<std::size_t>(node)) || !sphere(node).meets(shape)) continue;
      if (node < part_count_) visit(node);
      const auto below = children(node);
      for (std::size_t i = below.size(); i-- > 0;) scratch.stack.push_back({below[i], 0});
    }
  }

  /// Calls visit(part of A, part of B) for each pair of parts of two machines whose spheres meet.
  /// Of two groups that meet the larger one is opened.
  template <class Visit>
  friend void for_each_part_pair(const SphereDag& a, const SphereDag& b, Scratch& scratch,
                                 Visit&& visit) {
    const std::size_t width = b.spheres_.size();
    begin(scratch, a.spheres_.size() * width);
    const auto open = [&](std::int32_t i, std::int32_t j) {
      if (a.sphere(i).meets(b.sphere(j)) &&
          first(scratch, static_cast<std::size_t>(i) * width + static_cast<std::size_t>(j))) {
        scratch.stack.push_back({i, j});
      }
    };
    for (const std::int32_t i : a.roots_) {
      for (const std::int32_t j : b.roots_) open(i, j);
    }
    while (!scratch.stack.empty()) {
      const auto [i, j] = scratch.stack.back();
      scratch.stack.pop_back();
      const bool part_a = i < a.part_count_, part_b = j < b.part_count_;
      if (part_a && part_b) {
        visit(i, j);
      } else if (part_b || (!part_a && a.sphere(i).radius >= b.sphere(j).radius)) {
        for (const std::int32_t child : a.children(i)) open(child, j);
      } else {
        for (const std::int32_t child : b.children(j)) open(i, child);
      }
    }
  }

 private:
  static void begin(Scratch& scratch, std::size_t count);
  static bool first(Scratch& scratch, std::size_t i) {
    if (scratch.marks[i] == scratch.now) return false;
    scratch.marks[i] = scratch.now;
    return true;
  }
  void order_groups();

  std::int32_t part_count_ = 0;
  std::vector<std::string> names_;
  std::vector<std::int32_t> child_begin_;  ///< per node, and one more
  std::vector<std::int32_t> children_;
  std::vector<std::int32_t> roots_;
  std::vector<std::int32_t> upwards_;  ///< groups, each behind its children
  std::vector<BoundingSphere> spheres_;
};

}  // namespace outrigger::contact
