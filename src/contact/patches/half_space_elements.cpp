#include "contact/patches/half_space_elements.h"

#include <algorithm>
#include <bit>
#include <cmath>

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
  whole_count_ = 0;
  cut_count_ = 0;
  if (whole_.size() < faces + 1) {
    whole_.resize(faces + 1);
    cut_.resize(faces + 1);
  }
  a.tree->for_each_below(plane.normal, plane.offset, [this](std::int32_t f) { look_at(f); });
  for (std::size_t i = 0; i < whole_count_; ++i) add_whole(whole_[i]);
  for (std::size_t i = 0; i < cut_count_; ++i) add_cut(cut_[i]);
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

void HalfSpaceElements::look_at(std::int32_t face) {
  const geometry::Triangle& t = a_.mesh->face(face);
  const double h0 = plane_.height(a_.mesh->vertex(t[0]));
  const double h1 = plane_.height(a_.mesh->vertex(t[1]));
  const double h2 = plane_.height(a_.mesh->vertex(t[2]));
  const std::uint32_t below = static_cast<std::uint32_t>(h0 < 0.0) |
                              static_cast<std::uint32_t>(h1 < 0.0) << 1 |
                              static_cast<std::uint32_t>(h2 < 0.0) << 2;
  // Written to both lists, counted in one at most: nothing to guess for the processor.
  for (Reach* reach : {&whole_[whole_count_], &cut_[cut_count_]}) {
    reach->face = face;
    reach->below = below;
    reach->height[0] = h0;
    reach->height[1] = h1;
    reach->height[2] = h2;
  }
  whole_count_ += below == 7;
  cut_count_ += below != 7 && below != 0;
}

void HalfSpaceElements::add_whole(const Reach& reach) {
  const geometry::Triangle& t = a_.mesh->face(reach.face);
  const Vec3& p = a_.mesh->vertex(t[0]);
  const Vec3& q = a_.mesh->vertex(t[1]);
  const Vec3& r = a_.mesh->vertex(t[2]);
  const double* h = reach.height;
  Part part;
  part.face = reach.face;
  part.below = reach.below;
  part.lowest = std::min({h[0], h[1], h[2]});
  part.whole = 0.5 * (q - p).cross(r - p).dot(a_.mesh->normal(reach.face));
  part.area = part.whole;
  part.centroid = (p + q + r) / 3.0;
  part.height = (h[0] + h[1] + h[2]) / 3.0;
  keep(part);
}

/// One corner is alone on its side of the plane: it is what is left, or what is cut off.
void HalfSpaceElements::add_cut(const Reach& reach) {
  const geometry::Triangle& t = a_.mesh->face(reach.face);
  const double* h = reach.height;
  const bool left_over = std::has_single_bit(reach.below);
  const auto i =
      static_cast<std::size_t>(std::countr_zero(left_over ? reach.below : 7u & ~reach.below));
  const std::size_t j = (i + 1) % 3;
  const std::size_t k = (i + 2) % 3;
  const Vec3& apex = a_.mesh->vertex(t[i]);
  const Vec3 to_j = a_.mesh->vertex(t[j]) - apex;
  const Vec3 to_k = a_.mesh->vertex(t[k]) - apex;
  const double at_j = h[i] / (h[i] - h[j]);
  const double at_k = h[i] / (h[i] - h[k]);
  const double whole = 0.5 * to_j.cross(to_k).dot(a_.mesh->normal(reach.face));
  const double tip = whole * at_j * at_k;
  // Moments of the whole face (if it counts) with or without the tip's.
  const double of_whole = left_over ? 0.0 : whole;
  const double of_tip = left_over ? tip : -tip;
  Part part;
  part.face = reach.face;
  part.below = reach.below;
  part.lowest = std::min({h[0], h[1], h[2]});
  part.whole = whole;
  part.area = of_whole + of_tip;
  const double scale = 1.0 / (3.0 * part.area);
  part.centroid = apex + (scale * (of_whole + of_tip * at_j)) * to_j +
                  (scale * (of_whole + of_tip * at_k)) * to_k;
  part.height = scale * (of_whole * (h[0] + h[1] + h[2]) + of_tip * h[i]);
  keep(part);
}

