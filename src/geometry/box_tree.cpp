#include "geometry/box_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace outrigger::geometry {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

using namespace tree_items;

struct Range {
  std::int32_t begin = 0;
  std::int32_t end = 0;
  Bounds bounds;
  Bounds centres;  ///< of twice the centres
  std::int32_t count() const { return end - begin; }
};

/// Builds the nodes from a list of items, whose fourth lane of `low` carries the thing's number.
class Builder {
 public:
  Builder(BoxTree::Scratch& items, SplitRule rule,
          std::vector<BoxTree::Node, AlignedAllocator<BoxTree::Node>>& nodes)
      : items_(items), rule_(rule), nodes_(nodes) {}

  int depth() const { return depth_; }

  void build() {
    Range all{0, static_cast<std::int32_t>(items_.size()), {}, {}};
    measure(all);
    nodes_.reserve(items_.size() / 2 + 1);
    make_node(all, 1, 0);
  }

 private:
  static constexpr int kWidth = 4;
  static constexpr int kSlices = 16;
  /// Up to this many, things are halved in such parts that the nodes below them are full.
  static constexpr std::int32_t kFew = 64;
  /// What the nodes below one hold when they are full: the largest power of four that leaves a rest.
  static std::int32_t full_part(std::int32_t count) {
    std::int32_t part = kWidth;
    while (part * kWidth < count) part *= kWidth;
    return part;
  }
  /// Unlucky splits stop here: halving alone needs at most 31 levels more.
  static constexpr int kMaxUnevenSplits = 30;

  Bounds bounds_of(std::int32_t begin, std::int32_t end) const {
    Bounds b;
    for (std::int32_t i = begin; i < end; ++i) {
      b.add(items_[static_cast<std::size_t>(i)].low, items_[static_cast<std::size_t>(i)].high);
    }
    return b;
  }

