#include "outrigger/recorded_meshes.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "contact/mesh_library.h"
#include "mesh_files/mesh_file.h"
#include "mesh_files/raw_mesh.h"
#include "recorder/line_format.h"

namespace outrigger::app {

namespace {

using description::ContactShape;

/// Calls visit(shape, of_site) for every shape with a mesh.
template <class Visit>
void for_each_mesh_shape(description::Machine& machine, sim::WorldOptions& options,
                         const Visit& visit) {
  for (ContactShape& s : machine.shapes)
    if (s.kind == ContactShape::Kind::mesh) visit(s, false);
  if (!options.site) return;
  for (ContactShape& s : options.site->shapes)
    if (s.kind == ContactShape::Kind::mesh) visit(s, true);
}

/// A file may be used in several units and turns, and is another mesh in each.
std::string library_name(const ContactShape& s) {
  if (s.unit == 1.0 && s.up == ContactShape::UpAxis::z) return s.file;
  return fmt::format("{} (unit {} m, axis {} up)", s.file, s.unit, "xyz"[static_cast<int>(s.up)]);
}

mesh_files::ImportedMesh import_for(const ContactShape& s) {
  mesh_files::ImportOptions options;
  options.unit = s.unit;
  options.up = s.up == ContactShape::UpAxis::x   ? mesh_files::UpAxis::x
               : s.up == ContactShape::UpAxis::y ? mesh_files::UpAxis::y
                                                 : mesh_files::UpAxis::z;
  try {
    return mesh_files::import_mesh(s.file, options);
  } catch (const Error& e) {
    throw Error(fmt::format("{}:{}: shapes.{}: {}", s.where.file, s.where.line, s.name, e.what()));
  }
}

/// Materials of faces by their numbers instead of their names in the mesh file, which the world cannot
/// know of a mesh from a library. Names that the mesh does not have stay, and the world refuses them.
void number_materials(ContactShape& s, const geometry::Mesh& mesh,
                      const std::vector<std::string>& names) {
  std::size_t used = 1;
  for (const std::uint16_t number : mesh.materials())
    used = std::max(used, static_cast<std::size_t>(number) + 1);
  std::vector<std::pair<std::string, std::string>> numbered;
  for (const auto& [in_file, material] : s.face_materials) {
    bool known = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if ((names[i].empty() ? std::to_string(i) : names[i]) != in_file) continue;
      if (i < used) numbered.emplace_back(std::to_string(i), material);
      known = true;
    }
    if (!known) numbered.emplace_back(in_file, material);
  }
  s.face_materials = std::move(numbered);
}

std::string mesh_bytes(const geometry::Mesh& mesh, const std::vector<std::string>& names) {
  mesh_files::RawMesh raw;
  raw.vertices = mesh.vertices();
  raw.faces = mesh.faces();
  raw.materials = mesh.materials();
  raw.material_names = names;
  return mesh_files::to_bytes(raw);
}

}  // namespace

void store_meshes(description::Machine& machine, sim::WorldOptions& options,
                  recorder::RecordingHeader& header) {
  auto library = std::make_shared<contact::MeshLibrary>();
  struct Stored {
    std::uint64_t hash = 0;
    std::vector<std::string> names;
  };
  std::map<std::string, Stored> stored;
  for_each_mesh_shape(machine, options, [&](ContactShape& s, bool of_site) {
    const std::string name = library_name(s);
    if (!stored.contains(name)) {
      mesh_files::ImportedMesh imported = import_for(s);
      std::string bytes = mesh_bytes(imported.mesh, imported.materials);
      const std::uint64_t hash = recorder::mesh_hash(bytes);
      if (std::none_of(header.meshes.begin(), header.meshes.end(),
                       [&](const auto& m) { return m.hash == hash; }))
        header.meshes.push_back({hash, std::move(bytes)});
      stored[name] = {hash, std::move(imported.materials)};
      library->emplace(name, std::move(imported.mesh));
    }
    header.shape_meshes.push_back({s.name, of_site, stored[name].hash});
    number_materials(s, library->at(name), stored[name].names);
    s.file = name;
  });
  options.meshes = std::move(library);
}

void store_made_meshes(const description::Machine& machine, const sim::WorldOptions& options,
                       const std::map<std::string, std::string>& visuals,
                       recorder::RecordingHeader& header) {
  std::map<std::string, std::uint64_t> stored;
  const auto store = [&](const std::string& name) {
    if (const auto known = stored.find(name); known != stored.end()) return known->second;
    std::string bytes = mesh_bytes(options.meshes->at(name), {});
    const std::uint64_t hash = recorder::mesh_hash(bytes);
    if (std::none_of(header.meshes.begin(), header.meshes.end(),
                     [&](const auto& m) { return m.hash == hash; }))
      header.meshes.push_back({hash, std::move(bytes)});
    return stored[name] = hash;
  };
  for (const ContactShape& s : machine.shapes)
    if (s.kind == ContactShape::Kind::mesh)
      header.shape_meshes.push_back({s.name, false, store(s.file)});
  for (const auto& [visual, mesh] : visuals) header.visual_meshes.push_back({visual, store(mesh)});
}

void use_recorded_meshes(const recorder::RecordingHeader& header, description::Machine& machine,
                         sim::WorldOptions& options) {
  auto library = std::make_shared<contact::MeshLibrary>();
  std::map<std::uint64_t, std::vector<std::string>> names;
  for_each_mesh_shape(machine, options, [&](ContactShape& s, bool of_site) {
    const auto refuse = [&](const char* why) {
      throw Error(fmt::format("the recording does not hold the mesh of shape '{}'{}: {}", s.name,
                              of_site ? " of the site" : "", why));
    };
    const auto of_shape =
        std::find_if(header.shape_meshes.begin(), header.shape_meshes.end(),
                     [&](const auto& m) { return m.shape == s.name && m.of_site == of_site; });
    if (of_shape == header.shape_meshes.end()) refuse("nothing is said about it");
    const auto found = std::find_if(header.meshes.begin(), header.meshes.end(),
                                    [&](const auto& m) { return m.hash == of_shape->hash; });
    if (found == header.meshes.end()) refuse("its line is missing or damaged");
    const std::string name = "mesh " + recorder::to_hex(found->hash);
    if (!names.contains(found->hash)) {
      mesh_files::RawMesh raw;
      if (!mesh_files::from_bytes(found->bytes, raw)) refuse("its bytes are damaged");
      try {
        library->emplace(name, geometry::Mesh(std::move(raw.vertices), std::move(raw.faces),
                                              std::move(raw.materials)));
      } catch (const Error& e) {
        refuse(e.what());
      }
      names[found->hash] = std::move(raw.material_names);
    }
    number_materials(s, library->at(name), names[found->hash]);
    s.file = name;
  });
  options.meshes = std::move(library);
}

}  // namespace outrigger::app
