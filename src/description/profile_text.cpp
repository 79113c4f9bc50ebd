#include "description/profile_text.h"

#include <fmt/format.h>

namespace outrigger::description {

bool read_value(Reading& r, const Node& node, const ValueRule& rule, ProfileText& value) {
  if (!node.is_list() || node.items.size() < 3) {
    r.problem(node, "expected a list of at least 3 corners [x, z]");
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const auto scope = r.enter(i);
    const Node& corner = node.items[i];
    if (!corner.is_list() || corner.items.size() != 2) {
      r.problem(corner, "expected a corner [x, z]");
      good = false;
      continue;
    }
    std::array<double, 2>& p = value.corners.emplace_back();
    for (std::size_t k = 0; k < 2; ++k) {
      const auto number_scope = r.enter(k);
      good = description::read_value(r, corner.items[k], rule, p[k]) && good;
    }
  }
  return good;
}

std::string value_text(const ProfileText& value) {
  std::string text;
  for (const auto& corner : value.corners)
    text += fmt::format("{}[{}, {}]", text.empty() ? "" : ", ", corner[0], corner[1]);
  return "[" + text + "]";
}

std::string type_name(const ProfileText&, const ValueRule&) { return "list of `[x, z]`"; }

}  // namespace outrigger::description
