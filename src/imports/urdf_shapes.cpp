#include "imports/urdf_shapes.h"

#include <fmt/format.h>

#include "base/error.h"
#include "description/text.h"
#include "geometry/box.h"
#include "mesh_files/mesh_file.h"

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

}  // namespace

UrdfShapes::UrdfShapes(const UrdfRobot& robot, const UrdfOptions& options, Findings& findings)
    : options_(options),
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

std::string UrdfShapes::mesh_file(const UrdfLink& link, const UrdfShape& shape) {
  if (!options_.look_at_files) {
    left_out(link, shape, "files are not looked at");
    return {};
  }
  try {
    mesh_files::format_of(shape.geometry.file);
  } catch (const Error& e) {
    left_out(link, shape, e.what());
    return {};
  }
  const MeshPath found = find_mesh(shape.geometry.file, options_.folder, options_.packages);
  if (found.problem.empty()) return found.path.string();
  left_out(link, shape, found.problem);
  return {};
}

bool UrdfShapes::set_contact_mesh(const UrdfLink& link, const UrdfShape& shape,
                                  ContactShape& result) {
  const std::string file = mesh_file(link, shape);
  if (file.empty()) return false;
  if (!is_uniform(shape.geometry.scale)) {
    left_out(
        link, shape,
        fmt::format("its scale {} {} {} is not the same positive number along all axes",
                    shape.geometry.scale.x(), shape.geometry.scale.y(), shape.geometry.scale.z()));
    return false;
  }
  std::error_code failed;
  const auto relative = std::filesystem::proximate(
      file, options_.output_folder.empty() ? "." : options_.output_folder, failed);
  result.kind = ContactShape::Kind::mesh;
  result.file = failed ? file : relative.generic_string();
  result.unit = shape.geometry.scale.x();
  result.hull_faces = options_.hull_faces;
  return true;
}

void UrdfShapes::add_collision(const UrdfLink& link, const UrdfShape& shape,
                               const std::string& body, const Pose& in_body,
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
  result.name = new_name(shape_names_, link.name);
  machine.shapes.push_back(std::move(result));
}

bool UrdfShapes::set_mesh_box(const UrdfLink& link, const UrdfShape& shape, VisualShape& result) {
  const std::string file = mesh_file(link, shape);
  if (file.empty()) return false;
  geometry::Box box;
  try {
    mesh_files::ImportOptions as_written;
    as_written.unit = 1.0;
    as_written.up = mesh_files::UpAxis::z;
    const mesh_files::ImportedMesh imported = mesh_files::import_mesh(file, as_written);
    for (const Vec3& v : imported.mesh.vertices()) box.add(v.cwiseProduct(shape.geometry.scale));
  } catch (const Error& e) {
    left_out(link, shape, e.what());
    return false;
  }
  if (box.empty()) {
    left_out(link, shape, "it has no triangles");
    return false;
  }
  findings_.note(shape.geometry.line,
                 fmt::format("link {}: mesh {} is drawn as the box around it", in_quotes(link.name),
                             in_quotes(shape.geometry.file)));
  result.kind = VisualShape::Kind::box;
  result.size = box.size().cwiseMax(kPlate);
  result.pose = result.pose * Pose{box.centre(), Mat3::Identity()};
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
                     description::Machine& machine) {
  for (const UrdfShape& s : link.visuals) add_visual(link, s, body, in_body, machine);
  for (const UrdfShape& s : link.collisions) add_collision(link, s, body, in_body, machine);
}

}  // namespace outrigger::imports
