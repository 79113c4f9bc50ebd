#include "geometry/bsp_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/assert.h"

namespace outrigger::geometry {
namespace {

struct SplitPlane {
  Vec3 normal = Vec3::Zero();
  double offset = 0.0;
  std::int32_t face = -1;  ///< whose plane it is, -1 along an axis
  double distance(const Vec3& p) const { return normal.dot(p) - offset; }
};

/// What of each face lies in a cell, as convex polygons with their corners in one list.
struct Fragments {
  struct Polygon {
    std::int32_t face;
    std::int32_t first;
    std::int32_t count;
  };
  std::vector<Polygon> polygons;
  std::vector<Vec3> corners;

  std::span<const Vec3> corners_of(const Polygon& p) const {
    return {corners.data() + p.first, static_cast<std::size_t>(p.count)};
  }
  void add(std::int32_t face, std::span<const Vec3> points) {
    polygons.push_back({face, static_cast<std::int32_t>(corners.size()),
                        static_cast<std::int32_t>(points.size())});
    corners.insert(corners.end(), points.begin(), points.end());
  }
  std::size_t size() const { return polygons.size(); }
};

struct ParameterRange {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
};

ParameterRange distances(const SplitPlane& plane, std::span<const Vec3> points) {
  ParameterRange range;
  for (const Vec3& p : points) {
    const double d = plane.distance(p);
    range.low = std::min(range.low, d);
    range.high = std::max(range.high, d);
  }
  return range;
}

}  // namespace

class BspTree::Builder {
 public:
  Builder(BspTree& tree, const Mesh& mesh, const BspTreeSettings& settings)
      : tree_(tree), mesh_(mesh), settings_(settings) {}

  void build() {
    Fragments all;
    for (std::int32_t f = 0; f < mesh_.face_count(); ++f) {
      all.add(f, tree_.corners_[static_cast<std::size_t>(f)]);
    }
    tree_.nodes_.emplace_back();
    const double budget = settings_.growth * static_cast<double>(all.size());
    fill(0, std::move(all), 0, budget);
  }

 private:
  enum class Where { on, front, back, both };

  Where where(const SplitPlane& plane, const Fragments::Polygon& polygon,
              const ParameterRange& range) const {
    if (polygon.face == plane.face) return Where::on;
    const double room = tree_.tolerance_;
    if (range.low >= -room && range.high <= room) return Where::on;
    if (range.low >= -room) return Where::front;
    return range.high <= room ? Where::back : Where::both;
  }

  /// Cost of a plane; infinite where it must not be taken.
  double cost(const SplitPlane& plane, const Fragments& fragments, double budget) const {
    std::size_t on = 0, front = 0, back = 0, cut = 0;
    for (const auto& polygon : fragments.polygons) {
      switch (where(plane, polygon, distances(plane, fragments.corners_of(polygon)))) {
        case Where::on:
          ++on;
          break;
        case Where::front:
          ++front;
          break;
        case Where::back:
          ++back;
          break;
        case Where::both:
          ++cut;
          break;
      }
    }
    front += cut;
    back += cut;
    const bool separates =
        plane.face >= 0 || (std::min(front, back) > 0 && std::max(front, back) < fragments.size());
    if (!separates || static_cast<double>(on + front + back) > budget) {
      return std::numeric_limits<double>::infinity();
    }
    return static_cast<double>(std::max(front, back)) + 0.5 * static_cast<double>(cut);
  }

  /// The best plane; false when there is none.
  bool choose(const Fragments& fragments, double budget, SplitPlane& best) const {
    double least = std::numeric_limits<double>::infinity();
    const auto consider = [&](const SplitPlane& plane) {
      const double c = cost(plane, fragments, budget);
      if (c < least) {
        least = c;
        best = plane;
      }
    };
    const std::size_t tries =
        std::min(static_cast<std::size_t>(settings_.candidates), fragments.size());
    for (std::size_t i = 0; i < tries; ++i) {
      const std::int32_t f = fragments.polygons[i * fragments.size() / tries].face;
      const Vec3& n = mesh_.normal(f);
      if (n.isZero(0.0)) continue;
      const Corners& c = tree_.corners_[static_cast<std::size_t>(f)];
      consider({n, n.dot((c[0] + c[1] + c[2]) / 3.0), f});
    }
    if (settings_.policy == BspTreeSettings::Policy::mixed) {
      Vec3 mean = Vec3::Zero();
      for (const Vec3& p : fragments.corners) mean += p;
      mean /= static_cast<double>(fragments.corners.size());
      for (int k = 0; k < 3; ++k) consider({Vec3::Unit(k), mean[k], -1});
    }
    return std::isfinite(least);
  }

