/// What the joints of a file come to before they become a tree: followers of joints that cannot move,
/// frames that nothing hangs on, the ground under the name that some programs give it.
#pragma once

#include "imports/findings.h"
#include "imports/joint_values.h"
#include "imports/urdf_robot.h"

namespace outrigger::imports {

/// Adds the link 'world' where joints name it as their parent and the file has none: the ground.
void add_world(UrdfRobot& robot, Findings& findings);

/// Joints without a value mimic nothing. Those that follow a fixed joint are fixed themselves, where
/// its value of 0 puts them. Errors: a leader that is not there or has no single value; with `repair`
/// such a joint moves on its own instead.
void settle_followers(UrdfRobot& robot, bool repair, Findings& findings);

/// Joints that carry neither mass nor shapes, and that no other joint follows, are fixed at their
/// start value: what hangs on them are frames, and frames have no motion of their own.
void hold_bare_frames(UrdfRobot& robot, const JointValues& values, Findings& findings);

}  // namespace outrigger::imports