void HalfSpaceElements::keep(const Part& part) {
  // Rounding may leave nothing of a face that is hardly touched.
  if (!(part.area > 0.0)) return;
  const auto f = static_cast<std::size_t>(part.face);
  face_stamp_[f] = stamp_;
  part_of_face_[f] = static_cast<std::int32_t>(parts_.size());
  parts_.push_back(part);
}

/// Floods from part to part across edges that are at least partly below; in the order of the parts.
void HalfSpaceElements::number_patches() {
  const Mesh& mesh = *a_.mesh;
  if (stack_.size() < 3 * parts_.size() + 1) stack_.resize(3 * parts_.size() + 1);
  for (std::size_t start = 0; start < parts_.size(); ++start) {
    if (parts_[start].patch >= 0) continue;
    const auto number = static_cast<std::int32_t>(patches_.size());
    HalfSpacePatch& patch = patches_.emplace_back();
    std::size_t top = 1;
    stack_[0] = static_cast<std::int32_t>(start);
    parts_[start].patch = number;
    while (top > 0) {
      const std::int32_t here = stack_[--top];
      const Part& part = parts_[static_cast<std::size_t>(here)];
      patch.area += part.area;
      patch.volume += part.area * part.height * plane_.normal.dot(mesh.normal(part.face));
      patch.depth = std::max(patch.depth, -part.lowest);
      for (std::int32_t k = 0; k < 3; ++k) {
        const std::uint32_t ends = (1u << k) | (1u << ((k + 1) % 3));
        const std::int32_t opposite = mesh.opposite(3 * part.face + k);
        if ((part.below & ends) == 0 || opposite == Mesh::kNone) continue;
        const auto f = static_cast<std::size_t>(Mesh::face_of(opposite));
        if (face_stamp_[f] != stamp_) continue;
        // Pushed always, kept when it is new: whether it is cannot be guessed.
        const std::int32_t there = part_of_face_[f];
        std::int32_t& known = parts_[static_cast<std::size_t>(there)].patch;
        stack_[top] = there;
        top += known < 0;
        known = number;
      }
    }
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
  const bool left_over = std::has_single_bit(below);
  const auto i = static_cast<std::size_t>(std::countr_zero(left_over ? below : 7u & ~below));
  const Tip tip = tip_at(c, h, i);
  const Mat3 of_tip = second_moment(tip.apex, tip.left, tip.right, part.centroid);
  if (left_over) return of_tip;
  return (part.whole * all - (part.whole - part.area) * of_tip) / part.area;
}

void HalfSpaceElements::add_elements(const Part& part, double share_a) {
  const Vec3& out = a_.mesh->normal(part.face);
  const double facing = -out.dot(plane_.normal);
  if (!(facing > 0.0)) return;
  const auto add = [&](const Vec3& p, double height, double area) {
    if (!(height < 0.0)) return;
    PatchElement& e = unsorted_.emplace_back();
    e.normal = plane_.normal;
    e.depth = -height;
    e.point = p + share_a * e.depth * e.normal;
    e.area = facing * area;
    e.patch = part.patch;
    e.material_a = a_.mesh->material(part.face);
  };
  if (part.whole <= coarse_area_) {
    add(part.centroid, part.height, part.area);
    return;
  }
  const geometry::Triangle& t = a_.mesh->face(part.face);
  const Vec3 edge = a_.mesh->vertex(t[1]) - a_.mesh->vertex(t[0]);
  const Vec3 along = edge / std::sqrt(edge.squaredNorm());
  for (const Vec3& p : spread_points(part.centroid, spread_of(part), along, out.cross(along))) {
    add(p, plane_.height(p), part.area / 3.0);
  }
}

}  // namespace outrigger::contact