  /// Adds the part of a polygon on one side (sign +1 or -1) of a plane.
  void add_part(const SplitPlane& plane, double sign, std::int32_t face,
                std::span<const Vec3> points, Fragments& side) {
    part_.clear();
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec3& a = points[i];
      const Vec3& b = points[(i + 1) % points.size()];
      const double da = sign * plane.distance(a);
      const double db = sign * plane.distance(b);
      if (da >= 0.0) part_.push_back(a);
      if ((da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0)) {
        part_.push_back(a + (b - a) * (da / (da - db)));
      }
    }
    if (!part_.empty()) side.add(face, part_);
  }

  void store(std::size_t index, const std::vector<std::int32_t>& faces) {
    Node& node = tree_.nodes_[index];
    node.first = static_cast<std::int32_t>(tree_.stored_.size());
    node.count = static_cast<std::int32_t>(faces.size());
    tree_.stored_.insert(tree_.stored_.end(), faces.begin(), faces.end());
  }

  void make_cell(std::size_t index, const Fragments& fragments) {
    std::vector<std::int32_t> faces;
    for (const auto& polygon : fragments.polygons) faces.push_back(polygon.face);
    store(index, faces);
    if (faces.empty()) return;
    // The middle of the piece with the most room about it.
    double widest = -1.0;
    Vec3 target = Vec3::Zero();
    for (const auto& polygon : fragments.polygons) {
      const auto points = fragments.corners_of(polygon);
      double twice_area = 0.0;
      for (std::size_t i = 2; i < points.size(); ++i) {
        twice_area += (points[i - 1] - points[0]).cross(points[i] - points[0]).norm();
      }
      if (twice_area <= widest) continue;
      widest = twice_area;
      target.setZero();
      for (const Vec3& p : points) target += p / static_cast<double>(points.size());
    }
    tree_.nodes_[index].back = static_cast<std::int32_t>(tree_.targets_.size());
    tree_.targets_.push_back(target);
  }

  void fill(std::size_t index, Fragments fragments, int level, double budget) {
    tree_.depth_ = std::max(tree_.depth_, level + 1);
    SplitPlane plane;
    if (fragments.size() <= static_cast<std::size_t>(settings_.leaf_count) ||
        level >= settings_.max_depth || !choose(fragments, budget, plane)) {
      make_cell(index, fragments);
      return;
    }
    Fragments front, back;
    std::vector<std::int32_t> on;
    for (const auto& polygon : fragments.polygons) {
      const auto points = fragments.corners_of(polygon);
      switch (where(plane, polygon, distances(plane, points))) {
        case Where::on:
          on.push_back(polygon.face);
          break;
        case Where::front:
          front.add(polygon.face, points);
          break;
        case Where::back:
          back.add(polygon.face, points);
          break;
        case Where::both:
          add_part(plane, 1.0, polygon.face, points, front);
          add_part(plane, -1.0, polygon.face, points, back);
          break;
      }
    }
    fragments = {};
    store(index, on);
    const std::size_t children = tree_.nodes_.size();
    tree_.nodes_.resize(children + 2);
    Node& node = tree_.nodes_[index];
    node.normal = plane.normal;
    node.offset = plane.offset;
    node.front = static_cast<std::int32_t>(children);
    node.back = node.front + 1;
    // Only the plane of a face leaves a side empty, and then that side touches the face.
    tree_.nodes_[children].inside = false;
    tree_.nodes_[children + 1].inside = true;
    const double total = static_cast<double>(front.size() + back.size());
    budget -= static_cast<double>(on.size());
    const double front_budget = budget * static_cast<double>(front.size()) / std::max(total, 1.0);
    fill(children, std::move(front), level + 1, front_budget);
    fill(children + 1, std::move(back), level + 1, budget - front_budget);
  }

