#include "imports/urdf_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "description/text.h"
#include "geometry/convex_hull.h"

namespace outrigger::imports {
namespace {

using description::ContactShape;
using description::in_quotes;
using description::VisualShape;

/// A mesh without thickness is drawn as a plate of this thickness [m].
constexpr double kPlate = 1e-3;

bool is_uniform(const Vec3& scale) {
  return scale.minCoeff() > 0.0 && scale.maxCoeff() - scale.minCoeff() <= 1e-12 * scale.maxCoeff();
}

/// Height of the lowest point of a shape whose frame is at `pose`.
double lowest_point(const UrdfGeometry& g, const Pose& pose, const StoredMesh* mesh) {
  const Vec3 down = pose.rotation.transpose() * Vec3::UnitZ();  // world z in the shape's axes
  const double across = std::sqrt(down.x() * down.x() + down.y() * down.y());
  const double along = std::abs(down.z());
  double reach = 0.0;  // below the frame's origin
  switch (g.kind) {
    case UrdfGeometry::Kind::box:
      reach = 0.5 * g.size.dot(down.cwiseAbs());
      break;
    case UrdfGeometry::Kind::sphere:
      reach = g.radius;
      break;
    case UrdfGeometry::Kind::cylinder:
      reach = g.radius * across + 0.5 * g.length * along;
      break;
    case UrdfGeometry::Kind::capsule:
      reach = g.radius + 0.5 * g.length * along;
      break;
    case UrdfGeometry::Kind::mesh:
      reach = -1e300;
      for (const Vec3& v : mesh->corners) reach = std::max(reach, -down.dot(v));
      break;
  }
  return pose.position.z() - reach;
}

/// The name of a mesh file, as letters that every file system takes.
std::string file_stem(const std::string& path) {
  std::string stem = std::filesystem::path(path).stem().string();
  for (char& c : stem)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'))
      c = '_';
  return stem.empty() ? "mesh" : stem.substr(0, 100);
}

}  // namespace

UrdfShapes::UrdfShapes(const UrdfRobot& robot, const UrdfOptions& options, MeshStore& meshes,
                       Findings& findings)
    : options_(options),
      meshes_(meshes),
      findings_(findings),
      group_(robot.name.empty() ? std::string("robot") : robot.name) {
  for (const UrdfMaterial& m : robot.materials)
    if (m.colour) materials_.emplace(m.name, *m.colour);
  // Materials may also be defined where they are first used.
  for (const UrdfLink& link : robot.links)
    for (const UrdfShape& s : link.visuals)
      if (s.colour && !s.material.empty()) materials_.emplace(s.material, *s.colour);
}

std::string UrdfShapes::new_name(std::set<std::string>& used, const std::string& wanted) {
  if (used.insert(wanted).second) return wanted;
  int& number = next_number_[wanted];
  if (number == 0) number = 1;
  for (;;) {
    const std::string name = fmt::format("{}_{}", wanted, ++number);
    if (used.insert(name).second) return name;
  }
}

void UrdfShapes::left_out(const UrdfLink& link, const UrdfShape& shape, const std::string& why) {
  findings_.note(shape.geometry.line,
                 fmt::format("link {}: mesh {} is left out: {}", in_quotes(link.name),
                             in_quotes(shape.geometry.file), why));
}

/// The machine file names the mesh file itself.
bool UrdfShapes::refer_to_file(const UrdfLink& link, const UrdfShape& shape, const StoredMesh& mesh,
                               ContactShape& result) {
  const Vec3& scale = shape.geometry.scale;
  if (!is_uniform(scale)) {
    left_out(link, shape,
             fmt::format("its scale {} {} {} is not the same positive number along all axes; with "
                         "--out a scaled mesh is written",
                         scale.x(), scale.y(), scale.z()));
    return false;
  }
  std::error_code failed;
  const auto relative = std::filesystem::proximate(
      mesh.path, options_.output_folder.empty() ? "." : options_.output_folder, failed);
  result.file = failed ? mesh.path : relative.generic_string();
  result.unit = scale.x() * mesh.unit;
  return true;
}

/// A hull, or the mesh at its scale, goes to a file of its own: the machine needs no other.
bool UrdfShapes::write_beside(const UrdfLink& link, const UrdfShape& shape, const StoredMesh& mesh,
                              ContactShape& result) {
  result.unit = 1.0;
  const auto known = written_.find(&mesh);
  if (known != written_.end()) {
    result.file = known->second;
    return true;
  }
  MeshToWrite file;
  try {
    file.mesh = options_.hull_faces > 0
                    ? geometry::convex_hull(mesh.corners, options_.hull_faces).mesh
                    : mesh.mesh;
  } catch (const Error& e) {
    left_out(link, shape, e.what());
    return false;
  }
  file.source = mesh.path;
  file.file = fmt::format("{}/{}.obj", options_.mesh_folder,
                          new_name(file_names_, file_stem(shape.geometry.file)));
  result.file = file.file;
  written_.emplace(&mesh, file.file);
  meshes_to_write_.push_back(std::move(file));
  return true;
}

void UrdfShapes::note_guess(const UrdfLink& link, const UrdfShape& shape, const StoredMesh& mesh) {
  if (!mesh.is_guess) return;
  std::error_code failed;
  const auto shown = std::filesystem::proximate(mesh.path, options_.folder, failed);
  findings_.note(
      shape.geometry.line,
      fmt::format("link {}: mesh {} is not where its package should be; {} is taken, the "
                  "only file of the robot whose path ends so",
                  in_quotes(link.name), in_quotes(shape.geometry.file),
                  in_quotes((failed ? mesh.path : shown.generic_string()))));
}

bool UrdfShapes::set_contact_mesh(const UrdfLink& link, const UrdfShape& shape,
                                  ContactShape& result) {
  const StoredMesh& mesh = meshes_.get(shape.geometry, StoredMesh::Depth::hull);
  if (!mesh.problem.empty()) {
    left_out(link, shape, mesh.problem);
    return false;
  }
  note_guess(link, shape, mesh);
  result.kind = ContactShape::Kind::mesh;
  result.hull_faces = options_.hull_faces;
  return options_.mesh_folder.empty() ? refer_to_file(link, shape, mesh, result)
                                      : write_beside(link, shape, mesh, result);
}

void UrdfShapes::add_collision(const UrdfLink& link, const UrdfShape& shape,
                               const std::string& body, const Pose& in_body, const Pose& in_world,
                               description::Machine& machine) {
  using Kind = UrdfGeometry::Kind;
  const UrdfGeometry& g = shape.geometry;
  ContactShape result;
  result.where = {findings_.file(), shape.line};
  result.body = body;
  result.pose = in_body * shape.frame;
  result.radius = g.radius;
  result.length = g.length;
  result.material = options_.material;
  result.group = group_;
  switch (g.kind) {
    case Kind::box:
      result.kind = ContactShape::Kind::box;
      result.size = g.size;
      break;
    case Kind::cylinder:
      result.kind = ContactShape::Kind::cylinder;
      break;
    case Kind::sphere:
      result.kind = ContactShape::Kind::sphere;
      break;
    case Kind::capsule:
      result.kind = ContactShape::Kind::capsule;
      break;
    case Kind::mesh:
      if (!set_contact_mesh(link, shape, result)) return;
      break;
  }
  if (body != description::kGround) {
    const StoredMesh* mesh =
        g.kind == Kind::mesh ? &meshes_.get(g, StoredMesh::Depth::hull) : nullptr;
    const double height = lowest_point(g, in_world * shape.frame, mesh);
    if (height < lowest_.height) lowest_ = {height, link.name, shape.line};
  }
  result.name = new_name(shape_names_, link.name);
  machine.shapes.push_back(std::move(result));
}

bool UrdfShapes::set_mesh_box(const UrdfLink& link, const UrdfShape& shape, VisualShape& result) {
  const StoredMesh& mesh = meshes_.get(shape.geometry, StoredMesh::Depth::box);
  if (!mesh.problem.empty()) {
    left_out(link, shape, mesh.problem);
    return false;
  }
  note_guess(link, shape, mesh);
  findings_.note(shape.geometry.line,
                 fmt::format("link {}: mesh {} is drawn as the box around it", in_quotes(link.name),
                             in_quotes(shape.geometry.file)));
  result.kind = VisualShape::Kind::box;
  result.size = mesh.box.size().cwiseMax(kPlate);
  result.pose = result.pose * Pose{mesh.box.centre(), Mat3::Identity()};
  return true;
}

UrdfColour UrdfShapes::colour_of(const UrdfLink& link, const UrdfShape& shape) {
  if (shape.colour) return *shape.colour;
  const auto found = materials_.find(shape.material);
  if (found != materials_.end()) return found->second;
  if (!shape.material.empty())
    findings_.note(shape.line, fmt::format("link {}: material {} has no colour; grey is used",
                                           in_quotes(link.name), in_quotes(shape.material)));
  return {};
}

void UrdfShapes::add_visual(const UrdfLink& link, const UrdfShape& shape, const std::string& body,
                            const Pose& in_body, description::Machine& machine) {
  using Kind = UrdfGeometry::Kind;
  const UrdfGeometry& g = shape.geometry;
  VisualShape result;
  result.where = {findings_.file(), shape.line};
  result.body = body;
  result.pose = in_body * shape.frame;
  result.radius = g.radius;
  result.length = g.length;
  switch (g.kind) {
    case Kind::box:
      result.kind = VisualShape::Kind::box;
      result.size = g.size;
      break;
    case Kind::cylinder:
      result.kind = VisualShape::Kind::cylinder;
      break;
    case Kind::sphere:
      result.kind = VisualShape::Kind::sphere;
      break;
    case Kind::capsule:
      result.kind = VisualShape::Kind::cylinder;
      result.length = g.length + 2.0 * g.radius;
      findings_.note(
          g.line, fmt::format("link {}: a capsule is drawn as a cylinder", in_quotes(link.name)));
      break;
    case Kind::mesh:
      if (!set_mesh_box(link, shape, result)) return;
      break;
  }
  const UrdfColour colour = colour_of(link, shape);
  result.colour = colour.rgb;
  result.opacity = colour.alpha;
  result.name = new_name(visual_names_, link.name);
  machine.visuals.push_back(std::move(result));
}

void UrdfShapes::add(const UrdfLink& link, const std::string& body, const Pose& in_body,
                     const Pose& in_world, description::Machine& machine) {
  for (const UrdfShape& s : link.visuals) add_visual(link, s, body, in_body, machine);
  for (const UrdfShape& s : link.collisions)
    add_collision(link, s, body, in_body, in_world, machine);
}

}  // namespace outrigger::imports
