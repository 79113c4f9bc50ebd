#include "geometry/byte_tree.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "geometry/box_tree.h"

namespace outrigger::geometry {

/// Joins levels of a tree of boxes. Few things are divided anew, so that the last nodes are full: they
/// are most of the tree.
class ByteTreeBuilder {
 public:
  ByteTreeBuilder(const BoxTree& tree, ByteTree& out) : tree_(tree), out_(out) {}

  void build() {
    if (tree_.empty()) return;
    const Box& box = tree_.box();
    out_.largest_ = box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).maxCoeff();
    if (!(out_.largest_ < 1e36)) return;
    count_things();
    out_.nodes_.reserve(static_cast<std::size_t>(count_[0]) / 13 + 1);
    make_node(0, 1);
  }

 private:
  /// A child of a node of the tree of boxes, with its box.
  using Item = tree_items::Item;
  using Items = std::span<Item>;
  using Bounds = tree_items::Bounds;

  static constexpr std::size_t kWidth = ByteTree::kWidth;
  /// So few are divided anew: three levels of nodes.
  static constexpr std::int32_t kFew = kWidth * kWidth * kWidth;

  /// Things below every node. Children stand behind their parents.
  void count_things() {
    count_.resize(tree_.nodes().size());
    for (std::size_t n = count_.size(); n-- > 0;) {
      const BoxTree::Node& node = tree_.nodes()[n];
      count_[n] = 0;
      for (int i = 0; i < node.count; ++i) count_[n] += count(node.child[i]);
    }
  }
  std::int32_t count(std::int32_t child) const {
    return child < 0 ? 1 : count_[static_cast<std::size_t>(child)];
  }

  template <class Add>
  void for_each_child(std::int32_t node_index, Add&& add) const {
    const BoxTree::Node& node = tree_.nodes()[static_cast<std::size_t>(node_index)];
    for (int i = 0; i < node.count; ++i) {
      const __m128 low = _mm_setr_ps(node.low[0][i], node.low[1][i], node.low[2][i], 0.0f);
      add(Item{tree_items::with_number(low, node.child[i]),
               _mm_setr_ps(node.high[0][i], node.high[1][i], node.high[2][i], 0.0f)});
    }
  }

  std::int32_t make_node(std::int32_t from, int level) {
    if (count(from) > kFew) return make_high_node(from, level);
    things_.clear();
    gather(from);
    return make_low_node(things_, level);
  }
  void gather(std::int32_t from) {
    for_each_child(from, [this](const Item& item) {
      const std::int32_t child = tree_items::number(item);
      if (child < 0) {
        things_.push_back(item);
      } else {
        gather(child);
      }
    });
  }

  /// The children of a node, those with the largest surface opened while there is room.
  std::int32_t make_high_node(std::int32_t from, int level) {
    std::array<Item, kWidth> places;
    std::size_t used = 0;
    const auto add = [&](const Item& item) { places[used++] = item; };
    for_each_child(from, add);
    while (true) {
      std::size_t best = used;
      float largest = -1.0f;
      for (std::size_t i = 0; i < used; ++i) {
        const std::int32_t child = tree_items::number(places[i]);
        if (count(child) <= kFew) continue;
        const auto more =
            static_cast<std::size_t>(tree_.nodes()[static_cast<std::size_t>(child)].count) - 1;
        const float surface = Bounds{places[i].low, places[i].high}.surface();
        if (used + more > kWidth || !(surface > largest)) continue;
        best = i;
        largest = surface;
      }
      if (best == used) break;
      const std::int32_t opened = tree_items::number(places[best]);
      std::copy(&places[best] + 1, places.data() + used, &places[best]);
      --used;
      for_each_child(opened, add);
    }
    const std::size_t index = add_node(Items(places.data(), used), level);
    for (std::size_t i = 0; i < used; ++i) {
      const std::int32_t child = tree_items::number(places[i]);
      set_child(index, i, child < 0 ? child : make_node(child, level + 1));
    }
    return static_cast<std::int32_t>(index);
  }

