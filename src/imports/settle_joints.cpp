#include "imports/settle_joints.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "description/text.h"

namespace outrigger::imports {
namespace {

using description::in_quotes;

const char* type_name(UrdfJoint::Type type) {
  switch (type) {
    case UrdfJoint::Type::revolute:
      return "revolute";
    case UrdfJoint::Type::continuous:
      return "continuous";
    case UrdfJoint::Type::prismatic:
      return "prismatic";
    case UrdfJoint::Type::fixed:
      return "fixed";
    case UrdfJoint::Type::floating:
      return "floating";
    case UrdfJoint::Type::planar:
      return "planar";
    case UrdfJoint::Type::spherical:
      return "spherical";
  }
  return "";
}

void fix_at(UrdfJoint& joint, double value) {
  joint.origin = joint.origin * joint_motion(joint, value);
  joint.type = UrdfJoint::Type::fixed;
  joint.mimic.reset();
}

/// The joint that another mimics, -1 where that says nothing or is an error.
int settle_leader(UrdfRobot& robot, UrdfJoint& joint, const std::map<std::string_view, int>& names,
                  bool repair, Findings& findings) {
  const std::string path = "joint " + in_quotes(joint.name);
  const UrdfMimic mimic = *joint.mimic;
  if (!joint.has_value()) {
    findings.note(mimic.line, fmt::format("{}: <mimic> is left out: the joint is {} and has no "
                                          "value that could follow",
                                          path, type_name(joint.type)));
    joint.mimic.reset();
    return -1;
  }
  const auto found = names.find(mimic.joint);
  const UrdfJoint* leader = found == names.end() ? nullptr : &robot.joints[found->second];
  if (leader != nullptr && (leader->has_value() || leader->type == UrdfJoint::Type::fixed))
    return found->second;
  const std::string why =
      leader == nullptr ? std::string("there is no such joint")
                        : fmt::format("a {} joint has no single value", type_name(leader->type));
  if (repair) {
    findings.change(mimic.line,
                    fmt::format("{}: <mimic> of {} is left out, {}: it moves on its own", path,
                                in_quotes(mimic.joint), why));
  } else {
    findings.error(mimic.line, path,
                   fmt::format("<mimic> of {}: {}; --repair lets it move on its own",
                               in_quotes(mimic.joint), why));
  }
  joint.mimic.reset();
  return -1;
}

bool is_bare(const UrdfLink& link) {
  const bool no_mass =
      !link.inertial || (link.inertial->mass == 0.0 && link.inertial->tensor.isZero(0.0));
  return no_mass && link.visuals.empty() && link.collisions.empty();
}

}  // namespace

void add_world(UrdfRobot& robot, Findings& findings) {
  for (const UrdfLink& link : robot.links)
    if (link.name == "world") return;
  for (const UrdfJoint& joint : robot.joints) {
    if (joint.parent != "world") continue;
    findings.note(joint.line, fmt::format("joint {}: its parent 'world' is not in the file and is "
                                          "taken as the ground",
                                          in_quotes(joint.name)));
    UrdfLink world;
    world.name = "world";
    world.line = joint.line;
    robot.links.insert(robot.links.begin(), std::move(world));
    return;
  }
}

void settle_followers(UrdfRobot& robot, bool repair, Findings& findings) {
  std::map<std::string_view, int> names;
  for (std::size_t i = 0; i < robot.joints.size(); ++i)
    names.emplace(robot.joints[i].name, static_cast<int>(i));
  std::vector<std::vector<int>> followers(robot.joints.size());
  std::vector<double> constant(robot.joints.size(), 0.0);
  std::vector<int> waiting;
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    if (!robot.joints[i].mimic) continue;
    const int leader = settle_leader(robot, robot.joints[i], names, repair, findings);
    if (leader >= 0) followers[static_cast<std::size_t>(leader)].push_back(static_cast<int>(i));
  }
  for (std::size_t i = 0; i < robot.joints.size(); ++i)
    if (robot.joints[i].type == UrdfJoint::Type::fixed) waiting.push_back(static_cast<int>(i));
  while (!waiting.empty()) {
    const int leader = waiting.back();
    waiting.pop_back();
    for (const int f : followers[static_cast<std::size_t>(leader)]) {
      UrdfJoint& joint = robot.joints[f];
      if (!joint.mimic) continue;
      constant[f] = joint.mimic->multiplier * constant[leader] + joint.mimic->offset;
      findings.note(
          joint.mimic->line,
          fmt::format("joint {}: it follows {}, which is fixed, so it is fixed at {:g}",
                      in_quotes(joint.name), in_quotes(robot.joints[leader].name), constant[f]));
      fix_at(joint, constant[f]);
      waiting.push_back(f);
    }
  }
}

void hold_bare_frames(UrdfRobot& robot, const JointValues& values, Findings& findings) {
  std::map<std::string_view, int> links;
  for (std::size_t i = 0; i < robot.links.size(); ++i)
    links.emplace(robot.links[i].name, static_cast<int>(i));
  const auto find = [&](const std::string& name) {
    const auto found = links.find(name);
    return found == links.end() ? -1 : found->second;
  };
  // From the ends inwards: a link is done when all that hangs on it is.
  std::vector<int> parent(robot.joints.size()), child(robot.joints.size()),
      open(robot.links.size());
  std::vector<std::vector<int>> above(robot.links.size());
  std::vector<bool> leads(robot.joints.size()), bare(robot.links.size());
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    parent[j] = find(robot.joints[j].parent);
    child[j] = find(robot.joints[j].child);
    if (parent[j] >= 0) ++open[parent[j]];
    if (child[j] >= 0) above[child[j]].push_back(static_cast<int>(j));
    if (values.leader[j] >= 0) leads[values.leader[j]] = true;
  }
  std::vector<int> waiting, held;
  for (std::size_t l = 0; l < robot.links.size(); ++l) {
    bare[l] = is_bare(robot.links[l]);
    if (open[l] == 0) waiting.push_back(static_cast<int>(l));
  }
  while (!waiting.empty()) {
    const int link = waiting.back();
    waiting.pop_back();
    for (const int j : above[link]) {
      const bool moves = robot.joints[j].type != UrdfJoint::Type::fixed;
      if (bare[link] && moves && !leads[j]) held.push_back(j);
      if (parent[j] < 0) continue;
      if (!bare[link] || (moves && leads[j])) bare[parent[j]] = false;
      if (--open[parent[j]] == 0) waiting.push_back(parent[j]);
    }
  }
  // A robot of frames alone, all of whose joints would go, lacks its masses.
  std::size_t moving = 0;
  for (const UrdfJoint& joint : robot.joints) moving += joint.type != UrdfJoint::Type::fixed;
  if (held.size() == moving) return;
  for (const int j : held) {
    UrdfJoint& joint = robot.joints[j];
    findings.note(joint.line,
                  fmt::format("joint {}: it carries only frames, without mass or shapes; it is "
                              "fixed at {:g}, and {} is a point of the body",
                              in_quotes(joint.name), values.value[j], in_quotes(joint.child)));
    fix_at(joint, values.value[j]);
  }
}

}  // namespace outrigger::imports