  BspTree& tree_;
  const Mesh& mesh_;
  const BspTreeSettings& settings_;
  std::vector<Vec3> part_;
};

BspTree::BspTree(const Mesh& mesh, const BspTreeSettings& settings) : boxes_(thing_boxes(mesh)) {
  OUTRIGGER_ASSERT(settings.max_depth >= 0 && settings.max_depth <= kMaxDepth);
  OUTRIGGER_ASSERT(settings.leaf_count >= 0 && settings.candidates >= 1 && settings.growth >= 1.0);
  if (boxes_.empty()) return;
  corners_.reserve(boxes_.size());
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) corners_.push_back(mesh.corners(f));
  centre_ = mesh.box().centre();
  radius_ = 0.5 * mesh.box().size().norm();
  tolerance_ = 1e-9 * radius_ + 1e-15 * centre_.norm();
  Builder(*this, mesh, settings).build();
  nodes_.shrink_to_fit();
  stored_.shrink_to_fit();
}

bool BspTree::contains(const Vec3& p) const {
  if (boxes_.empty()) return false;
  std::size_t index = 0;
  while (!nodes_[index].is_cell()) {
    const Node& node = nodes_[index];
    index = static_cast<std::size_t>(node.distance(p) >= 0.0 ? node.front : node.back);
  }
  const Node& cell = nodes_[index];
  if (cell.count == 0) return cell.inside;
  const Side side = side_in_cell(cell, p);
  if (side != Side::unclear) return side == Side::inside;
  return winding_number(p) > 0.5;
}

/// Goes from p to the cell's target, which stays in the cell because it is convex: the first face
/// on the way shows p one of its sides. Unclear where the way passes an edge.
BspTree::Side BspTree::side_in_cell(const Node& cell, const Vec3& p) const {
  constexpr double kEdge = 1e-9;
  const Vec3& target = targets_[static_cast<std::size_t>(cell.back)];
  double first = std::numeric_limits<double>::infinity();
  double unclear = std::numeric_limits<double>::infinity();
  Side side = Side::unclear;
  for (std::int32_t i = cell.first; i < cell.first + cell.count; ++i) {
    const Corners& c = corners_[static_cast<std::size_t>(stored_[static_cast<std::size_t>(i)])];
    const Vec3 e1 = c[1] - c[0];
    const Vec3 e2 = c[2] - c[0];
    const Vec3 normal = e1.cross(e2);
    const double room = tolerance_ * normal.norm();
    const double from = normal.dot(p - c[0]);
    const double to = normal.dot(target - c[0]);
    if (std::abs(from) <= room && std::abs(to) <= room) {
      // In its plane: an edge may be met anywhere.
      unclear = 0.0;
      continue;
    }
    if ((from > room && to > room) || (from < -room && to < -room)) continue;
    const double t = std::clamp(from / (from - to), 0.0, 1.0);
    const Vec3 w = p + t * (target - p) - c[0];
    const double area = normal.squaredNorm();
    const double u = w.cross(e2).dot(normal) / area;
    const double v = e1.cross(w).dot(normal) / area;
    const double least = std::min({u, v, 1.0 - u - v});
    if (!(least >= -kEdge)) continue;
    if (least <= kEdge) unclear = std::min(unclear, t);
    const Side shown = from > 0.0 ? Side::outside : Side::inside;
    if (std::abs(t - first) <= kEdge && shown != side) unclear = std::min(unclear, t);
    if (t < first) {
      first = t;
      side = shown;
    }
  }
  return unclear <= first + kEdge ? Side::unclear : side;
}

double BspTree::winding_number(const Vec3& p) const {
  // Solid angles after A. van Oosterom and J. Strackee, IEEE Trans. Biomed. Eng. 30 (1983) 125.
  double sum = 0.0;
  for (const Corners& corners : corners_) {
    const Vec3 a = corners[0] - p, b = corners[1] - p, c = corners[2] - p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    const double low = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    sum += 2.0 * std::atan2(a.dot(b.cross(c)), low);
  }
  return sum / (4.0 * std::numbers::pi);
}

}  // namespace outrigger::geometry
