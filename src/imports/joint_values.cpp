#include "imports/joint_values.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "description/limits.h"
#include "description/text.h"
#include "math/elementary.h"

namespace outrigger::imports {
namespace {

using description::in_quotes;
using Names = std::map<std::string_view, int>;

void find_leaders(const UrdfRobot& robot, const Names& names, JointValues& values,
                  Findings& findings) {
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    const UrdfJoint& joint = robot.joints[i];
    if (!joint.mimic) continue;
    const auto found = names.find(joint.mimic->joint);
    if (found == names.end()) continue;  // settle_followers() leaves none
    values.leader[i] = found->second;
  }
  // Follow each joint to its first leader; more steps than joints are a circle.
  for (std::size_t i = 0; i < robot.joints.size() && !findings.any_error(); ++i) {
    std::size_t steps = 0;
    for (int j = values.leader[i]; j >= 0; j = values.leader[j]) {
      if (++steps <= robot.joints.size()) continue;
      findings.error(robot.joints[i].mimic->line, "joint " + in_quotes(robot.joints[i].name),
                     "<mimic> goes in a circle");
      return;
    }
    // Long chains of leaders would take quadratic time; none is needed.
    if (steps > 100) {
      findings.error(robot.joints[i].mimic->line, "joint " + in_quotes(robot.joints[i].name),
                     "more than 100 joints mimic each other in a row");
      return;
    }
  }
}

void set_asked(const UrdfRobot& robot, const Names& names, const std::string& name, double value,
               JointValues& values, Findings& findings) {
  const auto found = names.find(name);
  if (found == names.end() || !robot.joints[found->second].has_value()) {
    std::vector<std::string_view> known;
    for (const UrdfJoint& j : robot.joints)
      if (j.has_value()) known.push_back(j.name);
    findings.error(0, "",
                   fmt::format("a start value for {}: there is no such joint with a value{}",
                               in_quotes(name), description::suggestion(name, known)));
    return;
  }
  const int joint = found->second;
  if (robot.joints[joint].mimic) {
    findings.error(robot.joints[joint].mimic->line, "joint " + in_quotes(name),
                   fmt::format("follows {} and takes no start value of its own",
                               in_quotes(robot.joints[joint].mimic->joint)));
    return;
  }
  if (!(std::abs(value) <= description::kMaxMagnitude)) {
    findings.error(robot.joints[joint].line, "joint " + in_quotes(name),
                   fmt::format("start value {} is not a number that can be used", value));
    return;
  }
  values.value[joint] = value;
  values.is_given[joint] = true;
}

}  // namespace

JointValues start_values(const UrdfRobot& robot,
                         const std::vector<std::pair<std::string, double>>& asked,
                         Findings& findings) {
  const std::size_t n = robot.joints.size();
  JointValues values{std::vector<double>(n, 0.0), std::vector<bool>(n, false),
                     std::vector<int>(n, -1)};
  Names names;
  for (std::size_t i = 0; i < n; ++i) names.emplace(robot.joints[i].name, static_cast<int>(i));
  find_leaders(robot, names, values, findings);
  for (const auto& [name, value] : asked) set_asked(robot, names, name, value, values, findings);
  if (findings.any_error()) return values;

  for (std::size_t i = 0; i < n; ++i) {
    const UrdfJoint& joint = robot.joints[i];
    const bool limited = joint.limit && joint.limit->lower < joint.limit->upper &&
                         joint.has_value() && joint.type != UrdfJoint::Type::continuous;
    if (!limited || values.is_given[i] || joint.mimic) continue;
    if (joint.limit->lower <= 0.0 && joint.limit->upper >= 0.0) continue;
    values.value[i] = 0.5 * (joint.limit->lower + joint.limit->upper);
    values.is_given[i] = true;
    findings.note(joint.limit->line,
                  fmt::format("joint {}: 0 is outside its limits; it starts in their middle, {:g}",
                              in_quotes(joint.name), values.value[i]));
  }
  // Followers last, each from its first leader downwards.
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<int> chain;
    for (int j = static_cast<int>(i); values.leader[j] >= 0; j = values.leader[j])
      chain.push_back(j);
    for (auto j = chain.rbegin(); j != chain.rend(); ++j) {
      const UrdfMimic& mimic = *robot.joints[*j].mimic;
      values.value[*j] = mimic.multiplier * values.value[values.leader[*j]] + mimic.offset;
    }
  }
  return values;
}

Pose joint_motion(const UrdfJoint& joint, double value) {
  if (joint.type == UrdfJoint::Type::prismatic) return {value * joint.axis, Mat3::Identity()};
  if (!joint.has_value() || value == 0.0) return {};
  // Rodrigues' formula: R = cos 1 + sin [u×] + (1 - cos) u uᵀ.
  const auto [sine, cosine] = elementary::sincos(value);
  const Vec3& u = joint.axis;
  Mat3 cross;
  cross << 0.0, -u.z(), u.y(), u.z(), 0.0, -u.x(), -u.y(), u.x(), 0.0;
  return {Vec3::Zero(),
          cosine * Mat3::Identity() + sine * cross + (1.0 - cosine) * u * u.transpose()};
}

}  // namespace outrigger::imports
