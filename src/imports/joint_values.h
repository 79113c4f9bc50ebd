/// Values of the joints at the start.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "imports/findings.h"
#include "imports/urdf_robot.h"

namespace outrigger::imports {

struct JointValues {
  std::vector<double> value;   ///< by joint [rad or m]; 0 for joints without a value
  std::vector<bool> is_given;  ///< by joint: the machine file must say it
  std::vector<int> leader;     ///< by joint: whom it mimics, -1: nobody
};

/// As asked for; else 0, or the middle between the limits where they exclude 0; joints that mimic
/// others follow them, as settle_followers() left them. Errors: unknown names, values for joints that
/// follow others or have none, a joint that, over others, mimics itself.
JointValues start_values(const UrdfRobot& robot,
                         const std::vector<std::pair<std::string, double>>& asked,
                         Findings& findings);

/// Motion of a joint from value 0: of the child in the joint's frame.
Pose joint_motion(const UrdfJoint& joint, double value);

}  // namespace outrigger::imports
