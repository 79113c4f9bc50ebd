#include "geometry/obb_tree.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numeric>

namespace outrigger::geometry {

class ObbTree::Builder {
 public:
  Builder(const Mesh& mesh, ObbTree& tree) : mesh_(mesh), tree_(tree) {
    const auto count = static_cast<std::size_t>(mesh.face_count());
    order_.resize(count);
    std::iota(order_.begin(), order_.end(), 0);
    centres_.reserve(count);
    areas_.reserve(count);
    for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
      const Corners c = mesh.corners(f);
      centres_.push_back((c[0] + c[1] + c[2]) / 3.0);
      areas_.push_back(triangle_area(c[0], c[1], c[2]));
    }
  }

  void build() {
    tree_.nodes_.reserve(2 * order_.size());
    tree_.nodes_.emplace_back();
    fill(0, 0, order_.size(), 1);
  }

 private:
  /// Uneven divisions stop at this level; halving needs at most 31 more.
  static constexpr int kMaxUnevenLevel = 32;

  /// Directions by falling spread of the faces' surface.
  Mat3 directions(std::size_t begin, std::size_t end) const {
    if (end - begin == 1) return directions_of_face(order_[begin]);
    // About the first centre: sums of far-away coordinates would cancel.
    const Vec3 about = centres_[static_cast<std::size_t>(order_[begin])];
    double area = 0.0;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    for (std::size_t i = begin; i < end; ++i) {
      const auto f = static_cast<std::size_t>(order_[i]);
      const Corners c = mesh_.corners(order_[i]);
      const double a = areas_[f] / 12.0;
      const Vec3 m = centres_[f] - about;
      first += areas_[f] * m;
      area += areas_[f];
      // ∫ x xᵀ over a triangle = area/12 (9 m mᵀ + Σ p pᵀ).
      second += 9.0 * a * m * m.transpose();
      for (const Vec3& corner : c) {
        const Vec3 p = corner - about;
        second += a * p * p.transpose();
      }
    }
    if (!(area > 0.0)) return Mat3::Identity();
    const Mat3 covariance = second - first * first.transpose() / area;
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(covariance);
    Mat3 axes = solver.eigenvectors().rowwise().reverse();
    axes.col(2) = axes.col(0).cross(axes.col(1)).normalized();
    return axes.allFinite() ? axes : Mat3(Mat3::Identity());
  }

  Mat3 directions_of_face(std::int32_t f) const {
    const Corners c = mesh_.corners(f);
    Vec3 longest = c[1] - c[0];
    for (const Vec3& e : {Vec3(c[2] - c[1]), Vec3(c[0] - c[2])}) {
      if (e.squaredNorm() > longest.squaredNorm()) longest = e;
    }
    const Vec3& normal = mesh_.normal(f);
    if (normal.isZero(0.0) || !(longest.norm() > 0.0)) return Mat3::Identity();
    Mat3 axes;
    axes.col(0) = longest.normalized();
    axes.col(1) = normal.cross(axes.col(0)).normalized();
    axes.col(2) = axes.col(0).cross(axes.col(1));
    return axes.allFinite() ? axes : Mat3(Mat3::Identity());
  }

  /// The box along these directions, as it will be asked: with single-precision directions.
  Node fitted(std::size_t begin, std::size_t end, const Mat3& directions) const {
    Node node{};
    Eigen::Map<Eigen::Matrix3f>(node.axes) = directions.cast<float>();
    const Mat3 axes = Eigen::Map<Eigen::Matrix3f>(node.axes).cast<double>();
    Box local;
    for (std::size_t i = begin; i < end; ++i) {
      for (const Vec3& p : mesh_.corners(order_[i])) local.add(axes.transpose() * p);
    }
    // Directions that are not quite orthonormal put the centre a little aside.
    const Vec3 centre = axes * local.centre();
    const double room = 2e-7 * (centre.cwiseAbs().maxCoeff() + 0.5 * local.size().norm()) + 1e-30;
    for (int k = 0; k < 3; ++k) {
      node.centre[k] = static_cast<float>(centre[k]);
      node.half[k] = rounded_up(0.5 * local.size()[k] + 2.0 * room);
    }
    return node;
  }

  std::size_t divide(std::size_t begin, std::size_t end, const Vec3& direction, int level) {
    const auto along = [&](std::int32_t f) {
      return direction.dot(centres_[static_cast<std::size_t>(f)]);
    };
    const auto first = order_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = order_.begin() + static_cast<std::ptrdiff_t>(end);
    if (level < kMaxUnevenLevel) {
      double mean = 0.0;
      for (auto i = first; i != last; ++i) mean += along(*i) / static_cast<double>(end - begin);
      const auto middle =
          std::partition(first, last, [&](std::int32_t f) { return along(f) < mean; });
      if (middle != first && middle != last) {
        return static_cast<std::size_t>(middle - order_.begin());
      }
    }
    const auto middle = first + (last - first) / 2;
    std::nth_element(first, middle, last,
                     [&](std::int32_t f, std::int32_t g) { return along(f) < along(g); });
    return static_cast<std::size_t>(middle - order_.begin());
  }

  void fill(std::size_t index, std::size_t begin, std::size_t end, int level) {
    tree_.depth_ = std::max(tree_.depth_, level);
    Node node = fitted(begin, end, directions(begin, end));
    if (end - begin == 1) {
      node.child = ~order_[begin];
      tree_.nodes_[index] = node;
      return;
    }
    node.child = static_cast<std::int32_t>(tree_.nodes_.size());
    tree_.nodes_[index] = node;
    tree_.nodes_.resize(tree_.nodes_.size() + 2);
    const OrientedBox box = node.box();
    int longest = 0;
    box.half.maxCoeff(&longest);
    const std::size_t middle = divide(begin, end, box.axes.col(longest), level);
    fill(static_cast<std::size_t>(node.child), begin, middle, level + 1);
    fill(static_cast<std::size_t>(node.child) + 1, middle, end, level + 1);
  }

  const Mesh& mesh_;
  ObbTree& tree_;
  std::vector<std::int32_t> order_;
  std::vector<Vec3> centres_;
  std::vector<double> areas_;
};

ObbTree::ObbTree(const Mesh& mesh) {
  if (mesh.face_count() == 0) return;
  Builder(mesh, *this).build();
}

}  // namespace outrigger::geometry
