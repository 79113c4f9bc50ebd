/// `outrigger mesh check, repair, info, hull, spheres`.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/error.h"
#include "description/text.h"
#include "geometry/convex_hull.h"
#include "geometry/mass_properties.h"
#include "geometry/mesh_repair.h"
#include "geometry/sphere_cover.h"
#include "outrigger/mesh_commands.h"
#include "outrigger/mesh_input.h"
#include "outrigger/outputs.h"

namespace outrigger::app {
namespace {

using namespace geometry;
using description::without_control_characters;

MeshCheckOptions check_options(const MeshTolerances& t, bool open) {
  MeshCheckOptions options;
  options.weld_tolerance = t.weld;
  options.crack_tolerance = t.crack;
  options.sliver_ratio = t.sliver;
  options.open_allowed = open;
  return options;
}

/// Errors of `work` say which file they are about.
template <class Work>
auto with_name(const std::string& file, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", file, error.what()));
  }
}

void check_mesh_output(const std::string& in, const std::string& out, bool force) {
  OutputCheck outputs(force);
  outputs.add_input(in);
  outputs.check({Output::Kind::mesh, out, {}});
}

/// Without the rounding that is left where a zero is meant.
double clean(double x, double size) { return std::abs(x) < 1e-12 * size ? 0.0 : x; }
std::string triple(Vec3 v, double size = 0.0) {
  for (double& x : v) x = clean(x, size);
  return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", v.x(), v.y(), v.z());
}

void print_mass(const MassProperties& m, double density, double size) {
  fmt::print("  volume    {:.6g} m³, surface {:.6g} m²\n", m.volume, m.area);
  fmt::print("  centroid  {} m\n", triple(m.centroid, size));
  const PrincipalAxes p = principal_axes(density * m.inertia);
  fmt::print("  principal moments {} kg m² about the axes\n", triple(p.values));
  for (int k = 0; k < 3; ++k) fmt::print("            {}\n", triple(p.axes.col(k), 1.0));
  const Mat3 i = density * m.inertia;
  fmt::print("as a body of {:g} kg/m³ in a machine file:\n", density);
  fmt::print("    mass: {:.6g}\n    centre: {}\n", density * m.volume, triple(m.centroid, size));
  fmt::print(
      "    inertia: {{xx: {:.6g}, yy: {:.6g}, zz: {:.6g}, xy: {:.6g}, xz: {:.6g}, yz: {:.6g}}}\n",
      i(0, 0), i(1, 1), i(2, 2), clean(i(0, 1), i.norm()), clean(i(0, 2), i.norm()),
      clean(i(1, 2), i.norm()));
}

}  // namespace

int mesh_check(const MeshCheckCommand& options) {
  const auto imported = read_mesh(options.file, options.input);
  MeshCheckOptions check = check_options(options.tolerances, options.open);
  check.intersections = options.intersections;
  check.places = options.places;
  const MeshReport report = check_mesh(imported.mesh, check);
  fmt::print("{}: {}", options.file, format_report(report));
  return report.good() ? 0 : 1;
}

int mesh_repair(const MeshRepairCommand& options) {
  check_mesh_output(options.in, options.out, options.force);
  const auto imported = read_mesh(options.in, options.input);
  MeshRepairOptions repair;
  repair.check = check_options(options.tolerances, options.open);
  repair.hole_size = options.holes;
  repair.orient = options.orient;
  const MeshRepair result = repair_mesh(imported.mesh, repair);
  fmt::print("{}", format_repair(result));
  mesh_files::export_mesh(result.mesh, options.out, imported.materials);
  fmt::print("\n{}: {}", options.out, format_report(result.after));
  return result.after.good() ? 0 : 1;
}

