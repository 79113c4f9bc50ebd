/// Collisions and visuals of URDF become shapes and visuals of a machine.
#pragma once

#include <map>
#include <set>
#include <string>

#include "description/description.h"
#include "imports/findings.h"
#include "imports/mesh_store.h"
#include "imports/urdf.h"
#include "imports/urdf_robot.h"

namespace outrigger::imports {

class UrdfShapes {
 public:
  UrdfShapes(const UrdfRobot& robot, const UrdfOptions& options, MeshStore& meshes,
             Findings& findings);

  /// Adds what a link shows and what it touches with. `in_body` is the link's frame in the body,
  /// `in_world` at the start.
  void add(const UrdfLink& link, const std::string& body, const Pose& in_body, const Pose& in_world,
           description::Machine& machine);

  /// The lowest point of what bodies touch with, at the start.
  struct Lowest {
    double height = 1e300;  ///< [m]
    std::string link;
    int line = 0;
  };
  const Lowest& lowest() const { return lowest_; }
  /// Meshes that the shapes name and that must be written, see UrdfOptions::mesh_folder.
  std::vector<MeshToWrite> take_meshes() { return std::move(meshes_to_write_); }

 private:
  void add_visual(const UrdfLink& link, const UrdfShape& shape, const std::string& body,
                  const Pose& in_body, description::Machine& machine);
  void add_collision(const UrdfLink& link, const UrdfShape& shape, const std::string& body,
                     const Pose& in_body, const Pose& in_world, description::Machine& machine);
  bool set_contact_mesh(const UrdfLink& link, const UrdfShape& shape,
                        description::ContactShape& result);
  bool set_mesh_box(const UrdfLink& link, const UrdfShape& shape, description::VisualShape& result);
  bool refer_to_file(const UrdfLink& link, const UrdfShape& shape, const StoredMesh& mesh,
                     description::ContactShape& result);
  bool write_beside(const UrdfLink& link, const UrdfShape& shape, const StoredMesh& mesh,
                    description::ContactShape& result);
  void note_guess(const UrdfLink& link, const UrdfShape& shape, const StoredMesh& mesh);
  UrdfColour colour_of(const UrdfLink& link, const UrdfShape& shape);
  void left_out(const UrdfLink& link, const UrdfShape& shape, const std::string& why);
  std::string new_name(std::set<std::string>& used, const std::string& wanted);

  const UrdfOptions& options_;
  MeshStore& meshes_;
  Findings& findings_;
  Lowest lowest_;
  std::vector<MeshToWrite> meshes_to_write_;
  std::map<const StoredMesh*, std::string> written_;  ///< file of each mesh
  std::set<std::string> file_names_;
  std::string group_;  ///< of all collision shapes
  std::map<std::string, UrdfColour> materials_;
  std::set<std::string> visual_names_, shape_names_;
  std::map<std::string, int> next_number_;
};

}  // namespace outrigger::imports
