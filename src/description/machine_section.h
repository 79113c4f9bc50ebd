/// The keys at the top of a machine file.
#pragma once

#include <string>
#include <vector>

#include "description/function_text.h"
#include "description/placement.h"
#include "description/schema.h"
#include "description/tree_edit.h"

namespace outrigger::description {

/// A section as it stands in the file, to be read when its turn comes.
struct Section {
  const Node* node = nullptr;
};
bool read_value(Reading& r, const Node& node, const ValueRule& rule, Section& value);
std::string type_name(const Section&, const ValueRule&);

/// Gravity: three numbers, or functions of time or inputs.
struct GravityText {
  ThreeFunctions axes;
};
bool read_value(Reading& r, const Node& node, const ValueRule& rule, GravityText& value);
std::string type_name(const GravityText&, const ValueRule&);
std::string default_text(const GravityText&);

struct MachineText {
  int version = 0;
  std::optional<std::string> name, title;
  std::optional<GravityText> gravity;
  /// Sections as they stand in the file, to be read when their turn comes; null where there is none.
  std::vector<const Node*> sections;  ///< in the order of section_table.h
  const Node* include = nullptr;
  const Node* variants = nullptr;
};

/// The only version of the format that this reader knows.
inline constexpr int kFormatVersion = 1;

const ObjectSchema<MachineText>& machine_schema();

/// The keys of machine_schema() by the way variants change them.
const TopLevelKeys& top_level_keys();

/// One entry of `include`.
struct IncludeText {
  std::string file;
  std::string prefix;
  std::optional<Placement> pose;
  std::optional<std::string> ground;
  std::optional<std::vector<std::string>> variants;
};

const ObjectSchema<IncludeText>& include_schema();

}  // namespace outrigger::description
