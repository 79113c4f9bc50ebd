#include "outrigger/visual_meshes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "mesh_files/mesh_file.h"
#include "mesh_files/raw_mesh.h"

namespace outrigger::app {

namespace {

using description::VisualShape;

mesh_files::UpAxis up_of(const VisualShape& v) {
  using Up = description::ContactShape::UpAxis;
  return v.up == Up::x   ? mesh_files::UpAxis::x
         : v.up == Up::y ? mesh_files::UpAxis::y
                         : mesh_files::UpAxis::z;
}

std::uint64_t store(const geometry::Mesh& mesh, recorder::RecordingHeader& header) {
  mesh_files::RawMesh raw;
  raw.vertices = mesh.vertices();
  raw.faces = mesh.faces();
  std::string bytes = mesh_files::to_bytes(raw);
  const std::uint64_t hash = recorder::mesh_hash(bytes);
  if (std::ranges::none_of(header.meshes, [&](const auto& m) { return m.hash == hash; }))
    header.meshes.push_back({hash, std::move(bytes)});
  return hash;
}

geometry::Mesh recorded_mesh(const recorder::RecordingHeader& header, const std::string& visual) {
  const auto named =
      std::ranges::find_if(header.visual_meshes, [&](const auto& m) { return m.visual == visual; });
  if (named == header.visual_meshes.end()) throw Error("nothing is said about it");
  const auto found =
      std::ranges::find_if(header.meshes, [&](const auto& m) { return m.hash == named->hash; });
  mesh_files::RawMesh raw;
  if (found == header.meshes.end()) throw Error("its line is missing or damaged");
  if (!mesh_files::from_bytes(found->bytes, raw)) throw Error("its bytes are damaged");
  return {std::move(raw.vertices), std::move(raw.faces)};
}

}  // namespace

display::VisualMeshes read_visual_meshes(const description::Machine& machine,
                                         recorder::RecordingHeader* header) {
  std::map<std::tuple<std::string, double, mesh_files::UpAxis>, geometry::Mesh> read;
  display::VisualMeshes meshes;
  for (const VisualShape& v : machine.visuals) {
    if (v.kind != VisualShape::Kind::mesh) continue;
    try {
      const auto key = std::make_tuple(v.file, v.unit, up_of(v));
      if (!read.contains(key)) {
        mesh_files::ImportOptions options;
        options.unit = v.unit;
        options.up = up_of(v);
        read.emplace(key, mesh_files::import_mesh(v.file, options).mesh);
      }
      const geometry::Mesh& mesh = read.at(key);
      meshes.emplace(v.name, display::make_mesh_asset(mesh, v.scale));
      if (header != nullptr) header->visual_meshes.push_back({v.name, store(mesh, *header)});
    } catch (const Error& e) {
      throw Error(
          fmt::format("{}:{}: visuals.{}: {}", v.where.file, v.where.line, v.name, e.what()));
    }
  }
  return meshes;
}

display::VisualMeshes recorded_visual_meshes(const recorder::RecordingHeader& header,
                                             const description::Machine& machine,
                                             std::vector<std::string>& notes) {
  display::VisualMeshes meshes;
  for (const VisualShape& v : machine.visuals) {
    if (v.kind != VisualShape::Kind::mesh) continue;
    try {
      meshes.emplace(v.name, display::make_mesh_asset(recorded_mesh(header, v.name), v.scale));
    } catch (const Error& e) {
      notes.push_back(
          fmt::format("the recording does not hold the mesh of visual '{}', which is not drawn: {}",
                      v.name, e.what()));
    }
  }
  return meshes;
}

}  // namespace outrigger::app
