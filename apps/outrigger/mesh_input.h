/// Reading mesh files as the command line says.
#pragma once

#include "mesh_files/mesh_file.h"
#include "outrigger/mesh_commands.h"

namespace outrigger::app {

inline mesh_files::ImportedMesh read_mesh(const std::string& path, const MeshInput& input) {
  mesh_files::ImportOptions options;
  if (!input.unit.empty()) options.unit = mesh_files::parse_unit(input.unit);
  options.up = mesh_files::parse_up_axis(input.up);
  return mesh_files::import_mesh(path, options);
}

}  // namespace outrigger::app