  void measure(Range& range) const {
    range.bounds = {};
    range.centres = {};
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      const Item& item = items_[static_cast<std::size_t>(i)];
      range.bounds.add(item.low, item.high);
      const __m128 c = centre_of(item);
      range.centres.add(c, c);
    }
  }

  std::int32_t make_node(const Range& range, int level, int splits) {
    depth_ = std::max(depth_, level);
    std::array<Range, kWidth> part;
    std::array<int, kWidth> part_splits{};
    part[0] = range;
    part_splits[0] = splits;
    int parts = 1;
    if (range.count() <= kWidth) {
      // One thing per place.
      parts = range.count();
      for (int i = 0; i < parts; ++i) {
        part[static_cast<std::size_t>(i)] = {range.begin + i,
                                             range.begin + i + 1,
                                             bounds_of(range.begin + i, range.begin + i + 1),
                                             {}};
      }
    } else {
      const std::int32_t least = range.count() <= kFew ? full_part(range.count()) : kWidth;
      while (parts < kWidth) {
        // The part with the largest surface is divided next.
        int largest = -1;
        for (int i = 0; i < parts; ++i) {
          const Range& p = part[static_cast<std::size_t>(i)];
          if (p.count() > least &&
              (largest < 0 ||
               p.bounds.surface() > part[static_cast<std::size_t>(largest)].bounds.surface())) {
            largest = i;
          }
        }
        if (largest < 0) break;
        const auto l = static_cast<std::size_t>(largest);
        const Range whole = part[l];
        ++part_splits[l];
        split(whole, part_splits[l], part[l], part[static_cast<std::size_t>(parts)]);
        part_splits[static_cast<std::size_t>(parts)] = part_splits[l];
        ++parts;
      }
    }

    const auto index = static_cast<std::int32_t>(nodes_.size());
    nodes_.emplace_back();
    for (int i = 0; i < kWidth; ++i) {
      const bool used = i < parts;
      const Range& p = part[static_cast<std::size_t>(i)];
      std::int32_t child = 0;
      if (used && p.count() == 1) {
        child = ~number(items_[static_cast<std::size_t>(p.begin)]);
      } else if (used) {
        child = make_node(p, level + 1, part_splits[static_cast<std::size_t>(i)]);
      }
      BoxTree::Node& node = nodes_[static_cast<std::size_t>(index)];
      node.child[i] = child;
      node.count = parts;
      for (int k = 0; k < 3; ++k) {
        node.low[k][i] = used ? lane(p.bounds.low, k) : kInfinity;
        node.high[k][i] = used ? lane(p.bounds.high, k) : -kInfinity;
      }
    }
    return index;
  }

  /// Divides the items of a range into two, neither empty.
  void split(const Range& range, int splits, Range& lower, Range& upper) {
    const bool even = range.count() <= kFew || splits > kMaxUnevenSplits;
    if (!even && rule_ == SplitRule::surface && split_by_surface(range, lower, upper)) return;
    std::int32_t middle = range.begin;
    if (!even && rule_ == SplitRule::deviation) middle = split_by_deviation(range);
    if (middle <= range.begin || middle >= range.end) middle = split_in_halves(range);
    lower = {range.begin, middle, {}, {}};
    upper = {middle, range.end, {}, {}};
    measure(lower);
    measure(upper);
  }

  std::int32_t split_in_halves(const Range& range) {
    const int axis = longest_lane(_mm_sub_ps(range.centres.high, range.centres.low));
    const std::int32_t part = range.count() <= kFew ? full_part(range.count()) : kWidth;
    const std::int32_t half = std::max((range.count() + part) / (2 * part) * part, part);
    bring_least_forward(std::span(items_).subspan(static_cast<std::size_t>(range.begin),
                                                  static_cast<std::size_t>(range.count())),
                        static_cast<std::size_t>(half), axis);
    return range.begin + half;
  }

  template <class Below>
  std::int32_t partition(const Range& range, Below&& below) {
    const auto begin = items_.begin();
    return static_cast<std::int32_t>(std::partition(begin + range.begin, begin + range.end, below) -
                                     begin);
  }

  std::int32_t split_by_deviation(const Range& range) {
    // Sums in double precision: a million centres far from the origin.
    Vec3 sum = Vec3::Zero();
    Vec3 squares = Vec3::Zero();
    const __m128 shift = centre_of(items_[static_cast<std::size_t>(range.begin)]);
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      alignas(16) float c[4];
      _mm_store_ps(c, _mm_sub_ps(centre_of(items_[static_cast<std::size_t>(i)]), shift));
      const Vec3 d(static_cast<double>(c[0]), static_cast<double>(c[1]), static_cast<double>(c[2]));
      sum += d;
      squares += d.cwiseAbs2();
    }
    const Vec3 deviation = squares - sum.cwiseAbs2() / range.count();
    int axis = 0;
    deviation.maxCoeff(&axis);
    const float mean = static_cast<float>(sum[axis] / range.count()) + lane(shift, axis);
    return with_axis(axis, [&](auto k) {
      return partition(range, [&](const Item& item) {
        return lane<decltype(k)::value>(centre_of(item)) < mean;
      });
    });
  }

  bool split_by_surface(const Range& range, Range& lower, Range& upper) {
    const int axis = longest_lane(_mm_sub_ps(range.centres.high, range.centres.low));
    return with_axis(
        axis, [&](auto k) { return split_by_surface<decltype(k)::value>(range, lower, upper); });
  }

  template <int kAxis>
  bool split_by_surface(const Range& range, Range& lower, Range& upper) {
    const float low = lane<kAxis>(range.centres.low);
    const float extent = lane<kAxis>(range.centres.high) - low;
    if (!(extent > 0.0f) || !std::isfinite(extent)) return false;
    const float scale = static_cast<float>(kSlices) * (1.0f - 1e-6f) / extent;
    if (!std::isfinite(scale)) return false;
    const auto slice_of = [&](__m128 centre) {
      const int slice = static_cast<int>((lane<kAxis>(centre) - low) * scale);
      return std::clamp(slice, 0, kSlices - 1);
    };

    // Boxes and centres of each slice; both sides of any cut follow from them.
    struct Slice {
      Bounds bounds;
      Bounds centres;
      std::int32_t count = 0;
      void add(const Slice& s) {
        bounds.add(s.bounds);
        centres.add(s.centres);
        count += s.count;
      }
    };
    std::array<Slice, kSlices> slices;
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      const Item& item = items_[static_cast<std::size_t>(i)];
      const __m128 centre = centre_of(item);
      Slice& slice = slices[static_cast<std::size_t>(slice_of(centre))];
      slice.bounds.add(item.low, item.high);
      slice.centres.add(centre, centre);
      ++slice.count;
    }
    // Cost of cutting after slice i: surface × count of both sides.
    std::array<float, kSlices> cost{};
    Slice side;
    for (std::size_t i = 0; i + 1 < kSlices; ++i) {
      side.add(slices[i]);
      cost[i] = side.count > 0 ? side.bounds.surface() * static_cast<float>(side.count) : kInfinity;
    }
    side = {};
    int best = -1;
    float least = kInfinity;
    for (std::size_t i = kSlices - 1; i > 0; --i) {
      side.add(slices[i]);
      if (side.count == 0) continue;
      const float total = cost[i - 1] + side.bounds.surface() * static_cast<float>(side.count);
      if (total < least) {
        least = total;
        best = static_cast<int>(i) - 1;
      }
    }
    if (best < 0) return false;
    const std::int32_t middle =
        partition(range, [&](const Item& item) { return slice_of(centre_of(item)) <= best; });
    Slice below, above;
    for (int i = 0; i < kSlices; ++i) {
      (i <= best ? below : above).add(slices[static_cast<std::size_t>(i)]);
    }
    lower = {range.begin, middle, below.bounds, below.centres};
    upper = {middle, range.end, above.bounds, above.centres};
    return middle > range.begin && middle < range.end;
  }

  BoxTree::Scratch& items_;
  SplitRule rule_;
  std::vector<BoxTree::Node, AlignedAllocator<BoxTree::Node>>& nodes_;
  int depth_ = 0;
};

Item make_item(const ThingBox& box, std::int32_t number) {
  return {with_number(_mm_setr_ps(box.low[0], box.low[1], box.low[2], 0.0f), number),
          _mm_setr_ps(box.high[0], box.high[1], box.high[2], 0.0f)};
}

}  // namespace

