/// The one place that knows the importer library.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "mesh_files/mesh_file.h"
#include "mesh_files/raw_mesh.h"

namespace outrigger::mesh_files {

struct ReadRequest {
  std::string_view bytes;  ///< the file
  Format format = Format::obj;
  /// Files that it refers to, by the names it uses; nothing where there is no such file. The reader
  /// opens none itself: a name that is not here ends it with `wanted` (raw_mesh.h).
  std::map<std::string, std::optional<std::string>> companions;
  std::size_t max_faces = 0;
};

/// Reads in this process: call it where a crash does no harm. `error` of the result says what went
/// wrong, without the file's name.
RawMesh read_with_assimp(const ReadRequest& request);

}  // namespace outrigger::mesh_files
