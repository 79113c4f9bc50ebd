/// Reading functions of one variable (description::Function).
#pragma once

#include <string>
#include <string_view>

#include "description/schema.h"

namespace outrigger::description {

bool read_value(Reading& r, const Node& node, const ValueRule& rule, Function& value);
std::string type_name(const Function&, const ValueRule& rule);
std::string default_text(const Function& value);
std::string value_text(const Function& value);

/// Three functions [x, y, z] of the components of a vector.
struct ThreeFunctions {
  Function x, y, z;
};
bool read_value(Reading& r, const Node& node, const ValueRule& rule, ThreeFunctions& value);
std::string type_name(const ThreeFunctions&, const ValueRule&);
std::string value_text(const ThreeFunctions& value);

/// A straight line through the origin.
Function straight_line(double slope);
/// True for the constant 0, which adds nothing.
bool is_nothing(const Function& f);

/// Reports a lever where no drive gives it a meaning. Without one, true.
bool refuse_lever(Reading& r, const Node& object, std::string_view key, const Function& f);

/// The value of a function of time at t = 0; 0 for an input.
double start_value(const Function& f);

ObjectDoc function_doc();

}  // namespace outrigger::description
