/// The commands `outrigger mesh ...`. Each takes a plain struct and returns the exit code: 0 fine,
/// 1 problems found; what cannot be read or done throws outrigger::Error (2).
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace outrigger::app {

/// How mesh files are read.
struct MeshInput {
  std::string unit;         ///< "mm", "in", ...; empty: as the file says, else metres
  std::string up = "file";  ///< "x", "y", "z", "file"
};

struct MeshTolerances {
  double weld = 1e-7, crack = 1e-4, sliver = 0.01;  ///< see geometry::MeshCheckOptions
};

struct MeshCheckCommand {
  MeshInput input;
  std::string file;
  MeshTolerances tolerances;
  bool open = false, intersections = true;
  int places = 5;
};
int mesh_check(const MeshCheckCommand& options);

struct MeshRepairCommand {
  MeshInput input;
  std::string in, out;
  MeshTolerances tolerances;
  double holes = 0.1;
  bool open = false, orient = true;
  bool force = false;  ///< `out` may replace a file of others (outputs.h)
};
int mesh_repair(const MeshRepairCommand& options);

struct MeshInfoCommand {
  MeshInput input;
  std::string file;
  double density = 1000.0;  ///< [kg/m³]
};
int mesh_info(const MeshInfoCommand& options);

struct MeshHullCommand {
  MeshInput input;
  std::string in, out;
  int faces = 0;  ///< 0: exact
  bool force = false;
};
int mesh_hull(const MeshHullCommand& options);

struct MeshSpheresCommand {
  MeshInput input;
  std::string file;
  int count = 8;
  std::string goal = "surface";  ///< or "ground"
  double max_radius = 0.0;
  std::string body = "BODY", material = "MATERIAL", prefix = "sphere";
};
int mesh_spheres(const MeshSpheresCommand& options);

struct MeshShowCommand {
  MeshInput input;
  std::vector<std::string> files;  ///< one or two
  std::string pose;  ///< of the second: x,y,z or x,y,z,rx,ry,rz with angles in degrees
  std::string out = "mesh.html";
  int tree_level = -1;  ///< of the boxes; -1: none
  int hull_faces = -1;  ///< -1: none, 0: exact
  int spheres = 0;
  bool normals = false, check = true;
  bool force = false;
};
int mesh_show(const MeshShowCommand& options);

/// Adds `mesh` and its commands to the program.
void add_mesh_commands(CLI::App& app, int& exit_code);

}  // namespace outrigger::app
