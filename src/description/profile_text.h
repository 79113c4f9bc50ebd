/// A profile in the x-z plane of a body, as files write it: [[x, z], ...].
#pragma once

#include <array>
#include <string>
#include <vector>

#include "description/schema.h"

namespace outrigger::description {

struct ProfileText {
  std::vector<std::array<double, 2>> corners;
};

bool read_value(Reading& r, const Node& node, const ValueRule& rule, ProfileText& value);
std::string value_text(const ProfileText& value);
std::string type_name(const ProfileText&, const ValueRule&);

}  // namespace outrigger::description
