#include "contact/near/mesh_patches.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace outrigger::contact {

using geometry::Mesh;

namespace {

/// Position t along origin + t direction where a triangle is met, or infinity.
double meet(const geometry::Corners& t, const Vec3& origin, const Vec3& direction) {
  const Vec3 u = t[1] - t[0];
  const Vec3 v = t[2] - t[0];
  const Vec3 w = origin - t[0];
  const Vec3 n = u.cross(v);
  const double slope = n.dot(direction);
  if (slope == 0.0) return std::numeric_limits<double>::infinity();
  const Vec3 q = w.cross(direction) / slope;
  const double first = -v.dot(q);
  const double second = u.dot(q);
  constexpr double kRim = -1e-12;  // rays through an edge meet at least one of its faces
  if (first < kRim || second < kRim || first + second > 1.0 - kRim) {
    return std::numeric_limits<double>::infinity();
  }
  return std::max(-n.dot(w) / slope, 0.0);
}

}  // namespace

void MeshPatches::find(const MeshShape& a, const MeshShape& b, const Pose& b_in_a) {
  shapes_[0] = a;
  shapes_[1] = b;
  b_in_a_ = b_in_a;
  pairs_.find(a, b, b_in_a);
  find_patches();
}

void MeshPatches::prepare(const MeshShape& a, const MeshShape& b, const Pose& b_in_a,
                          double margin) {
  shapes_[0] = a;
  shapes_[1] = b;
  pairs_.prepare(a, b, b_in_a, margin);
}

bool MeshPatches::evaluate(const Pose& b_in_a) {
  b_in_a_ = b_in_a;
  const bool enough = pairs_.evaluate(b_in_a);
  find_patches();
  return enough;
}

void MeshPatches::find_patches() {
  const MeshShape& a = shapes_[0];
  const MeshShape& b = shapes_[1];
  contours_.trace(a, b, pairs_);
  patches_.clear();
  patch_of_.clear();
  active_[0].clear();
  active_[1].clear();
  containment_ = Containment::none;
  if (contours_.contours().empty()) {
    find_containment();
    return;
  }

  joined_.start(contours_.contours().size());
  const auto place_a = [&](std::int32_t v) -> const Vec3& { return place(0, v); };
  const auto place_b = [&](std::int32_t v) -> const Vec3& { return place(1, v); };
  const auto a_inside = [&](std::int32_t v) { return pairs_.vertex_of_a_inside_b(v); };
  const auto b_inside = [&](std::int32_t v) { return pairs_.vertex_of_b_inside_a(v); };
  regions_[0].find({a.mesh, true, std::ref(place_a), std::ref(a_inside)}, contours_, joined_);
  regions_[1].find({b.mesh, false, std::ref(place_b), std::ref(b_inside)}, contours_, joined_);

  number_patches();
  for (int side = 0; side < 2; ++side) {
    sum_cut_faces(side);
    sum_inner_faces(side);
    sort_faces(side);
  }
  finish_volumes();
  fit_planes();
  for (int side = 0; side < 2; ++side) measure_indentation(side);
}

void MeshPatches::find_containment() {
  const MeshShape& a = shapes_[0];
  const MeshShape& b = shapes_[1];
  if (a.mesh->face_count() == 0 || b.mesh->face_count() == 0) return;
  if (b.mesh->closed() && pairs_.vertex_of_a_inside_b(a.mesh->face(0)[0])) {
    containment_ = Containment::a_in_b;
  } else if (a.mesh->closed() && pairs_.vertex_of_b_inside_a(b.mesh->face(0)[0])) {
    containment_ = Containment::b_in_a;
  }
}

void MeshPatches::measure_penetrations(bool of_a) {
  const int side = of_a ? 0 : 1;
  const MeshShape& slave = shapes_[1 - side];
  for (ActiveFace& f : active_[side]) {
    // In the frame of the slave, where its tree is.
    Vec3 origin = f.centroid;
    Vec3 direction = -normal(side, f.face);
    if (of_a) {
      origin = b_in_a_.local_point(origin);
      direction = b_in_a_.local_direction(direction);
    }
    double length = slave.tree->box().size().norm() + 1.0;
    const std::int32_t met = slave.tree->first_on_ray(
        origin, direction, length,
        [&](std::int32_t face) { return meet(slave.mesh->corners(face), origin, direction); });
    f.penetration = met >= 0 ? length : 0.0;
  }
}

/// Gives each group of joined contours a number, in the order of their first contours.
void MeshPatches::number_patches() {
  const std::span<const Contour> contours = contours_.contours();
  open_.assign(contours.size(), 0);
  patch_of_.assign(contours.size(), -1);
  for (std::size_t c = 0; c < contours.size(); ++c) {
    if (!contours[c].closed) {
      open_[static_cast<std::size_t>(joined_.root(static_cast<std::int32_t>(c)))] = 1;
    }
  }
  sums_.clear();
  for (std::size_t c = 0; c < contours.size(); ++c) {
    const auto root = static_cast<std::size_t>(joined_.root(static_cast<std::int32_t>(c)));
    if (open_[root]) continue;
    if (root == c) {
      patch_of_[c] = static_cast<std::int32_t>(patches_.size());
      patches_.emplace_back();
      sums_.emplace_back();
      sums_.back().reference = contours_.segments(contours[c]).front().from;
    } else {
      patch_of_[c] = patch_of_[root];  // roots come first
    }
    ++patches_[static_cast<std::size_t>(patch_of_[c])].contour_count;
  }
}

