/// Collisions and visuals of URDF become shapes and visuals of a machine.
#pragma once

#include <map>
#include <set>
#include <string>

#include "description/description.h"
#include "imports/findings.h"
#include "imports/urdf.h"
#include "imports/urdf_robot.h"

namespace outrigger::imports {

class UrdfShapes {
 public:
  UrdfShapes(const UrdfRobot& robot, const UrdfOptions& options, Findings& findings);

  /// Adds what a link shows and what it touches with. `in_body` is the link's frame in the body.
  void add(const UrdfLink& link, const std::string& body, const Pose& in_body,
           description::Machine& machine);

 private:
  void add_visual(const UrdfLink& link, const UrdfShape& shape, const std::string& body,
                  const Pose& in_body, description::Machine& machine);
  void add_collision(const UrdfLink& link, const UrdfShape& shape, const std::string& body,
                     const Pose& in_body, description::Machine& machine);
  bool set_contact_mesh(const UrdfLink& link, const UrdfShape& shape,
                        description::ContactShape& result);
  bool set_mesh_box(const UrdfLink& link, const UrdfShape& shape, description::VisualShape& result);
  /// The file of a mesh that can be read, else a note and nothing.
  std::string mesh_file(const UrdfLink& link, const UrdfShape& shape);
  UrdfColour colour_of(const UrdfLink& link, const UrdfShape& shape);
  void left_out(const UrdfLink& link, const UrdfShape& shape, const std::string& why);
  std::string new_name(std::set<std::string>& used, const std::string& wanted);

  const UrdfOptions& options_;
  Findings& findings_;
  std::string group_;  ///< of all collision shapes
  std::map<std::string, UrdfColour> materials_;
  std::set<std::string> visual_names_, shape_names_;
  std::map<std::string, int> next_number_;
};

}  // namespace outrigger::imports
