/// Meshes from and to files: OBJ, STL (text and binary), PLY, glTF, GLB and Collada (DAE).
///
/// Files may come from anywhere, and the importer (assimp) is large and has been crashed by damaged
/// files. So it runs in a child process with limits on time, memory and output, without network or
/// files other than those of the mesh's own folder, and only for these formats. What comes back is
/// checked like a file. A file is imported as a whole or not at all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "geometry/mesh.h"

namespace outrigger::mesh_files {

enum class Format { obj, stl, ply, gltf, glb, dae };
const char* format_name(Format format);

/// By the end of the file's name. Throws outrigger::Error that names the formats there are.
Format format_of(const std::string& path);

/// Which axis of the file points up; it becomes z.
enum class UpAxis { as_file, x, y, z };

/// "file", "x", "y", "z"; throws outrigger::Error.
UpAxis parse_up_axis(std::string_view text);
/// "m", "cm", "mm", "km", "in", "ft", or a number of metres; throws outrigger::Error.
double parse_unit(std::string_view text);

struct ImportOptions {
  double unit = 0.0;            ///< metres per unit of the file, > 0; 0: as the file says, else 1
  UpAxis up = UpAxis::as_file;  ///< as the file says (glTF: y, DAE: its up_axis), else z

  std::size_t max_file_size = std::size_t{512} << 20;  ///< [bytes], files it refers to included
  std::size_t max_faces = 20'000'000;                  ///< triangles
  std::size_t max_memory = std::size_t{6} << 30;       ///< of the child process [bytes]
  double max_seconds = 120.0;                          ///< of the child process
};

struct ImportedMesh {
  geometry::Mesh mesh;  ///< in metres, z up; equal vertices joined; only vertices of faces
  std::vector<std::string> materials;  ///< names by the material numbers of the faces; may be empty
  Format format = Format::obj;
  double unit = 1.0;               ///< that was used [m]
  UpAxis up = UpAxis::z;           ///< that was used
  std::vector<std::string> notes;  ///< what the file says of itself, and what was left out
};

/// All nodes of the file's scene in one mesh. Throws outrigger::Error that names the file, the line
/// or element, what is wrong and what to do.
///
/// Numbers pass through single precision in the importer, as STL and glTF store them: 7 digits. A
/// note tells when a mesh lies so far from the origin that this moves vertices.
ImportedMesh import_mesh(const std::string& path, const ImportOptions& options = {});

/// The same from bytes; files that they refer to are not found. `name` is for messages.
ImportedMesh import_mesh_bytes(std::string_view bytes, Format format, const std::string& name,
                               const ImportOptions& options = {});

/// Writes OBJ (all digits, materials by name) or binary STL (single precision, no materials), by
/// the end of the name. The file appears as a whole or not at all. Throws outrigger::Error.
void export_mesh(const geometry::Mesh& mesh, const std::string& path,
                 const std::vector<std::string>& materials = {});

}  // namespace outrigger::mesh_files
