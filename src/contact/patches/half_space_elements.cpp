#include "contact/patches/half_space_elements.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "contact/patches/element_rules.h"

namespace outrigger::contact {

using geometry::Mesh;

namespace {

/// A corner above the plane and where its two edges pass through it: what is cut off, or left.
struct Tip {
  Vec3 apex, left, right;
};

/// The tip at corner i, for heights with different signs at i and at both others.
Tip tip_at(const geometry::Corners& c, const double* h, std::size_t i) {
  const std::size_t j = (i + 1) % 3;
  const std::size_t k = (i + 2) % 3;
  const double to_j = h[i] / (h[i] - h[j]);
  const double to_k = h[i] / (h[i] - h[k]);
  return {c[i], c[i] + to_j * (c[j] - c[i]), c[i] + to_k * (c[k] - c[i])};
}

/// Second moment over the area of a triangle about a point.
Mat3 second_moment(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& about) {
  const Vec3 x = p - about;
  const Vec3 y = q - about;
  const Vec3 z = r - about;
  const Vec3 s = x + y + z;
  return (x * x.transpose() + y * y.transpose() + z * z.transpose() + s * s.transpose()) / 12.0;
}

}  // namespace

void HalfSpaceElements::find(const MeshShape& a, const geometry::Plane& plane, double share_a) {
  a_ = a;
  plane_ = plane;
  coarse_area_ = kCoarse * a.mesh->area();
  parts_.clear();
  patches_.clear();
  elements_.clear();
  unsorted_.clear();
  const auto faces = static_cast<std::size_t>(a.mesh->face_count());
  if (face_stamp_.size() < faces) {
    face_stamp_.resize(faces, 0);
    part_of_face_.resize(faces);
  }
  if (++stamp_ == 0) {
    std::fill(face_stamp_.begin(), face_stamp_.end(), 0u);
    stamp_ = 1;
  }
  a.tree->for_each_below(plane.normal, plane.offset, [this](std::int32_t f) { add_face(f); });
  if (parts_.empty()) return;
  number_patches();
  for (const Part& part : parts_) add_elements(part, share_a);

  // Counting sort by patch.
  starts_.assign(patches_.size() + 1, 0);
  for (const PatchElement& e : unsorted_) ++starts_[static_cast<std::size_t>(e.patch) + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  if (patches_.size() == 1) {
    elements_.swap(unsorted_);
    return;
  }
  elements_.resize(unsorted_.size());
  for (const PatchElement& e : unsorted_) {
    elements_[static_cast<std::size_t>(starts_[static_cast<std::size_t>(e.patch)]++)] = e;
  }
}

void HalfSpaceElements::add_face(std::int32_t face) {
  const geometry::Triangle& t = a_.mesh->face(face);
  const geometry::Corners c = a_.mesh->corners(face);
  double h[3];
  unsigned below = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    h[i] = plane_.height(a_.mesh->vertex(t[i]));
    below |= static_cast<unsigned>(h[i] < 0.0) << i;
  }
  if (below == 0) return;
  const Vec3& n = a_.mesh->normal(face);
  Part part;
  part.face = face;
  part.below = static_cast<std::uint8_t>(below);
  part.lowest = std::min({h[0], h[1], h[2]});
  const double whole = 0.5 * (c[1] - c[0]).cross(c[2] - c[0]).dot(n);
  if (below == 7) {
    part.area = whole;
    part.centroid = (c[0] + c[1] + c[2]) / 3.0;
    part.height = (h[0] + h[1] + h[2]) / 3.0;
  } else {
    // One corner is alone on its side: it is what is left, or what is cut off.
    const bool left_over = std::popcount(below) == 1;
    const auto i = static_cast<std::size_t>(std::countr_zero(left_over ? below : 7u & ~below));
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    const double to_j = h[i] / (h[i] - h[j]);
    const double to_k = h[i] / (h[i] - h[k]);
    const Vec3 tip_centroid = c[i] + (to_j * (c[j] - c[i]) + to_k * (c[k] - c[i])) / 3.0;
    const double tip_area = whole * to_j * to_k;
    if (left_over) {
      part.area = tip_area;
      part.centroid = tip_centroid;
      part.height = h[i] / 3.0;
    } else {
      part.area = whole - tip_area;
      if (!(part.area > 0.0)) return;
      const double scale = 1.0 / part.area;
      part.centroid = scale * (whole / 3.0 * (c[0] + c[1] + c[2]) - tip_area * tip_centroid);
      part.height = scale * (whole / 3.0 * (h[0] + h[1] + h[2]) - tip_area * h[i] / 3.0);
    }
  }
  if (!(part.area > 0.0)) return;
  const auto f = static_cast<std::size_t>(face);
  face_stamp_[f] = stamp_;
  part_of_face_[f] = static_cast<std::int32_t>(parts_.size());
  parts_.push_back(part);
}

std::int32_t HalfSpaceElements::root(std::int32_t part) {
  std::int32_t r = part;
  while (parent_[static_cast<std::size_t>(r)] != r) r = parent_[static_cast<std::size_t>(r)];
  while (parent_[static_cast<std::size_t>(part)] != r) {
    part = std::exchange(parent_[static_cast<std::size_t>(part)], r);
  }
  return r;
}

/// Joins faces across edges that are at least partly below; numbers in the order of the parts.
void HalfSpaceElements::number_patches() {
  const Mesh& mesh = *a_.mesh;
  parent_.resize(parts_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) parent_[i] = static_cast<std::int32_t>(i);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    for (std::int32_t k = 0; k < 3; ++k) {
      const unsigned ends = (1u << k) | (1u << ((k + 1) % 3));
      const std::int32_t h = 3 * parts_[i].face + k;
      const std::int32_t opposite = mesh.opposite(h);
      // Each edge once.
      if ((parts_[i].below & ends) == 0 || opposite == Mesh::kNone || opposite < h) continue;
      const auto f = static_cast<std::size_t>(Mesh::face_of(opposite));
      if (face_stamp_[f] != stamp_) continue;
      const std::int32_t p = root(static_cast<std::int32_t>(i));
      const std::int32_t q = root(part_of_face_[f]);
      parent_[static_cast<std::size_t>(std::max(p, q))] = std::min(p, q);
    }
  }
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const auto r = static_cast<std::size_t>(root(static_cast<std::int32_t>(i)));
    if (r == i) {
      parts_[i].patch = static_cast<std::int32_t>(patches_.size());
      patches_.emplace_back();
    } else {
      parts_[i].patch = parts_[r].patch;
    }
    HalfSpacePatch& patch = patches_[static_cast<std::size_t>(parts_[i].patch)];
    patch.area += parts_[i].area;
    patch.volume +=
        parts_[i].area * parts_[i].height * plane_.normal.dot(mesh.normal(parts_[i].face));
    patch.depth = std::max(patch.depth, -parts_[i].lowest);
  }
}

