/// `outrigger mesh show`: meshes with their problems, trees, hulls and spheres to look at.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <numbers>

#include "base/error.h"
#include "contact/near/mesh_patches.h"
#include "geometry/box_tree.h"
#include "geometry/convex_hull.h"
#include "geometry/mesh_topology.h"
#include "math/elementary.h"
#include "outrigger/mesh_commands.h"
#include "outrigger/mesh_input.h"
#include "outrigger/mesh_scene.h"
#include "outrigger/outputs.h"

namespace outrigger::app {
namespace {

using namespace geometry;

Mat3 turn_about(int axis, double angle_deg) {
  const auto [s, c] = elementary::sincos(angle_deg * std::numbers::pi / 180.0);
  Mat3 r = Mat3::Identity();
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  r(i, i) = r(j, j) = c;
  r(i, j) = -s;
  r(j, i) = s;
  return r;
}

Pose parse_pose(const std::string& text) {
  std::vector<double> n;
  const char* at = text.c_str();
  while (*at != '\0') {
    char* end = nullptr;
    n.push_back(std::strtod(at, &end));
    if (end == at || (*end != '\0' && *end != ',') || !std::isfinite(n.back())) {
      n.clear();
      break;
    }
    at = *end == ',' ? end + 1 : end;
  }
  if (n.size() != 3 && n.size() != 6) {
    throw Error(
        fmt::format("--pose wants x,y,z or x,y,z,rx,ry,rz (metres, degrees), for example "
                    "--pose 0.5,0,0,0,0,90; got '{}'",
                    text));
  }
  Pose pose;
  pose.position = Vec3(n[0], n[1], n[2]);
  if (n.size() == 6)
    pose.rotation = turn_about(0, n[3]) * turn_about(1, n[4]) * turn_about(2, n[5]);
  return pose;
}

/// Ends of the edges that have no neighbour.
std::vector<Vec3> border_lines(const Mesh& mesh) {
  std::vector<Vec3> ends;
  for (std::int32_t h = 0; h < 3 * mesh.face_count(); ++h) {
    if (mesh.opposite(h) != Mesh::kNone) continue;
    ends.push_back(mesh.vertex(mesh.from(h)));
    ends.push_back(mesh.vertex(mesh.to(h)));
  }
  return ends;
}

std::vector<Vec3> normal_lines(const Mesh& mesh) {
  std::vector<Vec3> ends;
  const double length = 0.03 * mesh.box().size().norm();
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    const Corners t = mesh.corners(f);
    const Vec3 middle = (t[0] + t[1] + t[2]) / 3.0;
    ends.push_back(middle);
    ends.push_back(middle + length * mesh.normal(f));
  }
  return ends;
}

void add_box(const BoxTree::Node& node, int child, std::vector<Vec3>& ends) {
  const auto corner = [&](int bits) {
    Vec3 p;
    for (int k = 0; k < 3; ++k) {
      p[k] = static_cast<double>((bits >> k & 1) != 0 ? node.high[k][child] : node.low[k][child]);
    }
    return p;
  };
  for (int a = 0; a < 8; ++a) {
    for (int k = 0; k < 3; ++k) {
      if ((a >> k & 1) != 0) continue;
      ends.push_back(corner(a));
      ends.push_back(corner(a | 1 << k));
    }
  }
}

/// The boxes of one level of a mesh's tree; what ends above it is shown where it ends.
std::vector<Vec3> tree_lines(const Mesh& mesh, int level) {
  const BoxTree tree(mesh);
  std::vector<Vec3> ends;
  if (tree.empty()) return ends;
  std::vector<std::pair<std::int32_t, int>> stack = {{0, 0}};
  while (!stack.empty()) {
    const auto [index, depth] = stack.back();
    stack.pop_back();
    const BoxTree::Node& node = tree.nodes()[static_cast<std::size_t>(index)];
    for (int c = 0; c < node.count; ++c) {
      if (depth == level || node.child[c] < 0) {
        add_box(node, c, ends);
      } else {
        stack.emplace_back(node.child[c], depth + 1);
      }
    }
  }
  return ends;
}

void add_mesh_layers(MeshScene& scene, const std::string& name, const Mesh& mesh, const Pose& pose,
                     const MeshShowCommand& options, const Vec3& color) {
  // What lies inside must be seen: spheres, or where two meshes overlap.
  const bool see_through = options.spheres > 0 || options.files.size() > 1;
  scene.add_mesh({name, color, see_through ? 0.3 : 1.0, false}, mesh, pose);
  if (const auto borders = border_lines(mesh); !borders.empty()) {
    scene.add_lines({"borders of " + name, {0.85, 0.1, 0.1}, 1.0, true}, borders, pose);
  }
  if (options.normals) {
    scene.add_lines({"normals of " + name, {0.1, 0.45, 0.9}}, normal_lines(mesh), pose);
  }
  if (options.tree_level >= 0) {
    scene.add_lines(
        {fmt::format("tree of {}, level {}", name, options.tree_level), {0.45, 0.2, 0.65}},
        tree_lines(mesh, options.tree_level), pose);
  }
  if (options.hull_faces >= 0) {
    const ConvexHull hull = options.hull_faces == 0
                                ? convex_hull(mesh.vertices())
                                : convex_hull(mesh.vertices(), options.hull_faces);
    scene.add_mesh({"hull of " + name, {0.95, 0.75, 0.3}, 0.35, false}, hull.mesh, pose);
    scene.add_text(fmt::format("hull: {} faces, at most {:.3g} m beyond the exact one",
                               hull.mesh.face_count(), hull.error));
  }
  if (options.spheres > 0) {
    SphereCoverOptions cover;
    cover.count = options.spheres;
    const SphereCover spheres = cover_with_spheres(mesh, cover);
    scene.add_spheres({"spheres of " + name, {0.9, 0.55, 0.2}}, spheres.spheres, pose);
    scene.add_text(fmt::format("{} spheres, the surface at most {:.3g} m away",
                               spheres.spheres.size(), spheres.surface_error));
  }
  if (!options.check) return;
  MeshCheckOptions check;
  check.places = 200;
  const MeshReport report = check_mesh(mesh, check);
  std::vector<Vec3> places;
  for (const MeshFinding& f : report.findings) {
    if (!f.serious) continue;
    for (const MeshPlace& p : f.places) places.push_back(p.position);
  }
  if (!places.empty()) {
    scene.add_points({"problems of " + name, {0.9, 0.0, 0.6}}, places, pose);
  }
  check.places = 10;
  check.intersections = report.find(MeshFault::self_intersections) != nullptr;
  scene.add_findings(check_mesh(mesh, check), pose);
}

/// What two meshes have in common: contours, contact plane with its normal, active faces.
void add_contact_layers(MeshScene& scene, const Mesh& a, const Mesh& b, const Pose& b_in_a) {
  const BoxTree tree_a(a), tree_b(b);
  contact::MeshPatches query;
  query.find({&a, &tree_a}, {&b, &tree_b}, b_in_a);
  std::vector<Vec3> contours, normals, planes, centroids;
  for (const contact::ContourSegment& s : query.contours().segments()) {
    contours.push_back(s.from);
    contours.push_back(s.to);
  }
  for (const contact::MeshPatch& p : query.patches()) {
    // A square in the plane, as large as what the contour encloses.
    const Vec3 u = p.normal.unitOrthogonal();
    const Vec3 v = p.normal.cross(u);
    const double side = std::sqrt(p.contour_area);
    Vec3 corner = p.centroid + 0.5 * side * (u + v);
    for (const Vec3& next :
         {Vec3(p.centroid + 0.5 * side * (v - u)), Vec3(p.centroid - 0.5 * side * (u + v)),
          Vec3(p.centroid + 0.5 * side * (u - v)), Vec3(p.centroid + 0.5 * side * (u + v))}) {
      planes.push_back(corner);
      planes.push_back(next);
      corner = next;
    }
    centroids.push_back(p.centroid);
    normals.push_back(p.centroid);
    normals.push_back(p.centroid + std::max(side, p.depth()) * p.normal);
    scene.add_text(fmt::format(
        "overlap at ({:.4g}, {:.4g}, {:.4g}): {} contour(s), depth {:.4g} m ({:.4g} + {:.4g}), "
        "normal ({:.4f}, {:.4f}, {:.4f}), section {:.4g} m², volume {:.4g} m³, {} and {} faces",
        p.centroid.x(), p.centroid.y(), p.centroid.z(), p.contour_count, p.depth(), p.indentation_a,
        p.indentation_b, p.normal.x(), p.normal.y(), p.normal.z(), p.contour_area, p.volume,
        p.face_count_a, p.face_count_b));
  }
  const auto add_faces = [&](const std::string& name, const Mesh& mesh, const Pose& pose,
                             std::span<const contact::ActiveFace> faces) {
    std::vector<Triangle> triangles;
    for (const contact::ActiveFace& f : faces) triangles.push_back(mesh.face(f.face));
    if (!triangles.empty()) {
      scene.add_mesh({name, {0.85, 0.4, 0.35}, 0.8}, Mesh(mesh.vertices(), triangles), pose);
    }
  };
  if (!contours.empty()) {
    scene.add_lines({"contours", {0.85, 0.05, 0.05}, 1.0, true}, contours);
    add_faces("active faces of the first", a, {}, query.faces_a());
    add_faces("active faces of the second", b, b_in_a, query.faces_b());
  }
  if (!planes.empty()) {
    scene.add_lines({"contact planes", {0.1, 0.5, 0.1}, 1.0, true}, planes);
    scene.add_lines({"contact normals, to the first", {0.1, 0.3, 0.9}, 1.0, true}, normals);
    scene.add_points({"contact centroids", {0.1, 0.3, 0.9}}, centroids);
  }
  if (query.open_count() > 0) {
    scene.add_text(fmt::format("{} contour(s) end at the border of a mesh: no volume there",
                               query.open_count()));
  }
  if (query.patches().empty() && query.open_count() == 0) {
    scene.add_text(
        query.containment() == contact::Containment::a_in_b   ? "the first is inside the second"
        : query.containment() == contact::Containment::b_in_a ? "the second is inside the first"
                                                              : "the meshes do not meet");
  }
}

/// The page or picture that is written for the name given, known before the work begins.
std::string scene_path(const MeshShowCommand& options) {
  const std::string& given = options.out;
  const std::string end = std::filesystem::path(given).extension().string();
  if (!end.empty() && end != ".html" && end != ".png")
    throw Error(fmt::format("{}: mesh show writes .html or .png", given));
  const std::string path = end.empty() ? given + ".html" : given;
  check_writable(end == ".png" ? "picture" : "page", path);
  OutputCheck outputs(options.force);
  for (const std::string& file : options.files) outputs.add_input(file);
  outputs.check({end == ".png" ? Output::Kind::plot : Output::Kind::page, path, {}});
  return path;
}

}  // namespace

int mesh_show(const MeshShowCommand& options) {
  if (!options.pose.empty() && options.files.size() < 2) {
    throw Error("--pose places the second mesh: give two files");
  }
  const std::string out = scene_path(options);
  const Pose second = options.pose.empty() ? Pose() : parse_pose(options.pose);
  std::string title;
  std::vector<Mesh> meshes;
  std::vector<std::string> names;
  for (const std::string& file : options.files) {
    meshes.push_back(read_mesh(file, options.input).mesh);
    names.push_back(std::filesystem::path(file).filename().string());
    title += (title.empty() ? "" : " and ") + names.back();
  }
  MeshScene scene(title);
  add_mesh_layers(scene, names[0], meshes[0], {}, options, {0.45, 0.6, 0.75});
  if (meshes.size() > 1) {
    add_mesh_layers(scene, names[1], meshes[1], second, options, {0.75, 0.65, 0.45});
    add_contact_layers(scene, meshes[0], meshes[1], second);
  }
  scene.write(out);
  fmt::print("{}\n", out);
  return 0;
}

}  // namespace outrigger::app
