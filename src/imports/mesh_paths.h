/// Where the meshes of a URDF file are.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace outrigger::imports {

/// Name of a package and its folder.
using Package = std::pair<std::string, std::filesystem::path>;

struct MeshPath {
  std::filesystem::path path;
  std::string problem;    ///< why there is no such file; empty: it is there
  bool is_guess = false;  ///< found by the end of its path alone: not where the file says
};

/// `package://name/rest` (or `model://`) is looked for in the folder given for that package, else in
/// every folder above the URDF file that is the package or contains it. Where there is none (packages
/// are renamed, and files copied out of them), the folder of the robot is searched, the nearest one
/// above with `meshes` or `package.xml` in it, for the only file whose path ends in `name/rest`, else in
/// `rest`: a guess. `file://` is absolute, other paths are relative to `folder`, that of the URDF file.
MeshPath find_mesh(const std::string& written, const std::filesystem::path& folder,
                   const std::vector<Package>& packages);

}  // namespace outrigger::imports
