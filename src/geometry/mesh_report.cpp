#include <fmt/format.h>

#include "geometry/mesh_check.h"

namespace outrigger::geometry {

const char* fault_name(MeshFault fault) {
  switch (fault) {
    case MeshFault::no_faces:
      return "no faces";
    case MeshFault::repeated_faces:
      return "repeated faces";
    case MeshFault::degenerate_faces:
      return "degenerate faces";
    case MeshFault::outsized_faces:
      return "outsized faces";
    case MeshFault::slivers:
      return "slivers";
    case MeshFault::duplicate_vertices:
      return "duplicate vertices";
    case MeshFault::unused_vertices:
      return "unused vertices";
    case MeshFault::non_manifold_edges:
      return "non-manifold edges";
    case MeshFault::non_manifold_vertices:
      return "non-manifold vertices";
    case MeshFault::cracks:
      return "cracks";
    case MeshFault::open_borders:
      return "open borders";
    case MeshFault::turned_faces:
      return "turned faces";
    case MeshFault::one_sided_parts:
      return "one-sided parts";
    case MeshFault::inside_out_parts:
      return "inside-out parts";
    case MeshFault::self_intersections:
      return "self-intersections";
  }
  return "";
}

bool MeshReport::good() const {
  for (const MeshFinding& f : findings) {
    if (f.serious) return false;
  }
  return true;
}

const MeshFinding* MeshReport::find(MeshFault fault) const {
  for (const MeshFinding& f : findings) {
    if (f.fault == fault) return &f;
  }
  return nullptr;
}

std::int64_t MeshReport::count(MeshFault fault) const {
  const MeshFinding* f = find(fault);
  return f != nullptr ? f->count : 0;
}

std::string format_report(const MeshReport& r) {
  const Vec3 size = r.faces > 0 ? r.box.size() : Vec3(0, 0, 0);
  std::string text = fmt::format(
      "{} vertices, {} edges, {} faces in {} part{} ({} closed), {:.4g} x {:.4g} x {:.4g} m\n",
      r.vertices, r.edges, r.faces, r.parts, r.parts == 1 ? "" : "s", r.closed_parts, size.x(),
      size.y(), size.z());
  for (const MeshFinding& f : r.findings) {
    text += fmt::format("{} {}: {}\n", f.serious ? "problem" : "note", fault_name(f.fault), f.text);
    for (const MeshPlace& p : f.places) {
      text += fmt::format("    {} at ({:.6g}, {:.6g}, {:.6g})\n", p.what, p.position.x(),
                          p.position.y(), p.position.z());
    }
    if (f.count > static_cast<std::int64_t>(f.places.size()) && !f.places.empty()) {
      text +=
          fmt::format("    ... {} more\n", f.count - static_cast<std::int64_t>(f.places.size()));
    }
    text += fmt::format("    {}\n", f.advice);
  }
  if (r.good()) text += "no problems\n";
  return text;
}

}  // namespace outrigger::geometry
