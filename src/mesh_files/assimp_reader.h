/// The one place that knows the importer library.
#pragma once

#include <string>
#include <string_view>

#include "mesh_files/mesh_file.h"
#include "mesh_files/raw_mesh.h"

namespace outrigger::mesh_files {

struct ReadRequest {
  std::string_view bytes;  ///< the file
  Format format = Format::obj;
  std::string folder;  ///< of the file, for those it refers to; empty: there are none
  std::size_t max_file_size = 0;
  std::size_t max_faces = 0;
};

/// Reads in this process: call it where a crash does no harm. `error` of the result says what went
/// wrong, without the file's name.
RawMesh read_with_assimp(const ReadRequest& request);

}  // namespace outrigger::mesh_files
