#include "description/schema.h"

#include <fmt/format.h>

#include <algorithm>

#include "description/text.h"

namespace outrigger::description {

void report_unknown_key(Reading& r, const Node& member,
                        const std::vector<std::string_view>& allowed) {
  if (r.diagnostics().is_full()) {
    r.problem(member, "unknown key");  // counted only
  } else {
    r.problem(member, unknown_choice_text("key", member.key, allowed));
  }
}

void report_not_an_object(Reading& r, const Node& node,
                          const std::vector<std::string_view>& allowed) {
  r.problem(node, fmt::format("expected a map with the keys {}, found {}",
                              list_names(allowed, allowed.size()),
                              node.is_scalar() ? in_quotes(node.text) : kind_name(node)));
}

std::string flow_text(const WrittenKeys& keys) {
  std::string text;
  for (const auto& [key, value] : keys)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", key, value);
  return "{" + text + "}";
}

std::string link_to(std::string_view title) {
  std::string anchor(title);  // as GitHub makes it from a heading
  std::replace(anchor.begin(), anchor.end(), ' ', '-');
  return fmt::format("[{}](#{})", title, anchor);
}

}  // namespace outrigger::description
