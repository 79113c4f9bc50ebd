/// What the importer makes of a file, before units, axes and joining; and its way through a pipe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "geometry/mesh.h"
#include "mesh_files/mesh_file.h"

namespace outrigger::mesh_files {

struct RawMesh {
  std::string error;   ///< what is wrong with the file; then the rest is empty
  std::string wanted;  ///< name of another file that it refers to; then the rest is empty
  std::vector<Vec3> vertices;
  std::vector<geometry::Triangle> faces;
  std::vector<std::uint16_t> materials;  ///< per face
  std::vector<std::string> material_names;
  std::vector<std::string> notes;
  double unit = 1.0;            ///< metres per unit, as the file states
  UpAxis up = UpAxis::as_file;  ///< as the file states; as_file: it states none
};

/// Bytes of this computer's own kind, for a pipe between two processes of one program.
std::string to_bytes(const RawMesh& mesh);
/// False when the bytes are not what `to_bytes` makes.
bool from_bytes(std::string_view bytes, RawMesh& mesh);

}  // namespace outrigger::mesh_files