  /// Divides things until each part fills a node, or the nodes below one.
  std::int32_t make_low_node(Items things, int level) {
    if (things.size() <= kWidth) {
      const std::size_t index = add_node(things, level);
      for (std::size_t i = 0; i < things.size(); ++i)
        set_child(index, i, tree_items::number(things[i]));
      return static_cast<std::int32_t>(index);
    }
    std::size_t size = kWidth;
    while (size * kWidth < things.size()) size *= kWidth;
    std::array<Items, kWidth> parts;
    std::array<Item, kWidth> places;
    std::size_t used = 0;
    divide(things, size, [&](Items part) {
      const Bounds around = bounds_of(part);
      parts[used] = part;
      places[used++] = {around.low, around.high};
    });
    const std::size_t index = add_node(Items(places.data(), used), level);
    for (std::size_t i = 0; i < used; ++i) set_child(index, i, make_low_node(parts[i], level + 1));
    return static_cast<std::int32_t>(index);
  }

  /// Parts of `size` things, halved again and again across the longest extent of their centres.
  template <class Add>
  static void divide(Items things, std::size_t size, const Add& add) {
    if (things.size() <= size) return add(things);
    Bounds centres;
    for (const Item& item : things) {
      const __m128 c = tree_items::centre_of(item);
      centres.add(c, c);
    }
    const std::size_t parts = (things.size() + size - 1) / size;
    const std::size_t half = (parts + 1) / 2 * size;
    tree_items::bring_least_forward(
        things, half, tree_items::longest_lane(_mm_sub_ps(centres.high, centres.low)));
    divide(things.first(half), size, add);
    divide(things.subspan(half), size, add);
  }

  static Bounds bounds_of(Items items) {
    Bounds around;
    for (const Item& item : items) around.add(item);
    return around;
  }

  void set_child(std::size_t node, std::size_t i, std::int32_t child) {
    out_.nodes_[node].child[i] = child;
  }

  std::size_t add_node(Items items, int level) {
    out_.depth_ = std::max(out_.depth_, level);
    out_.nodes_.emplace_back();
    ByteTree::Node& node = out_.nodes_.back();
    const Bounds around = bounds_of(items);
    alignas(16) float size[4], origin[4];
    _mm_store_ps(size, _mm_sub_ps(around.high, around.low));
    _mm_store_ps(origin, around.low);
    std::copy_n(origin, 3, node.origin);
    // The largest power of two with extent · per_metre ≤ 254, but for the rounding of the extent; there are
    // 255 cells. Cells of less than 1e-12 m are of no use, and their squares would leave single precision.
    const double extent = std::max({size[0], size[1], size[2], 254e-12f});
    int exponent = 0;
    std::frexp(254.0 / extent, &exponent);
    const double per_metre = std::ldexp(1.0, exponent - 1);
    node.per_metre = static_cast<float>(per_metre);
    node.used = static_cast<std::uint16_t>((1u << items.size()) - 1u);
    for (std::size_t i = 0; i < items.size(); ++i) {
      alignas(16) float low[4], high[4];
      _mm_store_ps(low, items[i].low);
      _mm_store_ps(high, items[i].high);
      for (int k = 0; k < 3; ++k) {
        const auto cell = [&](float x) {
          return (static_cast<double>(x) - static_cast<double>(origin[k])) * per_metre;
        };
        node.low[k][i] = static_cast<std::uint8_t>(cell(low[k]));
        node.high[k][i] = static_cast<std::uint8_t>(std::ceil(cell(high[k])));
      }
    }
    return out_.nodes_.size() - 1;
  }

  const BoxTree& tree_;
  ByteTree& out_;
  std::vector<std::int32_t> count_;
  BoxTree::Scratch things_;
};

ByteTree::ByteTree(const BoxTree& tree) { ByteTreeBuilder(tree, *this).build(); }

ByteTree::Query::Query(const Box& box, double distance, double largest)
    : square(near_limit(distance)) {
  // More than the rounding of (p - origin) · per_metre, whichever node has the origin.
  const auto room = [largest](const Vec3& p) {
    return Vec3::Constant(1e-15 * (p.cwiseAbs().maxCoeff() + largest));
  };
  const Vec3 l = box.low - room(box.low), h = box.high + room(box.high);
  low = _mm256_setr_pd(l.x(), l.y(), l.z(), 0.0);
  high = _mm256_setr_pd(h.x(), h.y(), h.z(), 0.0);
}

}  // namespace outrigger::geometry
