/// The tree that joints make of links, and which links move as one.
#pragma once

#include <optional>
#include <vector>

#include "imports/findings.h"
#include "imports/urdf_robot.h"

namespace outrigger::imports {

/// Links that fixed joints hold together. It has the frame of its first link, the one nearest to the
/// root.
struct LinkGroup {
  int first_link = 0;
  int joint = -1;   ///< that moves it; -1: the root
  int parent = -1;  ///< group on the other side of that joint; -1: the root
  std::vector<int> links;
};

struct LinkTree {
  std::vector<LinkGroup> groups;     ///< parents before children; the first holds the root link
  std::vector<int> group_of_link;    ///< by link
  std::vector<Pose> link_in_group;   ///< by link: its frame in that of its group
  std::vector<int> parent_of_joint;  ///< by joint: index of a link
};

/// Errors: unknown links, a link with two parents, several roots, a circle, a joint of a link with
/// itself. Nothing where there is one.
std::optional<LinkTree> build_link_tree(const UrdfRobot& robot, Findings& findings);

}  // namespace outrigger::imports