int mesh_info(const MeshInfoCommand& options) {
  const auto imported = read_mesh(options.file, options.input);
  const Mesh& mesh = imported.mesh;
  static const char* const kAxes[] = {"?", "x", "y", "z"};
  fmt::print("{}: {}, read with 1 unit = {:g} m, {} up\n", options.file,
             mesh_files::format_name(imported.format), imported.unit,
             kAxes[static_cast<int>(imported.up)]);
  for (const std::string& note : imported.notes)
    fmt::print("  {}\n", without_control_characters(note));
  fmt::print("  {} vertices, {} faces, {}\n", mesh.vertex_count(), mesh.face_count(),
             mesh.closed() ? "closed" : "open");
  fmt::print("  from {} to {} m, size {} m\n", triple(mesh.box().low), triple(mesh.box().high),
             triple(mesh.box().size()));
  const double size = mesh.box().size().maxCoeff();
  if (options.input.unit.empty() && (size > 200.0 || size < 0.005)) {
    fmt::print("  {:.4g} m: is the unit right? --unit mm, for example\n", size);
  }
  std::vector<std::int64_t> faces_of(imported.materials.size(), 0);
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    if (mesh.material(f) < faces_of.size()) ++faces_of[mesh.material(f)];
  }
  for (std::size_t i = 0; i < faces_of.size(); ++i) {
    if (faces_of[i] > 0) {
      fmt::print("  material {} '{}': {} faces\n", i,
                 without_control_characters(imported.materials[i]), faces_of[i]);
    }
  }
  if (!mesh.closed()) {
    fmt::print("  no volume: the mesh is open ({} border edges)\n", mesh.border_count());
    return 0;
  }
  print_mass(mass_properties(mesh), options.density, mesh.box().size().norm());
  return 0;
}

int mesh_hull(const MeshHullCommand& options) {
  check_mesh_output(options.in, options.out, options.force);
  const auto imported = read_mesh(options.in, options.input);
  // Without a budget: as many faces as it takes.
  const int most = options.faces > 0 ? options.faces : std::numeric_limits<int>::max();
  const ConvexHull hull =
      with_name(options.in, [&] { return convex_hull(imported.mesh.vertices(), most); });
  mesh_files::export_mesh(hull.mesh, options.out);
  const double volume = mass_properties(hull.mesh).volume;
  fmt::print("{}: {} vertices, {} faces, volume {:.6g} m³\n", options.out, hull.mesh.vertex_count(),
             hull.mesh.face_count(), volume);
  if (hull.error > 0.0) {
    fmt::print("  contains the mesh; reaches at most {:.4g} m beyond its exact hull\n", hull.error);
  }
  if (imported.mesh.closed()) {
    const double filled = signed_volume(imported.mesh) / volume;
    if (filled > 0.0) fmt::print("  the mesh fills {:.1f} % of it\n", 100.0 * filled);
  }
  return 0;
}

int mesh_spheres(const MeshSpheresCommand& options) {
  const auto imported = read_mesh(options.file, options.input);
  SphereCoverOptions cover;
  cover.count = options.count;
  cover.goal = options.goal == "ground" ? CoverGoal::ground : CoverGoal::surface;
  cover.max_radius = options.max_radius;
  const SphereCover result =
      with_name(options.file, [&] { return cover_with_spheres(imported.mesh, cover); });
  fmt::print("# {} spheres inside {}\n", result.spheres.size(), options.file);
  fmt::print("# the surface is at most {:.4g} m from them,\n", result.surface_error);
  fmt::print("# a plane that touches the mesh at most {:.4g} m\n", result.ground_error);
  fmt::print("contact_spheres:\n");
  for (std::size_t i = 0; i < result.spheres.size(); ++i) {
    const PlacedSphere& s = result.spheres[i];
    fmt::print("  {}_{}: {{body: {}, centre: {}, radius: {:.6g}, material: {}, group: {}}}\n",
               options.prefix, i + 1, options.body, triple(s.centre), s.radius, options.material,
               options.prefix);
  }
  return 0;
}

}  // namespace outrigger::app
