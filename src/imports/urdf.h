/// URDF files become machines: links bodies, joints joints, collisions shapes, visuals visuals.
/// docs/import.md says what becomes of every element.
///
///   tree of links ── fixed joints merged ──► bodies with the frames of the links
///   joint (origin R, p; axis u; value q) ──► point_a = p, axis_a = R u, point_b = 0, axis_b = u,
///                                            zero where q = 0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "description/description.h"
#include "geometry/mesh.h"
#include "imports/findings.h"
#include "imports/mesh_paths.h"

namespace outrigger::imports {

struct UrdfOptions {
  bool free_root = false;         ///< the root link moves; else it is the ground
  std::vector<Package> packages;  ///< where package://name/ is
  std::vector<std::pair<std::string, double>> joint_values;  ///< at the start [rad or m]
  bool drives = false;             ///< a drive and a lever for each joint, within its limits
  bool self_contact = false;       ///< shapes of the machine may touch each other
  std::string material = "steel";  ///< of collision shapes
  int hull_faces = 64;  ///< meshes touch as convex hulls with at most so many faces; 0: as they are
  bool repair =
      false;  ///< change what cannot be simulated, see link_masses.h; each change is noted
  double density = 0.0;    ///< [kg/m³] of links without mass but with shapes; 0: they have none
  Vec3 at = Vec3::Zero();  ///< place of the root link [m]
  bool lift = false;       ///< raise the robot until its lowest shape touches the ground, z = 0
  std::filesystem::path folder;         ///< of the URDF file, for relative paths
  std::filesystem::path output_folder;  ///< of the machine file: mesh paths are written from there
  /// Folder inside output_folder for the meshes that shapes touch with; empty: shapes name the mesh
  /// files of the robot.
  std::string mesh_folder;
  bool look_at_files = true;  ///< false: no file is opened, and all meshes are left out
};

/// A mesh that a shape of the machine names and that is to be written.
struct MeshToWrite {
  std::string file;    ///< relative to UrdfOptions::output_folder
  std::string source;  ///< the mesh file it was made of
  geometry::Mesh mesh;
};

struct ImportedMachine {
  description::Machine machine;
  std::vector<MeshToWrite> meshes;
  std::vector<Note> notes;  ///< by line
};

/// The machine of a URDF file. `name` stands for the file in messages. Throws outrigger::Error with
/// all problems of the file, a line each:
///   arm.urdf:12: link 'forearm': mass=-3 of <mass> is not allowed: must be >= 0
ImportedMachine import_urdf_text(std::string_view text, const std::string& name,
                                 const UrdfOptions& options = {});

/// The same from a file; `options.folder` is its folder.
ImportedMachine import_urdf_file(const std::filesystem::path& path, UrdfOptions options = {});

}  // namespace outrigger::imports