Vec3 MeshPatches::normal(int side, std::int32_t face) const {
  const Vec3& n = shapes_[side].mesh->normal(face);
  return side == 0 ? n : b_in_a_.direction(n);
}

/// Adds a signed triangle of a face to its area and, with the reference point, to the volume.
void MeshPatches::add(int side, std::int32_t patch, const Vec3& face_normal, const Vec3& p,
                      const Vec3& q, const Vec3& r) {
  if (patch < 0) return;
  const Vec3 vector_area = 0.5 * (q - p).cross(r - p);
  const double area = vector_area.dot(face_normal);
  auto sum = std::find_if(face_sums_.begin(), face_sums_.end(),
                          [patch](const FaceSum& f) { return f.patch == patch; });
  if (sum == face_sums_.end())
    sum = face_sums_.insert(sum, {patch, 0.0, Vec3::Zero(), Mat3::Zero()});
  if (side == 0) patches_[static_cast<std::size_t>(patch)].vector_area_a += vector_area;

  Sums& s = sums_[static_cast<std::size_t>(patch)];
  const Vec3 x = p - s.reference;
  const Vec3 y = q - s.reference;
  const Vec3 z = r - s.reference;
  const double volume = x.dot(y.cross(z)) / 6.0;
  const Vec3 sum_of_corners = x + y + z;
  s.volume += volume;
  s.first += 0.25 * volume * sum_of_corners;
  const Mat3 products = x * x.transpose() + y * y.transpose() + z * z.transpose() +
                        sum_of_corners * sum_of_corners.transpose();
  s.second += 0.05 * volume * products;
  sum->area += area;
  sum->moment += area / 3.0 * sum_of_corners;
  sum->second += area / 12.0 * products;
}

void MeshPatches::sum_cut_faces(int side) {
  const Mesh& mesh = *shapes_[side].mesh;
  const InnerRegion& region = regions_[side];
  for (const InnerRegion::CutFace& cut : region.cut_faces()) {
    const geometry::Triangle& t = mesh.face(cut.face);
    const Vec3 n = normal(side, cut.face);
    const Vec3& apex = place(side, t[0]);
    for (const InnerRegion::CutSegment& s : region.segments(cut)) {
      // On A the inside is to the left of a contour, on B to its right.
      const ContourSegment& piece = contours_.segments()[static_cast<std::size_t>(s.segment)];
      add(side, patch_of_[static_cast<std::size_t>(s.contour)], n, apex,
          side == 0 ? piece.from : piece.to, side == 0 ? piece.to : piece.from);
    }
    // The two edges at the apex span no triangles with it: only the third counts.
    const std::int32_t h = 3 * cut.face + 1;
    const Vec3& p = place(side, t[1]);
    const Vec3& q = place(side, t[2]);
    if (const std::int32_t c = cut.corner_contour[1]; c >= 0) {
      add(side, patch_of_[static_cast<std::size_t>(c)], n, apex, p, q);
    }
    for (const InnerRegion::Crossing& x : region.crossings(mesh.edge(h))) {
      const bool into = (x.direction > 0) == (mesh.edge(h) == h);
      add(side, patch_of_[static_cast<std::size_t>(x.contour)], n, apex, into ? x.point : q,
          into ? q : x.point);
    }
    close_face(cut.face);
  }
}

void MeshPatches::sum_inner_faces(int side) {
  for (const InnerRegion::InnerFace& inner : regions_[side].inner_faces()) {
    const geometry::Triangle& t = shapes_[side].mesh->face(inner.face);
    add(side, patch_of_[static_cast<std::size_t>(joined_.root(inner.contour))],
        normal(side, inner.face), place(side, t[0]), place(side, t[1]), place(side, t[2]));
    close_face(inner.face);
  }
}

void MeshPatches::close_face(std::int32_t face) {
  for (const FaceSum& sum : face_sums_) {
    // Rounding may leave a face that is hardly touched with nothing, or less.
    if (!(sum.area > 0.0)) continue;
    const Vec3 c = sum.moment / sum.area;
    unsorted_.push_back({face, sum.patch, sum.area,
                         sums_[static_cast<std::size_t>(sum.patch)].reference + c,
                         sum.second / sum.area - c * c.transpose(), 0.0});
  }
  face_sums_.clear();
}