/// Of the part below the plane about its centroid, over its area.
Mat3 HalfSpaceElements::spread_of(const Part& part) const {
  const geometry::Corners c = a_.mesh->corners(part.face);
  const Mat3 all = second_moment(c[0], c[1], c[2], part.centroid);
  if (part.below == 7) return all;
  double h[3];
  for (std::size_t i = 0; i < 3; ++i) h[i] = plane_.height(c[i]);
  const unsigned below = part.below;
  const bool left_over = std::popcount(below) == 1;
  const auto i = static_cast<std::size_t>(std::countr_zero(left_over ? below : 7u & ~below));
  const Tip tip = tip_at(c, h, i);
  const Mat3 of_tip = second_moment(tip.apex, tip.left, tip.right, part.centroid);
  if (left_over) return of_tip;
  const double whole = geometry::triangle_area(c[0], c[1], c[2]);
  return (whole * all - (whole - part.area) * of_tip) / part.area;
}

void HalfSpaceElements::add_elements(const Part& part, double share_a) {
  const Vec3& out = a_.mesh->normal(part.face);
  const double facing = -out.dot(plane_.normal);
  const double weight = facing_weight(facing);
  if (!(weight > 0.0)) return;
  const auto add = [&](const Vec3& p, double height, double area) {
    const double depth = -height / facing;
    if (!(depth > 0.0)) return;
    PatchElement& e = unsorted_.emplace_back();
    e.normal = -out;
    e.point = p + share_a * depth * e.normal;
    e.area = weight * area;
    e.depth = depth;
    e.patch = part.patch;
  };
  const geometry::Corners c = a_.mesh->corners(part.face);
  const Vec3 edge = c[1] - c[0];
  const Vec3 twice_area = edge.cross(c[2] - c[0]);
  if (twice_area.squaredNorm() <= 4.0 * coarse_area_ * coarse_area_) {
    add(part.centroid, part.height, part.area);
    return;
  }
  const Vec3 along = edge / std::sqrt(edge.squaredNorm());
  for (const Vec3& p : spread_points(part.centroid, spread_of(part), along, out.cross(along))) {
    add(p, plane_.height(p), part.area / 3.0);
  }
}

}  // namespace outrigger::contact
