#include "contact/patches/patch_elements.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/patches/element_rules.h"

namespace outrigger::contact {

using geometry::Mesh;

namespace {

constexpr std::size_t kFew = 8;     ///< faces that are asked one by one
constexpr double kParallel = 1e-9;  ///< faces that a ray meets at a smaller sine are not met

/// Way along a ray to a face that looks along it (n·direction > 0), or infinity. PCM eqs. 8-11.
double way_to(const Mesh& mesh, std::int32_t face, const Vec3& origin, const Vec3& direction) {
  constexpr double kNothing = std::numeric_limits<double>::infinity();
  const Mesh::FaceRecord& plane = mesh.record(face);
  const double slope = plane.normal.dot(direction);
  if (!(slope > kParallel)) return kNothing;
  const double way = (plane.offset - plane.normal.dot(origin)) / slope;
  if (!(way > 0.0)) return kNothing;  // behind
  // Inside the face when the signed volumes with its three edges have one sign.
  const geometry::Corners c = mesh.corners(face);
  const Vec3 u = c[0] - origin;
  const Vec3 v = c[1] - origin;
  const Vec3 w = c[2] - origin;
  const Vec3 m = direction.cross(v);
  const double a = -m.dot(u);                  // (u × v)·d
  const double b = m.dot(w);                   // (v × w)·d
  const double e = direction.dot(w.cross(u));  // (w × u)·d
  const double rim = -1e-9 * (a + b + e);      // rays through an edge meet one of its faces
  return a >= rim && b >= rim && e >= rim ? way : kNothing;
}

}  // namespace

void PatchElements::find(const MeshShape& a, const MeshShape& b, const Pose& b_in_a,
                         MasterMode mode, double share_a) {
  shapes_[0] = a;
  shapes_[1] = b;
  b_in_a_ = b_in_a;
  patches_.find(a, b, b_in_a);
  collect(mode, share_a);
}

void PatchElements::prepare(const MeshShape& a, const MeshShape& b, const Pose& b_in_a,
                            double margin) {
  shapes_[0] = a;
  shapes_[1] = b;
  patches_.prepare(a, b, b_in_a, margin);
}

bool PatchElements::evaluate(const Pose& b_in_a, MasterMode mode, double share_a) {
  b_in_a_ = b_in_a;
  const bool enough = patches_.evaluate(b_in_a);
  collect(mode, share_a);
  return enough;
}

void PatchElements::collect(MasterMode mode, double share_a) {
  elements_.clear();
  missed_count_ = 0;
  if (patches_.patches().empty()) return;
  coarse_area_ = kCoarse * std::min(shapes_[0].mesh->area(), shapes_[1].mesh->area());
  const double weight = mode == MasterMode::both ? 0.5 : 1.0;
  if (mode != MasterMode::b) add_side(0, weight, share_a);
  if (mode != MasterMode::a) add_side(1, weight, share_a);
}

/// Prepares the faces of the slave that take part.
void PatchElements::mark_slave(int slave) {
  const auto active = slave == 0 ? patches_.faces_a() : patches_.faces_b();
  last_met_ = -1;
  use_tree_ = active.size() > kFew;
  if (!use_tree_) {
    few_.clear();
    for (const ActiveFace& f : active) few_.push_back(f.face);
    return;
  }
  const auto faces = static_cast<std::size_t>(shapes_[slave].mesh->face_count());
  if (active_stamp_.size() < faces) active_stamp_.resize(faces, 0);
  if (++stamp_ == 0) {
    std::fill(active_stamp_.begin(), active_stamp_.end(), 0u);
    stamp_ = 1;
  }
  for (const ActiveFace& f : active) active_stamp_[static_cast<std::size_t>(f.face)] = stamp_;
}

PatchElements::Meeting PatchElements::meet_slave(int slave, const Vec3& origin,
                                                 const Vec3& direction) {
  const MeshShape& shape = shapes_[slave];
  double way = std::numeric_limits<double>::infinity();
  std::int32_t met = -1;
  const auto ask = [&](std::int32_t face) {
    const double found = way_to(*shape.mesh, face, origin, direction);
    if (!(found < way)) return;
    way = found;
    met = face;
  };
  if (use_tree_) {
    if (last_met_ >= 0) ask(last_met_);
    double length = met >= 0 ? way : shape.tree->box().size().norm() + 1.0;
    const std::int32_t first =
        shape.tree->first_on_ray(origin, direction, length, [&](std::int32_t face) {
          return active_stamp_[static_cast<std::size_t>(face)] == stamp_
                     ? way_to(*shape.mesh, face, origin, direction)
                     : std::numeric_limits<double>::infinity();
        });
    if (first >= 0 && length < way) {
      way = length;
      met = first;
    }
    last_met_ = met;
  } else {
    for (const std::int32_t face : few_) ask(face);
  }
  if (met < 0) return {};
  return {way, shape.mesh->normal(met).dot(direction), met};
}

void PatchElements::add_side(int master, double weight, double share_a) {
  mark_slave(1 - master);
  for (const ActiveFace& f : master == 0 ? patches_.faces_a() : patches_.faces_b()) {
    add_face(master, f, weight, share_a);
  }
}

void PatchElements::add_face(int master, const ActiveFace& face, double weight, double share_a) {
  const Mesh& mesh = *shapes_[master].mesh;
  const geometry::Corners c = mesh.corners(face.face);
  Vec3 along = c[1] - c[0];
  const Vec3 twice_area = along.cross(c[2] - c[0]);
  if (twice_area.squaredNorm() <= 4.0 * coarse_area_ * coarse_area_) {
    add_element(master, face, face.centroid, weight * face.area, share_a);
    return;
  }
  // Axes that are fixed in the face.
  Vec3 across = mesh.normal(face.face).cross(along);
  const double length = std::sqrt(along.squaredNorm());
  along /= length;
  across /= length;
  if (master == 1) {
    along = b_in_a_.direction(along);
    across = b_in_a_.direction(across);
  }
  for (const Vec3& p : spread_points(face.centroid, face.spread, along, across)) {
    add_element(master, face, p, weight / 3.0 * face.area, share_a);
  }
}

void PatchElements::add_element(int master, const ActiveFace& face, const Vec3& point, double area,
                                double share_a) {
  const Vec3& out = shapes_[master].mesh->normal(face.face);
  // Into the master, in the frame of the slave, where its tree is.
  const Meeting met = master == 0
                          ? meet_slave(1, b_in_a_.local_point(point), b_in_a_.local_direction(-out))
                          : meet_slave(0, point, b_in_a_.direction(-out));
  PatchElement e;
  e.normal = master == 0 ? Vec3(-out) : b_in_a_.direction(out);
  const Vec3& plane = patches_.patches()[static_cast<std::size_t>(face.patch)].normal;
  const double counts = facing_weight(std::max(met.facing, e.normal.dot(plane)));
  if (!(met.depth > 0.0 && counts > 0.0)) {
    ++missed_count_;
    return;
  }
  // The master's layer gives way by its share, into the master.
  const double inwards = master == 0 ? share_a : share_a - 1.0;
  e.point = point + inwards * met.depth * e.normal;
  e.area = counts * area;
  e.depth = met.depth;
  e.patch = face.patch;
  e.material_a = shapes_[0].mesh->material(master == 0 ? face.face : met.face);
  e.material_b = shapes_[1].mesh->material(master == 0 ? met.face : face.face);
  elements_.push_back(e);
}

}  // namespace outrigger::contact
