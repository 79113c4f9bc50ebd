/// URDF text to plain values. What is not understood is noted with its line; what is wrong is an
/// error with its line. Structure between things (does the parent exist, is it a tree) is checked by
/// LinkTree.
#pragma once

#include <string_view>

#include "imports/findings.h"
#include "imports/urdf_robot.h"

namespace outrigger::imports {

/// Elements of a file beyond which it is refused; its bytes are limited like those of machine files.
inline constexpr std::size_t kMaxXmlElements = 500'000;
inline constexpr std::size_t kMaxXmlAttributes = 200;  ///< of one element

/// Names are made names of ours: characters that machine files do not allow become '_', and a link
/// called `ground` becomes `ground_link`. Throws outrigger::Error when the text is not XML or not
/// URDF at all; other errors are left in `findings`.
UrdfRobot read_urdf(std::string_view text, Findings& findings);

}  // namespace outrigger::imports