BoxTree::BoxTree(const Mesh& mesh, SplitRule rule) {
  Scratch items;
  items.reserve(static_cast<std::size_t>(mesh.face_count()));
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    items.push_back(make_item(ThingBox(mesh.face_box(f)), f));
  }
  box_ = mesh.box();
  build(items, rule);
  bytes_ = ByteTree(*this);
}

BoxTree::BoxTree(std::span<const Box> boxes, SplitRule rule) {
  Scratch items;
  items.reserve(boxes.size());
  for (const Box& box : boxes) {
    items.push_back(make_item(ThingBox(box), static_cast<std::int32_t>(items.size())));
    box_.add(box);
  }
  build(items, rule);
}

void BoxTree::rebuild(std::span<const ThingBox> boxes, SplitRule rule, Scratch& scratch) {
  scratch.clear();
  scratch.reserve(boxes.size());
  box_ = {};
  for (const ThingBox& box : boxes) {
    scratch.push_back(make_item(box, static_cast<std::int32_t>(scratch.size())));
    box_.add(box.box());
  }
  build(scratch, rule);
}

void BoxTree::build(Scratch& items, SplitRule rule) {
  nodes_.clear();
  bytes_ = {};
  depth_ = 0;
  if (items.empty()) return;
  Builder builder(items, rule, nodes_);
  builder.build();
  depth_ = builder.depth();
}

double BoxTree::refit(std::span<const ThingBox> boxes) {
  const auto least = [](__m128 v) {
    v = _mm_min_ps(v, _mm_movehl_ps(v, v));
    return _mm_cvtss_f32(_mm_min_ss(v, _mm_movehdup_ps(v)));
  };
  const auto greatest = [](__m128 v) {
    v = _mm_max_ps(v, _mm_movehl_ps(v, v));
    return _mm_cvtss_f32(_mm_max_ss(v, _mm_movehdup_ps(v)));
  };
  const auto around = [&](const Node& node) {
    ThingBox box;
    for (int k = 0; k < 3; ++k) {
      box.low[k] = least(_mm_load_ps(node.low[k]));
      box.high[k] = greatest(_mm_load_ps(node.high[k]));
    }
    return box;
  };
  bytes_ = {};
  double surface = 0.0;
  // Children stand behind their parents.
  for (std::size_t n = nodes_.size(); n-- > 0;) {
    Node& node = nodes_[n];
    for (int i = 0; i < node.count; ++i) {
      const std::int32_t child = node.child[i];
      const ThingBox box = child < 0 ? boxes[static_cast<std::size_t>(~child)]
                                     : around(nodes_[static_cast<std::size_t>(child)]);
      for (int k = 0; k < 3; ++k) {
        node.low[k][i] = box.low[k];
        node.high[k][i] = box.high[k];
      }
      if (child >= 0 && box.low[0] <= box.high[0]) {
        const float x = box.high[0] - box.low[0];
        const float y = box.high[1] - box.low[1];
        const float z = box.high[2] - box.low[2];
        surface += static_cast<double>(x * y + y * z + z * x);
      }
    }
  }
  box_ = nodes_.empty() ? Box() : around(nodes_[0]).box();
  return surface;
}

BoxTree::Ray::Ray(const Vec3& o, const Vec3& d, double box_margin)
    : margin(broadcast4(box_margin)) {
  for (int k = 0; k < 3; ++k) {
    origin[k] = broadcast4(o[k]);
    inverse[k] = broadcast4(1.0 / d[k]);
  }
}

int BoxTree::Ray::meets(const Node& node, double length) const {
  // Slabs, widened by the rounding of the three operations. An infinite inverse times zero is NaN,
  // which min and max below drop in favour of their second argument.
  constexpr double kSlack = 4e-16;
  Lane4 enter = zero4();
  Lane4 leave = broadcast4(length);
  for (int k = 0; k < 3; ++k) {
    const Lane4 low = sub4(_mm256_cvtps_pd(_mm_load_ps(node.low[k])), margin);
    const Lane4 high = add4(_mm256_cvtps_pd(_mm_load_ps(node.high[k])), margin);
    const Lane4 a = mul4(sub4(low, origin[k]), inverse[k]);
    const Lane4 b = mul4(sub4(high, origin[k]), inverse[k]);
    const Lane4 first = _mm256_min_pd(a, b);
    const Lane4 last = _mm256_max_pd(a, b);
    const Lane4 ordered = _mm256_cmp_pd(a, b, _CMP_ORD_Q);
    enter = _mm256_blendv_pd(enter, _mm256_max_pd(first, enter), ordered);
    leave = _mm256_blendv_pd(leave, _mm256_min_pd(last, leave), ordered);
  }
  // `leave` is finite, `enter` may be infinite: a ray along a box it never reaches.
  const Lane4 room = mul4(broadcast4(kSlack), leave);
  const int hits = _mm256_movemask_pd(_mm256_cmp_pd(enter, add4(leave, room), _CMP_LE_OQ));
  return hits & ((1 << node.count) - 1);
}

}  // namespace outrigger::geometry
