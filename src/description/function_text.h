/// Reading functions of one variable (description::Function).
#pragma once

#include <string>

#include "description/schema.h"

namespace outrigger::description {

bool read_value(Reading& r, const Node& node, const ValueRule& rule, Function& value);
std::string type_name(const Function&, const ValueRule& rule);
std::string default_text(const Function& value);

ObjectDoc function_doc();

}  // namespace outrigger::description