/// Puts the faces of a patch together and sums their areas.
void MeshPatches::sort_faces(int side) {
  std::vector<ActiveFace>& sorted = active_[side];
  sorted.resize(unsorted_.size());
  const auto range = [&](MeshPatch& p) -> std::pair<std::int32_t&, std::int32_t&> {
    return side == 0 ? std::pair<std::int32_t&, std::int32_t&>(p.first_face_a, p.face_count_a)
                     : std::pair<std::int32_t&, std::int32_t&>(p.first_face_b, p.face_count_b);
  };
  for (const ActiveFace& f : unsorted_) {
    MeshPatch& patch = patches_[static_cast<std::size_t>(f.patch)];
    ++range(patch).second;
    (side == 0 ? patch.area_a : patch.area_b) += f.area;
  }
  std::int32_t first = 0;
  for (MeshPatch& patch : patches_) {
    const auto [start, count] = range(patch);
    start = first;
    first += count;
    count = 0;
  }
  for (const ActiveFace& f : unsorted_) {
    const auto [start, count] = range(patches_[static_cast<std::size_t>(f.patch)]);
    sorted[static_cast<std::size_t>(start + count++)] = f;
  }
  unsorted_.clear();
}

void MeshPatches::finish_volumes() {
  for (std::size_t i = 0; i < patches_.size(); ++i) {
    MeshPatch& patch = patches_[i];
    const Sums& s = sums_[i];
    patch.volume = s.volume;
    if (!(s.volume > 0.0)) {
      patch.volume = 0.0;
      patch.volume_centroid = s.reference;
      continue;
    }
    const Vec3 c = s.first / s.volume;
    patch.volume_centroid = s.reference + c;
    const Mat3 about_c = s.second - s.volume * c * c.transpose();
    patch.inertia = about_c.trace() * Mat3::Identity() - about_c;
  }
}

void MeshPatches::fit_planes() {
  for (std::size_t i = 0; i < patches_.size(); ++i) fit_plane(i);
}

/// Plane of least squares through the contours of a patch, taken as wires of uniform weight; its
/// normal against A's inner surface (corrections §5 on THESIS eqs. 4.89-4.95).
void MeshPatches::fit_plane(std::size_t index) {
  MeshPatch& patch = patches_[index];
  const Vec3& reference = sums_[index].reference;
  double length = 0.0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  const auto for_each_segment = [&](auto&& visit) {
    for (std::size_t c = 0; c < patch_of_.size(); ++c) {
      if (patch_of_[c] != static_cast<std::int32_t>(index)) continue;
      for (const ContourSegment& s : contours_.segments(contours_.contours()[c])) visit(s);
    }
  };
  for_each_segment([&](const ContourSegment& s) {
    const Vec3 x = s.from - reference;
    const Vec3 y = s.to - reference;
    const double l = (y - x).norm();
    length += l;
    first += 0.5 * l * (x + y);
    const Mat3 mixed = x * y.transpose();
    second +=
        l * ((x * x.transpose() + y * y.transpose()) / 3.0 + (mixed + mixed.transpose()) / 6.0);
  });
  const Vec3 mean = length > 0.0 ? Vec3(first / length) : Vec3::Zero();
  // Which way is out, as A's surface sees it. Where one body goes right through the other, its
  // surface cancels, and the middles of the bodies decide.
  constexpr double kCancelled = 1e-6;
  Vec3 outwards = -patch.vector_area_a;
  if (!(outwards.norm() > kCancelled * patch.area_a)) {
    outwards = shapes_[0].mesh->box().centre() - b_in_a_.point(shapes_[1].mesh->box().centre());
  }
  const double outwards_length = outwards.norm();
  patch.normal = outwards_length > 0.0 ? Vec3(outwards / outwards_length) : Vec3::UnitZ();
  if (length > 0.0) {
    const Mat3 spread = second / length - mean * mean.transpose();
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(spread);
    // A contour like a line has no plane of its own: the surfaces decide.
    constexpr double kLineLike = 1e-10;
    if (eigen.eigenvalues()[1] > kLineLike * eigen.eigenvalues()[2]) {
      const Vec3 n = eigen.eigenvectors().col(0).normalized();
      patch.normal = n.dot(outwards) < 0.0 ? Vec3(-n) : n;
    }
  }

  // The projected contours run around the overlap clockwise about the normal.
  double area = 0.0;
  Vec3 moment = Vec3::Zero();
  for_each_segment([&](const ContourSegment& s) {
    const Vec3 x = s.from - reference - mean;
    const Vec3 y = s.to - reference - mean;
    const double part = -0.5 * x.cross(y).dot(patch.normal);
    area += part;
    moment += part / 3.0 * (x + y);
  });
  patch.contour_area = std::max(area, 0.0);
  Vec3 offset = area > kCancelled * length * length ? Vec3(moment / area) : Vec3::Zero();
  offset -= offset.dot(patch.normal) * patch.normal;
  patch.centroid = reference + mean + offset;
}

void MeshPatches::measure_indentation(int side) {
  for (const ActiveFace& f : active_[side]) {
    MeshPatch& patch = patches_[static_cast<std::size_t>(f.patch)];
    double& deepest = side == 0 ? patch.indentation_a : patch.indentation_b;
    for (const std::int32_t v : shapes_[side].mesh->face(f.face)) {
      if (!regions_[side].inside(v)) continue;
      // A is on the side to which the normal points, so its deepest vertices lie below.
      const double above = patch.normal.dot(place(side, v) - patch.centroid);
      deepest = std::max(deepest, side == 0 ? -above : above);
    }
  }
}

}  // namespace outrigger::contact
