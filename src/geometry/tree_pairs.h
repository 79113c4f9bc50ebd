/// Two trees against each other: all pairs of things whose boxes overlap (THESIS §4.6.1).
///
/// Of an overlapping pair of boxes the larger one is replaced by its children, so that boxes of
/// similar size meet; of two equal ones that of A. This is the plain way, the same for both kinds of
/// trees, by which they are compared with each other and faster ways with it.
#pragma once

#include <array>

#include "geometry/box_tree.h"
#include "geometry/obb_tree.h"
#include "geometry/oriented_box.h"

namespace outrigger::geometry {

/// How a traversal sees a tree: places, what is below them, how large they are, and whether places
/// of two trees overlap when B stands in the frame of A at a pose.
template <class Tree>
struct PairView;

template <>
struct PairView<BoxTree> {
  struct Place {
    std::int32_t child;  ///< a node, or ~thing
    Vec3 centre;
    Vec3 half;
    double size() const { return half.squaredNorm(); }
    bool is_thing() const { return child < 0; }
    std::int32_t thing() const { return ~child; }
  };
  class Test {
   public:
    explicit Test(const Pose& pose) : pose_(pose), abs_R_(widened_abs(pose.rotation)) {}
    bool operator()(const Place& a, const Place& b) const {
      const Vec3 t = pose_.point(b.centre) - a.centre;
      return boxes_overlap(a.half, b.half, pose_.rotation, abs_R_, t);
    }

   private:
    Pose pose_;
    Mat3 abs_R_;
  };
  static constexpr int kWidth = 4;

  static Place root(const BoxTree& tree) {
    return {0, tree.box().centre(), 0.5 * tree.box().size()};
  }
  template <class Visit>
  static void for_each_child(const BoxTree& tree, const Place& place, Visit&& visit) {
    const BoxTree::Node& node = tree.nodes()[static_cast<std::size_t>(place.child)];
    for (int i = 0; i < node.count; ++i) {
      const Vec3 low(node.low[0][i], node.low[1][i], node.low[2][i]);
      const Vec3 high(node.high[0][i], node.high[1][i], node.high[2][i]);
      visit(Place{node.child[i], 0.5 * (low + high), 0.5 * (high - low)});
    }
  }
};

template <>
struct PairView<ObbTree> {
  struct Place {
    const ObbTree::Node* node;
    double size() const {
      return static_cast<double>(node->half[0] * node->half[0] + node->half[1] * node->half[1] +
                                 node->half[2] * node->half[2]);
    }
    bool is_thing() const { return node->child < 0; }
    std::int32_t thing() const { return ~node->child; }
  };
  class Test {
   public:
    explicit Test(const Pose& pose) : pose_(pose) {}
    bool operator()(const Place& a, const Place& b) const {
      const OrientedBox box = b.node->box();
      const OrientedBox placed{pose_.point(box.centre), pose_.rotation * box.axes, box.half};
      return boxes_overlap(a.node->box(), placed, ObbTree::kRoom);
    }

   private:
    Pose pose_;
  };
  static constexpr int kWidth = 2;

  static Place root(const ObbTree& tree) { return {tree.nodes().data()}; }
  template <class Visit>
  static void for_each_child(const ObbTree& tree, const Place& place, Visit&& visit) {
    const ObbTree::Node* children = tree.nodes().data() + place.node->child;
    visit(Place{children});
    visit(Place{children + 1});
  }
};

/// Calls visit(thing of A, thing of B) for each pair whose boxes overlap when B stands in the frame
/// of A at `pose`, in a fixed order. The boxes of single things are tested too: oriented boxes in an
/// ObbTree, boxes along the axes of their own tree in a BoxTree. Does not allocate.
template <class Tree, class Visit>
void for_each_pair(const Tree& tree_a, const Tree& tree_b, const Pose& pose, Visit&& visit) {
  using View = PairView<Tree>;
  using Place = typename View::Place;
  struct Pair {
    Place a, b;
  };
  if (tree_a.empty() || tree_b.empty()) return;
  const typename View::Test overlap(pose);
  std::array<Pair, (View::kWidth - 1) * 2 * Tree::kMaxDepth + View::kWidth> stack;
  int top = 0;
  stack[0] = {View::root(tree_a), View::root(tree_b)};
  if (!overlap(stack[0].a, stack[0].b)) return;
  while (top >= 0) {
    const Pair pair = stack[static_cast<std::size_t>(top--)];
    if (pair.a.is_thing() && pair.b.is_thing()) {
      visit(pair.a.thing(), pair.b.thing());
    } else if (pair.b.is_thing() || (!pair.a.is_thing() && pair.a.size() >= pair.b.size())) {
      View::for_each_child(tree_a, pair.a, [&](const Place& a) {
        if (overlap(a, pair.b)) stack[static_cast<std::size_t>(++top)] = {a, pair.b};
      });
    } else {
      View::for_each_child(tree_b, pair.b, [&](const Place& b) {
        if (overlap(pair.a, b)) stack[static_cast<std::size_t>(++top)] = {pair.a, b};
      });
    }
  }
}

}  // namespace outrigger::geometry
