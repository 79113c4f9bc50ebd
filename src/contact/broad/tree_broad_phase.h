/// Broad phase by a tree of boxes: all pairs of moving objects whose boxes overlap.
///
/// The tree of geometry/box_tree.h over all objects keeps its shape while they move, and its boxes
/// follow them (refit), which is linear and quick. It is built again when the surface of its boxes
/// has grown to `kWorn` times that of the new tree, or when many objects came or went; newcomers
/// are meanwhile compared with the tree one by one. Pairs come from the tree against itself, four
/// boxes at a time.
///
/// The pairs of one state are the same, in the same order, whatever happened before. One thread at
/// a time. Once warm nothing allocates.
#pragma once

#include <vector>

#include "contact/broad/broad_objects.h"
#include "geometry/box_tree.h"

namespace outrigger::contact {

class TreeBroadPhase {
 public:
  static constexpr double kWorn = 2.0;
  /// Newcomers, and places of removed objects in the tree: at most this many, or a part of all.
  static constexpr std::int32_t kFew = 32;
  static constexpr std::int32_t kPart = 16;

  BroadId add(const geometry::Box& box, const BroadFilter& filter = {});
  void remove(BroadId id);
  void move(BroadId id, const geometry::Box& box) { objects_.move(id, box); }
  void set_filter(BroadId id, const BroadFilter& filter) { objects_.set_filter(id, filter); }
  const BroadObjects& objects() const { return objects_; }

  /// All pairs that overlap and may meet, sorted; valid until the next call. Boxes that touch
  /// overlap; they are rounded outwards to single precision.
  std::span<const BroadPair> find_pairs();

  std::int64_t builds() const { return builds_; }  ///< how often the tree was built anew

 private:
  using Node = geometry::BoxTree::Node;
  struct Open {
    std::int32_t a, b;  ///< children as in a node: a node, or ~thing; a == b: a node with itself
  };

  void update_tree();
  void build();
  void pairs_in_tree();
  void pairs_of_newcomers();
  void open(const Open& pair);
  void meet(std::int32_t a, std::int32_t b);

  BroadObjects objects_;
  geometry::BoxTree tree_;
  geometry::BoxTree::Scratch scratch_;
  std::vector<geometry::ThingBox> boxes_;  ///< of the things of the tree
  std::vector<std::int32_t> things_;       ///< place of each thing of the tree, -1 when removed
  std::vector<std::int32_t> thing_of_;     ///< thing of each place, -1 when it is not in the tree
  std::vector<std::int32_t> newcomers_;    ///< places
  std::int32_t gone_ = 0;                  ///< things of the tree that were removed
  double new_surface_ = 0.0;
  std::int64_t builds_ = 0;
  std::vector<Open> stack_;
  std::vector<BroadPair> pairs_;
  std::vector<BroadPair> sort_scratch_;
};

}  // namespace outrigger::contact
