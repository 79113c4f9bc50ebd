#include "contact/patches/polygonal_contact.h"

#include <fmt/format.h>

#include "base/assert.h"
#include "base/error.h"
#include "geometry/mesh_topology.h"

namespace outrigger::contact {

using geometry::Mesh;

namespace {

/// Edges of one kind of fault: how many, and the first.
struct BadEdges {
  std::int64_t count = 0;
  std::int32_t first = -1;
  void add(std::int32_t half_edge) {
    if (count++ == 0) first = half_edge;
  }
};

std::string tell(const Mesh& mesh, const BadEdges& bad, const char* what) {
  const Vec3 middle = 0.5 * (mesh.vertex(mesh.from(bad.first)) + mesh.vertex(mesh.to(bad.first)));
  return fmt::format("{} edge{} {}, for example edge {}-{} at ({:.6g}, {:.6g}, {:.6g})", bad.count,
                     bad.count == 1 ? "" : "s", what, mesh.from(bad.first), mesh.to(bad.first),
                     middle.x(), middle.y(), middle.z());
}

}  // namespace

void require_contact_mesh(const Mesh& mesh, const std::string& name) {
  if (mesh.face_count() == 0) throw Error(fmt::format("mesh {}: has no faces", name));
  const geometry::EdgeTable edges(mesh);
  BadEdges many, turned;
  for (std::int32_t e = 0; e < edges.edge_count(); ++e) {
    const auto h = edges.half_edges(e);
    if (h.size() > 2) many.add(h[0]);
    if (h.size() == 2 && mesh.from(h[0]) == mesh.from(h[1])) turned.add(h[0]);
  }
  if (many.count > 0) {
    throw Error(fmt::format("mesh {}: {}; allowed: one face (a border) or two", name,
                            tell(mesh, many, "with more than two faces")));
  }
  if (turned.count > 0) {
    throw Error(fmt::format("mesh {}: {}; allowed: all faces in one sense, normals outwards", name,
                            tell(mesh, turned, "between faces of opposite sense")));
  }
}

PolygonalContact::PolygonalContact(const MeshShape& e, const MeshShape& f, MasterMode mode,
                                   const LayerLaw& law, const MeshNames& names)
    : e_(e), f_(f), mode_(mode), law_(law) {
  check(law);
  require_contact_mesh(*e.mesh, names.e);
  require_contact_mesh(*f.mesh, names.f);
}

PolygonalContact::PolygonalContact(const MeshShape& e, const MeshShape& f, MasterMode mode,
                                   std::shared_ptr<const ArealLaw> law, const MeshNames& names)
    : e_(e), f_(f), mode_(mode), own_law_(std::move(law)) {
  OUTRIGGER_ASSERT(own_law_ != nullptr);
  law_.share_a = own_law_->share_a();
  require_contact_mesh(*e.mesh, names.e);
  require_contact_mesh(*f.mesh, names.f);
}

PolygonalContact::PolygonalContact(const MeshShape& e, HalfSpace, const LayerLaw& law,
                                   const MeshNames& names)
    : e_(e), mode_(MasterMode::a), law_(law), on_half_space_(true) {
  check(law);
  require_contact_mesh(*e.mesh, names.e);
}

PolygonalContact::PolygonalContact(const MeshShape& e, HalfSpace,
                                   std::shared_ptr<const ArealLaw> law, const MeshNames& names)
    : e_(e), mode_(MasterMode::a), own_law_(std::move(law)), on_half_space_(true) {
  OUTRIGGER_ASSERT(own_law_ != nullptr);
  law_.share_a = own_law_->share_a();
  require_contact_mesh(*e.mesh, names.e);
}

void PolygonalContact::find_elements(const Pose& f_in_e) {
  if (!on_half_space_) {
    mesh_elements_.find(e_, f_, f_in_e, mode_, law_.share_a);
    return;
  }
  const Vec3 up = f_in_e.direction(Vec3::UnitZ());
  half_space_.find(e_, {up, up.dot(f_in_e.position)}, law_.share_a);
}

const ContactForce& PolygonalContact::evaluate(const RelativeMotion& motion) {
  find_elements(motion.pose);
  // Elements see E move against F.
  const Vec3& marker = motion.pose.position;
  const PatchMotion seen = PatchMotion::rigid(marker, Vec3::Zero(), Vec3::Zero(), -motion.velocity,
                                              -motion.angular_velocity);
  // The elements of a patch follow each other, once per master.
  const int patch_count = on_half_space_ ? half_space_.patch_count() : mesh_elements_.patch_count();
  wrenches_.assign(static_cast<std::size_t>(patch_count), {});
  const std::span<const PatchElement> all = elements();
  for (std::size_t first = 0; first < all.size();) {
    std::size_t end = first + 1;
    while (end < all.size() && all[end].patch == all[first].patch) ++end;
    const auto run = all.subspan(first, end - first);
    wrenches_[static_cast<std::size_t>(all[first].patch)] +=
        own_law_ ? sum_elements(run, *own_law_, seen, nullptr)
                 : sum_elements(run, law_, seen, nullptr);
    first = end;
  }

  total_ = {};
  total_.open_contours = on_half_space_ ? 0 : mesh_elements_.patches().open_count();
  patches_.clear();
  for (const PatchWrench& w : wrenches_) {
    patches_.push_back({w.force, w.torque(), w.normal_force, w.area, w.pressure_centre(marker),
                        w.count, w.stored, w.dissipated});
    const PatchForce& p = patches_.back();
    total_.force += p.force;
    total_.torque += p.torque;
    total_.stored += p.stored;
    total_.dissipated += p.dissipated;
    total_.elements += p.elements;
  }
  return total_;
}

}  // namespace outrigger::contact
