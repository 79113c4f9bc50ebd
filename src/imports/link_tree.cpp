#include "imports/link_tree.h"

#include <fmt/format.h>

#include <map>

#include "description/text.h"

namespace outrigger::imports {
namespace {

using description::in_quotes;

std::string path_of(const UrdfJoint& joint) { return "joint " + in_quotes(joint.name); }

/// Index of the link at each end of each joint, -1 where there is none.
struct Ends {
  std::vector<int> parent, child;
};

Ends find_ends(const UrdfRobot& robot, Findings& findings) {
  std::map<std::string_view, int> links;
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    links.emplace(robot.links[i].name, static_cast<int>(i));
    names.push_back(robot.links[i].name);
  }
  constexpr std::size_t kMostSearched = 2000;  // looking for similar names takes time
  const auto find = [&](const UrdfJoint& joint, const char* which, const std::string& name) {
    const auto found = links.find(name);
    if (found != links.end()) return found->second;
    if (!name.empty())  // an absent one has been reported
      findings.error(joint.line, path_of(joint),
                     fmt::format("unknown {} link {}{}", which, in_quotes(name),
                                 names.size() < kMostSearched ? description::suggestion(name, names)
                                                              : std::string()));
    return -1;
  };
  Ends ends;
  for (const UrdfJoint& j : robot.joints) {
    ends.parent.push_back(find(j, "parent", j.parent));
    ends.child.push_back(find(j, "child", j.child));
  }
  return ends;
}

/// The joint above each link, -1 for roots.
std::vector<int> joints_above(const UrdfRobot& robot, const Ends& ends, Findings& findings) {
  std::vector<int> above(robot.links.size(), -1);
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    const UrdfJoint& joint = robot.joints[i];
    const int child = ends.child[i];
    if (child < 0) continue;
    if (child == ends.parent[i]) {
      findings.error(joint.line, path_of(joint),
                     fmt::format("connects link {} with itself", in_quotes(joint.child)));
    }
    if (above[child] < 0) {
      above[child] = static_cast<int>(i);
      continue;
    }
    const UrdfJoint& other = robot.joints[above[child]];
    findings.error(
        joint.line, path_of(joint),
        fmt::format("link {} is already the child of joint {} (line {}); URDF is a tree: "
                    "leave the joint that closes a loop out and add it in a machine file "
                    "that includes the imported one",
                    in_quotes(joint.child), in_quotes(other.name), other.line));
  }
  return above;
}

/// The only link without a joint above it, or -1.
int find_root(const UrdfRobot& robot, const std::vector<int>& above, Findings& findings) {
  int root = -1;
  for (std::size_t i = 0; i < above.size(); ++i) {
    if (above[i] >= 0) continue;
    if (root < 0) {
      root = static_cast<int>(i);
      continue;
    }
    findings.error(robot.links[i].line, "link " + in_quotes(robot.links[i].name),
                   fmt::format("no joint leads to it: it is a second root beside {} (line {})",
                               in_quotes(robot.links[root].name), robot.links[root].line));
  }
  if (root < 0)
    findings.error(robot.links.front().line, "link " + in_quotes(robot.links.front().name),
                   "every link is the child of a joint: the joints go in a circle");
  return root;
}

}  // namespace

std::optional<LinkTree> build_link_tree(const UrdfRobot& robot, Findings& findings) {
  if (robot.links.empty()) {
    findings.error(1, "", "there is no <link> in this file");
    return {};
  }
  const Ends ends = find_ends(robot, findings);
  const std::vector<int> above = joints_above(robot, ends, findings);
  const int root = find_root(robot, above, findings);
  if (findings.any_error()) return {};

  std::vector<std::vector<int>> joints_below(robot.links.size());
  for (std::size_t i = 0; i < robot.joints.size(); ++i)
    joints_below[ends.parent[i]].push_back(static_cast<int>(i));

  LinkTree tree;
  tree.parent_of_joint = ends.parent;
  tree.group_of_link.assign(robot.links.size(), -1);
  tree.link_in_group.resize(robot.links.size());
  tree.groups.push_back({root, -1, -1, {root}});
  tree.group_of_link[root] = 0;
  // Without recursion: a chain may be as long as the file. Last in, first out keeps limbs together.
  std::vector<int> waiting(joints_below[root].rbegin(), joints_below[root].rend());
  std::size_t reached = 1;
  while (!waiting.empty()) {
    const int joint = waiting.back();
    waiting.pop_back();
    const int parent = ends.parent[joint], child = ends.child[joint];
    const int parent_group = tree.group_of_link[parent];
    if (robot.joints[joint].type == UrdfJoint::Type::fixed) {
      tree.group_of_link[child] = parent_group;
      tree.link_in_group[child] = tree.link_in_group[parent] * robot.joints[joint].origin;
      tree.groups[parent_group].links.push_back(child);
    } else {
      tree.group_of_link[child] = static_cast<int>(tree.groups.size());
      tree.groups.push_back({child, joint, parent_group, {child}});
    }
    ++reached;
    waiting.insert(waiting.end(), joints_below[child].rbegin(), joints_below[child].rend());
  }
  if (reached == robot.links.size()) return tree;
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    if (tree.group_of_link[i] >= 0) continue;
    findings.error(robot.links[i].line, "link " + in_quotes(robot.links[i].name),
                   "is part of a circle of joints that the root does not reach");
    break;
  }
  return {};
}

}  // namespace outrigger::imports
