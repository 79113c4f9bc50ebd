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
  std::string problem;  ///< why there is no such file; empty: it is there
};

/// `package://name/rest` (or `model://`) is looked for in the folder given for that package, else in
/// every folder above the URDF file that is the package or contains it. `file://` is absolute, other
/// paths are relative to `folder`, that of the URDF file.
MeshPath find_mesh(const std::string& written, const std::filesystem::path& folder,
                   const std::vector<Package>& packages);

}  // namespace outrigger::imports
